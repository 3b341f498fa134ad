"""Rivers laid along hexsides and roads laid over hexes: the shortest ways that keep near the true courses."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TypeVar

from maps.geography import Point
from module_builder.vassal.values import dataclass

__all__ = ["Lattice", "Plane", "Vertex", "away", "first_inside", "lay_river", "lay_road", "shortest"]

Vertex = tuple[int, int]
_T = TypeVar("_T", str, Vertex)
_NEAR = 0.9  # rows within which a river joins another one
_DRIFT = 6.0
_BEND = 0.45
_SHARED = 0.72
_FORD = {"minor-river": 0.15, "major-river": 0.6}


@dataclass(frozen=True, slots=True)
class Plane:
    """A hex grid in the plane of its generator.

    Parameters
    ----------
    ring
        The six neighbours of a hex in turn; None off the map.
    corners
        Its corners; the side between corner i and i + 1 faces neighbour i.
    middle
        Its centre.
    hex_at
        The hex that holds a point; None off the map.
    key
        Whole numbers that name a corner, the same from all its hexes.
    """

    ring: Callable[[str], Sequence[str | None]]
    corners: Callable[[str], Sequence[Point]]
    middle: Callable[[str], Point]
    hex_at: Callable[[Point], str | None]
    key: Callable[[Point], Vertex]

    def neighbours(self, number: str) -> list[str]:
        """The neighbours of a hex that lie on the map, in turn."""
        return [n for n in self.ring(number) if n is not None]


def away(at: Point, line: Sequence[Point]) -> tuple[float, int]:
    """Distance of a point from a line, and the number of the nearest stretch.

    Parameters
    ----------
    at, line
        The point; the points of the line.

    Returns
    -------
    (float, int)

    Examples
    --------
    >>> away((1, 1), [(0, 0), (2, 0), (2, 9)])
    (1.0, 0)
    """
    return min((_gap(at, a, b), i) for i, (a, b) in enumerate(itertools.pairwise(line)))


def _gap(at: Point, a: Point, b: Point) -> float:
    """Distance of a point from one stretch."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = dx * dx + dy * dy
    t = 0.0 if long == 0 else max(0.0, min(1.0, ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / long))
    return math.hypot(at[0] - a[0] - dx * t, at[1] - a[1] - dy * t)


def shortest(start: _T, goals: Collection[_T], steps: Callable[[_T], Iterable[tuple[_T, float]]]) -> list[_T]:
    """The cheapest way; empty where there is none.

    Parameters
    ----------
    start, goals
        Where from; where to, any of them.
    steps
        What lies next to a place, with its cost.

    Returns
    -------
    list

    Examples
    --------
    >>> shortest("a", {"c"}, lambda at: {"a": [("b", 1.0), ("c", 9.0)], "b": [("c", 1.0)]}[at])
    ['a', 'b', 'c']
    """
    queue: list[tuple[float, _T]] = [(0.0, start)]
    best, came = {start: 0.0}, {start: start}
    while queue:
        cost, here = heapq.heappop(queue)
        if here in goals:
            way = [here]
            while way[-1] != start:
                way.append(came[way[-1]])
            return way[::-1]
        if cost > best[here]:
            continue
        for there, more in steps(here):
            if cost + more < best.get(there, math.inf):
                best[there], came[there] = cost + more, here
                heapq.heappush(queue, (cost + more, there))
    return []


class Lattice:
    """The corners of the hexes as a graph: each hexside joins two of them.

    Parameters
    ----------
    plane
        Their grid.
    numbers
        The hexes.
    """

    __slots__ = ("around", "at", "ends", "sides")

    def __init__(self, plane: Plane, numbers: Iterable[str]) -> None:
        self.at: dict[Vertex, Point] = {}
        self.sides: dict[tuple[Vertex, Vertex], tuple[str, str]] = {}
        self.around: dict[Vertex, list[Vertex]] = {}
        known = set(numbers)
        for number in sorted(known):
            points = plane.corners(number)
            keys = [plane.key(at) for at in points]
            self.at.update(zip(keys, points, strict=True))
            for i, other in enumerate(plane.ring(number)):
                a, b = sorted((keys[i], keys[(i + 1) % 6]))
                if other in known and (a, b) not in self.sides:
                    first, second = sorted((number, other))
                    self.sides[a, b] = (first, second)
                    self.around.setdefault(a, []).append(b)
                    self.around.setdefault(b, []).append(a)
        self.at = {v: at for v, at in self.at.items() if v in self.around}
        self.ends = {pair: ends for ends, pair in self.sides.items()}

    def side(self, a: Vertex, b: Vertex) -> tuple[str, str]:
        """The two hexes of the hexside between two corners."""
        return self.sides[(a, b) if a < b else (b, a)]

    def middle(self, a: Vertex, b: Vertex) -> Point:
        """Middle of the hexside between two corners."""
        (ax, ay), (bx, by) = self.at[a], self.at[b]
        return (ax + bx) / 2, (ay + by) / 2


def _nearest(lattice: Lattice, at: Point, among: Collection[Vertex]) -> Vertex:
    (x, y), where = at, lattice.at
    close = [v for v in among if abs(where[v][0] - x) < 1 and abs(where[v][1] - y) < 1]
    best = min(((math.dist(where[v], at), v) for v in close), default=(math.inf, None))
    return best[1] if best[1] and best[0] < 1 else min(among, key=lambda v: (math.dist(where[v], at), v))


def lay_river(
    lattice: Lattice, line: Sequence[Point], kinds: Sequence[str], laid: Mapping[tuple[str, str], str]
) -> dict[tuple[str, str], str]:
    """Lay one river along hexsides; it joins a river that is there already where it ends near it.

    Parameters
    ----------
    lattice
        The corners of the hexes that a river may touch.
    line
        Its course in the plane.
    kinds
        Kind of each stretch.
    laid
        Hexsides of the rivers that are there.

    Returns
    -------
    dict of (hex, hex) to str
        Kind of each hexside.
    """
    wet = {v for pair in laid for v in lattice.ends.get(pair, ())}
    start, end = _nearest(lattice, line[0], lattice.at), _nearest(lattice, line[-1], lattice.at)
    if wet:
        joins = _nearest(lattice, line[-1], wet)
        end = joins if math.dist(lattice.at[joins], line[-1]) < _NEAR else end

    def steps(here: Vertex) -> Iterable[tuple[Vertex, float]]:
        for there in lattice.around[here]:
            gap, _ = away(lattice.middle(here, there), line)
            yield there, 0.12 + _DRIFT * gap * gap

    way = shortest(start, {end}, steps)
    return {
        lattice.side(a, b): kinds[away(lattice.middle(a, b), line)[1]] for a, b in itertools.pairwise(way)
    }


def lay_road(
    plane: Plane,
    places: Sequence[Point],
    open_hexes: Collection[str],
    rivers: Mapping[tuple[str, str], str],
    laid: Collection[tuple[str, str]],
    *,
    ford: Mapping[str, float] | None = None,
) -> list[tuple[str, str]]:
    """Lay one road from place to place over hexes; it likes the roads that are there and dislikes rivers.

    Parameters
    ----------
    plane
        The grid.
    places
        Points of the plane; an end off the map stands for the edge.
    open_hexes
        Hexes that a road may enter.
    rivers
        Kind of each river hexside.
    laid
        Hexsides that roads cross already.
    ford
        What crossing a hexside of each kind costs more; without it as rivers do.

    Returns
    -------
    list of (hex, hex)
        The hexsides that it crosses.
    """
    fords = _FORD if ford is None else ford
    crossed: list[tuple[str, str]] = []
    for a, b in itertools.pairwise(places):
        start, goal = first_inside(plane, a, b, open_hexes), first_inside(plane, b, a, open_hexes)
        if start is None or goal is None or start == goal:
            continue

        def steps(here: str, line: Sequence[Point] = (a, b)) -> Iterable[tuple[str, float]]:
            for there in plane.neighbours(here):
                if there in open_hexes:
                    pair = (here, there) if here < there else (there, here)
                    gap, _ = away(plane.middle(there), line)
                    cost = 1 + _BEND * gap * gap + (0 if pair in laid else fords.get(rivers.get(pair, ""), 0))
                    yield there, cost * (_SHARED if pair in laid else 1)

        way = shortest(start, {goal}, steps)
        crossed += [(x, y) if x < y else (y, x) for x, y in itertools.pairwise(way)]
    return crossed


def first_inside(plane: Plane, a: Point, b: Point, open_hexes: Collection[str]) -> str | None:
    """The first open hex on the straight way from a to b.

    Parameters
    ----------
    plane
        The grid.
    a, b
        Points of the plane.
    open_hexes
        Hexes that count.

    Returns
    -------
    str or None
        None without one.
    """
    for i in range(401):
        t = i / 400
        number = plane.hex_at((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
        if number in open_hexes:
            return number
    return None
