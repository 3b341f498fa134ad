"""Section 8.1.3: the 3rd Wave lands, makes room by displacing units, or comes late."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import r08_entry as entry
from adjudicator.dark_summer import r08_placement as placement
from adjudicator.dark_summer import r09_parts, terms
from adjudicator.dark_summer.r03_victory import take_control
from adjudicator.dark_summer.r05_stacking import stacking_faults
from adjudicator.dark_summer.r10_steps import step_faults
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, Position, State, View
from adjudicator.ruling import Fault
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "Displace",
    "LandThirdWave",
    "close",
    "displacement_hexes",
    "landing_hexes",
    "still_to_land",
]

AIRLANDING_HEX = "4704"


@dataclass(frozen=True, slots=True)
class LandThirdWave(Action):
    """Place one unit of the 3rd Wave (8.1.3); it may need room that is made at once.

    Examples
    --------
    >>> LandThirdWave("us-2-9", "3303").hex
    '3303'
    """

    unit: str
    hex: str


@dataclass(frozen=True, slots=True)
class Displace(Action):
    """Displace a unit by one hex to make room for the 3rd Wave (8.1.3).

    Examples
    --------
    >>> Displace("us-1-16", "3304").to
    '3304'
    """

    unit: str
    to: str


@dataclass(frozen=True, slots=True)
class _Room:
    """A hex in which room is made."""

    hex: str


_DISPLACE = Frame("displace", "8.1.3", _Room)


# --- where it lands -----------------------------------------------------------------------------------------


@rule("8.1.3", "9.4.5")
def third_wave(view: View, group: str) -> tuple[Piece, ...]:
    """Units of the 3rd Wave of a group that have not landed, sorted by id."""
    state = terms.state_of(view)
    spaces = [s for s in state.occupied() if s in entry.AIRFIELDS or s.startswith(entry.THIRD_WAVE)]
    units = [p for s in spaces for p in view.units_in(s) if terms.group_of(p.printed) == group]
    return tuple(sorted(units, key=lambda p: p.uid))


def _is_airborne(piece: Piece) -> bool:
    return piece.space in entry.AIRFIELDS


def beach_hexes(view: View, beach: str) -> tuple[str, ...]:
    """Hexes of a Beach (``omaha`` ...), Open or not."""
    spaces = [view.board.spaces[h] for h in terms.BEACHES if h in view.board.spaces]
    return tuple(s.id for s in spaces if view.feature(s, "beach-name", "2.4") == beach)


@rule("8.1.3")
def site_faults(view: View, piece: Piece, where: str) -> list[Fault]:
    """Why a unit of the 3rd Wave cannot land in a hex, stacking apart."""
    name, title = view.board.name(where), piece.printed.title
    if not _is_airborne(piece):
        beach = piece.space.removeprefix(entry.THIRD_WAVE)
        found: list[Fault] = []
        if where not in beach_hexes(view, beach):
            found.append(
                Fault("8.1.3", f"{name} is no hex of {beach.title()} Beach, to which {title} is assigned")
            )
        if not terms.is_open_beach(view, where):
            found.append(Fault("8.1.3", f"{name} is no Open Beach"))
        return found
    if piece.space == "airfield-british":
        if where != AIRLANDING_HEX:
            return [Fault("8.1.3", f"{title} lands in {AIRLANDING_HEX}, not in {name}")]
        held = terms.enemies(view, where, piece.side)
        return [Fault("8.1.3", f"{name} is occupied by German units")] if held else []
    mates = [p for p in terms.friends(view, where, piece.side) if _same_division(p, piece)]
    return [] if mates else [Fault("8.1.3", f"no unit of the division of {title} is in {name}")]


def _same_division(one: Piece, other: Piece) -> bool:
    a, b = one.printed, other.printed
    return one.uid != other.uid and (a.division, a.nationality) == (b.division, b.nationality)


@rule("8.1.3")
def landing_faults(view: View, piece: Piece, where: str) -> list[Fault]:
    """Why a unit of the 3rd Wave cannot land in a hex, the room that it could make included.

    Parameters
    ----------
    view, piece, where
        As in `site_faults`.
    """
    known = view.board.spaces.get(where)
    if known is None or not terms.is_hex(known):
        return [Fault("8.1.3", f"there is no hex {where!r} on the map")]
    found = site_faults(view, piece, where)
    crowd = stacking_faults(view, where, piece.side, adding=(piece.uid,))
    if found or not crowd:
        return found
    if _is_airborne(piece):
        return [Fault(v.rule, v.text) for v in crowd]
    barred = _displaced_elsewhere(view, where)
    if barred:
        name = view.board.name(barred)
        return [Fault("8.1.3", f"units are displaced from one hex only, and that was {name}")]
    trial = _copy(view)
    _place(trial, piece.uid, where)
    if _can_make_room(trial, where):
        return []
    return [
        *(Fault(v.rule, v.text) for v in crowd),
        Fault("8.1.3", "the units in the way cannot be displaced"),
    ]


@rule("8.1.3")
def _displaced_elsewhere(view: View, where: str) -> str:
    """Another hex from which units were displaced, so that none can be here; else empty."""
    beach = view.feature(view.board.spaces[where], "beach-name", "2.4")
    same = set(beach_hexes(view, str(beach)))
    for other in view.subjects("displaced"):
        counts = other in same or view.option("third-wave-displacement") == "B"
        if other != where and counts and view.flag("displaced", other):
            return other
    return ""


def landing_hexes(view: View, piece: Piece) -> tuple[str, ...]:
    """Hexes in which a unit of the 3rd Wave can land now."""
    state = terms.state_of(view)
    if piece.space == "airfield-british":
        hexes: tuple[str, ...] = (AIRLANDING_HEX,)
    elif _is_airborne(piece):
        mates = [p for p in state.pieces.values() if _same_division(p, piece)]
        hexes = tuple(sorted({p.space for p in mates}))
    else:
        hexes = beach_hexes(state, piece.space.removeprefix(entry.THIRD_WAVE))
    return tuple(h for h in hexes if not landing_faults(state, piece, h))


@rule("8.1", "8.1.3")
def still_to_land(view: View) -> tuple[str, ...]:
    """Ids of units of the 3rd Wave that can and must still land in this Round."""
    group = view.text("round-group")
    return tuple(p.uid for p in third_wave(view, group) if landing_hexes(view, p))


# --- room ---------------------------------------------------------------------------------------------------


def _copy(view: View) -> Draft:
    state = terms.state_of(view)
    return Draft(cast("Position", state))


def _place(draft: Draft, uid: str, where: str) -> None:
    draft.place(uid, where)
    draft.set("entered", True, uid)


@rule("8.1.3")
def in_the_way(view: View, where: str) -> tuple[Piece, ...]:
    """Units that may be displaced from a hex: only as many as are necessary, and none that just landed.

    Returns
    -------
    tuple of Piece
        Empty when the stack is within the limit.
    """
    faults = stacking_faults(view, where, terms.ALLIED)
    if not faults:
        return ()
    here = terms.friends(view, where, terms.ALLIED)
    divisions = {terms.division_for_stack(p.printed) for p in here if view.flag("entered", p.uid)}
    crowded = sum(terms.counts_for_stack(p.printed) for p in here) > 4
    return tuple(p for p in here if not view.flag("entered", p.uid) and _helps(p, divisions, crowded=crowded))


def _helps(piece: Piece, divisions: set[str], *, crowded: bool) -> bool:
    """Whether the stack comes nearer to the limit when a unit leaves."""
    own = terms.division_for_stack(piece.printed)
    other_division = bool(own) and bool(divisions - {""}) and own not in divisions
    return other_division or (crowded and terms.counts_for_stack(piece.printed))


@rule("8.1.3", "6.3", "10.1", "15.0")
def displacement_faults(view: View, piece: Piece, to: str) -> list[Fault]:
    """Why a unit cannot be displaced into a hex: it must be one that it could legally move into."""
    edge, known = view.board.edge(piece.space, to), view.board.spaces.get(to)
    if edge is None or known is None or not terms.is_hex(known):
        return [Fault("8.1.3", f"units are displaced by one hex, and {view.board.name(to)} is not adjacent")]
    moved = step_faults(view, piece, piece.space, to)
    crowd = stacking_faults(view, to, piece.side, adding=(piece.uid,))
    return [Fault(v.rule, v.text) for v in (*moved, *crowd)]


def displacement_hexes(view: View, piece: Piece) -> tuple[str, ...]:
    """Hexes into which a unit can be displaced."""
    around = [other for _, other in view.board.neighbours(piece.space)]
    return tuple(h for h in around if not displacement_faults(view, piece, h))


def _can_make_room(draft: Draft, where: str) -> bool:
    """Whether the units in the way can all find a hex, tried in any order."""
    blocking = in_the_way(draft, where)
    if not blocking:
        return not stacking_faults(draft, where, terms.ALLIED)
    for piece in blocking:
        for to in displacement_hexes(draft, piece):
            trial = _copy(draft)
            trial.place(piece.uid, to)
            if _can_make_room(trial, where):
                return True
    return False


# --- actions ------------------------------------------------------------------------------------------------


@rule("8.1.3", "9.4.5")
def _check_landing(inquiry: Inquiry, action: LandThirdWave) -> None:
    piece = inquiry.pieces.get(action.unit)
    if piece is None or not entry.is_offshore_third_wave(piece):
        inquiry.refuse("8.1.3", f"{action.unit!r} is no unit of the 3rd Wave that waits offshore")
        return
    group, one = terms.group_of(piece.printed), (piece.uid,)
    r09_parts.require_part(inquiry, "8.1.3", "entry", side=piece.side, group=group)
    inquiry.require(
        "8.1.3",
        entry.is_unsaid(inquiry, "round-kind") or entry.is_third_wave_round(inquiry, group),
        "it is the 3rd Wave Round: no Formation Entry die roll is needed",
        "the 3rd Wave lands in the first Move Round of its nationality on Turn 1",
        units=one,
    )
    faults = landing_faults(inquiry, piece, action.hex)
    for section, text in faults:
        inquiry.refuse(section, text, units=one, spaces=(action.hex,))
    if faults:
        return
    name = inquiry.board.name(action.hex)
    inquiry.note("8.1.3", f"{piece.printed.title} may land in {name}")
    if stacking_faults(inquiry, action.hex, piece.side, adding=one):
        inquiry.note("8.1.3", f"units in {name} are displaced to make room")


def _perform_landing(draft: Draft, action: LandThirdWave) -> None:
    placement.arrive(draft, action.unit, action.hex)
    _ask_for_room(draft, action.hex)


def _ask_for_room(draft: Draft, where: str) -> None:
    if stacking_faults(draft, where, terms.ALLIED):
        draft.set("displaced", True, where)
        _DISPLACE.push(draft, _Room(where), terms.ALLIED)


def _landing_options(state: State) -> Iterator[LandThirdWave]:
    group = state.text("round-group")
    if state.text("round-part") == "entry" and entry.is_third_wave_round(state, group):
        for piece in third_wave(state, group):
            yield from (LandThirdWave(piece.uid, where) for where in landing_hexes(state, piece))


@rule("8.1.3")
def _check_displace(inquiry: Inquiry, action: Displace) -> None:
    room, piece = _DISPLACE.asked(inquiry), inquiry.pieces.get(action.unit)
    if room is None:
        return
    where = room.hex
    name, one = inquiry.board.name(where), (action.unit,)
    if piece is None or piece.space != where or piece not in in_the_way(inquiry, where):
        failed = f"{piece.printed.title if piece else action.unit} need not leave {name} to make room"
        inquiry.refuse("8.1.3", failed, units=one)
        return
    faults = displacement_faults(inquiry, piece, action.to)
    for section, text in faults:
        inquiry.refuse(section, text, units=one, spaces=(action.to,))
    if not faults:
        trial = _copy(inquiry)
        trial.place(piece.uid, action.to)
        moved = f"{piece.printed.title} is displaced to {inquiry.board.name(action.to)}"
        failed = "then the other units in the way could not be displaced"
        inquiry.require("8.1.3", _can_make_room(trial, where), moved, failed, units=one)


@rule("2.4", "8.1.3")
def _perform_displace(draft: Draft, action: Displace) -> None:
    where = _DISPLACE.settle(draft).hex
    draft.place(action.unit, action.to)
    take_control(draft, action.unit, (action.to,))
    _ask_for_room(draft, where)


def _displace_options(state: State) -> Iterator[Displace]:
    room = _DISPLACE.asked(state)
    if room is not None:
        for piece in in_the_way(state, room.hex):
            yield from (Displace(piece.uid, to) for to in displacement_hexes(state, piece))


# --- what comes late ----------------------------------------------------------------------------------------


@rule("8.1.3")
def close(draft: Draft, group: str) -> None:
    """End the landing of the 3rd Wave: units that could not land become late Reinforcements.

    Parameters
    ----------
    group
        ``us`` or ``british``.
    """
    for piece in third_wave(draft, group):
        beach = "" if _is_airborne(piece) else piece.space.removeprefix(entry.THIRD_WAVE)
        has_beach = any(terms.is_open_beach(draft, h) for h in beach_hexes(draft, beach))
        draft.place(piece.uid, terms.POOL)
        draft.set("available-from", 2 if beach else 1, piece.uid)
        if not has_beach or draft.option("third-wave-blocked") == "A":
            draft.set("automatic-entry", True, piece.uid)
    draft.set("third-wave-landed", True, group)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        LandThirdWave,
        _check_landing,
        _perform_landing,
        _landing_options,
        "8.1.3",
        phases=frozenset({"action"}),
    ),
    Handler(
        Displace,
        _check_displace,
        _perform_displace,
        _displace_options,
        "8.1.3",
        answers=frozenset({_DISPLACE.kind}),
    ),
)
