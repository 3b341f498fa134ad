"""Section 3.0: strongpoints are drawn for each beach, and the Allied player fills the Landing Boxes."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dice import Distribution
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Position, State, View
from adjudicator.ruling import Ruling
from adjudicator.storm_over_normandy import r03_set_up, r05_flow, terms
from adjudicator.storm_over_normandy.r03_set_up import EACH_BEACH
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "ROLLS",
    "DrawStrongpoints",
    "EndSetUp",
    "PlaceUnit",
    "beaches_to_draw",
    "draw_chances",
    "draw_ruling",
    "in_cup",
]

_STRONGPOINTS = "strongpoints-drawn"
_PHASES = frozenset({"set-up"})


@dataclass(frozen=True, slots=True)
class DrawStrongpoints(Action):
    """Draw the strongpoints of one beach.

    Examples
    --------
    >>> DrawStrongpoints("sword").area
    'sword'
    """

    area: str


@dataclass(frozen=True, slots=True)
class PlaceUnit(Action):
    """Put a seaborne unit into another section, or another of its Landing Boxes.

    Examples
    --------
    >>> PlaceUnit("us-4-8", "exploitation-utah").to
    'exploitation-utah'
    """

    unit: str
    to: str


@dataclass(frozen=True, slots=True)
class EndSetUp(Action):
    """Declare the set-up finished: turn 1 begins.

    Examples
    --------
    >>> EndSetUp()
    EndSetUp()
    """


# --- the cup ----------------------------------------------------------------------------------------------


def in_cup(view: View) -> tuple[str, ...]:
    """Strongpoints that have not been drawn.

    Returns
    -------
    tuple of str
        Ids, sorted.
    """
    return tuple(p.uid for p in view.units_in(terms.CUP))


@rule("3.0")
def beaches_to_draw(view: View) -> tuple[str, ...]:
    """Beaches that have not got their strongpoints."""
    return tuple(b for b in terms.beaches(view) if len(terms.strongpoints(view, b)) < EACH_BEACH)


@rule("3.0")
def draw_chances(view: View) -> Distribution[tuple[int, ...]]:
    """Defense ratings of the next three strongpoints, highest first, with the ways to draw them.

    Returns
    -------
    Distribution
        Over sorted tuples of ratings, every order of drawing counted once.
    """
    ratings = [view.printed(view.pieces[uid], "df", "3.0") for uid in in_cup(view)]
    ways: dict[tuple[int, ...], int] = {}
    for drawn in itertools.combinations(sorted(ratings, reverse=True), EACH_BEACH):
        ways[drawn] = ways.get(drawn, 0) + 1
    return Distribution(ways)


@rule("3.0")
def _check_draw(inquiry: Inquiry, action: DrawStrongpoints) -> None:
    name, at = inquiry.board.name(action.area), [action.area]
    beach = action.area in terms.beaches(inquiry)
    if not inquiry.require("3.0", beach, "", f"{name} is no beach Area", spaces=at):
        return
    missing = EACH_BEACH - len(terms.strongpoints(inquiry, action.area))
    inquiry.require("3.0", missing > 0, "", f"{name} has its {EACH_BEACH} strongpoints", spaces=at)
    there = len(in_cup(inquiry))
    inquiry.require("3.0", there >= missing, "", f"only {there} strongpoints are in the cup", spaces=at)
    inquiry.note("3.0", "strongpoints to draw", max(0, missing))


def _perform_draw(draft: Draft, action: DrawStrongpoints) -> None:
    missing, there = EACH_BEACH - len(terms.strongpoints(draft, action.area)), len(in_cup(draft))
    ask_roll(draft, _STRONGPOINTS, [f"d{there - n}" for n in range(missing)], area=action.area)


@rule("3.0")
def _drawn(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    """Each number counts among the strongpoints that are then left in the cup."""
    for value in values:
        draft.place(in_cup(draft)[value - 1], data["area"])
    if not beaches_to_draw(draft):
        draft.set("side", terms.ALLIED)


def _why(state: State, data: Mapping[str, Any]) -> str:
    left = len(in_cup(state))
    return (
        f"the strongpoints of {state.board.name(data['area'])}, drawn from {left} in the order of their ids"
    )


def draw_ruling(position: Position, *, strict: bool = False) -> Ruling:
    """Answer which strongpoints the next beach may get, with exact chances.

    Returns
    -------
    Ruling
        Its answer: defense ratings, highest first -> ways among the ``total``.
    """
    inquiry = Inquiry(position, strict=strict)
    found, left = draw_chances(inquiry), beaches_to_draw(inquiry)
    names = ", ".join(map(inquiry.board.name, left)) or "none"
    inquiry.note("3.0", f"beaches still without their strongpoints: {names}", len(left))
    inquiry.note("3.0", "strongpoints in the cup", len(in_cup(inquiry)))
    ways = {"/".join(map(str, ratings)): count for ratings, count in found.items()}
    verdict = f"Three of {len(in_cup(inquiry))} strongpoints are drawn for a beach."
    return inquiry.ruling("strongpoints", verdict, {"total": found.total, "ways": ways})


# --- the Landing Boxes ------------------------------------------------------------------------------------


@rule("3.0")
def _check_place(inquiry: Inquiry, action: PlaceUnit) -> None:
    piece, one = inquiry.pieces.get(action.unit), [action.unit]
    if piece is None:
        inquiry.refuse("3.0", f"there is no unit {action.unit!r}", units=one)
        return
    drawn, title = not beaches_to_draw(inquiry), piece.printed.title
    inquiry.require("3.0", drawn, "the strongpoints have been drawn", "the strongpoints are drawn first")
    seaborne = r03_set_up.waits_ashore(piece.printed)
    failed = f"{title} does not begin the game in a Landing Box"
    if inquiry.require("3.0", seaborne, "", failed, units=one):
        r03_set_up.explain_set_up(inquiry, piece.printed, action.to)
        moved, name = action.to != piece.space, inquiry.board.name(action.to)
        inquiry.require("3.0", moved, "", f"{title} stands in {name}", units=one)


def _perform_place(draft: Draft, action: PlaceUnit) -> None:
    draft.place(action.unit, action.to)


def _place_options(state: State) -> Iterator[PlaceUnit]:
    if beaches_to_draw(state):
        return
    for piece in state.pieces.values():
        if r03_set_up.waits_ashore(piece.printed):
            spaces = r03_set_up.set_up_spaces(state, piece.printed)
            yield from (PlaceUnit(piece.uid, to) for to in spaces if to != piece.space)


@rule("3.0")
def _check_end(inquiry: Inquiry, action: EndSetUp) -> None:  # noqa: ARG001 - it has no fields
    r03_set_up.check_all(inquiry)


def _perform_end(draft: Draft, action: EndSetUp) -> None:  # noqa: ARG001 - it has no fields
    r05_flow.next_phase(draft)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        DrawStrongpoints,
        _check_draw,
        _perform_draw,
        lambda state: map(DrawStrongpoints, beaches_to_draw(state)),
        "3.0",
        phases=_PHASES,
    ),
    Handler(PlaceUnit, _check_place, _perform_place, _place_options, "3.0", phases=_PHASES),
    Handler(EndSetUp, _check_end, _perform_end, lambda _: iter([EndSetUp()]), "3.0", phases=_PHASES),
)
ROLLS = {_STRONGPOINTS: RollRule(_drawn, _why, "3.0")}
