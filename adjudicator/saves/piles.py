"""Piles of named cards or chits: where each single one lies, by the value of its item of state."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adjudicator.errors import DataError
from adjudicator.vocabulary import load_vocabulary
from maps.filing import Filing, by_filing, filing_of
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from counters.cards import Card

__all__ = ["COMMON", "HAND", "Member", "Pile", "Piles", "cards_by_uid", "members_by_uid", "read_piles"]

HAND = "hand"
_KEYS = frozenset({"value", "side", "name", "window", "at", "text", "key"})
_FREE = frozenset({"closed", "draws", "was", "common"})
COMMON = "Common"
"""What the module calls the cards that are nobody's."""
_WINDOWS = ("map", "cards", HAND)


@dataclass(frozen=True, slots=True)
class Pile:
    """Where the cards of one side, or of both, lie for one value of the item.

    Parameters
    ----------
    value, side
        Value of the item, and whose cards; an empty side is a pile of both sides.
    name
        Of the deck, or of the private window of a hand.
    window
        ``map``, ``cards`` (the set-up cards), or ``hand``: a window that only this side opens.
    at
        Middle of the deck, or of the first card of the hand.
    text, key
        Menu text and letter of the command that sends a card there.
    closed
        Whether the cards lie face down and are drawn by chance.
    draws
        Menu text of the pile that draws one of it; it goes to the first open pile of the side or of both.
    was
        Name of the pile of both sides that it was a part of in older saves.
    sides
        The one side whose cards belong here, or all of them.
    common
        Whether cards belong here that are nobody's: in a hand beside those of its side, else alone.

    Examples
    --------
    >>> Pile("stack", "german", "German Cards", "map", (10, 20), "Back", "B", sides=("german",)).only
    '{Deck == "German"}'
    """

    value: str
    side: str
    name: str
    window: str
    at: tuple[int, int]
    text: str
    key: str
    closed: bool = False
    draws: str = ""
    was: str = ""
    sides: tuple[str, ...] = ()
    common: bool = False

    @property
    def is_hand(self) -> bool:
        """Whether it is a private window, and no deck."""
        return self.window == HAND

    @property
    def only(self) -> str:
        """Expression that is true of the cards that belong here."""
        words = [side.title() for side in self.sides] if self.side or not self.common else []
        words += [COMMON] if self.common else []
        return "{" + " || ".join(f'Deck == "{word}"' for word in words) + "}"

    def takes(self, side: str) -> bool:
        """Whether cards of a side belong here."""
        if self.common:
            return side in {"", self.side}
        return self.side in {"", side}


@dataclass(frozen=True)
class Piles:
    """The piles of a game.

    Parameters
    ----------
    item
        Item of state that says where a card lies.
    hidden
        Value for a card of which the position does not say where it lies; such cards lie on the pile of the
        default, and a property lists them.
    carrier
        Name of that property.
    size
        Width and height of a card on the map in pixels.
    open_to
        Sides besides the owner that see a hand.
    rows
        The piles.
    markers
        What the ids of its markers begin with, where not cards but chits lie on the piles.
    spread
        Columns, and pixels from chit to chit, of a private window where each has a place of its own.

    Examples
    --------
    >>> from adjudicator.saves.carriers import load_carriers
    >>> from adjudicator.game import load
    >>> load_carriers(load("breakout-normandy")).piles is None
    True
    """

    item: str
    hidden: str
    carrier: str
    size: tuple[int, int]
    open_to: tuple[str, ...]
    rows: tuple[Pile, ...]
    markers: tuple[str, ...] = ()
    spread: tuple[int, int] | None = None

    @property
    def hands(self) -> tuple[Pile, ...]:
        """The private windows."""
        return tuple(row for row in self.rows if row.is_hand)

    @property
    def decks(self) -> tuple[Pile, ...]:
        """The decks, those of hands left out."""
        return tuple(row for row in self.rows if not row.is_hand)

    def find(self, side: str, value: object) -> Pile | None:
        """The pile of a side for a value; None for one that no pile shows."""
        return next((row for row in self.rows if row.value == value and row.takes(side)), None)

    def named(self, name: str, side: str = "") -> Pile | None:
        """The deck or window of a name, or what has become of it for the cards of a side."""
        before = (row for row in self.rows if name and row.was == name and row.takes(side))
        return next((row for row in self.rows if row.name == name), None) or next(before, None)

    def access(self, side: str) -> tuple[str, ...]:
        """Sides that see the hand of one side, the owner first."""
        return (side.title(), *self.open_to)

    def point(self, row: Pile, uid: str, members: Mapping[str, Member]) -> tuple[int, int]:
        """Where a card lies on a pile or in a private window.

        Parameters
        ----------
        row, uid
            The pile, and which card.
        members
            All cards.

        Returns
        -------
        tuple of int
        """
        if self.spread is None or not row.is_hand:
            return row.at
        columns, step = self.spread
        own = [name for name, member in members.items() if member.side == row.side]
        line, column = divmod(own.index(uid), columns)
        return row.at[0] + column * step, row.at[1] + line * step


def read_piles(data: Mapping[str, Any], sides: tuple[str, ...]) -> Piles | None:
    """Read the tables ``[piles]`` and ``[[pile]]`` of an ``adapter.toml``.

    Parameters
    ----------
    data
        The whole file.
    sides
        Of the game.

    Returns
    -------
    Piles or None
        None in a game without them.

    Raises
    ------
    DataError
        A key is unknown or missing.

    Examples
    --------
    >>> read_piles({}, ()) is None
    True
    """
    table = data.get("piles")
    if table is None:
        return None
    rows = []
    for number, row in enumerate(data.get("pile", ()), 1):
        if set(row) - _FREE != _KEYS or row["window"] not in _WINDOWS:
            expected = f"the keys {', '.join(sorted(_KEYS))} and a window of {_WINDOWS}"
            raise DataError("adapter.toml", f"[[pile]] {number}", expected)
        x, y = row["at"]
        rows.append(Pile(**{**row, "at": (x, y)}, sides=(row["side"],) if row["side"] else sides))
    width, height = table["size"]
    named = table["item"], table["hidden"], table["carrier"]
    columns, step = table.get("spread", (0, 0))
    return Piles(
        *named,
        (width, height),
        tuple(table["open_to"]),
        tuple(rows),
        tuple(table.get("markers", ())),
        (columns, step) if columns else None,
    )


@dataclass(frozen=True, slots=True)
class Member:
    """A single card or chit that lies on piles.

    Parameters
    ----------
    side, title
        Whose it is, and its name.
    of
        The card or marker of which it is a copy.

    Examples
    --------
    >>> Member("german", "Bocage", "card-german-bocage").side
    'german'
    """

    side: str
    title: str
    of: str


def members_by_uid(game: str, overlay: Path | None = None) -> Mapping[str, Member]:
    """Every single card or chit of the piles of a game by its uid, which is also its name in the rules.

    Parameters
    ----------
    game
        Slug.
    overlay
        Folder with an owner's corrections, or None.

    Returns
    -------
    mapping
        Empty in a game without piles.

    Examples
    --------
    >>> members_by_uid("storm-over-normandy")["german-bocage-1"].title
    'Bocage'
    >>> members_by_uid("breakout-normandy")
    {}
    """
    return _members(filing_of(game, overlay), game)


@by_filing
def _members(filing: Filing, game: str) -> Mapping[str, Member]:
    from adjudicator.saves.adapter import load_adapter
    from counters.catalog import load_markers

    piles = read_piles(load_adapter(game), load_vocabulary(game).sides)
    if piles is None:
        return {}
    if not piles.markers:
        return {uid: Member(c.side, c.title, c.id) for uid, c in _cards(filing, game).items()}
    chits = [m for m in load_markers(game, filing.overlay).values() if m.id.startswith(piles.markers)]
    return {f"{m.id}-{n}": Member(m.side, m.name, m.id) for m in chits for n in range(1, m.count + 1)}


def cards_by_uid(game: str, overlay: Path | None = None) -> Mapping[str, Card]:
    """Every single card of a game by its uid, which is also its name in the rules.

    Parameters
    ----------
    game
        Slug.
    overlay
        Folder with an owner's corrections, or None.

    Returns
    -------
    mapping
        uid such as ``german-bocage-1`` -> the card of which it is a copy.

    Examples
    --------
    >>> cards_by_uid("storm-over-normandy")["german-bocage-1"].title
    'Bocage'
    """
    return _cards(filing_of(game, overlay), game)


@by_filing
def _cards(filing: Filing, game: str) -> Mapping[str, Card]:
    from counters.cards import load_cards

    return {
        copy.removeprefix("card-"): card for card in load_cards(game, filing.overlay) for copy in card.copies
    }
