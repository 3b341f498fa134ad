"""The ground under the hexes of June Six: from degrees to their plane, the land, the places.

The plane has the width of a hex as its unit, x to the east and y to the south, as `LineGrid.centre` has it.
"""

from __future__ import annotations

import functools
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maps import bending, hexplane
from maps.bending import Bend
from maps.geography import MILES_PER_DEGREE, Point
from maps.june_six.grid import GRID
from maps.loader import read_toml
from maps.places import SETTLEMENTS, Place, read_places

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

__all__ = [
    "PLANE", "STEP", "all_hexes", "build_land", "corners", "hex_at", "middle",
    "outlines", "placed", "placement", "places", "regions", "residuals",
]  # fmt: skip

STEP = hexplane.STEP
_HERE = Path(__file__).parent


@functools.cache
def placement() -> dict[str, Any]:
    """What `placement.toml` says: scale, origin, sheets, pins."""
    return read_toml(_HERE / "placement.toml")


def _affine() -> list[list[float]]:
    """What a mile east, a mile north and one add to x and y."""
    scale, origin = placement()["scale"], placement()["origin"]
    turn, step = math.radians(scale["rotation"]), 1 / scale["miles_per_hex"]
    c, s = math.cos(turn) * step, math.sin(turn) * step
    wide = math.cos(math.radians(scale["middle"])) * MILES_PER_DEGREE
    east, north = origin["degrees"][0] * wide, origin["degrees"][1] * MILES_PER_DEGREE
    x, y = origin["at"]
    return [[c, s], [s, -c], [x - c * east - s * north, y - s * east + c * north]]


@functools.cache
def placed() -> Bend:
    """Degrees to the plane of the hexes.

    Examples
    --------
    >>> x, y = placed().point(-0.31, 49.3)
    >>> round(x, 3), round(y, 3)
    (40.25, -22.08)
    """
    import numpy as np

    scale, pins = placement()["scale"], placement()["pins"]
    return Bend(
        np.array(_affine()),
        [tuple(p["degrees"]) for p in pins],
        [tuple(p["at"]) for p in pins],
        middle=scale["middle"],
        reach=scale["reach"],
    )


@functools.cache
def residuals() -> dict[str, float]:
    """How far the plain projection leaves each pin from where it has to lie, in hexes."""
    import numpy as np

    pins = placement()["pins"]
    wide = math.cos(math.radians(placement()["scale"]["middle"]))
    flat = Bend.miles(np.array([p["degrees"] for p in pins]), wide) @ np.array(_affine())
    return {p["name"]: math.dist(p["at"], (float(x), float(y))) for p, (x, y) in zip(pins, flat, strict=True)}


@functools.cache
def places() -> dict[str, Place]:
    """The places of `places.csv` by name."""
    return read_places(_HERE / "places.csv", placed().point, [*SETTLEMENTS, "away"])


@functools.cache
def all_hexes() -> list[str]:
    """Every number of both sheets."""
    return [
        f"{s.letter}{line:02d}{at:02d}"
        for s in GRID.sheets
        for line in range(s.lines[0], s.lines[1] + 1)
        for at in range(s.places[0], s.places[1] + 1)
    ]


def middle(number: str) -> Point:
    """Centre of a hex in the plane.

    Examples
    --------
    >>> middle("e2640")[0]
    40.0
    """
    return GRID.centre(number)


def corners(number: str) -> list[Point]:
    """Corners of a hex in the plane, clockwise from the upper right one.

    Returns
    -------
    list of (x, y)
        The side between corner i and i + 1 faces neighbour i of `LineGrid.ring`.
    """
    return hexplane.corners(GRID, number)


def hex_at(at: Point) -> str | None:
    """The hex that holds a point of the plane; None off the map.

    Examples
    --------
    >>> hex_at((40.1, -22.4)), hex_at((0.0, 9.0))
    ('e2640', None)
    """
    return hexplane.hex_at(GRID, at)


PLANE = hexplane.build_plane(GRID)


@functools.cache
def build_land() -> Polygon | MultiPolygon:
    """The land in the plane of the hexes."""
    return bending.build_land(placed())


@functools.cache
def regions() -> dict[str, Any]:
    """What `ground.toml` says: open ground, woods, marshes, strips, cliffs, strongpoints, the map edge."""
    return read_toml(_HERE / "ground.toml")


@functools.cache
def outlines(kind: str) -> dict[str, Polygon | MultiPolygon]:
    """The outlines of one kind in `ground.toml`: name -> shape in the plane.

    Parameters
    ----------
    kind
        ``woods``, ``marsh`` or ``open``; the last has numbers for names.
    """
    body = regions()[kind]
    named = body.items() if isinstance(body, dict) else ((str(i), part) for i, part in enumerate(body))
    return {name: bending.build_outline(placed(), part) for name, part in named}
