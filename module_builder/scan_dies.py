"""Where the counters lie on a sheet: a plain grid, or the places of a die-cut preset."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adjudicator.owning.scan_names import MOST
from maps.errors import DataError
from module_builder.printing.layout import arrange
from module_builder.printing.page import Rect
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.owning.scan_names import Place
    from module_builder.printing.preset import Preset

__all__ = ["Die", "die_of_preset", "plain_die", "read_grid", "turned_over"]

_GRID = re.compile(r"([0-9]{1,3})\s*[xX]\s*([0-9]{1,3})")


@dataclass(frozen=True, slots=True)
class Die:
    """The places of counters on a sheet.

    Parameters
    ----------
    columns, rows
        Counters across and down.
    width, height
        Of what its corners enclose, in the unit of `cells`.
    cells
        The cut of each counter by its row and column, row by row.

    Examples
    --------
    >>> plain_die(14, 20).cells[2, 1]
    Rect(x=0.0, y=1.0, width=1.0, height=1.0)
    """

    columns: int
    rows: int
    width: float
    height: float
    cells: dict[Place, Rect]


def read_grid(text: str) -> tuple[int, int]:
    """Read ``14x20``: columns and rows.

    Raises
    ------
    DataError
        It is no such text, or a number is out of range.

    Examples
    --------
    >>> read_grid("14x20")
    (14, 20)
    >>> read_grid("14")
    Traceback (most recent call last):
    maps.errors.DataError: --grid, '14': expected columns x rows, such as 14x20
    """
    found = _GRID.fullmatch(text.strip())
    numbers = (int(found[1]), int(found[2])) if found else (0, 0)
    if not all(1 <= number <= MOST for number in numbers):
        raise DataError("--grid", repr(text), "columns x rows, such as 14x20")
    return numbers


def plain_die(columns: int, rows: int) -> Die:
    """A grid of counters that touch; its corners are those of the outermost counters.

    Examples
    --------
    >>> len(plain_die(14, 20).cells)
    280
    """
    places = ((row, column) for row in range(rows) for column in range(columns))
    cells = {(row + 1, column + 1): Rect(float(column), float(row), 1.0, 1.0) for row, column in places}
    return Die(columns, rows, float(columns), float(rows), cells)


@dataclass(frozen=True, slots=True)
class _Blank:
    id: str
    width: float
    height: float


def die_of_preset(preset: Preset, size: float) -> Die:
    """The places of a die-cut preset; its corners are those of the finished sheet.

    Parameters
    ----------
    preset
        With a grid.
    size
        Side of a counter in millimetres.

    Returns
    -------
    Die

    Raises
    ------
    DataError
        The preset has no grid, or the counters do not fit it.
    """
    grid = preset.grid
    if grid is None:
        raise DataError(f"preset {preset.name}", "grid", "a preset with fixed places", "or give --grid 14x20")
    blanks = [_Blank(str(n), size, size) for n in range(grid.columns * grid.rows)]
    sheet = arrange(blanks, preset)[0]
    whole = sheet.finished or Rect(0, 0, sheet.width, sheet.height)
    cells = {
        (n // grid.columns + 1, n % grid.columns + 1): Rect(
            cell.trim.x - whole.x, cell.trim.y - whole.y, cell.trim.width, cell.trim.height
        )
        for n, cell in enumerate(sorted(sheet.cells, key=lambda cell: cell.index))
    }
    return Die(grid.columns, grid.rows, whole.width, whole.height, cells)


def turned_over(place: Place, die: Die, axis: str) -> Place:
    """Where the back of a counter is seen when the sheet has been turned over.

    Parameters
    ----------
    place, die
        Its place on the front.
    axis
        ``side`` turns the sheet like the page of a book, ``top`` over its upper edge.

    Returns
    -------
    tuple

    Examples
    --------
    >>> turned_over((1, 1), plain_die(14, 20), "side"), turned_over((1, 1), plain_die(14, 20), "top")
    ((1, 14), (20, 1))
    """
    row, column = place
    return (row, die.columns + 1 - column) if axis == "side" else (die.rows + 1 - row, column)
