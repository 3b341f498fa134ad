"""What was read: a game, and a position of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.game import Game
    from adjudicator.position import Position

__all__ = ["Loaded"]


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game, and a position of it unless only the game was named.

    Parameters
    ----------
    game
        The game.
    position
        The position, or None.
    notes
        What the reader noticed: defects that do not stop it.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> Loaded(GAME, None).position is None
    True
    """

    game: Game
    position: Position | None
    notes: tuple[str, ...] = ()
