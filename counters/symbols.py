"""Unit symbols: the NATO frame with the glyphs of 1944, and the marks of unit size, all drawn as vectors.

A glyph is a tuple of parts (a cross, a disc, a dome ...), so a kind is described by one row of `GLYPHS` and
no two kinds look alike.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from counters.drawing import Color, Pen, TextBox
from counters.geometry import Box, Point, arc_points, regular_star
from maps.errors import DataError

__all__ = ["GLYPHS", "KINDS", "SIZES", "draw_size_mark", "draw_symbol"]

Part: TypeAlias = Callable[[Pen, Box, Color, Color], None]
_THIN, _BOLD = 2.4, 3.4


def draw_symbol(pen: Pen, kind: str, box: Box, *, ink: Color, fill: Color, edge: Color | None = None) -> None:
    """Draw the frame and the glyph of a kind of unit.

    Parameters
    ----------
    pen
        Where to draw.
    kind
        One of `KINDS`.
    box
        The frame; wheels stand below it.
    ink, fill
        Colours of the lines and of the ground within the frame.
    edge
        Colour of the frame; `ink` where None.

    Raises
    ------
    maps.errors.DataError
        No symbol for this kind.

    Examples
    --------
    >>> draw_symbol(Pen(20), "infantry", Box(20, 20, 80, 60), ink="#000000", fill="#ffffff")
    """
    if kind not in GLYPHS:
        raise DataError("units.csv", "column kind", f"one of {', '.join(KINDS)}, not {kind!r}")
    pen.rect(box, fill=fill)
    for part in GLYPHS[kind]:
        part(pen, box, ink, fill)
    pen.rect(box, outline=edge or ink, width=_THIN)


def draw_size_mark(pen: Pen, size: str, box: Box, *, ink: Color) -> None:
    """Draw the mark of a unit size (4.31) above the frame.

    Parameters
    ----------
    pen
        Where to draw.
    size
        One of `SIZES`.
    box
        The strip above the frame.
    ink
        Colour.

    Raises
    ------
    maps.errors.DataError
        No mark for this size.

    Examples
    --------
    >>> draw_size_mark(Pen(20), "regiment", Box(30, 5, 70, 15), ink="#000000")
    """
    if size not in _SIZE_MARKS:
        raise DataError("units.csv", "column size", f"one of {', '.join(SIZES)}, not {size!r}")
    letters, extra = _SIZE_MARKS[size]
    inner = Box(
        box.left, box.top + 2.6 * (extra == "bracket"), box.right, box.bottom - 2.0 * (extra == "bar")
    )
    _strokes(pen, letters, inner, ink)
    if extra == "bracket":
        _bracket(pen, box, _row_width(letters, inner) / 2 + 3.6, ink)
    elif extra == "bar":
        half = _row_width(letters, inner) / 2 + 2.5
        x = inner.centre[0]
        pen.line([(x - half, box.bottom), (x + half, box.bottom)], ink, 1.8)


def _strokes(pen: Pen, letters: str, box: Box, ink: Color) -> None:
    pitch = _pitch(letters[0], box)
    x, y = box.centre[0] - pitch * (len(letters) - 1) / 2, box.centre[1]
    for letter in letters:
        high = box.height / 2
        if letter == "I":
            pen.line([(x, y - high), (x, y + high)], ink, 2.5)
        else:
            pen.line([(x - high * 0.8, y - high), (x + high * 0.8, y + high)], ink, 2.2)
            pen.line([(x - high * 0.8, y + high), (x + high * 0.8, y - high)], ink, 2.2)
        x += pitch


def _pitch(letter: str, box: Box) -> float:
    return 5.6 if letter == "I" else box.height * 0.8 + 3.4


def _row_width(letters: str, box: Box) -> float:
    return _pitch(letters[0], box) * (len(letters) - 1) + (2.5 if letters[0] == "I" else box.height * 0.8 + 2)


def _bracket(pen: Pen, box: Box, half: float, ink: Color) -> None:
    """The roof over the mark of an improvised battle group."""
    x = box.centre[0]
    pen.line(
        [(x - half, box.bottom), (x - half, box.top), (x + half, box.top), (x + half, box.bottom)], ink, 1.7
    )


_SIZE_MARKS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "battery": ("I", ""),
        "company": ("I", ""),
        "battalion": ("II", ""),
        "regiment": ("III", ""),
        "group": ("III", "bar"),
        "kampfgruppe": ("III", "bracket"),
        "combat-command": ("X", "bracket"),
        "brigade": ("X", ""),
        "division": ("XX", ""),
        "corps": ("XXX", ""),
    }
)
SIZES: tuple[str, ...] = tuple(_SIZE_MARKS)


# The parts of glyphs.


def _cross(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
    inner = box.shrunk(_THIN / 2)
    pen.line([inner.at(0, 0), inner.at(1, 1)], ink, _THIN)
    pen.line([inner.at(0, 1), inner.at(1, 0)], ink, _THIN)


def _stroke_up(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
    inner = box.shrunk(_BOLD / 2)
    pen.line([inner.at(0, 1), inner.at(1, 0)], ink, _BOLD)


def _track(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
    """The running track of a tank: a flat oval."""
    x, y = box.width * 0.15, box.height * 0.21
    oval = Box(box.left + x, box.top + y, box.right - x, box.bottom - y)
    pen.rect(oval, outline=ink, width=_BOLD, radius=oval.height / 2)


def _small_track(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
    x, y = box.width * 0.12, box.height * 0.24
    oval = Box(box.left + x, box.top + y, box.right - x, box.bottom - y)
    pen.rect(oval, outline=ink, width=_THIN, radius=oval.height / 2)


def _disc_at(across: float, down: float, radius: float) -> Part:
    def part(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
        pen.disc(box.at(across, down), radius * box.height, ink)

    return part


def _letter(letter: str) -> Part:
    """A letter in a bold disc on the middle of the cross."""

    def part(pen: Pen, box: Box, ink: Color, fill: Color) -> None:
        x, y = box.centre
        radius = box.height * 0.36
        pen.disc((x, y), radius, ink)
        side = radius * 0.72
        pen.text(TextBox((letter,), Box(x - side, y - side, x + side, y + side), 40), fill)

    return part


def _initials(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
    """The letters of a headquarters."""
    inner = Box(*box.at(0.2, 0.22), *box.at(0.8, 0.78))
    pen.text(TextBox(("HQ",), inner, 60), ink)


def _wheels(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
    radius = box.height * 0.105
    for across in (0.2, 0.8):
        x, _ = box.at(across, 1)
        pen.disc((x, box.bottom + radius * 0.75), radius, ink)


def _bicycle(pen: Pen, box: Box, ink: Color, fill: Color) -> None:
    """One large spoked wheel in the middle."""
    radius = box.height * 0.3
    pen.disc(box.centre, radius, fill)
    pen.ring(box.centre, radius, ink, _THIN)
    x, y = box.centre
    for dx, dy in ((0.0, 1.0), (1.0, 0.0)):
        pen.line([(x - dx * radius, y - dy * radius), (x + dx * radius, y + dy * radius)], ink, 1.3)


def _canopy(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
    """The two open canopies of parachute troops on the foot of the frame."""
    wide, high = box.width * 0.14, box.height * 0.27
    for across in (0.36, 0.64):
        x, y = box.at(across, 0.96)
        pen.line(arc_points((x, y), (wide, high), 180, 360), ink, _THIN + 0.4)


def _wings(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
    """The gull wing of air landing troops across the frame."""
    points = [(0.03, 0.72), (0.38, 0.72), (0.5, 0.94), (0.62, 0.72), (0.97, 0.72)]
    pen.line([box.at(x, y) for x, y in points], ink, _THIN)


def _static(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
    """A filled bar along the foot: bound to the ground."""
    inner = box.shrunk(0.5)
    pen.rect(Box(inner.left, box.at(0, 0.8)[1], inner.right, inner.bottom), fill=ink)


def _east(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
    """The filled right quarter of an Ost battalion."""
    inner = box.shrunk(0.5)
    pen.polygon([inner.at(1, 0), inner.at(1, 1), inner.at(0.5, 0.5)], ink)


def _rockets(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
    for top in (0.16, 0.34):
        points = [box.at(0.3, top + 0.2), box.at(0.5, top), box.at(0.7, top + 0.2)]
        pen.line(points, ink, _THIN)


def _dome(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
    """The vault of air defence with its barrel."""
    x, foot = box.at(0.5, 0.97)
    pen.line(arc_points((x, foot), (box.width * 0.42, box.height * 0.52), 180, 360), ink, _BOLD)
    pen.line([(x, foot), box.at(0.5, 0.18)], ink, _BOLD)
    pen.line([box.at(0.41, 0.34), box.at(0.5, 0.15), box.at(0.59, 0.34)], ink, _THIN)


def _wedge(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
    """The inverted V of anti-tank troops."""
    inner = box.shrunk(_THIN / 2)
    pen.line([inner.at(0.02, 1), inner.at(0.5, 0.08), inner.at(0.98, 1)], ink, _BOLD)


def _casemate(pen: Pen, box: Box, ink: Color, fill: Color) -> None:
    """A bunker with its gun on the shore line."""
    base = 0.83
    pen.polygon([box.at(x, y) for x, y in _BUNKER], ink)
    slit = [box.at(0.47, 0.42), box.at(0.72, 0.42), box.at(0.72, 0.62), box.at(0.47, 0.62)]
    pen.polygon(slit, fill)
    pen.line([box.at(0.5, 0.53), box.at(0.95, 0.36)], ink, _BOLD)
    pen.line([box.at(0.04, base), box.at(0.96, base)], ink, _THIN)


_BUNKER: tuple[Point, ...] = (
    (0.1, 0.84),
    (0.16, 0.34),
    (0.27, 0.18),
    (0.72, 0.18),
    (0.76, 0.34),
    (0.76, 0.84),
)


def _bridge(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
    """The lying E of engineers."""
    pen.line(
        [box.at(0.2, 0.78), box.at(0.2, 0.3), box.at(0.8, 0.3), box.at(0.8, 0.78)], ink, _BOLD, rounded=False
    )
    pen.line([box.at(0.5, 0.3), box.at(0.5, 0.78)], ink, _BOLD)


def _machine_gun(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
    """An arrow on a bar."""
    pen.line([box.at(0.5, 0.86), box.at(0.5, 0.2)], ink, _BOLD)
    pen.line([box.at(0.36, 0.4), box.at(0.5, 0.14), box.at(0.64, 0.4)], ink, _BOLD)
    pen.line([box.at(0.34, 0.84), box.at(0.66, 0.84)], ink, _BOLD)


def _shield(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
    """The filled corner of security and training troops."""
    inner = box.shrunk(0.5)
    pen.polygon([inner.at(0, 0), inner.at(1, 0), inner.at(0.5, 0.5)], ink)


_PARAPET = 0.64  # of the frame: where the sky above a wall ends


def _above_wall(box: Box) -> Box:
    return Box(box.left, box.top, box.right, box.at(0, _PARAPET)[1])


def _cross_above(pen: Pen, box: Box, ink: Color, fill: Color) -> None:
    """The infantry's cross, in the room that a wall leaves."""
    _cross(pen, _above_wall(box), ink, fill)


def _east_above(pen: Pen, box: Box, ink: Color, fill: Color) -> None:
    """The filled right quarter of an Ost battalion, above a wall."""
    _east(pen, _above_wall(box), ink, fill)


def _battlement(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
    """A wall with its merlons along the foot: bound to a fortress."""
    inner = box.shrunk(0.5)
    pen.rect(Box(inner.left, box.at(0, 0.84)[1], inner.right, inner.bottom), fill=ink)
    for across in (0.11, 0.37, 0.63, 0.89):
        (left, top), (right, _) = box.at(across - 0.075, 0.72), box.at(across + 0.075, 0)
        pen.rect(Box(left, top, right, inner.bottom), fill=ink)


def _fort(pen: Pen, box: Box, ink: Color, fill: Color) -> None:
    """A strongpoint: crenellated walls with an embrasure."""
    pen.polygon([box.at(x, y) for x, y in _WALLS], ink)
    pen.polygon([box.at(0.36, 0.56), box.at(0.64, 0.56), box.at(0.58, 0.7), box.at(0.42, 0.7)], fill)


_WALLS: tuple[Point, ...] = (
    (0.12, 0.88), (0.2, 0.18), (0.34, 0.18), (0.34, 0.34), (0.43, 0.34), (0.43, 0.18), (0.57, 0.18),
    (0.57, 0.34), (0.66, 0.34), (0.66, 0.18), (0.8, 0.18), (0.88, 0.88),
)  # fmt: skip


def _pillbox(pen: Pen, box: Box, ink: Color, fill: Color) -> None:
    """A low bunker from the front: roof slab, firing slit, gun."""
    pen.polygon([box.at(x, y) for x, y in _SLABS], ink)
    pen.polygon([box.at(0.3, 0.44), box.at(0.7, 0.44), box.at(0.64, 0.62), box.at(0.36, 0.62)], fill)
    pen.disc(box.at(0.5, 0.53), box.height * 0.075, ink)


_SLABS: tuple[Point, ...] = (
    (0.06, 0.88), (0.2, 0.34), (0.12, 0.34), (0.2, 0.16), (0.8, 0.16), (0.88, 0.34), (0.8, 0.34),
    (0.94, 0.88),
)  # fmt: skip


def _small_bridge(foot: float) -> Part:
    """The lying E of engineers within a track, or above canopies."""

    def part(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
        top = foot - 0.25
        legs = [box.at(0.3, foot), box.at(0.3, top), box.at(0.7, top), box.at(0.7, foot)]
        pen.line(legs, ink, _THIN, rounded=False)
        pen.line([box.at(0.5, top), box.at(0.5, foot)], ink, _THIN)

    return part


def _vault(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
    """The filled foot of a dome: heavy guns."""
    x, foot = box.at(0.5, 0.97)
    pen.polygon(arc_points((x, foot), (box.width * 0.3, box.height * 0.36), 180, 360), ink)


def _peak(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
    """A mountain on the foot of the frame."""
    inner = box.shrunk(_THIN / 2)
    pen.polygon([inner.at(0.3, 1), inner.at(0.5, 0.62), inner.at(0.7, 1)], ink)


def _mortar(top: float, foot: float) -> Part:
    """An arrow on a ring: mortars and heavy machine guns."""

    def part(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
        radius, high = box.height * 0.13, foot - top
        x, y = box.at(0.5, foot)
        pen.ring((x, y - radius), radius, ink, _THIN)
        pen.line([(x, y - 2 * radius), box.at(0.5, top)], ink, _BOLD)
        head = [box.at(0.4, top + 0.3 * high), box.at(0.5, top), box.at(0.6, top + 0.3 * high)]
        pen.line(head, ink, _BOLD)

    return part


def _beacon(pen: Pen, box: Box, ink: Color, _fill: Color) -> None:
    """The light that guides the others in."""
    pen.polygon(regular_star(box.at(0.5, 0.37), box.height * 0.31, points=4, waist=0.36), ink)


_GUN = _disc_at(0.5, 0.5, 0.21)
_GUN_HIGH = _disc_at(0.5, 0.36, 0.19)
_GUN_LOW = _disc_at(0.5, 0.76, 0.17)

GLYPHS: Mapping[str, tuple[Part, ...]] = MappingProxyType(
    {
        "infantry": (_cross,),
        "motorised-infantry": (_cross, _wheels),
        "ranger": (_cross, _letter("R")),
        "commando": (_cross, _letter("C")),
        "fusilier": (_cross, _letter("F")),
        "marine": (_cross, _letter("M")),
        "panzer-grenadier": (_cross, _track),
        "parachute": (_cross, _canopy),
        "glider": (_cross, _wings),
        "mechanized": (_cross, _small_track),
        "garrison": (_cross_above, _battlement),
        "ost-garrison": (_cross_above, _east_above, _battlement),
        "mobile": (_cross, _bicycle),
        "static": (_cross, _static),
        "ost": (_cross, _east),
        "security": (_cross, _shield),
        "tank": (_track,),
        "armored-cavalry": (_track, _stroke_up),
        "assault-gun": (_track, _wedge),
        "artillery": (_GUN,),
        "motorised-artillery": (_GUN, _wheels),
        "self-propelled-artillery": (_small_track, _GUN),
        "parachute-artillery": (_GUN_HIGH, _canopy),
        "glider-artillery": (_GUN_HIGH, _wings),
        "nebelwerfer": (_rockets, _GUN_LOW),
        "flak": (_dome,),
        "pak": (_wedge,),
        "coastal": (_casemate,),
        "strongpoint": (_fort,),
        "pillbox": (_pillbox,),
        "engineer": (_bridge,),
        "recon": (_stroke_up,),
        "machine-gun": (_machine_gun,),
        "headquarters": (_initials,),
        "construction": (_bridge, _static),
        "armored-engineer": (_track, _small_bridge(0.62)),
        "airborne-engineer": (_small_bridge(0.5), _canopy),
        "heavy-flak": (_dome, _vault),
        "mountain-artillery": (_disc_at(0.5, 0.33, 0.19), _peak),
        "heavy-weapons": (_mortar(0.13, 0.88),),
        "airborne-heavy-weapons": (_mortar(0.14, 0.68), _canopy),
        "pathfinder": (_beacon, _canopy),
    }
)
KINDS: tuple[str, ...] = tuple(GLYPHS)
