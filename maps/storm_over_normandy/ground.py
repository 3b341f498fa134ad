"""The ground of Storm Over Normandy: land, rivers, towns and the sheet that the renderer draws."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maps.geography import Point, Projection
from maps.geometry import load_geometry
from maps.landscape import cut_coast, read_courses
from maps.loader import read_rows, read_toml
from maps.sheet import Sheet, Town
from maps.storm_over_normandy.board import load_board
from maps.storm_over_normandy.displays import furniture_painters
from maps.storm_over_normandy.drawing import area_painters

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

__all__ = ["PLACE_COLUMNS", "build_land", "load_sheet", "map_data", "projection", "rivers"]

PLACE_COLUMNS = ["name", "lat", "lon", "kind", "area", "head_start", "source"]
_HERE = Path(__file__).parent


@functools.cache
def map_data() -> dict[str, Any]:
    """Read ``map.toml``.

    Returns
    -------
    dict

    Examples
    --------
    >>> map_data()["sheet"]["width"]
    34.0
    """
    return read_toml(_HERE / "map.toml")


def projection() -> Projection:
    """The projection of the sheet.

    Returns
    -------
    Projection

    Examples
    --------
    >>> projection().miles_per_inch
    2.05
    """
    return Projection(**map_data()["projection"])


def rivers() -> dict[str, list[Point]]:
    """The rivers in inches, by name.

    Returns
    -------
    dict of str to list of (x, y)

    Examples
    --------
    >>> "Orne" in rivers()
    True
    """
    return read_courses(_HERE / "rivers.csv", projection())


@functools.cache
def build_land() -> Polygon | MultiPolygon:
    """The land on the sheet, in inches.

    Returns
    -------
    shapely geometry

    Examples
    --------
    >>> build_land().area > 300
    True
    """
    size = map_data()["sheet"]
    return cut_coast(projection(), size["width"], size["height"], tuple(map_data()["ground"]["sea"]))


def _towns(scale: float) -> tuple[Town, ...]:
    sheet, found = projection(), []
    for row in read_rows(_HERE / "places.csv", PLACE_COLUMNS):
        x, y = sheet.to_sheet(float(row.text("lon")), float(row.text("lat")))
        if row.choice("kind", ["centre", "village", "seed"]) != "seed":
            found.append(Town((x * scale, y * scale), row.text("kind")))
    return tuple(found)


@functools.cache
def load_sheet() -> Sheet:
    """Everything that the renderer needs of this game.

    Returns
    -------
    Sheet

    Examples
    --------
    >>> load_sheet().geometry.width
    5780
    """
    import shapely

    data, board = map_data(), load_board()
    geometry = load_geometry(_HERE / "geometry.toml")
    scale = float(geometry.pixels_per_inch)
    return Sheet(
        title=data["title"],
        subtitle=data["subtitle"],
        geometry=geometry,
        board=board,
        land=shapely.transform(build_land(), lambda c: c * scale),
        rivers=tuple(tuple((x * scale, y * scale) for x, y in line) for line in rivers().values()),
        towns=_towns(scale),
        limit=tuple((x * scale, y * scale) for x, y in data["ground"]["limit"]),
        furniture={k: tuple(v * scale for v in rect) for k, rect in data["places"].items()},
        routes={k: tuple((x * scale, y * scale) for x, y in v) for k, v in data.get("routes", {}).items()},
        waters=tuple(
            (w["text"], w["at"][0] * scale, w["at"][1] * scale, w["size"] * scale) for w in data["waters"]
        ),
        weather={},
        required={},
        worth={s.name: int(s["vp"] or 0) for s in board.spaces.values() if s["vp"]},
        notes=data["notes"],
        miles_per_inch=projection().miles_per_inch,
        north=projection().turn,
        own_areas=area_painters,
        own_furniture=furniture_painters,
    )
