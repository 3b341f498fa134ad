"""Section 5.3: Lines of Communication against a graph library, on the joined maps and on small boards."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import networkx as nx
import pytest

from adjudicator.june_six.r05_loc import has_loc, loc_path, without_loc
from adjudicator.position import Piece, Position
from tests.june_six import oracle
from tests.june_six.oracle import edge_of

FAST, SLOW = range(20), range(100, 250)
BEACHES = {
    "us": {"utah", "omaha"},
    "british": {"gold", "juno", "sword"},
    "canadian": {"gold", "juno", "sword"},
}


class Slow:
    """Lines of one side as the text has them: a graph of roads, and steps off the road before it."""

    def __init__(self, here: Position, side: str) -> None:
        self.here, self.side = here, side
        zone = oracle.zoc(here, "allied" if side == "german" else "german")
        self.known: dict[frozenset[str], set[str]] = {}
        self.ends: dict[str, frozenset[str]] = {}
        self.closed = {
            space
            for space in oracle.hexagons(here.board)
            if oracle.enemies(here, space, side)
            or (space in zone and not oracle.friends(here, space, side))
            or here.board.spaces[space]["terrain"] == "sea"
        }
        self.roads: nx.Graph[str] = nx.Graph()
        self.steps: nx.Graph[str] = nx.Graph()
        for edge in here.board.edges.values():
            if edge.boundary == "landing":
                continue
            if edge.road and not here.flag("blown", edge.id):
                self.roads.add_edge(edge.a, edge.b)
            if self._passable(edge.a, edge.b):
                self.steps.add_edge(edge.a, edge.b)
        self.open = nx.Graph(self.steps)
        self.open.remove_nodes_from(self.closed)
        self.open.add_nodes_from(p.space for p in here.pieces.values())

    def _passable(self, a: str, b: str) -> bool:
        """Cliffs, the sea and unbridged Major Rivers are impassable; pontoons serve the Allies (20.54)."""
        edge = edge_of(self.here, a, b)
        if edge.boundary != "major-river":
            return edge.boundary not in {"cliff", "sea"}
        printed = edge.bridge and not self.here.flag("blown", edge.id)
        return printed or (self.side == "allied" and self.here.flag("pontoon", edge.id))

    def sources(self, piece: Piece) -> frozenset[str]:
        """Hexes that supply a unit (5.21 to 5.23)."""
        garrison = oracle.formation(self.here, piece) == "ge-cherbourg"
        key = "cherbourg" if garrison else piece.printed.nationality
        if key not in self.ends:
            self.ends[key] = frozenset(self._sources(key))
        return self.ends[key]

    def _sources(self, key: str) -> set[str]:
        spaces = {n: self.here.board.spaces[n] for n in oracle.hexagons(self.here.board)}
        if key in BEACHES:
            return {n for n, s in spaces.items() if s["beach"] in BEACHES[key]}
        edges = {"w": {"south"}, "e": {"south", "east"}}
        found = {n for n, s in spaces.items() if s["edge"] in edges[n[0]]}
        port = {n for n, s in spaces.items() if s["cherbourg"]} if key == "cherbourg" else set[str]()
        held = all(self.here.text("control", n) == "german" for n in port)
        return found | (port if held and not self.here.flag("cherbourg-lost") else set())

    def joined(self, ends: frozenset[str]) -> set[str]:
        """Sources that a line can enter, with every road hex joined to one of them."""
        if ends not in self.known:
            roads = nx.Graph(self.roads)
            for end in ends if self.side == "allied" else ():
                beside = [n for n in oracle.beside(self.here, end) if self.roads.has_node(n)]
                roads.add_edges_from((end, n) for n in beside)
            roads.remove_nodes_from(self.closed)
            joined = [nx.node_connected_component(roads, end) for end in ends & set(roads)]
            self.known[ends] = set(ends).union(*joined)
        return self.known[ends]

    def has_loc(self, piece: Piece) -> bool:
        """Whether a unit traces a line: two hexes off the road at most, then a road of any length."""
        joined = self.joined(self.sources(piece) - self.closed)
        near = nx.single_source_shortest_path_length(self.open, piece.space, cutoff=2)
        return bool(joined & set(near))


def differences(here: Position, every: int = 1) -> Iterator[str]:
    """Units about whose line the rules and the graph do not agree."""
    slow = {side: Slow(here, side) for side in ("german", "allied")}
    cut = set(without_loc(here))
    for piece in list(here.pieces.values())[::every]:
        traced = not oracle.on_map(here, piece) or slow[piece.side].has_loc(piece)
        if has_loc(here, piece.uid) is not traced or (piece.uid in cut) is traced:
            yield f"{piece.uid} in {piece.space}: {traced}"
        path = loc_path(here, piece.uid)
        if oracle.on_map(here, piece) and path:
            yield from (f"{piece.uid} {path}" for _ in _broken(slow[piece.side], piece, path))


def _broken(slow: Slow, piece: Piece, path: tuple[str, ...]) -> Iterator[str]:
    """What is wrong with a line that was given."""
    if path[0] != piece.space or path[-1] not in slow.sources(piece) or set(path[1:]) & slow.closed:
        yield "ends or hexes"
    legs = list(itertools.pairwise(path))
    beach = path[-1] if piece.side == "allied" else ""
    paved = [slow.roads.has_edge(a, b) or beach in {a, b} for a, b in legs]
    last = max((n for n, road in enumerate(paved) if not road), default=-1)
    if any(oracle.distance(a, b) != 1 for a, b in legs) or last > 1:
        yield "steps"
    if not all(slow.steps.has_edge(a, b) for (a, b), road in zip(legs, paved, strict=True) if not road):
        yield "impassable"


def test_lines_in_play() -> None:
    for here in oracle.sampled()[::3]:
        assert not list(differences(here, every=2))


@pytest.mark.parametrize("seed", FAST)
def test_lines_on_small_boards(seed: int) -> None:
    assert not list(differences(oracle.small(seed)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 4))
def test_every_line_in_play(seed: int) -> None:
    for here in oracle.sampled(seed, 1200, 60):
        assert not list(differences(here))


@pytest.mark.slow
@pytest.mark.parametrize("seed", SLOW)
def test_lines_on_more_boards(seed: int) -> None:
    assert not list(differences(oracle.small(seed)))
