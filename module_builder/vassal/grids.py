"""Grids: from a point in board pixels to its name, exactly as the engine computes it (reference 6)."""

from __future__ import annotations

from dataclasses import field
from math import floor
from typing import TYPE_CHECKING, Protocol

from module_builder.vassal.polygon import Polygon
from module_builder.vassal.sequence_encoder import decode
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "Grid",
    "HexGrid",
    "Numbering",
    "Region",
    "RegionGrid",
    "SquareGrid",
    "Zone",
    "ZonedGrid",
    "axis_name",
    "fill_format",
]

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Grid(Protocol):
    """Anything that names points."""

    def name(self, x: int, y: int) -> str | None:
        """Name a point of the board; None where the grid has no name for it."""


def fill_format(text: str, values: dict[str, str | None]) -> str:
    """Fill ``$name$`` into a location format.

    Parameters
    ----------
    text
        The format; an expression in braces is not computed.
    values
        By name; None gives nothing, an unknown name stays without its signs.

    Returns
    -------
    str
        The filled text.

    Examples
    --------
    >>> fill_format("$name$ ($gridLocation$)", {"name": "Caen", "gridLocation": None})
    'Caen ()'
    """
    tokens = decode(text, "$")
    last = len(tokens) - 1
    filled = [
        (values.get(token, token) or "") if i % 2 and i < last else token for i, token in enumerate(tokens)
    ]
    return "".join(filled)


@dataclass(frozen=True, slots=True)
class Numbering:
    """How rows and columns become a name."""

    first: str = "H"
    sep: str = ""
    h_type: str = "N"
    h_leading: int = 1
    h_off: int = 1
    h_descend: bool = False
    v_type: str = "N"
    v_leading: int = 1
    v_off: int = 1
    v_descend: bool = False
    location_format: str = "$gridLocation$"
    stagger: bool = True

    def name(self, column: int, row: int) -> str:
        """Name a cell by its numbers."""
        across = axis_name(column + self.h_off, self.h_type, self.h_leading)
        down = axis_name(row + self.v_off, self.v_type, self.v_leading)
        joined = across + self.sep + down if self.first[:1] == "H" else down + self.sep + across
        return fill_format(self.location_format, {"gridLocation": joined, "row": down, "column": across})


def axis_name(number: int, kind: str, leading: int) -> str:
    """Name a row or column: digits padded to ``leading + 1``, or A to Z and then AA, BB, CC.

    Examples
    --------
    >>> axis_name(5, "N", 1), axis_name(27, "A", 0), axis_name(-3, "N", 1)
    ('05', 'BB', '-03')
    """
    sign, size = ("-" if number < 0 else ""), abs(number)
    if kind[:1] == "A":
        return sign + _ALPHABET[size % 26] * (size // 26 + 1)
    return sign + str(size).zfill(leading + 1)


@dataclass(frozen=True, slots=True)
class HexGrid:
    """Hexes in columns; every second column lies half a hex lower.

    Parameters
    ----------
    x0, y0
        Centre of hex (0, 0).
    dx, dy
        Distance of neighbouring columns, and of neighbours in a column.
    sideways
        Rows instead of columns: x and y change places.
    numbering
        None gives no names.
    width, height
        Size of the board, or of the zone that holds the grid.
    """

    x0: int = 0
    y0: int = 32
    dx: float = 55.42562584220407
    dy: float = 64.0
    sideways: bool = False
    numbering: Numbering | None = None
    width: int = 0
    height: int = 0

    def cell(self, x: int, y: int) -> tuple[int, int]:
        """Find the raw column and row of the nearest centre as the engine approximates it."""
        if self.sideways:
            x, y = y, x
        column = floor((x - self.x0) / self.dx + 0.5)
        lower = self.dy / 2 if column % 2 else 0
        return column, floor((y - self.y0 - lower) / self.dy + 0.5)

    def center(self, column: int, row: int) -> tuple[int, int]:
        """Find the centre of a raw column and row."""
        x = int(self.x0 + column * self.dx)
        y = int(row * self.dy + int(self.dy / 2) + self.y0) if column % 2 else int(self.y0 + row * self.dy)
        return (y, x) if self.sideways else (x, y)

    def name(self, x: int, y: int) -> str | None:
        """Name a point."""
        n = self.numbering
        if n is None:
            return None
        raw, row = self.cell(x, y)
        rows, columns = floor(self.height / self.dx + 0.5), floor(self.width / self.dy + 0.5)
        column = raw
        if self.sideways:
            column = rows - raw if n.v_descend else raw
            row = columns - row if n.h_descend else row
        else:
            column = columns - raw if n.h_descend else raw
            row = rows - row if n.v_descend else row
        falling = n.h_descend if self.sideways else n.v_descend
        if n.stagger and raw % 2:
            row += -1 if falling else 1
        return n.name(column, row)


@dataclass(frozen=True, slots=True)
class SquareGrid:
    """Squares; parameters as in `HexGrid`."""

    x0: int = 24
    y0: int = 24
    dx: float = 48.0
    dy: float = 48.0
    numbering: Numbering | None = None
    width: int = 0
    height: int = 0

    def name(self, x: int, y: int) -> str | None:
        """Name a point; rows are cut towards zero, columns downwards, as in the engine."""
        n = self.numbering
        if n is None:
            return None
        column = floor((x - self.x0) / self.dx + 0.5)
        row = int((y - self.y0) / self.dy + 0.5)
        if n.h_descend:
            column = int(self.width / self.dx + 0.5) - column
        if n.v_descend:
            row = int(self.height / self.dy + 0.5) - row
        return n.name(column, row)


@dataclass(frozen=True, slots=True)
class Region:
    """A named point."""

    name: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class RegionGrid:
    """Named points; the nearest one gives the name, of equally near ones the first in the file.

    Examples
    --------
    >>> RegionGrid((Region("Utah", 0, 0), Region("Omaha", 10, 0))).name(7, 3)
    'Omaha'
    """

    regions: tuple[Region, ...] = ()
    _distinct: tuple[Region, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_distinct", tuple({(r.x, r.y): r for r in self.regions}.values()))

    def name(self, x: int, y: int) -> str | None:
        """Name a point; of two regions on one pixel the later one counts."""
        if not self._distinct:
            return None
        return min(self._distinct, key=lambda r: (x - r.x) ** 2 + (y - r.y) ** 2).name


@dataclass(frozen=True, slots=True)
class Zone:
    """A named polygon with a grid of its own, the board's grid, or none."""

    name: str
    polygon: Polygon
    location_format: str = "$name$"
    grid: Grid | None = None

    def location(self, x: int, y: int) -> str:
        """Name a point inside."""
        inner = self.grid.name(x, y) if self.grid is not None else None
        return fill_format(self.location_format, {"name": self.name, "gridLocation": inner})


@dataclass(frozen=True, slots=True)
class ZonedGrid:
    """Zones in order, and a grid outside of them."""

    zones: Sequence[Zone] = ()
    background: Grid | None = None

    def zone(self, x: int, y: int) -> Zone | None:
        """Find the first zone that contains a point."""
        return next((zone for zone in self.zones if zone.polygon.contains(x, y)), None)

    def name(self, x: int, y: int) -> str | None:
        """Name a point."""
        zone = self.zone(x, y)
        if zone is not None:
            return zone.location(x, y)
        return self.background.name(x, y) if self.background is not None else None
