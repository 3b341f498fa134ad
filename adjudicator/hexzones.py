"""The engine's own grids of the hexes of a window: near a corner no exact distance decides a name."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from maps.lattice import HexLattice
from module_builder.vassal.grids import HexGrid, Numbering
from module_builder.vassal.polygon import Polygon

if TYPE_CHECKING:
    from maps.lattice import Lattice, LineLattice
    from maps.linegrid import Sheet

__all__ = ["HexZone", "hex_zones"]


@dataclass(frozen=True, slots=True)
class HexZone:
    """A grid of hexes, with the part of the board that it names.

    Parameters
    ----------
    name
        Name of its zone; empty for the grid behind all zones.
    letter
        What stands before its numbers in the id of a hex.
    polygon
        The part of the board; None for all of it.
    grid
        The grid, with its numbering.

    Examples
    --------
    >>> (zone,) = hex_zones(HexLattice(10, 20, 60, 70), (600, 700))
    >>> zone.number(70, 200), zone.polygon
    ('0102', None)
    """

    name: str
    letter: str
    polygon: Polygon | None
    grid: HexGrid

    def number(self, x: int, y: int) -> str | None:
        """Id of the hex of a point; None outside of this part of the board."""
        if self.polygon is not None and not self.polygon.contains(x, y):
            return None
        return self.letter + (self.grid.name(x, y) or "")


def hex_zones(lattice: Lattice, size: tuple[int, int]) -> tuple[HexZone, ...]:
    """The grids of a lattice: one behind all zones for columns, one in its own zone for each sheet of lines.

    Parameters
    ----------
    lattice
        Where the hexes lie.
    size
        Of the board.

    Returns
    -------
    tuple of HexZone

    Examples
    --------
    >>> from maps.lattice import LineLattice
    >>> from maps.linegrid import LineGrid, Sheet
    >>> west, east = Sheet("w", (1, 9), (1, 5), place=-4), Sheet("e", (1, 9), (2, 6))
    >>> zones = hex_zones(LineLattice(300, 620, 70, 60, LineGrid((west, east))), (800, 700))
    >>> [zone.number(440, 500) for zone in zones], zones[0].name
    ([None, 'e0202'], 'Sheet W')
    """
    if isinstance(lattice, HexLattice):
        numbering = Numbering(h_off=0, v_off=0, stagger=False)
        at = lattice.x0, lattice.y0, lattice.dx, lattice.dy
        return (HexZone("", "", None, HexGrid(*at, numbering=numbering, width=size[0], height=size[1])),)
    return tuple([_sheet_zone(lattice, sheet) for sheet in lattice.grid.sheets])


def _sheet_zone(at: LineLattice, sheet: Sheet) -> HexZone:
    """One sheet of lines: sideways, with the lines counted from the south."""
    polygon = _bricks(at, sheet)
    wide, high = polygon.size
    first = sheet.lines[1] + (sheet.lines[1] & 1 if at.grid.shifted == "odd" else 1 - (sheet.lines[1] & 1))
    rows = math.floor(high / at.dy + 0.5)
    numbering = Numbering(h_off=first - rows, v_off=0, v_descend=True, stagger=False)
    grid = HexGrid(
        at.y0 - (first + sheet.line) * at.dy,
        at.x0 + sheet.place * at.dx,
        at.dy,
        at.dx,
        sideways=True,
        numbering=numbering,
        width=wide,
        height=high,
    )
    return HexZone(f"Sheet {sheet.letter.upper()}", sheet.letter, polygon, grid)


def _bricks(at: LineLattice, sheet: Sheet) -> Polygon:
    """Outline of a sheet of bricks, as the engine cuts hexes; the points of the outer ones belong to it."""
    left: list[tuple[int, int]] = []
    right: list[tuple[int, int]] = []
    far, half = at.dy * 2 / 3, at.dy / 2
    for line in range(sheet.lines[1], sheet.lines[0] - 1, -1):
        (x0, y), (x1, _) = (at.spot(line + sheet.line, place + sheet.place) for place in sheet.places)
        top = math.ceil(y - (far if line == sheet.lines[1] else half))
        bottom = math.ceil(y + (far if line == sheet.lines[0] else half))
        west, east = math.ceil(x0 - at.dx / 2), math.ceil(x1 + at.dx / 2)
        left += [(west, top), (west, bottom)]
        right += [(east, top), (east, bottom)]
    return Polygon((*right, *reversed(left)))
