"""Section 6.2: a hex that holds too many units at the end of a phase; its owner says which are eliminated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r03_control, terms
from adjudicator.battle_for_normandy.r06_stacking import LIMIT, faults, load_of, value
from adjudicator.battle_for_normandy.r12.losses import eliminate
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "OVERSTACK", "Disband", "Overfull", "correct", "least_removals", "overstacked"]


@dataclass(frozen=True, slots=True)
class Overfull:
    """A hex that holds too many units."""

    hex: str


OVERSTACK = Frame("overstack", "6.2", Overfull)


@dataclass(frozen=True, slots=True)
class Disband(Action):
    """Eliminate units of an overfull hex at the end of a phase (6.2).

    Examples
    --------
    >>> Disband(("us-1-16",)).units
    ('us-1-16',)
    """

    units: tuple[str, ...]


# --- the end of a phase -----------------------------------------------------------------------------------


@rule("6.2")
def overstacked(view: View, side: str) -> tuple[str, ...]:
    """Hexes of a side that hold too much for the end of a phase, sorted; nations are left out (6.3)."""
    doubtful = (s for s, load in load_of(view, side).items() if not load.plain or load.points > LIMIT)
    return tuple(sorted(s for s in doubtful if _counted(faults(view, s, side))))


def _counted(found: Iterable[Fault]) -> list[Fault]:
    return [f for f in found if f[0] != "6.3"]


@rule("6.2")
def least_removals(view: View, space: str, side: str) -> tuple[tuple[str, ...], ...]:
    """The smallest sets of units whose elimination brings a hex within the limits.

    Returns
    -------
    tuple of tuple of str
        One empty set where nothing is too much.
    """
    uids = sorted(p.uid for p in terms.friends(view, space, side) if value(view, p) or _in_queue(view, space))
    for count in range(len(uids) + 1):
        found = [
            gone
            for gone in combinations(uids, count)
            if not _counted(faults(view, space, side, removing=gone))
        ]
        if found:
            return tuple(found)
    return ()


def _in_queue(view: View, space: str) -> bool:
    return bool(view.board.spaces[space].features.get("queue"))


@rule("6.2")
def correct(draft: Draft, *sides: str) -> bool:
    """At the end of a phase ask the owner of every overfull hex which units are eliminated.

    Parameters
    ----------
    *sides
        Whose hexes; both without one.

    Returns
    -------
    bool
        Whether something was asked.
    """
    asked = False
    for side in sides or (terms.GERMAN, terms.ALLIED):
        for space in reversed(overstacked(draft, side)):
            OVERSTACK.push(draft, Overfull(space), side)
            asked = True
    return asked


@rule("6.2")
def _check_disband(inquiry: Inquiry, action: Disband) -> None:
    decision = inquiry.decision
    if decision is None or decision.kind != OVERSTACK.kind:
        inquiry.refuse("6.2", "no hex holds too many units", units=action.units)
        return
    space, side = OVERSTACK.read(decision).hex, decision.player
    there = {p.uid for p in terms.friends(inquiry, space, side)}
    name, strangers = inquiry.board.name(space), [u for u in action.units if u not in there]
    failed = f"{', '.join(strangers)} not of the {side} units in {name}"
    if not inquiry.require("6.2", not strangers, "", failed, units=strangers, spaces=(space,)):
        return
    left = _counted(faults(inquiry, space, side, removing=action.units))
    for section, text in left:
        inquiry.refuse(section, f"not enough: {text}", units=action.units, spaces=(space,))
    least = least_removals(inquiry, space, side)
    most = len(least[0]) if least else 0
    passed = f"{name} is within the limits with {many(len(action.units), 'unit')} fewer"
    failed = f"{most} fewer are enough for {name}, not {len(action.units)}"
    inquiry.require("6.2", len(action.units) <= most, passed, failed, units=action.units, spaces=(space,))


@rule("6.2")
def _perform_disband(draft: Draft, action: Disband) -> None:
    draft.settle()
    for uid in action.units:
        eliminate(draft, uid)
    r03_control.update(draft)


def _options(state: State) -> Iterator[Disband]:
    decision = state.decision
    if decision is not None and decision.kind == OVERSTACK.kind:
        yield from map(Disband, least_removals(state, OVERSTACK.read(decision).hex, decision.player))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Disband, _check_disband, _perform_disband, _options, "6.2", answers=frozenset({OVERSTACK.kind})),
)
