"""Section 7.5: the Corps Activation."""

from __future__ import annotations

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r07_corps as corps
from adjudicator.june_six import r07_markers as markers
from adjudicator.june_six.r03_phases import EndPhase
from adjudicator.june_six.r05_purchases import Purchase
from adjudicator.june_six.r07_activation import require_active
from adjudicator.june_six.r07_corps import ActivateDivision, DeclareCorps, PassGroup
from adjudicator.june_six.r07_ending import EndActivation, EndMovement
from adjudicator.june_six.r07_rulings import corps_ruling
from adjudicator.position import Fact, Key, Position
from maps.filing import OURS
from tests.june_six.build import hq, unit
from tests.june_six.turning import scene, settled
from tests.playing import choices, play, refused

V_CORPS, GERMAN = DeclareCorps("us-v-hq", ()), DeclareCorps("ge-lxxxiv-hq", ("ge-352", "ge-716"))


def buying(
    side: str = "allied", rp: int = 14, facts: dict[Key, Fact] | None = None, **more: object
) -> Position:
    """The Logistics Phase of the initiative player."""
    known: dict[Key, Fact] = {("rp", side): rp, ("rp-received", side): True, **(facts or {})}
    values: dict[str, object] = {"initiative": side, "side": side, **more}
    return scene(f"{side}-logistics", facts=known, **values)  # type: ignore[arg-type]


def active(at: Position) -> set[str]:
    """Ids of the active units; the Corps HQ, whose artillery serves all, only in its own groups."""
    found = {uid for uid in at.subjects("active") if at.flag("active", uid)}
    return found - {"us-v-hq"} if at.text("corps-group") in corps.GROUPS else found


# --- the declaration ----------------------------------------------------------------------------------------


def test_it_costs_twelve_and_takes_one_marker_of_the_corps_and_of_each_division() -> None:
    at = play(buying(), V_CORPS)
    assert at.number("rp", "allied") == 2
    assert markers.in_place(at, "initiative") == ("am-us-corps-1",)
    assert markers.in_place(at, "aside") == ("am-us-1-1", "am-us-2a-1")
    assert at.text("corps-hq") == "us-v-hq"


def test_the_second_markers_may_still_be_bought() -> None:
    at = play(buying(), V_CORPS, Purchase("us-1"), Purchase("us-corps"))
    assert markers.in_place(at, "cup") == ("am-us-1-2", "am-us-corps-2")


@pytest.mark.parametrize(
    ("at", "section"),
    [
        (buying(rp=11), "7.51"),
        (buying(turn=4), "7.51"),
        (buying(initiative="german"), "7.51"),
        (buying(facts={("corps-hq", ""): "us-v-hq"}), "7.51"),
        (buying(facts={("am", "am-us-corps-1"): "used", ("am", "am-us-corps-2"): "used"}), "7.51"),
        (buying(facts={("re", "us-v-hq"): True}), "5.17"),
        (buying(elsewhere={"us_v_hq": "landing-omaha"}), "7.52"),
    ],
)
def test_what_bars_a_declaration(at: Position, section: str) -> None:
    assert refused(at, V_CORPS) == [section]


def test_markers_that_were_bought_before_are_held_out_and_set_aside() -> None:
    bought: dict[Key, Fact] = {("am", f"am-us-{g}-{n}"): "cup" for g in ("1", "corps") for n in (1, 2)}
    at = play(buying(facts=bought), V_CORPS)
    assert markers.in_place(at, "initiative") == ("am-us-corps-1",)
    assert markers.in_place(at, "aside") == ("am-us-1-1", "am-us-2a-1")
    assert markers.in_place(at, "cup") == ("am-us-1-2", "am-us-corps-2")


def test_a_division_beyond_ten_hexes_keeps_its_marker() -> None:
    far = {"elsewhere": {"us_1_hq": "e1944"}}
    assert markers.in_place(play(buying(**far), V_CORPS), "aside") == ("am-us-2a-1",)  # type: ignore[arg-type]
    at = buying("german", elsewhere={"ge_716_hq": "e1844"})
    assert refused(at, GERMAN) == ["7.55"]


def test_only_ones_own_corps_hq_and_no_choice_of_allied_divisions() -> None:
    assert refused(buying(), DeclareCorps("ge-lxxxiv-hq", ())) == ["7.52"]
    assert refused(buying(), DeclareCorps("us-1-hq", ())) == ["7.52"]
    assert refused(buying(), DeclareCorps("us-v-hq", ("us-1",))) == ["7.53"]


def test_the_german_player_takes_up_to_five_divisions_of_his_choice_once_a_scenario() -> None:
    assert refused(buying("german"), GERMAN) == []
    done = buying("german", facts={("corps-activated", "german"): True})
    assert refused(done, GERMAN) == ["7.57"]
    six = [f"ge-{n}" for n in range(1, 7)]
    more = [(hq(f"{slug}-hq", slug), "e1042") for slug in six]
    many = buying("german", more=more)
    assert refused(many, DeclareCorps("ge-lxxxiv-hq", tuple(six))) == ["7.54"]
    assert refused(many, DeclareCorps("ge-lxxxiv-hq", tuple(six[:5]))) == []
    assert refused(many, DeclareCorps("ge-lxxxiv-hq", ("ge-1", "ge-1"))) == ["7.54"]
    assert refused(many, DeclareCorps("ge-lxxxiv-hq", ("us-1",))) == ["7.54"]
    marked = buying("german", facts={("re", "ge-352-hq"): True})
    assert refused(marked, GERMAN) == ["7.54"]


def test_the_allied_player_may_declare_again_on_another_turn() -> None:
    assert refused(buying(facts={("corps-activated", "allied"): True}), V_CORPS) == []


def test_a_declared_corps_activation_needs_no_other_first_marker() -> None:
    at = play(buying(), V_CORPS, Purchase("us-1"), EndPhase())
    assert at.text("phase") == "bombardment"


# --- its course ---------------------------------------------------------------------------------------------


def opened(facts: dict[Key, Fact] | None = None, **more: object) -> Position:
    """The V Corps Activation at its beginning, the Corps HQ's TOT."""
    known: dict[Key, Fact] = {
        ("am", "am-us-corps-1"): "initiative",
        ("am", "am-us-1-1"): "aside",
        ("am", "am-us-2a-1"): "aside",
        ("corps-hq", ""): "us-v-hq",
        **(facts or {}),
    }
    return settled(scene(facts=known, **more))  # type: ignore[arg-type]


def test_the_order_is_tot_infantry_armor_corps_units() -> None:
    at = opened()
    assert (at.text("activation"), at.text("corps-group"), active(at)) == ("corps", "tot", {"us-v-hq"})
    infantry = play(at, EndActivation())
    assert infantry.decision is not None
    assert choices(infantry, "activate-division") == [ActivateDivision("us-1")]
    first = play(infantry, ActivateDivision("us-1"))
    assert (first.text("corps-group"), first.text("part")) == ("infantry", "movement")
    assert active(first) == {"us-1-hq", "us-1-16", "us-1-18"}
    armored = play(first, EndMovement(), EndActivation())
    assert choices(armored, "activate-division") == [ActivateDivision("us-2a")]
    assert refused(armored, ActivateDivision("us-1")) == ["7.56"]
    second = play(armored, ActivateDivision("us-2a"), EndMovement(), EndActivation())
    assert (second.text("corps-group"), active(second)) == ("corps", {"us-v-hq", "us-v-102cav"})
    assert play(second, EndMovement(), EndActivation()).text("phase") == "re"


def test_only_the_one_corps_hq_activates() -> None:
    vii = hq("us-vii-hq", "us-vii", size="corps", corps="us-vii")
    at = play(opened(more=[(vii, "e1935")]), EndActivation(), PassGroup(), PassGroup())
    assert active(at) == {"us-v-hq", "us-v-102cav"}


def test_units_beyond_ten_hexes_take_no_part_and_act_at_re() -> None:
    at = opened(elsewhere={"us_1_18": "e1944", "us_2a_hq": "e1944"})
    first = play(at, EndActivation(), ActivateDivision("us-1"))
    assert active(first) == {"us-1-hq", "us-1-16"}
    corps_units = play(first, EndMovement(), EndActivation())
    assert corps_units.text("corps-group") == "corps"
    assert corps_units.text("am", "am-us-2a-1") == "used"
    after = play(corps_units, EndMovement(), EndActivation())
    assert after.flag("re", "us-1-18")
    assert after.flag("re", "us-2a-hq")
    assert not after.flag("re", "us-1-16")
    assert corps.out_of_range(at, at.pieces["us-v-hq"], "us-1") == ("us-1-18",)


def test_a_division_without_a_loc_is_left_out() -> None:
    at = opened(elsewhere={"us_1_hq": "e1641"})
    then = play(at, EndActivation(), ActivateDivision("us-1"))
    assert then.flag("re", "us-1-hq")
    assert choices(then, "activate-division") == [ActivateDivision("us-2a")]


def test_a_corps_hq_without_a_loc_by_either_reading() -> None:
    far = {"us_v_hq": "e1638"}
    fails = opened(elsewhere=far)
    assert fails.text("phase") == "re"
    assert fails.flag("re", "us-v-hq")
    assert fails.text("am", "am-us-1-1") == "used"
    goes_on = opened(elsewhere=far, options={"corps-without-loc": "B"})
    assert choices(goes_on, "activate-division") == [ActivateDivision("us-1")]
    assert play(goes_on, PassGroup(), PassGroup()).text("phase") == "re"


def test_a_german_corps_has_no_tot_and_acts_with_panzers_last() -> None:
    lehr = [
        (hq("ge-lehr-hq", "ge-lehr"), "e0841"),
        (unit("ge-lehr-130", "armor", division="ge-lehr"), "e0940"),
    ]
    facts: dict[Key, Fact] = {
        ("am", "am-german-corps-1"): "initiative",
        ("am", "am-ge-lehr-1"): "aside",
        ("am", "am-ge-716-1"): "aside",
        ("corps-hq", ""): "ge-lxxxiv-hq",
    }
    at = settled(scene(facts=facts, more=lehr, initiative="german"))
    assert at.decision is not None
    assert at.decision.player == "german"
    assert choices(at, "activate-division") == [ActivateDivision("ge-716")]
    then = play(at, PassGroup())
    assert choices(then, "activate-division") == [ActivateDivision("ge-lehr")]


def test_attached_units_act_with_their_division_not_with_the_corps() -> None:
    at = opened({("attached", "us-v-102cav"): "us-1"})
    first = play(at, EndActivation(), ActivateDivision("us-1"))
    assert "us-v-102cav" in active(first)
    rest = play(first, EndMovement(), EndActivation(), PassGroup())
    assert active(rest) == {"us-v-hq"}


def test_a_fired_corps_hq_has_no_tot() -> None:
    at = opened({("fired", "us-v-hq"): True})
    assert at.decision is not None
    assert at.decision.kind == "corps-division"


def test_classes_of_divisions() -> None:
    assert [corps.group_of_division(OURS, d) for d in ("us-1", "us-2a", "ge-lehr", "ge-17ss", "us-82")] == [
        "infantry", "armored", "armored", "armored", "infantry"
    ]  # fmt: skip


def test_the_ruling_lists_who_takes_part() -> None:
    found = corps_ruling(buying(elsewhere={"us_1_18": "e1944"}), "us-v-hq")
    assert found.answer == {"legal": True, "infantry": ["us-1"], "armored": ["us-2a"]}
    assert any("more than ten hexes" in s.text for s in found.steps)
    german = corps_ruling(buying("german"), "ge-lxxxiv-hq", ["352"])
    assert german.answer["infantry"] == ["ge-352"]
    assert not corps_ruling(scene(), "us-v-hq").ok


def test_the_choices_of_the_initiative_player() -> None:
    assert choices(buying(), "declare-corps") == [V_CORPS]
    assert choices(buying("german"), "declare-corps") == [GERMAN]
    assert choices(buying(initiative="german"), "declare-corps") == []


def test_the_corps_hq_serves_its_divisions_but_moves_last_and_its_points_are_counted_once() -> None:
    at = play(opened(), EndActivation(), ActivateDivision("us-1"))
    assert at.flag("active", "us-v-hq")
    inquiry = Inquiry(at)
    assert not require_active(inquiry, "8.11", "us-v-hq")
    assert [v.rule for v in inquiry.violations] == ["7.56"]
    draft = at.draft()
    draft.set("artillery-used", 3, "us-v-hq")
    draft.set("artillery-used", 2, "us-1-hq")
    then = play(draft.finish(), EndMovement(), EndActivation())
    assert then.number("artillery-used", "us-v-hq") == 3
    assert then.number("artillery-used", "us-1-hq") == 0
    last = play(then, PassGroup(), EndMovement(), EndActivation())
    assert last.number("artillery-used", "us-v-hq") == 0
