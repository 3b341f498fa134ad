"""Sections 17.1 to 17.3, 21.3, 21.4: naval and air markers, on ordinary days and on D-Day."""

from __future__ import annotations

import pytest

from adjudicator.actions import Roll
from adjudicator.breakout_normandy import GAME
from adjudicator.breakout_normandy.r06_sequence import EndImpulse, EndPhase
from adjudicator.breakout_normandy.r10_attrition import TakeAttrition
from adjudicator.breakout_normandy.r10_bombardment import Bombard
from adjudicator.breakout_normandy.r11_advantage import KeepRoll, Reroll
from adjudicator.breakout_normandy.r17_naval_and_air import (
    MARKERS,
    NameTargets,
    marker_faults,
    nation_near,
)
from adjudicator.game import legal
from adjudicator.position import Position
from tests.breakout_normandy.build_r3 import position, unit
from tests.playing import allowed, play, reasons, rules

GERMANS = [
    unit("ge-u", "utah-beach"),
    unit("ge-g", "gold-beach"),
    unit("ge-m", "marsh"),
    unit("ge-l", "lane"),
]
US_HOLDS_UTAH = {("control", "utah-beach"): "us"}


def sections(before: Position, marker: str, target: str) -> list[str]:
    return [section for section, _ in marker_faults(before, MARKERS[marker], target)]


# --- naval ----------------------------------------------------------------------------------------------


def test_naval_target_needs_the_colour_and_the_nation() -> None:
    before = position(GERMANS, US_HOLDS_UTAH)
    assert sections(before, "wtf", "marsh") == []
    assert sections(before, "etf", "marsh") == ["17.2"]  # the colour is there, the British are not
    assert sections(before, "wtf", "lane") == ["17.2", "17.2"]
    assert sections(before, "wtf", "zone-b") == ["17.2", "17.2"]


def test_a_unit_in_or_next_to_the_target_will_do() -> None:
    assert sections(position([*GERMANS, unit("us-1", "marsh")]), "wtf", "marsh") == []
    assert sections(position([*GERMANS, unit("us-1", "town")]), "wtf", "marsh") == []
    assert sections(position([*GERMANS, unit("us-1", "hill")]), "wtf", "marsh") == ["17.2"]
    assert sections(position([*GERMANS, unit("br-1", "marsh")]), "wtf", "marsh") == ["17.2"]


def test_control_of_an_adjacent_area_will_do() -> None:
    assert nation_near(position((), US_HOLDS_UTAH), "us", "marsh", boxes=False)
    assert not nation_near(position((), US_HOLDS_UTAH), "british", "marsh", boxes=False)


@pytest.mark.parametrize(("reading", "expected"), [("A", ["17.2"]), ("B", [])])
def test_approach_box_and_naval_bombardment(reading: str, expected: list[str]) -> None:
    before = position([*GERMANS, unit("us-1", "approach-utah")], options={"naval-approach-box": reading})
    assert sections(before, "wtf", "utah-beach") == expected


def test_once_a_day() -> None:
    before = position(GERMANS, US_HOLDS_UTAH)
    after = play(before, Bombard("wtf", "marsh", "ge-m"), Roll((7, 7)), KeepRoll(), EndImpulse())
    assert after.flag("used", "wtf")
    assert after.text("bombarded-by", "marsh") == "us"
    german_done = position(GERMANS, {**US_HOLDS_UTAH, ("used", "wtf"): True})
    assert rules(german_done, Bombard("wtf", "marsh", "ge-m")) == {"10.11"}


def test_storm_keeps_the_ships_away() -> None:
    before = position(GERMANS, {**US_HOLDS_UTAH, "weather-today": "storm"})
    assert sections(before, "wtf", "marsh") == ["24.6C"]
    assert sections(position(GERMANS, {**US_HOLDS_UTAH, "weather-today": "overcast"}), "wtf", "marsh") == []


def test_a_marker_attacks_alone() -> None:
    there = [*GERMANS, unit("us-a", "utah-beach", type="field-artillery")]
    assert rules(position(there, US_HOLDS_UTAH), Bombard("wtf", "marsh", "ge-m", ("us-a",))) == {"17.1"}


def test_same_day_lock_between_nationalities() -> None:
    before = position(GERMANS, {**US_HOLDS_UTAH, ("bombarded-by", "marsh"): "british"})
    assert sections(before, "wtf", "marsh") == ["17.1"]
    same = position(GERMANS, {**US_HOLDS_UTAH, ("bombarded-by", "marsh"): "us"})
    assert sections(same, "ix-af", "marsh") == []


def test_lock_binds_air_after_naval_but_not_artillery() -> None:
    there = [unit("ge-m", "marsh"), unit("br-1", "town"), unit("br-a", "utah-beach", type="field-artillery")]
    before = position(there, US_HOLDS_UTAH)
    after = play(before, Bombard("wtf", "marsh", "ge-m"), Roll((2, 12)), KeepRoll())
    assert sections(after, "2-taf", "marsh") == ["17.1"]
    tomorrow = position(there, {**US_HOLDS_UTAH, ("bombarded-by", "marsh"): "us"})
    assert rules(tomorrow, Bombard("br-a", "marsh", "ge-m")) == set()


# --- air ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("weather", ["overcast", "storm"])
def test_air_needs_clear_weather(weather: str) -> None:
    before = position(GERMANS, {**US_HOLDS_UTAH, "weather-today": weather})
    assert sections(before, "ix-af", "marsh") == ["17.3"]


def test_air_counts_the_approach_box_as_its_beach() -> None:
    before = position([*GERMANS, unit("us-1", "approach-utah")])
    assert sections(before, "ix-af", "utah-beach") == []
    assert sections(before, "ix-af", "marsh") == []
    assert sections(before, "ix-af", "lane") == ["17.3"]


def test_air_never_strikes_a_zone() -> None:
    before = position([unit("us-1", "zone-b"), unit("ge-z", "zone-b")])
    assert rules(before, Bombard("ix-af", "zone-b", "ge-z")) == {"17.3"}


def test_air_needs_no_colour() -> None:
    before = position([unit("us-1", "hill"), unit("ge-t", "town")])
    assert rules(before, Bombard("ix-af", "town", "ge-t")) == set()


def test_air_marker_is_not_the_germans() -> None:
    before = position([unit("us-1", "hill"), unit("ge-t", "town")], side="german")
    assert rules(before, Bombard("ix-af", "hill", "us-1")) == {"10.11"}


def test_air_bombardment_leaves_the_impulse_marker() -> None:
    before = position(GERMANS, {**US_HOLDS_UTAH, "impulse": 3})
    struck = play(before, Bombard("ix-af", "marsh", "ge-m"), Roll((7, 12)), KeepRoll(), EndImpulse())
    assert (struck.number("impulse"), struck.text("side"), struck.text("phase")) == (3, "german", "daylight")


def test_air_bombardment_may_end_the_day() -> None:
    before = position(GERMANS, {**US_HOLDS_UTAH, "impulse": 8})
    struck = play(before, Bombard("ix-af", "marsh", "ge-m"), Roll((7, 12)), KeepRoll(), EndImpulse())
    assert struck.text("phase") == "refit-german"


def test_naval_bombardment_advances_the_marker() -> None:
    before = position(GERMANS, {**US_HOLDS_UTAH, "impulse": 3})
    struck = play(before, Bombard("wtf", "marsh", "ge-m"), Roll((7, 12)), KeepRoll(), EndImpulse())
    assert struck.number("impulse") == 4


# --- D-Day: ships ---------------------------------------------------------------------------------------


def test_naval_phase_takes_every_beach_once() -> None:
    before = position(GERMANS, phase="naval")
    assert rules(before, EndPhase()) == {"21.3"}
    assert allowed(before, "bombard") == {
        Bombard("wtf", "utah-beach", "ge-u"),
        Bombard("etf", "gold-beach", "ge-g"),
    }
    one = play(before, Bombard("wtf", "utah-beach", "ge-u"), Roll((7, 7)), KeepRoll())
    assert not one.flag("used", "wtf")
    assert rules(one, Bombard("wtf", "utah-beach", "ge-u")) == {"21.3"}
    assert "Gold Beach" in reasons(one, EndPhase())
    both = play(one, Bombard("etf", "gold-beach", "ge-g"), Roll((2, 12)), KeepRoll())
    after = play(both, EndPhase())
    assert after.text("phase") == "air"
    assert after.flag("used", "wtf")
    assert after.flag("used", "etf")


def test_naval_phase_refuses_other_targets_and_markers() -> None:
    before = position([*GERMANS, unit("us-1", "marsh")], phase="naval")
    assert rules(before, Bombard("wtf", "marsh", "ge-m")) == {"21.3"}
    assert "21.3" in rules(before, Bombard("ix-af", "utah-beach", "ge-u"))
    assert "11.4" in rules(before, Bombard("wtf", "utah-beach", "ge-u", (), double=True))
    assert rules(before, Bombard("etf", "utah-beach", "ge-u")) == {"17.2"}


def test_real_d_day_ships_have_five_beaches() -> None:
    d_day = play(GAME.scenario("d-day"), EndPhase())
    targets = {(a.by, a.target) for a in legal(d_day).of("bombard") if isinstance(a, Bombard)}
    assert targets == {
        ("wtf", "utah-beach"),
        ("wtf", "omaha-beach"),
        ("etf", "gold-beach"),
        ("etf", "juno-beach"),
        ("etf", "sword-beach"),
    }


def test_example_2_on_the_real_map() -> None:
    d_day = play(GAME.scenario("d-day"), EndPhase())
    art = Bombard("wtf", "omaha-beach", "ge-352-art")
    assert rules(d_day, art) == {"10.12"}
    struck = play(d_day, Bombard("wtf", "omaha-beach", "ge-vierville"), Roll((7, 6)), KeepRoll())
    assert struck.decision is not None
    assert struck.decision.data["points"] == 5
    offered = {a.units for a in legal(struck).of("take-attrition") if isinstance(a, TakeAttrition)}
    assert offered == {("ge-vierville", u) for u in ("ge-916", "ge-726", "ge-352-art")}


@pytest.mark.parametrize(
    ("allied", "german", "status"), [(2, 6, "fresh"), (2, 7, "fresh"), (2, 5, "spent"), (12, 2, "spent")]
)
def test_example_2_utah_on_the_real_map(allied: int, german: int, status: str) -> None:
    d_day = play(GAME.scenario("d-day"), EndPhase())
    struck = play(d_day, Bombard("wtf", "utah-beach", "ge-1-919"), Roll((allied, german)), KeepRoll())
    assert struck.pieces["ge-1-919"].status == status


# --- D-Day: air -----------------------------------------------------------------------------------------


def air_phase(*, reading: str = "A", more: tuple[str, ...] = ()) -> Position:
    there = [*GERMANS, *(unit(f"us-{s}", s) for s in more), unit("ge-t", "town"), unit("ge-h", "hill")]
    return position(there, phase="air", options={"d-day-air-nationality": reading})


def test_both_targets_are_declared_first() -> None:
    before = air_phase()
    assert rules(before, Bombard("ix-af", "utah-beach", "ge-u")) == {"21.4"}
    assert "still to be declared" in reasons(before, EndPhase())
    named = play(before, NameTargets("marsh", "lane"))
    assert rules(named, NameTargets("marsh", "gold-beach")) == {"21.4"}
    assert rules(named, Bombard("ix-af", "utah-beach", "ge-u")) == {"21.4"}  # example 3
    assert rules(named, Bombard("ix-af", "lane", "ge-l")) == {"21.4", "17.3"}
    one = play(named, Bombard("2-taf", "lane", "ge-l"), Roll((2, 12)), KeepRoll())
    assert "still to strike: IX AF" in reasons(one, EndPhase())
    both = play(one, Bombard("ix-af", "marsh", "ge-m"), Roll((12, 2)), KeepRoll(), EndPhase())
    assert both.text("phase") == "amphibious"
    assert both.text("air-target", "ix-af") == ""
    assert both.flag("used", "2-taf")


@pytest.mark.parametrize(
    ("action", "section"),
    [
        (NameTargets("marsh", "marsh"), "21.4"),
        (NameTargets("town", "lane"), "21.4"),
        (NameTargets("hill", "lane"), "21.4"),
        (NameTargets("lane", "marsh"), "17.3"),
        (NameTargets("zone-b", "lane"), "17.3"),
        (NameTargets("nowhere", "lane"), "21.4"),
        (NameTargets("approach-utah", "lane"), "21.4"),
    ],
)
def test_declarations_that_are_refused(action: NameTargets, section: str) -> None:
    assert section in rules(air_phase(), action)


def test_a_declared_target_needs_germans() -> None:
    empty = position([unit("ge-u", "utah-beach"), unit("ge-l", "lane")], phase="air")
    assert "holds no German unit" in reasons(empty, NameTargets("marsh", "lane"))


@pytest.mark.parametrize(
    ("reading", "expected"),
    [
        (
            "A",
            {
                ("utah-beach", "gold-beach"),
                ("utah-beach", "lane"),
                ("marsh", "gold-beach"),
                ("marsh", "lane"),
            },
        ),
        ("C", set()),
    ],
)
def test_nationality_on_d_day(reading: str, expected: set[tuple[str, str]]) -> None:
    offered = {
        (a.ix_af, a.two_taf)
        for a in allowed(air_phase(reading=reading), "name-targets")
        if isinstance(a, NameTargets)
    }
    assert offered == expected


def test_nationality_waived_on_d_day() -> None:
    offered = allowed(air_phase(reading="B"), "name-targets")
    assert NameTargets("lane", "marsh") in offered
    assert len(offered) == 12


def test_airborne_units_satisfy_the_strict_reading() -> None:
    before = air_phase(reading="C", more=("marsh",))
    faults = [s for s, _ in marker_faults(before, MARKERS["ix-af"], "utah-beach")]
    assert faults == ["21.4"]  # only the declaration is missing
    assert "17.3" in [s for s, _ in marker_faults(before, MARKERS["2-taf"], "lane")]


def test_phase_can_end_where_nothing_can_be_declared() -> None:
    assert rules(position([unit("ge-h", "hill")], phase="air"), EndPhase()) == set()


def test_advantage_used_in_a_phase_passes_at_its_end() -> None:
    before = position(GERMANS, phase="naval")
    struck = play(before, Bombard("wtf", "utah-beach", "ge-u"), Roll((2, 12)), Reroll(), Roll((7, 7)))
    assert struck.text("advantage") == "allied"
    second = play(struck, Bombard("etf", "gold-beach", "ge-g"), Roll((2, 12)))
    assert second.decision is None
    assert play(second, EndPhase()).text("advantage") == "german"


def test_ships_and_aircraft_of_one_day_share_the_lock() -> None:
    """17.1 binds the two bombardment phases of D-Day together."""
    draft = air_phase(reading="B").draft()
    draft.set("bombarded-by", "us", "utah-beach")
    draft.set("bombarded-by", "british", "gold-beach")
    offered = {
        (a.ix_af, a.two_taf) for a in allowed(draft.finish(), "name-targets") if isinstance(a, NameTargets)
    }
    assert all(us != "gold-beach" and british != "utah-beach" for us, british in offered)
    assert ("utah-beach", "gold-beach") in offered


def test_le_havre_batteries_reach_their_two_areas_only() -> None:
    d_day, battery = GAME.scenario("d-day"), MARKERS["le-havre"]
    assert marker_faults(d_day, battery, "houlgate") == []
    assert [section for section, _ in marker_faults(d_day, battery, "dozule")] == ["16.4"]
