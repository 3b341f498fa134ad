"""The picture of a board in tiles: cut once, band by band, and kept in the user's cache folder."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import io
import math
import multiprocessing
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PIL import Image

from adjudicator.errors import BocageError
from adjudicator.saves.printed import arrivals
from adjudicator.table.drawing.drawn import PAPER, draw_sketch
from adjudicator.table.drawing.kept import content_mark, ingredients_of, keep, shelf, state_mark
from adjudicator.table.drawing.laying import printed_of
from maps.boardart import BoardPictures, board_pictures
from maps.games import FolderHome, home_of
from maps.render import draw_board, load_sheet, map_bands

if TYPE_CHECKING:
    from adjudicator.table.drawing.ground import Ground

__all__ = ["TILE", "Tiles", "tiles_of"]

TILE = 512
_QUALITY, _METHOD = 84, 1
_SKETCHES = 40  # whose tiles are kept
_SMALL = 1100  # pixels of a level that is drawn by itself, so that something is seen soon
_DONE = "done"
_CODE = ("adjudicator/table/drawing/tiles.py", "adjudicator/table/drawing/drawn.py", "counters/fonts")
_SOON = 8_000_000  # pixels of a board of a sketch, or of a game of one's own, that is drawn at once
_WAIT, _LOOK = 600.0, 0.05  # seconds
Progress = Callable[[int, int], object]


class Tiles:
    """The tiles of one board.

    Parameters
    ----------
    ground
        The board.
    overlay
        Folder with an owner's corrections, or None.
    art
        Whether his own pictures of the board are shown.

    Examples
    --------
    >>> from adjudicator import open_position
    >>> from adjudicator.table.drawing.ground import ground_of
    >>> tiles = Tiles(ground_of(open_position("breakout-normandy, 6 june;A: us;B: german")))
    >>> tiles.levels, tiles.tile(9, 0, 0), len(tiles.tile(0, 0, 0)) > 100
    (2, None, True)
    """

    def __init__(self, ground: Ground, overlay: Path | None = None, *, art: bool = False) -> None:
        self.ground, self._overlay, self._art = ground, overlay, art
        self.width, self.height = ground.width, ground.height
        self.levels = math.ceil(math.log2(max(1.0, max(self.width, self.height) / TILE))) + 1
        self._made_of = made_of = _made_of(ground, overlay, art=art)
        self._is_small = ground.drawn or isinstance(home_of(ground.game), FolderHome)
        kind = "sketch" if ground.drawn else ground.game
        self.key = f"{ground.game}-{made_of[:24]}"
        self._folder = shelf(f"tiles-{kind}", made_of, most=_SKETCHES if ground.drawn else 3)
        self._lock = threading.Lock()
        self._making: multiprocessing.process.BaseProcess | None = None

    def form(self) -> dict[str, Any]:
        """Size, number of levels and format of the tiles, for the page.

        Returns
        -------
        dict
        """
        return {"size": TILE, "levels": self.levels, "format": "webp"}

    @property
    def ready(self) -> bool:
        """Whether every tile is there."""
        return (self._folder / _DONE).exists()

    @property
    def is_past(self) -> bool:
        """Whether the folder of the game is another one by now: this board cannot be drawn any more."""
        own = isinstance(home_of(self.ground.game), FolderHome)
        return own and _made_of(self.ground, self._overlay, art=self._art) != self._made_of

    def size(self, level: int) -> tuple[int, int]:
        """Width and height of the board in pixels of a level; the last one is the full size."""
        scale = 2 ** (self.levels - 1 - level)
        return math.ceil(self.width / scale), math.ceil(self.height / scale)

    def has(self, z: int, x: int, y: int) -> bool:
        """Whether there is such a tile."""
        if not 0 <= z < self.levels:
            return False
        width, height = self.size(z)
        return 0 <= x * TILE < width and 0 <= y * TILE < height

    def tile(self, z: int, x: int, y: int) -> bytes | None:
        """One tile as WebP; it is waited for while the board is drawn.

        Parameters
        ----------
        z, x, y
            Level, from 0 where one tile shows all; column and row.

        Returns
        -------
        bytes or None
            None where there is no such tile.
        """
        if not self.has(z, x, y):
            return None
        path, end = self._path(z, x, y), time.monotonic() + _WAIT
        while time.monotonic() < end:
            with contextlib.suppress(OSError):
                return path.read_bytes()
            if self.ready or not self.begin():
                if self.is_past:
                    return None
                self.prepare()
            else:
                time.sleep(_LOOK)
        return None

    def begin(self) -> bool:
        """Let another process cut the tiles, unless one does so already.

        Returns
        -------
        bool
            Whether one is at work; a board of a sketch or of a folder is drawn too fast for that.
        """
        with self._lock:
            if self.ready or (self._is_small and self.width * self.height < _SOON):
                return False
            if self._making is None:
                fresh = multiprocessing.get_context("spawn")
                self._making = fresh.Process(target=_cut, args=(self.ground, self._overlay), daemon=True)
                self._making.start()
                return True
            return self._making.is_alive()

    def prepare(self, progress: Progress | None = None) -> None:
        """Cut all tiles, in this process.

        Parameters
        ----------
        progress
            Told how many rows of tiles are done, and of how many.
        """
        with self._lock:
            if self.ready and self._whole():
                return
            for _ in self._cutting(progress or _silent):
                pass
            keep(self._folder / _DONE, b"")

    def _whole(self) -> bool:
        return all(self._path(z, x, y).exists() for z in range(self.levels) for x, y in self._cells(z))

    def _cells(self, level: int) -> Iterator[tuple[int, int]]:
        width, height = self.size(level)
        yield from ((x, y) for y in range(-(-height // TILE)) for x in range(-(-width // TILE)))

    def _path(self, z: int, x: int, y: int) -> Path:
        return self._folder / str(z) / f"{x}_{y}.webp"

    def _cutting(self, progress: Progress) -> Iterator[None]:
        """Small levels first, then the full size in rows, from which the levels between are put together."""
        last = self.levels - 1
        small = max((z for z in range(self.levels) if max(self.size(z)) <= _SMALL), default=0)
        picture = self._picture(small)
        for level in range(small, -1, -1):
            if level < small:
                picture = picture.resize(self.size(level), Image.Resampling.LANCZOS)
            for row in range(-(-picture.height // TILE)):
                self._cut_row(level, row, picture.crop((0, row * TILE, picture.width, (row + 1) * TILE)))
            yield
        if small == last:
            return
        rows = -(-self.height // TILE)
        halves = {z: _Half(self.size(z)) for z in range(small + 1, last)}
        for number, band in enumerate(self._bands()):
            self._cut_row(last, number, band)
            for level in range(last - 1, small, -1):
                full = halves[level].add(band, last=number == rows - 1)
                if full is None:
                    break
                self._cut_row(level, halves[level].row - 1, full)
                band = full  # noqa: PLW2901 - the next level is put together of this one
            progress(number + 1, rows)
            yield

    def _cut_row(self, level: int, row: int, band: Image.Image) -> None:
        width, height = self.size(level)
        for column in range(-(-width // TILE)):
            right, low = min(width, (column + 1) * TILE), min(height - row * TILE, TILE)
            buffer = io.BytesIO()
            crop = band.crop((column * TILE, 0, right, low))
            crop.save(buffer, "WEBP", quality=_QUALITY, method=_METHOD)
            keep(self._path(level, column, row), buffer.getvalue())

    # --- the picture ---------------------------------------------------------------------------------

    def _picture(self, level: int) -> Image.Image:
        """The whole board at a small level."""
        scale, size = 2.0 ** (level - self.levels + 1), self.size(level)
        if self.ground.drawn:
            return draw_sketch(self.ground, scale)
        if self._own.covers(self.width, self.height):
            image = Image.new("RGB", size)
        else:
            image = draw_board(self.ground.game, scale=scale, arrivals=self._arrivals, overlay=self._overlay)
        image = self._own.over(image, scale=scale)
        return image if image.size == size else image.resize(size, Image.Resampling.LANCZOS)

    def _bands(self) -> Iterator[Image.Image]:
        """The board at full size in rows of tiles."""
        if self.ground.drawn or self._own.covers(self.width, self.height):
            own = draw_sketch(self.ground, 1.0) if self.ground.drawn else self._picture(self.levels - 1)
            yield from (
                own.crop((0, y, own.width, min(own.height, y + TILE))) for y in range(0, own.height, TILE)
            )
            return
        dpi = load_sheet(self.ground.game, self._overlay).geometry.pixels_per_inch
        bands = map_bands(self.ground.game, dpi=dpi, arrivals=self._arrivals, overlay=self._overlay)
        top = 0
        for band in bands:
            yield self._own.over(band, top=top)
            top += band.height

    @functools.cached_property
    def _own(self) -> BoardPictures:
        """An owner's pictures of the board, for his own eyes."""
        geometry = load_sheet(self.ground.game, self._overlay).geometry
        return board_pictures(self.ground.game, geometry, self._overlay if self._art else None)

    @functools.cached_property
    def _arrivals(self) -> dict[int, tuple[str, ...]]:
        return arrivals(printed_of(self.ground.game, self._overlay).units)

    def region(self, box: tuple[int, int, int, int], width: int) -> Image.Image:
        """A part of the board as a picture, put together from the tiles.

        Parameters
        ----------
        box
            Left, top, right and bottom in pixels of the board.
        width
            Of the picture.

        Returns
        -------
        PIL.Image.Image
        """
        if not self.ready:
            self.prepare()
        left, top, right, bottom = box
        wanted = width / (right - left)
        level = next(
            (z for z in range(self.levels) if 2.0 ** (z - self.levels + 1) >= wanted), self.levels - 1
        )
        scale = 2.0 ** (level - self.levels + 1)
        x0, y0 = math.floor(left * scale), math.floor(top * scale)
        x1, y1 = math.ceil(right * scale), math.ceil(bottom * scale)
        picture = Image.new("RGB", (x1 - x0, y1 - y0), PAPER if self.ground.drawn else "#b9b3a4")
        for y in range(max(0, y0 // TILE), y1 // TILE + 1):
            for x in range(max(0, x0 // TILE), x1 // TILE + 1):
                data = self.tile(level, x, y)
                if data is not None:
                    with Image.open(io.BytesIO(data)) as tile:
                        picture.paste(tile, (x * TILE - x0, y * TILE - y0))
        part = (left * scale - x0, top * scale - y0, right * scale - x0, bottom * scale - y0)
        size = width, max(1, round((bottom - top) * wanted))
        return picture.resize(size, Image.Resampling.LANCZOS, box=part)


class _Half:
    """A level put together of rows of the next larger one, two to a row of tiles."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._size, self.row = size, 0
        self._upper: Image.Image | None = None

    def add(self, band: Image.Image, *, last: bool) -> Image.Image | None:
        """Take a row of the larger level; a row of this one where it is complete."""
        if self._upper is None and not last:
            self._upper = band
            return None
        bands = [band] if self._upper is None else [self._upper, band]
        self._upper = None
        joined = Image.new("RGB", (band.width, sum(b.height for b in bands)))
        joined.paste(bands[0], (0, 0))
        if len(bands) > 1:
            joined.paste(bands[1], (0, bands[0].height))
        height = min(TILE, self._size[1] - self.row * TILE)
        self.row += 1
        return joined.resize((self._size[0], height), Image.Resampling.BOX)


def _silent(_done: int, _of: int) -> None:
    """Tell nobody."""


def _cut(ground: Ground, overlay: Path | None) -> None:
    """Cut the tiles of a board in another process; who waits for them meets a fault himself, and tells it."""
    with contextlib.suppress(BocageError):
        Tiles(ground, overlay).prepare()


def _made_of(ground: Ground, overlay: Path | None, *, art: bool) -> str:
    home = home_of(ground.game)
    if isinstance(home, FolderHome) and not ground.drawn:
        drawn = ingredients_of(overlay, *_CODE, "maps", "maps/homemade", "maps/fonts", art=art)
        told = f"{ground.game} {ground.width} {ground.height} {content_mark(ground.game, 'maps')} {drawn}"
        return hashlib.sha256(told.encode()).hexdigest()
    folders = (str(home.folders[room]) for room in ("maps", "counters"))
    code = _CODE if ground.drawn else (*_CODE, "maps", "maps/fonts", *folders)
    return hashlib.sha256(f"{ground.key} {ingredients_of(overlay, *code, art=art)}".encode()).hexdigest()


def tiles_of(ground: Ground, overlay: Path | None = None, *, art: bool = False) -> Tiles:
    """The tiles of a board; asked again, the same ones.

    Parameters
    ----------
    ground, overlay
        The board, and folder with an owner's corrections or None.
    art
        Whether his own pictures of the board are shown: to himself alone, never in what is given away.

    Returns
    -------
    Tiles
    """
    mark = state_mark(ground.game, overlay, art=art)
    found = _KNOWN.get((ground.key, mark))
    if found is None:
        found = _KNOWN[ground.key, mark] = Tiles(ground, overlay, art=art)
        while len(_KNOWN) > _MOST:
            del _KNOWN[next(iter(_KNOWN))]
    return found


_KNOWN: dict[tuple[str, str], Tiles] = {}
_MOST = 64
