"""What an action comes to: every fall of its dice weighed by its exact chance, and the nearest answers."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import TYPE_CHECKING

from adjudicator.actions import kind_of
from adjudicator.errors import BocageError
from adjudicator.game import perform
from adjudicator.playing.chance import falls
from adjudicator.playing.drawing import drawn
from adjudicator.playing.evaluation import Terms, glance_of, terms_of
from adjudicator.playing.turns import decider
from adjudicator.playing.weights import TERMS, measures_of
from adjudicator.sides import SIDES

if TYPE_CHECKING:
    from collections.abc import Callable

    from adjudicator.actions import Action, Roll
    from adjudicator.position import Position

__all__ = ["Foresight", "came_of"]

_ROLLS = 1  # rolls in turn of which every fall is weighed; of later ones the likeliest alone
_ANSWERS = 8  # decisions in turn that are answered before the position is judged
_DEEPER = 1  # decisions in turn that are answered to compare answers that look alike at once
_WAYS = 3  # answers to each that are compared
_OPENING = 2  # actions in turn of which each is taken for the sake of the next
_FOLLOWING = 6  # actions that are compared after such a one


class Foresight:
    """What actions come to for one side; what is worked out of a position is kept as long as this lasts.

    Parameters
    ----------
    side
        For whom.
    judge
        What the terms of a position are for a side, where it is looked no further.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.breakout_normandy.r08_movement import Move
    >>> evening = GAME.scenario("example-5")
    >>> len(Foresight("german").expected(evening, Move("ge-920", ("cherbourg",))))
    9
    """

    __slots__ = ("_judge", "_known", "_quick", "_side")

    def __init__(self, side: str, judge: Callable[[Position, str], Terms] = terms_of) -> None:
        self._side, self._judge = side, judge
        self._known: dict[tuple[Position, int, int], Terms] = {}
        self._quick = self if judge is glance_of else Foresight(side, glance_of)  # compares answers

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
        return self._of(self._both(position), self._side)

    def _both(self, position: Position) -> Terms:
        """The terms of both sides, one after the other."""
        return tuple([term for side in SIDES for term in self._judge(position, side)])

    @staticmethod
    def _of(both: Terms, side: str) -> Terms:
        """What is one side's of the terms of both."""
        at = SIDES.index(side) * len(TERMS)
        return both[at : at + len(TERMS)]

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
            best for himself of three answers at the most. What opens the way to others, such as to activate
            units, counts as the best of a few of these. Where what follows depends on something that the side
            does not see, the position before it counts.
        """
        return self._of(self._opened(position, action, _OPENING), self._side)

    def _opened(self, position: Position, action: Action, deep: int) -> Terms:
        """The terms of both sides after an action, and after the best of what it is taken for."""
        after, measures = came_of(position, action), measures_of(position.game)
        if after is None:
            return self._both(position)
        best = self._settled(after, _ROLLS, _ANSWERS)
        if deep and kind_of(type(action)) in measures.opens and decider(after) == self._side:
            for follows in drawn(after, random.Random(0), most=_FOLLOWING):  # noqa: S311 - a given seed
                if kind_of(type(follows)) not in measures.ends:
                    best = max(best, self._opened(after, follows, deep - 1), key=self._own)
        return best

    def _own(self, both: Terms) -> float:
        return sum(self._of(both, self._side))

    def _settled(self, position: Position, rolls: int, answers: int) -> Terms:
        """The terms of both sides once dice have fallen and decisions are taken."""
        key = (position, rolls, answers)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._ahead(position, rolls, answers)
        return found

    def _ahead(self, position: Position, rolls: int, answers: int) -> Terms:
        top = position.decision
        if top is None or not answers:
            return self._both(position)
        if top.player == "dice":
            return self._rolled(position, rolls, answers)
        after = self._answered(position, top.player, answers) if top.player in SIDES else None
        return self._both(position) if after is None else self._settled(after, rolls, answers - 1)

    def _rolled(self, position: Position, rolls: int, answers: int) -> Terms:
        found = falls(position)
        if found and not rolls:
            found = ((max(found, key=lambda fall: fall[1])[0], Fraction(1)),)
        weighed: list[tuple[Terms, float]] = []
        for roll, chance in found:
            after = came_of(position, roll)
            left = max(0, rolls - 1), answers - (not rolls)
            came = self._both(position) if after is None else self._settled(after, *left)
            weighed.append((came, float(chance)))
        if not weighed:
            return self._both(position)
        return tuple(
            [sum(terms[i] * chance for terms, chance in weighed) for i in range(len(SIDES) * len(TERMS))]
        )

    def _answered(self, position: Position, player: str, answers: int) -> Position | None:
        """The position after the best of a few answers, at a glance, in the eyes of who has to decide."""
        found = drawn(position, random.Random(0), most=_WAYS)  # noqa: S311 - a given seed
        afters = [after for action in found if (after := came_of(position, action)) is not None]
        if len(afters) <= 1:
            return afters[0] if afters else None
        quick = self._quick
        worth = [round(sum(self._of(quick._both(after), player)), 6) for after in afters]
        if len(set(worth)) == 1:  # what they come to is seen later
            ahead = [quick._settled(after, 0, min(_DEEPER, answers - 1)) for after in afters]
            worth = [round(sum(self._of(both, player)), 6) for both in ahead]
        return afters[worth.index(max(worth))]


def came_of(position: Position, action: Action | Roll) -> Position | None:
    """The position after an action; None where that depends on what nobody here sees.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> from adjudicator.breakout_normandy.r06_sequence import EndPhase
    >>> after = came_of(GAME.scenario("d-day"), EndPhase())
    >>> after.text("phase") if after else ""
    'naval'
    """
    try:
        return perform(position, action)
    except BocageError:
        return None
