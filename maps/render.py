"""Draw a map of areas or hexes: for the module at its own scale, for print band by band at any resolution."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import multiprocessing
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

from maps.areas import area_painters
from maps.drawing import Canvas
from maps.furniture import furniture_painters
from maps.hexdrawing import hex_painters
from maps.hexdrawing_ground import HexGround
from maps.hexdrawing_sheet import HexSheet
from maps.hexfurniture import hex_furniture_painters
from maps.layers import Ground
from maps.png import write_png
from maps.sheet import Sheet
from maps.sources import reconstructed_share

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["draw_board", "draw_map", "load_sheet", "map_bands", "map_size"]

_BAND = 512
Painter = Callable[[Canvas], None]
Arrivals = Mapping[int, tuple[str, ...]]


def load_sheet(game: str) -> Sheet | HexSheet:
    """Find the sheet of a game.

    Parameters
    ----------
    game
        Slug of the game, with hyphens.

    Returns
    -------
    Sheet or HexSheet

    Raises
    ------
    ModuleNotFoundError
        The game has no map.

    Examples
    --------
    >>> load_sheet("breakout-normandy").geometry.height
    3960
    """
    package = f"maps.{game.replace('-', '_')}"
    own = f"{package}.sheet"
    module = importlib.import_module(own if importlib.util.find_spec(own) else f"{package}.ground")
    sheet: Sheet | HexSheet = module.load_sheet()
    return sheet


def _painters(sheet: Sheet | HexSheet) -> Sequence[Painter]:
    if isinstance(sheet, HexSheet):
        return [*hex_painters(sheet), *hex_furniture_painters(sheet)]
    return [*area_painters(sheet), *furniture_painters(sheet)]


def _dressed(game: str, arrivals: Arrivals | None) -> Sheet | HexSheet:
    """A sheet with what does not come from its own files."""
    return replace(load_sheet(game), arrivals=arrivals or {}, reconstructed=reconstructed_share(game))


class _Painting:
    """A sheet at one scale, of which bands are painted."""

    __slots__ = ("_ground", "_painters", "_rows", "_scale")

    def __init__(self, sheet: Sheet | HexSheet, scale: float) -> None:
        self._scale, self._rows = scale, round(sheet.geometry.height * scale)
        self._ground = HexGround(sheet, scale) if isinstance(sheet, HexSheet) else Ground(sheet, scale)
        self._painters = _painters(sheet)

    @property
    def tops(self) -> Sequence[int]:
        """First row of each band."""
        return _tops(self._rows)

    def band(self, top: int) -> Image.Image:
        """Paint a band."""
        canvas = Canvas(self._ground.band(top, min(_BAND, self._rows - top)), top, self._scale)
        for paint in self._painters:
            paint(canvas)
        return canvas.finish()


def _tops(rows: int) -> Sequence[int]:
    return range(0, rows, _BAND)


def map_size(game: str, dpi: float) -> tuple[int, int]:
    """Width and height of a printed map in pixels.

    Parameters
    ----------
    game
        Slug of the game.
    dpi
        Dots an inch.

    Returns
    -------
    (int, int)

    Examples
    --------
    >>> map_size("breakout-normandy", 300)
    (9600, 6600)
    """
    geometry = load_sheet(game).geometry
    scale = dpi / geometry.pixels_per_inch
    return round(geometry.width * scale), round(geometry.height * scale)


def map_bands(
    game: str, *, dpi: float, arrivals: Arrivals | None = None, workers: int = 1
) -> Iterator[Image.Image]:
    """Paint a map for print, one band of rows after the other.

    Parameters
    ----------
    game
        Slug of the game.
    dpi
        Dots an inch.
    arrivals
        As in `draw_board`.
    workers
        Processes that paint; the bands are the same for any number.

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
    tops = _tops(map_size(game, dpi)[1])
    if workers < 2 or len(tops) < 2:
        painting = _paint_map(game, dpi, key)
        yield from map(painting.band, tops)
        return
    fresh = multiprocessing.get_context("spawn")  # a progress bar has a thread, which a fork must not copy
    with ProcessPoolExecutor(workers, mp_context=fresh) as pool:
        waiting: deque[Future[Image.Image]] = deque()
        for top in tops:
            waiting.append(pool.submit(_paint_band, game, dpi, key, top))
            if len(waiting) > workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _paint_map(game: str, dpi: float, arrivals: tuple[tuple[int, tuple[str, ...]], ...]) -> _Painting:
    sheet = _dressed(game, dict(arrivals))
    return _Painting(sheet, dpi / sheet.geometry.pixels_per_inch)


_kept_painting = functools.lru_cache(maxsize=1)(_paint_map)


def _paint_band(
    game: str, dpi: float, arrivals: tuple[tuple[int, tuple[str, ...]], ...], top: int
) -> Image.Image:
    """Paint one band in a process of its own, which keeps what all bands need."""
    return _kept_painting(game, dpi, arrivals).band(top)


def draw_board(game: str, *, scale: float = 1.0, arrivals: Arrivals | None = None) -> Image.Image:
    """Draw the board of the module.

    Parameters
    ----------
    game
        Slug of the game.
    scale
        Smaller than 1 for a preview.
    arrivals
        Day -> nationalities (``german``, ``us``, ``british``) whose symbol the Turn Record Track shows.

    Returns
    -------
    PIL.Image.Image
        Of the size that `geometry.toml` states, times `scale`.

    Examples
    --------
    >>> draw_board("breakout-normandy", scale=0.02).size
    (115, 79)
    """
    sheet = _dressed(game, arrivals)
    board = Image.new("RGB", (round(sheet.geometry.width * scale), round(sheet.geometry.height * scale)))
    painting = _Painting(sheet, scale)
    for top in painting.tops:
        board.paste(painting.band(top), (0, top))
    return board


def draw_map(
    game: str, out_path: Path, *, dpi: int = 300, arrivals: Arrivals | None = None, workers: int = 1
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
    arrivals
        As in `draw_board`.
    workers
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
    width, height = map_size(game, dpi)
    bands = map_bands(game, dpi=dpi, arrivals=arrivals, workers=workers)
    write_png(out_path, width, height, (band.tobytes() for band in bands), dpi=dpi)
