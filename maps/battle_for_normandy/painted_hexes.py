"""What stands in the hexes: houses, stars, airfields, Assault Hexes, numbers, names, ways off the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from maps.battle_for_normandy.painted_lines import BRIDGE, bounded
from maps.battle_for_normandy.painted_sea import landing_ways, sea_letters, sea_names, solid
from maps.board import Space
from maps.drawing import Canvas, Colour, Piece, spin
from maps.geography import Point
from maps.hexdrawing import town_blocks, trees, wood
from maps.hexdrawing_names import LOOKS, PlacedName, place_names
from maps.hexdrawing_sheet import HexSheet, Label, hexagon
from maps.hexdrawing_sides import leave, side_rects
from maps.hexnumbers import bridge_rects, number_rect, number_spots
from maps.lettering import text_rect
from maps.room import Rect, Room, clear_of, squares
from maps.symbols import INK, RED

__all__ = [
    "BELOW",
    "SITES",
    "airfield",
    "assault",
    "city",
    "hex_pieces",
    "name_pieces",
    "placed_names",
    "queue_place",
    "star",
    "tree_pieces",
    "village",
]

SITES: Mapping[str, Colour] = {
    "utah": (122, 150, 84),
    "omaha": (122, 150, 84),
    "pointe-du-hoc": (122, 150, 84),
    "gold": (214, 168, 62),
    "juno": (206, 104, 84),
    "sword": (196, 146, 96),
}
"""Colour of the Landing Sites."""

_HALO: Colour = (250, 245, 226)
_HOUSE: Colour = (116, 56, 46)
_CITY: Colour = (92, 38, 34)
_NUMBER: Colour = (86, 78, 60)
_DARK_NUMBER: Colour = (52, 52, 38)
_SEA_NUMBER: Colour = (62, 100, 134)
_STAR: Colour = (170, 28, 30)
_RUNWAY: Colour = (112, 112, 112)
_WOOD: Colour = (40, 70, 32)
_MARSH: Colour = (24, 72, 92)
_SEA: Colour = (40, 76, 110)
_WATER: Colour = (124, 163, 190)
_UNIT = 0.733
_NOTHING = Room(())
_NAMES: Mapping[str, tuple[float, Colour]] = {  # size, ink
    "city": (30.0, RED),
    "town": (20.0, INK),
    "village": (16.0, INK),
    "poi": (15.0, (112, 20, 26)),
    "point": (14.0, (70, 62, 50)),
    "wood": (16.0, _WOOD),
    "marsh": (15.0, _MARSH),
    "entry": (16.0, (132, 18, 20)),
    "passing": (16.0, (132, 18, 20)),
}
BELOW = 34.0
"""Pixels from the middle of an Assault Hex down to its place in the queue: a counter leaves it free."""
_GREAT = ("Caen", "Cherbourg")
_LESS = 24.0  # size of the names of the other cities
_LONG = 11  # letters of a name that needs two lines in its hex
_EDGE = 22.0  # pixels from the edge of a board that names keep where they can


def _hexes(sheet: HexSheet) -> Iterator[Space]:
    return (s for s in sheet.board.spaces.values() if s.kind == "hex")


def _key(number: str) -> int:
    return int(number[1:])


# --- symbols -----------------------------------------------------------------------------------------------


def star(canvas: Canvas, at: Point, size: float = 8.0) -> None:
    """Draw the star of a Point of Interest."""
    points = [spin([(0, -size if i % 2 == 0 else -size * 0.42)], at, i * 36)[0] for i in range(10)]
    canvas.polygon(points, fill=_STAR, outline=_HALO, width=3.0)
    canvas.polygon(points, fill=_STAR)


def airfield(canvas: Canvas, at: Point) -> None:
    """Draw the runways of an airfield."""
    for grey, wide in ((_HALO, 10.0), (_RUNWAY, 6.4)):
        for angle in (-24, 36):
            canvas.line(spin([(-19, 0), (19, 0)], at, angle), grey, wide)
    for angle in (-24, 36):
        canvas.line(spin([(-15, 0), (15, 0)], at, angle), _HALO, 1.2)


def city(canvas: Canvas, at: Point, key: int, lettered: Room = _NOTHING) -> None:
    """Draw the blocks of houses of a city.

    Parameters
    ----------
    lettered
        Lettering that houses make room for.
    """
    for block in clear_of(town_blocks(at, city=True, key=key, size=_UNIT), lettered):
        canvas.polygon(block, fill=_CITY)


def village(canvas: Canvas, at: Point, *, town: bool, key: int, lettered: Room = _NOTHING) -> None:
    """Draw the houses of a town, or the few of a village.

    Parameters
    ----------
    town
        Whether it is a town.
    lettered
        Lettering that houses make room for.
    """
    blocks = town_blocks(at, city=False, key=key, size=_UNIT * 1.1) if town else _cottages(at, key)
    for block in clear_of(blocks, lettered):
        canvas.polygon(block, fill=_HOUSE, outline=_HALO, width=1.0 if town else 1.6)
        canvas.polygon(block, fill=_HOUSE)


def _cottages(at: Point, key: int) -> Iterator[list[Point]]:
    """The houses of a village."""
    turn = key * 37 % 90
    for dx, dy, wide, high in ((-5.5, -3.5, 4.2, 3.0), (4.5, -5.0, 3.0, 3.6), (0.5, 5.0, 4.6, 2.8)):
        block = [
            (dx - wide, dy - high),
            (dx + wide, dy - high),
            (dx + wide, dy + high),
            (dx - wide, dy + high),
        ]
        yield spin(block, at, turn)


def assault(canvas: Canvas, at: Point, site: str, lines: Sequence[str]) -> None:
    """Draw an Assault Hex: a frame in the colour of its site, and its words.

    Parameters
    ----------
    site
        Landing Site.
    lines
        Its words.
    """
    x, y = at
    inner = hexagon(at, 61, pointed=True)
    canvas.polygon(inner, outline=SITES[site], width=2.8)
    for i, line in enumerate(lines):
        canvas.text((x, y - 6 + i * 11), line, face="bold", size=11.5, fill=_SEA, halo=(206, 226, 232))


def queue_place(canvas: Canvas, at: Point, queue: int) -> None:
    """Draw the place of an Assault Hex in its queue, over the frames of the hexes below."""
    spot = at[0], at[1] + BELOW
    canvas.circle(spot, 8.0, fill=_HALO, outline=_SEA, width=1.6)
    canvas.text(spot, str(queue), face="bold", size=13, fill=_SEA)


# --- the hexes ---------------------------------------------------------------------------------------------


def tree_pieces(sheet: HexSheet) -> Iterator[Piece]:
    """The trees of the forests, under the grid."""
    for space in _hexes(sheet):
        if space["terrain"] == "forest":
            at = sheet.lattice.centre(space.id)
            spots = trees(at, 34, 30, _key(space.id), 0.8)
            yield bounded(partial(wood, spots=spots, dark=True), (at,), 40)


def hex_pieces(
    sheet: HexSheet, ratings: Mapping[str, tuple[str, ...]], names: Sequence[PlacedName]
) -> Iterator[Piece]:
    """What stands in the hexes, names aside.

    Parameters
    ----------
    ratings
        What the first Assault Hex of a beach says of it.
    names
        Names that houses make room for.
    """
    beaches = [rect for space in _hexes(sheet) if space["beach"] for rect in _beach_rects(sheet, space)]
    lettered = Room([*_numbers(sheet), *beaches, *(rect for name in names for rect in name.rects)])
    ways = Room(rect for tail, head, _ in landing_ways(sheet) for rect in squares((tail, head), 3.0))
    for space in _hexes(sheet):
        at = sheet.lattice.centre(space.id)
        if space["terrain"] == "city":
            yield bounded(partial(city, at=at, key=_key(space.id), lettered=lettered), (at,), 44)
        elif space["settlement"]:
            town = space["settlement"] == "town"
            paint = partial(village, at=at, town=town, key=_key(space.id), lettered=lettered)
            yield bounded(paint, (at,), 30)
        if space["airfield"]:
            yield bounded(partial(airfield, at=(at[0] - 2, at[1] + 4)), (at,), 34)
        if space["poi"]:
            yield bounded(partial(star, at=_star_at(sheet, space)), (at,), 34)
        if space["queue"]:
            yield _assault(sheet, space, at, ratings)
        elif space["beach"]:
            yield from _beach(space, at)
        yield _number(sheet, space, ways)
    for space in _hexes(sheet):
        if space["queue"]:
            at = sheet.lattice.centre(space.id)
            yield bounded(partial(queue_place, at=at, queue=int(space["queue"])), (at,), 44)
    yield from _leaving(sheet)


def _star_at(sheet: HexSheet, space: Space) -> Point:
    """Where the star of a hex stands: in its middle, or lower right beside what stands there."""
    x, y = sheet.lattice.centre(space.id)
    free = not (space["settlement"] or space["airfield"] or space["terrain"] == "city")
    return (x, y) if free else (x + 19, y + 15)


def _assault(sheet: HexSheet, space: Space, at: Point, ratings: Mapping[str, tuple[str, ...]]) -> Piece:
    beach, queue = str(space["beach"]), int(space["queue"] or 0)
    lines = ratings.get(beach, ()) if queue == 1 else (_beach_name(sheet, beach),)
    return bounded(partial(assault, at=at, site=str(space["site"]), lines=lines), (at,), 44)


def _beach_name(sheet: HexSheet, beach: str) -> str:
    return sheet.board.spaces[f"holding-{beach}"].name.removesuffix(" Holding Box")


def _beach_rects(sheet: HexSheet, space: Space) -> Iterator[Rect]:
    for line, at in _beach_words(space, sheet.lattice.centre(space.id)):
        left, top, right, bottom = text_rect(line, at, "bold", 11.5)
        yield left - 2, top - 2, right + 2, bottom + 2


def _beach_words(space: Space, at: Point) -> Iterator[tuple[str, Point]]:
    """The lines of the name of a Beach hex, across its middle."""
    name = str(space["town"]).removesuffix(" Beach")
    words = name.split(" ", 1) if len(name) > _LONG else [name]
    for i, line in enumerate(words):
        yield line, (at[0], at[1] - 2 + (i - (len(words) - 1) / 2) * 11)


def _beach(space: Space, at: Point) -> Iterator[Piece]:
    """The name of a Beach hex."""
    for line, spot in _beach_words(space, at):
        paint = partial(Canvas.text, at=spot, text=line, face="bold", size=11.5, fill=INK, halo=_HALO)
        yield bounded(paint, (spot,), 44)


def _number(sheet: HexSheet, space: Space, ways: Room) -> Piece:
    """The number of a hex, on a rim of sea where the way to a beach crosses it."""
    at, sea = number_spots(sheet, BRIDGE)[space.id], space["terrain"] == "sea"
    dark = space["terrain"] in {"forest", "city"}
    ink = _SEA_NUMBER if sea else _DARK_NUMBER if dark else _NUMBER
    free = ways.free(number_rect(sheet, space.id, at))
    back = (None if free else _WATER) if sea else _BACKS[str(space["terrain"])]
    size = sheet.number_size - (1.0 if sea else 0.0)
    name = space.id.upper()
    parts = name[0], name[1:3], name[3:]
    paint = partial(Canvas.label, parts=parts, face="sans", size=size, fill=ink, halo=back)
    return bounded(partial(paint, at=at), (at,), 20)


_BACKS: Mapping[str, Colour] = {
    "clear": (245, 238, 212),
    "beach": (245, 238, 212),
    "farmland": (236, 220, 148),
    "bocage": (172, 192, 126),
    "flooded": (164, 210, 204),
    "forest": (122, 156, 98),
    "city": (218, 172, 176),
}


def _leaving(sheet: HexSheet) -> Iterator[Piece]:
    """Arrows in the hexes where roads leave the map: edges of General Supply of the Germans."""
    for ways, alone in ((sheet.leaving, False), (sheet.passing, True)):
        for tail, head in ways:
            arrow = bounded(partial(leave, tail=tail, head=head, unit=0.5), (tail, head), 12)
            yield replace(arrow, alone=alone)


# --- names -------------------------------------------------------------------------------------------------


def placed_names(sheet: HexSheet, lines: Sequence[Sequence[Point]]) -> list[PlacedName]:
    """Names with the room they found, the same on every board.

    Parameters
    ----------
    lines
        Rivers and roads, which they should not hide.
    """
    sized = [
        Label(n.text, n.at, n.kind, _LESS if n.kind == "city" and n.text not in _GREAT else _NAMES[n.kind][0])
        for n in sheet.labels
        if n.kind in _NAMES
    ]
    sized.sort(key=lambda n: not LOOKS[n.kind].must)
    points = [p for line in lines for p in line[::2]]
    return place_names(sized, rects=_taken(sheet), soft=_yielding(sheet), points=points, gap=15.0, least=15.0)


def name_pieces(names: Sequence[PlacedName]) -> Iterator[Piece]:
    """Painters of the names.

    Parameters
    ----------
    names
        From `placed_names`.
    """
    for name in names:
        lefts, tops, rights, bottoms = zip(*name.rects, strict=True)
        bounds = (min(lefts) - 6, min(tops) - 6, max(rights) + 6, max(bottoms) + 6)
        yield Piece(bounds, partial(_name, name=name), alone=name.label.kind == "passing")


def _numbers(sheet: HexSheet) -> Iterator[Rect]:
    for number, at in number_spots(sheet, BRIDGE).items():
        yield number_rect(sheet, number, at)


def _taken(sheet: HexSheet) -> Iterator[Rect]:
    """What no name may touch: numbers, bridges, middles of places, stars, Assault Hexes, boxes and tracks."""
    yield from _numbers(sheet)
    yield from bridge_rects(sheet, BRIDGE)
    yield from side_rects(sheet, ("bluff", "cliff"))
    for space in _hexes(sheet):
        x, y = sheet.lattice.centre(space.id)
        half = {"town": 9.0, "village": 8.0}.get(str(space["settlement"]), 0.0)
        half = 9.0 if space["terrain"] == "city" else 33.0 if space["beach"] else half
        if half:
            yield x - half, y - half, x + half, y + half
        if space["poi"]:
            sx, sy = _star_at(sheet, space)
            yield sx - 10, sy - 10, sx + 10, sy + 10
        if space["airfield"]:
            yield x - 27, y - 12, x + 22, y + 20
    for way in (*sheet.leaving, *sheet.passing):
        yield from squares(way, 8.0)
    yield from solid(sheet)
    yield from (rect for _, _, rects in sea_letters(sheet) for rect in rects)
    yield from (rect for _, _, rects in sea_names(sheet) for rect in rects)


def _yielding(sheet: HexSheet) -> Iterator[Rect]:
    """What names should leave visible: houses, and the edges of the boards."""
    for space in _hexes(sheet):
        x, y = sheet.lattice.centre(space.id)
        half = 29.0 if space["terrain"] == "city" else 20.0 if space["settlement"] == "town" else 0.0
        if half:
            yield x - half, y - half, x + half, y + half
    for left, top, width, height in (p.rect for p in sheet.geometry.parts):
        for x in (left, left + width):
            yield x - _EDGE, top, x + _EDGE, top + height
        for y in (top, top + height):
            yield left, y - _EDGE, left + width, y + _EDGE


def _name(canvas: Canvas, name: PlacedName) -> None:
    look = LOOKS[name.label.kind]
    for text, at in name.lines:
        canvas.text(
            at,
            text,
            face=look.face,
            size=name.size,
            fill=_NAMES[name.label.kind][1],
            halo=_HALO,
            spacing=look.spacing,
        )
