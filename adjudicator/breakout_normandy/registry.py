"""The rules of all sections put together: what each kind of action and roll does."""

from __future__ import annotations

from types import ModuleType

from adjudicator.actions import kind_of
from adjudicator.breakout_normandy import (
    differences,
    r06_daylight,
    r06_moment,
    r06_sequence,
    r07_stacking_and_control,
    r08_air_interdiction,
    r08_impulses,
    r08_movement,
    r08_pass,
    r09_assault,
    r09_casualties,
    r09_results,
    r09_retreats,
    r10_attrition,
    r10_bombardment,
    r11_advantage,
    r12_night,
    r12_refit,
    r13_regrouping,
    r15_fortifications,
    r17_naval_and_air,
    r19_landing,
    r19_reinforcements,
    r20_bridges,
    r20_night,
    r21_d_day,
    r24_storm,
)
from adjudicator.game import Rules
from adjudicator.position import Draft, Position

__all__ = ["rules"]

_SECTIONS: tuple[ModuleType, ...] = (
    r06_daylight,
    r06_sequence,
    r07_stacking_and_control,
    r08_air_interdiction,
    r08_impulses,
    r08_movement,
    r08_pass,
    r09_assault,
    r09_casualties,
    r09_results,
    r09_retreats,
    r10_attrition,
    r10_bombardment,
    r11_advantage,
    r12_night,
    r12_refit,
    r13_regrouping,
    r17_naval_and_air,
    r19_landing,
    r19_reinforcements,
    r20_bridges,
    r20_night,
    r21_d_day,
    r24_storm,
)


def rules() -> Rules:
    """The rules of all sections.

    Examples
    --------
    >>> "activate" in rules().handlers
    True
    """
    return Rules(
        handlers=differences.told(
            {kind_of(h.action): h for module in _SECTIONS for h in getattr(module, "HANDLERS", ())}
        ),
        rolls={kind: roll for module in _SECTIONS for kind, roll in getattr(module, "ROLLS", {}).items()},
        after_roll=r11_advantage.after_roll,
        after=_after,
        player_on_turn=r06_sequence.player_on_turn,
        dice_rule="9.11",
        loss_rule="9.5",
        moment=r06_moment.moment,
    )


def _after(draft: Draft, before: Position) -> None:
    """What follows every action: units lost are reckoned with, and breached Fortifications end for good."""
    r11_advantage.after(draft, before)
    r15_fortifications.silence(draft, before)
