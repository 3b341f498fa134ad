"""Sections 10.1 to 10.4: where units can go, compared with a slow search written from the text."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.dark_summer import r10_cost
from adjudicator.dark_summer.r10_boxes import lettered
from adjudicator.dark_summer.r10_movement import HANDLERS, Move, allowance
from adjudicator.dark_summer.r10_reach import reach, reach_stack, refusals
from adjudicator.dark_summer.r10_rulings import alternative, reach_ruling
from adjudicator.dark_summer.r13_supply import in_supply
from adjudicator.position import Draft, Fact, Key, Piece, Position
from counters.catalog import Unit
from maps.dark_summer.grid import GRID
from maps.tomlfile import read_toml
from tests.dark_summer.build import board, hexes, unit
from tests.dark_summer.moving import situation
from tests.playing import barred

CHART = read_toml(Path(r10_cost.__file__).parent / "terrain.toml")


# --- plain use --------------------------------------------------------------------------------------------

PLAIN = board(hexes(30, 37, 2, 9), letters={"3709": "E"})
OPEN: dict[Key, Fact] = {("beach", "3303"): "open"}


def test_the_hexes_within_the_allowance() -> None:
    here = situation(PLAIN, (unit("us-1", mf=2), "3305"), group="us", facts=OPEN)
    found = reach(here, "us-1")
    assert set(found.destinations) == {h for h in hexes(30, 37, 2, 9) if 0 < GRID.distance("3305", h) <= 2}
    assert found.cost("3307") == 4
    assert len(found.path("3307")) == 2
    assert found.destinations[0] in GRID.neighbours("3305")


def test_a_stack_reaches_what_its_slowest_member_does() -> None:
    here = situation(
        PLAIN, (unit("us-1", mf=2), "3305"), (unit("us-2", mf=6), "3305"), group="us", facts=OPEN
    )
    assert reach_stack(here, ["us-1", "us-2"]).destinations == reach(here, "us-1").destinations


@pytest.mark.parametrize("where", ["turn-track", "approach-3303", "eliminated"])
def test_what_does_not_move_reaches_nothing(where: str) -> None:
    here = situation(PLAIN, (unit("us-1"), where), group="us")
    found = reach(here, "us-1")
    assert not found.destinations
    assert not refusals(here, found)
    assert not reach_ruling(here, "us-1").ok


def test_every_reason_is_given() -> None:
    ground = board(hexes(30, 37, 2, 9), sides={"3304/3305": "major-river"})
    tank = unit("us-1", "armor")
    here = situation(ground, (tank, "3304"), (unit("ge-1"), "3305"), group="us", facts=OPEN)
    assert [v.rule for v in refusals(here, reach(here, "us-1"))["3305"]] == ["10.2", "10.1"]


def test_a_ruling_for_all_spaces_and_for_one() -> None:
    here = situation(PLAIN, (unit("us-1", mf=2), "3305"), (unit("ge-1"), "3308"), group="us", facts=OPEN)
    everything = reach_ruling(here, "us-1")
    assert everything.ok
    assert everything.verdict.startswith("us-1 reaches ")
    assert everything.answer["mp"] == 2
    one = reach_ruling(here, "us-1", to="3307")
    assert one.verdict == "us-1 reaches 3307 for 2 MP."
    assert "6.3" in one.rules
    barred = reach_ruling(here, "us-1", to="3308")
    assert "10.1" in barred.rules
    far = reach_ruling(here, "us-1", to="3002")
    assert [v.rule for v in far.violations] == ["10.1"]
    assert "It gets as near as" in far.verdict
    assert not alternative(here, reach(here, "us-1"), "cherbourg")


def test_units_that_may_not_move_now() -> None:
    moved = situation(PLAIN, (unit("us-1"), "3305"), group="us", facts={("moved", "us-1"): True})
    assert [v.rule for v in reach_ruling(moved, "us-1").violations] == ["10.1"]
    idle = situation(PLAIN, (unit("ge-1"), "3305"), group="german", kind="reaction")
    assert [v.rule for v in reach_ruling(idle, "ge-1").violations] == ["9.3.4"]


def test_reconstructed_costs_are_named() -> None:
    ground = board(hexes(30, 37, 2, 9), terrain={"3306": "bocage"})
    here = situation(ground, (unit("us-1", mf=2), "3305"), group="us", facts=OPEN)
    named = {s.text for s in reach_ruling(here, "us-1").sources}
    assert named == {"MP cost of Clear", "MP cost of Bocage"}


# --- the slow search --------------------------------------------------------------------------------------


class Slow:
    """Movement as the text of 6.x, 10.x and 15.0 has it, on a graph of every step."""

    def __init__(self, here: Position, uid: str) -> None:
        self.here, self.piece = here, here.pieces[uid]
        self.german = self.piece.side == "german"
        nation = self.piece.printed.nationality
        self.group = "german" if self.german else "us" if nation in {"us", "french"} else "british"
        self.points = 2 * allowance(here, self.piece)
        self.letters = lettered(here.board)
        self.zoc = set(self.enemy_zoc())

    def units(self, space: str, side: str) -> list[Piece]:
        return [p for p in self.here.pieces.values() if p.space == space and p.side == side]

    def enemies(self, space: str) -> list[Piece]:
        return self.units(space, "allied" if self.german else "german")

    def enemy_zoc(self) -> Iterator[str]:
        spaces = self.here.board.spaces
        for edge in self.here.board.edges.values():
            for frm, to in ((edge.a, edge.b), (edge.b, edge.a)):
                if spaces[frm].kind != "hex" or spaces[to].kind != "hex":
                    continue
                big = [p for p in self.enemies(frm) if p.printed.size not in {"battalion", "strongpoint"}]
                if not big or spaces[to]["terrain"] in {"city", "flooded", "sea"}:
                    continue
                if edge.boundary in {"major-river", "sea"}:
                    continue
                if self.german and any(p.printed.type == "strongpoint" for p in self.units(to, "german")):
                    continue
                if not self.german and self.here.text("beach", to) == "open":
                    continue
                yield to

    def lifted(self) -> bool:
        """Whether the Boundary is lifted for the US, as the item or units that have been in Brittany say."""
        back = self.here.number("brittany-return-turn")
        return (
            self.here.flag("boundary-lifted") or back > 0 or bool(self.units("brittany-may-leave", "allied"))
        )

    def depth(self, space: str) -> int:
        if not space.isdigit() or self.german or (self.group == "us" and self.lifted()):
            return 0
        column = int(space[:2])
        return max(0, column - 35 if self.group == "us" else 36 - column)

    def closed(self, to: str, frm: str) -> bool:
        if self.enemies(to) or self.here.board.spaces[to]["terrain"] in {"flooded", "sea"}:
            return True
        if self.german:
            return self.here.text("beach", to) == "open"
        if self.here.text("exit-marker", to) not in {"", self.group}:
            return True
        column = int(to[:2])
        if self.group == "us" and not self.lifted():
            return column > 36 and not (
                frm in self.here.board.spaces and frm.isdigit() and column <= int(frm[:2])
            )
        if self.group == "british":
            return column < 35 and not (frm.isdigit() and column >= int(frm[:2]))
        return False

    def step(self, frm: str, to: str) -> int | None:
        """Half MPs from hex to hex, or None."""
        edge = self.here.board.edge(frm, to)
        assert edge is not None
        weather = self.here.text("weather")
        vehicle = self.piece.printed.type in {"armor", "armored-cavalry", "flak", "mechanized"}
        river = edge.boundary in {"minor-river", "major-river"} and not edge.bridge
        if edge.boundary == "sea" or self.closed(to, frm):
            return None
        if self.here.board.spaces[frm]["terrain"] in {"flooded", "sea"}:
            return None
        if edge.boundary == "major-river" and river and vehicle:
            return None
        ground = CHART["terrain"][self.here.board.spaces[to]["terrain"]]
        wet = "german_wet" if weather in {"rain", "storm"} else "german"
        cost = ground[wet] if self.german else ground["allied"]
        cost += CHART["hexside"][edge.boundary]["cost"] if river else 0
        entered = self.here.flag("entered", self.piece.uid)
        if edge.road and (not self.german or weather not in {"sun", "cloud"} or entered):
            cost = min(cost, CHART["road"][edge.road]["cost"])
        return int(cost)

    def graph(self) -> nx.DiGraph[str]:
        graph: nx.DiGraph[str] = nx.DiGraph()
        start = self.piece.space
        graph.add_node(start)
        hexagons = [s.id for s in self.here.board.spaces.values() if s.kind == "hex"]
        for frm in hexagons:
            if frm != start and frm in self.zoc:
                continue
            for _, to in self.here.board.neighbours(frm):
                if self.here.board.spaces[to].kind == "hex" and not (frm in self.zoc and to in self.zoc):
                    cost = self.step(frm, to)
                    if cost is not None:
                        graph.add_edge(frm, to, cost=cost)
            for box in self.boxes(frm):
                graph.add_edge(frm, box, cost=2)
        for to in self.ways_out():
            graph.add_edge(start, to, cost=2)
        return graph

    def boxes(self, frm: str) -> Iterator[str]:
        letter = self.letters.get(frm, "")
        us = self.piece.printed.nationality == "us"
        if letter == "C" and (us or (self.german and not self.here.number("cherbourg-taken-turn"))):
            yield "cherbourg"
        last = self.here.number("brittany-return-turn")
        if letter == "W" and us and (not last or self.here.number("turn") <= last):
            yield "brittany-entered"
        marker = self.here.text("exit-marker", frm)
        if letter == "E" and self.german and not marker:
            yield "exit-german"
        if letter == "E" and not self.german and self.may_exit(frm, marker):
            yield "exit-allied"

    def may_exit(self, frm: str, marker: str) -> bool:
        other = "british" if self.group == "us" else "us"
        opened = self.lifted() if self.group == "us" else self.here.number("caen-taken-turn")
        if not opened or marker == other or self.piece.space == "brittany-may-leave":
            return False
        if any(
            (p.printed.nationality in {"us", "french"}) != (self.group == "us")
            for p in self.units(frm, "allied")
        ):
            return False
        y = GRID.centre(frm)[1]
        theirs = [
            GRID.centre(h)[1]
            for h in self.here.subjects("exit-marker")
            if self.here.text("exit-marker", h) == other
        ]
        if any((m > y) if self.group == "us" else (m < y) for m in theirs):
            return False
        draft = Draft(self.here)
        draft.place(self.piece.uid, frm)
        return in_supply(draft, self.piece.uid)

    def ways_out(self) -> Iterator[str]:
        start = self.piece.space
        wanted = {"cherbourg": "C", "brittany-may-leave": "S"}.get(start)
        if start == "cherbourg" and (
            self.enemies(start) or (self.german and self.here.flag("cherbourg-isolated"))
        ):
            return
        for space, letter in self.letters.items():
            if letter == wanted and not self.closed(space, ""):
                yield space

    def destinations(self) -> dict[str, int]:
        """Every space in which the unit may end, with half MPs."""
        graph, start = self.graph(), self.piece.space
        costs: dict[str, int] = dict(
            nx.single_source_dijkstra_path_length(graph, start, cutoff=self.points, weight="cost")
        )
        for to in graph.successors(start):
            costs.setdefault(to, graph.edges[start, to]["cost"])
        del costs[start]
        ends = {s: c for s, c in costs.items() if self.may_end(s)}
        if self.depth(start) < 2:
            return ends
        best = min(map(self.depth, (*ends, start)))
        return {s: c for s, c in ends.items() if self.depth(s) == best}

    def may_end(self, space: str) -> bool:
        if not space.isdigit():
            return True
        if self.german:
            return self.letters.get(space, "") not in {"C", "W", "S"}
        groups = {
            "us" if p.printed.nationality in {"us", "french"} else "british"
            for p in self.units(space, "allied")
        }
        return not groups - {self.group}


# --- random positions -------------------------------------------------------------------------------------

TYPES = ("infantry", "armor", "mechanized", "flak", "glider", "special-forces")
WEATHER = ("sun", "cloud", "showers", "rain", "storm")
WINDOWS = ((30, 38, 2, 9), (12, 20, 0, 6), (25, 31, 22, 28))


def random_position(seed: int) -> tuple[Position, str]:
    rng = random.Random(seed)
    west, east, north, south = rng.choice(WINDOWS)
    inside = [h for h in hexes(west, east, north, south) if not (h[2:] == "28" and int(h[:2]) % 2)]
    kinds = ["clear"] * 6 + ["town", "city", "bocage", "woods", "forest", "flooded", "sea"]
    pairs = [f"{a}/{b}" for a, b in itertools.combinations(inside, 2) if GRID.distance(a, b) == 1]
    rivers = {
        p: rng.choice(["minor-river", "major-river", "sea"]) for p in rng.sample(pairs, len(pairs) // 8)
    }
    edge = [h for h in inside if int(h[:2]) == east and rng.random() < 0.4]
    spare = {h: rng.choice("ESW") for h in rng.sample(inside, 3)}
    ground = board(
        inside,
        terrain={h: rng.choice(kinds) for h in inside},
        sides=rivers,
        roads=rng.sample(pairs, len(pairs) // 4),
        letters={**dict.fromkeys(edge, "E"), **spare},
    )
    return random_units(rng, ground, inside)


def random_units(rng: random.Random, ground: Any, inside: list[str]) -> tuple[Position, str]:
    placed: list[tuple[Unit, str]] = []
    held: dict[str, str] = {}
    for n in range(rng.randrange(3, 12)):
        side = rng.choice(["ge", "ge", "us", "us", "br", "fr", "po"])
        type_ = rng.choice((*TYPES, "strongpoint")) if side == "ge" else rng.choice(TYPES)
        size = {"strongpoint": "strongpoint", "special-forces": "battalion"}.get(type_, "regiment")
        space = rng.choice(inside)
        if held.setdefault(space, "ge" if side == "ge" else "al") == ("ge" if side == "ge" else "al"):
            placed.append((unit(f"{side}-{n}", type_, size=size, mf=rng.randrange(1, 9)), space))
    for_boxes = [box for box in ("cherbourg", "brittany-may-leave") if rng.random() < 0.3]
    placed += [(unit(f"us-{box}", mf=rng.randrange(1, 9)), box) for box in for_boxes]
    if rng.random() < 0.3:
        placed.append((unit("ge-box", rng.choice(TYPES)), "cherbourg"))
    placed.append((unit("us-last", mf=6), next((h for h in inside if h not in held), "cherbourg")))
    movable = [(u, s) for u, s in placed if u.type != "strongpoint"]
    chosen = rng.choice(movable)[0]
    nation = chosen.nationality
    group = "german" if nation == "german" else "us" if nation in {"us", "french"} else "british"
    facts: dict[Key, Fact] = {("entered", chosen.id): rng.random() < 0.3}
    for beach in {"3203", "3303"} & set(inside):
        facts["beach", beach] = rng.choice(["open", "closed", ""])
    for hexagon in inside:
        if rng.random() < 0.04:
            facts["exit-marker", hexagon] = rng.choice(["us", "british"])
    here = situation(
        ground, *placed, group=group, facts=facts, weather=rng.choice(WEATHER),
        boundary_lifted=rng.random() < 0.5, caen_taken_turn=rng.choice([0, 4]),
        cherbourg_taken_turn=rng.choice([0, 3]), cherbourg_isolated=rng.random() < 0.5,
        brittany_return_turn=rng.choice([0, 4, 5]),
    )  # fmt: skip
    return here, chosen.id


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**9))
def test_reach_agrees_with_the_slow_search(seed: int) -> None:
    here, uid = random_position(seed)
    found = reach(here, uid)
    assert {d: found.cost(d) for d in found.destinations} == Slow(here, uid).destinations()


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**9))
def test_every_destination_is_a_legal_move_and_every_refusal_an_illegal_one(seed: int) -> None:
    here, uid = random_position(seed)
    found = reach(here, uid)
    for space in found.destinations:
        assert not barred(here, Move(uid, found.path(space)))
    for space, faults in refusals(here, found).items():
        assert faults, space
        assert space not in found.destinations
    assert {m.path[-1] for m in HANDLERS[0].options(here) if isinstance(m, Move) and m.unit == uid} == set(
        found.destinations
    )


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**9))
def test_a_combined_round_reaches_one_hex_or_two_by_road(seed: int) -> None:
    here, uid = random_position(seed)
    draft = here.draft()
    draft.set("round-kind", "combined")
    combined = draft.finish()
    if here.pieces[uid].side == "allied":
        found = reach(combined, uid)
        paths: list[tuple[str, ...]] = [(to,) for to in found.ways]
        around = {to: [o for _, o in here.board.neighbours(to)] for to in here.board.spaces}
        paths += [
            (a, b) for a in found.ways for b in (*around[a], "cherbourg", "brittany-entered", "exit-allied")
        ]
        legal = {
            path[-1]
            for path in paths
            if path[-1] != here.pieces[uid].space and not barred(combined, Move(uid, path))
        }
        assert legal == set(found.destinations)
