"""Armoured vehicles of 1944 from the side, as counters show them: silhouettes of our own, facing right."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from counters.geometry import Box, Point
from counters.outlines import Icon, outline, shape

if TYPE_CHECKING:
    from counters.drawing import Color, Pen

__all__ = ["SHAPE", "VEHICLES", "VEHICLE_ICONS", "Vehicle", "draw_vehicle", "vehicle_box"]

SHAPE = 2.0
"""Width of a silhouette, counted in its height."""

Outline = tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Vehicle:
    """A silhouette in fractions of a box twice as wide as it is high.

    Parameters
    ----------
    solid
        Outlines filled with ink.
    axle, wheel
        Height and radius of the wheels; the radius counts the height of the box.
    wheels
        Where the wheels stand.
    light
        Outlines in the second colour: gaps, skirts, an open fighting room.
    chains
        Lines of ink: the chains of a flail, an aerial.

    Examples
    --------
    >>> len(VEHICLES["sherman"].wheels)
    6
    """

    solid: tuple[Outline, ...]
    axle: float
    wheel: float
    wheels: tuple[float, ...]
    light: tuple[Outline, ...] = ()
    chains: tuple[Outline, ...] = ()


def draw_vehicle(pen: Pen, name: str, box: Box, *, ink: Color, light: Color) -> None:
    """Draw a silhouette as large as a box allows, standing on its foot.

    Parameters
    ----------
    pen
        Where to draw.
    name
        One of `VEHICLES`.
    box
        What it may fill.
    ink, light
        Colours of the vehicle and of its wheels.

    Raises
    ------
    KeyError
        No such vehicle.

    Examples
    --------
    >>> from counters.drawing import Pen
    >>> draw_vehicle(Pen(20), "tiger", Box(10, 10, 90, 50), ink="#000000", light="#ffffff")
    """
    vehicle, inner = VEHICLES[name], vehicle_box(box)
    for corners in vehicle.solid:
        shape(pen, inner, corners, ink)
    for corners in vehicle.light:
        shape(pen, inner, corners, light)
    for across in vehicle.wheels:
        pen.disc(inner.at(across, vehicle.axle), vehicle.wheel * inner.height, light)
        pen.disc(inner.at(across, vehicle.axle), vehicle.wheel * inner.height * 0.4, ink)
    for chain in vehicle.chains:
        pen.line([inner.at(x, y) for x, y in chain], ink, inner.height * 0.05, rounded=True)


def vehicle_box(box: Box) -> Box:
    """Return the largest box of the silhouettes' shape, standing on the foot of another.

    Parameters
    ----------
    box
        The other.

    Returns
    -------
    Box

    Examples
    --------
    >>> vehicle_box(Box(0, 0, 40, 30))
    Box(left=0.0, top=10.0, right=40.0, bottom=30)
    """
    high = min(box.height, box.width / SHAPE)
    x, _ = box.centre
    return Box(x - high * SHAPE / 2, box.bottom - high, x + high * SHAPE / 2, box.bottom)


def _icon(name: str) -> Icon:
    return functools.partial(_stand, name)


def _stand(name: str, pen: Pen, box: Box, ink: Color, accent: Color) -> None:
    """A silhouette as the picture of a marker, in the middle of its box."""
    x, y = box.centre
    high = min(box.height, box.width / SHAPE) / 2
    box = Box(x - high * SHAPE, y - high, x + high * SHAPE, y + high)
    draw_vehicle(pen, name, box, ink=ink, light=accent)


def _track(left: float, right: float, top: float, *, foot: float = 0.98, nose: float = 0.07) -> Outline:
    """The track as one band: idler and sprocket higher than the road wheels."""
    middle = top + (foot - top) * 0.36
    return (
        (left, middle),
        (left + nose * 0.5, top),
        (right - nose * 0.5, top),
        (right, middle),
        (right - nose * 0.4, middle + (foot - middle) * 0.5),
        (right - nose * 1.7, foot),
        (left + nose * 1.6, foot),
        (left + nose * 0.3, middle + (foot - middle) * 0.5),
    )


def _barrel(start: float, end: float, axis: float, *, thick: float = 0.06, brake: bool = False) -> Outline:
    """A gun, a little thicker at its root; with a muzzle brake at its end."""
    low, high = thick * 0.38, thick * 0.6
    if not brake:
        return (start, axis - high), (end, axis - low), (end, axis + low), (start, axis + high)
    knob, long = thick * 0.85, end - 0.055
    return (
        (start, axis - high),
        (long, axis - low),
        (long, axis - knob),
        (end, axis - knob),
        (end, axis + knob),
        (long, axis + knob),
        (long, axis + low),
        (start, axis + high),
    )


def _even(first: float, last: float, count: int) -> tuple[float, ...]:
    step = (last - first) / (count - 1)
    return tuple(first + step * i for i in range(count))


_SHERMAN_HULL: Outline = outline("5 60, 6 46, 12 42, 30 40, 62 40, 70 43, 84 62")
_SHERMAN_TURRET: Outline = outline(
    "26 41, 22 30, 24 21, 31 16, 34 15, 35 9, 45 9, 46 15, 53 17, 60 22, 62 34, 58 41"
)
_SHERMAN_WHEELS = (0.15, 0.26, 0.385, 0.495, 0.62, 0.73)
_CRAB_WHEELS = tuple(x * 0.74 for x in _SHERMAN_WHEELS)
_CHURCHILL_TRACK: Outline = outline("2 66, 5 46, 12 42, 84 42, 93 40, 98 48, 97 64, 88 96, 10 96")
_BOX_HULL: Outline = outline("6 66, 5 50, 12 45, 70 45, 73 56, 88 59, 88 66")


def _squeezed(points: Outline, share: float) -> Outline:
    return tuple((x * share, y) for x, y in points)


VEHICLES: Mapping[str, Vehicle] = MappingProxyType(
    {
        "sherman": Vehicle(
            (
                _track(0.03, 0.89, 0.58),
                _SHERMAN_HULL,
                _SHERMAN_TURRET,
                _barrel(0.60, 0.95, 0.27),
            ),
            0.83,
            0.095,
            _SHERMAN_WHEELS,
        ),
        "cromwell": Vehicle(
            (
                _track(0.04, 0.92, 0.56),
                outline("5 60, 6 46, 66 44, 68 48, 90 56"),
                outline("24 46, 22 22, 36 20, 37 14, 47 14, 48 20, 62 21, 64 44"),
                _barrel(0.62, 0.99, 0.31, brake=True),
            ),
            0.80,
            0.145,
            _even(0.16, 0.79, 5),
        ),
        "churchill": Vehicle(
            (
                _CHURCHILL_TRACK,
                outline("30 43, 28 20, 40 18, 41 11, 50 11, 51 18, 62 20, 64 43"),
                _barrel(0.62, 0.96, 0.30),
            ),
            0.86,
            0.062,
            _even(0.16, 0.84, 9),
            (outline("10 54, 88 52, 88.5 57, 9.5 59"),),
        ),
        "flail": Vehicle(
            (
                _squeezed(_track(0.03, 0.89, 0.58), 0.74),
                _squeezed(_SHERMAN_HULL, 0.74),
                _squeezed(_SHERMAN_TURRET, 0.74),
                _squeezed(_barrel(0.60, 0.92, 0.27), 0.74),
                outline("46 62, 47 54, 86 40, 88 48"),
            ),
            0.83,
            0.095,
            _CRAB_WHEELS,
            (),
            (
                outline("87 44, 80 64, 76 96"),
                outline("87 44, 86 70, 87 97"),
                outline("87 44, 94 62, 98 92"),
                outline("87 44, 97.5 44, 99 60"),
                outline("87 44, 93 26, 98.5 24"),
                outline("87 44, 81 25, 84 12"),
            ),
        ),
        "m10": Vehicle(
            (
                _track(0.03, 0.87, 0.58),
                outline("4 60, 5 44, 62 42, 84 62"),
                outline("22 43, 14 20, 52 16, 62 28, 60 43"),
                _barrel(0.58, 0.99, 0.29, thick=0.07),
            ),
            0.83,
            0.095,
            _SHERMAN_WHEELS,
            (outline("19 24, 47 21, 46 25.5, 20.5 28.5"),),
        ),
        "priest": Vehicle(
            (
                _track(0.03, 0.89, 0.58),
                outline("4 60, 4 34, 40 30, 42 10, 54 10, 55 26, 66 28, 86 60"),
                _barrel(0.60, 0.90, 0.32, thick=0.1),
            ),
            0.83,
            0.095,
            _SHERMAN_WHEELS,
            (outline("9 38, 38 35.5, 38 40, 9 42.5"),),
        ),
        "panzer-iv": Vehicle(
            (
                _track(0.03, 0.90, 0.62),
                _BOX_HULL,
                outline("14 44, 12 26, 24 24, 25 22, 28 21, 28 12, 38 12, 38 21, 54 23, 60 46, 26 46"),
                _barrel(0.56, 1.0, 0.35, thick=0.055, brake=True),
            ),
            0.86,
            0.075,
            _even(0.14, 0.77, 8),
        ),
        "panther": Vehicle(
            (
                _track(0.02, 0.86, 0.60),
                outline("4 64, 0 50, 6 42, 62 42, 86 64"),
                outline("18 43, 14 26, 23 22, 24 14, 33 14, 34 21, 50 23, 56 30, 57 40, 52 43"),
                _barrel(0.54, 1.0, 0.335, thick=0.06, brake=True),
            ),
            0.80,
            0.145,
            _even(0.13, 0.74, 6),
        ),
        "tiger": Vehicle(
            (
                _track(0.02, 0.86, 0.58),
                outline("3 62, 2 46, 8 42, 66 42, 68 54, 84 56, 85 62"),
                outline(
                    "10 38, 9 26, 18 24, 19 18, 24 16, 24 8, 34 8, 35 16, 50 17, 60 24, 60 38, 52 43, 18 43"
                ),
                _barrel(0.58, 1.0, 0.30, thick=0.085, brake=True),
            ),
            0.79,
            0.15,
            _even(0.13, 0.75, 5),
        ),
        "stug": Vehicle(
            (
                _track(0.03, 0.89, 0.60),
                outline("5 64, 5 50, 18 46, 20 32, 28 28, 29 22, 37 22, 38 27, 58 29, 66 48, 87 56, 87 64"),
                _barrel(0.60, 0.99, 0.40, thick=0.07, brake=True),
            ),
            0.84,
            0.085,
            _even(0.16, 0.75, 6),
        ),
        "marder": Vehicle(
            (
                _track(0.05, 0.84, 0.62),
                outline("6 64, 6 46, 70 46, 72 55, 83 58, 83 64"),
                outline("14 47, 10 24, 22 20, 58 12, 62 47"),
                _barrel(0.58, 1.0, 0.32, thick=0.06, brake=True),
            ),
            0.84,
            0.085,
            _even(0.16, 0.72, 6),
            (outline("15 28, 23 25.5, 25 30, 16.5 32.5"),),
        ),
        "renault": Vehicle(
            (
                outline("14 70, 12 54, 22 46, 74 46, 84 54, 84 70, 74 97, 24 97"),
                outline("22 48, 26 40, 58 38, 72 48"),
                outline("34 41, 33 24, 38 18, 42 12, 50 12, 53 19, 58 24, 59 41"),
                _barrel(0.56, 0.76, 0.31, thick=0.07),
            ),
            0.80,
            0.105,
            (0.26, 0.38, 0.50, 0.62, 0.73),
        ),
        "greyhound": Vehicle(
            (
                outline("8 66, 6 46, 10 38, 62 36, 84 52, 88 60, 82 74, 14 76"),
                outline("34 38, 33 18, 58 17, 62 36"),
                _barrel(0.60, 0.86, 0.26, thick=0.055),
                outline("6 78, 9 66, 48 62, 53 78"),
                outline("64 76, 67 62, 84 60, 90 74"),
            ),
            0.82,
            0.155,
            (0.18, 0.41, 0.77),
        ),
    }
)
VEHICLE_ICONS: Mapping[str, Icon] = MappingProxyType({name: _icon(name) for name in VEHICLES})
