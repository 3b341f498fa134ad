"""Lengths as people write them (``5/8in``, ``15.875mm``, ``0.6``), and paper; inside, all is millimetres."""

from __future__ import annotations

import re
from fractions import Fraction

from maps.errors import DataError

__all__ = ["INCH", "PAPERS", "parse_length", "parse_numbers", "parse_paper", "points"]

INCH = 25.4
PAPERS = {
    "a4": (210.0, 297.0),
    "a3": (297.0, 420.0),
    "letter": (215.9, 279.4),
    "12x18in": (304.8, 457.2),
}
_LENGTH = re.compile(
    r"\s*(?:(\d{1,9})[ -])?(\d{1,9}/\d{1,9}|\d{1,9}\.?\d{0,9}|\.\d{1,9})\s*(mm|cm|in|\"|pt)?\s*", re.ASCII
)
_LARGEST = 5080.0  # the limit of a PDF page
_UNITS = {"mm": 1.0, "cm": 10.0, "in": INCH, '"': INCH, "pt": INCH / 72}
_NUMBER = re.compile(r"[+-]?(\d{1,9}\.?\d{0,9}|\.\d{1,9})", re.ASCII)


def parse_length(text: str, what: str = "length") -> float:
    """Read a length.

    Parameters
    ----------
    text
        A number, fraction or mixed number with ``mm``, ``cm``, ``in``, ``"`` or ``pt``; millimetres where no
        unit stands.
    what
        Name of the option or field, for the message.

    Returns
    -------
    float
        Millimetres.

    Raises
    ------
    maps.errors.DataError
        It is no length.

    Examples
    --------
    >>> parse_length("5/8in"), parse_length("1 1/4 in"), parse_length("0.6")
    (15.875, 31.75, 0.6)
    """
    found = _LENGTH.fullmatch(text)
    if not found:
        raise DataError(what, text, "a length such as 15.875mm, 5/8in or 0.6")
    whole, part, unit = found.groups()
    try:
        return float(int(whole or 0) + Fraction(part)) * _UNITS[unit or "mm"]
    except ZeroDivisionError:
        raise DataError(what, text, "a fraction with another divisor than 0") from None


def parse_paper(text: str) -> tuple[float, float]:
    """Read a paper size; portrait unless its own size says otherwise.

    Parameters
    ----------
    text
        ``A4``, ``A3``, ``Letter``, ``12x18in`` or width x height such as ``100x150mm``.

    Returns
    -------
    tuple of float
        Width and height in millimetres.

    Raises
    ------
    maps.errors.DataError
        No such paper, or larger than a page of a PDF can be.

    Examples
    --------
    >>> parse_paper("A4"), parse_paper("3.25x5.25in")
    ((210.0, 297.0), (82.55, 133.35))
    """
    if text.lower() in PAPERS:
        return PAPERS[text.lower()]
    width, cross, height = text.lower().partition("x")
    if not cross:
        raise DataError("paper", text, f"one of {', '.join(PAPERS)}, or a size such as 100x150mm")
    unit = re.search(r"[a-z\"]+\s*$", height)
    if unit and not re.search(r"[a-z\"]\s*$", width):
        width += unit.group()
    sides = parse_length(width, "paper"), parse_length(height, "paper")
    if max(sides) > _LARGEST:
        raise DataError("paper", text, f"at most {_LARGEST:g} mm a side, the limit of a PDF")
    return sides


def parse_numbers(text: str, most: int, what: str) -> tuple[float, ...]:
    """Read signed numbers with commas between them, such as an offset in millimetres and an angle.

    Parameters
    ----------
    text
        Two numbers at least.
    most
        How many at most; what is left out is 0.
    what
        Name of the option, for the message.

    Returns
    -------
    tuple of float
        `most` numbers.

    Raises
    ------
    maps.errors.DataError
        They are no numbers, too few or too many.

    Examples
    --------
    >>> parse_numbers("0.5,-0.3", 3, "--back-offset")
    (0.5, -0.3, 0.0)
    """
    cells = [cell.strip() for cell in text.split(",")]
    if not 2 <= len(cells) <= most or not all(_NUMBER.fullmatch(cell) for cell in cells):
        names = ["x", "y", "angle"][:most]
        raise DataError(what, text, f"{','.join(names)} in millimetres{' and degrees' * (most > 2)}")
    return tuple(float(cell) for cell in cells) + (0.0,) * (most - len(cells))


def points(mm: float) -> float:
    """Return PDF points.

    Parameters
    ----------
    mm
        Millimetres.

    Returns
    -------
    float

    Examples
    --------
    >>> points(25.4)
    72.0
    """
    return mm / INCH * 72
