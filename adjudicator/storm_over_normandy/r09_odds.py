"""Section 9.3.5: exact chances of an attack: each damage, forced losses, the fall of the Area, support."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from adjudicator.citation import rule
from adjudicator.dice import DR, Distribution
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Piece, State, View
from adjudicator.ruling import Ruling, Step
from adjudicator.storm_over_normandy import r10_allocations as alloc
from adjudicator.storm_over_normandy import r10_damage, r13_control, terms
from adjudicator.storm_over_normandy.r09_attack import support_left
from adjudicator.storm_over_normandy.r09_strength import Attack, explain_strength, targets_of
from module_builder.vassal.values import dataclass

__all__ = ["Fate", "Odds", "damage_odds", "fate_of", "odds_of_numbers", "odds_of_position"]

_SIZES = {"battalion": alloc.BATTALION, "regiment": alloc.REGIMENT, "brigade": alloc.REGIMENT}


@functools.lru_cache(maxsize=256)
@rule("9.3.5")
def damage_odds(margin: int) -> Distribution[int]:
    """Ways of each damage in 36: two dice and the margin, never less than none.

    Parameters
    ----------
    margin
        Attack points without the dice, less defense points.

    Examples
    --------
    >>> dict(damage_odds(-9).items())
    {0: 30, 1: 3, 2: 2, 3: 1}
    """
    return DR.map(lambda dice: max(0, dice + margin))


@dataclass(frozen=True, slots=True)
class Fate:
    """What damage does at least, whatever its owner chooses.

    Parameters
    ----------
    lost
        Fewest units that are eliminated.
    cleared
        Whether every unit attacked leaves or is lost.

    Examples
    --------
    >>> Fate(0, cleared=False).lost
    0
    """

    lost: int
    cleared: bool


@dataclass(frozen=True, slots=True)
class Odds:
    """Exact distribution of the damage of an attack, with what it forces.

    Parameters
    ----------
    points, defense
        Attack points without the dice, and defense points.
    fates
        Damage -> what it does at least.

    Examples
    --------
    >>> Odds(4, 9, {}).at_least(1)
    Fraction(13, 18)
    """

    points: int
    defense: int
    fates: Mapping[int, Fate]

    @property
    def damage(self) -> Distribution[int]:
        """Ways of each damage."""
        return damage_odds(self.points - self.defense)

    def at_least(self, damage: int) -> Fraction:
        """Chance of so much damage or more.

        Parameters
        ----------
        damage
            Damage points.

        Examples
        --------
        >>> Odds(0, 12, {}).at_least(1)
        Fraction(0, 1)
        """
        return self.damage.chance(lambda d: d >= damage)

    @property
    def mean(self) -> Fraction:
        """Mean damage."""
        return Fraction(sum(d * ways for d, ways in self.damage.items()), self.damage.total)

    @property
    def elimination(self) -> int:
        """Ways in which at least one unit is eliminated whatever its owner chooses."""
        return sum(ways for d, ways in self.damage.items() if d and self.fates[d].lost)

    @property
    def cleared(self) -> int:
        """Ways in which no unit attacked stays whatever its owner chooses."""
        return sum(ways for d, ways in self.damage.items() if d and self.fates[d].cleared)

    def with_support(self, more: int) -> Odds:
        """The same attack with more Support Points; the fates must reach so far."""
        return dataclasses.replace(self, points=self.points + more)


# --- what damage forces -------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=8192)
@rule("10.0", "10.1", "10.2")
def fate_of(
    lots: tuple[alloc.Lot, ...], stuck: tuple[bool, ...], damage: int, given: alloc.Conditions = alloc.PLAIN
) -> Fate:
    """What damage does to units at least, from bare numbers.

    Parameters
    ----------
    stuck
        For each lot whether its units have no place to retreat to.
    damage, given
        Damage points, and what the attack says.

    Examples
    --------
    >>> fate_of((alloc.Lot(1, "regiment"),), (True,), 3)
    Fate(lost=1, cleared=True)
    """
    ways = [_fate(taken, stuck, given) for taken in alloc.minimal(lots, damage, given)]
    return Fate(min(f.lost for f in ways), all(f.cleared for f in ways))


def _fate(taken: alloc.Taken, stuck: Sequence[bool], given: alloc.Conditions) -> Fate:
    """What one way to take damage does."""
    words = [(word, held) for levels, held in zip(taken, stuck, strict=True) for word in levels]
    leaving = [(word, held) for word, held in words if word in {alloc.ELIMINATE, alloc.RETREAT}]
    stays = sum(held for word, held in leaving if word == alloc.RETREAT) if given.no_elimination else 0
    lost = sum(word == alloc.ELIMINATE or held for word, held in leaving) - stays
    return Fate(lost, len(leaving) - stays == len(words))


def _fates(least: int, most: int, cap: int, fate: Callable[[int], Fate]) -> dict[int, Fate]:
    """Fates of every damage that can come; beyond what can be applied they are the same."""
    known = functools.cache(fate)
    return {damage: known(min(damage, cap or damage)) for damage in range(max(1, least), most + 1)}


# --- bare numbers -------------------------------------------------------------------------------------------


def _lot(words: str) -> tuple[alloc.Lot, bool]:
    """A target in words: ``regiment``, ``battalion spent``, ``strongpoint 8``, with ``stuck`` if need be."""
    kind, *rest = words.split()
    numbers = [int(w) for w in rest if w.isdigit()]
    if kind == alloc.STRONGPOINT and len(numbers) == 1 and numbers[0] in {7, 8, 9}:
        return alloc.Lot(1, kind, rating=numbers[0]), True
    if kind not in _SIZES or set(rest) - {terms.FRESH, terms.SPENT, "stuck"}:
        way_out = (
            "Write regiment, brigade or battalion, then fresh or spent and stuck; or strongpoint 7, 8 or 9"
        )
        raise MalformedAction(f"{words!r} describes no unit", way_out)
    return alloc.Lot(1, _SIZES[kind], terms.SPENT not in rest), "stuck" in rest


def _merged(found: Sequence[tuple[alloc.Lot, bool]]) -> tuple[tuple[alloc.Lot, ...], tuple[bool, ...]]:
    counts = {key: found.count(key) for key in found}
    lots = tuple(dataclasses.replace(lot, count=n) for (lot, _), n in counts.items())
    return lots, tuple(held for _, held in counts)


@rule("9.3.5", "10.1")
def odds_of_numbers(
    points: int, defense: int, targets: Sequence[str] = (), *, no_elimination: bool = False
) -> Ruling:
    """Odds from bare numbers, without any position.

    Parameters
    ----------
    points, defense
        Attack points without the dice, and defense points.
    targets
        Units attacked, each in words: ``regiment``, ``battalion spent``, ``strongpoint 8``; ``stuck`` after a
        unit that has no place to retreat to.
    no_elimination
        Whether it is a card that eliminates nobody.

    Raises
    ------
    MalformedAction
        A target cannot be read.

    Examples
    --------
    >>> odds_of_numbers(6, 13, ["regiment spent", "regiment"]).answer["damage"]["4"]
    2
    """
    lots, stuck = _merged([_lot(words) for words in targets])
    given = alloc.Conditions(no_elimination, no_elimination)
    cap = alloc.reachable(lots, given).bit_length() - 1
    more = points - defense
    fates = _fates(
        more + 2,
        more + 12,
        cap,
        lambda damage: fate_of(lots, stuck, damage, given) if lots else Fate(0, cleared=False),
    )
    steps = [Step("9.3.1", "attack points as given, without the dice", points)]
    steps.append(Step("9.3.4", "defense points as given", defense))
    if lots:
        steps.append(Step("10.1", f"the units attacked can take {many(cap, 'damage point')}", cap))
    odds = Odds(points, defense, fates)
    return Ruling(f"odds attack {points} against {defense}", _verdict(odds), _told(odds), tuple(steps))


def _verdict(odds: Odds) -> str:
    total, damage = odds.damage.total, odds.damage
    hit = total - damage[0]
    head = f"{odds.points} and two dice against {odds.defense}: damage in {hit}/{total} ({hit / total:.1%})"
    return f"{head}, mean {float(odds.mean):.2f}."


def _told(odds: Odds) -> dict[str, Any]:
    """Odds as plain data."""
    damage = odds.damage
    reached, floors = damage.total, {}
    for points in sorted(damage):
        floors[str(points)] = reached
        reached -= damage[points]
    return {
        "attack": odds.points,
        "defense": odds.defense,
        "of": damage.total,
        "damage": {str(d): damage[d] for d in sorted(damage)},
        "at_least": floors,
        "mean": str(odds.mean),
        "elimination": odds.elimination,
        "cleared": odds.cleared,
    }


# --- positions ----------------------------------------------------------------------------------------------


@rule("9.3.5", "9.3.3", "10.1", "13.0")
def odds_of_position(state: State, attack: Attack, *, strict: bool = False) -> Ruling:
    """Odds of an attack in a position, with the owner's best choices and what Support Points add.

    Returns
    -------
    Ruling
        Its answer holds the ways in 36 of each damage, of a forced elimination, of a cleared Area and of its
        fall, the best choices for each damage, and the same for each number of Support Points.

    Raises
    ------
    MalformedAction
        There is nobody to attack.
    """
    inquiry, pieces = Inquiry(state, strict=strict), targets_of(state, attack)
    name = state.board.name(attack.area)
    if not pieces:
        raise MalformedAction(f"no enemy of the {attack.side.capitalize()} side is in {name}")
    points, defense = explain_strength(inquiry, attack)
    more, cap = support_left(inquiry, attack), _cap(inquiry, pieces, attack)
    choices = {
        damage: r10_damage.best_choices(state, pieces, damage, attack)
        for damage in range(1, min(cap, points + 12 + more - defense) + 1)
    }
    least, most = points + 2 - defense, points + 12 + more - defense
    fates = _fates(least, most, cap, lambda damage: _of_choices(choices.get(damage, ()), len(pieces)))
    odds, can_fall = Odds(points, defense, fates), _can_fall(inquiry, attack, pieces)
    shown = {d: found for d, found in choices.items() if d in odds.damage}
    answer = {
        **_told(odds),
        "falls": odds.cleared if can_fall else 0,
        "choices": {str(d): [_choice_told(c) for c in found] for d, found in shown.items()},
        "support": {str(n): _supported(odds.with_support(n), can_fall=can_fall) for n in range(more + 1)},
    }
    inquiry.note("10.1", f"the units attacked can take {many(cap, 'damage point')}", cap)
    return inquiry.ruling(f"odds attack {name}", _verdict(odds), answer)


def _cap(view: View, pieces: Sequence[Piece], attack: Attack) -> int:
    lots = tuple(r10_damage.lot_of(view, piece) for piece in pieces)
    return alloc.reachable(lots, r10_damage.conditions_of(view, attack)).bit_length() - 1


def _of_choices(choices: Sequence[r10_damage.Choice], units: int) -> Fate:
    lost = min((c.eliminated for c in choices), default=0)
    return Fate(lost, bool(choices) and all(c.leaving == units for c in choices))


@rule("13.0")
def _can_fall(inquiry: Inquiry, attack: Attack, pieces: Sequence[Piece]) -> bool:
    """Whether the Area passes to the attacker when no unit attacked stays."""
    everyone = terms.enemies(inquiry, attack.area, attack.side)
    there = attack.attackers or terms.friends(inquiry, attack.area, attack.side)
    held = r13_control.holder(inquiry, attack.area) != attack.side
    return held and bool(there) and len(everyone) == len(pieces)


def _choice_told(choice: r10_damage.Choice) -> dict[str, Any]:
    return {**dataclasses.asdict(choice), "losses": dict(choice.losses)}


def _supported(odds: Odds, *, can_fall: bool) -> dict[str, Any]:
    hit = odds.damage.total - odds.damage[0]
    fall = odds.cleared if can_fall else 0
    return {"hit": hit, "elimination": odds.elimination, "falls": fall, "mean": str(odds.mean)}
