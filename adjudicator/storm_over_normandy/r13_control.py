"""Section 13.0: who holds an Area, and the moment at which it changes hands."""

from __future__ import annotations

from adjudicator.citation import rule
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, Position, View
from adjudicator.ruling import Ruling
from adjudicator.storm_over_normandy import terms

__all__ = ["control_ruling", "explain", "holder", "update"]


@rule("13.0")
def holder(view: View, area: str) -> str:
    """Side that controls an Area at this moment, whether or not its marker has been changed yet.

    Returns
    -------
    str
        ``german`` or ``allied``: a side that is there alone, else the side that held it before.
    """
    there = view.units_in(area)
    if there and all(p.side == there[0].side for p in there):
        return str(view.board.spaces[area]["start"]) if _waits(view, there) else there[0].side
    return terms.controller(view, area)


def _waits(view: View, there: tuple[Piece, ...]) -> bool:
    """Whether airborne units take no control yet: before turn 1, or until they roll (an open point)."""
    if not all(terms.is_airborne(p.printed) for p in there):
        return False
    phase = view.text("phase")
    return phase == "set-up" or (phase == "airborne" and view.option("airborne-control") == "B")


@rule("13.0")
def update(draft: Draft, *spaces: str) -> tuple[str, ...]:
    """Let Areas pass to the side that is there alone; call it whenever units come or go.

    Parameters
    ----------
    *spaces
        Ids of the spaces to look at, boxes among them or not; none for every Area of the map.

    Returns
    -------
    tuple of str
        Ids of the Areas that changed hands.
    """
    known, changed = draft.board.spaces, []
    for space in spaces or tuple(known):
        if space in known and terms.is_area(known[space]):
            side = holder(draft, space)
            if side != terms.controller(draft, space):
                draft.set("control", side, space)
                changed.append(space)
    return tuple(changed)


# --- answers ----------------------------------------------------------------------------------------------


@rule("13.0")
def explain(inquiry: Inquiry, area: str) -> str:
    """Say step by step who controls an Area.

    Returns
    -------
    str
        ``german`` or ``allied``; empty for a box, which nobody controls.
    """
    space = inquiry.board.spaces[area]
    if not inquiry.require("13.0", terms.is_area(space), "", f"{space.name} is no Area: nobody controls it"):
        return ""
    start = str(inquiry.feature(space, "start", "13.0")) if "start" in space.features else ""
    if start:
        inquiry.note("13.0", f"{space.name} is {start.capitalize()} controlled when the game begins")
    side = holder(inquiry, area)
    for word in (terms.GERMAN, terms.ALLIED):
        units = terms.friends(inquiry, area, word)
        told = f": {terms.titles(units)}" if units else ""
        inquiry.note("13.0", f"{word.capitalize()} units there: {len(units)}{told}", len(units))
    inquiry.note("13.0", _reason(inquiry, area, side))
    if start:
        marked = "a Control marker shows it" if side != start else "no Control marker lies there"
        inquiry.note("2.1.2", f"{side.capitalize()} control: {marked}")
    return side


def _reason(inquiry: Inquiry, area: str, side: str) -> str:
    """Why a side controls an Area."""
    here, name = inquiry.units_in(area), inquiry.board.name(area)
    if here and all(p.side == side for p in here):
        return f"the {side.capitalize()} side alone has units in {name}, and so controls it"
    if terms.friends(inquiry, area, side):
        return f"the {side.capitalize()} side controlled {name} and still has a unit there, fresh or spent"
    if here and inquiry.text("phase") == "set-up":
        return f"the units in {name} take control when turn 1 begins"
    if here:
        return f"the units in {name} have not been rolled for, and take no control yet"
    return f"{name} is empty, and stays {side.capitalize()} controlled"


def control_ruling(position: Position, area: str, *, strict: bool = False) -> Ruling:
    """Answer who controls an Area, and why."""
    inquiry = Inquiry(position, strict=strict)
    side, name = explain(inquiry, area), position.board.name(area)
    verdict = f"{name} is {side.capitalize()} controlled." if side else f"{name} is no Area."
    return inquiry.ruling(f"control {area}", verdict, side or None)
