"""A player that plays on a little, in its head, from each of the actions that look best at once."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from adjudicator.errors import BocageError
from adjudicator.game import perform, seen_by
from adjudicator.playing.chance import throw
from adjudicator.playing.evaluation import Terms, terms_of
from adjudicator.playing.foresight import came_of
from adjudicator.playing.players import COMPARED, Greedy, Valued
from adjudicator.playing.turns import DICE, OVER, decider
from adjudicator.sides import SIDES

if TYPE_CHECKING:
    from collections.abc import Collection

    from adjudicator.actions import Action
    from adjudicator.position import Position

__all__ = ["Ahead"]

_BRANCHES = 3  # actions from which it plays on
_SAMPLES = 2  # times that it plays on from each, with other dice
_PLIES = 6  # decisions that it plays on, of whichever side
_FEW = 6  # actions that are compared for each of them
_SEEDS = 10**9


class Ahead:
    """Plays on from the three best of a greedy player's actions, and takes what ends best on average.

    Both sides are greedy in its head, and the dice fall alike after each of the three. Where it turns on
    something that its side does not see it stops, and judges what it has come to.

    Parameters
    ----------
    seed
        The same seed chooses the same.
    most
        How many actions the greedy player compares.

    Examples
    --------
    >>> from adjudicator.storm_over_normandy import GAME
    >>> invasion = GAME.scenario("invasion")
    >>> Ahead(3, most=2).choose(invasion, "allied") == Ahead(3, most=2).choose(invasion, "allied")
    True
    """

    __slots__ = ("_greedy", "_rng")

    def __init__(self, seed: int, *, most: int = COMPARED) -> None:
        self._greedy = Greedy(seed, most=most)
        self._rng = random.Random(f"ahead {seed}")  # noqa: S311 - a given seed

    @property
    def idle(self) -> int:
        """How many choices in turn have gained nothing."""
        return self._greedy.idle

    @idle.setter
    def idle(self, count: int) -> None:
        self._greedy.idle = count

    def choose(self, position: Position, viewpoint: str, barred: Collection[Action] = ()) -> Valued | None:
        """As `adjudicator.playing.players.Player.choose`."""
        seen = seen_by(position, viewpoint)
        best = self._greedy.candidates(seen, viewpoint, barred)[:_BRANCHES]
        if len(best) < 2:
            return best[0] if best else None
        seeds = [self._rng.randrange(_SEEDS) for _ in range(_SAMPLES)]
        before = terms_of(seen, viewpoint)
        weighed = [Valued(one.action, self._mean(seen, one.action, viewpoint, seeds, before)) for one in best]
        return max(weighed, key=lambda one: one.score)

    @staticmethod
    def _mean(seen: Position, action: Action, side: str, seeds: list[int], before: Terms) -> Terms:
        """What the terms have changed by on average, once it has played on."""
        after = came_of(seen, action) or seen
        ends = [terms_of(_played_on(after, seed), side) for seed in seeds]
        return tuple([sum(each) / len(seeds) - was for *each, was in zip(*ends, before, strict=True)])


def _played_on(position: Position, seed: int) -> Position:
    """Where a few decisions of greedy players lead, or as far as nothing hidden decides."""
    rng = random.Random(seed)  # noqa: S311 - a given seed
    players = {side: Greedy(seed, most=_FEW) for side in SIDES}
    left = _PLIES
    while left and position.text("phase") != OVER:
        side = decider(position)
        try:
            if side == DICE:
                position = perform(position, throw(position, rng))
                continue
            valued = players[side].choose(position, side) if side in players else None
            if valued is None:
                break
            position = perform(position, valued.action)
        except BocageError:  # what follows turns on something that is not seen
            break
        left -= 1
    return position
