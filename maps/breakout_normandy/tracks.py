"""The printed tracks of Breakout: Normandy as rules read them: days, impulse boxes, weekly requirement."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from maps.errors import DataError
from maps.filing import Filing, by_filing
from maps.loader import read_toml
from module_builder.vassal.values import dataclass

__all__ = ["Tracks", "load_tracks", "read_tracks"]

_HERE = Path(__file__).parent
_FILE = "map.toml"


@dataclass(frozen=True, slots=True)
class Tracks:
    """What the Turn Record Track and the Impulse Track print.

    Parameters
    ----------
    weather
        Day of June -> weather at Dawn (3.7).
    boxes
        Numbers of the boxes of the Impulse Track; lettered boxes are negative (3.8, 12.53).
    required
        Last day of a week -> Victory Points that the Allies need (24.1).
    sources
        Where each comes from: ``weather``, ``weather 9``, ``boxes``, ``required 19``.

    Examples
    --------
    >>> Tracks({6: "clear"}, (-1, 0, 1), {12: 10}, {}).last_box
    1
    """

    weather: Mapping[int, str]
    boxes: tuple[int, ...]
    required: Mapping[int, int]
    sources: Mapping[str, str]

    @property
    def last_box(self) -> int:
        """Number of the last box: beyond it the marker leaves the track (6.3)."""
        return self.boxes[-1]

    def source(self, what: str) -> str:
        """Source of one printed value.

        Parameters
        ----------
        what
            ``weather 9``, ``boxes``, ``required 19``.

        Examples
        --------
        >>> Tracks({}, (0,), {}, {"weather": "owner"}).source("weather 9")
        'owner'
        """
        return self.sources.get(what) or self.sources.get(what.split(" ", maxsplit=1)[0], "unknown")


@by_filing
def load_tracks(filing: Filing) -> Tracks:
    """Read the tracks, ours or an owner's.

    Raises
    ------
    maps.errors.DataError
        The file is missing or lacks a table.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> tracks = load_tracks(OURS)
    >>> tracks.weather[6], tracks.required[12], len(tracks.boxes)
    ('clear', 10, 17)
    """
    return read_tracks(filing.path(_HERE / _FILE))


def read_tracks(path: Path) -> Tracks:
    """Read the tracks from one file.

    Parameters
    ----------
    path
        A ``map.toml``.

    Raises
    ------
    maps.errors.DataError
        The file is missing, lacks a table, or names a day twice.

    Examples
    --------
    >>> read_tracks(_HERE / "map.toml").last_box
    13
    """
    body = read_toml(path)
    days, required = _table(path, body, "weather"), _table(path, body, "required")
    track = next((t for t in body.get("tracks", ()) if t.get("id") == "impulse"), None)
    if track is None:
        raise DataError(path.name, "[[tracks]]", "a track with the id 'impulse'")
    sources = {"weather": days.get("source", "unknown"), "boxes": track.get("source", "unknown")}
    sources |= {f"weather {day}": source for day, source in days.get("printed", {}).items()}
    sources |= {f"required {day}": entry["source"] for day, entry in required.items()}
    points = {int(day): int(entry["points"]) for day, entry in required.items()}
    boxes = tuple(_box(path, label) for label in track["labels"])
    return Tracks(_weather(path, days), boxes, points, sources)


def _table(path: Path, body: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    if name not in body:
        raise DataError(path.name, f"[{name}]", "this table")
    table: Mapping[str, Any] = body[name]
    return table


def _weather(path: Path, days: Mapping[str, Any]) -> dict[int, str]:
    found: dict[int, str] = {}
    for weather in ("clear", "overcast", "storm"):
        for day in days.get(weather, ()):
            if day in found:
                raise DataError(path.name, "[weather]", f"one weather for {day} June, not two")
            found[day] = weather
    return dict(sorted(found.items()))


def _box(path: Path, label: str) -> int:
    """Number of a box: ``A`` is -1, ``B`` is -2 ... (12.53)."""
    if label.isdecimal():
        return int(label)
    if len(label) == 1 and label.isascii() and label.isupper():
        return ord("A") - 1 - ord(label)
    raise DataError(path.name, "track 'impulse', labels", f"a number or one letter, not {label!r}")
