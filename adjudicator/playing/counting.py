"""What many games come to: chances with their intervals, and how numbers are spread."""

from __future__ import annotations

import math
from collections.abc import Sequence

from module_builder.vassal.values import dataclass

__all__ = ["Spread", "spread_of", "wilson"]

_Z = 1.959964  # of a normal distribution: 95 % lie within so many deviations


def wilson(count: int, total: int) -> tuple[float, float]:
    """The 95 % interval of a chance by Wilson's score, which holds for few games and for chances near 0 or 1.

    Parameters
    ----------
    count, total
        In how many games of how many it came about; one at least.

    Returns
    -------
    tuple of float
        Lower and upper bound.

    Examples
    --------
    >>> [round(bound, 3) for bound in wilson(8, 10)]
    [0.49, 0.943]
    >>> [round(bound, 3) for bound in wilson(0, 20)]
    [0.0, 0.161]
    """
    share, square = count / total, _Z**2
    middle = share + square / (2 * total)
    wide = _Z * math.sqrt(share * (1 - share) / total + square / (4 * total**2))
    below = 0.0 if not count else (middle - wide) / (1 + square / total)
    above = 1.0 if count == total else (middle + wide) / (1 + square / total)
    return below, above


@dataclass(frozen=True, slots=True)
class Spread:
    """How a number is spread over games.

    Parameters
    ----------
    mean, low, median, high
        The mean, and what a tenth, a half and nine tenths of the games do not exceed.

    Examples
    --------
    >>> Spread(5.0, 1.0, 5.0, 9.0).high
    9.0
    """

    mean: float
    low: float
    median: float
    high: float


def spread_of(values: Sequence[float]) -> Spread:
    """How numbers are spread.

    Parameters
    ----------
    values
        One at least.

    Returns
    -------
    Spread
        Each quantile is one of the numbers: the least that so many games do not exceed.

    Examples
    --------
    >>> spread_of([3, 1, 2, 4])
    Spread(mean=2.5, low=1.0, median=2.0, high=4.0)
    """
    found = sorted(values)
    low, median, high = (float(found[math.ceil(q * len(found)) - 1]) for q in (0.1, 0.5, 0.9))
    return Spread(round(sum(found) / len(found), 2), low, median, high)
