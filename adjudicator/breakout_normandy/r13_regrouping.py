"""Section 13: regrouping at night - one Area each, landings on Free Beaches, and the Offshore Box."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.breakout_normandy import r07_stacking_and_control as r07
from adjudicator.breakout_normandy import r19_landing, r24_storm, terms
from adjudicator.breakout_normandy.r08_assault_duty import enemy_holds
from adjudicator.breakout_normandy.r08_steps import bridge_room
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, State, View
from maps.board import Edge
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "ROLLS", "Regroup", "RegroupLand", "check_landing_by_night"]

_PHASES = frozenset({"regroup-german", "regroup-allied"})
_WATER = frozenset({"river", "flooded"})


@dataclass(frozen=True, slots=True)
class Regroup(Action):
    """Move one unit into an adjacent Free Area or Zone, or from an Approach Box to the Offshore Box (13).

    Parameters
    ----------
    river
        Whether infantry crosses a river beside its bridge.

    Examples
    --------
    >>> Regroup("ge-916", "trevieres").river
    False
    """

    unit: str
    to: str
    river: bool = False


@dataclass(frozen=True, slots=True)
class RegroupLand(Action):
    """Land units from an Approach Box on its Free Beach; all that land there are named together (13, 19.4).

    Examples
    --------
    >>> RegroupLand(("us-4-8", "us-4-12")).units
    ('us-4-8', 'us-4-12')
    """

    units: tuple[str, ...]


def _side(view: View) -> str:
    return terms.GERMAN if view.text("phase") == "regroup-german" else terms.ALLIED


def _kind(view: View, space: str) -> str:
    known = view.board.spaces.get(space)
    return known.kind if known is not None else ""


# --- by land --------------------------------------------------------------------------------------------


@rule("6.5", "8.373", "13")
def _check_unit(inquiry: Inquiry, uid: str) -> Piece | None:
    """Check that a unit may regroup in this phase."""
    piece, side = inquiry.pieces.get(uid), _side(inquiry)
    if piece is None:
        inquiry.refuse("13", f"there is no unit {uid!r}")
        return None
    name, one = piece.printed.title, (uid,)
    failed = f"{name} does not regroup in the {side} part of the phase"
    inquiry.require(
        "6.5", piece.side == side, f"the {side.capitalize()} side regroups now", failed, units=one
    )
    if piece.status != terms.FRESH:
        inquiry.note("4.2", f"{name} is not Fresh, and may retreat and regroup")
    fixed = piece.printed.type == "coastal-artillery"
    inquiry.require("8.373", not fixed, "", f"{name} is Coastal Artillery and never regroups", units=one)
    moved = inquiry.flag("regrouped", uid)
    passed, failed = f"{name} has not regrouped yet", f"{name} has regrouped: one Area is the most"
    inquiry.require("13", not moved, passed, failed, units=one)
    return piece


@rule("6.5", "7.6", "13", "14.1")
def _check_regroup(inquiry: Inquiry, action: Regroup) -> None:
    piece = _check_unit(inquiry, action.unit)
    if piece is None:
        return
    uid, name = (piece.uid,), piece.printed.title
    if _kind(inquiry, piece.space) == "approach":
        inquiry.require("13", not action.river, "", "no river is crossed from an Approach Box", units=uid)
        _check_from_box(inquiry, piece, action.to)
        return
    edge = inquiry.board.edge(piece.space, action.to) if _kind(inquiry, action.to) else None
    if edge is None or not terms.on_map(inquiry, piece.space) or not terms.on_map(inquiry, action.to):
        here, there = inquiry.board.name(piece.space), inquiry.board.name(action.to)
        inquiry.refuse("13", f"{name} in {here} is not next to {there}", units=uid, spaces=(action.to,))
        return
    if terms.is_zone(inquiry, action.to):
        inquiry.note("14.1", f"{inquiry.board.name(action.to)} is entered like an Area")
    _check_free(inquiry, piece, action.to)
    _check_crossing(inquiry, piece, edge, river=action.river)


@rule("7.1", "7.6", "16.13")
def _check_free(inquiry: Inquiry, piece: Piece, to: str) -> None:
    name = inquiry.board.name(to)
    vacant = terms.is_vacant(inquiry, to, piece.side)
    ours = terms.is_friendly_controlled(inquiry, to, piece.side)
    why = "enemy-controlled" if not ours else "Contested"
    failed = f"{name} is {why}, and only Free Areas are entered by regrouping"
    inquiry.require("7.6", vacant and ours, f"{name} is Free", failed, spaces=(to,))
    for section, fault in r07.room_faults(inquiry, to, piece):
        inquiry.refuse(section, fault, units=(piece.uid,), spaces=(to,))


@rule("8.36E", "8.371", "8.372", "13", "20.1")
def _check_crossing(inquiry: Inquiry, piece: Piece, edge: Edge, *, river: bool) -> None:
    """Check the boundary as for a move, and that no enemy holds its bridge or river."""
    kind, line = inquiry.boundary(edge, "13"), terms.boundary_name(inquiry, edge)
    uid, spaces = (piece.uid,), (edge.a, edge.b)
    if kind not in _WATER:
        inquiry.require("8.371", not river, "", f"there is no river at {line}", spaces=spaces)
        return
    usable = terms.usable_bridge(inquiry, edge)
    inquiry.require("8.371", usable or not river, "", f"{line} has no bridge to cross beside", spaces=spaces)
    bridge = usable and not river
    if enemy_holds(inquiry, edge, piece.side, piece.space):
        section, what = ("13", "bridge") if bridge else ("8.372", "river")
        inquiry.refuse(section, f"the enemy holds the {what} {line}", units=uid, spaces=spaces)
    if bridge:
        room = bridge_room(inquiry, edge)
        passed = f"the bridge {line} takes {many(room, 'more unit')} in this phase"
        failed = f"five units have used the bridge {line} in this phase"
        inquiry.require("8.371", room > 0, passed, failed, units=uid, spaces=spaces)
    elif kind == "flooded":
        inquiry.refuse("8.371", f"the flooded {line} is crossed only by a bridge", units=uid, spaces=spaces)
    else:
        name, infantry = piece.printed.title, piece.printed.type == "infantry"
        passed = f"{name} crosses the river {line} without a bridge"
        failed = f"only infantry crosses the river {line} without a bridge, not {name}"
        inquiry.require("8.36E", infantry, passed, failed, units=uid, spaces=spaces)


@rule("3.5", "13")
def _check_from_box(inquiry: Inquiry, piece: Piece, to: str) -> None:
    """Check that a unit in an Approach Box goes to the Offshore Box; landings are announced together."""
    name, there = piece.printed.title, inquiry.board.name(to)
    offshore = _kind(inquiry, to) == "offshore"
    passed = f"{name} waits Offshore for another Beach"
    failed = f"from an Approach Box {name} goes Offshore or lands by 'regroup-land', not to {there}"
    inquiry.require("13", offshore, passed, failed, units=(piece.uid,), spaces=(to,))


def _perform_regroup(draft: Draft, action: Regroup) -> None:
    piece, edge = draft.pieces[action.unit], None
    at = piece.space
    if _kind(draft, at) != "approach":
        edge = draft.board.edge(at, action.to)
    if edge is not None and edge.boundary in _WATER and terms.usable_bridge(draft, edge) and not action.river:
        draft.set("crossings", draft.number("crossings", edge.id) + 1, edge.id)
    draft.place(piece.uid, action.to)
    draft.set("regrouped", True, piece.uid)
    _settle(draft, (at, action.to), terms.nationality(piece))


@rule("7.3", "13")
def _settle(draft: Draft, spaces: Sequence[str], nation: str) -> None:
    """Let control and bridges follow those who left and came."""
    for space in spaces:
        if terms.on_map(draft, space):
            r07.update_control(draft, space, left_by=nation)


def _regroup_options(state: State) -> Iterator[Regroup]:
    side = _side(state)
    for space in list(state.occupied()):
        kind = _kind(state, space)
        if kind in {"area", "zone"}:
            yield from _from_area(state, space, side)
        elif kind == "approach" and side == terms.ALLIED:
            yield from (Regroup(p.uid, terms.OFFSHORE) for p in state.units_in(space))


def _from_area(state: State, space: str, side: str) -> Iterator[Regroup]:
    movers = [p for p in terms.friends(state, space, side) if p.printed.type != "coastal-artillery"]
    movers = [p for p in movers if not state.flag("regrouped", p.uid)]
    if not movers:
        return
    for edge, to in state.board.neighbours(space):
        if not terms.is_free(state, to, side):
            continue
        yield from (Regroup(p.uid, to) for p in movers)
        if edge.boundary == "river" and terms.usable_bridge(state, edge):
            yield from (Regroup(p.uid, to, river=True) for p in movers if p.printed.type == "infantry")


# --- from the sea ---------------------------------------------------------------------------------------


@rule("13", "19.3", "19.4", "24.6A")
def _check_land(inquiry: Inquiry, action: RegroupLand) -> None:
    named = list(dict.fromkeys(action.units))
    once = bool(named) and len(named) == len(action.units)
    inquiry.require("19.4", once, "", "name each unit that lands, once", units=action.units)
    pieces = [p for p in (_check_unit(inquiry, uid) for uid in named) if p is not None]
    boxes = {p.space for p in pieces}
    if len(boxes) != 1 or _kind(inquiry, min(boxes)) != "approach":
        inquiry.refuse("13", "units land from one Approach Box", units=action.units)
        return
    check_landing_by_night(inquiry, pieces, terms.beach_of(inquiry, boxes.pop()))


@rule("13", "19.3", "19.4", "24.6A")
def check_landing_by_night(inquiry: Inquiry, pieces: Sequence[Piece], beach: str) -> None:
    """Check the landing of units that may regroup: on a Free Beach, within the limits of a phase.

    Parameters
    ----------
    pieces
        Units in the Approach Box.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> inquiry = Inquiry(GAME.scenario("d-day"))
    >>> check_landing_by_night(inquiry, [], "utah-beach")
    >>> [v.text for v in inquiry.violations]
    ['Utah Beach is not Free']
    """
    name, spaces = inquiry.board.name(beach), (beach,)
    free = terms.is_free(inquiry, beach, terms.ALLIED)
    inquiry.require("13", free, f"{name} is Free", f"{name} is not Free", spaces=spaces)
    r19_landing.check_limits(inquiry, pieces, beach)
    storm = r24_storm.in_storm(inquiry) and terms.weather(inquiry) != "storm"
    inquiry.require("24.6A", not storm, "", "nothing lands in the Regroup Phase of a Storm", spaces=spaces)
    value = r19_landing.interdiction_value(inquiry, beach)
    inquiry.note("19.4", f"Interdiction Value of {name}", value)
    first = not value or not inquiry.number("landed", beach)
    failed = f"all units that land on {name} are named before any Interdiction dr"
    inquiry.require("19.4", first, "", failed, spaces=spaces)


def _perform_land(draft: Draft, action: RegroupLand) -> None:
    units = list(action.units)
    box = draft.pieces[units[0]].space
    beach = terms.beach_of(draft, box)
    value = r19_landing.interdiction_value(draft, beach)
    r19_landing.count_landing(draft, beach, len(units))
    for uid in units:
        draft.place(uid, beach)
        draft.set("regrouped", True, uid)
    _settle(draft, (beach,), terms.nationality(draft.pieces[units[0]]))
    if value:
        ask_roll(draft, "regroup-landing", ["dr"] * len(units), beach=beach, units=units, value=value)


@rule("13", "19.4")
def _resolve_landing(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    for uid, die in zip(data["units"], values, strict=True):
        r19_landing.interdict(draft, uid, die, data["value"])


def _why_landing(state: State, data: Mapping[str, Any]) -> str:
    return (
        f"the interdiction of {many(len(data['units']), 'unit')} landing on {state.board.name(data['beach'])}"
    )


def _land_options(state: State) -> Iterator[RegroupLand]:
    for space in list(state.occupied()):
        if _kind(state, space) != "approach":
            continue
        beach = terms.beach_of(state, space)
        ready = [p for p in state.units_in(space) if not state.flag("regrouped", p.uid)]
        room = min(r19_landing.landing_room(state, beach), len(ready))
        if not terms.is_free(state, beach, terms.ALLIED):
            continue
        for size in range(1, room + 1):
            yield from (RegroupLand(units) for units in _choices(ready, size))


def _choices(pieces: Sequence[Piece], size: int) -> Iterator[tuple[str, ...]]:
    """Choices of units, equal ones counted once."""
    seen: set[tuple[object, ...]] = set()
    for chosen in itertools.combinations(pieces, size):
        alike = tuple(_class_of(p) for p in chosen)
        if alike not in seen:
            seen.add(alike)
            yield tuple(p.uid for p in chosen)


def _class_of(piece: Piece) -> tuple[object, ...]:
    unit = piece.printed
    return (
        unit.type,
        unit.kind,
        unit.division,
        unit.corps,
        unit.af,
        unit.df,
        unit.mf,
        unit.spent_df,
        piece.status,
    )


ROLLS = {"regroup-landing": RollRule(_resolve_landing, _why_landing, "19.4")}

HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Regroup, _check_regroup, _perform_regroup, _regroup_options, "13", phases=_PHASES),
    Handler(
        RegroupLand, _check_land, _perform_land, _land_options, "13", phases=frozenset({"regroup-allied"})
    ),
)
