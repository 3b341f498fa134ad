"""Borders and rivers of a user's map, each in its style; widths are in points."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, cast

from maps.drawing import Canvas, Colour, dashes
from maps.flow import Course, course_stroke, courses
from maps.geography import Point
from maps.hexdrawing_lines import winding
from maps.hexdrawing_sides import bluff
from maps.homemade.chart import Chart
from maps.homemade.ground import in_play, terrain_regions
from maps.homemade.layout import smooth_course
from maps.homemade.mapparts import Boundary

if TYPE_CHECKING:
    from shapely import Polygon

__all__ = [
    "grid_painters",
    "line_painters",
    "outline_painters",
    "pixels_of_point",
    "river_lines",
    "side_lines",
    "stroke",
    "touching_kinds",
]

Painter = Callable[[Canvas], None]
_Side = tuple[Point, Point]
_HALO: Colour = (250, 245, 226)
_GRID: Colour = (112, 104, 80)
_FRAME: Colour = (84, 64, 44)
_MOUTH, _FULL = 0.3, 6.0  # inches to the sea at which a river flows into it, and of length for its full width


def _shade(colour: Colour, share: float) -> Colour:
    """A darker colour."""
    red, green, blue = (round(v * share) for v in colour)
    return red, green, blue


def pixels_of_point(chart: Chart) -> float:
    """Pixels of a point, 72 an inch.

    Parameters
    ----------
    chart
        The map.

    Returns
    -------
    float
    """
    return chart.file.board.pixels_per_inch / 72


def side_lines(chart: Chart, edge_id: str) -> Sequence[Sequence[Point]]:
    """The common border of two Areas, or the hexside of two hexes; nothing of spaces that do not touch.

    Parameters
    ----------
    chart, edge_id
        The map, and the pair.

    Returns
    -------
    sequence of lines
    """
    if chart.lattice is None:
        return chart.borders.get(edge_id, ())
    a, b = edge_id.split("/")
    grid = chart.lattice.grid
    if not (grid.is_number(a) and grid.is_number(b)) or b not in (ring := grid.ring(a)):
        return ()
    index, points = ring.index(b), chart.lattice.corners(a)
    return [[points[index], points[(index + 1) % 6]]]


@functools.lru_cache(maxsize=4)
def touching_kinds(chart: Chart) -> dict[str, str]:
    """Every pair that touches -> its boundary; ``none`` for those that are not adjacent.

    Parameters
    ----------
    chart
        The map.

    Returns
    -------
    dict of str to str
        By edge id.
    """
    known = {edge.id: edge.boundary for edge in chart.edges}
    if chart.lattice is None:
        return {id_: known.get(id_, "none") for id_ in chart.borders}
    hexes = [space.id for space in chart.spaces if space.kind == "hex"]
    here, found = set(hexes), {}
    for a in hexes:
        for b in chart.lattice.grid.neighbours(a):
            if b in here and a < b:
                found[f"{a}/{b}"] = known.get(f"{a}/{b}", "none")
    return found


def grid_painters(chart: Chart) -> list[Painter]:
    """Painters of the thin lines of the hexes.

    Parameters
    ----------
    chart
        The map.

    Returns
    -------
    list of callables that take a `Canvas`
    """
    if chart.lattice is None:
        return []
    sides: dict[tuple[int, ...], _Side] = {}
    for space in chart.spaces:
        if space.kind == "hex":
            points = chart.lattice.corners(space.id)
            for a, b in zip(points, (*points[1:], points[0]), strict=True):
                ends = sorted([(round(a[0]), round(a[1])), (round(b[0]), round(b[1]))])
                sides[(*ends[0], *ends[1])] = (a, b)
    width = 0.85 * pixels_of_point(chart)
    return [partial(Canvas.line, points=side, colour=_GRID, width=width) for side in sides.values()]


def line_painters(chart: Chart) -> list[Painter]:
    """Painters of all borders but rivers, then of rivers.

    Parameters
    ----------
    chart
        The map.

    Returns
    -------
    list of callables that take a `Canvas`
    """
    painters: list[Painter] = []
    kinds, styles = touching_kinds(chart), chart.file.boundary
    for name in sorted(styles, key=lambda n: (n != "open", styles[n].style == "ridge")):
        if styles[name].style == "river" or (name == "open" and chart.lattice is not None):
            continue
        for line in joined(
            [part for id_, kind in kinds.items() if kind == name for part in side_lines(chart, id_)]
        ):
            painters += stroke(line, styles[name], pixels_of_point(chart))
    for course in chart.courses:
        if (boundary := styles.get(course.kind)) is not None and boundary.style != "river":
            painters += stroke(smooth_course(course.points), boundary, pixels_of_point(chart))
    rivers = river_lines(chart)
    for rim in (True, False):
        painters += [
            partial(
                _river, course=course, boundary=styles[course.kind], point=pixels_of_point(chart), rim=rim
            )
            for course in rivers
        ]
    return painters


def outline_painters(chart: Chart) -> list[Painter]:
    """Painters of the outline of a map of Areas.

    Parameters
    ----------
    chart
        The map.

    Returns
    -------
    list of callables that take a `Canvas`
    """
    import shapely

    painters: list[Painter] = []
    if chart.lattice is None:
        for part in shapely.get_parts(in_play(chart)):
            for ring in (part.exterior, *part.interiors):
                line = list(ring.coords)
                painters.append(
                    partial(Canvas.line, points=line, colour=_FRAME, width=2.2 * pixels_of_point(chart))
                )
    return painters


def joined(lines: Iterable[Sequence[Point]]) -> list[list[Point]]:
    """Lines that meet, as one."""
    import shapely

    parts = [shapely.LineString(list(line)) for line in lines if len(line) > 1]
    if not parts:
        return []
    merged = shapely.line_merge(shapely.union_all(parts, grid_size=0.05))
    return [[(x, y) for x, y in part.coords] for part in shapely.get_parts(merged)]


def stroke(line: Sequence[Point], boundary: Boundary, point: float) -> list[Painter]:
    """Painters of a border in its style.

    Parameters
    ----------
    line, boundary
        Where, and what.
    point
        Pixels of a point.

    Returns
    -------
    list of callables that take a `Canvas`

    Examples
    --------
    >>> len(stroke([(0, 0), (90, 0)], Boundary("open", "Open", (0, 0, 0), 1.5, "line"), 1.8))
    2
    """
    wide, ink = boundary.width * point, boundary.colour
    if wide == 0:
        return []
    if boundary.style == "dashed":
        parts = dashes(line, 7.5 * point, 4.5 * point)
        return [partial(Canvas.line, points=part, colour=ink, width=wide) for part in parts if len(part) > 1]
    if boundary.style == "double":
        bands: tuple[tuple[Colour, float], ...] = ((ink, wide), (_HALO, wide * 0.42))
        return [partial(Canvas.line, points=line, colour=colour, width=width) for colour, width in bands]
    if boundary.style == "ridge":
        return [partial(bluff, line=list(line), unit=wide / 4.4)]
    if boundary.style == "river":
        return [
            partial(Canvas.line, points=line, colour=_shade(ink, 0.5), width=wide + 1.6 * point),
            partial(Canvas.line, points=line, colour=ink, width=wide),
        ]
    bands = ((_HALO, wide + 1.6 * point), (ink, wide))
    return [partial(Canvas.line, points=line, colour=colour, width=width) for colour, width in bands]


def _river(canvas: Canvas, *, course: Course, boundary: Boundary, point: float, rim: bool) -> None:
    wide = boundary.width * point
    if rim:
        course_stroke(canvas, course, _shade(boundary.colour, 0.5), wide, 1.6 * point)
    else:
        course_stroke(canvas, course, boundary.colour, wide)


def river_lines(chart: Chart) -> list[Course]:
    """Rivers as they flow, along borders and by their courses.

    Parameters
    ----------
    chart
        The map.

    Returns
    -------
    list of maps.flow.Course
    """
    import shapely

    styles, kinds = chart.file.boundary, touching_kinds(chart)
    names = sorted((b.name for b in styles.values() if b.style == "river"), key=lambda n: styles[n].width)
    sides: dict[str, list[_Side]] = {name: [] for name in names}
    for id_, kind in kinds.items():
        for line in side_lines(chart, id_) if kind in sides else ():
            sides[kind] += list(itertools.pairwise(line))
    inch = chart.file.board.pixels_per_inch
    regions, terrain = terrain_regions(chart), chart.file.terrain
    sea = [shape for name, shape in regions.items() if terrain[name].pattern == "sea"]
    reach = _MOUTH * inch if sea else -1.0
    land = cast("Polygon", in_play(chart).buffer(2 * inch).difference(shapely.union_all(sea)))
    bend = winding if chart.lattice is not None else list
    found = courses(sides, land=land, reach=reach, bend=bend, full=_FULL * inch)
    play = in_play(chart)
    for course in chart.courses:
        if course.kind in sides:
            inside = shapely.LineString(smooth_course(course.points)).intersection(play)
            for part in shapely.get_parts(inside):
                if part.geom_type == "LineString":
                    points = [(x, y) for x, y in part.coords]
                    found.append(Course(course.kind, points, 0.7, 1.0, mouth=False))
    return found
