"""Section 15.0."""

from __future__ import annotations

import pytest

from adjudicator.dark_summer.r10_movement import Move, owed_moves
from adjudicator.dark_summer.r10_reach import reach, refusals
from adjudicator.dark_summer.r15_boundary import depth, is_bounded, zone_faults
from adjudicator.position import Fact, Key
from tests.dark_summer.build import board, hexes, position, unit
from tests.dark_summer.moving import situation
from tests.playing import barred, done

BLOCK = board(hexes(30, 41, 2, 9))
US, BRITISH, FRENCH, GERMAN = unit("us-1"), unit("br-1"), unit("fr-1"), unit("ge-1")


@pytest.mark.parametrize(
    ("group", "space", "far"),
    [("us", "3505", 0), ("us", "3605", 1), ("us", "3705", 2), ("british", "3605", 0), ("british", "3405", 2)],
)
def test_depth_counts_hexes_beyond_the_line(group: str, space: str, far: int) -> None:
    assert depth(group, space) == far


@pytest.mark.parametrize("attack", [False, True])
def test_example_18_a_british_unit(attack: bool) -> None:
    here = position(BLOCK, (BRITISH, "3505"))
    assert not zone_faults(here, BRITISH, "3505", attack=attack)
    assert [v.rule for v in zone_faults(here, BRITISH, "3405", attack=attack)] == ["15.0"]


@pytest.mark.parametrize("attack", [False, True])
@pytest.mark.parametrize("who", [US, FRENCH])
def test_example_19_a_us_or_french_unit(who: object, attack: bool) -> None:
    here = position(BLOCK, (US, "3605"))
    printed = US if who is US else FRENCH
    assert not zone_faults(here, printed, "3605", attack=attack)
    assert [v.rule for v in zone_faults(here, printed, "3705", attack=attack)] == ["15.0"]


def test_once_lifted_it_holds_the_british_only() -> None:
    here = position(BLOCK, (US, "3605"), facts={("boundary-lifted", ""): True})
    assert not zone_faults(here, US, "3905")
    assert zone_faults(here, BRITISH, "3405")
    assert not is_bounded(here, "us")


def test_germans_and_boxes_know_no_boundary() -> None:
    here = position(BLOCK, (GERMAN, "3605"))
    assert not zone_faults(here, GERMAN, "3405")
    assert not zone_faults(here, US, "exit-allied")
    assert not is_bounded(here, "german")


def test_moving_ends_at_the_line_and_zoc_does_not() -> None:
    here = situation(BLOCK, (US, "3605"), (GERMAN, "3805"), group="us")
    assert barred(here, Move("us-1", ("3705",))) == ["15.0"]
    assert "3705" in refusals(here, reach(here, "us-1"))


DRIVEN: dict[Key, Fact] = {("over-boundary", "us-1"): True, ("beach", "3303"): "open"}


def test_a_unit_driven_over_the_line_comes_back_through_closed_hexes() -> None:
    here = situation(BLOCK, (US, "3906"), group="us", facts=DRIVEN)
    assert not barred(here, Move("us-1", ("3806", "3705", "3605", "3504")))
    assert barred(here, Move("us-1", ("4006",))) == ["15.0"]
    assert barred(here, Move("us-1", ("3806", "3705"))) == ["15.0"]


def test_it_gets_as_near_as_it_can() -> None:
    slow = unit("us-1", mf=2)
    here = situation(BLOCK, (slow, "3906"), group="us", facts=DRIVEN)
    assert {d[:2] for d in reach(here, "us-1").destinations} == {"37"}
    assert barred(here, Move("us-1", ("3806",))) == ["15.0"]
    assert "15.0" in {f.rule for faults in refusals(here, reach(here, "us-1")).values() for f in faults}


def test_it_must_move_and_is_quit_when_home() -> None:
    here = situation(BLOCK, (US, "3705"), group="us", facts=DRIVEN)
    assert [v.rule for v in owed_moves(here)] == ["15.0"]
    home = done(here, Move("us-1", ("3605", "3504")))
    assert not home.flag("over-boundary", "us-1")
    assert not owed_moves(home)


def test_no_duty_where_nothing_can_be_done() -> None:
    walls = dict.fromkeys(("3605", "3606", "3704", "3706", "3805", "3806"), "flooded")
    ground = board(hexes(30, 41, 2, 9), terrain=walls)
    assert not owed_moves(situation(ground, (US, "3705"), group="us", facts=DRIVEN))


def test_a_lifted_boundary_frees_it() -> None:
    facts = {**DRIVEN, ("boundary-lifted", ""): True}
    here = situation(BLOCK, (US, "3705"), group="us", facts=facts)
    assert not owed_moves(here)
    assert not done(here, Move("us-1", ("3805",))).flag("over-boundary", "us-1")


def test_an_entry_into_brittany_in_an_earlier_turn_has_lifted_it() -> None:
    facts: dict[Key, Fact] = {("turn", ""): 7, ("brittany-turn", ""): 6}
    assert not is_bounded(position(BLOCK, (US, "3605"), facts=facts), "us")
    assert is_bounded(position(BLOCK, (US, "3605"), facts={**facts, ("turn", ""): 6}), "us")
    assert is_bounded(position(BLOCK, (US, "3605"), facts=facts), "british")
