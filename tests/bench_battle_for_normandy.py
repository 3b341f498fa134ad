"""Rows of the table of speeds for The Battle for Normandy: five maps, 20 July, some 1,100 units on them."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Sequence

import icepool
import networkx as nx

from adjudicator.battle_for_normandy import GAME, terms
from adjudicator.battle_for_normandy.r07.combat import in_combat_supply
from adjudicator.battle_for_normandy.r07.general import in_supply
from adjudicator.battle_for_normandy.r10.reach import reach
from adjudicator.battle_for_normandy.r12.attack import targets
from adjudicator.battle_for_normandy.r12.battle import AttackRecord
from adjudicator.battle_for_normandy.r12.best import best_attack
from adjudicator.battle_for_normandy.r12.eligibility import possible_attackers
from adjudicator.battle_for_normandy.r12.odds_rulings import odds_ruling, planned
from adjudicator.position import Position
from tests.battle_for_normandy.front import front
from tests.bench_work import Call, Work, again, fresh

__all__ = ["middle", "rows"]

DICE = "icepool: one die"
PATHS = "networkx: destinations of one unit, no ZOCs"
FLOOD = "networkx: plain flood of the land"
SIDE = 150


@functools.cache
def middle() -> Position:
    """20 July, the Allies are to move."""
    return front()


@functools.cache
def combat() -> Position:
    """20 July, the Allies are to attack."""
    return front("combat")


def placed(position: Position, side: str) -> list[str]:
    """Units of a side on the map."""
    return [p.uid for p in position.pieces.values() if p.side == side and terms.on_map(position, p)]


def graph_of_map(position: Position) -> nx.Graph:
    """The joined maps for a graph library: without ZOCs, rivers or reasons."""
    land = {s.id for s in position.board.spaces.values() if s.kind == "hex" and s["terrain"] != "sea"}
    edges = position.board.edges.values()
    return nx.Graph((e.a, e.b, {"weight": 12}) for e in edges if e.a in land and e.b in land)


def rows() -> Iterator[Work]:
    """Odds, destinations and supply.

    Yields
    ------
    Work
    """
    yield Work(DICE, GAME.slug, again(one_die, 20), peer=True)
    yield Work("odds of a given line-up, warm", GAME.slug, lambda: _odds(_attacks()[:1] * 50), 5, DICE)
    yield Work("odds of a given line-up, fresh", GAME.slug, _odds_fresh, 5, DICE)
    yield Work("odds with best choices, fresh", GAME.slug, _best, 3)
    yield Work(PATHS, GAME.slug, lambda: [_library()] * 20, peer=True)
    yield Work("destinations of one unit, warm", GAME.slug, lambda: _reach(middle()), 5, PATHS)
    yield Work("destinations of 150 units, supply known", GAME.slug, _known)
    yield Work(FLOOD, GAME.slug, lambda: [_flood()], peer=True)
    for side in (terms.GERMAN, terms.ALLIED):
        ready = functools.partial(_supply, side)
        yield Work(f"both supplies of the {side} side, fresh", GAME.slug, ready, 5, FLOOD)


def one_die() -> object:
    """The distribution of one die by a dice library."""
    return icepool.d10.map(lambda n: n > 5).probabilities()


@functools.cache
def _attacks() -> tuple[AttackRecord, ...]:
    """The strongest attack on every fifth hex that the Allies might attack."""
    at = combat()
    some = targets(at, terms.ALLIED)[::5]
    return tuple(planned(at, t, ()) for t in some if possible_attackers(at, t, terms.ALLIED))


def _odds(attacks: Sequence[AttackRecord]) -> list[Call]:
    return [functools.partial(odds_ruling, combat(), attack) for attack in attacks]


def _odds_fresh() -> list[Call]:
    """Each combat once, supply and all: nothing but the layers of the position is kept for the next."""
    at = fresh(combat())
    return [functools.partial(odds_ruling, at, attack, answer=False) for attack in _attacks()]


def _best() -> list[Call]:
    return [functools.partial(best_attack, fresh(combat()), _attacks()[0])]


@functools.cache
def _movers() -> tuple[str, ...]:
    return tuple(placed(middle(), terms.ALLIED)[:SIDE])


@functools.cache
def _library() -> Call:
    at = middle()
    widest = max(_movers(), key=lambda u: len(reach(at, u).destinations))
    return functools.partial(nx.single_source_dijkstra, graph_of_map(at), at.pieces[widest].space, cutoff=60)


def _reach(at: Position) -> list[Call]:
    return [functools.partial(reach, at, uid) for uid in _movers()]


def _known() -> list[Call]:
    """A side on a position of which nothing but supply, which has a row of its own, is known."""
    anew = fresh(middle())
    _supplied(anew, list(_movers()))
    calls = _reach(anew)
    return [lambda: [call() for call in calls]]


@functools.cache
def _flood() -> Call:
    return functools.partial(nx.node_connected_component, graph_of_map(middle()), "c3014")


def _supply(side: str) -> list[Call]:
    units = placed(middle(), side)
    return [functools.partial(_supplied, fresh(middle()), units)]


def _supplied(at: Position, units: list[str]) -> int:
    """Units in General and in Combat Supply."""
    return sum(in_supply(at, u) + in_combat_supply(at, u) for u in units)
