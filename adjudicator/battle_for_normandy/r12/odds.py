"""Sections 12.4 and 12.8: exact odds of a combat, with and without Combined Arms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.battle_for_normandy.r12.battle import AttackRecord, units_of
from adjudicator.battle_for_normandy.r12.chances import Face, Odds, best_of, odds_of
from adjudicator.battle_for_normandy.r12.crt import COLUMNS
from adjudicator.battle_for_normandy.r12.line_up import LineUp, line_up
from adjudicator.battle_for_normandy.r12.ratio import column
from adjudicator.battle_for_normandy.r12.strength import as_record, support_strength
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import View

__all__ = ["Face", "Odds", "best_of", "odds", "odds_of"]


@rule("12.4", "12.8")
def odds(view: View, attack: AttackRecord | Mapping[str, Any]) -> tuple[LineUp, Odds | None]:
    """A combat made ready for the die, and its exact odds.

    Returns
    -------
    (LineUp, Odds or None)
        No odds below 1:4; where only Defensive Support brought it there, those of 1:4.

    Raises
    ------
    MalformedAction
        The data describe no attack.
    """
    record = as_record(attack)
    found = line_up(view, record)
    name = found.column or _worst(view, record, found)
    if not name:
        return found, None
    return found, odds_of(view.filing, name, found.drm, found.combined_drm if found.combined_arms else None)


@rule("12.4", "12.5.4")
def _worst(view: View, attack: AttackRecord, found: LineUp) -> str:
    """1:4 for an attack that was permitted before the defender called his support; else empty."""
    guns = units_of(view, attack.defence_support)
    lent = sum([support_strength(view, gun, defending=True) for gun in guns])
    before = bool(lent) and bool(column(found.attack, found.defence - lent))
    if before and isinstance(view, Inquiry):
        view.note("12.4", "permitted before the Defensive Support: column 1:4")
    return COLUMNS[0] if before else ""
