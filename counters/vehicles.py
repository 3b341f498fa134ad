"""Armoured vehicles of 1944 from the side, as counters show them: silhouettes of our own, facing right."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from counters.geometry import Box
from counters.more_vehicles import MORE_VEHICLES
from counters.outlines import Icon, outline, shape
from counters.vehicle_parts import Outline, Vehicle, barrel, even, moved, track

if TYPE_CHECKING:
    from counters.drawing import Color, Pen

__all__ = ["SHAPE", "VEHICLES", "VEHICLE_ICONS", "Vehicle", "draw_vehicle", "vehicle_box"]

SHAPE = 2.0
"""Width of a silhouette, counted in its height."""


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


_SHERMAN_HULL: Outline = outline("5 60, 6 46, 12 42, 30 40, 62 40, 70 43, 84 62")
_SHERMAN_TURRET: Outline = outline(
    "26 41, 22 30, 24 21, 31 16, 34 15, 35 9, 45 9, 46 15, 53 17, 60 22, 62 34, 58 41"
)
_SHERMAN_WHEELS = (0.15, 0.26, 0.385, 0.495, 0.62, 0.73)
_CRAB_WHEELS = tuple(x * 0.74 for x in _SHERMAN_WHEELS)
_CHURCHILL_TRACK: Outline = outline("2 66, 5 46, 12 42, 84 42, 93 40, 98 48, 97 64, 88 96, 10 96")
_BOX_HULL: Outline = outline("6 66, 5 50, 12 45, 70 45, 73 56, 88 59, 88 66")


VEHICLES: Mapping[str, Vehicle] = MappingProxyType(
    {
        "sherman": Vehicle(
            (
                track(0.03, 0.89, 0.58),
                _SHERMAN_HULL,
                _SHERMAN_TURRET,
                barrel(0.60, 0.95, 0.27),
            ),
            0.83,
            0.095,
            _SHERMAN_WHEELS,
        ),
        "cromwell": Vehicle(
            (
                track(0.04, 0.92, 0.56),
                outline("5 60, 6 46, 66 44, 68 48, 90 56"),
                outline("24 46, 22 22, 36 20, 37 14, 47 14, 48 20, 62 21, 64 44"),
                barrel(0.62, 0.99, 0.31, brake=True),
            ),
            0.80,
            0.145,
            even(0.16, 0.79, 5),
        ),
        "churchill": Vehicle(
            (
                _CHURCHILL_TRACK,
                outline("30 43, 28 20, 40 18, 41 11, 50 11, 51 18, 62 20, 64 43"),
                barrel(0.62, 0.96, 0.30),
            ),
            0.86,
            0.062,
            even(0.16, 0.84, 9),
            (outline("10 54, 88 52, 88.5 57, 9.5 59"),),
        ),
        "flail": Vehicle(
            (
                moved(track(0.03, 0.89, 0.58), share=0.74),
                moved(_SHERMAN_HULL, share=0.74),
                moved(_SHERMAN_TURRET, share=0.74),
                moved(barrel(0.60, 0.92, 0.27), share=0.74),
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
                track(0.03, 0.87, 0.58),
                outline("4 60, 5 44, 62 42, 84 62"),
                outline("22 43, 14 20, 52 16, 62 28, 60 43"),
                barrel(0.58, 0.99, 0.29, thick=0.07),
            ),
            0.83,
            0.095,
            _SHERMAN_WHEELS,
            (outline("19 24, 47 21, 46 25.5, 20.5 28.5"),),
        ),
        "priest": Vehicle(
            (
                track(0.03, 0.89, 0.58),
                outline("4 60, 4 34, 40 30, 42 10, 54 10, 55 26, 66 28, 86 60"),
                barrel(0.60, 0.90, 0.32, thick=0.1),
            ),
            0.83,
            0.095,
            _SHERMAN_WHEELS,
            (outline("9 38, 38 35.5, 38 40, 9 42.5"),),
        ),
        "panzer-iv": Vehicle(
            (
                track(0.03, 0.90, 0.62),
                _BOX_HULL,
                outline("14 44, 12 26, 24 24, 25 22, 28 21, 28 12, 38 12, 38 21, 54 23, 60 46, 26 46"),
                barrel(0.56, 1.0, 0.35, thick=0.055, brake=True),
            ),
            0.86,
            0.075,
            even(0.14, 0.77, 8),
        ),
        "panther": Vehicle(
            (
                track(0.02, 0.86, 0.60),
                outline("4 64, 0 50, 6 42, 62 42, 86 64"),
                outline("18 43, 14 26, 23 22, 24 14, 33 14, 34 21, 50 23, 56 30, 57 40, 52 43"),
                barrel(0.54, 1.0, 0.335, thick=0.06, brake=True),
            ),
            0.80,
            0.145,
            even(0.13, 0.74, 6),
        ),
        "tiger": Vehicle(
            (
                track(0.02, 0.86, 0.58),
                outline("3 62, 2 46, 8 42, 66 42, 68 54, 84 56, 85 62"),
                outline(
                    "10 38, 9 26, 18 24, 19 18, 24 16, 24 8, 34 8, 35 16, 50 17, 60 24, 60 38, 52 43, 18 43"
                ),
                barrel(0.58, 1.0, 0.30, thick=0.085, brake=True),
            ),
            0.79,
            0.15,
            even(0.13, 0.75, 5),
        ),
        "stug": Vehicle(
            (
                track(0.03, 0.89, 0.60),
                outline("5 64, 5 50, 18 46, 20 32, 28 28, 29 22, 37 22, 38 27, 58 29, 66 48, 87 56, 87 64"),
                barrel(0.60, 0.99, 0.40, thick=0.07, brake=True),
            ),
            0.84,
            0.085,
            even(0.16, 0.75, 6),
        ),
        "marder": Vehicle(
            (
                track(0.05, 0.84, 0.62),
                outline("6 64, 6 46, 70 46, 72 55, 83 58, 83 64"),
                outline("14 47, 10 24, 22 20, 58 12, 62 47"),
                barrel(0.58, 1.0, 0.32, thick=0.06, brake=True),
            ),
            0.84,
            0.085,
            even(0.16, 0.72, 6),
            (outline("15 28, 23 25.5, 25 30, 16.5 32.5"),),
        ),
        "renault": Vehicle(
            (
                outline("14 70, 12 54, 22 46, 74 46, 84 54, 84 70, 74 97, 24 97"),
                outline("22 48, 26 40, 58 38, 72 48"),
                outline("34 41, 33 24, 38 18, 42 12, 50 12, 53 19, 58 24, 59 41"),
                barrel(0.56, 0.76, 0.31, thick=0.07),
            ),
            0.80,
            0.105,
            (0.26, 0.38, 0.50, 0.62, 0.73),
        ),
        "greyhound": Vehicle(
            (
                outline("8 66, 6 46, 10 38, 62 36, 84 52, 88 60, 82 74, 14 76"),
                outline("34 38, 33 18, 58 17, 62 36"),
                barrel(0.60, 0.86, 0.26, thick=0.055),
                outline("6 78, 9 66, 48 62, 53 78"),
                outline("64 76, 67 62, 84 60, 90 74"),
            ),
            0.82,
            0.155,
            (0.18, 0.41, 0.77),
        ),
        **MORE_VEHICLES,
    }
)
VEHICLE_ICONS: Mapping[str, Icon] = MappingProxyType({name: _icon(name) for name in VEHICLES})
