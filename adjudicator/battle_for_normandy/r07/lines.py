"""Section 7.3: Lines of Supply: what closes a hex, what a step costs, and how far a line reaches.

Lines are searched from where they end, so that one search serves every unit around an HQ or a source. A line
crosses an unbridged stream or river only beside the unit that traces it: such steps end a search.
"""

from __future__ import annotations

import functools
import heapq
from collections.abc import Callable, Collection, Hashable, Iterable, KeysView, Mapping

from adjudicator.battle_for_normandy import r21_part, terms
from adjudicator.battle_for_normandy.r07.ground import Lanes, Priced, lanes
from adjudicator.battle_for_normandy.r07.searches import Searches, barred, searches, spanned
from adjudicator.battle_for_normandy.r14_bridges import blown
from adjudicator.citation import rule
from adjudicator.position import State, View
from adjudicator.search import follow
from maps.board import Board
from module_builder.vassal.values import dataclass

__all__ = [
    "HQ_MPS",
    "UNIT_HEXES",
    "UNIT_MPS",
    "Area",
    "Circle",
    "Flood",
    "area",
    "circle",
    "flood",
    "line_of_any_length",
    "line_of_mps",
    "ranges",
    "why_barred",
    "within_mps",
]

UNIT_HEXES, UNIT_MPS, HQ_MPS = 6, 6, 20


# --- what closes a hex ------------------------------------------------------------------------------------


def why_barred(view: View, space: str, side: str) -> str:
    """What keeps a line of a side out of a hex; empty when nothing does."""
    name = view.board.name(space)
    there = [p for p in terms.enemies(view, space, side) if terms.has_zoc(p.printed)]
    if there:
        return f"{name} is occupied by {terms.titles(there)}"
    if out := r21_part.faults(view, space):
        return out[0].text
    if space in barred(view, side):
        near = [p for n in terms.neighbours(space) for p in terms.enemies(view, n, side)]
        return (
            f"{name} is vacant and in the EZOC of {terms.titles(p for p in near if terms.has_zoc(p.printed))}"
        )
    return ""


@rule("7.3.3")
def ranges(view: View) -> tuple[int, int, int]:
    """Hexes and MPs of a unit's line, and MPs of an HQ's: half of them in Heavy Rain and Storm.

    Returns
    -------
    tuple of int
        6, 6, 20 or 3, 3, 10.
    """
    half = 2 if terms.is_bad_weather(view) else 1
    return UNIT_HEXES // half, UNIT_MPS // half, HQ_MPS // half


# --- lines of any length ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Flood:
    """Every hex joined to a source, with the next hex on its way.

    Parameters
    ----------
    toward
        Hex -> next hex; empty for a source.
    wet
        Hex -> hexes beyond unbridged water beside it, which only a line that begins there may cross.

    Examples
    --------
    >>> Flood({"c3014": "c3015", "c3015": ""}, {"c3013": (("c3014", 36),)}).path("c3013")
    ('c3013', 'c3014', 'c3015')
    """

    toward: Mapping[str, str]
    wet: Mapping[str, tuple[tuple[str, int], ...]]

    def _over(self, space: str) -> str:
        """A joined hex beyond the water beside a hex; empty without one."""
        return next((to for to, _ in self.wet[space] if to in self.toward), "")

    def __contains__(self, space: object) -> bool:
        return space in self.toward or bool(self._over(str(space)))

    def hexes(self) -> frozenset[str]:
        """Every joined hex."""
        return frozenset((*self.toward, *(to for here in self.toward for to, _ in self.wet[here])))

    def path(self, space: str) -> tuple[str, ...]:
        """The way from a joined hex to its source, both included."""
        found = [space] if space in self.toward else [space, self._over(space)]
        while self.toward[found[-1]]:
            found.append(self.toward[found[-1]])
        return tuple(found)


@rule("7.3.1", "7.3.2")
def flood(view: View, side: str, ends: Iterable[str]) -> Flood:
    """Join every hex that can be joined to some ends, at any length."""
    state = terms.state_of(view)
    closed = barred(state, side)
    open_ends = tuple([end for end in ends if end not in closed])
    return _flooded(state.board, blown(state), spanned(state), closed, open_ends)


@functools.lru_cache(maxsize=64)
def _flooded(
    board: Board, down: frozenset[str], built: frozenset[str], closed: frozenset[str], ends: tuple[str, ...]
) -> Flood:
    """A flood; positions that differ in nothing that it depends on share one."""
    now = lanes(board, down, built)
    around, toward = now.around, {end: "" for end in ends if terms.is_land(board, end)}
    seen, queue = {*closed, *toward}, list(toward)
    for here in queue:
        for other in around[here]:
            if other not in seen:
                seen.add(other)
                toward[other] = here
                queue.append(other)
    return Flood(toward, now.wet)


@rule("7.3.1", "7.3.2")
def line_of_any_length(view: View, side: str, start: str, ends: Collection[str]) -> tuple[str, ...]:
    """The shortest line of a corps HQ to one of some ends, at any length; empty where there is none.

    Parameters
    ----------
    start
        Where the HQ stands; its line may cross water beside it.

    Returns
    -------
    tuple of str
        From the HQ to the end.
    """
    goals = frozenset(ends)
    return searches(view, side).get(("any length", start, goals), lambda on: _nearest_end(on, start, goals))


def _nearest_end(on: Searches, start: str, ends: frozenset[str]) -> tuple[tuple[str, ...], KeysView[str]]:
    """The line; it hangs on all of the ends, since they give the search its direction."""
    closed, now, lengths = on.closed, on.lanes, {start: 0}
    goals = frozenset(end for end in ends if end not in closed and terms.is_land(on.board, end))
    if not goals or not terms.is_land(on.board, start):
        return (), dict.fromkeys((start, *ends)).keys()
    path = _by_distance(now, closed, goals, start, lengths)
    return path, dict.fromkeys((*lengths, *ends)).keys()


def _by_distance(
    now: Lanes, closed: Collection[str], goals: frozenset[str], start: str, lengths: dict[str, int]
) -> tuple[str, ...]:
    """Search for the nearest of some goals, those hexes first from which it is not far."""
    before, far = {start: ""}, _nearest(goals)
    queue = [(far[start], 0, start)]
    while queue:
        _, length, here = heapq.heappop(queue)
        if here in goals:
            return follow(before, here)
        if length > lengths[here]:
            continue
        beyond = [to for to, _ in now.wet[start]] if here == start else []
        for other in (*now.around[here], *beyond):
            if other not in closed and length + 1 < lengths.get(other, length + 2):
                before[other], lengths[other] = here, length + 1
                heapq.heappush(queue, (length + 1 + far[other], length + 1, other))
    return ()


class _Nearest(dict[str, int]):
    """Hex -> how far the nearest of some goals is; goals seldom change from one position to the next."""

    def __init__(self, goals: frozenset[str]) -> None:
        super().__init__()
        self._goals = goals

    def __missing__(self, space: str) -> int:
        found = self[space] = min([terms.distance(space, goal) for goal in self._goals])
        return found


@functools.lru_cache(maxsize=32)
def _nearest(goals: frozenset[str]) -> _Nearest:
    return _Nearest(goals)


# --- lines of a limited length ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Area:
    """Hexes from which a line of limited length reaches one of some ends.

    Parameters
    ----------
    cost
        Hex -> length of its line: hexes, or sixths of MPs.
    toward
        Hex -> next hex on it; empty for an end.
    wet
        Hex -> hexes beyond unbridged water beside it, with the cost of crossing.
    most
        How long a line may be.
    step
        What crossing water costs: 1 where hexes are counted, 0 where the cost is in `wet`.
    free
        Whether the water beside the one that traces costs nothing.

    Examples
    --------
    >>> Area({"c3014": 0}, {"c3014": ""}, {"c3014": (), "c3013": (("c3014", 36),)}, 6, 1).path("c3013")
    ('c3013', 'c3014')
    """

    cost: Mapping[str, int]
    toward: Mapping[str, str]
    wet: Mapping[str, tuple[tuple[str, int], ...]]
    most: int
    step: int = 0
    free: bool = False

    def _over(self, space: str) -> tuple[int, str] | None:
        """Length of the best line over the water beside a hex, and the hex beyond."""
        cost = self.cost
        if not self.wet[space]:
            return None
        prices = ((to, 0 if self.free else price) for to, price in self.wet[space])
        ways = ((cost[to] + (self.step or price), to) for to, price in prices if to in cost)
        best = min(ways, default=None)
        return best if best is not None and best[0] <= self.most else None

    def __contains__(self, space: object) -> bool:
        return space in self.cost or self._over(str(space)) is not None

    def length(self, space: str) -> int:
        """Length of the line from a hex of the area."""
        over = self._over(space)
        known = [n for n in (self.cost.get(space), over[0] if over else None) if n is not None]
        return min(known)

    def path(self, space: str) -> tuple[str, ...]:
        """The way from a hex of the area to its end, both included."""
        found, over = [space], self._over(space)
        if over is not None and over[0] < self.cost.get(space, over[0] + 1):
            found.append(over[1])
        while self.toward[found[-1]]:
            found.append(self.toward[found[-1]])
        return tuple(found)

    def hexes(self) -> frozenset[str]:
        """Every hex of the area."""
        over = {to for here in self.cost for to, _ in self.wet[here]}
        return frozenset((*self.cost, *(space for space in over if self._over(space) is not None)))


@rule("7.3.1", "7.3.2")
def area(view: View, side: str, ends: Collection[str], *, hexes: int) -> Area:
    """Hexes from which a line of some hexes reaches one of some ends.

    Parameters
    ----------
    hexes
        Most hexes of a line, the first not counted.
    """
    return _area(searches(view, side), tuple(ends), hexes)


def _area(on: Searches, ends: tuple[str, ...], hexes: int) -> Area:
    return on.get(_near_key(ends, hexes), lambda on: _counted(on, ends, hexes))


def _near_key(ends: tuple[str, ...], hexes: int) -> Hashable:
    return "hexes", ends, hexes


def _counted(on: Searches, ends: tuple[str, ...], hexes: int) -> tuple[Area, KeysView[str]]:
    closed, now = on.closed, on.lanes
    around = now.around
    cost = {end: 0 for end in ends if end not in closed and terms.is_land(on.board, end)}
    toward, edge = dict.fromkeys(cost, ""), list(cost)
    for length in range(1, hexes + 1):
        following = []
        for here in edge:
            for other in around[here]:
                if other not in cost and other not in closed:
                    cost[other], toward[other] = length, here
                    following.append(other)
        edge = following
    return Area(cost, toward, now.wet, hexes, 1), _met(cost, ends)


def _met(cost: Mapping[str, int], ends: Iterable[str]) -> KeysView[str]:
    """Hexes on which a search hangs: those that it came to, and where it would have begun."""
    return {**cost, **dict.fromkeys(ends, 0)}.keys()


@rule("7.3.1", "7.3.2")
def within_mps(view: View, side: str, ends: Collection[str], *, mps: int, free_water: bool = False) -> Area:
    """Hexes from which a line of some MPs reaches one of some ends, at infantry rates in any weather.

    Parameters
    ----------
    mps
        Most MPs of a line.
    free_water
        Whether the water beside the one that traces costs nothing: an HQ counts from the far side.

    Returns
    -------
    Area
        Lengths in sixths of an MP.
    """
    return _within(searches(view, side), tuple(ends), mps * terms.MP, free_water=free_water)


def _within(on: Searches, ends: tuple[str, ...], most: int, *, free_water: bool = False) -> Area:
    return on.get(
        _far_key(ends, most, free_water=free_water), lambda on: _paid(on, ends, most, free_water=free_water)
    )


def _far_key(ends: tuple[str, ...], most: int, *, free_water: bool = False) -> Hashable:
    return "mps", ends, most, free_water


def _paid(on: Searches, ends: tuple[str, ...], most: int, *, free_water: bool) -> tuple[Area, KeysView[str]]:
    starts = [end for end in ends if terms.is_land(on.board, end)]
    cost, toward = _spread(on.lanes.backward, on.closed, starts, most, frozenset())
    return Area(cost, toward, on.lanes.wet, most, free=free_water), _met(cost, ends)


class Circle:
    """Hexes from which a unit's line reaches some ends (7.3.1): within some hexes, or else within some MPs.

    Parameters
    ----------
    on
        The ground.
    ends
        Where lines end.
    hexes, mps
        Most of either.

    Examples
    --------
    >>> nowhere = Board([], [])
    >>> on = Searches(nowhere, lanes(nowhere, frozenset(), frozenset()), frozenset())
    >>> Circle(on, (), 6, 6).known()
    (None, None)
    """

    __slots__ = ("_far", "_near", "ends", "hexes", "most", "on")

    def __init__(self, on: Searches, ends: tuple[str, ...], hexes: int, mps: int) -> None:
        self.on, self.ends, self.hexes, self.most = on, ends, hexes, mps * terms.MP
        self._near, self._far = self.known()

    def around(self, space: str) -> tuple[Area, str] | None:
        """The area in which a hex lies, and how its lines are measured: ``hexes``, or ``sixths`` of MPs."""
        near = self._near or _area(self.on, self.ends, self.hexes)
        if space in near.cost or space in near:
            return near, "hexes"
        far = self._far or _within(self.on, self.ends, self.most)
        if self._far is None or self._near is None:
            self._near, self._far = self.known()
        return (far, "sixths") if space in far.cost or space in far else None

    def known(self) -> tuple[Area | None, Area | None]:
        """Both areas, as far as they were looked for and nothing was heard meanwhile."""
        return self.on.known(_near_key(self.ends, self.hexes)), self.on.known(_far_key(self.ends, self.most))


@rule("7.3.1")
def circle(view: View, side: str, name: str, ends: Callable[[State], Iterable[str]]) -> Circle:
    """Hexes from which units of a side reach some ends, computed once for each position.

    Parameters
    ----------
    name
        Says which ends are meant.
    ends
        Finds them.
    """
    return terms.derived(view, f"lines/{side}/{name}", lambda state: _circle(state, side, ends))


def _circle(state: State, side: str, ends: Callable[[State], Iterable[str]]) -> Circle:
    hexes, mps, _ = ranges(state)
    return Circle(searches(state, side), tuple(sorted(ends(state))), hexes, mps)


@rule("7.3.1", "7.3.2")
def line_of_mps(
    view: View, side: str, start: str, ends: Collection[str], *, mps: int
) -> tuple[int, tuple[str, ...]]:
    """The line of an HQ: its length in sixths of an MP, and its hexes; no hexes where there is none.

    Parameters
    ----------
    start
        Where the HQ stands; over water beside it the count begins on the far side.
    mps
        Most MPs of the line.
    """
    goals = frozenset(ends)
    return searches(view, side).get(("to", start, goals, mps), lambda on: _onward(on, start, goals, mps))


def _onward(
    on: Searches, start: str, ends: frozenset[str], mps: int
) -> tuple[tuple[int, tuple[str, ...]], KeysView[str]]:
    closed, now, goals = on.closed, on.lanes, ends - on.closed
    if not terms.is_land(on.board, start):
        return (0, ()), {start: 0}.keys()
    starts = [start, *(to for to, _ in now.wet[start] if to not in closed)]
    cost, before = _spread(now.onward, closed - {start}, starts, mps * terms.MP, goals)
    end = next((space for space in reversed(cost) if space in goals), "")
    if not end:
        return (0, ()), cost.keys()
    path = follow(before, end)
    return (cost[end], path if path[0] == start else (start, *path)), cost.keys()


def _spread(
    table: Priced,
    closed: Collection[str],
    starts: Iterable[str],
    most: int,
    goals: Collection[str],
) -> tuple[dict[str, int], dict[str, str]]:
    """Cheapest costs from some starts, until one of the goals is reached, and the hex before each of them."""
    cost: dict[str, int] = {}
    best, beyond = dict.fromkeys(closed, -1), most + 1
    ready = [start for start in dict.fromkeys(starts) if start not in closed]
    before = dict.fromkeys(ready, "")
    best.update(dict.fromkeys(ready, 0))
    known = best.get
    queue: list[list[str]] = [ready, *([] for _ in range(most))]
    for now, ready in enumerate(queue):
        for here in ready:
            if here in cost:
                continue
            cost[here] = now
            if here in goals:
                return cost, before
            for other, price in table[here]:
                total = now + price
                if total < known(other, beyond):
                    best[other], before[other] = total, here
                    queue[total].append(other)
    return cost, before
