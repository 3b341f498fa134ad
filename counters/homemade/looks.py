"""What a face shows, in plain values, and how that is drawn.

A `Look` holds everything that its picture depends on and nothing else, so that faces of the same look are
one picture. Places are hundredths of the counter's side.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from counters.drawing import Color, Pen, TextBox, label
from counters.factors import factors_in
from counters.geometry import Box, Point
from counters.homemade.items import STROKE_ROOM
from counters.icons import ICONS
from counters.overlays import Finish, counter_pen, finished, rimmed_pen
from counters.symbols import draw_size_mark, draw_symbol
from counters.vehicles import VEHICLES, draw_vehicle
from maps.art import open_clear
from maps.errors import DataError
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["Look", "Mark", "draw_look", "grounds_of", "stroke_of", "texts_of"]

_STROKE_GAP = 2.0  # below the box of the factors
_BOLD, _MEDIUM = 700, 500
_WORTH = 0.94  # what a line more must win in size
_MANY = 9  # words that are tried in every way


@dataclass(frozen=True, slots=True)
class Mark:
    """One thing that a face shows.

    Parameters
    ----------
    show
        What: one of `counters.homemade.items.KINDS`.
    box
        Where.
    text
        What is written, or the name of what is drawn; of a picture the hash of its content.
    ink, fill, outline, accent
        Colours as ``#rrggbb``.
    size, width, radius
        Of the writing, the lines and the corners.
    lines, bold, align, fit
        Of the writing; how a picture fills its box.
    hang
        Whether the brackets of factors may hang below their box.
    underline
        Which of the factors has a stroke under it, from 1; 0 for none.
    points
        Of a line.

    Examples
    --------
    >>> Mark("band", Box(0, 0, 100, 12), fill="#2f5a8c").runs_off
    True
    """

    show: str
    box: Box
    text: str = ""
    ink: Color = ""
    fill: Color = ""
    outline: Color = ""
    accent: Color = ""
    size: float = 1000.0
    width: float = 0.0
    radius: float = 0.0
    lines: int = 1
    bold: bool = True
    align: str = "centre"
    fit: str = "inside"
    hang: bool = False
    underline: int = 0
    points: tuple[Point, ...] = ()

    @property
    def runs_off(self) -> bool:
        """Whether it runs off the edge of the counter."""
        box = self.box
        return self.show in {"band", "stripe", "polygon"} and (
            min(box.left, box.top) <= 0 or max(box.right, box.bottom) >= 100
        )


@dataclass(frozen=True, slots=True)
class Look:
    """What a face shows.

    Parameters
    ----------
    ground
        Colour.
    marks
        In the order in which they are drawn.
    rim, rim_width
        Colour and width of a rim along the edge; empty without one.
    clear
        Whether what nothing is drawn on is clear on the screen; printed counters have their ground.

    Examples
    --------
    >>> draw_look(Look("#86ab62"), px=30).size
    (30, 30)
    """

    ground: Color
    marks: tuple[Mark, ...] = ()
    rim: Color = ""
    rim_width: float = 0.0
    clear: bool = False


def draw_look(
    look: Look, *, px: int, finish: Finish = "screen", pictures: Mapping[str, str] = MappingProxyType({})
) -> Image.Image:
    """Draw a face.

    Parameters
    ----------
    look
        What it shows.
    px
        Side of the image in pixels, bleed included.
    finish
        As in `counters.overlays.finished`.
    pictures
        Where the pictures lie that it shows, by the hash of their content.

    Returns
    -------
    PIL.Image.Image
        RGBA for the screen, RGB for print.

    Raises
    ------
    DataError
        No symbol, size mark or icon of a name, or a picture that cannot be read.

    Examples
    --------
    >>> name = Mark("text", Box(10, 10, 90, 40), "Guard", ink="#111111")
    >>> draw_look(Look("#86ab62", (name,)), px=66, finish="print").mode
    'RGB'
    """
    if look.clear and finish == "screen":
        return _on_nothing(look, px, pictures)
    return finished(_drawn(look, px, finish, pictures), finish)


def _on_nothing(look: Look, px: int, pictures: Mapping[str, str]) -> Image.Image:
    """What is drawn, without the ground: how much of white and of black shines through tells what covers."""
    import numpy as np
    from PIL import Image

    black, white = (
        np.asarray(_drawn(dataclasses.replace(look, ground=g), px, "screen", pictures).finish(), dtype=float)
        for g in ("#000000", "#ffffff")
    )
    cover = np.clip(255 - (white[..., :3] - black[..., :3]).max(axis=2), 0, 255)
    ink = np.clip(black[..., :3] * 255 / np.maximum(cover, 1)[..., None], 0, 255)
    return Image.fromarray(np.dstack([ink, cover]).round().astype("uint8"), "RGBA")


def _drawn(look: Look, px: int, finish: Finish, pictures: Mapping[str, str]) -> Pen:
    """A face on its ground, before its edge is finished."""
    if look.rim:
        pen = rimmed_pen(px, look.rim, look.ground, look.rim_width, finish)
    else:
        pen = counter_pen(px, look.ground, finish)
    for mark in look.marks:
        if mark.show == "picture":
            _draw_picture(pen, mark, pictures[mark.text])
        elif mark.show in _WRITTEN:
            for text in texts_of(mark, pen.scale):
                pen.text(text, mark.ink)
            if stroke := stroke_of(mark):
                pen.rect(stroke, fill=mark.ink)
        else:
            _PAINTERS[mark.show](pen, mark)
    return pen


def grounds_of(look: Look) -> tuple[Color, ...]:
    """Return the colours that run off the edge.

    Parameters
    ----------
    look
        Of a face.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> grounds_of(Look("#86ab62", (Mark("band", Box(0, 0, 100, 12), fill="#2f5a8c"),)))
    ('#86ab62', '#2f5a8c')
    """
    first = (look.rim, look.ground) if look.rim else (look.ground,)
    return tuple(dict.fromkeys([*first, *(mark.fill for mark in look.marks if mark.runs_off)]))


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
    >>> [text.lines for text in texts_of(Mark("factors", Box(0, 0, 99, 40), "4-6"))]
    [('4',), ('-',), ('6',)]
    >>> texts_of(Mark("text", Box(0, 0, 20, 20), "Royal Guards", lines=2))[0].lines
    ('Royal', 'Guards')
    """
    if mark.show not in _WRITTEN:
        return ()
    if mark.show == "factors":
        return factors_in(mark.text, mark.box, mark.size, hang=mark.hang)
    weight = _BOLD if mark.bold else _MEDIUM
    text = _broken(mark.text, mark.lines, mark.box, mark.size, weight)
    if mark.align == "centre":
        return (text,)
    box, half = mark.box, text.ink(scale)[0] / scale / 2
    x = box.left + half if mark.align == "left" else box.right - half
    aside = Box(x - box.width / 2, box.top, x + box.width / 2, box.bottom)
    return (TextBox(text.lines, aside, mark.size, weight),)


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
    >>> stroke = stroke_of(Mark("factors", Box(0, 0, 100, 40), "4-6", underline=1))
    >>> (stroke.top, stroke.bottom) if stroke else None
    (42.0, 45.2)
    """
    factors = [text for text in texts_of(mark) if text.lines[0].strip("-–—/ ")] if mark.underline else []
    if not 0 < mark.underline <= len(factors):
        return None
    box, low = factors[mark.underline - 1].box, mark.box.bottom
    return Box(box.left, low + _STROKE_GAP, box.right, low + STROKE_ROOM)


_WRITTEN = ("text", "value", "factors")


def _broken(text: str, lines: int, box: Box, size: float, weight: int) -> TextBox:
    """The text in as few lines as print it large; those that it is written in where it has several."""
    if "\n" in text or lines == 1:
        return TextBox(tuple(line.strip() or " " for line in text.split("\n")), box, size, weight)
    if lines == 2:
        return label(text, box, size=size, weight=weight)
    ways = [TextBox((text,), box, size, weight)]
    words = text.split()[:_MANY] + [" ".join(text.split()[_MANY:])] * (len(text.split()) > _MANY)
    for count in range(1, min(lines, len(words))):
        for cuts in itertools.combinations(range(1, len(words)), count):
            edges = (0, *cuts, len(words))
            parts = tuple(" ".join(words[a:b]) for a, b in itertools.pairwise(edges))
            ways.append(TextBox(parts, box, size, weight))
    return max(ways, key=lambda way: way.em(10) * _WORTH ** (len(way.lines) - 1))


def _draw_mark_of_size(pen: Pen, mark: Mark) -> None:
    draw_size_mark(pen, mark.text, mark.box, ink=mark.ink)


def _draw_symbol(pen: Pen, mark: Mark) -> None:
    draw_symbol(pen, mark.text, mark.box, ink=mark.ink, fill=mark.fill, edge=mark.outline or None)


def _draw_icon(pen: Pen, mark: Mark) -> None:
    if mark.text not in ICONS:
        raise DataError("counters.toml", "icon", f"one of {', '.join(ICONS)}, not {mark.text!r}")
    ICONS[mark.text](pen, mark.box, mark.ink, mark.accent)


def _draw_silhouette(pen: Pen, mark: Mark) -> None:
    if mark.text in VEHICLES:
        draw_vehicle(pen, mark.text, mark.box, ink=mark.ink, light=mark.accent)
    else:
        _draw_icon(pen, mark)


def _draw_band(pen: Pen, mark: Mark) -> None:
    pen.band(mark.box, mark.fill)


def _draw_box(pen: Pen, mark: Mark) -> None:
    pen.rect(
        mark.box,
        fill=mark.fill or None,
        outline=mark.outline or None,
        width=mark.width,
        radius=mark.radius,
    )


def _draw_circle(pen: Pen, mark: Mark) -> None:
    pen.ellipse(mark.box, fill=mark.fill or None, outline=mark.outline or None, width=mark.width)


def _draw_line(pen: Pen, mark: Mark) -> None:
    pen.line(mark.points, mark.ink, mark.width)


def _draw_polygon(pen: Pen, mark: Mark) -> None:
    pen.polygon(mark.points, mark.fill)


_PAINTERS: Mapping[str, Callable[[Pen, Mark], None]] = MappingProxyType(
    {
        "symbol": _draw_symbol,
        "size-mark": _draw_mark_of_size,
        "silhouette": _draw_silhouette,
        "icon": _draw_icon,
        "band": _draw_band,
        "stripe": _draw_band,
        "box": _draw_box,
        "circle": _draw_circle,
        "line": _draw_line,
        "polygon": _draw_polygon,
    }
)


def _draw_picture(pen: Pen, mark: Mark, path: str) -> None:
    """A picture within its box or over the whole of it; at the edge its outermost pixels go on beyond."""
    import numpy as np
    from PIL import Image

    whole, pads = pen.frame(mark.box)
    left, top, right, bottom = whole
    wide, high = right - left, bottom - top
    picture = _opened(path, mark.text)
    across, down = wide / picture.width, high / picture.height
    share = min(across, down) if mark.fit == "inside" else max(across, down)
    size = max(1, round(picture.width * share)), max(1, round(picture.height * share))
    scaled = picture.resize(size, Image.Resampling.LANCZOS)
    x, y = (size[0] - wide) // 2, (size[1] - high) // 2
    cut = scaled.crop((x, y, x + wide, y + high))
    if any(pads):
        a, b, c, d = pads
        cut = Image.fromarray(np.pad(np.asarray(cut), ((b, d), (a, c), (0, 0)), mode="edge"))
    pen.image.paste(cut.convert("RGB"), (left - pads[0], top - pads[1]), cut.getchannel("A"))


@functools.lru_cache(maxsize=16)
def _opened(path: str, digest: str) -> Image.Image:  # noqa: ARG001 - part of the key
    return open_clear(path)
