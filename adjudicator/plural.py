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
        What they are called, where there is one and otherwise; without the latter, as English nouns go.

    Returns
    -------
    str

    Examples
    --------
    >>> many(1, "unit is active", "units are active"), many(2345, "way to retreat", "ways to retreat")
    ('1 unit is active', '2,345 ways to retreat')
    >>> many(0, "step"), many(3, "hex"), many(2, "company")
    ('0 steps', '3 hexes', '2 companies')
    """
    return f"{count:,} {one if count == 1 else several or _several(one)}"


def _several(one: str) -> str:
    if one.endswith("y") and not one.endswith("ay"):
        return f"{one[:-1]}ies"
    return f"{one}es" if one.endswith("x") else f"{one}s"
