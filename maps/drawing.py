"""Lines, shapes and lettering in the coordinates of a board, painted band by band at any scale."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence

from PIL import Image, ImageDraw

from maps.geography import Point
from maps.lettering import font, text_width
from module_builder.vassal.values import dataclass

__all__ = ["Canvas", "Colour", "Piece", "dashes", "offset_wave", "spin"]

Colour = tuple[int, int, int]
_DOUBLE = 2
_SLACK = 4  # pixels by which a line may be wider than it says


class Canvas:
    """A band of a sheet that takes drawing in board coordinates; it is drawn at double size and halved.

    Parameters
    ----------
    base
        What lies under the drawing, in pixels of the sheet.
    top
        Row of the sheet at which the band begins.
    scale
        Pixels of the sheet for a pixel of the board.
    left
        Column of the sheet at which the band begins.

    Examples
    --------
    >>> canvas = Canvas(Image.new("RGB", (20, 10)), 0, 1.0)
    >>> canvas.polygon([(0, 0), (20, 0), (20, 10), (0, 10)], fill=(255, 0, 0))
    >>> canvas.finish().getpixel((5, 5))
    (255, 0, 0)
    """

    __slots__ = ("_draw", "_image", "_left", "_scale", "_top")

    def __init__(self, base: Image.Image, top: int, scale: float, left: int = 0) -> None:
        self._image = base.resize((base.width * _DOUBLE, base.height * _DOUBLE), Image.Resampling.NEAREST)
        self._draw = ImageDraw.Draw(self._image)
        self._top, self._left, self._scale = top * _DOUBLE, left * _DOUBLE, scale * _DOUBLE

    def finish(self) -> Image.Image:
        """The band at the size of the sheet.

        Returns
        -------
        PIL.Image.Image
        """
        return self._image.reduce(_DOUBLE)

    def _at(self, points: Iterable[Point]) -> list[Point]:
        left, top, scale = self._left, self._top, self._scale
        return [(x * scale - left, y * scale - top) for x, y in points]

    def shows(self, top: float, bottom: float) -> bool:
        """Whether any row between two board rows lies in the band.

        Parameters
        ----------
        top, bottom
            Board rows.

        Returns
        -------
        bool
        """
        return bottom * self._scale >= self._top and top * self._scale <= self._top + self._image.height

    def meets(self, bounds: tuple[float, float, float, float]) -> bool:
        """Whether anything of a rectangle of the board lies in the band.

        Parameters
        ----------
        bounds
            Left, top, right, bottom.

        Returns
        -------
        bool
        """
        left, top, right, bottom = bounds
        scale = self._scale
        return (
            bottom * scale >= self._top
            and top * scale <= self._top + self._image.height
            and right * scale >= self._left
            and left * scale <= self._left + self._image.width
        )

    def line(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """Draw a line with round bends and ends.

        Parameters
        ----------
        points
            At least two.
        colour, width
            Width in board pixels.
        """
        ys = [y for _, y in points]
        if len(points) < 2 or not self.shows(min(ys) - width, max(ys) + width):
            return
        at = self._at(points)
        wide = max(1, round(width * self._scale))
        for part in _seen(at, wide + _SLACK, self._image.size):
            self._draw.line(part, fill=colour, width=wide, joint="curve")
        if wide > 3:
            for x, y in (at[0], at[-1]):
                self._draw.ellipse((x - wide / 2, y - wide / 2, x + wide / 2, y + wide / 2), fill=colour)

    def polygon(
        self,
        points: Sequence[Point],
        *,
        fill: Colour | None = None,
        outline: Colour | None = None,
        width: float = 1.0,
    ) -> None:
        """Draw a filled or outlined polygon.

        Parameters
        ----------
        points
            Its corners.
        fill, outline, width
            Colours and the width of the outline in board pixels.
        """
        ys = [y for _, y in points]
        if not self.shows(min(ys) - width, max(ys) + width):
            return
        if fill is not None:
            self._draw.polygon(self._at(points), fill=fill)
        if outline is not None:
            self.line([*points, points[0], points[1]], outline, width)

    def circle(
        self,
        at: Point,
        radius: float,
        *,
        fill: Colour | None = None,
        outline: Colour | None = None,
        width: float = 1.0,
    ) -> None:
        """Draw a circle.

        Parameters
        ----------
        at, radius
            Centre and radius in board pixels.
        fill, outline, width
            As in `polygon`.
        """
        if not self.shows(at[1] - radius, at[1] + radius):
            return
        ((x, y),) = self._at([at])
        r = radius * self._scale
        wide = max(1, round(width * self._scale)) if outline else 0
        self._draw.ellipse((x - r, y - r, x + r, y + r), fill=fill, outline=outline, width=wide)

    def text(
        self,
        at: Point,
        text: str,
        *,
        face: str,
        size: float,
        fill: Colour,
        anchor: str = "mm",
        halo: Colour | None = None,
        spacing: float = 0.0,
    ) -> None:
        """Draw one line of text.

        Parameters
        ----------
        at
            Where its anchor lies.
        text
            The line.
        face, size
            As in `maps.lettering`; board pixels.
        fill
            Colour.
        anchor
            Pillow's anchor: ``lm``, ``mm``, ``rm``, with ``s`` for the base line.
        halo
            Colour of a thin rim that keeps the text legible.
        spacing
            Extra room between letters, as a share of the size.
        """
        if not self.shows(at[1] - size, at[1] + size):
            return
        ((x, y),) = self._at([at])
        real = font(face, round(size * self._scale))
        rim = max(1, round(size * self._scale * 0.10)) if halo else 0
        if spacing == 0:
            pieces = [(x, text)]
        else:
            start = {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]]
            left = x - text_width(text, face, size, spacing) * self._scale * start
            pieces = [
                (left + (text_width(text[:i], face, size) + spacing * size * i) * self._scale, c)
                for i, c in enumerate(text)
            ]
            anchor = f"l{anchor[1]}"
        if halo:
            for px, piece in pieces:
                self._draw.text(
                    (px, y), piece, font=real, fill=halo, anchor=anchor, stroke_width=rim, stroke_fill=halo
                )
        for px, piece in pieces:
            self._draw.text((px, y), piece, font=real, fill=fill, anchor=anchor)

    def label(
        self,
        at: Point,
        parts: Sequence[str],
        *,
        face: str,
        size: float,
        fill: Colour,
        halo: Colour | None = None,
    ) -> None:
        """Draw one line in the middle of a point, of parts that recur: much faster than `text`.

        Parameters
        ----------
        at
            Where its middle lies.
        parts
            The line, cut into parts that are drawn once and kept.
        face, size, fill, halo
            As in `text`.
        """
        ((x, y),) = self._at([at])
        pixels = round(size * self._scale)
        real, rim = font(face, pixels), max(1, round(size * self._scale * 0.10))
        ascent, descent = real.getmetrics()
        widths = [text_width(part, face, size) * self._scale for part in parts]
        base, starts = y + (ascent - descent) / 2, itertools.accumulate(widths, initial=x - sum(widths) / 2)
        spots = [(part, round(start)) for part, start in zip(parts, starts, strict=False)]
        for ink, wide in ((halo, rim), (fill, 0)):
            if ink is None:
                continue
            for part, start in spots:
                mask, left, top = _stencil(part, face, pixels, wide)
                self._image.paste(ink, (start + left, round(base) + top), mask)


def _seen(line: list[Point], reach: float, size: tuple[int, int]) -> Iterator[list[Point]]:
    """The parts of a line that a picture can show: bends that nobody sees would take most of the time."""
    beside = [
        (x < -reach) | (x > size[0] + reach) << 1 | (y < -reach) << 2 | (y > size[1] + reach) << 3
        for x, y in line
    ]
    if not any(beside):
        yield line
        return
    first = 0
    for last, (one, other) in enumerate(itertools.pairwise([*beside, ~0])):
        if one & other or last == len(line) - 1:
            if last > first:
                yield line[first : last + 1]
            first = last + 1


@functools.lru_cache(maxsize=2048)
def _stencil(text: str, face: str, size: int, rim: int) -> tuple[Image.Image, int, int]:
    """A short text as a mask, and where that lies from the beginning of its base line."""
    real = font(face, size)
    left, top, right, bottom = real.getbbox(text, anchor="ls", stroke_width=rim)
    at, wide, high = (math.floor(left), math.floor(top)), math.ceil(right - left), math.ceil(bottom - top)
    mask = Image.new("L", (wide + 2, high + 2))
    draw = ImageDraw.Draw(mask)
    draw.text((-at[0], -at[1]), text, font=real, fill=255, anchor="ls", stroke_width=rim, stroke_fill=255)
    return mask, *at


@dataclass(frozen=True, slots=True)
class Piece:
    """A painter that knows how far it reaches, and paints nothing on a band that it does not reach.

    Parameters
    ----------
    bounds
        Left, top, right, bottom in board pixels.
    paint
        What paints.
    alone
        Whether it belongs to one of several boards by itself, and is left out where they are joined.

    Examples
    --------
    >>> Piece((0, 90, 10, 99), lambda canvas: print("here"))(Canvas(Image.new("RGB", (20, 10)), 0, 1.0))
    """

    bounds: tuple[float, float, float, float]
    paint: Callable[[Canvas], None]
    alone: bool = False

    def __call__(self, canvas: Canvas) -> None:
        """Paint, where it reaches the band."""
        if canvas.meets(self.bounds):
            self.paint(canvas)

    def reaches(self, around: tuple[float, float, float, float]) -> bool:
        """Whether it may paint anything of a rectangle of the board.

        Parameters
        ----------
        around
            Left, top, right, bottom.

        Returns
        -------
        bool
        """
        left, top, right, bottom = self.bounds
        return left <= around[2] and right >= around[0] and top <= around[3] and bottom >= around[1]


def spin(points: Iterable[Point], at: Point, angle: float, size: float = 1.0) -> list[Point]:
    """Turn and move a shape given round the origin.

    Parameters
    ----------
    points
        The shape.
    at
        Where its origin goes.
    angle
        Degrees clockwise.
    size
        Factor.

    Returns
    -------
    list of (x, y)

    Examples
    --------
    >>> [(round(x), round(y)) for x, y in spin([(1, 0)], (10, 10), 90)]
    [(10, 11)]
    """
    c, s = math.cos(math.radians(angle)) * size, math.sin(math.radians(angle)) * size
    return [(at[0] + x * c - y * s, at[1] + x * s + y * c) for x, y in points]


def _walk(line: Sequence[Point], step: float) -> list[tuple[Point, Point]]:
    """Points at equal distances with the direction there."""
    out: list[tuple[Point, Point]] = []
    left = 0.0
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        length = math.hypot(bx - ax, by - ay)
        if length == 0:
            continue
        way = ((bx - ax) / length, (by - ay) / length)
        at = left
        while at < length:
            out.append(((ax + way[0] * at, ay + way[1] * at), way))
            at += step
        left = at - length
    return out


def dashes(line: Sequence[Point], on: float, off: float) -> list[list[Point]]:
    """Cut a line into dashes; both ends begin with a dash.

    Parameters
    ----------
    line
        The line.
    on, off
        Wanted lengths of dash and gap.

    Returns
    -------
    list of list of (x, y)

    Examples
    --------
    >>> [(d[0][0], d[-1][0]) for d in dashes([(0, 0), (30, 0)], 10, 10)]
    [(0.0, 10.0), (20.0, 30.0)]
    """
    length = sum(math.dist(a, b) for a, b in itertools.pairwise(line))
    count = max(1, round((length + off) / (on + off)))
    stretch = length / (count * on + (count - 1) * off)
    period, solid = (on + off) * stretch, on * stretch
    return [_part(line, i * period, length if i == count - 1 else i * period + solid) for i in range(count)]


def _part(line: Sequence[Point], start: float, stop: float) -> list[Point]:
    """The part of a line between two distances along it."""
    out: list[Point] = []
    run = 0.0
    for a, b in itertools.pairwise(line):
        step = math.dist(a, b)
        for at in (start, stop):
            if run <= at <= run + step and step > 0:
                t = (at - run) / step
                out.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
        if start < run + step < stop:
            out.append(b)
        run += step
    return out


def offset_wave(line: Sequence[Point], size: float, length: float) -> list[Point]:
    """Let a line swing from side to side, as flooded boundaries are drawn.

    Parameters
    ----------
    line
        The line.
    size, length
        Height and length of a wave.

    Returns
    -------
    list of (x, y)

    Examples
    --------
    >>> wave = offset_wave([(0, 0), (100, 0)], 5, 20)
    >>> max(y for x, y in wave) > 4
    True
    """
    step = length / 12
    return [
        (
            x - wy * math.sin(i * step / length * 2 * math.pi) * size,
            y + wx * math.sin(i * step / length * 2 * math.pi) * size,
        )
        for i, ((x, y), (wx, wy)) in enumerate(_walk(line, step))
    ]
