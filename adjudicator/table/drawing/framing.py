"""Which part of a board a picture shows: what is marked, with a margin, in the proportions of a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from adjudicator.table.drawing.laying import MAP
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.table.drawing.ground import Ground, GroundSpace
    from adjudicator.table.drawing.scene import Scene
    from adjudicator.table.marks import Marks

__all__ = ["Frame", "frame_of"]

Box = tuple[float, float, float, float]
_FLATTEST, _TALLEST = 0.5, 1.1  # height of the map for its width
_LARGEST = 1.25  # pixels of the picture for a pixel of the board
_MARGIN = 0.06
_GROUND = frozenset({"area", "hex"})


@dataclass(frozen=True, slots=True)
class Frame:
    """A part of the board and its size in the picture.

    Parameters
    ----------
    box
        Left, top, right, bottom in pixels of the board.
    width, height
        Of the picture of it.

    Examples
    --------
    >>> Frame((10, 10, 30, 20), 40, 20).point((20, 15))
    (20.0, 10.0)
    """

    box: tuple[int, int, int, int]
    width: int
    height: int

    @property
    def scale(self) -> float:
        """Pixels of the picture for a pixel of the board."""
        return self.width / (self.box[2] - self.box[0])

    def point(self, at: Sequence[float]) -> tuple[float, float]:
        """A point of the board in the picture."""
        return (at[0] - self.box[0]) * self.scale, (at[1] - self.box[1]) * self.scale

    def shows(self, x: float, y: float, reach: float) -> bool:
        """Whether something of a size about a point is in it."""
        left, top, right, bottom = self.box
        return left - reach < x < right + reach and top - reach < y < bottom + reach

    def touches(self, flat: Sequence[float]) -> bool:
        """Whether an outline reaches into it."""
        left, top, right, bottom = self.box
        xs, ys = flat[::2], flat[1::2]
        return bool(xs) and max(xs) > left and min(xs) < right and max(ys) > top and min(ys) < bottom


def frame_of(ground: Ground, scene: Scene, marks: Marks, width: int, *, whole: bool) -> Frame:
    """Choose what a picture shows.

    Parameters
    ----------
    ground, scene, marks
        The board, what lies on it, and what is marked.
    width
        Of the picture.
    whole
        Whether all of the board is wanted.

    Returns
    -------
    Frame
        The spaces and units that are marked, those that are merely refused where nothing else is; where
        nothing is marked, wherever units stand. Of a sketch the whole board.
    """
    boxes = [] if whole else list(_marked(ground, scene, marks))
    around = (0.0, 0.0, float(ground.width), float(ground.height))
    if ground.drawn:
        around = _proportioned(around, width / _LARGEST)
    elif boxes:
        around = _moved(_proportioned(_widened(_around(boxes), ground), width / _LARGEST), ground)
    left, top, right, bottom = (round(c) for c in around)
    return Frame((left, top, right, bottom), width, max(1, round(width * (bottom - top) / (right - left))))


def _marked(ground: Ground, scene: Scene, marks: Marks) -> Iterator[Box]:
    spaces = {space.id: space for space in ground.spaces}
    told = {id_: mark.tone for id_, mark in marks.spaces.items() if id_ in spaces}
    told |= {s: line.tone for line in (*marks.lines, *marks.sides) for s in line.spaces if s in spaces}
    kept = [id_ for id_, tone in told.items() if tone != "refused"]
    if len(kept) < 2:
        kept = list(told) if len(told) <= len(kept) + 12 else kept
    for id_ in kept:
        flat = ground.outline(spaces[id_])
        yield min(flat[::2]), min(flat[1::2]), max(flat[::2]), max(flat[1::2])
    stood = set[str]() if told or marks.units else _stood(scene, spaces)
    wanted = {*marks.units, *(p.id for p in scene.pieces if p.space in stood)}
    for piece in scene.pieces:
        if piece.id in wanted and piece.window == MAP:
            half = piece.w / 2
            yield piece.x - half, piece.y - half, piece.x + half, piece.y + half


def _stood(scene: Scene, spaces: Mapping[str, GroundSpace]) -> set[str]:
    """Spaces of the map itself where units stand: not the boxes at its edge."""
    there = {p.space for p in scene.pieces if p.kind == "unit" and p.space in spaces and p.window == MAP}
    return {id_ for id_ in there if spaces[id_].kind in _GROUND}


def _around(boxes: Sequence[Box]) -> Box:
    return (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )


def _widened(box: Box, ground: Ground) -> Box:
    left, top, right, bottom = box
    margin = max(ground.grid.size * 1.5 if ground.grid is not None else 70.0, _MARGIN * (right - left))
    return left - margin, top - margin, right + margin, bottom + margin


def _proportioned(box: Box, least: float) -> Box:
    """At least so wide, neither too flat nor too tall."""
    left, top, right, bottom = box
    wide = max(right - left, least)
    high = max(bottom - top, wide * _FLATTEST)
    wide = max(wide, high / _TALLEST)
    x, y = (left + right) / 2, (top + bottom) / 2
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


def _moved(box: Box, ground: Ground) -> Box:
    """Onto the board, as far as that goes."""
    left, top, right, bottom = box
    x0, x1 = _placed((left + right) / 2, right - left, ground.width)
    y0, y1 = _placed((top + bottom) / 2, bottom - top, ground.height)
    return x0, y0, x1, y1


def _placed(middle: float, length: float, whole: float) -> tuple[float, float]:
    if length >= whole:
        return 0.0, whole
    start = min(max(0.0, middle - length / 2), whole - length)
    return start, start + length
