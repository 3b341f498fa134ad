"""Sections 12.1 and 12.2: which reinforcements arrive at the end of a turn, and where they are placed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.storm_over_normandy import r08_stacking, r13_control, terms
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "PlaceReinforcement",
    "begin",
    "due",
    "explain",
    "is_silent",
    "later",
    "overdue",
    "places",
    "unplaced",
]

_CHOICE = "reinforcement"
_LOSS = {True: 1, False: 2}
Loss = tuple[Piece, int]
"""A unit that finds no room, and the Victory Points that it costs by one reading."""


@dataclass(frozen=True, slots=True)
class Coming:
    """Reinforcements that their owner has still to place."""

    units: tuple[str, ...]


_COMING = Frame(_CHOICE, "12.2", Coming)


@dataclass(frozen=True, slots=True)
class PlaceReinforcement(Action):
    """Place a reinforcement where its counter says.

    Examples
    --------
    >>> PlaceReinforcement("us-2-9", "landing-omaha-1").to
    'landing-omaha-1'
    """

    unit: str
    to: str


# --- who comes, and where ---------------------------------------------------------------------------------


@rule("12.1")
def due(view: View, side: str, turn: int = 0) -> tuple[Piece, ...]:
    """Units of a side that arrive at the end of a turn and are not yet in play.

    Parameters
    ----------
    turn
        Which turn; 0 for the one in play.
    """
    number = turn or view.number("turn")
    waiting = [p for p in view.units_in(terms.POOL) if p.side == side and p.printed.arrival]
    first, last = _span(view, side, waiting, number)
    return tuple(p for p in waiting if first <= (p.printed.arrival or 0) <= last)


@rule("12.1", "6.2")
def _span(view: View, side: str, waiting: Sequence[Piece], number: int) -> tuple[int, int]:
    """First and last number on the counters that come at the end of a turn: a card may hasten them."""
    counters = {p.printed.arrival or 0 for p in waiting}
    ahead = number in counters and view.number("turn") < number
    early = view.number("hastened", side) if ahead or max(counters, default=0) > number else 0
    now = view.number("turn") if early else number
    return number + early * (number > now), number + early * (number >= now)


def is_silent(view: View) -> bool:
    """Whether a position says nothing of units that wait on the turn track, as most sketches do."""
    return "hastened" in terms.state_of(view).unknown and not view.units_in(terms.POOL)


@rule("12.1")
def later(view: View, side: str) -> tuple[Piece, ...]:
    """Units of a side that wait, and whose counters say a turn after the one in play."""
    turn, waiting = view.number("turn"), view.units_in(terms.POOL)
    return tuple(p for p in waiting if p.side == side and (p.printed.arrival or 0) > turn)


@rule("12.1")
def overdue(view: View, side: str) -> tuple[Piece, ...]:
    """Units of a side that should have arrived at the end of an earlier turn, and still wait."""
    turn, waiting = view.number("turn"), view.units_in(terms.POOL)
    return tuple(p for p in waiting if p.side == side and (p.printed.arrival or turn) < turn)


@rule("12.2")
def places(unit: Piece) -> tuple[str, ...]:
    """Spaces in which a reinforcement may be placed, as its counter says.

    Returns
    -------
    tuple of str
        Invasion sections of Landing Boxes, an Area, or a Reinforcement Box.
    """
    return unit.printed.entry


def _crowded(view: View, pieces: Sequence[Piece], area: str) -> bool:
    """Whether a choice has to be made: some, but not all, of those that come to an Area find room."""
    coming = [p for p in pieces if places(p) == (area,)]
    return bool(coming) and 0 < r08_stacking.room(view, area, coming[0].side) < len(coming)


def _needs_choice(view: View, piece: Piece, pieces: Sequence[Piece]) -> bool:
    where = places(piece)
    return len(where) > 1 or _crowded(view, pieces, where[0])


@rule("12.2", "8.1")
def unplaced(view: View) -> tuple[Loss, ...]:
    """Allied units due this turn that find no room where they arrive; where some do, those that cost least.

    Returns
    -------
    tuple of (Piece, int)
        With the Victory Points of each.
    """
    coming, lost = due(view, terms.ALLIED), list[Loss]()
    for area in dict.fromkeys(places(p)[0] for p in coming if len(places(p)) == 1):
        here = sorted((_LOSS[terms.is_airborne(p.printed)], p.uid) for p in coming if places(p) == (area,))
        over = max(0, len(here) - r08_stacking.room(view, area, terms.ALLIED))
        lost += [(view.pieces[uid], cost) for cost, uid in here[:over]]
    return tuple(lost)


# --- carrying out -----------------------------------------------------------------------------------------


@rule("12.2", "5.1")
def begin(draft: Draft, side: str) -> None:
    """Place what has one place to go to; ask the player about the others.

    Parameters
    ----------
    draft, side
        The position in the making, and whose reinforcements.
    """
    coming = due(draft, side)
    chosen = [p for p in coming if _needs_choice(draft, p, coming)]
    for piece in coming:
        if piece not in chosen:
            _place(draft, piece, places(piece)[0])
    if chosen:
        _COMING.push(draft, Coming(tuple([p.uid for p in chosen])), side)


@rule("12.2", "15.0")
def _place(draft: Draft, piece: Piece, to: str) -> None:
    """Place a unit, fresh; it is eliminated where it would be one too many."""
    draft.set_status(piece.uid, terms.FRESH)
    if r08_stacking.room(draft, to, piece.side):
        draft.place(piece.uid, to)
        r13_control.update(draft, to)
        return
    draft.place(piece.uid, terms.ELIMINATED)
    if piece.side == terms.ALLIED and draft.option("reinforcement-losses") == "B":
        draft.set("vp", draft.number("vp") - _LOSS[terms.is_airborne(piece.printed)])


# --- the action -------------------------------------------------------------------------------------------


@rule("12.2")
def _check(inquiry: Inquiry, action: PlaceReinforcement) -> None:
    coming = _COMING.asked(inquiry)
    if coming is None:
        return
    if action.unit not in coming.units:
        inquiry.refuse("12.2", f"{action.unit} is not to be placed now", units=[action.unit])
        return
    _check_place(inquiry, inquiry.pieces[action.unit], action.to)


def _check_place(inquiry: Inquiry, piece: Piece, to: str) -> None:
    name, where = inquiry.board.name, places(piece)
    passed = f"{piece.printed.title} is placed in {name(to)}, as its counter says"
    failed = f"{piece.printed.title} is not placed in {name(to)} but in {' or '.join(map(name, where))}"
    if not inquiry.require("12.2", to in where, passed, failed, units=[piece.uid], spaces=[to]):
        return
    if not r08_stacking.room(inquiry, to, piece.side):
        inquiry.note("12.2", f"{name(to)} is full: {piece.printed.title} is eliminated")


def _perform(draft: Draft, action: PlaceReinforcement) -> None:
    top = draft.pending[-1]
    left = tuple([uid for uid in _COMING.settle(draft).units if uid != action.unit])
    _place(draft, draft.pieces[action.unit], action.to)
    if left:
        _COMING.push(draft, Coming(left), top.player, rule=top.rule)


def _options(state: State) -> Iterator[PlaceReinforcement]:
    coming = _COMING.asked(state)
    for uid in coming.units if coming is not None else ():
        yield from (PlaceReinforcement(uid, to) for to in places(state.pieces[uid]))


# --- answers ----------------------------------------------------------------------------------------------


@rule("12.1", "12.2", "5.1")
def explain(inquiry: Inquiry, side: str, turn: int = 0) -> tuple[Piece, ...]:
    """Say which units of a side arrive at the end of a turn, and where.

    Parameters
    ----------
    inquiry, side, turn
        Takes the steps; as in `due`.
    """
    number = turn or inquiry.number("turn")
    coming, name = due(inquiry, side, number), inquiry.board.name
    inquiry.note("12.1", f"at the end of turn {number} {side.capitalize()} units arrive", len(coming))
    if hastened := [p for p in coming if (p.printed.arrival or number) > number]:
        text = f"a card has made {side.capitalize()} units arrive early: {terms.titles(hastened)}"
        inquiry.note("6.2", text, len(hastened))
    for piece in coming:
        where = places(piece)
        text = f"{piece.printed.title} is placed in {' or '.join(map(name, where))}"
        inquiry.note("12.2", text)
        if len(where) == 1 and not r08_stacking.room(inquiry, where[0], side):
            inquiry.note("12.2", f"{name(where[0])} is full: {piece.printed.title} is eliminated")
        elif _crowded(inquiry, coming, where[0]):
            inquiry.note("12.2", f"{name(where[0])} has not room for all that arrive there")
    if coming:
        inquiry.note("5.1", f"they act from turn {number + 1} on")
    if late := overdue(inquiry, side):
        told = terms.titles(late)
        inquiry.note("12.1", f"units of an earlier turn still wait on the turn track: {told}", len(late))
    return coming


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(PlaceReinforcement, _check, _perform, _options, "12.2", answers=frozenset({_CHOICE})),
)
