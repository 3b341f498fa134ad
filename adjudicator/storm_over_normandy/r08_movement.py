"""Section 8.0: units of one Area move together; a Bocage card may keep them in a bocage Area (14.2)."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Decision, Draft, Position, State, View
from adjudicator.storm_over_normandy import (
    r05_flow,
    r06_windows,
    r07_difference,
    r07_unit_actions,
    r08_reach,
    terms,
)
from adjudicator.storm_over_normandy.r08_steps import advance, allowance, check_path, check_step, step_faults
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "STEPS",
    "Move",
    "allowance",
    "check_path",
    "check_step",
    "march",
    "step_faults",
]

_PHASES = frozenset({r05_flow.IMPULSES})
_MOVE_ON = "move-on"


@dataclass(frozen=True, slots=True)
class Rest:
    """The rest of a move that a card may stop."""

    units: tuple[str, ...]
    path: tuple[str, ...]


_REST = Frame(_MOVE_ON, "8.0", Rest)


@dataclass(frozen=True, slots=True)
class Move(Action):
    """Move units of one Area together along adjacent spaces (8.0).

    Examples
    --------
    >>> Move(("us-4-8", "us-4-12"), ("ste-marie-du-mont", "carentan")).path
    ('ste-marie-du-mont', 'carentan')
    """

    units: tuple[str, ...]
    path: tuple[str, ...]


@rule("7.1", "8.0")
def _check_move(inquiry: Inquiry, action: Move) -> None:
    """Who may act together, then every step of the path."""
    pieces = r07_unit_actions.select(inquiry, action.units)
    if not action.path:
        inquiry.refuse("8.0", "the move names no space to go to", units=action.units)
    elif terms.is_one_stack(inquiry, pieces):
        check_path(inquiry, pieces, action.path)
    if not inquiry.violations:
        r06_windows.note_leaving(inquiry, action.units)


# --- carrying it out --------------------------------------------------------------------------------------


def _perform_move(draft: Draft, action: Move) -> None:
    r05_flow.used_impulse(draft)
    march(draft, action.units, action.path)


@rule("8.0", "7.1", "14.2")
def march(draft: Draft, units: Sequence[str], path: Sequence[str], *, cleared: bool = False) -> None:
    """Let units go along a path and become spent; it stops where a Bocage card could keep them.

    Parameters
    ----------
    cleared
        Whether the German player has had his say on the first step.
    """
    at = draft.pieces[units[0]].space
    for n, to in enumerate(path):
        if not cleared and _may_be_kept(draft, units, at, first=n == 0):
            _ask(draft, units, path[n:])
            return
        advance(draft, units, at, to)
        at, cleared = to, False
    for uid in units:
        draft.set_status(uid, terms.SPENT)


@rule("14.2")
def _may_be_kept(view: View, units: Sequence[str], at: str, *, first: bool) -> bool:
    """Whether a step is one against which a Bocage card can be played."""
    leaves = view.pieces[units[0]].side == terms.ALLIED and terms.is_bocage(view.board.spaces[at])
    return leaves and (first or view.option("bocage-in-transit") == "B")


@rule("14.2", "6.2")
def _ask(draft: Draft, units: Sequence[str], path: Sequence[str]) -> None:
    """Put the rest of the move below the answer of the German player."""
    _REST.push(draft, Rest(tuple(units), tuple(path)))
    r06_windows.open_window(draft, terms.GERMAN, "leaving", units=units)


@rule("8.0", "14.2")
def _move_on(draft: Draft, decision: Decision) -> None:
    """Units that a card has not made spent where they stand go on."""
    rest = _REST.read(decision)
    units = [uid for uid in rest.units if draft.pieces[uid].status == terms.FRESH]
    if units:
        march(draft, units, rest.path, cleared=True)


# --- what may be announced --------------------------------------------------------------------------------


def _options(state: State) -> Iterator[Move]:
    """Every selection of `r07_unit_actions.turns` to each space that it reaches, by the cheapest way."""
    return itertools.chain.from_iterable(moves for _, moves in _parts(state))


def _parts(state: State) -> Iterator[tuple[str, Iterator[Move]]]:
    every = r07_unit_actions.turns(state, r05_flow.whose_impulse(state), moving=True)
    yield from ((uids[0], _of_units(state, uids)) for uids in every)


def _of_units(state: State, uids: tuple[str, ...]) -> Iterator[Move]:
    found = r08_reach.reach(state, uids)
    yield from (Move(uids, found.path(space)) for space in found.destinations)


def _toward(before: Position, after: Position) -> Iterator[Move]:
    """Moves that lead units to where they are in another position."""
    for uids in r07_difference.acted(before, after):
        yield from (Move(uids, path) for path in r07_difference.travelled(before, after, uids) if path)


_SAMPLED = (
    "of more than four units not every part is listed, and of several ways to a space one of the cheapest"
)
HANDLERS = (
    Handler(
        Move,
        _check_move,
        _perform_move,
        _options,
        "7.1",
        phases=_PHASES,
        sampled=_SAMPLED,
        toward=_toward,
        parts=_parts,
    ),
)
STEPS: dict[str, Callable[[Draft, Decision], None]] = {_MOVE_ON: _move_on}
