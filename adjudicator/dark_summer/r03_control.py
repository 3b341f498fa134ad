"""Sections 2.4 and 3.2.2: which side controls a hex, or the Cherbourg Box."""

from __future__ import annotations

from adjudicator.citation import rule
from adjudicator.dark_summer import terms
from adjudicator.dark_summer.r13_cherbourg import is_captured
from adjudicator.position import View

__all__ = ["controller"]


@rule("2.4", "3.2.2")
def controller(view: View, space: str) -> str:
    """Side that controls a hex, because its units are there or passed through last, or the Cherbourg Box.

    Parameters
    ----------
    space
        Id of a land hex, or ``cherbourg``.
    """
    if space == terms.CHERBOURG:
        return terms.ALLIED if is_captured(view) else terms.GERMAN
    there = view.units_in(space)
    return there[0].side if there else view.text("control", space)
