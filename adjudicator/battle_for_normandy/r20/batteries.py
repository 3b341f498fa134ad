"""Sections 20.5 and 22.7: fixed batteries, their supply, and those that cannot turn their guns."""

from __future__ import annotations

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r12.range import in_arc
from adjudicator.battle_for_normandy.r22.charts import facing_of
from adjudicator.citation import rule
from adjudicator.position import Piece, View
from adjudicator.ruling import Fault

__all__ = ["arc_faults", "is_battery"]


@rule("20.5")
def is_battery(piece: Piece) -> bool:
    """Whether a unit is a fixed battery: it never moves, and dies when it has to retreat."""
    return terms.is_static(piece.printed)


@rule("22.7o")
def arc_faults(view: View, gun: Piece, target: str) -> list[Fault]:
    """What keeps a gun that does not turn from firing at a hex (22.7o)."""
    facing = facing_of(view, gun)
    if in_arc(gun.space, target, facing):
        return []
    where = view.board.name(target)
    return [
        Fault("22.7o", f"{where} lies outside of the firing arc of {gun.printed.title}, direction {facing}")
    ]
