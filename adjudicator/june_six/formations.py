"""Formations of section 6.1 as ``formations.csv`` lists them."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from maps.loader import Row, Sources, overlay_file, read_rows, stamp

__all__ = ["COLUMNS", "Formation", "load_formations"]

COLUMNS = [
    "id",
    "name",
    "printed",
    "nationality",
    "level",
    "class",
    "parent",
    "colour",
    "release",
    "entry",
    "arrival",
    "am_note",
    "source",
]
NATIONS = ("us", "commonwealth", "german")
LEVELS = ("division", "corps", "garrison")
CLASSES = ("infantry", "airborne", "armored", "panzer", "panzer-grenadier", "corps", "garrison")
NOTES = ("", "1 AM Only", "RE Phase Only")
_PATH = Path(__file__).parents[2] / "counters" / "june_six" / "formations.csv"


@dataclass(frozen=True, slots=True)
class Formation:
    """A division, a corps or the garrison of Cherbourg (6.1).

    Parameters
    ----------
    id, name, printed
        Slug, full name, and what stands right of the stroke on its counters.
    nation
        ``us``, ``commonwealth`` or ``german``.
    level, kind
        ``division``, ``corps`` or ``garrison``; class of division for 7.56.
    parent
        Slug of the parent corps; empty for Germans and corps.
    release
        Release Number (10.31), or None for automatic entry.
    entry
        Entry hex letters or Landing Boxes.
    arrival
        Turn of entry, or None for a formation on the map at the start.
    note
        ``1 AM Only``, ``RE Phase Only`` or empty (7.23).
    sources
        Source of each value.
    """

    id: str
    name: str
    printed: str
    nation: str
    level: str
    kind: str
    parent: str
    release: int | None
    entry: tuple[str, ...]
    arrival: int | None
    note: str
    sources: Sources


def load_formations(overlay: Path | None = None) -> Mapping[str, Formation]:
    """Read the formations.

    Parameters
    ----------
    overlay
        Folder with an owner's ``formations.csv``, or None.

    Returns
    -------
    mapping of str to Formation
        In the order of the file.

    Raises
    ------
    maps.errors.DataError
        A row or cell is wrong.

    Examples
    --------
    >>> load_formations()["us-1"].parent
    'us-v'
    """
    return _read(stamp(overlay_file(overlay, "june-six", "formations.csv") or _PATH))


@functools.cache
def _read(key: tuple[Path, int, int]) -> Mapping[str, Formation]:
    rows = read_rows(key[0], COLUMNS, key=lambda r: r.cells["id"])
    return {found.id: found for found in map(_formation, rows)}


def _formation(row: Row) -> Formation:
    return Formation(
        row.text("id"),
        row.text("name"),
        row.text("printed"),
        row.choice("nationality", NATIONS),
        row.choice("level", LEVELS),
        row.choice("class", CLASSES),
        row.cells["parent"],
        row.optional("release", 0, 9),
        tuple(word.strip() for word in row.cells["entry"].split("|") if word.strip()),
        row.optional("arrival", 1, 13),
        row.choice("am_note", NOTES),
        row.sources(),
    )
