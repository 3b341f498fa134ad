"""Flowables of reportlab for player aids: titles, headings, two columns, tables that fit their page."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator, Sequence
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import CondPageBreak, Flowable, Paragraph, Spacer, Table

from maps.errors import DataError
from module_builder.printing.aids_html import TINT, Grid, Section, Words, marked, tinted
from module_builder.printing.pdf import TEXT, fonts

__all__ = [
    "BOX",
    "HEAD",
    "INK",
    "Columns",
    "Title",
    "column_width",
    "column_widths",
    "heading",
    "height_of",
    "laid_out",
    "style",
]

INK, BROWN, RULE, HEAD, ROW = "#222222", "#5a4a20", "#b8ac86", "#e4dcc2", "#fbf9f1"
_SIZE, _LEAST_SIZE = 8.4, 5.0
_PAD = 2.6
_GAP = 14.0
_TALLER = 1.6  # a table may grow so much when it goes into a column of half the width


@functools.cache
def style(name: str, size: float = _SIZE) -> ParagraphStyle:
    """Return a style of lettering.

    Parameters
    ----------
    name
        ``text``, ``cell``, ``middle`` or ``head``.
    size
        In points.

    Returns
    -------
    reportlab ParagraphStyle

    Examples
    --------
    >>> style("text").fontName
    'BocageText'
    """
    text, bold = fonts()
    bolder, space = name == "head", 2.5 if name == "text" else 0.0
    return ParagraphStyle(
        f"{name}-{size}",
        fontName=bold if bolder else text,
        fontSize=size,
        leading=size * 1.2,
        bulletFontName=text,
        textColor=HexColor(BROWN if bolder else INK),
        alignment=TA_CENTER if name == "middle" else 0,
        spaceBefore=4.0 if bolder else space,
        spaceAfter=2.0 if bolder else space,
    )


def heading(text: str, *, doubtful: bool = False) -> Paragraph:
    """A heading within a page.

    Parameters
    ----------
    text
        Plain text, with the mark of what is reconstructed where it is.
    doubtful
        Whether it stands over something reconstructed.

    Returns
    -------
    reportlab Paragraph
    """
    words = marked(text)
    return Paragraph(tinted(words) if doubtful else words, style("head", 10.4))


class Title(Flowable):  # type: ignore[misc]
    """The bar with the title of a page; the outline of the file leads to it.

    Parameters
    ----------
    text
        The title.
    key
        Unique in the file.
    level
        Of the outline, from 0.
    """

    def __init__(self, text: str, key: str, *, level: int = 0) -> None:
        super().__init__()
        self.text, self.key, self.level = text, key, level
        self.spaceBefore, self.spaceAfter = 6, 5

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        """Take the whole width."""
        self.width, self.height = width, 19.0
        return self.width, self.height

    def draw(self) -> None:
        """Draw the bar and set the bookmark."""
        canvas, (_, bold) = self.canv, fonts()
        canvas.setFillColor(HexColor("#3c3a2a"))
        canvas.roundRect(0, 0, self.width, self.height, 3, stroke=0, fill=1)
        canvas.setFillColor(HexColor("#f6efd9"))
        size = next((s for s in (13, 11, 9) if stringWidth(self.text, bold, s) < self.width - 14), 7)
        canvas.setFont(bold, size)
        canvas.drawString(7, (self.height - 0.711 * size) / 2, self.text)
        canvas.bookmarkPage(self.key, fit="FitH", top=canvas.absolutePosition(0, self.height)[1] + 6)
        canvas.addOutlineEntry(self.text, self.key, self.level)


def column_width(width: float) -> float:
    """Return the width of each of two columns.

    Parameters
    ----------
    width
        Of both, with the gap between them.

    Returns
    -------
    float

    Examples
    --------
    >>> column_width(514)
    250.0
    """
    return (width - _GAP) / 2


class Columns(Flowable):  # type: ignore[misc]
    """Blocks in two columns of much the same height; a block stays whole.

    Parameters
    ----------
    blocks
        Each a list of flowables.
    """

    def __init__(self, blocks: Sequence[Sequence[Flowable]]) -> None:
        super().__init__()
        self.blocks = blocks
        self.spaceAfter = 4
        self._cut = 0

    def _heights(self, width: float) -> list[float]:
        return [height_of(block, column_width(width)) for block in self.blocks]

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        """Find where the second column begins."""
        heights = self._heights(width)
        cuts = [(max(sum(heights[:n]), sum(heights[n:])), -n) for n in range(1, len(heights) + 1)]
        self.height, cut = min(cuts)
        self.width, self._cut = width, -cut
        return width, self.height

    def split(self, width: float, height: float) -> list[Flowable]:
        """Leave for the next page what this one cannot hold."""
        for count in range(len(self.blocks) - 1, 0, -1):
            first = Columns(self.blocks[:count])
            if first.wrap(width, height)[1] <= height:
                return [first, Columns(self.blocks[count:])]
        return []

    def draw(self) -> None:
        """Draw both columns."""
        wide = column_width(self.width)
        for x, blocks in ((0.0, self.blocks[: self._cut]), (wide + _GAP, self.blocks[self._cut :])):
            y = self.height
            for flowable in (f for block in blocks for f in block):
                _, high = flowable.wrapOn(self.canv, wide, y)
                y -= flowable.getSpaceBefore() + high
                flowable.drawOn(self.canv, x, y)
                y -= flowable.getSpaceAfter()


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


def laid_out(sections: Sequence[Section], width: float, height: float) -> list[Flowable]:
    """Turn a page into flowables: sections that bear it in two columns, the others over the whole width.

    Parameters
    ----------
    sections
        The page.
    width, height
        Room of a printed page, in points.

    Returns
    -------
    list of reportlab Flowable
    """
    found: list[Flowable] = []
    half, run = column_width(width), list[Section]()
    for section in [*sections, None]:
        if section is not None and section.title and _narrow(section, half, width, height):
            run.append(section)
            continue
        if len(run) > 1:
            found.append(Columns([_section(s, half) for s in run]))
        else:
            found += [f for s in run for f in _opened(_section(s, width), width, height)]
        run = []
        found += _opened(_section(section, width), width, height) if section is not None else []
    return found


def _opened(section: list[Flowable], width: float, height: float) -> list[Flowable]:
    """A section that begins on a new page where neither it nor a good part of it would fit on this one."""
    return [CondPageBreak(min(height_of(section, width), height / 6)), *section]


def _narrow(section: Section, half: float, width: float, height: float) -> bool:
    """Whether a section reads as well in a column."""
    if any(column_widths(grid, half, _SIZE) is None for grid in section.grids):
        return False
    high = height_of(_section(section, half), half)
    return high <= height / 2 and high <= _TALLER * height_of(_section(section, width), width) + 3 * _SIZE


def _section(section: Section, width: float) -> list[Flowable]:
    found: list[Flowable] = [heading(section.title)] if section.title else []
    for part in section.parts:
        if isinstance(part, Grid):
            found += [_table(part, width), Spacer(1, 4)]
        else:
            found.append(Paragraph(part.markup, _indented(part), bulletText=part.bullet or None))
    return found


@functools.cache
def _indented(part: Words) -> ParagraphStyle:
    if not part.bullet:
        return style("text")
    return ParagraphStyle(
        "entry", parent=style("text"), leftIndent=12, bulletFontName=TEXT, bulletFontSize=_SIZE
    )


# --- tables -----------------------------------------------------------------------------------------------


def column_widths(grid: Grid, width: float, size: float) -> list[float] | None:
    """Share a width out among the columns of a table, as a browser does.

    Parameters
    ----------
    grid
        The table.
    width
        Points that it takes in all.
    size
        Of its lettering.

    Returns
    -------
    list of float or None
        None where the longest words do not fit.

    Examples
    --------
    >>> from module_builder.printing.aids_html import Cell
    >>> column_widths(Grid(((Cell("a", "a"), Cell("words", "words")),)), 20, 8)
    >>> [round(w) for w in column_widths(Grid(((Cell("a", "a"), Cell("a", "a")),)), 40, 8)]
    [20, 20]
    """
    (text, bold), least = fonts(), [0.0] * grid.width
    whole: list[list[float]] = [[0.0] for _ in least]
    for (_, x), cell in grid.placed.items():
        if cell.columns == 1:
            font = bold if cell.head or "<b>" in cell.markup else text
            words = [stringWidth(word, font, size) for word in cell.plain.split()]
            least[x] = max(least[x], *words, 0.0)
            whole[x].append(stringWidth(cell.plain, font, size))
    least = [wide + 2 * _PAD + 0.5 for wide in least]
    most = [max(widths) + 2 * _PAD + 0.5 for widths in whole]
    if sum(least) > width:
        return None
    if sum(most) <= width:
        return [w * width / sum(most) for w in most]
    return _shared(least, most, [math.hypot(*widths) for widths in whole], width)


def _shared(
    least: Sequence[float], most: Sequence[float], weights: Sequence[float], width: float
) -> list[float]:
    """Share what is left over the least widths out by weight; no column gets more than its longest line."""
    found = list(least)
    for _ in least:
        open_ = [n for n, wide in enumerate(found) if most[n] - wide > 0.01]
        left, weight = width - sum(found), sum(weights[n] for n in open_)
        for n in open_:
            found[n] = min(most[n], found[n] + left * weights[n] / weight)
    return [wide + (width - sum(found)) / len(found) for wide in found]


def _fitted(grid: Grid, width: float) -> tuple[list[float], float]:
    """Widths of the columns, with the largest lettering at which the longest words fit."""
    size = _SIZE
    while size >= _LEAST_SIZE:
        widths = column_widths(grid, width, size)
        if widths is not None:
            return widths, size
        size -= 0.25
    raise DataError("paper", f"{width / 72 * 25.4:.0f} mm between the margins", "a wider page for the tables")


def _table(grid: Grid, width: float) -> Table:
    widths, size = _fitted(grid, width)
    middle = _middle(grid)
    rows: list[list[Any]] = [[""] * grid.width for _ in grid.rows]
    for (y, x), cell in grid.placed.items():
        text = f"<b>{cell.markup}</b>" if cell.head else cell.markup
        rows[y][x] = Paragraph(text, style("middle" if x in middle else "cell", size))
    made = Table(rows, colWidths=widths, repeatRows=grid.heads, splitByRow=1, hAlign="LEFT")
    made.setStyle([*BOX, *_PADDING, *_grounds(grid)])
    return made


BOX: tuple[tuple[Any, ...], ...] = (
    ("GRID", (0, 0), (-1, -1), 0.4, HexColor(RULE)),
    ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
    ("FONTNAME", (0, 0), (-1, -1), TEXT),
)
_PADDING: tuple[tuple[Any, ...], ...] = (
    ("LEFTPADDING", (0, 0), (-1, -1), _PAD),
    ("RIGHTPADDING", (0, 0), (-1, -1), _PAD),
    ("TOPPADDING", (0, 0), (-1, -1), 1.3),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 2.0),
)


def _grounds(grid: Grid) -> Iterator[tuple[Any, ...]]:
    """Colour behind each cell, and which cells cover others."""
    for (y, x), cell in grid.placed.items():
        corner = x + cell.columns - 1, y + cell.rows - 1
        ground = TINT if cell.tinted else HEAD if cell.head else ROW
        yield "BACKGROUND", (x, y), corner, HexColor(ground)
        if corner != (x, y):
            yield "SPAN", (x, y), corner


def _middle(grid: Grid) -> frozenset[int]:
    """Columns of short values, which stand in the middle of their cells."""
    longest: dict[int, int] = {}
    for (_, x), cell in grid.placed.items():
        if not cell.head and cell.columns == 1:
            longest[x] = max(longest.get(x, 0), len(cell.plain))
    return frozenset(x for x, size in longest.items() if size <= 6 and x > 0)
