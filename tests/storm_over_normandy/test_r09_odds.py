"""Section 9.3.5: exact chances of an attack."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from adjudicator.errors import MalformedAction
from adjudicator.position import Position
from adjudicator.storm_over_normandy.r09_attack import Attack
from adjudicator.storm_over_normandy.r09_odds import (
    Fate,
    damage_odds,
    fate_of,
    odds_of_numbers,
    odds_of_position,
)
from adjudicator.storm_over_normandy.r10_allocations import Lot
from tests.storm_over_normandy.build import held, strongpoint, unit
from tests.storm_over_normandy.fighting import battle, ground

FOURTH = [unit(f"us-4-{n}", division="4") for n in (8, 12, 22)]
IDS = tuple(u.id for u in FOURTH)


@pytest.mark.parametrize(
    ("margin", "none", "one", "two", "three", "five"),
    [
        (-12, 36, 0, 0, 0, 0),
        (-10, 33, 3, 1, 0, 0),
        (-7, 21, 15, 10, 6, 1),
        (-4, 6, 30, 26, 21, 10),
        (0, 0, 36, 36, 35, 30),
    ],
)
def test_the_table_of_margins(margin: int, none: int, one: int, two: int, three: int, five: int) -> None:
    damage = damage_odds(margin)
    assert damage.total == 36
    assert damage[0] == none
    for floor, ways in ((1, one), (2, two), (3, three), (5, five)):
        assert damage.chance(lambda d, floor=floor: d >= floor) == Fraction(ways, 36)  # type: ignore[misc]


@pytest.mark.parametrize("margin", range(-14, 6))
def test_damage_against_every_throw(margin: int) -> None:
    thrown = [max(0, a + b + margin) for a, b in itertools.product(range(1, 7), repeat=2)]
    assert {d: thrown.count(d) for d in set(thrown)} == dict(damage_odds(margin).items())


def example_2() -> Position:
    placed = [(u, "16") for u in FOURTH]
    germans = [(unit("ge-22", df=10, spent_df=9), "16 spent"), (unit("ge-125", df=10), "16")]
    return battle(ground(), *placed, *germans, facts=held("11", "17"), support=4)


def test_fire_attack_example() -> None:
    ruling = odds_of_position(example_2(), Attack("fire", "allied", "16", IDS))
    answer = ruling.answer
    assert (answer["attack"], answer["defense"], answer["of"]) == (4, 13, 36)
    assert answer["damage"] == {"0": 30, "1": 3, "2": 2, "3": 1}
    assert answer["at_least"] == {"0": 36, "1": 6, "2": 3, "3": 1}
    assert [row["hit"] for row in answer["support"].values()] == [6, 10, 15]
    assert answer["elimination"] == 0
    assert "9.3.1" in ruling.rules
    assert "damage in 6/36" in ruling.verdict


def test_support_that_has_been_added_is_not_added_again() -> None:
    ruling = odds_of_position(example_2(), Attack("fire", "allied", "16", IDS, support=2))
    assert list(ruling.answer["support"]) == ["0"]
    assert ruling.answer["attack"] == 6
    found = ruling.answer["choices"]["4"]
    assert {"ge-22": "eliminate"} in [choice["losses"] for choice in found]


def test_more_support_than_is_allowed_still_has_odds() -> None:
    attack = Attack("fire", "allied", "16", IDS, support=4)
    answer = odds_of_position(example_2(), attack).answer
    assert (answer["attack"], list(answer["support"])) == (8, ["0"])


def test_an_assault_is_reckoned_before_the_units_have_moved() -> None:
    placed = [(u, "17") for u in FOURTH]
    state = battle(ground(), *placed, (unit("ge-1", "battalion", df=3), "11"), facts=held("17"))
    attack = Attack("assault", "allied", "11", IDS, origins=dict.fromkeys(IDS, "17"))
    answer = odds_of_position(state, attack).answer
    assert (answer["attack"], answer["defense"]) == (4, 5)
    assert answer["cleared"] == answer["falls"] == 35
    assert answer["elimination"] == 33


def test_an_area_falls_only_to_units_that_are_there() -> None:
    state = battle(ground(), (unit("ge-1", "battalion", df=3), "11"))
    answer = odds_of_position(state, Attack("card", "allied", "11", firepower=6)).answer
    assert answer["cleared"] > answer["falls"] == 0


def test_an_area_that_the_attacker_holds_does_not_fall() -> None:
    placed = [(FOURTH[0], "11"), (unit("ge-1", "battalion", df=3), "11")]
    state = battle(ground(), *placed, facts=held("11"))
    assert odds_of_position(state, Attack("fire", "allied", "11", IDS[:1])).answer["falls"] == 0


def test_units_without_a_place_are_lost_by_a_retreat() -> None:
    placed = [(FOURTH[0], "11"), (unit("ge-1", "battalion", df=9), "11")]
    free = battle(ground(), *placed)
    shut = battle(ground(), *placed, facts=held("12", "15", "16", "17"))
    attack = Attack("fire", "allied", "11", IDS[:1])
    assert odds_of_position(free, attack).answer["elimination"] == 0
    answer = odds_of_position(shut, attack).answer
    assert answer["elimination"] == answer["falls"] == 1
    assert answer["damage"]["2"] == 1


def test_a_card_that_eliminates_nobody_forces_no_loss() -> None:
    state = battle(ground(), (unit("us-1"), "16"), facts=held("16"))
    card = Attack("card", "german", "16", firepower=6, no_elimination=True)
    answer = odds_of_position(state, card).answer
    assert (answer["elimination"], answer["cleared"]) == (0, 0)


def test_strongpoints_that_go_first() -> None:
    on = ground(["utah 1 star us"])
    placed = [
        (FOURTH[0], "utah"),
        (strongpoint("ge-s", 9), "utah"),
        (unit("ge-1", "battalion", df=7), "utah"),
    ]
    answer = odds_of_position(
        battle(on, *placed), Attack("fire", "allied", "utah", IDS[:1], firepower=6)
    ).answer
    assert answer["damage"]["3"] == 6
    assert [c["losses"] for c in answer["choices"]["2"]] == [{}]
    assert {"ge-s": "eliminate"} in [c["losses"] for c in answer["choices"]["3"]]


def test_nobody_to_attack() -> None:
    with pytest.raises(MalformedAction, match="no enemy of the Allied side is in 12"):
        odds_of_position(example_2(), Attack("fire", "allied", "12", ()))


# --- bare numbers -----------------------------------------------------------------------------------------


def test_bare_numbers() -> None:
    ruling = odds_of_numbers(6, 13, ["regiment spent", "regiment"])
    assert ruling.answer["damage"] == {"0": 21, "1": 5, "2": 4, "3": 3, "4": 2, "5": 1}
    assert ruling.answer["elimination"] == 0
    stuck = odds_of_numbers(6, 13, ["regiment spent stuck", "regiment stuck"])
    assert stuck.answer["elimination"] == 10
    assert stuck.answer["cleared"] == 0
    assert odds_of_numbers(6, 13).answer["damage"] == ruling.answer["damage"]


def test_bare_numbers_agree_with_a_position() -> None:
    bare = odds_of_numbers(6, 13, ["regiment spent", "regiment"]).answer
    placed = odds_of_position(example_2(), Attack("fire", "allied", "16", IDS, support=2)).answer
    assert all(placed[key] == bare[key] for key in bare)


@pytest.mark.parametrize("words", ["tank", "strongpoint", "strongpoint 6", "regiment tired"])
def test_targets_that_cannot_be_read(words: str) -> None:
    with pytest.raises(MalformedAction, match="describes no unit"):
        odds_of_numbers(6, 13, [words])


def test_fates() -> None:
    assert fate_of((Lot(1, "battalion"),), (False,), 3) == Fate(1, cleared=True)
    assert fate_of((Lot(1, "battalion"),), (False,), 2) == Fate(0, cleared=True)
    assert fate_of((Lot(2, "regiment"),), (False,), 10) == Fate(2, cleared=True)
    assert fate_of((Lot(2, "regiment"),), (False,), 9) == Fate(1, cleared=True)
    assert fate_of((Lot(2, "regiment"),), (False,), 7) == Fate(0, cleared=False)
    assert fate_of((Lot(2, "regiment"),), (False,), 4) == Fate(0, cleared=False)
