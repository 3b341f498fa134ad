"""Signs of the terrains: trees, hills, reeds, houses and the like, scattered over a shape or set in a key."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from maps.drawing import Canvas, Colour, spin
from maps.geography import Point
from maps.room import Room

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["GAPS", "draw_sign", "scattered"]

GAPS = {
    "woods": 0.135,
    "hills": 0.34,
    "marsh": 0.20,
    "town": 0.125,
    "city": 0.10,
    "desert": 0.15,
    "mountain": 0.32,
    "sea": 0.42,
}
"""Pattern -> inches between its signs; patterns that are not here have none."""
_LEAF: Colour = (104, 138, 72)
_LIGHT: Colour = (140, 168, 98)
_RIM: Colour = (66, 92, 48)
_REED: Colour = (54, 112, 118)
_BROW: Colour = (146, 112, 66)
_SLOPE: Colour = (178, 146, 98)
_ROOF: Colour = (124, 62, 48)
_WALL: Colour = (88, 42, 34)
_SAND: Colour = (196, 164, 92)
_ROCK: Colour = (104, 84, 66)
_SNOW: Colour = (236, 230, 220)
_WAVE: Colour = (128, 166, 190)
_MARGINS = {"hills": 0.17, "mountain": 0.17, "sea": 0.13, "marsh": 0.11}  # inches from the edge of a shape
_CLUMPED = {
    "woods": -0.35,
    "town": 0.42,
    "city": -0.4,
    "marsh": -0.3,
}  # signs stand where a slow wave is higher


def scattered(
    shape: BaseGeometry, pattern: str, inch: float, room: Room, *, clumped: bool = True
) -> list[tuple[Point, int]]:
    """Places of the signs of a pattern over a shape, always the same.

    Parameters
    ----------
    shape
        Where they stand, in board pixels.
    pattern
        Whose.
    inch
        Pixels an inch.
    room
        What is taken by lettering.
    clumped
        Whether some patterns stand in clumps, as on large Areas, or fill the shape.

    Returns
    -------
    list of ((x, y), int)
        From back to front, each with a number by which signs differ.

    Examples
    --------
    >>> from shapely import box
    >>> len(scattered(box(0, 0, 300, 300), "woods", 130, Room([]))) > 100
    True
    """
    import shapely

    inner = shape.buffer(-_MARGINS.get(pattern, 0.07) * inch)
    if inner.is_empty or pattern not in GAPS:
        return []
    gap = GAPS[pattern] * inch
    left, top, right, bottom = inner.bounds
    spots = []
    for row in range(int(top // gap), int(bottom // gap) + 1):
        for column in range(int(left // gap), int(right // gap) + 1):
            key = (column * 7919 + row * 104729) & 0xFFFF
            x = (column + 0.5 + 0.5 * (row & 1) + 0.62 * (_chance(key, 1) - 0.5)) * gap
            y = (row + 0.5 + 0.62 * (_chance(key, 2) - 0.5)) * gap
            if not clumped or _slow(x / inch, y / inch) > _CLUMPED.get(pattern, -9.0):
                spots.append(((x, y), key))
    if not spots:
        return []
    inside = shapely.contains_xy(inner, [s[0][0] for s in spots], [s[0][1] for s in spots])
    half = gap * 0.42
    kept = [
        spot
        for spot, within in zip(spots, inside.tolist(), strict=True)
        if within and room.free((spot[0][0] - half, spot[0][1] - half, spot[0][0] + half, spot[0][1] + half))
    ]
    return sorted(kept, key=lambda spot: spot[0][1])


def _chance(key: int, which: int) -> float:
    return (math.sin(key * 12.9898 + which * 78.233) * 43758.5453) % 1


def _slow(x: float, y: float) -> float:
    return (math.sin(2.1 * x + 1.7 * math.sin(1.9 * y)) + math.sin(2.7 * y - 1.2 * x + 1.0)) / 2


def draw_sign(canvas: Canvas, at: Point, *, pattern: str, inch: float, key: int = 0) -> None:
    """Draw one sign.

    Parameters
    ----------
    canvas, at
        Where.
    pattern
        Of which; one without signs draws nothing.
    inch
        Pixels an inch.
    key
        A number by which signs differ.
    """
    draw = _DRAWERS.get(pattern)
    if draw is not None and canvas.shows(at[1] - 0.3 * inch, at[1] + 0.3 * inch):
        draw(canvas, at, inch / 130, key)


def _tree(canvas: Canvas, at: Point, u: float, key: int) -> None:
    (x, y), size = at, (5.6 + 2.2 * _chance(key, 3)) * u
    canvas.circle((x + 1.3 * u, y + 1.7 * u), size, fill=_RIM)
    canvas.circle((x, y), size, fill=_LEAF)
    canvas.circle((x - size * 0.26, y - size * 0.3), size * 0.46, fill=_LIGHT)


def _hill(canvas: Canvas, at: Point, u: float, key: int) -> None:
    wide = (15 + 5 * _chance(key, 3)) * u
    brow = [
        (math.cos(math.pi * (1 - i / 12)) * wide, -math.sin(math.pi * i / 12) * wide * 0.55)
        for i in range(13)
    ]
    canvas.line(spin(brow, at, 0), _BROW, 2.4 * u)
    for share, long in ((0.30, 8.0), (0.48, 9.5), (0.66, 8.5), (0.82, 6.5)):
        px, py = brow[round(share * 12)]
        line = [(px + 1.5 * u, py + 3.5 * u), (px + (2.5 + 4 * (share - 0.4)) * u, py + long * u)]
        canvas.line(spin(line, at, 0), _SLOPE, 1.6 * u)


def _reeds(canvas: Canvas, at: Point, u: float, key: int) -> None:
    for dx, dy in ((-4.5, -6.5), (0, -9.0), (4.5, -6.5)):
        canvas.line(spin([(dx * 0.3, 0), (dx, dy)], at, 0, u), _REED, 1.6 * u)
    wide = 8 + 3 * _chance(key, 3)
    canvas.line(spin([(-wide, 1.5), (wide, 1.5)], at, 0, u), _REED, 1.6 * u)


def _house(canvas: Canvas, at: Point, u: float, key: int) -> None:
    wide, high = (4.4 + 2.2 * _chance(key, 3)) * u, (3.4 + 1.2 * _chance(key, 4)) * u
    turn = 24 * (_chance(key, 5) - 0.5) + (90 if _chance(key, 6) < 0.3 else 0)
    block = [(-wide, -high), (wide, -high), (wide, high), (-wide, high)]
    canvas.polygon(spin(block, at, turn), fill=_ROOF, outline=_WALL, width=1.0 * u)


def _dots(canvas: Canvas, at: Point, u: float, key: int) -> None:
    for n in range(3):
        dx, dy = (_chance(key, n) - 0.5) * 14 * u, (_chance(key, n + 7) - 0.5) * 10 * u
        canvas.circle((at[0] + dx, at[1] + dy), 1.2 * u, fill=_SAND)


def _peak(canvas: Canvas, at: Point, u: float, key: int) -> None:
    high = (19 + 7 * _chance(key, 3)) * u
    wide = high * 0.72
    canvas.polygon(spin([(-wide, high * 0.4), (0, -high * 0.6), (wide, high * 0.4)], at, 0), fill=_SNOW)
    canvas.polygon(spin([(0, -high * 0.6), (wide, high * 0.4), (wide * 0.1, high * 0.4)], at, 0), fill=_ROCK)
    canvas.line(spin([(-wide, high * 0.4), (0, -high * 0.6), (wide, high * 0.4)], at, 0), _ROCK, 2.0 * u)


def _wave(canvas: Canvas, at: Point, u: float, key: int) -> None:
    wide = (9 + 4 * _chance(key, 3)) * u
    line = [(wide * (i / 6 - 1), -2.2 * u * abs(math.sin(i * math.pi / 6))) for i in range(13)]
    canvas.line(spin(line, at, 0), _WAVE, 1.6 * u)


_DRAWERS = {
    "woods": _tree,
    "hills": _hill,
    "marsh": _reeds,
    "town": _house,
    "city": _house,
    "desert": _dots,
    "mountain": _peak,
    "sea": _wave,
}


def sample_spots(pattern: str) -> Sequence[Point]:
    """Where signs stand in a sample of the key, in shares of its half width and half height."""
    if pattern in {"hills", "mountain"}:
        return ((0.0, 0.3),)
    if pattern == "sea":
        return ((-0.3, -0.25), (0.35, 0.45))
    if pattern in {"marsh", "desert"}:
        return ((-0.5, -0.1), (0.15, 0.6), (0.55, -0.15))
    return ((-0.55, -0.3), (0.05, -0.45), (0.55, -0.2), (-0.3, 0.4), (0.3, 0.35))
