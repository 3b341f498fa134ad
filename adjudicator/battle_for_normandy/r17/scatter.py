"""Section 17.1: where those who drop come down: the dice, and out of Flooded terrain."""

from __future__ import annotations

from fractions import Fraction

from adjudicator.battle_for_normandy import terms
from adjudicator.citation import rule
from adjudicator.position import View
from maps.battle_for_normandy.grid import direction

__all__ = ["ON_TARGET", "WAYS", "distribution", "scattered", "settle"]

ON_TARGET = 3  # 1 to 3 of six: the assigned hex
WAYS = range(1, 7)
_WET = frozenset({"flooded", "sea"})


def _is_wet(view: View, space: str | None) -> bool:
    return space is None or space not in view.board.spaces or terms.terrain(view, space, "17.1") in _WET


@rule("17.1")
def settle(view: View, space: str) -> str:
    """Hex where a Pathfinder ends up that comes down in a hex: out of Flooded terrain, trying 1, 2 and so on.

    Parameters
    ----------
    space
        First landing hex.

    Returns
    -------
    str
        The same hex where it is dry, or where all six around it are Flooded or sea.
    """
    if not _is_wet(view, space):
        return space
    around = (direction(space, way) for way in WAYS)
    return next((n for n in around if n is not None and not _is_wet(view, n)), space)


@rule("17.1", "17.7")
def scattered(view: View, space: str, accuracy: int, way: int) -> str:
    """First landing hex for two dice: the assigned one, or the one next to it.

    Parameters
    ----------
    space
        Assigned hex.
    accuracy
        1 to 3 is on target.
    way
        Direction, 1 to 6, where it is off.

    Returns
    -------
    str
        Off the map it stays in the assigned hex.
    """
    if accuracy <= ON_TARGET:
        return space
    other = direction(space, way)
    return other if other is not None and other in view.board.spaces else space


@rule("17.1")
def distribution(view: View, space: str) -> dict[str, Fraction]:
    """Exact chance of each hex where a Pathfinder may end up.

    Parameters
    ----------
    space
        Assigned hex.

    Returns
    -------
    dict of str to Fraction
        The most likely first; they add up to 1.
    """
    found: dict[str, Fraction] = {}
    for accuracy in WAYS:
        for way in WAYS:
            end = settle(view, scattered(view, space, accuracy, way))
            found[end] = found.get(end, Fraction(0)) + Fraction(1, 36)
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))
