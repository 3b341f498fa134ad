"""Sections 8.12 and 19.1: what German Delay Points cost, whom they stop, and when they come off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from adjudicator.citation import rule
from adjudicator.june_six import terms
from adjudicator.position import Draft, State, View

__all__ = ["COST", "absorb", "delay_points", "near", "stands", "stopping", "taken"]

COST = 4  # half MPs


@rule("19.11")
def stands(view: View, space: str) -> bool:
    """Whether a Delay Point stands in a hex."""
    return view.flag("dp", space)


def delay_points(view: View) -> frozenset[str]:
    """Hexes with a Delay Point, found once for each position."""
    return terms.derived(
        view, "dps", lambda state: frozenset(s for s in state.subjects("dp") if state.flag("dp", s))
    )


def near(view: View) -> Mapping[str, tuple[str, ...]]:
    """Hexes next to Delay Points, each with those hexes, found once for each position."""
    return terms.derived(view, "near-dps", _near)


def _near(state: State) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for point in sorted(delay_points(state) & state.board.spaces.keys()):
        for _, other in state.board.neighbours(point):
            found.setdefault(other, []).append(point)
    return {space: tuple(points) for space, points in found.items()}


@rule("19.12", "19.13", "19.14")
def stopping(left: int, prices: Iterable[tuple[str, int | None]]) -> tuple[str, ...]:
    """Delay Points that stop an Allied unit next to them, and that come off once it has stopped.

    Parameters
    ----------
    left
        Half MPs that it has left.
    prices
        Hexes of the Delay Points next to it, each with the half MPs of terrain and Delay Point; None where no
        amount of MPs lets it in.

    Returns
    -------
    tuple of str
        Empty for a unit that has spent its last MP, or that could pay for each of them.

    Examples
    --------
    >>> stopping(4, [("e1940", 6), ("e1941", None)]), stopping(0, [("e1940", 6)]), stopping(6, [("e1940", 6)])
    (('e1940',), (), ())
    """
    if left <= 0:
        return ()
    return tuple([space for space, half in prices if half is not None and half > left])


@rule("8.12", "19.12", "19.13")
def taken(draft: Draft, spaces: Sequence[str]) -> None:
    """Take Delay Points off."""
    for space in spaces:
        draft.clear("dp", space)


@rule("19.15")
def absorb(draft: Draft, space: str, side: str) -> None:
    """Take off the Delay Point of a hex in which units of a side have ended their movement.

    Parameters
    ----------
    side
        Whose units; Allied ones that came by advance or retreat clear it too.
    """
    if stands(draft, space) and terms.friends(draft, space, side):
        draft.clear("dp", space)
