"""Section 4.0: the invasion phase of turn 1; the invasion example is played on the real map."""

from __future__ import annotations

import functools
from collections.abc import Mapping

import pytest

from adjudicator.actions import Action
from adjudicator.game import legal
from adjudicator.position import Fact, Key, Position
from adjudicator.storm_over_normandy import (
    r03_set_up,
    r04_airborne,
    r04_bombardment,
    r04_invasion,
    r06_draw,
    r13_control,
)
from adjudicator.storm_over_normandy.r04_airborne import LandAirborne, SpendScattered
from adjudicator.storm_over_normandy.r04_bombardment import Bombard
from adjudicator.storm_over_normandy.r04_invasion import BeachAttack, EndBeachAttacks, StrongpointAttack
from adjudicator.storm_over_normandy.r09_fire import AddSupport
from adjudicator.storm_over_normandy.r10_damage import TakeDamage
from tests.playing import decision, options, play, reasons, rules
from tests.storm_over_normandy.build import board, position, strongpoint, unit
from tests.storm_over_normandy.fighting import notes, where

POINTS = (("omaha-1", 2), ("omaha-2", 8), ("gold", 7), ("utah", 7))


def dropped() -> Position:
    """The ready-made set-up after every American airborne unit landed fresh."""
    state = r03_set_up.set_up()
    for area in r04_airborne.areas_to_roll(state):
        state = play(state, LandAirborne(area), (1,))
    return state


@functools.cache
def landed() -> Position:
    """The invasion example after the bombardment and the landing; elsewhere the dice are low."""
    state = play(dropped(), Bombard(POINTS), (1, 3), (4, 4))
    assert decision(state) == "damage"
    state = play(state, TakeDamage((("ge-sp-20", "eliminate"), ("ge-sp-9", "eliminate"))))
    return play(state, (1, 1), (1, 1))


@functools.cache
def answered() -> Position:
    """The same after the strongpoints of all beaches have attacked."""
    state = play(landed(), StrongpointAttack("omaha-1"), (3, 3), StrongpointAttack("omaha-2"), (5, 6))
    state = play(state, TakeDamage((("us-rng-5", "retreat"),)))
    for beach in ("sword", "juno", "gold", "utah"):
        state = play(state, StrongpointAttack(beach), (1, 1))
    return state


# --- airborne ---------------------------------------------------------------------------------------------


def test_one_die_for_each_area_with_american_airborne_units() -> None:
    state = r03_set_up.set_up()
    areas = r04_airborne.areas_to_roll(state)
    assert "ranville" not in areas
    assert set(areas) == {"ste-mere-eglise", "ste-marie-du-mont", "amfreville", "pont-labbe"}
    assert "no American airborne unit" in reasons(state, LandAirborne("ranville"))
    assert "is no Area" in reasons(state, LandAirborne("landing-utah"))
    state = play(state, LandAirborne("amfreville"), (1,))
    assert "has been rolled for" in reasons(state, LandAirborne("amfreville"))


@pytest.mark.parametrize(("die", "spent"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 1)])
def test_a_single_unit_lands_spent_from_three_on(die: int, spent: int) -> None:
    state = play(r03_set_up.set_up(), LandAirborne("amfreville"), (die,))
    assert state.pieces["us-82-507"].status == ("spent" if spent else "fresh")
    assert r04_airborne.scatter_ruling(r03_set_up.set_up(), "amfreville", die).answer == spent


def test_the_owner_chooses_one_of_several() -> None:
    state = play(r03_set_up.set_up(), LandAirborne("ste-mere-eglise"), (4,))
    assert state.decision is not None
    assert (state.decision.kind, state.decision.player) == ("scatter", "allied")
    assert rules(state, SpendScattered(("us-82-505", "us-101-502"))) == {"4.0"}
    assert "did not land" in reasons(state, SpendScattered(("us-82-507",)))
    assert {a.units for a in options(state, SpendScattered)} == {("us-101-502",), ("us-82-505",)}
    state = play(state, SpendScattered(("us-82-505",)))
    assert where(state, "us-82-505", "us-101-502") == ["ste-mere-eglise spent", "ste-mere-eglise fresh"]


def test_two_of_two_need_no_choice_and_the_german_may_choose_by_another_reading() -> None:
    state = play(r03_set_up.set_up(), LandAirborne("ste-mere-eglise"), (6,))
    assert (decision(state), state.pieces["us-82-505"].status) == ("", "spent")
    other = r03_set_up.set_up().draft()
    other.options = {"scatter-choice": "B"}
    top = play(other.finish(), LandAirborne("ste-mere-eglise"), (3,)).decision
    assert top is not None
    assert top.player == "german"


def test_areas_of_airborne_units_alone_become_allied() -> None:
    assert dropped().text("control", "amfreville") == "allied"
    assert dropped().text("control", "ste-marie-du-mont") == "german"  # an Ost battalion is there
    assert dropped().text("phase") == "bombardment"


def test_by_another_reading_airborne_units_wait_for_their_dice_before_they_take_control() -> None:
    draft = r03_set_up.set_up().draft()
    draft.options = {"airborne-control": "B"}
    r13_control.update(draft, "amfreville")
    state = draft.finish()
    assert r13_control.holder(state, "amfreville") == "german"
    for area in r04_airborne.areas_to_roll(state):
        assert state.text("control", "amfreville") == "german"
        state = play(state, LandAirborne(area), (1,))
    assert (state.text("phase"), state.text("control", "amfreville")) == ("bombardment", "allied")


def test_chances_of_the_landing() -> None:
    assert r04_airborne.scatter_ruling(r03_set_up.set_up(), "ste-mere-eglise").answer == {
        "0": "1/3",
        "1": "1/3",
        "2": "1/3",
    }
    for area, die in (("ranville", 0), ("ranville", 3), ("amfreville", 7)):
        ruling = r04_airborne.scatter_ruling(r03_set_up.set_up(), area, die)
        assert (ruling.ok, ruling.answer) == (False, None)


# --- bombardment ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ((("utah", 12),), "two beach Areas at least"),
        ((("utah", 13), ("gold", 11)), "gets 1 to 12"),
        ((("utah", 12), ("gold", 12), ("juno", 1)), "there are 24 Support Points, not 25"),
        ((("utah", 12), ("caen", 12)), "Caen is no beach"),
        ((("utah", 6), ("utah", 6)), "named twice"),
        ((("utah", 0), ("gold", 12)), "gets 1 to 12"),
    ],
)
def test_assignments_that_are_not_legal(points: tuple[tuple[str, int], ...], said: str) -> None:
    assert said in reasons(dropped(), Bombard(points))


def test_example_28_a_part_of_the_assignment() -> None:
    part = (("omaha-1", 2), ("omaha-2", 8))
    ruling = r04_bombardment.bombardment_ruling(dropped(), part, complete=False)
    assert (ruling.ok, ruling.answer) == (True, 14)


def test_by_another_reading_all_points_are_assigned() -> None:
    draft = dropped().draft()
    draft.options = {"assign-all": "B"}
    state = draft.finish()
    assert "all 24 Support Points" in reasons(state, Bombard((("utah", 12), ("gold", 6))))
    assert not reasons(state, Bombard(POINTS))


def test_markers_on_the_beaches_are_read_as_an_assignment() -> None:
    draft = dropped().draft()
    for beach, points in (("utah", 12), ("gold", 9)):
        draft.set("support-placed", points, beach)
    assert r04_bombardment.bombardment_ruling(draft.finish()).answer == 3


def test_every_offered_assignment_is_legal() -> None:
    state = dropped()
    found = options(state, Bombard)
    assert len(found) > 50
    assert any(len(a.points) == 6 for a in found)


def test_examples_21_and_22_bombardment() -> None:
    state = play(dropped(), Bombard(POINTS))
    assert state.decision is not None
    assert state.decision.data["area"] == "omaha-1"
    assert state.number("support-placed", "omaha-2") == 8
    state = play(state, (1, 3))  # 6 against 10: no effect
    assert len(state.units_in("omaha-1")) == 3
    state = play(state, (4, 4))  # 16 against 11
    assert state.decision is not None
    assert (state.decision.player, state.decision.data["damage"]) == ("german", 5)
    assert state.number("support-placed", "omaha-2") == 0
    exact = TakeDamage((("ge-sp-20", "eliminate"), ("ge-sp-9", "eliminate")))
    assert exact in legal(state)
    assert TakeDamage((("ge-3-726", "eliminate"),)) not in legal(state)


def test_the_invasion_sections_land_fresh_and_the_others_wait() -> None:
    state = landed()
    assert state.text("phase") == "strongpoints"
    assert where(state, "us-rng-5", "us-tk-743") == ["omaha-2 fresh", "exploitation-omaha-2 fresh"]
    assert not any(state.units_in(f"landing-{b}") for b in ("sword", "juno", "gold", "omaha-1", "utah"))
    assert {p.uid for p in state.units_in("omaha-2")} >= {"ge-sp-2", "ge-3-726", "us-29-115"}


def test_a_beach_without_germans_is_allied_as_soon_as_units_land() -> None:
    draft = dropped().draft()
    for piece in draft.units_in("utah"):
        draft.place(piece.uid, "eliminated")
    draft.set("phase", "bombardment")
    state = play(draft.finish(), Bombard((("utah", 12), ("gold", 1))), (1, 1))
    assert state.text("control", "utah") == "allied"
    assert "no fresh strongpoint" in reasons(state, StrongpointAttack("utah"))


# --- the strongpoints -------------------------------------------------------------------------------------


def test_example_23_the_attack_fails_and_the_strongpoints_are_spent() -> None:
    ruling = r04_invasion.strongpoint_ruling(landed(), "omaha-1")
    assert (ruling.answer["attack"], ruling.answer["defense"]) == (2, 9)
    assert "us-tk-741" not in ruling.answer["targets"]
    state = play(landed(), StrongpointAttack("omaha-1"), (3, 3))
    assert {p.status for p in state.units_in("omaha-1") if p.side == "german"} == {"spent"}
    assert "have attacked" in reasons(state, StrongpointAttack("omaha-1"))


def test_example_24_an_attack_without_firepower_drives_the_rangers_back_to_their_box() -> None:
    ruling = r04_invasion.strongpoint_ruling(landed(), "omaha-2")
    assert (ruling.answer["attack"], ruling.answer["defense"]) == (0, 9)
    assert ruling.answer["retreat_to"]["us-rng-5"] == "landing-omaha-2"
    state = play(landed(), StrongpointAttack("omaha-2"), (5, 6))
    top = state.decision
    assert top is not None
    assert (top.player, top.data["damage"]) == ("allied", 2)
    assert TakeDamage((("us-29-115", "flip"), ("us-29-116", "flip"))) in legal(state)
    state = play(state, TakeDamage((("us-rng-5", "retreat"),)))
    assert where(state, "us-rng-5", "ge-sp-2", "ge-3-726") == [
        "landing-omaha-2 spent",
        "omaha-2 spent",
        "omaha-2 fresh",
    ]


def test_the_allied_player_orders_the_attacks_and_none_is_left_out() -> None:
    state = landed()
    assert state.text("side") == "allied"
    assert {a.area for a in options(state, StrongpointAttack)} == {
        "sword",
        "juno",
        "gold",
        "omaha-1",
        "omaha-2",
        "utah",
    }
    assert answered().text("phase") == "beaches"


def test_airborne_units_are_no_targets_and_other_germans_do_not_fire() -> None:
    on = board(["utah 1 star us", "inland 1"], ["utah/inland"])
    para = unit("us-para", airborne=True, type="airborne")
    placed = [(strongpoint("ge-sp", 8, af=2), "utah"), (unit("ge-1", af=5), "utah"), (para, "utah")]
    said: Mapping[Key, Fact] = {("phase", ""): "strongpoints", ("landed", "us-8"): "landing-utah"}
    state = position(on, *placed, (unit("us-8"), "utah"), facts=said)
    attack = r04_invasion.strongpoint_attack(state, "utah")
    assert (attack.attackers, attack.targets) == (("ge-sp",), ("us-8",))
    state = play(state, StrongpointAttack("utah"))
    assert state.decision is not None
    assert state.decision.kind == "roll"


def test_on_a_beach_only_airborne_units_have_not_just_landed() -> None:
    on = board(["utah 1 star us", "inland 1"], ["utah/inland"])
    para = unit("us-para", airborne=True, type="airborne")
    placed = [(strongpoint("ge-sp", 8, af=2), "utah"), (unit("us-8"), "utah"), (para, "utah")]
    state = position(on, *placed, facts={("phase", ""): "strongpoints"})
    assert r04_invasion.strongpoint_attack(state, "utah").retreat_to == {"us-8": "landing-utah"}
    later = position(on, *placed, facts={("phase", ""): "impulses"})
    assert r04_invasion.landed_units(later, "utah") == ()


# --- the landed units -------------------------------------------------------------------------------------


def test_example_25_three_spent_strongpoints_fall_to_five_points() -> None:
    four = ("us-1-16", "us-1-18", "us-1-26", "us-rng-2")
    ruling = r04_invasion.beach_ruling(answered(), "omaha-1", four)
    assert (ruling.answer["attack"], ruling.answer["defense"]) == (5, 9)
    state = play(answered(), BeachAttack("omaha-1", four), (4, 5))
    fallen = tuple((uid, "eliminate") for uid in ("ge-sp-1", "ge-sp-12", "ge-sp-13"))
    if decision(state) == "damage":
        state = play(state, TakeDamage(fallen))
    assert state.text("control", "omaha-1") == "allied"
    assert {p.status for p in state.units_in("omaha-1")} == {"spent"}
    assert all(state.pieces[uid].space == "eliminated" for uid, _ in fallen)


def test_asked_before_the_strongpoints_have_attacked_they_are_taken_as_spent() -> None:
    early = r04_invasion.beach_ruling(landed(), "omaha-1", ())
    assert (early.answer["attack"], early.answer["defense"]) == (5, 9)
    assert "supposed: the strongpoints have attacked before, and are spent" in [s.text for s in early.steps]
    assert r04_invasion.after_strongpoints(answered()) is answered()


def test_example_26_the_last_strongpoint_then_the_battalion_retreats() -> None:
    three = ("us-29-115", "us-29-116", "us-29-175")
    ruling = r04_invasion.beach_ruling(answered(), "omaha-2", ())
    assert (ruling.answer["attackers"], ruling.answer["attack"]) == (list(three), 4)
    assert ruling.answer["defense"] == 9
    state = play(answered(), BeachAttack("omaha-2", three), (4, 4))
    losses = TakeDamage((("ge-3-726", "retreat"), ("ge-sp-2", "eliminate")))
    assert losses in legal(state)
    state = play(state, losses)
    while decision(state) == "retreat":
        state = play(state, next(iter(legal(state))))
    went = state.pieces["ge-3-726"]
    assert (went.status, state.text("control", went.space)) == ("spent", "german")
    assert state.board.edge(went.space, "omaha-2") is not None
    assert state.text("control", "omaha-2") == "allied"


def test_who_may_join_the_beach_attack() -> None:
    state = answered()
    assert "is no Allied unit in Omaha-2" in reasons(state, BeachAttack("omaha-2", ("us-rng-5",)))
    assert "is no Allied unit" in reasons(state, BeachAttack("omaha-2", ("ge-3-726",)))
    assert "named twice" in reasons(state, BeachAttack("omaha-2", ("us-29-115", "us-29-115")))
    assert "names no unit" in reasons(state, BeachAttack("omaha-2", ()))
    assert "no unit 'x'" in reasons(state, BeachAttack("omaha-2", ("x",)))
    assert "no beach Area" in reasons(state, BeachAttack("caen", ("us-29-115",)))
    draft = state.draft()
    draft.set_status("us-29-115", "spent")
    draft.place("us-82-505", "omaha-2")
    found = reasons(draft.finish(), BeachAttack("omaha-2", ("us-29-115", "us-82-505")))
    assert "is spent" in found
    assert "it came by air" in found


def test_one_attack_for_each_beach_and_the_rest_stays_fresh() -> None:
    one = ("us-29-115",)
    state = play(answered(), BeachAttack("omaha-2", one), (1, 1))
    assert "have attacked" in reasons(state, BeachAttack("omaha-2", ("us-29-116",)))
    assert where(state, "us-29-115", "us-29-116") == ["omaha-2 spent", "omaha-2 fresh"]
    assert "stay fresh for the impulses" in notes(state, EndBeachAttacks())
    state = play(state, EndBeachAttacks())
    assert not state.subjects("landed")
    assert decision(state) == "roll"


def test_points_that_were_not_assigned_support_a_beach_attack() -> None:
    state = play(dropped(), Bombard((("omaha-1", 2), ("omaha-2", 8))), (1, 1), (1, 1))
    assert state.number("support") == 14
    for beach in ("sword", "juno", "gold", "omaha-1", "omaha-2", "utah"):
        state = play(state, StrongpointAttack(beach), (1, 1))
    state = play(state, BeachAttack("utah", ("us-4-8",)))
    assert decision(state) == "support"
    assert {a.points for a in options(state, AddSupport)} == {0, 1, 2}


def test_example_27_hands_after_the_invasion() -> None:
    state = answered()
    allied = r06_draw.hand_limit(state, "allied")
    assert (r06_draw.hand_limit(state, "german"), allied) == (3, 2)
    draft = state.draft()
    for beach in ("sword", "juno", "gold", "omaha-1", "omaha-2", "utah"):
        for piece in [p for p in draft.units_in(beach) if p.side == "german"]:
            draft.place(piece.uid, "eliminated")
    assert r06_draw.hand_limit(draft.finish(), "allied") == 7
    state = play(state, EndBeachAttacks())
    for _ in range(5):
        state = play(state, (1,))
    assert (r06_draw.hand_size(state, "allied"), r06_draw.hand_size(state, "german")) == (2, 3)
    assert (state.text("phase"), state.text("side"), state.number("support")) == ("impulses", "allied", 0)


def test_no_card_is_played_and_no_unit_acts_in_the_invasion_phase() -> None:
    kinds: set[type[Action]] = {type(a) for a in legal(answered())}
    assert kinds == {BeachAttack, EndBeachAttacks}
