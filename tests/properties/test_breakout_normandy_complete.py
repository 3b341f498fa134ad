"""Breakout: what is legal is listed, or found from the difference of two positions."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from adjudicator.breakout_normandy import GAME
from tests.playing import wander
from tests.properties.complete import unlisted


def look(seed: int, steps: int, every: int, times: int) -> tuple[list[str], Counter[str]]:
    rng, found, seen = random.Random(seed), list[str](), Counter[str]()
    for number, (position, _) in enumerate(wander(GAME.scenario("d-day"), seed, steps)):
        if number % every == 0:
            wrong, looked = unlisted(position, rng, times)
            found += wrong
            seen += looked
    return found, seen


def test_legal_actions_from_another_source_are_listed() -> None:
    found, seen = look(3, 300, 10, 12)
    assert not found
    assert seen.total() > 20


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20, 26))
def test_legal_actions_from_another_source_are_listed_in_long_play(seed: int) -> None:
    found, seen = look(seed, 1500, 5, 30)
    assert not found
    assert seen.total() > 300
