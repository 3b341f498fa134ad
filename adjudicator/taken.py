"""Actions that a question has taken before it is answered: as whoever asks sees them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from adjudicator.game import apply
from adjudicator.typed import read_action

if TYPE_CHECKING:
    from adjudicator.game import Game
    from adjudicator.position import Position

__all__ = ["taken"]


def taken(
    position: Position, game: Game, actions: Iterable[str | Mapping[str, Any]], viewpoint: str | None
) -> Position:
    """Carry actions out, one after the other.

    What a side, or the public, may not see is hidden before the first is looked at: whether an action is
    legal then tells nothing about the other side's hand, modes or masked counters, and neither does what
    follows. Actions of a question that names no viewpoint belong to the position as its author tells it.

    Parameters
    ----------
    position
        Where they begin.
    game
        Its game.
    actions
        As typed or as data.
    viewpoint
        Who asks: german, allied, referee or public; None where the question does not say.

    Returns
    -------
    Position

    Raises
    ------
    IllegalAction
        As far as the viewpoint can see, one is against the rules.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> taken(GAME.scenario("d-day"), GAME, [], "german").text("phase")
    'airborne'
    """
    steps = list(actions)
    if steps and game.mask is not None and viewpoint is not None and viewpoint != "referee":
        position = game.mask(position, viewpoint)
    for action in steps:
        position = apply(position, read_action(position, game, action))
    return position
