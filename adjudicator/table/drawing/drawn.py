"""Draws the board of a sketch: hexes tinted by their ground, boxes with names, lines where they touch."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from counters.fonts import font

if TYPE_CHECKING:
    from adjudicator.table.drawing.ground import Ground, GroundSpace

__all__ = ["PAPER", "draw_sketch"]

PAPER, _LINE, _INK, _FAINT = "#d9d2bd", "#7c7357", "#2a261c", "#5d553f"
_FINE = 2  # drawn so many times too large, and reduced, where it is not large already
_LARGE = 8_000_000
_TINTS = {
    "open": "#efe6c4", "clear": "#efe6c4", "bocage": "#c9d3a0", "woods": "#a9bd84", "forest": "#a9bd84",
    "marsh": "#b9d4cf", "flooded": "#b9d4cf", "town": "#e3c3ae", "city": "#d8ab98", "suburbs": "#e0bba6",
    "beach": "#f3e9bf", "sea": "#a9c6d8", "river": "#a9c6d8",
}  # fmt: skip
_WATER = ("#2f77ad", 9)


def draw_sketch(ground: Ground, scale: float) -> Image.Image:
    """Draw the board of a sketch.

    Parameters
    ----------
    ground
        The board.
    scale
        Pixels of the picture for a pixel of the board.

    Returns
    -------
    PIL.Image.Image
    """
    fine = scale * (_FINE if ground.width * ground.height * scale**2 < _LARGE else 1)
    size = max(1, math.ceil(ground.width * fine)), max(1, math.ceil(ground.height * fine))
    image = Image.new("RGB", size, PAPER)
    pen = ImageDraw.Draw(image)
    if ground.grid is None:
        for a, b, wet in _lines(ground):
            _line(pen, a.at, b.at, fine, wet=wet)
    for space in ground.spaces:
        _space(pen, ground, space, fine)
    for crossing in ground.crossings if ground.grid is not None else ():
        x, y = (c * fine for c in crossing.at)
        pen.ellipse((x - 7 * fine, y - 7 * fine, x + 7 * fine, y + 7 * fine), fill=_WATER[0])
    for edge in ground.crossings if ground.grid is None else ():
        _bubble(pen, edge.at, edge.note, fine)
    wanted = math.ceil(ground.width * scale), math.ceil(ground.height * scale)
    return image.resize(wanted, Image.Resampling.LANCZOS)


def _lines(ground: Ground) -> Iterator[tuple[GroundSpace, GroundSpace, bool]]:
    spaces = {space.id: space for space in ground.spaces}
    for edge in ground.crossings:
        a, _, b = edge.id.partition("/")
        if a in spaces and b in spaces:
            yield spaces[a], spaces[b], edge.note != "open"


def _line(pen: ImageDraw.ImageDraw, a: Sequence[int], b: Sequence[int], fine: float, *, wet: bool) -> None:
    points = [(a[0] * fine, a[1] * fine), (b[0] * fine, b[1] * fine)]
    colour, width = _WATER if wet else (_LINE, 5)
    pen.line(points, fill=colour, width=max(1, round(width * fine)))


def _space(pen: ImageDraw.ImageDraw, ground: Ground, space: GroundSpace, fine: float) -> None:
    shape = ground.outline(space)
    points = [(shape[i] * fine, shape[i + 1] * fine) for i in range(0, len(shape), 2)]
    words = space.note.casefold().replace(",", " ").split()
    tint = next((_TINTS[word] for word in words if word in _TINTS), "#efe6c4")
    pen.polygon(points, fill=tint, outline=_LINE, width=max(1, round((2 if space.shape else 1.5) * fine)))
    left, top = min(p[0] for p in points), min(p[1] for p in points)
    if not space.shape:
        _text(pen, (space.at[0] * fine, top + 4 * fine), space.name, 13, fine, anchor="ma")
        return
    wide = max(p[0] for p in points) - left - 24 * fine
    _text(pen, (left + 14 * fine, top + 10 * fine), space.name, 27, fine, wide=wide)
    bottom = max(p[1] for p in points)
    _text(pen, (left + 14 * fine, bottom - 30 * fine), space.note, 18, fine, wide=wide, ink=_FAINT)


def _bubble(pen: ImageDraw.ImageDraw, at: Sequence[int], text: str, fine: float) -> None:
    x, y = at[0] * fine, (at[1] + 52) * fine
    face = font(max(6, round(18 * fine)), 500)
    half = face.getlength(text) / 2 + 8 * fine
    pen.rounded_rectangle(
        (x - half, y - 13 * fine, x + half, y + 13 * fine), 8 * fine, fill=PAPER, outline=_LINE
    )
    _text(pen, (x, y), text, 18, fine, anchor="mm")


def _text(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    size: float,
    fine: float,
    *,
    wide: float = math.inf,
    anchor: str = "la",
    ink: str = _INK,
) -> None:
    """Text as large as it fits; one that would be too small to draw is left out."""
    pixels = round(size * fine)
    while pixels > 6 and font(pixels, 500).getlength(text) > wide:
        pixels -= 1
    if pixels >= 5:
        pen.text(at, text, fill=ink, font=font(pixels, 500), anchor=anchor)
