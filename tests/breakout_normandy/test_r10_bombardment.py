"""Sections 10.1 to 10.5, 20.22, and 11.4 for a bombardment: announcing and resolving it."""

from __future__ import annotations

import pytest

from adjudicator.actions import Roll
from adjudicator.asking.typed import parse_action
from adjudicator.breakout_normandy import GAME
from adjudicator.breakout_normandy.r06_sequence import EndImpulse
from adjudicator.breakout_normandy.r08_impulses import Activate, DoubleImpulse
from adjudicator.breakout_normandy.r10_attrition import MistakenTarget, TakeAttrition
from adjudicator.breakout_normandy.r10_bombardment import (
    Bombard,
    attack_value,
    attrition_chances,
    defense_value,
)
from adjudicator.breakout_normandy.r11_advantage import KeepRoll, Reroll
from adjudicator.errors import RollNeeded
from adjudicator.game import check, legal, need_roll
from adjudicator.inquiry import Inquiry
from adjudicator.position import Piece, Position
from tests.breakout_normandy.build_r3 import Facts, position, unit
from tests.playing import allowed, play, reasons, rules


def gun(uid: str, space: str, status: str = "fresh", *, af: int = 3, kind: str = "artillery") -> Piece:
    return unit(uid, space, status, type="field-artillery", af=af, kind=kind)


US_GUNS = [gun("us-a", "utah-beach"), gun("us-b", "utah-beach", af=5), unit("ge-1", "marsh")]
ASHORE = {("control", "utah-beach"): "us", ("control", "gold-beach"): "british"}


def av(before: Position, by: str, *support: str) -> int:
    return attack_value(Inquiry(before), by, support).value


def dv(before: Position, by: str, target: str, side: str = "allied") -> int:
    return defense_value(Inquiry(before), by, target, side).value


def test_example_2_utah() -> None:
    d_day = GAME.scenario("d-day")
    assert (av(d_day, "wtf"), dv(d_day, "wtf", "utah-beach")) == (8, 3)


def test_example_2_omaha() -> None:
    d_day = GAME.scenario("d-day")
    assert (av(d_day, "wtf"), dv(d_day, "wtf", "omaha-beach")) == (8, 4)


def test_example_3_grandcamp() -> None:
    d_day = GAME.scenario("d-day")
    assert (av(d_day, "ix-af"), dv(d_day, "ix-af", "grandcamp")) == (5, 2)


def test_attack_value_of_guns_is_lead_and_one_each() -> None:
    before = position(US_GUNS)
    assert av(before, "us-a") == 3
    assert av(before, "us-b", "us-a") == 6


def test_attack_factor_that_is_not_printed_is_reported() -> None:
    ruling = check(play_to_naval(), Bombard("etf", "gold-beach", "ge-2"))
    assert ruling.ok
    assert "Attack Factor of the Eastern Task Force" in " ".join(map(str, ruling.sources))


def play_to_naval() -> Position:
    return position([unit("ge-1", "utah-beach"), unit("ge-2", "gold-beach")], phase="naval")


def test_defense_value_counts_only_the_type_that_matters() -> None:
    there = [
        unit("ge-flak", "utah-beach", type="flak"),
        unit("ge-old-flak", "utah-beach", "spent", type="flak"),
        unit("ge-ca", "utah-beach", type="coastal-artillery"),
        unit("ge-cb", "utah-beach", type="coastal-artillery"),
        gun("ge-art", "utah-beach"),
        gun("ge-nw", "utah-beach", kind="nebelwerfer"),
        unit("ge-inf", "utah-beach"),
    ]
    before = position([*there, gun("us-a", "marsh")])
    assert dv(before, "ix-af", "utah-beach") == 1 + 2 + 1
    assert dv(before, "wtf", "utah-beach") == 1 + 2 + 2
    assert dv(before, "us-a", "utah-beach") == 1 + 2 + 1  # a Nebelwerfer does not count


def test_fortification_helps_germans_while_it_stands() -> None:
    before = position([unit("ge-1", "utah-beach"), unit("us-1", "utah-beach")])
    assert dv(before, "wtf", "utah-beach") == 3
    gone = position([unit("ge-1", "utah-beach")], {("fortification-destroyed", "utah-beach"): True})
    assert dv(gone, "wtf", "utah-beach") == 1


def test_allies_get_nothing_from_a_fortification() -> None:
    before = position([gun("ge-art", "marsh"), unit("us-1", "utah-beach")], side="german")
    assert dv(before, "ge-art", "utah-beach", "german") == 1


def test_nebelwerfer_bombardment_meets_no_artillery() -> None:
    before = position([gun("ge-nw", "town", kind="nebelwerfer"), gun("us-a", "town"), unit("us-1", "town")])
    assert dv(before, "ge-nw", "town", "german") == 3


def test_zone_has_no_tem() -> None:
    before = position([gun("us-a", "zone-b"), unit("ge-1", "zone-b")])
    assert dv(before, "us-a", "zone-b") == 0
    assert rules(before, Bombard("us-a", "zone-b", "ge-1")) == set()


def test_chances_are_exact() -> None:
    chances = attrition_chances(8, 3)
    assert chances.total == 1296
    assert chances[5] == 146
    assert chances[0] == 56 + 35 + 20 + 10 + 4 + 1


# --- the impulse ----------------------------------------------------------------------------------------


def test_field_artillery_bombards_and_is_spent() -> None:
    before = position(US_GUNS)
    announced = play(before, Bombard("us-b", "marsh", "ge-1", ("us-a",)))
    with pytest.raises(RollNeeded, match="bombardment of Marsh"):
        need_roll(announced)
    assert announced.pieces["us-a"].status == "fresh"
    rolled = play(announced, Roll((7, 7)), KeepRoll())
    assert {rolled.pieces[u].status for u in ("us-a", "us-b")} == {"spent"}
    assert rolled.pieces["ge-1"].status == "spent"  # 6 + 7 against 2 + 7: four points
    assert rolled.number("sunset-dr") == 7
    assert rolled.text("impulse-type") == "bombardment"


def test_equal_totals_do_nothing_and_spend_the_guns() -> None:
    after = play(position(US_GUNS), Bombard("us-a", "marsh", "ge-1"), Roll((2, 3)), KeepRoll())
    assert after.pieces["ge-1"].status == "fresh"
    assert after.pieces["us-a"].status == "spent"


def test_sole_action_of_its_impulse() -> None:
    before = position(US_GUNS)
    fired = play(before, Bombard("us-a", "marsh", "ge-1"), Roll((2, 12)), KeepRoll())
    assert rules(fired, Bombard("us-b", "marsh", "ge-1")) == {"10.1"}
    assert "10.1" in rules(fired, Activate("utah-beach"))
    assert allowed(fired, "end-impulse") == {EndImpulse()}


def test_an_assault_impulse_cannot_turn_into_a_bombardment() -> None:
    begun = play(position(US_GUNS), Activate("utah-beach"))
    assert rules(begun, Bombard("us-a", "marsh", "ge-1")) == {"10.1"}


@pytest.mark.parametrize(
    ("action", "section", "said"),
    [
        (Bombard("us-a", "nowhere", "ge-1"), "10.1", "no Area"),
        (Bombard("us-a", "approach-utah", "ge-1"), "10.1", "no Area"),
        (Bombard("nobody", "marsh", "ge-1"), "10.11", "no unit or bombardment marker"),
        (Bombard("us-a", "marsh", "ge-1", ("ghost",)), "10.11", "ghost"),
        (Bombard("us-a", "marsh", "nobody"), "10.12", "must be an enemy unit"),
        (Bombard("us-a", "marsh", "us-b"), "10.12", "must be an enemy unit"),
        (Bombard("us-a", "marsh", ""), "10.12", "must be an enemy unit"),
        (Bombard("us-a", "town", "ge-1"), "16.11", "neither in"),
        (Bombard("us-a", "marsh", "ge-1", ("us-a",)), "10.2", "once"),
        (Bombard("us-a", "marsh", "ge-1", (), double=True), "11.4", "second half"),
        (Bombard("ge-1", "marsh", "ge-1"), "8.12", "enemy impulse"),
        (Bombard("le-havre", "lane", "ge-1"), "10.11", "belongs to the German"),
    ],
)
def test_refusals(action: Bombard, section: str, said: str) -> None:
    before = position(US_GUNS)
    assert section in rules(before, action)
    assert said in reasons(before, action)


def test_every_reason_is_given_at_once() -> None:
    there = [
        gun("us-a", "utah-beach", "spent"),
        gun("br-b", "marsh"),
        unit("ge-1", "marsh"),
        gun("ge-g", "marsh"),
    ]
    found = rules(position(there), Bombard("us-a", "marsh", "ge-g", ("br-b",)))
    assert found == {"12.1", "10.2", "10.12"}


def test_field_artillery_is_primary_target_only_where_it_stands_alone() -> None:
    alone = position([gun("us-a", "utah-beach"), gun("ge-g", "marsh")])
    assert rules(alone, Bombard("us-a", "marsh", "ge-g")) == set()
    covered = position([gun("us-a", "utah-beach"), gun("ge-g", "marsh"), unit("ge-1", "marsh", "d2")])
    assert rules(covered, Bombard("us-a", "marsh", "ge-g")) == {"10.12"}


def test_nobody_retreats_and_nobody_dies() -> None:
    there = [gun("us-b", "utah-beach", af=9), unit("ge-1", "marsh", "d2")]
    after = play(position(there), Bombard("us-b", "marsh", "ge-1"), Roll((12, 2)), KeepRoll())
    assert after.pieces["ge-1"].space == "marsh"
    assert after.pieces["ge-1"].status == "d2"
    assert after.decision is None


def test_defender_is_asked_where_it_has_a_choice() -> None:
    there = [*US_GUNS, unit("ge-2", "marsh"), unit("ge-3", "marsh")]
    asked = play(position(there), Bombard("us-a", "marsh", "ge-1"), Roll((9, 6)), KeepRoll())
    assert asked.decision is not None
    assert (asked.decision.player, asked.decision.kind) == ("german", "attrition")
    assert rules(asked, EndImpulse()) == {"10.4"}
    after = play(asked, TakeAttrition(("ge-1", "ge-3")))
    assert [after.pieces[f"ge-{i}"].status for i in (1, 2, 3)] == ["spent", "fresh", "spent"]


def test_options_hold_each_lead_support_and_target() -> None:
    before = position([*US_GUNS, unit("ge-2", "marsh")])
    found = allowed(before, "bombard")
    for target in ("ge-1", "ge-2"):
        assert Bombard("us-a", "marsh", target) in found
        assert Bombard("us-a", "marsh", target, ("us-b",)) in found
        assert Bombard("us-b", "marsh", target, ("us-a",)) in found
    assert all(rules(before, action) == set() for action in found)


def test_many_guns_do_not_explode() -> None:
    many = [gun(f"us-{i}", "utah-beach") for i in range(8)]
    before = position([*many, unit("ge-1", "marsh")])
    found = [a for a in legal(before).of("bombard") if isinstance(a, Bombard) and a.by.startswith("us-")]
    assert len(found) == 8 * 8
    assert {len(a.support) for a in found} == set(range(8))


# --- the Construct marker -------------------------------------------------------------------------------

SITE = "marsh/town"


def test_construct_as_primary_target() -> None:
    """10.12, 20.22: the bridge borders the Area of the lead unit and the Target Area."""
    there = [gun("us-a", "marsh"), unit("ge-1", "town", "spent"), unit("ge-2", "town", "spent")]
    before = position(there, {("construct-german", SITE): 1, ("control", "marsh"): "us"})
    action = Bombard("us-a", "town", SITE)
    assert rules(before, action) == set()
    assert action in allowed(before, "bombard")
    after = play(before, action, Roll((8, 8)), KeepRoll())  # 3 + 8 against 3 + 8: no points
    assert after.number("construct-german", SITE) == 1
    hit = play(before, action, Roll((9, 8)), KeepRoll())
    assert hit.number("construct-german", SITE) == 0
    more = play(before, action, Roll((10, 8)), KeepRoll())
    assert more.decision is not None
    assert allowed(more, "take-attrition") == {TakeAttrition(("ge-1",)), TakeAttrition(("ge-2",))}


def test_construct_without_defenders_may_be_shelled() -> None:
    before = position([gun("us-a", "marsh")], {("construct-german", SITE): 2, ("control", "marsh"): "us"})
    after = play(before, Bombard("us-a", "town", SITE), Roll((12, 2)), KeepRoll())
    assert after.number("construct-german", SITE) == 1


def test_construct_is_offered_to_guns_beside_the_bridge_only() -> None:
    there = [gun("us-a", "marsh"), gun("us-h", "hill"), unit("ge-1", "town")]
    facts: Facts = {("construct-german", SITE): 1, ("control", "marsh"): "us", ("control", "hill"): "us"}
    offered = allowed(position(there, facts), "bombard")
    leads = {a.by for a in offered if isinstance(a, Bombard) and a.primary == SITE}
    assert leads == {"us-a"}
    naval = position([*there, unit("ge-u", "utah-beach")], facts, phase="naval")
    assert {a.primary for a in allowed(naval, "bombard") if isinstance(a, Bombard)} == {"ge-u"}


def test_construct_refusals() -> None:
    there = [gun("us-a", "marsh"), gun("us-h", "hill"), unit("ge-1", "town"), unit("ge-2", "gold-beach")]
    facts: Facts = {("construct-german", SITE): 1, ("control", "marsh"): "us", ("control", "hill"): "us"}
    before = position(there, facts)
    assert "borders" not in reasons(before, Bombard("us-h", "town", SITE))
    assert "10.12" in rules(before, Bombard("us-h", "town", SITE))  # the lead unit is not beside the bridge
    assert "20.22" in rules(before, Bombard("us-a", "town", "hill/town"))
    assert "10.12" in rules(before, Bombard("wtf", "marsh", SITE))
    assert "20.22" in rules(position(there, {("construct-allied", SITE): 1}), Bombard("us-a", "town", SITE))


# --- Advantage ------------------------------------------------------------------------------------------


def test_reroll_replaces_both_dice() -> None:
    before = position(US_GUNS)
    fired = play(before, Bombard("us-a", "marsh", "ge-1"), Roll((2, 12)))
    assert fired.decision is not None
    assert fired.decision.player == "allied"
    again = play(fired, Reroll(), Roll((10, 6)))
    assert again.pieces["ge-1"].status == "spent"
    assert again.number("sunset-dr") == 10
    assert again.flag("advantage-used")
    assert again.decision is None  # the roll that was forced again is not offered a second time


def test_double_impulse_of_two_bombardments() -> None:
    before = position(US_GUNS, {"impulse": 2})
    first = play(before, Bombard("us-a", "marsh", "ge-1"), Roll((2, 12)), KeepRoll())
    second = Bombard("us-b", "marsh", "ge-1", (), double=True)
    assert second in allowed(first, "bombard")
    after = play(first, second, Roll((12, 2)))
    assert after.flag("advantage-used")
    assert after.flag("double-impulse")
    assert after.number("sunset-dr") == 2
    assert rules(after, Bombard("us-a", "marsh", "ge-1", (), double=True)) >= {"11.6", "12.1"}


def test_double_impulse_needs_the_advantage_and_one_kind() -> None:
    german = position(US_GUNS, {"advantage": "german"})
    first = play(german, Bombard("us-a", "marsh", "ge-1"), Roll((2, 12)), KeepRoll())
    assert rules(first, Bombard("us-b", "marsh", "ge-1", (), double=True)) == {"11.4"}
    begun = play(position(US_GUNS), Activate("utah-beach"))
    assert rules(begun, Bombard("us-b", "marsh", "ge-1", (), double=True)) == {"11.4"}
    mixed = play(position(US_GUNS, options={"double-impulse-kinds": "B"}), Activate("utah-beach"))
    assert rules(mixed, Bombard("us-b", "marsh", "ge-1", (), double=True)) == set()


def test_air_then_assault_advances_the_marker() -> None:
    there = [unit("us-1", "utah-beach"), unit("ge-1", "marsh")]
    before = position(there, {"impulse": 3}, options={"double-impulse-kinds": "B"})
    struck = play(before, Bombard("ix-af", "marsh", "ge-1"), Roll((9, 12)), KeepRoll())
    assert play(struck, EndImpulse()).number("impulse") == 3
    assert play(struck, DoubleImpulse("utah-beach"), EndImpulse()).number("impulse") == 4


# --- the mistaken attack --------------------------------------------------------------------------------


def test_mistaken_attack_hits_both() -> None:
    """17.31: equal unmodified DRs; the Allied points are half the DR, rounded up; Germans lose as usual."""
    there = [unit("us-1", "marsh"), unit("us-2", "marsh"), unit("ge-1", "marsh")]
    struck = play(position(there), Bombard("ix-af", "marsh", "ge-1"), Roll((5, 5)), KeepRoll())
    assert struck.pieces["ge-1"].status == "spent"  # 5 against 2: three points
    assert struck.decision is not None
    assert (struck.decision.player, struck.decision.data["points"]) == ("german", 3)
    after = play(struck, MistakenTarget("us-2"))
    assert [after.pieces[u].status for u in ("us-1", "us-2")] == ["fresh", "spent"]


def test_mistaken_attack_on_a_single_unit_asks_nobody() -> None:
    there = [unit("us-1", "marsh"), unit("ge-1", "marsh")]
    struck = play(position(there), Bombard("ix-af", "marsh", "ge-1"), Roll((3, 3)), KeepRoll())
    assert struck.decision is None
    assert struck.pieces["us-1"].status == "spent"


@pytest.mark.parametrize("roll", [(5, 6), (6, 5)])
def test_unequal_rolls_are_no_mistake(roll: tuple[int, int]) -> None:
    there = [unit("us-1", "marsh"), unit("ge-1", "marsh")]
    struck = play(position(there), Bombard("ix-af", "marsh", "ge-1"), Roll(roll), KeepRoll())
    assert struck.pieces["us-1"].status == "fresh"


def test_naval_bombardment_is_never_mistaken() -> None:
    there = [unit("us-1", "marsh"), unit("ge-1", "marsh")]
    struck = play(position(there), Bombard("wtf", "marsh", "ge-1"), Roll((5, 5)), KeepRoll())
    assert struck.pieces["us-1"].status == "fresh"


def test_reroll_of_a_mistake_counts_the_new_dice() -> None:
    there = [unit("us-1", "marsh"), unit("ge-1", "marsh")]
    struck = play(position(there), Bombard("ix-af", "marsh", "ge-1"), Roll((5, 5)), Reroll(), Roll((5, 6)))
    assert struck.pieces["us-1"].status == "fresh"


@pytest.mark.parametrize(("reading", "statuses"), [("A", ("spent", "spent")), ("B", ("d1", "fresh"))])
def test_levels_lost_in_a_double_bombardment(reading: str, statuses: tuple[str, str]) -> None:
    there = [*US_GUNS, unit("ge-2", "marsh")]
    before = position(there, {**ASHORE, "advantage": "allied"}, options={"double-bombardment": reading})
    first = play(before, Bombard("us-b", "marsh", "ge-1"), Roll((7, 8)), KeepRoll())
    assert first.pieces["ge-1"].status == "spent"
    roll = Roll((7, 7 if reading == "B" else 6))
    after = play(first, Bombard("us-a", "marsh", "ge-1", (), double=True), roll)
    assert (after.pieces["ge-1"].status, after.pieces["ge-2"].status) == statuses


def test_a_bombardment_is_typed_by_name() -> None:
    example = GAME.scenario("example-2")
    words = ["bombard", "wtf", "omaha", "Vierville"]
    assert parse_action(example, GAME, words) == Bombard("wtf", "omaha-beach", "ge-vierville")
    second = parse_action(example, GAME, [*words[:1], "84", "st lo", "pont-labbe/valognes", "double"])
    assert second == Bombard("ge-84-art", "st-lo", "pont-labbe/valognes", (), double=True)
