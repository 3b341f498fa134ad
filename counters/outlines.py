"""What the pictures on counters are made of: outlines in fractions of a box."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from counters.geometry import Box, Point

if TYPE_CHECKING:
    from counters.drawing import Color, Pen

__all__ = ["Icon", "mirrored", "outline", "shape", "square", "swell"]

Icon: TypeAlias = "Callable[[Pen, Box, Color, Color], None]"


def shape(pen: Pen, box: Box, points: Sequence[Point], fill: Color) -> None:
    """Fill a polygon given in fractions of a box.

    Parameters
    ----------
    pen
        Where to draw.
    box
        What the fractions count.
    points
        Corners.
    fill
        Colour.

    Examples
    --------
    >>> from counters.drawing import Pen
    >>> shape(Pen(10), Box(0, 0, 100, 100), [(0, 0), (1, 0), (0.5, 1)], "#ff0000")
    """
    pen.polygon([box.at(x, y) for x, y in points], fill)


def square(box: Box) -> Box:
    """Return the largest square in the middle of a box.

    Parameters
    ----------
    box
        Any.

    Returns
    -------
    Box

    Examples
    --------
    >>> square(Box(0, 0, 30, 10))
    Box(left=10.0, top=0.0, right=20.0, bottom=10.0)
    """
    half = min(box.width, box.height) / 2
    x, y = box.centre
    return Box(x - half, y - half, x + half, y + half)


def mirrored(right: Sequence[Point]) -> list[Point]:
    """Return an outline symmetric about the middle, from its right half read downwards.

    Parameters
    ----------
    right
        Points of the right half.

    Returns
    -------
    list of Point

    Examples
    --------
    >>> mirrored([(0.5, 0), (1, 1)])
    [(0.5, 0), (1, 1), (0, 1), (0.5, 0)]
    """
    return [*right, *((1 - x, y) for x, y in reversed(right))]


def outline(text: str) -> tuple[Point, ...]:
    """Read points in fractions of a box from pairs of hundredths.

    Parameters
    ----------
    text
        Pairs parted by commas.

    Returns
    -------
    tuple of Point

    Examples
    --------
    >>> outline("0 50, 98.5 45")
    ((0.0, 0.5), (0.985, 0.45))
    """
    pairs = (pair.split() for pair in text.split(","))
    return tuple((float(x) / 100, float(y) / 100) for x, y in pairs)


def swell(box: Box, level: float, height: float, crests: float = 8.0) -> list[Point]:
    """Return a line of waves across a box.

    Parameters
    ----------
    box
        What the fractions count.
    level, height
        Height of the line and of its waves, in fractions of the box.
    crests
        Waves across the box.

    Returns
    -------
    list of Point

    Examples
    --------
    >>> len(swell(Box(0, 0, 10, 10), 0.9, 0.1))
    41
    """
    turn = 2 * math.pi * crests / 40
    return [box.at(i / 40, level + height * math.sin(i * turn)) for i in range(41)]
