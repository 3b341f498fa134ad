"""What changed between two positions, as far as it lasts and was seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.position import UNKNOWN, Change

if TYPE_CHECKING:
    from adjudicator.position import Position
    from adjudicator.schema import Schema

__all__ = ["CLOCK", "is_veiled", "lasting_changes", "passing_items", "value_of"]

CLOCK = frozenset({"phase", "side", "impulse", "passed", "step"})
"""Items of state that say where play stands."""
_LASTING = frozenset({"lasting", "day", "turn"})


def value_of(position: Position, change: Change) -> Any:
    """What a change is about, as it is in a position.

    Parameters
    ----------
    position
        The position.
    change
        The change.

    Returns
    -------
    str, int, bool or None

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> value_of(GAME.scenario("d-day"), Change("space", "ge-916", None, None))
    'omaha-beach'
    """
    if change.what not in {"unit", "space", "status"}:
        return position.said(change.what, change.subject)
    piece = position.pieces.get(change.subject)
    if piece is None:
        return None
    return piece.status if change.what == "status" else piece.space


def is_veiled(change: Change) -> bool:
    """Whether one side of a change is not said, or not seen.

    Parameters
    ----------
    change
        The change.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_veiled(Change("held", "german", 1, UNKNOWN)), is_veiled(Change("held", "german", 1, 2))
    (True, False)
    """
    return change.before is UNKNOWN or change.after is UNKNOWN


def lasting_changes(before: Position, after: Position) -> tuple[Change, ...]:
    """Changes that outlive an impulse: units, and items of state that last; the clock last.

    What one of the positions does not say, or its viewpoint does not see, cannot have been seen to change.

    Parameters
    ----------
    before, after
        The two positions.

    Returns
    -------
    tuple of Change

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> lasting_changes(GAME.scenario("d-day"), GAME.scenario("d-day"))
    ()
    """
    items = before.schema.items
    lasting = [
        c
        for c in before.diff(after)
        if c.what in {"unit", "space", "status"} or (items[c.what].memory in _LASTING and not is_veiled(c))
    ]
    return tuple(sorted(lasting, key=lambda c: c.what in CLOCK))


def passing_items(schema: Schema) -> frozenset[str]:
    """Items of state that are over with the impulse, phase or round in which they are stated.

    Parameters
    ----------
    schema
        Of a game.

    Returns
    -------
    frozenset of str

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> "mf-used" in passing_items(GAME.schema), "control" in passing_items(GAME.schema)
    (True, False)
    """
    return frozenset([name for name, item in schema.items.items() if item.memory not in _LASTING])
