"""Sections 8, 11.1, 19.1 and 20.2: where single units can go against slow searches written from the text."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator

import pytest

from adjudicator.june_six.r08_reach import reach
from adjudicator.june_six.r08_strategic import strategic_reach
from adjudicator.position import Piece, Position
from maps.board import Edge
from tests.june_six import oracle
from tests.june_six.oracle import edge_of, ground_of, row

FAST, SLOW = range(24), range(100, 250)
LINES, PLACES = (1, 50), (-13, 53.5)
Label = tuple[str, frozenset[str]]


def allowance(here: Position, piece: Piece, times: int = 1) -> int:
    """Half MPs of a unit: German MAs grow in bad weather, Strategic Movement doubles, isolation halves."""
    points = oracle.number(piece, "ma")
    bad = piece.side == "german" and here.text("weather") in {"heavy-overcast", "storm"}
    first = here.option("ma-bonus-order") == "A"
    points = (points + 2 * (bad and first)) * times
    points = points // 2 if here.flag("isolated", piece.uid) else points
    return 2 * (points + 2 * (bad and not first))


class Slow:
    """The movement of one unit, step by step; what is left to spend decides with Delay Points who stops."""

    def __init__(self, here: Position, piece: Piece) -> None:
        self.here, self.piece, self.unit = here, piece, piece.printed
        self.foot = not oracle.motorized(self.unit)
        self.column = "foot" if self.foot else "motorized"
        self.zone = oracle.zoc(here, "german" if piece.side == "allied" else "allied")
        self.budget = allowance(here, piece)
        allied = piece.side == "allied"
        self.points = {s for s in here.subjects("dp") if allied and here.flag("dp", s)}

    # what a step costs

    def friends(self, to: str) -> list[Piece]:
        return [p for p in oracle.friends(self.here, to, self.piece.side) if p.uid != self.piece.uid]

    def paved(self, edge: Edge) -> bool:
        """Whether a road leads over a hexside (8.45); over a river it does on its bridge."""
        if not edge.road or (edge.boundary == "major-river" and not oracle.bridged(self.here, edge)):
            return False
        bluff = edge.boundary == "bluff" and not self.foot
        return not bluff or self.here.option("bluff-road") == "A"

    def terrain(self, edge: Edge, to: str) -> int | None:
        """Half MPs off the road with the hexside (8.41 to 8.43); None where it is closed."""
        ground, kind = ground_of(self.here, to), edge.boundary
        if ground["off_road"] == "all" or (ground["off_road"] == "armor" and oracle.armored(self.unit)):
            return None
        if kind == "major-river" and oracle.bridged(self.here, edge):
            return int(ground[self.column])
        barred = {
            "sea": True,
            "bluff": not self.foot,
            "cliff": not oracle.crosser(self.unit),
            "major-river": not oracle.crosser(self.unit),
        }
        return None if barred.get(kind) else int(ground[self.column] + row("hexside", kind)[self.column])

    def ground(self, frm: str, to: str) -> int | None:
        """Half MPs for hex and hexside, by road where one leads there and traffic lets it."""
        if self.here.board.spaces[to]["terrain"] == "sea" or oracle.enemies(self.here, to, self.piece.side):
            return None
        edge, there = edge_of(self.here, frm, to), len(self.friends(to))
        other = self.terrain(edge, to)
        if self.paved(edge) and there < 2:
            road = int(row("road", edge.road)[self.column]) + 2 * there
            cheaper = other is not None and other < road and self.here.option("road-choice") == "A"
            return other if cheaper else road
        if other is None and edge.boundary == "major-river" and self.foot and self.helped(frm):
            return self.crossing(to)
        return other

    def crossing(self, to: str) -> int | None:
        """Half MPs of an Assisted River Crossing: the hex and 2 MPs (20.24)."""
        ground = ground_of(self.here, to)
        barred = ground["off_road"] == "all" or (ground["off_road"] == "armor" and oracle.armored(self.unit))
        return None if barred else int(ground["foot"]) + 4

    def helped(self, frm: str) -> bool:
        """Whether engineers of the parent HQ, or of a corps that it may borrow from, are at hand (20.21)."""
        mine = oracle.formation(self.here, self.piece)
        heads = [p for p in self.here.pieces.values() if p.printed.type == "headquarters"]
        own = next((p for p in heads if p.printed.division == mine and oracle.on_map(self.here, p)), None)
        if own is None or (
            self.here.flag("active", self.piece.uid) and not self.here.flag("active", own.uid)
        ):
            return False
        at = frm if self.here.option("arc-range") == "A" else self.piece.space
        if oracle.distance(at, own.space) > 4:
            return False
        spent = self.here.flag("bridge-action", own.uid)
        spare = not spent or self.here.number("crossings-left", own.uid) > 0
        carried = {self.here.text("crossing", u) for u in self.here.subjects("crossing")}
        if not spare and own.uid not in carried and self.here.option("spent-engineers") == "A":
            return False  # 8.44 asks for an HQ that has not used its own
        return spare or (own.printed.size != "corps" and any(self.lends(p, own) for p in heads))

    def lends(self, corps: Piece, own: Piece) -> bool:
        """Whether a Corps HQ within four hexes lends an unused Bridge Action to a Division HQ (20.22)."""
        if corps.printed.size != "corps" or corps.side != own.side or not oracle.on_map(self.here, corps):
            return False
        near = oracle.distance(corps.space, own.space) <= 4
        parent = own.side == "german" or own.printed.corps == corps.printed.division
        return near and parent and not self.here.flag("bridge-action", corps.uid)

    # where it may go

    def closed(self, frm: str, to: str) -> bool:
        """Whether the enemy ZOC of a hex keeps the unit out (11.13, 11.14, 13.12, 22.24)."""
        if to not in self.zone:
            return False
        alone = not any(oracle.combat(p.printed) for p in self.friends(to))
        shaken = self.here.number("disorder", self.piece.uid) or self.here.flag("isolated", self.piece.uid)
        bare = not oracle.combat(self.unit) and alone
        return bool(shaken or bare or (self.foot and frm in self.zone))

    def step(
        self, frm: str, to: str, used: int, removed: frozenset[str]
    ) -> tuple[int, frozenset[str]] | None:
        """Half MPs used, and Delay Points taken off, after a step; None where it is not allowed."""
        ground = self.ground(frm, to)
        if ground is None or self.closed(frm, to):
            return None
        cost = ground + 2 * (to in self.zone) + 2 * (frm == self.piece.space and frm in self.zone)
        point = to in self.points - removed
        spent = used + cost + 4 * point
        excused = point and frm == self.piece.space  # 8.12, and what it pays for enemy ZOCs with it
        if spent > self.budget and not excused:
            return None
        return spent, removed | ({to} if point else frozenset())

    def ended(self, at: str, used: int, removed: frozenset[str]) -> bool:
        """Whether nothing more is possible: an enemy ZOC, or a Delay Point that it could not enter."""
        left = self.budget - used
        if at in self.zone or left <= 0:
            return True
        near = [p for p in oracle.beside(self.here, at) if p in self.points - removed]
        prices = [self.entering(at, p) for p in near]
        return any(
            p is not None and p + 4 + 2 * (n in self.zone) > left for n, p in zip(near, prices, strict=True)
        )

    def entering(self, at: str, point: str) -> int | None:
        """Half MPs of terrain into the hex of a Delay Point."""
        edge = edge_of(self.here, at, point)
        other = self.terrain(edge, point)
        sea = self.here.board.spaces[point]["terrain"] == "sea"
        road = int(row("road", edge.road)[self.column]) if self.paved(edge) and not sea else None
        both = [c for c in (road, other) if c is not None]
        return (
            road if road is not None and self.here.option("road-choice") == "B" else min(both, default=None)
        )

    def begin(self) -> Iterator[tuple[int, str, frozenset[str]]]:
        """The hex in which the unit stands, or Beach hexes that it lands on (8.47)."""
        start, none = self.piece.space, frozenset[str]()
        if oracle.on_map(self.here, self.piece):
            yield 0, start, none
            return
        for space in oracle.hexagons(self.here.board):
            if f"landing-{self.here.board.spaces[space]['beach']}" == start and self.piece.side == "allied":
                ground, point = ground_of(self.here, space), space in self.points
                cost = (
                    2 * -(-self.budget // 4) + int(ground[self.column]) + 2 * (space in self.zone) + 4 * point
                )
                barred = oracle.enemies(self.here, space, "allied") or self.closed("", space)
                if not barred and cost <= self.budget:
                    yield cost, space, frozenset({space} if point else ())

    def search(self) -> dict[Label, tuple[int, bool]]:
        """Half MPs to every hex with every set of Delay Points taken off, and whether the unit must stop."""
        queue = [(cost, at, sorted(removed)) for cost, at, removed in self.begin()]
        heapq.heapify(queue)
        best: dict[Label, tuple[int, bool]] = {}
        while queue:
            used, at, gone = heapq.heappop(queue)
            label = (at, frozenset(gone))
            if label in best:
                continue
            start = at == self.piece.space
            best[label] = (used, not start and self.ended(at, used, label[1]))
            if best[label][1]:
                continue
            for to in oracle.beside(self.here, at):
                after = self.step(at, to, used, label[1])
                if after is not None and (to, after[1]) not in best:
                    heapq.heappush(queue, (after[0], to, sorted(after[1])))
        return best

    def destinations(self) -> dict[str, int]:
        """Half MPs to every hex in which the unit may end; ``left`` for a way off the map (8.13)."""
        found: dict[str, int] = {}
        for (at, _), (used, ended) in self.search().items():
            leave = used + int(row("edge", "map")[self.column])
            leave += 2 * (at == self.piece.space and at in self.zone)
            if rim(at) and not ended and leave <= self.budget:
                found["left"] = min(leave, found.get("left", leave))
            if at != self.piece.space and oracle.stackable(
                [self.unit, *(p.printed for p in self.friends(at))]
            ):
                found[at] = min(used, found.get(at, used))
        return found


def rim(space: str) -> bool:
    """Whether a hex lies at the edge of the joined maps: it has fewer than six neighbours there."""
    line, place = int(space[1:3]), int(space[3:]) - 14 * (space[0] == "w")
    odd = line % 2
    ends = (place == PLACES[0] and not odd, place == 53 and odd, place in {PLACES[0], 53})
    return line in LINES or any(ends)


def compared(here: Position, pieces: Iterable[Piece]) -> Iterator[str]:
    """Units that reach something else, or at another price, than by the slow search."""
    for piece in pieces:
        if not (oracle.on_map(here, piece) or piece.space.startswith("landing-")):
            continue
        found = reach(here, piece.uid)
        fast = {space: found.cost(space) for space in found.destinations}
        slow = Slow(here, piece).destinations()
        if fast != slow:
            wrong = {
                s: (fast.get(s), slow.get(s)) for s in fast.keys() | slow.keys() if fast.get(s) != slow.get(s)
            }
            yield f"{piece.uid} in {piece.space}: {wrong}"


# --- Strategic Movement -----------------------------------------------------------------------------------


class Strategic(Slow):
    """Strategic Movement as 8.23 and 8.24 have it; units that break down (7.3) have no part in it."""

    def able(self) -> bool:
        """Whether the unit may use it, and from where it stands."""
        formation, unit = oracle.formation(self.here, self.piece), self.unit
        heads = [p for p in self.here.pieces.values() if p.printed.type == "headquarters"]
        head = next((p for p in heads if p.printed.division == formation), None)
        if head is None or not oracle.on_map(self.here, head) or self.here.flag("isolated", head.uid):
            return False
        barred = unit.type in {"detachment", "strongpoint"} or formation == "ge-cherbourg"
        early = self.piece.side == "allied" and self.here.number("turn") < 4
        unable = any(self.here.flag(mark, self.piece.uid) for mark in ("isolated", "broke-down"))
        if barred or early or unable:
            return False
        return all(oracle.distance(self.piece.space, e) >= 3 for e in self.hostile())

    def hostile(self) -> set[str]:
        """Hexes of enemy units."""
        mine = self.piece.side
        return {p.space for p in self.here.pieces.values() if p.side != mine and oracle.on_map(self.here, p)}

    def roads(self) -> dict[str, int]:
        """Half MPs to every hex in which the unit may end."""
        if not self.able():
            return {}
        near = self.hostile() | self.points
        near |= {n for e in near for n in oracle.beside(self.here, e)}
        best: dict[str, int] = {}
        queue, budget = [(0, self.piece.space)], allowance(self.here, self.piece, 2)
        while queue:
            used, at = heapq.heappop(queue)
            if at in best:
                continue
            best[at] = used
            for to in oracle.beside(self.here, at):
                pace = self.pace(edge_of(self.here, at, to), to)
                if pace is not None and to not in near and used + pace <= budget:
                    heapq.heappush(queue, (used + pace, to))
        return {
            s: cost
            for s, cost in best.items()
            if s != self.piece.space and oracle.stackable([self.unit, *(p.printed for p in self.friends(s))])
        }

    def pace(self, edge: Edge, to: str) -> int | None:
        """Half MPs of a hex by road: half a MP on Primary Roads for motorized and bicycle units."""
        there = len(self.friends(to))
        if not self.paved(edge) or there > 1 or self.here.board.spaces[to]["terrain"] == "sea":
            return None
        if edge.road == "primary" and ("bicycle" in self.unit.marks or not self.foot):
            return 1 + 2 * there
        return int(row("road", edge.road)[self.column]) + 2 * there


def compared_by_road(here: Position, pieces: Iterable[Piece]) -> Iterator[str]:
    """Units that Strategic Movement takes elsewhere than by the slow search."""
    for piece in pieces:
        if oracle.on_map(here, piece):
            fast = {space: way.half for space, way in strategic_reach(here, piece.uid).items()}
            slow = Strategic(here, piece).roads()
            if fast != slow:
                yield f"{piece.uid} in {piece.space}: {fast.items() ^ slow.items()}"


# --- the two compared -------------------------------------------------------------------------------------


def movable(here: Position, every: int, first: int = 0) -> list[Piece]:
    """Some of the units; none that crossed a river already, whose engineers are another question."""
    return [p for p in list(here.pieces.values())[first::every] if not here.text("crossing", p.uid)]


def test_reach_in_play() -> None:
    for n, here in enumerate(oracle.sampled()):
        assert not list(compared(here, movable(here, 24, n)))


def test_strategic_reach_in_play() -> None:
    for n, here in enumerate(oracle.sampled()):
        assert not list(compared_by_road(here, movable(here, 16, n)))


@pytest.mark.parametrize("seed", FAST)
def test_reach_on_small_boards(seed: int) -> None:
    here = oracle.small(seed)
    assert not list(compared(here, here.pieces.values()))


@pytest.mark.parametrize("seed", FAST)
def test_strategic_reach_on_small_boards(seed: int) -> None:
    here = oracle.small(seed)
    assert not list(compared_by_road(here, here.pieces.values()))


@pytest.mark.slow
@pytest.mark.parametrize("seed", SLOW)
def test_reach_on_more_boards(seed: int) -> None:
    here = oracle.small(seed)
    assert not [*compared(here, here.pieces.values()), *compared_by_road(here, here.pieces.values())]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_reach_of_most_units_in_play(seed: int) -> None:
    for n, here in enumerate(oracle.sampled(seed, 1200, 60)):
        pieces = movable(here, 5, n % 5)
        assert not [*compared(here, pieces), *compared_by_road(here, pieces)]
