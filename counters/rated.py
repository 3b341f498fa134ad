"""Draws units with ratings: combat strength, cohesion and movement allowance (rules 2.4, 6.1, 12.1, 12.56).

Above the symbol stands the unit size, on the colour of the formation where the unit is armoured; a combat
support unit has a white band across the top and under it a stripe in that colour. The symbol has the colour
inside its box; armour shows the silhouette of its vehicle instead. Left of the symbol stand the artillery
points in a circle, or the +1 of the 79th Armoured Division; right of it armor points on black and anti-tank
points on white. Below stands the unit with its formation, at the foot combat strength (bracketed where the
unit may only defend), cohesion and movement allowance (white on red: motorized; with an asterisk: bicycles).
The back shows the reduced unit, paler, with a band; that of a corps HQ or of nebelwerfer shows it has fired,
that of a unit of one step is told by `reverses`.
"""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

from counters.drawing import Color, Pen
from counters.faces import PrintedFace
from counters.geometry import Box, regular_star
from counters.overlays import Finish, counter_pen, finished
from counters.palette import Palette, is_dark
from counters.ratings import (
    CIRCLE,
    FIRED,
    RATED_FRAME,
    RIM,
    RatedLayout,
    RatedLook,
    rated_layout,
    rated_look,
)
from counters.reverses import draw_reverse
from counters.symbols import draw_size_mark, draw_symbol
from counters.vehicles import draw_vehicle

if TYPE_CHECKING:
    from PIL import Image

    from counters.catalog import Unit

__all__ = ["draw_look", "draw_rated_unit", "rated_faces"]

_VEHICLE = Box(25.6, 22.6, 74.4, 49.4)
_BAND, _STRIPE = Box(0, 0, 100, 15.0), Box(0, 15.0, 100, 19.6)
_SIZE_MARK, _SIZE_PANEL = Box(30, 5.0, 70, 13.0), Box(26, 3.2, 74, 15.0)
_BACK_BAND = Box(0, 25.4, 100, 45.6)
_FLASH = Box(74.4, 24.6, 97, 47.2)
_EDGE, _STROKE = 1.3, 2.1  # of the boxes beside the symbol, of brackets
_WHITE, _BLACK, _PALE, _USED = "#ffffff", "#111111", "#f4f1e6", "#8a8478"
_FLASHES = ((0.5, _BLACK), (0.44, "#ffe14d"), (0.26, "#c4161c"))


def draw_rated_unit(
    unit: Unit, *, side: str, px: int, palette: Palette, finish: Finish = "screen"
) -> Image.Image:
    """Draw one side of a unit.

    Parameters
    ----------
    unit, side
        As in `rated_look`.
    px
        Side of the image in pixels.
    palette
        Colours, silhouettes and formations.
    finish
        As in `counters.overlays.finished`.

    Returns
    -------
    PIL.Image.Image
        RGBA for the screen, RGB for print.

    Raises
    ------
    maps.errors.DataError
        The kind, size or branch has no drawing.

    Examples
    --------
    >>> from counters.catalog import load_units
    >>> from counters.palette import load_palette
    >>> unit = load_units("june-six")["ge-lehr-130"]
    >>> draw_rated_unit(unit, side="spent", px=66, palette=load_palette("june-six")).size
    (66, 66)
    """
    return draw_look(rated_look(unit, side=side, palette=palette), px=px, finish=finish)


def draw_look(look: RatedLook, *, px: int, finish: Finish = "screen") -> Image.Image:
    """Draw what a side shows.

    Parameters
    ----------
    look
        What.
    px, finish
        As in `draw_rated_unit`.

    Returns
    -------
    PIL.Image.Image
        RGBA for the screen, RGB for print.

    Raises
    ------
    maps.errors.DataError
        The kind or size has no drawing.

    Examples
    --------
    >>> from counters.palette import Scheme
    >>> draw_look(RatedLook(Scheme(*["#ffffff"] * 6), "infantry", "regiment"), px=66).size
    (66, 66)
    """
    pen = counter_pen(px, look.ground, finish)
    if look.reverse:
        draw_reverse(pen, look.reverse, look.mark)
        return finished(pen, finish)
    _draw_bands(pen, look)
    layout = rated_layout(look)
    _draw_top(pen, look, layout)
    _draw_symbol(pen, look)
    _draw_beside(pen, look, layout)
    if layout.name:
        pen.text(layout.name, look.mark)
    _draw_ratings(pen, look, layout)
    return finished(pen, finish)


def rated_faces(unit: Unit, *, palette: Palette) -> tuple[PrintedFace, PrintedFace]:
    """Return the two faces of a unit, with no more in them than is printed.

    Parameters
    ----------
    unit
        As printed.
    palette
        Colours, silhouettes and formations.

    Returns
    -------
    tuple of PrintedFace
        Front and back.

    Raises
    ------
    maps.errors.DataError
        The palette has no colours for the branch.

    Examples
    --------
    >>> from counters.catalog import load_units
    >>> from counters.palette import load_palette
    >>> unit, palette = load_units("june-six")["us-1-16"], load_palette("june-six")
    >>> front, back = rated_faces(unit, palette=palette)
    >>> front.grounds == (palette.scheme("us").ground,), len(back.grounds)
    (True, 2)
    """
    front, back = (rated_look(unit, side=side, palette=palette) for side in ("fresh", "spent"))
    return _face(front), _face(back)


def _face(look: RatedLook) -> PrintedFace:
    return PrintedFace.of(functools.partial(draw_look, look), _grounds(look))


def _grounds(look: RatedLook) -> tuple[Color, ...]:
    """The colours that run off the edge."""
    top = (look.paint("support"), look.color) if look.support else ()
    band = () if look.reverse else (look.band,)
    return tuple(dict.fromkeys(color for color in (look.ground, *band, *top) if color))


def _draw_bands(pen: Pen, look: RatedLook) -> None:
    """The band of a back, the white band and the stripe of a support unit."""
    if look.back:
        pen.band(_BACK_BAND, look.band)
    if look.support:
        pen.band(_BAND, look.paint("support"))
        if look.color:
            pen.band(_STRIPE, look.color)


def _draw_top(pen: Pen, look: RatedLook, layout: RatedLayout) -> None:
    """The size of the unit, or that it has fired; what else the back says."""
    fired = look.back == "fired"
    if fired:
        pen.rect(FIRED, fill=look.paint("fired"), radius=2)
    if layout.remark:
        pen.text(layout.remark, _WHITE if fired else look.mark)
    if look.size and not fired:
        panel = look.color if look.armored else ""
        if panel:
            pen.rect(_SIZE_PANEL, fill=panel, outline=_BLACK if look.support else look.mark, width=1.0)
        ground = panel or (look.paint("support") if look.support else look.ground)
        ink = look.mark if is_dark(look.mark) != is_dark(ground) else _WHITE if is_dark(ground) else _BLACK
        draw_size_mark(pen, look.size, _SIZE_MARK, ink=ink)


def _draw_symbol(pen: Pen, look: RatedLook) -> None:
    """The symbol in its box, or the silhouette of a vehicle."""
    if look.vehicle:
        draw_vehicle(pen, look.vehicle, _VEHICLE, ink=_edge(look), light=look.band)
        return
    ink = _WHITE if is_dark(look.fill) else _BLACK
    draw_symbol(pen, look.kind, RATED_FRAME, ink=ink, fill=look.fill, edge=_edge(look))


def _edge(look: RatedLook) -> Color:
    """What a box is drawn with, so that it stands out."""
    return _WHITE if is_dark(look.band) else _BLACK


def _draw_beside(pen: Pen, look: RatedLook, layout: RatedLayout) -> None:
    """Artillery points or the +1 on the left, armor and anti-tank points on the right."""
    fired = look.back == "fired"
    if layout.circle:
        fill = _PALE if fired else look.paint("artillery")
        pen.ellipse(CIRCLE, fill=fill, outline=_USED if fired else _BLACK, width=_EDGE)
        pen.text(layout.circle, _USED if fired else _BLACK)
    if fired:
        for share, color in _FLASHES:
            pen.polygon(regular_star(_FLASH.centre, _FLASH.width * share, points=9, waist=0.55), color)
    boxes = (
        (layout.assault, look.paint("assault"), _WHITE),
        (layout.armor, _BLACK, _WHITE),
        (layout.at, _WHITE, _BLACK),
    )
    for text, fill, ink in boxes:
        if text:
            edge = _BLACK if fill == _WHITE else _edge(look) if fill == _BLACK else fill
            pen.rect(text.box.shrunk(-RIM), fill=fill, outline=edge, width=_EDGE)
            pen.text(text, ink)


def _draw_ratings(pen: Pen, look: RatedLook, layout: RatedLayout) -> None:
    ink = look.scheme.deep if look.back else look.scheme.ink
    if layout.movement:
        pen.rect(layout.movement, fill=look.paint("motorized"), radius=1.5)
    if layout.brackets:
        _draw_brackets(pen, layout.brackets, ink)
    for text in layout.ratings:
        last = layout.movement is not None and text is layout.ratings[-1]
        pen.text(text, _WHITE if last else ink)


def _draw_brackets(pen: Pen, box: Box, ink: Color) -> None:
    for edge, way in ((box.left, 1), (box.right, -1)):
        x = edge + way * _STROKE
        arm = x + way * _STROKE * 1.7
        pen.line([(arm, box.top), (x, box.top), (x, box.bottom), (arm, box.bottom)], ink, _STROKE)
        for y in (box.top, box.bottom):
            pen.rect(Box(min(x, arm), y - _STROKE / 2, max(x, arm), y + _STROKE / 2), fill=ink)
