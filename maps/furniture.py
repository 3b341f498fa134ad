"""Painters of what stands round the ground: Zones, boxes, tracks, title, legend, compass and scale."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

from maps.areas import NAVAL, paint_border
from maps.drawing import Canvas, Colour, spin
from maps.geography import Point
from maps.geometry import AreaShape, Box, TrackShape
from maps.lettering import fit, wrap
from maps.rose import SEA_INK, compass, frame
from maps.sheet import Sheet
from maps.sources import share_words
from maps.symbols import INK, RED, anchor, arrow, bridge, emblem, fortification, identity, panel

__all__ = [
    "furniture_painters",
    "scale_bar",
    "shortest_way",
    "title_panel",
    "track_frame",
    "track_heading",
    "water_name",
]

Painter = Callable[[Canvas], None]
_CREAM: Colour = (246, 239, 217)
_WHITE: Colour = (252, 249, 240)
_SHADE: Colour = (228, 216, 184)
_GREY: Colour = (196, 196, 190)
_US: Colour = (176, 196, 150)
_BR: Colour = (222, 198, 156)
_GE: Colour = (176, 188, 206)
_FAINT: Colour = (150, 128, 88)
_FAINT_BLUE: Colour = (88, 100, 124)
_TAIL = (
    40.0  # of an arrow that begins under its box, so that the box cuts it off clean where it leaves a corner
)
_SUN: Colour = (246, 210, 92)
_CLOUD: Colour = (150, 160, 172)


def furniture_painters(sheet: Sheet) -> list[Painter]:
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
    >>> from maps.breakout_normandy.ground import load_sheet
    >>> len(furniture_painters(load_sheet())) > 30
    True
    """
    if sheet.own_furniture is not None:
        return sheet.own_furniture(sheet)
    return [
        *(partial(water_name, text=text, at=(x, y), size=size) for text, x, y, size in sheet.waters),
        *_links(sheet),
        *(partial(_box, sheet=sheet, shape=shape) for shape in sheet.geometry.boxes.values()),
        *(partial(_track, sheet=sheet, track=track) for track in sheet.geometry.tracks.values()),
        partial(title_panel, sheet=sheet),
        partial(compass, box=Box(*sheet.furniture["compass"]), north=sheet.north, weight=1, letter=48),
        partial(scale_bar, sheet=sheet),
        partial(_legend, rect=sheet.furniture["legend"], share=sheet.reconstructed),
        partial(frame, geometry=sheet.geometry, weight=1),
    ]


def water_name(canvas: Canvas, text: str, at: Point, size: float) -> None:
    """Write a name on the sea.

    Parameters
    ----------
    canvas, text, at, size
        Where, what, its middle and its size.
    """
    canvas.text(at, text, face="italic", size=size, fill=SEA_INK, spacing=0.16 if text.isupper() else 0.04)


def _links(sheet: Sheet) -> list[Painter]:
    """Arrows of Zones (both ways) and of landings."""
    painters: list[Painter] = []
    for key, edge in sheet.board.edges.items():
        if edge.boundary in {"arrow", "landing"}:
            landing = edge.boundary == "landing"
            path = sheet.routes.get(key) or shortest_way(
                sheet, edge.a, edge.b, clear=_TAIL if landing else 0.0
            )
            fill = (238, 244, 246) if landing else (232, 196, 116)
            painters.append(partial(arrow, path=path, fill=fill, width=17.0, both=not landing))
    return painters


def shortest_way(sheet: Sheet, a: str, b: str, *, clear: float) -> tuple[Point, Point]:
    """Shortest way from a box to the other space, a little into it; from within the box if from a corner.

    Parameters
    ----------
    sheet
        For the shapes.
    a, b
        Ids of the two spaces, in any order.
    clear
        Distance of the start from a corner that it lies at.

    Returns
    -------
    ((x, y), (x, y))
    """
    import shapely

    shapes = {**sheet.geometry.areas, **sheet.geometry.boxes}
    if a in sheet.geometry.areas:
        a, b = b, a
    start, goal = shapely.Polygon(shapes[a].polygon), shapely.Polygon(shapes[b].polygon)
    if b in sheet.geometry.areas:
        goal = goal.buffer(-46) if not goal.buffer(-46).is_empty else goal
    way = shapely.shortest_line(start, goal)
    if min(way.distance(shapely.Point(corner)) for corner in shapes[a].polygon) < clear / 2:
        way = shapely.shortest_line(start.buffer(-clear), goal)
    (ax, ay), (bx, by) = way.coords
    return (ax, ay), (bx, by)


def _box(canvas: Canvas, sheet: Sheet, shape: AreaShape) -> None:
    """A Zone, an Approach Box or a holding box."""
    space = sheet.board.spaces[shape.id]
    (x0, y0), _, (x1, y1), _ = shape.polygon
    fills: dict[object, Colour] = {"us": _US, "br": _BR}
    fill = fills.get(space["beach"], (232, 214, 170) if space.kind == "zone" else _CREAM)
    panel(canvas, shape.polygon, fill=fill, width=6 if space.kind == "zone" else 4.5)
    if space.kind == "zone":
        letter = space.name[-1]
        canvas.text((x0 + 58, y0 + 66), letter, face="heavy", size=104, fill=(150, 112, 60))
        canvas.text(
            (x0 + 108, y0 + 36), f"ZONE {letter}", face="bold", size=32, fill=INK, anchor="lm", spacing=0.06
        )
        note = sheet.notes.get(shape.id, "")
        where = (x1 - 18, y1 - 26)
        canvas.text(
            where, note, face="italic", size=fit(note, "italic", 32, x1 - x0 - 36), fill=INK, anchor="rm"
        )
        return
    lines = [space.name]
    for i, line in enumerate(lines):
        size = fit(line, "serif", 34, (x1 - x0) - 24)
        canvas.text(((x0 + x1) / 2, y0 + 30 + i * 30), line, face="heavy", size=size, fill=INK)


def track_heading(canvas: Canvas, boxes: Sequence[Box], title: str) -> None:
    """Write the title of a track above its first box.

    Parameters
    ----------
    canvas, boxes, title
        Where, the boxes of the track, and the words.
    """
    left = min(b.x for b in boxes)
    canvas.text(
        (left + 2, boxes[0].y - 27), title, face="heavy", size=36, fill=INK, anchor="lm", halo=(206, 224, 230)
    )


def _track(canvas: Canvas, sheet: Sheet, track: TrackShape) -> None:
    """A track: heading and boxes."""
    boxes = track.boxes
    if not canvas.shows(boxes[0].y - 60, boxes[-1].y + boxes[-1].height + 10):
        return
    track_heading(canvas, boxes, track.title)
    paint = {"turn": _day, "vp-chart": _worth, "bombardment": _display, "impulse": _impulse}.get(
        track.id, _number
    )
    for label, box in zip(track.labels, boxes, strict=True):
        paint(canvas, sheet, label, box)


def track_frame(canvas: Canvas, box: Box, fill: Colour) -> None:
    """Draw one box of a track.

    Parameters
    ----------
    canvas, box, fill
        Where, which, and its colour.
    """
    canvas.polygon(box.corners, fill=fill, outline=INK, width=3.2)


def _number(canvas: Canvas, _sheet: Sheet, label: str, box: Box) -> None:
    track_frame(canvas, box, _SHADE if label == "0" else _CREAM)
    at = (box.middle[0], box.y + box.height * 0.5)
    canvas.text(at, label.replace("-", "−"), face="bold", size=46, fill=_FAINT)


def _impulse(canvas: Canvas, _sheet: Sheet, label: str, box: Box) -> None:
    track_frame(canvas, box, _GE if label.isalpha() else _SHADE if label == "0" else _CREAM)
    ink = _FAINT_BLUE if label.isalpha() else _FAINT
    canvas.text(box.middle, label, face="bold", size=56, fill=ink)


def _day(canvas: Canvas, sheet: Sheet, label: str, box: Box) -> None:
    """A day of the Turn Record Track, or the requirement at the end of a week."""
    if label.startswith("V"):
        track_frame(canvas, box, (226, 190, 176))
        canvas.text((box.middle[0], box.y + 34), "VP required", face="sans", size=25, fill=INK)
        points = str(sheet.required[int(label[1:])])
        canvas.text((box.middle[0], box.middle[1] + 20), points, face="bold", size=74, fill=RED)
        return
    day = int(label)
    clear = sheet.weather[day] == "clear"
    track_frame(canvas, box, _CREAM if clear else (220, 222, 220))
    canvas.text((box.x + 12, box.y + 28), f"June {label}", face="heavy", size=32, fill=INK, anchor="lm")
    at = (box.x + box.width - 30, box.y + box.height - 32)
    weather = _sun if clear else _cloud
    weather(canvas, at)
    for i, nation in enumerate(sheet.arrivals.get(day, ())):
        emblem(canvas, (box.x + 30 + i * 44, box.middle[1] + 2), 34, nation)
    canvas.text(
        (box.x + 12, box.y + box.height - 22),
        sheet.weather[day].title(),
        face="sans",
        size=23,
        fill=INK,
        anchor="lm",
    )


def _sun(canvas: Canvas, at: Point) -> None:
    for i in range(12):
        ray = spin([(12, 0), (20, 0)], at, i * 30)
        canvas.line(ray, (196, 140, 30), 3)
    canvas.circle(at, 11, fill=_SUN, outline=(160, 110, 20), width=2)


def _cloud(canvas: Canvas, at: Point) -> None:
    x, y = at
    for dx, dy, r in ((-11, 3, 10), (2, -4, 13), (13, 4, 9)):
        canvas.circle((x + dx, y + dy), r, fill=_CLOUD, outline=(90, 98, 110), width=2)
    for dx, dy, r in ((-11, 3, 8), (2, -4, 11), (13, 4, 7)):
        canvas.circle((x + dx, y + dy), r, fill=_CLOUD)


def _worth(canvas: Canvas, sheet: Sheet, label: str, box: Box) -> None:
    """A Victory Point Area: its name, its points, room for a marker."""
    track_frame(canvas, box, _CREAM)
    points = sheet.worth.get(label, 1)
    wide = box.width - 134
    canvas.text(
        (box.x + 14, box.middle[1]),
        label,
        face="heavy",
        size=fit(label, "heavy", 34, wide),
        fill=RED,
        anchor="lm",
    )
    canvas.text((box.x + box.width - 94, box.middle[1]), str(points), face="bold", size=42, fill=INK)
    x, y = box.x + box.width - 44, box.middle[1]
    star = [
        (
            (30 if i % 2 == 0 else 12) * math.sin(i * math.pi / 5) + x,
            y - (30 if i % 2 == 0 else 12) * math.cos(i * math.pi / 5),
        )
        for i in range(10)
    ]
    canvas.polygon(star, outline=(176, 158, 120), width=2.4)


def _display(canvas: Canvas, _sheet: Sheet, label: str, box: Box) -> None:
    fills = {"Western Task Force": _US, "IX AF": _US, "Le Havre Batteries": NAVAL["le_havre"]}
    track_frame(canvas, box, fills.get(label, _BR))
    for i, line in enumerate(wrap(label, "sans", 24, box.width - 30)):
        canvas.text((box.middle[0], box.y + 20 + i * 22), line, face="sans", size=24, fill=INK)


def title_panel(canvas: Canvas, sheet: Sheet) -> None:
    """Draw the title of a map.

    Parameters
    ----------
    canvas, sheet
        Where, and what for.
    """
    x, y, w, h = sheet.furniture["title"]
    panel(canvas, Box(x, y, w, h).corners, fill=_CREAM, width=6)
    name = sheet.title.upper()
    size = fit(name, "heavy", 150, w * 0.84)
    canvas.text((x + w / 2, y + h * 0.42), name, face="heavy", size=size, fill=RED, spacing=0.02)
    canvas.line([(x + w * 0.1, y + h * 0.68), (x + w * 0.9, y + h * 0.68)], INK, 3)
    canvas.text((x + w / 2, y + h * 0.82), sheet.subtitle, face="italic", size=46, fill=INK, spacing=0.05)


def scale_bar(canvas: Canvas, sheet: Sheet) -> None:
    """Draw a bar of ten miles.

    Parameters
    ----------
    canvas, sheet
        Where, and what for.
    """
    x, y, *_ = sheet.furniture["scale"]
    mile = sheet.geometry.pixels_per_inch / sheet.miles_per_inch
    for i in range(10):
        part = Box(x + i * mile, y, mile, 13).corners
        canvas.polygon(part, fill=INK if i % 2 == 0 else _WHITE, outline=INK, width=2)
    for miles in (0, 5, 10):
        canvas.text((x + miles * mile, y - 20), str(miles), face="sans", size=26, fill=INK)
    canvas.text((x + 10 * mile + 22, y - 20), "miles", face="italic", size=30, fill=INK, anchor="lm")


def _legend(canvas: Canvas, rect: Sequence[float], share: float | None) -> None:
    """The key: symbols, boundaries, marks, and how much of the map is reconstructed."""
    x, y, w, h = rect
    panel(canvas, Box(x, y, w, h).corners, fill=_CREAM, width=5)
    canvas.text((x + w / 2, y + 48), "KEY", face="heavy", size=52, fill=INK, spacing=0.15)
    left, text = x + 96, x + 186
    rows: list[tuple[Callable[[Point], None], str]] = [
        (_key_symbol(canvas, "17", [_WHITE], square=False), "Area: number over TEM"),
        (_key_symbol(canvas, "33", [_WHITE], square=True), "Square: Bocage"),
        (_key_symbol(canvas, "14", [NAVAL["etf"]], square=False), "Target of the Eastern Task Force"),
        (_key_symbol(canvas, "31", [NAVAL["wtf"]], square=False), "Target of the Western Task Force"),
        (_key_symbol(canvas, "26", [NAVAL["wtf"], NAVAL["etf"]], square=False), "Target of both Task Forces"),
        (
            _key_symbol(canvas, "1", [NAVAL["etf"], NAVAL["le_havre"]], square=False),
            "Blue: target of Le Havre",
        ),
        (lambda at: _strokes(canvas, at, "open"), "Open ground"),
        (lambda at: _strokes(canvas, at, "river"), "River"),
        (lambda at: _strokes(canvas, at, "flooded"), "Flooded"),
        (lambda at: bridge(canvas, at, 0), "Bridge or causeway"),
        (lambda at: fortification(canvas, at, 50), "Fortified Area"),
        (lambda at: anchor(canvas, at, 42, (30, 62, 112)), "Minor Port"),
        (lambda at: canvas.text(at, "Caen", face="heavy", size=36, fill=RED), "Victory Point Area"),
        (
            lambda at: arrow(
                canvas, [(at[0] - 50, at[1]), (at[0] + 50, at[1])], fill=(232, 196, 116), width=15, both=True
            ),
            "Way to or from a Zone",
        ),
    ]
    step = (h - 146) / len(rows)
    for i, (paint, words) in enumerate(rows):
        at = (left, y + 108 + i * step + 6)
        if canvas.shows(at[1] - 50, at[1] + 50):
            paint(at)
            canvas.text(
                (text, at[1]), words, face="sans", size=fit(words, "sans", 34, w - 206), fill=INK, anchor="lm"
            )
    if share is not None:
        words = share_words(share)
        size = fit(words, "italic", 30, w - 56)
        canvas.text((x + w / 2, y + h - 38), words, face="italic", size=size, fill=INK)


def _key_symbol(
    canvas: Canvas, number: str, backs: Sequence[Colour], *, square: bool
) -> Callable[[Point], None]:
    def paint(at: Point) -> None:
        identity(canvas, at, 60, number=number, tem="+2", backs=backs, square=square)

    return paint


def _strokes(canvas: Canvas, at: Point, kind: str) -> None:
    for paint in paint_border([(at[0] - 64, at[1]), (at[0] + 64, at[1])], kind):
        paint(canvas)
