"""The pictures on markers: stars, weather, ships, aircraft, guns, bridges, stores; vectors of our own."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from counters.geometry import Box, Point, arc_points, regular_star
from counters.outlines import Icon, mirrored, shape, square
from counters.signs import SIGNS
from counters.silhouettes import SILHOUETTES
from counters.vehicles import VEHICLE_ICONS

if TYPE_CHECKING:
    from counters.drawing import Color, Pen

__all__ = ["ICONS", "Icon"]


def _star(pen: Pen, box: Box, ink: Color, _accent: Color) -> None:
    inner = square(box)
    x, y = inner.centre
    pen.polygon(regular_star((x, y + inner.height * 0.045), inner.width * 0.52), ink)


def _ringed_star(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    inner = square(box)
    pen.disc(inner.centre, inner.width / 2, accent)
    pen.ring(inner.centre, inner.width / 2, ink, inner.width * 0.07)
    _star(pen, inner.shrunk(inner.width * 0.16), ink, accent)


def _balkenkreuz(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A black beam cross with white edges."""
    inner = square(box)
    for inset, wide, color in ((0.0, 0.24, accent), (0.0, 0.115, ink)):
        for low, high in (
            ((0.5 - wide, inset), (0.5 + wide, 1 - inset)),
            ((inset, 0.5 - wide), (1 - inset, 0.5 + wide)),
        ):
            left, top = inner.at(*low)
            right, bottom = inner.at(*high)
            pen.rect(Box(left, top, right, bottom), fill=color)


def _roundel(pen: Pen, box: Box, _ink: Color, _accent: Color) -> None:
    inner = square(box)
    for share, color in ((1.0, "#f2d14a"), (0.92, "#24408e"), (0.64, "#ffffff"), (0.36, "#c8202f")):
        pen.disc(inner.centre, inner.width / 2 * share, color)


def _sun(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    inner = square(box)
    pen.polygon(regular_star(inner.centre, inner.width / 2, points=12, waist=0.68), accent)
    pen.disc(inner.centre, inner.width * 0.27, ink)
    pen.disc(inner.centre, inner.width * 0.235, accent)


def _moon(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    inner = square(box)
    x, y = inner.centre
    radius = inner.width * 0.46
    pen.disc((x, y), radius, ink)
    pen.disc((x + radius * 0.45, y - radius * 0.22), radius * 0.82, accent)
    pen.polygon(regular_star((x + radius * 0.5, y - radius * 0.2), radius * 0.34), ink)


_PUFFS = ((0.26, 0.62, 0.2), (0.46, 0.4, 0.26), (0.7, 0.52, 0.22), (0.83, 0.68, 0.15))


def _cloud(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    inner = square(box)
    for grow, color in ((0.028, ink), (0.0, accent)):
        for x, y, radius in _PUFFS:
            pen.disc(inner.at(x, y), (radius + grow) * inner.width, color)
        left, top = inner.at(0.2 - grow, 0.55)
        right, bottom = inner.at(0.86 + grow, 0.825 + grow)
        pen.rect(Box(left, top, right, bottom), fill=color, radius=(bottom - top) * 0.5)
    left, top = inner.at(0.3, 0.45)
    right, bottom = inner.at(0.8, 0.78)
    pen.rect(Box(left, top, right, bottom), fill=accent)


def _storm(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    inner = square(box)
    left, top = inner.at(0.04, -0.12)
    right, bottom = inner.at(0.96, 0.8)
    _cloud(pen, Box(left, top, right, bottom), ink, "#c9d0d6")
    bolt = ((0.55, 0.42), (0.32, 0.78), (0.47, 0.76), (0.38, 1.06), (0.7, 0.66), (0.53, 0.68), (0.68, 0.42))
    shape(pen, inner, [(x + (x - 0.5) * 0.3, y + 0.01) for x, y in bolt], ink)
    shape(pen, inner, bolt, accent)


_HALF_PLANE = (
    (0.5, 0.02), (0.55, 0.06), (0.57, 0.16), (0.575, 0.3), (0.8, 0.34), (0.96, 0.4), (0.985, 0.45),
    (0.93, 0.5), (0.575, 0.53), (0.545, 0.8), (0.66, 0.83), (0.695, 0.88), (0.66, 0.92), (0.535, 0.92),
    (0.5, 0.99),
)  # fmt: skip


def _aircraft(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A single-engined fighter bomber from above, with its stripes."""
    inner = square(box)
    shape(pen, inner, mirrored(_HALF_PLANE), ink)
    for left in (0.24, 0.29, 0.69, 0.74):
        shape(
            pen, inner, [(left, 0.375), (left + 0.024, 0.375), (left + 0.024, 0.497), (left, 0.497)], accent
        )
    shape(pen, inner, [(0.47, 0.3), (0.53, 0.3), (0.52, 0.44), (0.48, 0.44)], accent)


_HULL = ((0.0, 0.68), (0.06, 0.64), (0.97, 0.62), (1.0, 0.64), (0.94, 0.86), (0.06, 0.86))
_UPPER = (
    (0.2, 0.66), (0.2, 0.56), (0.34, 0.56), (0.34, 0.46), (0.38, 0.46), (0.38, 0.24), (0.42, 0.24),
    (0.42, 0.42), (0.47, 0.42), (0.47, 0.3), (0.55, 0.3), (0.55, 0.46), (0.6, 0.46), (0.6, 0.36),
    (0.645, 0.36), (0.645, 0.54), (0.8, 0.54), (0.8, 0.66),
)  # fmt: skip


def _ship(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A battleship from the side, on the waves."""
    shape(pen, box, _HULL, ink)
    shape(pen, box, _UPPER, ink)
    for x, y, way in ((0.26, 0.5, -1), (0.12, 0.58, -1), (0.72, 0.49, 1), (0.86, 0.57, 1)):
        shape(pen, box, [(x - 0.055, y + 0.08), (x - 0.04, y), (x + 0.04, y), (x + 0.055, y + 0.08)], ink)
        pen.line([box.at(x, y + 0.03), box.at(x + way * 0.15, y - 0.04)], ink, 1.7)
    crests = [box.at(i / 40, 0.91 + 0.035 * math.sin(i * math.pi / 2.5)) for i in range(41)]
    pen.line(crests, accent, 2.2)


def _gun(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A casemate with its barrel."""
    outline = ((0.02, 0.92), (0.08, 0.42), (0.22, 0.22), (0.64, 0.22), (0.7, 0.36), (0.7, 0.92))
    shape(pen, box, outline, ink)
    shape(pen, box, [(0.4, 0.42), (0.66, 0.42), (0.66, 0.66), (0.4, 0.66)], accent)
    pen.line([box.at(0.43, 0.57), box.at(0.98, 0.3)], ink, 4.4)
    pen.line([box.at(0.0, 0.92), box.at(1, 0.92)], ink, 2.4)


def _span(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A bridge: deck, arch and piers over water."""
    x, _ = box.centre
    pen.line([box.at(0, 0.4), box.at(1, 0.4)], ink, box.height * 0.12)
    pen.line(
        arc_points((x, box.at(0, 0.86)[1]), (box.width * 0.32, box.height * 0.42), 180, 360),
        ink,
        box.height * 0.1,
    )
    for across in (0.12, 0.88):
        pen.line([box.at(across, 0.4), box.at(across, 0.88)], ink, box.width * 0.11)
    for across in (0.33, 0.5, 0.67):
        pen.line([box.at(across, 0.4), box.at(across, 0.56)], ink, 1.4)
    pen.line([box.at(0, 0.25), box.at(1, 0.25)], ink, 1.4)
    pen.line([box.at(0.0, 0.94), box.at(1, 0.94)], accent, 2.4)


def _broken_span(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """The same bridge with its middle blown out."""
    left = (
        (0, 0.34),
        (0.34, 0.34),
        (0.4, 0.44),
        (0.3, 0.47),
        (0.24, 0.62),
        (0.18, 0.88),
        (0.06, 0.88),
        (0.06, 0.47),
        (0, 0.47),
    )
    shape(pen, box, left, ink)
    shape(pen, box, [(1 - x, y) for x, y in left], ink)
    shape(pen, box, [(0.4, 0.78), (0.56, 0.62), (0.62, 0.7), (0.48, 0.86)], ink)
    x, y = box.at(0.5, 0.34)
    pen.polygon(regular_star((x, y), box.height * 0.4, points=9, waist=0.5), accent)
    pen.polygon(regular_star((x, y), box.height * 0.22, points=9, waist=0.5), "#ffe14d")
    pen.line([box.at(0.0, 0.94), box.at(1, 0.94)], "#4f86b8", 2.4)


def _bridge_gone(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A blown bridge, and the arrow that points to where it was."""
    arrow = ((0.5, -0.06), (0.68, 0.14), (0.57, 0.14), (0.57, 0.32), (0.43, 0.32), (0.43, 0.14), (0.32, 0.14))
    shape(pen, box, arrow, ink)
    _broken_span(pen, Box(box.left, box.at(0, 0.3)[1], box.right, box.bottom), ink, accent)


def _crate(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    pen.rect(box, fill=accent, outline=ink, width=2.2)
    for down in (0.36, 0.66):
        pen.line([box.at(0.04, down), box.at(0.96, down)], ink, 1.2)
    for across in (0.24, 0.76):
        pen.line([box.at(across, 0.05), box.at(across, 0.95)], ink, 1.6)


def _one_crate(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    x, y = box.centre
    half = box.height * 0.34
    _crate(pen, Box(x - half * 1.2, y - half, x + half * 1.2, y + half), ink, accent)


def _crates(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """Two crates below, one on top."""
    inner = square(box)
    wide, high = inner.width * 0.52, inner.height * 0.46
    x, _ = inner.centre
    bottom = inner.bottom - inner.height * 0.04
    for left in (x - wide - 0.4, x + 0.4):
        _crate(pen, Box(left, bottom - high, left + wide, bottom), ink, accent)
    _crate(pen, Box(x - wide / 2, bottom - 2 * high - 0.4, x + wide / 2, bottom - high - 0.4), ink, accent)


def _anchor(pen: Pen, box: Box, ink: Color, _accent: Color) -> None:
    inner = square(box)
    thick = inner.width * 0.1
    pen.ring(inner.at(0.5, 0.14), inner.width * 0.13, ink, thick * 0.7)
    pen.line([inner.at(0.5, 0.26), inner.at(0.5, 0.95)], ink, thick)
    pen.line([inner.at(0.28, 0.36), inner.at(0.72, 0.36)], ink, thick)
    pen.line(arc_points(inner.at(0.5, 0.56), (inner.width * 0.36, inner.height * 0.36), 12, 168), ink, thick)
    shape(pen, inner, [(0.02, 0.68), (0.12, 0.46), (0.27, 0.66)], ink)
    shape(pen, inner, [(0.98, 0.68), (0.88, 0.46), (0.73, 0.66)], ink)


def _mulberry(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """Caissons of an artificial harbour with a pier between."""
    for left, right, top in ((0.0, 0.24, 0.3), (0.76, 1.0, 0.3), (0.38, 0.62, 0.44)):
        shape(pen, box, [(left, top), (right, top), (right, 0.84), (left, 0.84)], ink)
        shape(
            pen,
            box,
            [(left + 0.05, top - 0.14), (left + 0.11, top - 0.14), (left + 0.11, top), (left + 0.05, top)],
            ink,
        )
    pen.line([box.at(0.0, 0.5), box.at(1, 0.5)], ink, 2.4)
    crests = [box.at(i / 40, 0.9 + 0.04 * math.sin(i * math.pi / 2.5)) for i in range(41)]
    pen.line(crests, accent, 2.4)


def _tools(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """Pick and shovel, crossed."""
    inner = square(box)
    pen.line([inner.at(0.2, 0.95), inner.at(0.75, 0.2)], ink, inner.width * 0.09)
    pen.line([inner.at(0.8, 0.95), inner.at(0.3, 0.26)], ink, inner.width * 0.09)
    pick = arc_points(inner.at(0.62, 0.5), (inner.width * 0.44, inner.height * 0.44), 235, 355, 16)
    pen.line(pick, ink, inner.width * 0.1)
    shape(pen, inner, [(0.38, 0.3), (0.22, 0.42), (0.08, 0.26), (0.1, 0.04), (0.28, 0.06)], accent)


def _bunker_down(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A casemate crossed out."""
    _gun(pen, box.shrunk(box.width * 0.06), ink, "#ffffff")
    pen.line([box.at(0.05, 0.1), box.at(0.95, 1)], accent, 4.6)
    pen.line([box.at(0.95, 0.1), box.at(0.05, 1)], accent, 4.6)


def _showers(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    _rained(pen, box, (ink, "#eef2f5"), accent, ((0.3, 0.84), (0.5, 0.9), (0.7, 0.84)))


def _rain(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    drops = ((0.22, 0.86), (0.38, 0.82), (0.54, 0.86), (0.7, 0.82), (0.3, 1.0), (0.46, 1.0), (0.62, 1.0))
    _rained(pen, box, (ink, "#9aa8b4"), accent, drops)


def _rained(
    pen: Pen, box: Box, cloud: tuple[Color, Color], accent: Color, drops: Sequence[tuple[float, float]]
) -> None:
    """A cloud with slanting strokes of rain below it."""
    inner = square(box)
    (left, top), (right, bottom) = inner.at(0.04, -0.12), inner.at(0.96, 0.8)
    _cloud(pen, Box(left, top, right, bottom), *cloud)
    for x, y in drops:
        pen.line([inner.at(x + 0.05, y - 0.14), inner.at(x, y)], accent, inner.width * 0.07)


def _arrow(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A broad arrow to the right."""
    outline = (
        (0.04, 0.36),
        (0.54, 0.36),
        (0.54, 0.12),
        (0.96, 0.5),
        (0.54, 0.88),
        (0.54, 0.64),
        (0.04, 0.64),
    )
    shape(pen, box, outline, ink)
    shape(
        pen,
        box,
        ((0.1, 0.43), (0.61, 0.43), (0.61, 0.3), (0.84, 0.5), (0.61, 0.7), (0.61, 0.57), (0.1, 0.57)),
        accent,
    )


def _burst(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """An explosion."""
    inner = square(box)
    pen.polygon(regular_star(inner.centre, inner.width / 2, points=9, waist=0.55), ink)
    pen.polygon(regular_star(inner.centre, inner.width * 0.34, points=9, waist=0.55), accent)


def _arrow_burst(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """Movement, then combat."""
    x, y = box.centre
    _arrow(pen, Box(box.left, y - box.height * 0.36, x, y + box.height * 0.36), ink, accent)
    _burst(pen, Box(x, box.top, box.right, box.bottom), ink, accent)


def _sweep(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """An arrow that turns back: a reaction."""
    inner = square(box)
    curve = arc_points(inner.at(0.5, 0.56), (inner.width * 0.34, inner.height * 0.34), 180, 400)
    pen.line(curve, ink, inner.width * 0.16)
    pen.line(curve, accent, inner.width * 0.06)
    shape(pen, inner, ((-0.06, 0.5), (0.38, 0.5), (0.16, 0.9)), ink)


_HALF_BOMBER = (
    (0.5, 0.04), (0.54, 0.1), (0.555, 0.3), (0.64, 0.31), (0.64, 0.24), (0.7, 0.24), (0.7, 0.325),
    (0.8, 0.34), (0.8, 0.27), (0.86, 0.27), (0.86, 0.355), (0.99, 0.4), (0.99, 0.46), (0.555, 0.5),
    (0.535, 0.8), (0.68, 0.84), (0.68, 0.91), (0.5, 0.93),
)  # fmt: skip


def _bomber(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A four-engined bomber from above."""
    inner = square(box)
    shape(pen, inner, mirrored(_HALF_BOMBER), ink)
    pen.line([inner.at(0.5, 0.14), inner.at(0.5, 0.84)], accent, inner.width * 0.035)
    for x in (0.17, 0.33, 0.67, 0.83):
        pen.disc(inner.at(x, 0.3), inner.width * 0.022, accent)


_TANK = (
    (0.02, 0.62), (0.12, 0.5), (0.34, 0.48), (0.36, 0.3), (0.62, 0.3), (0.66, 0.37), (0.99, 0.37),
    (0.99, 0.43), (0.67, 0.45), (0.68, 0.48), (0.88, 0.5), (0.97, 0.62), (0.88, 0.84), (0.12, 0.84),
)  # fmt: skip
_CASEMATE_TANK = (
    (0.02, 0.64), (0.12, 0.54), (0.2, 0.36), (0.6, 0.36), (0.7, 0.46), (0.99, 0.47), (0.99, 0.53),
    (0.72, 0.55), (0.9, 0.57), (0.97, 0.66), (0.88, 0.84), (0.12, 0.84),
)  # fmt: skip


def _tank(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A turreted tank destroyer from the side."""
    _tracked(pen, box, _TANK, ink, accent)


def _assault_gun(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """An assault gun from the side: no turret."""
    _tracked(pen, box, _CASEMATE_TANK, ink, accent)


def _tracked(pen: Pen, box: Box, outline: Sequence[Point], ink: Color, accent: Color) -> None:
    shape(pen, box, outline, ink)
    for x in (0.2, 0.35, 0.5, 0.65, 0.8):
        pen.disc(box.at(x, 0.72), box.height * 0.085, accent)


def _rocket_tubes(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """The six tubes of a rocket launcher from the front."""
    inner = square(box)
    for i in range(6):
        angle = math.pi / 3 * i
        spot = inner.at(0.5 + 0.31 * math.cos(angle), 0.5 + 0.31 * math.sin(angle))
        pen.disc(spot, inner.width * 0.165, ink)
        pen.disc(spot, inner.width * 0.105, accent)


def _howitzer(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A field howitzer on its wheel."""
    pen.line([box.at(0.3, 0.6), box.at(0.95, 0.18)], ink, 4.6)
    pen.line([box.at(0.42, 0.62), box.at(0.02, 0.88)], ink, 3.2)
    shape(pen, box, ((0.4, 0.26), (0.5, 0.2), (0.62, 0.66), (0.52, 0.7)), ink)
    pen.disc(box.at(0.46, 0.68), box.height * 0.22, ink)
    pen.disc(box.at(0.46, 0.68), box.height * 0.14, accent)
    pen.disc(box.at(0.46, 0.68), box.height * 0.05, ink)


def _landing_craft(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A landing craft with its ramp down, on the waves."""
    hull = (
        (0.02, 0.36),
        (0.3, 0.36),
        (0.32, 0.46),
        (0.7, 0.42),
        (0.7, 0.52),
        (0.98, 0.74),
        (0.94, 0.8),
        (0.08, 0.78),
    )
    shape(pen, box, hull, ink)
    shape(pen, box, ((0.08, 0.18), (0.24, 0.18), (0.24, 0.36), (0.08, 0.36)), ink)
    crests = [box.at(i / 40, 0.9 + 0.04 * math.sin(i * math.pi / 2.5)) for i in range(41)]
    pen.line(crests, accent, 2.6)


def _landing_barred(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """The same, crossed out."""
    _landing_craft(pen, box.shrunk(box.width * 0.06), ink, ink)
    _crossed(pen, box, accent)


def _anchor_barred(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """An anchor in a ring: a port cut off."""
    inner = square(box)
    _anchor(pen, inner.shrunk(inner.width * 0.2), ink, accent)
    pen.ring(inner.centre, inner.width / 2, accent, inner.width * 0.1)


def _no_entry(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """The road sign."""
    inner = square(box)
    pen.disc(inner.centre, inner.width / 2, accent)
    (left, top), (right, bottom) = inner.at(0.18, 0.41), inner.at(0.82, 0.59)
    pen.rect(Box(left, top, right, bottom), fill=ink)


def _crossed(pen: Pen, box: Box, ink: Color) -> None:
    pen.line([box.at(0.05, 0.1), box.at(0.95, 0.96)], ink, 4.6)
    pen.line([box.at(0.95, 0.1), box.at(0.05, 0.96)], ink, 4.6)


def _hourglass(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """The passing of turns."""
    inner = square(box)
    shape(pen, inner, ((0.2, 0.1), (0.8, 0.1), (0.54, 0.5), (0.8, 0.9), (0.2, 0.9), (0.46, 0.5)), ink)
    shape(pen, inner, ((0.34, 0.8), (0.66, 0.8), (0.5, 0.6)), accent)
    shape(pen, inner, ((0.36, 0.24), (0.64, 0.24), (0.5, 0.42)), accent)
    for y in (0.06, 0.94):
        pen.line([inner.at(0.14, y), inner.at(0.86, y)], ink, inner.width * 0.09)


def _waves(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """Three crests of the sea."""
    for y, color in ((0.28, ink), (0.54, accent), (0.8, ink)):
        crests = [box.at(i / 40, y + 0.09 * math.sin(i * math.pi / 5)) for i in range(41)]
        pen.line(crests, color, 3.4)


def _hedgerow(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """Bushes on a bank of earth."""
    for x, y, size in ((0.16, 0.48, 0.2), (0.36, 0.34, 0.25), (0.62, 0.38, 0.27), (0.84, 0.5, 0.19)):
        pen.disc(box.at(x, y), size * box.height, ink)
    shape(pen, box, ((0, 0.68), (0, 0.62), (1, 0.62), (1, 0.68)), accent)
    shape(pen, box, ((0, 0.98), (0.08, 0.68), (0.92, 0.68), (1, 0.98)), ink)


ICONS: Mapping[str, Icon] = MappingProxyType(
    {
        "star": _star,
        "ringed-star": _ringed_star,
        "balkenkreuz": _balkenkreuz,
        "roundel": _roundel,
        "sun": _sun,
        "moon": _moon,
        "cloud": _cloud,
        "storm": _storm,
        "aircraft": _aircraft,
        "ship": _ship,
        "gun": _gun,
        "bridge": _span,
        "broken-bridge": _broken_span,
        "bridge-arrow": _bridge_gone,
        "crate": _one_crate,
        "crates": _crates,
        "anchor": _anchor,
        "mulberry": _mulberry,
        "tools": _tools,
        "fortification-destroyed": _bunker_down,
        "showers": _showers,
        "rain": _rain,
        "arrow": _arrow,
        "burst": _burst,
        "arrow-burst": _arrow_burst,
        "sweep": _sweep,
        "bomber": _bomber,
        "tank": _tank,
        "assault-gun": _assault_gun,
        "rocket-tubes": _rocket_tubes,
        "howitzer": _howitzer,
        "landing-craft": _landing_craft,
        "landing-barred": _landing_barred,
        "anchor-barred": _anchor_barred,
        "no-entry": _no_entry,
        "hourglass": _hourglass,
        "waves": _waves,
        "hedgerow": _hedgerow,
        **VEHICLE_ICONS,
        **SILHOUETTES,
        **SIGNS,
    }
)
