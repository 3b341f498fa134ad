"""Sections 12.41, 12.42 and 13.0: exact odds of a combat for all four pairs of modes at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from adjudicator.citation import rule
from adjudicator.june_six import terms
from adjudicator.june_six.battle import Battle, current, eligible, lenders_of
from adjudicator.june_six.r09_beaches import engineers_hold
from adjudicator.june_six.r12_chances import (
    Basis,
    Force,
    Harm,
    PairOdds,
    harm_of,
    mix_of,
    pair_odds,
    table,
)
from adjudicator.june_six.r12_crt import DIE
from adjudicator.june_six.r12_fight import Fight, fight_of
from adjudicator.june_six.r12_line_up import LineUp, lined_up
from adjudicator.june_six.r12_modes import Mix, Weights, weights
from adjudicator.june_six.r12_strength import ENGINEER_COHESION
from adjudicator.june_six.r13_allocation import readings, sufferers
from adjudicator.june_six.r13_losses import is_last_step
from adjudicator.position import Piece, View
from module_builder.vassal.values import dataclass

__all__ = [
    "Basis",
    "Force",
    "Harm",
    "Joint",
    "PairOdds",
    "force_of",
    "forces",
    "harm_of",
    "joint",
    "joint_of",
    "mix_of",
    "pair_odds",
    "table",
    "under_way",
]

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Joint:
    """Exact odds of a combat for all pairs of modes.

    Parameters
    ----------
    pairs
        Modes -> odds.
    """

    line: LineUp
    attacker: Force
    defender: Force
    basis: Basis
    pairs: Mapping[Pair, PairOdds]
    mix: Mix


@rule("13.71", "13.0")
def forces(view: View, fight: Fight) -> tuple[Force, Force]:
    """The two sides of a combat, units that only lend artillery next to the defender hex among them.

    Returns
    -------
    (Force, Force)
        Attacker and defender.
    """
    lenders: tuple[Piece, ...] = ()
    if fight.artillery_a:
        uids = tuple([p.uid for p in fight.attackers])
        fires = {"attack": dict(fight.artillery_a), "defence": {}}
        lenders = lenders_of(view, Battle(fight.kind, fight.side, fight.target, uids, artillery=fires))
    attacker = force_of(view, (*fight.attackers, *lenders))
    if threatened := _threatened(view, fight):
        known = {u.uid for u in attacker.units}
        idle = sufferers(view, [p for p in threatened if p.uid not in known])
        attacker = replace(attacker, ambush=_ambush(view, threatened), idle=idle)
    held = not fight.allied_attack and engineers_hold(view, fight.target)
    others = ENGINEER_COHESION if held and view.option("engineers-cohesion") == "A" else 0
    return attacker, force_of(view, fight.defenders, others=others)


@rule("13.46", "13.41")
def _threatened(view: View, fight: Fight) -> tuple[Piece, ...]:
    """Units that a Bocage Ambush may strike: attackers, by the second reading the HQs of their stacks too."""
    if not fight.allied_attack or terms.terrain(view, fight.target, "13.46") != "bocage":
        return ()
    found = [p for p in fight.attackers if not terms.is_hq(p.printed)]
    if view.option("hq-eligible") == "B":
        hexes = dict.fromkeys(p.space for p in fight.attackers)
        stacked = (p for h in hexes for p in terms.friends(view, h, fight.side))
        found += [p for p in stacked if terms.is_hq(p.printed)]
    return tuple([p for p in found if not [s for s, text in eligible(view, p.uid) if "Disorder" not in text]])


def _ambush(view: View, pieces: Iterable[Piece]) -> tuple[tuple[str, int, int], ...]:
    """Units that an ambush may strike with the faces of the die above their cohesions."""
    found = []
    for piece in pieces:
        now = terms.rating(view, piece, "cohesion", "13.46")
        then = piece.printed.rating("reduced_cohesion")
        found.append((piece.uid, _above(now), _above(now if then is None else then)))
    return tuple(found)


def _above(cohesion: int) -> int:
    """Faces of the die above a cohesion."""
    return max(0, DIE.stop - 1 - cohesion)


def force_of(view: View, pieces: Sequence[Piece], *, others: int = 0) -> Force:
    """Some units as a force; see `Force`."""
    last = frozenset([p.uid for p in pieces if is_last_step(view, p)])
    names = tuple([(p.uid, p.printed.title) for p in pieces])
    return Force(sufferers(view, pieces), last, names, others=others)


@rule("12.4")
def under_way(view: View, fight: Fight) -> bool:
    """Whether a combat is the one that the position is resolving: announced, support perhaps committed."""
    battle = current(view)
    if battle is None or (battle.kind, battle.hex) != (fight.kind, fight.target):
        return False
    return set(battle.attackers) == {p.uid for p in fight.attackers}


def joint(view: View, attack: Mapping[str, Any], worth: Weights | None = None) -> Joint:
    """Exact odds of a combat for all pairs of modes.

    Parameters
    ----------
    attack
        Plain data of the combat, as the pending decision holds it.

    Raises
    ------
    MalformedAction
        Nobody attacks, no such unit or hex, or nobody defends it.
    """
    return joint_of(view, fight_of(view, attack), worth or weights(view))


@rule("12.41", "12.42")
def joint_of(view: View, fight: Fight, worth: Weights) -> Joint:
    """Exact odds of a combat that is looked up already; see `joint`."""
    line = lined_up(view, fight)
    attacker, defender = forces(view, fight)
    basis = Basis(readings(view), worth, view.filing)
    pairs = table(line.drm, attacker, defender, basis)
    return Joint(line, attacker, defender, basis, pairs, mix_of(pairs))
