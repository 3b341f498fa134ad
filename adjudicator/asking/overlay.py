"""The owner's overlay: our data files with the owner's corrections, one folder for each game."""

from __future__ import annotations

import contextlib
import inspect
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from adjudicator.asking.correcting import corrected, places_in
from adjudicator.errors import DataError
from adjudicator.ruling import Used
from maps.filing import READERS, Filing, filing_of, replaceable
from maps.games import home_of
from maps.loader import overlay_file, read_toml
from maps.redrawing import GEOMETRY, check_areas, drawn_values, followed, redrawn
from module_builder.vassal.errors import FormatError
from module_builder.vassal.files import make_folder, write_file

__all__ = ["check_overlay", "correct", "is_single", "lay_in", "put", "texts_of", "try_out"]

_BY_HAND = "change by hand what was made by hand"
_PRINTED = (  # what a map reads without being drawn, where it has that module
    ("map.toml", "layout", "map_data"),
    ("map.toml", "tracks", "load_tracks"),
    ("setup_symbols.csv", "sheet", "load_symbols"),
)


# --- corrections ------------------------------------------------------------------------------------------


def correct(overlay: Path, game: str, values: Mapping[Used, str | None]) -> list[Path]:
    """Write values that the owner has read off the game into the overlay.

    A file that the overlay lacks begins as a copy of ours. The corrected cells get the source ``owner``;
    comments and order stay. It is read back first, beside the overlay, and written whole or not at all.

    Parameters
    ----------
    overlay
        The folder; it is made when it does not exist.
    game
        Slug.
    values
        Reconstructed value -> what is printed; None where ours is.

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
    return put(overlay, game, texts_of(overlay, game, values))


def texts_of(overlay: Path, game: str, values: Mapping[Used, str | None]) -> dict[str, str]:
    """The files of an overlay as they are with corrected values.

    Parameters
    ----------
    overlay, game, values
        As in `correct`.

    Returns
    -------
    dict of str to str
        Name -> text, of those that change.

    Raises
    ------
    DataError
        A value stands in no row of its file, or is of another kind than what stands there.
    """
    texts: dict[str, str] = {}
    for name in sorted({used.file for used in values}):
        own = {used: value for used, value in values.items() if used.file == name}
        drawn = name == GEOMETRY
        texts[name] = _drawn(overlay, game, own) if drawn else corrected(_text(overlay, game, name), own)
    return texts


def _drawn(overlay: Path, game: str, values: Mapping[Used, str | None]) -> str:
    """The geometry of an overlay with borders drawn: made of ours, and of all that was ever drawn."""
    file = replaceable(game)[GEOMETRY]
    ours, theirs = _decoded(file), read_toml(overlay_file(overlay, game, GEOMETRY) or file)
    plain, now = drawn_values(read_toml(file)), drawn_values(theirs)
    before = {key: value for key, value in now.items() if value != plain.get(key)}
    if before.keys() - plain.keys() or tomllib.loads(redrawn(ours, before)) != theirs:
        raise DataError(GEOMETRY, "", "a geometry of ours with borders drawn otherwise", _BY_HAND)
    told = {(used.row, used.column): value for used, value in values.items() if value is not None}
    return redrawn(ours, {**before, **followed(now, told)})


def put(overlay: Path, game: str, texts: Mapping[str, str | None]) -> list[Path]:
    """Put files into an overlay: all of them once the whole of it can be read, or none.

    Parameters
    ----------
    overlay, game
        The folder, which is made when it does not exist, and the slug.
    texts
        Name -> text; None takes the file away.

    Returns
    -------
    list of Path
        The files that were written.

    Raises
    ------
    DataError
        With them the overlay cannot be read; nothing is written then.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as d:
    ...     put(Path(d), "june-six", {"weather.toml": "[roll.zero]"})
    Traceback (most recent call last):
    maps.errors.DataError: weather.toml, roll.0: expected this entry, which our file has
    """
    if not texts:
        return []
    try_out(overlay, game, texts)
    places = {name: overlay_file(overlay, game, name) or overlay / game / name for name in texts}
    before = {path: path.read_bytes() if path.is_file() else None for path in places.values()}
    try:
        for name, text in texts.items():
            _put_back({places[name]: None}) if text is None else _write(places[name], text)
    except (FormatError, OSError):
        _put_back(before)
        raise
    return [places[name] for name, text in texts.items() if text is not None]


def try_out(overlay: Path, game: str, texts: Mapping[str, str | None]) -> None:
    """Read an overlay with other files in it, in a folder that is gone again.

    Parameters
    ----------
    overlay, game, texts
        As in `put`.

    Raises
    ------
    DataError
        With them the overlay cannot be read.

    Examples
    --------
    >>> try_out(Path("my-overlay"), "june-six", {})
    """
    with tempfile.TemporaryDirectory(prefix="bocage-") as folder:
        beside = Path(folder) / game
        beside.mkdir()
        for name in replaceable(game):
            held = overlay_file(overlay, game, name)
            text = texts[name] if name in texts else None if held is None else _decoded(held)
            if text is not None:
                (beside / name).write_text(text, encoding="utf-8", newline="")
        check_overlay(game, Path(folder))


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
    return len(list(places_in(read_toml(replaceable(game)[used.file]), used))) == 1


def _text(overlay: Path, game: str, name: str) -> str:
    ours = replaceable(game).get(name)
    if ours is None:
        raise DataError(name, "", f"one of {', '.join(replaceable(game))}")
    return _decoded(overlay_file(overlay, game, name) or ours)


def _decoded(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as fault:
        raise DataError(path.name, "", f"a readable UTF-8 file ({fault.__class__.__name__})") from None


def _write(path: Path, text: str) -> None:
    make_folder(path.parent)
    write_file(path, text.encode())


def _put_back(before: Mapping[Path, bytes | None]) -> None:
    for path, content in before.items():
        if content is not None:
            path.write_bytes(content)
        else:
            path.unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # a folder that holds other files stays
                path.parent.rmdir()


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


def _read_all(game: str, filing: Filing, held: Mapping[str, Path]) -> None:
    """Let every reader of a game read the overlay."""
    from adjudicator.game import load
    from adjudicator.saves.layout import load_layout
    from counters.cards import load_cards
    from counters.catalog import load_markers, load_units
    from counters.palette import load_palette

    home = home_of(game)
    board = load(game).board(filing.overlay)
    load_units(game, filing.overlay)
    load_markers(game, filing.overlay)
    load_cards(game, filing.overlay)
    load_palette(game, filing.overlay)
    _ = load(game).rules
    rules = f"{home.packages['adjudicator']}."
    for read in [r for r in READERS if f"{r.__module__}.".startswith(rules)]:
        if len(inspect.signature(read).parameters) == 1:
            _read(read, filing, held)
    if {GEOMETRY, "spaces.csv"} & set(held):
        load_layout(game, board, filing.overlay)
    if GEOMETRY in held:
        names = {space.id: space.name for space in board.spaces.values()}
        check_areas(read_toml(held[GEOMETRY]), read_toml(replaceable(game)[GEOMETRY]), names)
    for file, module, name in _PRINTED:
        if file in held and (found := home.module("maps", module)) is not None:
            getattr(found, name)(filing)
