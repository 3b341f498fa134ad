"""The geometry of a user's map, as a ``geometry.toml`` holds it: where everything lies, in pixels."""

from __future__ import annotations

import copy
import functools
import itertools
import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maps.board import Edge
from maps.drawing import spin
from maps.errors import DataError
from maps.geography import Point
from maps.homemade.chart import Chart, chart_of, sides_of
from maps.homemade.grid import lattice_data
from maps.homemade.spots import area_spots, box_spots

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

__all__ = ["crossing_spot", "geometry_of", "largest_part", "smooth_course"]

_ZONE = 0.17  # inches from the middle of a bridge to the edge of its zone


def geometry_of(folder: Path, *, sides: Sequence[str] = ()) -> dict[str, Any]:
    """Lay out the map of a folder.

    Parameters
    ----------
    folder
        Of the game.
    sides
        Ids of both sides, that which stands to the left first; as ``game.toml`` has them where left out.

    Returns
    -------
    dict
        What `maps.geometry.read_geometry` takes.

    Raises
    ------
    maps.errors.DataError
        A file is wrong, or a box belongs to a side that is none.

    Examples
    --------
    >>> folder = Path(__file__).parents[2] / "docs" / "examples" / "two-rivers"
    >>> geometry_of(folder, sides=("north", "south"))["board"]["width"]
    1430
    """
    return copy.deepcopy(_laid(chart_of(folder), tuple(sides) or sides_of(folder)))


@functools.lru_cache(maxsize=8)
def _laid(chart: Chart, both: tuple[str, ...]) -> dict[str, Any]:
    file = chart.file
    for box in file.boxes:
        if box.who not in {"both", *both}:
            words = f"one of {', '.join(both)}, both, not {box.who!r}"
            raise DataError("map.toml", f"[[box]] {box.id}, key who", words)
    width, height = file.board.pixels
    scale = file.board.pixels_per_inch
    counter = round(file.board.counter * scale)
    spaces = {space.id: space for space in chart.spaces}
    lines = [smooth_course(course.points) for course in chart.courses]
    lines += [list(line) for parts in chart.borders.values() for line in parts]
    found: dict[str, Any] = {
        "version": file.board.version,
        "board": {"width": width, "height": height, "pixels_per_inch": scale, "counter": counter},
        "areas": {
            id_: area_spots(largest_part(chart.shapes[id_]), spaces[id_], file, both, lines)
            for id_ in _inner_first(chart)
        },
        "boxes": {box.id: box_spots(box, file, both) for box in file.boxes},
        "crossings": {edge.id: _crossing(chart, edge) for edge in chart.edges if _spans(chart, edge)},
        "borders": {
            edge.id: [[round(v, 1) for point in line for v in point] for line in chart.borders[edge.id]]
            for edge in chart.edges
            if edge.id in chart.borders
        },
        "tracks": {
            track.id: {
                "title": track.title,
                "labels": list(track.labels),
                "boxes": [[round(v * scale, 1) for v in box] for box in track.boxes],
            }
            for track in file.tracks
        },
    }
    if chart.lattice is not None:
        found["hexes"] = lattice_data(chart.lattice)
    return found


def largest_part(shape: Polygon | MultiPolygon) -> Polygon:
    """The polygon that stands for an Area in pieces: the largest one.

    Parameters
    ----------
    shape
        Of an Area.

    Returns
    -------
    shapely.Polygon

    Examples
    --------
    >>> from shapely import box
    >>> largest_part(box(0, 0, 1, 1).union(box(5, 5, 9, 9))).area
    16.0
    """
    import shapely

    parts: list[Polygon] = list(shapely.get_parts(shape))
    return max(parts, key=lambda part: part.area)


def _inner_first(chart: Chart) -> list[str]:
    """The Areas, those before that lie within another: whoever looks for a point finds them first."""
    import shapely

    hulls = {id_: shapely.Polygon(largest_part(shape).exterior) for id_, shape in chart.shapes.items()}
    within = {
        id_: sum(other.contains(hull) for key, other in hulls.items() if key != id_)
        for id_, hull in hulls.items()
    }
    return sorted(chart.shapes, key=lambda id_: -within[id_])


def _spans(chart: Chart, edge: Edge) -> bool:
    return edge.bridge and edge.id in chart.borders


def _crossing(chart: Chart, edge: Edge) -> dict[str, Any]:
    at, angle = crossing_spot(chart, edge)
    reach = _ZONE * chart.file.board.pixels_per_inch
    zone = spin([(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)], at, 0)
    return {
        "boundary": edge.boundary,
        "bridge": edge.bridge,
        "at": [round(v, 1) for v in at],
        "angle": round(angle, 1),
        "zone": [round(v, 1) for point in zone for v in point],
    }


def crossing_spot(chart: Chart, edge: Edge) -> tuple[Point, float]:
    """Where a road or bridge crosses a common border, and its direction in degrees clockwise from east.

    Parameters
    ----------
    chart, edge
        The map, and an edge of two Areas with a common border.

    Returns
    -------
    ((x, y), float)
        Where a course of a road crosses it, or else in its middle.
    """
    import shapely

    lines = chart.borders[edge.id]
    border = shapely.MultiLineString([list(line) for line in lines])
    for course in chart.courses:
        if course.kind in chart.file.road:
            road = shapely.LineString(smooth_course(course.points))
            common = road.intersection(border)
            if not common.is_empty:
                at = shapely.get_parts(common)[0].centroid
                along = road.project(at)
                one, other = (road.interpolate(along + step) for step in (-8, 8))
                return (at.x, at.y), math.degrees(math.atan2(other.y - one.y, other.x - one.x))
    longest = max((shapely.LineString(line) for line in lines), key=lambda line: float(line.length))
    half, reach = longest.length / 2, min(14.0, longest.length / 3)
    at = longest.interpolate(half)
    one, other = longest.interpolate(half - reach), longest.interpolate(half + reach)
    return (at.x, at.y), math.degrees(math.atan2(other.y - one.y, other.x - one.x)) + 90


def smooth_course(points: Sequence[Point]) -> list[Point]:
    """A curve through the points of a course.

    Parameters
    ----------
    points
        At least two.

    Returns
    -------
    list of (x, y)

    Examples
    --------
    >>> smooth_course([(0, 0), (9, 0)])[0]
    (0.0, 0.0)
    """
    found: list[Point] = []
    ends = [points[0], *points, points[-1]]
    for n, (a, b) in enumerate(itertools.pairwise(points)):
        before, after = ends[n], ends[n + 3]
        count = max(2, math.ceil(math.dist(a, b) / 7))
        for i in range(count):
            t = i / count
            found.append(
                (_between(before[0], a[0], b[0], after[0], t), _between(before[1], a[1], b[1], after[1], t))
            )
    return [*found, (float(points[-1][0]), float(points[-1][1]))]


def _between(p: float, a: float, b: float, q: float, t: float) -> float:
    """Catmull and Rom: a curve from a to b that comes from p and goes on to q."""
    return 0.5 * (
        2 * a + (b - p) * t + (2 * p - 5 * a + 4 * b - q) * t * t + (3 * a - p - 3 * b + q) * t * t * t
    )
