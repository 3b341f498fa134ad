"""Section 6: ending impulses and phases, and whose turn it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from adjudicator.actions import Action
from adjudicator.breakout_normandy import (
    r06_dawn,
    r08_impulses,
    r11_advantage,
    r12_night,
    r12_refit,
    r12_sources,
    r17_naval_and_air,
    r19_reinforcements,
    r21_d_day,
    r22_victory,
    r24_ports,
    r24_storm,
    terms,
)
from adjudicator.breakout_normandy.r06_daylight import end_impulse, explain_sunset, is_pass
from adjudicator.breakout_normandy.r06_phases import enter_phase, next_phase
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Position, State
from adjudicator.ruling import Ruling
from maps.breakout_normandy.tracks import load_tracks
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "EndImpulse", "EndPhase", "end_impulse", "player_on_turn", "sunset"]

_DAYLIGHT = frozenset({"daylight"})
_D_DAY = 6
_FIRST_TURN = frozenset({"airborne", "naval", "air", "amphibious"})
_OTHER_PHASES = frozenset(
    {
        "airborne",
        "naval",
        "air",
        "amphibious",
        "refit-german",
        "purchase-german",
        "refit-allied",
        "purchase-allied",
        "surrender",
        "regroup-german",
        "regroup-allied",
        "dawn",
    }
)


@dataclass(frozen=True, slots=True)
class EndImpulse(Action):
    """Declare an impulse finished.

    Examples
    --------
    >>> EndImpulse()
    EndImpulse()
    """


@dataclass(frozen=True, slots=True)
class EndPhase(Action):
    """Declare a phase other than Daylight finished.

    Examples
    --------
    >>> EndPhase()
    EndPhase()
    """


@rule("6.1", "6.3")
def player_on_turn(state: State) -> str:
    """Side that acts when no decision is pending.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> player_on_turn(GAME.scenario("d-day"))
    'allied'
    """
    return state.text("side")


@rule("8.11", "8.51", "8.6")
def _check_end_impulse(inquiry: Inquiry, action: EndImpulse) -> None:  # noqa: ARG001 - it has no fields
    begun = inquiry.text("impulse-type")
    inquiry.require(
        "8.6", bool(begun), f"the {begun} impulse has been opened", "nothing was done: declare a Pass Impulse"
    )
    for uid in inquiry.subjects("mandatory"):
        _check_mandatory(inquiry, uid)
    if begun and is_pass(inquiry):
        inquiry.note("8.6", "nothing was done with the Active Area: the impulse counts as a Pass")


@rule("8.51")
def _check_mandatory(inquiry: Inquiry, uid: str) -> None:
    """Check that a Mandatory Assault that a unit owes has been made."""
    piece = inquiry.pieces.get(uid)
    if piece is None or not inquiry.flag("mandatory", uid) or piece.status != terms.FRESH:
        return
    name, area = piece.printed.title, inquiry.board.name(piece.space)
    made = bool(inquiry.text("attacked", piece.space)) or terms.is_vacant(inquiry, piece.space, piece.side)
    inquiry.require(
        "8.51",
        made,
        "",
        f"{name} has entered {area} and must assault there",
        units=(uid,),
        spaces=(piece.space,),
    )


def _perform_end_impulse(draft: Draft, action: EndImpulse) -> None:  # noqa: ARG001 - it has no fields
    r08_impulses.finish_units(draft)
    end_impulse(draft)


def _end_impulse_options(state: State) -> Iterator[EndImpulse]:
    if state.text("impulse-type"):
        yield EndImpulse()


@rule("6.1", "21.1")
def _check_end_phase(inquiry: Inquiry, action: EndPhase) -> None:  # noqa: ARG001 - it has no fields
    phase = inquiry.text("phase")
    faults = _DUTIES.get(phase)
    if faults is None or faults(inquiry):
        inquiry.note("6.1", "nothing remains to be done in this phase")
    if phase == "airborne":
        inquiry.note("5.4", "play begins with the airborne and then the amphibious invasion")
    if phase in _FIRST_TURN:
        inquiry.note("6.21", "four phases stand in place of the Dawn Phase on the first turn")
        inquiry.note("21.1", "airborne, naval, air and amphibious phases come before Daylight on D-Day")
    elif inquiry.number("date") == _D_DAY:
        inquiry.note("21.7", "the night of D-Day is a normal one")
    if phase == "regroup-allied":
        _tell_dawn(inquiry)


def _tell_dawn(inquiry: Inquiry) -> None:
    """Say what follows the last phase of a turn: the check of the week, or the next Dawn."""
    extended = r24_storm.is_extended(inquiry)
    date, week = inquiry.number("date"), r22_victory.week_end(inquiry)
    last = max(load_tracks(inquiry).required) if extended else week
    if date >= week:
        inquiry.note("24.1" if extended else "22.2", "the week ends: the Victory Points decide")
    if date < last:
        dawn = r06_dawn.scheduled_weather(inquiry, date + 1)
        inquiry.note(
            "6.2", "the Dawn Phase follows: reinforcements arrive, bombardment markers are ready again"
        )
        inquiry.note("18.1", f"the Turn Record Track prints {dawn.capitalize()} for the next day")


def _perform_end_phase(draft: Draft, action: EndPhase) -> None:  # noqa: ARG001 - it has no fields
    phase = draft.text("phase")
    if phase in {"airborne", "amphibious"}:
        r08_impulses.finish_units(draft)
    leaving = _LEAVING.get(phase)
    if leaving is not None:
        leaving(draft)
    r11_advantage.shift_advantage(draft)
    r12_sources.note_beaches(draft)
    r24_ports.note_captures(draft)
    if phase == "regroup-allied":
        r06_dawn.end_turn(draft)
        return
    enter_phase(draft, next_phase(draft))
    if draft.text("phase") == "surrender":
        r12_night.ask_surrenders(draft)


@rule("6.4", "12.53", "12.8")
def _leave_german_refit(draft: Draft) -> None:
    r12_refit.bank_unused(draft, terms.GERMAN)
    r12_night.ask_surrenders(draft, when="refit-german")


@rule("6.4", "12.53")
def _leave_allied_refit(draft: Draft) -> None:
    r12_refit.bank_unused(draft, terms.ALLIED)


_DUTIES: Mapping[str, Callable[[Inquiry], bool]] = {
    "naval": r17_naval_and_air.naval_phase_done,
    "air": r17_naval_and_air.air_phase_done,
    "amphibious": r21_d_day.amphibious_phase_done,
}
_LEAVING: Mapping[str, Callable[[Draft], None]] = {
    "refit-german": _leave_german_refit,
    "refit-allied": _leave_allied_refit,
    "naval": r17_naval_and_air.end_naval_phase,
    "amphibious": r19_reinforcements.place_reinforcements,
}


def sunset(position: Position, roll: int) -> Ruling:
    """Rule on a Sunset DR in the impulse of a position (6.3).

    Returns
    -------
    Ruling
        Its answer holds ``ends``, ``advances``, ``changes`` and the modified ``total``.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("phase", "daylight"); draft.set("side", "allied"); draft.set("impulse", 6)
    >>> sunset(draft.finish(), 5).verdict
    'The Daylight Phase ends.'
    """
    inquiry = Inquiry(position)
    possible = 2 <= roll <= 12
    inquiry.require("6.3", possible, "", f"a DR is a number from 2 to 12, not {roll}")
    result = explain_sunset(inquiry, roll)
    said = "The Daylight Phase ends" if result.ends else "The impulse marker stays"
    if result.advances:
        said = "The impulse marker advances"
    if result.changes:
        said += " and the weather changes"
    answer = {
        "ends": result.ends,
        "advances": result.advances,
        "changes": result.changes,
        "total": result.total,
    }
    return inquiry.ruling(f"sunset --roll {roll}", f"{said}." if possible else "No such DR.", answer)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        EndImpulse, _check_end_impulse, _perform_end_impulse, _end_impulse_options, "8.1", phases=_DAYLIGHT
    ),
    Handler(
        EndPhase,
        _check_end_phase,
        _perform_end_phase,
        lambda _: iter([EndPhase()]),
        "6.1",
        phases=_OTHER_PHASES,
    ),
)
