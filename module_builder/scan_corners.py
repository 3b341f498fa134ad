"""The four corners of a counter sheet in a scan or photograph, found or given, and the sheet laid flat."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from PIL import Image, ImageFilter

from maps.errors import DataError

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Corners", "find_corners", "flattened", "read_corners", "sides_of"]

Point: TypeAlias = tuple[float, float]
Corners: TypeAlias = tuple[Point, Point, Point, Point]
"""In turn, from the upper left: upper right, lower right, lower left."""
_Pixels: TypeAlias = "NDArray[Any]"
_LOOK = 1400  # pixels of the longer side of the picture in which corners are looked for
_APART = 30.0  # distance of colours at which something is not the background
_LEAST, _FILLED = 0.15, 0.93  # share of the picture that a sheet covers; of its outline that stands out
_MIDDLE = 0.08  # of each side that is left out near the corners, where sides are measured
_ROUNDS, _OFF = 5, 2.5  # of fitting a side, each without the points that lie this many deviations off
_WAY_OUT = "give --corners x,y x,y x,y x,y, in turn from the upper left"
_PAIR = re.compile(r"(-?[0-9]+(?:\.[0-9]+)?),(-?[0-9]+(?:\.[0-9]+)?)")


def read_corners(words: Sequence[str], size: tuple[int, int]) -> Corners:
    """Read four corners that somebody has typed.

    Parameters
    ----------
    words
        ``x,y`` each, in pixels.
    size
        Of the picture.

    Returns
    -------
    tuple

    Raises
    ------
    DataError
        There are not four, one lies outside of the picture, or they are not in turn.

    Examples
    --------
    >>> read_corners(["0,0", "90,4", "88,70", "1,66"], (100, 80))[2]
    (88.0, 70.0)
    >>> read_corners(["0,0", "88,70", "90,4", "1,66"], (100, 80))
    Traceback (most recent call last):
    maps.errors.DataError: --corners: expected corners in turn from the upper left, clockwise
    """
    found: list[Point] = []
    for word in words:
        pair = _PAIR.fullmatch(word.strip())
        if pair is None:
            raise DataError("--corners", word, "a point as x,y in pixels")
        point = float(pair[1]), float(pair[2])
        if not (0 <= point[0] <= size[0] and 0 <= point[1] <= size[1]):
            raise DataError("--corners", word, f"a point in the picture of {size[0]} x {size[1]} pixels")
        found.append(point)
    if len(found) != len(("upper left", "upper right", "lower right", "lower left")):
        raise DataError("--corners", "", f"four points, not {len(found)}")
    corners = found[0], found[1], found[2], found[3]
    if not _is_turned_right(corners):
        raise DataError("--corners", "", "corners in turn from the upper left, clockwise")
    return corners


def _is_turned_right(corners: Corners) -> bool:
    """Whether the corners go round clockwise, and the first is the upper left one."""
    turns = []
    for n in range(len(corners)):
        (x0, y0), (x1, y1), (x2, y2) = (corners[(n + k) % len(corners)] for k in range(3))
        turns.append((x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1))
    return all(turn > 0 for turn in turns) and min(corners, key=sum) == corners[0]


def sides_of(corners: Corners) -> tuple[float, float]:
    """Width and height of a sheet in the picture: the mean of its opposite sides.

    Examples
    --------
    >>> sides_of(((0, 0), (100, 0), (100, 50), (0, 50)))
    (100.0, 50.0)
    """
    lengths = [math.dist(a, b) for a, b in zip(corners, (*corners[1:], corners[0]), strict=True)]
    return (lengths[0] + lengths[2]) / 2, (lengths[1] + lengths[3]) / 2


def find_corners(image: Image.Image, name: str) -> Corners:
    """Find the corners of a sheet that stands clear of its background.

    Parameters
    ----------
    image
        The scan.
    name
        Of its file, for errors.

    Returns
    -------
    tuple

    Raises
    ------
    DataError
        Nothing stands clear, or it has no four straight sides.
    """
    scale = min(1.0, _LOOK / max(image.size))
    small = image.convert("RGB").resize((round(image.width * scale), round(image.height * scale)))
    mask = _standing_out(np.asarray(small.filter(ImageFilter.MedianFilter(5)), dtype=float))
    outline = _extremes(mask)
    if mask.mean() < _LEAST or outline is None:
        raise DataError(name, "", "a sheet that stands clear of its background", _WAY_OUT)
    sides = [_side(mask, outline, n) for n in range(4)]
    corners = [_crossing(sides[n - 1], sides[n]) for n in range(4)]
    inside = sum(mask[y, x] for x, y in _samples(corners, mask.shape))
    if inside < _FILLED * len(list(_samples(corners, mask.shape))):
        raise DataError(name, "", "a sheet with four straight sides, clear of its background", _WAY_OUT)
    x0, y0, x1, y1 = ((c[0] / scale, c[1] / scale) for c in corners)
    return x0, y0, x1, y1


def _standing_out(pixels: _Pixels) -> _Pixels:
    """Which pixels are not of the colour of the picture's edge, holes filled in row by row and down."""
    edge = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    apart = np.abs(pixels - np.median(edge, axis=0)).max(axis=2) > _APART
    across = (
        np.logical_or.accumulate(apart, axis=1) & np.logical_or.accumulate(apart[:, ::-1], axis=1)[:, ::-1]
    )
    down = np.logical_or.accumulate(apart, axis=0) & np.logical_or.accumulate(apart[::-1], axis=0)[::-1]
    return _opened(across & down)


def _opened(mask: _Pixels) -> _Pixels:
    """Without specks: what is thinner than a few pixels goes."""
    picture = Image.fromarray((mask * 255).astype("uint8"))
    opened = picture.filter(ImageFilter.MinFilter(7)).filter(ImageFilter.MaxFilter(7))
    return np.asarray(opened) > 127


def _extremes(mask: _Pixels) -> list[tuple[int, int]] | None:
    """The pixels that lie farthest towards each corner of the picture."""
    ys, xs = np.nonzero(mask)
    if not len(xs):
        return None
    ends = [np.argmin(xs + ys), np.argmax(xs - ys), np.argmax(xs + ys), np.argmin(xs - ys)]
    return [(int(xs[i]), int(ys[i])) for i in ends]


def _side(mask: _Pixels, outline: Sequence[tuple[int, int]], number: int) -> tuple[float, float, float]:
    """The line a x + b y = c along a side; sides begin with the upper one and go round clockwise."""
    start, end = outline[number], outline[(number + 1) % 4]
    flat = number % 2 == 0
    low, high = sorted((start[0], end[0]) if flat else (start[1], end[1]))
    gap = max(1, round((high - low) * _MIDDLE))
    along = np.arange(low + gap, max(high - gap, low + gap + 2))
    lines = (
        mask[:, np.clip(along, 0, mask.shape[1] - 1)].T
        if flat
        else mask[np.clip(along, 0, mask.shape[0] - 1)]
    )
    first = lines.argmax(axis=1).astype(float)
    last = (lines.shape[1] - lines[:, ::-1].argmax(axis=1)).astype(float)
    across = first if number in {0, 3} else last
    met = lines.any(axis=1)
    slope, shift = _fitted(along[met] + 0.5, across[met])
    return (-slope, 1.0, shift) if flat else (1.0, -slope, shift)


def _fitted(along: _Pixels, across: _Pixels) -> tuple[float, float]:
    """The straight line through most of the points."""
    for _ in range(_ROUNDS):
        slope, shift = np.polyfit(along, across, 1)
        off = np.abs(across - (slope * along + shift))
        near = off <= max(_OFF * float(np.median(off)), 0.75)
        if near.all():
            break
        along, across = along[near], across[near]
    return float(slope), float(shift)


def _crossing(one: tuple[float, float, float], other: tuple[float, float, float]) -> Point:
    (a, b, c), (d, e, f) = one, other
    down = a * e - b * d
    return (c * e - b * f) / down, (a * f - c * d) / down


def _samples(corners: Sequence[Point], shape: tuple[int, ...]) -> list[tuple[int, int]]:
    """Points all over a sheet."""
    steps = np.linspace(0.02, 0.98, 40)
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
    found = []
    for v in steps:
        for u in steps:
            x = (x0 * (1 - u) + x1 * u) * (1 - v) + (x3 * (1 - u) + x2 * u) * v
            y = (y0 * (1 - u) + y1 * u) * (1 - v) + (y3 * (1 - u) + y2 * u) * v
            found.append((min(max(int(x), 0), shape[1] - 1), min(max(int(y), 0), shape[0] - 1)))
    return found


def flattened(image: Image.Image, corners: Corners, size: tuple[int, int]) -> Image.Image:
    """Lay a sheet flat: its corners become those of the new picture.

    Parameters
    ----------
    image
        The scan.
    corners
        Of the sheet in it.
    size
        Of the new picture.

    Returns
    -------
    PIL.Image.Image

    Examples
    --------
    >>> picture = Image.new("RGB", (40, 40), "#ffffff")
    >>> flattened(picture, ((5, 5), (35, 5), (35, 35), (5, 35)), (10, 10)).size
    (10, 10)
    """
    width, height = size
    flat = ((0, 0), (width, 0), (width, height), (0, height))
    rows, wanted = [], []
    for (u, v), (x, y) in zip(flat, corners, strict=True):
        rows += [[u, v, 1, 0, 0, 0, -x * u, -x * v], [0, 0, 0, u, v, 1, -y * u, -y * v]]
        wanted += [x, y]
    by = tuple(float(n) for n in np.linalg.solve(np.array(rows, dtype=float), np.array(wanted)))
    return image.convert("RGB").transform(size, Image.Transform.PERSPECTIVE, by, Image.Resampling.BICUBIC)
