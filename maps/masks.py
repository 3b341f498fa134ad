"""Masks of a painting that is made band by band: coarse ones of the whole board, fine ones of its shapes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from maps.geography import Point
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

__all__ = ["Masks", "Ring", "rings_of"]

Ring = tuple[Sequence[Point], int]
"""An outline in board pixels and what it encloses: 255 the shape, 0 a hole in it."""


@dataclass(frozen=True, slots=True)
class Masks:
    """Makes the masks of one painting.

    Parameters
    ----------
    board
        Width and height of the board, in its pixels.
    low
        Board pixels for a pixel of a coarse mask.
    scale
        Pixels of the painting for a board pixel.
    width
        Of the painting, in its pixels.
    left
        Where on the whole board it begins, in its pixels.

    Examples
    --------
    >>> masks = Masks((60, 30), 6, 2.0, 120)
    >>> square = [((0, 0), (30, 0), (30, 30), (0, 30)), 255]
    >>> masks.stretch(masks.coarse([square]), 0, 60).size, masks.fine([square], 0, 60).getpixel((9, 9))
    ((120, 60), 255)
    """

    board: tuple[float, float]
    low: int
    scale: float
    width: int
    left: int = 0

    def coarse(self, shapes: Iterable[Ring]) -> Image.Image:
        """Shapes of the whole board."""
        image = self._blank()
        draw = ImageDraw.Draw(image)
        for shape, value in shapes:
            draw.polygon([(x / self.low, y / self.low) for x, y in shape], fill=value)
        return image

    def strokes(self, lines: Iterable[Sequence[Point]], width: int) -> Image.Image:
        """Lines of the whole board, so many pixels of the mask wide."""
        image = self._blank()
        draw = ImageDraw.Draw(image)
        for line in lines:
            points = [(x / self.low, y / self.low) for x, y in line]
            draw.line(points, fill=255, width=width, joint="curve")
        return image

    def stretch(self, mask: Image.Image, top: int, height: int) -> Image.Image:
        """The part of a coarse mask under a band, at the size of the band."""
        step = self.scale * self.low
        right = min(float(mask.width), (self.left + self.width) / step)
        low = min(float(mask.height), (top + height) / step)
        box = (min(self.left / step, right - 0.01), min(top / step, low - 0.01), right, low)
        return mask.resize((self.width, height), Image.Resampling.BICUBIC, box=box)

    def fine(self, shapes: Iterable[Ring], top: int, height: int, smooth: int = 2) -> Image.Image:
        """Shapes under a band, drawn so many times as large and reduced."""
        mask = Image.new("L", (self.width * smooth, height * smooth))
        draw, step = ImageDraw.Draw(mask), self.scale * smooth
        for shape, value in shapes:
            ys = [y * self.scale for _, y in shape]
            if max(ys) >= top and min(ys) <= top + height:
                points = [(x * step - self.left * smooth, y * step - top * smooth) for x, y in shape]
                draw.polygon(points, fill=value)
        return mask.reduce(smooth)

    def _blank(self) -> Image.Image:
        width, height = self.board
        return Image.new("L", (math.ceil(width / self.low), math.ceil(height / self.low)))


def rings_of(shape: BaseGeometry) -> list[Ring]:
    """Rings of the polygons of a geometry, the largest first.

    Parameters
    ----------
    shape
        Anything; what is no polygon is left out.

    Returns
    -------
    list of Ring

    Examples
    --------
    >>> import shapely
    >>> frame = shapely.box(0, 0, 9, 9).difference(shapely.box(3, 3, 6, 6))
    >>> [value for _, value in rings_of(frame)]
    [255, 0]
    """
    import shapely

    found: list[tuple[float, Ring]] = []
    for part in shapely.get_parts(shape):
        if part.geom_type == "Polygon":
            for ring, value in [(part.exterior, 255), *((hole, 0) for hole in part.interiors)]:
                found.append((shapely.Polygon(ring).area, ([(x, y) for x, y in ring.coords], value)))
    return [ring for _, ring in sorted(found, key=lambda f: -f[0])]
