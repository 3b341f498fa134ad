"""Textures of the ground: fields with or without hedges, paper, marsh; made of numbers, always the same."""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["fields", "marsh", "noise", "paper", "tiled"]

Colour = tuple[int, int, int]
_LARGEST = (
    1600  # pixels a side of a tile that is made whole; a larger one takes a gigabyte, and shows no more
)


def _hash(x: NDArray[np.int64], y: NDArray[np.int64], key: int) -> NDArray[np.float64]:
    """Numbers from 0 to 1 that depend on two whole numbers and a key."""
    value = (x * 374761393 + y * 668265263 + key * 974634777) & 0xFFFFFFFF
    value = ((value ^ (value >> 13)) * 1274126177) & 0xFFFFFFFF
    value = ((value ^ (value >> 16)) * 2246822519) & 0xFFFFFFFF
    return np.asarray((value ^ (value >> 15)) & 0xFFFF, dtype=np.float64) / 0xFFFF


def _table(cells: int, key: int) -> NDArray[np.float64]:
    """The number of each cell of a square of cells: row, column."""
    x, y = np.meshgrid(np.arange(cells), np.arange(cells))
    return _hash(x, y, key)


def _spread(table: NDArray[np.float64], x: NDArray[np.int64], y: NDArray[np.int64]) -> NDArray[np.float64]:
    """The numbers of the cells that columns and rows of pixels lie in."""
    return np.asarray(table[y][:, x])


def noise(size: int, cells: int, key: int) -> NDArray[np.float64]:
    """Soft noise that repeats at its edges.

    Parameters
    ----------
    size
        Pixels a side.
    cells
        Bumps a side.
    key
        Which noise.

    Returns
    -------
    array of float
        `size` by `size`, from 0 to 1.

    Examples
    --------
    >>> noise(8, 2, 1).shape
    (8, 8)
    """
    at = np.arange(size) * cells / size
    whole = at.astype(np.int64)
    part = at - whole
    part = part * part * (3 - 2 * part)
    fx, fy = np.meshgrid(part, part)
    value = _table(cells, key)
    right = (whole + 1) % cells
    corners = [_spread(value, x, y) for y in (whole, right) for x in (whole, right)]
    top = corners[0] * (1 - fx) + corners[1] * fx
    bottom = corners[2] * (1 - fx) + corners[3] * fx
    return np.asarray(top * (1 - fy) + bottom * fy)


def _cells(size: int, count: int, key: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Irregular fields: for each pixel how near a hedge is (pixels), and a number of its field."""
    axis = np.arange(size)
    cell = (axis / (size / count)).astype(np.int64)
    ends = [slice(*pair) for pair in itertools.pairwise(np.searchsorted(cell, np.arange(count + 1)))]
    across, down, tall, kind = _sites(size, count, key)
    near, field = np.empty((size, size)), np.empty((size, size))
    for (row, rows), (column, columns) in itertools.product(enumerate(ends), repeat=2):
        at = slice(None), row, column
        own = tall[at][:, None]
        wide = np.abs(axis[columns] - across[at][:, None]) * own
        high = np.abs(axis[rows] - down[at][:, None]) / own
        away = np.maximum(wide[:, None, :], high[:, :, None])
        first = away.argmin(axis=0)[None]
        field[rows, columns] = kind[at][first[0]]
        least = np.take_along_axis(away, first, 0)[0]
        np.put_along_axis(away, first, np.inf, 0)
        near[rows, columns] = away.min(axis=0) - least
    return near, field


def _sites(size: int, count: int, key: int) -> tuple[NDArray[np.float64], ...]:
    """What lies around each cell, 25 fields: column, row, tallness and number of each; then row, column."""
    step, cell = size / count, np.arange(count)
    right, down, kind, height = (_table(count, key + i) for i in range(4))
    found = []
    for dy, dx in itertools.product(range(-2, 3), repeat=2):
        x, y = cell + dx, cell + dy
        gx, gy = x % count, y % count
        sx = ((x + 0.15)[None, :] + 0.7 * _spread(right, gx, gy)) * step
        sy = ((y + 0.15)[:, None] + 0.7 * _spread(down, gx, gy)) * step
        found.append((sx, sy, 0.75 + 0.7 * _spread(height, gx, gy), _spread(kind, gx, gy)))
    return tuple(map(np.array, zip(*found, strict=True)))


def _bent(part: NDArray[np.float64], count: int, key: int) -> NDArray[np.float64]:
    """A tile whose straight lines swing as hedges and lanes do."""
    size = len(part)
    swing = size / count * 0.45
    across, down = (((noise(size, 7, key + i) - 0.5) * 2 * swing).astype(np.int64) for i in (8, 9))
    axis = np.arange(size)
    return np.asarray(part[(axis[:, None] + down) % size, (axis[None, :] + across) % size])


@functools.lru_cache(maxsize=16)
def fields(size: int, count: int, base: Colour, hedge: Colour | None, key: int) -> Image.Image:
    """A tile of fields, with hedges between them where a colour for hedges is given.

    Parameters
    ----------
    size
        Pixels a side.
    count
        Fields a side.
    base
        Mean colour.
    hedge
        Colour of the hedges, or None for open fields.
    key
        Which pattern.

    Returns
    -------
    PIL.Image.Image

    Examples
    --------
    >>> fields(32, 4, (200, 200, 150), None, 1).size
    (32, 32)
    """
    if size > _LARGEST:
        return fields(-(-size // 2), count, base, hedge, key).resize((size, size), Image.Resampling.BICUBIC)
    gap, field = (_bent(part, count, key) for part in _cells(size, count, key))
    crop = (field * 7.0 % 1.0 - 0.5)[..., None] * np.array([10.0, -3.0, 4.0])
    tint = (field - 0.5)[..., None] * np.array([15.0, 12.0, 15.0]) + crop
    image = np.array(base, dtype=np.float64) + tint
    if hedge is not None:
        bushes = noise(size, size // 3, key + 7)
        width = size / count * 0.15
        strength = np.clip(1.25 - gap / width, 0, 1) * np.clip(1.5 * bushes - 0.1, 0, 0.85)
        image += (np.array(hedge, dtype=np.float64) - image) * strength[..., None]
    return Image.fromarray(np.clip(image, 0, 255).astype(np.uint8))


@functools.lru_cache(maxsize=4)
def marsh(size: int, count: int, key: int) -> Image.Image:
    """A tile of marsh strokes as a mask: short level dashes.

    Parameters
    ----------
    size, count, key
        As in `fields`.

    Returns
    -------
    PIL.Image.Image
        Mode ``L``.

    Examples
    --------
    >>> marsh(32, 2, 1).mode
    'L'
    """
    if size > _LARGEST:
        return marsh(-(-size // 2), count, key).resize((size, size), Image.Resampling.BICUBIC)
    axis = np.arange(size)
    px, py = np.meshgrid(axis, axis)
    step = size / count
    gx, gy = (px / step).astype(np.int64) % count, (py / step).astype(np.int64) % count
    x0 = (gx + 0.2 + 0.5 * _hash(gx, gy, key)) * step
    y0 = (gy + 0.3 + 0.5 * _hash(gx, gy, key + 1)) * step
    dash = (np.abs(px - x0) < step * 0.3) & (np.abs(py - y0) <= max(0.6, step * 0.05))
    return Image.fromarray(np.where(dash, 150, 0).astype(np.uint8))


def paper(size: int, weight: float = 8.0) -> Image.Image:
    """A tile of paper: how light it lets the ground be.

    Parameters
    ----------
    size
        Pixels a side.
    weight
        How strong its large clouds are.

    Returns
    -------
    PIL.Image.Image
        Mode ``L``.

    Examples
    --------
    >>> low, high = paper(64).getextrema()
    >>> 230 < low < high <= 255
    True
    """
    if size > _LARGEST:
        return paper(-(-size // 2), weight).resize((size, size), Image.Resampling.BICUBIC)
    grain = noise(size, 6, 51) * weight + noise(size, 24, 52) * 5 + noise(size, max(8, size // 3), 53) * 6
    return Image.fromarray((255 - grain).astype("uint8"))


def tiled(tile: Image.Image, width: int, top: int, height: int) -> Image.Image:
    """Repeat a tile over a band of a sheet.

    Parameters
    ----------
    tile
        The tile, square.
    width
        Width of the band.
    top, height
        Where on the sheet the band lies.

    Returns
    -------
    PIL.Image.Image

    Examples
    --------
    >>> tiled(Image.new("L", (4, 4)), 10, 3, 5).size
    (10, 5)
    """
    size = tile.width
    band = Image.new(tile.mode, (width, height))
    for y in range(-(top % size), height, size):
        for x in range(0, width, size):
            band.paste(tile, (x, y))
    return band
