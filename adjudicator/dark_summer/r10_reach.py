"""Sections 6.3 and 10.1 to 10.4: every space that one unit, or a stack, can reach, and what bars the rest."""

from __future__ import annotations

import functools
from collections.abc import Collection, Iterator, Mapping, Sequence

from adjudicator.citation import rule
from adjudicator.dark_summer import r10_boxes as boxes
from adjudicator.dark_summer import r10_cost as costs
from adjudicator.dark_summer import r10_steps as steps
from adjudicator.dark_summer import r15_boundary, terms
from adjudicator.dark_summer.r06_zones_of_control import zoc_of
from adjudicator.hexreach import Field, Step, Table, spread, unreached
from adjudicator.position import Piece, State, View
from adjudicator.ruling import Violation
from adjudicator.silence import kept
from maps.board import Board
from module_builder.vassal.values import dataclass

__all__ = ["Reach", "barred", "not_homeward", "reach", "reach_stack", "refusals", "why_beyond"]

_Way = tuple[int, str]  # half MPs, and the space before


@dataclass(frozen=True, slots=True)
class Reach:
    """Where a unit or a stack can go.

    Parameters
    ----------
    ways
        Every space on the way with half MPs and the space before it.
    destinations
        Spaces in which it may end, the cheapest first.

    Examples
    --------
    >>> Reach(None, {}, ()).destinations
    ()
    """

    mover: steps.Mover | None
    ways: Mapping[str, _Way]
    destinations: tuple[str, ...]

    def path(self, space: str) -> tuple[str, ...]:
        """Ids of the spaces entered on the cheapest way to a space, in order.

        Parameters
        ----------
        space
            One of `ways`.
        """
        found: list[str] = []
        while self.mover is not None and space != self.mover.start:
            found.append(space)
            space = self.ways[space][1]
        return tuple(reversed(found))

    def cost(self, space: str) -> int:
        """Half MPs to a space of `ways`."""
        return self.ways[space][0]


# --- what is closed to a group ------------------------------------------------------------------------------


def barred(view: View, group: str) -> frozenset[str]:
    """Hexes that units of a group may not enter whatever they cost, the Boundary left out.

    Parameters
    ----------
    group
        ``german``, ``us`` or ``british``.
    """
    return terms.derived(view, f"barred:{group}", lambda state: _barred(state, group))


@rule("10.1", "11.9")
def _barred(state: State, group: str) -> frozenset[str]:
    side = terms.side_of_group(group)
    found = {s for s in state.occupied() if any(p.printed.side != side for p in state.units_in(s))}
    if group == terms.GERMAN:
        found |= {h for h in state.subjects("beach") if terms.is_open_beach(state, h)}
    else:
        found |= {h for h in state.subjects("exit-marker") if state.text("exit-marker", h) != group}
    return frozenset(found)


def _beyond(view: View, group: str) -> frozenset[str]:
    """Hexes of the board too far over the Boundary for a group."""
    if not r15_boundary.is_bounded(view, group):
        return frozenset()
    return _over_the_line(view.board, group)


@rule("15.0")
@functools.lru_cache(maxsize=16)
def _over_the_line(board: Board, group: str) -> frozenset[str]:
    spaces = board.spaces.values()
    return frozenset(s.id for s in spaces if terms.is_hex(s) and r15_boundary.depth(group, s.id) > 1)


# --- the search -------------------------------------------------------------------------------------------


@rule("10.1")
def reach(view: View, uid: str) -> Reach:
    """Find every space that a unit can move to, each by its cheapest way.

    Raises
    ------
    KeyError
        There is no such unit.
    """
    return reach_stack(view, (uid,))


@rule("10.1")
def reach_stack(view: View, uids: Sequence[str]) -> Reach:
    """Find every space that units of one space can move to together; see `reach`."""
    return terms.derived(view, f"reach:{','.join(uids)}", lambda state: _reach_stack(state, uids))


def _reach_stack(state: State, uids: Sequence[str]) -> Reach:
    pieces = [state.pieces[u] for u in uids]
    here = state.board.spaces.get(pieces[0].space)
    moves = here is not None and (terms.is_hex(here) or here.id in boxes.BOXES)
    if not moves or any(terms.is_strongpoint(p.printed) for p in pieces):
        return Reach(None, {}, ())
    mover = steps.begin(state, pieces)
    ways = _combined(state, mover) if mover.combined else _Search(state, mover).run()
    ends = sorted([(cost, space) for space, (cost, _) in ways.items() if _may_end(state, mover, space)])
    return Reach(mover, ways, tuple(_homeward(state, mover, [space for _, space in ends])))


@rule("15.0")
def _homeward(state: State, mover: steps.Mover, ends: list[str]) -> list[str]:
    """Ends of movement, of a unit that retreated over the Boundary only those nearest its own Zone."""
    group = terms.group_of(mover.pieces[0].printed)
    if not ends or not any(r15_boundary.is_driven_over(state, p) for p in mover.pieces):
        return ends
    best = min(_depth(group, space) for space in (*ends, mover.start))
    return [space for space in ends if _depth(group, space) == best]


def _depth(group: str, space: str) -> int:
    return 0 if space in boxes.BOXES else r15_boundary.depth(group, space)


@rule("5.0", "10.1", "15.0")
def _may_end(state: State, mover: steps.Mover, space: str) -> bool:
    if space == mover.start:
        return False
    if mover.kind.side == terms.GERMAN:
        return boxes.lettered(state.board).get(space, "") not in {"C", "W", "S"}
    if space not in state.occupied():
        return True
    return not any(steps.end_faults(state, p, space) for p in mover.pieces)


@rule("9.3.3")
def _combined(state: State, mover: steps.Mover) -> dict[str, _Way]:
    """One hex, or two by Road: few enough to try every step."""
    ways: dict[str, _Way] = {mover.start: (0, "")}
    first = [leg for to in _around(state, mover) if not (leg := steps.leg(state, mover, to)).faults]
    second = [
        (leg, last)
        for leg in first
        for to in _around(state, leg.after)
        if not (last := steps.leg(state, leg.after, to)).faults
    ]
    for leg in first:
        ways[leg.to] = (leg.after.used, mover.start)
    for leg, last in second:
        if last.to not in ways:
            ways[last.to] = (last.after.used, leg.to)
    return ways


def _around(state: State, mover: steps.Mover) -> Iterator[str]:
    """Spaces into which a step from a space could lead."""
    letters = boxes.lettered(state.board)
    if mover.at in boxes.BOXES:
        yield from letters
        return
    for _, to in state.board.neighbours(mover.at):
        if terms.is_hex(state.board.spaces[to]):
            yield to
    if mover.at in letters:
        yield from sorted(b for b, letter in boxes.LETTER_OF.items() if letter == letters[mover.at])


@kept(maxsize=64)
def _table(board: Board, kind: costs.Class) -> Table:
    """Every step that the map allows a class of units, with its cost, made once for each board."""
    return {
        space: tuple([(to, cost) for to, cost, _ in ways])
        for space, ways in costs.step_table(board, kind).items()
    }


class _Search:
    """A search for the cheapest ways over a table of steps, bounded by the allowance."""

    __slots__ = ("barred", "beyond", "budget", "mover", "side", "state", "table", "ways", "zoc")

    def __init__(self, state: State, mover: steps.Mover, *, watched: bool = True) -> None:
        group = terms.group_of(mover.pieces[0].printed)
        self.state, self.mover, self.budget = state, mover, mover.mp
        self.side = mover.kind.side
        self.table = _table(state.board, mover.kind)
        self.barred, self.beyond = barred(state, group), _beyond(state, group)
        self.zoc: Collection[str] = zoc_of(state, terms.enemy_of(self.side)) if watched else ()
        self.ways: dict[str, _Way] = {}

    def run(self) -> dict[str, _Way]:
        """Every space that can be entered, the start included."""
        start = self.mover.start
        if start in self.beyond:
            self.beyond = frozenset()
            self.table = {h: tuple(self._shallower(h)) for h in self.table}
        out, short = tuple[Step, ...](), list[tuple[int, str]]()
        if start in boxes.BOXES:
            out = tuple([(h, costs.BOX_COST) for h in self._ways_out()])
        else:
            short = [(cost, to) for to, cost in self.table[start] if cost > self.budget]
        self._spread(out)
        self._into_boxes()
        for cost, to in sorted(short):
            if to not in self.ways and self._open(start, to):
                self.ways[to] = (cost, start)
        return self.ways

    def _spread(self, out: tuple[Step, ...]) -> None:
        """Spaces that are reached over the map; `out` are the steps out of a box."""
        start, closed = self.mover.start, dict.fromkeys(self.barred | self.beyond, -1)
        patch = {start: out} if start in boxes.BOXES else {}
        over = Field(self.table, patch, closed, self.zoc, stops=True)
        found = spread(over, start, self.budget, first=out)
        self.ways = {space: (cost, found.before.get(space, "")) for space, cost in found.cost.items()}

    def _open(self, frm: str, to: str) -> bool:
        closed = to in self.barred or to in self.beyond
        return not closed and not (frm in self.zoc and to in self.zoc)

    def _shallower(self, space: str) -> Iterator[Step]:
        """Steps of a unit that was driven over the Boundary: none that leads deeper."""
        group = terms.group_of(self.mover.pieces[0].printed)
        far = max(1, r15_boundary.depth(group, space))
        return (s for s in self.table[space] if r15_boundary.depth(group, s[0]) <= far)

    def _ways_out(self) -> Iterator[str]:
        """Lettered hexes by which the units can leave the box where they are."""
        for space in boxes.lettered(self.state.board):
            known = space not in self.barred and space in self.table
            if known and not steps.leg(self.state, self.mover, space).faults:
                yield space

    def _into_boxes(self) -> None:
        """Boxes that can be entered from a Lettered hex that was reached."""
        start, found = self.mover.start, list[tuple[int, str, str]]()
        for space, letter in boxes.lettered(self.state.board).items():
            if space not in self.ways or (space in self.zoc and space != start):
                continue
            cost = self.ways[space][0] + costs.BOX_COST
            if cost > self.budget and space != start:
                continue
            for box, wanted in boxes.LETTER_OF.items():
                if wanted == letter and box != start and self._may_enter(space, box):
                    found.append((cost, box, space))
        for cost, box, space in sorted(found):
            if box not in self.ways:
                self.ways[box] = (cost, space)

    def _may_enter(self, space: str, box: str) -> bool:
        start = self.mover.start
        own = (box == boxes.EXIT_GERMAN) == (self.side == terms.GERMAN) or box == terms.CHERBOURG
        return own and not any(
            boxes.enter_faults(self.state, p, space, box, start=start) for p in self.mover.pieces
        )


# --- what bars the rest -----------------------------------------------------------------------------------


@rule("6.3", "10.1", "10.2")
def refusals(view: View, found: Reach) -> Mapping[str, tuple[Violation, ...]]:
    """Spaces next to those reached in which the units cannot end, with every reason.

    Returns
    -------
    mapping
        Where several ways lead there, the reasons of the one with fewest.
    """
    if found.mover is None:
        return {}
    state = terms.state_of(view)
    movers = _movers(state, found.mover, found)
    refused = unreached(
        found.ways,
        lambda space: _around(state, movers[space]),
        lambda frm, to: steps.leg(state, movers[frm], to).faults,
    )
    for space in found.ways.keys() - {*found.destinations, found.mover.start}:
        pieces = found.mover.pieces
        faults = tuple(f for p in pieces for f in steps.end_faults(state, p, space))
        refused[space] = faults or not_homeward(state, pieces, space)
    return dict(sorted(refused.items()))


@rule("6.3", "9.3.3", "10.1", "10.4.1")
def why_beyond(view: View, found: Reach, to: str) -> tuple[Violation, ...]:
    """Why units do not come to a space that is not even next to those that they reach.

    Parameters
    ----------
    found
        What they reach; its mover is known.
    to
        Id of another space.
    """
    mover, state = found.mover, terms.state_of(view)
    assert mover is not None  # noqa: S101 - asked of units that move
    uids, name = tuple(p.uid for p in mover.pieces), view.board.name(to)
    if to == mover.start:
        title = terms.titles(mover.pieces)
        return (Violation("10.1", f"{title} is in {name} already: a movement leads elsewhere", uids, (to,)),)
    if to in boxes.BOXES:
        faults, goals = _closed_box(state, found, to)
    else:
        faults, goals = tuple(f for p in mover.pieces for f in steps.hex_faults(state, p, to)), (to,)
    if faults:
        return faults
    if mover.combined:
        text = f"in a Combined Action Round a unit moves one hex, or two by Road: {name} is farther"
        return (Violation("9.3.3", text, uids, (to,)),)
    free = _Search(state, mover, watched=False).run()
    if any(goal in free for goal in goals):
        text = f"every way to {name} leads through an enemy ZOC, where movement ends"
        return (Violation("6.3", text, uids, (to,)),)
    return (Violation("10.1", f"{name} is too far for {costs.mp(mover.mp)}", uids, (to,)),)


@rule("10.4.1")
def _closed_box(state: State, found: Reach, box: str) -> tuple[tuple[Violation, ...], tuple[str, ...]]:
    """What bars units from a box out of every hex, and the space to come to where nothing does."""
    mover = found.mover
    assert mover is not None  # noqa: S101 - as above
    letters = boxes.lettered(state.board)
    fitting = [h for h, letter in letters.items() if letter == boxes.LETTER_OF.get(box)]
    reached = [h for h in letters if h in found.ways] or [mover.start]
    tries = [
        tuple(f for p in mover.pieces for f in boxes.enter_faults(state, p, h, box, start=mover.start))
        for h in fitting or reached
    ]
    return min(tries, key=len), (box,)


@rule("15.0")
def not_homeward(view: View, pieces: Sequence[Piece], space: str) -> tuple[Violation, ...]:
    """The fault of units that retreated over the Boundary and do not come back as far as they can."""
    text = f"{terms.titles(pieces)} retreated over the Operational Boundary and must move back, or as near"
    end = f"as possible to its own Zone, not to {view.board.name(space)}"
    return (Violation("15.0", f"{text} {end}", tuple(p.uid for p in pieces), (space,)),)


def _movers(state: State, mover: steps.Mover, found: Reach) -> dict[str, steps.Mover]:
    """The mover as it is in each space that it reached, one step on from the space before."""
    movers = {mover.start: mover}
    for space in found.ways:
        before = mover.start
        for to in found.path(space):
            if to not in movers:
                movers[to] = steps.leg(state, movers[before], to).after
            before = to
    return movers
