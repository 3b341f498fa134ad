"""Sections 5.2, 10.1 to 10.3, 10.6 and 10.8: one step of a unit or stack, its cost and all against it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

from adjudicator.battle_for_normandy import r05_zones_of_control as zones
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r07.general import in_supply
from adjudicator.battle_for_normandy.r10 import cost as costs
from adjudicator.battle_for_normandy.r10.allowance import allowance, total_of
from adjudicator.battle_for_normandy.r10.closed import (
    bars,
    closed_hexes,
    forced_hexes,
    is_resting,
    near_enemies,
)
from adjudicator.battle_for_normandy.r10.step_tables import traffic_hexes
from adjudicator.battle_for_normandy.r14_bridges import WATER, bridging_hq, passable
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, View
from adjudicator.ruling import Fault, Violation
from maps.board import Edge
from maps.filing import Located
from module_builder.vassal.values import dataclass

__all__ = [
    "Leg",
    "Mover",
    "begin",
    "end_faults",
    "half_of",
    "leg",
    "without",
]


@dataclass(frozen=True, slots=True)
class Mover:
    """Units on their way together.

    Parameters
    ----------
    pieces
        The units, as they stand before the move.
    kinds
        Classes of costs among them.
    start, at
        Ids of the hexes where they began and where they are.
    mp, used
        Sixths of an MP that the slowest has, and those paid.
    entered
        Hexes entered.
    supplied
        Whether all of them are in General Supply.
    strategic
        Whether they may use Strategic Movement.
    by_road, raced
        Whether they used a road rate, and the rate of Strategic Movement.
    total
        Name of the total that `mp` comes from.

    Examples
    --------
    >>> Mover((), (), "c3014", "c3014", 36, 12).left
    24
    """

    pieces: tuple[Piece, ...]
    kinds: tuple[costs.Class, ...]
    start: str
    at: str
    mp: int
    used: int = 0
    entered: int = 0
    supplied: bool = True
    strategic: bool = False
    stopped: Fault | None = None
    by_road: bool = False
    raced: bool = False
    total: str = ""

    @property
    def left(self) -> int:
        """Sixths of an MP that are left."""
        return max(0, self.mp - self.used)

    @property
    def side(self) -> str:
        """Whose units they are."""
        return self.pieces[0].side

    @property
    def uids(self) -> tuple[str, ...]:
        """Ids of the units."""
        return tuple([p.uid for p in self.pieces])


@dataclass(frozen=True, slots=True)
class Leg:
    """One step that was looked at.

    Parameters
    ----------
    cost
        Sixths of an MP.
    faults
        Why it is forbidden.
    """

    to: str
    cost: int
    faults: tuple[Violation, ...]
    after: Mover


@rule("10.1", "7.1")
def begin(view: View, pieces: Sequence[Piece], *, strategic: bool = False) -> Mover:
    """Units of one hex before their first step: the slowest sets the pace."""
    supplied = {p.uid: in_supply(view, p.uid) for p in pieces}
    allowed = [allowance(view, p, supplied=supplied[p.uid]) for p in pieces]
    points = min(allowed)
    if len(pieces) > 1 and isinstance(view, Inquiry):
        view.note("10.1", f"the stack moves at the rate of its slowest unit: {points} MPs")
    kinds = [costs.class_of(view, p.printed, supplied=supplied[p.uid], strategic=strategic) for p in pieces]
    start = pieces[0].space
    return Mover(
        tuple(pieces),
        tuple(dict.fromkeys(kinds)),
        start,
        start,
        points * terms.MP,
        supplied=all(supplied.values()),
        strategic=strategic,
        total=total_of(pieces[allowed.index(points)]),
    )


def without(view: View, mover: Mover, uids: Iterable[str]) -> Mover:
    """The mover after units were dropped off: the rest goes on at its own rate."""
    gone = set(uids)
    rest = [p for p in mover.pieces if p.uid not in gone]
    fresh = begin(terms.state_of(view), rest, strategic=mover.strategic)
    return dataclasses.replace(
        mover, pieces=fresh.pieces, kinds=fresh.kinds, mp=fresh.mp, supplied=fresh.supplied, total=fresh.total
    )


def half_of(sixths: int) -> int:
    """Half of an allowance in whole MPs, rounded up.

    Examples
    --------
    >>> half_of(36), half_of(42)
    (18, 24)
    """
    return -(-(sixths // terms.MP) // 2) * terms.MP


# --- one step ---------------------------------------------------------------------------------------------


@rule("5.2", "7.5", "10.1", "10.2", "10.3", "10.6", "10.8", "14.2.1", "19.5")
def leg(view: View, mover: Mover, to: str) -> Leg:
    """Look at one step from hex to hex.

    Returns
    -------
    Leg
        With every fault.
    """
    board = view.board
    edge, known = board.edge(mover.at, to), board.spaces.get(to)
    if edge is None or known is None or not terms.is_hex(known):
        text = f"{board.name(to)} is no hex next to {board.name(mover.at)}"
        return _leg(view, mover, to, [Fault("10.1", text)], mover)
    faults = _bans(view, mover, to)
    found = _dearest(view, mover, edge, to)
    slips = mover.entered == 0 and _zone_to_zone(view, mover, to)
    if found is None and not faults and len(mover.pieces) > 1:
        faults.append(Fault("14.2.1", "an HQ takes one unit over the water, not a stack"))
    whole = slips or found is None or found.cost >= costs.WHOLE
    spent = 0 if whole else _ground(view, mover, found, to)
    leaving = _leaving(view, mover)
    _explain(view, mover, edge, to, found)
    if slips and not faults and isinstance(view, Inquiry):
        view.note("5.2", "a trapped company slips through with its whole MA")
    after, short = _paid(view, mover, to, spent + leaving, whole=whole, free=not faults)
    if found is not None and not whole:
        raced = any(column == "strategic" for _, _, column in found.rows)
        after = dataclasses.replace(after, by_road=after.by_road or found.by_road, raced=after.raced or raced)
    return _leg(view, mover, to, faults, after, short=short)


def _leg(
    view: View,
    mover: Mover,
    to: str,
    faults: list[Fault],
    after: Mover,
    *,
    short: Sequence[Violation] = (),
) -> Leg:
    if mover.stopped is not None:
        section, why = mover.stopped
        faults = [Fault(section, f"the movement has ended: {why}"), *faults]
    spaces = (to,) if to in view.board.spaces else ()
    found = [Violation(s, t, mover.uids, spaces) for s, t in dict.fromkeys(faults)]
    return Leg(to, after.used - mover.used, (*found, *short), after)


@rule("10.1", "10.3")
def _paid(
    view: View, mover: Mover, to: str, cost: int, *, whole: bool, free: bool
) -> tuple[Mover, list[Violation]]:
    """The mover in the next hex, and what it lacks to pay for it; a first step is open whatever it costs.

    Parameters
    ----------
    free
        Whether nothing else forbids the step.
    """
    name, used = view.board.name(to), mover.used + cost
    stopped, short = None, list[Violation]()
    if whole and mover.entered and free:
        text = f"{name} takes the whole MA, and {costs.mps(mover.used)} are used"
        short.append(Violation("10.6", text, mover.uids, (to,)))
    elif not whole and used > mover.mp and mover.entered:
        text = (
            f"{name} costs {costs.mps(cost)}, and {costs.mps(mover.left)} of {costs.mps(mover.mp)} are left"
        )
        short.append(Violation("10.1", text, mover.uids, (to,), mover.total))
    elif whole or used > mover.mp:
        stopped = Fault("10.3" if not whole else "10.6", "the whole MA is used")
        if not whole and isinstance(view, Inquiry):
            view.note("10.3", f"{costs.mps(cost)} for {costs.mps(mover.mp)}: one hex may always be entered")
        used = mover.mp
    after = dataclasses.replace(
        mover, at=to, used=used, entered=mover.entered + 1, stopped=stopped or mover.stopped
    )
    return after, short


@rule("10.1", "10.4", "10.6")
def _dearest(view: View, mover: Mover, edge: Edge, to: str) -> costs.Price | None:
    """The price of the slowest class; None where only an HQ that bridges the water helps, or nothing."""
    found = [costs.price_of(view, edge, mover.at, to, kind) for kind in mover.kinds]
    known = [p for p in found if p is not None]
    if len(known) < len(found):
        return None
    return max(known, key=lambda p: (p.cost if not p.half else half_of(mover.mp), p.by_road))


@rule("10.2", "10.2o", "10.6", "19.5")
def _ground(view: View, mover: Mover, found: costs.Price | None, to: str) -> int:
    if found is None:
        return 0
    if found.half:
        if isinstance(view, Inquiry):
            view.note("19.5", "Commandos and Rangers pay half their MPs for a Bluff")
        return half_of(mover.mp)
    crowded = found.by_road and to in traffic_hexes(view, mover.side)
    if crowded and isinstance(view, Inquiry):
        view.note("10.2o", f"a friendly unit beside the road: {costs.mps(costs.TRAFFIC)}")
    return found.cost + (costs.TRAFFIC if crowded else 0)


@rule("5.2")
def _leaving(view: View, mover: Mover) -> int:
    """Sixths of an MP to leave the hex if it is in an EZOC."""
    here = mover.at
    if not zones.in_ezoc(view, here, mover.side):
        return 0
    name = view.board.name(here)
    why = "" if mover.entered else _waived(view, mover)
    if isinstance(view, Inquiry):
        said = f"nothing, for {why}" if why else costs.mps(zones.EXIT)
        view.note("5.2", f"to leave {name}, in an EZOC: {said}")
    return 0 if why else zones.EXIT


@rule("5.2")
def _waived(view: View, mover: Mover) -> str:
    """Why nobody of the mover pays to leave the first hex; the unit that pays sets the pace of a stack."""
    reasons = [zones.waiver(view, p, mover.uids) for p in mover.pieces]
    return reasons[0] if all(reasons) else ""


def _zone_to_zone(view: View, mover: Mover, to: str) -> bool:
    side = mover.side
    return zones.in_ezoc(view, mover.at, side) and zones.in_ezoc(view, to, side)


# --- what forbids it --------------------------------------------------------------------------------------


def _bans(view: View, mover: Mover, to: str) -> list[Fault]:
    """Everything against a step but its cost."""
    name, found = view.board.name(to), list[Fault]()
    there = [p for p in terms.enemies(view, to, mover.side) if bars(p)]
    if there:
        found.append(Fault("10.1", f"{name} is occupied by {terms.titles(there)}"))
    elif to in closed_hexes(view, mover.side):
        section = "18.6" if view.text("phase") == "german-movement" else "17.5"
        found.append(Fault(section, f"{name} is a Beach hex: no German unit enters it now"))
    for piece in mover.pieces:
        found += costs.entry_faults(view, piece, mover.at, to)
        if is_resting(view, piece) and zones.in_ezoc(view, to, mover.side):
            found.append(
                Fault("12.9o", f"{piece.printed.title} rests with its division and keeps out of EZOCs")
            )
    found += _zoc_bans(view, mover, to)
    if not mover.supplied and to in forced_hexes(view, mover.side):
        text = f"out of supply at the start, it may not move next to enemies that it must attack from {name}"
        found.append(Fault("7.5", text))
    if mover.strategic:
        found += _strategic_bans(view, mover, to)
    return found


@rule("5.2")
def _zoc_bans(view: View, mover: Mover, to: str) -> list[Fault]:
    if not _zone_to_zone(view, mover, to):
        return []
    if len(mover.pieces) == 1 and mover.entered == 0:
        return zones.slip_faults(view, mover.pieces[0], to)
    name = view.board.name
    return [Fault("5.2", f"nobody goes from EZOC to EZOC, from {name(mover.at)} to {name(to)}")]


@rule("10.8")
def _strategic_bans(view: View, mover: Mover, to: str) -> list[Fault]:
    near, name, found = near_enemies(view, mover.side), view.board.name, list[Fault]()
    if mover.entered == 0 and mover.at in near:
        found.append(Fault("10.8", f"{name(mover.at)} is within three hexes of an enemy"))
    if to in near:
        found.append(Fault("10.8", f"{name(to)} is within three hexes of an enemy"))
    return found


# --- the last hex -----------------------------------------------------------------------------------------


@rule("6.3", "10.4o")
def end_faults(view: View, pieces: Sequence[Piece], space: str) -> list[Fault]:
    """Why units may not end their movement in a hex; too many of them are counted only when the phase ends.

    Returns
    -------
    list of (str, str)
        Section and reason.
    """
    found, side, uids = list[Fault](), pieces[0].side, {p.uid for p in pieces}
    there = [
        p for p in terms.friends(view, space, side) if p.uid not in uids and not terms.is_naval(p.printed)
    ]
    groups = {terms.group_of(p.printed) for p in (*there, *pieces)}
    if {terms.US, terms.COMMONWEALTH} <= groups:
        text = f"US and Commonwealth units may not stack together in {view.board.name(space)}"
        found.append(Fault("6.3", text))
    guns = [p for p in pieces if terms.is_artillery(p.printed)]
    if guns and terms.has_option(view, "10.4o") and zones.in_ezoc(view, space, side):
        escort = [
            p for p in (*there, *pieces) if not terms.is_artillery(p.printed) and terms.has_zoc(p.printed)
        ]
        if not escort:
            text = f"{terms.titles(guns)} may not stay in an EZOC without a unit that is no artillery"
            found.append(Fault("10.4o", text))
        elif isinstance(view, Inquiry):
            view.note("10.4o", f"{terms.titles(escort)} covers {terms.titles(guns)} in an EZOC")
    return found


# --- in words ---------------------------------------------------------------------------------------------


@rule("7.5", "10.2")
def _negates(at: Located, mover: Mover, edge: Edge, found: costs.Price) -> bool:
    """Whether a step out of supply follows a road, which then costs as Clear."""
    known = bool(edge.road) and costs.chart(at)["road"][edge.road].flag("rate")
    rated = found.by_road or all(kind.rates for kind in mover.kinds)
    return known and not rated and {row[1] for row in found.rows} == {"clear"}


def _explain(view: View, mover: Mover, edge: Edge, to: str, found: costs.Price | None) -> None:
    if not isinstance(view, Inquiry):
        return
    view.boundary(edge, "10.6")
    terms.terrain(view, to)
    name = view.board.name(to)
    if found is None:
        helper = bridging_hq(view, edge, mover.side) if edge.boundary in WATER else None
        if helper is not None:
            view.note(
                "14.2.1", f"{helper.printed.title} bridges the water: the whole MA of one mechanized unit"
            )
        return
    section = "10.2" if found.by_road else "10.6"
    if found.by_road and any(column == "strategic" for _, _, column in found.rows):
        section = "10.8"
    parts = " + ".join(costs.cite_price(view, found))
    if _negates(view, mover, edge, found):
        section, parts = "10.2", f"{parts}, for the road negates the terrain but gives no rate out of supply"
    view.note(section, f"into {name}: {parts}")
    if edge.boundary in WATER and edge.road and passable(view, edge):
        view.note("10.6", "a bridge leads over the water")
    if found.by_road and costs.is_uphill(view.board, mover.at, to):
        view.note("10.2", "the road waives the +1 uphill")
    if zones.in_ezoc(view, to, mover.side):
        view.note("5.2", f"{name} is in an EZOC: entering it costs nothing more")
