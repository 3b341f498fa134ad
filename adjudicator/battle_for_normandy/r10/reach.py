"""Sections 5.2 and 10.1 to 10.8: every hex that a unit, or a stack, can reach, and what bars the rest."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence

from adjudicator import hexreach
from adjudicator.battle_for_normandy import r05_zones_of_control as zones
from adjudicator.battle_for_normandy import r21_part, terms
from adjudicator.battle_for_normandy.r06_room import fits, mixes
from adjudicator.battle_for_normandy.r06_stacking import faults as stacking_faults
from adjudicator.battle_for_normandy.r06_stacking import load_of
from adjudicator.battle_for_normandy.r10 import step_tables as tables
from adjudicator.battle_for_normandy.r10 import steps
from adjudicator.battle_for_normandy.r10.allowance import MECH, is_cut_off, is_mobile
from adjudicator.battle_for_normandy.r10.closed import (
    closed_hexes,
    forced_hexes,
    is_resting,
    near_enemies,
    rest_hexes,
)
from adjudicator.battle_for_normandy.r10.cost import Class
from adjudicator.battle_for_normandy.r14_bridges import bridging_hqs
from adjudicator.citation import rule
from adjudicator.hexreach import Field, Step, Table, Ways
from adjudicator.position import Piece, State, View
from adjudicator.ruling import Fault, Violation
from module_builder.vassal.values import dataclass

__all__ = ["Reach", "reach", "reach_stack", "refusals", "stands_on_land", "steps_allowed"]


@dataclass(frozen=True, slots=True)
class Reach:
    """Where units can go together.

    Parameters
    ----------
    destinations
        Hexes in which they may end within the limits of stacking as units stand now, the cheapest first.
    crowded
        Hexes in which they may end, but that would then hold too many units at the end of the phase.

    Examples
    --------
    >>> Reach(None, Ways("", {}, {})).destinations
    ()
    """

    mover: steps.Mover | None
    ways: Ways
    destinations: tuple[str, ...] = ()
    crowded: tuple[str, ...] = ()

    def path(self, space: str) -> tuple[str, ...]:
        """Ids of the hexes entered on the cheapest way to a hex of `ways`, in order."""
        return self.ways.path(space)

    def cost(self, space: str) -> int:
        """Sixths of an MP to a hex of `ways`."""
        return self.ways.cost[space]


_NOWHERE = Reach(None, Ways("", {}, {}))


# --- the search -------------------------------------------------------------------------------------------


def stands_on_land(view: View, piece: Piece) -> bool:
    """Whether a unit stands in a hex of the map that is not all sea."""
    return terms.is_land(view.board, piece.space)


@rule("10.1")
def reach(view: View, uid: str, *, strategic: bool = False) -> Reach:
    """Find every hex that a unit can move to, each by its cheapest way.

    Raises
    ------
    KeyError
        There is no such unit.
    """
    return reach_stack(view, (uid,), strategic=strategic)


@rule("10.1", "10.3", "10.8")
def reach_stack(view: View, uids: Sequence[str], *, strategic: bool = False) -> Reach:
    """Find every hex that units of one hex can move to together; see `reach`."""
    state = terms.state_of(view)
    pieces = [state.pieces[u] for u in uids]
    if not stands_on_land(state, pieces[0]) or not all(steps_allowed(state, p) for p in pieces):
        return _NOWHERE
    mover = steps.begin(state, pieces, strategic=strategic)
    if strategic and (not mover.supplied or mover.start in near_enemies(state, mover.side)):
        return Reach(mover, Ways(mover.start, {}, {mover.start: 0}))
    ways = _search(state, mover)
    good, crowded = _ends(state, mover, ways)
    return Reach(mover, ways, good, crowded)


@rule("10.3", "10.5", "20.1")
def steps_allowed(view: View, piece: Piece) -> bool:
    """Whether a unit has a Movement Allowance in the phase in play."""
    if not is_mobile(piece):
        return False
    if view.text("phase") != MECH:
        return True
    unit = piece.printed
    return terms.is_mech(unit) and unit.type != "truck" and not is_cut_off(view, piece)


def _search(state: State, mover: steps.Mover) -> Ways:
    table, patch = _table(state, mover)
    zoc = zones.zoc_of(state, terms.enemy_of(mover.side))
    over = Field(table, patch, _closed(state, mover), zoc, zones.EXIT)
    leave = _first_price(state, mover, zoc)
    first = [(to, mover.mp) for to in _single(state, mover, over, leave)]
    return hexreach.spread(over, mover.start, mover.mp, leave=leave, first=first)


def _table(state: State, mover: steps.Mover) -> tuple[Table, Table]:
    found = [_class_table(state, kind, mover) for kind in mover.kinds]
    return found[0] if len(found) == 1 else (tables.both(tuple(found)), {})


@rule("19.5")
def _class_table(state: State, kind: Class, mover: steps.Mover) -> tuple[Table, Table]:
    table = tables.step_table(state.board, kind, r21_part.outside(state))
    patch = tables.patch_of(state, kind, mover.side)
    if not kind.climber:
        return table, patch
    half = steps.half_of(mover.mp)

    def climbing(space: str) -> tuple[Step, ...]:
        out = patch[space] if space in patch else table[space]
        return tuple([(to, half if cost == tables.HALF else cost) for to, cost in out])

    return hexreach.LazyTable(climbing), {}


@rule("7.5", "10.1", "10.8", "12.9o")
def _closed(state: State, mover: steps.Mover) -> Mapping[str, int]:
    found = closed_hexes(state, mover.side)
    if not mover.supplied:
        found = {**found, **forced_hexes(state, mover.side)}
    if mover.strategic:
        found = {**found, **near_enemies(state, mover.side)}
    if any(is_resting(state, p) for p in mover.pieces):
        found = {**found, **rest_hexes(state, mover.side)}
    return found


@rule("5.2")
def _first_price(state: State, mover: steps.Mover, zoc: frozenset[str]) -> int:
    if mover.start not in zoc:
        return 0
    free = all(zones.waiver(state, p, mover.uids) for p in mover.pieces)
    return 0 if free else zones.EXIT


@rule("5.2", "10.3", "10.6", "14.2.1")
def _single(state: State, mover: steps.Mover, over: Field, leave: int) -> Iterator[str]:
    """Hexes that can only be entered as the one step of a move, with the whole MA."""
    start, zoc = mover.start, over.watched
    for to, _ in tables.whole_steps(over.table, over.patch, start, mover.mp - leave):
        if to not in over.closed and not (start in zoc and to in zoc):
            yield to
    if len(mover.pieces) > 1:
        return
    piece = mover.pieces[0]
    slips = start in zoc and terms.is_company(piece.printed)
    if not slips and not bridging_hqs(state):
        return
    known = {to for to, _ in (over.patch[start] if start in over.patch else over.table[start])}
    for _, to in state.board.neighbours(start):
        if to in over.closed or (to in known and not (slips and to in zoc)):
            continue
        if not steps.leg(state, mover, to).faults:
            yield to


@rule("6.1", "6.2", "6.3")
def _ends(state: State, mover: steps.Mover, ways: Ways) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Hexes where the units may end, and those that would then be overfull."""
    pieces = mover.pieces
    guns = any(terms.is_artillery(p.printed) for p in pieces) and terms.has_option(state, "10.4o")
    alone, doubtful = len(pieces) == 1 and not guns, _doubtful(state, mover.side)
    closed, crowded = {mover.start}, list[str]()
    for space in ways.before.keys() & doubtful if alone else ways.before:
        if mixes(state, space, pieces[0]) if alone else steps.end_faults(state, pieces, space):
            closed.add(space)
        elif not fits(state, space, pieces[0]) if alone else _overfull(state, mover, space):
            crowded.append(space)
    closed.update(crowded)
    cost = ways.cost
    crowded.sort(key=lambda space: (cost[space], space))
    return tuple([s for s in cost if s not in closed]), tuple(crowded)


def _doubtful(state: State, side: str) -> frozenset[str]:
    """Hexes where stacking has to be looked at: with friendly units or an Entrenchment."""
    return terms.derived(
        state, f"doubtful:{side}", lambda s: frozenset({*load_of(s, side), *s.subjects("entrenchment")})
    )


def _overfull(state: State, mover: steps.Mover, space: str) -> bool:
    return bool(stacking_faults(state, space, mover.side, adding=mover.uids))


# --- what bars the rest -----------------------------------------------------------------------------------


@rule("5.2", "10.1", "10.6")
def refusals(view: View, found: Reach) -> dict[str, tuple[Violation, ...]]:
    """Hexes next to those reached in which the units cannot end, with every reason.

    Returns
    -------
    dict
        Where several ways lead there, the reasons of the one with fewest.
    """
    mover, state = found.mover, terms.state_of(view)
    if mover is None:
        return {}

    def around(space: str) -> Iterator[str]:
        return (to for _, to in state.board.neighbours(space) if terms.is_hex(state.board.spaces[to]))

    def reasons(frm: str, to: str) -> tuple[Violation, ...]:
        return steps.leg(state, _mover_at(mover, found.ways, frm), to).faults

    refused = hexreach.unreached(found.ways.cost, around, reasons)
    ended = {*found.destinations, *found.crowded}
    for space in sorted(found.ways.before.keys() - ended):
        why = steps.end_faults(state, mover.pieces, space)
        refused[space] = tuple(Violation(s, t, mover.uids, (space,)) for s, t in why)
    return dict(sorted(refused.items()))


def _mover_at(mover: steps.Mover, ways: Ways, space: str) -> steps.Mover:
    """The mover as it is in a hex that it reached."""
    if space == mover.start:
        return mover
    used = ways.cost[space]
    only = ways.before[space] == mover.start and used == mover.mp
    stopped = Fault("10.6", "the whole MA is used") if only else None
    return dataclasses.replace(mover, at=space, used=used, entered=1, stopped=stopped)
