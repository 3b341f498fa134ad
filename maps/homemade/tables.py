"""Reading the tables of a game's folder: some columns must be there, others are of the user's making."""

from __future__ import annotations

import csv
import difflib
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from maps.errors import DataError
from maps.loader import Row
from module_builder.vassal.errors import FormatError
from module_builder.vassal.files import load_bytes

__all__ = ["OWNER", "free_columns", "read_free_rows"]

OWNER = "owner"
"""Source of a row that names none."""
_LARGEST = 32 * 1024 * 1024  # bytes of a table
_NAME = re.compile(r"[^\W\d_][\w -]*")
_INIT = "`module-builder init DIR` lays out a folder with one of each file"
_T = TypeVar("_T")


def read_free_rows(
    path: Path,
    required: Sequence[str],
    optional: Sequence[str] = (),
    *,
    key: Callable[[Row], _T] | None = None,
) -> list[Row]:
    r"""Read a CSV file with columns that must be there, columns that may be, and any others.

    Lines that start with ``#`` are comments; a line of empty cells, as spreadsheets leave them, is none.

    Parameters
    ----------
    path
        The file.
    required
        Columns that must be there, in any order.
    optional
        Columns that may be left out; every row has their cells then, empty ones. An empty ``source`` is
        ``owner``.
    key
        What no two rows may have alike; the column ``id``, where that is required, if None.

    Returns
    -------
    list of Row
        With the free columns among the cells.

    Raises
    ------
    DataError
        Missing file, missing, doubled or nameless column, wrong number of cells, duplicate key.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as d:
    ...     file = Path(d) / "units.csv"
    ...     _ = file.write_text("id,name,attack\nred-1,1,4\n")
    ...     [row.cells for row in read_free_rows(file, ["id", "name"], ["size"])]
    [{'id': 'red-1', 'name': '1', 'attack': '4', 'size': ''}]
    """
    columns: list[str] = []
    rows: list[Row] = []
    for number, line in _lines(path):
        cells = [cell.strip() for cell in _cells(path, number, line)]
        if not columns:
            columns = _header(path, number, cells, required)
        elif any(cells):
            rows.append(_row(path, number, columns, cells, optional))
    if not columns:
        raise DataError(path.name, "line 1", f"the columns {', '.join(required)}", _INIT)
    if key is not None:
        _check_once(rows, key)
    elif "id" in required:
        _check_once(rows, lambda row: row.text("id"), "column id")
    return rows


def free_columns(rows: Sequence[Row], known: Sequence[str]) -> list[str]:
    """The columns of the user's making, in the order of the file.

    Parameters
    ----------
    rows
        From `read_free_rows`.
    known
        Required and optional columns.

    Returns
    -------
    list of str

    Examples
    --------
    >>> free_columns([Row("units.csv", 2, {"id": "red-1", "attack": "4"})], ["id"])
    ['attack']
    """
    return [column for column in (rows[0].cells if rows else ()) if column not in known]


def _lines(path: Path) -> list[tuple[int, str]]:
    """The lines that say something, with their numbers."""
    if not path.is_file():
        raise DataError(path.name, "", f"this file in the folder {path.parent.name or '.'}", _INIT)
    try:
        text = load_bytes(path, most=_LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError:
        way_out = "save the table as CSV UTF-8"
        raise DataError(path.name, "", "a file of UTF-8 text", way_out) from None
    except FormatError as fault:
        raise DataError(path.name, "", fault.expected) from None
    numbered = enumerate(text.splitlines(), 1)
    return [(number, line) for number, line in numbered if line.strip() and not line.startswith("#")]


def _cells(path: Path, number: int, line: str) -> list[str]:
    """The cells of a line; a text with a comma stands in quotation marks."""
    if '"' not in line:
        return line.split(",")
    try:
        return next(csv.reader([line], strict=True))
    except csv.Error as fault:
        way_out = "a cell in quotation marks ends on its line, and a quotation mark within it is doubled"
        raise DataError(path.name, f"line {number}", f"cells parted by commas ({fault})", way_out) from None


def _header(path: Path, number: int, cells: list[str], required: Sequence[str]) -> list[str]:
    place = f"line {number}"
    if len(cells) == 1 and (found := next((c for c in ";\t" if c in cells[0]), "")):
        mark = "semicolons" if found == ";" else "tabs"
        raise DataError(path.name, place, f"cells parted by commas, not by {mark}", "save it with commas")
    while cells and not cells[-1]:
        cells.pop()
    for place_in_line, name in enumerate(cells, 1):
        if not _NAME.fullmatch(name):
            expected = f"a name for column {place_in_line}, of letters, figures, _ and -, not {name!r}"
            raise DataError(path.name, place, expected)
        if cells.index(name) != place_in_line - 1:
            raise DataError(path.name, place, f"each column once; {name!r} stands there twice")
    for name in required:
        if name not in cells:
            near = difflib.get_close_matches(name, [c for c in cells if c not in required], 1)
            must = f"the columns {', '.join(required)} must be there"
            raise DataError(
                path.name, place, f"a column {name!r}", f"Is {near[0]!r} meant?" if near else must
            )
    return cells


def _row(path: Path, number: int, columns: list[str], cells: list[str], optional: Sequence[str]) -> Row:
    """The cells by column; empty ones at the end that no column has are dropped."""
    while len(cells) > len(columns) and not cells[-1]:
        cells.pop()
    if len(cells) != len(columns):
        way_out = "a cell with a comma in it stands in quotation marks"
        raise DataError(path.name, f"line {number}", f"{len(columns)} cells, not {len(cells)}", way_out)
    found = dict(zip(columns, cells, strict=True)) | {name: "" for name in optional if name not in columns}
    if "source" in found:
        found["source"] = found["source"] or OWNER
    return Row(path.name, number, found)


def _check_once(rows: list[Row], key: Callable[[Row], object], column: str = "") -> None:
    seen: dict[object, int] = {}
    for row in rows:
        value = key(row)
        if value in seen:
            place = f"line {row.line}, {column}" if column else f"line {row.line}"
            raise DataError(row.file, place, f"each row once; {value!r} stands in line {seen[value]} too")
        seen[value] = row.line
