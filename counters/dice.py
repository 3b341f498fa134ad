"""Draws dice: a six-sided die with pips, a ten-sided die seen on a face with its number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from counters.fonts import font

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["draw_die"]

_FINE = 8  # drawn so much larger, then made small
_IVORY, _INK, _SHADE, _SIDE = "#fbf8ee", "#1d1b18", "#8a8474", "#dcd5c2"
_LOW, _MID, _HIGH = 0.27, 0.5, 0.73
_PIPS = {
    1: ((_MID, _MID),),
    2: ((_LOW, _LOW), (_HIGH, _HIGH)),
    3: ((_LOW, _LOW), (_MID, _MID), (_HIGH, _HIGH)),
    4: ((_LOW, _LOW), (_LOW, _HIGH), (_HIGH, _LOW), (_HIGH, _HIGH)),
    5: ((_LOW, _LOW), (_LOW, _HIGH), (_MID, _MID), (_HIGH, _LOW), (_HIGH, _HIGH)),
    6: ((_LOW, _LOW), (_LOW, _MID), (_LOW, _HIGH), (_HIGH, _LOW), (_HIGH, _MID), (_HIGH, _HIGH)),
}
_RADIUS = 0.098  # of a pip
_OUTLINE = ((0.5, 0.02), (0.96, 0.4), (0.96, 0.62), (0.5, 0.98), (0.04, 0.62), (0.04, 0.4))
_KITE = ((0.5, 0.04), (0.86, 0.6), (0.5, 0.8), (0.14, 0.6))
_EDGES = (((0.86, 0.6), (0.96, 0.5)), ((0.5, 0.8), (0.5, 0.98)), ((0.14, 0.6), (0.04, 0.5)))
_DIGITS = (0.5, 0.52)


def draw_die(sides: int, value: int, *, px: int) -> Image.Image:
    """Draw a die as it lies on the table.

    Parameters
    ----------
    sides
        6 or 10.
    value
        What it shows.
    px
        Side of the image in pixels.

    Returns
    -------
    PIL.Image.Image

    Raises
    ------
    ValueError
        No such die, or no such face of it.

    Examples
    --------
    >>> draw_die(6, 5, px=24).size
    (24, 24)
    """
    from PIL import Image

    if sides not in {6, 10} or not (value in _PIPS if sides == 6 else 0 <= value <= 10):
        raise ValueError(f"no die of {sides} sides shows {value}")
    image = Image.new("RGBA", (px * _FINE, px * _FINE), (0, 0, 0, 0))
    (_six if sides == 6 else _ten)(image, value)
    return image.resize((px, px), Image.Resampling.LANCZOS)


def _six(image: Image.Image, value: int) -> None:
    from PIL import ImageDraw

    draw, side = ImageDraw.Draw(image), image.width
    box, rim = (side * 0.03, side * 0.03, side * 0.97, side * 0.97), round(side * 0.05)
    draw.rounded_rectangle(box, side * 0.2, fill=_IVORY, outline=_SHADE, width=rim)
    for x, y in _PIPS[value]:
        draw.circle((x * side, y * side), _RADIUS * side, fill=_INK)


def _ten(image: Image.Image, value: int) -> None:
    from PIL import ImageDraw

    draw, side = ImageDraw.Draw(image), image.width
    rim = round(side * 0.045)

    def spots(points: tuple[tuple[float, float], ...]) -> list[tuple[float, float]]:
        return [(x * side, y * side) for x, y in points]

    draw.polygon(spots(_OUTLINE), fill=_SIDE, outline=_SHADE, width=rim)
    draw.polygon(spots(_KITE), fill=_IVORY, outline=_SHADE, width=rim)
    for edge in _EDGES:
        draw.line(spots(edge), fill=_SHADE, width=rim)
    x, y = _DIGITS
    size = round(side * (0.5 if value < 10 else 0.4))
    draw.text((x * side, y * side), str(value), fill=_INK, font=font(size), anchor="mm")
