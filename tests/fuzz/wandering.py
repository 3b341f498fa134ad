"""Random legal play of any game: positions that play reaches, and the action taken in each."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from adjudicator.actions import Action, LegalActions, kind_of
from adjudicator.game import apply, legal, load
from adjudicator.position import Position

__all__ = ["QUICK", "STARTS", "choose", "wander"]

STARTS = (
    ("breakout-normandy", "d-day"),
    ("dark-summer", "campaign"),
    ("storm-over-normandy", "invasion"),
    ("storm-over-normandy", "set-up"),
    ("june-six", "campaign"),
    ("battle-for-normandy", "carentan"),
    ("battle-for-normandy", "campaign"),
)
"""A game and a scenario of it to start from."""
QUICK = [pytest.param(*at, marks=pytest.mark.slow) if at[0].startswith("battle") else at for at in STARTS]
"""The same, the largest game in `make test-all` only."""
_ENDING = ("end-", "pass", "finish")


def choose(found: LegalActions, rng: random.Random) -> Action | None:
    """A random action; what ends a phase, an impulse or a move comes up less often."""
    action = None
    for _ in range(3):
        action = found.sample(rng, tries=24)
        if action is None or not kind_of(type(action)).startswith(_ENDING) or rng.random() < 0.3:
            return action
    return action


def wander(slug: str, scenario: str, seed: int, steps: int) -> Iterator[tuple[Position, Action]]:
    """Positions and the actions taken in them, from the start anew when a game ends."""
    rng, start = random.Random(seed), load(slug).scenario(scenario)
    position = start
    for _ in range(steps):
        if position.text("phase") == "over":
            position = start
        action = choose(legal(position), rng)
        assert action is not None, f"dead end in {position.text('phase')}: {position.decision}"
        yield position, action
        position = apply(position, action)
