"""Sections 6.15-6.17: HQs without units, HQs that are lost, and the reduced HQ that returns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r01_part, r09_beaches, r09_stacking, r11_zones_of_control, terms
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "RETURN_RANGE",
    "TURNS_AWAY",
    "ReturnHq",
    "after_loss",
    "ask_return",
    "due_hqs",
    "explain_loss",
    "explain_return",
    "is_garrison",
    "is_permanent_re",
    "orphaned",
    "parent_on_map",
    "remove_orphans",
    "return_hexes",
    "returns_later",
]

RETURN_RANGE = 4
TURNS_AWAY = 2
_GONE = frozenset({terms.ELIMINATED, terms.LEFT})


@dataclass(frozen=True, slots=True)
class _Returning:
    """Which HQ returns."""

    unit: str


_RETURN = Frame("return-hq", "6.17", _Returning)


@dataclass(frozen=True, slots=True)
class ReturnHq(Action):
    """Put a reduced Division HQ back on the map, within four hexes of a unit of its Division (6.17).

    Parameters
    ----------
    space
        Hex.

    Examples
    --------
    >>> ReturnHq("ge-716-hq", "e2037").space
    'e2037'
    """

    unit: str
    space: str


# --- who has an HQ ----------------------------------------------------------------------------------------


@rule("6.16", "3.86")
def parent_on_map(view: View, uid: str) -> bool:
    """Whether the HQ of the formation that a unit belongs to now is on the map.

    Parameters
    ----------
    uid
        Id of the unit; an HQ is its own.

    Returns
    -------
    bool
        False for a unit of no formation.
    """
    piece = view.pieces[uid]
    formation = terms.formation_of(view, piece)
    if not formation:
        return False
    head = terms.hq_of(view, formation)
    if head is None:
        return view.text("parent-lost", uid) != "lost"
    return terms.on_map(view, head)


@rule("7.26", "7.11", "3.85", "3.86", "6.16")
def is_permanent_re(view: View, uid: str) -> bool:
    """Whether a unit keeps acting at RE: no HQ on the map, the Cherbourg HQ, a Strongpoint, a Detachment."""
    piece = view.pieces[uid]
    if piece.printed.type in {"strongpoint", "detachment"}:
        return True
    if terms.is_hq(piece.printed):
        return "cherbourg" in piece.printed.marks
    return not parent_on_map(view, uid)


@rule("7.11")
def is_garrison(view: View, piece: Piece) -> bool:
    """Whether a unit belongs to the Cherbourg Command, whose HQ bears an RE marker for good."""
    formation = terms.formation_of(view, piece)
    head = terms.hq_of(view, formation) if formation else None
    marks = {*piece.printed.marks, *(head.printed.marks if head is not None else ())}
    return "cherbourg" in marks or formation == "ge-cherbourg"


# --- an HQ is lost ----------------------------------------------------------------------------------------


@rule("6.17", "6.16", "13.21")
def returns_later(hq: Piece) -> bool:
    """Whether a lost HQ comes back: a Division HQ that was not on its reduced side yet."""
    two_steps = hq.printed.steps == 2 and hq.status == terms.FULL
    return two_steps and terms.is_division_hq(hq.printed)


def _bereaved(view: View, hq: Piece) -> Iterator[Piece]:
    """Units organic to the formation of an HQ that are not attached to another one."""
    formation = hq.printed.division
    for unit in terms.organic(view, formation):
        if not view.text("attached", unit.uid):
            yield unit


@rule("6.16", "6.17")
def after_loss(draft: Draft, piece: Piece) -> None:
    """What follows the loss of an HQ: its units get RE markers, a Division HQ may return reduced."""
    if not terms.is_hq(piece.printed):
        return
    for unit in list(_bereaved(draft, piece)):
        draft.set("parent-lost", "lost", unit.uid)
        if terms.on_map(draft, unit):
            draft.set("re", True, unit.uid)
        if draft.text("activation") in {"me", "corps"}:
            draft.clear("active", unit.uid)
    if returns_later(piece):
        draft.place(piece.uid, terms.POOL)
        draft.set_status(piece.uid, terms.REDUCED)
        draft.set("returns", draft.number("turn") + TURNS_AWAY, piece.uid)


@rule("6.16", "6.17")
def explain_loss(inquiry: Inquiry, hq: Piece) -> int | None:
    """Say what the loss of an HQ would bring.

    Returns
    -------
    int or None
        Turn on which it returns on its reduced side; None where it never does.
    """
    units = [u for u in _bereaved(inquiry, hq) if terms.on_map(inquiry, u)]
    name = hq.printed.title
    if terms.is_corps_hq(hq.printed):
        inquiry.note(
            "6.16", f"{name} is a Corps HQ without a reduced side: it is gone for the whole scenario"
        )
    names = terms.titles(units) or "none on the map"
    inquiry.note("6.16", f"units that get RE markers at once: {names}", len(units))
    if not returns_later(hq):
        if terms.is_division_hq(hq.printed):
            inquiry.note("6.17", f"{name} has no step to return with: it does not come back")
        return None
    if inquiry.option("hq-reduced") == "B":
        inquiry.note("6.17", "its first step loss only flips it; lost at full strength at once, it returns")
    turn = inquiry.number("turn") + TURNS_AWAY
    inquiry.note("6.17", "the reduced HQ comes back two turns later, in the RE Activation Phase", turn)
    return turn


# --- the reduced HQ returns -------------------------------------------------------------------------------


@rule("6.17")
def due_hqs(view: View, side: str) -> tuple[Piece, ...]:
    """HQs of a side whose turn of return has come.

    Parameters
    ----------
    side
        ``german`` or ``allied``.
    """
    turn = view.number("turn")
    waiting = (view.pieces[u] for u in view.subjects("returns") if u in view.pieces)
    due = (p for p in waiting if p.printed.side == side and p.space == terms.POOL)
    return tuple([p for p in due if 0 < view.number("returns", p.uid) <= turn])


@rule("6.17", "9.14", "11.14", "8.14")
def return_hexes(view: View, uid: str) -> tuple[str, ...]:
    """Hexes where a reduced HQ may be put.

    Returns
    -------
    tuple of str
        Sorted.
    """
    hq = view.pieces[uid]
    units = [u.space for u in terms.organic(view, hq.printed.division) if terms.on_map(view, u)]
    near = {h.id for h in view.board.spaces.values() if terms.is_hex(h) and _near(h.id, units)}
    return tuple(sorted(h for h in near if not _unfit(view, hq, h)))


def _near(space: str, units: list[str]) -> bool:
    return any(terms.distance(space, unit) <= RETURN_RANGE for unit in units)


def _unfit(view: View, hq: Piece, space: str) -> str:
    """Why a hex near its units is no place for an HQ; empty when it is."""
    side, name = hq.printed.side, view.board.name(space)
    if out := r01_part.faults(view, space):
        return out[0].text
    if terms.terrain(view, space, "6.17") == "sea":
        return f"{name} is sea"
    if terms.enemies(view, space, side):
        return f"{name} is occupied by the enemy"
    if r09_stacking.faults(view, space, side, adding=(hq.uid,)):
        return f"{name} has no room for it"
    zone = r11_zones_of_control.in_enemy_zoc(view, space, side)
    escorted = any(terms.is_combat(p.printed) for p in terms.friends(view, space, side))
    if zone and not escorted and view.option("hq-return-zoc") == "A":
        return f"{name} is in an enemy ZOC without a friendly combat unit"
    return ""


@rule("6.17")
def ask_return(draft: Draft, hq: Piece) -> bool:
    """Ask where a reduced HQ returns; without a place for it, it waits another turn.

    Returns
    -------
    bool
        Whether there is a place.
    """
    if return_hexes(draft, hq.uid):
        _RETURN.push(draft, _Returning(hq.uid), hq.printed.side)
        return True
    draft.set("returns", draft.number("turn") + 1, hq.uid)
    return False


@rule("6.17")
def explain_return(inquiry: Inquiry, uid: str, space: str) -> None:
    """Judge the place where a reduced HQ is put."""
    hq, name = inquiry.pieces[uid], inquiry.board.name(space)
    known = inquiry.board.spaces.get(space)
    if known is None or not terms.is_hex(known):
        inquiry.refuse("6.17", f"{name} is no hex of the map", spaces=[space])
        return
    units = [u.space for u in terms.organic(inquiry, hq.printed.division) if terms.on_map(inquiry, u)]
    passed = f"{name} is within four hexes of a unit of {hq.printed.title}"
    failed = f"{name} is not within four hexes of a unit of {hq.printed.title}"
    inquiry.require("6.17", _near(space, units), passed, failed, spaces=[space])
    why = _unfit(inquiry, hq, space)
    inquiry.require("6.17", not why, f"{name} has room for it", why, spaces=[space])


def _check_return(inquiry: Inquiry, action: ReturnHq) -> None:
    asked = _RETURN.asked(inquiry)
    due = asked is not None and asked.unit == action.unit
    if inquiry.require("6.17", due, "", "it is not this HQ that returns now", units=[action.unit]):
        explain_return(inquiry, action.unit, action.space)


def _perform_return(draft: Draft, action: ReturnHq) -> None:
    draft.settle()
    draft.place(action.unit, action.space)
    r09_beaches.occupied(draft, action.space, draft.pieces[action.unit].printed.side)
    draft.clear("returns", action.unit)
    draft.set("re-done", True, action.unit)
    for unit in terms.organic(draft, draft.pieces[action.unit].printed.division):
        draft.clear("re", unit.uid)
        draft.clear("parent-lost", unit.uid)


def _return_options(state: State) -> Iterator[ReturnHq]:
    uid = _RETURN.read(state.pending[-1]).unit
    return (ReturnHq(uid, space) for space in return_hexes(state, uid))


# --- an HQ without units ----------------------------------------------------------------------------------


@rule("6.15")
def orphaned(view: View) -> tuple[Piece, ...]:
    """Division HQs in play all of whose organic units are out of the game."""
    own: dict[str, list[Piece]] = {}
    for piece in view.pieces.values():
        own.setdefault(piece.printed.division, []).append(piece)
    return tuple([hq for formation, members in own.items() if formation for hq in _alone(members)])


def _alone(members: list[Piece]) -> list[Piece]:
    heads = [p for p in members if terms.is_division_hq(p.printed) and "cherbourg" not in p.printed.marks]
    units = [p for p in members if not terms.is_hq(p.printed)]
    lost = bool(units) and all(p.space in _GONE for p in units)
    return [p for p in heads if p.space not in _GONE] if lost else []


@rule("6.15")
def remove_orphans(draft: Draft) -> None:
    """Take the HQs of dead Divisions out of the game."""
    for hq in orphaned(draft):
        draft.place(hq.uid, terms.ELIMINATED)
        draft.clear("returns", hq.uid)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        ReturnHq, _check_return, _perform_return, _return_options, "6.17", answers=frozenset({_RETURN.kind})
    ),
)
