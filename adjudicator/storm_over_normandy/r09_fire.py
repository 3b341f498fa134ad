"""Sections 9.1 and 9.3.3: units attack the enemy in their own Area; the Allied player adds Support Points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, Position, State
from adjudicator.storm_over_normandy import (
    r05_flow,
    r06_windows,
    r07_difference,
    r07_unit_actions,
    r09_attack,
    r12_boxes,
    terms,
)
from adjudicator.storm_over_normandy.r09_strength import Attack, explain_strength
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "AddSupport", "FireAttack", "check_fire"]

_PHASES = frozenset({r05_flow.IMPULSES})


@dataclass(frozen=True, slots=True)
class FireAttack(Action):
    """Attack the enemy units in the Area of one's own units (9.1).

    Parameters
    ----------
    targets
        Ids of the units attacked, where some may be singled out (an open point); empty for all.

    Examples
    --------
    >>> FireAttack(("us-4-8", "us-4-12")).targets
    ()
    """

    units: tuple[str, ...]
    targets: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AddSupport(Action):
    """Say how many Support Points are added to the attack (9.3.3).

    Parameters
    ----------
    points
        The number; 0 for none.

    Examples
    --------
    >>> AddSupport(2).points
    2
    """

    points: int


# --- 9.1 --------------------------------------------------------------------------------------------------


def _check(inquiry: Inquiry, action: FireAttack) -> None:
    pieces = r07_unit_actions.select(inquiry, action.units)
    if not terms.is_one_stack(inquiry, pieces):
        return
    check_fire(inquiry, pieces, action.targets)
    if not inquiry.violations:
        attack = _attack(pieces, action.targets)
        explain_strength(inquiry, attack)
        r06_windows.note_answers(inquiry, attack)


def _attack(pieces: Sequence[Piece], targets: tuple[str, ...]) -> Attack:
    return Attack("fire", pieces[0].side, pieces[0].space, tuple(p.uid for p in pieces), targets)


@rule("9.1", "9.2", "12.3")
def check_fire(inquiry: Inquiry, pieces: Sequence[Piece], targets: Sequence[str] = ()) -> None:
    """Record whether units of one space have something to attack there.

    Parameters
    ----------
    pieces
        Units of one side and space.
    targets
        Ids of enemy units that are singled out; empty for all.
    """
    area, side, units = pieces[0].space, pieces[0].side, [p.uid for p in pieces]
    name, enemies = inquiry.board.name(area), terms.enemies(inquiry, area, side)
    if r12_boxes.is_immune(inquiry, area):
        inquiry.refuse("9.1", f"no Fire Attack is made in {name}, which is a box", units=units, spaces=[area])
        return
    found = f"{name} holds {terms.titles(enemies)}"
    failed = f"no enemy unit is in {name}; a Fire Attack reaches no other Area"
    inquiry.require("9.1", bool(enemies), found, failed, units=units, spaces=[area])
    if targets:
        _check_targets(inquiry, targets, enemies, name)


@rule("9.1", "10.0")
def _check_targets(inquiry: Inquiry, targets: Sequence[str], enemies: Sequence[Piece], name: str) -> None:
    there = {p.uid: p for p in enemies}
    named = [uid for uid in targets if uid in there]
    for uid in dict.fromkeys(targets):
        inquiry.require("9.1", uid in there, "", f"{uid} is no enemy unit in {name}", units=[uid])
    twice = len(set(targets)) < len(targets)
    inquiry.require("9.1", not twice, "", "a target is named twice", units=targets)
    part = not set(there) <= set(targets) and inquiry.option("fire-at-part") == "A"
    text = f"a Fire Attack is made on all enemy units in {name}, not on some"
    inquiry.require("9.1", not part, "", text, units=targets)
    spared = [p for p in enemies if terms.is_strongpoint(p.printed) and p.uid not in targets]
    shield = bool(spared) and not part and any(not terms.is_strongpoint(there[u].printed) for u in named)
    text = f"nothing else in {name} takes damage before {terms.titles(spared)}: attack that as well"
    inquiry.require("10.0", not shield, "", text, units=targets)


def _perform(draft: Draft, action: FireAttack) -> None:
    r05_flow.used_impulse(draft)
    r09_attack.begin(draft, _attack([draft.pieces[uid] for uid in action.units], action.targets))


def _options(state: State) -> Iterator[FireAttack]:
    side, parts = r05_flow.whose_impulse(state), state.option("fire-at-part") == "B"
    for uids in r07_unit_actions.turns(state, side):
        area = state.pieces[uids[0]].space
        enemies = terms.enemies(state, area, side)
        if not enemies or r12_boxes.is_immune(state, area):
            continue
        yield FireAttack(uids)
        if parts and len(enemies) > 1:
            yield from (FireAttack(uids, (piece.uid,)) for piece in enemies)


def _toward(before: Position, after: Position) -> Iterator[FireAttack]:
    """Fire Attacks of units that are not as they were in another position."""
    for uids in r07_difference.acted(before, after):
        enemies = terms.enemies(before, before.pieces[uids[0]].space, before.pieces[uids[0]].side)
        hit = tuple(p.uid for p in enemies if after.pieces.get(p.uid) != p)
        attack = r09_attack.current(after)
        aimed = attack.targets if attack is not None and attack.kind == "fire" else ()
        yield FireAttack(uids)
        yield from (FireAttack(uids, targets) for targets in dict.fromkeys((aimed, hit)) if targets)


# --- 9.3.3 ------------------------------------------------------------------------------------------------


@rule("9.3.3")
def _check_support(inquiry: Inquiry, action: AddSupport) -> None:
    attack = r09_attack.current(inquiry)
    if attack is None:
        inquiry.refuse("9.3.3", "no attack is under way")
        return
    left, cap = inquiry.number("support"), r09_attack.support_cap(inquiry, attack)
    name = inquiry.board.name(attack.area)
    inquiry.require("9.3.3", action.points >= 0, "", "Support Points are added, not taken away")
    inquiry.require(
        "9.3.3",
        action.points <= left,
        f"{left} Support Points are left",
        f"{action.points} Support Points are wanted, {left} are left",
    )
    inquiry.require(
        "9.3.3",
        action.points <= cap,
        f"an attack in {name} can have {cap}",
        f"an attack in {name} can have {many(cap, 'Support Point')}, not {action.points}",
        spaces=[attack.area],
    )


def _perform_support(draft: Draft, action: AddSupport) -> None:
    draft.settle()
    draft.set("support", draft.number("support") - action.points)
    r09_attack.UNDER_WAY.amend(draft, support=action.points)


def _support_options(state: State) -> Iterator[AddSupport]:
    offered = r09_attack.OFFERED.asked(state)
    if offered is not None:
        yield from map(AddSupport, range(offered.most, -1, -1))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        FireAttack,
        _check,
        _perform,
        _options,
        "9.1",
        phases=_PHASES,
        sampled="of more than four units not every part is listed, and of single targets one at a time",
        toward=_toward,
    ),
    Handler(
        AddSupport,
        _check_support,
        _perform_support,
        _support_options,
        "9.3.3",
        answers=frozenset({r09_attack.SUPPORT}),
    ),
)
