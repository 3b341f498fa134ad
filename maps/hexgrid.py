"""Hex numbers as a game prints them: neighbours, distance and lines of flat-topped hexes in columns."""

from __future__ import annotations

import functools
import math

from module_builder.vassal.values import dataclass

__all__ = ["DIRECTIONS", "HexGrid"]

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
_AXIAL = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}


@dataclass(frozen=True)
class HexGrid:
    """A convention for numbering hexes: columns run north to south, `digits` digits for column and for row.

    Parameters
    ----------
    lower
        ``odd`` or ``even``: the columns that lie half a hex lower.
    digits
        Digits of each coordinate.

    Examples
    --------
    >>> grid = HexGrid("odd")
    >>> grid.neighbours("4203")
    ('4202', '4302', '4303', '4204', '4103', '4102')
    >>> grid.distance("4302", "4603")
    3
    """

    lower: str = "odd"
    digits: int = 2

    def is_number(self, text: str) -> bool:
        """Whether a text has the form of a number of this grid.

        Examples
        --------
        >>> HexGrid().is_number("3305"), HexGrid().is_number("Caen")
        (True, False)
        """
        return len(text) == 2 * self.digits and text.isascii() and text.isdigit()

    def split(self, number: str) -> tuple[int, int]:
        """Column and row of a number.

        Raises
        ------
        ValueError
            It is no number of this grid.

        Examples
        --------
        >>> HexGrid().split("3305")
        (33, 5)
        """
        if not self.is_number(number):
            raise ValueError(f"{number!r} is no hex number of {2 * self.digits} digits")
        return int(number[: self.digits]), int(number[self.digits :])

    def number(self, column: int, row: int) -> str:
        """The number of a column and a row.

        Examples
        --------
        >>> HexGrid().number(3, 12)
        '0312'
        """
        return f"{column:0{self.digits}d}{row:0{self.digits}d}"

    def _shift(self, column: int) -> int:
        """Rows by which axial and printed coordinates differ in a column."""
        return (column - (column & 1)) // 2 if self.lower == "odd" else (column + (column & 1)) // 2

    def axial(self, number: str) -> tuple[int, int]:
        """Axial coordinates q, r of a number.

        Examples
        --------
        >>> HexGrid().axial("4203"), HexGrid().axial("4302")
        ((42, -18), (43, -19))
        """
        column, row = self.split(number)
        return column, row - self._shift(column)

    def at(self, q: int, r: int) -> str | None:
        """The number at axial coordinates; None outside the numbers that can be printed.

        Examples
        --------
        >>> HexGrid().at(43, -19)
        '4302'
        """
        row = r + self._shift(q)
        most = 10**self.digits
        return self.number(q, row) if 0 <= q < most and 0 <= row < most else None

    @functools.cached_property
    def _around(self) -> dict[str, tuple[str | None, ...]]:
        return {}

    def ring(self, number: str) -> tuple[str | None, ...]:
        """The six neighbours in the order of `DIRECTIONS`; None where no number can be printed.

        Examples
        --------
        >>> HexGrid().ring("0000")
        (None, None, '0100', '0001', None, None)
        """
        known = self._around.get(number)
        if known is None:
            q, r = self.axial(number)
            known = tuple(self.at(q + dq, r + dr) for dq, dr in (_AXIAL[d] for d in DIRECTIONS))
            self._around[number] = known
        return known

    def neighbours(self, number: str) -> tuple[str, ...]:
        """The neighbours that can be printed, clockwise from north."""
        return tuple(n for n in self.ring(number) if n is not None)

    def distance(self, a: str, b: str) -> int:
        """Hexes from one to the other, terrain ignored.

        Examples
        --------
        >>> HexGrid().distance("3207", "3303"), HexGrid().distance("2403", "2403")
        (4, 0)
        """
        (aq, ar), (bq, br) = self.axial(a), self.axial(b)
        dq, dr = aq - bq, ar - br
        return max(abs(dq), abs(dr), abs(dq + dr))

    def centre(self, number: str) -> tuple[float, float]:
        """Centre in units of the height of a hex, x to the east and y to the south.

        Examples
        --------
        >>> HexGrid().centre("0100")
        (0.866, 0.5)
        """
        column, row = self.split(number)
        lower = (column & 1) if self.lower == "odd" else 1 - (column & 1)
        return round(column * math.sqrt(3) / 2, 3), row + lower / 2
