"""A shell completes verbs, games, scenarios and options."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from click.shell_completion import ShellComplete, get_completion_class

from adjudicator.asking.cli import cli
from adjudicator.game import GAMES, load


def complete(shell: str) -> ShellComplete:
    found = get_completion_class(shell)
    assert found is not None
    return found(cli, {}, "adjudicator", "_ADJUDICATOR_COMPLETE")


JUNE = [f"plain,june-six:{name}" for name in load("june-six").scenarios]


def offered(line: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("COMP_WORDS", line)
    monkeypatch.setenv("COMP_CWORD", str(len(line.split(" ")) - 1))
    return complete("bash").complete().split()


@pytest.mark.parametrize(
    ("line", "items"),
    [
        ("adjudicator vict", ["plain,victory"]),
        ("adjudicator odds june", ["plain,june-six", *JUNE]),
        ("adjudicator odds june-six:", JUNE),
        (
            "adjudicator odds june-six:c",
            [f"plain,june-six:{n}" for n in ("campaign", "cherbourg", "cotentin", "caen")],
        ),
        ("adjudicator odds storm-over-normandy : inv", ["plain,invasion"]),
        ("adjudicator odds storm-over-normandy :", ["plain,:invasion", "plain,:set-up"]),
        ("adjudicator odds june-six e1830 --coh", ["plain,--cohesion"]),
        ("adjudicator explain dark", ["plain,dark-summer"]),
        ("adjudicator legal june-six:campaign --as ger", ["plain,german"]),
        ("adjudicator odds tests/sav", ["file,tests/sav"]),
    ],
)
def test_words_are_completed(line: str, items: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert offered(line, monkeypatch) == items


def test_every_verb_is_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    found = set(offered("adjudicator ", monkeypatch))
    assert {f"plain,{verb}" for slug in GAMES for verb in load(slug).questions} <= found
    assert {"plain,sketch", "plain,explain", "plain,cases"} <= found


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_a_shell_gets_its_script(shell: str) -> None:
    assert "_ADJUDICATOR_COMPLETE" in complete(shell).source()


def test_the_command_itself_answers_a_shell() -> None:
    asked = {"_ADJUDICATOR_COMPLETE": "bash_complete", "COMP_WORDS": "adjudicator vict", "COMP_CWORD": "1"}
    line = [sys.executable, "-m", "adjudicator"]
    done = subprocess.run(line, env={**os.environ, **asked}, capture_output=True, text=True, check=True)
    assert done.stdout == "plain,victory\n"
