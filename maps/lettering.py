"""The lettering of the maps: Alegreya for the ground, Roboto Condensed for numbers and displays."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

from PIL import ImageFont

__all__ = ["FACES", "fit", "font", "text_rect", "text_width", "wrap"]

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


@functools.lru_cache(maxsize=8192)
def _ink(text: str, face: str, anchor: str) -> tuple[float, float, float, float]:
    """Where the ink of a line of size 1 lies round its anchor."""
    left, top, right, bottom = font(face, 200).getbbox(text, anchor=anchor)
    return left / 200, top / 200, right / 200, bottom / 200


def text_rect(
    text: str, at: tuple[float, float], face: str, size: float, *, anchor: str = "mm", spacing: float = 0.0
) -> tuple[float, float, float, float]:
    """Where the ink of one line lies.

    Parameters
    ----------
    text, face, size, spacing
        As in `text_width`.
    at, anchor
        Where its anchor lies, and Pillow's name for that.

    Returns
    -------
    (left, top, right, bottom)

    Examples
    --------
    >>> left, top, right, bottom = text_rect("Caen", (100.0, 50.0), "serif", 20)
    >>> left < 85 < 115 < right, 40 < top < bottom < 60
    (True, True)
    """
    left, top, right, bottom = (v * size for v in _ink(text, face, anchor))
    more = spacing * size * max(0, len(text) - 1)
    share = {"l": 0.0, "m": 0.5, "r": 1.0}[anchor[0]]
    return at[0] + left - more * share, at[1] + top, at[0] + right + more * (1 - share), at[1] + bottom


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
