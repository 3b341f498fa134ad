"""Pages as pixels: the same `Page` that `pdf` prints, for those who send or look at pictures.

Edges that run along the paper stand on whole pixels; slanted and round ones and the lettering are drawn four
times too large and reduced, so that they are smooth and the same on every machine.
"""

from __future__ import annotations

import functools
import io
import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from PIL import Image, ImageDraw

from counters import fonts
from maps.errors import DataError
from module_builder.printing.lengths import INCH
from module_builder.printing.page import (
    Circle,
    Item,
    Line,
    Outline,
    Page,
    Picture,
    Polygon,
    Rect,
    Shift,
    Text,
)
from module_builder.printing.pdf import check_signs
from module_builder.printing.pictures import flat_image

__all__ = ["page_image", "page_png"]

Point: TypeAlias = tuple[float, float]
Edges: TypeAlias = tuple[int, int, int, int]
_HAIR = 1e-6  # of a pixel
_SMOOTH = 4
_MOST_SMOOTHED = 16_000_000
_MOST = 400_000_000  # pixels of a page: 1.2 GB while it is drawn; A0 at 300 dpi has 140 million
_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}
_TURNS = {
    90: Image.Transpose.ROTATE_270,
    180: Image.Transpose.ROTATE_180,
    270: Image.Transpose.ROTATE_90,
}
_ARC_STEPS = 16


def page_png(page: Page, pictures: Mapping[str, bytes], *, dpi: int) -> bytes:
    """Draw a page and pack it as PNG that says how large it is.

    Parameters
    ----------
    page
        What to draw.
    pictures
        PNG or JPEG by key.
    dpi
        Pixels to one inch.

    Returns
    -------
    bytes
        The same for the same page.

    Raises
    ------
    maps.errors.DataError
        As in `page_image`.

    Examples
    --------
    >>> page_png(Page(25.4, 25.4), {}, dpi=10)[1:4]
    b'PNG'
    """
    buffer = io.BytesIO()
    image = page_image(page, pictures, dpi=dpi)
    image.save(buffer, "PNG", dpi=(dpi, dpi), compress_level=6)
    return buffer.getvalue()


def page_image(page: Page, pictures: Mapping[str, bytes], *, dpi: int) -> Image.Image:
    """Draw a page.

    Parameters
    ----------
    page
        What to draw.
    pictures
        PNG or JPEG by key.
    dpi
        Pixels to one inch.

    Returns
    -------
    PIL.Image.Image
        RGB on white.

    Raises
    ------
    maps.errors.DataError
        A picture is lacking or damaged, the lettering lacks a sign, or there are too many pixels.

    Examples
    --------
    >>> image = page_image(Page(25.4, 50.8, (Outline(Rect(0, 0, 25.4, 25.4), fill="#ff0000"),)), {}, dpi=10)
    >>> image.size, image.getpixel((9, 9)), image.getpixel((9, 10))
    ((10, 20), (255, 0, 0), (255, 255, 255))
    """
    pixels = page.width * page.height * (dpi / INCH) ** 2
    if pixels > _MOST:
        size = f"{page.width:g} x {page.height:g} mm at {dpi} dpi"
        wanted = f"at most {_MOST // 10**6} million pixels, not {pixels / 1e6:.0f} million"
        raise DataError(page.name or "page", size, wanted, "choose fewer dpi or smaller paper, or no PNG")
    sheet = _Sheet(page, pictures, dpi / INCH)
    for item in page.items:
        sheet.draw(item)
    return sheet.image if page.shift == Shift() else _shifted(sheet.image, page.shift, dpi / INCH)


def _shifted(image: Image.Image, shift: Shift, scale: float) -> Image.Image:
    """Move the print as `Shift.moved` says; Pillow asks where each pixel comes from."""
    turn = math.radians(shift.angle)
    cos, sin = math.cos(turn), math.sin(turn)
    x, y = image.width / 2, image.height / 2
    back_x, back_y = x + shift.x * scale, y + shift.y * scale
    matrix = (cos, sin, x - cos * back_x - sin * back_y, -sin, cos, y + sin * back_x - cos * back_y)
    return image.transform(
        image.size, Image.Transform.AFFINE, matrix, Image.Resampling.BICUBIC, fillcolor=(255, 255, 255)
    )


class _Sheet:
    """A page that is being drawn."""

    __slots__ = ("_draw", "_page", "_scale", "_sized", "image")

    def __init__(self, page: Page, pictures: Mapping[str, bytes], scale: float) -> None:
        size = round(page.width * scale), round(page.height * scale)
        self.image = Image.new("RGB", size, "#ffffff")
        self._page, self._scale = page, scale
        self._draw = ImageDraw.Draw(self.image)
        self._sized = _picture_source(pictures)

    def draw(self, item: Item) -> None:
        """Draw one item."""
        match item:
            case Line():
                self._line(item)
            case Outline():
                self._outline(item)
            case Circle():
                self._circle(item)
            case Polygon():
                self._fill(self._scaled(item.points), item.fill)
            case Text():
                self._text(item)
            case Picture():
                self._picture(item)

    # Lines and areas

    def _line(self, line: Line) -> None:
        ends = self._scaled(((line.x1, line.y1), (line.x2, line.y2)))
        self._stroke(ends, line.width, line.color, line.dash)

    def _stroke(self, path: Sequence[Point], width: float, color: str, dash: Sequence[float]) -> None:
        """Draw a path of pixels, whole or dashed, with square ends."""
        wide = max(1.0, width * self._scale)
        for start, end in _dashes(path, [length * self._scale for length in dash]):
            if start[0] == end[0] or start[1] == end[1]:
                self._bar(_bar_edges(start, end, wide), color)
            else:
                self._fill(_slanted_bar(start, end, wide), color)

    def _bar(self, edges: Edges, color: str) -> None:
        left, top, right, bottom = edges
        if left < right and top < bottom:
            self._draw.rectangle((left, top, right - 1, bottom - 1), color)

    def _outline(self, outline: Outline) -> None:
        square = not outline.radius
        if outline.fill and square:
            self._bar(self._edges(outline.box), outline.fill)
        elif outline.fill:
            self._fill(self._corners(outline.box, outline.radius), outline.fill)
        if outline.stroke and outline.dash:
            path = self._corners(outline.box, outline.radius)
            self._stroke((*path, path[0]), outline.width, outline.stroke, outline.dash)
        elif outline.stroke and square:
            self._frame(outline.box, outline.width, outline.stroke)
        elif outline.stroke:
            self._rounded_frame(outline, outline.stroke)

    def _frame(self, box: Rect, width: float, color: str) -> None:
        """Draw four bars that meet in the corners."""
        thick = max(1, round(width * self._scale))
        left, top, right, bottom = (
            round(value * self._scale - thick / 2) for value in (box.x, box.y, box.right, box.bottom)
        )
        self._bar((left, top, right + thick, top + thick), color)
        self._bar((left, bottom, right + thick, bottom + thick), color)
        self._bar((left, top, left + thick, bottom + thick), color)
        self._bar((right, top, right + thick, bottom + thick), color)

    def _rounded_frame(self, outline: Outline, color: str) -> None:
        half = max(1 / self._scale, outline.width) / 2
        outer = self._corners(outline.box.grown(half), outline.radius + half)
        inner = self._corners(outline.box.grown(-half), max(outline.radius - half, 0))
        self._fill(outer, color, hole=inner)

    def _circle(self, circle: Circle) -> None:
        if circle.fill:
            self._fill(self._round(circle, circle.radius), circle.fill)
        if circle.stroke:
            half = max(1 / self._scale, circle.width) / 2
            hole = self._round(circle, circle.radius - half) if circle.radius > half else ()
            self._fill(self._round(circle, circle.radius + half), circle.stroke, hole=hole)

    def _round(self, circle: Circle, radius: float) -> list[Point]:
        steps = max(24, round(8 * math.sqrt(radius * self._scale)))
        turns = [2 * math.pi * step / steps for step in range(steps)]
        spots = [(circle.x + radius * math.cos(turn), circle.y + radius * math.sin(turn)) for turn in turns]
        return self._scaled(spots)

    def _fill(self, points: Sequence[Point], color: str, *, hole: Sequence[Point] = ()) -> None:
        """Fill a polygon of pixels smoothly, save for a hole."""
        left, top = (max(0, math.floor(min(values))) for values in zip(*points, strict=True))
        right, bottom = (
            min(limit, math.ceil(max(values)))
            for limit, values in zip(self.image.size, zip(*points, strict=True), strict=True)
        )
        if left >= right or top >= bottom:
            return
        smooth = _SMOOTH if (right - left) * (bottom - top) <= _MOST_SMOOTHED else 1
        mask = Image.new("L", ((right - left) * smooth, (bottom - top) * smooth))
        draw = ImageDraw.Draw(mask)
        for part, ink in ((points, 255), (hole, 0)):
            if part:
                draw.polygon([((x - left) * smooth - 0.5, (y - top) * smooth - 0.5) for x, y in part], ink)
        self.image.paste(color, (left, top, right, bottom), mask.reduce(smooth))

    # Lettering and pictures

    def _text(self, text: Text) -> None:
        check_signs(text.text, self._page.name)
        found = _lettering(text, self._scale * _SMOOTH)
        if not found:
            return
        ink, pen = found
        x, y = (round(value * self._scale * _SMOOTH) for value in (text.x, text.y))
        left, top = x - pen[0], y - pen[1]
        size = [-(-(at % _SMOOTH + long) // _SMOOTH) for at, long in ((left, ink.width), (top, ink.height))]
        mask = Image.new("L", (size[0] * _SMOOTH, size[1] * _SMOOTH))
        mask.paste(ink, (left % _SMOOTH, top % _SMOOTH))
        left, top = left // _SMOOTH, top // _SMOOTH
        self.image.paste(text.color, (left, top, left + size[0], top + size[1]), mask.reduce(_SMOOTH))

    def _picture(self, picture: Picture) -> None:
        left, top, right, bottom = self._edges(picture.box)
        width, height = max(1, right - left), max(1, bottom - top)
        image = self._sized(picture.key, width, height, picture.quarter)
        if picture.window:
            edges = self._edges(picture.window)
            shown = max(left, edges[0]), max(top, edges[1]), min(right, edges[2]), min(bottom, edges[3])
            if shown[0] >= shown[2] or shown[1] >= shown[3]:
                return
            image = image.crop((shown[0] - left, shown[1] - top, shown[2] - left, shown[3] - top))
            left, top = shown[:2]
        self.image.paste(image, (left, top))

    # Millimetres to pixels

    def _scaled(self, points: Sequence[Point]) -> list[Point]:
        return [(x * self._scale, y * self._scale) for x, y in points]

    def _edges(self, box: Rect) -> Edges:
        """Whole pixels; edges that meet still meet, even where sums put one a hair off half a pixel."""
        left, top, right, bottom = (
            round(value * self._scale + _HAIR) for value in (box.x, box.y, box.right, box.bottom)
        )
        return left, top, right, bottom

    def _corners(self, box: Rect, radius: float) -> list[Point]:
        """Walk round a box from its lower left corner, as a PDF does."""
        spots = [(box.x, box.bottom), (box.right, box.bottom), (box.right, box.y), (box.x, box.y)]
        if radius <= 0:
            return self._scaled(spots)
        reach = min(radius, box.width / 2, box.height / 2)
        inner = box.grown(-reach)
        centres = (
            (inner.x, inner.bottom),
            (inner.right, inner.bottom),
            (inner.right, inner.y),
            (inner.x, inner.y),
        )
        arcs = [_arc(centre, reach, 180 - 90 * corner) for corner, centre in enumerate(centres)]
        return self._scaled([point for arc in arcs for point in arc])


def _picture_source(pictures: Mapping[str, bytes]) -> Callable[[str, int, int, int], Image.Image]:
    """Return what gives a picture in a size and turn; what was used lately is kept."""

    @functools.lru_cache(maxsize=32)
    def whole(key: str) -> Image.Image:
        if key not in pictures:
            raise DataError("pictures", key, "a picture of that name")
        return flat_image(pictures[key], key)

    @functools.lru_cache(maxsize=256)
    def sized(key: str, width: int, height: int, quarter: int) -> Image.Image:
        image = whole(key)
        if quarter:
            image = image.transpose(_TURNS[quarter])
        if image.size != (width, height):
            image = image.resize((width, height), Image.Resampling.LANCZOS)
        return image

    return sized


def _lettering(text: Text, scale: float) -> tuple[Image.Image, tuple[int, int]] | None:
    """Write a text; return its ink and where in it the point stands that `Text.x` and `Text.y` give."""
    used = fonts.font(max(1, round(text.size * scale)), 700 if text.bold else 500)
    left, top, right, bottom = (round(edge) for edge in used.getbbox(text.text, anchor="ls"))
    if left >= right or top >= bottom:
        return None
    ink = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(ink).text((-left, -top), text.text, 255, used, anchor="ls")
    x = round(used.getlength(text.text) * _ANCHORS[text.anchor]) - left
    y = -top
    turned = {
        0: (x, y),
        90: (ink.height - y, x),
        180: (ink.width - x, ink.height - y),
        270: (y, ink.width - x),
    }
    return (ink.transpose(_TURNS[text.quarter]) if text.quarter else ink), turned[text.quarter]


def _dashes(path: Sequence[Point], dash: Sequence[float]) -> Iterator[tuple[Point, Point]]:
    """Give the strokes of a path."""
    if not dash or sum(dash) <= 0:
        yield from itertools.pairwise(path)
        return
    lengths = itertools.cycle(zip((*dash, *dash), itertools.cycle((True, False)), strict=False))
    left, inked = next(lengths)
    for start, end in itertools.pairwise(path):
        whole, done = math.dist(start, end), 0.0
        while done < whole:
            step = min(left, whole - done)
            if inked and step:
                yield _between(start, end, done / whole), _between(start, end, (done + step) / whole)
            done, left = done + step, left - step
            if left <= 0:
                left, inked = next(lengths)


def _between(start: Point, end: Point, share: float) -> Point:
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _bar_edges(start: Point, end: Point, wide: float) -> Edges:
    """Return the whole pixels of an upright or level stroke."""
    thick = max(1, round(wide))
    level = start[1] == end[1]
    low, high = sorted((start[0], end[0]) if level else (start[1], end[1]))
    across = round((start[1] if level else start[0]) - thick / 2)
    along = round(low), max(round(high), round(low) + 1)
    if level:
        return along[0], across, along[1], across + thick
    return across, along[0], across + thick, along[1]


def _slanted_bar(start: Point, end: Point, wide: float) -> list[Point]:
    long = math.dist(start, end)
    x, y = (end[1] - start[1]) / long * wide / 2, (start[0] - end[0]) / long * wide / 2
    return [
        (start[0] + x, start[1] + y),
        (end[0] + x, end[1] + y),
        (end[0] - x, end[1] - y),
        (start[0] - x, start[1] - y),
    ]


def _arc(centre: Point, radius: float, start: float) -> list[Point]:
    """Give a quarter of a circle against the clock, from an angle that is clockwise from the right."""
    turns = [math.radians(start - 90 * step / _ARC_STEPS) for step in range(_ARC_STEPS + 1)]
    return [(centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)) for turn in turns]
