"""Section 9.4.3: the 2nd Wave lands at Open Beaches or joins the 1st; what its Round leaves behind."""

from __future__ import annotations

from adjudicator.citation import rule
from adjudicator.dark_summer import r09_first_wave, terms
from adjudicator.dark_summer.r03_victory import take_control
from adjudicator.position import Draft, Piece, View

__all__ = ["SECOND_WAVE", "close", "destination", "land", "second_wave", "survivors"]

SECOND_WAVE = "second-wave-"
_NEXT_TURN = 2


@rule("9.4.3")
def second_wave(view: View) -> tuple[Piece, ...]:
    """Units of the 2nd Wave that are still in their set-up spaces, sorted by id."""
    state = terms.state_of(view)
    spaces = [s for s in state.occupied() if s.startswith(SECOND_WAVE)]
    return tuple(sorted((p for s in spaces for p in view.units_in(s)), key=lambda p: p.uid))


@rule("9.4.3")
def destination(view: View, piece: Piece) -> str:
    """Where a unit of the 2nd Wave is placed: its Beach hex if that is Open, else the Beach Approach hex."""
    beach = piece.space.removeprefix(SECOND_WAVE)
    return beach if terms.is_open_beach(view, beach) else r09_first_wave.approach_of(view, beach)


@rule("5.1", "9.4.3")
def land(draft: Draft) -> None:
    """Place the whole 2nd Wave before any Combat, the stacking limit ignored; then Combat begins."""
    for piece in second_wave(draft):
        where = destination(draft, piece)
        draft.place(piece.uid, where)
        if terms.is_hex(draft.board.spaces[where]):
            take_control(draft, piece.uid, (where,))
    draft.set("round-part", "combat")


@rule("9.4.3")
def survivors(view: View) -> tuple[Piece, ...]:
    """Allied units in Beach Approach hexes, the one before Pointe du Hoc included, sorted by id."""
    state, spaces = terms.state_of(view), view.board.spaces
    approaches = [s for s in state.occupied() if s in spaces and spaces[s].kind == "approach"]
    return tuple(sorted((p for s in approaches for p in view.units_in(s)), key=lambda p: p.uid))


@rule("9.4.3", "11.4.1", "8.1")
def close(draft: Draft) -> None:
    """End the 2nd Wave Round: Closed Beach markers, survivors to Turn 2, no more Augmented Omaha Defense.

    The stacking limit is enforced with the end of the Round.
    """
    for beach in terms.BEACHES:
        if beach in draft.board.spaces and not terms.is_open_beach(draft, beach):
            draft.set("beach", "closed", beach)
    for piece in survivors(draft):
        draft.place(piece.uid, terms.POOL)
        draft.set("available-from", _NEXT_TURN, piece.uid)
    draft.clear("augmented")
