"""Sections 9.3.1 to 9.3.4: attack points and defense points."""

from __future__ import annotations

import pytest

from adjudicator.errors import PositionError
from adjudicator.frames import plain, strict
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from adjudicator.storm_over_normandy.r09_strength import (
    UNDER_WAY,
    Attack,
    current,
    division_bonus,
    drop_attackers,
    explain_strength,
    strength,
    support_cap,
)
from counters.catalog import Unit
from tests.storm_over_normandy.build import held, position, strongpoint, unit
from tests.storm_over_normandy.fighting import battle, ground

FOURTH = [unit(f"us-4-{n}", division="4") for n in (8, 12, 22)]
IDS = tuple(u.id for u in FOURTH)
SPENT_22 = (unit("ge-22", df=10, spent_df=9), "16 spent")
OTHER = (unit("ge-125", df=10), "16")


def fire(area: str = "16", units: tuple[str, ...] = IDS, side: str = "allied", **more: int) -> Attack:
    return Attack("fire", side, area, units, **more)  # type: ignore[arg-type]


def points(state: Position, attack: Attack) -> tuple[int, int]:
    return strength(Inquiry(state), attack)


def lines(state: Position, attack: Attack) -> str:
    inquiry = Inquiry(state)
    strength(inquiry, attack)
    return "; ".join(f"{s.rule} {s.text}" for s in inquiry.steps)


def example_2() -> Position:
    placed = [(u, "16") for u in FOURTH]
    return battle(ground(), *placed, SPENT_22, OTHER, facts=held("11", "17"))


def test_fire_attack_example() -> None:
    attack = fire(support=2)
    assert points(example_2(), attack) == (6, 13)
    text = lines(example_2(), attack)
    assert "9.3.1 firepower of us-4-8" in text
    assert "9.3.2 division integrity: us-4-8, us-4-12, us-4-22" in text
    assert "9.3.3 Support Points" in text
    assert "9.3.4 Defensive Value of 16" in text


def test_totals_stand_under_headings_of_their_own() -> None:
    inquiry = Inquiry(example_2())
    assert explain_strength(inquiry, fire(support=2)) == (6, 13)
    assert [(s.rule, len(s.under)) for s in inquiry.steps] == [("9.3.1", 5), ("9.3.4", 3)]


def test_attack_is_plain_data() -> None:
    attack = Attack("card", "german", "16", firepower=6, no_elimination=True, retreat_to={"a": "b"})
    assert plain(attack) == {
        "kind": "card",
        "side": "german",
        "area": "16",
        "firepower": 6,
        "no_elimination": True,
        "retreat_to": {"a": "b"},
        "stage": "window",
    }
    assert strict(Attack, plain(attack)) == attack


def test_firepower_of_zero_is_no_bar_and_only_attackers_count() -> None:
    tank, staff = unit("us-70", "battalion", af=0), unit("us-746", "battalion", af=3)
    state = battle(ground(), (tank, "16"), (staff, "16"), OTHER)
    assert points(state, fire(units=("us-70",)))[0] == 0
    assert points(state, fire(units=("us-70", "us-746")))[0] == 3


# --- 9.3.2 ------------------------------------------------------------------------------------------------


def bonus(*units: Unit) -> int:
    state = position(ground(), *[(u, "16") for u in units])
    return division_bonus([state.pieces[u.id] for u in units])[0]


def test_division_integrity_needs_three_of_one_stripe() -> None:
    assert bonus(*FOURTH) == 1
    assert bonus(*FOURTH[:2]) == 0
    assert bonus(*FOURTH[:2], unit("us-1-16", division="1")) == 0


def test_two_divisions_give_one_point_together() -> None:
    first = [unit(f"us-1-{n}", division="1") for n in (16, 18, 26)]
    assert bonus(*FOURTH, *first) == 1


def test_germans_earn_it_too() -> None:
    assert bonus(*[unit(f"ge-{n}", division="352") for n in (914, 915, 916)]) == 1


def test_independent_units_and_allied_airborne_units_never_do() -> None:
    assert bonus(*[unit(f"us-tk-{n}", "battalion") for n in (70, 741, 743)]) == 0
    assert bonus(*[unit(f"us-{n}", division="82", airborne=True) for n in (505, 507, 508)]) == 0


def test_british_and_canadian_divisions_of_one_number_have_different_stripes() -> None:
    assert bonus(unit("br-8", division="3"), unit("br-9", division="3"), unit("ca-7", division="3")) == 0


# --- 9.3.3 ------------------------------------------------------------------------------------------------


def test_cap_is_that_of_the_name_of_the_target() -> None:
    state = battle(ground(), OTHER)
    assert support_cap(state, fire()) == 2
    assert support_cap(state, fire("11")) == 1
    assert support_cap(state, Attack("assault", "allied", "11", origins={"us-4-8": "16"})) == 1


def test_germans_have_no_support() -> None:
    assert support_cap(battle(ground(), OTHER), fire(side="german")) == 0


def test_a_bombardment_has_twelve_and_another_attack_of_turn_1_as_the_name_says() -> None:
    on = ground(["utah 1 star red us", "inland 2"], ["utah/inland"])
    state = battle(on, turn=1)
    assert support_cap(state, Attack("bombardment", "allied", "utah")) == 12
    assert support_cap(state, fire("utah")) == 2
    twelve = battle(on, turn=1, options={"turn-1-cap": "B"})
    assert (support_cap(twelve, fire("utah")), support_cap(twelve, fire("inland"))) == (12, 1)
    later = battle(on, turn=2, options={"turn-1-cap": "B"})
    assert support_cap(later, fire("utah")) == 2


# --- 9.3.4 ------------------------------------------------------------------------------------------------


def test_defense_is_the_best_unit_on_the_side_that_shows() -> None:
    weak, strong = unit("ge-1", df=10, spent_df=6), unit("ge-2", df=7, spent_df=7)
    assert points(battle(ground(), (weak, "11"), (strong, "11")), fire("11", ()))[1] == 12
    spent = battle(ground(), (weak, "11 spent"), (strong, "11"))
    assert points(spent, fire("11", ()))[1] == 9
    assert "9.3.4 defense of ge-1, spent" in lines(spent, fire("11", ()))


def test_a_spent_unit_may_be_the_best() -> None:
    state = battle(ground(), (unit("ge-1", df=12, spent_df=10), "11 spent"), (unit("ge-2", df=9), "11"))
    assert points(state, fire("11", ()))[1] == 12


def test_only_units_attacked_defend() -> None:
    state = battle(ground(), (unit("ge-1", df=10), "11"), (unit("ge-2", df=7), "11"))
    assert points(state, Attack("fire", "allied", "11", targets=("ge-2",)))[1] == 9


def test_the_defensive_value_follows_control_not_posture() -> None:
    units = [(unit("us-1", df=9), "16"), OTHER]
    german = battle(ground(), *units)
    assert points(german, fire(units=(), side="german"))[1] == 9
    assert "its Defensive Value does not count" in lines(german, fire(units=(), side="german"))
    allied = battle(ground(), *units, facts=held("16"))
    assert points(allied, fire(units=(), side="german"))[1] == 12
    assert points(allied, fire(units=()))[1] == 10


def test_a_star_counts_two_while_a_strongpoint_stands() -> None:
    on = ground(["18 1 star"], [])
    guarded = battle(on, (strongpoint("ge-sp", 8), "18"), (unit("ge-1", df=7), "18"))
    assert points(guarded, fire("18", ()))[1] == 10
    assert "2.2.1 18 is +1* and holds a strongpoint" in lines(guarded, fire("18", ()))
    assert points(battle(on, (unit("ge-1", df=7), "18")), fire("18", ()))[1] == 8


def test_a_bocage_card_doubles_the_defensive_value() -> None:
    assert points(example_2(), fire(dv_times=2))[1] == 16
    assert "14.2 a Bocage card doubles the Defensive Value of 16" in lines(example_2(), fire(dv_times=2))


def test_a_bocage_card_may_double_the_defense_points_by_option() -> None:
    state = battle(ground(), OTHER, options={"bocage-second-use": "B"})
    inquiry = Inquiry(state)
    assert strength(inquiry, fire(units=(), dv_times=2))[1] == 26
    assert inquiry.ruling("", "").interpretations == ("bocage-second-use=B",)


def test_nothing_is_doubled_where_the_defender_does_not_control() -> None:
    state = battle(ground(), OTHER, (unit("us-9"), "16"), facts=held("16"))
    assert points(state, fire(units=(), dv_times=2))[1] == 10


def test_a_doubled_star_is_raised_first() -> None:
    state = battle(ground(["18 1 star bocage"], []), (strongpoint("ge-sp", 8), "18"))
    assert points(state, Attack("fire", "allied", "18", dv_times=2))[1] == 12


def test_a_value_that_is_not_said_is_asked_for() -> None:
    state = battle(ground(), (unit("ge-1", df=None), "16"))
    with pytest.raises(PositionError, match="DF of ge-1"):
        points(state, fire(units=()))


# --- the attack under way ---------------------------------------------------------------------------------


def test_amending_and_dropping_change_the_data_on_the_stack() -> None:
    draft = example_2().draft()
    assert current(draft) is None
    with pytest.raises(LookupError):
        UNDER_WAY.amend(draft, support=1)
    draft.pending = ()
    from adjudicator.storm_over_normandy.r09_attack import begin

    begin(draft, fire())
    begin(draft, Attack("fire", "german", "16", ("ge-125",)))
    UNDER_WAY.amend(draft, firepower=2)
    drop_attackers(draft, ["us-4-8", "ge-125"])
    outer, inner = UNDER_WAY.every(draft)
    assert outer.attackers == ("us-4-12", "us-4-22")
    assert (inner.attackers, inner.firepower) == ((), 2)
    assert current(draft) == inner
