"""Section 7.2: General Supply of a unit, with the line that gives it, an attachment among them."""

from __future__ import annotations

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.seating import guest_ways, has_own_way
from adjudicator.battle_for_normandy.r07.tracing import Line, Way, decreed, hq_line, own_way
from adjudicator.citation import rule
from adjudicator.position import Piece, View

__all__ = ["in_supply", "supply_line"]


@rule("7.2")
def supply_line(view: View, uid: str) -> Line | None:
    """The line that gives a unit General Supply, an attachment to an HQ among them; None out of supply.

    Raises
    ------
    KeyError
        There is no such unit.
    """
    found = _found(view, uid)
    return found.line() if isinstance(found, Way) else found


@rule("7.1", "7.2")
def in_supply(view: View, uid: str) -> bool:
    """Whether a unit is in General Supply; its line is not looked for where it is known that it has one."""
    piece = view.pieces[uid]
    known = decreed(view, piece)
    if known is not None:
        return bool(known.why)
    return bool(has_own_way(view, piece)) or _traced(view, piece) is not None


def _found(view: View, uid: str) -> Line | Way | None:
    """What gives a unit General Supply, its line not written out."""
    piece = view.pieces[uid]
    known = decreed(view, piece)
    if known is not None:
        return known if known.why else None
    return _traced(view, piece)


def _traced(view: View, piece: Piece) -> Line | Way | None:
    """The line of a unit of which nothing is decreed."""
    if terms.is_hq(piece.printed):
        return hq_line(view, piece)
    return own_way(view, piece) or guest_ways(view, piece.side).get(piece.uid)
