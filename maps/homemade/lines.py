"""Borders, rivers, roads and bridges of a user's map, each in its style; widths of ``map.toml`` are points."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from maps.board import Edge
from maps.drawing import Canvas, Colour, dashes
from maps.flow import Course, course_stroke, courses
from maps.geography import Point
from maps.hexdrawing_lines import curve, winding
from maps.hexdrawing_sides import bluff, bridge
from maps.homemade.chart import Chart
from maps.homemade.ground import in_play, region_of, terrain_regions
from maps.homemade.layout import crossing_spot, smooth_course
from maps.homemade.mapfile import Boundary, Road

__all__ = [
    "bridge_painters",
    "bridge_spots",
    "grid_painters",
    "line_painters",
    "link_painters",
    "river_lines",
    "road_lines",
    "stroke",
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


def _point(chart: Chart) -> float:
    return chart.file.board.pixels_per_inch / 72


def side_lines(chart: Chart, edge_id: str) -> Sequence[Sequence[Point]]:
    """The common border of two Areas, or the hexside of two hexes; nothing of spaces that do not touch."""
    if chart.lattice is None:
        return chart.borders.get(edge_id, ())
    a, b = edge_id.split("/")
    grid = chart.lattice.grid
    if not (grid.is_number(a) and grid.is_number(b)) or b not in (ring := grid.ring(a)):
        return ()
    index, points = ring.index(b), chart.lattice.corners(a)
    return [[points[index], points[(index + 1) % 6]]]


def _kinds(chart: Chart) -> dict[str, str]:
    """Every pair that touches -> its boundary, also of those that are not adjacent."""
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
    """The thin lines of the hexes."""
    if chart.lattice is None:
        return []
    sides: dict[tuple[int, ...], _Side] = {}
    for space in chart.spaces:
        if space.kind == "hex":
            points = chart.lattice.corners(space.id)
            for a, b in zip(points, (*points[1:], points[0]), strict=True):
                ends = sorted([(round(a[0]), round(a[1])), (round(b[0]), round(b[1]))])
                sides[(*ends[0], *ends[1])] = (a, b)
    width = 0.85 * _point(chart)
    return [partial(Canvas.line, points=side, colour=_GRID, width=width) for side in sides.values()]


def line_painters(chart: Chart) -> list[Painter]:
    """All borders but rivers, then rivers, then roads, then the outline of the map."""
    import shapely

    painters: list[Painter] = []
    kinds, styles = _kinds(chart), chart.file.boundary
    for name in sorted(styles, key=lambda n: (n != "open", styles[n].style == "ridge")):
        if styles[name].style == "river" or (name == "open" and chart.lattice is not None):
            continue
        for line in joined([part for id_, kind in kinds.items() if kind == name for part in side_lines(chart, id_)]):
            painters += stroke(line, styles[name], _point(chart))
    rivers = river_lines(chart)
    for rim in (True, False):
        painters += [
            partial(_river, course=course, boundary=styles[course.kind], point=_point(chart), rim=rim)
            for course in rivers
        ]
    roads = road_lines(chart)
    for rim in (True, False):
        painters += [partial(road_stroke, line=line, road=road, point=_point(chart), rim=rim) for road, line in roads]
    if chart.lattice is None:
        for part in shapely.get_parts(in_play(chart)):
            for ring in (part.exterior, *part.interiors):
                line = list(ring.coords)
                painters.append(partial(Canvas.line, points=line, colour=_FRAME, width=2.2 * _point(chart)))
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

    styles, kinds = chart.file.boundary, _kinds(chart)
    names = sorted((b.name for b in styles.values() if b.style == "river"), key=lambda n: styles[n].width)
    sides: dict[str, list[_Side]] = {name: [] for name in names}
    for id_, kind in kinds.items():
        for line in side_lines(chart, id_) if kind in sides else ():
            sides[kind] += list(itertools.pairwise(line))
    inch = chart.file.board.pixels_per_inch
    regions, terrain = terrain_regions(chart), chart.file.terrain
    sea = [shape for name, shape in regions.items() if terrain[name].pattern == "sea"]
    reach = _MOUTH * inch if sea else -1.0
    land = in_play(chart).buffer(2 * inch).difference(shapely.union_all(sea))
    bend = winding if chart.lattice is not None else list
    found = courses(sides, land=land, reach=reach, bend=bend, full=_FULL * inch)
    play = in_play(chart)
    for course in chart.courses:
        if course.kind in sides:
            line = shapely.LineString(smooth_course(course.points)).intersection(play)
            for part in shapely.get_parts(line):
                if part.geom_type == "LineString":
                    points = [(x, y) for x, y in part.coords]
                    found.append(Course(course.kind, points, 0.7, 1.0, mouth=False))
    return found


def road_lines(chart: Chart) -> list[tuple[Road, list[Point]]]:
    """Roads, the least ones first: by their courses, or from border to border by way of the middles.

    Parameters
    ----------
    chart
        The map.

    Returns
    -------
    list of (Road, line)
    """
    import shapely

    found: list[tuple[Road, list[Point]]] = []
    play = in_play(chart) if chart.courses else None
    for road in reversed(list(chart.file.road.values())):
        drawn = [course for course in chart.courses if course.kind == road.name]
        for course in drawn:
            inside = shapely.LineString(smooth_course(course.points)).intersection(play)
            parts = [part for part in shapely.get_parts(inside) if part.geom_type == "LineString"]
            found += [(road, [(x, y) for x, y in part.coords]) for part in parts]
        if not drawn:
            found += [(road, line) for line in _by_edges(chart, road)]
    return found


def _by_edges(chart: Chart, road: Road) -> list[list[Point]]:
    """The pieces of a road within each space that it crosses."""
    gates: dict[str, list[Point]] = {}
    for edge in chart.edges:
        if edge.road == road.name and (gate := gate_of(chart, edge)) is not None:
            for end in (edge.a, edge.b):
                gates.setdefault(end, []).append(gate)
    lines = []
    for space, ends in sorted(gates.items()):
        middle = middle_of(chart, space)
        if len(ends) == 2:
            lines.append(curve(ends[0], middle, ends[1]))
        else:
            lines += [[end, middle] for end in ends]
    return lines


def gate_of(chart: Chart, edge: Edge) -> Point | None:
    """Where a road passes from one space to another; None where they do not touch."""
    lines = side_lines(chart, edge.id)
    if not lines:
        return None
    if chart.lattice is None:
        return crossing_spot(chart, edge)[0]
    (a, b), *_ = [(line[0], line[-1]) for line in lines]
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def middle_of(chart: Chart, space: str) -> Point:
    """The middle of a hex, or a point well within an Area."""
    if chart.lattice is not None:
        return chart.lattice.centre(space)
    inner = region_of(chart, space).representative_point()
    return inner.x, inner.y


def road_stroke(canvas: Canvas, *, line: Sequence[Point], road: Road, point: float, rim: bool) -> None:
    """Draw a road: its edges first, then its surface.

    Parameters
    ----------
    canvas, line, road, point
        Where, what, and pixels of a point.
    rim
        Whether to draw the edges.
    """
    wide = road.width * point
    canvas.line(line, road.rim if rim else road.colour, wide + (1.5 * point if rim else 0.0))


def bridge_spots(chart: Chart) -> list[tuple[Point, float]]:
    """Middle and direction of each bridge.

    Parameters
    ----------
    chart
        The map.

    Returns
    -------
    list of ((x, y), float)
    """
    found: list[tuple[Point, float]] = []
    for edge in chart.edges:
        if edge.bridge and (lines := side_lines(chart, edge.id)):
            if chart.lattice is None:
                found.append(crossing_spot(chart, edge))
                continue
            (ax, ay), (bx, by) = lines[0][0], lines[0][-1]
            turn = math.degrees(math.atan2(by - ay, bx - ax)) + 90
            found.append((((ax + bx) / 2, (ay + by) / 2), turn))
    return found


def bridge_painters(chart: Chart) -> list[Painter]:
    """Bridges, each with a stretch of roadway between its parapets."""
    painters: list[Painter] = []
    unit = chart.file.board.pixels_per_inch / 130
    for at, turn in bridge_spots(chart):
        painters.append(partial(bridge_sign, at=at, turn=turn, unit=unit))
    return painters


def bridge_sign(canvas: Canvas, at: Point, *, turn: float, unit: float) -> None:
    """Draw a bridge: its roadway and both parapets.

    Parameters
    ----------
    canvas, at, turn, unit
        Where, the direction of its road in degrees clockwise from east, and factor of all lengths.
    """
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    deck = [(at[0] + c * d * unit, at[1] + s * d * unit) for d in (-13.0, 13.0)]
    canvas.line(deck, (238, 228, 204), 9.0 * unit)
    bridge(canvas, at, turn, unit)


def link_painters(chart: Chart) -> list[Painter]:
    """Ways between spaces that do not touch: dashed lines with a dot at either end; none from a box."""
    import shapely

    painters: list[Painter] = []
    kinds = {space.id: space.kind for space in chart.spaces}
    for edge in chart.edges:
        boundary = chart.file.boundary[edge.boundary]
        if boundary.style != "link" or "box" in {kinds[edge.a], kinds[edge.b]}:
            continue
        ends = shapely.shortest_line(*(region_of(chart, end).buffer(-6) for end in (edge.a, edge.b)))
        painters += link(list(ends.coords), boundary, _point(chart))
    return painters


def link(ends: Sequence[Point], boundary: Boundary, point: float) -> list[Painter]:
    """Painters of a way over water.

    Parameters
    ----------
    ends, boundary, point
        Both ends, what it is, and pixels of a point.

    Returns
    -------
    list of callables that take a `Canvas`

    Examples
    --------
    >>> len(link([(0, 0), (20, 0)], Boundary("link", "Ferry", (0, 0, 0), 2.0, "link"), 1.8)) > 2
    True
    """
    wide = boundary.width * point
    painters: list[Painter] = []
    for part in dashes(ends, 5 * point, 4 * point):
        painters.append(partial(Canvas.line, points=part, colour=_HALO, width=wide + 1.4 * point))
        painters.append(partial(Canvas.line, points=part, colour=boundary.colour, width=wide))
    dots = [partial(Canvas.circle, at=end, radius=wide * 1.3, fill=boundary.colour) for end in (ends[0], ends[-1])]
    return [*painters, *dots]
