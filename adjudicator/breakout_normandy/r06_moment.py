"""Section 6: the moment when an action can be made - its phase, its side's impulse, its Area active."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from adjudicator.actions import Action, kind_of
from adjudicator.breakout_normandy import r08_impulses, r12_refit, terms
from adjudicator.breakout_normandy import r17_naval_and_air as markers
from adjudicator.breakout_normandy.r08_impulses import Activate, DoubleImpulse, Pass
from adjudicator.breakout_normandy.r08_movement import Move, MoveStack
from adjudicator.breakout_normandy.r09_assault import Assault
from adjudicator.breakout_normandy.r10_bombardment import Bombard
from adjudicator.breakout_normandy.r12_depots import nation_of
from adjudicator.breakout_normandy.r12_night import AirSupply, CherbourgRefit
from adjudicator.breakout_normandy.r12_refit import PlaceDepot, Refit
from adjudicator.breakout_normandy.r12_sources import side_of
from adjudicator.breakout_normandy.r13_regrouping import Regroup, RegroupLand
from adjudicator.breakout_normandy.r19_landing import Land
from adjudicator.breakout_normandy.r20_bridges import Demolish, Repair, Seize
from adjudicator.breakout_normandy.r20_night import NightRepair
from adjudicator.citation import rule
from adjudicator.game import load
from adjudicator.position import UNKNOWN, Draft, Position, State

__all__ = ["moment", "side_of_action"]

_DAYLIGHT, _ASSAULT = "daylight", "assault"
_OPENED = (Move, MoveStack, Assault, Land, Repair, Seize, Demolish)
_NEW = (Activate, Pass, Bombard)
_AIR = {"ix-af": "2-taf", "2-taf": "ix-af"}
_BY_SIDE: Mapping[type[Action], str] = {
    Refit: "refit",
    PlaceDepot: "refit",
    NightRepair: "refit",
    Regroup: "regroup",
}


def moment(position: Position, action: Action) -> Position:
    """The position at the earliest moment when an action of its kind is open (6.1, 8.1).

    Its phase and the turn of its side come round, decisions are settled, its Area is active. What has acted
    in the impulse that ends is Spent by then; nothing else is mended.

    Returns
    -------
    Position
        The same one where it is the moment already, or where none can come: what answers a decision, and the
        phases of D-Day once they are over.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> then = moment(GAME.scenario("d-day"), Move("ge-1058", ("montebourg",)))
    >>> then.text("phase"), then.text("side"), then.number("active", "valognes")
    ('daylight', 'german', 1)
    """
    handler = load(position.game).handlers.get(kind_of(type(action)))
    if handler is None or not handler.phases:
        return position
    draft = position.draft()
    draft.pending = ()
    side = side_of_action(position, action)
    phase = _phase(draft, handler.phases, action, side)
    if not phase:
        return position
    _turn_to(draft, phase, side, action)
    if phase == _DAYLIGHT:
        _open_impulse(draft, action)
    elif phase == "air" and isinstance(action, Bombard):
        _declare(draft, action)
    then = draft.finish()
    return position if then == position else then


# --- whose action it is ---------------------------------------------------------------------------------


def side_of_action(state: State, action: Action) -> str:
    """Side whose action it would be: of its units, marker or Depot, else the one on turn.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> side_of_action(GAME.scenario("d-day"), PlaceDepot("ge-1", "trevieres"))
    'german'
    """
    pieces = _units(state, action)
    if pieces:
        return state.pieces[pieces[0]].side
    match action:
        case Bombard(by) if by in markers.MARKERS:
            return terms.GERMAN if markers.MARKERS[by].nation == terms.GERMAN else terms.ALLIED
        case PlaceDepot(depot) if nation_of(depot):
            return side_of(nation_of(depot))
        case NightRepair(_, depots) if depots and nation_of(depots[0]):
            return side_of(nation_of(depots[0]))
        case AirSupply() | RegroupLand() | Land():
            return terms.ALLIED
        case CherbourgRefit():
            return terms.GERMAN
    return state.text("side")


def _units(state: State, action: Action) -> list[str]:
    """Ids of the units that act, as far as there are such units."""
    match action:
        case Assault(_, units, point):
            named = (*units, point)
        case Move(unit) | Seize(unit) | Refit(unit) | Regroup(unit) | CherbourgRefit(unit):
            named = (unit,)
        case MoveStack(units) | Land(units) | RegroupLand(units):
            named = units
        case AirSupply(_, units):
            named = units
        case Bombard(by):
            named = (by,)
        case _:
            named = ()
    return [uid for uid in named if uid in state.pieces]


# --- when it is open ------------------------------------------------------------------------------------


@rule("6.1", "6.21")
def _phase(state: State, open_in: frozenset[str], action: Action, side: str) -> str:
    """Id of the next phase in which it is open, the one in play first; empty when none follows."""
    wanted = _wanted(open_in, action, side)
    here = state.text("phase")
    if state.raw("phase") is UNKNOWN and here not in wanted:
        return min(wanted)
    phases, seen = load(state.game).sequence.phases, set()
    while here and here not in seen:
        if here in wanted:
            return here
        seen.add(here)
        here = phases[here].next
    return ""


def _wanted(open_in: frozenset[str], action: Action, side: str) -> frozenset[str]:
    """Phases in which just this action can be made: of its side, and for the marker that bombards."""
    stem = _BY_SIDE.get(type(action))
    if stem is not None:
        return frozenset({f"{stem}-{side}"})
    if isinstance(action, Bombard):
        battery = markers.MARKERS.get(action.by)
        kind = battery.kind if battery is not None else ""
        return open_in - ({"naval", "air"} - {kind})
    if isinstance(action, Assault) and side == terms.GERMAN:
        return frozenset({_DAYLIGHT})
    return open_in


@rule("6.3", "8.32")
def _turn_to(draft: Draft, phase: str, side: str, action: Action) -> None:
    """Let the phase come, or the next impulse of the side; the impulse that ends leaves its units Spent."""
    unsaid = draft.raw("side") is UNKNOWN and draft.text("phase") == phase
    if draft.raw("phase") is UNKNOWN or unsaid:
        _supply(draft, phase, side)
    elif draft.text("phase") != phase:
        r08_impulses.finish_units(draft)
        _begin(draft, phase, side)
        if phase == "refit-allied":
            r12_refit.place_sources(draft, terms.ALLIED)
    elif phase == _DAYLIGHT and (draft.text("side") != side or _needs_new(draft, action)):
        r08_impulses.finish_units(draft)
        _begin(draft, phase, side)


def _supply(draft: Draft, phase: str, side: str) -> None:
    """Say what a sketch leaves out; what it says of the impulse or phase holds at that moment."""
    if draft.raw("phase") != phase:
        draft.set("phase", phase)
    if draft.raw("side") is UNKNOWN or draft.text("side") != side:
        draft.set("side", side)


def _begin(draft: Draft, phase: str, side: str) -> None:
    """Begin a phase or an impulse anew, everything of the one before forgotten."""
    same = draft.text("phase") == phase
    draft.forget(*(("impulse",) if same else ("impulse", "phase")))
    draft.set("phase", phase)
    player = load(draft.game).sequence.phases[phase].player
    draft.set("side", side if phase == _DAYLIGHT else player)


def _needs_new(state: State, action: Action) -> bool:
    """Whether the impulse that has begun is no impulse for this kind of action (8.11, 10.1)."""
    begun = state.text("impulse-type")
    if isinstance(action, Bombard) and action.double:
        return False
    if isinstance(action, _NEW):
        return bool(begun)
    return isinstance(action, _OPENED) and begun == "bombardment"


# --- what the moment brings -----------------------------------------------------------------------------


@rule("8.1", "8.2")
def _open_impulse(draft: Draft, action: Action) -> None:
    """Make the Area active from which the action is made."""
    if isinstance(action, DoubleImpulse) and not draft.text("impulse-type"):
        draft.set("impulse-type", _ASSAULT)
    if not isinstance(action, _OPENED):
        return
    if not draft.text("impulse-type"):
        draft.set("impulse-type", _ASSAULT)
    spaces = _spaces(draft, action)
    for space in spaces:
        if not draft.number("active", space):
            _close_others(draft, spaces)
            draft.set("active", 1, space)


@rule("8.1", "8.11")
def _close_others(draft: Draft, spaces: Sequence[str]) -> None:
    """Where a sketch says which Area is active, the others are not: theirs is another impulse."""
    if "active" in draft.unknown:
        for other in draft.subjects("active"):
            if other not in spaces and draft.number("active", other):
                draft.set("active", 0, other)


def _spaces(draft: Draft, action: Action) -> list[str]:
    """Spaces that must be active: where the units began, or the better end of a bridge."""
    if isinstance(action, Repair | Demolish):
        return _end_of(draft, action)
    pieces = [draft.pieces[u] for u in _units(draft, action)]
    starts = dict.fromkeys(terms.started_in(draft, p) for p in pieces)
    kinds = {"area", "zone", "approach"}
    return [s for s in starts if s in draft.board.spaces and draft.board.spaces[s].kind in kinds]


@rule("8.21", "8.23")
def _end_of(draft: Draft, action: Repair | Demolish) -> list[str]:
    """An Area at a bridge: one that is active, else a Free one, else one that the side controls."""
    edge = draft.board.edges.get(action.bridge)
    if edge is None or any(draft.number("active", s) for s in (edge.a, edge.b)):
        return []
    side = draft.text("side")

    def worth(space: str) -> tuple[bool, bool]:
        return terms.control_side(draft, space) != side, not terms.is_free(draft, space, side)

    return [min((edge.a, edge.b), key=worth)]


@rule("21.4")
def _declare(draft: Draft, action: Bombard) -> None:
    """In the Air Bombardment Phase, declare the target, unless targets have been declared."""
    if action.by in _AIR and not any(draft.text("air-target", marker) for marker in _AIR):
        draft.set("air-target", action.target, action.by)
