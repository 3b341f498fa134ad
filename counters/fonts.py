"""The lettering of the counters: Roboto Condensed (SIL Open Font License, see ``fonts/OFL.txt``)."""

from __future__ import annotations

import functools
from pathlib import Path

from PIL import ImageFont

__all__ = ["WEIGHTS", "advance", "fitted_size", "font", "font_file", "ink_size"]

WEIGHTS = (500, 700)
_FOLDER = Path(__file__).parent / "fonts"
_PROBE = 200


def font_file(weight: int) -> Path:
    """Return the file of a weight.

    Parameters
    ----------
    weight
        One of `WEIGHTS`.

    Returns
    -------
    pathlib.Path
        TrueType, since that is what a PDF can take up.

    Examples
    --------
    >>> font_file(700).name
    'roboto-condensed-latin-700-normal.ttf'
    """
    return _FOLDER / f"roboto-condensed-latin-{weight}-normal.ttf"


@functools.lru_cache(maxsize=512)
def font(size: int, weight: int = 700) -> ImageFont.FreeTypeFont:
    """Return the counter font at a size in pixels.

    Parameters
    ----------
    size
        Em size in pixels.
    weight
        One of `WEIGHTS`.

    Returns
    -------
    PIL.ImageFont.FreeTypeFont
        Laid out without raqm, so that every machine draws the same pixels.

    Examples
    --------
    >>> font(40).getname()[0]
    'Roboto Condensed'
    """
    return ImageFont.truetype(font_file(weight), size, layout_engine=ImageFont.Layout.BASIC)


@functools.lru_cache(maxsize=8192)
def ink_size(text: str, size: int, weight: int = 700) -> tuple[int, int]:
    """Measure the ink of one line of text.

    Parameters
    ----------
    text
        One line.
    size, weight
        As in `font`.

    Returns
    -------
    tuple of int
        Width and height in pixels.

    Examples
    --------
    >>> ink_size("11", 100) < ink_size("1111", 100)
    True
    """
    left, top, right, bottom = font(size, weight).getbbox(text, anchor="ls")
    return int(right - left), int(bottom - top)


@functools.lru_cache(maxsize=1024)
def advance(text: str, weight: int = 700) -> float:
    """Return how far a line moves the pen, as a share of the em size.

    Parameters
    ----------
    text
        One line.
    weight
        One of `WEIGHTS`.

    Returns
    -------
    float

    Examples
    --------
    >>> advance("11") == 2 * advance("4")
    True
    """
    return font(_PROBE, weight).getlength(text) / _PROBE


@functools.lru_cache(maxsize=8192)
def fitted_size(text: str, width: int, height: int, weight: int = 700) -> int:
    """Find the largest em size at which a line fits a box.

    Parameters
    ----------
    text
        One line; not empty.
    width, height
        The box in pixels.
    weight
        One of `WEIGHTS`.

    Returns
    -------
    int
        Em size in pixels, at least 1.

    Examples
    --------
    >>> size = fitted_size("352", 100, 60)
    >>> ink_size("352", size)[0] <= 100 < ink_size("352", size + 3)[0]
    True
    """
    probe_width, probe_height = ink_size(text, _PROBE, weight)
    size = int(min(width / max(probe_width, 1), height / max(probe_height, 1)) * _PROBE) + 1
    while size > 1 and not _fits(text, size, weight, width, height):
        size -= 1
    return max(size, 1)


def _fits(text: str, size: int, weight: int, width: int, height: int) -> bool:
    wide, high = ink_size(text, size, weight)
    return wide <= width and high <= height
