"""The owner's overlay: our data files with the owner's corrections, one folder for each game."""

from __future__ import annotations

import contextlib
import csv
import importlib
import importlib.util
import inspect
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.errors import DataError
from adjudicator.ruling import Used
from maps.board import edge_id
from maps.filing import READERS, Filing, filing_of, replaceable
from maps.loader import overlay_file, read_toml

__all__ = ["check_overlay", "correct", "is_single", "lay_in"]

_COLUMNS, _ROWS = "table", "row"  # of a table of results: its heads, and a row of cells for each die
_PRINTED = (  # what a map reads without being drawn, where it has that module
    ("map.toml", "layout", "map_data"),
    ("map.toml", "tracks", "load_tracks"),
    ("setup_symbols.csv", "sheet", "load_symbols"),
)
_GROUPED = ("points", "chits")  # the one value of an entry that a row and a column name together


# --- corrections ------------------------------------------------------------------------------------------


def correct(overlay: Path, game: str, values: Mapping[Used, str]) -> list[Path]:
    """Write values that the owner has read off the game into the overlay.

    A file that the overlay lacks begins as a copy of ours. The corrected cells get the source ``owner``;
    comments and order stay.

    Parameters
    ----------
    overlay
        The folder; it is made when it does not exist.
    game
        Slug.
    values
        Reconstructed value -> what is printed.

    Returns
    -------
    list of Path
        The files that were written.

    Raises
    ------
    DataError
        A value stands in no row of its file, or cannot stand there; nothing is written then.

    Examples
    --------
    >>> import tempfile
    >>> used = Used("tem of Carentan", "spaces.csv", "carentan", "tem")
    >>> with tempfile.TemporaryDirectory() as d:
    ...     (path,) = correct(Path(d), "breakout-normandy", {used: "2"})
    ...     "tem=owner" in next(s for s in path.read_text().splitlines() if s.startswith("carentan,"))
    True
    """
    texts: dict[Path, str] = {}
    for name in sorted({used.file for used in values}):
        path = overlay_file(overlay, game, name) or overlay / game / name
        text = _text(overlay, game, name)
        change = _changed if name.endswith(".csv") else _changed_toml
        for used, value in values.items():
            if used.file == name:
                text = change(text, used, value)
        texts[path] = text
    before = {path: path.read_bytes() if path.is_file() else None for path in texts}
    try:
        for path, text in texts.items():
            _write(path, text)
        if texts:
            check_overlay(game, overlay)
    except DataError:
        _put_back(before)
        raise
    return list(texts)


def lay_in(overlay: Path, game: str, name: str) -> Path:
    """Put a copy of one of our files into the overlay, where it has none, for the owner to correct.

    Parameters
    ----------
    overlay, game, name
        The folder, the slug, and the file.

    Returns
    -------
    Path
        The file in the overlay.
    """
    found = overlay_file(overlay, game, name)
    if found is None:
        found = overlay / game / name
        _write(found, _text(overlay, game, name))
    return found


def is_single(game: str, used: Used) -> bool:
    """Whether a value that a ruling used is one that can be typed, and not a whole table.

    Parameters
    ----------
    game
        Slug.
    used
        The value.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_single("june-six", Used("Combat Results Table", "crt.toml", "assault-stand", "cells"))
    False
    """
    if used.file not in replaceable(game):
        return False
    if used.file.endswith(".csv"):
        return True
    return len(list(_places(read_toml(replaceable(game)[used.file]), used))) == 1


def _text(overlay: Path, game: str, name: str) -> str:
    ours = replaceable(game).get(name)
    if ours is None:
        raise DataError(name, "", f"one of {', '.join(replaceable(game))}")
    return (overlay_file(overlay, game, name) or ours).read_text(encoding="utf-8-sig")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.new")
    beside.write_text(text, encoding="utf-8", newline="")
    beside.replace(path)


def _put_back(before: Mapping[Path, bytes | None]) -> None:
    for path, content in before.items():
        if content is not None:
            path.write_bytes(content)
        else:
            path.unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # a folder that holds other files stays
                path.parent.rmdir()


# --- tables with commas -----------------------------------------------------------------------------------


def _changed(text: str, used: Used, value: str) -> str:
    lines = text.splitlines()
    header: list[str] | None = None
    for number, line in enumerate(lines):
        if not line.strip() or line.startswith("#"):
            continue
        cells = next(csv.reader([line]))
        if header is None:
            header = cells
        elif _key(header, cells) == used.row:
            cells[header.index(used.column)] = value
            mark = header.index("source")
            cells[mark] = _with_owner(cells[mark], used.column)
            lines[number] = _line(cells)
            return "\n".join(lines) + "\n"
    raise DataError(used.file, f"row {used.row}", "a row of that name")


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


def _changed_toml(text: str, used: Used, value: str) -> str:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    try:
        document = tomlkit.parse(text)
    except TOMLKitError as fault:
        raise DataError(used.file, "", f"valid TOML ({fault})") from None
    found = list(_places(document, used))
    if len(found) != 1:
        place = f"[{used.row}], key {used.column}"
        raise DataError(used.file, place, "one value of that name", "correct it in the file by hand")
    entry, key, mark = found[0]
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


def _places(document: Any, used: Used) -> Iterator[_Place]:
    """Where the value of a row and a column can stand: its table, its key, and where its source stands."""
    row, column = used.row, used.column
    heads = document.get(_COLUMNS, {}).get("columns", ()) if _ROWS in document else ()
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
            yield entry, column, (entry, "" if isinstance(inner, list) and "labels" in entry else column)


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
    if isinstance(old, list):
        first = old[0] if old else ""
        return [_like(first, word, used) for word in text.replace(",", " ").split()]
    if isinstance(old, dict):
        return _parsed(text, used)
    return text


def _parsed(text: str, used: Used) -> Any:
    """An inline table such as ``{ points = 2 }``."""
    import tomllib

    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        place = f"{used.row}, {used.column}"
        raise DataError(used.file, place, f"a table such as {{ points = 2 }}, not {text!r}") from None


# --- validation -------------------------------------------------------------------------------------------


def check_overlay(game: str, overlay: Path | None) -> Filing:
    """Read everything that an overlay holds for a game, as strictly as our own files are tested.

    Parameters
    ----------
    game
        Slug.
    overlay
        The folder, or None.

    Returns
    -------
    Filing
        Where values are read from with it.

    Raises
    ------
    DataError
        There is no such folder, nobody reads a file of it, or a file, row, key or value is wrong.

    Examples
    --------
    >>> check_overlay("june-six", None).overlay is None
    True
    """
    filing = filing_of(game, overlay)
    held = {n: p for n, ours in replaceable(game).items() if (p := filing.path(ours)) != ours}
    if held and "checked" not in filing.kept:
        for name, path in held.items():
            if name.endswith(".toml"):
                _same_shape(name, "", read_toml(path), read_toml(replaceable(game)[name]))
        _read_all(game, filing, held)
        filing.kept["checked"] = True
    return filing


def _same_shape(file: str, place: str, theirs: Any, ours: Any) -> None:
    """Refuse a table that lacks what ours has, or holds another kind of value there."""
    if isinstance(ours, dict):
        if not isinstance(theirs, dict):
            raise DataError(file, place, "a table of keys and values")
        for key, value in ours.items():
            if key in theirs:
                _same_shape(file, f"{place}.{key}".lstrip("."), theirs[key], value)
            elif not place or (place.count(".") == 0 and isinstance(value, dict) and "source" in value):
                raise DataError(file, f"{place}.{key}".lstrip("."), "this entry, which our file has")
    elif isinstance(ours, bool) is not isinstance(theirs, bool) or not isinstance(theirs, _kind(ours)):
        raise DataError(file, place, f"{_WORDS.get(_kind(ours), 'another value')}, not {theirs!r}")


_NUMBER = (int, float)
_WORDS: Mapping[Any, str] = {str: "a text", _NUMBER: "a number", list: "a list"}


def _kind(value: Any) -> Any:
    return _NUMBER if isinstance(value, (int, float)) else type(value)


def _read(read: Callable[[Filing], Any], filing: Filing, held: Iterable[str]) -> None:
    """Let a reader read; what it stumbles over is a fault of the file that it read last."""
    try:
        read(filing)
    except (LookupError, TypeError, ValueError, AttributeError) as fault:
        last = next((name for name in reversed(filing.asked) if name in set(held)), "overlay")
        raise DataError(last, "", f"what our file has there ({type(fault).__name__}: {fault})") from None


def _read_all(game: str, filing: Filing, held: Iterable[str]) -> None:
    """Let every reader of a game read the overlay."""
    from adjudicator.game import load
    from adjudicator.saves.layout import load_layout
    from counters.cards import load_cards
    from counters.catalog import load_markers, load_units
    from counters.palette import load_palette

    package = game.replace("-", "_")
    board = importlib.import_module(f"maps.{package}.board").load_board(filing.overlay)
    load_units(game, filing.overlay)
    load_markers(game, filing.overlay)
    load_cards(game, filing.overlay)
    load_palette(game, filing.overlay)
    _ = load(game).rules
    for read in [r for r in READERS if f".{package}." in f"{r.__module__}." and r.__module__[:4] == "adju"]:
        if len(inspect.signature(read).parameters) == 1:
            _read(read, filing, held)
    if {"geometry.toml", "spaces.csv"} & set(held):
        load_layout(game, board, filing.overlay)
    for file, module, name in _PRINTED:
        if file in held and importlib.util.find_spec(f"maps.{package}.{module}") is not None:
            getattr(importlib.import_module(f"maps.{package}.{module}"), name)(filing)
