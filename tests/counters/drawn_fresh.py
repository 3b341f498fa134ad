"""Counters of Breakout: Normandy drawn with the pen, stroke by stroke: what their template must come to."""

from __future__ import annotations

from PIL import Image

from counters.drawing import Color, Pen, TextBox, label
from counters.geometry import Box
from counters.overlays import Finish, counter_pen, finished, rimmed_pen
from counters.palette import Palette, Scheme, is_dark
from counters.render import Side, UnitLayout
from counters.symbols import draw_size_mark, draw_symbol
from counters.units import Unit
from counters.vehicles import draw_vehicle
from tests.counters.drawn_by_hand import factor_line

_FRESH_FRAME = Box(29.2, 16.0, 70.8, 45.0)
_FRESH_PARKED, _FRESH_EDGE = Box(31.6, 17.2, 68.4, 42.0), 2.0  # room for a vehicle; the line around it
_FRESH_SIZE_MARK = Box(30, 4.6, 70, 12.4)
_FRESH_LEFT, _FRESH_RIGHT = Box(4.2, 6, 27.4, 55), Box(72.6, 6, 95.8, 55)
_FRESH_BELOW = Box(5, 47.2, 95, 60.5)
_FRESH_FACTORS = Box(6, 56, 94, 91)
_FRESH_UNDERLINE = (93.0, 96.2)
_FRESH_SPENT_DF = Box(35, 54, 65, 94)
_FRESH_DATE = Box(6, 68, 31, 92)
_FRESH_ENTRY = Box(66.5, 64.5, 94.5, 92.5)
_FRESH_ID_SIZE, _FRESH_SPENT_SIZE, _FRESH_DATE_SIZE = 17.0, 52.0, 27.0
_FRESH_SPENT_INK = "#111111"
_FRESH_RIM = 3.2  # of the white side


def fresh_or_spent(
    unit: Unit, *, side: Side, px: int, palette: Palette, mark: str, shape: str, finish: Finish = "screen"
) -> Image.Image:
    """One side of a unit that is fresh or spent."""
    scheme = palette.scheme(unit.branch)
    fresh = side == "fresh"
    pen = (
        counter_pen(px, scheme.ground, finish)
        if fresh
        else rimmed_pen(px, scheme.ground, scheme.spent, _FRESH_RIM, finish)
    )
    _fresh_draw_symbol(pen, unit, scheme.mark if fresh else scheme.deep, palette)
    layout = fresh_layout(unit, side=side, entry_label=mark, entry_shape=shape)
    _fresh_print(pen, layout, scheme, fresh=fresh)
    return finished(pen, finish)


def fresh_layout(unit: Unit, *, side: Side, entry_label: str = "", entry_shape: str = "") -> UnitLayout:
    """Where its print stands."""
    marks, oval = _fresh_identification(unit)
    if side == "spent":
        box = _entry_box(entry_label) if entry_label and entry_shape else None
        return UnitLayout(marks, _spent_texts(unit, entry_label, box), None, oval, box, entry_shape)
    factors = factor_line(_fresh_factors(unit), _FRESH_FACTORS, 36.0 if _is_coastal(unit) else 46.0)
    line = _fresh_underline(factors[0].box) if unit.type == "field-artillery" else None
    return UnitLayout(marks, factors, line, oval)


def _fresh_draw_symbol(pen: Pen, unit: Unit, mark: Color, palette: Palette) -> None:
    """Size mark, frame and glyph, white on a dark division colour; of armour the vehicle instead."""
    fill = palette.frame(unit.nationality, unit.division, unit.branch)
    ink = "#ffffff" if is_dark(fill) else mark
    draw_size_mark(pen, unit.size, _FRESH_SIZE_MARK, ink=mark)
    vehicle = _fresh_vehicle(unit, palette)
    if vehicle:
        pen.rect(_FRESH_FRAME, fill=fill)
        draw_vehicle(pen, vehicle, _FRESH_PARKED, ink=ink, light=fill)
        pen.rect(_FRESH_FRAME, outline=mark, width=_FRESH_EDGE)
    else:
        draw_symbol(pen, unit.kind, _FRESH_FRAME, ink=ink, fill=fill, edge=mark)


def _fresh_vehicle(unit: Unit, palette: Palette) -> str:
    """The silhouette of a unit, or of its kind; empty where its symbol stands."""
    keys = (unit.id, unit.kind)
    return next((found for key in keys if (found := palette.vehicles.get((unit.nationality, key)))), "")


def _fresh_print(pen: Pen, layout: UnitLayout, scheme: Scheme, *, fresh: bool) -> None:
    """Write the texts of a layout and the shapes around them."""
    mark, ink = (scheme.mark, scheme.ink) if fresh else (scheme.deep, _FRESH_SPENT_INK)
    if layout.oval:
        pen.ellipse(layout.oval, outline=mark, width=2.0)
    if layout.entry and layout.entry_shape == "circle":
        pen.ellipse(layout.entry, outline=mark, width=2.2)
    elif layout.entry:
        pen.rect(layout.entry, outline=mark, width=2.2)
    for text in layout.marks:
        pen.text(text, mark)
    for text in layout.numbers:
        pen.text(text, ink)
    if layout.underline:
        pen.rect(layout.underline, fill=ink)


def _fresh_identification(unit: Unit) -> tuple[tuple[TextBox, ...], Box | None]:
    """Name on the right, division on the left, Corps ID in an oval (4.31); a battery's name below."""
    if _is_coastal(unit):
        return (TextBox((unit.name,), _FRESH_BELOW, 14.5),) if unit.name else (), None
    if not unit.corps:
        pairs = ((unit.division, _FRESH_LEFT), (unit.name, _FRESH_RIGHT))
        return tuple(label(text, box, size=_FRESH_ID_SIZE) for text, box in pairs if text), None
    alone = unit.name in {"", unit.corps}
    lines = tuple(unit.corps.split())
    x, y = (_FRESH_RIGHT if alone else _FRESH_LEFT).centre[0], _FRESH_FRAME.centre[1]
    high, across, down = (10.8, 8.4, 5.6) if len(lines) == 1 else (15.0, 7.0, 9.8)
    oval = Box(x - 12, y - high, x + 12, y + high)
    corps = TextBox(lines, Box(x - across, y - down, x + across, y + down), _FRESH_ID_SIZE)
    return (corps,) if alone else (corps, label(unit.name, _FRESH_RIGHT, size=_FRESH_ID_SIZE)), oval


def _is_coastal(unit: Unit) -> bool:
    """Coastal batteries have long names and belong to no division."""
    return unit.type == "coastal-artillery"


def _fresh_underline(factor: Box) -> Box:
    return Box(factor.left, _FRESH_UNDERLINE[0], factor.right, _FRESH_UNDERLINE[1])


def _fresh_factors(unit: Unit) -> tuple[str, ...]:
    """The pieces of the factor line: ``*`` for FLAK and PAK (4.24), ``- 3 -`` for coastal guns (4.25)."""
    df = "?" if unit.df is None else str(unit.df)
    if unit.type == "coastal-artillery":
        return "-", " ", df, " ", "-"
    af = str(unit.af) if unit.af is not None else "*" if unit.type in {"flak", "pak"} else "?"
    return af, "-", df, "-", "?" if unit.mf is None else str(unit.mf)


def _spent_texts(unit: Unit, entry_label: str, entry: Box | None) -> tuple[TextBox, ...]:
    """Spent Defense Factor, day of arrival, place of set-up (4.32, 4.33)."""
    box = Box(35, 64, 65, 93) if _is_coastal(unit) else _FRESH_SPENT_DF
    texts = [TextBox(("?" if unit.spent_df is None else str(unit.spent_df),), box, _FRESH_SPENT_SIZE)]
    if unit.arrival is not None:
        texts.append(TextBox((str(unit.arrival),), _FRESH_DATE, _FRESH_DATE_SIZE))
    if entry:
        texts.append(
            TextBox((entry_label,), entry.shrunk(4.8 if entry == _FRESH_ENTRY else 3.8), _FRESH_DATE_SIZE)
        )
    return tuple(texts)


def _entry_box(entry_label: str) -> Box:
    """The ring or box; wider for more than two letters."""
    return _FRESH_ENTRY if len(entry_label) <= 2 else Box(66.0, 64.5, 95.6, 92.5)
