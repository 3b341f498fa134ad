"""Formations as counters print them: short name and colour, from ``formations.csv`` (rules 6.11, 6.12)."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from maps.loader import Row, overlay_file, read_rows, stamp

__all__ = ["FORMATION_COLUMNS", "Badge", "load_badges"]

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
_HERE = Path(__file__).parent
_COLOR = re.compile(r"#[0-9a-f]{6}")


@dataclass(frozen=True, slots=True)
class Badge:
    """What tells a formation on its counters.

    Parameters
    ----------
    printed
        What stands right of the stroke on the counters of its units, such as ``352`` or ``V Corps``.
    color
        As ``#rrggbb``; empty where it has none.
    level
        ``division``, ``corps`` or ``garrison``.
    kind
        Class of the formation: ``infantry``, ``airborne``, ``armored`` ...
    nation
        ``us``, ``commonwealth`` or ``german``.
    parent
        Id of the parent corps, or empty.

    Examples
    --------
    >>> Badge("352", "#ff4433").level
    'division'
    """

    printed: str
    color: str
    level: str = "division"
    kind: str = "infantry"
    nation: str = ""
    parent: str = ""


def load_badges(game: str, overlay: Path | None = None) -> Mapping[str, Badge]:
    """Read the formations of a game.

    Parameters
    ----------
    game
        Slug with hyphens.
    overlay
        Folder with an owner's ``formations.csv``, or None.

    Returns
    -------
    mapping of str to Badge
        By id, in the order of the file; empty for a game without formations.

    Raises
    ------
    maps.errors.DataError
        A row or cell is wrong.

    Examples
    --------
    >>> load_badges("dark-summer")
    {}
    """
    path = overlay_file(overlay, game, "formations.csv") or _HERE / game.replace("-", "_") / "formations.csv"
    return _read(stamp(path)) if path.is_file() else {}


@functools.cache
def _read(key: tuple[Path, int, int]) -> Mapping[str, Badge]:
    rows = read_rows(key[0], FORMATION_COLUMNS, key=lambda r: r.cells["id"])
    return {row.text("id"): _badge(row) for row in rows}


def _badge(row: Row) -> Badge:
    return Badge(
        row.text("printed"),
        _color(row),
        row.text("level"),
        row.text("class"),
        row.text("nationality"),
        row.cells["parent"],
    )


def _color(row: Row) -> str:
    """A colour as ``#rrggbb``, also where the cell names it."""
    from PIL import ImageColor

    cell = row.cells["colour"].strip().lower()
    if not cell or _COLOR.fullmatch(cell):
        return cell
    found = ImageColor.colormap.get(cell)
    if not isinstance(found, str) or not _COLOR.fullmatch(found.lower()):
        raise row.fault("colour", "a colour such as #86ab62, or a name such as orange")
    return found.lower()
