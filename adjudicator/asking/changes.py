"""What changed between two positions, as far as it lasts and was seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adjudicator.position import UNKNOWN, Change

if TYPE_CHECKING:
    from collections.abc import Container

    from adjudicator.position import Position
    from adjudicator.schema import Item, Schema

__all__ = [
    "CLOCK",
    "DEEDS",
    "is_marker",
    "is_veiled",
    "lasting_changes",
    "passing_items",
    "shown_changes",
    "value_of",
]

CLOCK = frozenset({"phase", "side", "impulse", "passed", "step"})
"""Items of state that say where play stands."""
_LASTING = frozenset({"lasting", "day", "turn"})
_MARKERS = frozenset({"marker", "markers"})
DEEDS = frozenset({"attacked"})
"""Records of a unit that tell of an action by themselves, where they hold longer than an activation."""


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


def is_veiled(change: Change, schema: Schema) -> bool:
    """Whether one side of a change is not said, or not seen: then nobody saw it change.

    Parameters
    ----------
    change
        The change.
    schema
        The items of state of its game.

    Returns
    -------
    bool

    Examples
    --------
    >>> from adjudicator.storm_over_normandy import GAME
    >>> drawn = Change("card", "german-bocage-1", "stack", "unseen")
    >>> played = Change("card", "german-bocage-1", "unseen", "discard")
    >>> is_veiled(drawn, GAME.schema), is_veiled(played, GAME.schema)
    (True, False)
    """
    ends = (change.before, change.after)
    if UNKNOWN in ends:
        return True
    item = schema.items.get(change.what)
    veils = item.unseen.items() if item else ()
    return any(veil in ends and all(end in (veil, *others) for end in ends) for veil, others in veils)


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
    return _changes(before, after, {name for name, item in items.items() if item.memory in _LASTING})


def shown_changes(before: Position, after: Position) -> tuple[Change, ...]:
    """Changes that everybody sees on a table: those that last, what markers say, and who attacked.

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
    >>> night = GAME.scenario("example-9")
    >>> draft = night.draft()
    >>> draft.set("depot", "st-lo", "ge-1")
    >>> [change.what for change in shown_changes(night, draft.finish())]
    ['depot']
    """
    items = before.schema.items
    shown = {name for name, item in items.items() if item.memory in _LASTING or is_marker(item)}
    deeds = {name for name in DEEDS & items.keys() if items[name].memory != "activation"}
    found = _changes(before, after, shown | deeds)
    return tuple([c for c in found if c.what not in DEEDS or c.after is True])


def is_marker(item: Item) -> bool:
    """Whether markers on the table say it.

    Parameters
    ----------
    item
        An item of state.

    Returns
    -------
    bool
    """
    return item.carrier.partition(" ")[0] in _MARKERS


def _changes(before: Position, after: Position, items: Container[str]) -> tuple[Change, ...]:
    """Changes of units, and of some items of state; the clock last."""
    found = [
        c
        for c in before.diff(after)
        if c.what in {"unit", "space", "status"} or (c.what in items and not is_veiled(c, before.schema))
    ]
    return tuple(sorted(found, key=lambda c: c.what in CLOCK))


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
