"""Painters of what stands round the ground: Landing Boxes, Zones, tracks, places of cards, title and key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from maps.drawing import Canvas, Colour
from maps.furniture import scale_bar, shortest_way, title_panel, track_frame, track_heading, water_name
from maps.geography import Point
from maps.geometry import AreaShape, Box, TrackShape
from maps.lettering import fit
from maps.rose import compass, frame
from maps.sheet import Sheet
from maps.storm_over_normandy.faces import mark
from maps.storm_over_normandy.key import ROAD, WAVE, key_painters
from maps.symbols import INK, RED, arrow, emblem, panel

__all__ = ["furniture_painters"]

Painter = Callable[[Canvas], None]
_CREAM: Colour = (246, 239, 217)
_SHADE: Colour = (228, 216, 184)
_FAINT: Colour = (150, 128, 88)
_US: Colour = (186, 204, 160)
_BR: Colour = (226, 206, 166)
_ZONE: Colour = (232, 214, 170)
_AMERICAN = ("omaha-1", "omaha-2", "utah")
_HALVES = {1: "½", 2: "1", 4: "2"}
_SUPPORT = {"24": "turn 1", "4": "turns 2-8"}
_INLAND = 22.0  # how far behind the coast the arrow of a landing ends
_CLEAR = 70.0  # from a corner of a Landing Box to its arrow
_DAY = 5  # turn 1 is 6 June
_BACKS: dict[str, tuple[Colour, str]] = {
    "german-stack": ((196, 112, 100), "German cards"),
    "german-discards": ((220, 188, 176), "German discards"),
    "allied-stack": ((122, 150, 104), "Allied cards"),
    "allied-discards": ((196, 208, 178), "Allied discards"),
}


def furniture_painters(sheet: Sheet) -> list[Painter]:
    """All painters of the furniture, in the order of painting.

    Examples
    --------
    >>> from maps.storm_over_normandy.ground import load_sheet
    >>> len(furniture_painters(load_sheet())) > 30
    True
    """
    return [
        *(partial(water_name, text=text, at=(x, y), size=size) for text, x, y, size in sheet.waters),
        *_links(sheet),
        *(partial(_box, sheet=sheet, shape=shape) for shape in sheet.geometry.boxes.values()),
        *(partial(_track, sheet=sheet, track=track) for track in sheet.geometry.tracks.values()),
        *(partial(_cards, rect=sheet.furniture[k], back=b, words=w) for k, (b, w) in _BACKS.items()),
        partial(title_panel, sheet=sheet),
        partial(compass, box=Box(*sheet.furniture["compass"]), north=sheet.north, weight=1, letter=48),
        partial(scale_bar, sheet=sheet),
        *key_painters(sheet),
        partial(frame, geometry=sheet.geometry, weight=1),
    ]


def _links(sheet: Sheet) -> list[Painter]:
    """Arrows from the Invasion sections to their beaches, and between Zones and Areas."""
    painters: list[Painter] = []
    for key, edge in sheet.board.edges.items():
        landing = "landing-" in key
        if edge.boundary != "zone" and not landing:
            continue
        if landing:
            path = _landing(sheet, edge.a, edge.b)
        else:
            path = sheet.routes.get(key) or shortest_way(sheet, edge.a, edge.b, clear=40.0)
        width = 26.0 if landing else 17.0
        painters.append(
            partial(arrow, path=path, fill=WAVE if landing else ROAD, width=width, both=not landing)
        )
    return painters


def _landing(sheet: Sheet, a: str, b: str) -> Sequence[Point]:
    """From the Invasion section to the middle of the beach."""
    import shapely

    box, beach = sorted((a, b), key=lambda s: s not in sheet.geometry.boxes)
    area = shapely.Polygon(sheet.geometry.areas[beach].polygon)
    coast = shapely.line_merge(area.boundary.intersection(sheet.land.boundary.buffer(1.0)))
    strand = max(shapely.get_parts(coast), key=lambda part: part.length)
    middle = strand.interpolate(0.5, normalized=True)
    (x0, _), _, (x1, y1), _ = sheet.geometry.boxes[box].polygon
    start = shapely.Point(min(max(middle.x, x0 + _CLEAR), x1 - _CLEAR), y1)
    share = 1 + _INLAND / middle.distance(start)
    return (start.x, start.y), (
        start.x + (middle.x - start.x) * share,
        start.y + (middle.y - start.y) * share,
    )


def _box(canvas: Canvas, sheet: Sheet, shape: AreaShape) -> None:
    """A section of a Landing Box, a Zone, or another box."""
    space = sheet.board.spaces[shape.id]
    paint = {"landing": _section, "zone": _zone}.get(space.kind, _plain_box)
    paint(canvas, sheet, shape)


def _section(canvas: Canvas, sheet: Sheet, shape: AreaShape) -> None:
    """Invasion or Exploitation section of a Landing Box; the upper one bears the name of the beach."""
    space = sheet.board.spaces[shape.id]
    beach = str(space["beach"])
    (x0, y0), _, (x1, _), _ = shape.polygon
    american = beach in _AMERICAN
    panel(canvas, shape.polygon, fill=_US if american else _BR, width=5)
    what = "Invasion" if shape.id.startswith("landing-") else "Exploitation"
    if what == "Exploitation":
        name = sheet.board.spaces[beach].name.upper()
        canvas.text((x0 + 24, y0 + 36), name, face="heavy", size=46, fill=INK, anchor="lm", spacing=0.04)
        emblem(canvas, (x1 - 42, y0 + 38), 40, "us" if american else "british")
        canvas.text((x1 - 78, y0 + 38), what, face="italic", size=32, fill=INK, anchor="rm")
        return
    canvas.text((x0 + 24, y0 + 28), what, face="italic", size=34, fill=INK, anchor="lm")
    for symbol in ("us-airborne", "british-airborne"):
        if space[symbol]:
            mark(canvas, (x0 + 196, y0 + 36), symbol)
    note = "1 to 6 units at the start"
    canvas.text((x1 - 22, y0 + 28), note, face="italic", size=25, fill=(96, 84, 62), anchor="rm")


def _zone(canvas: Canvas, sheet: Sheet, shape: AreaShape) -> None:
    """A Reinforcement Box: letter, where its roads lead, what an Allied unit in it scores."""
    space = sheet.board.spaces[shape.id]
    (x0, y0), _, (x1, y1), _ = shape.polygon
    panel(canvas, shape.polygon, fill=_ZONE, width=6)
    letter = space.name[-1]
    canvas.text((x0 + 56, y0 + 62), letter, face="heavy", size=100, fill=(150, 112, 60))
    canvas.text(
        (x0 + 102, y0 + 36), f"ZONE {letter}", face="bold", size=33, fill=INK, anchor="lm", spacing=0.06
    )
    worth = f"{_HALVES[int(space['halves'] or 1)]} VP"
    at = (x0 + 102, y0 + 76)
    canvas.text(at, worth, face="bold", size=38, fill=RED, anchor="lm")
    words = "each Allied unit"
    room = x1 - x0 - 102 - 86 - 20
    canvas.text(
        (x0 + 188, y0 + 78), words, face="italic", size=fit(words, "italic", 30, room), fill=INK, anchor="lm"
    )
    note = sheet.notes.get(shape.id, "")
    size = fit(note, "italic", 32, x1 - x0 - 36)
    canvas.text((x1 - 18, y1 - 26), note, face="italic", size=size, fill=INK, anchor="rm")


def _plain_box(canvas: Canvas, sheet: Sheet, shape: AreaShape) -> None:
    (x0, y0), _, (x1, _), _ = shape.polygon
    panel(canvas, shape.polygon, fill=_CREAM, width=4.5)
    name = sheet.board.spaces[shape.id].name
    size = fit(name, "heavy", 36, x1 - x0 - 30)
    canvas.text(((x0 + x1) / 2, y0 + 32), name, face="heavy", size=size, fill=INK)
    note = sheet.notes.get(shape.id, "")
    if note:
        size = fit(note, "italic", 27, x1 - x0 - 30)
        canvas.text(((x0 + x1) / 2, y0 + 64), note, face="italic", size=size, fill=(96, 84, 62))


def _track(canvas: Canvas, sheet: Sheet, track: TrackShape) -> None:
    """A track: heading and boxes."""
    boxes = track.boxes
    if not canvas.shows(boxes[0].y - 60, boxes[-1].y + boxes[-1].height + 10):
        return
    track_heading(canvas, boxes, track.title)
    paint = {"turn": _turn, "support": _support}.get(track.id, _number)
    for label, box in zip(track.labels, boxes, strict=True):
        paint(canvas, sheet, label, box)


def _number(canvas: Canvas, _sheet: Sheet, label: str, box: Box) -> None:
    """A box of the Victory Point Track: units, or tens with a nought."""
    tens = len(label) > 1
    track_frame(canvas, box, _SHADE if tens else _CREAM)
    canvas.text(box.middle, label, face="bold", size=52 if tens else 58, fill=_FAINT)


def _support(canvas: Canvas, _sheet: Sheet, label: str, box: Box) -> None:
    note = _SUPPORT.get(label, "")
    track_frame(canvas, box, _US if note else _SHADE if label == "0" else _CREAM)
    x, y = box.middle
    canvas.text(
        (x, y - (9 if note else 0)), label, face="bold", size=46, fill=(92, 104, 62) if note else _FAINT
    )
    if note:
        canvas.text((x, box.y + box.height - 18), note, face="sans", size=21, fill=INK)


def _turn(canvas: Canvas, sheet: Sheet, label: str, box: Box) -> None:
    """A turn: its number, its day, whose units arrive at its end."""
    turn = int(label)
    track_frame(canvas, box, _CREAM)
    canvas.text((box.x + 14, box.y + 28), f"{turn + _DAY} June", face="heavy", size=32, fill=INK, anchor="lm")
    canvas.text((box.middle[0], box.middle[1] + 6), label, face="bold", size=112, fill=(226, 212, 174))
    for i, nation in enumerate(sheet.arrivals.get(turn, ())):
        emblem(canvas, (box.x + 34 + i * 48, box.y + box.height - 34), 38, nation)
    if turn == 1:
        words, at = "Invasion first", (box.middle[0], box.y + box.height - 22)
        canvas.text(at, words, face="italic", size=fit(words, "italic", 27, box.width - 20), fill=INK)


def _cards(canvas: Canvas, rect: Sequence[float], back: Colour, words: str) -> None:
    """Where a deck of cards or its discards lie."""
    box = Box(rect[0], rect[1], rect[2], rect[3])
    panel(canvas, box.corners, fill=back, width=5)
    first, second = words.split()
    for dy, line in ((-22, first), (22, second)):
        canvas.text((box.middle[0], box.middle[1] + dy), line, face="heavy", size=40, fill=_ink_on(back))


def _ink_on(back: Colour) -> Colour:
    return (252, 249, 240) if sum(back) < 450 else INK
