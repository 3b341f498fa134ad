"""Rivers as they flow: one stroke from stretch to stretch, wider downstream, up to the sea."""

from __future__ import annotations

import heapq
import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from maps.drawing import Canvas, Colour
from maps.geography import Point
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon

__all__ = ["Course", "course_stroke", "courses", "share_of_width"]

_Side = tuple[Point, Point]
_Spot = tuple[int, int]
_NARROW, _WIDE = 0.74, 1.22  # share of its usual width at its source, and at its widest
_STEP = 0.22  # pixels by which the width of a stroke changes at once
_SHORE = 5.0  # pixels beyond the coast up to which water flows


@dataclass(frozen=True, slots=True)
class Course:
    """A stretch of a river between confluences.

    Parameters
    ----------
    kind
        What the river is.
    line
        Its points, downstream.
    first, last
        Shares of the usual width at both ends.
    mouth
        Whether it ends in the sea.

    Examples
    --------
    >>> Course("stream", [(0.0, 0.0), (9.0, 0.0)], 0.8, 0.9, mouth=False).kind
    'stream'
    """

    kind: str
    line: list[Point]
    first: float
    last: float
    mouth: bool


def courses(
    sides: Mapping[str, Iterable[_Side]],
    *,
    land: Polygon | MultiPolygon,
    reach: float,
    bend: Callable[[Sequence[Point]], list[Point]],
    full: float,
) -> list[Course]:
    """Join hexsides, or other stretches, into rivers that flow to the sea.

    A river whose end is not farther from the drawn coast than `reach` flows into the sea; one that finds no
    sea flows to its northern end, as the rivers of Normandy do.

    Parameters
    ----------
    sides
        Kind -> its hexsides, the smaller kinds first.
    land
        All land as it is drawn.
    reach
        Distance of the end of a river from the sea at which it flows on.
    bend
        Lets a line wind; it keeps its ends.
    full
        Length upstream from which a river is as wide as it gets.

    Returns
    -------
    list of Course
        In the order of `sides`.

    Examples
    --------
    >>> from shapely import box
    >>> stream, river = [((5, 0), (5, 10)), ((5, 10), (5, 20))], [((0, 20), (5, 20)), ((5, 20), (9, 20))]
    >>> sides = {"stream": stream, "river": river}
    >>> found = courses(sides, land=box(-5, -5, 10, 50), reach=3, bend=list, full=100)
    >>> [(c.kind, c.line[0], c.line[-1][0] > 10, c.first < c.last) for c in found]
    [('stream', (5, 0), False, True), ('river', (0, 20), False, True), ('river', (5, 20), True, True)]
    """
    net = _Net(sides)
    shore = {spot: _to_sea(net.spots[spot], land) for spot, others in net.around.items() if len(others) == 1}
    mouths = {spot: end for spot, (away, end) in shore.items() if away <= reach}
    far = net.distances(list(mouths))
    flow = net.flow(far)
    found = []
    for kind, stretch in net.stretches():
        line = stretch if far[stretch[0]] >= far[stretch[-1]] else stretch[::-1]
        points = bend([net.spots[spot] for spot in line])
        end = mouths.get(line[-1])
        if end is not None:
            points = [*points, *_between(points[-1], end)]
        own = math.dist(net.spots[line[0]], net.spots[line[1]])
        first = share_of_width((flow[frozenset(line[:2])] - own) / full)
        last = share_of_width(flow[frozenset(line[-2:])] / full)
        found.append(Course(kind, points, first, last, mouth=end is not None))
    return found


def share_of_width(flow: float) -> float:
    """Share of its usual width that a river has.

    Parameters
    ----------
    flow
        Its length upstream, in the length from which it is as wide as it gets.

    Returns
    -------
    float

    Examples
    --------
    >>> share_of_width(0.0) < share_of_width(0.5) < share_of_width(1.0) == share_of_width(9.0)
    True
    """
    return _NARROW + (_WIDE - _NARROW) * math.sqrt(min(1.0, flow))


def _between(a: Point, b: Point) -> list[Point]:
    count = max(1, math.ceil(math.dist(a, b) / 6))
    return [(a[0] + (b[0] - a[0]) * i / count, a[1] + (b[1] - a[1]) * i / count) for i in range(1, count + 1)]


def _to_sea(at: Point, land: Polygon | MultiPolygon) -> tuple[float, Point]:
    """How far the sea is, and a point a little beyond its shore."""
    import shapely

    here = shapely.Point(at)
    if not land.contains(here):
        return 0.0, at
    (_, _), (x, y) = shapely.shortest_line(here, land.boundary).coords
    away = math.dist(at, (x, y))
    more = 1 + _SHORE / away if away else 1.0
    return away, (at[0] + (x - at[0]) * more, at[1] + (y - at[1]) * more)


class _Net:
    """Hexsides as a net of spots."""

    def __init__(self, sides: Mapping[str, Iterable[_Side]]) -> None:
        self.spots: dict[_Spot, Point] = {}
        self.around: dict[_Spot, list[_Spot]] = defaultdict(list)
        self._kinds: dict[frozenset[_Spot], str] = {}
        self._order = list(sides)
        for kind, pairs in sides.items():
            for a, b in pairs:
                one, other = (round(a[0]), round(a[1])), (round(b[0]), round(b[1]))
                if one == other:
                    continue
                self.spots.setdefault(one, a)
                self.spots.setdefault(other, b)
                self.around[one].append(other)
                self.around[other].append(one)
                self._kinds[frozenset((one, other))] = kind

    def distances(self, mouths: Sequence[_Spot]) -> dict[_Spot, float]:
        """How far each spot is from where its river ends."""
        far = self._spread(mouths)
        for spot in sorted(self.around, key=lambda s: (len(self.around[s]) > 1, s[1], s[0])):
            if spot not in far:
                far.update(self._spread([spot]))
        return far

    def _spread(self, starts: Sequence[_Spot]) -> dict[_Spot, float]:
        far: dict[_Spot, float] = {}
        heap = [(0.0, spot) for spot in sorted(starts)]
        while heap:
            away, spot = heapq.heappop(heap)
            if spot in far:
                continue
            far[spot] = away
            for other in self.around[spot]:
                if other not in far:
                    heapq.heappush(heap, (away + math.dist(self.spots[spot], self.spots[other]), other))
        return far

    def flow(self, far: Mapping[_Spot, float]) -> dict[frozenset[_Spot], float]:
        """Length upstream of each side, itself with it; where arms part, each has its share."""
        flow: dict[frozenset[_Spot], float] = {}
        carried: dict[_Spot, float] = defaultdict(float)
        for spot in sorted(self.around, key=lambda s: (-far[s], s)):
            down = [other for other in self.around[spot] if (far[other], other) < (far[spot], spot)]
            for other in down:
                here = math.dist(self.spots[spot], self.spots[other]) + carried[spot] / len(down)
                flow[frozenset((spot, other))] = here
                carried[other] += here
        return flow

    def stretches(self) -> list[tuple[str, list[_Spot]]]:
        """Lines between confluences, sources, mouths and changes of kind."""
        ends = [spot for spot in sorted(self.around) if self._ends(spot)]
        used: set[frozenset[_Spot]] = set()
        found: list[tuple[str, list[_Spot]]] = []
        for start in (*ends, *sorted(self.around)):  # a ring has no end, and begins anywhere
            for step in sorted(self.around[start]):
                pair = frozenset((start, step))
                if pair not in used:
                    found.append((self._kinds[pair], self._walk(start, step, used)))
        return sorted(found, key=lambda stretch: self._order.index(stretch[0]))

    def _ends(self, spot: _Spot) -> bool:
        around = self.around[spot]
        return len(around) != 2 or len({self._kinds[frozenset((spot, o))] for o in around}) > 1

    def _walk(self, start: _Spot, step: _Spot, used: set[frozenset[_Spot]]) -> list[_Spot]:
        line, here, there = [start], start, step
        while True:
            used.add(frozenset((here, there)))
            line.append(there)
            if self._ends(there) or there == start:
                return line
            here, there = there, next(o for o in self.around[there] if o != here)


def course_stroke(canvas: Canvas, course: Course, colour: Colour, width: float, more: float = 0.0) -> None:
    """Draw a stretch of a river in one colour, wider downstream.

    Parameters
    ----------
    canvas, course, colour
        Where, what and in which colour.
    width
        Usual width of the river.
    more
        What its banks add to it on both sides together.
    """
    first, last = width * course.first, width * course.last
    line = _open(course.line, last / 2 + more + _SHORE) if course.mouth and more else course.line
    count = max(1, min(len(line) - 1, math.ceil(abs(last - first) / _STEP)))
    cuts = [round(i * (len(line) - 1) / count) for i in range(count + 1)]
    for i, (start, end) in enumerate(itertools.pairwise(cuts)):
        wide = first + (last - first) * (i + 0.5) / count
        canvas.line(line[start : end + 1], colour, wide + more)


def _open(line: list[Point], room: float) -> list[Point]:
    """Banks end before the water does, so that a mouth is open."""
    end = next((i for i in range(len(line) - 1, 1, -1) if math.dist(line[i], line[-1]) >= room), 1)
    return line[: end + 1]
