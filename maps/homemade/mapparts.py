"""The parts of ``map.toml`` of a user's game, as values: inches from the top left corner of the map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from maps.drawing import Colour
from maps.geography import Point
from module_builder.vassal.values import dataclass

__all__ = [
    "HEADING",
    "AreasPart",
    "BoardPart",
    "Boundary",
    "BoxPart",
    "Column",
    "HexesPart",
    "LabelPart",
    "MapFile",
    "Rect",
    "Road",
    "ScalePart",
    "Terrain",
    "TrackPart",
]

Rect = tuple[float, ...]
"""Left, top, width, height."""
HEADING = 0.26
"""Inches above a track for its title."""


@dataclass(frozen=True, slots=True)
class BoardPart:
    """``[board]``: size in inches, scale, size of a counter in inches, colour of the paper, and version.

    Examples
    --------
    >>> BoardPart(11.0, 8.5, 130, 0.5, (232, 222, 196)).pixels
    (1430, 1105)
    """

    width: float
    height: float
    pixels_per_inch: int
    counter: float
    background: Colour
    version: int = 1

    @property
    def pixels(self) -> tuple[int, int]:
        """Its size in pixels."""
        return round(self.width * self.pixels_per_inch), round(self.height * self.pixels_per_inch)


@dataclass(frozen=True, slots=True)
class AreasPart:
    """``[areas]``: the drawing, where it goes, its key of ids, gaps that are closed, least common border.

    Examples
    --------
    >>> AreasPart("areas.svg", (), "id", 0.04, 0.15).file
    'areas.svg'
    """

    file: str
    rect: Rect
    key: str
    tolerance: float
    touch: float


@dataclass(frozen=True, slots=True)
class HexesPart:
    """``[hexes]``: the grid, its numbers and its usual terrain; `fitted` are hexes with their pixels.

    Examples
    --------
    >>> HexesPart(10, 8, 0.75, (1.0, 1.0)).first
    '0101'
    """

    columns: int
    rows: int
    flat: float
    at: Point
    pointed: bool = False
    lower: str = "even"
    first: str = "0101"
    digits: int = 2
    northward: bool = False
    westward: bool = False
    terrain: str = ""
    fitted: tuple[tuple[str, Point], ...] = ()


@dataclass(frozen=True, slots=True)
class Terrain:
    """``[terrain.NAME]``.

    Examples
    --------
    >>> Terrain("woods", "Woods", (140, 168, 98), "woods", "w").letter
    'w'
    """

    name: str
    title: str
    colour: Colour
    pattern: str
    letter: str


@dataclass(frozen=True, slots=True)
class Boundary:
    """``[boundary.NAME]``; its width is in points, 72 an inch.

    Examples
    --------
    >>> Boundary("river", "River", (58, 112, 172), 5.0, "river").style
    'river'
    """

    name: str
    title: str
    colour: Colour
    width: float
    style: str


@dataclass(frozen=True, slots=True)
class Road:
    """``[road.NAME]``; its width is in points, 72 an inch.

    Examples
    --------
    >>> Road("main", "Main road", (186, 52, 38), 3.4, (84, 28, 22)).width
    3.4
    """

    name: str
    title: str
    colour: Colour
    width: float
    rim: Colour


@dataclass(frozen=True, slots=True)
class Column:
    """``[column.NAME]``: what a further column of ``spaces.csv`` holds, and how the map prints it.

    Examples
    --------
    >>> Column("vp", "Victory Points", "number", (), 0, 9, "star").kind
    'number'
    """

    name: str
    title: str
    kind: str
    values: tuple[str, ...]
    least: int
    most: int
    shown: str


@dataclass(frozen=True, slots=True)
class TrackPart:
    """``[[track]]``: boxes in rows.

    Examples
    --------
    >>> TrackPart("turn", "Turns", (1.0, 1.0), (0.6, 0.6), 2, ("1", "2", "3")).rect
    (1.0, 0.74, 1.2, 1.46)
    """

    id: str
    title: str
    at: Point
    box: Point
    columns: int
    labels: tuple[str, ...]

    @property
    def boxes(self) -> list[Rect]:
        """The rectangle of each box."""
        (left, top), (wide, high) = self.at, self.box
        spots = [divmod(i, self.columns) for i in range(len(self.labels))]
        return [(left + column * wide, top + row * high, wide, high) for row, column in spots]

    @property
    def rect(self) -> Rect:
        """The rectangle of all boxes with the heading above them."""
        left, top, wide, high = self.outline
        return left, top - HEADING, wide, high + HEADING

    @property
    def outline(self) -> Rect:
        """The rectangle of all boxes."""
        (left, top), (wide, high) = self.at, self.box
        rows = -(-len(self.labels) // self.columns)
        return left, top, wide * min(self.columns, len(self.labels)), high * rows


@dataclass(frozen=True, slots=True)
class BoxPart:
    """``[[box]]``: a box that is a space, for a side or for both.

    Examples
    --------
    >>> BoxPart("lost", "Eliminated", (1.0, 1.0, 2.0, 1.0), "both").who
    'both'
    """

    id: str
    title: str
    rect: Rect
    who: str


@dataclass(frozen=True, slots=True)
class LabelPart:
    """``[[label]]``: a name on the map that is no space's; its size is in inches.

    Examples
    --------
    >>> LabelPart("Brown Water", (4.0, 2.0), 0.0, "water").kind
    'water'
    """

    text: str
    at: Point
    size: float
    kind: str


@dataclass(frozen=True, slots=True)
class ScalePart:
    """``[scale]``: units of length an inch (0: none is drawn), and by how many degrees north leans right.

    Examples
    --------
    >>> ScalePart(2.0, "miles", 0.0).unit
    'miles'
    """

    per_inch: float
    unit: str
    north: float


@dataclass(frozen=True, slots=True)
class MapFile:
    """All of ``map.toml``.

    Examples
    --------
    >>> MapFile("T", "", BoardPart(11.0, 8.5, 130, 0.5, (0, 0, 0)), ScalePart(0.0, "miles", 0.0)).title
    'T'
    """

    title: str
    subtitle: str
    board: BoardPart
    scale: ScalePart
    areas: AreasPart | None = None
    hexes: HexesPart | None = None
    picture: str = ""
    terrain: Mapping[str, Terrain] = field(default_factory=dict)
    boundary: Mapping[str, Boundary] = field(default_factory=dict)
    road: Mapping[str, Road] = field(default_factory=dict)
    columns: Mapping[str, Column] = field(default_factory=dict)
    tracks: tuple[TrackPart, ...] = ()
    boxes: tuple[BoxPart, ...] = ()
    labels: tuple[LabelPart, ...] = ()
    places: Mapping[str, Rect] = field(default_factory=dict)

    @property
    def touch(self) -> float:
        """Inches of a common border that make two Areas neighbours; 0 on a map of hexes."""
        return self.areas.touch if self.areas is not None else 0.0
