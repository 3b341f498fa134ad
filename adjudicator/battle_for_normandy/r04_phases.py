"""Section 4.0: a player declares his part of a phase finished; what opens and what closes each phase."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r04_flow, terms
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Decision, Draft, State, View

__all__ = [
    "HANDLERS",
    "STEPS",
    "EndPhase",
    "closing_steps",
    "leave",
    "open_phase",
    "ready_guns",
    "ready_ships",
]

LEAVE = "leave-phase"
_FORCED, _ALONE, _STACKS, _QUEUES = "close-attacks", "close-strongpoints", "close-stacks", "close-queues"
_BOMBS = "close-bombing"
_ASIDE, _SHIPS = "close-set-up", "close-ships"
_PLAYED = frozenset(
    {
        "set-up", "pathfinders", "drop", "airborne-movement", "airborne-combat", "reaction-movement",
        "reaction-combat", "landing", "german-fire", "allied-fire", "german-movement", "regroup", "naval",
        "reinforcements", "allied-replacements", "german-replacements", "air", "engineering", "movement",
        "combat", "mech-movement", "armed-recon",
    }
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class EndPhase(Action):
    """Declare the phase, or one's own part of it, finished.

    Examples
    --------
    >>> EndPhase()
    EndPhase()
    """


def leave(draft: Draft) -> None:
    """Let the phase in play be left once everything above on the stack is settled."""
    draft.ask("auto", LEAVE, "4.0")


# --- what opens a phase -----------------------------------------------------------------------------------


@rule("4.0", "16.0")
def open_phase(draft: Draft) -> None:
    """Do what opens the phase in play: dice that are due, guns readied; phases of nobody run off."""
    from adjudicator.battle_for_normandy import r16_june_6
    from adjudicator.battle_for_normandy.r22 import quality as r22_quality

    phase = draft.text("phase")
    r16_june_6.open(draft, phase)
    opening = _OPENING.get(phase)
    if opening is not None:
        opening(draft)
    if phase in _PLAYED:
        r22_quality.ask(draft)


def _open_weather(draft: Draft) -> None:
    from adjudicator.battle_for_normandy import r08_weather

    r08_weather.open_phase(draft)


def _open_mulberry(draft: Draft) -> None:
    from adjudicator.battle_for_normandy.r19 import mulberry as r19_mulberry

    r19_mulberry.open_phase(draft)


def _open_cherbourg(draft: Draft) -> None:
    from adjudicator.battle_for_normandy.r20 import cherbourg as r20_cherbourg

    r20_cherbourg.open_phase(draft)


@rule("13.5o")
def _open_naval(draft: Draft) -> None:
    from adjudicator.battle_for_normandy.r13 import ships as r13_ships

    r13_ships.return_ships(draft)


@rule("19.1", "19.2", "23.5")
def _open_reinforcements(draft: Draft) -> None:
    from adjudicator.battle_for_normandy import r23_swap
    from adjudicator.battle_for_normandy.r19 import withdrawals as r19_withdrawals

    if draft.text("side") == terms.ALLIED and draft.text("time") == r04_flow.NIGHT:
        r23_swap.swap(draft)
        r19_withdrawals.ask(draft)


def _open_replacements(draft: Draft) -> None:
    from adjudicator.battle_for_normandy.r09 import replacements as r09_replacements

    r09_replacements.open_segment(draft)


@rule("14.3", "20.4")
def _open_engineering(draft: Draft) -> None:
    from adjudicator.battle_for_normandy import r14_entrenchments
    from adjudicator.battle_for_normandy.r20 import cherbourg as r20_cherbourg

    r14_entrenchments.finish(draft)
    if draft.text("side") == terms.GERMAN:
        r20_cherbourg.open_demolition(draft)


@rule("12.5.2", "7.5o", "12.4o", "19.2")
def _open_movement(draft: Draft) -> None:
    from adjudicator.battle_for_normandy.r07 import isolation as r07_isolation
    from adjudicator.battle_for_normandy.r19 import withdrawals as r19_withdrawals

    ready_guns(draft)
    r07_isolation.relieve(draft)
    if draft.text("side") == terms.GERMAN and draft.text("time") == r04_flow.PM:
        r19_withdrawals.end_of_turn(draft)


@rule("11.3.1")
def _open_armed_recon(draft: Draft) -> None:
    if draft.number("recon-attacks") <= 0:
        leave(draft)


@rule("4.0", "20.7", "20.4", "19.2", "7.8")
def _open_end_of_turn(draft: Draft) -> None:
    from adjudicator.battle_for_normandy.r07 import headquarters as r07_headquarters
    from adjudicator.battle_for_normandy.r19 import withdrawals as r19_withdrawals
    from adjudicator.battle_for_normandy.r20 import cherbourg as r20_cherbourg
    from adjudicator.battle_for_normandy.r20 import ost as r20_ost
    from adjudicator.battle_for_normandy.r22 import three_maps as r22_three_maps

    leave(draft)
    if draft.text("time") == r04_flow.NIGHT:
        r22_three_maps.restore_bridges(draft)
    r20_ost.dissolve(draft)
    r20_cherbourg.score(draft)
    r19_withdrawals.end_of_turn(draft)
    r07_headquarters.slide(draft)


@rule("4.0", "12.9o", "22.11o")
def _open_end_of_day(draft: Draft) -> None:
    from adjudicator.battle_for_normandy import r21_victory
    from adjudicator.battle_for_normandy.r19 import withdrawals as r19_withdrawals

    leave(draft)
    r19_withdrawals.end_of_day(draft)
    r21_victory.end_of_day(draft)


@rule("12.5.2", "4.0")
def ready_guns(draft: Draft) -> None:
    """Turn the artillery of the Phasing Player to its Ready side, at the start of his player turn."""
    side = draft.text("side")
    for uid in draft.subjects("flipped"):
        piece = draft.pieces.get(uid)
        ours = piece is not None and piece.side == side and not terms.is_naval(piece.printed)
        if ours and not _waits(draft, uid):
            draft.clear("flipped", uid)


@rule("12.5.1o", "12.5.2")
def _waits(draft: Draft, uid: str) -> bool:
    """Whether a strong German gun that has fired waits for the next Night (an option)."""
    if draft.text("time") == r04_flow.NIGHT or not draft.flag("fired-day", uid):
        return False
    from adjudicator.battle_for_normandy.r12.range import is_once_a_day

    return is_once_a_day(draft, draft.pieces[uid])


@rule("12.5.2", "10.9")
def ready_ships(draft: Draft) -> None:
    """Turn all ships to their Ready side, once a day."""
    for uid in draft.subjects("flipped"):
        if uid in draft.pieces and terms.is_naval(draft.pieces[uid].printed):
            draft.clear("flipped", uid)


def _open_pathfinders(draft: Draft) -> None:
    from adjudicator.battle_for_normandy import r08_weather

    r08_weather.open_game(draft)


_OPENING: Mapping[str, Callable[[Draft], None]] = {
    "pathfinders": _open_pathfinders,
    "weather": _open_weather,
    "mulberry": _open_mulberry,
    "cherbourg": _open_cherbourg,
    "naval": _open_naval,
    "reinforcements": _open_reinforcements,
    "allied-replacements": _open_replacements,
    "german-replacements": _open_replacements,
    "engineering": _open_engineering,
    "movement": _open_movement,
    "armed-recon": _open_armed_recon,
    "end-of-turn": _open_end_of_turn,
    "end-of-day": _open_end_of_day,
}


# --- what closes a phase ----------------------------------------------------------------------------------


@rule("4.0", "6.2", "12.3", "18.9.4", "9.2.2", "11.1.1")
def closing_steps(view: View) -> tuple[str, ...]:
    """What is done when the Phasing Player has finished, in its order.

    Returns
    -------
    tuple of str
        Kinds of step.
    """
    phase, german = view.text("phase"), view.text("side") == terms.GERMAN
    if phase == "combat":
        return (_FORCED, *((_ALONE,) if german else ()), _STACKS)
    if phase in {"movement", "mech-movement"}:
        bombs = (_BOMBS,) if phase == "movement" and view.subjects("carpet") else ()
        return (*bombs, *(() if german else (_QUEUES,)), _STACKS)
    if phase in _SHARED:
        return () if german == (phase == "set-up") else (_SHARED[phase],)
    return _CLOSING.get(phase, ())


def _forced(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    from adjudicator.battle_for_normandy.r12 import mandatory as r12_mandatory

    r12_mandatory.begin_forced(draft)


def _alone(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    from adjudicator.battle_for_normandy.r18 import strongpoints as r18_strongpoints

    r18_strongpoints.end_of_combat(draft)


def _stacks(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    from adjudicator.battle_for_normandy import r06_stacking

    r06_stacking.correct(draft)


@rule("19.3.3")
def _bombs(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    from adjudicator.battle_for_normandy.r19 import carpet as r19_carpet

    r19_carpet.drop_bombs(draft)


@rule("9.2.2")
def _queues(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    from adjudicator.battle_for_normandy.r09 import landing as r09_landing

    if draft.text("phase") == "movement" or terms.has_option(draft, "9.2.2o"):
        r09_landing.advance_queues(draft)


def _set_aside(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    from adjudicator.battle_for_normandy.r18 import placement as r18_placement
    from adjudicator.battle_for_normandy.r22 import three_maps as r22_three_maps

    r18_placement.set_aside(draft)
    if terms.has_option(draft, "22.6o"):
        r22_three_maps.set_at_start(draft)


def _ships(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    ready_ships(draft)


_CLOSING: Mapping[str, tuple[str, ...]] = {
    "naval": (_SHIPS,),
    "allied-replacements": (_STACKS,),
    "german-replacements": (_STACKS,),
}
_SHARED: Mapping[str, str] = {"set-up": _ASIDE, "air": "reveal-air", "reinforcements": _STACKS}


# --- the action -------------------------------------------------------------------------------------------


@rule("4.0", "6.3", "12.3", "16.0")
def _check(inquiry: Inquiry, action: EndPhase) -> None:  # noqa: ARG001 - it has no fields
    from adjudicator.battle_for_normandy import r16_june_6
    from adjudicator.battle_for_normandy.r10 import movement as r10_movement
    from adjudicator.battle_for_normandy.r12 import mandatory as r12_mandatory

    r16_june_6.require_done(inquiry)
    for section, text in r10_movement.still_mixed(inquiry):
        inquiry.refuse(section, text)
    if inquiry.text("phase") == "combat":
        for section, text in r12_mandatory.end_faults(inquiry):
            inquiry.refuse(section, text)
    inquiry.note("4.0", f"the {inquiry.text('side').capitalize()} player has finished")


def _perform(draft: Draft, action: EndPhase) -> None:  # noqa: ARG001 - it has no fields
    leave(draft)
    for kind in reversed(closing_steps(draft)):
        draft.ask("auto", kind, "4.0")


def _leave(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    r04_flow.next_phase(draft)


def _options(state: State) -> Iterator[EndPhase]:
    if state.text("phase") in _PLAYED:
        yield EndPhase()


HANDLERS: tuple[Handler[Any], ...] = (Handler(EndPhase, _check, _perform, _options, "4.0", phases=_PLAYED),)
STEPS: dict[str, Callable[[Draft, Decision], None]] = {
    LEAVE: _leave,
    _FORCED: _forced,
    _ALONE: _alone,
    _STACKS: _stacks,
    _BOMBS: _bombs,
    _QUEUES: _queues,
    _ASIDE: _set_aside,
    _SHIPS: _ships,
}
