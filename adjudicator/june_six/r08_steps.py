"""Sections 8.1, 8.4, 11.1 and 19.1: one step of a unit's movement, its cost and everything against it."""

from __future__ import annotations

import dataclasses

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r01_part, terms
from adjudicator.june_six import r08_cost as costs
from adjudicator.june_six import r08_landing as landing
from adjudicator.june_six import r19_delay_points as delay
from adjudicator.june_six.r08_allowance import MA, allowance
from adjudicator.june_six.r11_zones_of_control import in_enemy_zoc, projectors
from adjudicator.june_six.r20_crossings import crossing_faults
from adjudicator.position import Piece, View
from adjudicator.ruling import Fault, Violation
from maps.board import Edge
from maps.june_six.grid import GRID
from module_builder.vassal.values import dataclass

__all__ = ["ZOC", "Leg", "Mover", "begin", "leaves_map", "leg", "zoc_bans"]

ZOC = 2  # half MPs to enter, and to leave, a hex in an enemy ZOC


@dataclass(frozen=True, slots=True)
class Mover:
    """A unit on its way.

    Parameters
    ----------
    start, at
        Ids of the spaces where it began and where it is.
    mp, used
        Half MPs that it has, and those paid.
    entered
        Hexes entered.
    by_road
        Whether the last step followed a road.
    removed
        Hexes of Delay Points that come off: those entered, and those that stopped it.
    crossed
        Hexes from which it used an Assisted River Crossing, or crossed by itself.
    free
        Whether the first step was taken by the exception of 8.12.

    Examples
    --------
    >>> from counters.catalog import Unit
    >>> unit = Piece(Unit("us-1", "1", "1", "allied", "us"), "e1940", "full")
    >>> Mover(unit, costs.Class(), "e1940", "e1940", 12, 4).left
    8
    """

    piece: Piece
    kind: costs.Class
    start: str
    at: str
    mp: int
    used: int = 0
    entered: int = 0
    stopped: Fault | None = None
    by_road: bool = False
    removed: tuple[str, ...] = ()
    crossed: tuple[str, ...] = ()
    free: bool = False

    @property
    def left(self) -> int:
        """Half MPs that are left."""
        return max(0, self.mp - self.used)


@dataclass(frozen=True, slots=True)
class Leg:
    """One step that was looked at.

    Parameters
    ----------
    cost
        Half MPs.
    faults
        Why it is forbidden.
    """

    to: str
    cost: int
    faults: tuple[Violation, ...]
    after: Mover


@rule("8.21", "8.47")
def begin(view: View, piece: Piece) -> Mover:
    """A unit before its first step."""
    points = allowance(view, piece)
    spent = landing.spent_before(view, piece, points)
    if spent and isinstance(view, Inquiry):
        view.note("8.47", f"landing takes half of the MA, rounded up: {costs.mp(spent)}")
    kind = costs.class_of(view, piece.printed)
    return Mover(piece, kind, piece.space, piece.space, 2 * points, spent)


# --- what a hex forbids -----------------------------------------------------------------------------------


@rule("11.13", "11.14", "13.12", "22.24")
def zoc_bans(view: View, piece: Piece, frm: str, to: str) -> list[Fault]:
    """Why a unit may not enter a hex because it is in an enemy ZOC.

    Parameters
    ----------
    frm, to
        Ids of the space that it leaves and of the hex.

    Returns
    -------
    list of (str, str)
        Section and reason; empty when the hex is in no enemy ZOC.
    """
    if not in_enemy_zoc(view, to, piece.side):
        return []
    title, where = piece.printed.title, f"{view.board.name(to)}, in an enemy ZOC"
    found = []
    if terms.is_foot(piece.printed) and frm in view.board.spaces and in_enemy_zoc(view, frm, piece.side):
        found.append(Fault("11.13", f"{title} is foot type and may not go from one enemy ZOC into {where}"))
    if terms.is_support(piece.printed) and not _covered(view, piece, to):
        found.append(Fault("11.14", f"{title} is Combat Support: a friendly combat unit must be in {where}"))
    if view.number("disorder", piece.uid):
        found.append(Fault("13.12", f"{title} bears a Disorder marker and may not enter {where}"))
    if view.flag("isolated", piece.uid):
        found.append(Fault("22.24", f"{title} is Isolated and may not enter {where}"))
    return found


@rule("11.14")
def _covered(view: View, piece: Piece, to: str) -> bool:
    there = terms.friends(view, to, piece.side)
    return any(terms.is_combat(p.printed) for p in there if p.uid != piece.uid)


@rule("8.14")
def _enemy_there(view: View, piece: Piece, to: str) -> list[Fault]:
    there = terms.enemies(view, to, piece.side)
    if not there:
        return []
    section = "10.21" if landing.is_landing_box(view, piece.space) else "8.14"
    return [Fault(section, f"{view.board.name(to)} is occupied by {terms.titles(there)}")]


# --- one step ---------------------------------------------------------------------------------------------


@rule("8.13")
def leaves_map(space: str) -> bool:
    """Whether a hex lies at the edge of the map.

    Examples
    --------
    >>> leaves_map("e0140"), leaves_map("e1940"), leaves_map("e1021")
    (True, False, False)
    """
    return GRID.is_number(space) and None in GRID.ring(space)


@rule(
    "8.11", "8.12", "8.14", "8.43", "8.44", "8.45", "8.46", "8.47", "8.48", "11.11", "11.12", "11.13", "19.12"
)
def leg(view: View, mover: Mover, to: str) -> Leg:
    """Look at one step: from hex to hex, from a box onto the map, or off the map.

    Returns
    -------
    Leg
        With every fault.
    """
    if to == terms.LEFT:
        return _off_map(view, mover)
    known = view.board.spaces.get(to)
    if known is None or not terms.is_hex(known) or not _next_to(view, mover, to):
        text = f"{view.board.name(to)} is no hex next to {view.board.name(mover.at)}"
        return _leg(view, mover, to, [Fault("8.11", text)], mover)
    piece = mover.piece
    found, faults = _ground(view, mover, to)
    faults += _enemy_there(view, piece, to) + zoc_bans(view, piece, _from(view, mover), to)
    cost, extras = _extras(view, mover, to)
    cost += found.half if found else 0
    _explain(view, mover, to, found, extras)
    crossed = _is_crossing(view, mover, to)
    after = dataclasses.replace(
        mover,
        at=to,
        used=mover.used + cost,
        entered=mover.entered + 1,
        by_road=found is not None and found.by_road,
        crossed=(*mover.crossed, mover.at) if crossed else mover.crossed,
    )
    excused = found is not None and _excused(view, mover, to)
    after = _stops(view, _points(view, after, to, free=excused and after.used > mover.mp))
    if after.used > mover.mp and not excused:
        left = f"{costs.mp(mover.left)} of {costs.mp(mover.mp)} are left"
        short = Fault("8.12", f"{known.name} costs {costs.mp(cost)}, and {left}")
        return _leg(view, mover, to, faults, after, short=short)
    if after.used > mover.mp and isinstance(view, Inquiry):
        view.note("8.12", "it starts next to the Delay Point and may enter its hex without the MPs")
    return _leg(view, mover, to, faults, after)


def _leg(
    view: View, mover: Mover, to: str, faults: list[Fault], after: Mover, *, short: Fault | None = None
) -> Leg:
    """A step with what forbids it; the last reason is that it lacks the MPs."""
    if mover.stopped is not None:
        section, why = mover.stopped
        faults = [Fault(section, f"its movement has ended: {why}"), *faults]
    uids, spaces = (mover.piece.uid,), (to,) if to in view.board.spaces else ()
    found = [Violation(s, t, uids, spaces) for s, t in dict.fromkeys(faults)]
    if short is not None:
        found.append(Violation(*short, uids, spaces, exceeds=MA))
    return Leg(to, after.used - mover.used, tuple(found), after)


def _next_to(view: View, mover: Mover, to: str) -> bool:
    """Whether a step could lead into a hex at all."""
    return mover.at == terms.POOL or view.board.edge(mover.at, to) is not None


def _from(view: View, mover: Mover) -> str:
    """The hex that is left, empty for a box."""
    known = view.board.spaces.get(mover.at)
    return mover.at if known is not None and terms.is_hex(known) else ""


def _friends(view: View, mover: Mover, to: str) -> int:
    return sum(p.uid != mover.piece.uid for p in terms.friends(view, to, mover.piece.side))


def _ground(view: View, mover: Mover, to: str) -> tuple[costs.Price | None, list[Fault]]:
    """The price of hex and hexside, and what they forbid."""
    piece, friends = mover.piece, _friends(view, mover, to)
    if mover.at == terms.POOL:
        found = landing.entry_price(view, to, mover.kind, friends)
        bans = costs.ground_ban(view, piece.printed, to, by_road=found.by_road)
        return (None if bans else found), [*landing.entry_faults(view, piece, to), *bans]
    edge = view.board.edge(mover.at, to)
    assert edge is not None  # noqa: S101 - `_next_to` looked
    if edge.boundary == "landing":
        if piece.side != terms.ALLIED:
            return None, [Fault("8.47", "only Allied units land on a beach")]
        bans = [*r01_part.faults(view, to), *costs.ground_ban(view, piece.printed, to)]
        return (None if bans else landing.landing_price(view, to, mover.kind)), bans
    return _inland(view, mover, to, edge, friends)


@rule("8.43", "8.44", "8.46")
def _inland(
    view: View, mover: Mover, to: str, edge: Edge, friends: int
) -> tuple[costs.Price | None, list[Fault]]:
    piece, blocked = mover.piece, friends >= 2
    bans = costs.can_enter(
        view, piece.printed, mover.at, to, off_road=blocked, over_river=_is_crossing(view, mover, to)
    )
    if blocked and bans and not costs.can_enter(view, piece.printed, mover.at, to):
        there = view.board.name(to)
        bans = [Fault("8.46", f"{friends} friendly units in {there} block the road: {t}") for _, t in bans]
    if _is_crossing(view, mover, to):
        bans += crossing_faults(view, piece.uid, mover.at)
        return costs.unpaved(view, edge, to, mover.kind), bans
    return costs.price(view, edge, to, mover.kind, friends), bans


@rule("8.44", "20.2")
def _is_crossing(view: View, mover: Mover, to: str) -> bool:
    """Whether a step is an Assisted River Crossing, or that of a Commando or Ranger unit."""
    edge = view.board.edge(mover.at, to)
    if edge is None or edge.boundary != "major-river" or mover.kind.motorized:
        return False
    return not costs.bridge_stands(view, edge)


@rule("11.11", "11.13", "19.11")
def _extras(view: View, mover: Mover, to: str) -> tuple[int, list[tuple[str, str, int]]]:
    """Half MPs over the terrain, each with section and reason."""
    found, side, name = list[tuple[str, str, int]](), mover.piece.side, view.board.name
    frm = _from(view, mover)
    if frm and frm == mover.start and mover.entered == 0 and in_enemy_zoc(view, frm, side):
        found.append(("11.13", f"to leave {name(frm)}, in an enemy ZOC", ZOC))
    if in_enemy_zoc(view, to, side):
        origins = ", ".join(map(name, projectors(view, to, side)))
        found.append(("11.11", f"{name(to)} is in an enemy ZOC, out of {origins}", ZOC))
    if side == terms.ALLIED and delay.stands(view, to) and to not in mover.removed:
        found.append(("19.11", f"a Delay Point in {name(to)}", delay.COST))
    return sum(half for _, _, half in found), found


def _explain(
    view: View, mover: Mover, to: str, found: costs.Price | None, extras: list[tuple[str, str, int]]
) -> None:
    if not isinstance(view, Inquiry):
        return
    if found is not None:
        edge = view.board.edge(mover.at, to)
        if edge is not None and edge.boundary != "landing":
            view.boundary(edge, "8.41")
        if not found.by_road:
            terms.terrain(view, to)
        parts = costs.cite_price(view, found, mover.kind)
        off_road = "8.41" if len(found.rows) > 1 else "8.42"
        section = "8.46" if found.congested else "8.45" if found.by_road else off_road
        view.note(section, f"into {view.board.name(to)}: {' + '.join(parts)}")
        if ("hexside", "major-river") in found.rows:
            view.note("20.24", "the MPs for the Major River are those of the Assisted River Crossing")
        _tell_passage(view, mover, edge, found)
    for section, text, half in extras:
        view.note(section, f"{text}: {costs.mp(half)}")
    _tell_zoc(view, mover, to)


def _tell_passage(inquiry: Inquiry, mover: Mover, edge: Edge | None, found: costs.Price) -> None:
    """Say what lets a unit over a hexside that is closed to others, or onto the map."""
    title = mover.piece.printed.title
    if edge is None:
        inquiry.note("8.48", "the Entry hex counts as the first hex of movement")
    elif edge.boundary == "landing":
        inquiry.note("8.47", "the Beach hex counts as the first hex of movement")
    elif edge.boundary in {"bluff", "cliff"}:
        how = "by road" if found.by_road else f"{title} may cross the {edge.boundary}"
        inquiry.note("8.43", how)
    elif edge.boundary == "major-river" and costs.bridge_stands(inquiry, edge):
        inquiry.note("8.43", "a bridge leads over the Major River")


@rule("8.14", "11.13", "11.14", "20.23")
def _tell_zoc(inquiry: Inquiry, mover: Mover, to: str) -> None:
    """Say what lets a unit into a hex that is closed to others."""
    piece = mover.piece
    if piece.side == terms.ALLIED and delay.stands(inquiry, to):
        inquiry.note("8.14", "a Delay Point is no unit, and bars nobody")
    if not in_enemy_zoc(inquiry, to, piece.side):
        return
    if terms.is_support(piece.printed) and _covered(inquiry, piece, to):
        inquiry.note("11.14", "a friendly combat unit is there already")
    if _is_crossing(inquiry, mover, to):
        inquiry.note("20.23", "a unit may cross a river into an enemy ZOC")


# --- Delay Points and stops -------------------------------------------------------------------------------


@rule("8.12")
def _excused(view: View, mover: Mover, to: str) -> bool:
    """Whether an Allied unit that starts next to a Delay Point may enter its hex whatever it costs."""
    if mover.piece.side != terms.ALLIED or mover.entered or not delay.stands(view, to):
        return False
    return bool(_from(view, mover))


@rule("8.12", "19.12", "19.13", "19.14")
def _points(view: View, mover: Mover, to: str, *, free: bool) -> Mover:
    """The mover with the Delay Points that it takes off, and stopped by one next to it."""
    if mover.piece.side != terms.ALLIED:
        return mover
    removed = mover.removed
    there = delay.stands(view, to) and to not in removed
    if there and not (free and view.option("dp-exception") == "B"):
        removed = (*removed, to)
        if isinstance(view, Inquiry):
            view.note("19.12", f"the Delay Point in {view.board.name(to)} comes off")
    around = [p for p in delay.near(view).get(to, ()) if p not in removed]
    if around and mover.left == 0 and isinstance(view, Inquiry):
        view.note("19.14", "its last MP is spent next to a Delay Point, which stays")
    stopping = delay.stopping(mover.left, [(p, _to_point(view, mover, p)) for p in around])
    if not stopping:
        return dataclasses.replace(mover, removed=removed, free=free)
    names = ", ".join(map(view.board.name, stopping))
    why = f"it lacks the MPs to enter the Delay Point in {names}"
    if isinstance(view, Inquiry):
        view.note("19.13", f"{why}: it stops, and the Delay Point comes off")
    return dataclasses.replace(mover, removed=(*removed, *stopping), free=free, stopped=Fault("19.13", why))


@rule("11.11", "19.13")
def _to_point(view: View, mover: Mover, point: str) -> int | None:
    """Half MPs for the hex of a Delay Point next to the mover; None where terrain keeps it out."""
    edge = view.board.edge(mover.at, point)
    found = costs.price(view, edge, point, mover.kind) if edge is not None else None
    watched = ZOC if in_enemy_zoc(view, point, mover.piece.side) else 0
    return found.half + delay.COST + watched if found is not None else None


@rule("11.12")
def _stops(view: View, mover: Mover) -> Mover:
    """The mover, stopped if it has entered an enemy ZOC."""
    if not in_enemy_zoc(view, mover.at, mover.piece.side):
        return mover
    why = f"{view.board.name(mover.at)} is in an enemy ZOC"
    if isinstance(view, Inquiry):
        view.note("11.12", f"{why}: the unit must stop there")
    return dataclasses.replace(mover, stopped=Fault("11.12", why))


@rule("8.13")
def _off_map(view: View, mover: Mover) -> Leg:
    """A unit leaves the map for good."""
    faults, short = [], None
    record = costs.chart(view)["edge"]["map"]
    cost = record.number(mover.kind.column)
    if not leaves_map(mover.at):
        faults.append(Fault("8.13", f"{view.board.name(mover.at)} does not lie at the edge of the map"))
    if not mover.entered and _from(view, mover) and in_enemy_zoc(view, mover.at, mover.piece.side):
        cost += ZOC
    if isinstance(view, Inquiry):
        costs.cite_price(view, costs.Price(cost, False, (("edge", "map"),)), mover.kind)
        view.note("8.13", f"over the edge of the map: {costs.mp(cost)}; the unit may not come back")
    if mover.used + cost > mover.mp:
        short = Fault("8.12", f"leaving costs {costs.mp(cost)}, and {costs.mp(mover.left)} are left")
    gone = Fault("8.13", "it has left the map")
    after = dataclasses.replace(
        mover, at=terms.LEFT, used=mover.used + cost, entered=mover.entered + 1, stopped=gone, by_road=False
    )
    return _leg(view, mover, terms.LEFT, faults, after, short=short)
