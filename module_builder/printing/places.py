"""Places on a page as values: cells of pieces, bands of one size, one side of a sheet, room for its marks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from module_builder.printing.page import Rect
from module_builder.printing.preset import CUTTER_INSET, Axis, Preset
from module_builder.vassal.values import dataclass

__all__ = [
    "BAND_MARK",
    "CAPTION",
    "CUTTER_ARM",
    "CUTTER_INSET",
    "MARK_GAP",
    "MARK_LENGTH",
    "NUMBER",
    "Band",
    "Cell",
    "Sheet",
    "around",
    "bears_marks",
    "reach",
]

MARK_GAP = 1.0
"""From the bleed to a crop mark."""
MARK_LENGTH = 3.0
"""Of a crop mark: with it, 16 rows of 5/8 in fit A4 and 16 rows of 9/16 in fit Letter."""
BAND_MARK = 2.0
"""Of a crop mark between two bands, or between a band and the fold."""
CAPTION = 2.6
"""Height of the line of print in the margin."""
NUMBER = 2.0
"""Height of the number under a piece."""
CUTTER_ARM = 5.0
"""Length of such a mark."""


@dataclass(frozen=True, slots=True)
class Cell:
    """Place of one piece.

    Parameters
    ----------
    index
        Of the piece in the sequence given.
    trim
        Where the cut piece lies.
    window
        What its picture may cover: the trim and the bleed, between neighbours half the gap at most.

    Examples
    --------
    >>> Cell(0, Rect(10, 10, 20, 20), Rect(9, 9, 22, 22)).index
    0
    """

    index: int
    trim: Rect
    window: Rect


@dataclass(frozen=True, slots=True)
class Band:
    """Pieces of one size in one grid.

    Parameters
    ----------
    box
        Around their trims.
    xs, ys
        Where the vertical and the horizontal cuts run.
    marks
        Room for marks on the left, above, on the right and below, from the bleed and the gap outwards.

    Examples
    --------
    >>> Band(Rect(10, 10, 20, 20), (10, 30), (10, 30)).xs
    (10, 30)
    """

    box: Rect
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    marks: tuple[float, float, float, float] = (MARK_LENGTH,) * 4


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of one page.

    Parameters
    ----------
    width, height
        Of the page.
    cells, bands
        In order.
    frame
        The whole grid, filled or not, in the middle of the page; with a fold, against it.
    finished
        The finished sheet of a die, or None.
    fold
        Axis of the fold in the middle of the page, or None.

    Examples
    --------
    >>> Sheet(210, 297, (), (), Rect(10, 10, 190, 277)).block
    Rect(x=10, y=10, width=190, height=277)
    """

    width: float
    height: float
    cells: tuple[Cell, ...]
    bands: tuple[Band, ...]
    frame: Rect
    finished: Rect | None = None
    fold: Axis | None = None

    @property
    def block(self) -> Rect:
        """Around every trim."""
        return around(cell.trim for cell in self.cells) if self.cells else self.frame

    def mirrored(self, axis: Axis) -> Sheet:
        """Return the places as they are seen when the page has been turned over.

        Parameters
        ----------
        axis
            About which it turns: ``vertical`` swaps left and right, ``horizontal`` top and bottom.

        Returns
        -------
        Sheet

        Examples
        --------
        >>> Sheet(210, 297, (), (), Rect(10, 10, 100, 277)).mirrored("vertical").frame.x
        100
        """

        def turned(box: Rect) -> Rect:
            if axis == "vertical":
                return Rect(self.width - box.right, box.y, box.width, box.height)
            return Rect(box.x, self.height - box.bottom, box.width, box.height)

        return replace(
            self,
            cells=tuple(Cell(c.index, turned(c.trim), turned(c.window)) for c in self.cells),
            bands=tuple(self._band(band, turned(band.box), axis) for band in self.bands),
            frame=turned(self.frame),
        )

    def _band(self, band: Band, box: Rect, axis: Axis) -> Band:
        left, above, right, below = band.marks
        if axis == "vertical":
            xs = tuple(self.width - x for x in reversed(band.xs))
            return Band(box, xs, band.ys, (right, above, left, below))
        ys = tuple(self.height - y for y in reversed(band.ys))
        return Band(box, band.xs, ys, (left, below, right, above))


def reach(preset: Preset) -> float:
    """How far beyond the outermost trims bleed, marks and numbers are printed.

    Parameters
    ----------
    preset
        How to print.

    Returns
    -------
    float

    Examples
    --------
    >>> reach(Preset("mine", "Mine", (210, 297), bleed=0.6))
    4.6
    """
    folded = preset.backs == "gutterfold"
    marked = bears_marks(preset) or preset.registration == "crosshairs" or folded
    marks = MARK_GAP + MARK_LENGTH if marked else 0.0
    return preset.bleed + max(marks, NUMBER if preset.backs == "numbered" else 0.0)


def bears_marks(preset: Preset) -> bool:
    """Tell whether crop marks need room outside the bleed; full lines need none.

    Parameters
    ----------
    preset
        How to print.

    Returns
    -------
    bool

    Examples
    --------
    >>> bears_marks(Preset("mine", "Mine", (210, 297), crop="front", cut_lines="full"))
    False
    """
    return preset.crop != "none" and preset.cut_lines == "marks"


def around(boxes: Iterable[Rect]) -> Rect:
    """Return the smallest rectangle that holds others.

    Parameters
    ----------
    boxes
        One at least.

    Returns
    -------
    Rect

    Examples
    --------
    >>> around([Rect(0, 0, 10, 10), Rect(20, 5, 10, 10)])
    Rect(x=0, y=0, width=30, height=15)
    """
    known = list(boxes)
    x, y = min(box.x for box in known), min(box.y for box in known)
    return Rect(x, y, max(box.right for box in known) - x, max(box.bottom for box in known) - y)
