"""Shapes on a counter, in hundredths of its side; y grows downwards."""

from __future__ import annotations

import math
from typing import TypeAlias

from module_builder.vassal.values import dataclass

__all__ = ["Box", "Point", "arc_points", "regular_star"]

Point: TypeAlias = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in hundredths of the counter's side.

    Parameters
    ----------
    left, top, right, bottom
        Edges; y grows downwards.

    Examples
    --------
    >>> Box(10, 20, 30, 60).centre
    (20.0, 40.0)
    """

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Horizontal extent."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Vertical extent."""
        return self.bottom - self.top

    @property
    def centre(self) -> Point:
        """Middle point."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def at(self, x: float, y: float) -> Point:
        """Return the point at a fraction of width and height.

        Parameters
        ----------
        x, y
            Fractions from the left and top edge.

        Returns
        -------
        Point

        Examples
        --------
        >>> Box(0, 0, 40, 20).at(0.5, 1)
        (20.0, 20)
        """
        return self.left + x * self.width, self.top + y * self.height

    def shrunk(self, by: float) -> Box:
        """Return the box with every edge moved inwards.

        Parameters
        ----------
        by
            Distance; negative to grow.

        Returns
        -------
        Box

        Examples
        --------
        >>> Box(0, 0, 10, 10).shrunk(2)
        Box(left=2, top=2, right=8, bottom=8)
        """
        return Box(self.left + by, self.top + by, self.right - by, self.bottom - by)

    def overlaps(self, other: Box) -> bool:
        """Tell whether two boxes share an area.

        Parameters
        ----------
        other
            The other box.

        Returns
        -------
        bool

        Examples
        --------
        >>> Box(0, 0, 10, 10).overlaps(Box(10, 0, 20, 10))
        False
        """
        return min(self.right, other.right) > max(self.left, other.left) and min(
            self.bottom, other.bottom
        ) > max(self.top, other.top)


def arc_points(centre: Point, radii: Point, start: float, end: float, steps: int = 24) -> list[Point]:
    """Return points along an arc of an ellipse.

    Parameters
    ----------
    centre, radii
        Of the ellipse.
    start, end
        Degrees, clockwise from the right as y grows downwards.
    steps
        Number of chords.

    Returns
    -------
    list of Point

    Examples
    --------
    >>> [(round(x), round(y)) for x, y in arc_points((0, 0), (10, 5), 180, 360, 2)]
    [(-10, 0), (0, -5), (10, 0)]
    """
    angles = (math.radians(start + (end - start) * i / steps) for i in range(steps + 1))
    return [(centre[0] + radii[0] * math.cos(a), centre[1] + radii[1] * math.sin(a)) for a in angles]


def regular_star(centre: Point, radius: float, *, points: int = 5, waist: float = 0.382) -> list[Point]:
    """Return the outline of a star that stands on two points.

    Parameters
    ----------
    centre, radius
        Where and how large.
    points
        Number of points.
    waist
        Inner radius as a share of the outer.

    Returns
    -------
    list of Point

    Examples
    --------
    >>> len(regular_star((50, 50), 30))
    10
    """
    step = math.pi / points
    return [
        (
            centre[0] + math.sin(i * step) * radius * (waist if i % 2 else 1),
            centre[1] - math.cos(i * step) * radius * (waist if i % 2 else 1),
        )
        for i in range(2 * points)
    ]
