"""Players: whoever chooses among the legal actions of a position, seeing no more than his side may see."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Protocol

from adjudicator.actions import kind_of
from adjudicator.errors import BocageError
from adjudicator.game import fits, legal, load, perform, seen_by
from adjudicator.playing.drawing import drawn
from adjudicator.playing.evaluation import Terms
from adjudicator.playing.foresight import Foresight
from adjudicator.playing.weights import TERMS, measures_of
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from adjudicator.actions import Action
    from adjudicator.position import Position

__all__ = ["COMPARED", "Greedy", "Player", "RandomPlayer", "Valued", "in_numbers"]

COMPARED = 24
"""Legal actions that are compared, where nobody says how many."""
_PATIENCE = 12
_SHARE = 3  # of those that are compared, a part may come from the choice before, and a part be new
_LEAST = 0.005  # what a term changes by less is not told


@dataclass(frozen=True, slots=True)
class Valued:
    """An action and what it is expected to change.

    Parameters
    ----------
    action
        The action.
    terms
        What it adds to each of `adjudicator.playing.weights.TERMS`; empty where nobody weighed it.

    Examples
    --------
    >>> from adjudicator.actions import Roll
    >>> Valued(Roll((7,)), (0.0, 1.0, -0.25)).score
    0.75
    """

    action: Action
    terms: Terms = ()

    @property
    def score(self) -> float:
        """All that it adds."""
        return round(sum(self.terms), 6)

    @property
    def told(self) -> dict[str, float]:
        """What it adds, term by term, without those that it hardly changes."""
        pairs = zip(TERMS, self.terms, strict=bool(self.terms))
        return {term: round(value, 2) for term, value in pairs if abs(value) >= _LEAST}


def in_numbers(score: float, terms: Mapping[str, float]) -> str:
    """What something is expected to add, and which term adds what.

    Examples
    --------
    >>> in_numbers(0.75, {"points": 1.0, "own": -0.25}), in_numbers(0.0, {})
    ('+0.75 (points +1.00, own -0.25)', '+0.00')
    """
    told = ", ".join(f"{term} {value:+.2f}" for term, value in terms.items())
    return f"{score:+.2f}" + (f" ({told})" if told else "")


class Player(Protocol):
    """Whoever chooses what a side does; `idle` counts its choices in turn that gained nothing."""

    idle: int

    def choose(self, position: Position, viewpoint: str, barred: Collection[Action] = ()) -> Valued | None:
        """What it does now.

        Parameters
        ----------
        position
            The position; the player sees of it what its viewpoint may see.
        viewpoint
            Its side, whose turn it is to decide.
        barred
            Actions that the rules refused, since they depend on what it does not see.

        Returns
        -------
        Valued or None
            None where it sees nothing that it may do.
        """
        ...


class RandomPlayer:
    """Takes any legal action: a kind first, then one of that kind.

    Parameters
    ----------
    seed
        The same seed chooses the same.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> RandomPlayer(3).choose(d_day, "allied") == RandomPlayer(3).choose(d_day, "allied")
    True
    """

    __slots__ = ("_rng", "idle")

    def __init__(self, seed: int) -> None:
        self.idle = 0
        self._rng = random.Random(seed)  # noqa: S311 - a given seed

    def choose(self, position: Position, viewpoint: str, barred: Collection[Action] = ()) -> Valued | None:
        """As `Player.choose`."""
        seen = seen_by(position, viewpoint)
        if not barred:
            action = legal(seen).sample(self._rng)
            return None if action is None else Valued(action)
        found = [action for action in drawn(seen, self._rng) if action not in barred]
        return Valued(self._rng.choice(found)) if found else None


class Greedy:
    """Takes what its evaluation expects to gain most, looking no further than what the action decides.

    Parameters
    ----------
    seed
        Draws the actions that are compared where there are many, and one of several that are equally good.
    most
        How many are compared, as in `adjudicator.playing.drawing.drawn`.

    Examples
    --------
    >>> from adjudicator.storm_over_normandy import GAME
    >>> invasion = GAME.scenario("invasion")
    >>> Greedy(3, most=4).choose(invasion, "german") == Greedy(3, most=4).choose(invasion, "german")
    True
    """

    __slots__ = ("_again", "_most", "_rng", "idle")

    def __init__(self, seed: int, *, most: int = COMPARED) -> None:
        self.idle = 0
        self._rng, self._most = random.Random(seed), most  # noqa: S311 - a given seed
        self._again: tuple[Action, ...] = ()  # what promised to gain something at the last choice

    def choose(self, position: Position, viewpoint: str, barred: Collection[Action] = ()) -> Valued | None:
        """As `Player.choose`."""
        ranked = self.candidates(seen_by(position, viewpoint), viewpoint, barred)
        if len(ranked) < 2:
            return ranked[0] if ranked else None
        best, measures = [one for one in ranked if one.score == ranked[0].score], measures_of(position.game)
        for kinds in (measures.prepares, measures.ends):
            if some := [one for one in best if kind_of(type(one.action)) in kinds]:
                return self._rng.choice(some)
        return self._rng.choice(best)

    def candidates(self, seen: Position, side: str, barred: Collection[Action] = ()) -> list[Valued]:
        """What it would choose among, the best first.

        Parameters
        ----------
        seen
            The position as the side sees it.
        side, barred
            As in `Player.choose`.

        Returns
        -------
        list of Valued
            A single one is not weighed. After many choices that gained nothing those alone that let play go
            on: what gains nothing and can be done for ever is done long enough.
        """
        found = [action for action in self._drawn(seen) if action not in barred]
        if len(found) < 2:
            self._again = ()  # not weighed, it promises nothing
            return [Valued(action) for action in found]
        ranked = self._weighed(seen, side, found)
        self._again = tuple([valued.action for valued in ranked if valued.score > 0][: self._most // _SHARE])
        self.idle = self.idle + 1 if ranked[0].score <= 0 else 0
        if self.idle <= _PATIENCE:
            return ranked
        going = [valued for valued in ranked if _goes_on(seen, valued.action)]
        return going or self._of_a_kind(ranked)  # something has to be done first, whatever it costs

    def _drawn(self, seen: Position) -> list[Action]:
        """What is compared; kinds that do not gain what they seem to only where there are no others.

        What promised to gain something at the last choice, and still may be done, is looked at again beside
        fewer others.
        """
        again = [action for action in self._again if fits(seen, action)]
        fresh = drawn(seen, self._rng, most=self._most // _SHARE if again else self._most)
        found, left_out = list(dict.fromkeys([*again, *fresh])), measures_of(seen.game).left_out
        return [action for action in found if kind_of(type(action)) not in left_out] or found

    def _weighed(self, seen: Position, side: str, found: Sequence[Action]) -> list[Valued]:
        """What each action is expected to change, the best first; what comes of an end comes anyway."""
        ahead, measures = Foresight(side), measures_of(seen.game)
        before = ahead.now(seen)
        valued = []
        for action in found:
            ends = kind_of(type(action)) in measures.ends
            after = before if ends else ahead.expected(seen, action)
            valued.append(Valued(action, tuple([a - b for a, b in zip(after, before, strict=True)])))
        return sorted(valued, key=lambda one: -one.score)

    def _of_a_kind(self, ranked: Sequence[Valued]) -> list[Valued]:
        """One of some actions by lot: a kind first, then one of that kind."""
        kind = self._rng.choice(sorted({kind_of(type(valued.action)) for valued in ranked}))
        return [self._rng.choice([one for one in ranked if kind_of(type(one.action)) == kind])]

    def ranked(self, position: Position, viewpoint: str) -> list[Valued]:
        """What it compares, the best first.

        Parameters
        ----------
        position, viewpoint
            As in `Player.choose`.

        Returns
        -------
        list of Valued
        """
        seen = seen_by(position, viewpoint)
        return self._weighed(seen, viewpoint, self._drawn(seen))


def _goes_on(seen: Position, action: Action) -> bool:
    """Whether somebody else decides after an action, something else is decided, or another phase begins."""
    try:
        after = perform(seen, action)
    except BocageError:
        return True
    return _moment(after) != _moment(seen)


def _moment(position: Position) -> tuple[str, ...]:
    top = position.decision
    waiting = ("", "") if top is None else (top.player, top.kind)
    return (position.text("phase"), load(position.game).player_on_turn(position), *waiting)
