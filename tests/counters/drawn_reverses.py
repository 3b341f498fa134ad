"""Backs of units of one step drawn with the pen: what their template must come to."""

from __future__ import annotations

import itertools

from counters import fonts
from counters.drawing import Color, Pen, TextBox
from counters.emblems import draw_emblem
from counters.geometry import Box
from counters.reverses import ONE_STEP, Reverse

EMBLEM = Box(34.5, 6.5, 65.5, 37.5)
_NAME, _ABOVE = Box(5, 41.5, 95, 64.5), Box(5, 67, 95, 83.5)
_ALONE, _NOTE = Box(5, 42.5, 95, 80), Box(20, 88.2, 80, 95.4)
_NAME_SIZE, _ABOVE_SIZE, _NOTE_SIZE = 17.0, 12.4, 10.4
_MOST = 3  # lines of a name
_BEST = 0.9  # what a line more must win in size


def reverse_texts(reverse: Reverse) -> tuple[TextBox, ...]:
    """Place the print of a back."""
    texts = [_set(reverse.name, _NAME if reverse.above else _ALONE, _NAME_SIZE, 700)]
    if reverse.above:
        texts.append(_set(reverse.above, _ABOVE, _ABOVE_SIZE, 500))
    return (*texts, TextBox((ONE_STEP,), _NOTE, _NOTE_SIZE, weight=500))


def draw_reverse(pen: Pen, reverse: Reverse, ink: Color) -> None:
    """Draw the back of a unit of one step on the ground that is there."""
    draw_emblem(pen, reverse.nation, EMBLEM)
    for text in reverse_texts(reverse):
        pen.text(text, ink)


def _set(text: str, box: Box, size: float, weight: int) -> TextBox:
    """As few lines as print a name large, each as long as the others."""
    words = text.split()
    ways = []
    for count in range(min(_MOST, len(words))):
        for cuts in itertools.combinations(range(1, len(words)), count):
            edges = (0, *cuts, len(words))
            lines = tuple(" ".join(words[a:b]) for a, b in itertools.pairwise(edges))
            ways.append(TextBox(lines, box, size, weight=weight))
    return max(
        ways,
        key=lambda way: (
            way.em(10) * _BEST ** (len(way.lines) - 1),
            -max(fonts.advance(line, weight) for line in way.lines),
        ),
    )
