"""What an action comes to: every fall of its dice weighed by its exact chance, and the nearest answers."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from adjudicator.errors import BocageError
from adjudicator.game import perform
from adjudicator.playing.chance import falls
from adjudicator.playing.drawing import drawn
from adjudicator.playing.evaluation import Terms, terms_of, total_of
from adjudicator.sides import SIDES

if TYPE_CHECKING:
    from adjudicator.actions import Action, Roll
    from adjudicator.position import Position

__all__ = ["expected"]

_ROLLS = 1  # rolls in turn of which every fall is weighed; of later ones the likeliest alone
_ANSWERS = 5  # decisions in turn that are answered before the position is judged
_WAYS = 4  # answers to each that are compared


def expected(position: Position, action: Action, side: str) -> Terms:
    """What the terms of a position are expected to be for a side once an action has taken effect.

    Parameters
    ----------
    position
        As the side sees it.
    action
        A legal one.
    side
        For whom.

    Returns
    -------
    tuple of float
        In the order of `adjudicator.playing.weights.TERMS`. Of the first roll that the action asks for, every
        fall is carried through by the rules and weighed by its chance; of further rolls the likeliest is
        taken. Whoever has to decide in between, takes the best for himself of four answers at the most.
        Where what follows depends on something that the side does not see, the position before it counts.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.breakout_normandy.r08_movement import Move
    >>> evening = GAME.scenario("example-5")
    >>> expected(evening, Move("ge-920", ("cherbourg",)), "german")[0]
    0.0
    """
    try:
        after = perform(position, action)
    except BocageError:
        return terms_of(position, side)
    return _settled(after, side, _ROLLS, _ANSWERS)


def _settled(position: Position, side: str, rolls: int, answers: int) -> Terms:
    """The terms once dice have fallen and decisions are taken, as far as one looks ahead."""
    top = position.decision
    if top is None or not answers:
        return terms_of(position, side)
    if top.player == "dice":
        return _rolled(position, side, rolls, answers)
    if top.player not in SIDES:
        return terms_of(position, side)
    after = _answered(position, top.player)
    return terms_of(position, side) if after is None else _settled(after, side, rolls, answers - 1)


def _rolled(position: Position, side: str, rolls: int, answers: int) -> Terms:
    found = falls(position)
    if not found:
        return terms_of(position, side)
    if not rolls:
        after = _after(position, max(found, key=lambda fall: fall[1])[0])
        return terms_of(position, side) if after is None else _settled(after, side, 0, answers - 1)
    weighed: list[tuple[Terms, float]] = []
    for roll, chance in found:
        after = _after(position, roll)
        came = terms_of(position, side) if after is None else _settled(after, side, rolls - 1, answers)
        weighed.append((came, float(chance)))
    return tuple(sum(terms[i] * chance for terms, chance in weighed) for i in range(len(weighed[0][0])))


def _after(position: Position, action: Action | Roll) -> Position | None:
    """The position after it; None where it depends on what nobody here sees."""
    try:
        return perform(position, action)
    except BocageError:
        return None


def _answered(position: Position, player: str) -> Position | None:
    """The position after the best of a few answers of who has to decide, in his own eyes."""
    found = drawn(position, random.Random(0), most=_WAYS)[:_WAYS]
    afters = [after for action in found if (after := _after(position, action)) is not None]
    if len(afters) == 1:
        return afters[0]
    return max(afters, key=lambda after: total_of(after, player), default=None)
