"""Draws units with strength steps: full side, reduced side, the "?" of a hidden unit.

Above the symbol stands the unit size, left of it the division (or ``Tiger``, or the corps), right of it the
unit; below it the place of set-up or the Turn of arrival with its map-edge letter, on a coloured band for a
unit of an assault wave; at the foot the factors: one for attack and defense, or two, then Movement. Where all
this stands says the template ``stepped`` of ``templates/counters.toml``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from counters.drawing import Color, TextBox
from counters.homemade.looks import draw_look
from counters.layouts import Shown
from counters.overlays import Finish
from counters.palette import Palette, is_dark
from counters.reverses import reverse_of, reverse_shown
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from PIL import Image

    from counters.catalog import Unit

__all__ = [
    "StepLayout",
    "draw_step_unit",
    "entry_code",
    "is_reverse",
    "shows_question",
    "step_grounds",
    "step_layout",
]

_WORDS = ("ground", "ink", "mark", "spent", "deep")  # colours of a branch
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
    shown = _shown(unit, side, None)
    if is_reverse(unit, side):
        return StepLayout((), numbers=shown.texts(*shown.marks))
    return StepLayout(
        shown.texts("left", "name", "name-under-dot"),
        next(iter(shown.texts("code", "code-on-wave")), None),
        shown.cells["wave"],
        shown.texts("numbers", "numbers-of-flak", "question"),
        "dot" in shown.marks,
    )


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
    return draw_look(_shown(unit, side, palette).look, px=px, finish=finish)


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


def _shown(unit: Unit, side: str, palette: Palette | None) -> Shown:
    """A side as the template has it; without a palette for its texts alone."""
    if is_reverse(unit, side):
        scheme = palette.scheme(unit.branch) if palette else None
        ground, ink = (scheme.spent, scheme.deep) if scheme else ("#ffffff", "#ffffff")
        return reverse_shown(reverse_of(unit, {}), ground=ground, ink=ink)
    question = shows_question(unit, side)
    face = "back" if side == "spent" and not question else "front"
    colors = _colors(unit, palette) if palette else dict.fromkeys([*_WORDS, "badge", "glyph"], "#ffffff")
    size = {"kampfgruppe": "", "strongpoint": "", "combat-command": "regiment"}.get(unit.size, unit.size)
    kind = f"ost-{unit.kind}" if unit.kind == "garrison" and "ost" in unit.marks else unit.kind
    cells = {
        "size": size if palette else "",
        "group": "KG" if unit.size == "kampfgruppe" else "",
        "symbol": kind if palette else "",
        "question": "?" if question else "",
        "wave": "",
    }
    if question:
        return Shown("stepped", face, cells, colors)
    code = entry_code(unit) if side == "fresh" else ""
    wave = next((mark for mark in unit.marks if mark in _WAVES), "") if code else ""
    cells |= {
        "left": "Tiger" if "tiger" in unit.marks else unit.corps or unit.division,
        "name": unit.name,
        "dot": "yes" if "dot" in unit.marks else "",
        "code": code,
        "wave": wave if palette is None or wave in palette.bands else "",
        "numbers": _numbers(unit, side=side),
        "flak": "yes" if unit.type == "flak" else "",
    }
    if palette and cells["wave"]:
        colors["wave"] = palette.bands[wave]
    return Shown("stepped", face, cells, colors)


def _colors(unit: Unit, palette: Palette) -> dict[str, Color]:
    """What the colour words of the template stand for; a glyph stands out from the colour of the division."""
    scheme = palette.scheme(unit.branch)
    badge = palette.frame(unit.nationality, unit.division, unit.branch)
    told = is_dark(scheme.mark) != is_dark(badge)
    glyph = scheme.mark if told else "#ffffff" if is_dark(badge) else "#14180f"
    return {word: getattr(scheme, word) for word in _WORDS} | {"badge": badge, "glyph": glyph}


def _numbers(unit: Unit, *, side: str) -> str:
    """``4-6`` where one factor serves both purposes, ``3-4-6`` else; a Flak defense in parentheses."""
    af, df = (unit.af, unit.df) if side == "fresh" else (unit.reduced_af, unit.reduced_df)
    attack, defense, move = ("?" if value is None else str(value) for value in (af, df, unit.mf))
    if unit.type == "flak":
        return f"{attack}-({defense})-{move}"
    return f"{attack}-{move}" if attack == defense else f"{attack}-{defense}-{move}"
