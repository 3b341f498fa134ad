"""Draws both sides of a unit counter (4.3; other layouts: `stepped`, `striped`, `rated`, `battalions`)."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, TypeAlias

from counters.battalions import battalion_faces, draw_battalion
from counters.drawing import Color, TextBox
from counters.faces import PrintedFace
from counters.geometry import Box
from counters.homemade.looks import draw_look
from counters.homemade.writing import stroke_of
from counters.layouts import Shown
from counters.markers import draw_face, marker_face
from counters.overlays import Finish
from counters.palette import Palette, is_dark, load_palette
from counters.rated import draw_rated_unit, rated_faces
from counters.stepped import draw_step_unit, is_reverse, step_grounds
from counters.striped import draw_striped_unit, striped_faces
from maps.loader import Sources
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from PIL import Image

    from counters.catalog import Marker, Unit

__all__ = [
    "Side",
    "UnitLayout",
    "draw_unit",
    "entry_mark",
    "marker_faces",
    "unit_faces",
    "unit_layout",
]

Side: TypeAlias = Literal["fresh", "spent"]

_WORDS = ("ground", "ink", "mark", "spent", "deep")  # colours of a branch
_WIDE = 2  # letters of a place of set-up, from which on it has more room


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
    shown = _shown(unit, side, None, entry_label if entry_shape else "", entry_shape)
    marks, numbers = shown.marks, shown.marks.get("numbers-underlined")
    (oval,) = shown.boxes(*[name for name in marks if name.startswith("oval")]) or (None,)
    (entry,) = shown.boxes("ring", "ring-wide", "box", "box-wide") or (None,)
    return UnitLayout(
        shown.texts(*[name for name in marks if name.startswith("corps") or name in _NAMED]),
        shown.texts(*[name for name in marks if name.startswith(_NUMBERS)]),
        stroke_of(numbers) if numbers else None,
        oval,
        entry,
        entry_shape if side == "spent" else "",
    )


_NAMED, _NUMBERS = {"division", "name", "below"}, ("numbers", "spent", "day", "entry")


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
    if colors.own is not None:
        return colors.own.unit(unit)[side != "fresh"].draw(px=px, finish=finish)
    if colors.layout == "rated":
        return draw_rated_unit(unit, side=side, px=px, palette=colors, finish=finish)
    if colors.layout == "battalions":
        return draw_battalion(unit, side=side, px=px, palette=colors, finish=finish)
    if colors.layout:
        return draw_striped_unit(unit, side=side, px=px, palette=colors, code=entry_label, finish=finish)
    if unit.steps:
        return draw_step_unit(unit, side=side, px=px, palette=colors, finish=finish)
    return draw_look(_shown(unit, side, colors, entry_label, entry_shape).look, px=px, finish=finish)


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


def _vehicle(unit: Unit, palette: Palette) -> str:
    """The silhouette of a unit, or of its kind; empty where its symbol stands."""
    keys = (unit.id, unit.kind)
    return next((found for key in keys if (found := palette.vehicles.get((unit.nationality, key)))), "")


def _shown(unit: Unit, side: Side, palette: Palette | None, label: str, shape: str) -> Shown:
    """A side as the template has it; without a palette for its texts alone."""
    coastal, fresh = _is_coastal(unit), side == "fresh"
    corps = "" if coastal else unit.corps
    alone = bool(corps) and unit.name in {"", corps}
    cells = {
        "size": unit.size if palette else "",
        "symbol": unit.kind if palette else "",
        "vehicle": _vehicle(unit, palette) if palette else "",
        "corps": "\n".join(corps.split()),
        "alone": "yes" if alone else "",
        "tall": "yes" if len(corps.split()) > 1 else "",
        "division": "" if corps or coastal else unit.division,
        "name": "" if alone or coastal else unit.name,
        "below": unit.name if coastal else "",
        "coastal": "yes" if coastal else "",
        "numbers": _factors(unit),
        "underlined": "yes" if unit.type == "field-artillery" else "",
        "spent": "?" if unit.spent_df is None else str(unit.spent_df),
        "day": "" if unit.arrival is None else str(unit.arrival),
        "entry": label if shape else "",
        "shape": shape if label else "",
        "wide": "yes" if len(label) > _WIDE else "",
    }
    return Shown("fresh", "front" if fresh else "back", cells, _words(unit, palette, fresh=fresh))


def _words(unit: Unit, palette: Palette | None, *, fresh: bool) -> dict[str, Color]:
    """What the colour words of the template stand for; a glyph is white on a dark division colour."""
    if palette is None:
        return dict.fromkeys([*_WORDS, "badge", "glyph"], "#ffffff")
    scheme = palette.scheme(unit.branch)
    badge = palette.frame(unit.nationality, unit.division, unit.branch)
    glyph = "#ffffff" if is_dark(badge) else scheme.mark if fresh else scheme.deep
    return {word: getattr(scheme, word) for word in _WORDS} | {"badge": badge, "glyph": glyph}


def _is_coastal(unit: Unit) -> bool:
    """Coastal batteries have long names and belong to no division."""
    return unit.type == "coastal-artillery"


def _factors(unit: Unit) -> str:
    """The factor line: ``*`` for FLAK and PAK (4.24), ``- 3 -`` for coastal guns (4.25)."""
    df = "?" if unit.df is None else str(unit.df)
    if unit.type == "coastal-artillery":
        return f"- {df} -"
    af = str(unit.af) if unit.af is not None else "*" if unit.type in {"flak", "pak"} else "?"
    return f"{af}-{df}-{'?' if unit.mf is None else unit.mf}"
