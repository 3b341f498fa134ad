"""Sections 11.4, 11.5 and 11.6: anti-aircraft fire at Ground Support."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r11.tables import row_from
from adjudicator.citation import rule
from adjudicator.inquiry import DOUBTFUL, Inquiry
from adjudicator.position import Piece, View
from adjudicator.ruling import Used
from maps.filing import Filing, Located, by_filing

__all__ = ["ABORT", "DIE", "HIT", "NONE", "anti_air", "chances", "fire", "flak"]

NONE, ABORT, HIT = "none", "abort", "hit"
DIE = range(1, 11)


@rule("11.4", "11.5", "11.6")
def flak(view: View, space: str) -> tuple[Piece, ...]:
    """German units with AA fire at planes over a hex: FLAK in it or next to it, and an HQ in it."""
    around = [space, *(n for n in terms.neighbours(space) if n in view.board.spaces)]
    found = [p for n in around for p in terms.friends(view, n, terms.GERMAN) if terms.is_flak(p.printed)]
    hqs = [p for p in terms.friends(view, space, terms.GERMAN) if terms.is_hq(p.printed) and p not in found]
    return (*found, *hqs)


@rule("11.5")
def fire(at: Located, roll: int, units: int) -> str:
    """What AA fire does: nothing, an abort, or a hit.

    Parameters
    ----------
    roll
        The die, 1 to 10.
    units
        FLAK units that fire: each beyond the first adds one to the die.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> fire(OURS, 8, 3), fire(OURS, 4, 2), fire(OURS, 10, 0)
    ('hit', 'none', 'none')
    """
    if units < 1:
        return NONE
    record = row_from(at, "fire", roll + units - 1)
    if isinstance(at, Inquiry) and record.sources.of("from") in DOUBTFUL:
        used = Used("Anti-Aircraft Fire Table", record.file, record.id, "from")
        at.source("11.5", used, record.sources.of("from"))
    return record.text("result")


@rule("11.5")
@by_filing
def chances(filing: Filing, units: int) -> Mapping[str, Fraction]:
    """Chance of each result of AA fire by so many FLAK units.

    Parameters
    ----------
    units
        That fire.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> chances(OURS, 1)["hit"], chances(OURS, 3)["abort"]
    (Fraction(1, 10), Fraction(3, 10))
    """
    results = [fire(filing, roll, units) for roll in DIE]
    return {name: Fraction(results.count(name), len(DIE)) for name in (NONE, ABORT, HIT)}


@rule("11.5", "11.4")
def anti_air(at: Located, roll: int, units: int) -> tuple[int, int]:
    """Air Points that AA fire aborts, and those that it takes for good: one at the most.

    Parameters
    ----------
    roll, units
        As in `fire`.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> anti_air(OURS, 8, 3), anti_air(OURS, 7, 1), anti_air(OURS, 4, 2)
    ((0, 1), (1, 0), (0, 0))
    """
    result = fire(at, roll, units)
    return int(result == ABORT), int(result == HIT)
