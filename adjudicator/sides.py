"""Two sides, and whose units stand where."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from adjudicator.position import Piece, View

__all__ = ["ALLIED", "GERMAN", "SIDES", "enemies", "enemy_of", "friends", "titles"]

GERMAN: Final = "german"
ALLIED: Final = "allied"
SIDES = (GERMAN, ALLIED)


def enemy_of(side: str) -> str:
    """The other side.

    Parameters
    ----------
    side
        ``german`` or ``allied``.

    Returns
    -------
    str

    Examples
    --------
    >>> enemy_of("german")
    'allied'
    """
    return ALLIED if side == GERMAN else GERMAN


def friends(view: View, space: str, side: str) -> tuple[Piece, ...]:
    """Units of a side in a space.

    Parameters
    ----------
    view
        Where to look.
    space, side
        Id of a space, and whose units.

    Returns
    -------
    tuple of Piece
        In the fixed order of `View.units_in`.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> [piece.uid for piece in friends(GAME.scenario("d-day"), "utah-beach", "german")]
    ['ge-1-919']
    """
    return tuple([piece for piece in view.units_in(space) if piece.printed.side == side])


def enemies(view: View, space: str, side: str) -> tuple[Piece, ...]:
    """Units of the other side in a space.

    Parameters
    ----------
    view
        Where to look.
    space, side
        Id of a space, and whose enemies.

    Returns
    -------
    tuple of Piece

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> enemies(GAME.scenario("d-day"), "utah-beach", "german")
    ()
    """
    return tuple([piece for piece in view.units_in(space) if piece.printed.side != side])


def titles(pieces: Iterable[Piece]) -> str:
    """Names of units for a sentence.

    Parameters
    ----------
    pieces
        Any units.

    Returns
    -------
    str

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> titles(GAME.scenario("d-day").units_in("utah-beach"))
    '1/919 Bn, 709 Div'
    """
    return ", ".join(piece.printed.title for piece in pieces)
