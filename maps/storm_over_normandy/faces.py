"""The face of an Area: circle with number and Defensive Value, marks beside it, name, control box."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

from maps.board import Space
from maps.drawing import Canvas, Colour, spin
from maps.geography import Point
from maps.geometry import AreaShape, Box
from maps.lettering import text_rect, text_width
from maps.room import Rect
from maps.symbols import INK, RED, emblem
from module_builder.vassal.values import dataclass

__all__ = [
    "BOCAGE",
    "CIRCLE",
    "CONTROL",
    "OPEN",
    "Block",
    "area_block",
    "area_rects",
    "circle",
    "control_box",
    "mark",
    "paint_area",
    "strongpoints",
]

CIRCLE = 92.0
CONTROL = 92.0  # holds a marker of half an inch
BOCAGE: Colour = (96, 150, 74)
OPEN: Colour = (120, 168, 214)
_NAME = 39.0
_LEADING = 37.0
_MARK = 58.0
_GAP = 7.0
_HALO: Colour = (250, 245, 226)
_WHITE: Colour = (252, 249, 240)
_GOLD: Colour = (240, 204, 96)
_GREEN: Colour = (58, 96, 54)
_MAROON: Colour = (132, 40, 56)
_BLUE: Colour = (34, 58, 122)
_FLAGS = {"sword": "british", "gold": "british", "juno": "canadian"}
_CARD_BONUS = (5, 7)


@dataclass(frozen=True, slots=True)
class Block:
    """Circle, marks and name of an Area as one rectangle.

    Parameters
    ----------
    marks
        What stands right of the circle, and how far from the middle of the circle.

    Examples
    --------
    >>> area_block(Space("caen", "Caen", "area", {"number": 5, "vp": 2}), 300).marks
    (('vp', 82.0), ('card', 147.0))
    """

    lines: tuple[str, ...]
    size: Point
    circle: Point
    name: Point
    marks: tuple[tuple[str, float], ...]


def _marks(space: Space) -> list[str]:
    """What stands beside the circle, in this order."""
    found = {
        "vp": bool(space["vp"]),
        "card": space["number"] in _CARD_BONUS,
        "us-airborne": bool(space["us-airborne"]),
        "british-airborne": bool(space["british-airborne"]),
        "flag": bool(space["beach"]),
    }
    return [what for what, shown in found.items() if shown]


def area_block(space: Space, width: float) -> Block:
    """Lay out the face of an Area.

    Parameters
    ----------
    width
        Width of the Area in board pixels.

    Examples
    --------
    >>> area_block(Space("x", "St-Jean-de-Daye", "area", {"number": 38}), 300).lines
    ('St-Jean-', 'de-Daye')
    """
    marks = _marks(space)
    first = CIRCLE / 2 + _GAP + _MARK / 2
    placed = tuple((what, first + i * (_MARK + _GAP)) for i, what in enumerate(marks))
    row = CIRCLE + len(marks) * (_MARK + _GAP)
    lines = _broken(space.name, max(170.0, row, min(300.0, width * 0.6)))
    wide = max([row, *(text_width(line, "heavy", _NAME) for line in lines)]) + 10
    below = _LEADING * len(lines) + 6
    high = CIRCLE + below
    return Block(
        lines, (wide, high), ((CIRCLE - row) / 2, (CIRCLE - high) / 2), (0.0, (high - below) / 2), placed
    )


def _broken(name: str, width: float) -> tuple[str, ...]:
    """A name in one or two lines: it may break after a blank or a hyphen, but no beach loses its number."""
    if text_width(name, "heavy", _NAME) <= width or name[-1].isdigit():
        return (name,)
    cuts = [i + 1 for i, letter in enumerate(name) if letter in " -"]
    found: list[tuple[str, ...]] = [(name[:cut].rstrip(), name[cut:]) for cut in cuts]
    return min(found or [(name,)], key=lambda lines: max(text_width(line, "heavy", _NAME) for line in lines))


def circle(canvas: Canvas, at: Point, size: float, *, number: str, value: str, back: Colour) -> None:
    """Draw the circle: number above on its colour, Defensive Value below."""
    (x, y), r = at, size / 2
    canvas.circle(at, r, fill=_WHITE)
    half = [(x - r * math.cos(a * math.pi / 24), y - r * math.sin(a * math.pi / 24)) for a in range(25)]
    canvas.polygon(half, fill=back)
    canvas.circle(at, r, outline=INK, width=4.4)
    canvas.line([(x - r + 2, y), (x + r - 2, y)], INK, 3.4)
    canvas.text((x, y - r * 0.44), number, face="bold", size=size * 0.40, fill=INK)
    canvas.text((x, y + r * 0.46), value, face="bold", size=size * 0.38, fill=INK)


def control_box(canvas: Canvas, at: Point, side: str, size: float = CONTROL) -> None:
    """Draw a control box with the sign of the side that holds the Area at the start.

    Parameters
    ----------
    side
        ``german`` or ``allied``.
    """
    r = size / 2
    corners = Box(at[0] - r, at[1] - r, size, size).corners
    canvas.polygon(
        corners, fill=(214, 214, 206) if side == "german" else (206, 216, 178), outline=INK, width=4.0
    )
    emblem(canvas, at, size * 0.62, "german" if side == "german" else "us")


def mark(canvas: Canvas, at: Point, what: str, *, words: str = "") -> None:
    """Draw one of the marks that stand beside the circle.

    Parameters
    ----------
    what
        ``vp``, ``card``, ``us-airborne``, ``british-airborne`` or ``flag``.
    words
        Victory Points, or the beach of a flag.
    """
    painters: dict[str, Callable[[Canvas, Point, str], None]] = {
        "vp": _points,
        "card": _card,
        "us-airborne": _parachute,
        "british-airborne": _parachute,
        "flag": _flag,
    }
    painters[what](canvas, at, what if what.endswith("airborne") else words)


def _points(canvas: Canvas, at: Point, words: str) -> None:
    """Victory Points: a golden hexagon."""
    corners = [
        (_MARK * 0.53 * math.cos(a), _MARK * 0.53 * math.sin(a)) for a in (i * math.pi / 3 for i in range(6))
    ]
    canvas.polygon(spin(corners, at, 0), fill=_GOLD, outline=INK, width=3.4)
    canvas.text(at, words, face="bold", size=_MARK * 0.68, fill=INK)


def _card(canvas: Canvas, at: Point, _words: str) -> None:
    """A card more for who holds both Areas of the pair."""
    w, h = _MARK * 0.66, _MARK * 0.94
    for angle, fill in ((-12, (196, 96, 84)), (6, _WHITE)):
        canvas.polygon(
            spin([(-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2)], at, angle),
            fill=fill,
            outline=INK,
            width=3.0,
        )
    canvas.text(at, "+1", face="bold", size=_MARK * 0.46, fill=INK)


def _parachute(canvas: Canvas, at: Point, what: str) -> None:
    """An airborne symbol: a canopy on the colour of its army, with the army's letters."""
    (x, y), r = at, _MARK / 2
    american = what.startswith("us")
    canvas.circle(at, r, fill=_GREEN if american else _MAROON, outline=INK, width=3.4)
    top = y - r * 0.10
    dome = [
        (x - r * 0.68 * math.cos(a * math.pi / 12), top - r * 0.62 * math.sin(a * math.pi / 12))
        for a in range(13)
    ]
    canvas.polygon(dome, fill=_WHITE)
    for dx in (-0.64, -0.22, 0.22, 0.64):
        canvas.line([(x + dx * r, top), (x, y + r * 0.36)], _WHITE, 2.0)
    canvas.text((x, y + r * 0.52), "US" if american else "GB", face="bold", size=r * 0.60, fill=_WHITE)


def _flag(canvas: Canvas, at: Point, beach: str) -> None:
    """A flag on its pole: a beach of this nation's army."""
    x, y = at
    left, top, w, h = x - _MARK * 0.42, y - _MARK * 0.44, _MARK * 0.90, _MARK * 0.56
    canvas.line([(left, top - 4), (left, y + _MARK * 0.52)], INK, 5.0)
    nation = _FLAGS.get(beach, "us")
    ground = {"us": _WHITE, "british": _BLUE, "canadian": RED}[nation]
    canvas.polygon(Box(left, top, w, h).corners, fill=ground)
    if nation == "us":
        for i in range(0, 7, 2):
            canvas.polygon(Box(left, top + i * h / 7, w, h / 7).corners, fill=RED)
        canvas.polygon(Box(left, top, w * 0.45, h * 4 / 7).corners, fill=_BLUE)
    else:
        jack = Box(left, top, w, h) if nation == "british" else Box(left, top, w * 0.5, h * 0.5)
        _jack(canvas, jack)
    canvas.polygon(Box(left, top, w, h).corners, outline=INK, width=2.6)


def _jack(canvas: Canvas, box: Box) -> None:
    """The crosses of the Union Flag in a rectangle."""
    canvas.polygon(box.corners, fill=_BLUE)
    (x0, y0), _, (x1, y1), _ = box.corners
    (x, y), k = box.middle, box.height
    for width, colour in ((k * 0.24, _WHITE), (k * 0.09, RED)):
        canvas.line([(x0 + 2, y0 + 2), (x1 - 2, y1 - 2)], colour, width * 0.8)
        canvas.line([(x0 + 2, y1 - 2), (x1 - 2, y0 + 2)], colour, width * 0.8)
    for width, colour in ((k * 0.36, _WHITE), (k * 0.20, RED)):
        canvas.polygon(Box(x - width / 2, y0, width, box.height).corners, fill=colour)
        canvas.polygon(Box(x0, y - width / 2, box.width, width).corners, fill=colour)


def area_rects(shape: AreaShape, space: Space) -> Iterator[Rect]:
    """What lettering, symbols and boxes of an Area take: left, top, right, bottom."""
    block = _block(shape, space)
    for (x, y), half in ((shape.symbol, CIRCLE / 2), (shape.control, CONTROL / 2)):
        yield x - half - 3, y - half - 3, x + half + 3, y + half + 3
    for _, away in block.marks:
        (x, y), half = (shape.symbol[0] + away, shape.symbol[1]), _MARK / 2 + 3
        yield x - half, y - half, x + half, y + half
    if shape.fortification is not None:
        (x, y), half = shape.fortification, CONTROL / 2 + 3
        yield x - half, y - half, x + half, y + half
    for line, at in _name_lines(shape, block):
        left, top, right, bottom = text_rect(line, at, "heavy", _NAME)
        yield left - 5, top - 4, right + 5, bottom + 4


def _block(shape: AreaShape, space: Space) -> Block:
    xs = [x for x, _ in shape.polygon]
    return area_block(space, max(xs) - min(xs))


def _name_lines(shape: AreaShape, block: Block) -> Iterator[tuple[str, Point]]:
    for i, line in enumerate(block.lines):
        yield line, (shape.name[0], shape.name[1] + (i - (len(block.lines) - 1) / 2) * _LEADING)


def paint_area(canvas: Canvas, shape: AreaShape, space: Space) -> None:
    """Paint everything that is printed in one Area."""
    ys = [y for _, y in shape.polygon]
    if not canvas.shows(min(ys) - 60, max(ys) + 60):
        return
    block = _block(shape, space)
    if shape.fortification is not None:
        strongpoints(canvas, shape.fortification)
    control_box(canvas, shape.control, str(space["start"]))
    circle(
        canvas,
        shape.symbol,
        CIRCLE,
        number=str(space["number"]),
        value=f"+{space['dv']}{'*' if space['star'] else ''}",
        back=BOCAGE if space["bocage"] else OPEN,
    )
    for what, away in block.marks:
        words = str(space["vp"]) if what == "vp" else str(space["beach"])
        mark(canvas, (shape.symbol[0] + away, shape.symbol[1]), what, words=words)
    for line, at in _name_lines(shape, block):
        canvas.text(at, line, face="heavy", size=_NAME, fill=RED if space["red"] else INK, halo=_HALO)


def strongpoints(canvas: Canvas, at: Point, size: float = CONTROL) -> None:
    """Draw where the strongpoints of a beach stand: a bunker in a pale frame."""
    (x, y), r = at, size / 2
    canvas.polygon(
        Box(x - r, y - r, 2 * r, 2 * r).corners, fill=(222, 210, 172), outline=(140, 118, 76), width=2.6
    )
    wall = [(-0.72, 0.5), (-0.52, -0.28), (-0.3, -0.44), (0.3, -0.44), (0.52, -0.28), (0.72, 0.5)]
    canvas.polygon([(x + dx * r, y + dy * r) for dx, dy in wall], fill=(168, 152, 116))
    canvas.polygon(Box(x - r * 0.34, y - r * 0.14, r * 0.68, r * 0.20).corners, fill=(84, 74, 56))
