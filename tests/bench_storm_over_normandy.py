"""Rows of the table of speeds for Storm Over Normandy, the area game with cards: odds, reach and chains."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import icepool

from adjudicator.position import Position
from adjudicator.storm_over_normandy import GAME, terms
from adjudicator.storm_over_normandy.r08_reach import reach
from adjudicator.storm_over_normandy.r09_attack import Attack
from adjudicator.storm_over_normandy.r09_odds import odds_of_numbers, odds_of_position
from adjudicator.storm_over_normandy.r15_chains import chains
from tests.bench_work import Call, Work, again, fresh, random_game

__all__ = ["middle", "rows"]

DICE = "icepool: 2d6 - 4"


@functools.cache
def middle(seed: int = 4) -> Position:
    """An Allied impulse of turn 2 or later, reached by random play."""
    return next(
        position
        for position in random_game(GAME.scenario("invasion"), seed)
        if position.number("turn") > 1
        and position.text("phase") == "impulses"
        and position.text("side") == terms.ALLIED
        and not position.pending
        and fights(position)
    )


def fights(position: Position) -> list[Attack]:
    """Every Fire Attack by all fresh Allied units of one nationality in an Area."""
    found = []
    for area in terms.areas(position):
        there = terms.friends(position, area.id, terms.ALLIED)
        ready = [p.uid for p in there if p.status == terms.FRESH and terms.group_of(p.printed) == "us"]
        if ready and terms.enemies(position, area.id, terms.ALLIED):
            found.append(Attack("fire", terms.ALLIED, area.id, tuple(ready)))
    return found


def movers(position: Position) -> list[str]:
    """Units that may move, one for each Area that holds one."""
    first = {
        p.space: p.uid
        for p in position.pieces.values()
        if p.side == terms.ALLIED and p.status == terms.FRESH and terms.on_map(p)
    }
    return sorted(first.values())


def two_dice() -> object:
    """The distribution of damage by a dice library."""
    d6 = icepool.d6
    return (d6 + d6 - 4).probabilities()


def rows() -> Iterator[Work]:
    """Odds, destinations and chains.

    Yields
    ------
    Work
    """
    numbers = functools.partial(odds_of_numbers, 9, 13)
    yield Work(DICE, GAME.slug, again(two_dice, 50), peer=True)
    yield Work("odds of a given line-up, warm", GAME.slug, again(numbers, 200), 5, DICE)
    yield Work("odds with best choices, fresh", GAME.slug, _best)
    yield Work("destinations of one unit, fresh", GAME.slug, _reach)
    yield Work("supply of a side, fresh", GAME.slug, _chains)


def _best() -> list[Call]:
    attack = fights(middle())[0]
    return [functools.partial(odds_of_position, fresh(middle()), attack) for _ in range(20)]


def _reach() -> list[Call]:
    return [functools.partial(reach, fresh(middle()), [uid]) for uid in movers(middle())]


def _chains() -> list[Call]:
    return [functools.partial(chains, fresh(middle()), "german") for _ in range(50)]
