"""Rows of the table of speeds for Breakout: Normandy's own rules: odds and supply."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterator

import icepool

from adjudicator.breakout_normandy import GAME
from adjudicator.breakout_normandy.r09_odds import odds_of_position
from adjudicator.breakout_normandy.r12_supply import flood
from adjudicator.position import Position
from tests.bench_work import Call, Work, again, fresh

__all__ = ["middle", "rows"]

UNITS = ["us-1-16", "us-1-18", "us-1-26", "us-29-115", "us-29-116", "us-rangers-2", "us-rangers-5"]
DICE = "icepool: 2d6 + 14 against 2d6 + 10"


def middle() -> Position:
    """The evening of D-Day of the rulebook's example."""
    return GAME.scenario("example-5")


def dice() -> object:
    """The distribution of 14 against 10 by a dice library."""
    d6 = icepool.d6
    return (d6 + d6 + 14 - (d6 + d6 + 10)).probabilities()


def rows() -> Iterator[Work]:
    """Odds of a line-up and with best choices, and supply of a side.

    Yields
    ------
    Work
    """
    yield Work(DICE, GAME.slug, again(dice, 20), peer=True)
    yield Work("odds of a given line-up, warm", GAME.slug, lambda: _odds(known=True, anew=False), 5, DICE)
    yield Work("odds of a given line-up, fresh", GAME.slug, lambda: _odds(known=True, anew=True), 5, DICE)
    yield Work("odds with best choices, fresh", GAME.slug, lambda: _odds(known=False, anew=True))
    yield Work("supply of a side, fresh", GAME.slug, _supply)


def _odds(*, known: bool, anew: bool) -> list[Call]:
    omaha = GAME.scenario("example-4")
    asked = functools.partial(odds_of_position, point="us-1-16", forward="ge-vierville")
    question: Callable[..., object] = asked if known else odds_of_position
    positions = [fresh(omaha) for _ in range(50)] if anew else itertools.repeat(omaha, 50)
    return [functools.partial(question, at, "omaha-beach", UNITS) for at in positions]


def _supply() -> list[Call]:
    d_day = GAME.scenario("d-day")
    return [functools.partial(flood, fresh(d_day), "german") for _ in range(50)]
