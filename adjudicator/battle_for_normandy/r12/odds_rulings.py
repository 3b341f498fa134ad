"""Section 12.0 told: odds, line-up and support of a combat as rulings."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.csp import payment_faults, price
from adjudicator.battle_for_normandy.r11.anti_air import chances, flak
from adjudicator.battle_for_normandy.r12.attack import is_automatic, is_covered
from adjudicator.battle_for_normandy.r12.battle import AttackRecord, current, defenders_of
from adjudicator.battle_for_normandy.r12.best import Plan, best_defence
from adjudicator.battle_for_normandy.r12.crt import DIE, note_cell, row_of
from adjudicator.battle_for_normandy.r12.defence import DefendWith, defence_faults
from adjudicator.battle_for_normandy.r12.eligibility import attack_faults, force_faults, possible_attackers
from adjudicator.battle_for_normandy.r12.line_up import LineUp, line_up
from adjudicator.battle_for_normandy.r12.numbers import said_odds, told_odds
from adjudicator.battle_for_normandy.r12.odds import Odds, odds
from adjudicator.battle_for_normandy.r12.range import explain_range
from adjudicator.battle_for_normandy.r12.strength import as_record, attacking
from adjudicator.battle_for_normandy.r12.support import (
    air_faults,
    bonus_faults,
    covers,
    gun_faults,
    needs_ammunition,
    support_faults,
)
from adjudicator.battle_for_normandy.r22.charts import explain_ammunition
from adjudicator.citation import rule
from adjudicator.errors import MalformedAction
from adjudicator.inquiry import Inquiry
from adjudicator.position import State, View
from adjudicator.ruling import Ruling, Step

__all__ = [
    "best_ruling",
    "explain_guns",
    "line_up_ruling",
    "odds_ruling",
    "planned",
    "under_way",
    "without_roll",
]


# --- the attack that is meant -----------------------------------------------------------------------------


def under_way(view: View, target: str) -> AttackRecord | None:
    """The combat under way at a hex, as it has been declared; None without.

    Parameters
    ----------
    view, target
        The position and the hex; any hex where it is empty.
    """
    battle = current(view)
    return battle.attack if battle is not None and target in {"", battle.hex} else None


@rule("12.1")
def planned(view: View, target: str, uids: Sequence[str], *, side: str = "", **more: Any) -> AttackRecord:
    """An attack as a player means it: by the units named, or by the strongest force that may make it.

    Parameters
    ----------
    view, target, uids
        The position, the hex, and the attackers; none for all that may attack together.
    side
        The attacker, where no unit is named and the hex is empty.
    **more
        Other fields of the attack.

    Raises
    ------
    MalformedAction
        Nobody may attack the hex.
    """
    there = [p for p in view.units_in(target) if not terms.is_naval(p.printed)]
    attacker = side or (terms.enemy_of(there[0].side) if there else view.text("side"))
    force = tuple(uids) or _strongest(view, possible_attackers(view, target, attacker))
    if not force:
        raise MalformedAction(f"nobody may attack {view.board.name(target)} now", "Name units with --with")
    record = AttackRecord(view.pieces[force[0]].side, target, force, **more)
    return dataclasses.replace(record, csp=_price(view, record))


def _strongest(view: View, able: Sequence[str]) -> tuple[str, ...]:
    """The strongest force of units next to a hex: each leads in turn, the strongest others join."""
    fighting = [u for u in able if not terms.is_support(view.pieces[u].printed)]
    funnies = [u for u in able if u not in fighting]
    ranked = sorted(fighting, key=lambda u: (-attacking(view, view.pieces[u]), u))
    forces = [_joined(view, lead, ranked) for lead in ranked]
    best = max(forces, key=lambda f: sum([attacking(view, view.pieces[u]) for u in f]), default=())
    group = {terms.group_of(view.pieces[u].printed) for u in best}
    return (*best, *(u for u in funnies if terms.group_of(view.pieces[u].printed) in group))


def _joined(view: View, lead: str, ranked: Iterable[str]) -> tuple[str, ...]:
    force = [lead]
    for uid in ranked:
        if uid != lead and not force_faults(view, [*force, uid]):
            force.append(uid)
    return tuple(force)


@rule("7.6.3")
def _price(view: View, attack: AttackRecord) -> int:
    return price(view, attack, covered=is_covered(view, attack))


# --- what speaks against it -------------------------------------------------------------------------------


@rule("12.1", "12.4", "12.5.1", "11.4", "7.6.2")
def _check(inquiry: Inquiry, attack: AttackRecord) -> None:
    """List what speaks against the attack and its support; the odds are told nevertheless."""
    if under_way(inquiry, attack.hex) is not None:
        inquiry.note("12.4", "the combat is under way, with what has been committed to it")
        return
    found = attack_faults(inquiry, attack.attackers, attack.hex)
    found += support_faults(inquiry, attack.side, attack, attack.support)
    found += air_faults(inquiry, attack.side, attack, attack.air)
    found += defence_faults(inquiry, attack, DefendWith(attack.defence_support, attack.defence_air))
    found += bonus_faults(inquiry, attack)
    for section, text in dict.fromkeys(found):
        inquiry.refuse(section, text, units=attack.attackers, spaces=[attack.hex])
    if attack.air or attack.defence_air:
        for formation in covers(inquiry, attack):
            inquiry.note("22.12o", f"Armored Column Cover of {formation}: a point of its own")
    _check_price(inquiry, attack)


@rule("7.6.2", "7.6.3")
def _check_price(inquiry: Inquiry, attack: AttackRecord) -> None:
    if not attack.csp:
        return
    group = terms.group_of(inquiry.pieces[attack.attackers[0]].printed)
    faults = payment_faults(inquiry, attack.csp, group)
    for section, text in faults:
        inquiry.refuse(section, text, units=attack.attackers)
    if not faults:
        inquiry.note("7.6.2", f"the attack costs {attack.csp} CSPs")


# --- support -----------------------------------------------------------------------------------------------


@rule("12.5.3", "12.7", "22.2o")
def explain_guns(
    inquiry: Inquiry, side: str, attack: AttackRecord | Mapping[str, Any], uids: Collection[str]
) -> None:
    """Say of guns and ships that support a combat how far they fire and whom they assist.

    Parameters
    ----------
    side, attack, uids
        As in `support_faults`.
    """
    record = as_record(attack)
    for uid in uids:
        gun = inquiry.pieces[uid]
        if gun.side != side or gun_faults(inquiry, side, record, uid):
            continue
        explain_range(inquiry, gun, record.hex)
        if side == terms.ALLIED and not terms.is_naval(gun.printed):
            inquiry.note("12.7", f"{gun.printed.title} belongs to the same Allied army as those it assists")
        if needs_ammunition(inquiry, uid):
            explain_ammunition(inquiry, gun)


# --- odds -------------------------------------------------------------------------------------------------


@rule("12.4", "12.8", "12.6.2")
def odds_ruling(state: State, attack: AttackRecord, *, answer: bool = True, strict: bool = False) -> Ruling:
    """Exact odds of a combat, with and without Combined Arms, and the best Defensive Support against it.

    Parameters
    ----------
    answer
        Whether to look for the best Defensive Support.

    Returns
    -------
    Ruling
        Kept with the position, so that asking again costs nothing.
    """
    known: dict[tuple[AttackRecord, bool, bool], Ruling] = terms.derived(state, "odds-rulings", lambda _: {})
    key = (attack, answer, strict)
    if key not in known:
        known[key] = _odds_ruling(state, attack, answer=answer, strict=strict)
    return known[key]


def _odds_ruling(state: State, attack: AttackRecord, *, answer: bool, strict: bool) -> Ruling:
    inquiry = Inquiry(state, strict=strict)
    _check(inquiry, attack)
    line, found = odds(inquiry, attack)
    told = _told_line(attack, line)
    if falls := without_roll(inquiry, attack):
        return inquiry.ruling(f"odds {attack.hex}", falls, {**told, "automatic": True, "cleared": "1"})
    if found is None:
        inquiry.refuse("12.4", f"{line.attack}:{line.defence} is below 1:4: no attack is permitted")
        return inquiry.ruling(f"odds {attack.hex}", "No attack is permitted below 1:4.", told)
    _cite_cells(inquiry, found)
    _note_aa(inquiry, attack)
    told |= told_odds(found) | {"cleared": str(_cleared(state, attack, found))}
    if answer and not attack.defence_support and not attack.defence_air:
        told["defence_answer"] = _told_answer(inquiry, attack, found)
    return inquiry.ruling(f"odds {attack.hex}", f"{_head(line, found)}. {said_odds(found)}", told)


@rule("7.7", "19.6.1")
def without_roll(inquiry: Inquiry, attack: AttackRecord) -> str:
    """What becomes of defenders that have no Defense Strength: a sentence; empty where a die is rolled."""
    if not is_automatic(inquiry, attack):
        return ""
    names = terms.titles(defenders_of(inquiry, attack))
    inquiry.note("7.7", f"{names} has no Defense Strength: it is eliminated without a roll")
    return f"{names}: eliminated without a roll."


def _cite_cells(inquiry: Inquiry, found: Odds) -> None:
    for row in sorted({row_of(roll + drm) for roll in DIE for drm in (found.drm, found.combined_drm)}):
        note_cell(inquiry, found.column, row)


@rule("11.4", "11.5")
def _note_aa(inquiry: Inquiry, attack: AttackRecord) -> None:
    """Tell the chance of AA fire, which the odds leave out."""
    guns = flak(inquiry, attack.hex)
    if guns and (attack.air or attack.defence_air) and not sum(attack.aa) + sum(attack.defence_aa):
        shares = chances(inquiry, len(guns))
        text = f"FLAK units that fire: {len(guns)}; abort {shares['abort']}, hit {shares['hit']}"
        inquiry.note("11.5", f"{text}; the odds are those with every Air Point through")


def _cleared(state: State, attack: AttackRecord, found: Odds) -> Fraction:
    steps = sum([terms.steps_left(p) for p in defenders_of(state, attack) if not terms.is_support(p.printed)])
    return found.cleared(steps)


def _told_answer(inquiry: Inquiry, attack: AttackRecord, found: Odds) -> dict[str, Any]:
    """The best Defensive Support, and what it makes of the odds."""
    reply = best_defence(inquiry.state, attack)
    if not reply.defence_support and not reply.defence_air:
        inquiry.note("12.5.4", "no Defensive Support would make the attack worse")
        return {}
    line, after = odds(inquiry.state, reply)
    names = terms.titles(inquiry.pieces[u] for u in reply.defence_support)
    planes = f"{reply.defence_air} Ground Support" if reply.defence_air else ""
    what = ", ".join(word for word in (names, planes) if word)
    worth = after.worth if after is not None else found.worth
    inquiry.note(
        "12.5.4", f"best Defensive Support: {what}: column {line.column or '1:4'}, DRM {line.drm:+d}"
    )
    return {
        "support": list(reply.defence_support),
        "air": reply.defence_air,
        "column": line.column or "1:4",
        "drm": line.drm,
        "worth": str(worth),
    }


def _told_line(attack: AttackRecord, line: LineUp) -> dict[str, Any]:
    return {
        "hex": attack.hex,
        "attackers": list(attack.attackers),
        "support": list(attack.support),
        "air": attack.planes,
        "csp": attack.csp,
        "attack": line.attack,
        "defence": line.defence,
        "column": line.column,
        "modifiers": [{"rule": s.rule, "text": s.text, "value": s.value, "op": s.op} for s in line.modifiers],
        "drm": line.drm,
        "combined_arms": line.combined_arms,
        "combined_drm": line.combined_drm,
    }


def _head(line: LineUp, found: Odds) -> str:
    bonus = f" ({line.combined_drm:+d} with Combined Arms)" if line.combined_arms else ""
    return f"{line.attack}:{line.defence}, column {found.column}, DRM {found.drm:+d}{bonus}"


# --- best, line-up - -------------------------------------------------------------------------------


@rule("12.5.1", "12.5.4", "11.4", "7.6.3")
def best_ruling(state: State, plan: Plan, *, strict: bool = False) -> Ruling:
    """Odds when both sides use artillery, ships and aircraft best: the attacker first, the defender answers.

    Parameters
    ----------
    plan
        The attack with its best support.
    state, strict
        As in `odds_ruling`.
    """
    found = odds_ruling(state, plan.attack, strict=strict)
    steps = (*found.steps, Step("12.5.1", f"best: {_said_plan(state, plan)}"))
    answer = {**found.answer, "best": _told_plan(plan)}
    return dataclasses.replace(found, answer=answer, steps=steps)


def _told_plan(plan: Plan) -> dict[str, Any]:
    attack = plan.attack
    return {
        "support": list(attack.support),
        "bonus": list(attack.bonus),
        "air": attack.air,
        "csp": plan.csp,
        "defence_support": list(attack.defence_support),
        "defence_air": attack.defence_air,
        "worth": str(plan.worth),
    }


def _said_plan(state: State, plan: Plan) -> str:
    ours = _means(state, plan.attack.support, plan.attack.air)
    theirs = _means(state, plan.attack.defence_support, plan.attack.defence_air)
    return f"attacker {ours} for {plan.csp} CSPs; defender {theirs}; worth {float(plan.worth):+.2f}"


def _means(state: State, uids: Iterable[str], air: int) -> str:
    names = [state.pieces[u].printed.title for u in uids]
    return ", ".join([*names, *([f"{air} Ground Support"] if air else [])]) or "no support"


@rule("12.4", "12.6")
def line_up_ruling(state: State, attack: AttackRecord, *, strict: bool = False) -> Ruling:
    """Strengths, column and every modifier of a combat.

    Parameters
    ----------
    state, attack, strict
        As in `odds_ruling`.
    """
    inquiry = Inquiry(state, strict=strict)
    _check(inquiry, attack)
    line = line_up(inquiry, attack)
    if falls := without_roll(inquiry, attack):
        return inquiry.ruling(f"line-up {attack.hex}", falls, {**_told_line(attack, line), "automatic": True})
    inquiry.require("12.4", line.legal, "", f"{line.attack}:{line.defence} is below 1:4")
    bonus = f", {line.combined_drm:+d} with Combined Arms" if line.combined_arms else ""
    verdict = f"{line.attack}:{line.defence}, column {line.column or 'none'}, DRM {line.drm:+d}{bonus}."
    return inquiry.ruling(f"line-up {attack.hex}", verdict, _told_line(attack, line))
