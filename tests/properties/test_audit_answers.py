"""The audit answers in every position of the casebook, whoever asks, and accuses nobody of a legal action."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from adjudicator.audit.judged import Judged
from adjudicator.audit.judging import judge
from adjudicator.errors import BocageError
from adjudicator.game import apply, legal, load
from adjudicator.position import Position
from adjudicator.saves.steps import Shown
from tests.properties.test_whole_lists import GAMES, positions

VIEWS = ("public", "german", "allied", "referee")


def judged(before: Position, after: Position, viewpoint: str) -> Judged:
    mask = load(before.game).mask

    def seen(position: Position) -> Position:
        return position if mask is None or viewpoint == "referee" else mask(position, viewpoint)

    (step,) = judge([Shown(0, before), Shown(1, after)], seen).judged()
    return step


def displaced(position: Position, rng: random.Random) -> Position:
    draft = position.draft()
    draft.place(rng.choice(sorted(draft.pieces)), rng.choice(sorted(position.board.spaces)))
    return draft.finish()


def invented(game: str, every: int) -> Iterator[str]:
    rng = random.Random(every)
    for case, position in positions(game, every):
        viewpoint = rng.choice(VIEWS)
        if position.pieces:
            judged(position, displaced(position, rng), viewpoint)
        try:
            action = legal(position).sample(rng, tries=8)
            after = position if action is None else apply(position, action)
        except BocageError:
            continue  # the position leaves out what the rule must know
        step = judged(position, after, viewpoint)
        if step.kind in {"illegal", "forgotten"}:
            yield f"{case} as {viewpoint}: {action}: {step.text}"


QUICK = "storm_over_normandy"
MARKED = [pytest.param(game, marks=() if game == QUICK else pytest.mark.slow) for game in GAMES]


@pytest.mark.parametrize("game", MARKED)
def test_nobody_is_accused_of_a_legal_action(game: str) -> None:
    assert not list(invented(game, 90))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_accused_of_a_legal_action_in_more_positions(game: str) -> None:
    assert not list(invented(game, 11))
