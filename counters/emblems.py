"""The emblems of nations, as their aircraft and vehicles had them."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from counters.geometry import Box
from counters.icons import ICONS
from counters.outlines import square

if TYPE_CHECKING:
    from counters.drawing import Color, Pen
    from counters.geometry import Point

__all__ = ["EMBLEMS", "draw_emblem"]

_WHITE, _BLACK, _BLUE, _RED = "#ffffff", "#111111", "#25408f", "#c4161c"


def draw_emblem(pen: Pen, nation: str, box: Box) -> None:
    """Draw the emblem of a nation; nothing for one that has none here.

    Parameters
    ----------
    pen
        Where to draw.
    nation
        One of `EMBLEMS`, or any other.
    box
        Room for it.

    Examples
    --------
    >>> from counters.drawing import Pen
    >>> draw_emblem(Pen(20), "polish", Box(10, 10, 90, 90))
    """
    if nation in EMBLEMS:
        EMBLEMS[nation](pen, box)


def _lorraine(pen: Pen, box: Box) -> None:
    """The cross of Lorraine of Free France on its lozenge."""
    inner = square(box)
    x, y = inner.centre
    for grow, color in ((0.5, _WHITE), (0.46, _BLUE)):
        far = inner.width * grow
        pen.polygon([(x, y - far), (x + far, y), (x, y + far), (x - far, y)], color)
    bars: tuple[tuple[Point, Point], ...] = (
        ((0.455, 0.16), (0.545, 0.84)),
        ((0.35, 0.3), (0.65, 0.385)),
        ((0.27, 0.5), (0.73, 0.585)),
    )
    for grow, color in ((0.022, _WHITE), (0.0, _RED)):
        for low, high in bars:
            (left, top), (right, bottom) = inner.at(*low), inner.at(*high)
            out = grow * inner.width
            pen.rect(Box(left - out, top - out, right + out, bottom + out), fill=color)


def _chequers(pen: Pen, box: Box) -> None:
    """The red and white chequers of Poland, their border changed over."""
    outer = square(box).shrunk(box.width * 0.05)
    inner = outer.shrunk(outer.width * 0.1)
    for frame, first, second in ((outer, _RED, _WHITE), (inner, _WHITE, _RED)):
        x, y = frame.centre
        pen.rect(frame, fill=first)
        pen.rect(Box(frame.left, frame.top, x, y), fill=second)
        pen.rect(Box(x, y, frame.right, frame.bottom), fill=second)
    pen.rect(outer, outline=_BLACK, width=0.7)


def _icon(name: str, ink: Color, accent: Color, pen: Pen, box: Box) -> None:
    ICONS[name](pen, box, ink, accent)


EMBLEMS: Mapping[str, Callable[[Pen, Box], None]] = MappingProxyType(
    {
        "british": functools.partial(_icon, "roundel", _WHITE, _WHITE),
        "canadian": functools.partial(_icon, "maple-leaf", "#b3131b", _WHITE),
        "french": _lorraine,
        "german": functools.partial(_icon, "balkenkreuz", _BLACK, _WHITE),
        "polish": _chequers,
        "us": functools.partial(_icon, "ringed-star", _WHITE, _BLUE),
    }
)
"""Nation -> what draws its emblem."""
