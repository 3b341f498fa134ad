"""Positions that only sense reaches, of games of greedy players, held to what random play is held to."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from adjudicator.game import load
from adjudicator.playing import games
from adjudicator.playing.players import Greedy
from adjudicator.position import Position
from adjudicator.sides import SIDES
from tests.properties.complete import unlisted as left_out
from tests.properties.test_one_voice import look
from tests.properties.test_proven import wrong
from tests.properties.test_whole_lists import stuck, unlisted

STARTS = (
    ("storm-over-normandy", "invasion", 900, 90),
    ("june-six", "omaha", 500, 100),
    ("battle-for-normandy", "carentan", 600, 150),
    ("breakout-normandy", "d-day", 400, 80),
    ("dark-summer", "campaign", 400, 100),
)


def reached(slug: str, scenario: str, seed: int, steps: int, every: int) -> Iterator[tuple[int, Position]]:
    """Positions of a game of greedy players, one in so many, with their numbers."""
    players = {side: Greedy(seed + number, most=9) for number, side in enumerate(SIDES)}
    game = games.played(load(slug).scenario(scenario), players, seed, steps=steps)
    for number, (position, _) in enumerate(game, 1):
        if number % every == 0:
            yield number, position


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "scenario", "steps", "every"), STARTS)
def test_what_holds_in_random_play_holds_in_sensible_play(
    slug: str, scenario: str, steps: int, every: int
) -> None:
    seen = 0
    for number, position in reached(slug, scenario, 7, steps, every):
        assert look(slug, position, number, 2) == [], number
        assert list(unlisted(position)) == [], number
        assert left_out(position, random.Random(number), 12)[0] == [], number
        assert wrong(position, random.Random(number), 12) == [], number
        assert list(stuck(position)) == [], number
        seen += 1
    assert seen >= 3
