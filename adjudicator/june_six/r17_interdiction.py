"""Sections 17.23, 17.24 and 18.23: supply and reinforcement interdiction in the Bombardment Phase."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r01_part, terms
from adjudicator.position import Draft, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "BOXES",
    "HANDLERS",
    "Interdict",
    "box_of",
    "interdiction",
    "supply_loss",
]

AIR, NAVAL, SUPPLY = "air", "naval", "supply"
MOST = 2
BOXES = {"a-b": "AB", "c-d-e": "CDE", "f": "F"}
_SEA_BOX, _SEA_LETTER = "a-b", "A"


@dataclass(frozen=True, slots=True)
class Interdict(Action):
    """A marker is laid in the Supply Interdiction Box or in a Reinforcement Interdiction Box.

    Parameters
    ----------
    kind
        ``air`` or ``naval``.
    box
        ``supply``, ``a-b``, ``c-d-e`` or ``f``.

    Examples
    --------
    >>> Interdict("air", "supply").box
    'supply'
    """

    kind: str
    box: str


# --- what there is ----------------------------------------------------------------------------------------


def box_of(letter: str) -> str:
    """Reinforcement Interdiction Box of an Entry hex letter.

    Examples
    --------
    >>> box_of("D")
    'c-d-e'
    """
    return next(box for box, letters in BOXES.items() if letter in letters)


@rule("1.0")
def box_in_play(view: View, box: str) -> bool:
    """Whether a box has an Entry hex in the part of the maps in play."""
    return box == SUPPLY or bool({*BOXES[box]} & {*r01_part.letters(view)})


def _laid(view: View, kind: str, box: str) -> int:
    if box == SUPPLY:
        return view.number("supply-interdiction")
    return view.number("naval-interdiction") if kind == NAVAL else view.number("interdiction", box)


# --- what it does -----------------------------------------------------------------------------------------


@rule("17.23", "5.13")
def supply_loss(view: View) -> int:
    """Resource Points that Supply Interdiction takes from the German player this turn."""
    return view.number("supply-interdiction")


@rule("17.24", "18.23", "10.32")
def interdiction(view: View, letter: str) -> int:
    """What interdiction adds to the Release roll of a formation that enters at a letter.

    Parameters
    ----------
    letter
        ``A`` to ``F``.
    """
    air = view.number("interdiction", box_of(letter))
    naval = view.number("naval-interdiction") if letter == _SEA_LETTER else 0
    if isinstance(view, Inquiry):
        if air:
            view.note("17.24", f"air markers that interdict Entry hex {letter}", air)
        if naval:
            view.note("18.23", "naval markers that interdict Entry hex A", naval)
    if air and naval and view.option("interdiction-both") == "B":
        return max(air, naval)
    return air + naval


# --- the action -------------------------------------------------------------------------------------------


@rule("3.32", "17.12", "17.21", "17.23", "17.24", "18.12", "18.21", "18.23")
def _check(inquiry: Inquiry, action: Interdict) -> None:
    known = action.kind in {AIR, NAVAL} and action.box in {SUPPLY, *BOXES}
    if not inquiry.require("3.32", known, "", "air or naval markers go to supply, a-b, c-d-e or f"):
        return
    mine = inquiry.text("side") == terms.ALLIED
    failed = "the German player names his Entry hexes first"
    inquiry.require("3.32", mine, "the Allied player allocates air and naval markers", failed)
    first = inquiry.number("turn") == 1
    inquiry.require("3.32", not first, "", "there is no interdiction on the June 6 turn")
    mission, number = ("17.21", "17.12") if action.kind == AIR else ("18.21", "18.12")
    left = inquiry.number(action.kind)
    inquiry.note(mission, f"interdiction is one of the missions of {action.kind} markers")
    inquiry.require(number, left > 0, "", f"no {action.kind} marker is available")
    if action.kind == NAVAL:
        inquiry.require("18.21", action.box != SUPPLY, "", "naval markers do not interdict supply")
        at_sea = action.box in {SUPPLY, _SEA_BOX}
        inquiry.require("18.23", at_sea, "", "naval markers reach the A Entry hexes only")
    near = box_in_play(inquiry, action.box)
    inquiry.require("1.0", near, "", f"no Entry hex of {action.box} lies in the part of the maps in play")
    section = "17.23" if action.box == SUPPLY else "18.23" if action.kind == NAVAL else "17.24"
    laid = _laid(inquiry, action.kind, action.box)
    inquiry.require(section, laid < MOST, f"marker number {laid + 1}", "two markers lie there already")


def _perform(draft: Draft, action: Interdict) -> None:
    draft.set(action.kind, draft.number(action.kind) - 1)
    laid = _laid(draft, action.kind, action.box) + 1
    if action.box == SUPPLY:
        draft.set("supply-interdiction", laid)
    elif action.kind == NAVAL:
        draft.set("naval-interdiction", laid)
    else:
        draft.set("interdiction", laid, action.box)


def _options(state: State) -> Iterator[Interdict]:
    if state.number(AIR):
        yield from (Interdict(AIR, box) for box in (SUPPLY, *BOXES) if box_in_play(state, box))
    if state.number(NAVAL) and box_in_play(state, _SEA_BOX):
        yield Interdict(NAVAL, _SEA_BOX)


HANDLERS = (Handler(Interdict, _check, _perform, _options, "3.32", phases=frozenset({"bombardment"})),)
