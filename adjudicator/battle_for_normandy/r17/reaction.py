"""Section 17.5: which German units react to the drop, and how far they go."""

from __future__ import annotations

from adjudicator.battle_for_normandy import terms
from adjudicator.citation import rule
from adjudicator.position import Piece, State, View
from adjudicator.ruling import Fault

__all__ = ["NEAR", "closed_hexes", "near_airborne", "reaction_faults", "uses_minimum"]

NEAR = 2
Faults = list[Fault]


@rule("17.5")
def near_airborne(view: View) -> frozenset[str]:
    """Hexes within two of an Allied Airborne unit, Pathfinders among them only by one reading."""
    return terms.derived(view, "near-airborne", _near)


def _near(state: State) -> frozenset[str]:
    with_pathfinders = state.option("pathfinder-reaction") == "B"
    found: set[str] = set()
    for piece in state.pieces.values():
        unit = piece.printed
        if unit.side != terms.ALLIED or not terms.is_airborne(unit) or not terms.on_map(state, piece):
            continue
        if unit.type != "pathfinder" or with_pathfinders:
            first = {piece.space, *terms.neighbours(piece.space)}
            found |= first.union(*(terms.neighbours(n) for n in first))
    return frozenset(found)


@rule("17.5")
def reaction_faults(view: View, piece: Piece) -> Faults:
    """What forbids a German unit to move in the Airborne Reaction Movement."""
    if piece.space in near_airborne(view):
        return []
    return [Fault("17.5", f"{piece.printed.title} is not within two hexes of an Allied Airborne unit")]


@rule("17.5")
def closed_hexes(view: View) -> frozenset[str]:
    """Hexes that no reacting unit enters: those of Pathfinders, by one reading of the note in 17.5."""
    if view.option("pathfinder-reaction") == "A":
        return frozenset()
    pathfinders = (p for p in view.pieces.values() if p.printed.type == "pathfinder")
    return frozenset(p.space for p in pathfinders if terms.on_map(view, p))


@rule("17.5", "10.3")
def uses_minimum(view: View) -> bool:
    """Whether a reacting unit may always move one hex."""
    return view.option("reaction-minimum") == "B"
