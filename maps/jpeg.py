"""Write a JPEG some rows at a time, pixel for pixel what Pillow makes of the whole picture.

Rows are packed in strips of eight blocks with a restart marker after every row of blocks. The numbers of the
markers go round every eight, so that strips join as they are.
"""

from __future__ import annotations

import functools
import io
import struct
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FINE", "LIGHT", "QUALITY", "JpegWriter", "Packing"]

QUALITY = 92
"""At which no one sees the loss, and a painted map takes a third of what it takes without loss."""


@dataclass(frozen=True, slots=True)
class Packing:
    """How much a JPEG leaves out.

    Parameters
    ----------
    brightness, colour
        Quality of each, from 1 to 95, as Pillow counts it.
    halved
        Whether colour is kept for every second pixel and row only.

    Examples
    --------
    >>> FINE.words, LIGHT.words
    ('JPEG, quality 92', 'JPEG, quality 35, colour 85 halved')
    """

    brightness: int
    colour: int
    halved: bool = False

    @property
    def words(self) -> str:
        """For the metadata of a file."""
        if (self.brightness, self.halved) == (self.colour, False):
            return f"JPEG, quality {self.brightness}"
        return f"JPEG, quality {self.brightness}, colour {self.colour}{' halved' * self.halved}"

    @property
    def rows(self) -> int:
        """Rows of pixels that are packed together."""
        return 8 * (16 if self.halved else 8)

    def options(self) -> dict[str, Any]:
        """What Pillow is told."""
        tables = [_tables(self.brightness)[0], _tables(self.colour)[1]]
        return {"qtables": tables, "subsampling": 2 if self.halved else 0, "restart_marker_rows": 1}


FINE = Packing(QUALITY, QUALITY)
"""As Pillow packs a picture of `QUALITY` with all its colour."""
LIGHT = Packing(35, 85, halved=True)
"""A third of that again: on paper at 300 dots an inch no one sees it, at four times the size one does."""
_FRAME, _SCAN, _END, _LAST_RESTART = 0xC0, 0xDA, b"\xff\xd9", b"\xff\xd7"


class JpegWriter:
    """Takes the rows of an RGB picture from the top and hands on a JPEG, with all its colour, piece by piece.

    Parameters
    ----------
    sink
        Takes the pieces of the file, in order.
    width, height
        Size in pixels, 65,535 at most.
    dpi
        Resolution that the file states.
    packing
        How much it leaves out.

    Examples
    --------
    >>> file = io.BytesIO()
    >>> writer = JpegWriter(file.write, 20, 100)
    >>> for _ in range(4):
    ...     writer.add(np.full((25, 20, 3), 255, dtype=np.uint8))
    >>> writer.close()
    >>> Image.open(file).getpixel((10, 99))
    (255, 255, 255)
    """

    __slots__ = ("_height", "_options", "_rows", "_sink", "_strip", "_taken", "_waiting", "_width")

    def __init__(
        self,
        sink: Callable[[bytes], object],
        width: int,
        height: int,
        *,
        dpi: float = 300,
        packing: Packing = FINE,
    ) -> None:
        self._sink, self._width, self._height = sink, width, height
        self._strip = packing.rows
        self._options = {**packing.options(), "dpi": (round(dpi), round(dpi))}
        self._rows = self._taken = 0
        self._waiting: NDArray[np.uint8] = np.empty((0, width, 3), dtype=np.uint8)

    def add(self, rows: NDArray[np.uint8]) -> None:
        """Take the next rows.

        Parameters
        ----------
        rows
            Row, column, colour.
        """
        self._taken += len(rows)
        self._waiting = np.concatenate([self._waiting, rows])
        whole = len(self._waiting) // self._strip * self._strip
        if self._rows + whole == self._height:
            whole -= self._strip if whole else 0
        if whole:
            self._put(self._waiting[:whole], last=False)
            self._waiting = self._waiting[whole:].copy()

    def close(self) -> None:
        """Hand on the end of the file.

        Raises
        ------
        ValueError
            Rows are lacking, or there were too many.
        """
        if self._taken != self._height:
            raise ValueError(f"bands of {self._height} rows together, not {self._taken}")
        self._put(self._waiting, last=True)

    def _put(self, rows: NDArray[np.uint8], *, last: bool) -> None:
        strip = io.BytesIO()
        Image.fromarray(rows).save(strip, "JPEG", **self._options)
        data = strip.getvalue()
        head = _head(data, self._height)
        if not self._rows:
            self._sink(head)
        self._rows += len(rows)
        self._sink(data[len(head) : -2] + (_END if last else _LAST_RESTART))


@functools.cache
def _tables(quality: int) -> list[list[int]]:
    """The divisors of brightness and colour at a quality, as Pillow has them."""
    file = io.BytesIO()
    Image.new("RGB", (8, 8)).save(file, "JPEG", quality=quality)
    tables: dict[int, list[int]] = Image.open(file).quantization  # type: ignore[attr-defined]
    return [list(tables[0]), list(tables[1])]


def _head(data: bytes, height: int) -> bytes:
    """All of a JPEG before its pixels, with another height."""
    head = bytearray(data)
    for at, kind, size in _segments(data):
        if kind == _FRAME:
            head[at + 5 : at + 7] = struct.pack(">H", height)
        if kind == _SCAN:
            return bytes(head[: at + 2 + size])
    raise ValueError("a JPEG with pixels")


def _segments(data: bytes) -> Iterator[tuple[int, int, int]]:
    """Place, kind and length of the segments that stand before the pixels."""
    at = 2
    while at + 4 <= len(data):
        size = int.from_bytes(data[at + 2 : at + 4], "big")
        yield at, data[at + 1], size
        at += 2 + size
