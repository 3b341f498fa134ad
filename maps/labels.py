"""Find room inside a polygon: points for pieces that keep apart from each other and from the border."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from maps.geography import Point
from maps.lettering import text_width, wrap
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from shapely import Polygon

__all__ = [
    "LEADING",
    "NAME_SIZE",
    "SYMBOL_SIZE",
    "NameBlock",
    "Slot",
    "name_block",
    "overlaps",
    "place_slots",
]

SYMBOL_SIZE = 72.0
NAME_SIZE = 34.0
LEADING = 32.0


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


@dataclass(frozen=True, slots=True)
class NameBlock:
    """An identity symbol with the name in lines under it.

    Parameters
    ----------
    lines
        The name.
    size
        Room for symbol and name.
    symbol, name
        How far below the middle of the block the middles of symbol and name lie.

    Examples
    --------
    >>> name_block("Caen", 300).lines
    ('Caen',)
    """

    lines: tuple[str, ...]
    size: Point
    symbol: float
    name: float


def name_block(name: str, width: float) -> NameBlock:
    """Lay out the name of an Area under its symbol.

    Parameters
    ----------
    name
        As printed.
    width
        Width of the Area in board pixels.

    Returns
    -------
    NameBlock

    Examples
    --------
    >>> name_block("St. Martin des Besaces", 250).lines
    ('St. Martin', 'des Besaces')
    """
    lines = tuple(wrap(name, "serif", NAME_SIZE, max(120.0, min(250.0, width * 0.72))))
    wide = max(text_width(line, "serif", NAME_SIZE) for line in lines)
    below = LEADING * len(lines) + 4
    high = SYMBOL_SIZE + below
    return NameBlock(lines, (max(SYMBOL_SIZE, wide) + 8, high), (SYMBOL_SIZE - high) / 2, (high - below) / 2)


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
    import numpy as np

    room = _Room(polygon, step)
    points, size, centre = room.points, math.sqrt(polygon.area), polygon.centroid
    used = list(taken)
    placed: dict[str, Point] = {}
    for slot in slots:
        half_x, half_y = slot.width / 2, slot.height / 2
        xs, ys = points[:, 0], points[:, 1]
        cost = 7 * (1 - room.share(half_x, half_y))
        for at, area in used:
            wide = np.minimum(xs + half_x, at[0] + area[0] / 2) - np.maximum(xs - half_x, at[0] - area[0] / 2)
            high = np.minimum(ys + half_y, at[1] + area[1] / 2) - np.maximum(ys - half_y, at[1] - area[1] / 2)
            common = np.clip(wide, 0, None) * np.clip(high, 0, None)
            cost += 12 * common / min(area[0] * area[1], slot.width * slot.height)
        cost += np.hypot(xs - centre.x - slot.pull[0] * size, ys - centre.y - slot.pull[1] * size) / size
        best = points[int(np.argmin(cost.round(9)))]
        placed[slot.key] = (float(best[0]), float(best[1]))
        used.append((placed[slot.key], (slot.width, slot.height)))
    return placed


class _Room:
    """A polygon as a raster of points, with sums that tell how much of a rectangle lies inside."""

    __slots__ = ("_columns", "_rows", "_step", "_sums", "points")

    def __init__(self, polygon: Polygon, step: float) -> None:
        import numpy as np
        import shapely

        left, top, right, bottom = polygon.bounds
        across = (left + step * (np.arange(max(1, math.ceil((right - left) / step))) + 0.5)).round(1)
        down = (top + step * (np.arange(max(1, math.ceil((bottom - top) / step))) + 0.5)).round(1)
        xs, ys = np.meshgrid(across, down)
        inside: NDArray[np.bool_] = np.asarray(shapely.contains_xy(polygon, xs, ys))
        if not inside.any():
            inside[inside.shape[0] // 2, inside.shape[1] // 2] = True
        self._step = step
        self._rows, self._columns = np.nonzero(inside)
        self._sums = np.pad(inside.astype(np.int64).cumsum(0).cumsum(1), ((1, 0), (1, 0)))
        self.points = np.column_stack([xs[inside], ys[inside]])

    def share(self, half_x: float, half_y: float) -> NDArray[np.float64]:
        """Share of the rectangle round each point that lies inside."""
        import numpy as np

        reach_x, reach_y = max(1, round(half_x / self._step)), max(1, round(half_y / self._step))
        high, wide = self._sums.shape[0] - 1, self._sums.shape[1] - 1
        x0, x1 = np.clip(self._columns - reach_x, 0, wide), np.clip(self._columns + reach_x + 1, 0, wide)
        y0, y1 = np.clip(self._rows - reach_y, 0, high), np.clip(self._rows + reach_y + 1, 0, high)
        part = self._sums[y1, x1] - self._sums[y0, x1] - self._sums[y1, x0] + self._sums[y0, x0]
        return np.asarray(part / ((2 * reach_x + 1) * (2 * reach_y + 1)))
