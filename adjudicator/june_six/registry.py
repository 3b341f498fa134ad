"""The rules of all sections put together."""

from __future__ import annotations

from adjudicator import june_six
from adjudicator.game import Rules
from adjudicator.june_six import r03_flow, r03_moment, r03_toward
from adjudicator.registering import collected

__all__ = ["rules"]


def rules() -> Rules:
    """The rules of all sections: every module ``rNN_*`` of the package.

    Examples
    --------
    >>> "move" in rules().handlers
    True
    """
    return r03_toward.sampled(
        collected(
            june_six,
            after=r03_flow.after,
            player_on_turn=r03_flow.player_on_turn,
            dice_rule="2.3",
            loss_rule="13.21",
            moment=r03_moment.moment,
        )
    )
