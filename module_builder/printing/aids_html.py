"""Chart pages of a module read for print: the little HTML that our templates use, nothing more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING, TypeAlias

from maps.errors import DataError
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = [
    "MARK",
    "MARK_INK",
    "Cell",
    "Grid",
    "Part",
    "Section",
    "Words",
    "marked",
    "parse_page",
    "quieted",
    "tally",
]

MARK = "°"
MARK_INK = "#8a3b12"
_LEGEND = "Tinted, with a ring"  # how the pages of a module begin to explain the mark


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table.

    Parameters
    ----------
    markup
        Its text with the tags of reportlab.
    plain
        Its text.
    head
        Whether it is a heading.
    tinted
        Whether its value is reconstructed.
    columns, rows
        How many it covers.

    Examples
    --------
    >>> Cell("<b>2</b>", "2").columns
    1
    """

    markup: str
    plain: str
    head: bool = False
    tinted: bool = False
    columns: int = 1
    rows: int = 1


@dataclass(frozen=True, slots=True)
class Grid:
    """A table.

    Parameters
    ----------
    rows
        Its cells as they are written, each once.

    Examples
    --------
    >>> Grid(((Cell("a", "a", columns=2),), (Cell("b", "b"), Cell("c", "c")))).width
    2
    """

    rows: tuple[tuple[Cell, ...], ...]

    @property
    def placed(self) -> Mapping[tuple[int, int], Cell]:
        """Cells by row and column of their upper left corner."""
        found: dict[tuple[int, int], Cell] = {}
        taken: set[tuple[int, int]] = set()
        for y, row in enumerate(self.rows):
            x = 0
            for cell in row:
                while (y, x) in taken:
                    x += 1
                found[y, x] = cell
                taken |= {(y + dy, x + dx) for dy in range(cell.rows) for dx in range(cell.columns)}
                x += cell.columns
        return found

    @property
    def width(self) -> int:
        """Number of columns."""
        return max((x + cell.columns for (_, x), cell in self.placed.items()), default=0)

    @property
    def heads(self) -> int:
        """How many rows at the top hold nothing but headings; they stand again on the next page."""
        count = next((n for n, row in enumerate(self.rows) if not all(c.head for c in row)), 0)
        return min(count, 2)


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph, or one entry of a list.

    Parameters
    ----------
    markup
        Text with the tags of reportlab.
    bullet
        What stands before it.

    Examples
    --------
    >>> Words("One die.").bullet
    ''
    """

    markup: str
    bullet: str = ""


Part: TypeAlias = Words | Grid


@dataclass(frozen=True, slots=True)
class Section:
    """What stands under one heading of a page.

    Parameters
    ----------
    title
        The heading; empty for what stands before the first.
    parts
        Paragraphs and tables.

    Examples
    --------
    >>> Section("Flak", (Words("Defense 4."),)).grids
    ()
    """

    title: str
    parts: tuple[Part, ...]

    @property
    def grids(self) -> tuple[Grid, ...]:
        """Its tables."""
        return tuple([part for part in self.parts if isinstance(part, Grid)])


def parse_page(text: str, name: str = "page") -> tuple[Section, ...]:
    """Read a page of HTML.

    Parameters
    ----------
    text
        The page; its ``h1`` is left out.
    name
        Of the page, for messages.

    Returns
    -------
    tuple of Section

    Raises
    ------
    DataError
        It has an element that is not printed.

    Examples
    --------
    >>> page = parse_page("<html><body><h2>Flak</h2><p>Defense <b>4</b></p></body></html>")
    >>> page[0].title, page[0].parts
    ('Flak', (Words(markup='Defense <b>4</b>', bullet=''),))
    """
    from lxml import etree

    title, parts, found = "", list[Part](), list[Section]()
    for element in etree.fromstring(text, etree.HTMLParser()).iterfind("body/*"):
        if element.tag == "h2":
            found.append(Section(title, tuple(parts)))
            title, parts = _plain(element), []
        elif element.tag != "h1":
            parts += _parts(element, name)
    return tuple([s for s in [*found, Section(title, tuple(parts))] if s.title or s.parts])


def _parts(element: _Element, name: str) -> Iterator[Part]:
    if element.tag == "p":
        yield Words(_markup(element))
    elif element.tag in {"ul", "ol"}:
        for number, entry in enumerate(element.findall("li"), 1):
            yield Words(_markup(entry), f"{number}." if element.tag == "ol" else "•")
    elif element.tag == "table":
        yield Grid(tuple([tuple(_cells(row)) for row in element.iter("tr")]))
    else:
        raise DataError(name, f"element {element.tag!r}", "h1, h2, p, ul, ol or table")


def _cells(row: _Element) -> Iterator[Cell]:
    for cell in row:
        spans = int(cell.get("colspan", "1")), int(cell.get("rowspan", "1"))
        head, tinted = cell.tag == "th", cell.get("class") == "r"
        yield Cell(_markup(cell), _plain(cell), head, tinted, *spans)


def _plain(element: _Element) -> str:
    return " ".join("".join(element.itertext()).split())


def _markup(element: _Element) -> str:
    """The inside of an element in the tags of reportlab."""
    text = marked(element.text)
    for child in element:
        inner = _markup(child)
        if child.tag in {"b", "strong", "i", "sub", "sup"}:
            tag = {"strong": "b", "sup": "super"}.get(child.tag, child.tag)
            inner = f"<{tag}>{inner}</{tag}>"
        elif child.tag == "br":
            inner = "<br/>"
        text += inner + marked(child.tail)
    return " ".join(text.split())


def marked(text: str | None) -> str:
    """Turn plain text into that of reportlab; the mark of what is reconstructed gets its colour.

    Parameters
    ----------
    text
        Any; None for nothing.

    Returns
    -------
    str

    Examples
    --------
    >>> marked("3 < 4"), marked("4°")
    ('3 &lt; 4', '4<font color="#8a3b12">°</font>')
    """
    return escape(text or "", quote=False).replace(MARK, f'<font color="{MARK_INK}">{MARK}</font>')


def tally(sections: Sequence[Section]) -> tuple[int, int]:
    """Count the values of a page.

    Parameters
    ----------
    sections
        The page.

    Returns
    -------
    tuple of int
        Reconstructed cells, and all cells that hold a value.

    Examples
    --------
    >>> tally([Section("", (Grid(((Cell("6", "6", head=True), Cell("DE", "DE", tinted=True)),)),))])
    (1, 1)
    """
    cells = [c for s in sections for g in s.grids for row in g.rows for c in row]
    return sum(c.tinted for c in cells), sum(
        (not c.head and c.plain not in {"", "-"}) or c.tinted for c in cells
    )


# --- as a printed card has it ------------------------------------------------------------------------------


def quieted(sections: Sequence[Section]) -> tuple[Section, ...]:
    """Say once what every value of a table or column has in common: that it is reconstructed.

    The sentence that explains the mark is left out, since the foot of every page has it.

    Parameters
    ----------
    sections
        A page.

    Returns
    -------
    tuple of Section
        The mark stands at the heading of a section, at the head of a column, or at a value alone.

    Examples
    --------
    >>> value = Cell(marked("DE°"), "DE°", tinted=True)
    >>> one = Grid(((Cell("6", "6", head=True), value, value),))
    >>> (page,) = quieted([Section("Odds", (one,))])
    >>> page.title, page.grids[0].rows[0][1].plain
    ('Odds°', 'DE')
    """
    found = [_quiet_section(section) for section in sections]
    return tuple([section for section in found if section.title or section.parts])


def _quiet_section(section: Section) -> Section:
    parts = [part for part in section.parts if not _is_legend(part)]
    grids = [part for part in parts if isinstance(part, Grid)]
    if section.title and grids and all(map(_whole, grids)):
        title = section.title.removesuffix(MARK) + MARK
        return Section(title, tuple([_bare(part) if isinstance(part, Grid) else part for part in parts]))
    return Section(
        section.title, tuple([_quiet_columns(part) if isinstance(part, Grid) else part for part in parts])
    )


def _is_legend(part: Part) -> bool:
    """Whether a paragraph explains the mark."""
    return isinstance(part, Words) and part.markup.startswith(_LEGEND)


def _holds(cell: Cell) -> bool:
    """Whether a cell holds a value."""
    return cell.tinted or (not cell.head and cell.plain not in {"", "-"})


def _whole(grid: Grid) -> bool:
    """Whether all its values are reconstructed, each with one mark at its end."""
    values = [cell for row in grid.rows for cell in row if _holds(cell)]
    return len(values) > 1 and all(map(_one_mark, values))


def _one_mark(cell: Cell) -> bool:
    return cell.tinted and cell.plain.count(MARK) == 1 and cell.plain.endswith(MARK)


def _unmarked(cell: Cell) -> Cell:
    sign = marked(MARK)
    return replace(cell, markup=cell.markup.replace(sign, ""), plain=cell.plain.replace(MARK, ""))


def _bare(grid: Grid) -> Grid:
    return Grid(tuple([tuple([_unmarked(c) if c.tinted else c for c in row]) for row in grid.rows]))


def _quiet_columns(grid: Grid) -> Grid:
    """Marks of whole columns at their heads."""
    placed = grid.placed
    bare: set[int] = set()
    heads: dict[tuple[int, int], Cell] = {}
    for x in range(grid.width):
        top = placed.get((grid.heads - 1, x))
        below = [c for (y, column), c in placed.items() if column == x and y >= grid.heads]
        values = [cell for cell in below if _holds(cell)]
        if top is None or top.columns > 1 or len(values) < 2 or not all(map(_one_mark, values)):
            continue
        heads[grid.heads - 1, x] = replace(top, markup=top.markup + marked(MARK), plain=top.plain + MARK)
        bare |= {id(cell) for cell in values}
    if not heads:
        return grid
    changed = {id(placed[where]): cell for where, cell in heads.items()}
    return Grid(
        tuple(
            [
                tuple([changed.get(id(c), _unmarked(c) if id(c) in bare else c) for c in row])
                for row in grid.rows
            ]
        )
    )
