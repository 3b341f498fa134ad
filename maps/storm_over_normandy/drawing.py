"""Painters of the ground in play: coast, rivers, towns, boundaries, and the faces of the Areas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from maps.areas import shore_painters
from maps.areatowns import house_painters, street_painters
from maps.drawing import Canvas, Colour, dashes
from maps.flow import Course, course_stroke
from maps.geography import Point
from maps.riversides import area_courses
from maps.sheet import Sheet
from maps.storm_over_normandy.faces import area_rects, paint_area
from maps.symbols import INK, RED

__all__ = ["area_painters", "boundary"]

Painter = Callable[[Canvas], None]
_PALE: Colour = (250, 245, 226)
_STREAM: Colour = (84, 138, 188)
_BANK: Colour = (150, 186, 206)
_LIMIT: Colour = (92, 70, 48)


def area_painters(sheet: Sheet) -> list[Painter]:
    """All painters of the Areas, in the order of painting.

    Examples
    --------
    >>> from maps.storm_over_normandy.ground import load_sheet
    >>> len(area_painters(load_sheet())) > 200
    True
    """
    spaces, shapes = sheet.board.spaces, sheet.geometry.areas
    taken = [rect for key, shape in shapes.items() for rect in area_rects(shape, spaces[key])]
    return [
        *shore_painters(sheet),
        *street_painters(sheet),
        *_streams(sheet),
        *house_painters(sheet, taken),
        *_limit(sheet),
        *_boundaries(sheet),
        *(partial(paint_area, shape=shape, space=spaces[key]) for key, shape in sheet.geometry.areas.items()),
    ]


def _streams(sheet: Sheet) -> list[Painter]:
    """Rivers on the land, on the boundaries that follow them; these are painted over them."""
    import shapely

    inside, parts = sheet.land.buffer(4), list[Course]()
    edges = sheet.geometry.borders.values()
    for course in area_courses(sheet.rivers, [line for lines in edges for line in lines]):
        whole = shapely.LineString(course.line)
        for part in shapely.get_parts(whole.intersection(inside)):
            points = [(x, y) for x, y in part.coords]
            mouth = course.mouth and part.distance(shapely.Point(course.line[-1])) > 0
            parts.append(Course(course.kind, points, course.first, course.last, mouth=mouth))
    banks = [partial(course_stroke, course=part, colour=_BANK, width=9.5, more=5.5) for part in parts]
    return [*banks, *(partial(course_stroke, course=part, colour=_STREAM, width=9.5) for part in parts)]


def _limit(sheet: Sheet) -> list[Painter]:
    """The edge of the land in play."""
    import shapely

    painters: list[Painter] = []
    for part in shapely.get_parts(shapely.LineString(sheet.limit).intersection(sheet.land)):
        for colour, width in ((_LIMIT, 11.0), ((226, 212, 180), 3.4)):
            painters.append(partial(Canvas.line, points=list(part.coords), colour=colour, width=width))
    return painters


def _boundaries(sheet: Sheet) -> list[Painter]:
    """Boundaries of the Areas; the Operational Dividing Line goes on a little beyond the land."""
    painters: list[Painter] = []
    for kind in ("open", "impassable"):
        for line in _lines(sheet, kind):
            painters += boundary(line, kind)
    return [*painters, *boundary(_dividing_line(sheet), "odl")]


def _lines(sheet: Sheet, kind: str) -> list[Sequence[Point]]:
    """Every boundary of one kind."""
    edges = sheet.board.edges
    found = [lines for key, lines in sheet.geometry.borders.items() if edges[key].boundary == kind]
    return [line for lines in found for line in lines]


def _dividing_line(sheet: Sheet) -> list[Point]:
    """The Operational Dividing Line from the sea to beyond the land in play."""
    import shapely

    parts = shapely.get_parts(shapely.line_merge(shapely.MultiLineString(_lines(sheet, "odl"))))
    line = [(x, y) for x, y in max(parts, key=lambda part: part.length).coords]
    if line[0][1] > line[-1][1]:
        line.reverse()
    return [*sheet.routes["odl-north"], *line, *sheet.routes["odl-south"]]


def boundary(line: Sequence[Point], kind: str) -> list[Painter]:
    """Painters of one boundary: a dark line, red dashes, or the red Operational Dividing Line.

    Parameters
    ----------
    kind
        ``open``, ``impassable`` or ``odl``.

    Examples
    --------
    >>> len(boundary([(0, 0), (100, 0)], "open"))
    2
    """
    if kind == "open":
        widths: tuple[tuple[Colour, float], ...] = ((_PALE, 8.6), (INK, 5.2))
        return [partial(Canvas.line, points=line, colour=colour, width=width) for colour, width in widths]
    if kind == "odl":
        rims: tuple[tuple[Colour, float], ...] = (((96, 12, 16), 21.0), (RED, 15.0), ((236, 150, 140), 3.4))
        return [partial(Canvas.line, points=line, colour=colour, width=width) for colour, width in rims]
    pale = partial(Canvas.line, points=line, colour=_PALE, width=17.0)
    return [pale, *(partial(Canvas.line, points=d, colour=RED, width=10.5) for d in dashes(line, 34, 19))]
