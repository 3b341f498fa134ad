"""What a map drew, as boxes: every line of lettering, every mark, and where one touches what it must not.

The drawing itself is asked: its painters run on a canvas that keeps what reaches the picture, at any scale.
Run as ``python -m maps.survey GAME`` it reports what still overlaps.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from maps.drawing import Canvas, Piece
from maps.geography import Point
from maps.render import dressed_sheet, sheet_painters
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from PIL import Image, ImageFont
    from shapely.geometry.base import BaseGeometry

__all__ = ["Lettering", "Mark", "Survey", "Touch", "survey", "touches"]

_GROUND = frozenset(
    {"wood", "strip", "level_side", "draw_gap", "rail", "track", "way", "water"}
    | {"river_stroke", "road_stroke", "Canvas.line", "frame", "course_stroke", "shade", "streets"}
)
"""Painters of what names may lie on: trees, waters, roads, slopes; lines of a grid."""
_STROKES = frozenset({"bluff", "cliff", "limit"})
"""Painters whose lines are marks too: nothing is read on them."""
_FRAME = 18.0  # pixels an inch of 130 that the frame of a sheet takes
_LEAST = 0.6  # pixels by which two boxes must run into each other to touch
_ROUND = 16  # corners of a quarter of a circle


@dataclass(frozen=True, slots=True)
class Lettering:
    """A line of lettering as drawn.

    Parameters
    ----------
    words
        What it says.
    box
        Left, top, right and bottom of its ink, in board pixels.
    order
        Which painter drew it, counted from the lowest.
    kind
        What that painter is called.

    Examples
    --------
    >>> Lettering("Caen", (0.0, 0.0, 40.0, 12.0), 3, "name").words
    'Caen'
    """

    words: str
    box: tuple[float, float, float, float]
    order: int
    kind: str


@dataclass(frozen=True, slots=True)
class Mark:
    """A filled shape as drawn.

    Parameters
    ----------
    shape
        Its outline, a shapely geometry, in board pixels.
    order, kind
        As in `Lettering`.

    Examples
    --------
    >>> Mark(None, 3, "star").kind
    'star'
    """

    shape: Any
    order: int
    kind: str


@dataclass(frozen=True, slots=True)
class Survey:
    """What a map drew.

    Parameters
    ----------
    texts, marks
        Lettering and filled shapes, ground aside.
    frame
        What the frame of the sheet leaves free: left, top, right, bottom.

    Examples
    --------
    >>> Survey((), (), (0.0, 0.0, 9.0, 9.0)).texts
    ()
    """

    texts: tuple[Lettering, ...]
    marks: tuple[Mark, ...]
    frame: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Touch:
    """Lettering that touches what it must not.

    Parameters
    ----------
    words, kind
        The lettering, and what drew it.
    other
        The other words, or the mark.
    at
        Where, in board pixels.

    Examples
    --------
    >>> print(Touch("Caen", "name", "star", (3.0, 4.0)))
    Caen (name) touches star at 3, 4
    """

    words: str
    kind: str
    other: str
    at: Point

    def __str__(self) -> str:
        return f"{self.words} ({self.kind}) touches {self.other} at {self.at[0]:.0f}, {self.at[1]:.0f}"


class _Pen:
    """Takes what a canvas draws, in place of Pillow."""

    def __init__(self, scale: float) -> None:
        self.scale = scale
        self.letters: list[tuple[str, tuple[float, float, float, float]]] = []
        self.shapes: list[Sequence[Point]] = []
        self.lines: list[tuple[Sequence[Point], float]] = []

    def line(self, points: Sequence[Point], *, width: int, **_: object) -> None:
        """A line is a mark of some painters only."""
        self.lines.append(([(x / self.scale, y / self.scale) for x, y in points], width / self.scale))

    def polygon(self, points: Sequence[Point], **_: object) -> None:
        self.shapes.append([(x / self.scale, y / self.scale) for x, y in points])

    def ellipse(self, box: tuple[float, float, float, float], *, fill: object = None, **_: object) -> None:
        if fill is not None:
            import shapely

            x0, y0, x1, y1 = (v / self.scale for v in box)
            round_ = shapely.Point((x0 + x1) / 2, (y0 + y1) / 2).buffer((x1 - x0) / 2, _ROUND)
            self.shapes.append([(x, y) for x, y in round_.exterior.coords])

    def text(
        self,
        at: Point,
        text: str,
        *,
        font: ImageFont.FreeTypeFont,
        anchor: str,
        stroke_width: int = 0,
        **_: Any,
    ) -> None:
        if stroke_width == 0 and text.strip():
            left, top, right, bottom = font.getbbox(text, anchor=anchor)
            ink = left + at[0], top + at[1], right + at[0], bottom + at[1]
            self.letters.append((text, cast("Any", tuple(v / self.scale for v in ink))))


class _Sheet:
    """A picture without pixels, as large as the sheet; what is pasted into it is lettering."""

    def __init__(self, size: tuple[int, int], pen: _Pen) -> None:
        self.width, self.height = self.size = size
        self._pen = pen

    def paste(self, _ink: object, at: tuple[int, int], mask: Image.Image) -> None:
        box = mask.getbbox()
        if box is not None:
            x, y = at
            ink = x + box[0], y + box[1], x + box[2], y + box[3]
            self._pen.letters.append(("", cast("Any", tuple(v / self._pen.scale for v in ink))))


class _Surveyor(Canvas):
    """A canvas that keeps boxes in place of pixels."""

    __slots__ = ("pen",)

    def __init__(self, size: tuple[int, int], scale: float) -> None:
        self.pen = _Pen(scale * 2)
        self._image = cast("Any", _Sheet((size[0] * 2, size[1] * 2), self.pen))
        self._draw = cast("Any", self.pen)
        self._top = self._left = 0
        self._scale = scale * 2


def _called(painter: Callable[[Canvas], None]) -> tuple[str, dict[str, Any]]:
    """What a painter is called, and the words that it is told."""
    inner: Any = painter.paint if isinstance(painter, Piece) else painter
    told: dict[str, Any] = {}
    while isinstance(inner, partial):
        told = {**inner.keywords, **told}
        inner = inner.func
    return str(getattr(inner, "__qualname__", type(inner).__name__)), told


def survey(game: str, scale: float = 1.0) -> Survey:
    """Let a map draw itself, and keep the boxes.

    Parameters
    ----------
    game
        Slug of the game.
    scale
        Pixels of the picture for a board pixel: lettering has whole sizes, so each scale differs a little.

    Returns
    -------
    Survey

    Examples
    --------
    >>> found = survey("storm-over-normandy")
    >>> [text.words for text in found.texts if text.words.startswith("Bretteville")]
    ['Bretteville']
    """
    sheet = dressed_sheet(game)
    painters = sheet_painters(sheet)
    geometry = sheet.geometry
    canvas = _Surveyor((round(geometry.width * scale), round(geometry.height * scale)), scale)
    texts: list[Lettering] = []
    marks: list[Mark] = []
    for order, painter in enumerate(painters):
        kind, told = _called(painter)
        canvas.pen.letters, canvas.pen.shapes, canvas.pen.lines = [], [], []
        painter(canvas)
        if kind == "Canvas.label":
            texts.append(_label(canvas.pen, "".join(told["parts"]), order))
        else:
            texts += _texts(canvas.pen.letters, order, kind.removeprefix("Canvas."))
        if kind in _STROKES:
            marks += _strokes(canvas.pen.lines, order, kind)
        if kind not in _GROUND:
            marks += _marks(canvas.pen.shapes, order, kind.removeprefix("Canvas."))
    edge = _FRAME * geometry.pixels_per_inch / 180
    return Survey(tuple(texts), tuple(marks), (edge, edge, geometry.width - edge, geometry.height - edge))


def _label(pen: _Pen, words: str, order: int) -> Lettering:
    """The inks of a label's parts; its halo lies under them and is as wide all round."""
    half = len(pen.letters) // 2 if len(pen.letters) > 3 else 0
    boxes = [box for _, box in pen.letters[half:]]
    return Lettering(words, _union(boxes), order, "number")


def _texts(
    letters: Sequence[tuple[str, tuple[float, float, float, float]]], order: int, kind: str
) -> Iterator[Lettering]:
    """Lettering of a painter; letters that were drawn one by one are a line."""
    run: list[tuple[str, tuple[float, float, float, float]]] = []
    for words, box in letters:
        if run and not (
            len(words) == 1 and len(run[-1][0]) == 1 and 0 <= box[0] - run[-1][1][0] < 1.5 * _high(box)
        ):
            yield _joined(run, order, kind)
            run = []
        run.append((words, box))
    if run:
        yield _joined(run, order, kind)


def _high(box: tuple[float, float, float, float]) -> float:
    return max(box[3] - box[1], 12.0)


def _joined(run: Sequence[tuple[str, tuple[float, float, float, float]]], order: int, kind: str) -> Lettering:
    return Lettering("".join(words for words, _ in run), _union([box for _, box in run]), order, kind)


def _union(boxes: Sequence[tuple[float, float, float, float]]) -> tuple[float, float, float, float]:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _marks(shapes: Sequence[Sequence[Point]], order: int, kind: str) -> Iterator[Mark]:
    import shapely

    for points in shapes:
        shape = shapely.Polygon(points).buffer(0)
        if not shape.is_empty:
            yield Mark(shape, order, kind)


def _strokes(lines: Sequence[tuple[Sequence[Point], float]], order: int, kind: str) -> Iterator[Mark]:
    import shapely

    for points, width in lines:
        yield Mark(shapely.LineString(points).buffer(width / 2), order, kind)


def touches(found: Survey) -> list[Touch]:
    """What lettering touches that it must not: lettering, marks, frames.

    Lettering may lie wholly on a larger shape that was drawn before it: a box, a panel, a circle.

    Parameters
    ----------
    found
        From `survey`.

    Returns
    -------
    list of Touch
        In the order of drawing.

    Examples
    --------
    >>> caen = Lettering("Caen", (5.0, 0.0, 35.0, 10.0), 0, "name")
    >>> troarn = Lettering("Troarn", (21.0, 0.0, 50.0, 10.0), 0, "name")
    >>> [str(touch) for touch in touches(Survey((caen, troarn), (), (0.0, -9.0, 99.0, 99.0)))]
    ['Caen (name) touches Troarn at 28, 5']
    """
    import shapely

    boxes = [shapely.box(*_less(text.box)) for text in found.texts]
    out: list[tuple[int, Touch]] = []
    for i, j in zip(*shapely.STRtree(boxes).query(boxes, predicate="intersects"), strict=True):
        if i < j:
            out.append((int(i), _touch(found.texts[i], found.texts[j].words, boxes[i], boxes[j])))
    shapes = [mark.shape for mark in found.marks]
    under: dict[int, dict[int, list[Mark]]] = {}
    for i, j in zip(*shapely.STRtree(shapes).query(boxes, predicate="intersects"), strict=True):
        under.setdefault(int(i), {}).setdefault(found.marks[j].order, []).append(found.marks[j])
    for i, orders in under.items():
        for order, marks in sorted(orders.items(), reverse=True):
            ground = shapely.union_all([mark.shape for mark in marks])
            if order <= found.texts[i].order and ground.contains(boxes[i]):
                break  # the lettering lies on this; what was drawn before is hidden
            out.append((i, _touch(found.texts[i], marks[0].kind, boxes[i], ground)))
    free = shapely.box(*found.frame)
    out += [
        (i, _touch(found.texts[i], "the frame", box, box))
        for i, box in enumerate(boxes)
        if not free.contains(box)
    ]
    return list(dict.fromkeys([touch for _, touch in sorted(out, key=lambda t: t[0])]))


def _less(box: tuple[float, float, float, float]) -> tuple[float, float, float, float]:
    return box[0] + _LEAST / 2, box[1] + _LEAST / 2, box[2] - _LEAST / 2, box[3] - _LEAST / 2


def _touch(text: Lettering, other: str, box: BaseGeometry, shape: BaseGeometry) -> Touch:
    middle = box.intersection(shape).centroid
    return Touch(text.words, text.kind, other, (round(middle.x), round(middle.y)))


def _main() -> None:
    for game in sys.argv[1:]:
        found = touches(survey(game))
        print(f"{game}: {len(found)} overlaps", *found, sep="\n  ")  # noqa: T201 - a report


if __name__ == "__main__":
    _main()
