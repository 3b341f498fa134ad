"""What positions were asked lately: the candidates of each kind of action, and what actions make of them."""

from __future__ import annotations

import dataclasses
from collections import OrderedDict
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any

from adjudicator.actions import Action
from adjudicator.errors import BocageError
from adjudicator.game import Handler, apply, fits, perform
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.position import Position

__all__ = ["Memory", "Named", "carried_out", "ids_of"]

_MOST = 512  # positions that actions led to and that are kept

Named = tuple[Action, set[str]]
"""An action, and the ids of units, spaces and boundaries in it."""


class Memory:
    """Remembers what positions were asked lately, so that searches that meet the same position ask it once.

    Parameters
    ----------
    most
        How many positions that actions led to are kept; those that were asked longest ago go first.

    Examples
    --------
    >>> from adjudicator.actions import Roll
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.breakout_normandy.r08_movement import Move
    >>> memory, evening = Memory(), GAME.scenario("example-5")
    >>> memory.carried_out(evening, Roll((8,))) is None
    True
    >>> moved = memory.carried_out(evening, Move("ge-920", ("cherbourg",)))
    >>> moved is memory.carried_out(evening, Move("ge-920", ("cherbourg",)))
    True
    """

    def __init__(self, most: int = _MOST) -> None:
        self._most, self._held = most, 0
        self._asked: OrderedDict[Position, _Asked] = OrderedDict()

    def _of(self, position: Position) -> _Asked:
        """What a position was asked, or one that is equal to it: actions in another order lead there too."""
        found = self._asked.get(position)
        if found is None:
            found = self._asked[position] = _Asked()
        else:
            self._asked.move_to_end(position)
        return found

    def options(
        self, position: Position, handler: Handler[Any], concerned: Container[str]
    ) -> Iterator[Named]:
        """Candidates of one kind, each with the ids in it, listed no further than somebody looks.

        Parameters
        ----------
        position
            Where they would be made.
        handler
            Of the kind.
        concerned
            Ids that matter: where all is said and nobody has to answer, units without are left out that are
            listed by themselves.

        Yields
        ------
        tuple
        """
        listed = self._of(position).listed
        if handler.action not in listed:
            listed[handler.action] = list(_parts(position, handler))
        for unit, named in listed[handler.action]:
            if not unit or unit in concerned:
                yield from named

    def toward(self, position: Position, handler: Handler[Any], after: Position) -> Mapping[Action, None]:
        """Actions of one kind that can lead to another position, each once, in order.

        Parameters
        ----------
        position, after
            Where they would be made, and what they lead to.
        handler
            Of the kind.

        Returns
        -------
        mapping
            Empty for a kind that does not tell any from the difference of two positions.
        """
        if handler.toward is None:
            return {}
        told, key = self._of(position).told, (handler.action, after)
        if key not in told:
            told[key] = dict.fromkeys(handler.toward(position, after))
        return told[key]

    def carried_out(self, position: Position, action: Action) -> Position | None:
        """As `carried_out`: one and the same position each time.

        Parameters
        ----------
        position, action
            Where what is done.

        Returns
        -------
        Position or None
        """
        outcomes = self._of(position).outcomes
        if action not in outcomes:
            there = outcomes[action] = carried_out(position, action)
            self._held += there is not None
            while self._held > self._most and len(self._asked) > 1:
                gone = self._asked.popitem(last=False)[1]
                self._held -= sum(kept is not None for kept in gone.outcomes.values())
        return outcomes[action]

    def applied(self, position: Position, action: Action) -> Position:
        """As `adjudicator.game.apply`.

        Parameters
        ----------
        position, action
            Where what is done.

        Returns
        -------
        Position

        Raises
        ------
        IllegalAction
            With the ruling that says why.
        """
        there = self.carried_out(position, action)
        return apply(position, action) if there is None else there


@dataclass(frozen=True, slots=True)
class _Asked:
    """What one position was asked."""

    listed: dict[type[Action], list[tuple[str, _Listed]]] = field(default_factory=dict)
    told: dict[tuple[type[Action], Position], dict[Action, None]] = field(default_factory=dict)
    outcomes: dict[Action, Position | None] = field(default_factory=dict)


class _Listed:
    """A list that is made as far as somebody looks, and once; a fault on the way is told to all."""

    __slots__ = ("_fault", "_found", "_source")

    def __init__(self, source: Iterator[Named]) -> None:
        self._source, self._found = source, list[Named]()
        self._fault: BaseException | None = None

    def __iter__(self) -> Iterator[Named]:
        place = 0
        while place < len(self._found) or self._goes_on():
            yield self._found[place]
            place += 1

    def _goes_on(self) -> bool:
        """Whether there is one more, which is then known."""
        if self._fault is not None:
            raise self._fault
        try:
            self._found.append(next(self._source))
        except StopIteration:
            return False
        except BaseException as fault:
            self._fault = fault
            raise
        return True


def _parts(position: Position, handler: Handler[Any]) -> Iterator[tuple[str, _Listed]]:
    """Candidates of one kind by the unit that they name; of nobody where they are one list."""
    left_out = position.unknown or position.strange  # what is, is heard by whoever lists all
    if handler.parts is None or left_out or position.decision is not None:
        yield "", _Listed(_named(position, handler.options(position)))
        return
    for unit, actions in handler.parts(position):
        yield unit, _Listed(_named(position, actions))


def _named(position: Position, actions: Iterable[Action]) -> Iterator[Named]:
    """Actions, each with the ids in it."""
    return ((action, ids_of(action, position)) for action in actions)


def carried_out(position: Position, action: Action) -> Position | None:
    """What a legal action makes of a position.

    Parameters
    ----------
    position, action
        Where what is done.

    Returns
    -------
    Position or None
        None where it is not legal, or where the position leaves out what its rules must know.
    """
    try:
        return perform(position, action) if fits(position, action) else None
    except BocageError:
        return None


def ids_of(action: Action, position: Position) -> set[str]:
    """Ids of units, spaces and boundaries in an action.

    Parameters
    ----------
    action
        The action.
    position
        Where there are such ids.

    Returns
    -------
    set of str
    """
    units, spaces, edges = position.pieces, position.board.spaces, position.board.edges
    words = set[str]()
    for told in dataclasses.fields(action):
        _gather(getattr(action, told.name), words)
    return {word for word in words if word in units or word in spaces or word in edges}


def _gather(value: Any, words: set[str]) -> None:
    """Add what a field of an action holds."""
    if isinstance(value, tuple):
        for part in value:
            _gather(part, words)
    else:
        words.add(str(value).removeprefix("~"))
