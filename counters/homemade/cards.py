"""The cards of a game in a folder, read from its ``cards.csv`` and the decks of its ``game.toml``."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from counters.cards import Card, parse_cards
from counters.icons import ICONS
from maps.art import ENDINGS, OwnPicture, open_picture
from maps.errors import DataError
from maps.games import GAME_FILE, FolderHome
from maps.homemade.game import DeckRow, game_file, owner_of
from maps.homemade.tables import read_free_rows
from maps.loader import Row
from module_builder.vassal.values import dataclass

__all__ = ["Cards", "of_home"]

_FILE = "cards.csv"
_REQUIRED, _OPTIONAL = (
    ("deck", "id", "title"),
    (*("text", "when", "value", "icon", "count", "picture", "source"),),
)
_MOST = 99


@dataclass(frozen=True, slots=True)
class Cards:
    """What `counters.cards` asks of a game in a folder.

    Parameters
    ----------
    cards
        Deck by deck.
    pictures
        The user's own, by the id of a card or the name of the back of a deck.
    """

    cards: tuple[Card, ...]
    pictures: Mapping[str, OwnPicture] = field(default_factory=dict)

    def load_cards(self) -> tuple[Card, ...]:
        """The cards."""
        return self.cards


def of_home(home: FolderHome) -> Cards:
    """The cards of a folder; none where ``game.toml`` has no [[deck]]."""
    decks = {row.id: row for row in game_file(home).deck}
    path = home.root / _FILE
    if not decks and not path.is_file():
        return Cards(())
    read = read_free_rows(path, _REQUIRED, _OPTIONAL)
    rows = [_row(row, decks) for row in read]
    held = {row["decks"][0] for row in rows}
    if empty := [name for name in decks if name not in held]:
        raise DataError(_FILE, "column deck", f"a card of the deck {empty[0]!r}, which {GAME_FILE} has")
    tables = {name: _deck(row, number) for number, (name, row) in enumerate(decks.items(), 1)}
    cards = parse_cards({"deck": tables, "card": rows})
    return Cards(cards, dict(_pictures(home, read, decks, {card.deck.name: card.back for card in cards})))


def _pictures(
    home: FolderHome, rows: Sequence[Row], decks: Mapping[str, DeckRow], backs: Mapping[str, str]
) -> Iterator[tuple[str, OwnPicture]]:
    """The user's own pictures of cards and backs."""
    for row in rows:
        if name := row.cells["picture"]:
            if not (home.root / name).is_file():
                raise row.fault("picture", f"a picture in the folder of the game, not {name!r}")
            yield f"card-{row.text('deck')}-{row.text('id')}", _own(home, name)
    for number, deck in enumerate(decks.values(), 1):
        if deck.picture:
            if not (home.root / deck.picture).is_file():
                expected = f"a picture in the folder of the game, not {deck.picture!r}"
                raise DataError(GAME_FILE, f"deck no. {number} picture", expected)
            yield backs[deck.id], _own(home, deck.picture)


def _own(home: FolderHome, name: str) -> OwnPicture:
    """A picture that can be opened."""
    path = home.root / name
    if not path.resolve().is_relative_to(home.root) or path.suffix.lower() not in ENDINGS:
        raise DataError(name, "", f"a picture within the folder of the game: {', '.join(ENDINGS)}")
    open_picture(path)
    return OwnPicture(str(path), hashlib.sha256(path.read_bytes()).hexdigest())


def _row(row: Row, decks: Mapping[str, DeckRow]) -> dict[str, Any]:
    deck = row.text("deck")
    if deck not in decks:
        raise row.fault(
            "deck", f"a deck of {GAME_FILE} ({', '.join(decks) or 'which has none'}), not {deck!r}"
        )
    icon = row.cells["icon"]
    if icon:
        from counters.card_scenes import SCENES

        if icon not in {*ICONS, *SCENES}:
            raise row.fault("icon", f"one of {', '.join(sorted({*ICONS, *SCENES}))}, not {icon!r}")
    count = row.optional("count", 1, _MOST)
    braces = [column for column in ("title", "text", "when") if {"{", "}"} & {*row.cells[column]}]
    if braces:
        raise row.fault(braces[0], "a text without { and }")
    found = {name: row.cells[name] for name in ("text", "when") if row.cells[name]}
    value = row.cells["value"] or ("" if icon else "•")
    return {
        **found,
        "id": row.text("id"),
        "decks": [deck],
        "title": row.text("title"),
        "value": value,
        "icon": icon,
        "count": 1 if count is None else count,
    }


def _deck(row: DeckRow, number: int) -> dict[str, Any]:
    if row.emblem not in ICONS:
        expected = f"one of {', '.join(sorted(ICONS))}, not {row.emblem!r}"
        raise DataError(GAME_FILE, f"deck no. {number} emblem", expected)
    return {
        "side": owner_of(row),
        "title": row.title,
        "ground": row.ground,
        "deep": row.ink,
        "ink": row.ink,
        "paper": "#fbf9f0",
        "accent": "#ffffff",
        "emblem": row.emblem,
        "file": _FILE,
        "back": row.ground,
        "crest": row.ink,
    }
