"""Sections 4.0 and 16.0: the moment at which a kind of action is open, for questions that suppose one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from adjudicator.actions import Action, kind_of
from adjudicator.battle_for_normandy import r04_flow, terms
from adjudicator.battle_for_normandy.r04_flow import Moment
from adjudicator.battle_for_normandy.r10.allowance import MECH
from adjudicator.battle_for_normandy.r16_june_6 import JUNE_6, PHASES
from adjudicator.citation import rule
from adjudicator.game import Handler, load
from adjudicator.position import UNKNOWN, Position
from adjudicator.silence import overheard, tell

__all__ = ["moment"]

_PLACES = 80  # of the sequence of play: more than those of two days
# Who does what names no unit of his.
_SIDES: Mapping[str, str] = {
    "allocate-air": terms.ALLIED,
    "allocate-aa": terms.GERMAN,
    "carpet-bomb": terms.ALLIED,
    "strike": terms.ALLIED,
    "bomb-bridge": terms.ALLIED,
    "come-ashore": terms.ALLIED,
    "place-beachhead": terms.ALLIED,
    "place-fleet": terms.ALLIED,
    "motorize": terms.ALLIED,
    "call-ships": terms.ALLIED,
    "hold-back": terms.ALLIED,
    "repair-port": terms.ALLIED,
    "historical-placement": terms.ALLIED,
    "place-guns": terms.GERMAN,
    "place-corps": terms.GERMAN,
}
_ACTORS = ("units", "unit", "gun")
_CLOCK = ("phase", "side", "time", "invasion")


@rule("4.0", "16.0")
def moment(position: Position, action: Action) -> Position:
    """The position as it would be at the moment when an action of that kind is open.

    Returns
    -------
    Position
        The same one where the action answers a decision; with nothing pending where its moment never comes.
        Of a phase that is not stated nothing is assumed meanwhile: the moment itself says which it is.
    """
    if position.said("phase") is not UNKNOWN:
        return _moment(position, action)
    found, heard = overheard(lambda: _moment(position, action))
    tell(silence for silence in heard if silence.item != "phase")
    return found


def _moment(position: Position, action: Action) -> Position:
    """The position at the moment, with all that is read on the way."""
    handler = load(position.game).handlers.get(kind_of(type(action)))
    if handler is None or not handler.phases:
        return position
    phases, side = _phases(position, action, handler), _side(position, action)
    ahead = [there for there in _ahead(position, phases) if there.phase in phases]
    mine = (there for there in ahead if side in {"", r04_flow.acting(there)})
    there = next(mine, ahead[0] if ahead else r04_flow.moment(position))
    return _at(position, there)


@rule("10.5")
def _phases(position: Position, action: Action, handler: Handler[Action]) -> frozenset[str]:
    """Phases in which it is open; what does not move in the Mechanized Movement Phase waits for another."""
    units = getattr(action, "units", ())
    known = [position.pieces[u] for u in units if u in position.pieces]
    slow = any(not terms.is_mech(p.printed) for p in known)
    if slow and position.text("phase") != MECH:
        return handler.phases - {MECH}
    return handler.phases


def _side(position: Position, action: Action) -> str:
    """Side that would make it; empty where nothing tells."""
    known = _SIDES.get(kind_of(type(action)))
    if known is not None:
        return known
    for name in _ACTORS:
        value = getattr(action, name, ())
        for uid in value if isinstance(value, tuple) else (value,):
            if uid in position.pieces:
                return position.pieces[uid].side
    return ""


# --- the places that are still to come --------------------------------------------------------------------


def _ahead(position: Position, phases: frozenset[str]) -> Iterator[Moment]:
    """The place in play and those that follow it."""
    now = r04_flow.moment(position)
    if position.raw("phase") is UNKNOWN and phases <= set(PHASES) and _may_be_june_6(position):
        yield from _june_6(position)
        return
    if position.raw("date") is UNKNOWN and now.phase in PHASES:
        now = replace(now, date=JUNE_6)
    for _ in range(_PLACES):
        yield now
        now = r04_flow.step_after(now)


@rule("3.7")
def _may_be_june_6(position: Position) -> bool:
    """Whether what is stated leaves it open that it is an Invasion Turn."""
    date, time = position.raw("date"), position.raw("time")
    return date in {UNKNOWN, JUNE_6} and time != r04_flow.PM


@rule("16.0")
def _june_6(position: Position) -> Iterator[Moment]:
    """The places of June 6 that agree with the Beach Invasion Phase that is stated."""
    stated = position.raw("invasion")
    now = Moment("set-up", terms.GERMAN, r04_flow.NIGHT, JUNE_6)
    while now.phase in PHASES:
        if stated in {UNKNOWN, now.invasion}:
            yield now
        now = r04_flow.step_after(now)


# --- the position there -----------------------------------------------------------------------------------


def _at(position: Position, there: Moment) -> Position:
    """The position at another place of the sequence, computed once and kept with the position."""
    found: Position = position.derived(f"at-moment/{there}", lambda here: _moved_on(here, there))
    return found


def _moved_on(position: Position, there: Moment) -> Position:
    """The position with another clock; the day is another one only after or before June 6."""
    now, draft = r04_flow.moment(position), position.draft()
    draft.pending = ()
    if JUNE_6 in {now.date, there.date} and now.date != there.date:
        draft.set("date", there.date)
    for item in _CLOCK:
        if getattr(now, item) != getattr(there, item):
            draft.set(item, getattr(there, item))
    changed = draft.facts != position.facts or bool(position.pending)
    return draft.finish() if changed else position
