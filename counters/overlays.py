"""What lies over a counter: the finish of its edge, Disruption levels (4.5), the mark of a moved unit."""

from __future__ import annotations

import functools
from typing import Literal, TypeAlias

from PIL import Image

from counters.drawing import Color, Pen, TextBox
from counters.geometry import Box
from maps.errors import DataError
from module_builder.vassal.values import dataclass

__all__ = [
    "ART_EDGE",
    "PRINT_MARGIN",
    "Cut",
    "Finish",
    "counter_pen",
    "cut_of",
    "draw_moved",
    "draw_status",
    "edged",
    "finished",
    "rimmed_pen",
]

ART_EDGE = 3.0  # no ink of a counter lies nearer to its edge; only bands and strips that run off it
PRINT_MARGIN = 3.0
_WIDEST_MARGIN = 35.0
_RIM, _RIM_SHARE, _RIM_MARGIN = 5.6, 0.6, 2.4
_RADIUS = 7.0


@dataclass(frozen=True, slots=True)
class Cut:
    """How a printed face lies about its cut, in hundredths of the counter's side.

    Parameters
    ----------
    margin
        Left free inside the cut on every side, besides the `ART_EDGE` that the art leaves free by itself.
    bleed
        Drawn beyond the cut on every side.

    Examples
    --------
    >>> Cut.around(20, bleed=1, safe=0.6)
    Cut(margin=0.0, bleed=5.0)
    """

    margin: float = PRINT_MARGIN
    bleed: float = 0.0

    def rimmed(self) -> Cut:
        """Return the cut for a face with a rim along it: its art keeps clear of the rim.

        Returns
        -------
        Cut

        Examples
        --------
        >>> Cut(0.5, 4).rimmed()
        Cut(margin=2.4, bleed=4)
        """
        return Cut(max(self.margin, _RIM_MARGIN), self.bleed)

    @property
    def rim(self) -> float:
        """Width of a rim along the cut, wide enough to be seen all around where the cut is a little off."""
        art = self.margin + ART_EDGE * (1 - self.margin / 50)
        return max(_RIM, _RIM_SHARE * art)

    @classmethod
    def around(cls, size: float, *, bleed: float, safe: float) -> Cut:
        """Return the cut of a counter whose art keeps a distance from it.

        Parameters
        ----------
        size, bleed, safe
            Side of the counter, print beyond the cut, distance of the art from it; all in millimetres.

        Returns
        -------
        Cut

        Raises
        ------
        maps.errors.DataError
            Nothing would be left for the art.

        Examples
        --------
        >>> Cut.around(10, bleed=0, safe=5)
        Traceback (most recent call last):
        maps.errors.DataError: safe area, 5 mm: expected less than 3.6 mm for a counter of 10 mm
        """
        margin = max(0.0, (100 * safe / size - ART_EDGE) / (1 - ART_EDGE / 50))
        if margin >= _WIDEST_MARGIN:
            most = size * (ART_EDGE + _WIDEST_MARGIN * (1 - ART_EDGE / 50)) / 100
            raise DataError(
                "safe area", f"{safe:g} mm", f"less than {most:.1f} mm for a counter of {size:g} mm"
            )
        return cls(margin, 100 * bleed / size)


Finish: TypeAlias = Literal["screen", "print"] | Cut
_STATUS = {1: ("#f08c14", "#2a1600"), 2: ("#c4161c", "#ffffff")}


def counter_pen(px: int, ground: Color, finish: Finish) -> Pen:
    """Return the pen for a counter: printed ones keep a margin for the cut and may run on past it.

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
    cut = cut_of(finish)
    return Pen(px, ground, margin=cut.margin, bleed=cut.bleed)


def rimmed_pen(px: int, rim: Color, inside: Color, width: float, finish: Finish) -> Pen:
    """Return the pen for a side with a rim along its edge.

    Parameters
    ----------
    px
        As in `Pen`.
    rim, inside
        Colours.
    width
        Of the rim on the screen; a printed one is as wide as its cut needs.
    finish
        As in `finished`.

    Returns
    -------
    Pen

    Examples
    --------
    >>> rimmed_pen(50, "#ff0000", "#ffffff", 6, "screen").image.getpixel((0, 20))
    (255, 0, 0)
    """
    cut = finish if finish == "screen" else cut_of(finish).rimmed()
    pen = counter_pen(px, rim, cut)
    pen.panel(width if isinstance(cut, str) else cut.rim, inside)
    return pen


def cut_of(finish: Finish) -> Cut:
    """Return how a finish lies about its cut.

    Parameters
    ----------
    finish
        As in `finished`.

    Returns
    -------
    Cut
        Without margin and bleed on the screen.

    Examples
    --------
    >>> cut_of("print").margin
    3.0
    """
    if isinstance(finish, Cut):
        return finish
    return Cut() if finish == "print" else Cut(0.0)


def finished(pen: Pen, finish: Finish) -> Image.Image:
    """Reduce a drawing and give its edge the wanted finish.

    Parameters
    ----------
    pen
        The drawing, on an opaque ground.
    finish
        ``screen``: rounded corners and a bevel, so that stacked counters stand apart; ``print`` or a `Cut`:
        flat to the edge.

    Returns
    -------
    PIL.Image.Image
        RGBA for the screen, RGB for print.

    Examples
    --------
    >>> finished(Pen(20, "#ff0000"), "print").mode, finished(Pen(20, "#ff0000"), "screen").mode
    ('RGB', 'RGBA')
    """
    return edged(pen.finish(), pen.px, finish)


def edged(flat: Image.Image, px: int, finish: Finish) -> Image.Image:
    """Give the edge of a flat picture of a counter the wanted finish.

    Parameters
    ----------
    flat
        The picture.
    px
        Its side in pixels.
    finish
        As in `finished`.

    Returns
    -------
    PIL.Image.Image

    Examples
    --------
    >>> edged(Image.new("RGB", (68, 68)), 68, "screen").getpixel((0, 0))[3]
    0
    """
    if finish != "screen":
        return flat
    image = flat.convert("RGBA")
    image.alpha_composite(_bevel(px))
    image.putalpha(_corners(px))
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
