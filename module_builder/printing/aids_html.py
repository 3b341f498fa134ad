"""Chart pages of a module read for print: the little HTML that our templates use, nothing more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, TypeAlias

from maps.errors import DataError
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from lxml.etree import _Element

__all__ = [
    "MARK",
    "TINT",
    "Cell",
    "Grid",
    "Part",
    "Section",
    "Words",
    "marked",
    "parse_page",
    "tally",
    "tinted",
]

TINT, MARK = "#f6d3ac", "°"
_MARK_INK = "#8a3b12"


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
        elif child.get("class") == "r":
            inner = tinted(inner)
        text += inner + marked(child.tail)
    return " ".join(text.split())


def tinted(markup: str) -> str:
    """Put the tint of what is reconstructed behind a text.

    Parameters
    ----------
    markup
        With the tags of reportlab.

    Returns
    -------
    str

    Examples
    --------
    >>> tinted("Impulse Track")
    '<font backColor="#f6d3ac">Impulse Track</font>'
    """
    return f'<font backColor="{TINT}">{markup}</font>'


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
    return escape(text or "", quote=False).replace(MARK, f'<font color="{_MARK_INK}">{MARK}</font>')


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
