"""Section 4.0: the phases of a turn, the Clean-Up Phase, and the advance of the Game Turn marker."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import r07_weather, r09_chits, r09_flow, terms
from adjudicator.game import Handler, load
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, State

__all__ = ["HANDLERS", "LAST_TURN", "CarryOn", "EndPhase", "clean_up", "enter_phase", "next_phase"]

LAST_TURN = 10
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
    leaving = _LEAVING.get(phase)
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
    opening = _OPENING.get(phase)
    if opening is not None:
        opening(draft)


# --- what opens and closes a phase -----------------------------------------------------------------------


@rule("9.3.4", "9.1")
def _leave_action(draft: Draft) -> None:
    """Reaction chits that were not played are lost."""
    draft.set("reaction-chits", 0)
    draft.set("round-over", "")


@rule("14.0")
def _open_attrition(draft: Draft) -> None:
    from adjudicator.dark_summer import r14_attrition

    r14_attrition.carry_out(draft)
    r09_flow.sudden_death(draft)


@rule("4.0", "5.4", "10.4.4")
def clean_up(draft: Draft) -> None:
    """The Clean-Up Phase: Just Entered becomes May Leave, the Action Round Track is cleared."""
    for piece in draft.units_in(_ENTERED):
        draft.place(piece.uid, _MAY_LEAVE)
    draft.forget("round", "turn")


@rule("3.2.1", "3.2.2", "3.2.3")
def _open_victory(draft: Draft) -> None:
    from adjudicator.dark_summer import r03_victory

    r03_victory.score(draft)
    if not r09_flow.sudden_death(draft) and draft.number("turn") == LAST_TURN:
        winner, why, _ = r03_victory.final_result(draft)
        r09_flow.end_game(draft, winner, why)


@rule("4.0")
def _leave_victory(draft: Draft) -> None:
    """The Game Turn marker advances."""
    draft.set("turn", draft.number("turn") + 1)


_OPENING: Mapping[str, Callable[[Draft], None]] = {
    "weather": r07_weather.ask_weather,
    "action": r09_chits.open_action_phase,
    "attrition": _open_attrition,
    "cleanup": clean_up,
    "victory": _open_victory,
}
_LEAVING: Mapping[str, Callable[[Draft], None]] = {
    "action": _leave_action,
    "victory": _leave_victory,
}


# --- the action ------------------------------------------------------------------------------------------


@rule("4.0", "8.2.2")
def _check_end_phase(inquiry: Inquiry, action: EndPhase) -> None:  # noqa: ARG001 - it has no fields
    from adjudicator.dark_summer import r08_replacements

    side = _REPLACEMENTS[inquiry.text("phase")]
    nations = (terms.GERMAN,) if side == terms.GERMAN else ("us", "british", "canadian")
    for nation in nations:
        for kind in r08_replacements.TYPES[nation]:
            unspent = r08_replacements.left(inquiry, nation, kind)
            if unspent:
                inquiry.note("8.2.2", f"{unspent} {nation} {kind} Replacements are lost")


def _perform_end_phase(draft: Draft, action: EndPhase) -> None:  # noqa: ARG001 - it has no fields
    next_phase(draft)


def _end_phase_options(state: State) -> Iterator[EndPhase]:
    if state.text("phase") in _REPLACEMENTS:
        yield EndPhase()


@rule("4.0", "9.2", "9.4")
def _check_carry_on(inquiry: Inquiry, action: CarryOn) -> None:  # noqa: ARG001 - it has no fields
    waits = r09_flow.waits_for_nobody(inquiry)
    failed = "somebody has to decide what comes next"
    inquiry.require("4.0", waits, "nobody decides what comes next", failed)


def _perform_carry_on(draft: Draft, action: CarryOn) -> None:  # noqa: ARG001 - it has no fields
    if draft.text("phase") == "weather":
        r07_weather.ask_weather(draft)
    elif draft.text("phase") == "action":
        draft.set("round-kind", "")


def _carry_on_options(state: State) -> Iterator[CarryOn]:
    if r09_flow.waits_for_nobody(state):
        yield CarryOn()


_PHASES = frozenset(_REPLACEMENTS)
_ANY = frozenset({"weather", "action", "attrition", "cleanup", "victory"})
HANDLERS: tuple[Handler[Any], ...] = (
    Handler(EndPhase, _check_end_phase, _perform_end_phase, _end_phase_options, "4.0", phases=_PHASES),
    Handler(CarryOn, _check_carry_on, _perform_carry_on, _carry_on_options, "4.0", phases=_ANY),
)
