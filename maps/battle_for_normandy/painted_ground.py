"""The painted ground of The Battle for Normandy: sea, fields and hedges, woods, marsh, levels in a low light.

The boards show parts of one plane. Every mask and every texture begins where the plane does, so that two
boards show the same along their seam.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, cast

import numpy as np
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from maps.battle_for_normandy.shore import build_shore
from maps.drawing import Colour
from maps.geography import Point
from maps.geometry import LineLattice
from maps.hexdrawing_sheet import HexSheet
from maps.masks import Ring, rings_of
from maps.relief import FLAT, cast_light, hill_shade
from maps.texture import fields, marsh, noise, paper

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely import MultiPolygon, Polygon

    Mask = NDArray[np.float32]

__all__ = ["GROUNDS", "PlaneGround"]

GROUNDS: Mapping[str, Colour] = {
    "clear": (250, 242, 213),
    "farmland": (238, 220, 139),
    "bocage": (158, 182, 106),
    "flooded": (146, 203, 196),
    "forest": (92, 130, 74),
    "city": (198, 136, 146),
}
"""What each terrain looks like from afar."""

_LOOKS: Mapping[str, tuple[int, Colour | None, int]] = {  # fields to a tile, hedges, key
    "bocage": (20, (100, 128, 68), 21),
    "farmland": (15, (190, 172, 94), 23),
    "clear": (12, None, 11),
    "flooded": (12, None, 95),
    "forest": (24, None, 71),
    "city": (20, None, 91),
}
_RIMMED: Mapping[str, Colour] = {"flooded": (70, 120, 134), "forest": (58, 88, 46), "city": (132, 84, 70)}
_OVER = ("farmland", "clear", "flooded", "forest", "city")
_DEEP: Colour = (118, 158, 186)
_SHALLOW: Colour = (198, 222, 227)
_OFF: Colour = (206, 199, 181)
_REED: Colour = (66, 116, 130)
_HIGH: Colour = (142, 98, 62)
_HEIGHT = (0, 50, 92, 124)  # of 255: how much of that a level has
_LOW = 3  # board pixels for a pixel of a mask
_SEA_LOW = 12  # the same for the depth of the sea
_RELIEF_LOW = 12
_FAINT = 0.6  # of the light on hills elsewhere
_MARGIN = 72  # board pixels about a part that its masks know
_SEA_MARGIN = 480
_SOFT, _SLOPE = 3.4, 5.6  # pixels of the masks by which outlines are rounded, and levels slope
_TILE = 520
_LEVELS = 3


class PlaneGround:
    """Paints bands of the ground of a part of the plane at one scale.

    Parameters
    ----------
    scale
        Pixels of the painting for a board pixel.
    rect
        The part: left, top, width and height in board pixels.

    Examples
    --------
    >>> from maps.battle_for_normandy.sheet import load_sheet
    >>> PlaneGround(load_sheet(), 0.1, (4332, 1860, 3828, 2792)).band(0, 10).size
    (383, 10)
    """

    __slots__ = ("_depth", "_height", "_masks", "_origin", "_rect", "_scale", "_shade", "_shapes", "_tiles")

    def __init__(self, sheet: HexSheet, scale: float, rect: tuple[int, int, int, int]) -> None:
        self._scale, self._rect = scale, rect
        lattice = sheet.lattice
        assert isinstance(lattice, LineLattice)  # noqa: S101 - layout.py writes it
        play, everything = build_shore(
            lattice, (sheet.geometry.width, sheet.geometry.height), sheet.board.filing
        )
        self._shapes = {"play": _rings(play, rect, _MARGIN), "all": _rings(everything, rect, _SEA_MARGIN)}
        x0, y0 = (math.floor((v - _MARGIN) / _LOW) * _LOW for v in rect[:2])
        self._origin = x0, y0
        self._depth = self._sea()
        self._hexes(sheet)
        tile = max(48, round(_TILE * scale))
        self._tiles = {k: fields(tile, n, GROUNDS[k], hedge, key) for k, (n, hedge, key) in _LOOKS.items()}
        self._tiles["off"] = fields(tile, 14, _OFF, None, 31)
        self._tiles["reeds"] = marsh(tile, 26, 41)
        self._tiles["paper"] = paper(tile)

    # --- masks ---------------------------------------------------------------------------------------------

    def _sea(self) -> Image.Image:
        """How near land is: a coarse mask with a wide margin."""
        left, top, width, height = self._rect
        size = tuple([math.ceil((v + 2 * _SEA_MARGIN) / _SEA_LOW) for v in (width, height)])
        image = Image.new("L", cast("tuple[int, int]", size))
        draw = ImageDraw.Draw(image)
        x0, y0 = left - _SEA_MARGIN, top - _SEA_MARGIN
        for ring, value in self._shapes["all"]:
            draw.polygon([((x - x0) / _SEA_LOW, (y - y0) / _SEA_LOW) for x, y in ring], fill=value)
        near, wide, far = (image.filter(ImageFilter.GaussianBlur(r)) for r in (3, 8, 20))
        return ImageChops.add(ImageChops.add(near, wide, 2.0), far, 1.6)

    def _hexes(self, sheet: HexSheet) -> None:
        """Soft masks of the terrains, the height of the land, and the light on it."""
        inside = list(self._inside(sheet))
        land = self._soft((at for at, _, _ in inside), _SOFT)
        ragged = self._noise()
        self._masks: dict[str, Image.Image] = {}
        for kind in _OVER:
            spots = [at for at, terrain, _ in inside if terrain == kind]
            if spots:
                share = self._soft(spots, _SOFT) / np.maximum(land, 1.0) * 255 + ragged
                self._masks[kind] = _picture(share)
        height = np.zeros_like(land)
        for level in range(1, _LEVELS + 1):
            high = [at for at, _, there in inside if there >= level]
            if high:
                height += self._soft(high, _SLOPE) / np.maximum(land, 40.0)
        self._height = _picture(np.interp(height, range(_LEVELS + 1), _HEIGHT))
        light = np.zeros_like(height)
        light[3:-3, 3:-3] = height[6:, 6:] - height[:-6, :-6]  # light from the north-west
        self._shade = _picture(self._relief(sheet) + np.clip(light * 150, -76, 60))

    def _relief(self, sheet: HexSheet) -> Mask:
        """The light on the true hills, half as strong as elsewhere: levels are what counts."""
        size, plane = self._size(), sheet.geometry
        if sheet.degrees is None:
            return np.full(size[::-1], FLAT, dtype=np.float32)
        shade, step = hill_shade(sheet.degrees, plane.width, plane.height, _RELIEF_LOW), _LOW / _RELIEF_LOW
        x, y = (v / _RELIEF_LOW for v in self._origin)
        affine = (step, 0, x, 0, step, y)
        part = shade.transform(size, Image.Transform.AFFINE, affine, Image.Resampling.BICUBIC, fillcolor=FLAT)
        return FLAT + _FAINT * (np.asarray(part, dtype=np.float32) - FLAT)

    def _inside(self, sheet: HexSheet) -> Iterator[tuple[list[Point], str, int]]:
        """Corners, terrain and level of each land hex in the part and its margin."""
        left, top, width, height = self._rect
        x0, y0 = self._origin
        reach = _MARGIN + 40
        for number in sheet.dry():
            x, y = sheet.lattice.centre(number)
            if left - reach < x < left + width + reach and top - reach < y < top + height + reach:
                space = sheet.board.spaces[number]
                corners = [((a - x0) / _LOW, (b - y0) / _LOW) for a, b in sheet.lattice.corners(number)]
                terrain = "clear" if space["terrain"] == "beach" else str(space["terrain"])
                yield corners, terrain, int(space["level"] or 0)

    def _size(self) -> tuple[int, int]:
        _, _, width, height = self._rect
        return tuple([math.ceil((v + 2 * _MARGIN) / _LOW) + 1 for v in (width, height)])  # type: ignore[return-value]

    def _soft(self, hexes: Iterable[list[Point]], radius: float) -> Mask:
        """A mask of hexes with soft edges."""
        image = Image.new("L", self._size())
        draw = ImageDraw.Draw(image)
        for corners in hexes:
            draw.polygon(corners, fill=255)
        return np.asarray(image.filter(ImageFilter.GaussianBlur(radius)), dtype=np.float32)

    def _noise(self) -> Mask:
        """What lets outlines swing: the same wherever a part begins."""
        tile = ((noise(240, 30, 7) + 0.6 * noise(240, 80, 8)) / 1.6 - 0.5) * 120
        (x0, y0), (width, height) = self._origin, self._size()
        xs, ys = (np.arange(width) + x0 // _LOW) % 240, (np.arange(height) + y0 // _LOW) % 240
        return np.asarray(tile[ys][:, xs], dtype=np.float32)

    # --- bands ---------------------------------------------------------------------------------------------

    @property
    def _wide(self) -> int:
        return round(self._rect[2] * self._scale)

    def _box(self, origin: tuple[float, float], low: int, top: int, height: int) -> tuple[float, ...]:
        """What of a mask lies under a band."""
        left, first, width, _ = self._rect
        step = self._scale * low
        x, y = (left - origin[0]) / low, (first - origin[1]) / low
        return x, y + top / step, x + width / low, y + (top + height) / step

    def _stretch(self, mask: Image.Image, top: int, height: int) -> Image.Image:
        box = cast("tuple[float, float, float, float]", self._box(self._origin, _LOW, top, height))
        return mask.resize((self._wide, height), Image.Resampling.BICUBIC, box=box)

    def _outline(self, name: str, top: int, height: int) -> Image.Image:
        """A shape of the coast under a band."""
        left, first, _, _ = self._rect
        mask, step = Image.new("L", (self._wide * 2, height * 2)), self._scale * 2
        draw = ImageDraw.Draw(mask)
        for ring, value in self._shapes[name]:
            draw.polygon([((x - left) * step, (y - first) * step - top * 2) for x, y in ring], fill=value)
        return mask.reduce(2)

    def _tiled(self, kind: str, top: int, height: int) -> Image.Image:
        tile = self._tiles[kind]
        left, first = (round(v * self._scale) for v in self._rect[:2])
        band = Image.new(tile.mode, (self._wide, height))
        for y in range(-((first + top) % tile.height), height, tile.height):
            for x in range(-(left % tile.width), self._wide, tile.width):
                band.paste(tile, (x, y))
        return band

    def _land(self, top: int, height: int) -> Image.Image:
        """The land of a band, as if there were no sea."""
        band, size = self._tiled("bocage", top, height), (0, 0, self._wide, height)
        for kind, mask in self._masks.items():
            field = self._stretch(mask, top, height)
            if field.getextrema()[1] < 110:  # type: ignore[operator]
                continue
            sharp = field.point(_SHARP)
            band.paste(self._tiled(kind, top, height), (0, 0), sharp)
            if kind == "flooded":
                reeds = ImageChops.multiply(self._tiled("reeds", top, height), sharp)
                band.paste(_REED, size, reeds)
            if kind in _RIMMED:
                band.paste(_RIMMED[kind], size, field.point(_RIM))
        band.paste(_HIGH, size, self._stretch(self._height, top, height))
        cast_light(band, self._stretch(self._shade, top, height))
        return band

    def band(self, top: int, height: int) -> Image.Image:
        """Paint some rows.

        Parameters
        ----------
        top, height
            Rows of the painting.
        """
        size = (self._wide, height)
        land = self._outline("all", top, height)
        play = self._outline("play", top, height)
        if play.getextrema()[0] == 255:
            band = self._land(top, height)
        else:
            x0, y0 = (v - _SEA_MARGIN for v in self._rect[:2])
            box = cast("tuple[float, float, float, float]", self._box((x0, y0), _SEA_LOW, top, height))
            depth = self._depth.resize(size, Image.Resampling.BICUBIC, box=box)
            band = Image.composite(Image.new("RGB", size, _SHALLOW), Image.new("RGB", size, _DEEP), depth)
            band.paste(self._tiled("off", top, height), (0, 0), land)
            if play.getextrema()[1]:
                band.paste(self._land(top, height), (0, 0), play)
        sheen = self._tiled("paper", top, height)
        return ImageChops.multiply(band, Image.merge("RGB", (sheen, sheen, sheen)))


_SHARP = [max(0, min(255, (v - 118) * 13)) for v in range(256)]
_RIM = [max(0, 120 - abs(v - 126) * 6) for v in range(256)]


def _picture(values: NDArray[np.floating]) -> Image.Image:
    return Image.fromarray(np.clip(values, 0, 255).astype(np.uint8))


def _rings(shape: Polygon | MultiPolygon, rect: tuple[int, int, int, int], margin: int) -> list[Ring]:
    """Rings of what a part shows of a shape, the largest first: 255 within, 0 a hole."""
    import shapely

    left, top, width, height = rect
    cut = shapely.clip_by_rect(
        shape, left - margin, top - margin, left + width + margin, top + height + margin
    )
    return rings_of(cut)
