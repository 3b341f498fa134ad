"""Numbers of an attack as they are typed and written: strengths, shifts, chances."""

from __future__ import annotations

import re
from fractions import Fraction

from adjudicator.dice import Distribution
from adjudicator.errors import MalformedAction

__all__ = ["number", "read_shift", "read_strength", "result_words"]

_SHIFT = re.compile(r"([0-9])([lr])")
_STRENGTH = re.compile(r"\s*([0-9]{1,4})\s*[:-]\s*([0-9]{1,4})\s*")


def number(value: Fraction) -> str:
    """A strength as it is written.

    Parameters
    ----------
    value
        The number.

    Returns
    -------
    str

    Examples
    --------
    >>> number(Fraction(5, 2)), number(Fraction(3)), number(Fraction(1, 2))
    ('2½', '3', '½')
    """
    whole, part = divmod(value, 1)
    if part != Fraction(1, 2):
        return str(value)
    return f"{whole or ''}½"


def read_strength(text: str) -> tuple[int, int]:
    """Two totals as they are typed: ``12:5``.

    Parameters
    ----------
    text
        As typed.

    Returns
    -------
    (int, int)

    Raises
    ------
    MalformedAction
        It is none, or both are zero.

    Examples
    --------
    >>> read_strength("12:5")
    (12, 5)
    """
    match = _STRENGTH.fullmatch(text)
    attack, defense = (int(n) for n in match.groups()) if match else (0, 0)
    if not attack and not defense:
        raise MalformedAction(f"--strength {text!r}", "Write two totals: 12:5")
    return attack, defense


def read_shift(text: str) -> int:
    """A shift as it is typed: ``1R``, ``2L``.

    Parameters
    ----------
    text
        As typed.

    Returns
    -------
    int
        Columns to the right.

    Raises
    ------
    MalformedAction
        It is none.

    Examples
    --------
    >>> read_shift("2l")
    -2
    """
    match = _SHIFT.fullmatch(text.strip().casefold())
    if match is None:
        raise MalformedAction(f"--shift {text!r}", "Write 1R or 2L")
    return int(match.group(1)) * (1 if match.group(2) == "r" else -1)


def result_words(results: Distribution[str]) -> str:
    """Every result with its chance.

    Parameters
    ----------
    results
        Ways of each.

    Returns
    -------
    str

    Examples
    --------
    >>> result_words(Distribution({"AE": 1, "DR": 5}))
    'AE 1/6 (16.7%), DR 5/6 (83.3%)'
    """
    total = results.total
    return ", ".join(f"{code} {ways}/{total} ({100 * ways / total:.1f}%)" for code, ways in results.items())
