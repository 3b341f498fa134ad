"""Sections 12.5.1 and 12.5.2: guns and ships are turned over when they fire, and back when they are ready."""

from __future__ import annotations

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r12.range import is_once_a_day
from adjudicator.citation import rule
from adjudicator.position import Draft

__all__ = ["fire", "ready_guns", "ready_ships"]


@rule("12.5.2", "10.4")
def fire(draft: Draft, uid: str) -> None:
    """Turn a gun or ship to its Moved side because it fires.

    Parameters
    ----------
    draft, uid
        The position in the making and the gun.
    """
    draft.set("flipped", True, uid)
    draft.set("fired", True, uid)
    draft.set("fired-day", True, uid)


@rule("12.5.2", "4.0")
def ready_guns(draft: Draft) -> None:
    """Turn the artillery of the Phasing Player to its Ready side, at the start of his player turn."""
    side = draft.text("side")
    for uid in draft.subjects("flipped"):
        piece = draft.pieces.get(uid)
        ours = piece is not None and piece.side == side and not terms.is_naval(piece.printed)
        if ours and not _waits(draft, uid):
            draft.clear("flipped", uid)


@rule("12.5.1o", "12.5.2")
def _waits(draft: Draft, uid: str) -> bool:
    """Whether a strong German gun that has fired waits for the next Night (an option)."""
    if draft.text("time") == "night" or not draft.flag("fired-day", uid):
        return False
    return is_once_a_day(draft, draft.pieces[uid])


@rule("12.5.2", "10.9")
def ready_ships(draft: Draft) -> None:
    """Turn all ships to their Ready side, once a day."""
    for uid in draft.subjects("flipped"):
        if uid in draft.pieces and terms.is_naval(draft.pieces[uid].printed):
            draft.clear("flipped", uid)
