"""Sections 6.2 and 7.2: a card as its owner's impulse, or in the time that something else gives for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Decision, Draft, Position, State, View
from adjudicator.storm_over_normandy import cards, r05_flow, r05_pass, r06_windows, r07_difference, terms
from adjudicator.storm_over_normandy.cards import Card, Use
from adjudicator.storm_over_normandy.r06_effects import ANNOUNCED, CARD_EFFECT, Effect, Play, only
from adjudicator.storm_over_normandy.r06_effects_attack import ATTACK_EFFECTS
from adjudicator.storm_over_normandy.r06_effects_hand import HAND_EFFECTS
from adjudicator.storm_over_normandy.r06_effects_move import MOVE_EFFECTS
from adjudicator.storm_over_normandy.r06_moments import IMPULSE, OFFERS, WINDOWS, Moment
from maps.filing import Located
from module_builder.vassal.values import dataclass

__all__ = [
    "EFFECTS",
    "HANDLERS",
    "STEPS",
    "Decline",
    "PlayCard",
    "Respond",
    "answers_to",
    "explain",
    "explain_use",
    "playable",
]

EFFECTS: Mapping[str, Effect] = {**ATTACK_EFFECTS, **HAND_EFFECTS, **MOVE_EFFECTS}
_IN_IMPULSE = ("impulse", "own-impulse", "own-move")
_PHASES = frozenset({r05_flow.IMPULSES})
_MOMENTS: Mapping[str, str] = {
    "impulse": "for one's impulse",
    "turn-start": "before the first impulse of a turn",
    "own-impulse": "in one's own impulse",
    "own-move": "before a Movement or an Assault of one's own",
    "own-attack": "when units of one's own attack",
    "allied-leave": "when Allied units move or assault out of a bocage Area",
    "allied-entry": "when Allied units have entered in an Assault",
    "allied-attack": "when Allied units attack in a bocage Area",
    "enemy-card": "when the enemy plays a certain card",
}


@dataclass(frozen=True, slots=True)
class PlayCard(Action):
    """Play a card for one's impulse (7.2), or one that goes with it (6.2).

    Parameters
    ----------
    card
        Id of the copy; that of the card stands for a copy in the hand.
    area
        The Area that it is played on, or that is assaulted.
    units
        Ids of the units that act, or that it is played on.

    Examples
    --------
    >>> PlayCard("german-artillery-1", "tilly").area
    'tilly'
    """

    card: str
    area: str = ""
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Respond(Action):
    """Play a card when something happens that gives time for it (6.2).

    Parameters
    ----------
    card
        Id of the copy; that of the card stands for a copy in the hand.
    area
        The Area whose units a Bocage card stops.

    Examples
    --------
    >>> Respond("german-bocage-1").units
    ()
    """

    card: str
    area: str = ""
    units: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Decline(Action):
    """Play no card, or no more.

    Examples
    --------
    >>> Decline()
    Decline()
    """


# --- check ------------------------------------------------------------------------------------------------


def _no_use(inquiry: Inquiry, card: Card, moment: str) -> None:
    times = " or ".join(_MOMENTS[use.when] for use in card.uses)
    inquiry.refuse("6.2", f"{card.title} is played {times}, not {moment}")


@rule("6.2", "7.2")
def _check_play(inquiry: Inquiry, action: PlayCard) -> None:
    copy = cards.find(inquiry, action.card)
    card = cards.card_of(inquiry, copy)
    if card is None:
        inquiry.refuse("6.2", f"there is no card {action.card!r}")
        return
    cards.in_hand(inquiry, card.side, copy, "6.2")
    use = next((use for use in card.uses if use.when in _IN_IMPULSE), None)
    if use is None:
        _no_use(inquiry, card, "in an impulse by itself")
        return
    effect = EFFECTS[use.effect]
    if not effect.selects or not any(uid in inquiry.pieces for uid in action.units):
        r05_pass.begin_impulse_action(inquiry, card.side)
    _check_copies(inquiry, card)
    if use.when == "impulse":
        inquiry.note("7.2", f"{card.title} is the whole impulse of the {card.side.capitalize()} player")
    _check_use(inquiry, Play(copy, card, use, action.area, action.units))


@rule("6.2")
def _check_copies(inquiry: Inquiry, card: Card) -> None:
    """A card that is not cumulative is in effect once."""
    again = not card.cumulative and any(copy in inquiry.subjects("effect") for copy in card.copies)
    inquiry.require("6.2", not again, "", f"{card.title} is in effect already, and is not cumulative")


def _check_use(inquiry: Inquiry, play: Play) -> None:
    for section, holds, passed, failed in r06_windows.conditions(inquiry, play.card, play.use, play.about):
        inquiry.require(section, holds, passed, failed)
    effect = EFFECTS[play.use.effect]
    only(inquiry, play, effect)
    effect.check(inquiry, play)


@rule("6.2")
def _check_respond(inquiry: Inquiry, action: Respond) -> None:
    top = inquiry.state.pending[-1]
    copy, side, moment = cards.find(inquiry, action.card), top.player, _moment(inquiry)
    card = cards.card_of(inquiry, copy)
    if card is not None and not _is_asked(inquiry, card):
        return
    if not cards.in_hand(inquiry, side, copy, "6.2") and card is None:
        return
    assert card is not None  # noqa: S101 - in_hand has refused what is no card
    times = r06_windows.times_of(inquiry, side, moment.window)
    use = next((use for use in card.uses if use.when in times), None)
    if use is None:
        _no_use(inquiry, card, r06_windows.NAMES[moment.window])
        return
    again = card.id in moment.played and not card.cumulative
    inquiry.require("6.2", not again, "", f"{card.title} is not cumulative: one copy for each action")
    _check_use(inquiry, Play(copy, card, use, action.area, action.units, moment))


@rule("6.2")
def _is_asked(inquiry: Inquiry, card: Card) -> bool:
    """Require that no player but the owner of a card is asked for one."""
    top = inquiry.decision
    other = top is not None and top.kind == r06_windows.WINDOW and top.player != card.side
    enemy, owner = terms.enemy_of(card.side).capitalize(), card.side.capitalize()
    failed = f"the {enemy} player is asked for a card, not the {owner} player, whose card {card.title} is"
    return inquiry.require("6.2", not other, "", failed)


def _check_decline(inquiry: Inquiry, action: Decline) -> None:  # noqa: ARG001 - it has no fields
    top = inquiry.state.pending[-1]
    inquiry.note("6.2", f"the {top.player.capitalize()} player plays no more cards {_when(_moment(inquiry))}")


def _moment(view: View) -> Moment:
    """The moment at which a card may be played now; the impulse itself when nothing else asks for one."""
    return WINDOWS.asked(view) or IMPULSE


def _when(moment: Moment) -> str:
    return r06_windows.NAMES[moment.window]


# --- carrying out -----------------------------------------------------------------------------------------


@rule("6.2", "9.2")
def _announce(draft: Draft, play: Play) -> None:
    """The card is paid; then the enemy may answer it, and it takes effect."""
    cards.pay(draft, play.copy)
    ANNOUNCED.push(draft, play.announced())
    r06_windows.open_window(draft, terms.enemy_of(play.side), "card", card=play.copy)


@rule("7.2")
def _perform_play(draft: Draft, action: PlayCard) -> None:
    copy = cards.find(draft, action.card)
    card = cards.card_of(draft, copy)
    assert card is not None  # noqa: S101 - it was checked
    use = next(use for use in card.uses if use.when in _IN_IMPULSE)
    if use.when == "impulse":
        r05_flow.used_impulse(draft)
    _announce(draft, Play(copy, card, use, action.area, action.units))


@rule("6.2")
def _perform_respond(draft: Draft, action: Respond) -> None:
    side, moment = draft.pending[-1].player, WINDOWS.settle(draft)
    copy = cards.find(draft, action.card)
    card = cards.card_of(draft, copy)
    assert card is not None  # noqa: S101 - it was checked
    times = r06_windows.times_of(draft, side, moment.window)
    use = next(use for use in card.uses if use.when in times)
    _note_played(draft, card)
    _announce(draft, Play(copy, card, use, action.area, action.units, moment))


def _note_played(draft: Draft, card: Card) -> None:
    """Remember in the offer below which card has been played at this moment."""
    offer = OFFERS.settle(draft)
    OFFERS.push(draft, replace(offer, played=(*offer.played, card.id)))


def _perform_decline(draft: Draft, action: Decline) -> None:  # noqa: ARG001 - it has no fields
    draft.settle()
    draft.settle()


@rule("6.2", "9.2")
def _take_effect(draft: Draft, decision: Decision) -> None:
    play = Play.of(draft, ANNOUNCED.read(decision))
    EFFECTS[play.use.effect].perform(draft, play)


# --- what may be announced --------------------------------------------------------------------------------


def _kinds(state: State, side: str) -> Iterator[tuple[str, Card]]:
    """One copy of every card in a hand."""
    seen: set[str] = set()
    for copy in cards.hand(state, side):
        card = cards.card_of(state, copy)
        if card is not None and card.id not in seen:
            seen.add(card.id)
            yield copy, card


def _play_options(state: State) -> Iterator[PlayCard]:
    for copy, card in _kinds(state, r05_flow.whose_impulse(state)):
        for use in card.uses:
            if use.when in _IN_IMPULSE:
                targets = EFFECTS[use.effect].options(state, card, IMPULSE)
                yield from (PlayCard(copy, area, units) for area, units in targets)


def _respond_options(state: State) -> Iterator[Respond]:
    top, moment = state.pending[-1], _moment(state)
    times = r06_windows.times_of(state, top.player, moment.window)
    for copy, card in _kinds(state, top.player):
        for use in card.uses:
            if use.when in times:
                targets = EFFECTS[use.effect].options(state, card, moment)
                yield from (Respond(copy, area, units) for area, units in targets)


def _toward_play(before: Position, after: Position) -> Iterator[PlayCard]:
    """Cards that have left the hand, played on what is not as it was in another position."""
    for copy in r07_difference.turned_over(before, after, r05_flow.whose_impulse(before)):
        card = cards.card_of(before, copy)
        for use in card.uses if card is not None else ():
            if card is not None and use.when in _IN_IMPULSE:
                effect = EFFECTS[use.effect]
                yield from (
                    PlayCard(copy, area, units) for area, units in effect.options(before, card, IMPULSE)
                )
                if effect.selects:
                    yield from _selected(before, after, copy, effect)


def _selected(before: Position, after: Position, copy: str, effect: Effect) -> Iterator[PlayCard]:
    """A card played with units that are not as they were."""
    groups = [*r07_difference.acted(before, after), *r07_difference.together(before, after)]
    for uids in groups:
        aims = r07_difference.aims(before, after, uids) if "area" in effect.takes else ("",)
        yield from (PlayCard(copy, area, uids) for area in aims)


def _toward_respond(before: Position, after: Position) -> Iterator[Respond]:
    """Cards that have left the hand, played in answer."""
    top, moment = before.pending[-1], _moment(before)
    times = r06_windows.times_of(before, top.player, moment.window)
    for copy in r07_difference.turned_over(before, after, top.player):
        card = cards.card_of(before, copy)
        for use in card.uses if card is not None else ():
            if card is not None and use.when in times:
                targets = EFFECTS[use.effect].options(before, card, moment)
                yield from (Respond(copy, area, units) for area, units in targets)


_SAMPLED = "of several copies of a card one is listed, and of more than four units not every part"


def _decline_options(state: State) -> Iterator[Decline]:  # noqa: ARG001 - it is always open
    yield Decline()


# --- answers ----------------------------------------------------------------------------------------------


@rule("6.2")
def answers_to(at: Located, card: Card, use: Use) -> tuple[Card, ...]:
    """Cards of the enemy that may be played on a card, or on the action that it allows.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> deck = cards.load_deck(OURS)
    >>> [c.id for c in answers_to(OURS, deck["air-strike"], deck["air-strike"].uses[0])]
    ['flak']
    """
    effects = EFFECTS[use.effect].answers
    return tuple(
        c for c in cards.load_deck(at).values() if c.side != card.side and _answers(c, card, effects)
    )


def _answers(card: Card, played: Card, effects: Sequence[str]) -> bool:
    words = {use.effect for use in card.uses}
    if "cancel" in words:
        return played.id in card.params["cards"]
    return bool(words.intersection(effects))


@rule("6.2", "7.2")
def playable(view: View, copy: str) -> Use | None:
    """The use of a card whose moment it is now, if any; what it is played on apart."""
    card, top = cards.card_of(view, copy), view.decision
    if card is None:
        return None
    if top is None:
        return next((use for use in card.uses if use.when in _IN_IMPULSE), None)
    if top.kind != r06_windows.WINDOW or top.player != card.side:
        return None
    times = r06_windows.times_of(view, card.side, _moment(view).window)
    return next((use for use in card.uses if use.when in times), None)


@rule("6.2", "7.2")
def explain(inquiry: Inquiry, copy: str) -> bool:
    """Say whether a card may be played now, with what effect, and what answers it.

    Parameters
    ----------
    inquiry, copy
        Where to record; a single card, or the id of a card.

    Returns
    -------
    bool
        Whether it may be played on something.
    """
    copy = cards.find(inquiry, copy)
    card = cards.card_of(inquiry, copy)
    if card is None:
        inquiry.refuse("6.2", f"there is no card {copy!r}")
        return False
    for use in card.uses:
        explain_use(inquiry, card, use)
    cards.cite(inquiry, card, "6.2", "effect")
    gone = "it leaves the game" if card.removed else "it goes to the discard pile"
    inquiry.note("6.2", f"when it has been played {gone}")
    cards.in_hand(inquiry, card.side, copy, "6.2")
    if not _is_asked(inquiry, card):
        return False
    use_now = playable(inquiry, copy)
    if use_now is None:
        _no_use(inquiry, card, _now(inquiry))
        return False
    _explain_now(inquiry, copy, card, use_now)
    return not inquiry.violations


def _now(view: View) -> str:
    top = view.decision
    if top is None:
        return "in an impulse by itself"
    asked = WINDOWS.asked(view)
    return _when(asked) if asked is not None else f"while this is open: {top.kind.replace('-', ' ')}"


@rule("6.2")
def explain_use(inquiry: Inquiry, card: Card, use: Use) -> None:
    """Say what a use of a card does, when, and what answers it."""
    does, enemy = EFFECTS[use.effect].says.format(**card.params), terms.enemy_of(card.side).capitalize()
    inquiry.note("6.2", f"{card.title}, {_MOMENTS[use.when]}: {does}")
    found = ", ".join(c.title for c in answers_to(inquiry, card, use))
    if found:
        inquiry.note("6.2", f"the {enemy.capitalize()} player may answer with {found}")


def _explain_now(inquiry: Inquiry, copy: str, card: Card, use: Use) -> None:
    about = _moment(inquiry)
    if inquiry.decision is None:
        phase = inquiry.text("phase")
        failed = "cards are played in impulses"
        if inquiry.require("7.0", phase in _PHASES, "", failed):
            r05_pass.begin_impulse_action(inquiry, card.side)
        _check_copies(inquiry, card)
    else:
        again = card.id in about.played and not card.cumulative
        inquiry.require("6.2", not again, "", f"{card.title} is not cumulative: one copy for each action")
    for section, holds, passed, failed in r06_windows.conditions(inquiry, card, use, about):
        inquiry.require(section, holds, passed, failed)
    if not inquiry.violations:
        _explain_targets(inquiry, copy, card, use, about)


def _explain_targets(inquiry: Inquiry, copy: str, card: Card, use: Use, about: Moment) -> None:
    """Whether there is anything to play the card on; where it takes an Area, which ones."""
    state, effect = terms.state_of(inquiry), EFFECTS[use.effect]
    found, why = [], None
    for area, units in effect.options(state, card, about):
        look = Inquiry(state, strict=inquiry.strict)
        effect.check(look, Play(copy, card, use, area, units, about))
        if not look.violations:
            found.append((area, units))
        why = why or look
    failed = f"there is nothing to play {card.title} on"
    if found and "area" in effect.takes:
        names = ", ".join(dict.fromkeys(inquiry.board.name(area) for area, _ in found))
        inquiry.note("6.2", f"it can be played on {names}")
    elif not found and why is not None:
        inquiry.recall(why)
    inquiry.require("6.2", bool(found), "", failed)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        PlayCard,
        _check_play,
        _perform_play,
        _play_options,
        "7.2",
        phases=_PHASES,
        sampled=_SAMPLED,
        toward=_toward_play,
    ),
    Handler(
        Respond,
        _check_respond,
        _perform_respond,
        _respond_options,
        "6.2",
        answers=frozenset({r06_windows.WINDOW}),
        sampled=_SAMPLED,
        toward=_toward_respond,
    ),
    Handler(
        Decline,
        _check_decline,
        _perform_decline,
        _decline_options,
        "6.2",
        answers=frozenset({r06_windows.WINDOW}),
    ),
)
STEPS: Mapping[str, Callable[[Draft, Decision], None]] = {CARD_EFFECT: _take_effect}
