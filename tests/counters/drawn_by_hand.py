"""Counters of our games drawn with the pen, stroke by stroke: what their templates must come to."""

from __future__ import annotations

from PIL import Image

from counters import fonts
from counters.drawing import Color, Pen, TextBox, label
from counters.geometry import Box, Point
from counters.icons import ICONS
from counters.overlays import Finish, counter_pen, finished, rimmed_pen
from counters.palette import Face, Palette, Scheme, is_dark
from counters.reverses import reverse_of
from counters.stepped import StepLayout, entry_code, is_reverse, shows_question
from counters.striped import designation
from counters.symbols import draw_size_mark, draw_symbol
from counters.units import Unit
from tests.counters.drawn_reverses import draw_reverse, reverse_texts

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


def factor_line(pieces: tuple[str, ...], box: Box, largest: float) -> tuple[TextBox, ...]:
    """Each piece of a factor line in a box of its own, all in one size, standing on the foot of theirs."""
    widths = [fonts.advance(piece) + 0.02 for piece in pieces]
    size = min(largest, box.width / sum(widths))
    x = box.centre[0] - size * sum(widths) / 2
    texts = []
    for piece, width in zip(pieces, widths, strict=True):
        above, below = (0.82, 0.22) if piece.startswith("(") else (0.74, 0.0)
        if piece.strip():
            where = Box(x, box.bottom - size * above, x + width * size, box.bottom + size * below)
            texts.append(TextBox((piece,), where, size))
        x += width * size
    return tuple(texts)


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


# Units with strength steps

_STEP_FRAME = Box(29.2, 15.2, 70.8, 44.2)
_DOT: tuple[Point, float] = ((90.6, 9.8), 4.3)
_STEP_SIZE_MARK = Box(30, 4.2, 70, 12.0)
_STEP_KG = Box(36, 3.6, 64, 13.0)
_STEP_LEFT, _STEP_RIGHT = Box(4.4, 5, 27.4, 46.2), Box(72.6, 5, 95.6, 46.2)
_STEP_BELOW_DOT = Box(72.6, 16, 95.6, 46.2)
_STEP_BAND = Box(0, 47.2, 100, 59.4)
_STEP_CODE = Box(5, 48.4, 95, 58.2)
_STEP_FACTORS = Box(6, 61.5, 94, 94)
_FLAK_FACTORS = Box(6, 61.5, 94, 89.0)
_QUESTION = Box(34, 58, 66, 95)
_STRIP = Box(0, 59.4, 100, 100)
_ID_SIZE, _STEP_CODE_SIZE, _STEP_LARGEST, _QUESTION_SIZE = 17.0, 12.6, 43.0, 54.0


def stepped(unit: Unit, *, side: str, px: int, palette: Palette, finish: Finish = "screen") -> Image.Image:
    """One side of a unit with strength steps."""
    scheme, layout = palette.scheme(unit.branch), stepped_layout(unit, side=side)
    if is_reverse(unit, side):
        pen = counter_pen(px, scheme.spent, finish)
        draw_reverse(pen, reverse_of(unit, {}), scheme.deep)
        return finished(pen, finish)
    reduced = side == "spent" and not shows_question(unit, side)
    pen = counter_pen(px, scheme.ground, finish)
    if reduced:
        pen.band(_STRIP, scheme.spent)
    _draw_step_symbol(pen, unit, scheme, palette)
    if layout.dot:
        pen.disc(*_DOT, scheme.mark)
    _print(pen, layout, scheme, palette, ink=scheme.deep if reduced else scheme.ink)
    return finished(pen, finish)


def stepped_layout(unit: Unit, *, side: str) -> StepLayout:
    """Where its print stands."""
    dot = "dot" in unit.marks
    if is_reverse(unit, side):
        return StepLayout((), numbers=reverse_texts(reverse_of(unit, {})))
    if shows_question(unit, side):
        return StepLayout((), numbers=(TextBox(("?",), _QUESTION, _QUESTION_SIZE),))
    marks = _identification(unit, dot=dot)
    where = _FLAK_FACTORS if unit.type == "flak" else _STEP_FACTORS
    numbers = factor_line(_step_pieces(unit, side=side), where, _STEP_LARGEST)
    text = entry_code(unit) if side == "fresh" else ""
    code = TextBox((text,), _STEP_CODE, _STEP_CODE_SIZE) if text else None
    band = next((mark for mark in unit.marks if mark.startswith("wave-")), "") if code else ""
    return StepLayout(marks, code, band, numbers, dot)


def _identification(unit: Unit, *, dot: bool) -> tuple[TextBox, ...]:
    """Division, corps or ``Tiger`` on the left, the unit on the right below its dot."""
    left = "Tiger" if "tiger" in unit.marks else unit.corps or unit.division
    pairs = ((left, _STEP_LEFT), (unit.name, _STEP_BELOW_DOT if dot else _STEP_RIGHT))
    return tuple(label(text, box, size=_ID_SIZE) for text, box in pairs if text)


def _step_pieces(unit: Unit, *, side: str) -> tuple[str, ...]:
    """``4-6`` where one factor serves both purposes, ``3-4-6`` else; a Flak defense in parentheses."""
    af, df = (unit.af, unit.df) if side == "fresh" else (unit.reduced_af, unit.reduced_df)
    attack, defense, move = ("?" if value is None else str(value) for value in (af, df, unit.mf))
    if unit.type == "flak":
        return attack, "-", f"({defense})", "-", move
    return (attack, "-", move) if attack == defense else (attack, "-", defense, "-", move)


def _draw_step_symbol(pen: Pen, unit: Unit, scheme: Scheme, palette: Palette) -> None:
    """Size mark, frame and glyph, whose print stands out from the colour of the division."""
    fill = palette.frame(unit.nationality, unit.division, unit.branch)
    if unit.size == "kampfgruppe":
        pen.text(TextBox(("KG",), _STEP_KG, 14), scheme.mark)
    elif unit.size != "strongpoint":
        size = "regiment" if unit.size == "combat-command" else unit.size
        draw_size_mark(pen, size, _STEP_SIZE_MARK, ink=scheme.mark)
    kind = f"ost-{unit.kind}" if unit.kind == "garrison" and "ost" in unit.marks else unit.kind
    draw_symbol(pen, kind, _STEP_FRAME, ink=_glyph_ink(scheme.mark, fill), fill=fill, edge=scheme.mark)


def _glyph_ink(mark: Color, fill: Color) -> Color:
    if is_dark(mark) != is_dark(fill):
        return mark
    return "#ffffff" if is_dark(fill) else "#14180f"


def _print(pen: Pen, layout: StepLayout, scheme: Scheme, palette: Palette, *, ink: Color) -> None:
    """The texts, and the band of a wave with its edges."""
    band = palette.bands.get(layout.band, "")
    if band:
        pen.band(_STEP_BAND, band)
    for text in layout.marks:
        pen.text(text, scheme.mark)
    if layout.code:
        pen.text(layout.code, "#14180f" if band else scheme.mark)
    for text in layout.numbers:
        pen.text(text, ink)
