"""Whose decision it is in a game that is played on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.game import load

if TYPE_CHECKING:
    from adjudicator.position import Position

__all__ = ["DICE", "OVER", "decider"]

OVER, DICE = "over", "dice"


def decider(position: Position) -> str:
    """Who decides now: a side, or ``dice``.

    Parameters
    ----------
    position
        The position.

    Returns
    -------
    str

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> decider(GAME.scenario("d-day"))
    'allied'
    """
    top = position.decision
    return load(position.game).player_on_turn(position) if top is None else top.player
