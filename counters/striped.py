"""Draws units under a division stripe: three numbers on the front, one on the paler back.

On top stands the unit, after its division where it has one; below it the stripe in the colour of the
division, with the mark of the unit size on it; then the symbol, blue for airborne troops, between two
circles: on the left the place of set-up (number of an Area, letter of a beach or Zone), on the right the turn
of arrival. At the foot firepower, defense and movement; a strongpoint has no movement. The back is paler, as
the rule has it: nearly white, in a dark rim that is broad at the lower corners; it has the defense of a spent
unit. Where all this stands says the template ``striped`` of ``templates/counters.toml``.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from counters.drawing import Color, TextBox
from counters.faces import PrintedFace
from counters.homemade.looks import draw_look
from counters.layouts import Shown
from counters.overlays import Finish
from counters.palette import Palette
from maps.loader import Sources
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from PIL import Image

    from counters.catalog import Unit

__all__ = [
    "StripeLayout",
    "designation",
    "draw_striped_unit",
    "setup_code",
    "striped_faces",
    "striped_layout",
]

_WORDS = ("ground", "ink", "mark", "frame", "spent", "deep")  # colours of a branch
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
    >>> from counters.geometry import Box
    >>> StripeLayout(TextBox(("5 Rgr",), Box(5, 5, 95, 20), 14), ()).texts[0].lines
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
    shown = _shown(unit, side, None, code)
    setup, turn = (next(iter(shown.texts(name)), None) for name in ("setup", "turn"))
    return StripeLayout(shown.texts("name")[0], shown.texts("numbers"), setup, turn)


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
    return draw_look(_shown(unit, side, palette, code).look, px=px, finish=finish)


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


def _shown(unit: Unit, side: str, palette: Palette | None, code: str) -> Shown:
    """A side as the template has it; without a palette for its texts alone."""
    colors = dict.fromkeys(_WORDS, "#ffffff") if palette is None else _colors(unit, palette)
    cells = {
        "name": designation(unit),
        "size": unit.size if palette else "",
        "symbol": unit.kind if palette else "",
        "formation": colors.get("formation", ""),
        "airborne": "yes" if unit.airborne and colors.get("airborne") else "",
        "setup": code,
        "turn": "" if unit.arrival is None else str(unit.arrival),
        "numbers": _numbers(unit),
        "spent": _number(unit.spent_df),
    }
    return Shown("striped", "front" if side == "fresh" else "back", cells, colors)


def _colors(unit: Unit, palette: Palette) -> dict[str, Color]:
    """What the colour words of the template stand for."""
    scheme = palette.scheme(unit.branch)
    own = palette.divisions.get((unit.nationality, unit.division), "") if unit.division else ""
    found = {word: getattr(scheme, word) for word in _WORDS}
    return found | {"formation": own, "airborne": palette.airborne}


def _numbers(unit: Unit) -> str:
    """``1-9-4``; ``1-8`` for a strongpoint."""
    shown = (unit.af, unit.df) if unit.type == "strongpoint" else (unit.af, unit.df, unit.mf)
    return "-".join(map(_number, shown))


def _number(value: int | None) -> str:
    return "?" if value is None else str(value)
