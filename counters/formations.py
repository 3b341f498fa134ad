"""Formations of a game as ``formations.csv`` lists them: what their counters print, and when they come."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from counters.units import Unit
from maps.compiled import kept_rows
from maps.errors import DataError
from maps.filing import our_file
from maps.loader import Row, Sources, header, overlay_file, read_rows, stamp
from module_builder.vassal.values import dataclass

__all__ = [
    "BATTALION_FORMATION_COLUMNS",
    "FORMATION_COLUMNS",
    "Formation",
    "check_formations",
    "load_formations",
]

FORMATION_COLUMNS = [
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
BATTALION_FORMATION_COLUMNS = [
    "id",
    "name",
    "printed",
    "nationality",
    "level",
    "class",
    "parent",
    "colour",
    "feldersatz",
    "quality",
    "entry",
    "arrival",
    "source",
]
_NATIONS = ("us", "commonwealth", "german")
_LEVELS = ("division", "corps", "garrison")
_BATTALION_LEVELS = ("brigade", *_LEVELS)
_CLASSES = ("infantry", "airborne", "armored", "panzer", "panzer-grenadier", "corps", "garrison")
_NOTES = ("", "1 AM Only", "RE Phase Only")
_LETTERS, _BOXES = "ABCDEF", ("landing-", "airfield-")
_HERE = Path(__file__).parent
_MAPS = _HERE.parent / "maps"
_CODE = (Path(__file__), *map(_MAPS.joinpath, ("compiled.py", "loader.py")))
_ALIVE: Mapping[str, Callable[[Any], Any]] = {"entry": tuple, "sources": lambda parts: Sources(*parts)}
_COLOR = re.compile(r"#[0-9a-f]{6}")
_OWN = Sources("owner", {})


@dataclass(frozen=True, slots=True)
class Formation:
    """A division, a corps or a garrison.

    Parameters
    ----------
    id, name
        Slug and full name.
    printed
        What stands right of the stroke on the counters of its units, such as ``352`` or ``V Corps``.
    color
        Of its unit-type boxes, as ``#rrggbb``; empty where it has none.
    nation
        ``us``, ``commonwealth`` or ``german``.
    level, kind
        ``division``, ``corps`` or ``garrison``; its class: ``infantry``, ``airborne``, ``armored`` ...
    parent
        Slug of the parent corps; empty for Germans and corps.
    release
        Release Number, or None for automatic entry.
    entry
        Entry hex letters, Landing Boxes or airfields.
    arrival
        Turn of entry, or None for a formation that is there at the start.
    note
        ``1 AM Only``, ``RE Phase Only`` or empty.
    sources
        Source of each value.
    feldersatz
        Replacement points of its Feldersatz battalion, where the game counts them.
    quality
        Modifier of its attacks, where the game knows one.

    Examples
    --------
    >>> Formation("ge-352", "352nd Infantry Division", "352").level
    'division'
    """

    id: str
    name: str
    printed: str
    color: str = ""
    nation: str = "german"
    level: str = "division"
    kind: str = "infantry"
    parent: str = ""
    release: int | None = None
    entry: tuple[str, ...] = ()
    arrival: int | None = None
    note: str = ""
    sources: Sources = _OWN
    feldersatz: int = 0
    quality: int = 0


def load_formations(game: str, overlay: Path | None = None) -> Mapping[str, Formation]:
    """Read the formations of a game.

    Parameters
    ----------
    game
        Slug with hyphens.
    overlay
        Folder with an owner's ``formations.csv``, or None.

    Returns
    -------
    mapping of str to Formation
        By id, in the order of the file; empty for a game without formations.

    Raises
    ------
    maps.errors.DataError
        A row or cell is wrong.

    Examples
    --------
    >>> load_formations("june-six")["us-1"].parent, load_formations("dark-summer")
    ('us-v', {})
    """
    path = overlay_file(overlay, game, "formations.csv") or our_file("counters", game, "formations.csv")
    return _read(stamp(path)) if path.is_file() else {}


def check_formations(file: str, units: Mapping[str, Unit], formations: Mapping[str, Formation]) -> None:
    """Refuse units and formations that belong to a formation which the list does not have.

    Parameters
    ----------
    file
        That the units stand in.
    units, formations
        By id; a game without formations is not checked.

    Raises
    ------
    maps.errors.DataError
        A division, corps or parent is not in the list.

    Examples
    --------
    >>> check_formations("units.csv", {}, {"us-1": Formation("us-1", "1st Infantry Division", "1")})
    """
    known = {"", *formations}
    said = [("formations.csv", f"formation {f.id}, column parent", f.parent) for f in formations.values()]
    for unit in units.values() if formations else ():
        if unit.division not in known or unit.corps not in known:
            said.append((file, f"unit {unit.id}, column division", unit.division))
            said.append((file, f"unit {unit.id}, column corps", unit.corps))
    for name, place, word in said:
        if word not in known:
            raise DataError(name, place, f"the id of a formation of formations.csv, not {word!r}")


@functools.cache
def _read(key: tuple[Path, int, int]) -> Mapping[str, Formation]:
    return {found.id: found for found in kept_rows(Formation, key[0], _CODE, _formations, _ALIVE)}


def _formations(path: Path) -> list[Formation]:
    """The formations of a file; its columns tell which kind of game they are of."""
    columns, read = FORMATION_COLUMNS, _formation
    if "feldersatz" in header(path):
        columns, read = BATTALION_FORMATION_COLUMNS, _battalion_formation
    return [read(row) for row in read_rows(path, columns, key=lambda r: r.cells["id"])]


def _battalion_formation(row: Row) -> Formation:
    """A division, brigade or corps of a game of battalions; arrival in days from 1 June."""
    return Formation(
        row.text("id"),
        row.text("name"),
        row.text("printed"),
        _color(row),
        row.choice("nationality", _NATIONS),
        row.choice("level", _BATTALION_LEVELS),
        row.choice("class", _CLASSES),
        row.cells["parent"],
        entry=tuple(word.strip() for word in row.cells["entry"].split("|") if word.strip()),
        arrival=row.optional("arrival", 6, 77),
        sources=row.sources(),
        feldersatz=row.integer("feldersatz", 0, 6),
        quality=row.integer("quality", -1, 1),
    )


def _formation(row: Row) -> Formation:
    return Formation(
        row.text("id"),
        row.text("name"),
        row.text("printed"),
        _color(row),
        row.choice("nationality", _NATIONS),
        row.choice("level", _LEVELS),
        row.choice("class", _CLASSES),
        row.cells["parent"],
        row.optional("release", 0, 9),
        _entry(row),
        row.optional("arrival", 1, 20),
        row.choice("am_note", _NOTES),
        row.sources(),
    )


def _entry(row: Row) -> tuple[str, ...]:
    words = tuple(word.strip() for word in row.cells["entry"].split("|") if word.strip())
    for word in words:
        if word not in _LETTERS and not word.startswith(_BOXES):
            raise row.fault("entry", f"letters A to F, a landing or an airfield box, not {word!r}")
    return words


def _color(row: Row) -> str:
    """A colour as ``#rrggbb``, also where the cell names it."""
    cell = row.cells["colour"].strip().lower()
    if not cell or _COLOR.fullmatch(cell):
        return cell
    from PIL import ImageColor

    found = ImageColor.colormap.get(cell)
    if not isinstance(found, str) or not _COLOR.fullmatch(found.lower()):
        raise row.fault("colour", "a colour such as #86ab62, or a name such as orange")
    return found.lower()
