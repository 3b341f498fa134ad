"""The line of factors at the foot of a counter, such as ``4-6`` or ``3-(4)-6``."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from counters import fonts
from counters.drawing import TextBox
from counters.geometry import Box
from module_builder.vassal.values import dataclass

__all__ = ["GAP", "FactorLine", "factor_line", "factor_pieces"]

GAP = 0.02
"""Between two pieces of a line, as a share of the em size."""
_CAP = 0.74  # height of a figure, as a share of the em size
_HANG = 0.22  # how far brackets hang below the foot of the line
_OVER, _OVER_MIDDLE = 0.82, _CAP + _HANG / 3  # how far they rise above it, on the foot and in the middle
_OPENING, _DASHES = "([", "-–—/"


@dataclass(frozen=True, slots=True)
class FactorLine:
    """A line of factors in its place.

    Parameters
    ----------
    texts
        Every piece that is printed, in boxes side by side.
    factors
        Those of them that are no dashes.
    cells
        Of each factor: from the foot of the line to the height of a figure.
    size
        Em size.
    air
        Kept free above and below, as a share of the em size.
    place
        In which it stands.

    Examples
    --------
    >>> FactorLine((), (), ()).cell(1) is None
    True
    """

    texts: tuple[TextBox, ...]
    factors: tuple[TextBox, ...]
    cells: tuple[Box, ...]
    size: float = 0.0
    air: float = 0.0
    place: Box = Box(0, 0, 0, 0)

    def cell(self, factor: int, rise: float | None = 0.0) -> Box | None:
        """Return what stands around a factor, within the place of the line.

        Parameters
        ----------
        factor
            Which: 1 is the first, -1 the last.
        rise
            Room above and below it, as a share of the em size; None for the air of the line.

        Returns
        -------
        Box or None
            None where the line has no such factor.

        Examples
        --------
        >>> line = factor_line("4-6", Box(0, 0, 100, 37), 90, middle=True)
        >>> line.cell(2) == line.cell(-1) == line.cells[1], line.cell(3)
        (True, None)
        """
        at = _index(factor, len(self.cells))
        if at is None:
            return None
        box = self.cells[at]
        wanted = self.size * (self.air if rise is None else rise)
        by = min(wanted, self.place.bottom - box.bottom, box.top - self.place.top)
        return Box(box.left, box.top - by, box.right, box.bottom + by)

    def factor(self, number: int) -> TextBox | None:
        """Return a factor by its number as in `cell`.

        Parameters
        ----------
        number
            1 is the first, -1 the last.

        Returns
        -------
        TextBox or None
            None where the line has no such factor.

        Examples
        --------
        >>> found = factor_line("4-6", Box(0, 0, 100, 37), 90).factor(-1)
        >>> found.lines if found else None
        ('6',)
        """
        at = _index(number, len(self.factors))
        return None if at is None else self.factors[at]


def factor_pieces(text: str) -> tuple[str, ...]:
    """Part the factors of a line and what stands between them.

    Parameters
    ----------
    text
        The line.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> factor_pieces("3-(4)-6")
    ('3', '-', '(4)', '-', '6')
    """
    grouped = itertools.groupby(text.strip(), key=lambda letter: (letter in _DASHES, letter.isspace()))
    return tuple(" " if space else "".join(letters) for (_, space), letters in grouped)


def factor_line(
    text: str,
    box: Box,
    largest: float,
    *,
    hang: bool = False,
    middle: bool = False,
    gap: float = GAP,
    air: float = 0.0,
    pads: Sequence[tuple[int, float]] = (),
) -> FactorLine:
    """Place each piece of a line of factors in a box of its own, all in one size, standing on one line.

    Parameters
    ----------
    text
        The line.
    box
        Where; the line is centred, and as high as its box allows.
    largest
        Largest em size.
    hang
        Whether brackets may hang below the box.
    middle
        Whether the figures stand in the middle of the box, not on its foot.
    gap, air
        Room between two pieces, and above and below the line, as shares of the em size.
    pads
        Room on either side of some factors, by their number as in `FactorLine.cell`.

    Returns
    -------
    FactorLine

    Examples
    --------
    >>> [text.size for text in factor_line("4-6", Box(0, 0, 100, 37), 90).texts]
    [50.0, 50.0, 50.0]
    """
    pieces = factor_pieces(text)
    if not pieces:
        return FactorLine((), (), ())
    where = [i for i, piece in enumerate(pieces) if piece.strip(_DASHES + " ")]
    widths = [fonts.advance(piece) + gap for piece in pieces]
    for factor, pad in pads:
        at = _index(factor, len(where))
        if at is not None:
            widths[where[at]] += 2 * pad
    under = _HANG if not hang and any(piece[0] in _OPENING for piece in pieces) else 0.0
    if middle:
        air = max(air, under)
        size = min(largest, box.width / sum(widths), box.height / (_CAP + 2 * air))
        foot = box.centre[1] + size * _CAP / 2
    else:
        high = min(largest, box.height / ((_OVER + under if under else _CAP) + 2 * air))
        size, foot = min(high, box.width / sum(widths)), box.bottom - (under + air) * high
    x, found, cells = box.centre[0] - size * sum(widths) / 2, list[TextBox](), list[Box]()
    for piece, width in zip(pieces, widths, strict=True):
        end = x + width * size
        cells.append(Box(x, foot - size * _CAP, end, foot))
        above, below = (_OVER_MIDDLE if middle else _OVER, _HANG) if piece[0] in _OPENING else (_CAP, 0.0)
        found.append(TextBox((piece,), Box(x, foot - size * above, end, foot + size * below), size))
        x = end
    return FactorLine(
        tuple([text for text in found if text.lines[0].strip()]),
        tuple([found[i] for i in where]),
        tuple([cells[i] for i in where]),
        size,
        air,
        box,
    )


def _index(factor: int, count: int) -> int | None:
    """Of a factor that counts from 1 on, or backwards from -1."""
    at = factor - 1 if factor > 0 else factor + count
    return at if 0 <= at < count else None
