"""Section 19.8: one company of the 2nd Oxfordshire and Buckinghamshire lands at Pegasus Bridge."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r12 import losses as r12_losses
from adjudicator.battle_for_normandy.r17 import scatter as r17_scatter
from adjudicator.citation import rule
from adjudicator.position import Draft, Piece, View

__all__ = ["BRIDGE", "chance", "explain", "is_coup", "landed"]

BRIDGE = "c3014"


@rule("19.8")
def is_coup(piece: Piece) -> bool:
    """Whether a unit is the company that lands at Pegasus Bridge: its counter names that hex."""
    unit = piece.printed
    glides = unit.type in {"glider", "parachute"} and terms.is_company(unit)
    return glides and BRIDGE in unit.entry


@rule("19.8")
def landed(draft: Draft, uid: str) -> None:
    """What its landing brings: on the bridge the Strongpoint there is destroyed."""
    piece = draft.pieces[uid]
    if piece.space == BRIDGE:
        for enemy in terms.enemies(draft, BRIDGE, terms.ALLIED):
            if terms.is_strongpoint(enemy.printed):
                r12_losses.eliminate(draft, enemy.uid)
    if terms.enemies(draft, piece.space, terms.ALLIED):
        r12_losses.eliminate(draft, uid)


@rule("19.8", "17.1")
def chance(view: View) -> Fraction:
    """Chance that the company takes the bridge.

    Returns
    -------
    Fraction
        One half, unless Flooded terrain around it sends a company back to the bridge.
    """
    if BRIDGE not in view.board.spaces:
        return Fraction(1, 2)
    return r17_scatter.distribution(view, BRIDGE).get(BRIDGE, Fraction(0))


@rule("19.8")
def explain(view: View) -> list[tuple[str, str]]:
    """Steps about the landing at Pegasus Bridge."""
    found = [("17.1", "1D6: 1 to 3 on target, 4 to 6 one hex off in a rolled direction")]
    points = [p for p in view.units_in(BRIDGE) if terms.is_strongpoint(p.printed)]
    if points:
        found.append(("19.8", f"on target it destroys {terms.titles(points)} and holds the hex"))
    found.append(("19.8", "off target it lands next to the bridge, then acts as any breakdown company"))
    return found
