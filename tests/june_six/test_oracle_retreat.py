"""Section 13.3: ways to retreat against every pair of hexes near by, tried one after the other."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

import pytest

from adjudicator.june_six.r13_retreat_paths import legal_paths, penalties
from adjudicator.position import Piece, Position
from tests.june_six import oracle
from tests.june_six.oracle import edge_of, ground_of
from tests.june_six.test_oracle_movement import rim

FAST, SLOW = range(24), range(100, 250)
Way = tuple[str, ...]
SUPPLY = {
    "us": {"utah", "omaha"},
    "british": {"gold", "juno", "sword"},
    "canadian": {"gold", "juno", "sword"},
}


class Slow:
    """A retreat as the text of 13.3 has it, of units of one hex that go together."""

    def __init__(self, here: Position, pieces: Sequence[Piece]) -> None:
        self.here, self.pieces, self.origin = here, pieces, pieces[0].space
        self.side = pieces[0].side
        self.zone = oracle.zoc(here, "german" if self.side == "allied" else "allied")

    def allowed(self, frm: str, to: str) -> bool:
        """Whether the chart, enemies and the stacking limit let all of them take a step (13.32, 13.34)."""
        staying = [p.printed for p in oracle.friends(self.here, to, self.side) if p not in self.pieces]
        if oracle.enemies(self.here, to, self.side):
            return False
        stack = oracle.stackable([*staying, *(p.printed for p in self.pieces)])
        return stack and all(self.crosses(p, frm, to) for p in self.pieces)

    def crosses(self, piece: Piece, frm: str, to: str) -> bool:
        """Whether the Terrain Effects Chart lets a unit through."""
        edge, unit = edge_of(self.here, frm, to), piece.printed
        foot, bridge = not oracle.motorized(unit), oracle.bridged(self.here, edge)
        road = bool(edge.road) and (edge.boundary != "major-river" or bridge)
        if edge.boundary == "bluff" and not foot and self.here.option("bluff-road") == "B":
            road = False
        ground = ground_of(self.here, to)["off_road"]
        if ground == "all" or (ground == "armor" and oracle.armored(unit) and not road):
            return False
        barred = {"sea": True, "bluff": not foot, "cliff": not oracle.crosser(unit)}
        barred["major-river"] = not bridge and not oracle.crosser(unit)
        return road or not barred.get(edge.boundary, False)

    def city(self, space: str) -> bool:
        return space != "left" and self.here.board.spaces[space]["terrain"] == "city"

    def fits(self, way: Way, required: int) -> bool:
        """Whether a way may be taken, its direction left aside."""
        route = (self.origin, *way)
        if way[-1] == "left":
            off = self.here.option("retreat-off-map") == "A" and rim(route[-2])
            if not off:
                return False
            route = route[:-1]
        if not all(oracle.distance(a, b) == 1 for a, b in itertools.pairwise(route)):
            return False
        if len(set(route)) < len(route) or not all(self.allowed(a, b) for a, b in itertools.pairwise(route)):
            return False
        two = required == 2 or (way[0] in self.zone)
        if len(way) == 1:
            return way[0] == "left" or not two or self.city(way[0])
        return two

    def ways(self, required: int) -> set[Way]:
        """All ways that may be taken."""
        near = [n for n in oracle.hexagons(self.here.board) if 0 < oracle.distance(self.origin, n) <= 2]
        first = [n for n in near if oracle.distance(self.origin, n) == 1]
        tried = [("left",), *((n,) for n in first), *((n, "left") for n in first)]
        tried += [(n, m) for n in first for m in near]
        return self.directed({way for way in tried if self.fits(way, required)})

    def directed(self, found: set[Way]) -> set[Way]:
        """Ways in the right direction where there are any, by either reading."""
        if self.here.option("retreat-direction") == "B":
            goals = self.goals()
            return {way for way in found if not self.strays(way, goals)} or found
        short = {way for way in found if len(way) == 1}
        long = found - short
        away = {w for w in long if w[-1] == "left" or oracle.distance(self.origin, w[-1]) == 2}
        return short | (away or long)

    def strays(self, way: Way, goals: set[str]) -> bool:
        route = [n for n in (self.origin, *way) if n != "left"]
        return bool(goals) and any(
            all(oracle.distance(b, g) > oracle.distance(a, g) for g in goals)
            for a, b in itertools.pairwise(route)
        )

    def goals(self) -> set[str]:
        """Supply Sources of the units; Cherbourg for all Germans (5.21)."""
        spaces = {n: self.here.board.spaces[n] for n in oracle.hexagons(self.here.board)}
        if self.side == "allied":
            wanted = set().union(*(SUPPLY[p.printed.nationality] for p in self.pieces))
            return {n for n, s in spaces.items() if s["beach"] in wanted}
        edges = {"w": {"south"}, "e": {"south", "east"}}
        port = {n for n, s in spaces.items() if s["cherbourg"]}
        held = all(self.here.text("control", n) == "german" for n in port)
        port = port if held and not self.here.flag("cherbourg-lost") else set()
        return port | {n for n, s in spaces.items() if s["edge"] in edges[n[0]]}

    def price(self, way: Way) -> int:
        """Reduced results for hexes in an enemy ZOC (13.36)."""
        entered = [n for n in way if n in self.zone]
        return len(entered) if self.here.option("second-zoc-hex") == "A" else min(1, len(entered))


def groups(here: Position, rng: random.Random) -> Iterator[list[Piece]]:
    """Units that could retreat: each by itself, each whole stack, and pairs."""
    for space in sorted(here.occupied()):
        if here.board.spaces[space].kind == "hex":
            stack = list(here.units_in(space))
            yield [rng.choice(stack)]
            if len(stack) > 1:
                yield stack
                yield rng.sample(stack, 2)


def differences(here: Position, seed: int, every: int = 1) -> Iterator[str]:
    """Retreats about which the rules and the trials do not agree."""
    for pieces in itertools.islice(groups(here, random.Random(seed)), 0, None, every):
        slow = Slow(here, pieces)
        for required in (1, 2):
            found = {
                p.hexes: penalties(here, p) for p in legal_paths(here, [p.uid for p in pieces], required)
            }
            expected = {way: slow.price(way) for way in slow.ways(required)}
            if found != expected:
                yield f"{[p.uid for p in pieces]} in {slow.origin}: {found.items() ^ expected.items()}"


def test_retreats_in_play() -> None:
    for n, here in enumerate(oracle.sampled()[::2]):
        assert not list(differences(here, n, 20))


@pytest.mark.parametrize("seed", FAST)
def test_retreats_on_small_boards(seed: int) -> None:
    assert not list(differences(oracle.small(seed), seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", SLOW)
def test_retreats_on_more_boards(seed: int) -> None:
    assert not list(differences(oracle.small(seed), seed))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 4))
def test_more_retreats_in_play(seed: int) -> None:
    for n, here in enumerate(oracle.sampled(seed, 1200, 60)):
        assert not list(differences(here, n, 4))
