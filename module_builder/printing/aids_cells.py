"""Pictures of counters in rows for player aids, each over its name; a shaded cell says where and when."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from reportlab.lib.colors import HexColor
from reportlab.lib.utils import ImageReader, simpleSplit
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable

from module_builder.printing.aids_flow import BROWN, HEAD, INK
from module_builder.printing.lengths import points
from module_builder.printing.pdf import fonts
from module_builder.vassal.values import dataclass

__all__ = ["SHAPES", "Cell", "Cells", "Shape", "in_rows", "shortened"]

_LEADING = 1.08
_LEAST = 3.8  # points of the smallest lettering
_EDGE = 0.8  # points left free on either side of a cell
_HEX = re.compile(r"[A-Z]?\d{4}(?= )")  # the number of a hex before the name of a place
_SHORT = {
    "Infantry": "Inf",
    "Division": "Div",
    "Parachute": "Para",
    "Armoured": "Armd",
    "Armored": "Armd",
    "Artillery": "Art",
    "Panzer": "Pz",
    "Panzergrenadier": "PzGren",
    "Brigade": "Bde",
    "Regiment": "Rgt",
    "Battalion": "Bn",
    "Strongpoint": "Str.pt",
    "Elements": "El.",
    "company": "Co",
    "Landing": "Ldg",
    "Airborne": "Abn",
}
"""What stands for a word where a name would be too long for its cell."""


@dataclass(frozen=True, slots=True)
class Shape:
    """How large the cells of a card are.

    Parameters
    ----------
    cell
        Least width of a cell in millimetres.
    picture
        Side of a counter's picture in millimetres.
    size
        Of the lettering, in points.

    Examples
    --------
    >>> round(Shape(12.3, 8.2, 4.8).row, 1), Shape(12.3, 8.2, 4.8).columns(527.2)
    (35.2, 15)
    """

    cell: float
    picture: float
    size: float

    @property
    def row(self) -> float:
        """Height of a row in points: a picture and two lines."""
        return points(self.picture) + 2 * _LEADING * self.size + 1.6

    def columns(self, width: float) -> int:
        """How many cells stand in a row.

        Parameters
        ----------
        width
            Room of a page, in points.

        Returns
        -------
        int
        """
        return max(2, int(width // points(self.cell)))


SHAPES = (Shape(16.8, 10.8, 5.6), Shape(14.2, 9.2, 5.2), Shape(12.3, 8.2, 4.8), Shape(11.6, 7.9, 4.6))
"""From the largest: a card takes the first that fits two pages, else three."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A counter with its name, or a shaded cell that says where and when the next ones stand.

    Parameters
    ----------
    name
        Of the counter; of the place in a shaded cell.
    strong
        In bold above it: the place of a counter, or the day.
    picture
        Name of the picture; empty for a shaded cell.

    Examples
    --------
    >>> Cell("Utah", "7 June").leads, Cell("3/919", "A1108", "ge-3-919_f").leads
    (True, False)
    """

    name: str
    strong: str = ""
    picture: str = ""

    @property
    def leads(self) -> bool:
        """Whether it says of what follows where it stands."""
        return not self.picture


class Cells(Flowable):  # type: ignore[misc]
    """Cells in rows; a shaded one never ends a row.

    Parameters
    ----------
    cells
        Which.
    pictures
        By name.
    shape
        How large they are.
    columns
        How many stand in a row.
    """

    def __init__(
        self, cells: Sequence[Cell], pictures: Mapping[str, ImageReader], shape: Shape, columns: int
    ) -> None:
        super().__init__()
        self.pictures, self.shape, self.columns = pictures, shape, columns
        self.rows = in_rows(cells, columns)

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        """Take as many rows as there must be."""
        self.width, self.height = width, len(self.rows) * self.shape.row
        return self.width, self.height

    def split(self, _width: float, height: float) -> list[Flowable]:
        """As many rows as fit, and the others."""
        fitting = int(height // self.shape.row)
        if not 0 < fitting < len(self.rows):
            return []
        parts = [Cells((), self.pictures, self.shape, self.columns) for _ in range(2)]
        parts[0].rows, parts[1].rows = self.rows[:fitting], self.rows[fitting:]
        return list(parts)

    def draw(self) -> None:
        """Draw every cell."""
        wide, high = self.width / self.columns, self.shape.row
        for number, row in enumerate(self.rows):
            for column, cell in enumerate(row):
                x, y = column * wide, self.height - (number + 1) * high
                (self._lead if cell.leads else self._counter)(cell, x, y, wide)

    def _counter(self, cell: Cell, x: float, y: float, wide: float) -> None:
        canvas, side, high = self.canv, points(self.shape.picture), self.shape.row
        left, foot = x + (wide - side) / 2, y + high - side - 0.4
        canvas.drawImage(self.pictures[cell.picture], left, foot, side, side)
        canvas.setStrokeColor(HexColor("#5c574a"))
        canvas.setLineWidth(0.3)
        canvas.rect(left, foot, side, side, stroke=1, fill=0)
        self._lines(cell, x + wide / 2, foot - 0.3, wide - 2 * _EDGE, 2)

    def _lead(self, cell: Cell, x: float, y: float, wide: float) -> None:
        canvas, high = self.canv, self.shape.row
        canvas.setFillColor(HexColor(HEAD))
        canvas.rect(x + 0.4, y + 0.8, wide - 0.8, high - 1.6, stroke=0, fill=1)
        canvas.setFillColor(HexColor(BROWN))
        canvas.rect(x + 0.4, y + 0.8, 1.6, high - 1.6, stroke=0, fill=1)
        size = self.shape.size * 1.12
        most = int((high - 3) // (size * _LEADING))
        room, lines = _fitted(cell, wide - 2 * _EDGE - 4, most, size)
        top = y + high / 2 + len(lines) * room * _LEADING / 2
        self._print(lines, x + wide / 2 + 0.8, top, room)

    def _lines(self, cell: Cell, middle: float, top: float, wide: float, most: int) -> None:
        size, lines = _fitted(cell, wide, most, self.shape.size)
        self._print(lines, middle, top, size)

    def _print(self, lines: Sequence[tuple[str, bool]], middle: float, top: float, size: float) -> None:
        canvas = self.canv
        for number, (line, strong) in enumerate(lines):
            canvas.setFillColor(HexColor(BROWN if strong else INK))
            canvas.setFont(fonts()[strong], size)
            canvas.drawCentredString(middle, top - (number + 0.82) * size * _LEADING, line)


def in_rows(cells: Sequence[Cell], columns: int) -> list[list[Cell]]:
    """Share cells out among rows.

    Parameters
    ----------
    cells
        In order.
    columns
        Cells of a row.

    Returns
    -------
    list of list of Cell

    Examples
    --------
    >>> one, lead = Cell("a", "", "a_f"), Cell("Utah")
    >>> [len(row) for row in in_rows([one, one, lead, one], 3)]
    [2, 2]
    """
    rows: list[list[Cell]] = [[]]
    for cell in cells:
        if len(rows[-1]) >= columns - cell.leads:
            rows.append([])
        rows[-1].append(cell)
    return rows


def shortened(name: str) -> str:
    """Write a name with the abbreviations that stand where it is too long for its cell.

    Parameters
    ----------
    name
        Of a counter.

    Returns
    -------
    str

    Examples
    --------
    >>> shortened("899 Tank Destroyer Battalion")
    '899 Tank Destroyer Bn'
    """
    return " ".join(_SHORT.get(word, word) for word in name.split(" "))


def _fitted(cell: Cell, wide: float, most: int, size: float) -> tuple[float, list[tuple[str, bool]]]:
    """The largest lettering at which place and name fit; long ones are shortened before they get tiny."""
    (text, bold), short = fonts(), shortened(cell.name)
    hexed = _HEX.match(cell.strong)
    number = hexed.group() if hexed else cell.strong
    for name, place, least in (
        (cell.name, cell.strong, 0.92 * size),
        (short, cell.strong, 0.86 * size),
        (short, number, _LEAST),
    ):
        at = size
        while at >= least:
            strong = simpleSplit(place, bold, at, wide) if place else []
            plain = simpleSplit(name, text, at, wide) if name else []
            within = all(stringWidth(line, text, at) <= wide for line in plain) and all(
                stringWidth(line, bold, at) <= wide for line in strong
            )
            if within and len(strong) + len(plain) <= most:
                return at, [*((line, True) for line in strong), *((line, False) for line in plain)]
            at -= 0.1
    return _squeezed(number, short, wide, most)


def _squeezed(strong: str, name: str, wide: float, most: int) -> tuple[float, list[tuple[str, bool]]]:
    """What fits at no readable size: one line each, as small as it must be."""
    text, bold = fonts()
    halves = simpleSplit(name, text, _LEAST, wide)[: max(1, most - bool(strong))]
    lines = [(strong, True)] * bool(strong) + [(line, False) for line in halves[:-1]]
    taken = " ".join(halves[:-1])
    lines.append((name[len(taken) :].strip(), False))
    widest = max(stringWidth(line, bold if heavy else text, 1.0) for line, heavy in lines)
    return min(_LEAST, wide / max(widest, 0.1)), lines
