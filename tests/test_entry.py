"""The quick path of the command line says exactly what the full path says, or nothing."""

from __future__ import annotations

import sys
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.asking.entry import bare_odds, main
from tests.commandline import run

statuses = st.lists(st.sampled_from(["F", "S", "D1", "D2", "fresh", "d2"]), max_size=5)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 25), st.integers(0, 25), statuses, st.booleans(), st.booleans(), st.booleans())
def test_both_paths_agree(av: int, dv: int, who: list[str], bocage: bool, zone: bool, js: bool) -> None:
    line = f"odds breakout-normandy assault --av {av} --dv {dv}"
    line += f" --defenders {','.join(who)}" if who else ""
    line += " --bocage" * bocage + " --no-overrun" * zone + " --json" * js
    quick = bare_odds(line.split())
    assert quick is not None
    assert quick + "\n" == run(f"adjudicator {line}").out


@pytest.mark.parametrize(
    "line",
    [
        "odds",
        "legal breakout-normandy:d-day",
        "odds breakout-normandy bombardment --av 3 --dv 2",
        "odds breakout-normandy assault --av 3",
        "odds breakout-normandy assault --av x --dv 2",
        "odds breakout-normandy assault --av 3 --dv 2 --defenders Q",
        "odds breakout-normandy assault --av 3 --dv 2 --strict",
        "odds breakout-normandy assault omaha --av 3 --dv 2",
        "odds no-such-game assault --av 3 --dv 2",
        "odds ../../etc assault --av 3 --dv 2",
        "odds breakout-normandy assault --av 3 --av 4 --dv 2",
    ],
)
def test_whatever_is_unusual_is_left_to_the_full_path(line: str) -> None:
    assert bare_odds(line.split()) is None


def test_the_entry_point_takes_the_quick_path(capsys: pytest.CaptureFixture[str]) -> None:
    argv = "adjudicator odds breakout-normandy assault --av 7 --dv 7".split()
    with mock.patch.object(sys, "argv", argv), pytest.raises(SystemExit) as leave:
        main()
    assert leave.value.code == 0
    assert capsys.readouterr().out.startswith("7:7, success 575/1296")


def test_the_entry_point_takes_the_full_path(capsys: pytest.CaptureFixture[str]) -> None:
    argv = "adjudicator sunset breakout-normandy:d-day --roll 5".split()
    with mock.patch.object(sys, "argv", argv), pytest.raises(SystemExit) as leave:
        main()
    assert leave.value.code == 0
    assert "advances" in capsys.readouterr().out
