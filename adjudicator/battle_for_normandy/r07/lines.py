"""Section 7.3: Lines of Supply: what closes a hex, what a step costs, and how far a line reaches.

Lines are searched from where they end, so that one search serves every unit around an HQ or a source. A line
crosses an unbridged stream or river only beside the unit that traces it: such steps end a search.
"""

from __future__ import annotations

import functools
import heapq
from collections.abc import Collection, Iterable, Mapping

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r05_zones_of_control import zoc_of
from adjudicator.battle_for_normandy.r07.ground import Lanes, Priced, lanes
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
    "Flood",
    "area",
    "barred",
    "flood",
    "lanes_of",
    "line_of_any_length",
    "line_of_mps",
    "ranges",
    "spanned",
    "why_barred",
    "within_mps",
]

UNIT_HEXES, UNIT_MPS, HQ_MPS = 6, 6, 20


# --- what closes a hex ------------------------------------------------------------------------------------


@rule("7.3", "5.4")
def barred(view: View, side: str) -> frozenset[str]:
    """Hexes that no line of a side enters: with enemy units or Strongpoints, or vacant and in an EZOC.

    Returns
    -------
    frozenset of str
        Computed once for each position.
    """
    return terms.derived(view, f"lines/{side}/barred", lambda state: _barred(state, side))


def _barred(state: State, side: str) -> frozenset[str]:
    held, own = set[str](), set[str]()
    for piece in state.pieces.values():
        unit = piece.printed
        if unit.side != side:
            if terms.has_zoc(unit) or terms.is_support(unit):
                held.add(piece.space)
        elif not terms.is_naval(unit):
            own.add(piece.space)
    return frozenset(held | (set(zoc_of(state, terms.enemy_of(side))) - own))


def why_barred(view: View, space: str, side: str) -> str:
    """What keeps a line of a side out of a hex; empty when nothing does."""
    name = view.board.name(space)
    there = [p for p in terms.enemies(view, space, side) if terms.has_zoc(p.printed)]
    if there:
        return f"{name} is occupied by {terms.titles(there)}"
    if space in barred(view, side):
        near = [p for n in terms.neighbours(space) for p in terms.enemies(view, n, side)]
        return (
            f"{name} is vacant and in the EZOC of {terms.titles(p for p in near if terms.has_zoc(p.printed))}"
        )
    return ""


@rule("14.2.1", "7.3.2")
def spanned(view: View) -> frozenset[str]:
    """Hexsides that an Allied HQ bridges."""
    return terms.derived(view, "lines/spanned", _spanned)


def _spanned(state: State) -> frozenset[str]:
    found = set[str]()
    for uid in state.subjects("bridging"):
        over, piece = state.text("bridging", uid), state.pieces.get(uid)
        if over and piece is not None and piece.space in over.split("/"):
            found.add(over)
    return frozenset(found)


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


def lanes_of(view: View) -> Lanes:
    """Steps of lines with the bridges that stand now."""
    state = terms.state_of(view)
    return lanes(state.board, blown(state), spanned(state))


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
    state = terms.state_of(view)
    closed, now = barred(state, side), lanes_of(state)
    goals = frozenset(end for end in ends if end not in closed and terms.is_land(state.board, end))
    if not goals or not terms.is_land(state.board, start):
        return ()
    before, lengths, far = {start: ""}, {start: 0}, _nearest(goals)
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
    state = terms.state_of(view)
    closed, now = barred(state, side), lanes_of(state)
    around = now.around
    cost = {end: 0 for end in ends if end not in closed and terms.is_land(state.board, end)}
    toward, edge = dict.fromkeys(cost, ""), list(cost)
    for length in range(1, hexes + 1):
        following = []
        for here in edge:
            for other in around[here]:
                if other not in cost and other not in closed:
                    cost[other], toward[other] = length, here
                    following.append(other)
        edge = following
    return Area(cost, toward, now.wet, hexes, 1)


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
    state = terms.state_of(view)
    now = lanes_of(state)
    most = mps * terms.MP
    starts = [end for end in ends if terms.is_land(state.board, end)]
    cost, toward = _spread(now.backward, barred(state, side), starts, most, frozenset())
    return Area(cost, toward, now.wet, most, free=free_water)


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
    state = terms.state_of(view)
    closed, now, goals = barred(state, side), lanes_of(state), frozenset(ends) - barred(state, side)
    if not terms.is_land(state.board, start):
        return 0, ()
    starts = [start, *(to for to, _ in now.wet[start] if to not in closed)]
    cost, before = _spread(now.onward, closed - {start}, starts, mps * terms.MP, goals)
    end = next((space for space in reversed(cost) if space in goals), "")
    if not end:
        return 0, ()
    path = follow(before, end)
    return cost[end], path if path[0] == start else (start, *path)


def _spread(
    table: Priced,
    closed: Collection[str],
    starts: Iterable[str],
    most: int,
    goals: Collection[str],
) -> tuple[dict[str, int], dict[str, str]]:
    """Cheapest costs from some starts, until one of the goals is reached, and the hex before each."""
    cost: dict[str, int] = {}
    before: dict[str, str] = {}
    best = dict.fromkeys(closed, -1)
    known, beyond = best.get, most + 1
    queue: list[list[tuple[str, str]]] = [[] for _ in range(beyond)]
    queue[0] = [(start, "") for start in dict.fromkeys(starts) if start not in closed]
    for now, ready in enumerate(queue):
        for here, frm in ready:
            if here in cost:
                continue
            cost[here], before[here] = now, frm
            if here in goals:
                return cost, before
            for other, price in table[here]:
                total = now + price
                if total < known(other, beyond):
                    best[other] = total
                    queue[total].append((other, here))
    return cost, before
