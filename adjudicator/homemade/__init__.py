"""Games of one's own: what can be ruled of any of them, and how its module carries a position."""

from __future__ import annotations

from typing import TYPE_CHECKING

from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from adjudicator.game import Game
    from maps.games import FolderHome

__all__ = ["Package", "of_home"]


@dataclass(frozen=True, slots=True)
class Package:
    """What stands for the package of a game's rules.

    Parameters
    ----------
    GAME
        The game.
    """

    GAME: Game


def of_home(home: FolderHome) -> Package:
    """The game of a folder.

    Parameters
    ----------
    home
        Of the game.

    Returns
    -------
    Package

    Raises
    ------
    DataError
        A file of the folder is wrong.
    """
    from adjudicator.homemade.assembly import game_of

    return Package(game_of(home))
