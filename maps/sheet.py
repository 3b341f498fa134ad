"""What the renderer of area maps needs to know about one game's sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING

from maps.board import Board
from maps.geography import Point
from maps.geometry import Geometry
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

    from maps.drawing import Canvas
    from maps.hexdrawing_sheet import GroundPainter
    from maps.relief import Degrees

    Painter = Callable[[Canvas], None]

__all__ = ["Sheet", "Town"]


@dataclass(frozen=True, slots=True)
class Town:
    """A town or village that is drawn.

    Parameters
    ----------
    at
        Where, in board pixels.
    kind
        ``city``, ``centre`` (the place that an Area is named after) or ``village``.

    Examples
    --------
    >>> Town((1.0, 2.0), "village").kind
    'village'
    """

    at: Point
    kind: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet to draw; lengths are board pixels.

    Parameters
    ----------
    title, subtitle
        Printed at the top.
    geometry, board
        Shapes and facts.
    land
        The land, with what is not in play.
    rivers
        Courses, also those that are no border.
    towns
        Towns.
    limit
        Line beyond which the ground is not in play.
    furniture
        Rectangles of title, legend, compass and scale.
    routes
        Arrows between boxes and Areas that bend, by edge id.
    waters
        Names on the sea: text, x, y, size.
    weather
        Starting weather by day.
    required
        Weekly requirement by day.
    worth
        Victory Points by name of the Area.
    notes
        A line for each Zone: where its roads lead.
    miles_per_inch, north
        Scale, and degrees by which north leans to the right.
    arrivals
        Day -> nationalities (``german``, ``us``, ``british``) whose reinforcements arrive.
    reconstructed
        Share of the values of the map that are reconstructed, which the key states; None to leave it out.
    degrees
        Where on the ground points of the map lie; None on a map without relief.
    own_areas, own_furniture
        What paints the Areas, and what stands round them, in a game that prints them otherwise.
    own_ground
        What paints the ground of a part (left, top, width, height) at a scale, in a game that has its own.

    Examples
    --------
    >>> from maps.breakout_normandy.ground import load_sheet
    >>> load_sheet().title
    'Breakout: Normandy'
    """

    title: str
    subtitle: str
    geometry: Geometry
    board: Board
    land: Polygon | MultiPolygon
    rivers: tuple[tuple[Point, ...], ...]
    towns: tuple[Town, ...]
    limit: tuple[Point, ...]
    furniture: Mapping[str, tuple[float, ...]]
    routes: Mapping[str, tuple[Point, ...]]
    waters: tuple[tuple[str, float, float, float], ...]
    weather: Mapping[int, str]
    required: Mapping[int, int]
    worth: Mapping[str, int]
    notes: Mapping[str, str]
    miles_per_inch: float
    north: float
    arrivals: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    reconstructed: float | None = None
    degrees: Degrees | None = None
    own_areas: Callable[[Sheet], list[Painter]] | None = None
    own_furniture: Callable[[Sheet], list[Painter]] | None = None
    own_ground: Callable[[Sheet, float, tuple[int, int, int, int]], GroundPainter] | None = None
