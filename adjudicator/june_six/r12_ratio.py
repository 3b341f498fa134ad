"""Section 12.51: the Odds Ratio DRM Chart, and the ratio nearest to two totals; no position needed."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from adjudicator.citation import rule
from adjudicator.table_files import load_records
from adjudicator.tables import Record
from maps.filing import Filing, by_filing
from module_builder.vassal.values import dataclass

__all__ = ["Ratio", "chart", "nearest", "ratio"]

_FIELDS: Mapping[str, type] = {"attack": int, "defence": int, "drm": int}


@dataclass(frozen=True, slots=True)
class Ratio:
    """The ratio that two totals come to.

    Parameters
    ----------
    name
        As the chart prints it.
    text
        How it was found.

    Examples
    --------
    >>> Ratio("2:1", 1, "18 to 10 is nearest to 2:1").drm
    1
    """

    name: str
    drm: int
    text: str


@by_filing
def chart(filing: Filing) -> Mapping[str, Record]:
    """The Odds Ratio DRM Chart: ratio -> its numbers, from the worst for the attacker to the best.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> list(chart(OURS))[3:5]
    ['1:1', '2:1']
    """
    path = Path(__file__).parent / "odds_ratio.toml"
    return load_records(filing.path(path), {"ratio": _FIELDS})["ratio"]


@by_filing
def _scale(filing: Filing) -> tuple[tuple[Fraction, str], ...]:
    return tuple(
        (Fraction(r.number("attack"), r.number("defence")), name) for name, r in chart(filing).items()
    )


@functools.lru_cache(maxsize=4096)
@rule("12.51")
def nearest(filing: Filing, attack: int, defence: int, tie: str = "A", below: str = "A") -> str:
    """The printed ratio nearest to two totals; beyond either end the last one.

    Parameters
    ----------
    tie
        Option ``odds-tie``: A for the defender, B for the attacker.
    below
        Option ``odds-below``: how totals below 1:1 are compared.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> nearest(OURS, 18, 10), nearest(OURS, 10, 11), nearest(OURS, 21, 19)
    ('2:1', '1:1', '1:1')
    >>> nearest(OURS, 3, 2), nearest(OURS, 3, 2, "B"), nearest(OURS, 7, 10), nearest(OURS, 7, 10, below="B")
    ('1:1', '2:1', '1:2', '1:1')
    >>> nearest(OURS, 0, 4), nearest(OURS, 5, 0)
    ('1:4', '6:1')
    """
    scale = _scale(filing)
    if attack <= 0 or defence <= 0:
        return scale[0 if attack <= 0 else -1][1]
    quotient = Fraction(attack, defence)
    turned = below == "B" and quotient < 1
    if turned:
        away = [(abs(1 / known - 1 / quotient), known, name) for known, name in scale if known <= 1]
    else:
        away = [(abs(known - quotient), known, name) for known, name in scale]
    least = min(gap for gap, _, _ in away)
    fitting = [(known, name) for gap, known, name in away if gap == least]
    return (min(fitting) if tie == "A" else max(fitting))[1]


@functools.lru_cache(maxsize=4096)
@rule("12.51")
def ratio(filing: Filing, attack: int, defence: int, tie: str = "A", below: str = "A") -> Ratio:
    """The ratio of two totals with its modifier.

    Parameters
    ----------
    filing, attack, defence, tie, below
        As in `nearest`.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> ratio(OURS, 18, 10).text
    'odds: 18 to 10 is 1.80 to 1, nearest to 2:1'
    """
    name = nearest(filing, attack, defence, tie, below)
    drm = chart(filing)[name].number("drm")
    if attack <= 0 or defence <= 0:
        who, end = ("attacker", "lowest") if attack <= 0 else ("defender", "highest")
        return Ratio(name, drm, f"odds: the {who} has no Combat Strength, so the {end} ratio {name}")
    return Ratio(name, drm, f"odds: {attack} to {defence} is {attack / defence:.2f} to 1, nearest to {name}")
