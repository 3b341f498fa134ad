"""Section 6.0: where each single card lies, who can hold which, and what playing one asks for."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import UNKNOWN, Draft, Piece, State, View
from adjudicator.ruling import Used
from adjudicator.storm_over_normandy import terms
from adjudicator.storm_over_normandy.deck import (
    DECK_FILE,
    DECK_SIZE,
    EFFECTS,
    WINDOWS,
    Card,
    Use,
    card_of,
    copies,
    load_deck,
    title,
)
from adjudicator.views import state_of
from maps.board import fold

__all__ = [
    "DECK_SIZE",
    "DISCARD",
    "EFFECTS",
    "HAND",
    "REMOVED",
    "STACK",
    "UNSEEN",
    "WINDOWS",
    "Card",
    "Use",
    "card_of",
    "cite",
    "copies",
    "could_hold",
    "discard",
    "discards",
    "find",
    "hand",
    "hand_size",
    "held",
    "in_effect",
    "in_hand",
    "is_about",
    "is_silent",
    "is_unsaid",
    "load_deck",
    "may_discard",
    "movement_bonus",
    "note_hand",
    "pay",
    "place",
    "places",
    "remove",
    "stack",
    "take",
    "title",
    "unseen",
]

STACK, HAND, DISCARD, REMOVED, UNSEEN = "stack", "hand", "discard", "removed", "unseen"


def _lying(view: View, side: str, *wanted: str) -> tuple[str, ...]:
    found = zip(copies(view, side), places(view, side), strict=True)
    return tuple([copy for copy, place in found if place in wanted])


@rule("6.1", "6.4")
def places(view: View, side: str) -> list[str]:
    """Where each card of a side lies, in the order of their ids; see `place`."""
    state, every = state_of(view), copies(view, side)
    if _is_counted(state, side):
        return [str(state.facts.get(("card", copy), UNSEEN)) for copy in every]
    return state.texts("card", every)


@rule("6.1", "6.4")
def place(view: View, copy: str) -> str:
    """Where a card lies; unseen where of the hand only the number is said, and of the card nothing.

    Returns
    -------
    str
        ``stack``, ``hand``, ``discard``, ``removed`` or ``unseen``.
    """
    return UNSEEN if is_unsaid(view, copy) else view.text("card", copy)


@rule("6.1")
def is_unsaid(view: View, copy: str) -> bool:
    """Whether a card may be one of so many in a hand, of which a sketch says no more than their number."""
    state, card = state_of(view), card_of(view, copy)
    return card is not None and _is_counted(state, card.side) and ("card", copy) not in state.facts


def _is_counted(state: State, side: str) -> bool:
    return "card" in state.unknown and state.said("held", side) not in {UNKNOWN, 0}


@rule("6.1")
def hand(view: View, side: str) -> tuple[str, ...]:
    """Cards in a hand, as far as the position shows them.

    Returns
    -------
    tuple of str
        Ids of copies, sorted.
    """
    return _lying(view, side, HAND)


@rule("6.4")
def stack(view: View, side: str) -> tuple[str, ...]:
    """Cards in a stack, sorted; their order is not known to anybody."""
    return _lying(view, side, STACK)


@rule("6.4")
def discards(view: View, side: str) -> tuple[str, ...]:
    """Cards in a discard pile, sorted."""
    return _lying(view, side, DISCARD)


@rule("6.1", "6.4")
def unseen(view: View, side: str) -> tuple[str, ...]:
    """Cards of which only their owner knows whether they lie in his hand or in his stack, sorted."""
    return _lying(view, side, UNSEEN)


@rule("6.1")
def hand_size(view: View, side: str) -> int:
    """Number of cards in a hand, those that the position hides included."""
    return len(hand(view, side)) + state_of(view).number("held", side)


def held(view: View, side: str) -> int:
    """Cards of a hand of which only the number is known."""
    return state_of(view).number("held", side)


@rule("6.1")
def is_silent(view: View, side: str) -> bool:
    """Whether a position says nothing of what a side holds, as most sketches do; open cards are no hand."""
    state = state_of(view)
    if "card" not in state.unknown or state.raw("held", side) is not UNKNOWN:
        return False
    open_ = {DISCARD, REMOVED}
    return all(state.facts.get(("card", copy), DISCARD) in open_ for copy in copies(view, side))


@rule("6.2")
def could_hold(view: View, card: Card) -> bool:
    """Whether the owner of a card could have a copy in his hand, by what both players see.

    The hand itself is not looked at, so that nothing which happens gives it away.
    """
    return bool(hand_size(view, card.side)) and is_about(view, card)


@rule("6.2")
def is_about(view: View, card: Card) -> bool:
    """Whether a copy of a card lies where its owner could have drawn it from, or may draw it yet."""
    return any(place(view, copy) in {STACK, HAND, UNSEEN} for copy in card.copies)


def find(view: View, word: str) -> str:
    """A single card that a player names: by its own id, or by the id or title of the card.

    Parameters
    ----------
    word
        ``german-bocage-2``; or ``air-strike``, ``Jabos`` for a copy in the hand if there is one.

    Returns
    -------
    str
        Id of a copy; the word itself where no card is meant.
    """
    if card_of(view, word) is not None:
        return word
    wanted = fold(word.replace("-", " "))
    card = next(
        (c for c in load_deck(view).values() if wanted in {fold(c.title), c.id.replace("-", " ")}), None
    )
    if card is None:
        return word
    there = set(hand(view, card.side)) or {copy for copy in card.copies if is_unsaid(view, copy)}
    return next((copy for copy in card.copies if copy in there), card.copies[0])


@rule("6.1")
def note_hand(inquiry: Inquiry, side: str, text: str, section: str = "6.1") -> int:
    """Say how many cards a hand holds, or that nothing is said of it, which then is an assumption.

    Parameters
    ----------
    text, section
        What the number is, and the section that asks for it.

    Returns
    -------
    int
        0 for a hand of which nothing is said.
    """
    size = hand_size(inquiry, side)
    if is_silent(inquiry, side):
        inquiry.number("held", side)
        inquiry.note(section, f"{text}: nothing is said of the hand")
    else:
        inquiry.note(section, text, size)
    return size


# --- where they go ----------------------------------------------------------------------------------------


def take(draft: Draft, copy: str) -> None:
    """Put a card into its owner's hand.

    Parameters
    ----------
    draft, copy
        The position in the making, and the card.
    """
    draft.set("card", HAND, copy)


@rule("6.2", "6.3")
def discard(draft: Draft, copy: str) -> None:
    """Put a card face up on its owner's discard pile.

    Parameters
    ----------
    draft, copy
        The position in the making, and the card; the id of a card stands for a copy in the hand. A card
        without a name, out of a hand of which nothing is said, leaves no trace.
    """
    if copy:
        _lay(draft, find(draft, copy), DISCARD)


def _lay(draft: Draft, copy: str, where: str) -> None:
    """Put a card somewhere else; one that nothing was said of is one less of the number in the hand."""
    card = card_of(draft, copy)
    if card is not None and is_unsaid(draft, copy):
        draft.set("held", draft.number("held", card.side) - 1, card.side)
    draft.set("card", where, copy)


@rule("6.2")
def remove(draft: Draft, copy: str) -> None:
    """Take a card out of the game.

    Parameters
    ----------
    draft, copy
        The position in the making, and the card.
    """
    _lay(draft, copy, REMOVED)


@rule("6.2", "9.2")
def pay(draft: Draft, copy: str) -> None:
    """Put a card that is played where it goes: on the discard pile, or out of the game.

    Parameters
    ----------
    draft, copy
        The position in the making, and the card.
    """
    card = card_of(draft, copy)
    if card is not None and card.removed:
        remove(draft, copy)
    else:
        discard(draft, copy)


# --- requirements -----------------------------------------------------------------------------------------


@rule("6.2")
def in_hand(inquiry: Inquiry, side: str, copy: str, section: str) -> bool:
    """Require that a card exists, belongs to a side and is in its hand; a sketch may say nothing of hands.

    Parameters
    ----------
    inquiry, side, copy
        Where to record, whose card it should be, and which; the id of a card stands for a copy in the hand.
    section
        Section that asks for it.
    """
    copy = find(inquiry, copy)
    card = card_of(inquiry, copy)
    if card is None:
        inquiry.refuse(section, f"there is no card {copy!r}")
        return False
    whose = f"{card.title} is of the {card.side.capitalize()} deck, not of the {side.capitalize()} one"
    if not inquiry.require(section, card.side == side, "", whose):
        return False
    if is_silent(inquiry, side) and ("card", copy) not in state_of(inquiry).facts:
        inquiry.number("held", side)
        inquiry.note(
            section, f"{card.title} may be in the {side.capitalize()} hand, of which nothing is said"
        )
        return True
    if is_unsaid(inquiry, copy):
        size, whose = inquiry.number("held", side), f"the {side.capitalize()} hand"
        text = f"{card.title} may be one of {size} in {whose}, of which only the number is said"
        inquiry.note(section, text, size)
        return True
    where = inquiry.text("card", copy)
    if where == UNSEEN:
        failed = (
            f"whether {card.title} is in the {side.capitalize()} hand, only that player sees (--as {side})"
        )
    else:
        failed = f"{card.title} is not in the {side.capitalize()} hand: {_WHERE.get(where, where)}"
    return inquiry.require(section, where == HAND, f"{card.title} is in the {side.capitalize()} hand", failed)


_WHERE = {STACK: "it lies in the stack", DISCARD: "it has been discarded", REMOVED: "it has left the game"}


@rule("5.0", "6.2", "6.3", "11.0")
def may_discard(inquiry: Inquiry, side: str, copy: str, section: str) -> bool:
    """Require that a side can discard a card: any card of its hand will do.

    Parameters
    ----------
    inquiry, side, copy
        Where to record, who discards, and what.
    section
        Section that asks for the discard.
    """
    if not copy and is_silent(inquiry, side):
        inquiry.number("held", side)
        inquiry.note(section, f"the {side.capitalize()} player discards a card; nothing is said of his hand")
        return True
    if not copy:
        inquiry.refuse(section, f"the {side.capitalize()} player names no card to discard")
        return False
    return in_hand(inquiry, side, copy, section)


def cite(inquiry: Inquiry, card: Card, section: str, *names: str) -> None:
    """Record the sources of what a card says, where they are reconstructed.

    Parameters
    ----------
    inquiry, card, section
        Where to record, which card, and the section that needs it.
    *names
        ``effect``, ``params`` ...
    """
    for name in names:
        what = Used(f"{name} of the card {card.title}", DECK_FILE, card.id, name)
        inquiry.source(section, what, card.sources.of(name))


# --- cards in effect --------------------------------------------------------------------------------------


def in_effect(view: View, side: str, effect: str) -> int:
    """Sum of what the cards in effect in this impulse are worth.

    Parameters
    ----------
    view, side, effect
        The position, whose cards, and the effect word.
    """
    state, total = state_of(view), 0
    for copy in state.subjects("effect"):
        card = card_of(view, copy)
        if card is not None and card.side == side and any(use.effect == effect for use in card.uses):
            total += state.number("effect", copy)
    return total


@rule("8.0", "6.2", "12.3")
def movement_bonus(view: View, units: Sequence[Piece]) -> int:
    """Movement points that a card gives units which move or assault together in this impulse.

    Parameters
    ----------
    units
        The units, where they begin; a card does nothing for units in boxes.
    """
    if not units or any(terms.is_box(view.board.spaces[p.space]) for p in units):
        return 0
    return in_effect(view, units[0].side, "march")
