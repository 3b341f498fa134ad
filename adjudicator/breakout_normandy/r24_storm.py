"""Sections 24.5 and 24.6: the Storm of the Extended Game, when it comes, lasts and ends, and what it does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from adjudicator.breakout_normandy import r18_weather
from adjudicator.citation import rule
from adjudicator.game import RollRule, ask_roll
from adjudicator.inquiry import Adding
from adjudicator.position import Draft, State, View
from adjudicator.ruling import Total

__all__ = [
    "BEACH_DEPOT",
    "MULBERRIES",
    "ROLLS",
    "beach_depot",
    "dawn_weather",
    "in_storm",
    "is_extended",
    "mulberry_drm",
    "refit_storm",
    "storm_dr",
    "storm_dr_due",
    "weather_change",
]

MULBERRIES = ("gold-beach", "omaha-beach")
BEACH_DEPOT = 10
_FIRST_DAY, _LAST_DAY = 13, 19


@rule("24.1", "24.2", "24.5")
def is_extended(view: View) -> bool:
    """Whether the Extended Game is played.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> is_extended(GAME.scenario("d-day"))
    False
    """
    return view.option("extended-game") == "B"


@rule("24.5")
def storm_dr_due(view: View) -> bool:
    """Whether a Weather Change asks for a Storm dr (from 13 to 18 June, before the Storm).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> storm_dr_due(GAME.scenario("d-day"))
    False
    """
    waiting = is_extended(view) and not view.number("storm-day")
    return waiting and _FIRST_DAY <= view.number("date") < _LAST_DAY


@rule("24.5")
def in_storm(view: View) -> bool:
    """Whether the day stands under the Storm: it began and has not ended.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> in_storm(GAME.scenario("d-day"))
    False
    """
    return bool(view.number("storm-day")) and not view.number("storm-end")


@rule("24.5")
def storm_dr(draft: Draft, dr: int) -> None:
    """Resolve a Storm dr: the weather changes as usual above the finished days of the week, else Storm comes.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("date", 16); storm_dr(draft, 3); draft.number("storm-day")
    16
    """
    if dr > draft.number("date") - _FIRST_DAY:
        r18_weather.change_weather(draft)
    else:
        _begin(draft)


def _begin(draft: Draft) -> None:
    draft.set("storm-day", draft.number("date"))
    r18_weather.change_weather(draft, to=r18_weather.STORM)


@rule("18.4", "24.5")
def weather_change(draft: Draft) -> None:
    """Carry out a Weather Change that needs no Storm dr.

    On 19 June the first change brings a Storm that has not come yet. The day of the Storm and the next ignore
    changes; the first change after those turns it into Overcast and ends it.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> draft.set("weather-today", "clear"); weather_change(draft); draft.text("weather-change", "1")
    'overcast'
    """
    date, began = draft.number("date"), draft.number("storm-day")
    if is_extended(draft) and not began and date == _LAST_DAY:
        _begin(draft)
    elif not in_storm(draft):
        r18_weather.change_weather(draft)
    elif date > began + 1:
        r18_weather.change_weather(draft, to=r18_weather.OVERCAST)
        _end(draft, date)


@rule("24.5")
def refit_storm(draft: Draft) -> None:
    """Bring the Storm in the Refit Phase of 19 June when no Weather Change brought it before.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> draft = GAME.scenario("d-day").draft()
    >>> refit_storm(draft); draft.number("storm-day")
    0
    """
    if is_extended(draft) and not draft.number("storm-day") and draft.number("date") == _LAST_DAY:
        draft.set("storm-day", _LAST_DAY)


@rule("18.1", "24.5")
def dawn_weather(draft: Draft, scheduled: str) -> str:
    """Weather at Dawn: what the track prints, or the Storm; on the fourth day after it the Storm is over.

    Parameters
    ----------
    scheduled
        Weather that the Turn Record Track prints for the day.

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> dawn_weather(GAME.scenario("d-day").draft(), "overcast")
    'overcast'
    """
    if not in_storm(draft):
        return scheduled
    if draft.number("date") >= draft.number("storm-day") + 4:
        _end(draft, draft.number("date") - 1)
        return scheduled
    return r18_weather.STORM


@rule("24.6B")
def _end(draft: Draft, date: int) -> None:
    """Note the last day of the Storm, and roll for every Mulberry, finished or not."""
    draft.set("storm-end", date)
    for beach in MULBERRIES:
        if draft.number("port-ready", beach):
            ask_roll(draft, "mulberry", ["dr"], beach=beach)


@rule("24.6B")
def mulberry_drm(beach: str) -> int:
    """Storm damage drm of a Mulberry.

    Parameters
    ----------
    beach
        ``gold-beach`` or ``omaha-beach``.

    Examples
    --------
    >>> mulberry_drm("gold-beach"), mulberry_drm("omaha-beach")
    (1, -1)
    """
    return 1 if beach == "gold-beach" else -1


@rule("24.6B")
def _resolve_mulberry(draft: Draft, data: Mapping[str, Any], values: Sequence[int]) -> None:
    beach = data["beach"]
    if values[0] + mulberry_drm(beach) <= 3:
        draft.clear("port-ready", beach)
        draft.set("mulberry-lost", True, beach)


@rule("24.6D", "12.71")
def beach_depot(view: View) -> Total:
    """Supply points of one Depot of a Beach tonight, before Coastal Artillery interdicts it (12.72).

    Examples
    --------
    >>> from adjudicator.breakout_normandy import GAME
    >>> beach_depot(GAME.scenario("d-day")).value
    10
    """
    adding = Adding(None, "Beach Depot")
    adding.add("12.71", "Depot of a Beach", BEACH_DEPOT, "set")
    began, end, date = view.number("storm-day"), view.number("storm-end"), view.number("date")
    if began and date == began:
        adding.add("24.6D", "first day of the Storm: half", 2, "half up")
    elif began and date > began and (not end or date <= end):
        adding.add("24.6D", "later day of the Storm", 2, "set")
    return adding.total


def _why_mulberry(state: State, data: Mapping[str, Any]) -> str:
    return f"the Storm damage to the Mulberry of {state.board.name(data['beach'])}"


ROLLS = {"mulberry": RollRule(_resolve_mulberry, _why_mulberry, "24.6B")}
