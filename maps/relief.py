"""The light on the land: a faint hill shade from true heights, which tells nothing that a rule asks.

Heights lie in cells of about 1.2 km; they are smoothed by a little less than a cell and joined by cubic
B-splines, whose slopes change nowhere at once, so that no cell shows. Light comes from the upper left of the
sheet, as on counters and symbols: lit slopes are warm, the others cool.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from PIL import Image, ImageFilter

from maps.drawing import Colour
from maps.geography import MILES_PER_DEGREE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Field: TypeAlias = NDArray[np.float64]

__all__ = ["FLAT", "Degrees", "cast_light", "heights", "hill_shade", "light_on"]

Degrees: TypeAlias = "Callable[[Field], Field]"
"""Rows of x, y in board pixels -> rows of longitude, latitude."""

FLAT = 128
"""What level ground has in a shade; the sea, too. Less is turned away from the light, more towards it."""
_DATA = Path(__file__).parent / "data" / "relief.png"
_NORTH, _WEST = 50.0, -2.2  # degrees of the outer corner of the first cell
_DOWN, _ACROSS = 90.0, 60.0  # cells a degree of latitude and of longitude
_METRES = MILES_PER_DEGREE * 1609.344  # a degree of latitude
_FORMS = ((0.6, 1.0), (2.5, 0.5))  # cells of smoothing and weight: hills, and the land as a whole
_MESH = 96  # board pixels between points whose degrees are asked
_BEYOND = 2  # such points on every side of a map
_STEEP = 0.017  # slope, metres a metre, at which three quarters of all shade is reached
_RANGE = 96.0  # the darkest and the lightest, from `FLAT`
_SHADOW: Colour = (46, 58, 78)
_GLOW: Colour = (255, 249, 208)
_DARK = [round(0.62 * max(0, FLAT - v)) for v in range(256)]
_LIT = [round(0.95 * max(0, v - FLAT)) for v in range(256)]


def _smoothing(cells: int, radius: float) -> Field:
    """A matrix that smooths a row of cells; those at its ends count for what lies beyond."""
    reach = round(4 * radius) + 1
    away = np.arange(-reach, reach + 1)
    weights = np.exp(-0.5 * (away / radius) ** 2)
    out = np.zeros((cells, cells))
    for step, weight in zip(away, weights / weights.sum(), strict=True):
        np.add.at(out, (np.arange(cells), np.clip(np.arange(cells) + step, 0, cells - 1)), weight)
    return out


@functools.cache
def heights() -> Field:
    """Metres above the sea by cells, as measured: row 0 is the north, column 0 the west; the sea has 0.

    Returns
    -------
    array
        Row, column.

    Examples
    --------
    >>> heights().shape, int(heights().max())
    ((162, 204), 382)
    """
    with Image.open(_DATA) as image:
        return np.asarray(image, dtype=np.float64)


@functools.cache
def _forms() -> Field:
    """What casts shade: hills, and more softly the land as a whole."""
    rows, columns = heights().shape
    found = np.zeros((rows, columns))
    for radius, weight in _FORMS:
        found += weight * (_smoothing(rows, radius) @ heights() @ _smoothing(columns, radius).T)
    return found


def _weights(share: Field) -> tuple[Field, ...]:
    """Of four cells in a row, for a point between the second and the third: a cubic B-spline."""
    rest = 1 - share
    second, third = ((4 - 6 * s**2 + 3 * s**3) / 6 for s in (share, rest))
    return rest**3 / 6, second, third, share**3 / 6


def _forms_at(lon: Field, lat: Field) -> Field:
    """The forms at points in degrees; beyond the cells as at the nearest."""
    table = _forms()
    column, row = (lon - _WEST) * _ACROSS - 0.5, (_NORTH - lat) * _DOWN - 0.5
    left, top = np.floor(column).astype(np.int64), np.floor(row).astype(np.int64)
    across, down = _weights(column - left), _weights(row - top)
    columns = [np.clip(left + i, 0, table.shape[1] - 1) for i in range(-1, 3)]
    found = np.zeros(lon.shape)
    for i, high in enumerate(down):
        rows = np.clip(top + i - 1, 0, table.shape[0] - 1)
        found += high * sum(wide * table[rows, at] for wide, at in zip(across, columns, strict=True))
    return found


def _degrees_by(degrees: Degrees, size: tuple[int, int], step: int) -> tuple[Field, Field]:
    """Longitude and latitude of the pixels of a shade: asked for a mesh that goes beyond them, and joined."""
    xs, ys = (np.arange(-_BEYOND, -(-n * step // _MESH) + _BEYOND + 1) * float(_MESH) for n in size)
    mesh = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    first, (wide, high) = _BEYOND + 0.5, (n * step / _MESH for n in size)
    box = first, first, first + wide, first + high
    lon, lat = (
        Image.fromarray(axis.reshape(len(ys), len(xs)).astype(np.float32)).resize(
            size, Image.Resampling.BICUBIC, box=box
        )
        for axis in degrees(mesh).T
    )
    return np.asarray(lon, dtype=np.float64), np.asarray(lat, dtype=np.float64)


@functools.lru_cache(maxsize=2)
def hill_shade(degrees: Degrees, width: int, height: int, step: int) -> Image.Image:
    """How the slopes of a map lie to the light.

    Parameters
    ----------
    degrees
        Where on the ground points of the map lie.
    width, height
        Of the map in board pixels.
    step
        Board pixels a pixel of the shade.

    Returns
    -------
    PIL.Image.Image
        Mode ``L``; level ground has `FLAT`.

    Examples
    --------
    >>> sea = hill_shade(lambda points: points * 0.0 + [-1.2, 49.9], 200, 100, 8)
    >>> sea.size, sea.getextrema()
    ((25, 13), (128, 128))
    """
    size = -(-width // step), -(-height // step)
    lon, lat = _degrees_by(degrees, size, step)
    (north, _), (east, _) = np.gradient(lat), np.gradient(lon * np.cos(np.radians(lat)))
    stride = _METRES * float(np.hypot(north, east).mean())
    down, right = np.gradient(_forms_at(lon, lat))
    slope = (down + right) / (np.sqrt(2.0) * max(stride, 1.0))
    lit = np.tanh(slope / _STEEP)
    return Image.fromarray(np.rint(FLAT + _RANGE * lit).astype(np.uint8))


def light_on(land: Image.Image, degrees: Degrees | None, width: int, height: int, step: int) -> Image.Image:
    """The light on the land of a map; the sea lies level.

    Parameters
    ----------
    land
        A mask of the land, a pixel for `step` board pixels.
    degrees, width, height, step
        As for `hill_shade`; without degrees all is level.

    Returns
    -------
    PIL.Image.Image
        Of the size of `land`, as `hill_shade` gives it.

    Examples
    --------
    >>> light_on(Image.new("L", (25, 13), 255), None, 200, 100, 8).getextrema()
    (128, 128)
    """
    light = Image.new("L", land.size, FLAT)
    if degrees is not None:
        shade = hill_shade(degrees, width, height, step)
        light.paste(shade, mask=land.filter(ImageFilter.GaussianBlur(0.7)))
    return light


def cast_light(band: Image.Image, shade: Image.Image) -> None:
    """Darken and lighten a band of a painting.

    Parameters
    ----------
    band
        Changed in place.
    shade
        Of its size, as `hill_shade` gives it.

    Examples
    --------
    >>> meadow = Image.new("RGB", (3, 1), (190, 200, 150))
    >>> cast_light(meadow, Image.frombytes("L", (3, 1), bytes([FLAT, 60, 200])))
    >>> [meadow.getpixel((x, 0)) for x in range(3)]
    [(190, 200, 150), (166, 177, 138), (207, 213, 165)]
    """
    low, high = shade.getextrema()
    area = (0, 0, *band.size)
    if low < FLAT:  # type: ignore[operator]
        band.paste(_SHADOW, area, shade.point(_DARK))
    if high > FLAT:  # type: ignore[operator]
        band.paste(_GLOW, area, shade.point(_LIT))
