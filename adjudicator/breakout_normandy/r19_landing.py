"""Sections 19.3, 19.4 and 21.6: landing from an Approach Box, and Coastal Artillery that interdicts it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.breakout_normandy import r07_stacking_and_control as r07
from adjudicator.breakout_normandy import r08_assault_duty as duties
from adjudicator.breakout_normandy import r08_impulses as impulses
from adjudicator.breakout_normandy import r08_mf, terms
from adjudicator.breakout_normandy.r08_movement import enter
from adjudicator.breakout_normandy.r08_steps import entry_cost
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, State, View
from maps.board import Edge
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "LANDING_LIMIT",
    "ROLLS",
    "Land",
    "check_landing",
    "check_limits",
    "count_landing",
    "interdict",
    "interdicted_status",
    "interdiction_value",
    "interdictors",
    "landing_room",
    "put_ashore",
]

LANDING_LIMIT = 5
_DAYLIGHT = frozenset({"daylight"})
_ROLL = "landing-interdiction"


@dataclass(frozen=True, slots=True)
class Land(Action):
    """Land units from the active Approach Box on its Beach; all that land there are named together (19.4).

    Examples
    --------
    >>> Land(("us-4-8", "us-4-12")).units
    ('us-4-8', 'us-4-12')
    """

    units: tuple[str, ...]


# --- interdiction ---------------------------------------------------------------------------------------


@rule("16.3", "19.4")
def interdictors(view: View, beach: str) -> list[Piece]:
    """Fresh German Coastal Artillery in a Beach Area or adjacent to it.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> [p.printed.name for p in interdictors(GAME.scenario("d-day"), "utah-beach")]
    ['Marcouf', 'Martin']
    """
    near = (beach, *(other for _, other in view.board.neighbours(beach)))
    return [
        p
        for space in near
        for p in view.units_in(space)
        if p.printed.type == "coastal-artillery" and p.status == terms.FRESH
    ]


def interdiction_value(view: View, beach: str) -> int:
    """The Interdiction Value of a Beach (19.4).

    Parameters
    ----------
    view, beach
        As in `interdictors`.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> interdiction_value(GAME.scenario("d-day"), "utah-beach")
    2
    """
    return len(interdictors(view, beach))


@rule("19.4")
def interdicted_status(die: int, value: int) -> str:
    """Status that an Interdiction dr leaves a landing unit in, or empty when it is unaffected.

    Examples
    --------
    >>> [interdicted_status(die, 2) for die in (1, 2, 3)]
    ['d1', 'spent', '']
    """
    if die < value:
        return terms.D1
    return terms.SPENT if die == value else ""


@rule("19.4", "13")
def interdict(draft: Draft, uid: str, die: int, value: int) -> bool:
    """Let an Interdiction dr take effect on a unit that has landed; true when it is hit.

    Parameters
    ----------
    uid
        Id of the unit; its status never improves.
    die, value
        As in `interdicted_status`.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> interdict(draft, "us-4-8", 1, 1), draft.pieces["us-4-8"].status
    (True, 'spent')
    """
    status = interdicted_status(die, value)
    if not status:
        return False
    if terms.LEVEL[status] > terms.LEVEL[draft.pieces[uid].status]:
        draft.set_status(uid, status)
    draft.set("interdicted", True, uid)
    draft.set("mandatory", False, uid)
    return True


# --- limits ---------------------------------------------------------------------------------------------


@rule("19.3")
def landing_room(view: View, beach: str) -> int:
    """How many more units may land on a Beach in this impulse or Regroup Phase.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> landing_room(GAME.scenario("d-day"), "utah-beach")
    5
    """
    if view.option("landing-limit") == "B":
        landed = sum(view.number("landed", b) for b in view.subjects("landed"))
    else:
        landed = view.number("landed", beach)
    return max(0, LANDING_LIMIT - landed)


def count_landing(draft: Draft, beach: str, units: int) -> None:
    """Count units that land on a Beach (19.3).

    Parameters
    ----------
    units
        How many land.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> count_landing(draft, "utah-beach", 3); landing_room(draft, "utah-beach")
    2
    """
    draft.set("landed", draft.number("landed", beach) + units, beach)


@rule("7.1", "16.13", "19.3", "24.6A")
def check_limits(inquiry: Inquiry, pieces: Sequence[Piece], beach: str) -> None:
    """Check what holds for every landing of reinforcements: numbers, nationality, stacking, Storm.

    Parameters
    ----------
    pieces
        Units that land together.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> inquiry = Inquiry(d_day)
    >>> check_limits(inquiry, [d_day.pieces["us-4-8"]], "utah-beach"); inquiry.violations
    []
    """
    name, count = inquiry.board.name(beach), len(pieces)
    room, there = landing_room(inquiry, beach), len(terms.friends(inquiry, beach, terms.ALLIED))
    full = f"{many(count, 'unit')} would land, and {room} of {LANDING_LIMIT} may"
    inquiry.require("19.3", count <= room, f"{count} of at most {LANDING_LIMIT} units land", full)
    total, most = there + count, r07.LIMIT
    over = f"{total} Allied units would be in {name}, {most} at most"
    inquiry.require(
        "19.3", total <= most, f"{total} of at most {most} units in {name}", over, spaces=(beach,)
    )
    corps = [p for p in pieces if p.printed.corps]
    for piece in pieces:
        for section, fault in r07.room_faults(inquiry, beach, piece):
            if section != "7.1":
                inquiry.refuse(section, fault, units=(piece.uid,), spaces=(beach,))
    if len(corps) > 1:
        inquiry.refuse("16.13", f"two Corps Artillery units would share {name}", units=[p.uid for p in corps])
    code = inquiry.feature(inquiry.board.spaces[beach], "beach", "19.3")
    nation = terms.allied_nationality_word(str(code)) if code else ""
    for piece in pieces:
        ours = terms.nationality(piece) == nation
        failed = f"{piece.printed.title} lands only on a Beach of its own nationality"
        inquiry.require("19.3", ours, "", failed, units=(piece.uid,), spaces=(beach,))
    storm = terms.weather(inquiry) == "storm"
    inquiry.require("24.6A", not storm, "", "no reinforcements land in a Storm", spaces=(beach,))


# --- the landing impulse --------------------------------------------------------------------------------


@rule("8.374", "19.3", "19.4")
def _check_land(inquiry: Inquiry, action: Land) -> None:
    if not action.units or len(set(action.units)) < len(action.units):
        inquiry.refuse("19.4", "name each unit that lands, once", units=action.units)
    pieces = [
        p for p in (impulses.check_actor(inquiry, u) for u in dict.fromkeys(action.units)) if p is not None
    ]
    boxes = {p.space for p in pieces}
    if not pieces or len(boxes) > 1 or not _is_box(inquiry, min(boxes)):
        inquiry.refuse("19.3", "units land from one Approach Box", units=action.units)
        return
    nations = {terms.nationality(p) for p in pieces}
    together = len(nations) < 2 or inquiry.flag("double-impulse")
    inquiry.require("8.374", together, "", "US and British units land together only in a Double Impulse")
    check_landing(inquiry, pieces, terms.beach_of(inquiry, min(boxes)))


@rule("19.3")
def check_landing(inquiry: Inquiry, pieces: Sequence[Piece], beach: str) -> int:
    """Check a landing impulse of units that may act; returns what the dearest of them pays.

    Parameters
    ----------
    pieces
        Units in the Approach Box.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> inquiry = Inquiry(d_day)
    >>> cost = check_landing(inquiry, [d_day.pieces["us-4-8"]], "utah-beach")
    >>> [v.text for v in inquiry.violations]
    ['Utah Beach is German-controlled and Uncontested']
    """
    check_limits(inquiry, pieces, beach)
    _check_beach(inquiry, pieces, beach)
    _check_interdiction(inquiry, beach)
    return max((_price(inquiry, piece, beach) for piece in pieces), default=0)


def _is_box(view: View, space: str) -> bool:
    known = view.board.spaces.get(space)
    return known is not None and known.kind == "approach"


@rule("8.31", "19.3", "19.5", "21.6")
def _check_beach(inquiry: Inquiry, pieces: Sequence[Piece], beach: str) -> None:
    """Check that the Beach is open for these units."""
    name, spaces = inquiry.board.name(beach), (beach,)
    shut = terms.is_uncontested_enemy_controlled(inquiry, beach, terms.ALLIED)
    inquiry.require(
        "19.3", not shut, f"{name} is open", f"{name} is German-controlled and Uncontested", spaces=spaces
    )
    fought = bool(inquiry.text("attacked", beach))
    inquiry.require("8.31", not fought, "", f"{name} has been attacked in this impulse", spaces=spaces)
    date = inquiry.number("date")
    section = "21.6" if date <= 6 else "19.5"
    for piece in pieces if date <= 7 else ():
        own = beach in piece.printed.entry
        failed = f"until 7 June {piece.printed.title} lands only on its scheduled Beach"
        passed = f"{piece.printed.title} lands on its scheduled Beach"
        inquiry.require(section, own, passed, failed, units=(piece.uid,), spaces=spaces)
    owed = duties.landing_duty(inquiry, beach)
    if not owed[0]:
        return
    inquiry.note(owed[0], f"whoever lands must assault {name}: {owed[1]}")
    for piece in pieces:
        gun = piece.printed.type == "field-artillery"
        failed = f"{piece.printed.title} is artillery and lands in no Mandatory Assault"
        inquiry.require("21.6", not gun, "", failed, units=(piece.uid,), spaces=spaces)


@rule("19.4")
def _check_interdiction(inquiry: Inquiry, beach: str) -> None:
    guns, name = interdictors(inquiry, beach), inquiry.board.name(beach)
    if not guns:
        inquiry.note("19.4", f"no Fresh Coastal Artillery interdicts {name}", 0)
        return
    inquiry.note("4.25", f"Coastal Artillery interdicts landings: {terms.titles(guns)}")
    inquiry.note("19.4", f"Interdiction Value of {name}: {terms.titles(guns)}", len(guns))
    first = not inquiry.number("landed", beach)
    failed = f"all units that land on {name} in an impulse are named before any Interdiction dr"
    inquiry.require("19.4", first, "", failed, spaces=(beach,))


@rule("8.36", "8.38", "19.3")
def _price(inquiry: Inquiry, piece: Piece, beach: str) -> int:
    """Landing costs what entering the Beach Area costs."""
    cost, section, why = entry_cost(inquiry, beach, terms.ALLIED)
    mover = r08_mf.mover_of(inquiry, piece)
    inquiry.note(section, f"{piece.printed.title} lands: {why}", cost)
    if cost > mover.left:
        inquiry.note("8.38", f"{piece.printed.title} has {mover.left} MF: Minimum Move", mover.left)
    return min(cost, mover.left)


def _edge(view: View, beach: str) -> Edge:
    return terms.landing(view, beach)[0]


def _perform_land(draft: Draft, action: Land) -> None:
    beach = terms.beach_of(draft, draft.pieces[action.units[0]].space)
    impulses.begin_movement(draft)
    count_landing(draft, beach, len(action.units))
    units = list(action.units)
    if interdiction_value(draft, beach):
        ask_roll(draft, _ROLL, ["dr"] * len(units), units=units, beach=beach)
    else:
        put_ashore(draft, units, beach)


def put_ashore(draft: Draft, units: Sequence[str], beach: str) -> None:
    """Put units from the Approach Box on its Beach, each at the price of entering it (19.3).

    Parameters
    ----------
    units, beach
        Ids; none of them is interdicted yet.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.place("us-4-8", "approach-utah"); put_ashore(draft, ["us-4-8"], "utah-beach")
    >>> draft.pieces["us-4-8"].space, draft.flag("mandatory", "us-4-8")
    ('utah-beach', True)
    """
    edge = _edge(draft, beach)
    owed, cost = duties.landing_duty(draft, beach), entry_cost(draft, beach, terms.ALLIED)[0]
    for uid in units:
        mover = r08_mf.mover_of(draft, draft.pieces[uid])
        enter(draft, uid, edge, beach, cost=min(cost, mover.left))
        draft.set("mandatory", bool(owed[0]), uid)


@rule("19.4")
def _resolve(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    """Put every unit ashore, then apply its own dr."""
    beach, units = str(data["beach"]), [str(u) for u in data["units"]]
    value = interdiction_value(draft, beach)
    put_ashore(draft, units, beach)
    for uid, die in zip(units, values, strict=True):
        interdict(draft, uid, die, value)


def _why(state: State, data: Mapping[str, Any]) -> str:
    units = many(len(data["units"]), "unit that lands", "units that land")
    return f"the interdiction of {units} on {state.board.name(str(data['beach']))}"


# --- what may be announced ------------------------------------------------------------------------------


def _class_of(piece: Piece) -> tuple[object, ...]:
    unit = piece.printed
    return (unit.type, unit.kind, unit.division, unit.corps, unit.af, unit.df, unit.mf, unit.spent_df)


def _land_options(state: State) -> Iterator[Land]:
    """Every choice of up to five units, equal units counted once, the smallest choices first."""
    boxes: dict[str, list[Piece]] = {}
    for piece in impulses.actors(state):
        if _is_box(state, piece.space):
            boxes.setdefault(piece.space, []).append(piece)
    for box, pieces in boxes.items():
        room = landing_room(state, terms.beach_of(state, box))
        ordered = sorted(pieces, key=lambda p: (repr(_class_of(p)), p.uid))
        for size in range(1, min(room, len(ordered)) + 1):
            yield from _choices(ordered, size)


def _choices(ordered: Sequence[Piece], size: int) -> Iterator[Land]:
    """Choices of one size that take the first units of each class."""
    classes = [list(group) for _, group in itertools.groupby(ordered, key=_class_of)]
    for chosen in _counts(classes, size):
        yield Land(tuple(p.uid for n, group in zip(chosen, classes, strict=True) for p in group[:n]))


def _counts(classes: Sequence[Sequence[Piece]], size: int) -> Iterator[tuple[int, ...]]:
    """How many units of each class, so that there are `size` in all."""
    if not classes:
        if size == 0:
            yield ()
        return
    for n in range(min(len(classes[0]), size) + 1):
        yield from ((n, *rest) for rest in _counts(classes[1:], size - n))


HANDLERS = (Handler(Land, _check_land, _perform_land, _land_options, "19.3", phases=_DAYLIGHT),)
ROLLS = {_ROLL: RollRule(_resolve, _why, "19.4")}
