"""The board of a user's game: its spaces and edges, as the folder says."""

from __future__ import annotations

from pathlib import Path

from maps.board import Board
from maps.filing import OURS, Filing
from maps.homemade.chart import chart_of

__all__ = ["load_board"]


def load_board(folder: Path, filing: Filing = OURS) -> Board:
    """Read the board of a folder.

    Parameters
    ----------
    folder
        Of the game.
    filing
        Where the values that belong to the board are read from.

    Returns
    -------
    Board
        Areas or hexes, then boxes; Areas with a common border and neighbouring hexes are adjacent.

    Raises
    ------
    maps.errors.DataError
        A file is missing, or a key, row or cell of one is wrong.

    Examples
    --------
    >>> board = load_board(Path(__file__).parents[2] / "docs" / "examples" / "two-rivers")
    >>> len([s for s in board.spaces.values() if s.kind == "area"])
    12
    """
    chart = chart_of(folder)
    return Board(chart.spaces, chart.edges, filing=filing)
