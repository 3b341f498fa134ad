"""Sections 6.3, 9.3.3 and 10.1: the allowance of a unit, and what forbids one step of its movement."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from adjudicator.citation import rule
from adjudicator.dark_summer import r10_boxes as boxes
from adjudicator.dark_summer import r10_cost as costs
from adjudicator.dark_summer import r15_boundary, terms
from adjudicator.dark_summer.r05_stacking import mixing_faults
from adjudicator.dark_summer.r06_zones_of_control import in_enemy_zoc, projectors
from adjudicator.dark_summer.r09_parts import was_activated
from adjudicator.dark_summer.r13_supply import explain_supply, in_supply
from adjudicator.inquiry import Adding, Inquiry
from adjudicator.position import Piece, View
from adjudicator.ruling import Fault, Violation
from maps.board import Edge
from module_builder.vassal.values import dataclass

__all__ = [
    "OOS_ALLOWANCE",
    "Leg",
    "Mover",
    "allowance",
    "begin",
    "end_faults",
    "hex_faults",
    "is_activated",
    "leg",
    "may_not_stay",
    "never_moves",
    "occupied_fault",
    "step_faults",
]

OOS_ALLOWANCE = 3
_NO_STOP = frozenset({"C", "W", "S"})
_COMBINED_HEXES = 2


@dataclass(frozen=True, slots=True)
class Mover:
    """A unit, or a stack that moves together, on its way.

    Parameters
    ----------
    start, at
        Ids of the spaces where they began and where they are.
    mp, used
        Half MPs of the slowest, and those paid.
    entered
        Hexes and boxes entered.
    stopped
        Why nothing more is possible; empty while it is.
    by_road
        Whether every step from hex to hex followed a Road.
    combined
        Whether it is a Combined Action Round.
    total
        Name of the total that `mp` comes from.

    Examples
    --------
    >>> kind = costs.Class("allied", False, False, True)
    >>> Mover((), kind, "3304", "3305", 12, 4, 1).left
    8
    """

    pieces: tuple[Piece, ...]
    kind: costs.Class
    start: str
    at: str
    mp: int
    used: int = 0
    entered: int = 0
    stopped: str = ""
    by_road: bool = True
    combined: bool = False
    total: str = ""

    @property
    def left(self) -> int:
        """Half MPs that are left."""
        return max(0, self.mp - self.used)


@dataclass(frozen=True, slots=True)
class Leg:
    """One step that was looked at.

    Parameters
    ----------
    cost
        Half MPs.
    faults
        Why it is forbidden.
    """

    to: str
    cost: int
    faults: tuple[Violation, ...]
    after: Mover


# --- who may move, and how far ----------------------------------------------------------------------------


@rule("9.3.4", "10.1")
def is_activated(view: View, piece: Piece) -> bool:
    """Whether a German unit may move in the Reaction Round in play: active, or to leave a C, W or S hex."""
    if may_not_stay(view, piece, piece.space):
        return True
    return was_activated(view, piece)


@rule("10.1", "11.5.1")
def never_moves(view: View, piece: Piece) -> tuple[Violation, ...]:
    """Why a unit moves in no Round: a Strongpoint, and whoever is in a space from where nothing moves.

    Returns
    -------
    tuple of Violation
        Empty when it is one that moves.
    """
    title, where, found = piece.printed.title, view.board.spaces.get(piece.space), list[Fault]()
    if terms.is_strongpoint(piece.printed):
        found.append(Fault("11.5.1", f"{title} is a fixed position and never moves"))
    if where is None or not (terms.is_hex(where) or where.id in boxes.BOXES):
        found.append(Fault("10.1", f"{title} is in {view.board.name(piece.space)}, from where nothing moves"))
    return tuple(Violation(section, text, (piece.uid,)) for section, text in found)


@rule("9.4.2", "10.1", "13.4")
def allowance(view: View, piece: Piece) -> int:
    """Movement Points that a unit receives as its movement begins.

    Returns
    -------
    int
        Whole MPs.
    """
    inquiry = view if isinstance(view, Inquiry) else None
    adding = Adding(inquiry, _total(piece))
    printed = view.printed(piece, "mf", "10.1")
    adding.add("10.1", f"Movement factor of {piece.printed.title}", printed, "set")
    halved = piece.printed.side == terms.GERMAN and costs.is_first_reaction(view)
    supplied = _is_supplied(view, piece)
    if not supplied and not (halved and view.option("first-reaction-supply") == "B"):
        adding.add("13.4", "it is Out of Supply", OOS_ALLOWANCE, "min")
    if halved:
        up = view.option("first-reaction-halving") == "B"
        adding.add("9.4.2", "halved in the first German Reaction", 2, "half up" if up else "half down")
        if not supplied and view.option("first-reaction-supply") == "B":
            adding.add("13.4", "it is Out of Supply", OOS_ALLOWANCE, "min")
    return adding.value


def _total(piece: Piece) -> str:
    """Name of the total that a unit's allowance is."""
    return f"Movement Allowance of {piece.printed.title}"


@rule("13.0")
def _is_supplied(view: View, piece: Piece) -> bool:
    if not isinstance(view, Inquiry):
        return bool(in_supply(view, piece.uid))
    with view.under("13.0", f"is {piece.printed.title} In Supply as its movement begins?"):
        return bool(explain_supply(view, piece.uid))


@rule("9.3.3", "10.1")
def begin(view: View, pieces: Sequence[Piece]) -> Mover:
    """A unit or stack before its first step: the slowest member decides.

    Parameters
    ----------
    pieces
        Units in one space, at least one.
    """
    points = [allowance(view, p) for p in pieces]
    if len(points) > 1 and isinstance(view, Inquiry):
        view.note("10.1", "the stack has the allowance of its slowest member", min(points))
    at = pieces[0].space
    combined = view.text("round-kind") == "combined"
    if combined and isinstance(view, Inquiry):
        view.note("9.3.3", "in a Combined Action Round a unit moves one hex, or two by Road")
    kind = costs.class_of(view, pieces)
    least = min(points)
    slowest = pieces[points.index(least)]
    return Mover(tuple(pieces), kind, at, at, 2 * least, combined=combined, total=_total(slowest))


# --- what a hex or a hexside forbids -----------------------------------------------------------------------


@rule("10.1")
def occupied_fault(view: View, piece: Piece, to: str) -> Violation | None:
    """The fault of entering a hex where enemy units stand; None where none do."""
    there = terms.enemies(view, to, piece.side)
    if not there:
        return None
    text = f"{view.board.name(to)} is occupied by enemy units: {terms.titles(there)}"
    return Violation("10.1", text, (piece.uid,), (to,))


@rule("10.1", "11.9", "15.0")
def hex_faults(view: View, piece: Piece, to: str, *, frm: str = "") -> tuple[Violation, ...]:
    """Why a unit may not enter a hex: enemy units, an Open Beach, an Exit marker, the Boundary.

    Parameters
    ----------
    frm
        Id of the hex that it leaves, for the Boundary.
    """
    unit, name, found = piece.printed, view.board.name(to), list[Fault]()
    occupied = occupied_fault(view, piece, to)
    if unit.side == terms.GERMAN:
        if terms.is_open_beach(view, to):
            found.append(Fault("11.9", f"German units may not move into {name}, an Open Beach"))
    elif (marker := view.text("exit-marker", to)) and marker != terms.group_of(unit):
        whose = "a US" if marker == terms.US else "a British"
        found.append(Fault("10.1", f"{unit.title} may not enter {name}, which holds {whose} Exit marker"))
    faults = [Violation(section, text, (piece.uid,), (to,)) for section, text in found]
    if occupied is not None:
        faults.insert(0, occupied)
    return (*faults, *r15_boundary.zone_faults(view, unit, to, frm=frm))


@rule("6.3", "10.1", "10.2")
def step_faults(view: View, piece: Piece, frm: str, to: str, *, zoc: bool = True) -> tuple[Violation, ...]:
    """Why a unit could not move from one hex into the next, Movement Points not looked at.

    Parameters
    ----------
    zoc
        Whether a step from one enemy ZOC into another counts.

    Returns
    -------
    tuple of Violation
        Every reason; empty when it could.
    """
    edge, known = view.board.edge(frm, to), view.board.spaces.get(to)
    if edge is None or known is None or not terms.is_hex(known):
        return (_not_adjacent(view, piece, frm, to),)
    faults = (*costs.crossing_faults(view, piece.printed, edge), *hex_faults(view, piece, to, frm=frm))
    if not zoc or not _both_in_zoc(view, piece, frm, to):
        return faults
    name = view.board.name
    text = f"{piece.printed.title} may not move from one enemy ZOC into another: {name(frm)} to {name(to)}"
    return (*faults, Violation("6.3", text, (piece.uid,), (frm, to)))


def _not_adjacent(view: View, piece: Piece, frm: str, to: str) -> Violation:
    name = view.board.name
    return Violation("10.1", f"{name(to)} is no hex next to {name(frm)}", (piece.uid,), (frm, to))


@rule("6.3")
def _both_in_zoc(view: View, piece: Piece, frm: str, to: str) -> bool:
    return in_enemy_zoc(view, frm, piece.side) and in_enemy_zoc(view, to, piece.side)


# --- one step of a mover -----------------------------------------------------------------------------------


@rule("6.3", "9.3.3", "10.1", "10.2", "10.4.1", "10.4.2")
def leg(view: View, mover: Mover, to: str) -> Leg:
    """Look at one step, from hex to hex, into a box, or out of one.

    Returns
    -------
    Leg
        With every fault.
    """
    edge = view.board.edge(mover.at, to)
    cost, road, faults = _look(view, mover, to, edge)
    faults = [*_ended(mover, to), *faults]
    after = dataclasses.replace(
        mover,
        at=to,
        used=mover.used + cost,
        entered=mover.entered + 1,
        by_road=mover.by_road and road,
        stopped=_stops(view, mover, to),
    )
    faults += _too_far(view, mover, after, cost)
    return Leg(to, cost, tuple(dict.fromkeys(faults)), after)


def _look(view: View, mover: Mover, to: str, edge: Edge | None) -> tuple[int, bool, list[Violation]]:
    """Cost of a step, whether it keeps to a Road, and what the map and the enemy forbid."""
    if to in boxes.BOXES:
        faults = [
            f for p in mover.pieces for f in boxes.enter_faults(view, p, mover.at, to, start=mover.start)
        ]
        _note_box(view, to, "10.4.1", None if faults else boxes.why_open(to, enters=True))
        return costs.BOX_COST, True, faults
    if mover.at in boxes.BOXES:
        faults = [f for p in mover.pieces for f in _out(view, p, mover.at, to)]
        _note_box(view, to, "10.4.2", None if faults else boxes.why_open(mover.at, enters=False))
        return costs.BOX_COST, True, faults
    faults = [f for p in mover.pieces for f in step_faults(view, p, mover.at, to)]
    known = view.board.spaces.get(to)
    if edge is None or known is None or not terms.is_hex(known) or any(f.rule == "2.4" for f in faults):
        return 0, False, faults
    if isinstance(view, Inquiry):
        return costs.explain_price(view, edge, to, mover.kind).half, bool(edge.road), faults
    return costs.price(view.board, edge, to, mover.kind).half, bool(edge.road), faults


def _note_box(view: View, to: str, section: str, why: tuple[str, str] | None) -> None:
    if isinstance(view, Inquiry):
        view.note(section, f"into {view.board.name(to)}: {costs.mp(costs.BOX_COST)}")
        if why is not None:
            view.note(*why)


@rule("10.4.2")
def _out(view: View, piece: Piece, box: str, to: str) -> tuple[Violation, ...]:
    known = view.board.spaces.get(to)
    if known is None or not terms.is_hex(known):
        return (_not_adjacent(view, piece, box, to),)
    closed = costs.impassable_hex(view, to)
    terrain = (Violation("2.4", f"{closed}: Impassable", (piece.uid,), (to,)),) if closed else ()
    return (*boxes.leave_faults(view, piece, box, to), *terrain, *hex_faults(view, piece, to))


def _ended(mover: Mover, to: str) -> list[Violation]:
    if not mover.stopped:
        return []
    in_box = "10.4.3" if mover.at in boxes.BOXES else ""
    section = in_box or ("10.4.1" if to in boxes.BOXES else "6.3")
    uids = tuple(p.uid for p in mover.pieces)
    return [Violation(section, f"its movement has ended: {mover.stopped}", uids, (mover.at,))]


@rule("6.3", "10.4.3")
def _stops(view: View, mover: Mover, to: str) -> str:
    """Why a mover may go no farther once it has entered a space."""
    name = view.board.name
    if to in boxes.BOXES:
        return f"it has entered {name(to)}"
    side = mover.pieces[0].side
    if not in_enemy_zoc(view, to, side):
        return ""
    origins = ", ".join(name(o) for o in projectors(view, to, side))
    text = f"{name(to)} is in an enemy ZOC, out of {origins}"
    if isinstance(view, Inquiry):
        view.note("6.3", f"{text}: the unit must stop there")
    return text


@rule("9.3.3", "10.1")
def _too_far(view: View, mover: Mover, after: Mover, cost: int) -> list[Violation]:
    """What the allowance, or the Combined Action Round, forbids."""
    name, uids, faults = view.board.name(after.at), tuple(p.uid for p in mover.pieces), list[Violation]()
    if after.used > mover.mp:
        if mover.entered:
            text = (
                f"{name} costs {costs.mp(cost)}, and {costs.mp(mover.left)} of {costs.mp(mover.mp)} are left"
            )
            faults.append(Violation("10.1", text, uids, (after.at,), mover.total))
        elif isinstance(view, Inquiry):
            view.note("10.1", f"it lacks the MPs, but may always move one hex: {name}")
    if mover.combined and after.entered > 1 and not _two_by_road(mover, after):
        text = f"in a Combined Action Round a unit moves one hex, or two by Road, not on to {name}"
        faults.append(Violation("9.3.3", text, uids, (after.at,)))
    return faults


@rule("9.3.3", "10.4.1", "10.4.2")
def _two_by_road(mover: Mover, after: Mover) -> bool:
    """Whether a second hex of a Combined Action Round is reached by Road, or is a box at its end."""
    there_and_back = mover.start in boxes.BOXES and after.at in boxes.BOXES
    return after.by_road and after.entered == _COMBINED_HEXES and not there_and_back


# --- where movement may end ---------------------------------------------------------------------------------


@rule("10.1")
def may_not_stay(view: View, piece: Piece, space: str) -> bool:
    """Whether a hex is a C, W or S hex in which a German unit may not end a Movement or Reaction Round."""
    return piece.side == terms.GERMAN and terms.letter(view, space) in _NO_STOP


@rule("5.0", "10.1")
def end_faults(view: View, piece: Piece, space: str) -> tuple[Violation, ...]:
    """Why a unit may not end its movement in a space."""
    if space in boxes.BOXES:
        return ()
    if may_not_stay(view, piece, space):
        letter = terms.letter(view, space)
        text = f"{piece.printed.title} may not end its movement in {view.board.name(space)}, a {letter} hex"
        return (Violation("10.1", text, (piece.uid,), (space,)),)
    return mixing_faults(view, space, piece)
