"""Every attack that is open, without naming a hex: each is legal, and each that is not has its reasons."""

from __future__ import annotations

import itertools
import json
from typing import Any

import pytest

from adjudicator.action_words import read_action
from adjudicator.actions import Action
from adjudicator.asking.loading import load_position
from adjudicator.game import Game, apply, check, legal, load
from adjudicator.position import Position
from adjudicator.questions import Asking, read_question
from adjudicator.supposing import reply
from tests.commandline import run
from tests.generated import played
from tests.playing import QUICK

STEP = {"storm-over-normandy": 60}  # many cards, many ways
KINDS = ("attack", "assault", "assault-beach", "cherbourg-combat", "beach-attack")

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
        at = position
        for words in row["first"] if row["open"] else ():
            at = apply(at, read_action(at, load(at.game), words))
        action = read_action(at, load(at.game), row["attack"])
        assert check(at, action).ok == row["open"], row
        assert row["open"] or row["against"] or row["moment"]


@pytest.mark.parametrize(("game", "scenario"), QUICK)
def test_whatever_may_be_attacked_is_named(game: str, scenario: str) -> None:
    rules, seen = load(game), 0
    for position in played(rules, scenario, 5, 400, every=STEP.get(game, 16)):
        kinds = [kind for kind in KINDS if kind in rules.handlers]
        targets = {target_of(a) for kind in kinds for a in itertools.islice(legal(position).of(kind), 40)}
        if targets:
            told = answer_to(rules, position, rules.player_on_turn(position))
            assert targets <= {row["space"] for row in told if row["open"]}
            seen += 1
    assert seen or game == "battle-for-normandy"  # its random play seldom comes to blows


def target_of(action: Action) -> str:
    """Where an attack goes; that of Cherbourg names nothing."""
    return str(getattr(action, "target", "") or getattr(action, "area", "") or "cherbourg")


def answer_to(game: Game, position: Position, side: str) -> list[dict[str, Any]]:
    question = read_question(game.questions["attacks"], {"who": side})
    found: list[dict[str, Any]] = reply(question, Asking(game, position, "referee")).answer
    return found


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
