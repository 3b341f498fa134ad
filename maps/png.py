"""Write a PNG band by band, so that a sheet at 300 dots an inch never stands in memory whole."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from pathlib import Path

__all__ = ["write_png"]

_METRES = 39.3700787


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def write_png(path: Path, width: int, height: int, bands: Iterable[bytes], *, dpi: int = 300) -> None:
    """Write RGB rows as a PNG.

    Parameters
    ----------
    path
        Where to.
    width, height
        Size in pixels.
    bands
        Raw RGB of some whole rows each, from the top; together `height` rows.
    dpi
        Resolution that the file states.

    Raises
    ------
    ValueError
        The bands do not make `height` rows.

    Examples
    --------
    >>> import tempfile
    >>> from PIL import Image
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "a.png"
    ...     write_png(file, 2, 2, [bytes(6), bytes([255] * 6)])
    ...     Image.open(file).getpixel((1, 1))
    (255, 255, 255)
    """
    row = width * 3
    packer = zlib.compressobj(6)
    written = 0
    with path.open("wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        file.write(_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)))
        per_metre = round(dpi * _METRES)
        file.write(_chunk(b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1)))
        for band in bands:
            rows = len(band) // row
            body = packer.compress(b"".join(b"\0" + band[i * row : (i + 1) * row] for i in range(rows)))
            written += rows
            if body:
                file.write(_chunk(b"IDAT", body))
        file.write(_chunk(b"IDAT", packer.flush()))
        file.write(_chunk(b"IEND", b""))
    if written != height:
        raise ValueError(f"bands of {height} rows together, not {written}")
