"""Section 17.1: Pathfinders come down before the troopers; Pegasus Bridge (19.8) uses the same dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r17 import scatter as r17_scatter
from adjudicator.battle_for_normandy.r19 import pegasus as r19_pegasus
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "ROLLS",
    "DropPathfinder",
    "assigned",
    "come_down",
    "is_pathfinder",
    "landed",
    "remove_all",
    "remove_from_enemies",
    "still_due",
    "trample",
    "waiting",
]


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
def still_due(view: View) -> list[Fault]:
    """What keeps the Pathfinder Segment from ending."""
    return [Fault("17.1", f"{p.printed.title} is still to be dropped") for p in waiting(view)]


# --- where they come down ---------------------------------------------------------------------------------


@rule("17.1", "19.8")
def come_down(draft: Draft, uid: str, space: str) -> None:
    """Put a Pathfinder, or the company of Pegasus Bridge, where it has come down."""
    draft.set("dropped", True, uid)
    draft.place(uid, r17_scatter.settle(draft, space))
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
    if values[0] <= r17_scatter.ON_TARGET:
        come_down(draft, data["unit"], data["hex"])
    else:
        ask_roll(draft, "pathfinder-direction", [terms.D6], unit=data["unit"], hex=data["hex"])


def _resolve_direction(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    come_down(
        draft, data["unit"], r17_scatter.scattered(draft, data["hex"], r17_scatter.ON_TARGET + 1, values[0])
    )


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
