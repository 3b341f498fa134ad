"""Strengths: sum, then halve once and round up; artillery, HQs, Entrenchments, towed guns."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.battle_for_normandy.r12.strength import (
    as_record,
    attack_strength,
    attacking,
    defence_strength,
    defending,
    halving,
    support_strength,
)
from adjudicator.errors import MalformedAction
from adjudicator.position import Position
from tests.battle_for_normandy.build import hq, sides, unit
from tests.battle_for_normandy.fighting import EAST, NORTH, TARGET, WEST, attack, field, fought, said, troops

FOE = (troops(6, "ge-1"), TARGET)


def strength(here: Position, **more: Any) -> int:
    return attack_strength(here, attack(here, **more)).value


def guard(here: Position, **more: Any) -> int:
    return defence_strength(here, attack(here, **more)).value


def test_example_5_and_6_in_one_stack_halve_to_6() -> None:
    on = field(sides=sides(f"{EAST}/{TARGET}"))
    here = fought((troops(5, "us-1"), EAST), (troops(6, "us-2"), EAST), FOE, on=on)
    assert strength(here) == 6


def test_two_fives_halve_to_5_and_three_threes_to_5() -> None:
    on = field(sides=sides(f"{EAST}/{TARGET}"))
    two = fought((troops(5, "us-1"), EAST), (troops(5, "us-2"), EAST), FOE, on=on)
    three = fought(*((troops(3, f"us-{n}"), EAST) for n in range(3)), FOE, on=on)
    assert (strength(two), strength(three)) == (5, 5)


def test_each_hex_is_a_stack_of_its_own() -> None:
    on = field(sides=sides(f"{EAST}/{TARGET}", f"{WEST}/{TARGET}", kind="major-river"))
    here = fought((troops(5, "us-1"), EAST), (troops(5, "us-2"), WEST), FOE, on=on)
    assert strength(here) == 3 + 3


def test_out_of_supply_halves_the_units_that_are() -> None:
    marks = {"us-1": {"general-supply": "out"}}
    here = fought((troops(5, "us-1"), EAST), (troops(4, "us-2"), EAST), FOE, marks=marks)
    assert strength(here) == 3 + 4
    assert halving(here, here.pieces["us-1"], TARGET) == [("7.5", "out of supply")]


def test_causes_combine_to_one_halving_unless_the_option_says_otherwise() -> None:
    on = field(sides=sides(f"{EAST}/{TARGET}"), terrain={EAST: "flooded"})
    marks = {"us-1": {"general-supply": "out"}}
    placed = [(troops(9, "us-1"), EAST), FOE]
    assert strength(fought(*placed, on=on, marks=marks)) == 5
    assert strength(fought(*placed, on=on, marks=marks, options={"halving": "B"})) == 2
    mixed = fought(*placed, (troops(3, "us-2"), EAST), on=on, marks=marks)
    assert strength(mixed) == 6


@pytest.mark.parametrize("kind", ["stream", "major-river"])
def test_a_bridge_does_not_help_an_attack(kind: str) -> None:
    edge = f"{EAST}/{TARGET}"
    on = field(sides=sides(edge, kind=kind), roads={edge: "primary"})
    assert strength(fought((troops(5), EAST), FOE, on=on)) == 3


def test_example_12_3_b_out_of_flooded_with_support_whole() -> None:
    on = field(terrain={EAST: "flooded", WEST: "flooded"})
    gun = unit("us-g", "artillery", as_=6, division="us-1")
    here = fought((troops(10, "us-1"), EAST), (troops(10, "us-2"), WEST), (gun, "c1720"), FOE, on=on)
    assert strength(here, support=("us-g",)) == 16


def test_bluff_and_draw_do_not_halve() -> None:
    for kind in ("bluff", "draw", "cliff"):
        on = field(sides=sides(f"{EAST}/{TARGET}", kind=kind))
        assert strength(fought((troops(5), EAST), FOE, on=on)) == 5


def test_the_perimeter_halves_inward_only() -> None:
    inside = field(features={TARGET: {"perimeter": True}, NORTH: {"perimeter": True}})
    here = fought((troops(5, "us-1"), EAST), (troops(5, "us-2"), NORTH), FOE, on=inside)
    assert strength(here) == 3 + 5
    outward = field(features={EAST: {"perimeter": True}})
    assert strength(fought((troops(5), EAST), FOE, on=outward)) == 5


def test_support_over_the_perimeter_by_both_readings() -> None:
    on = field(features={TARGET: {"perimeter": True}})
    gun = unit("us-g", "artillery", as_=5)
    placed = [(troops(4), EAST), (gun, "c1720"), FOE]
    assert strength(fought(*placed, on=on), support=("us-g",)) == 2 + 5
    other = fought(*placed, on=on, options={"perimeter-support": "B"})
    assert strength(other, support=("us-g",)) == 2 + 3


def test_an_attack_is_never_below_one() -> None:
    marks = {"us-1": {"repple": True, "general-supply": "out"}}
    assert strength(fought((troops(1), EAST), FOE, marks=marks)) == 1
    support_only = fought((unit("br-1", "avre"), EAST), FOE)
    assert strength(support_only) == 1


def test_a_reduced_side_shows_its_own_numbers() -> None:
    here = fought((unit("us-1", "inf"), f"{EAST} reduced"), (unit("ge-1", "inf"), f"{TARGET} reduced"))
    assert (strength(here), guard(here)) == (3, 3)


def test_repple_depple_counts_at_full_strength_only() -> None:
    marks = {"us-1": {"repple": True}, "ge-1": {}}
    full = fought((unit("us-1", "inf"), EAST), FOE, marks=marks)
    less = fought((unit("us-1", "inf"), f"{EAST} reduced"), FOE, marks=marks)
    assert (strength(full), strength(less)) == (4, 3)
    assert defending(full, full.pieces["us-1"]) == 3


def test_a_kangaroo_lifts_one_infantry_unit() -> None:
    stack = [(troops(4, "ca-1"), EAST), (troops(4, "ca-2"), EAST), (unit("ca-k", "kangaroo"), EAST)]
    assert strength(fought(*stack, FOE)) == 9
    on = field(sides=sides(f"{EAST}/{TARGET}"))
    assert strength(fought(*stack, FOE, on=on)) == 5


def test_panther_companies_with_the_option() -> None:
    company = unit("ge-c", "tank-co", as_=3, marks=("panther",))
    here = fought((company, EAST), (troops(3), TARGET), side="german")
    assert attacking(here, here.pieces["ge-c"]) == 3
    here = fought((company, EAST), (troops(3), TARGET), side="german", options={"15.4o": "B"})
    assert attacking(here, here.pieces["ge-c"]) == 4


def test_artillery_defends_with_one_each_whatever_it_prints() -> None:
    guns = [(unit(f"ge-g{n}", "artillery", as_=8), TARGET) for n in range(2)]
    battery = (unit("ge-b", "battery", as_=4), TARGET)
    marks = {"ge-g0": {"flipped": True}}
    assert guard(fought((troops(5), EAST), *guns, battery, FOE, marks=marks)) == 9


def test_artillery_adds_nothing_to_ground_combat() -> None:
    gun = unit("us-g", "artillery", as_=8)
    here = fought((troops(5), EAST), (gun, EAST), FOE)
    assert strength(here, attackers=("us-1", "us-g")) == 5


def test_example_7_7_points_replace_the_strength_of_a_german_hq() -> None:
    bare = fought((troops(5), EAST), (hq("ge-352"), TARGET))
    rich = fought((troops(5), EAST), (hq("ge-352"), TARGET), marks={"ge-352-hq": {"feldersatz": 3}})
    corps = fought((troops(5), EAST), (hq("ge-84", size="corps"), TARGET))
    unprinted = fought((troops(5), EAST), (hq("ge-352", ds=None), TARGET))
    assert [guard(p) for p in (bare, rich, corps, unprinted)] == [1, 3, 0, 1]


def test_an_entrenchment_doubles_the_best_unit_of_its_side() -> None:
    facts = {("entrenchment", TARGET): "ready"}
    placed = [(troops(5), EAST), (troops(2, "ge-2"), TARGET), FOE]
    assert guard(fought(*placed, facts=facts)) == 14
    assert guard(fought(*placed, facts={("entrenchment", TARGET): "building"})) == 8
    theirs = {**facts, ("entrenchment-side", TARGET): "allied"}
    assert guard(fought(*placed, facts=theirs)) == 8


def test_trap_5_towed_at_against_mechanized_units_is_five_and_four() -> None:
    guns, foot = unit("br-at", "at", size="regiment"), unit("br-1", "inf")
    panzer, grenadiers = (unit("ge-p", "panzer"), EAST), (unit("ge-i", "inf"), EAST)
    here = fought((guns, TARGET), (foot, TARGET), panzer, side="german")
    assert guard(here, side="german") == 9
    here = fought((guns, TARGET), (foot, TARGET), grenadiers, side="german")
    assert guard(here, side="german") == 6


def test_german_and_self_propelled_at_keep_their_defence() -> None:
    here = fought((unit("us-t", "tank"), EAST), (unit("ge-at", "at"), TARGET))
    assert guard(here) == 2
    propelled = unit("br-sp", "sp-at", as_=6, ds=3)
    here = fought((propelled, TARGET), (unit("ge-p", "panzer"), EAST), side="german")
    assert guard(here, side="german") == 3


def test_strongpoints_add_and_support_units_do_not() -> None:
    here = fought((troops(5), EAST), (unit("ge-sp", "sp", ds=3), TARGET), FOE)
    assert guard(here) == 9
    here = fought((troops(5, "ge-a"), EAST), (troops(4, "br-1"), TARGET), (unit("br-a", "avre"), TARGET))
    assert guard(here, side="german") == 4


def test_units_that_retreated_here_do_not_defend() -> None:
    marks = {"ge-2": {"retreated": True}}
    assert guard(fought((troops(5), EAST), FOE, (troops(4, "ge-2"), TARGET), marks=marks)) == 6


def test_nebelwerfer_are_halved_in_defence_only() -> None:
    werfer = unit("ge-nw", "nw", as_=7)
    here = fought((troops(5), EAST), (werfer, "c1820"), FOE)
    assert support_strength(here, here.pieces["ge-nw"], defending=True) == 4
    assert support_strength(here, here.pieces["ge-nw"], defending=False) == 7
    assert guard(here, defence_support=("ge-nw",)) == 10


def test_out_of_supply_defends_whole() -> None:
    assert guard(fought((troops(5), EAST), FOE, marks={"ge-1": {"general-supply": "out"}})) == 6


def test_the_trail_names_the_causes() -> None:
    on = field(sides=sides(f"{EAST}/{TARGET}"))
    text = said(fought((troops(5), EAST), FOE, on=on))
    assert "us-1: 5 halved, across a Stream (10.6)" in text


def test_plain_data_is_read_and_checked() -> None:
    assert as_record({"side": "allied", "hex": TARGET, "attackers": ["us-1"], "air": 2}).air == 2
    with pytest.raises(MalformedAction):
        as_record({"hex": TARGET})


def test_units_without_attack_strength_add_nothing_to_a_halved_stack() -> None:
    on = field(sides=sides(f"{EAST}/{TARGET}"))
    here = fought((hq("us-1"), EAST), (troops(5, "us-2"), WEST), FOE, on=on)
    assert strength(here) == 5


def test_towed_at_that_defends_better_than_it_attacks_keeps_its_defence() -> None:
    guns = (unit("br-at", "at", as_=2, ds=3), TARGET)
    here = fought(guns, (unit("ge-p", "panzer"), EAST), side="german")
    assert guard(here, side="german") == 3


def test_a_company_of_a_panther_battalion() -> None:
    company, parent = unit("ge-c", "tank-co", as_=3), unit("ge-p", "panzer", marks=("panther",))
    placed = [(company, EAST), (parent, "broken-down"), (troops(3), TARGET)]
    marks = {"ge-c": {"battalion": "ge-p"}}
    here = fought(*placed, side="german", marks=marks, options={"15.4o": "B"})
    assert attacking(here, here.pieces["ge-c"]) == 4
    plain = fought(*placed, side="german", options={"15.4o": "B"})
    assert attacking(plain, plain.pieces["ge-c"]) == 3


def test_support_inside_the_perimeter_is_whole() -> None:
    on = field(features={TARGET: {"perimeter": True}, EAST: {"perimeter": True}})
    gun = unit("us-g", "artillery", as_=5)
    here = fought((troops(4), EAST), (gun, "c1720"), FOE, on=on, options={"perimeter-support": "B"})
    assert strength(here, support=("us-g",)) == 4 + 5
