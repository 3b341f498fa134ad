"""What the map of a game in a folder offers to those who ask for a module or a file of one of our maps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from maps.board import Board, Space
from maps.drawing import Canvas
from maps.filing import Filing, filing_of
from maps.games import FolderHome
from maps.hexdrawing_sheet import HexSheet
from maps.homemade.board import load_board
from maps.homemade.chart import chart_of
from maps.homemade.furniture import furniture_painters
from maps.homemade.game import LOST, WAITING, game_file
from maps.homemade.layout import geometry_of
from maps.homemade.mapfile import read_map_file
from maps.homemade.sheet import load_sheet
from maps.sheet import Sheet

__all__ = ["OFFERS", "HomeBoard", "HomeSheet", "files_of", "table_of"]

_TABLES = ("courses.csv", "edges.csv", "map.toml", "spaces.csv", "terrain.csv")
_BESIDE = {WAITING: "Not on the map", LOST: "Eliminated"}


class HomeBoard:
    """What stands for the module ``board`` of a map.

    Parameters
    ----------
    home
        Of the game.
    """

    def __init__(self, home: FolderHome) -> None:
        filing = filing_of(home.slug, None)
        board = load_board(home.root, filing)
        more = [Space(id_, name, "box") for id_, name in _BESIDE.items() if id_ not in board.spaces]
        self._board = Board([*board.spaces.values(), *more], board.edges.values(), filing=filing)

    def load_board(self, overlay: Path | None = None) -> Board:  # noqa: ARG002 - the folder is its owner's
        """The board, with the boxes that every game has."""
        return self._board


class HomeSheet:
    """What stands for the module ``sheet`` of a map.

    Parameters
    ----------
    home
        Of the game.
    """

    def __init__(self, home: FolderHome) -> None:
        self._home, self._sides = home, game_file(home).sides

    def load_sheet(self, filing: Filing) -> Sheet | HexSheet:
        """The sheet."""
        return load_sheet(self._home.root, filing, sides=self._sides)


class HomeFurniture:
    """What stands for the module ``painted_furniture`` of a map.

    Parameters
    ----------
    home
        Of the game.
    """

    def __init__(self, home: FolderHome) -> None:
        self._root = home.root

    def furniture_pieces(self, sheet: Sheet | HexSheet) -> Sequence[Callable[[Canvas], None]]:
        """What paints title, key, boxes and tracks."""
        return furniture_painters(chart_of(self._root), sheet.geometry)


OFFERS: Mapping[str, Callable[[FolderHome], object]] = {
    "board": HomeBoard,
    "painted_furniture": HomeFurniture,
    "sheet": HomeSheet,
}
"""What stands for a module of a map's package, by name."""


def table_of(home: FolderHome, name: str) -> dict[str, Any]:
    """What ``geometry.toml`` says in one of our games, made of the folder.

    Parameters
    ----------
    home, name
        The game, and the name of the file.

    Returns
    -------
    dict

    Raises
    ------
    KeyError
        No other file is made.
    """
    return {"geometry.toml": geometry_of}[name](home.root, sides=game_file(home).sides)


def files_of(home: FolderHome) -> list[Path]:
    """The files of a folder that its map is made of: tables, drawing, picture.

    Parameters
    ----------
    home
        Of the game.

    Returns
    -------
    list of Path
    """
    told = read_map_file(home.root)
    named = [told.areas.file] if told.areas else []
    named += [told.picture] if told.picture else []
    return [path for name in (*_TABLES, *named) if (path := home.root / name).is_file()]
