"""Section 18: weather of an impulse, changes, and their consequences for supply."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.actions import Roll
from adjudicator.breakout_normandy import terms
from adjudicator.breakout_normandy.r06_sequence import EndImpulse
from adjudicator.breakout_normandy.r08_impulses import Pass
from adjudicator.breakout_normandy.r10_bombardment import Bombard
from adjudicator.breakout_normandy.r11_advantage import KeepRoll
from adjudicator.breakout_normandy.r18_weather import (
    air_flies,
    air_supply_drm,
    box_name,
    change_weather,
    changed,
    close_day,
    counted,
    depot_value,
    german_mf_bonus,
    weather_by_box,
)
from adjudicator.position import Position
from tests.breakout_normandy.build_r3 import Facts, position, unit
from tests.playing import play

CLEAR = {"weather-today": "clear", "advantage": "german"}
IDLE = [unit("ge-1", "hill"), unit("us-1", "utah-beach"), unit("us-a", "utah-beach", type="field-artillery")]


def at(impulse: int, facts: Facts | None = None, **options: str) -> Position:
    known = {k.replace("_", "-"): v for k, v in options.items()}
    return position(IDLE, {**CLEAR, "impulse": impulse, **(facts or {})}, options=known)


def idle_impulse(before: Position, sunset: int) -> Position:
    """An Allied impulse in which nothing happens but the Sunset DR."""
    return play(before, Pass(), Roll((sunset,)), KeepRoll())


@pytest.mark.parametrize(("box", "name"), [(-3, "C"), (-2, "B"), (-1, "A"), (0, "0"), (7, "7"), (13, "13")])
def test_boxes_before_0_are_lettered(box: int, name: str) -> None:
    assert box_name(box) == name


def test_effects_of_each_weather() -> None:
    for weather, flies, bonus in (("clear", True, 0), ("overcast", False, 1), ("storm", False, 1)):
        now = position(IDLE, {"weather-today": weather})
        assert (air_flies(now), german_mf_bonus(now)) == (flies, bonus)


def test_change_is_from_the_next_german_impulse() -> None:
    before = at(3)
    after = idle_impulse(before, 3)
    assert (after.number("impulse"), after.text("side")) == (4, "german")
    assert after.text("weather-change", "4") == "overcast"
    assert after.text("weather-today") == "clear"  # the Turn markers are not flipped
    assert terms.weather(after) == "overcast"


def test_no_change_without_equality() -> None:
    assert idle_impulse(at(3), 7).subjects("weather-change") == ()


def test_sunset_drm_does_not_move_the_weather() -> None:
    """11.23: the change looks at the unmodified DR, the end of the day at the modified one."""
    after = idle_impulse(at(5, {"sunset-drm": 2}), 3)
    assert (after.text("phase"), after.subjects("weather-change")) == ("daylight", ())
    moon = idle_impulse(at(5, {"sunset-drm": -1}), 5)
    assert moon.text("phase") == "refit-german"


def test_second_change_turns_back() -> None:
    first = idle_impulse(at(3), 3)
    draft = first.draft()
    draft.set("side", "allied")
    draft.set("impulse", 7)
    draft.clear("passed")
    second = idle_impulse(draft.finish(), 7)
    assert second.text("weather-change", "8") == "clear"
    assert terms.weather(second) == "clear"


def printed_example() -> Position:
    """18.41: Clear, DR 3 in impulse 3, DR 7 in impulse 7, then the day ends in impulse 8."""
    changes: Facts = {("weather-change", "4"): "overcast", ("weather-change", "8"): "clear"}
    return at(8, changes)


def test_printed_example_track() -> None:
    boxes = dict(weather_by_box(printed_example()))
    assert [b for b, w in boxes.items() if w == "overcast"] == [4, 5, 6, 7]
    assert [b for b, w in boxes.items() if w == "clear"] == [0, 1, 2, 3, 8]


def test_printed_example_supply() -> None:
    ended = idle_impulse(printed_example(), 2)
    assert ended.text("phase") == "refit-german"
    assert counted(ended) == (9, 4)
    assert depot_value(ended).value == 7
    assert air_supply_drm(ended).value == -1
    assert [s.rule for s in depot_value(ended).steps] == ["12.61", "18.41"]


def test_printed_example_after_an_air_bombardment() -> None:
    """The change is in force in the German impulse, but supply ignores it: the marker never got there."""
    before = position(
        [unit("us-1", "marsh"), unit("us-2", "utah-beach"), unit("ge-1", "marsh"), unit("ge-2", "hill")],
        {**CLEAR, "impulse": 3},
    )
    struck = play(before, Bombard("ix-af", "marsh", "ge-1"), Roll((3, 12)), KeepRoll(), EndImpulse())
    assert (struck.number("impulse"), struck.text("side")) == (3, "german")
    assert terms.weather(struck) == "overcast"
    german = play(struck, Pass())
    assert terms.weather(german) == "overcast"
    ended = play(german, Pass(), Roll((2,)), KeepRoll())
    assert ended.text("phase") == "refit-german"
    assert counted(ended) == (4, 0)
    assert depot_value(ended).value == 5


@pytest.mark.parametrize(
    ("weather", "total", "overcast", "value"),
    [
        ("clear", 8, 0, 5),
        ("clear", 8, 1, 6),
        ("clear", 8, 3, 6),
        ("clear", 8, 4, 7),
        ("clear", 8, 7, 8),
        ("overcast", 8, 8, 10),
        ("overcast", 8, 7, 9),
        ("overcast", 8, 5, 9),
        ("overcast", 8, 4, 8),
        ("overcast", 8, 1, 7),
        ("storm", 8, 8, 10),
    ],
)
def test_depot_value(weather: str, total: int, overcast: int, value: int) -> None:
    facts: Facts = {
        "weather-today": weather,
        "impulses-today": total,
        "overcast-today": overcast,
    }
    assert depot_value(position(IDLE, facts)).value == value


@pytest.mark.parametrize(
    ("total", "overcast", "drm"),
    [(8, 0, 0), (8, 1, -1), (8, 3, -1), (9, 4, -1), (9, 5, -2), (8, 7, -2), (8, 8, -3)],
)
def test_air_supply_drm(total: int, overcast: int, drm: int) -> None:
    facts: Facts = {"impulses-today": total, "overcast-today": overcast}
    assert air_supply_drm(position(IDLE, facts)).value == drm


@pytest.mark.parametrize(("reading", "drm"), [("A", -1), ("B", -2)])
def test_air_supply_on_a_half_overcast_day_is_open(reading: str, drm: int) -> None:
    before = position(
        IDLE, {"impulses-today": 8, "overcast-today": 4}, options={"air-supply-half-overcast": reading}
    )
    assert air_supply_drm(before).value == drm


def test_lettered_boxes_count() -> None:
    day = at(1, {"day-start": -2, ("weather-change", "0"): "overcast"})
    assert dict(weather_by_box(day)) == {-2: "clear", -1: "clear", 0: "overcast", 1: "overcast"}
    draft = day.draft()
    close_day(draft)
    assert counted(draft) == (4, 2)


def test_recording_again_on_the_same_box_replaces_the_marker() -> None:
    draft = at(3, {("weather-change", "4"): "overcast"}).draft()
    change_weather(draft)
    assert draft.text("weather-change", "4") == "clear"


@given(st.sampled_from(["clear", "overcast"]))
def test_two_changes_cancel(weather: str) -> None:
    assert changed(changed(weather)) == weather


@given(st.integers(0, 13), st.dictionaries(st.integers(0, 16), st.sampled_from(["clear", "overcast"])))
def test_counts_agree_with_the_boxes(last: int, markers: dict[int, str]) -> None:
    facts: Facts = {("weather-change", str(b)): w for b, w in markers.items()}
    day = at(last, facts)
    boxes = weather_by_box(day)
    total, overcast = counted(day)
    assert total == last + 1 == len(boxes)
    assert overcast == sum(w == "overcast" for _, w in boxes)
    value = depot_value(day).value
    assert 5 <= value <= 10


@given(st.integers(-3, 2), st.integers(1, 9), st.integers(0, 12))
def test_the_night_remembers_the_boxes_of_the_day(first: int, boxes: int, later: int) -> None:
    facts: Facts = {"day-start": first, ("weather-change", str(first + later)): "overcast"}
    evening = at(first + boxes - 1, facts)
    draft = evening.draft()
    close_day(draft)
    draft.clear("impulse")
    assert weather_by_box(draft) == weather_by_box(evening)
    assert counted(draft) == counted(evening)
    assert terms.weather(draft) == weather_by_box(evening)[-1][1]
