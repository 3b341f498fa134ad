"""The polygon of a zone, with the engine's edges."""

from __future__ import annotations

from dataclasses import field

from module_builder.vassal.sequence_encoder import decode
from module_builder.vassal.values import dataclass

__all__ = ["Polygon"]


@dataclass(frozen=True, slots=True)
class Polygon:
    """A polygon that contains points as ``java.awt.Polygon`` does: left and top edges belong to it.

    Examples
    --------
    >>> square = Polygon.parse("0,0;10,0;10,10;0,10")
    >>> square.contains(0, 0), square.contains(10, 5), square.contains(5, 10)
    (True, False, False)
    """

    points: tuple[tuple[int, int], ...]
    box: tuple[int, int, int, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        xs, ys = zip(*self.points, strict=True) if self.points else ((0,), (0,))
        object.__setattr__(self, "box", (min(xs), min(ys), max(xs), max(ys)))

    @classmethod
    def parse(cls, path: str) -> Polygon:
        """Read a path ``x,y;x,y``; a pair that is no pair of whole numbers is skipped, as the engine does."""
        points = []
        for pair in decode(path, ";"):
            parts = decode(pair, ",")
            try:
                points.append((int(parts[0].strip()), int(parts[1].strip())))
            except (ValueError, IndexError):
                continue
        return cls(tuple(points))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the bounding box."""
        left, top, right, bottom = self.box
        return right - left, bottom - top

    def contains(self, x: int, y: int) -> bool:
        """Tell whether a ray from the point to the right crosses the border an odd number of times."""
        left, top, right, bottom = self.box
        if not (left <= x < right and top <= y < bottom):
            return False
        inside = False
        before = self.points[-1]
        for corner in self.points:
            if _crosses(before, corner, x, y):
                inside = not inside
            before = corner
        return inside


def _crosses(a: tuple[int, int], b: tuple[int, int], x: int, y: int) -> bool:
    low, high = (a, b) if a[1] < b[1] else (b, a)
    if not low[1] <= y < high[1] or x >= max(a[0], b[0]):
        return False
    return x < min(a[0], b[0]) or x - low[0] < (y - low[1]) / (high[1] - low[1]) * (high[0] - low[0])
