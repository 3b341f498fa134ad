"""Section 6.0: how many units a hex holds at the end of a phase."""

from __future__ import annotations

from typing import Any

from adjudicator.battle_for_normandy import r06_excess
from adjudicator.battle_for_normandy import r06_stacking as stacking
from adjudicator.battle_for_normandy.r06_excess import Disband
from adjudicator.battle_for_normandy.r06_room import fits
from adjudicator.battle_for_normandy.r06_rulings import stack_ruling
from adjudicator.battle_for_normandy.r10.movement import Move
from adjudicator.battle_for_normandy.r10.reach import reach
from adjudicator.position import Decision, Position
from counters.catalog import Unit
from maps.board import Board, Feature
from tests.battle_for_normandy.build import around, board, position, situation, unit
from tests.playing import barred, done, look

HERE = "c3014"
MAP = board(around(HERE, radius=2))
TANKS = unit("br-1", "tank", stacking=4, division="br-7-armd")


def rules(here: Position, side: str = "allied", space: str = HERE) -> list[str]:
    return [section for section, _ in stacking.faults(here, space, side)]


def stacked(*units: Unit, on: Board = MAP, date: int = 10, **facts: str) -> Position:
    options = facts or None
    return situation(on, *((u, HERE) for u in units), date=date, options=options)


# --- points -----------------------------------------------------------------------------------------------


def test_six_points_in_a_hex_6_1() -> None:
    assert not rules(stacked(unit("us-1"), unit("us-2")))
    assert rules(stacked(unit("us-1"), unit("us-2"), unit("us-3", "co"))) == ["6.1"]
    assert not rules(stacked(unit("us-1", "co"), unit("us-2", "co"), unit("us-3", "co")))
    assert not rules(stacked(unit("us-1", "hq"), unit("us-2"), unit("us-3", "co")))


def test_support_units_count_nothing() -> None:
    few = [unit("br-1"), unit("br-2"), unit("br-3", "avre"), unit("br-4", "croc"), unit("br-5", "rhino")]
    assert not rules(stacked(*few))
    assert stacking.points(stacked(*few), HERE, "allied") == 6


def test_a_strongpoint_and_an_entrenchment_use_a_point_each() -> None:
    two = [unit("ge-1"), unit("ge-2", "co")]
    trench = {("entrenchment", HERE): "ready", ("entrenchment-side", HERE): "german"}
    assert not rules(situation(MAP, *((u, HERE) for u in two), facts=trench), "german")
    more = [*two, unit("ge-3", "sp")]
    assert not rules(situation(MAP, *((u, HERE) for u in more)), "german")
    assert rules(situation(MAP, *((u, HERE) for u in more), facts=trench), "german") == ["6.1"]
    begun = {("entrenchment", HERE): "building", ("entrenchment-side", HERE): "german"}
    assert not rules(situation(MAP, *((u, HERE) for u in more), facts=begun), "german")


def test_reduced_units_count_as_much() -> None:
    here = position(MAP, (unit("us-1"), f"{HERE} reduced"), (unit("us-2"), HERE), (unit("us-3", "hq"), HERE))
    assert rules(here) == ["6.1"]


# --- exceptions -------------------------------------------------------------------------------------------


def test_a_cw_tank_unit_and_infantry_of_one_hq_may_be_seven_example_5() -> None:
    foot = unit("br-2", division="br-7-armd")
    assert not rules(stacked(TANKS, foot))
    assert rules(stacked(TANKS, foot, unit("br-3", "hq"))) == ["6.1"]
    assert rules(stacked(TANKS, unit("br-3", "tank", division="br-7-armd"))) == ["6.1"]
    assert rules(stacked(unit("us-1", "tank", stacking=4), unit("us-2"))) == ["6.1"]


def test_infantry_of_another_division_must_be_supplied_by_the_same_hq() -> None:
    foot = unit("br-2", division="br-50")
    hq = unit("br-50-hq", "hq", division="br-50")
    here = situation(MAP, (TANKS, HERE), (foot, HERE), (hq, "c2913"))
    assert not rules(here)  # the tank unit can be a guest of the 50th Division
    assert rules(situation(MAP, (TANKS, HERE), (foot, HERE))) == ["6.1"]
    assert not rules(situation(MAP, (TANKS, HERE), (foot, HERE), options={"cw-tank-regiment": "B"}))


def test_the_infantry_must_trace_to_the_hq_and_engineers_are_none() -> None:
    foot, hq = unit("br-2", division="br-7-armd"), unit("br-7-hq", "hq", division="br-7-armd")
    placed = ((TANKS, HERE), (foot, HERE), (hq, "c2913"))
    assert not rules(situation(MAP, *placed))
    assert rules(situation(MAP, *placed, marks={"br-2": {"general-supply": "out"}})) == ["6.1"]
    assert rules(stacked(TANKS, unit("br-2", "engineer", division="br-7-armd"))) == ["6.1"]


def test_option_6_1o_cancels_it_until_august_trap_35() -> None:
    foot = unit("br-2", division="br-7-armd")
    options = {"6.1o": "B"}
    units = [(TANKS, HERE), (foot, HERE)]
    assert rules(situation(MAP, *units, date=61, options=options)) == ["6.1o"]
    assert not rules(situation(MAP, *units, date=62, options=options))


def test_an_hq_counts_its_feldersatz_points_example_19() -> None:
    hq = unit("ge-21-hq", "hq", division="ge-21-pz")
    here = situation(MAP, (hq, HERE), marks={"ge-21-hq": {"feldersatz": 3}})
    assert stacking.value(here, here.pieces["ge-21-hq"]) == 3
    assert stacking.points(here, HERE, "german") == 3


def test_an_hq_may_stack_with_one_other_combat_unit_example_20() -> None:
    hq = unit("ge-12-hq", "hq", division="ge-12-ss")
    marks = {"ge-12-hq": {"feldersatz": 6}}
    one = [(hq, HERE), (unit("ge-1"), HERE)]
    assert not rules(situation(MAP, *one, marks=marks), "german")
    assert rules(situation(MAP, *one, (unit("ge-2", "co"), HERE), marks=marks), "german") == ["6.1"]
    two = [(hq, HERE), (unit("ge-3", "hq"), HERE)]
    assert rules(situation(MAP, *two, marks=marks), "german") == ["6.1"]


def test_us_and_commonwealth_units_do_not_stack_6_3() -> None:
    here = situation(MAP, (unit("us-1"), HERE), (unit("br-1"), "c2913"))
    assert barred(here, Move(("us-1",), ("c2913",))) == ["6.3"]
    assert "c2913" in reach(here, "us-1").ways.cost
    assert "c2913" not in reach(here, "us-1").destinations
    both = situation(MAP, (unit("us-1"), HERE), (unit("br-1"), HERE), (unit("po-1", "co"), "c2913"))
    assert stacking.mixed(both) == (HERE,)
    assert r06_excess.overstacked(both, "allied") == ()
    french = situation(MAP, (unit("us-1"), HERE), (unit("fr-1"), HERE))
    assert not rules(french)


# --- ships and Assault Hexes ------------------------------------------------------------------------------


def test_ships_of_a_hex_10_9_trap_31() -> None:
    sea = board(around(HERE), terrain=dict.fromkeys(around(HERE), "sea"))
    three = [unit(f"us-{n}", "ship", as_=4) for n in range(3)]
    assert not rules(stacked(*three, on=sea))
    assert rules(stacked(*three, unit("us-9", "ship", as_=1), on=sea)) == ["10.9", "10.9"]
    assert rules(stacked(unit("us-1", "bb", as_=7), unit("us-2", "bb", as_=6), on=sea)) == ["10.9"]
    options = {"naval-stacking": "B"}
    ships = [(unit(f"us-{n}", "ship"), HERE) for n in range(5)]
    assert not rules(situation(sea, *ships, options=options))


def queue(*units: Unit, **facts: Any) -> Position:
    features: dict[str, dict[str, Feature]] = {HERE: {"queue": 2, "site": "gold", "beach": "king-red"}}
    sea = board(around(HERE), terrain={HERE: "sea"}, features=features)
    return situation(sea, *((u, HERE) for u in units), **facts)


def test_an_assault_hex_in_the_invasion_and_later() -> None:
    companies = [unit(f"br-{n}", "co") for n in range(3)]
    invasion = {"date": 6, "time": "am", "invasion": 1}
    assert not rules(queue(*companies, unit("br-8", "avre"), **invasion))
    assert not rules(queue(unit("br-7"), **invasion))
    assert rules(queue(unit("br-7"), companies[0], **invasion)) == ["18.2"]
    assert rules(queue(*companies, unit("br-6", "co"), **invasion)) == ["18.2"]
    assert rules(queue(unit("br-7"), companies[0], options={"22.3o": "B"}, **invasion)) == ["22.3o"]
    four = [unit(f"br-{n}") for n in range(4)]
    assert not rules(queue(*four))
    assert rules(queue(*four, unit("br-9", "avre"))) == ["9.2.2"]


# --- the end of a phase -----------------------------------------------------------------------------------


def test_the_limit_may_be_exceeded_in_movement_and_is_told_6_2() -> None:
    here = situation(MAP, (unit("us-1"), HERE), (unit("us-2"), "c2913"), (unit("us-3"), "c2913"))
    assert barred(here, Move(("us-1",), ("c2913",))) == []
    assert any(s.rule == "6.2" for s in look(here, Move(("us-1",), ("c2913",))).steps)
    assert "c2913" in reach(here, "us-1").crowded
    assert "c2913" not in reach(here, "us-1").destinations


def test_the_owner_eliminates_enough_units_6_2() -> None:
    here = stacked(unit("us-1"), unit("us-2"), unit("us-3", "co"))
    assert r06_excess.overstacked(here, "allied") == (HERE,)
    assert r06_excess.least_removals(here, HERE, "allied") == (("us-1",), ("us-2",), ("us-3",))
    draft = here.draft()
    assert r06_excess.correct(draft)
    asked = draft.finish()
    assert barred(asked, Disband(("us-3",))) == []
    assert barred(asked, Disband(("us-1", "us-3"))) == ["6.2"]
    assert barred(asked, Disband(())) == ["6.1"]
    assert barred(asked, Disband(("us-9",))) == ["6.2"]
    assert not rules(done(asked, Disband(("us-3",))))
    assert barred(here, Disband(("us-3",))) == ["6.2"]


def test_options_are_the_fewest_eliminations() -> None:
    pending = [Decision("allied", r06_excess.OVERSTACK.kind, "6.2", {"hex": HERE})]
    units = [(unit(f"us-{n}"), HERE) for n in range(4)]
    here = situation(MAP, *units, pending=pending)
    found = list(r06_excess.HANDLERS[0].options(here))
    assert len(found) == 6
    assert all(barred(here, action) == [] for action in found)
    assert not r06_excess.correct(stacked(unit("us-1")).draft())


def test_fits_agrees_with_faults() -> None:
    hq = unit("ge-7-hq", "hq")
    marks = {"ge-7-hq": {"feldersatz": 4}}
    others = [unit("ge-2"), unit("ge-3", "co"), unit("ge-4", "sp"), unit("ge-5", "hq")]
    for other in others:
        for joiner in (unit("ge-1"), hq, unit("ge-6", "co")):
            here = situation(MAP, (other, HERE), (unit("ge-8"), HERE), (joiner, "c2913"), marks=marks)
            exact = not stacking.faults(here, HERE, "german", adding=(joiner.id,))
            assert fits(here, HERE, here.pieces[joiner.id]) == exact


def test_the_answer_names_the_exception() -> None:
    found = stack_ruling(stacked(TANKS), HERE, adding=())
    assert found.ok
    joined = situation(MAP, (TANKS, HERE), (unit("br-2", division="br-7-armd"), "c2913"))
    answer = stack_ruling(joined, HERE, adding=("br-2",))
    assert answer.answer["points"] == 7
    assert answer.ok
    assert any("7 points" in s.text for s in answer.steps)
