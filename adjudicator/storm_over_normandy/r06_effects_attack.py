"""Sections 6.2, 9.1 and 9.2: cards that attack, and cards that change the attack of units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, State, View
from adjudicator.storm_over_normandy import (
    cards,
    r07_unit_actions,
    r09_attack,
    r09_fire,
    r12_boxes,
    terms,
)
from adjudicator.storm_over_normandy.cards import Card
from adjudicator.storm_over_normandy.r06_effects import Effect, Play, Target
from adjudicator.storm_over_normandy.r06_moments import Moment
from adjudicator.storm_over_normandy.r09_strength import Attack, explain_strength

__all__ = ["ATTACK_EFFECTS", "in_reach"]

_COAST = "coast"


# --- an attack by the card itself -------------------------------------------------------------------------


@rule("9.2")
def in_reach(view: View, card: Card, area: str) -> bool:
    """Whether an attack by a card reaches an Area: any, or a beach Area and its neighbours."""
    if card.params["reach"] != _COAST:
        return True
    beaches = set(terms.beaches(view))
    return area in beaches or any(to in beaches for _, to in view.board.neighbours(area))


def _card_attack(card: Card, area: str) -> Attack:
    firepower, spares = card.number("firepower"), not card.params["eliminate"]
    return Attack("card", card.side, area, firepower=firepower, no_elimination=spares)


@rule("9.2", "12.3", "10.2")
def _check_card_attack(inquiry: Inquiry, play: Play) -> None:
    card, area = play.card, play.area
    if area not in inquiry.board.spaces:
        if not area:
            inquiry.refuse("9.2", f"{card.title} needs an Area to attack")
        return
    cards.cite(inquiry, card, "9.2", "params")
    space, there = inquiry.board.spaces[area], [area]
    for section, text in r12_boxes.attack_faults(inquiry, area):
        inquiry.refuse(section, text, spaces=there)
    if not inquiry.require("9.2", terms.is_area(space), "", f"{space.name} is no Area", spaces=there):
        return
    enemies = terms.enemies(inquiry, area, card.side)
    failed = f"{space.name} holds no unit of the {terms.enemy_of(card.side).capitalize()} side"
    inquiry.require("9.2", bool(enemies), f"{space.name} holds {terms.titles(enemies)}", failed, spaces=there)
    failed = f"{card.title} reaches beach Areas and their neighbours, not {space.name}"
    inquiry.require("9.2", in_reach(inquiry, card, area), f"{space.name} is in reach", failed, spaces=there)
    if not inquiry.violations:
        _explain_card_attack(inquiry, card, area)


@rule("10.2", "10.0")
def _explain_card_attack(inquiry: Inquiry, card: Card, area: str) -> None:
    explain_strength(inquiry, _card_attack(card, area))
    if card.params["eliminate"]:
        return
    inquiry.note("10.2", "no unit can be eliminated; one that cannot retreat stays")
    strong = terms.strongpoints(inquiry, area) if card.side == terms.ALLIED else ()
    if strong and inquiry.option("card-strongpoints") == "A":
        shield = f"{terms.titles(strong)} cannot be eliminated and shields the other units"
        inquiry.note("10.0", shield)


def _perform_card_attack(draft: Draft, play: Play) -> None:
    r09_attack.begin(draft, _card_attack(play.card, play.area))


def _areas(state: State, card: Card, about: Moment) -> Iterator[Target]:  # noqa: ARG001
    for space in terms.areas(state):
        if terms.enemies(state, space.id, card.side) and in_reach(state, card, space.id):
            yield space.id, ()


# --- attacks of units that a card allows ------------------------------------------------------------------


@rule("9.1", "7.1")
def _check_fire(inquiry: Inquiry, play: Play) -> None:
    pieces = r07_unit_actions.select(inquiry, play.units)
    _of_owner(inquiry, play)
    if terms.is_one_stack(inquiry, pieces):
        r09_fire.check_fire(inquiry, pieces)
    if not inquiry.violations and pieces:
        explain_strength(inquiry, _fire(inquiry, play))


def _of_owner(inquiry: Inquiry, play: Play) -> None:
    """Refuse units of the other side."""
    wrong = [u for u in play.units if u in inquiry.pieces and inquiry.pieces[u].side != play.side]
    failed = f"{play.card.title} is for units of the {play.side.capitalize()} side"
    inquiry.require("6.2", not wrong, "", failed, units=wrong)


def _fire(view: View, play: Play) -> Attack:
    area = view.pieces[play.units[0]].space
    return Attack("fire", play.side, area, play.units, stay_fresh=True)


def _perform_fire(draft: Draft, play: Play) -> None:
    r09_attack.begin(draft, _fire(draft, play))


def _firing(state: State, card: Card, about: Moment) -> Iterator[Target]:  # noqa: ARG001
    for uids in r07_unit_actions.turns(state, card.side):
        area = state.pieces[uids[0]].space
        if terms.is_area(state.board.spaces[area]) and terms.enemies(state, area, card.side):
            yield "", uids


@rule("11.0", "9.1", "14.1")
def _check_defensive_fire(inquiry: Inquiry, play: Play) -> None:
    attack = r09_attack.current(inquiry)
    if attack is None:
        return
    name = inquiry.board.name(attack.area)
    inquiry.require("6.2", len(set(play.units)) == len(play.units), "", "a unit is named twice")
    _of_owner(inquiry, play)
    for uid in dict.fromkeys(play.units):
        piece = inquiry.pieces.get(uid)
        if piece is None:
            continue
        failed = f"{piece.printed.title} is not in {name}"
        inquiry.require("9.1", piece.space == attack.area, "", failed, units=[uid], spaces=[attack.area])
        r07_unit_actions.require_ready(inquiry, piece)


def _perform_defensive_fire(draft: Draft, play: Play) -> None:
    r09_attack.defensive_fire(draft, play.units)


def _defending(state: State, card: Card, about: Moment) -> Iterator[Target]:  # noqa: ARG001
    attack = r09_attack.current(state)
    if attack is not None:
        there = terms.friends(state, attack.area, card.side)
        ready = [p for p in there if r07_unit_actions.may_act(state, p)]
        yield from (("", uids) for uids in r07_unit_actions.selections(ready))


# --- changes of an attack ---------------------------------------------------------------------------------


@rule("6.2")
def _attack_bonus(draft: Draft, play: Play) -> None:
    attack = r09_attack.current(draft)
    if attack is not None:
        r09_attack.UNDER_WAY.amend(draft, firepower=attack.firepower + play.card.number("points"))


@rule("14.2")
def _double_value(draft: Draft, play: Play) -> None:  # noqa: ARG001 - it has no parameters
    if r09_attack.current(draft) is not None:
        r09_attack.UNDER_WAY.amend(draft, dv_times=2)


def _cite_points(inquiry: Inquiry, play: Play) -> None:
    cards.cite(inquiry, play.card, "6.2", "params")


ATTACK_EFFECTS: Mapping[str, Effect] = {
    "card-attack": Effect(
        _perform_card_attack,
        "an attack with a firepower of {firepower} on an Area",
        _check_card_attack,
        _areas,
        frozenset({"area"}),
    ),
    "fire-and-stay": Effect(
        _perform_fire,
        "a Fire Attack after which the units stay fresh",
        _check_fire,
        _firing,
        frozenset({"units"}),
        selects=True,
    ),
    "defensive-fire": Effect(
        _perform_defensive_fire,
        "an attack on the assaulting units as they enter",
        _check_defensive_fire,
        _defending,
        frozenset({"units"}),
    ),
    "attack-bonus": Effect(_attack_bonus, "{points} attack points more", _cite_points),
    "double-value": Effect(_double_value, "the Defensive Value of the bocage Area counts twice"),
}
