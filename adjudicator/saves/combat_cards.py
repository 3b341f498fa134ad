"""The combat cards of a game: how many of each value a side has, which are drawn, what they are called."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from maps.errors import DataError
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from counters.cards import Card, CardFace

__all__ = ["NO_DECKS", "CombatCard", "CombatDeck", "CombatDecks", "card_face", "combat_faces", "read_decks"]


@dataclass(frozen=True, slots=True)
class CombatCard:
    """One of the cards that are turned over in place of dice.

    Parameters
    ----------
    side, value, number
        Whose, what stands on it, and which among those alike, from 1.

    Examples
    --------
    >>> CombatCard("german", 7, 1).uid, CombatCard("german", 7, 1).name
    ('card-german-7-1', 'German card 7')
    """

    side: str
    value: int
    number: int

    @property
    def uid(self) -> str:
        """Name of the piece."""
        return f"card-{self.side}-{self.value}-{self.number}"

    @property
    def name(self) -> str:
        """What players read."""
        return f"{self.side.title()} card {self.value}"

    @property
    def face(self) -> str:
        """Stem of its picture."""
        return card_face(self.side, self.value)


@dataclass(frozen=True, slots=True)
class CombatDeck:
    """The deck of a side, and the pile of what is drawn of it.

    Parameters
    ----------
    side
        Whose.
    deck, drawn
        Names of the two piles.
    at, drawn_at
        Their middles on the set-up cards in pixels.

    Examples
    --------
    >>> CombatDeck("german", "Cards", "Drawn", (5, 5), (9, 5)).piles
    (('Cards', (5, 5)), ('Drawn', (9, 5)))
    """

    side: str
    deck: str
    drawn: str
    at: tuple[int, int]
    drawn_at: tuple[int, int]

    @property
    def piles(self) -> tuple[tuple[str, tuple[int, int]], ...]:
        """Name and middle of the deck and of what is drawn."""
        return (self.deck, self.at), (self.drawn, self.drawn_at)


@dataclass(frozen=True, slots=True)
class CombatDecks:
    """The combat cards of both sides.

    Parameters
    ----------
    item
        Item of state: of each side how many cards of each value are drawn, as digits.
    first, counts
        Lowest value, and how many cards of this and each following value a deck has.
    size
        Width and height of a card on the table in pixels.
    rows
        The decks.

    Examples
    --------
    >>> german = CombatDeck("german", "Cards", "Drawn", (5, 5), (9, 5))
    >>> decks = CombatDecks("drawn", 2, (1, 2), (50, 70), (german,))
    >>> [card.uid for card in decks.cards()]
    ['card-german-2-1', 'card-german-3-1', 'card-german-3-2']
    >>> {name: [card.uid for card in cards] for name, cards in decks.shared({"german": "01"}).items()}
    {'Cards': ['card-german-2-1', 'card-german-3-2'], 'Drawn': ['card-german-3-1']}
    """

    item: str
    first: int
    counts: tuple[int, ...]
    size: tuple[int, int]
    rows: tuple[CombatDeck, ...]

    def cards(self) -> Iterator[CombatCard]:
        """Every card, deck by deck."""
        for row in self.rows:
            for value, count in enumerate(self.counts, self.first):
                yield from (CombatCard(row.side, value, number) for number in range(1, count + 1))

    def shared(self, drawn: Mapping[str, str]) -> dict[str, list[CombatCard]]:
        """The cards shared out between the piles.

        Parameters
        ----------
        drawn
            Side -> digits of the item; a side that is not named has drawn none.

        Returns
        -------
        dict
            Name of the pile -> cards, from the bottom up.
        """
        by_side = {row.side: row for row in self.rows}
        found: dict[str, list[CombatCard]] = {name: [] for row in self.rows for name, _ in row.piles}
        for card in self.cards():
            digits, row = drawn.get(card.side, ""), by_side[card.side]
            out = int(digits[card.value - self.first]) if digits else 0
            found[row.drawn if card.number <= out else row.deck].append(card)
        return found


NO_DECKS = CombatDecks("", 0, (), (0, 0), ())
"""Of a game whose attacks know only dice."""


def read_decks(data: Mapping[str, Any]) -> CombatDecks:
    """The combat cards of an adapter.

    Parameters
    ----------
    data
        Its tables, with or without ``decks``.

    Returns
    -------
    CombatDecks
    """
    table = data.get("decks")
    if table is None:
        return NO_DECKS
    rows = [
        CombatDeck(r["side"], r["deck"], r["drawn"], tuple(r["at"]), tuple(r["drawn_at"]))
        for r in table["sides"]
    ]
    return CombatDecks(
        table["item"], table["first"], tuple(table["counts"]), tuple(table["size"]), tuple(rows)
    )


def card_face(side: str, value: int | None = None) -> str:
    """Stem of the picture of a combat card; of the back of its deck without a value.

    Examples
    --------
    >>> card_face("german", 7), card_face("german")
    ('card_german_7', 'card_german_back')
    """
    return f"card_{side}_{'back' if value is None else value}"


def combat_faces(decks: CombatDecks, printed: Iterable[Card]) -> dict[str, tuple[Card, CardFace]]:
    """What is drawn of the combat cards: each value of each side, and the back of each deck.

    Parameters
    ----------
    decks, printed
        The cards of the table, and those that are printed.

    Returns
    -------
    dict
        Stem of the picture -> card and side of it.

    Raises
    ------
    maps.errors.DataError
        A deck is not printed, or not with this value.

    Examples
    --------
    >>> from counters.cards import load_cards
    >>> german = CombatDeck("german", "Cards", "Drawn", (5, 5), (9, 5))
    >>> decks = CombatDecks("drawn", 7, (6,), (50, 70), (german,))
    >>> {stem: face for stem, (_, face) in combat_faces(decks, load_cards("breakout-normandy")).items()}
    {'card_german_7': 'front', 'card_german_back': 'back'}
    """
    known = {(card.side, card.value): card for card in printed}
    found: dict[str, tuple[Card, CardFace]] = {}
    for card in decks.cards():
        if (print_ := known.get((card.side, str(card.value)))) is None:
            expected = f"a card of value {card.value}, as in adapter.toml"
            raise DataError("cards.toml", f"the {card.side} deck", expected)
        found[card.face] = print_, "front"
        found[card_face(card.side)] = print_, "back"
    return found
