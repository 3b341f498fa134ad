"""Sections 12.41, 12.42 and 13.0: exact odds of a combat for all four pairs of modes at once."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from adjudicator.citation import rule
from adjudicator.june_six import r12_crt
from adjudicator.june_six.battle import Battle, lenders_of
from adjudicator.june_six.r12_crt import DIE, PAIRS, STAND, Cell
from adjudicator.june_six.r12_fight import Fight, fight_of
from adjudicator.june_six.r12_line_up import LineUp, lined_up, mode_drm
from adjudicator.june_six.r12_modes import Mix, Weights, equilibrium, weights
from adjudicator.june_six.r13_allocation import (
    Allocation,
    Outcome,
    Readings,
    Sufferer,
    allocations,
    readings,
    sufferers,
)
from adjudicator.june_six.r13_losses import DISORDERS, is_last_step
from adjudicator.position import Piece, View

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
]

Pair = tuple[str, str]
_MOST = 2


@dataclass(frozen=True, slots=True)
class Force:
    """One side of a combat, as far as results look at it.

    Parameters
    ----------
    units
        The units.
    last
        Ids of those that a step loss takes off the map.
    names
        Id -> title, as pairs.

    Examples
    --------
    >>> Force((Sufferer("us-1", "e1940", 6),)).best
    6
    """

    units: tuple[Sufferer, ...]
    last: frozenset[str] = frozenset()
    names: tuple[tuple[str, str], ...] = ()

    @property
    def best(self) -> int:
        """Highest cohesion."""
        return max([u.cohesion for u in self.units], default=0)


@dataclass(frozen=True, slots=True)
class Basis:
    """What odds rest on besides numbers.

    Parameters
    ----------
    read
        How open points of allocation are read.
    worth
        What counts how much.

    Examples
    --------
    >>> Basis().read.one_of_stack
    True
    """

    read: Readings = field(default_factory=Readings)
    worth: Weights = field(default_factory=weights)


@dataclass(frozen=True, slots=True)
class Harm:
    """What a force suffers by a cell when its owner chooses who.

    Parameters
    ----------
    steps, levels
        Steps lost, and levels of Disorder gained (negative where a loss takes markers off).
    lost
        Units eliminated.
    allocation
        Who suffers what: the choice that counts least.
    ways
        How many choices the owner has.
    emptied
        Whether nobody is left.

    Examples
    --------
    >>> Harm().ways
    1
    """

    steps: int = 0
    levels: int = 0
    lost: int = 0
    allocation: Allocation = ()
    ways: int = 1
    emptied: bool = False


@dataclass(frozen=True, slots=True)
class PairOdds:
    """Exact odds of one pair of modes.

    Parameters
    ----------
    pair, drm
        The modes, and the total modifier with them.
    faces
        For each face of the die the cell, what the attacker suffers, and what the defender suffers.
    rout
        Faces that give the defender an Attacker Rout.
    payoff
        What the attacker gains on average.

    Examples
    --------
    >>> PairOdds(("assault", "stand"), 2, (), 0, Fraction(0)).drm
    2
    """

    pair: Pair
    drm: int
    faces: tuple[tuple[Cell, Harm, Harm], ...]
    rout: int
    payoff: Fraction

    @property
    def cleared(self) -> int:
        """Faces that leave the defender hex empty: by retreat, or because nobody is left."""
        return sum([bool(c.defender_retreat) or d.emptied for c, _, d in self.faces])

    def mean(self, name: str, *, attacking: bool) -> Fraction:
        """Mean of ``steps``, ``levels`` or ``lost`` of a side."""
        side = 1 if attacking else 2
        return Fraction(sum([int(getattr(face[side], name)) for face in self.faces]), len(DIE))


@dataclass(frozen=True, slots=True)
class Joint:
    """Exact odds of a combat for all pairs of modes.

    Parameters
    ----------
    line
        The combat made ready for the die.
    attacker, defender
        The forces that suffer results.
    basis
        What the odds rest on.
    pairs
        Modes -> odds.
    mix
        The best secret choice of both sides.
    """

    line: LineUp
    attacker: Force
    defender: Force
    basis: Basis
    pairs: Mapping[Pair, PairOdds]
    mix: Mix


# --- what a cell does -------------------------------------------------------------------------------------


@rule("13.71", "13.0")
def forces(view: View, fight: Fight) -> tuple[Force, Force]:
    """The two sides of a combat, units that only lend artillery next to the defender hex among them.

    Parameters
    ----------
    view
        The position.
    fight
        The combat.

    Returns
    -------
    (Force, Force)
        Attacker and defender.
    """
    lenders: tuple[Piece, ...] = ()
    if fight.artillery_a:
        uids = tuple(p.uid for p in fight.attackers)
        fires = {"attack": dict(fight.artillery_a), "defence": {}}
        lenders = lenders_of(view, Battle(fight.kind, fight.side, fight.target, uids, artillery=fires))
    return force_of(view, (*fight.attackers, *lenders)), force_of(view, fight.defenders)


def force_of(view: View, pieces: Sequence[Piece]) -> Force:
    """Some units as a force; see `Force`."""
    last = frozenset([p.uid for p in pieces if is_last_step(view, p)])
    return Force(sufferers(view, pieces), last, tuple([(p.uid, p.printed.title) for p in pieces]))


@functools.lru_cache(maxsize=16384)
@rule("13.7", "13.13", "13.14", "13.15")
def harm_of(
    force: Force, results: tuple[r12_crt.Result, ...], retreat: int, enemy_best: int, basis: Basis
) -> Harm:
    """What results do to a force whose owner lets those suffer whom it costs least.

    Parameters
    ----------
    force
        The side.
    results, retreat
        Of the cell.
    enemy_best
        Highest cohesion of the other side (13.73).
    basis
        How open points are read, and what counts how much.

    Returns
    -------
    Harm
    """
    ways = allocations(force.units, Outcome(results, retreat, enemy_best), basis.read)
    worth = basis.worth
    found = [_harm(force, way, len(ways)) for way in ways]
    return min(found, key=lambda h: (worth.harm(h.steps, h.levels), h.steps, h.lost, h.allocation))


def _harm(force: Force, way: Allocation, ways: int) -> Harm:
    known = {u.uid: u for u in force.units}
    steps = levels = lost = 0
    for uid, result in way:
        unit = known[uid]
        if unit.loses(result):
            steps, levels = steps + 1, levels - unit.disorder
            lost += uid in force.last
        else:
            levels += DISORDERS[result]
    return Harm(steps, levels, lost, way, ways, bool(force.units) and lost == len(force.units))


@functools.lru_cache(maxsize=8192)
@rule("12.42", "13.61")
def pair_odds(pair: Pair, drm: int, attacker: Force, defender: Force, basis: Basis) -> PairOdds:
    """Exact odds of one pair of modes.

    Parameters
    ----------
    pair, drm
        The modes, and the total modifier without that of the modes.
    attacker, defender
        The two forces.
    basis
        How open points are read, and what counts how much.

    Returns
    -------
    PairOdds
    """
    total = drm + mode_drm(*pair)
    faces = tuple([_face(cell, attacker, defender, basis) for cell in r12_crt.rows(*pair, total)])
    rout = sum([face + total <= 0 for face in DIE]) if pair[1] == STAND else 0
    gained = sum([_gain(*face, basis.worth) for face in faces]) - rout * basis.worth.rout
    return PairOdds(pair, total, faces, rout, Fraction(gained, len(DIE)))


def _face(cell: Cell, attacker: Force, defender: Force, basis: Basis) -> tuple[Cell, Harm, Harm]:
    ours = harm_of(attacker, cell.attacker, cell.attacker_retreat, defender.best, basis)
    theirs = harm_of(defender, cell.defender, cell.defender_retreat, attacker.best, basis)
    return cell, ours, theirs


def _gain(cell: Cell, ours: Harm, theirs: Harm, worth: Weights) -> int:
    """What the attacker gains by a cell."""
    ground = max(cell.defender_retreat, int(theirs.emptied)) - cell.attacker_retreat
    gained = ground * worth.ground + cell.breakthrough * worth.breakthrough
    return gained + worth.harm(theirs.steps, theirs.levels) - worth.harm(ours.steps, ours.levels)


# --- all pairs at once ------------------------------------------------------------------------------------


def joint(view: View, attack: Mapping[str, Any], worth: Weights | None = None) -> Joint:
    """Exact odds of a combat for all pairs of modes.

    Parameters
    ----------
    view
        The position; an Inquiry records the steps.
    attack
        Plain data of the combat, as the pending decision holds it.
    worth
        What counts how much in the payoff; the weights of ``payoff.toml`` without.

    Returns
    -------
    Joint

    Raises
    ------
    MalformedAction
        Nobody attacks, no such unit or hex, or nobody defends it.
    """
    return joint_of(view, fight_of(view, attack), worth or weights())


@rule("12.41", "12.42")
def joint_of(view: View, fight: Fight, worth: Weights) -> Joint:
    """Exact odds of a combat that is looked up already; see `joint`."""
    line = lined_up(view, fight)
    attacker, defender = forces(view, fight)
    basis = Basis(readings(view), worth)
    pairs = table(line.drm, attacker, defender, basis)
    return Joint(line, attacker, defender, basis, pairs, mix_of(pairs))


@rule("12.42")
def table(drm: int, attacker: Force, defender: Force, basis: Basis) -> Mapping[Pair, PairOdds]:
    """Exact odds of all pairs of modes by a total modifier without that of the modes.

    Parameters
    ----------
    drm
        The total modifier.
    attacker, defender, basis
        As in `pair_odds`.

    Returns
    -------
    mapping
        Modes -> odds.
    """
    return {pair: pair_odds(pair, drm, attacker, defender, basis) for pair in PAIRS}


def mix_of(pairs: Mapping[Pair, PairOdds]) -> Mix:
    """The best secret choice of both sides; see `r12_modes.equilibrium`."""
    return equilibrium({pair: found.payoff for pair, found in pairs.items()})
