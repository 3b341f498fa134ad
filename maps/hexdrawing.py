"""Painters of a hex map: coast, hexes, woods, towns, numbers, symbols and names."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from maps.drawing import Canvas, Colour, spin
from maps.geography import Point
from maps.geometry import Box
from maps.hexdrawing_ground import coastline
from maps.hexdrawing_lines import (
    Painter,
    limit_painters,
    limit_rects,
    river_courses,
    river_stroke,
    road_lines,
    road_stroke,
)
from maps.hexdrawing_names import LOOKS, PlacedName, place_names
from maps.hexdrawing_sheet import HexSheet
from maps.hexdrawing_sides import bridge_painters, edge_painters, landing_ways, side_painters, side_rects
from maps.hexletters import LetterSpot, letter_spots
from maps.hexnumbers import bridge_rects, number_rect, number_spots
from maps.room import Rect, Room, clear_of, squares
from maps.symbols import INK, RED

__all__ = ["Painter", "hex_painters", "map_letter", "setup_symbol", "town_blocks", "trees", "wood"]

_COAST: Colour = (58, 72, 84)
_GRID: Colour = (112, 104, 80)
_SEA_GRID: Colour = (150, 182, 202)
_SAND: Colour = (244, 220, 132)
_SAND_EDGE: Colour = (150, 116, 50)
_HALO: Colour = (250, 245, 226)
_HOUSE: Colour = (112, 56, 44)
_CITY_HOUSE: Colour = (92, 38, 34)
_LEAVES: dict[bool, tuple[Colour, Colour, Colour]] = {
    False: ((102, 138, 70), (130, 166, 98), (58, 88, 44)),
    True: ((64, 101, 54), (91, 129, 80), (33, 57, 31)),
}
_NUMBER: Colour = (84, 76, 58)
_LETTER: Colour = (150, 22, 24)
_STRAND = 12.0
_FRAME = 22.0
_SETTLED = ("city", "town", "village")
_SP: Colour = (78, 84, 88)
_OST: Colour = (122, 128, 126)


def hex_painters(sheet: HexSheet) -> list[Painter]:
    """All painters of the hexes, in the order of painting.

    Parameters
    ----------
    sheet
        What to paint.

    Returns
    -------
    list of callables that take a `maps.drawing.Canvas`

    Examples
    --------
    >>> from maps.dark_summer.sheet import load_sheet
    >>> len(hex_painters(load_sheet())) > 1000
    True
    """
    roads, rivers, unit = road_lines(sheet), river_courses(sheet), sheet.unit
    road = unit * sheet.weight
    limits = limit_painters(sheet)
    lines = [*(line for _, line in roads), *(course.line for course in rivers)]
    names = _names(sheet, [p for line in lines for p in line])
    steep = side_rects(sheet, ("bluff", "cliff"))
    lettered = Room([*_lettered(sheet), *steep, *(rect for name in names for rect in name.rects)])
    return [
        *_shore(sheet),
        *_trees(sheet),
        *_grid(sheet),
        *side_painters(sheet),
        *(partial(river_stroke, course=course, rim=True, unit=unit) for course in rivers),
        *(partial(river_stroke, course=course, rim=False, unit=unit) for course in rivers),
        *(partial(road_stroke, line=line, kind=kind, rim=True, unit=road) for kind, line in roads),
        *(
            partial(road_stroke, line=line, kind=kind, rim=False, unit=road)
            for kind, line in sorted(roads, reverse=True)
        ),
        *limits,
        *bridge_painters(sheet),
        *edge_painters(sheet),
        *_places(sheet, lettered),
        *_marks(sheet, [*lines, *(p.keywords["points"] for p in limits)]),
        *(partial(_name, name=name) for name in names),
    ]


def _shore(sheet: HexSheet) -> list[Painter]:
    """The coast, dark on the land and light on the water, with sand on the beaches."""
    import shapely

    (play, everything), u = coastline(sheet), sheet.unit
    painters: list[Painter] = []
    for part in shapely.get_parts(everything):
        line = [(x, y) for x, y in part.exterior.coords]
        painters.append(partial(Canvas.line, points=line, colour=(222, 238, 240), width=9.0 * u))
        painters.append(partial(Canvas.line, points=line, colour=_COAST, width=2.6 * u))
    sands: list[list[Point]] = []
    for number in sheet.beaches:
        shape = shapely.Polygon(sheet.lattice.corners(number))
        if sheet.lattice.pointed:  # the true coast may leave such a hex on its way past it
            shape = shape.buffer(_STRAND * u)
        stretches = shapely.get_parts(shapely.line_merge(play.boundary.intersection(shape)))
        sands += [[(x, y) for x, y in stretch.coords] for stretch in stretches]
    painters += [partial(Canvas.line, points=line, colour=_SAND_EDGE, width=17.0 * u) for line in sands]
    return painters + [partial(Canvas.line, points=line, colour=_SAND, width=13.0 * u) for line in sands]


def _grid(sheet: HexSheet) -> list[Painter]:
    """The outlines of the hexes: of the land, and fainter of the sea about it."""
    dry = set(sheet.dry())
    painters: list[Painter] = []
    seen: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    for space in sheet.board.spaces.values():
        if space.kind != "hex":
            continue
        points = sheet.lattice.corners(space.id)
        for i, other in enumerate(sheet.lattice.grid.ring(space.id)):
            a, b = points[i], points[(i + 1) % 6]
            first, second = sorted([(round(a[0]), round(a[1])), (round(b[0]), round(b[1]))])
            if (first, second) in seen:
                continue
            seen.add((first, second))
            land = space.id in dry or other in dry
            colour, width = (_GRID, 1.5) if land else (_SEA_GRID, 1.4)
            painters.append(partial(Canvas.line, points=[a, b], colour=colour, width=width))
    return painters


def trees(at: Point, radius: float, count: int, key: int, size: float = 1.0) -> list[tuple[Point, float]]:
    """Trees about a point, always the same: centre and size, from back to front.

    Parameters
    ----------
    at, radius
        Where.
    count
        How many.
    key
        Which wood.
    size
        Factor of the sizes of the trees.

    Returns
    -------
    list of ((x, y), size)

    Examples
    --------
    >>> len(trees((0, 0), 40, 12, 1))
    12
    """
    found = []
    for i in range(count):
        turn = (i * 2.39996 + key * 0.7) % (2 * math.pi)
        away = radius * math.sqrt((i + 0.5) / count)
        jog = math.sin(i * 12.9898 + key * 4.1) * 4 * size
        spot = at[0] + away * math.cos(turn) + jog, at[1] + away * math.sin(turn) * 0.96 + jog / 2
        found.append((spot, (5.4 + (i * 7 % 5) * 0.45) * size))
    return sorted(found, key=lambda t: t[0][1])


def _key(number: str) -> int:
    """The digits of a number."""
    return int("".join(c for c in number if c.isdigit()))


def _trees(sheet: HexSheet) -> list[Painter]:
    painters: list[Painter] = []
    for number in sheet.dry():
        terrain = sheet.board.spaces[number]["terrain"]
        if terrain in {"woods", "forest"}:
            count = 52 if terrain == "forest" else 24
            spots = trees(
                sheet.lattice.centre(number), sheet.lattice.flat * 0.45, count, _key(number), sheet.unit
            )
            painters.append(partial(wood, spots=spots, dark=terrain == "forest"))
    return painters


def wood(canvas: Canvas, spots: Sequence[tuple[Point, float]], *, dark: bool) -> None:
    """Draw trees.

    Parameters
    ----------
    canvas
        Where to draw.
    spots
        Centre and size of each, as `trees` gives them.
    dark
        Whether they make a forest.
    """
    leaf, light, rim = _LEAVES[dark]
    for (x, y), size in spots:
        canvas.circle((x + 1.2, y + 1.6), size, fill=rim)
        canvas.circle((x, y), size, fill=leaf)
        canvas.circle((x - size * 0.25, y - size * 0.3), size * 0.42, fill=light)


def town_blocks(at: Point, *, city: bool, key: int, size: float = 1.0) -> list[list[Point]]:
    """The blocks of houses of a town.

    Parameters
    ----------
    at
        Its middle.
    city
        Whether it fills its hex.
    key
        Which town.
    size
        Factor of all lengths.

    Returns
    -------
    list of list of (x, y)

    Examples
    --------
    >>> len(town_blocks((0, 0), city=False, key=1)) > 4
    True
    """
    span, step = (3, 13.0 * size) if city else (2, 10.5 * size)
    found = []
    for i in range(-span, span + 1):
        for j in range(-span, span + 1):
            chance = math.sin((i * 7 + j * 13 + key) * 12.9898) % 1
            if (
                math.hypot(i, j) > span + 0.25
                or (math.hypot(i, j) > span * 0.7 and chance < 0.42)
                or (i == j == 0 and not city)
            ):
                continue
            wide, high = step * (0.30 + 0.12 * chance), step * (0.42 - 0.10 * chance)
            x, y = at[0] + i * step + chance * 2 * size, at[1] + j * step - chance * 2 * size
            turn = 0.35 * math.sin(key)
            c, s = math.cos(turn), math.sin(turn)
            box = [(-wide, -high), (wide, -high), (wide, high), (-wide, high)]
            found.append([(x + px * c - py * s, y + px * s + py * c) for px, py in box])
    return found


def _blocks(sheet: HexSheet, number: str) -> list[list[Point]]:
    """The houses of a hex."""
    terrain, at = sheet.board.spaces[number]["terrain"], sheet.lattice.centre(number)
    if terrain not in {"city", "town"}:
        return []
    city = terrain == "city"
    return town_blocks(at, city=city, key=_key(number), size=sheet.unit * (1.0 if city else sheet.weight))


def _places(sheet: HexSheet, lettered: Room) -> list[Painter]:
    """Blocks of houses of cities and towns, which make room for lettering; dots of villages."""
    painters: list[Painter] = []
    for number in sheet.dry():
        space, at = sheet.board.spaces[number], sheet.lattice.centre(number)
        if space["terrain"] in {"city", "town"}:
            ink = _CITY_HOUSE if space["terrain"] == "city" else _HOUSE
            painters += [
                partial(Canvas.polygon, points=block, fill=ink)
                for block in clear_of(_blocks(sheet, number), lettered)
            ]
        elif space["town"] and lettered.free((at[0] - 1, at[1] - 1, at[0] + 1, at[1] + 1)):
            dot = partial(Canvas.circle, fill=_HALO, outline=_HOUSE, width=2.4 * sheet.unit)
            painters.append(partial(dot, at=at, radius=5.4 * sheet.unit))
    return painters


def _crossed(sheet: HexSheet, lines: Sequence[Sequence[Point]]) -> set[str]:
    """Hexes whose number lies over a line."""
    import shapely

    dry, spots = sheet.dry(), []
    for number in dry:
        x, y = _number_spots(sheet)[number]
        spots.append(shapely.box(x - 20, y - 10, x + 20, y + 10))
    coast = [part.exterior for part in shapely.get_parts(coastline(sheet)[1])]
    tree = shapely.STRtree([*coast, *(shapely.LineString(line) for line in lines)])
    return {dry[i] for i in tree.query(spots, predicate="intersects")[0]}


def _marks(sheet: HexSheet, lines: Sequence[Sequence[Point]]) -> list[Painter]:
    """Numbers, letters and set-up symbols of the hexes; a number over a line has a halo."""
    painters: list[Painter] = []
    crossed, spots = _crossed(sheet, lines), _number_spots(sheet)
    for space in sheet.board.spaces.values():
        if space.kind != "hex":
            continue
        if space["terrain"] != "sea":
            dark = space["terrain"] in {"forest", "woods", "bocage"}
            ink: Colour = (58, 56, 40) if dark else _NUMBER
            halo = _HALO if space["terrain"] == "city" or space.id in crossed else None
            number = partial(Canvas.text, face="sans", size=sheet.number_size, fill=ink, halo=halo)
            painters.append(partial(number, at=spots[space.id], text=space.id.upper()))
        if letter := sheet.letters.get(space.id):
            spot, framed = _letters(sheet)[space.id], sheet.lattice.pointed
            paint = partial(map_letter, at=spot.at, letter=letter, framed=framed, size=spot.size)
            painters.append(paint)
        for i, kind in enumerate(sheet.symbols.get(space.id, ())):
            painters.append(
                partial(setup_symbol, at=_symbol_at(sheet, space.id, i), kind=kind, unit=_symbol_size(sheet))
            )
    return painters


def _symbol_at(sheet: HexSheet, number: str, index: int) -> Point:
    """Where a symbol of a hex stands: upper right, or lower right in a hex with a point at its top."""
    (x, y), u = sheet.lattice.centre(number), sheet.unit
    return (x + 24 * u, y + 20 * u) if sheet.lattice.pointed else (x + 28 - index * 24, y - 15)


def _symbol_size(sheet: HexSheet) -> float:
    return 0.94 if sheet.lattice.pointed else 1.0


def map_letter(canvas: Canvas, at: Point, letter: str, *, framed: bool, size: float) -> None:
    """Draw the letter of a hex.

    Parameters
    ----------
    canvas, at, letter
        Where, and which.
    framed
        Whether it stands in a box.
    size
        Of the lettering.
    """
    if not framed:
        canvas.text(at, letter, face="heavy", size=size, fill=_LETTER, halo=_HALO)
        return
    (x, y), half = at, size * 0.46
    box = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    canvas.polygon(box, fill=_HALO, outline=_LETTER, width=size * 0.087)
    canvas.text((x, y + 1), letter, face="heavy", size=size * 0.82, fill=_LETTER)


def setup_symbol(canvas: Canvas, at: Point, kind: str, unit: float = 1.0) -> None:
    """Draw a Strongpoint (a bunker), or where an Ost battalion (a lozenge) sets up.

    Parameters
    ----------
    canvas, at
        Where.
    kind
        ``sp`` or ``ost``.
    unit
        Factor of all lengths.
    """
    if kind == "sp":
        wall = [(-11, 8), (-11, -2), (-6, -8), (6, -8), (11, -2), (11, 8)]
        canvas.polygon(spin(wall, at, 0, unit), fill=_SP, outline=_HALO, width=2.2 * unit)
        canvas.polygon(spin([(-7, -1), (7, -1), (7, 2), (-7, 2)], at, 0, unit), fill=_HALO)
    else:
        lozenge = [(0, -11), (11, 0), (0, 11), (-11, 0)]
        canvas.polygon(spin(lozenge, at, 0, unit), fill=_OST, outline=_HALO, width=2.2 * unit)
        canvas.text(at, "O", face="bold", size=14 * unit, fill=_HALO)


@functools.lru_cache(maxsize=4)
def _letters(sheet: HexSheet) -> Mapping[str, LetterSpot]:
    """Where the letters of hexes stand, clear of houses, numbers, limits and symbols."""
    limits = limit_rects(sheet)

    def taken(number: str, share: float) -> Iterator[Rect]:
        yield from limits
        yield number_rect(sheet, number, _number_spots(sheet)[number])
        yield from _symbol_rects(sheet, number)
        if reach := _built(sheet, number) * share:
            (x, y), less = sheet.lattice.centre(number), reach * 0.72
            yield x - reach, y - less, x + reach, y + less
            yield x - less, y - reach, x + less, y + reach

    return letter_spots(sheet, taken)


def _built(sheet: HexSheet, number: str) -> float:
    """How far the houses of a hex reach from its middle."""
    x, y = sheet.lattice.centre(number)
    return max(
        (max(abs(a - x), abs(b - y)) for block in _blocks(sheet, number) for a, b in block), default=0.0
    )


def _symbol_rects(sheet: HexSheet, number: str) -> Iterator[Rect]:
    for i, _ in enumerate(sheet.symbols.get(number, ())):
        (x, y), half = _symbol_at(sheet, number, i), 13.5 * _symbol_size(sheet)
        yield x - half, y - half, x + half, y + half


def _number_spots(sheet: HexSheet) -> Mapping[str, Point]:
    return number_spots(sheet, sheet.unit if _bridged(sheet) else 0.0)


def _bridged(sheet: HexSheet) -> bool:
    return any(kind == "bridge" for kind, _ in sheet.key)


def _lettered(sheet: HexSheet) -> Iterator[Rect]:
    """Numbers, letters and symbols of the hexes of land."""
    spots = _number_spots(sheet)
    for number in sheet.dry():
        yield number_rect(sheet, number, spots[number])
        if number in sheet.letters:
            yield _letters(sheet)[number].rect
        yield from _symbol_rects(sheet, number)


def _taken(sheet: HexSheet) -> Iterator[Rect]:
    """What no name may touch: numbers, letters, symbols, bridges, the middle of a place, arrows, boxes."""
    yield from _lettered(sheet)
    u = sheet.unit
    for number in sheet.dry():
        space, (x, y) = sheet.board.spaces[number], sheet.lattice.centre(number)
        half = 13.0 if space["terrain"] in {"town", "city"} else 7.5 if space["town"] else 0.0
        if half:
            yield x - half * u, y - half * u, x + half * u, y + half * u
    if _bridged(sheet):
        yield from bridge_rects(sheet, u)
    for shape in _solid(sheet):
        xs, ys = zip(*shape, strict=True)
        yield min(xs), min(ys), max(xs), max(ys)
    for way in (*landing_ways(sheet), *sheet.leaving):
        yield from squares(way, 12 * u)
    yield from limit_rects(sheet)
    yield from side_rects(sheet, ("bluff", "cliff"))
    width, height, edge = sheet.geometry.width, sheet.geometry.height, _FRAME * sheet.inch
    yield from ((0, 0, width, edge), (0, height - edge, width, height))
    yield from ((0, 0, edge, height), (width - edge, 0, width, height))


def _houses(sheet: HexSheet) -> Iterator[Rect]:
    """What names should leave visible: the houses of towns."""
    for number in sheet.dry():
        terrain, (x, y) = sheet.board.spaces[number]["terrain"], sheet.lattice.centre(number)
        if terrain in {"town", "city"}:
            half = (40 if terrain == "city" else 25 * sheet.weight) * sheet.unit
            yield x - half, y - half, x + half, y + half


def _names(sheet: HexSheet, lines: Sequence[Point]) -> list[PlacedName]:
    """Names of places and woods with the room they found."""
    centres: Mapping[object, Point] = {
        s["town"]: sheet.lattice.centre(s.id)
        for s in sheet.board.spaces.values()
        if s.kind == "hex" and s["town"]
    }
    wanted = []
    for label in sheet.labels:
        if label.kind in LOOKS:
            place = centres.get(label.text, label.at) if label.kind in _SETTLED else label.at
            more = sheet.name_size * (sheet.town_name_size if label.kind in {"city", "town"} else 1.0)
            size = label.size or LOOKS[label.kind].size * more
            wanted.append(type(label)(label.text, place, label.kind, size))
    found = [n for n in wanted if n.kind in {"city", "town"}]
    rest = [n for n in wanted if n.kind not in {"city", "town"}]
    return place_names(
        [*found, *rest],
        rects=_taken(sheet),
        soft=_houses(sheet),
        points=_dense(lines),
        gap=24 * sheet.unit,
        least=16,
    )


def _solid(sheet: HexSheet) -> Iterator[Sequence[Point]]:
    """Boxes, tracks and panels about the hexes, which no name may reach into."""
    yield from (shape.polygon for shape in sheet.geometry.boxes.values())
    yield from (box.corners for track in sheet.geometry.tracks.values() for box in track.boxes)
    yield from (Box(x, y, w, h).corners for x, y, w, h in sheet.furniture.values())


def _dense(points: Sequence[Point]) -> list[Point]:
    return [p for i, p in enumerate(points) if i % 2 == 0]


def _name(canvas: Canvas, name: PlacedName) -> None:
    look, size = LOOKS[name.label.kind], name.size
    fill = {"city": RED, "wood": (44, 74, 36), "marsh": (30, 78, 96)}.get(name.label.kind, INK)
    for text, at in name.lines:
        canvas.text(at, text, face=look.face, size=size, fill=fill, halo=_HALO, spacing=look.spacing)
