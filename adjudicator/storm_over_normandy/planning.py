"""A plan of attack: units, Support Points and cards of both sides, put together as the rules allow it."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.names import find_space
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, Position
from adjudicator.ruling import Ruling
from adjudicator.storm_over_normandy import (
    cards,
    r04_bombardment,
    r04_invasion,
    r05_flow,
    r06_windows,
    r07_unit_actions,
    r09_fire,
    r11_assault,
    r14_bocage,
    terms,
)
from adjudicator.storm_over_normandy.hypothesis import (
    KINDS,
    Named,
    cards_named,
    firing,
    is_unsaid,
    joined,
    landed,
    supposed,
    under_way,
    units_named,
)
from adjudicator.storm_over_normandy.r06_effects import Play
from adjudicator.storm_over_normandy.r06_moments import IMPULSE
from adjudicator.storm_over_normandy.r06_play import EFFECTS
from adjudicator.storm_over_normandy.r09_strength import Attack, current, support_cap
from adjudicator.views import side_asked
from module_builder.vassal.values import dataclass

__all__ = ["Order", "Plan", "plan_attack", "side_of_order"]

_ASSAULTS = frozenset({"shock-assault", "free-assault"})
_BY_CARD = frozenset({*_ASSAULTS, "fire-and-stay", "card-attack"})
_FITTING = {
    "fire": frozenset({"fire-and-stay", "support", "attack-bonus"}),
    "assault": frozenset({*_ASSAULTS, "march", "support", "attack-bonus"}),
    "card": frozenset({"card-attack", "support"}),
    "": frozenset({"support", "attack-bonus"}),
}


@dataclass(frozen=True, slots=True)
class Order:
    """An attack as a question words it.

    Parameters
    ----------
    kind
        One of `hypothesis.KINDS`; empty for the attack that is under way.
    units
        Who attacks, as typed; empty for all that may.
    side
        Who attacks, where no unit says so.
    support
        Support Points.
    own, enemy
        Cards of the attacker and of the defender, as typed.

    Examples
    --------
    >>> Order("fire", "tilly").support
    0
    """

    kind: str
    area: str = ""
    units: tuple[str, ...] = ()
    side: str = ""
    support: int = 0
    own: tuple[str, ...] = ()
    enemy: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """An attack as it comes to its dice.

    Parameters
    ----------
    fires
        Attacks by Defensive Fire that come first.
    called_off
        Whether a card cancels the one by which the attack is made.
    """

    state: Position
    attack: Attack
    ruling: Ruling
    fires: tuple[Attack, ...] = ()
    called_off: bool = False


def plan_attack(position: Position, order: Order, viewpoint: str, *, strict: bool = False) -> Plan:
    """Put a plan together; what the rules forbid is recorded, and left out where nothing comes of it.

    Parameters
    ----------
    viewpoint
        Who asks; a side asks about its own attack.

    Raises
    ------
    MalformedAction
        The wish cannot be read, or leaves open who attacks.
    """
    if not order.kind:
        return _announced(position, order, strict=strict)
    if order.kind not in KINDS:
        raise MalformedAction(f"odds of {order.kind!r}", f"Ask for {', '.join(KINDS)}")
    if not order.area:
        raise MalformedAction(f"{order.kind} against what", "Name an Area, or give --attack and --defense")
    area = find_space(position.board, order.area).id
    if order.kind in {"bombardment", "strongpoints", "landed"}:
        return _invasion(position, order, area, strict=strict)
    own = tuple(cards_named(position, order.own))
    side = _side(position, order, own, viewpoint)
    draft = supposed(position, side)
    enemy = tuple(cards_named(position, order.enemy))
    making = _Making(Inquiry(draft, strict=strict), draft, order, area, own, enemy, side)
    _suppose(making, position)
    _play_before(making)
    return _with_cards(making, _BUILDERS[order.kind](making))


@dataclass(frozen=True, slots=True)
class _Making:
    """A plan in the making: where it is recorded, the position it changes, the wish, and what that means."""

    inquiry: Inquiry
    draft: Draft
    order: Order
    area: str
    own: tuple[Named, ...]
    enemy: tuple[Named, ...]
    side: str

    @property
    def cancelled(self) -> list[tuple[Named, Named]]:
        """Cards that have no effect, each with the card of the other side that cancels it (6.2)."""
        found: list[tuple[Named, Named]] = []
        for named, others in [*((n, self.enemy) for n in self.own), *((n, self.own) for n in self.enemy)]:
            if _is(named, "cancel"):
                open_to = [n for n in others if n.card.id in named.card.params["cards"]]
                found += [(n, named) for n in open_to if n not in [hit for hit, _ in found]][:1]
        return found

    def effective(self, played: Sequence[Named]) -> list[Named]:
        """Cards without those that are cancelled, and without those that cancel them."""
        gone = [named for pair in self.cancelled for named in pair]
        return [named for named in played if named not in gone]


# --- who attacks ------------------------------------------------------------------------------------------


def side_of_order(position: Position, order: Order, viewpoint: str) -> str:
    """Who attacks by a wish: the side of its units, else of its cards, else the one that it names."""
    return _side(position, order, cards_named(position, order.own), viewpoint)


def _side(position: Position, order: Order, own: Sequence[Named], viewpoint: str) -> str:
    if order.units:
        return position.pieces[units_named(position, order.units)[0]].side
    sides = {named.card.side for named in own}
    return order.side or (sides.pop() if len(sides) == 1 else side_asked(position, viewpoint))


def _suppose(making: _Making, position: Position) -> None:
    """Say what the question takes for granted."""
    if r05_flow.side_said(position) != making.side or position.text("phase") != "impulses":
        making.inquiry.note("7.0", f"supposed: it is an impulse of the {making.side.capitalize()} player")


def _announced(position: Position, order: Order, *, strict: bool) -> Plan:
    """The attack under way, with Support Points and cards that are still to come."""
    attack = current(position)
    if attack is None:
        raise MalformedAction("no attack is under way", f"Ask for {', '.join(KINDS)}, and an Area")
    _require_same(position, order, attack)
    draft = position.draft()
    own, enemy = (tuple(cards_named(position, words)) for words in (order.own, order.enemy))
    making = _Making(Inquiry(draft, strict=strict), draft, order, attack.area, own, enemy, attack.side)
    making = dataclasses.replace(making, own=_in_time(making, own), enemy=_in_time(making, enemy))
    _play_before(making)
    return _with_cards(making, attack)


def _require_same(position: Position, order: Order, attack: Attack) -> None:
    """Refuse to answer of the attack under way what is asked of another."""
    name, way_out = position.board.name, f"For another attack begin with {', '.join(KINDS)}"
    if order.area and find_space(position.board, order.area).id != attack.area:
        raise MalformedAction(f"the attack under way is in {name(attack.area)}", way_out)
    if order.units and set(units_named(position, order.units)) != set(attack.attackers):
        who = terms.titles(position.pieces[uid] for uid in attack.attackers) or "no unit"
        raise MalformedAction(f"the attack under way is made by {who}", way_out)
    if order.side and order.side != attack.side:
        raise MalformedAction(f"the {attack.side.capitalize()} side makes the attack under way", way_out)


def _in_time(making: _Making, played: Sequence[Named]) -> tuple[Named, ...]:
    """Cards that can still be played on the attack under way; what comes too late is refused."""
    found = []
    for named in played:
        side, title = named.card.side, named.card.title
        section, window, text = (
            "6.2",
            "attack",
            f"before the dice the {side.capitalize()} player is asked no more",
        )
        if _is(named, "defensive-fire"):
            section, window, text = "11.0", "entering", "no units are about to enter in an Assault"
        late = not _is(named, "cancel") and not r06_windows.has_time(making.draft, side, window)
        if named.about:
            section, late, text = "14.2", True, "no unit is about to leave bocage"
        if making.inquiry.require(section, not late, "", f"{title} comes too late: {text}"):
            found.append(named)
    return tuple(found)


# --- the invasion phase -----------------------------------------------------------------------------------


def _invasion(position: Position, order: Order, beach: str, *, strict: bool) -> Plan:
    """The attacks of the invasion phase, in which no card is played."""
    if order.own or order.enemy:
        raise MalformedAction("no card is played in the invasion phase", "Leave --card and --against out")
    if order.kind == "bombardment":
        points = ((beach, order.support),)
        checked = r04_bombardment.bombardment_ruling(position, points, complete=False, strict=strict)
        return Plan(position, r04_bombardment.bombardment(beach, order.support), checked)
    meant = "strongpoints" if order.kind == "strongpoints" else "beaches"
    state, looked = landed(position, meant), Inquiry(position, strict=strict)
    if is_unsaid(position, "phase"):
        looked.assume("5.0", f"phase is {meant}")
    if order.kind == "strongpoints":
        attack = r04_invasion.strongpoint_attack(state, beach)
        found = r04_invasion.strongpoint_ruling(state, beach, strict=strict)
        return Plan(state, attack, joined(found, looked))
    units = units_named(state, order.units) or [
        p.uid for p in r04_invasion.landed_units(state, beach) if p.status == terms.FRESH
    ]
    checked = r04_invasion.beach_ruling(state, beach, units, strict=strict)
    attack, state = r04_invasion.beach_attack(beach, units), r04_invasion.after_strongpoints(state)
    draft, inquiry = state.draft(), Inquiry(state, strict=strict)
    attack = _support(inquiry, draft, attack, order.support)
    return Plan(draft.finish(), attack, joined(inquiry.ruling("", ""), looked, checked))


# --- attacks in an impulse --------------------------------------------------------------------------------


def _fire(making: _Making) -> Attack:
    draft, area, inquiry = making.draft, making.area, making.inquiry
    uids = units_named(draft, making.order.units) or [p.uid for p in firing(draft, area, making.side)]
    pieces = [draft.pieces[uid] for uid in uids]
    away = [p for p in pieces if p.space != area]
    text = f"{terms.titles(away)} is not in {draft.board.name(area)}: a Fire Attack reaches no other Area"
    inquiry.require("9.1", not away, "", text, units=[p.uid for p in away], spaces=[area])
    r07_unit_actions.require_together(inquiry, pieces)
    r09_fire.check_fire(inquiry, [dataclasses.replace(pieces[0], space=area)])
    stays = any(_is(named, "fire-and-stay") for named in making.own)
    if stays:
        inquiry.note("6.2", "the units stay fresh afterwards")
    return Attack("fire", making.side, area, tuple(uids), stay_fresh=stays)


def _assault(making: _Making) -> Attack:
    draft, area, inquiry = making.draft, making.area, making.inquiry
    if not making.order.units:
        raise MalformedAction(f"nobody assaults {draft.board.name(area)}", "Name units with --with")
    uids = tuple(units_named(draft, making.order.units))
    pieces = [draft.pieces[uid] for uid in uids]
    played = next((n for n in making.own if n.card.uses[0].effect in _ASSAULTS), None)
    if played is not None:
        use = played.card.uses[0]
        EFFECTS[use.effect].check(inquiry, Play(played.copy, played.card, use, area, uids))
    elif r07_unit_actions.require_together(inquiry, pieces):
        r11_assault.check_assault(inquiry, pieces, area)
        _note_discard(inquiry, pieces, making.side)
    return Attack("assault", making.side, area, uids, origins={p.uid: p.space for p in pieces})


def _note_discard(inquiry: Inquiry, pieces: Sequence[Piece], side: str) -> None:
    if r11_assault.needs_discard(inquiry, pieces):
        inquiry.note("11.0", f"the {side.capitalize()} player discards a card for the Assault")
    else:
        inquiry.note("11.0", f"an Assault out of {inquiry.board.name(pieces[0].space)} needs no discard")


def _card(making: _Making) -> Attack:
    shot = next((n for n in making.own if n.card.uses[0].effect == "card-attack"), None)
    if shot is None:
        raise MalformedAction("which card attacks", "Name it: --card artillery")
    use, power = shot.card.uses[0], shot.card.number("firepower")
    EFFECTS[use.effect].check(making.inquiry, Play(shot.copy, shot.card, use, making.area))
    spares = not shot.card.params["eliminate"]
    return Attack("card", making.side, making.area, firepower=power, no_elimination=spares)


_BUILDERS = {"fire": _fire, "assault": _assault, "card": _card}


# --- Support Points and cards -----------------------------------------------------------------------------


def _support(inquiry: Inquiry, draft: Draft, attack: Attack, points: int) -> Attack:
    """The attack with Support Points; those that it cannot have are refused, and counted all the same."""
    if not points:
        return attack
    cap, left, name = support_cap(inquiry, attack), inquiry.number("support"), draft.board.name(attack.area)
    told = f"an attack in {name} can have {many(cap, 'Support Point')}"
    failed = f"{told}, not {points}" if attack.side == terms.ALLIED else "the German player has none"
    inquiry.require("9.3.3", attack.support + points <= cap, told, failed, spaces=[attack.area])
    failed = f"{points} Support Points are wanted, {left} are left"
    inquiry.require("9.3.3", points <= left, f"{left} Support Points are left", failed)
    failed = f"the dice of the attack in {name} are due: Support Points come before them"
    inquiry.require("9.3.3", attack.stage != "end", "", failed)
    draft.set("support", max(0, left - points))
    return dataclasses.replace(attack, support=attack.support + points)


def _play_before(making: _Making) -> None:
    """Cards that take effect before the attack is announced; every card is looked up."""
    inquiry, draft = making.inquiry, making.draft
    for named in making.own:
        _check_copy(making, named, making.own, making.side)
    _check_number(making, making.own, making.side)
    for named in making.effective(making.own):
        effect = named.card.uses[0].effect
        if effect == "march":
            draft.set("effect", named.card.number("points"), named.copy)
        elif effect == "support":
            points = named.card.number("points")
            inquiry.note("9.3.3", f"{named.card.title}: Support Points more", points)
            draft.set("support", draft.number("support") + points)


def _check_copy(making: _Making, named: Named, among: Sequence[Named], side: str) -> None:
    """Whether so many copies of a card can be in the hand of a side, and be played on one action."""
    inquiry, draft, card = making.inquiry, making.draft, named.card
    failed = f"{card.title} is of the {card.side.capitalize()} deck, not of the {side.capitalize()} one"
    inquiry.require("6.2", card.side == side, "", failed)
    count = sum(n.card.id == card.id for n in among)
    there = [c for c in card.copies if cards.place(draft, c) not in {cards.DISCARD, cards.REMOVED}]
    text = f"{len(there)} copies of {card.title} are not yet discarded or out of the game"
    inquiry.require("6.2", count <= len(there), "", f"{text}, not {count}")
    failed = f"{card.title} is not cumulative: one copy for each action"
    inquiry.require("6.2", count == 1 or card.cumulative, "", failed)
    held = sum(cards.place(draft, copy) == cards.HAND for copy in card.copies)
    hidden = cards.is_silent(draft, card.side) or draft.number("held", card.side)
    text = f"{count} copies of {card.title} are not" if count > 1 else f"{card.title} is not"
    inquiry.require("6.2", bool(hidden) or held >= count, "", f"{text} in the {card.side.capitalize()} hand")
    if hidden and held < count:
        inquiry.note("6.2", f"supposed: {card.title} is in the {card.side.capitalize()} hand")
    cards.cite(inquiry, card, "6.2", "params")


def _check_number(making: _Making, named: Sequence[Named], side: str) -> None:
    """Whether the cards of a hand that are not seen can be as many as the plan names."""
    held = making.draft.said("held", side)
    if not named or not isinstance(held, int) or not held:
        return
    seen, wanted = set(cards.hand(making.draft, side)), 0
    for card in {n.card.id: n.card for n in named if n.card.side == side}.values():
        count = sum(n.card.id == card.id for n in named)
        wanted += max(0, count - len(seen.intersection(card.copies)))
    many = "card" if held == 1 else "cards"
    text = f"the {side.capitalize()} hand holds {held} unseen {many}, and the plan names {wanted}"
    making.inquiry.require("6.2", wanted <= held, "", text)


def _with_cards(making: _Making, attack: Attack) -> Plan:
    """The plan with what both sides play on the attack, in the order in which it happens."""
    inquiry, enemy = making.inquiry, making.effective(making.enemy)
    for named in making.enemy:
        _check_copy(making, named, making.enemy, terms.enemy_of(making.side))
    _check_number(making, making.enemy, terms.enemy_of(making.side))
    for hit, by in making.cancelled:
        inquiry.note("6.2", f"{by.card.title} cancels {hit.card.title}")
    off = any(hit in making.own and hit.card.uses[0].effect in _BY_CARD for hit, _ in making.cancelled)
    if off or not terms.is_area(making.draft.board.spaces[attack.area]):
        return Plan(making.draft.finish(), attack, inquiry.ruling("", ""), called_off=off)
    attack = _stopped(inquiry, making.draft, attack, [n for n in enemy if n.about])
    state = under_way(making.draft, attack)
    answers = [n for n in enemy if not n.about]
    fires = _defensive_fires(inquiry, state, attack, answers)
    for named in answers:
        if _is(named, "double-value"):
            attack = _doubled(inquiry, state, attack, named)
        elif not _is(named, "defensive-fire") and not (_is(named, "attack-bonus") and fires):
            inquiry.refuse("6.2", f"{named.card.title} is not played against this attack")
    for named in making.effective(making.own):
        if named.card.uses[0].effect not in _FITTING[making.order.kind]:
            inquiry.refuse("6.2", f"{named.card.title} does nothing for this attack")
        elif _is(named, "attack-bonus"):
            attack = _raised(inquiry, state, attack, named)
    draft = state.draft()
    attack = _support(inquiry, draft, attack, making.order.support)
    return Plan(under_way(draft, attack), attack, inquiry.ruling("", ""), fires)


def _is(named: Named, effect: str) -> bool:
    return any(use.effect == effect for use in named.card.uses)


def _conditions(inquiry: Inquiry, state: Position, named: Named, effect: str) -> bool:
    """Record what a use of a card needs at this moment."""
    use = next(use for use in named.card.uses if use.effect == effect)
    found = [
        inquiry.require(*condition) for condition in r06_windows.conditions(state, named.card, use, IMPULSE)
    ]
    return all(found)


def _raised(inquiry: Inquiry, state: Position, attack: Attack, named: Named) -> Attack:
    """An attack with the points of a card."""
    if not _conditions(inquiry, state, named, "attack-bonus"):
        return attack
    inquiry.note("6.2", f"{named.card.title}: attack points more", named.card.number("points"))
    return dataclasses.replace(attack, firepower=attack.firepower + named.card.number("points"))


def _doubled(inquiry: Inquiry, state: Position, attack: Attack, named: Named) -> Attack:
    """An attack in bocage that a card makes harder."""
    again = attack.dv_times > 1
    inquiry.require("6.2", not again, "", "a Bocage card has been played on this attack before")
    holds = _conditions(inquiry, state, named, "double-value")
    return dataclasses.replace(attack, dv_times=2) if holds else attack


def _stopped(inquiry: Inquiry, draft: Draft, attack: Attack, stops: Sequence[Named]) -> Attack:
    """An Assault without the units that Bocage cards keep where they are."""
    for named in stops:
        area = find_space(draft.board, named.about).id
        name, leaving = draft.board.name(area), r14_bocage.stoppable(draft, attack.attackers)
        fits = _is(named, "stop-move") and attack.kind == "assault" and area in leaving
        failed = f"{named.card.title} stops no unit in {name}: nobody is about to leave bocage there"
        if not inquiry.require("14.2", fits, f"{named.card.title} stops what would leave {name}", failed):
            continue
        stay = r14_bocage.stopped_units(draft, attack.attackers, area)
        for uid in stay:
            draft.set_status(uid, terms.SPENT)
        inquiry.note("14.2", f"spent, and still in {name}: {terms.titles(draft.pieces[u] for u in stay)}")
        attack = dataclasses.replace(attack, attackers=tuple(u for u in attack.attackers if u not in stay))
    return attack


def _defensive_fires(
    inquiry: Inquiry, state: Position, attack: Attack, answers: Sequence[Named]
) -> tuple[Attack, ...]:
    """Attacks on the assaulting units as they enter, one for each copy of Defensive Fire."""
    count = sum(_is(n, "defensive-fire") for n in answers)
    first = next((n for n in answers if _is(n, "defensive-fire")), None)
    if first is None or not _conditions(inquiry, state, first, "defensive-fire"):
        return ()
    more = sum(n.card.number("points") for n in answers if _is(n, "attack-bonus"))
    there = terms.friends(state, attack.area, first.card.side)
    fresh = [p.uid for p in there if r07_unit_actions.may_act(state, p)]
    back = {uid: attack.origins[uid] for uid in attack.attackers}
    fire = Attack(
        "fire",
        first.card.side,
        attack.area,
        tuple(fresh),
        attack.attackers,
        stay_fresh=True,
        retreat_to=back,
        sent_back=True,
    )
    inquiry.note("11.0", f"{first.card.title}: {terms.titles(state.pieces[u] for u in fresh)} fire", count)
    return (dataclasses.replace(fire, firepower=more), *[fire] * (count - 1))
