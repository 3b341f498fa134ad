"""Places and coast in degrees, and their projection onto a printed sheet in inches."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path

from maps.errors import DataError
from module_builder.vassal.values import dataclass

__all__ = ["MILES_PER_DEGREE", "Point", "Projection", "clip_lines", "read_lines"]

MILES_PER_DEGREE = 69.172
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Projection:
    """A turned plane projection: degrees of longitude and latitude to inches right and down.

    Parameters
    ----------
    lon, lat
        The point of the ground that lies at the anchor.
    left, top
        The anchor on the sheet, in inches.
    miles_per_inch
        Scale.
    turn
        Degrees by which north leans to the right of the sheet's upright.
    middle
        Latitude at which a degree of longitude is measured.

    Examples
    --------
    >>> sheet = Projection(lon=-1.95, lat=49.73, left=0.5, top=0.5, miles_per_inch=2.7)
    >>> sheet.to_sheet(-1.95, 49.73)
    (0.5, 0.5)
    >>> lon, lat = sheet.to_degrees(*sheet.to_sheet(-0.36, 49.19))
    >>> round(lon, 6), round(lat, 6)
    (-0.36, 49.19)
    """

    lon: float
    lat: float
    left: float
    top: float
    miles_per_inch: float
    turn: float = 0.0
    middle: float = 49.3

    def to_sheet(self, lon: float, lat: float) -> Point:
        """Project one point.

        Parameters
        ----------
        lon, lat
            Degrees.

        Returns
        -------
        tuple of float
            Inches from the left and from the top.

        Examples
        --------
        >>> Projection(0, 49, 0, 0, 2.7).to_sheet(0, 48)[0]
        0.0
        """
        east = (lon - self.lon) * MILES_PER_DEGREE * math.cos(math.radians(self.middle))
        north = (lat - self.lat) * MILES_PER_DEGREE
        c, s = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        right, up = east * c + north * s, north * c - east * s
        return self.left + right / self.miles_per_inch, self.top - up / self.miles_per_inch

    def to_degrees(self, x: float, y: float) -> Point:
        """Undo `to_sheet`.

        Parameters
        ----------
        x, y
            Inches from the left and from the top.

        Returns
        -------
        tuple of float
            Longitude and latitude.

        Examples
        --------
        >>> Projection(0, 49, 0, 0, 2.7).to_degrees(0, 0)
        (0.0, 49.0)
        """
        right, up = (x - self.left) * self.miles_per_inch, (self.top - y) * self.miles_per_inch
        c, s = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        east, north = right * c - up * s, up * c + right * s
        width = MILES_PER_DEGREE * math.cos(math.radians(self.middle))
        return self.lon + east / width, self.lat + north / MILES_PER_DEGREE


def read_lines(path: Path) -> list[list[Point]]:
    """Read the lines of a compact coast file: a JSON object whose ``lines`` hold lists of lon, lat in turn.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    list of list of (lon, lat)

    Raises
    ------
    DataError
        Missing or malformed.

    Examples
    --------
    >>> len(read_lines(Path(__file__).parent / "data" / "coast.json")) > 1
    True
    """
    try:
        flat = json.loads(path.read_text(encoding="utf-8"))["lines"]
        return [[(float(x), float(y)) for x, y in zip(v[::2], v[1::2], strict=True)] for v in flat]
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise DataError(path.name, "", f"a JSON object with 'lines' ({fault.__class__.__name__})") from None


def clip_lines(
    lines: Iterable[Sequence[Point]], west: float, south: float, east: float, north: float
) -> list[list[Point]]:
    """Keep the parts of lines near a window: a point is dropped when both it and its neighbours lie outside.

    Parameters
    ----------
    lines
        Lines of (lon, lat).
    west, south, east, north
        The window in degrees.

    Returns
    -------
    list of list of (lon, lat)

    Examples
    --------
    >>> clip_lines([[(0, 0), (1, 0), (2, 0), (3, 0), (9, 0)]], -0.5, -1, 1.5, 1)
    [[(0, 0), (1, 0), (2, 0)]]
    """
    kept: list[list[Point]] = []
    for line in lines:
        inside = [west <= x <= east and south <= y <= north for x, y in line]
        run: list[Point] = []
        for i, point in enumerate(line):
            if any(inside[max(0, i - 1) : i + 2]):
                run.append(point)
            elif run:
                kept.append(run)
                run = []
        kept.extend([run] if run else [])
    return [run for run in kept if len(run) > 1]
