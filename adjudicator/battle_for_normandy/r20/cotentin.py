"""Section 20.2: German units of a cut-off Cotentin live on their own REM Replacements."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07 import lines
from adjudicator.battle_for_normandy.r07 import sources as supply
from adjudicator.battle_for_normandy.r20 import cherbourg as r20_cherbourg
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import State, View
from maps.battle_for_normandy.grid import GRID

__all__ = ["explain", "is_cut_off", "pocket"]

_SOUTHMOST = GRID.split("b4001")[0]  # lines of hexes that can belong to the peninsula end here


@rule("20.2")
def is_cut_off(view: View, space: str) -> bool:
    """Whether a line leads from a hex to a City hex of Cherbourg, but none to the south or east map edge."""
    known = view.board.spaces.get(space)
    if known is None or not terms.is_hex(known) or terms.sheet_of(space) not in "ab":
        return False
    return GRID.split(space)[0] <= _SOUTHMOST and space in pocket(view)


@rule("20.2")
def pocket(view: View) -> frozenset[str]:
    """Hexes of the cut-off part of the peninsula; none while a line to the map edge is open.

    Returns
    -------
    frozenset of str
        Computed once for each position.
    """
    return terms.derived(view, "cotentin", _pocket)


def _pocket(state: State) -> frozenset[str]:
    held = [h for h in r20_cherbourg.city(state.board) if state.text("control", h) == terms.GERMAN]
    if not held:
        return frozenset()
    inside = _joined(state, held)
    edges = [s.space for s in supply.sources(state, terms.GERMAN).values() if s.kind == supply.EDGE]
    return frozenset(inside) - _joined(state, edges)


def _joined(state: State, ends: Iterable[str]) -> frozenset[str]:
    found = lines.flood(state, terms.GERMAN, sorted(ends))
    return found.hexes()


@rule("20.2")
def explain(inquiry: Inquiry, space: str) -> bool:
    """Say which replacements a German unit in a hex may have.

    Returns
    -------
    bool
        Whether it is cut off in the Cotentin.
    """
    name = inquiry.board.name(space)
    if not is_cut_off(inquiry, space):
        inquiry.note("20.2", f"{name} is not cut off in the Cotentin: all German points serve there")
        return False
    inquiry.note("20.2", f"from {name} a line leads to Cherbourg, and none to the south or east edge")
    inquiry.note("20.2", "only points of the Cotentin REM Replacement Track serve there")
    return True
