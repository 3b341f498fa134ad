"""The ground under the printed grid: from degrees to the plane of the hexes, the land, the places.

The plane has the height of a hex as its unit, x to the east and y to the south, as `HexGrid.centre` has it.
An affine fit of the hexes that the rulebook names gives it; what the fit leaves is spread about them,
so that those places lie exactly where `anchors.csv` pins them.
"""

from __future__ import annotations

import functools
import math
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maps import bending
from maps.bending import Bend
from maps.courses import Plane
from maps.dark_summer.grid import GRID
from maps.geography import Point
from maps.loader import read_rows, read_toml
from maps.places import SETTLEMENTS, Place, read_places
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

__all__ = [
    "ANCHOR_COLUMNS", "EAST", "PLANE", "STEP", "WEST", "Anchor", "Fit", "all_hexes",
    "anchors", "build_land", "corners", "fit", "hex_at", "middle", "outlines", "places", "regions",
]  # fmt: skip

WEST, EAST = 8, 62
STEP = math.sqrt(3) / 2
ANCHOR_COLUMNS = ["hex", "name", "lat", "lon", "across", "down", "fit", "source"]
_HERE = Path(__file__).parent
_MIDDLE = 49.1
_REACH = 4.0  # rows after which a pin has lost most of its pull


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place whose hex is known.

    Parameters
    ----------
    fits
        Whether the affine fit uses it.
    """

    hex: str
    name: str
    degrees: Point
    pinned: Point
    fits: bool


@functools.cache
def anchors() -> tuple[Anchor, ...]:
    """The named hexes of `anchors.csv`."""
    found = []
    for row in read_rows(_HERE / "anchors.csv", ANCHOR_COLUMNS, key=lambda r: r.cells["hex"]):
        degrees = float(row.text("lon")), float(row.text("lat"))
        pinned = float(row.text("across")) * STEP, float(row.text("down"))
        found.append(Anchor(row.text("hex"), row.text("name"), degrees, pinned, row.flag("fit")))
    return tuple(found)


class Fit(Bend):
    """Degrees to the plane of the hexes: an affine map by least squares, bent to the pins."""

    __slots__ = ("residuals", "rms")

    def __init__(self, pins: tuple[Anchor, ...]) -> None:
        import numpy as np

        used = [a for a in pins if a.fits]
        miles = self.miles(np.array([a.degrees for a in used]), math.cos(math.radians(_MIDDLE)))
        centres = np.array([middle(a.hex) for a in used])
        affine, *_ = np.linalg.lstsq(miles, centres, rcond=None)
        left = miles @ affine - centres
        self.residuals = {a.hex: float(np.hypot(*r)) for a, r in zip(used, left, strict=True)}
        self.rms = float(np.sqrt((left**2).sum(axis=1).mean()))
        degrees, pinned = [a.degrees for a in pins], [a.pinned for a in pins]
        super().__init__(affine, degrees, pinned, middle=_MIDDLE, reach=_REACH)


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
    return read_places(_HERE / "places.csv", fit().point, [*SETTLEMENTS, "away"])


def all_hexes() -> list[str]:
    """Every number between the edges of the map: even columns end at row 28, odd ones at 27."""
    return [GRID.number(c, r) for c in range(WEST, EAST + 1) for r in range(28 if c % 2 else 29)]


def corners(number: str) -> list[Point]:
    """Corners of a hex in the plane, clockwise from the upper left one.

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


def middle(number: str) -> Point:
    """Centre of a hex in the plane.

    Examples
    --------
    >>> middle("2403")[1]
    3.0
    """
    return int(number[:2]) * STEP, GRID.centre(number)[1]


def hex_at(at: Point) -> str | None:
    """The hex that holds a point of the plane; None off the map.

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


PLANE = Plane(
    GRID.ring, corners, middle, hex_at, lambda at: (round(at[0] * 2 * math.sqrt(3)), round(at[1] * 2))
)


@functools.cache
def build_land() -> Polygon | MultiPolygon:
    """The land in the plane of the hexes."""
    return bending.build_land(fit())


@functools.cache
def regions() -> dict[str, Any]:
    """What `ground.toml` says: woods, forests, floods, bocage; lettered hexes; names on the sea."""
    return read_toml(_HERE / "ground.toml")


@functools.cache
def outlines(kind: str) -> dict[str, Polygon | MultiPolygon]:
    """The outlines of one kind in `ground.toml`: name -> shape in the plane.

    Parameters
    ----------
    kind
        ``forest``, ``woods``, ``flooded``, ``bocage`` or ``open``; the last two have numbers for names.
    """
    body = regions()[kind]
    named = body.items() if isinstance(body, dict) else ((str(i), part) for i, part in enumerate(body))
    return {name: bending.build_outline(fit(), part) for name, part in named}
