"""Values put into the text of a table or a chart: comments and order stay, the owner becomes their source."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.errors import DataError
from adjudicator.ruling import Used
from maps.board import edge_id
from maps.redrawing import GEOMETRY, redrawn
from maps.sources import sourced_tables

__all__ = ["as_typed", "corrected", "places_in"]

_COLUMNS, _ROWS = "table", "row"  # of a table of results: its heads, and a row of cells for each die
_GROUPED = ("points", "chits")  # the one value of an entry that a row and a column name together


def corrected(text: str, values: Mapping[Used, str | None]) -> str:
    r"""The text of a file with corrected values.

    Parameters
    ----------
    text
        Of a table or a chart.
    values
        Value of that file -> what is printed; None where it stands there already.

    Returns
    -------
    str

    Raises
    ------
    DataError
        A value stands in no row of the file, or is of another kind than what stands there.

    Examples
    --------
    >>> corrected("id,df,source\n916,4,reconstructed\n", {Used("DF", "units.csv", "916", "df"): "5"})
    'id,df,source\n916,5,reconstructed; df=owner\n'
    """
    name = next((used.file for used in values), "")
    if name == GEOMETRY:
        return redrawn(text, {(u.row, u.column): value for u, value in values.items() if value is not None})
    return _changed(text, values) if name.endswith(".csv") else _changed_toml(text, values)


# --- tables with commas -----------------------------------------------------------------------------------


def _changed(text: str, values: Mapping[Used, str | None]) -> str:
    """A table with corrected cells."""
    rows: dict[str, list[Used]] = {}
    for used in values:
        rows.setdefault(used.row, []).append(used)
    lines = text.splitlines()
    header: list[str] | None = None
    for number, line in enumerate(lines):
        if not line.strip() or line.startswith("#"):
            continue
        cells = next(csv.reader([line]))
        if header is None:
            header = cells
        elif _key(header, cells) in rows:
            for used in rows.pop(_key(header, cells)):
                _fill(header, cells, used, values[used])
            lines[number] = _line(cells)
    for row, (used, *_) in rows.items():
        raise DataError(used.file, f"row {row}", "a row of that name")
    return "\n".join(lines) + "\n"


def _fill(header: Sequence[str], cells: list[str], used: Used, value: str | None) -> None:
    """Put a value into its cell, and its owner into the source of the row."""
    column = used.column if used.column in header else used.column.replace("-", "_")
    if column not in header or column == "source":
        raise DataError(used.file, f"row {used.row}, column {used.column}", "a column of that name")
    if value is not None:
        cells[header.index(column)] = value
    mark = header.index("source")
    cells[mark] = _with_owner(cells[mark], column)


def _key(header: Sequence[str], cells: Sequence[str]) -> str:
    return edge_id(cells[0], cells[1]) if header[:2] == ["a", "b"] else cells[0]


def _with_owner(source: str, column: str) -> str:
    parts = [p.strip() for p in source.split(";") if not p.strip().startswith(f"{column}=")]
    return "; ".join([*parts, f"{column}=owner"])


def _line(cells: Sequence[str]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(cells)
    return out.getvalue()


# --- charts -----------------------------------------------------------------------------------------------


def _changed_toml(text: str, values: Mapping[Used, str | None]) -> str:
    """A chart with corrected values."""
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text)
    except TOMLKitError as fault:
        raise DataError(next(iter(values)).file, "", f"valid TOML ({fault})") from None
    for used, value in values.items():
        found = list(places_in(document, used))
        if len(found) != 1:
            place = f"[{used.row}], key {used.column}"
            raise DataError(used.file, place, "one value of that name", "correct it in the file by hand")
        entry, key, mark = found[0]
        if value is not None:
            typed = _like(entry[key], value, used)
            if isinstance(key, int):
                entry[key] = typed
            else:
                _replace(entry, key, typed)
        _mark(document, used, mark)
    return tomlkit.dumps(document)


def _replace(entry: Any, key: str, value: Any) -> None:
    """Set a value and keep the comment behind it."""
    import tomlkit

    new = tomlkit.item(value)
    old = entry[key]
    if hasattr(old, "trivia"):
        new.trivia.comment_ws, new.trivia.comment = old.trivia.comment_ws, old.trivia.comment
        new.trivia.trail = old.trivia.trail
    entry[key] = new


def _mark(document: Any, used: Used, mark: tuple[Any, str]) -> None:
    """Name the owner as the source of a value."""
    entry, column = mark
    if column:
        _replace(entry, "source", _with_owner(str(entry["source"]), column))
    elif used.row == "weather" and used.file == "map.toml":
        document["weather"].setdefault("printed", {})[used.column] = "owner"
    else:
        _replace(entry, "source", "owner")


_Place = tuple[Any, Any, tuple[Any, str]]


def places_in(document: Any, used: Used) -> Iterator[_Place]:
    """Where the value of a row and a column can stand.

    Parameters
    ----------
    document
        A chart.
    used
        The value.

    Yields
    ------
    (table, key, (table, str))
        The table or list that holds it, its key there, and where its source stands: in which table, for which
        column of it (empty: for all of them).

    Examples
    --------
    >>> sun = {"us": {"chits": 4, "source": "reconstructed"}}
    >>> [key for _, key, _ in places_in({"sun": sun}, Used("US chits", "chits.toml", "sun", "us"))]
    ['chits']
    """
    row, column = used.row, used.column
    heads = document.get(_COLUMNS, {}).get("columns", ()) if _ROWS in document else ()
    for place, entry in sourced_tables(document):
        if place == row and (column in entry or ("cells" in entry and column in heads)):
            cells = column not in entry
            mark = (entry, "" if not cells and _is_whole(entry, column) else column)
            yield (entry["cells"], list(heads).index(column), mark) if cells else (entry, column, mark)
            return
    if column in heads:
        entry = document[_ROWS].get(row)
        if entry is not None:
            yield entry["cells"], list(heads).index(column), (entry, column)
        return
    for entry in _entries(document, row):
        inner = entry.get(column)
        if isinstance(inner, dict) and "source" in inner:
            yield from ((inner, key, (inner, "")) for key in _GROUPED if key in inner)
        elif inner is not None and "source" in entry:
            yield entry, column, (entry, "" if _is_whole(entry, column) else column)


def _is_whole(entry: Any, column: str) -> bool:
    """Whether a value is all that its entry says, so that the source of the entry is its own."""
    return column in _GROUPED or (isinstance(entry[column], list) and "labels" in entry)


def _entries(document: Any, row: str) -> Iterator[Any]:
    """Tables that a row may mean: of its name, in a group, with their group before a dot, or in a list."""
    group, dot, name = row.partition(".")
    if isinstance(document.get(row), dict):
        yield document[row]
    for key, part in document.items():
        if isinstance(part, dict) and isinstance(part.get(row), dict):
            yield part[row]
        elif dot and key == group and isinstance(part, dict) and isinstance(part.get(name), dict):
            yield part[name]
        elif isinstance(part, list):
            yield from (entry for entry in part if isinstance(entry, dict) and entry.get("id") == row)


def _like(old: Any, text: str, used: Used) -> Any:
    """What was typed, as a value of the kind that stands there."""
    if isinstance(old, bool):
        known = {"yes": True, "true": True, "no": False, "false": False}
        if text.casefold() not in known:
            raise DataError(used.file, f"{used.row}, {used.column}", f"yes or no, not {text!r}")
        return known[text.casefold()]
    if isinstance(old, int):
        try:
            return int(text)
        except ValueError:
            raise DataError(
                used.file, f"{used.row}, {used.column}", f"a whole number, not {text!r}"
            ) from None
    if isinstance(old, list) and text.strip().startswith("["):
        return _parsed(text, used)
    if isinstance(old, list):
        first = old[0] if old else ""
        return [_like(first, word, used) for word in text.replace(",", " ").split()]
    if isinstance(old, dict):
        return _parsed(text, used)
    return text


def as_typed(value: Any) -> str:
    """A value as it is typed; what `correct` reads back as the same.

    Parameters
    ----------
    value
        Of a cell, or of a TOML.

    Returns
    -------
    str

    Examples
    --------
    >>> as_typed(True), as_typed(["A", "0", "1"]), as_typed([[2, 1], [1, 2]])
    ('yes', 'A 0 1', '[[2, 1], [1, 2]]')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        words = [as_typed(part) for part in value]
        plain = all(isinstance(part, (str, int)) and part != "" for part in value)
        if plain and not any(set(" ,") & {*word} for word in words) and value:
            return " ".join(words)
    if isinstance(value, list | dict):
        import tomlkit

        table = tomlkit.inline_table()
        table["value"] = value
        return table.as_string().removeprefix("{value = ").removesuffix("}")
    return str(value)


def _parsed(text: str, used: Used) -> Any:
    """A value written as TOML, such as ``{ points = 2 }``."""
    import tomllib

    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        place = f"{used.row}, {used.column}"
        raise DataError(used.file, place, f"a value as TOML has it, not {text!r}") from None
