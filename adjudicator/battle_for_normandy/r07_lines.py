"""Section 7.3: Lines of Supply: what closes a hex, what a step costs, and how far a line reaches.

Lines are searched from where they end, so that one search serves every unit around an HQ or a source. A line
crosses an unbridged stream or river only beside the unit that traces it: such steps end a search.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r05_zones_of_control import zoc_of
from adjudicator.battle_for_normandy.r07_ground import Ground, Step, ground
from adjudicator.battle_for_normandy.r14_bridges import blown
from adjudicator.citation import rule
from adjudicator.position import State, View
from maps.board import Board, edge_id

__all__ = [
    "HQ_MPS", "UNIT_HEXES", "UNIT_MPS", "Area", "Flood", "area", "barred", "flood", "is_wet",
    "ranges", "spanned", "why_barred", "within_mps",
]  # fmt: skip

UNIT_HEXES, UNIT_MPS, HQ_MPS = 6, 6, 20


# --- what closes a hex ------------------------------------------------------------------------------------


@rule("7.3", "5.4")
def barred(view: View, side: str) -> frozenset[str]:
    """Hexes that no line of a side enters: with enemy units or Strongpoints, or vacant and in an EZOC.

    Parameters
    ----------
    view
        The position.
    side
        Whose lines.

    Returns
    -------
    frozenset of str
        Computed once for each position.
    """
    return terms.derived(view, f"line-barred:{side}", lambda state: _barred(state, side))


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
    """What keeps a line of a side out of a hex; empty when nothing does.

    Parameters
    ----------
    view
        The position.
    space
        The hex.
    side
        Whose line.

    Returns
    -------
    str
    """
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


@rule("7.3.2", "14.1", "14.2.1")
def is_wet(view: View, step: Step, frm: str) -> bool:
    """Whether a step crosses a stream or river that is not bridged now.

    Parameters
    ----------
    view
        The position.
    step
        The step, as `ground` lists it.
    frm
        Where it begins.

    Returns
    -------
    bool
    """
    if not step.water:
        return False
    standing = step.bridged and edge_id(frm, step.to) not in blown(view)
    return not standing and edge_id(frm, step.to) not in spanned(view)


@rule("14.2.1", "7.3.2")
def spanned(view: View) -> frozenset[str]:
    """Hexsides that an Allied HQ bridges."""
    return terms.derived(view, "spanned", _spanned)


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

    Parameters
    ----------
    view
        The position.

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
    over
        Hex joined only over water beside it -> the hex behind the water.

    Examples
    --------
    >>> Flood({"c3014": "c3015", "c3015": ""}, {}).path("c3014")
    ('c3014', 'c3015')
    """

    toward: Mapping[str, str]
    over: Mapping[str, str]

    def __contains__(self, space: object) -> bool:
        return space in self.toward or space in self.over

    def path(self, space: str) -> tuple[str, ...]:
        """The way from a joined hex to its source, both included."""
        found = [space]
        if space not in self.toward:
            found.append(self.over[space])
        while self.toward[found[-1]]:
            found.append(self.toward[found[-1]])
        return tuple(found)


@rule("7.3.1", "7.3.2")
def flood(view: View, side: str, ends: Iterable[str]) -> Flood:
    """Join every hex that can be joined to some ends, at any length.

    Parameters
    ----------
    view
        The position.
    side
        Whose lines.
    ends
        Hexes in which lines end.

    Returns
    -------
    Flood
    """
    state = terms.state_of(view)
    closed, table = barred(state, side), ground(state.board)
    down, built = blown(state), spanned(state)
    toward: dict[str, str] = {end: "" for end in ends if end not in closed and end in table}
    over: dict[str, str] = {}
    queue = list(toward)
    for here in queue:
        for step in table[here]:
            other = step.to
            if other in toward:
                continue
            if step.water and _unbridged(step, here, down, built):
                over.setdefault(other, here)
            elif other not in closed:
                toward[other] = here
                queue.append(other)
    return Flood(toward, over)


def _unbridged(step: Step, here: str, down: frozenset[str], built: frozenset[str]) -> bool:
    if step.bridged and not down and not built:
        return False
    crossing = edge_id(here, step.to)
    return not (step.bridged and crossing not in down) and crossing not in built


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
    over
        Hex that reaches an end only over water beside it -> length, and the hex behind the water.

    Examples
    --------
    >>> Area({"c3014": 0}, {"c3014": ""}, {"c3013": (1, "c3014")}).path("c3013")
    ('c3013', 'c3014')
    """

    cost: Mapping[str, int]
    toward: Mapping[str, str]
    over: Mapping[str, tuple[int, str]]

    def __contains__(self, space: object) -> bool:
        return space in self.cost or space in self.over

    def length(self, space: str) -> int:
        """Length of the line from a hex."""
        own, wet = self.cost.get(space), self.over.get(space)
        if own is None:
            assert wet is not None  # noqa: S101 - asked only of a hex of the area
            return wet[0]
        return own if wet is None else min(own, wet[0])

    def path(self, space: str) -> tuple[str, ...]:
        """The way from a hex to its end, both included."""
        found = [space]
        own, wet = self.cost.get(space), self.over.get(space)
        if wet is not None and (own is None or wet[0] < own):
            found.append(wet[1])
        while self.toward[found[-1]]:
            found.append(self.toward[found[-1]])
        return tuple(found)


@rule("7.3.1", "7.3.2")
def area(view: View, side: str, ends: Collection[str], *, hexes: int) -> Area:
    """Hexes from which a line of some hexes reaches one of some ends.

    Parameters
    ----------
    view
        The position.
    side
        Whose lines.
    ends
        Hexes in which lines end.
    hexes
        Most hexes of a line, the first not counted.

    Returns
    -------
    Area
    """
    state = terms.state_of(view)
    closed, table = barred(state, side), ground(state.board)
    down, built = blown(state), spanned(state)
    cost = {end: 0 for end in ends if end in table and end not in closed}
    toward, over = dict.fromkeys(cost, ""), dict[str, tuple[int, str]]()
    edge = list(cost)
    for length in range(1, hexes + 1):
        following = []
        for here in edge:
            for step in table[here]:
                other = step.to
                if other in cost:
                    continue
                if step.water and _unbridged(step, here, down, built):
                    over.setdefault(other, (length, here))
                elif other not in closed:
                    cost[other], toward[other] = length, here
                    following.append(other)
        edge = following
    return Area(cost, toward, over)


@rule("7.3.1", "7.3.2")
def within_mps(view: View, side: str, ends: Collection[str], *, mps: int, free_water: bool = False) -> Area:
    """Hexes from which a line of some MPs reaches one of some ends, at infantry rates in any weather.

    Parameters
    ----------
    view
        The position.
    side
        Whose lines.
    ends
        Hexes in which lines end.
    mps
        Most MPs of a line.
    free_water
        Whether the water beside the tracing HQ costs nothing: its line counts from the far side.

    Returns
    -------
    Area
        Lengths in sixths of an MP.
    """
    state = terms.state_of(view)
    closed, table = barred(state, side), _backward(state.board)
    down, built = blown(state), spanned(state)
    most = mps * terms.MP
    cost: dict[str, int] = {}
    toward: dict[str, str] = {}
    over: dict[str, tuple[int, str]] = {}
    queue: defaultdict[int, dict[str, str]] = defaultdict(dict)
    queue[0].update((end, "") for end in ends if end in table and end not in closed)
    for now in range(most + 1):
        for here, before in queue.pop(now, {}).items():
            if here in cost:
                continue
            cost[here], toward[here] = now, before
            for step in table[here]:
                other, total = step.to, now + step.cost
                if step.water and _unbridged(step, here, down, built):
                    length = now if free_water else now + step.wet
                    if length <= most and (other not in over or length < over[other][0]):
                        over[other] = (length, here)
                elif total <= most and other not in cost and other not in closed:
                    queue[total].setdefault(other, here)
    return Area(cost, toward, over)


@functools.lru_cache(maxsize=16)
def _backward(board: Board) -> Ground:
    """The steps that lead into each hex, with where they come from in place of where they lead."""
    found: dict[str, list[Step]] = {space: [] for space in ground(board)}
    for frm, steps in ground(board).items():
        for step in steps:
            found[step.to].append(Step(frm, step.cost, step.wet, step.water, step.bridged))
    return {space: tuple(steps) for space, steps in found.items()}
