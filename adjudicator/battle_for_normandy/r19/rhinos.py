"""Section 19.9: Rhino tanks that were removed come back on the following turn at the nearest Beachhead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r03_control, terms
from adjudicator.battle_for_normandy.r06_stacking import faults
from adjudicator.battle_for_normandy.r07 import headquarters as clock
from adjudicator.battle_for_normandy.r07.sources import beachhead_hex
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "ReturnRhino", "due", "is_rhino", "remove", "remove_with", "spots"]


@dataclass(frozen=True, slots=True)
class ReturnRhino(Action):
    """Put a Rhino that was removed back on the Beach hex of the nearest Beachhead (19.9).

    Examples
    --------
    >>> ReturnRhino("us-rhino-1", "c1651").space
    'c1651'
    """

    unit: str
    space: str


def is_rhino(piece: Piece) -> bool:
    """Whether a Rhino unit."""
    return terms.marked(piece.printed, "rhino")


# --- the loss ---------------------------------------------------------------------------------------------


@rule("19.9")
def remove(draft: Draft, uid: str) -> None:
    """Put a Rhino on the Turn Record Track: it may return on the following turn.

    Parameters
    ----------
    draft, uid
        The position in the making, and the Rhino.
    """
    draft.set("returns", clock.clock(draft) + 1, uid)
    draft.set("entry-hex", draft.pieces[uid].space, uid)
    draft.place(uid, terms.TRACK)


@rule("19.9")
def remove_with(draft: Draft, lost: Piece) -> None:
    """By the second reading Rhinos go with any unit of their hex that is eliminated in combat."""
    if lost.side != terms.ALLIED or is_rhino(lost) or draft.option("rhino-loss") == "A":
        return
    for piece in terms.friends(draft, lost.space, lost.side):
        if is_rhino(piece):
            remove(draft, piece.uid)


# --- the return -------------------------------------------------------------------------------------------


@rule("19.9")
def due(view: View) -> tuple[str, ...]:
    """Rhinos that may return in this turn, by their ids."""
    now = clock.clock(view)
    return tuple(
        [u for u in view.subjects("returns") if 0 < view.number("returns", u) <= now and _waits(view, u)]
    )


def _waits(view: View, uid: str) -> bool:
    piece = view.pieces.get(uid)
    return piece is not None and is_rhino(piece) and piece.space == terms.TRACK


@rule("19.9", "18.8.2")
def spots(view: View, uid: str) -> tuple[str, ...]:
    """Beach hexes of the Beachheads that are nearest to the hex where a Rhino was removed.

    Returns
    -------
    tuple of str
        Without Beachheads that the German player controls; all others where nobody knows the hex.
    """
    known = _beachheads(view)
    origin = view.text("entry-hex", uid)
    if not known or origin not in view.board.spaces:
        return known
    best = min(terms.distance(origin, h) for h in known)
    return tuple([h for h in known if terms.distance(origin, h) == best])


def _beachheads(view: View) -> tuple[str, ...]:
    found = [beachhead_hex(view, site) for site in terms.SITES]
    return tuple([h for h in found if h and r03_control.controller(view, h) == terms.ALLIED])


@rule("19.9")
def _check(inquiry: Inquiry, action: ReturnRhino) -> None:
    piece = inquiry.pieces[action.unit]
    title, name = piece.printed.title, inquiry.board.name(action.space)
    inquiry.require("19.9", inquiry.text("side") == terms.ALLIED, "", "it is not the Allied player's turn")
    said = f"{title} was removed in an earlier turn and may return", f"{title} is not due to return"
    inquiry.require("19.9", action.unit in due(inquiry), *said, units=[action.unit])
    said = f"{name} is the nearest Beachhead", f"{name} is not the nearest Beachhead"
    inquiry.require("19.9", action.space in spots(inquiry, action.unit), *said, spaces=[action.space])
    for section, text in faults(inquiry, action.space, terms.ALLIED, adding=(action.unit,)):
        inquiry.refuse(section, text, units=[action.unit], spaces=[action.space])


@rule("19.9")
def _perform(draft: Draft, action: ReturnRhino) -> None:
    draft.place(action.unit, action.space)
    draft.clear("returns", action.unit)
    draft.clear("entry-hex", action.unit)


def _options(state: State) -> Iterator[ReturnRhino]:
    if state.text("side") == terms.ALLIED:
        for uid in due(state):
            yield from (ReturnRhino(uid, space) for space in spots(state, uid))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        ReturnRhino, _check, _perform, _options, "19.9", phases=frozenset({"reinforcements", "movement"})
    ),
)
