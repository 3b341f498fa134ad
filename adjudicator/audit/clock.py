"""Where play stands, in the few words that begin a line of a game record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adjudicator.game import load

if TYPE_CHECKING:
    from adjudicator.position import Position

__all__ = ["clock_of"]

_HANDS = ("turn", "date", "impulse")


def clock_of(position: Position) -> str:
    """Turn or date, impulse, phase and side of a position.

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
    >>> clock_of(GAME.scenario("d-day"))
    'date 6, impulse 0, Airborne Phase, allied'
    """
    game = load(position.game)
    hands = [f"{name} {position.said(name)}" for name in _HANDS if name in position.schema.items]
    phase = game.sequence.phases.get(str(position.said("phase")))
    return ", ".join([*hands, *([phase.title] if phase else []), game.player_on_turn(position)])
