"""Ranges: the example, Long Toms, casemates."""

from __future__ import annotations

import pytest

from adjudicator.battle_for_normandy.r12.range import in_arc, in_range, least, range_faults
from maps.battle_for_normandy.grid import direction
from tests.battle_for_normandy.build import board, hexes, situation, unit

ROW = board(hexes("c2010", "c2040"))


def at(column: int) -> str:
    return f"c20{column:02d}"


@pytest.mark.parametrize(("most", "found"), [(9, 3), (10, 3), (12, 3), (20, 5), (4, 1), (5, 2), (6, 2)])
def test_the_minimum_is_a_quarter_rounded_up(most: int, found: int) -> None:
    assert least(most) == found


def test_example_12_5_3_from_three_to_nine() -> None:
    here = situation(ROW, (unit("us-g", "artillery", range=9), at(10)))
    gun = here.pieces["us-g"]
    assert [n for n in range(1, 12) if in_range(here, gun, at(10 + n))] == list(range(3, 10))


def test_long_toms_reach_from_5_to_20_and_others_from_3_to_12() -> None:
    here = situation(
        ROW, (unit("us-l", "artillery", range=20), at(10)), (unit("us-g", "artillery", range=12), at(10))
    )
    for uid, near, far in (("us-l", 5, 20), ("us-g", 3, 12)):
        gun = here.pieces[uid]
        assert [in_range(here, gun, at(10 + n)) for n in (near - 1, near, far, far + 1)] == [
            False,
            True,
            True,
            False,
        ]


def test_a_range_of_four_reaches_the_next_hex() -> None:
    here = situation(ROW, (unit("ge-g", "artillery", range=4), at(10)))
    assert in_range(here, here.pieces["ge-g"], at(11))


def test_sentences() -> None:
    here = situation(ROW, (unit("us-g", "artillery", range=9), at(10)))
    gun = here.pieces["us-g"]
    assert "minimum range of 3" in range_faults(here, gun, at(12))[0][1]
    assert "reaches 9 hexes, not 12" in range_faults(here, gun, at(22))[0][1]


@pytest.mark.parametrize("facing", range(1, 7))
def test_an_arc_holds_three_of_the_six_neighbours_and_the_hexes_behind_none(facing: int) -> None:
    gun = "c2020"
    near = [direction(gun, way) or "" for way in range(1, 7)]
    inside = [way for way, space in enumerate(near, start=1) if in_arc(gun, space, facing)]
    assert inside == sorted((facing + d - 1) % 6 + 1 for d in (-1, 0, 1))


def test_a_battery_with_a_facing_fires_into_its_arc_only_with_the_option() -> None:
    battery = (unit("ge-b", "battery", range=12), "c2025")
    known = board(hexes("c1510", "c2540"))
    marks = {"ge-b": {"facing": 1}}
    east, west = "c2020", "c2030"
    plain = situation(known, battery, marks=marks)
    assert in_range(plain, plain.pieces["ge-b"], west)
    strict = situation(known, battery, marks=marks, options={"22.7o": "B"})
    gun = strict.pieces["ge-b"]
    assert [in_range(strict, gun, n) for n in (east, west)] == [True, False]
    assert range_faults(strict, gun, west)[0][0] == "22.7o"
    around = situation(known, battery, options={"22.7o": "B"})
    assert in_range(around, around.pieces["ge-b"], west)


def test_a_gun_without_a_facing_fires_all_around() -> None:
    assert all(in_arc("c2020", direction("c2020", way) or "", 0) for way in range(1, 7))
