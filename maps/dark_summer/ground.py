"""The ground under the printed grid: from degrees to the plane of the hexes, the land, the places.

The plane has the height of a hex as its unit, x to the east and y to the south, as `HexGrid.centre` has it.
An affine fit of the hexes that the rulebook names gives it; what the fit leaves is spread about them,
so that those places lie exactly where `anchors.csv` pins them.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from maps.dark_summer.grid import GRID
from maps.geography import MILES_PER_DEGREE, Point, read_lines
from maps.loader import read_rows, read_toml

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely import MultiPolygon, Polygon

__all__ = [
    "ANCHOR_COLUMNS", "EAST", "PLACE_COLUMNS", "STEP", "WEST", "Anchor", "Fit", "Place", "all_hexes",
    "anchors", "bend", "build_land", "corners", "fit", "hex_at", "outlines", "places", "regions",
]  # fmt: skip

WEST, EAST = 8, 62
STEP = math.sqrt(3) / 2
ANCHOR_COLUMNS = ["hex", "name", "lat", "lon", "across", "down", "fit", "source"]
PLACE_COLUMNS = ["name", "lat", "lon", "kind", "source"]
_HERE = Path(__file__).parent
_MIDDLE = math.cos(math.radians(49.1))
_REACH = 4.0  # rows after which a pin has lost most of its pull
_SEA = (-1.4, 49.95)
_FRAME = (-2.14, 48.25, 0.75, 49.98)
_ENDS = (  # where the lines of the coast file end, and how they go on to the frame
    ((-2.0155, 48.5991), (-2.0155, 48.25)),
    ((0.4508, 49.4637), (0.75, 49.47)),
    ((0.4509, 49.4704), (0.75, 49.48)),
    ((0.4508, 49.7971), (0.75, 49.80)),
)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place whose hex is known.

    Parameters
    ----------
    hex, name
        Its number and its name.
    degrees
        Longitude and latitude.
    pinned
        Where in the plane it has to lie.
    fits
        Whether the affine fit uses it.
    """

    hex: str
    name: str
    degrees: Point
    pinned: Point
    fits: bool


@dataclass(frozen=True, slots=True)
class Place:
    """A town or village.

    Parameters
    ----------
    name
        As printed.
    at
        Where in the plane.
    degrees
        Longitude and latitude.
    kind
        ``city``, ``town``, ``village`` or ``away`` (off the map).
    source
        Where its position comes from.
    """

    name: str
    at: Point
    degrees: Point
    kind: str
    source: str


@functools.cache
def anchors() -> tuple[Anchor, ...]:
    """The named hexes of `anchors.csv`."""
    found = []
    for row in read_rows(_HERE / "anchors.csv", ANCHOR_COLUMNS, key=lambda r: r.cells["hex"]):
        degrees = float(row.text("lon")), float(row.text("lat"))
        pinned = float(row.text("across")) * STEP, float(row.text("down"))
        found.append(Anchor(row.text("hex"), row.text("name"), degrees, pinned, row.flag("fit")))
    return tuple(found)


def _miles(points: NDArray[Any]) -> NDArray[Any]:
    """Longitude and latitude in miles, with a column of ones."""
    import numpy as np

    flat = np.atleast_2d(np.asarray(points, dtype=np.float64))
    east, north = flat[:, 0] * _MIDDLE * MILES_PER_DEGREE, flat[:, 1] * MILES_PER_DEGREE
    return np.column_stack([east, north, np.ones(len(flat))])


class Fit:
    """Degrees to the plane of the hexes: an affine map by least squares, bent to the pins.

    Parameters
    ----------
    pins
        The anchors.
    """

    __slots__ = ("_affine", "_at", "_pull", "residuals", "rms")

    def __init__(self, pins: tuple[Anchor, ...]) -> None:
        import numpy as np

        used = [a for a in pins if a.fits]
        miles = _miles(np.array([a.degrees for a in used]))
        centres = np.array([(int(a.hex[:2]) * STEP, GRID.centre(a.hex)[1]) for a in used])
        self._affine, *_ = np.linalg.lstsq(miles, centres, rcond=None)
        left = miles @ self._affine - centres
        self.residuals = {a.hex: float(np.hypot(*r)) for a, r in zip(used, left, strict=True)}
        self.rms = float(np.sqrt((left**2).sum(axis=1).mean()))
        self._at = _miles(np.array([a.degrees for a in pins])) @ self._affine
        gaps = np.linalg.norm(self._at[:, None] - self._at[None], axis=2)
        short = np.array([a.pinned for a in pins]) - self._at
        self._pull = np.linalg.solve(np.exp(-gaps / _REACH), short)

    def __call__(self, degrees: NDArray[Any]) -> NDArray[Any]:
        """Points of the plane for points in degrees.

        Parameters
        ----------
        degrees
            Rows of longitude, latitude.

        Returns
        -------
        array
            Rows of x, y.
        """
        import numpy as np

        flat = _miles(degrees) @ self._affine
        gaps = np.linalg.norm(flat[:, None] - self._at[None], axis=2)
        return np.asarray(flat + np.exp(-gaps / _REACH) @ self._pull)

    def point(self, lon: float, lat: float) -> Point:
        """One point of the plane.

        Parameters
        ----------
        lon, lat
            Degrees.

        Returns
        -------
        (float, float)
        """
        import numpy as np

        ((x, y),) = self(np.array([[lon, lat]]))
        return float(x), float(y)

    def degrees(self, at: Point) -> Point:
        """The degrees of a point of the plane, by steps.

        Parameters
        ----------
        at
            x, y.

        Returns
        -------
        (float, float)
            Longitude and latitude.
        """
        import numpy as np

        back = np.linalg.inv(self._affine[:2])
        goal = np.array([at])
        flat = goal.copy()
        for _ in range(30):
            miles = (flat - self._affine[2]) @ back
            degrees = miles / np.array([_MIDDLE * MILES_PER_DEGREE, MILES_PER_DEGREE])
            flat = flat + 0.7 * (goal - self(degrees))
        return float(degrees[0, 0]), float(degrees[0, 1])


@functools.cache
def fit() -> Fit:
    """The fit of the printed grid.

    Examples
    --------
    >>> 0.4 < fit().rms < 0.7
    True
    """
    return Fit(anchors())


@functools.cache
def places() -> dict[str, Place]:
    """The places of `places.csv` by name."""
    found = {}
    for row in read_rows(_HERE / "places.csv", PLACE_COLUMNS, key=lambda r: r.cells["name"]):
        degrees = float(row.text("lon")), float(row.text("lat"))
        kind = row.choice("kind", ["city", "town", "village", "away"])
        found[row.text("name")] = Place(
            row.text("name"), fit().point(*degrees), degrees, kind, row.sources().default
        )
    return found


def all_hexes() -> list[str]:
    """Every number between the edges of the map: even columns end at row 28, odd ones at 27."""
    return [GRID.number(c, r) for c in range(WEST, EAST + 1) for r in range(28 if c % 2 else 29)]


def corners(number: str) -> list[Point]:
    """Corners of a hex in the plane, clockwise from the upper left one.

    Parameters
    ----------
    number
        Of the hex.

    Returns
    -------
    list of (x, y)
        The side between corner i and i + 1 faces direction i of `maps.hexgrid.DIRECTIONS`.
    """
    x, y = int(number[:2]) * STEP, GRID.centre(number)[1]
    wide, side = 1 / math.sqrt(3), 0.5 / math.sqrt(3)
    return [
        (x - side, y - 0.5), (x + side, y - 0.5), (x + wide, y), (x + side, y + 0.5), (x - side, y + 0.5),
        (x - wide, y),
    ]  # fmt: skip


def hex_at(at: Point) -> str | None:
    """The hex that holds a point of the plane; None off the map.

    Parameters
    ----------
    at
        x, y.

    Returns
    -------
    str or None

    Examples
    --------
    >>> hex_at((24 * STEP, 3.2)), hex_at((0.0, 0.0))
    ('2403', None)
    """
    column = round(at[0] / STEP)
    near = [
        (math.dist((c * STEP, r + (c & 1) / 2), at), c, r)
        for c in range(column - 1, column + 2)
        for r in range(math.floor(at[1]) - 1, math.floor(at[1]) + 3)
    ]
    _, c, r = min(near)
    return GRID.number(c, r) if WEST <= c <= EAST and 0 <= r <= (27 if c % 2 else 28) else None


@functools.cache
def build_land() -> Polygon | MultiPolygon:
    """The land in the plane of the hexes."""
    import numpy as np
    import shapely

    lines = read_lines(_HERE.parent / "data" / "coast.json")
    frame = shapely.box(*_FRAME)
    noded = shapely.unary_union([frame.boundary, *(shapely.LineString(line) for line in [*lines, *_ENDS])])
    faces = shapely.get_parts(shapely.polygonize(shapely.get_parts(noded)))
    sea = shapely.Point(*_SEA)
    dry = [f for f in faces if frame.contains(f.representative_point()) and not f.contains(sea)]
    land = shapely.segmentize(shapely.union_all(dry), 0.02)
    bent = shapely.transform(land, lambda c: fit()(np.asarray(c)))
    return cast("Polygon | MultiPolygon", shapely.set_precision(shapely.make_valid(bent), 1 / 4096))


@functools.cache
def regions() -> dict[str, Any]:
    """What `ground.toml` says: woods, forests, floods, bocage; lettered hexes; names on the sea."""
    return read_toml(_HERE / "ground.toml")


def bend(flat: Iterable[float]) -> Polygon | MultiPolygon:
    """An outline in degrees (longitude and latitude in turn), in the plane of the hexes.

    Parameters
    ----------
    flat
        Its numbers.

    Returns
    -------
    shapely geometry
    """
    import numpy as np
    import shapely

    corners_ = np.array(list(flat), dtype=np.float64).reshape(-1, 2)
    dense = shapely.segmentize(shapely.Polygon(corners_), 0.05)
    bent = shapely.transform(dense, lambda c: fit()(np.asarray(c)))
    return cast("Polygon | MultiPolygon", shapely.make_valid(bent))


@functools.cache
def outlines(kind: str) -> dict[str, Polygon | MultiPolygon]:
    """The outlines of one kind in `ground.toml`: name -> shape in the plane.

    Parameters
    ----------
    kind
        ``forest``, ``woods``, ``flooded``, ``bocage`` or ``open``; the last two have numbers for names.

    Returns
    -------
    dict
    """
    body = regions()[kind]
    named = body.items() if isinstance(body, dict) else ((str(i), part) for i, part in enumerate(body))
    return {name: bend(part) for name, part in named}
