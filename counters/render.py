"""Draws both sides of a unit counter (4.3; other layouts: `stepped`, `striped`, `rated`, `battalions`)."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from counters.battalions import battalion_faces, draw_battalion
from counters.drawing import Color, Pen, TextBox, label
from counters.faces import PrintedFace
from counters.factors import factor_line
from counters.geometry import Box
from counters.markers import draw_face, marker_face
from counters.overlays import Finish, counter_pen, finished, rimmed_pen
from counters.palette import Palette, Scheme, is_dark, load_palette
from counters.rated import draw_rated_unit, rated_faces
from counters.stepped import draw_step_unit, is_reverse, step_grounds
from counters.striped import draw_striped_unit, striped_faces
from counters.symbols import draw_size_mark, draw_symbol
from counters.vehicles import draw_vehicle
from maps.loader import Sources
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from PIL import Image

    from counters.catalog import Marker, Unit

__all__ = [
    "FRAME",
    "Side",
    "UnitLayout",
    "draw_unit",
    "entry_mark",
    "marker_faces",
    "unit_faces",
    "unit_layout",
]

Side: TypeAlias = Literal["fresh", "spent"]

FRAME = Box(29.2, 16.0, 70.8, 45.0)
_PARKED, _EDGE = Box(31.6, 17.2, 68.4, 42.0), 2.0  # room for a vehicle; the line around it
_SIZE_MARK = Box(30, 4.6, 70, 12.4)
_LEFT, _RIGHT = Box(4.2, 6, 27.4, 55), Box(72.6, 6, 95.8, 55)
_BELOW = Box(5, 47.2, 95, 60.5)
_FACTORS = Box(6, 56, 94, 91)
_UNDERLINE = (93.0, 96.2)
_SPENT_DF = Box(35, 54, 65, 94)
_DATE = Box(6, 68, 31, 92)
_ENTRY = Box(66.5, 64.5, 94.5, 92.5)
_ID_SIZE, _SPENT_SIZE, _DATE_SIZE = 17.0, 52.0, 27.0
_SPENT_INK = "#111111"
_RIM = 3.2  # of the white side


@dataclass(frozen=True, slots=True)
class UnitLayout:
    """Where each printed item of one side of a unit stands.

    Parameters
    ----------
    marks
        Identification and division, or Corps ID (4.31).
    numbers
        Factors; on the Spent side also day and place of entry (4.32, 4.33).
    underline
        Stroke under the Attack Factor of Field Artillery (4.23), or None.
    oval
        Oval of a Corps ID, or None.
    entry
        Ring or box of the place of set-up, or None.
    entry_shape
        ``circle``, ``box`` or empty.

    Examples
    --------
    >>> UnitLayout((), ()).texts
    ()
    """

    marks: tuple[TextBox, ...]
    numbers: tuple[TextBox, ...]
    underline: Box | None = None
    oval: Box | None = None
    entry: Box | None = None
    entry_shape: str = ""

    @property
    def texts(self) -> tuple[TextBox, ...]:
        """Every text of the side."""
        return self.marks + self.numbers


def unit_layout(unit: Unit, *, side: Side, entry_label: str = "", entry_shape: str = "") -> UnitLayout:
    """Place the print of one side of a unit (4.31-4.33).

    Parameters
    ----------
    unit
        As printed.
    side
        ``fresh`` or ``spent``.
    entry_label, entry_shape
        Number or letter of the place of set-up, in a ``circle`` or a ``box``; empty where none is printed.

    Returns
    -------
    UnitLayout

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> unit = Unit("x", "916", "916", "german", "german", af=4, df=4, mf=4, type="infantry")
    >>> [text.lines for text in unit_layout(unit, side="fresh").texts]
    [('916',), ('4',), ('-',), ('4',), ('-',), ('4',)]
    """
    marks, oval = _identification(unit)
    if side == "spent":
        box = _entry_box(entry_label) if entry_label and entry_shape else None
        return UnitLayout(marks, _spent_texts(unit, entry_label, box), None, oval, box, entry_shape)
    factors = factor_line(_factors(unit), _FACTORS, 36.0 if _is_coastal(unit) else 46.0)
    line = _underline(factors[0].box) if unit.type == "field-artillery" else None
    return UnitLayout(marks, factors, line, oval)


def draw_unit(
    unit: Unit,
    *,
    side: Side,
    px: int,
    entry_label: str = "",
    entry_shape: str = "",
    finish: Finish = "screen",
    palette: Palette | None = None,
) -> Image.Image:
    """Draw one side of a unit.

    Parameters
    ----------
    unit
        As printed.
    side
        ``fresh`` (coloured) or ``spent`` (white); of a unit with steps, the full and the reduced side.
    px
        Side of the image in pixels.
    entry_label, entry_shape
        As in `unit_layout`; only the Spent side shows them.
    finish
        ``screen``: rounded corners and a bevel; ``print`` or a `Cut`: flat to the edge.
    palette
        Colours; those of Breakout: Normandy where None.

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
    >>> unit = Unit("x", "916", "916", "german", "german", "wehrmacht", "infantry", "infantry", "regiment")
    >>> draw_unit(unit, side="fresh", px=68).size
    (68, 68)
    """
    colors = palette or load_palette("breakout-normandy")
    if colors.layout == "rated":
        return draw_rated_unit(unit, side=side, px=px, palette=colors, finish=finish)
    if colors.layout == "battalions":
        return draw_battalion(unit, side=side, px=px, palette=colors, finish=finish)
    if colors.layout:
        return draw_striped_unit(unit, side=side, px=px, palette=colors, code=entry_label, finish=finish)
    if unit.steps:
        return draw_step_unit(unit, side=side, px=px, palette=colors, finish=finish)
    scheme = colors.scheme(unit.branch)
    fresh = side == "fresh"
    pen = (
        counter_pen(px, scheme.ground, finish)
        if fresh
        else rimmed_pen(px, scheme.ground, scheme.spent, _RIM, finish)
    )
    _draw_symbol(pen, unit, scheme.mark if fresh else scheme.deep, colors)
    layout = unit_layout(unit, side=side, entry_label=entry_label, entry_shape=entry_shape)
    _print(pen, layout, scheme, fresh=fresh)
    return finished(pen, finish)


def entry_mark(unit: Unit, numbers: Mapping[str, int]) -> tuple[str, str]:
    """Return what the Spent side prints for the place of set-up (4.33).

    Parameters
    ----------
    unit
        As printed.
    numbers
        Number of each Area by its id.

    Returns
    -------
    tuple of str
        Label and shape: an Area number in a ``circle``, Zone letters in a ``box``; two empty texts where
        neither is known.

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> entry_mark(Unit("x", "1", "1", "german", "german", entry=("zone-b", "zone-c")), {})
    ('B/C', 'box')
    >>> entry_mark(Unit("x", "1", "1", "german", "german", entry=("omaha-beach",)), {"omaha-beach": 30})
    ('30', 'circle')
    """
    zones = [space.removeprefix("zone-").upper() for space in unit.entry if space.startswith("zone-")]
    if zones:
        return "/".join(zones), "box"
    areas = [str(numbers[space]) for space in unit.entry if space in numbers]
    return ("/".join(areas), "circle") if areas else ("", "")


def unit_faces(
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
        Colours.

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
    >>> from counters.catalog import Unit
    >>> palette = load_palette("breakout-normandy")
    >>> unit = Unit("x", "916", "916", "german", "german", "wehrmacht", "infantry", "infantry", "regiment")
    >>> unit_faces(unit, numbers={}, palette=palette)[1].grounds
    ('#93adc2', '#f4f6f8')
    """
    if palette.own is not None:
        return palette.own.unit(unit)
    if palette.layout == "rated":
        return rated_faces(unit, palette=palette)
    if palette.layout == "battalions":
        return battalion_faces(unit, palette=palette)
    if palette.layout:
        return striped_faces(unit, numbers=numbers, palette=_colors_of(unit, palette))
    label, shape = entry_mark(unit, numbers)
    bare = replace(unit, id="", title="", side="", airborne=False, sources=Sources("", {}))
    bare = bare if unit.steps else replace(bare, entry=())
    named = replace(bare, title=unit.title) if unit.steps and is_reverse(unit, "spent") else bare
    colors = _colors_of(unit, palette)
    front = functools.partial(draw_unit, bare, palette=colors, side="fresh")
    back = functools.partial(draw_unit, named, palette=colors, side="spent")
    if unit.steps:
        sides = ((front, "fresh"), (back, "spent"))
        one, other = (PrintedFace.of(p, step_grounds(bare, side=s, palette=palette)) for p, s in sides)
        return one, other
    if label:
        back = functools.partial(back, entry_label=label, entry_shape=shape)
    scheme = palette.scheme(unit.branch)
    return PrintedFace.of(front, (scheme.ground,)), PrintedFace.of(back, (scheme.ground, scheme.spent))


def marker_faces(marker: Marker, *, palette: Palette) -> tuple[PrintedFace, PrintedFace]:
    """Return the two faces of a marker.

    Parameters
    ----------
    marker
        As printed.
    palette
        Faces.

    Returns
    -------
    tuple of PrintedFace
        Front and back.

    Raises
    ------
    maps.errors.DataError
        The sheet has no faces for this marker.

    Examples
    --------
    >>> from counters.catalog import load_markers
    >>> palette = load_palette("breakout-normandy")
    >>> front, back = marker_faces(load_markers("breakout-normandy")["ix-af"], palette=palette)
    >>> front == back
    False
    """
    if palette.own is not None:
        return palette.own.marker(marker)
    faces = (marker_face(marker.id, side, palette) for side in ("front", "back"))
    front, back = (
        PrintedFace.of(
            functools.partial(
                draw_face, face, attack_factor=marker.attack_factor if "{" in face.value else None
            ),
            (face.ground,),
        )
        for face in faces
    )
    return front, back


def _colors_of(unit: Unit, palette: Palette) -> Palette:
    """The colours that a unit's faces use, and no others."""
    own = (unit.nationality, unit.division)
    return Palette(
        {unit.branch: palette.scheme(unit.branch)},
        {own: palette.divisions[own]} if own in palette.divisions else {},
        {},
        {mark: color for mark, color in palette.bands.items() if mark in unit.marks},
        vehicles={(unit.nationality, unit.kind): vehicle} if (vehicle := _vehicle(unit, palette)) else {},
        layout=palette.layout,
        airborne=palette.airborne if unit.airborne else "",
    )


def _draw_symbol(pen: Pen, unit: Unit, mark: Color, palette: Palette) -> None:
    """Size mark, frame and glyph, white on a dark division colour; of armour the vehicle instead."""
    fill = palette.frame(unit.nationality, unit.division, unit.branch)
    ink = "#ffffff" if is_dark(fill) else mark
    draw_size_mark(pen, unit.size, _SIZE_MARK, ink=mark)
    vehicle = _vehicle(unit, palette)
    if vehicle:
        pen.rect(FRAME, fill=fill)
        draw_vehicle(pen, vehicle, _PARKED, ink=ink, light=fill)
        pen.rect(FRAME, outline=mark, width=_EDGE)
    else:
        draw_symbol(pen, unit.kind, FRAME, ink=ink, fill=fill, edge=mark)


def _vehicle(unit: Unit, palette: Palette) -> str:
    """The silhouette of a unit, or of its kind; empty where its symbol stands."""
    keys = (unit.id, unit.kind)
    return next((found for key in keys if (found := palette.vehicles.get((unit.nationality, key)))), "")


def _print(pen: Pen, layout: UnitLayout, scheme: Scheme, *, fresh: bool) -> None:
    """Write the texts of a layout and the shapes around them."""
    mark, ink = (scheme.mark, scheme.ink) if fresh else (scheme.deep, _SPENT_INK)
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


def _identification(unit: Unit) -> tuple[tuple[TextBox, ...], Box | None]:
    """Name on the right, division on the left, Corps ID in an oval (4.31); a battery's name below."""
    if _is_coastal(unit):
        return (TextBox((unit.name,), _BELOW, 14.5),) if unit.name else (), None
    if not unit.corps:
        pairs = ((unit.division, _LEFT), (unit.name, _RIGHT))
        return tuple(label(text, box, size=_ID_SIZE) for text, box in pairs if text), None
    alone = unit.name in {"", unit.corps}
    lines = tuple(unit.corps.split())
    x, y = (_RIGHT if alone else _LEFT).centre[0], FRAME.centre[1]
    high, across, down = (10.8, 8.4, 5.6) if len(lines) == 1 else (15.0, 7.0, 9.8)
    oval = Box(x - 12, y - high, x + 12, y + high)
    corps = TextBox(lines, Box(x - across, y - down, x + across, y + down), _ID_SIZE)
    return (corps,) if alone else (corps, label(unit.name, _RIGHT, size=_ID_SIZE)), oval


def _is_coastal(unit: Unit) -> bool:
    """Coastal batteries have long names and belong to no division."""
    return unit.type == "coastal-artillery"


def _underline(factor: Box) -> Box:
    return Box(factor.left, _UNDERLINE[0], factor.right, _UNDERLINE[1])


def _factors(unit: Unit) -> tuple[str, ...]:
    """The pieces of the factor line: ``*`` for FLAK and PAK (4.24), ``- 3 -`` for coastal guns (4.25)."""
    df = "?" if unit.df is None else str(unit.df)
    if unit.type == "coastal-artillery":
        return "-", " ", df, " ", "-"
    af = str(unit.af) if unit.af is not None else "*" if unit.type in {"flak", "pak"} else "?"
    return af, "-", df, "-", "?" if unit.mf is None else str(unit.mf)


def _spent_texts(unit: Unit, entry_label: str, entry: Box | None) -> tuple[TextBox, ...]:
    """Spent Defense Factor, day of arrival, place of set-up (4.32, 4.33)."""
    box = Box(35, 64, 65, 93) if _is_coastal(unit) else _SPENT_DF
    texts = [TextBox(("?" if unit.spent_df is None else str(unit.spent_df),), box, _SPENT_SIZE)]
    if unit.arrival is not None:
        texts.append(TextBox((str(unit.arrival),), _DATE, _DATE_SIZE))
    if entry:
        texts.append(TextBox((entry_label,), entry.shrunk(4.8 if entry == _ENTRY else 3.8), _DATE_SIZE))
    return tuple(texts)


def _entry_box(entry_label: str) -> Box:
    """The ring or box; wider for more than two letters."""
    return _ENTRY if len(entry_label) <= 2 else Box(66.0, 64.5, 95.6, 92.5)
