"""Section 9.3: an attack from its announcement to its end, stage by stage.

The attack under way is the decision ``attack``, which nobody answers; it holds the `Attack` and its next
stage. Whatever has to be decided meanwhile lies above it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Decision, Draft, State, View
from adjudicator.storm_over_normandy import r06_windows, r10_damage, r13_control, r14_release, terms
from adjudicator.storm_over_normandy.r09_strength import (
    ATTACK,
    UNDER_WAY,
    Attack,
    attackers_of,
    current,
    strength,
    support_cap,
    targets_of,
)
from module_builder.vassal.values import dataclass

__all__ = [
    "OFFERED",
    "ROLLS",
    "STEPS",
    "SUPPORT",
    "UNDER_WAY",
    "Attack",
    "begin",
    "current",
    "damage_of",
    "defensive_fire",
    "strength",
    "support_cap",
    "support_left",
    "take_result",
]

SUPPORT = "support"


@dataclass(frozen=True, slots=True)
class Offer:
    """Support Points that may be added to an attack, at most."""

    area: str
    most: int


OFFERED = Frame(SUPPORT, "9.3.3", Offer)
_WITH_CARDS = frozenset({"fire", "assault", "card"})


@rule("9.3", "14.1")
def begin(draft: Draft, attack: Attack) -> None:
    """Begin an attack: what it attacks is released, then answers, Support Points, dice and damage follow."""
    r14_release.attacked(draft, [p.uid for p in targets_of(draft, attack)])
    _wait(draft, attack, "window")


@rule("9.3", "11.0")
def defensive_fire(draft: Draft, attackers: Sequence[str]) -> None:
    """Attack the assaulting units as they enter; who is hit goes back and takes no part in the Assault.

    Parameters
    ----------
    attackers
        Ids of the defenders that fire; they stay fresh.
    """
    assault = current(draft)
    if assault is not None and assault.attackers:
        back = {uid: assault.origins[uid] for uid in assault.attackers}
        begin(
            draft,
            Attack(
                "fire",
                terms.enemy_of(assault.side),
                assault.area,
                tuple(attackers),
                assault.attackers,
                stay_fresh=True,
                retreat_to=back,
                sent_back=True,
            ),
        )


def _wait(draft: Draft, attack: Attack, stage: str) -> None:
    """Let an attack lie on the stack until what is above it has been settled."""
    UNDER_WAY.push(draft, replace(attack, stage=stage))


def _go_on(draft: Draft, decision: Decision) -> None:
    """Take an attack up again at its next stage."""
    attack = UNDER_WAY.read(decision)
    _STAGES[attack.stage](draft, attack)


# --- stages -----------------------------------------------------------------------------------------------


@rule("6.2")
def _window(draft: Draft, attack: Attack) -> None:
    """Time for cards that change the attack: the attacker's first, then the defender's."""
    _wait(draft, attack, "support")
    if attack.kind in _WITH_CARDS and not _is_over(draft, attack):
        r06_windows.open_window(draft, terms.enemy_of(attack.side), "attack")
        r06_windows.open_window(draft, attack.side, "attack")


@rule("9.3.3")
def support_left(view: View, attack: Attack) -> int:
    """Support Points that can still be added to an attack: none once its dice are due."""
    if attack.kind == "bombardment" or attack.stage == "end":
        return 0
    return max(0, min(view.number("support"), support_cap(view, attack) - attack.support))


@rule("9.3.3")
def _support(draft: Draft, attack: Attack) -> None:
    """The Allied player may add Support Points before the dice are rolled."""
    _wait(draft, attack, "dice")
    if not _is_over(draft, attack) and (most := support_left(draft, attack)) > 0:
        OFFERED.push(draft, Offer(attack.area, most), terms.ALLIED)


@rule("9.3.1")
def _dice(draft: Draft, attack: Attack) -> None:
    """Ask for two dice, unless nobody is left to attack or to be attacked."""
    _wait(draft, attack, "end")
    if not _is_over(draft, attack):
        ask_roll(draft, ATTACK, ["d6", "d6"], area=attack.area)


def _is_over(view: View, attack: Attack) -> bool:
    """Whether no attacker or no target is left; a card and a bombardment attack by themselves."""
    by_units = attack.kind not in {"card", "bombardment"}
    return (by_units and not attack.attackers) or not targets_of(view, attack)


@rule("7.1", "11.0", "13.0", "4.0")
def _end(draft: Draft, attack: Attack) -> None:
    """Attackers become spent, unless a card says otherwise; control follows who is left."""
    for piece in () if attack.stay_fresh else attackers_of(draft, attack):
        draft.set_status(piece.uid, terms.SPENT)
    r13_control.update(draft, attack.area)


_STAGES: Mapping[str, Callable[[Draft, Attack], None]] = {
    "window": _window,
    "support": _support,
    "dice": _dice,
    "end": _end,
}


# --- dice -------------------------------------------------------------------------------------------------


@rule("9.3.5")
def damage_of(view: View, attack: Attack, dice: int) -> int:
    """Damage points of a sum of two dice.

    Parameters
    ----------
    dice
        Sum of the two dice.
    """
    points, defense = strength(Inquiry(terms.state_of(view)), attack)
    return max(0, points + dice - defense)


@rule("9.3.5")
def take_result(draft: Draft, dice: int) -> None:
    """Let the dice of the attack under way take effect.

    Parameters
    ----------
    dice
        Sum of the two dice.
    """
    attack = current(draft)
    if attack is not None:
        r10_damage.ask(draft, attack, damage_of(draft, attack, dice))


def _rolled(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:  # noqa: ARG001
    take_result(draft, sum(values))


def _why(state: State, data: Mapping[str, Any]) -> str:
    attack = current(state)
    if attack is None:
        return f"the attack in {state.board.name(data['area'])}"
    points, defense = strength(Inquiry(state), attack)
    attacking = f"{many(points, 'point')} and the dice against {defense}"
    return f"the attack in {state.board.name(attack.area)}: {attacking}"


ROLLS = {ATTACK: RollRule(_rolled, _why, "9.3.1")}
STEPS: Mapping[str, Callable[[Draft, Decision], None]] = {ATTACK: _go_on}
