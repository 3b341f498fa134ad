"""Every attack that is open, without naming a hex: each is legal, and each that is not has its reasons."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adjudicator.action_words import read_action
from adjudicator.asking.loading import load_position
from adjudicator.game import check, load
from tests.commandline import run

ASKED = (
    ("june", "50", {"e2128", "e1830"}),
    ("summer", "us", {"3305", "2005"}),
    ("epsom", "15", {"c3830", "c3829", "c3832"}),
    ("contested", "allied", {"omaha-beach"}),
    ("storm", "allied", {"pont-labbe", "caen"}),
)


def rows(line: str) -> list[dict[str, Any]]:
    done = run(f"adjudicator attacks {line} --json")
    assert done.code in {0, 1}, done
    answer: list[dict[str, Any]] = json.loads(done.out)["answer"]
    return answer


@pytest.mark.parametrize(("save", "who", "spaces"), ASKED)
def test_what_is_open_is_legal_and_what_is_not_has_reasons(save: str, who: str, spaces: set[str]) -> None:
    position = load_position(f"tests/saves/{save}.vsav").position
    assert position is not None
    found = rows(f"tests/saves/{save}.vsav {who} --as referee")
    assert spaces <= {row["space"] for row in found if row["open"]}
    for row in found:
        action = read_action(position, load(position.game), row["attack"])
        assert check(position, action).ok == row["open"], row
        assert row["open"] or row["against"] or row["moment"]


def test_the_wrong_side_is_told_when_its_attacks_would_be_open() -> None:
    done = run("adjudicator attacks tests/saves/june.vsav lehr")
    assert done.code == 0
    assert done.out.startswith(
        "Not now: the German player does not act now (7.0); were it the moment: Open: E1927,"
    )
    assert "at its moment: attack" in done.out


def test_one_space_is_asked_about() -> None:
    done = run("adjudicator attacks tests/saves/june.vsav 69/50 --to e1830")
    assert done.out.startswith("Open: E1830 Tilly-sur-Seulles.")
    far = run("adjudicator attacks tests/saves/june.vsav 151/50 --to e1830")
    assert far.out.startswith("No attack is open: none of the units has E1830")
    empty = run("adjudicator attacks tests/saves/june.vsav 69/50 --to e2029")
    assert (empty.code, "no enemy unit stands in E2029" in empty.err) == (2, True)


def test_reasons_against_one_space_are_violations() -> None:
    done = run("adjudicator attacks tests/saves/june.vsav 50/XXX --to e2231")
    assert done.code == 1
    assert "NO  the bracketed strength of 50/XXX Corps counts in defence only (12.11)" in done.out


def test_without_a_name_the_side_on_turn_is_asked_about() -> None:
    assert rows("tests/saves/summer.vsav --as allied")[0]["open"]
