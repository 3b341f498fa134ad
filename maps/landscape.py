"""Land, rivers and the borders of Areas for a map that is grown from true geography, in inches on the sheet.

Nothing here knows a game: what two maps of Areas need to make their ground and their ``geometry.toml``.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from maps.borders import soften, wobble
from maps.filing import OURS, Filing, by_filing
from maps.geography import Point, Projection, read_lines
from maps.geometry import load_geometry
from maps.loader import read_rows, read_toml
from maps.sheet import Sheet, Town
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from shapely import MultiPolygon, Polygon

    from maps.board import Board

__all__ = [
    "PLACE_COLUMNS",
    "AreaGround",
    "cut_coast",
    "flat",
    "lean",
    "read_courses",
    "toml_value",
    "whole_pixels",
]

PLACE_COLUMNS = ["name", "lat", "lon", "kind", "area", "head_start", "source"]
"""Columns of a ``places.csv``."""
_COAST = Path(__file__).parent / "data" / "coast.json"
_LEAN = 0.8


def read_courses(path: Path, sheet: Projection) -> dict[str, list[Point]]:
    """Read rivers and let their coarse courses meander.

    Parameters
    ----------
    path
        A ``rivers.csv``: river, lat, lon, source.
    sheet
        Projection of the sheet.

    Returns
    -------
    dict of str to list of (x, y)
        By name, in inches.

    Raises
    ------
    maps.errors.DataError
        The file, a row or a cell is wrong.
    """
    found: dict[str, list[Point]] = defaultdict(list)
    for row in read_rows(path, ["river", "lat", "lon", "source"]):
        found[row.text("river")].append(sheet.to_sheet(float(row.text("lon")), float(row.text("lat"))))
    return {name: _bend(line, name) for name, line in found.items()}


def _bend(line: list[Point], name: str) -> list[Point]:
    """A course rounded (Catmull-Rom) and wobbled."""
    out: list[Point] = []
    padded = [line[0], *line, line[-1]]
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        steps = max(2, round(math.dist(b, c) / 0.05))
        out += [
            (_spline(a[0], b[0], c[0], d[0], i / steps), _spline(a[1], b[1], c[1], d[1], i / steps))
            for i in range(steps)
        ]
    return wobble([*out, line[-1]], name, 0.035)


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))


def cut_coast(sheet: Projection, width: float, height: float, sea: Point) -> Polygon | MultiPolygon:
    """The land on a sheet.

    Parameters
    ----------
    sheet
        Projection of the sheet.
    width, height
        Size of the sheet in inches.
    sea
        A point of open sea: longitude, latitude.

    Returns
    -------
    shapely geometry

    Examples
    --------
    >>> land = cut_coast(Projection(-1.5, 49.6, 0, 0, 4), 10, 8, (-0.6, 49.6))
    >>> 20 < land.area < 60
    True
    """
    import shapely

    lines = [shapely.LineString(soften([sheet.to_sheet(*p) for p in line])) for line in read_lines(_COAST)]
    frame = shapely.box(-0.5, -0.5, width + 0.5, height + 0.5)
    noded = shapely.unary_union([frame.boundary, *lines])
    faces = shapely.get_parts(shapely.polygonize(shapely.get_parts(noded)))
    wet = shapely.Point(*sheet.to_sheet(*sea))
    dry = [f for f in faces if frame.contains(f.representative_point()) and not f.contains(wet)]
    land = shapely.union_all(dry).intersection(shapely.box(0, 0, width, height))
    return cast("Polygon | MultiPolygon", shapely.set_precision(land, 1 / 1800))


def lean(line: Sequence[Point], first: Point, last: Point, *, reach: float = _LEAN) -> list[Point]:
    """Move the ends of a line; its points follow, the less the farther from that end.

    Parameters
    ----------
    line
        The line.
    first, last
        Where its ends go.
    reach
        How far from its ends points follow.

    Returns
    -------
    list of (x, y)

    Examples
    --------
    >>> lean([(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)], (0.0, 0.5), (2.0, 0.0))
    [(0.0, 0.5), (1.0, 0.0), (2.0, 0.0)]
    """
    run = [0.0]
    for a, b in itertools.pairwise(line):
        run.append(run[-1] + math.hypot(b[0] - a[0], b[1] - a[1]))
    ends = ((line[0], first), (line[-1], last))
    out: list[Point] = []
    for point, far in zip(line, run, strict=True):
        x, y = point
        for ((ex, ey), (tx, ty)), away in zip(ends, (far, run[-1] - far), strict=True):
            share = max(0.0, 1 - away / min(reach, run[-1])) if run[-1] else 1.0
            x, y = x + (tx - ex) * share, y + (ty - ey) * share
        out.append((x, y))
    return out


def whole_pixels(area: Polygon) -> Polygon:
    """A polygon on whole pixels, as VASSAL keeps zones: valid, without the slivers that rounding makes.

    Parameters
    ----------
    area
        In pixels.

    Returns
    -------
    shapely.Polygon

    Examples
    --------
    >>> from shapely import box
    >>> whole_pixels(box(0.2, 0.2, 9.7, 5.1)).bounds
    (0.0, 0.0, 10.0, 5.0)
    """
    import shapely

    parts: list[Polygon] = list(shapely.get_parts(shapely.set_precision(area, 1.0)))
    return max(parts, key=lambda part: part.area)


def toml_value(value: Any) -> str:
    """One TOML value: numbers with one place, texts, lists of them.

    Parameters
    ----------
    value
        Number, text, truth value or a sequence of them.

    Returns
    -------
    str

    Examples
    --------
    >>> toml_value([1.0, 2.25, "a", True])
    '[1, 2.2, "a", true]'
    """
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)
    if isinstance(value, str):
        return f'"{value}"'
    return f"[{', '.join(toml_value(v) for v in value)}]"


def flat(value: Any) -> Any:
    """A point, or a list of points, as one list of numbers; anything else as it is.

    Parameters
    ----------
    value
        What a table of ``geometry.toml`` holds.

    Returns
    -------
    Any

    Examples
    --------
    >>> flat([(1, 2), (3, 4)]), flat("x")
    ([1.0, 2.0, 3.0, 4.0], 'x')
    """
    if isinstance(value, tuple):
        return [float(v) for v in value]
    if isinstance(value, list) and value and isinstance(value[0], tuple):
        return [float(v) for point in value for v in point]
    return value


@dataclass(frozen=True, slots=True)
class AreaGround:
    """The ground of a map of Areas, as its files describe it.

    Parameters
    ----------
    folder
        Of its ``map.toml``, ``geometry.toml``, ``places.csv`` and ``rivers.csv``.

    Examples
    --------
    >>> ground = AreaGround(Path(__file__).parent / "breakout_normandy")
    >>> ground.data()["sheet"]["width"], ground.projection().miles_per_inch
    (32.0, 2.75)
    >>> "Orne" in ground.rivers(), ground.land().area > 300
    (True, True)
    """

    folder: Path

    def data(self, filing: Filing = OURS) -> dict[str, Any]:
        """Read ``map.toml``."""
        return _map_data(filing, self.folder)

    def projection(self, filing: Filing = OURS) -> Projection:
        """The projection of the sheet."""
        return Projection(**self.data(filing)["projection"])

    def rivers(self, filing: Filing = OURS) -> dict[str, list[Point]]:
        """The rivers in inches, by name."""
        return read_courses(self.folder / "rivers.csv", self.projection(filing))

    def land(self, filing: Filing = OURS) -> Polygon | MultiPolygon:
        """The land on the sheet, in inches."""
        return _land(filing, self)

    def sheet(self, board: Board, filing: Filing = OURS) -> Sheet:
        """Scale the ground to the pixels of the board.

        Returns
        -------
        Sheet
            Without weather and requirements, and drawn as every map of Areas is.

        Raises
        ------
        maps.errors.DataError
            A file, a row or a cell is wrong.
        """
        import shapely

        data, projection = self.data(filing), self.projection(filing)
        geometry = load_geometry(board.filing.path(self.folder / "geometry.toml"))
        scale = float(geometry.pixels_per_inch)
        return Sheet(
            title=data["title"],
            subtitle=data["subtitle"],
            geometry=geometry,
            board=board,
            land=shapely.transform(self.land(filing), lambda c: c * scale),
            rivers=tuple(_scaled(line, scale) for line in self.rivers(filing).values()),
            towns=_towns(self.folder / "places.csv", projection, scale),
            limit=_scaled(data["ground"]["limit"], scale),
            furniture={k: tuple(v * scale for v in rect) for k, rect in data["places"].items()},
            routes={k: _scaled(line, scale) for k, line in data.get("routes", {}).items()},
            waters=tuple(
                (w["text"], w["at"][0] * scale, w["at"][1] * scale, w["size"] * scale) for w in data["waters"]
            ),
            weather={},
            required={},
            worth={s.name: int(s["vp"] or 0) for s in board.spaces.values() if s.kind == "area"},
            notes=data["notes"],
            miles_per_inch=projection.miles_per_inch,
            north=projection.turn,
            degrees=partial(_degrees, projection, scale),
        )


@by_filing
def _map_data(filing: Filing, folder: Path) -> dict[str, Any]:
    return read_toml(filing.path(folder / "map.toml"))


@by_filing
def _land(filing: Filing, ground: AreaGround) -> Polygon | MultiPolygon:
    size, sea = ground.data(filing)["sheet"], ground.data(filing)["ground"]["sea"]
    return cut_coast(ground.projection(filing), size["width"], size["height"], tuple(sea))


def _degrees(projection: Projection, scale: float, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Longitude and latitude of rows of pixels."""
    import numpy as np

    x, y = (points / scale).T
    lon, lat = projection.to_degrees(cast("float", x), cast("float", y))  # reckons with columns alike
    return np.column_stack([lon, lat])


def _scaled(line: Sequence[Sequence[float]], scale: float) -> tuple[Point, ...]:
    return tuple((x * scale, y * scale) for x, y in line)


def _towns(path: Path, projection: Projection, scale: float) -> tuple[Town, ...]:
    """The places that are drawn: not those that only seed the borders of an Area."""
    found = []
    for row in read_rows(path, PLACE_COLUMNS):
        x, y = projection.to_sheet(float(row.text("lon")), float(row.text("lat")))
        if row.choice("kind", ["city", "centre", "village", "seed"]) != "seed":
            found.append(Town((x * scale, y * scale), row.text("kind")))
    return tuple(found)
