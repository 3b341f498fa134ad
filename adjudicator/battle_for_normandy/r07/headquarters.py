"""Sections 7.7, 7.8 and 9.6: headquarters in combat, their elimination and their return."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r05_zones_of_control import in_ezoc
from adjudicator.battle_for_normandy.r06_stacking import faults
from adjudicator.battle_for_normandy.r07.lines import within_mps
from adjudicator.battle_for_normandy.r07.searches import barred
from adjudicator.battle_for_normandy.r10.cost import step_cost
from adjudicator.battle_for_normandy.r22 import quality as r22_quality
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "TIMES",
    "ReturnHq",
    "clock",
    "defence_strength",
    "due",
    "eliminated",
    "returns_at",
    "slide",
    "spots",
    "stamp",
]

TIMES = ("night", "am", "pm")
_DIVISION_MPS, _CORPS_HEXES = 6, 10


# --- the clock of the Turn Record Track -------------------------------------------------------------------


def stamp(date: int, time: str) -> int:
    """Number of a turn on the Turn Record Track: three for each day.

    Examples
    --------
    >>> stamp(7, "am") - stamp(6, "pm")
    2
    """
    return 3 * date + TIMES.index(time)


def clock(view: View) -> int:
    """Number of the turn in play."""
    return stamp(view.number("date"), view.text("time"))


# --- in combat --------------------------------------------------------------------------------------------


@rule("7.7", "9.6")
def defence_strength(view: View, hq: Piece) -> int:
    """Defense Strength of an HQ: its Feldersatz points in place of what is printed; 1 for Allied divisions.

    Returns
    -------
    int
        0 for a corps HQ.
    """
    points = view.number("feldersatz", hq.uid)
    if points:
        return points
    if terms.is_corps_hq(hq.printed):
        return 0
    return 1 if hq.side == terms.ALLIED else terms.rating(view, hq, "ds", "7.7")


@rule("7.7", "7.8", "20.3")
def returns_at(view: View, hq: Piece) -> int:
    """Turn in which an HQ that is eliminated now returns; 0 for a KG HQ, which never does.

    Returns
    -------
    int
        As `stamp` counts.
    """
    if terms.is_kg_hq(hq.printed):
        return 0
    if terms.is_corps_hq(hq.printed) and view.option("hq-return") == "A":
        return stamp(view.number("date") + 1, "night")
    return clock(view) + len(TIMES)


@rule("7.7", "7.8", "9.6", "20.1", "20.3")
def eliminated(draft: Draft, uid: str) -> None:
    """Put an eliminated HQ on the Turn Record Track, its trucks into the pool."""
    hq = draft.pieces[uid]
    back = returns_at(draft, hq)
    draft.place(uid, terms.TRACK if back else terms.REMOVED)
    draft.set("returns", back, uid)
    if draft.option("feldersatz-lost") == "B" or not back:
        draft.set("feldersatz", 0, uid)
    draft.clear("bridging", uid)
    r22_quality.forget(draft, hq)
    for truck in [t for t in draft.subjects("truck") if draft.text("truck", t) == uid]:
        draft.set("truck", "", truck)
        draft.place(truck, terms.POOL)


# --- the return -------------------------------------------------------------------------------------------


@rule("7.8")
def due(view: View, side: str) -> tuple[str, ...]:
    """HQs of a side that may return in this turn, by their ids."""
    now = clock(view)
    found = []
    for uid in view.subjects("returns"):
        piece = view.pieces.get(uid)
        if (
            piece is not None
            and piece.side == side
            and terms.is_hq(piece.printed)
            and piece.space == terms.TRACK
        ):
            found += [uid] if 0 < view.number("returns", uid) <= now else []
    return tuple(found)


@rule("7.8")
def spots(view: View, uid: str) -> frozenset[str]:
    """Hexes where an HQ may return: near a unit of its division, or any friend of a corps HQ, in no EZOC."""
    return terms.derived(view, f"hq-spots:{uid}", lambda state: _spots(state, state.pieces[uid]))


def _spots(view: State, hq: Piece) -> frozenset[str]:
    near = _near_division(view, hq) if not terms.is_corps_hq(hq.printed) else _near_friends(view, hq.side)
    closed = barred(view, hq.side)
    return frozenset(
        s for s in near
        if s not in closed and not in_ezoc(view, s, hq.side) and terms.terrain(view, s, "7.8") != "sea"
    )  # fmt: skip


def _near_division(view: View, hq: Piece) -> frozenset[str]:
    own = terms.units_of(view, hq.printed.division)
    at = sorted({p.space for p in own if terms.on_map(view, p)})
    if view.option("hq-mps") == "B":
        return _at_own_rates(view, hq, at)
    reached = within_mps(view, hq.side, at, mps=_DIVISION_MPS)
    return reached.hexes() | frozenset(at)


@rule("7.8")
def _at_own_rates(view: View, hq: Piece, at: Iterable[str]) -> frozenset[str]:
    """Hexes from which the HQ itself would come to one of some hexes for six MPs (reading hq-mps)."""
    closed, found = barred(view, hq.side), dict.fromkeys(at, 0)
    waiting = [(0, space) for space in found]
    heapq.heapify(waiting)
    while waiting:
        paid, space = heapq.heappop(waiting)
        if paid > found[space]:
            continue
        for near in terms.neighbours(space):
            if near not in view.board.spaces or near in closed:
                continue
            cost = step_cost(view, hq, near, space)
            total = paid + cost if cost is not None else _DIVISION_MPS * terms.MP + 1
            if total <= _DIVISION_MPS * terms.MP and total < found.get(near, total + 1):
                found[near] = total
                heapq.heappush(waiting, (total, near))
    return frozenset(found)


def _near_friends(view: View, side: str) -> frozenset[str]:
    edge = {
        p.space
        for p in view.pieces.values()
        if p.side == side and terms.on_map(view, p) and terms.has_zoc(p.printed)
    }
    found = set(edge)
    for _ in range(_CORPS_HEXES):
        edge = {n for s in edge for n in terms.neighbours(s) if n in view.board.spaces} - found
        found |= edge
    return frozenset(found)


@rule("7.8")
def slide(draft: Draft) -> None:
    """At the end of a turn: every HQ that did not return goes to the next turn."""
    now = clock(draft)
    for side in (terms.ALLIED, terms.GERMAN):
        for uid in due(draft, side):
            draft.set("returns", now + 1, uid)


@dataclass(frozen=True, slots=True)
class ReturnHq(Action):
    """Put an HQ that was eliminated back on the map.

    Examples
    --------
    >>> ReturnHq("us-1-hq", "c1748").space
    'c1748'
    """

    unit: str
    space: str


@rule("7.8")
def _check(inquiry: Inquiry, action: ReturnHq) -> None:
    piece = inquiry.pieces[action.unit]
    title, name = piece.printed.title, inquiry.board.name(action.space)
    is_due = action.unit in due(inquiry, inquiry.text("side"))
    said = f"{title} is due to return", f"{title} is not due to return"
    inquiry.require("7.8", is_due, *said, units=[action.unit])
    near = (
        "10 hexes of a friendly unit"
        if terms.is_corps_hq(piece.printed)
        else "6 MPs of a unit of its division"
    )
    terms.terrain(inquiry, action.space, "7.8")  # its source
    inquiry.require("7.8", action.space in spots(inquiry, action.unit),
                    f"{name} lies within {near}, in no EZOC",
                    f"{name} does not lie within {near} and out of EZOCs", spaces=[action.space])  # fmt: skip


def _perform(draft: Draft, action: ReturnHq) -> None:
    draft.place(action.unit, action.space)
    draft.clear("returns", action.unit)


def _options(state: State) -> Iterator[ReturnHq]:
    for uid in due(state, state.text("side")):
        side = state.pieces[uid].side
        fitting = (s for s in sorted(spots(state, uid)) if not faults(state, s, side, adding=(uid,)))
        yield from (ReturnHq(uid, s) for s in fitting)


HANDLERS = (
    Handler(ReturnHq, _check, _perform, _options, "7.8", phases=frozenset({"reinforcements", "movement"})),
)
