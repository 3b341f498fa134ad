"""Draws units with ratings: combat strength, cohesion and movement allowance (rules 2.4, 6.1, 12.1, 12.56).

Above the symbol stands the unit size, on the colour of the formation where the unit is armoured; a combat
support unit has a white band across the top and under it a stripe in that colour. The symbol has the colour
inside its box; armour shows the silhouette of its vehicle instead. Left of the symbol stand the artillery
points in a circle, or the +1 of the 79th Armoured Division; right of it armor points on black and anti-tank
points on white. Below stands the unit with its formation, at the foot combat strength (bracketed where the
unit may only defend), cohesion and movement allowance (white on red: motorized; with an asterisk: bicycles).
The back shows the reduced unit, paler, with a band; that of a corps HQ or of nebelwerfer shows it has fired.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from counters import fonts
from counters.drawing import Color, Pen, TextBox
from counters.faces import PrintedFace
from counters.geometry import Box, regular_star
from counters.overlays import Finish, counter_pen, finished
from counters.palette import Badge, Palette, Scheme, is_dark
from counters.symbols import draw_size_mark, draw_symbol
from counters.vehicles import draw_vehicle

if TYPE_CHECKING:
    from PIL import Image

    from counters.catalog import Unit

__all__ = [
    "RATED_FRAME",
    "RatedLayout",
    "RatedLook",
    "designation",
    "draw_look",
    "draw_rated_unit",
    "fires",
    "rated_faces",
    "rated_layout",
    "rated_look",
]

RATED_FRAME = Box(29.5, 21.4, 70.5, 49.6)
_VEHICLE = Box(25.6, 22.6, 74.4, 49.4)
_BAND, _STRIPE = Box(0, 0, 100, 15.0), Box(0, 15.0, 100, 19.4)
_SIZE_MARK, _SIZE_PANEL = Box(30, 5.0, 70, 13.0), Box(26, 3.2, 74, 15.0)
_CIRCLE = Box(3.8, 25.0, 26.2, 47.4)
_RIGHT = Box(75.2, 27.6, 96.4, 43.8)
_UPPER, _LOWER = Box(75.2, 20.9, 96.4, 35.2), Box(75.2, 36.4, 96.4, 50.7)
_ASSAULT = Box(3.6, 27.6, 25.0, 43.8)
_NAME = Box(4, 55.4, 96, 67.6)
_RATINGS = Box(4.4, 70.4, 95.6, 96.4)
_BACK_BAND = Box(0, 25.4, 100, 45.6)
_FIRED = Box(29.5, 3.2, 70.5, 15.0)
_FLASH = Box(74.4, 24.6, 97, 47.2)
_REMARK = Box(8, 76, 92, 90)
_NAME_SIZE, _POINTS_SIZE, _LARGEST = 14.6, 17.5, 29.0
_CAP, _BRACKETS = 0.74, (0.82, 0.22)  # of the em size: height of a figure, reach of brackets above and below
_PAD, _RISE, _GAP = (
    0.13,
    0.1,
    0.03,
)  # of the em size: room in the red box beside and above a number, and between two
_EDGE = 1.3  # of the boxes beside the symbol
_WHITE, _BLACK, _PALE, _USED = "#ffffff", "#111111", "#f4f1e6", "#8a8478"
_ARMORED = frozenset({"armor", "assault-gun", "sp-artillery"})
_CORPS_WORD = " Corps"


@dataclass(frozen=True, slots=True)
class RatedLook:
    """Everything that one side of a unit shows, and nothing else.

    Parameters
    ----------
    scheme
        Colours of the branch.
    kind, size
        Symbol and size mark; the size is empty where none is shown.
    vehicle
        Silhouette in place of the symbol, or empty.
    name
        Unit and formation.
    color
        Of the formation; empty where it has none.
    armored
        Whether the colour lies around the size.
    support
        Whether the white band and the coloured stripe are shown.
    ratings
        Combat strength, cohesion and movement allowance as printed.
    motorized
        Whether the movement allowance stands on red.
    armor, at, artillery
        Points beside the symbol; empty where there are none.
    assault
        The +1 of the 79th Armoured Division, or empty.
    back
        Empty for the front; ``reduced``, ``fired``, or ``one step`` for a back without a use.
    paints
        Colours of the layout.

    Examples
    --------
    >>> RatedLook(Scheme(*["#ffffff"] * 6), "infantry", "regiment").back
    ''
    """

    scheme: Scheme
    kind: str
    size: str
    vehicle: str = ""
    name: str = ""
    color: str = ""
    armored: bool = False
    support: bool = False
    ratings: tuple[str, ...] = ()
    motorized: bool = False
    armor: str = ""
    at: str = ""
    artillery: str = ""
    assault: str = ""
    back: str = ""
    paints: Mapping[str, str] = field(default_factory=dict)

    @property
    def banded(self) -> bool:
        """Whether this is a back that shows a weaker or used unit."""
        return bool(self.back)

    @property
    def ground(self) -> Color:
        """Ground of the side."""
        return self.scheme.spent if self.back else self.scheme.ground

    @property
    def mark(self) -> Color:
        """Print of the side."""
        return self.scheme.deep if self.back else self.scheme.mark

    @property
    def fill(self) -> Color:
        """Colour inside the box of the symbol."""
        return self.color if self.color and not self.armored else self.scheme.frame


@dataclass(frozen=True, slots=True)
class RatedLayout:
    """Where each printed item stands.

    Parameters
    ----------
    name
        Unit and formation; None where it is not known.
    ratings
        The numbers at the foot and the strokes between them.
    movement
        Red box of a motorized unit, or None.
    circle, assault, armor, at
        Artillery points, +1 of the 79th Armoured, armor and anti-tank points, each in its shape; None where
        there are none.
    remark
        What the back says above the symbol, or None.

    Examples
    --------
    >>> RatedLayout(None, ()).texts
    ()
    """

    name: TextBox | None
    ratings: tuple[TextBox, ...]
    movement: Box | None = None
    circle: TextBox | None = None
    assault: TextBox | None = None
    armor: TextBox | None = None
    at: TextBox | None = None
    remark: TextBox | None = None

    @property
    def texts(self) -> tuple[TextBox, ...]:
        """Every text of the side."""
        beside = (self.name, self.circle, self.assault, self.armor, self.at, self.remark)
        return (*(text for text in beside if text), *self.ratings)


def fires(unit: Unit) -> bool:
    """Tell whether the back of a unit shows that it has fired: corps HQs and nebelwerfer (6.16b, 16.43).

    Parameters
    ----------
    unit
        As printed.

    Returns
    -------
    bool

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> fires(Unit("ge-nw-7", "7 NW", "7 NW", "german", "german", type="nebelwerfer", steps=1))
    True
    """
    return unit.type == "nebelwerfer" or (unit.type == "headquarters" and unit.size == "corps")


def designation(unit: Unit, badges: Mapping[str, Badge]) -> str:
    """Return what stands below the symbol: unit and formation, parted by a stroke (6.11, 6.12).

    Parameters
    ----------
    unit
        As printed.
    badges
        Formations by id.

    Returns
    -------
    str
        Of an Allied division HQ the division and its corps; of other HQs their formation alone.

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> badges = {"ge-77": Badge("77", "#ffab2e"), "us-v": Badge("V Corps", "#ffe14d", "corps")}
    >>> designation(Unit("ge-77-1049", "1049", "", "german", "german", division="ge-77"), badges)
    '1049/77'
    """
    own, parent = badges.get(unit.division), badges.get(unit.corps)
    if unit.type == "headquarters" and own:
        if own.level == "corps":
            return own.printed.removesuffix(_CORPS_WORD) + _CORPS_WORD
        return (
            f"{own.printed}/{parent.printed.removesuffix(_CORPS_WORD)}{_CORPS_WORD}"
            if parent
            else own.printed
        )
    return f"{unit.name}/{own.printed}" if own else unit.name


def rated_look(unit: Unit, *, side: str, palette: Palette) -> RatedLook:
    """Return what one side of a unit shows.

    Parameters
    ----------
    unit
        As printed.
    side
        ``fresh``: the front; ``spent``: the back.
    palette
        Colours, silhouettes and formations.

    Returns
    -------
    RatedLook

    Raises
    ------
    maps.errors.DataError
        The palette has no colours for the branch.
    """
    reduced = side != "fresh" and unit.steps > 1
    back = "" if side == "fresh" else "reduced" if reduced else "fired" if fires(unit) else "one step"
    used = back != "one step"
    vehicle = palette.vehicles.get((unit.nationality, unit.id)) or palette.vehicles.get(
        (unit.nationality, unit.kind), ""
    )
    badge = palette.badges.get(unit.division)
    flail = "hobart" in unit.marks
    return RatedLook(
        palette.scheme(unit.branch),
        unit.kind,
        "" if unit.size in {"strongpoint", "detachment"} else unit.size,
        "flail" if flail else vehicle,
        designation(unit, palette.badges),
        badge.color if badge else "",
        unit.type in _ARMORED,
        "support" in unit.marks,
        _ratings(unit, reduced=reduced) if used else (),
        used and "motorized" in unit.marks,
        *(_points(unit, name, reduced=reduced) if used else "" for name in ("armor", "at", "artillery")),
        "+1" if flail else "",
        back,
        palette.paints,
    )


def rated_layout(look: RatedLook) -> RatedLayout:
    """Place the print of one side.

    Parameters
    ----------
    look
        What it shows.

    Returns
    -------
    RatedLayout

    Examples
    --------
    >>> look = RatedLook(Scheme(*["#ffffff"] * 6), "infantry", "regiment", ratings=("[2]", "3", "4"))
    >>> [text.lines[0] for text in rated_layout(look).ratings]
    ['[2]', '-', '3', '-', '4']
    """
    ratings, movement = _rating_line(look.ratings, motorized=look.motorized)
    both = look.armor and look.at
    return RatedLayout(
        TextBox((look.name,), _NAME, _NAME_SIZE) if look.name else None,
        ratings,
        movement,
        _inside(look.artillery, _CIRCLE, 4.2),
        _inside(look.assault, _ASSAULT, 2.4),
        _inside(look.armor, _UPPER if both else _RIGHT, 2.4),
        _inside(look.at, _LOWER if both else _RIGHT, 2.4),
        _remark(look.back),
    )


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
    >>> draw_look(RatedLook(Scheme(*["#ffffff"] * 6), "infantry", "regiment"), px=66).size
    (66, 66)
    """
    pen = counter_pen(px, look.ground, finish)
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
    """
    front, back = (rated_look(unit, side=side, palette=palette) for side in ("fresh", "spent"))
    return _face(front), _face(back)


def _face(look: RatedLook) -> PrintedFace:
    return PrintedFace.of(functools.partial(draw_look, look), _grounds(look))


def _grounds(look: RatedLook) -> tuple[Color, ...]:
    """The colours that run off the edge."""
    band = [_band_color(look)] if look.banded else []
    top = [look.paints.get("support", _WHITE), look.color] if look.support else []
    return (look.ground, *(color for color in (*band, *top) if color))


def _band_color(look: RatedLook) -> Color:
    if look.back == "fired":
        return look.paints.get("fired", look.scheme.ground)
    return look.scheme.ground if look.back == "reduced" else look.scheme.frame


def _ratings(unit: Unit, *, reduced: bool) -> tuple[str, ...]:
    """Strength, cohesion and movement; one that the counter does not print is left out."""
    names = ("cs", "cohesion", "ma")
    known = [_rating(unit, name, reduced=reduced) for name in names]
    if not any(unit.rating(name) is not None for name in names):
        return "?", "?", "?"
    strength, cohesion, movement = ("" if value is None else str(value) for value in known)
    if "defend-only" in unit.marks and strength:
        strength = f"[{strength}]"
    if "bicycle" in unit.marks and movement:
        movement += "*"
    return tuple(text for text in (strength, cohesion, movement) if text)


def _rating(unit: Unit, name: str, *, reduced: bool) -> int | None:
    return unit.rating(f"reduced_{name}") if reduced else unit.rating(name)


def _points(unit: Unit, name: str, *, reduced: bool) -> str:
    value = _rating(unit, name, reduced=reduced)
    return "" if value is None else str(value)


def _remark(back: str) -> TextBox | None:
    """What a back says: the unit has fired, or has no second step."""
    if back == "fired":
        return TextBox((back.upper(),), _FIRED.shrunk(1.8), 12.5)
    return TextBox((back,), _REMARK, 17) if back == "one step" else None


def _inside(text: str, around: Box, rim: float) -> TextBox | None:
    """A number within its shape."""
    return TextBox((text,), around.shrunk(rim), _POINTS_SIZE) if text else None


def _rating_line(ratings: tuple[str, ...], *, motorized: bool) -> tuple[tuple[TextBox, ...], Box | None]:
    """The numbers and the strokes between them, all in one size on one line; the last in its red box."""
    pieces = [piece for number in ratings for piece in ("-", number)][1:]
    if not pieces:
        return (), None
    pads = [_GAP] * len(pieces)
    pads[-1] += 2 * _PAD * motorized
    widths = [fonts.advance(piece) + pad for piece, pad in zip(pieces, pads, strict=True)]
    size = min(_LARGEST, _RATINGS.width / sum(widths))
    x = _RATINGS.centre[0] - size * sum(widths) / 2
    bracketed = pieces[0].startswith("[")
    foot = _RATINGS.bottom - size * _BRACKETS[1] if bracketed else _RATINGS.centre[1] + size * _CAP / 2
    texts = []
    for piece, width in zip(pieces, widths, strict=True):
        above, below = _BRACKETS if piece.startswith("[") else (_CAP, 0.0)
        texts.append(
            TextBox((piece,), Box(x, foot - size * above, x + width * size, foot + size * below), size)
        )
        x += width * size
    last = texts[-1].box
    rise = size * _RISE
    return tuple(texts), Box(
        last.left, last.top - rise, last.right, last.bottom + rise
    ) if motorized else None


def _draw_bands(pen: Pen, look: RatedLook) -> None:
    """The band of a back, the white band and the stripe of a support unit."""
    if look.banded:
        pen.band(_BACK_BAND, _band_color(look))
    if look.support:
        pen.band(_BAND, look.paints.get("support", _WHITE))
        if look.color:
            pen.band(_STRIPE, look.color)


def _draw_top(pen: Pen, look: RatedLook, layout: RatedLayout) -> None:
    """The size of the unit, or that it has fired; what else the back says."""
    fired = look.back == "fired"
    if fired:
        pen.rect(_FIRED, fill=look.paints.get("fired", _BLACK), radius=2)
    if layout.remark:
        pen.text(layout.remark, _WHITE if fired else look.mark)
    if look.size and not fired:
        panel = look.color if look.armored else ""
        if panel:
            pen.rect(_SIZE_PANEL, fill=panel, outline=look.mark if not look.support else _BLACK, width=1.0)
        ground = panel or (look.paints.get("support", _WHITE) if look.support else look.ground)
        ink = look.mark if is_dark(look.mark) != is_dark(ground) else _WHITE if is_dark(ground) else _BLACK
        draw_size_mark(pen, look.size, _SIZE_MARK, ink=ink)


def _draw_symbol(pen: Pen, look: RatedLook) -> None:
    """The symbol in its box, or the silhouette of a vehicle."""
    if look.vehicle:
        light = _band_color(look) if look.banded else look.ground
        draw_vehicle(pen, look.vehicle, _VEHICLE, ink=_edge(look), light=light)
        return
    ink = _WHITE if is_dark(look.fill) else _BLACK
    draw_symbol(pen, look.kind, RATED_FRAME, ink=ink, fill=look.fill, edge=_edge(look))


def _edge(look: RatedLook) -> Color:
    """What a box is drawn with so that it stands out from the ground, or from the band of a back."""
    ground = _band_color(look) if look.banded else look.ground
    return _WHITE if is_dark(ground) else _BLACK


def _draw_beside(pen: Pen, look: RatedLook, layout: RatedLayout) -> None:
    """Artillery points or the +1 on the left, armor and anti-tank points on the right."""
    fired = look.back == "fired"
    if layout.circle:
        fill = _PALE if fired else look.paints.get("artillery", _PALE)
        pen.ellipse(_CIRCLE, fill=fill, outline=_USED if fired else _BLACK, width=_EDGE)
        pen.text(layout.circle, _USED if fired else _BLACK)
    if fired:
        for share, color in ((0.5, _BLACK), (0.44, "#ffe14d"), (0.26, "#c4161c")):
            pen.polygon(regular_star(_FLASH.centre, _FLASH.width * share, points=9, waist=0.55), color)
    boxes = (
        (layout.assault, look.paints.get("assault", "#1f57b0"), _WHITE),
        (layout.armor, _BLACK, _WHITE),
        (layout.at, _WHITE, _BLACK),
    )
    for text, fill, ink in boxes:
        if text:
            edge = _BLACK if fill == _WHITE else _edge(look) if fill == _BLACK else fill
            pen.rect(text.box.shrunk(-2.4), fill=fill, outline=edge, width=_EDGE)
            pen.text(text, ink)


def _draw_ratings(pen: Pen, look: RatedLook, layout: RatedLayout) -> None:
    ink = look.scheme.deep if look.back else look.scheme.ink
    if layout.movement:
        pen.rect(layout.movement, fill=look.paints.get("motorized", "#c4161c"), radius=1.5)
    for text in layout.ratings:
        last = layout.movement is not None and text is layout.ratings[-1]
        pen.text(text, _WHITE if last else ink)
