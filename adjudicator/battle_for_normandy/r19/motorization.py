"""Section 19.10: the replacement die motorizes Allied divisions for good."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import terms
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "Motorize", "candidates"]


@dataclass(frozen=True, slots=True)
class Motorize(Action):
    """Turn the HQ of an Allied division to its T side.

    Examples
    --------
    >>> Motorize("us-4").formation
    'us-4'
    """

    formation: str


@rule("19.10")
def candidates(view: View) -> tuple[Piece, ...]:
    """HQs of Allied divisions on the map or in a Landing Queue that are not motorized."""
    each = (view.pieces[uid] for uid in sorted(view.pieces))
    return tuple([
        p for p in each
        if p.side == terms.ALLIED and terms.is_division_hq(p.printed) and terms.on_map(view, p)
        and terms.level_of(view, p.printed.division) == "division" and not view.flag("motorized", p.uid)
    ])  # fmt: skip


@rule("19.10")
def _check(inquiry: Inquiry, action: Motorize) -> None:
    left = inquiry.number("motorizations", terms.ALLIED)
    inquiry.require("19.10", left > 0, f"{left} Motorizations to give", "there is no Motorization to give")
    head = terms.hq_of(inquiry, action.formation)
    there = head is not None and head in candidates(inquiry)
    text = f"{action.formation} is no division on the map or in a queue that is not motorized"
    inquiry.require("19.10", there, "", text)


def _perform(draft: Draft, action: Motorize) -> None:
    head = terms.hq_of(draft, action.formation)
    if head is not None:
        draft.set("motorized", True, head.uid)
    draft.set("motorizations", draft.number("motorizations", terms.ALLIED) - 1, terms.ALLIED)


def _options(state: State) -> Iterator[Motorize]:
    if state.number("motorizations", terms.ALLIED) > 0:
        yield from (Motorize(p.printed.division) for p in candidates(state))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Motorize, _check, _perform, _options, "19.10", phases=frozenset({"allied-replacements"})),
)
