"""The ground of Storm Over Normandy: land, rivers, towns and the sheet that the renderer draws."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maps.filing import OURS, Filing, by_filing
from maps.geography import Point, Projection
from maps.landscape import area_sheet, cut_coast, read_courses
from maps.loader import read_toml
from maps.sheet import Sheet
from maps.storm_over_normandy.board import load_board
from maps.storm_over_normandy.displays import furniture_painters
from maps.storm_over_normandy.drawing import area_painters

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

__all__ = ["build_land", "load_sheet", "map_data", "projection", "rivers"]

_HERE = Path(__file__).parent


def map_data(filing: Filing = OURS) -> dict[str, Any]:
    """Read ``map.toml``.

    Examples
    --------
    >>> map_data()["sheet"]["width"]
    34.0
    """
    return _map_data(filing)


@by_filing
def _map_data(filing: Filing) -> dict[str, Any]:
    return read_toml(filing.path(_HERE / "map.toml"))


def projection(filing: Filing = OURS) -> Projection:
    """The projection of the sheet.

    Examples
    --------
    >>> projection().miles_per_inch
    2.05
    """
    return Projection(**map_data(filing)["projection"])


def rivers(filing: Filing = OURS) -> dict[str, list[Point]]:
    """The rivers in inches, by name.

    Examples
    --------
    >>> "Orne" in rivers()
    True
    """
    return read_courses(_HERE / "rivers.csv", projection(filing))


def build_land(filing: Filing = OURS) -> Polygon | MultiPolygon:
    """The land on the sheet, in inches.

    Examples
    --------
    >>> build_land().area > 300
    True
    """
    return _land(filing)


@by_filing
def _land(filing: Filing) -> Polygon | MultiPolygon:
    data = map_data(filing)
    size = data["sheet"]
    return cut_coast(projection(filing), size["width"], size["height"], tuple(data["ground"]["sea"]))


def load_sheet(filing: Filing = OURS) -> Sheet:
    """Everything that the renderer needs of this game.

    Examples
    --------
    >>> load_sheet().geometry.width
    5780
    """
    return _sheet(filing)


@by_filing
def _sheet(filing: Filing) -> Sheet:
    sheet = area_sheet(
        _HERE, load_board(filing.overlay), map_data(filing), build_land(filing), rivers(filing)
    )
    return replace(sheet, own_areas=area_painters, own_furniture=furniture_painters)
