"""Section 23.5: six towed artillery units take the place of self-propelled ones of two divisions."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.battle_for_normandy import terms
from adjudicator.citation import rule
from adjudicator.position import Draft, Piece, State, View

__all__ = ["due", "replaced_by", "swap"]

_OF = "of="


def replaced_by(view: View, piece: Piece) -> str:
    """The unit whose place a towed artillery unit takes; empty for others."""
    if not terms.marked(piece.printed, "swap"):
        return ""
    found = next((m.removeprefix(_OF) for m in piece.printed.marks if m.startswith(_OF)), "")
    return found if found in view.pieces else ""


@rule("23.5")
def due(state: State) -> Iterator[tuple[Piece, Piece]]:
    """Units that are due to be swapped with option 23.5.

    Yields
    ------
    (Piece, Piece)
        The towed unit, and the one whose place it takes.
    """
    if not terms.has_option(state, "23.5"):
        return
    for piece in state.units_in(terms.TRACK):
        old = replaced_by(state, piece)
        if old and (piece.printed.arrival or 0) <= state.number("date"):
            yield piece, state.pieces[old]


@rule("23.5")
def swap(draft: Draft) -> None:
    """In the Allied Night turn swap the units that are due: on the map, in a queue, or eliminated."""
    if draft.text("side") != terms.ALLIED or draft.text("time") != "night":
        return
    for new, old in list(due(draft)):
        draft.place(new.uid, old.space)
        draft.place(old.uid, terms.REMOVED)
