"""Draws units under a division stripe: three numbers on the front, one on the paler back.

On top stands the unit, after its division where it has one; below it the stripe in the colour of the
division, with the mark of the unit size on it; then the symbol, blue for airborne troops, between two
circles: on the left the place of set-up (number of an Area, letter of a beach or Zone), on the right the turn
of arrival. At the foot firepower, defense and movement; a strongpoint has no movement. The back is paler, as
the rule has it: nearly white, in a dark rim that is broad at the lower corners; it has the defense of a spent
unit.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from counters.drawing import Color, Pen, TextBox
from counters.faces import PrintedFace
from counters.geometry import Box
from counters.overlays import Finish, counter_pen, finished, rimmed_pen
from counters.palette import Palette, is_dark
from counters.stepped import factor_line
from counters.symbols import draw_size_mark, draw_symbol
from maps.loader import Sources
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from PIL import Image

    from counters.catalog import Unit

__all__ = [
    "FORT_FRAME",
    "STRIPE",
    "STRIPE_FRAME",
    "StripeLayout",
    "designation",
    "draw_striped_unit",
    "setup_code",
    "striped_faces",
    "striped_layout",
]

STRIPE = Box(22, 21.6, 78, 30.4)
STRIPE_FRAME = Box(29.6, 31.8, 70.4, 57.8)
FORT_FRAME = Box(22, 23.0, 78, 57.8)
_SIZE_MARK = Box(30, 22.7, 70, 29.3)
_NAME = Box(5.2, 4.6, 94.8, 20.8)
_LEFT, _RIGHT = Box(4, 33.2, 27.8, 57.0), Box(72.2, 33.2, 96, 57.0)
_CORNERS = ((-10, 110), (38, 110), (-10, 62)), ((110, 110), (62, 110), (110, 62))  # beyond any cut
_NUMBERS = Box(5, 62, 95, 95)
_DEFENSE = Box(31, 63.4, 69, 93.4)
_NAME_SIZE, _CODE_SIZE, _LARGEST, _DEFENSE_SIZE = 17.6, 18.5, 43.0, 40.0
_CIRCLE, _RIM = 1.9, 4.6
_WHITE, _BLACK = "#ffffff", "#111111"
_LETTERS = {"landing": 0, "zone": -1}  # which letter of the last word of an id the circle shows


@dataclass(frozen=True, slots=True)
class StripeLayout:
    """Where each printed item of one side stands.

    Parameters
    ----------
    name
        Division and unit.
    numbers
        Firepower, defense and movement, or the defense of the back.
    setup, turn
        In the circles left and right of the symbol; None without one.

    Examples
    --------
    >>> StripeLayout(TextBox(("5 Rgr",), _NAME, 14), ()).texts[0].lines
    ('5 Rgr',)
    """

    name: TextBox
    numbers: tuple[TextBox, ...]
    setup: TextBox | None = None
    turn: TextBox | None = None

    @property
    def texts(self) -> tuple[TextBox, ...]:
        """Every text of the side."""
        circled = tuple(text for text in (self.setup, self.turn) if text)
        return (self.name, *circled, *self.numbers)


def designation(unit: Unit) -> str:
    """Return what names a unit on its counter: the division before the unit.

    Parameters
    ----------
    unit
        As printed.

    Returns
    -------
    str

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> designation(Unit("x", "731", "731 Rgt", "german", "german", division="711"))
    '711/731'
    """
    return f"{unit.division}/{unit.name}" if unit.division else unit.name


def setup_code(unit: Unit, numbers: Mapping[str, int]) -> str:
    """Return what stands in the left circle.

    Parameters
    ----------
    unit
        As printed.
    numbers
        Number of each Area by its id.

    Returns
    -------
    str
        Number of an Area, first letter of a beach with a Landing Box, letter of a Zone; empty for a unit
        without set-up information.

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> unit = Unit("x", "16", "16 Rgt", "allied", "us", entry=("landing-omaha-1", "landing-omaha-2"))
    >>> setup_code(unit, {}), setup_code(replace(unit, entry=("caen",)), {"caen": 5})
    ('O', '5')
    """
    codes = dict.fromkeys(_code(space, numbers) for space in unit.entry)
    return "/".join(code for code in codes if code)


def striped_layout(unit: Unit, *, side: str, code: str = "") -> StripeLayout:
    """Place the print of one side.

    Parameters
    ----------
    unit
        As printed.
    side
        ``fresh``: the front; ``spent``: the back.
    code
        In the left circle of the front.

    Returns
    -------
    StripeLayout

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> unit = Unit("x", "16", "16 Rgt", "allied", "us", division="1", af=1, df=9, mf=4, spent_df=8)
    >>> [text.lines[0] for text in striped_layout(unit, side="fresh", code="O").texts]
    ['1/16', 'O', '1', '-', '9', '-', '4']
    >>> [text.lines[0] for text in striped_layout(unit, side="spent", code="O").texts]
    ['1/16', '8']
    """
    name = TextBox((designation(unit),), _NAME, _NAME_SIZE)
    if side == "spent":
        return StripeLayout(name, (TextBox((_number(unit.spent_df),), _DEFENSE, _DEFENSE_SIZE),))
    numbers = factor_line(_pieces(unit), _NUMBERS, _LARGEST)
    turn = "" if unit.arrival is None else str(unit.arrival)
    return StripeLayout(name, numbers, _circled(code, _LEFT), _circled(turn, _RIGHT))


def draw_striped_unit(
    unit: Unit, *, side: str, px: int, palette: Palette, code: str = "", finish: Finish = "screen"
) -> Image.Image:
    """Draw one side.

    Parameters
    ----------
    unit, side, code
        As in `striped_layout`.
    px
        Side of the image in pixels.
    palette
        Colours.
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
    >>> from counters.catalog import Unit
    >>> from counters.palette import load_palette
    >>> unit = Unit("x", "16", "16 Rgt", "allied", "us", "us", "infantry", "infantry", "regiment", "1")
    >>> draw_striped_unit(unit, side="spent", px=66, palette=load_palette("storm-over-normandy")).size
    (66, 66)
    """
    scheme, layout = palette.scheme(unit.branch), striped_layout(unit, side=side, code=code)
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
    for text in (layout.setup, layout.turn):
        if text:
            _draw_circle(pen, text, mark, filled=text is layout.turn)
    pen.text(layout.name, mark)
    for text in layout.numbers:
        pen.text(text, ink)
    return finished(pen, finish)


def striped_faces(
    unit: Unit, *, numbers: Mapping[str, int], palette: Palette
) -> tuple[PrintedFace, PrintedFace]:
    """Return the two faces of a unit, with no more in them than is printed.

    Parameters
    ----------
    unit
        As printed.
    numbers
        Number of each Area by its id.
    palette
        Colours of what the unit shows.

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
    >>> unit, palette = load_units("storm-over-normandy")["us-1-16"], load_palette("storm-over-normandy")
    >>> front, back = striped_faces(unit, numbers={}, palette=palette)
    >>> front.grounds == (palette.scheme("us").ground,), back.grounds[1] == palette.scheme("us").spent
    (True, True)
    """
    scheme = palette.scheme(unit.branch)
    bare = replace(unit, id="", title="", side="", entry=(), marks=(), sources=Sources("", {}))
    paint = functools.partial(draw_striped_unit, palette=palette)
    front = functools.partial(paint, bare, side="fresh", code=setup_code(unit, numbers))
    back = functools.partial(paint, replace(bare, af=None, df=None, mf=None, arrival=None), side="spent")
    return PrintedFace.of(front, (scheme.ground,)), PrintedFace.of(back, (scheme.deep, scheme.spent))


def _code(space: str, numbers: Mapping[str, int]) -> str:
    kind, _, place = space.partition("-")
    if place and kind in _LETTERS:
        return place[_LETTERS[kind]].upper()
    return str(numbers[space]) if space in numbers else ""


def _circled(text: str, box: Box) -> TextBox | None:
    return TextBox((text,), box.shrunk(4.6), _CODE_SIZE) if text else None


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
        pen.rect(STRIPE, fill=color, outline=mark, width=1.2)
    if unit.size != "strongpoint":
        ink = mark if not color else _WHITE if is_dark(color) else _BLACK
        draw_size_mark(pen, unit.size, _SIZE_MARK, ink=ink)


def _draw_symbol(pen: Pen, unit: Unit, palette: Palette, mark: Color) -> None:
    """The symbol: light lines on blue for airborne troops, else in the print of the counter."""
    fill = palette.airborne if unit.airborne and palette.airborne else palette.scheme(unit.branch).frame
    ink = _WHITE if is_dark(fill) else _BLACK
    box = FORT_FRAME if unit.size == "strongpoint" else STRIPE_FRAME
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
