"""Roads, bridges and ways over water of a user's map; widths are in points."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

from maps.board import Edge
from maps.drawing import Canvas, Colour, dashes
from maps.geography import Point
from maps.hexdrawing_lines import curve
from maps.hexdrawing_sides import bridge
from maps.homemade.chart import Chart
from maps.homemade.ground import in_play, region_of
from maps.homemade.layout import crossing_spot, smooth_course
from maps.homemade.lines import pixels_of_point, side_lines
from maps.homemade.mapparts import Boundary, Road

__all__ = [
    "bridge_painters",
    "bridge_sign",
    "bridge_spots",
    "link",
    "link_painters",
    "road_lines",
    "road_painters",
    "road_stroke",
]

Painter = Callable[[Canvas], None]
_HALO: Colour = (250, 245, 226)
_DECK: Colour = (238, 228, 204)


def road_painters(chart: Chart) -> list[Painter]:
    """Painters of the roads: all edges, then all surfaces.

    Parameters
    ----------
    chart
        The map.

    Returns
    -------
    list of callables that take a `Canvas`
    """
    roads, point = road_lines(chart), pixels_of_point(chart)
    return [
        partial(road_stroke, line=line, road=road, point=point, rim=rim)
        for rim in (True, False)
        for road, line in roads
    ]


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
    """Painters of the bridges, each with a stretch of roadway between its parapets.

    Parameters
    ----------
    chart
        The map.

    Returns
    -------
    list of callables that take a `Canvas`
    """
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
    canvas.line(deck, _DECK, 9.0 * unit)
    bridge(canvas, at, turn, unit)


def link_painters(chart: Chart) -> list[Painter]:
    """Painters of ways between spaces that do not touch, none from a box: dashes with a dot at either end.

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
    kinds = {space.id: space.kind for space in chart.spaces}
    for edge in chart.edges:
        boundary = chart.file.boundary[edge.boundary]
        if boundary.style != "link" or "box" in {kinds[edge.a], kinds[edge.b]}:
            continue
        ends = shapely.shortest_line(*(region_of(chart, end).buffer(-6) for end in (edge.a, edge.b)))
        painters += link([(x, y) for x, y, *_ in ends.coords], boundary, pixels_of_point(chart))
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
    dots = [
        partial(Canvas.circle, at=end, radius=wide * 1.3, fill=boundary.colour) for end in (ends[0], ends[-1])
    ]
    return [*painters, *dots]
