"""Sections 3.6, 4.21 and 7.24: the marker held out, the draws from the cup, and what a marker begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r03_flow, r05_purchases, r07_corps, r07_free_ops, r07_hqs
from adjudicator.june_six import r07_markers as markers
from adjudicator.position import Draft, State, View
from adjudicator.rules import PhaseRule
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "PHASE_RULES",
    "ROLLS",
    "HoldOut",
    "ask_initiative_marker",
    "holdable",
    "next_marker",
    "open_phase",
    "play",
]

_HOLD, _DRAW = "initiative-marker", "draw-marker"


@dataclass(frozen=True, slots=True)
class HoldOut(Action):
    """Keep a marker out of the cup: the first activation of the turn (4.21, 7.21).

    Parameters
    ----------
    marker
        Division such as ``us-1``, or ``us-corps`` ...

    Examples
    --------
    >>> HoldOut("us-1").marker
    'us-1'
    """

    marker: str


# --- the phase opens --------------------------------------------------------------------------------------


@rule("3.6", "3.61")
def open_phase(draft: Draft) -> None:
    """Begin the ME Activation Phase: on June 6 the marker held out is chosen now."""
    if draft.number("turn") == 1:
        ask_initiative_marker(draft)


@rule("4.21", "7.21")
def holdable(view: View, side: str) -> tuple[str, ...]:
    """Groups of which the initiative player may hold a marker out of the cup.

    Returns
    -------
    tuple of str
        Those of his purchased markers; on June 6, when nothing is bought, of all of them.
    """
    groups = dict.fromkeys(markers.group_of_marker(c) for c in markers.in_place(view, markers.CUP, side=side))
    found = [g for g in groups if not markers.is_free_ops(g) and not markers.is_hidden(g)]
    if view.number("turn") == 1 or view.option("initiative-marker") == "B":
        return tuple(found)
    return tuple(g for g in found if not r05_purchases.is_free(view, g))


@rule("4.21", "7.21", "3.61")
def ask_initiative_marker(draft: Draft) -> None:
    """Ask the initiative player for his first marker, if he holds none out and has one to hold."""
    side = draft.text("initiative")
    if not markers.in_place(draft, markers.INITIATIVE) and holdable(draft, side):
        draft.ask(side, _HOLD, "4.21")


@rule("4.21", "7.21")
def _check_hold(inquiry: Inquiry, action: HoldOut) -> None:
    side = inquiry.text("initiative")
    name = markers.name_of_group(inquiry, action.marker)
    inquiry.note("4.21", f"the {side.capitalize()} player has the initiative")
    inquiry.note("7.21", "all other purchased markers go into the cup")
    inquiry.note("3.61", "it is his first activation")
    known = action.marker in holdable(inquiry, side)
    failed = f"{name} is no purchased marker of the {side.capitalize()} player"
    inquiry.require("4.21", known, f"{name} is held out of the cup", failed)


def _perform_hold(draft: Draft, action: HoldOut) -> None:
    draft.settle()
    chit = next(c for c in markers.chits_of(action.marker) if draft.text("am", c) == markers.CUP)
    markers.put(draft, chit, markers.INITIATIVE)


def _hold_options(state: State) -> Iterator[HoldOut]:
    return (HoldOut(group) for group in holdable(state, state.text("initiative")))


# --- the next marker --------------------------------------------------------------------------------------


@rule("3.61", "3.64", "3.65", "7.24", "7.26")
def next_marker(draft: Draft) -> None:
    """Go on after an activation: the marker held out first, then a draw, at last the RE Phase."""
    first = [*markers.in_place(draft, markers.NEXT), *markers.in_place(draft, markers.INITIATIVE)]
    cup = markers.in_place(draft, markers.CUP)
    if first:
        play(draft, first[0])
    elif cup:
        ask_roll(draft, _DRAW, [f"d{len(cup)}"])
    else:
        r03_flow.next_phase(draft)


def _going(draft: Draft) -> bool:
    next_marker(draft)
    return True


@rule("7.24")
def _resolve_draw(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:  # noqa: ARG001
    play(draft, markers.in_place(draft, markers.CUP)[values[0] - 1])


def _why_draw(state: State, data: Mapping[str, Any]) -> str:  # noqa: ARG001 - the sentence needs only the cup
    number = len(markers.in_place(state, markers.CUP))
    return f"a marker is drawn blind from the {number} in the cup, numbered in the order of their names"


# --- a marker is played -----------------------------------------------------------------------------------


@rule("7.24", "7.11", "3.62")
def play(draft: Draft, chit: str) -> None:
    """Play a marker that was drawn or held out."""
    group, held = markers.group_of_marker(chit), draft.text("am", chit) == markers.INITIATIVE
    markers.put(draft, chit, markers.USED)
    side = markers.side_of_group(group)
    draft.set("side", side)
    if markers.is_free_ops(group):
        r07_free_ops.ask_choice(draft, chit)
    elif held and markers.is_corps_group(group) and draft.text("corps-hq"):
        r07_corps.open_activation(draft, chit)
    else:
        r07_hqs.activate_hqs(draft, markers.hqs_of_group(draft, group), chit)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(HoldOut, _check_hold, _perform_hold, _hold_options, "4.21", answers=frozenset({_HOLD})),
)
ROLLS = {_DRAW: RollRule(_resolve_draw, _why_draw, "7.24")}
PHASE_RULES = {"me": PhaseRule(opening=open_phase, going=_going)}
