"""Reads from a PDF of player aids the words, grounds and pictures of its pages, in millimetres."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pikepdf
from reportlab.pdfbase.pdfmetrics import stringWidth

from module_builder.printing.page import Rect
from module_builder.printing.pdf import BOLD, TEXT, fonts
from tests.printing.reading import PLAIN, Matrix, bounds, instructions, times, to_page

_HIGH, _LOW = 0.75, 0.22  # of our lettering over and under its base line, in ems


@dataclass(frozen=True, slots=True)
class Run:
    """Letters that were printed in one go."""

    page: int
    text: str
    box: Rect


@dataclass(frozen=True, slots=True)
class Ground:
    """A filled rectangle."""

    page: int
    color: str
    box: Rect


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture."""

    page: int
    key: str
    box: Rect


def printed(data: bytes) -> list[Run | Ground | Shown]:
    """Everything of interest on the pages, in the order in which it is printed."""
    fonts()
    with pikepdf.open(io.BytesIO(data)) as pdf:
        return [item for number, page in enumerate(pdf.pages) for item in _Reader(page, number).items()]


class _Reader:
    """Follows the instructions of one page."""

    def __init__(self, page: pikepdf.Page, number: int) -> None:
        self.page, self.number = page, number
        self.height = float(page.mediabox[3])
        self.codes = {str(name): _codes(font) for name, font in page.resources.Font.items()}
        self.names = {
            str(name): BOLD if "Bold" in str(font.BaseFont) else TEXT
            for name, font in page.resources.Font.items()
        }
        self.matrix: Matrix = PLAIN
        self.line: Matrix = PLAIN
        self.color, self.font, self.size, self.leading = "#000000", "", 1.0, 0.0
        self.stack: list[tuple[Matrix, str]] = []
        self.along = 0.0
        self.path: Rect | None = None

    def items(self) -> Iterator[Run | Ground | Shown]:
        for operator, given in instructions(self.page):
            yield from self._step(operator, given)

    def _step(self, operator: str, given: list[pikepdf.Object]) -> Iterator[Run | Ground | Shown]:
        match operator:
            case "q":
                self.stack.append((self.matrix, self.color))
            case "Q":
                self.matrix, self.color = self.stack.pop()
            case "cm":
                self.matrix = times(tuple(map(float, given)), self.matrix)
            case "rg":
                self.color = "#" + "".join(f"{round(float(part) * 255):02x}" for part in given)
            case "re":
                self.path = self._rect(*map(float, given))
            case "m":
                self.path = None
            case "f" | "f*" | "b" | "B":
                if self.path:
                    yield Ground(self.number, self.color, self.path)
            case "Do":
                yield from self._do(str(given[0]))
            case _:
                yield from self._text(operator, given)

    def _do(self, name: str) -> Iterator[Run | Ground | Shown]:
        """A picture, or a form with what is printed in it."""
        found = self.page.resources.XObject[name]
        if found.Subtype == "/Image":
            yield Shown(self.number, name, self._rect(0, 0, 1, 1))
            return
        self.stack.append((self.matrix, self.color))
        for step in pikepdf.parse_content_stream(found):
            yield from self._step(str(step.operator), list(step.operands))
        self.matrix, self.color = self.stack.pop()

    def _text(self, operator: str, given: list[pikepdf.Object]) -> Iterator[Run]:
        match operator:
            case "BT":
                self.line, self.along = PLAIN, 0.0
            case "Tm":
                self.line, self.along = tuple(map(float, given)), 0.0
            case "Td":
                self._next(float(given[0]), float(given[1]))
            case "TL":
                self.leading = float(given[0])
            case "T*":
                self._next(0.0, -self.leading)
            case "Tf":
                self.font, self.size = str(given[0]), float(given[1])
            case "Tj":
                yield self._run(bytes(given[0]))
            case "TJ" | "'" | '"':
                raise AssertionError(operator)

    def _next(self, x: float, y: float) -> None:
        self.line, self.along = times((1, 0, 0, 1, x, y), self.line), 0.0

    def _run(self, raw: bytes) -> Run:
        codes = self.codes[self.font]
        text = "".join(codes.get(code, chr(code)) for code in raw)
        wide = stringWidth(text, self.names[self.font], self.size)
        kept, self.matrix = self.matrix, times(self.line, self.matrix)
        box = self._rect(self.along, -_LOW * self.size, wide, (_LOW + _HIGH) * self.size)
        self.matrix = kept
        self.along += wide
        return Run(self.number, text, box)

    def _rect(self, x: float, y: float, wide: float, high: float) -> Rect:
        corners = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
        return bounds(tuple(to_page(corner, self.matrix, self.height) for corner in corners))


def _codes(font: pikepdf.Object) -> Mapping[int, str]:
    """What the codes of a font stand for."""
    table = bytes(font.ToUnicode.read_bytes()).decode("ascii")
    pairs = re.findall(r"^<(\w\w)> <(\w{4})>$", table, re.MULTILINE)
    return {int(code, 16): chr(int(sign, 16)) for code, sign in pairs}
