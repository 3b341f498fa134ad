"""Sections 9.3.1, 9.3.3, 9.3.4 and 10.0 to 10.4: units and stacks move, each once in a Round."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import r05_stacking, r09_difference, r09_parts, r15_boundary, terms
from adjudicator.dark_summer import r10_boxes as boxes
from adjudicator.dark_summer import r10_cost as costs
from adjudicator.dark_summer import r10_reach as reaching
from adjudicator.dark_summer import r10_steps as steps
from adjudicator.dark_summer.r03_victory import take_control
from adjudicator.dark_summer.r10_reach import reach
from adjudicator.dark_summer.r10_rulings import reach_ruling
from adjudicator.dark_summer.r10_steps import allowance, is_activated, step_faults
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, Position, State, View
from adjudicator.ruling import Violation
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "Move",
    "MoveStack",
    "allowance",
    "check_actor",
    "end_movement",
    "is_activated",
    "march",
    "movers",
    "owed_moves",
    "reach",
    "reach_ruling",
    "step_faults",
]

_ACTION = frozenset({"action"})
_ROUNDS = frozenset({"", "move", "combined", "reaction"})


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move one unit along adjacent spaces (10.1); it moves once in a Round.

    Parameters
    ----------
    path
        Ids of the hexes entered, in order; the id of an off-map box where it ends in one.

    Examples
    --------
    >>> Move("us-1-16", ("3304", "3305")).path
    ('3304', '3305')
    """

    unit: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveStack(Action):
    """Move several units of one space together (10.1), at the pace of the slowest.

    Parameters
    ----------
    path
        As in `Move`.

    Examples
    --------
    >>> MoveStack(("us-1-16", "us-1-18"), ("3304",)).units
    ('us-1-16', 'us-1-18')
    """

    units: tuple[str, ...]
    path: tuple[str, ...]


# --- who may move -------------------------------------------------------------------------------------------


@rule("9.3.1", "9.3.3", "9.3.4", "10.1")
def check_actor(inquiry: Inquiry, uid: str, section: str = "10.1") -> Piece | None:
    """Check that a unit may move at all in the Round in play.

    Parameters
    ----------
    section
        Section of the action.

    Returns
    -------
    Piece or None
        None when there is no such unit in play, or when it never moves.
    """
    piece = inquiry.pieces.get(uid)
    if piece is None:
        inquiry.refuse(section, f"there is no unit {uid!r}", units=(uid,))
        return None
    title, kind = piece.printed.title, inquiry.text("round-kind")
    if inquiry.require(section, kind in _ROUNDS, "", f"there is no Movement in a {kind} Round"):
        r09_parts.require_part(inquiry, "9.3", "movement", group=terms.group_of(piece.printed))
    if kind == "reaction" and piece.side == terms.GERMAN:
        failed = f"{title} has not been activated for this Reaction"
        inquiry.require("9.3.4", is_activated(inquiry, piece), f"{title} may move", failed, units=(uid,))
    moved = inquiry.flag("moved", uid)
    inquiry.require("10.1", not moved, "", f"{title} has already moved this Round", units=(uid,))
    never = steps.never_moves(inquiry, piece)
    inquiry.violations.extend(never)
    return None if never else piece


def movers(state: State) -> Iterator[Piece]:
    """Units that may still move in the Round in play, sorted by id."""
    group, reaction = state.text("round-group"), state.text("round-kind") == "reaction"
    if state.text("round-part") != "movement":
        return
    for uid, piece in sorted(state.pieces.items()):
        able = terms.group_of(piece.printed) == group and piece.printed.mf and not state.flag("moved", uid)
        if able and (not reaction or is_activated(state, piece)):
            yield piece


# --- checking a path ----------------------------------------------------------------------------------------


@rule("6.3", "10.1", "10.2")
def _check_path(inquiry: Inquiry, pieces: Sequence[Piece], path: Sequence[str]) -> None:
    """Check and price a whole path; every fault of every step is recorded."""
    _check_boxes(inquiry, pieces, path)
    mover = steps.begin(inquiry, pieces)
    for to in path:
        leg = steps.leg(inquiry, mover, to)
        inquiry.violations.extend(leg.faults)
        if to not in inquiry.board.spaces:
            return
        mover = leg.after
    inquiry.note("10.1", f"{costs.mp(mover.used)} of {costs.mp(mover.mp)} are used")
    for piece in pieces:
        inquiry.violations.extend(steps.end_faults(inquiry, piece, mover.at))
    _check_homeward(inquiry, pieces, mover.at)
    _note_stack(inquiry, pieces, mover.at)


@rule("10.4")
def _check_boxes(inquiry: Inquiry, pieces: Sequence[Piece], path: Sequence[str]) -> None:
    """The Rounds in which units move between the map and the off-map boxes."""
    if boxes.BOXES.isdisjoint({pieces[0].space, *path}):
        return
    kind = inquiry.text("round-kind").replace("-", " ")
    other = "reaction" if pieces[0].side == terms.GERMAN else "combined"
    passed = "in this Round units may move between the map and the boxes"
    failed = f"no unit moves between the map and a box in a {kind} Round"
    inquiry.require("10.4", kind in {"", "move", other}, passed, failed, units=[p.uid for p in pieces])


@rule("15.0")
def _check_homeward(inquiry: Inquiry, pieces: Sequence[Piece], end: str) -> None:
    """A unit that retreated over the Boundary comes back as far as it can."""
    if inquiry.violations or not any(r15_boundary.is_driven_over(inquiry, p) for p in pieces):
        return
    found = reaching.reach_stack(inquiry.state, [p.uid for p in pieces])
    if end not in found.destinations:
        inquiry.violations.extend(reaching.not_homeward(inquiry, pieces, end))
    else:
        inquiry.note("15.0", "it moves back over the Operational Boundary, or as near as it can")


@rule("5.2")
def _note_stack(inquiry: Inquiry, pieces: Sequence[Piece], end: str) -> None:
    joining = [p.uid for p in pieces]
    for fault in r05_stacking.stacking_faults(inquiry, end, pieces[0].side, adding=joining):
        if fault.rule != "5.0":
            inquiry.note("5.2", f"unless that changes before the end of Movement, units go: {fault.text}")


def _check_move(inquiry: Inquiry, action: Move) -> None:
    piece = check_actor(inquiry, action.unit)
    if not action.path:
        inquiry.refuse("10.1", "the path names no hex", units=(action.unit,))
    elif piece is not None:
        _check_path(inquiry, [piece], action.path)


@rule("10.1")
def _check_stack(inquiry: Inquiry, action: MoveStack) -> None:
    if not action.path or not action.units:
        inquiry.refuse("10.1", "the move names no unit or no hex")
        return
    if len(set(action.units)) < len(action.units):
        inquiry.refuse("10.1", "a unit is named twice", units=action.units)
        return
    pieces = [p for p in (check_actor(inquiry, uid) for uid in action.units) if p is not None]
    if len({p.space for p in pieces}) > 1:
        inquiry.refuse("10.1", "the units do not stand in one hex", units=action.units)
    elif len(pieces) == len(action.units):
        _check_path(inquiry, pieces, action.path)


# --- moving -------------------------------------------------------------------------------------------------


@rule("10.1", "10.4", "3.2.2")
def march(draft: Draft, uid: str, path: Sequence[str]) -> None:
    """Move a unit along a path that is legal: box entries, markers and hex control follow."""
    hexes = tuple(s for s in path if s not in boxes.BOXES)
    boxes.leave_box(draft, uid)
    take_control(draft, uid, hexes)
    if path[-1] in boxes.BOXES:
        boxes.enter_box(draft, uid, hexes[-1] if hexes else draft.pieces[uid].space, path[-1])
    else:
        draft.place(uid, path[-1])
    draft.set("moved", True, uid)
    draft.clear("retreated-to-lettered", uid)
    _clear_boundary(draft, uid)


@rule("15.0")
def _clear_boundary(draft: Draft, uid: str) -> None:
    """A unit that is back in its own Zone owes nothing more."""
    piece = draft.pieces[uid]
    group = terms.group_of(piece.printed)
    home = piece.space in boxes.BOXES or r15_boundary.depth(group, piece.space) == 0
    if draft.flag("over-boundary", uid) and (home or not r15_boundary.is_bounded(draft, group)):
        draft.clear("over-boundary", uid)


def _perform_move(draft: Draft, action: Move) -> None:
    march(draft, action.unit, action.path)


def _perform_stack(draft: Draft, action: MoveStack) -> None:
    for uid in action.units:
        march(draft, uid, action.path)


# --- the end of Movement -----------------------------------------------------------------------------------


@rule("10.1", "15.0")
def owed_moves(view: View) -> tuple[Violation, ...]:
    """Moves that must be made before the Movement of the Round in play may end.

    Returns
    -------
    tuple of Violation
        German units that can leave a C, W or S hex; Allied units that can come back over the Boundary.
    """
    if view.text("round-kind") not in _ROUNDS - {""}:
        return ()
    group, state, name = view.text("round-group"), terms.state_of(view), view.board.name
    found = []
    for piece in _in_arrears(state, group):
        if reach(state, piece.uid).destinations:
            where, title = name(piece.space), piece.printed.title
            if group == terms.GERMAN:
                fault = Violation("10.1", f"{title} must leave {where}", (piece.uid,), (piece.space,))
            else:
                text = f"{title} must move back from {where}, over the Operational Boundary"
                fault = Violation("15.0", text, (piece.uid,), (piece.space,))
            found.append(fault)
    return tuple(found)


def _in_arrears(state: State, group: str) -> Iterator[Piece]:
    """Units of a group that may not stay where they are, and have not moved."""
    if group == terms.GERMAN:
        spaces = [s for s, letter in boxes.lettered(state.board).items() if letter in {"C", "W", "S"}]
        pieces = [p for s in sorted(spaces) for p in terms.friends(state, s, terms.GERMAN)]
    else:
        own = [p for _, p in sorted(state.pieces.items()) if terms.group_of(p.printed) == group]
        pieces = [p for p in own if r15_boundary.is_driven_over(state, p)]
    for piece in pieces:
        known = piece.printed.mf is not None and not terms.is_strongpoint(piece.printed)
        if known and not state.flag("moved", piece.uid):
            yield piece


@rule("5.2", "10.1")
def end_movement(draft: Draft) -> None:
    """What follows the Movement of a Round: stranded Reinforcements by the reading chosen, and stacking."""
    if draft.text("round-group") == terms.GERMAN and draft.option("lettered-reinforcement") == "B":
        for piece in tuple(_in_arrears(draft, terms.GERMAN)):
            if draft.flag("entered", piece.uid):
                draft.place(piece.uid, terms.ELIMINATED)
    r05_stacking.enforce(draft)


# --- what may be announced ----------------------------------------------------------------------------------


def _move_options(state: State) -> Iterator[Move]:
    """Each unit by the cheapest way to each space that it reaches."""
    return itertools.chain.from_iterable(moves for _, moves in _move_parts(state))


def _move_parts(state: State) -> Iterator[tuple[str, Iterator[Move]]]:
    yield from ((piece.uid, _of_unit(state, piece.uid)) for piece in movers(state))


def _of_unit(state: State, uid: str) -> Iterator[Move]:
    found = reach(state, uid)
    yield from (Move(uid, found.path(space)) for space in found.destinations)


def _stack_options(state: State) -> Iterator[MoveStack]:
    """All units of a space together; smaller stacks are as several moves."""
    return itertools.chain.from_iterable(moves for _, moves in _stack_parts(state))


def _stack_parts(state: State) -> Iterator[tuple[str, Iterator[MoveStack]]]:
    stacks: dict[str, list[str]] = {}
    for piece in movers(state):
        if not terms.is_strongpoint(piece.printed):
            stacks.setdefault(piece.space, []).append(piece.uid)
    yield from ((uids[0], _of_stack(state, tuple(uids))) for uids in stacks.values() if len(uids) > 1)


def _of_stack(state: State, uids: tuple[str, ...]) -> Iterator[MoveStack]:
    found = reaching.reach_stack(state, uids)
    yield from (MoveStack(uids, found.path(space)) for space in found.destinations)


def _toward(before: Position, after: Position) -> Iterator[Move]:
    """Moves that lead single units to where they are in another position."""
    single = [uids for uids in r09_difference.stacks(before, after) if len(uids) == 1]
    yield from (Move(uids[0], path) for uids, path in r09_difference.travelled(before, after, single))


def _stack_toward(before: Position, after: Position) -> Iterator[MoveStack]:
    """Moves that lead stacks to where they are in another position."""
    stacks = list(r09_difference.stacks(before, after))
    yield from (MoveStack(uids, path) for uids, path in r09_difference.travelled(before, after, stacks))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        Move,
        _check_move,
        _perform_move,
        _move_options,
        "10.1",
        phases=_ACTION,
        sampled="of several ways to a space one of the cheapest is listed",
        toward=_toward,
        parts=_move_parts,
    ),
    Handler(
        MoveStack,
        _check_stack,
        _perform_stack,
        _stack_options,
        "10.1",
        phases=_ACTION,
        sampled="all units of a space together are listed, by one of the cheapest ways; parts move too",
        toward=_stack_toward,
        parts=_stack_parts,
    ),
)
