"""Section 4.0: the phases of a turn, the Clean-Up Phase, and the advance of the Game Turn marker."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import r08_replacements, r09_chits, r09_parts, terms
from adjudicator.game import Handler, load
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, State, View
from adjudicator.rules import PhaseRule
from module_builder.vassal.values import dataclass

__all__ = [
    "AUTOMATIC",
    "HANDLERS",
    "PHASE_RULES",
    "CarryOn",
    "EndPhase",
    "clean_up",
    "enter_phase",
    "next_phase",
    "open_phase",
    "waits_for_nobody",
]

AUTOMATIC = frozenset({"attrition", "cleanup", "victory"})
_ENTERED, _MAY_LEAVE = "brittany-entered", "brittany-may-leave"
_REPLACEMENTS = {"replacement-allied": terms.ALLIED, "replacement-german": terms.GERMAN}


@dataclass(frozen=True, slots=True)
class EndPhase(Action):
    """Declare a player's part of the Replacement Phase finished.

    Examples
    --------
    >>> EndPhase()
    EndPhase()
    """


@dataclass(frozen=True, slots=True)
class CarryOn(Action):
    """Let what nobody decides come: the draw of a chit, a Wave Round, the end of the Action Phase (4.0).

    After every action it comes by itself; a position that stands just before it is taken on by this.

    Examples
    --------
    >>> CarryOn()
    CarryOn()
    """


@rule("4.0")
def next_phase(draft: Draft) -> None:
    """Go on from the phase in play to the one that follows."""
    phase = draft.text("phase")
    leaving = _own(draft, phase).leaving
    if leaving is not None:
        leaving(draft)
    if draft.text("phase") == phase:
        enter_phase(draft, load(draft.game).sequence.phases[phase].next)


@rule("4.0")
def enter_phase(draft: Draft, phase: str) -> None:
    """Begin a phase: what nobody decides in it is done at once.

    Parameters
    ----------
    phase
        Id in ``sequence.toml``.
    """
    draft.forget("phase")
    draft.set("phase", phase)
    draft.set("side", _REPLACEMENTS.get(phase, terms.ALLIED))
    open_phase(draft)


def open_phase(draft: Draft) -> None:
    """Do what nobody decides as the phase in play begins."""
    opening = _own(draft, draft.text("phase")).opening
    if opening is not None:
        opening(draft)


def _own(draft: Draft, phase: str) -> PhaseRule:
    """What the section of a phase declares that nobody decides in it."""
    return load(draft.game).rules.phases.get(phase, PhaseRule())


@rule("4.0", "5.4", "10.4.4")
def clean_up(draft: Draft) -> None:
    """The Clean-Up Phase: Just Entered becomes May Leave, the Action Round Track is cleared."""
    for piece in draft.units_in(_ENTERED):
        draft.place(piece.uid, _MAY_LEAVE)
    draft.forget("round", "turn")


@rule("9.2", "9.4", "4.0")
def waits_for_nobody(view: View) -> bool:
    """Whether nobody decides what comes next, and it has not come: a chit is drawn, a Wave or phase begins.

    Play never stops there by itself; a position that somebody wrote down, or saved, may.
    """
    phase = view.text("phase")
    if view.decision is not None or phase != "action":
        return view.decision is None and phase in {*AUTOMATIC, "weather"}
    if view.text("round-kind") or not r09_chits.is_prepared(view) or r09_parts.may_react(view):
        return False
    wave = view.number("turn") == 1 and view.number("round") in r09_parts.WAVE_ROUNDS
    return wave or view.number("round") > 0


# --- the action ------------------------------------------------------------------------------------------


@rule("4.0", "8.2.2")
def _check_end_phase(inquiry: Inquiry, action: EndPhase) -> None:  # noqa: ARG001 - it has no fields
    side = _REPLACEMENTS[inquiry.text("phase")]
    nations = (terms.GERMAN,) if side == terms.GERMAN else ("us", "british", "canadian")
    for nation in nations:
        for kind in r08_replacements.TYPES[nation]:
            unspent = r08_replacements.left(inquiry, nation, kind)
            if unspent:
                inquiry.note("8.2.2", f"{unspent} {nation} {kind} Replacements are lost")
    if not inquiry.steps:
        inquiry.note("8.2.2", "no Replacements are left")


def _perform_end_phase(draft: Draft, action: EndPhase) -> None:  # noqa: ARG001 - it has no fields
    next_phase(draft)


def _end_phase_options(state: State) -> Iterator[EndPhase]:
    if state.text("phase") in _REPLACEMENTS:
        yield EndPhase()


@rule("4.0", "9.2", "9.4")
def _check_carry_on(inquiry: Inquiry, action: CarryOn) -> None:  # noqa: ARG001 - it has no fields
    waits = waits_for_nobody(inquiry)
    failed = "somebody has to decide what comes next"
    inquiry.require("4.0", waits, "nobody decides what comes next", failed)


def _perform_carry_on(draft: Draft, action: CarryOn) -> None:  # noqa: ARG001 - it has no fields
    if draft.text("phase") == "weather":
        open_phase(draft)
    elif draft.text("phase") == "action":
        draft.set("round-kind", "")


def _carry_on_options(state: State) -> Iterator[CarryOn]:
    if waits_for_nobody(state):
        yield CarryOn()


PHASE_RULES = {"cleanup": PhaseRule(opening=clean_up)}
_REPLACING = frozenset(_REPLACEMENTS)
_ANY = frozenset({"weather", "action", "attrition", "cleanup", "victory"})
HANDLERS: tuple[Handler[Any], ...] = (
    Handler(EndPhase, _check_end_phase, _perform_end_phase, _end_phase_options, "4.0", phases=_REPLACING),
    Handler(CarryOn, _check_carry_on, _perform_carry_on, _carry_on_options, "4.0", phases=_ANY),
)
