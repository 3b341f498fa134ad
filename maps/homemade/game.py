"""What the ``game.toml`` of a game of one's own says: sides, nations, turns, statuses, dice, decks."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from maps.errors import DataError
from maps.games import GAME_FILE, FolderHome, per_game
from maps.loader import read_toml

__all__ = [
    "BOTH",
    "COMMON",
    "LOST",
    "WAITING",
    "DeckRow",
    "DiceRow",
    "GameFile",
    "NationRow",
    "SideRow",
    "StateRow",
    "UnitRow",
    "game_file",
    "owner_of",
    "typed",
]

LOST, WAITING = "eliminated", "turn-track"
"""Spaces that every game has: where lost units lie, and where those wait that are not on the map."""

_COLOUR = re.compile("#[0-9a-fA-F]{6}")
_WORD = re.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*")
_STEP = re.compile(r"\.([a-zA-Z_]+)|\[(\d+)\]|\[\.\.\.\]")
_SIDES = 2
BOTH, COMMON = "both", "common"
"""The side of a deck that is nobody's, and what its piles are called in the module."""
_ONE = ("full",)  # the status of units that have no other
_FACES = 9  # of a counter
_RESERVED = ("referee", "public", "solitaire")
_S = TypeVar("_S", bound=msgspec.Struct)


class SideRow(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """One of the two sides."""

    id: str
    title: str
    color: str = "#808080"


class NationRow(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Whose counters look alike: colours of ground, print and what stands out, and of its boxes."""

    id: str
    title: str
    side: str
    ground: str = "#c8c8b8"
    ink: str = "#111111"
    accent: str = "#ffffff"
    tint: str = "#e9e6dd"


class DiceRow(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A button of the module that rolls dice."""

    name: str
    count: int = 1
    sides: int = 6
    key: str = ""


class DeckRow(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A deck of the cards of ``cards.csv``: whose it is, its colours, emblem or own back, its hand.

    Without a side, or of ``both``, whoever may draws from it into the hand of his side.
    """

    id: str
    title: str
    side: str = ""
    ground: str = "#e8e0c8"
    ink: str = "#1c1710"
    emblem: str = "star"
    picture: str = ""
    hand: int = 0


class StateRow(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What a marker on a track shows: Victory Points, supply, weather. Of a side, one marker for each."""

    id: str
    title: str
    track: str
    marker: str
    side: str = ""
    start: int = 0


class TurnRow(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What a turn is called, the track that shows it, its marker, and how many turns there are."""

    name: str = "Turn"
    count: int = 10
    track: str = "turn"
    marker: str = "turn"


class UnitRow(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The words of a counter's faces in order, and the columns that it prints and that add up in a stack."""

    statuses: tuple[str, ...] = ("full", "reduced")
    printed: tuple[str, ...] = ()
    totals: tuple[str, ...] = ()

    def prefixes(self, face: int) -> tuple[str, ...]:
        """What the columns of ``units.csv`` begin with that say what a face prints, from 0 of the front.

        Parameters
        ----------
        face
            Which.

        Returns
        -------
        tuple of str
            The status and an underscore, of the back also ``reduced_``, which is all that there is of two
            statuses; nothing before those of the front.

        Examples
        --------
        >>> UnitRow(("full", "weak", "cadre")).prefixes(1)
        ('weak_', 'reduced_')
        """
        if face == 0:
            return ("",)
        if len(self.statuses) == _SIDES:
            return ("reduced_",)
        own = f"{self.statuses[face].replace(' ', '_').replace('-', '_')}_"
        return tuple(dict.fromkeys((own, "reduced_"))) if face == 1 else (own,)

    def is_worn(self, column: str) -> bool:
        """Whether a column says what another face than the front prints."""
        worn = (prefix for face in range(1, len(self.statuses)) for prefix in self.prefixes(face))
        return column.startswith(("reduced_", *worn))


class GameFile(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The file as a whole."""

    title: str
    side: tuple[SideRow, ...]
    slug: str = ""
    version: str = "1.0"
    edition: str = "first"
    credits: str = ""
    nation: tuple[NationRow, ...] = ()
    turns: TurnRow = TurnRow()
    units: UnitRow = UnitRow()
    dice: tuple[DiceRow, ...] = (DiceRow("1d6", 1, 6, "1"), DiceRow("2d6", 2, 6, "2"))
    deck: tuple[DeckRow, ...] = ()
    state: tuple[StateRow, ...] = ()
    control: bool = True

    @property
    def sides(self) -> tuple[str, ...]:
        """Ids of the two sides."""
        return tuple(side.id for side in self.side)

    @property
    def shares_cards(self) -> bool:
        """Whether a deck is no single side's."""
        return any(not owner_of(deck) for deck in self.deck)

    @property
    def hands(self) -> tuple[str, ...]:
        """The sides that hold cards: those with a deck, and both where one is nobody's."""
        if self.shares_cards:
            return self.sides
        return tuple(dict.fromkeys(deck.side for deck in self.deck))

    @property
    def nations(self) -> tuple[NationRow, ...]:
        """The nations; the sides themselves where none are named."""
        return self.nation or tuple(NationRow(s.id, s.title, s.id, ground=s.color) for s in self.side)


def owner_of(deck: DeckRow) -> str:
    """The side of a deck; empty of one that is nobody's.

    Parameters
    ----------
    deck
        Which.

    Returns
    -------
    str

    Examples
    --------
    >>> owner_of(DeckRow("news", "News", "both")), owner_of(DeckRow("news", "News"))
    ('', '')
    """
    return "" if deck.side == BOTH else deck.side


def game_file(home: FolderHome) -> GameFile:
    """Read the ``game.toml`` of a game of one's own.

    Parameters
    ----------
    home
        Of the game.

    Returns
    -------
    GameFile

    Raises
    ------
    DataError
        A key is unknown or missing, or a value is none that it can have.
    """
    return _read(home.slug, home.root)


@per_game
def _read(_slug: str, root: Path) -> GameFile:
    found = typed(read_toml(root / GAME_FILE), GameFile, GAME_FILE)
    _check(found)
    if not found.units.statuses:
        one = msgspec.structs.replace(found.units, statuses=_ONE)
        return msgspec.structs.replace(found, units=one)
    return found


def typed(data: Mapping[str, Any], form: type[_S], file: str) -> _S:
    """Give the data of a TOML file their types, or say in which key one is wrong.

    Parameters
    ----------
    data
        As TOML holds them.
    form
        What they should be.
    file
        Named in errors.

    Returns
    -------
    Struct

    Raises
    ------
    DataError
        With the place of the first fault.

    Examples
    --------
    >>> typed({"id": "a", "title": 3}, SideRow, "game.toml")
    Traceback (most recent call last):
    maps.errors.DataError: game.toml, title: expected a text, not a whole number
    """
    try:
        return msgspec.convert(data, form)
    except msgspec.ValidationError as fault:
        said, _, at = str(fault).partition(" - at `")
        steps = [a or f"no. {int(n) + 1}" for a, n in _STEP.findall(at)]
        raise DataError(file, " ".join(steps), _plain(said, form)) from None


_WORDS = {
    "str": "a text", "int": "a whole number", "float": "a number", "bool": "true or false", "array": "a list",
    "object": "a table",
}  # fmt: skip
_WANTED = re.compile(r"Expected `(\w+)`(?:, got `(\w+)`)?")
_MISSING = re.compile(r"Object missing required field `(\w+)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(\w+)`")


def _plain(said: str, form: type[msgspec.Struct]) -> str:
    """What msgspec says, in words of the file."""
    if found := _WANTED.match(said):
        wanted, got = found.groups()
        return f"{_WORDS.get(wanted, wanted)}" + (f", not {_WORDS.get(got, got)}" if got else "")
    if found := _MISSING.match(said):
        return f"the key {found[1]}"
    if found := _UNKNOWN.match(said):
        import difflib

        near = difflib.get_close_matches(found[1], _all_fields(form), 1)
        return f"no key {found[1]!r}" + (f". Did you mean {near[0]}?" if near else "")
    return said


def _all_fields(form: Any) -> set[str]:
    """Keys of a table and of the tables in it."""
    found: set[str] = set()
    for field in msgspec.structs.fields(form):
        found.add(field.encode_name)
        for inner in (field.type, *getattr(field.type, "__args__", ())):
            if isinstance(inner, type) and issubclass(inner, msgspec.Struct):
                found |= _all_fields(inner)
    return found


def _check(game: GameFile) -> None:
    """What the types of the keys do not say."""
    if len(game.side) != 2:
        raise DataError(GAME_FILE, "side", f"two tables [[side]], not {len(game.side)}")
    tables: tuple[tuple[str, Sequence[SideRow | NationRow | DeckRow | StateRow]], ...] = (
        ("side", game.side),
        ("nation", game.nation),
        ("deck", game.deck),
        ("state", game.state),
    )
    for what, rows in tables:
        ids = [row.id for row in rows]
        for number, row in enumerate(rows, 1):
            _check_row(game, row, f"{what} no. {number}", ids[: number - 1])
    if without := [side for side in game.sides if all(nation.side != side for nation in game.nations)]:
        raise DataError(GAME_FILE, "nation", f"a nation of each side; {without[0]} has none")
    _check_statuses(game.units.statuses)
    if game.shares_cards and COMMON in game.sides:
        raise DataError(GAME_FILE, "side", f"another id than {COMMON}, as a deck is nobody's")
    for number, dice in enumerate(game.dice, 1):
        if not (1 <= dice.count <= 20 and 2 <= dice.sides <= 100):
            raise DataError(GAME_FILE, f"dice no. {number}", "a count from 1 to 20, and 2 to 100 sides")


def _check_statuses(words: Sequence[str]) -> None:
    if len(words) > _FACES:
        raise DataError(
            GAME_FILE, "units statuses", f"at most {_FACES} words, one for each face of a counter"
        )
    for number, word in enumerate(words):
        place = f"units statuses no. {number + 1}"
        if not word.strip() or set(word) & set(",|;:=/"):
            raise DataError(GAME_FILE, place, f"a word such as reduced, not {word!r}")
        if word in words[:number]:
            raise DataError(GAME_FILE, place, f"a word that no status before has, not {word!r} again")


def _check_row(
    game: GameFile, row: SideRow | NationRow | DeckRow | StateRow, place: str, before: Sequence[str]
) -> None:
    if not _WORD.fullmatch(row.id) or row.id in _RESERVED:
        raise DataError(GAME_FILE, f"{place} id", f"a word in small letters, not {row.id!r}")
    if row.id in before:
        raise DataError(GAME_FILE, f"{place} id", f"a word that no table before has, not {row.id!r} again")
    whose, shared = getattr(row, "side", ""), isinstance(row, DeckRow)
    if whose not in {*game.sides, *([BOTH] if shared else [])} and (whose or isinstance(row, NationRow)):
        words = ", ".join((*game.sides, *([BOTH] if shared else [])))
        raise DataError(GAME_FILE, f"{place} side", f"one of {words}, not {whose!r}")
    _check_colours(row, place)


def _check_colours(row: msgspec.Struct, place: str) -> None:
    for key in ("color", "ground", "ink", "accent", "tint"):
        value = getattr(row, key, "#000000")
        if not _COLOUR.fullmatch(value):
            raise DataError(GAME_FILE, f"{place} {key}", f"a colour such as #3a6ea5, not {value!r}")
