"""What the renderer of hex maps needs to know about one game's sheet."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from maps.board import Board
from maps.geography import Point
from maps.geometry import Geometry, HexLattice

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

__all__ = ["HexSheet", "Label", "hexagon"]

_ROOT3 = math.sqrt(3)


def hexagon(at: Point, height: float) -> list[Point]:
    """A flat-topped hexagon, clockwise from the upper left corner.

    Parameters
    ----------
    at, height
        Its centre, and its height from flat side to flat side.

    Returns
    -------
    list of (x, y)

    Examples
    --------
    >>> [round(y) for x, y in hexagon((0, 0), 10)]
    [-5, -5, 0, 5, 5, 0]
    """
    (x, y), half, side = at, height / 2, height / _ROOT3
    return [
        (x - side / 2, y - half), (x + side / 2, y - half), (x + side, y), (x + side / 2, y + half),
        (x - side / 2, y + half), (x - side, y),
    ]  # fmt: skip


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
        ``city``, ``town``, ``village``, ``wood`` or ``water``.
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


@dataclass(frozen=True, slots=True, eq=False)
class HexSheet:
    """A sheet of hexes to draw; lengths are board pixels.

    Parameters
    ----------
    title, subtitle
        Printed at the top.
    geometry, board
        Shapes and facts.
    columns
        First and last column of the map.
    land
        The true land, as far as the sheet goes.
    labels
        Names on the ground and on the sea.
    symbols
        Hex -> kinds of the set-up symbols there: ``sp``, ``ost``.
    limit
        Column on whose eastern side the Operational Boundary runs.
    furniture
        Rectangles of title, key, compass and scale.
    turns
        What the boxes of the Turn Record Track are called.
    boxes
        Ground and words of each box: id -> (colour, first line, second line).
    miles_per_hex, north
        Scale, and degrees by which north leans to the right.
    arrivals
        Turn -> nationalities whose reinforcements arrive.
    reconstructed
        Share of the values of the map that are reconstructed, which the key states; None to leave it out.

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
    columns: tuple[int, int]
    land: Polygon | MultiPolygon
    labels: tuple[Label, ...]
    symbols: Mapping[str, tuple[str, ...]]
    limit: int
    furniture: Mapping[str, tuple[float, ...]]
    turns: Mapping[str, str]
    boxes: Mapping[str, tuple[str, str, str]]
    miles_per_hex: float
    north: float
    arrivals: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    reconstructed: float | None = None

    @property
    def lattice(self) -> HexLattice:
        """Where the hexes lie.

        Raises
        ------
        ValueError
            The geometry has no hexes.
        """
        if self.geometry.hexes is None:
            raise ValueError("a geometry with hexes")
        return self.geometry.hexes

    def dry(self) -> list[str]:
        """The hexes of land."""
        return [s.id for s in self.board.spaces.values() if s.kind == "hex" and s["terrain"] != "sea"]
