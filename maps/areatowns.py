"""The houses of a map of Areas: villages, towns, and cities that fill the ground about their place."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from maps.drawing import Canvas, Colour
from maps.geography import Point
from maps.hexdrawing import town_blocks
from maps.hexdrawing_ground import ragged
from maps.room import Rect, Room, clear_of, nearest_free
from maps.sheet import Sheet, Town

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["built_up", "house_painters", "houses", "street_painters", "streets"]

Painter = Callable[[Canvas], None]
_TOWN: Colour = (150, 84, 62)
_CITY: Colour = (116, 52, 44)
_STREETS: Colour = (221, 194, 160)
_LIMITS: Colour = (170, 122, 98)
_HOUSES: dict[bool, Rect] = {True: (-15, -10.5, 16.5, 12), False: (-5, -5, 8, 5)}
_ASIDE = 72.0  # pixels by which houses may leave their place
_REACH = 76.0  # pixels from the middle of a city to its last houses
_BLOCK = 13.0  # pixels from block to block of a city, as `town_blocks` lays them
_OFF = 11.0  # pixels that a city keeps from the borders of its Area
_QUAY = 3.0  # and from water
_BANK = 9.0  # pixels that its houses keep from the middle of a stream


def house_painters(sheet: Sheet, taken: Iterable[Rect]) -> list[Painter]:
    """Painters of houses: cities round their lettering, others a little aside of what stands on their place.

    Parameters
    ----------
    sheet
        What to paint.
    taken
        Rectangles of lettering and symbols.

    Returns
    -------
    list of callables that take a `Canvas`
        Houses that find no room are left out.
    """
    room, painters = Room(taken), list[Painter]()
    for town in sheet.towns:
        if town.kind == "city":
            painters += _city(sheet, town, room)
            continue
        large = town.kind == "centre"
        (x, y), (left, top, right, bottom) = town.at, _HOUSES[large]
        rect = x + left, y + top, x + right, y + bottom
        dx, dy = nearest_free([rect], room, step=4.0, reach=_ASIDE)
        if room.free((rect[0] + dx, rect[1] + dy, rect[2] + dx, rect[3] + dy)):
            painters.append(partial(houses, at=(x + dx, y + dy), large=large))
    return painters


def built_up(sheet: Sheet, town: Town) -> BaseGeometry:
    """The ground that a city fills, within its Area and off the water.

    Parameters
    ----------
    sheet, town
        Which.

    Returns
    -------
    shapely geometry
    """
    import shapely

    here = shapely.Point(town.at)
    shapes = [shapely.Polygon(shape.polygon) for shape in sheet.geometry.areas.values()]
    area = min(shapes, key=here.distance)
    inland = [shape.buffer(1.0) for shape in shapes if shape is not area]
    coast = sheet.land.boundary.difference(shapely.union_all(inland))
    rim = area.boundary.difference(coast.buffer(2.0))
    round_ = ragged(here.buffer(_REACH), 7.0).intersection(area).difference(rim.buffer(_OFF))
    return round_.difference(coast.buffer(_QUAY))


def street_painters(sheet: Sheet) -> list[Painter]:
    """Painters of the ground of cities, under their streams.

    Parameters
    ----------
    sheet
        What to paint.

    Returns
    -------
    list of callables that take a `Canvas`
    """
    import shapely

    grounds = [built_up(sheet, town) for town in sheet.towns if town.kind == "city"]
    rings = [part.exterior for ground in grounds for part in shapely.get_parts(ground)]
    return [partial(streets, line=[(x, y) for x, y in ring.coords]) for ring in rings]


def _city(sheet: Sheet, town: Town, room: Room) -> Iterator[Painter]:
    """The blocks of houses of a city, on its ground and off the water."""
    import shapely

    streams = shapely.union_all([shapely.LineString(course) for course in sheet.rivers])
    ground = built_up(sheet, town).difference(streams.buffer(_BANK))
    shapely.prepare(ground)
    for block in clear_of(_blocks(town.at), room):
        if ground.contains(shapely.Polygon(block)):
            yield partial(Canvas.polygon, points=block, fill=_CITY)


def _blocks(at: Point) -> Iterator[list[Point]]:
    """Blocks of houses about a place: denser in its middle, where four quarters meet."""
    step = _BLOCK * 3
    for i in (-1, 0, 1):
        for j in (-1, 0, 1):
            quarter = at[0] + i * step, at[1] + j * step
            yield from (
                block
                for block in town_blocks(quarter, city=True, key=7 * i + j, size=1.0)
                if max(abs(x - quarter[0]) for x, _ in block) < step / 2
                and max(abs(y - quarter[1]) for _, y in block) < step / 2
                and math.dist(block[0], at) < _REACH
            )


def streets(canvas: Canvas, line: Sequence[Point]) -> None:
    """Draw the ground of a city.

    Parameters
    ----------
    canvas, line
        Where, and its outline.
    """
    canvas.polygon(line, fill=_STREETS, outline=_LIMITS, width=1.6)


def houses(canvas: Canvas, at: Point, *, large: bool) -> None:
    """Draw a few blocks of houses.

    Parameters
    ----------
    canvas, at
        Where.
    large
        A town rather than a village.
    """
    x, y = at
    blocks = (
        [(-6, -4, 5, 4), (2, -6, 4, 5), (-2, 3, 6, 4), (6, 1, 4, 4), (-9, 3, 4, 3)]
        if large
        else [(-3, -3, 4, 4), (2, 0, 4, 3)]
    )
    k = 1.5 if large else 1.0
    for bx, by, w, h in blocks:
        corners = [
            (x + bx * k, y + by * k),
            (x + (bx + w) * k, y + by * k),
            (x + (bx + w) * k, y + (by + h) * k),
            (x + bx * k, y + (by + h) * k),
        ]
        canvas.polygon(corners, fill=_TOWN)
