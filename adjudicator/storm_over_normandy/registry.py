"""The rules of all sections put together."""

from __future__ import annotations

from adjudicator import storm_over_normandy
from adjudicator.game import Rules
from adjudicator.registering import collected
from adjudicator.storm_over_normandy import r05_flow, r07_moment

__all__ = ["rules"]


def rules() -> Rules:
    """The rules of all sections: every module ``rNN_*`` of the package.

    Examples
    --------
    >>> "pass" in rules().handlers
    True
    """
    return collected(
        storm_over_normandy,
        after=r05_flow.after,
        player_on_turn=r05_flow.player_on_turn,
        dice_rule="2.0",
        loss_rule="10.1",
        moment=r07_moment.moment,
    )
