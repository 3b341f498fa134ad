"""The Terrain Key of The Battle for Normandy: a sample of each ground, hexside and symbol, with its words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from maps.battle_for_normandy.painted_ground import GROUNDS
from maps.battle_for_normandy.painted_hexes import airfield, assault, city, queue_place, star, village
from maps.battle_for_normandy.painted_lines import bounded, draw_gap, level_side, rail, track, water, way
from maps.drawing import Canvas, Colour, Piece, dashes, spin
from maps.flow import Course
from maps.geography import Point
from maps.geometry import Box
from maps.hexdrawing import trees, wood
from maps.hexdrawing_sheet import HexSheet, hexagon
from maps.hexdrawing_sides import bluff, bridge, cliff, leave
from maps.lettering import fit
from maps.sources import share_words
from maps.symbols import INK, panel

__all__ = ["KEY", "key_pieces"]

KEY = (
    ("clear", "Clear"),
    ("farmland", "Farmland (light bocage)"),
    ("bocage", "Bocage"),
    ("forest", "Forest"),
    ("flooded", "Flooded, Marsh"),
    ("city", "City"),
    ("town", "Town"),
    ("village", "Village"),
    ("poi", "Point of Interest"),
    ("airfield", "Airfield"),
    ("beach", "Beach"),
    ("assault", "Assault Hex: place in queue,|ratings of Drift, DD tanks"),
    ("level", "Elevation line: strokes|point down the slope"),
    ("stream", "Stream"),
    ("major-river", "Major River"),
    ("bridge", "Bridge"),
    ("bluff", "Bluff"),
    ("draw", "Draw in a bluff"),
    ("cliff", "Cliff"),
    ("highway", "Highway"),
    ("primary", "Primary Road"),
    ("secondary", "Secondary Road"),
    ("railroad", "Railroad"),
    ("track", "Track"),
    ("perimeter", "Cherbourg Perimeter"),
    ("seam", "Edge of a map: numbers|of the next map begin"),
    ("leaving", "Road off the map:|German supply, entry"),
    ("level-2", "Higher ground"),
)
"""Rows of the key: kind of the sample, and its words."""

_CREAM: Colour = (246, 239, 217)
_HEDGE: Mapping[str, Colour] = {"bocage": (100, 128, 68), "farmland": (190, 172, 94)}
_HEDGES = (
    ((-9, -19), (-8, -6), (-10, 6), (-8, 18)),
    ((5, -21), (4, -8), (6, 6), (5, 20)),
    ((-20, -5), (-8, -6), (4, -8), (21, -5)),
    ((-20, 6), (-10, 6), (6, 6), (20, 7)),
)
_ROADS = ("highway", "primary", "secondary")


def key_pieces(sheet: HexSheet) -> Iterator[Piece]:
    """The Terrain Key: a panel, then a row for each sample."""
    x, y, w, h = sheet.furniture["legend"]
    half = (len(sheet.key) + 1) // 2
    step = (h - 130) / half
    yield bounded(partial(_panel, rect=Box(x, y, w, h)), Box(x, y, w, h).corners, 8)
    for n, (kind, words) in enumerate(sheet.key):
        column, row = divmod(n, half)
        at = (x + 54 + column * w / 2, y + 98 + row * step)
        paint = partial(_row, at=at, kind=kind, words=words, room=w / 2 - 104)
        yield bounded(paint, (at,), w / 2)
    notes = ["A hex is 1,270 yards (1,161 m) across; the numbers are those of the map that shows it first."]
    if sheet.reconstructed is not None:
        notes.append(share_words(sheet.reconstructed))
    for n, words in enumerate(reversed(notes)):
        at = (x + w / 2, y + h - 20 - n * 22)
        size = fit(words, "italic", 20, w - 30)
        yield bounded(
            partial(Canvas.text, at=at, text=words, face="italic", size=size, fill=INK), (at,), w / 2
        )


def _panel(canvas: Canvas, rect: Box) -> None:
    panel(canvas, rect.corners, fill=_CREAM, width=3.6)
    at = (rect.x + rect.width / 2, rect.y + 32)
    canvas.text(at, "TERRAIN KEY", face="heavy", size=30, fill=INK, spacing=0.12)


def _row(canvas: Canvas, at: Point, *, kind: str, words: str, room: float) -> None:
    _sample(canvas, at, kind)
    for i, line in enumerate(lines := words.split("|")):
        y, size = at[1] + (i - (len(lines) - 1) / 2) * 23, fit(line, "sans", 22, room)
        canvas.text((at[0] + 46, y), line, face="sans", size=size, fill=INK, anchor="lm")


def _sample(canvas: Canvas, at: Point, kind: str) -> None:
    """What a row explains."""
    if kind in GROUNDS or kind in _ON_GROUND:
        _ground(canvas, at, kind)
    elif kind in _LINES:
        _LINES[kind](canvas, at)
    else:
        raise KeyError(kind)


def _ground(canvas: Canvas, at: Point, kind: str) -> None:
    """A hex of one terrain, or with what stands in it."""
    shape = hexagon(at, 52, pointed=True)
    canvas.polygon(shape, fill=GROUNDS.get(kind, _ON_GROUND.get(kind, GROUNDS["clear"])))
    for line in _HEDGES if kind in _HEDGE else ():
        canvas.line(spin(line, at, 0), _HEDGE[kind], 2.4)
    if kind == "forest":
        wood(canvas, trees(at, 18, 14, 3, 0.78), dark=True)
    elif kind == "flooded":
        for px, py in ((-12, -10), (6, -12), (-4, 0), (12, 2), (-14, 10), (2, 13)):
            canvas.line(spin([(px - 6, py), (px + 6, py)], at, 0), (66, 116, 130), 2.0)
    elif kind == "city":
        city(canvas, at, 3)
    elif kind in {"town", "village"}:
        village(canvas, at, town=kind == "town", key=5)
    elif kind == "poi":
        star(canvas, at, 10)
    elif kind == "airfield":
        airfield(canvas, at)
    elif kind == "beach":
        strand = [(-22, 2), (-10, -4), (6, 3), (22, -1)]
        canvas.polygon(spin([*strand, (16, 20), (0, 29), (-16, 20)], at, 0), fill=GROUNDS["clear"])
        canvas.line(spin(strand, at, 0), (160, 124, 52), 11)
        canvas.line(spin(strand, at, 0), (247, 222, 130), 8)
    elif kind == "assault":
        assault(canvas, at, "gold", ())
        queue_place(canvas, at, 2)
    canvas.polygon(shape, outline=(122, 116, 88), width=1.6)


_ON_GROUND: Mapping[str, Colour] = {
    "town": GROUNDS["farmland"],
    "village": GROUNDS["farmland"],
    "poi": GROUNDS["farmland"],
    "airfield": GROUNDS["clear"],
    "beach": (186, 212, 222),
    "assault": (170, 200, 214),
    "level-2": (151, 153, 91),
}


def _wave(at: Point) -> list[Point]:
    return spin([(-28, 5), (-10, -4), (10, 4), (28, -4)], at, 0)


def _level(canvas: Canvas, at: Point) -> None:
    for a, b in ((-28, -2), (-2, 26)):
        side = spin([(a, 4 if a < -10 else -6), (b, -6 if a < -10 else 4)], at, 0)
        level_side(canvas, (side[0], side[1]), (at[0] + (a + b) / 2, at[1] + 40))


def _stream(canvas: Canvas, at: Point) -> None:
    water(canvas, Course("stream", _wave(at), 1.0, 1.0, mouth=False), rim=False)


def _river(canvas: Canvas, at: Point) -> None:
    for rim in (True, False):
        water(canvas, Course("major-river", _wave(at), 1.0, 1.0, mouth=False), rim=rim)


def _bridge(canvas: Canvas, at: Point) -> None:
    _river(canvas, at)
    for rim in (True, False):
        way(canvas, spin([(-4, -22), (4, 22)], at, 0), "primary", rim=rim)
    bridge(canvas, at, 80.0, 0.6)


def _bluff(canvas: Canvas, at: Point) -> None:
    bluff(canvas, _wave(at), unit=0.8)


def _draw(canvas: Canvas, at: Point) -> None:
    bluff(canvas, spin([(-30, 4), (-14, 0)], at, 0), unit=0.7)
    bluff(canvas, spin([(14, 0), (30, -4)], at, 0), unit=0.7)
    draw_gap(canvas, ((at[0] - 18, at[1]), (at[0] + 18, at[1])))


def _cliff(canvas: Canvas, at: Point) -> None:
    cliff(canvas, ((at[0] - 26, at[1] - 4), (at[0] + 26, at[1] - 4)), unit=0.8)


def _road(canvas: Canvas, at: Point, kind: str) -> None:
    for rim in (True, False):
        way(canvas, _wave(at), kind, rim=rim)


def _perimeter(canvas: Canvas, at: Point) -> None:
    for part in dashes(_wave(at), 15, 6):
        canvas.line(part, (132, 24, 68), 3.6)


def _seam(canvas: Canvas, at: Point) -> None:
    for part in dashes(spin([(-26, 0), (26, 0)], at, 0), 7, 7):
        canvas.line(part, INK, 2.2)


def _leaving(canvas: Canvas, at: Point) -> None:
    leave(canvas, (at[0] - 22, at[1]), (at[0] + 22, at[1]), 0.7)


_LINES: Mapping[str, Callable[[Canvas, Point], None]] = {
    "level": _level,
    "stream": _stream,
    "major-river": _river,
    "bridge": _bridge,
    "bluff": _bluff,
    "draw": _draw,
    "cliff": _cliff,
    **{kind: partial(_road, kind=kind) for kind in _ROADS},
    "railroad": lambda canvas, at: rail(canvas, _wave(at)),
    "track": lambda canvas, at: track(canvas, _wave(at)),
    "perimeter": _perimeter,
    "seam": _seam,
    "leaving": _leaving,
}
