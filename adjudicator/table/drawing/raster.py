"""Paints shapes as a PNG: twice as large, then reduced, so that lines and letters are smooth."""

from __future__ import annotations

import functools
import io
import itertools
import math
from collections.abc import Callable, Iterator, Sequence

from PIL import Image, ImageChops, ImageColor, ImageDraw

from adjudicator.table.drawing.shapes import Inset, Path, Shape, Words
from counters.fonts import font

__all__ = ["painted", "png_of", "width_of"]

_FINE = 2
_STEP = 10  # pixels from line to line of a pattern


def width_of(text: str, size: int, *, bold: bool = False) -> float:
    """Width of a text in pixels."""
    return font(size, 700 if bold else 500).getlength(text)


def png_of(image: Image.Image) -> bytes:
    """An image as a PNG; the same pixels give the same bytes."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=7)
    return buffer.getvalue()


def painted(
    size: tuple[int, int], shapes: Sequence[Shape], inset: Callable[[str, int, int], Image.Image | None]
) -> Image.Image:
    """Paint shapes.

    Parameters
    ----------
    size
        Of the image.
    shapes
        From the lowest up.
    inset
        Gives the picture of a name in a size.

    Returns
    -------
    PIL.Image.Image

    Examples
    --------
    >>> square = Path(((0, 0), (8, 0), (8, 8), (0, 8)), closed=True, fill="#ff0000")
    >>> painted((8, 8), [square], lambda name, w, h: None).getpixel((4, 4))
    (255, 0, 0)
    """
    image = Image.new("RGB", (size[0] * _FINE, size[1] * _FINE), "#ffffff")
    for shape in shapes:
        if isinstance(shape, Path):
            _path(image, shape)
        elif isinstance(shape, Words):
            _words(image, shape)
        else:
            _inset(image, shape, inset)
    return image.resize(size, Image.Resampling.LANCZOS)


def _inset(image: Image.Image, shape: Inset, inset: Callable[[str, int, int], Image.Image | None]) -> None:
    size = max(1, round(shape.width * _FINE)), max(1, round(shape.height * _FINE))
    picture = inset(shape.name, *size)
    if picture is None:
        return
    picture = picture.convert("RGBA")
    picture = picture if picture.size == size else picture.resize(size, Image.Resampling.LANCZOS)
    mask = picture.getchannel("A")
    if shape.opacity < 1:
        mask = mask.point([round(v * shape.opacity) for v in range(256)])
    image.paste(picture, (round(shape.x * _FINE), round(shape.y * _FINE)), mask)


def _words(image: Image.Image, shape: Words) -> None:
    pen = ImageDraw.Draw(image)
    face = font(shape.size * _FINE, 700 if shape.bold else 500)
    anchor = "mm" if shape.anchor == "middle" else "lm"
    pen.text((shape.x * _FINE, shape.y * _FINE), shape.text, fill=shape.ink, font=face, anchor=anchor)


def _path(image: Image.Image, shape: Path) -> None:
    points = [(x * _FINE, y * _FINE) for x, y in shape.points]
    if shape.fill:
        _fill(image, shape, points)
    if shape.stroke and shape.width:
        _stroke(image, shape, points)


def _fill(image: Image.Image, shape: Path, points: list[tuple[float, float]]) -> None:
    left, top = (math.floor(min(p[i] for p in points)) for i in (0, 1))
    right, bottom = (math.ceil(max(p[i] for p in points)) + 1 for i in (0, 1))
    left, top = max(0, left), max(0, top)
    size = min(image.width, right) - left, min(image.height, bottom) - top
    if min(size) <= 0:
        return
    mask = Image.new("L", size)
    pen = ImageDraw.Draw(mask)
    moved = [(x - left, y - top) for x, y in points]
    if shape.radius:
        pen.rounded_rectangle(_whole(moved), round(shape.radius * _FINE), fill=255)
    else:
        pen.polygon(moved, fill=255)
    for hole in shape.holes:
        pen.polygon([(x * _FINE - left, y * _FINE - top) for x, y in hole], fill=0)
    colour = ImageColor.getrgb(shape.fill)
    image.paste(colour, (left, top), mask.point([round(v * shape.opacity) for v in range(256)]))
    if shape.hatch:
        lines = ImageChops.multiply(mask, _hatched(shape.hatch, (left, top), size))
        image.paste(colour, (left, top), lines.point([round(v * 0.42) for v in range(256)]))


def _hatched(kind: str, at: tuple[int, int], size: tuple[int, int]) -> Image.Image:
    """A pattern whose lines go on from area to area."""
    tile, step = _tile(kind), _STEP * _FINE
    mask = Image.new("L", size)
    for x in range(-(at[0] % step), size[0], step):
        for y in range(-(at[1] % step), size[1], step):
            mask.paste(tile, (x, y))
    return mask


@functools.cache
def _tile(kind: str) -> Image.Image:
    step = _STEP * _FINE
    tile = Image.new("L", (step, step))
    pen = ImageDraw.Draw(tile)
    if kind == "dots":
        pen.ellipse((step / 2 - 3, step / 2 - 3, step / 2 + 3, step / 2 + 3), fill=255)
        return tile
    for shift in (-step, 0, step):
        pen.line((shift, step, shift + step, 0), fill=255, width=3)
        if kind == "cross":
            pen.line((shift, 0, shift + step, step), fill=255, width=3)
    return tile


def _whole(points: Sequence[tuple[float, float]]) -> tuple[int, int, int, int]:
    """A box in whole pixels: between two of them Pillow finds no room for a corner."""
    (left, top), (right, bottom) = points[0], points[2]
    return round(left), round(top), round(right), round(bottom)


def _stroke(image: Image.Image, shape: Path, points: list[tuple[float, float]]) -> None:
    pen = ImageDraw.Draw(image)
    width = max(1, round(shape.width * _FINE))
    if shape.radius:
        pen.rounded_rectangle(_whole(points), round(shape.radius * _FINE), outline=shape.stroke, width=width)
        return
    ring = [*points, points[0]] if shape.closed else points
    for line in _dashes(ring, [d * _FINE for d in shape.dash]):
        pen.line(line, fill=shape.stroke, width=width, joint="curve")
        for x, y in (line[0], line[-1]) if not shape.dash else ():
            pen.ellipse((x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=shape.stroke)


def _dashes(
    points: Sequence[tuple[float, float]], dash: Sequence[float]
) -> Iterator[list[tuple[float, float]]]:
    """The pieces of a broken line; the whole line where it is not broken."""
    if not dash:
        yield list(points)
        return
    lengths = itertools.cycle(dash)
    left, drawn = next(lengths), True
    piece = [points[0]]
    for start, end in itertools.pairwise(points):
        at, whole = 0.0, math.dist(start, end)
        while whole - at > left:
            at += left
            piece.append(_along(start, end, at / whole))
            if drawn:
                yield piece
            piece, left, drawn = [piece[-1]], next(lengths), not drawn
        left -= whole - at
        piece.append(end)
    if drawn and len(piece) > 1:
        yield piece


def _along(start: tuple[float, float], end: tuple[float, float], part: float) -> tuple[float, float]:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part
