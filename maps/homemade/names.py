"""Names, numbers and values on a user's map, and the signs of terrains, which make room for them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from maps.board import Space
from maps.drawing import Canvas, Colour
from maps.geography import Point
from maps.geometry import Geometry
from maps.hexdrawing_names import LOOKS, PlacedName, place_names
from maps.hexdrawing_sheet import Label
from maps.homemade.chart import Chart
from maps.homemade.ground import terrain_regions
from maps.homemade.lines import river_lines
from maps.homemade.patterns import draw_sign, scattered
from maps.homemade.spots import block_of, chip_widths, shown_values
from maps.homemade.ways import bridge_spots, road_lines
from maps.lettering import text_rect
from maps.room import Rect, Room, squares

__all__ = ["Lettering", "name_painters", "sign_painters", "value"]

Painter = Callable[[Canvas], None]
_INK: Colour = (38, 32, 28)
_HALO: Colour = (250, 245, 228)
_WATER: Colour = (28, 78, 132)
_WOOD: Colour = (52, 82, 36)
_GOLD: Colour = (236, 196, 74)
_RIM: Colour = (92, 62, 16)
_CREAM: Colour = (252, 248, 236)
_CHIP, _GAP = 0.235, 0.05
_BRIDGE = 0.13  # inches from the middle of a bridge to its ends
_FLAT = ((0.0, -0.40), (-0.195, -0.37), (0.195, -0.37), (-0.2, -0.3), (0.2, -0.3), (0.0, -0.25))
_POINTED = ((0.0, -0.37), (-0.2, -0.28), (0.2, -0.28), (0.0, -0.24))
_NUMBER = 0.105  # inches: size of the number of a hex
_EARTH: Colour = (84, 58, 26)
_INKS = {
    "hill": (_EARTH, _HALO),
    "water": (_WATER, (214, 230, 236)),
    "wood": (_WOOD, (226, 234, 206)),
    "town": (_INK, _HALO),
}


class Lettering:
    """Everything that is lettered on the ground, with its place.

    Parameters
    ----------
    chart, geometry
        The map, and where its Areas have their names.
    """

    __slots__ = ("chart", "chips", "labels", "lines", "named", "numbers")

    def __init__(self, chart: Chart, geometry: Geometry) -> None:
        self.chart = chart
        self.chips: list[tuple[Point, str, str, float]] = []
        self.lines: list[tuple[Point, str, float]] = []
        self.numbers: list[tuple[Point, str]] = []
        if chart.lattice is None:
            self._areas(geometry)
        else:
            self._hexes()
        self.labels = self._labels()
        self.named = self._hex_names() if chart.lattice is not None else []

    @property
    def inch(self) -> float:
        """Pixels an inch."""
        return self.chart.file.board.pixels_per_inch

    @property
    def number_size(self) -> float:
        """Size of the numbers of hexes."""
        lattice = self.chart.lattice
        return min(_NUMBER * self.inch, 0.16 * lattice.flat) if lattice is not None else _NUMBER * self.inch

    def _areas(self, geometry: Geometry) -> None:
        for space in self.chart.spaces:
            shape = geometry.areas.get(space.id)
            if shape is None:
                continue
            xs = [x for x, _ in shape.polygon]
            block = block_of(space, self.chart.file, max(xs) - min(xs))
            x, y = shape.name
            step = block.size * 0.98
            first = y - step * (len(block.lines) - 1) / 2
            self.lines += [((x, first + n * step), line, block.size) for n, line in enumerate(block.lines)]
            self._row(block.values, (x, shape.symbol[1]), _CHIP * self.inch)

    def _row(self, values: Sequence[tuple[str, str]], at: Point, chip: float) -> None:
        """Values side by side about a point."""
        widths, gap = chip_widths(values, chip), _GAP * self.inch
        left = at[0] - (sum(widths) + gap * max(0, len(widths) - 1)) / 2
        for (shape, text), wide in zip(values, widths, strict=True):
            self.chips.append(((left + wide / 2, at[1]), shape, text, chip))
            left += wide + gap

    def _hexes(self) -> None:
        lattice, reach = self.chart.lattice, _BRIDGE * self.inch
        bridges = [_around(at, reach) for at, _ in bridge_spots(self.chart)]
        room = Room(bridges, points=[point for _, line in road_lines(self.chart) for point in line])
        for space in self.chart.spaces if lattice is not None else ():
            if space.kind != "hex" or lattice is None:
                continue
            x, y = lattice.centre(space.id)
            self.numbers.append((self._number_at(space.id, room), space.id))
            values, chip = shown_values(space, self.chart.file), min(_CHIP * self.inch, lattice.flat * 0.27)
            self._row(values, (x, y + lattice.flat * 0.31), chip)

    def _number_at(self, number: str, room: Room) -> Point:
        """Under the upper side of a hex, or beside that where a bridge or a road is there."""
        lattice = self.chart.lattice
        if lattice is None:
            return 0.0, 0.0
        (x, y), flat = lattice.centre(number), lattice.flat
        ways = _POINTED if lattice.pointed else _FLAT
        spots = [(x + dx * flat, y + dy * flat) for dx, dy in ways]
        rects = [_grown(text_rect(number, at, "sans", self.number_size), 1.5) for at in spots]
        order = range(len(spots))
        best = min(order, key=lambda n: (not room.free(rects[n]), room.cost(rects[n]) > 0, n))
        return spots[best]

    def _labels(self) -> list[tuple[str, PlacedName]]:
        """Labels of ``map.toml`` exactly where they are wanted."""
        found = []
        for label in self.chart.file.labels:
            kind = "village" if label.kind == "water" else label.kind
            usual = {"water": 0.19, "wood": 0.16, "town": 0.16}[label.kind]
            size, at = (label.size or usual) * self.inch, (label.at[0] * self.inch, label.at[1] * self.inch)
            found.append((label.kind, PlacedName(Label(label.text, at, kind), ((label.text, at),), size)))
        return found

    def _hex_names(self) -> list[PlacedName]:
        """Names of hexes, which avoid one another, numbers, values and bridges."""
        lattice, chart = self.chart.lattice, self.chart
        if lattice is None:
            return []
        named = [s for s in chart.spaces if s.kind == "hex" and s["name"]]
        rects = [*self.fixed_rects(), *(rect for _, name in self.labels for rect in name.rects)]
        lines = [line for _, line in road_lines(chart)] + [course.line for course in river_lines(chart)]
        points = [point for line in lines for point in line]
        found: list[PlacedName] = []
        for inside in (
            True,
            False,
        ):  # hills and woods within their hex; towns, and who finds no room, beside it
            placed = {name.label.at for name in found}
            labels = [
                Label(
                    str(s["name"]),
                    lattice.centre(s.id),
                    "wood" if inside else "town",
                    self.inch * _size(chart, s),
                )
                for s in sorted(named, key=lambda s: not _settled(chart, s))
                if lattice.centre(s.id) not in placed and not (inside and _settled(chart, s))
            ]
            taken = [*rects, *(rect for name in found for rect in name.rects)]
            found += place_names(labels, rects=taken, points=points, gap=lattice.flat * 0.16, least=9.0)
        return found

    def fixed_rects(self) -> Iterator[Rect]:
        """What numbers, values, names of Areas and bridges take."""
        for at, text in self.numbers:
            yield _grown(text_rect(text, at, "sans", self.number_size), 1.5)
        for (x, y), _, _, chip in self.chips:
            yield x - chip * 0.6, y - chip * 0.6, x + chip * 0.6, y + chip * 0.6
        for at, line, size in self.lines:
            yield _grown(text_rect(line, at, "serif", size), 2.0)
        for at, _ in bridge_spots(self.chart):
            yield _around(at, _BRIDGE * self.inch)

    def named_kinds(self) -> Iterator[tuple[str, PlacedName]]:
        """Names of hexes with the kind of their ink: of a wood, a town, or other ground."""
        lattice, terrain = self.chart.lattice, self.chart.file.terrain
        grounds = {lattice.centre(s.id): s for s in self.chart.spaces if s.kind == "hex"} if lattice else {}
        for name in self.named:
            found = terrain.get(str(grounds[name.label.at]["terrain"]))
            pattern = found.pattern if found is not None else "plain"
            yield {"woods": "wood", "town": "town", "city": "town"}.get(pattern, "hill"), name

    def rects(self) -> Iterator[Rect]:
        """What all lettering takes."""
        yield from self.fixed_rects()
        for name in (*(name for _, name in self.labels), *self.named):
            yield from name.rects


def _around(at: Point, reach: float) -> Rect:
    return at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach


def _grown(rect: Rect, more: float) -> Rect:
    return rect[0] - more, rect[1] - more, rect[2] + more, rect[3] + more


def _settled(chart: Chart, space: Space) -> bool:
    terrain = chart.file.terrain.get(str(space["terrain"]))
    return terrain is not None and terrain.pattern in {"town", "city"}


def _size(chart: Chart, space: Space) -> float:
    """Inches: size of the name of a hex."""
    return 0.15 if _settled(chart, space) else 0.135


def sign_painters(chart: Chart, lettering: Lettering) -> list[Painter]:
    """Signs of the terrains, clear of lettering, rivers and roads.

    Parameters
    ----------
    chart, lettering
        The map, and what is lettered on it.

    Returns
    -------
    list of callables that take a `Canvas`
    """
    inch = chart.file.board.pixels_per_inch
    room = Room(lettering.rects())
    for line in [line for _, line in road_lines(chart)] + [course.line for course in river_lines(chart)]:
        for rect in squares(line, 0.06 * inch):
            room.take(rect)
    painters: list[Painter] = []
    for name, region in terrain_regions(chart).items():
        pattern = chart.file.terrain[name].pattern
        for at, key in scattered(region, pattern, inch, room, clumped=chart.lattice is None):
            painters.append(partial(draw_sign, at=at, pattern=pattern, inch=inch, key=key))
    return painters


def name_painters(lettering: Lettering) -> list[Painter]:
    """Painters of all lettering.

    Parameters
    ----------
    lettering
        What is lettered.

    Returns
    -------
    list of callables that take a `Canvas`
    """
    painters: list[Painter] = [
        partial(
            Canvas.text,
            at=at,
            text=text,
            face="sans",
            size=lettering.number_size,
            fill=(84, 76, 58),
            halo=_HALO,
        )
        for at, text in lettering.numbers
    ]
    painters += [partial(_name, name=name, kind=kind) for kind, name in lettering.labels]
    painters += [partial(_name, name=name, kind=kind) for kind, name in lettering.named_kinds()]
    painters += [
        partial(Canvas.text, at=at, text=line, face="serif", size=size, fill=_INK, halo=_HALO)
        for at, line, size in lettering.lines
    ]
    return painters + [
        partial(value, at=at, shape=shape, text=text, size=chip) for at, shape, text, chip in lettering.chips
    ]


def _name(canvas: Canvas, *, name: PlacedName, kind: str) -> None:
    look = LOOKS[name.label.kind]
    face, spacing, (ink, halo) = look.face, look.spacing, _INKS[kind]
    for text, at in name.lines:
        canvas.text(at, text, face=face, size=name.size, fill=ink, halo=halo, spacing=spacing)


def value(canvas: Canvas, *, at: Point, shape: str, text: str, size: float) -> None:
    """Draw a value in a circle or a star, or as it is.

    Parameters
    ----------
    canvas, at
        Where.
    shape
        ``circle``, ``star`` or ``text``.
    text, size
        What, and how high it is.
    """
    if shape == "star":
        r = size * 0.64
        star = [
            (
                (r if i % 2 == 0 else r * 0.56) * math.sin(i * math.pi / 5),
                -(r if i % 2 == 0 else r * 0.56) * math.cos(i * math.pi / 5),
            )
            for i in range(10)
        ]
        canvas.polygon([(at[0] + x, at[1] + y) for x, y in star], fill=_GOLD, outline=_RIM, width=size * 0.05)
        canvas.text(
            (at[0], at[1] + size * 0.03),
            text,
            face="bold",
            size=size * (0.62 if len(text) < 2 else 0.5),
            fill=_INK,
        )
        return
    if shape == "circle":
        (wide,) = chip_widths([(shape, text)], size)
        r = size / 2
        if wide > size:
            half = wide / 2 - r
            for colour, more in ((_INK, 0.0), (_CREAM, size * 0.12)):
                canvas.line([(at[0] - half, at[1]), (at[0] + half, at[1])], colour, size - more)
        else:
            canvas.circle(at, r, fill=_CREAM, outline=_INK, width=size * 0.06)
    canvas.text(at, text, face="bold", size=size * 0.66, fill=_INK, halo=_HALO if shape == "text" else None)
