"""Section 7: the Weather Cup, the draw of the Weather Phase, and the optional historical Weather."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.citation import rule
from adjudicator.dark_summer import r04_turn, terms
from adjudicator.dice import Distribution
from adjudicator.game import RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import UNKNOWN, Draft, State, View
from adjudicator.rules import PhaseRule

__all__ = [
    "CHITS",
    "PHASE_RULES",
    "ROLLS",
    "WEATHERS",
    "ask_weather",
    "drawn_chits",
    "explain_weather",
    "in_cup",
    "is_clear",
    "next_weather",
    "weather_after",
]

CHITS: Mapping[str, int] = {"sun": 2, "cloud": 2, "showers": 3, "rain": 1, "storm": 1}
WEATHERS = tuple(CHITS)
_FIRST: Mapping[str, int] = {"sun": 1, "cloud": 1, "showers": 0, "rain": 1, "storm": 1}
_SET_ASIDE = 5
_Drawn = tuple[int, ...]


@rule("7.2.2", "7.2.3")
def is_clear(view: View) -> bool:
    """Whether it is a Sun or Cloud turn, on which Allied air power weighs."""
    return view.text("weather") in {"sun", "cloud"}


@rule("7.1")
def drawn_chits(view: View) -> Mapping[str, int]:
    """Chits that were drawn, by kind of Weather; the one that made the present Weather is among them.

    Returns
    -------
    mapping
        In the order of `WEATHERS`.
    """
    found = {kind: view.number("weather-drawn", kind) for kind in WEATHERS}
    now = terms.state_of(view).said("weather")
    draws = view.number("turn") - (view.text("phase") == "weather") - 1
    if now is not UNKNOWN and sum(found.values()) < draws:
        found[str(now)] = max(1, found[str(now)])
    return found


# --- the cup ---------------------------------------------------------------------------------------------


@rule("7.1", "7.3")
def in_cup(view: View) -> Mapping[str, int]:
    """Chits in the Weather Cup, by kind of Weather.

    Returns
    -------
    mapping
        In the order of `WEATHERS`, kinds that are used up included.

    Examples
    --------
    >>> from maps.board import Board
    >>> from adjudicator.dark_summer import GAME
    >>> in_cup(GAME.empty(Board([], [])))
    {'sun': 2, 'cloud': 2, 'showers': 3, 'rain': 1, 'storm': 1}
    """
    drawn = tuple(drawn_chits(view).values())
    return dict(zip(WEATHERS, _left(drawn, historical=view.option("historical-weather") == "B"), strict=True))


def _left(drawn: _Drawn, *, historical: bool) -> _Drawn:
    """Chits of each kind left in the cup after those drawn."""
    taken = dict(zip(WEATHERS, drawn, strict=True))
    all_in = not historical or (taken["rain"] > 0 and taken["storm"] > 0)
    start = CHITS if all_in else _FIRST
    return tuple([max(0, start[kind] - taken[kind]) for kind in WEATHERS])


@rule("7.1", "7.3")
def next_weather(view: View) -> Distribution[str]:
    """Weather that the next draw can give, with the number of chits of each.

    Returns
    -------
    Distribution
        Empty when the cup is.

    Examples
    --------
    >>> from maps.board import Board
    >>> from adjudicator.dark_summer import GAME
    >>> next_weather(GAME.empty(Board([], []))).chance(lambda kind: kind == "showers")
    Fraction(1, 3)
    """
    return Distribution(in_cup(view))


@rule("7.1", "7.3")
def weather_after(view: View, draws: int) -> Distribution[str]:
    """Weather of the last of several draws to come, with exact weights over all orders of drawing.

    Parameters
    ----------
    draws
        How many draws ahead: 1 is the next turn.

    Returns
    -------
    Distribution
        Empty when the cup does not hold so many chits.

    Raises
    ------
    ValueError
        `draws` is less than 1.

    Examples
    --------
    >>> from maps.board import Board
    >>> from adjudicator.dark_summer import GAME
    >>> weather_after(GAME.empty(Board([], [])), 9).chance(lambda kind: kind == "storm")
    Fraction(1, 9)
    """
    if draws < 1:
        raise ValueError(f"a number of draws is 1 or more, not {draws}")
    historical = view.option("historical-weather") == "B"
    drawn = tuple(drawn_chits(view).values())
    ways: dict[tuple[_Drawn, int], int] = {(drawn, -1): 1}
    for _ in range(draws):
        ways = _drawn_once_more(ways, historical=historical)
    weights = dict.fromkeys(WEATHERS, 0)
    for (_, last), number in ways.items():
        weights[WEATHERS[last]] += number
    return Distribution(weights)


def _drawn_once_more(
    ways: Mapping[tuple[_Drawn, int], int], *, historical: bool
) -> dict[tuple[_Drawn, int], int]:
    """Weights after one more draw: the chits of a cup weigh alike, and cups of unlike size are evened out."""
    found: dict[tuple[_Drawn, int], int] = {}
    cups = {drawn: _left(drawn, historical=historical) for drawn, _ in ways}
    even = math.lcm(*(max(1, sum(cup)) for cup in cups.values()))
    for (drawn, _), number in ways.items():
        cup = cups[drawn]
        for i, chits in enumerate(cup):
            if chits:
                after = (*drawn[:i], drawn[i] + 1, *drawn[i + 1 :])
                found[after, i] = found.get((after, i), 0) + number * chits * even // sum(cup)
    return found


# --- the draw --------------------------------------------------------------------------------------------


@rule("7.1")
def ask_weather(draft: Draft) -> None:
    """Ask for the draw of the Weather Phase: one of the chits left."""
    ask_roll(draft, "weather", [f"d{next_weather(draft).total}"])


def _drawn_kind(view: View, number: int) -> str:
    """Kind of the chit with a number, counting the cup in the order of `WEATHERS`."""
    for kind, chits in in_cup(view).items():
        if number <= chits:
            return kind
        number -= chits
    raise ValueError("the cup holds no such chit")


@rule("7.1")
def _resolve_weather(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:  # noqa: ARG001
    kind = _drawn_kind(draft, values[0])
    draft.set("weather-drawn", drawn_chits(draft)[kind] + 1, kind)
    draft.set("weather", kind)
    r04_turn.next_phase(draft)


def _why(state: State, data: Mapping[str, Any]) -> str:  # noqa: ARG001 - the sentence needs only the cup
    cup = ", ".join(f"{kind} {chits}" for kind, chits in in_cup(state).items() if chits)
    return f"one chit is drawn from the Weather Cup, numbered in this order: {cup}"


PHASE_RULES = {"weather": PhaseRule(opening=ask_weather)}
ROLLS = {"weather": RollRule(_resolve_weather, _why, "7.1")}


# --- what a ruling says ----------------------------------------------------------------------------------


@rule("7.1", "7.3")
def explain_weather(inquiry: Inquiry) -> Distribution[str]:
    """Say what the Weather Cup holds and what the next draw can give.

    Returns
    -------
    Distribution
        As `next_weather`.
    """
    turn = inquiry.number("turn")
    inquiry.note("7.1", f"the Weather of Turn {turn} is {inquiry.text('weather').capitalize()}")
    found = next_weather(inquiry)
    if inquiry.option("historical-weather") == "B":
        _explain_historical(inquiry)
    drawn = drawn_chits(inquiry)
    for kind, chits in in_cup(inquiry).items():
        inquiry.note("7.1", f"{kind.capitalize()}: {chits} in the cup, {drawn[kind]} drawn", chits)
    return found


def _explain_historical(inquiry: Inquiry) -> None:
    missing = [kind for kind in ("rain", "storm") if not drawn_chits(inquiry)[kind]]
    if missing:
        waiting = " and ".join(kind.capitalize() for kind in missing)
        inquiry.note("7.3", f"historical Weather: {_SET_ASIDE} chits wait outside until {waiting} is drawn")
    else:
        inquiry.note("7.3", f"historical Weather: the {_SET_ASIDE} other chits are in the cup")
