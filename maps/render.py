"""Draw a map of areas or hexes: for the module at its own scale, for print band by band at any resolution."""

from __future__ import annotations

import functools
import multiprocessing
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from maps.areas import area_painters
from maps.drawing import Canvas, Piece
from maps.errors import DataError
from maps.filing import Filing, filing_of
from maps.furniture import furniture_painters
from maps.games import home_of
from maps.hexdrawing import hex_painters
from maps.hexdrawing_ground import HexGround
from maps.hexdrawing_sheet import GroundPainter, HexSheet
from maps.hexfurniture import hex_furniture_painters
from maps.layers import Ground
from maps.png import write_png
from maps.sheet import Sheet
from maps.sources import reconstructed_share

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "draw_board",
    "draw_map",
    "dressed_sheet",
    "joined",
    "load_sheet",
    "map_bands",
    "map_size",
    "sheet_painters",
]

_BAND = 512
_WIDE = 24_000  # pixels beyond which bands have fewer rows, so that they take no more memory
Painter = Callable[[Canvas], None]
Arrivals = Mapping[int, tuple[str, ...]]


def load_sheet(game: str, overlay: Path | None = None) -> Sheet | HexSheet:
    """Find the sheet of a game.

    Parameters
    ----------
    game
        Slug of the game, with hyphens.
    overlay
        Folder with an owner's corrections, or None.

    Returns
    -------
    Sheet or HexSheet

    Raises
    ------
    maps.games.UnknownGame
        There is no such game.

    Examples
    --------
    >>> load_sheet("breakout-normandy").geometry.height
    3960
    """
    home = home_of(game)
    module = home.module("maps", "sheet") or home.module("maps", "ground")
    sheet: Sheet | HexSheet = module.load_sheet(filing_of(game, overlay))
    return sheet


def sheet_painters(sheet: Sheet | HexSheet) -> Sequence[Painter]:
    """Everything that a sheet shows on its ground, from the lowest to the uppermost.

    Parameters
    ----------
    sheet
        From `dressed_sheet`.

    Returns
    -------
    sequence of callables that take a `maps.drawing.Canvas`

    Examples
    --------
    >>> len(sheet_painters(dressed_sheet("breakout-normandy"))) > 500
    True
    """
    if isinstance(sheet, HexSheet):
        if sheet.own_painters is not None:
            return sheet.own_painters(sheet)
        return [*hex_painters(sheet), *hex_furniture_painters(sheet)]
    return [*area_painters(sheet), *furniture_painters(sheet)]


def dressed_sheet(
    game: str, arrivals: Arrivals | None = None, overlay: Path | None = None
) -> Sheet | HexSheet:
    """Find the sheet of a game, with what does not come from its own files.

    Parameters
    ----------
    game, arrivals, overlay
        As in `draw_board`.

    Returns
    -------
    Sheet or HexSheet

    Examples
    --------
    >>> 0 < dressed_sheet("june-six").reconstructed < 1
    True
    """
    sheet = load_sheet(game, overlay)
    return replace(sheet, arrivals=arrivals or {}, reconstructed=reconstructed_share(game, overlay))


def _rect(sheet: Sheet | HexSheet, part: str) -> tuple[int, int, int, int]:
    """What a part shows, or all: left, top, width, height.

    Raises
    ------
    DataError
        The map has no such part.
    """
    geometry = sheet.geometry
    if not part:
        return 0, 0, geometry.width, geometry.height
    try:
        return geometry.part(part).rect
    except KeyError:
        known = ", ".join(p.name for p in geometry.parts) or "no name: this map is one board"
        raise DataError("board", part, known) from None


def _around(rect: tuple[int, int, int, int], scale: float) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what bands of a part can show: they begin and end at whole pixels."""
    left, top, width, height = rect
    room = 2 / scale
    return left - room, top - room, left + width + room, top + height + room


@functools.lru_cache(maxsize=1)
def _prepared(
    game: str, arrivals: tuple[tuple[int, tuple[str, ...]], ...], filing: Filing
) -> tuple[Sheet | HexSheet, Sequence[Painter]]:
    """A sheet with its painters, which all its parts need."""
    sheet = dressed_sheet(game, dict(arrivals), filing.overlay)
    return sheet, sheet_painters(sheet)


def _ground(sheet: Sheet | HexSheet, scale: float, rect: tuple[int, int, int, int]) -> GroundPainter:
    """What paints the ground of a part of a sheet."""
    if isinstance(sheet, HexSheet):
        own = sheet.own_ground
        return own(sheet, scale, rect) if own is not None else HexGround(sheet, scale)
    return sheet.own_ground(sheet, scale, rect) if sheet.own_ground is not None else Ground(sheet, scale)


class _Painting:
    """A sheet, or a part of it, at one scale, of which bands are painted."""

    __slots__ = ("_ground", "_left", "_painters", "_scale", "_top", "size")

    def __init__(
        self, game: str, arrivals: Arrivals | None, part: str, scale: float, overlay: Path | None
    ) -> None:
        key = tuple(sorted((arrivals or {}).items()))
        prepared = _prepared if part else _prepared.__wrapped__
        sheet, painters = prepared(game, key, filing_of(game, overlay))
        left, top, width, height = rect = _rect(sheet, part)
        around = _around(rect, scale)
        shown = painters if part else joined(painters)
        self._painters = [p for p in shown if not isinstance(p, Piece) or p.reaches(around)]
        self._scale, self._left, self._top = scale, round(left * scale), round(top * scale)
        self.size = round(width * scale), round(height * scale)
        self._ground = _ground(sheet, scale, rect)

    @property
    def tops(self) -> Sequence[int]:
        """First row of each band."""
        return _tops(self.size)

    def band(self, top: int) -> Image.Image:
        """Paint a band."""
        ground = self._ground.band(top, min(_rows(self.size[0]), self.size[1] - top))
        canvas = Canvas(ground, self._top + top, self._scale, self._left)
        for paint in self._painters:
            paint(canvas)
        return canvas.finish()


def joined(painters: Sequence[Painter]) -> list[Painter]:
    """What the joined boards of a map show: no mark of a single board stands there.

    Parameters
    ----------
    painters
        From `sheet_painters`.

    Returns
    -------
    list of callables that take a `maps.drawing.Canvas`

    Examples
    --------
    >>> len(joined([Piece((0, 0, 9, 9), print), Piece((0, 0, 9, 9), print, alone=True)]))
    1
    """
    return [p for p in painters if not (isinstance(p, Piece) and p.alone)]


def _tops(size: tuple[int, int]) -> Sequence[int]:
    return range(0, size[1], _rows(size[0]))


def _rows(width: int) -> int:
    """Rows of a band: a half or a quarter of the usual for a picture that is twice or four times as wide."""
    rows = _BAND
    while rows * width > _BAND * _WIDE and rows > 64:
        rows //= 2
    return rows


def map_size(game: str, dpi: float, part: str = "", overlay: Path | None = None) -> tuple[int, int]:
    """Width and height of a printed map in pixels.

    Parameters
    ----------
    game
        Slug of the game.
    dpi
        Dots an inch.
    part
        Name of one of its boards; empty for the whole.
    overlay
        As in `load_sheet`.

    Returns
    -------
    (int, int)

    Raises
    ------
    maps.errors.DataError
        The map has no such board.

    Examples
    --------
    >>> map_size("breakout-normandy", 300)
    (9600, 6600)
    """
    sheet = load_sheet(game, overlay)
    scale = dpi / sheet.geometry.pixels_per_inch
    _, _, width, height = _rect(sheet, part)
    return round(width * scale), round(height * scale)


def map_bands(
    game: str,
    *,
    dpi: float,
    part: str = "",
    arrivals: Arrivals | None = None,
    workers: int = 1,
    overlay: Path | None = None,
) -> Iterator[Image.Image]:
    """Paint a map for print, one band of rows after the other.

    Parameters
    ----------
    game
        Slug of the game.
    dpi
        Dots an inch.
    part
        As in `map_size`.
    arrivals
        As in `draw_board`.
    workers
        Processes that paint; the bands are the same for any number.
    overlay
        As in `load_sheet`.

    Yields
    ------
    PIL.Image.Image
        From the top, each of the full width.

    Examples
    --------
    >>> sum(band.height for band in map_bands("breakout-normandy", dpi=4))
    88
    """
    key = tuple(sorted((arrivals or {}).items()))
    tops = _tops(map_size(game, dpi, part, overlay))
    if workers < 2 or len(tops) < 2:
        painting = _paint_map(game, dpi, part, key, overlay)
        yield from map(painting.band, tops)
        return
    fresh = multiprocessing.get_context("spawn")  # a progress bar has a thread, which a fork must not copy
    with ProcessPoolExecutor(workers, mp_context=fresh) as pool:
        waiting: deque[Future[Image.Image]] = deque()
        for top in tops:
            waiting.append(pool.submit(_paint_band, game, dpi, part, key, overlay, top))
            if len(waiting) > workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _paint_map(
    game: str,
    dpi: float,
    part: str,
    arrivals: tuple[tuple[int, tuple[str, ...]], ...],
    overlay: Path | None,
) -> _Painting:
    scale = dpi / load_sheet(game, overlay).geometry.pixels_per_inch
    return _Painting(game, dict(arrivals), part, scale, overlay)


_kept_painting = functools.lru_cache(maxsize=1)(_paint_map)


def _paint_band(  # noqa: PLR0917 - a call in another process
    game: str,
    dpi: float,
    part: str,
    arrivals: tuple[tuple[int, tuple[str, ...]], ...],
    overlay: Path | None,
    top: int,
) -> Image.Image:
    """Paint one band in a process of its own, which keeps what all bands need."""
    return _kept_painting(game, dpi, part, arrivals, overlay).band(top)


def draw_board(
    game: str,
    part: str = "",
    *,
    scale: float = 1.0,
    arrivals: Arrivals | None = None,
    overlay: Path | None = None,
) -> Image.Image:
    """Draw the board of the module, or one of its boards.

    Parameters
    ----------
    game
        Slug of the game.
    part
        Name of a board, where the map is cut into several; empty for the whole.
    scale
        Smaller than 1 for a preview.
    arrivals
        Day -> nationalities (``german``, ``us``, ``british``) whose symbol the Turn Record Track shows.
    overlay
        As in `load_sheet`.

    Returns
    -------
    PIL.Image.Image
        Of the size that `geometry.toml` states, times `scale`.

    Raises
    ------
    maps.errors.DataError
        The map has no such board.

    Examples
    --------
    >>> draw_board("breakout-normandy", scale=0.02).size
    (115, 79)
    """
    painting = _Painting(game, arrivals, part, scale, overlay)
    board = Image.new("RGB", painting.size)
    for top in painting.tops:
        board.paste(painting.band(top), (0, top))
    return board


def draw_map(
    game: str,
    out_path: Path,
    *,
    dpi: float = 300,
    scale: float = 1.0,
    part: str = "",
    arrivals: Arrivals | None = None,
    workers: int = 1,
    overlay: Path | None = None,
) -> None:
    """Write the print map as a PNG, painted band by band.

    Parameters
    ----------
    game
        Slug of the game.
    out_path
        Where to.
    dpi
        Dots an inch.
    scale
        2 for a print of twice the size; everything is drawn anew, so that letters stay crisp.
    part
        As in `map_size`.
    arrivals
        As in `draw_board`.
    workers, overlay
        As in `map_bands`.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     draw_map("breakout-normandy", Path(folder) / "map.png", dpi=4)
    ...     with Image.open(Path(folder) / "map.png") as image:
    ...         image.size
    (128, 88)
    """
    width, height = map_size(game, dpi * scale, part, overlay)
    bands = map_bands(game, dpi=dpi * scale, part=part, arrivals=arrivals, workers=workers, overlay=overlay)
    write_png(out_path, width, height, (band.tobytes() for band in bands), dpi=dpi)
