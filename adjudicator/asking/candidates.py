"""Where a search for actions leads, and the actions that can lead there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from adjudicator.actions import Action, Roll
from adjudicator.asking.changes import lasting_changes, value_of
from adjudicator.asking.memory import Memory, Named
from adjudicator.asking.nearest import distances
from adjudicator.errors import PositionError
from adjudicator.game import Handler, open_now
from adjudicator.position import Change
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.position import Position
    from maps.board import Board

__all__ = ["Aim", "Throws", "concerned_by", "every_roll", "relevant"]

_OTHERS = 24  # answers that are about nothing that changed
Throws = tuple[tuple[int, ...], ...]
"""Which of the dice on record each `Roll` of a sequence took, in order; nothing where none is on record."""


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


def _anywhere(way: Sequence[Position]) -> bool:  # noqa: ARG001
    """Whatever lies on the way."""
    return False


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
    strays
        Given the positions of a sequence, the first one too, whether it leads through what is not allowed.
    serves
        Whether a value will do for a change that is wanted; by default the one that it leads to.
    unshown
        As `beyond`, of what is stated; only tells which of several sequences that are alike comes first.
    lacks
        Called with what a position leaves out where it has to be known for a kind of action, whose candidates
        are then left out; by default that is an error.

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
    strays: Callable[[Sequence[Position]], bool] = _anywhere
    serves: Callable[[Change, Any], bool] = _same
    unshown: Callable[[Position, Position], int] = _nothing
    lacks: Callable[[str], object] | None = None

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
    position: Position, aim: Aim, concerned: set[str], throws: Throws, memory: Memory
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
    memory
        What was asked before.

    Yields
    ------
    tuple
        An action, which need not be legal, and the dice taken after it.
    """
    for handler in open_now(position):
        try:
            if handler.action is Roll:
                yield from aim.rolls(position, throws)
            else:
                found = _of_kind(position, handler, aim, concerned, memory)
                yield from ((action, throws) for action in found)
        except PositionError as fault:
            if aim.lacks is None:
                raise
            aim.lacks(str(fault))


def _of_kind(
    position: Position, handler: Handler[Any], aim: Aim, concerned: set[str], memory: Memory
) -> Iterator[Action]:
    """Candidates of one kind."""
    told = memory.toward(position, handler, aim.after)
    yield from told
    if handler.toward is None or aim.wanted is not None:
        plain = _plain(position, memory.options(position, handler, concerned), concerned)
        yield from (action for action in plain if action not in told)


def _plain(position: Position, options: Iterable[Named], concerned: set[str]) -> Iterator[Action]:
    """Listed actions all of whose ids are concerned; where an answer is due and none is, the first."""
    others, found = list[Action](), False
    for action, ids in options:
        if ids <= concerned:
            found = True
            yield action
        elif len(others) < _OTHERS:
            others.append(action)
    if not found and position.decision is not None:
        yield from others
