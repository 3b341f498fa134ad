"""The rules of all sections put together."""

from __future__ import annotations

from adjudicator import battle_for_normandy
from adjudicator.battle_for_normandy import r04_flow
from adjudicator.game import Rules
from adjudicator.registering import collected

__all__ = ["rules"]


def rules() -> Rules:
    """The rules of all sections: every module ``rNN_*`` of the package.

    Returns
    -------
    Rules

    Examples
    --------
    >>> "move" in rules().handlers
    True
    """
    return collected(
        battle_for_normandy, after=r04_flow.after, player_on_turn=r04_flow.player_on_turn, dice_rule="3.1"
    )
