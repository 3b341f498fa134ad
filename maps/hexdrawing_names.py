"""Room for names on a hex map: each where it hides least, the most important first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from maps.geography import Point
from maps.hexdrawing_sheet import Label
from maps.lettering import text_width
from module_builder.vassal.values import dataclass

__all__ = ["LOOKS", "Look", "PlacedName", "place_names"]


@dataclass(frozen=True, slots=True)
class Look:
    """How a kind of name is lettered.

    Parameters
    ----------
    face, size
        As in `maps.lettering`.
    spacing
        Room between letters, as a share of the size.
    must
        Whether it stands even where it hides something.
    off
        How far it stands from its place, as a share of what others do.
    """

    face: str
    size: float
    spacing: float = 0.0
    must: bool = False
    off: float = 1.0


LOOKS = {
    "city": Look("heavy", 34, 0.02, must=True, off=1.7),
    "town": Look("serif", 22, must=True),
    "village": Look("italic", 19),
    "wood": Look("italic", 19),
    "marsh": Look("italic", 19),
    "poi": Look("italic", 19),
    "point": Look("italic", 17),
    "entry": Look("bold", 20, must=True, off=1.6),
}
_LEADING = 0.86


@dataclass(frozen=True, slots=True)
class PlacedName:
    """A name that has its room.

    Parameters
    ----------
    label
        Which.
    lines
        Text and middle of each line.
    """

    label: Label
    lines: tuple[tuple[str, Point], ...]


class _Room:
    """What is taken: rectangles that must not, and points that should not be hidden."""

    __slots__ = ("_points", "_rects")

    def __init__(self, rects: Iterable[tuple[float, float, float, float]], points: Iterable[Point]) -> None:
        self._rects: dict[tuple[int, int], list[tuple[float, float, float, float]]] = {}
        self._points: dict[tuple[int, int], list[Point]] = {}
        for rect in rects:
            self.take(rect)
        for x, y in points:
            self._points.setdefault((int(x) // 64, int(y) // 64), []).append((x, y))

    @staticmethod
    def _cells(rect: tuple[float, float, float, float]) -> Iterable[tuple[int, int]]:
        left, top, right, bottom = rect
        for i in range(int(left) // 64, int(right) // 64 + 1):
            for j in range(int(top) // 64, int(bottom) // 64 + 1):
                yield i, j

    def take(self, rect: tuple[float, float, float, float]) -> None:
        for cell in self._cells(rect):
            self._rects.setdefault(cell, []).append(rect)

    def cost(self, rect: tuple[float, float, float, float]) -> float:
        """Hidden pixels of rectangles, and points, that a name there would hide."""
        left, top, right, bottom = rect
        common, points = 0.0, 0
        for cell in self._cells(rect):
            for a, b, c, d in self._rects.get(cell, ()):
                wide, high = min(right, c) - max(left, a), min(bottom, d) - max(top, b)
                common += wide * high if wide > 0 and high > 0 else 0.0
            points += sum(left <= x <= right and top <= y <= bottom for x, y in self._points.get(cell, ()))
        return common / 14 + points * 0.9


def _split(text: str) -> list[list[str]]:
    """The name in one line, and in two where it has a place to part."""
    words = text.split(" ")
    ways = [[text]]
    ways += [[" ".join(words[:i]), " ".join(words[i:])] for i in range(1, len(words))]
    if "-" in text:
        for i, letter in enumerate(text):
            if letter == "-" and 3 < i < len(text) - 4:
                ways.append([text[: i + 1], text[i + 1 :]])
    return ways


def place_names(
    labels: Sequence[Label],
    *,
    rects: Iterable[tuple[float, float, float, float]],
    points: Iterable[Point],
    gap: float,
    least: float = 26.0,
) -> list[PlacedName]:
    """Find room for names round their places.

    Parameters
    ----------
    labels
        The names, the most important first.
    rects
        What must stay visible: left, top, right, bottom.
    points
        Points of lines that should stay visible.
    gap
        Distance of a name from its place.
    least
        A name that need not stand is left out where it would hide more than this.

    Returns
    -------
    list of PlacedName

    Examples
    --------
    >>> place_names([Label("Vire", (50.0, 50.0), "town")], rects=[], points=[], gap=20)[0].lines[0][0]
    'Vire'
    """
    room, placed = _Room(rects, points), []
    for label in labels:
        look = LOOKS[label.kind]
        size = label.size or look.size
        best: tuple[float, tuple[tuple[str, Point], ...], tuple[float, float, float, float]] | None = None
        for lines in _split(label.text):
            wide = max(text_width(line, look.face, size, look.spacing) for line in lines)
            high = size * _LEADING * len(lines)
            for n, (dx, dy) in enumerate(_around(wide, high, gap * look.off, label.kind)):
                x, y = label.at[0] + dx, label.at[1] + dy
                rect = (
                    x - wide / 2 - 2,
                    y - high / 2 + size * 0.08,
                    x + wide / 2 + 2,
                    y + high / 2 - size * 0.02,
                )
                cost = room.cost(rect) + n * 0.7 + (len(lines) - 1) * 1.5
                if best is None or cost < best[0]:
                    best = cost, _rows(lines, (x, y), size * _LEADING), rect
        if best is not None and (look.must or best[0] <= least):
            room.take(best[2])
            placed.append(PlacedName(label, best[1]))
    return placed


def _rows(lines: Sequence[str], at: Point, step: float) -> tuple[tuple[str, Point], ...]:
    """Each line with its middle."""
    first = at[1] - (len(lines) - 1) / 2 * step
    return tuple([(line, (at[0], first + i * step)) for i, line in enumerate(lines)])


def _around(wide: float, high: float, gap: float, kind: str) -> Sequence[Point]:
    """Where a name may stand, the best first: below, above, beside, aslant."""
    if kind == "wood":
        return [(dx, dy) for dy in (0.0, 22.0, -22.0, 40.0, -40.0) for dx in (0.0, 24.0, -24.0, 48.0, -48.0)]
    low, side = gap + high / 2, gap + wide / 2 + 3
    slant = wide / 2 + gap * 0.5
    spots = [(0.0, low), (side, 4.0), (-side, 4.0), (0.0, -low - 2)]
    spots += [(slant, low * 0.85), (-slant, low * 0.85), (slant, -low * 0.85), (-slant, -low * 0.85)]
    spots += [(wide * 0.3, low), (-wide * 0.3, low), (wide * 0.3, -low - 2), (-wide * 0.3, -low - 2)]
    spots += [(side, 16.0), (-side, 16.0), (side, -14.0), (-side, -14.0), (0.0, low + 12), (0.0, -low - 14)]
    return spots
