"""Strict loaders of tables of results and of charts (TOML), a source with every row or cell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.tables import DIE, Code, Record, Table, level_of
from maps.errors import DataError
from maps.loader import Sources, read_toml

__all__ = ["load_records", "load_table"]

_TABLE_KEYS = {"title": str, "rule": str, "columns": list, "order": list}
_CODE_FIELDS: Mapping[str, type] = {
    "text": str,
    "attacker": int,
    "defender": int,
    "destroys": bool,
    "exchange": bool,
    "retreat": bool,
}
_WORDS = {str: "a text", int: "a whole number", bool: "true or false", list: "a list"}


def _typed(file: str, place: str, body: Any, fields: Mapping[str, type], *, whole: bool) -> dict[str, Any]:
    """Values of a TOML table: only known keys, each of its type; with `whole`, all of them."""
    if not isinstance(body, dict):
        raise DataError(file, place, "a table of keys and values")
    unknown = [k for k in body if k not in fields]
    if unknown:
        raise DataError(file, f"{place}, key {unknown[0]}", f"one of the keys {', '.join(fields)}")
    for key, kind in fields.items():
        if key not in body:
            if whole:
                raise DataError(file, place, f"the key {key}")
        elif type(body[key]) is not kind:
            raise DataError(file, f"{place}, key {key}", f"{_WORDS[kind]}, not {body[key]!r}")
    return body


def _sources(file: str, place: str, text: str, columns: Iterable[str]) -> Sources:
    try:
        sources = Sources.parse(text)
    except ValueError as fault:
        raise DataError(file, f"{place}, key source", str(fault)) from None
    known = set(columns)
    for column in sources.columns:
        if column not in known:
            raise DataError(file, f"{place}, key source", f"overrides of its own cells, not of {column!r}")
    return sources


def load_records(path: Path, groups: Mapping[str, Mapping[str, type]]) -> Mapping[str, Mapping[str, Record]]:
    """Read a chart: for each group entries ``[group.id]`` that all have the same keys, and ``source``.

    Parameters
    ----------
    path
        The file.
    groups
        Group -> key -> type (str, int or bool).

    Returns
    -------
    mapping
        Group -> id -> Record, in the order of the file.

    Raises
    ------
    DataError
        A key is missing, unknown or of another type; a source names nothing.

    Examples
    --------
    >>> path = Path(__file__).parent / "dark_summer" / "support.toml"
    >>> fields = dict.fromkeys(["title", "kind", "side", "group"], str) | {"arrival": int, "value": int}
    >>> load_records(path, {"marker": fields})["marker"]["naval-us"].number("value")
    6
    """
    data, file = read_toml(path, groups), path.name
    found: dict[str, dict[str, Record]] = {}
    for group, fields in groups.items():
        found[group] = {}
        for id_, body in data.get(group, {}).items():
            place = f"[{group}.{id_}]"
            values = dict(_typed(file, place, body, {**fields, "source": str}, whole=True))
            sources = _sources(file, place, values.pop("source"), fields)
            found[group][id_] = Record(file, group, id_, values, sources)
    return found


def load_table(path: Path) -> Table:
    """Read a table of results with a row for each face of a die.

    Parameters
    ----------
    path
        The file: ``[table]``, ``[code.X]`` and ``[row.N]``.

    Returns
    -------
    Table

    Raises
    ------
    DataError
        A cell is missing, or holds no code of the table; a column is no whole odds.

    Examples
    --------
    >>> load_table(Path(__file__).parent / "dark_summer" / "crt.toml").columns[0]
    '1-3'
    """
    data, file = read_toml(path, ["table", "code", "row"]), path.name
    head = _typed(file, "[table]", data.get("table"), _TABLE_KEYS, whole=True)
    columns, order = tuple(head["columns"]), tuple(head["order"])
    _check_columns(file, columns)
    codes = {id_: _code(file, id_, body) for id_, body in data.get("code", {}).items()}
    if set(codes) != set(order) or len(order) != len(codes):
        raise DataError(file, "[table], key order", "each code of the table once")
    cells: dict[tuple[str, int], str] = {}
    sources: dict[int, Sources] = {}
    rows = data.get("row", {})
    if set(rows) != {str(die) for die in DIE}:
        raise DataError(file, "[row]", "a row for each face of a die, 1 to 6")
    for die in DIE:
        place = f"[row.{die}]"
        body = _typed(file, place, rows[str(die)], {"cells": list, "source": str}, whole=True)
        sources[die] = _sources(file, place, body["source"], columns)
        _check_cells(file, place, body["cells"], len(columns), codes)
        cells |= {(column, die): cell for column, cell in zip(columns, body["cells"], strict=True)}
    return Table(file, head["title"], head["rule"], columns, order, codes, cells, sources)


def _check_columns(file: str, columns: Sequence[str]) -> None:
    try:
        levels = [level_of(str(c)) for c in columns]
    except ValueError as fault:
        raise DataError(file, "[table], key columns", f"whole odds ({fault})") from None
    if not levels or levels != list(range(levels[0], levels[0] + len(levels))):
        raise DataError(file, "[table], key columns", "columns in order, none left out")


def _code(file: str, id_: str, body: Any) -> Code:
    place = f"[code.{id_}]"
    values = dict(_typed(file, place, body, {**_CODE_FIELDS, "source": str}, whole=False))
    if "text" not in values or "source" not in values:
        raise DataError(file, place, "the keys text and source")
    sources = _sources(file, place, values.pop("source"), _CODE_FIELDS)
    return Code(id_, sources=sources, **values)


def _check_cells(file: str, place: str, row: Sequence[str], width: int, codes: Mapping[str, Code]) -> None:
    if len(row) != width:
        raise DataError(file, f"{place}, key cells", f"{width} cells, not {len(row)}")
    for cell in row:
        if cell not in codes:
            raise DataError(file, f"{place}, key cells", f"a code of the table, not {cell!r}")
