"""Section 14.1: the regiments 711/731 and 711/744 do nothing before they are released."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from adjudicator.actions import Action
from adjudicator.citation import rule
from adjudicator.dice import D6
from adjudicator.game import Handler, RollRule, ask_roll, check
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, Piece, Position, State, View
from adjudicator.ruling import Ruling
from adjudicator.storm_over_normandy import r05_flow, terms

__all__ = [
    "HANDLERS",
    "ROLLS",
    "ReleaseRoll",
    "attacked",
    "chance",
    "flip_marker",
    "is_released",
    "may_roll",
    "release_ruling",
    "units_held",
]

_RESTRICTED, _ROLLED, _RELEASED = "restricted", "rolled", "released"
_ROLL = "release"


@dataclass(frozen=True, slots=True)
class ReleaseRoll(Action):
    """Roll, as the German player's impulse, for the release of 711/731 and 711/744.

    Examples
    --------
    >>> ReleaseRoll()
    ReleaseRoll()
    """


# --- what holds -------------------------------------------------------------------------------------------


@rule("14.1")
def is_released(view: View, uid: str = "") -> bool:
    """Whether the two regiments, or one of them, may perform impulses.

    Parameters
    ----------
    uid
        Id of one of them, which may have been released by itself (an open point).
    """
    if view.text("release") == _RELEASED:
        return True
    return bool(uid) and view.option("release-both") == "B" and view.flag("freed", uid)


def _regiments(view: View) -> list[Piece]:
    """The two regiments, as far as the position has them."""
    return [p for p in view.pieces.values() if terms.is_restricted(p.printed)]


def units_held(view: View) -> tuple[str, ...]:
    """The regiments that are in play and wait for their release.

    Returns
    -------
    tuple of str
        Ids.
    """
    return tuple(p.uid for p in _regiments(view) if terms.on_map(p) and not is_released(view, p.uid))


@rule("14.1")
def may_roll(view: View) -> bool:
    """Whether a release roll is still open this turn, whoever has the impulse."""
    return view.text("release") == _RESTRICTED and bool(units_held(view))


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


# --- what changes it --------------------------------------------------------------------------------------


@rule("14.1")
def attacked(draft: Draft, uids: Iterable[str]) -> None:
    """Release the regiments when one of them is attacked."""
    known = {p.uid for p in _regiments(draft)}
    hit = [uid for uid in uids if uid in known and not is_released(draft, uid)]
    if not hit:
        return
    if draft.option("release-both") == "A":
        draft.set("release", _RELEASED)
        return
    for uid in hit:
        draft.set("freed", True, uid)
    if all(draft.flag("freed", uid) for uid in known):
        draft.set("release", _RELEASED)


@rule("14.1", "5.1")
def flip_marker(draft: Draft) -> None:
    """When the turn ends, let a release roll be open again."""
    if draft.text("release") == _ROLLED:
        draft.set("release", _RESTRICTED)


# --- the roll ---------------------------------------------------------------------------------------------


@rule("14.1")
def _check(inquiry: Inquiry, action: ReleaseRoll) -> None:  # noqa: ARG001 - it has no fields
    r05_flow.begin_impulse_action(inquiry, terms.GERMAN)
    marker, turn = inquiry.text("release"), inquiry.number("turn")
    if not inquiry.require("14.1", marker != _RELEASED, "", "711/731 and 711/744 have been released"):
        return
    passed, failed = "no release roll has been made this turn", "the release roll of this turn has been made"
    inquiry.require("14.1", marker == _RESTRICTED, passed, failed)
    inquiry.require("14.1", bool(units_held(inquiry)), "", "no regiment that waits for release is in play")
    inquiry.note("14.1", f"a die of less than {turn} releases them: {chance(turn)}")


def _perform(draft: Draft, action: ReleaseRoll) -> None:  # noqa: ARG001 - it has no fields
    r05_flow.used_impulse(draft)
    ask_roll(draft, _ROLL, ["d6"])


@rule("14.1")
def _rolled(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:  # noqa: ARG001
    released = values[0] < draft.number("turn")
    draft.set("release", _RELEASED if released else _ROLLED)


def _why(state: State, data: Mapping[str, Any]) -> str:  # noqa: ARG001 - every roll is given it
    return f"the release of 711/731 and 711/744: less than {state.number('turn')} is wanted"


def _options(state: State) -> Iterator[ReleaseRoll]:
    if may_roll(state):
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
    released, turn = inquiry.text("release") == _RELEASED, inquiry.number("turn")
    if released:
        inquiry.note("14.1", "they act like other units for the rest of the game")
        verdict, odds = "711/731 and 711/744 are released.", Fraction(1)
    else:
        if inquiry.text("release") == _ROLLED:
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
