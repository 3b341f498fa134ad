"""The engine's own grids of the hexes of a window: near a corner no exact distance decides a name."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from maps.lattice import HexLattice, LineLattice
from module_builder.vassal.grids import HexGrid, Numbering
from module_builder.vassal.polygon import Polygon
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from maps.lattice import Lattice
    from maps.linegrid import Sheet

__all__ = ["HexZone", "cut_zones", "hex_zones"]


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
        before = 0 if lattice.lower == "odd" else 1  # columns by which the engine's first lies left of ours
        leading = lattice.digits - 1
        numbering = Numbering(h_off=-before, v_off=0, h_leading=leading, v_leading=leading, stagger=False)
        at = lattice.x0 - before * lattice.dx, lattice.y0, lattice.dx, lattice.dy
        return (HexZone("", "", None, HexGrid(*at, numbering=numbering, width=size[0], height=size[1])),)
    return tuple([_sheet_zone(lattice, sheet) for sheet in lattice.grid.sheets])


def cut_zones(lattice: LineLattice, rect: tuple[int, int, int, int]) -> tuple[HexZone, ...]:
    """The grids of one of several boards that show parts of a plane: one for each sheet with hexes on it.

    Parameters
    ----------
    lattice
        Where the hexes lie in the plane.
    rect
        Left, top, width and height of the board in the plane; a hex that reaches over the edge has its
        number on both boards.

    Returns
    -------
    tuple of HexZone
        In pixels of the board.

    Examples
    --------
    >>> from maps.lattice import LineLattice
    >>> from maps.linegrid import LineGrid, Sheet
    >>> sheets = (Sheet("a", (1, 9), (1, 5)), Sheet("b", (1, 9), (1, 5), place=5))
    >>> plane = LineLattice(800, 20, 70, 60, LineGrid(sheets, northward=False, westward=True))
    >>> whole, thread = cut_zones(plane, (0, 0, 400, 600))
    >>> whole.name, whole.number(240, 140), thread.name
    ('Sheet B', 'b0203', 'Sheet A')
    """
    moved = LineLattice(lattice.x0 - rect[0], lattice.y0 - rect[1], lattice.dx, lattice.dy, lattice.grid)
    size = rect[2], rect[3]
    held = [(sheet, rows) for sheet in lattice.grid.sheets if (rows := _owned(moved, sheet, size))]
    zones = [_sheet_zone(moved, sheet, rows, size) for sheet, rows in held]
    cut = [zone for zone in zones if zone.polygon is not None and zone.polygon.points]
    return tuple(sorted(cut, key=_room))  # threads along an edge come last


def _room(zone: HexZone) -> int:
    """Less for a zone that takes more room."""
    assert zone.polygon is not None  # noqa: S101 - it is cut from a board
    wide, high = zone.polygon.size
    return -wide * high


_Rows = dict[int, tuple[int, int]]  # printed line -> first and last position


def _owned(at: LineLattice, sheet: Sheet, size: tuple[int, int]) -> _Rows:
    """The hexes of a sheet that bear its numbers and of which a board shows a part, line by line."""
    found: _Rows = {}
    wide, high = at.dx / 2, at.dy * 2 / 3
    for line in range(sheet.lines[0], sheet.lines[1] + 1):
        inside = []
        for place in range(sheet.places[0], sheet.places[1] + 1):
            x, y = at.spot(line + sheet.line, place + sheet.place)
            number = at.grid.find(line + sheet.line, place + sheet.place) or ""
            if -wide < x < size[0] + wide and -high < y < size[1] + high and number[:1] == sheet.letter:
                inside.append(place)
        if inside:
            found[line] = (inside[0], inside[-1])
    return found


def _sheet_zone(
    at: LineLattice, sheet: Sheet, rows: _Rows | None = None, size: tuple[int, int] | None = None
) -> HexZone:
    """One sheet of lines, or what a board shows of it: sideways, counted as its grid counts."""
    held = rows or dict.fromkeys(range(sheet.lines[0], sheet.lines[1] + 1), sheet.places)
    polygon = _bricks(at, sheet, held) if size is None else _cut_bricks(at, sheet, held, size)
    wide, high = polygon.size
    along = math.floor(high / at.dy + 0.5)
    across = math.floor(wide / at.dx + 0.5)
    right, down = (-1 if at.grid.westward else 1), (-1 if at.grid.northward else 1)
    # The engine moves every second line from the first on half a hex to the right.
    ahead = (at.grid.shifted == "odd") == (right > 0)
    first = max(held) if down < 0 else min(held)
    first += down * -1 if bool(first + sheet.line & 1) == ahead else 0
    x, y = at.spot(first + sheet.line, sheet.place)
    numbering = Numbering(
        h_off=first - along if down < 0 else first,
        v_off=0 if right > 0 else -across,
        v_descend=down < 0,
        h_descend=right < 0,
        h_leading=at.grid.digits - 1,
        v_leading=at.grid.digits - 1,
        stagger=False,
    )
    grid = HexGrid(
        int(y),
        int(x),
        at.dy,
        at.dx,
        sideways=True,
        numbering=numbering,
        width=wide,
        height=high,
    )
    return HexZone(f"Sheet {sheet.letter.upper()}", sheet.letter, polygon, grid)


def _bricks(at: LineLattice, sheet: Sheet, held: _Rows) -> Polygon:
    """Outline of a sheet of bricks, as the engine cuts hexes; the points of the outer ones belong to it."""
    left: list[tuple[int, int]] = []
    right: list[tuple[int, int]] = []
    far, half = at.dy * 2 / 3, at.dy / 2
    lines = sorted(held, key=lambda line: at.spot(line + sheet.line, 0)[1])
    for line in lines:
        ends = sorted(at.spot(line + sheet.line, place + sheet.place) for place in held[line])
        (x0, y), (x1, _) = ends[0], ends[-1]
        top = math.ceil(y - (far if line == lines[0] else half))
        bottom = math.ceil(y + (far if line == lines[-1] else half))
        west, east = math.ceil(x0 - at.dx / 2), math.ceil(x1 + at.dx / 2)
        left += [(west, top), (west, bottom)]
        right += [(east, top), (east, bottom)]
    return Polygon((*right, *reversed(left)))


def _cut_bricks(at: LineLattice, sheet: Sheet, held: _Rows, size: tuple[int, int]) -> Polygon:
    """Outline of the bricks of a sheet as far as a board shows them, a thread along lines that end there."""
    left: list[tuple[int, int]] = []
    right: list[tuple[int, int]] = []
    thread = (0, 1) if _touches_west(at, sheet, held) else (size[0] - 1, size[0])
    for line in sorted(range(min(held), max(held) + 1), key=lambda line: at.spot(line + sheet.line, 0)[1]):
        places = held.get(line, next(iter(held.values())))
        ends = sorted(at.spot(line + sheet.line, place + sheet.place) for place in places)
        (x0, y), (x1, _) = ends[0], ends[-1]
        ahead = 1 if at.grid.northward else -1
        top = max(0, math.ceil(y - _reach(at, line + sheet.line + ahead, places[0] + sheet.place)))
        bottom = math.ceil(y + _reach(at, line + sheet.line - ahead, places[0] + sheet.place))
        west, east = max(0, math.ceil(x0 - at.dx / 2)), min(size[0], math.ceil(x1 + at.dx / 2))
        if line not in held or west >= east:
            west, east = thread
        if top < min(bottom, size[1]):
            left += [(west, top), (west, min(bottom, size[1]))]
            right += [(east, top), (east, min(bottom, size[1]))]
    return Polygon(tuple(_without_middles([*right, *reversed(left)])))


def _touches_west(at: LineLattice, sheet: Sheet, held: _Rows) -> bool:
    """Whether a sheet reaches over the western edge of a board."""
    spots = (at.spot(line + sheet.line, n + sheet.place)[0] for line, places in held.items() for n in places)
    return min(spots) < at.dx / 2


def _reach(at: LineLattice, line: int, place: int) -> float:
    """Pixels from a centre to the edge of its brick: beside a line without hexes its point belongs to it."""
    beside = any(at.grid.find(line, place + n) for n in (-1, 0, 1))
    return at.dy / 2 if beside else at.dy * 2 / 3


def _without_middles(points: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Points of an outline without those that lie on a straight line between their neighbours."""
    found: list[tuple[int, int]] = []
    for point in points:
        if found and found[-1] == point:
            continue
        while len(found) > 1 and found[-1][0] == found[-2][0] == point[0]:
            found.pop()
        found.append(point)
    return found
