"""The map as a PDF at its true size: on one large page, or in tiles over the pages of a home printer.

The map is painted once, band by band; every band is cut into the pictures of the tiles, which are packed as
the rows come. So the map never stands in memory whole, and each tile is one picture without a seam.
"""

from __future__ import annotations

import io
import math
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from PIL import Image

from adjudicator.saves.printed import arrivals
from maps.boardart import board_pictures
from maps.errors import DataError
from maps.jpeg import FINE, LIGHT, QUALITY, JpegWriter, Packing
from maps.png import PngWriter
from maps.render import load_sheet, map_bands, map_size
from maps.sources import reconstructed_share, share_words
from module_builder.kit import printed_units
from module_builder.printing.lengths import INCH
from module_builder.printing.page import Document
from module_builder.printing.pdf import write_pdf
from module_builder.printing.tilepages import BLEED, THUMBNAIL, Imprint, guide_page, large_page, tile_page
from module_builder.printing.tiling import plan_tiles
from module_builder.progress import Report, quiet
from module_builder.vassal.archive import make_folder
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Pixels: TypeAlias = NDArray[np.uint8]

__all__ = ["LARGEST", "VAST", "MapOrder", "draw_pictures", "map_document", "write_map"]

LARGEST = 60_000_000
"""Bytes of PNG pictures beyond which they become JPEG."""
VAST = 250_000_000
"""Pixels beyond which a map is packed as lightly as paper allows; its tiles would take 138 MB."""
_PNG = b"\x89PNG"
_MOST_WORKERS = 4  # each holds the textures and masks of the whole map
_LOWEST, _HIGHEST = 4, 1200
_SMALL = 1400  # pixels of the long side of the overview
_MAP = "map"
_LONGEST = 65_535  # pixels of a side of a JPEG
_FACTORS = (1, 2, 4, 8, 16, 32, 64)  # the height of a band is a multiple of each
_Window = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class MapOrder:
    """How a map is to be printed.

    Parameters
    ----------
    game
        Slug.
    dpi
        Pixels an inch of paper.
    scale
        2 for a print of twice the size, whose letters are drawn at that size.
    paper
        Width and height of the pages in millimetres; None for one page as large as the map.
    landscape
        Whether the pages lie on their long side; whatever needs fewer pages where None.
    overlap
        Millimetres that neighbouring tiles share.
    margin
        Millimetres at the edges of the paper that stay empty.
    lossless
        PNG pictures if true, JPEG of quality 92 with full colour if false. Where None, PNG; that JPEG where
        PNG is larger than `LARGEST`; a lighter one where the map has more pixels than `VAST`.
    workers
        Processes that paint, four at most; as many as there are processors where None.
    board
        Name of one board of a map that has several; empty for the whole.
    overlay
        Folder with an owner's corrections, or None.

    Examples
    --------
    >>> MapOrder("dark-summer").overlap
    10.0
    """

    game: str
    dpi: float = 300
    scale: float = 1.0
    paper: tuple[float, float] | None = None
    landscape: bool | None = None
    overlap: float = 10.0
    margin: float = 8.0
    lossless: bool | None = None
    workers: int | None = None
    board: str = ""
    overlay: Path | None = None


def write_map(order: MapOrder, path: Path, *, progress: Report = quiet) -> Path:
    """Write the map of a game for print.

    Parameters
    ----------
    order
        Which, and how.
    path
        The PDF.
    progress
        Told what is being done.

    Returns
    -------
    Path
        The PDF.

    Raises
    ------
    maps.errors.DataError
        The game has no map or board, or no map can be printed in that way.
    module_builder.vassal.errors.FormatError
        The folder cannot be made or written.
    """
    make_folder(path.absolute().parent)
    document = map_document(order, progress=progress)
    progress("PDF")
    write_pdf(document, path)
    return path


def map_document(order: MapOrder, *, progress: Report = quiet) -> Document:
    """Draw the map of a game on pages.

    Parameters
    ----------
    order, progress
        As in `write_map`.

    Returns
    -------
    Document
        With tiles, a page that shows how they are put together comes first, where the paper has room for it.

    Raises
    ------
    maps.errors.DataError
        As in `write_map`.
    """
    game, dpi = order.game, order.dpi
    if not (math.isfinite(dpi) and _LOWEST <= dpi <= _HIGHEST):
        raise DataError("dpi", f"{dpi:g}", f"a resolution from {_LOWEST} to {_HIGHEST} dots an inch")
    share, drawn = share_words(reconstructed_share(game, order.overlay)), dpi * order.scale
    width, height = size = map_size(game, drawn, order.board, order.overlay)
    imprint = Imprint(_title(game, order.board, order.overlay), share)
    if order.paper is None:
        edge = round(BLEED / INCH * dpi)
        windows = {_MAP: (-edge, -edge, width + edge, height + edge)}
        pages = [large_page(width / dpi * INCH, height / dpi * INCH, _MAP, imprint, bleed=edge / dpi * INCH)]
    else:
        tiling = plan_tiles(
            size,
            dpi,
            paper=order.paper,
            landscape=order.landscape,
            overlap=order.overlap,
            margin=order.margin,
        )
        windows = {t.key: (t.left, t.top, t.right, t.bottom) for t in tiling.tiles}
        guide = guide_page(tiling, imprint)
        pages = [tile_page(tiling, tile, n, imprint) for n, tile in enumerate(tiling.tiles, 1)]
        pages = [guide, *pages] if guide else pages
    side = max(max(c - a, d - b) for a, b, c, d in windows.values())
    if side > _LONGEST:
        raise DataError(
            "dpi", f"{dpi:g}", f"pages of {_LONGEST:,} pixels at most, not {side:,}: --paper, or fewer"
        )
    workers = min(order.workers or os.cpu_count() or 1, _MOST_WORKERS)
    pictures = draw_pictures(
        game,
        windows,
        dpi=drawn,
        part=order.board,
        lossless=order.lossless,
        workers=workers,
        progress=progress,
        overlay=order.overlay,
    )
    packing = LIGHT if order.lossless is None and width * height > VAST else FINE
    kind = "PNG, without loss" if pictures[next(iter(windows))].startswith(_PNG) else packing.words
    facts = {
        "resolution": f"{dpi:g} dpi",
        **_enlarged(order.scale),
        "pictures": kind,
        "sources": imprint.share,
    }
    return Document(imprint.title, tuple(pages), pictures, facts)


def _enlarged(scale: float) -> dict[str, str]:
    """What the PDF says of a print that is larger than the map."""
    return {} if scale == 1 else {"scale": f"{scale:g} times the size of the map"}


def _title(game: str, board: str, overlay: Path | None) -> str:
    """What the map of a game, or one of its boards, is called."""
    sheet = load_sheet(game, overlay)
    return f"{sheet.geometry.part(board).title} of {sheet.title}" if board else f"Map of {sheet.title}"


def draw_pictures(
    game: str,
    windows: Mapping[str, _Window],
    *,
    dpi: float,
    part: str = "",
    lossless: bool | None = None,
    largest: int = LARGEST,
    workers: int = 1,
    progress: Report = quiet,
    overlay: Path | None = None,
) -> dict[str, bytes]:
    """Paint a map once and cut pictures from it.

    Parameters
    ----------
    game
        Slug.
    windows
        Key -> left, top, right, bottom in pixels of the map; outside of it, its edge goes on.
    dpi
        Pixels an inch.
    part
        Name of a board, or empty.
    lossless
        As in `MapOrder`.
    largest
        Bytes of PNG that are too many where `lossless` is None.
    workers
        Processes that paint.
    progress
        Told what is being done.
    overlay
        Folder with an owner's corrections, or None.

    Returns
    -------
    dict of str to bytes
        A picture for each key, and a small one of the whole map.

    Examples
    --------
    >>> pictures = draw_pictures("breakout-normandy", {"corner": (0, 0, 20, 10)}, dpi=4)
    >>> Image.open(io.BytesIO(pictures["corner"])).size
    (20, 10)
    """
    width, height = map_size(game, dpi, part, overlay)
    kinds = _packings(width * height, lossless=lossless)
    cuts = [_Cut(window, packing, dpi) for packing in kinds for window in windows.values()]
    small = _Small(width, height)
    arriving = arrivals(printed_units(game, overlay))
    done = 0
    geometry = load_sheet(game, overlay).geometry
    own, scale = board_pictures(game, geometry, overlay), dpi / geometry.pixels_per_inch
    at = geometry.part(part).rect[:2] if part else (0, 0)
    for drawn in map_bands(game, dpi=dpi, part=part, arrivals=arriving, workers=workers, overlay=overlay):
        band = own.over(drawn, top=done, scale=scale, at=at)
        small.add(band)
        for top, pixels in _extended(np.asarray(band), done, height, windows.values()):
            for cut in cuts:
                cut.add(pixels, top, width)
        done += band.height
        progress("map", done, height)
    made = [cut.finish() for cut in cuts]
    if len(made) > len(windows) and sum(map(len, made[: len(windows)])) > largest:
        made = made[len(windows) :]
    return {**dict(zip(windows, made, strict=False)), THUMBNAIL: small.finish()}


def _packings(pixels: int, *, lossless: bool | None) -> tuple[Packing | None, ...]:
    """The ways in which pictures are packed, the first that is small enough to be taken; None is PNG."""
    if lossless is None:
        return (LIGHT,) if pixels > VAST else (None, FINE)
    return (None,) if lossless else (FINE,)


def _extended(
    band: Pixels, top: int, height: int, windows: Iterable[_Window]
) -> Iterator[tuple[int, Pixels]]:
    """A band with its first row; above the first band and below the last one its edge again."""
    above = -min(0, *(w[1] for w in windows)) if top == 0 else 0
    bottom = top + len(band)
    below = max(0, *(w[3] - height for w in windows)) if bottom == height else 0
    if above:
        yield -above, np.repeat(band[:1], above, axis=0)
    yield top, band
    if below:
        yield bottom, np.repeat(band[-1:], below, axis=0)


class _Cut:
    """One picture cut from the bands as they come."""

    __slots__ = ("_file", "_window", "_writer")

    def __init__(self, window: _Window, packing: Packing | None, dpi: float) -> None:
        left, top, right, bottom = self._window = window
        self._file = io.BytesIO()
        sink, size = self._file.write, (right - left, bottom - top)
        self._writer: PngWriter | JpegWriter
        if packing is None:
            self._writer = PngWriter(sink, *size, dpi=dpi)
        else:
            self._writer = JpegWriter(sink, *size, dpi=dpi, packing=packing)

    def add(self, band: Pixels, top: int, width: int) -> None:
        """Take what lies in the window."""
        left, first, right, last = self._window
        rows = band[max(first - top, 0) : max(last - top, 0)]
        if len(rows):
            inside = rows[:, max(left, 0) : min(right, width)]
            edges = max(-left, 0), max(right - width, 0)
            self._writer.add(np.pad(inside, ((0, 0), edges, (0, 0)), mode="edge") if any(edges) else inside)

    def finish(self) -> bytes:
        """The picture."""
        self._writer.close()
        return self._file.getvalue()


class _Small:
    """The whole map in small."""

    __slots__ = ("_factor", "_image", "_row")

    def __init__(self, width: int, height: int) -> None:
        self._factor = next(f for f in _FACTORS if max(width, height) <= _SMALL * f)
        size = math.ceil(width / self._factor), math.ceil(height / self._factor)
        self._image, self._row = Image.new("RGB", size), 0

    def add(self, band: Image.Image) -> None:
        """Take a band; all but the last hold a multiple of the factor."""
        small = band.reduce(self._factor)
        self._image.paste(small, (0, self._row))
        self._row += small.height

    def finish(self) -> bytes:
        """The picture as JPEG."""
        file = io.BytesIO()
        self._image.save(file, "JPEG", quality=QUALITY, subsampling=0)
        return file.getvalue()
