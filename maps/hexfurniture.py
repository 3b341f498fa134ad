"""Painters of what stands round a hex map: offshore hexes, boxes, tracks, key, title and compass."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from maps.drawing import Canvas, Colour, spin
from maps.geography import Point
from maps.geometry import AreaShape, Box, TrackShape
from maps.hexdrawing import setup_symbol, town_blocks, trees, wood
from maps.hexdrawing_lines import BLUE, Painter, river_stroke, road_stroke
from maps.hexdrawing_sheet import HexSheet, hexagon
from maps.lettering import fit
from maps.rose import SEA_INK, compass, frame
from maps.sources import share_words
from maps.symbols import INK, RED, emblem, panel

__all__ = ["hex_furniture_painters"]

_CREAM: Colour = (246, 239, 217)
_WHITE: Colour = (252, 249, 240)
_FAINT: Colour = (156, 134, 94)
_WAVE: Colour = (206, 230, 242)
_FIELD: Colour = (204, 226, 176)
_SAND: Colour = (244, 220, 132)
_SAND_EDGE: Colour = (150, 116, 50)
_HEDGES: Sequence[Sequence[Point]] = (
    ((-13, -24), (-11, -8), (-14, 8), (-11, 24)),
    ((3, -24), (1, -10), (5, 8), (3, 24)),
    ((14, -20), (15, -6), (13, 9), (14, 20)),
    ((-24, -6), (-11, -8), (1, -10), (15, -6), (25, -5)),
    ((-24, 7), (-14, 8), (5, 8), (13, 9), (23, 7)),
)
_GROUNDS: Mapping[str, Colour] = {
    "wave": _WAVE,
    "field": _FIELD,
    "port": (228, 220, 200),
    "us": (190, 208, 160),
    "british": (226, 206, 164),
    "allied": (212, 212, 164),
    "german": (186, 194, 198),
    "plain": _CREAM,
}


def hex_furniture_painters(sheet: HexSheet) -> list[Painter]:
    """All painters of the furniture, in the order of painting.

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
    >>> len(hex_furniture_painters(load_sheet())) > 40
    True
    """
    return [
        *(partial(_water, text=n.text, at=n.at, size=n.size) for n in sheet.labels if n.kind == "water"),
        *(partial(_box, sheet=sheet, shape=shape) for shape in sheet.geometry.boxes.values()),
        *_chevrons(sheet),
        *(partial(_track, sheet=sheet, track=track) for track in sheet.geometry.tracks.values()),
        partial(_zones, sheet=sheet),
        partial(_title, sheet=sheet),
        partial(compass, box=Box(*sheet.furniture["compass"]), north=sheet.north, weight=0.8, letter=32),
        *_legend(sheet),
        partial(frame, geometry=sheet.geometry, weight=0.88),
    ]


def _water(canvas: Canvas, text: str, at: Point, size: float) -> None:
    for i, line in enumerate(text.split("|")):
        spacing = 0.16 if line.isupper() else 0.04
        canvas.text(
            (at[0], at[1] + i * size * 1.05), line, face="italic", size=size, fill=SEA_INK, spacing=spacing
        )


def _is_hex(shape: AreaShape) -> bool:
    return len(shape.polygon) == 6


def _box(canvas: Canvas, sheet: HexSheet, shape: AreaShape) -> None:
    """An offshore hex, an airfield or a box."""
    ys = [y for _, y in shape.polygon]
    if not canvas.shows(min(ys) - 10, max(ys) + 10):
        return
    if shape.id in sheet.boxes:
        ground, first, second = sheet.boxes[shape.id]
    else:
        ground, first, second = "wave", *_wave_words(sheet, shape.id)
    fill = _GROUNDS[ground]
    if not _is_hex(shape):
        panel(canvas, shape.polygon, fill=fill, width=4.0)
        _heading(canvas, shape, first, second)
        x1, y1 = shape.polygon[2]
        for i, kind in enumerate(sheet.symbols.get(shape.id, ())):
            setup_symbol(canvas, (x1 - 26 - i * 28, y1 - 24), kind)
        return
    canvas.polygon(shape.polygon, fill=fill, outline=SEA_INK, width=3.0)
    (x, top), size = (shape.allied[0][0], min(ys)), (max(ys) - min(ys)) * 0.155
    for i, line in enumerate((first, second)):
        at = (x, top + size * (0.78 + i * 0.98)) if ground == "wave" else (x, top + size * (1.2 + i * 1.05))
        fit_to = (max(ys) - min(ys)) * 0.68
        canvas.text(at, line, face="bold", size=fit(line, "bold", size, fit_to), fill=SEA_INK)
    if shape.id.startswith("airfield"):
        _runway(canvas, (x, (min(ys) + max(ys)) / 2 + 14))


def _wave_words(sheet: HexSheet, id_: str) -> tuple[str, str]:
    """Wave and beach of an offshore hex."""
    beach = str(sheet.board.spaces[id_]["beach-name"] or "").title() or "Pointe du Hoc"
    return ("2nd Wave" if id_.startswith("second-") else "1st Wave"), beach


def _runway(canvas: Canvas, at: Point) -> None:
    for angle in (-30, 30, 90):
        strip = [(-26, -3.4), (26, -3.4), (26, 3.4), (-26, 3.4)]
        canvas.polygon(spin(strip, at, angle), fill=(150, 176, 126))


def _heading(canvas: Canvas, shape: AreaShape, first: str, second: str) -> None:
    (x0, y0), _, (x1, _), _ = shape.polygon
    words = f"{first}: {second}" if second and shape.id.startswith("exit") else first
    if shape.id.startswith("brittany"):
        words = second
    if shape.id in {"eliminated", "withdrawn"}:
        words = f"{first} {second}"
    if shape.id.startswith("third-wave"):
        words = f"{first}: {second}"
    size = fit(words, "heavy", 25, x1 - x0 - 22)
    canvas.text(((x0 + x1) / 2, y0 + 20), words, face="heavy", size=size, fill=INK)


def _zones(canvas: Canvas, sheet: HexSheet) -> None:
    """The heading of the two sections of the Brittany Box, and the words along the Operational Boundary."""
    boxes = sheet.geometry.boxes
    if "brittany-entered" in boxes:
        left, right = boxes["brittany-entered"].polygon[0], boxes["brittany-may-leave"].polygon[1]
        at = ((left[0] + right[0]) / 2, left[1] - 17)
        canvas.text(at, "Brittany Box", face="heavy", size=25, fill=INK, halo=(214, 230, 236))
    lattice, column = sheet.lattice, sheet.limit
    x = lattice.x0 + (column + 0.5) * lattice.dx
    y = lattice.y0 + 1.62 * lattice.dy
    canvas.text((x - 12, y), "US Zone", face="bold", size=23, fill=(70, 96, 44), anchor="rm", halo=_WHITE)
    canvas.text(
        (x + 12, y), "British Zone", face="bold", size=23, fill=(150, 92, 30), anchor="lm", halo=_WHITE
    )
    canvas.line([(x, y - 14), (x, y + 40)], (70, 96, 44), 5.0)


def _chevrons(sheet: HexSheet) -> list[Painter]:
    """Chevrons from wave to wave and to the beach."""
    boxes, lattice = sheet.geometry.boxes, sheet.lattice
    painters: list[Painter] = []
    for space in sheet.board.spaces.values():
        beach = str(space["beach-hex"] or "") if space.kind in {"approach", "offshore"} else ""
        if not beach or space.id not in boxes:
            continue
        start = boxes[space.id].allied[0]
        goal = lattice.centre(beach) if space.kind == "approach" else boxes[f"approach-{beach}"].allied[0]
        at = (start[0] + goal[0]) / 2, (start[1] + goal[1]) / 2 - 13
        painters.append(partial(_chevron, at=at))
    return painters


def _chevron(canvas: Canvas, at: Point) -> None:
    x, y = at
    for dy in (-5.0, 4.0):
        line = [(x - 10, y + dy - 5), (x, y + dy + 3), (x + 10, y + dy - 5)]
        canvas.line(line, _WHITE, 6.4)
        canvas.line(line, BLUE, 3.4)


def _track(canvas: Canvas, sheet: HexSheet, track: TrackShape) -> None:
    """A track: heading and boxes."""
    boxes = track.boxes
    if not canvas.shows(boxes[0].y - 40, boxes[-1].y + boxes[-1].height + 10):
        return
    left = min(b.x for b in boxes)
    at = (left + 2, boxes[0].y - 17)
    canvas.text(at, track.title, face="heavy", size=27, fill=INK, anchor="lm", halo=(214, 230, 236))
    for label, box in zip(track.labels, boxes, strict=True):
        fill = _GROUNDS.get(label.lower(), _CREAM) if track.id == "support" else _CREAM
        canvas.polygon(box.corners, fill=fill, outline=INK, width=2.8)
        if track.id == "turn":
            _turn(canvas, sheet, label, box)
        elif track.id == "weather":
            _weather(canvas, label, box)
        elif track.id == "support":
            canvas.text((box.x + 10, box.y + 20), label, face="serif", size=23, fill=INK, anchor="lm")
        else:
            canvas.text(box.middle, label, face="bold", size=38, fill=_FAINT)


def _turn(canvas: Canvas, sheet: HexSheet, label: str, box: Box) -> None:
    canvas.text((box.x + 8, box.y + 20), label, face="bold", size=28, fill=RED, anchor="lm")
    name = sheet.turns.get(label, "")
    size = min(fit(n, "serif", 22, box.width - 28 - 14 * len(turn)) for turn, n in sheet.turns.items())
    canvas.text((box.x + box.width - 8, box.y + 20), name, face="serif", size=size, fill=INK, anchor="rm")
    for i, nation in enumerate(sheet.arrivals.get(int(label), ())):
        emblem(canvas, (box.x + 24 + i * 34, box.y + box.height - 24), 26, nation)


def _weather(canvas: Canvas, label: str, box: Box) -> None:
    canvas.text((box.x + 8, box.y + 18), label, face="heavy", size=23, fill=INK, anchor="lm")
    x, y = box.middle[0], box.middle[1] + 16
    if label in {"Sun", "Cloud"}:
        for i in range(12):
            canvas.line(spin([(12, 0), (21, 0)], (x, y), i * 30), (206, 150, 40), 3)
        canvas.circle((x, y), 11, fill=(246, 210, 92), outline=(170, 120, 24), width=2)
    if label != "Sun":
        dark = {"Cloud": 176, "Showers": 158, "Rain": 138, "Storm": 110}[label]
        for dx, dy, r in ((-13, 2, 11), (2, -5, 14), (16, 3, 11)):
            canvas.circle((x + dx + 6, y + dy + 2), r, fill=(dark, dark + 4, dark + 10))
        drops = {"Cloud": 0, "Showers": 3, "Rain": 5, "Storm": 5}[label]
        for i in range(drops):
            px = x + 6 + (i - (drops - 1) / 2) * 9
            canvas.line([(px, y + 17), (px - 4, y + 28)], (64, 104, 160), 2.6)
    if label == "Storm":
        bolt = [
            (x + 8, y + 4),
            (x - 3, y + 20),
            (x + 4, y + 20),
            (x - 3, y + 36),
            (x + 14, y + 14),
            (x + 6, y + 14),
        ]
        canvas.polygon(bolt, fill=(246, 206, 66), outline=(120, 84, 20), width=1.4)


def _title(canvas: Canvas, sheet: HexSheet) -> None:
    x, y, w, h = sheet.furniture["title"]
    panel(canvas, Box(x, y, w, h).corners, fill=_CREAM, width=5)
    name = sheet.title.upper()
    size = fit(name, "heavy", 92, w * 0.88)
    canvas.text((x + w / 2, y + h * 0.36), name, face="heavy", size=size, fill=RED, spacing=0.01)
    canvas.line([(x + w * 0.1, y + h * 0.61), (x + w * 0.9, y + h * 0.61)], INK, 2.4)
    canvas.text((x + w / 2, y + h * 0.77), sheet.subtitle, face="italic", size=34, fill=INK, spacing=0.06)


def _legend(sheet: HexSheet) -> list[Painter]:
    """The Terrain Key: a panel, then a row for each kind of ground, hexside, line and symbol."""
    x, y, w, h = sheet.furniture["legend"]
    rows = _rows()
    half = (len(rows) + 1) // 2
    step = (h - 118) / half
    painters: list[Painter] = [partial(_key_panel, rect=(x, y, w, h))]
    for i, (paint, words) in enumerate(rows):
        column, row = divmod(i, half)
        at = (x + 44 + column * w / 2, y + 84 + row * step)
        room = w / 2 - 92
        painters.append(partial(_key_row, at=at, paint=paint, words=words, room=room))
    notes = [_across(sheet.miles_per_hex)]
    if sheet.reconstructed is not None:
        notes.append(share_words(sheet.reconstructed))
    for i, words in enumerate(reversed(notes)):
        painters.append(partial(_key_note, at=(x + w / 2, y + h - 23 - i * 24), words=words, room=w - 30))
    return painters


def _key_panel(canvas: Canvas, rect: Sequence[float]) -> None:
    x, y, w, h = rect
    panel(canvas, Box(x, y, w, h).corners, fill=_CREAM, width=4)
    canvas.text((x + w / 2, y + 32), "TERRAIN KEY", face="heavy", size=32, fill=INK, spacing=0.12)


def _key_row(
    canvas: Canvas, at: Point, paint: Callable[[Canvas, Point], None], words: str, room: float
) -> None:
    if canvas.shows(at[1] - 40, at[1] + 40):
        paint(canvas, at)
        for i, line in enumerate(lines := words.split("|")):
            y = at[1] + (i - (len(lines) - 1) / 2) * 20
            canvas.text(
                (at[0] + 42, y), line, face="sans", size=fit(line, "sans", 21, room), fill=INK, anchor="lm"
            )


def _across(miles: float) -> str:
    return f"A hex is about {int(miles)}{'¼' if miles % 1 == 0.25 else ''} miles across."


def _key_note(canvas: Canvas, at: Point, words: str, room: float) -> None:
    canvas.text(at, words, face="italic", size=fit(words, "italic", 22, room), fill=INK)


def _rows() -> list[tuple[Callable[[Canvas, Point], None], str]]:
    grounds: list[tuple[str, Colour, str]] = [
        ("clear", (233, 222, 178), "Clear"),
        ("bocage", (190, 203, 142), "Bocage"),
        ("woods", (148, 174, 108), "Woods"),
        ("forest", (108, 144, 84), "Forest"),
        ("town", (222, 198, 166), "Town"),
        ("city", (205, 160, 138), "City"),
        ("flooded", (158, 199, 196), "Flooded|(Impassable)"),
        ("beach", (176, 206, 218), "Beach"),
    ]
    rows: list[tuple[Callable[[Canvas, Point], None], str]] = [
        (partial(_swatch, kind=kind, fill=fill), words) for kind, fill, words in grounds
    ]
    rows += [
        (partial(_stroke, paint="major-river"), "Major River"),
        (partial(_stroke, paint="minor-river"), "Minor River"),
        (partial(_stroke, paint="major"), "Major Road"),
        (partial(_stroke, paint="minor"), "Minor Road"),
        (partial(_stroke, paint="gun"), "Naval Gun Line"),
        (partial(_stroke, paint="limit"), "Operational|Boundary Line"),
        (lambda canvas, at: setup_symbol(canvas, at, "sp"), "Strongpoint|set-up"),
        (lambda canvas, at: setup_symbol(canvas, at, "ost"), "Ost battalion|set-up"),
        (lambda canvas, at: canvas.text(at, "E", face="heavy", size=40, fill=(150, 22, 24)), "Lettered hex"),
        (_chevron, "Way of a wave"),
    ]
    return rows


def _swatch(canvas: Canvas, at: Point, kind: str, fill: Colour) -> None:
    """A hex of one terrain."""
    canvas.polygon(hexagon(at, 50), fill=fill)
    x, y = at
    if kind in {"woods", "forest"}:
        dark = kind == "forest"
        wood(canvas, trees(at, 18, 15 if dark else 8, 3), dark=dark)
    elif kind in {"town", "city"}:
        for block in town_blocks(at, city=kind == "city", key=3):
            if all(abs(px - x) < 21 and abs(py - y) < 21 for px, py in block):
                canvas.polygon(block, fill=(112, 56, 44))
    elif kind == "bocage":
        for line in _HEDGES:
            canvas.line([(x + px, y + py) for px, py in line], (112, 136, 80), 2.8)
    elif kind == "beach":
        strand = [(x - 28, y + 2), (x - 12, y - 5), (x + 6, y + 3), (x + 28, y - 1)]
        canvas.polygon([*strand, (x + 15, y + 25), (x - 15, y + 25)], fill=(233, 222, 178))
        for ink, width in ((_SAND_EDGE, 12.0), (_SAND, 8.4)):
            canvas.line([(x - 23, y), *strand[1:3], (x + 23, y)], ink, width)
    elif kind == "flooded":
        for px, py in ((-12, -10), (6, -12), (-4, 0), (12, 2), (-14, 10), (2, 13)):
            canvas.line([(x + px - 6, y + py), (x + px + 6, y + py)], (66, 116, 130), 2.4)
    canvas.polygon(hexagon(at, 50), outline=(112, 104, 80), width=1.8)


def _stroke(canvas: Canvas, at: Point, paint: str) -> None:
    """A short piece of a line."""
    x, y = at
    line = [(x - 26, y + 5), (x - 9, y - 4), (x + 9, y + 4), (x + 26, y - 4)]
    if paint.endswith("river"):
        for rim in (True, False):
            river_stroke(canvas, line, paint, rim=rim)
    elif paint in {"major", "minor"}:
        for rim in (True, False):
            road_stroke(canvas, line, paint, rim=rim)
    elif paint == "gun":
        for i in range(3):
            canvas.line([(x - 29 + i * 21, y), (x - 14 + i * 21, y)], BLUE, 4.6)
    else:
        for dy, ink in ((-7.2, (70, 96, 44)), (7.2, (150, 92, 30))):
            canvas.line([(x - 28, y + dy), (x + 28, y + dy)], ink, 4.6)
