"""Section 20.4: the port of Cherbourg is destroyed day by day, captured, scored, and repaired."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import r04_flow, r21_part, terms
from adjudicator.citation import rule
from adjudicator.game import Handler
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, State, View
from adjudicator.silence import kept
from maps.board import Board
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "Demolish",
    "RepairPort",
    "allied_points",
    "capture",
    "city",
    "german_points",
    "is_captured",
    "is_supply_port",
    "open_demolition",
    "open_phase",
    "score",
]

FIRST, INTACT_POINTS, REPAIR_COST = 9, 10, 5
SCORING_DAY = 28
_CHOICE = "demolish"
_NOT_BEGUN = -1


@dataclass(frozen=True, slots=True)
class Demolish(Action):
    """Begin the destruction of the port, or wait.

    Parameters
    ----------
    begin
        Whether it begins.

    Examples
    --------
    >>> Demolish(True).begin
    True
    """

    begin: bool


@dataclass(frozen=True, slots=True)
class RepairPort(Action):
    """Move the Port Destruction marker up one space for 5 Combat Supply Points.

    Examples
    --------
    >>> RepairPort()
    RepairPort()
    """


# --- the city ---------------------------------------------------------------------------------------------


@kept(maxsize=32)
def city(board: Board) -> tuple[str, ...]:
    """City hexes of Cherbourg.

    Returns
    -------
    tuple of str
        City hexes inside the Perimeter, or bearing its name.
    """
    found = [
        s.id
        for s in board.spaces.values()
        if terms.is_hex(s)
        and s.features.get("terrain") == "city"
        and (s.features.get("perimeter") or str(s.features.get("town", "")).casefold() == "cherbourg")
    ]
    return tuple(sorted(found))


@rule("20.4")
def is_captured(view: View) -> bool:
    """Whether the Allied player has captured the city, at any time."""
    return view.flag("port-captured")


@rule("20.4")
def _only_allied(view: View) -> bool:
    """Whether there are Allied units and no German ones in the hexes of Cherbourg."""
    there = [p for space in city(view.board) for p in view.units_in(space)]
    return bool(there) and all(p.side == terms.ALLIED for p in there)


@rule("20.4")
def is_supply_port(view: View) -> bool:
    """Whether the port brings supply: captured, repaired to 9, and still held."""
    if not is_captured(view) or view.number("port") < FIRST:
        return False
    return all(view.text("control", h) == terms.ALLIED for h in city(view.board))


@rule("20.4")
def allied_points(view: View) -> int:
    """Victory Points for the capture of the city as the port stands."""
    level = view.number("port")
    if view.number("date") >= SCORING_DAY:
        return 0
    return INTACT_POINTS if level == _NOT_BEGUN else level


@rule("20.4")
def german_points(view: View) -> int:
    """Victory Points that go off the Allied track on 28 June while the city is not captured.

    Returns
    -------
    int
        Nothing where the marker is not on its track.
    """
    level = view.number("port")
    if level == _NOT_BEGUN:
        return 0
    return level if view.option("cherbourg-vp") == "A" else FIRST - level


# --- what happens by itself -------------------------------------------------------------------------------


@rule("20.4")
def capture(draft: Draft) -> None:
    """Note that the city is captured, with its Victory Points."""
    if is_captured(draft) or not _only_allied(draft):
        return
    draft.set("vp", draft.number("vp") + allied_points(draft))
    draft.set("port-captured", True)
    if draft.number("port") == _NOT_BEGUN:
        draft.set("port", FIRST)


@rule("20.4")
def score(draft: Draft) -> None:
    """Score the port once, at the end of the Night turn of 28 June."""
    capture(draft)
    if draft.number("date") != SCORING_DAY or draft.text("time") != "night" or draft.flag("port-scored"):
        return
    draft.set("port-scored", True)
    if not is_captured(draft):
        draft.set("vp", draft.number("vp") - german_points(draft))


@rule("20.4", "4.0")
def open_phase(draft: Draft) -> None:
    """Begin the Cherbourg Port Destruction Phase: the marker goes down, or the German player decides."""
    r04_flow.leave(draft)
    if draft.option("cherbourg-step") == "A":
        _step(draft)


@rule("20.4")
def open_demolition(draft: Draft) -> None:
    """The same in the German Engineering Phase, where that reading is chosen."""
    if draft.text("side") == terms.GERMAN and draft.option("cherbourg-step") == "B":
        _step(draft)


def _step(draft: Draft) -> None:
    capture(draft)
    level = draft.number("port")
    if is_captured(draft) or not city(draft.board) or not _in_play(draft):
        return
    if level == _NOT_BEGUN:
        draft.ask(terms.GERMAN, _CHOICE, "20.4")
    elif level > 0:
        draft.set("port", level - 1)


def _in_play(view: View) -> bool:
    """Whether the port plays a part: in the campaign, and in a small scenario that says so."""
    found = r21_part.scenarios(view).get(view.text("scenario"))
    return found is None or found.flag("port")


# --- the actions ------------------------------------------------------------------------------------------


@rule("20.4")
def _check(inquiry: Inquiry, action: Demolish) -> None:
    text = "the demolition of the port begins" if action.begin else "the port is left alone"
    inquiry.note("20.4", text)


def _perform(draft: Draft, action: Demolish) -> None:
    draft.settle()
    if action.begin:
        draft.set("port", FIRST)


def _options(state: State) -> Iterator[Demolish]:  # noqa: ARG001 - every generator takes it
    yield Demolish(begin=False)
    yield Demolish(begin=True)


@rule("20.4")
def _check_repair(inquiry: Inquiry, action: RepairPort) -> None:  # noqa: ARG001 - it has no fields
    level = inquiry.number("port")
    inquiry.require(
        "20.4", inquiry.text("side") == terms.ALLIED, "", "only the Allied player repairs the port"
    )
    inquiry.require("20.4", is_captured(inquiry), "the city is captured", "the city is not captured")
    inquiry.require("20.4", level < FIRST, f"the marker stands at {level}", "the marker stands at 9 already")
    once = not inquiry.flag("port-repaired")
    inquiry.require("20.4", once, "", "the marker moves up one space in a phase")
    points = inquiry.number("csp")
    text = f"it costs {REPAIR_COST} Combat Supply Points, of {points}"
    inquiry.require("20.4", points >= REPAIR_COST, text, text)


def _perform_repair(draft: Draft, action: RepairPort) -> None:  # noqa: ARG001 - it has no fields
    draft.set("csp", draft.number("csp") - REPAIR_COST)
    draft.set("port", draft.number("port") + 1)
    draft.set("port-repaired", True)


def _repairs(state: State) -> Iterator[RepairPort]:
    if is_captured(state) and state.text("side") == terms.ALLIED:
        yield RepairPort()


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Demolish, _check, _perform, _options, "20.4", answers=frozenset({_CHOICE})),
    Handler(RepairPort, _check_repair, _perform_repair, _repairs, "20.4", phases=frozenset({"engineering"})),
)
