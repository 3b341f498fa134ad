"""Rows of the table of speeds for The Dark Summer, the game of hexes."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import icepool
import networkx as nx

from adjudicator.asking.casebook import read_cases, run_case
from adjudicator.asking.loading import read_text
from adjudicator.codec import position_from_json, position_to_json
from adjudicator.dark_summer import GAME, terms
from adjudicator.dark_summer.r10_cost import step_table
from adjudicator.dark_summer.r10_reach import reach
from adjudicator.dark_summer.r10_steps import begin
from adjudicator.dark_summer.r11_odds import best_odds, odds
from adjudicator.dark_summer.r13_sources import german_sources, ground
from adjudicator.dark_summer.r13_supply import out_of_supply
from adjudicator.game import check, legal
from adjudicator.position import Position
from tests.bench import Row, command, fresh, random_game, random_play, seconds

__all__ = ["rows"]

CASES = Path(__file__).parent / "cases" / "dark_summer"
SIDE = 150
ATTACK = """dark-summer, turn 4, cloud, us combat
3203..3408: clear
3208: letter S
3303: beach omaha open-beach gun-line
3305: bocage gun-line | ge inf 3-6/1 '916' full 352div, ge inf 3-6/1 '915' full 352div
3304: | us inf 5-6/3 '116' full 29div, us inf 5-6/3 '115' full 29div
3405: | us inf 5-6/3 '16' full 1div, us armor 4-8/2 '745' full"""
ATTACKERS = ("us-116", "us-115", "us-16", "us-745")


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


def rows() -> Iterator[Row]:
    """(what, ours, budget, reference, its time), of every work on hexes.

    Yields
    ------
    tuple
    """
    yield from _combat()
    at = middle()
    yield from _movement(at)
    yield from _supply(at)
    yield (
        "hex: 1,000 random steps",
        seconds(random_play(GAME.scenario("campaign"), 1000), times=1),
        1000 / 300,
        "Rally the Troops",
        0.432,
    )
    cases = [c for f in sorted(CASES.glob("examples_*.toml")) for c in read_cases(f)]
    yield ("hex: worked-example cases", seconds(lambda: [run_case(c) for c in cases], times=1), 5.0, "", 0.0)
    yield from _cold(at)


def _combat() -> Iterator[Row]:
    position = read_text(ATTACK).position
    assert position is not None
    one_die = seconds(lambda: icepool.d6.map(lambda n: n > 3).probabilities(), loops=20)
    known = seconds(lambda: odds(position, "3305", ATTACKERS), loops=100)
    yield ("hex: odds of a given line-up, full trail", known, 50e-6, "icepool, one die", one_die)
    best = seconds(lambda: best_odds(fresh(position), "3305", ATTACKERS), loops=5)
    yield ("hex: odds with best choices", best, 20e-3, "", 0.0)


def _movement(at: Position) -> Iterator[Row]:
    units = placed(at, terms.GERMAN)
    moves = [
        a for kind in ("move", "move-stack") for a, _ in zip(legal(at).of(kind), range(20), strict=False)
    ]
    one = seconds(lambda: [check(at, a) for a in moves]) / len(moves)
    yield ("hex: check of one action", one, 1e-3, "VALOR", 38.5e-3)
    widest = at.pieces[max(units, key=lambda u: len(reach(at, u).destinations))]
    graph, start = graph_of_moves(at, widest.uid), widest.space
    budget = begin(at, [widest]).mp
    library = seconds(lambda: nx.single_source_dijkstra(graph, start, cutoff=budget), loops=20)
    single = seconds(lambda: [reach(at, u) for u in units]) / len(units)
    yield ("hex: destinations of one unit", single, 0.5e-3, "networkx, no ZOCs", library)
    side = seconds(lambda: _all_reach(fresh(at), units))
    yield ("hex: destinations of 150 units", side, 50e-3, "networkx, no ZOCs", SIDE * library)


def _all_reach(at: Position, units: list[str]) -> int:
    return sum(len(reach(at, u).destinations) for u in units)


def _supply(at: Position) -> Iterator[Row]:
    graph = nx.Graph((here, to) for here, ways in ground(at.board).ways.items() for to in ways)
    library = seconds(lambda: graph_supply(at, graph))
    for side in (terms.GERMAN, terms.ALLIED):
        ours = seconds(lambda side=side: out_of_supply(fresh(at), side), loops=20)  # type: ignore[misc]
        yield (f"hex: supply of the {side} side", ours, 2e-3, "networkx, no ZOCs", library)


def _cold(at: Position) -> Iterator[Row]:
    """Commands in a new process: of a position file and of a scenario."""
    units = {uid: p.printed for uid, p in at.pieces.items()}
    data = position_to_json(at)
    reading = seconds(lambda: position_from_json(data, GAME, at.board, units), loops=5)
    yield ("hex: reading a position of 353 pieces", reading, 100e-3, "", 0.0)
    bare = seconds(command("-c", "pass"))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "position.json"
        file.write_text(json.dumps(position_to_json(GAME.scenario("campaign"))))
        for what, source in (("a position file", str(file)), ("a scenario", "dark-summer:campaign")):
            words = ("-m", "adjudicator", "odds", source, "attack", "3303", "--with", "us-1-16")
            cold = seconds(command(*words, "--wave", "first-wave"))
            yield (f"hex: odds of {what}, cold start", cold, 0.400, "python -c pass", bare)
