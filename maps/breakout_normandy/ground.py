"""The ground of Breakout: Normandy: land, rivers, towns and the sheet that the renderer draws."""

from __future__ import annotations

import functools
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maps.breakout_normandy.board import load_board
from maps.breakout_normandy.tracks import load_tracks
from maps.filing import OURS, Filing, by_filing
from maps.geography import Point, Projection
from maps.landscape import area_sheet, cut_coast, read_courses
from maps.loader import read_toml
from maps.sheet import Sheet

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

__all__ = ["build_land", "load_sheet", "map_data", "projection", "rivers"]

_HERE = Path(__file__).parent


def map_data(filing: Filing = OURS) -> dict[str, Any]:
    """Read ``map.toml``.

    Parameters
    ----------
    filing
        Our files, or an owner's.

    Returns
    -------
    dict

    Examples
    --------
    >>> map_data()["sheet"]["width"]
    32.0
    """
    return _map_data(filing)


@by_filing
def _map_data(filing: Filing) -> dict[str, Any]:
    return read_toml(filing.path(_HERE / "map.toml"))


def projection() -> Projection:
    """The projection of the sheet.

    Returns
    -------
    Projection

    Examples
    --------
    >>> projection().miles_per_inch
    2.75
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


def load_sheet(filing: Filing = OURS) -> Sheet:
    """Everything that the renderer needs of this game.

    Parameters
    ----------
    filing
        Our files, or an owner's.

    Returns
    -------
    Sheet

    Examples
    --------
    >>> load_sheet().geometry.width
    5760
    """
    return _sheet(filing)


@by_filing
def _sheet(filing: Filing) -> Sheet:
    tracks = load_tracks(filing)
    sheet = area_sheet(_HERE, load_board(filing.overlay), map_data(filing), build_land(), rivers())
    return replace(sheet, weather=tracks.weather, required=tracks.required)
