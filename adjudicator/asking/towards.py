"""The search for a legal sequence of actions from one position to another, or to some of its changes."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from adjudicator.actions import Action
from adjudicator.asking.candidates import Aim, Throws, concerned_by, relevant
from adjudicator.asking.memory import Memory
from adjudicator.asking.nearest import distances
from adjudicator.position import AUTO, Change
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.position import Position

__all__ = ["NODES", "Explained", "asked_by_dice", "towards", "ways"]

NODES = 1500
_TRIES = 1_000_000
_PATIENCE = 300  # positions in a row that come no nearer
_UNDER_WAY = 3  # what has begun is looked at before what begins


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


def ways(
    before: Position, aim: Aim, *, tries: int, most: int, memory: Memory | None = None
) -> list[Explained]:
    """Find several short legal sequences of actions that bring about what is wanted.

    Parameters
    ----------
    before, aim
        As in `towards`; the aim says what is wanted.
    tries
        Actions tried before giving up.
    most
        How many sequences are enough.
    memory
        What was asked in other searches; nothing by default.

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
    search = _Search(before, aim, NODES, tries, memory)
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


def asked_by_dice(before: Position, aim: Aim, *, tries: int) -> Iterator[Position]:
    """Positions in which players have to answer what dice on record brought about.

    Parameters
    ----------
    before, aim
        As in `towards`; what is wanted says where that can have been.
    tries
        Actions tried before giving up.

    Yields
    ------
    Position
        The fewest actions first.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> list(asked_by_dice(GAME.scenario("d-day"), Aim(GAME.scenario("d-day")), tries=5))
    []
    """
    search = _Search(before, aim, NODES, tries)
    search.widen()
    for node in search:
        decision = node.position.decision
        if any(node.throws) and decision is not None and decision.player not in {AUTO, "dice"}:
            yield node.position
        search.push(search.children(node))
        if search.tries <= 0:
            return


@dataclass(frozen=True, slots=True)
class _Node:
    """A position that a search has come to."""

    position: Position
    done: tuple[Action, ...]
    throws: Throws
    left: tuple[Change, ...]
    extra: int = 0
    way: tuple[Position, ...] = ()


class _Search:
    """Positions that actions lead to, the nearest to an aim first."""

    def __init__(
        self, before: Position, aim: Aim, nodes: int, tries: int = _TRIES, memory: Memory | None = None
    ) -> None:
        self._memory = Memory() if memory is None else memory
        changes = aim.left(before)
        self._before, self._aim, self._nodes = before, aim, nodes
        self._concerned = concerned_by(before, changes)
        self._away = {c.subject: distances(aim.after.board, c.after) for c in changes if c.what == "space"}
        self._counter = itertools.count()
        self._seen: set[tuple[Position, Throws]] = {(before, ())}
        self._queue: list[tuple[int, int, int, _Node]] = []
        self.patience, self.tries = _PATIENCE, tries
        self.push([_Node(before, (), (), changes)])

    def widen(self) -> None:
        """Let all that stands where something changed concern the search."""
        spaces = self._concerned & self._before.board.spaces.keys()
        self._concerned |= {piece.uid for space in spaces for piece in self._before.units_in(space)}

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

    def _is_new(self, position: Position, throws: Throws) -> bool:
        """Whether nobody has come to a position yet; from now on somebody has."""
        known = len(self._seen)
        self._seen.add((position, throws))
        return len(self._seen) > known

    def children(self, node: _Node) -> Iterator[_Node]:
        """Positions one action further that nobody has come to yet."""
        for action, throws in relevant(node.position, self._aim, self._concerned, node.throws, self._memory):
            if self.tries <= 0:
                return
            self.tries -= 1
            there = self._memory.carried_out(node.position, action)
            if there is None or not self._is_new(there, throws):
                continue
            extra, way = self._aim.beyond(self._before, there), (*node.way, node.position)
            if extra > self._aim.most_beyond or self._aim.strays((*way, there)):
                continue
            yield _Node(there, (*node.done, action), throws, self._aim.left(there), extra, way)


def _away(changes: Sequence[Change], away: Mapping[str, Mapping[str, int]]) -> int:
    """How far a position still is: changes, and for units that move the spaces between."""
    steps = [
        away[c.subject].get(str(c.before), 0) for c in changes if c.what == "space" and c.subject in away
    ]
    return len(changes) + sum(steps)
