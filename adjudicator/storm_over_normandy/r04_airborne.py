"""Section 4.0, first part: how the American airborne units of each Area land."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dice import D6
from adjudicator.frames import Frame
from adjudicator.game import Handler, RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.plural import many
from adjudicator.position import Draft, Piece, Position, State, View
from adjudicator.rules import PhaseRule
from adjudicator.ruling import Ruling
from adjudicator.storm_over_normandy import r05_flow, r13_control, terms
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "PHASE_RULES",
    "ROLLS",
    "LandAirborne",
    "SpendScattered",
    "american_airborne",
    "areas_to_roll",
    "scatter_chances",
    "scatter_ruling",
    "scattered_by",
]

_PHASES = frozenset({"airborne"})
_SCATTER = "scatter"


@dataclass(frozen=True, slots=True)
class Scattered:
    """Units that landed in an Area, and how many of them land spent."""

    area: str
    units: tuple[str, ...]
    count: int


_SCATTERED = Frame(_SCATTER, "4.0", Scattered)


@dataclass(frozen=True, slots=True)
class LandAirborne(Action):
    """Roll for the American airborne units of one Area.

    Examples
    --------
    >>> LandAirborne("ste-mere-eglise").area
    'ste-mere-eglise'
    """

    area: str


@dataclass(frozen=True, slots=True)
class SpendScattered(Action):
    """Name the airborne units of the Area rolled for that land spent.

    Examples
    --------
    >>> SpendScattered(("us-82-505",)).units
    ('us-82-505',)
    """

    units: tuple[str, ...]


# --- what the die says ------------------------------------------------------------------------------------


@rule("4.0")
def american_airborne(view: View, area: str) -> tuple[Piece, ...]:
    """American airborne units of an Area; British ones are not rolled for."""
    there = terms.friends(view, area, terms.ALLIED)
    return tuple(p for p in there if terms.is_airborne(p.printed) and p.printed.nationality == "us")


@rule("4.0")
def areas_to_roll(view: View) -> tuple[str, ...]:
    """Areas with American airborne units for which no die has been rolled."""
    dropped = (a.id for a in terms.areas(view) if american_airborne(view, a.id))
    return tuple(a for a in dropped if not view.flag("scattered", a))


@rule("4.0")
def _all_landed(view: View) -> bool:
    return not areas_to_roll(view)


@rule("4.0")
def scattered_by(die: int) -> int:
    """Units that land spent by a die, as far as there are so many.

    Parameters
    ----------
    die
        1 to 6.

    Examples
    --------
    >>> [scattered_by(die) for die in range(1, 7)]
    [0, 0, 1, 1, 2, 2]
    """
    return (die - 1) // 2


@rule("4.0")
def scatter_chances(units: int) -> Mapping[int, Fraction]:
    """Chances that so many of the American airborne units of an Area land spent.

    Parameters
    ----------
    units
        How many are there.

    Examples
    --------
    >>> {n: str(c) for n, c in scatter_chances(1).items()}
    {0: '1/3', 1: '2/3'}
    """
    spent = D6.map(lambda die: min(scattered_by(die), units))
    return {n: Fraction(ways, spent.total) for n, ways in spent.items()}


# --- rolling ----------------------------------------------------------------------------------------------


@rule("4.0")
def _check_roll(inquiry: Inquiry, action: LandAirborne) -> None:
    space = inquiry.board.spaces.get(action.area)
    if space is None or not terms.is_area(space):
        inquiry.refuse("4.0", f"{action.area!r} is no Area", spaces=[action.area])
        return
    units = american_airborne(inquiry, action.area)
    passed = f"{terms.titles(units)} landed in {space.name}"
    failed = f"no American airborne unit is in {space.name}: nothing is rolled for"
    if inquiry.require("4.0", bool(units), passed, failed, spaces=[space.id]):
        rolled = inquiry.flag("scattered", space.id)
        inquiry.require("4.0", not rolled, "", f"{space.name} has been rolled for", spaces=[space.id])


def _perform_roll(draft: Draft, action: LandAirborne) -> None:
    draft.set("scattered", True, action.area)
    r13_control.update(draft)
    ask_roll(draft, _SCATTER, ["d6"], area=action.area)


@rule("4.0")
def _landed(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    """Turn units over, or ask which ones where there is a choice."""
    fresh = [p.uid for p in american_airborne(draft, data["area"]) if p.status == terms.FRESH]
    count = scattered_by(values[0])
    if 0 < count < len(fresh):
        player = terms.ALLIED if draft.option("scatter-choice") == "A" else terms.GERMAN
        _SCATTERED.push(draft, Scattered(data["area"], tuple(fresh), count), player)
        return
    for uid in fresh if count else ():
        draft.set_status(uid, terms.SPENT)


def _why(state: State, data: Mapping[str, Any]) -> str:
    return f"the landing of the American airborne units in {state.board.name(data['area'])}"


# --- who is scattered -------------------------------------------------------------------------------------


@rule("4.0")
def _check_choice(inquiry: Inquiry, action: SpendScattered) -> None:
    asked = _SCATTERED.asked(inquiry)
    if asked is None:
        return
    count, where = asked.count, inquiry.board.name(asked.area)
    for uid in action.units:
        inquiry.require("4.0", uid in asked.units, "", f"{uid} did not land in {where}", units=[uid])
    named = len(action.units) == len(set(action.units)) == count
    inquiry.require(
        "4.0",
        named,
        f"units that land spent: {count}",
        f"{many(count, 'different unit lands', 'different units land')} spent",
    )


def _perform_choice(draft: Draft, action: SpendScattered) -> None:
    draft.settle()
    for uid in action.units:
        draft.set_status(uid, terms.SPENT)


def _choice_options(state: State) -> Iterator[SpendScattered]:
    asked = _SCATTERED.asked(state)
    if asked is not None:
        yield from map(SpendScattered, itertools.combinations(asked.units, asked.count))


def scatter_ruling(position: Position, area: str, die: int | None = None, *, strict: bool = False) -> Ruling:
    """Answer how the American airborne units of an Area land, by a die or with what chances.

    Parameters
    ----------
    die
        What was rolled; None before the roll.

    Returns
    -------
    Ruling
        Its answer is the number of units that land spent, or the chances of each number; None where nothing
        is rolled for, or the die shows no such number.
    """
    inquiry = Inquiry(position, strict=strict)
    _check_roll(inquiry, LandAirborne(area))
    count, name = len(american_airborne(inquiry, area)), position.board.name(area)
    if die is not None:
        inquiry.require("4.0", die in range(1, 7), "", f"a die shows 1 to 6, not {die}")
    if inquiry.violations:
        return inquiry.ruling(f"scatter {area}", f"No such roll for {name}.", None)
    if die is None:
        chances = {str(n): str(c) for n, c in scatter_chances(count).items()}
        return inquiry.ruling(f"scatter {area}", f"One die is rolled for {name}.", chances)
    spent = min(scattered_by(die), count)
    inquiry.note("4.0", f"a die of {die}: so many of {many(count, 'unit')} land spent", spent)
    if 0 < spent < count:
        reading = inquiry.option("scatter-choice")
        inquiry.note("4.0", f"the {'Allied' if reading == 'A' else 'German'} player chooses them")
    return inquiry.ruling(
        f"scatter {area} {die}", f"In {name} {many(spent, 'unit lands', 'units land')} spent.", spent
    )


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(
        LandAirborne,
        _check_roll,
        _perform_roll,
        lambda state: map(LandAirborne, areas_to_roll(state)),
        "4.0",
        phases=_PHASES,
    ),
    Handler(
        SpendScattered, _check_choice, _perform_choice, _choice_options, "4.0", answers=frozenset({_SCATTER})
    ),
)
PHASE_RULES: Mapping[str, PhaseRule] = {"airborne": PhaseRule(going=r05_flow.ends_when(_all_landed))}
ROLLS = {_SCATTER: RollRule(_landed, _why, "4.0")}
