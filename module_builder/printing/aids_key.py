"""The key to the counters for player aids: what their numbers are, and one counter of every kind of unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from reportlab.lib.utils import ImageReader
from reportlab.platypus import CondPageBreak, Flowable, Paragraph

from adjudicator.owning.notation import Notation, load_notation
from counters.palette import load_palette
from counters.render import draw_unit
from module_builder.printing.aids_cells import Cell, Cells, Shape
from module_builder.printing.aids_flow import Title, heading, style
from module_builder.printing.lengths import INCH

if TYPE_CHECKING:
    from counters.units import Unit
    from module_builder.kit import Kit

__all__ = ["TERMS", "key_story", "kinds_shown", "numbers_said"]

_SHAPE, _DPI = Shape(16.8, 12.7, 5.8), 600
TERMS: Mapping[str, Mapping[str, str]] = {
    "breakout-normandy": {
        "af": "Attack Factor",
        "df": "Defense Factor",
        "mf": "Movement Factor",
        "spent_df": "Spent Defense Factor",
    },
    "storm-over-normandy": {
        "af": "Attack Factor",
        "df": "Defense Factor",
        "mf": "Movement Factor",
        "spent_df": "Spent Defense Factor",
    },
    "dark-summer": {
        "af": "Attack Factor",
        "df": "Defense Factor",
        "mf": "Movement Factor",
        "reduced_af": "Attack Factor",
        "reduced_df": "Defense Factor",
    },
    "june-six": {
        "cs": "Combat Strength",
        "cohesion": "Cohesion",
        "ma": "Movement Allowance",
        "reduced_cs": "Combat Strength",
        "reduced_cohesion": "Cohesion",
        "reduced_ma": "Movement Allowance",
        "armor": "Armor Strength",
        "at": "Anti-Tank Strength",
        "artillery": "Artillery Strength",
    },
    "battle-for-normandy": {
        "as": "Attack Strength",
        "ds": "Defense Strength",
        "ma": "Movement Allowance",
        "reduced_as": "Attack Strength",
        "reduced_ds": "Defense Strength",
        "reduced_ma": "Movement Allowance",
        "stacking": "stacking points",
        "range": "range",
        "calibre": "calibre",
    },
}
"""Game -> column of its counters -> the rulebook's word for it."""


def numbers_said(kit: Kit) -> Iterator[str]:
    """Say what the numbers of a counter are.

    Parameters
    ----------
    kit
        What the module is built from.

    Yields
    ------
    str
        A sentence for the front, the back, shorter counters, and numbers that stand apart.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> list(numbers_said(load_kit("breakout-normandy")))
    ['Front: Attack Factor - Defense Factor - Movement Factor.', 'Back: Spent Defense Factor.']
    """
    if columns := kit.adapter["unit"].get("printed", ()):
        yield f"Front: {' - '.join(column.replace('_', ' ') for column in columns)}."
        return
    notation, terms = load_notation(kit.game.slug), TERMS[kit.game.slug]
    yield f"Front: {_in_words(notation.front, terms)}."
    yield f"Back: {_in_words(notation.back, terms)}."
    if notation.short:
        yield f"Fewer numbers: {' - '.join(_in_words(part, terms, ' and ') for part in notation.short)}."
    apart = [terms[columns[0]] for columns in _apart(notation)]
    if apart:
        yield f"Apart from them, where a counter has it: {', '.join(apart)}."


def _apart(notation: Notation) -> list[tuple[str, ...]]:
    return [columns for columns in notation.named.values() if columns]


def _in_words(columns: tuple[str, ...], terms: Mapping[str, str], between: str = " - ") -> str:
    return between.join(terms[column] for column in columns)


def kinds_shown(kit: Kit) -> Mapping[tuple[str, str], Unit]:
    """Pick one counter for every kind of unit that a side has.

    Parameters
    ----------
    kit
        What the module is built from.

    Returns
    -------
    mapping
        Side and kind -> the first of its counters.

    Examples
    --------
    >>> from module_builder.kit import load_kit
    >>> kinds_shown(load_kit("breakout-normandy"))["allied", "ranger"].id
    'us-rangers-2'
    """
    found: dict[tuple[str, str], Unit] = {}
    for unit in kit.units.values():
        found.setdefault((unit.side, unit.kind), unit)
    return found


def key_story(kit: Kit, width: float) -> list[Flowable]:
    """Lay the key out.

    Parameters
    ----------
    kit
        What the module is built from.
    width
        Room of a page, in points.

    Returns
    -------
    list of reportlab Flowable
    """
    shown = kinds_shown(kit)
    found: list[Flowable] = [CondPageBreak(5 * _SHAPE.row), Title("Counters", "counters")]
    found.append(Paragraph(" ".join(numbers_said(kit)), style("text")))
    palette, px = load_palette(kit.game.slug, kit.overlay), round(_SHAPE.picture / INCH * _DPI)
    for side in dict.fromkeys(side for side, _ in shown):
        units = {kind: unit for (of, kind), unit in shown.items() if of == side}
        pictures, cells = {}, []
        for kind, unit in sorted(units.items()):
            face = draw_unit(unit, side="fresh", px=px, finish="print", palette=palette)
            pictures[kind] = ImageReader(face)
            cells.append(Cell(kind.replace("-", " ").capitalize(), "", kind))
        made = Cells(cells, pictures, _SHAPE, _SHAPE.columns(width))
        found += [
            CondPageBreak(2 * _SHAPE.row),
            heading(side.capitalize()),
            made,
        ]
    return found
