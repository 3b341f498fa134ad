"""The actions that questions suppose, each in the position in which it would be announced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.actions import Action
from adjudicator.names import find_space
from adjudicator.position import Position
from adjudicator.storm_over_normandy import (
    cards,
    hypothesis,
    r04_bombardment,
    r04_invasion,
    r06_play,
    r08_movement,
    r08_reach,
    r09_attack,
    r09_fire,
    r11_assault,
    terms,
)
from adjudicator.storm_over_normandy.hypothesis import Named
from adjudicator.storm_over_normandy.planning import Order, side_of_order
from adjudicator.supposing import Supposed, suppose

__all__ = ["attack", "best", "copy_of", "in_hand", "journey"]

_ASSAULTS = frozenset({"shock-assault", "free-assault"})
_FIRST = frozenset({"march", "support"})


# --- cards that a question supposes in a hand ---------------------------------------------------------------


def copy_of(position: Position, named: Named, taken: Sequence[str] = ()) -> str:
    """The copy of a card that a plan plays: one that lies in the hand, else one that may.

    Parameters
    ----------
    taken
        Copies that the plan plays besides.
    """
    free = [copy for copy in named.card.copies if copy not in taken]
    for place in (cards.HAND, cards.UNSEEN):
        if found := [copy for copy in free if cards.place(position, copy) == place]:
            return found[0]
    return free[0] if free else named.copy


def in_hand(position: Position, copies: Iterable[str]) -> Position:
    """The position as if cards were in the hand that one does not see, as far as it has cards enough."""
    draft = position.draft()
    for copy in copies:
        card = cards.card_of(position, copy)
        if card is None or cards.place(draft, copy) != cards.UNSEEN or not draft.number("held", card.side):
            continue
        draft.set("card", cards.HAND, copy)
        draft.set("held", draft.number("held", card.side) - 1, card.side)
    return draft.finish()


def _to_discard(position: Position, side: str, played: Sequence[str]) -> str:
    """A card that a side can discard; one that is hidden where none is seen; empty where there is none."""
    known = [copy for copy in cards.hand(position, side) if copy not in played]
    if known or not position.number("held", side):
        return known[0] if known else ""
    return next((copy for copy in cards.unseen(position, side) if copy not in played), "")


# --- attacks ------------------------------------------------------------------------------------------------


def attack(position: Position, order: Order, viewpoint: str) -> Iterator[Supposed]:
    """The announcements that a plan of attack supposes: cards before it, then the attack itself."""
    if not order.kind and order.support and r09_attack.OFFERED.asked(position) is not None:
        yield Supposed(position, r09_fire.AddSupport(order.support))
    if not (order.kind and order.area):
        return
    area = find_space(position.board, order.area).id
    if order.kind in {"bombardment", "strongpoints", "landed"}:
        yield from _invasion(position, order, area)
        return
    own, copies = list(hypothesis.cards_named(position, order.own)), list[str]()
    for named in own:
        copies.append(copy_of(position, named, copies))
    position = in_hand(position, copies)
    effects = [named.card.uses[0].effect for named in own]
    for copy, effect in dict(zip(copies, effects, strict=True)).items():
        if effect in _FIRST:
            yield Supposed(position, r06_play.PlayCard(copy))
            position = _in_effect(position, copy, effect)
    for action in _actions(position, order, viewpoint, area, dict(zip(copies, effects, strict=True))):
        yield Supposed(in_hand(position, [getattr(action, "discard", "")]), action)


def _in_effect(position: Position, copy: str, effect: str) -> Position:
    """The position after a card has been played before the attack."""
    card, draft = cards.card_of(position, copy), position.draft()
    assert card is not None  # noqa: S101 - a copy of a card that was named
    points = card.number("points")
    cards.pay(draft, copy)
    if effect == "march":
        draft.set("effect", points, copy)
    else:
        draft.set("support", draft.number("support") + points)
    return draft.finish()


def _actions(
    position: Position, order: Order, viewpoint: str, area: str, played: dict[str, str]
) -> Iterator[Action]:
    side = side_of_order(position, order, viewpoint)
    units = tuple(hypothesis.units_named(position, order.units))
    if order.kind == "fire":
        units = units or tuple(p.uid for p in hypothesis.firing(position, area, side))
        stays = next((copy for copy, effect in played.items() if effect == "fire-and-stay"), "")
        yield r06_play.PlayCard(stays, "", units) if stays else r09_fire.FireAttack(units)
    elif order.kind == "card":
        shots = (copy for copy, effect in played.items() if effect == "card-attack")
        yield from (r06_play.PlayCard(copy, area) for copy in [next(shots, "")] if copy)
    elif units:
        by = next((copy for copy, effect in played.items() if effect in _ASSAULTS), "")
        pays = r11_assault.needs_discard(position, [position.pieces[uid] for uid in units])
        paid = _to_discard(position, side, list(played)) if pays and not by else ""
        yield r06_play.PlayCard(by, area, units) if by else r11_assault.Assault(units, area, paid)


def _invasion(position: Position, order: Order, beach: str) -> Iterator[Supposed]:
    """The attacks of the invasion phase; a bombardment gives the points left to another beach."""
    if order.kind == "bombardment":
        others = [b for b in terms.beaches(position) if b != beach]
        rest = min(r04_bombardment.MOST, max(0, r04_bombardment.TOTAL - order.support))
        share = [(beach, order.support), *((b, rest) for b in others[:1] if rest)]
        yield Supposed(position, r04_bombardment.Bombard(tuple(share)))
        return
    state = hypothesis.landed(position, "strongpoints" if order.kind == "strongpoints" else "beaches")
    if order.kind == "strongpoints":
        yield Supposed(state, r04_invasion.StrongpointAttack(beach))
        return
    units = hypothesis.units_named(state, order.units) or [
        p.uid for p in r04_invasion.landed_units(state, beach) if p.status == terms.FRESH
    ]
    state = r04_invasion.after_strongpoints(state)
    yield Supposed(state, r04_invasion.BeachAttack(beach, tuple(units)))


# --- movement -----------------------------------------------------------------------------------------------


def journey(position: Position, uids: Sequence[str], to: str = "") -> Iterator[Supposed]:
    """The Movement that leads units to a space, or to the first that they reach; none where they reach none.

    Parameters
    ----------
    position, uids, to
        The position, the units, and the space; empty for any.
    """
    if len({terms.place_of(position.board.spaces[position.pieces[u].space]) for u in uids}) != 1:
        return
    found = r08_reach.reach(position, uids)
    for space in [to] if to else found.destinations[:1]:
        if space in found.destinations:
            yield Supposed(position, r08_movement.Move(tuple(uids), found.path(space)))
        elif space == position.pieces[uids[0]].space and (trip := r08_reach.round_trip(position, found)):
            yield Supposed(position, r08_movement.Move(tuple(uids), trip.path))


def best(position: Position, actions: Iterable[Action]) -> Iterator[Supposed]:
    """Of several actions of which one is enough, the first that nothing but the moment is against.

    Yields
    ------
    Supposed
        One, or none where there is no action.
    """
    known = list(actions)
    able = (action for action in known if not suppose(position, action).violations)
    if known:
        yield Supposed(position, next(able, known[0]))
