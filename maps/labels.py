"""Find room inside a polygon: points for pieces that keep apart from each other and from the border."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from maps.geography import Point

if TYPE_CHECKING:
    from shapely import Polygon

__all__ = ["Slot", "overlaps", "place_slots"]


@dataclass(frozen=True, slots=True)
class Slot:
    """A thing that needs a rectangle of room.

    Parameters
    ----------
    key
        Its name.
    width, height
        Room it needs.
    pull
        Direction in which it would rather lie, as a share of the polygon's size: right, down.

    Examples
    --------
    >>> Slot("symbol", 60, 60).pull
    (0.0, 0.0)
    """

    key: str
    width: float
    height: float
    pull: Point = (0.0, 0.0)


def overlaps(a: Point, a_size: Point, b: Point, b_size: Point) -> float:
    """Share by which two rectangles given by centre and size run into each other; 0 when they are apart.

    Parameters
    ----------
    a, a_size, b, b_size
        Centres and sizes.

    Returns
    -------
    float
        Common part over the smaller rectangle.

    Examples
    --------
    >>> overlaps((0, 0), (2, 2), (1, 0), (2, 2)), overlaps((0, 0), (2, 2), (3, 0), (2, 2))
    (0.5, 0.0)
    """
    wide = min(a[0] + a_size[0] / 2, b[0] + b_size[0] / 2) - max(a[0] - a_size[0] / 2, b[0] - b_size[0] / 2)
    high = min(a[1] + a_size[1] / 2, b[1] + b_size[1] / 2) - max(a[1] - a_size[1] / 2, b[1] - b_size[1] / 2)
    if wide <= 0 or high <= 0:
        return 0.0
    return wide * high / min(a_size[0] * a_size[1], b_size[0] * b_size[1])


def place_slots(
    polygon: Polygon, slots: Sequence[Slot], *, step: float, taken: Sequence[tuple[Point, Point]] = ()
) -> dict[str, Point]:
    """Place rectangles inside a polygon one after the other, each where it disturbs least.

    Parameters
    ----------
    polygon
        The room.
    slots
        What to place, the most important first.
    step
        Distance of the points that are tried.
    taken
        Rectangles (centre, size) that are there already.

    Returns
    -------
    dict of str to (x, y)
        Centres; every centre lies inside the polygon.

    Examples
    --------
    >>> from shapely import box
    >>> spots = place_slots(box(0, 0, 100, 50), [Slot("a", 40, 40), Slot("b", 40, 40)], step=5)
    >>> overlaps(spots["a"], (40, 40), spots["b"], (40, 40))
    0.0
    """
    import shapely

    left, top, right, bottom = polygon.bounds
    xs = [left + step * (i + 0.5) for i in range(max(1, int((right - left) / step)))]
    ys = [top + step * (i + 0.5) for i in range(max(1, int((bottom - top) / step)))]
    every = [(round(x, 1), round(y, 1)) for y in ys for x in xs]
    inside = shapely.contains_xy(polygon, [p[0] for p in every], [p[1] for p in every])
    points = [p for p, ok in zip(every, inside, strict=True) if ok]
    if not points:
        middle = polygon.representative_point()
        points = [(round(middle.x, 1), round(middle.y, 1))]
    size = math.sqrt(polygon.area)
    centre = polygon.centroid
    used = list(taken)
    placed: dict[str, Point] = {}
    for slot in slots:
        half = (slot.width / 2, slot.height / 2)
        rooms = shapely.box(
            [p[0] - half[0] for p in points],
            [p[1] - half[1] for p in points],
            [p[0] + half[0] for p in points],
            [p[1] + half[1] for p in points],
        )
        outside = 1 - shapely.area(shapely.intersection(polygon, rooms)) / (slot.width * slot.height)
        goal = (centre.x + slot.pull[0] * size, centre.y + slot.pull[1] * size)
        best, best_cost = points[0], math.inf
        for point, out in zip(points, outside.tolist(), strict=True):
            clash = sum(overlaps(point, (slot.width, slot.height), at, area) for at, area in used)
            away = math.hypot(point[0] - goal[0], point[1] - goal[1]) / size
            cost = 12 * clash + 7 * out + away
            if cost < best_cost - 1e-9:
                best, best_cost = point, cost
        placed[slot.key] = best
        used.append((best, (slot.width, slot.height)))
    return placed
