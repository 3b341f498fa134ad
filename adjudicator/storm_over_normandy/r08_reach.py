"""Section 8.0: every space that a stack can reach, each by its cheapest way, and what bars the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from adjudicator import search
from adjudicator.citation import rule
from adjudicator.plural import many
from adjudicator.position import Piece, State, View
from adjudicator.ruling import Violation
from adjudicator.silence import kept
from adjudicator.storm_over_normandy import r08_stacking, r08_steps, r12_boxes, r13_control, terms
from maps.board import Board
from module_builder.vassal.values import dataclass

__all__ = ["Reach", "Trip", "reach", "refusals", "round_trip", "tried"]

_Step = search.Try[str, None]
_Ways = Mapping[str, tuple[tuple[str, tuple[_Step, ...]], ...]]


@dataclass(frozen=True, slots=True)
class Reach:
    """Where units that move together can go.

    Parameters
    ----------
    points
        Movement points of the stack.
    found
        What the search reached; None when the units stand where nothing moves.

    Examples
    --------
    >>> Reach(("us-4-8",), 4, None).destinations
    ()
    """

    units: tuple[str, ...]
    points: int
    found: search.Reached[str, None] | None

    @property
    def destinations(self) -> tuple[str, ...]:
        """Ids of the spaces that can be entered, the cheapest first."""
        return tuple(self.found.arrivals)[1:] if self.found else ()

    def path(self, space: str) -> tuple[str, ...]:
        """Ids of the spaces entered on the cheapest way to one of `destinations`, in order."""
        return self.found.path(space)[1:] if self.found else ()

    def cost(self, space: str) -> int:
        """Movement points to one of `destinations`.

        Raises
        ------
        KeyError
            It is not reached.
        """
        if self.found is None:
            raise KeyError(space)
        return self.found.arrivals[space].cost


# --- what the map lets through ----------------------------------------------------------------------------


@rule("8.0", "12.3", "2.2.1")
def _may_pass(board: Board, side: str, armies: tuple[str, ...], frm: str, to: str) -> bool:
    """Whether the printed map lets units of a side, with airborne units of these armies, take a step."""
    a, b, edge = board.spaces[frm], board.spaces[to], board.edge(frm, to)
    if edge is None or edge.boundary == "impassable" or not all(b[army] for army in armies):
        return False
    if side == terms.GERMAN:
        return not terms.is_box(b)
    return edge.boundary != "odl" and not terms.is_zone(a) and not r12_boxes.is_exploitation(b)


@kept(maxsize=16)
def _ways(board: Board, side: str, armies: tuple[str, ...]) -> _Ways:
    """Steps out of every space that the map allows, each ready with the costs 1, 2 and 3."""
    tries: dict[str, tuple[_Step, ...]] = {
        space: tuple(search.Try(space, cost) for cost in (1, 2, 3)) for space in board.spaces
    }
    return {
        frm: tuple(
            (to, tries[to]) for _, to in board.neighbours(frm) if _may_pass(board, side, armies, frm, to)
        )
        for frm in board.spaces
    }


# --- what the position makes dearer or closes -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Ground:
    """What a position means for the moves of a side.

    Parameters
    ----------
    dear_in, dear_out
        Spaces that cost one point more to enter, or to leave on the way.
    locked
        Areas with strongpoints, where Allied units stay.
    room
        Room in every Area.
    """

    dear_in: frozenset[str]
    dear_out: frozenset[str]
    locked: frozenset[str]
    room: Mapping[str, int]

    def full(self, size: int) -> set[str]:
        """Areas that do not hold so many units more."""
        return {space for space, left in self.room.items() if left < size}


def _ground(view: View, side: str) -> _Ground:
    return terms.derived(view, f"ground:{side}", lambda state: _survey(state, side))


@rule("8.0", "8.1")
def _survey(state: State, side: str) -> _Ground:
    """Look at every space once."""
    spaces, there = state.board.spaces, set(state.occupied())
    areas = [s for s in spaces if terms.is_area(spaces[s])]
    held = {s for s in areas if s in there and terms.enemies(state, s, side)}
    dear = held | {s for s in areas if r13_control.holder(state, s) != side}
    if state.option("box-with-enemies") == "B":
        held |= {
            s for s in there & spaces.keys() if terms.is_zone(spaces[s]) and terms.enemies(state, s, side)
        }
    locked = {s for s in held if side == terms.ALLIED and terms.strongpoints(state, s)}
    room = {s: r08_stacking.room(state, s, side) for s in areas}
    return _Ground(frozenset(dear), frozenset(held), frozenset(locked), room)


# --- the search -------------------------------------------------------------------------------------------


@rule("8.0", "8.1", "12.3")
def reach(view: View, uids: Sequence[str]) -> Reach:
    """Find every space that units of one space can move to together, each by its cheapest way.

    Raises
    ------
    KeyError
        There is no such unit.
    PositionError
        The position does not say the movement value of a unit.
    """
    state = terms.state_of(view)
    units = [state.pieces[uid] for uid in uids]
    points, start = r08_steps.allowance(state, units), units[0].space
    if not points or start not in state.board.spaces:
        return Reach(tuple(uids), points, None)
    return Reach(tuple(uids), points, search.reach(start, _walker(state, units), budget=points))


def _armies(units: Sequence[Piece]) -> tuple[str, ...]:
    """Airborne symbols that units need."""
    return tuple(sorted({terms.symbol_for(p.printed) for p in units if terms.is_airborne(p.printed)}))


def _walker(state: State, units: Sequence[Piece]) -> Callable[[str, int], list[_Step]]:
    """Steps of a stack out of each space, as `adjudicator.search` asks for them.

    An Area that the stack has entered is its own, unless enemy units stand there; so leaving a space costs
    more only where they do.
    """
    side, size, start = units[0].side, len(units), units[0].space
    ways, ground = _ways(state.board, side, _armies(units)), _ground(state, side)
    full = ground.full(size) - {start}
    dear_in, dear_out, locked = ground.dear_in, ground.dear_out, ground.locked

    def walk(node: str, _: int) -> list[_Step]:
        if node in locked:
            return []
        more = node in dear_out
        return [tries[more + (to in dear_in)] for to, tries in ways[node] if to not in full]

    return walk


@dataclass(frozen=True, slots=True)
class Trip:
    """A way out of a space and back into it: the spaces entered, in order, and what it costs.

    Examples
    --------
    >>> Trip(("tilly", "bayeux"), 3).path[-1]
    'bayeux'
    """

    path: tuple[str, ...]
    cost: int


@rule("8.0")
def round_trip(view: View, found: Reach) -> Trip | None:
    """The cheapest way out of a space and back into it, by the reading that allows one; None without one."""
    if found.found is None or not found.destinations or view.option("round-trip") == "B":
        return None
    state = terms.state_of(view)
    units = [state.pieces[uid] for uid in found.units]
    walk, start = _walker(state, units), units[0].space
    back = {
        space: found.cost(space) + step.cost
        for space in found.destinations
        for step in walk(space, 0)
        if step.to == start and found.cost(space) + step.cost <= found.points
    }
    last = min(back, key=lambda space: back[space], default="")
    return Trip((*found.path(last), start), back[last]) if last else None


# --- what bars the rest -----------------------------------------------------------------------------------


@rule("8.0", "8.1", "12.3")
def refusals(view: View, found: Reach) -> Mapping[str, tuple[Violation, ...]]:
    """Every other Area, Landing Box and Reinforcement Box, with the nearest reasons against it.

    Returns
    -------
    mapping
        By id: too dear, barred on the last step, or cut off by what bars the nearest way.
    """
    if found.found is None:
        return {}
    state = terms.state_of(view)
    units = [state.pieces[uid] for uid in found.units]
    wide = search.reach(units[0].space, _walker(state, units))
    barred = _barred(state, units, wide)
    refused = dict[str, tuple[Violation, ...]]()
    for space in state.board.spaces.values():
        known = terms.is_area(space) or terms.is_box(space)
        if known and space.id not in found.found.arrivals:
            far = wide.arrivals.get(space.id)
            refused[space.id] = (
                (_too_dear(state, found, space.id, far.cost),) if far else _cut_off(state, space.id, barred)
            )
    return refused


def _too_dear(state: State, found: Reach, space: str, cost: int) -> Violation:
    text = f"the way to {state.board.name(space)} costs {cost} of {many(found.points, 'movement point')}"
    return Violation("8.0", text, found.units, (space,))


_Barred = Mapping[str, tuple[str, tuple[Violation, ...]]]


def _barred(state: State, units: Sequence[Piece], wide: search.Reached[str, None]) -> _Barred:
    """Spaces next to those that could be reached: from where, and the reasons, of the step with fewest."""
    barred = dict[str, tuple[str, tuple[Violation, ...]]]()
    uids = tuple(p.uid for p in units)
    for frm in wide.arrivals:
        for _, to in state.board.neighbours(frm):
            if to in wide.arrivals:
                continue
            faults = r08_steps.step_faults(state, units, frm, to)
            if to not in barred or len(faults) < len(barred[to][1]):
                barred[to] = frm, tuple(Violation(section, text, uids, (to,)) for section, text in faults)
    return barred


def _barrier(state: State, space: str, barred: _Barred) -> str:
    """The barred space nearest to one, itself where it is barred; empty when no way leads there at all."""
    if space in barred:
        return space

    def around(node: str, _: int) -> list[search.Try[str, None]]:
        return [search.Try(to) for _, to in state.board.neighbours(node)]

    near = search.trace(space, around, barred.__contains__)
    return near.path[-1] if near.found else ""


def _cut_off(state: State, space: str, barred: _Barred) -> tuple[Violation, ...]:
    """Reasons against the nearest barred space on the ways to one, its own where it is barred itself."""
    barrier, name = _barrier(state, space, barred), state.board.name(space)
    if not barrier:
        return (Violation("8.0", f"no way leads to {name}", (), (space,)),)
    faults = barred[barrier][1]
    if barrier == space:
        return faults
    return tuple(Violation(v.rule, f"{name} is cut off: {v.text}", v.units, (space,)) for v in faults)


@rule("8.0")
def tried(view: View, found: Reach, space: str) -> tuple[str, ...]:
    """The way to a space that units do not reach: all of it where it is too dear, else to where it is barred.

    Returns
    -------
    tuple of str
        Ids of the spaces entered, in order; empty where no way leads there.
    """
    if found.found is None or space not in view.board.spaces:
        return ()
    state = terms.state_of(view)
    units = [state.pieces[uid] for uid in found.units]
    wide = search.reach(units[0].space, _walker(state, units))
    if space in wide.arrivals:
        return wide.path(space)[1:]
    barred = _barred(state, units, wide)
    barrier = _barrier(state, space, barred)
    return (*wide.path(barred[barrier][0])[1:], barrier) if barrier else ()
