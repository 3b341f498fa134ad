"""Section 10.2: units retreat, what finds no room goes on, and what finds no place is eliminated.

The retreats of one attack travel as plain data in the decision ``retreats``, which nobody answers; it asks
the owner wherever several Areas are open to a unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Decision, Draft, State, View
from adjudicator.storm_over_normandy import r13_control, terms
from adjudicator.storm_over_normandy.r09_strength import Attack, current
from adjudicator.storm_over_normandy.r10_retreat_areas import (
    candidates,
    explain,
    explain_candidates,
    has_place,
    onward,
    survivors,
    symbol_bars,
)
from module_builder.vassal.values import dataclass

__all__ = [
    "CHOOSING",
    "HANDLERS",
    "LOST",
    "STEPS",
    "NameOverflow",
    "Retreat",
    "begin",
    "candidates",
    "eliminate",
    "explain",
    "explain_candidates",
    "has_place",
    "on_its_way",
    "survivors",
]

RETREATS, RETREAT, OVERFLOW = "retreats", "retreat", "overflow"
LOST = ("airborne", "non-airborne")


@dataclass(frozen=True, slots=True)
class Waiting:
    """Units of one attack that have still to retreat, and the spaces through which units have retreated."""

    left: tuple[str, ...]
    paths: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Choosing:
    """Units to which several Areas are open."""

    units: tuple[str, ...]
    paths: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Crowded:
    """Units of which some cannot stay where they have retreated."""

    space: str
    units: tuple[str, ...]
    paths: Mapping[str, tuple[str, ...]]


_WAITING = Frame(RETREATS, "10.2", Waiting)
CHOOSING, _CROWDED = Frame(RETREAT, "10.2", Choosing), Frame(OVERFLOW, "10.2", Crowded)


@dataclass(frozen=True, slots=True)
class Retreat(Action):
    """Retreat one unit into one of the Areas that are open to it (10.2).

    Examples
    --------
    >>> Retreat("ge-22", "caumont").to
    'caumont'
    """

    unit: str
    to: str


@dataclass(frozen=True, slots=True)
class NameOverflow(Action):
    """Name a unit that finds no room where it retreated, and goes on (10.2).

    Examples
    --------
    >>> NameOverflow("ge-22").unit
    'ge-22'
    """

    unit: str


# --- carrying out -----------------------------------------------------------------------------------------


@rule("10.0", "10.1", "15.0")
def eliminate(draft: Draft, uid: str) -> None:
    """Take a unit off the map; Allied losses of the turn are counted, airborne units apart."""
    piece = draft.pieces[uid]
    draft.place(uid, terms.ELIMINATED)
    if piece.side == terms.ALLIED:
        group = LOST[0] if terms.is_airborne(piece.printed) else LOST[1]
        draft.set("lost", draft.number("lost", group) + 1, group)


@rule("10.2")
def begin(draft: Draft, uids: Sequence[str]) -> None:
    """Let units retreat out of the Area of the attack under way."""
    if uids:
        _push(draft, sorted(uids), {})


def _push(draft: Draft, left: Sequence[str], paths: Mapping[str, tuple[str, ...]]) -> None:
    _WAITING.push(draft, Waiting(tuple(left), paths))


def _go_on(draft: Draft, decision: Decision) -> None:
    """Retreat what has no choice, then ask, then look who finds no room.

    Control waits for the last of them: one that finds no place may never have left.
    """
    waiting = _WAITING.read(decision)
    paths, choosing = dict(waiting.paths), []
    for uid in waiting.left:
        found = _open_to(draft, uid, paths.get(uid, ()))
        if len(found) > 1:
            choosing.append(uid)
        else:
            _settle(draft, uid, found, paths)
    if choosing:
        _push(draft, choosing, paths)
        CHOOSING.push(draft, Choosing(tuple(choosing), paths), draft.pieces[choosing[0]].side)
    elif not _look_for_overflow(draft, paths) and (attack := current(draft)) is not None:
        r13_control.update(draft, attack.area)


def _open_to(view: View, uid: str, path: Sequence[str]) -> tuple[str, ...]:
    """Where a unit can go: out of the attacked Area first, then on from the end of its path."""
    area, attack = _from(view, uid, path)
    return candidates(view, uid, area, attack=attack, passed=path)


@rule("10.2")
def _from(view: View, uid: str, path: Sequence[str]) -> tuple[str, Attack | None]:
    """Where a retreat goes on from, and the attack as it binds the rest of it."""
    attack = current(view)
    return (path[-1], onward(attack, path[-1])) if path else (view.pieces[uid].space, attack)


@rule("10.2")
def on_its_way(view: View, uid: str) -> tuple[Attack | None, tuple[str, ...]]:
    """The attack that binds the rest of a retreat that has begun, and the Areas that it has come through.

    Returns
    -------
    (Attack or None, tuple of str)
        No Areas for a unit that has not left the Area attacked, or that retreats from nothing.
    """
    asked = CHOOSING.asked(view) or _CROWDED.asked(view)
    path = asked.paths.get(uid, ()) if asked is not None and uid in asked.units else ()
    return _from(view, uid, path)[1], tuple(path)


@rule("10.2", "8.0")
def _settle(draft: Draft, uid: str, found: Sequence[str], paths: dict[str, tuple[str, ...]]) -> None:
    """Move a unit to the only place, or take it off for want of one."""
    attack = current(draft)
    if found and not symbol_bars(draft, draft.pieces[uid], found[0]):
        draft.place(uid, found[0])
        paths[uid] = (*paths.get(uid, ()), found[0])
        return
    paths.pop(uid, None)
    if attack is not None and attack.no_elimination:
        draft.place(uid, attack.area)
    else:
        eliminate(draft, uid)


@rule("10.2", "8.1")
def _look_for_overflow(draft: Draft, paths: Mapping[str, tuple[str, ...]]) -> bool:
    """Send on what an Area cannot hold, asking who it is where there is a choice; whether there is any."""
    ends: dict[str, list[str]] = {}
    for uid, path in paths.items():
        ends.setdefault(path[-1], []).append(uid)
    for space, uids in sorted(ends.items()):
        side = draft.pieces[uids[0]].side
        excess = terms.stacked(draft, space, side) - terms.STACK_LIMIT
        if not terms.is_area(draft.board.spaces[space]) or excess <= 0:
            continue
        if excess >= len(uids):
            _push(draft, sorted(uids), paths)
        else:
            player = side if draft.option("overflow-choice") == "A" else terms.enemy_of(side)
            _CROWDED.push(draft, Crowded(space, tuple(sorted(uids)), paths), player)
        return True
    return False


# --- answers ----------------------------------------------------------------------------------------------


def _named(inquiry: Inquiry, asked: Choosing | Crowded | None, uid: str, text: str) -> bool:
    """Whether the decision is about the unit."""
    named = asked is not None and uid in asked.units
    return inquiry.require("10.2", named, "", f"{uid} {text}", units=[uid])


def _check_retreat(inquiry: Inquiry, action: Retreat) -> None:
    asked = CHOOSING.asked(inquiry)
    named = _named(inquiry, asked, action.unit, "does not have to choose where it retreats")
    if asked is None or not named:
        return
    if action.to not in inquiry.board.spaces:
        inquiry.refuse("10.2", f"there is no space {action.to!r}", units=[action.unit])
        return
    path = asked.paths.get(action.unit, ())
    area, attack = _from(inquiry, action.unit, path)
    explain(inquiry, action.unit, area, action.to, attack=attack, passed=path)


def _perform_retreat(draft: Draft, action: Retreat) -> None:
    draft.settle()
    waiting = _WAITING.settle(draft)
    paths = dict(waiting.paths)
    _settle(draft, action.unit, (action.to,), paths)
    _push(draft, [u for u in waiting.left if u != action.unit], paths)


def _check_overflow(inquiry: Inquiry, action: NameOverflow) -> None:
    asked = _CROWDED.asked(inquiry)
    named = _named(inquiry, asked, action.unit, "did not retreat into the overstacked Area")
    if asked is not None and named:
        title, name = inquiry.pieces[action.unit].printed.title, inquiry.board.name(asked.space)
        inquiry.note("10.2", f"{name} holds {terms.STACK_LIMIT} units at most: {title} retreats on")


def _perform_overflow(draft: Draft, action: NameOverflow) -> None:
    _push(draft, [action.unit], _CROWDED.settle(draft).paths)


def _retreat_options(state: State) -> Iterator[Retreat]:
    asked = CHOOSING.asked(state)
    if asked is not None:
        for uid in asked.units:
            yield from (Retreat(uid, to) for to in _open_to(state, uid, asked.paths.get(uid, ())))


def _overflow_options(state: State) -> Iterator[NameOverflow]:
    asked = _CROWDED.asked(state)
    if asked is not None:
        yield from map(NameOverflow, asked.units)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        Retreat, _check_retreat, _perform_retreat, _retreat_options, "10.2", answers=frozenset({RETREAT})
    ),
    Handler(
        NameOverflow,
        _check_overflow,
        _perform_overflow,
        _overflow_options,
        "10.2",
        answers=frozenset({OVERFLOW}),
    ),
)
STEPS: Mapping[str, Callable[[Draft, Decision], None]] = {RETREATS: _go_on}
