"""Draws units with strength steps: full side, reduced side, the "?" of a hidden unit.

Above the symbol stands the unit size, left of it the division (or ``Tiger``, or the corps), right of it the
unit; below it the place of set-up or the Turn of arrival with its map-edge letter, on a coloured band for a
unit of an assault wave; at the foot the factors: one for attack and defense, or two, then Movement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from counters import fonts
from counters.drawing import Color, Pen, TextBox, label
from counters.geometry import Box, Point
from counters.overlays import Finish, counter_pen, finished
from counters.palette import Palette, Scheme, is_dark
from counters.reverses import draw_reverse, reverse_of, reverse_texts
from counters.symbols import draw_size_mark, draw_symbol
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from PIL import Image

    from counters.catalog import Unit

__all__ = [
    "DOT",
    "STEP_FRAME",
    "StepLayout",
    "draw_step_unit",
    "entry_code",
    "factor_line",
    "is_reverse",
    "shows_question",
    "step_grounds",
    "step_layout",
]

STEP_FRAME = Box(29.2, 15.2, 70.8, 44.2)
DOT: tuple[Point, float] = ((90.6, 9.8), 4.3)
_SIZE_MARK = Box(30, 4.2, 70, 12.0)
_KG = Box(36, 3.6, 64, 13.0)
_LEFT, _RIGHT = Box(4.4, 5, 27.4, 46.2), Box(72.6, 5, 95.6, 46.2)
_BELOW_DOT = Box(72.6, 16, 95.6, 46.2)
_BAND = Box(0, 47.2, 100, 59.4)
_CODE = Box(5, 48.4, 95, 58.2)
_FACTORS = Box(6, 61.5, 94, 94)
_FLAK_FACTORS = Box(6, 61.5, 94, 89.0)
_QUESTION = Box(34, 58, 66, 95)
_STRIP = Box(0, 59.4, 100, 100)
_ID_SIZE, _CODE_SIZE, _LARGEST, _QUESTION_SIZE = 17.0, 12.6, 43.0, 54.0
_CAP = 0.74  # height of a figure, as a share of the em size
_BRACKETS = (0.82, 0.22)  # how far brackets rise above the foot of the line and hang below it
_GAP = 0.02
_WAVES = {"wave-1": "1st", "wave-2": "2nd", "wave-3": "3rd"}


@dataclass(frozen=True, slots=True)
class StepLayout:
    """Where each printed item of one side of a unit with steps stands.

    Parameters
    ----------
    marks
        Identification left and right of the symbol.
    code
        Place of set-up or Turn of arrival, or None.
    band
        Mark of the unit whose colour lies behind the code; empty without a band.
    numbers
        Factors, the question mark, or what the back of a unit of one step says.
    dot
        Whether the dot is printed: losses that are not replaced.

    Examples
    --------
    >>> StepLayout(()).texts
    ()
    """

    marks: tuple[TextBox, ...]
    code: TextBox | None = None
    band: str = ""
    numbers: tuple[TextBox, ...] = ()
    dot: bool = False

    @property
    def texts(self) -> tuple[TextBox, ...]:
        """Every text of the side."""
        return self.marks + ((self.code,) if self.code else ()) + self.numbers


def entry_code(unit: Unit) -> str:
    """Return what a counter prints of its set-up or arrival.

    Parameters
    ----------
    unit
        As printed.

    Returns
    -------
    str
        A hex number, the name of a box, the wave with its Beach, or the Turn with the letters of the map
        edge; empty for a unit that is set up at random.

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> entry_code(Unit("x", "12", "12", "german", "german", arrival=1, entry=("E", "S")))
    'Turn 1  E/S'
    >>> entry_code(Unit("x", "8", "8", "allied", "us", entry=("approach-2403",), marks=("wave-1",)))
    '1st  2403'
    """
    if unit.arrival is not None:
        letters = "/".join(place for place in unit.entry if len(place) == 1)
        return f"Turn {unit.arrival}  {letters}".strip()
    if not unit.entry or unit.entry[0] == "turn-track":
        return ""
    wave = next((_WAVES[mark] for mark in unit.marks if mark in _WAVES), "")
    place = unit.entry[0].removeprefix("approach-").removeprefix("second-wave-").removeprefix("third-wave-")
    known = {"pointe-du-hoc": "Pointe du Hoc", "airfield-us": "Airfield", "airfield-british": "Airfield"}
    return f"{wave}  {known.get(place, place.title())}".strip()


def shows_question(unit: Unit, side: str) -> bool:
    """Tell whether a side shows the "?" of an unknown unit: the back of Strongpoints and Ost battalions.

    Parameters
    ----------
    unit
        As printed.
    side
        ``fresh`` or ``spent``.

    Returns
    -------
    bool

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> fort = Unit("x", "1", "1", "german", "german", type="strongpoint", steps=1)
    >>> shows_question(fort, "fresh"), shows_question(fort, "spent")
    (False, True)
    """
    back = side == "spent" and (unit.type == "strongpoint" or "ost" in unit.marks)
    return back or "hidden" in unit.marks


def is_reverse(unit: Unit, side: str) -> bool:
    """Tell whether a side is the back of a unit of one step that hides nothing.

    Parameters
    ----------
    unit
        As printed.
    side
        ``fresh`` or ``spent``.

    Returns
    -------
    bool

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> is_reverse(Unit("x", "2", "2 Rng", "allied", "us", steps=1), "spent")
    True
    """
    return side == "spent" and unit.steps < 2 and not shows_question(unit, side)


def step_layout(unit: Unit, *, side: str) -> StepLayout:
    """Place the print of one side.

    Parameters
    ----------
    unit
        As printed.
    side
        ``fresh``: the full side; ``spent``: the reduced side, or the back of a unit of one step.

    Returns
    -------
    StepLayout

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> unit = Unit("x", "916", "916", "german", "german", af=3, df=4, mf=5, type="infantry", steps=2)
    >>> [text.lines[0] for text in step_layout(unit, side="fresh").texts]
    ['916', '3', '-', '4', '-', '5']
    """
    if is_reverse(unit, side):
        return StepLayout((), numbers=reverse_texts(reverse_of(unit, {})))
    dot = "dot" in unit.marks
    if shows_question(unit, side):
        return StepLayout((), numbers=(TextBox(("?",), _QUESTION, _QUESTION_SIZE),))
    marks = _identification(unit, dot=dot)
    where = _FLAK_FACTORS if unit.type == "flak" else _FACTORS
    numbers = factor_line(_pieces(unit, side=side), where, _LARGEST)
    text = entry_code(unit) if side == "fresh" else ""
    code = TextBox((text,), _CODE, _CODE_SIZE) if text else None
    band = next((mark for mark in unit.marks if mark in _WAVES), "") if code else ""
    return StepLayout(marks, code, band, numbers, dot)


def draw_step_unit(
    unit: Unit, *, side: str, px: int, palette: Palette, finish: Finish = "screen"
) -> Image.Image:
    """Draw one side of a unit with steps.

    Parameters
    ----------
    unit
        As printed.
    side
        As in `step_layout`.
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
    >>> unit = Unit("x", "916", "916", "german", "german", "wehrmacht", "infantry", "infantry", "regiment")
    >>> draw_step_unit(unit, side="fresh", px=66, palette=load_palette("dark-summer")).size
    (66, 66)
    """
    scheme, layout = palette.scheme(unit.branch), step_layout(unit, side=side)
    if is_reverse(unit, side):
        pen = counter_pen(px, scheme.spent, finish)
        draw_reverse(pen, reverse_of(unit, {}), scheme.deep)
        return finished(pen, finish)
    reduced = side == "spent" and not shows_question(unit, side)
    pen = counter_pen(px, scheme.ground, finish)
    if reduced:
        pen.band(_STRIP, scheme.spent)
    _draw_symbol(pen, unit, scheme, palette)
    if layout.dot:
        pen.disc(*DOT, scheme.mark)
    _print(pen, layout, scheme, palette, ink=scheme.deep if reduced else scheme.ink)
    return finished(pen, finish)


def step_grounds(unit: Unit, *, side: str, palette: Palette) -> tuple[Color, ...]:
    """Return the colours that run off the edge of a side.

    Parameters
    ----------
    unit, side
        As in `step_layout`.
    palette
        Colours.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> from counters.palette import load_palette
    >>> unit = Unit("x", "916", "916", "german", "german", "wehrmacht", "infantry", steps=2)
    >>> step_grounds(unit, side="spent", palette=load_palette("dark-summer"))
    ('#a9aea6', '#f4f5f2')
    """
    scheme = palette.scheme(unit.branch)
    if is_reverse(unit, side):
        return (scheme.spent,)
    if side == "spent" and not shows_question(unit, side):
        return scheme.ground, scheme.spent
    band = palette.bands.get(step_layout(unit, side=side).band)
    return (scheme.ground, band) if band else (scheme.ground,)


def factor_line(pieces: tuple[str, ...], box: Box, largest: float) -> tuple[TextBox, ...]:
    """Place each piece of a factor line in a box of its own, all in one size, standing on one line.

    Parameters
    ----------
    pieces
        Factors and the dashes between them.
    box
        Where; the line is centred and stands on its foot.
    largest
        Largest em size.

    Returns
    -------
    tuple of TextBox

    Examples
    --------
    >>> [text.lines[0] for text in factor_line(("4", "-", "6"), Box(0, 0, 100, 40), 30)]
    ['4', '-', '6']
    """
    widths = [fonts.advance(piece) + _GAP for piece in pieces]
    size = min(largest, box.width / sum(widths))
    x = box.centre[0] - size * sum(widths) / 2
    texts = []
    for piece, width in zip(pieces, widths, strict=True):
        above, below = _BRACKETS if piece.startswith("(") else (_CAP, 0.0)
        if piece.strip():
            where = Box(x, box.bottom - size * above, x + width * size, box.bottom + size * below)
            texts.append(TextBox((piece,), where, size))
        x += width * size
    return tuple(texts)


def _identification(unit: Unit, *, dot: bool) -> tuple[TextBox, ...]:
    """Division, corps or ``Tiger`` on the left, the unit on the right below its dot."""
    left = "Tiger" if "tiger" in unit.marks else unit.corps or unit.division
    pairs = ((left, _LEFT), (unit.name, _BELOW_DOT if dot else _RIGHT))
    return tuple(label(text, box, size=_ID_SIZE) for text, box in pairs if text)


def _pieces(unit: Unit, *, side: str) -> tuple[str, ...]:
    """``4-6`` where one factor serves both purposes, ``3-4-6`` else; a Flak defense in parentheses."""
    af, df = (unit.af, unit.df) if side == "fresh" else (unit.reduced_af, unit.reduced_df)
    attack, defense, move = ("?" if value is None else str(value) for value in (af, df, unit.mf))
    if unit.type == "flak":
        return attack, "-", f"({defense})", "-", move
    return (attack, "-", move) if attack == defense else (attack, "-", defense, "-", move)


def _draw_symbol(pen: Pen, unit: Unit, scheme: Scheme, palette: Palette) -> None:
    """Size mark, frame and glyph, whose print stands out from the colour of the division."""
    fill = palette.frame(unit.nationality, unit.division, unit.branch)
    if unit.size == "kampfgruppe":
        pen.text(TextBox(("KG",), _KG, 14), scheme.mark)
    elif unit.size != "strongpoint":
        size = "regiment" if unit.size == "combat-command" else unit.size
        draw_size_mark(pen, size, _SIZE_MARK, ink=scheme.mark)
    kind = f"ost-{unit.kind}" if unit.kind == "garrison" and "ost" in unit.marks else unit.kind
    draw_symbol(pen, kind, STEP_FRAME, ink=_glyph_ink(scheme.mark, fill), fill=fill, edge=scheme.mark)


def _glyph_ink(mark: Color, fill: Color) -> Color:
    if is_dark(mark) != is_dark(fill):
        return mark
    return "#ffffff" if is_dark(fill) else "#14180f"


def _print(pen: Pen, layout: StepLayout, scheme: Scheme, palette: Palette, *, ink: Color) -> None:
    """The texts, and the band of a wave with its edges."""
    band = palette.bands.get(layout.band, "")
    if band:
        pen.band(_BAND, band)
    for text in layout.marks:
        pen.text(text, scheme.mark)
    if layout.code:
        pen.text(layout.code, "#14180f" if band else scheme.mark)
    for text in layout.numbers:
        pen.text(text, ink)
