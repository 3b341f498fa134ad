"""What was noticed when a sketch was read, for every ruling to say."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from maps.hexgrid import HexGrid
from maps.linegrid import LineGrid

if TYPE_CHECKING:
    from adjudicator.position import Fact, Key, Piece
    from maps.board import Board

__all__ = ["bare_sides", "beyond_the_map", "overruled", "reaches", "supposed"]


def supposed(implied: Mapping[Key, tuple[Fact, str]]) -> Iterator[str]:
    """What words were taken to mean besides what they say.

    Parameters
    ----------
    implied
        (item, subject) -> value, and the word.

    Examples
    --------
    >>> list(supposed({("time", ""): ("night", "allied engineering")}))
    ["assumed: 'allied engineering' means that the time is night"]
    """
    for (item, _), (value, word) in implied.items():
        yield f"assumed: {word!r} means that the {item.replace('-', ' ')} is {value}"


def bare_sides(sides: Iterable[str], board: Board) -> Iterator[str]:
    """Hexsides of which a sketch says nothing: neither water nor road is assumed there.

    Parameters
    ----------
    sides
        Their ids.
    board
        Of the sketch.

    Examples
    --------
    >>> from maps.board import Board
    >>> list(bare_sides(["3304/3305", "3305/3306"], Board([], [])))
    ['assumed: neither water nor road lies between 3304 and 3305; likewise 1 more hexside']
    """
    first, *rest = [*sorted(sides), ""]
    if first:
        names = " and ".join(map(board.name, first.split("/")))
        more = f"; likewise {len(rest) - 1} more hexside{'s' * (len(rest) > 2)}" if len(rest) > 1 else ""
        yield f"assumed: neither water nor road lies between {names}{more}"


def beyond_the_map(title: str, hexes: Iterable[str]) -> Iterator[str]:
    """Hexes that the map of a game does not reach.

    Parameters
    ----------
    title
        Of the game.
    hexes
        Their numbers.

    Examples
    --------
    >>> list(beyond_the_map("June Six", ["9901", "9902"]))
    ['noted: the map of June Six has no hex 9901, nor 1 more of this sketch']
    """
    first, *rest = [*hexes, ""]
    if first:
        others = f", nor {len(rest) - 1} more of this sketch" if len(rest) > 1 else ""
        yield f"noted: the map of {title} has no hex {first}{others}"


def reaches(board: Board, grid: HexGrid | LineGrid, number: str) -> bool:
    """Whether the map reaches as far as a hex; what is nothing but sea has no hex of its own in our data.

    Parameters
    ----------
    board, grid
        Our map, and its grid.
    number
        Of the hex.

    Examples
    --------
    >>> from maps.dark_summer.board import load_board
    >>> reaches(load_board(), HexGrid(), "3305"), reaches(load_board(), HexGrid(), "9902")
    (True, False)
    """
    if not isinstance(grid, HexGrid) or not board.spaces:
        return True
    right, bottom = _corner(board, grid)
    column, row = grid.split(number)
    return 1 <= column <= right and 1 <= row <= bottom


@functools.lru_cache(maxsize=8)
def _corner(board: Board, grid: HexGrid) -> tuple[int, int]:
    """Highest column and row of the hexes of a map."""
    columns, rows = zip(*(grid.split(n) for n in board.spaces if grid.is_number(n)), strict=True)
    return max(columns), max(rows)


def overruled(item: str, facts: Mapping[Key, Fact], pieces: Iterable[Piece], board: Board) -> Iterator[str]:
    """Words about who controls a space where units of the other side alone stand, so that they decide.

    Parameters
    ----------
    item
        Item that units overrule; empty in a game where they do not.
    facts, pieces, board
        Of the sketch.
    """
    there: dict[str, set[str]] = {}
    for piece in pieces:
        there.setdefault(piece.space, set()).add(piece.side)
    for (name, space), value in facts.items():
        if item and name == item and len(sides := there.get(space, {str(value)})) == 1 and value not in sides:
            side = min(sides).capitalize()
            yield f"noted: {board.name(space)} is said to be {value}, but {side} units alone stand there"
