"""A ruling as a picture: the part of the map that matters, counters, what is marked, the verdict below."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from adjudicator.audit.clock import clock_of
from adjudicator.errors import BocageError
from adjudicator.game import load, seen_by
from adjudicator.table.drawing.caption import captioned
from adjudicator.table.drawing.framing import Frame, frame_of
from adjudicator.table.drawing.ground import Ground, GroundSpace, common_side, ground_of
from adjudicator.table.drawing.laying import MAP
from adjudicator.table.drawing.raster import painted, png_of, width_of
from adjudicator.table.drawing.scene import Scene, ScenePiece, scene_of
from adjudicator.table.drawing.shapes import LOOKS, Inset, Path, Points, Shape, Words
from adjudicator.table.drawing.sprites import Sheets, own_sheets, sheets_of
from adjudicator.table.drawing.tiles import tiles_of
from adjudicator.table.drawing.vectors import svg_of
from adjudicator.table.marks import TONES, Marks, marks_of

if TYPE_CHECKING:
    from PIL import Image

    from adjudicator.position import Position
    from adjudicator.ruling import Ruling

__all__ = ["WIDTH", "Picture", "picture_of", "write_picture"]

WIDTH = 1200
_NARROWEST, _WIDEST = 320, 4000
_FAN, _SPREAD, _NARROW = 0.13, 0.42, 0.26  # of a counter: from one to the next in a stack, all, all in a hex
_VEIL = 0.38
_READABLE, _LARGER = 34, 2.0  # pixels of a counter in an Area, and how much larger than on the board at most
_PAPER = "#fbf9f3"
_WHITE = "#ffffff"


def picture_of(
    position: Position,
    *,
    viewpoint: str = "public",
    ruling: Ruling | None = None,
    width: int = WIDTH,
    whole: bool = False,
) -> Picture:
    """Draw a position with what a ruling says of it.

    Parameters
    ----------
    position, viewpoint
        What is shown, and to whom; it is masked before anything is drawn.
    ruling
        What was answered; None for the position alone.
    width
        Of the picture in pixels.
    whole
        Show the whole board, and not only the part that matters.

    Returns
    -------
    Picture

    Raises
    ------
    BocageError
        The width is none.

    Examples
    --------
    >>> from adjudicator import ask, open_position
    >>> sketch = open_position("breakout-normandy, 6 june;A: us | us inf 4-4-4 '1' fresh;B: german;A-B: open")
    >>> picture_of(sketch, ruling=ask(sketch, "legal", "1"), width=400).size[0]
    400
    """
    if not _NARROWEST <= width <= _WIDEST:
        raise BocageError(f"a picture is {_NARROWEST} to {_WIDEST} pixels wide, not {width}")
    at = seen_by(position, viewpoint)
    marks = marks_of(ruling, at) if ruling is not None else Marks(spaces={}, units={}, lines=(), legend=())
    return Picture(at, scene_of(at, viewpoint), marks, ruling, (width, whole, viewpoint))


class Picture:
    """A picture that is yet to be painted or written.

    Parameters
    ----------
    position, scene, marks, ruling
        What it shows.
    how
        Its width, whether it shows the whole board, and who looks.
    """

    def __init__(
        self,
        position: Position,
        scene: Scene,
        marks: Marks,
        ruling: Ruling | None,
        how: tuple[int, bool, str],
    ) -> None:
        self._position, self._scene, self._marks, self._ruling = position, scene, marks, ruling
        self._width, whole, self._viewpoint = how
        self._ground: Ground = ground_of(position)
        self._spaces = {space.id: space for space in self._ground.spaces}
        self._frame: Frame = frame_of(self._ground, scene, marks, self._width, whole=whole)
        self._overlay = position.filing.overlay

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self._width, self._frame.height + self._caption[1]

    @property
    def title(self) -> str:
        """What it shows, in one line."""
        game = load(self._position.game).title
        return f"{game}: {self._ruling.verdict}" if self._ruling is not None else f"{game}: {self._clock}"

    def png(self) -> bytes:
        """The picture as a PNG."""
        return png_of(painted(self.size, self._shapes, self._inset))

    def svg(self) -> bytes:
        """The picture as an SVG: the map and the counters as images, all else as paths and text."""
        return svg_of(self.size, self._shapes, self._inset, title=self.title)

    def prepare(self, progress: Callable[[int, int], object] | None = None) -> None:
        """Draw the board, unless that has been done: it takes longer than all else.

        Parameters
        ----------
        progress
            Told how many rows are done, and of how many.
        """
        tiles_of(self._ground, self._overlay).prepare(progress)

    # --- its parts -----------------------------------------------------------------------------------

    @functools.cached_property
    def _clock(self) -> str:
        return clock_of(self._position)

    @functools.cached_property
    def _caption(self) -> tuple[list[Shape], int]:
        below = f"{load(self._position.game).title} · {self._clock} · seen by: {self._viewpoint}"
        return captioned(self._ruling, self._marks, (self._width, self._frame.height), below)

    @functools.cached_property
    def _shapes(self) -> list[Shape]:
        frame = self._frame
        edge = ((0, 0), (self._width, 0), (self._width, frame.height), (0, frame.height))
        found: list[Shape] = [Inset("", 0, 0, self._width, frame.height), *self._pieces(lit=False)]
        if self._marks.spaces or self._marks.units:
            found.append(Path(edge, closed=True, fill=_WHITE, opacity=_VEIL, holes=tuple(self._holes())))
        found += self._tints()
        for line in self._marks.lines:
            ends = [frame.point(self._spaces[s].at) for s in line.spaces if s in self._spaces]
            found += self._way(ends, line.tone)
        found += self._sides()
        found += [*self._pieces(lit=True), *self._labels()]
        below = ((0, frame.height), (self._width, frame.height), self.size, (0, self.size[1]))
        found.append(Path(below, closed=True, fill=_PAPER))
        return found + self._caption[0]

    def _pieces(self, *, lit: bool) -> Iterator[Shape]:
        """The pieces that stay bright, or the others, which lie under a veil."""
        for piece, number, of in self._stacked:
            if (piece.id in self._lit) == lit:
                yield from self._piece(piece, number, of)
                yield from self._ring(piece, number, of)

    @functools.cached_property
    def _lit(self) -> set[str]:
        """Pieces that are marked or stand in marked spaces; where nothing is marked, all."""
        marks = self._marks
        every = not marks.spaces and not marks.units
        return {p.id for p in self._scene.pieces if every or p.id in marks.units or p.space in marks.spaces}

    @functools.cached_property
    def _stacked(self) -> list[tuple[ScenePiece, int, int]]:
        """The pieces within the frame, marked ones on top, each with its number in its stack and its size."""
        counted: dict[tuple[int, int], int] = {}
        inside = [p for p in self._scene.pieces if p.window == MAP and self._frame.shows(p.x, p.y, p.w)]
        inside.sort(key=lambda p: p.id in self._marks.units)
        found = []
        for piece in inside:
            number = counted[piece.x, piece.y] = counted.get((piece.x, piece.y), 0) + 1
            found.append((piece, number - 1))
        return [(piece, number, counted[piece.x, piece.y]) for piece, number in found]

    def _at(self, piece: ScenePiece, number: int, of: int) -> tuple[float, float, float]:
        """Middle and width of a piece in the picture: a stack is fanned out to the upper right."""
        scale = self._frame.scale * self._magnified
        spread = _SPREAD if self._ground.grid is None else _NARROW
        step = min(_FAN, spread / max(1, of - 1)) * piece.w * scale
        x, y = self._frame.point((piece.x, piece.y))
        middle = (of - 1) / 2
        return x + (number - middle) * step, y - (number - middle) * step, piece.w * scale

    @functools.cached_property
    def _magnified(self) -> float:
        """How much larger than on the board counters are drawn, so that they can be read; not in hexes."""
        if self._ground.grid is not None:
            return 1.0
        return min(_LARGER, max(1.0, _READABLE / (self._sheets[-1].usual * self._frame.scale)))

    def _piece(self, piece: ScenePiece, number: int, of: int) -> Iterator[Shape]:
        x, y, wide = self._at(piece, number, of)
        high = wide * self._ratio(piece.face)
        yield Inset(piece.face, x - wide / 2, y - high / 2, wide, high)
        for badge in piece.badges:
            scale = wide / piece.w
            side = self._side(badge.face) * scale
            middle = x + badge.dx * scale, y + badge.dy * scale
            yield Inset(badge.face, middle[0] - side / 2, middle[1] - side / 2, side, side)

    def _ring(self, piece: ScenePiece, number: int, of: int) -> Iterator[Shape]:
        mark = self._marks.units.get(piece.id)
        if mark is None:
            return
        x, y, wide = self._at(piece, number, of)
        look, half = LOOKS[mark.tone], wide / 2 + 2
        box = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
        yield Path(box, closed=True, stroke=_WHITE, width=6, radius=0)
        yield Path(box, closed=True, stroke=look.colour, width=3, dash=look.dash)
        if mark.label:
            yield from _pill(mark.label, (x + half, y - half), look.colour, 13)

    # --- what is marked ------------------------------------------------------------------------------

    def _outline(self, space: GroundSpace) -> Points:
        flat = self._ground.outline(space)
        return tuple([self._frame.point((flat[i], flat[i + 1])) for i in range(0, len(flat), 2)])

    def _marked(self) -> Iterator[tuple[GroundSpace, str]]:
        """Marked spaces within the frame with their tones, what matters most last, so that it lies above."""
        rows = [
            (self._spaces[id_], mark.tone) for id_, mark in self._marks.spaces.items() if id_ in self._spaces
        ]
        inside = [row for row in rows if self._frame.touches(self._ground.outline(row[0]))]
        yield from sorted(inside, key=lambda row: -TONES.index(row[1]))

    def _holes(self) -> Iterator[Points]:
        return (self._outline(space) for space, tone in self._marked() if tone != "refused")

    def _tints(self) -> Iterator[Shape]:
        for space, tone in self._marked():
            look, outline = LOOKS[tone], self._outline(space)
            yield Path(outline, closed=True, fill=look.colour, opacity=look.opacity, hatch=look.hatch)
            yield Path(outline, closed=True, stroke=_WHITE, width=5)
            yield Path(
                outline, closed=True, stroke=look.colour, width=4 if tone == "origin" else 2.5, dash=look.dash
            )

    def _sides(self) -> Iterator[Shape]:
        """Borders that are marked, along the common side of their two spaces."""
        found: list[tuple[Points, str]] = []
        for line in self._marks.sides:
            near = [self._ground.outline(self._spaces[s]) for s in line.spaces if s in self._spaces]
            if len(near) == len(line.spaces) and all(map(self._frame.touches, near)):
                ends = common_side(*near)
                found += [(tuple(map(self._frame.point, pair)), LOOKS[line.tone].colour) for pair in ends]
        yield from (Path(points, stroke=_WHITE, width=7) for points, _ in found)
        yield from (Path(points, stroke=colour, width=4) for points, colour in found)

    def _way(self, points: Sequence[tuple[float, float]], tone: str) -> Iterator[Shape]:
        """A line from space to space, with an arrow at its end."""
        if len(points) < 2:
            return
        look = LOOKS[tone]
        yield Path(tuple(points), stroke=_WHITE, width=7)
        yield Path(tuple(points), stroke=look.colour, width=3.5, dash=look.dash)
        (x0, y0), (x1, y1) = points[-2:]
        length = max(1.0, ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5)
        dx, dy = (x1 - x0) / length, (y1 - y0) / length
        head = ((x1 + 9 * dx, y1 + 9 * dy), (x1 - 7 * dx - 7 * dy, y1 - 7 * dy + 7 * dx),
                (x1 - 7 * dx + 7 * dy, y1 - 7 * dy - 7 * dx))  # fmt: skip
        yield Path(head, closed=True, fill=look.colour, stroke=_WHITE, width=1.5)

    def _labels(self) -> Iterator[Shape]:
        """What is written on marked spaces, beside the counters that stand there."""
        taken = {(p.space) for p, _, _ in self._stacked if p.kind == "unit"}
        for space, tone in self._marked():
            label = self._marks.spaces[space.id].label
            if not label:
                continue
            x, y = self._frame.point(space.at)
            hexed = not space.shape
            if hexed and space.id in taken and self._ground.grid is not None:
                x, y = (
                    x + self._ground.grid.size * 0.34 * self._frame.scale,
                    y - self._ground.grid.size * 0.34 * self._frame.scale,
                )
            size = self._pill_size if hexed else 20
            yield from _pill(label, (x, y), LOOKS[tone].colour, size)

    @functools.cached_property
    def _pill_size(self) -> int:
        flat = self._ground.grid.size if self._ground.grid is not None else 0
        return round(min(22, max(11, flat * self._frame.scale * 0.24)))

    # --- pictures in it ------------------------------------------------------------------------------

    @functools.cached_property
    def _sheets(self) -> list[Sheets]:
        game = self._position.game
        own = own_sheets(self._scene, game, self._overlay)
        return [*([own] if own is not None else []), sheets_of(game, self._overlay)]

    def _side(self, face: str) -> float:
        return next((s.width(face) for s in self._sheets if face in s), 0.0)

    def _ratio(self, face: str) -> float:
        return next((s.ratio(face) for s in self._sheets if face in s), 1.0)

    def _inset(self, name: str, width: int, height: int) -> Image.Image | None:  # noqa: ARG002 - as wide as asked
        if not name:
            return tiles_of(self._ground, self._overlay).region(self._frame.box, width)
        return next((s.painted(name, width) for s in self._sheets if name in s), None)


def _pill(text: str, at: tuple[float, float], colour: str, size: int) -> Iterator[Shape]:
    """A text on white in a rounded frame."""
    x, y = at
    half, high = max(size * 0.8, width_of(text, size, bold=True) / 2 + size * 0.42), size * 0.78
    box = ((x - half, y - high), (x + half, y - high), (x + half, y + high), (x - half, y + high))
    yield Path(box, closed=True, fill=_WHITE, stroke=colour, width=2.2, radius=high)
    yield Words(text, x, y, size, bold=True, anchor="middle")


def write_picture(
    path: FilePath,
    position: Position,
    *,
    viewpoint: str = "public",
    ruling: Ruling | None = None,
    width: int = WIDTH,
    whole: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> None:
    """Write a picture, whole or not at all: SVG where the name of the file says so, else PNG.

    Parameters
    ----------
    path
        The file.
    position, viewpoint, ruling, width, whole
        As in `picture_of`.
    progress
        Told how much of the board is drawn, and of how much, where it is drawn for the first time.
    """
    from module_builder.vassal.files import write_file

    picture = picture_of(position, viewpoint=viewpoint, ruling=ruling, width=width, whole=whole)
    picture.prepare(progress)
    write_file(path, picture.svg() if path.suffix.casefold() == ".svg" else picture.png())
