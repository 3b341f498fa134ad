"""Section 12.4, steps 6 and 7: the column of the odds, the limits of the modifiers; no position needed."""

from __future__ import annotations

import functools

from adjudicator.citation import rule

__all__ = ["LIMIT", "column", "limited"]

LIMIT = 3
_BEST, _WORST = 7, 4


@functools.lru_cache(maxsize=4096)
@rule("12.4")
def column(attack: int, defence: int, *, half: bool = False) -> str:
    """Column of the Combat Results Table, rounded against the attacker.

    Parameters
    ----------
    half
        Whether there is a column 3:2 (option ``odds-columns``).

    Returns
    -------
    str
        Empty below 1:4, where no attack is permitted.

    Examples
    --------
    >>> column(56, 16), column(40, 19), column(100, 3)
    ('3:1', '2:1', '7:1')
    >>> column(4, 7), column(5, 20), column(5, 21)
    ('1:2', '1:4', '')
    >>> column(8, 5), column(8, 5, half=True)
    ('1:1', '3:2')
    """
    if defence <= 0:
        return f"{_BEST}:1"
    if attack >= defence:
        whole = attack // defence
        if half and whole == 1 and 2 * attack >= 3 * defence:
            return "3:2"
        return f"{min(_BEST, whole)}:1"
    if attack <= 0:
        return ""
    below = -(-defence // attack)
    return f"1:{below}" if below <= _WORST else ""


@rule("12.4", "12.6")
def limited(drm: int) -> int:
    """A sum of modifiers within its limits, -3 and +3.

    Examples
    --------
    >>> limited(-5), limited(2), limited(4)
    (-3, 2, 3)
    """
    return max(-LIMIT, min(LIMIT, drm))
