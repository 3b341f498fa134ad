"""Numbers in sentences."""

from __future__ import annotations

__all__ = ["many"]


def many(count: int, one: str, several: str = "") -> str:
    """A number of things, in words that fit it.

    Parameters
    ----------
    count
        How many.
    one, several
        What they are called, where there is one and otherwise; without the latter, with an ``s``.

    Returns
    -------
    str

    Examples
    --------
    >>> many(1, "unit is active", "units are active"), many(2345, "way to retreat", "ways to retreat")
    ('1 unit is active', '2,345 ways to retreat')
    >>> many(0, "step")
    '0 steps'
    """
    return f"{count:,} {one if count == 1 else several or one + 's'}"
