"""Sections 12.62, 12.8 and 12.9: what the night leaves to a die - Cherbourg, surrender, Air Supply."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.breakout_normandy import r07_stacking_and_control as r07
from adjudicator.breakout_normandy import r18_weather, r24_storm, terms
from adjudicator.breakout_normandy.r12_depots import on_map
from adjudicator.breakout_normandy.r12_refit import recover, refit_faults
from adjudicator.breakout_normandy.r12_sources import CHERBOURG, source_of
from adjudicator.breakout_normandy.r12_supply import isolated_germans
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Adding, Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "ROLLS",
    "AirSupply",
    "CherbourgRefit",
    "air_supply_drm",
    "ask_surrenders",
    "cherbourg_need",
    "surrender_result",
]

_TARGET, _MOST = 7, 4
_CHERBOURG_NEED = {terms.SPENT: 4, terms.D1: 5, terms.D2: 6}


@dataclass(frozen=True, slots=True)
class CherbourgRefit(Action):
    """Make the free Refit dr of a German unit in Cherbourg (12.62).

    Examples
    --------
    >>> CherbourgRefit("ge-152-flak").unit
    'ge-152-flak'
    """

    unit: str


@dataclass(frozen=True, slots=True)
class AirSupply(Action):
    """Supply up to four Allied units of one Area by air (12.9).

    Examples
    --------
    >>> AirSupply("carentan", ("us-4-8",)).area
    'carentan'
    """

    area: str
    units: tuple[str, ...]


# --- Cherbourg ------------------------------------------------------------------------------------------


@rule("12.62")
def cherbourg_need(status: str) -> int:
    """The least Refit dr by which a unit in Cherbourg recovers one level.

    Examples
    --------
    >>> [cherbourg_need(status) for status in ("spent", "d1", "d2")]
    [4, 5, 6]
    """
    return _CHERBOURG_NEED[status]


@rule("12.4", "12.62")
def _check_cherbourg(inquiry: Inquiry, action: CherbourgRefit) -> None:
    piece = inquiry.pieces.get(action.unit)
    if piece is None:
        inquiry.refuse("12.62", f"there is no unit {action.unit!r}")
        return
    name, uid = piece.printed.title, (piece.uid,)
    for section, fault in refit_faults(inquiry, piece, terms.GERMAN):
        inquiry.refuse(section, fault, units=uid)
    if piece.space != CHERBOURG:
        inquiry.refuse("12.62", f"{name} is not in Cherbourg", units=uid)
    elif not source_of(inquiry, CHERBOURG, terms.GERMAN)[0]:
        inquiry.refuse("12.62", "Cherbourg is not German-controlled", units=uid)
    tried = inquiry.flag("cherbourg-tried", piece.uid)
    inquiry.require("12.62", not tried, "", f"{name} has made its dr tonight", units=uid)
    early = not on_map(inquiry, terms.GERMAN)
    inquiry.require("12.62", early, "", "the drs of Cherbourg come before the mobile Depots are placed")
    if not inquiry.violations:
        need = cherbourg_need(piece.status)
        inquiry.note("12.62", f"{name} recovers one level with a dr of {need} or more")


def _perform_cherbourg(draft: Draft, action: CherbourgRefit) -> None:
    draft.set("cherbourg-tried", True, action.unit)
    ask_roll(draft, "cherbourg", ["dr"], unit=action.unit)


@rule("12.62")
def _resolve_cherbourg(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    if values[0] >= cherbourg_need(draft.pieces[data["unit"]].status):
        recover(draft, data["unit"])


def _cherbourg_options(state: State) -> Iterator[CherbourgRefit]:
    for piece in state.units_in(CHERBOURG):
        if piece.side == terms.GERMAN and piece.status != terms.FRESH:
            yield CherbourgRefit(piece.uid)


# --- Air Supply -----------------------------------------------------------------------------------------


@rule("12.9")
def air_supply_drm(view: View, piece: Piece) -> Adding:
    """Modifiers of the Air Supply dr of a unit where it stands.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.place("us-4-8", "utah-beach"); draft.set_status("us-4-8", "d1")
    >>> air_supply_drm(draft, draft.pieces["us-4-8"]).value
    1
    """
    adding = Adding(view if isinstance(view, Inquiry) else None, "Air Supply drm")
    area, name = piece.space, view.board.name(piece.space)
    if terms.is_free(view, area, terms.ALLIED):
        adding.add("12.9", f"{name} is Free", 4)
    elif terms.control_side(view, area) == terms.ALLIED:
        adding.add("12.9", f"{name} is Allied-controlled but Contested", 3)
    else:
        adding.add("12.9", f"{name} is German-controlled", 2)
    if terms.is_disrupted(piece):
        adding.add("12.9", f"{piece.printed.title} is Disrupted", 1, "-")
    for step in r18_weather.air_supply_drm(view).steps:
        adding.add(step.rule, step.text, step.value or 0)
    return adding


@rule("12.4", "12.9", "24.6D")
def _check_air(inquiry: Inquiry, action: AirSupply) -> None:
    known = inquiry.board.spaces.get(action.area)
    if known is None or known.kind != "area":
        what = "a Zone" if known is not None and known.kind == "zone" else "no Area"
        inquiry.refuse("12.9", f"{inquiry.board.name(action.area) or action.area!r} is {what}")
        return
    before = inquiry.text("air-supplied")
    failed = f"{inquiry.board.name(before)} has been supplied by air tonight" if before else ""
    inquiry.require("12.9", not before, "", failed)
    storm = r24_storm.in_storm(inquiry)
    inquiry.require("24.6D", not storm, "", "no Air Supply is attempted in a Storm Refit Phase")
    count = len(action.units)
    failed = "name one to four units, each once"
    inquiry.require("12.9", 1 <= count <= _MOST and len(set(action.units)) == count, "", failed)
    for uid in dict.fromkeys(action.units):
        _check_flown(inquiry, uid, action.area)


@rule("12.9")
def _check_flown(inquiry: Inquiry, uid: str, area: str) -> None:
    piece = inquiry.pieces.get(uid)
    if piece is None:
        inquiry.refuse("12.9", f"there is no unit {uid!r}")
        return
    name, one = piece.printed.title, (uid,)
    inquiry.require(
        "12.9",
        piece.space == area,
        "",
        f"{name} is in {inquiry.board.name(piece.space)}, not in {inquiry.board.name(area)}",
        units=one,
    )
    faults = refit_faults(inquiry, piece, terms.ALLIED)
    for section, fault in faults:
        inquiry.refuse(section, fault, units=one)
    if not faults and piece.space == area:
        with inquiry.under("12.9", f"{name} refits with a final dr of {_TARGET} or more"):
            air_supply_drm(inquiry, piece)


def _perform_air(draft: Draft, action: AirSupply) -> None:
    draft.set("air-supplied", action.area)
    units = list(action.units)
    ask_roll(draft, "air-supply", ["dr"] * len(units), area=action.area, units=units)


@rule("12.9")
def _resolve_air(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    for uid, dr in zip(data["units"], values, strict=True):
        if dr + air_supply_drm(draft, draft.pieces[uid]).value >= _TARGET:
            recover(draft, uid)


def _air_options(state: State) -> Iterator[AirSupply]:
    """Four units of an Area, or fewer; equal units in equal condition count once."""
    if state.text("air-supplied") or r24_storm.in_storm(state):
        return
    for space in terms.areas(state):
        worn = [p for p in terms.friends(state, space, terms.ALLIED) if p.status != terms.FRESH]
        ready = [p for p in worn if not state.flag("refitted", p.uid)]
        for size in range(min(_MOST, len(ready)), 0, -1):
            yield from (AirSupply(space, units) for units in _choices(ready, size))


def _choices(pieces: Sequence[Piece], size: int) -> Iterator[tuple[str, ...]]:
    seen: set[tuple[object, ...]] = set()
    for chosen in itertools.combinations(pieces, size):
        alike = tuple(_class_of(p) for p in chosen)
        if alike not in seen:
            seen.add(alike)
            yield tuple(p.uid for p in chosen)


def _class_of(piece: Piece) -> tuple[object, ...]:
    unit = piece.printed
    printed = (
        unit.nationality,
        unit.type,
        unit.division,
        unit.corps,
        unit.af,
        unit.df,
        unit.mf,
        unit.spent_df,
    )
    return (*printed, piece.status)


# --- surrender ------------------------------------------------------------------------------------------


@rule("12.8")
def surrender_result(status: str, dr: int) -> str:
    """What a Surrender dr makes of an isolated German unit.

    Parameters
    ----------
    status
        Its status: Fresh is level 1, Disrupt 2 level 4.

    Returns
    -------
    str
        Its new status, the same when it is safe, or ``eliminated``.

    Examples
    --------
    >>> [surrender_result("spent", dr) for dr in (1, 2, 3)]
    ['eliminated', 'd1', 'spent']
    >>> surrender_result("d2", 4), surrender_result("fresh", 1)
    ('eliminated', 'spent')
    """
    level = terms.LEVEL[status]
    if dr < level or (dr == level and status == terms.D2):
        return terms.ELIMINATED
    return terms.lower(status) if dr == level else status


@rule("6.4", "12.8")
def ask_surrenders(draft: Draft, *, when: str = "surrender") -> None:
    """Ask for the Surrender dr of every isolated German unit.

    Parameters
    ----------
    when
        ``surrender`` when the phase of that name begins, ``refit-german`` when that phase ends; only the one
        that the option ``surrender-timing`` chooses asks.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> ask_surrenders(draft); draft.decision is None
    True
    """
    if when != {"A": "surrender", "B": "refit-german"}[draft.option("surrender-timing")]:
        return
    for uid in reversed(isolated_germans(draft)):
        ask_roll(draft, "surrender", ["dr"], unit=uid)


@rule("12.8")
def _resolve_surrender(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    uid = data["unit"]
    piece = draft.pieces[uid]
    result = surrender_result(piece.status, values[0])
    if result != terms.ELIMINATED:
        draft.set_status(uid, result)
        return
    terms.remove(draft, uid)
    r07.update_control(draft, piece.space, left_by=terms.GERMAN)


# --- registry -------------------------------------------------------------------------------------------


def _why_unit(what: str) -> Any:
    def say(state: State, data: Mapping[str, Any]) -> str:
        return f"{what} of {state.pieces[data['unit']].printed.title}"

    return say


def _why_air(state: State, data: Mapping[str, Any]) -> str:
    return f"the Air Supply of {many(len(data['units']), 'unit')} in {state.board.name(data['area'])}"


ROLLS = {
    "cherbourg": RollRule(_resolve_cherbourg, _why_unit("the Cherbourg Refit dr"), "12.62"),
    "air-supply": RollRule(_resolve_air, _why_air, "12.9"),
    "surrender": RollRule(_resolve_surrender, _why_unit("the Surrender dr"), "12.8"),
}

HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        CherbourgRefit,
        _check_cherbourg,
        _perform_cherbourg,
        _cherbourg_options,
        "12.62",
        phases=frozenset({"refit-german"}),
    ),
    Handler(AirSupply, _check_air, _perform_air, _air_options, "12.9", phases=frozenset({"refit-allied"})),
)
