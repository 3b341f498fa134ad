"""Section 7: stacking limits, and who controls an Area."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.actions import Action
from adjudicator.breakout_normandy import terms
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "LIMIT",
    "ChooseNationality",
    "has_room",
    "room_faults",
    "secure_boundaries",
    "update_control",
]

LIMIT = 10
_WATER = ("river", "flooded")
_ALLIES = ("us", "british")
_DECISION = "control-nationality"


@dataclass(frozen=True, slots=True)
class Taken:
    """An Area that as many US as British units have taken."""

    area: str


_TAKEN = Frame(_DECISION, "7.3", Taken)


@dataclass(frozen=True, slots=True)
class ChooseNationality(Action):
    """Say which of two equally strong Allied nations takes control of an Area (7.3).

    Parameters
    ----------
    nation
        ``us`` or ``british``.

    Examples
    --------
    >>> ChooseNationality("us").nation
    'us'
    """

    nation: str


@rule("7.1", "7.2", "14.3", "16.13")
def room_faults(view: View, space: str, piece: Piece) -> list[Fault]:
    """Why a unit may not join a space: ten units a side, one Corps Artillery; Zones have no limit.

    Returns
    -------
    list of (section, sentence)
        Empty when there is room.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> room_faults(d_day, "utah-beach", d_day.pieces["ge-916"])
    []
    """
    if not terms.is_area(view, space):
        return []
    there = [p for p in terms.friends(view, space, piece.side) if p.uid != piece.uid]
    name, faults = view.board.name(space), []
    if len(there) >= LIMIT:
        faults.append(Fault("7.1", f"{name} holds {LIMIT} units of that side already"))
    if piece.printed.corps and any(p.printed.corps for p in there):
        other = next(p for p in there if p.printed.corps)
        faults.append(Fault("16.13", f"{name} holds Corps Artillery already: {other.printed.title}"))
    return faults


def has_room(view: View, space: str, piece: Piece) -> bool:
    """Whether a unit may join a space (7.1).

    Parameters
    ----------
    view, space, piece
        As in `room_faults`.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> has_room(d_day, "utah-beach", d_day.pieces["ge-916"])
    True
    """
    return not room_faults(view, space, piece)


@rule("7.3", "7.4", "15.2")
def update_control(draft: Draft, space: str, *, left_by: str = "") -> None:
    """Let control of one space follow from who stands there; call it whenever units enter or leave.

    A side takes a Vacant enemy-controlled space as soon as it has a unit there; among the Allies the nation
    with more units takes it, a tie is asked. In a Free Area control passes to the nation that alone remains.
    Taking an Area ends a Fortification there (15.2).

    Parameters
    ----------
    left_by
        Nationality of units that have just left it; Allied control passes between allies only then.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.place("us-4-8", "utah-beach"); draft.place("ge-1-919", "eliminated")
    >>> update_control(draft, "utah-beach")
    >>> draft.text("control", "utah-beach"), draft.flag("fortification-destroyed", "utah-beach")
    ('us', True)
    """
    if not terms.on_map(draft, space):
        return
    there = draft.units_in(space)
    sides = {p.side for p in there}
    if len(sides) != 1:
        return
    side = sides.pop()
    now = terms.controller(draft, space)
    if side == terms.GERMAN:
        if now != terms.GERMAN:
            _take(draft, space, terms.GERMAN)
        return
    counts = {n: sum(1 for p in there if terms.nationality(p) == n) for n in _ALLIES}
    present = [n for n, count in counts.items() if count]
    if now == terms.GERMAN:
        if counts["us"] == counts["british"]:
            _TAKEN.push(draft, Taken(space), terms.ALLIED)
            _take(draft, space, "us")
        else:
            _take(draft, space, max(counts, key=lambda n: counts[n]))
    elif len(present) == 1 and now == left_by != present[0]:
        draft.set("control", present[0], space)


@rule("8.511", "20.1")
def secure_boundaries(draft: Draft, space: str) -> None:
    """Mark every bridge and river between a space and others of its side as that side's.

    Parameters
    ----------
    space
        Id of a space that has just changed hands.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("control", "us", "pont-labbe"); draft.set("control", "us", "valognes")
    >>> secure_boundaries(draft, "valognes"); draft.text("bridge", "pont-labbe/valognes")
    'allied'
    """
    if not terms.on_map(draft, space):
        return
    side = terms.control_side(draft, space)
    for edge, other in draft.board.neighbours(space):
        if edge.boundary not in _WATER or not terms.is_friendly_controlled(draft, other, side):
            continue
        if edge.bridge and draft.text("bridge", edge.id) != "destroyed":
            draft.set("bridge", side, edge.id)
        if edge.boundary == "river":
            draft.set("river", side, edge.id)


def _take(draft: Draft, space: str, nation: str) -> None:
    draft.set("control", nation, space)
    draft.set("taken", True, space)
    if nation != terms.GERMAN and draft.board.spaces[space].features.get("fortified"):
        draft.set("fortification-destroyed", True, space)
    secure_boundaries(draft, space)


def _check_nation(inquiry: Inquiry, action: ChooseNationality) -> None:
    known = action.nation in _ALLIES
    inquiry.require("7.3", known, "equal numbers: the Allied player chooses", "choose us or british")


def _perform_nation(draft: Draft, action: ChooseNationality) -> None:
    draft.set("control", action.nation, _TAKEN.settle(draft).area)


def _nation_options(state: State) -> Iterator[ChooseNationality]:
    if state.decision is not None:
        yield from map(ChooseNationality, _ALLIES)


HANDLERS = (
    Handler(
        ChooseNationality,
        _check_nation,
        _perform_nation,
        _nation_options,
        "7.3",
        answers=frozenset({_DECISION}),
    ),
)
