"""What a template, a face or an item is like: what its ``like`` names, its own differences over that."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import Any

from counters.homemade.items import PLACE
from counters.homemade.reader import FILE, Reader
from maps.errors import DataError

__all__ = ["inherited", "joined", "settled"]

_STAYS = {*PLACE, "when"}


def joined(tables: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Lay each template over those that it is like.

    Parameters
    ----------
    tables
        ``template`` of ``counters.toml``.

    Returns
    -------
    dict
        Whole templates by name; their faces have their own ``like`` still.

    Raises
    ------
    DataError
        No such template, a circle, or no table.

    Examples
    --------
    >>> joined({"a": {"front": {"ground": "tint"}}, "b": {"like": "a"}})["b"]
    {'front': {'ground': 'tint'}}
    """
    rows = {name: Reader(f"template.{name}", row, 1.0, ()).table for name, row in tables.items()}
    return {name: inherited(rows, name, "template") for name in rows}


def inherited(rows: Mapping[str, Mapping[str, Any]], name: str, place: str) -> Mapping[str, Any]:
    """Lay a table over the one that its ``like`` names, and that over the next.

    Parameters
    ----------
    rows
        Templates, or the faces of one.
    name
        Of the table.
    place
        Of them all in the file: ``template``, or ``template.NAME``.

    Returns
    -------
    mapping

    Raises
    ------
    DataError
        No such table, or a circle.

    Examples
    --------
    >>> faces = {"front": {"ground": "tint", "box": {"fill": "ink"}}, "back": {"like": "front", "box": False}}
    >>> inherited(faces, "back", "template.default")
    {'ground': 'tint', 'box': False}
    """
    found: Mapping[str, Any] = {}
    for link in _chain(rows, name, place):
        own = {key: value for key, value in rows[link].items() if key != "like"}
        found = _over(found, own, depth=2 if place == "template" else 1)
    return found


def settled(items: Mapping[str, Any], place: str) -> dict[str, Any]:
    """Lay each item of a face over the one that its ``like`` names.

    Parameters
    ----------
    items
        Of a face that is laid over its own like already.
    place
        Of the face in the file.

    Returns
    -------
    dict
        Without those that are left out, and those like them.

    Raises
    ------
    DataError
        No such item, or a circle.

    Examples
    --------
    >>> wide = {"like": "box", "at": [1, 1, 4, 2]}
    >>> settled({"box": {"at": [1, 1, 2, 2], "fill": "ink"}, "wide": wide}, "template.x.front")["wide"]
    {'show': 'box', 'at': [1, 1, 4, 2], 'fill': 'ink'}
    """
    rows = {name: row if isinstance(row, Mapping) else {} for name, row in items.items()}
    found: dict[str, Any] = {}
    for name, item in items.items():
        first, *others = _chain(rows, name, place)
        one = items[first]
        if others and isinstance(one, Mapping):
            one = {"show": first, **one}
        for link in others if one is not False else ():
            one = _item_over(link, one, {key: value for key, value in rows[link].items() if key != "like"})
        if item is not False and one is not False:
            found[name] = one
    return found


def _chain(rows: Mapping[str, Mapping[str, Any]], name: str, place: str) -> list[str]:
    """The table that a table is like in the end, and so on up to itself."""
    chain = [name]
    while (like := rows[chain[-1]].get("like")) is not None:
        where = f"{place}.{chain[-1]}.like"
        if not isinstance(like, str) or like not in rows:
            near = difflib.get_close_matches(str(like), rows, 1)
            hint = f"Did you mean {near[0]}?" if near else ""
            raise DataError(FILE, where, f"one of {', '.join(rows)}, not {like!r}", hint)
        if like in chain:
            raise DataError(FILE, where, f"no circle: {' is like '.join([*chain, like])}")
        chain.append(like)
    return chain[::-1]


def _over(under: Mapping[str, Any], own: Mapping[str, Any], depth: int) -> dict[str, Any]:
    """One table laid over another: at depth 2 templates with their faces, at 1 faces with their items."""
    found = dict(under)
    for key, value in own.items():
        below = found.get(key)
        if not isinstance(value, Mapping):
            found[key] = value
        elif depth == 1:
            found[key] = _item_over(key, below, value)
        else:
            found[key] = _over(below, value, depth - 1) if isinstance(below, Mapping) else value
    return found


def _item_over(name: str, below: object, own: Mapping[str, Any]) -> object:
    """An item laid over the one of its name; of one that shows something else the place remains."""
    if below is False and not PLACE.intersection(own):
        return False
    if not isinstance(below, Mapping):
        return own
    shown = below.get("show", name)
    kept = below if own.get("show", shown) == shown else {k: v for k, v in below.items() if k in _STAYS}
    moved = {"centre", "across"} if "at" in own else {"at"} if "centre" in own else set()
    return {**{key: value for key, value in kept.items() if key not in moved}, **own}
