"""What a picture is made of, before it is painted or written: paths, words, pictures."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

from module_builder.vassal.values import dataclass

__all__ = ["LOOKS", "Inset", "Look", "Path", "Points", "Shape", "Words"]

Points: TypeAlias = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Path:
    """A line or an area.

    Parameters
    ----------
    points
        Corners.
    closed
        Whether the last is joined to the first.
    fill, opacity
        Colour of the area, or empty, and how much of it covers what lies below, up to 1.
    stroke, width, dash
        Colour, width and dashes of the line; empty where there is none.
    hatch
        ``slash``, ``cross`` or ``dots`` in the colour of the area, or empty.
    holes
        Areas that are left out.
    radius
        Of the corners of a rectangle.

    Examples
    --------
    >>> Path(((0, 0), (9, 9)), stroke="#000000", width=2).closed
    False
    """

    points: Points
    closed: bool = False
    fill: str = ""
    opacity: float = 1.0
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    hatch: str = ""
    holes: tuple[Points, ...] = ()
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class Words:
    """One line of text.

    Parameters
    ----------
    text, x, y
        What, and where: `y` is the middle of its height.
    size, bold
        Em size in pixels, and weight.
    ink
        Colour.
    anchor
        ``start`` or ``middle``.

    Examples
    --------
    >>> Words("3", 5, 5, 12).anchor
    'start'
    """

    text: str
    x: float
    y: float
    size: int
    bold: bool = False
    ink: str = "#161616"
    anchor: str = "start"


@dataclass(frozen=True, slots=True)
class Inset:
    """A picture in the picture.

    Parameters
    ----------
    name
        Of a face; empty for the map.
    x, y, width, height
        Where.
    opacity
        Up to 1.

    Examples
    --------
    >>> Inset("", 0, 0, 10, 10).opacity
    1.0
    """

    name: str
    x: float
    y: float
    width: float
    height: float
    opacity: float = 1.0


Shape: TypeAlias = Path | Words | Inset


@dataclass(frozen=True, slots=True)
class Look:
    """How a tone looks: by its line and its pattern as well as by its colour.

    Parameters
    ----------
    colour, opacity
        Of line and area.
    dash, hatch
        Of the line, and in the area.

    Examples
    --------
    >>> LOOKS["reach"].dash
    ()
    """

    colour: str
    opacity: float
    dash: tuple[float, ...] = ()
    hatch: str = ""


LOOKS: Mapping[str, Look] = MappingProxyType(
    {
        "origin": Look("#7c4dff", 0.22),
        "reach": Look("#0a7d36", 0.30),
        "goal": Look("#0b6bd3", 0.30, (10, 4)),
        "attack": Look("#c01818", 0.22, (), "cross"),
        "refused": Look("#8a4a00", 0.10, (3, 5), "slash"),
        "supply": Look("#0a6f8f", 0.20, (12, 5)),
        "cut": Look("#b00060", 0.25, (2, 4), "cross"),
        "first": Look("#3a3f44", 0.26, (), "slash"),
        "second": Look("#8a6d00", 0.26, (14, 3)),
        "note": Look("#52606d", 0.16, (6, 3), "dots"),
    }
)
"""The tones as the page of the table draws them."""
