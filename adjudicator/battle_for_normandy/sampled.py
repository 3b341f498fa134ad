"""Kinds of action of which not every legal one is listed: what is left out, candidates from a difference."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from adjudicator.actions import Action, kind_of
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.headquarters import ReturnHq
from adjudicator.battle_for_normandy.r09.entry import Enter, cost, entries_of, first_hexes
from adjudicator.battle_for_normandy.r09.reinforcements import Place
from adjudicator.battle_for_normandy.r10 import reach as r10_reach
from adjudicator.battle_for_normandy.r10 import strategic as r10_strategic
from adjudicator.battle_for_normandy.r10.movement import Move, movers
from adjudicator.battle_for_normandy.r10.naval import MoveShip
from adjudicator.battle_for_normandy.r11.allocation import MAPS, RECON, AllocateAa, AllocateAir
from adjudicator.battle_for_normandy.r12 import battle as battles
from adjudicator.battle_for_normandy.r12.attack import Attack, attacks_on, targets
from adjudicator.battle_for_normandy.r12.defence import DefendWith
from adjudicator.battle_for_normandy.r17.gliders import LandGlider
from adjudicator.battle_for_normandy.r18 import fire as r18_fire
from adjudicator.battle_for_normandy.r18 import german_movement as r18_german_movement
from adjudicator.battle_for_normandy.r18.beaches import beaches
from adjudicator.battle_for_normandy.r18.end import PlaceShip
from adjudicator.battle_for_normandy.r18.german_movement import March
from adjudicator.battle_for_normandy.r18.landing import ComeAshore
from adjudicator.battle_for_normandy.r18.strongpoints import PlaceStrongpoint
from adjudicator.battle_for_normandy.r18.volleys import InvasionFire
from adjudicator.battle_for_normandy.r19.carpet import CarpetBomb
from adjudicator.battle_for_normandy.r19.funnies import KeepFunnies
from adjudicator.battle_for_normandy.r20.kg import PlaceKg
from adjudicator.game import Handler
from adjudicator.position import Piece, Position

__all__ = ["declared"]

Toward = Callable[[Position, Position], Iterator[Any]]


# --- what changed -----------------------------------------------------------------------------------------


def _gone(here: Position, after: Position) -> Iterator[tuple[Piece, str]]:
    """Units that stand somewhere else afterwards, with the place."""
    for uid, piece in sorted(here.pieces.items()):
        there = after.pieces.get(uid)
        if there is not None and there.space != piece.space:
            yield piece, there.space


def _groups(here: Position, after: Position) -> Iterator[tuple[tuple[str, ...], str]]:
    """Units that go from one place to another together, then each of them alone."""
    found: dict[tuple[str, str], list[str]] = {}
    for piece, to in _gone(here, after):
        found.setdefault((piece.space, to), []).append(piece.uid)
    for (_, to), uids in found.items():
        if len(uids) > 1:
            yield tuple(uids), to
        yield from (((uid,), to) for uid in uids)


def _newly(here: Position, after: Position, item: str) -> list[str]:
    """Subjects of which a flag was raised."""
    return [s for s in after.subjects(item) if after.flag(item, s) and not here.flag(item, s)]


def _marked(here: Position, after: Position, item: str) -> list[str]:
    """Units of which a flag was raised: those that were seen before, for one may come in sight only now."""
    return [uid for uid in _newly(here, after, item) if uid in here.pieces]


# --- movement ---------------------------------------------------------------------------------------------


def _nearer(spaces: Iterable[str], start: str, to: str) -> Iterator[str]:
    """Hexes that lie nearer to a hex than the start."""
    return (s for s in spaces if terms.distance(s, to) < terms.distance(start, to))


def _moves(here: Position, after: Position) -> Iterator[Move]:
    able = {p.uid for p in movers(here)}
    for uids, to in _groups(here, after):
        if not able.issuperset(uids):
            continue
        found, start = r10_reach.reach_stack(here, uids), here.pieces[uids[0]].space
        for space in _nearer((*found.destinations, *found.crowded), start, to):
            yield Move(uids, found.path(space))
        if len(uids) == 1:
            raced = r10_strategic.strategic_reach(here, uids[0])
            ends = _nearer((*raced.destinations, *raced.crowded), start, to)
            yield from (Move(uids, raced.path(space), strategic=True) for space in ends)


def _marches(here: Position, after: Position) -> Iterator[March]:
    for piece, to in _gone(here, after):
        if piece.side != terms.GERMAN or r18_german_movement.may_march(here, piece):
            continue
        for strategic in (False, True):
            ways = r18_german_movement.reach(here, piece, strategic=strategic)
            ends = _nearer(ways, piece.space, to)
            yield from (March(piece.uid, ways[space][1], strategic) for space in ends)


def _enters(here: Position, after: Position) -> Iterator[Enter]:
    for uids, to in _groups(here, after):
        pieces = [here.pieces[u] for u in uids]
        if pieces[0].space == terms.TRACK and pieces[0].side == terms.GERMAN and to in here.board.spaces:
            for path in _ways_in(here, pieces, to):
                yield Enter(uids, path)
                yield Enter(uids, path, strategic=True)


def _ways_in(here: Position, pieces: list[Piece], to: str) -> Iterator[tuple[str, ...]]:
    """Ways from the edge of the map to a hex, each the cheapest that comes nearer with every step."""
    for entry in entries_of(here, pieces[0]):
        queue: list[tuple[int, tuple[str, ...]]] = [(0, (first,)) for first in first_hexes(here, entry)]
        seen = set[str]()
        while queue:
            _, path = heapq.heappop(queue)
            if path[-1] == to:
                yield path
                break
            if path[-1] in seen:
                continue
            seen.add(path[-1])
            for _, other in here.board.neighbours(path[-1]):
                near = terms.distance(other, to) <= terms.distance(path[-1], to)
                price = cost(here, entry, pieces, (*path, other)) if near and other not in seen else None
                if price is not None:
                    heapq.heappush(queue, (price, (*path, other)))


# --- to a place -------------------------------------------------------------------------------------------


def _one_to(make: Callable[[str, str], Action], *, around: bool = False) -> Toward:
    """Each unit that stands somewhere else to that place, or to a hex from which it scattered there."""

    def toward(here: Position, after: Position) -> Iterator[Action]:
        for piece, to in _gone(here, after):
            yield make(piece.uid, to)
            if around:
                yield from (make(piece.uid, n) for n in terms.neighbours(to))

    return toward


def _placed(here: Position, after: Position) -> Iterator[Place]:
    for uids, to in _groups(here, after):
        yield Place(uids, to)


def _grouped(handler: Handler[Any]) -> Toward:
    """What single units may do, done by all that end in the same place too."""

    def toward(here: Position, after: Position) -> Iterator[Any]:
        groups = {uids[0]: uids for uids, _ in _groups(here, after) if len(uids) > 1}
        for action in handler.options(here):
            if action.units[0] in groups:
                yield replace(action, units=groups[action.units[0]])
            yield action

    return toward


def _ashore(here: Position, after: Position) -> Iterator[ComeAshore]:
    for beach in beaches(here.board).values():
        waits = {beach.box, *beach.queue[:1]}
        landed = [(p.uid, to) for p, to in _gone(here, after) if p.space in waits]
        yield ComeAshore(beach.hex)
        for space in dict.fromkeys(to for _, to in landed):
            units = tuple(uid for uid, to in landed if to == space)
            yield ComeAshore(beach.hex, units, "" if space == beach.hex else space)


# --- fights -----------------------------------------------------------------------------------------------


def _attacks(here: Position, after: Position) -> Iterator[Attack]:
    battle, side = battles.current(after), here.text("side")
    if battle is not None:
        found = battle.attack
        yield Attack(found.attackers, found.hex, found.support, found.air, found.bonus, found.lead)
    changed = {p.space for p, _ in _gone(here, after)} | set(_newly(here, after, "hex-attacked"))
    helps, attacked = _helps(here, after, side), _marked(here, after, "attacked")
    for target in targets(here, side):
        near = [u for u in attacked if target in terms.neighbours(here.pieces[u].space)]
        if near:
            yield from (Attack(tuple(near), target, support, air) for support, air in helps)
        if target in changed:
            yield from attacks_on(here, target, side)


def _defences(here: Position, after: Position) -> Iterator[DefendWith]:
    for side in (terms.GERMAN, terms.ALLIED):
        yield from (DefendWith(support, air) for support, air in _helps(here, after, side))


def _helps(here: Position, after: Position, side: str) -> list[tuple[tuple[str, ...], int]]:
    """Support in which guns took part that have fired since, or lie on their other side, and planes."""
    fired, turned = (
        tuple(u for u in _marked(here, after, item) if here.pieces[u].side == side)
        for item in ("fired", "flipped")
    )
    planes = max(0, here.number("ground-support") - after.number("ground-support"))
    return list(dict.fromkeys((guns, air) for guns in (fired, turned, ()) for air in (planes, 0)))


def _volleys(here: Position, after: Position) -> Iterator[InvasionFire]:
    landed = r18_fire.DD_FIRE.asked(here)
    if landed is not None:
        near = r18_fire.targets(here, here.pieces[landed.unit].space, terms.ALLIED)
        yield from (InvasionFire((landed.unit,), target) for target in near)
        return
    found: dict[str, list[str]] = {}
    for uid in _marked(here, after, "fired"):
        found.setdefault(here.pieces[uid].space, []).append(uid)
    turned = _marked(here, after, "flipped")
    helps = dict.fromkeys([(), *((u,) for u in turned), tuple(turned)])
    for space, uids in found.items():
        for target in r18_fire.targets(here, space, here.pieces[uids[0]].side):
            yield from (InvasionFire(tuple(uids), target, support) for support in helps)


def _carpets(here: Position, after: Position) -> Iterator[CarpetBomb]:
    if hexes := _newly(here, after, "carpet"):
        yield CarpetBomb(tuple(hexes))


def _funnies(here: Position, after: Position) -> Iterator[KeepFunnies]:
    off = {p.uid for p, to in _gone(here, after) if to == terms.REMOVED}
    known = (p for p in here.pieces.values() if terms.marked(p.printed, "avre", "crocodile"))
    stays = [p.uid for p in known if p.space not in terms.OFF_MAP and p.uid not in off]
    yield KeepFunnies(tuple(sorted(stays)))


# --- the air ----------------------------------------------------------------------------------------------


def _airs(here: Position, after: Position) -> Iterator[AllocateAir]:  # noqa: ARG001 - the plan is what follows
    plan = tuple(after.number("air-plan", m) for m in MAPS)
    yield AllocateAir(plan, after.number("air-plan", RECON))


def _aas(here: Position, after: Position) -> Iterator[AllocateAa]:  # noqa: ARG001 - the plan is what follows
    yield AllocateAa(tuple(after.number("aa-plan", m) for m in MAPS))


# --- all of them ------------------------------------------------------------------------------------------

_ALONE = "units go one by one here, not as stacks"
_TABLE: Mapping[str, tuple[str, Toward | None]] = {
    "move": ("each unit alone by its cheapest way to each hex with room; stacks go too", _moves),
    "march": ("the cheapest way to each hex", _marches),
    "move-ship": ("the nearest waters only", _one_to(MoveShip)),
    "allocate-air": ("four allotments out of many", _airs),
    "allocate-aa": ("three allotments out of many", _aas),
    "attack": ("the whole force, divisions, stacks and single units, each with the best support", _attacks),
    "defend-with": ("the strongest guns together, and each of six", _defences),
    "invasion-fire": ("all units of a hex, each alone, and all with one gun or ship", _volleys),
    "carpet-bomb": ("one row of ten hexes", _carpets),
    "keep-funnies": ("three in a row", _funnies),
    "come-ashore": ("all units that fit", _ashore),
    "place": (f"{_ALONE}, and ships on a few waters", _placed),
    "enter": (f"{_ALONE}, and along the road only", _enters),
    "reroute": (_ALONE, None),
    "land": (_ALONE, None),
    "arrive": (_ALONE, None),
    "advance-boxes": (_ALONE, None),
    "enter-live": (_ALONE, None),
    "place-ship": ("six ships on six waters each", _one_to(PlaceShip)),
    "place-strongpoint": ("the next four Strongpoints", _one_to(PlaceStrongpoint)),
    "place-kg": ("one HQ, in hexes with German units", _one_to(PlaceKg)),
    "land-glider": ("hexes at a Pathfinder", _one_to(LandGlider, around=True)),
    "return-hq": ("hexes with room for it", _one_to(ReturnHq)),
}


def declared(handlers: Mapping[str, Handler[Any]]) -> dict[str, Handler[Any]]:
    """Handlers that say which legal actions they leave out.

    Parameters
    ----------
    handlers
        Kind of action -> its rules.
    """
    found = dict(handlers)
    for kind, (what, toward) in _TABLE.items():
        handler = handlers[kind]
        found[kind_of(handler.action)] = replace(handler, sampled=what, toward=toward or _grouped(handler))
    return found
