"""What nobody sees: a counter that lies face down is one of its pool, whichever it is (3.1, 11.5)."""

from __future__ import annotations

import dataclasses

from adjudicator.dark_summer import r11_hidden, terms
from adjudicator.position import Draft, Piece, Position

__all__ = ["masked"]


def masked(position: Position, viewpoint: str = "public") -> Position:  # noqa: ARG001 - neither player sees more
    """The position as both players see it: every counter that is face down on the map is in its pool.

    Parameters
    ----------
    viewpoint
        Whoever looks, neither player sees more.

    Returns
    -------
    Position
        Placeholders stand for the counters, in an order that does not depend on which counters they were.

    Examples
    --------
    >>> from adjudicator.dark_summer import GAME
    >>> campaign = GAME.scenario("campaign")
    >>> masked(campaign) is campaign
    True
    """
    found = [position.pieces[u] for u in position.subjects("hidden") if _lies_hidden(position, u)]
    if not found:
        return position
    draft = position.draft()
    for number, piece in enumerate(sorted(found, key=lambda p: _place(position, p)), 1):
        _cover(draft, piece, _placeholder(draft, piece, number))
    return draft.finish()


def _lies_hidden(position: Position, uid: str) -> bool:
    piece = position.pieces.get(uid)
    known = piece is not None and "hidden" not in piece.printed.marks and piece.space not in terms.OFF_MAP
    return piece is not None and known and bool(r11_hidden.kind_of_hidden(piece.printed))


def _place(position: Position, piece: Piece) -> tuple[str, ...]:
    """What both players see of a counter that lies face down."""
    said = sorted(f"{item}={value}" for (item, uid), value in position.facts.items() if uid == piece.uid)
    return (piece.space, r11_hidden.kind_of_hidden(piece.printed), piece.status, *said)


def _placeholder(draft: Draft, piece: Piece, number: int) -> Piece:
    """A placeholder that is not in use, or one made for the occasion."""
    kind = r11_hidden.kind_of_hidden(piece.printed)
    for uid in sorted(draft.pieces):
        spare = draft.pieces[uid]
        fits = "hidden" in spare.printed.marks and r11_hidden.kind_of_hidden(spare.printed) == kind
        if fits and spare.space in terms.OFF_MAP:
            return spare
    marks, title = (
        ("hidden", *piece.printed.marks),
        f"? {'Ost battalion' if kind == 'ost' else 'Strongpoint'}",
    )
    blank = dataclasses.replace(
        piece.printed, id=f"{kind}-hidden-{number}", name="?", title=title, af=None, df=None, marks=marks
    )
    return Piece(blank, terms.WITHDRAWN, terms.FULL)


def _cover(draft: Draft, piece: Piece, placeholder: Piece) -> None:
    draft.pieces[placeholder.uid] = placeholder
    draft.place(placeholder.uid, piece.space)
    draft.set_status(placeholder.uid, piece.status)
    draft.place(piece.uid, terms.POOL)
    r11_hidden.hand_over(draft, piece.uid, placeholder.uid)
    draft.set_status(piece.uid, terms.FULL)
