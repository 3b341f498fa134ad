"""Section 12.9: every way to spread lost steps among units; no position is needed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.citation import rule

__all__ = ["Allocation", "Victim", "allocations"]

Allocation = tuple[str, ...]


class Victim(NamedTuple):
    """What of a unit decides whether it may lose a step.

    Parameters
    ----------
    left
        Steps that it can still lose.
    lost
        Steps that it has lost in this combat.
    first
        Whether the first step of its side is its own to lose (14.3o).
    last
        Whether another unit must lose the first step (23.2).

    Examples
    --------
    >>> Victim("us-1", 3).lost
    0
    """

    uid: str
    left: int
    lost: int = 0
    first: bool = False
    last: bool = False


# --- every way --------------------------------------------------------------------------------------------


@rule("12.9", "14.3o", "23.2")
def allocations(units: Sequence[Victim], steps: int) -> tuple[Allocation, ...]:
    """Every way in which the owner may spread lost steps.

    Parameters
    ----------
    units
        Who may lose them.
    steps
        How many are lost.

    Returns
    -------
    tuple of Allocation
        Sorted ids, as often as the unit loses a step; all that is left where that is no more.

    Examples
    --------
    >>> allocations([Victim("a", 3), Victim("b", 2)], 3)
    (('a', 'a', 'b'), ('a', 'b', 'b'))
    >>> allocations([Victim("a", 3), Victim("b", 1)], 1)
    (('a',), ('b',))
    """
    states = {tuple(0 for _ in units)}
    for _ in range(min(steps, sum(u.left for u in units))):
        states = {_more(taken, n) for taken in states for n in _next(units, taken)}
    return tuple(sorted({_named(units, taken) for taken in states}))


def _more(taken: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*taken[:place], taken[place] + 1, *taken[place + 1 :])


def _named(units: Sequence[Victim], taken: Sequence[int]) -> Allocation:
    return tuple(sorted(u.uid for u, n in zip(units, taken, strict=True) for _ in range(n)))


def _next(units: Sequence[Victim], taken: Sequence[int]) -> list[int]:
    """Places of the units that may lose the next step when these have been taken."""
    alive = [n for n, u in enumerate(units) if u.left > taken[n]]
    able = [n for n in alive if not units[n].lost + taken[n]] or alive
    if any(u.lost for u in units) or any(taken):
        return able
    return [n for n in able if units[n].first] or [n for n in able if not units[n].last] or able
