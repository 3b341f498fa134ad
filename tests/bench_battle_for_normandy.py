"""Rows of the table of speeds for The Battle for Normandy: five maps, 20 July, some 1,100 units on them."""

from __future__ import annotations

import itertools
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import icepool
import networkx as nx

from adjudicator.asking.casebook import read_cases, run_case
from adjudicator.battle_for_normandy import GAME, terms
from adjudicator.battle_for_normandy.r07.combat import in_combat_supply
from adjudicator.battle_for_normandy.r07.general import in_supply
from adjudicator.battle_for_normandy.r10.reach import reach
from adjudicator.battle_for_normandy.r12.attack import targets
from adjudicator.battle_for_normandy.r12.battle import AttackRecord
from adjudicator.battle_for_normandy.r12.best import best_attack
from adjudicator.battle_for_normandy.r12.odds_rulings import odds_ruling, planned
from adjudicator.codec import position_from_json, position_to_json
from adjudicator.game import check, legal
from adjudicator.position import Position
from tests.battle_for_normandy.front import front
from tests.bench import Row, command, fresh, random_play, seconds

__all__ = ["rows"]

CASES = Path(__file__).parent / "cases" / "battle_for_normandy"
NAME = "Battle for Normandy"
SIDE = 150
PEAK = 300e6
TARGET = "b3632"


def placed(position: Position, side: str) -> list[str]:
    """Units of a side on the map."""
    return [p.uid for p in position.pieces.values() if p.side == side and terms.on_map(position, p)]


def graph_of_map(position: Position) -> nx.Graph:
    """The joined maps for a graph library: without ZOCs, rivers or reasons."""
    land = {s.id for s in position.board.spaces.values() if s.kind == "hex" and s["terrain"] != "sea"}
    edges = position.board.edges.values()
    return nx.Graph((e.a, e.b, {"weight": 12}) for e in edges if e.a in land and e.b in land)


def rows() -> Iterator[Row]:
    """(what, ours, budget, reference, its time), of every work on The Battle for Normandy.

    Yields
    ------
    tuple
    """
    graph = graph_of_map(front())
    yield from _supply(graph)
    yield from _movement(graph)
    yield from _combat()
    for scenario in ("carentan", "campaign"):
        spent = seconds(random_play(GAME.scenario(scenario), 1000), times=1)
        yield (f"{NAME}: 1,000 random steps of {scenario}", spent, 10.0, "Rally the Troops", 0.432)
    cases = [c for f in sorted(CASES.glob("examples*.toml")) for c in read_cases(f)]
    if cases:
        spent = seconds(lambda: [run_case(c) for c in cases], times=1)
        yield (f"{NAME}: worked-example cases", spent, 5.0, "", 0.0)
    yield from _cold()


# --- in one process ---------------------------------------------------------------------------------------


def _supply(graph: nx.Graph) -> Iterator[Row]:
    at = front()
    plain = seconds(lambda: nx.node_connected_component(graph, "c3014"))
    for side in (terms.GERMAN, terms.ALLIED):
        units = placed(at, side)
        ours = seconds(lambda units=units: _supplied(fresh(at), units))  # type: ignore[misc]
        what = f"{NAME}: supply of {len(units)} {side} units"
        yield (what, ours, 50e-3, "networkx, plain flood", plain)


def _supplied(at: Position, units: list[str]) -> int:
    """Units in General and in Combat Supply."""
    return sum(in_supply(at, u) + in_combat_supply(at, u) for u in units)


def _movement(graph: nx.Graph) -> Iterator[Row]:
    at = front()
    units = placed(at, terms.ALLIED)[:SIDE]
    widest = max(units, key=lambda u: len(reach(at, u).destinations))
    start = at.pieces[widest].space
    library = seconds(lambda: nx.single_source_dijkstra(graph, start, cutoff=60), loops=20)
    one = seconds(lambda: [reach(at, u) for u in units]) / len(units)
    yield (f"{NAME}: destinations of one unit", one, 0.5e-3, "networkx, no ZOCs", library)
    known = iter([_with_supply(at, units) for _ in range(6)])
    side = seconds(lambda: _all_reach(next(known), units))
    yield (f"{NAME}: destinations of 150 units, supply known", side, 50e-3, "networkx", SIDE * library)
    moves = list(itertools.islice(legal(at).of("move"), 40))
    each = seconds(lambda: [check(at, a) for a in moves]) / len(moves)
    yield (f"{NAME}: check of one move", each, 2e-3, "VALOR", 38.5e-3)
    war = front("combat")
    attacks = list(itertools.islice(legal(war).of("attack"), 40))
    each = seconds(lambda: [check(war, a) for a in attacks]) / len(attacks)
    yield (f"{NAME}: check of one attack", each, 2e-3, "VALOR", 38.5e-3)


def _with_supply(at: Position, units: list[str]) -> Position:
    """The position without its cached layers but those of supply, which has a row of its own."""
    anew = fresh(at)
    _supplied(anew, units)
    return anew


def _all_reach(at: Position, units: list[str]) -> int:
    return sum(len(reach(at, u).destinations) for u in units)


def _attacks(at: Position) -> list[AttackRecord]:
    """The strongest attack on every fifth hex that the Allies might attack."""
    some = targets(at, terms.ALLIED)[::5]
    return [planned(at, target, ()) for target in some if _able(at, target)]


def _able(at: Position, target: str) -> bool:
    from adjudicator.battle_for_normandy.r12.eligibility import possible_attackers

    return bool(possible_attackers(at, target, terms.ALLIED))


def _combat() -> Iterator[Row]:
    at = front("combat")
    known = _attacks(at)
    one_die = seconds(lambda: icepool.d10.map(lambda n: n > 5).probabilities(), loops=20)
    again = seconds(lambda: odds_ruling(at, known[0]), loops=50)
    yield (f"{NAME}: odds of a line-up, asked again", again, 50e-6, "icepool, one die", one_die)
    each = seconds(lambda: _all_odds(fresh(at), known)) / len(known)
    yield (f"{NAME}: odds of a given line-up, full trail", each, 10e-3, "icepool, one die", one_die)
    best = seconds(lambda: best_attack(fresh(at), known[0]), times=3)
    yield (f"{NAME}: odds with best choices", best, 200e-3, "", 0.0)


def _all_odds(at: Position, known: list[AttackRecord]) -> None:
    """Each combat once, supply and all: nothing but the layers of the position is kept for the next."""
    for attack in known:
        odds_ruling(at, attack, answer=False)


# --- in a new process -------------------------------------------------------------------------------------


def _cold() -> Iterator[Row]:
    at = front("combat")
    units = {uid: p.printed for uid, p in at.pieces.items()}
    data = position_to_json(at)
    reading = seconds(lambda: position_from_json(data, GAME, at.board, units), loops=5)
    yield (f"{NAME}: reading a position of {len(units)} pieces", reading, 100e-3, "", 0.0)
    bare = seconds(command("-c", "pass"))
    numbers = ("-m", "adjudicator", "odds", GAME.slug, "56:16", "--drm", "-1")
    cold = seconds(command(*numbers))
    yield (f"{NAME}: odds with bare numbers, cold start", cold, 0.150, "python -c pass", bare)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "position.json"
        file.write_text(json.dumps(data))
        words = ("-m", "adjudicator", "odds", str(file), TARGET)
        cold = seconds(command(*words))
        yield (f"{NAME}: odds of a position file, cold start", cold, 0.700, "python -c pass", bare)
        peak = _peak([sys.executable, *words])
        yield (f"{NAME}: peak memory of that, in MB as ms", peak / 1e9, PEAK / 1e9, "", 0.0)


def _peak(words: list[str]) -> float:
    """Most memory that a command uses, in bytes; never less than that of the commands before it."""
    subprocess.run(words, check=True, capture_output=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
