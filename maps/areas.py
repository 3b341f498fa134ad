"""Painters of the Areas: coast, rivers, borders, bridges, identity symbols and names."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, cast

from maps.areaspots import FORT, Face, face_rects, faces
from maps.areatowns import house_painters, street_painters
from maps.drawing import Canvas, Colour, dashes, offset_wave
from maps.flow import course_stroke, courses
from maps.geography import Point
from maps.geometry import AreaShape
from maps.labels import NAME_SIZE, SYMBOL_SIZE
from maps.layers import rings
from maps.sheet import Sheet
from maps.symbols import INK, RED, anchor, bridge, fortification, identity

if TYPE_CHECKING:
    from shapely import MultiPolygon
    from shapely.geometry.base import BaseGeometry

    from maps.board import Space

__all__ = ["NAVAL", "Painter", "area_painters", "paint_border", "shore_painters"]

Painter = Callable[[Canvas], None]
NAVAL: dict[str, Colour] = {"etf": (214, 182, 128), "wtf": (142, 176, 104), "le_havre": (122, 162, 210)}
_PLAIN: Colour = (250, 246, 232)
_COAST: Colour = (62, 74, 84)
_WATER: Colour = (58, 112, 172)
_BESIDE = 54.0
_STREAM: Colour = (104, 152, 194)
_DEEP: Colour = (24, 46, 84)
_HALO: Colour = (250, 245, 226)
_SAND: Colour = (240, 218, 138)
_LIMIT: Colour = (92, 70, 48)
_INLET = 16.0  # half of the width of inlets that the sand of a beach does not follow
_MOUTH, _FULL = 30.0, 1600.0


def area_painters(sheet: Sheet) -> list[Painter]:
    """All painters of the Areas, in the order of painting.

    Parameters
    ----------
    sheet
        What to paint.

    Returns
    -------
    list of callables that take a `Canvas`

    Examples
    --------
    >>> from maps.breakout_normandy.ground import load_sheet
    >>> len(area_painters(load_sheet())) > 300
    True
    """
    if sheet.own_areas is not None:
        return sheet.own_areas(sheet)
    spaces, found, shapes = sheet.board.spaces, faces(sheet), sheet.geometry.areas
    taken = [rect for key, face in found.items() for rect in face_rects(face, shapes[key], spaces[key])]
    return [
        *shore_painters(sheet),
        *street_painters(sheet),
        *_streams(sheet),
        *house_painters(sheet, taken),
        *_borders(sheet),
        *(partial(bridge, at=c.at, angle=c.angle) for c in sheet.geometry.crossings.values() if c.bridge),
        *(partial(_area, shape=shapes[key], space=spaces[key], face=face) for key, face in found.items()),
    ]


def shore_painters(sheet: Sheet) -> list[Painter]:
    """Lines along the coast in the sea, the coast, the beaches.

    Parameters
    ----------
    sheet
        What to paint.

    Returns
    -------
    list of callables that take a `Canvas`
    """
    import shapely

    painters: list[Painter] = []
    for away, colour in ((34, (172, 202, 212)), (20, (158, 190, 204)), (9, (140, 174, 192))):
        wider = rings(sheet.land.buffer(away))
        painters += [partial(Canvas.line, points=ring, colour=colour, width=2.0) for ring in wider]
    painters += [partial(Canvas.line, points=ring, colour=_COAST, width=3.4) for ring in rings(sheet.land)]
    calm = cast("MultiPolygon", sheet.land.buffer(_INLET).buffer(-_INLET).simplify(0.6))
    coast = shapely.LineString(rings(calm)[0])
    for key, shape in sheet.geometry.areas.items():
        if sheet.board.spaces[key]["beach"]:
            strand = coast.intersection(shapely.Polygon(shape.polygon).buffer(3.0))
            for part in shapely.get_parts(shapely.line_merge(strand)):
                line = list(part.coords)
                painters.append(partial(Canvas.line, points=line, colour=(120, 92, 40), width=17.0))
                painters.append(partial(Canvas.line, points=line, colour=_SAND, width=12.0))
    return painters


def _streams(sheet: Sheet) -> list[Painter]:
    """Rivers that are no border, thin; beside river borders they are left out, or flow into them."""
    import shapely

    wet = shapely.union_all(
        [
            shapely.LineString(line)
            for key, lines in sheet.geometry.borders.items()
            for line in lines
            if (edge := sheet.board.edges.get(key)) is not None and edge.boundary != "open"
        ]
    )
    near, inside = wet.buffer(_BESIDE), sheet.land.buffer(4)
    painters: list[Painter] = []
    for course in sheet.rivers:
        rest = shapely.LineString(course).intersection(inside).difference(near)
        parts = [_joined(list(part.coords), wet) for part in shapely.get_parts(rest) if part.length > 110]
        painters += [partial(Canvas.line, points=p, colour=_STREAM, width=4.0) for p in parts]
    return painters


def _joined(stream: list[Point], wet: BaseGeometry) -> list[Point]:
    """A stream whose ends near a river reach it."""
    import shapely

    out = list(stream)
    for end, place in ((stream[0], 0), (stream[-1], len(out) + 1)):
        here = shapely.Point(end)
        if here.distance(wet) < _BESIDE * 1.02:
            mouth = shapely.get_point(shapely.shortest_line(here, wet), -1)
            out.insert(place, (mouth.x, mouth.y))
    return out


def _borders(sheet: Sheet) -> list[Painter]:
    import shapely

    painters: list[Painter] = []
    for part in shapely.get_parts(shapely.LineString(sheet.limit).intersection(sheet.land)):
        for colour, width in ((_LIMIT, 10.0), ((226, 212, 180), 3.0)):
            painters.append(partial(Canvas.line, points=list(part.coords), colour=colour, width=width))
    painters += _rivers(sheet)
    for kind in ("open", "flooded"):
        for key, lines in sheet.geometry.borders.items():
            edge = sheet.board.edges.get(key)
            if edge is not None and edge.boundary == kind:
                for line in lines:
                    painters += paint_border(line, kind)
    return painters


def _rivers(sheet: Sheet) -> list[Painter]:
    """Rivers that are boundaries, as they flow: all banks, then all water, so that no ring marks a joint."""
    edges = sheet.board.edges
    sides: dict[str, list[tuple[Point, Point]]] = {"flooded": [], "river": []}
    for key, lines in sheet.geometry.borders.items():
        edge = edges.get(key)
        if edge is not None and edge.boundary in sides:
            sides[edge.boundary] += [pair for line in lines for pair in itertools.pairwise(line)]
    every = courses(sides, land=sheet.land, reach=_MOUTH, bend=list, full=_FULL)
    flow = [course for course in every if course.kind == "river"]
    banks = [partial(course_stroke, course=course, colour=_DEEP, width=8.0, more=6.0) for course in flow]
    return [*banks, *(partial(course_stroke, course=course, colour=_WATER, width=8.0) for course in flow)]


def paint_border(line: Sequence[Point], kind: str) -> list[Painter]:
    """Painters of one boundary: dashed open ground, solid river, wavy flooded ground.

    Parameters
    ----------
    line
        The boundary.
    kind
        ``open``, ``river`` or ``flooded``.

    Returns
    -------
    list of callables that take a `Canvas`

    Examples
    --------
    >>> len(paint_border([(0, 0), (100, 0)], "river"))
    2
    """
    if kind == "open":
        return [partial(Canvas.line, points=d, colour=INK, width=6.2) for d in dashes(line, 27, 15)]
    if kind == "river":
        return [
            partial(Canvas.line, points=line, colour=_DEEP, width=14.0),
            partial(Canvas.line, points=line, colour=_WATER, width=8.0),
        ]
    wave = offset_wave(line, 9.0, 40.0)
    if len(wave) < 2:
        wave = list(line)
    return [
        partial(Canvas.line, points=wave, colour=(226, 240, 240), width=19.0),
        partial(Canvas.line, points=wave, colour=_DEEP, width=12.0),
        partial(Canvas.line, points=wave, colour=(70, 150, 168), width=5.5),
    ]


def _backs(space: Space) -> list[Colour]:
    """Backgrounds of the identity symbol: who may bombard the Area (3.26, 3.27)."""
    naval = str(space["naval"] or "")
    found = [NAVAL[force] for force in naval.split("+") if force]
    if space["le_havre"]:
        found.append(NAVAL["le_havre"])
    return found or [_PLAIN]


def _area(canvas: Canvas, shape: AreaShape, space: Space, face: Face) -> None:
    """Symbol, name, fortification and port of one Area."""
    ys = [y for _, y in shape.polygon]
    if not canvas.shows(min(ys) - 60, max(ys) + 60):
        return
    if face.fort is not None:
        fortification(canvas, face.fort, FORT)
    identity(
        canvas,
        shape.symbol,
        SYMBOL_SIZE - 4,
        number=str(space["number"]),
        tem=f"+{space['tem']}",
        backs=_backs(space),
        square=space["terrain"] == "bocage",
    )
    colour = RED if space["vp"] else INK
    for line, at in face.lines:
        canvas.text(
            at, line, face="heavy" if space["vp"] else "serif", size=NAME_SIZE, fill=colour, halo=_HALO
        )
    if space["minor_port"]:
        anchor(canvas, (shape.symbol[0] + SYMBOL_SIZE * 0.82, shape.symbol[1]), 36, (30, 62, 112))
