"""The pictures on markers: stars, weather, ships, aircraft, guns, bridges, stores; vectors of our own."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from counters.drawing import Color, Pen
from counters.geometry import Box, Point, arc_points, regular_star

__all__ = ["ICONS", "Icon"]

Icon: TypeAlias = Callable[[Pen, Box, Color, Color], None]


def _shape(pen: Pen, box: Box, points: Sequence[Point], fill: Color) -> None:
    """Fill a polygon given in fractions of a box."""
    pen.polygon([box.at(x, y) for x, y in points], fill)


def _square(box: Box) -> Box:
    """The largest square in the middle of a box."""
    half = min(box.width, box.height) / 2
    x, y = box.centre
    return Box(x - half, y - half, x + half, y + half)


def _mirrored(right: Sequence[Point]) -> list[Point]:
    """An outline symmetric about the middle, from its right half read downwards."""
    return [*right, *((1 - x, y) for x, y in reversed(right))]


def _star(pen: Pen, box: Box, ink: Color, _accent: Color) -> None:
    inner = _square(box)
    x, y = inner.centre
    pen.polygon(regular_star((x, y + inner.height * 0.045), inner.width * 0.52), ink)


def _ringed_star(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    inner = _square(box)
    pen.disc(inner.centre, inner.width / 2, accent)
    pen.ring(inner.centre, inner.width / 2, ink, inner.width * 0.07)
    _star(pen, inner.shrunk(inner.width * 0.16), ink, accent)


def _balkenkreuz(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A black beam cross with white edges."""
    inner = _square(box)
    for inset, wide, color in ((0.0, 0.24, accent), (0.0, 0.115, ink)):
        for low, high in (
            ((0.5 - wide, inset), (0.5 + wide, 1 - inset)),
            ((inset, 0.5 - wide), (1 - inset, 0.5 + wide)),
        ):
            left, top = inner.at(*low)
            right, bottom = inner.at(*high)
            pen.rect(Box(left, top, right, bottom), fill=color)


def _roundel(pen: Pen, box: Box, _ink: Color, _accent: Color) -> None:
    inner = _square(box)
    for share, color in ((1.0, "#f2d14a"), (0.92, "#24408e"), (0.64, "#ffffff"), (0.36, "#c8202f")):
        pen.disc(inner.centre, inner.width / 2 * share, color)


def _sun(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    inner = _square(box)
    pen.polygon(regular_star(inner.centre, inner.width / 2, points=12, waist=0.68), accent)
    pen.disc(inner.centre, inner.width * 0.27, ink)
    pen.disc(inner.centre, inner.width * 0.235, accent)


def _moon(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    inner = _square(box)
    x, y = inner.centre
    radius = inner.width * 0.46
    pen.disc((x, y), radius, ink)
    pen.disc((x + radius * 0.45, y - radius * 0.22), radius * 0.82, accent)
    pen.polygon(regular_star((x + radius * 0.5, y - radius * 0.2), radius * 0.34), ink)


_PUFFS = ((0.26, 0.62, 0.2), (0.46, 0.4, 0.26), (0.7, 0.52, 0.22), (0.83, 0.68, 0.15))


def _cloud(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    inner = _square(box)
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
    inner = _square(box)
    left, top = inner.at(0.04, -0.12)
    right, bottom = inner.at(0.96, 0.8)
    _cloud(pen, Box(left, top, right, bottom), ink, "#c9d0d6")
    bolt = ((0.55, 0.42), (0.32, 0.78), (0.47, 0.76), (0.38, 1.06), (0.7, 0.66), (0.53, 0.68), (0.68, 0.42))
    _shape(pen, inner, [(x + (x - 0.5) * 0.3, y + 0.01) for x, y in bolt], ink)
    _shape(pen, inner, bolt, accent)


_HALF_PLANE = (
    (0.5, 0.02), (0.55, 0.06), (0.57, 0.16), (0.575, 0.3), (0.8, 0.34), (0.96, 0.4), (0.985, 0.45),
    (0.93, 0.5), (0.575, 0.53), (0.545, 0.8), (0.66, 0.83), (0.695, 0.88), (0.66, 0.92), (0.535, 0.92),
    (0.5, 0.99),
)  # fmt: skip


def _aircraft(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A single-engined fighter bomber from above, with its stripes."""
    inner = _square(box)
    _shape(pen, inner, _mirrored(_HALF_PLANE), ink)
    for left in (0.24, 0.29, 0.69, 0.74):
        _shape(
            pen, inner, [(left, 0.375), (left + 0.024, 0.375), (left + 0.024, 0.497), (left, 0.497)], accent
        )
    _shape(pen, inner, [(0.47, 0.3), (0.53, 0.3), (0.52, 0.44), (0.48, 0.44)], accent)


_HULL = ((0.0, 0.68), (0.06, 0.64), (0.97, 0.62), (1.0, 0.64), (0.94, 0.86), (0.06, 0.86))
_UPPER = (
    (0.2, 0.66), (0.2, 0.56), (0.34, 0.56), (0.34, 0.46), (0.38, 0.46), (0.38, 0.24), (0.42, 0.24),
    (0.42, 0.42), (0.47, 0.42), (0.47, 0.3), (0.55, 0.3), (0.55, 0.46), (0.6, 0.46), (0.6, 0.36),
    (0.645, 0.36), (0.645, 0.54), (0.8, 0.54), (0.8, 0.66),
)  # fmt: skip


def _ship(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A battleship from the side, on the waves."""
    _shape(pen, box, _HULL, ink)
    _shape(pen, box, _UPPER, ink)
    for x, y, way in ((0.26, 0.5, -1), (0.12, 0.58, -1), (0.72, 0.49, 1), (0.86, 0.57, 1)):
        _shape(pen, box, [(x - 0.055, y + 0.08), (x - 0.04, y), (x + 0.04, y), (x + 0.055, y + 0.08)], ink)
        pen.line([box.at(x, y + 0.03), box.at(x + way * 0.15, y - 0.04)], ink, 1.7)
    crests = [box.at(i / 40, 0.91 + 0.035 * math.sin(i * math.pi / 2.5)) for i in range(41)]
    pen.line(crests, accent, 2.2)


def _gun(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A casemate with its barrel."""
    outline = ((0.02, 0.92), (0.08, 0.42), (0.22, 0.22), (0.64, 0.22), (0.7, 0.36), (0.7, 0.92))
    _shape(pen, box, outline, ink)
    _shape(pen, box, [(0.4, 0.42), (0.66, 0.42), (0.66, 0.66), (0.4, 0.66)], accent)
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
    _shape(pen, box, left, ink)
    _shape(pen, box, [(1 - x, y) for x, y in left], ink)
    _shape(pen, box, [(0.4, 0.78), (0.56, 0.62), (0.62, 0.7), (0.48, 0.86)], ink)
    x, y = box.at(0.5, 0.34)
    pen.polygon(regular_star((x, y), box.height * 0.4, points=9, waist=0.5), accent)
    pen.polygon(regular_star((x, y), box.height * 0.22, points=9, waist=0.5), "#ffe14d")
    pen.line([box.at(0.0, 0.94), box.at(1, 0.94)], "#4f86b8", 2.4)


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
    inner = _square(box)
    wide, high = inner.width * 0.52, inner.height * 0.46
    x, _ = inner.centre
    bottom = inner.bottom - inner.height * 0.04
    for left in (x - wide - 0.4, x + 0.4):
        _crate(pen, Box(left, bottom - high, left + wide, bottom), ink, accent)
    _crate(pen, Box(x - wide / 2, bottom - 2 * high - 0.4, x + wide / 2, bottom - high - 0.4), ink, accent)


def _anchor(pen: Pen, box: Box, ink: Color, _accent: Color) -> None:
    inner = _square(box)
    thick = inner.width * 0.1
    pen.ring(inner.at(0.5, 0.14), inner.width * 0.13, ink, thick * 0.7)
    pen.line([inner.at(0.5, 0.26), inner.at(0.5, 0.95)], ink, thick)
    pen.line([inner.at(0.28, 0.36), inner.at(0.72, 0.36)], ink, thick)
    pen.line(arc_points(inner.at(0.5, 0.56), (inner.width * 0.36, inner.height * 0.36), 12, 168), ink, thick)
    _shape(pen, inner, [(0.02, 0.68), (0.12, 0.46), (0.27, 0.66)], ink)
    _shape(pen, inner, [(0.98, 0.68), (0.88, 0.46), (0.73, 0.66)], ink)


def _mulberry(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """Caissons of an artificial harbour with a pier between."""
    for left, right, top in ((0.0, 0.24, 0.3), (0.76, 1.0, 0.3), (0.38, 0.62, 0.44)):
        _shape(pen, box, [(left, top), (right, top), (right, 0.84), (left, 0.84)], ink)
        _shape(
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
    inner = _square(box)
    pen.line([inner.at(0.2, 0.95), inner.at(0.75, 0.2)], ink, inner.width * 0.09)
    pen.line([inner.at(0.8, 0.95), inner.at(0.3, 0.26)], ink, inner.width * 0.09)
    pick = arc_points(inner.at(0.62, 0.5), (inner.width * 0.44, inner.height * 0.44), 235, 355, 16)
    pen.line(pick, ink, inner.width * 0.1)
    _shape(pen, inner, [(0.38, 0.3), (0.22, 0.42), (0.08, 0.26), (0.1, 0.04), (0.28, 0.06)], accent)


def _bunker_down(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A casemate crossed out."""
    _gun(pen, box.shrunk(box.width * 0.06), ink, "#ffffff")
    pen.line([box.at(0.05, 0.1), box.at(0.95, 1)], accent, 4.6)
    pen.line([box.at(0.95, 0.1), box.at(0.05, 1)], accent, 4.6)


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
        "crate": _one_crate,
        "crates": _crates,
        "anchor": _anchor,
        "mulberry": _mulberry,
        "tools": _tools,
        "fortification-destroyed": _bunker_down,
    }
)
