"""Room for names on a hex map: places are tried in the order of Imhof, and no name touches what is taken."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence

from maps.geography import Point
from maps.hexdrawing_sheet import Label
from maps.lettering import text_rect, text_width
from maps.room import Rect, Room
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
    "passing": Look("bold", 20, must=True, off=1.6),
}
_LEADING = 0.86
_APART = 1.5  # pixels between the ink of two lines
_SMALLER = (1.0, 0.93, 0.86)
_ROOM = 1.6  # pixels about the ink of a line; letters have whole sizes, so a line may be 1.5 % longer
_LONGER = 0.009


@dataclass(frozen=True, slots=True)
class PlacedName:
    """A name that has its room.

    Parameters
    ----------
    label
        Which.
    lines
        Text and middle of each line.
    size
        Size of the lettering.
    """

    label: Label
    lines: tuple[tuple[str, Point], ...]
    size: float

    @property
    def rects(self) -> list[Rect]:
        """The ink of each line, with a little room about it."""
        return _inks(self.lines, self.label.kind, self.size)


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
    rects: Iterable[Rect],
    points: Iterable[Point],
    gap: float,
    soft: Iterable[Rect] = (),
    least: float = 26.0,
) -> list[PlacedName]:
    """Find room for names round their places.

    Parameters
    ----------
    labels
        The names, the most important first.
    rects
        What no name may touch: left, top, right, bottom.
    points
        Points of lines that should stay visible.
    gap
        Distance of a name from its place.
    soft
        What names should leave visible.
    least
        A name that need not stand is left out where it would hide more than this.

    Returns
    -------
    list of PlacedName
        A name that must stand and finds no room touches something; `maps.survey` reports it.

    Examples
    --------
    >>> place_names([Label("Vire", (50.0, 50.0), "town")], rects=[], points=[], gap=20)[0].lines[0][0]
    'Vire'
    """
    placing = _Placing(Room(rects, soft=soft, points=points), gap)
    for key, label in enumerate(labels):
        ways, must = list(_ways(label, gap)), LOOKS[label.kind].must
        found = placing.best(ways)
        if found is None and must:
            found = placing.by_moving(ways) or placing.least_bad(ways)
        if found is not None and (must or placing.against(found) <= least):
            placing.settle(key, found[1])
    return [placing.placed[key] for key in sorted(placing.placed)]


_Way = tuple[float, PlacedName]


def _ways(label: Label, gap: float) -> Iterator[_Way]:
    """Every way in which a name may stand, with what is against it."""
    look = LOOKS[label.kind]
    for smaller in _SMALLER:
        size = (label.size or look.size) * smaller
        for lines in _split(label.text):
            wide = max(text_width(line, look.face, size, look.spacing) for line in lines)
            high = size * _LEADING * len(lines)
            for against, (dx, dy) in _around(wide, high, gap * look.off, label.kind):
                at = label.at[0] + dx, label.at[1] + dy
                rows = _rows(lines, at, label.kind, size)
                yield against + (len(lines) - 1) * 1.5 + (1 - smaller) * 40, PlacedName(label, rows, size)


class _Placing:
    """The names that have their room, and what is left of it."""

    __slots__ = ("_gap", "_owner", "_room", "placed")

    def __init__(self, room: Room, gap: float) -> None:
        self._room, self._gap = room, gap
        self._owner: dict[Rect, int] = {}
        self.placed: dict[int, PlacedName] = {}

    def settle(self, key: int, name: PlacedName) -> None:
        """Give a name its room."""
        self.placed[key] = name
        for rect in name.rects:
            self._room.take(rect)
            self._owner[rect] = key

    def _lift(self, key: int) -> PlacedName:
        name = self.placed.pop(key)
        for rect in name.rects:
            self._room.leave(rect)
            del self._owner[rect]
        return name

    def against(self, way: _Way) -> float:
        """What is against a way, with what it would hide."""
        return way[0] + sum(self._room.cost(rect) for rect in way[1].rects)

    def best(self, ways: Sequence[_Way]) -> _Way | None:
        """The way with least against it of those that touch nothing."""
        found: tuple[float, _Way] | None = None
        for way in ways:
            if found is not None and way[0] >= found[0]:
                continue
            if all(self._room.free(rect) for rect in way[1].rects):
                cost = self.against(way)
                if found is None or cost < found[0]:
                    found = cost, way
        return found[1] if found is not None else None

    def by_moving(self, ways: Sequence[_Way]) -> _Way | None:
        """A way that one other name leaves free when it moves elsewhere."""
        for way in sorted(ways, key=lambda w: w[0]):
            touched = {other for rect in way[1].rects for other in self._room.touched(rect)}
            keys = {self._owner.get(rect) for rect in touched}
            (key,) = keys if len(keys) == 1 else (None,)
            if key is None:
                continue
            moved = self._lift(key)
            for rect in way[1].rects:
                self._room.take(rect)
            other_way = self.best(list(_ways(moved.label, self._gap)))
            for rect in way[1].rects:
                self._room.leave(rect)
            self.settle(key, other_way[1] if other_way is not None else moved)
            if other_way is not None:
                return way
        return None

    def least_bad(self, ways: Sequence[_Way]) -> _Way:
        """The way that touches least, where there is no room."""
        return min(ways, key=lambda w: (sum(len(self._room.touched(r)) for r in w[1].rects), w[0]))


def _rows(lines: Sequence[str], at: Point, kind: str, size: float) -> tuple[tuple[str, Point], ...]:
    """Each line with its middle: as near to each other as their ink allows."""
    look = LOOKS[kind]
    inks = [text_rect(line, (0.0, 0.0), look.face, size, spacing=look.spacing) for line in lines]
    steps = [max(size * _LEADING, a[3] - b[1] + _APART) for a, b in itertools.pairwise(inks)]
    first = at[1] - sum(steps) / 2
    return tuple([(line, (at[0], first + sum(steps[:i]))) for i, line in enumerate(lines)])


def _inks(lines: Sequence[tuple[str, Point]], kind: str, size: float) -> list[Rect]:
    look, found = LOOKS[kind], []
    for text, at in lines:
        left, top, right, bottom = text_rect(text, at, look.face, size, spacing=look.spacing)
        more = _ROOM + (right - left) * _LONGER
        found.append((left - more, top - _ROOM, right + more, bottom + _ROOM))
    return found


_IMHOF = ((1, -1), (1, 1), (-1, -1), (-1, 1), (1, 0), (-1, 0), (0, 1), (0, -1))
"""Sides of a place, the best first: to the right above and below, to the left, beside, below and above."""


def _around(wide: float, high: float, gap: float, kind: str) -> Iterator[tuple[float, Point]]:
    """Where a name may stand, with what is against it: a wood's within it, others about their place."""
    if kind in {"wood", "marsh"}:
        for dy in (0.0, 12.0, -12.0, 24.0, -24.0, 36.0, -36.0, 48.0, -48.0):
            for dx in (0.0, 12.0, -12.0, 24.0, -24.0, 36.0, -36.0, 48.0, -48.0):
                yield math.hypot(dx, dy) / 10, (dx, dy)
        return
    for ring, far in enumerate((1.0, 1.25, 1.6, 2.1)):
        reach = gap * far
        for n, (x, y) in enumerate(_IMHOF):
            against = n * 0.55 + ring * 3.0
            if x and y:
                yield against, (x * (reach * 0.62 + wide / 2), y * (reach * 0.55 + high / 2))
            elif x:
                yield against, (x * (reach + wide / 2), 0.0)
                for dy in (-0.4 * high, 0.4 * high):
                    yield against + 0.6, (x * (reach * 0.95 + wide / 2), dy)
            else:
                yield against, (0.0, y * (reach + high / 2))
                for dx in (-0.25 * wide, 0.25 * wide):
                    yield against + 0.6, (dx, y * (reach + high / 2))
