"""What lies on hexsides and at the edges of a hex map: strips, bluffs, cliffs, bridges, arrows, the seam."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial

from maps.board import Edge
from maps.borders import soften
from maps.coastsides import along_coast
from maps.drawing import Canvas, Colour, dashes, spin
from maps.geography import Point
from maps.hexdrawing_ground import coastline
from maps.hexdrawing_lines import BLUE, Painter, beside, chains, shared_side
from maps.hexdrawing_sheet import HexSheet
from maps.room import Rect, squares

__all__ = [
    "bluff",
    "bridge",
    "bridge_painters",
    "cliff",
    "cliff_lines",
    "edge_painters",
    "landing",
    "landing_ways",
    "leave",
    "side_painters",
    "side_rects",
    "strip",
]

_MARSH: Colour = (150, 196, 194)
_MARSH_RIM: Colour = (86, 140, 148)
_REED: Colour = (44, 96, 112)
_LEAF: Colour = (92, 130, 66)
_LIGHT: Colour = (124, 160, 90)
_SHADE: Colour = (52, 82, 40)
_EARTH: Colour = (122, 78, 34)
_ROCK: Colour = (74, 66, 62)
_FACE: Colour = (214, 206, 196)
_STONE: Colour = (250, 246, 232)
_DEEP: Colour = (36, 74, 112)
_INK: Colour = (38, 32, 28)
_ARROW: Colour = (92, 98, 94)
_HALO: Colour = (250, 245, 226)
_SHARE = 0.86  # of a hexside that a strip takes where it ends
_SHORE = 0.8  # of a hex: how far a hexside of the coast may lie from the coast
_HALF = {"marsh": 8.5, "woods": 9.0, "bluff": 9.8}  # of the width of a strip or bluff
_CLIFF = 3.4  # about the edge of a cliff and the tips of its teeth
_KINDS = ("marsh", "woods", "bluff", "cliff")


def side_painters(sheet: HexSheet) -> list[Painter]:
    """Painters of the strips, bluffs and cliffs along hexsides.

    Parameters
    ----------
    sheet
        What to paint.

    Returns
    -------
    list of callables that take a `maps.drawing.Canvas`
    """
    painters: list[Painter] = []
    for kind in _KINDS:
        edges = [e for e in sheet.board.edges.values() if e.boundary == kind]
        if kind == "cliff":
            painters += [partial(cliff, line=line, unit=sheet.unit) for line in cliff_lines(sheet)]
            continue
        for line in chains(shared_side(sheet, e.a, e.b) for e in edges):
            smooth = soften(_dense(_short(line, _SHARE), 6))
            paint = bluff if kind == "bluff" else partial(strip, woods=kind == "woods")
            painters.append(partial(paint, line=smooth, unit=sheet.unit))
    return painters


@functools.lru_cache(maxsize=4)
def cliff_lines(sheet: HexSheet) -> Sequence[Sequence[Point]]:
    """Cliffs, the lower ground to the right of each: on the drawn coast above the sea, or on their hexside.

    Parameters
    ----------
    sheet
        Whose.

    Returns
    -------
    list of lines
    """
    land = coastline(sheet)[1] if sheet.own_ground is None else sheet.land
    dry, lattice = set(sheet.dry()), sheet.lattice
    steep = [e for e in sheet.board.edges.values() if e.boundary == "cliff"]
    falls = {(e.a, e.b) if e.a in dry else (e.b, e.a) for e in steep if not dry.issuperset((e.a, e.b))}
    ways = ((n, other) for n in sorted(dry) for other in lattice.grid.ring(n)) if falls else ()
    shore = [(n, other) for n, other in ways if other is not None and other not in dry]
    sides = [shared_side(sheet, *pair) for pair in shore]
    chosen = [i for i, pair in enumerate(shore) if pair in falls]
    found: list[Sequence[Point]] = [*along_coast(land, sides, chosen, reach=_SHORE * lattice.flat)]
    inland = [e for e in steep if dry.issuperset((e.a, e.b))]
    return [*found, *(_faced(sheet, edge) for edge in inland)]


def side_rects(sheet: HexSheet, kinds: Collection[str]) -> Iterator[Rect]:
    """What strips, bluffs and cliffs take.

    Parameters
    ----------
    sheet
        Whose.
    kinds
        Of `board.edges`: ``marsh``, ``woods``, ``bluff``, ``cliff``.

    Yields
    ------
    (left, top, right, bottom)
    """
    unit = sheet.unit
    for kind in kinds:
        if kind == "cliff":
            for line in cliff_lines(sheet):
                for at, turn in _steps(line, 6.0 * unit):
                    yield from squares([at, spin([(0, 9)], at, turn, unit)[0]], _CLIFF * unit)
            continue
        edges = [e for e in sheet.board.edges.values() if e.boundary == kind]
        for line in chains(shared_side(sheet, e.a, e.b) for e in edges):
            yield from squares(line, _HALF[kind] * unit)


def _faced(sheet: HexSheet, edge: Edge) -> tuple[Point, Point]:
    """The hexside of a cliff with the lower hex to the right: a beach, or the second hex."""
    lower = edge.a if sheet.board.spaces[edge.a]["terrain"] == "beach" else edge.b
    (ax, ay), (bx, by) = shared_side(sheet, edge.a, edge.b)
    x, y = sheet.lattice.centre(lower)
    right = (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0
    return ((ax, ay), (bx, by)) if right else ((bx, by), (ax, ay))


def _dense(line: Sequence[Point], parts: int) -> list[Point]:
    found: list[Point] = []
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        found += [(ax + (bx - ax) * i / parts, ay + (by - ay) * i / parts) for i in range(parts)]
    return [*found, line[-1]]


def _short(line: Sequence[Point], share: float) -> list[Point]:
    """A line whose first and last stretch end a little earlier."""
    if line[0] == line[-1]:
        return list(line)
    points = list(line)
    cut = (1 - share) / (2 if len(points) == 2 else 1)
    (ax, ay), (bx, by) = points[0], points[1]
    first = ax + (bx - ax) * cut, ay + (by - ay) * cut
    (cx, cy), (dx, dy) = points[-2], points[-1]
    points[-1] = dx + (cx - dx) * cut, dy + (cy - dy) * cut
    points[0] = first
    return points


def _steps(line: Sequence[Point], gap: float) -> Iterator[tuple[Point, float]]:
    """Points at about equal distances along a line, with its direction there in degrees."""
    length = sum(math.dist(a, b) for a, b in itertools.pairwise(line))
    count = max(1, round(length / gap))
    wanted, run = [length * (i + 0.5) / count for i in range(count)], 0.0
    for a, b in itertools.pairwise(line):
        step = math.dist(a, b)
        while wanted and step > 0 and wanted[0] <= run + step:
            t = (wanted.pop(0) - run) / step
            turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))
            yield (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t), turn
        run += step


def strip(canvas: Canvas, line: Sequence[Point], *, woods: bool, unit: float) -> None:
    """Draw a strip of woods or marsh along hexsides.

    Parameters
    ----------
    canvas, line
        Where.
    woods
        Trees; else marsh.
    unit
        Factor of all lengths.
    """
    if woods:
        for i, ((x, y), _) in enumerate(_steps(line, 8.4 * unit)):
            size, side = (6.4 + (i * 7 % 5) * 0.5) * unit, (3.0 if i & 1 else -3.0) * unit
            canvas.circle((x + side + 1.2 * unit, y + side + 1.6 * unit), size, fill=_SHADE)
            canvas.circle((x + side, y + side), size, fill=_LEAF)
            canvas.circle((x + side - size * 0.25, y + side - size * 0.3), size * 0.42, fill=_LIGHT)
        return
    canvas.line(line, _MARSH_RIM, 17.0 * unit)
    canvas.line(line, _MARSH, 14.0 * unit)
    for i, ((x, y), _) in enumerate(_steps(line, 12 * unit)):
        jog = (3.4 if i & 1 else -3.4) * unit
        at = (x, y + jog)
        canvas.line(spin([(-6, 3), (6, 3)], at, 0, unit), _REED, 1.8 * unit)
        for tip in (-3, 0, 3):
            canvas.line(spin([(tip * 0.5, 3), (tip, -3.5)], at, 0, unit), _REED, 1.5 * unit)


def bluff(canvas: Canvas, line: Sequence[Point], *, unit: float) -> None:
    """Draw bluffs: a brown line with strokes to both sides.

    Parameters
    ----------
    canvas, line, unit
        Where, and factor of all lengths.
    """
    for halo in (True, False):
        ink, more = (_HALO, 2.6 * unit) if halo else (_EARTH, 0.0)
        canvas.line(line, ink, 4.4 * unit + more)
        for at, turn in _steps(line, 8.0 * unit):
            canvas.line(spin([(0, -8.5), (0, 8.5)], at, turn, unit), ink, 2.6 * unit + more)


def cliff(canvas: Canvas, line: Sequence[Point], *, unit: float) -> None:
    """Draw a cliff: a dark edge with a pale face of rock to the right of its way.

    Parameters
    ----------
    canvas, line, unit
        Where, in the way that leaves the lower ground to the right, and factor of all lengths.
    """
    canvas.line(line, _ROCK, 6.4 * unit)
    for at, turn in _steps(line, 10.0 * unit):
        tooth = spin([(-5.6, 0), (5.6, 0), (0, 12)], at, turn, unit)
        canvas.polygon(tooth, fill=_FACE, outline=_ROCK, width=2.0 * unit)
    canvas.line(line, _ROCK, 5.0 * unit)


def bridge(canvas: Canvas, at: Point, turn: float, unit: float) -> None:
    """Draw a bridge: two parapets with splayed ends beside the road.

    Parameters
    ----------
    canvas, at, turn, unit
        Where, the direction of its road in degrees clockwise from east, and factor of all lengths.
    """
    for halo in (True, False):
        ink, wide = (_STONE, 6.6) if halo else (_INK, 3.2)
        for side in (-1, 1):
            rail = [(-15, 12.5 * side), (-9, 7.4 * side), (9, 7.4 * side), (15, 12.5 * side)]
            canvas.line(spin(rail, at, turn, unit), ink, wide * unit)


def bridge_painters(sheet: HexSheet) -> list[Painter]:
    """Painters of the bridges, where the sheet prints them.

    Parameters
    ----------
    sheet
        What to paint.

    Returns
    -------
    list of callables that take a `maps.drawing.Canvas`
    """
    if not any(kind == "bridge" for kind, _ in sheet.key):
        return []
    painters: list[Painter] = []
    for edge in sheet.board.edges.values():
        if edge.bridge:
            a, b = shared_side(sheet, edge.a, edge.b)
            turn = math.degrees(math.atan2(b[1] - a[1], b[0] - a[0])) + 90
            at = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            painters.append(partial(bridge, at=at, turn=turn, unit=sheet.unit))
    return painters


def leave(canvas: Canvas, tail: Point, head: Point, unit: float) -> None:
    """Draw a broad arrow by which a road leaves the map.

    Parameters
    ----------
    canvas, tail, head, unit
        Where, and factor of its widths.
    """
    _arrow(canvas, (tail, head), size=(8, 17, 20), colours=(_ARROW, _HALO, _INK), unit=unit)


def landing(canvas: Canvas, tail: Point, head: Point, unit: float) -> None:
    """Draw the arrow from a Landing Box to a Beach hex.

    Parameters
    ----------
    canvas, tail, head, unit
        Where, and factor of its widths.
    """
    _arrow(canvas, (tail, head), size=(5, 14, 24), colours=(_STONE, _DEEP, _DEEP), unit=unit)


def landing_ways(sheet: HexSheet) -> list[tuple[Point, Point]]:
    """From each Landing Box to its Beach hexes: tail and head of an arrow.

    Parameters
    ----------
    sheet
        What to paint.

    Returns
    -------
    list of ((x, y), (x, y))
    """
    spaces, unit = sheet.board.spaces, sheet.unit
    goals: dict[str, list[Point]] = {}
    for edge in sheet.board.edges.values():
        ends = {spaces[end].kind: end for end in (edge.a, edge.b)}
        if edge.boundary == "landing" and set(ends) == {"landing", "hex"}:
            goals.setdefault(ends["landing"], []).append(sheet.lattice.centre(ends["hex"]))
    found: list[tuple[Point, Point]] = []
    for box, points in sorted(goals.items()):
        (x0, _), _, (x1, y1), _ = sheet.geometry.boxes[box].polygon
        least = x0 + 20 * unit
        for x, y in sorted(points):
            first = min(max(x, least), x1 - 20 * unit)
            least = first + 44 * unit
            share = 1 - 44 * unit / math.dist((first, y1), (x, y))
            found.append(((first, y1), (first + (x - first) * share, y1 + (y - y1) * share)))
    return found


def _arrow(
    canvas: Canvas,
    way: tuple[Point, Point],
    *,
    size: tuple[float, float, float],
    colours: tuple[Colour, Colour, Colour],
    unit: float,
) -> None:
    """An arrow: half of the width of its shaft and of its head, length of its head; fill, rim and outline."""
    tail, head = way
    turn, n = math.degrees(math.atan2(head[1] - tail[1], head[0] - tail[0])), math.dist(tail, head) / unit
    (shaft, wing, tip), (fill, rim, ink) = size, colours
    shape = [(0, -shaft), (n - tip, -shaft), (n - tip, -wing), (n, 0), (n - tip, wing), (n - tip, shaft)]
    outline = spin([*shape, (0, shaft)], tail, turn, unit)
    canvas.polygon(outline, fill=fill, outline=rim, width=5 * unit)
    canvas.polygon(outline, fill=fill, outline=ink, width=2 * unit)


def edge_painters(sheet: HexSheet) -> list[Painter]:
    """Painters of the way off the map, of the limits of a port, and of the seam between two sheets.

    Parameters
    ----------
    sheet
        What to paint.

    Returns
    -------
    list of callables that take a `maps.drawing.Canvas`
    """
    unit = sheet.unit
    found: list[Callable[[Canvas], None]] = []
    for line in beside(sheet, sheet.port, 5.0 * unit) if sheet.port else ():
        found.append(partial(Canvas.line, points=line, colour=_HALO, width=8.0 * unit))
        found += [
            partial(Canvas.line, points=part, colour=BLUE, width=4.6 * unit)
            for part in dashes(line, 12 * unit, 9 * unit)
        ]
    for a, b in itertools.pairwise(sheet.seam):
        long = math.dist(a, b) > sheet.lattice.flat
        parts = dashes((a, b), 36 * unit, 16 * unit) if long else [_short((a, b), 0.7)]
        found += [partial(Canvas.line, points=part, colour=_INK, width=3.0 * unit) for part in parts]
    return [*found, *(partial(leave, tail=tail, head=head, unit=unit) for tail, head in sheet.leaving)]
