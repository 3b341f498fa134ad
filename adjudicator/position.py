"""A position: pieces on a board, the state of everything else, and the stack of pending decisions.

`Position` is immutable; `Draft` is the mutable copy that an action works on. Both read alike (`State`).
What a game keeps besides its pieces are *facts*: values of the items that its ``state.toml`` declares, one
value per subject (an Area, a bridge, a unit, or nothing).
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from adjudicator.silence import EVERY, Silence, hear, remember, tell
from adjudicator.state import AUTO, UNKNOWN, Change, Decision, Fact, Key, Piece, State, Unknown, View
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.schema import Schema
    from maps.board import Board

__all__ = [
    "AUTO",
    "UNKNOWN",
    "Change",
    "Decision",
    "Draft",
    "Earlier",
    "Fact",
    "Key",
    "Piece",
    "Position",
    "State",
    "Unknown",
    "View",
]

_T = TypeVar("_T")
Moved = tuple[tuple[Piece | None, Piece | None], ...]
"""Units as they were and as they are, those of them that differ."""


@dataclass(frozen=True, slots=True)
class Earlier(Generic[_T]):
    """A layer as it was in a position before, with what stood there.

    Parameters
    ----------
    value
        The layer.
    pieces, facts
        Of the position of which it was computed.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> draft = d_day.draft()
    >>> draft.place("ge-916", "trevieres")
    >>> [was.space for was, now in draft.finish().moved(Earlier(None, d_day.pieces, d_day.facts))]
    ['omaha-beach']
    """

    value: _T
    pieces: Mapping[str, Piece]
    facts: Mapping[Key, Fact]


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
    notes
        What was noticed when it was read, for every ruling to say.
    strange
        Space -> names of pieces that stand there and that nobody could tell to be units.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> position = GAME.scenario("d-day")
    >>> [p.printed.name for p in position.units_in("utah-beach")]
    ['1/919']
    """

    __slots__ = ("_cache", "_earlier", "_handed", "_hash", "_moved", "_silences")

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
        notes: Iterable[str] = (),
        strange: Mapping[str, tuple[str, ...]] | None = None,
        occupants: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.game, self.board, self.schema = game, board, schema
        self.pieces, self.facts, self.pending = pieces, facts, pending
        self.options, self.unknown, self.notes = options or {}, frozenset(unknown), tuple(notes)
        self.strange = strange or {}
        self._occupants = _occupants(pieces) if occupants is None else occupants
        self._cache: dict[str, Any] = {}
        self._silences: dict[str, tuple[Silence, ...]] = {}  # what was heard when a layer was computed
        self._handed: list[str] = []  # layers that a successor brings up to date
        self._earlier: Mapping[str, Earlier[Any]] = {}  # layers of the positions before
        self._moved: dict[int, tuple[Mapping[str, Piece], Moved]] = {}
        self._hash: int | None = None

    def derived(
        self,
        name: str,
        compute: Callable[[Position], _T],
        update: Callable[[Earlier[_T], Position], _T] | None = None,
    ) -> _T:
        """A layer computed from the position once and kept with it.

        Parameters
        ----------
        name
            Key of the layer.
        compute
            Makes it.
        update
            Makes the same of the layer of a position before; None where that is no less work.

        Returns
        -------
        whatever `compute` returns
        """
        cache = self._cache
        if name not in cache:
            earlier = self._earlier.get(name) if update is not None else None
            if update is None or earlier is None:
                cache[name], silences = remember(lambda: compute(self))
            else:
                cache[name], silences = remember(lambda: update(earlier, self))
            if silences:
                self._silences[name] = silences
            elif update is not None:
                self._handed.append(name)
        elif name in self._silences:
            tell(self._silences[name])
        value: _T = cache[name]
        return value

    def moved(self, since: Earlier[Any] | Position) -> Moved:
        """Units that stand elsewhere than when a layer was computed, show another side, come or are gone.

        Parameters
        ----------
        since
            The layer, or another position.

        Returns
        -------
        tuple of (Piece or None, Piece or None)
            Each as it was then and as it is now.
        """
        known = self._moved.get(id(since.pieces))
        if known is None:
            then = since.pieces
            known = self._moved[id(then)] = (then, _moved(then, self.pieces))
        return known[1]

    def inherit(self, other: Position) -> None:
        """Let layers be brought up to date from those of the position of which this one was made.

        Parameters
        ----------
        other
            That position. Nothing is taken from it where one of both leaves something out, since what was
            heard of that is told by computing anew, nor where the board or the options differ.
        """
        left_out = self.unknown or other.unknown or self.strange or other.strange
        if left_out or self.board is not other.board or self.options != other.options:
            return
        if self.pending == other.pending and self.facts == other.facts and self.pieces == other.pieces:
            self.take_over(other, "")
        own = {name: Earlier(other._cache[name], other.pieces, other.facts) for name in other._handed}
        self._earlier = {**other._earlier, **own}

    def layer(self, name: str) -> Any:
        """A layer if it is known, otherwise None.

        Parameters
        ----------
        name
            Its key, as given to `derived`.
        """
        if name in self._silences:
            tell(self._silences[name])
        return self._cache.get(name)

    def take_over(self, other: Position, prefix: str) -> None:
        """Keep layers of another position which hold for this one too.

        Parameters
        ----------
        other
            A position that differs in nothing on which they depend.
        prefix
            What their keys begin with.
        """
        for mine, others in ((self._cache, other._cache), (self._silences, other._silences)):
            mine.update({name: kept for name, kept in others.items() if name.startswith(prefix)})

    def subjects(self, item: str) -> tuple[str, ...]:
        """Subjects of which an item is stated, sorted."""
        if item in self.unknown:
            hear(item, EVERY, lambda: self.silence(item, EVERY))
        found = self.derived("subjects", _subjects)
        return found.get(item, ())

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
        moved = _moved(self.pieces, other.pieces)
        pairs = {piece.uid: pair for pair in moved for piece in pair if piece is not None}
        for uid, (before, after) in sorted(pairs.items()):
            if before is None or after is None:
                there = (before and before.space, after and after.space)
                changes.append(Change("unit", uid, *there))
                continue
            if before.space != after.space:
                changes.append(Change("space", uid, before.space, after.space))
            if before.status != after.status:
                changes.append(Change("status", uid, before.status, after.status))
        said, says = self.facts, other.facts
        stated = [key for key, fact in says.items() if said.get(key) != fact]
        for item, subject in sorted([*stated, *(key for key in said if key not in says)]):
            old, new = self.said(item, subject), other.said(item, subject)
            if old != new:
                changes.append(Change(item, subject, old, new))
        return tuple(changes)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Position)
            and self.game == other.game
            and self.pieces == other.pieces
            and (self.facts == other.facts or self.stated() == other.stated())
            and self.pending == other.pending
            and dict(self.options) == dict(other.options)
            and self.unknown == other.unknown
        )

    def __hash__(self) -> int:
        if self._hash is None:
            waiting = tuple(
                [(d.kind, frozenset([(k, _flat(v)) for k, v in d.data.items()])) for d in self.pending]
            )
            units, stated = frozenset(self._occupants.items()), frozenset(self.stated().items())
            shown = frozenset([(uid, piece.status) for uid, piece in self.pieces.items()])
            self._hash = hash((self.game, units, shown, stated, waiting))
        return self._hash

    def stated(self) -> dict[Key, Fact]:
        """Facts that differ from their default, or that state an item otherwise unknown."""
        defaults, unknown = self.schema.defaults, self.unknown
        return {k: v for k, v in self.facts.items() if v != defaults[k[0]] or k[0] in unknown}


class Draft(State):
    """A position in the making.

    Parameters
    ----------
    position
        Where it starts from.
    """

    __slots__ = ("_origin", "_shifting")

    pieces: dict[str, Piece]
    facts: dict[Key, Fact]
    _occupants: dict[str, tuple[str, ...]]
    _shifting: dict[str, set[str]]

    def __init__(self, position: Position) -> None:
        self.game, self.board, self.schema = position.game, position.board, position.schema
        self.pieces, self.facts = dict(position.pieces), dict(position.facts)
        self._occupants = dict(position._occupants)
        self._origin = position
        self._shifting = {}  # who stands in spaces that units came to or left since somebody last looked
        self.pending, self.options = position.pending, position.options
        self.unknown, self.notes, self.strange = position.unknown, position.notes, position.strange

    def place(self, uid: str, space: str) -> None:
        """Put a unit into a space.

        Parameters
        ----------
        uid, space
            Ids.
        """
        piece = self.pieces[uid]
        left = self._shifted(piece.space)
        left.discard(uid)
        if not left:
            del self._shifting[piece.space]
            self._occupants.pop(piece.space, None)
        self.pieces[uid] = Piece(piece.printed, space, piece.status)
        self._shifted(space).add(uid)
        self._occupants.setdefault(space, ())

    def _shifted(self, space: str) -> set[str]:
        """Who stands in a space, in no order: many units are placed without sorting them each time."""
        found = self._shifting.get(space)
        if found is None:
            found = self._shifting[space] = set(self._occupants.get(space, ()))
        return found

    def units_in(self, space: str) -> tuple[Piece, ...]:
        """Units that stand in a space, in a fixed order; see `State.units_in`."""
        if space in self._shifting:
            self._occupants[space] = tuple(sorted(self._shifting.pop(space)))
        return super().units_in(space)

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

    def forget(self, *memories: str) -> None:
        """Drop every fact whose memory is over; what the position did not say of it no longer matters.

        Parameters
        ----------
        *memories
            ``impulse``, ``turn``, ``activation`` ..., as ``state.toml`` names them.

        Examples
        --------
        >>> from adjudicator.breakout_normandy import GAME
        >>> draft = GAME.scenario("d-day").draft()
        >>> draft.set("mf-used", 2, "ge-916"); draft.set("date", 7)
        >>> draft.forget("impulse"); draft.number("mf-used", "ge-916"), draft.number("date")
        (0, 7)
        """
        items = self.schema.items
        for key in [k for k in self.facts if items[k[0]].memory in memories]:
            del self.facts[key]
        self.unknown = frozenset([name for name in self.unknown if items[name].memory not in memories])

    def ask(self, player: str, kind: str, rule: str, /, **data: Any) -> None:
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
        for space, uids in self._shifting.items():
            self._occupants[space] = tuple(sorted(uids))
        self._shifting = {}
        found = Position(
            self.game,
            self.board,
            self.schema,
            dict(self.pieces),
            dict(self.facts),
            pending=self.pending,
            options=self.options,
            unknown=self.unknown,
            notes=self.notes,
            strange=self.strange,
            occupants=dict(self._occupants),
        )
        found.inherit(self._origin)
        self._origin = found  # what goes on, goes on from there
        return found


def _flat(value: object) -> Hashable:
    """Of what a decision holds, the words and numbers: enough to tell most decisions apart."""
    if isinstance(value, list | tuple):
        return tuple([one for one in value if isinstance(one, str | int | float)])
    return value if isinstance(value, str | int | float) else None


def _moved(then: Mapping[str, Piece], now: Mapping[str, Piece]) -> Moved:
    """Units that are not the very same; of hundreds few are, so that no loop of ours goes through all."""
    unlike = itertools.compress(now, map(operator.is_not, now.values(), map(then.get, now)))
    here = [(then.get(uid), now[uid]) for uid in unlike]
    known = len(now) - sum(was is None for was, _ in here)
    gone = [(piece, None) for uid, piece in then.items() if uid not in now] if known < len(then) else ()
    return (*here, *gone)


def _subjects(position: Position) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for item, subject in sorted(position.facts):
        found.setdefault(item, []).append(subject)
    return {item: tuple(subjects) for item, subjects in found.items()}


def _occupants(pieces: Mapping[str, Piece]) -> dict[str, tuple[str, ...]]:
    spaces: dict[str, list[str]] = {}
    for uid in sorted(pieces):
        spaces.setdefault(pieces[uid].space, []).append(uid)
    return {space: tuple(uids) for space, uids in spaces.items()}
