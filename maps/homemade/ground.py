"""The painted ground of a user's map: paper, fields of each terrain, light on hills, depth of the sea."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING

from PIL import Image, ImageChops, ImageFilter

from maps.drawing import Colour
from maps.hexdrawing_ground import HEDGE, ragged
from maps.homemade.chart import Chart
from maps.masks import Masks, rings_of
from maps.texture import fields, noise, paper, tiled

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["MapGround", "in_play", "region_of", "terrain_regions"]

_LOW = 6  # board pixels for a pixel of the coarse masks
_TILES: Mapping[str, tuple[int, Colour | None, int]] = {
    "plain": (13, None, 11),
    "bocage": (17, HEDGE, 21),
    "woods": (22, None, 61),
    "hills": (12, None, 31),
    "marsh": (12, None, 95),
    "town": (16, None, 81),
    "city": (20, None, 91),
    "desert": (9, None, 101),
    "mountain": (11, None, 111),
}
_STEEP = {"hills": 0.62, "mountain": 1.0}
_EDGE: Colour = (116, 92, 56)
_DEEP: Colour = (112, 154, 184)
_SHADE: Colour = (92, 66, 34)
_SUN: Colour = (255, 250, 228)


def region_of(chart: Chart, space: str) -> BaseGeometry:
    """The shape of an Area or hex.

    Parameters
    ----------
    chart, space
        The map, and an id.

    Returns
    -------
    shapely geometry
    """
    import shapely

    if chart.lattice is not None:
        return shapely.Polygon(chart.lattice.corners(space))
    return chart.shapes[space]


@functools.lru_cache(maxsize=4)
def in_play(chart: Chart) -> BaseGeometry:
    """All Areas or hexes together.

    Parameters
    ----------
    chart
        The map.

    Returns
    -------
    shapely geometry
    """
    import shapely

    regions = [region_of(chart, s.id) for s in chart.spaces if s.kind in {"area", "hex"}]
    if chart.lattice is not None:
        regions = [region.buffer(0.6) for region in regions]
    return shapely.union_all(regions)


@functools.lru_cache(maxsize=4)
def terrain_regions(chart: Chart) -> Mapping[str, BaseGeometry]:
    """Where each terrain lies; on a map of hexes, every terrain but the usual one with a natural outline.

    Parameters
    ----------
    chart
        The map.

    Returns
    -------
    mapping of str to shapely geometry
        By name, in the order of ``map.toml``.
    """
    import shapely

    members: dict[str, list[BaseGeometry]] = {name: [] for name in chart.file.terrain}
    for space in chart.spaces:
        if space.kind in {"area", "hex"} and space["terrain"]:
            members[str(space["terrain"])].append(region_of(chart, space.id))
    found = {name: shapely.union_all(shapes) for name, shapes in members.items() if shapes}
    if chart.lattice is None or chart.file.hexes is None:
        return found
    usual, flat, play = chart.file.hexes.terrain, chart.lattice.flat, in_play(chart)
    soft = {name: shape if name == usual else _natural(shape, flat) for name, shape in found.items()}
    if usual in soft:
        soft[usual] = play
    return {name: shape.intersection(play) for name, shape in soft.items()}


def _natural(shape: BaseGeometry, flat: float) -> BaseGeometry:
    """An outline of hexes, rounded and swung a little."""
    joined = shape.buffer(flat * 0.06).buffer(-flat * 0.16).buffer(flat * 0.13)
    return ragged(joined, flat * 0.05)


class MapGround:
    """Paints bands of the ground.

    Parameters
    ----------
    chart
        The map.
    scale
        Pixels of the painting for a pixel of the board.
    rect
        What is painted: left, top, width and height in board pixels.
    """

    __slots__ = (
        "_depth", "_edge", "_left", "_make", "_paper", "_plain", "_relief", "_shapes", "_slopes", "_tiles",
        "_top", "_width",
    )  # fmt: skip

    def __init__(self, chart: Chart, scale: float, rect: tuple[int, int, int, int]) -> None:
        self._left, self._top, self._width = (round(v * scale) for v in rect[:3])
        self._make = Masks(chart.file.board.pixels, _LOW, scale, self._width, self._left)
        regions, terrain = terrain_regions(chart), chart.file.terrain
        order = sorted(regions, key=lambda name: terrain[name].pattern not in {"plain", "sea"})
        self._shapes = {name: rings_of(regions[name]) for name in order}
        self._plain = chart.file.board.background
        inch = chart.file.board.pixels_per_inch
        tile = max(64, round(4.0 * inch * scale))
        self._tiles = {name: _tile(tile, terrain[name].pattern, terrain[name].colour) for name in order}
        self._paper = paper(tile)
        self._slopes = {
            name: _STEEP[terrain[name].pattern] for name in order if terrain[name].pattern in _STEEP
        }
        self._relief = _relief(tile)
        self._masks(chart, regions)

    def _masks(self, chart: Chart, regions: Mapping[str, BaseGeometry]) -> None:
        """Coarse masks of the whole board: depth of the sea, shade along the edges of terrains."""
        import shapely

        terrain = chart.file.terrain
        wet = [rings_of(shape) for name, shape in regions.items() if terrain[name].pattern == "sea"]
        sea = self._make.coarse([ring for rings in wet for ring in rings])
        self._depth = sea.filter(ImageFilter.GaussianBlur(9)).point([max(0, 2 * v - 290) for v in range(256)])
        lines = [ring for rings in self._shapes.values() for ring, _ in rings]
        play = in_play(chart)
        lines += [list(part.exterior.coords) for part in shapely.get_parts(play)]
        edges = self._make.strokes(lines, 2).filter(ImageFilter.GaussianBlur(1.6))
        self._edge = edges.point([round(v * 0.42) for v in range(256)])

    def _laid(self, tile: Image.Image, top: int, height: int) -> Image.Image:
        """A tile repeated over a band, in step with the whole board."""
        wide = tiled(tile, self._left % tile.width + self._width, top, height)
        return wide.crop((self._left % tile.width, 0, self._left % tile.width + self._width, height))

    def band(self, top: int, height: int) -> Image.Image:
        """Paint some rows.

        Parameters
        ----------
        top, height
            Rows of the painting.

        Returns
        -------
        PIL.Image.Image
        """
        top, size = top + self._top, (self._width, height)
        band = Image.new("RGB", size, self._plain)
        for name, shapes in self._shapes.items():
            mask = self._make.fine(shapes, top, height)
            band.paste(self._laid(self._tiles[name], top, height), (0, 0), mask)
            steep = self._slopes.get(name)
            for tile, colour in zip(self._relief, (_SUN, _SHADE), strict=True) if steep is not None else ():
                weight = ImageChops.multiply(self._laid(tile, top, height), mask)
                band.paste(colour, (0, 0, *size), weight.point(_weaker(steep)))
        band.paste(_DEEP, (0, 0, *size), self._make.stretch(self._depth, top, height))
        band.paste(_EDGE, (0, 0, *size), self._make.stretch(self._edge, top, height))
        sheen = self._laid(self._paper, top, height)
        return ImageChops.multiply(band, Image.merge("RGB", (sheen, sheen, sheen)))


def _weaker(share: float | None) -> list[int]:
    """A table that makes a mask weaker."""
    return [round(v * (share or 0.0)) for v in range(256)]


def _tile(size: int, pattern: str, colour: Colour) -> Image.Image:
    """The ground of a terrain."""
    if pattern not in _TILES:
        return Image.new("RGB", (size, size), colour)
    count, hedge, key = _TILES[pattern]
    return fields(size, count, colour, hedge, key)


def _relief(size: int) -> tuple[Image.Image, Image.Image]:
    """Light on slopes that look to the north-west, and shade on the others, as masks."""
    import numpy as np

    height = noise(size, 5, 71) + 0.5 * noise(size, 11, 72) + 0.2 * noise(size, 23, 73)
    down, across = (np.roll(height, 1, axis) - np.roll(height, -1, axis) for axis in (0, 1))
    slope = (down + across) * size
    light = np.clip(-slope * 7, 0, 150).astype(np.uint8)
    shade = np.clip(slope * 7, 0, 130).astype(np.uint8)
    return Image.fromarray(light), Image.fromarray(shade)
