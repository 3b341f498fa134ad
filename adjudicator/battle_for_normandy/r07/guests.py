"""Sections 7.2, 12.1 and 20.3: who may be the guest of a division or KG besides those that it has taken."""

from __future__ import annotations

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.attachment import belongs, may_attach, taking, too_many
from adjudicator.citation import rule
from adjudicator.position import View
from adjudicator.ruling import Fault

__all__ = ["attachable", "guest_faults"]


@rule("7.2", "12.1", "20.3")
def guest_faults(view: View, uid: str, formation: str) -> list[Fault]:
    """What keeps a unit from being the guest of a division or KG now, with the guests that it has taken.

    Parameters
    ----------
    view, uid, formation
        As in `may_attach`.

    Returns
    -------
    list of (section, text)
        Empty when it may.
    """
    piece, told = view.pieces[uid], view.text("attached", uid)
    found = may_attach(view, uid, formation)
    if told == formation or belongs(view, piece, formation):
        return found
    if told:
        found.append(Fault("7.2", f"{piece.printed.title} is attached to {told} for this phase"))
    return found + too_many(view, [piece], formation)


@rule("7.2")
def attachable(view: View, formation: str) -> dict[str, str]:
    """Units that may be attached to a division or KG now: uid -> what each takes up.

    Parameters
    ----------
    formation
        Slug of the division or KG.
    """
    hq = terms.hq_of(view, formation)
    if hq is None:
        return {}
    found = {}
    for uid in sorted(view.pieces):
        piece = view.pieces[uid]
        mine = piece.side == hq.side and terms.on_map(view, piece) and not terms.is_hq(piece.printed)
        known = mine and (terms.has_zoc(piece.printed) or terms.is_naval(piece.printed))
        if known and not belongs(view, piece, formation) and not guest_faults(view, uid, formation):
            found[uid] = taking(view, piece, formation)
    return found
