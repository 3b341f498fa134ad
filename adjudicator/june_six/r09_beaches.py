"""Sections 5.22, 9.2 and 19.43: a hex is occupied: control, Beach Engineers, Strongpoints."""

from __future__ import annotations

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import terms
from adjudicator.position import Draft, Piece, View
from maps.board import Space

__all__ = [
    "controller",
    "engineers_hold",
    "entered",
    "is_beach",
    "note_engineers",
    "occupied",
    "strongpoint_stands",
]


@rule("8.47")
def is_beach(view: View, space: str) -> bool:
    """Whether a hex is a Beach hex."""
    known = view.board.spaces.get(space)
    return known is not None and terms.is_hex(known) and bool(_beach(view, known))


def _beach(view: View, space: Space) -> str:
    return str(view.feature(space, "beach", "8.47") or "")


@rule("9.2")
def engineers_hold(view: View, space: str) -> bool:
    """Whether a Beach hex has the defence strength of the Allied Beach Engineers."""
    return is_beach(view, space) and view.text("engineers", space) == "held"


@rule("9.2")
def note_engineers(inquiry: Inquiry, space: str) -> None:
    """Say why a hex has no Beach Engineers."""
    if not is_beach(inquiry, space):
        inquiry.note("9.2", "it is no Beach hex: there are no Beach Engineers")
    elif inquiry.text("engineers", space) == "lost":
        inquiry.note("9.2", "Germans have occupied the Beach hex: its Beach Engineers are lost for good")
    else:
        inquiry.note("9.2", "no Allied Combat unit has occupied the Beach hex: it has no Beach Engineers")


@rule("19.41", "19.43")
def strongpoint_stands(view: View, space: str) -> bool:
    """Whether a printed Strongpoint of a hex has not been destroyed."""
    known = view.board.spaces.get(space)
    if known is None or not terms.is_hex(known) or not view.feature(known, "strongpoint", "19.4"):
        return False
    return not view.flag("strongpoint-gone", space)


@rule("5.22")
def controller(view: View, space: str) -> str:
    """The side that controls a hex: whose units are there, or were there last."""
    there = view.units_in(space)
    return there[0].side if there else view.text("control", space)


@rule("5.22", "9.2", "19.43")
def occupied(draft: Draft, space: str, side: str) -> None:
    """Take note that units of a side stand in a hex, after movement, advance or retreat.

    Parameters
    ----------
    space
        Id of the hex; boxes are passed over.
    side
        Whose units. A Delay Point in their hex comes off.
    """
    there = terms.friends(draft, space, side)
    for piece in there:
        entered(draft, piece, space)
    if there:
        draft.clear("dp", space)


@rule("5.22", "9.2", "19.1", "19.43")
def entered(draft: Draft, piece: Piece, space: str) -> None:
    """Take note that a unit enters a hex, even if it only passes through.

    Parameters
    ----------
    space
        Id of the hex; boxes are passed over.
    """
    known = draft.board.spaces.get(space)
    if known is None or not terms.is_hex(known):
        return
    draft.set("control", piece.side, space)
    if piece.side == terms.GERMAN:
        _lose_engineers(draft, known)
    else:
        _allied(draft, piece, known)


@rule("9.2")
def _lose_engineers(draft: Draft, space: Space) -> None:
    """Beach Engineers are lost for good when Germans occupy their hex."""
    if draft.text("engineers", space.id) == "held":
        draft.set("engineers", "lost", space.id)


@rule("5.22", "9.2", "19.43")
def _allied(draft: Draft, piece: Piece, space: Space) -> None:
    if draft.feature(space, "cherbourg", "5.22"):
        draft.set("cherbourg-lost", value=True)
    if not terms.is_combat(piece.printed):
        return
    if _beach(draft, space) and not draft.text("engineers", space.id):
        draft.set("engineers", "held", space.id)
    if draft.feature(space, "strongpoint", "19.4"):
        draft.set("strongpoint-gone", True, space.id)
