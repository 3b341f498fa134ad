"""Section 7: the Weather Cup and its draw, historical Weather, and the kinds of turn."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.actions import Roll
from adjudicator.dark_summer import GAME
from adjudicator.dark_summer import r07_weather as weather
from adjudicator.dice import Distribution
from adjudicator.game import apply, check, legal
from adjudicator.inquiry import Inquiry
from adjudicator.position import Fact, Key, Position
from maps.board import Board


def position(*, historical: bool = False, **drawn: int) -> Position:
    """A position of the Weather Phase of Turn 2 from which chits have been drawn."""
    facts: dict[Key, Fact] = {("weather-drawn", kind): number for kind, number in drawn.items()}
    empty = GAME.empty(Board([], []), {}, {("phase", ""): "weather", ("turn", ""): 2, **facts})
    options = {"historical-weather": "B"} if historical else {}
    return Position(empty.game, empty.board, empty.schema, {}, empty.facts, options=options)


def drawing(given: Position) -> Position:
    """The same with the draw asked for."""
    draft = given.draft()
    weather.ask_weather(draft)
    return draft.finish()


def test_the_full_cup_holds_nine_chits() -> None:
    found = weather.next_weather(position())
    assert found == Distribution({"sun": 2, "cloud": 2, "showers": 3, "rain": 1, "storm": 1})
    assert found.total == 9


def test_a_drawn_chit_never_returns() -> None:
    found = weather.next_weather(position(sun=2, storm=1))
    assert found == Distribution({"cloud": 2, "showers": 3, "rain": 1})


def test_historical_weather_starts_with_four_chits() -> None:
    assert weather.next_weather(position(historical=True)) == Distribution(
        {"sun": 1, "cloud": 1, "rain": 1, "storm": 1}
    )


@pytest.mark.parametrize("drawn", [{"rain": 1}, {"storm": 1}, {"rain": 1, "sun": 1, "cloud": 1}])
def test_the_other_five_wait_for_both_rain_and_storm(drawn: dict[str, int]) -> None:
    assert weather.next_weather(position(historical=True, **drawn)).total == 4 - sum(drawn.values())


def test_the_other_five_come_in_after_rain_and_storm() -> None:
    found = weather.next_weather(position(historical=True, rain=1, storm=1))
    assert found == Distribution({"sun": 2, "cloud": 2, "showers": 3})
    found = weather.next_weather(position(historical=True, rain=1, storm=1, sun=1, cloud=1))
    assert found == Distribution({"sun": 1, "cloud": 1, "showers": 3})


@pytest.mark.parametrize("draws", [1, 5, 9])
def test_each_draw_of_the_full_cup_is_alike(draws: int) -> None:
    found = weather.weather_after(position(), draws)
    assert found.chance(lambda kind: kind == "showers") == Fraction(1, 3)
    assert found.chance(lambda kind: kind == "sun") == Fraction(2, 9)


def test_the_second_historical_draw() -> None:
    found = weather.weather_after(position(historical=True), 2)
    assert found.chance(lambda kind: kind == "rain") == Fraction(1, 4)
    third = weather.weather_after(position(historical=True), 3)  # Rain and Storm are out in 1 case of 6
    assert third.chance(lambda kind: kind == "showers") == Fraction(1, 6) * Fraction(3, 7)


def test_there_is_no_tenth_draw() -> None:
    assert not weather.weather_after(position(), 10)
    with pytest.raises(ValueError, match="1 or more"):
        weather.weather_after(position(), 0)


@pytest.mark.parametrize(
    ("number", "kind"), [(1, "sun"), (3, "cloud"), (5, "showers"), (7, "showers"), (8, "rain"), (9, "storm")]
)
def test_a_draw_sets_the_weather_and_begins_the_replacement_phase(number: int, kind: str) -> None:
    drawn = apply(drawing(position()), Roll((number,)))
    assert (drawn.text("weather"), drawn.number("weather-drawn", kind)) == (kind, 1)
    assert (drawn.text("phase"), drawn.text("side")) == ("replacement-allied", "allied")


def test_every_chit_of_the_cup_can_be_drawn_and_no_other() -> None:
    given = drawing(position(sun=1, showers=3))
    assert legal(given).count() == 5
    refused = check(given, Roll((6,)))
    assert [v.rule for v in refused.violations] == ["7.1"]


def test_kinds_of_turn() -> None:
    kinds = {kind: GAME.empty(Board([], []), {}, {("weather", ""): kind}) for kind in weather.WEATHERS}
    assert [kind for kind, p in kinds.items() if weather.is_clear(p)] == ["sun", "cloud"]


@pytest.mark.parametrize(
    ("drawn", "told"), [({}, "wait outside"), ({"rain": 1, "storm": 1}, "are in the cup")]
)
def test_a_ruling_tells_the_cup(drawn: dict[str, int], told: str) -> None:
    inquiry = Inquiry(position(historical=True, **drawn))
    weather.explain_weather(inquiry)
    ruling = inquiry.ruling("weather", "")
    assert {s.rule for s in ruling.steps} == {"7.1", "7.3"}
    assert any(told in s.text for s in ruling.steps)
    assert "historical-weather=B" in ruling.interpretations
