"""Where the writing and the dots of a face stand."""

from __future__ import annotations

import functools
import itertools
import re
from typing import TYPE_CHECKING

from counters import fonts
from counters.drawing import TextBox, label
from counters.factors import FactorLine, factor_line
from counters.geometry import Box, Point

if TYPE_CHECKING:
    from counters.homemade.marks import Mark

__all__ = ["STROKE_ROOM", "WRITTEN", "dots_of", "line_of", "stroke_of", "texts_of"]

WRITTEN = ("text", "value", "factors")
"""What is written."""
STROKE_ROOM = 5.2
"""Hundredths below a line of factors in which a stroke under one of them stands."""
_STROKE_GAP = 2.0  # below the box of the factors
_BOLD, _MEDIUM = 700, 500
_WORTH, _WORTH_OF_EVEN, _WORTH_OF_LEAST = 0.94, 0.9, 0.8  # what a line more must win in size
_MANY = 9  # parts of a text that are tried in every way
_BREAK = re.compile(r"(?<=[ /])|(?<=\d)(?=[A-Z][A-Za-z])")  # after a space or stroke, before a word


def texts_of(mark: Mark, scale: float = 10.0) -> tuple[TextBox, ...]:
    """Place what a mark writes.

    Parameters
    ----------
    mark
        Text, value or factors; anything else writes nothing.
    scale
        Pixels to one hundredth, which writing on the left or right of its box must know.

    Returns
    -------
    tuple of TextBox

    Examples
    --------
    >>> from counters.homemade.marks import Mark
    >>> [text.lines for text in texts_of(Mark("factors", Box(0, 0, 99, 40), "4-6"))]
    [('4',), ('-',), ('6',)]
    >>> texts_of(Mark("text", Box(0, 0, 20, 20), "Royal Guards", lines=2))[0].lines
    ('Royal', 'Guards')
    """
    if mark.show not in WRITTEN:
        return ()
    if mark.show == "factors":
        return line_of(mark).texts
    way = _BOLD if mark.bold else _MEDIUM, mark.lines, mark.breaks, mark.least
    text = _broken(mark.text, mark.box, mark.size, way)
    if mark.align == "centre":
        return (text,)
    box, half = mark.box, text.ink(scale)[0] / scale / 2
    x = box.left + half if mark.align == "left" else box.right - half
    aside = Box(x - box.width / 2, box.top, x + box.width / 2, box.bottom)
    return (TextBox(text.lines, aside, text.size, text.weight),)


def line_of(mark: Mark) -> FactorLine:
    """Place a line of factors.

    Parameters
    ----------
    mark
        Factors.

    Returns
    -------
    FactorLine

    Examples
    --------
    >>> from counters.homemade.marks import Mark
    >>> [text.lines for text in line_of(Mark("factors", Box(0, 0, 99, 40), "4-6")).factors]
    [('4',), ('6',)]
    """
    return factor_line(
        mark.text,
        mark.box,
        mark.size,
        hang=mark.hang,
        middle=mark.stand == "middle",
        gap=mark.gap,
        air=mark.air,
        pads=[(one.factor, one.pad) for one in mark.around],
    )


def stroke_of(mark: Mark) -> Box | None:
    """Return the stroke under one of the factors.

    Parameters
    ----------
    mark
        Any.

    Returns
    -------
    Box or None
        None where none is underlined.

    Examples
    --------
    >>> from counters.homemade.marks import Mark
    >>> stroke = stroke_of(Mark("factors", Box(0, 0, 100, 40), "4-6", underline=1))
    >>> (stroke.top, stroke.bottom) if stroke else None
    (42.0, 45.2)
    """
    factors = line_of(mark).factors if mark.underline else ()
    if not 0 < mark.underline <= len(factors):
        return None
    box, low = factors[mark.underline - 1].box, mark.box.bottom
    return Box(box.left, low + _STROKE_GAP, box.right, low + STROKE_ROOM)


def dots_of(mark: Mark) -> tuple[tuple[Point, float], ...]:
    """Place dots.

    Parameters
    ----------
    mark
        Dots; its text is their number.

    Returns
    -------
    tuple of (Point, float)
        Middle and radius of each: along the longer side of the place, nearer to each other where there is no
        room for their pitch.

    Examples
    --------
    >>> from counters.homemade.marks import Mark
    >>> dots_of(Mark("dots", Box(10, 20, 16, 60), "2", pitch=8))
    (((13.0, 36.0), 3.0), ((13.0, 44.0), 3.0))
    """
    count, across = int(mark.text), min(mark.box.width, mark.box.height)
    room = max(mark.box.width, mark.box.height) - across
    pitch = min(mark.pitch, room / max(count - 1, 1))
    x, y = mark.box.centre
    along = [pitch * (i - (count - 1) / 2) for i in range(count)]
    down = mark.box.height > mark.box.width
    return tuple([((x, y + by) if down else (x + by, y), across / 2) for by in along])


@functools.lru_cache(maxsize=2048)
def _broken(text: str, box: Box, size: float, way: tuple[int, int, str, float]) -> TextBox:
    """The text in as few lines as print it large; those that it is written in where it has several."""
    weight, lines, breaks, least = way
    if "\n" in text or lines == 1:
        return TextBox(tuple(line.strip() or " " for line in text.split("\n")), box, size, weight)
    if lines == 2 and breaks == "spaces" and not least:
        return label(text, box, size=size, weight=weight)
    parts = _BREAK.split(text) if breaks == "strokes" else [f"{word} " for word in text.split()]
    parts = parts[:_MANY] + ["".join(parts[_MANY:])] * (len(parts) > _MANY)
    ways = [TextBox((text,), box, size, weight)]
    for count in range(1, min(lines, len(parts))):
        for cuts in itertools.combinations(range(1, len(parts)), count):
            edges = (0, *cuts, len(parts))
            rows = tuple(["".join(parts[a:b]).strip() for a, b in itertools.pairwise(edges)])
            ways.append(TextBox(rows, box, size, weight))
    worth = _WORTH_OF_LEAST if least else _WORTH_OF_EVEN if breaks == "even" else _WORTH
    return max(
        ways,
        key=lambda way: (
            way.em(10) >= 10 * least,
            way.em(10) * worth ** (len(way.lines) - 1),
            -max(fonts.advance(row, weight) for row in way.lines) if breaks == "even" else 0.0,
        ),
    )
