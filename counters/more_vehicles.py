"""More silhouettes of 1944: the tanks, guns, half-tracks, scout cars and lorries of games of battalions."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType

from counters.outlines import outline
from counters.vehicle_parts import Outline, Vehicle, barrel, even, moved, track

__all__ = ["MORE_VEHICLES"]


def _round(x: float, y: float, radius: float) -> Outline:
    """A disc as an outline; the radius counts the height of the box, which is half its width."""
    turns = (math.pi / 8 * i for i in range(16))
    return tuple((x + radius / 2 * math.cos(a), y + radius * math.sin(a)) for a in turns)


_BOGIES = (0.15, 0.26, 0.385, 0.495, 0.62, 0.73)
_TRACK: Outline = track(0.03, 0.89, 0.58)
_HULL: Outline = outline("5 60, 6 46, 12 42, 30 40, 62 40, 70 43, 84 62")
_TURRET: Outline = outline("26 41, 22 30, 24 21, 31 16, 34 15, 35 9, 45 9, 46 15, 53 17, 60 22, 62 34, 58 41")
_LOZENGE: Outline = outline("2 66, 5 46, 12 42, 84 42, 93 40, 98 48, 97 64, 88 96, 10 96")
_CHURCHILL_TURRET: Outline = outline("30 43, 28 20, 40 18, 41 11, 50 11, 51 18, 62 20, 64 43")
_GUARD: Outline = outline("10 54, 88 52, 88.5 57, 9.5 59")
_CARRIAGE: Outline = outline("6 64, 4 50, 12 47, 60 47, 86 58, 86 64")

_ALLIED: Mapping[str, Vehicle] = {
    "stuart": Vehicle(
        (
            track(0.08, 0.86, 0.58),
            outline("10 60, 10 45, 58 42, 68 44, 84 60"),
            outline("30 43, 28 24, 34 19, 36 12, 46 12, 47 19, 56 21, 60 28, 60 43"),
            barrel(0.58, 0.80, 0.31, thick=0.05),
        ),
        0.80,
        0.12,
        even(0.20, 0.75, 4),
    ),
    "firefly": Vehicle(
        (
            moved(_TRACK, share=0.78),
            moved(_HULL, share=0.78),
            moved(_TURRET, share=0.78),
            outline("7 32, 8 20, 18 20, 18 34"),
            barrel(0.46, 1.0, 0.27, thick=0.06, brake=True),
        ),
        0.83,
        0.095,
        tuple(x * 0.78 for x in _BOGIES),
    ),
    "sherman-dd": Vehicle(
        (_TRACK, outline("0 64, 3 24, 8 18, 86 18, 92 24, 98 46, 92 64")),
        0.83,
        0.095,
        _BOGIES,
        tuple(outline(f"{x} 24, {x + 2.2} 24, {x + 2.2} 58, {x} 58") for x in (12, 28, 44, 60, 76)),
    ),
    "rhino": Vehicle(
        (
            moved(_TRACK, share=0.84),
            moved(_HULL, share=0.84),
            moved(_TURRET, share=0.84),
            moved(barrel(0.60, 0.92, 0.27), share=0.84),
            outline("70 62, 100 44, 97 57, 78 70"),
            outline("72 74, 100 66, 97 80, 74 84"),
        ),
        0.83,
        0.095,
        tuple(x * 0.84 for x in _BOGIES),
    ),
    "centaur": Vehicle(
        (
            track(0.04, 0.92, 0.56),
            outline("5 60, 6 46, 66 44, 68 48, 90 56"),
            outline("24 46, 22 22, 36 20, 37 14, 47 14, 48 20, 62 21, 64 44"),
            barrel(0.62, 0.76, 0.33, thick=0.16),
            outline("3 48, 3 14, 14 14, 14 48"),
        ),
        0.80,
        0.145,
        even(0.16, 0.79, 5),
    ),
    "avre": Vehicle(
        (
            _LOZENGE,
            _CHURCHILL_TURRET,
            barrel(0.62, 0.76, 0.28, thick=0.2),
            _round(0.89, 0.24, 0.23),
        ),
        0.86,
        0.062,
        even(0.16, 0.84, 9),
        (_GUARD, _round(0.89, 0.24, 0.15), _round(0.89, 0.24, 0.15)),
        (((0.825, 0.24), (0.955, 0.24)), ((0.89, 0.1), (0.89, 0.38))),
    ),
    "crocodile": Vehicle(
        (
            moved(_LOZENGE, share=0.62, by=0.25),
            moved(_CHURCHILL_TURRET, share=0.62, by=0.25),
            moved(barrel(0.62, 0.90, 0.30), share=0.62, by=0.25),
            outline("1 88, 1 58, 4 50, 15 50, 18 58, 18 88"),
            outline("84 58, 92 44, 92 54, 100 46, 97 58, 100 70, 92 64, 92 72"),
        ),
        0.86,
        0.062,
        (0.065, 0.125, *(x * 0.62 + 0.25 for x in even(0.16, 0.84, 7))),
        (moved(_GUARD, share=0.62, by=0.25),),
        (((0.17, 0.8), (0.29, 0.8)),),
    ),
    "kangaroo": Vehicle(
        (
            _TRACK,
            outline("4 60, 4 36, 66 34, 72 44, 86 60"),
            *(_round(x, 0.27, 0.11) for x in (0.14, 0.29, 0.44, 0.59)),
        ),
        0.83,
        0.095,
        _BOGIES,
        (outline("8 41, 62 39, 62 43, 8 45"),),
    ),
    "m18": Vehicle(
        (
            track(0.06, 0.86, 0.62),
            outline("6 63, 9 49, 62 47, 86 63"),
            outline("22 48, 17 28, 30 25, 50 27, 60 34, 58 48"),
            barrel(0.57, 1.0, 0.37, thick=0.06, brake=True),
        ),
        0.83,
        0.115,
        even(0.17, 0.75, 5),
        (outline("22 31, 31 28.5, 46 29.5, 45 33, 23.5 35"),),
    ),
    "sexton": Vehicle(
        (
            _TRACK,
            outline("4 60, 5 32, 22 30, 58 30, 62 44, 78 48, 87 60"),
            barrel(0.56, 0.90, 0.36, thick=0.075),
            outline("10 32, 10 24, 30 24, 30 32"),
        ),
        0.83,
        0.095,
        _BOGIES,
        (outline("36 38, 54 37, 55 42, 36 43"),),
    ),
    "m12": Vehicle(
        (
            track(0.05, 0.89, 0.60),
            outline("6 62, 6 50, 62 48, 70 44, 80 46, 86 62"),
            outline("22 50, 20 32, 40 30, 42 50"),
            barrel(0.34, 1.0, 0.36, thick=0.13),
            outline("0 56, 8 50, 8 56, 5 92, 0 92"),
        ),
        0.83,
        0.095,
        _BOGIES,
    ),
    "halftrack": Vehicle(
        (
            track(0.03, 0.54, 0.66),
            outline("3 70, 3 38, 56 38, 57 30, 64 32, 70 48, 94 50, 96 70"),
            _round(0.80, 0.82, 0.17),
            outline("36 38, 38 28, 44 28, 44 38"),
        ),
        0.83,
        0.085,
        (*even(0.12, 0.45, 4), 0.80),
        (outline("60 40, 65 40, 68 47, 60 47"),),
        (((0.4, 0.28), (0.58, 0.2)),),
    ),
    "jeep": Vehicle(
        (
            outline("8 74, 8 52, 16 48, 36 50, 40 58, 54 56, 58 50, 86 52, 92 60, 92 74"),
            _round(0.24, 0.80, 0.19),
            _round(0.76, 0.80, 0.19),
        ),
        0.80,
        0.11,
        (0.24, 0.76),
        (),
        (((0.57, 0.52), (0.53, 0.3)), ((0.34, 0.5), (0.34, 0.26)), ((0.22, 0.3), (0.62, 0.18))),
    ),
    "humber": Vehicle(
        (
            outline("6 72, 3 52, 12 34, 22 24, 54 24, 64 40, 88 50, 96 62, 94 72"),
            _round(0.22, 0.79, 0.2),
            _round(0.78, 0.79, 0.2),
            outline("32 26, 34 14, 46 14, 46 26"),
        ),
        0.79,
        0.11,
        (0.22, 0.78),
        (outline("48 32, 53 32, 57 40, 48 40"),),
        (((0.42, 0.17), (0.64, 0.13)),),
    ),
    "daimler": Vehicle(
        (
            outline("5 70, 2 54, 14 42, 64 40, 90 56, 94 68"),
            outline("34 42, 30 26, 34 20, 54 20, 62 28, 62 42"),
            barrel(0.60, 0.84, 0.31, thick=0.05),
            _round(0.2, 0.79, 0.2),
            _round(0.76, 0.79, 0.2),
        ),
        0.79,
        0.11,
        (0.2, 0.76),
    ),
    "truck": Vehicle(
        (
            outline("3 72, 3 20, 8 14, 54 14, 58 20, 58 72"),
            outline("58 74, 60 32, 72 32, 78 50, 95 54, 97 74"),
            _round(0.21, 0.82, 0.17),
            _round(0.82, 0.82, 0.17),
        ),
        0.82,
        0.085,
        (0.21, 0.82),
        (
            outline("63 49, 63.5 38, 70 38, 74 49"),
            *(outline(f"{x} 20, {x + 2} 20, {x + 2} 58, {x} 58") for x in (19, 36)),
        ),
    ),
}

_GERMAN: Mapping[str, Vehicle] = {
    "panzer-iii": Vehicle(
        (
            track(0.05, 0.86, 0.62),
            outline("8 66, 7 52, 14 47, 66 47, 70 57, 84 60, 84 66"),
            outline("24 48, 21 30, 32 26, 33 15, 42 15, 43 26, 54 28, 60 48"),
            barrel(0.56, 0.88, 0.38, thick=0.05),
        ),
        0.85,
        0.09,
        even(0.17, 0.72, 6),
    ),
    "luchs": Vehicle(
        (
            track(0.05, 0.87, 0.60),
            outline("6 62, 8 47, 64 45, 68 54, 86 62"),
            outline("26 46, 23 26, 34 22, 50 24, 58 46"),
            barrel(0.54, 0.76, 0.35, thick=0.035),
        ),
        0.80,
        0.15,
        even(0.16, 0.75, 5),
    ),
    "tiger-ii": Vehicle(
        (
            track(0.01, 0.84, 0.60),
            outline("2 64, 0 47, 5 43, 58 43, 82 64"),
            outline("8 38, 8 24, 20 20, 21 10, 31 10, 32 19, 46 22, 56 30, 58 38, 50 44, 14 44"),
            barrel(0.55, 1.0, 0.34, thick=0.075, brake=True),
        ),
        0.80,
        0.13,
        even(0.11, 0.72, 7),
    ),
    "char-b": Vehicle(
        (
            outline("4 80, 4 50, 12 36, 70 33, 84 42, 93 60, 88 84, 74 97, 14 97"),
            outline("42 36, 40 17, 46 10, 57 10, 61 18, 63 36"),
            barrel(0.60, 0.80, 0.24, thick=0.06),
            barrel(0.84, 0.99, 0.54, thick=0.13),
        ),
        0.88,
        0.05,
        even(0.16, 0.76, 11),
        (outline("12 46, 70 43, 80 50, 12 53"), outline("12 72, 82 70, 81 75, 13 77")),
    ),
    "jagdpanzer-iv": Vehicle(
        (
            track(0.03, 0.88, 0.64),
            outline("3 66, 5 54, 22 36, 56 35, 82 66"),
            barrel(0.64, 1.0, 0.48, thick=0.075),
            outline("30 37, 31 30, 40 30, 40 37"),
        ),
        0.86,
        0.075,
        even(0.13, 0.76, 8),
    ),
    "wespe": Vehicle(
        (
            track(0.08, 0.84, 0.62),
            outline("8 64, 8 50, 50 48, 82 60, 82 64"),
            outline("10 52, 7 26, 34 21, 44 50"),
            barrel(0.38, 0.74, 0.34, thick=0.085),
        ),
        0.84,
        0.115,
        even(0.19, 0.72, 5),
        (outline("14 33, 31 30, 33 34, 15 37"),),
    ),
    "hummel": Vehicle(
        (
            track(0.03, 0.88, 0.62),
            _CARRIAGE,
            outline("5 52, 2 19, 12 14, 44 13, 54 52"),
            barrel(0.45, 0.90, 0.27, thick=0.13),
        ),
        0.86,
        0.075,
        even(0.12, 0.77, 8),
        (outline("9 23, 40 20, 41 24, 9.5 28"),),
    ),
    "nashorn": Vehicle(
        (
            track(0.03, 0.88, 0.62),
            _CARRIAGE,
            outline("5 52, 3 30, 12 24, 46 22, 56 52"),
            barrel(0.46, 1.0, 0.36, thick=0.065, brake=True),
        ),
        0.86,
        0.075,
        even(0.12, 0.77, 8),
        (outline("10 33, 42 30, 43 34, 10.5 37"),),
    ),
    "brummbar": Vehicle(
        (
            track(0.03, 0.89, 0.63),
            outline("4 66, 6 46, 14 20, 20 16, 48 14, 66 48, 88 58, 88 66"),
            barrel(0.56, 0.80, 0.37, thick=0.17),
        ),
        0.86,
        0.075,
        even(0.13, 0.77, 8),
    ),
    "pak-39h": Vehicle(
        (
            track(0.10, 0.80, 0.64),
            outline("12 66, 11 52, 48 50, 76 58, 78 66"),
            outline("13 54, 8 26, 22 16, 44 14, 54 52"),
            barrel(0.48, 0.99, 0.34, thick=0.06, brake=True),
        ),
        0.85,
        0.085,
        even(0.19, 0.69, 6),
        (outline("14 31, 36 25, 38 29, 15 35"),),
    ),
    "spw": Vehicle(
        (
            track(0.02, 0.62, 0.66),
            outline("2 62, 9 38, 54 36, 64 44, 92 50, 97 60, 94 72, 6 72"),
            _round(0.83, 0.82, 0.17),
            outline("44 37, 46 24, 54 28, 55 38"),
        ),
        0.82,
        0.105,
        (*even(0.11, 0.53, 5), 0.83),
        (outline("12 46, 50 44, 51 48, 11 50"),),
        (((0.5, 0.3), (0.68, 0.26)),),
    ),
    "maultier": Vehicle(
        (
            track(0.02, 0.56, 0.66),
            outline("2 70, 4 50, 60 47, 66 42, 72 48, 94 53, 97 62, 95 72"),
            outline("12 44, 10 26, 46 14, 50 32"),
            outline("24 50, 27 36, 37 34, 40 50"),
            _round(0.83, 0.82, 0.17),
        ),
        0.83,
        0.085,
        (*even(0.11, 0.47, 4), 0.83),
        (outline("11.5 34, 47.5 22, 48 25.5, 12 37.5"),),
    ),
    "puma": Vehicle(
        (
            outline("1 64, 5 50, 20 43, 70 43, 94 54, 99 64, 93 73, 8 73"),
            outline("38 44, 34 28, 43 22, 58 24, 66 34, 66 44"),
            barrel(0.62, 0.95, 0.34, thick=0.06, brake=True),
            *(_round(x, 0.82, 0.165) for x in (0.14, 0.36, 0.61, 0.83)),
        ),
        0.82,
        0.085,
        (0.14, 0.36, 0.61, 0.83),
    ),
    "sdkfz-222": Vehicle(
        (
            outline("4 68, 3 56, 18 42, 60 41, 92 56, 96 66, 92 72, 8 72"),
            outline("36 42, 31 26, 58 26, 62 42"),
            _round(0.22, 0.81, 0.18),
            _round(0.78, 0.81, 0.18),
        ),
        0.81,
        0.095,
        (0.22, 0.78),
        (),
        (((0.48, 0.3), (0.82, 0.12)),),
    ),
    "motorcycle": Vehicle(
        (
            _round(0.24, 0.76, 0.23),
            _round(0.78, 0.76, 0.23),
            outline("36 84, 38 62, 44 54, 62 58, 78 72, 70 86"),
            outline("30 58, 32 32, 38 24, 46 26, 48 40, 46 60"),
            _round(0.43, 0.14, 0.13),
        ),
        0.76,
        0.15,
        (0.24, 0.78),
        (),
        (
            ((0.42, 0.32), (0.56, 0.42), (0.64, 0.38)),
            ((0.62, 0.36), (0.78, 0.74)),
            ((0.26, 0.6), (0.4, 0.58)),
        ),
    ),
}
MORE_VEHICLES: Mapping[str, Vehicle] = MappingProxyType({**_ALLIED, **_GERMAN})
