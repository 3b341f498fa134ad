"""Rows of the table of speeds for June Six, the game of hexes with markers drawn from a cup."""

from __future__ import annotations

import itertools
import json
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import icepool
import networkx as nx

from adjudicator.asking.casebook import read_cases, run_case
from adjudicator.codec import position_from_json, position_to_json
from adjudicator.game import check, legal
from adjudicator.june_six import GAME, terms
from adjudicator.june_six.r05_loc import has_loc
from adjudicator.june_six.r05_sources import sources
from adjudicator.june_six.r08_reach import reach
from adjudicator.june_six.r08_step_tables import step_table
from adjudicator.june_six.r08_strategic import strategic_reach
from adjudicator.june_six.r12_fight import plain
from adjudicator.june_six.r12_rulings import best_ruling, odds
from adjudicator.position import Position
from tests.bench import Row, command, fresh, random_game, random_play, seconds

__all__ = ["rows"]

CASES = Path(__file__).parent / "cases" / "june_six"
SIDE = 150
TARGET = "e2121"
ATTACKERS = ("us-1-16", "us-1-18", "us-1-26", "us-v-745")
SCENE = {
    "us-1-16": "e2122", "us-1-18": "e2122", "us-1-26": "e2022", "us-v-745": "e2022", "us-1-hq": "e2023",
    "ge-352-915": TARGET, "ge-352-fus": TARGET, "ge-352-pzjg": TARGET, "ge-352-hq": "w2033",
}  # fmt: skip


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
    table = step_table(position.board, mover.kind)
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


def rows() -> Iterator[Row]:
    """(what, ours, budget, reference, its time), of every work on June Six.

    Yields
    ------
    tuple
    """
    at = middle()
    yield from _combat()
    yield from _movement(at)
    yield from _supply(at)
    yield (
        "June Six: 1,000 random steps",
        seconds(random_play(GAME.scenario("campaign"), 1000), times=1),
        1000 / 300,
        "Rally the Troops",
        0.432,
    )
    if cases := [c for f in sorted(CASES.glob("examples*.toml")) for c in read_cases(f)]:
        spent = seconds(lambda: [run_case(c) for c in cases], times=1)
        yield ("June Six: worked-example cases", spent, 5.0, "", 0.0)
    yield from _cold(at)


def _combat() -> Iterator[Row]:
    at, known = battle(), attacks()
    one_die = seconds(lambda: icepool.d10.map(lambda n: n > 5).probabilities(), loops=20)
    again = seconds(lambda: odds(at, known[-1]), loops=100)
    yield ("June Six: odds of a line-up, asked again", again, 50e-6, "icepool, one die", one_die)
    each = seconds(lambda: _all_odds(fresh(at), known)) / len(known)
    yield ("June Six: odds of a given line-up, full trail", each, 50e-6, "icepool, one die", one_die)
    best = seconds(lambda: best_ruling(fresh(at), known[-1]), loops=5)
    yield ("June Six: odds with best choices", best, 20e-3, "", 0.0)


def _all_odds(at: Position, known: list[Mapping[str, Any]]) -> None:
    """Each combat once: nothing but the layers of the position is kept from one to the next."""
    for attack in known:
        odds(at, attack)


def _movement(at: Position) -> Iterator[Row]:
    moves = [
        a
        for kind in ("move", "strategic-move", "attack", "refit")
        for a, _ in zip(legal(at).of(kind), range(20), strict=False)
    ]
    one = seconds(lambda: [check(at, a) for a in moves]) / len(moves)
    yield ("June Six: check of one action", one, 1e-3, "VALOR", 38.5e-3)
    units = placed(at, terms.GERMAN)
    widest = at.pieces[max(units, key=lambda u: len(reach(at, u).destinations))]
    mover = reach(at, widest.uid).mover
    assert mover is not None
    graph, budget = graph_of_moves(at, widest.uid), mover.mp
    library = seconds(lambda: nx.single_source_dijkstra(graph, widest.space, cutoff=budget), loops=20)
    single = seconds(lambda: [reach(at, u) for u in units]) / len(units)
    yield ("June Six: destinations of one unit", single, 0.5e-3, "networkx, no ZOCs", library)
    by_road = seconds(lambda: [strategic_reach(at, u) for u in units]) / len(units)
    yield ("June Six: destinations by Strategic Movement", by_road, 0.5e-3, "networkx, no ZOCs", library)
    side = seconds(lambda: _all_reach(fresh(at), units))
    yield ("June Six: destinations of 150 units", side, 50e-3, "networkx, no ZOCs", SIDE * library)


def _all_reach(at: Position, units: list[str]) -> int:
    return sum(len(reach(at, u).destinations) for u in units)


def _supply(at: Position) -> Iterator[Row]:
    graph = graph_of_roads(at)
    library = seconds(lambda: graph_supply(at, graph))
    for side in (terms.GERMAN, terms.ALLIED):
        units = [p.uid for p in at.pieces.values() if p.side == side]
        ours = seconds(lambda units=units: _lines(fresh(at), units), loops=20)  # type: ignore[misc]
        yield (f"June Six: LOCs of the {side} side", ours, 2e-3, "networkx, no ZOCs", library)


def _lines(at: Position, units: list[str]) -> int:
    return sum(has_loc(at, u) for u in units)


def _cold(at: Position) -> Iterator[Row]:
    """Commands in a new process: of bare numbers, of a position file and of a scenario."""
    units = {uid: p.printed for uid, p in at.pieces.items()}
    data = position_to_json(at)
    reading = seconds(lambda: position_from_json(data, GAME, at.board, units), loops=5)
    yield (f"June Six: reading a position of {len(units)} pieces", reading, 100e-3, "", 0.0)
    bare = seconds(command("-c", "pass"))
    numbers = ("-m", "adjudicator", "odds", GAME.slug, "--attack", "18", "--defence", "10")
    cold = seconds(command(*numbers))
    yield ("June Six: odds with bare numbers, cold start", cold, 0.150, "python -c pass", bare)
    scene = position_to_json(battle())
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "position.json"
        file.write_text(json.dumps(scene))
        words = ("-m", "adjudicator", "odds", str(file), TARGET, "--with", *ATTACKERS)
        cold = seconds(command(*words))
        yield ("June Six: odds of a position file, cold start", cold, 0.400, "python -c pass", bare)
