"""The ground laid under a hex grid: an affine map of the degrees, bent so that pinned places lie exactly.

Also the land and the outlines of woods and floods in that plane.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from maps.geography import MILES_PER_DEGREE, Point, read_lines

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely import MultiPolygon, Polygon

__all__ = ["Bend", "build_land", "build_outline"]

_SEA = (-1.4, 49.95)
_FRAME = (-2.14, 48.25, 0.75, 49.98)
_ENDS = (  # where the lines of the coast file end, and how they go on to the frame
    ((-2.0155, 48.5991), (-2.0155, 48.25)),
    ((0.4508, 49.4637), (0.75, 49.47)),
    ((0.4509, 49.4704), (0.75, 49.48)),
    ((0.4508, 49.7971), (0.75, 49.80)),
)


class Bend:
    """Degrees to the plane of the hexes.

    Parameters
    ----------
    affine
        Three rows: what a mile east, a mile north and one add to x and y.
    degrees
        Rows of longitude and latitude of the pins.
    pinned
        Where in the plane each pin has to lie.
    middle
        Latitude at which a degree of longitude is measured.
    reach
        Units of the plane after which a pin has lost most of its pull.

    Examples
    --------
    >>> import numpy as np
    >>> flat = Bend(np.array([[1.0, 0.0], [0.0, -1.0], [0.0, 0.0]]), [(0, 1)], [(0, -69)], middle=49, reach=4)
    >>> flat.point(0, 1)
    (0.0, -69.0)
    """

    __slots__ = ("_affine", "_at", "_pull", "_reach", "_wide")

    def __init__(
        self,
        affine: NDArray[Any],
        degrees: Iterable[Point],
        pinned: Iterable[Point],
        *,
        middle: float,
        reach: float,
    ) -> None:
        import numpy as np

        self._affine, self._reach = affine, reach
        self._wide = math.cos(math.radians(middle))
        self._at = self.miles(np.array(list(degrees)), self._wide) @ self._affine
        gaps = np.linalg.norm(self._at[:, None] - self._at[None], axis=2)
        self._pull = np.linalg.solve(np.exp(-gaps / reach), np.array(list(pinned)) - self._at)

    @staticmethod
    def miles(points: NDArray[Any], wide: float) -> NDArray[Any]:
        """Longitude and latitude in miles, with a column of ones.

        Parameters
        ----------
        points
            Rows of longitude, latitude.
        wide
            Degrees of latitude that are as long as one of longitude.

        Returns
        -------
        array
        """
        import numpy as np

        flat = np.atleast_2d(np.asarray(points, dtype=np.float64))
        east, north = flat[:, 0] * wide * MILES_PER_DEGREE, flat[:, 1] * MILES_PER_DEGREE
        return np.column_stack([east, north, np.ones(len(flat))])

    def __call__(self, degrees: NDArray[Any]) -> NDArray[Any]:
        """Points of the plane for points in degrees.

        Parameters
        ----------
        degrees
            Rows of longitude, latitude.

        Returns
        -------
        array
            Rows of x, y.
        """
        import numpy as np

        flat = self.miles(degrees, self._wide) @ self._affine
        gaps = np.linalg.norm(flat[:, None] - self._at[None], axis=2)
        return np.asarray(flat + np.exp(-gaps / self._reach) @ self._pull)

    def point(self, lon: float, lat: float) -> Point:
        """One point of the plane.

        Parameters
        ----------
        lon, lat
            Degrees.

        Returns
        -------
        (float, float)
        """
        import numpy as np

        ((x, y),) = self(np.array([[lon, lat]]))
        return float(x), float(y)

    def degrees(self, at: Point) -> Point:
        """The degrees of a point of the plane, by steps.

        Parameters
        ----------
        at
            x, y.

        Returns
        -------
        (float, float)
            Longitude and latitude.
        """
        import numpy as np

        (lon, lat) = self.all_degrees(np.array([at]))[0]
        return float(lon), float(lat)

    def all_degrees(self, goal: NDArray[Any]) -> NDArray[Any]:
        """The degrees of many points of the plane, by steps.

        Parameters
        ----------
        goal
            Rows of x, y.

        Returns
        -------
        array
            Rows of longitude, latitude.
        """
        import numpy as np

        back = np.linalg.inv(self._affine[:2])
        flat = goal.copy()
        for _ in range(30):
            miles = (flat - self._affine[2]) @ back
            degrees = miles / np.array([self._wide * MILES_PER_DEGREE, MILES_PER_DEGREE])
            flat = flat + 0.7 * (goal - self(degrees))
        return np.asarray(degrees)


def build_land(bend: Bend) -> Polygon | MultiPolygon:
    """The land of Normandy in the plane of the hexes.

    Parameters
    ----------
    bend
        Degrees to that plane.

    Returns
    -------
    shapely geometry
    """
    import numpy as np
    import shapely

    lines = read_lines(Path(__file__).parent / "data" / "coast.json")
    frame = shapely.box(*_FRAME)
    noded = shapely.unary_union([frame.boundary, *(shapely.LineString(line) for line in [*lines, *_ENDS])])
    faces = shapely.get_parts(shapely.polygonize(shapely.get_parts(noded)))
    sea = shapely.Point(*_SEA)
    dry = [f for f in faces if frame.contains(f.representative_point()) and not f.contains(sea)]
    land = shapely.segmentize(shapely.union_all(dry), 0.02)
    bent = shapely.transform(land, lambda c: bend(np.asarray(c)))
    return cast("Polygon | MultiPolygon", shapely.set_precision(shapely.make_valid(bent), 1 / 4096))


def build_outline(bend: Bend, flat: Iterable[float]) -> Polygon | MultiPolygon:
    """An outline in degrees (longitude and latitude in turn), in the plane of the hexes.

    Parameters
    ----------
    bend
        Degrees to that plane.
    flat
        Its numbers.

    Returns
    -------
    shapely geometry
    """
    import numpy as np
    import shapely

    corners = np.array(list(flat), dtype=np.float64).reshape(-1, 2)
    bent = bend(shapely.get_coordinates(shapely.segmentize(shapely.Polygon(corners), 0.05)))
    bent[-1] = bent[0]  # the same corner: where it stands in the array changes its last bit on some machines
    return cast("Polygon | MultiPolygon", shapely.make_valid(shapely.Polygon(bent)))
