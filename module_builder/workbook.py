"""Tables of text in the files of spreadsheets: OpenDocument, Excel and CSV, written and read alike."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from maps.errors import DataError
from module_builder.vassal.files import load_bytes, write_file
from module_builder.vassal.values import dataclass

__all__ = ["FORMATS", "Line", "read_workbook", "write_workbook"]

FORMATS = ("ods", "xlsx", "csv")
_LARGEST = 32 << 20  # bytes of a file, and of what it unpacks to
_UNPACKED = 512 << 20
_WIDEST = 64  # columns that are read of a line
_NAME = 31  # letters of a sheet's name in Excel
_Sheets = Mapping[str, Sequence[Sequence[str]]]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a spreadsheet that is not empty.

    Parameters
    ----------
    file, sheet, number
        Where it stands; the sheet of a CSV file has no name.
    cells
        Its texts.

    Examples
    --------
    >>> Line("june.ods", "Counters", 3, ("DF", "4")).place
    'sheet Counters, line 3'
    """

    file: str
    sheet: str
    number: int
    cells: tuple[str, ...]

    @property
    def place(self) -> str:
        """Where it stands, for a message."""
        return f"sheet {self.sheet}, line {self.number}" if self.sheet else f"line {self.number}"


def write_workbook(path: Path, sheets: _Sheets) -> None:
    """Write tables as a spreadsheet; the name of the file says in which form.

    Parameters
    ----------
    path
        ``NAME.ods``, ``NAME.xlsx`` or ``NAME.csv``, which has all tables one below the other.
    sheets
        Title -> lines.

    Raises
    ------
    DataError
        The name ends otherwise.
    """
    write_file(path, _FORMS[_form(path)][0](sheets))


def read_workbook(path: Path) -> list[Line]:
    """Read every line of a spreadsheet.

    Parameters
    ----------
    path
        As in `write_workbook`.

    Returns
    -------
    list of Line

    Raises
    ------
    DataError
        The name ends otherwise, or the file is no such spreadsheet.
    """
    read = _FORMS[_form(path)][1]
    data = load_bytes(path, most=_LARGEST)
    try:
        if path.suffix.casefold() != ".csv":
            _bounded(data)
        found = list(read(data))
    except (DataError, MemoryError):
        raise
    except Exception as fault:  # noqa: BLE001 - the libraries raise whatever a broken file makes them
        kind = path.suffix.removeprefix(".").upper()
        raise DataError(path.name, "", f"a readable {kind} file ({type(fault).__name__})") from None
    return [Line(path.name, sheet, number, _short(cells)) for sheet, number, cells in found if any(cells)]


def _short(cells: tuple[str, ...]) -> tuple[str, ...]:
    """A line up to its last cell that holds something."""
    return cells[: 1 + max(number for number, cell in enumerate(cells) if cell)]


def _form(path: Path) -> str:
    form = path.suffix.casefold().removeprefix(".")
    if form not in FORMATS:
        raise DataError(path.name, "", f"a name that ends with {', '.join('.' + f for f in FORMATS)}")
    return form


def _bounded(data: bytes) -> None:
    """Refuse an archive that would unpack to more than a spreadsheet has."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if sum(each.file_size for each in archive.infolist()) > _UNPACKED:
            raise ValueError("larger than any spreadsheet")


_Found = Iterator[tuple[str, int, tuple[str, ...]]]


# --- CSV --------------------------------------------------------------------------------------------------


def _as_csv(sheets: _Sheets) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for number, lines in enumerate(sheets.values()):
        writer.writerows(lines if not number else lines[1:])
    return out.getvalue().encode("utf-8-sig")  # the mark by which Excel knows UTF-8


def _of_csv(data: bytes) -> _Found:
    text = data.decode("utf-8-sig")
    sign = ";" if text.partition("\n")[0].count(";") > text.partition("\n")[0].count(",") else ","
    reader = csv.reader(io.StringIO(text), delimiter=sign, strict=True)
    for row in reader:
        if not row or not row[0].startswith("#"):
            yield "", reader.line_num, tuple(cell.strip() for cell in row[:_WIDEST])


# --- Excel ------------------------------------------------------------------------------------------------


def _as_xlsx(sheets: _Sheets) -> bytes:
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font

    book = Workbook(write_only=True)
    for title, lines in sheets.items():
        sheet = book.create_sheet(title[:_NAME].translate(str.maketrans(r"[]:*?/\\", "()  ____"[:8])))
        sheet.freeze_panes = "A2"
        for letter, width in zip("ABCDEFG", _widths(lines), strict=False):
            sheet.column_dimensions[letter].width = width
        for number, line in enumerate(lines):
            cells = [WriteOnlyCell(sheet, value=text) for text in line]
            for cell in cells:
                cell.number_format = "@"  # text: 4-4-4 is no date
                cell.font = Font(bold=number == 0)
            sheet.append(cells)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _widths(lines: Sequence[Sequence[str]]) -> list[int]:
    """Widths of columns in letters."""
    return [min(60, 2 + max(len(str(cell)) for cell in column)) for column in zip(*lines, strict=True)]


def _of_xlsx(data: bytes) -> _Found:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
    for sheet in book.worksheets:
        for number, row in enumerate(sheet.iter_rows(max_col=_WIDEST, values_only=True), 1):
            yield sheet.title, number, tuple(_text(value) for value in row)


def _text(value: Any) -> str:
    """A cell as it was typed: a number without the point that spreadsheets give it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip()


# --- OpenDocument -----------------------------------------------------------------------------------------


def _as_ods(sheets: _Sheets) -> bytes:
    from odf.number import TextContent, TextStyle
    from odf.opendocument import OpenDocumentSpreadsheet
    from odf.style import Style, TableColumnProperties, TextProperties
    from odf.table import Table, TableCell, TableColumn, TableRow
    from odf.text import P

    document = OpenDocumentSpreadsheet()
    plain = TextStyle(name="text")
    plain.addElement(TextContent())
    body = Style(name="body", family="table-cell", datastylename=plain)  # text: 4-4-4 is no date
    bold = Style(name="head", family="table-cell")
    bold.addElement(TextProperties(fontweight="bold"))
    for style in (plain, body, bold):
        document.automaticstyles.addElement(style)
    for place, (title, lines) in enumerate(sheets.items()):
        table = Table(name=title)
        for number, width in enumerate(_widths(lines)):
            style = Style(name=f"w{place}-{number}", family="table-column")
            style.addElement(TableColumnProperties(columnwidth=f"{width * 0.2:.1f}cm"))
            document.automaticstyles.addElement(style)
            table.addElement(TableColumn(stylename=style))
        for number, line in enumerate(lines):
            row = TableRow()
            for text in line:
                cell = TableCell(valuetype="string", stylename=body if number else bold)
                cell.addElement(P(text=text))
                row.addElement(cell)
            table.addElement(row)
        document.spreadsheet.addElement(table)
    out = io.BytesIO()
    document.write(out)
    return out.getvalue()


def _of_ods(data: bytes) -> _Found:
    from odf.opendocument import load
    from odf.table import Table, TableRow

    for table in load(io.BytesIO(data)).spreadsheet.getElementsByType(Table):
        number = 1
        for row in table.getElementsByType(TableRow):
            yield table.getAttribute("name"), number, _ods_cells(row)
            number += _repeated(row, "numberrowsrepeated")


def _ods_cells(row: Any) -> tuple[str, ...]:
    from odf.table import TableCell
    from odf.text import P

    found: list[str] = []
    for cell in row.getElementsByType(TableCell):
        texts = ["".join(_strings(part)) for part in cell.getElementsByType(P)]
        times = min(_repeated(cell, "numbercolumnsrepeated"), _WIDEST - len(found))
        found += ["\n".join(texts).strip()] * max(0, times)
    return tuple(found)


def _strings(node: Any) -> Iterator[str]:
    """The text of a paragraph, whatever is marked in it."""
    if node.nodeType == node.TEXT_NODE:
        yield node.data
    for child in node.childNodes:
        yield from _strings(child)


def _repeated(node: Any, attribute: str) -> int:
    return int(node.getAttribute(attribute) or 1)


_FORMS: Mapping[str, tuple[Callable[[_Sheets], bytes], Callable[[bytes], _Found]]] = {
    "ods": (_as_ods, _of_ods),
    "xlsx": (_as_xlsx, _of_xlsx),
    "csv": (_as_csv, _of_csv),
}
