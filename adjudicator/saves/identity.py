"""What of an owner's overlay a saved game depends on: its rows, tracks, decks and places, not its values.

A save holds which pieces lie where. A counter with other factors, or an Area of other terrain, lies there all
the same: so a save opens with the values that its owner has typed since.
"""

from __future__ import annotations

import functools
import hashlib
import json
from pathlib import Path
from typing import Any

from maps.filing import BOARD_IMAGE, filing_of, replaceable
from maps.loader import overlay_file, read_toml
from maps.sources import read_table

__all__ = ["carrier_mark"]

_PLACES = "geometry.toml"
_TRACKS, _DECKS = ("labels", "box", "columns"), ("count",)


def carrier_mark(game: str, overlay: Path | None) -> str:
    """Short fingerprint of what an overlay changes of how a save holds a position; empty where it is nothing.

    Parameters
    ----------
    game
        Slug.
    overlay
        Folder, or None.

    Returns
    -------
    str

    Raises
    ------
    maps.errors.DataError
        The overlay cannot be read.

    Examples
    --------
    >>> carrier_mark("june-six", None)
    ''
    """
    if overlay is None:
        return ""
    filing = filing_of(game, overlay)
    changed: dict[str, Any] = {}
    for name, ours in replaceable(game).items():
        theirs = filing.path(ours)
        if theirs != ours and (held := _carried(theirs)) != _of_ours(ours):
            changed[name] = held
    image = overlay_file(overlay, game, BOARD_IMAGE)
    if image is not None and _PLACES in changed:
        changed[BOARD_IMAGE] = hashlib.sha256(image.read_bytes()).hexdigest()
    if not changed:
        return ""
    return hashlib.sha256(json.dumps(changed, sort_keys=True).encode()).hexdigest()[:12]


@functools.cache
def _of_ours(path: Path) -> Any:
    """The same of a file of ours, which does not change."""
    return _carried(path)


def _carried(path: Path) -> Any:
    """What of a file a save depends on."""
    if path.name == _PLACES:
        return read_toml(path)
    if path.suffix != ".csv":
        return _parts(read_toml(path))
    columns, rows = read_table(path)
    keys = columns[: 2 if columns[:2] == ["a", "b"] else 1]
    return sorted([row.cells[key] for key in keys] for row in rows)


def _parts(part: Any) -> Any:
    """The boxes of tracks and the numbers of cards in a chart, each at its place."""
    if isinstance(part, list):
        return [found for entry in part if (found := _parts(entry))]
    if not isinstance(part, dict):
        return {}
    own = {key: part[key] for key in (*_TRACKS, *_DECKS) if key in part}
    own = own if "labels" in own else {key: own[key] for key in _DECKS if key in own}
    if own and "id" in part:
        own["id"] = part["id"]
    return own | {key: found for key, value in part.items() if (found := _parts(value))}
