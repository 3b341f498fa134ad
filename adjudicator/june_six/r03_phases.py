"""Section 3.0: a player declares his part of a phase finished; the Bombardment Phase opens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r03_flow, r05_purchases, r07_draws, r10_airborne, r10_entry, terms
from adjudicator.position import AUTO, Decision, Draft, State
from adjudicator.rules import PhaseRule
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "PHASE_RULES", "STEPS", "EndPhase", "open_bombardment"]

_LEAVE = "leave-phase"


@dataclass(frozen=True, slots=True)
class EndPhase(Action):
    """Declare the phase, or one's own part of it, finished.

    Examples
    --------
    >>> EndPhase()
    EndPhase()
    """


@rule("3.31", "10.35")
def open_bombardment(draft: Draft) -> None:
    """Begin the Bombardment Phase: the German player names Entry hexes first."""
    ready = draft.flag("entry-ready") or draft.number("turn") == 1
    draft.set("side", terms.ALLIED if ready else terms.GERMAN)


# --- what a phase still needs -----------------------------------------------------------------------------


@rule("5.12", "5.13", "10.35")
def _check_logistics(inquiry: Inquiry) -> None:
    side = inquiry.text("side")
    if side == terms.GERMAN:
        r10_entry.require_choices(inquiry)
    left = inquiry.number("rp", side)
    if left:
        inquiry.note("5.12", f"Resource Points of the {side.capitalize()} player that are lost", left)
    r05_purchases.explain_free_markers(inquiry, side)


@rule("10.22", "10.35")
def _check_bombardment(inquiry: Inquiry) -> None:
    if inquiry.text("side") == terms.GERMAN:
        r10_entry.require_choices(inquiry)
        return
    for piece in r10_airborne.to_drop(inquiry):
        name = piece.printed.title
        inquiry.refuse("10.22", f"{name} is still to be dropped before the invasion", units=[piece.uid])


@rule("10.21")
def _check_placement(inquiry: Inquiry) -> None:
    inquiry.note("3.5", "the Allied player has placed his reinforcements")
    inquiry.note("10.21", "all arriving Allied units stand in their Landing Boxes")


_CHECKS: Mapping[str, Callable[[Inquiry], None]] = {
    "allied-logistics": _check_logistics,
    "german-logistics": _check_logistics,
    "bombardment": _check_bombardment,
    "placement": _check_placement,
}


# --- the action -------------------------------------------------------------------------------------------


@rule("3.0")
def _check(inquiry: Inquiry, action: EndPhase) -> None:  # noqa: ARG001 - it has no fields
    _CHECKS[inquiry.text("phase")](inquiry)
    inquiry.note("3.0", f"the {inquiry.text('side').capitalize()} player has finished")


def _perform(draft: Draft, action: EndPhase) -> None:  # noqa: ARG001 - it has no fields
    phase, side = draft.text("phase"), draft.text("side")
    if phase == "bombardment" and side == terms.GERMAN:
        draft.set("entry-ready", True)
        draft.set("side", terms.ALLIED)
        return
    draft.ask(AUTO, _LEAVE, "3.0")
    if phase.endswith("logistics"):
        r05_purchases.add_free_markers(draft, side)
        if draft.text("initiative") == side:
            r07_draws.ask_initiative_marker(draft)


def _leave(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    r03_flow.next_phase(draft)


def _options(state: State) -> Iterator[EndPhase]:
    if state.text("phase") in _CHECKS:
        yield EndPhase()


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(EndPhase, _check, _perform, _options, "3.0", phases=frozenset(_CHECKS)),
)
STEPS: dict[str, Callable[[Draft, Decision], None]] = {_LEAVE: _leave}
PHASE_RULES = {"bombardment": PhaseRule(opening=open_bombardment)}
