"""A page to print, as data: shapes, lettering and pictures in millimetres from the upper left corner, y down.

Whatever draws pages (`pdf`, `raster`) or reads them (tests) sees the same page, so a sheet cannot differ
between its PDF and its PNG.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Literal, TypeAlias

from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from module_builder.printing.intent import Intent

__all__ = [
    "Anchor",
    "Circle",
    "Document",
    "Item",
    "Line",
    "Outline",
    "Page",
    "Picture",
    "Polygon",
    "Quarter",
    "Rect",
    "Shift",
    "Text",
]

Anchor: TypeAlias = Literal["start", "middle", "end"]
Quarter: TypeAlias = Literal[0, 90, 180, 270]


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in millimetres; y grows downwards.

    Parameters
    ----------
    x, y
        Upper left corner.
    width, height
        Size.

    Examples
    --------
    >>> Rect(10, 10, 20, 30).centre
    (20.0, 25.0)
    """

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """Right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """Lower edge."""
        return self.y + self.height

    @property
    def centre(self) -> tuple[float, float]:
        """Middle point."""
        return self.x + self.width / 2, self.y + self.height / 2

    def grown(self, by: float) -> Rect:
        """Return the rectangle with every edge moved outwards.

        Parameters
        ----------
        by
            Millimetres; negative to shrink.

        Returns
        -------
        Rect

        Examples
        --------
        >>> Rect(10, 10, 20, 30).grown(1)
        Rect(x=9, y=9, width=22, height=32)
        """
        return Rect(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def holds(self, other: Rect, *, slack: float = 1e-6) -> bool:
        """Tell whether another rectangle lies within this one.

        Parameters
        ----------
        other
            The other.
        slack
            Millimetres that do not matter.

        Returns
        -------
        bool

        Examples
        --------
        >>> Rect(0, 0, 10, 10).holds(Rect(0, 0, 10, 10.1))
        False
        """
        return (
            other.x >= self.x - slack
            and other.y >= self.y - slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )


@dataclass(frozen=True, slots=True)
class Shift:
    """How the print of a page is moved to make good what the printer does.

    Parameters
    ----------
    x, y
        Millimetres to the right and down.
    angle
        Degrees clockwise about the middle of the page.

    Examples
    --------
    >>> Shift(1, 0).moved((10, 10), (50, 50))
    (11.0, 10.0)
    """

    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0

    def moved(self, point: tuple[float, float], centre: tuple[float, float]) -> tuple[float, float]:
        """Return where a point of the page is printed.

        Parameters
        ----------
        point
            On the page.
        centre
            Middle of the page.

        Returns
        -------
        tuple of float

        Examples
        --------
        >>> x, y = Shift(0, 0, 90).moved((60, 50), (50, 50))
        >>> round(x, 6), round(y, 6)
        (50.0, 60.0)
        """
        turn = math.radians(self.angle)
        dx, dy = point[0] - centre[0], point[1] - centre[1]
        return (
            centre[0] + dx * math.cos(turn) - dy * math.sin(turn) + self.x,
            centre[1] + dx * math.sin(turn) + dy * math.cos(turn) + self.y,
        )


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line.

    Parameters
    ----------
    x1, y1, x2, y2
        Ends.
    width
        Of the stroke.
    color
        ``#rrggbb``.
    dash
        Lengths of strokes and gaps; empty for a whole line.

    Examples
    --------
    >>> Line(0, 0, 10, 0).width
    0.1
    """

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = 0.1
    color: str = "#000000"
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Outline:
    """A rectangle: filled, outlined, or both; the stroke lies on the edge.

    Parameters
    ----------
    box
        Where.
    fill, stroke
        Colours, or None.
    width
        Of the stroke.
    radius
        Of the corners.
    dash
        As in `Line`.

    Examples
    --------
    >>> Outline(Rect(0, 0, 10, 10), fill="#ffffff").stroke is None
    True
    """

    box: Rect
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.1
    radius: float = 0.0
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle line or a disc.

    Parameters
    ----------
    x, y, radius
        Where and how large.
    fill, stroke
        Colours, or None.
    width
        Of the stroke.

    Examples
    --------
    >>> Circle(10, 10, 2).stroke
    '#000000'
    """

    x: float
    y: float
    radius: float
    fill: str | None = None
    stroke: str | None = "#000000"
    width: float = 0.1


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon.

    Parameters
    ----------
    points
        Corners.
    fill
        Colour.

    Examples
    --------
    >>> Polygon(((0, 0), (5, 0), (0, 5))).fill
    '#000000'
    """

    points: tuple[tuple[float, float], ...]
    fill: str = "#000000"


@dataclass(frozen=True, slots=True)
class Text:
    """One line of lettering; `y` is its base line.

    Parameters
    ----------
    x, y
        Where it starts, has its middle, or ends.
    text
        What it says.
    size
        Em size in millimetres.
    anchor
        ``start``, ``middle`` or ``end``.
    color
        Of the print.
    bold
        Heavier weight.
    quarter
        Degrees that it is turned clockwise about (x, y).

    Examples
    --------
    >>> Text(10, 20, "Sainte-Mère-Église").anchor
    'start'
    """

    x: float
    y: float
    text: str
    size: float = 2.6
    anchor: Anchor = "start"
    color: str = "#000000"
    bold: bool = False
    quarter: Quarter = 0


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in a box, shown through a window.

    Parameters
    ----------
    box
        Where the whole picture lies, its bleed included.
    key
        Name in `Document.pictures`.
    window
        What of the page it may cover, or None for all of `box`.
    quarter
        Degrees that it is turned clockwise.
    trim
        Where the cut counter or card will lie, or None for other pictures.
    name
        What it shows: id of the counter or card and ``front`` or ``back``; empty for other pictures.

    Examples
    --------
    >>> Picture(Rect(10, 10, 20, 20), "ge-916-front").quarter
    0
    """

    box: Rect
    key: str
    window: Rect | None = None
    quarter: Quarter = 0
    trim: Rect | None = None
    name: str = ""


Item: TypeAlias = Line | Outline | Circle | Polygon | Text | Picture


@dataclass(frozen=True, slots=True)
class Page:
    """One page, in the order in which it is printed.

    Parameters
    ----------
    width, height
        Size of the paper.
    items
        What is printed, the lowest first.
    trim
        What is left when the page is cut to size; the whole page where None.
    bleed
        What the print must reach over; `trim` where None.
    shift
        Movement of everything printed.
    name
        Such as ``sheet 1 front``.

    Examples
    --------
    >>> Page(210, 297).trim_box
    Rect(x=0, y=0, width=210, height=297)
    """

    width: float
    height: float
    items: tuple[Item, ...] = ()
    trim: Rect | None = None
    bleed: Rect | None = None
    shift: Shift = Shift()
    name: str = ""

    @property
    def trim_box(self) -> Rect:
        """What is left when the page is cut to size."""
        return self.trim or Rect(0, 0, self.width, self.height)

    @property
    def bleed_box(self) -> Rect:
        """What the print reaches over."""
        return self.bleed or self.trim_box


@dataclass(frozen=True, slots=True)
class Document:
    """Pages that make one file.

    Parameters
    ----------
    title
        Of the file.
    pages
        In order.
    pictures
        PNG or JPEG by key; the same picture is stored once.
    facts
        What the file's metadata say besides: printer offsets, preset, share of reconstructed values.
    intent
        Press that the colours are meant for, or None.

    Examples
    --------
    >>> len(Document("Sheets", (Page(210, 297),)).pages)
    1
    """

    title: str
    pages: tuple[Page, ...]
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    intent: Intent | None = None
