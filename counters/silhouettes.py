"""Aircraft, ships, parachutes and bridges on markers: silhouettes of our own."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from counters.geometry import Box, Point, arc_points
from counters.outlines import Icon, mirrored, outline, shape, square, swell
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from counters.drawing import Color, Pen

__all__ = ["SILHOUETTES"]

_STRIPES = ((0.22, 0.255), (0.29, 0.325), (0.675, 0.71), (0.745, 0.78))  # the black and white of June 1944


@dataclass(frozen=True, slots=True)
class _Plane:
    """An aircraft from above, nose up: half outlines, mirrored about the middle."""

    halves: tuple[tuple[Point, ...], ...]
    chord: tuple[float, float]  # leading and trailing edge of the wing where the stripes cross it
    canopy: tuple[float, float] = (0.3, 0.42)
    stripes: Sequence[tuple[float, float]] = _STRIPES


_PLANES: Mapping[str, _Plane] = MappingProxyType(
    {
        "spitfire": _Plane(
            (
                outline(
                    "50 2, 53 6, 55 16, 55 29, 68 30, 84 34, 95 40, 98.5 45, 95 49, 85 52, 70 54, 55 54,"
                    " 53 80, 61 82, 66 86, 64 90, 53.5 91, 50 98"
                ),
            ),
            (0.315, 0.535),
        ),
        "typhoon": _Plane(
            (
                outline(
                    "50 2, 55 5, 58 12, 58 28, 66 28, 94 37, 98 41, 98 46, 93 50, 66 55, 57.5 55, 54 80,"
                    " 66 82, 70 86, 68 91, 54 92, 50 98"
                ),
            ),
            (0.31, 0.545),
        ),
        "thunderbolt": _Plane(
            (
                outline(
                    "50 3, 56 4, 59.5 8, 59.5 28, 70 28, 90 33, 97 38, 98 44, 90 49, 70 54, 58 55, 54 80,"
                    " 65 82, 69 86, 66 91, 54 92, 50 98"
                ),
            ),
            (0.29, 0.54),
        ),
        "mustang": _Plane(
            (
                outline(
                    "50 2, 53 7, 55.5 16, 55.5 30, 60 29, 97 36, 98 45, 96 47, 60 54, 55 54, 53 80, 65 82,"
                    " 67 84, 67 89, 53.5 91, 50 98"
                ),
            ),
            (0.315, 0.525),
        ),
        "lightning": _Plane(
            (
                outline("50 16, 53 21, 55 32, 55 46, 53 56, 50 64"),
                outline("50 33, 72 35, 92 39, 98.5 43, 98 46, 92 48, 72 51, 50 52"),
                outline("65 14, 68 15, 70.5 24, 70.5 50, 68 84, 70 93, 64 93, 63 84, 61 50, 61 24, 63 15"),
                outline("50 83, 73 83, 75 86, 73 90, 50 90"),
            ),
            (0.37, 0.5),
            (0.28, 0.4),
            ((0.13, 0.16), (0.19, 0.22), (0.78, 0.81), (0.84, 0.87)),
        ),
        "marauder": _Plane(
            (
                outline("50 2, 54 7, 56 18, 56 60, 54 86, 52 97, 50 98"),
                outline("50 31, 60 31, 60 27, 97 37, 98.5 41, 97 45, 60 48, 50 48"),
                outline("66 18, 69 19, 71 25, 71 46, 68 55, 65 46, 61 46, 61 25, 63 19"),
                outline("50 82, 72 84, 74 88, 72 91, 50 92"),
            ),
            (0.31, 0.47),
            (0.1, 0.18),
            ((0.13, 0.165), (0.2, 0.235), (0.765, 0.8), (0.835, 0.87)),
        ),
    }
)


def _plane(name: str, pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """An aircraft with its stripes and canopy in the second colour."""
    plane, inner = _PLANES[name], square(box)
    for half in plane.halves:
        shape(pen, inner, mirrored(half), ink)
    top, bottom = plane.chord
    for left, right in plane.stripes:
        slope = abs((left + right) / 2 - 0.5) * 0.16
        corners = ((left, top + slope), (right, top + slope), (right, bottom - slope), (left, bottom - slope))
        shape(pen, inner, corners, accent)
    front, rear = plane.canopy
    shape(pen, inner, ((0.475, front), (0.525, front), (0.52, rear), (0.48, rear)), accent)


@dataclass(frozen=True, slots=True)
class _Ship:
    """A warship from the side: hull and upper works, turrets at a foot with their side, masts."""

    solid: tuple[tuple[Point, ...], ...]
    turrets: tuple[tuple[float, float, int], ...]
    masts: tuple[tuple[float, float, float], ...]
    turret: float = 1.0  # how large the turrets are, beside those of a battleship


_SHIPS: Mapping[str, _Ship] = MappingProxyType(
    {
        "battleship": _Ship(
            (
                outline("0 67, 4 66, 40 66, 96 62, 100 60, 95 86, 5 86"),
                outline("28 66, 28 54, 36 54, 36 46, 46 46, 46 54, 50 54, 50 38, 60 38, 60 48, 66 48, 66 66"),
                outline("37 48, 38 30, 45 30, 45 48"),
            ),
            ((0.19, 0.66, -1), (0.09, 0.665, -1), (0.735, 0.64, 1), (0.845, 0.63, 1)),
            ((0.55, 0.4, 0.1), (0.33, 0.54, 0.28)),
        ),
        "cruiser": _Ship(
            (
                outline("0 69, 60 68, 62 64, 94 61, 99 60, 95 86, 6 86"),
                outline("26 69, 26 60, 52 58, 52 46, 61 46, 61 56, 66 58, 66 66"),
                outline("29 60, 31 36, 36.5 36, 35 60"),
                outline("42 60, 44 36, 49.5 36, 48 60"),
            ),
            ((0.19, 0.685, -1), (0.74, 0.64, 1), (0.1, 0.69, -1), (0.84, 0.63, 1)),
            ((0.565, 0.46, 0.16), (0.4, 0.6, 0.2)),
            0.78,
        ),
        "destroyer": _Ship(
            (
                outline("3 73, 58 72, 60 64, 92 61, 97 60, 93 86, 7 86"),
                outline("52 66, 52 52, 62 52, 62 64"),
                outline("26 73, 26 67, 50 66, 50 73"),
                outline("38 68, 39.5 46, 45.5 46, 44.5 68"),
            ),
            ((0.2, 0.725, -1), (0.1, 0.73, -1), (0.7, 0.645, 1), (0.8, 0.635, 1)),
            ((0.56, 0.52, 0.2), (0.33, 0.68, 0.34)),
            0.66,
        ),
        "monitor": _Ship(
            (
                outline("2 73, 8 71, 92 70, 98 73, 92 86, 8 86"),
                outline("30 71, 30 58, 38 58, 38 50, 50 50, 50 58, 54 58, 54 71"),
                outline("32 58, 33 38, 40 38, 40 58"),
                outline("58 71, 58 60, 84 60, 84 71"),
            ),
            ((0.71, 0.6, 1), (0.16, 0.715, -1)),
            ((0.46, 0.5, 0.06), (0.9, 0.71, 0.5)),
            1.5,
        ),
    }
)


def _ship(name: str, pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A warship on the waves."""
    ship = _SHIPS[name]
    for corners in ship.solid:
        shape(pen, box, corners, ink)
    for across, foot, way in ship.turrets:
        wide, high = 0.05 * ship.turret, 0.085 * ship.turret
        corners = (
            (across - wide, foot),
            (across - wide * 0.8, foot - high),
            (across + wide * 0.8, foot - high),
            (across + wide, foot),
        )
        shape(pen, box, corners, ink)
        muzzle = across + way * 0.11
        pen.line(
            [box.at(across, foot - high * 0.6), box.at(muzzle, foot - high * 1.15)], ink, 1.5 * ship.turret
        )
    for across, foot, top in ship.masts:
        pen.line([box.at(across, foot), box.at(across, top)], ink, 1.3)
    pen.line(swell(box, 0.91, 0.035), accent, 2.2)


def _parachute(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A canopy with its lines and a man below."""
    inner = square(box)
    dome = arc_points(inner.at(0.5, 0.44), (inner.width * 0.44, inner.height * 0.42), 180, 360)
    scallops = [
        point
        for i in range(4)
        for point in arc_points(
            inner.at(0.83 - i * 0.22, 0.44), (inner.width * 0.11, inner.height * 0.05), 360, 180, 8
        )
    ]
    pen.polygon([*dome, *scallops], ink)
    for across in (0.28, 0.5, 0.72):
        foot = inner.at(0.5 + (across - 0.5) * 0.98, 0.4)
        pen.line([inner.at(0.5, 0.05), foot], accent, inner.width * 0.022)
    for across in (0.07, 0.29, 0.71, 0.93):
        pen.line([inner.at(across, 0.43), inner.at(0.5, 0.76)], ink, inner.width * 0.026)
    pen.disc(inner.at(0.5, 0.745), inner.width * 0.06, ink)
    shape(pen, inner, outline("45 79, 55 79, 57 90, 53 91, 53 99, 47 99, 47 91, 43 90"), ink)


def _scattered(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """Three parachutes drifting apart."""
    for left, top, share in ((0.0, 0.22, 0.5), (0.36, -0.02, 0.42), (0.62, 0.4, 0.5)):
        inner = square(box)
        (x, y), side = inner.at(left, top), inner.width * share
        _parachute(pen, Box(x, y, x + side, y + side), ink, accent)


def _pontoon(pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A roadway on boats."""
    pen.line([box.at(0, 0.42), box.at(1, 0.42)], ink, box.height * 0.1)
    for across in (0.08, 0.36, 0.64, 0.92):
        pen.line([box.at(across, 0.22), box.at(across, 0.42)], ink, box.width * 0.022)
    pen.line([box.at(0.02, 0.24), box.at(0.98, 0.24)], ink, box.height * 0.045)
    for middle in (0.18, 0.5, 0.82):
        boat = ((-0.13, 0.5), (0.13, 0.5), (0.09, 0.76), (-0.09, 0.76))
        shape(pen, box, [(middle + x, y) for x, y in boat], ink)
    pen.line(swell(box, 0.86, 0.035), accent, box.height * 0.06)


def _named(draw: str, names: Mapping[str, object]) -> dict[str, Icon]:
    drawer = {"plane": _plane, "ship": _ship}[draw]
    return {name: functools.partial(drawer, name) for name in names}


SILHOUETTES: Mapping[str, Icon] = MappingProxyType(
    {
        **_named("plane", _PLANES),
        **_named("ship", _SHIPS),
        "parachute": _parachute,
        "scattered": _scattered,
        "pontoon-bridge": _pontoon,
    }
)
