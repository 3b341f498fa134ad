"""The Terrain Key of a hex map: a sample of each ground, hexside, line and symbol, with its words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from maps.drawing import Canvas, Colour, dashes, spin
from maps.flow import Course
from maps.geography import Point
from maps.geometry import Box
from maps.hexdrawing import map_letter, setup_symbol, town_blocks, trees, wood
from maps.hexdrawing_ground import GROUNDS, HEDGE
from maps.hexdrawing_lines import BLUE, Painter, river_stroke, road_stroke
from maps.hexdrawing_sheet import HexSheet, hexagon
from maps.hexdrawing_sides import bluff, bridge, cliff, landing, leave, strip
from maps.lettering import fit
from maps.sources import share_words
from maps.symbols import INK, panel

__all__ = ["chevron", "key_painters"]

_CREAM: Colour = (246, 239, 217)
_WHITE: Colour = (252, 249, 240)
_SAND: Colour = (244, 220, 132)
_SAND_EDGE: Colour = (150, 116, 50)
_HEDGES: Sequence[Sequence[Point]] = (
    ((-13, -24), (-11, -8), (-14, 8), (-11, 24)),
    ((3, -24), (1, -10), (5, 8), (3, 24)),
    ((14, -20), (15, -6), (13, 9), (14, 20)),
    ((-24, -6), (-11, -8), (1, -10), (15, -6), (25, -5)),
    ((-24, 7), (-14, 8), (5, 8), (13, 9), (23, 7)),
)
_FILLS: Mapping[str, Colour] = {**GROUNDS, "beach": (176, 206, 218)}
_SIDES = ("marsh-side", "woods-side", "bluff-side", "cliff-side")


def chevron(canvas: Canvas, at: Point) -> None:
    """Draw the chevrons of the way of a wave.

    Parameters
    ----------
    canvas, at
        Where.
    """
    x, y = at
    for dy in (-5.0, 4.0):
        line = [(x - 10, y + dy - 5), (x, y + dy + 3), (x + 10, y + dy - 5)]
        canvas.line(line, _WHITE, 6.4)
        canvas.line(line, BLUE, 3.4)


def key_painters(sheet: HexSheet) -> list[Painter]:
    """The Terrain Key: a panel, then a row for each kind of ground, hexside, line and symbol.

    Parameters
    ----------
    sheet
        What to paint.

    Returns
    -------
    list of callables that take a `maps.drawing.Canvas`

    Raises
    ------
    KeyError
        The sheet names a sample that nobody can draw.
    """
    (x, y, w, h), i = sheet.furniture["legend"], sheet.inch
    half = (len(sheet.key) + 1) // 2
    step = (h - 118 * i) / half
    painters: list[Painter] = [partial(_key_panel, rect=(x, y, w, h), inch=i)]
    for n, (kind, words) in enumerate(sheet.key):
        column, row = divmod(n, half)
        at = (x + 44 * i + column * w / 2, y + 84 * i + row * step)
        road = sheet.unit * sheet.weight
        sample = partial(_sample, kind=kind, pointed=sheet.lattice.pointed, unit=i, road=road)
        painters.append(partial(_key_row, at=at, paint=sample, words=words, room=w / 2 - 92 * i, inch=i))
    notes = [_across(sheet.miles_per_hex)]
    if sheet.reconstructed is not None:
        notes.append(share_words(sheet.reconstructed))
    for n, words in enumerate(reversed(notes)):
        at = (x + w / 2, y + h - (23 + n * 24) * i)
        painters.append(partial(_key_note, at=at, words=words, room=w - 30 * i, inch=i))
    return painters


def _key_panel(canvas: Canvas, rect: Sequence[float], inch: float) -> None:
    x, y, w, h = rect
    panel(canvas, Box(x, y, w, h).corners, fill=_CREAM, width=4)
    canvas.text(
        (x + w / 2, y + 32 * inch), "TERRAIN KEY", face="heavy", size=32 * inch, fill=INK, spacing=0.12
    )


def _key_row(
    canvas: Canvas,
    at: Point,
    *,
    paint: Callable[[Canvas, Point], None],
    words: str,
    room: float,
    inch: float,
) -> None:
    if canvas.shows(at[1] - 40, at[1] + 40):
        paint(canvas, at)
        for i, line in enumerate(lines := words.split("|")):
            y, size = at[1] + (i - (len(lines) - 1) / 2) * 22 * inch, fit(line, "sans", 21 * inch, room)
            canvas.text((at[0] + 42 * inch, y), line, face="sans", size=size, fill=INK, anchor="lm")


def _across(miles: float) -> str:
    whole = f"{int(miles)}¼" if miles % 1 == 0.25 else f"{miles:g}"
    return f"A hex is about {whole} miles across."


def _key_note(canvas: Canvas, at: Point, words: str, room: float, inch: float) -> None:
    canvas.text(at, words, face="italic", size=fit(words, "italic", 22 * inch, room), fill=INK)


def _sample(canvas: Canvas, at: Point, *, kind: str, pointed: bool, unit: float, road: float) -> None:
    """What a row of the key explains; roads as wide as on the map."""
    if kind in _FILLS:
        _swatch(canvas, at, kind, pointed=pointed, unit=unit)
    elif kind in {"sp", "ost"}:
        setup_symbol(canvas, at, kind, unit)
    elif kind == "letter":
        canvas.text(at, "E", face="heavy", size=40, fill=(150, 22, 24))
    elif kind == "boxed-letter":
        map_letter(canvas, at, "A", framed=True, size=46 * unit)
    elif kind == "chevron":
        chevron(canvas, at)
    elif kind == "bridge":
        _stroke(canvas, at, "major-river", unit)
        for rim in (True, False):
            road_stroke(canvas, spin([(-4, -22), (4, 22)], at, 0, unit), "major", rim=rim, unit=road)
        bridge(canvas, at, 80.0, unit)
    elif kind == "leaving":
        leave(canvas, (at[0] - 22 * unit, at[1]), (at[0] + 24 * unit, at[1]), unit)
    elif kind == "landing":
        landing(canvas, (at[0] - 24 * unit, at[1]), (at[0] + 24 * unit, at[1]), unit)
    elif kind in _SIDES:
        _side(canvas, at, kind, unit)
    else:
        _stroke(canvas, at, kind, road if kind in {"major", "minor"} else unit)


def _side(canvas: Canvas, at: Point, kind: str, unit: float) -> None:
    """A hexside with a strip, a bluff or a cliff."""
    line = spin([(-24, 6), (-8, -3), (8, 3), (24, -6)], at, 0, unit)
    if kind == "cliff-side":
        cliff(canvas, line, unit=unit)
    elif kind == "bluff-side":
        bluff(canvas, line, unit=unit)
    else:
        strip(canvas, line, woods=kind == "woods-side", unit=unit)


def _swatch(canvas: Canvas, at: Point, kind: str, *, pointed: bool, unit: float) -> None:
    """A hex of one terrain."""
    shape = hexagon(at, 50 * unit, pointed=pointed)
    canvas.polygon(shape, fill=_FILLS[kind])
    x, y = at
    if kind in {"woods", "forest"}:
        dark = kind == "forest"
        wood(canvas, trees(at, 18 * unit, 15 if dark else 8, 3, unit), dark=dark)
    elif kind in {"town", "city"}:
        for block in town_blocks(at, city=kind == "city", key=3, size=unit):
            if all(abs(px - x) < 21 * unit and abs(py - y) < 21 * unit for px, py in block):
                canvas.polygon(block, fill=(112, 56, 44))
    elif kind == "bocage":
        for line in _HEDGES:
            shown = [(px * 0.92, py * 0.92) for px, py in line] if pointed else line
            canvas.line(spin(shown, at, 0, unit), HEDGE, 2.8 * unit)
    elif kind == "beach":
        strand = [(-28, 2), (-12, -5), (6, 3), (28, -1)]
        canvas.polygon(spin([*strand, (15, 25), (-15, 25)], at, 0, unit), fill=GROUNDS["clear"])
        for ink, width in ((_SAND_EDGE, 12.0), (_SAND, 8.4)):
            canvas.line(spin([(-23, 0), *strand[1:3], (23, 0)], at, 0, unit), ink, width * unit)
    elif kind in {"flooded", "marsh"}:
        for px, py in ((-12, -10), (6, -12), (-4, 0), (12, 2), (-14, 10), (2, 13)):
            canvas.line(spin([(px - 6, py), (px + 6, py)], at, 0, unit), (66, 116, 130), 2.4 * unit)
    canvas.polygon(shape, outline=(112, 104, 80), width=1.8 * unit)


def _stroke(canvas: Canvas, at: Point, paint: str, unit: float) -> None:
    """A short piece of a line."""
    x, y = at
    line = spin([(-26, 5), (-9, -4), (9, 4), (26, -4)], at, 0, unit)
    if paint.endswith("river"):
        for rim in (True, False):
            river_stroke(canvas, Course(paint, line, 1.0, 1.0, mouth=False), rim=rim, unit=unit)
    elif paint in {"major", "minor"}:
        for rim in (True, False):
            road_stroke(canvas, line, paint, rim=rim, unit=unit)
    elif paint == "gun":
        for i in range(3):
            canvas.line([(x - 29 + i * 21, y), (x - 14 + i * 21, y)], BLUE, 4.6)
    elif paint == "limit":
        for dy, ink in ((-7.2, (70, 96, 44)), (7.2, (150, 92, 30))):
            canvas.line([(x - 28, y + dy), (x + 28, y + dy)], ink, 4.6)
    elif paint == "port":
        for part in dashes(spin([(-26, 0), (26, 0)], at, 0, unit), 12 * unit, 9 * unit):
            canvas.line(part, BLUE, 4.6 * unit)
    else:
        raise KeyError(paint)
