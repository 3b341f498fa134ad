"""What lies along and across hexsides: coast, levels, waters, bluffs, cliffs, roads, bridges, limits."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from maps.battle_for_normandy.board import BESIDE_COLUMNS
from maps.battle_for_normandy.shore import build_shore
from maps.board import Edge
from maps.borders import soften
from maps.drawing import Canvas, Colour, Piece, dashes
from maps.flow import Course, course_stroke, courses
from maps.geography import Point
from maps.geometry import LineLattice
from maps.hexdrawing_lines import beside, chains, curve, shared_side, winding
from maps.hexdrawing_sheet import HexSheet
from maps.hexdrawing_sides import bluff, bridge, cliff, cliff_lines
from maps.loader import read_rows

__all__ = [
    "RANKS",
    "Way",
    "bounded",
    "draw_gap",
    "level_side",
    "line_pieces",
    "rail",
    "river_courses",
    "road_lines",
    "side_pieces",
    "track",
    "water",
    "way",
]

Way = tuple[str, list[Point]]
RANKS = ("highway", "primary", "secondary", "track", "railroad")
_COAST: Colour = (58, 72, 84)
_SURF: Colour = (226, 240, 242)
_SAND: Colour = (247, 222, 130)
_SAND_EDGE: Colour = (160, 124, 52)
_GRID: Colour = (122, 116, 88)
_SEA_GRID: Colour = (150, 182, 202)
_LEVEL: Colour = (128, 76, 30)
_HALO: Colour = (250, 245, 226)
_INK: Colour = (38, 32, 28)
_PERIMETER: Colour = (132, 24, 68)
_WATERS: Mapping[str, tuple[Colour, Colour, float, float]] = {  # bank, water, width of both
    "stream": (_COAST, (66, 130, 192), 0.0, 3.4),
    "major-river": ((24, 50, 96), (64, 124, 190), 10.4, 7.6),
}
_ROADS: Mapping[str, tuple[Colour, Colour, float, float]] = {  # edge, surface, width of both
    "highway": ((92, 20, 16), (206, 44, 34), 7.0, 4.6),
    "primary": ((112, 62, 20), (240, 164, 58), 5.8, 3.6),
    "secondary": ((110, 84, 54), (252, 245, 218), 4.6, 2.6),
}
_RAIL: Colour = (44, 42, 44)
_TRACK: Colour = (116, 78, 40)
BRIDGE = 0.56
_FULL = 15.0  # hexes of length upstream from which a river is as wide as it gets
_REACH = 0.62  # of a hex: how far the sea may be from the end of a river that flows into it
_GAP = 7.0  # from the middle of a road to that of the railway beside it
_BESIDE = Path(__file__).parent / "beside.csv"


def bounded(paint: Callable[[Canvas], None], points: Iterable[Point], room: float = 8.0) -> Piece:
    """A painter with the bounds of its points.

    Parameters
    ----------
    room
        How far it reaches beyond them.
    """
    xs, ys = zip(*points, strict=True)
    return Piece((min(xs) - room, min(ys) - room, max(xs) + room, max(ys) + room), paint)


def _stroke(line: Sequence[Point], colour: Colour, width: float) -> Piece:
    return bounded(partial(Canvas.line, points=line, colour=colour, width=width), line, width)


def _parts(line: Sequence[Point], count: int = 48) -> Iterator[Sequence[Point]]:
    """A long line in short ones that meet."""
    for i in range(0, len(line) - 1, count):
        yield line[i : i + count + 1]


def _lattice(sheet: HexSheet) -> LineLattice:
    assert isinstance(sheet.lattice, LineLattice)  # noqa: S101 - layout.py writes it
    return sheet.lattice


def line_pieces(sheet: HexSheet, rivers: Sequence[Course], roads: Sequence[Way]) -> list[Piece]:
    """All that lies along and across hexsides, in the order of painting.

    Parameters
    ----------
    rivers, roads
        As `river_courses` and `road_lines` give them.
    """
    rails = [line for kind, line in roads if kind == "railroad"]
    tracks = [line for kind, line in roads if kind == "track"]
    ways = sorted((r for r in roads if r[0] in _ROADS), key=lambda r: -RANKS.index(r[0]))
    return [
        *_coast(sheet),
        *_levels(sheet),
        *_grid(sheet),
        *(bounded(partial(water, course=n, rim=True), n.line) for n in rivers if n.kind == "major-river"),
        *(bounded(partial(water, course=n, rim=False), n.line) for n in rivers),
        *side_pieces(sheet),
        *(bounded(partial(track, line=line), line) for line in tracks),
        *(bounded(partial(rail, line=line), line) for line in rails),
        *(bounded(partial(way, line=line, kind=kind, rim=True), line) for kind, line in ways),
        *(bounded(partial(way, line=line, kind=kind, rim=False), line) for kind, line in ways),
        *_bridges(sheet),
        *_perimeter(sheet),
        *_seams(sheet),
    ]


def _coast(sheet: HexSheet) -> Iterator[Piece]:
    """The coast, dark on the land and light on the water, with sand on the beaches."""
    import shapely

    play, everything = build_shore(
        _lattice(sheet), (sheet.geometry.width, sheet.geometry.height), sheet.board.filing
    )
    rings = [
        [(x, y) for x, y in ring.coords]
        for part in shapely.get_parts(everything)
        for ring in (part.exterior, *part.interiors)
    ]
    shore = [part for ring in rings for part in _parts(ring)]
    yield from (_stroke(part, _SURF, 7.0) for part in shore)
    yield from (_stroke(part, _COAST, 2.0) for part in shore)
    sands: list[list[Point]] = []
    for number in sheet.beaches:
        shape = shapely.Polygon(sheet.lattice.corners(number)).buffer(9.0)
        stretches = shapely.get_parts(shapely.line_merge(play.boundary.intersection(shape)))
        sands += [[(x, y) for x, y in stretch.coords] for stretch in stretches]
    yield from (_stroke(line, _SAND_EDGE, 13.0) for line in sands)
    yield from (_stroke(line, _SAND, 10.4) for line in sands)


def _grid(sheet: HexSheet) -> Iterator[Piece]:
    """The outlines of the hexes: of the land, and fainter of the sea about it."""
    spaces, lattice = sheet.board.spaces, sheet.lattice
    for space in spaces.values():
        if space.kind != "hex":
            continue
        points, ring = lattice.corners(space.id), lattice.grid.ring(space.id)
        colour, width = (_SEA_GRID, 1.3) if space["terrain"] == "sea" else (_GRID, 1.2)
        yield _stroke(points[:4], colour, width)
        if any(n not in spaces for n in ring[3:]):
            yield _stroke([*points[3:], points[0]], colour, width)


# --- levels, waters ----------------------------------------------------------------------------------------


def _levels(sheet: HexSheet) -> Iterator[Piece]:
    """Hexsides between levels, with strokes down the slope."""
    spaces = sheet.board.spaces
    for edge in sheet.board.edges.values():
        first, second = spaces[edge.a], spaces[edge.b]
        if first.kind != "hex" or second.kind != "hex" or "sea" in {first["terrain"], second["terrain"]}:
            continue
        rise = int(first["level"] or 0) - int(second["level"] or 0)
        if rise:
            low = sheet.lattice.centre(edge.b if rise > 0 else edge.a)
            a, b = shared_side(sheet, edge.a, edge.b)
            yield bounded(partial(level_side, side=(a, b), low=low), (a, b))


def level_side(canvas: Canvas, side: tuple[Point, Point], low: Point) -> None:
    """Draw an elevation line along a hexside, with strokes to the lower side."""
    (ax, ay), (bx, by) = side
    mx, my = (ax + bx) / 2, (ay + by) / 2
    away = math.dist((mx, my), low)
    dx, dy = (low[0] - mx) / away * 5.0, (low[1] - my) / away * 5.0
    for i in range(5):
        t = (i + 0.5) / 5
        x, y = ax + (bx - ax) * t, ay + (by - ay) * t
        canvas.line([(x, y), (x + dx, y + dy)], _LEVEL, 1.2)
    canvas.line(side, _LEVEL, 2.7)


def river_courses(sheet: HexSheet) -> list[Course]:
    """Streams and rivers as they flow along their hexsides, down to the coast."""
    _, everything = build_shore(
        _lattice(sheet), (sheet.geometry.width, sheet.geometry.height), sheet.board.filing
    )
    sides = {
        kind: [shared_side(sheet, e.a, e.b) for e in sheet.board.edges.values() if e.boundary == kind]
        for kind in _WATERS
    }
    return courses(
        sides,
        land=everything,
        reach=_REACH * sheet.lattice.flat,
        bend=winding,
        full=_FULL * sheet.lattice.flat,
    )


def water(canvas: Canvas, course: Course, *, rim: bool) -> None:
    """Draw a stretch of a stream or river: its banks first, then its water.

    Parameters
    ----------
    rim
        Whether to draw the banks.
    """
    bank, ink, outer, inner = _WATERS[course.kind]
    course_stroke(canvas, course, bank if rim else ink, inner, outer - inner if rim else 0.0)


# --- bluffs, draws, cliffs ---------------------------------------------------------------------------------


def side_pieces(sheet: HexSheet) -> Iterator[Piece]:
    """Bluffs, the draws through them, and cliffs."""
    kinds: dict[str, list[Edge]] = {}
    for edge in sheet.board.edges.values():
        kinds.setdefault(edge.boundary, []).append(edge)
    for line in chains(shared_side(sheet, e.a, e.b) for e in kinds.get("bluff", ())):
        smooth = soften([p for a, b in itertools.pairwise(line) for p in _between(a, b)] + [line[-1]])
        yield bounded(partial(bluff, line=smooth, unit=0.72), smooth, 12)
    for edge in kinds.get("draw", ()):
        side = shared_side(sheet, edge.a, edge.b)
        yield bounded(partial(draw_gap, side=side), side, 16)
    for cut in cliff_lines(sheet):
        yield bounded(partial(cliff, line=cut, unit=0.66), cut, 14)


def _between(a: Point, b: Point) -> list[Point]:
    return [(a[0] + (b[0] - a[0]) * i / 6, a[1] + (b[1] - a[1]) * i / 6) for i in range(6)]


def draw_gap(canvas: Canvas, side: tuple[Point, Point]) -> None:
    """Draw a gap in bluffs: two banks, and sand between them."""
    (ax, ay), (bx, by) = side
    nx, ny = (ay - by) / math.dist(*side) * 9, (bx - ax) / math.dist(*side) * 9
    sand = [(ax + (bx - ax) * t, ay + (by - ay) * t) for t in (0.3, 0.7)]
    for x, y in [((sand[0][0] + sand[1][0]) / 2, (sand[0][1] + sand[1][1]) / 2)]:
        canvas.line([(x - nx, y - ny), (x + nx, y + ny)], _SAND, 9.0)
    for (x, y), turn in ((sand[0], -0.35), (sand[1], 0.35)):
        ox, oy = (bx - ax) * turn * 0.3, (by - ay) * turn * 0.3
        bank = [(x - nx + ox, y - ny + oy), (x, y), (x + nx + ox, y + ny + oy)]
        canvas.line(bank, _HALO, 4.6)
        canvas.line(bank, (122, 78, 34), 2.8)
    for t0, t1 in ((0.0, 0.3), (0.7, 1.0)):
        canvas.line([(ax + (bx - ax) * t, ay + (by - ay) * t) for t in (t0, t1)], (122, 78, 34), 3.0)


# --- roads -------------------------------------------------------------------------------------------------


def road_lines(sheet: HexSheet) -> list[Way]:
    """Roads and railways as curves from hexside to hexside by way of the centres."""
    lattice = sheet.lattice
    ways: dict[str, dict[str, str]] = {}
    for edge in sheet.board.edges.values():
        if edge.road:
            ways.setdefault(edge.a, {})[edge.b] = edge.road
            ways.setdefault(edge.b, {})[edge.a] = edge.road
    found: list[Way] = []
    for number, out in sorted(ways.items()):
        at = lattice.centre(number)
        ends = [(kind, _middle(at, lattice.centre(other))) for other, kind in sorted(out.items())]
        best = min((kind for kind, _ in ends), key=RANKS.index)
        ends += [(best, gate) for gate in sheet.exits.get(number, ())]
        found += _through([e for e in ends if e[0] != "railroad"], at)
        found += _through([e for e in ends if e[0] == "railroad"], at)
    return [*found, *_beside(sheet)]


def _beside(sheet: HexSheet) -> Iterator[Way]:
    """Railways that run beside a road, on its right as they go, between hexes where they run alone."""
    for row in read_rows(_BESIDE, BESIDE_COLUMNS):
        hexes = row.text("hexes").split("|")
        spots = [sheet.lattice.centre(number) for number in hexes]
        gates = [_aside(_middle(a, b), a, b) for a, b in itertools.pairwise(spots)]
        yield "railroad", [spots[0], _aside(_middle(spots[0], gates[0]), *spots[:2]), gates[0]]
        for (a, at, b), (one, other) in zip(
            zip(spots, spots[1:], spots[2:], strict=False), itertools.pairwise(gates), strict=True
        ):
            yield "railroad", curve(one, _aside(at, a, b), other)
        yield "railroad", [gates[-1], _aside(_middle(gates[-1], spots[-1]), *spots[-2:]), spots[-1]]


def _aside(at: Point, a: Point, b: Point) -> Point:
    """A point moved off the road, to the right of somebody who goes from a to b."""
    away = _GAP / math.dist(a, b)
    return at[0] - (b[1] - a[1]) * away, at[1] + (b[0] - a[0]) * away


def _through(ends: list[tuple[str, Point]], at: Point) -> Iterator[Way]:
    """The roads of a hex, from the hexsides to its centre or through it."""
    if len(ends) == 2:
        (kind, a), (other, b) = ends
        line = curve(a, at, b)
        if kind == other:
            yield kind, line
        else:
            yield kind, line[: len(line) // 2 + 1]
            yield other, line[len(line) // 2 :]
        return
    for kind in RANKS:
        gates = [gate for k, gate in ends if k == kind]
        if len(gates) == 2:
            yield kind, curve(gates[0], at, gates[1])
        else:
            yield from ((kind, [gate, at]) for gate in gates)


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def way(canvas: Canvas, line: Sequence[Point], kind: str, *, rim: bool) -> None:
    """Draw a road: its edges first, then its surface.

    Parameters
    ----------
    rim
        Whether to draw the edges.
    """
    edge, ink, outer, inner = _ROADS[kind]
    canvas.line(line, edge if rim else ink, outer if rim else inner)


def rail(canvas: Canvas, line: Sequence[Point]) -> None:
    """Draw a railway: a dark line with light dashes."""
    canvas.line(line, _RAIL, 4.0)
    for part in dashes(line, 6.5, 6.5)[1::2] if len(line) < 3 else dashes(line, 7, 7):
        canvas.line(part, _HALO, 1.8)


def track(canvas: Canvas, line: Sequence[Point]) -> None:
    """Draw a track: brown dashes."""
    for part in dashes(line, 7, 4):
        canvas.line(part, _HALO, 4.0)
    for part in dashes(line, 7, 4):
        canvas.line(part, _TRACK, 2.2)


def _bridges(sheet: HexSheet) -> Iterator[Piece]:
    for edge in sheet.board.edges.values():
        if edge.bridge:
            a, b = shared_side(sheet, edge.a, edge.b)
            turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) + 90
            at = _middle(a, b)
            yield bounded(partial(bridge, at=at, turn=turn, unit=BRIDGE), (at,), 18)


# --- limits ------------------------------------------------------------------------------------------------


def _perimeter(sheet: HexSheet) -> Iterator[Piece]:
    """The Cherbourg Perimeter, just within its hexsides."""
    for line in beside(sheet, sheet.port, 3.5) if sheet.port else ():
        yield from (_stroke(part, _HALO, 6.4) for part in _parts(line))
        yield from (_stroke(part, _PERIMETER, 3.6) for part in dashes(line, 15, 6))


def _seams(sheet: HexSheet) -> Iterator[Piece]:
    """Where the numbers of one printed map end and those of another begin: dots along the hexsides."""
    for edge in sheet.board.edges.values():
        if edge.a[0] != edge.b[0] and edge.b in sheet.extent:
            side = shared_side(sheet, edge.a, edge.b)
            for part in dashes(side, 7, 7):
                yield _stroke(part, _INK, 2.2)
