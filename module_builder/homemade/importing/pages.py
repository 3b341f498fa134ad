"""Text of HTML pages as Markdown: headings, paragraphs, lists, tables; pictures and scripts are left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

__all__ = ["markdown_of"]

_HEADINGS = {f"h{n}": "#" * n for n in range(1, 7)}
_BLOCKS = frozenset(
    {"p", "div", "br", "ul", "ol", "table", "center", "blockquote", "hr", "dl", "dt", "dd", "pre"}
)
_SILENT = frozenset({"script", "style", "head"})
_SPACE = re.compile(r"\s+")
_MARKS = re.compile(r"([*_`\[\]<>|\\])")


def markdown_of(data: bytes) -> str:
    """The text of a page.

    Parameters
    ----------
    data
        HTML, in UTF-8 or the signs of Windows.

    Returns
    -------
    str

    Examples
    --------
    >>> print(markdown_of(b"<h1>Rules</h1><p>Roll <b>one</b> die.<ul><li>6: hit</ul>"), end="")
    # Rules
    <BLANKLINE>
    Roll one die.
    <BLANKLINE>
    - 6: hit
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return "\n".join(_spaced(reader.lines())) + "\n"


def _spaced(lines: list[tuple[str, str]]) -> Iterator[str]:
    """Lines with an empty one between blocks, but not between items or rows."""
    before = ""
    for kind, line in lines:
        if before and (kind != before or kind not in {"item", "row"}):
            yield ""
        yield line
        before = kind


class _Reader(HTMLParser):
    """Gathers blocks: kind and text of each."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._lines: list[tuple[str, str]] = []
        self._kind, self._text, self._silent = "text", "", 0
        self._row: list[str] | None = None
        self._rows, self._cell = 0, False

    def lines(self) -> list[tuple[str, str]]:
        """What was read."""
        self._end_row()
        self._end()
        return self._lines

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002
        """A tag begins."""
        if tag in _SILENT:
            self._silent += 1
        elif tag in {"table", "tr"}:
            self._end_row()
            self._end()
            self._rows, self._row = (0, None) if tag == "table" else (self._rows, [])
        elif tag in {"td", "th"} and self._row is not None:
            self._end_cell()
            self._text, self._cell = "", True
        elif tag == "li" or tag in _HEADINGS:
            self._end()
            self._kind = "item" if tag == "li" else tag
        elif tag in _BLOCKS and self._row is None:
            self._end()
        elif tag in _BLOCKS:
            self._text += " "

    def handle_endtag(self, tag: str) -> None:
        """A tag ends."""
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        elif tag in {"td", "th"}:
            self._end_cell()
        elif tag in {"tr", "table"}:
            self._end_row()
        elif self._row is None and (tag in _BLOCKS or tag in _HEADINGS or tag == "li"):
            self._end()

    def handle_data(self, data: str) -> None:
        """Text."""
        if not self._silent:
            self._text += data

    def _end(self) -> None:
        text = _plain(self._text)
        if text and self._row is None:
            head = {"text": "", "item": "- "}.get(self._kind, f"{_HEADINGS.get(self._kind, '')} ")
            self._lines.append((self._kind, head + text))
        self._kind, self._text = "text", ""

    def _end_cell(self) -> None:
        if self._cell and self._row is not None:
            self._row.append(_plain(self._text))
            self._text = ""
        self._cell = False

    def _end_row(self) -> None:
        if self._row is None:
            return
        self._end_cell()
        row, self._row, self._text = self._row, None, ""
        if not any(row):
            return
        self._lines.append(("row", f"| {' | '.join(row)} |"))
        self._rows += 1
        if self._rows == 1:
            self._lines.append(("row", "|" + " --- |" * len(row)))


def _plain(text: str) -> str:
    """A text on one line, in which nothing is a sign of Markdown."""
    found = _MARKS.sub(r"\\\1", _SPACE.sub(" ", text).strip())
    return f"\\{found}" if found[:1] in {"#", "-", "+"} else found
