"""The search for a legal sequence of actions from one position to another, or to some of its changes."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.actions import Action, Roll, action_to_json
from adjudicator.asking.nearest import distances
from adjudicator.errors import BocageError
from adjudicator.game import Handler, apply, open_now
from adjudicator.position import Change
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.position import Position
    from adjudicator.schema import Schema
    from maps.board import Board

__all__ = [
    "CLOCK",
    "NODES",
    "Aim",
    "Explained",
    "Throws",
    "concerned_by",
    "every_roll",
    "ids_of",
    "lasting_changes",
    "passing_items",
    "relevant",
    "towards",
    "value_of",
    "ways",
]

NODES = 1500
_TRIES = 1_000_000
_PATIENCE = 300  # positions in a row that come no nearer
_LASTING = frozenset({"lasting", "day", "turn"})
_UNDER_WAY = 3  # what has begun is looked at before what begins
_OTHERS = 24  # answers that are about nothing that changed
CLOCK = frozenset({"phase", "side", "impulse", "passed", "step"})
Throws = tuple[tuple[int, ...], ...]
"""Which of the dice on record each `Roll` of a sequence took, in order; nothing where none is on record."""


@dataclass(frozen=True, slots=True)
class Explained:
    """How one position can have become another.

    Parameters
    ----------
    actions
        The shortest legal sequence found; of the nearest position when none leads all the way.
    left
        Changes that it does not explain; empty when it leads all the way.
    throws
        For each roll in the sequence the dice on record that it took.
    extra
        How much it changes that nobody shows, as `Aim.beyond` counts.

    Examples
    --------
    >>> Explained((), ()).ok
    True
    """

    actions: tuple[Action, ...]
    left: tuple[Change, ...]
    throws: Throws = ()
    extra: int = 0

    @property
    def ok(self) -> bool:
        """Whether everything is explained."""
        return not self.left


def every_roll(position: Position, throws: Throws) -> Iterator[tuple[Action, Throws]]:
    """Whatever can fall, where no dice are on record.

    Parameters
    ----------
    position
        In which dice are due.
    throws
        Dice taken before.

    Yields
    ------
    tuple
        A roll, and the dice taken then.
    """
    for handler in open_now(position):
        if handler.action is Roll:
            yield from ((roll, (*throws, ())) for roll in handler.options(position))


def _nothing(before: Position, here: Position) -> int:  # noqa: ARG001
    """Only what is wanted counts."""
    return 0


def _same(change: Change, value: Any) -> bool:
    """The value that a change leads to, and no other."""
    return bool(value == change.after)


@dataclass(frozen=True, slots=True)
class Aim:
    """Where a search for a sequence of actions leads.

    Parameters
    ----------
    after
        A position that shows where units go and what is stated at the end.
    wanted
        The changes that have to come about; None for every difference that lasts.
    rolls
        What can fall when dice are due, given the throws that were taken before; each with those taken then.
    beyond
        Given where the search began and a position, how much has changed that nobody shows: of sequences that
        bring about what is wanted, the one is best that does the least of it.
    most_beyond
        How much of it is allowed on the way.
    serves
        Whether a value will do for a change that is wanted; by default the one that it leads to.
    unshown
        As `beyond`, of what is stated; only tells which of several sequences that are alike comes first.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> Aim(d_day).left(d_day)
    ()
    """

    after: Position
    wanted: tuple[Change, ...] | None = None
    rolls: Callable[[Position, Throws], Iterable[tuple[Action, Throws]]] = every_roll
    beyond: Callable[[Position, Position], int] = _nothing
    most_beyond: int = 0
    serves: Callable[[Change, Any], bool] = _same
    unshown: Callable[[Position, Position], int] = _nothing

    def left(self, here: Position) -> tuple[Change, ...]:
        """Changes that a position still lacks.

        Parameters
        ----------
        here
            The position.

        Returns
        -------
        tuple of Change
        """
        if self.wanted is None:
            return lasting_changes(here, self.after)
        now = ((c, value_of(here, c)) for c in self.wanted)
        return tuple([Change(c.what, c.subject, v, c.after) for c, v in now if not self.serves(c, v)])


def value_of(position: Position, change: Change) -> Any:
    """What a change is about, as it is in a position.

    Parameters
    ----------
    position
        The position.
    change
        The change.

    Returns
    -------
    str, int, bool or None

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> value_of(GAME.scenario("d-day"), Change("space", "ge-916", None, None))
    'omaha-beach'
    """
    if change.what not in {"unit", "space", "status"}:
        return position.said(change.what, change.subject)
    piece = position.pieces.get(change.subject)
    if piece is None:
        return None
    return piece.status if change.what == "status" else piece.space


def towards(before: Position, aim: Aim, *, nodes: int = NODES) -> Explained:
    """Find a shortest legal sequence of actions to an aim.

    Parameters
    ----------
    before
        Where it begins.
    aim
        Where it leads.
    nodes
        Positions looked at before giving up; earlier when many in a row come no nearer.

    Returns
    -------
    Explained

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> towards(GAME.scenario("d-day"), Aim(GAME.scenario("d-day"))).ok
    True
    """
    search = _Search(before, aim, nodes)
    nearest = Explained((), aim.left(before))
    for node in search:
        if len(node.left) < len(nearest.left):
            nearest, search.patience = Explained(node.done, node.left, node.throws), _PATIENCE
        if not node.left:
            return Explained(node.done, (), node.throws)
        search.push(search.children(node))
    return nearest


def ways(before: Position, aim: Aim, *, tries: int, most: int) -> list[Explained]:
    """Find several short legal sequences of actions that bring about what is wanted.

    Parameters
    ----------
    before, aim
        As in `towards`; the aim says what is wanted.
    tries
        Actions tried before giving up.
    most
        How many sequences are enough.

    Returns
    -------
    list of Explained
        With different positions at their ends: first those that do the least beyond what the table shows,
        then the shortest, then those that state the least beyond; empty where none was found.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.position import Change
    >>> evening = GAME.scenario("example-5")
    >>> draft = evening.draft()
    >>> draft.place("ge-920", "cherbourg")
    >>> moved = Change("space", "ge-920", "valognes", "cherbourg")
    >>> [way.actions for way in ways(evening, Aim(draft.finish(), (moved,)), tries=50, most=1)]
    [(Move(unit='ge-920', path=('cherbourg',)),)]
    """
    search = _Search(before, aim, NODES, tries)
    found: list[tuple[int, int, int, Explained]] = []
    for node in search:
        fresh = []
        for child in search.children(node):
            if child.left:
                fresh.append(child)
            else:
                way = Explained(child.done, (), child.throws, child.extra)
                found.append((child.extra, len(child.done), aim.unshown(before, child.position), way))
        if search.tries <= 0 or len(found) >= most or any(extra == 0 for extra, *_ in found):
            break
        search.push(fresh)
    found.sort(key=lambda way: way[:3])
    return [way for *_, way in found[:most]]


@dataclass(frozen=True, slots=True)
class _Node:
    """A position that a search has come to."""

    position: Position
    done: tuple[Action, ...]
    throws: Throws
    left: tuple[Change, ...]
    extra: int = 0


class _Search:
    """Positions that actions lead to, the nearest to an aim first."""

    def __init__(self, before: Position, aim: Aim, nodes: int, tries: int = _TRIES) -> None:
        changes = aim.left(before)
        self._before, self._aim, self._nodes = before, aim, nodes
        self._concerned = concerned_by(before, changes)
        self._away = {c.subject: distances(aim.after.board, c.after) for c in changes if c.what == "space"}
        self._counter = itertools.count()
        self._seen: set[tuple[Position, Throws]] = {(before, ())}
        self._queue: list[tuple[int, int, int, _Node]] = []
        self.patience, self.tries = _PATIENCE, tries
        self.push([_Node(before, (), (), changes)])

    def push(self, nodes: Iterable[_Node]) -> None:
        for node in nodes:
            length = len(node.done)
            score = 3 * (_away(node.left, self._away) + node.extra) + length
            if self._aim.wanted is not None and node.position.decision is not None:
                score -= _UNDER_WAY
            heapq.heappush(self._queue, (score, length, next(self._counter), node))

    def __iter__(self) -> Iterator[_Node]:
        while self._queue and self._nodes and self.patience:
            self._nodes, self.patience = self._nodes - 1, self.patience - 1
            yield heapq.heappop(self._queue)[3]

    def children(self, node: _Node) -> Iterator[_Node]:
        """Positions one action further that nobody has come to yet."""
        for action, throws in relevant(node.position, self._aim, self._concerned, node.throws):
            if self.tries <= 0:
                return
            self.tries -= 1
            there = _after(node.position, action)
            if there is None or (there, throws) in self._seen:
                continue
            self._seen.add((there, throws))
            extra = self._aim.beyond(self._before, there)
            if extra > self._aim.most_beyond:
                continue
            yield _Node(there, (*node.done, action), throws, self._aim.left(there), extra)


def _away(changes: Sequence[Change], away: Mapping[str, Mapping[str, int]]) -> int:
    """How far a position still is: changes, and for units that move the spaces between."""
    steps = [
        away[c.subject].get(str(c.before), 0) for c in changes if c.what == "space" and c.subject in away
    ]
    return len(changes) + sum(steps)


def _after(position: Position, action: Action) -> Position | None:
    try:
        return apply(position, action)
    except BocageError:
        return None


def lasting_changes(before: Position, after: Position) -> tuple[Change, ...]:
    """Changes that outlive an impulse: units, and items of state that last; the clock last.

    Parameters
    ----------
    before, after
        The two positions.

    Returns
    -------
    tuple of Change

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> lasting_changes(GAME.scenario("d-day"), GAME.scenario("d-day"))
    ()
    """
    items = before.schema.items
    lasting = [
        c
        for c in before.diff(after)
        if c.what in {"unit", "space", "status"} or items[c.what].memory in _LASTING
    ]
    return tuple(sorted(lasting, key=lambda c: c.what in CLOCK))


def passing_items(schema: Schema) -> frozenset[str]:
    """Items of state that are over with the impulse, phase or round in which they are stated.

    Parameters
    ----------
    schema
        Of a game.

    Returns
    -------
    frozenset of str

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> "mf-used" in passing_items(GAME.schema), "control" in passing_items(GAME.schema)
    (True, False)
    """
    return frozenset([name for name, item in schema.items.items() if item.memory not in _LASTING])


def concerned_by(before: Position, changes: Iterable[Change]) -> set[str]:
    """Ids that changes are about: units, their spaces, boundaries and their ends.

    Parameters
    ----------
    before
        Before the changes.
    changes
        The changes.

    Returns
    -------
    set of str
    """
    found: set[str] = set()
    for change in changes:
        found.add(change.subject)
        found.update(change.subject.split("/"))
        if change.subject in before.board.spaces:
            found.update(piece.uid for piece in before.units_in(change.subject))
        found.update(str(v) for v in (change.before, change.after) if v is not None)
        if change.subject in before.pieces:
            found.add(before.pieces[change.subject].space)
        if change.what == "space":
            found.update(_on_the_way(before.board, str(change.before), str(change.after)))
    return found


def _on_the_way(board: Board, start: str, end: str) -> set[str]:
    """Spaces on shortest ways between two spaces, and those next to the end: it may have been bound there."""
    there, back = distances(board, start), distances(board, end)
    length = there.get(end)
    if length is None:
        return set()
    beyond = {other for _, other in board.neighbours(end)}
    return beyond | {s for s in there if there[s] + back.get(s, length + 1) <= length}


def relevant(
    position: Position, aim: Aim, concerned: set[str], throws: Throws
) -> Iterator[tuple[Action, Throws]]:
    """Candidates that lead towards an aim; of other kinds those all of whose ids are concerned.

    Parameters
    ----------
    position
        Where they would be made.
    aim
        Where they lead.
    concerned
        As `concerned_by` gives them.
    throws
        Dice taken before.

    Yields
    ------
    tuple
        An action, which need not be legal, and the dice taken after it.
    """
    for handler in open_now(position):
        if handler.action is Roll:
            yield from aim.rolls(position, throws)
        elif handler.toward is not None:
            told = dict.fromkeys(handler.toward(position, aim.after))
            yield from ((action, throws) for action in told)
            if aim.wanted is not None:
                listed = _plain(position, handler, concerned)
                yield from ((action, throws) for action in listed if action not in told)
        else:
            yield from ((action, throws) for action in _plain(position, handler, concerned))


def _plain(position: Position, handler: Handler[Any], concerned: set[str]) -> Iterator[Action]:
    """Listed actions all of whose ids are concerned; where an answer is due and none is, the first."""
    others, found = list[Action](), False
    for action in handler.options(position):
        if ids_of(action_to_json(action), position) <= concerned:
            found = True
            yield action
        elif len(others) < _OTHERS:
            others.append(action)
    if not found and position.decision is not None:
        yield from others


def ids_of(data: Any, position: Position) -> set[str]:
    """Ids of units, spaces and boundaries in an action.

    Parameters
    ----------
    data
        The action as JSON data.
    position
        Where there are such ids.

    Returns
    -------
    set of str
    """
    if isinstance(data, dict):
        return set().union(*(ids_of(v, position) for k, v in data.items() if k != "action"), set())
    if isinstance(data, list):
        return set().union(*(ids_of(v, position) for v in data), set())
    text = str(data).removeprefix("~")
    known = text in position.pieces or text in position.board.spaces or text in position.board.edges
    return {text} if known else set()
