"""Painters of what stands round a hex map: offshore hexes, boxes, tracks, key, title and compass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from maps.drawing import Canvas, Colour, spin
from maps.geography import Point
from maps.geometry import AreaShape, Box, TrackShape
from maps.hexdrawing import setup_symbol
from maps.hexdrawing_key import chevron, key_painters
from maps.hexdrawing_lines import Painter
from maps.hexdrawing_sheet import HexSheet
from maps.hexdrawing_sides import landing, landing_ways
from maps.lettering import fit, text_width
from maps.rose import SEA_INK, compass, frame
from maps.symbols import INK, RED, emblem, panel

__all__ = ["hex_furniture_painters", "scale_bar", "title_panel", "water_name", "weather_box"]

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
_SIDED = ("support", "initiative")
# Whether the sun shows, how light the clouds are (0: none), drops of rain, lightning.
_SKIES: Mapping[str, tuple[bool, int, int, bool]] = {
    "Sun": (True, 0, 0, False),
    "Clear": (True, 0, 0, False),
    "Cloud": (True, 176, 0, False),
    "Partly Cloudy": (True, 206, 0, False),
    "Cloudy": (True, 160, 0, False),
    "Overcast": (False, 176, 0, False),
    "Light Showers": (False, 158, 3, False),
    "Heavy Rain": (False, 132, 5, False),
    "Light Overcast": (True, 176, 0, False),
    "Heavy Overcast": (False, 146, 0, False),
    "Showers": (False, 158, 3, False),
    "Rain": (False, 138, 5, False),
    "Storm": (False, 110, 5, True),
    "Storms": (False, 110, 5, True),
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
        *(partial(water_name, text=n.text, at=n.at, size=n.size) for n in sheet.labels if n.kind == "water"),
        *(partial(_box, sheet=sheet, shape=shape) for shape in sheet.geometry.boxes.values()),
        *_chevrons(sheet),
        *(partial(landing, tail=a, head=b, unit=sheet.unit) for a, b in landing_ways(sheet)),
        *(partial(_track, sheet=sheet, track=track) for track in sheet.geometry.tracks.values()),
        *([partial(_zones, sheet=sheet, column=sheet.limit)] if sheet.limit is not None else []),
        partial(title_panel, sheet=sheet),
        partial(
            compass,
            box=Box(*sheet.furniture["compass"]),
            north=sheet.north,
            weight=0.8 * sheet.inch,
            letter=32 * sheet.inch,
        ),
        *([partial(scale_bar, sheet=sheet)] if "scale" in sheet.furniture else []),
        *key_painters(sheet),
        partial(frame, geometry=sheet.geometry, weight=0.88 * sheet.inch),
    ]


def water_name(canvas: Canvas, text: str, at: Point, size: float) -> None:
    """Write a name on the sea.

    Parameters
    ----------
    canvas, text, at, size
        Where, what, the middle of its first line and its size.
    """
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
        panel(canvas, shape.polygon, fill=fill, width=4.0 * sheet.inch)
        if shape.id.startswith("airfield"):
            (x0, y0), _, (x1, y1), _ = shape.polygon
            _runway(canvas, ((x0 + x1) / 2, (y0 + y1) / 2 + 14), 2.4)
        _heading(canvas, shape, first, second, sheet.inch)
        if shape.id.startswith("landing"):
            (x0, y0), _, (x1, _), _ = shape.polygon
            for x in (x0 + 22, x1 - 22):
                emblem(canvas, (x, y0 + 22), 22, ground)
        x1, y1 = shape.polygon[2]
        for i, kind in enumerate(sheet.symbols.get(shape.id, ())):
            setup_symbol(canvas, (x1 - 26 - i * 28, y1 - 24), kind)
        return
    canvas.polygon(shape.polygon, fill=fill, outline=SEA_INK, width=3.0)
    (x, top), size = (shape.units["allied"][0][0], min(ys)), (max(ys) - min(ys)) * 0.155
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


def _runway(canvas: Canvas, at: Point, size: float = 1.0) -> None:
    for angle in (-30, 30, 90):
        strip = [(-26, -3.4), (26, -3.4), (26, 3.4), (-26, 3.4)]
        canvas.polygon(spin(strip, at, angle, size), fill=(150, 176, 126) if size == 1 else (184, 208, 156))


def _heading(canvas: Canvas, shape: AreaShape, first: str, second: str, inch: float) -> None:
    (x0, y0), _, (x1, _), _ = shape.polygon
    words = f"{first}: {second}" if second and shape.id.startswith("exit") else first
    if shape.id.startswith("brittany"):
        words = second
    if shape.id in {"eliminated", "withdrawn"}:
        words = f"{first} {second}"
    if shape.id.startswith("third-wave"):
        words = f"{first}: {second}"
    size = fit(words, "heavy", 25 * inch, x1 - x0 - 22 * inch)
    canvas.text(((x0 + x1) / 2, y0 + 20 * inch), words, face="heavy", size=size, fill=INK)


def _zones(canvas: Canvas, sheet: HexSheet, column: int) -> None:
    """The heading of the two sections of the Brittany Box, and the words along the Operational Boundary."""
    boxes = sheet.geometry.boxes
    if "brittany-entered" in boxes:
        left, right = boxes["brittany-entered"].polygon[0], boxes["brittany-may-leave"].polygon[1]
        at = ((left[0] + right[0]) / 2, left[1] - 17)
        canvas.text(at, "Brittany Box", face="heavy", size=25, fill=INK, halo=(214, 230, 236))
    lattice = sheet.lattice
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
        start = boxes[space.id].units["allied"][0]
        goal = (
            lattice.centre(beach)
            if space.kind == "approach"
            else boxes[f"approach-{beach}"].units["allied"][0]
        )
        at = (start[0] + goal[0]) / 2, (start[1] + goal[1]) / 2 - 13
        painters.append(partial(chevron, at=at))
    return painters


def _track(canvas: Canvas, sheet: HexSheet, track: TrackShape) -> None:
    """A track: heading and boxes."""
    boxes, i = track.boxes, sheet.inch
    if not canvas.shows(boxes[0].y - 40, boxes[-1].y + boxes[-1].height + 10):
        return
    left = min(b.x for b in boxes)
    at, halo = (left + 2, boxes[0].y - 20 * i), (214, 230, 236)
    canvas.text(at, track.title, face="heavy", size=27 * i, fill=INK, anchor="lm", halo=halo)
    words = [label for label in track.labels if not label.isdigit()]
    for label, box in zip(track.labels, boxes, strict=True):
        fill = _GROUNDS.get(label.lower(), _CREAM) if track.id in _SIDED else _CREAM
        canvas.polygon(box.corners, fill=fill, outline=INK, width=2.8 * i)
        if track.id == "turn":
            _turn(canvas, sheet, label, box)
        elif track.id == "weather":
            weather_box(canvas, label, box, words, i)
        elif words:
            _words(canvas, track, label, box, i)
        else:
            canvas.text(box.middle, label, face="bold", size=38 * i, fill=_FAINT)


def _words(canvas: Canvas, track: TrackShape, label: str, box: Box, inch: float) -> None:
    """What a box without a number is for, as large as its neighbours' words; a single box needs none."""
    if len(track.labels) > 1:
        size = min(fit(label, "serif", 23 * inch, box.width - 20 * inch) for label in track.labels)
        at = (box.x + 10 * inch, box.y + 20 * inch)
        canvas.text(at, label, face="serif", size=size, fill=INK, anchor="lm")


def _turn(canvas: Canvas, sheet: HexSheet, label: str, box: Box) -> None:
    i = sheet.inch
    canvas.text((box.x + 8 * i, box.y + 20 * i), label, face="bold", size=28 * i, fill=RED, anchor="lm")
    name = sheet.turns.get(label, "")
    size = min(
        fit(n, "serif", 22 * i, box.width - (28 + 14 * len(turn)) * i) for turn, n in sheet.turns.items()
    )
    at = (box.x + box.width - 8 * i, box.y + 20 * i)
    canvas.text(at, name, face="serif", size=size, fill=INK, anchor="rm")
    if label in sheet.resources:
        for side, points, ink, x, anchor in zip(
            ("Allied", "German"),
            sheet.resources[label],
            ((70, 96, 44), (74, 80, 84)),
            (box.x + 8 * i, box.x + box.width - 8 * i),
            ("lm", "rm"),
            strict=True,
        ):
            words = f"{side} RP {points}"
            canvas.text((x, box.y + 47 * i), words, face="bold", size=19 * i, fill=ink, anchor=anchor)
    for n, nation in enumerate(sheet.arrivals.get(int(label), ())):
        emblem(canvas, (box.x + (24 + n * 34) * i, box.y + box.height - 24 * i), 26 * i, nation)


def weather_box(canvas: Canvas, label: str, box: Box, words: Sequence[str], inch: float) -> None:
    """Write a box of the weather, with its sky.

    Parameters
    ----------
    canvas, label, box
        Where, and which weather.
    words
        What all boxes of the track say, which are lettered alike.
    inch
        Factor of all lengths.
    """
    size = min(fit(w, "heavy", 23 * inch, box.width - 16 * inch) for w in words)
    at = (box.x + 8 * inch, box.y + 18 * inch)
    canvas.text(at, label, face="heavy", size=size, fill=INK, anchor="lm")
    sun, dark, drops, bolt = _SKIES[label]
    middle = box.middle[0], box.middle[1] + 16 * inch
    inch *= max(1.0, round((box.height / inch - 26) / 70.2, 2) * 0.84)

    def place(*points: Point) -> list[Point]:
        return spin(points, middle, 0, inch)

    if sun:
        for n in range(12):
            canvas.line(spin([(12, 0), (21, 0)], middle, n * 30, inch), (206, 150, 40), 3 * inch)
        canvas.circle(middle, 11 * inch, fill=(246, 210, 92), outline=(170, 120, 24), width=2 * inch)
    for dx, dy, r in ((-13, 2, 11), (2, -5, 14), (16, 3, 11)) if dark else ():
        canvas.circle(place((dx + 6, dy + 2))[0], r * inch, fill=(dark, dark + 4, dark + 10))
    for n in range(drops):
        px = 6 + (n - (drops - 1) / 2) * 9
        canvas.line(place((px, 17), (px - 4, 28)), (64, 104, 160), 2.6 * inch)
    if bolt:
        flash = place((8, 4), (-3, 20), (4, 20), (-3, 36), (14, 14), (6, 14))
        canvas.polygon(flash, fill=(246, 206, 66), outline=(120, 84, 20), width=1.4 * inch)


def scale_bar(canvas: Canvas, sheet: HexSheet) -> None:
    """Draw a bar of ten miles.

    Parameters
    ----------
    canvas, sheet
        Where.
    """
    (x, y, *_), i = sheet.furniture["scale"], sheet.inch
    mile = sheet.lattice.flat / sheet.miles_per_hex
    for n in range(10):
        part = Box(x + n * mile, y + 26 * i, mile, 11 * i).corners
        canvas.polygon(part, fill=SEA_INK if n % 2 == 0 else _WHITE, outline=SEA_INK, width=2 * i)
    for n in (0, 5, 10):
        canvas.text((x + n * mile, y + 12 * i), str(n), face="sans", size=23 * i, fill=SEA_INK)
    at = (x + 10 * mile + 18 * i, y + 12 * i)
    canvas.text(at, "miles", face="italic", size=26 * i, fill=SEA_INK, anchor="lm")


def title_panel(canvas: Canvas, sheet: HexSheet) -> None:
    """Draw the title of a map.

    Parameters
    ----------
    canvas, sheet
        Where.
    """
    x, y, w, h = sheet.furniture["title"]
    i, name = sheet.inch, sheet.title.upper()
    panel(canvas, Box(x, y, w, h).corners, fill=_CREAM, width=5 * i)
    size = fit(name, "heavy", min(92, h * 0.62), w * 0.88)
    canvas.text((x + w / 2, y + h * 0.36), name, face="heavy", size=size, fill=RED, spacing=0.01)
    canvas.line([(x + w * 0.1, y + h * 0.61), (x + w * 0.9, y + h * 0.61)], INK, 2.4 * i)
    words, spacing = sheet.subtitle, 0.06 if i == 1 else 0.02
    small = min(34.0, 34.0 * (w * 0.9) / text_width(words, "italic", 34, spacing))
    canvas.text((x + w / 2, y + h * 0.77), words, face="italic", size=small, fill=INK, spacing=spacing)
