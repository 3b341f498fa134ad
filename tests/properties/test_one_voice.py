"""Every verb of every game: never a yes where `check` says no, never a headline that hides a reason."""

from __future__ import annotations

import random

import pytest

from adjudicator.actions import kind_of
from adjudicator.errors import BocageError
from adjudicator.game import GAMES, check, load
from adjudicator.position import Position
from adjudicator.questions import Asking, Question
from adjudicator.supposing import refuses, reply
from tests.generated import asked, played, verbs

STARTS = {slug: next(iter(load(slug).scenarios)) for slug in GAMES}


def faults(question: Question, asking: Asking) -> list[str]:
    """What is wrong with the answer to a question."""
    try:
        ruling = reply(question, asking)
    except BocageError:
        return []
    if ruling.violations:
        return [] if refuses(ruling.verdict) else [f"{question}: {ruling.verdict} | {ruling.reasons}"]
    told = {(v.rule, v.text) for v in ruling.moment}
    return [
        f"{question}: yes, where check {kind_of(type(s.action))} says {v}"
        for s in question.supposes(asking)
        for v in check(s.position, s.action).violations
        if (v.rule, v.text) not in told and not s.position.unknown
    ]


def look(slug: str, position: Position, seed: int, times: int) -> list[str]:
    game, rng = load(slug), random.Random(seed)
    found: list[str] = []
    for verb in verbs(game):
        for _ in range(times):
            question = asked(game, position, verb, rng)
            if question is not None:
                found += faults(question, Asking(game, position, "referee"))
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_no_verb_says_yes_where_check_says_no(slug: str) -> None:
    assert not look(slug, load(slug).scenario(STARTS[slug]), 1, 3)


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_no_verb_says_yes_in_played_positions(slug: str) -> None:
    for number, position in enumerate(played(load(slug), STARTS[slug], 7, 300, every=30)):
        assert not look(slug, position, number, 4)


@pytest.mark.parametrize("slug", GAMES)
def test_what_a_handler_leaves_out_can_be_found_from_a_difference(slug: str) -> None:
    for kind, handler in load(slug).handlers.items():
        assert not handler.sampled or handler.toward is not None, kind
