"""Section 17.1: Pathfinders come down before the troopers; Pegasus Bridge (19.8) uses the same dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import terms
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from maps.battle_for_normandy.grid import direction

__all__ = [
    "HANDLERS",
    "ROLLS",
    "DropPathfinder",
    "assigned",
    "come_down",
    "distribution",
    "is_pathfinder",
    "landed",
    "remove_all",
    "remove_from_enemies",
    "scattered",
    "settle",
    "still_due",
    "trample",
    "waiting",
]

ON_TARGET = 3  # 1 to 3 of six: the assigned hex
WAYS = range(1, 7)
_WET = frozenset({"flooded", "sea"})


@dataclass(frozen=True, slots=True)
class DropPathfinder(Action):
    """Drop a Pathfinder in its set-up hex, or aim at a hex next to it (17.1).

    Parameters
    ----------
    unit
        The Pathfinder, or the company of Pegasus Bridge.
    to
        Assigned hex; empty for the set-up hex.

    Examples
    --------
    >>> DropPathfinder("us-82-pf-505").to
    ''
    """

    unit: str
    to: str = ""


# --- who drops --------------------------------------------------------------------------------------------


def is_pathfinder(piece: Piece) -> bool:
    """Whether a unit is a Pathfinder."""
    return piece.printed.type == "pathfinder"


@rule("17.1")
def assigned(view: View, piece: Piece) -> str:
    """Set-up hex of a Pathfinder: the first hex that its counter names; empty without one."""
    target = view.text("target", piece.uid)
    if target:
        return target
    spaces = view.board.spaces
    return next((e for e in piece.printed.entry if e in spaces and terms.is_hex(spaces[e])), "")


@rule("17.1", "19.8")
def waiting(view: View) -> tuple[Piece, ...]:
    """Regimental Pathfinders, and the company of Pegasus Bridge, that have not landed yet."""
    from adjudicator.battle_for_normandy.r19 import pegasus as r19_pegasus

    found = []
    for uid in sorted(view.pieces):
        piece = view.pieces[uid]
        drops = is_pathfinder(piece) or r19_pegasus.is_coup(piece)
        if drops and _is_up(view, piece) and assigned(view, piece):
            found.append(piece)
    return tuple(found)


def _is_up(view: View, piece: Piece) -> bool:
    """Whether a unit still waits: in an Airborne Holding Box, or in its set-up hex before the dice."""
    if view.flag("dropped", piece.uid) or piece.space in terms.OFF_MAP:
        return False
    return view.board.spaces[piece.space].kind == "airborne" or piece.space == assigned(view, piece)


def landed(view: View, division: str = "") -> tuple[Piece, ...]:
    """Pathfinders that stand on the map.

    Parameters
    ----------
    division
        Of one Airborne division; empty for all.
    """
    known = [view.pieces[u] for u in sorted(view.pieces) if view.pieces[u].printed.type == "pathfinder"]
    return tuple([p for p in known if terms.on_map(view, p) and division in {"", p.printed.division}])


@rule("17.1")
def still_due(view: View) -> list[tuple[str, str]]:
    """What keeps the Pathfinder Segment from ending."""
    return [("17.1", f"{p.printed.title} is still to be dropped") for p in waiting(view)]


# --- where they come down ---------------------------------------------------------------------------------


def _is_wet(view: View, space: str | None) -> bool:
    return space is None or space not in view.board.spaces or terms.terrain(view, space, "17.1") in _WET


@rule("17.1")
def settle(view: View, space: str) -> str:
    """Hex where a Pathfinder ends up that comes down in a hex: out of Flooded terrain, trying 1, 2 and so on.

    Parameters
    ----------
    space
        First landing hex.

    Returns
    -------
    str
        The same hex where it is dry, or where all six around it are Flooded or sea.
    """
    if not _is_wet(view, space):
        return space
    around = (direction(space, way) for way in WAYS)
    return next((n for n in around if n is not None and not _is_wet(view, n)), space)


@rule("17.1", "17.7")
def scattered(view: View, space: str, accuracy: int, way: int) -> str:
    """First landing hex for two dice: the assigned one, or the one next to it.

    Parameters
    ----------
    space
        Assigned hex.
    accuracy
        1 to 3 is on target.
    way
        Direction, 1 to 6, where it is off.

    Returns
    -------
    str
        Off the map it stays in the assigned hex.
    """
    if accuracy <= ON_TARGET:
        return space
    other = direction(space, way)
    return other if other is not None and other in view.board.spaces else space


@rule("17.1")
def distribution(view: View, space: str) -> dict[str, Fraction]:
    """Exact chance of each hex where a Pathfinder may end up.

    Parameters
    ----------
    space
        Assigned hex.

    Returns
    -------
    dict of str to Fraction
        The most likely first; they add up to 1.
    """
    found: dict[str, Fraction] = {}
    for accuracy in WAYS:
        for way in WAYS:
            end = settle(view, scattered(view, space, accuracy, way))
            found[end] = found.get(end, Fraction(0)) + Fraction(1, 36)
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))


@rule("17.1", "19.8")
def come_down(draft: Draft, uid: str, space: str) -> None:
    """Put a Pathfinder, or the company of Pegasus Bridge, where it has come down."""
    from adjudicator.battle_for_normandy.r19 import pegasus as r19_pegasus

    draft.set("dropped", True, uid)
    draft.place(uid, settle(draft, space))
    if r19_pegasus.is_coup(draft.pieces[uid]):
        r19_pegasus.landed(draft, uid)


# --- what becomes of them ---------------------------------------------------------------------------------


@rule("17.1")
def remove_from_enemies(draft: Draft) -> None:
    """Once all have dropped, take away the Pathfinders that came down on enemy units."""
    for piece in landed(draft):
        if terms.enemies(draft, piece.space, terms.ALLIED):
            draft.place(piece.uid, terms.REMOVED)


@rule("17.1")
def trample(draft: Draft, space: str) -> None:
    """Remove the Pathfinders of a hex that German units have entered."""
    for piece in draft.units_in(space):
        if is_pathfinder(piece):
            draft.place(piece.uid, terms.REMOVED)


@rule("17.1")
def remove_all(draft: Draft) -> None:
    """Remove every Pathfinder: all Glider reinforcements have landed."""
    for piece in landed(draft):
        draft.place(piece.uid, terms.REMOVED)


# --- the action -------------------------------------------------------------------------------------------


def _check(inquiry: Inquiry, action: DropPathfinder) -> None:
    due = {p.uid: p for p in waiting(inquiry)}
    failed = f"{action.unit} is no Pathfinder that waits to be dropped"
    if not inquiry.require("17.1", action.unit in due, "", failed, units=[action.unit]):
        return
    piece = due[action.unit]
    home = assigned(inquiry, piece)
    aim = action.to or home
    near = aim == home or (aim in terms.neighbours(home) and not terms.is_company(piece.printed))
    where = inquiry.board.name(home)
    inquiry.require("17.1", near, "", f"it must be placed in or next to its set-up hex {where}", spaces=[aim])
    if near:
        known = aim in inquiry.board.spaces
        inquiry.require("17.1", known, f"it is assigned to {aim.upper()}", f"{aim.upper()} is not on the map")
        if terms.is_company(piece.printed) and not is_pathfinder(piece):
            inquiry.note("19.8", "on target it destroys the Strongpoint of Pegasus Bridge")


def _perform(draft: Draft, action: DropPathfinder) -> None:
    aim = action.to or assigned(draft, draft.pieces[action.unit])
    ask_roll(draft, "pathfinder", [terms.D6], unit=action.unit, hex=aim)


def _options(state: State) -> Iterator[DropPathfinder]:
    for piece in waiting(state):
        yield DropPathfinder(piece.uid)
        if is_pathfinder(piece):
            yield from (DropPathfinder(piece.uid, n) for n in terms.neighbours(assigned(state, piece)))


def _resolve(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    if values[0] <= ON_TARGET:
        come_down(draft, data["unit"], data["hex"])
    else:
        ask_roll(draft, "pathfinder-direction", [terms.D6], unit=data["unit"], hex=data["hex"])


def _resolve_direction(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    come_down(draft, data["unit"], scattered(draft, data["hex"], ON_TARGET + 1, values[0]))


def _why(state: State, data: Mapping[str, Any]) -> str:
    name = state.pieces[data["unit"]].printed.title
    return f"whether {name} lands in {state.board.name(data['hex'])}: 1 to 3 on target"


def _why_direction(state: State, data: Mapping[str, Any]) -> str:
    return f"in which direction {state.pieces[data['unit']].printed.title} lands off target"


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(DropPathfinder, _check, _perform, _options, "17.1", phases=frozenset({"pathfinders"})),
)
ROLLS = {
    "pathfinder": RollRule(_resolve, _why, "17.1"),
    "pathfinder-direction": RollRule(_resolve_direction, _why_direction, "17.1"),
}
