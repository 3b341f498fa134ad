"""Section 7.24: exact chances of the cup: what is drawn next, which formation acts before another.

A cup is a mapping from groups of markers (``us-1``, ``german-corps`` ...) to their numbers; all orders of its
markers are equally likely.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from adjudicator.citation import rule
from adjudicator.june_six import r07_markers as markers
from adjudicator.position import View

__all__ = [
    "Cup",
    "all_before_chance",
    "before_chance",
    "by_draw_chance",
    "cup_of",
    "draw_chance",
    "in_a_row_chance",
    "next_chance",
    "side_chance",
]

Cup = Mapping[str, int]


@rule("7.24")
def cup_of(view: View) -> dict[str, int]:
    """Markers in the cup by group; those that the viewpoint does not know count under ``hidden-german`` ...

    Returns
    -------
    dict of str to int
        In the order of the names.
    """
    found: dict[str, int] = {}
    for chit in markers.in_place(view, markers.CUP):
        group = markers.group_of_marker(chit)
        found[group] = found.get(group, 0) + 1
    return found


def _total(cup: Cup) -> int:
    return sum(cup.values())


# --- draws ------------------------------------------------------------------------------------------------


@rule("7.24")
def next_chance(cup: Cup, group: str) -> Fraction:
    """Chance that the next marker is one of a group.

    Returns
    -------
    fractions.Fraction
        0 for an empty cup.

    Examples
    --------
    >>> next_chance({"us-1": 2, "ge-352": 1}, "us-1")
    Fraction(2, 3)
    """
    return Fraction(cup.get(group, 0), _total(cup)) if _total(cup) else Fraction(0)


@rule("7.24")
def side_chance(cup: Cup, side: str) -> Fraction:
    """Chance that the next marker belongs to a side.

    Parameters
    ----------
    side
        ``allied`` or ``german``.

    Examples
    --------
    >>> side_chance({"us-1": 2, "br-3": 1, "ge-352": 1}, "german")
    Fraction(1, 4)
    """
    own = sum(n for group, n in cup.items() if markers.side_of_group(group) == side)
    return Fraction(own, _total(cup)) if _total(cup) else Fraction(0)


@rule("7.24")
def draw_chance(cup: Cup, group: str, nth: int, draw: int) -> Fraction:
    """Chance that the nth marker of a group comes with a certain draw.

    Parameters
    ----------
    nth
        1 for its first marker, 2 for its second.
    draw
        1 for the next draw.

    Examples
    --------
    >>> draw_chance({"us-1": 2, "ge-352": 1}, "us-1", 2, 3)
    Fraction(2, 3)
    """
    own, total = cup.get(group, 0), _total(cup)
    if not 1 <= nth <= own or not nth <= draw <= total - own + nth:
        return Fraction(0)
    return Fraction(math.comb(draw - 1, nth - 1) * math.comb(total - draw, own - nth), math.comb(total, own))


@rule("7.24")
def by_draw_chance(cup: Cup, group: str, draws: int, *, least: int = 1) -> Fraction:
    """Chance that so many markers of a group are among the next draws.

    Parameters
    ----------
    draws
        How many draws.
    least
        How many of them at least.

    Examples
    --------
    >>> cup = {"us-1": 2, "ge-352": 2}
    >>> by_draw_chance(cup, "us-1", 2), by_draw_chance(cup, "us-1", 2, least=2)
    (Fraction(5, 6), Fraction(1, 6))
    """
    own, total = cup.get(group, 0), _total(cup)
    seen = min(max(draws, 0), total)
    ways = sum(math.comb(own, k) * math.comb(total - own, seen - k) for k in range(least, min(own, seen) + 1))
    return Fraction(ways, math.comb(total, seen))


# --- one formation and another ----------------------------------------------------------------------------


@rule("7.24")
def before_chance(cup: Cup, first: str, then: str) -> Fraction:
    """Chance that a formation is activated by its first marker before another formation.

    Returns
    -------
    fractions.Fraction
        0 when the first has no marker in the cup.

    Raises
    ------
    ValueError
        They are the same group.

    Examples
    --------
    >>> before_chance({"us-1": 2, "ge-352": 1, "ge-716": 2}, "us-1", "ge-352")
    Fraction(2, 3)
    """
    if first == then:
        raise ValueError(f"{first} cannot come before itself")
    a, b = cup.get(first, 0), cup.get(then, 0)
    return Fraction(a, a + b) if a else Fraction(0)


@rule("7.24")
def all_before_chance(cup: Cup, first: str, then: str) -> Fraction:
    """Chance that all markers of a formation come out before any of another.

    Returns
    -------
    fractions.Fraction
        1 when the first has no marker, or the other none.

    Raises
    ------
    ValueError
        They are the same group.

    Examples
    --------
    >>> all_before_chance({"us-1": 2, "ge-352": 2, "ge-716": 1}, "us-1", "ge-352")
    Fraction(1, 6)
    """
    if first == then:
        raise ValueError(f"{first} cannot come before itself")
    a, b = cup.get(first, 0), cup.get(then, 0)
    return Fraction(1, math.comb(a + b, a))


@rule("7.24")
def in_a_row_chance(cup: Cup, group: str, *, just_played: bool = False) -> Fraction:
    """Chance that both markers of a formation come one right after the other: two activations in a row.

    Parameters
    ----------
    just_played
        Whether one of them has just been played (as the marker held out), so that the other must be next.

    Examples
    --------
    >>> in_a_row_chance({"us-1": 2, "ge-352": 2, "ge-716": 1}, "us-1")
    Fraction(2, 5)
    >>> in_a_row_chance({"us-1": 1, "ge-352": 2, "ge-716": 1}, "us-1", just_played=True)
    Fraction(1, 4)
    """
    own, total = cup.get(group, 0), _total(cup)
    if just_played:
        return next_chance(cup, group)
    both = 2
    if own < both:
        return Fraction(0)
    apart = math.comb(total - own + 1, own) if own <= total - own + 1 else 0
    return 1 - Fraction(apart, math.comb(total, own))
