"""Sections 12.1, 12.2 and 12.4: an attack is declared with its support."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r03_fog, terms
from adjudicator.battle_for_normandy.r07 import attachment as r07_attachment
from adjudicator.battle_for_normandy.r07 import csp as r07_csp
from adjudicator.battle_for_normandy.r07.attachment import formation_of
from adjudicator.battle_for_normandy.r12 import battle as battles
from adjudicator.battle_for_normandy.r12 import mandatory as r12_mandatory
from adjudicator.battle_for_normandy.r12 import ready as r12_ready
from adjudicator.battle_for_normandy.r12.battle import AttackRecord, Battle
from adjudicator.battle_for_normandy.r12.eligibility import attack_faults, possible_attackers
from adjudicator.battle_for_normandy.r12.line_up import line_up
from adjudicator.battle_for_normandy.r12.losses import is_helpless
from adjudicator.battle_for_normandy.r12.modifiers import regiment_of
from adjudicator.battle_for_normandy.r12.support import (
    air_faults,
    available,
    bonus_faults,
    covers,
    limit,
    planes_left,
    support_faults,
)
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "Attack",
    "AttackRecord",
    "attacks_on",
    "explain_attack",
    "is_automatic",
    "is_covered",
    "is_major",
    "price_faults",
    "record",
    "spend_planes",
    "targets",
]

_PHASES = frozenset({"combat"})


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """Attack all enemy units in a hex, with support (12.1, 12.4).

    Parameters
    ----------
    units
        Ids of the attacking ground units and of support units that help them.
    support
        Ids of artillery and ships that add their strength.
    air
        Ground Support Points.
    bonus
        German artillery that only adds to the die (12.5.1o).
    regiment
        Lead Regiment of a Major Attack, such as ``us-1/16`` (12.6o).

    Examples
    --------
    >>> Attack(("us-1-16", "us-1-18"), "c3014", air=1).target
    'c3014'
    """

    units: tuple[str, ...]
    target: str
    support: tuple[str, ...] = ()
    air: int = 0
    bonus: tuple[str, ...] = ()
    regiment: str = ""


# --- the declaration --------------------------------------------------------------------------------------


def record(view: View, action: Attack) -> AttackRecord:
    """What an attack declares."""
    side = view.pieces[action.units[0]].side
    bonus, lead = action.bonus, action.regiment
    return AttackRecord(side, action.target, action.units, action.support, action.air, bonus=bonus, lead=lead)


@rule("7.6.3")
def is_major(view: View, attack: AttackRecord) -> bool:
    """Whether an attack comes from two hexes or more."""
    return len({view.pieces[u].space for u in attack.attackers}) > 1


@rule("7.7", "19.6.1")
def is_automatic(view: View, attack: AttackRecord) -> bool:
    """Whether nobody in the hex has a strength: corps HQs and support units alone, which are just removed."""
    there = battles.defenders_of(view, attack)
    return bool(there) and all(_falls(view, p) for p in there)


def _falls(view: View, piece: Piece) -> bool:
    corps = terms.is_corps_hq(piece.printed) and not view.number("feldersatz", piece.uid)
    return corps or is_helpless(piece)


@rule("12.1", "12.2", "12.4", "7.6.3", "11.4")
def explain_attack(inquiry: Inquiry, action: Attack) -> None:
    """Record every check of an attack."""
    if not _known(inquiry, action):
        return
    attack = record(inquiry, action)
    mine = attack.side == inquiry.text("side")
    inquiry.require("12.1", mine, "", "only the Phasing Player attacks", units=action.units)
    for section, text in _faults(inquiry, action, attack):
        inquiry.refuse(section, text, units=action.units, spaces=[action.target])
    if inquiry.violations:
        return
    _check_price(inquiry, attack)
    _check_odds(inquiry, attack)
    if not inquiry.violations:
        there = battles.defenders_of(inquiry, attack)
        inquiry.note("12.1", f"all units in {inquiry.board.name(attack.hex)} defend: {terms.titles(there)}")
    if not inquiry.violations and is_major(inquiry, attack):
        origins = sorted({inquiry.pieces[u].space for u in attack.attackers})
        names = ", ".join(map(inquiry.board.name, origins))
        inquiry.note("12.2", f"one combat out of several hexes against one hex: {names}")


def _known(inquiry: Inquiry, action: Attack) -> bool:
    """Whether the units and the hex exist, each unit named once."""
    named = (*action.units, *action.support, *action.bonus)
    unknown = [u for u in named if u not in inquiry.pieces]
    twice = len(set(named)) < len(named)
    fine = bool(action.units) and not unknown and not twice
    inquiry.require("12.2", fine, "", "an attack names units of the map, each once", units=unknown)
    known = inquiry.board.spaces.get(action.target)
    on_map = known is not None and terms.is_hex(known)
    inquiry.require("12.2", on_map, "", f"{action.target} is no hex of the map")
    return fine and on_map


def _faults(view: View, action: Attack, attack: AttackRecord) -> list[Fault]:
    """What is wrong with attackers, target, support, aircraft and Lead Regiment."""
    found = list(attack_faults(view, action.units, action.target))
    if not found and not battles.defenders_of(view, attack):
        name = view.board.name(action.target)
        found.append(Fault("12.1", f"all units in {name} were attacked already: they retreated there"))
    if found:
        return found
    found += support_faults(view, attack.side, attack, action.support)
    found += bonus_faults(view, attack)
    found += air_faults(view, attack.side, attack, action.air)
    return found + _lead_faults(view, action, attack)


@rule("12.6o")
def _lead_faults(view: View, action: Attack, attack: AttackRecord) -> list[Fault]:
    if not action.regiment:
        return []
    if not terms.has_option(view, "12.6o") or not is_major(view, attack):
        return [
            Fault("12.6o", "a Lead Regiment is named in a Major Attack only, and only by the optional rule")
        ]
    known = {regiment_of(view.pieces[u].printed) for u in action.units}
    return [] if action.regiment in known else [Fault("12.6o", f"no battalion of {action.regiment} attacks")]


@rule("7.6.3", "7.6.2", "7.6.2o")
def _check_price(inquiry: Inquiry, attack: AttackRecord) -> None:
    r07_csp.explain_price(inquiry, attack, covered=is_covered(inquiry, attack))
    for section, text in price_faults(inquiry, attack):
        inquiry.refuse(section, text, units=attack.attackers)


@rule("7.6.3", "7.6.2", "7.6.2o")
def price_faults(view: View, attack: AttackRecord) -> list[Fault]:
    """What keeps the attacker from paying for an attack."""
    points = r07_csp.price(view, attack, covered=is_covered(view, attack))
    return r07_csp.payment_faults(view, points, terms.group_of(view.pieces[attack.attackers[0]].printed))


@rule("22.12o")
def is_covered(view: View, attack: AttackRecord) -> bool:
    """Whether the aircraft of an attack are, first of all, its Armored Column Cover."""
    return attack.air > 0 and bool(covers(view, attack))


@rule("12.4")
def _check_odds(inquiry: Inquiry, attack: AttackRecord) -> None:
    if is_automatic(inquiry, attack):
        inquiry.note("7.7", "nobody there has a Defense Strength: they are eliminated without a roll")
        there = battles.defenders_of(inquiry, attack)
        if funnies := [p for p in there if terms.marked(p.printed, "avre", "crocodile")]:
            text = f"{terms.titles(funnies)}: removed for good when attacked without other units"
            inquiry.note("19.6.1", text)
        return
    line = line_up(inquiry, attack)
    text = f"{line.attack} to {line.defence} is less than 1:4"
    inquiry.require("12.4", line.legal, "", text, units=attack.attackers, spaces=[attack.hex])


@rule("12.1", "12.4", "12.5.2", "7.6.2", "7.2", "11.4", "18.9.1")
def _perform_attack(draft: Draft, action: Attack) -> None:
    attack, here = record(draft, action), battles.frozen(draft)
    points = r07_csp.price(here, attack, covered=is_covered(here, attack))
    r12_mandatory.note_owed(draft, attack)
    spend_planes(draft, attack, attack.air)
    r07_csp.pay(draft, points, terms.group_of(draft.pieces[action.units[0]].printed))
    draft.set("hex-attacked", True, action.target)
    r03_fog.reveal(draft, (*action.units, *[p.uid for p in draft.units_in(action.target)]))
    for uid in action.units:
        draft.set("attacked", True, uid)
    for uid in (*action.support, *action.bonus):
        r12_ready.fire(draft, uid)
    fighting = [u for u in action.units if not terms.is_support(draft.pieces[u].printed)]
    r07_attachment.attach(draft, fighting, (*action.support, *action.bonus))
    battles.begin(draft, Battle(dataclasses.replace(attack, csp=points)))


@rule("11.4", "22.12o")
def spend_planes(draft: Draft, attack: AttackRecord, points: int) -> None:
    """Take Ground Support Points off their track, Armored Column Cover first.

    Parameters
    ----------
    draft, attack, points
        The position in the making, the combat, and how many.
    """
    if not points:
        return
    free = covers(draft, attack)[:points]
    for formation in free:
        draft.set("column-cover", True, formation)
    draft.set("ground-support", max(0, draft.number("ground-support") - (points - len(free))))


# --- options of the attacker ------------------------------------------------------------------------------


@rule("12.1", "12.2")
def targets(state: State, side: str) -> tuple[str, ...]:
    """Hexes that units of a side might attack now, sorted."""
    foes = {p.space for p in state.pieces.values() if p.side != side and not terms.is_naval(p.printed)}
    found = []
    for space in sorted(foes):
        known = state.board.spaces.get(space)
        if known is None or not terms.is_hex(known) or battles.is_spent(state, space):
            continue
        near = (p for _, other in state.board.neighbours(space) for p in terms.friends(state, other, side))
        if any(not terms.is_naval(p.printed) for p in near):
            found.append(space)
    return tuple(found)


def _attack_options(state: State) -> Iterator[Attack]:
    """Attacks on each hex in turn, so that the first few are not all against the same one."""
    if state.text("phase") not in _PHASES:
        return
    side = state.text("side")
    waiting = [attacks_on(state, target, side) for target in targets(state, side)]
    while waiting:
        going = []
        for attacks in waiting:
            attack = next(attacks, None)
            if attack is not None:
                yield attack
                going.append(attacks)
        waiting = going


def attacks_on(state: State, target: str, side: str) -> Iterator[Attack]:
    """A fair sample of the attacks on a hex: all units, divisions, stacks, single units; then with support.

    Parameters
    ----------
    state, target, side
        The position, the hex, and the attacker.

    Yields
    ------
    Attack
        Not all of them are legal.
    """
    able = possible_attackers(state, target, side)
    forces = dict.fromkeys(_forces(state, able))
    chosen = [units for units in forces if not attack_faults(state, units, target)]
    for units in chosen:
        yield Attack(units, target)
    for units in chosen:
        yield from _supported(state, Attack(units, target))


def _forces(state: State, able: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Forces out of some units: the whole, by division, by hex, one by one."""
    if not able:
        return
    yield tuple(able)
    for key in (lambda u: formation_of(state, state.pieces[u]), lambda u: state.pieces[u].space):
        for _, group in itertools.groupby(sorted(able, key=key), key=key):
            yield tuple(group)
    yield from ((uid,) for uid in able)


def _supported(state: State, attack: Attack) -> Iterator[Attack]:
    """The same attack with the strongest guns, with aircraft, and with both."""
    bare = record(state, attack)
    guns = tuple(available(state, bare.side, bare))[: limit(state, attack.units)]
    planes = planes_left(state, bare) if bare.side == terms.ALLIED else 0
    if bonus := _bonus(state, bare, guns):
        yield dataclasses.replace(attack, support=guns, bonus=bonus)
    helps = ((guns, 0), (guns[:1], 0), ((), planes), (guns, planes), (guns[:2], min(1, planes)))
    for support, air in dict.fromkeys(helps):
        if support or air:
            yield dataclasses.replace(attack, support=support, air=air)


@rule("12.5.1o")
def _bonus(state: State, attack: AttackRecord, guns: tuple[str, ...]) -> tuple[str, ...]:
    """The weakest German guns that are left, to add to the die only (12.5.1o)."""
    if attack.side != terms.GERMAN or not terms.has_option(state, "12.5.1o"):
        return ()
    left = [u for u in reversed(available(state, attack.side, attack)) if u not in guns]
    return tuple(left[: min(2, len(guns))])


def _check_attack(inquiry: Inquiry, action: Attack) -> None:
    explain_attack(inquiry, action)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Attack, _check_attack, _perform_attack, _attack_options, "12.1", phases=_PHASES),
)
