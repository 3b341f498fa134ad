"""Where a position comes from: a save, a log, a position file, a sketch, or a scenario."""

from __future__ import annotations

import contextlib
import json
import struct
import zipfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.codec import position_from_json
from adjudicator.errors import MalformedAction, PositionError, SaveError
from adjudicator.game import load
from adjudicator.saves.loaded import Loaded
from maps.games import game_names, slug_of
from module_builder.vassal.errors import FormatError
from module_builder.vassal.files import load_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from adjudicator.game import Game
    from counters.catalog import Unit
    from maps.board import Board

__all__ = ["game_of", "is_file", "load_any", "load_position", "read_text"]

_LIMIT = 8 * 1024 * 1024
_GLANCE, _GLANCED = 4_000, 32 * 1024 * 1024
_BROKEN = (
    *(OSError, ValueError, KeyError, RuntimeError, EOFError),
    *(zipfile.BadZipFile, zlib.error, struct.error),
)
_SAVES = {".vsav", ".vlog"}


def load_position(
    text: str, *, overlay: Path | None = None, step: int | None = None, adapter: Path | None = None
) -> Loaded:
    """Read a position from whatever a user names.

    Parameters
    ----------
    text
        A ``.vsav``, a ``.vlog``, a JSON file, a sketch file, a scenario (``breakout-normandy:d-day``), or the
        slug of a game alone.
    overlay
        Folder with an owner's corrections.
    step
        Of a log: how many steps to play; all by default.
    adapter
        TOML that maps another module's names to ours.

    Returns
    -------
    Loaded

    Raises
    ------
    SaveError, PositionError, MalformedAction
        What was wrong, and the way out.

    Examples
    --------
    >>> load_position("breakout-normandy:d-day").position.text("phase")
    'airborne'
    """
    named, colon, scenario = text.partition(":")
    if not is_file(text) and (slug := slug_of(named)):
        game = load(slug)
        _checked(game, overlay)
        return Loaded(game, game.scenario(scenario, overlay) if colon else None)
    path = Path(text)
    if not is_file(text):
        known = ", ".join(f"{g}:{s}" for g in game_names() for s in load(g).scenarios)
        raise SaveError(text, "a file, or a scenario", f"scenarios: {known}")
    if path.suffix.casefold() in _SAVES:
        from adjudicator.saves.positions import read_save

        return read_save(path, overlay=overlay, step=step, adapter=adapter)
    body = _read(path)
    try:
        return read_text(body, overlay=overlay)
    except (PositionError, MalformedAction) as fault:
        raise SaveError(path.name, f"a position ({fault})") from None


def load_any(
    source: str | Path | Mapping[str, Any],
    *,
    overlay: Path | None = None,
    step: int | None = None,
    adapter: Path | None = None,
) -> Loaded:
    """Read a position from what names it, from its own text, or from its JSON data.

    Parameters
    ----------
    source
        As for `load_position`; the text of a sketch or of a JSON position; or the data of one.
    overlay, step, adapter
        As for `load_position`.

    Returns
    -------
    Loaded

    Raises
    ------
    SaveError, PositionError, MalformedAction
        What was wrong, and the way out.

    Examples
    --------
    >>> load_any("breakout-normandy, clear").position.text("weather-today")
    'clear'
    """
    if not isinstance(source, str | Path):
        return read_text(_as_json(source), overlay=overlay)
    text = str(source)
    written_out = "\n" in text or "," in text or text.lstrip().startswith("{")
    if isinstance(source, str) and written_out and not is_file(text):
        return read_text(text, overlay=overlay)
    return load_position(text, overlay=overlay, step=step, adapter=adapter)


def _as_json(data: Mapping[str, Any]) -> str:
    try:
        return json.dumps(data)
    except (TypeError, ValueError, RecursionError) as fault:
        raise PositionError([f"no JSON data: {fault}"]) from None


def game_of(text: str) -> str:
    """The game that a position is of, as far as a glance can tell; empty where it cannot.

    Parameters
    ----------
    text
        As for `load_position`.

    Returns
    -------
    str
        Slug, or empty.

    Examples
    --------
    >>> game_of("breakout-normandy:d-day"), game_of("no-such-file")
    ('breakout-normandy', '')
    """
    slug = slug_of(text.partition(":")[0])
    if slug or not is_file(text):
        return slug
    path = Path(text)
    with contextlib.suppress(*_BROKEN):
        if path.stat().st_size > _GLANCED:
            return ""
        if path.suffix.casefold() in _SAVES:
            from adjudicator.saves.adapter import module_titles

            with zipfile.ZipFile(path) as archive, archive.open("moduledata") as file:
                head = file.read(_GLANCE).decode()
            return next((slug for slug, title in module_titles().items() if f">{title}<" in head), "")
        with path.open(encoding="utf-8-sig") as text_file:
            head = text_file.read(_GLANCE)
        return next((slug for slug in game_names() if slug in head), "")
    return ""


def is_file(text: str) -> bool:
    """Whether what a user typed is the name of a file.

    Parameters
    ----------
    text
        Anything.

    Returns
    -------
    bool

    Examples
    --------
    >>> is_file("no such file"), is_file("x" * 5000)
    (False, False)
    """
    try:
        return Path(text).is_file()
    except OSError:
        return False


def _read(path: Path) -> str:
    try:
        return load_bytes(path, most=_LIMIT).decode("utf-8-sig")
    except FormatError as fault:
        raise SaveError(path.name, fault.expected, fault.way_out) from None
    except UnicodeDecodeError:
        raise SaveError(path.name, "a .vsav, a .vlog, or a text file in UTF-8") from None


def read_text(body: str, *, overlay: Path | None = None) -> Loaded:
    """Read a position from the text of a JSON file or a sketch.

    Parameters
    ----------
    body
        The text.
    overlay
        Folder with an owner's corrections.

    Returns
    -------
    Loaded

    Raises
    ------
    PositionError, MalformedAction
        It is neither, or has defects.

    Examples
    --------
    >>> read_text("breakout-normandy, clear").position.pieces
    {}
    """
    if body.lstrip().startswith("{"):
        try:
            data: Any = json.loads(body)
        except (ValueError, RecursionError) as fault:
            raise PositionError([f"no valid JSON: {fault}"]) from None
        return _from_json(data, overlay)
    slug = next((line for line in body.splitlines() if line.strip() and not line.startswith("#")), "")
    slug = slug.split(",")[0].strip().casefold()
    if slug not in game_names():
        raise MalformedAction(
            f"a sketch begins with the name of a game, not {slug[:40]!r}", f"One of {game_names()}"
        )
    from adjudicator.asking.sketch import read_sketch  # here, because a save does without

    game = load(slug)
    board, units = _printed(game, overlay)
    return Loaded(game, read_sketch(body, game, board, units))


def _of_ruling(data: Any) -> Any:
    """The position that a ruling of `position` or `apply` holds; other data as it is."""
    answer = data.get("answer") if isinstance(data, dict) and "verdict" in data else None
    return answer.get("position", answer) if isinstance(answer, dict) else data


def _from_json(data: Any, overlay: Path | None) -> Loaded:
    data = _of_ruling(data)
    slug = data.get("game") if isinstance(data, dict) else None
    if slug not in game_names():
        raise PositionError([f"'game' names one of {', '.join(game_names())}, not {slug!r}"])
    game = load(str(slug))
    return Loaded(game, position_from_json(data, game, *_printed(game, overlay)))


def _checked(game: Game, overlay: Path | None) -> None:
    if overlay is not None:
        from adjudicator.asking.overlay import check_overlay  # here, because most do without an overlay

        check_overlay(game.slug, overlay)


def _printed(game: Game, overlay: Path | None) -> tuple[Board, Mapping[str, Unit]]:
    """The printed board and units."""
    from counters.catalog import load_units

    _checked(game, overlay)
    return game.board(overlay), load_units(game.slug, overlay)
