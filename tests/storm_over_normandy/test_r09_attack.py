"""Section 9.3: attacks stage by stage, and the attacks of the retreat, assault and invasion examples."""

from __future__ import annotations

import pytest

from adjudicator.errors import RollNeeded
from adjudicator.game import need_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from adjudicator.storm_over_normandy import r09_attack
from adjudicator.storm_over_normandy.r09_attack import Attack, begin, current, damage_of
from adjudicator.storm_over_normandy.r09_fire import AddSupport
from adjudicator.storm_over_normandy.r09_strength import strength
from adjudicator.storm_over_normandy.r10_damage import TakeDamage
from counters.catalog import Unit
from tests.playing import decision, options, play
from tests.storm_over_normandy.build import held, strongpoint, unit
from tests.storm_over_normandy.fighting import battle, carried_on, ground, under_way, where

BRIGADE = unit("br-8", "brigade", df=9)
GERMAN = unit("ge-1", df=10)


def points(state: Position, attack: Attack) -> tuple[int, int]:
    return strength(Inquiry(state), attack)


# --- stages -----------------------------------------------------------------------------------------------


def test_without_support_the_dice_come_at_once() -> None:
    state = battle(ground(), (unit("us-1"), "16"), (GERMAN, "16"))
    rolling = under_way(state, Attack("fire", "allied", "16", ("us-1",)))
    assert rolling.decision is not None
    assert (rolling.decision.kind, rolling.decision.data["dice"]) == ("roll", ["d6", "d6"])
    with pytest.raises(RollNeeded, match="the attack in 16: 1 point and the dice against 13"):
        need_roll(rolling)
    after = play(rolling, (6, 6))
    assert (decision(after), where(after, "us-1")) == ("", ["16 spent"])


def test_support_is_asked_before_the_dice_and_leaves_the_pool() -> None:
    state = battle(ground(), (unit("us-1"), "16"), (GERMAN, "16"), support=4)
    asked = under_way(state, Attack("fire", "allied", "16", ("us-1",)))
    assert options(asked, AddSupport) == [AddSupport(2), AddSupport(1), AddSupport(0)]
    rolling = play(asked, AddSupport(2))
    found = current(rolling)
    assert found is not None
    assert (found.support, rolling.number("support")) == (2, 2)
    assert damage_of(rolling, found, 11) == 1


def test_a_german_attack_and_a_bombardment_ask_for_none() -> None:
    state = battle(ground(), (unit("us-1"), "16"), (GERMAN, "16"), support=4)
    assert decision(under_way(state, Attack("fire", "german", "16", ("ge-1",)))) == "roll"
    assert decision(under_way(state, Attack("bombardment", "allied", "16", support=3))) == "roll"


def test_an_allied_card_attack_may_have_support() -> None:
    state = battle(ground(), (GERMAN, "16"), support=1)
    assert options(under_way(state, Attack("card", "allied", "16", firepower=5)), AddSupport) == [
        AddSupport(1),
        AddSupport(0),
    ]


def test_attackers_of_a_card_may_stay_fresh() -> None:
    state = battle(ground(), (unit("us-1"), "16"), (GERMAN, "16"))
    after = play(under_way(state, Attack("fire", "german", "16", ("ge-1",), stay_fresh=True)), (1, 1))
    assert where(after, "ge-1") == ["16 fresh"]


def test_an_attack_without_attackers_or_targets_ends_without_dice() -> None:
    state = battle(ground(), (GERMAN, "16"))
    assert decision(under_way(state, Attack("fire", "allied", "16"))) == ""
    assert decision(under_way(state, Attack("card", "allied", "15", firepower=6))) == ""


def test_what_is_attacked_is_released() -> None:
    state = battle(ground(), (unit("ge-711-731"), "16"), (unit("us-1"), "16"))
    assert under_way(state, Attack("fire", "allied", "16", ("us-1",))).text("release") == "released"
    assert under_way(state, Attack("fire", "german", "16", ("ge-711-731",))).text("release") == "restricted"


def test_units_elsewhere_are_not_released() -> None:
    state = battle(ground(), (unit("ge-711-731"), "15"), (GERMAN, "16"), (unit("us-1"), "16"))
    assert under_way(state, Attack("fire", "allied", "16", ("us-1",))).text("release") == "restricted"


def test_control_passes_when_the_last_defender_goes_and_an_attacker_is_there() -> None:
    state = battle(ground(), (unit("us-1", af=12), "16"), (unit("ge-b", "battalion", df=1), "16"))
    after = play(under_way(state, Attack("fire", "allied", "16", ("us-1",))), (6, 6))
    assert (where(after, "ge-b"), after.text("control", "16")) == (["eliminated spent"], "allied")
    alone = battle(ground(), (unit("ge-b", "battalion", df=1), "16"))
    card = play(under_way(alone, Attack("card", "allied", "16", firepower=12)), (6, 6))
    assert (where(card, "ge-b"), card.text("control", "16")) == (["eliminated spent"], "german")


# --- the retreat example: SON-E17 -------------------------------------------------------------------------


def artillery(state: Position) -> Position:
    return under_way(state, Attack("card", "german", "16", firepower=6, no_elimination=True))


def test_artillery_flips_the_brigade_that_cannot_retreat() -> None:
    state = battle(ground(), (BRIGADE, "16"), facts=held("16", "beyond"), side="german")
    rolling = artillery(state)
    found = current(rolling)
    assert found is not None
    assert points(rolling, found) == (6, 12)
    assert damage_of(rolling, found, 9) == 3
    after = play(rolling, (4, 5))
    assert (decision(after), where(after, "br-8")) == ("", ["16 spent"])
    assert after.text("control", "16") == "allied"


def test_without_the_card_it_would_be_eliminated() -> None:
    state = battle(ground(), (BRIGADE, "16"), facts=held("16", "beyond"), side="german")
    rolling = under_way(state, Attack("card", "german", "16", firepower=6))
    after = play(rolling, (4, 5), TakeDamage((("br-8", "retreat"),)))
    assert where(after, "br-8") == ["eliminated spent"]


# --- the assault example: SON-E19, SON-E20 ----------------------------------------------------------------

ASSAULTERS = [unit(f"br-{n}", "brigade", division="50", df=9, spent_df=8) for n in (1, 2, 3)]
DEFENDERS = [unit("ge-a", af=2, df=10), unit("ge-b", af=2, df=9)]


def assault_example() -> Position:
    """The three units of 17 have entered 11, and their attack waits for the German answer."""
    placed: list[tuple[Unit, str]] = [(u, "11") for u in (*ASSAULTERS, *DEFENDERS)]
    state = battle(ground(), *placed, facts=held("16", "17"))
    draft = state.draft()
    ids = tuple(u.id for u in ASSAULTERS)
    begin(draft, Attack("assault", "allied", "11", ids, origins=dict.fromkeys(ids, "17")))
    r09_attack.defensive_fire(draft, ["ge-a", "ge-b"])
    return carried_on(draft, state)


def test_defensive_fire_meets_the_assaulters_without_the_defensive_value() -> None:
    rolling = assault_example()
    fire = current(rolling)
    assert fire is not None
    assert points(rolling, fire) == (4, 9)
    assert damage_of(rolling, fire, 6) == 1


def test_a_flipped_assaulter_goes_back_and_the_others_attack_without_the_bonus() -> None:
    asked = play(assault_example(), (3, 3))
    assert asked.decision is not None
    assert (asked.decision.kind, asked.decision.player) == ("damage", "allied")
    rolling = play(asked, TakeDamage((("br-2", "flip"),)))
    assert where(rolling, "br-2", "ge-a", "ge-b") == ["17 spent", "11 fresh", "11 fresh"]
    assault = current(rolling)
    assert assault is not None
    assert assault.attackers == ("br-1", "br-3")
    assert points(rolling, assault) == (2, 12)
    assert damage_of(rolling, assault, 6) == 0
    after = play(rolling, (2, 4))
    assert where(after, "br-1", "br-2", "br-3") == ["11 spent", "17 spent", "11 spent"]
    assert where(after, "ge-a", "ge-b") == ["11 fresh", "11 fresh"]
    assert after.text("control", "11") == "german"
    assert after.text("side") == "allied"


def test_retreating_assaulters_go_where_they_came_from_and_nobody_else_attacks() -> None:
    asked = play(assault_example(), (6, 6))
    losses = tuple((u.id, "retreat") for u in ASSAULTERS)
    after = play(asked, TakeDamage(losses))
    assert decision(after) == ""
    assert where(after, *(u.id for u in ASSAULTERS)) == ["17 spent"] * 3
    assert after.text("control", "11") == "german"


def test_an_eliminated_assaulter_is_lost() -> None:
    after = play(assault_example(), (5, 5), TakeDamage((("br-1", "eliminate"),)))
    found = current(after)
    assert found is not None
    assert found.attackers == ("br-2", "br-3")
    assert after.number("lost", "non-airborne") == 1


def test_the_fire_counts_the_defensive_value_where_the_allies_hold_the_area() -> None:
    placed: list[tuple[Unit, str]] = [
        (ASSAULTERS[0], "11"),
        (DEFENDERS[0], "11"),
        (unit("us-9", df=12), "11"),
    ]
    state = battle(ground(), *placed, facts=held("11", "17"))
    draft = state.draft()
    begin(draft, Attack("assault", "allied", "11", ("br-1",), origins={"br-1": "17"}))
    r09_attack.defensive_fire(draft, ["ge-a"])
    fire = current(draft)
    assert fire is not None
    assert strength(Inquiry(draft), fire) == (2, 11)


def test_defensive_fire_needs_an_assault() -> None:
    draft = battle(ground(), (DEFENDERS[0], "11")).draft()
    r09_attack.defensive_fire(draft, ["ge-a"])
    assert not draft.pending


# --- the invasion example: SON-E21 to SON-E26 -------------------------------------------------------------

BEACHES = ground(["omaha-1 1 star red", "omaha-2 1 star red", "24 2 bocage"], ["omaha-1/24", "24/omaha-2"])
GUNS_18 = [
    strongpoint("ge-w1", 8, spent_df=7),
    strongpoint("ge-w2", 8, spent_df=7),
    strongpoint("ge-w3", 7, af=0, spent_df=6),
]
GUNS_25 = [strongpoint("ge-w4", 9), strongpoint("ge-w5", 8), strongpoint("ge-w6", 7, af=0, spent_df=7)]
BATTALION_716 = unit("ge-716", "battalion", df=7, spent_df=6)
RANGERS = unit("us-r5", "battalion", df=8, spent_df=7)
FIRST = [unit(f"us-1-{n}", division="1", df=9) for n in (16, 18, 26)]
LANDED_18 = [*FIRST, unit("us-t1", "battalion", df=8)]
LANDED_25 = [unit(f"us-29-{n}", division="29", df=9) for n in (115, 116, 175)]


def beach(*placed: tuple[Unit, str]) -> Position:
    return battle(BEACHES, *placed, phase="bombardment", turn=1)


def test_bombardment_of_area_18() -> None:  # SON-E21
    state = beach(*[(g, "omaha-1") for g in GUNS_18])
    attack = Attack("bombardment", "allied", "omaha-1", support=2)
    assert points(state, attack) == (2, 10)
    assert damage_of(state, attack, 4) == 0


def test_bombardment_of_area_25() -> None:  # SON-E22
    state = beach(*[(g, "omaha-2") for g in GUNS_25], (BATTALION_716, "omaha-2"))
    attack = Attack("bombardment", "allied", "omaha-2", support=8)
    assert points(state, attack) == (8, 11)
    asked = play(under_way(state, attack), (4, 4))
    assert asked.decision is not None
    assert asked.decision.data["damage"] == 5
    two = TakeDamage((("ge-w4", "eliminate"), ("ge-w5", "eliminate")))
    after = play(asked, two)
    assert where(after, "ge-w4", "ge-w5", "ge-w6", "ge-716") == [
        "eliminated spent",
        "eliminated spent",
        "omaha-2 fresh",
        "omaha-2 fresh",
    ]
    assert after.text("control", "omaha-2") == "german"


def test_strongpoints_of_area_18_fire() -> None:  # SON-E23
    state = beach(*[(g, "omaha-1") for g in GUNS_18], *[(u, "omaha-1") for u in LANDED_18])
    attack = Attack(
        "strongpoints", "german", "omaha-1", tuple(g.id for g in GUNS_18), tuple(u.id for u in LANDED_18)
    )
    assert points(state, attack) == (2, 9)
    assert damage_of(state, attack, 6) == 0
    after = play(under_way(state, attack), (3, 3))
    assert where(after, *(g.id for g in GUNS_18)) == ["omaha-1 spent"] * 3


def strongpoint_25() -> Position:
    placed: list[tuple[Unit, str]] = [
        (GUNS_25[2], "omaha-2"),
        (BATTALION_716, "omaha-2"),
        (RANGERS, "omaha-2"),
    ]
    return beach(*placed, *[(u, "omaha-2") for u in LANDED_25])


def test_a_strongpoint_without_firepower_drives_the_rangers_back() -> None:  # SON-E24
    landed = (*(u.id for u in LANDED_25), "us-r5")
    attack = Attack(
        "strongpoints",
        "german",
        "omaha-2",
        ("ge-w6",),
        landed,
        retreat_to=dict.fromkeys(landed, "landing-omaha-2"),
    )
    state = strongpoint_25()
    assert points(state, attack) == (0, 9)
    asked = play(under_way(state, attack), (5, 6))
    assert asked.decision is not None
    assert (asked.decision.player, asked.decision.data["damage"]) == ("allied", 2)
    exact = [a.losses for a in options(asked, TakeDamage) if len(a.losses) == 2]
    assert any({level for _, level in losses} == {"flip"} for losses in exact)
    after = play(asked, TakeDamage((("us-r5", "retreat"),)))
    assert where(after, "us-r5", "ge-w6", "ge-716") == [
        "landing-omaha-2 spent",
        "omaha-2 spent",
        "omaha-2 fresh",
    ]


def test_landed_units_take_area_18() -> None:  # SON-E25
    placed = [(g, "omaha-1 spent") for g in GUNS_18]
    state = beach(*placed, *[(u, "omaha-1") for u in LANDED_18])
    attack = Attack("landed", "allied", "omaha-1", tuple(u.id for u in LANDED_18))
    assert points(state, attack) == (5, 9)
    after = play(under_way(state, attack), (4, 5))
    assert where(after, *(g.id for g in GUNS_18)) == ["eliminated spent"] * 3
    assert where(after, *(u.id for u in LANDED_18)) == ["omaha-1 spent"] * 4
    assert after.text("control", "omaha-1") == "allied"


def test_landed_units_take_area_25() -> None:  # SON-E26
    placed: list[tuple[Unit, str]] = [(GUNS_25[2], "omaha-2 spent"), (BATTALION_716, "omaha-2")]
    state = beach(*placed, *[(u, "omaha-2") for u in LANDED_25])
    attack = Attack("landed", "allied", "omaha-2", tuple(u.id for u in LANDED_25))
    assert points(state, attack) == (4, 9)
    asked = play(under_way(state, attack), (4, 4))
    assert asked.decision is not None
    assert asked.decision.data["damage"] == 3
    after = play(asked, TakeDamage((("ge-w6", "eliminate"), ("ge-716", "retreat"))))
    assert where(after, "ge-w6", "ge-716") == ["eliminated spent", "24 spent"]
    assert after.text("control", "omaha-2") == "allied"
    assert where(after, "us-29-115") == ["omaha-2 spent"]


def test_units_out_of_a_landing_box_go_back_to_it_spent() -> None:  # trap 22
    placed: list[tuple[Unit, str]] = [(RANGERS, "omaha-2"), (FIRST[0], "omaha-2"), (GUNS_25[1], "omaha-2")]
    state = battle(BEACHES, *placed)
    draft, origins = state.draft(), {"us-r5": "landing-omaha-2", "us-1-16": "exploitation-omaha-2"}
    begin(draft, Attack("assault", "allied", "omaha-2", tuple(origins), origins=origins))
    r09_attack.defensive_fire(draft, ["ge-w5"])
    asked = play(carried_on(draft, state), (5, 5))
    after = play(asked, TakeDamage((("us-1-16", "flip"), ("us-r5", "flip"))))
    assert where(after, "us-r5", "us-1-16") == ["landing-omaha-2 spent", "exploitation-omaha-2 spent"]
    assert decision(after) == ""
    assert where(after, "ge-w5") == ["omaha-2 fresh"]
