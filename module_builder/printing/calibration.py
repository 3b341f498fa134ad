"""The page that shows where a printer puts front and back: print it, read two crosses, store what is read.

What is read is what is stored, and what is stored is the `Shift` of the page; nobody turns a sign round. Let
F and B be what the printer does to a front and to a back, each seen from its own side with the page upright,
M the turning over of the sheet, and c the middle of the page.

- *Front.* The creases of a sheet folded in half both ways cross in c. Read on the front's scales they cross
  at ``F⁻¹(c) - c``. A page moved by that has its middle printed in the middle of the paper.
- *Back.* Against the light, with the back towards the reader, the front's cross is seen at ``M(F(c))``. Read
  on the back's grid it lies at ``B⁻¹(M(F(c))) - c``. Fronts and backs coincide where the back is moved by
  ``B⁻¹ M F M``, which is a turn about c, then a step; the reading of the cross is that step, exactly, and the
  angle at which the front's long line lies to the back's scales is that turn.
- *Tenths.* Round the cross stand four combs: strokes 1 mm apart on the front, 1.1 mm apart on the back. Of
  the back's strokes the one with the figure ``j`` meets one of the front's where the step, at that comb, is
  ``j`` tenths more than a whole number. A turn moves two opposite combs by as much, one each way:
  their mean is the step in the middle.
- *Angle.* The two end scales are drawn in halves of degrees over the distance between them, each with its
  plus in the direction in which a clockwise turn moves the line there: their sum is the angle, whatever the
  step.

All of it holds for a front that is printed as it is. A front that is moved takes its back with it, which
`module_builder.printing.printers.Profile.shifts` works out.
"""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator

from counters.fonts import advance
from counters.paragraphs import LEADING, fit_paragraph, wrapped
from maps.errors import DataError
from module_builder.printing.page import Circle, Document, Item, Line, Outline, Page, Rect, Text
from module_builder.vassal.values import dataclass

__all__ = ["COMB", "REACH", "TENTHS", "calibration_document", "end_scales"]

REACH = 8
"""Millimetres on each side of the middle that the scales measure."""
COMB = 26.0
"""From the middle of the page to the middle of each comb."""
TENTHS = 1.1
"""Millimetres between the strokes of a comb on the back; those on the front stand 1 mm apart."""

_LEAST = (140.0, 200.0)
_END = 35.0  # from the end scales to the edge of the page
_EDGE = 12.0  # from writing to the edge
_KEEP = 17.0  # from writing to the cross and its combs
_BELOW = COMB + 10.0  # from the middle to what is written across the page
_TEETH = (REACH + 6, 6.0), (5, 2.6)  # of a comb in front and behind: strokes on each side, half a stroke
_LARGEST, _SMALLEST = 3.5, 2.0
_FIGURE = 1.9
_TOOTH = 1.7  # of the figures of a comb
_PALE = "#707070"
_FRONT = """\
1  Print both pages on one sheet: two-sided, turned on the {flip} edge, at 100 % (actual size).

2  The bar at the foot measures 100 mm. If not, the printer scales: set it to 100 %.

3  Fold the sheet in half both ways, edge on edge. Read on the scales of the cross where the creases \
cross: x across, y down. This is --front.

4  Unfold it and go on with the other side."""
_BACK = """\
5  Hold the sheet against the light, this side towards you, this writing upright. Read on the grid \
where the middle of the front's cross lies: x across, y down.

6  Tenths: on each of the four small scales one stroke meets one of the front's. Its figure is the tenths \
above or below a whole number. Take the mean of the upper and lower scale for x, of left and right for y: \
about 1.6 on the grid and -4 here is 2 - 0.4.

7  Read where the front's long line cuts the scale at the {first} and the one at the {last}. Add the two \
figures with their signs: the angle. x,y,angle is --back.

8  Thick paper: prick the middle of the cross and the two rings with a pin from the front, and read the \
holes."""


@dataclass(frozen=True, slots=True)
class EndScale:
    """A scale across the end of the long line.

    Parameters
    ----------
    x, y
        Its zero, from the middle of the page.
    along
        Direction of its plus: unit vector.
    degree
        Millimetres to one degree.

    Examples
    --------
    >>> EndScale(0, -100, (1, 0), 3.5).along
    (1, 0)
    """

    x: float
    y: float
    along: tuple[int, int]
    degree: float


def end_scales(paper: tuple[float, float]) -> tuple[EndScale, EndScale]:
    """Place the two scales whose sum is the angle.

    Parameters
    ----------
    paper
        Width and height in millimetres; the scales stand at the ends of the longer one.

    Returns
    -------
    tuple of EndScale
        Upper and lower, or left and right.

    Examples
    --------
    >>> [(scale.x, scale.y, scale.along) for scale in end_scales((210, 297))]
    [(0.0, -113.5, (1, 0)), (0.0, 113.5, (-1, 0))]
    """
    width, height = paper
    reach = max(width, height) / 2 - _END
    degree = 2 * reach * math.radians(1)
    ends = ((0, -1), (0, 1)) if height >= width else ((-1, 0), (1, 0))
    first, last = (EndScale(reach * x, reach * y, (-y, x), degree) for x, y in ends)
    return first, last


def calibration_document(name: str, paper: tuple[float, float], *, flip: str = "long") -> Document:
    """Make the two pages for one printer.

    Parameters
    ----------
    name
        Of the printer, for the command on the page.
    paper
        Width and height in millimetres as the page lies.
    flip
        Edge about which the printer turns the sheet: ``long`` or ``short``. The pages are alike, the sheet is
        not.

    Returns
    -------
    Document
        Front and back.

    Raises
    ------
    maps.errors.DataError
        The paper is too small, or there is no such flip.

    Examples
    --------
    >>> [page.name for page in calibration_document("office", (210, 297)).pages]
    ['front', 'back']
    """
    if flip not in {"long", "short"}:
        raise DataError("flip", flip, "long or short")
    if min(paper) < _LEAST[0] or max(paper) < _LEAST[1]:
        size = f"{paper[0]:g} x {paper[1]:g} mm"
        raise DataError("paper", size, f"at least {_LEAST[0]:g} x {_LEAST[1]:g} mm for a calibration page")
    front = Page(*paper, items=tuple(_front(name, paper, flip)), name="front")
    back = Page(*paper, items=tuple(_back(name, paper, flip)), name="back")
    facts = {"flip": f"{flip} edge", "paper": f"{paper[0]:g} x {paper[1]:g} mm"}
    return Document(f"Calibration of {name}", (front, back), facts=facts)


# --- sides -----------------------------------------------------------------------------------------------


def _front(name: str, paper: tuple[float, float], flip: str) -> Iterator[Item]:
    """Cross with scales for the creases, rings for a pin, bar of 100 mm, the first steps."""
    x, y = paper[0] / 2, paper[1] / 2
    yield from _cross(paper)
    yield from _crease_scales(x, y)
    yield from _combs(x, y, 1.0, _TEETH[0])
    yield from _bar(x, paper[1] - 13)
    steps = _FRONT.format(flip=flip)
    yield from _writing(f"FRONT of {name}", steps, _quadrant(paper))
    yield from _example(paper, "Example: the dashes are the creases; read 1.5,-0.5", grid=False)


def _back(name: str, paper: tuple[float, float], flip: str) -> Iterator[Item]:
    """Grid for the front's cross, scales for the ends of its long line, the last steps and the command."""
    x, y = paper[0] / 2, paper[1] / 2
    yield from _grid(x, y)
    yield from _combs(x, y, TENTHS, _TEETH[1], figures=True)
    for scale in end_scales(paper):
        yield from _end_scale(scale, x, y)
    first, last = ("top", "bottom") if paper[1] >= paper[0] else ("left", "right")
    steps = _BACK.format(first=first, last=last)
    room = _quadrant(paper)
    yield from _writing(f"BACK of {name}", steps, room)
    turned = " --flip short" if flip == "short" else ""
    command = f"module-builder printer set {shlex.quote(name)} --front x,y --back x,y,angle{turned}"
    below = Rect(room.x, y + _BELOW, paper[0] - 2 * _EDGE, 6)
    yield from _paragraph("9  Type, with what you have read:", below)
    yield from _paragraph(command, Rect(below.x, below.y + 6, below.width, 6), bold=True)
    yield from _example(paper, "Example: the thick cross is seen through the sheet; read 1.5,-0.5", grid=True)


def _quadrant(paper: tuple[float, float]) -> Rect:
    """The room for writing above and to the left of the cross."""
    return Rect(_EDGE, _EDGE, paper[0] / 2 - _EDGE - _KEEP, paper[1] / 2 - _EDGE - _KEEP)


def _writing(title: str, steps: str, room: Rect) -> Iterator[Item]:
    size = min(6.0, room.width / advance(title, 700))
    yield Text(room.x, room.y + size, title, size=size, bold=True)
    below = room.y + size + 3
    yield from _paragraph(steps, Rect(room.x, below, room.width, room.bottom - below))


def _paragraph(text: str, room: Rect, *, bold: bool = False) -> Iterator[Item]:
    """Lines from the top of a room, as large as fits."""
    weight = 700 if bold else 500
    found = fit_paragraph(text, room.width, room.height, largest=_LARGEST, smallest=_SMALLEST, weight=weight)
    if found is None:
        size = f"{room.width:g} x {room.height:g} mm"
        raise DataError("paper", size, "more room for the writing of a calibration page", "take larger paper")
    for row, line in enumerate(wrapped(text, room.width, found.em, weight) or ()):
        if line:
            base = room.y + found.em * (0.93 + LEADING * row)
            yield Text(room.x, base, line, size=found.em, bold=bold)


# --- marks -----------------------------------------------------------------------------------------------


def _cross(paper: tuple[float, float]) -> Iterator[Item]:
    """Two thick lines through the middle, seen through the sheet; a ring round each end of the long one."""
    x, y = paper[0] / 2, paper[1] / 2
    first, last = end_scales(paper)
    across, down = (x - _EDGE, last.y + 6) if last.y else (last.x + 6, y - _EDGE)
    yield Line(x - across, y, x + across, y, width=0.3)
    yield Line(x, y - down, x, y + down, width=0.3)
    for scale in (first, last):
        yield Circle(x + scale.x, y + scale.y, 1.5, width=0.15)


def _crease_scales(x: float, y: float) -> Iterator[Item]:
    """Half millimetres along both lines of the cross."""
    for half in range(-2 * REACH, 2 * REACH + 1):
        at, long = half / 2, 0.8 if half % 2 else 1.4
        yield Line(x + at, y, x + at, y + long, width=0.08)
        yield Line(x, y + at, x + long, y + at, width=0.08)
    for at in range(-REACH, REACH + 1, 2):
        if abs(at) > 2:
            yield Text(x + at, y + 3.2, f"{at}", size=_FIGURE, anchor="middle")
            yield Text(x + 1.9, y + at + _FIGURE * 0.36, f"{at}", size=_FIGURE)
    yield Text(x + REACH + 1.6, y + 3.2, "x", size=2.2, bold=True)
    yield Text(x + 1.9, y + REACH + 3.2, "y", size=2.2, bold=True)


def _grid(x: float, y: float) -> Iterator[Item]:
    """Millimetres and finer halves across and down, figures above and to the left."""
    for at in range(-REACH, REACH + 1):
        width = 0.25 if at == 0 else 0.1
        yield Line(x + at, y - REACH, x + at, y + REACH, width=width)
        yield Line(x - REACH, y + at, x + REACH, y + at, width=width)
    for half in range(-2 * REACH + 1, 2 * REACH, 2):
        yield Line(x + half / 2, y - REACH, x + half / 2, y + REACH, width=0.04)
        yield Line(x - REACH, y + half / 2, x + REACH, y + half / 2, width=0.04)
    for at in range(-REACH, REACH + 1, 2):
        yield Text(x + at, y - REACH - 1.3, f"{at}", size=_FIGURE, anchor="middle")
        yield Text(x - REACH - 1.3, y + at + _FIGURE * 0.36, f"{at}", size=_FIGURE, anchor="end")
    yield Text(x + REACH + 2.2, y - REACH - 1.3, "x", size=2.2, bold=True)
    yield Text(x - REACH - 1.3, y + REACH + 3.2, "y", size=2.2, anchor="end", bold=True)


def _combs(
    x: float, y: float, pitch: float, teeth: tuple[int, float], *, figures: bool = False
) -> Iterator[Item]:
    """Four rows of strokes round the cross: above and below for what lies across, at the sides for down."""
    count, half = teeth
    for side in (-COMB, COMB):
        for tooth in range(-count, count + 1):
            at, width = tooth * pitch, 0.16 if figures and tooth == 0 else 0.08
            yield Line(x + at, y + side - half, x + at, y + side + half, width=width)
            yield Line(x + side - half, y + at, x + side + half, y + at, width=width)
            if figures and tooth in {-4, -2, 0, 2, 4}:
                out = math.copysign(half + 1.6, side)
                yield Text(x + at, y + side + out + _TOOTH * 0.36, f"{tooth}", size=_TOOTH, anchor="middle")
                yield Text(x + side + out, y + at + _TOOTH * 0.36, f"{tooth}", size=_TOOTH, anchor="middle")


def _end_scale(scale: EndScale, x: float, y: float) -> Iterator[Item]:
    """Tenths of a degree across one end; longer strokes for halves and whole degrees, which have figures."""
    tenths = math.floor(REACH / scale.degree * 10)
    along, out = scale.along, (scale.along[1], -scale.along[0])  # out: away from the middle of the page

    def at(value: float, off: float) -> tuple[float, float]:
        step = value * scale.degree
        return x + scale.x + along[0] * step + out[0] * off, y + scale.y + along[1] * step + out[1] * off

    yield Line(*at(-tenths / 10, 0), *at(tenths / 10, 0), width=0.1)
    for tenth in range(-tenths, tenths + 1):
        long = 2.6 if tenth % 10 == 0 else 1.9 if tenth % 5 == 0 else 1.2
        yield Line(*at(tenth / 10, 0), *at(tenth / 10, long), width=0.2 if tenth == 0 else 0.08)
        if tenth % 10 == 0:
            left, base = at(tenth / 10, 3.6)
            yield Text(left, base + _FIGURE * 0.36, f"{tenth // 10}", size=_FIGURE, anchor="middle")


def _example(paper: tuple[float, float], caption: str, *, grid: bool) -> Iterator[Item]:
    """How 1.5,-0.5 looks, enlarged, to the right of the writing."""
    room = _quadrant(paper)
    unit = min(6.0, room.width / 10, room.height / 14)
    x, y = paper[0] - _EDGE - 4.5 * unit, room.y + 4.5 * unit
    reach = 3 * unit
    for at in range(-3, 4):
        step = at * unit
        long = reach if grid else 0.6 * unit
        for line in ((step, -long if grid else 0, step, long), (-long if grid else 0, step, long, step)):
            yield Line(x + line[0], y + line[1], x + line[2], y + line[3], color=_PALE)
        yield Text(x + step, y - 3.5 * unit, f"{at}", size=0.55 * unit, anchor="middle", color=_PALE)
        yield Text(
            x - 3.5 * unit, y + step + 0.2 * unit, f"{at}", size=0.55 * unit, anchor="end", color=_PALE
        )
    for x1, y1, x2, y2 in ((-reach, 0, reach, 0), (0, -reach, 0, reach)):
        yield Line(x + x1, y + y1, x + x2, y + y2, width=0.3, color=_PALE)
    width, dash = (0.7, ()) if grid else (0.25, (1.2, 0.8))
    yield Line(x - reach, y - 0.5 * unit, x + reach, y - 0.5 * unit, width=width, dash=dash)
    yield Line(x + 1.5 * unit, y - reach, x + 1.5 * unit, y + reach, width=width, dash=dash)
    below = Rect(x - 4.5 * unit, y + 4 * unit, 9 * unit, room.height - 8.5 * unit)
    yield from _paragraph(caption, below)


def _bar(x: float, y: float) -> Iterator[Item]:
    """Ten centimetres, dark and light in turn, between two strokes."""
    length = 100
    left = x - length / 2
    for step in range(10):
        if step % 2 == 0:
            yield Outline(Rect(left + 10 * step, y, 10, 2), fill="#000000")
    for edge in (y + 0.05, y + 1.95):
        yield Line(left, edge, left + length, edge)
    yield Line(left, y - 1.5, left, y + 3.5)
    yield Line(left + length, y - 1.5, left + length, y + 3.5)
    yield Text(left + length + 2, y + 2, f"{length} mm", size=2.6)
