"""Draws the two sides of a unit counter (rule 4.3), its status overlays, and the whole counter mix of a game."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from counters import fonts
from counters.drawing import Box, Pen, TextBox, label
from counters.overlays import Finish, finished
from counters.palette import Palette, Scheme, load_palette
from counters.symbols import draw_size_mark, draw_symbol

if TYPE_CHECKING:
    from PIL import Image

    from counters.catalog import Unit

__all__ = ["FRAME", "Side", "UnitLayout", "draw_unit", "unit_layout"]

Side: TypeAlias = Literal["fresh", "spent"]

FRAME = Box(29.0, 16.0, 71.0, 45.0)
_SIZE_MARK = Box(30, 4.6, 70, 12.4)
_LEFT, _RIGHT = Box(4.6, 6, 26.6, 55), Box(73.4, 6, 95.4, 55)
_OVAL = Box(3.4, 20.5, 27.4, 40.5)
_FACTORS = Box(6, 56, 94, 92)
_UNDERLINE = (93.0, 96.2)
_SPENT_DF = Box(35, 54, 65, 94)
_DATE = Box(6, 68, 31, 92)
_ENTRY = Box(66.5, 64.5, 94.5, 92.5)
_ID_SIZE, _FACTOR_SIZE, _SPENT_SIZE, _DATE_SIZE = 17.0, 46.0, 52.0, 27.0
_GAP = 0.02


@dataclass(frozen=True, slots=True)
class UnitLayout:
    """Where each printed item of one side of a unit stands.

    Parameters
    ----------
    texts
        Every text with its box.
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
    >>> UnitLayout((), None, None, None, "").texts
    ()
    """

    texts: tuple[TextBox, ...]
    underline: Box | None
    oval: Box | None
    entry: Box | None
    entry_shape: str


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
    texts = [label(unit.name, _RIGHT, size=_ID_SIZE)] if unit.name else []
    oval = _OVAL if unit.corps else None
    if oval:
        texts.append(TextBox((unit.corps,), _OVAL.shrunk(3.4), _ID_SIZE))
    elif unit.division:
        texts.append(label(unit.division, _LEFT, size=_ID_SIZE))
    if side == "spent":
        texts += _spent_texts(unit, entry_label)
        shown = _entry_box(entry_label) if entry_label else None
        return UnitLayout(tuple(texts), None, oval, shown, entry_shape if shown else "")
    factors = _factor_texts(_factors(unit))
    first = factors[0].box
    line = Box(first.left, _UNDERLINE[0], first.right, _UNDERLINE[1]) if unit.type == "field-artillery" else None
    return UnitLayout((*texts, *factors), line, oval, None, "")


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
        ``fresh`` (coloured) or ``spent`` (white).
    px
        Side of the image in pixels.
    entry_label, entry_shape
        As in `unit_layout`; only the Spent side shows them.
    finish
        ``screen``: rounded corners and a bevel; ``print``: flat to the edge.
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
    >>> unit = Unit("x", "916", "916", "german", "german", "wehrmacht", "infantry", "infantry", "regiment", "352", "", 4)
    >>> draw_unit(unit, side="fresh", px=68).size
    (68, 68)
    """
    colors = palette or load_palette("breakout-normandy")
    scheme = colors.scheme(unit.branch)
    pen = Pen(px, scheme.ground if side == "fresh" else scheme.spent)
    mark = scheme.mark if side == "fresh" else scheme.deep
    if side == "spent":
        pen.rect(Box(0, 0, 100, 100), outline=scheme.ground, width=4.0)
    draw_size_mark(pen, unit.size, _SIZE_MARK, ink=mark)
    fill = colors.frame(unit.nationality, unit.division, unit.branch) if side == "fresh" else "#ffffff"
    draw_symbol(pen, unit.kind, FRAME, ink=mark, fill=fill)
    layout = unit_layout(unit, side=side, entry_label=entry_label, entry_shape=entry_shape)
    _print(pen, layout, scheme, side)
    return finished(pen, finish)


def _print(pen: Pen, layout: UnitLayout, scheme: Scheme, side: Side) -> None:
    """Write the texts of a layout and the shapes around them."""
    mark = scheme.mark if side == "fresh" else scheme.deep
    ink = scheme.ink if side == "fresh" else "#111111"
    if layout.oval:
        pen.ellipse(layout.oval, outline=mark, width=2.0)
    if layout.entry_shape == "circle" and layout.entry:
        pen.ellipse(layout.entry, outline=scheme.deep, width=2.2)
    elif layout.entry:
        pen.rect(layout.entry, outline=scheme.deep, width=2.2)
    for text in layout.texts:
        pen.text(text, ink if text.box.top >= _SPENT_DF.top else mark)
    if layout.underline:
        pen.rect(layout.underline, fill=ink)


def _factors(unit: Unit) -> tuple[str, ...]:
    """The pieces of the factor line: ``*`` for FLAK and PAK (4.24), ``- 3 -`` for coastal guns (4.25)."""
    df = "?" if unit.df is None else str(unit.df)
    if unit.type == "coastal-artillery":
        return "-", " ", df, " ", "-"
    af = str(unit.af) if unit.af is not None else "*" if unit.type in {"flak", "pak"} else "?"
    return af, "-", df, "-", "?" if unit.mf is None else str(unit.mf)


def _factor_texts(pieces: tuple[str, ...]) -> tuple[TextBox, ...]:
    """Each piece of the factor line in a box of its own, all in one size."""
    widths = [fonts.advance(piece) + _GAP for piece in pieces]
    size = min(_FACTOR_SIZE, _FACTORS.width / sum(widths))
    x = _FACTORS.centre[0] - size * sum(widths) / 2
    texts = []
    for piece, width in zip(pieces, widths, strict=True):
        if piece.strip():
            texts.append(TextBox((piece,), Box(x, _FACTORS.top, x + width * size, _FACTORS.bottom), size))
        x += width * size
    return tuple(texts)


def _spent_texts(unit: Unit, entry_label: str) -> list[TextBox]:
    """Spent Defense Factor, day of arrival, place of set-up (4.32, 4.33)."""
    texts = [TextBox(("?" if unit.spent_df is None else str(unit.spent_df),), _SPENT_DF, _SPENT_SIZE)]
    if unit.arrival is not None:
        texts.append(TextBox((str(unit.arrival),), _DATE, _DATE_SIZE))
    if entry_label:
        box = _entry_box(entry_label)
        texts.append(TextBox((entry_label,), box.shrunk(box.height * 0.17), _DATE_SIZE))
    return texts


def _entry_box(entry_label: str) -> Box:
    """The ring or box; wider to the left for more than two letters."""
    wider = max(0, len(entry_label) - 2) * 1.5
    return Box(_ENTRY.left - wider, _ENTRY.top, _ENTRY.right + wider * 0.5, _ENTRY.bottom)
