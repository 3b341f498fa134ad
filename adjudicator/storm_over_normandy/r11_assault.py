"""Section 11.0: units move into an adjacent Area that holds the enemy, and attack him there."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Decision, Draft, Piece, Position, State, View
from adjudicator.storm_over_normandy import (
    cards,
    r05_flow,
    r06_windows,
    r07_difference,
    r07_unit_actions,
    r08_stacking,
    r08_steps,
    r09_attack,
    r14_bocage,
    terms,
)
from adjudicator.storm_over_normandy.r09_strength import Attack, explain_strength
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "STEPS", "Assault", "attack_of", "check_assault", "launch", "needs_discard", "targets"]

_PHASES = frozenset({r05_flow.IMPULSES})
_ENTER = "assault-enter"


@dataclass(frozen=True, slots=True)
class Entering:
    """An Assault announced: where each unit comes from, and where they go."""

    target: str
    origins: Mapping[str, str]


_ENTERING = Frame(_ENTER, "11.0", Entering)


@dataclass(frozen=True, slots=True)
class Assault(Action):
    """Assault an adjacent Area with units of one Area or box (11.0).

    Parameters
    ----------
    discard
        The single card that is discarded for it; empty where none is.

    Examples
    --------
    >>> Assault(("us-4-8",), "utah").discard
    ''
    """

    units: tuple[str, ...]
    target: str
    discard: str = ""


# --- check ------------------------------------------------------------------------------------------------


def _check(inquiry: Inquiry, action: Assault) -> None:
    pieces = r07_unit_actions.select(inquiry, action.units)
    if not terms.is_one_stack(inquiry, pieces):
        return
    check_assault(inquiry, pieces, action.target)
    _check_discard(inquiry, pieces, action.discard)
    if not inquiry.violations:
        r06_windows.note_leaving(inquiry, action.units)
        attack = attack_of(pieces, action.target)
        explain_strength(inquiry, attack)
        r06_windows.note_answers(inquiry, attack)


def attack_of(pieces: Sequence[Piece], target: str) -> Attack:
    """The attack that assaulting units make, seen from where they come from.

    Parameters
    ----------
    pieces, target
        The units, and the Area that they assault.
    """
    origins = {p.uid: p.space for p in pieces}
    return Attack("assault", pieces[0].side, target, tuple(origins), origins=origins)


@rule("11.0", "12.3", "8.0", "8.1")
def check_assault(inquiry: Inquiry, pieces: Sequence[Piece], target: str) -> None:
    """Record whether units can assault an Area, from wherever they are; who pays is asked elsewhere.

    Parameters
    ----------
    pieces
        Units of one side; those of a Shock Assault come from two Areas.
    """
    spaces, side, units = inquiry.board.spaces, pieces[0].side, [p.uid for p in pieces]
    if target not in spaces:
        inquiry.refuse("11.0", f"there is no space {target!r} on the map", spaces=[target])
        return
    name = spaces[target].name
    if not terms.is_area(spaces[target]):
        inquiry.refuse("11.0", f"no Assault is made into {name}", units=units, spaces=[target])
        return
    enemies = terms.enemies(inquiry, target, side)
    failed = f"{name} holds no enemy unit; units move there, and do not assault"
    inquiry.require("11.0", bool(enemies), f"{name} holds {terms.titles(enemies)}", failed, spaces=[target])
    origins = list(dict.fromkeys(p.space for p in pieces))
    for origin in origins:
        _check_origin(inquiry, origin, side)
        r08_steps.check_step(inquiry, [p for p in pieces if p.space == origin], origin, target)
    if len(origins) > 1:
        for section, text in r08_stacking.room_faults(inquiry, pieces, target):
            inquiry.refuse(section, text, units=units, spaces=[target])


@rule("11.0", "12.3")
def _check_origin(inquiry: Inquiry, origin: str, side: str) -> None:
    """Whether no enemy unit stands where an Assault begins."""
    space, enemies = inquiry.board.spaces[origin], terms.enemies(inquiry, origin, side)
    if enemies and terms.is_zone(space) and inquiry.option("box-with-enemies") == "A":
        inquiry.note("12.3", f"enemy units in {space.name} do not bar an Assault out of it")
        return
    failed = f"{space.name} holds {terms.titles(enemies)}: no Assault is made out of it"
    inquiry.require("11.0", not enemies, f"{space.name} holds no enemy unit", failed, spaces=[origin])


@rule("11.0")
def needs_discard(view: View, pieces: Sequence[Piece]) -> bool:
    """Whether a card must be discarded for an Assault: always, but for Allied units in a Landing Box."""
    landing = all(terms.is_landing(view.board.spaces[p.space]) for p in pieces)
    return not (landing and all(p.side == terms.ALLIED for p in pieces))


@rule("11.0")
def _check_discard(inquiry: Inquiry, pieces: Sequence[Piece], discard: str) -> None:
    side, name = pieces[0].side, inquiry.board.name(pieces[0].space)
    if needs_discard(inquiry, pieces):
        cards.may_discard(inquiry, side, discard, "11.0")
        return
    passed, failed = f"an Assault out of {name} needs no discard", f"no card is discarded out of {name}"
    inquiry.require("11.0", not discard, passed, failed)


# --- carrying out -----------------------------------------------------------------------------------------


def _perform(draft: Draft, action: Assault) -> None:
    r05_flow.used_impulse(draft)
    if action.discard:
        cards.discard(draft, action.discard)
    launch(draft, action.units, action.target)


@rule("11.0", "14.2", "6.2")
def launch(draft: Draft, units: Sequence[str], target: str) -> None:
    """Announce an Assault that has been paid: first the German player may keep units in a bocage Area.

    Parameters
    ----------
    units, target
        Ids of the units, from one Area or several, and of the Area that they assault.
    """
    origins = {uid: draft.pieces[uid].space for uid in units}
    _ENTERING.push(draft, Entering(target, origins))
    if areas := r14_bocage.stoppable(draft, units):
        r06_windows.open_window(draft, terms.GERMAN, "leaving", units=units, areas=areas)


@rule("11.0", "13.0")
def _enter(draft: Draft, decision: Decision) -> None:
    """Units that no card has made spent where they stand go in; then the enemy may answer."""
    entering = _ENTERING.read(decision)
    going, target = (
        {u: s for u, s in entering.origins.items() if _still_goes(draft.pieces[u], s)},
        entering.target,
    )
    for origin in sorted(set(going.values())):
        r08_steps.advance(draft, [u for u, s in going.items() if s == origin], origin, target)
    if going:
        side = draft.pieces[next(iter(going))].side
        r09_attack.begin(draft, Attack("assault", side, target, tuple(going), origins=going))
        r06_windows.open_window(draft, terms.enemy_of(side), "entering")


def _still_goes(piece: Piece, origin: str) -> bool:
    return piece.status == terms.FRESH and piece.space == origin


# --- what may be announced --------------------------------------------------------------------------------


@rule("11.0")
def targets(view: View, uids: Sequence[str]) -> tuple[str, ...]:
    """Areas that units of one space can assault.

    Returns
    -------
    tuple of str
        Ids; the cost and every other condition have been looked at.
    """
    pieces = [view.pieces[uid] for uid in uids]
    origin, side = pieces[0].space, pieces[0].side
    near = [to for _, to in view.board.neighbours(origin) if terms.enemies(view, to, side)]
    found = []
    for to in near:
        look = Inquiry(terms.state_of(view))
        check_assault(look, pieces, to)
        found += [to] if not look.violations else []
    return tuple(found)


def _discards(state: State, side: str) -> tuple[str, ...]:
    """One copy of each card in a hand."""
    one = {cards.title(state, copy): copy for copy in reversed(cards.hand(state, side))}
    return tuple(one.values())


def _options(state: State) -> Iterator[Assault]:
    return itertools.chain.from_iterable(found for _, found in _parts(state))


def _parts(state: State) -> Iterator[tuple[str, Iterator[Assault]]]:
    side = r05_flow.whose_impulse(state)
    payments = _discards(state, side)
    for uids in r07_unit_actions.turns(state, side):
        paid = payments if needs_discard(state, [state.pieces[u] for u in uids]) else ("",)
        if paid and not any(terms.is_strongpoint(state.pieces[u].printed) for u in uids):
            yield uids[0], _of_units(state, uids, paid)


def _of_units(state: State, uids: tuple[str, ...], paid: Sequence[str]) -> Iterator[Assault]:
    for to in targets(state, uids):
        yield from (Assault(uids, to, card) for card in paid)


@rule("11.0")
def _paid(before: Position, after: Position, uids: tuple[str, ...]) -> tuple[str, ...]:
    """What may have been discarded for an Assault; an empty text where nothing is."""
    pieces = [before.pieces[u] for u in uids]
    if not needs_discard(before, pieces) or cards.is_silent(before, pieces[0].side):
        return ("",)
    return r07_difference.turned_over(before, after, pieces[0].side)


def _toward(before: Position, after: Position) -> Iterator[Assault]:
    """Assaults of units that are not as they were in another position."""
    for uids in r07_difference.acted(before, after):
        for to in r07_difference.aims(before, after, uids):
            yield from (Assault(uids, to, card) for card in _paid(before, after, uids))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        Assault,
        _check,
        _perform,
        _options,
        "11.0",
        phases=_PHASES,
        sampled="of more than four units not every part is listed, and of several copies of a card one",
        toward=_toward,
        parts=_parts,
    ),
)
STEPS: Mapping[str, Callable[[Draft, Decision], None]] = {_ENTER: _enter}
