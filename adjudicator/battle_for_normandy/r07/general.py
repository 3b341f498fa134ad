"""Section 7.2: General Supply of a unit, with the line that gives it, an attachment among them."""

from __future__ import annotations

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.attachment import guest_lines
from adjudicator.battle_for_normandy.r07.tracing import Line, decreed, hq_line, own_line
from adjudicator.citation import rule
from adjudicator.position import View

__all__ = ["in_supply", "supply_line"]


@rule("7.2")
def supply_line(view: View, uid: str) -> Line | None:
    """The line that gives a unit General Supply, an attachment to an HQ among them; None out of supply.

    Raises
    ------
    KeyError
        There is no such unit.
    """
    piece = view.pieces[uid]
    known = decreed(view, piece)
    if known is not None:
        return known if known.why else None
    if terms.is_hq(piece.printed):
        return hq_line(view, piece)
    found = own_line(view, piece)
    if found is not None:
        return found
    return guest_lines(view, piece.side).get(uid)


@rule("7.1", "7.2")
def in_supply(view: View, uid: str) -> bool:
    """Whether a unit is in General Supply."""
    return supply_line(view, uid) is not None
