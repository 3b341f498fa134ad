"""Sections 19.1, 19.2, 19.5, 19.6 and 3.5: who arrives at dawn, and where; the Rangers leave."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.actions import Action
from adjudicator.breakout_normandy import r07_stacking_and_control as r07
from adjudicator.breakout_normandy import terms
from adjudicator.citation import rule
from adjudicator.frames import Frame
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "OWN_BEACH_UNTIL",
    "Arrive",
    "Assign",
    "arrivals",
    "place_reinforcements",
    "rangers_leave",
    "withdraw_rangers",
]

_DAWN = frozenset({"dawn"})
_ZONE = "entry-zone"


@dataclass(frozen=True, slots=True)
class Arriving:
    """A reinforcement and the entry zones among which its owner chooses."""

    unit: str
    zones: tuple[str, ...]


_ARRIVING = Frame(_ZONE, "19.2", Arriving)
OWN_BEACH_UNTIL = 7
_OMAHA = "omaha-beach"


@dataclass(frozen=True, slots=True)
class Arrive(Action):
    """Choose the Zone in which a German reinforcement arrives (19.2).

    Parameters
    ----------
    zone
        One of the Zones printed on it.

    Examples
    --------
    >>> Arrive("ge-12ss-25", "zone-b").zone
    'zone-b'
    """

    unit: str
    zone: str


@dataclass(frozen=True, slots=True)
class Assign(Action):
    """Choose the Approach Box from which an Allied unit will land (3.5, 19.5).

    Examples
    --------
    >>> Assign("us-2-9", "approach-omaha").approach
    'approach-omaha'
    """

    unit: str
    approach: str


# --- arriving -------------------------------------------------------------------------------------------


@rule("4.33", "5.3", "19.1")
def arrivals(view: View) -> list[Piece]:
    """Units on the Setup cards whose day has come.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> {p.printed.arrival for p in arrivals(GAME.scenario("d-day"))}
    {6}
    """
    date = view.number("date")
    return [p for p in view.units_in(terms.SETUP_CARD) if (p.printed.arrival or 0) <= date]


@rule("6.2", "19.1", "19.2", "19.3", "19.5", "21.5")
def place_reinforcements(draft: Draft) -> None:
    """Place every unit that is due: Germans in their Zone, Allies in their Approach Box, airborne by drop.

    A German unit with several Zones asks its player. Allied units of D-Day that have not landed go to the
    Approach Box of their Beach too, so that this also serves after the Amphibious Assault Phase.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> place_reinforcements(draft); draft.pieces["us-4-8"].space
    'approach-utah'
    """
    choosing = []
    for piece in arrivals(draft):
        if len(piece.printed.entry) > 1:
            choosing.append(piece)
        else:
            _place(draft, piece, piece.printed.entry[0])
    for piece in reversed(choosing):
        _ARRIVING.push(draft, Arriving(piece.uid, tuple(piece.printed.entry)), piece.side)


def _place(draft: Draft, piece: Piece, entry: str) -> None:
    """Put one unit on the map, Fresh; an airborne unit waits while its Drop Area is full."""
    to = entry
    if draft.board.spaces[entry].features.get("beach") and not piece.printed.airborne:
        to = terms.approach_of(draft, entry)
    if not r07.has_room(draft, to, piece):
        return
    draft.place(piece.uid, to)
    draft.set_status(piece.uid, terms.FRESH)
    r07.update_control(draft, to)


@rule("19.2")
def _check_arrive(inquiry: Inquiry, action: Arrive) -> None:
    arriving = _ARRIVING.asked(inquiry)
    asked = arriving is not None and arriving.unit == action.unit
    inquiry.require("19.2", asked, "", "another unit arrives first", units=(action.unit,))
    zones = arriving.zones if arriving is not None else ()
    names = ", ".join(inquiry.board.name(z) for z in zones)
    passed, failed = f"it may arrive in {names}", f"it arrives in one of: {names}"
    inquiry.require("19.2", action.zone in zones, passed, failed, spaces=(action.zone,))


def _perform_arrive(draft: Draft, action: Arrive) -> None:
    draft.settle()
    _place(draft, draft.pieces[action.unit], action.zone)


def _arrive_options(state: State) -> Iterator[Arrive]:
    arriving = _ARRIVING.asked(state)
    if arriving is not None:
        yield from (Arrive(arriving.unit, zone) for zone in arriving.zones)


# --- assigning ------------------------------------------------------------------------------------------


def _assignable(view: View, piece: Piece) -> bool:
    """Whether it waits in the Offshore Box, or has arrived only now and may choose its Beach (19.5)."""
    if piece.side != terms.ALLIED:
        return False
    if piece.space == terms.OFFSHORE:
        return True
    date = view.number("date")
    known = view.board.spaces.get(piece.space)
    waits = known is not None and known.kind == "approach"
    return waits and piece.printed.arrival == date > OWN_BEACH_UNTIL


@rule("3.5", "13", "19.3", "19.5")
def _check_assign(inquiry: Inquiry, action: Assign) -> None:
    piece, box = inquiry.pieces.get(action.unit), inquiry.board.spaces.get(action.approach)
    if piece is None:
        inquiry.refuse("3.5", f"there is no unit {action.unit!r}")
        return
    name, uid = piece.printed.title, (piece.uid,)
    failed = f"{name} neither waits Offshore nor arrives today with a choice of Beach"
    passed = f"{name} may be assigned to a Beach"
    inquiry.require("3.5", _assignable(inquiry, piece), passed, failed, units=uid)
    if box is None or box.kind != "approach":
        place = inquiry.board.name(action.approach)
        inquiry.refuse("3.5", f"{place} is no Approach Box", units=uid, spaces=(action.approach,))
        return
    inquiry.require("3.5", piece.space != box.id, "", f"{name} is in the {box.name} already", units=uid)
    nation = terms.allied_nationality_word(str(inquiry.feature(box, "beach", "19.3")))
    ours = terms.nationality(piece) == nation
    foreign = f"{name} lands only on a Beach of its own nationality"
    inquiry.require("19.3", ours, f"{box.name} is of its nationality", foreign, units=uid, spaces=(box.id,))
    if inquiry.number("date") <= OWN_BEACH_UNTIL:
        own = terms.beach_of(inquiry, box.id) in piece.printed.entry
        failed = f"until 7 June {name} lands only on its scheduled Beach"
        passed = f"{name} lands on its scheduled Beach"
        inquiry.require("19.5", own, passed, failed, units=uid, spaces=(box.id,))
    else:
        inquiry.note("19.5", f"after 7 June {name} lands on any Beach of its nationality")


def _perform_assign(draft: Draft, action: Assign) -> None:
    draft.place(action.unit, action.approach)


def _assign_options(state: State) -> Iterator[Assign]:
    boxes = [s.id for s in state.board.spaces.values() if s.kind == "approach"]
    for space in (terms.OFFSHORE, *boxes):
        for piece in state.units_in(space):
            if _assignable(state, piece):
                yield from (Assign(piece.uid, box) for box in boxes if box != space)


# --- Rangers --------------------------------------------------------------------------------------------


@rule("19.6")
def rangers_leave(view: View) -> list[Piece]:
    """Ranger battalions that must be withdrawn, once Omaha Beach is Allied-controlled.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> rangers_leave(GAME.scenario("d-day"))
    []
    """
    if _OMAHA not in view.board.spaces or terms.control_side(view, _OMAHA) != terms.ALLIED:
        return []
    away = {terms.ELIMINATED, terms.WITHDRAWN}
    return [p for p in view.pieces.values() if p.printed.kind == "ranger" and p.space not in away]


@rule("19.6")
def withdraw_rangers(draft: Draft) -> None:
    """Withdraw the Rangers in the Dawn Phase, whatever their status.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("control", "us", "omaha-beach"); withdraw_rangers(draft)
    >>> draft.pieces["us-rangers-2"].space
    'withdrawn'
    """
    for piece in rangers_leave(draft):
        draft.place(piece.uid, terms.WITHDRAWN)
        if piece.space in draft.board.spaces:
            r07.update_control(draft, piece.space, left_by=terms.nationality(piece))


HANDLERS = (
    Handler(Arrive, _check_arrive, _perform_arrive, _arrive_options, "19.2", answers=frozenset({_ZONE})),
    Handler(Assign, _check_assign, _perform_assign, _assign_options, "19.5", phases=_DAWN),
)
