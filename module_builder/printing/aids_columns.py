"""Blocks in columns of much the same height, as on a printed card, and how many columns they bear."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

from reportlab.platypus import Flowable, Table

__all__ = ["LONG", "Block", "Columns", "column_width", "height_of", "planned"]

Block: TypeAlias = Sequence[Flowable]
_GAP = 11.0  # points between columns
_LEAST = 62.0  # points of a block that are worth a place at the foot of a column
_ROWS = 3  # of a table, heads apart, that are worth it
LONG = 20
"""Rows of a table that may go on in the next column: a shorter one stays whole."""
_STEP = 5.0  # points by which a page of columns grows while its height is looked for
_RUN = 12.0  # points that a change of columns costs
_RAGGED, _TALL = 0.12, 150.0  # share of the tallest section that columns leave empty at their feet


def column_width(width: float, count: int = 2) -> float:
    """Return the width of each column.

    Parameters
    ----------
    width
        Of all, with the gaps between them.
    count
        How many.

    Returns
    -------
    float

    Examples
    --------
    >>> column_width(511), column_width(511, 3)
    (250.0, 163.0)
    """
    return (width - (count - 1) * _GAP) / count


def height_of(flowables: Sequence[Flowable], width: float) -> float:
    """Return how much room flowables take, one below the other.

    Parameters
    ----------
    flowables
        What is to be printed.
    width
        In points.

    Returns
    -------
    float
        Points.
    """
    return float(sum(f.getSpaceBefore() + f.wrap(width, math.inf)[1] + f.getSpaceAfter() for f in flowables))


class Columns(Flowable):  # type: ignore[misc]
    """Blocks in columns of much the same height; a long table goes on in the next column under its heads.

    Parameters
    ----------
    blocks
        Each a list of flowables.
    count
        How many columns.
    """

    def __init__(self, blocks: Sequence[Block], count: int = 2) -> None:
        super().__init__()
        self.blocks, self.count = blocks, count
        self.spaceAfter = 5
        self._columns: list[list[Flowable]] = []

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        """Find the least height at which all blocks fit."""
        if not self._columns:
            wide = column_width(width, self.count)
            high = sum(height_of(block, wide) for block in self.blocks) / self.count
            while True:
                self._columns, rest = _filled(self.blocks, self.count, wide, high)
                if not rest:
                    break
                high += _STEP
        self.width = width
        self.height = max(_height_of_column(c, column_width(width, self.count)) for c in self._columns)
        return width, self.height

    def split(self, width: float, height: float) -> list[Flowable]:
        """Leave for the next page what this one cannot hold."""
        first, rest = _filled(self.blocks, self.count, column_width(width, self.count), height)
        if not any(first) or not rest:
            return []
        here = Columns((), self.count)
        here._columns = first
        return [here, Columns(rest, self.count)]

    def draw(self) -> None:
        """Draw all columns."""
        wide = column_width(self.width, self.count)
        for number, column in enumerate(self._columns):
            y = self.height
            for place, flowable in enumerate(column):
                _, high = flowable.wrapOn(self.canv, wide, y)
                y -= flowable.getSpaceBefore() * (place > 0) + high
                flowable.drawOn(self.canv, number * (wide + _GAP), y)
                y -= flowable.getSpaceAfter()


def _height_of_column(column: Sequence[Flowable], wide: float) -> float:
    """What is printed of a column: no space above its first flowable."""
    return height_of(column, wide) - (column[0].getSpaceBefore() if column else 0.0)


def _filled(
    blocks: Sequence[Block], count: int, wide: float, high: float
) -> tuple[list[list[Flowable]], list[Block]]:
    """Columns of that height, and the blocks that find no room in them."""
    rest, columns = list(blocks), list[list[Flowable]]()
    for _ in range(count):
        column, left = list[Flowable](), high
        while rest:
            block = rest[0]
            needed = height_of(block, wide) - (0 if column else block[0].getSpaceBefore())
            if needed <= left + 0.01:
                column += rest.pop(0)
                left -= needed
                continue
            cut = _cut(block, wide, left) if needed > high / 2 else None
            if cut:
                column += cut[0]
                rest[0] = cut[1]
            break
        columns.append(column)
    return columns, rest


def _cut(block: Block, wide: float, left: float) -> tuple[Block, Block] | None:
    """A block cut in its long table so that the first part fits; None where it cannot be."""
    if left < _LEAST:
        return None
    kept: list[Flowable] = []
    for number, flowable in enumerate(block):
        high = height_of([flowable], wide)
        if high <= left:
            kept.append(flowable)
            left -= high
            continue
        parts = flowable.split(wide, left - flowable.getSpaceBefore()) if isinstance(flowable, Table) else []
        if (
            len(parts) == 2
            and _rows(flowable) > LONG
            and _rows(parts[0]) >= _ROWS
            and _rows(parts[1]) >= _ROWS
        ):
            return [*kept, parts[0]], [parts[1], *block[number + 1 :]]
        return None
    return None


def _rows(table: Table) -> int:
    return len(table._cellvalues) - (table.repeatRows if isinstance(table.repeatRows, int) else 0)


def planned(heights: Sequence[Sequence[float]], whole: Sequence[bool]) -> list[tuple[int, int]]:
    """Say in how many columns runs of neighbouring sections stand, so that they take the least room.

    Parameters
    ----------
    heights
        Of each section: in one column, in two, in three ...; infinite where it does not bear so many.
    whole
        Of each section: whether it stays in one column.

    Returns
    -------
    list of tuple
        How many columns, and how many sections, run by run.

    Examples
    --------
    >>> planned([(90, 90), (90, 90), (200, math.inf)], [True] * 3)
    [(2, 2), (1, 1)]
    """
    best: list[tuple[float, list[tuple[int, int]]]] = [(0.0, [])]
    for end in range(1, len(heights) + 1):
        options = []
        for start in range(end):
            run, kept = heights[start:end], whole[start:end]
            for count in range(1, len(run[0]) + 1):
                tall = [of[count - 1] for of in run]
                least = max((high for high, one in zip(tall, kept, strict=True) if one), default=0.0)
                cost = max(sum(tall) / count, least) + _RUN + _RAGGED * (count - 1) * min(max(tall), _TALL)
                options.append((best[start][0] + cost, [*best[start][1], (count, end - start)]))
        best.append(min(options, key=lambda option: option[0]))
    return best[-1][1]
