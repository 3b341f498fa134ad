"""The sheet of a user's game, as `maps.render` draws it: the painted map, or the user's own picture."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from maps.board import Board
from maps.drawing import Canvas
from maps.filing import OURS, Filing
from maps.geometry import Geometry, read_geometry
from maps.hexdrawing_sheet import GroundPainter, HexSheet
from maps.homemade.board import load_board
from maps.homemade.chart import Chart, chart_of
from maps.homemade.furniture import furniture_painters
from maps.homemade.ground import MapGround, in_play
from maps.homemade.layout import geometry_of
from maps.homemade.lines import grid_painters, line_painters, outline_painters
from maps.homemade.names import Lettering, name_painters, sign_painters
from maps.homemade.underlay import PictureGround
from maps.homemade.ways import bridge_painters, link_painters, road_painters
from maps.sheet import Sheet

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

__all__ = ["load_sheet"]

Painter = Callable[[Canvas], None]
_Rect = tuple[int, int, int, int]


def load_sheet(folder: Path, filing: Filing = OURS, *, sides: Sequence[str] = ()) -> Sheet | HexSheet:
    """Everything that the renderer needs of a user's game.

    Parameters
    ----------
    folder
        Of the game.
    filing
        Where the values that belong to its board are read from.
    sides
        Ids of both sides; as ``game.toml`` has them where left out.

    Returns
    -------
    Sheet or HexSheet
        A sheet of Areas, or of hexes, with painters of its own; nothing is painted on a finished picture.

    Raises
    ------
    maps.errors.DataError
        A file is missing, or a key, row or cell of one is wrong.

    Examples
    --------
    >>> folder = Path(__file__).parents[2] / "docs" / "examples" / "two-rivers"
    >>> load_sheet(folder, sides=("north", "south")).title
    'Two Rivers'
    """
    chart = chart_of(folder)
    geometry = read_geometry(geometry_of(folder, sides=sides), file="map.toml")
    make = _area_sheet if chart.lattice is None else _hex_sheet
    return make(chart, geometry, load_board(folder, filing))


def _furniture(chart: Chart) -> dict[str, tuple[float, ...]]:
    """Places of title, key, compass and scale, in board pixels."""
    scale = chart.file.board.pixels_per_inch
    return {name: tuple(v * scale for v in rect) for name, rect in chart.file.places.items()}


def _land(chart: Chart) -> Polygon | MultiPolygon:
    return cast("Polygon | MultiPolygon", in_play(chart))


def _area_sheet(chart: Chart, geometry: Geometry, board: Board) -> Sheet:
    """A sheet of Areas."""
    file = chart.file
    return Sheet(
        title=file.title,
        subtitle=file.subtitle,
        geometry=geometry,
        board=board,
        land=_land(chart),
        rivers=tuple([course.points for course in chart.courses]),
        towns=(),
        limit=(),
        furniture=_furniture(chart),
        routes={},
        waters=(),
        weather={},
        required={},
        worth={},
        notes={},
        miles_per_inch=file.scale.per_inch or 1.0,
        north=file.scale.north,
        own_areas=functools.partial(_on_ground, chart, geometry),
        own_furniture=functools.partial(_around, chart, geometry),
        own_ground=functools.partial(_ground, chart),
    )


def _hex_sheet(chart: Chart, geometry: Geometry, board: Board) -> HexSheet:
    """A sheet of hexes."""
    file, hexes = chart.file, [space.id for space in chart.spaces if space.kind == "hex"]
    flat = chart.lattice.flat if chart.lattice is not None else 0
    return HexSheet(
        title=file.title,
        subtitle=file.subtitle,
        geometry=geometry,
        board=board,
        extent=frozenset(hexes),
        land=_land(chart),
        labels=(),
        furniture=_furniture(chart),
        turns={},
        boxes={},
        miles_per_hex=(file.scale.per_inch or 1.0) * flat / file.board.pixels_per_inch,
        north=file.scale.north,
        key=(),
        own_ground=functools.partial(_ground, chart),
        own_painters=functools.partial(_everything, chart, geometry),
    )


def _ground(chart: Chart, _sheet: Sheet | HexSheet, scale: float, rect: _Rect) -> GroundPainter:
    return PictureGround(chart, scale, rect) if chart.file.picture else MapGround(chart, scale, rect)


def _on_ground(chart: Chart, geometry: Geometry, _sheet: Sheet | HexSheet) -> list[Painter]:
    """Painters of all that lies on the ground; none on a finished picture."""
    if chart.file.picture:
        return []
    lettering = Lettering(chart, geometry)
    return [
        *grid_painters(chart),
        *sign_painters(chart, lettering),
        *line_painters(chart),
        *road_painters(chart),
        *outline_painters(chart),
        *link_painters(chart),
        *bridge_painters(chart),
        *name_painters(lettering),
    ]


def _around(chart: Chart, geometry: Geometry, _sheet: Sheet | HexSheet) -> list[Painter]:
    return [] if chart.file.picture else furniture_painters(chart, geometry)


def _everything(chart: Chart, geometry: Geometry, sheet: HexSheet) -> list[Painter]:
    return [*_on_ground(chart, geometry, sheet), *_around(chart, geometry, sheet)]
