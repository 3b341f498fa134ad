"""Whoever plays by the rules is told so: random legal games are explained step by step, undo and dice too."""

from __future__ import annotations

import dataclasses

import pytest

from adjudicator.actions import action_to_json
from adjudicator.audit.book import laid_in
from adjudicator.audit.judged import Judged
from adjudicator.audit.judging import judge
from adjudicator.audit.record import record_lines
from adjudicator.audit.summary import summary_of
from adjudicator.position import Change
from adjudicator.saves.steps import Shown
from tests.logs import played

GAMES = (
    ("breakout-normandy", "d-day"),
    pytest.param("dark-summer", "campaign", marks=pytest.mark.slow),
    pytest.param("june-six", "campaign", marks=pytest.mark.slow),
    pytest.param("battle-for-normandy", "carentan", marks=pytest.mark.slow),
)


def judged(*steps: Shown) -> list[Judged]:
    return list(judge(steps).judged())


@pytest.mark.parametrize(("game", "scenario"), GAMES)
def test_a_legal_game_has_nothing_against_it(game: str, scenario: str) -> None:
    steps = judged(*(shown for _, shown in played(game, scenario, 30, 1)))
    assert not [(s.number, s.text) for s in steps if not s.fine]
    assert sum(bool(s.acts) for s in steps) > 5


def test_what_is_found_is_what_was_played() -> None:
    """Where one action can explain a step, the audit names that one."""
    game = list(played("battle-for-normandy", "carentan", 24, 1))
    found = judged(*(shown for _, shown in game))
    for (action, _), step in zip(game[1:], found, strict=True):
        if step.kind == "action" and action is not None:
            assert step.acts[0].data["action"] == action_to_json(action)["action"]


def test_a_step_taken_back_takes_its_actions_along() -> None:
    steps = [shown for _, shown in played("june-six", "campaign", 12, 1)]
    number = next(n for n, s in enumerate(steps[1:], 1) if _moved(steps[n - 1], s))
    undone = [*steps[: number + 1], Shown(number + 1, steps[number - 1].position, is_undo=True)]
    again = [*undone, Shown(number + 2, steps[number].position)]
    kinds = [step.kind for step in judged(*again)]
    assert kinds[number - 1] == "taken back"
    assert kinds[number] == "correction"
    assert kinds[number + 1] in {"action", "actions"}


def _moved(before: Shown, after: Shown) -> bool:
    assert before.position is not None
    assert after.position is not None
    return any(change.what == "space" for change in before.position.diff(after.position))


def test_a_unit_carried_across_the_map_is_illegal_with_every_reason() -> None:
    start = next(shown for _, shown in played("breakout-normandy", "example-6", 1, 1)).position
    assert start is not None
    there = laid_in(start, [Change("space", "ge-1057", "pont-labbe", "st-jores")], start)
    (step,) = judged(Shown(0, start), Shown(1, there))
    assert step.kind == "illegal"
    assert step.ruling is not None
    assert "8.371" in step.ruling.rules


def test_what_cannot_be_read_is_said_and_the_game_goes_on() -> None:
    steps = [shown for _, shown in played("june-six", "campaign", 6, 1)]
    broken = dataclasses.replace(steps[3], position=None, fault="two copies of 192 Rgt")
    found = judged(*steps[:3], broken, *steps[4:])
    assert found[2].kind == "unexplained"
    assert "two copies" in found[2].text
    assert len(found) == 6


def test_the_sum_counts_what_was_judged() -> None:
    auditor = judge([shown for _, shown in played("june-six", "campaign", 10, 1)])
    summary = summary_of(auditor)
    assert sum(summary.counts.values()) == 10
    assert summary.clean
    assert summary.verdict.startswith("In order: 10 steps")


def test_a_record_tells_the_actions_in_words_that_can_be_typed() -> None:
    steps = judged(*(shown for _, shown in played("june-six", "campaign", 10, 1)))
    lines = list(record_lines("june-six:campaign", steps))
    assert lines[0] == "game record: june-six:campaign"
    acts = [act.text for step in steps for act in step.acts]
    told = [line.partition("  ; ")[0] for line in lines[1:] if not line.startswith("[")]
    assert told == acts
