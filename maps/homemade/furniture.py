"""What stands round a user's map: title, tracks, boxes, compass, scale and frame."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from maps.drawing import Canvas, Colour
from maps.geometry import AreaShape, Box, Geometry, TrackShape
from maps.homemade.chart import Chart
from maps.homemade.key import key_painters
from maps.homemade.mapparts import HEADING
from maps.homemade.spots import box_heading
from maps.lettering import fit
from maps.rose import SEA_INK, compass, frame
from maps.symbols import INK, RED, panel

__all__ = ["furniture_painters"]

Painter = Callable[[Canvas], None]
_CREAM: Colour = (247, 241, 222)
_SHADE: Colour = (228, 214, 178)
_WHITE: Colour = (252, 249, 240)
_PARTS = 5  # stretches of a scale


def furniture_painters(chart: Chart, geometry: Geometry) -> list[Painter]:
    """All painters of what stands round the map.

    Parameters
    ----------
    chart, geometry
        The map, and where everything lies.

    Returns
    -------
    list of callables that take a `Canvas`

    Raises
    ------
    maps.errors.DataError
        The rectangle of the key is too small for its rows.
    """
    inch = chart.file.board.pixels_per_inch
    places = {name: tuple(v * inch for v in rect) for name, rect in chart.file.places.items()}
    painters: list[Painter] = [
        partial(_box, shape=shape, title=chart_title(chart, shape.id), head=box_heading(chart.file))
        for shape in geometry.boxes.values()
    ]
    painters += [partial(_track, track=track, inch=inch) for track in geometry.tracks.values()]
    if "title" in places:
        painters.append(partial(_title, chart=chart, rect=places["title"], inch=inch))
    if "legend" in places:
        painters += key_painters(chart, places["legend"])
    if "compass" in places:
        box = Box(*places["compass"])
        side = min(box.width, box.height)
        rose = Box(box.middle[0] - side / 2, box.middle[1] - side / 2 + side * 0.08, side, side * 0.98)
        painters.append(
            partial(
                compass, box=rose, north=chart.file.scale.north, weight=side / (1.3 * inch), letter=side * 0.2
            )
        )
    if "scale" in places and chart.file.scale.per_inch:
        painters.append(partial(_scale, chart=chart, rect=places["scale"], inch=inch))
    return [*painters, partial(frame, geometry=geometry, weight=inch / 170)]


def chart_title(chart: Chart, space: str) -> str:
    """The name of a box."""
    return next(s.name for s in chart.spaces if s.id == space)


def _box(canvas: Canvas, *, shape: AreaShape, title: str, head: float) -> None:
    """A box with its title in a strip at its top."""
    (left, top), (right, _), (_, bottom), _ = shape.polygon
    if not canvas.shows(top - 6, bottom + 6):
        return
    canvas.polygon(shape.polygon, fill=_CREAM)
    strip = [(left, top), (right, top), (right, top + head), (left, top + head)]
    canvas.polygon(strip, fill=_SHADE)
    canvas.line([(left, top + head), (right, top + head)], INK, head * 0.04)
    canvas.polygon(shape.polygon, outline=INK, width=head * 0.08)
    size = fit(title, "serif", head * 0.56, (right - left) * 0.92)
    canvas.text(((left + right) / 2, top + head * 0.48), title, face="serif", size=size, fill=INK)


def _track(canvas: Canvas, *, track: TrackShape, inch: float) -> None:
    """A track: heading and boxes."""
    boxes = track.boxes
    left, top = min(b.x for b in boxes), boxes[0].y
    wide = max(b.x + b.width for b in boxes) - left
    size = fit(track.title, "heavy", HEADING * inch * 0.74, wide)
    canvas.text(
        (left + 2, top - HEADING * inch * 0.46), track.title, face="heavy", size=size, fill=INK, anchor="lm"
    )
    for n, (label, box) in enumerate(zip(track.labels, boxes, strict=True)):
        fill = _SHADE if n % 5 == 0 and label.lstrip("-").isdigit() else _CREAM
        canvas.polygon(box.corners, fill=fill, outline=INK, width=0.016 * inch)
        letters = fit(label, "bold", min(box.height * 0.5, 0.26 * inch), box.width * 0.86)
        canvas.text(box.middle, label, face="bold", size=letters, fill=(120, 100, 72))


def _title(canvas: Canvas, *, chart: Chart, rect: Sequence[float], inch: float) -> None:
    """The title in a framed panel."""
    x, y, w, h = rect
    name, words = chart.file.title.upper(), chart.file.subtitle
    panel(canvas, Box(x, y, w, h).corners, fill=_CREAM, width=0.024 * inch)
    size = fit(name, "heavy", h * (0.5 if words else 0.6), w * 0.86)
    canvas.text((x + w / 2, y + h * (0.38 if words else 0.5)), name, face="heavy", size=size, fill=RED)
    if words:
        canvas.line([(x + w * 0.1, y + h * 0.64), (x + w * 0.9, y + h * 0.64)], INK, 0.012 * inch)
        small = fit(words, "italic", min(0.17 * inch, h * 0.18), w * 0.88)
        canvas.text((x + w / 2, y + h * 0.79), words, face="italic", size=small, fill=INK)


def _scale(canvas: Canvas, *, chart: Chart, rect: Sequence[float], inch: float) -> None:
    """A bar of round lengths, as long as its rectangle allows."""
    x, y, w, h = rect
    scale = chart.file.scale
    unit = inch / scale.per_inch
    room = w * 0.72
    step = next(s for s in _rounds() if s * unit * _PARTS <= room) if unit else 1.0
    bar = y + h * 0.62
    for n in range(_PARTS):
        part = Box(x + n * step * unit, bar, step * unit, h * 0.2).corners
        canvas.polygon(part, fill=SEA_INK if n % 2 == 0 else _WHITE, outline=SEA_INK, width=0.012 * inch)
    size = min(0.14 * inch, h * 0.36)
    for n in (0, _PARTS):
        canvas.text(
            (x + n * step * unit, bar - size * 0.62), f"{n * step:g}", face="sans", size=size, fill=SEA_INK
        )
    at = (x + _PARTS * step * unit + 0.06 * inch, bar + h * 0.1)
    words = fit(scale.unit, "italic", size * 1.05, x + w - at[0])
    canvas.text(at, scale.unit, face="italic", size=words, fill=SEA_INK, anchor="lm")


def _rounds() -> Sequence[float]:
    """Round lengths, the longest first."""
    return [n * 10.0**power for power in range(5, -7, -1) for n in (5, 2, 1)]
