"""Section 8.0: what forbids a step, what a stack can pay, and a whole path checked step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from adjudicator.citation import rule
from adjudicator.inquiry import Adding, Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, Position, View
from adjudicator.ruling import Fault
from adjudicator.storm_over_normandy import cards, r08_cost, r08_stacking, r12_boxes, r13_control, terms
from maps.board import Edge, Space

__all__ = ["advance", "allowance", "check_path", "check_step", "step_faults"]


# --- what forbids a step ----------------------------------------------------------------------------------


@rule("8.0", "8.1", "12.3", "2.1.1")
def step_faults(view: View, units: Sequence[Piece], frm: str, to: str) -> list[Fault]:
    """Every reason for which units may not go from one space into another, the cost left out.

    Parameters
    ----------
    units
        Units of one side; where they stand now does not matter, except that one in `to` is counted once.
    """
    spaces, faults = view.board.spaces, list[Fault]()
    if frm not in spaces or to not in spaces:
        wrong = to if frm in spaces else frm
        return [Fault("8.0", f"there is no space {wrong!r} on the map")]
    edge = view.board.edge(frm, to)
    if edge is None:
        faults.append(Fault("8.0", f"{spaces[frm].name} and {spaces[to].name} are not adjacent"))
    elif units:
        faults += _line_faults(view, edge, units[0].side)
    faults += _lock_faults(view, units, frm)
    for piece in units:
        faults += _unit_faults(view, piece, frm, spaces[to])
    if terms.is_area(spaces[to]):
        faults += r08_stacking.room_faults(view, units, to)
    return faults


@rule("8.0")
def _line_faults(view: View, edge: Edge, side: str) -> list[Fault]:
    """Red dashed lines for everybody, the Operational Dividing Line for the Allies."""
    kind, name = view.boundary(edge, "8.0"), view.board.name
    across = f"{name(edge.a)} / {name(edge.b)}"
    if kind == "impassable":
        return [Fault("8.0", f"{across} is a red dashed line: nobody crosses it")]
    if kind == "odl" and side == terms.ALLIED:
        return [Fault("8.0", f"{across} is the Operational Dividing Line: Allied units do not cross it")]
    return []


@rule("8.0")
def _lock_faults(view: View, units: Sequence[Piece], frm: str) -> list[Fault]:
    """Allied units stay in an Area with a strongpoint."""
    allied = any(p.side == terms.ALLIED for p in units)
    if not allied or not terms.strongpoints(view, frm):
        return []
    return [
        Fault("8.0", f"Allied units do not move from {view.board.name(frm)}, which contains a strongpoint")
    ]


def _unit_faults(view: View, piece: Piece, frm: str, to: Space) -> list[Fault]:
    """Faults of one unit: it never moves, a box is closed to it, or an airborne symbol is missing."""
    faults = list[Fault]()
    if terms.is_strongpoint(piece.printed):
        faults.append(Fault("2.1.1", f"{piece.printed.title} is a strongpoint and does not move"))
    faults += r12_boxes.exit_faults(view, piece, frm)
    faults += r12_boxes.entry_faults(view, piece, to.id)
    if not terms.may_stand(view, to, piece.printed):
        army = "US" if terms.group_of(piece.printed) == "us" else "British"
        faults.append(Fault("8.0", f"{to.name} has no {army} airborne symbol for {piece.printed.title}"))
    return faults


# --- what a stack can pay ---------------------------------------------------------------------------------


@rule("8.0", "2.1.1")
def allowance(view: View, units: Sequence[Piece]) -> int:
    """Movement points of units that move together: the lowest of their movement values, and what a card adds.

    Returns
    -------
    int
        0 when a strongpoint is among them.

    Raises
    ------
    PositionError
        The position does not say the movement value of a unit.
    """
    if any(terms.is_strongpoint(p.printed) for p in units):
        return 0
    slowest = min((view.printed(p, "mf", "8.0") for p in units), default=0)
    return slowest + cards.movement_bonus(view, units)


@rule("8.0")
def _note_allowance(inquiry: Inquiry, units: Sequence[Piece]) -> int:
    points, more = allowance(inquiry, units), cards.movement_bonus(inquiry, units)
    if more:
        inquiry.note("6.2", f"a card in effect adds {many(more, 'movement point')}")
    if len(units) > 1:
        slowest = next((p.printed.title for p in units if p.printed.mf == points - more), "a strongpoint")
        inquiry.note("8.0", f"the stack has the {many(points, 'movement point')} of {slowest}", points)
    else:
        inquiry.note("8.0", f"{units[0].printed.title} has {many(points, 'movement point')}", points)
    return points


def _refuse_step(inquiry: Inquiry, units: Sequence[Piece], frm: str, to: str) -> None:
    for section, text in step_faults(inquiry, units, frm, to):
        inquiry.refuse(section, text, units=[p.uid for p in units], spaces=(to,))


@rule("8.0")
def _require_points(inquiry: Inquiry, adding: Adding, points: int, to: str) -> None:
    text = f"the way to {inquiry.board.name(to)} costs {adding.value} of {many(points, 'movement point')}"
    inquiry.require("8.0", adding.value <= points, text, text, spaces=(to,))


@rule("8.0", "12.3", "11.0")
def check_step(inquiry: Inquiry, units: Sequence[Piece], frm: str, to: str) -> int:
    """Check and price a single step, as an Assault makes it; every reason against is recorded.

    Parameters
    ----------
    units
        Units of one side that stand in `frm`.

    Returns
    -------
    int
        Movement points; 0 where the spaces are not adjacent.
    """
    _refuse_step(inquiry, units, frm, to)
    if not units or inquiry.board.edge(frm, to) is None:
        return 0
    points, adding = _note_allowance(inquiry, units), inquiry.adding("movement points")
    r08_cost.add_cost(adding, inquiry, units[0].side, frm, to)
    _require_points(inquiry, adding, points, to)
    return adding.value


# --- a whole path -----------------------------------------------------------------------------------------


@rule("8.0", "13.0")
def advance(draft: Draft, uids: Sequence[str], frm: str, to: str) -> tuple[str, ...]:
    """Let units enter a space together; control of both ends follows at once.

    Parameters
    ----------
    uids
        Ids of units in `frm`.

    Returns
    -------
    tuple of str
        Ids of the Areas that changed hands.
    """
    for uid in uids:
        draft.place(uid, to)
    return r13_control.update(draft, frm, to)


@rule("8.0", "8.1", "13.0")
def check_path(inquiry: Inquiry, units: Sequence[Piece], path: Sequence[str]) -> int:
    """Check and price a whole path, each step in the position that the steps before have made.

    Parameters
    ----------
    units
        Units of one side and one space.

    Returns
    -------
    int
        Movement points for the steps up to the first that leads nowhere.
    """
    points, adding = _note_allowance(inquiry, units), inquiry.adding("movement points")
    _check_round_trip(inquiry, units[0].space, path)
    outer, at, uids = inquiry.state, units[0].space, [p.uid for p in units]
    inquiry.state = draft = Draft(cast("Position", outer))
    try:
        for to in path:
            _refuse_step(inquiry, units, at, to)
            if inquiry.board.edge(at, to) is None:
                break
            r08_cost.add_cost(adding, inquiry, units[0].side, at, to)
            for area in advance(draft, uids, at, to):
                side = terms.controller(draft, area).capitalize()
                inquiry.note("13.0", f"{inquiry.board.name(area)} becomes {side} controlled")
            at = to
    finally:
        inquiry.state = outer
    _require_points(inquiry, adding, points, at)
    return adding.value


@rule("8.0")
def _check_round_trip(inquiry: Inquiry, start: str, path: Sequence[str]) -> None:
    """Whether a path may come to a space for the second time is an open point."""
    met = [start, *path]
    twice = [space for n, space in enumerate(met) if space in met[:n]]
    if twice and inquiry.option("round-trip") == "B":
        inquiry.refuse("8.0", f"the move comes to {inquiry.board.name(twice[0])} twice", spaces=twice)
