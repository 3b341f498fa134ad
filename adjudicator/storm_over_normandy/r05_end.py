"""Sections 5.1 and 6.3: a turn ends: discards, fresh units, Victory Points, reinforcements, the next turn."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Position, State, View
from adjudicator.rules import PhaseRule
from adjudicator.ruling import Ruling
from adjudicator.storm_over_normandy import (
    cards,
    r05_flow,
    r06_draw,
    r12_reinforcements,
    r14_release,
    r15_victory,
    terms,
)
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "PHASE_RULES",
    "DiscardCards",
    "close_day",
    "end_ruling",
    "end_turn",
    "has_no_cards",
    "refresh",
]

_SIDES = {"discard-allied": terms.ALLIED, "discard-german": terms.GERMAN}


@dataclass(frozen=True, slots=True)
class DiscardCards(Action):
    """Discard any cards of one's hand, or none, in the end phase (6.3).

    Examples
    --------
    >>> DiscardCards(("german-bocage-1",)).cards
    ('german-bocage-1',)
    """

    cards: tuple[str, ...] = ()


# --- the steps --------------------------------------------------------------------------------------------


def has_no_cards(view: View, side: str) -> bool:
    """Whether the hand of a side is empty."""
    return r06_draw.hand_size(view, side) == 0


@rule("5.1", "14.1")
def refresh(draft: Draft) -> None:
    """Turn every unit to its fresh side, and the release marker with them."""
    for piece in [p for p in draft.pieces.values() if p.status != terms.FRESH]:
        if piece.space != terms.ELIMINATED:
            draft.set_status(piece.uid, terms.FRESH)
    r14_release.flip_marker(draft)


@rule("5.1", "15.0")
def close_day(draft: Draft) -> None:
    """After the discards: units become fresh, then the Victory Points are counted."""
    refresh(draft)
    r15_victory.score(draft)


@rule("5.1", "15.0")
def end_turn(draft: Draft) -> None:
    """End the game after turn 8; before, advance the turn marker."""
    turn = draft.number("turn")
    draft.forget("turn", "phase", "impulse")
    if turn >= r15_victory.LAST_TURN:
        draft.set("phase", "over")
        draft.set("side", r15_victory.winner(draft))
    else:
        draft.set("turn", turn + 1)


def _all_discarded(view: View) -> bool:
    return has_no_cards(view, view.text("side"))


def _open_reinforcements(draft: Draft) -> None:
    r12_reinforcements.begin(draft, draft.text("side"))


# --- discarding -------------------------------------------------------------------------------------------


@rule("6.3", "5.1")
def _check(inquiry: Inquiry, action: DiscardCards) -> None:
    side = _SIDES[inquiry.text("phase")]
    twice = len({cards.find(inquiry, copy) for copy in action.cards}) != len(action.cards)
    inquiry.require("6.3", not twice, "", "a card is named twice")
    for copy in dict.fromkeys(action.cards):
        cards.may_discard(inquiry, side, copy, "6.3")
    kept = r06_draw.hand_size(inquiry, side) - len(set(action.cards))
    failed = f"the {side.capitalize()} hand holds {kept + len(set(action.cards))} cards, fewer than are named"
    inquiry.require("6.3", kept >= 0 or cards.is_silent(inquiry, side), "", failed)
    inquiry.note("6.3", "cards kept count towards the hand of the next turn", max(0, kept))
    if not inquiry.violations and side == terms.GERMAN:
        text = "then all units become fresh, Victory Points are counted, and reinforcements are placed"
        inquiry.note("5.1", text)


def _perform(draft: Draft, action: DiscardCards) -> None:
    for copy in action.cards:
        cards.discard(draft, copy)
    r05_flow.next_phase(draft)


def _options(state: State) -> Iterator[DiscardCards]:
    hand = cards.hand(state, _SIDES[state.text("phase")])
    for count in range(len(hand) + 1):
        yield from map(DiscardCards, itertools.combinations(hand, count))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(DiscardCards, _check, _perform, _options, "6.3", phases=frozenset(_SIDES)),
)
_DISCARDING = r05_flow.ends_when(_all_discarded)
_PLACING = r05_flow.ends_when(lambda _: True)
PHASE_RULES: Mapping[str, PhaseRule] = {
    "discard-allied": PhaseRule(going=_DISCARDING),
    "discard-german": PhaseRule(leaving=close_day, going=_DISCARDING),
    "reinforcements-allied": PhaseRule(opening=_open_reinforcements, going=_PLACING),
    "reinforcements-german": PhaseRule(opening=_open_reinforcements, leaving=end_turn, going=_PLACING),
}


# --- answers ----------------------------------------------------------------------------------------------


def _spent(view: View) -> int:
    return sum(p.status == terms.SPENT and p.space != terms.ELIMINATED for p in view.pieces.values())


@rule("5.1")
def end_ruling(position: Position, *, strict: bool = False) -> Ruling:
    """Answer what the end phase of this turn brings, in order.

    Returns
    -------
    Ruling
        Its answer holds ``spent``, ``change`` (0 once it has been counted), ``total`` and the units that
        arrive.
    """
    inquiry = Inquiry(position, strict=strict)
    turn = inquiry.number("turn")
    for side in (terms.ALLIED, terms.GERMAN):
        cards.note_hand(inquiry, side, f"the {side.capitalize()} player may discard", "6.3")
    inquiry.note("5.1", "units become fresh", _spent(inquiry))
    if inquiry.text("release") == "rolled":
        inquiry.note("14.1", "the release marker shows again that a roll is open")
    with inquiry.under("15.0", "Victory Points of the turn"):
        change = r15_victory.explain_rest(inquiry)
    total = inquiry.number("vp") + change
    inquiry.note("15.0", "Allied Victory Points then", total)
    arrive = [p.uid for s in (terms.ALLIED, terms.GERMAN) for p in r12_reinforcements.explain(inquiry, s)]
    last = turn >= r15_victory.LAST_TURN
    inquiry.note("5.1", "the game ends" if last else f"turn {turn + 1} begins")
    answer = {"spent": _spent(inquiry), "change": change, "total": total, "arrive": arrive}
    return inquiry.ruling(
        "end", f"At the end of turn {turn} the Allied Victory Points change by {change}.", answer
    )
