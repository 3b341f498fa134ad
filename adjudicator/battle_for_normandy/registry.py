"""The rules of all sections put together."""

from __future__ import annotations

from dataclasses import replace

from adjudicator import battle_for_normandy
from adjudicator.battle_for_normandy import r04_flow, r04_moment, r04_phases, sampled
from adjudicator.game import Rules
from adjudicator.registering import collected, guarded

__all__ = ["rules"]

# Fields of actions that hold ids.
_UNITS = frozenset(
    {"bonus", "by", "company", "gun", "hq", "lead", "ship", "support", "unit", "unit_id", "units"}
)
_SPACES = frozenset({"a", "b", "hex", "hexes", "path", "space", "to"})


def rules() -> Rules:
    """The rules of all sections: every module ``rNN_*`` of the package.

    Examples
    --------
    >>> "move" in rules().handlers
    True
    """
    after, on_turn = r04_phases.after, r04_flow.player_on_turn
    found = collected(
        battle_for_normandy,
        after=after,
        player_on_turn=on_turn,
        dice_rule="3.1",
        loss_rule="12.9",
        moment=r04_moment.moment,
    )
    return guarded(replace(found, handlers=sampled.declared(found.handlers)), units=_UNITS, spaces=_SPACES)
