"""Running text in a box: broken into lines, as large as fits, with even leading."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from counters import fonts
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from counters.drawing import Color, Pen
    from counters.geometry import Box

__all__ = ["LEADING", "Paragraph", "fit_paragraph", "print_paragraph", "wrapped"]

LEADING = 1.22
"""From base line to base line, in em."""
_ASCENT, _DESCENT = 0.93, 0.25
_STEP = 0.05


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Lines in one size.

    Parameters
    ----------
    lines
        From top to bottom.
    em
        Size in the unit of the box.
    weight
        Of the font.

    Examples
    --------
    >>> round(Paragraph(("one", "two"), 10).height, 6)
    24.0
    """

    lines: tuple[str, ...]
    em: float
    weight: int = 500

    @property
    def height(self) -> float:
        """From the top of the first line to the foot of the last."""
        return self.em * (_ASCENT + _DESCENT + LEADING * (len(self.lines) - 1))


def wrapped(text: str, width: float, em: float, weight: int = 500) -> tuple[str, ...] | None:
    """Break a text into lines.

    Parameters
    ----------
    text
        Words; a line break stays one.
    width, em
        Of the box and of the print, in one unit.
    weight
        Of the font.

    Returns
    -------
    tuple of str or None
        None where a single word is wider than the box.

    Examples
    --------
    >>> wrapped("Sainte-Mère-Église holds out", 60, 10)
    ('Sainte-Mère-', 'Église holds', 'out')
    >>> wrapped("Fallschirmjäger", 20, 10) is None
    True
    """
    lines: list[str] = []
    for part in text.split("\n"):
        line = ""
        for piece in _pieces(part):
            if fonts.advance((line + piece).rstrip(), weight) * em <= width:
                line += piece
                continue
            if fonts.advance(piece.rstrip(), weight) * em > width:
                return None
            lines.append(line.rstrip())
            line = piece
        lines.append(line.rstrip())
    return tuple(lines)


def fit_paragraph(
    text: str, width: float, height: float, *, largest: float, smallest: float, weight: int = 500
) -> Paragraph | None:
    """Choose the largest size in which a text fits a box.

    Parameters
    ----------
    text
        Words.
    width, height
        Of the box.
    largest, smallest
        Em sizes in the unit of the box.
    weight
        Of the font.

    Returns
    -------
    Paragraph or None
        None where even the smallest size is too large.

    Examples
    --------
    >>> fit_paragraph("Fire attack without any unit", 20, 8, largest=4, smallest=2).em
    3.15
    >>> fit_paragraph("word " * 99, 50, 8, largest=4, smallest=2) is None
    True
    """
    for step in range(round((largest - smallest) / _STEP) + 1):
        em = round(largest - step * _STEP, 4)
        lines = wrapped(text, width, em, weight)
        if lines is not None and Paragraph(lines, em, weight).height <= height:
            return Paragraph(_even(text, width, em, weight, lines), em, weight)
    return None


def _even(text: str, width: float, em: float, weight: int, lines: tuple[str, ...]) -> tuple[str, ...]:
    """The same text in as many lines of much the same length: no word is left alone on the last."""
    found = list[str]()
    for part in text.split("\n"):
        broken = wrapped(part, width, em, weight) or ()
        best, narrow = broken, width
        while len(broken) > 1 and (tried := wrapped(part, narrow, em, weight)) and len(tried) == len(broken):
            best, narrow = tried, narrow * 0.98
        found += best
    return tuple(found) if len(found) == len(lines) else lines


def print_paragraph(pen: Pen, paragraph: Paragraph, box: Box, ink: Color, *, centred: bool = True) -> None:
    """Print a paragraph in the middle of a box.

    Parameters
    ----------
    pen
        Where.
    paragraph
        From `fit_paragraph` for this box.
    box
        In the pen's unit.
    ink
        Colour.
    centred
        Every line in the middle; else all of them from the left.

    Examples
    --------
    >>> from counters.drawing import Pen
    >>> from counters.geometry import Box
    >>> print_paragraph(Pen(20), Paragraph(("a",), 30), Box(0, 0, 100, 100), "#000000")
    """
    em = max(1, int(paragraph.em * pen.scale))
    used = fonts.font(em, paragraph.weight)
    mask = Image.new("L", pen.image.size)
    draw = ImageDraw.Draw(mask)
    top = box.top + (box.height - paragraph.height) / 2
    x = box.centre[0] if centred else box.left
    for row, line in enumerate(paragraph.lines):
        base = top + paragraph.em * (_ASCENT + LEADING * row)
        spot = x * pen.scale + pen.origin, base * pen.scale + pen.origin
        draw.text(spot, line, fill=255, font=used, anchor="ms" if centred else "ls")
    pen.image.paste(ink, (0, 0), mask)


def _pieces(text: str) -> list[str]:
    """Words with the space after them; a hyphen ends a piece too."""
    pieces, start = [], 0
    for i, sign in enumerate(text):
        if sign in " -":
            pieces.append(text[start : i + 1])
            start = i + 1
    return [*pieces, text[start:]] if start < len(text) else pieces
