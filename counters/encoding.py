"""Drawings as PNG files, from an album of those drawn before where there is one."""

from __future__ import annotations

import io
import zlib
from typing import TYPE_CHECKING

from counters.faces import painted_key
from maps.album import NO_ALBUM, Album

if TYPE_CHECKING:
    from PIL import Image

    from counters.faces import Paint

__all__ = ["LEVEL", "kept_png", "png_bytes"]

LEVEL = 6
"""Compression of a counter: at 9 it takes eight times as long, and leaves four in a hundred less."""


def kept_png(album: Album, paint: Paint, *, level: int = LEVEL, key: str = "") -> bytes:
    """The PNG of a drawing, from an album or drawn.

    Parameters
    ----------
    album
        Pictures that were drawn before.
    paint
        The drawing; it is told all that it shows.
    level
        Of compression, up to 9.
    key
        What tells the drawing from every other, where that is known; `painted_key` of it otherwise.

    Returns
    -------
    bytes

    Raises
    ------
    maps.errors.DataError
        As the drawing.
    """
    if album is NO_ALBUM:
        return png_bytes(paint(), level=level)
    return album.kept(("png", key or painted_key(paint), level), lambda: png_bytes(paint(), level=level))


def png_bytes(image: Image.Image, *, level: int = LEVEL) -> bytes:
    """Encode an image; the same pixels give the same bytes.

    Drawings have flat colours and repeat themselves: Pillow's own choice, the strategy for photographs,
    leaves a tenth more of a counter.

    Parameters
    ----------
    image
        Any image.
    level
        Of compression, up to 9.

    Returns
    -------
    bytes

    Examples
    --------
    >>> from PIL import Image
    >>> png_bytes(Image.new("L", (2, 2)))[1:4]
    b'PNG'
    """
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=level, compress_type=zlib.Z_DEFAULT_STRATEGY)
    return buffer.getvalue()
