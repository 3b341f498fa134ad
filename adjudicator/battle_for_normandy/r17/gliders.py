"""Sections 17.7, 17.7.1 and 17.7o: gliders land, off target or not, and may lose a step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r05_zones_of_control, terms
from adjudicator.battle_for_normandy.r07 import headquarters as r07_headquarters
from adjudicator.battle_for_normandy.r07 import tracing as r07_tracing
from adjudicator.battle_for_normandy.r10 import cost as r10_cost
from adjudicator.battle_for_normandy.r12 import losses as r12_losses
from adjudicator.battle_for_normandy.r17 import drop as r17_drop
from adjudicator.battle_for_normandy.r17 import pathfinders as r17_pathfinders
from adjudicator.battle_for_normandy.r17 import scatter as r17_scatter
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "ROLLS",
    "HopGlider",
    "LandGlider",
    "PlaceGliderPathfinder",
    "distribution",
    "glider_faults",
    "is_aarr",
    "is_glider",
    "waiting",
]

Faults = list[Fault]
LOSES = 2  # of ten
RANGE = 6  # of the alternate drop zone
_TEN, _PM_DAY = 10, 6


@dataclass(frozen=True, slots=True)
class LandGlider(Action):
    """Land a glider unit (17.7).

    Examples
    --------
    >>> LandGlider("us-82-1-325", "b1130").to
    'b1130'
    """

    unit: str
    to: str


@dataclass(frozen=True, slots=True)
class HopGlider(Action):
    """Move a glider unit its one hex in the turn in which it landed (17.7).

    Examples
    --------
    >>> HopGlider("us-82-1-325", "b1129").to
    'b1129'
    """

    unit: str
    to: str


@dataclass(frozen=True, slots=True)
class PlaceGliderPathfinder(Action):
    """Roll for a glider pathfinder within six hexes of its division HQ (17.7o).

    Examples
    --------
    >>> PlaceGliderPathfinder("us-82-325-glider-pathfinder", "b1130").to
    'b1130'
    """

    unit: str
    to: str


# --- who comes by glider ----------------------------------------------------------------------------------


@rule("17.7", "17.7.1", "17.8")
def is_glider(view: View, piece: Piece) -> bool:
    """Whether a unit still comes by glider: of an Airborne Holding Box, after the Night drop."""
    unit = piece.printed
    if not any(e.startswith("airborne-") for e in unit.entry):
        return False
    off = piece.space in {terms.TRACK, terms.POOL} or view.board.spaces[piece.space].kind == "airborne"
    if not off or terms.is_company(unit) or unit.type == "pathfinder":
        return False
    if is_aarr(piece) and not terms.has_option(view, "17.7.1"):
        return False
    return unit.arrival is not None or (r17_drop.may_wait(piece) and not view.flag("dropped", piece.uid))


@rule("17.7.1")
def is_aarr(piece: Piece) -> bool:
    """Whether a unit is the Armoured Recon Regiment of the 6th Airborne, an optional counter."""
    return "aarr" in piece.printed.title.casefold()


@rule("17.7", "9.2")
def waiting(view: View) -> tuple[Piece, ...]:
    """Glider units that are due: those of 6 June from its PM turn on, in any weather."""
    today = view.number("date")
    if today < _PM_DAY or (today == _PM_DAY and view.text("time") != "pm"):
        return ()
    return terms.derived(view, "gliders", _waiting)


def _waiting(state: State) -> tuple[Piece, ...]:
    today = state.number("date")
    known = (state.pieces[uid] for uid in sorted(state.pieces))
    return tuple(
        [p for p in known if p.printed.side == terms.ALLIED and is_glider(state, p) and _day(p) <= today]
    )


def _day(piece: Piece) -> int:
    return piece.printed.arrival if piece.printed.arrival is not None else _PM_DAY


# --- where they may land ----------------------------------------------------------------------------------


@rule("17.7")
def glider_faults(view: View, uid: str, to: str) -> Faults:
    """What forbids a glider unit to aim at a hex."""
    piece = view.pieces[uid]
    name = piece.printed.title
    if is_aarr(piece) and not terms.has_option(view, "17.7.1"):
        return [Fault("17.7.1", f"{name} takes part by an optional rule only")]
    if uid not in {p.uid for p in waiting(view)}:
        return [Fault("17.7", f"{name} is no glider unit that lands now")]
    if to not in view.board.spaces or not terms.is_hex(view.board.spaces[to]):
        return [Fault("17.7", f"{to} is no hex")]
    where = view.board.name(to)
    found: Faults = []
    if terms.enemies(view, to, terms.ALLIED) or terms.terrain(view, to, "17.7") == "sea":
        found.append(Fault("17.7", f"{where} is not free of German units"))
    if r05_zones_of_control.in_ezoc(view, to, terms.ALLIED):
        found.append(Fault("17.7", f"{where} is in an EZOC"))
    if not found and not _reaches_pathfinder(view, piece, to):
        found.append(Fault("17.7", f"no line leads from {where} to a Pathfinder of the division"))
    return found


@rule("17.7", "7.3.1")
def _reaches_pathfinder(view: View, piece: Piece, to: str) -> bool:
    """Whether a Line of Supply of a unit leads from a hex to a Pathfinder of the unit's division."""
    return r07_tracing.line_to_pathfinder(view, piece.printed.division, to) is not None


@rule("17.7", "17.2")
def distribution(view: View, to: str) -> tuple[r17_drop.Landing, ...]:
    """Exact chances of where a glider unit comes down, and of no loss there.

    Returns
    -------
    tuple of Landing
        The survival counts the roll for the landing itself.
    """
    found: dict[str, Fraction] = {}
    for accuracy in r17_scatter.WAYS:
        for way in r17_scatter.WAYS:
            end = r17_scatter.scattered(view, to, accuracy, way)
            found[end] = found.get(end, Fraction(0)) + Fraction(1, 36)
    first = Fraction(_TEN - LOSES, _TEN)
    landings = [r17_drop.Landing(s, c, r17_drop.survival(view, s, first=first)) for s, c in found.items()]
    return tuple(sorted(landings, key=lambda x: (-x.chance, x.hex)))


# --- the actions ------------------------------------------------------------------------------------------


def _known(inquiry: Inquiry, uid: str) -> bool:
    return inquiry.require("17.7", uid in inquiry.pieces, "", f"there is no unit {uid}", units=[uid])


def _check(inquiry: Inquiry, action: LandGlider) -> None:
    if not _known(inquiry, action.unit):
        return
    inquiry.require("17.7", inquiry.text("side") == terms.ALLIED, "", "it is not the Allied player turn")
    for section, text in glider_faults(inquiry, action.unit, action.to):
        inquiry.refuse(section, text, units=[action.unit], spaces=[action.to])
    if not inquiry.violations:
        inquiry.note(
            "17.7", f"it loses a step on a D10 of at most {LOSES}, and is off target on 4 to 6", LOSES
        )


def _perform(draft: Draft, action: LandGlider) -> None:
    ask_roll(draft, "glider", [terms.D10, terms.D6], unit=action.unit, hex=action.to)


@rule("17.7")
def _resolve(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    uid = data["unit"]
    if values[0] <= LOSES:
        if draft.pieces[uid].printed.steps == 1:
            _eliminate(draft, uid)
            _last(draft)
            return
        _reduce(draft, uid)
    if values[1] > r17_scatter.ON_TARGET:
        ask_roll(draft, "glider-direction", [terms.D6], unit=uid, hex=data["hex"])
    else:
        _come_down(draft, uid, data["hex"])


def _reduce(draft: Draft, uid: str) -> None:
    r12_losses.lose_step(draft, uid)


def _eliminate(draft: Draft, uid: str) -> None:
    r12_losses.eliminate(draft, uid)


def _resolve_direction(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    off = r17_scatter.ON_TARGET + 1
    _come_down(draft, data["unit"], r17_scatter.scattered(draft, data["hex"], off, values[0]))


@rule("17.7", "17.8")
def _come_down(draft: Draft, uid: str, space: str) -> None:
    draft.set("moved", True, uid)
    draft.set("landed", r07_headquarters.clock(draft), uid)
    if terms.is_artillery(draft.pieces[uid].printed):
        draft.set("flipped", True, uid)
    draft.ask("auto", "gliders-landed", "17.1")
    r17_drop.land(draft, uid, space)


@rule("17.1")
def _last(draft: Draft, decision: object = None) -> None:  # noqa: ARG001 - a step takes it
    """Remove the Pathfinders once no glider unit is still to come."""
    left = [p for p in draft.pieces.values() if p.side == terms.ALLIED and is_glider(draft, p)]
    if not left:
        r17_pathfinders.remove_all(draft)


def _options(state: State) -> Iterator[LandGlider]:
    for piece in waiting(state):
        zones = [p.space for p in r17_pathfinders.landed(state, piece.printed.division)]
        for zone in zones:
            near = (zone, *terms.neighbours(zone))
            yield from (LandGlider(piece.uid, n) for n in near)


@rule("17.7")
def _check_hop(inquiry: Inquiry, action: HopGlider) -> None:
    if not _known(inquiry, action.unit):
        return
    piece = inquiry.pieces[action.unit]
    name, to = piece.printed.title, action.to
    now = inquiry.number("landed", piece.uid) == r07_headquarters.clock(inquiry)
    fresh = now and terms.is_airborne(piece.printed) and inquiry.flag("dropped", piece.uid)
    inquiry.require("17.7", fresh, "", f"{name} did not land by glider in this turn, or has moved its hex")
    beside = to in terms.neighbours(piece.space) and to in inquiry.board.spaces
    if not inquiry.require("17.7", beside, "", f"{name} moves one hex at the most", spaces=[to]):
        return
    free = not terms.enemies(inquiry, to, terms.ALLIED)
    inquiry.require("10.1", free, "", f"enemy units are in {inquiry.board.name(to)}", spaces=[to])
    for section, text in r10_cost.entry_faults(inquiry, piece, piece.space, to):
        inquiry.refuse(section, text, units=[piece.uid], spaces=[to])
    zones = r05_zones_of_control
    ezoc = zones.in_ezoc(inquiry, piece.space, terms.ALLIED) and zones.in_ezoc(inquiry, to, terms.ALLIED)
    inquiry.require("5.2", not ezoc, "", f"{name} may not go from EZOC to EZOC")
    if not inquiry.violations:
        inquiry.note("17.7", f"{name} landed by glider in this turn and moves its one hex")


def _perform_hop(draft: Draft, action: HopGlider) -> None:
    draft.place(action.unit, action.to)
    draft.clear("dropped", action.unit)


def _options_hop(state: State) -> Iterator[HopGlider]:
    now = r07_headquarters.clock(state)
    for uid in state.subjects("landed"):
        piece = state.pieces.get(uid)
        fresh = state.number("landed", uid) == now and state.flag("dropped", uid)
        if fresh and piece is not None and terms.on_map(state, piece):
            yield from (HopGlider(uid, n) for n in terms.neighbours(piece.space))


@rule("17.7o")
def _check_zone(inquiry: Inquiry, action: PlaceGliderPathfinder) -> None:
    if not _known(inquiry, action.unit):
        return
    piece = inquiry.pieces[action.unit]
    name = piece.printed.title
    used = terms.has_option(inquiry, "17.7o")
    inquiry.require("17.7o", used, "", "alternate drop zones of gliders are an optional rule")
    ready = piece.printed.type == "pathfinder" and piece.space == terms.POOL
    inquiry.require("17.7o", ready, "", f"{name} is no glider pathfinder that waits", units=[piece.uid])
    hq = terms.hq_of(inquiry, piece.printed.division)
    on_map = hq is not None and terms.on_map(inquiry, hq)
    near = hq is not None and on_map and terms.distance(hq.space, action.to) <= RANGE
    passed = f"the hex lies within {RANGE} hexes of the division HQ"
    failed = f"the hex is not within {RANGE} hexes of the division HQ"
    inquiry.require("17.7o", near, passed, failed, spaces=[action.to])
    known = action.to in inquiry.board.spaces
    inquiry.require("17.7o", known, "", f"there is no hex {action.to}", spaces=[action.to])


def _perform_zone(draft: Draft, action: PlaceGliderPathfinder) -> None:
    ask_roll(draft, "pathfinder", [terms.D6], unit=action.unit, hex=action.to)


def _options_zone(state: State) -> Iterator[PlaceGliderPathfinder]:
    if terms.has_option(state, "17.7o"):
        for piece in state.units_in(terms.POOL):
            hq = terms.hq_of(state, piece.printed.division) if piece.printed.type == "pathfinder" else None
            if hq is not None and terms.on_map(state, hq):
                near = (s for s in state.board.spaces if terms.distance(s, hq.space) <= RANGE)
                yield from (PlaceGliderPathfinder(piece.uid, n) for n in near)


def _why(state: State, data: Mapping[str, Any]) -> str:
    name, where = state.pieces[data["unit"]].printed.title, state.board.name(data["hex"])
    return f"survival and accuracy of {name}, which lands in {where}"


def _why_direction(state: State, data: Mapping[str, Any]) -> str:
    return f"in which direction {state.pieces[data['unit']].printed.title} lands off target"


_MOVES = frozenset({"movement"})
HANDLERS: tuple[Handler[Any], ...] = (
    Handler(LandGlider, _check, _perform, _options, "17.7", phases=_MOVES),
    Handler(HopGlider, _check_hop, _perform_hop, _options_hop, "17.7", phases=_MOVES),
    Handler(PlaceGliderPathfinder, _check_zone, _perform_zone, _options_zone, "17.7o", phases=_MOVES),
)
ROLLS = {
    "glider": RollRule(_resolve, _why, "17.7"),
    "glider-direction": RollRule(_resolve_direction, _why_direction, "17.7"),
}
STEPS = {"gliders-landed": _last}
