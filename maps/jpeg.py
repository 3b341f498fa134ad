"""Write a JPEG some rows at a time, pixel for pixel what Pillow makes of the whole picture.

Rows are packed in strips of 64 with a restart marker after every eight rows. The numbers of the markers go
round every eight, so that strips join as they are.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["QUALITY", "JpegWriter"]

QUALITY = 92
"""At which no one sees the loss, and a painted map takes a third of what it takes without loss."""

_STRIP = 64
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
    quality
        As in Pillow.

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

    __slots__ = ("_height", "_options", "_rows", "_sink", "_taken", "_waiting", "_width")

    def __init__(
        self,
        sink: Callable[[bytes], object],
        width: int,
        height: int,
        *,
        dpi: float = 300,
        quality: int = QUALITY,
    ) -> None:
        self._sink, self._width, self._height = sink, width, height
        self._options = {
            "quality": quality,
            "subsampling": 0,
            "restart_marker_rows": 1,
            "dpi": (round(dpi), round(dpi)),
        }
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
        whole = len(self._waiting) // _STRIP * _STRIP
        if self._rows + whole == self._height:
            whole -= _STRIP if whole else 0
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
