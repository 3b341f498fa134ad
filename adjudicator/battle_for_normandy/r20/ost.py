"""Section 20.7: isolated Ost battalions lose a step at the end of the AM and PM turns."""

from __future__ import annotations

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07 import isolation as r07_isolation
from adjudicator.battle_for_normandy.r12 import losses as r12_losses
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, View

__all__ = ["dissolve", "explain", "is_ost", "isolated"]


@rule("20.7")
def is_ost(piece: Piece) -> bool:
    """Whether a unit is an Ost battalion."""
    unit = piece.printed
    return (unit.type == "ost" or terms.marked(unit, "ost")) and not terms.is_company(unit)


@rule("20.7")
def isolated(view: View) -> tuple[Piece, ...]:
    """Ost battalions on the map that trace no Line of Supply of any length."""
    each = (view.pieces[uid] for uid in sorted(view.pieces))
    ost = [p for p in each if is_ost(p) and terms.on_map(view, p)]
    return tuple([p for p in ost if not r07_isolation.traces_to_source(view, p.uid)])


@rule("20.7")
def dissolve(draft: Draft) -> None:
    """Take a step off every isolated Ost battalion; not at the end of a Night turn."""
    if draft.text("time") == "night":
        return
    for piece in isolated(draft):
        r12_losses.lose_step(draft, piece.uid)


@rule("20.7")
def explain(inquiry: Inquiry) -> int:
    """Say which Ost battalions lose a step at the end of this turn."""
    if inquiry.text("time") == "night":
        inquiry.note("20.7", "Ost battalions lose steps at the end of AM and PM turns only")
        return 0
    found = isolated(inquiry)
    names = terms.titles(found) or "none"
    inquiry.note(
        "20.7", f"Ost battalions without a line of any length, which lose a step: {names}", len(found)
    )
    return len(found)
