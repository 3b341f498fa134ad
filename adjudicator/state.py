"""What a position is made of, and how it is read: units, facts, decisions (see `adjudicator.position`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, Protocol

from adjudicator.schema import Fact, Schema
from adjudicator.silence import EVERY, PIECE, Silence, hear, missing_feature, strange_pieces, words_for
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from counters.catalog import Unit
    from maps.board import Board, Edge, Feature, Space
    from maps.filing import Filing

__all__ = ["AUTO", "UNKNOWN", "Change", "Decision", "Fact", "Key", "Piece", "State", "Unknown", "View"]


class Unknown(Enum):
    """The value of what a position does not say: neither zero nor no."""

    UNKNOWN = "unknown"

    def __bool__(self) -> bool:
        raise TypeError("an unknown fact is neither true nor false: ask the Inquiry for it")

    def __repr__(self) -> str:
        return "UNKNOWN"

    def __str__(self) -> str:
        return "unknown"


UNKNOWN: Final = Unknown.UNKNOWN
AUTO: Final = "auto"
Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Piece:
    """A unit in play.

    Parameters
    ----------
    printed
        Its counter.
    space
        Id of the space where it stands.
    status
        Word of the game: ``fresh``, ``spent``, ``d1``, ``d2``.

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> Piece(Unit("ge-916", "916", "916 Rgt", "german", "german"), "omaha-beach", "fresh").uid
    'ge-916'
    """

    printed: Unit
    space: str
    status: str

    @property
    def uid(self) -> str:
        """Stable id of the counter."""
        return self.printed.id

    @property
    def side(self) -> str:
        """Side that owns it."""
        return self.printed.side


@dataclass(frozen=True, slots=True)
class Decision:
    """Something that one player, or the dice, must settle before play goes on.

    Parameters
    ----------
    player
        Side, ``dice``, or `AUTO` for a step that follows by itself.
    kind
        What is to be decided, in the game's words.
    rule
        Section that asks for it.
    data
        What it is about; plain JSON data.

    Examples
    --------
    >>> Decision("german", "forward-unit", "9.1", {"area": "omaha-beach"}).player
    'german'
    """

    player: str
    kind: str
    rule: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Change:
    """One difference between two positions.

    Parameters
    ----------
    what
        ``space``, ``status``, ``unit`` or the name of an item of state.
    subject
        Unit, Area, bridge ...
    before, after
        The two values; None where there was none.

    Examples
    --------
    >>> Change("status", "ge-916", "fresh", "spent").after
    'spent'
    """

    what: str
    subject: str
    before: Any
    after: Any


class View(Protocol):
    """What rule functions read: a position, a draft, or an `adjudicator.inquiry.Inquiry` that records it."""

    @property
    def board(self) -> Board: ...  # noqa: D102
    @property
    def filing(self) -> Filing: ...  # noqa: D102
    @property
    def pieces(self) -> Mapping[str, Piece]: ...  # noqa: D102
    @property
    def decision(self) -> Decision | None: ...  # noqa: D102
    def units_in(self, space: str) -> tuple[Piece, ...]: ...  # noqa: D102
    def subjects(self, item: str) -> tuple[str, ...]: ...  # noqa: D102
    def fact(self, item: str, subject: str = "") -> Fact: ...  # noqa: D102
    def number(self, item: str, subject: str = "") -> int: ...  # noqa: D102
    def text(self, item: str, subject: str = "") -> str: ...  # noqa: D102
    def flag(self, item: str, subject: str = "") -> bool: ...  # noqa: D102
    def option(self, name: str) -> str: ...  # noqa: D102
    def feature(self, space: Space, name: str, rule: str) -> Feature: ...  # noqa: D102
    def printed(self, piece: Piece, name: str, rule: str) -> int: ...  # noqa: D102
    def boundary(self, edge: Edge, rule: str) -> str: ...  # noqa: D102


class State:
    """What can be read of a position, finished or in the making.

    Parameters
    ----------
    game, board, schema
        What does not change in play.
    pieces, facts, pending, options
        What does.
    unknown
        Items of which an absent fact means "not said" instead of the default.
    notes
        What was noticed when it was read, for every ruling to say.
    strange
        Space -> names of pieces that stand there and that nobody could tell to be units.
    """

    __slots__ = (
        "_occupants",
        "board",
        "facts",
        "game",
        "notes",
        "options",
        "pending",
        "pieces",
        "schema",
        "strange",
        "unknown",
    )

    game: str
    board: Board
    schema: Schema
    pieces: Mapping[str, Piece]
    facts: Mapping[Key, Fact]
    pending: tuple[Decision, ...]
    options: Mapping[str, str]
    unknown: frozenset[str]
    notes: tuple[str, ...]
    strange: Mapping[str, tuple[str, ...]]
    _occupants: Mapping[str, tuple[str, ...]]

    def units_in(self, space: str) -> tuple[Piece, ...]:
        """Units that stand in a space, in a fixed order.

        Parameters
        ----------
        space
            Id of a space.

        Returns
        -------
        tuple of Piece
        """
        pieces = self.pieces
        if space in self.strange:
            hear(PIECE, space, lambda: self.strangers(space))
        return tuple([pieces[uid] for uid in self._occupants.get(space, ())])

    def strangers(self, space: str) -> Silence:
        """Put into words that nobody could tell what some pieces in a space are.

        Parameters
        ----------
        space
            Where they stand.

        Returns
        -------
        Silence
        """
        return strange_pieces(space, self.board.name(space), self.strange[space])

    @property
    def filing(self) -> Filing:
        """Where the printed values are read from: our files, or an owner's overlay."""
        return self.board.filing

    def occupied(self) -> Iterable[str]:
        """Ids of the spaces where units stand."""
        return self._occupants

    def raw(self, item: str, subject: str = "") -> Fact | Unknown:
        """Value of an item of state, UNKNOWN when the position does not say it.

        Parameters
        ----------
        item
            Name in the game's ``state.toml``.
        subject
            Area, bridge, unit ..., or empty.

        Returns
        -------
        str, int, bool or Unknown
        """
        value = self.said(item, subject)
        if value is UNKNOWN:
            hear(item, subject, lambda: self.silence(item, subject))
        return value

    def said(self, item: str, subject: str = "") -> Fact | Unknown:
        """Value of an item as `raw` gives it, for whoever rules nothing by it: nothing is heard.

        Parameters
        ----------
        item, subject
            As in `raw`.

        Returns
        -------
        str, int, bool or Unknown
        """
        value = self.facts.get((item, subject))
        if value is not None:
            return value
        return UNKNOWN if item in self.unknown else self.schema.defaults[item]

    def fact(self, item: str, subject: str = "") -> Fact:
        """Value of an item, or what is assumed where the position does not say it, which is heard.

        Parameters
        ----------
        item, subject
            As in `raw`.

        Returns
        -------
        str, int or bool

        Raises
        ------
        adjudicator.silence.Missing
            The position does not say it and nothing can be assumed.
        """
        value = self.facts.get((item, subject))
        if value is not None:
            return value
        if item in self.unknown:
            hear(item, subject, lambda: self.silence(item, subject))
        return self.schema.defaults[item]

    def silence(self, item: str, subject: str) -> Silence:
        """Put into words that the position does not say an item.

        Parameters
        ----------
        item, subject
            As in `raw`.

        Returns
        -------
        Silence
        """
        return words_for(self.schema.items[item], subject, self.name_of(subject))

    def name_of(self, subject: str) -> str:
        """How a person calls a unit, a space or a boundary.

        Parameters
        ----------
        subject
            Its id.

        Returns
        -------
        str
        """
        if subject in self.pieces:
            return self.pieces[subject].printed.title
        return " / ".join(map(self.board.name, subject.split("/")))

    def number(self, item: str, subject: str = "") -> int:
        """Value of an item that is a number; see `fact`."""
        return int(self.fact(item, subject))

    def text(self, item: str, subject: str = "") -> str:
        """Value of an item that is a word; see `fact`."""
        return str(self.fact(item, subject))

    def texts(self, item: str, subjects: Sequence[str]) -> list[str]:
        """Values of an item that is a word, of many subjects at once; see `fact`."""
        if item in self.unknown:
            return [self.text(item, subject) for subject in subjects]
        facts, default = self.facts, self.schema.defaults[item]
        return [str(facts.get((item, subject), default)) for subject in subjects]

    def flag(self, item: str, subject: str = "") -> bool:
        """Value of an item that is yes or no; see `fact`."""
        return bool(self.fact(item, subject))

    def subjects(self, item: str) -> tuple[str, ...]:
        """Subjects of which an item is stated, sorted."""
        if item in self.unknown:
            hear(item, EVERY, lambda: self.silence(item, EVERY))
        return tuple(sorted(s for i, s in self.facts if i == item))

    def option(self, name: str) -> str:
        """Chosen letter of an interpretation, or setting of an optional rule."""
        return self.options.get(name) or self.schema.option_default(name)

    @property
    def decision(self) -> Decision | None:
        """The pending decision on top of the stack."""
        return self.pending[-1] if self.pending else None

    def feature(self, space: Space, name: str, rule: str) -> Feature:
        """A printed feature of a space; `adjudicator.inquiry.Inquiry.feature` also records its source."""
        if name in space.features:
            return space.features[name]
        return self.unsaid(space, name, rule)

    def unsaid(self, space: Space, name: str, rule: str, *, strict: bool = False) -> Feature:
        """What is assumed to be printed on a space, which is heard.

        Parameters
        ----------
        space, name, rule
            As in `feature`.
        strict
            Nothing may be assumed.

        Returns
        -------
        str, int, bool

        Raises
        ------
        adjudicator.silence.Missing
            Nothing can be assumed.
        """
        hear(name, space.id, lambda: self.silence_of(space, name, rule), strict=strict)
        known = self.schema.feature(name)
        return 0 if known is None else known.default

    def silence_of(self, space: Space, name: str, rule: str) -> Silence:
        """Put into words that the position does not say what is printed on a space.

        Parameters
        ----------
        space, name, rule
            As in `feature`.

        Returns
        -------
        Silence
        """
        return missing_feature(name, space, rule, self.schema.feature(name))

    def printed(self, piece: Piece, name: str, rule: str) -> int:
        """A printed factor of a unit; `adjudicator.inquiry.Inquiry.printed` also records its source."""
        value = piece.printed.rating(name)
        return self.unrated(piece, name, rule) if value is None else int(value)

    def unrated(self, piece: Piece, name: str, rule: str) -> int:
        """A printed factor that the position does not say.

        Parameters
        ----------
        piece, name, rule
            As in `printed`.

        Returns
        -------
        int
            A stand-in, only while all that is missing is gathered.

        Raises
        ------
        adjudicator.silence.Missing
            Always otherwise.
        """
        title, what = piece.printed.title, name.replace("_", " ").upper()
        missing = f"the position does not say the {what} of {title} ({rule}): add it"
        hear(name, piece.uid, lambda: Silence(name, piece.uid, title, rule, "", missing, needed=True))
        return 1

    def boundary(self, edge: Edge, rule: str) -> str:  # noqa: ARG002 - the Inquiry records the rule
        """Kind of a boundary; `adjudicator.inquiry.Inquiry.boundary` also records its source."""
        return edge.boundary
