"""What lies over a counter: the finish of its edge, Disruption levels (4.5), the mark of a moved unit."""

from __future__ import annotations

import functools
from typing import Literal, TypeAlias

from PIL import Image

from counters.drawing import Color, Pen, TextBox
from counters.geometry import Box

__all__ = ["PRINT_MARGIN", "Finish", "counter_pen", "draw_moved", "draw_status", "finished"]

Finish: TypeAlias = Literal["screen", "print"]
PRINT_MARGIN = 3.0
_RADIUS = 7.0
_STATUS = {1: ("#f08c14", "#2a1600"), 2: ("#c4161c", "#ffffff")}


def counter_pen(px: int, ground: Color, finish: Finish) -> Pen:
    """Return the pen for a counter: printed ones keep a margin for the cut.

    Parameters
    ----------
    px, ground
        As in `Pen`.
    finish
        As in `finished`.

    Returns
    -------
    Pen

    Examples
    --------
    >>> counter_pen(68, "#ffffff", "screen").origin
    0.0
    """
    return Pen(px, ground, margin=PRINT_MARGIN if finish == "print" else 0)


def finished(pen: Pen, finish: Finish) -> Image.Image:
    """Reduce a drawing and give its edge the wanted finish.

    Parameters
    ----------
    pen
        The drawing, on an opaque ground.
    finish
        ``screen``: rounded corners and a bevel, so that stacked counters stand apart; ``print``: flat to the
        edge.

    Returns
    -------
    PIL.Image.Image
        RGBA for the screen, RGB for print.

    Examples
    --------
    >>> finished(Pen(20, "#ff0000"), "print").mode, finished(Pen(20, "#ff0000"), "screen").mode
    ('RGB', 'RGBA')
    """
    flat = pen.finish()
    if finish == "print":
        return flat
    image = flat.convert("RGBA")
    image.alpha_composite(_bevel(pen.px))
    image.putalpha(_corners(pen.px))
    return image


def draw_status(level: int, *, px: int) -> Image.Image:
    """Draw the overlay of a Disruption level (4.5) for a unit's layer trait.

    Parameters
    ----------
    level
        1 or 2.
    px
        Side of the image in pixels.

    Returns
    -------
    PIL.Image.Image
        RGBA; transparent but for a coloured rim and a badge over the place of set-up.

    Examples
    --------
    >>> draw_status(1, px=68).getpixel((34, 34))[3]
    0
    """
    pen, (color, ink) = Pen(px), _STATUS[level]
    pen.rect(Box(0, 0, 100, 100), outline=color, width=4.2, radius=_RADIUS)
    pen.rect(Box(64.5, 62, 100, 100), fill=color, radius=_RADIUS)
    pen.text(TextBox((f"D{level}",), Box(67, 66, 97, 95), 33), ink)
    return pen.finish()


def draw_moved(*, px: int) -> Image.Image:
    """Draw the overlay of a unit that has moved: a small arrow in the upper left corner.

    Parameters
    ----------
    px
        Side of the image in pixels; as large as the counter, so no offset is needed.

    Returns
    -------
    PIL.Image.Image
        RGBA.

    Examples
    --------
    >>> draw_moved(px=68).getpixel((60, 60))[3]
    0
    """
    pen = Pen(px)
    pen.disc((9.8, 9.8), 9.8, "#111111")
    pen.disc((9.8, 9.8), 8.4, "#ffd21f")
    pen.line([(4, 9.8), (11, 9.8)], "#111111", 3.2)
    pen.polygon([(9.8, 4), (16.6, 9.8), (9.8, 15.6)], "#111111")
    return pen.finish()


@functools.lru_cache(maxsize=8)
def _bevel(px: int) -> Image.Image:
    """Light from the upper left, shade at the lower right, a thin dark edge."""
    pen = Pen(px)
    pen.polygon([(0, 0), (100, 0), (97.6, 2.4), (2.4, 2.4), (2.4, 97.6), (0, 100)], "#ffffff78")
    pen.polygon([(100, 100), (100, 0), (97.6, 2.4), (97.6, 97.6), (2.4, 97.6), (0, 100)], "#00000068")
    pen.rect(Box(0, 0, 100, 100), outline="#00000090", width=1.0, radius=_RADIUS)
    return pen.finish()


@functools.lru_cache(maxsize=8)
def _corners(px: int) -> Image.Image:
    pen = Pen(px)
    pen.rect(Box(0, 0, 100, 100), fill="#ffffff", radius=_RADIUS)
    return pen.finish().getchannel("A")
