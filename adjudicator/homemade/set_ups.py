"""The set-ups of a game of one's own: ``set-ups/NAME.csv`` says which unit begins where."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from adjudicator.homemade.items import CONTROL, UNHELD
from adjudicator.homemade.loose import Laid
from adjudicator.homemade.terms import face_count
from adjudicator.position import Piece, Position
from counters.catalog import load_units
from maps.board import Board
from maps.errors import DataError
from maps.games import FolderHome
from maps.homemade.game import WAITING, game_file
from maps.homemade.tables import read_free_rows
from maps.loader import Row

if TYPE_CHECKING:
    from adjudicator.game import Game
    from counters.units import Unit

__all__ = ["EMPTY", "empty_set_up", "set_up", "set_up_names"]

EMPTY = "empty"
"""Name of the set-up of a game that has no file of its own: every unit waits."""
_FOLDER = "set-ups"
_NAME = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
_START = "start"


def set_up_names(home: FolderHome) -> tuple[str, ...]:
    """The set-ups of a folder, sorted.

    Parameters
    ----------
    home
        Of the game.

    Returns
    -------
    tuple of str

    Raises
    ------
    DataError
        A file has a name that cannot be typed.
    """
    files = sorted((home.root / _FOLDER).glob("*.csv"))
    for file in files:
        if not _NAME.fullmatch(file.stem):
            raise DataError(f"{_FOLDER}/{file.name}", "", "a file name in small letters, digits and hyphens")
    return tuple(file.stem for file in files)


def empty_set_up(game: Game) -> Position:
    """Every unit waits beside the map.

    Parameters
    ----------
    game
        The game.

    Returns
    -------
    Position
    """
    units = load_units(game.slug)
    front = game.statuses[0]
    return game.empty(game.board(), {uid: Piece(unit, WAITING, front) for uid, unit in units.items()})


def set_up(game: Game, home: FolderHome, name: str) -> Position:
    """Read a set-up: columns ``unit`` and ``space``, and ``status`` where one begins on another face.

    A row names a unit, or a marker, of which several copies can lie in one space.

    Parameters
    ----------
    game, home
        The game, and where it lives.
    name
        Of the set-up.

    Returns
    -------
    Position
        Units that the file does not name wait beside the map; spaces are held as their column ``start`` says.

    Raises
    ------
    DataError
        A unit stands in a space that is not there, or twice; a marker has fewer copies.
    """
    board, units = game.board(), load_units(game.slug)
    path = home.root / _FOLDER / f"{name}.csv"
    file = f"{_FOLDER}/{path.name}"
    rows = read_free_rows(path, ["unit", "space"], ["status", "source"])
    pieces = {uid: Piece(unit, WAITING, game.statuses[0]) for uid, unit in units.items()}
    seen: set[str] = set()
    laid = Laid(home, board)
    for row in rows:
        uid = row.text("unit")
        if uid in laid.names and uid not in units:
            laid.lay(Row(file, row.line, row.cells), _space(row, board, file))
            continue
        if uid not in units:
            raise _unknown(uid, row.line, [*units, *laid.names], file)
        if uid in seen:
            raise DataError(file, f"line {row.line}, column unit", f"each unit once, not {uid!r} again")
        seen.add(uid)
        pieces[uid] = Piece(units[uid], _space(row, board, file), _status(row, game, units[uid], file))
    return game.empty(board, pieces, {**dict(_held(home, board)), **laid.facts})


def _unknown(uid: str, line: int, names: Sequence[str], file: str) -> DataError:
    import difflib

    near = difflib.get_close_matches(uid, names, 1)
    hint = f"Did you mean {near[0]}?" if near else "units.csv and markers.csv list them"
    expected = f"a unit of units.csv or a loose marker of markers.csv, not {uid!r}"
    return DataError(file, f"line {line}, column unit", expected, hint)


def _space(row: Row, board: Board, file: str) -> str:
    import difflib

    space = row.text("space")
    if space not in board.spaces:
        near = difflib.get_close_matches(space, board.spaces, 1)
        hint = f"Did you mean {near[0]}?" if near else "spaces.csv and [[box]] of map.toml name them"
        raise DataError(file, f"line {row.line}, column space", f"a space of the map, not {space!r}", hint)
    return space


def _status(row: Row, game: Game, unit: Unit, file: str) -> str:
    status = row.cells.get("status", "") or game.statuses[0]
    own = game.statuses[: face_count(game.slug, unit)]
    if status not in own:
        whose = f", which are the faces of {unit.id}" if status in game.statuses else ""
        expected = f"one of {', '.join(own)}, not {status!r}{whose}"
        raise DataError(file, f"line {row.line}, column status", expected)
    return status


def _held(home: FolderHome, board: Board) -> Iterator[tuple[tuple[str, str], str]]:
    """Who controls which space when the game begins."""
    told = game_file(home)
    for space in board.spaces.values() if told.control else ():
        side = space[_START]
        if side in told.sides:
            yield (CONTROL, space.id), str(side)
        elif side not in {None, "", UNHELD}:
            raise DataError(
                "spaces.csv", f"space {space.id}, column {_START}", f"one of {', '.join(told.sides)}"
            )
