"""Section 17.2 and 17.8: battalions drop by company around their Pathfinder; casualties of the landing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r15_companies, terms
from adjudicator.battle_for_normandy.r12 import losses as r12_losses
from adjudicator.battle_for_normandy.r17 import pathfinders as r17_pathfinders
from adjudicator.battle_for_normandy.r17.chances import (
    GUNS_LOST,
    LOSES,
    SIX,
    Landing,
    accuracies,
    distances,
    distribution,
    is_lost,
    may_wait,
    reach,
    stacks_near,
    survival,
)
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "ROLLS",
    "Drop",
    "Landing",
    "accuracies",
    "ask_casualties",
    "companies",
    "distances",
    "distribution",
    "jumps",
    "land",
    "may_wait",
    "pathfinders_of",
    "reach",
    "still_due",
    "survival",
    "waiting",
]


@dataclass(frozen=True, slots=True)
class Drop(Action):
    """Drop a battalion with its companies, or a single unit, around a Pathfinder (17.2).

    Parameters
    ----------
    unit
        The battalion in the Airborne Holding Box, or an artillery battalion, engineers or HQ.

    Examples
    --------
    >>> Drop("us-82-1-505", "us-82-pf-505").by
    'us-82-pf-505'
    """

    unit: str
    by: str


# --- who drops --------------------------------------------------------------------------------------------


def _in_box(view: View, piece: Piece) -> bool:
    space = view.board.spaces.get(piece.space)
    return space is not None and space.kind == "airborne"


@rule("17.2", "17.8")
def waiting(view: View) -> tuple[Piece, ...]:
    """Units that are still to be dropped on the Night of 6 June: battalions whole, no named company."""
    found = []
    for uid in sorted(view.pieces):
        piece = view.pieces[uid]
        if _in_box(view, piece) and not view.flag("dropped", uid) and _drops(piece):
            found.append(piece)
    return tuple(found)


@rule("17.2", "17.7")
def jumps(view: View, piece: Piece) -> bool:
    """Whether a unit comes by parachute: of an Airborne division, and no glider unit."""
    mine = piece.printed.division
    own = terms.units_of(view, mine) if mine else ()
    airborne = _in_box(view, piece) or any(terms.is_airborne(p.printed) for p in (piece, *own))
    return airborne and piece.printed.type != "glider"


def _drops(piece: Piece) -> bool:
    unit = piece.printed
    if unit.type in {"pathfinder", "glider"} or terms.is_company(unit) or unit.arrival not in {None, SIX}:
        return False
    return not terms.is_artillery(unit) or may_wait(piece)


@rule("17.2")
def still_due(view: View) -> list[Fault]:
    """What keeps the Airborne Drop Segment from ending; artillery may wait (17.8)."""
    due = [p for p in waiting(view) if not may_wait(p) and pathfinders_of(view, p)]
    return [Fault("17.2", f"{p.printed.title} is still to be dropped") for p in due]


@rule("17.2")
def companies(view: View, battalion: str) -> tuple[str, ...]:
    """What drops with a battalion: its three named companies; the unit itself where it has none."""
    own = [uid for uid in sorted(view.pieces) if r15_companies.is_own(view.pieces[uid].printed, battalion)]
    ready = [u for u in own if not terms.on_map(view, view.pieces[u])]
    if ready:
        return tuple(ready)
    unit = view.pieces[battalion].printed
    paras = unit.type in {"parachute", "infantry"} and r15_companies.is_three_steps(unit)
    pool = r15_companies.matching(view, battalion)[:3] if paras else ()
    return pool if len(pool) == 3 else (battalion,)


@rule("17.2")
def pathfinders_of(view: View, piece: Piece) -> tuple[Piece, ...]:
    """Pathfinders around which a unit may drop: of its regiment; for a single unit any that has landed."""
    if not r15_companies.is_three_steps(piece.printed) or terms.is_engineer(piece.printed):
        return r17_pathfinders.landed(view)
    of_division = r17_pathfinders.landed(view, piece.printed.division)
    own = [p for p in of_division if _regiment(p) & _regiment(piece)]
    return tuple(own) or of_division


def _regiment(piece: Piece) -> set[str]:
    """Numbers that name a regiment: 505 of 1/505, or the mark of a battalion that says its brigade."""
    unit = piece.printed
    marked = {m.partition("=")[2] for m in unit.marks if m.startswith(("regiment=", "brigade="))}
    if marked:
        return marked
    numbers = re.findall(r"\d+", unit.name)
    return set(numbers[-1:])


# --- the landing ------------------------------------------------------------------------------------------


@rule("17.2")
def land(draft: Draft, uid: str, space: str) -> None:
    """Put a unit down where the dice say, and ask for the dice of its casualties.

    Parameters
    ----------
    uid, space
        The unit, and the hex; empty off the map.
    """
    draft.set("dropped", True, uid)
    if is_lost(draft, space):
        _eliminate(draft, uid)
        return
    draft.place(uid, space)
    ask_casualties(draft, uid)


@rule("17.2", "17.7")
def ask_casualties(draft: Draft, uid: str) -> None:
    """Ask for the rolls of Flooded terrain and of German fire against a unit that has just landed."""
    space = draft.pieces[uid].space
    for near, strength in reversed(stacks_near(draft, space)):
        ask_roll(draft, "drop-fire", [terms.D10], unit=uid, hex=near, strength=strength)
    if terms.terrain(draft, space, "17.2") == "flooded":
        ask_roll(draft, "drop-flooded", [terms.D6], unit=uid)


def _eliminate(draft: Draft, uid: str) -> None:
    r12_losses.eliminate(draft, uid)


def _harm(draft: Draft, uid: str) -> None:
    """One step of a unit that landed badly; rolls still due for one that is gone are dropped."""
    r12_losses.lose_step(draft, uid)
    if not terms.on_map(draft, draft.pieces[uid]):
        draft.pending = tuple(
            d for d in draft.pending if d.data.get("unit") != uid or d.data.get("what") not in ROLLS
        )


def _resolve_flooded(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    if values[0] >= LOSES:
        _harm(draft, data["unit"])


def _resolve_fire(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    if values[0] <= data["strength"]:
        _harm(draft, data["unit"])


# --- the action -------------------------------------------------------------------------------------------


def _check(inquiry: Inquiry, action: Drop) -> None:
    due = {p.uid: p for p in waiting(inquiry)}
    failed = f"{action.unit} does not wait to be dropped"
    if not inquiry.require("17.2", action.unit in due, "", failed, units=[action.unit]):
        return
    piece = due[action.unit]
    allowed = [p.uid for p in pathfinders_of(inquiry, piece)]
    failed = f"{piece.printed.title} drops around the Pathfinder of its own regiment"
    inquiry.require("17.2", action.by in allowed, "", failed, units=[action.by])
    begun = _begun(inquiry, piece)
    failed = f"first the other battalions of the regiment that has begun: {terms.titles(begun)}"
    inquiry.require("17.2", not begun, "", failed, units=[p.uid for p in begun])
    if action.by in allowed:
        names = [inquiry.pieces[u].printed.title for u in companies(inquiry, action.unit)]
        inquiry.note("17.2", f"these drop: {', '.join(names)}")


@rule("17.2")
def _begun(view: View, piece: Piece) -> list[Piece]:
    """Battalions of another regiment, some of which has dropped, that drop before a battalion."""
    if not _by_regiment(piece):
        return []
    dropped = [view.pieces[u] for u in view.subjects("dropped")]
    open_ = [_regiment(p) for p in dropped if _by_regiment(p) and p.printed.division]
    own = _regiment(piece)
    left = [p for p in waiting(view) if _by_regiment(p) and not _regiment(p) & own]
    return [p for p in left if any(_regiment(p) & r for r in open_)]


def _by_regiment(piece: Piece) -> bool:
    """Whether a unit drops as a battalion of a regiment."""
    unit = piece.printed
    whole = r15_companies.is_three_steps(unit) and not terms.is_company(unit)
    return whole and not terms.is_engineer(unit)


def _perform(draft: Draft, action: Drop) -> None:
    piece = draft.pieces[action.unit]
    where = draft.pieces[action.by].space
    commonwealth = terms.group_of(piece.printed) == terms.COMMONWEALTH
    dice = [terms.D6] if commonwealth else [terms.D6, terms.D6]
    ask_roll(draft, "drop", dice, unit=action.unit, hex=where)


@rule("17.2")
def _resolve(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    """Accuracy and direction of the battalion: then the distance of each company in turn."""
    accuracy, way = (1, values[0]) if len(values) == 1 else (values[0], values[1])
    battalion = data["unit"]
    draft.set("dropped", True, battalion)
    dice = terms.TWO_D6 if accuracy == SIX else terms.D6
    for uid in reversed(companies(draft, battalion)):
        if uid != battalion:
            draft.set("battalion", battalion, uid)
        more = {"unit": uid, "hex": data["hex"], "way": way, "accuracy": accuracy}
        ask_roll(draft, "drop-distance", [dice], **more)
        if may_wait(draft.pieces[uid]):
            ask_roll(draft, "drop-guns", [terms.D10], unit=uid)


@rule("17.2", "3.2")
def _resolve_distance(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    hexes = values[0] // 2 if data["accuracy"] == 1 else values[0]
    land(draft, data["unit"], reach(draft, data["hex"], data["way"], hexes))
    if may_wait(draft.pieces[data["unit"]]):
        draft.set("flipped", True, data["unit"])


@rule("17.8")
def _resolve_guns(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    if values[0] <= GUNS_LOST:
        _eliminate(draft, data["unit"])
        draft.settle()


def _options(state: State) -> Iterator[Drop]:
    for piece in waiting(state):
        yield from (Drop(piece.uid, p.uid) for p in pathfinders_of(state, piece))


def _why(state: State, data: Mapping[str, Any]) -> str:
    piece = state.pieces[data["unit"]]
    alone = terms.group_of(piece.printed) == terms.COMMONWEALTH
    return f"{'direction' if alone else 'accuracy and direction'} of the drop of {piece.printed.title}"


def _why_distance(state: State, data: Mapping[str, Any]) -> str:
    return f"how many hexes from the Pathfinder {state.pieces[data['unit']].printed.title} comes down"


def _why_flooded(state: State, data: Mapping[str, Any]) -> str:
    return f"{state.pieces[data['unit']].printed.title} in Flooded terrain: 5 and 6 lose a step"


def _why_fire(state: State, data: Mapping[str, Any]) -> str:
    name, where = state.pieces[data["unit"]].printed.title, state.board.name(data["hex"])
    return f"fire from {where} at {name}: {data['strength']} or less hits"


def _why_guns(state: State, data: Mapping[str, Any]) -> str:
    return f"survival of {state.pieces[data['unit']].printed.title}: lost on 1 to {GUNS_LOST}"


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Drop, _check, _perform, _options, "17.2", phases=frozenset({"drop"})),
)
ROLLS = {
    "drop": RollRule(_resolve, _why, "17.2"),
    "drop-distance": RollRule(_resolve_distance, _why_distance, "17.2"),
    "drop-flooded": RollRule(_resolve_flooded, _why_flooded, "17.2"),
    "drop-fire": RollRule(_resolve_fire, _why_fire, "17.2"),
    "drop-guns": RollRule(_resolve_guns, _why_guns, "17.8"),
}
