"""Textures of the ground: fields with or without hedges, paper, marsh; made of numbers, always the same."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["fields", "marsh", "noise", "tiled"]

Colour = tuple[int, int, int]


def _hash(x: NDArray[np.int64], y: NDArray[np.int64], key: int) -> NDArray[np.float64]:
    """Numbers from 0 to 1 that depend on two whole numbers and a key."""
    value = (x * 374761393 + y * 668265263 + key * 974634777) & 0xFFFFFFFF
    value = ((value ^ (value >> 13)) * 1274126177) & 0xFFFFFFFF
    value = ((value ^ (value >> 16)) * 2246822519) & 0xFFFFFFFF
    return np.asarray((value ^ (value >> 15)) & 0xFFFF, dtype=np.float64) / 0xFFFF


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
    x, y = np.meshgrid(whole, whole)
    fx, fy = np.meshgrid(part, part)
    corners = [_hash((x + dx) % cells, (y + dy) % cells, key) for dy in (0, 1) for dx in (0, 1)]
    top = corners[0] * (1 - fx) + corners[1] * fx
    bottom = corners[2] * (1 - fx) + corners[3] * fx
    return np.asarray(top * (1 - fy) + bottom * fy)


def _cells(size: int, count: int, key: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Irregular fields: for each pixel how near a hedge is (pixels), and a number of its field."""
    step = size / count
    axis = np.arange(size)
    px, py = np.meshgrid(axis, axis)
    cx, cy = (px / step).astype(np.int64), (py / step).astype(np.int64)
    first = np.full((size, size), np.inf)
    second = first.copy()
    field = np.zeros((size, size))
    for dy in range(-2, 3):
        for dx in range(-2, 3):
            gx, gy = (cx + dx) % count, (cy + dy) % count
            sx = (cx + dx + 0.15 + 0.7 * _hash(gx, gy, key)) * step
            sy = (cy + dy + 0.15 + 0.7 * _hash(gx, gy, key + 1)) * step
            tall = 0.75 + 0.7 * _hash(gx, gy, key + 3)
            away = np.maximum(np.abs(px - sx) * tall, np.abs(py - sy) / tall)
            near = away < first
            second = np.where(near, first, np.minimum(second, away))
            field = np.where(near, _hash(gx, gy, key + 2), field)
            first = np.where(near, away, first)
    return second - first, field


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
    gap, field = _cells(size, count, key)
    grain = noise(size, size // 2, key + 5) - 0.5
    tint = (field - 0.5)[..., None] * np.array([15.0, 12.0, 15.0]) + grain[..., None] * 8
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
    axis = np.arange(size)
    px, py = np.meshgrid(axis, axis)
    step = size / count
    gx, gy = (px / step).astype(np.int64) % count, (py / step).astype(np.int64) % count
    x0 = (gx + 0.2 + 0.5 * _hash(gx, gy, key)) * step
    y0 = (gy + 0.3 + 0.5 * _hash(gx, gy, key + 1)) * step
    dash = (np.abs(px - x0) < step * 0.3) & (np.abs(py - y0) <= max(0.6, step * 0.05))
    return Image.fromarray(np.where(dash, 150, 0).astype(np.uint8))


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
