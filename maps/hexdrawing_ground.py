"""The painted ground of a hex map: sea with depths, land by hexes with fields, hedges, woods and marsh."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias, cast

from PIL import Image, ImageChops, ImageFilter

from maps.drawing import Colour
from maps.hexdrawing_sheet import HexSheet
from maps.masks import Masks, Ring, rings_of
from maps.relief import cast_light, light_on
from maps.texture import fields, marsh, paper, tiled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from shapely import MultiPolygon, Polygon

    Shape: TypeAlias = Polygon | MultiPolygon

__all__ = ["GROUNDS", "HEDGE", "HexGround", "coastline", "ragged", "terrain_shapes"]

_LOW = 6  # board pixels for a pixel of the coarse masks
_DEEP: Colour = (118, 158, 186)
_SHALLOW: Colour = (198, 222, 227)
_MARSH: Colour = (146, 203, 196)
GROUNDS: Mapping[str, Colour] = {
    "clear": (246, 237, 203),
    "bocage": (172, 194, 120),
    "woods": (140, 168, 98),
    "forest": (96, 132, 76),
    "town": (222, 188, 180),
    "city": (198, 136, 146),
    "flooded": _MARSH,
    "marsh": _MARSH,
}
"""What each terrain looks like from afar."""
HEDGE: Colour = (92, 122, 62)
_OFF: Colour = (206, 199, 181)
_REED: Colour = (50, 106, 116)
_WET = ("flooded", "marsh")
_EDGE: Colour = (120, 96, 60)
_SPILL = 0.13  # rows by which land may reach into a sea hex
_CORE = 17.0  # pixels from the rim of a land hex that may be sea
_ROUND = 13.0
_CLEAR = 60.0  # pixels that an islet keeps from boxes
_CALM = 14.0  # pixels to which the coast beyond the hexes is rounded


@functools.lru_cache(maxsize=4)
def coastline(sheet: HexSheet) -> tuple[Shape, Shape]:
    """The land in play as it is drawn, and all land.

    The true coast is cut back where it reaches far into a hex of the sea, and every land hex keeps some land
    in its middle, so that nobody takes one for the other.

    Parameters
    ----------
    sheet
        What to paint.

    Returns
    -------
    (shapely geometry, shapely geometry)
    """
    import shapely

    at, dry = sheet.lattice, sheet.dry()
    hexes = shapely.union_all([shapely.Polygon(at.corners(n)).buffer(0.6) for n in dry])
    wet = sorted(_near(sheet, dry) - set(dry))
    sea = shapely.union_all([shapely.Polygon(at.corners(n)).buffer(0.6) for n in wet])
    u = sheet.unit
    reach = ragged(hexes.buffer(_SPILL * at.flat), 9.0 * u)
    cores = shapely.union_all(
        [ragged(shapely.Polygon(at.corners(n)).buffer(-_CORE * u), 7.0 * u) for n in dry]
    )
    poor = cores.difference(sheet.land)
    near = shapely.union_all([sheet.land.intersection(reach), poor])
    round_ = _ROUND * u
    play = near.buffer(round_).buffer(-1.4 * round_).buffer(0.4 * round_).intersection(reach)
    frame = shapely.box(*hexes.bounds)
    inside = (
        play.union(hexes.buffer(-30 * u)).intersection(frame).intersection(shapely.union_all([hexes, sea]))
    )
    beyond = shapely.union_all([sheet.land.difference(sea), inside])
    soft = _CALM * u
    calm = beyond.buffer(soft).buffer(-2 * soft).buffer(soft).difference(sea.buffer(-soft))
    everything = shapely.union_all([calm, inside]).buffer(0.5)
    return cast("Shape", inside), _without_islets(sheet, cast("Shape", everything), cast("Shape", inside))


def _without_islets(sheet: HexSheet, land: Shape, play: Shape) -> Shape:
    """The land without islets under boxes: a box stands on the land or on the sea, not on both."""
    import shapely

    near = [shapely.Polygon(shape.polygon).buffer(_CLEAR) for shape in sheet.geometry.boxes.values()]
    boxes = shapely.union_all(near)
    margin, geometry = _CLEAR, sheet.geometry
    frame = shapely.box(-margin, -margin, geometry.width + margin, geometry.height + margin)
    shown = shapely.get_parts(shapely.intersection(land, frame))
    under = [p.buffer(1.0) for p in shown if p.intersects(boxes) and not p.intersects(play)]
    return cast("Shape", shapely.difference(land, shapely.union_all(under)) if under else land)


def _near(sheet: HexSheet, dry: Collection[str]) -> set[str]:
    """Hexes within two of the land, whether the board has them or not."""
    grid, ring = sheet.lattice.grid, set(dry)
    for _ in range(2):
        ring |= {m for n in ring for m in grid.neighbours(n)}
    return ring & sheet.extent


def terrain_shapes(sheet: HexSheet) -> dict[str, Shape]:
    """The hexes of each terrain as soft shapes, cut by the coast.

    Parameters
    ----------
    sheet
        What to paint.

    Returns
    -------
    dict of str to shapely geometry
    """
    import shapely

    play, _ = coastline(sheet)
    members: dict[str, list[str]] = {}
    for number in sheet.dry():
        members.setdefault(str(sheet.board.spaces[number]["terrain"]), []).append(number)
    found = {"clear": play}
    round_ = 11.0 * sheet.unit
    for kind, hexes in members.items():
        if kind == "clear":
            continue
        shape = shapely.union_all([shapely.Polygon(sheet.lattice.corners(n)).buffer(0.8) for n in hexes])
        inner = -6.0 * sheet.unit if kind != "bocage" else 0.0
        soft = shape.buffer(inner - round_).buffer(2 * round_).buffer(-round_)
        swung = ragged(soft, (3.0 if kind in {"bocage", "town", "city"} else 5.0) * sheet.unit)
        found[kind] = cast("Shape", swung.intersection(play))
    return found


def ragged(shape: Shape, size: float) -> Shape:
    """Let an outline swing a little, always the same.

    Parameters
    ----------
    shape
        The outline.
    size
        About how far, in pixels.

    Returns
    -------
    shapely geometry
    """
    import numpy as np
    import shapely

    def swing(c: NDArray[np.float64]) -> NDArray[np.float64]:
        x, y = c[:, 0], c[:, 1]
        dx = np.sin(y / 17.0 + 1.3 * np.sin(x / 29.0)) + 0.6 * np.sin(x / 9.0 + y / 7.0)
        dy = np.sin(x / 19.0 + 1.1 * np.sin(y / 23.0)) + 0.6 * np.sin(y / 8.0 - x / 11.0)
        return np.column_stack([x + dx * size * 0.6, y + dy * size * 0.6])

    dense = shapely.segmentize(shape, 6.0)
    return cast("Shape", shapely.make_valid(shapely.transform(dense, swing)))


class HexGround:
    """Paints bands of the ground of a hex sheet at one scale.

    Parameters
    ----------
    sheet
        What to paint.
    scale
        Pixels of the painting for a board pixel.

    Examples
    --------
    >>> from maps.dark_summer.sheet import load_sheet
    >>> HexGround(load_sheet(), 0.05).band(0, 10).size
    (221, 10)
    """

    __slots__ = ("_depth", "_edge", "_light", "_make", "_paper", "_shapes", "_tiles", "_width")

    def __init__(self, sheet: HexSheet, scale: float) -> None:
        board = sheet.geometry.width, sheet.geometry.height
        self._width = round(board[0] * scale)
        self._make = Masks(board, _LOW, scale, self._width)
        _, everything = coastline(sheet)
        kinds = terrain_shapes(sheet)
        self._shapes: Mapping[str, Sequence[Ring]] = {
            "off": rings_of(everything),
            **{k: rings_of(kinds[k]) for k in _TILES if k in kinds},
        }
        tile = max(64, round(520 * scale))
        self._tiles = {k: fields(tile, n, GROUNDS[k], hedge, key) for k, (n, hedge, key) in _TILES.items()}
        self._tiles["off"] = fields(tile, 14, _OFF, None, 31)
        self._tiles["reeds"] = marsh(tile, 30, 41)
        self._paper = paper(tile)
        self._masks(sheet, everything, kinds)

    def _masks(self, sheet: HexSheet, everything: Shape, kinds: Mapping[str, Shape]) -> None:
        """Coarse masks of the whole sheet: depth of the sea, shade along the edges of woods and towns."""
        land = self._make.coarse(rings_of(everything))
        blurred = [land.filter(ImageFilter.GaussianBlur(r)) for r in (6, 16, 40)]
        self._depth = ImageChops.add(ImageChops.add(blurred[0], blurred[1], 2.0), blurred[2], 1.6)
        rims = [r for k in ("bocage", "woods", "forest", *_WET) if k in kinds for r, _ in rings_of(kinds[k])]
        edges = self._make.strokes(rims, 2).filter(ImageFilter.GaussianBlur(1.4))
        self._edge = ImageChops.multiply(edges, land).point([round(v * 0.34) for v in range(256)])
        self._light = light_on(land, sheet.degrees, sheet.geometry.width, sheet.geometry.height, _LOW)

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
        depth = self._make.stretch(self._depth, top, height)
        band = Image.composite(Image.new("RGB", size, _SHALLOW), Image.new("RGB", size, _DEEP), depth)
        for kind, shapes in self._shapes.items():
            mask = self._make.fine(shapes, top, height)
            band.paste(tiled(self._tiles[kind], self._width, top, height), (0, 0), mask)
            if kind in _WET:
                reeds = ImageChops.multiply(tiled(self._tiles["reeds"], self._width, top, height), mask)
                band.paste(_REED, (0, 0, *size), reeds)
        band.paste(_EDGE, (0, 0, *size), self._make.stretch(self._edge, top, height))
        cast_light(band, self._make.stretch(self._light, top, height))
        sheen = tiled(self._paper, self._width, top, height)
        return ImageChops.multiply(band, Image.merge("RGB", (sheen, sheen, sheen)))


# Order of painting; fields to a tile, hedges, key.
_TILES: dict[str, tuple[int, Colour | None, int]] = {
    "clear": (13, None, 11),
    "bocage": (17, HEDGE, 21),
    "woods": (22, None, 61),
    "forest": (24, None, 71),
    "town": (16, None, 81),
    "city": (20, None, 91),
    "flooded": (12, None, 95),
    "marsh": (12, None, 95),
}
