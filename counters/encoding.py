"""Drawings as PNG files, from an album of those drawn before where there is one."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from counters.faces import painted_key
from maps.album import NO_ALBUM, Album

if TYPE_CHECKING:
    from PIL import Image

    from counters.faces import Paint

__all__ = ["SMALLEST", "kept_png", "png_bytes"]

SMALLEST = 9
"""Compression that takes longest and leaves least."""


def kept_png(album: Album, paint: Paint, *, level: int = SMALLEST, key: str = "") -> bytes:
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


def png_bytes(image: Image.Image, *, level: int = SMALLEST) -> bytes:
    """Encode an image; the same pixels give the same bytes.

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
    image.save(buffer, "PNG", compress_level=level)
    return buffer.getvalue()
