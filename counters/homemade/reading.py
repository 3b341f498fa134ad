"""Reading ``units.csv`` and ``markers.csv`` of a game's folder: known columns, and any others."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from counters.homemade.faces import WrongCell, check_cells, marker_cells, unit_cells
from counters.homemade.reader import FILE
from counters.units import Marker, Unit
from maps.errors import DataError
from maps.homemade.tables import free_columns, read_free_rows
from maps.loader import Row

if TYPE_CHECKING:
    from counters.homemade.templates import Template, Templates

__all__ = [
    "MARKER_OPTIONAL",
    "MARKER_REQUIRED",
    "UNIT_OPTIONAL",
    "UNIT_REQUIRED",
    "read_markers",
    "read_units",
]

UNIT_REQUIRED = ("id", "name", "side", "nation")
UNIT_OPTIONAL = (
    "title", "type", "symbol", "size", "formation", "steps", "count", "marks", "entry", "arrival", "template",
    "source",
)  # fmt: skip
MARKER_REQUIRED = ("id", "name")
MARKER_OPTIONAL = ("side", "nation", "front", "back", "count", "template", "source")
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_WHOLE = re.compile(r"-?[0-9]{1,9}")
_MOST = 99


def read_units(
    path: Path, *, sides: Collection[str], nations: Collection[str], templates: Templates
) -> Mapping[str, Unit]:
    r"""Read the units of a folder.

    The column ``symbol`` becomes the unit's `kind`, ``nation`` its `nationality`, ``formation`` its
    `division`. A free column with a whole number is a rating, with anything else one of the texts, and so is
    ``template``; ``count`` is a rating too.

    Parameters
    ----------
    path
        ``units.csv``.
    sides, nations
        Ids of ``game.toml``.
    templates
        Of the folder.

    Returns
    -------
    mapping of str to Unit
        In the order of the file.

    Raises
    ------
    DataError
        A row or cell is wrong, or a template asks for a column that is not there.

    Examples
    --------
    >>> import tempfile
    >>> from counters.homemade.templates import FaceTemplate, Template, Templates
    >>> templates = Templates(Path(), {"default": Template("default", (FaceTemplate("front", ()),))})
    >>> with tempfile.TemporaryDirectory() as d:
    ...     file = Path(d) / "units.csv"
    ...     _ = file.write_text("id,name,side,nation,attack,motto\nred-1,1,red,red,4,Onward\n")
    ...     unit = read_units(file, sides=["red"], nations=["red"], templates=templates)["red-1"]
    >>> unit.rating("attack"), unit.texts["motto"]
    (4, 'Onward')
    """
    rows = read_free_rows(path, UNIT_REQUIRED, UNIT_OPTIONAL)
    free = free_columns(rows, (*UNIT_REQUIRED, *UNIT_OPTIONAL))
    titles = _titles(rows)
    found: dict[str, Unit] = {}
    for row, title in zip(rows, titles, strict=True):
        unit = _unit(row, title, free, sides, nations)
        template = _template(row, templates, unit)
        _check(row, template, unit_cells(unit), templates)
        found[unit.id] = unit
    return found


def read_markers(path: Path, *, sides: Collection[str], templates: Templates) -> Mapping[str, Marker]:
    r"""Read the markers of a folder.

    Parameters
    ----------
    path
        ``markers.csv``; a folder without one has no markers.
    sides
        Ids of ``game.toml``; an empty side is both.
    templates
        Of the folder.

    Returns
    -------
    mapping of str to Marker
        In the order of the file; their free columns are texts.

    Raises
    ------
    DataError
        A row or cell is wrong, or a template asks for a column that is not there.

    Examples
    --------
    >>> import tempfile
    >>> from counters.homemade.templates import FaceTemplate, Template, Templates
    >>> templates = Templates(Path(), {"marker": Template("marker", (FaceTemplate("front", ()),))})
    >>> with tempfile.TemporaryDirectory() as d:
    ...     file = Path(d) / "markers.csv"
    ...     _ = file.write_text("id,name,icon,count\nturn,Turn,hourglass,1\n")
    ...     read_markers(file, sides=["red"], templates=templates)["turn"].texts["icon"]
    'hourglass'
    """
    if not path.exists():
        return {}
    rows = read_free_rows(path, MARKER_REQUIRED, MARKER_OPTIONAL)
    free = free_columns(rows, (*MARKER_REQUIRED, *MARKER_OPTIONAL))
    found: dict[str, Marker] = {}
    for row in rows:
        if row.cells["nation"] and row.cells["nation"] not in templates.nations:
            raise _unknown(row, "nation", templates.nations)
        count = row.optional("count", 1, _MOST)
        marker = Marker(
            _id(row),
            row.text("name"),
            row.cells["side"] and _one_of(row, "side", sides),
            row.cells["front"],
            row.cells["back"],
            1 if count is None else count,
            sources=row.sources(),
            texts={name: row.cells[name] for name in (*free, "template", "nation") if row.cells[name]},
        )
        template = _template(row, templates, marker)
        _check(row, template, marker_cells(marker), templates)
        found[marker.id] = marker
    return found


def _unit(
    row: Row, title: str, free: Sequence[str], sides: Collection[str], nations: Collection[str]
) -> Unit:
    numbers = {name: int(row.cells[name]) for name in free if _WHOLE.fullmatch(row.cells[name])}
    texts = {name: row.cells[name] for name in free if row.cells[name] and name not in numbers}
    if row.cells["template"]:
        texts["template"] = row.cells["template"]
    count = row.optional("count", 1, _MOST)
    if count is not None:
        numbers["count"] = count
    return Unit(
        _id(row),
        row.text("name"),
        title,
        _one_of(row, "side", sides),
        _one_of(row, "nation", nations),
        type=row.cells["type"],
        kind=row.cells["symbol"],
        size=row.cells["size"],
        division=row.cells["formation"],
        arrival=row.optional("arrival", 0, 999),
        entry=_words(row, "entry"),
        steps=row.optional("steps", 0, _MOST) or 0,
        marks=_words(row, "marks"),
        ratings=numbers,
        sources=row.sources(),
        texts=texts,
    )


def _id(row: Row) -> str:
    value = row.text("id")
    if not _ID.fullmatch(value):
        raise row.fault("id", f"small letters, figures and single hyphens between them, not {value!r}")
    return value


def _one_of(row: Row, column: str, allowed: Collection[str]) -> str:
    value = row.cells[column]
    if value not in allowed:
        raise _unknown(row, column, allowed)
    return value


def _unknown(row: Row, column: str, allowed: Collection[str]) -> DataError:
    value = row.cells[column]
    near = difflib.get_close_matches(value, allowed, 1)
    words = ", ".join(allowed) or f"none, as game.toml has no [[{column}]]"
    return row.fault(column, f"one of {words}, not {value!r}", f"Did you mean {near[0]}?" if near else "")


def _words(row: Row, column: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in row.cells[column].split("|") if word.strip())


def _titles(rows: Sequence[Row]) -> list[str]:
    """The full name of each unit: its own, else its name, with formation or id where others have that too."""
    titles = [row.cells["title"] or row.cells["name"] for row in rows]
    with_formation = [f"{t}, {row.cells['formation']}" for t, row in zip(titles, rows, strict=True)]
    plain, longer = Counter(titles), Counter(with_formation)
    found, seen = [], dict[str, int]()
    for row, title, long in zip(rows, titles, with_formation, strict=True):
        own = row.cells["title"]
        alone = row.cells["formation"] and longer[long] == 1 and long not in plain
        chosen = own or (title if plain[title] == 1 else long if alone else f"{title} ({row.cells['id']})")
        if chosen in seen:
            line = seen[chosen]
            raise row.fault("title", f"each title once; {chosen!r} stands in line {line} too")
        seen[chosen] = row.line
        found.append(chosen)
    return found


def _template(row: Row, templates: Templates, piece: Unit | Marker) -> Template:
    """The template of a row, whose columns the table has."""
    named = row.cells["template"]
    if named and named not in templates.templates:
        raise _unknown(row, "template", templates.templates)
    found = templates.of_unit(piece) if isinstance(piece, Unit) else templates.of_marker(piece)
    for column, place in found.columns.items():
        if column not in row.cells:
            near = difflib.get_close_matches(column, row.cells, 1)
            hint = f"Did you mean {near[0]}?" if near else f"or a column {column} in {row.file}, empty or not"
            raise DataError(FILE, place, f"a column of {row.file}, not {column!r}", hint)
    return found


def _check(row: Row, template: Template, cells: Mapping[str, tuple[str, ...]], templates: Templates) -> None:
    try:
        check_cells(template, cells, templates)
    except WrongCell as fault:
        if not fault.column:
            raise fault.told(row.file, f"line {row.line}") from None
        raise row.fault(fault.column, fault.expected, fault.way_out) from None
