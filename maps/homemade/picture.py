"""How large the user's finished picture of a map is, and may be."""

from __future__ import annotations

import warnings
from pathlib import Path

from maps.errors import DataError

__all__ = ["picture_size"]

_ORIENTATION, _LYING = 0x0112, frozenset({5, 6, 7, 8})  # tag of a photograph that was taken on its side
_SIDE, _ALL = 12_000, 100_000_000  # pixels of a side, and of the whole


def picture_size(folder: Path, name: str) -> tuple[int, int]:
    """Width and height of a picture, which is not too large.

    Parameters
    ----------
    folder, name
        The game, and the file in it.

    Returns
    -------
    (int, int)

    Raises
    ------
    DataError
        Missing, no picture, or too large.

    Examples
    --------
    >>> picture_size(Path("no-such-game"), "art/map.png")
    Traceback (most recent call last):
    maps.errors.DataError: map.toml, [picture], key file: expected a picture in the folder, not art/map.png
    """
    from PIL import Image

    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()) or not path.is_file():
        raise DataError("map.toml", "[picture], key file", f"a picture in the folder, not {name}")
    limit = f"at most {_SIDE:,} pixels a side and {_ALL // 1_000_000} million in all"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(path) as image:
                width, height = image.size
                if image.getexif().get(_ORIENTATION, 1) in _LYING:
                    width, height = height, width
    except Image.DecompressionBombError:
        raise DataError(name, "", limit, "make it smaller") from None
    except (OSError, ValueError, SyntaxError):
        raise DataError(name, "", "a picture that can be read: PNG or JPEG") from None
    if max(width, height) > _SIDE or width * height > _ALL:
        factor = min(_SIDE / max(width, height), (_ALL / (width * height)) ** 0.5)
        way_out = f"make it smaller: {int(width * factor)} x {int(height * factor)} would do"
        raise DataError(name, f"{width} x {height} pixels", limit, way_out)
    return width, height
