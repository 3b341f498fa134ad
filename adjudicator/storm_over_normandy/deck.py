"""Section 2.3: the two decks of tactical cards, read from ``deck.toml``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adjudicator.storm_over_normandy import terms
from maps.errors import DataError
from maps.filing import Filing, Located, by_filing
from maps.loader import Sources, read_toml
from module_builder.vassal.values import dataclass

__all__ = [
    "DECK_FILE",
    "DECK_SIZE",
    "EFFECTS",
    "WINDOWS",
    "Card",
    "Use",
    "card_of",
    "check_printed",
    "copies",
    "every_card",
    "load_deck",
    "title",
]

DECK_FILE = "deck.toml"
DECK_SIZE = 27
WINDOWS = (
    "impulse",
    "turn-start",
    "own-impulse",
    "own-move",
    "own-attack",
    "allied-leave",
    "allied-entry",
    "allied-attack",
    "enemy-card",
)
EFFECTS: Mapping[str, Mapping[str, type]] = {
    "shock-assault": {"areas": int},
    "stop-move": {},
    "double-value": {},
    "fire-and-stay": {},
    "defensive-fire": {},
    "card-attack": {"firepower": int, "eliminate": bool, "reach": str},
    "first-impulse": {},
    "arrive": {"unit": str},
    "attack-bonus": {"points": int},
    "free-assault": {},
    "refresh": {"units": int},
    "march": {"points": int},
    "cancel": {"cards": list},
    "draw": {"cards": int},
    "support": {"points": int},
    "hasten": {"turns": int},
    "enemy-discard": {"cards": int},
}
_KEYS: Mapping[str, type] = {
    "id": str,
    "side": str,
    "title": str,
    "count": int,
    "when": str,
    "effect": str,
    "params": dict,
    "removed": bool,
    "cumulative": bool,
    "text": str,
    "source": str,
}


@dataclass(frozen=True, slots=True)
class Use:
    """One of the uses of a card.

    Parameters
    ----------
    when, effect
        Window and effect, in the words of ``deck.toml``.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> load_deck(OURS)["bocage"].uses[0]
    Use(when='allied-leave', effect='stop-move')
    """

    when: str
    effect: str


@dataclass(frozen=True, slots=True)
class Card:
    """A tactical card, of which a deck holds one or several copies.

    Parameters
    ----------
    id, side, title
        Identity and owner.
    count
        Copies in the deck.
    uses
        One, or two of which the player chooses.
    params
        Numbers and words that the effect reads.
    removed
        Whether the card leaves the game when it is played (6.2).
    cumulative
        Whether several copies may be played on the same action (6.2).

    Examples
    --------
    >>> from maps.filing import OURS
    >>> load_deck(OURS)["artillery"].params["firepower"]
    6
    """

    id: str
    side: str
    title: str
    count: int
    uses: tuple[Use, ...]
    params: Mapping[str, Any]
    removed: bool
    cumulative: bool
    text: str
    sources: Sources

    @property
    def copies(self) -> tuple[str, ...]:
        """Ids of the single cards."""
        return tuple(f"{self.side}-{self.id}-{n}" for n in range(1, self.count + 1))

    def number(self, name: str) -> int:
        """A parameter that is a number."""
        return int(self.params[name])


# --- the file ---------------------------------------------------------------------------------------------


@by_filing
def load_deck(filing: Filing) -> Mapping[str, Card]:
    """Every card of both decks.

    Returns
    -------
    mapping
        Id -> Card, in the order of the file.

    Raises
    ------
    DataError
        A card is incomplete, or names an unknown window, effect or parameter; a deck has not 27 cards.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> sum(card.count for card in load_deck(OURS).values())
    54
    """
    file = filing.path(Path(__file__).parent / DECK_FILE)
    found: dict[str, Card] = {}
    for number, body in enumerate(read_toml(file, ["card"]).get("card", ()), 1):
        card = _card(file.name, f"[[card]] {number}", body)
        if card.id in found:
            raise DataError(file.name, f"[[card]] {number}", f"an id of its own, not {card.id!r} again")
        found[card.id] = card
    _check_decks(file.name, found)
    return found


def _check_decks(file: str, found: Mapping[str, Card]) -> None:
    for side in (terms.GERMAN, terms.ALLIED):
        there = sum(card.count for card in found.values() if card.side == side)
        if there != DECK_SIZE:
            raise DataError(file, f"deck {side}", f"{DECK_SIZE} cards, not {there}")
    for card in found.values():
        unknown = [c for c in card.params.get("cards", ()) if c not in found] if _cancels(card) else []
        if unknown:
            raise DataError(file, f"card {card.id}, key cards", f"ids of cards, not {unknown[0]!r}")


def _cancels(card: Card) -> bool:
    return any(use.effect == "cancel" for use in card.uses)


def _card(file: str, place: str, body: Mapping[str, Any]) -> Card:
    unknown = [k for k in body if k not in _KEYS and k != "second"]
    if unknown:
        raise DataError(file, f"{place}, key {unknown[0]}", f"one of the keys {', '.join(_KEYS)}, second")
    for key, kind in _KEYS.items():
        if type(body.get(key)) is not kind:
            raise DataError(file, f"{place}, key {key}", f"a value of type {kind.__name__}")
    uses = tuple(_use(file, place, part) for part in (body, body.get("second")) if part is not None)
    _check_params(file, place, uses, body["params"])
    try:
        sources = Sources.parse(body["source"])
    except ValueError as fault:
        raise DataError(file, f"{place}, key source", str(fault)) from None
    plain = {k: body[k] for k in ("id", "side", "title", "count", "params", "removed", "cumulative", "text")}
    return Card(uses=uses, sources=sources, **plain)


def _use(file: str, place: str, part: Mapping[str, Any]) -> Use:
    when, effect = part.get("when"), part.get("effect")
    if when not in WINDOWS:
        raise DataError(file, f"{place}, key when", f"one of {', '.join(WINDOWS)}, not {when!r}")
    if effect not in EFFECTS:
        raise DataError(file, f"{place}, key effect", f"one of {', '.join(EFFECTS)}, not {effect!r}")
    return Use(str(when), str(effect))


def _check_params(file: str, place: str, uses: tuple[Use, ...], params: Mapping[str, Any]) -> None:
    wanted = {name: kind for use in uses for name, kind in EFFECTS[use.effect].items()}
    if {name: type(value) for name, value in params.items()} != wanted:
        names = ", ".join(f"{name} ({kind.__name__})" for name, kind in wanted.items()) or "nothing"
        raise DataError(file, f"{place}, key params", names)


# --- single cards -----------------------------------------------------------------------------------------


@by_filing
def _cards_by_copy(filing: Filing) -> Mapping[str, Card]:
    return {copy: card for card in load_deck(filing).values() for copy in card.copies}


def card_of(at: Located, copy: str) -> Card | None:
    """The card that a single copy is one of.

    Parameters
    ----------
    copy
        Id such as ``german-bocage-1``.

    Returns
    -------
    Card or None
        None when there is no such copy.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> card_of(OURS, "german-bocage-1").title, card_of(OURS, "german-bocage-9")
    ('Bocage', None)
    """
    return _cards_by_copy(at).get(copy)


def title(at: Located, copy: str) -> str:
    """Title of a single copy; its id where there is none.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> title(OURS, "german-bocage-1")
    'Bocage'
    """
    card = card_of(at, copy)
    return copy if card is None else card.title


@by_filing
def copies(filing: Filing, side: str) -> tuple[str, ...]:
    """Every single card of a deck.

    Returns
    -------
    tuple of str
        Sorted.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> len(copies(OURS, "german"))
    27
    """
    return tuple(sorted(c for card in load_deck(filing).values() if card.side == side for c in card.copies))


def every_card(at: Located) -> tuple[str, ...]:
    """Every single card of both decks."""
    return copies(at, "german") + copies(at, "allied")


@by_filing
def check_printed(filing: Filing) -> None:
    """Refuse a deck of which other cards are printed (``cards.toml``) than are played (``deck.toml``).

    Nobody calls it by name: an overlay is checked by letting every reader of files read it.

    Raises
    ------
    DataError
        A card has more or fewer copies in one of them.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> check_printed(OURS)
    """
    from counters.cards import load_cards

    printed = {c.id.removeprefix("card-"): c.count for c in load_cards("storm-over-normandy", filing.overlay)}
    for card in load_deck(filing).values():
        copies_ = printed.get(f"{card.side}-{card.id}", 0)
        if copies_ != card.count:
            expected = f"{card.count} copies as in {DECK_FILE}, not {copies_}"
            raise DataError("cards.toml", f"card {card.id}, count", expected, "correct both files alike")
