"""Answers that nobody shows: another one than was supposed, where dice fell that it asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.actions import Action, Roll
from adjudicator.asking.memory import carried_out
from adjudicator.game import open_now

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adjudicator.audit.readings import Entry
    from adjudicator.position import Position

__all__ = ["answered_otherwise"]

_OTHERS = 12  # answers that are tried for one


def answered_otherwise(entries: Sequence[Entry]) -> Iterator[tuple[int, list[tuple[Action, ...]], Position]]:
    """The actions of some steps with one answer in them replaced, so that dice are due at the end.

    Parameters
    ----------
    entries
        The steps before the one in which dice fell.

    Yields
    ------
    tuple
        Place of the first step that becomes another, the actions of each step from there on, and the position
        behind them; the latest answer first.
    """
    for place in range(len(entries) - 1, -1, -1):
        done = [entry.actions for entry in entries[place:]]
        position: Position | None = entries[place].before
        for number, action in enumerate(done[0]):
            if position is None:
                break
            for other in _other_answers(position, action):
                first = (*done[0][:number], other, *done[0][number + 1 :])
                acts = [first, *done[1:]]
                there = _through(entries[place].before, acts)
                if there is not None and there.decision is not None and there.decision.player == "dice":
                    yield place, acts, there
            position = carried_out(position, action)


def _other_answers(position: Position, action: Action) -> Iterator[Action]:
    """Other answers to what a player is asked, few of them."""
    if position.decision is None or isinstance(action, Roll):
        return
    tried = 0
    for handler in open_now(position):
        for other in handler.options(position):
            if other != action:
                yield other
                tried += 1
            if tried == _OTHERS:
                return


def _through(position: Position, acts: Sequence[Sequence[Action]]) -> Position | None:
    """Where actions lead; None where one of them is not legal."""
    here: Position | None = position
    for action in (action for some in acts for action in some):
        here = carried_out(here, action) if here is not None else None
    return here
