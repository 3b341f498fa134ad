"""Sections 11.4, 11.5 and 11.6: anti-aircraft fire at Ground Support."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from fractions import Fraction

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r11_tables import row_from
from adjudicator.citation import rule
from adjudicator.inquiry import DOUBTFUL, Inquiry
from adjudicator.position import Piece, View
from adjudicator.ruling import Used

__all__ = ["ABORT", "DIE", "HIT", "NONE", "anti_air", "chances", "fire", "flak"]

NONE, ABORT, HIT = "none", "abort", "hit"
DIE = range(1, 11)


@rule("11.4", "11.5", "11.6")
def flak(view: View, space: str) -> tuple[Piece, ...]:
    """German units with AA fire at planes over a hex: FLAK in it or next to it, and an HQ in it.

    Parameters
    ----------
    view, space
        The position and the hex.

    Returns
    -------
    tuple of Piece
    """
    around = [space, *(n for n in terms.neighbours(space) if n in view.board.spaces)]
    found = [p for n in around for p in terms.friends(view, n, terms.GERMAN) if terms.is_flak(p.printed)]
    hqs = [p for p in terms.friends(view, space, terms.GERMAN) if terms.is_hq(p.printed) and p not in found]
    return (*found, *hqs)


@rule("11.5")
def fire(roll: int, units: int, view: View | None = None) -> str:
    """What AA fire does: nothing, an abort, or a hit.

    Parameters
    ----------
    roll
        The die, 1 to 10.
    units
        FLAK units that fire: each beyond the first adds one to the die.
    view
        An Inquiry records the source.

    Returns
    -------
    str

    Examples
    --------
    >>> fire(8, 3), fire(4, 2), fire(10, 0)
    ('hit', 'none', 'none')
    """
    if units < 1:
        return NONE
    record = row_from("fire", roll + units - 1)
    if isinstance(view, Inquiry) and record.sources.of("from") in DOUBTFUL:
        used = Used("Anti-Aircraft Fire Table", record.file, record.id, "from")
        view.source("11.5", used, record.sources.of("from"))
    return record.text("result")


@functools.lru_cache(maxsize=32)
@rule("11.5")
def chances(units: int) -> Mapping[str, Fraction]:
    """Chance of each result of AA fire by so many FLAK units.

    Parameters
    ----------
    units
        That fire.

    Returns
    -------
    mapping of str to Fraction

    Examples
    --------
    >>> chances(1)["hit"], chances(3)["abort"]
    (Fraction(1, 10), Fraction(3, 10))
    """
    results = [fire(roll, units) for roll in DIE]
    return {name: Fraction(results.count(name), len(DIE)) for name in (NONE, ABORT, HIT)}


@rule("11.5", "11.4")
def anti_air(roll: int, units: int) -> tuple[int, int]:
    """Air Points that AA fire aborts, and those that it takes for good: one at the most.

    Parameters
    ----------
    roll, units
        As in `fire`.

    Returns
    -------
    (int, int)

    Examples
    --------
    >>> anti_air(8, 3), anti_air(7, 1), anti_air(4, 2)
    ((0, 1), (1, 0), (0, 0))
    """
    result = fire(roll, units)
    return int(result == ABORT), int(result == HIT)
