"""What an action comes to: every fall of its dice weighed by its exact chance, and the nearest answers."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TYPE_CHECKING

from adjudicator.errors import BocageError
from adjudicator.game import perform
from adjudicator.playing.chance import falls
from adjudicator.playing.drawing import drawn
from adjudicator.playing.evaluation import Terms, terms_of, total_of
from adjudicator.playing.weights import TERMS
from adjudicator.sides import SIDES

if TYPE_CHECKING:
    from adjudicator.actions import Action, Roll
    from adjudicator.position import Position

__all__ = ["Foresight"]

_ROLLS = 1  # rolls in turn of which every fall is weighed; of later ones the likeliest alone
_ANSWERS = 5  # decisions in turn that are answered before the position is judged
_WAYS = 3  # answers to each that are compared


class Foresight:
    """What actions come to for one side; what is worked out of a position is kept as long as this lasts.

    Parameters
    ----------
    side
        For whom.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.breakout_normandy.r08_movement import Move
    >>> evening = GAME.scenario("example-5")
    >>> Foresight("german").expected(evening, Move("ge-920", ("cherbourg",)))[0]
    0.0
    """

    __slots__ = ("_known", "_side")

    def __init__(self, side: str) -> None:
        self._side = side
        self._known: dict[tuple[Position, int, int], Terms] = {}

    def now(self, position: Position) -> Terms:
        """What the terms of a position are, as it stands.

        Parameters
        ----------
        position
            As the side sees it.

        Returns
        -------
        tuple of float
            In the order of `adjudicator.playing.weights.TERMS`.
        """
        return terms_of(position, self._side)

    def expected(self, position: Position, action: Action) -> Terms:
        """What the terms of a position are expected to be once an action has taken effect.

        Parameters
        ----------
        position
            As the side sees it.
        action
            A legal one.

        Returns
        -------
        tuple of float
            Of the first roll that the action asks for, every fall is carried through by the rules and weighed
            by its chance; of further rolls the likeliest is taken. Whoever has to decide in between takes the
            best for himself of three answers at the most. Where what follows depends on something that the
            side does not see, the position before it counts.
        """
        after = _after(position, action)
        return self.now(position) if after is None else self._settled(after, _ROLLS, _ANSWERS)

    def _settled(self, position: Position, rolls: int, answers: int) -> Terms:
        """The terms once dice have fallen and decisions are taken, as far as one looks ahead."""
        key = (position, rolls, answers)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._ahead(position, rolls, answers)
        return found

    def _ahead(self, position: Position, rolls: int, answers: int) -> Terms:
        top = position.decision
        if top is None or not answers:
            return self.now(position)
        if top.player == "dice":
            return self._rolled(position, rolls, answers)
        after = _answered(position, top.player) if top.player in SIDES else None
        return self.now(position) if after is None else self._settled(after, rolls, answers - 1)

    def _rolled(self, position: Position, rolls: int, answers: int) -> Terms:
        found = falls(position)
        if found and not rolls:
            found = ((max(found, key=lambda fall: fall[1])[0], Fraction(1)),)
        weighed: list[tuple[Terms, float]] = []
        for roll, chance in found:
            after = _after(position, roll)
            left = max(0, rolls - 1), answers - (not rolls)
            came = self.now(position) if after is None else self._settled(after, *left)
            weighed.append((came, float(chance)))
        if not weighed:
            return self.now(position)
        return tuple([sum(terms[i] * chance for terms, chance in weighed) for i in range(len(TERMS))])


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
