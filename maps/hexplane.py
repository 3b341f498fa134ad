"""A `LineGrid` as a plane for the generators: corners of its hexes, and the hex at a point.

The plane has the width of a hex as its unit, x to the east and y to the south, as `LineGrid.centre` has it.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

from maps.courses import Plane, Vertex
from maps.geography import Point
from maps.lattice import LineLattice
from maps.linegrid import LineGrid

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from maps.bending import Bend

__all__ = ["STEP", "build_plane", "corners", "degrees_at", "hex_at", "key"]

STEP = math.sqrt(3) / 2
_HIGH = 1 / math.sqrt(3)
_CORNERS = (
    (0.5, -_HIGH / 2), (0.5, _HIGH / 2), (0.0, _HIGH), (-0.5, _HIGH / 2), (-0.5, -_HIGH / 2), (0.0, -_HIGH),
)  # fmt: skip


def corners(grid: LineGrid, number: str) -> list[Point]:
    """Corners of a hex in the plane.

    Parameters
    ----------
    grid
        The grid.
    number
        Of the hex.

    Returns
    -------
    list of (x, y)
        The side between corner i and i + 1 faces neighbour i of `LineGrid.ring`.
    """
    x, y = grid.centre(number)
    across, down = -1 if grid.westward else 1, 1 if grid.northward else -1
    return [(x + across * dx, y + down * dy) for dx, dy in _CORNERS]


def hex_at(grid: LineGrid, at: Point) -> str | None:
    """The hex that holds a point of the plane; None off the map.

    Parameters
    ----------
    grid
        The grid.
    at
        x, y.

    Returns
    -------
    str or None

    Examples
    --------
    >>> from maps.battle_for_normandy.grid import GRID
    >>> hex_at(GRID, (-14.1, 26.0)), hex_at(GRID, (9.0, 26.0))
    ('c3014', None)
    """
    across, down = -1 if grid.westward else 1, -1 if grid.northward else 1
    line, along = round(down * at[1] / STEP), math.floor(across * at[0])
    odd = grid.shifted == "odd"
    near = [
        (math.dist((across * (p + ((r & 1) == odd) / 2), down * r * STEP), at), r, p)
        for r in range(line - 1, line + 2)
        for p in range(along - 1, along + 2)
    ]
    _, r, p = min(near)
    return grid.find(r, p)


def degrees_at(bend: Bend, lattice: LineLattice, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where on the ground pixels of a board lie.

    Parameters
    ----------
    bend
        Degrees to the plane.
    lattice
        Where the hexes lie on the board.
    points
        Rows of x, y.

    Returns
    -------
    array
        Rows of longitude, latitude.
    """
    return bend.all_degrees((points - [lattice.x0, lattice.y0]) * [1 / lattice.dx, STEP / lattice.dy])


def key(at: Point) -> Vertex:
    """Whole numbers that name a corner, the same from all its hexes."""
    return round(at[0] * 2), round(at[1] * 2 * math.sqrt(3))


def build_plane(grid: LineGrid) -> Plane:
    """What `maps.courses` needs of a grid."""
    return Plane(
        grid.ring, functools.partial(corners, grid), grid.centre, functools.partial(hex_at, grid), key
    )
