"""Section 8.0: weather, its options, and the supply of the day."""

from __future__ import annotations

import functools
from fractions import Fraction
from typing import Any

import pytest

from adjudicator.battle_for_normandy import r08_weather
from adjudicator.game import resolve_roll
from maps.filing import OURS
from tests.battle_for_normandy import build

ON = build.board(["c3014"])


def night(date: int = 10, yesterday: str = "", **more: Any) -> Any:
    return build.situation(ON, phase="weather", time="night", date=date, yesterday=yesterday, **more)


@pytest.mark.parametrize(
    ("date", "yesterday", "drm"),
    [(20, "storm", -1), (38, "storm", 0), (70, "clear", 1), (20, "clear", 0), (70, "storm", 0)],
)
def test_modifier_of_the_roll(date: int, yesterday: str, drm: int) -> None:
    assert r08_weather.drm(night(date, yesterday)) == drm


def test_ten_and_eleven_are_partly_cloudy() -> None:
    assert [r08_weather.row_of(OURS, n) for n in (10, 11)] == ["partly-cloudy", "partly-cloudy"]


def test_destroyers_and_monitors_fire_on_rolls_of_eight_and_more() -> None:
    ships = [build.unit("us-dd", "destroyer"), build.unit("br-roberts", "monitor")]
    for roll in range(2, 13):
        here = build.situation(ON, weather=r08_weather.row_of(OURS, roll))
        assert [r08_weather.may_fire(here, s) for s in ships] == [roll >= 8] * 2


def test_battleships_and_cruisers_in_worse_weather() -> None:
    bb, cl = build.unit("us-texas", "bb"), build.unit("br-ajax", "cruiser")
    heavy = build.situation(ON, weather="heavy-overcast")
    assert r08_weather.may_fire(heavy, bb)
    assert r08_weather.may_fire(heavy, cl)
    showers = build.situation(ON, weather="light-showers")
    assert r08_weather.may_fire(showers, bb)
    assert not r08_weather.may_fire(showers, cl)


def test_printed_effects() -> None:
    row = functools.partial(r08_weather.effects, OURS)
    assert (row("storm").number("drm"), row("heavy-rain").number("drm")) == (-2, -1)
    assert (row("storm").number("limit"), row("heavy-rain").number("limit")) == (0, 1)
    assert row("storm").flag("halved")
    assert row("heavy-rain").flag("halved")
    assert row("clear").number("air") == 0


def test_chances_sum_to_one() -> None:
    found = r08_weather.chances(night())
    assert sum(found.values()) == 1
    assert found["partly-cloudy"] == Fraction(5, 36)


def test_a_storm_pushes_the_next_roll_down() -> None:
    assert r08_weather.chances(night(20, "storm"))["storm"] == Fraction(3, 36)


def test_a_roll_sets_the_weather_and_remembers_bad_days() -> None:
    draft = night(8).draft()
    resolve_roll(draft, {"what": "weather", "date": 8}, [2])
    assert (draft.text("weather"), draft.number("bad-days")) == ("storm", 1)


def test_forecast_example() -> None:
    assert r08_weather.varied("cloudy", 11) == "partly-cloudy"
    assert [r08_weather.varied("cloudy", n) for n in (6, 7, 8, 9)] == [
        "overcast",
        "cloudy",
        "cloudy",
        "partly-cloudy",
    ]
    facts = {("forecast", "day-7"): "cloudy"}
    draft = night(7, options={"weather-forecast": "B"}, facts=facts).draft()
    r08_weather.open_phase(draft)
    rolls = [d.data for d in draft.pending if d.kind == "roll"]
    assert [r["date"] for r in rolls if r["what"] == "forecast"] == [10, 9, 8]
    resolve_roll(draft, {"what": "weather", "date": 7}, [11])
    assert draft.text("weather") == "partly-cloudy"


def test_historical_weather_needs_no_dice() -> None:
    draft = night(9, options={"8.0o": "B"}).draft()
    r08_weather.open_phase(draft)
    assert draft.text("weather") == "heavy-rain"
    assert not [d for d in draft.pending if d.kind == "roll"]


def test_air_points_of_the_day() -> None:
    assert r08_weather.air_points(build.situation(ON, weather="clear")) == 135
    assert r08_weather.air_points(build.situation(ON, weather="storm")) == 0
    percent = build.situation(ON, weather="partly-cloudy", options={"alternate-air": "B"}, air_points=100)
    assert r08_weather.air_points(percent) == 90


def test_mulberries_and_cherbourg_bring_supply() -> None:
    base = r08_weather.income(night())
    facts = {
        ("mulberry", "omaha"): 21,
        ("mulberry-ready", "omaha"): 9,
        ("mulberry", "gold"): 21,
        ("mulberry-ready", "gold"): 10,
        ("port-captured", ""): True,
        ("port", ""): 9,
    }
    assert r08_weather.income(night(facts=facts)) == base + 10 + 5


def test_forecasts_of_three_days_are_rolled_at_the_start_of_the_game() -> None:
    used = night(options={"weather-forecast": "B"}).draft()
    r08_weather.open_game(used)
    assert [d.data["date"] for d in used.pending if d.kind == "roll"] == [9, 8, 7]
    history = night(options={"weather-forecast": "B", "8.0o": "B"}).draft()
    r08_weather.open_game(history)
    assert not history.pending
    plain = night().draft()
    r08_weather.open_game(plain)
    assert not plain.pending
