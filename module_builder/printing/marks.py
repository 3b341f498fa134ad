"""What is printed round the pieces: marks for cutting and folding, marks for registration, lines of print.

Everything lies outside the bleed, save full cut lines and the preview of rounded corners, which lie on the
cut. The preview is a hairline, for a corner punch finds its place by the edges that are cut and the line goes
with the cut. It is printed on fronts only, since a back a little out of place would keep it, save a back
sheet that is cut by itself; and not for a cutter, which cuts the curve by itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from module_builder.printing.page import Circle, Item, Line, Outline, Polygon, Rect, Text
from module_builder.printing.places import (
    CAPTION,
    CUTTER_ARM,
    CUTTER_INSET,
    MARK_GAP,
    MARK_LENGTH,
    Band,
    Sheet,
    reach,
)
from module_builder.printing.preset import Axis, Preset

__all__ = [
    "BAR",
    "caption",
    "control_bar",
    "corner_preview",
    "crop_marks",
    "crosshairs",
    "cutter_marks",
    "fold_line",
]

BAR = 100.0
"""What the control bar must measure."""

_INK = "#000000"
_THIN = 0.1
_FULL = 0.06
_PREVIEW = "#7f7f7f"
_SIZE = 2.1  # 6 point
_EM = 0.53  # mean width of a letter by the em size
_RISE = 0.62  # from the foot of the line of print to its base line
_CUTTER_LINE = 1.0
_FOLD, _DASH = 0.2, (3.0, 1.5)
_SMALL, _BESIDE = 1.8, 0.6
_CROSS, _RING = 1.5, 0.8
_TICK = 1.6
_BAR_TEXT = "this line measures 100 mm"


def crop_marks(sheet: Sheet, preset: Preset) -> tuple[Line, ...]:
    """Marks at both ends of every cut, or the whole cuts over the pieces and their bleed.

    Parameters
    ----------
    sheet
        Where the pieces lie.
    preset
        Bleed, and whether the lines run through.

    Returns
    -------
    tuple of Line

    Examples
    --------
    >>> band = Band(Rect(50, 50, 20, 20), (50, 70), (50, 70))
    >>> sheet = Sheet(210, 297, (), (band,), band.box)
    >>> mark = crop_marks(sheet, Preset("mine", "Mine", (210, 297), bleed=0.6))[0]
    >>> round(mark.y1, 3), round(mark.y2, 3)
    (45.4, 48.4)
    """
    if preset.cut_lines == "full":
        return tuple(line for band in sheet.bands for line in _full(band, preset.bleed))
    return tuple(line for band in sheet.bands for line in _ends(band, preset.bleed + MARK_GAP))


def _ends(band: Band, clear: float) -> Iterator[Line]:
    left, above, right, below = band.marks
    box = band.box
    for x in band.xs:
        yield Line(x, box.y - clear - above, x, box.y - clear, _THIN)
        yield Line(x, box.bottom + clear, x, box.bottom + clear + below, _THIN)
    for y in band.ys:
        yield Line(box.x - clear - left, y, box.x - clear, y, _THIN)
        yield Line(box.right + clear, y, box.right + clear + right, y, _THIN)


def _full(band: Band, over: float) -> Iterator[Line]:
    for x in band.xs:
        yield Line(x, band.box.y - over, x, band.box.bottom + over, _FULL)
    for y in band.ys:
        yield Line(band.box.x - over, y, band.box.right + over, y, _FULL)


def crosshairs(sheet: Sheet, preset: Preset) -> tuple[Item, ...]:
    """Four targets off the corners of the grid; those of front and back meet through the paper.

    Parameters
    ----------
    sheet
        Where the pieces lie.
    preset
        Bleed.

    Returns
    -------
    tuple of Item

    Examples
    --------
    >>> sheet = Sheet(210, 297, (), (), Rect(20, 20, 170, 257))
    >>> len(crosshairs(sheet, Preset("mine", "Mine", (210, 297))))
    12
    """
    box = _whole(sheet).grown(preset.bleed + MARK_GAP + MARK_LENGTH - _CROSS)
    corners = [(x, y) for y in (box.y, box.bottom) for x in (box.x, box.right)]
    return tuple(item for x, y in corners for item in _target(x, y))


def _target(x: float, y: float) -> Iterator[Item]:
    yield Line(x - _CROSS, y, x + _CROSS, y, _THIN)
    yield Line(x, y - _CROSS, x, y + _CROSS, _THIN)
    yield Circle(x, y, _RING, None, _INK, _THIN)


def cutter_marks(width: float, height: float) -> tuple[Polygon, ...]:
    """Return the three marks of a desktop cutter: a square upper left, angles upper right and lower left.

    Parameters
    ----------
    width, height
        Of the page.

    Returns
    -------
    tuple of Polygon

    Examples
    --------
    >>> cutter_marks(210, 297)[0].points
    ((10.0, 10.0), (15.0, 10.0), (15.0, 15.0), (10.0, 15.0))
    """
    near, arm, line = CUTTER_INSET, CUTTER_ARM, _CUTTER_LINE
    right, below = width - near, height - near
    square = Rect(near, near, arm, arm)
    return (
        Polygon(
            ((near, near), (square.right, near), (square.right, square.bottom), (near, square.bottom)), _INK
        ),
        Polygon(_angle((right, near), -arm, arm, line), _INK),
        Polygon(_angle((near, below), arm, -arm, line), _INK),
    )


def _angle(
    corner: tuple[float, float], across: float, down: float, line: float
) -> tuple[tuple[float, float], ...]:
    """Outline of two arms from a corner; the signs say which way they go."""
    x, y = corner
    dx = line if across > 0 else -line
    dy = line if down > 0 else -line
    return (
        (x, y),
        (x + across, y),
        (x + across, y + dy),
        (x + dx, y + dy),
        (x + dx, y + down),
        (x, y + down),
    )


def caption(sheet: Sheet, preset: Preset, text: str) -> tuple[Text, ...]:
    """One line of print at the foot of the page, or up its left side where there is no room below.

    Parameters
    ----------
    sheet
        Where the pieces lie.
    preset
        Margin and marks.
    text
        What it says; printed smaller where it is too long.

    Returns
    -------
    tuple of Text

    Examples
    --------
    >>> sheet = Sheet(210, 297, (), (), Rect(20, 20, 170, 257))
    >>> [text.anchor for text in caption(sheet, Preset("mine", "Mine", (210, 297)), "sheet 1 of 2, front")]
    ['middle']
    """
    edge = preset.margin + (sheet.finished.x if sheet.finished else 0.0)
    below = _strip_below(sheet, preset)
    room = (sheet.width if below else sheet.height) - 2 * edge
    size = min(_SIZE, room / (_EM * max(1, len(text))))
    if below:
        return (Text(sheet.width / 2, sheet.height - edge - _RISE, text, size, "middle"),)
    return (Text(edge + CAPTION - _RISE, sheet.height / 2, text, size, "middle", quarter=270),)


def control_bar(sheet: Sheet, preset: Preset) -> tuple[Item, ...]:
    """Return a line that must measure 100 mm, opposite to the caption, or nothing on a page too small for it.

    Parameters
    ----------
    sheet
        Where the pieces lie.
    preset
        Margin and marks.

    Returns
    -------
    tuple of Item

    Examples
    --------
    >>> sheet = Sheet(80, 130, (), (), Rect(10, 20, 60, 90))
    >>> control_bar(sheet, Preset("small", "Small", (80, 130)))
    ()
    """
    edge = preset.margin + (sheet.finished.x if sheet.finished else 0.0)
    above = _strip_below(sheet, preset)
    side = sheet.width if above else sheet.height
    if side - 2 * edge < BAR:
        return ()
    middle, at = side / 2, edge + CAPTION / 2
    half = len(_BAR_TEXT) * _EM * _SIZE / 2 + 1
    spans = [
        (middle - BAR / 2, middle - half, 0.0),
        (middle + half, middle + BAR / 2, 0.0),
        (middle - BAR / 2, middle - BAR / 2, _TICK / 2),
        (middle + BAR / 2, middle + BAR / 2, _TICK / 2),
    ]
    if above:
        print_ = Text(middle, edge + CAPTION - _RISE - 0.1, _BAR_TEXT, _SIZE, "middle")
        return (*(Line(a, at - t, b, at + t, _THIN) for a, b, t in spans), print_)
    x = sheet.width - at
    print_ = Text(sheet.width - edge - _RISE - 0.1, middle, _BAR_TEXT, _SIZE, "middle", quarter=270)
    return (*(Line(x - t, a, x + t, b, _THIN) for a, b, t in spans), print_)


def corner_preview(sheet: Sheet, preset: Preset) -> tuple[Outline, ...]:
    """Hairlines where rounded corners will be cut; none for square corners, and none for a cutter.

    Parameters
    ----------
    sheet
        Where the pieces lie.
    preset
        Radius, and what cuts.

    Returns
    -------
    tuple of Outline

    Examples
    --------
    >>> corner_preview(Sheet(210, 297, (), (), Rect(20, 20, 170, 257)), Preset("mine", "Mine", (210, 297)))
    ()
    """
    if not preset.corner or preset.registration == "cutter":
        return ()
    boxes = [cell.trim for cell in sheet.cells]
    return tuple(
        Outline(box, None, _PREVIEW, _THIN, min(preset.corner, box.width / 2, box.height / 2))
        for box in boxes
    )


def fold_line(sheet: Sheet, preset: Preset) -> tuple[Item, ...]:
    """Return the dashed line in the middle of the page along which a gutterfold is folded.

    Parameters
    ----------
    sheet
        Fronts.
    preset
        Marks, which it reaches as far as.

    Returns
    -------
    tuple of Item

    Examples
    --------
    >>> sheet = Sheet(210, 297, (), (), Rect(20, 20, 80, 257), fold="vertical")
    >>> fold_line(sheet, Preset("mine", "Mine", (210, 297)))[0].x1
    105.0
    """
    if not sheet.fold:
        return ()
    over = reach(preset)
    if sheet.fold == "vertical":
        x = sheet.width / 2
        line = Line(x, sheet.frame.y - over, x, sheet.frame.bottom + over, _FOLD, _INK, _DASH)
        x += _BESIDE + 0.75 * _SMALL
        return line, Text(x, sheet.frame.y - over, "fold", _SMALL, "end", quarter=270)
    y = sheet.height / 2
    line = Line(sheet.frame.x - over, y, sheet.frame.right + over, y, _FOLD, _INK, _DASH)
    return line, Text(sheet.frame.x - over, y - _BESIDE, "fold", _SMALL)


def _whole(sheet: Sheet) -> Rect:
    """The grid; with a fold, from the outer edge of the fronts to that of the backs."""
    frame, axis = sheet.frame, sheet.fold
    if axis is None:
        return frame
    return _joined(frame, sheet.mirrored(axis).frame, axis)


def _joined(one: Rect, other: Rect, axis: Axis) -> Rect:
    if axis == "vertical":
        x = min(one.x, other.x)
        return Rect(x, one.y, max(one.right, other.right) - x, one.height)
    y = min(one.y, other.y)
    return Rect(one.x, y, one.width, max(one.bottom, other.bottom) - y)


def _strip_below(sheet: Sheet, preset: Preset) -> bool:
    """Tell whether the line of print has room at the foot of the page."""
    edge = preset.margin + (sheet.finished.x if sheet.finished else 0.0)
    return sheet.height - edge - CAPTION >= _whole(sheet).bottom + reach(preset) - 1e-6
