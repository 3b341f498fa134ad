"""PNG and JPEG files as a PDF stores them and as flat pixels.

A PNG without transparency is a PDF's own kind of compressed picture: its data go into the file as they are,
neither unpacked nor packed again, which is what makes a sheet of several hundred counters quick to write.
"""

from __future__ import annotations

import io
import struct
import warnings

from PIL import Image, UnidentifiedImageError

from maps.errors import DataError
from module_builder.vassal.values import dataclass

__all__ = ["Stored", "flat_image", "store"]

_PNG = b"\x89PNG\r\n\x1a\n"
_JPEG = b"\xff\xd8\xff"
_SPACES = {0: ("DeviceGray", 1), 2: ("DeviceRGB", 3), 3: ("Indexed", 1)}
_MODES = {"L": "DeviceGray", "RGB": "DeviceRGB"}


@dataclass(frozen=True, slots=True)
class Stored:
    """A picture as it stands in a PDF.

    Parameters
    ----------
    width, height
        Pixels.
    data
        Compressed.
    packing
        ``FlateDecode`` or ``DCTDecode``.
    space
        ``DeviceGray``, ``DeviceRGB`` or ``Indexed``.
    channels
        Values of one pixel.
    bits
        Of one value.
    palette
        Red, green and blue of every index where `space` is ``Indexed``.

    Examples
    --------
    >>> Stored(1, 1, b"", "DCTDecode").space
    'DeviceRGB'
    """

    width: int
    height: int
    data: bytes
    packing: str
    space: str = "DeviceRGB"
    channels: int = 3
    bits: int = 8
    palette: bytes = b""


def store(data: bytes, key: str) -> Stored:
    """Turn a PNG or JPEG into what a PDF stores, without unpacking it where that can be.

    Parameters
    ----------
    data
        The file; transparent pixels become white.
    key
        Name of the picture, for the message.

    Returns
    -------
    Stored

    Raises
    ------
    maps.errors.DataError
        It is no picture.

    Examples
    --------
    >>> buffer = io.BytesIO()
    >>> Image.new("L", (4, 2)).save(buffer, "PNG")
    >>> stored = store(buffer.getvalue(), "grey")
    >>> stored.width, stored.space, stored.data in buffer.getvalue()
    (4, 'DeviceGray', True)
    """
    found = _whole_png(data) if data.startswith(_PNG) else _whole_jpeg(data, key)
    if found:
        return found
    buffer = io.BytesIO()
    flat_image(data, key).save(buffer, "PNG", compress_level=6)
    again = _whole_png(buffer.getvalue())
    if not again:
        raise _no_picture(key)
    return again


def flat_image(data: bytes, key: str) -> Image.Image:
    """Unpack a picture.

    Parameters
    ----------
    data
        PNG or JPEG.
    key
        Name of the picture, for the message.

    Returns
    -------
    PIL.Image.Image
        RGB; transparent pixels lie over white.

    Raises
    ------
    maps.errors.DataError
        It is no picture.

    Examples
    --------
    >>> buffer = io.BytesIO()
    >>> Image.new("RGBA", (4, 2)).save(buffer, "PNG")
    >>> flat_image(buffer.getvalue(), "clear").getpixel((0, 0))
    (255, 255, 255)
    """
    image = _opened(data, key)
    try:
        image.load()
    except (OSError, SyntaxError):
        raise _no_picture(key) from None
    if image.mode.startswith("I;16"):
        image = image.convert("I").point(lambda value: value / 257).convert("L")
    if not image.has_transparency_data:
        return image.convert("RGB")
    clear = image.convert("RGBA")
    ground = Image.new("RGBA", clear.size, "#ffffff")
    return Image.alpha_composite(ground, clear).convert("RGB")


def _whole_png(data: bytes) -> Stored | None:
    """Read a PNG whose data a PDF takes as they are, or None for any other."""
    chunks = _chunks(data)
    if chunks is None or b"tRNS" in chunks:
        return None
    width, height, bits, color, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    if interlaced or bits > 8 or color not in _SPACES:
        return None
    space, channels = _SPACES[color]
    palette = chunks.get(b"PLTE", b"") if space == "Indexed" else b""
    return Stored(width, height, chunks[b"IDAT"], "FlateDecode", space, channels, bits, palette)


def _chunks(data: bytes) -> dict[bytes, bytes] | None:
    """Take the chunks of a PNG apart; those of one name become one. None where the file is cut off."""
    found: dict[bytes, list[bytes]] = {}
    at = len(_PNG)
    while at + 8 <= len(data) and b"IEND" not in found:
        length, name = struct.unpack_from(">I4s", data, at)
        found.setdefault(name, []).append(data[at + 8 : at + 8 + length])
        at += 12 + length
    if not {b"IHDR", b"IDAT", b"IEND"} <= set(found):
        return None
    return {name: b"".join(parts) for name, parts in found.items()}


def _whole_jpeg(data: bytes, key: str) -> Stored | None:
    if not data.startswith(_JPEG):
        return None
    image = _opened(data, key)
    if image.mode not in _MODES:
        return None
    space = _MODES[image.mode]
    return Stored(image.width, image.height, data, "DCTDecode", space, len(image.getbands()))


def _opened(data: bytes, key: str) -> Image.Image:
    """Read the head of a picture; a map may be large, but not without end."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            return Image.open(io.BytesIO(data))
    except Image.DecompressionBombError:
        raise DataError("pictures", key, "fewer pixels", "choose a smaller dpi") from None
    except (UnidentifiedImageError, OSError):
        raise _no_picture(key) from None


def _no_picture(key: str) -> DataError:
    return DataError("pictures", key, "a whole PNG or JPEG")
