"""Rivers of a map of Areas: where a boundary follows a river, the river is drawn on the boundary."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from maps.flow import Course, share_of_width
from maps.geography import Point
from maps.landscape import lean

if TYPE_CHECKING:
    from shapely import LineString

__all__ = ["area_courses", "followed"]

_NEAR = 60.0  # pixels that a boundary may lie from a river that it follows, on average
_REACH = 190.0  # pixels along which a river bends to its boundary
_MEET = 34.0  # pixels from another river at which a river flows into it
_FULL = 1700.0


def followed(
    course: Sequence[Point], boundaries: Sequence[Sequence[Point]], *, near: float = _NEAR
) -> list[Point]:
    """Let a river run along the boundaries that follow it.

    Parameters
    ----------
    course
        The river, downstream.
    boundaries
        Boundaries that may follow it.
    near
        How far they may lie from it, on average.

    Returns
    -------
    list of (x, y)
        Exactly on each boundary that follows it, and bent towards it before and after.

    Examples
    --------
    >>> river = [(float(x), 0.0) for x in range(0, 1001, 10)]
    >>> drawn = followed(river, [[(400.0, 30.0), (500.0, 20.0), (600.0, 30.0)]])
    >>> (500.0, 20.0) in drawn, drawn[0], drawn[-1]
    (True, (0.0, 0.0), (1000.0, 0.0))
    """
    import shapely

    line = shapely.LineString(course)
    picks: list[tuple[float, float, float, list[Point]]] = []
    for boundary in boundaries:
        points = shapely.points(shapely.get_coordinates(shapely.segmentize(shapely.LineString(boundary), 8)))
        away = float(shapely.distance(points, line).mean())
        start, end = (float(line.project(shapely.Point(p))) for p in (boundary[0], boundary[-1]))
        way = list(boundary) if start <= end else list(boundary)[::-1]
        lies = shapely.LineString(boundary).length * 0.6 < abs(end - start)
        if away < near and lies:
            picks.append((away, min(start, end), max(start, end), way))
    out: list[Point] = []
    at = 0.0
    for first, last, way in _apart(picks):
        out += _free(line, at, first, out, way[0])
        out += way
        at = last
    out += _free(line, at, line.length, out, None)
    return [point for i, point in enumerate(out) if i == 0 or point != out[i - 1]]


def _apart(picks: list[tuple[float, float, float, list[Point]]]) -> list[tuple[float, float, list[Point]]]:
    """The nearest boundaries, one for each part of the river, downstream."""
    taken: list[tuple[float, float, list[Point]]] = []
    for _, first, last, way in sorted(picks):
        if all(min(last, b) - max(first, a) < 30 for a, b, _ in taken):
            taken.append((first, last, way))
    return sorted(taken)


def _free(line: LineString, start: float, end: float, before: list[Point], goal: Point | None) -> list[Point]:
    """The part of a river between two boundaries, bent to both."""
    from shapely.ops import substring

    if end - start < 12:
        return []
    part = [(float(x), float(y)) for x, y in substring(line, start, end).coords]
    return lean(part, before[-1] if before else part[0], goal if goal is not None else part[-1], reach=_REACH)


def area_courses(rivers: Sequence[Sequence[Point]], boundaries: Sequence[Sequence[Point]]) -> list[Course]:
    """Rivers as they are drawn: along their boundaries, into one another, wider downstream.

    Parameters
    ----------
    rivers
        Courses, downstream.
    boundaries
        Boundaries that may follow them.

    Returns
    -------
    list of maps.flow.Course

    Examples
    --------
    >>> main = [(0.0, float(y)) for y in range(0, 401, 10)]
    >>> other = [(float(x), 200.0) for x in range(200, 9, -10)]
    >>> [course.line[-1] for course in area_courses([main, other], [])]
    [(0.0, 400.0), (0.0, 200.0)]
    """
    import shapely

    drawn = [followed(river, boundaries) for river in rivers]
    moved = [shapely.LineString(line) for line in drawn]
    old = [shapely.LineString(river) for river in rivers]
    found = []
    for i, straight in enumerate(drawn):
        end = shapely.Point(rivers[i][-1])
        near = [(end.distance(other), j) for j, other in enumerate(old) if j != i]
        away, into = min(near, default=(math.inf, 0))
        line = straight
        if away < _MEET:
            (_, _), (x, y) = shapely.shortest_line(shapely.Point(line[-1]), moved[into]).coords
            line = lean(line, line[0], (x, y), reach=_REACH)
        flow = moved[i].length / _FULL
        found.append(Course("river", line, share_of_width(0.0), share_of_width(flow), mouth=away >= _MEET))
    return found
