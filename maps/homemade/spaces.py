"""The spaces of a user's map: ``spaces.csv``, ``terrain.csv``, and the boxes of ``map.toml``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from maps.board import Feature, Space
from maps.errors import DataError
from maps.homemade.grid import hex_numbers
from maps.homemade.mapparts import Column, HexesPart, MapFile
from maps.homemade.strict import nearest
from maps.homemade.tables import read_free_rows
from maps.loader import Row, Sources
from module_builder.vassal.errors import FormatError
from module_builder.vassal.files import load_bytes

__all__ = ["own_source", "read_spaces", "space_rows"]

_SLUG = re.compile("[a-z0-9]+(-[a-z0-9]+)*")
_OWNER, _DERIVED = Sources("owner", {}), Sources("derived", {})
_COLUMNS = ("kind", "terrain", "aliases", "source")
_NONE = "-"  # letter of no hex at all
_LARGEST = 1024 * 1024


def own_source(row: Row) -> Sources:
    """The source of a row; the owner's word where it names none.

    Parameters
    ----------
    row
        With the column ``source``.

    Returns
    -------
    Sources

    Raises
    ------
    DataError
        The cell names no known source.

    Examples
    --------
    >>> own_source(Row("spaces.csv", 2, {"source": ""})).default
    'owner'
    """
    return row.sources() if row.cells["source"] else _OWNER


def space_rows(folder: Path, file: MapFile) -> dict[str, Row]:
    """The rows of ``spaces.csv`` by id; a map of hexes may do without the file.

    Parameters
    ----------
    folder, file
        Of the game, and its ``map.toml``.

    Returns
    -------
    dict of str to Row

    Raises
    ------
    DataError
        Missing file or column, an id twice or of a wrong form, a kind that the map has not.

    Examples
    --------
    >>> from maps.homemade.mapfile import read_map_file
    >>> folder = Path(__file__).parents[2] / "docs" / "examples" / "hill-and-ford"
    >>> space_rows(folder, read_map_file(folder))["0503"].cells["name"]
    'Fordham'
    """
    path = folder / "spaces.csv"
    if file.hexes is not None and not file.columns and not path.exists():
        return {}
    required = ["id"] if file.hexes is not None else ["id", "name"]
    optional = [*_COLUMNS, *([] if file.areas is not None else ["name"])]
    found: dict[str, Row] = {}
    for row in read_free_rows(path, required, optional):
        found[row.text("id")] = row
        _check_row(row, file)
    if found:
        _need_columns(file, list(next(iter(found.values())).cells))
    return found


def _need_columns(file: MapFile, columns: Sequence[str]) -> None:
    for name in file.columns:
        if name not in columns:
            near = nearest(name, columns)
            way_out = near or f"map.toml has [column.{name}]: add the column, or take that out"
            raise DataError("spaces.csv", "line 1", f"a column {name!r}", way_out)


def _check_row(row: Row, file: MapFile) -> None:
    """The id and the kind of a row fit the map."""
    id_, boxes = row.cells["id"], {box.id for box in file.boxes}
    own = "hex" if file.hexes is not None else "area"
    kind = row.choice("kind", ["", own, "box", *(["off"] if own == "hex" else [])])
    if (kind == "box") != (id_ in boxes):
        if kind == "box":
            raise row.fault("id", "the id of a [[box]] of map.toml", nearest(id_, boxes))
        raise row.fault("kind", f"box: map.toml has a [[box]] {id_!r}")
    if file.hexes is not None and kind != "box":
        numbers = hex_numbers(file.hexes)
        if id_ not in numbers:
            raise row.fault("id", f"the number of a hex, {numbers[0]} to {numbers[-1]}, not {id_!r}")
    elif not _SLUG.fullmatch(id_):
        raise row.fault("id", f"small letters, digits and hyphens such as stone-ford, not {id_!r}")


def read_spaces(folder: Path, file: MapFile, rows: Mapping[str, Row]) -> list[Space]:
    """Every space of the map: Areas or hexes, then boxes.

    Parameters
    ----------
    folder, file
        Of the game, and its ``map.toml``.
    rows
        From `space_rows`.

    Returns
    -------
    list of Space

    Raises
    ------
    DataError
        A cell is wrong, or ``terrain.csv`` is.
    """
    if file.hexes is not None:
        spaces = _hexes(file, file.hexes, rows, _painted(folder, file, file.hexes))
    else:
        spaces = [
            _space(row, file, "area", _terrain(row, file))
            for row in rows.values()
            if row.cells["kind"] != "box"
        ]
    known = {space.id for space in spaces}
    for box in file.boxes:
        if box.id in known:
            raise DataError("map.toml", f"[[box]] {box.id}, key id", "an id that no other space has")
        spaces.append(
            _space(rows[box.id], file, "box", "")
            if box.id in rows
            else Space(box.id, box.title, "box", sources=_OWNER)
        )
    return spaces


def _terrain(row: Row, file: MapFile) -> str:
    value = row.cells["terrain"]
    if value and value not in file.terrain:
        words = ", ".join(file.terrain) or "none: map.toml has no [terrain.NAME]"
        way_out = nearest(value, file.terrain) or f"or add [terrain.{value}] to map.toml"
        raise row.fault("terrain", f"one of {words}, not {value!r}", way_out)
    return value


def _space(row: Row, file: MapFile, kind: str, terrain: str) -> Space:
    """A space of a row."""
    features: dict[str, Feature] = {} if kind == "box" else {"terrain": terrain}
    for name in row.cells:
        if name not in {"id", "name", *_COLUMNS}:
            column = file.columns.get(name)
            features[name] = row.cells[name] if column is None else _feature(row, column)
    id_, name = row.cells["id"], row.cells["name"]
    if kind == "hex":
        features["name"] = name
        name = f"{id_} {name}".strip()
    elif not name:
        raise row.fault("name", "a value, not an empty cell")
    aliases = [a.strip() for a in row.cells["aliases"].split("|") if a.strip()]
    if kind == "hex" and row.cells["name"]:
        aliases.append(row.cells["name"])
    return Space(id_, name, kind, features, tuple(aliases), own_source(row))


def _feature(row: Row, column: Column) -> Feature:
    """A cell of a column that ``map.toml`` describes; None in an empty cell of a number."""
    if column.kind == "number":
        return row.optional(column.name, column.least, column.most)
    if column.kind == "flag":
        return bool(row.cells[column.name]) and row.flag(column.name)
    if column.kind == "choice":
        return row.choice(column.name, ["", *column.values])
    return row.cells[column.name]


def _hexes(
    file: MapFile, part: HexesPart, rows: Mapping[str, Row], painted: Mapping[str, str]
) -> list[Space]:
    """The hexes: of a row, or as they are painted."""
    usual = part.terrain
    if usual and usual not in file.terrain:
        way_out = nearest(usual, file.terrain) or f"or add [terrain.{usual}]"
        raise DataError("map.toml", "[hexes], key terrain", f"a [terrain.NAME], not {usual!r}", way_out)
    spaces = []
    for number in hex_numbers(part):
        row, terrain = rows.get(number), painted.get(number, usual)
        if row is None and terrain != _NONE:
            spaces.append(Space(number, number, "hex", _plain(rows, file, terrain), (), _DERIVED))
        elif row is not None and row.cells["kind"] != "off" and (terrain != _NONE or row.cells["terrain"]):
            spaces.append(_space(row, file, "hex", _terrain(row, file) or terrain))
    return spaces


def _plain(rows: Mapping[str, Row], file: MapFile, terrain: str) -> dict[str, Feature]:
    """What is known of a hex without a row: its terrain, and that its other cells are empty."""
    empty: dict[str, Feature] = {"number": None, "flag": False, "choice": "", "text": ""}
    columns = next(iter(rows.values())).cells if rows else ()
    rest = [name for name in columns if name not in {"id", "name", *_COLUMNS}]
    found: dict[str, Feature] = {"terrain": terrain, "name": ""}
    for name in rest:
        column = file.columns.get(name)
        found[name] = empty[column.kind if column is not None else "text"]
    return found


def _painted(folder: Path, file: MapFile, part: HexesPart) -> dict[str, str]:
    """The terrain of each hex of ``terrain.csv``, a letter for each: ``.`` the usual one, ``-`` no hex."""
    path = folder / "terrain.csv"
    if not path.exists():
        return {}
    try:
        text = load_bytes(path, most=_LARGEST).decode("utf-8-sig")
    except (UnicodeDecodeError, FormatError):
        raise DataError(path.name, "", "a readable UTF-8 file") from None
    lines = [
        (number, line.replace(",", "").replace(" ", ""))
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.startswith("#")
    ]
    if len(lines) != part.rows:
        raise DataError(
            path.name, "", f"{part.rows} lines of letters, one for each row of hexes, not {len(lines)}"
        )
    letters = {t.letter: t.name for t in file.terrain.values() if t.letter} | {
        ".": part.terrain,
        _NONE: _NONE,
    }
    numbers, found = hex_numbers(part), dict[str, str]()
    for row, (number, line) in enumerate(lines):
        if len(line) != part.columns:
            raise DataError(path.name, f"line {number}", f"{part.columns} letters, not {len(line)}")
        for column, letter in enumerate(line):
            if letter not in letters:
                words = ", ".join(sorted(letters))
                place = f"line {number}, column {column + 1}"
                way_out = "map.toml gives a [terrain.NAME] its letter"
                raise DataError(path.name, place, f"one of the letters {words}, not {letter!r}", way_out)
            place_ = row * part.columns + column if part.pointed else column * part.rows + row
            found[numbers[place_]] = letters[letter]
    return found
