"""Sections 9.1 and 9.3.3: Fire Attacks as an impulse, and Support Points."""

from __future__ import annotations

from typing import Any

from adjudicator.game import check
from adjudicator.position import Position
from adjudicator.storm_over_normandy.r09_fire import AddSupport, FireAttack
from adjudicator.storm_over_normandy.r10_damage import TakeDamage
from adjudicator.storm_over_normandy.r10_retreats import Retreat
from counters.catalog import Unit
from tests.playing import decision, options, play, reasons, rules
from tests.storm_over_normandy.build import held, strongpoint, unit
from tests.storm_over_normandy.fighting import battle, ground, notes, under_way, where

FOURTH = [unit(f"us-4-{n}", division="4") for n in (8, 12, 22)]
IDS = tuple(u.id for u in FOURTH)
SPENT_22 = (unit("ge-22", df=10, spent_df=9), "16 spent")
OTHER = (unit("ge-125", df=10), "16")


def example_2(**more: Any) -> Position:
    placed = [(u, "16") for u in FOURTH]
    return battle(ground(), *placed, SPENT_22, OTHER, facts=held("11", "17"), **more)


def test_fire_attack_example_from_announcement_to_control() -> None:  # SON-E09, SON-E10
    state = example_2(support=4)
    ruling = check(state, FireAttack(IDS))
    assert ruling.ok
    headed = next(s for s in ruling.steps if s.under)
    assert (headed.rule, sum(u.value or 0 for u in headed.under)) == ("9.3.1", 4)
    asked = play(state, FireAttack(IDS), AddSupport(2), (5, 6))
    assert asked.decision is not None
    assert (asked.decision.player, asked.decision.data["damage"]) == ("german", 4)
    both = TakeDamage((("ge-22", "retreat"), ("ge-125", "retreat")))
    after = play(asked, both, Retreat("ge-22", "15"), Retreat("ge-125", "beyond"))
    assert after.text("control", "16") == "allied"
    assert where(after, *IDS) == ["16 spent"] * 3
    assert (after.text("side"), after.number("support")) == ("german", 2)


def test_only_some_of_the_units_may_attack_and_the_others_stay_fresh() -> None:
    after = play(example_2(), FireAttack(IDS[:2]), (1, 1))
    assert where(after, *IDS) == ["16 spent", "16 spent", "16 fresh"]


def test_enemy_units_in_another_area_are_out_of_reach() -> None:
    state = battle(ground(), (FOURTH[0], "17"), OTHER)
    assert rules(state, FireAttack(IDS[:1])) == {"9.1"}
    assert "reaches no other Area" in reasons(state, FireAttack(IDS[:1]))


def test_spent_units_and_units_of_two_nationalities_do_not_attack() -> None:
    placed: list[tuple[Unit, str]] = [(FOURTH[0], "16 spent"), (FOURTH[1], "16"), (unit("br-8"), "16")]
    state = battle(ground(), *placed, OTHER)
    assert rules(state, FireAttack(("us-4-8",))) == {"7.1"}
    assert rules(state, FireAttack(("us-4-12", "br-8"))) == {"7.1"}
    assert rules(state, FireAttack(("us-4-12", "ge-125"))) == {"7.1"}
    assert rules(state, FireAttack(())) == {"7.1"}


def test_british_and_canadians_attack_together() -> None:
    state = battle(ground(), (unit("ca-7"), "16"), (unit("br-8"), "16"), OTHER)
    assert check(state, FireAttack(("ca-7", "br-8"))).ok


def test_the_other_side_waits() -> None:
    assert "7.0" in rules(example_2(), FireAttack(("ge-125",)))


def test_firepower_zero_is_enough() -> None:
    state = battle(ground(), (unit("us-70", "battalion", af=0), "16"), OTHER)
    assert check(state, FireAttack(("us-70",))).ok


def test_strongpoints_fire_in_an_impulse() -> None:
    on = ground(["utah 1 star us"])
    state = battle(on, (strongpoint("ge-s", 8), "utah"), (FOURTH[0], "utah"), side="german")
    after = play(state, FireAttack(("ge-s",)), (1, 1))
    assert where(after, "ge-s") == ["utah spent"]


def test_no_fire_attack_in_a_box() -> None:
    on = ground(["a 1", "zone-a 2"], ["a/zone-a"])
    state = battle(on, (FOURTH[0], "zone-a"), (unit("ge-1"), "zone-a"))
    assert rules(state, FireAttack(IDS[:1])) == {"9.1"}
    assert "which is a box" in reasons(state, FireAttack(IDS[:1]))


def test_allied_units_with_a_strongpoint_may_attack_it() -> None:
    on = ground(["utah 1 star us"])
    state = battle(on, (strongpoint("ge-s", 8), "utah"), (FOURTH[0], "utah"))
    assert options(state, FireAttack) == [FireAttack(("us-4-8",))]


def test_units_not_released_do_nothing_until_they_are_attacked() -> None:
    state = battle(ground(), (unit("ge-711-731"), "16"), (FOURTH[0], "16"), side="german")
    assert rules(state, FireAttack(("ge-711-731",))) == {"14.1"}
    state = battle(ground(), (unit("ge-711-731"), "16"), (FOURTH[0], "16"))
    after = play(state, FireAttack(IDS[:1]), (1, 1))
    assert check(after, FireAttack(("ge-711-731",))).ok


def test_all_enemy_units_are_attacked_unless_an_option_says_otherwise() -> None:
    one = FireAttack(IDS, ("ge-22",))
    assert rules(example_2(), one) == {"9.1"}
    assert check(example_2(), FireAttack(IDS, ("ge-22", "ge-125"))).ok
    placed = [(u, "16") for u in FOURTH]
    state = battle(ground(), *placed, SPENT_22, OTHER, options={"fire-at-part": "B"})
    assert check(state, one).ok
    assert {a.targets for a in options(state, FireAttack)} == {(), ("ge-22",), ("ge-125",)}
    assert "defense of ge-22, spent" in notes(state, one)
    assert "defense of ge-125" not in notes(state, one)
    assert rules(state, FireAttack(IDS, ("ge-22", "ge-22", "us-4-8"))) == {"9.1"}


def test_what_stands_behind_a_strongpoint_is_not_singled_out() -> None:  # 10.0
    on, options_ = ground(["utah 1 star us", "inland 2"], ["utah/inland"]), {"fire-at-part": "B"}
    placed = [(FOURTH[0], "utah"), (strongpoint("ge-s"), "utah"), (unit("ge-r"), "utah")]
    state = battle(on, *placed, options=options_)
    alone = FireAttack(IDS[:1], ("ge-r",))
    assert rules(state, alone) == {"10.0"}
    assert "before ge-s" in reasons(state, alone)
    assert check(state, FireAttack(IDS[:1], ("ge-s",))).ok
    assert check(state, FireAttack(IDS[:1], ("ge-s", "ge-r"))).ok


def test_options_offer_selections_of_units_that_are_in_contact() -> None:
    found = options(example_2(), FireAttack)
    assert len(found) == 7
    assert all(not a.targets for a in found)


def test_the_phase_must_be_the_impulses() -> None:
    assert rules(battle(ground(), (FOURTH[0], "16"), OTHER, phase="beaches"), FireAttack(IDS[:1])) == {"9.1"}


# --- 9.3.3 ------------------------------------------------------------------------------------------------


def asked_in(area: str, support: int) -> Position:
    state = battle(ground(), (FOURTH[0], area), (OTHER[0], area), support=support)
    return play(state, FireAttack(IDS[:1]))


def test_red_takes_two_black_takes_one() -> None:
    assert options(asked_in("16", 4), AddSupport) == [AddSupport(2), AddSupport(1), AddSupport(0)]
    assert options(asked_in("11", 4), AddSupport) == [AddSupport(1), AddSupport(0)]
    assert rules(asked_in("11", 4), AddSupport(2)) == {"9.3.3"}
    assert "an attack in 11 can have 1 Support Point, not 2" in reasons(asked_in("11", 4), AddSupport(2))


def test_no_more_than_are_left() -> None:
    asked = asked_in("16", 1)
    assert rules(asked, AddSupport(2)) == {"9.3.3"}
    assert rules(asked, AddSupport(-1)) == {"9.3.3"}
    assert "1 Support Points are left" in notes(asked, AddSupport(1))
    assert decision(asked_in("16", 0)) == "roll"


def test_no_support_without_an_attack() -> None:
    assert rules(example_2(support=4), AddSupport(1)) == {"9.3.3"}


def test_turn_1_lets_a_beach_have_twelve_by_option() -> None:
    on = ground(["utah 1 star red us"])
    placed: list[tuple[Unit, str]] = [(FOURTH[0], "utah"), (strongpoint("ge-s", 8), "utah")]
    state = battle(on, *placed, turn=1, support=9, options={"turn-1-cap": "B"})
    asked = play(state, FireAttack(IDS[:1]))
    assert check(asked, AddSupport(9)).ok
    asked = play(battle(on, *placed, turn=1, support=9), FireAttack(IDS[:1]))
    assert rules(asked, AddSupport(3)) == {"9.3.3"}


def test_support_can_be_refused_with_zero() -> None:
    after = play(asked_in("16", 3), AddSupport(0), (1, 1))
    assert after.number("support") == 3


def test_helpers_of_the_tests_begin_attacks_too() -> None:
    from adjudicator.storm_over_normandy.r09_strength import Attack

    state = under_way(example_2(support=4), Attack("fire", "allied", "16", IDS))
    assert decision(state) == "support"
