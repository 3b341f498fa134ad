"""The zones of a LaTeX board as grids: TikZ counts upwards from any point, a picture down from its corner."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from module_builder.vassal.geometry import Board
from module_builder.vassal.grids import Grid, HexGrid, Region, RegionGrid, Zone, ZonedGrid
from module_builder.vassal.polygon import Polygon
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from module_builder.homemade.importing.left import Left

__all__ = ["board_of"]

_Table = Mapping[str, Any]
_Point = tuple[int, int]
_DEEPEST = 12
_WITHIN = 3  # pixels


@dataclass(frozen=True)
class _Frame:
    """How TikZ lies on the picture: pixels of a unit across and down, and what places a point."""

    across: float
    down: float
    place: Callable[[Sequence[float]], _Point]


def board_of(name: str, size: tuple[int, int], zones: object, left: Left) -> Board:
    """Make a board of the zones of an entry.

    Parameters
    ----------
    name, size
        Of the board, and of its picture.
    zones
        What the entry says.
    left
        Told of what is no zone, and of boards that are turned.

    Returns
    -------
    Board
        Without a grid where the entry has no zones, or those of a turned picture.

    Examples
    --------
    >>> from module_builder.homemade.importing.left import Left
    >>> board_of("Map", (100, 80), {}, Left()).grid is None
    True
    """
    table = zones if isinstance(zones, dict) else {}
    frame = _frame(table.get("zoned"), size)
    if frame is None:
        if table:
            left.note("The board is turned, or says nothing of its scale: its zones were left behind.")
            left.add("zones of the board", *(str(key) for key in table if str(key).startswith("zone ")))
        return Board(name, *size)
    found = tuple(_zones(table, frame, size, left, 0))
    return Board(name, *size, ZonedGrid(found) if found else None)


def _frame(picture: object, size: tuple[int, int]) -> _Frame | None:
    """The transformation of the picture; None where it is not there, turned or mirrored."""
    try:
        told: _Table = picture if isinstance(picture, dict) else {}
        (a, b), (c, d) = told["lower left"], told["upper right"]
        xx, xy, yx, yy = (float(told[key]) for key in ("xx", "xy", "yx", "yy"))
        low, high = (xx * a, yy * b), (xx * c, yy * d)
        across, down = size[0] / (high[0] - low[0]), size[1] / (high[1] - low[1])
    except (KeyError, TypeError, ValueError, ZeroDivisionError):
        return None
    if abs(xy) > 1e-6 * abs(xx) or abs(yx) > 1e-6 * abs(yy) or min(xx, yy, across, down) <= 0:
        return None

    def place(point: Sequence[float]) -> _Point:
        return round(across * (point[0] - low[0])), round(down * (high[1] - point[1]))

    return _Frame(across * xx, down * yy, place)


def _zones(table: _Table, frame: _Frame, size: tuple[int, int], left: Left, depth: int) -> Iterator[Zone]:
    """The zones, those within another before it: the first that holds a point counts."""
    for key, inner in table.items():
        if not key.startswith("zone ") or not isinstance(inner, dict):
            continue
        if depth < _DEEPEST:
            yield from _zones(inner, frame, size, left, depth + 1)
        name = key.removeprefix("zone scope ").removeprefix("zone path ").strip()
        try:
            corners = _corners(key, inner, frame)
        except (KeyError, TypeError, ValueError, IndexError):
            left.add("zones without a shape", name)
            continue
        points = [p for k, p in inner.items() if k.startswith("point") and isinstance(p, dict)]
        grid: Grid | None = None
        if points:
            grid = RegionGrid(tuple(_regions(points, frame)))
        elif "hex" in name.casefold():
            grid = _hexes(corners, inner, frame, size)
            corners = _shrunk(corners)
            left.note("Hexes have numbers of ours, from 0101 in the upper left corner of the map on.")
        path = Polygon(tuple(corners))
        yield Zone(name, path, "$gridLocation$" if grid is not None else "$name$", grid)


def _corners(key: str, inner: _Table, frame: _Frame) -> list[_Point]:
    if key.startswith("zone path"):
        return [frame.place(point) for point in inner["path"]]
    (left, bottom), (right, top) = (
        frame.place(inner["global lower left"]),
        frame.place(inner["global upper right"]),
    )
    return [(left, top), (right, top), (right, bottom), (left, bottom)]


def _shrunk(corners: Sequence[_Point]) -> list[_Point]:
    """A rectangle a little smaller, so that no hex of it has its middle on its edge."""
    (left, top), (right, bottom) = min(corners), max(corners)
    a, b, c, d = left + _WITHIN, top + _WITHIN, right - _WITHIN, bottom - _WITHIN
    return [(a, b), (c, b), (c, d), (a, d)]


def _regions(points: Sequence[_Table], frame: _Frame) -> Iterator[Region]:
    for point in points:
        at = point.get("coords")
        if isinstance(at, list) and len(at) == 2 and point.get("name"):
            yield Region(str(point["name"]).strip(), *frame.place(at))


def _hexes(corners: Sequence[_Point], inner: _Table, frame: _Frame, size: tuple[int, int]) -> HexGrid:
    """Hexes whose side is a unit long: a column is one and a half of it further than the one before."""
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    told = inner.get("board frame")
    margin = told.get("margin", 0) if isinstance(told, dict) else 0
    margin = float(margin) if isinstance(margin, int | float) else 0.0
    wide, high = 1.5 * frame.across, math.sqrt(3) * frame.down
    x = left + frame.across * (1 + margin)
    y = top + high / 2 + margin * frame.down
    columns = inner.get("coords")
    first = columns.get("column", {}) if isinstance(columns, dict) else {}
    short = isinstance(first, dict) and first.get("top short") == _parity(first.get("offset", 0))
    # In VASSAL the odd columns lie lower; where it is the first, the grid begins a column to the left.
    if short:
        return HexGrid(round(x - wide), round(y), wide, high, width=size[0], height=size[1])
    return HexGrid(round(x), round(y), wide, high, width=size[0], height=size[1])


def _parity(number: object) -> str:
    return "isodd" if isinstance(number, int) and number % 2 else "iseven"
