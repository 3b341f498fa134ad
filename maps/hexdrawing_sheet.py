"""What the renderer of hex maps needs to know about one game's sheet."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Protocol

from maps.board import Board
from maps.geography import Point
from maps.geometry import Geometry, Lattice
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from PIL import Image
    from shapely import MultiPolygon, Polygon

    from maps.drawing import Canvas
    from maps.relief import Degrees

    Painter = Callable[[Canvas], None]

__all__ = ["GroundPainter", "HexSheet", "Label", "hexagon"]

_ROOT3 = math.sqrt(3)


def hexagon(at: Point, height: float, *, pointed: bool = False) -> list[Point]:
    """A hexagon, clockwise: flat-topped from the upper left corner, or pointed from the upper right one.

    Parameters
    ----------
    at, height
        Its centre, and its size from flat side to flat side.
    pointed
        Whether it has a point at the top.

    Returns
    -------
    list of (x, y)

    Examples
    --------
    >>> [round(y) for x, y in hexagon((0, 0), 10)]
    [-5, -5, 0, 5, 5, 0]
    """
    (x, y), half, side = at, height / 2, height / _ROOT3
    if pointed:
        return [
            (x + half, y - side / 2), (x + half, y + side / 2), (x, y + side), (x - half, y + side / 2),
            (x - half, y - side / 2), (x, y - side),
        ]  # fmt: skip
    return [
        (x - side / 2, y - half), (x + side / 2, y - half), (x + side, y), (x + side / 2, y + half),
        (x - side / 2, y + half), (x - side, y),
    ]  # fmt: skip


class GroundPainter(Protocol):
    """What paints bands of the ground under a map."""

    def band(self, top: int, height: int) -> Image.Image:
        """Paint some rows.

        Parameters
        ----------
        top, height
            Rows of the painting.

        Returns
        -------
        PIL.Image.Image
        """
        ...


@dataclass(frozen=True, slots=True)
class Label:
    """A name on the ground.

    Parameters
    ----------
    text
        The name; a bar parts two lines.
    at
        Where it is wanted, in board pixels.
    kind
        ``city``, ``town``, ``village``, ``wood``, ``marsh`` or ``water``.
    size
        Size of the lettering; 0 for that of its kind.

    Examples
    --------
    >>> Label("Caen", (1.0, 2.0), "city").size
    0.0
    """

    text: str
    at: Point
    kind: str
    size: float = 0.0


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class HexSheet:
    """A sheet of hexes to draw; lengths are board pixels.

    Parameters
    ----------
    title, subtitle
        Printed at the top.
    geometry, board
        Shapes and facts.
    extent
        Every hex of the printed map, whether the board has it or not.
    land
        The true land, as far as the sheet goes.
    labels
        Names on the ground and on the sea.
    furniture
        Rectangles of title, key, compass and scale.
    turns
        What the boxes of the Turn Record Track are called.
    boxes
        Ground and words of each box: id -> (colour, first line, second line).
    miles_per_hex, north
        Scale, and degrees by which north leans to the right.
    key
        Rows of the Terrain Key: kind of the sample, and its words.
    symbols
        Space -> kinds of the symbols there: ``sp``, ``ost``.
    letters
        Letter of a hex by its number.
    beaches
        Hexes with a beach, in the order of painting.
    exits
        Hex -> points at which roads leave the map.
    leaving
        Arrows off the map: tail and head.
    passing
        Arrows off one of several boards where roads go on over the next: they stand on that board by itself.
    port
        Hexes that a port of several hexes takes.
    gun
        Hexes within the Naval Gun Line.
    limit
        Column on whose eastern side the Operational Boundary runs; None without one.
    resources
        Turn -> base Resource Points of the Allies and the Germans, for the Turn Record Track.
    seam
        Line along which two sheets meet; empty where there is one sheet.
    number_size
        Size of the numbers of the hexes.
    name_size, town_name_size
        Factors of the sizes of the names, and of those of towns besides.
    weight
        Factor of the widths of roads and of the houses of towns: more where hexes are small.
    arrivals
        Turn -> nationalities whose reinforcements arrive.
    reconstructed
        Share of the values of the map that are reconstructed, which the key states; None to leave it out.
    degrees
        Where on the ground points of the map lie; None on a map without relief.
    own_ground
        What paints the ground of a part (left, top, width, height) at a scale, in a game that has its own.
    own_painters
        What paints all that lies on the ground, in a game that has its own.

    Examples
    --------
    >>> from maps.dark_summer.sheet import load_sheet
    >>> load_sheet().title
    'The Dark Summer'
    """

    title: str
    subtitle: str
    geometry: Geometry
    board: Board
    extent: frozenset[str]
    land: Polygon | MultiPolygon
    labels: tuple[Label, ...]
    furniture: Mapping[str, tuple[float, ...]]
    turns: Mapping[str, str]
    boxes: Mapping[str, tuple[str, str, str]]
    miles_per_hex: float
    north: float
    key: tuple[tuple[str, str], ...]
    symbols: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    letters: Mapping[str, str] = field(default_factory=dict)
    beaches: tuple[str, ...] = ()
    exits: Mapping[str, tuple[Point, ...]] = field(default_factory=dict)
    leaving: tuple[tuple[Point, Point], ...] = ()
    passing: tuple[tuple[Point, Point], ...] = ()
    port: frozenset[str] = frozenset()
    gun: frozenset[str] = frozenset()
    limit: int | None = None
    resources: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    seam: tuple[Point, ...] = ()
    number_size: float = 14.5
    name_size: float = 1.0
    town_name_size: float = 1.0
    weight: float = 1.0
    arrivals: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    reconstructed: float | None = None
    degrees: Degrees | None = None
    own_ground: Callable[[HexSheet, float, tuple[int, int, int, int]], GroundPainter] | None = None
    own_painters: Callable[[HexSheet], Sequence[Painter]] | None = None

    @property
    def lattice(self) -> Lattice:
        """Where the hexes lie.

        Raises
        ------
        ValueError
            The geometry has no hexes.
        """
        if self.geometry.hexes is None:
            raise ValueError("a geometry with hexes")
        return self.geometry.hexes

    @property
    def unit(self) -> float:
        """Size of a hex, in hexes of 90 pixels from flat to flat."""
        return self.lattice.flat / 90

    @property
    def inch(self) -> float:
        """Pixels of the board an inch, in units of 130."""
        return self.geometry.pixels_per_inch / 130

    def number_at(self, number: str) -> Point:
        """Where the number of a hex stands: under its upper side, or under the point at its top."""
        x, y = self.lattice.centre(number)
        return x, y - self.lattice.flat * (0.36 if self.lattice.pointed else 0.40)

    def dry(self) -> list[str]:
        """The hexes of land."""
        return [s.id for s in self.board.spaces.values() if s.kind == "hex" and s["terrain"] != "sea"]
