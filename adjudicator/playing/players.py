"""Players: whoever chooses among the legal actions of a position, seeing no more than his side may see."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from adjudicator.actions import kind_of
from adjudicator.errors import BocageError, MalformedAction
from adjudicator.game import legal, load, perform
from adjudicator.playing.drawing import drawn
from adjudicator.playing.evaluation import Terms
from adjudicator.playing.foresight import Foresight
from adjudicator.playing.weights import measures_of
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Collection

    from adjudicator.actions import Action
    from adjudicator.position import Position

__all__ = ["COMPARED", "PLAYERS", "Greedy", "Player", "RandomPlayer", "Valued", "player_named", "seen_by"]

COMPARED = 24
"""Legal actions that are compared, where nobody says how many."""
_PATIENCE = 12


class Player(Protocol):
    """Whoever chooses what a side does."""

    def choose(self, position: Position, viewpoint: str, barred: Collection[Action] = ()) -> Action | None:
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
        Action or None
            None where it sees nothing that it may do.
        """
        ...


def seen_by(position: Position, viewpoint: str) -> Position:
    """A position as somebody sees it.

    Parameters
    ----------
    position
        The whole of it.
    viewpoint
        A side, ``public`` or ``referee``.

    Returns
    -------
    Position

    Examples
    --------
    >>> from adjudicator.storm_over_normandy import GAME
    >>> invasion = GAME.scenario("invasion")
    >>> seen_by(invasion, "referee") is invasion
    True
    """
    hide = load(position.game).mask
    return position if hide is None or viewpoint == "referee" else hide(position, viewpoint)


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

    __slots__ = ("_rng",)

    def __init__(self, seed: int) -> None:
        self._rng = random.Random(seed)  # noqa: S311 - a given seed

    def choose(self, position: Position, viewpoint: str, barred: Collection[Action] = ()) -> Action | None:
        """As `Player.choose`."""
        seen = seen_by(position, viewpoint)
        if not barred:
            return legal(seen).sample(self._rng)
        found = [action for action in drawn(seen, self._rng) if action not in barred]
        return self._rng.choice(found) if found else None


@dataclass(frozen=True, slots=True)
class Valued:
    """An action and what it is expected to change.

    Parameters
    ----------
    action
        The action.
    terms
        What it adds to each of `adjudicator.playing.weights.TERMS`.

    Examples
    --------
    >>> from adjudicator.actions import Roll
    >>> Valued(Roll((7,)), (0.0, 1.0, -0.25)).score
    0.75
    """

    action: Action
    terms: Terms

    @property
    def score(self) -> float:
        """All that it adds."""
        return round(sum(self.terms), 6)


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

    __slots__ = ("_idle", "_most", "_rng")

    def __init__(self, seed: int, *, most: int = COMPARED) -> None:
        self._idle = 0  # actions in turn that gained nothing
        self._rng, self._most = random.Random(seed), most  # noqa: S311 - a given seed

    def choose(self, position: Position, viewpoint: str, barred: Collection[Action] = ()) -> Action | None:
        """As `Player.choose`."""
        seen = seen_by(position, viewpoint)
        found = [action for action in drawn(seen, self._rng, most=self._most) if action not in barred]
        if len(found) < 2:  # there is nothing to compare
            return found[0] if found else None
        ranked = _ranked(seen, viewpoint, found)
        self._idle = self._idle + 1 if ranked[0].score <= 0 else 0
        if self._idle > _PATIENCE:  # what gains nothing and can be done for ever is done long enough
            ranked = [valued for valued in ranked if _goes_on(seen, valued.action)]
            if not ranked:  # something has to be done first, whatever it costs
                return self._by_kind(found)
        best = [valued.action for valued in ranked if valued.score == ranked[0].score]
        return self._rng.choice(best)

    def _by_kind(self, found: list[Action]) -> Action:
        """One of some actions by lot: a kind first, then one of that kind."""
        kind = self._rng.choice(sorted({kind_of(type(action)) for action in found}))
        return self._rng.choice([action for action in found if kind_of(type(action)) == kind])

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
        return _ranked(seen, viewpoint, drawn(seen, self._rng, most=self._most))


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


def _ranked(seen: Position, side: str, found: list[Action]) -> list[Valued]:
    ahead = Foresight(side)
    before = ahead.now(seen)
    valued = [
        Valued(action, tuple([a - b for a, b in zip(ahead.expected(seen, action), before, strict=True)]))
        for action in found
    ]
    return sorted(valued, key=lambda one: -one.score)


PLAYERS: Mapping[str, Callable[[int], Player]] = {"greedy": Greedy, "random": RandomPlayer}
"""Name -> makes such a player of a seed."""


def player_named(name: str, game: str, seed: int) -> Player:
    """A player by its name.

    Parameters
    ----------
    name
        One of `PLAYERS`.
    game
        Slug of what it plays.
    seed
        The same seed chooses the same.

    Returns
    -------
    Player

    Raises
    ------
    MalformedAction
        There is none of that name, or it does not know the game.

    Examples
    --------
    >>> type(player_named("greedy", "dark-summer", 1)).__name__
    'Greedy'
    """
    if name not in PLAYERS:
        raise MalformedAction(f"there is no player {name!r}", f"Known: {', '.join(PLAYERS)}")
    if name == "greedy":
        measures_of(game)
    return PLAYERS[name](seed)
