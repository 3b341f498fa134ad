"""Strict reading of data files: every cell checked, every datum with its source (see `Sources`).

A CSV file opens with its header; a line that starts with ``#`` is a comment. The column ``source`` holds the
default source of the row, then overrides for single columns: ``reconstructed; tem=example 2``.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from maps.errors import DataError
from maps.tomlfile import read_toml
from module_builder.vassal.errors import FormatError
from module_builder.vassal.files import load_bytes
from module_builder.vassal.values import dataclass

__all__ = ["KINDS_OF_SOURCE", "Row", "Sources", "header", "overlay_file", "read_rows", "read_toml", "stamp"]

KINDS_OF_SOURCE = ("rule", "example", "published", "history", "reconstructed", "owner", "unknown", "derived")
_LARGEST = 32 * 1024 * 1024  # bytes of a table
_SOURCE = re.compile(
    r"rule \d+(\.\d+)*[A-Zo]?|example \d+|published: [^,]+, .+|history: .+"
    r"|reconstructed|owner|unknown|derived"
)
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Sources:
    """Where the cells of one row come from.

    Parameters
    ----------
    default
        Source of every column that has none of its own.
    columns
        Column name -> source.

    Examples
    --------
    >>> s = Sources.parse("reconstructed; tem=example 2")
    >>> s.of("tem"), s.of("name")
    ('example 2', 'reconstructed')
    """

    default: str
    columns: Mapping[str, str]

    @classmethod
    def parse(cls, text: str) -> Sources:
        """Read a ``source`` cell.

        Parameters
        ----------
        text
            ``default; column=source; ...``.

        Returns
        -------
        Sources

        Raises
        ------
        ValueError
            A part names no known kind of source, or a rule without number.

        Examples
        --------
        >>> Sources.parse("rule 3.27").default
        'rule 3.27'
        >>> Sources.parse("hearsay")
        Traceback (most recent call last):
        ValueError: a source (rule N, example N, published: T, DATE, history: S, ...), not 'hearsay'
        """
        head, *rest = [part.strip() for part in text.split(";")]
        columns = dict(part.split("=", 1) for part in rest if "=" in part)
        for source in [head, *columns.values()]:
            if not _SOURCE.fullmatch(source):
                raise ValueError(
                    f"a source (rule N, example N, published: T, DATE, history: S, ...), not {source!r}"
                )
        if len(columns) != len(rest):
            raise ValueError(f"overrides of the form column=source after ';', not {text!r}")
        return cls(head, columns)

    def of(self, column: str) -> str:
        """Source of one column.

        Parameters
        ----------
        column
            Name of the column.

        Returns
        -------
        str

        Examples
        --------
        >>> Sources("owner", {}).of("vp")
        'owner'
        """
        return self.columns.get(column, self.default)


class Row:
    """One row of a CSV file that knows where it stands.

    Parameters
    ----------
    file
        File name for messages.
    line
        Line number, from 1.
    cells
        Column -> text.

    Examples
    --------
    >>> row = Row("spaces.csv", 2, {"tem": "3", "kind": "area", "source": "rule 3.22"})
    >>> row.integer("tem", 1, 4), row.choice("kind", ["area", "zone"])
    (3, 'area')
    >>> row.integer("tem", 1, 2)
    Traceback (most recent call last):
    maps.errors.DataError: spaces.csv, line 2, column tem: expected a whole number from 1 to 2, not '3'
    """

    __slots__ = ("cells", "file", "line")

    def __init__(self, file: str, line: int, cells: Mapping[str, str]) -> None:
        self.file, self.line, self.cells = file, line, cells

    def fault(self, column: str, expected: str, way_out: str = "") -> DataError:
        """Make the error for one cell.

        Parameters
        ----------
        column, expected, way_out
            As in `DataError`.

        Returns
        -------
        DataError

        Examples
        --------
        >>> print(Row("u.csv", 9, {}).fault("id", "an id not used before"))
        u.csv, line 9, column id: expected an id not used before
        """
        return DataError(self.file, f"line {self.line}, column {column}", expected, way_out)

    def text(self, column: str) -> str:
        """Read a cell that must not be empty.

        Parameters
        ----------
        column
            Name of the column.

        Returns
        -------
        str

        Raises
        ------
        DataError
            The cell is empty.

        Examples
        --------
        >>> Row("u.csv", 2, {"id": "ge-916"}).text("id")
        'ge-916'
        """
        value = self.cells[column]
        if not value:
            raise self.fault(column, "a value, not an empty cell")
        return value

    def choice(self, column: str, allowed: Iterable[str]) -> str:
        """Read a cell that holds one word of a closed list.

        Parameters
        ----------
        column
            Name of the column.
        allowed
            The words.

        Returns
        -------
        str

        Raises
        ------
        DataError
            The cell holds something else.

        Examples
        --------
        >>> Row("e.csv", 2, {"boundary": "river"}).choice("boundary", ["open", "river"])
        'river'
        """
        value, words = self.cells[column], list(allowed)
        if value not in words:
            raise self.fault(column, f"one of {', '.join(w or '(empty)' for w in words)}, not {value!r}")
        return value

    def integer(self, column: str, low: int, high: int) -> int:
        """Read a whole number within bounds.

        Parameters
        ----------
        column
            Name of the column.
        low, high
            Bounds, both allowed.

        Returns
        -------
        int

        Raises
        ------
        DataError
            Not a number, or out of bounds.

        Examples
        --------
        >>> Row("s.csv", 2, {"number": "60"}).integer("number", 1, 60)
        60
        """
        value = self.cells[column]
        if not re.fullmatch(r"-?[0-9]{1,9}", value) or not low <= int(value) <= high:
            raise self.fault(column, f"a whole number from {low} to {high}, not {value!r}")
        return int(value)

    def optional(self, column: str, low: int, high: int) -> int | None:
        """Read a whole number, or nothing from an empty cell.

        Parameters
        ----------
        column, low, high
            As in `integer`.

        Returns
        -------
        int or None

        Examples
        --------
        >>> Row("u.csv", 2, {"arrival": ""}).optional("arrival", 6, 30) is None
        True
        """
        return None if self.cells[column] == "" else self.integer(column, low, high)

    def flag(self, column: str) -> bool:
        """Read ``yes`` or ``no``.

        Parameters
        ----------
        column
            Name of the column.

        Returns
        -------
        bool

        Examples
        --------
        >>> Row("e.csv", 2, {"bridge": "yes"}).flag("bridge")
        True
        """
        return self.choice(column, ["yes", "no"]) == "yes"

    def sources(self) -> Sources:
        """Read the ``source`` cell.

        Returns
        -------
        Sources

        Raises
        ------
        DataError
            The cell names no known source.

        Examples
        --------
        >>> Row("e.csv", 2, {"source": "example 6"}).sources().default
        'example 6'
        """
        try:
            sources = Sources.parse(self.cells["source"])
        except ValueError as fault:
            raise self.fault("source", str(fault)) from None
        for column in sources.columns:
            if column not in self.cells:
                raise self.fault("source", f"overrides of columns of this file; it has no column {column!r}")
        return sources


def read_rows(path: Path, columns: Sequence[str], key: Callable[[Row], _T] | None = None) -> list[Row]:
    r"""Read a CSV file with exactly the given columns.

    Parameters
    ----------
    path
        The file.
    columns
        Names and order of the columns.
    key
        When given, no two rows may have the same key.

    Returns
    -------
    list of Row

    Raises
    ------
    DataError
        Missing file, unknown or missing column, wrong number of cells, duplicate key.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as d:
    ...     file = Path(d) / "e.csv"
    ...     _ = file.write_text("a,b\n1,2\n")
    ...     [row.cells for row in read_rows(file, ["a", "b"])]
    [{'a': '1', 'b': '2'}]
    """
    try:
        text = load_bytes(path, most=_LARGEST).decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise DataError(path.name, "", f"a readable UTF-8 file ({fault.__class__.__name__})") from None
    except FormatError as fault:
        raise DataError(path.name, "", fault.expected) from None
    rows: list[Row] = []
    seen: dict[_T, int] = {}
    header: list[str] | None = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = _cells(path, number, line)
        if header is None:
            header = _header(path, number, cells, columns)
            continue
        if len(cells) != len(header):
            raise DataError(path.name, f"line {number}", f"{len(header)} cells, not {len(cells)}")
        row = Row(path.name, number, dict(zip(header, [c.strip() for c in cells], strict=True)))
        if key is not None:
            _unique(seen, key(row), row)
        rows.append(row)
    if header is None:
        raise DataError(path.name, "line 1", f"the columns {', '.join(columns)}")
    return rows


def header(path: Path) -> list[str]:
    r"""The columns that a CSV file names; none where it cannot be read.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    list of str

    Examples
    --------
    >>> header(Path("no-such.csv"))
    []
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
    first = next((line for line in lines if line.strip() and not line.startswith("#")), "")
    return [cell.strip() for cell in first.split(",")]


def _cells(path: Path, number: int, line: str) -> list[str]:
    if '"' not in line:
        return line.split(",")
    try:
        return next(csv.reader([line], strict=True))
    except csv.Error as fault:
        raise DataError(path.name, f"line {number}", f"cells parted by commas ({fault})") from None


def _header(path: Path, number: int, cells: list[str], columns: Sequence[str]) -> list[str]:
    missing = [c for c in columns if c not in cells]
    extra = [c for c in cells if c not in columns]
    if missing or extra:
        what = f"no column {extra[0]!r}" if extra else f"a column {missing[0]!r}"
        raise DataError(path.name, f"line {number}", what, f"the columns are {', '.join(columns)}")
    return cells


def _unique(seen: dict[_T, int], value: _T, row: Row) -> None:
    if value in seen:
        first = seen[value]
        raise DataError(row.file, f"line {row.line}", f"each row once; {value!r} stands in line {first} too")
    seen[value] = row.line


def stamp(path: Path) -> tuple[Path, int, int]:
    """What changes when a file changes: a key for what was read from it.

    Parameters
    ----------
    path
        The file; it need not exist.

    Returns
    -------
    (Path, int, int)
        The path, its time and its size.

    Examples
    --------
    >>> stamp(Path("no such file"))[1:]
    (0, 0)
    """
    try:
        found = path.stat()
    except OSError:
        return path, 0, 0
    return path, found.st_mtime_ns, found.st_size


def overlay_file(overlay: Path | None, game: str, name: str) -> Path | None:
    """Find the file of an owner's overlay that corrects one of our files.

    Parameters
    ----------
    overlay
        The folder given with ``--overlay``, or None.
    game
        Slug of the game, with hyphens.
    name
        File name such as ``spaces.csv``.

    Returns
    -------
    Path or None
        None when there is no such correction.

    Examples
    --------
    >>> overlay_file(None, "breakout-normandy", "spaces.csv") is None
    True
    """
    if overlay is None:
        return None
    for place in (overlay / game / name, overlay / name):
        if place.is_file():
            return place
    return None
