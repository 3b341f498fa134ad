"""A position: pieces on a board, the state of everything else, and the stack of pending decisions.

`Position` is immutable; `Draft` is the mutable copy that an action works on. Both read alike (`State`).
What a game keeps besides its pieces are *facts*: values of the items that its ``state.toml`` declares, one
value per subject (an Area, a bridge, a unit, or nothing).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from adjudicator.errors import PositionError

if TYPE_CHECKING:
    from adjudicator.schema import Schema
    from counters.catalog import Unit
    from maps.board import Board, Edge, Feature, Space

__all__ = [
    "UNKNOWN",
    "Change",
    "Decision",
    "Draft",
    "Fact",
    "Key",
    "Piece",
    "Position",
    "State",
    "Unknown",
    "View",
]


class Unknown(Enum):
    """The value of what a position does not say: neither zero nor no."""

    UNKNOWN = "unknown"

    def __bool__(self) -> bool:
        raise TypeError("an unknown fact is neither true nor false: ask the Inquiry for it")

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = Unknown.UNKNOWN
Fact = str | int | bool
Key = tuple[str, str]
_T = TypeVar("_T")


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
        Side, or ``dice``.
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
    """

    __slots__ = ("_occupants", "board", "facts", "game", "options", "pending", "pieces", "schema", "unknown")

    game: str
    board: Board
    schema: Schema
    pieces: Mapping[str, Piece]
    facts: Mapping[Key, Fact]
    pending: tuple[Decision, ...]
    options: Mapping[str, str]
    unknown: frozenset[str]
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
        return tuple([pieces[uid] for uid in self._occupants.get(space, ())])

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
        value = self.facts.get((item, subject))
        if value is not None:
            return value
        if item in self.unknown:
            return UNKNOWN
        return self.schema.default(item)

    def fact(self, item: str, subject: str = "") -> Fact:
        """Value of an item, or what is assumed where the position does not say it.

        Rules that owe the reader an explanation use `adjudicator.inquiry.Inquiry.fact` instead, which records
        the assumption.

        Parameters
        ----------
        item, subject
            As in `raw`.

        Returns
        -------
        str, int or bool
        """
        value = self.facts.get((item, subject))
        return self.schema.default(item) if value is None else value

    def number(self, item: str, subject: str = "") -> int:
        """Value of an item that is a number; see `fact`."""
        return int(self.fact(item, subject))

    def text(self, item: str, subject: str = "") -> str:
        """Value of an item that is a word; see `fact`."""
        return str(self.fact(item, subject))

    def flag(self, item: str, subject: str = "") -> bool:
        """Value of an item that is yes or no; see `fact`."""
        return bool(self.fact(item, subject))

    def subjects(self, item: str) -> tuple[str, ...]:
        """Subjects of which an item is stated, sorted."""
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
        known = self.schema.items.get(name)
        if known is None or not known.assumed:
            raise PositionError([f"the position does not say the {name} of {space.name} ({rule}): add it"])
        return known.default

    def printed(self, piece: Piece, name: str, rule: str) -> int:
        """A printed factor of a unit; `adjudicator.inquiry.Inquiry.printed` also records its source."""
        value = getattr(piece.printed, name)
        if value is None:
            what = name.replace("_", " ").upper()
            raise PositionError(
                [f"the position does not say the {what} of {piece.printed.title} ({rule}): add it"]
            )
        return int(value)

    def boundary(self, edge: Edge, rule: str) -> str:  # noqa: ARG002 - the Inquiry records the rule
        """Kind of a boundary; `adjudicator.inquiry.Inquiry.boundary` also records its source."""
        return edge.boundary


class Position(State):
    """An immutable position.

    Parameters
    ----------
    game
        Slug.
    board, schema
        The board, and the items of state of the game.
    pieces
        uid -> Piece.
    facts
        (item, subject) -> value.
    pending
        Stack of pending decisions, the top last.
    options
        Interpretations and optional rules that differ from the default.
    unknown
        Items whose absent facts are unknown.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> position = GAME.scenario("d-day")
    >>> [p.printed.name for p in position.units_in("utah-beach")]
    ['1/919']
    """

    __slots__ = ("_cache",)

    def __init__(
        self,
        game: str,
        board: Board,
        schema: Schema,
        pieces: Mapping[str, Piece],
        facts: Mapping[Key, Fact],
        *,
        pending: tuple[Decision, ...] = (),
        options: Mapping[str, str] | None = None,
        unknown: Iterable[str] = (),
        occupants: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.game, self.board, self.schema = game, board, schema
        self.pieces, self.facts, self.pending = pieces, facts, pending
        self.options, self.unknown = options or {}, frozenset(unknown)
        self._occupants = _occupants(pieces) if occupants is None else occupants
        self._cache: dict[str, Any] = {}

    def derived(self, name: str, compute: Callable[[Position], _T]) -> _T:
        """A layer computed from the position once and kept with it.

        Parameters
        ----------
        name
            Key of the layer.
        compute
            Makes it.

        Returns
        -------
        whatever `compute` returns
        """
        if name not in self._cache:
            self._cache[name] = compute(self)
        value: _T = self._cache[name]
        return value

    def draft(self) -> Draft:
        """A mutable copy.

        Returns
        -------
        Draft
        """
        return Draft(self)

    def diff(self, other: Position) -> tuple[Change, ...]:
        """What changed from this position to another.

        Parameters
        ----------
        other
            The later position.

        Returns
        -------
        tuple of Change
            Units first, then items of state, each sorted.
        """
        changes: list[Change] = []
        for uid in sorted({*self.pieces, *other.pieces}):
            before, after = self.pieces.get(uid), other.pieces.get(uid)
            if before is None or after is None:
                there = (before and before.space, after and after.space)
                changes.append(Change("unit", uid, *there))
                continue
            if before.space != after.space:
                changes.append(Change("space", uid, before.space, after.space))
            if before.status != after.status:
                changes.append(Change("status", uid, before.status, after.status))
        for item, subject in sorted({*self.facts, *other.facts}):
            old, new = self.raw(item, subject), other.raw(item, subject)
            if old != new:
                changes.append(Change(item, subject, old, new))
        return tuple(changes)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self.game == other.game
            and self.pieces == other.pieces
            and self.stated() == other.stated()
            and self.pending == other.pending
            and dict(self.options) == dict(other.options)
            and self.unknown == other.unknown
        )

    def __hash__(self) -> int:
        units = frozenset((p.uid, p.space, p.status) for p in self.pieces.values())
        return hash((self.game, units, frozenset(self.stated().items())))

    def stated(self) -> dict[Key, Fact]:
        """Facts that differ from their default, or that state an item otherwise unknown."""
        default = self.schema.default
        return {k: v for k, v in self.facts.items() if k[0] in self.unknown or v != default(k[0])}


class Draft(State):
    """A position in the making.

    Parameters
    ----------
    position
        Where it starts from.
    """

    __slots__ = ()

    pieces: dict[str, Piece]
    facts: dict[Key, Fact]
    _occupants: dict[str, tuple[str, ...]]

    def __init__(self, position: Position) -> None:
        self.game, self.board, self.schema = position.game, position.board, position.schema
        self.pieces, self.facts = dict(position.pieces), dict(position.facts)
        self._occupants = dict(position._occupants)
        self.pending, self.options, self.unknown = position.pending, position.options, position.unknown

    def place(self, uid: str, space: str) -> None:
        """Put a unit into a space.

        Parameters
        ----------
        uid, space
            Ids.
        """
        piece = self.pieces[uid]
        left = tuple(u for u in self._occupants.get(piece.space, ()) if u != uid)
        if left:
            self._occupants[piece.space] = left
        else:
            self._occupants.pop(piece.space, None)
        self.pieces[uid] = Piece(piece.printed, space, piece.status)
        self._occupants[space] = tuple(sorted((*self._occupants.get(space, ()), uid)))

    def set_status(self, uid: str, status: str) -> None:
        """Change the status of a unit.

        Parameters
        ----------
        uid
            Id of the unit.
        status
            Word of the game.
        """
        piece = self.pieces[uid]
        self.pieces[uid] = Piece(piece.printed, piece.space, status)

    def set(self, item: str, value: Fact, subject: str = "") -> None:
        """State a fact.

        Parameters
        ----------
        item, value, subject
            Item of ``state.toml``, its value, and of what.
        """
        if item not in self.unknown and value == self.schema.default(item):
            self.facts.pop((item, subject), None)
        else:
            self.facts[item, subject] = value

    def clear(self, item: str, subject: str | None = None) -> None:
        """Forget an item, of one subject or of all.

        Parameters
        ----------
        item
            Name of the item.
        subject
            Of what; None for everything.
        """
        if subject is not None:
            self.facts.pop((item, subject), None)
            return
        for key in [k for k in self.facts if k[0] == item]:
            del self.facts[key]

    def ask(self, player: str, kind: str, rule: str, **data: Any) -> None:
        """Push a decision on the stack: it is settled before those below it.

        Parameters
        ----------
        player, kind, rule, **data
            As in `Decision`.
        """
        self.pending = (*self.pending, Decision(player, kind, rule, data))

    def settle(self) -> Decision:
        """Take the top decision off the stack.

        Returns
        -------
        Decision
        """
        top = self.pending[-1]
        self.pending = self.pending[:-1]
        return top

    def finish(self) -> Position:
        """Make it immutable.

        Returns
        -------
        Position
        """
        return Position(
            self.game,
            self.board,
            self.schema,
            self.pieces,
            self.facts,
            pending=self.pending,
            options=self.options,
            unknown=self.unknown,
            occupants=self._occupants,
        )


def _occupants(pieces: Mapping[str, Piece]) -> dict[str, tuple[str, ...]]:
    spaces: dict[str, list[str]] = {}
    for uid in sorted(pieces):
        spaces.setdefault(pieces[uid].space, []).append(uid)
    return {space: tuple(uids) for space, uids in spaces.items()}
