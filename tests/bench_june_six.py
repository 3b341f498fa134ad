"""Rows of the table of speeds for June Six, where markers are drawn from a cup: odds, reach, LOCs."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import icepool
import networkx as nx

from adjudicator.june_six import GAME, terms
from adjudicator.june_six.r05_loc import has_loc
from adjudicator.june_six.r05_sources import sources
from adjudicator.june_six.r08_reach import reach
from adjudicator.june_six.r08_step_tables import step_table
from adjudicator.june_six.r08_strategic import strategic_reach
from adjudicator.june_six.r12_fight import plain
from adjudicator.june_six.r12_rulings import best_ruling, odds
from adjudicator.position import Position
from tests.bench_work import Call, Work, again, fresh, random_game

__all__ = ["middle", "rows"]

DICE = "icepool: one die"
PATHS = "networkx: destinations of one unit, no ZOCs"
FLOOD = "networkx: supply by a filtered subgraph, no ZOCs"
SIDE = 150
TARGET = "e2121"
ATTACKERS = ("us-1-16", "us-1-18", "us-1-26", "us-v-745")
SCENE = {
    "us-1-16": "e2122", "us-1-18": "e2122", "us-1-26": "e2022", "us-v-745": "e2022", "us-1-hq": "e2023",
    "ge-352-915": TARGET, "ge-352-fus": TARGET, "ge-352-pzjg": TARGET, "ge-352-hq": "w2033",
}  # fmt: skip


@functools.cache
def middle(seed: int = 5, turn: int = 4) -> Position:
    """The movement of a German ME activation of a turn of June, reached by random play."""
    wanted = (terms.GERMAN, "me", "movement")
    return next(
        position
        for position in random_game(GAME.scenario("campaign"), seed)
        if position.number("turn") >= turn
        and not position.pending
        and tuple(position.text(item) for item in ("side", "activation", "part")) == wanted
    )


def placed(position: Position, side: str) -> list[str]:
    """Units of a side on the map, over and over until there are 150."""
    found = [p.uid for p in position.pieces.values() if p.side == side and terms.on_map(position, p)]
    return (found * (SIDE // len(found) + 1))[:SIDE]


def battle() -> Position:
    """The 1st Division attacks the 352nd in the bocage: four units against three, HQs behind."""
    draft = GAME.scenario("campaign").draft()
    for uid, space in SCENE.items():
        draft.place(uid, space)
    for item, value in {"phase": "me", "activation": "me", "part": "combat", "side": terms.ALLIED}.items():
        draft.set(item, value)
    draft.set("turn", 3)
    for uid in (*ATTACKERS, "us-1-hq"):
        draft.set("active", True, uid)
    draft.pending = ()
    return draft.finish()


def attacks() -> list[Mapping[str, Any]]:
    """The attack by every party of the attackers."""
    sizes = range(1, len(ATTACKERS) + 1)
    parties = itertools.chain.from_iterable(itertools.combinations(ATTACKERS, n) for n in sizes)
    return [plain(TARGET, party, terms.ALLIED) for party in parties]


def graph_of_moves(position: Position, uid: str) -> nx.DiGraph:
    """Steps of a unit and their cost, for a graph library: without ZOCs, enemies or reasons."""
    graph = nx.DiGraph()
    mover = reach(position, uid).mover
    assert mover is not None
    table = step_table(position.board, mover.kind, frozenset())
    graph.add_weighted_edges_from((here, to, cost) for here, ways in table.items() for to, cost, *_ in ways)
    return graph


def graph_of_roads(position: Position) -> nx.Graph:
    """Every road, for a graph library."""
    return nx.Graph((e.a, e.b) for e in position.board.edges.values() if e.road)


def graph_supply(position: Position, graph: nx.Graph) -> int:
    """Road hexes joined to German sources by a graph library, on a filtered subgraph."""
    theirs = {p.space for p in position.pieces.values() if p.side == terms.ALLIED}
    free = nx.subgraph_view(graph, filter_node=lambda hexagon: hexagon not in theirs)
    ends = [s for s in sources(position, terms.GERMAN) if s in free][:1]
    return sum(len(nx.node_connected_component(free, s)) for s in ends)


def rows() -> Iterator[Work]:
    """Odds, destinations and LOCs.

    Yields
    ------
    Work
    """
    yield Work(DICE, GAME.slug, again(one_die, 20), peer=True)
    yield Work("odds of a given line-up, warm", GAME.slug, lambda: _odds(battle(), 20), 5, DICE)
    yield Work("odds of a given line-up, fresh", GAME.slug, _odds_fresh, 5, DICE)
    yield Work("odds with best choices, fresh", GAME.slug, _best)
    yield Work(PATHS, GAME.slug, lambda: [_library()] * 20, peer=True)
    yield Work("destinations of one unit, warm", GAME.slug, lambda: _reach(middle()), 5, PATHS)
    yield Work("destinations by Strategic Movement, warm", GAME.slug, _by_road, 5, PATHS)
    yield Work("destinations of 150 units, fresh", GAME.slug, lambda: [_all_reach])
    yield Work(FLOOD, GAME.slug, lambda: [_flood()], peer=True)
    yield Work("supply of a side, fresh", GAME.slug, _supply, 5, FLOOD)


def one_die() -> object:
    """The distribution of one die by a dice library."""
    return icepool.d10.map(lambda n: n > 5).probabilities()


def _odds(at: Position, times: int) -> list[Call]:
    for attack in attacks():
        odds(at, attack)
    return [functools.partial(odds, at, attack) for _ in range(times) for attack in attacks()]


def _odds_fresh() -> list[Call]:
    """Each combat once: nothing but the layers of the position is kept from one to the next."""
    at = fresh(battle())
    return [functools.partial(odds, at, attack) for attack in attacks()]


def _best() -> list[Call]:
    return [functools.partial(best_ruling, fresh(battle()), attacks()[-1]) for _ in range(5)]


@functools.cache
def _library() -> Call:
    at = middle()
    widest = at.pieces[max(placed(at, terms.GERMAN), key=lambda u: len(reach(at, u).destinations))]
    mover = reach(at, widest.uid).mover
    assert mover is not None
    graph = graph_of_moves(at, widest.uid)
    return functools.partial(nx.single_source_dijkstra, graph, widest.space, cutoff=mover.mp)


def _reach(at: Position) -> list[Call]:
    return [functools.partial(reach, at, uid) for uid in placed(at, terms.GERMAN)]


def _by_road() -> list[Call]:
    return [functools.partial(strategic_reach, middle(), uid) for uid in placed(middle(), terms.GERMAN)]


def _all_reach() -> None:
    for call in _reach(fresh(middle())):
        call()


@functools.cache
def _flood() -> Call:
    return functools.partial(graph_supply, middle(), graph_of_roads(middle()))


def _supply() -> list[Call]:
    sides = (terms.GERMAN, terms.ALLIED) * 10
    return [functools.partial(_lines, fresh(middle()), side) for side in sides]


def _lines(at: Position, side: str) -> int:
    return sum(has_loc(at, p.uid) for p in at.pieces.values() if p.side == side)
