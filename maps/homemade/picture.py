"""The user's finished picture of a map: its limits, and the ground that it makes."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from maps.art import open_picture
from maps.errors import DataError

if TYPE_CHECKING:
    from PIL import Image

    from maps.homemade.chart import Chart

__all__ = ["PictureGround", "picture_size"]

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


class PictureGround:
    """Paints bands of the user's picture as the ground of the board.

    Parameters
    ----------
    chart
        The map.
    scale
        Pixels of the painting for a pixel of the board.
    rect
        What is painted: left, top, width and height in board pixels.
    """

    __slots__ = ("_image",)

    def __init__(self, chart: Chart, scale: float, rect: tuple[int, int, int, int]) -> None:
        from PIL import Image

        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            image = open_picture(chart.folder / chart.file.picture)
        width, height = chart.file.board.pixels
        left, top, wide, high = rect
        size = round(wide * scale), round(high * scale)
        if chart.fit is not None:
            a, b, c, d, e, f = chart.fit.back
            shift_x, shift_y = a * left + b * top + c, d * left + e * top + f
            data = (a / scale, b / scale, shift_x, d / scale, e / scale, shift_y)
            if scale < 0.5:  # a small one is made of one of its own size, so that lines stay
                whole = _warped(image, (wide, high), (a, b, shift_x, d, e, shift_y))
                self._image = whole.resize(size, Image.Resampling.LANCZOS)
            else:
                self._image = _warped(image, size, data)
        else:
            across, down = image.width / width, image.height / height
            box = (left * across, top * down, (left + wide) * across, (top + high) * down)
            self._image = image.resize(size, Image.Resampling.LANCZOS, box=box)

    def band(self, top: int, height: int) -> Image.Image:
        """Some rows of the picture.

        Parameters
        ----------
        top, height
            Rows of the painting.

        Returns
        -------
        PIL.Image.Image
        """
        return self._image.crop((0, top, self._image.width, top + height))


def _warped(image: Image.Image, size: tuple[int, int], data: tuple[float, ...]) -> Image.Image:
    from PIL import Image

    return image.transform(
        size, Image.Transform.AFFINE, data, Image.Resampling.BICUBIC, fillcolor=(255, 255, 255)
    )
