"""What lists of actions leave out, and how the difference of two positions leads to it all the same."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.breakout_normandy import (
    r08_impulses,
    r08_movement,
    r08_reach,
    r09_casualties,
    r09_retreats,
    r10_attrition,
    terms,
)
from adjudicator.breakout_normandy.r08_movement import Move, MoveStack
from adjudicator.breakout_normandy.r09_assault import ANNOUNCED, Assault
from adjudicator.breakout_normandy.r09_casualties import TakeLosses
from adjudicator.breakout_normandy.r09_retreats import RetreatAttackers, RetreatDefender
from adjudicator.breakout_normandy.r10_attrition import TakeAttrition
from adjudicator.breakout_normandy.r10_bombardment import Bombard
from adjudicator.breakout_normandy.r12_night import AirSupply
from adjudicator.breakout_normandy.r12_refit import PlaceDepot, Refit
from adjudicator.breakout_normandy.r13_regrouping import RegroupLand
from adjudicator.breakout_normandy.r19_landing import Land
from adjudicator.breakout_normandy.r20_night import NightRepair
from adjudicator.breakout_normandy.r21_d_day import FirstWave, SecureBridge
from adjudicator.game import Handler
from adjudicator.position import Piece, Position

__all__ = ["LISTS", "told"]

_Toward = Callable[[Position, Position], Iterator[Action]]
_ALIKE = "of units alike in every respect only the first ones are named"
_LADDER = (*terms.STATUSES, terms.ELIMINATED)


def told(handlers: Mapping[str, Handler[Any]]) -> dict[str, Handler[Any]]:
    """The same handlers, those that list a part only with what they leave out.

    Parameters
    ----------
    handlers
        By kind.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> told(GAME.handlers)["move"].sampled
    'one space for each unit: a longer path is as several moves'
    """
    return {
        kind: dataclasses.replace(h, sampled=LISTS[kind][0], toward=LISTS[kind][1]) if kind in LISTS else h
        for kind, h in handlers.items()
    }


# --- what changed ---------------------------------------------------------------------------------------


def _changed(position: Position, after: Position) -> list[Piece]:
    """Units that stand elsewhere, or in another status; none goes back to the Setup card."""
    return [
        p
        for then, p in position.moved(after)
        if p is not None
        and then is not None
        and (p.space, p.status) != (then.space, then.status)
        and (then.space != terms.SETUP_CARD or p.space == terms.SETUP_CARD)
    ]


def _rolling(after: Position, what: str) -> Iterator[Mapping[str, Any]]:
    """Data of the rolls of a kind that are pending."""
    yield from (d.data for d in after.pending if d.player == "dice" and d.data.get("what") == what)


def _facts(position: Position, after: Position, item: str) -> list[str]:
    """Subjects of which an item has changed."""
    subjects = {*position.subjects(item), *after.subjects(item)}
    return sorted(s for s in subjects if position.raw(item, s) != after.raw(item, s))


# --- movement -------------------------------------------------------------------------------------------


def _paths(position: Position, after: Position, piece: Piece) -> Iterator[tuple[str, ...]]:
    """Ways that a unit may have gone: a step, the cheapest way, the way over where it came from."""
    yield from ((element,) for element in r08_movement.elements(position, piece))
    to, via = after.pieces[piece.uid].space, after.text("came-from", piece.uid)
    for goal in dict.fromkeys((to, via)):
        path = _cheapest(position, piece, goal)
        if path:
            yield path
            yield from ((*path, step) for step in (to, f"~{to}") if goal != to)
    for data in _rolling(after, "air-interdiction"):
        rest = [element for uid, element in data["rest"] if uid == piece.uid]
        ahead = [data["to"]] if data["unit"] == piece.uid else []
        yield from ((*path, *ahead, *rest) for path in ((), (to,), (via, to)) if ahead or rest)


def _cheapest(position: Position, piece: Piece, goal: str) -> tuple[str, ...]:
    """The cheapest way of a unit to another space; none where it cannot go there."""
    known = position.board.spaces.get(goal)
    if known is None or known.kind == "box" or goal == piece.space:
        return ()
    found = position.derived(f"reach {piece.uid}", lambda here: r08_reach.reach(here, piece.uid))
    return found.destinations[goal].path if goal in found.destinations else ()


def _moved(position: Position, after: Position) -> list[Piece]:
    """Units that have moved or are about to."""
    waiting = {
        u for d in _rolling(after, "air-interdiction") for u in (d["unit"], *(o[0] for o in d["rest"]))
    }
    gone = {p.uid for p in _changed(position, after)} | waiting | {*_facts(position, after, "entered")}
    return [p for p in r08_impulses.actors(position) if p.uid in gone]


def _moves(position: Position, after: Position) -> Iterator[Move]:
    for piece in _moved(position, after):
        for path in dict.fromkeys(_paths(position, after, piece)):
            yield Move(piece.uid, path)


def _stacks(position: Position, after: Position) -> Iterator[MoveStack]:
    """Units of one space that moved, those that lead first; all of them, and all that ended in one space."""
    moved = sorted(_moved(position, after), key=lambda p: not p.printed.is_point)
    for space in dict.fromkeys(p.space for p in moved):
        group = [p for p in moved if p.space == space]
        goals = dict.fromkeys(after.pieces[p.uid].space for p in group)
        parts = [group, *([p for p in group if after.pieces[p.uid].space == goal] for goal in goals)]
        for part in parts:
            for path in dict.fromkeys(path for p in part for path in _paths(position, after, p)):
                yield MoveStack(tuple(p.uid for p in part), path)
                yield MoveStack(tuple(p.uid for p in reversed(part)), path)


# --- landings -------------------------------------------------------------------------------------------


def _groups(position: Position, after: Position, kind: str) -> Iterator[tuple[str, ...]]:
    """Units of one space of a kind that left it."""
    left = [p for p in _changed(position, after) if position.board.spaces[p.space].kind == kind]
    for space in dict.fromkeys(p.space for p in left):
        yield tuple(p.uid for p in left if p.space == space)


def _landings(position: Position, after: Position) -> Iterator[Land]:
    yield from (Land(tuple(d["units"])) for d in _rolling(after, "landing-interdiction"))
    yield from (Land(units) for units in _groups(position, after, "approach"))


def _night_landings(position: Position, after: Position) -> Iterator[RegroupLand]:
    yield from (RegroupLand(tuple(d["units"])) for d in _rolling(after, "regroup-landing"))
    yield from (RegroupLand(units) for units in _groups(position, after, "approach"))


def _waves(position: Position, after: Position) -> Iterator[FirstWave]:
    going = [p.uid for p in _changed(position, after) if p.space == terms.SETUP_CARD]
    if going:
        yield FirstWave(tuple(going))
    yield from (FirstWave((uid,)) for uid in going)


def _secured(position: Position, after: Position) -> Iterator[SecureBridge]:
    for piece, bridge in itertools.product(_changed(position, after), _facts(position, after, "bridge")):
        yield SecureBridge(piece.uid, bridge)


# --- combat ---------------------------------------------------------------------------------------------


def _assaults(position: Position, after: Position) -> Iterator[Assault]:
    for told in ANNOUNCED.every(after):
        yield Assault(told.area, told.units, told.point, told.support)
    for d in _rolling(after, "assault"):
        yield Assault(d["area"], tuple(d["units"]), d["point"], tuple(d["support"]))
    side = position.text("side")
    worn = [p for p in _changed(position, after) if p.side == side and p.status == terms.FRESH]
    spent = {*_facts(position, after, "mf-used")}
    for area in dict.fromkeys(p.space for p in worn):
        there = [p for p in worn if p.space == area and p.printed.type != "field-artillery"]
        stayed = [p.uid for p in there if after.pieces[p.uid].space == area]
        paid = [uid for uid in stayed if uid in spent]
        guns = tuple(p.uid for p in worn if p.printed.type == "field-artillery")
        for units in filter(None, dict.fromkeys([tuple(paid), tuple(p.uid for p in there), tuple(stayed)])):
            for point, support in itertools.product(units, dict.fromkeys((guns, ()))):
                yield Assault(area, units, point, support)


def _losses(position: Position, after: Position) -> Iterator[TakeLosses]:
    """The levels that each unit has lost, and where it went; a dead unit has not retreated."""
    losses = []
    for piece in _changed(position, after):
        then = after.pieces[piece.uid]
        dead = then.space == terms.ELIMINATED
        levels = _LADDER.index(terms.ELIMINATED if dead else then.status) - _LADDER.index(piece.status)
        losses.append((piece.uid, levels, "" if dead or then.space == piece.space else then.space))
    due = r09_casualties.DUE.asked(position)
    forward = due.forward if due is not None else None
    yield TakeLosses(tuple(sorted(losses, key=lambda loss: loss[0] != forward)))


def _attackers_back(position: Position, after: Position) -> Iterator[RetreatAttackers]:
    asked = r09_retreats.ATTACKING.asked(position)
    may = asked.units if asked is not None else ()
    yield RetreatAttackers(tuple(u for u in may if after.pieces[u].space != position.pieces[u].space))


def _defenders_back(position: Position, after: Position) -> Iterator[RetreatDefender]:
    for piece in _changed(position, after):
        near = (other for _, other in position.board.neighbours(piece.space))
        yield from (RetreatDefender(piece.uid, to) for to in (after.pieces[piece.uid].space, *near))


def _bombards(position: Position, after: Position) -> Iterator[Bombard]:
    for d in _rolling(after, "bombardment"):
        for double in (False, True):
            yield Bombard(d["by"], d["target"], d["primary"], tuple(d["support"]), double)
    side = position.text("side")
    worn = [p for p in _changed(position, after) if p.side == side and p.status == terms.FRESH]
    guns = [p.uid for p in worn if p.printed.type == "field-artillery"]
    firing: list[tuple[str, Sequence[str]]] = [(m, ()) for m in _facts(position, after, "used")]
    firing += [(lead, [g for g in guns if g != lead]) for lead in guns]
    hot = {p.space for p in _changed(position, after)} | {*_facts(position, after, "bombarded-by")}
    targets = [p for s in sorted(hot) for p in position.units_in(s) if p.side != side]
    near = {s for g in guns for s in _around(position, position.pieces[g].space)}
    for (by, support), piece in itertools.product(firing, targets):
        if by not in guns or piece.space in near:
            yield from (Bombard(by, piece.space, piece.uid, tuple(support), d) for d in (False, True))


def _around(position: Position, space: str) -> Iterator[str]:
    yield space
    yield from (other for _, other in position.board.neighbours(space))


def _attrition(position: Position, after: Position) -> Iterator[TakeAttrition]:
    due = r10_attrition.DUE.asked(position)
    primary = due.primary if due is not None else ""
    units = [p.uid for p in _changed(position, after)]
    yield TakeAttrition(tuple(sorted(units, key=lambda uid: uid != primary)))
    if primary not in units:
        yield TakeAttrition((primary, *units))


# --- night ----------------------------------------------------------------------------------------------


def _placed(position: Position, after: Position) -> Iterator[PlaceDepot]:
    for depot in _facts(position, after, "depot"):
        yield PlaceDepot(depot, after.text("depot", depot))
    for depot in _facts(position, after, "depot-fixed"):
        yield PlaceDepot(depot, after.text("depot", depot))


def _paying(position: Position, after: Position) -> list[tuple[str, int]]:
    """Depots that have fewer points than before, and how many fewer."""
    drawn = _facts(position, after, "depot-points")
    spent = [(d, position.number("depot-points", d) - after.number("depot-points", d)) for d in drawn]
    return [(d, n) for d, n in spent if n > 0]


def _refits(position: Position, after: Position) -> Iterator[Refit]:
    """Refits of units that recovered: by one Depot, or by all that paid, as much as they paid."""
    paying = _paying(position, after)
    for piece in _changed(position, after):
        yield from (Refit(piece.uid, (depot,)) for depot, _ in paying)
        for order in itertools.permutations(paying) if 1 < len(paying) < 5 else ():
            depots, points = zip(*order, strict=True)
            yield Refit(piece.uid, depots)
            yield Refit(piece.uid, depots, points)
        if len(paying) == 1:
            yield Refit(piece.uid, (paying[0][0],), (paying[0][1],))


def _repairs(position: Position, after: Position) -> Iterator[NightRepair]:
    sites = [d["bridge"] for d in _rolling(after, "night-repair")]
    sites += [*_facts(position, after, "bridge"), *_facts(position, after, "repair-tried")]
    depots = [d for d, _ in _paying(position, after)]
    taken = ["", *position.subjects("construct-german"), *position.subjects("construct-allied")]
    for bridge, other in itertools.product(dict.fromkeys(sites), taken):
        yield from (NightRepair(bridge, (depot,), other) for depot in depots)
        if 1 < len(depots) < 5:
            yield from (NightRepair(bridge, order, other) for order in itertools.permutations(depots))


def _flown(position: Position, after: Position) -> Iterator[AirSupply]:
    yield from (AirSupply(d["area"], tuple(d["units"])) for d in _rolling(after, "air-supply"))
    better = [p for p in _changed(position, after) if p.side == terms.ALLIED]
    for area in dict.fromkeys(p.space for p in better):
        yield AirSupply(area, tuple(p.uid for p in better if p.space == area)[:4])


LISTS: Mapping[str, tuple[str, _Toward]] = {
    "move": ("one space for each unit: a longer path is as several moves", _moves),
    "move-stack": (
        "a unit that needs a leader behind the best Point Unit: more is as several moves",
        _stacks,
    ),
    "land": (_ALIKE, _landings),
    "regroup-land": (_ALIKE, _night_landings),
    "first-wave": ("one unit of each kind at a time", _waves),
    "secure-bridge": (_ALIKE, _secured),
    "assault": (_ALIKE, _assaults),
    "take-losses": (_ALIKE, _losses),
    "retreat-attackers": (_ALIKE, _attackers_back),
    "retreat-defender": (_ALIKE, _defenders_back),
    "bombard": ("of artillery alike only the first ones are named, with every number of it", _bombards),
    "take-attrition": ("in a crowd, " + _ALIKE, _attrition),
    "place-depot": ("of Depots alike only the first is named", _placed),
    "refit": ("Depots are drained in order: shares of points are left out", _refits),
    "night-repair": ("one way to pay for each set of Depots", _repairs),
    "air-supply": (_ALIKE, _flown),
}
