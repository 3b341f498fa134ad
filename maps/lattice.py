"""Where the hexes of a board lie, in pixels: flat-topped in columns, or with a point at the top in lines."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from typing import Any

from maps.geography import Point
from maps.hexgrid import HexGrid
from maps.linegrid import LineGrid, Sheet
from module_builder.vassal.values import dataclass

__all__ = ["HexLattice", "Lattice", "LineLattice", "read_lattice"]


@dataclass(frozen=True, slots=True)
class HexLattice:
    """Where the hexes of a board lie: flat-topped, in columns.

    Parameters
    ----------
    x0, y0
        Centre of the hex in column 0 and row 0, printed or not.
    dx, dy
        Distance of neighbouring columns, and height of a hex from flat to flat.
    lower
        ``odd`` or ``even``: the columns that lie half a hex lower.
    digits
        Digits of each coordinate of a number.

    Examples
    --------
    >>> lattice = HexLattice(10, 20, 60, 70, "odd")
    >>> lattice.centre("0102"), lattice.at(72, 190)
    ((70, 195.0), '0102')
    """

    x0: int
    y0: int
    dx: int
    dy: int
    lower: str = "odd"
    digits: int = 2

    @property
    def grid(self) -> HexGrid:
        """The numbers of the hexes."""
        return HexGrid(self.lower, self.digits)

    @property
    def flat(self) -> int:
        """Size of a hex from flat side to flat side."""
        return self.dy

    @property
    def pointed(self) -> bool:
        """Whether a hex has a point at its top."""
        return False

    def centre(self, number: str) -> Point:
        """Centre of a hex in pixels."""
        column, row = self.grid.split(number)
        return self.x0 + column * self.dx, self.y0 + (row + self._lower(column)) * self.dy

    def _lower(self, column: int) -> float:
        return 0.5 if (column & 1) == (self.lower == "odd") else 0.0

    def corners(self, number: str) -> tuple[Point, ...]:
        """The six corners of a hex, clockwise from the north-west one."""
        (x, y), half, far, near = self.centre(number), self.dy / 2, self.dx * 2 / 3, self.dx / 3
        return (
            (x - near, y - half),
            (x + near, y - half),
            (x + far, y),
            (x + near, y + half),
            (x - near, y + half),
            (x - far, y),
        )

    def at(self, x: float, y: float) -> str | None:
        """Number of the hex whose centre is nearest to a point."""
        near = round((x - self.x0) / self.dx)
        found: list[tuple[float, str]] = []
        for column in (near - 1, near, near + 1):
            row = round((y - self.y0) / self.dy - self._lower(column))
            if 0 <= column < 10**self.digits and 0 <= row < 10**self.digits:
                number = self.grid.number(column, row)
                cx, cy = self.centre(number)
                found.append(((x - cx) ** 2 + (y - cy) ** 2, number))
        return min(found)[1] if found else None


@dataclass(frozen=True)
class LineLattice:
    """Where the hexes of a board lie: with a point at the top, in lines, over one sheet or several joined.

    Parameters
    ----------
    x0, y0
        Centre of the hex at line 0 and position 0 of the plane of all sheets, printed or not.
    dx, dy
        Size of a hex from flat to flat, and distance of neighbouring lines.
    grid
        The numbers of the hexes, and which way lines and positions count.

    Examples
    --------
    >>> lattice = LineLattice(100, 900, 70, 60, LineGrid((Sheet("e", (1, 9), (1, 9)),)))
    >>> lattice.centre("e0203"), lattice.centre("e0103"), lattice.at(350, 830)
    ((310.0, 780), (345.0, 840), 'e0103')
    """

    x0: int
    y0: int
    dx: int
    dy: int
    grid: LineGrid

    @property
    def flat(self) -> int:
        """Size of a hex from flat side to flat side."""
        return self.dx

    @property
    def pointed(self) -> bool:
        """Whether a hex has a point at its top."""
        return True

    @functools.cached_property
    def _signs(self) -> tuple[int, int]:
        """Which way positions count in x, and lines in y."""
        return -1 if self.grid.westward else 1, -1 if self.grid.northward else 1

    def spot(self, line: int, place: int) -> Point:
        """Centre of a hex of the plane in pixels, on a sheet or not."""
        right, down = self._signs
        return self.x0 + right * (place + self._along(line)) * self.dx, self.y0 + down * line * self.dy

    def _along(self, line: int) -> float:
        return 0.5 if (line & 1) == (self.grid.shifted == "odd") else 0.0

    def centre(self, number: str) -> Point:
        """Centre of a hex in pixels."""
        known = self._centres.get(number)
        if known is None:
            known = self._centres[number] = self.spot(*self.grid.split(number))
        return known

    @functools.cached_property
    def _centres(self) -> dict[str, Point]:
        return {}

    def corners(self, number: str) -> tuple[Point, ...]:
        """The six corners of a hex in turn; the side after corner i faces neighbour i of `LineGrid.ring`."""
        (x, y), (right, down) = self.centre(number), self._signs
        half, far, near = self.dx / 2 * right, self.dy * 2 / 3 * down, self.dy / 3 * down
        return (
            (x + half, y + near),
            (x + half, y - near),
            (x, y - far),
            (x - half, y - near),
            (x - half, y + near),
            (x, y + far),
        )

    def at(self, x: float, y: float) -> str | None:
        """Number of the hex whose centre is nearest to a point; None where that hex is on no sheet."""
        right, down = self._signs
        near = math.floor(down * (y - self.y0) / self.dy)
        found: list[tuple[float, str | None]] = []
        for line in (near, near + 1):
            place = round(right * (x - self.x0) / self.dx - self._along(line))
            cx, cy = self.spot(line, place)
            found.append(((x - cx) ** 2 + (y - cy) ** 2, self.grid.find(line, place)))
        return min(found, key=lambda f: f[0])[1]

    @functools.cached_property
    def numbers(self) -> tuple[str, ...]:
        """Every hex of every sheet."""
        return tuple(
            f"{s.letter}{line:0{self.grid.digits}d}{place:0{self.grid.digits}d}"
            for s in self.grid.sheets
            for line in range(s.lines[0], s.lines[1] + 1)
            for place in range(s.places[0], s.places[1] + 1)
        )


Lattice = HexLattice | LineLattice


def read_lattice(data: Mapping[str, Any]) -> Lattice:
    """Make a lattice of what a geometry file says.

    Parameters
    ----------
    data
        The values; ``axis`` is ``columns``, which may be left out, or ``lines``.

    Returns
    -------
    HexLattice or LineLattice

    Raises
    ------
    ValueError
        Another axis.
    KeyError, TypeError
        A value is missing, or no lattice has it.

    Examples
    --------
    >>> read_lattice({"x0": 1, "y0": 2, "dx": 60, "dy": 70}).pointed
    False
    """
    values = dict(data)
    axis = values.pop("axis", "columns")
    if axis == "columns":
        return HexLattice(**values)
    if axis != "lines":
        raise ValueError(f"axis: {axis}")
    sheets = tuple(
        Sheet(s["letter"], _pair(s["lines"]), _pair(s["places"]), s["line"], s["place"])
        for s in values.pop("sheets")
    )
    ways = {name: values.pop(name) for name in ("northward", "westward", "digits") if name in values}
    grid = LineGrid(sheets, values.pop("shifted"), **ways)
    return LineLattice(grid=grid, **values)


def _pair(values: list[int]) -> tuple[int, int]:
    first, last = values
    return first, last
