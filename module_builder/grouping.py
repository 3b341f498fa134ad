"""Long lists of like lines made short: the first of each kind, and how many more there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

__all__ = ["FEW", "grouped"]

FEW = 8
"""Like lines that are all shown; of more the first three."""
_SHOWN = 3
_T = TypeVar("_T")


def grouped(items: Sequence[_T], kind: Callable[[_T], tuple[str, str]]) -> Iterator[str]:
    """Write items, of many that are alike only the first ones.

    Parameters
    ----------
    items
        What is listed, in order.
    kind
        By which items are alike: a word that the line begins with, and what they have in common.

    Yields
    ------
    str

    Examples
    --------
    >>> list(grouped(["a 1", "a 2", "b"], lambda text: (text[0], "")))
    ['a 1', 'a 2', 'b']
    >>> list(grouped([f"a {n}" for n in range(4000)], lambda text: (text[0], "a number")))[3:]
    ['a         ... and 3,997 more: a number']
    """
    total = Counter(map(kind, items))
    shown: Counter[tuple[str, str]] = Counter()
    for item in items:
        key = kind(item)
        shown[key] += 1
        if total[key] <= FEW or shown[key] <= _SHOWN:
            yield str(item)
        elif shown[key] == total[key]:
            word, common = key
            yield f"{word:<9} ... and {total[key] - _SHOWN:,} more: {common}"
