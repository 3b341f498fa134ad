"""Section 9.6: Feldersatz points under a German HQ replenish reduced infantry of its division."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07 import general as r07_general
from adjudicator.battle_for_normandy.r20 import cotentin as r20_cotentin
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, State, View
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "UseFeldersatz", "explain", "points_of"]

_PHASES = frozenset({"movement", "german-replacements"})


@dataclass(frozen=True, slots=True)
class UseFeldersatz(Action):
    """Replenish a reduced Infantry-type unit with a Feldersatz point of its division.

    Examples
    --------
    >>> UseFeldersatz("ge-352-914-1").unit
    'ge-352-914-1'
    """

    unit: str


@rule("9.6")
def points_of(view: View, formation: str) -> int:
    """Feldersatz points under the HQ of a division on the map."""
    head = terms.hq_of(view, formation)
    if head is None or not terms.on_map(view, head):
        return 0
    return view.number("feldersatz", head.uid)


@rule("9.6")
def explain(inquiry: Inquiry, uid: str) -> None:
    """Check whether a Feldersatz point may replenish a unit."""
    piece = inquiry.pieces[uid]
    unit, here = piece.printed, [piece.uid]
    ours = unit.side == terms.GERMAN and terms.is_infantry_type(unit)
    inquiry.require("9.6", ours, "", f"{unit.title} is no German Infantry-type unit", units=here)
    reduced = piece.status == terms.REDUCED and terms.on_map(inquiry, piece) and not terms.is_company(unit)
    inquiry.require("9.6", reduced, "", f"{unit.title} is no reduced unit on the map", units=here)
    left = points_of(inquiry, unit.division)
    passed = f"{left} Feldersatz points lie under the HQ of its division"
    inquiry.require(
        "9.6", left > 0, passed, "no Feldersatz point lies under the HQ of its division", units=here
    )
    if reduced:
        supplied = r07_general.in_supply(inquiry, piece.uid)
        text = f"{unit.title} is {'' if supplied else 'not '}in General Supply"
        inquiry.require("9.6", supplied, text, text, units=here)
        cut = r20_cotentin.is_cut_off(inquiry, piece.space)
        text = "in the cut-off Cotentin only REM Replacements serve"
        inquiry.require("20.2", not cut, "", text, units=here)


@rule("9.6", "9.1")
def _check(inquiry: Inquiry, action: UseFeldersatz) -> None:
    ours = inquiry.text("side") == terms.GERMAN
    inquiry.require("9.6", ours, "", "it is no German Movement Phase and no German Replacement Segment")
    explain(inquiry, action.unit)


def _perform(draft: Draft, action: UseFeldersatz) -> None:
    piece = draft.pieces[action.unit]
    head = terms.hq_of(draft, piece.printed.division)
    if head is not None:
        draft.set("feldersatz", draft.number("feldersatz", head.uid) - 1, head.uid)
    draft.set_status(action.unit, terms.FULL)


def _options(state: State) -> Iterator[UseFeldersatz]:
    if state.text("side") != terms.GERMAN:
        return
    for head in state.subjects("feldersatz"):
        piece = state.pieces.get(head)
        if piece is None or not state.number("feldersatz", head):
            continue
        for unit in terms.units_of(state, piece.printed.division):
            if unit.status == terms.REDUCED:
                yield UseFeldersatz(unit.uid)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(UseFeldersatz, _check, _perform, _options, "9.6", phases=_PHASES),
)
