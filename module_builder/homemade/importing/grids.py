"""Grids of a module as spaces of a folder: which hexes there are, which Areas, which boxes."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from math import floor
from typing import TYPE_CHECKING

from module_builder.homemade.importing.hexes import FEW, MOST, HexPart, hex_at, hex_part
from module_builder.homemade.importing.naming import Ids
from module_builder.vassal.grids import Grid, HexGrid, Region, RegionGrid, SquareGrid, Zone, ZonedGrid
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from module_builder.homemade.importing.left import Left
    from module_builder.vassal.geometry import Board

__all__ = ["Cell", "Chart", "chart_of"]

Point = tuple[float, float]
_BESIDE = re.compile(
    r"\bbox\b|track|eliminat|reserve|reinforc|\bpool\b|holding|\bturn|victory|\bpoints?\b|\bvps?\b|\bcup\b|\bdead\b"
    r"|casualt|record|display|available|discard|\bscore|\bround|\bused\b|\blosses\b|arrivals?\b",
    re.IGNORECASE,
)
_TO_HEXES = "#"  # what lies here is a hex


@dataclass(frozen=True, slots=True)
class Cell:
    """A space that is no hex.

    Parameters
    ----------
    id, name
        Its id, and what the module calls it.
    shape
        Corners, in pixels of the board.
    region
        Whether it is a point of the module's, with a square round it.
    zone
        Name of the zone that it lies in, where that is another one.
    """

    id: str
    name: str
    shape: tuple[Point, ...]
    region: bool = False
    zone: str = ""

    @property
    def beside(self) -> bool:
        """Whether its name, or that of its zone, is one of a box or track, and of no place."""
        return bool(_BESIDE.search(f"{self.zone} {self.name}"))

    @property
    def rect(self) -> tuple[float, float, float, float]:
        """Left, top, width and height."""
        xs, ys = [x for x, _ in self.shape], [y for _, y in self.shape]
        return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


@dataclass(frozen=True)
class Chart:
    """A board with its spaces.

    Parameters
    ----------
    board
        The module's.
    hexes
        None on a map of Areas.
    cells
        Areas, or the boxes of a map of hexes.
    find
        Gives the id of the space at a pixel of the board; empty where there is none.
    """

    board: Board
    hexes: HexPart | None
    cells: tuple[Cell, ...]
    find: Callable[[int, int], str] = field(repr=False)

    def named(self, name: str) -> str:
        """The space of a name, as at-start stacks may give it; empty where there is none."""
        for cell in self.cells:
            if cell.name == name:
                return cell.id
        if self.hexes is not None:
            wanted = {self.hexes.names.get(number, number): number for number in self.hexes.centres}
            return wanted.get(name, "")
        return ""


def chart_of(board: Board, counter: float, left: Left) -> Chart:
    """Make spaces of the grid of a board.

    Parameters
    ----------
    board
        The module's.
    counter
        Side of a counter in pixels, after which the square round a point is made.
    left
        Told of grids that are no spaces.

    Returns
    -------
    Chart
        The whole board is one Area where it has no grid.
    """
    grid = board.grid
    zones = tuple(grid.zones) if isinstance(grid, ZonedGrid) else ()
    ground = grid.background if isinstance(grid, ZonedGrid) else grid
    hexes = _largest_hexes(zones, ground)
    other = sum(isinstance(z.grid, HexGrid) and z.grid != hexes for z in zones)
    if other:
        left.add("hex grids beside the largest one (they are boxes)", count=other)
    ids = Ids()
    cells, finders = _cells(zones, hexes, counter, ids)
    part = hex_part(board, hexes) if hexes is not None else None
    if part is None:
        more, finder = _ground_cells(board, ground, counter, ids)
        cells += more
        finders.append(finder)
        if not cells:
            wide, high = board.width, board.height
            cells.append(
                Cell(ids.new("map"), board.name or "Map", ((0, 0), (wide, 0), (wide, high), (0, high)))
            )
            finders.append(lambda _x, _y: "map")

    def find(x: int, y: int) -> str:
        for finder in finders:
            if (found := finder(x, y)) is not None and found != _TO_HEXES:
                return found
            if found == _TO_HEXES:
                break
        return hex_at(hexes, part, x, y) if hexes is not None and part is not None else ""

    return Chart(board, part, tuple(cells), find)


_Finder = Callable[[int, int], "str | None"]


def _largest_hexes(zones: Sequence[Zone], ground: Grid | None) -> HexGrid | None:
    """The grid of the map, where that is one of hexes: the largest."""
    found: list[tuple[float, HexGrid]] = []
    if isinstance(ground, HexGrid):
        found.append((ground.width * ground.height / (ground.dx * ground.dy), ground))
    for zone in zones:
        if isinstance(zone.grid, HexGrid):
            wide, high = zone.polygon.size
            found.append((wide * high / (zone.grid.dx * zone.grid.dy), zone.grid))
    count, grid = max(found, key=lambda row: row[0], default=(0.0, None))
    return grid if count >= FEW else None


def _cells(
    zones: Sequence[Zone], hexes: HexGrid | None, counter: float, ids: Ids
) -> tuple[list[Cell], list[_Finder]]:
    """The zones: each a space, or the places that its own grid names; the first that holds a point counts."""
    cells: list[Cell] = []
    finders: list[_Finder] = []
    for zone in zones:
        if hexes is not None and zone.grid == hexes:
            finders.append(_leading_to_hexes(zone))
            continue
        own: list[Cell] = []
        if "gridLocation" in zone.location_format and isinstance(zone.grid, RegionGrid | SquareGrid):
            left, top = min(x for x, _ in zone.polygon.points), min(y for _, y in zone.polygon.points)
            frame = (left, top, *zone.polygon.size)
            own = _places(zone.grid, frame, counter, ids, zone)
        if own:
            finders.append(_nearest(zone, own))
        elif zone.name or zone.polygon.points:
            shape = tuple((float(x), float(y)) for x, y in zone.polygon.points)
            own = [Cell(ids.new(zone.name, "zone"), zone.name or "Zone", shape)]
            finders.append(_inside(zone, own[0].id))
        cells += own
    return cells, finders


def _leading_to_hexes(zone: Zone) -> _Finder:
    """A zone of the hexes themselves hides what lies below it."""
    return lambda x, y: _TO_HEXES if zone.polygon.contains(x, y) else None


def _inside(zone: Zone, id_: str) -> _Finder:
    return lambda x, y: id_ if zone.polygon.contains(x, y) else None


def _nearest(zone: Zone | None, cells: Sequence[Cell]) -> _Finder:
    """The nearest of some places, within their zone."""
    centres = {cell.id: _middle(cell) for cell in cells}

    def find(x: int, y: int) -> str | None:
        if zone is not None and not zone.polygon.contains(x, y):
            return None
        return min(centres, key=lambda id_: math.dist(centres[id_], (x, y)))

    return find


def _middle(cell: Cell) -> Point:
    left, top, wide, high = cell.rect
    return left + wide / 2, top + high / 2


def _ground_cells(board: Board, ground: Grid | None, counter: float, ids: Ids) -> tuple[list[Cell], _Finder]:
    if not isinstance(ground, RegionGrid | SquareGrid):
        return [], lambda _x, _y: None
    cells = _places(ground, (0, 0, board.width, board.height), counter, ids, None)
    return cells, _nearest(None, cells) if cells else (lambda _x, _y: None)


def _places(
    grid: RegionGrid | SquareGrid,
    frame: tuple[float, float, float, float],
    counter: float,
    ids: Ids,
    zone: Zone | None,
) -> list[Cell]:
    """The places that a grid names, within a zone where it is that of one."""
    if isinstance(grid, RegionGrid):
        return _squares_round(_once(grid.regions), counter, ids, zone.name if zone is not None else "")
    return list(_squares(grid, frame, ids, zone))


def _once(regions: Sequence[Region]) -> list[Region]:
    """Regions of which none lies on another."""
    return list({(r.x, r.y): r for r in regions if r.name}.values())


def _squares_round(regions: Sequence[Region], counter: float, ids: Ids, zone: str) -> list[Cell]:
    """A square round each point, so large that none lies over another."""
    found = []
    for region in regions:
        near = min(
            (max(abs(region.x - o.x), abs(region.y - o.y)) for o in regions if o is not region),
            default=math.inf,
        )
        half = max(1.0, min(0.7 * counter, near / 2 - 0.5))
        x, y = region.x, region.y
        shape = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
        found.append(Cell(ids.new(region.name), region.name, shape, region=True, zone=zone))
    return found


def _squares(
    grid: SquareGrid, frame: tuple[float, float, float, float], ids: Ids, zone: Zone | None
) -> Iterator[Cell]:
    """The squares whose centre lies on the board, or in the zone."""
    left, top, wide, high = frame
    across = range(math.ceil((left - grid.x0) / grid.dx), floor((left + wide - grid.x0) / grid.dx) + 1)
    down = range(math.ceil((top - grid.y0) / grid.dy), floor((top + high - grid.y0) / grid.dy) + 1)
    if len(across) > MOST or len(down) > MOST:
        return
    for column in across:
        for row in down:
            x, y = grid.x0 + column * grid.dx, grid.y0 + row * grid.dy
            inside = left < x < left + wide and top < y < top + high
            if not inside or (zone is not None and not zone.polygon.contains(round(x), round(y))):
                continue
            name = grid.name(round(x), round(y)) or f"{column + 1}-{row + 1}"
            a, b = max(left, x - grid.dx / 2), max(top, y - grid.dy / 2)
            c, d = min(left + wide, x + grid.dx / 2), min(top + high, y + grid.dy / 2)
            within = zone.name if zone is not None else ""
            yield Cell(ids.new(name, "square"), name, ((a, b), (c, b), (c, d), (a, d)), zone=within)
