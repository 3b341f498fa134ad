"""Zones of Control looked at hex by hex, against the layer that the rules keep (5.1, 5.3, 5.4)."""

from __future__ import annotations

import pytest

from adjudicator.battle_for_normandy.r05_zones_of_control import covered, in_ezoc, zoc_of
from adjudicator.position import Position
from tests.battle_for_normandy.front import front
from tests.battle_for_normandy.oracle import friends, hexagons, sampled, small, zoc


def compare(here: Position) -> None:
    for side, other in (("german", "allied"), ("allied", "german")):
        expected = zoc(here, other)
        assert zoc_of(here, other) == expected
        for space in hexagons(here.board):
            assert in_ezoc(here, space, side) == (space in expected)
            assert covered(here, space, side) == (space in expected and not friends(here, space, side))


@pytest.mark.parametrize("seed", range(25))
def test_small_boards(seed: int) -> None:
    compare(small(seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25, 200))
def test_more_small_boards(seed: int) -> None:
    compare(small(seed))


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["carentan", "campaign"])
def test_random_play(scenario: str) -> None:
    for here in sampled(scenario, steps=400, every=100):
        compare(here)


@pytest.mark.slow
def test_the_front() -> None:
    compare(front())
