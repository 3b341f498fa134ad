"""How what a face shows is drawn."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from counters.emblems import draw_emblem
from counters.geometry import Box, regular_star
from counters.homemade.marks import Look, Mark
from counters.homemade.writing import WRITTEN, dots_of, line_of, stroke_of, texts_of
from counters.icons import ICONS
from counters.overlays import Finish, counter_pen, finished, rimmed_pen
from counters.symbols import draw_size_mark, draw_symbol
from counters.vehicles import VEHICLES, draw_vehicle
from maps.art import open_clear
from maps.errors import DataError

if TYPE_CHECKING:
    from PIL import Image

    from counters.drawing import Color, Pen, TextBox
    from counters.homemade.marks import Around

__all__ = ["draw_look"]

_ARM = 1.7  # how far a bracket reaches, in widths of its stroke


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
        elif mark.show in WRITTEN:
            _write(pen, mark)
        else:
            _PAINTERS[mark.show](pen, mark)
    return pen


def _write(pen: Pen, mark: Mark) -> None:
    """Writing, what stands around its factors, and the stroke under one of them."""
    if mark.show != "factors":
        for text in texts_of(mark, pen.scale):
            pen.text(text, mark.ink)
        return
    line = line_of(mark)
    inks: dict[TextBox | None, Color] = {}
    for one in mark.around:
        if box := line.cell(one.factor, one.rise):
            _AROUND[one.show](pen, box, one, one.ink or mark.ink)
            if one.ink:
                inks[line.factor(one.factor)] = one.ink
    for text in line.texts:
        pen.text(text, inks.get(text, mark.ink))
    if stroke := stroke_of(mark):
        pen.rect(stroke, fill=mark.ink)


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


def _draw_emblem(pen: Pen, mark: Mark) -> None:
    draw_emblem(pen, mark.text, mark.box)


def _draw_band(pen: Pen, mark: Mark) -> None:
    pen.band(mark.box, mark.fill)


def _draw_box(pen: Pen, mark: Mark) -> None:
    _rect(pen, mark.box, mark)


def _draw_circle(pen: Pen, mark: Mark) -> None:
    _ellipse(pen, mark.box, mark)


def _draw_star(pen: Pen, mark: Mark) -> None:
    radius = min(mark.box.width, mark.box.height) / 2
    pen.polygon(regular_star(mark.box.centre, radius, points=mark.rays, waist=mark.waist), mark.fill)


def _draw_dots(pen: Pen, mark: Mark) -> None:
    """Discs in a row along the longer side of the place; the outline is a disc behind each."""
    for centre, radius in dots_of(mark):
        if mark.outline:
            pen.disc(centre, radius, mark.outline)
        pen.disc(centre, radius - (mark.width if mark.outline else 0.0), mark.fill)


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
        "emblem": _draw_emblem,
        "band": _draw_band,
        "stripe": _draw_band,
        "box": _draw_box,
        "circle": _draw_circle,
        "line": _draw_line,
        "polygon": _draw_polygon,
        "star": _draw_star,
        "dots": _draw_dots,
    }
)


def _rect(pen: Pen, box: Box, what: Mark | Around, _ink: Color = "") -> None:
    fill, outline = what.fill or None, what.outline or None
    pen.rect(box, fill=fill, outline=outline, width=what.width, radius=what.radius)


def _ellipse(pen: Pen, box: Box, what: Mark | Around, _ink: Color = "") -> None:
    pen.ellipse(box, fill=what.fill or None, outline=what.outline or None, width=what.width)


def _brackets(pen: Pen, box: Box, what: Around, ink: Color) -> None:
    """Square brackets in their own stroke, which those of the lettering are too low for."""
    stroke = what.width
    for edge, way in ((box.left, 1), (box.right, -1)):
        x = edge + way * stroke
        arm = x + way * stroke * _ARM
        pen.line([(arm, box.top), (x, box.top), (x, box.bottom), (arm, box.bottom)], ink, stroke)
        for y in (box.top, box.bottom):
            pen.rect(Box(min(x, arm), y - stroke / 2, max(x, arm), y + stroke / 2), fill=ink)


_AROUND: Mapping[str, Callable[[Pen, Box, Around, Color], None]] = MappingProxyType(
    {"box": _rect, "circle": _ellipse, "brackets": _brackets}
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
