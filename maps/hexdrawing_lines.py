"""Lines of a hex map: rivers along hexsides, roads through hexes, gun line and operational boundary."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import partial

from maps.borders import soften, wobble
from maps.drawing import Canvas, Colour, dashes
from maps.flow import Course, course_stroke, courses
from maps.geography import Point
from maps.hexdrawing_ground import coastline
from maps.hexdrawing_sheet import HexSheet
from maps.room import Rect, squares

__all__ = [
    "BLUE",
    "Painter",
    "beside",
    "chains",
    "curve",
    "limit",
    "limit_painters",
    "limit_rects",
    "river_courses",
    "river_lines",
    "river_stroke",
    "road_lines",
    "road_stroke",
    "shared_side",
    "winding",
]

Painter = Callable[[Canvas], None]
_Side = tuple[Point, Point]
BLUE: Colour = (22, 62, 128)
_MINOR: Colour = (72, 128, 184)
_MAJOR: Colour = (58, 114, 178)
_BANK: Colour = (24, 50, 96)
_HALO: Colour = (250, 245, 226)
_ROAD: Colour = (186, 52, 38)
_ROAD_EDGE: Colour = (84, 28, 22)
_LANE: Colour = (250, 240, 208)
_LANE_EDGE: Colour = (104, 76, 46)
_US_INK: Colour = (70, 96, 44)
_BR_INK: Colour = (150, 92, 30)
_KEY_SIDES = ("minor-river", "major-river")
_FULL = 15.0  # hexes of length upstream from which a river is as wide as it gets
_REACH = 0.62  # of a hex: how far the sea may be from the end of a river that flows into it
_GREAT = ("major", "primary")


def chains(sides: Iterable[_Side]) -> list[list[Point]]:
    """Join stretches into lines that end where three meet, or none.

    Parameters
    ----------
    sides
        Pairs of points.

    Returns
    -------
    list of list of (x, y)

    Examples
    --------
    >>> chains([((0, 0), (1, 0)), ((2, 0), (1, 0))])
    [[(0, 0), (1, 0), (2, 0)]]
    """
    spot: dict[tuple[int, int], Point] = {}
    around: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for a, b in sides:
        ka, kb = (round(a[0]), round(a[1])), (round(b[0]), round(b[1]))
        spot.setdefault(ka, a)
        spot.setdefault(kb, b)
        around.setdefault(ka, []).append(kb)
        around.setdefault(kb, []).append(ka)
    used: set[frozenset[tuple[int, int]]] = set()
    found: list[list[Point]] = []
    ends = sorted(around, key=lambda k: (len(around[k]) == 2, k))
    for start in ends:
        for step in sorted(around[start]):
            if frozenset((start, step)) in used:
                continue
            line, here, there = [start], start, step
            while True:
                used.add(frozenset((here, there)))
                line.append(there)
                onward = [k for k in around[there] if frozenset((there, k)) not in used]
                if len(around[there]) != 2 or not onward:
                    break
                here, there = there, onward[0]
            found.append([spot[k] for k in line])
    return found


def river_courses(sheet: HexSheet) -> list[Course]:
    """Rivers as they flow along their hexsides, down to the coast.

    Parameters
    ----------
    sheet
        What to paint.

    Returns
    -------
    list of maps.flow.Course
        The smaller rivers first.
    """
    sides = {
        kind: [shared_side(sheet, e.a, e.b) for e in sheet.board.edges.values() if e.boundary == kind]
        for kind in _KEY_SIDES
    }
    return courses(
        sides,
        land=coastline(sheet)[1],
        reach=_REACH * sheet.lattice.flat,
        bend=winding,
        full=_FULL * sheet.lattice.flat,
    )


def river_lines(sheet: HexSheet) -> list[tuple[str, list[Point]]]:
    """Rivers as winding lines along their hexsides, down to the coast."""
    return [(course.kind, course.line) for course in river_courses(sheet)]


def winding(line: Sequence[Point]) -> list[Point]:
    """Round the corners of a line a little and let it wind.

    Parameters
    ----------
    line
        Its points.

    Returns
    -------
    list of (x, y)
    """
    dense: list[Point] = []
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        dense += [(ax + (bx - ax) * i / 6, ay + (by - ay) * i / 6) for i in range(6)]
    dense.append(line[-1])
    smooth = soften(dense)
    return wobble(smooth, f"{line[0][0]:.0f},{line[-1][1]:.0f}", 2.4)


def shared_side(sheet: HexSheet, a: str, b: str) -> _Side:
    """The two corners that neighbouring hexes share.

    Parameters
    ----------
    sheet
        What to paint.
    a, b
        The hexes.

    Returns
    -------
    ((x, y), (x, y))

    Raises
    ------
    ValueError
        They are no neighbours.
    """
    i = sheet.lattice.grid.ring(a).index(b)
    points = sheet.lattice.corners(a)
    return points[i], points[(i + 1) % 6]


def river_stroke(canvas: Canvas, course: Course, *, rim: bool, unit: float = 1.0) -> None:
    """Draw a stretch of a river: its banks first, then its water.

    Parameters
    ----------
    canvas, course
        Where, and what.
    rim
        Whether to draw the banks.
    unit
        Factor of the widths.
    """
    major = course.kind == "major-river"
    wide = (10.0 if major else 5.2) * unit
    if rim:
        course_stroke(canvas, course, _BANK, wide, (3.4 if major else 2.2) * unit)
    else:
        course_stroke(canvas, course, _MAJOR if major else _MINOR, wide)


def road_lines(sheet: HexSheet) -> list[tuple[str, list[Point]]]:
    """Roads as curves from hexside to hexside by way of the centres."""
    grid = sheet.lattice
    ways: dict[str, dict[str, str]] = {}
    for edge in sheet.board.edges.values():
        if edge.road:
            ways.setdefault(edge.a, {})[edge.b] = edge.road
            ways.setdefault(edge.b, {})[edge.a] = edge.road
    found: list[tuple[str, list[Point]]] = []
    for number, out in sorted(ways.items()):
        centre = grid.centre(number)
        gates = {other: _middle(centre, grid.centre(other)) for other in out}
        exits = sheet.exits.get(number, ())
        great = any(kind in _GREAT for kind in out.values())
        for kind in ("major", "minor"):
            ends = [gates[o] for o in sorted(out) if (out[o] in _GREAT) == (kind == "major")]
            if (kind == "major") == great:
                ends += exits
            if len(ends) == 2 and (kind == "major" or len(out) + len(exits) == 2):
                found.append((kind, curve(ends[0], centre, ends[1])))
            else:
                found += [(kind, [end, centre]) for end in ends]
    return found


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def curve(a: Point, centre: Point, b: Point) -> list[Point]:
    """From one hexside to another by way of the centre.

    Parameters
    ----------
    a, centre, b
        Middle of a hexside, centre of the hex, middle of another hexside.

    Returns
    -------
    list of (x, y)

    Examples
    --------
    >>> curve((0, 0), (5, 3), (10, 0))[5]
    (5.0, 3.0)
    """
    middle = _middle(a, b)
    bend = centre[0] * 2 - middle[0], centre[1] * 2 - middle[1]
    steps = [i / 10 for i in range(11)]
    return [
        (
            (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * bend[0] + t * t * b[0],
            (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * bend[1] + t * t * b[1],
        )
        for t in steps
    ]


def road_stroke(canvas: Canvas, line: Sequence[Point], kind: str, *, rim: bool, unit: float = 1.0) -> None:
    """Draw a road: its edges first, then its surface.

    Parameters
    ----------
    canvas, line
        Where.
    kind
        ``major`` or ``minor``.
    rim
        Whether to draw the edges.
    unit
        Factor of the widths.
    """
    if kind == "major":
        canvas.line(line, _ROAD_EDGE if rim else _ROAD, (9.0 if rim else 6.0) * unit)
    else:
        canvas.line(line, _LANE_EDGE if rim else _LANE, (6.4 if rim else 3.6) * unit)


def limit_painters(sheet: HexSheet) -> list[partial[None]]:
    """The Naval Gun Line, and the Operational Boundary Line in the colours of its two Zones.

    Both run beside their hexsides, so that a river there can be seen.

    Parameters
    ----------
    sheet
        What to paint.

    Returns
    -------
    list of callables that take a `maps.drawing.Canvas`
        The points of each are its keyword ``points``.
    """
    if not sheet.gun and sheet.limit is None:
        return []
    dry, painters = sheet.dry(), list[partial[None]]()
    gun = sheet.gun.intersection(dry)
    west = {n for n in dry if int(n[:2]) <= sheet.limit} if sheet.limit is not None else set(dry)
    for line in beside(sheet, gun, 7.0):
        for part in dashes(line, 26, 13):
            painters.append(partial(limit, points=part, colour=(236, 244, 248), width=7.4))
            painters.append(partial(limit, points=part, colour=BLUE, width=4.6))
    for members, ink in ((west, _US_INK), (set(dry) - west, _BR_INK)):
        for line in beside(sheet, members, 7.2):
            painters.append(partial(limit, points=line, colour=_HALO, width=8.0))
            painters.append(partial(limit, points=line, colour=ink, width=4.6))
    return painters


def limit(canvas: Canvas, points: Sequence[Point], colour: Colour, width: float) -> None:
    """Draw a stretch of a limit.

    Parameters
    ----------
    canvas, points, colour, width
        As `maps.drawing.Canvas.line` takes them.
    """
    canvas.line(points, colour, width)


def limit_rects(sheet: HexSheet) -> list[Rect]:
    """What the Naval Gun Line and the Operational Boundary Line take.

    Parameters
    ----------
    sheet
        Whose.

    Returns
    -------
    list of (left, top, right, bottom)
    """
    lines = [(painter.keywords["points"], painter.keywords["width"]) for painter in limit_painters(sheet)]
    return [rect for points, width in lines for rect in squares(points, width / 2)]


def beside(sheet: HexSheet, members: Collection[str], gap: float) -> list[list[Point]]:
    """Lines within a region of hexes, beside its border with other land.

    Parameters
    ----------
    sheet
        What to paint.
    members
        Hexes of the region.
    gap
        Distance from the border.

    Returns
    -------
    list of list of (x, y)
    """
    import shapely

    dry = set(sheet.dry())
    border = [
        shapely.LineString(shared_side(sheet, n, other))
        for n in sorted(members)
        for other in sheet.lattice.grid.neighbours(n)
        if other in dry and other not in members
    ]
    if not border:
        return []
    region = shapely.union_all(
        [shapely.Polygon(sheet.lattice.corners(n)).buffer(0.4) for n in sorted(members)]
    )
    inner = region.buffer(-gap, join_style="mitre").boundary
    strip = shapely.line_merge(shapely.union_all(border)).buffer(
        gap * 1.17, cap_style="flat", join_style="mitre"
    )
    along = shapely.line_merge(inner.intersection(strip))
    return [[(x, y) for x, y in part.coords] for part in shapely.get_parts(along) if part.length > 3 * gap]
