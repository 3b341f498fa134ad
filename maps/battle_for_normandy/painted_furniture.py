"""What stands round the hexes: boxes, tracks, ways to the beaches, Direction Chart, letters of the maps."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial

from maps.battle_for_normandy.layout import map_data
from maps.battle_for_normandy.painted_hexes import SITES
from maps.battle_for_normandy.painted_lines import bounded
from maps.battle_for_normandy.painted_sea import landing_ways, sea_letters, sea_names
from maps.drawing import Canvas, Colour, Piece, spin
from maps.geography import Point
from maps.geometry import AreaShape, Box, TrackShape
from maps.hexdrawing_sheet import HexSheet, hexagon
from maps.hexfurniture import scale_bar, title_panel, water_name, weather_box
from maps.lettering import fit
from maps.rose import SEA_INK, compass, frame
from maps.symbols import INK, RED, emblem, panel

__all__ = ["furniture_pieces", "way_pieces"]

_CREAM: Colour = (246, 239, 217)
_WHITE: Colour = (252, 249, 240)
_FAINT: Colour = (156, 134, 94)
_HALO: Colour = (214, 230, 236)
_LETTER: Colour = (88, 124, 154)
_MONTHS: Mapping[int, Colour] = {6: _CREAM, 7: (234, 240, 214), 8: (248, 228, 200)}
_GROUNDS: Mapping[str, Colour] = {
    "us": (190, 208, 160),
    "british": (226, 206, 164),
    "canadian": (230, 190, 176),
    "german": (186, 194, 198),
    "plain": _CREAM,
}
_SIDES: Mapping[str, Colour] = {
    "us": (204, 220, 176),
    "commonwealth": (234, 216, 178),
    "german": (202, 208, 212),
    "cotentin": (216, 216, 206),
}
_EMBLEMS = {"us": "us", "british": "british", "canadian": "british"}
_FIRST = dt.date(1944, 5, 31)  # day 0 of the calendar of the game
_ONLY = "rose-a"  # the Direction Chart that joined boards show
_I = 0.86  # size of lettering and strokes, in those of a board of 130 pixels an inch


def furniture_pieces(sheet: HexSheet) -> Iterator[Piece]:
    """Everything round the hexes, the Terrain Key aside."""
    for n, at, rects in sea_names(sheet):
        reach = [(x, y) for a, b, c, d in rects for x, y in ((a, b), (c, d))]
        yield bounded(partial(water_name, text=n.text, at=at, size=n.size), reach, 10)
    for (letter, size), at, _ in sea_letters(sheet):
        yield bounded(partial(_letter, at=at, letter=letter, size=size), (at,), size)
    for shape in sheet.geometry.boxes.values():
        yield bounded(partial(_box, sheet=sheet, shape=shape), shape.polygon, 10)
    for track in sheet.geometry.tracks.values():
        yield from _track(sheet, track)
    for name, rect in sheet.furniture.items():
        corners = Box(*rect).corners
        if name == "title":
            yield bounded(partial(title_panel, sheet=sheet), corners, 12)
        elif name == "compass":
            rose = partial(compass, box=Box(*rect), north=0.0, weight=0.7, letter=30)
            yield bounded(rose, corners, 30)
        elif name == "scale":
            yield bounded(partial(scale_bar, sheet=sheet), corners, 60)
        elif name.startswith("rose-"):
            chart = bounded(partial(_directions, box=Box(*rect)), corners, 30)
            yield replace(chart, alone=name != _ONLY)
    whole = (0, 0), (sheet.geometry.width, sheet.geometry.height)
    yield bounded(partial(frame, geometry=sheet.geometry, weight=0.8), whole)


def way_pieces(sheet: HexSheet) -> Iterator[Piece]:
    """The ways to the beaches, under the numbers of the hexes that they cross."""
    for tail, head, site in landing_ways(sheet):
        yield bounded(partial(_way, tail=tail, head=head, ink=SITES[site]), (tail, head), 20)


def _letter(canvas: Canvas, at: Point, letter: str, size: float) -> None:
    """The letter of a printed map."""
    canvas.text(at, letter, face="heavy", size=size, fill=_LETTER)


# --- beaches -----------------------------------------------------------------------------------------------


def _way(canvas: Canvas, tail: Point, head: Point, ink: Colour) -> None:
    """A slim arrow over the sea."""
    for colour, wide in ((_WHITE, 4.4), (ink, 2.4)):
        canvas.line([tail, head], colour, wide)
    turn = math.degrees(math.atan2(head[1] - tail[1], head[0] - tail[0]))
    tip = spin([(-11, -7), (4, 0), (-11, 7)], head, turn)
    canvas.polygon(tip, fill=ink, outline=_WHITE, width=1.4)


def _box(canvas: Canvas, sheet: HexSheet, shape: AreaShape) -> None:
    """A box with its words; a Holding Box wears the colour of its nation."""
    ground, words, _ = sheet.boxes[shape.id]
    (x0, y0), _, (x1, _), _ = shape.polygon
    panel(canvas, shape.polygon, fill=_GROUNDS[ground], width=3.4)
    if shape.id.startswith("airborne-"):
        emblem(canvas, (x0 + 22, y0 + 20), 22, _EMBLEMS[ground])
        emblem(canvas, (x1 - 22, y0 + 20), 22, _EMBLEMS[ground])
    room = x1 - x0 - (76 if shape.id.startswith("airborne-") else 16)
    size = fit(words, "heavy", 23, room)
    canvas.text(((x0 + x1) / 2, y0 + 18), words, face="heavy", size=size, fill=INK)


# --- tracks ------------------------------------------------------------------------------------------------


def _track(sheet: HexSheet, track: TrackShape) -> Iterator[Piece]:
    """A track: heading and boxes."""
    boxes = track.boxes
    beside = any(
        t["id"] == track.id and t.get("heading") == "left" for t in map_data(sheet.board.filing)["tracks"]
    )
    first = boxes[0]
    at = (first.x - 16, first.middle[1]) if beside else (first.x + 2, first.y - 19)
    yield bounded(partial(_heading, at=at, title=track.title, beside=beside), (at,), 420)
    side = track.id.rsplit("-", 1)[-1]
    for label, box in zip(track.labels, boxes, strict=True):
        fill = _SIDES.get(side, _CREAM)
        yield bounded(partial(_cell, sheet=sheet, track=track, label=label, fill=fill), box.corners, 6)


def _heading(canvas: Canvas, at: Point, title: str, *, beside: bool) -> None:
    """The title of a track, over its first box or to the left of it."""
    size, anchor = (34, "rm") if beside else (25, "lm")
    canvas.text(at, title, face="heavy", size=size, fill=INK, anchor=anchor, halo=_HALO)


def _cell(canvas: Canvas, sheet: HexSheet, track: TrackShape, label: str, fill: Colour) -> None:
    """One box of a track."""
    box = track.named[label]
    if track.id == "turn":
        _day(canvas, sheet, int(label), box)
        return
    canvas.polygon(box.corners, fill=fill, outline=INK, width=2.4)
    if track.id == "weather":
        weather_box(canvas, label, box, track.labels, _I)
    elif label.isdigit():
        size = min(38.0, box.height * 0.5)
        canvas.text(box.middle, label, face="bold", size=size, fill=_FAINT)
    else:
        size = min(fit(word, "serif", 25, box.width - 20) for word in track.labels)
        canvas.text((box.x + 10, box.y + 20), label, face="serif", size=size, fill=INK, anchor="lm")


def _day(canvas: Canvas, sheet: HexSheet, day: int, box: Box) -> None:
    """A day of the Turn Record Track, with those whose units arrive."""
    date = _FIRST + dt.timedelta(days=day)
    canvas.polygon(box.corners, fill=_MONTHS[date.month], outline=INK, width=2.4)
    at = (box.x + 9, box.y + 19)
    canvas.text(at, str(date.day), face="heavy", size=30, fill=RED, anchor="lm")
    words = f"{date:%B}"
    canvas.text((box.x + 46, box.y + 21), words, face="serif", size=19, fill=INK, anchor="lm")
    canvas.text(
        (box.x + box.width - 8, box.y + 21), f"{date:%a}", face="italic", size=17, fill=_FAINT, anchor="rm"
    )
    for n, nation in enumerate(sheet.arrivals.get(day, ())):
        emblem(canvas, (box.x + box.width - 18 - n * 26, box.y + box.height - 18), 20, nation)


# --- the Direction Chart -----------------------------------------------------------------------------------


def _directions(canvas: Canvas, box: Box) -> None:
    """The numbers of the six directions round a hex, 1 to the north-east."""
    at, reach = box.middle, box.width / 2
    canvas.polygon(hexagon(at, reach * 0.84, pointed=True), fill=_WHITE, outline=SEA_INK, width=3)
    for way in range(1, 7):
        turn = -60 + (way - 1) * 60
        arrow = [(reach * 0.40, -4), (reach * 0.58, -4), (reach * 0.58, -11), (reach * 0.74, 0)]
        arrow += [(reach * 0.58, 11), (reach * 0.58, 4), (reach * 0.40, 4)]
        canvas.polygon(spin(arrow, at, turn), fill=SEA_INK)
        spot = spin([(reach * 0.88, 0)], at, turn)[0]
        canvas.text(spot, str(way), face="heavy", size=reach * 0.27, fill=RED, halo=_WHITE)
    canvas.text((at[0], at[1] - 9), "Direction", face="serif", size=reach * 0.15, fill=INK)
    canvas.text((at[0], at[1] + 9), "Chart", face="serif", size=reach * 0.15, fill=INK)
