"""Formations of section 6.1."""

from __future__ import annotations

import functools
from collections.abc import Mapping

from counters import formations
from counters.formations import Formation

__all__ = ["Formation", "load_formations"]


@functools.cache
def load_formations() -> Mapping[str, Formation]:
    """The formations of June Six.

    Returns
    -------
    mapping of str to Formation
        By slug, in the order of the file.

    Examples
    --------
    >>> load_formations()["us-1"].parent
    'us-v'
    """
    return formations.load_formations("june-six")
