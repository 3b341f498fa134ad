"""Section 11: the Advantage - rerolls, its loss, and the Sunset DRM; and which DR is the Sunset DR (11.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from adjudicator.actions import Action
from adjudicator.breakout_normandy import r23_cards, terms
from adjudicator.citation import rule
from adjudicator.errors import PositionError
from adjudicator.frames import Frame
from adjudicator.game import Handler, resolve_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Decision, Draft, Position, State, View
from module_builder.vassal.values import dataclass

__all__ = [
    "HANDLERS",
    "SHIFT",
    "KeepRoll",
    "Reroll",
    "ShiftSunset",
    "after",
    "after_roll",
    "entitlement",
    "may_use",
    "shift_advantage",
]

_MOST_SPACES = 3
_FREE_LOSSES = {terms.ALLIED: 1, terms.GERMAN: 3}
_SECTION = {terms.ALLIED: "11.21", terms.GERMAN: "11.22"}
_D_DAY_PHASES = frozenset({"airborne", "naval", "air", "amphibious"})


@dataclass(frozen=True, slots=True)
class Fallen:
    """A roll that has fallen and may be forced again: what asked for it, its numbers, and its section."""

    roll: Mapping[str, Any]
    values: tuple[int, ...]
    of: str


@dataclass(frozen=True, slots=True)
class Shift:
    """Spaces that losses let the Sunset DRM marker move."""

    spaces: int
    losses: int


_FALLEN, SHIFT = Frame("reroll", "11.6", Fallen), Frame("shift-sunset", "11.24", Shift)


@dataclass(frozen=True, slots=True)
class Reroll(Action):
    """Use the Advantage to roll again.

    Parameters
    ----------
    number
        Which of several drs, counted from 1; 0 for the whole roll (an attack, or the only die).

    Examples
    --------
    >>> Reroll().number
    0
    """

    number: int = 0


@dataclass(frozen=True, slots=True)
class KeepRoll(Action):
    """Let the roll stand.

    Examples
    --------
    >>> KeepRoll()
    KeepRoll()
    """


@dataclass(frozen=True, slots=True)
class ShiftSunset(Action):
    """Move the Sunset DRM marker for enemy losses.

    Parameters
    ----------
    spaces
        Positive for a later Sunset, negative for an earlier one, 0 to leave it.

    Examples
    --------
    >>> ShiftSunset(-1).spaces
    -1
    """

    spaces: int


@rule("11.2", "11.3", "11.6")
def may_use(state: State) -> bool:
    """Whether the Advantage can still be used in this impulse or phase: once only.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> may_use(GAME.scenario("d-day"))
    True
    """
    return not state.flag("advantage-used")


@rule("11.3", "11.6")
def after_roll(draft: Draft, decision: Decision, values: Sequence[int]) -> bool:
    """Offer the holder of the Advantage a reroll before a roll takes effect.

    Returns
    -------
    bool
        True when the core must not resolve the roll now.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> roll = Decision("dice", "roll", "10.4", {"what": "bombardment", "dice": ["DR", "DR"]})
    >>> after_roll(draft, roll, (2, 7)), draft.decision.player, draft.decision.kind
    (True, 'allied', 'reroll')
    """
    data = decision.data
    if "instead-of" in data:
        kept = list(data["instead-of"])
        if not 0 <= data["at"] < len(kept):
            raise PositionError([f"a roll of {len(kept)} dice has no die {data['at'] + 1} (11.6)"])
        kept[data["at"]] = values[0]
        _stand(draft, data["roll"], kept)
        return True
    if not data.get("rerolled") and may_use(draft):
        holder = draft.text("advantage")
        _FALLEN.push(draft, Fallen(data, tuple(values), decision.rule), holder)
        return True
    _note_sunset(draft, data, values)
    return False


def _stand(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    _note_sunset(draft, data, values)
    resolve_roll(draft, data, values)


def _note_sunset(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    if _is_sunset(draft, data):
        draft.set("sunset-dr", values[list(data["dice"]).index("DR")])


@rule("6.3", "11.5")
def _is_sunset(view: View, data: Mapping[str, Any]) -> bool:
    """The first Allied DR of an Allied impulse is its Sunset DR; single dice and cards never are."""
    if not _could_be_sunset(view, data) or view.number("sunset-dr"):
        return False
    second_half = view.flag("double-impulse") and view.option("double-impulse-sunset") == "B"
    return data["what"] == "sunset" or not second_half


def _could_be_sunset(view: View, data: Mapping[str, Any]) -> bool:
    """Whether a roll holds an Allied DR of an Allied impulse; cards are none (23.3)."""
    if view.text("phase") != "daylight" or view.text("side") != terms.ALLIED or "DR" not in data["dice"]:
        return False
    return "attacker" not in data or not r23_cards.in_use(view)


def _tell_sunset(inquiry: Inquiry, data: Mapping[str, Any], *, again: bool) -> None:
    """Say whether a roll serves as Sunset DR."""
    if _is_sunset(inquiry, data):
        if again:
            inquiry.note("11.5", "the new DR will be the Sunset DR")
        else:
            inquiry.note("6.3", "the first Allied DR of the impulse is its Sunset DR")
    elif _could_be_sunset(inquiry, data):
        double = inquiry.flag("double-impulse")
        inquiry.note("11.5" if double else "6.3", "this DR is not the Sunset DR")


def _check_keep(inquiry: Inquiry, action: KeepRoll) -> None:  # noqa: ARG001 - declining is always possible
    inquiry.note("11.3", "the use of the Advantage is never forced")
    fallen = _FALLEN.asked(inquiry)
    if fallen is not None:
        _tell_sunset(inquiry, fallen.roll, again=False)


def _perform_keep(draft: Draft, action: KeepRoll) -> None:  # noqa: ARG001 - one signature for all handlers
    fallen = _FALLEN.settle(draft)
    _stand(draft, fallen.roll, fallen.values)


def _choices(fallen: Fallen) -> range:
    """Numbers that may be named: the whole roll, or each of several drs."""
    dice = fallen.roll["dice"]
    return range(1) if len(dice) == 1 or "DR" in dice else range(1, len(dice) + 1)


@rule("11.3", "11.6")
def _check_reroll(inquiry: Inquiry, action: Reroll) -> None:
    fallen = _FALLEN.asked(inquiry)
    if fallen is None:
        inquiry.refuse("11.6", "there is no roll to force again")
        return
    allowed = _choices(fallen)
    wanted = "0, for the whole roll" if allowed == range(1) else f"a dr from 1 to {allowed[-1]}"
    inquiry.require("11.6", action.number in allowed, "a roll can be forced again once", f"name {wanted}")
    if "attacker" in fallen.roll:
        inquiry.note("11.3", "both sides roll again, and the new result stands")
    _tell_sunset(inquiry, fallen.roll, again=True)
    after_what = "impulse" if inquiry.text("phase") == "daylight" else "phase"
    inquiry.note("11.2", f"the Advantage passes to the other side at the end of the {after_what}")


def _perform_reroll(draft: Draft, action: Reroll) -> None:
    fallen = _FALLEN.settle(draft)
    roll, values = dict(fallen.roll), list(fallen.values)
    draft.set("advantage-used", True)
    if "attacker" in roll:
        r23_cards.record(draft, roll["attacker"], values)
    if action.number == 0:
        draft.ask("dice", "roll", fallen.of, **{**roll, "rerolled": True})
        return
    at = action.number - 1
    again = {**roll, "dice": [roll["dice"][at]], "roll": roll, "at": at}
    draft.ask("dice", "roll", fallen.of, **again, **{"instead-of": values})


def _reroll_options(state: State) -> Iterator[Reroll]:
    fallen = _FALLEN.asked(state)
    if fallen is not None:
        yield from map(Reroll, _choices(fallen))


@rule("11.2")
def shift_advantage(draft: Draft) -> None:
    """At the end of an impulse or phase, pass the Advantage on when it was used.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("advantage-used", True)
    >>> shift_advantage(draft); draft.text("advantage")
    'german'
    """
    holder = draft.text("advantage")
    late = draft.option("advantage-loss-timing") == "B" and draft.flag("advantage-lost", holder)
    if draft.flag("advantage-used") or late:
        draft.set("advantage", terms.enemy_of(holder))


@rule("11.21", "11.22")
def entitlement(side: str, losses: int, *, lost_advantage: bool) -> int:
    """Spaces by which the enemy may move the Sunset DRM for a side's losses of one impulse, before 11.24.

    Parameters
    ----------
    side
        Side that lost units.
    losses
        How many of its units were eliminated.
    lost_advantage
        Whether it lost the Advantage by them.

    Examples
    --------
    >>> entitlement("allied", 2, lost_advantage=True), entitlement("allied", 2, lost_advantage=False)
    (1, 2)
    >>> entitlement("german", 4, lost_advantage=True), entitlement("german", 3, lost_advantage=False)
    (1, 1)
    """
    free = _FREE_LOSSES[side] - (0 if lost_advantage else 1)
    return max(0, losses - free)


@rule("11.21", "11.22", "11.24")
def after(draft: Draft, before: Position) -> None:
    """Reckon with the units that an action eliminated: the Advantage, then the Sunset DRM.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> d_day = GAME.scenario("d-day")
    >>> draft = d_day.draft()
    >>> terms.remove(draft, "us-4-8")
    >>> after(draft, d_day); draft.text("advantage")
    'german'
    """
    for side in (terms.ALLIED, terms.GERMAN):
        losses = draft.number("eliminated", side)
        if losses > before.number("eliminated", side) and losses > draft.number("losses-counted", side):
            draft.set("losses-counted", losses, side)
            _reckon(draft, side, losses)


def _reckon(draft: Draft, side: str, losses: int) -> None:
    phase = draft.text("phase")
    if phase != "daylight" and side == terms.GERMAN:
        return
    lost = draft.flag("advantage-lost", side)
    if not lost and losses >= _FREE_LOSSES[side] and draft.text("advantage") == side:
        lost = True
        _lose(draft, side)
    if phase != "daylight" and phase not in _D_DAY_PHASES:
        return
    owed = entitlement(side, losses, lost_advantage=lost) - draft.number("sunset-owed", side)
    left = _MOST_SPACES - draft.number("sunset-shifted")
    if owed > 0:
        draft.set("sunset-owed", draft.number("sunset-owed", side) + owed, side)
    if min(owed, left) > 0:
        SHIFT.push(draft, Shift(min(owed, left), losses), terms.enemy_of(side), rule=_SECTION[side])


def _lose(draft: Draft, side: str) -> None:
    draft.set("advantage-lost", True, side)
    if draft.option("advantage-loss-timing") == "A" and may_use(draft):
        draft.set("advantage", terms.enemy_of(side))


@rule("11.24")
def _most(view: View, earned: int) -> int:
    """Spaces that the marker may still move in this impulse."""
    return min(earned, _MOST_SPACES - view.number("sunset-shifted"))


@rule("11.23", "11.24")
def _check_shift(inquiry: Inquiry, action: ShiftSunset) -> None:
    top = inquiry.decision
    shift = SHIFT.asked(inquiry)
    earned = shift.spaces if shift is not None else 0
    section = top.rule if top is not None else "11.21"
    inquiry.require(
        section,
        abs(action.spaces) <= earned,
        f"the losses let the Sunset DRM marker move up to {earned} either way",
        f"the losses let the Sunset DRM marker move at most {earned} either way, not {action.spaces}",
    )
    left = _MOST_SPACES - inquiry.number("sunset-shifted")
    inquiry.require(
        "11.24",
        abs(action.spaces) <= left,
        f"{left} of the three spaces of this impulse are left",
        f"the marker moves three spaces an impulse at most, and {left} are left",
    )
    now = inquiry.number("sunset-drm") + action.spaces
    inquiry.note("11.23", f"the Sunset DRM becomes {now:+d}", now)


def _perform_shift(draft: Draft, action: ShiftSunset) -> None:
    draft.settle()
    draft.set("sunset-drm", draft.number("sunset-drm") + action.spaces)
    draft.set("sunset-shifted", draft.number("sunset-shifted") + abs(action.spaces))
    if draft.number("sunset-dr"):
        draft.set("sunset-late", draft.number("sunset-late") + action.spaces)


def _shift_options(state: State) -> Iterator[ShiftSunset]:
    if state.decision is not None:
        shift = SHIFT.asked(state)
        most = _most(state, shift.spaces if shift is not None else 0)
        yield from (ShiftSunset(spaces) for spaces in range(-most, most + 1))


HANDLERS: tuple[Handler[Any], ...] = (
    Handler(Reroll, _check_reroll, _perform_reroll, _reroll_options, "11.6", answers=frozenset({"reroll"})),
    Handler(
        KeepRoll,
        _check_keep,
        _perform_keep,
        lambda state: iter([KeepRoll()]) if state.decision else iter(()),
        "11.3",
        answers=frozenset({"reroll"}),
    ),
    Handler(
        ShiftSunset,
        _check_shift,
        _perform_shift,
        _shift_options,
        "11.21",
        answers=frozenset({"shift-sunset"}),
    ),
)
