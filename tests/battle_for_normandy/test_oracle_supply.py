"""General and Combat Supply by brute force, line by line, against the layers that the rules keep (7.0).

Every unit traces for itself over a graph of the hexes that its side may enter; guests of HQs are a matching.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Mapping

import networkx as nx
import pytest

from adjudicator.battle_for_normandy.r07.combat import in_combat_supply
from adjudicator.battle_for_normandy.r07.general import in_supply, supply_line
from adjudicator.battle_for_normandy.r07.seating import guest_ways
from adjudicator.position import Piece, Position
from tests.battle_for_normandy.front import front
from tests.battle_for_normandy.oracle import (
    GUNS,
    adjacent,
    beside,
    bridged,
    edge_of,
    enemies,
    friends,
    ground,
    group,
    level,
    on_map,
    row,
    sampled,
    small,
    zoc,
)

SOURCES = {
    "utah": "us",
    "omaha": "us",
    "gold": "commonwealth",
    "juno": "commonwealth",
    "sword": "commonwealth",
}
CITIES = {"bayeux", "cherbourg", "caen", "argentan", "flers", "vire"}
WATER = {"stream", "major-river"}
FUNNIES = {"avre", "crocodile", "kangaroo"}


class Book:
    """Sections 7.2 to 7.6 for one side of a position."""

    def __init__(self, here: Position, side: str) -> None:
        self.here, self.side = here, side
        self.spaces = here.board.spaces
        other = "allied" if side == "german" else "german"
        covered = {h for h in zoc(here, other) if not friends(here, h, side)}
        held = {h for h in adjacent(here.board) if any(_closes(p) for p in enemies(here, h, side))}
        self.shut = covered | held
        self.factor = 2 if here.text("weather") in {"heavy-rain", "storm"} else 1
        self.dry, self.wet = self._graphs()
        self.mine = [p for p in here.pieces.values() if p.side == side and on_map(here, p)]

    def _graphs(self) -> tuple[nx.DiGraph, nx.DiGraph]:
        """Steps that any line may take, and those over unbridged water: cost in sixths of an MP."""
        dry, wet = nx.DiGraph(), nx.DiGraph()
        for frm, around in adjacent(self.here.board).items():
            if self.spaces[frm]["terrain"] == "sea":
                continue
            dry.add_node(frm)
            for to in around:
                edge = edge_of(self.here, frm, to)
                if self.spaces[to]["terrain"] == "sea" or edge.boundary in {"cliff", "sea"}:
                    continue
                dammed = edge.boundary in WATER and not bridged(self.here, edge)
                (wet if dammed else dry).add_edge(frm, to, cost=self._cost(frm, to, road=not dammed))
        return dry, wet

    def _cost(self, frm: str, to: str, *, road: bool) -> int:
        """7.3.2: infantry rates, a half on Primary Roads and a third on Highways."""
        edge = edge_of(self.here, frm, to)
        if road and edge.road and row("road", edge.road)["rate"]:
            return int({"highway": 2, "primary": 3}.get(edge.road, row("road", edge.road)["good"]))
        rows = [row("terrain", str(self.spaces[to]["terrain"])), row("hexside", edge.boundary)]
        if self._level(to) > self._level(frm):
            rows.append(row("hexside", "uphill"))
        return sum(36 if r["whole"] else r["infantry"] for r in rows)

    def _level(self, space: str) -> int:
        return int(self.spaces[space]["level"] or 0)

    @functools.cached_property
    def open(self) -> nx.DiGraph:
        """Steps into hexes that are not shut."""
        return nx.subgraph_view(self.dry, filter_node=lambda h: h not in self.shut)

    def starts(self, at: str) -> dict[str, int]:
        """Where a line from a hex may begin, and what that cost: there, or beyond water beside it."""
        found = {at: 0} if at in self.open else {}
        over = self.wet.adj.get(at, {})
        return found | {to: over[to]["cost"] for to in over if to in self.open}

    def hexes(self, at: str, ends: Iterable[str]) -> bool:
        """Whether a line of six hexes leads there, or of three."""
        most = 6 // self.factor
        for start in self.starts(at):
            left = most - (start != at)
            near = nx.single_source_shortest_path_length(self.open, start, cutoff=left)
            if any(end in near for end in ends):
                return True
        return False

    def mps(self, at: str, ends: Iterable[str], most: int, *, from_the_far_side: bool = False) -> bool:
        """Whether a line of so many MPs leads there."""
        for start, spent in self.starts(at).items():
            left = 6 * most // self.factor - (0 if from_the_far_side else spent)
            if left < 0:
                continue
            near = nx.single_source_dijkstra_path_length(self.open, start, cutoff=left, weight="cost")
            if any(end in near for end in ends):
                return True
        return False

    @functools.lru_cache(maxsize=4096)  # noqa: B019 - one book for each test
    def reaches(self, at: str, ends: frozenset[str]) -> bool:
        """Six hexes or 6 MPs (7.3.1)."""
        return bool(ends) and (self.hexes(at, ends) or self.mps(at, ends, 6))

    # --- sources ---

    @functools.cached_property
    def sources(self) -> Mapping[str, set[str]]:
        """Hexes of sources with those who may draw Combat Supply there (7.4)."""
        found: dict[str, set[str]] = {}
        if self.side == "allied":
            for site, who in SOURCES.items():
                for hexagon in self._beach(site):
                    found.setdefault(hexagon, set()).add(who)
            return found
        for space in self.spaces.values():
            if space.kind != "hex":
                continue
            town = space["terrain"] == "city" and str(space["town"]).lower() in CITIES
            if town and self.here.text("control", space.id) == "german":
                found.setdefault(space.id, set())
            if space["edge"] and space.id[0] not in "fg":
                found.setdefault(space.id, set()).add("german")
        return found

    def _beach(self, site: str) -> list[str]:
        beach = self.here.text("beachhead", site)
        at = [
            s.id
            for s in self.spaces.values()
            if s.kind == "hex" and beach and s["beach"] == beach and not s["queue"]
        ]
        found = [beach] if beach in self.spaces else at[:1]
        if found and self.here.number("mulberry", site) >= 21:
            around = beside(self.here, found[0])
            found += [n for n in around if self.spaces[n]["terrain"] == "beach"]
        return found

    # --- headquarters ---

    def hqs(self, *, corps: bool) -> list[Piece]:
        """HQs on the map."""
        return [
            p for p in self.mine if p.printed.type == "headquarters" and (p.printed.size == "corps") is corps
        ]

    def joined(self, at: str, ends: set[str]) -> bool:
        """Whether a line of any length leads there."""
        goals = [end for end in ends if end in self.open]
        near = (nx.descendants(self.open, start) | {start} for start in self.starts(at))
        return any(goal in found for found in near for goal in goals)

    @functools.cached_property
    def corps(self) -> dict[str, str]:
        """Corps HQs in General Supply (7.3.1)."""
        return {p.uid: p.space for p in self.hqs(corps=True) if self.joined(p.space, set(self.sources))}

    @functools.cached_property
    def divisions(self) -> dict[str, Piece]:
        """Division HQs in General Supply by formation: 20 MPs to a source or a corps HQ in supply."""
        ends = {*self.sources, *self.corps.values()}
        able = [p for p in self.hqs(corps=False) if self.mps(p.space, ends, 20, from_the_far_side=True)]
        return {p.printed.division: p for p in able}

    # --- units ---

    def alone(self, piece: Piece) -> bool:
        """Whether a unit needs nobody's place: a source, its own HQ, or a corps HQ (7.2)."""
        at, unit = piece.space, piece.printed
        if self.reaches(at, frozenset(self.sources)):
            return True
        if level(unit) == "division":
            own = self.divisions.get(unit.division)
            return own is not None and self.reaches(at, frozenset({own.space}))
        hqs = [uid for uid in self.corps if group(self.here.pieces[uid].printed) == group(unit)]
        return self.reaches(at, frozenset(self.corps[uid] for uid in hqs))

    def takes(self, piece: Piece, slug: str) -> str:
        """What a guest takes up at an HQ: nothing, a place, a stranger's, the brigade's (7.2, 20.3)."""
        unit, hq = piece.printed, self.divisions[slug]
        if group(unit) != group(hq.printed) or (unit.division == slug and level(unit) == "division"):
            return ""
        told = self.here.text("attached", piece.uid)
        if (told and told != slug) or not self.reaches(piece.space, frozenset({hq.space})):
            return ""
        if FUNNIES & set(unit.marks):
            return "nothing"
        if unit.type in GUNS:
            foreign = level(unit) == "division"
            return "nothing" if unit.side == "german" else "" if foreign else "place"
        if "kg" in hq.printed.marks:
            return "place"
        if level(unit) == "division":
            return "stranger"
        return "brigade" if level(unit) == "brigade" and group(unit) == "commonwealth" else "place"

    @functools.cached_property
    def needy(self) -> list[Piece]:
        """Ground units that need an HQ of others."""
        units = [p for p in self.mine if ground(p.printed) and p.printed.type != "headquarters"]
        return [p for p in units if not self.alone(p)]

    def guests(self) -> tuple[set[str], int]:
        """Units that some HQ could take, and how many of them at the most."""
        able = {(p.uid, s): self.takes(p, s) for p in self.needy for s in self.divisions}
        able = {key: what for key, what in able.items() if what}
        some = {uid for uid, _ in able}
        free = {uid for (uid, _), what in able.items() if what == "nothing"}
        brigades = {
            self.here.pieces[u].printed.division for (u, _), what in able.items() if what == "brigade"
        }
        hosts = [*self.divisions, ""]
        best = 0
        for chosen in itertools.product(hosts, repeat=len(brigades)):
            taken = [c for c in chosen if c]
            if len(taken) != len(set(taken)):
                continue
            served = set(free)
            for brigade, host in zip(sorted(brigades), chosen, strict=True):
                served |= {
                    u for (u, s), what in able.items()
                    if s == host and what == "brigade" and self.here.pieces[u].printed.division == brigade
                }  # fmt: skip
            best = max(best, len(served) + self._seated(able, served))
        return some, best

    def _seated(self, able: Mapping[tuple[str, str], str], served: set[str]) -> int:
        """Most guests in the places that are left: three, one of them open to strangers; six at a KG HQ."""
        seats = nx.Graph()
        for (uid, slug), what in able.items():
            kg = "kg" in self.divisions[slug].printed.marks
            for n in range(6 if kg else 3):
                if uid not in served and (n == 0 or kg or what != "stranger"):
                    seats.add_edge(("unit", uid), (slug, n))
        units = [n for n in seats if n[0] == "unit"]
        return len(nx.bipartite.hopcroft_karp_matching(seats, units)) // 2 if units else 0

    # --- Combat Supply (7.6.1) ---

    @functools.cached_property
    def combat_corps(self) -> dict[str, str]:
        """Corps HQs joined to a source of their own group."""
        found = {}
        for p in self.hqs(corps=True):
            ends = {h for h, who in self.sources.items() if group(p.printed) in who}
            if self.joined(p.space, ends):
                found[p.uid] = p.space
        return found

    def stand_ins(self, who: str) -> set[str]:
        """Beachheads that act as corps HQs until 11 June."""
        early = self.side == "allied" and self.here.number("date") < 11
        return {h for h, groups in self.sources.items() if early and who in groups}

    def combat_ends(self, who: str) -> set[str]:
        """Corps HQs of a group, and what acts as one."""
        hqs = [uid for uid in self.combat_corps if group(self.here.pieces[uid].printed) == who]
        return {self.combat_corps[uid] for uid in hqs} | self.stand_ins(who)

    @functools.cached_property
    def combat_divisions(self) -> dict[str, Piece]:
        """Division HQs within 20 MPs of a corps HQ of their group: none may be skipped."""
        return {
            p.printed.division: p
            for p in self.hqs(corps=False)
            if self.mps(p.space, self.combat_ends(group(p.printed)), 20, from_the_far_side=True)
        }

    def combat(self, piece: Piece) -> bool:
        """Whether a unit that is nobody's guest is in Combat Supply."""
        unit, at = piece.printed, piece.space
        if level(unit) == "division":
            own = self.combat_divisions.get(unit.division)
            return own is not None and self.reaches(at, frozenset({own.space}))
        return self.reaches(at, frozenset(self.combat_ends(group(unit))))


def _closes(piece: Piece) -> bool:
    return ground(piece.printed) or piece.printed.type == "support"


def compare(here: Position) -> None:
    """General Supply of each unit, the number of guests, and Combat Supply."""
    if here.number("date") < 7 or (here.number("date") == 7 and here.text("time") != "pm"):
        return  # 7.5: Pathfinders and the Invasion Turns
    for side in ("german", "allied"):
        book = Book(here, side)
        if not book.sources and not book.hqs(corps=True) and not book.hqs(corps=False):
            continue
        _compare_hqs(book)
        _compare_units(book)
        _compare_combat(book)


def _stated(here: Position, piece: Piece) -> bool:
    """Whether the position says it, or the unit enters the map this turn."""
    return bool(here.text("general-supply", piece.uid)) or here.number("line-up", piece.uid) > 0


def _compare_hqs(book: Book) -> None:
    here = book.here
    for hq in book.hqs(corps=True):
        assert in_supply(here, hq.uid) == (hq.uid in book.corps), hq.uid
        assert in_combat_supply(here, hq.uid) == (hq.uid in book.combat_corps), hq.uid
    for hq in book.hqs(corps=False):
        assert in_supply(here, hq.uid) == (hq.printed.division in book.divisions), hq.uid
        assert in_combat_supply(here, hq.uid) == (hq.printed.division in book.combat_divisions), hq.uid


def _compare_units(book: Book) -> None:
    here, (some, most) = book.here, book.guests()
    found = set(guest_ways(here, book.side))
    needy = {p.uid for p in book.needy}
    for piece in book.mine:
        if piece.printed.type == "headquarters" or not ground(piece.printed) or _stated(here, piece):
            continue
        line = supply_line(here, piece.uid)
        if piece.uid in needy:
            assert (line is not None) == (piece.uid in found), piece.uid
        else:
            assert line is not None, piece.uid
            assert piece.uid not in found, piece.uid
    assert found <= some
    assert len(found) == most


def _compare_combat(book: Book) -> None:
    here = book.here
    for piece in book.mine:
        if piece.printed.type == "headquarters" or not ground(piece.printed) or _stated(here, piece):
            continue
        hosts = {s for s in book.divisions if book.takes(piece, s)} & set(book.combat_divisions)
        expected = book.combat(piece) or bool(hosts)
        assert in_combat_supply(here, piece.uid) == expected, piece.uid


def compare_some(here: Position, every: int) -> None:
    """The same on the whole map: all HQs, and some of the units, without the guests."""
    for side in ("german", "allied"):
        book = Book(here, side)
        _compare_hqs(book)
        for piece in sorted(book.mine, key=lambda p: p.uid)[::every]:
            unit = piece.printed
            if unit.type != "headquarters" and ground(unit) and not _stated(here, piece):
                guest = piece.uid in guest_ways(here, side)
                assert in_supply(here, piece.uid) == (book.alone(piece) or guest), piece.uid
                assert in_combat_supply(here, piece.uid) or not book.combat(piece), piece.uid


@pytest.mark.parametrize("seed", [*range(12), 24, 57, 67, 116])
def test_small_boards(seed: int) -> None:
    compare(small(seed, many=9))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200, 400))
def test_more_small_boards(seed: int) -> None:
    compare(small(seed, many=9))


@pytest.mark.slow
def test_random_play() -> None:
    for here in sampled("carentan", steps=400, every=200):
        compare_some(here, 25)


@pytest.mark.slow
def test_the_front() -> None:
    compare_some(front(), 120)
