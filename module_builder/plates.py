"""Pictures of the plates that tell what a stack is worth: read from far away, told apart without colours."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from maps.lattice import LineLattice
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from PIL import Image

    from adjudicator.saves.layout import Layout
    from counters.faces import Paint

__all__ = ["ICON", "PLATE", "Cells", "cells", "digit_images", "doubt_images", "plates"]

PLATE, ICON = "sum_{}.png", "icon_sums.png"
"""Picture of the plate of a side, and of the button."""
_LOOK = {"allied": ("#12307a", "#ffffff", "#ffffff"), "german": ("#fff3d6", "#7a0a10", "#7a0a10")}
"""Plate, digits and rim: of one side light on dark, of the other dark on light."""
_FINE = 4  # how much larger it is drawn first
_LARGE, _SMALL = "l", "s"
_TEN = 10


@dataclass(frozen=True, slots=True)
class Cells:
    """Where the digits of a plate stand, in pixels from its middle.

    Parameters
    ----------
    size
        Width and height of the plate.
    large, small
        Width and height of a digit of the upper and of the lower line.
    first, second
        Middles of the two lines.
    gap
        Width of the dash between two figures, and of the sign before the steps.

    Examples
    --------
    >>> Cells((60, 54), (11, 24), (10, 16), -10, 15, 6).large
    (11, 24)
    """

    size: tuple[int, int]
    large: tuple[int, int]
    small: tuple[int, int]
    first: int
    second: int
    gap: int


def cells(layout: Layout, figures: int) -> Cells:
    """Measure the plate: as large as a hex allows where its neighbours have one too.

    Parameters
    ----------
    layout
        For the size of a hex.
    figures
        How many stand in the upper line.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> cells(load_kit("june-six").layout, 1).size
    (70, 62)
    """
    lattice = layout.windows[layout.main].lattice
    assert lattice is not None  # noqa: S101 - only a game on hexes has plates
    if isinstance(lattice, LineLattice):
        wide, high = round(lattice.dx) - 6, round(lattice.dy * 0.94)
    else:
        wide, high = round(lattice.dx * 1.18), round(lattice.dy * 0.8)
    gap = wide // 9
    upper = round(high * 0.56)
    room = (wide - 6 - (gap if figures > 1 else 0)) // (2 * figures)
    lower = round(high * 0.32)
    large = (min(room, round(upper * 0.62)), upper)
    return Cells(
        (wide, high),
        large,
        (round(lower * 0.62), lower),
        3 + upper // 2 - high // 2,
        high // 2 - lower // 2 - 4,
        gap,
    )


def digit_images(side: str, *, large: bool) -> list[str]:
    """Names of the pictures of the digits 0 to 9.

    Examples
    --------
    >>> digit_images("german", large=True)[3]
    'sum_german_l3.png'
    """
    return [f"sum_{side}_{_LARGE if large else _SMALL}{n}.png" for n in range(_TEN)]


def doubt_images(side: str) -> list[str]:
    """Names of the question marks: of a stack of which nothing is known, and of one of which something is.

    Examples
    --------
    >>> doubt_images("allied")
    ['sum_allied_all.png', 'sum_allied_some.png']
    """
    return [f"sum_{side}_{word}.png" for word in ("all", "some")]


def plates(
    layout: Layout, sides: tuple[str, ...], figures: int, *, doubt: bool
) -> Iterator[tuple[str, Paint]]:
    """Every picture of the plates of the sides.

    Parameters
    ----------
    layout, figures
        As `cells` has them.
    sides
        Whose.
    doubt
        Whether something may be unknown.

    Yields
    ------
    tuple of str and functools.partial
        Name and drawing.
    """
    measured = cells(layout, figures)
    for number, side in enumerate(sides):
        plate, ink, rim = _LOOK[side] if side in _LOOK else list(_LOOK.values())[number]
        yield (
            PLATE.format(side),
            functools.partial(_plate, cells=measured, figures=figures, plate=plate, ink=ink, rim=rim),
        )
        for names, size in (
            (digit_images(side, large=True), measured.large),
            (digit_images(side, large=False), measured.small),
        ):
            for digit, name in enumerate(names):
                yield name, functools.partial(_sign, str(digit), size=size, ink=ink)
        sizes = (measured.large, measured.small) if doubt else ()
        for name, size in zip(doubt_images(side), sizes, strict=False):
            yield name, functools.partial(_sign, "?", size=size, ink=ink)
    yield ICON, functools.partial(_icon, looks=_LOOK)


def _plate(*, cells: Cells, figures: int, plate: str, ink: str, rim: str) -> Image.Image:
    """A plate with its rim, the dash between two figures, and the sign of the steps: two bars."""
    from PIL import Image, ImageDraw

    wide, high = (n * _FINE for n in cells.size)
    image = Image.new("RGBA", (wide, high))
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((0, 0, wide - 1, high - 1), 5 * _FINE, fill=plate, outline=rim, width=2 * _FINE)
    if figures > 1:
        half, y = cells.gap * _FINE * 0.38, high / 2 + cells.first * _FINE
        pen.rectangle((wide / 2 - half, y - 1.5 * _FINE, wide / 2 + half, y + 1.5 * _FINE), fill=ink)
    _, lower = cells.small
    left, y = wide / 2 + (bars_at(cells) - cells.gap / 2) * _FINE, high / 2 + cells.second * _FINE
    for n in range(3):
        top = y + (n - 1) * lower * 0.3 * _FINE - lower * 0.08 * _FINE
        pen.rectangle((left, top, left + cells.gap * _FINE, top + lower * 0.16 * _FINE), fill=ink)
    return image.resize(cells.size, Image.Resampling.LANCZOS)


def bars_at(cells: Cells) -> int:
    """Middle of the sign before the steps, from the middle of the plate.

    Examples
    --------
    >>> bars_at(Cells((60, 54), (11, 24), (10, 16), -10, 15, 6))
    -12
    """
    return -cells.small[0] - cells.gap // 3


def _sign(text: str, *, size: tuple[int, int], ink: str) -> Image.Image:
    """One sign that fills its cell: as high as it may be, narrowed where it has to."""
    from PIL import Image, ImageDraw

    from counters.fonts import font

    wide, high = (n * _FINE for n in size)
    letters = font(round(high * 1.36))  # its digits are about as high as the cell
    box = letters.getbbox("8")
    across = max(letters.getbbox(str(n))[2] for n in range(_TEN)) + _FINE
    drawn = Image.new("RGBA", (round(across), round(box[3] - box[1]) + 2))
    ImageDraw.Draw(drawn).text((across / 2, 1 - box[1]), text, fill=ink, font=letters, anchor="ma")
    fitted = drawn.resize((min(wide, drawn.width), min(high, drawn.height)), Image.Resampling.LANCZOS)
    image = Image.new("RGBA", (wide, high))
    image.alpha_composite(fitted, ((wide - fitted.width) // 2, (high - fitted.height) // 2))
    return image.resize(size, Image.Resampling.LANCZOS)


def _icon(*, looks: Mapping[str, tuple[str, str, str]]) -> Image.Image:
    """Two small plates for the toolbar, one over the other."""
    from PIL import Image, ImageDraw

    from counters.fonts import font

    image = Image.new("RGBA", (22 * _FINE, 20 * _FINE))
    pen = ImageDraw.Draw(image)
    for (plate, ink, rim), (x, y), text in zip(looks.values(), ((0, 0), (4, 8)), ("3", "7"), strict=True):
        box = (x * _FINE, y * _FINE, (x + 17) * _FINE, (y + 11) * _FINE)
        pen.rounded_rectangle(box, 2 * _FINE, fill=plate, outline=rim, width=_FINE)
        pen.text(((x + 8.5) * _FINE, (y + 5.7) * _FINE), text, fill=ink, font=font(10 * _FINE), anchor="mm")
    return image.resize((22, 20), Image.Resampling.LANCZOS)
