"""Painters of what stands round a hex map: offshore hexes, boxes, tracks, key, title and compass."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from maps.drawing import Canvas, Colour, spin
from maps.geography import Point
from maps.geometry import AreaShape, Box, TrackShape
from maps.hexdrawing import setup_symbol
from maps.hexdrawing_key import chevron, key_painters
from maps.hexdrawing_lines import Painter
from maps.hexdrawing_sheet import HexSheet
from maps.lettering import fit
from maps.rose import SEA_INK, compass, frame
from maps.symbols import INK, RED, emblem, panel

__all__ = ["hex_furniture_painters"]

_CREAM: Colour = (246, 239, 217)
_WHITE: Colour = (252, 249, 240)
_FAINT: Colour = (156, 134, 94)
_WAVE: Colour = (206, 230, 242)
_FIELD: Colour = (204, 226, 176)
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
        *key_painters(sheet),
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
        painters.append(partial(chevron, at=at))
    return painters


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
