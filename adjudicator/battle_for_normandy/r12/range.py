"""Section 12.5.3 with 22.7o: how far guns and ships reach."""

from __future__ import annotations

import functools

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r22.charts import facing_of
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, View
from adjudicator.ruling import Fault
from maps.battle_for_normandy.grid import GRID, direction

__all__ = ["explain_range", "in_arc", "in_range", "is_once_a_day", "least", "range_faults"]

_ALL_ROUND, _STRONG = 0, 4


@rule("12.5.3")
def least(most: int) -> int:
    """The minimum range that goes with a maximum range: a quarter of it, rounded up.

    Examples
    --------
    >>> least(9), least(20), least(12), least(4)
    (3, 5, 3, 1)
    """
    return -(-most // 4)


def _axial(number: str) -> tuple[int, int]:
    line, place = GRID.split(number)
    return -place - (line + (line & 1)) // 2, line


def _turn(a: tuple[int, int], b: tuple[int, int]) -> int:
    """Which way b lies of a: positive on one side, negative on the other."""
    return a[0] * b[1] - a[1] * b[0]


@functools.lru_cache(maxsize=64)
def _way(towards: int) -> tuple[int, int]:
    """A step in a direction of the Direction Chart, 1 to 6, in axial coordinates."""
    here, there = "c2020", direction("c2020", (towards - 1) % 6 + 1)
    assert there is not None  # noqa: S101 - the hex lies in the middle of a sheet
    (a, b), (c, d) = _axial(here), _axial(there)
    return c - a, d - b


@rule("22.7o")
def in_arc(gun: str, target: str, facing: int) -> bool:
    """Whether a hex lies in the arc of a casemate: up to one hex direction to either side of its facing.

    Parameters
    ----------
    gun, target
        Hexes.
    facing
        Direction 1 to 6; 0 fires all around.

    Examples
    --------
    >>> in_arc("c2020", "c1719", 1), in_arc("c2020", "c2019", 1), in_arc("c2020", "c2320", 1)
    (True, True, False)
    """
    if facing == _ALL_ROUND:
        return True
    (a, b), (c, d) = _axial(gun), _axial(target)
    aim, left, right = (c - a, d - b), _way(facing - 1), _way(facing + 1)
    sign = _turn(left, right)
    return sign * _turn(aim, right) >= 0 and sign * _turn(left, aim) >= 0


@rule("12.5.3", "22.7o")
def range_faults(view: View, gun: Piece, target: str) -> list[Fault]:
    """What keeps a gun or ship from reaching a hex."""
    most, away = terms.rating(view, gun, "range", "12.5.3"), terms.distance(gun.space, target)
    title, section = gun.printed.title, _section(gun)
    if away > most:
        return [Fault(section, f"{title} reaches {most} hexes, not {away}")]
    if away < least(most):
        return [
            Fault(section, f"{title} has a minimum range of {least(most)} hexes; the target is at {away}")
        ]
    if not in_arc(gun.space, target, facing_of(view, gun)):
        return [
            Fault("22.7o", f"{title} stands in a casemate that does not open to {view.board.name(target)}")
        ]
    return []


@rule("12.5.3.1")
def _section(gun: Piece) -> str:
    """The Long Toms have a section of their own."""
    return "12.5.3.1" if "long-tom" in gun.printed.marks else "12.5.3"


@rule("12.5.3", "12.5.3.1", "22.7o")
def explain_range(inquiry: Inquiry, gun: Piece, target: str) -> None:
    """Say how far a gun that reaches a hex may fire.

    Parameters
    ----------
    inquiry, gun, target
        Takes the steps; the gun, and the hex.
    """
    most, away = terms.rating(inquiry, gun, "range", "12.5.3"), terms.distance(gun.space, target)
    title = gun.printed.title
    inquiry.note(_section(gun), f"{title} fires at {least(most)} to {most} hexes; the target is at", away)
    if facing := facing_of(inquiry, gun):
        inquiry.note("22.7o", f"{title} faces direction {facing}, and the target lies in its arc")


@rule("12.5.3")
def in_range(view: View, gun: Piece, target: str) -> bool:
    """Whether a gun or ship reaches a hex; see `range_faults`."""
    return not range_faults(view, gun, target)


@rule("12.5.1o")
def is_once_a_day(view: View, gun: Piece) -> bool:
    """Whether a gun fires once a day and does not flip for moving: German, strength 4 or more (an option)."""
    mine = gun.side == terms.GERMAN and terms.is_artillery(gun.printed)
    return mine and (gun.printed.rating("as") or 0) >= _STRONG and terms.has_option(view, "12.5.1o-day")
