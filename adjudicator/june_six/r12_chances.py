"""Sections 12.42, 13.0 and 13.7: the exact chances of a pair of modes for two forces; no position needed."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction

from adjudicator.citation import rule
from adjudicator.june_six import r12_crt
from adjudicator.june_six.r12_crt import ASSAULT, DIE, PAIRS, STAND, Cell, mode_drm
from adjudicator.june_six.r12_modes import Mix, Weights, equilibrium, weights
from adjudicator.june_six.r13_allocation import Allocation, Outcome, Readings, Sufferer, allocations
from adjudicator.june_six.r13_losses import course
from maps.filing import OURS, Filing
from module_builder.vassal.values import dataclass

__all__ = ["Basis", "Force", "Harm", "PairOdds", "harm_of", "mix_of", "pair_odds", "table"]

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Force:
    """One side of a combat, as far as results look at it.

    Parameters
    ----------
    last
        Ids of those that a step loss takes off the map.
    names
        Id -> title, as pairs.
    ambush
        (id, faces of the die above its cohesion, and above that of its reduced side) of units that a Bocage
        Ambush may strike (13.46).
    others
        Highest cohesion of what is no unit: Beach Engineers (9.2).
    idle
        HQs in `ambush` that only stand with the units and suffer no results.

    Examples
    --------
    >>> Force((Sufferer("us-1", "e1940", 6),)).best
    6
    """

    units: tuple[Sufferer, ...]
    last: frozenset[str] = frozenset()
    names: tuple[tuple[str, str], ...] = ()
    ambush: tuple[tuple[str, int, int], ...] = ()
    others: int = 0
    idle: tuple[Sufferer, ...] = ()

    @property
    def best(self) -> int:
        """Highest cohesion."""
        return max([self.others, *[u.cohesion for u in self.units]])


@dataclass(frozen=True, slots=True)
class Basis:
    """What odds rest on besides numbers.

    Examples
    --------
    >>> Basis().read.one_of_stack
    True
    """

    read: Readings = field(default_factory=Readings)
    worth: Weights = field(default_factory=lambda: weights(OURS))
    filing: Filing = OURS


@dataclass(frozen=True, slots=True)
class Harm:
    """What a force suffers by a cell when its owner chooses who.

    Parameters
    ----------
    steps, levels
        Steps lost, and levels of Disorder gained (negative where a loss takes markers off).
    lost
        Units eliminated.
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

    Examples
    --------
    >>> PairOdds(("assault", "stand"), 2, (), 0, Fraction(0), Fraction(0)).drm
    2
    """

    pair: Pair
    drm: int
    faces: tuple[tuple[Cell, Harm, Harm], ...]
    rout: int
    ambush: Fraction
    payoff: Fraction

    @property
    def cleared(self) -> int:
        """Faces that leave the defender hex empty: by retreat, or because nobody is left."""
        return sum([bool(c.defender_retreat) or d.emptied for c, _, d in self.faces])

    def mean(self, name: str, *, attacking: bool) -> Fraction:
        """Mean of ``steps``, ``levels`` or ``lost`` of a side."""
        side = 1 if attacking else 2
        return Fraction(sum([int(getattr(face[side], name)) for face in self.faces]), len(DIE))


# --- what a cell does -------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=16384)
@rule("13.71", "13.13", "13.14", "13.15")
def harm_of(
    force: Force, results: tuple[r12_crt.Result, ...], retreat: int, enemy_best: int, basis: Basis
) -> Harm:
    """What results do to a force whose owner lets those suffer whom it costs least.

    Parameters
    ----------
    results, retreat
        Of the cell.
    enemy_best
        Highest cohesion of the other side (13.73).
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
        level, gone = course(unit.disorder, result)
        steps, levels = steps + gone, levels + level - unit.disorder
        lost += gone > 1 or (gone == 1 and uid in force.last)
    return Harm(steps, levels, lost, way, ways, bool(force.units) and lost == len(force.units))


@functools.lru_cache(maxsize=8192)
@rule("12.42", "13.61")
def pair_odds(pair: Pair, drm: int, attacker: Force, defender: Force, basis: Basis) -> PairOdds:
    """Exact odds of one pair of modes.

    Parameters
    ----------
    pair, drm
        The modes, and the total modifier without that of the modes.
    """
    total = drm + mode_drm(*pair)
    faces = tuple(
        [_face(cell, attacker, defender, basis) for cell in r12_crt.rows(basis.filing, *pair, total)]
    )
    rout = sum([face + total <= 0 for face in DIE]) if pair[1] == STAND else 0
    struck = sum([_ambushed(attacker, cell, ours) for cell, ours, _ in faces]) if attacker.ambush else 0
    ambush = Fraction(struck, len(DIE) * len(DIE))
    gained = sum([_gain(*face, basis.worth) for face in faces]) - rout * basis.worth.rout
    payoff = Fraction(gained, len(DIE)) - ambush * basis.worth.disorder
    return PairOdds(pair, total, faces, rout, ambush, payoff)


@rule("13.46")
def _ambushed(attacker: Force, cell: Cell, ours: Harm) -> int:
    """Ways in ten in which a Bocage Ambush strikes units that are eligible to advance after a cell."""
    modes = cell.attack_mode, cell.defence_mode
    if modes != (ASSAULT, STAND) or cell.advance != "mandatory":
        return 0
    suffered, known = dict(ours.allocation), {u.uid: u for u in (*attacker.units, *attacker.idle)}
    able: list[tuple[Sufferer, int]] = []
    for uid, faces, reduced in attacker.ambush:
        unit, result = known[uid], suffered.get(uid, "")
        if result and unit.loses(result):
            able += [] if uid in attacker.last else [(unit, reduced)]
        elif not result and not unit.disorder:
            able.append((unit, faces))
    led = {unit.space for unit, _ in able if unit.combat}
    return sum([faces for unit, faces in able if not unit.hq or unit.space in led])


def _face(cell: Cell, attacker: Force, defender: Force, basis: Basis) -> tuple[Cell, Harm, Harm]:
    ours = harm_of(attacker, cell.attacker, cell.attacker_retreat, defender.best, basis)
    theirs = harm_of(defender, cell.defender, cell.defender_retreat, attacker.best, basis)
    return cell, ours, theirs


def _gain(cell: Cell, ours: Harm, theirs: Harm, worth: Weights) -> int:
    """What the attacker gains by a cell."""
    ground = max(cell.defender_retreat, int(theirs.emptied)) - cell.attacker_retreat
    gained = ground * worth.ground + cell.breakthrough * worth.breakthrough
    return gained + worth.harm(theirs.steps, theirs.levels) - worth.harm(ours.steps, ours.levels)


@rule("12.42")
def table(drm: int, attacker: Force, defender: Force, basis: Basis) -> Mapping[Pair, PairOdds]:
    """Exact odds of all pairs of modes by a total modifier without that of the modes.

    Returns
    -------
    mapping
        Modes -> odds.
    """
    return {pair: pair_odds(pair, drm, attacker, defender, basis) for pair in PAIRS}


def mix_of(pairs: Mapping[Pair, PairOdds]) -> Mix:
    """The best secret choice of both sides; see `r12_modes.equilibrium`."""
    return equilibrium({pair: found.payoff for pair, found in pairs.items()})
