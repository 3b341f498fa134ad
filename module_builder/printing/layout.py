"""Layout of counters and cards on paper: rows of one size in the middle of the page, with room for the marks.

Pieces of one size stand together, in their order, in a band with one grid; so every cut of a band runs
straight through. What a sheet turned over shows is `Sheet.mirrored`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, TypeAlias

from maps.errors import DataError
from module_builder.printing.page import Rect
from module_builder.printing.places import (
    BAND_MARK,
    CAPTION,
    CUTTER_ARM,
    CUTTER_INSET,
    MARK_GAP,
    MARK_LENGTH,
    NUMBER,
    Band,
    Cell,
    Sheet,
    around,
    bears_marks,
    reach,
)
from module_builder.printing.preset import Axis, Grid, Preset
from module_builder.vassal.values import dataclass

__all__ = ["Band", "Cell", "Sheet", "Sized", "arrange"]

_CUTTER_CLEAR = 2.0
_APART = 0.4
_SLACK = 1e-6
_Places: TypeAlias = dict[tuple[int, int], tuple[int, Rect]]  # column and row -> index and trim


class Sized(Protocol):
    """What is placed: something with a name and a size in millimetres."""

    @property
    def id(self) -> str:
        """Name for messages."""

    @property
    def width(self) -> float:
        """Across."""

    @property
    def height(self) -> float:
        """Down."""


def arrange(pieces: Sequence[Sized], preset: Preset) -> tuple[Sheet, ...]:
    """Place pieces on as few pages as rows of one size allow.

    Parameters
    ----------
    pieces
        In order; those of one size are brought together, the size that comes first first.
    preset
        How to print.

    Returns
    -------
    tuple of Sheet
        Fronts; each piece has one cell.

    Raises
    ------
    maps.errors.DataError
        A piece is larger than the room, margins and marks leave no room, or the grid does not fit.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> counters = [SimpleNamespace(id=str(i), width=15.875, height=15.875) for i in range(176)]
    >>> from module_builder.printing.preset import load_preset
    >>> [len(sheet.cells) for sheet in arrange(counters, load_preset("home-a4"))]
    [176]
    """
    groups = _by_size(pieces)
    rooms = list(_rooms(preset))
    made = [pages for room in rooms if (pages := _packed(groups, room, preset)) is not None]
    if not made:
        raise _too_large(pieces, rooms, preset)
    return min(made, key=len)


def _gaps(preset: Preset) -> tuple[float, float]:
    """Between neighbours across and down."""
    down = max(preset.gap, 2 * preset.bleed + NUMBER) if preset.backs == "numbered" else preset.gap
    return preset.gap, down


def _band_gap(preset: Preset) -> float:
    """Between bands of two sizes: clear of both bleeds, with short marks for each where marks are wanted."""
    across = max(*_gaps(preset), 2 * preset.bleed)
    return across + (2 * (MARK_GAP + BAND_MARK) + _APART if bears_marks(preset) else 0.0)


def _by_size(pieces: Sequence[Sized]) -> dict[tuple[float, float], list[int]]:
    groups: dict[tuple[float, float], list[int]] = {}
    for index, piece in enumerate(pieces):
        if not (piece.width > 0 and piece.height > 0):
            size = f"{piece.width:g} x {piece.height:g} mm"
            raise DataError("layout", f"piece {piece.id}", f"a width and a height above 0, not {size}")
        groups.setdefault((piece.width, piece.height), []).append(index)
    return groups


@dataclass(frozen=True, slots=True)
class _Room:
    """Where trims may lie on a page, and the fold that the grid lies against."""

    width: float
    height: float
    box: Rect
    finished: Rect | None = None
    fold: Axis | None = None

    def frame(self, width: float, height: float) -> Rect:
        """The grid in the middle of the page, or against the fold."""
        x, y = (self.width - width) / 2, (self.height - height) / 2
        if self.fold == "vertical":
            x = self.box.right - width
        elif self.fold == "horizontal":
            y = self.box.bottom - height
        return Rect(x, y, width, height)


def _rooms(preset: Preset) -> Iterable[_Room]:
    """Each way to leave free what must stay free; the better ones first."""
    edge = preset.bleed if preset.grid else 0.0
    width, height = (side + 2 * edge for side in preset.paper)
    finished = Rect(edge, edge, *preset.paper) if preset.grid else None
    for x, y in _insets(preset):
        box = Rect(x + edge, y + edge, width - 2 * (x + edge), height - 2 * (y + edge))
        for fold in _folds(preset):
            yield _Room(width, height, _half(box, fold, (width, height), preset), finished, fold)


def _insets(preset: Preset) -> Iterable[tuple[float, float]]:
    """What is left free at the sides, and at top and bottom: the caption and a cutter's marks take either."""
    plain = preset.margin + reach(preset)
    for x, y in ((plain, plain + CAPTION), (plain + CAPTION, plain)):
        if preset.registration != "cutter":
            yield x, y
            continue
        inside = CUTTER_INSET + preset.bleed + MARK_GAP
        beyond = CUTTER_INSET + CUTTER_ARM + _CUTTER_CLEAR + reach(preset)
        yield max(x, inside), max(y, beyond)
        yield max(x, beyond), max(y, inside)


def _folds(preset: Preset) -> tuple[Axis | None, ...]:
    if preset.backs != "gutterfold":
        return (None,)
    return ("vertical", "horizontal") if preset.fold == "auto" else (preset.fold,)


def _half(box: Rect, fold: Axis | None, page: tuple[float, float], preset: Preset) -> Rect:
    """Return the left or the upper half of a room, clear of the fold."""
    clear = preset.bleed + MARK_GAP + (BAND_MARK + _APART) * bears_marks(preset)
    if fold == "vertical":
        return replace(box, width=page[0] / 2 - clear - box.x)
    if fold == "horizontal":
        return replace(box, height=page[1] / 2 - clear - box.y)
    return box


@dataclass(frozen=True, slots=True)
class _Run:
    """Pieces of one size on one page."""

    size: tuple[float, float]
    indices: tuple[int, ...]
    columns: int

    @property
    def rows(self) -> int:
        return -(-len(self.indices) // self.columns)

    def extent(self, gaps: tuple[float, float]) -> tuple[float, float]:
        """Width and height of the grid."""
        width, height = self.size
        return self.columns * (width + gaps[0]) - gaps[0], self.rows * (height + gaps[1]) - gaps[1]


def _fit(room: float, size: float, gap: float) -> int:
    return max(0, int((room + gap + _SLACK) // (size + gap)))


def _packed(
    groups: Mapping[tuple[float, float], Sequence[int]], room: _Room, preset: Preset
) -> tuple[Sheet, ...] | None:
    """Return the pages of one room, or None where a piece does not fit."""
    if preset.grid:
        return _on_grid(groups, room, preset, preset.grid)
    gaps, between = _gaps(preset), _band_gap(preset)
    pages: list[list[_Run]] = []
    left = -1.0
    for size, indices in groups.items():
        most = _fit(room.box.width, size[0], gaps[0])
        if not most or not _fit(room.box.height, size[1], gaps[1]):
            return None
        columns, start = min(most, len(indices)), 0
        while start < len(indices):
            rows = _fit(left - between, size[1], gaps[1]) if pages else 0
            if rows:
                left -= between
            else:
                pages.append([])
                left, rows = room.box.height, _fit(room.box.height, size[1], gaps[1])
            run = _Run(size, tuple(indices[start : start + rows * columns]), columns)
            pages[-1].append(run)
            start += len(run.indices)
            left -= run.extent(gaps)[1]
    return _sheets(pages, room, preset)


def _sheets(pages: Sequence[Sequence[_Run]], room: _Room, preset: Preset) -> tuple[Sheet, ...]:
    """Place the runs; a page that goes on with the size of the page before keeps its grid."""
    gaps, between = _gaps(preset), _band_gap(preset)
    sheets: list[Sheet] = []
    before: Rect | None = None
    for number, runs in enumerate(pages):
        extents = [run.extent(gaps) for run in runs]
        width = max(extent[0] for extent in extents)
        height = sum(extent[1] for extent in extents) + between * (len(runs) - 1)
        if before and pages[number - 1][0].size == runs[0].size:
            width, height = max(width, before.width), max(height, before.height)
        before = room.frame(width, height)
        sheets.append(_sheet(runs, extents, before, room, preset))
    return tuple(sheets)


def _sheet(
    runs: Sequence[_Run], extents: Sequence[tuple[float, float]], frame: Rect, room: _Room, preset: Preset
) -> Sheet:
    gaps = _gaps(preset)
    cells: list[Cell] = []
    bands: list[Band] = []
    y = frame.y
    for number, (run, (width, height)) in enumerate(zip(runs, extents, strict=True)):
        x = frame.x + (frame.width - width) / 2
        xs = [x + column * (run.size[0] + gaps[0]) for column in range(run.columns)]
        ys = [y + row * (run.size[1] + gaps[1]) for row in range(run.rows)]
        places = _places(run.indices, run.size, xs, ys)
        cells += _cells(places, preset.bleed)
        ends = (number > 0, number < len(runs) - 1)
        bands.append(_band([trim for _, trim in places.values()], ends, room.fold))
        y += height + _band_gap(preset)
    return Sheet(room.width, room.height, tuple(cells), tuple(bands), frame, room.finished, room.fold)


def _places(
    indices: Sequence[int], size: tuple[float, float], xs: Sequence[float], ys: Sequence[float]
) -> _Places:
    """Return the trims of a run, row by row."""
    found = {}
    for place, index in enumerate(indices):
        row, column = divmod(place, len(xs))
        found[column, row] = (index, Rect(xs[column], ys[row], *size))
    return found


def _cells(places: _Places, bleed: float) -> Iterable[Cell]:
    """Each trim with its bleed, which ends half way to a neighbour."""
    for (column, row), (index, trim) in places.items():

        def room(across: int, down: int, at: tuple[int, int] = (column, row), own: Rect = trim) -> float:
            other = places.get((at[0] + across, at[1] + down))
            if other is None:
                return bleed
            box = other[1]
            apart = abs(box.x - own.x) - own.width if across else abs(box.y - own.y) - own.height
            return max(0.0, min(bleed, apart / 2))

        left, above, right, below = room(-1, 0), room(0, -1), room(1, 0), room(0, 1)
        window = Rect(trim.x - left, trim.y - above, trim.width + left + right, trim.height + above + below)
        yield Cell(index, trim, window)


def _band(trims: Sequence[Rect], ends: tuple[bool, bool], fold: Axis | None) -> Band:
    """Return the cuts through a grid; `ends`: whether another band lies above, and below."""
    above, below = (BAND_MARK if end else MARK_LENGTH for end in ends)
    right = BAND_MARK if fold == "vertical" else MARK_LENGTH
    if fold == "horizontal":
        below = BAND_MARK
    xs = _distinct(x for trim in trims for x in (trim.x, trim.right))
    ys = _distinct(y for trim in trims for y in (trim.y, trim.bottom))
    return Band(around(trims), xs, ys, (MARK_LENGTH, above, right, below))


def _distinct(values: Iterable[float]) -> tuple[float, ...]:
    found: list[float] = []
    for value in sorted(values):
        if not found or value - found[-1] > _SLACK:
            found.append(value)
    return tuple(found)


def _grid_extent(grid: Grid, size: tuple[float, float], gap: float) -> tuple[float, float]:
    return (
        _step(grid.columns - 1, grid.block_columns, size[0], gap, grid.gutter) + size[0],
        _step(grid.rows - 1, grid.block_rows, size[1], gap, grid.gutter) + size[1],
    )


def _step(place: int, block: int, size: float, gap: float, gutter: float) -> float:
    return place * (size + gap) + place // block * (gutter - gap)


def _on_grid(
    groups: Mapping[tuple[float, float], Sequence[int]], room: _Room, preset: Preset, grid: Grid
) -> tuple[Sheet, ...] | None:
    """Return the sheets of a die, each of one size, or None where its grid does not fit."""
    sheets = []
    most = grid.columns * grid.rows
    for size, indices in groups.items():
        width, height = _grid_extent(grid, size, preset.gap)
        frame = room.frame(width, height)
        if not room.box.holds(frame):
            return None
        steps = [(grid.columns, grid.block_columns, size[0]), (grid.rows, grid.block_rows, size[1])]
        xs, ys = ([_step(i, block, s, preset.gap, grid.gutter) for i in range(n)] for n, block, s in steps)
        for start in range(0, len(indices), most):
            places = _places(
                indices[start : start + most], size, [frame.x + x for x in xs], [frame.y + y for y in ys]
            )
            cells = tuple(_cells(places, preset.bleed))
            band = _band([cell.trim for cell in cells], (False, False), None)
            sheets.append(Sheet(room.width, room.height, cells, (band,), frame, room.finished))
    return tuple(sheets)


def _too_large(pieces: Sequence[Sized], rooms: Sequence[_Room], preset: Preset) -> DataError:
    """Return what is wrong and how much room there is, for the widest room and for the highest."""
    where = f"preset {preset.name}"
    roomy = [room.box for room in rooms if room.box.width > 0 and room.box.height > 0]
    half = "half of " if preset.backs == "gutterfold" else ""
    paper = f"{half}{preset.paper[0]:g} x {preset.paper[1]:g} mm"
    if not roomy:
        wanted = f"margins and marks that leave room on paper of {paper}"
        return DataError(
            where, "margin", f"{wanted}, not a margin of {preset.margin:g} mm", "choose larger paper"
        )
    large = max(pieces, key=lambda piece: min(_over(piece, box) for box in roomy))
    best = min(roomy, key=lambda box: _over(large, box))
    space = f"{best.width:.4g} x {best.height:.4g} mm"
    size = f"{large.width:g} x {large.height:g} mm"
    if preset.grid and not _over(large, best):
        return _no_grid(where, pieces, roomy, preset)
    wanted = f"at most {space}, the room that margins and marks leave on {paper}, not {size}"
    hint = "choose larger paper, a smaller margin or " + (
        "no crop marks" if bears_marks(preset) else "less bleed"
    )
    return DataError(where, f"piece {large.id}", wanted, hint)


def _over(piece: Sized, box: Rect) -> float:
    """By how much a piece is larger than a room."""
    return max(0.0, piece.width - box.width - _SLACK) + max(0.0, piece.height - box.height - _SLACK)


def _no_grid(where: str, pieces: Sequence[Sized], roomy: Sequence[Rect], preset: Preset) -> DataError:
    """Return by how much the largest pieces overflow the grid, and the grid that would hold them."""
    grid = preset.grid
    assert grid  # noqa: S101 - narrows the type
    large = max(pieces, key=lambda piece: (piece.width * piece.height, piece.width))
    width, height = _grid_extent(grid, (large.width, large.height), preset.gap)
    box = max(roomy, key=lambda box: min(box.width - width, box.height - height))
    held = [
        _grid_extent(replace(grid, columns=n, rows=n), (large.width, large.height), preset.gap)
        for n in range(1, max(grid.columns, grid.rows) + 1)
    ]
    columns = sum(extent[0] <= box.width + _SLACK for extent in held[: grid.columns])
    rows = sum(extent[1] <= box.height + _SLACK for extent in held[: grid.rows])
    wanted = f"a grid that fits {box.width:.4g} x {box.height:.4g} mm"
    pieces_ = f"{grid.columns} x {grid.rows} pieces of {large.width:g} x {large.height:g} mm"
    has = f"{pieces_} ({width:.4g} x {height:.4g} mm)"
    return DataError(where, "grid", f"{wanted}, not {has}", f"{columns} x {rows} would fit")
