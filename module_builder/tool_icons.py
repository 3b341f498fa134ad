"""Pictures of the menus of the toolbar that no counter of a game stands for."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

    from counters.faces import Paint
    from module_builder.materials import Kit

__all__ = ["COUNTS", "RECORDS", "tool_icons"]

COUNTS, RECORDS = "counts", "records"
"""What is counted, and what is set by hand: names of icons."""
_PX, _FINE = 22, 8
_INK, _PAPER, _ACCENT = "#2b2a26", "#fbf6e6", "#b3202a"


def tool_icons(kit: Kit) -> Iterator[tuple[str, Paint]]:
    """Pictures of the menus that a module has.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    tuple of str and functools.partial
        Name and drawing.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> [name for name, _ in tool_icons(load_kit("june-six"))]
    ['icon_counts.png', 'icon_records.png']
    """
    yield f"icon_{COUNTS}.png", functools.partial(_drawn, tally=True)
    if "records" in kit.adapter["desk"]:
        yield f"icon_{RECORDS}.png", functools.partial(_drawn, tally=False)


def _drawn(*, tally: bool) -> Image.Image:
    from PIL import Image, ImageDraw

    image = Image.new("RGBA", (_PX * _FINE, _PX * _FINE))
    (_tally if tally else _sheet)(ImageDraw.Draw(image))
    return image.reduce(_FINE)


def _line(pen: ImageDraw.ImageDraw, points: tuple[float, ...], colour: str, width: float) -> None:
    pen.line([value * _FINE for value in points], fill=colour, width=round(width * _FINE))


def _tally(pen: ImageDraw.ImageDraw) -> None:
    """Four strokes and one across."""
    for number in range(4):
        x = 4.5 + 4.3 * number
        _line(pen, (x, 3, x, 19), _INK, 2)
    _line(pen, (1.5, 16, 20.5, 6), _ACCENT, 2.2)


def _sheet(pen: ImageDraw.ImageDraw) -> None:
    """A sheet with lines, and a pencil over it."""
    pen.rectangle([value * _FINE for value in (3, 1.5, 16, 20.5)], fill=_PAPER, outline=_INK, width=_FINE)
    for y in (6, 9.5, 13):
        _line(pen, (5.5, y, 13.5, y), _INK, 1)
    _line(pen, (20, 7, 12.5, 16.2), _ACCENT, 3)
    tip = ((11.2, 14.8), (13.9, 17.1), (10.4, 19.0))
    pen.polygon([(x * _FINE, y * _FINE) for x, y in tip], fill=_INK)
