"""Sections 17.2 and 17.8: where a unit that drops may come down, and whether it is harmed: exact chances."""

from __future__ import annotations

import re
from fractions import Fraction

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r18 import fire as r18_fire
from adjudicator.citation import rule
from adjudicator.position import Piece, View
from maps.battle_for_normandy.grid import direction
from module_builder.vassal.values import dataclass

__all__ = [
    "GUNS_LOST",
    "LOSES",
    "SIX",
    "TEN",
    "Landing",
    "accuracies",
    "distances",
    "distribution",
    "is_lost",
    "may_wait",
    "reach",
    "stacks_near",
    "survival",
]

SIX = 6
TEN = 10
LOSES = 5  # of six, in Flooded terrain
GUNS_LOST = 4  # 17.8: a Glider Survival of 1-2 with -2
_GUNS = frozenset({"376", "456", "377"})


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a unit may come down.

    Parameters
    ----------
    hex
        Id; empty off the map.

    Examples
    --------
    >>> Landing("a4116", Fraction(1, 6), Fraction(1)).hex
    'a4116'
    """

    hex: str
    chance: Fraction
    survival: Fraction


@rule("17.8")
def may_wait(piece: Piece) -> bool:
    """Whether a unit is one of the three US artillery battalions that drop, or wait for the gliders."""
    unit = piece.printed
    number = re.match(r"\d+", unit.name)
    us = unit.nationality == "us" and terms.is_artillery(unit)
    return us and number is not None and number[0] in _GUNS


# --- dice -------------------------------------------------------------------------------------------------


@rule("17.2")
def accuracies(unit: Piece) -> tuple[tuple[int, Fraction], ...]:
    """Classes of accuracy with their chances: 1 (half a die), 2 (a die), 6 (two dice)."""
    if terms.group_of(unit.printed) == terms.COMMONWEALTH:
        return ((1, Fraction(1)),)
    return ((1, Fraction(1, 6)), (2, Fraction(4, 6)), (6, Fraction(1, 6)))


@rule("17.2", "3.2")
def distances(accuracy: int) -> dict[int, Fraction]:
    """Chances of the distance in hexes for a die of accuracy.

    Examples
    --------
    >>> distances(1)
    {0: Fraction(1, 6), 1: Fraction(1, 3), 2: Fraction(1, 3), 3: Fraction(1, 6)}
    """
    faces = range(1, SIX + 1)
    if accuracy == SIX:
        sums = [a + b for a in faces for b in faces]
    else:
        sums = [f // 2 if accuracy == 1 else f for f in faces]
    return {n: Fraction(sums.count(n), len(sums)) for n in sorted(set(sums))}


@rule("17.2")
def reach(view: View, space: str, way: int, hexes: int) -> str:
    """The hex so many hexes off in a direction; empty off the map.

    Parameters
    ----------
    space
        Hex of the Pathfinder.
    way, hexes
        Direction 1 to 6, and the distance.
    """
    at: str | None = space
    for _ in range(hexes):
        at = direction(at, way) if at is not None else None
    return at if at is not None and at in view.board.spaces else ""


# --- casualties -------------------------------------------------------------------------------------------


@rule("17.2")
def is_lost(view: View, space: str) -> bool:
    """Whether whoever comes down in a hex is eliminated: full sea, off the map, on an enemy unit."""
    if not space or terms.terrain(view, space, "17.2") == "sea":
        return True
    return bool(terms.enemies(view, space, terms.ALLIED))


@rule("17.2", "18.4")
def stacks_near(view: View, space: str) -> tuple[tuple[str, int], ...]:
    """German stacks next to a hex, with the attack strength of each."""
    found = []
    for near in terms.neighbours(space):
        if near in view.board.spaces:
            strength = r18_fire.stack_strength(view, near, terms.GERMAN)
            if strength:
                found.append((near, min(TEN, strength)))
    return tuple(found)


@rule("17.2", "17.7", "17.8")
def survival(view: View, space: str, *, first: Fraction = Fraction(1)) -> Fraction:
    """Chance that a unit comes down in a hex without a loss.

    Parameters
    ----------
    space
        Where; empty off the map.
    """
    if is_lost(view, space):
        return Fraction(0)
    chance = first
    if terms.terrain(view, space, "17.2") == "flooded":
        chance *= Fraction(LOSES - 1, SIX)
    for _, strength in stacks_near(view, space):
        chance *= Fraction(TEN - strength, TEN)
    return chance


@rule("17.2", "17.8")
def distribution(view: View, piece: Piece, pathfinder: str) -> tuple[Landing, ...]:
    """Exact chances of one company of a battalion: where it comes down, and unharmed.

    Parameters
    ----------
    pathfinder
        Hex of the Pathfinder.

    Returns
    -------
    tuple of Landing
        The most likely hex first; the chances add up to 1.
    """
    found: dict[str, Fraction] = {}
    for accuracy, likely in accuracies(piece):
        for hexes, part in distances(accuracy).items():
            for way in range(1, SIX + 1):
                space = reach(view, pathfinder, way, hexes)
                found[space] = found.get(space, Fraction(0)) + likely * part / SIX
    first = Fraction(TEN - GUNS_LOST, TEN) if may_wait(piece) else Fraction(1)
    landings = [Landing(s, c, survival(view, s, first=first)) for s, c in found.items()]
    return tuple(sorted(landings, key=lambda x: (-x.chance, x.hex)))
