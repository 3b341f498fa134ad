"""Section 10.2: units retreat, what finds no room goes on, and what finds no place is eliminated.

The retreats of one attack travel as plain data in the decision ``retreats``, which nobody answers; it asks
the owner wherever several Areas are open to a unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import AUTO, Decision, Draft, State, View
from adjudicator.storm_over_normandy import r13_control, terms
from adjudicator.storm_over_normandy.r09_strength import current
from adjudicator.storm_over_normandy.r10_retreat_areas import (
    candidates,
    explain,
    explain_candidates,
    has_place,
    onward,
    survivors,
    symbol_bars,
)

__all__ = [
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
    "survivors",
]

RETREATS, RETREAT, OVERFLOW = "retreats", "retreat", "overflow"
LOST = ("airborne", "non-airborne")


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


def _push(draft: Draft, left: Sequence[str], paths: Mapping[str, Sequence[str]]) -> None:
    draft.ask(AUTO, RETREATS, "10.2", left=list(left), paths={u: list(p) for u, p in paths.items()})


def _go_on(draft: Draft, decision: Decision) -> None:
    """Retreat what has no choice, then ask, then look who finds no room.

    Control waits for the last of them: one that finds no place may never have left.
    """
    paths: dict[str, Sequence[str]] = dict(decision.data["paths"])
    choosing = []
    for uid in decision.data["left"]:
        found = _open_to(draft, uid, paths.get(uid, ()))
        if len(found) > 1:
            choosing.append(uid)
        else:
            _settle(draft, uid, found, paths)
    if choosing:
        _push(draft, choosing, paths)
        draft.ask(draft.pieces[choosing[0]].side, RETREAT, "10.2", units=choosing, paths=_plain(paths))
    elif not _look_for_overflow(draft, paths) and (attack := current(draft)) is not None:
        r13_control.update(draft, attack.area)


def _plain(paths: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    return {uid: list(path) for uid, path in paths.items()}


def _open_to(view: View, uid: str, path: Sequence[str]) -> tuple[str, ...]:
    """Where a unit can go: out of the attacked Area first, then on from the end of its path."""
    attack, piece = current(view), view.pieces[uid]
    if not path:
        return candidates(view, uid, piece.space, attack=attack)
    return candidates(view, uid, path[-1], attack=onward(attack, path[-1]), passed=path)


@rule("10.2", "8.0")
def _settle(draft: Draft, uid: str, found: Sequence[str], paths: dict[str, Sequence[str]]) -> None:
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
def _look_for_overflow(draft: Draft, paths: Mapping[str, Sequence[str]]) -> bool:
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
            draft.ask(player, OVERFLOW, "10.2", space=space, units=sorted(uids), paths=_plain(paths))
        return True
    return False


# --- answers ----------------------------------------------------------------------------------------------


def _named(inquiry: Inquiry, uid: str, text: str) -> Mapping[str, Any] | None:
    """Data of the decision, if it is about the unit."""
    top = inquiry.decision
    if top is None or uid not in top.data["units"]:
        inquiry.refuse("10.2", f"{uid} {text}", units=[uid])
        return None
    return top.data


def _check_retreat(inquiry: Inquiry, action: Retreat) -> None:
    data = _named(inquiry, action.unit, "does not have to choose where it retreats")
    if data is None:
        return
    if action.to not in inquiry.board.spaces:
        inquiry.refuse("10.2", f"there is no space {action.to!r}", units=[action.unit])
        return
    attack, path = current(inquiry), data["paths"].get(action.unit, ())
    if path:
        back = onward(attack, path[-1])
        explain(inquiry, action.unit, path[-1], action.to, attack=back, passed=path)
    else:
        explain(inquiry, action.unit, inquiry.pieces[action.unit].space, action.to, attack=attack)


def _perform_retreat(draft: Draft, action: Retreat) -> None:
    draft.settle()
    waiting = draft.settle().data
    paths: dict[str, Sequence[str]] = dict(waiting["paths"])
    _settle(draft, action.unit, (action.to,), paths)
    _push(draft, [u for u in waiting["left"] if u != action.unit], paths)


def _check_overflow(inquiry: Inquiry, action: NameOverflow) -> None:
    data = _named(inquiry, action.unit, "did not retreat into the overstacked Area")
    if data is not None:
        title, name = inquiry.pieces[action.unit].printed.title, inquiry.board.name(data["space"])
        inquiry.note("10.2", f"{name} holds {terms.STACK_LIMIT} units at most: {title} retreats on")


def _perform_overflow(draft: Draft, action: NameOverflow) -> None:
    data = draft.settle().data
    _push(draft, [action.unit], data["paths"])


def _retreat_options(state: State) -> Iterator[Retreat]:
    top = state.decision
    if top is None or top.kind != RETREAT:
        return
    for uid in top.data["units"]:
        for to in _open_to(state, uid, top.data["paths"].get(uid, ())):
            yield Retreat(uid, to)


def _overflow_options(state: State) -> Iterator[NameOverflow]:
    top = state.decision
    if top is not None and top.kind == OVERFLOW:
        yield from map(NameOverflow, top.data["units"])


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
