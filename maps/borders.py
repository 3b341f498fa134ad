"""Grow Areas from their places over the land, follow the rivers, and cut the land into exact polygons.

Nothing here knows a game. Lengths are inches on the sheet; the same input gives the same polygons.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from maps.geography import Point
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon
    from shapely.geometry.base import BaseGeometry

__all__ = ["Grid", "Seed", "cut_land", "grow", "shared_edges", "soften", "trace_arcs", "wobble"]

_STEPS = (
    (1, 0, 10), (-1, 0, 10), (0, 1, 10), (0, -1, 10), (1, 1, 14), (1, -1, 14), (-1, 1, 14), (-1, -1, 14),
)  # fmt: skip
_RIVER = 200
_SEA = 400
_MASK = 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class Seed:
    """A place from which a region grows.

    Parameters
    ----------
    label
        The region.
    x, y
        Where, in inches.
    head_start
        Inches by which it is ahead of a seed that has none.

    Examples
    --------
    >>> Seed("caen", 1.0, 2.0).head_start
    0.0
    """

    label: str
    x: float
    y: float
    head_start: float = 0.0


class Grid:
    """Square cells over a sheet, each with a label or none.

    Parameters
    ----------
    width, height
        Size of the sheet in inches.
    cell
        Size of a cell in inches.

    Examples
    --------
    >>> grid = Grid(2.0, 1.0, 0.5)
    >>> grid.columns, grid.rows, grid.at(0.9, 0.1) is None
    (4, 2, True)
    """

    __slots__ = ("cell", "columns", "labels", "rows")

    def __init__(self, width: float, height: float, cell: float) -> None:
        self.cell = cell
        self.columns, self.rows = round(width / cell), round(height / cell)
        self.labels: list[str | None] = [None] * (self.columns * self.rows)

    def index(self, x: float, y: float) -> int:
        """Number of the cell at a point; points outside belong to the nearest cell.

        Parameters
        ----------
        x, y
            Inches.

        Returns
        -------
        int

        Examples
        --------
        >>> Grid(2.0, 1.0, 0.5).index(0.6, 0.6)
        5
        """
        column = min(self.columns - 1, max(0, int(x / self.cell)))
        row = min(self.rows - 1, max(0, int(y / self.cell)))
        return row * self.columns + column

    def at(self, x: float, y: float) -> str | None:
        """Label of the cell at a point.

        Parameters
        ----------
        x, y
            Inches.

        Returns
        -------
        str or None

        Examples
        --------
        >>> Grid(1.0, 1.0, 0.5).at(0.1, 0.1) is None
        True
        """
        return self.labels[self.index(x, y)]

    def cells_of(self, line: Sequence[Point]) -> set[int]:
        """Cells that a line crosses.

        Parameters
        ----------
        line
            Points in inches.

        Returns
        -------
        set of int

        Examples
        --------
        >>> sorted(Grid(2.0, 1.0, 0.5).cells_of([(0.1, 0.1), (1.9, 0.1)]))
        [0, 1, 2, 3]
        """
        found: set[int] = set()
        for (ax, ay), (bx, by) in itertools.pairwise(line):
            steps = max(1, math.ceil(math.hypot(bx - ax, by - ay) / self.cell * 4))
            for i in range(steps + 1):
                x, y = ax + (bx - ax) * i / steps, ay + (by - ay) * i / steps
                if 0 <= x < self.columns * self.cell and 0 <= y < self.rows * self.cell:
                    found.add(self.index(x, y))
        return found


def grow(grid: Grid, seeds: Iterable[Seed], *, land: set[int], rivers: set[int]) -> None:
    """Label every cell with the seed that reaches it first; rivers are slow to cross, the sea slower.

    Parameters
    ----------
    grid
        The grid, whose cells that have a label already stay as they are.
    seeds
        Where growth starts.
    land, rivers
        Cells of land, and cells that a river crosses.

    Examples
    --------
    >>> grid = Grid(3.0, 1.0, 1.0)
    >>> grow(grid, [Seed("a", 0.5, 0.5), Seed("b", 2.5, 0.5)], land={0, 1, 2}, rivers=set())
    >>> grid.labels
    ['a', 'a', 'b']
    """
    fixed = [label is not None for label in grid.labels]
    queue: list[tuple[int, str, int]] = []
    for seed in seeds:
        heapq.heappush(
            queue, (-round(seed.head_start / grid.cell * 10), seed.label, grid.index(seed.x, seed.y))
        )
    done = bytearray(len(grid.labels))
    columns, rows = grid.columns, grid.rows
    while queue:
        cost, label, at = heapq.heappop(queue)
        if done[at] or fixed[at]:
            continue
        done[at] = 1
        grid.labels[at] = label
        row, column = divmod(at, columns)
        for dx, dy, step in _STEPS:
            x, y = column + dx, row + dy
            if 0 <= x < columns and 0 <= y < rows:
                to = y * columns + x
                if not done[to]:
                    extra = _RIVER if to in rivers else 0
                    heapq.heappush(queue, (cost + step + (extra if to in land else _SEA), label, to))


def _noise(*key: object) -> float:
    value = 2166136261
    for char in repr(key):
        value = ((value ^ ord(char)) * 16777619) & _MASK
    value ^= value >> 15
    value = (value * 2246822519) & _MASK
    return ((value ^ (value >> 13)) & 0xFFFF) / 0x8000 - 1.0


def wobble(line: Sequence[Point], key: str, size: float) -> list[Point]:
    """Let a line shake as if drawn by hand; its ends stay.

    Parameters
    ----------
    line
        Points.
    key
        Decides the shaking; the same key shakes alike.
    size
        Greatest offset.

    Returns
    -------
    list of tuple

    Examples
    --------
    >>> shaken = wobble([(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)], "a/b", 0.1)
    >>> shaken[0], shaken[-1], abs(shaken[1][1]) <= 0.1
    ((0.0, 0.0), (2.0, 0.0), True)
    """
    out = [line[0]]
    for i in range(1, len(line) - 1):
        (ax, ay), (x, y), (bx, by) = line[i - 1], line[i], line[i + 1]
        length = math.hypot(bx - ax, by - ay) or 1.0
        a, b = _noise(key, i // 4), _noise(key, i // 4 + 1)
        t = (i % 4) / 4
        push = size * (a + (b - a) * t * t * (3 - 2 * t))
        out.append((x - (by - ay) / length * push, y + (bx - ax) / length * push))
    return [*out, line[-1]]


def soften(line: list[Point], *, gap: float = 0.03, rounds: int = 2) -> list[Point]:
    """Thin out the points of a line and take its corners off; its ends stay.

    Parameters
    ----------
    line
        Points.
    gap
        Points nearer than this to the last one kept are dropped.
    rounds
        How often to smooth.

    Returns
    -------
    list of (x, y)

    Examples
    --------
    >>> soften([(0.0, 0.0), (0.01, 0.5), (0.02, 0.5), (1.0, 0.0)], rounds=0)
    [(0.0, 0.0), (0.01, 0.5), (1.0, 0.0)]
    """
    kept = [line[0]]
    for point in line[1:-1]:
        if math.dist(point, kept[-1]) >= gap:
            kept.append(point)
    return _smooth([*kept, line[-1]], rounds)


def _smooth(line: list[Point], rounds: int) -> list[Point]:
    for _ in range(rounds):
        mid = [
            ((a[0] + 2 * p[0] + b[0]) / 4, (a[1] + 2 * p[1] + b[1]) / 4)
            for a, p, b in zip(line, line[1:], line[2:], strict=False)
        ]
        line = [line[0], *mid, line[-1]]
    return line


def _cracks(grid: Grid) -> dict[Point, list[tuple[Point, tuple[str, str]]]]:
    """Lattice edges between differently labelled cells, by lattice point."""
    edges: dict[Point, list[tuple[Point, tuple[str, str]]]] = defaultdict(list)

    def add(p: Point, q: Point, one: str | None, two: str | None) -> None:
        if one is not None and two is not None and one != two:
            pair = (one, two) if one < two else (two, one)
            edges[p].append((q, pair))
            edges[q].append((p, pair))

    for row in range(grid.rows):
        for column in range(grid.columns):
            here = grid.labels[row * grid.columns + column]
            if column + 1 < grid.columns:
                right = grid.labels[row * grid.columns + column + 1]
                add((column + 1, row), (column + 1, row + 1), here, right)
            if row + 1 < grid.rows:
                below = grid.labels[(row + 1) * grid.columns + column]
                add((column, row + 1), (column + 1, row + 1), here, below)
    return edges


def trace_arcs(grid: Grid, *, rounds: int = 12) -> list[tuple[tuple[str, str], list[Point]]]:
    """Follow the borders between labels from one meeting point to the next, and smooth them.

    Parameters
    ----------
    grid
        A labelled grid.
    rounds
        How often to smooth.

    Returns
    -------
    list of ((label, label), line)
        In inches.

    Examples
    --------
    >>> grid = Grid(2.0, 1.0, 1.0)
    >>> grid.labels[:] = ["a", "b"]
    >>> trace_arcs(grid)
    [(('a', 'b'), [(1.0, 0.0), (1.0, 1.0)])]
    """
    edges = _cracks(grid)
    nodes = [p for p, out in sorted(edges.items()) if len(out) != 2 or out[0][1] != out[1][1]]
    used: set[tuple[Point, Point]] = set()
    arcs: list[tuple[tuple[str, str], list[Point]]] = []
    ends = set(nodes)
    for start in [*nodes, *sorted(edges)]:
        for first, pair in sorted(edges[start]):
            if (start, first) in used:
                continue
            line = [start, first]
            used |= {(start, first), (first, start)}
            while line[-1] not in ends and line[-1] != start:
                onward = [q for q, _ in edges[line[-1]] if q != line[-2]]
                used |= {(line[-1], onward[0]), (onward[0], line[-1])}
                line.append(onward[0])
            inches = [(x * grid.cell, y * grid.cell) for x, y in line]
            arcs.append((pair, _smooth(inches, rounds)))
    return arcs


def cut_land(
    land: Polygon | MultiPolygon, arcs: Iterable[Sequence[Point]], grid: Grid, *, precision: float = 0.0005
) -> dict[str, Polygon]:
    """Cut the land along the arcs; neighbours share every vertex of their border.

    Parameters
    ----------
    land
        The land.
    arcs
        The borders.
    grid
        Says which label a piece belongs to.
    precision
        Coordinates are rounded to this before cutting.

    Returns
    -------
    dict of str to shapely.Polygon
        One polygon per label; its small loose pieces go to the neighbour with the longest border.

    Examples
    --------
    >>> from shapely import box
    >>> grid = Grid(2.0, 1.0, 1.0)
    >>> grid.labels[:] = ["a", "b"]
    >>> areas = cut_land(box(0, 0, 2, 1), [[(1.0, 0.0), (1.0, 1.0)]], grid)
    >>> areas["a"].area, areas["b"].area
    (1.0, 1.0)
    """
    import shapely

    lines = [land.boundary, *(shapely.LineString(a) for a in arcs)]
    noded = shapely.unary_union(
        [shapely.set_precision(line, precision) for line in lines], grid_size=precision
    )
    faces: dict[str, list[Polygon]] = defaultdict(list)
    for face in shapely.get_parts(shapely.polygonize(shapely.get_parts(noded))):
        inner = face.representative_point()
        label = grid.at(inner.x, inner.y)
        if label is not None and land.contains(inner):
            faces[label].append(face)
    return _one_piece_each(faces)


def _one_piece_each(faces: Mapping[str, list[Polygon]]) -> dict[str, Polygon]:
    """Join each label's faces; a loose piece joins the label with which it shares most border."""
    import shapely

    whole: dict[str, Polygon] = {}
    loose: list[tuple[str, Polygon]] = []
    for label in sorted(faces):
        parts = sorted(shapely.get_parts(shapely.unary_union(faces[label])), key=lambda p: -p.area)
        whole[label] = parts[0]
        loose += [(label, p) for p in parts[1:]]
    for _, piece in loose:
        shared = {k: piece.boundary.intersection(v.boundary).length for k, v in whole.items()}
        best = max(sorted(shared), key=lambda k: shared[k])
        if shared[best] > 0:
            joined = shapely.unary_union([whole[best], piece])
            whole[best] = max(shapely.get_parts(joined), key=lambda p: p.area)
    return whole


def shared_edges(areas: Mapping[str, Polygon], *, least: float) -> dict[tuple[str, str], BaseGeometry]:
    """Find the common borders of polygons.

    Parameters
    ----------
    areas
        The polygons.
    least
        Shorter common borders do not count.

    Returns
    -------
    dict of (label, label) to shapely geometry
        Labels in order; a border of several parts is a MultiLineString.

    Examples
    --------
    >>> from shapely import box
    >>> edges = shared_edges({"a": box(0, 0, 1, 1), "b": box(1, 0, 2, 1)}, least=0.1)
    >>> edges[("a", "b")].length
    1.0
    """
    import shapely

    tree = shapely.STRtree(list(areas.values()))
    names = list(areas)
    found: dict[tuple[str, str], BaseGeometry] = {}
    for i, j in sorted(zip(*tree.query(list(areas.values()), predicate="intersects").tolist(), strict=True)):
        if names[i] < names[j]:
            common = areas[names[i]].boundary.intersection(areas[names[j]].boundary)
            parts = [g for g in shapely.get_parts(common) if g.geom_type in {"LineString", "LinearRing"}]
            line = shapely.line_merge(shapely.union_all(parts)) if parts else None
            if line is not None and line.length >= least:
                found[names[i], names[j]] = line
    return found
