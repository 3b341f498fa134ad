"""The lettering of the maps: Alegreya for the ground, Roboto Condensed for numbers and displays."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

from PIL import ImageFont

__all__ = ["FACES", "fit", "font", "text_width", "wrap"]

FACES = {
    "serif": "alegreya-latin-700-normal.woff2",
    "heavy": "alegreya-latin-800-normal.woff2",
    "italic": "alegreya-latin-500-italic.woff2",
    "sans": "roboto-condensed-latin-500-normal.woff2",
    "bold": "roboto-condensed-latin-700-normal.woff2",
}
_FOLDER = Path(__file__).parent / "fonts"


@functools.lru_cache(maxsize=256)
def font(face: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a face at a size in pixels.

    Parameters
    ----------
    face
        One of `FACES`.
    size
        Em size.

    Returns
    -------
    PIL.ImageFont.FreeTypeFont
        Laid out without raqm, so that every machine draws the same pixels.

    Examples
    --------
    >>> font("serif", 20).getname()[0]
    'Alegreya'
    """
    return ImageFont.truetype(_FOLDER / FACES[face], max(1, size), layout_engine=ImageFont.Layout.BASIC)


@functools.lru_cache(maxsize=4096)
def text_width(text: str, face: str, size: float, spacing: float = 0.0) -> float:
    """Measure one line at any size.

    Parameters
    ----------
    text
        One line.
    face, size
        As in `font`.
    spacing
        Extra room after each letter, as a share of the size.

    Returns
    -------
    float
        Pixels.

    Examples
    --------
    >>> text_width("Caen", "serif", 20) < text_width("Carentan", "serif", 20)
    True
    """
    return font(face, 200).getlength(text) * size / 200 + spacing * size * max(0, len(text) - 1)


def fit(text: str, face: str, size: float, width: float) -> float:
    """Greatest size up to `size` at which a line fits a width.

    Parameters
    ----------
    text, face, size
        As in `text_width`.
    width
        Pixels.

    Returns
    -------
    float

    Examples
    --------
    >>> fit("Caen", "serif", 20, 1000)
    20
    """
    return size if text_width(text, face, size) <= width else size * width / text_width(text, face, size)


def wrap(text: str, face: str, size: float, width: float) -> Sequence[str]:
    """Break a text into lines at its blanks.

    Parameters
    ----------
    text, face, size, width
        As in `fit`.

    Returns
    -------
    list of str

    Examples
    --------
    >>> wrap("one two", "sans", 20, 1)
    ['one', 'two']
    """
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, face, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
