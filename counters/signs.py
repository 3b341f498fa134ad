"""Signs on markers: flags of headquarters, combat modes, states of a unit; all drawn as vectors."""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from counters.geometry import Box, Point, arc_points, regular_star
from counters.outlines import Icon, mirrored, shape, square
from counters.palette import is_dark
from counters.symbols import draw_symbol

if TYPE_CHECKING:
    from counters.drawing import Color, Pen

__all__ = ["SIGNS"]

_WHITE, _BLACK, _RED = "#ffffff", "#111111", "#c4161c"


def _print_on(color: Color) -> Color:
    return _WHITE if is_dark(color) else _BLACK


def _flag(kind: str, pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """The flag of a headquarters on its staff, in the colour of the formation."""
    wide = min(box.width, box.height * 1.5)
    x, _ = box.centre
    left, right = x - wide / 2, x + wide / 2
    flag = Box(left, box.top, right, box.top + box.height * 0.8)
    pen.line([(left + 1.4, box.top), (left + 1.4, box.bottom)], ink, 2.8)
    draw_symbol(pen, kind, flag, ink=_print_on(accent), fill=accent, edge=ink)


def _bipod(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A machine gun on its bipod: a handful of men that delay."""
    wide = min(box.width, box.height * 1.9)
    x, y = box.centre
    inner = Box(x - wide / 2, y - wide * 0.27, x + wide / 2, y + wide * 0.27)
    shape(pen, inner, _MG, ink)
    for foot in (0.64, 0.86):
        pen.line([inner.at(0.75, 0.34), inner.at(foot, 0.96)], ink, wide * 0.03, rounded=True)
    shape(pen, inner, ((0.66, 0.245), (0.9, 0.255), (0.9, 0.31), (0.66, 0.32)), accent)
    pen.disc(inner.at(0.48, 0.47), wide * 0.07, ink)
    pen.disc(inner.at(0.48, 0.47), wide * 0.035, accent)


_MG: tuple[Point, ...] = (
    (0.0, 0.22), (0.12, 0.12), (0.22, 0.2), (0.3, 0.14), (0.6, 0.14), (0.62, 0.2), (0.92, 0.21), (0.92, 0.16),
    (1.0, 0.16), (1.0, 0.4), (0.92, 0.4), (0.92, 0.35), (0.62, 0.38), (0.4, 0.4), (0.37, 0.74), (0.29, 0.74),
    (0.3, 0.4), (0.2, 0.4), (0.06, 0.6), (0.0, 0.6),
)  # fmt: skip


def _ring_of_arrows(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """Cut off: arrows from all sides on a unit."""
    inner = square(box)
    x, y = inner.at(0.5, 0.5)
    wide, high = inner.width * 0.17, inner.width * 0.115
    draw_symbol(pen, "infantry", Box(x - wide, y - high, x + wide, y + high), ink=ink, fill=accent)
    for i in range(8):
        angle = math.pi / 4 * i
        cos, sin = math.cos(angle), math.sin(angle)

        def at(far: float, side: float, cos: float = cos, sin: float = sin) -> Point:
            return x + inner.width * (far * cos - side * sin), y + inner.width * (far * sin + side * cos)

        pen.line([at(0.5, 0), at(0.36, 0)], ink, inner.width * 0.06)
        pen.polygon([at(0.38, 0.085), at(0.255, 0), at(0.38, -0.085)], ink)


def _cracks(count: int, pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A unit in disorder: its box broken once or twice."""
    wide = min(box.width, box.height * 1.15) / 2
    x, y = box.centre
    high = wide / 1.45
    frame = Box(x - wide, y - high, x + wide, y + high)
    draw_symbol(pen, "infantry", frame, ink=ink, fill=accent)
    for middle in (0.5,) if count == 1 else (0.32, 0.7):
        bolt = [(middle + 0.06, -0.12), (middle - 0.09, 0.36), (middle + 0.09, 0.6), (middle - 0.06, 1.12)]
        points = [frame.at(across, down) for across, down in bolt]
        pen.line(points, _WHITE, frame.width * 0.15)
        pen.line(points, _RED, frame.width * 0.085)


def _helmet(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A helmet behind a bank of earth, under fire: pinned."""
    inner = square(box)
    pen.polygon(arc_points(inner.at(0.5, 0.66), (inner.width * 0.34, inner.height * 0.36), 180, 360), ink)
    shape(pen, inner, ((0.1, 0.7), (0.17, 0.62), (0.83, 0.62), (0.9, 0.7)), ink)
    shape(pen, inner, ((-0.14, 0.98), (0.04, 0.77), (0.96, 0.77), (1.14, 0.98)), ink)
    for start, end in (
        ((-0.06, 0.16), (0.14, 0.36)),
        ((0.5, -0.02), (0.5, 0.22)),
        ((1.06, 0.16), (0.86, 0.36)),
    ):
        pen.line([inner.at(*start), inner.at(*end)], accent, inner.width * 0.1)


def _probe(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A thin arrow feeling its way."""
    y = box.centre[1]
    for start, end in ((0.04, 0.2), (0.27, 0.43), (0.5, 0.66)):
        pen.line([(box.at(start, 0)[0], y), (box.at(end, 0)[0], y)], ink, box.height * 0.11)
    tip = ((0.66, 0.28), (0.96, 0.5), (0.66, 0.72))
    shape(pen, box, tip, ink)
    shape(pen, box, ((0.7, 0.38), (0.86, 0.5), (0.7, 0.62)), accent)


def _assault(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """Three arrows that strike at one point."""
    high = min(box.height, box.width * 0.62)
    y = box.centre[1]
    inner = Box(box.left, y - high / 2, box.right, y + high / 2)
    target = inner.right - high * 0.42, y
    for down, end in ((0.04, 0.3), (0.5, 0.5), (0.96, 0.7)):
        (ax, ay), (bx, by) = inner.at(0.0, down), inner.at(0.4, end)
        long = math.dist((ax, ay), (bx, by))
        ux, uy = (bx - ax) / long, (by - ay) / long
        reach, half = high * 0.24, high * 0.14
        pen.line([(ax, ay), (bx, by)], ink, high * 0.12)
        left, right = (bx - uy * half, by + ux * half), (bx + uy * half, by - ux * half)
        pen.polygon([left, (bx + ux * reach, by + uy * reach), right], ink)
    pen.polygon(regular_star(target, high * 0.42, points=9, waist=0.55), ink)
    pen.polygon(regular_star(target, high * 0.29, points=9, waist=0.55), accent)


def _stand(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A shield: hold to the last."""
    inner = square(box)
    outer = (
        (0.12, 0.06),
        (0.5, 0.0),
        (0.88, 0.06),
        (0.88, 0.5),
        (0.74, 0.8),
        (0.5, 1.0),
        (0.26, 0.8),
        (0.12, 0.5),
    )
    shape(pen, inner, outer, ink)
    shape(pen, inner, [(0.5 + (x - 0.5) * 0.8, 0.48 + (y - 0.48) * 0.82) for x, y in outer], accent)
    pen.line([inner.at(0.5, 0.14), inner.at(0.5, 0.84)], ink, inner.width * 0.11)
    pen.line([inner.at(0.24, 0.38), inner.at(0.76, 0.38)], ink, inner.width * 0.11)


def _withdraw(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A broad arrow that turns back."""
    wide = min(box.width, box.height * 1.5)
    x, _ = box.centre
    inner = Box(x - wide / 2, box.top, x + wide / 2, box.bottom)
    curve = [inner.at(0.16, 0.86), inner.at(0.5, 0.86)]
    curve += arc_points(inner.at(0.56, 0.57), (inner.width * 0.27, inner.height * 0.29), 90, -90)
    curve += [inner.at(0.42, 0.28)]
    pen.line(curve, ink, inner.height * 0.24)
    shape(pen, inner, ((0.46, -0.02), (0.46, 0.58), (0.06, 0.28)), ink)
    pen.line(curve[1:-1], accent, inner.height * 0.08)


def _half_tank(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A gauge at half: reduced efficiency."""
    inner = square(box)
    centre, radius = inner.at(0.5, 0.72), inner.width * 0.48
    pen.polygon(arc_points(centre, (radius, radius), 180, 360), ink)
    pen.polygon(arc_points(centre, (radius * 0.86, radius * 0.86), 180, 360), accent)
    pen.polygon([*arc_points(centre, (radius * 0.86, radius * 0.86), 180, 250), centre], _RED)
    for degrees in (180, 215, 250, 290, 325, 360):
        angle = math.radians(degrees)
        start, end = (
            (centre[0] + radius * far * math.cos(angle), centre[1] + radius * far * math.sin(angle))
            for far in (0.72, 0.88)
        )
        pen.line([start, end], ink, inner.width * 0.03)
    angle = math.radians(250)
    tip = centre[0] + radius * 0.74 * math.cos(angle), centre[1] + radius * 0.74 * math.sin(angle)
    pen.line([centre, tip], ink, inner.width * 0.06)
    pen.disc(centre, inner.width * 0.09, ink)
    pen.line([inner.at(0.0, 0.74), inner.at(1.0, 0.74)], ink, inner.width * 0.05)


def _link(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """Two links of a chain: attached."""
    wide = min(box.width, box.height * 2.0)
    (x, y), high = box.centre, wide * 0.36
    for left in (x - wide / 2, x + wide / 2 - wide * 0.6):
        ring = Box(left, y - high / 2, left + wide * 0.6, y + high / 2)
        pen.rect(ring, outline=ink, width=wide * 0.12, radius=high / 2)
        pen.rect(ring.shrunk(wide * 0.035), outline=accent, width=wide * 0.05, radius=high / 2)


def _box(kind: str, pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """The symbol of a kind of unit: what is lost or replaced."""
    wide = min(box.width, box.height * 1.5) / 2
    x, y = box.centre
    frame = Box(x - wide, y - wide / 1.5, x + wide, y + wide / 1.5)
    draw_symbol(pen, kind, frame, ink=_print_on(accent), fill=accent, edge=ink)


def _leaf(pen: Pen, box: Box, ink: Color, _accent: Color) -> None:
    """The leaf of Canada."""
    shape(pen, square(box), mirrored(_LEAF), ink)


_LEAF: tuple[Point, ...] = (
    (0.5, 0.0), (0.59, 0.17), (0.7, 0.12), (0.65, 0.36), (0.78, 0.25), (0.81, 0.33), (0.96, 0.31),
    (0.91, 0.46), (0.98, 0.5), (0.74, 0.69), (0.77, 0.78), (0.53, 0.74), (0.53, 1.0),
)  # fmt: skip


def _trench(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A trench between banks of earth, from above."""
    way = ((0.12, 0.62), (0.26, 0.32), (0.42, 0.32), (0.56, 0.68), (0.74, 0.68), (0.88, 0.38))
    points = [box.at(x, y) for x, y in way]
    pen.line(points, ink, box.height * 0.42)
    pen.line(points, accent, box.height * 0.16)


_BOXES = {
    "box-infantry": "infantry",
    "box-armor": "tank",
    "box-commando": "commando",
    "box-flak": "heavy-flak",
    "box-parachute": "parachute",
}
_FLAGS = {
    "flag-infantry": "infantry",
    "flag-airborne": "parachute",
    "flag-armored": "tank",
    "flag-panzer": "tank",
    "flag-panzer-grenadier": "panzer-grenadier",
    "flag-corps": "headquarters",
    "flag-garrison": "garrison",
}
SIGNS: Mapping[str, Icon] = MappingProxyType(
    {
        **{name: functools.partial(_flag, kind) for name, kind in _FLAGS.items()},
        **{name: functools.partial(_box, kind) for name, kind in _BOXES.items()},
        "maple-leaf": _leaf,
        "trench": _trench,
        "bipod": _bipod,
        "isolated": _ring_of_arrows,
        "disorder-1": functools.partial(_cracks, 1),
        "disorder-2": functools.partial(_cracks, 2),
        "helmet": _helmet,
        "probe": _probe,
        "assault": _assault,
        "stand": _stand,
        "withdraw": _withdraw,
        "gauge": _half_tank,
        "link": _link,
    }
)
