"""Sections 12.1, 12.2 and 12.4: declaring an attack, its price, the defender's support, Combined Arms."""

from __future__ import annotations

import dataclasses

import pytest

from adjudicator.battle_for_normandy.r12 import battle as battles
from adjudicator.battle_for_normandy.r12.attack import Attack
from adjudicator.battle_for_normandy.r12.battle import AttackRecord, Battle
from adjudicator.battle_for_normandy.r12.defence import DefendWith, UseCombinedArms
from adjudicator.battle_for_normandy.r12.strength import as_record
from adjudicator.errors import MalformedAction, PositionError
from adjudicator.frames import plain
from adjudicator.position import AUTO, Decision
from tests.battle_for_normandy.build import hq, unit
from tests.battle_for_normandy.combat import EAST, NE, NORTH, NW, SE, SOUTH, TARGET, asked, combat, roll
from tests.playing import choices, play, refused

US, US_2 = unit("us-1", division="us-1"), unit("us-2", division="us-1")
GE, GE_2 = unit("ge-1", division="ge-352"), unit("ge-2", division="ge-716")
US_HQ, GUN = hq("us-1"), unit("us-gun", "artillery", division="us-1", range=4)


def test_a_stack_attacks_for_nothing_and_uses_up_units_and_hex() -> None:
    here = play(combat((US, NW), (US_2, NW), (GE, TARGET)), Attack(("us-1", "us-2"), TARGET))
    assert asked(here) == ("dice", "roll")
    assert here.number("csp") == 20
    assert here.flag("hex-attacked", TARGET)
    assert here.flag("attacked", "us-1")
    battle = battles.current(here)
    assert battle is not None
    assert (battle.column, battle.attack.csp) == ("2:1", 0)


def test_units_of_one_stack_may_attack_different_hexes_one_after_the_other() -> None:
    here = combat((US, NE), (US_2, NE), (GE, TARGET), (GE_2, EAST))
    here = roll(play(here, Attack(("us-1",), TARGET)), 2)
    while here.decision is not None:
        here = play(here, choices(here, _kind(here))[0])
    assert "12.1" in refused(here, Attack(("us-1",), EAST))
    assert refused(here, Attack(("us-2",), EAST)) == []
    assert "12.1" in refused(here, Attack(("us-2",), TARGET))


def _kind(here: object) -> str:
    words = {
        "losses": "take-losses",
        "stand": "answer-retreat",
        "retreat": "retreat",
        "advance": "end-advance",
    }
    return words[asked(here)[1]]  # type: ignore[arg-type]


def test_a_major_attack_costs_three_points() -> None:
    here = combat((US, NW), (US_2, NE), (GE, TARGET), csp=3)
    here = play(here, Attack(("us-1", "us-2"), TARGET))
    assert here.number("csp") == 0
    poor = combat((US, NW), (US_2, NE), (GE, TARGET), csp=2)
    assert refused(poor, Attack(("us-1", "us-2"), TARGET)) == ["7.6.2"]


def test_a_german_attack_is_free() -> None:
    here = combat((US, TARGET), (GE, SE), (GE_2, EAST), side="german", csp=0)
    assert refused(here, Attack(("ge-1", "ge-2"), TARGET)) == []


@pytest.mark.parametrize(
    ("units", "target", "section"),
    [
        (("ge-1",), NW, "12.1"),
        (("us-1", "us-1"), TARGET, "12.2"),
        (("nobody",), TARGET, "12.1"),
        (("us-1",), "nowhere", "12.2"),
        (("us-1",), NE, "12.1"),
        ((), TARGET, "12.2"),
    ],
)
def test_what_no_attack_is(units: tuple[str, ...], target: str, section: str) -> None:
    here = combat((US, NW), (GE, TARGET))
    assert section in refused(here, Attack(units, target))


def test_artillery_never_attacks_and_less_than_one_to_four_is_not_allowed() -> None:
    strong = unit("ge-9", "panzer", ds=21, division="ge-21")
    here = combat((GUN, NW), (US, NE), (strong, TARGET))
    assert "12.5.5" in refused(here, Attack(("us-gun",), TARGET))
    assert refused(here, Attack(("us-1",), TARGET)) == ["12.4"]


def test_support_flips_the_gun_and_costs_a_point() -> None:
    here = combat((US, NW), (GUN, "c1820"), (US_HQ, "c1720"), (GE, TARGET), csp=1)
    here = play(here, Attack(("us-1",), TARGET, support=("us-gun",)))
    battle = battles.current(here)
    assert here.flag("flipped", "us-gun")
    assert here.number("csp") == 0
    assert battle is not None
    assert (battle.attack.support, battle.column) == (("us-gun",), "2:1")


def test_ground_support_meets_flak_once() -> None:
    flak = unit("ge-flak", "flak", division="ge-352")
    here = combat((US, NW), (US_2, NW), (GE, TARGET), (flak, SE), ground_support=3, air_points=100)
    here = play(here, Attack(("us-1", "us-2"), TARGET, air=2))
    assert here.decision is not None
    assert here.decision.data["what"] == "ground-support-aa"
    assert here.number("ground-support") == 1
    hit = roll(here, 10)
    assert hit.number("air-points") == 99
    battle = battles.current(hit)
    assert battle is not None
    assert battle.attack.planes == 1
    assert hit.decision is not None
    assert hit.decision.data["drm"] == 1


def test_the_defender_supports_after_the_attacker() -> None:
    gun = unit("ge-gun", "artillery", division="ge-352", range=8)
    here = combat((US, NW), (US_2, NW), (GE, TARGET), (gun, "c2220"), (hq("ge-352"), "c2320"))
    here = play(here, Attack(("us-1", "us-2"), TARGET))
    assert asked(here) == ("german", "defence-support")
    assert DefendWith(("ge-gun",)) in choices(here, "defend-with")
    assert "11.4" in refused(here, DefendWith(air=1))
    assert "12.5.1" in refused(here, DefendWith(("us-1",)))
    after = play(here, DefendWith(("ge-gun",)))
    battle = battles.current(after)
    assert battle is not None
    assert battle.attack.defence_support == ("ge-gun",)
    assert after.flag("flipped", "ge-gun")
    assert after.decision is not None
    assert after.decision.data["column"] == "1:1"


def test_allied_defence_pays_a_point_for_the_hex() -> None:
    gun = unit("us-gun", "artillery", division="us-1", range=8)
    placed = ((US, TARGET), (gun, "c1820"), (US_HQ, "c1720"), (GE, SE))
    here = play(combat(*placed, side="german", csp=1), Attack(("ge-1",), TARGET))
    assert asked(here) == ("allied", "defence-support")
    assert play(here, DefendWith(("us-gun",))).number("csp") == 0
    poor = play(combat(*placed, side="german", csp=0), Attack(("ge-1",), TARGET))
    assert asked(poor) == ("dice", "roll")


def test_combined_arms_is_chosen_after_the_roll() -> None:
    tank = unit("us-tank", "tank", division="us-1")
    here = combat((US, NW), (tank, NW), (GE, TARGET), terrain={TARGET: "farmland"})
    here = play(here, Attack(("us-1", "us-tank"), TARGET))
    changed = [roll(here, n) for n in range(1, 11)]
    offered = [p for p in changed if asked(p)[1] == "combined-arms"]
    assert offered
    for here in offered:
        used, left = play(here, UseCombinedArms(use=True)), play(here, UseCombinedArms(use=False))
        assert (used.pieces, used.pending) != (left.pieces, left.pending)
    at = unit("ge-at", "at", division="ge-352")
    here = combat((US, NW), (tank, NW), (GE, TARGET), (at, TARGET))
    here = play(here, Attack(("us-1", "us-tank"), TARGET))
    assert all(asked(roll(here, n))[1] != "combined-arms" for n in range(1, 11))


def test_a_corps_hq_is_eliminated_without_a_roll() -> None:
    corps = unit("ge-84-hq", "corps-hq", division="ge-84")
    here = play(combat((US, NW), (corps, TARGET)), Attack(("us-1",), TARGET))
    assert here.pieces["ge-84-hq"].space == "turn-track"
    assert asked(here) == ("allied", "advance")


def test_units_that_retreated_into_a_hex_are_not_attacked_again() -> None:
    here = combat((US, NW), (GE, TARGET), marks={"ge-1": {"retreated": True}})
    assert refused(here, Attack(("us-1",), TARGET)) == ["12.1"]


def test_options_offer_attacks_with_and_without_support() -> None:
    here = combat((US, NW), (US_2, NE), (GUN, "c1820"), (US_HQ, "c1720"), (GE, TARGET), (GE_2, SOUTH))
    found = choices(here, "attack")
    assert Attack(("us-1", "us-2"), TARGET) in found
    assert Attack(("us-1",), TARGET) in found
    assert Attack(("us-1",), TARGET, support=("us-gun",)) in found
    assert all(refused(here, action) == [] for action in found)


def test_a_record_and_a_battle_are_plain_data() -> None:
    attack = AttackRecord("allied", TARGET, ("us-1",), air=3, aa=(1, 1), defence_air=1)
    assert as_record(plain(attack)) == attack
    assert as_record({"side": "allied", "hex": TARGET, "attackers": ["us-1"]}).support == ()
    assert (attack.planes, attack.defence_planes, attack.defending) == (1, 1, "german")
    battle = Battle(attack, defenders=("ge-1",), lost={"ge-1": 1}, origins={"ge-1": TARGET})
    held = plain(battle)
    assert list(held) == ["attack", "kind", "defenders", "lost", "origins"]
    assert list(held["attack"]) == [f.name for f in dataclasses.fields(AttackRecord)]
    assert battles.read(Decision(AUTO, battles.COMBAT, "12.4", held)) == battle
    with pytest.raises(MalformedAction, match="hex"):
        as_record({"side": "allied"})
    with pytest.raises(PositionError, match="attack"):
        battles.read(Decision(AUTO, battles.COMBAT, "12.4", {"stage": "open"}))
    here = combat((US, NORTH))
    with pytest.raises(MalformedAction):
        battles.record_of(here, TARGET, ["nobody"])
    with pytest.raises(MalformedAction):
        battles.record_of(here, "nowhere", ["us-1"])
    with pytest.raises(PositionError):
        battles.amend(here.draft(), stage="end")


def test_additional_german_guns_add_to_the_die() -> None:
    guns = [(unit(f"ge-g{n}", "artillery", division="ge-352", range=8), "c2220") for n in (1, 2)]
    placed = ((US, TARGET), (GE, SE), (hq("ge-352"), "c2320"), *guns)
    here = combat(*placed, side="german", options={"12.5.1o": "B"})
    action = Attack(("ge-1",), TARGET, support=("ge-g1",), bonus=("ge-g2",))
    assert action in choices(here, "attack")
    after = play(here, action)
    assert after.decision is not None
    assert after.decision.data["drm"] == 1
    assert after.flag("flipped", "ge-g2")
    assert "12.5.1o" in refused(combat(*placed, side="german"), action)
