"""Rows of the table of speeds for The Dark Summer, the game of hexes: odds, reach and supply."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator

import icepool
import networkx as nx

from adjudicator.asking.loading import read_text
from adjudicator.dark_summer import GAME, terms
from adjudicator.dark_summer.r10_cost import step_table
from adjudicator.dark_summer.r10_reach import reach
from adjudicator.dark_summer.r10_steps import begin
from adjudicator.dark_summer.r11_odds import best_odds, odds
from adjudicator.dark_summer.r13_sources import german_sources, ground
from adjudicator.dark_summer.r13_supply import out_of_supply
from adjudicator.position import Position
from tests.bench_work import Call, Work, again, fresh, random_game

__all__ = ["middle", "rows"]

DICE = "icepool: one die"
PATHS = "networkx: destinations of one unit, no ZOCs"
FLOOD = "networkx: supply by a filtered subgraph, no ZOCs"
SIDE = 150
ATTACK = """dark-summer, turn 4, cloud, us combat
3203..3408: clear
3208: letter S
3303: beach omaha open-beach gun-line
3305: bocage gun-line | ge inf 3-6/1 '916' full 352div, ge inf 3-6/1 '915' full 352div
3304: | us inf 5-6/3 '116' full 29div, us inf 5-6/3 '115' full 29div
3405: | us inf 5-6/3 '16' full 1div, us armor 4-8/2 '745' full"""
ATTACKERS = ("us-116", "us-115", "us-16", "us-745")


@functools.cache
def middle(seed: int = 3) -> Position:
    """The Movement of a German Move Round of Turn 3 or later, reached by random play."""
    return next(
        position
        for position in random_game(GAME.scenario("campaign"), seed)
        if position.number("turn") > 2
        and (position.text("round-kind"), position.text("round-group")) == ("move", "german")
        and position.text("round-part") == "movement"
    )


def placed(position: Position, side: str) -> list[str]:
    """Units of a side on the map that can move, over and over until there are 150."""
    spaces, pieces = position.board.spaces, position.pieces.values()
    found = [
        p.uid
        for p in pieces
        if p.side == side and terms.is_hex(spaces[p.space]) and not terms.is_strongpoint(p.printed)
    ]
    return (found * (SIDE // len(found) + 1))[:SIDE]


def graph_of_moves(position: Position, uid: str) -> nx.DiGraph:
    """Steps of a unit and their cost, for a graph library: without ZOCs, enemies or reasons."""
    graph = nx.DiGraph()
    table = step_table(position.board, begin(position, [position.pieces[uid]]).kind)
    graph.add_weighted_edges_from((here, to, cost) for here, steps in table.items() for to, cost, _ in steps)
    return graph


def graph_supply(position: Position, graph: nx.Graph) -> int:
    """Hexes joined to German sources by a graph library, on a filtered subgraph."""
    theirs = {p.space for p in position.pieces.values() if p.side == terms.ALLIED}
    free = nx.subgraph_view(graph, filter_node=lambda hexagon: hexagon not in theirs)
    return sum(len(nx.node_connected_component(free, s)) for s in german_sources(position)[:1])


def rows() -> Iterator[Work]:
    """Odds, destinations and supply.

    Yields
    ------
    Work
    """
    yield Work(DICE, GAME.slug, again(one_die, 20), peer=True)
    yield Work("odds of a given line-up, warm", GAME.slug, lambda: _odds(odds, anew=False), 5, DICE)
    yield Work("odds of a given line-up, fresh", GAME.slug, lambda: _odds(odds, anew=True), 5, DICE)
    yield Work("odds with best choices, fresh", GAME.slug, lambda: _odds(best_odds, anew=True))
    yield Work(PATHS, GAME.slug, lambda: [_library()] * 20, peer=True)
    yield Work("destinations of one unit, warm", GAME.slug, lambda: _reach(middle()), 5, PATHS)
    yield Work("destinations of 150 units, fresh", GAME.slug, lambda: [_all_reach])
    yield Work(FLOOD, GAME.slug, lambda: [_flood()], peer=True)
    yield Work("supply of a side, fresh", GAME.slug, _supply, 5, FLOOD)


def one_die() -> object:
    """The distribution of one die by a dice library."""
    return icepool.d6.map(lambda n: n > 3).probabilities()


def _odds(question: Callable[..., object], *, anew: bool) -> list[Call]:
    position = read_text(ATTACK).position
    assert position is not None
    question(position, "3305", ATTACKERS)
    return [
        functools.partial(question, fresh(position) if anew else position, "3305", ATTACKERS)
        for _ in range(5 if anew else 100)
    ]


@functools.cache
def _library() -> Call:
    at = middle()
    widest = at.pieces[max(placed(at, terms.GERMAN), key=lambda u: len(reach(at, u).destinations))]
    graph, budget = graph_of_moves(at, widest.uid), begin(at, [widest]).mp
    return functools.partial(nx.single_source_dijkstra, graph, widest.space, cutoff=budget)


def _reach(at: Position) -> list[Call]:
    return [functools.partial(reach, at, uid) for uid in placed(at, terms.GERMAN)]


def _all_reach() -> None:
    for call in _reach(fresh(middle())):
        call()


@functools.cache
def _flood() -> Call:
    graph = nx.Graph((here, to) for here, ways in ground(middle().board).ways.items() for to in ways)
    return functools.partial(graph_supply, middle(), graph)


def _supply() -> list[Call]:
    sides = (terms.GERMAN, terms.ALLIED) * 10
    return [functools.partial(out_of_supply, fresh(middle()), side) for side in sides]
