"""Section 20 with 8.21, 8.221 and 8.23: repair, seizure and demolition of bridges by day."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.breakout_normandy import r08_impulses, r08_mf, terms
from adjudicator.breakout_normandy.r12_supply import area_in_supply
from adjudicator.breakout_normandy.r20_sites import (
    TARGET,
    attempt_faults,
    construct_item,
    demolition_drm,
    find_bridge,
    on_board,
    repair_drm,
    resolve_repair,
    seizure_drm,
    take_marker,
    threatened,
)
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from maps.board import Edge
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "ROLLS", "Demolish", "RemoveConstruct", "Repair", "Seize"]

_DAYLIGHT = frozenset({"daylight"})
_OWN_TURNS = frozenset({"daylight", "refit-german", "refit-allied"})


@dataclass(frozen=True, slots=True)
class Repair(Action):
    """Try to repair a destroyed bridge of an Active Area (20.2).

    Parameters
    ----------
    taken_from
        Boundary from which a Construct marker is taken when none is at hand (20.21).

    Examples
    --------
    >>> Repair("pont-labbe/st-jores").taken_from
    ''
    """

    bridge: str
    taken_from: str = ""


@dataclass(frozen=True, slots=True)
class Seize(Action):
    """Let a moving unit try to take an enemy-held bridge (8.221).

    Examples
    --------
    >>> Seize("ge-1058", "pont-labbe/valognes").unit
    'ge-1058'
    """

    unit: str
    bridge: str


@dataclass(frozen=True, slots=True)
class Demolish(Action):
    """Try to blow a bridge of an Active Area (20.4).

    Examples
    --------
    >>> Demolish("pont-labbe/st-jores").bridge
    'pont-labbe/st-jores'
    """

    bridge: str


@dataclass(frozen=True, slots=True)
class RemoveConstruct(Action):
    """Take one's own Construct marker off a bridge (20.4).

    Examples
    --------
    >>> RemoveConstruct("pont-labbe/st-jores").bridge
    'pont-labbe/st-jores'
    """

    bridge: str


def _chance(drm: int) -> str:
    """What must fall, for a sentence."""
    need = TARGET - drm
    if need <= 1:
        return "succeeds with any dr"
    return f"succeeds with a dr of {need} or more" if need <= 6 else "cannot succeed"


# --- repair ---------------------------------------------------------------------------------------------


@rule("8.21", "12.8", "20.2")
def _area_faults(view: View, space: str, side: str) -> list[Fault]:
    """Why no bridge of an Active Area may be repaired from it."""
    name, faults = view.board.name(space), []
    if terms.control_side(view, space) != side:
        faults.append(Fault("20.2", f"{name} is not friendly-controlled"))
    elif not area_in_supply(view, space):
        faults.append(Fault("12.8", f"{name} is isolated, so nothing is repaired from it"))
    if view.flag("repair-closed", space) or view.text("step") != "repair":
        faults.append(Fault("8.21", f"repairs come first: the repair step of {name} is over"))
    return faults


@rule("8.21", "20.2")
def _check_from(inquiry: Inquiry, edge: Edge, side: str) -> None:
    """Check that a bridge lies on the boundary of an Active Area that can repair it."""
    ends = [s for s in (edge.a, edge.b) if inquiry.number("active", s) > 0]
    line = terms.boundary_name(inquiry, edge)
    if not ends:
        inquiry.refuse("8.21", f"{line} is no boundary of an Active Area", spaces=(edge.a, edge.b))
        return
    space = min(ends, key=lambda s: len(_area_faults(inquiry, s, side)))
    faults = _area_faults(inquiry, space, side)
    for section, fault in faults:
        inquiry.refuse(section, fault, spaces=(space,))
    if not faults:
        name = inquiry.board.name(space)
        inquiry.note("20.2", f"{name} is active, friendly-controlled and not isolated")


@rule("20.2", "20.21")
def _check_repair(inquiry: Inquiry, action: Repair) -> None:
    side = inquiry.text("side")
    edge = find_bridge(inquiry, action.bridge, "20.2")
    if edge is None:
        return
    line = terms.boundary_name(inquiry, edge)
    broken = terms.bridge_state(inquiry, edge) == "destroyed"
    inquiry.require("20.2", broken, f"the bridge {line} is destroyed", f"the bridge {line} is intact")
    _check_from(inquiry, edge, side)
    for section, fault in attempt_faults(inquiry, edge, side, action.taken_from):
        inquiry.refuse(section, fault, spaces=(edge.a, edge.b))
    if not inquiry.violations:
        drm = repair_drm(inquiry, edge, side)
        inquiry.note("20.2", f"with a drm of {drm:+d} the repair {_chance(drm)}")


def _perform_repair(draft: Draft, action: Repair) -> None:
    side = draft.text("side")
    take_marker(draft, action.bridge, side, action.taken_from)
    ask_roll(draft, "repair", ["dr"], bridge=action.bridge, side=side)


def _repair_options(state: State) -> Iterator[Repair]:
    side = state.text("side")
    for edge in _active_bridges(state):
        if terms.bridge_state(state, edge) == "destroyed":
            yield Repair(edge.id)
            yield from (Repair(edge.id, other) for other in state.subjects(construct_item(side)))


def _active_bridges(state: State) -> Iterator[Edge]:
    seen: set[str] = set()
    for space in state.subjects("active"):
        for edge, _ in state.board.neighbours(space):
            if edge.bridge and edge.id not in seen and state.number("active", space):
                seen.add(edge.id)
                yield edge


# --- seizure --------------------------------------------------------------------------------------------


@rule("8.221", "20.3")
def _check_seize(inquiry: Inquiry, action: Seize) -> None:
    piece = r08_impulses.check_actor(inquiry, action.unit)
    edge = find_bridge(inquiry, action.bridge, "8.221")
    if piece is None or edge is None:
        return
    name, at, uid = piece.printed.title, piece.space, (piece.uid,)
    here, line = inquiry.board.name(at), terms.boundary_name(inquiry, edge)
    point = piece.printed.is_point
    inquiry.require("8.221", point, "", f"only infantry and armor seize bridges, not {name}", units=uid)
    if at not in {edge.a, edge.b}:
        inquiry.refuse("8.221", f"{name} stands in {here}, not at {line}", units=uid, spaces=(at,))
        return
    free = terms.is_free(inquiry, at, piece.side)
    failed = f"{here} is not Free, and a bridge is seized only from a Free Area"
    inquiry.require("8.221", free, f"{name} is in Free {here}", failed, spaces=(at,))
    _check_held(inquiry, edge, piece.side)
    tried = inquiry.flag("seizure-tried", edge.id)
    inquiry.require("8.221", not tried, "", f"{line} has been tried in this impulse already")
    _check_mf(inquiry, piece)
    if not inquiry.violations:
        drm = seizure_drm(inquiry, edge, piece)
        inquiry.note("20.3", f"with a drm of {drm:+d} the attempt {_chance(drm)}")


@rule("8.221")
def _check_held(inquiry: Inquiry, edge: Edge, side: str) -> None:
    state, line = terms.bridge_state(inquiry, edge), terms.boundary_name(inquiry, edge)
    if state == "destroyed":
        inquiry.refuse("8.221", f"the bridge {line} is destroyed and must be crossed to be won")
        return
    enemy = state == terms.enemy_of(side)
    inquiry.require("8.221", enemy, f"the enemy holds {line}", f"the bridge {line} is friendly already")


@rule("8.221", "8.53")
def _check_mf(inquiry: Inquiry, piece: Piece) -> None:
    mover, name = r08_mf.mover_of(inquiry, piece), piece.printed.title
    passed = f"{name} has {mover.left} MF left and gives 1"
    inquiry.require("8.221", mover.left >= 1, passed, f"{name} has no MF left", units=(piece.uid,))
    stopped = mover.entered > 0 and inquiry.text("attacked", piece.space) == "attacked"
    failed = f"without an Overrun {name} does no more in {inquiry.board.name(piece.space)}"
    inquiry.require("8.53", not stopped, "", failed, units=(piece.uid,))


@rule("8.221", "8.33", "8.374")
def _perform_seize(draft: Draft, action: Seize) -> None:
    piece = draft.pieces[action.unit]
    r08_impulses.begin_movement(draft)
    if not draft.text("start", piece.uid):
        draft.set("start", piece.space, piece.uid)
    r08_mf.spend_mf(draft, piece.uid, 1)
    if piece.side == terms.ALLIED and not draft.text("nationality"):
        draft.set("nationality", terms.nationality(piece))
    draft.set("seizure-tried", True, action.bridge)
    ask_roll(draft, "seizure", ["dr"], bridge=action.bridge, unit=action.unit)


@rule("8.221", "20.3")
def _resolve_seizure(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    edge, piece = draft.board.edges[data["bridge"]], draft.pieces[data["unit"]]
    won = values[0] + seizure_drm(draft, edge, piece) >= TARGET
    if won:
        draft.set("bridge", piece.side, edge.id)
    if won or draft.option("seizure-surcharge") == "B":
        draft.set("seized-by", piece.uid, edge.id)


def _seize_options(state: State) -> Iterator[Seize]:
    for piece in r08_impulses.actors(state):
        if not piece.printed.is_point or not terms.is_free(state, piece.space, piece.side):
            continue
        for edge, _ in state.board.neighbours(piece.space):
            if edge.bridge and terms.bridge_state(state, edge) == terms.enemy_of(piece.side):
                yield Seize(piece.uid, edge.id)


# --- demolition -----------------------------------------------------------------------------------------


@rule("8.23", "20.4")
def _check_demolish(inquiry: Inquiry, action: Demolish) -> None:
    side = inquiry.text("side")
    edge = find_bridge(inquiry, action.bridge, "20.4")
    if edge is None:
        return
    line, spaces = terms.boundary_name(inquiry, edge), (edge.a, edge.b)
    active = any(inquiry.number("active", s) > 0 for s in spaces)
    failed = f"{line} is no boundary of an Active Area"
    inquiry.require("8.23", active, f"{line} borders an Active Area", failed, spaces=spaces)
    state = terms.bridge_state(inquiry, edge)
    held = {"destroyed": "is destroyed already", terms.enemy_of(side): "is held by the enemy"}
    failed = f"the bridge {line} {held.get(state, 'is not held')}"
    inquiry.require("20.4", state == side, f"the bridge {line} is friendly-held", failed, spaces=spaces)
    failed = f"the enemy neither contests nor controls an Area at {line}"
    threat = state != side or threatened(inquiry, edge, side)  # of a bridge that is not held nothing is said
    inquiry.require("20.4", threat, f"the enemy threatens {line}" if state == side else "", failed)
    tried = inquiry.flag("demolition-tried", edge.id)
    inquiry.require("20.4", not tried, "", f"{line} has been tried in this impulse already")
    owed = _owed(inquiry)
    names = ", ".join(map(inquiry.board.name, owed))
    inquiry.require("8.23", not owed, "", f"first the assault on {names} must be resolved", spaces=owed)
    if not inquiry.violations:
        drm = demolition_drm(inquiry, edge, side)
        inquiry.note("20.4", f"with a drm of {drm:+d} the demolition {_chance(drm)}")


def _owed(view: View) -> tuple[str, ...]:
    """Spaces where a Mandatory Assault has still to be made."""
    found = set()
    for uid in view.subjects("mandatory"):
        piece = view.pieces.get(uid)
        if piece is None or piece.status != terms.FRESH or not view.flag("mandatory", uid):
            continue
        if not terms.is_vacant(view, piece.space, piece.side) and not view.text("attacked", piece.space):
            found.add(piece.space)
    return tuple(sorted(found))


def _perform_demolish(draft: Draft, action: Demolish) -> None:
    r08_impulses.begin_movement(draft)
    draft.set("step", "demolition")
    draft.set("demolition-tried", True, action.bridge)
    ask_roll(draft, "demolition", ["dr"], bridge=action.bridge, side=draft.text("side"))


@rule("20.4")
def _resolve_demolition(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    edge = draft.board.edges[data["bridge"]]
    if values[0] + demolition_drm(draft, edge, data["side"]) >= TARGET:
        draft.set("bridge", "destroyed", edge.id)


def _demolish_options(state: State) -> Iterator[Demolish]:
    side = state.text("side")
    for edge in _active_bridges(state):
        if threatened(state, edge, side) and not state.flag("demolition-tried", edge.id):
            yield Demolish(edge.id)


# --- Construct markers ----------------------------------------------------------------------------------


@rule("20.4")
def _check_remove(inquiry: Inquiry, action: RemoveConstruct) -> None:
    side = inquiry.text("side")
    edge = find_bridge(inquiry, action.bridge, "20.4")
    if edge is not None:
        line = terms.boundary_name(inquiry, edge)
        failed = f"no Construct marker of that side is on {line}"
        inquiry.require("20.4", on_board(inquiry, edge, side) > 0, "an owner may remove it", failed)


def _perform_remove(draft: Draft, action: RemoveConstruct) -> None:
    draft.clear(construct_item(draft.text("side")), action.bridge)


def _remove_options(state: State) -> Iterator[RemoveConstruct]:
    yield from (RemoveConstruct(b) for b in state.subjects(construct_item(state.text("side"))))


# --- registry -------------------------------------------------------------------------------------------


def _resolve_day_repair(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    resolve_repair(draft, draft.board.edges[data["bridge"]], data["side"], values[0])


def _why(what: str) -> Any:
    def say(state: State, data: Mapping[str, Any]) -> str:
        return f"the {what} of {terms.boundary_name(state, state.board.edges[data['bridge']])}"

    return say


ROLLS = {
    "repair": RollRule(_resolve_day_repair, _why("repair"), "20.2"),
    "seizure": RollRule(_resolve_seizure, _why("seizure"), "8.221"),
    "demolition": RollRule(_resolve_demolition, _why("demolition"), "20.4"),
}

HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Repair, _check_repair, _perform_repair, _repair_options, "20.2", phases=_DAYLIGHT),
    Handler(Seize, _check_seize, _perform_seize, _seize_options, "8.221", phases=_DAYLIGHT),
    Handler(Demolish, _check_demolish, _perform_demolish, _demolish_options, "20.4", phases=_DAYLIGHT),
    Handler(RemoveConstruct, _check_remove, _perform_remove, _remove_options, "20.4", phases=_OWN_TURNS),
)
