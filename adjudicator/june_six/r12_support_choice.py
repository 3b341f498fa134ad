"""Sections 12.4, 16.3, 17.3 and 18.3: how much support both sides commit at best, and with which modes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from adjudicator.citation import rule
from adjudicator.june_six import terms
from adjudicator.june_six.r09_beaches import strongpoint_stands
from adjudicator.june_six.r12_chances import Basis, mix_of, pair_odds, table
from adjudicator.june_six.r12_crt import PAIRS
from adjudicator.june_six.r12_fight import Fight
from adjudicator.june_six.r12_line_up import lined_up
from adjudicator.june_six.r12_modes import Mix, Weights, equilibrium
from adjudicator.june_six.r12_odds import forces
from adjudicator.june_six.r13_allocation import readings
from adjudicator.june_six.r15_armor import compared
from adjudicator.june_six.r16_artillery import batteries
from adjudicator.june_six.r17_support import available
from adjudicator.position import View
from module_builder.vassal.values import dataclass

__all__ = ["Commitment", "Means", "Plan", "best_support", "means_of"]

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Means:
    """What a side could commit to a combat.

    Parameters
    ----------
    guns
        (firing unit, points), those that fire once a turn last.
    markers
        Air or naval markers.
    kind
        ``air`` or ``naval``; empty without.
    halved
        Whether a printed Strongpoint halves the artillery.
    settled
        Whether all of it is committed already.

    Examples
    --------
    >>> Means((("us-1-hq", 5),), 2, "air").points
    5
    """

    guns: tuple[tuple[str, int], ...] = ()
    markers: int = 0
    kind: str = ""
    halved: bool = False
    settled: bool = False

    @property
    def points(self) -> int:
        """Artillery points together."""
        return sum([n for _, n in self.guns])

    def counting(self, points: int) -> int:
        """Points that count."""
        return points // 2 if self.halved else points

    def choices(self) -> Iterator[tuple[int, int]]:
        """Every (points, markers), the cheapest first."""
        if self.settled:
            yield self.points, self.markers
            return
        for markers in range(self.markers + 1):
            for points in range(self.points + 1):
                if not points or self.counting(points) != self.counting(points - 1):
                    yield points, markers


@dataclass(frozen=True, slots=True)
class Commitment:
    """What a side commits.

    Parameters
    ----------
    air, naval
        Markers.

    Examples
    --------
    >>> Commitment({}, naval=2).naval
    2
    """

    artillery: Mapping[str, int]
    air: int = 0
    naval: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """The best support of both sides.

    Parameters
    ----------
    drm
        Total modifier with it, that of the modes left out.
    """

    attack: Commitment
    defence: Commitment
    drm: int
    value: Fraction


@rule("16.21", "17.31", "18.31", "17.32")
def means_of(view: View, fight: Fight, side: str) -> Means:
    """What a side could commit, or has; of air and naval markers the naval ones where they reach as many."""
    halved = side == terms.ALLIED == fight.side and strongpoint_stands(view, fight.target)
    committed = fight.artillery_a if side == fight.side else fight.artillery_d
    flown = fight.air or fight.naval if side == terms.ALLIED else 0
    if committed or flown:
        kind = "" if not flown else "air" if fight.air else "naval"
        return Means(committed, flown, kind, halved, settled=True)
    able = [b for b in batteries(view, side, fight) if b.usable and not b.faults]
    once = {b.uid: terms.is_corps_hq(view.pieces[b.uid].printed) for b in able}
    guns = tuple([(b.uid, b.usable) for b in sorted(able, key=lambda b: (once[b.uid], b.uid))])
    if side != terms.ALLIED:
        return Means(guns, halved=halved)
    air, naval = available(view, fight)
    kind = ("naval" if naval >= air else "air") if air or naval else ""
    return Means(guns, max(air, naval), kind, halved)


def _commitment(means: Means, points: int, markers: int) -> Commitment:
    """Take points from the firing units in order."""
    taken: dict[str, int] = {}
    for uid, most in means.guns:
        if points:
            taken[uid] = min(most, points)
            points -= taken[uid]
    if not markers:
        return Commitment(taken)
    return Commitment(taken, **{means.kind: markers})


@rule("12.4", "12.41", "16.32")
def best_support(view: View, fight: Fight, worth: Weights) -> tuple[Mapping[Pair, Plan], Mix]:
    """Best support for every pair of modes, and the best modes with it.

    The attacker commits first and the defender answers; both commit no more than the result needs. By the
    second reading of ``support-order`` one plan serves for all pairs.

    Returns
    -------
    (mapping, Mix)
        Modes -> plan, and the best secret choice of modes.
    """
    bare = replace(fight, artillery_a=(), artillery_d=(), air=0, naval=0)
    drm, (attacker, defender) = lined_up(view, bare).drm, forces(view, bare)
    basis = Basis(readings(view), worth, view.filing)
    ours, theirs = means_of(view, fight, fight.side), means_of(view, fight, terms.enemy_of(fight.side))

    def by_pair(pair: Pair) -> Callable[[int], Fraction]:
        return lambda total: pair_odds(pair, total, attacker, defender, basis).payoff

    if view.option("support-order") == "B":
        plan = _plan(
            view, ours, theirs, drm, lambda total: mix_of(table(total, attacker, defender, basis)).value
        )
        return dict.fromkeys(PAIRS, plan), mix_of(table(plan.drm, attacker, defender, basis))
    plans = {pair: _plan(view, ours, theirs, drm, by_pair(pair)) for pair in PAIRS}
    return plans, equilibrium({pair: plan.value for pair, plan in plans.items()})


def _plan(view: View, ours: Means, theirs: Means, drm: int, value: Callable[[int], Fraction]) -> Plan:
    """The attacker's best commitment against the defender's best answer."""
    replies = list(theirs.choices())
    known: dict[int, Fraction] = {}

    def at(total: int) -> Fraction:
        if total not in known:
            known[total] = value(total)
        return known[total]

    def shift(mine: tuple[int, int], reply: tuple[int, int]) -> int:
        points = compared(view, ours.counting(mine[0]), theirs.counting(reply[0]))
        return points + mine[1] - reply[1]

    def answer(mine: tuple[int, int]) -> tuple[int, int]:
        return min(replies, key=lambda r: (at(drm + shift(mine, r)), r[1], r[0]))

    best = max(
        ((mine, answer(mine)) for mine in ours.choices()),
        key=lambda both: (at(drm + shift(*both)), -both[0][1], -both[0][0]),
    )
    total = drm + shift(*best)
    return Plan(_commitment(ours, *best[0]), _commitment(theirs, *best[1]), total, at(total))
