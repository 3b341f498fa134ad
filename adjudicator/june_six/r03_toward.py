"""Actions of which not every legal one is listed: what is, and which can have led to another position."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Rules
from adjudicator.june_six import (
    r07_corps,
    r12_attack,
    r13_breakthrough,
    r14_counterattack,
    r16_bombardment,
    r19_breakdown,
    terms,
)
from adjudicator.june_six import r07_markers as markers
from adjudicator.june_six.r08_detours import changed_hexes, detours, moved_units
from adjudicator.june_six.r08_movement import Move
from adjudicator.june_six.r08_reach import reach
from adjudicator.june_six.r08_strategic import StrategicMove, strategic_reach
from adjudicator.position import Position, View

__all__ = ["SAMPLED", "sampled"]

Toward = Callable[[Position, Position], Iterator[Action]]


def sampled(rules: Rules) -> Rules:
    """Rules whose handlers say what they leave out, and find it from the difference of two positions."""
    told = {
        kind: dataclasses.replace(rules.handlers[kind], sampled=text, toward=toward)
        for kind, (text, toward) in SAMPLED.items()
    }
    return dataclasses.replace(rules, handlers={**rules.handlers, **told})


# --- movement ---------------------------------------------------------------------------------------------


@rule("8.11", "5.22")
def _moves(before: Position, after: Position) -> Iterator[Move]:
    """Moves of units to where they stand in another position, by all ways that leave its traces."""
    traces = changed_hexes(before, after)
    for uid, to in moved_units(before, after):
        found = reach(before, uid)
        first = tuple(found.path(to)) if to in found.ways else ()
        yield from (Move(uid, way) for way in _ways(before, uid, to, first, traces))
    yield from (Move(uid, way) for uid, way in _there_and_back(before, after))


def _there_and_back(before: Position, after: Position) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Ways of units that stand where they stood, and have moved since or can have left a trace next to it."""
    traces, acted = changed_hexes(before, after), _acted(before, after)
    for uid in dict.fromkeys([*acted, *before.subjects("active")]):
        here = before.pieces[uid].space
        if after.pieces[uid].space != here or before.flag("moved", uid):
            continue
        around = {other for _, other in before.board.neighbours(here)}
        if uid in acted or around & traces:
            yield from ((uid, way) for way in detours(before.board, here, here, around | traces))


@rule("8.23", "5.22")
def _marches(before: Position, after: Position) -> Iterator[StrategicMove]:
    """Strategic moves of units to where they stand in another position, by all ways that leave its traces."""
    traces = changed_hexes(before, after)
    for uid, to in moved_units(before, after):
        cheapest = strategic_reach(before, uid).get(to)
        first = cheapest.path if cheapest is not None else ()
        yield from (StrategicMove(uid, way) for way in _ways(before, uid, to, first, traces))
    yield from (StrategicMove(uid, way) for uid, way in _there_and_back(before, after))


def _ways(
    before: Position, uid: str, to: str, first: tuple[str, ...], traces: frozenset[str]
) -> Iterator[tuple[str, ...]]:
    """The cheapest way, then others; of a unit that enters the map, others from the same Entry hex."""
    if first:
        yield first
    start, entered = before.pieces[uid].space, first[:0]
    if first and start in terms.OFF_MAP:
        start, entered = first[0], first[:1]
    near = {other for space in (start, to) for _, other in before.board.neighbours(space)}
    simple = dict.fromkeys(detours(before.board, start, to, traces | near | set(first)))
    again = detours(before.board, start, to, traces | {start}, twice=True) if traces else ()
    for way in dict.fromkeys([*simple, *again]):
        if (*entered, *way) != first:
            yield (*entered, *way)


# --- combat -----------------------------------------------------------------------------------------------


def _acted(before: Position, after: Position) -> list[str]:
    """Units that have moved or fought in the second of two positions, and had not in the first."""
    return [u for u in after.subjects("acted-turn") if not before.flag("acted-turn", u)]


def _changed(before: Position, after: Position) -> set[str]:
    return {c.subject for c in before.diff(after)}


@rule("12.21", "12.23")
def _attacks(before: Position, after: Position) -> Iterator[r12_attack.Attack]:
    """Attacks by the units that have acted since; then those on hexes, or by units, that changed."""
    acted, changed = _acted(before, after), _changed(before, after)
    if before.text("activation") and before.text("part") == "combat":
        for target in r12_attack.targets(before):
            near = {other for _, other in before.board.neighbours(target)}
            fought = tuple([u for u in acted if before.pieces[u].space in near])
            if fought:
                yield r12_attack.Attack(fought, target)
    for attack in r12_attack.attack_options(before):
        there = {p.uid for p in before.units_in(attack.target)}
        if changed.intersection([*attack.units, *there]):
            yield attack


@rule("13.53", "13.63")
def _again(before: Position, after: Position) -> Iterator[r13_breakthrough.AttackAgain]:
    """Second attacks on hexes, or by units, that changed."""
    changed = _changed(before, after)
    for attack in r13_breakthrough.again_options(before):
        there = {p.uid for p in before.units_in(attack.target)}
        if changed.intersection([*attack.units, *there]):
            yield attack


@rule("14.22", "14.23")
def _counterattacks(before: Position, after: Position) -> Iterator[r14_counterattack.Counterattack]:
    """Counterattacks by the units that have acted since, then all others that are listed."""
    asked, acted = r14_counterattack.UNITS.asked(before), _acted(before, after)
    if asked is None:
        return
    yield r14_counterattack.Counterattack((*asked.must, *(u for u in asked.may if u in acted)))
    yield from r14_counterattack.unit_options(before)


def _named(before: Position, after: Position) -> Iterator[r14_counterattack.NameAttacks]:  # noqa: ARG001
    """Sets of hexes: what was named leaves no trace that lasts."""
    yield from r14_counterattack.reserve_options(before)


@rule("16.22", "17.12", "18.12")
def _support(before: Position, after: Position) -> Iterator[r12_attack.CommitSupport]:
    """Support with no more markers than are gone, by Corps guns that show their Fired sides afterwards."""
    gone = {item: before.number(item) - after.number(item) for item in ("air", "naval")}
    for option in r12_attack.support_options(before):
        guns = (uid for uid, points in option.artillery if points and r12_attack.is_flipped(before, uid))
        if (
            option.air <= gone["air"]
            and option.naval <= gone["naval"]
            and all(_fired(after, u) for u in guns)
        ):
            yield option


def _fired(view: View, uid: str) -> bool:
    return view.flag("fired", uid)


@rule("17.22", "18.22")
def _bombardments(before: Position, after: Position) -> Iterator[r16_bombardment.Bombard]:
    """Bombardments of hexes that were bombed since, with the markers that are gone; then of what changed."""
    gone = {item: before.number(item) - after.number(item) for item in ("air", "naval")}
    options, changed = list(r16_bombardment.bombard_options(before)), _changed(before, after)
    bombed = [o for o in options if after.flag("bombed", o.target)]
    yield from sorted(bombed, key=lambda o: (o.markers > gone[o.kind], -o.markers))
    for option in options:
        if changed.intersection(p.uid for p in before.units_in(option.target)):
            yield option


# --- Detachments and Corps Activations --------------------------------------------------------------------


@rule("19.33")
def _breakdowns(before: Position, after: Position) -> Iterator[r19_breakdown.Breakdown]:
    """Breakdowns of units that lost a step or are gone, with new Detachments where they stand afterwards."""
    there = (after.pieces[uid].space for uid in r19_breakdown.detachments_left(before))
    new = [s for s in there if s in after.board.spaces and terms.is_hex(after.board.spaces[s])]
    for uid, piece in sorted(before.pieces.items()) if new else ():
        now = after.pieces[uid]
        if r19_breakdown.breakdown_faults(before, piece):
            continue
        if now.status != piece.status:
            yield r19_breakdown.Breakdown(uid, "reduce", (new[0],))
        if now.space == terms.ELIMINATED:
            for made in range(len(new), 0, -1):
                yield r19_breakdown.Breakdown(uid, "replace", tuple(new[:made]))


@rule("7.53", "7.54")
def _declarations(before: Position, after: Position) -> Iterator[r07_corps.DeclareCorps]:
    """The Corps Activation with the Divisions whose markers lie aside afterwards."""
    chits = (c for c in after.subjects("am") if after.text("am", c) == markers.ASIDE)
    new = [markers.group_of_marker(c) for c in chits if before.text("am", c) != markers.ASIDE]
    hq = before.pieces.get(after.text("corps-hq"))
    if hq is not None and not before.text("corps-hq"):
        yield r07_corps.DeclareCorps(hq.uid, () if hq.side == terms.ALLIED else tuple(dict.fromkeys(new)))


_SETS = "every set of four or fewer; of more, all, all but one, and one or two"
SAMPLED: Mapping[str, tuple[str, Toward | Any]] = {
    "move": ("each unit by the cheapest way to each space that it reaches", _moves),
    "strategic-move": ("each unit by the cheapest way to each hex that it reaches", _marches),
    "attack": (f"against each hex, of the units that may attack it: each stack, {_SETS}", _attacks),
    "attack-again": (f"against each hex, of the units that may attack it: {_SETS}", _again),
    "counterattack": (f"with the units that must, of those that may: {_SETS}", _counterattacks),
    "name-attacks": (f"of the hexes that may be named: none, {_SETS}", _named),
    "commit-support": ("where many artillery points may fire, all or none of each unit", _support),
    "bombard": ("", _bombardments),
    "breakdown": ("each unit in each kind, new Detachments filling the hexes around in turn", _breakdowns),
    "declare-corps": ("a German Corps HQ with the first five Divisions in its range only", _declarations),
}
