"""The players by their names; what they are made of is loaded when one of them sits down."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.errors import MalformedAction

if TYPE_CHECKING:
    from adjudicator.playing.players import Player

__all__ = ["ME", "NAMES", "player_named"]

NAMES = ("greedy", "quick", "ahead", "random")
"""Who can be asked to play."""
_QUICK = 9  # actions that `quick` compares
ME = "me"
"""Who plays a side that no player of ours plays."""


def player_named(name: str, game: str, seed: int) -> Player:
    """A player by its name.

    Parameters
    ----------
    name
        One of `NAMES`.
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
    from adjudicator.playing.lookahead import Ahead
    from adjudicator.playing.players import Greedy, RandomPlayer
    from adjudicator.playing.weights import measures_of

    if name == "random":
        return RandomPlayer(seed)
    if name not in NAMES:
        raise MalformedAction(f"there is no player {name!r}", f"Known: {', '.join(NAMES)}")
    measures_of(game)
    if name == "ahead":
        return Ahead(seed)
    return Greedy(seed, most=_QUICK) if name == "quick" else Greedy(seed)
