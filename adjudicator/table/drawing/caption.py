"""The words below a picture: the verdict, the reasons against, what the tones mean, where play stands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from adjudicator.table.drawing.raster import width_of
from adjudicator.table.drawing.shapes import LOOKS, Path, Shape, Words

if TYPE_CHECKING:
    from adjudicator.ruling import Ruling
    from adjudicator.table.marks import Marks

__all__ = ["captioned", "wrapped"]

_EDGE, _GAP = 20, 10
_LARGE, _USUAL, _SMALL = 25, 18, 15
_MOST, _REASONS = 4, 5  # lines of the verdict; reasons
_INK, _FAINT, _RULE = "#161616", "#4d4d4d", "#c9c2b0"
_SWATCH = (34, 18)
_POINTED = ": point at it for the reasons"  # what nobody can do with a picture


def captioned(
    ruling: Ruling | None, marks: Marks, at: tuple[int, int], below: str
) -> tuple[list[Shape], int]:
    """Set the words below the map.

    Parameters
    ----------
    ruling, marks
        What was answered; None for a position alone.
    at
        Width of the picture, and where the words begin.
    below
        Last line: the game and where play stands.

    Returns
    -------
    (list of shapes, int)
        And the height that they take.
    """
    width, top = at
    setting = _Setting(width, top)
    if ruling is not None:
        setting.lines(ruling.verdict, _LARGE, most=_MOST, bold=True)
        for violation in ruling.violations[:_REASONS]:
            if str(violation.text) not in ruling.verdict:
                setting.lines(f"– {violation}", _USUAL, most=2)
        more = len(ruling.violations) - _REASONS
        if more > 0:
            setting.lines(f"– and {more} more", _USUAL, most=1)
    setting.legend(marks)
    stamp = f" · {ruling.fingerprint}" if ruling is not None and ruling.fingerprint else ""
    setting.lines(below + stamp, _SMALL, most=2, ink=_FAINT)
    return setting.shapes, setting.y - top + _GAP


class _Setting:
    """Sets one thing below the other."""

    def __init__(self, width: int, top: int) -> None:
        self._width, self.y = width, top + _GAP + 4
        self.shapes: list[Shape] = [Path(((0, top), (width, top)), stroke=_RULE, width=2)]

    def lines(self, text: str, size: int, *, most: int, bold: bool = False, ink: str = _INK) -> None:
        """Set a text in as many lines as it needs, at most so many."""
        for line in wrapped(text, size, self._width - 2 * _EDGE, most, bold=bold):
            self.shapes.append(Words(line, _EDGE, self.y + size * 0.6, size, bold=bold, ink=ink))
            self.y += round(size * 1.32)
        self.y += 4

    def legend(self, marks: Marks) -> None:
        """Set what each tone means, with a sample of it."""
        if not marks.legend:
            return
        x, (wide, high) = _EDGE, _SWATCH
        for key in marks.legend:
            said = key.text.removesuffix(_POINTED)
            length = wide + 10 + width_of(said, _USUAL)
            if x > _EDGE and x + length > self._width - _EDGE:
                x, self.y = _EDGE, self.y + high + _GAP
            self.shapes += list(_swatch(key.tone, x, self.y + 3))
            room = self._width - _EDGE - x - wide - 10
            text = next(wrapped(said, _USUAL, room, 1))
            self.shapes.append(Words(text, x + wide + 10, self.y + 3 + high / 2, _USUAL, ink=_INK))
            x += round(length) + 28
        self.y += high + _GAP + 6


def _swatch(tone: str, x: float, y: float) -> Iterator[Shape]:
    look, (wide, high) = LOOKS[tone], _SWATCH
    box = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
    yield Path(box, closed=True, fill=look.colour, opacity=max(0.2, look.opacity), hatch=look.hatch)
    yield Path(box, closed=True, stroke=look.colour, width=4 if tone == "origin" else 2.5, dash=look.dash)


def wrapped(text: str, size: int, room: float, most: int, *, bold: bool = False) -> Iterator[str]:
    """Break a text into lines that fit; what is too much ends in dots.

    Examples
    --------
    >>> list(wrapped("one two three", 10, 40, 2))
    ['one two', 'three']
    >>> list(wrapped("one two three four", 10, 40, 1))
    ['one two…']
    """
    line, number = "", 1
    for word in text.split():
        longer = f"{line} {word}".strip()
        if not line or width_of(longer, size, bold=bold) <= room:
            line = longer
        elif number == most:
            line = f"{line}…"
            break
        else:
            yield line
            line, number = word, number + 1
    while len(line) > 2 and width_of(line, size, bold=bold) > room:
        line = f"{line[:-2]}…"
    if line:
        yield line
