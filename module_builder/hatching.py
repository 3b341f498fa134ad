"""Pictures of the shading of hexes: each side has lines of its own direction and colour."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from maps.lattice import LineLattice

if TYPE_CHECKING:
    from PIL import Image

    from adjudicator.saves.layout import Layout
    from counters.faces import Paint

__all__ = [
    "FRAME",
    "FRAME_ICON",
    "ICON",
    "SAMPLE",
    "around",
    "corners_of",
    "direction",
    "half_image",
    "hatchings",
    "inset",
    "source_frames",
]

SAMPLE, ICON = "zoc_{}.png", "icon_zoc_{}.png"
"""Picture of one hex that a side shades, and of its button."""
FRAME, FRAME_ICON = "source_{}.png", "icon_source.png"
"""Picture of the frame around a hex that supplies a side, and of its button."""
_LOOK = {"allied": ("#173a8f", 1), "german": ("#8c0f14", -1)}  # colour, and which way the lines rise
_GAP, _WIDTH, _INSET = (
    11,
    2.0,
    2.5,
)  # pixels between lines, of a line, and that the shading stays off the hexsides
_FINE = 4  # how much larger it is drawn first
_HALF = 112  # how much of a pixel a line has to fill: no pixel is half clear, or two tiles would darken it
_SIXTH = 60


def direction(across: float, down: float) -> int:
    """Number of the direction of a neighbouring hex, from the east on clockwise.

    Parameters
    ----------
    across, down
        Pixels.

    Returns
    -------
    int
        0 to 5; of hexes with a point at the top 0 is the east, of others the south-east.

    Examples
    --------
    >>> [direction(76, 0), direction(38, 66), direction(-38, 66), direction(38, -66)]
    [0, 1, 2, 5]
    >>> [direction(78, 45), direction(0, 90), direction(-78, 45), direction(0, -90)]
    [0, 1, 2, 4]
    """
    return int((math.degrees(math.atan2(down, across)) + _SIXTH / 4) % 360 // _SIXTH)


def half_image(side: str, half: int, bits: int) -> str:
    """Name of the picture of three neighbouring hexes, those of the bits shaded.

    Examples
    --------
    >>> half_image("german", 1, 5)
    'zoc_german_15.png'
    """
    return f"zoc_{side}_{half}{bits}.png"


def hatchings(layout: Layout, sides: tuple[str, ...]) -> Iterator[tuple[str, Paint]]:
    """Every picture of the shading of the sides.

    Parameters
    ----------
    layout
        For the size of a hex.
    sides
        Whose.

    Yields
    ------
    tuple of str and functools.partial
        Name and drawing.
    """
    corners, near = _shape(layout)
    for side in sides:
        colour, rise = _LOOK[side]
        paint = functools.partial(_drawn, corners=corners, colour=colour, rise=rise)
        yield SAMPLE.format(side), functools.partial(paint, middles=((0.0, 0.0),))
        yield ICON.format(side), functools.partial(_icon, colour=colour, rise=rise)
        for half in range(2):
            own = near[3 * half : 3 * half + 3]
            for bits in range(1, 8):
                middles = tuple(middle for n, middle in enumerate(own) if bits >> n & 1)
                yield half_image(side, half, bits), functools.partial(paint, middles=middles)


_Points = tuple[tuple[float, float], ...]


def around(layout: Layout) -> _Points:
    """Middles of the six hexes around one, from its own, by direction.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> around(load_kit("june-six").layout)[:2]
    ((76, 0), (38.0, 66))
    """
    return _shape(layout)[1]


def corners_of(layout: Layout) -> _Points:
    """Corners of a hex from its middle, in order.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> corners_of(load_kit("june-six").layout)[:2]
    ((38.0, -22.0), (38.0, 22.0))
    """
    return _shape(layout)[0]


def _shape(layout: Layout) -> tuple[_Points, _Points]:
    """Corners of a hex from its middle, and the middles of the hexes around it, by direction."""
    lattice = layout.windows[layout.main].lattice
    assert lattice is not None  # noqa: S101 - only a game on hexes shades them
    dx, dy = lattice.dx, lattice.dy
    if isinstance(lattice, LineLattice):
        point, side = dy * 2 / 3, dy / 3
        half: list[tuple[float, float]] = [(dx / 2, -side), (dx / 2, side), (0, point)]
        near: list[tuple[float, float]] = [(dx, 0), (dx / 2, dy), (-dx / 2, dy)]
    else:
        point, side = dx * 2 / 3, dx / 3
        half = [(side, -dy / 2), (point, 0), (side, dy / 2)]
        near = [(dx, dy / 2), (0, dy), (-dx, dy / 2)]
    return _mirrored(half), _mirrored(near)


def _mirrored(half: list[tuple[float, float]]) -> _Points:
    """Points, and those opposite of them."""
    return (*half, *((-x, -y) for x, y in half))


def _drawn(*, corners: _Points, colour: str, rise: int, middles: _Points) -> Image.Image:
    """Hexes with lines across, around the middle of the picture: where two pictures meet they are alike."""
    from PIL import Image

    inner = inset(corners)
    wide, high = (
        2 * math.ceil(max(abs(m[axis]) for m in middles) + max(abs(c[axis]) for c in corners))
        for axis in (0, 1)
    )
    picture = Image.new("RGBA", (wide, high))
    tile = _cell(inner, colour, rise)
    for x, y in middles:
        left, top = wide / 2 + x - tile.width / 2, high / 2 + y - tile.height / 2
        picture.alpha_composite(tile, (round(left), round(top)))
    return picture


def inset(corners: _Points, by: float = _INSET) -> _Points:
    """A hex a little smaller than the grid's.

    Parameters
    ----------
    corners
        As in `corners_of`.
    by
        Pixels at its points.

    Examples
    --------
    >>> [(round(x, 1), round(y, 1)) for x, y in inset(((40, 0), (0, 40), (-40, 0), (0, -40)))][0]
    (37.5, 0.0)
    """
    far = max(math.hypot(x, y) for x, y in corners)
    return tuple([(x * (1 - by / far), y * (1 - by / far)) for x, y in corners])


def _cell(corners: _Points, colour: str, rise: int) -> Image.Image:
    """One hex: lines that rise to the right or to the left, and its rim."""
    from PIL import Image, ImageChops, ImageDraw

    wide, high = (2 * math.ceil(max(abs(c[axis]) for c in corners)) for axis in (0, 1))
    size = (wide * _FINE, high * _FINE)
    outline = [((x + wide / 2) * _FINE, (y + high / 2) * _FINE) for x, y in corners]
    inside, lines = Image.new("L", size), Image.new("L", size)
    ImageDraw.Draw(inside).polygon(outline, fill=255)
    pen, reach, stroke = ImageDraw.Draw(lines), wide + high, round(_WIDTH * _FINE)
    for n in range(-reach // _GAP, reach // _GAP + 1):
        x = (wide / 2 + n * _GAP) * _FINE
        y, far = high / 2 * _FINE, reach * _FINE
        pen.line([(x - far, y + rise * far), (x + far, y - rise * far)], fill=255, width=stroke)
    pen.line([*outline, outline[0], outline[1]], fill=255, width=stroke * 3 // 2)
    mask = ImageChops.multiply(lines, inside).resize((wide, high), Image.Resampling.LANCZOS)
    mask = mask.point([0] * _HALF + [255] * (256 - _HALF))
    cell = Image.new("RGBA", (wide, high), colour)
    cell.putalpha(mask)
    return cell


def _icon(*, colour: str, rise: int) -> Image.Image:
    """A small hex for the toolbar."""
    point, side = 10.0, 5.0
    half = [(9.0, -side), (9.0, side), (0.0, point)]
    return _cell(_mirrored(half), colour, rise)


def source_frames(layout: Layout, sides: tuple[str, ...]) -> Iterator[tuple[str, Paint]]:
    """The frames of hexes that supply the sides: of one side whole, of the other broken at each corner.

    Parameters
    ----------
    layout
        For the size of a hex.
    sides
        Whose.

    Yields
    ------
    tuple of str and functools.partial
        Name and drawing.
    """
    corners, _ = _shape(layout)
    for side in sides:
        colour, rise = _LOOK[side]
        yield FRAME.format(side), functools.partial(_frame, corners=corners, colour=colour, broken=rise < 0)
    point = [(9.0, -5.0), (9.0, 5.0), (0.0, 10.0)]
    small = functools.partial(
        _frame, corners=_mirrored(point), colour=_LOOK["allied"][0], broken=False, width=2.5
    )
    yield FRAME_ICON, small


def _frame(*, corners: _Points, colour: str, broken: bool, width: float = 8.0) -> Image.Image:
    """A frame within the hexsides with a light line inside, and a star in its middle."""
    from PIL import Image, ImageDraw

    wide, high = (2 * math.ceil(max(abs(c[axis]) for c in corners)) for axis in (0, 1))
    image = Image.new("RGBA", (wide * _FINE, high * _FINE))
    pen = ImageDraw.Draw(image)

    def at(x: float, y: float) -> tuple[float, float]:
        return (x + wide / 2) * _FINE, (y + high / 2) * _FINE

    far = max(math.hypot(x, y) for x, y in corners)
    for inset, stroke, ink in ((width * 0.9, width * 1.5, "#ffffff"), (width * 0.8, width, colour)):
        inner = [(x * (1 - inset / far), y * (1 - inset / far)) for x, y in corners]
        for (a, b), (c, d) in zip(inner, [*inner[1:], inner[0]], strict=True):
            start, end = (0.2, 0.8) if broken else (0.0, 1.0)
            ends = [at(a + (c - a) * part, b + (d - b) * part) for part in (start, end)]
            pen.line(ends, fill=ink, width=round(stroke * _FINE))
            for x, y in () if broken else ends:
                half = stroke * _FINE / 2
                pen.ellipse((x - half, y - half, x + half, y + half), fill=ink)
    size = far * 0.34
    star = [
        at(r * math.sin(math.pi * n / 5), -r * math.cos(math.pi * n / 5))
        for n in range(10)
        for r in (size if n % 2 == 0 else size * 0.42,)
    ]
    pen.polygon(star, fill=colour, outline="#ffffff", width=round(width / 5 * _FINE))
    return image.resize((wide, high), Image.Resampling.LANCZOS)
