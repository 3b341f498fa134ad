"""The key of the map: what each sign means, and how much of the map is reconstructed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from maps.drawing import Canvas, Colour
from maps.geography import Point
from maps.geometry import Box
from maps.lettering import fit
from maps.sheet import Sheet
from maps.sources import share_words
from maps.storm_over_normandy.drawing import boundary
from maps.storm_over_normandy.faces import BOCAGE, OPEN, circle, control_box, mark, strongpoints
from maps.symbols import INK, RED, arrow, panel

__all__ = ["ROAD", "WAVE", "key_painters"]

Painter = Callable[[Canvas], None]
ROAD: Colour = (232, 196, 116)
WAVE: Colour = (238, 244, 246)
_CREAM: Colour = (246, 239, 217)
_COLUMNS = 3
_SIGN = 84.0  # from the left edge of a column to the middle of its signs
_WORDS = 158.0


def key_painters(sheet: Sheet) -> list[Painter]:
    """Painters of the key, in columns.

    Examples
    --------
    >>> from maps.storm_over_normandy.ground import load_sheet
    >>> len(key_painters(load_sheet())) > 10
    True
    """
    x, y, w, h = sheet.furniture["legend"]
    rows = _rows()
    deep, wide = -(-len(rows) // _COLUMNS), w / _COLUMNS
    step = (h - 136) / deep
    painters: list[Painter] = [partial(_panel, box=Box(x, y, w, h), share=sheet.reconstructed)]
    for i, (paint, words) in enumerate(rows):
        column, row = divmod(i, deep)
        at = (x + column * wide, y + 86 + (row + 0.5) * step)
        painters.append(partial(_row, at=at, paint=paint, words=words, room=wide - _WORDS - 16))
    return painters


def _panel(canvas: Canvas, box: Box, share: float | None) -> None:
    panel(canvas, box.corners, fill=_CREAM, width=5)
    canvas.text((box.middle[0], box.y + 50), "KEY", face="heavy", size=50, fill=INK, spacing=0.15)
    if share is not None:
        words = share_words(share)
        size = fit(words, "italic", 30, box.width - 60)
        canvas.text((box.middle[0], box.y + box.height - 32), words, face="italic", size=size, fill=INK)


def _row(canvas: Canvas, at: Point, paint: Callable[[Canvas, Point], None], words: str, room: float) -> None:
    x, y = at
    if canvas.shows(y - 50, y + 50):
        paint(canvas, (x + _SIGN, y))
        size = fit(words, "sans", 33, room)
        canvas.text((x + _WORDS, y), words, face="sans", size=size, fill=INK, anchor="lm")


def _rows() -> list[tuple[Callable[[Canvas, Point], None], str]]:
    """Signs with their words, column by column."""
    return [
        (partial(_circle, number="5", value="+3", back=OPEN), "Number over DV"),
        (partial(_circle, number="16", value="+3", back=BOCAGE), "Bocage Area"),
        (partial(_circle, number="18", value="+1*", back=OPEN), "+2 with strongpoint"),
        (partial(_name, words="Tilly", colour=RED), "2 Support Points"),
        (partial(_name, words="Évrecy", colour=INK), "1 Support Point"),
        (partial(control_box, side="german", size=58), "German at the start"),
        (partial(control_box, side="allied", size=58), "Allied at the start"),
        (partial(strongpoints, size=58), "Strongpoints"),
        (partial(mark, what="vp", words="1"), "Victory Points"),
        (partial(mark, what="card"), "A card for both"),
        (partial(mark, what="flag"), "Beach"),
        (partial(mark, what="us-airborne"), "American airborne"),
        (partial(mark, what="british-airborne"), "British airborne"),
        (partial(_line, kind="open"), "Boundary"),
        (partial(_line, kind="impassable"), "Impassable"),
        (partial(_line, kind="odl"), "Op. Dividing Line"),
        (_landing, "Landing"),
        (_way, "Way to a Zone"),
    ]


def _circle(canvas: Canvas, at: Point, number: str, value: str, back: Colour) -> None:
    circle(canvas, at, 60, number=number, value=value, back=back)


def _name(canvas: Canvas, at: Point, words: str, colour: Colour) -> None:
    canvas.text(at, words, face="heavy", size=38, fill=colour)


def _line(canvas: Canvas, at: Point, kind: str) -> None:
    for paint in boundary([(at[0] - 52, at[1]), (at[0] + 52, at[1])], kind):
        paint(canvas)


def _landing(canvas: Canvas, at: Point) -> None:
    arrow(canvas, [(at[0] - 46, at[1]), (at[0] + 46, at[1])], fill=WAVE, width=20, both=False)


def _way(canvas: Canvas, at: Point) -> None:
    arrow(canvas, [(at[0] - 50, at[1]), (at[0] + 50, at[1])], fill=ROAD, width=15, both=True)
