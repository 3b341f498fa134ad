"""Sections 8.1, 8.4 and 11.1: every space that one unit can move to, and what bars the rest."""

from __future__ import annotations

import functools
import heapq
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field

from adjudicator.citation import rule
from adjudicator.hexreach import unreached
from adjudicator.june_six import r01_part, terms
from adjudicator.june_six import r08_cost as costs
from adjudicator.june_six import r08_landing as landing
from adjudicator.june_six import r08_steps as steps
from adjudicator.june_six import r19_delay_points as delay
from adjudicator.june_six.r08_step_tables import river_table, table_of
from adjudicator.june_six.r09_stacking import Count, counts, faults, fits
from adjudicator.june_six.r11_zones_of_control import zoc_of
from adjudicator.june_six.r20_crossings import WITHIN, reaches_hq, ready_hq
from adjudicator.position import Piece, State, View
from adjudicator.ruling import Violation
from adjudicator.silence import kept
from maps.board import Board
from maps.filing import Filing, by_filing
from module_builder.vassal.values import dataclass

__all__ = ["Layer", "Reach", "layer", "reach", "refusals"]

_Way = tuple[int, str]  # half MPs, and the space before
_Mark = tuple[int, int, bool, bool]
_Label = tuple[int, tuple[str, ...], frozenset[str]]  # half MPs, spaces entered, Delay Points taken off
_Queue = defaultdict[int, dict[str, str]]  # half MPs -> space entered -> the space before


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a unit can go.

    Parameters
    ----------
    ways
        Every space on the way with half MPs and the space before it.
    destinations
        Spaces in which it may end, the cheapest first.
    detours
        Whole ways, where one may lead over Delay Points that have to come off first.

    Examples
    --------
    >>> Reach(None, {}, ()).destinations
    ()
    """

    mover: steps.Mover | None
    ways: Mapping[str, _Way]
    destinations: tuple[str, ...]
    detours: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def path(self, space: str) -> tuple[str, ...]:
        """Ids of the spaces entered on the cheapest way to a space, in order.

        Parameters
        ----------
        space
            One of `ways`.
        """
        found: list[str] = []
        while self.mover is not None and space != self.mover.start:
            if space in self.detours:
                return (*self.detours[space], *reversed(found))
            found.append(space)
            space = self.ways[space][1]
        return tuple(reversed(found))

    def cost(self, space: str) -> int:
        """Half MPs to a space of `ways`, those spent before the first hex among them."""
        return self.ways[space][0]


@dataclass(frozen=True, slots=True)
class Layer:
    """What the units of a position change for one side, computed once for each position.

    Parameters
    ----------
    marks
        Hex -> friendly units (2 for more), half MPs more, whether in an enemy ZOC, whether a friendly combat
        unit is there; None for a hex with enemy units.
    zoc
        Hexes in the enemy ZOC.
    near
        Hexes next to Delay Points with those, for the Allied side.
    counts
        Friendly units of each space.
    """

    marks: Mapping[str, _Mark | None]
    zoc: Mapping[str, tuple[str, ...]]
    near: Mapping[str, tuple[str, ...]]
    counts: Mapping[str, Count]


def layer(view: View, side: str) -> Layer:
    """What the units of a position change for one side."""
    return terms.derived(view, f"movement:{side}", lambda state: _layer(state, side))


@rule("8.14", "8.46", "11.11", "19.11")
def _layer(state: State, side: str) -> Layer:
    enemy = terms.enemy_of(side)
    zoc, own, theirs = zoc_of(state, enemy), counts(state, side), counts(state, enemy)
    points = delay.delay_points(state) if side == terms.ALLIED else frozenset[str]()
    marks: dict[str, _Mark | None] = {}
    for space in {*zoc, *own, *points}:
        there = own.get(space)
        extra = (steps.ZOC if space in zoc else 0) + (delay.COST if space in points else 0)
        covered = there is not None and there.combat + there.flak_combat > 0
        marks[space] = (min(2, there.total) if there else 0, extra, space in zoc, covered)
    marks.update(dict.fromkeys(theirs))
    return Layer(marks, zoc, delay.near(state) if points else {}, own)


@kept(maxsize=16)
def _rim(board: Board) -> frozenset[str]:
    """Hexes at the edge of the map."""
    return frozenset(s for s in board.spaces if steps.leaves_map(s))


@by_filing
def _least(filing: Filing) -> int:
    """Half MPs of the cheapest step that there is."""
    rows = (row for group in ("terrain", "road") for row in costs.chart(filing)[group].values())
    return min(cost for row in rows for cost in (row.number("foot"), row.number("motorized")) if cost)


# --- the search -------------------------------------------------------------------------------------------


@rule("8.11", "8.12")
def reach(view: View, uid: str) -> Reach:
    """Find every space that a unit can move to, each by its cheapest way.

    Raises
    ------
    KeyError
        There is no such unit.
    """
    state = terms.state_of(view)
    piece = state.pieces[uid]
    here = state.board.spaces.get(piece.space)
    firsts = () if here is None or terms.is_hex(here) else landing.first_hexes(state, piece)
    if here is None or not (terms.is_hex(here) or firsts):
        return Reach(None, {}, ())
    mover = steps.begin(state, piece)
    search = _Search(state, mover)
    ways = search.run(firsts)
    _leave(state, search)
    stacks, unit = layer(state, piece.side).counts, piece.printed
    ends = [
        (way[0], space)
        for space, way in ways.items()
        if (space not in stacks or fits(stacks[space], unit) or space == terms.LEFT) and space != mover.start
    ]
    ends.sort()
    return Reach(mover, ways, tuple([space for _, space in ends]), search.detours)


def _note(queue: _Queue, cost: int, to: str, here: str) -> None:
    """Note a step; of several that cost the same, the one out of the first hex by its number."""
    found = queue[cost]
    if to not in found or here < found[to]:
        found[to] = here


class _Search:
    """A search for the cheapest ways over a table of steps, bounded by the allowance."""

    __slots__ = (
        "_hq", "closed", "detours", "ended", "found", "mover", "open", "rivers", "state", "stopping",
        "table", "ways",
    )  # fmt: skip

    def __init__(self, state: State, mover: steps.Mover) -> None:
        self.state, self.mover, kind = state, mover, mover.kind
        self.found, self.table = layer(state, mover.piece.side), table_of(state, kind)
        assisted = not kind.motorized and not kind.crosser
        self.rivers = river_table(state.board, kind, r01_part.outside(state)) if assisted else {}
        self.closed = _closed(state, mover.piece)
        self.ways: dict[str, _Way] = {}
        self.ended: set[str] = set()
        self.stopping: set[str] = set()  # Delay Points that stopped it
        self.detours: dict[str, tuple[str, ...]] = {}
        self.open: dict[str, tuple[int, tuple[str, ...]]] = {}  # detours that may go on, with half MPs
        self._hq: Piece | bool | None = None

    def run(self, firsts: tuple[str, ...]) -> dict[str, _Way]:
        """Every space that can be entered, the start included."""
        mover = self.mover
        self.ways[mover.start] = (mover.used, "")
        queue = _Queue(dict)
        for to in firsts:
            leg = steps.leg(self.state, mover, to)
            if not leg.faults:
                queue[leg.after.used][to] = mover.start
        if not firsts:
            leave = steps.ZOC if mover.start in self.found.zoc else 0
            self._around(queue, mover.start, mover.used + leave)
        self._spread(queue)
        most = mover.mp - 2 * _least(self.state)  # two steps more: past the Delay Point, and on
        if any(p in self.ways and p not in self.ended and self.ways[p][0] <= most for p in self.stopping):
            self._detour()
        if not firsts and self.found.near:
            self._excused()
        return self.ways

    def _spread(self, queue: _Queue) -> None:
        """Enter spaces in order of cost; every step costs something."""
        ways, zoc, near = self.ways, self.found.zoc, self.found.near
        for cost in range(self.mover.used, self.mover.mp + 1):
            for here, before in sorted(queue.pop(cost, {}).items()):
                if here in ways:
                    continue
                ways[here] = (cost, before)
                if here in zoc:
                    self.ended.add(here)
                elif here in near and (stopping := self._delayed(here, cost, self._entered(here))):
                    self.ended.add(here)
                    self.stopping.update(stopping)
                else:
                    self._around(queue, here, cost)

    def _entered(self, here: str) -> frozenset[str]:
        """Spaces of the way to a hex."""
        entered, before = {here}, self.ways[here][1]
        while before:
            entered.add(before)
            before = self.ways[before][1]
        return frozenset(entered)

    @rule("19.12", "19.13")
    def _detour(self) -> None:
        """Go on from Delay Points that were entered: on such ways other hexes stop the unit no more."""
        points, known = delay.delay_points(self.state), Reach(self.mover, dict(self.ways), ())
        queue: list[_Label] = []
        past: dict[str, frozenset[str]] = {"": frozenset()}
        for here, (cost, before) in known.ways.items():
            past[here] = past[before] | points.intersection({here} if before else ())
            if past[here] and here not in self.ended:
                self._onward(queue, (cost, known.path(here), past[here]), points)
        seen: dict[str, list[frozenset[str]]] = {}
        while queue:
            label = heapq.heappop(queue)
            cost, path, removed = label
            here = path[-1]
            better = here not in known.ways or cost < known.cost(here)
            fine = not better and here not in self.ended and removed <= {*known.path(here)}
            if fine or any(removed <= other for other in seen.get(here, ())):
                continue
            if better and here not in seen:
                self._replace(known, here, cost, path)
            seen.setdefault(here, []).append(removed)
            if here in self.found.zoc or (here in self.found.near and self._delayed(here, cost, removed)):
                continue
            if here in self.ended:
                self.open[here] = min((cost, path), self.open.get(here, (cost, path)))
            self._onward(queue, label, points)

    def _replace(self, known: Reach, here: str, cost: int, path: tuple[str, ...]) -> None:
        """Keep a way that is new or cheaper; where others led on from there, theirs stay as they were."""
        if here in known.ways and self.mover.start not in self.detours:
            self.detours = {space: known.path(space) for space in known.ways} | self.detours
        if here in known.ways and here not in self.ended:
            self.open[here] = (known.cost(here), known.path(here))
        self.ended.add(here)
        self.ways[here], self.detours[here] = (cost, path[-2]), path

    def _onward(self, queue: list[_Label], label: _Label, points: frozenset[str]) -> None:
        """Push the steps out of a hex on a way on which Delay Points have come off."""
        (cost, path, removed), steps_ = label, _Queue(dict)
        self._around(steps_, path[-1], cost, removed)
        for total, found in steps_.items():
            for to in found:
                heapq.heappush(queue, (total, (*path, to), removed | ({to} & points)))

    def _around(self, queue: _Queue, here: str, cost: int, removed: frozenset[str] | None = None) -> None:
        """Note the steps that can be paid; where `removed` is known, into hexes found before, too."""
        marks = self.found.marks
        ways: Mapping[str, _Way] = self.ways if removed is None else {}
        budget, choice = self.mover.mp, self.mover.kind.choice
        for to, best, other, paved in self.table[here]:
            if to in ways:
                continue
            if to not in marks:
                if cost + best <= budget:
                    found = queue[cost + best]
                    if to not in found or here < found[to]:
                        found[to] = here
                continue
            mark = marks[to] if to != self.mover.start else self._home()
            if mark is None or (mark[2] and self._kept_out(here, covered=mark[3])):
                continue
            step = best
            if mark[0]:
                by_road = mark[0] == 1 and paved < costs.BAN
                step = paved + costs.CONGESTION if by_road else other
                step = min(step, other) if choice else step
            step += mark[1] - (delay.COST if removed and to in removed else 0)
            if cost + step <= budget:
                _note(queue, cost + step, to, here)
        if here in self.rivers:
            self._assisted(queue, here, cost, removed)

    def _home(self) -> _Mark:
        """The mark of the start without the unit itself: it may come back there from a Delay Point."""
        start = self.mover.start
        _, extra, watched, covered = self.found.marks.get(start) or _NONE
        return min(2, self.found.counts[start].total - 1), extra, watched, covered

    @rule("11.13")
    def _kept_out(self, here: str, *, covered: bool) -> bool:
        """Whether a hex in an enemy ZOC is closed from a hex."""
        if self.closed == _ALL or (self.closed == _BARE and not covered):
            return True
        return not self.mover.kind.motorized and here in self.found.zoc

    @rule("8.44", "20.21")
    def _assisted(self, queue: _Queue, here: str, cost: int, removed: frozenset[str] | None) -> None:
        """Note Assisted River Crossings."""
        if not self._helped(here):
            return
        for to, step in self.rivers[here]:
            mark = self.found.marks.get(to, _NONE)
            if mark is None or (mark[2] and self._kept_out(here, covered=mark[3])):
                continue
            total = cost + step + mark[1] - (delay.COST if removed and to in removed else 0)
            if total <= self.mover.mp and (removed is not None or to not in self.ways):
                _note(queue, total, to, here)

    def _helped(self, here: str) -> bool:
        if self._hq is None:
            self._hq = ready_hq(self.state, self.mover.piece) or False
        if not isinstance(self._hq, Piece):
            return False
        if self.state.option("arc-range") == "A":
            return terms.distance(here, self._hq.space) <= WITHIN
        return reaches_hq(self.state, self.mover.piece, here, self._hq)

    @rule("19.13", "19.14")
    def _delayed(self, here: str, cost: int, removed: frozenset[str]) -> tuple[str, ...]:
        """Delay Points next to a hex that have not come off and stop the unit there."""
        left = self.mover.mp - cost
        if left <= 0:
            return ()
        best = {to: step for to, step, _, _ in self.table[here]}
        points = [p for p in self.found.near[here] if p not in removed]
        prices = [(p, best[p] + self._extra(p) if p in best else None) for p in points]
        return delay.stopping(left, prices)

    @rule("11.11", "19.11")
    def _extra(self, to: str) -> int:
        """Half MPs over the terrain for a hex without enemy units."""
        mark = self.found.marks.get(to)
        return mark[1] if mark is not None else delay.COST

    @rule("8.12")
    def _excused(self) -> None:
        """Delay Points next to the start that may be entered whatever they cost."""
        start = self.mover.start
        for point in self.found.near.get(start, ()):
            if point not in self.ways:
                leg = steps.leg(self.state, self.mover, point)
                if not leg.faults:
                    self.ways[point] = (leg.after.used, start)
                    self.ended.add(point)


_NONE: _Mark = (0, 0, False, False)
_FREE, _BARE, _ALL = 0, 1, 2


@rule("11.14", "13.12", "22.24")
def _closed(state: State, piece: Piece) -> int:
    """Which hexes in an enemy ZOC are closed to a unit: none, all, or those without a combat unit."""
    if state.number("disorder", piece.uid) or state.flag("isolated", piece.uid):
        return _ALL
    return _BARE if terms.is_support(piece.printed) else _FREE


@rule("8.13")
def _leave(state: State, search: _Search) -> None:
    """Add the cheapest way off the map."""
    mover, rim, ways = search.mover, _rim(state.board), search.ways
    exits = {at: spent for at, (spent, _) in ways.items() if at not in search.ended}
    exits |= {at: spent for at, (spent, _) in search.open.items()}
    cost = costs.chart(state)["edge"]["map"].number(mover.kind.column)
    zoc = steps.ZOC if mover.start in search.found.zoc else 0
    found = [
        (spent + cost + (zoc if at == mover.start else 0), at) for at, spent in exits.items() if at in rim
    ]
    best = min(found, default=None)
    if best is not None and best[0] <= mover.mp:
        ways[terms.LEFT] = best
        if best[1] in search.open:
            search.detours[terms.LEFT] = (*search.open[best[1]][1], terms.LEFT)


# --- what bars the rest -----------------------------------------------------------------------------------


@rule("8.12", "8.14", "8.43", "11.12", "11.13")
def refusals(view: View, found: Reach, only: str = "") -> Mapping[str, tuple[Violation, ...]]:
    """Spaces next to those reached in which the unit cannot end, with every reason.

    Parameters
    ----------
    only
        The one space asked about; empty for each.

    Returns
    -------
    mapping
        Where several ways lead there, the reasons of the one with fewest.
    """
    if found.mover is None:
        return {}
    state, piece = terms.state_of(view), found.mover.piece
    along = _walk(state, found.mover)
    refused = unreached(
        dict.fromkeys(space for space in found.ways if space != terms.LEFT),  # of equal reasons the first
        lambda space: (to for to in _next(state, piece, space) if only in {"", to}),
        lambda frm, to: steps.leg(state, along(tuple(found.path(frm))), to).faults,
    )
    stays = found.ways.keys() - {*found.destinations, found.mover.start}
    for space in stays & {only} if only else stays:
        over = faults(state, space, piece.side, (piece.uid,))
        refused[space] = tuple(Violation(s, t, (piece.uid,), (space,)) for s, t in over)
    return dict(sorted(refused.items()))


def _next(state: State, piece: Piece, space: str) -> Iterator[str]:
    """Hexes into which a step from a space could lead."""
    if space == terms.POOL:
        yield from landing.first_hexes(state, piece)
        return
    for _, to in state.board.neighbours(space):
        if terms.is_hex(state.board.spaces[to]):
            yield to


def _walk(state: State, mover: steps.Mover) -> Callable[[tuple[str, ...]], steps.Mover]:
    """The mover as it is at the end of a path: each of its beginnings is walked once."""

    @functools.cache
    def along(path: tuple[str, ...]) -> steps.Mover:
        return steps.leg(state, along(path[:-1]), path[-1]).after if path else mover

    return along
