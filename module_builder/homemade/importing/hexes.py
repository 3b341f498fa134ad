"""The hexes of a grid of a module, numbered as those of a folder are: columns and rows, lines and places."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping
from math import floor
from typing import TYPE_CHECKING

from module_builder.vassal.grids import HexGrid, ZonedGrid
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from module_builder.vassal.geometry import Board

__all__ = ["FEW", "MOST", "HexPart", "hex_at", "hex_part"]

Point = tuple[float, float]
FEW, MOST = 6, 200
"""Hexes of a grid that is a map, at least; columns or rows, at most."""


@dataclass(frozen=True, slots=True)
class HexPart:
    """The hexes of a map, as ``[hexes]`` of ``map.toml`` says it.

    Parameters
    ----------
    columns, rows, first, digits, pointed, lower
        As there.
    names
        Number of a hex -> what the module calls it, where that is another word; off the map: not there.
    centres
        Number of a hex -> its centre, in pixels of the board, of every number of the grid.
    off
        Numbers that are no hex of the map.
    stretch
        By how much the picture has to be wider for regular hexes.
    """

    columns: int
    rows: int
    first: str
    digits: int
    pointed: bool
    lower: str
    names: Mapping[str, str]
    centres: Mapping[str, Point]
    off: frozenset[str]
    stretch: float = 1.0


def hex_part(board: Board, grid: HexGrid) -> HexPart | None:
    """The hexes of a grid: those whose centre lies on the board and where it gives the name.

    Parameters
    ----------
    board, grid
        The board, and the grid that lies on it, perhaps in a zone.

    Returns
    -------
    HexPart or None
        None where there are too few or too many for a map.
    """
    wide, high = (board.height, board.width) if grid.sideways else (board.width, board.height)
    last = floor((wide - grid.x0) / grid.dx), floor((high - grid.y0) / grid.dy)
    outer = range(math.ceil(-grid.x0 / grid.dx), last[0] + 1)
    inner = range(math.ceil(-grid.y0 / grid.dy - 0.5), last[1] + 1)
    cells = {}
    for one in outer:
        for two in inner:
            x, y = grid.center(one, two)
            if 0 <= x < board.width and 0 <= y < board.height:
                cells[one, two] = (x, y)
    on = {cell: at for cell, at in cells.items() if _is_hex(board, grid, *at)}
    if len(on) < FEW or len(outer) > MOST or len(inner) > MOST:
        return None
    return _numbered(grid, on)


def _is_hex(board: Board, grid: HexGrid, x: int, y: int) -> bool:
    """Whether the grid names a point, and no zone does."""
    if not isinstance(board.grid, ZonedGrid):
        return True
    zone = board.grid.zone(x, y)
    return board.grid.background == grid if zone is None else zone.grid == grid


_PLAIN = re.compile(r"[0-9]+")


def _numbered(grid: HexGrid, on: Mapping[tuple[int, int], tuple[int, int]]) -> HexPart:
    """Numbers of the hexes: the module's own where they are such as ours, else from 0101 on."""
    names = {cell: grid.name(*at) or "" for cell, at in on.items()}
    shift_c, shift_r, digits, up = _own_numbers(names) or _new_numbers(on)
    lower = "odd" if ((0 if up else 1) + shift_c) % 2 else "even"
    numbers = {cell: (cell[0] + shift_c, cell[1] + shift_r + (up if cell[0] % 2 else 0)) for cell in on}
    outs, ins = [c for c, _ in numbers.values()], [r for _, r in numbers.values()]
    start, end = (min(outs), min(ins)), (max(outs), max(ins))
    own = {_text(*number, digits): names[cell] for cell, number in numbers.items()}
    centres: dict[str, Point] = {}
    for c in range(start[0], end[0] + 1):
        for r in range(start[1], end[1] + 1):
            raw = c - shift_c
            row = r - shift_r - (up if raw % 2 else 0)
            half = 0.5 if raw % 2 else 0.0
            x, y = grid.x0 + raw * grid.dx, grid.y0 + (row + half) * grid.dy
            centres[_text(c, r, digits)] = (y, x) if grid.sideways else (x, y)
    outer, inner = end[0] - start[0] + 1, end[1] - start[1] + 1
    regular = math.sqrt(3) / 2
    ratio = grid.dx / grid.dy / regular
    return HexPart(
        inner if grid.sideways else outer,
        outer if grid.sideways else inner,
        _text(*start, digits),
        digits,
        grid.sideways,
        lower,
        {number: name for number, name in own.items() if name and name != number},
        centres,
        frozenset(centres) - frozenset(own),
        1 / ratio if not grid.sideways else ratio,
    )


def _text(column: int, row: int, digits: int) -> str:
    return f"{column:0{digits}d}{row:0{digits}d}"


_Numbers = tuple[int, int, int, int]
"""What is added to a raw column and row, digits of each, and 1 where raw odd columns have a row more."""


def _new_numbers(on: Collection[tuple[int, int]]) -> _Numbers:
    """Columns and rows from 01 on."""
    column, row = min(c for c, _ in on), min(r for _, r in on)
    most = max(max(c for c, _ in on) - column, max(r for _, r in on) - row) + 1
    return 1 - column, 1 - row, max(2, len(str(most))), 0


def _own_numbers(names: Mapping[tuple[int, int], str]) -> _Numbers | None:
    """How the module's own numbers are columns and rows.

    None where they are not of that form: letters, rows first, numbers that fall.
    """
    lengths = {len(name) for name in names.values()}
    length = next(iter(lengths), 0)
    if len(lengths) != 1 or length not in {4, 6, 8} or not all(map(_PLAIN.fullmatch, names.values())):
        return None
    digits = length // 2
    parted = {cell: (int(name[:digits]), int(name[digits:])) for cell, name in names.items()}
    columns = {number[0] - cell[0] for cell, number in parted.items()}
    even = {number[1] - cell[1] for cell, number in parted.items() if cell[0] % 2 == 0}
    odd = {number[1] - cell[1] for cell, number in parted.items() if cell[0] % 2}
    if len(columns) != 1 or len(even) != 1 or len(odd) > 1:
        return None
    shift_r = even.pop()
    up = (odd.pop() if odd else shift_r) - shift_r
    return (columns.pop(), shift_r, digits, up) if up in {0, 1} else None


def hex_at(grid: HexGrid, part: HexPart, x: int, y: int) -> str:
    """The hex whose centre is nearest, where it is one of the map.

    Parameters
    ----------
    grid, part
        The grid, and its hexes.
    x, y
        In pixels of the board.

    Returns
    -------
    str
        Its number; empty where there is none near.
    """
    near = [(math.dist(at, (x, y)), number) for number, at in part.centres.items() if number not in part.off]
    distance, number = min(near, default=(math.inf, ""))
    return number if distance <= max(grid.dx, grid.dy) else ""
