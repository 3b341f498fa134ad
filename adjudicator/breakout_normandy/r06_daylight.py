"""Section 6.3: the end of an impulse, the Sunset DR and the end of the Daylight Phase (8.6, 11.5, 18.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.breakout_normandy import (
    r11_advantage,
    r12_sources,
    r18_weather,
    r22_victory,
    r24_ports,
    r24_storm,
    terms,
)
from adjudicator.breakout_normandy.r06_phases import enter_phase, win
from adjudicator.citation import rule
from adjudicator.game import RollRule, ask_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Draft, State, View
from adjudicator.ruling import Used
from maps.breakout_normandy.tracks import load_tracks
from module_builder.vassal.values import dataclass

__all__ = ["ROLLS", "Sunset", "end_impulse", "explain_sunset", "is_pass", "sunset_drm", "sunset_outcome"]

_TRACES_OF_ACTION = (
    "mf-used",
    "entered",
    "attacked",
    "supporting",
    "repairs",
    "repair-tried",
    "seizure-tried",
    "demolition-tried",
    "landed",
)
_NAMED_BOX = 8  # the last box that the rulebook names (18.41)


@dataclass(frozen=True, slots=True)
class Sunset:
    """What a Sunset DR does.

    Parameters
    ----------
    roll
        As it fell.
    total
        With the Sunset DRM, for the end of the day only (11.23).
    box
        Box of the impulse marker.
    changes
        The weather changes with the next German impulse; where the day ends there is none (18.4).

    Examples
    --------
    >>> Sunset(7, 7, 3, ends=False, advances=True, changes=False).total
    7
    """

    roll: int
    total: int
    box: int
    ends: bool
    advances: bool
    changes: bool


@rule("6.3", "11.23", "17.3", "18.4")
def sunset_outcome(view: View, roll: int) -> Sunset:
    """What a Sunset DR does in this Allied impulse.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("impulse", 5)
    >>> sunset_outcome(draft, 4).ends, sunset_outcome(draft, 5).changes, sunset_outcome(draft, 9).advances
    (True, True, True)
    """
    box = view.number("impulse")
    total = roll + sunset_drm(view)
    dark = total < box
    moves = not dark and not _only_air(view)
    off_track = moves and _is_last(view, box)
    ends = dark or off_track
    changes = roll == box and (not ends or view.option("storm-moot-change") == "B")
    return Sunset(roll, total, box, ends=ends, advances=moves and not off_track, changes=changes)


@rule("11.23")
def sunset_drm(view: View) -> int:
    """Sunset DRM of this impulse: that of the time of its Sunset DR, for the marker modifies later DRs.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("sunset-drm", -2); draft.set("sunset-late", -1)
    >>> sunset_drm(draft)
    -1
    """
    return view.number("sunset-drm") - view.number("sunset-late")


def _is_last(view: View, box: int) -> bool:
    """Whether the Impulse Track ends with a box; past those the rulebook names, our track decides."""
    tracks = load_tracks(view)
    if box > _NAMED_BOX and isinstance(view, Inquiry):
        used = Used("last box of the Impulse Track", "map.toml", "impulse", "labels")
        view.source("6.3", used, tracks.source("boxes"))
    return box >= tracks.last_box


def _only_air(view: View) -> bool:
    """Whether the impulse was an Air Bombardment and nothing else (17.3)."""
    return view.text("impulse-type") == "bombardment" and view.text("bombardment") == "air"


def explain_sunset(inquiry: Inquiry, roll: int) -> Sunset:
    """`sunset_outcome` with every step recorded.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> inquiry = Inquiry(GAME.scenario("d-day"))
    >>> _ = explain_sunset(inquiry, 7)
    >>> [step.rule for step in inquiry.steps]
    ['6.3', '6.3']
    """
    result = sunset_outcome(inquiry, roll)
    box, name = result.box, r18_weather.box_name(result.box)
    adding = inquiry.adding("Sunset DR")
    adding.add("6.3", "Sunset DR", roll, "set")
    if sunset_drm(inquiry):
        adding.add("11.23", "Sunset DRM", sunset_drm(inquiry))
    if result.total < box:
        inquiry.note("6.3", f"{result.total} is less than impulse {name}: the Daylight Phase ends")
    elif result.ends:
        inquiry.note(
            "6.3", f"the marker moves off the Impulse Track after box {name}: the Daylight Phase ends"
        )
    elif result.advances:
        inquiry.note("6.3", f"{result.total} is not less than impulse {name}: the impulse marker advances")
    else:
        inquiry.note("17.3", f"an Air Bombardment leaves the impulse marker on box {name}")
    if result.changes:
        inquiry.note("18.4", f"the unmodified DR equals impulse {name}: the weather changes")
    elif roll == box:
        inquiry.note(
            "18.4", "the DR equals the impulse, but no German impulse follows that a change could have"
        )
    return result


@rule("8.6")
def is_pass(view: View) -> bool:
    """Whether the impulse that ends was a Pass: nothing repaired, moved, attacked or demolished.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> is_pass(GAME.scenario("d-day"))
    True
    """
    if view.text("impulse-type") == "bombardment" or view.text("bombardment"):
        return False
    return not any(view.subjects(item) for item in _TRACES_OF_ACTION)


@rule("6.3", "8.6", "11.2")
def end_impulse(draft: Draft) -> None:
    """End the impulse of the side on turn; the Allied first owe a Sunset DR when they made no DR.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("phase", "daylight"); draft.set("side", "german")
    >>> end_impulse(draft); draft.text("side"), draft.text("passed")
    ('allied', 'german')
    """
    if draft.text("side") == terms.GERMAN:
        _turn_over(draft, ends=False, advances=False)
    elif not draft.number("sunset-dr"):
        ask_roll(draft, "sunset", ["DR"])
    else:
        _sunset(draft)


def _sunset(draft: Draft) -> None:
    """Let the Sunset DR of the impulse take effect; a Storm dr may have to come first (24.5)."""
    result = sunset_outcome(draft, draft.number("sunset-dr"))
    if result.changes and r24_storm.storm_dr_due(draft):
        ask_roll(draft, "storm", ["dr"])
        return
    if result.changes:
        r24_storm.weather_change(draft)
    _turn_over(draft, ends=result.ends, advances=result.advances)


def _resolve_sunset(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:  # noqa: ARG001
    draft.set("sunset-dr", values[0])
    _sunset(draft)


def _resolve_storm(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:  # noqa: ARG001
    r24_storm.storm_dr(draft, values[0])
    result = sunset_outcome(draft, draft.number("sunset-dr"))
    _turn_over(draft, ends=result.ends, advances=result.advances)


@rule("8.6", "6.1")
def _both_passed(draft: Draft, *, passing: bool) -> bool:
    side, before = draft.text("side"), draft.text("passed")
    if not passing or before != terms.enemy_of(side):
        return False
    return side == terms.ALLIED or draft.option("consecutive-passes") == "A"


def _turn_over(draft: Draft, *, ends: bool, advances: bool) -> None:
    """Pass the turn to the other side, or end the day."""
    side, passing = draft.text("side"), is_pass(draft)
    over = ends or _both_passed(draft, passing=passing)
    r11_advantage.shift_advantage(draft)
    r12_sources.note_beaches(draft)
    r24_ports.note_captures(draft)
    draft.forget("impulse")
    draft.set("passed", side if passing else "")
    if over:
        _end_daylight(draft)
        return
    if advances:
        draft.set("impulse", draft.number("impulse") + 1)
    draft.set("side", terms.enemy_of(side))


@rule("6.4", "11.24", "18.41", "22.1")
def _end_daylight(draft: Draft) -> None:
    """Sunset: count the day's weather, test for a Breakout, put the markers back to box 0."""
    r18_weather.close_day(draft)
    if r22_victory.has_broken_out(draft):
        win(draft, terms.ALLIED)
        return
    for item in ("impulse", "sunset-drm", "passed"):
        draft.clear(item)
    enter_phase(draft, "refit-german")


def _why_sunset(state: State, data: Mapping[str, Any]) -> str:  # noqa: ARG001 - one signature for all rolls
    return f"the Sunset DR of Allied impulse {r18_weather.box_name(state.number('impulse'))}"


def _why_storm(state: State, data: Mapping[str, Any]) -> str:  # noqa: ARG001 - one signature for all rolls
    return f"the Storm dr of {state.number('date')} June"


ROLLS = {
    "sunset": RollRule(_resolve_sunset, _why_sunset, "6.3"),
    "storm": RollRule(_resolve_storm, _why_storm, "24.5"),
}
