"""What is taken on a sheet: rectangles that lettering must not touch, others that it should leave visible."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from maps.geography import Point

__all__ = ["Rect", "Room", "clear_of", "nearest_free", "squares"]

Rect: TypeAlias = tuple[float, float, float, float]
_CELL = 64


class Room:
    """What is taken, in cells of 64 pixels.

    Parameters
    ----------
    hard
        Rectangles that nothing may touch: left, top, right, bottom.
    soft
        Rectangles that should stay visible.
    points
        Points of lines that should stay visible.

    Examples
    --------
    >>> room = Room([(0, 0, 10, 10)], points=[(30, 5)])
    >>> room.free((5, 5, 20, 20)), room.free((11, 0, 20, 9)), room.cost((25, 0, 40, 9))
    (False, True, 0.9)
    """

    __slots__ = ("_hard", "_points", "_soft")

    def __init__(
        self, hard: Iterable[Rect], *, soft: Iterable[Rect] = (), points: Iterable[Point] = ()
    ) -> None:
        self._hard: dict[tuple[int, int], list[Rect]] = {}
        self._soft: dict[tuple[int, int], list[Rect]] = {}
        self._points: dict[tuple[int, int], list[Point]] = {}
        for rect in hard:
            self.take(rect)
        for rect in soft:
            for cell in _cells(rect):
                self._soft.setdefault(cell, []).append(rect)
        for x, y in points:
            self._points.setdefault((int(x) // _CELL, int(y) // _CELL), []).append((x, y))

    def take(self, rect: Rect) -> None:
        """Nothing may touch a rectangle any more.

        Parameters
        ----------
        rect
            Left, top, right, bottom.
        """
        for cell in _cells(rect):
            self._hard.setdefault(cell, []).append(rect)

    def leave(self, rect: Rect) -> None:
        """Give a rectangle back that was taken.

        Parameters
        ----------
        rect
            Exactly as it was taken.
        """
        for cell in _cells(rect):
            self._hard[cell].remove(rect)

    def touched(self, rect: Rect) -> set[Rect]:
        """The taken rectangles that a rectangle touches.

        Parameters
        ----------
        rect
            Left, top, right, bottom.

        Returns
        -------
        set of (left, top, right, bottom)
        """
        return {other for cell in _cells(rect) for other in self._hard.get(cell, ()) if _meet(rect, other)}

    def free(self, rect: Rect) -> bool:
        """Whether a rectangle touches nothing that is taken.

        Parameters
        ----------
        rect
            Left, top, right, bottom.

        Returns
        -------
        bool
        """
        return not any(_meet(rect, other) for cell in _cells(rect) for other in self._hard.get(cell, ()))

    def cost(self, rect: Rect) -> float:
        """What lettering would hide that should stay visible.

        Parameters
        ----------
        rect
            Left, top, right, bottom.

        Returns
        -------
        float
        """
        left, top, right, bottom = rect
        common, points = 0.0, 0
        for cell in _cells(rect):
            for a, b, c, d in self._soft.get(cell, ()):
                wide, high = min(right, c) - max(left, a), min(bottom, d) - max(top, b)
                common += wide * high if wide > 0 and high > 0 else 0.0
            points += sum(left <= x <= right and top <= y <= bottom for x, y in self._points.get(cell, ()))
        return common / 28 + points * 0.9


def _cells(rect: Rect) -> list[tuple[int, int]]:
    left, top, right, bottom = rect
    across = range(int(left) // _CELL, int(right) // _CELL + 1)
    return [(i, j) for j in range(int(top) // _CELL, int(bottom) // _CELL + 1) for i in across]


def _meet(a: Rect, b: Rect) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def squares(line: Sequence[Point], half: float) -> Iterator[Rect]:
    """What a stroke takes, as squares that overlap along its line.

    Parameters
    ----------
    line
        Its middle.
    half
        Half of its width.

    Yields
    ------
    (left, top, right, bottom)

    Examples
    --------
    >>> list(squares([(0, 0), (4, 0)], 4))
    [(-4.0, -4.0, 4.0, 4.0), (0.0, -4.0, 8.0, 4.0)]
    """
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        count = max(1, math.ceil(math.dist((ax, ay), (bx, by)) / (1.5 * half)))
        for i in range(count + 1):
            x, y = ax + (bx - ax) * i / count, ay + (by - ay) * i / count
            yield x - half, y - half, x + half, y + half


def clear_of(shapes: Iterable[Sequence[Point]], room: Room) -> list[Sequence[Point]]:
    """The shapes that touch nothing that is taken: houses make room for numbers and names.

    Parameters
    ----------
    shapes
        Outlines.
    room
        What is taken.

    Returns
    -------
    list of outlines

    Examples
    --------
    >>> clear_of([[(0, 0), (4, 0), (4, 4)], [(20, 0), (24, 0), (24, 4)]], Room([(3, 3, 9, 9)]))
    [[(20, 0), (24, 0), (24, 4)]]
    """
    found = []
    for shape in shapes:
        xs, ys = zip(*shape, strict=True)
        if room.free((min(xs), min(ys), max(xs), max(ys))):
            found.append(shape)
    return found


@functools.lru_cache(maxsize=32)
def _nearest_first(step: float, reach: float) -> Sequence[Point]:
    """Steps right and down, the shortest way first."""
    count = int(reach // step)
    ways = [(i * step, j * step) for i in range(-count, count + 1) for j in range(-count, count + 1)]
    return sorted(ways, key=lambda way: (way[0] ** 2 + way[1] ** 2, way))


def nearest_free(rects: Sequence[Rect], room: Room, *, step: float, reach: float) -> Point:
    """How far lettering has to be moved to touch nothing: right and down; not at all where there is no room.

    Parameters
    ----------
    rects
        Where it lies.
    room
        What is taken.
    step, reach
        Distance of the places that are tried, and of the farthest of them.

    Returns
    -------
    (float, float)

    Examples
    --------
    >>> nearest_free([(0, 0, 10, 10)], Room([(5, -9, 9, 4)]), step=2, reach=40)
    (0, 4)
    """
    for dx, dy in _nearest_first(step, reach):
        if all(room.free((a + dx, b + dy, c + dx, d + dy)) for a, b, c, d in rects):
            return dx, dy
    return 0.0, 0.0
