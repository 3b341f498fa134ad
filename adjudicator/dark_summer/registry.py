"""The rules of all sections put together."""

from __future__ import annotations

from adjudicator import dark_summer
from adjudicator.dark_summer import r09_flow, r09_moment
from adjudicator.game import Rules
from adjudicator.registering import collected

__all__ = ["rules"]


def rules() -> Rules:
    """The rules of all sections: every module ``rNN_*`` of the package.

    Examples
    --------
    >>> "begin-round" in rules().handlers
    True
    """
    return collected(
        dark_summer,
        after=r09_flow.after,
        player_on_turn=r09_flow.player_on_turn,
        dice_rule="2.4",
        loss_rule="11.3.6",
        moment=r09_moment.moment,
    )
