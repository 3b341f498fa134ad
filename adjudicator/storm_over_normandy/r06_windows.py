"""Section 6.2: the moments at which a player has time for a card of his own, and which cards fit them.

A moment lies on the stack as ``offer``, which nobody answers. As soon as it is on top, the player is asked
with ``window`` if he could hold a card that fits, by what both players see; when he has played one, the
offer is looked at again, until he declines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Decision, Draft, View
from adjudicator.storm_over_normandy import cards, r05_flow, terms
from adjudicator.storm_over_normandy.cards import Card, Use
from adjudicator.storm_over_normandy.r06_moments import IMPULSE, OFFER, OFFERS, WINDOW, WINDOWS, Moment, Offer
from adjudicator.storm_over_normandy.r09_strength import ATTACK, Attack, current, targets_of
from adjudicator.storm_over_normandy.r14_bocage import (
    Condition,
    attack_conditions,
    leaving_conditions,
    stoppable,
)

__all__ = [
    "NAMES",
    "OFFER",
    "STEPS",
    "WINDOW",
    "conditions",
    "fitting",
    "has_time",
    "note_answers",
    "note_leaving",
    "open_window",
    "times_of",
    "wants",
]

NAMES: Mapping[str, str] = {
    "turn-start": "before the first impulse of the turn",
    "leaving": "before Allied units leave a bocage Area",
    "entering": "when assaulting units have entered",
    "attack": "before Support Points and dice of an attack",
    "card": "against a card of the enemy",
}
_ALWAYS: Mapping[str, frozenset[str]] = {
    "turn-start": frozenset({"turn-start"}),
    "leaving": frozenset({"allied-leave"}),
    "entering": frozenset({"allied-entry"}),
    "card": frozenset({"enemy-card"}),
}
_BY_UNITS = frozenset({"fire", "assault"})


# --- which cards fit --------------------------------------------------------------------------------------


@rule("6.2")
def times_of(view: View, side: str, window: str) -> frozenset[str]:
    """Windows of ``deck.toml`` that are open to a side at a moment.

    Parameters
    ----------
    window
        ``turn-start``, ``leaving``, ``entering``, ``attack`` or ``card``.
    """
    if window != "attack":
        return _ALWAYS[window]
    attack = current(view)
    if attack is None:
        return frozenset()
    if attack.side == side:
        return frozenset({"own-attack", "own-impulse"})
    return frozenset({"allied-attack"}) if side == terms.GERMAN else frozenset()


def _attack_bonus(view: View, card: Card, about: Moment) -> list[Condition]:  # noqa: ARG001
    attack = current(view)
    if attack is None:
        return [("6.2", False, "", "no units are making an attack")]
    by_units = attack.kind in _BY_UNITS and bool(attack.attackers)
    return [
        ("6.2", attack.side == card.side, "", f"the attack is not one of the {card.side.capitalize()} side"),
        ("6.2", by_units, "units make the attack", "no units make the attack: a card does"),
    ]


@rule("14.2")
def _double_value(view: View, card: Card, about: Moment) -> list[Condition]:  # noqa: ARG001
    return attack_conditions(view, current(view))


@rule("14.2")
def _stop_move(view: View, card: Card, about: Moment) -> list[Condition]:  # noqa: ARG001
    return leaving_conditions(view, about.units)


@rule("11.0")
def _defensive_fire(view: View, card: Card, about: Moment) -> list[Condition]:  # noqa: ARG001
    attack = current(view)
    if attack is None or attack.kind != "assault" or attack.side == card.side:
        return [("11.0", False, "", "no enemy units are entering in an Assault")]
    name = view.board.name(attack.area)
    fresh = [p for p in targets_of(view, attack) if p.status == terms.FRESH]
    return [
        ("11.0", bool(attack.attackers), f"assaulting units have entered {name}", f"none is left in {name}"),
        ("9.1", bool(fresh), f"fresh units stand in {name}", f"no fresh unit stands in {name}"),
    ]


@rule("5.0")
def _first_impulse(view: View, card: Card, about: Moment) -> list[Condition]:  # noqa: ARG001
    failed = f"the {card.side.capitalize()} player has the first impulse already"
    later = view.number("turn") > 1
    return [
        ("4.0", later, "", "on turn 1 the Allied player takes the first impulse"),
        ("5.0", view.text("first-impulse") != card.side, "the enemy would have the first impulse", failed),
    ]


def _cancel(view: View, card: Card, about: Moment) -> list[Condition]:
    played = cards.card_of(view, about.card)
    what = "no card" if played is None else played.title
    named = played is not None and played.id in card.params["cards"] and played.side != card.side
    return [("6.2", named, f"{card.title} answers {what}", f"{card.title} does not answer {what}")]


@rule("9.3.3", "7.0")
def _support(view: View, card: Card, about: Moment) -> list[Condition]:  # noqa: ARG001
    side = card.side
    mine, passed = r05_flow.whose_impulse(view) == side, f"the {side.capitalize()} player has the impulse"
    return [("7.0", mine, passed, f"it is not the impulse of the {side.capitalize()} player")]


_CONDITIONS: Mapping[str, Callable[[View, Card, Moment], list[Condition]]] = {
    "attack-bonus": _attack_bonus,
    "double-value": _double_value,
    "stop-move": _stop_move,
    "defensive-fire": _defensive_fire,
    "first-impulse": _first_impulse,
    "cancel": _cancel,
    "support": _support,
}


def conditions(view: View, card: Card, use: Use, about: Moment) -> list[Condition]:
    """What a use of a card needs besides its moment and its place in a hand.

    Returns
    -------
    list of Condition
        Empty for a card that needs nothing more.
    """
    needs = _CONDITIONS.get(use.effect)
    return [] if needs is None else needs(view, card, about)


@rule("6.2")
def fitting(view: View, side: str, window: str, about: Moment) -> Iterator[tuple[Card, Use]]:
    """Cards of a side that fit a moment, wherever they lie.

    Parameters
    ----------
    view, side, window, about
        As in `times_of` and `conditions`; ``played`` in the data names cards that were played at it.
    """
    times = times_of(view, side, window)
    for card in cards.load_deck(view).values():
        if card.side != side or (card.id in about.played and not card.cumulative):
            continue
        for use in card.uses:
            if use.when in times and all(holds for _, holds, _, _ in conditions(view, card, use, about)):
                yield card, use


@rule("6.2")
def wants(view: View, side: str, window: str, about: Moment = IMPULSE) -> bool:
    """Whether a side could hold a card that fits a moment, by what both players see.

    Parameters
    ----------
    view, side, window
        As in `fitting`.
    about
        The moment; an attack is looked up on the stack.
    """
    if not cards.hand_size(view, side):
        return False
    return any(cards.is_about(view, card) for card, _ in fitting(view, side, window, about))


@rule("6.2", "11.0")
def has_time(view: View, side: str, window: str) -> bool:
    """Whether a side may still play cards at the attack under way, before its Support Points and dice.

    Nobody has been asked where nothing is said of his hand; so he may.

    Parameters
    ----------
    window
        ``entering`` or ``attack``.
    """
    attack = current(view)
    if attack is None or cards.is_silent(view, side) or (window == "attack" and attack.stage == "window"):
        return True
    for decision in reversed(terms.state_of(view).pending):
        if decision.kind == ATTACK:
            break
        if decision.kind == OFFER:
            offer = OFFERS.read(decision)
            if (offer.whose, offer.window) == (side, window):
                return True
    return False


def _could_answer(view: View, effect: str) -> bool:
    """Whether the German player could hold a card with an effect, or nothing is said of his hand."""
    found = [c for c in cards.load_deck(view).values() if any(use.effect == effect for use in c.uses)]
    return cards.is_silent(view, terms.GERMAN) or any(cards.could_hold(view, card) for card in found)


@rule("14.2", "6.2")
def note_leaving(inquiry: Inquiry, units: Sequence[str]) -> None:
    """Say that a Bocage card may stop units before they leave, where the German player could hold one.

    Parameters
    ----------
    inquiry, units
        Where to record, and the ids of the units that are to move or assault.
    """
    areas = stoppable(inquiry, units)
    if areas and _could_answer(inquiry, "stop-move"):
        names = " and ".join(map(inquiry.board.name, areas))
        inquiry.note("14.2", f"out of the bocage of {names}: the German player may answer with a Bocage card")


@rule("14.2", "11.0", "6.2")
def note_answers(inquiry: Inquiry, attack: Attack) -> None:
    """Say what the German player may play on an attack of Allied units, where he could hold it."""
    if attack.side != terms.ALLIED:
        return
    name = inquiry.board.name(attack.area)
    fresh = [p for p in targets_of(inquiry, attack) if p.status == terms.FRESH]
    if attack.kind == "assault" and fresh and _could_answer(inquiry, "defensive-fire"):
        text = f"{terms.titles(fresh)} may meet the Assault with a Defensive Fire card"
        inquiry.note("11.0", text)
    fits = all(holds for _, holds, _, _ in attack_conditions(inquiry, attack))
    if fits and _could_answer(inquiry, "double-value"):
        inquiry.note("14.2", f"in the bocage of {name}: the German player may answer with a Bocage card")


# --- the stack --------------------------------------------------------------------------------------------


@rule("6.2")
def open_window(
    draft: Draft,
    player: str,
    window: str,
    *,
    card: str = "",
    units: Sequence[str] = (),
    areas: Sequence[str] = (),
) -> None:
    """Give a player time for a card; nothing is asked where no card of his could fit.

    Parameters
    ----------
    player
        Who may play a card.
    window
        As in `times_of`; what it concerns lies below it on the stack.
    card, units, areas
        For ``leaving`` the units that act, for ``card`` the card that is answered.
    """
    if cards.hand_size(draft, player):
        OFFERS.push(draft, Offer(player, window, card, tuple(units), tuple(areas)))


def _offer(draft: Draft, decision: Decision) -> None:
    """Ask the player, as long as he could hold a card that fits."""
    offer = OFFERS.read(decision)
    if wants(draft, offer.whose, offer.window, offer.moment):
        OFFERS.push(draft, offer)
        WINDOWS.push(draft, offer.moment, offer.whose)


STEPS: Mapping[str, Callable[[Draft, Decision], None]] = {OFFER: _offer}
