"""The back of a counter without a second strength: whose it is, and its name in whole words.

The emblem of the nation stands above the unit as it is called in full and what it belongs to, which the front
has no room for; below, that the unit has one step. Nothing in play turns such a counter over: what its back
tells is read while counters are sorted, and by whoever does not know what ``RCE`` or ``JgPz`` stands for.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import TYPE_CHECKING

from counters import fonts
from counters.drawing import Color, Pen, TextBox
from counters.full_names import full_name
from counters.geometry import Box, Point
from counters.icons import ICONS
from counters.outlines import square
from counters.overlays import Finish, counter_pen, finished
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from PIL import Image

    from counters.catalog import Unit
    from counters.formations import Formation

__all__ = [
    "EMBLEM",
    "ONE_STEP",
    "Reverse",
    "draw_back",
    "draw_emblem",
    "draw_reverse",
    "reverse_of",
    "reverse_texts",
]

EMBLEM = Box(34.5, 6.5, 65.5, 37.5)
"""Where the emblem of the nation stands."""
ONE_STEP = "one step"

_NAME, _ABOVE = Box(5, 41.5, 95, 64.5), Box(5, 67, 95, 83.5)
_ALONE, _NOTE = Box(5, 42.5, 95, 80), Box(20, 88.2, 80, 95.4)
_NAME_SIZE, _ABOVE_SIZE, _NOTE_SIZE = 17.0, 12.4, 10.4
_MOST = 3  # lines of a name
_BEST = 0.9  # what a line more must win in size
_WHITE, _BLACK, _BLUE, _RED = "#ffffff", "#111111", "#25408f", "#c4161c"


@dataclass(frozen=True, slots=True)
class Reverse:
    """What the back of a unit of one step tells.

    Parameters
    ----------
    nation
        Whose emblem is shown.
    name, above
        The unit and what it belongs to, in whole words; the second may be empty.

    Examples
    --------
    >>> Reverse("us", "743 Battalion", "V US Corps").above
    'V US Corps'
    """

    nation: str
    name: str
    above: str = ""


def reverse_of(unit: Unit, badges: Mapping[str, Formation]) -> Reverse:
    """Return what the back of a unit of one step tells.

    Parameters
    ----------
    unit
        As printed.
    badges
        Formations of its game by id; none where its counters say themselves to what they belong.

    Returns
    -------
    Reverse

    Examples
    --------
    >>> from counters.units import Unit
    >>> reverse_of(Unit("us-rng-2", "2", "2 Rng", "allied", "us", size="battalion"), {}).name
    '2 Ranger Battalion'
    """
    name, above = full_name(unit, {key: badge.name for key, badge in badges.items()})
    return Reverse(unit.nationality, name, above)


def reverse_texts(reverse: Reverse) -> tuple[TextBox, ...]:
    """Place the print of a back.

    Parameters
    ----------
    reverse
        What it tells.

    Returns
    -------
    tuple of TextBox

    Examples
    --------
    >>> [text.lines for text in reverse_texts(Reverse("us", "743 Battalion", "V US Corps"))]
    [('743 Battalion',), ('V US Corps',), ('one step',)]
    """
    texts = [_set(reverse.name, _NAME if reverse.above else _ALONE, _NAME_SIZE, 700)]
    if reverse.above:
        texts.append(_set(reverse.above, _ABOVE, _ABOVE_SIZE, 500))
    return (*texts, TextBox((ONE_STEP,), _NOTE, _NOTE_SIZE, weight=500))


def draw_reverse(pen: Pen, reverse: Reverse, ink: Color) -> None:
    """Draw the back of a unit of one step on the ground that is there.

    Parameters
    ----------
    pen
        Where to draw.
    reverse
        What it tells.
    ink
        Of its print.

    Examples
    --------
    >>> draw_reverse(Pen(60, "#ffffff"), Reverse("us", "743 Battalion"), "#111111")
    """
    draw_emblem(pen, reverse.nation, EMBLEM)
    for text in reverse_texts(reverse):
        pen.text(text, ink)


def draw_back(
    reverse: Reverse, *, px: int, ground: Color, ink: Color, finish: Finish = "screen"
) -> Image.Image:
    """Draw the whole back of a unit of one step.

    Parameters
    ----------
    reverse
        What it tells.
    px
        Side of the image in pixels.
    ground, ink
        Colours.
    finish
        As in `counters.overlays.finished`.

    Returns
    -------
    PIL.Image.Image
        RGBA for the screen, RGB for print.

    Examples
    --------
    >>> draw_back(Reverse("us", "743 Battalion"), px=60, ground="#ffffff", ink="#111111").size
    (60, 60)
    """
    pen = counter_pen(px, ground, finish)
    draw_reverse(pen, reverse, ink)
    return finished(pen, finish)


def draw_emblem(pen: Pen, nation: str, box: Box) -> None:
    """Draw the emblem of a nation; of one that has none here that of nobody.

    Parameters
    ----------
    pen
        Where to draw.
    nation
        Word of ``units.csv``.
    box
        Room for it.

    Examples
    --------
    >>> draw_emblem(Pen(20), "polish", Box(10, 10, 90, 90))
    """
    if nation == "french":
        _lorraine(pen, box)
    elif nation == "polish":
        _chequers(pen, box)
    elif nation in _EMBLEMS:
        icon, ink, accent = _EMBLEMS[nation]
        ICONS[icon](pen, box, ink, accent)


_EMBLEMS = {
    "us": ("ringed-star", _WHITE, _BLUE),
    "british": ("roundel", _WHITE, _WHITE),
    "canadian": ("maple-leaf", "#b3131b", _WHITE),
    "german": ("balkenkreuz", _BLACK, _WHITE),
}


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


def _lorraine(pen: Pen, box: Box) -> None:
    """The cross of Lorraine of Free France on its lozenge."""
    inner = square(box)
    x, y = inner.centre
    for grow, color in ((0.5, _WHITE), (0.46, _BLUE)):
        far = inner.width * grow
        pen.polygon([(x, y - far), (x + far, y), (x, y + far), (x - far, y)], color)
    bars: tuple[tuple[Point, Point], ...] = (
        ((0.455, 0.16), (0.545, 0.84)),
        ((0.35, 0.3), (0.65, 0.385)),
        ((0.27, 0.5), (0.73, 0.585)),
    )
    for grow, color in ((0.022, _WHITE), (0.0, _RED)):
        for low, high in bars:
            (left, top), (right, bottom) = inner.at(*low), inner.at(*high)
            out = grow * inner.width
            pen.rect(Box(left - out, top - out, right + out, bottom + out), fill=color)


def _chequers(pen: Pen, box: Box) -> None:
    """The red and white chequers of Poland, their border changed over."""
    outer = square(box).shrunk(box.width * 0.05)
    inner = outer.shrunk(outer.width * 0.1)
    for frame, first, second in ((outer, _RED, _WHITE), (inner, _WHITE, _RED)):
        x, y = frame.centre
        pen.rect(frame, fill=first)
        pen.rect(Box(frame.left, frame.top, x, y), fill=second)
        pen.rect(Box(x, y, frame.right, frame.bottom), fill=second)
    pen.rect(outer, outline=_BLACK, width=0.7)
