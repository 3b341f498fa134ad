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
from module_builder.printing.aids_columns import LONG, Columns, column_width, height_of, planned
from module_builder.printing.aids_html import MARK_INK, Grid, Section, Words, marked
from module_builder.printing.pdf import TEXT, fonts

__all__ = [
    "BOX",
    "HEAD",
    "INK",
    "Title",
    "column_widths",
    "heading",
    "laid_out",
    "style",
]

INK, BROWN, RULE, HEAD = "#1e1d18", "#4b3d16", "#c9bf9f", "#ece5cf"
_BAND, _ON_BAND = "#5d573c", "#fbf6e6"  # behind the heads of columns
_ROWS = "#ffffff", "#f6f2e4"  # in turn
_FRAME = "#3c3a2a"
_SIZE, _LEAST_SIZE = 7.5, 5.0
_PAD = 2.6
_MOST = 3  # columns
_WHOLE = 0.55  # share of a page: a section that takes less stays on one page
_TALLER = {2: 1.7, 3: 2.2}  # a section may grow so much when it goes into so many columns


@functools.cache
def style(name: str, size: float = _SIZE) -> ParagraphStyle:
    """Return a style of lettering.

    Parameters
    ----------
    name
        ``text``, ``cell``, ``middle`` or ``head``; ``band`` and ``band middle`` for the heads of columns.
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
    bolder, space = name == "head", 2.0 if name == "text" else 0.0
    return ParagraphStyle(
        f"{name}-{size}",
        fontName=bold if bolder else text,
        fontSize=size,
        leading=size * 1.16,
        bulletFontName=text,
        textColor=HexColor(_ON_BAND if name.startswith("band") else BROWN if bolder else INK),
        alignment=TA_CENTER if name.endswith("middle") else 0,
        spaceBefore=3.0 if bolder else space,
        spaceAfter=2.0 if bolder else space,
        spaceShrinkage=0.0,
    )


def heading(text: str) -> Paragraph:
    """A heading within a page.

    Parameters
    ----------
    text
        Plain text, with the mark of what is reconstructed where it is.

    Returns
    -------
    reportlab Paragraph
    """
    return Paragraph(marked(text), style("head", 9.2))


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
        self.spaceBefore, self.spaceAfter = 6, 3

    def wrap(self, width: float, _height: float) -> tuple[float, float]:
        """Take the whole width."""
        self.width, self.height = width, 16.0
        return self.width, self.height

    def draw(self) -> None:
        """Draw the bar and set the bookmark."""
        canvas, (_, bold) = self.canv, fonts()
        canvas.setFillColor(HexColor("#3c3a2a"))
        canvas.roundRect(0, 0, self.width, self.height, 2, stroke=0, fill=1)
        canvas.setFillColor(HexColor("#f6efd9"))
        size = next((s for s in (11, 10, 9) if stringWidth(self.text, bold, s) < self.width - 14), 7)
        canvas.setFont(bold, size)
        canvas.drawString(7, (self.height - 0.711 * size) / 2, self.text)
        canvas.bookmarkPage(self.key, fit="FitH", top=canvas.absolutePosition(0, self.height)[1] + 6)
        canvas.addOutlineEntry(self.text, self.key, self.level)


def laid_out(
    charts: Sequence[tuple[Title, Sequence[Section]]], width: float, height: float
) -> list[Flowable]:
    """Turn charts into flowables: neighbours in two or three columns where their tables bear it.

    Parameters
    ----------
    charts
        The bar with the title of each, and its sections.
    width, height
        Room of a printed page, in points.

    Returns
    -------
    list of reportlab Flowable
    """
    blocks = [
        ([title] if n == 0 else [], section)
        for title, sections in charts
        for n, section in enumerate(sections)
    ]
    found: list[Flowable] = []
    heights = [_heights(section, width) for _, section in blocks]
    whole = [all(len(grid.rows) - grid.heads <= LONG for grid in s.grids) for _, s in blocks]
    for count, size in planned(heights, whole):
        wide = column_width(width, count)
        run = [[*title, *_section(section, wide)] for title, section in blocks[:size]]
        del blocks[:size]
        if count > 1:
            found += [CondPageBreak(min(height / 6, height_of(run[0], wide))), Columns(run, count)]
        else:
            found += [f for block in run for f in _opened(block, width, height)]
    return found


def _opened(block: list[Flowable], width: float, height: float) -> list[Flowable]:
    """A section that begins on a new page where neither it, if it is short, nor a good part of it fits."""
    needed = height_of(block, width)
    return [CondPageBreak(needed if needed <= _WHOLE * height else height / 6), *block]


def _heights(section: Section, width: float) -> list[float]:
    """How high a section is in one, two and three columns; infinite where it does not read as well."""
    found = [height_of(_section(section, width), width)]
    for count in range(2, _MOST + 1):
        wide = column_width(width, count)
        bears = all(column_widths(grid, wide, _SIZE) is not None for grid in section.grids)
        high = height_of(_section(section, wide), wide) if bears else math.inf
        found.append(high if high <= _TALLER[count] * found[0] + 3 * _SIZE else math.inf)
    return found


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
    middle, heads = _middle(grid), grid.heads
    rows: list[list[Any]] = [[""] * grid.width for _ in grid.rows]
    for (y, x), cell in grid.placed.items():
        text = f"<b>{cell.markup}</b>" if cell.head else cell.markup
        name = "middle" if x in middle or cell.columns > 1 else "cell"
        if y < heads:
            text, name = text.replace(MARK_INK, _ON_BAND), "band middle" if name == "middle" else "band"
        rows[y][x] = Paragraph(text, style(name, size))
    made = Table(rows, colWidths=widths, repeatRows=heads, splitByRow=1, hAlign="LEFT")
    made.setStyle([*_PADDING, *_lines(grid), *_grounds(grid)])
    return made


BOX: tuple[tuple[Any, ...], ...] = (
    ("GRID", (0, 0), (-1, -1), 0.4, HexColor(RULE)),
    ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
    ("FONTNAME", (0, 0), (-1, -1), TEXT),
)
_PADDING: tuple[tuple[Any, ...], ...] = (
    ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
    ("FONTNAME", (0, 0), (-1, -1), TEXT),
    ("LEFTPADDING", (0, 0), (-1, -1), _PAD),
    ("RIGHTPADDING", (0, 0), (-1, -1), _PAD),
    ("TOPPADDING", (0, 0), (-1, -1), 0.8),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 1.6),
)


def _lines(grid: Grid) -> Iterator[tuple[Any, ...]]:
    """A frame, hairlines between columns, and a rule under the heads: the rows are told by their grounds."""
    yield "INNERGRID", (0, 0), (-1, -1), 0.25, HexColor(RULE)
    yield "BOX", (0, 0), (-1, -1), 0.7, HexColor(_FRAME)
    if grid.heads:
        yield "LINEBELOW", (0, grid.heads - 1), (-1, grid.heads - 1), 0.7, HexColor(_FRAME)


def _grounds(grid: Grid) -> Iterator[tuple[Any, ...]]:
    """Colour behind each cell, and which cells cover others."""
    for (y, x), cell in grid.placed.items():
        corner = x + cell.columns - 1, y + cell.rows - 1
        ground = _BAND if y < grid.heads else HEAD if cell.head else _ROWS[(y - grid.heads) % 2]
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
