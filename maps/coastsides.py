"""Hexsides on the sea as the drawn coast runs there: a cliff stands on its coast, not on a hexside."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from maps.geography import Point

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from shapely import LinearRing, MultiPolygon, Polygon

__all__ = ["along_coast"]

_Side = tuple[Point, Point]
_STEP = 4.0  # pixels of the coast from point to point
_GAP = 6  # points of another side that do not break a stretch
_FLAT = 1.2  # pixels by which a stretch may leave the coast: its smallest notches are left out


def along_coast(
    land: Polygon | MultiPolygon, sides: Sequence[_Side], chosen: Collection[int], *, reach: float
) -> list[list[Point]]:
    """The stretches of a coast that are nearest to some of the hexsides along it, the sea to the right.

    Parameters
    ----------
    land
        As it is drawn.
    sides
        Every hexside between land and sea.
    chosen
        Which of them are wanted, by their place in `sides`.
    reach
        How far a hexside may lie from its coast.

    Returns
    -------
    list of list of (x, y)
        Every side that was chosen has some of its coast among them.

    Examples
    --------
    >>> from shapely import box
    >>> sides = [((0, 95), (50, 95)), ((50, 95), (100, 95))]
    >>> (line,) = along_coast(box(0, 0, 100, 100), sides, [1], reach=20)
    >>> round(min(x for x, _ in line), -1), max(y for _, y in line)
    (50.0, 100.0)
    """
    import numpy as np
    import shapely

    if not chosen:
        return []
    lines = [shapely.LineString(side) for side in sides]
    tree, found = shapely.STRtree(lines), list[list[Point]]()
    seen: set[int] = set()
    for ring in _rings(land):
        points = shapely.get_coordinates(shapely.segmentize(ring, _STEP))[:-1]
        owners = np.full(len(points), -1)
        at, owner = tree.query_nearest(shapely.points(points), max_distance=reach, all_matches=False)
        owners[at] = owner
        seen |= set(np.unique(owners).tolist())
        found += _stretches(points, np.isin(owners, sorted(chosen)))
    return [*found, *_lost(land, [sides[i] for i in sorted(set(chosen) - seen)])]


def _rings(land: Polygon | MultiPolygon) -> Iterator[LinearRing]:
    """Outlines of the land with the sea on the right of who goes along them, as the eye sees it."""
    import shapely

    for part in shapely.get_parts(land):
        ring = part.exterior
        yield ring.reverse() if ring.is_ccw else ring


def _stretches(points: NDArray[np.float64], wanted: NDArray[np.bool_]) -> Iterator[list[Point]]:
    """Runs of wanted points round a ring, over small gaps."""
    import shapely

    count = len(points)
    here = [i for i in range(count) if wanted[i]]
    if not here:
        return
    breaks = [
        n for n, (i, j) in enumerate(zip(here, [*here[1:], here[0] + count], strict=True)) if j - i > _GAP
    ]
    starts = [(n + 1) % len(here) for n in breaks] or [0]
    for first, last in zip(starts, [*breaks[1:], *breaks[:1]] or [len(here) - 1], strict=True):
        i, j = here[first], here[last]
        run = [points[k % count] for k in range(i, (j if j >= i else j + count) + 1)]
        if len(run) > 1:
            line = shapely.LineString(run).simplify(_FLAT)
            yield [(float(x), float(y)) for x, y in line.coords]


def _lost(land: Polygon | MultiPolygon, sides: Sequence[_Side]) -> Iterator[list[Point]]:
    """For sides that no point of the coast is nearest to: a little of the coast, where it is nearest."""
    import shapely

    rings = list(_rings(land))
    for a, b in sides:
        middle, half = shapely.Point((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), math.dist(a, b) / 4
        ring = min(rings, key=middle.distance)
        run = ring.project(middle)
        spots = [ring.interpolate((run + half * t / 4) % ring.length) for t in range(-4, 5)]
        yield [(spot.x, spot.y) for spot in spots]
