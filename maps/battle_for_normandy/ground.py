"""The ground under the hexes of The Battle for Normandy: from degrees to their plane, the land, the places.

The plane is that of `maps.hexplane`.
"""

from __future__ import annotations

import functools
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maps import bending, hexplane
from maps.battle_for_normandy.grid import GRID
from maps.bending import Bend
from maps.geography import MILES_PER_DEGREE, Point
from maps.loader import read_toml
from maps.places import SETTLEMENTS, Place, read_places

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

__all__ = [
    "KINDS", "PLANE", "all_hexes", "build_land", "corners", "hex_at",
    "hex_at_degrees", "middle", "outlines", "placed", "placement", "places", "regions", "residuals",
]  # fmt: skip

KINDS = (*SETTLEMENTS, "poi", "point", "away")
PLANE = hexplane.build_plane(GRID)
_HERE = Path(__file__).parent


@functools.cache
def placement() -> dict[str, Any]:
    """What `placement.toml` says: scale, origin, pins."""
    return read_toml(_HERE / "placement.toml")


def _affine() -> list[list[float]]:
    """What a mile east, a mile north and one add to x and y."""
    scale, origin = placement()["scale"], placement()["origin"]
    x, y = middle(origin["hex"])
    lon, lat = origin["degrees"]
    wide = math.cos(math.radians(scale["middle"]))
    across, down = 1 / scale["longitude"], -hexplane.STEP / scale["latitude"]
    return [
        [across / (wide * MILES_PER_DEGREE), 0.0],
        [0.0, down / MILES_PER_DEGREE],
        [x - across * lon, y - down * lat],
    ]


def _pinned() -> list[Point]:
    """Where in the plane each pin has to lie."""
    found = []
    for pin in placement()["pins"]:
        (x, y), (east, south) = middle(pin["hex"]), pin["off"]
        found.append((x + east, y + south * hexplane.STEP))
    return found


@functools.cache
def placed() -> Bend:
    """Degrees to the plane of the hexes.

    Examples
    --------
    >>> x, y = placed().point(-0.2747, 49.2423)
    >>> round(x, 3), round(y, 3)
    (-14.0, 25.981)
    """
    import numpy as np

    scale, degrees = placement()["scale"], [tuple(p["degrees"]) for p in placement()["pins"]]
    return Bend(np.array(_affine()), degrees, _pinned(), middle=scale["middle"], reach=scale["reach"])


@functools.cache
def residuals() -> dict[str, float]:
    """How far the plain projection leaves each pin from where it has to lie, in hexes."""
    import numpy as np

    pins = placement()["pins"]
    wide = math.cos(math.radians(placement()["scale"]["middle"]))
    flat = Bend.miles(np.array([p["degrees"] for p in pins]), wide) @ np.array(_affine())
    ends = zip(pins, _pinned(), flat, strict=True)
    return {p["name"]: math.dist(at, (float(x), float(y))) for p, at, (x, y) in ends}


@functools.cache
def places() -> dict[str, Place]:
    """The places of `places.csv` by name."""
    return read_places(_HERE / "places.csv", placed().point, KINDS)


@functools.cache
def all_hexes() -> list[str]:
    """The ids of all hexes of the seven sheets, each once."""
    numbers = (
        f"{s.letter}{line:02d}{at:02d}"
        for s in GRID.sheets
        for line in range(s.lines[0], s.lines[1] + 1)
        for at in range(s.places[0], s.places[1] + 1)
    )
    return [n for n in numbers if GRID.find(*GRID.split(n)) == n]


def middle(number: str) -> Point:
    """Centre of a hex in the plane.

    Examples
    --------
    >>> middle("C3014")
    (-14.0, 25.981)
    """
    return GRID.centre(number)


def corners(number: str) -> list[Point]:
    """Corners of a hex in the plane, in the order of its neighbours in `LineGrid.ring`."""
    return hexplane.corners(GRID, number)


def hex_at(at: Point) -> str | None:
    """The hex that holds a point of the plane; None off the sheets."""
    return hexplane.hex_at(GRID, at)


def hex_at_degrees(lon: float, lat: float) -> str | None:
    """The hex at a place of the ground.

    Parameters
    ----------
    lon, lat
        Degrees; longitudes west of Greenwich are negative.

    Returns
    -------
    str or None
        Its id; None off the sheets.

    Examples
    --------
    >>> hex_at_degrees(-0.2747, 49.2423), hex_at_degrees(-1.615, 49.6275), hex_at_degrees(-1.5, 48.0)
    ('c3014', 'a2035', None)
    """
    return hex_at(placed().point(lon, lat))


@functools.cache
def build_land() -> Polygon | MultiPolygon:
    """The land in the plane of the hexes."""
    return bending.build_land(placed())


@functools.cache
def regions() -> dict[str, Any]:
    """What `ground.toml` says: ground cover, heights, cliffs, airfields, the perimeter."""
    return read_toml(_HERE / "ground.toml")


@functools.cache
def outlines(kind: str) -> dict[str, Polygon | MultiPolygon]:
    """The outlines of one kind in `ground.toml`: name -> shape in the plane.

    Parameters
    ----------
    kind
        ``clear``, ``farmland``, ``forest``, ``flooded`` or ``level-1`` and so on.
    """
    return {name: bending.build_outline(placed(), part) for name, part in regions()[kind].items()}
