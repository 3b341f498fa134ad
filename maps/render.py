"""Draw a map of areas or hexes: for the module at its own scale, for print in bands of 300 dots an inch."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterator, Mapping
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

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["draw_board", "draw_map", "load_sheet"]

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


def _bands(sheet: Sheet | HexSheet, scale: float, rows: int) -> Iterator[Image.Image]:
    """Paint the rows of a sheet at a scale, one band after the other."""
    ground = HexGround(sheet, scale) if isinstance(sheet, HexSheet) else Ground(sheet, scale)
    painters = _painters(sheet)
    for top in range(0, rows, _BAND):
        canvas = Canvas(ground.band(top, min(_BAND, rows - top)), top, scale)
        for paint in painters:
            paint(canvas)
        yield canvas.finish()


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
    sheet = replace(load_sheet(game), arrivals=arrivals or {})
    size = round(sheet.geometry.width * scale), round(sheet.geometry.height * scale)
    board = Image.new("RGB", size)
    top = 0
    for band in _bands(sheet, scale, size[1]):
        board.paste(band, (0, top))
        top += band.height
    return board


def draw_map(game: str, out_path: Path, *, dpi: int = 300, arrivals: Arrivals | None = None) -> None:
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

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     draw_map("breakout-normandy", Path(folder) / "map.png", dpi=4)
    ...     with Image.open(Path(folder) / "map.png") as image:
    ...         image.size
    (128, 88)
    """
    sheet = replace(load_sheet(game), arrivals=arrivals or {})
    scale = dpi / sheet.geometry.pixels_per_inch
    width, height = round(sheet.geometry.width * scale), round(sheet.geometry.height * scale)
    bands = (band.tobytes() for band in _bands(sheet, scale, height))
    write_png(out_path, width, height, bands, dpi=dpi)
