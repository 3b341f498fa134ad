"""Section 8.1: six units of a side in an Area, strongpoints not counted; boxes hold any number."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Piece, View
from adjudicator.ruling import Fault
from adjudicator.storm_over_normandy import terms

__all__ = ["UNLIMITED", "explain", "fits", "room", "room_faults"]

UNLIMITED = sys.maxsize


@rule("8.1")
def room(view: View, space: str, side: str) -> int:
    """How many more units of a side a space can hold.

    Returns
    -------
    int
        `UNLIMITED` for a Landing or Reinforcement Box; never less than 0.
    """
    if not terms.is_area(view.board.spaces[space]):
        return UNLIMITED
    return max(0, terms.STACK_LIMIT - terms.stacked(view, space, side))


def _coming(view: View, pieces: Iterable[Piece], space: str) -> int:
    """Units that would be added to those that a space holds already."""
    there = {p.uid for p in view.units_in(space)}
    return sum(p.uid not in there and not terms.is_strongpoint(p.printed) for p in pieces)


@rule("8.1")
def fits(view: View, pieces: Sequence[Piece], space: str) -> bool:
    """Whether units of one side may be in a space, those that are there already counted once.

    Parameters
    ----------
    pieces
        Units of one side.
    """
    return not pieces or _coming(view, pieces, space) <= room(view, space, pieces[0].side)


@rule("8.1")
def room_faults(view: View, pieces: Sequence[Piece], space: str) -> list[Fault]:
    """Why units may not be in a space together with those that are there.

    Parameters
    ----------
    view, pieces, space
        As in `fits`.

    Returns
    -------
    list of (section, sentence)
        Empty when there is room.
    """
    if fits(view, pieces, space):
        return []
    side, more = pieces[0].side, _coming(view, pieces, space)
    now = terms.stacked(view, space, side)
    held = f"{view.board.name(space)} holds {many(now, f'{side.capitalize()} unit')}"
    return [Fault("8.1", f"{held}, and {more} more would be over the limit of {terms.STACK_LIMIT}")]


# --- answers ----------------------------------------------------------------------------------------------


@rule("8.1")
def explain(inquiry: Inquiry, space: str, *, arriving: Sequence[Piece] = ()) -> int:
    """Say step by step what a space holds of each side, and whether units may join.

    Parameters
    ----------
    arriving
        Units that would come.

    Returns
    -------
    int
        Room that is left for the side of those that come, the smaller room of the two sides without them.
    """
    where = inquiry.board.spaces[space]
    if not terms.is_area(where):
        inquiry.note("8.1", f"{where.name} has no stacking limit")
        return UNLIMITED
    for side in (terms.GERMAN, terms.ALLIED):
        _explain_side(inquiry, space, side)
    for section, text in room_faults(inquiry, arriving, space):
        inquiry.refuse(section, text, units=[p.uid for p in arriving], spaces=(space,))
    sides = {arriving[0].side} if arriving else {terms.GERMAN, terms.ALLIED}
    return min(room(inquiry, space, side) for side in sides)


def _explain_side(inquiry: Inquiry, space: str, side: str) -> None:
    counted = terms.stacked(inquiry, space, side)
    free = len(terms.friends(inquiry, space, side)) - counted
    beside = f", besides {free} strongpoints that do not count" if free else ""
    name, word = inquiry.board.name(space), side.capitalize()
    told = f"{name} holds {counted} of {terms.STACK_LIMIT} {word} units{beside}"
    over = f"{name} holds {many(counted, f'{word} unit')}, over the limit of {terms.STACK_LIMIT}"
    inquiry.require("8.1", counted <= terms.STACK_LIMIT, told, over, spaces=(space,))
