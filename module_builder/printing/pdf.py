"""Pages as a PDF: every length exact, every picture once, the lettering embedded, the same bytes every time.

A picture is drawn by ``q``, an optional clip ``re W n``, one ``cm``, ``/key Do``, ``Q``; before them stands
at most one ``cm`` for the whole page, its `Shift`. A picture with a name stands in marked content that gives
it: ``/Picture <</Name (ge-916 front)>> BDC``.
"""

from __future__ import annotations

import hashlib
import io
import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reportlab.lib.rl_accel import fp_str
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from counters.fonts import font_file
from maps.errors import DataError
from module_builder.printing.intent import add_intent
from module_builder.printing.lengths import points
from module_builder.printing.page import (
    Circle,
    Document,
    Item,
    Line,
    Outline,
    Page,
    Picture,
    Polygon,
    Quarter,
    Rect,
    Shift,
    Text,
)
from module_builder.printing.pictures import Stored, store
from module_builder.vassal.archive import write_file

__all__ = ["BOLD", "TEXT", "check_signs", "fonts", "missing_signs", "pdf_bytes", "picture_name", "write_pdf"]

TEXT = "BocageText"
BOLD = "BocageBold"
_WEIGHTS = {TEXT: 500, BOLD: 700}
_VERSION = (1, 6)
_PLAIN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")
_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}
_TURNS = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}


def fonts() -> tuple[str, str]:
    """Make the two weights known to reportlab, as one family.

    Returns
    -------
    tuple of str
        Names of the text weight and the bold weight.

    Examples
    --------
    >>> fonts()
    ('BocageText', 'BocageBold')
    """
    known = pdfmetrics.getRegisteredFontNames()
    for name, weight in _WEIGHTS.items():
        if name not in known:
            pdfmetrics.registerFont(TTFont(name, str(font_file(weight)), shapable=False))
    pdfmetrics.registerFontFamily(TEXT, normal=TEXT, bold=BOLD, italic=TEXT, boldItalic=BOLD)
    return TEXT, BOLD


def missing_signs(text: str) -> str:
    """Return the signs of a text that the lettering lacks; they would be printed as empty boxes.

    Parameters
    ----------
    text
        Any.

    Returns
    -------
    str
        Each once, in their order.

    Examples
    --------
    >>> missing_signs("Sainte-Mère-Église"), missing_signs("3 → 4 → 5")
    ('', '→')
    """
    known = pdfmetrics.getFont(fonts()[0]).face.charToGlyph
    return "".join(sign for sign in dict.fromkeys(text) if ord(sign) not in known)


def check_signs(text: str, page: str) -> None:
    """Refuse a text with signs that the lettering lacks.

    Parameters
    ----------
    text
        To be printed.
    page
        Name of its page.

    Raises
    ------
    maps.errors.DataError
        There are such signs.

    Examples
    --------
    >>> check_signs("Götz", "sheet 1")
    """
    if lost := missing_signs(text):
        raise DataError(page or "page", repr(text), f"signs that the lettering has, not {lost}")


def picture_name(key: str) -> str:
    """Return the name of a picture within a PDF.

    Parameters
    ----------
    key
        Name in `Document.pictures`.

    Returns
    -------
    str
        The key itself, where it has only letters, figures, dots, dashes and underscores.

    Examples
    --------
    >>> picture_name("ge-916-front"), picture_name("Götz 2")
    ('ge-916-front', 'G_tz_2-df188e2b')
    """
    if _PLAIN_NAME.fullmatch(key):
        return key
    plain = re.sub(r"[^A-Za-z0-9._-]", "_", key)[:80]
    return f"{plain}-{hashlib.sha256(key.encode()).hexdigest()[:8]}"


def write_pdf(document: Document, path: Path) -> None:
    """Write a document to a file, whole or not at all.

    Parameters
    ----------
    document
        What to write.
    path
        The file.

    Raises
    ------
    maps.errors.DataError
        As in `pdf_bytes`.
    module_builder.vassal.errors.FormatError
        The folder cannot be written.
    """
    write_file(path, pdf_bytes(document))


def pdf_bytes(document: Document) -> bytes:
    """Make the PDF of a document.

    Parameters
    ----------
    document
        What to print.

    Returns
    -------
    bytes
        The same for the same document.

    Raises
    ------
    maps.errors.DataError
        There is no page, a picture is lacking or damaged, or the lettering lacks a sign.

    Examples
    --------
    >>> pdf_bytes(Document("Nothing", (Page(210, 297),)))[:8]
    b'%PDF-1.6'
    """
    if not document.pages:
        raise DataError("document", document.title, "one page or more")
    text, _ = fonts()
    buffer = io.BytesIO()
    canvas = Canvas(buffer, invariant=1, pageCompression=1, pdfVersion=_VERSION, initialFontName=text)
    _describe(canvas, document)
    if document.intent:
        add_intent(canvas._doc, document.intent)
    names = _store_pictures(canvas, document)
    for number, page in enumerate(document.pages, 1):
        _draw_page(canvas, page, number, names)
    canvas.save()
    return buffer.getvalue()


def _describe(canvas: Any, document: Document) -> None:
    facts = "; ".join(f"{key}: {value}" for key, value in document.facts.items())
    canvas.setTitle(document.title)
    canvas.setAuthor("Bocage")
    canvas.setCreator("Bocage module-builder")
    canvas.setSubject(facts)
    canvas.setKeywords(facts)
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")


# Pictures


def _store_pictures(canvas: Any, document: Document) -> dict[str, str]:
    """Put the pictures that are used into the file and return their names by key."""
    items = (item for page in document.pages for item in page.items)
    keys = dict.fromkeys(item.key for item in items if isinstance(item, Picture))
    names = {key: picture_name(key) for key in keys}
    for key, name in names.items():
        if key not in document.pictures:
            raise DataError("pictures", key, "a picture of that name")
        image = _image_object(store(document.pictures[key], key))
        canvas._doc.Reference(image, f"picture {name}")
    return names


def _image_object(stored: Stored) -> Any:
    entries = {
        "Type": pdfdoc.PDFName("XObject"),
        "Subtype": pdfdoc.PDFName("Image"),
        "Width": stored.width,
        "Height": stored.height,
        "BitsPerComponent": stored.bits,
        "ColorSpace": _color_space(stored),
        "Filter": pdfdoc.PDFName(stored.packing),
    }
    if stored.packing == "FlateDecode":
        entries["DecodeParms"] = pdfdoc.PDFDictionary(
            {
                "Predictor": 15,
                "Colors": stored.channels,
                "BitsPerComponent": stored.bits,
                "Columns": stored.width,
            }
        )
    return pdfdoc.PDFStream(pdfdoc.PDFDictionary(entries), stored.data)


def _color_space(stored: Stored) -> Any:
    if stored.space != "Indexed":
        return pdfdoc.PDFName(stored.space)
    last = len(stored.palette) // 3 - 1
    return f"[/Indexed /DeviceRGB {last} <{stored.palette.hex()}>]"


# Pages


def _draw_page(canvas: Any, page: Page, number: int, names: dict[str, str]) -> None:
    canvas.setPageSize((points(page.width), points(page.height)))
    trim, bleed = _boxes(page)
    canvas.setTrimBox(trim)
    canvas.setBleedBox(bleed)
    if page.name:
        canvas.bookmarkPage(f"page-{number}")
        canvas.addOutlineEntry(page.name, f"page-{number}")
    if page.shift != Shift():
        canvas.transform(*_shift_matrix(page))
    for item in page.items:
        _draw_item(canvas, page, item, names)
    canvas.showPage()
    used = dict.fromkeys(names[item.key] for item in page.items if isinstance(item, Picture))
    references = {name: pdfdoc.PDFObjectReference(f"picture {name}") for name in used}
    canvas._doc.idToObject[f"Page{number}"].XObjects = pdfdoc.PDFDictionary(references)


def _boxes(page: Page) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return TrimBox and BleedBox in points; the latter holds the former and both lie on the page."""
    trim = _moved_edges(page, page.trim_box)
    bleed = _moved_edges(page, page.bleed_box)
    whole = tuple(map(min, trim[:2], bleed[:2])) + tuple(map(max, trim[2:], bleed[2:]))
    return trim, whole


def _moved_edges(page: Page, box: Rect) -> tuple[float, ...]:
    width, height = points(page.width), points(page.height)
    left, right = (points(x + page.shift.x) for x in (box.x, box.right))
    low, high = (points(page.height - y - page.shift.y) for y in (box.bottom, box.y))
    return (
        min(max(left, 0.0), width),
        min(max(low, 0.0), height),
        min(max(right, 0.0), width),
        min(max(high, 0.0), height),
    )


def _shift_matrix(page: Page) -> tuple[float, ...]:
    """Return the matrix that does what `Shift.moved` says, in points with y upwards."""
    turn = math.radians(page.shift.angle)
    cos, sin = math.cos(turn), math.sin(turn)
    x, y = points(page.width / 2), points(page.height / 2)
    right, up = points(page.shift.x), -points(page.shift.y)
    return cos, -sin, sin, cos, x + right - cos * x - sin * y, y + up + sin * x - cos * y


def _draw_item(canvas: Any, page: Page, item: Item, names: dict[str, str]) -> None:
    match item:
        case Line():
            _draw_line(canvas, page, item)
        case Outline():
            _draw_outline(canvas, page, item)
        case Circle():
            painted = _painted(canvas, item.fill, item.stroke, item.width)
            canvas.circle(points(item.x), points(page.height - item.y), points(item.radius), **painted)
        case Polygon():
            _draw_polygon(canvas, page, item)
        case Text():
            _draw_text(canvas, page, item)
        case Picture():
            _draw_picture(canvas, page, item, names[item.key])


def _draw_line(canvas: Any, page: Page, line: Line) -> None:
    _painted(canvas, None, line.color, line.width, line.dash)
    top = page.height
    canvas.line(points(line.x1), points(top - line.y1), points(line.x2), points(top - line.y2))


def _draw_outline(canvas: Any, page: Page, outline: Outline) -> None:
    painted = _painted(canvas, outline.fill, outline.stroke, outline.width, outline.dash)
    place = _lower_left(page, outline.box)
    if outline.radius:
        canvas.roundRect(*place, points(outline.radius), **painted)
    else:
        canvas.rect(*place, **painted)


def _draw_polygon(canvas: Any, page: Page, polygon: Polygon) -> None:
    path = canvas.beginPath()
    for number, (x, y) in enumerate(polygon.points):
        (path.lineTo if number else path.moveTo)(points(x), points(page.height - y))
    path.close()
    canvas.drawPath(path, **_painted(canvas, polygon.fill, None, 0))


def _draw_text(canvas: Any, page: Page, text: Text) -> None:
    check_signs(text.text, page.name)
    name, size = (BOLD if text.bold else TEXT), points(text.size)
    back = pdfmetrics.stringWidth(text.text, name, size) * _ANCHORS[text.anchor]
    cos, sin = _TURNS[text.quarter]
    canvas.setFillColorRGB(*_rgb(text.color))
    written = canvas.beginText()
    x, y = points(text.x) - back * cos, points(page.height - text.y) + back * sin
    written.setTextTransform(cos, -sin, sin, cos, x, y)
    written.setFont(name, size)
    written.textOut(text.text)
    canvas.drawText(written)


def _draw_picture(canvas: Any, page: Page, picture: Picture, name: str) -> None:
    if picture.name:
        canvas.addLiteral(f"/Picture <</Name {_string(picture.name)}>> BDC")
    canvas.addLiteral("q")
    if picture.window:
        canvas.addLiteral(f"{fp_str(_lower_left(page, picture.window))} re W n")
    matrix = _picture_matrix(_lower_left(page, picture.box), picture.quarter)
    canvas.addLiteral(f"{fp_str(matrix)} cm")
    canvas.addLiteral(f"/{name} Do")
    canvas.addLiteral("Q")
    if picture.name:
        canvas.addLiteral("EMC")


def _picture_matrix(place: tuple[float, float, float, float], quarter: Quarter) -> tuple[float, ...]:
    """Return the matrix that lays the unit square over a place, turned clockwise."""
    x, y, width, height = place
    return {
        0: (width, 0, 0, height, x, y),
        90: (0, -height, width, 0, x, y + height),
        180: (-width, 0, 0, -height, x + width, y + height),
        270: (0, height, -width, 0, x + width, y),
    }[quarter]


def _lower_left(page: Page, box: Rect) -> tuple[float, float, float, float]:
    return points(box.x), points(page.height - box.bottom), points(box.width), points(box.height)


def _painted(
    canvas: Any, fill: str | None, stroke: str | None, width: float, dash: Sequence[float] = ()
) -> dict[str, int]:
    """Choose colours, width and dash; return what reportlab asks of every shape."""
    if fill:
        canvas.setFillColorRGB(*_rgb(fill))
    if stroke:
        canvas.setStrokeColorRGB(*_rgb(stroke))
        canvas.setLineWidth(points(width))
        canvas.setDash([points(length) for length in dash])
    return {"fill": int(bool(fill)), "stroke": int(bool(stroke))}


def _rgb(color: str) -> tuple[float, ...]:
    return tuple(int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))


def _string(text: str) -> str:
    """Write a string as a PDF has it."""
    if not text.isascii():
        return f"<feff{text.encode('utf-16-be').hex()}>"
    return "(" + re.sub(r"([\\()])", r"\\\1", text) + ")"
