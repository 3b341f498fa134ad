"""A small pen for counters: coordinates in hundredths of the counter's side, drawn several times too large.

Every shape is drawn without smoothing on a canvas of `samples` times the wanted size and reduced at the end,
so that the same input gives the same pixels everywhere.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence
from typing import TypeAlias

from PIL import Image, ImageDraw

from counters import fonts
from counters.geometry import Box, Point
from module_builder.vassal.values import dataclass

__all__ = ["SUPERSAMPLE", "Color", "Pen", "TextBox", "label", "samples"]

SUPERSAMPLE = 4
_FINE = 256  # from this side on a pixel is so small that two samples each way look the same as four
Color: TypeAlias = str


def samples(px: int) -> int:
    """Return how many times too large an image is drawn.

    Parameters
    ----------
    px
        Side of the finished image in pixels.

    Returns
    -------
    int
        `SUPERSAMPLE` on the screen, 2 at 600 dots an inch.

    Examples
    --------
    >>> samples(66), samples(375)
    (4, 2)
    """
    return SUPERSAMPLE if px < _FINE else 2


@dataclass(frozen=True, slots=True)
class TextBox:
    """Text and the box that it must stay in.

    Parameters
    ----------
    lines
        Lines from top to bottom; all in one size.
    box
        Where; the text is centred.
    size
        Largest em size in hundredths of the counter's side.
    weight
        Of the font.

    Examples
    --------
    >>> TextBox(("916",), Box(0, 0, 20, 20), 15).weight
    700
    """

    lines: tuple[str, ...]
    box: Box
    size: float
    weight: int = 700

    def em(self, scale: float) -> int:
        """Return the em size in pixels that fits.

        Parameters
        ----------
        scale
            Pixels to one hundredth.

        Returns
        -------
        int

        Examples
        --------
        >>> TextBox(("916",), Box(0, 0, 20, 20), 15).em(4.0)
        52
        """
        wide, high = self.box.width * scale, self.box.height * scale
        row = high / (len(self.lines) + _LEADING * (len(self.lines) - 1))
        fitting = min(fonts.fitted_size(line, int(wide), int(row), self.weight) for line in self.lines)
        return max(1, min(int(self.size * scale), fitting))

    def ink(self, scale: float) -> tuple[int, int]:
        """Return the size in pixels of what is printed.

        Parameters
        ----------
        scale
            Pixels to one hundredth.

        Returns
        -------
        tuple of int
            Width and height.

        Examples
        --------
        >>> wide, high = TextBox(("916",), Box(0, 0, 20, 20), 15).ink(4.0)
        >>> wide <= 80, high <= 80
        (True, True)
        """
        return self.mask(scale).size

    def mask(self, scale: float) -> Image.Image:
        """What is printed, in grey; what is too wide even at one pixel is squeezed into its box."""
        mask = _text_mask(self.lines, self.em(scale), self.weight)
        room = int(self.box.width * scale), int(self.box.height * scale)
        size = max(1, min(mask.width, room[0])), max(1, min(mask.height, room[1]))
        return mask if self.em(scale) > 1 or size == mask.size else mask.resize(size)


_LEADING = 0.16


class Pen:
    """Draws on a square counter in hundredths of its side.

    Parameters
    ----------
    px
        Side of the finished image in pixels.
    ground
        Colour to start from, or None for a transparent image.
    margin
        Hundredths of the counter left free on every side, so that a cut a little off takes no print.
    bleed
        Hundredths of the counter that the image shows beyond the cut on every side.
    height
        Height of the finished image in pixels, for what is not square.
    across
        What the width counts, margins left out, in place of hundredths: of a card, its millimetres.

    Examples
    --------
    >>> pen = Pen(20, "#ffffff")
    >>> pen.rect(Box(0, 0, 50, 100), fill="#000000")
    >>> image = pen.finish()
    >>> image.getpixel((2, 5)), image.getpixel((15, 5))
    ((0, 0, 0), (255, 255, 255))
    """

    __slots__ = ("_cut", "_draw", "image", "origin", "px", "scale")

    def __init__(
        self,
        px: int,
        ground: Color | None = None,
        *,
        margin: float = 0,
        bleed: float = 0,
        height: int | None = None,
        across: float = 100,
    ) -> None:
        fine = samples(px)
        side = px * fine
        size = side, (px if height is None else height) * fine
        counter = side / (1 + bleed / 50)
        self.px = px
        self.scale = counter * (1 - margin / 50) / across
        self.origin = counter * (bleed + margin) / 100
        self._cut = counter * bleed / 100, counter / 100
        self.image = Image.new("RGB", size, ground) if ground else Image.new("RGBA", size)
        self._draw = ImageDraw.Draw(self.image)

    def rect(
        self,
        box: Box,
        *,
        fill: Color | None = None,
        outline: Color | None = None,
        width: float = 0,
        radius: float = 0,
    ) -> None:
        """Draw a rectangle; the outline grows inwards from the box.

        Parameters
        ----------
        box
            Where.
        fill, outline
            Colours, or None.
        width, radius
            Of the outline and the corners.

        Examples
        --------
        >>> Pen(10).rect(Box(10, 10, 90, 90), outline="#000000", width=5)
        """
        stroke = max(1, self._length(width)) if outline and width else 0
        self._draw.rounded_rectangle(
            self._corners(box), self._length(radius), fill, outline if stroke else None, max(stroke, 1)
        )

    def band(self, box: Box, fill: Color) -> None:
        """Fill a rectangle that runs on past margin and bleed where it touches the edge of the counter.

        Parameters
        ----------
        box
            Where; 0 and 100 are the edges.
        fill
            Colour.

        Examples
        --------
        >>> pen = Pen(50, "#ffffff", margin=10)
        >>> pen.band(Box(0, 40, 100, 60), "#000000")
        >>> pen.finish().getpixel((0, 25))
        (0, 0, 0)
        """
        left, top, right, bottom = self._corners(box)
        wide, high = self.image.width - 1, self.image.height - 1
        whole = (
            0 if box.left <= 0 else left,
            0 if box.top <= 0 else top,
            wide if box.right >= 100 else right,
            high if box.bottom >= 100 else bottom,
        )
        self._draw.rectangle(whole, fill)

    def panel(self, rim: float, fill: Color) -> None:
        """Fill all but a rim along the cut, whatever the margin.

        Parameters
        ----------
        rim
            Width in hundredths of the counter.
        fill
            Colour.

        Examples
        --------
        >>> Pen(50, "#ff0000", margin=10).panel(6, "#ffffff")
        """
        start, unit = self._cut
        low, high = round(start + rim * unit), round(start + (100 - rim) * unit) - 1
        self._draw.rectangle((low, low, max(low, high), max(low, high)), fill)

    def frame(self, box: Box) -> tuple[tuple[int, int, int, int], tuple[int, int, int, int]]:
        """Return the pixels of a box that reaches to the cut, whatever the margin, where it touches the edge.

        Parameters
        ----------
        box
            Where; 0 and 100 are the edges.

        Returns
        -------
        tuple
            Left, top, right and bottom of the box; pixels between each and the end of the image where the
            box touches the edge, else 0.

        Examples
        --------
        >>> Pen(256, "#ffffff", margin=10, bleed=10).frame(Box(0, 50, 100, 100))
        ((43, 256, 469, 469), (43, 0, 43, 43))
        """
        start, unit = self._cut
        low, high = round(start), round(start + 100 * unit)
        left, top, right, bottom = (round(self._place(x)) for x in (box.left, box.top, box.right, box.bottom))
        at_edge = box.left <= 0, box.top <= 0, box.right >= 100, box.bottom >= 100
        places = (
            low if at_edge[0] else left,
            low if at_edge[1] else top,
            high if at_edge[2] else right,
            high if at_edge[3] else bottom,
        )
        rest = low, low, self.image.width - high, self.image.height - high
        before, above, after, below = (n if touched else 0 for n, touched in zip(rest, at_edge, strict=True))
        return places, (before, above, after, below)

    def ellipse(
        self, box: Box, *, fill: Color | None = None, outline: Color | None = None, width: float = 0
    ) -> None:
        """Draw an ellipse within a box; the outline grows inwards.

        Parameters
        ----------
        box
            Where.
        fill, outline
            Colours, or None.
        width
            Of the outline.

        Examples
        --------
        >>> Pen(10).ellipse(Box(10, 10, 90, 90), fill="#ff0000")
        """
        self._draw.ellipse(self._corners(box), fill, outline, max(1, self._length(width)))

    def disc(self, centre: Point, radius: float, fill: Color) -> None:
        """Draw a filled circle.

        Parameters
        ----------
        centre, radius
            Where and how large.
        fill
            Colour.

        Examples
        --------
        >>> Pen(10).disc((50, 50), 20, "#ff0000")
        """
        self.ellipse(_around(centre, radius), fill=fill)

    def ring(self, centre: Point, radius: float, ink: Color, width: float) -> None:
        """Draw a circle line that grows inwards from its radius.

        Parameters
        ----------
        centre, radius
            Where and how large.
        ink, width
            Of the line.

        Examples
        --------
        >>> Pen(10).ring((50, 50), 20, "#ff0000", 4)
        """
        self.ellipse(_around(centre, radius), outline=ink, width=width)

    def polygon(self, points: Sequence[Point], fill: Color) -> None:
        """Fill a polygon.

        Parameters
        ----------
        points
            Corners.
        fill
            Colour.

        Examples
        --------
        >>> Pen(10).polygon([(0, 0), (100, 0), (50, 100)], "#ff0000")
        """
        self._draw.polygon([(self._place(x), self._place(y)) for x, y in points], fill)

    def line(self, points: Sequence[Point], ink: Color, width: float, *, rounded: bool = False) -> None:
        """Draw an open line of even width.

        Parameters
        ----------
        points
            At least two.
        ink, width
            Of the line.
        rounded
            Whether the ends are round; joints always are.

        Examples
        --------
        >>> Pen(10).line([(0, 0), (100, 100)], "#000000", 4)
        """
        for start, end in itertools.pairwise(points):
            self.polygon(_bar(start, end, width), ink)
        for point in points if rounded else points[1:-1]:
            self.disc(point, width / 2, ink)

    def text(self, text: TextBox, ink: Color) -> None:
        """Write text centred in its box, never larger than the box.

        Parameters
        ----------
        text
            Lines, box and size.
        ink
            Colour.

        Examples
        --------
        >>> Pen(10).text(TextBox(("12",), Box(0, 0, 100, 100), 40), "#000000")
        """
        mask = text.mask(self.scale)
        x, y = text.box.at(0.5, 0.5)
        corner = round(self._place(x) - mask.width / 2), round(self._place(y) - mask.height / 2)
        self.image.paste(ink, corner, mask)

    def finish(self) -> Image.Image:
        """Return the image in its finished size.

        Returns
        -------
        PIL.Image.Image
            `px` pixels a side; RGB on a ground, else RGBA.

        Examples
        --------
        >>> Pen(17).finish().size
        (17, 17)
        """
        return self.image.reduce(self.image.width // self.px)

    def _length(self, value: float) -> int:
        return round(value * self.scale)

    def _place(self, value: float) -> float:
        return value * self.scale + self.origin

    def _corners(self, box: Box) -> tuple[int, int, int, int]:
        """Pixel corners; Pillow counts the last row and column in."""
        left, top = round(self._place(box.left)), round(self._place(box.top))
        right, bottom = round(self._place(box.right)) - 1, round(self._place(box.bottom)) - 1
        return left, top, max(left, right), max(top, bottom)


def label(text: str, box: Box, *, size: float, weight: int = 700) -> TextBox:
    """Choose the clearest way to print an identification in a narrow box.

    One line, or two lines broken after a slash, space or hyphen or between digits and letters: whichever
    gives the larger print. Nobody turns his head: a long word is printed smaller, never upwards.

    Parameters
    ----------
    text
        Not empty.
    box
        Where.
    size
        Largest em size.
    weight
        Of the font.

    Returns
    -------
    TextBox

    Examples
    --------
    >>> label("12SS", Box(0, 0, 20, 40), size=15).lines
    ('12', 'SS')
    >>> label("Vierville", Box(0, 0, 20, 60), size=15).lines
    ('Vierville',)
    """
    ways = [TextBox((text,), box, size, weight=weight)]
    ways += [TextBox(lines, box, size, weight=weight) for lines in _breaks(text)]
    return max(ways, key=lambda way: way.em(10) * (1 if len(way.lines) == 1 else 0.94))


def _around(centre: Point, radius: float) -> Box:
    return Box(centre[0] - radius, centre[1] - radius, centre[0] + radius, centre[1] + radius)


def _bar(start: Point, end: Point, width: float) -> list[Point]:
    """The four corners of a straight stroke."""
    long = math.dist(start, end) or 1.0
    nx, ny = (end[1] - start[1]) / long * width / 2, (start[0] - end[0]) / long * width / 2
    return [
        (start[0] + nx, start[1] + ny),
        (end[0] + nx, end[1] + ny),
        (end[0] - nx, end[1] - ny),
        (start[0] - nx, start[1] - ny),
    ]


def _breaks(text: str) -> list[tuple[str, str]]:
    """The ways to break an identification in two lines."""
    found = []
    for i in range(1, len(text)):
        before, after = text[i - 1], text[i]
        if before in "/-":
            found.append((text[:i], text[i:]))
        elif after == " ":
            found.append((text[:i], text[i + 1 :]))
        elif before.isdigit() and after.isalpha():
            found.append((text[:i], text[i:]))
    return found


@functools.lru_cache(maxsize=1024)
def _text_mask(lines: tuple[str, ...], em: int, weight: int) -> Image.Image:
    """The lines as a grey mask cut to their ink, before turning; most counters have theirs from another."""
    used = fonts.font(em, weight)
    boxes = [used.getbbox(line, anchor="ls") for line in lines]
    rows = [int(b[3] - b[1]) for b in boxes]
    gap = round(max(rows) * _LEADING)
    width = int(max(b[2] - b[0] for b in boxes))
    mask = Image.new("L", (max(1, width), sum(rows) + gap * (len(rows) - 1)))
    draw, y = ImageDraw.Draw(mask), 0
    for line, box, row in zip(lines, boxes, rows, strict=True):
        draw.text(
            ((width - (box[2] - box[0])) / 2 - box[0], y - box[1]), line, fill=255, font=used, anchor="ls"
        )
        y += row + gap
    return mask.crop(mask.getbbox())
