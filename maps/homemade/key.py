"""The key of a user's map: a sample and words of each terrain, border, road and value that occurs on it."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial

from maps.drawing import Canvas, Colour, spin
from maps.errors import DataError
from maps.geography import Point
from maps.geometry import Box
from maps.hexdrawing_sheet import hexagon
from maps.homemade.chart import Chart
from maps.homemade.lines import side_lines, stroke, touching_kinds
from maps.homemade.names import value
from maps.homemade.patterns import draw_sign, sample_spots
from maps.homemade.spots import shown_values
from maps.homemade.ways import bridge_sign, link, road_stroke
from maps.lettering import fit, text_width
from maps.symbols import INK, panel

__all__ = ["key_painters", "key_rows"]

Painter = Callable[[Canvas], None]
Sample = Callable[[Canvas, Point], None]
_CREAM: Colour = (247, 241, 222)
_LEAST, _USUAL = 0.09, 0.15  # inches: size of its words
_ROW, _MOST_ROW = 0.215, 0.36  # inches from row to row
_HEAD = 0.42
_SAMPLE = 0.5  # inches for a sample


def key_rows(chart: Chart) -> list[tuple[str, Sample]]:
    """What the key explains: only what occurs on the map.

    Parameters
    ----------
    chart
        The map.

    Returns
    -------
    list of (str, callable)
        Words, and what draws the sample at a point of a `Canvas`.
    """
    file = chart.file
    point, inch = file.board.pixels_per_inch / 72, file.board.pixels_per_inch
    pointed = None if chart.lattice is None else chart.lattice.pointed
    rows: list[tuple[str, Sample]] = []
    used = {space["terrain"] for space in chart.spaces if space.kind in {"area", "hex"}}
    for name, terrain in file.terrain.items():
        if name in used:
            sample = partial(
                _swatch, colour=terrain.colour, pattern=terrain.pattern, inch=inch, pointed=pointed
            )
            rows.append((terrain.title, sample))
    kinds = {edge.boundary for edge in chart.edges if side_lines(chart, edge.id)}
    kinds |= {edge.boundary for edge in chart.edges if file.boundary[edge.boundary].style == "link"}
    kinds |= {course.kind for course in chart.courses}
    if chart.lattice is not None:
        kinds -= {"open"}
    boxes = {box.id for box in file.boxes}
    if all({edge.a, edge.b} & boxes for edge in chart.edges if edge.boundary == "link"):
        kinds -= {"link"}
    kinds |= {"none"} & set(touching_kinds(chart).values())
    rows += [
        (boundary.title, partial(_stroke, chart=chart, name=boundary.name, point=point))
        for boundary in file.boundary.values()
        if boundary.name in kinds and boundary.width
    ]
    if any(edge.bridge for edge in chart.edges):
        river = next(b for b in file.boundary.values() if b.style == "river")
        rows.append(("Bridge", partial(_bridge, chart=chart, name=river.name, point=point)))
    roads = {edge.road for edge in chart.edges} | {course.kind for course in chart.courses}
    rows += [
        (road.title, partial(_road, chart=chart, name=name))
        for name, road in file.road.items()
        if name in roads
    ]
    seen = {shape for space in chart.spaces for shape in shown_values(space, file)}
    for column in file.columns.values():
        texts = [str(s[column.name]) for s in chart.spaces if s[column.name] not in {None, "", False}]
        example = next((text for text in texts if (column.shown, text) in seen), "")
        if column.shown in {"circle", "star"} and example:
            sample = partial(_value, shape=column.shown, text=example, size=0.19 * inch)
            rows.append((column.title, sample))
    return rows


def key_painters(chart: Chart, rect: Sequence[float]) -> list[Painter]:
    """The panel of the key with its rows, in one column or several.

    Parameters
    ----------
    chart, rect
        The map, and where: left, top, width and height in board pixels.

    Returns
    -------
    list of callables that take a `Canvas`

    Raises
    ------
    DataError
        There is no room for the rows.
    """
    rows, inch = key_rows(chart), chart.file.board.pixels_per_inch
    x, y, w, h = rect
    room = h - (_HEAD + 0.1) * inch
    longest = max((text_width(words, "sans", 1.0) for words, _ in rows), default=1.0)
    ways = [n for n in (1, 2, 3, 4, 5, 6) if math.ceil(len(rows) / n) * _ROW * inch <= room]
    columns = ways[0] if ways else 1
    column = w / columns
    size = min(_USUAL * inch, (column - (_SAMPLE + 0.38) * inch) / longest) if ways else 0.0
    if size < _LEAST * inch:
        way_out = "make it larger, or shorten the titles"
        raise DataError(
            "map.toml", "[places], key legend", f"room for the {len(rows)} rows of the key", way_out
        )
    each = math.ceil(len(rows) / columns)
    step = min(room / max(1, each), _MOST_ROW * inch)
    painters: list[Painter] = [partial(_panel, rect=rect, inch=inch)]
    for n, (words, sample) in enumerate(rows):
        place, row = divmod(n, each)
        at = x + column * place + (0.16 + _SAMPLE / 2) * inch, y + _HEAD * inch + (row + 0.5) * step
        painters.append(partial(_row, at=at, sample=sample, words=words, size=size, inch=inch))
    return painters


def _panel(canvas: Canvas, *, rect: Sequence[float], inch: float) -> None:
    x, y, w, h = rect
    panel(canvas, Box(x, y, w, h).corners, fill=_CREAM, width=0.024 * inch)
    size = fit("KEY", "heavy", 0.2 * inch, w * 0.8)
    canvas.text((x + w / 2, y + 0.24 * inch), "KEY", face="heavy", size=size, fill=INK, spacing=0.12)


def _row(canvas: Canvas, *, at: Point, sample: Sample, words: str, size: float, inch: float) -> None:
    if canvas.shows(at[1] - 0.3 * inch, at[1] + 0.3 * inch):
        sample(canvas, at)
        left = at[0] + (_SAMPLE / 2 + 0.1) * inch
        canvas.text((left, at[1]), words, face="sans", size=size, fill=INK, anchor="lm")


def _swatch(
    canvas: Canvas, at: Point, *, colour: Colour, pattern: str, inch: float, pointed: bool | None
) -> None:
    """A piece of a terrain: a hex, or an oblong."""
    wide, high = 0.235 * inch, 0.09 * inch
    corners = [(-wide, -high), (wide, -high), (wide, high), (-wide, high)]
    shape = spin(corners, at, 0) if pointed is None else hexagon(at, 0.25 * inch, pointed=pointed)
    canvas.polygon(shape, fill=colour)
    reach = wide if pointed is None else 0.125 * inch
    for n, (x, y) in enumerate(sample_spots(pattern)):
        spot = at[0] + x * reach, at[1] + y * high * 0.9
        draw_sign(
            canvas, spot, pattern=pattern, inch=inch * (0.72 if pointed is None else 0.55), key=n * 37 + 5
        )
    canvas.polygon(shape, outline=(112, 104, 80), width=0.012 * inch)


def _line(at: Point, inch: float) -> list[Point]:
    return spin(
        [
            (-0.22 * inch, 0.03 * inch),
            (-0.07 * inch, -0.03 * inch),
            (0.07 * inch, 0.03 * inch),
            (0.22 * inch, -0.03 * inch),
        ],
        at,
        0,
    )


def _stroke(canvas: Canvas, at: Point, *, chart: Chart, name: str, point: float) -> None:
    """A piece of a border."""
    boundary, inch = chart.file.boundary[name], chart.file.board.pixels_per_inch
    line = _line(at, inch)
    painters = (
        link([line[0], line[-1]], boundary, point)
        if boundary.style == "link"
        else stroke(line, boundary, point)
    )
    for paint in painters:
        paint(canvas)


def _bridge(canvas: Canvas, at: Point, *, chart: Chart, name: str, point: float) -> None:
    """A bridge over a river."""
    _stroke(canvas, at, chart=chart, name=name, point=point)
    bridge_sign(canvas, at, turn=78.0, unit=chart.file.board.pixels_per_inch / 150)


def _road(canvas: Canvas, at: Point, *, chart: Chart, name: str) -> None:
    """A piece of a road."""
    inch = chart.file.board.pixels_per_inch
    for rim in (True, False):
        road_stroke(canvas, line=_line(at, inch), road=chart.file.road[name], point=inch / 72, rim=rim)


def _value(canvas: Canvas, at: Point, *, shape: str, text: str, size: float) -> None:
    value(canvas, at=at, shape=shape, text=text, size=size)
