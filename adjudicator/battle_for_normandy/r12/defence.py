"""Sections 12.4, 12.5.4 and 12.6.2: the support of the defence; Combined Arms after the roll."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07 import csp as r07_csp
from adjudicator.battle_for_normandy.r07.csp import price_defence
from adjudicator.battle_for_normandy.r12 import battle as battles
from adjudicator.battle_for_normandy.r12.attack import spend_planes
from adjudicator.battle_for_normandy.r12.battle import AttackRecord
from adjudicator.battle_for_normandy.r12.crt import result
from adjudicator.battle_for_normandy.r12.ready import fire
from adjudicator.battle_for_normandy.r12.support import (
    air_faults,
    available,
    limit,
    planes_left,
    support_faults,
)
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "COMBINED_ARMS",
    "DEFENCE_SUPPORT",
    "HANDLERS",
    "DefendWith",
    "UseCombinedArms",
    "can_defend",
    "defence_faults",
]

DEFENCE_SUPPORT, COMBINED_ARMS = "defence-support", "combined-arms"


@dataclass(frozen=True, slots=True)
class DefendWith(Action):
    """Support the defence with artillery, ships and aircraft, or with nothing (12.5.4).

    Parameters
    ----------
    air
        Ground Support Points.

    Examples
    --------
    >>> DefendWith(("br-3-7-fa",)).air
    0
    """

    units: tuple[str, ...] = ()
    air: int = 0


@dataclass(frozen=True, slots=True)
class UseCombinedArms(Action):
    """Take the bonus of Combined Arms after the roll, or leave it (12.6.2).

    Parameters
    ----------
    use
        Whether to take it.

    Examples
    --------
    >>> UseCombinedArms(True).use
    True
    """

    use: bool


# --- the answer of the defender ---------------------------------------------------------------------------


@rule("12.5.4", "11.4", "7.6.3")
def can_defend(view: View, attack: AttackRecord) -> bool:
    """Whether the defender has anything to support his units with, and can pay for it."""
    return any(action.units or action.air for action in _answers(view, attack))


def _answers(view: View, attack: AttackRecord) -> Iterator[DefendWith]:
    """Nothing; the strongest guns; each gun; aircraft: those that the defender can pay for."""
    yield DefendWith()
    side = attack.defending
    guns = tuple(available(view, side, attack))
    most = limit(view, [p.uid for p in battles.defenders_of(view, attack)])
    planes = planes_left(view, attack) if side == terms.ALLIED else 0
    sets = dict.fromkeys([guns[:most], guns[: max(1, most - 1)], *((g,) for g in guns[:6])])
    for units, air in itertools.product([(), *sets] if most else [()], range(planes + 1)):
        action = DefendWith(units, air)
        if (units or air) and not defence_faults(view, attack, action):
            yield action


@rule("12.5.4", "11.4", "7.6.2")
def defence_faults(view: View, attack: AttackRecord, action: DefendWith) -> list[Fault]:
    """What keeps a defence from such support: the guns, the aircraft, the price."""
    side = attack.defending
    found = list(support_faults(view, side, attack, action.units))
    found += air_faults(view, side, attack, action.air)
    defenders = battles.defenders_of(view, attack)
    points = _defence_price(view, attack, action)
    group = terms.group_of(defenders[0].printed) if defenders else side
    return found + r07_csp.payment_faults(view, points, group)


@rule("7.6.3", "12.5.4")
def _defence_price(view: View, attack: AttackRecord, action: DefendWith) -> int:
    if attack.defending == terms.GERMAN:
        return 0
    uids = [p.uid for p in battles.defenders_of(view, attack)]
    return price_defence(view, uids, action.units, action.air)


@rule("12.5.4", "11.4", "7.6.3")
def _check_defence(inquiry: Inquiry, action: DefendWith) -> None:
    battle = battles.current(inquiry)
    if battle is None:
        return
    unknown = [u for u in action.units if u not in inquiry.pieces]
    fine = not unknown and len(set(action.units)) == len(action.units)
    if not inquiry.require("12.5.4", fine, "", "support names units of the map, each once", units=unknown):
        return
    for section, text in defence_faults(inquiry, battle.attack, action):
        inquiry.refuse(section, text, units=action.units, spaces=[battle.hex])
    if not inquiry.violations:
        guns = terms.titles(inquiry.pieces[u] for u in action.units)
        points = _defence_price(inquiry, battle.attack, action)
        inquiry.note("12.5.4", f"support of the defence: {guns or 'no guns'}")
        inquiry.note("7.6.3", "Combat Supply Points for it", points)


@rule("12.5.4", "12.5.2", "7.6.3", "11.4")
def _perform_defence(draft: Draft, action: DefendWith) -> None:
    draft.settle()
    battle = battles.current(draft)
    if battle is None:
        return
    here = battles.frozen(draft)
    defenders = battles.defenders_of(here, battle.attack)
    points = _defence_price(here, battle.attack, action)
    if defenders:
        r07_csp.pay(draft, points, terms.group_of(defenders[0].printed))
    spend_planes(draft, dataclasses.replace(battle.attack, air=0), action.air)
    for uid in action.units:
        fire(draft, uid)
    attack = dataclasses.replace(battle.attack, defence_support=action.units, defence_air=action.air)
    battles.amend(draft, attack=attack)


def _defence_options(state: State) -> Iterator[DefendWith]:
    top, battle = state.decision, battles.current(state)
    if top is not None and battle is not None and top.kind == DEFENCE_SUPPORT:
        yield from _answers(state, battle.attack)


# --- Combined Arms ----------------------------------------------------------------------------------------


@rule("12.6.2", "12.4")
def _check_combined(inquiry: Inquiry, action: UseCombinedArms) -> None:
    battle = battles.current(inquiry)
    if battle is None:
        return
    plain, better = (
        result(inquiry, battle.column, battle.modified),
        result(inquiry, battle.column, battle.better),
    )
    inquiry.note("12.6.2", f"without Combined Arms {plain.text}, with it {better.text}")
    inquiry.note("12.6.2", "the bonus is taken" if action.use else "the bonus is not taken")


def _perform_combined(draft: Draft, action: UseCombinedArms) -> None:
    draft.settle()
    battles.amend(draft, combined="yes" if action.use else "no")


def _combined_options(state: State) -> Iterator[UseCombinedArms]:
    top = state.decision
    if top is not None and top.kind == COMBINED_ARMS:
        yield from (UseCombinedArms(use=True), UseCombinedArms(use=False))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        DefendWith,
        _check_defence,
        _perform_defence,
        _defence_options,
        "12.5.4",
        answers=frozenset({DEFENCE_SUPPORT}),
    ),
    Handler(
        UseCombinedArms,
        _check_combined,
        _perform_combined,
        _combined_options,
        "12.6.2",
        answers=frozenset({COMBINED_ARMS}),
    ),
)
