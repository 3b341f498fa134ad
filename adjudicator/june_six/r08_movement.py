"""Sections 8.1, 8.2 and 8.4: one unit moves along a path, once in an activation."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r08_cost as costs
from adjudicator.june_six import r08_make_room as room
from adjudicator.june_six import r08_steps as steps
from adjudicator.june_six import r09_stacking, r19_delay_points, r20_crossings, terms
from adjudicator.june_six.r07_activation import require_active, taken_active
from adjudicator.june_six.r08_reach import Reach, reach
from adjudicator.june_six.r09_beaches import entered
from adjudicator.june_six.r13_losses import remove
from adjudicator.position import UNKNOWN, Draft, Piece, Position, State
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "Move", "check_end", "check_mover", "crowded", "march", "movers", "settle"]

_PHASES = frozenset({"me", "re"})


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move one unit along adjacent hexes (8.11); it moves once in an activation.

    Parameters
    ----------
    path
        Ids of the hexes entered, in order; ``left`` at the end where it leaves the map.

    Examples
    --------
    >>> Move("us-1-16", ("e1940", "e1941")).path
    ('e1940', 'e1941')
    """

    unit: str
    path: tuple[str, ...]


# --- who may move -------------------------------------------------------------------------------------------


@rule("7.3", "8.11", "8.13", "8.22", "21.22")
def check_mover(
    inquiry: Inquiry, uid: str, section: str = "8.11", *, activation: bool = True
) -> Piece | None:
    """Check that a unit may move at all.

    Parameters
    ----------
    section
        Section of the action.
    activation
        Whether the activation under way is looked at.

    Returns
    -------
    Piece or None
        None when there is no such unit.
    """
    piece = inquiry.pieces.get(uid)
    if piece is None:
        inquiry.refuse(section, f"there is no unit {uid!r}", units=(uid,))
        return None
    if activation:
        require_active(inquiry, section, uid, part="movement")
    title, one = piece.printed.title, (uid,)
    gone = piece.space == terms.LEFT
    inquiry.require("8.13", not gone, "", f"{title} has left the map and may not come back", units=one)
    moved, refitted = inquiry.flag("moved", uid), inquiry.flag("refitted", uid)
    inquiry.require("8.11", not moved, "", f"{title} has already moved in this activation", units=one)
    inquiry.require("21.22", not refitted, "", f"{title} has refitted and may not move", units=one)
    for marker in ("pinned", "scattered"):
        failed = f"{title} bears a {marker.title()} marker and may not move"
        inquiry.require("8.22", not inquiry.flag(marker, uid), "", failed, units=one)
    disorder = inquiry.state.said("disorder", uid)
    if not inquiry.violations and disorder is not UNKNOWN and disorder:
        inquiry.note("8.22", f"the Disorder of {title} does not keep it from moving")
    return piece


@rule("7.56")
def movers(state: State) -> Iterator[Piece]:
    """Units that may still move in the activation under way, sorted by id; a Corps HQ after its Divisions."""
    if state.text("phase") not in _PHASES or state.text("part") != "movement":
        return
    side, flag = state.text("side"), state.flag
    waits = state.text("corps-hq") if state.text("corps-group") in {"infantry", "armored"} else ""
    for piece in (state.pieces[u] for u in taken_active(state)):
        uid = piece.uid
        if piece.side != side or uid == waits:
            continue
        if not any(flag(item, uid) for item in ("moved", "refitted", "pinned", "scattered")):
            yield piece


# --- checking a path ----------------------------------------------------------------------------------------


@rule("9.11", "8.46")
def check_end(
    inquiry: Inquiry, piece: Piece, space: str, *, by_road: bool, leaver: Piece | None = None
) -> None:
    """Check that a unit may end its movement in a space.

    Parameters
    ----------
    by_road
        Whether it came by road.
    """
    over = r09_stacking.faults(inquiry, space, piece.side, (piece.uid,))
    if over and leaver is not None:
        text = f"{over[0][1]}; {leaver.printed.title}, or another that can, makes room at once"
        inquiry.note("9.11", f"the movement of the formation is not complete: {text}")
        over = []
    for section, text in over:
        inquiry.refuse(section, text, units=(piece.uid,), spaces=(space,))
        if by_road:
            failed = f"{piece.printed.title} may not end its road movement in {inquiry.board.name(space)}"
            inquiry.refuse("8.46", failed, units=(piece.uid,), spaces=(space,))
    if not inquiry.violations and leaver is None and terms.friends(inquiry, space, piece.side):
        inquiry.note("9.11", f"the stack in {inquiry.board.name(space)} is within the limits")
    if piece.side == terms.GERMAN and r19_delay_points.stands(inquiry, space):
        inquiry.note("19.15", "the Delay Point there is absorbed")


@rule("8.11", "8.12")
def _check_path(inquiry: Inquiry, piece: Piece, path: Sequence[str]) -> None:
    mover = steps.begin(inquiry, piece)
    for to in path:
        leg = steps.leg(inquiry, mover, to)
        inquiry.violations.extend(leg.faults)
        if to not in inquiry.board.spaces:
            return
        mover = leg.after
    if mover.crossed:
        found = r20_crossings.plan(inquiry, [(piece.uid, mover.crossed[0])])
        r20_crossings.explain_help(inquiry, piece, found.helpers.get(piece.uid, ""))
    leaver = None if inquiry.violations else _leaver(terms.state_of(inquiry), mover, path)
    check_end(inquiry, piece, mover.at, by_road=mover.by_road, leaver=leaver)
    inquiry.note("8.11", f"{costs.mp(mover.used)} of {costs.mp(mover.mp)} are used")


@rule("8.46", "9.11")
def _leaver(state: State, mover: steps.Mover, path: Sequence[str]) -> Piece | None:
    """A unit that would make room in the full stack in which a unit stops, off the road."""
    piece, end = mover.piece, mover.at
    if mover.by_road or not isinstance(state, Position) or not room.may_wait(state):
        return None
    if end == terms.LEFT or not r09_stacking.faults(state, end, piece.side, (piece.uid,)):
        return None
    draft = state.draft()
    march(draft, piece.uid, path)
    after = draft.finish()
    return next((other for other, _ in room.leavers(after, end, movers(after))), None)


@rule("9.11")
def _check_leaver(inquiry: Inquiry, piece: Piece) -> None:
    """Check that a unit is one that makes room, where a stack is overfull."""
    space = room.waiting(inquiry)
    if not space:
        return
    name, title = inquiry.board.name(space), piece.printed.title
    fits = piece.space == space and not r09_stacking.faults(inquiry, space, piece.side, removing=(piece.uid,))
    inquiry.require("9.11", fits, f"{title} makes room in {name}", f"first a unit must make room in {name}")


def _check_move(inquiry: Inquiry, action: Move) -> None:
    piece = check_mover(inquiry, action.unit)
    if not action.path:
        inquiry.refuse("8.11", "the path names no hex", units=(action.unit,))
    elif piece is not None and piece.space != terms.LEFT:
        _check_leaver(inquiry, piece)
        _check_path(inquiry, piece, action.path)


# --- moving -------------------------------------------------------------------------------------------------


@rule("8.11", "9.2", "19.12", "20.21")
def march(draft: Draft, uid: str, path: Sequence[str]) -> None:
    """Move a unit along a path that is legal; crossings, Delay Points and what it occupies follow."""
    before = draft.finish()
    mover = steps.begin(before, before.pieces[uid])
    for to in path:
        mover = steps.leg(before, mover, to).after
    r20_crossings.use(draft, [(uid, frm) for frm in mover.crossed])
    r19_delay_points.taken(draft, mover.removed)
    settle(draft, uid, path)


@rule("8.11", "8.13", "19.15")
def settle(draft: Draft, uid: str, path: Sequence[str]) -> None:
    """Put a unit at the end of its path and take note of what it did."""
    piece = draft.pieces[uid]
    if not draft.text("began", uid):
        draft.set("began", piece.space, uid)
    for space in path:
        entered(draft, piece, space)
    draft.set("moved", True, uid)
    draft.set("acted-turn", True, uid)
    if path[-1] == terms.LEFT:
        remove(draft, uid, terms.LEFT)
        return
    draft.place(uid, path[-1])
    if piece.side == terms.GERMAN:
        r19_delay_points.absorb(draft, path[-1], piece.side)


@rule("9.11")
def _perform_move(draft: Draft, action: Move) -> None:
    if room.waiting(draft):
        draft.settle()
    march(draft, action.unit, action.path)
    room.ask(draft, action.path[-1], draft.pieces[action.unit].side)


@rule("9.11")
def crowded(state: State, piece: Piece, found: Reach, able: Sequence[Piece] = ()) -> Iterator[str]:
    """Hexes with a full stack in which a unit could stop, for another would make room.

    Parameters
    ----------
    able
        What `movers` yields, where it is known already.

    Yields
    ------
    str
        Ids of hexes.
    """
    if found.mover is None or not room.may_wait(state):
        return
    held = {p.space for p in able or movers(state) if p.uid != piece.uid}
    for space in sorted((found.ways.keys() & held) - {*found.destinations, piece.space}):
        mover, path = found.mover, found.path(space)
        for to in path:
            mover = steps.leg(state, mover, to).after
        if _leaver(state, mover, path) is not None:
            yield space


def _move_options(state: State) -> Iterator[Move]:
    """Each unit by the cheapest way to each space that it reaches; full stacks that would make room, too."""
    return itertools.chain.from_iterable(moves for _, moves in _move_parts(state))


def _move_parts(state: State) -> Iterator[tuple[str, Iterator[Move]]]:
    over, able = room.waiting(state), list(movers(state))
    for piece in able if not over else (p for p, _ in room.leavers(state, over, able)):
        yield piece.uid, _of_unit(state, piece, able)


def _of_unit(state: State, piece: Piece, able: Sequence[Piece]) -> Iterator[Move]:
    found = reach(state, piece.uid)
    yield from (Move(piece.uid, found.path(space)) for space in found.destinations)
    yield from (Move(piece.uid, found.path(space)) for space in crowded(state, piece, found, able))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        Move,
        _check_move,
        _perform_move,
        _move_options,
        "8.11",
        answers=frozenset({room.MAKE_ROOM}),
        phases=_PHASES,
        parts=_move_parts,
    ),
)
