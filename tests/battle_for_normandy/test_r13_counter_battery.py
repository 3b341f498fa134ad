"""Section 13.4: the Allied player answers German artillery."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.battle_for_normandy.r13.counter_battery import CounterBattery
from adjudicator.battle_for_normandy.r13.fire import FireAlone
from adjudicator.position import Position
from tests.battle_for_normandy.build import unit
from tests.battle_for_normandy.combat import NW, TARGET, asked, combat, roll
from tests.playing import choices, play, refused

US, GE = unit("us-1", division="us-1"), unit("ge-1", division="ge-352")
GUN = unit("us-gun", "artillery", division="us-1", range=8)
ENEMY = unit("ge-gun", "artillery", division="ge-352", range=8)
SHIP = unit("us-cl", "cruiser")


def fired(*more: Any, die: int = 10, **other: Any) -> Position:
    """A German gun in C2220 has fired at the American unit in C1920."""
    here = combat((US, NW), (GE, TARGET), (ENEMY, "c2220"), *more, side="german", **other)
    return roll(play(here, FireAlone("ge-gun", NW)), die)


def test_an_allied_gun_answers_at_no_cost_and_without_a_spotter() -> None:
    here = fired((GUN, "c1720"), csp=0)
    assert asked(here) == ("allied", "counter-battery")
    assert choices(here, "counter-battery") == [CounterBattery(), CounterBattery("us-gun")]
    shot = play(here, CounterBattery("us-gun"))
    assert shot.decision is not None
    assert shot.decision.data["number"] == 4
    after = roll(shot, 4)
    assert after.pieces["ge-gun"].space == "eliminated"
    assert after.flag("flipped", "us-gun")
    assert not after.flag("hex-attacked", "c2220")
    assert after.decision is None


def test_it_comes_after_the_loss_and_may_be_declined() -> None:
    here = fired((GUN, "c1720"), (unit("us-2"), NW), die=1)
    assert asked(here) == ("allied", "losses")
    here = play(here, choices(here, "take-losses")[0])
    assert asked(here) == ("allied", "counter-battery")
    assert play(here, CounterBattery()).decision is None


def test_ships_answer_once_a_day_and_never_at_night() -> None:
    sea = {"c1620": "sea", "c1621": "sea"}
    placed = ((SHIP, "c1621"),)
    assert asked(fired(*placed, terrain=sea)) == ("allied", "counter-battery")
    assert asked(fired(*placed, terrain=sea, time="night")) == ("", "")
    assert asked(fired(*placed, terrain=sea, marks={"us-cl": {"flipped": True}})) == ("", "")


@pytest.mark.parametrize(
    "more",
    [
        {"weather": "heavy-rain"},
        {"weather": "storm"},
        {"marks": {"us-gun": {"flipped": True}}},
        {"marks": {"us-gun": {"general-supply": "out"}}},
    ],
)
def test_when_nobody_answers(more: dict[str, Any]) -> None:
    assert asked(fired((GUN, "c1720"), **more)) == ("", "")


def test_night_takes_two_off_the_hit_number() -> None:
    here = play(fired((GUN, "c1720"), time="night"), CounterBattery("us-gun"))
    assert here.decision is not None
    assert here.decision.data["number"] == 2


def test_illegal_answers() -> None:
    here = fired((GUN, "c1720"))
    assert refused(here, CounterBattery("nobody")) == ["13.4"]
    assert refused(here, CounterBattery("ge-gun")) == ["13.4"]
    assert "13.1" in refused(here, CounterBattery("us-1"))


def test_allied_fire_is_not_answered() -> None:
    here = combat((US, NW), (GE, TARGET), (ENEMY, "c2220"), (GUN, "c1720"))
    assert asked(roll(play(here, FireAlone("us-gun", TARGET)), 10)) == ("", "")
