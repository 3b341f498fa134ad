"""Odds of an Assault that Defensive Fire meets first: every roll of both, and the Allied choice of losses."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from adjudicator.dice import DR
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from adjudicator.ruling import Ruling
from adjudicator.storm_over_normandy import r09_attack, r09_odds, r10_damage, terms
from adjudicator.storm_over_normandy.planning import Plan
from adjudicator.storm_over_normandy.r09_strength import Attack, attack_points, explain_strength, targets_of

__all__ = ["entering_odds", "survivors_of"]

_Left = tuple[str, ...]


def survivors_of(state: Position, assault: Attack, fire: Attack) -> Mapping[_Left, int]:
    """Assaulting units that Defensive Fire leaves, with the ways in 36; losses are chosen for the attack."""
    aimed = dataclasses.replace(fire, targets=assault.attackers)
    points, defense = r09_attack.strength(Inquiry(state), aimed)
    ways: dict[_Left, int] = {}
    for dice, count in DR.items():
        left = _best_left(state, assault, aimed, max(0, points + dice - defense))
        ways[left] = ways.get(left, 0) + count
    return ways


def _best_left(state: Position, assault: Attack, fire: Attack, damage: int) -> _Left:
    """Who goes on when the losses are taken so that the strongest attack is left, then with fewest lost."""
    if damage <= 0:
        return assault.attackers
    worth: dict[_Left, tuple[int, int, int]] = {}
    for losses in r10_damage.ways_to_take(state, targets_of(state, fire), damage, fire):
        hit = dict(losses)
        left = tuple(uid for uid in assault.attackers if uid not in hit)
        lost = sum(level == "eliminate" for level in hit.values())
        value = (_points(state, assault, left), -lost, len(left))
        worth[left] = max(worth.get(left, value), value)
    return max(worth, key=lambda left: worth[left])


def _points(state: Position, assault: Attack, left: _Left) -> int:
    """Attack points of those who go on; less than any attack where nobody does."""
    return attack_points(Inquiry(state), dataclasses.replace(assault, attackers=left)).value if left else -99


def entering_odds(plan: Plan, *, strict: bool = False) -> Ruling:
    """Odds of an Assault after every Defensive Fire of a plan.

    Returns
    -------
    Ruling
        Its answer holds the ways ``of`` all rolls of each damage, of a forced elimination and of the fall
        of the Area, and the ways in which each group of units is left to attack.
    """
    state, inquiry = plan.state, Inquiry(plan.state, strict=strict)
    ways: dict[_Left, int] = {plan.attack.attackers: 1}
    for fire in plan.fires:
        ways = _after(state, plan.attack, fire, ways)
    name = state.board.name(plan.attack.area)
    with inquiry.under("11.0", "Defensive Fire comes first"):
        explain_strength(inquiry, plan.fires[0])
    inquiry.note("10.1", "losses are supposed to be taken so that the strongest attack goes on")
    answer = _mixture(state, plan.attack, ways, strict=strict)
    for left, count in ways.items():
        told = terms.titles(state.pieces[u] for u in left) or "nobody"
        inquiry.note("11.0", f"{told} left to attack: {count} of {36 ** len(plan.fires)}")
    explain_strength(inquiry, plan.attack)
    hit = answer["of"] - answer["damage"].get("0", 0)
    verdict = f"After {len(plan.fires)} Defensive Fire the Assault does damage in {hit / answer['of']:.1%}"
    return inquiry.ruling(
        f"odds assault {name}", f"{verdict} of all rolls, mean {answer['mean_value']}.", answer
    )


def _after(state: Position, assault: Attack, fire: Attack, before: Mapping[_Left, int]) -> dict[_Left, int]:
    """Who is left after one more fire; one at nobody changes nothing."""
    found: dict[_Left, int] = {}
    for left, count in before.items():
        still = dataclasses.replace(assault, attackers=left)
        for after, more in (survivors_of(state, still, fire) if left else {left: DR.total}).items():
            found[after] = found.get(after, 0) + count * more
    return found


def _mixture(state: Position, attack: Attack, ways: Mapping[_Left, int], *, strict: bool) -> dict[str, Any]:
    """The chances of every line-up that is left, weighed."""
    damage: dict[int, int] = {}
    sums = {"elimination": 0, "falls": 0}
    for left, count in ways.items():
        if not left:
            damage[0] = damage.get(0, 0) + count * DR.total
            continue
        still = dataclasses.replace(attack, attackers=left)
        one = r09_odds.odds_of_position(state, still, strict=strict).answer
        for points, more in one["damage"].items():
            damage[int(points)] = damage.get(int(points), 0) + count * more
        for key in sums:
            sums[key] += count * one[key]
    total = sum(damage.values())
    mean = Fraction(sum(points * count for points, count in damage.items()), total)
    return {
        "of": total,
        "damage": {str(points): damage[points] for points in sorted(damage)},
        **sums,
        "mean": str(mean),
        "mean_value": round(float(mean), 2),
        "left": {" ".join(left): count for left, count in ways.items()},
        "of_fire": sum(ways.values()),
    }
