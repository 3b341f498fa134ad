"""The playing cards of a game, read from its ``cards.toml``; `counters.card_art` draws them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any, Literal, TypeAlias, TypeVar

from maps.compiled import kept_rows
from maps.errors import DataError
from maps.filing import Filing, by_filing, filing_of
from maps.games import home_of
from maps.tomlfile import read_toml
from module_builder.vassal.values import dataclass

__all__ = ["CARD_SIZE", "Card", "CardFace", "Deck", "load_cards", "parse_cards"]

CARD_SIZE = (63.5, 88.9)
"""Width and height of a cut card in millimetres: 2.5 x 3.5 inches."""

CardFace: TypeAlias = Literal["front", "back"]
_HERE = Path(__file__).parent
_FILE = "cards.toml"
_MAPS = _HERE.parent / "maps"
_CODE = (Path(__file__), _HERE / "icons.py", _HERE / "card_scenes.py", _MAPS / "compiled.py")
_COLOR = re.compile(r"#[0-9a-f]{6}")
_COLORS = frozenset({"ground", "deep", "ink", "paper", "accent", "back", "crest"})
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Deck:
    """What the cards of one deck share.

    Parameters
    ----------
    name
        Key in ``cards.toml``.
    side
        Whose deck.
    title
        In words, such as ``German combat``; the back prints it.
    ground, deep
        Colour of the side, and a darker one for frames and bands.
    ink, paper, accent
        Print, ground of the face, second colour of the emblem.
    emblem
        Name of the side's picture.
    back
        Ground of the back; `deep` where empty.
    crest
        Colour of the emblem on the back; `ink` where empty.
    chart
        Whether each face shows how often every value stands in the deck.
    file
        Where its cards stand, for messages.
    spread
        Values and how many cards have each, in the order of the file.

    Examples
    --------
    >>> load_cards("breakout-normandy")[0].deck.spread[:2]
    (('2', 1), ('3', 2))
    """

    name: str
    side: str
    title: str
    ground: str
    deep: str
    ink: str
    paper: str
    accent: str
    emblem: str
    back: str = ""
    crest: str = ""
    chart: bool = False
    file: str = _FILE
    spread: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """One card.

    Parameters
    ----------
    id
        ``card-<deck>-<key>``.
    deck
        Which deck, with its side and its colours.
    title, value
        Heading and number; either may be empty.
    icon
        Name of the picture, or empty: the value is the picture.
    text, when
        What it does, and when it may be played.
    count
        How many the deck holds.

    Examples
    --------
    >>> next(card for card in load_cards("breakout-normandy") if card.value == "7").count
    6
    """

    id: str
    deck: Deck
    title: str = ""
    value: str = ""
    icon: str = ""
    text: str = ""
    when: str = ""
    count: int = 1

    @property
    def side(self) -> str:
        """Whose card."""
        return self.deck.side

    @property
    def back(self) -> str:
        """Name of the back, the same for every card of the deck."""
        return f"card-{self.deck.name}-back"

    @property
    def copies(self) -> tuple[str, ...]:
        """Ids of the single cards, as the module's pieces have them."""
        return tuple(f"{self.id}-{n}" for n in range(1, self.count + 1))


def _deck_kept(parts: Sequence[Any]) -> Deck:
    """A deck of which a compiled form holds the fields."""
    *words, spread = parts
    values = [*words, tuple([(value, count) for value, count in spread])]
    return Deck(*values)


_ALIVE: Mapping[str, Callable[[Any], Any]] = {"deck": _deck_kept}


def load_cards(game: str, overlay: Path | None = None) -> tuple[Card, ...]:
    """Read the ``cards.toml`` of a game.

    Parameters
    ----------
    game
        Slug with hyphens.
    overlay
        Folder with an owner's corrections, or None.

    Returns
    -------
    tuple of Card
        In the order of the file, deck by deck; empty for a game without cards.

    Raises
    ------
    maps.errors.DataError
        A key is unknown or missing, or a value is wrong.

    Examples
    --------
    >>> len(load_cards("breakout-normandy")), load_cards("dark-summer")
    (22, ())
    """
    return _read(filing_of(game, overlay), game)


@by_filing
def _read(filing: Filing, game: str) -> tuple[Card, ...]:
    home = home_of(game)
    if (own := home.module("counters", "cards")) is not None:
        made: tuple[Card, ...] = own.load_cards()
        return made
    path = filing.path(home.path("counters", _FILE))
    if not path.is_file():
        return ()
    found = kept_rows(Card, path, _CODE, lambda file: [*parse_cards(read_toml(file))], _ALIVE)
    return tuple(found)


def parse_cards(data: Mapping[str, object]) -> tuple[Card, ...]:
    """Check the decks and cards of a ``cards.toml``.

    Parameters
    ----------
    data
        As `tomllib` reads it: tables ``deck.<name>`` and rows ``card`` with the keys of `Card`, its short
        ``id`` and the ``decks`` that hold it. In texts ``{count}`` and ``{total}`` stand for how many cards
        are alike and how many the deck holds.

    Returns
    -------
    tuple of Card

    Raises
    ------
    maps.errors.DataError
        As `load_cards`.

    Examples
    --------
    >>> parse_cards({"card": [{"id": "2", "decks": ["red"], "value": "2"}]})
    Traceback (most recent call last):
    maps.errors.DataError: cards.toml, card 2, decks: expected names of decks, each with a table, not 'red'
    """
    if unknown := sorted(data.keys() - {"deck", "card"}):
        raise DataError(_FILE, "", f"the tables deck and card, not {', '.join(unknown)}")
    tables, rows = data.get("deck", {}), data.get("card", [])
    if not isinstance(tables, dict) or not isinstance(rows, list):
        raise DataError(_FILE, "", "tables [deck.NAME] and rows [[card]]")
    decks = {name: _deck(name, row) for name, row in tables.items()}
    cards = [_row(row, n) for n, row in enumerate(rows, 1)]
    for row in cards:
        if wrong := [name for name in row.decks if name not in decks]:
            expected = f"names of decks, each with a table, not {wrong[0]!r}"
            raise DataError(_FILE, f"card {row.id}, decks", expected)
    return tuple(card for deck in decks.values() for card in _of_deck(deck, cards))


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the file, before it is dealt to its decks."""

    id: str
    decks: tuple[str, ...]
    title: str = ""
    value: str = ""
    icon: str = ""
    text: str = ""
    when: str = ""
    count: int = 1


def _deck(name: str, table: object) -> Deck:
    row = _checked(Deck, table, f"deck.{name}", given={"name": name}, closed={"spread"})
    _known_icon(row.emblem, f"deck.{name}.emblem")
    for key in sorted(_COLORS):
        value = getattr(row, key)
        if not _COLOR.fullmatch(value) and (value or key not in {"back", "crest"}):
            raise DataError(_FILE, f"deck.{name}.{key}", f"a colour such as #86ab62, not {value!r}")
    return row


def _row(table: object, number: int) -> _Row:
    place = f"card {table['id']}" if isinstance(table, dict) and table.get("id") else f"card number {number}"
    row = _checked(_Row, table, place)
    if row.icon:
        _known_icon(row.icon, f"{place}, icon", scenes=True)
    if row.count < 1 or not row.decks or not (row.value or row.icon):
        raise DataError(_FILE, place, "a count of 1 or more, a deck, and a value or an icon")
    return row


def _checked(
    cls: type[_T],
    table: object,
    place: str,
    *,
    given: Mapping[str, str] | None = None,
    closed: frozenset[str] | set[str] = frozenset(),
) -> _T:
    """A dataclass from a table: unknown and missing keys and wrong kinds of value are refused."""
    cells: dict[str, object] = {**(table if isinstance(table, dict) else {})}
    known = {f.name: f for f in fields(cls) if f.name not in closed | set(given or ())}  # type: ignore[arg-type]
    needed = [name for name, f in known.items() if f.default is f.default_factory]
    if unknown := sorted(cells.keys() - known.keys()):
        raise DataError(_FILE, place, f"no other keys than {', '.join(known)}, not {', '.join(unknown)}")
    if missing := [name for name in needed if name not in cells]:
        raise DataError(_FILE, place, f"the keys {', '.join(needed)}", f"{', '.join(missing)} missing")
    for key, value in cells.items():
        cells[key] = _cell(value, str(known[key].type), f"{place}, {key}")
    return cls(**{**(given or {}), **cells})


def _cell(value: object, kind: str, place: str) -> object:
    """A value of the annotated kind; a list of words as a tuple."""
    if kind == "tuple[str, ...]":
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise DataError(_FILE, place, f"a list of words, not {value!r}")
        return tuple(value)
    expected = {
        "str": (str, "a text in quotes"),
        "int": (int, "a whole number"),
        "bool": (bool, "true or false"),
    }
    cls, words = expected[kind]
    if type(value) is not cls:
        raise DataError(_FILE, place, f"{words}, not {value!r}")
    return value


def _known_icon(name: str, place: str, *, scenes: bool = False) -> None:
    from counters.card_scenes import SCENES  # what draws: a card is checked before it is compiled
    from counters.icons import ICONS

    known = (*ICONS, *SCENES) if scenes else tuple(ICONS)
    if name not in known:
        raise DataError(_FILE, place, f"one of {', '.join(known)}, not {name!r}")


def _of_deck(deck: Deck, rows: list[_Row]) -> list[Card]:
    """The cards of a deck; the deck knows how its values are spread."""
    own = [row for row in rows if deck.name in row.decks]
    if len({row.id for row in own}) < len(own):
        raise DataError(_FILE, f"deck.{deck.name}", "cards with different ids")
    spread: dict[str, int] = {}
    for row in own:
        spread[row.value] = spread.get(row.value, 0) + row.count
    total = sum(row.count for row in own)
    cells = {f.name: getattr(deck, f.name) for f in fields(Deck)}
    full = Deck(**{**cells, "spread": tuple(spread.items()) if deck.chart else ()})
    return [_dealt(full, row, total) for row in own]


def _dealt(deck: Deck, row: _Row, total: int) -> Card:
    def said(text: str) -> str:
        filled = text.replace("{count}", str(row.count)).replace("{total}", str(total))
        if "{" in filled or "}" in filled:
            raise DataError(_FILE, f"card {row.id}", "no other words in braces than {count} and {total}")
        return filled

    return Card(
        f"card-{deck.name}-{row.id}",
        deck,
        said(row.title),
        row.value,
        row.icon,
        said(row.text),
        said(row.when),
        row.count,
    )
