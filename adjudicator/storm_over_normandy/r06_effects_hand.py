"""Section 6.2: cards about hands, Support Points, the first impulse, spent units and reinforcements."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from adjudicator.storm_over_normandy import (
    cards,
    r06_draw,
    r08_stacking,
    r12_reinforcements,
    r13_control,
    r15_chains,
    terms,
)
from adjudicator.storm_over_normandy.cards import Card
from adjudicator.storm_over_normandy.r06_effects import CARD_EFFECT, Effect, Play, Target
from adjudicator.storm_over_normandy.r06_moments import Moment
from module_builder.vassal.values import dataclass

__all__ = ["GIVE_UP", "HANDLERS", "HAND_EFFECTS", "GiveUp", "arrival_faults", "draws"]

GIVE_UP = "give-up"
_MOST = {terms.ALLIED: 7, terms.GERMAN: 6}


@dataclass(frozen=True, slots=True)
class GiveUp(Action):
    """Discard a card because a card of the enemy says so.

    Examples
    --------
    >>> GiveUp("german-bocage-1").card
    'german-bocage-1'
    """

    card: str


# --- cancel -----------------------------------------------------------------------------------------------


@rule("6.2")
def _cancel(draft: Draft, play: Play) -> None:  # noqa: ARG001 - what is cancelled lies on the stack
    """Take the enemy's card off the stack, with the time for answers to it."""
    places = [n for n, d in enumerate(draft.pending) if d.kind == CARD_EFFECT]
    if places:
        draft.pending = draft.pending[: places[-1]]


# --- hands ------------------------------------------------------------------------------------------------


@rule("6.1", "6.4")
def draws(view: View, card: Card, *, played: bool) -> int:
    """Number of cards that a card lets its owner draw: up to his limit, and as far as the stack reaches.

    Parameters
    ----------
    played
        Whether it has left the hand.
    """
    room = _MOST[card.side] - cards.hand_size(view, card.side) + (not played)
    return max(0, min(card.number("cards"), room, r06_draw.stack_size(view, card.side)))


def _check_draw(inquiry: Inquiry, play: Play) -> None:
    cards.cite(inquiry, play.card, "6.1", "effect", "params")
    count, most = draws(inquiry, play.card, played=False), _MOST[play.side]
    failed = f"the hand is full with {most} cards, or the stack is empty: nothing is drawn"
    inquiry.require("6.1", count > 0, f"{many(count, 'card is', 'cards are')} drawn", failed)


def _draw(draft: Draft, play: Play) -> None:
    r06_draw.ask_draw(draft, play.side, draws(draft, play.card, played=True))


@rule("6.2")
def _check_enemy_discard(inquiry: Inquiry, play: Play) -> None:
    cards.cite(inquiry, play.card, "6.2", "effect", "params")
    enemy = terms.enemy_of(play.side)
    count = cards.hand_size(inquiry, enemy)
    failed = f"the {enemy.capitalize()} hand is empty"
    inquiry.require("6.2", count > 0, f"the {enemy.capitalize()} player holds {many(count, 'card')}", failed)


@rule("6.2")
def _enemy_discard(draft: Draft, play: Play) -> None:
    enemy = terms.enemy_of(play.side)
    for _ in range(min(play.card.number("cards"), cards.hand_size(draft, enemy))):
        draft.ask(enemy, GIVE_UP, "6.2", card=play.copy)


def _check_give_up(inquiry: Inquiry, action: GiveUp) -> None:
    cards.may_discard(inquiry, inquiry.state.pending[-1].player, action.card, "6.2")


def _perform_give_up(draft: Draft, action: GiveUp) -> None:
    draft.settle()
    cards.discard(draft, action.card)


def _give_up_options(state: State) -> Iterator[GiveUp]:
    yield from map(GiveUp, cards.hand(state, state.pending[-1].player))


# --- the turn ---------------------------------------------------------------------------------------------


@rule("5.0")
def _first_impulse(draft: Draft, play: Play) -> None:
    draft.set("first-impulse", play.side)


@rule("9.3.3")
def _check_support(inquiry: Inquiry, play: Play) -> None:
    cards.cite(inquiry, play.card, "9.3.3", "effect", "params")
    now, more = inquiry.number("support"), play.card.number("points")
    inquiry.note("9.3.3", f"{now + more} Support Points are left for this turn; the cap of an attack stays")


@rule("9.3.3")
def _support(draft: Draft, play: Play) -> None:
    draft.set("support", draft.number("support") + play.card.number("points"))


# --- reinforcements ---------------------------------------------------------------------------------------


@rule("12.1")
def _check_hasten(inquiry: Inquiry, play: Play) -> None:
    cards.cite(inquiry, play.card, "12.1", "effect", "params")
    side, turns = play.side, play.card.number("turns")
    done = inquiry.number("hastened", side) > 0
    failed = f"a card has made {side.capitalize()} reinforcements arrive early before"
    inquiry.require("6.2", not done, "", failed)
    if r12_reinforcements.is_silent(inquiry):
        inquiry.note("12.1", "nothing is said of units that wait; those that do arrive early by turns", turns)
        return
    coming = r12_reinforcements.later(inquiry, side)
    passed = f"arrive early (turns: {turns}): {terms.titles(coming)}"
    failed = f"no {side.capitalize()} unit arrives after this turn: none would be early"
    inquiry.require("12.1", bool(coming), passed, failed)


@rule("12.1")
def _hasten(draft: Draft, play: Play) -> None:
    draft.set("hastened", play.card.number("turns"), play.side)


# --- spent units ------------------------------------------------------------------------------------------


def _can_refresh(view: View, piece: Piece, side: str) -> bool:
    in_area = terms.is_area(view.board.spaces[piece.space]) if piece.space in view.board.spaces else False
    spent = piece.side == side and piece.status == terms.SPENT
    return in_area and spent and not terms.is_strongpoint(piece.printed)


@rule("12.3", "2.1.1")
def _check_refresh(inquiry: Inquiry, play: Play) -> None:
    card, most = play.card, play.card.number("units")
    cards.cite(inquiry, card, "6.2", "effect", "params")
    pieces = [inquiry.pieces[uid] for uid in dict.fromkeys(play.units) if uid in inquiry.pieces]
    inquiry.require("6.2", len(set(play.units)) == len(play.units), "", "a unit is named twice")
    failed = f"{many(len(play.units), 'unit is', 'units are')} named, {card.title} makes {most} fresh at most"
    inquiry.require("6.2", len(play.units) <= most, "", failed, units=play.units)
    failed = "the units stand in more than one space"
    inquiry.require("6.2", len({p.space for p in pieces}) <= 1, "", failed, units=play.units)
    for piece in pieces:
        _check_refreshed(inquiry, piece, play.side)


@rule("12.3", "2.1.1")
def _check_refreshed(inquiry: Inquiry, piece: Piece, side: str) -> None:
    name, one, space = piece.printed.title, [piece.uid], inquiry.board.spaces[piece.space]
    inquiry.require("6.2", piece.side == side, "", f"{name} is no {side.capitalize()} unit", units=one)
    spent = piece.status == terms.SPENT
    inquiry.require("2.1.1", spent, f"{name} is spent and becomes fresh", f"{name} is fresh", units=one)
    failed = f"{name} is a strongpoint"
    inquiry.require("6.2", not terms.is_strongpoint(piece.printed), "", failed, units=one)
    failed = f"{name} is in {space.name}: no card has an effect there"
    inquiry.require("12.3", terms.is_area(space), "", failed, units=one, spaces=[space.id])


@rule("2.1.1")
def _refresh(draft: Draft, play: Play) -> None:
    for uid in play.units:
        draft.set_status(uid, terms.FRESH)


def _spent(state: State, card: Card, about: Moment) -> Iterator[Target]:  # noqa: ARG001
    for space in terms.areas(state):
        there = [
            p.uid for p in terms.friends(state, space.id, card.side) if _can_refresh(state, p, card.side)
        ]
        for count in range(min(len(there), card.number("units")), 0, -1):
            yield from (("", uids) for uids in itertools.combinations(there, count))


# --- units that arrive ------------------------------------------------------------------------------------


@rule("2.1.1", "8.1", "15.0", "13.0")
def arrival_faults(view: View, card: Card, area: str, linked: r15_chains.Chains | None = None) -> list[Fault]:
    """Why a unit that a card brings cannot be placed in an Area."""
    side, space, name = card.side, view.board.spaces[area], view.board.name(area)
    if not terms.is_area(space):
        return [Fault("12.3", f"{name} is no Area")]
    faults = []
    if r13_control.holder(view, area) != side:
        faults.append(Fault("2.1.1", f"{name} is not controlled by the {side.capitalize()} side"))
    if terms.enemies(view, area, side):
        faults.append(Fault("2.1.1", f"{name} holds enemy units"))
    if not r08_stacking.room(view, area, side):
        faults.append(Fault("8.1", f"{name} holds {terms.STACK_LIMIT} units already"))
    if area not in (r15_chains.chains(view, side) if linked is None else linked):
        faults.append(
            Fault("15.0", f"no chain of {side.capitalize()} Areas leads from {name} to a Reinforcement Box")
        )
    return faults


@rule("2.1.1")
def _check_arrive(inquiry: Inquiry, play: Play) -> None:
    card, uid = play.card, str(play.card.params["unit"])
    cards.cite(inquiry, card, "2.1.1", "params")
    piece = inquiry.pieces.get(uid)
    if not inquiry.require("2.1.1", piece is not None, "", f"there is no unit {uid!r}") or piece is None:
        return
    waiting = piece.space == terms.SET_ASIDE
    title = piece.printed.title
    failed = f"{title} has come into play before"
    inquiry.require("2.1.1", waiting, f"{title} waits beside the map", failed, units=[uid])
    if not play.area:
        inquiry.refuse("2.1.1", f"{card.title} needs the Area where {title} is placed")
    elif play.area in inquiry.board.spaces:
        faults = arrival_faults(inquiry, card, play.area)
        for section, text in faults:
            inquiry.refuse(section, text, spaces=[play.area])
        if not faults:
            r15_chains.explain_chain(inquiry, play.area)


@rule("2.1.1")
def _arrive(draft: Draft, play: Play) -> None:
    uid = str(play.card.params["unit"])
    draft.place(uid, play.area)
    draft.set_status(uid, terms.FRESH)
    r13_control.update(draft, play.area)


def _places(state: State, card: Card, about: Moment) -> Iterator[Target]:  # noqa: ARG001
    linked = r15_chains.chains(state, card.side)
    for area in linked.before:
        if not arrival_faults(state, card, area, linked):
            yield area, ()


HAND_EFFECTS: Mapping[str, Effect] = {
    "cancel": Effect(_cancel, "the enemy's card has no effect"),
    "draw": Effect(_draw, "draw {cards} cards", _check_draw),
    "enemy-discard": Effect(
        _enemy_discard, "the enemy discards {cards} cards of his choice", _check_enemy_discard
    ),
    "first-impulse": Effect(_first_impulse, "the first impulse of the turn"),
    "support": Effect(_support, "{points} Support Points more this turn", _check_support),
    "hasten": Effect(
        _hasten, "all reinforcements still to come arrive early (turns: {turns})", _check_hasten
    ),
    "refresh": Effect(
        _refresh,
        "up to {units} spent units of one Area become fresh",
        _check_refresh,
        _spent,
        frozenset({"units"}),
    ),
    "arrive": Effect(
        _arrive, "its unit is placed, fresh, in an Area", _check_arrive, _places, frozenset({"area"})
    ),
}
HANDLERS: tuple[Handler[Any], ...] = (
    Handler(GiveUp, _check_give_up, _perform_give_up, _give_up_options, "6.2", answers=frozenset({GIVE_UP})),
)
