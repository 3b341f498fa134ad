"""Section 12.10: the hexes into which units may retreat, what each costs, and why not into the others."""

from __future__ import annotations

import dataclasses
import heapq
from collections.abc import Collection, Iterable, Mapping, Sequence

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r05_zones_of_control import in_ezoc
from adjudicator.battle_for_normandy.r06_stacking import faults
from adjudicator.battle_for_normandy.r07.sources import sources_for
from adjudicator.battle_for_normandy.r10.cost import entry_faults, step_cost
from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, View
from adjudicator.ruling import Fault
from adjudicator.views import state_of
from module_builder.vassal.values import dataclass

__all__ = ["Way", "Ways", "aims", "explain_ways", "is_zone", "must_go_on", "note_way", "step_fault", "ways"]

_FREE: Fault = Fault("", "")


@dataclass(frozen=True, slots=True)
class Way:
    """One hex of a retreat.

    Parameters
    ----------
    zone
        Whether it lies in an EZOC and no friendly unit is there.
    crowded
        Whether the units would be overstacked there, so that they go on.
    far
        How far it is from the nearest Supply Source, in hexes or sixths of an MP; 0 where there is none.

    Examples
    --------
    >>> Way("c3014").legal
    True
    """

    hex: str
    zone: bool = False
    crowded: bool = False
    far: int = 0
    reason: Fault = _FREE

    @property
    def legal(self) -> bool:
        """Whether nothing speaks against it."""
        return not self.reason[0]


@dataclass(frozen=True, slots=True)
class Ways:
    """Every hex around a stack that retreats.

    Parameters
    ----------
    legal, refused
        Hexes that they may enter, and the others.
    """

    units: tuple[str, ...]
    origin: str
    legal: tuple[Way, ...]
    refused: tuple[Way, ...]

    def find(self, space: str) -> Way | None:
        """The way into a hex, legal or not; None when it is not adjacent."""
        return next((w for w in (*self.legal, *self.refused) if w.hex == space), None)


# --- one hex ----------------------------------------------------------------------------------------------


@rule("12.10")
def step_fault(view: View, pieces: Sequence[Piece], frm: str, to: str) -> Fault:
    """Why units cannot retreat from one hex into the next.

    Returns
    -------
    (str, str)
        Section and sentence; both empty when they can.
    """
    name, side = view.board.name(to), pieces[0].side
    known = view.board.spaces.get(to)
    if known is None or not terms.is_hex(known):
        return Fault("12.10", f"{name} is no hex of the map")
    if there := [p for p in terms.enemies(view, to, side) if _bars(p)]:
        return Fault("12.10", f"{name} is occupied by {terms.titles(there)}")
    for piece in pieces:
        bans = entry_faults(view, piece, frm, to)
        if bans:
            return Fault("12.10", f"{bans[0][1]} ({bans[0][0]})")
    return _FREE


@rule("12.10", "19.9")
def _bars(piece: Piece) -> bool:
    """Whether an enemy unit closes its hex: ships do not, nor Rhinos, which just leave."""
    return not terms.is_naval(piece.printed) and not terms.marked(piece.printed, "rhino")


@rule("5.4", "12.10")
def is_zone(view: View, space: str, side: str, units: Collection[str] = ()) -> bool:
    """Whether a hex lies in an EZOC that no friendly unit negates.

    Parameters
    ----------
    view, space, side
        The position, the hex, and whose retreat it is.
    units
        The retreating units, which negate nothing.
    """
    friends = [p for p in terms.friends(view, space, side) if p.uid not in units]
    held = any(terms.has_zoc(p.printed) or terms.is_support(p.printed) for p in friends)
    return not held and in_ezoc(view, space, side)


@rule("12.10", "6.2")
def must_go_on(view: View, space: str, side: str, units: Sequence[str]) -> bool:
    """Whether units that retreat into a hex with friendly units would be overstacked there.

    Parameters
    ----------
    view, space, side
        The position, the hex, and whose retreat it is.
    """
    friends = [p for p in terms.friends(view, space, side) if p.uid not in units]
    if not friends:
        return False
    adding = [u for u in units if view.pieces[u].space != space]
    return any(section != "6.3" for section, _ in faults(view, space, side, adding=adding))


# --- all hexes --------------------------------------------------------------------------------------------


@rule("12.10", "5.4")
def ways(view: View, uids: Sequence[str], *, been: Collection[str] = ()) -> Ways:
    """Every hex around some units of one hex, and whether they may retreat there together.

    Parameters
    ----------
    been
        Hexes that they have been driven out of or through.
    """
    pieces = [view.pieces[u] for u in uids]
    origin, side = pieces[0].space, pieces[0].side
    found = []
    for _, to in view.board.neighbours(origin):
        fault = step_fault(view, pieces, origin, to)
        if not fault[0] and to in been:
            fault = Fault("12.10", f"they were driven out of {view.board.name(to)}")
        if fault[0]:
            found.append(Way(to, reason=fault))
            continue
        crowded = must_go_on(view, to, side, uids)
        found.append(Way(to, is_zone(view, to, side, uids), crowded))
    judged = _judged(view, pieces, sorted(found, key=lambda w: w.hex))
    legal = tuple([w for w in judged if w.legal])
    return Ways(tuple(uids), origin, legal, tuple([w for w in judged if not w.legal]))


def _judged(view: View, pieces: Sequence[Piece], found: Sequence[Way]) -> list[Way]:
    """Refuse EZOCs while another hex is open, then hexes that lead less far towards the source."""
    able = [w for w in found if w.legal]
    if not able:
        return list(found)
    if any(not w.zone for w in able):
        text = "an enemy ZOC is the last resort, and another hex is open"
        found = _refused(found, {w.hex for w in able if not w.zone}, text)
    measured = _measured(view, _guide(pieces), found)
    best = min(w.far for w in measured if w.legal)
    nearest = {w.hex for w in measured if w.far <= best}
    judged = _refused(measured, nearest, "another hex leads more closely to the nearest Supply Source")
    roomy = {w.hex for w in judged if w.legal and not w.crowded}
    return _refused(judged, roomy, "it would be overstacked, and another hex is open") if roomy else judged


def _refused(found: Iterable[Way], fits: Collection[str], text: str) -> list[Way]:
    return [
        w if not w.legal or w.hex in fits else dataclasses.replace(w, reason=Fault("12.10", text))
        for w in found
    ]


# --- direction --------------------------------------------------------------------------------------------


@rule("7.4", "12.10")
def aims(view: View, piece: Piece) -> tuple[str, ...]:
    """Supply Sources of a unit that are nearest in hexes to where it stands.

    Returns
    -------
    tuple of str
        Empty where its side has none.
    """
    found = sources_for(view, piece)
    if not found:
        return ()
    best = min(terms.distance(piece.space, h) for h in found)
    return tuple(sorted(h for h in found if terms.distance(piece.space, h) == best))


@rule("7.4", "12.10")
def _guide(pieces: Sequence[Piece]) -> Piece:
    """The unit whose Supply Sources lead a stack: one that no Pathfinder supplies, where there is one."""
    return next((p for p in pieces if not terms.is_airborne(p.printed)), pieces[0])


@rule("12.10")
def _measured(view: View, piece: Piece, found: Iterable[Way]) -> list[Way]:
    """How far each hex is from the nearest source, as the option reads it."""
    if view.option("retreat-distance") == "B":
        field = _field(view, piece)
        worst = max(field.values(), default=0) + 1
        return [dataclasses.replace(w, far=field.get(w.hex, worst)) for w in found]
    goals = aims(view, piece)
    return [
        dataclasses.replace(w, far=min([terms.distance(w.hex, g) for g in goals], default=0)) for w in found
    ]


def _field(view: View, piece: Piece) -> Mapping[str, int]:
    """Sixths of an MP from the hexes around a unit to its nearest source, as far as they are needed."""
    state = state_of(view)
    wanted = {to for _, to in state.board.neighbours(piece.space)}
    best = dict.fromkeys(sources_for(view, piece), 0)
    queue, done = [(0, h) for h in best], dict[str, int]()
    while queue and not wanted <= done.keys():
        cost, here = heapq.heappop(queue)
        if here in done:
            continue
        done[here] = cost
        for _, other in state.board.neighbours(here):
            known = state.board.spaces[other]
            if other in done or not terms.is_hex(known) or terms.enemies(state, other, piece.side):
                continue
            step = step_cost(state, piece, other, here)
            if step is not None and cost + step < best.get(other, cost + step + 1):
                best[other] = cost + step
                heapq.heappush(queue, (cost + step, other))
    return done


# --- telling it -------------------------------------------------------------------------------------------


@rule("12.10", "5.4")
def explain_ways(inquiry: Inquiry, uids: Sequence[str], *, been: Collection[str] = ()) -> Ways:
    """Note every hex into which units may retreat with its price, and what refuses each other one.

    Parameters
    ----------
    uids, been
        As in `ways`.
    """
    found = ways(inquiry, uids, been=been)
    titles = terms.titles(inquiry.pieces[u] for u in uids)
    goals = aims(inquiry, _guide([inquiry.pieces[u] for u in uids]))
    inquiry.note("7.4", f"nearest Supply Source: {', '.join(map(inquiry.board.name, goals)) or 'none'}")
    for way in found.legal:
        inquiry.note("12.10", f"into {inquiry.board.name(way.hex)}: {_said(way)}")
    for way in found.refused:
        inquiry.note(way.reason[0], f"not into {inquiry.board.name(way.hex)}: {way.reason[1]}")
    if not found.legal:
        inquiry.note("12.10", f"{titles} cannot retreat and is eliminated")
    return found


def _said(way: Way) -> str:
    parts = ["one step is lost to the enemy ZOC"] if way.zone else []
    parts += ["overstacked, so one hex more"] if way.crowded else []
    return "; ".join(parts) or "no penalty"


@rule("12.10", "5.4", "6.2")
def note_way(inquiry: Inquiry, way: Way, side: str) -> None:
    """Say why a hex may be entered, and what it costs."""
    name = inquiry.board.name(way.hex)
    if way.far:
        inquiry.note("12.10", f"{name} leads towards the nearest Supply Source; its distance", way.far)
    if way.zone:
        inquiry.note("5.4", f"{name} is in an enemy ZOC: the stack loses one step")
    elif terms.friends(inquiry, way.hex, side):
        inquiry.note("5.4", f"a friendly unit in {name} negates enemy ZOCs")
    if way.crowded:
        inquiry.note("6.2", f"{name} would be overstacked: the units retreat one hex more")
