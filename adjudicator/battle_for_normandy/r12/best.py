"""Sections 12.4, 12.5 and 11.4: the best use of artillery, ships and aircraft on both sides of a combat."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.combat import in_combat_supply
from adjudicator.battle_for_normandy.r07.csp import can_pay, price
from adjudicator.battle_for_normandy.r11.anti_air import ABORT, HIT, chances, flak
from adjudicator.battle_for_normandy.r12.battle import AttackRecord, defenders_of
from adjudicator.battle_for_normandy.r12.crt import COLUMNS
from adjudicator.battle_for_normandy.r12.eligibility import force_faults
from adjudicator.battle_for_normandy.r12.line_up import LineUp, line_up
from adjudicator.battle_for_normandy.r12.odds import Odds, odds, odds_of
from adjudicator.battle_for_normandy.r12.ratio import column, limited
from adjudicator.battle_for_normandy.r12.strength import as_record, support_strength
from adjudicator.battle_for_normandy.r12.support import MOST_BONUS, available, limit, planes_left
from adjudicator.citation import rule
from adjudicator.position import View
from maps.filing import Filing
from module_builder.vassal.values import dataclass

__all__ = ["Plan", "best_attack", "best_defence"]


@dataclass(frozen=True, slots=True)
class Plan:
    """An attack with the best support, and the best answer to it."""

    attack: AttackRecord
    csp: int
    worth: Fraction
    line: LineUp
    odds: Odds | None


@dataclass(frozen=True, slots=True)
class _Base:
    """A combat without support: strengths, modifiers, Combined Arms, column 3:2, chance of AA, its table."""

    attack: int
    defence: int
    raw: int
    combined: bool
    half: bool
    shot: Fraction
    filing: Filing

    def supported(self, lent: int, more: int) -> _Base:
        """The combat with so much strength lent to the attacker, and so much more on his die."""
        attack, raw = self.attack + lent, self.raw + more
        return _Base(attack, self.defence, raw, self.combined, self.half, self.shot, self.filing)


@functools.lru_cache(maxsize=8192)
def _worth(filing: Filing, totals: tuple[int, int], raw: int, combined: bool, half: bool) -> Fraction:  # noqa: FBT001 - a key
    name = column(*totals, half=half) or COLUMNS[0]
    return odds_of(filing, name, limited(raw), limited(raw + 1) if combined else None).worth


def _base(view: View, attack: AttackRecord) -> _Base:
    bare = dataclasses.replace(attack, support=(), air=0, defence_support=(), defence_air=0, aa=(0, 0))
    found = line_up(view, dataclasses.replace(bare, defence_aa=(0, 0), bonus=()))
    half = view.option("odds-columns") == "B"
    shot = Fraction(0)
    if guns := flak(view, attack.hex):
        fire = chances(view, len(guns))
        shot = fire[ABORT] + fire[HIT]
    return _Base(found.attack, found.defence, found.raw, found.combined_arms, half, shot, view.filing)


# --- the answer of the defender ---------------------------------------------------------------------------


@rule("12.5.4", "11.4", "7.6.3")
def best_defence(view: View, attack: AttackRecord | Mapping[str, Any]) -> AttackRecord:
    """An attack with the best Defensive Support against it: the least that does the most."""
    record = as_record(attack)
    return _answered(view, record, _base(view, record), *_defence_means(view, record))


def _answered(
    view: View, attack: AttackRecord, base: _Base, guns: Mapping[str, int], planes: int
) -> AttackRecord:
    """The attack with the best answer out of given means."""
    pick, air = _answer(_supported(view, base, attack), guns, planes)
    return dataclasses.replace(attack, defence_support=tuple(guns)[:pick], defence_air=air)


def _supported(view: View, base: _Base, attack: AttackRecord) -> _Base:
    """The combat with the support of the attacker."""
    lent = sum([support_strength(view, view.pieces[u], defending=False) for u in attack.support])
    return base.supported(lent, attack.planes + len(attack.bonus))


def _defence_means(view: View, attack: AttackRecord) -> tuple[dict[str, int], int]:
    """The strongest guns that the defender may use at once, and his Air Points."""
    side = attack.defending
    helped = [p.uid for p in defenders_of(view, attack)]
    if side == terms.ALLIED and not _can_pay(view, attack):
        return {}, 0
    known = available(view, side, attack)
    guns = dict(list(known.items())[: limit(view, helped)])
    return guns, planes_left(view, attack) if side == terms.ALLIED else 0


def _can_pay(view: View, attack: AttackRecord) -> bool:
    """Whether the Allied defender can pay for Defensive Support."""
    there = defenders_of(view, attack)
    return bool(there) and can_pay(view, 1, terms.group_of(there[0].printed))


def _answer(base: _Base, guns: Mapping[str, int], planes: int) -> tuple[int, int]:
    """How many of the strongest guns, and how many Air Points, harm the attacker most; the least of those."""
    strengths, best = list(guns.values()), (0, 0)
    least = _against(base, 0, 0)
    for total in range(1, len(strengths) + planes + 1):
        for air in range(min(planes, total) + 1):
            pick = total - air
            if pick > len(strengths):
                continue
            value = _against(base, sum(strengths[:pick]), air)
            if value < least:
                least, best = value, (pick, air)
    return best


def _against(base: _Base, lent: int, air: int) -> Fraction:
    """Worth of the attack against a defence with so much support, AA fire at its planes reckoned in."""

    def through(planes: int) -> Fraction:
        totals = base.attack, base.defence + lent
        return _worth(base.filing, totals, base.raw - planes, base.combined, base.half)

    if not air or not base.shot:
        return through(air)
    return (1 - base.shot) * through(air) + base.shot * through(air - 1)


# --- the choice of the attacker ---------------------------------------------------------------------------


@rule("12.5.1", "11.4", "7.6.3")
def best_attack(view: View, attack: AttackRecord | Mapping[str, Any]) -> Plan:
    """An attack with the best support within its limits and what can be paid, against the best answer.

    Parameters
    ----------
    attack
        Who attacks what; its support is chosen anew.

    Returns
    -------
    Plan
        Of equal worth the cheapest.
    """
    bare = dataclasses.replace(
        as_record(attack), support=(), air=0, defence_support=(), defence_air=0, bonus=()
    )
    base, reply, known = _base(view, bare), _defence_means(view, bare), available(view, bare.side, bare)
    ranked = [
        (-_value(base, known, record, *reply), price, _length(record), record)
        for record in _choices(view, bare, tuple(known))
        if _permitted(base, known, record) and (price := _price(view, record)) is not None
    ]
    ranked = ranked or [(-_value(base, known, bare, *reply), 0, 0, bare)]
    negative, price, _, chosen = min(ranked, key=lambda item: item[:3])
    final = _answered(view, dataclasses.replace(chosen, csp=price), base, *reply)
    return Plan(final, price, -negative, *odds(view, final))


def _length(attack: AttackRecord) -> int:
    """How much support it takes."""
    return len(attack.support) + len(attack.bonus) + attack.air


def _lent(known: Mapping[str, int], attack: AttackRecord) -> int:
    return sum([known[uid] for uid in attack.support])


@rule("12.4")
def _permitted(base: _Base, known: Mapping[str, int], attack: AttackRecord) -> bool:
    """Whether the odds are 1:4 or better before the defender calls his support."""
    return bool(column(base.attack + _lent(known, attack), base.defence))


def _choices(view: View, attack: AttackRecord, known: Sequence[str]) -> Iterator[AttackRecord]:
    """Every number of the strongest guns, of additional fires by the weakest, and of Air Points."""
    guns = _attack_guns(view, attack, known)
    planes = planes_left(view, attack) if attack.side == terms.ALLIED and _combat_supply(view, attack) else 0
    for pick in range(len(guns) + 1):
        spare = _spare(view, attack, known, guns[:pick])
        for bonus in range(len(spare) + 1):
            for air in range(planes + 1):
                yield dataclasses.replace(attack, support=guns[:pick], bonus=spare[:bonus], air=air)


@rule("12.5.1o")
def _spare(view: View, attack: AttackRecord, known: Sequence[str], guns: Sequence[str]) -> tuple[str, ...]:
    """German guns for additional fires (12.5.1o): the weakest, no more than lend their strength."""
    if attack.side != terms.GERMAN or not terms.has_option(view, "12.5.1o"):
        return ()
    return tuple([u for u in reversed(known) if u not in guns][: min(MOST_BONUS, len(guns))])


def _combat_supply(view: View, attack: AttackRecord) -> bool:
    return any(in_combat_supply(view, u) for u in attack.attackers)


def _attack_guns(view: View, attack: AttackRecord, known: Sequence[str]) -> tuple[str, ...]:
    """The strongest guns that may support an attack together."""
    most = limit(view, attack.attackers)
    chosen: list[str] = []
    for uid in known:
        if len(chosen) >= most:
            break
        if terms.is_naval(view.pieces[uid].printed) or not _clashes(view, attack, chosen, uid):
            chosen.append(uid)
    return tuple(chosen)


def _clashes(view: View, attack: AttackRecord, chosen: Sequence[str], uid: str) -> bool:
    """Whether a gun cannot be attached beside those that are chosen."""
    guns = [u for u in chosen if not terms.is_naval(view.pieces[u].printed)]
    return bool(guns) and bool(force_faults(view, attack.attackers, [*guns, uid]))


@rule("7.6.3")
def _price(view: View, attack: AttackRecord) -> int | None:
    """Combat Supply Points of an attack; None where they are not there."""
    cost = price(view, attack)
    if attack.side == terms.GERMAN or not cost:
        return cost
    group = terms.group_of(view.pieces[attack.attackers[0]].printed)
    return cost if can_pay(view, cost, group) else None


def _value(
    base: _Base, known: Mapping[str, int], attack: AttackRecord, guns: Mapping[str, int], planes: int
) -> Fraction:
    """Worth of an attack against the best answer, AA fire at its planes reckoned in."""
    lent, lost = _lent(known, attack), sum(attack.aa)

    def through(air: int) -> Fraction:
        here = base.supported(lent, max(0, air - lost) + len(attack.bonus))
        pick, flying = _answer(here, guns, planes)
        return _against(here, sum(list(guns.values())[:pick]), flying)

    if not attack.air or not base.shot:
        return through(attack.air)
    return (1 - base.shot) * through(attack.air) + base.shot * through(attack.air - 1)
