"""Sections 10.22, 10.23 and 7.25: units that drop before the invasion, and those that land by glider."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r01_part, r09_beaches, r09_stacking, r10_schedule, terms
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, State, View
from adjudicator.ruling import Used
from adjudicator.tables import Record
from maps.filing import Located
from maps.june_six.grid import GRID
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "ROLLS",
    "Airdrop",
    "comes_down",
    "explain_airborne",
    "explain_drop",
    "land",
    "on_activation",
    "scatter_of",
    "to_drop",
]

_SIDES = 6
_BOX = "airfield"


@dataclass(frozen=True, slots=True)
class Airdrop(Action):
    """Drop an airborne unit on its drop zone before the invasion (10.22).

    Examples
    --------
    >>> Airdrop("us-101-502").unit
    'us-101-502'
    """

    unit: str


# --- who drops, and where ---------------------------------------------------------------------------------


def _in_airfield(view: View, piece: Piece) -> bool:
    space = view.board.spaces.get(piece.space)
    return space is not None and space.kind == _BOX


@rule("10.22")
def to_drop(view: View) -> tuple[Piece, ...]:
    """Airborne units that are still to be dropped."""
    zones = r10_schedule.schedule(view, "drop")
    known = (view.pieces[uid] for uid in zones if uid in view.pieces)
    return tuple([p for p in known if _in_airfield(view, p)])


def _fits(view: View, piece: Piece, space: str) -> bool:
    """Whether a unit may come down in a hex."""
    known = view.board.spaces.get(space)
    if known is None or space in r01_part.outside(view) or not terms.is_hex(known):
        return False
    if terms.terrain(view, space, "10.22") == "sea":
        return False
    side = piece.printed.side
    return not terms.enemies(view, space, side) and not r09_stacking.faults(view, space, side, (piece.uid,))


@rule("10.22", "10.23")
def comes_down(view: View, uid: str, space: str) -> str:
    """Hex where a unit comes down: the one aimed at, or the nearest where it may be.

    Parameters
    ----------
    space
        Hex aimed at; it may lie off the map.

    Returns
    -------
    str
        The lowest number of those that are equally near; empty when there is none.
    """
    piece = view.pieces[uid]
    if _fits(view, piece, space):
        return space
    hexes = [h for h in view.board.spaces.values() if terms.is_hex(h)]
    ranked = sorted((terms.distance(space, h.id), h.id) for h in hexes)
    return next((h for _, h in ranked if _fits(view, piece, h)), "")


@rule("10.22", "12.58")
def scatter_of(at: Located, die: int) -> Record:
    """Line of the scatter table for a roll.

    Parameters
    ----------
    die
        0 to 9.

    Examples
    --------
    >>> from maps.filing import OURS
    >>> scatter_of(OURS, 0).flag("scattered"), scatter_of(OURS, 9).flag("scattered")
    (False, True)
    """
    rows = r10_schedule.schedule(at, "scatter").values()
    return next(row for row in rows if row.number("first") <= die <= row.number("last"))


@rule("10.22", "7.25", "12.58")
def explain_drop(inquiry: Inquiry, uid: str) -> None:
    """Say where a unit is dropped and what can happen."""
    row = r10_schedule.schedule(inquiry, "drop")[uid]
    what = Used(f"drop zone of {inquiry.pieces[uid].printed.title}", row.file, row.id, "hex")
    inquiry.source("10.22", what, row.sources.of("hex"))
    inquiry.note("10.22", f"it drops on {inquiry.board.name(row.text('hex'))}, {row.text('zone')}")
    inquiry.note("7.25", "it gets an RE marker")
    for line in r10_schedule.schedule(inquiry, "scatter").values():
        drift, scattered = line.number("drift"), line.flag("scattered")
        where = f"comes down {many(drift, 'hex')} away" if drift else "comes down on the zone"
        said = f"{where}{' and is Scattered' if scattered else ''}"
        inquiry.note("12.58", f"on a roll of {line.number('first')} to {line.number('last')} it {said}")


# --- the drop ---------------------------------------------------------------------------------------------


@rule("10.22", "10.23")
def _check(inquiry: Inquiry, action: Airdrop) -> None:
    if any(action.unit in _units(row) for row in r10_schedule.schedule(inquiry, "glide").values()):
        text = f"{action.unit} lands by glider on June 6, when a marker of its Division is drawn"
        inquiry.refuse("10.23", text, units=[action.unit])
        return
    due = action.unit in {p.uid for p in to_drop(inquiry)}
    failed = f"{action.unit} is no airborne unit that waits to be dropped"
    if inquiry.require("10.22", due, "", failed, units=[action.unit]):
        explain_drop(inquiry, action.unit)


def _perform(draft: Draft, action: Airdrop) -> None:
    ask_roll(draft, "airdrop", [terms.DIE], unit=action.unit)


def _options(state: State) -> Iterator[Airdrop]:
    return (Airdrop(p.uid) for p in to_drop(state))


@rule("10.22", "12.58")
def _resolve(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    row = scatter_of(draft, values[0])
    draft.set("scattered", row.flag("scattered"), data["unit"])
    if row.number("drift"):
        ask_roll(draft, "airdrop-drift", [terms.DIE], unit=data["unit"], drift=row.number("drift"))
    else:
        _drop(draft, data["unit"], _zone(draft, data["unit"]))


def _zone(at: Located, uid: str) -> str:
    return r10_schedule.schedule(at, "drop")[uid].text("hex")


@rule("10.22")
def _resolve_drift(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    if values[0] >= _SIDES:
        ask_roll(draft, "airdrop-drift", [terms.DIE], unit=data["unit"], drift=data["drift"])
        return
    space = _zone(draft, data["unit"])
    for _ in range(data["drift"]):
        space = _beside(space, values[0]) or space
    _drop(draft, data["unit"], space)


def _beside(space: str, side: int) -> str:
    """The hex on one side of another, clockwise from the east; empty at the end of the map."""
    return GRID.ring(space)[side] or ""


def _drop(draft: Draft, uid: str, space: str) -> None:
    land(draft, uid, space)
    draft.set("re", True, uid)


@rule("10.22", "10.23")
def land(draft: Draft, uid: str, space: str) -> None:
    """Put a unit on the map from the air."""
    hex_ = comes_down(draft, uid, space)
    if hex_:
        draft.place(uid, hex_)
        r09_beaches.occupied(draft, hex_, draft.pieces[uid].printed.side)


# --- gliders ----------------------------------------------------------------------------------------------


@rule("10.23", "7.24")
def on_activation(draft: Draft) -> None:
    """Land the active units that come by glider; their landing is their movement."""
    for row in r10_schedule.schedule(draft, "glide").values():
        for uid in map(str, _units(row)):
            piece = draft.pieces.get(uid)
            if piece is not None and draft.flag("active", uid) and _in_airfield(draft, piece):
                land(draft, uid, row.text("hex"))
                draft.set("moved", True, uid)


@rule("10.22", "10.23")
def explain_airborne(inquiry: Inquiry) -> None:
    """Say who waits on the airfields, and how they come down."""
    for piece in to_drop(inquiry):
        where = r10_schedule.schedule(inquiry, "drop")[piece.uid].text("zone")
        inquiry.note("10.22", f"{piece.printed.title} is dropped before the invasion: {where}")
    for row in r10_schedule.schedule(inquiry, "glide").values():
        known = (inquiry.pieces.get(str(uid)) for uid in _units(row))
        units = [p for p in known if p is not None and _in_airfield(inquiry, p)]
        if units:
            said = f"{terms.titles(units)}: by glider when a marker of the Division is drawn"
            inquiry.note("10.23", f"{said}, {row.text('zone')}")


def _units(row: Record) -> Sequence[object]:
    found: Any = row.values["units"]
    return list(found)


def _why(state: State, data: Mapping[str, Any]) -> str:
    return f"whether {state.pieces[data['unit']].printed.title} comes down on its drop zone"


def _why_drift(state: State, data: Mapping[str, Any]) -> str:
    name = state.pieces[data["unit"]].printed.title
    return f"where {name} drifts: 0 to 5 clockwise from the east, 6 to 9 is rolled again"


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Airdrop, _check, _perform, _options, "10.22", phases=frozenset({"bombardment"})),
)
ROLLS = {
    "airdrop": RollRule(_resolve, _why, "10.22"),
    "airdrop-drift": RollRule(_resolve_drift, _why_drift, "10.22"),
}
