"""Hex numbers of a map whose hexes stand in lines, a point at the top, over one sheet or several joined ones.

A number is a letter for its sheet and the line before the position. All sheets lie in one plane: adding a
sheet's offsets to a printed number gives the line and position there, so that neighbours and distances run
over the seams.
"""

from __future__ import annotations

import functools
import math

from module_builder.vassal.values import dataclass

__all__ = ["LineGrid", "Sheet"]

_AROUND = (
    (0, 1),
    (-1, 1),
    (-1, 0),
    (0, -1),
    (1, -1),
    (1, 0),
)  # axial steps: along the line, then line by line


@dataclass(frozen=True, slots=True)
class Sheet:
    """One printed sheet of a joined map.

    Parameters
    ----------
    letter
        What stands before its numbers, in small letters; nothing on a map of one sheet.
    lines, places
        First and last printed line, and first and last position on a line.
    line, place
        What to add to a printed line and position to have those of the plane. `line` is even: an odd
        offset would put neighbours apart.

    Examples
    --------
    >>> Sheet("w", (1, 50), (1, 34), place=-14).letter
    'w'
    """

    letter: str
    lines: tuple[int, int]
    places: tuple[int, int]
    line: int = 0
    place: int = 0

    def __post_init__(self) -> None:
        """Refuse an offset that breaks adjacency.

        Raises
        ------
        ValueError
            The offset of lines is odd.
        """
        if self.line & 1:
            raise ValueError(f"sheet {self.letter!r}: an odd offset of lines breaks adjacency")


@dataclass(frozen=True)
class LineGrid:
    """A convention for numbering hexes in lines.

    Parameters
    ----------
    sheets
        The sheets; where two hold a hex, the first one gives its number.
    shifted
        ``odd`` or ``even``: the lines whose hexes lie half a hex further along.
    northward, westward
        Whether lines count to the north, and positions to the west.
    digits
        Digits of each coordinate.

    Examples
    --------
    >>> grid = LineGrid((Sheet("w", (1, 50), (1, 34), place=-14), Sheet("e", (1, 50), (21, 53))))
    >>> grid.distance("e2540", "E1837"), grid.distance("w1034", "e1021")
    (7, 1)
    >>> sorted(grid.neighbours("e1940"))
    ['e1840', 'e1841', 'e1939', 'e1941', 'e2040', 'e2041']
    """

    sheets: tuple[Sheet, ...]
    shifted: str = "odd"
    northward: bool = True
    westward: bool = False
    digits: int = 2

    @functools.cached_property
    def _lettered(self) -> dict[str, Sheet]:
        return {sheet.letter: sheet for sheet in self.sheets}

    @functools.cached_property
    def _before(self) -> int:
        """Letters before the digits of a number: one, or none on a map of one sheet without a letter."""
        return len(self.sheets[0].letter)

    def is_number(self, text: str) -> bool:
        """Whether a text has the form of a number of one of the sheets.

        Examples
        --------
        >>> LineGrid((Sheet("e", (1, 50), (1, 50)),)).is_number("E1940")
        True
        """
        digits = text[self._before :]
        known = text[: self._before].casefold() in self._lettered
        return known and len(digits) == 2 * self.digits and digits.isascii() and digits.isdigit()

    def split(self, number: str) -> tuple[int, int]:
        """Line and position in the plane of a number.

        Raises
        ------
        ValueError
            It is no number of this grid.

        Examples
        --------
        >>> LineGrid((Sheet("w", (1, 50), (1, 34), place=-14),)).split("W1034")
        (10, 20)
        """
        if not self.is_number(number):
            letters = ", ".join(sheet.letter.upper() for sheet in self.sheets if sheet.letter)
            form = f"{letters} and {2 * self.digits} digits" if letters else f"{2 * self.digits} digits"
            raise ValueError(f"{number!r} is no hex number: {form}")
        sheet, digits = self._lettered[number[: self._before].casefold()], number[self._before :]
        return int(digits[: self.digits]) + sheet.line, int(digits[self.digits :]) + sheet.place

    def find(self, line: int, place: int) -> str | None:
        """The number at a line and position of the plane; None off all sheets.

        Examples
        --------
        >>> LineGrid((Sheet("e", (1, 50), (1, 50)),)).find(51, 3) is None
        True
        """
        for sheet in self.sheets:
            own, at = line - sheet.line, place - sheet.place
            if sheet.lines[0] <= own <= sheet.lines[1] and sheet.places[0] <= at <= sheet.places[1]:
                return f"{sheet.letter}{own:0{self.digits}d}{at:0{self.digits}d}"
        return None

    def number(self, line: int, place: int) -> str:
        """The number at a line and position of the plane.

        Raises
        ------
        ValueError
            No sheet holds it.

        Examples
        --------
        >>> LineGrid((Sheet("e", (1, 50), (1, 50)),)).number(19, 40)
        'e1940'
        """
        found = self.find(line, place)
        if found is None:
            raise ValueError(f"no sheet holds line {line}, position {place}")
        return found

    def _offset(self, line: int) -> int:
        """Positions by which axial and plane coordinates differ in a line."""
        return (line - (line & 1)) // 2 if self.shifted == "odd" else (line + (line & 1)) // 2

    def axial(self, number: str) -> tuple[int, int]:
        """Axial coordinates q, r of a number.

        Examples
        --------
        >>> grid = LineGrid((Sheet("e", (1, 50), (1, 50)),))
        >>> grid.axial("e2540"), grid.axial("e1837")
        ((28, 25), (28, 18))
        """
        known = self._axials.get(number)
        if known is None:
            line, place = self.split(number)
            known = self._axials[number] = (place - self._offset(line), line)
        return known

    @functools.cached_property
    def _axials(self) -> dict[str, tuple[int, int]]:
        return {}

    @functools.cached_property
    def _around(self) -> dict[str, tuple[str | None, ...]]:
        return {}

    def ring(self, number: str) -> tuple[str | None, ...]:
        """The six neighbours in turn, the next one along the line first; None off the sheets.

        Examples
        --------
        >>> LineGrid((Sheet("e", (1, 50), (1, 50)),)).ring("e0101")
        ('e0102', None, None, None, 'e0201', 'e0202')
        """
        known = self._around.get(number)
        if known is None:
            q, r = self.axial(number)
            steps = ((q + dq, r + dr) for dr, dq in _AROUND)
            known = tuple(self.find(line, at + self._offset(line)) for at, line in steps)
            self._around[number] = known
        return known

    def neighbours(self, number: str) -> tuple[str, ...]:
        """The neighbours that a sheet holds."""
        return tuple(n for n in self.ring(number) if n is not None)

    def distance(self, a: str, b: str) -> int:
        """Hexes from one to the other, terrain ignored.

        Examples
        --------
        >>> LineGrid((Sheet("e", (1, 50), (1, 50)),)).distance("e2540", "e1736")
        8
        """
        known = self._axials
        aq, ar = known.get(a) or self.axial(a)
        bq, br = known.get(b) or self.axial(b)
        dq, dr = aq - bq, ar - br
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2

    def centre(self, number: str) -> tuple[float, float]:
        """Centre in units of the width of a hex, x to the east and y to the south.

        Examples
        --------
        >>> LineGrid((Sheet("e", (1, 50), (1, 50)),)).centre("e0110")
        (10.5, -0.866)
        """
        line, place = self.split(number)
        along = place + (0.5 if (line & 1) == (self.shifted == "odd") else 0.0)
        down = line * math.sqrt(3) / 2
        return (-along if self.westward else along), round(-down if self.northward else down, 3)
