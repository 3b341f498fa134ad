"""Sections 3.5, 4.0 and 16.0: which phase follows which, and whose it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from adjudicator.battle_for_normandy import terms
from adjudicator.citation import rule
from adjudicator.position import AUTO, Draft, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "AM",
    "LEAVE",
    "NIGHT",
    "OVER",
    "PM",
    "TIMES",
    "Moment",
    "acting",
    "end_game",
    "following",
    "leave",
    "moment",
    "player_on_turn",
    "step_after",
]

NIGHT, AM, PM = "night", "am", "pm"
TIMES = (NIGHT, AM, PM)
OVER = "over"
LEAVE = "leave-phase"
_INVASION_DAY = 6
_PHASES_OF_INVASION = 3
_BAD = frozenset({"storm", "heavy-rain"})
# Who acts in a phase where it is not simply the Phasing Player (3.5).
_ACTING: Mapping[str, str] = {
    "german-fire": terms.GERMAN,
    "german-movement": terms.GERMAN,
    "reaction-movement": terms.GERMAN,
    "reaction-combat": terms.GERMAN,
    "cherbourg": terms.GERMAN,
    "german-replacements": terms.GERMAN,
    "armed-recon": terms.ALLIED,
}
_SIDES: Mapping[str, str] = {
    "reaction-movement": terms.GERMAN,
    "reaction-combat": terms.GERMAN,
    "german-movement": terms.GERMAN,
    "cherbourg": terms.GERMAN,
    "german-replacements": terms.GERMAN,
    "set-up": terms.GERMAN,
}
_SHARED = {"set-up": "pathfinders", "reinforcements": "allied-replacements", "air": "engineering"}
_PLAIN: Mapping[str, str] = {
    "pathfinders": "drop",
    "drop": "airborne-movement",
    "airborne-movement": "airborne-combat",
    "airborne-combat": "reaction-movement",
    "reaction-movement": "reaction-combat",
    "landing": "german-fire",
    "german-fire": "allied-fire",
    "allied-fire": "german-movement",
    "weather": "mulberry",
    "mulberry": "cherbourg",
    "cherbourg": "naval",
    "naval": "reinforcements",
    "allied-replacements": "german-replacements",
    "engineering": "movement",
    "movement": "combat",
    "armed-recon": "end-of-turn",
}


@dataclass(frozen=True, slots=True)
class Moment:
    """A place in the sequence of play.

    Parameters
    ----------
    phase
        Id in ``sequence.toml``.
    time
        ``night``, ``am`` or ``pm``.
    date
        Day from 1 June.
    invasion
        Beach Invasion Phase, 1 to 3; 0 outside.
    """

    phase: str
    side: str
    time: str
    date: int
    invasion: int = 0


@rule("3.5")
def player_on_turn(state: State) -> str:
    """Side that acts when nothing is pending.

    Examples
    --------
    >>> from adjudicator.battle_for_normandy import GAME
    >>> from maps.board import Board
    >>> known = {("phase", ""): "armed-recon", ("side", ""): "german"}
    >>> player_on_turn(GAME.empty(Board([], []), facts=known))
    'allied'
    """
    return _ACTING.get(state.text("phase")) or state.text("side")


def moment(view: View) -> Moment:
    """Where in the sequence of play a position stands."""
    return Moment(
        view.text("phase"), view.text("side"), view.text("time"), view.number("date"), view.number("invasion")
    )


# --- what follows what ------------------------------------------------------------------------------------


@rule("4.0", "16.0", "11.1.1")
def following(view: View) -> Moment:
    """The phase that follows the one in play, with its side and time.

    Returns
    -------
    Moment
        The same one when the game is over.

    Examples
    --------
    >>> from adjudicator.battle_for_normandy import GAME
    >>> from maps.board import Board
    >>> known = {("phase", ""): "combat", ("time", ""): "night"}
    >>> following(GAME.empty(Board([], []), facts=known))
    Moment(phase='engineering', side='german', time='night', date=7, invasion=0)
    """
    return step_after(moment(view), bad=view.text("weather") in _BAD)


def step_after(now: Moment, *, bad: bool = False) -> Moment:
    """The place in the sequence of play that follows another one.

    Parameters
    ----------
    bad
        Whether it is a Storm or Heavy Rain, in which no air is allotted.

    Returns
    -------
    Moment
        The same one when the game is over.
    """
    if now.phase in _SHARED and not _second_half(now):
        return replace(now, side=terms.enemy_of(now.side))
    found = _next_moment(now, bad=bad)
    return replace(found, side=_SIDES.get(found.phase, found.side))


@rule("3.5")
def acting(now: Moment) -> str:
    """Side that acts at a place in the sequence of play."""
    return _ACTING.get(now.phase) or now.side


def _second_half(now: Moment) -> bool:
    """Whether the second player of a phase of both is on: the Allied one at set-up, else the German one."""
    return now.side == (terms.ALLIED if now.phase == "set-up" else terms.GERMAN)


def _next_moment(now: Moment, *, bad: bool) -> Moment:
    if now.date == _INVASION_DAY and now.phase in {
        "reaction-combat",
        "german-movement",
        "regroup",
        "reinforcements",
    }:
        return _on_june_6(now)
    if now.phase == "german-replacements":
        return replace(now, phase="engineering" if bad else "air", side=terms.ALLIED)
    if now.phase in _SHARED:
        return replace(now, phase=_SHARED[now.phase], side=terms.ALLIED)
    if now.phase in _PLAIN:
        keeps = now.phase in {"engineering", "movement", "armed-recon"}
        return replace(now, phase=_PLAIN[now.phase], side=now.side if keeps else terms.ALLIED)
    return _end_of_player_turn(now)


@rule("16.0")
def _on_june_6(now: Moment) -> Moment:
    """After the drop comes the Beach Invasion in three phases, then a special Reinforcement Phase and PM."""
    if now.phase == "reinforcements":
        return replace(now, phase="movement", side=terms.ALLIED)
    if now.phase == "regroup":
        return replace(now, phase="reinforcements", side=terms.ALLIED, time=PM, invasion=0)
    if now.phase == "german-movement" and now.invasion >= _PHASES_OF_INVASION:
        return replace(now, phase="regroup", side=terms.ALLIED)
    return replace(now, phase="landing", side=terms.ALLIED, time=AM, invasion=now.invasion + 1)


@rule("4.0")
def _end_of_player_turn(now: Moment) -> Moment:
    if now.phase == "combat" and now.time != NIGHT:
        return replace(now, phase="mech-movement")
    if now.phase in {"combat", "mech-movement"}:
        if now.side == terms.ALLIED:
            return replace(now, phase="engineering" if now.time == NIGHT else "movement", side=terms.GERMAN)
        return replace(now, phase="end-of-turn" if now.time == NIGHT else "armed-recon")
    if now.phase == "end-of-turn" and now.time != PM:
        return replace(now, phase="movement", side=terms.ALLIED, time=TIMES[TIMES.index(now.time) + 1])
    if now.phase == "end-of-turn":
        return replace(now, phase="end-of-day")
    if now.phase == "end-of-day":
        return Moment("weather", terms.ALLIED, NIGHT, now.date + 1)
    return now


# --- leaving ----------------------------------------------------------------------------------------------


def leave(draft: Draft) -> None:
    """Let the phase in play be left once everything above on the stack is settled."""
    draft.ask(AUTO, LEAVE, "4.0")


@rule("4.0")
def end_game(draft: Draft, winner: str) -> None:
    """End the game: nothing pending is settled any more.

    Parameters
    ----------
    winner
        ``german``, ``allied``, ``draw``, or empty where the players judge.
    """
    draft.forget("phase", "activation")
    draft.pending = ()
    draft.set("phase", OVER)
    draft.set("winner", winner)
