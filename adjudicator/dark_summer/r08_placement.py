"""Sections 8.1 to 8.1.2: a Reinforcement is placed, if it may enter and its Formation may be chosen."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dark_summer import r08_entry as entry
from adjudicator.dark_summer import r09_parts, terms
from adjudicator.dark_summer.r03_victory import take_control
from adjudicator.dark_summer.r08_hexes import entry_hexes, hex_faults
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, State, View
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "PlaceReinforcement", "arrive", "may_be_placed", "shown_formation"]


@dataclass(frozen=True, slots=True)
class PlaceReinforcement(Action):
    """Place one unit of a Formation that enters (8.1.2).

    Examples
    --------
    >>> PlaceReinforcement("ge-901", "5900").hex
    '5900'
    """

    unit: str
    hex: str


# --- the action ---------------------------------------------------------------------------------------------


@rule("8.1", "8.1.1", "8.1.2", "9.3.3")
def _check(inquiry: Inquiry, action: PlaceReinforcement) -> None:
    piece = inquiry.pieces.get(action.unit)
    if piece is None:
        inquiry.refuse("8.1", f"there is no unit {action.unit!r}")
        return
    group, one = terms.group_of(piece.printed), (piece.uid,)
    r09_parts.require_part(inquiry, "8.1", "entry", side=piece.side, group=group)
    inquiry.require(
        "8.1",
        entry.may_enter(inquiry),
        "Reinforcements enter at the beginning of this Round",
        "Reinforcements enter only in a Move Round, or in a Combined Action Round made with a Move chit",
    )
    if _is_available(inquiry, piece):
        _check_choice(inquiry, piece, group)
    faults = hex_faults(inquiry, piece, action.hex)
    for section, text in faults:
        inquiry.refuse(section, text, units=one, spaces=(action.hex,))
    if not faults:
        inquiry.note("8.1.2", f"{piece.printed.title} may enter in {inquiry.board.name(action.hex)}")


def _is_available(inquiry: Inquiry, piece: Piece) -> bool:
    turn, due, title = inquiry.number("turn"), entry.schedule(inquiry, piece), piece.printed.title
    if not due:
        return inquiry.require("8.1", False, "", f"{title} is no Reinforcement", units=(piece.uid,))
    late = f"{title} is available from Turn {due}"
    return inquiry.require("8.1", due <= turn, late, f"{late}, and it is Turn {turn}", units=(piece.uid,))


@rule("8.1.1", "8.1.3")
def _check_choice(inquiry: Inquiry, piece: Piece, group: str) -> None:
    """Whether the Formation of an available unit may be chosen, or has been."""
    name, title, one = terms.formation(piece.printed), piece.printed.title, (piece.uid,)
    if entry.is_third_wave_round(inquiry, group):
        inquiry.refuse("8.1.3", "only the 3rd Wave enters in the first Move Round of Turn 1", units=one)
    elif entry.is_automatic(inquiry, piece):
        inquiry.note("8.1.3", f"{title} enters without being selected by a roll")
    elif name in entry.begun(inquiry):
        inquiry.note("8.1.1", f"the Formation of {title} was chosen")
    else:
        left, shown = entry.entries_left(inquiry), shown_formation(piece)
        passed = f"{left} more may enter, {shown} among them"
        failed = f"no further Formation may enter, and {shown} was not chosen"
        inquiry.require("8.1.1", left > 0, passed, failed, units=one)
        first = name in entry.selectable(inquiry, group) or not entry_hexes(inquiry, piece)
        failed = f"Formations of earlier turns must be chosen before {shown}"
        inquiry.require("8.1.1", first, "", failed, units=one)


def shown_formation(piece: Piece) -> str:
    """The Formation of a unit in words; the unit itself where it is one by itself."""
    unit = piece.printed
    return f"the Formation {terms.formation_name(unit)}" if unit.division or unit.corps else unit.title


@rule("2.4", "8.1.2")
def arrive(draft: Draft, uid: str, where: str) -> None:
    """Place a unit on the map as a Reinforcement; it controls the hex."""
    draft.place(uid, where)
    draft.set("entered", True, uid)
    take_control(draft, uid, (where,))


def _perform(draft: Draft, action: PlaceReinforcement) -> None:
    piece = draft.pieces[action.unit]
    if entry.is_automatic(draft, piece):
        draft.set("automatic-entry", True, piece.uid)
    elif terms.formation(piece.printed) not in entry.begun(draft):
        draft.set("entries-left", entry.entries_left(draft) - 1)
    arrive(draft, piece.uid, action.hex)


def _options(state: State) -> Iterator[PlaceReinforcement]:
    if state.text("round-part") != "entry" or not entry.is_open(state):
        return
    for piece in may_be_placed(state, entry.entries_left(state)):
        yield from (PlaceReinforcement(piece.uid, where) for where in entry_hexes(state, piece))


# --- which units may be placed ------------------------------------------------------------------------------


@rule("8.1", "8.1.1")
def may_be_placed(view: View, left: int) -> Iterator[Piece]:
    """Units that enter by right or by choice, before their hexes are looked at.

    Parameters
    ----------
    left
        Formations that may still be chosen.
    """
    group, entering = view.text("round-group"), entry.begun(view)
    choice = entry.selectable(view, group) if left > 0 else frozenset()
    for piece in entry.awaiting(view, group):
        name = terms.formation(piece.printed)
        if entry.is_automatic(view, piece) or name in entering or name in choice:
            yield piece


HANDLERS = (Handler(PlaceReinforcement, _check, _perform, _options, "8.1.2", phases=frozenset({"action"})),)
