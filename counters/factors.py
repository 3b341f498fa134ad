"""The line of factors at the foot of a counter, such as ``4-6`` or ``3-(4)-6``."""

from __future__ import annotations

import itertools

from counters import fonts
from counters.drawing import TextBox
from counters.geometry import Box

__all__ = ["factor_line", "factor_pieces", "factors_in"]

_CAP = 0.74  # height of a figure, as a share of the em size
_BRACKETS = (0.82, 0.22)  # how far brackets rise above the foot of the line and hang below it
_GAP = 0.02
_DASHES = "-–—/"


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


def factors_in(text: str, box: Box, largest: float, *, hang: bool = False) -> tuple[TextBox, ...]:
    """Place a line of factors as high as its box.

    Parameters
    ----------
    text
        The line.
    box
        Where.
    largest
        Largest em size.
    hang
        Whether brackets may hang below the box.

    Returns
    -------
    tuple of TextBox

    Examples
    --------
    >>> [text.size for text in factors_in("4-6", Box(0, 0, 100, 37), 90)]
    [50.0, 50.0, 50.0]
    """
    pieces = factor_pieces(text)
    if hang or not any(piece.startswith("(") for piece in pieces):
        return factor_line(pieces, box, min(largest, box.height / _CAP))
    size = min(largest, box.height / sum(_BRACKETS))
    return factor_line(pieces, Box(box.left, box.top, box.right, box.bottom - _BRACKETS[1] * size), size)


def factor_line(pieces: tuple[str, ...], box: Box, largest: float) -> tuple[TextBox, ...]:
    """Place each piece of a factor line in a box of its own, all in one size, standing on one line.

    Parameters
    ----------
    pieces
        Factors and the dashes between them.
    box
        Where; the line is centred and stands on its foot.
    largest
        Largest em size.

    Returns
    -------
    tuple of TextBox

    Examples
    --------
    >>> [text.lines[0] for text in factor_line(("4", "-", "6"), Box(0, 0, 100, 40), 30)]
    ['4', '-', '6']
    """
    widths = [fonts.advance(piece) + _GAP for piece in pieces]
    size = min(largest, box.width / sum(widths))
    x = box.centre[0] - size * sum(widths) / 2
    texts = []
    for piece, width in zip(pieces, widths, strict=True):
        above, below = _BRACKETS if piece.startswith("(") else (_CAP, 0.0)
        if piece.strip():
            where = Box(x, box.bottom - size * above, x + width * size, box.bottom + size * below)
            texts.append(TextBox((piece,), where, size))
        x += width * size
    return tuple(texts)
