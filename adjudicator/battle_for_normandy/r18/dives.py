"""Section 18.8.5: the 6th Airborne Division blows the bridges over the Dives, where players wish to roll."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from adjudicator.actions import Action
from adjudicator.battle_for_normandy import terms
from adjudicator.citation import rule
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, State, View
from maps.board import Board
from module_builder.vassal.values import dataclass

__all__ = [
    "BRIDGES",
    "HANDLERS",
    "MOST",
    "ROLLS",
    "Bridge",
    "RollDives",
    "ask",
    "blown_up_to",
    "chance",
    "edges_of",
    "total",
]

MOST = 2  # CSPs
SIX = 6
_WATER = frozenset({"stream", "major-river"})


@dataclass(frozen=True, slots=True)
class Bridge:
    """A bridge that is rolled for.

    Parameters
    ----------
    highest
        Highest roll that blows it up.
    rail
        Whether a railroad crosses it.

    Examples
    --------
    >>> BRIDGES[0].hex
    'c2805'
    """

    name: str
    hex: str
    highest: int
    rail: bool = False


BRIDGES = (
    Bridge("Varaville", "c2805", 4),
    Bridge("Troarn rail", "c3507", 3, rail=True),
    Bridge("Troarn road", "c3606", 3),
)


@dataclass(frozen=True, slots=True)
class RollDives(Action):
    """Roll for the three bridges, with up to two CSPs, each a DRM on all of them (18.8.5).

    Parameters
    ----------
    points
        CSPs paid.

    Examples
    --------
    >>> RollDives(2).points
    2
    """

    points: int = 0


@rule("18.8.5")
def blown_up_to(bridge: Bridge, points: int) -> int:
    """Highest roll that destroys a bridge.

    Examples
    --------
    >>> [blown_up_to(b, 2) for b in BRIDGES]
    [6, 5, 5]
    """
    return min(SIX, bridge.highest + points)


@rule("18.8.5")
def chance(bridge: Bridge, points: int) -> Fraction:
    """Chance that a bridge is destroyed.

    Examples
    --------
    >>> chance(BRIDGES[1], 0), chance(BRIDGES[0], 2)
    (Fraction(1, 2), Fraction(1, 1))
    """
    return Fraction(blown_up_to(bridge, points), SIX)


@rule("18.8.5")
def edges_of(board: Board, bridge: Bridge) -> tuple[str, ...]:
    """Hexsides of the hex of a bridge that it spans, the easternmost way first.

    Returns
    -------
    tuple of str
        Ids of hexsides with a printed bridge of its kind.
    """
    if bridge.hex not in board.spaces:
        return ()
    spanned = [e for e, _ in board.neighbours(bridge.hex) if e.bridge and e.boundary in _WATER]
    own = [e for e in spanned if (e.road == "railroad") == bridge.rail]
    return tuple([e.id for e in own or spanned])


@rule("18.8.5")
def ask(draft: Draft) -> None:
    """Ask the Allied player for the rolls at the end of the June 6 AM turn, where the option is used."""
    if terms.has_option(draft, "18.8.5"):
        draft.ask(terms.ALLIED, "dives", "18.8.5")


def _check(inquiry: Inquiry, action: RollDives) -> None:
    inquiry.require("18.8.5", 0 <= action.points <= MOST, "", f"{MOST} CSPs at the most are spent")
    left = inquiry.number("csp")
    inquiry.require("18.8.5", action.points <= left, "", f"only {left} Combat Supply Points are left")
    for bridge in BRIDGES:
        inquiry.note("18.8.5", f"{bridge.name} is blown on at most", blown_up_to(bridge, action.points))


def _perform(draft: Draft, action: RollDives) -> None:
    draft.settle()
    if action.points:
        draft.set("csp", draft.number("csp") - action.points)
    ask_roll(draft, "dives", [terms.D6] * len(BRIDGES), points=action.points)


def _options(state: State) -> Iterator[RollDives]:
    yield from (RollDives(n) for n in range(min(MOST, state.number("csp")) + 1))


def _resolve(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    for bridge, die in zip(BRIDGES, values, strict=True):
        if die <= blown_up_to(bridge, data["points"]):
            for edge in edges_of(draft.board, bridge)[:1]:
                draft.set("blown", True, edge)


def _why(state: State, data: Mapping[str, Any]) -> str:  # noqa: ARG001 - every roll takes it
    told = ", ".join(f"{b.name} {blown_up_to(b, data['points'])}" for b in BRIDGES)
    return f"the bridges over the Dives, blown on at most: {told}"


def total(view: View, points: int) -> Fraction:
    """Expected number of bridges destroyed with so many CSPs on this map."""
    there = [b for b in BRIDGES if edges_of(view.board, b)]
    return sum((chance(b, points) for b in there), Fraction(0))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(RollDives, _check, _perform, _options, "18.8.5", answers=frozenset({"dives"})),
)
ROLLS = {"dives": RollRule(_resolve, _why, "18.8.5")}
