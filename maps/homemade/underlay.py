"""The user's finished picture as the ground of a map, laid straight under the grid."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

from maps.art import open_picture

if TYPE_CHECKING:
    from PIL import Image

    from maps.homemade.chart import Chart

__all__ = ["PictureGround"]


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
