"""Section 14.1: the roll that releases the regiments 711/731 and 711/744."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dice import D6
from adjudicator.game import Handler, RollRule, ask_roll, check
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Position, State
from adjudicator.ruling import Ruling
from adjudicator.storm_over_normandy import r05_flow, r05_pass, terms
from adjudicator.storm_over_normandy.r14_release import RELEASED, RESTRICTED, ROLLED, may_roll, units_held
from module_builder.vassal.values import dataclass

__all__ = ["HANDLERS", "ROLLS", "ReleaseRoll", "chance", "release_ruling"]

_ROLL = "release"


@dataclass(frozen=True, slots=True)
class ReleaseRoll(Action):
    """Roll, as the German player's impulse, for the release of 711/731 and 711/744.

    Examples
    --------
    >>> ReleaseRoll()
    ReleaseRoll()
    """


@rule("14.1")
def chance(turn: int) -> Fraction:
    """Chance that a release roll succeeds: the die shows less than the number of the turn.

    Parameters
    ----------
    turn
        1 to 8.

    Examples
    --------
    >>> [str(chance(turn)) for turn in (1, 2, 4, 7, 8)]
    ['0', '1/6', '1/2', '1', '1']
    """
    return D6.chance(lambda die: die < turn)


# --- the roll ---------------------------------------------------------------------------------------------


@rule("14.1", "5.0")
def _check(inquiry: Inquiry, action: ReleaseRoll) -> None:  # noqa: ARG001 - it has no fields
    if r05_pass.begin_impulse_action(inquiry, terms.GERMAN):
        idle = r05_pass.passes_by_itself(inquiry, terms.GERMAN)
        failed = "without a card and without a unit that can act the German player passes by himself"
        inquiry.require("5.0", not idle, "", failed)
    marker, turn = inquiry.text("release"), inquiry.number("turn")
    if not inquiry.require("14.1", marker != RELEASED, "", "711/731 and 711/744 have been released"):
        return
    passed, failed = "no release roll has been made this turn", "the release roll of this turn has been made"
    inquiry.require("14.1", marker == RESTRICTED, passed, failed)
    inquiry.require("14.1", bool(units_held(inquiry)), "", "no regiment that waits for release is in play")
    inquiry.note("14.1", f"a die of less than {turn} releases them: {chance(turn)}")


def _perform(draft: Draft, action: ReleaseRoll) -> None:  # noqa: ARG001 - it has no fields
    r05_flow.used_impulse(draft)
    ask_roll(draft, _ROLL, ["d6"])


@rule("14.1")
def _rolled(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:  # noqa: ARG001
    released = values[0] < draft.number("turn")
    draft.set("release", RELEASED if released else ROLLED)


def _why(state: State, data: Mapping[str, Any]) -> str:  # noqa: ARG001 - every roll is given it
    return f"the release of 711/731 and 711/744: less than {state.number('turn')} is wanted"


def _options(state: State) -> Iterator[ReleaseRoll]:
    if may_roll(state) and not r05_pass.passes_by_itself(state, terms.GERMAN):
        yield ReleaseRoll()


# --- answers ----------------------------------------------------------------------------------------------


def release_ruling(position: Position, *, strict: bool = False) -> Ruling:
    """Answer whether the two regiments are released, and with what chance a roll releases them.

    Returns
    -------
    Ruling
        Its answer holds ``released``, ``may_roll`` and the ``chance`` of a roll.
    """
    inquiry = Inquiry(position, strict=strict)
    released, turn = inquiry.text("release") == RELEASED, inquiry.number("turn")
    if released:
        inquiry.note("14.1", "they act like other units for the rest of the game")
        verdict, odds = "711/731 and 711/744 are released.", Fraction(1)
    else:
        if inquiry.text("release") == ROLLED:
            inquiry.note("14.1", "the release roll of this turn has been made")
        inquiry.note("14.1", f"a die of less than {turn} releases them: {chance(turn)}")
        inquiry.note("14.1", "a Fire Attack or an Assault on them releases them at once")
        verdict, odds = "711/731 and 711/744 are not released.", chance(turn)
    now = check(position, ReleaseRoll())
    if may_roll(inquiry):
        told = "may be made now" if now.ok else f"may not be made now: {now.violations[0].text}"
        inquiry.note("14.1", f"the release roll of this turn {told}")
    answer = {"released": released, "may_roll": now.ok, "chance": str(odds)}
    return inquiry.ruling("release", verdict, answer)


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(ReleaseRoll, _check, _perform, _options, "14.1", phases=frozenset({r05_flow.IMPULSES})),
)
ROLLS = {_ROLL: RollRule(_rolled, _why, "14.1")}
