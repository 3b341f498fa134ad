"""Hit Numbers of guns and ships that fire alone."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from adjudicator.battle_for_normandy.r13.hit import chance, hit_number, is_hit
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from tests.battle_for_normandy.build import board, hexes, hq, situation, unit

TARGET, GUN = "c2020", "c2025"


def shot(
    *targets: str, word: str = "artillery", strength: int = 4, terrain: str = "clear", **more: Any
) -> Position:
    features = {TARGET: {"settlement": more.pop("settlement", "")}}
    ground = board(hexes("c1515", "c2530"), terrain={TARGET: terrain}, features=features)
    gun = unit(more.pop("gun", "us-g"), word, as_=strength)
    foe = "ge" if gun.side == "allied" else "us"
    there = [(unit(f"{foe}-{n}", name), TARGET) for n, name in enumerate(targets)]
    return situation(ground, (gun, GUN), *there, phase="combat", side=gun.side, **more)


def number(here: Position, gun: str = "us-g", **more: Any) -> int:
    return hit_number(here, gun, TARGET, **more)


def test_example_1_three_units_in_a_town() -> None:
    here = shot("inf", "inf", "inf", settlement="town")
    assert number(here) == 4
    assert chance(4) == Fraction(4, 10)


def test_example_2_a_nebelwerfer_counts_half() -> None:
    here = shot("inf", "inf", "inf", word="nw", strength=6, gun="ge-nw")
    assert number(here, "ge-nw") == 5


def test_example_12_1_b_two_units() -> None:
    assert number(shot("inf", "inf", strength=3)) == 4


@pytest.mark.parametrize(
    ("terrain", "settlement", "found"),
    [
        ("clear", "", 4), ("beach", "", 4), ("flooded", "", 4), ("farmland", "", 3), ("clear", "village", 3),
        ("forest", "", 2), ("bocage", "", 2), ("clear", "town", 2), ("city", "", 1), ("farmland", "town", 1),
        ("bocage", "town", 1), ("farmland", "village", 2),
    ],
)  # fmt: skip
def test_terrain_is_cumulative_to_three(terrain: str, settlement: str, found: int) -> None:
    assert number(shot("inf", terrain=terrain, settlement=settlement)) == found


def test_an_entrenchment_of_the_target() -> None:
    facts = {("entrenchment", TARGET): "ready"}
    assert number(shot("inf", facts=facts)) == 1
    assert number(shot("inf", terrain="bocage", facts=facts)) == 1
    assert number(shot("inf", facts={**facts, ("entrenchment-side", TARGET): "allied"})) == 4


def test_night_and_counter_battery_at_night() -> None:
    assert number(shot("inf", time="night")) == 3
    assert number(shot("inf", time="night"), counter_battery=True) == 2
    assert number(shot("inf"), counter_battery=True) == 4


def test_weather_is_no_terrain() -> None:
    assert number(shot("inf", weather="heavy-rain")) == 3
    assert number(shot("inf", weather="storm", terrain="city", strength=6)) == 1


def test_an_hq_with_its_points_is_one_unit() -> None:
    here = shot("inf")
    ground = here.board
    with_hq = situation(
        ground, (unit("us-g", "artillery"), GUN), (hq("ge-352"), TARGET), (unit("ge-1", "inf"), TARGET),
        marks={"ge-352-hq": {"feldersatz": 5}},
    )  # fmt: skip
    assert number(with_hq) == 5


def test_a_kangaroo_by_both_readings() -> None:
    here = shot("inf", "kangaroo", gun="ge-g")
    assert number(here, "ge-g") == 4
    other = shot("inf", "kangaroo", gun="ge-g", options={"kangaroo-fire": "B"})
    assert number(other, "ge-g") == 5
    assert not is_hit(5, 5, kangaroo=1)


def test_ships_at_sea_know_no_terrain_and_no_stacking() -> None:
    here = shot("destroyer", "destroyer", terrain="sea", gun="ge-g", strength=3)
    assert number(here, "ge-g") == 3


def test_one_always_hits_and_ten_never() -> None:
    assert is_hit(1, -5)
    assert not is_hit(10, 15)
    assert [chance(n) for n in (-3, 1, 9, 11)] == [Fraction(n, 10) for n in (1, 1, 9, 9)]


def test_the_steps_are_told() -> None:
    inquiry = Inquiry(shot("inf", "inf", terrain="city", settlement="town", time="night"))
    hit_number(inquiry, "us-g", TARGET)
    text = "\n".join(map(str, inquiry.steps))
    for words in ("4  Attack Strength of us-g", "City", "-3 at the most", "Night", "2 units in the hex"):
        assert words in text
