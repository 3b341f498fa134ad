"""Counters of our games drawn with the pen, stroke by stroke: what their templates must come to."""

from __future__ import annotations

from PIL import Image

from counters.drawing import Color, Pen, TextBox
from counters.geometry import Box
from counters.icons import ICONS
from counters.overlays import Finish, counter_pen, finished, rimmed_pen
from counters.palette import Face, Palette, is_dark
from counters.stepped import factor_line
from counters.striped import designation
from counters.symbols import draw_size_mark, draw_symbol
from counters.units import Unit

_STRIPE = Box(22, 21.6, 78, 30.4)
_STRIPE_FRAME = Box(29.6, 31.8, 70.4, 57.8)
_FORT_FRAME = Box(22, 23.0, 78, 57.8)
_SIZE_MARK = Box(30, 22.7, 70, 29.3)
_NAME = Box(5.2, 4.6, 94.8, 20.8)
_LEFT, _RIGHT = Box(4, 33.2, 27.8, 57.0), Box(72.2, 33.2, 96, 57.0)
_CORNERS = ((-10, 110), (38, 110), (-10, 62)), ((110, 110), (62, 110), (110, 62))  # beyond any cut
_NUMBERS = Box(5, 62, 95, 95)
_DEFENSE = Box(31, 63.4, 69, 93.4)
_NAME_SIZE, _CODE_SIZE, _LARGEST, _DEFENSE_SIZE = 17.6, 18.5, 43.0, 40.0
_CIRCLE, _RIM = 1.9, 4.6
_WHITE, _BLACK = "#ffffff", "#111111"

_TITLE = Box(6, 6, 94, 22)
_TALL_TITLE = Box(6, 6, 94, 34)
_VALUE = Box(6, 65, 94, 94)
_PLAIN_VALUE = Box(8, 32, 92, 92)
_CORNER = Box(4.5, 81, 25, 94)
_EDGE_TOP, _EDGE_BOTTOM = 10.0, 91.0


def striped(
    unit: Unit, *, side: str, px: int, palette: Palette, code: str = "", finish: Finish = "screen"
) -> Image.Image:
    """One side of a unit under a division stripe."""
    scheme = palette.scheme(unit.branch)
    fresh = side == "fresh"
    ink, mark = (scheme.ink, scheme.mark) if fresh else (scheme.deep, scheme.deep)
    if fresh:
        pen = counter_pen(px, scheme.ground, finish)
    else:
        pen = rimmed_pen(px, scheme.deep, scheme.spent, _RIM, finish)
        for corner in _CORNERS:
            pen.polygon(corner, scheme.deep)
    _draw_stripe(pen, unit, palette, mark)
    _draw_symbol(pen, unit, palette, mark)
    if fresh:
        for text, box, filled in ((code, _LEFT, False), (str(unit.arrival or ""), _RIGHT, True)):
            if text:
                _draw_circle(pen, TextBox((text,), box.shrunk(4.6), _CODE_SIZE), mark, filled=filled)
    pen.text(TextBox((designation(unit),), _NAME, _NAME_SIZE), mark)
    spent = (TextBox((_number(unit.spent_df),), _DEFENSE, _DEFENSE_SIZE),)
    for number in factor_line(_pieces(unit), _NUMBERS, _LARGEST) if fresh else spent:
        pen.text(number, ink)
    return finished(pen, finish)


def _pieces(unit: Unit) -> tuple[str, ...]:
    """``1-9-4``; ``1-8`` for a strongpoint."""
    shown = (unit.af, unit.df) if unit.type == "strongpoint" else (unit.af, unit.df, unit.mf)
    numbers = [_number(value) for value in shown]
    return tuple(piece for number in numbers for piece in ("-", number))[1:]


def _number(value: int | None) -> str:
    return "?" if value is None else str(value)


def _draw_stripe(pen: Pen, unit: Unit, palette: Palette, mark: Color) -> None:
    """The stripe of a division, and the mark of the unit size on it; a strongpoint has neither."""
    color = palette.divisions.get((unit.nationality, unit.division), "") if unit.division else ""
    if color:
        pen.rect(_STRIPE, fill=color, outline=mark, width=1.2)
    if unit.size != "strongpoint":
        ink = mark if not color else _WHITE if is_dark(color) else _BLACK
        draw_size_mark(pen, unit.size, _SIZE_MARK, ink=ink)


def _draw_symbol(pen: Pen, unit: Unit, palette: Palette, mark: Color) -> None:
    """The symbol: light lines on blue for airborne troops, else in the print of the counter."""
    fill = palette.airborne if unit.airborne and palette.airborne else palette.scheme(unit.branch).frame
    ink = _WHITE if is_dark(fill) else _BLACK
    box = _FORT_FRAME if unit.size == "strongpoint" else _STRIPE_FRAME
    draw_symbol(pen, unit.kind, box, ink=ink, fill=fill, edge=mark)


def _draw_circle(pen: Pen, text: TextBox, mark: Color, *, filled: bool) -> None:
    """A ring around the place of set-up, a disc behind the turn of arrival."""
    around = text.box.shrunk(-4.6)
    if filled:
        pen.ellipse(around, fill=mark)
        pen.text(text, _WHITE if is_dark(mark) else _BLACK)
    else:
        pen.ellipse(around, outline=mark, width=_CIRCLE)
        pen.text(text, mark)


def marker(
    face: Face, *, px: int, attack_factor: int | None = None, finish: Finish = "screen"
) -> Image.Image:
    """One face of a marker."""
    pen = counter_pen(px, face.ground, finish)
    if face.icon:
        ICONS[face.icon](pen, _icon_box(face), face.ink, face.accent or face.ink)
    for text in marker_texts(face, attack_factor=attack_factor):
        pen.text(text, face.ink)
    return finished(pen, finish)


def marker_texts(face: Face, *, attack_factor: int | None = None) -> tuple[TextBox, ...]:
    """The texts of a marker."""
    texts = []
    if face.title:
        texts.append(TextBox(tuple(face.title.split("\n")), _title_box(face), 17.5))
    if face.value:
        value = face.value.replace("{attack}", "?" if attack_factor is None else str(attack_factor))
        size = 74 if not face.icon else 32 if value[:2].isalpha() else 44
        texts.append(TextBox((value,), _VALUE if face.icon else _PLAIN_VALUE, size))
    if face.corner:
        texts.append(TextBox((face.corner,), _CORNER, 15))
    return tuple(texts)


def _title_box(face: Face) -> Box:
    return _TALL_TITLE if "\n" in face.title else _TITLE


def _icon_box(face: Face) -> Box:
    """What title and value leave free."""
    top = _title_box(face).bottom + 3 if face.title else _EDGE_TOP
    bottom = _VALUE.top - 2.5 if face.value else _EDGE_BOTTOM
    half = min(39.0, (bottom - top) * 0.85)
    return Box(50 - half, top, 50 + half, bottom)
