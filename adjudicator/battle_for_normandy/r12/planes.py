"""Sections 11.4 and 7.6: how many Ground Support Points the Allied player may put into a combat."""

from __future__ import annotations

from dataclasses import replace

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r12.attack import price_faults
from adjudicator.battle_for_normandy.r12.battle import AttackRecord
from adjudicator.battle_for_normandy.r12.defence import DefendWith, defence_faults
from adjudicator.battle_for_normandy.r12.support import air_faults, planes_left
from adjudicator.citation import rule
from adjudicator.position import View
from adjudicator.ruling import Fault

__all__ = ["most_planes", "planes_faults"]


@rule("11.4", "7.6.1", "7.6.2")
def planes_faults(view: View, attack: AttackRecord, points: int) -> list[Fault]:
    """What keeps the Allied player from Ground Support Points in a combat: number, supply, price.

    Parameters
    ----------
    view, attack, points
        The position, the combat whoever attacks, and how many.
    """
    if attack.side != terms.ALLIED:
        return defence_faults(view, attack, DefendWith((), points))
    found = air_faults(view, terms.ALLIED, attack, points)
    return found or (price_faults(view, replace(attack, air=points)) if points else [])


@rule("11.4", "7.6.1", "7.6.2")
def most_planes(view: View, attack: AttackRecord) -> tuple[int, list[Fault]]:
    """The greatest number of Ground Support Points for a combat, and what speaks against the first one.

    Parameters
    ----------
    view, attack
        As in `planes_faults`.
    """
    against: list[Fault] = []
    for points in range(planes_left(view, attack), 0, -1):
        against = planes_faults(view, attack, points)
        if not against:
            return points, []
    return 0, against
