"""Sections 24.5 and 24.6: the Storm."""

from __future__ import annotations

import pytest

from adjudicator.actions import Roll
from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.r06_phases import enter_phase
from adjudicator.breakout_normandy.r08_impulses import Pass
from adjudicator.breakout_normandy.r11_advantage import KeepRoll
from adjudicator.breakout_normandy.r24_storm import (
    beach_depot,
    dawn_weather,
    in_storm,
    is_extended,
    mulberry_drm,
    refit_storm,
    storm_dr,
    storm_dr_due,
    weather_change,
)
from adjudicator.errors import RollNeeded
from adjudicator.game import need_roll
from adjudicator.position import Draft, Position
from tests.breakout_normandy.build_r3 import Facts, position, unit
from tests.playing import play

HOLD = [unit("ge-1", "hill"), unit("us-1", "utah-beach")]


def june(date: int, facts: Facts | None = None, *, extended: str = "B", **options: str) -> Position:
    stated: Facts = {"date": date, "impulse": 4, "weather-today": "clear", ("control", "utah-beach"): "us"}
    known = {"extended-game": extended, **{k.replace("_", "-"): v for k, v in options.items()}}
    return position(HOLD, {**stated, **(facts or {})}, options=known)


def draft_of(date: int, facts: Facts | None = None) -> Draft:
    return june(date, facts).draft()


# --- when it comes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("date", "due"), [(12, False), (13, True), (18, True), (19, False), (20, False)])
def test_days_with_a_storm_dr(date: int, due: bool) -> None:
    assert storm_dr_due(june(date)) == due


def test_no_storm_dr_in_the_short_game_or_after_the_storm() -> None:
    assert not storm_dr_due(june(15, extended="A"))
    assert not storm_dr_due(june(15, {"storm-day": 14}))
    assert not is_extended(june(15, extended="A"))


@pytest.mark.parametrize(
    ("date", "dr", "storm"),
    [
        (13, 1, False),
        (14, 1, True),
        (14, 2, False),
        (16, 3, True),
        (16, 4, False),
        (18, 5, True),
        (18, 6, False),
    ],
)
def test_storm_dr_against_finished_days(date: int, dr: int, storm: bool) -> None:
    draft = draft_of(date)
    storm_dr(draft, dr)
    assert (draft.number("storm-day") == date) == storm
    assert draft.text("weather-change", "5") == ("storm" if storm else "overcast")


def test_a_weather_change_asks_for_the_storm_dr() -> None:
    asked = play(june(16), Pass(), Roll((4,)), KeepRoll())
    assert asked.decision is not None
    assert asked.decision.data["what"] == "storm"
    with pytest.raises(RollNeeded, match="Storm dr of 16 June"):
        need_roll(asked)
    stormy = play(asked, Roll((2,)), KeepRoll())
    assert (stormy.text("side"), stormy.number("impulse")) == ("german", 5)
    assert terms.weather(stormy) == "storm"
    usual = play(asked, Roll((5,)), KeepRoll())
    assert terms.weather(usual) == "overcast"


def test_no_change_no_storm_dr() -> None:
    after = play(june(16), Pass(), Roll((9,)), KeepRoll())
    assert after.decision is None


def test_on_19_june_the_first_change_is_the_storm() -> None:
    after = play(june(19), Pass(), Roll((4,)), KeepRoll())
    assert after.decision is None
    assert after.number("storm-day") == 19
    assert terms.weather(after) == "storm"


def test_on_19_june_at_the_latest_in_the_refit_phase() -> None:
    draft = draft_of(19)
    enter_phase(draft, "refit-german")
    assert draft.number("storm-day") == 19
    early = draft_of(18)
    enter_phase(early, "refit-german")
    assert early.number("storm-day") == 0
    came = draft_of(19, {"storm-day": 15, "storm-end": 17})
    refit_storm(came)
    assert came.number("storm-day") == 15


@pytest.mark.parametrize(("reading", "asked"), [("A", False), ("B", True)])
def test_a_change_at_the_end_of_the_day_is_open(reading: str, asked: bool) -> None:
    """The DR equals the impulse number while the Sunset DRM ends the day."""
    before = june(16, {"sunset-drm": -1}, storm_moot_change=reading)
    after = play(before, Pass(), Roll((4,)), KeepRoll())
    assert (after.decision is not None) == asked
    if asked:
        after = play(after, Roll((6,)), KeepRoll())
    assert after.text("phase") == "refit-german"


# --- how long it lasts ----------------------------------------------------------------------------------


def test_changes_are_ignored_on_its_day_and_the_next() -> None:
    for date in (16, 17):
        draft = draft_of(date, {"storm-day": 16, "weather-today": "storm"})
        weather_change(draft)
        assert draft.subjects("weather-change") == ()
        assert in_storm(draft)


@pytest.mark.parametrize("date", [18, 19])
def test_the_first_change_after_that_breaks_it(date: int) -> None:
    draft = draft_of(date, {"storm-day": 16, "weather-today": "storm"})
    weather_change(draft)
    assert draft.text("weather-change", "5") == "overcast"
    assert not in_storm(draft)
    assert draft.number("storm-end") == date
    draft.set("impulse", 5)
    weather_change(draft)
    assert draft.text("weather-change", "6") == "clear"


@pytest.mark.parametrize(("date", "weather"), [(17, "storm"), (18, "storm"), (19, "storm"), (20, "clear")])
def test_weather_at_dawn(date: int, weather: str) -> None:
    """Storm on 16 June: three dawns of Storm unless it breaks; on the fourth day the track rules again."""
    draft = draft_of(date, {"storm-day": 16})
    assert dawn_weather(draft, "clear") == weather
    assert in_storm(draft) == (weather == "storm")


def test_a_broken_storm_leaves_the_track_alone() -> None:
    assert dawn_weather(draft_of(19, {"storm-day": 16, "storm-end": 18}), "overcast") == "overcast"


def test_it_comes_once() -> None:
    draft = draft_of(19, {"storm-day": 14, "storm-end": 16})
    weather_change(draft)
    assert draft.text("weather-change", "5") == "overcast"


# --- what it does ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("date", "facts", "value"),
    [
        (15, {}, 10),
        (16, {"storm-day": 16}, 5),
        (17, {"storm-day": 16}, 2),
        (18, {"storm-day": 16, "storm-end": 18}, 2),
        (19, {"storm-day": 16, "storm-end": 18}, 10),
        (19, {"storm-day": 16}, 2),
    ],
)
def test_beach_depots(date: int, facts: Facts, value: int) -> None:
    assert beach_depot(june(date, facts)).value == value


def test_mulberries_roll_when_it_ends() -> None:
    facts: Facts = {"storm-day": 16, "weather-today": "storm", ("port-ready", "gold-beach"): 17}
    broken = play(june(18, facts), Pass(), Roll((4,)), KeepRoll())
    assert broken.decision is not None
    assert broken.decision.data == {"what": "mulberry", "dice": ["dr"], "beach": "gold-beach"}
    with pytest.raises(RollNeeded, match="Mulberry of Gold Beach"):
        need_roll(broken)
    safe = play(broken, Roll((3,)), KeepRoll())
    assert safe.number("port-ready", "gold-beach") == 17
    gone = play(broken, Roll((2,)), KeepRoll())
    assert gone.flag("mulberry-lost", "gold-beach")
    assert gone.number("port-ready", "gold-beach") == 0


def test_an_unfinished_mulberry_rolls_too_and_at_dawn_as_well() -> None:
    draft = draft_of(20, {"storm-day": 16, ("port-ready", "gold-beach"): 25})
    dawn_weather(draft, "clear")
    assert draft.decision is not None
    assert draft.decision.data["what"] == "mulberry"


def test_mulberry_drms() -> None:
    """Gold survives on 3 or more, Omaha on 5 or more."""
    for beach, least in (("gold-beach", 3), ("omaha-beach", 5)):
        assert min(dr for dr in range(1, 7) if dr + mulberry_drm(beach) > 3) == least
