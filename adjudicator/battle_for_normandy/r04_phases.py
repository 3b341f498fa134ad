"""Section 4.0: a phase begins and ends: the order of what is done then, each step by its own section."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import (
    r03_control,
    r04_flow,
    r04_told,
    r06_excess,
    r08_weather,
    r14_entrenchments,
    r21_victory,
    r23_swap,
    terms,
)
from adjudicator.battle_for_normandy.r04_flow import Moment
from adjudicator.battle_for_normandy.r07 import headquarters as r07_headquarters
from adjudicator.battle_for_normandy.r07 import isolation as r07_isolation
from adjudicator.battle_for_normandy.r09 import landing as r09_landing
from adjudicator.battle_for_normandy.r09 import replacements as r09_replacements
from adjudicator.battle_for_normandy.r10 import movement as r10_movement
from adjudicator.battle_for_normandy.r11 import armed_recon as r11_armed_recon
from adjudicator.battle_for_normandy.r12 import forced as r12_forced
from adjudicator.battle_for_normandy.r12 import ready as r12_ready
from adjudicator.battle_for_normandy.r13 import ships as r13_ships
from adjudicator.battle_for_normandy.r16_june_6 import BEACH_PHASES, JUNE_6, PHASES
from adjudicator.battle_for_normandy.r17 import drop as r17_drop
from adjudicator.battle_for_normandy.r17 import pathfinders as r17_pathfinders
from adjudicator.battle_for_normandy.r18 import end as r18_end
from adjudicator.battle_for_normandy.r18 import landing as r18_landing
from adjudicator.battle_for_normandy.r18 import placement as r18_placement
from adjudicator.battle_for_normandy.r18 import strongpoints as r18_strongpoints
from adjudicator.battle_for_normandy.r19 import carpet as r19_carpet
from adjudicator.battle_for_normandy.r19 import mulberry as r19_mulberry
from adjudicator.battle_for_normandy.r19 import withdrawals as r19_withdrawals
from adjudicator.battle_for_normandy.r20 import cherbourg as r20_cherbourg
from adjudicator.battle_for_normandy.r20 import ost as r20_ost
from adjudicator.battle_for_normandy.r20 import pointe_du_hoc as r20_pointe_du_hoc
from adjudicator.battle_for_normandy.r22 import bloody_omaha as r22_bloody_omaha
from adjudicator.battle_for_normandy.r22 import quality as r22_quality
from adjudicator.battle_for_normandy.r22 import three_maps as r22_three_maps
from adjudicator.citation import rule
from adjudicator.game import Handler, load
from adjudicator.inquiry import Inquiry
from adjudicator.position import AUTO, UNKNOWN, Decision, Draft, Position, State, Unknown, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "STEPS",
    "EndPhase",
    "after",
    "closing_steps",
    "enter_phase",
    "next_phase",
    "open_phase",
    "require_done",
]

_Step = Callable[[Draft], object]
_FORCED, _ALONE, _STACKS, _QUEUES = "close-attacks", "close-strongpoints", "close-stacks", "close-queues"
_BOMBS = "close-bombing"
_CLOCK = ("phase", "side", "time", "date", "invasion")
_WEATHERED = frozenset({"german-replacements"})  # no air is allotted in bad weather
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


# --- what opens a phase -----------------------------------------------------------------------------------

# Stacking of the segment before is put right when a phase of June 6 opens (6.2).
_OPENS: Mapping[str, Sequence[_Step]] = {
    "pathfinders": (r18_placement.set_aside, r22_bloody_omaha.withdraw, r08_weather.open_game),
    "airborne-movement": (r17_pathfinders.remove_from_enemies,),
    "airborne-combat": (r06_excess.correct,),
    "landing": (r20_pointe_du_hoc.ask_signal, r06_excess.correct),
    "german-fire": (r06_excess.correct,),
    "regroup": (r18_end.open_phase, r06_excess.correct),
    "weather": (r08_weather.open_phase,),
    "mulberry": (r19_mulberry.open_phase,),
    "cherbourg": (r20_cherbourg.open_phase,),
    "naval": (r13_ships.return_ships,),
    "reinforcements": (r23_swap.swap, r19_withdrawals.open_reinforcements),
    "allied-replacements": (r09_replacements.open_segment,),
    "german-replacements": (r09_replacements.open_segment,),
    "engineering": (r14_entrenchments.finish, r20_cherbourg.open_demolition),
    "movement": (r12_ready.ready_guns, r07_isolation.relieve, r19_withdrawals.open_movement),
    "armed-recon": (r11_armed_recon.open_phase,),
    "end-of-turn": (
        r04_flow.leave,
        r22_three_maps.end_of_turn,
        r20_ost.dissolve,
        r20_cherbourg.score,
        r19_withdrawals.end_of_turn,
        r07_headquarters.slide,
    ),
    "end-of-day": (r04_flow.leave, r19_withdrawals.end_of_day, r21_victory.end_of_day),
}


@rule("4.0", "16.0", "6.2")
def open_phase(draft: Draft) -> None:
    """Do what opens the phase in play: dice that are due, guns readied; phases of nobody run off."""
    phase = draft.text("phase")
    for step in _OPENS.get(phase, ()):
        step(draft)
    if phase in _PLAYED:
        r22_quality.ask(draft)


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
    open_phase(draft)


@rule("4.0")
def next_phase(draft: Draft) -> None:
    """Go on from the phase in play to the one that follows."""
    now, then = r04_flow.moment(draft), r04_flow.following(draft)
    if then == now:
        return
    _forget(draft, now, then)
    for item in ("side", "time", "date", "invasion"):
        draft.set(item, getattr(then, item))
    enter_phase(draft, then.phase)


def _forget(draft: Draft, now: Moment, then: Moment) -> None:
    """Drop what ends with the day, the turn or the Beach Invasion Phase."""
    if then.date != now.date:
        draft.forget("day", "turn", "activation")
    elif then.time != now.time:
        draft.forget("turn", "activation")
    elif then.invasion != now.invasion:
        draft.forget("activation")


def after(draft: Draft, before: Position) -> None:
    """What follows every action: hexes change hands as units stand now, and Victory Points with them."""
    if draft.pieces != before.pieces:
        r03_control.update(draft)
        r21_victory.count(draft, before)
        r20_cherbourg.capture(draft)


# --- what closes a phase ----------------------------------------------------------------------------------

_CLOSES: Mapping[str, Sequence[_Step]] = {
    _FORCED: (r12_forced.begin_forced,),
    _ALONE: (r18_strongpoints.end_of_combat,),
    _STACKS: (r06_excess.correct,),
    _BOMBS: (r19_carpet.drop_bombs,),
    _QUEUES: (r09_landing.close_movement,),
    _ASIDE: (r18_placement.set_aside, r22_three_maps.set_at_start),
    _SHIPS: (r12_ready.ready_ships,),
}
_CLOSING: Mapping[str, tuple[str, ...]] = {
    "naval": (_SHIPS,),
    "allied-replacements": (_STACKS,),
    "german-replacements": (_STACKS,),
}
_CLOSING_OF_SIDE: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("combat", terms.GERMAN): (_ALONE,),
    ("movement", terms.ALLIED): (_QUEUES,),
    ("mech-movement", terms.ALLIED): (_QUEUES,),
}
_SHARED: Mapping[str, str] = {"set-up": _ASIDE, "air": "reveal-air", "reinforcements": _STACKS}


@rule("4.0", "6.2", "12.3", "18.9.4", "9.2.2", "11.1.1")
def closing_steps(view: View) -> tuple[str, ...]:
    """What is done when the Phasing Player has finished, in its order.

    Returns
    -------
    tuple of str
        Kinds of step.
    """
    phase, german = view.text("phase"), view.text("side") == terms.GERMAN
    own = _CLOSING_OF_SIDE.get((phase, view.text("side")), ())
    if phase == "combat":
        return (_FORCED, *own, _STACKS)
    if phase in {"movement", "mech-movement"}:
        bombs = (_BOMBS,) if phase == "movement" and view.subjects("carpet") else ()
        return (*bombs, *own, _STACKS)
    if phase in _SHARED:
        return () if german == (phase == "set-up") else (_SHARED[phase],)
    return _CLOSING.get(phase, ())


def _close(draft: Draft, decision: Decision) -> None:
    for step in _CLOSES[decision.kind]:
        step(draft)


# --- the action -------------------------------------------------------------------------------------------


def _due_set_up(view: View) -> list[Fault]:
    if view.text("side") == terms.GERMAN:
        return r18_strongpoints.still_due(view)
    return r18_placement.still_due(view)


_DUE: Mapping[str, Callable[[View], list[Fault]]] = {
    "set-up": _due_set_up,
    "pathfinders": r17_pathfinders.still_due,
    "drop": r17_drop.still_due,
    "landing": r18_landing.still_due,
    "regroup": r18_end.still_due,
}


@rule("16.0", "17.1", "17.2", "18.2", "18.8", "18.9.2")
def require_done(inquiry: Inquiry) -> None:
    """Refuse to leave a phase of June 6 while something is due in it."""
    due = _DUE.get(inquiry.text("phase"))
    for section, text in due(inquiry) if due is not None else ():
        inquiry.refuse(section, text)


@rule("4.0", "6.3", "12.3", "16.0")
def _check(inquiry: Inquiry, action: EndPhase) -> None:  # noqa: ARG001 - it has no fields
    require_done(inquiry)
    for section, text in r10_movement.still_mixed(inquiry):
        inquiry.refuse(section, text)
    if inquiry.text("phase") == "combat":
        _check_attacks(inquiry)
    inquiry.note("4.0", f"the {inquiry.text('side').capitalize()} player has finished")
    _note_next(inquiry)


@rule("12.3", "22.5o")
def _check_attacks(inquiry: Inquiry) -> None:
    """Refuse to leave the Combat Phase while an attack is left that must and can be made."""
    faults = r12_forced.end_faults(inquiry)
    for section, text in faults:
        inquiry.refuse(section, text)
    if inquiry.option("22.5o") == "B":
        inquiry.note("22.5o", "the rules of mandatory attacks are ignored")
    elif not faults:
        inquiry.note("12.3", "no attack is left that must and can be made")


@rule("4.0", "16.0")
def _note_next(inquiry: Inquiry) -> None:
    """Say which phase follows, and what nobody decides on the way, unless a part of this one is left."""
    state, now = inquiry.state, _stated(inquiry.state)
    if now is None:
        return
    ways = _ahead(now, bad=now.phase in _WEATHERED and terms.is_bad_weather(state))
    if not ways:
        return
    for kind in (*_CLOSING.get(now.phase, ()), *_CLOSING_OF_SIDE.get((now.phase, now.side), ())):
        for step in _CLOSES[kind]:
            _tell(inquiry, step, now)
    for there in ways:
        for step in _OPENS.get(there.phase, ()):
            _tell(inquiry, step, there)
    section = "16.0" if now.date == JUNE_6 and now.phase in PHASES else "4.0"
    inquiry.note(section, f"the next phase is the {load(state.game).sequence.phases[ways[-1].phase].title}")


def _ahead(now: Moment, *, bad: bool) -> list[Moment]:
    """The phase that follows and, where nobody has a part in it, those after it; none while one is left."""
    ways: list[Moment] = []
    there = now
    while not ways or r04_flow.leave in _OPENS.get(there.phase, ()):
        then = r04_flow.step_after(there, bad=bad)
        if (then.phase, then.invasion) == (there.phase, there.invasion):
            break
        ways.append(then)
        there = then
    return ways


def _tell(inquiry: Inquiry, step: _Step, there: Moment) -> None:
    for section, text in r04_told.told(step, inquiry.state, there):
        inquiry.note(section, text)


def _stated(state: State) -> Moment | None:
    """Where a position says that it stands; None where it leaves out what tells the phase that follows."""
    said = {item: state.said(item) for item in (*_CLOCK, "weather")}
    needed = {*_CLOCK} - ({"invasion"} if said["phase"] not in BEACH_PHASES else set())
    needed |= {"weather"} if said["phase"] in _WEATHERED else set()
    if any(said[item] is UNKNOWN for item in needed):
        return None
    default = state.schema.default
    known = {item: default(item) if isinstance(v := said[item], Unknown) else v for item in _CLOCK}
    return Moment(
        str(known["phase"]),
        str(known["side"]),
        str(known["time"]),
        int(known["date"]),
        int(known["invasion"]),
    )


def _perform(draft: Draft, action: EndPhase) -> None:  # noqa: ARG001 - it has no fields
    r04_flow.leave(draft)
    for kind in reversed(closing_steps(draft)):
        draft.ask(AUTO, kind, "4.0")


def _leave(draft: Draft, decision: Decision) -> None:  # noqa: ARG001 - every step takes it
    next_phase(draft)


def _options(state: State) -> Iterator[EndPhase]:
    if state.text("phase") in _PLAYED:
        yield EndPhase()


HANDLERS: tuple[Handler[Any], ...] = (Handler(EndPhase, _check, _perform, _options, "4.0", phases=_PLAYED),)
STEPS: dict[str, Callable[[Draft, Decision], None]] = {
    r04_flow.LEAVE: _leave,
    **dict.fromkeys(_CLOSES, _close),
}
