"""The painted ground under the drawing: sea with depths, land with its fields, marsh and shaded borders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from PIL import Image, ImageChops, ImageFilter

from maps.board import Space
from maps.drawing import Colour
from maps.geography import Point
from maps.masks import Masks, Ring
from maps.relief import cast_light, light_on
from maps.sheet import Sheet
from maps.texture import fields, marsh, paper, tiled

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

__all__ = ["Ground", "rings"]

_FLOODS = ("flooded", "impassable")
_LOW = 8  # board pixels for a pixel of the coarse masks
_DEEP: Colour = (126, 164, 189)
_SHALLOW: Colour = (196, 220, 225)
_OPEN: Colour = (242, 231, 190)
_BOCAGE: Colour = (168, 189, 118)
_HEDGE: Colour = (84, 112, 56)
_OFF: Colour = (205, 198, 180)
_MARSH: Colour = (150, 192, 190)
_EDGE: Colour = (128, 100, 58)
_REED: Colour = (70, 118, 130)


def rings(land: Polygon | MultiPolygon) -> list[list[Point]]:
    """Outer rings of the pieces of a land.

    Parameters
    ----------
    land
        A polygon or several.

    Returns
    -------
    list of list of (x, y)

    Examples
    --------
    >>> from shapely import box
    >>> len(rings(box(0, 0, 1, 1))[0])
    5
    """
    import shapely

    return [[(x, y) for x, y in part.exterior.coords] for part in shapely.get_parts(land)]


def _hedged(space: Space) -> bool:
    return space["terrain"] == "bocage" or space["bocage"] is True


class Ground:
    """Paints bands of the ground of a sheet at one scale.

    Parameters
    ----------
    sheet
        What to paint.
    scale
        Pixels of the painting for a board pixel.

    Examples
    --------
    >>> from maps.breakout_normandy.ground import load_sheet
    >>> Ground(load_sheet(), 0.05).band(0, 10).size
    (288, 10)
    """

    __slots__ = (
        "_depth",
        "_edge",
        "_light",
        "_make",
        "_marsh",
        "_paper",
        "_shapes",
        "_sheet",
        "_tiles",
        "_width",
    )

    def __init__(self, sheet: Sheet, scale: float) -> None:
        self._sheet = sheet
        board = sheet.geometry.width, sheet.geometry.height
        self._width = round(board[0] * scale)
        self._make = Masks(board, _LOW, scale, self._width)
        areas, spaces = sheet.geometry.areas, sheet.board.spaces
        self._shapes: Mapping[str, Sequence[Ring]] = {
            "off": [(ring, 255) for ring in rings(sheet.land)],
            "open": [(a.polygon, 255) for k, a in areas.items() if not _hedged(spaces[k])],
            "bocage": [(a.polygon, 255) for k, a in areas.items() if _hedged(spaces[k])],
        }
        tile = max(64, round(520 * scale))
        self._tiles = {
            "off": fields(tile, 14, _OFF, None, 31),
            "open": fields(tile, 13, _OPEN, None, 11),
            "bocage": fields(tile, 17, _BOCAGE, _HEDGE, 21),
            "marsh": marsh(tile, 18, 41),
        }
        self._paper = paper(tile, 9.0)
        self._masks()

    def _masks(self) -> None:
        """Coarse masks of the whole sheet: depth of the sea, marsh, darker land along borders."""
        geometry = self._sheet.geometry
        land = self._make.coarse(self._shapes["off"])
        blurred = [land.filter(ImageFilter.GaussianBlur(r)) for r in (5, 14, 34)]
        self._depth = ImageChops.add(ImageChops.add(blurred[0], blurred[1], 2.0), blurred[2], 1.6)
        wet: list[Sequence[Point]] = []
        every: list[Sequence[Point]] = []
        for key, lines in geometry.borders.items():
            edge = self._sheet.board.edges.get(key)
            every += lines
            if edge is not None and edge.boundary in _FLOODS:
                wet += lines
        water = self._make.strokes(wet, 7).filter(ImageFilter.GaussianBlur(2.2))
        self._marsh = ImageChops.multiply(water, land)
        edges = self._make.strokes(every, 2).filter(ImageFilter.GaussianBlur(1.6))
        self._edge = ImageChops.multiply(edges, land).point([round(v * 0.55) for v in range(256)])
        self._light = light_on(land, self._sheet.degrees, geometry.width, geometry.height, _LOW)

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
        size = (self._width, height)
        band = Image.composite(
            Image.new("RGB", size, _SHALLOW),
            Image.new("RGB", size, _DEEP),
            self._make.stretch(self._depth, top, height),
        )
        for kind, shapes in self._shapes.items():
            tile = tiled(self._tiles[kind], self._width, top, height)
            band.paste(tile, (0, 0), self._make.fine(shapes, top, height, smooth=1))
        wet = self._make.stretch(self._marsh, top, height)
        band.paste(_MARSH, (0, 0, *size), wet.point([round(v * 0.8) for v in range(256)]))
        reeds = ImageChops.multiply(tiled(self._tiles["marsh"], self._width, top, height), wet)
        band.paste(_REED, (0, 0, *size), reeds)
        band.paste(_EDGE, (0, 0, *size), self._make.stretch(self._edge, top, height))
        cast_light(band, self._make.stretch(self._light, top, height))
        sheen = tiled(self._paper, self._width, top, height)
        return ImageChops.multiply(band, Image.merge("RGB", (sheen, sheen, sheen)))
