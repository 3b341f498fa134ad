"""Sections 3.6, 4.23, 5.33, 7.1-7.3: markers, draws, LOC checks, Free Ops, the course of an activation."""

from __future__ import annotations

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r07_activation as activation
from adjudicator.june_six import r07_free_ops
from adjudicator.june_six import r07_markers as markers
from adjudicator.june_six.r03_phases import EndPhase
from adjudicator.june_six.r07_draws import HoldOut
from adjudicator.june_six.r07_ending import EndActivation, EndMovement
from adjudicator.june_six.r07_free_ops import FreeOps, KeepFreeOps
from adjudicator.june_six.r07_rulings import activate_ruling, find_group
from adjudicator.position import Fact, Key, Position
from tests.june_six.build import hq, unit
from tests.june_six.turning import rolled, scene, settled
from tests.playing import choices, play, refused

FAR = {"ge_352_hq": "e1440"}  # more than two hexes from every road and source
OPS = ("free-ops-german-1", "free-ops-german-2")


def active(at: Position) -> set[str]:
    """Ids of the active units."""
    return {uid for uid in at.subjects("active") if at.flag("active", uid)}


def drawn(chit: str, **more: object) -> Position:
    """One marker has been drawn from a cup that holds no other."""
    return play(settled(scene(cup=[chit], **more)), rolled(1))  # type: ignore[arg-type]


# --- markers ------------------------------------------------------------------------------------------------


def test_markers_belong_to_groups_sides_and_hqs() -> None:
    at = scene()
    assert markers.group_of_marker("am-us-2a-1") == "us-2a"
    assert [hq.uid for hq in markers.hqs_of_group(at, "german-corps")] == ["ge-lxxxiv-hq"]
    assert [hq.uid for hq in markers.hqs_of_group(at, "us-1")] == ["us-1-hq"]
    assert {hq.uid for hq in markers.hqs_of_group(at, "free-ops-german")} == {
        "ge-lxxxiv-hq", "ge-352-hq", "ge-716-hq"
    }  # fmt: skip
    assert markers.chits_of("free-ops-german") == OPS
    assert markers.nation_of_formation("ca-3") == "commonwealth"


def test_names_of_formations_are_found_as_players_write_them() -> None:
    at = scene()
    assert find_group(at, "Panzer Lehr") == "ge-lehr"
    assert find_group(at, "V Corps") == "us-v"
    assert find_group(at, "352") == "ge-352"
    assert find_group(at, "german-corps") == "german-corps"


# --- the initiative marker and the draws --------------------------------------------------------------------


def test_the_marker_held_out_is_played_first_then_the_cup_is_drawn_empty() -> None:
    at = settled(scene(cup=["am-ge-352-1"], facts={("am", "am-us-1-1"): "initiative"}))
    assert (at.text("activation"), at.text("side"), at.text("activated-by")) == ("me", "allied", "am-us-1-1")
    then = play(at, EndMovement(), EndActivation())
    assert then.decision is not None
    assert then.decision.data["dice"] == ["d1"]
    second = play(then, rolled(1))
    assert (second.text("side"), second.text("activated-by")) == ("german", "am-ge-352-1")
    last = play(second, EndMovement(), EndActivation())
    assert last.text("phase") == "re"


def test_the_number_that_falls_names_the_marker_in_the_order_of_names() -> None:
    at = settled(scene(cup=["am-us-1-1", "am-ge-352-1", "am-us-2a-1"]))
    assert [play(at, rolled(n)).text("activated-by") for n in (1, 2, 3)] == [
        "am-ge-352-1", "am-us-1-1", "am-us-2a-1"
    ]  # fmt: skip


def test_on_june_6_the_allied_player_holds_any_marker_out() -> None:
    at = scene("placement", turn=1, cup=["am-us-1-1", "am-us-2a-1", "am-ge-352-1", "free-ops-allied-1"])
    asked = play(at, EndPhase())
    assert asked.decision is not None
    assert asked.decision.kind == "initiative-marker"
    assert choices(asked, "hold-out") == [HoldOut("us-1"), HoldOut("us-2a")]
    assert play(asked, HoldOut("us-2a")).text("activated-by") == "am-us-2a-1"


def test_a_division_marker_activates_its_hq_and_organic_units() -> None:
    at = drawn("am-us-1-1")
    assert active(at) == {"us-1-hq", "us-1-16", "us-1-18"}
    assert at.number("activations", "us-1-hq") == 1
    assert at.text("part") == "movement"


def test_a_corps_marker_activates_all_corps_hqs_of_the_nation_and_no_division() -> None:
    vii = hq("us-vii-hq", "us-vii", size="corps", corps="us-vii")
    br = hq("br-i-hq", "br-i", size="corps", corps="br-i")
    at = drawn("am-us-corps-1", more=[(vii, "e1935"), (br, "e1937")])
    assert active(at) == {"us-v-hq", "us-v-102cav", "us-vii-hq"}


@pytest.mark.parametrize("item", ["re", "isolated", "scattered"])
def test_marked_units_take_no_part_at_me(item: str) -> None:
    assert active(drawn("am-us-1-1", facts={(item, "us-1-16"): True})) == {"us-1-hq", "us-1-18"}
    assert not activation.barred_at_me(scene(facts={("disorder", "us-1-16"): 1}), "us-1-16")


# --- the LOC check ------------------------------------------------------------------------------------------


def test_trap_8_a_failed_loc_check_uses_the_marker_up_and_bars_the_formation_until_re() -> None:
    facts: dict[Key, Fact] = {("am", "am-us-1-1"): "cup", ("am", "am-ge-352-2"): "cup"}
    at = settled(scene(cup=["am-ge-352-1"], facts=facts, elsewhere=FAR))
    then = play(at, rolled(1))
    assert then.flag("re", "ge-352-hq")
    assert then.text("am", "am-ge-352-1") == "used"
    assert not then.text("activation")
    again = play(then, rolled(1))
    assert again.text("am", "am-ge-352-2") == "used"
    assert not again.number("activations", "ge-352-hq")
    assert "ge-352-hq" not in r07_free_ops.free_ops_choices(again, "german")


def test_only_the_hq_traces_when_its_marker_is_drawn() -> None:
    assert "ge-352-916" in active(drawn("am-ge-352-1", elsewhere={"ge_352_916": "e1440"}))


def test_one_corps_hq_without_a_loc_stays_behind_the_others_act() -> None:
    other = hq("ge-i-ss-hq", "ge-i-ss", size="corps")
    at = drawn("am-german-corps-1", more=[(other, "e1440")])
    assert active(at) == {"ge-lxxxiv-hq", "ge-lxxxiv-30"}
    assert at.flag("re", "ge-i-ss-hq")


def test_a_formation_in_its_landing_box_needs_no_loc() -> None:
    at = drawn("am-us-1-1", elsewhere={"us_1_hq": "landing-omaha"})
    assert "us-1-hq" in active(at)


def test_trap_13_units_that_came_before_their_hq_lose_re_when_it_enters() -> None:
    at = drawn("am-us-1-1", elsewhere={"us_1_hq": "landing-omaha"}, facts={("re", "us-1-16"): True})
    assert not at.flag("re", "us-1-16")
    assert "us-1-16" in active(at)


def test_an_hq_with_an_re_or_isolated_marker_is_not_activated() -> None:
    for item in ("re", "isolated"):
        assert drawn("am-us-1-1", facts={(item, "us-1-hq"): True}).text("phase") == "re"


def test_units_that_are_still_to_come_take_no_part() -> None:
    late, now = (unit(f"us-1-{n}", division="us-1", corps="us-v", arrival=n) for n in (7, 5))
    at = drawn("am-us-1-1", more=[(late, "turn-track"), (now, "landing-omaha")])
    assert {"us-1-5"} == active(at) - {"us-1-hq", "us-1-16", "us-1-18"}


# --- Free Ops -----------------------------------------------------------------------------------------------


def test_a_drawn_free_ops_marker_activates_any_hq_of_its_owner() -> None:
    at = drawn("free-ops-german-1")
    assert at.decision is not None
    assert (at.decision.player, at.decision.kind) == ("german", "free-ops")
    assert {a.hq for a in choices(at, "free-ops")} == {"ge-352-hq", "ge-716-hq", "ge-lxxxiv-hq"}  # type: ignore[attr-defined]
    assert choices(at, "keep-free-ops") == []
    assert active(play(at, FreeOps("ge-lxxxiv-hq"))) == {"ge-lxxxiv-hq", "ge-lxxxiv-30"}


def test_free_ops_need_a_loc_as_well() -> None:
    at = drawn("free-ops-german-1", elsewhere=FAR)
    then = play(at, FreeOps("ge-352-hq"))
    assert then.flag("re", "ge-352-hq")
    assert then.text("phase") == "re"


@pytest.mark.parametrize(
    ("fact", "section"),
    [
        (("re", True), "7.12"),
        (("isolated", True), "7.12"),
        (("scattered", True), "3.63"),
        (("activations", 3), "5.14"),
    ],
)
def test_what_free_ops_cannot_activate(fact: tuple[str, Fact], section: str) -> None:
    at = drawn("free-ops-german-1", facts={(fact[0], "ge-352-hq"): fact[1]})
    assert refused(at, FreeOps("ge-352-hq")) == [section]
    assert refused(at, FreeOps("us-1-hq")) == ["7.12"]
    assert refused(at, FreeOps("ge-352-916")) == ["7.12"]


def test_trap_10_a_third_activation_by_free_ops_is_legal_a_fourth_never() -> None:
    at = drawn("free-ops-german-1", facts={("activations", "ge-352-hq"): 2})
    then = play(at, FreeOps("ge-352-hq"))
    assert then.number("activations", "ge-352-hq") == 3
    assert drawn("am-ge-352-1", facts={("activations", "ge-352-hq"): 3}).text("phase") == "re"


def test_the_cherbourg_command_is_never_activated_by_free_ops() -> None:
    head = hq("ge-cherbourg-hq", "ge-cherbourg", marks=("cherbourg",))
    at = drawn("free-ops-german-1", more=[(head, "e1040")])
    assert refused(at, FreeOps("ge-cherbourg-hq")) == ["7.11"]


def test_a_free_ops_marker_without_an_hq_to_use_it_on_is_used_up() -> None:
    facts: dict[Key, Fact] = {("re", u): True for u in ("ge-352-hq", "ge-716-hq", "ge-lxxxiv-hq")}
    assert drawn("free-ops-german-1", facts=facts).text("phase") == "re"


def test_trap_11_storm_markers_stay_out_of_the_cup_and_are_declared_after_an_activation() -> None:
    held: dict[Key, Fact] = {("am", chit): "aside" for chit in OPS}
    at = settled(scene(cup=["am-us-1-1"], facts=held, weather="storm"))
    assert at.decision is not None
    assert at.decision.data["dice"] == ["d1"]
    acted = play(at, rolled(1), EndMovement(), EndActivation())
    assert acted.decision is not None
    assert (acted.decision.player, acted.decision.kind) == ("german", "storm-free-ops")
    kept = play(acted, KeepFreeOps())
    assert kept.text("phase") == "re"
    declared = play(acted, FreeOps("ge-716-hq"))
    assert declared.text("activation") == "me"
    assert markers.in_place(declared, "aside") == (OPS[1],)
    twice = play(declared, EndMovement(), EndActivation())
    assert twice.decision is not None
    assert twice.decision.kind == "storm-free-ops"
    done = play(twice, FreeOps("ge-716-hq"), EndMovement(), EndActivation())
    assert done.text("phase") == "re"
    assert done.number("activations", "ge-716-hq") == 2


def test_a_declared_marker_without_a_loc_leaves_the_second_to_be_declared() -> None:
    held: dict[Key, Fact] = {("am", chit): "aside" for chit in OPS}
    cut = {"elsewhere": {"ge_716_hq": "e1440"}}
    at = settled(scene(cup=["am-us-1-1"], facts=held, weather="storm", **cut))  # type: ignore[arg-type]
    acted = play(at, rolled(1), EndMovement(), EndActivation(), FreeOps("ge-716-hq"))
    assert acted.flag("re", "ge-716-hq")
    assert acted.text("phase") == "me"
    assert acted.decision is not None
    assert acted.decision.kind == "storm-free-ops"


# --- the activation -----------------------------------------------------------------------------------------


def test_movement_comes_before_combat() -> None:
    at = drawn("am-us-1-1")
    assert refused(at, EndActivation()) == ["7.24"]
    then = play(at, EndMovement())
    assert then.text("part") == "combat"
    assert refused(then, EndMovement()) == ["12.21"]


def test_an_illegal_stack_holds_up_the_end_of_movement() -> None:
    more = [(unit(f"us-1-{n}", division="us-1", corps="us-v"), "e1834") for n in (1, 2)]
    assert refused(drawn("am-us-1-1", more=more), EndMovement()) == ["9.12"]


def test_what_an_activation_knew_is_forgotten_at_its_end() -> None:
    at = play(settled(scene(cup=["am-us-1-1", "am-us-2a-1"])), rolled(1))
    draft = at.draft()
    draft.set("moved", True, "us-1-16")
    draft.set("acted-turn", True, "us-1-16")
    then = play(draft.finish(), EndMovement(), EndActivation())
    assert not then.flag("moved", "us-1-16")
    assert then.flag("acted-turn", "us-1-16")
    assert then.flag("acted-me", "us-1-16")
    assert not active(then)


def test_require_active_names_every_reason() -> None:
    at = drawn("am-us-1-1")

    def judged(here: Position, uid: str, part: str = "movement") -> list[str]:
        inquiry = Inquiry(here)
        activation.require_active(inquiry, "8.11", uid, part)
        return [v.rule for v in inquiry.violations]

    assert judged(at, "us-1-16") == []
    assert judged(at, "us-2a-66") == ["7.3"]
    assert judged(at, "ge-352-916") == ["7.0", "7.3"]
    assert judged(at, "us-1-16", "combat") == ["8.11"]
    assert judged(at, "us-1-16", "") == []
    assert judged(scene(), "us-1-16") == ["8.11"]
    assert judged(at, "nobody") == ["8.11"]


def test_a_sketch_that_does_not_say_who_is_active_assumes_it() -> None:
    at = scene(activation="me", part="movement", side="allied")
    silent = Position(at.game, at.board, at.schema, at.pieces, at.facts, unknown=["active", "side"])
    inquiry = Inquiry(silent)
    assert activation.require_active(inquiry, "8.11", "us-1-16")
    assert "taken to be active" in inquiry.steps[-1].text


# --- the ruling ---------------------------------------------------------------------------------------------


def test_the_ruling_on_a_marker_names_who_acts_and_who_does_not() -> None:
    found = activate_ruling(scene(facts={("re", "us-1-16"): True}), "us-1")
    assert found.answer == {"hqs": ["us-1-hq"], "units": ["us-1-hq", "us-1-18"]}
    assert found.ok
    none = activate_ruling(scene(facts={("isolated", "us-1-hq"): True}), "us-1")
    assert (none.answer["hqs"], none.ok) == ([], False)
    assert "5.33" in {v.rule for v in activate_ruling(scene(elsewhere=FAR), "ge-352").violations}
    corps = activate_ruling(scene(), "us-corps")
    assert corps.answer["units"] == ["us-v-hq", "us-v-102cav"]
    ops = activate_ruling(scene(facts={("activations", "us-v-hq"): 3}), "us-v", free_ops=True)
    assert "5.14" in {v.rule for v in ops.violations}


def test_the_ruling_on_a_marker_tells_of_entering_hqs_and_of_those_without_a_marker() -> None:
    at = scene(elsewhere={"us_1_hq": "landing-omaha"}, facts={("re", "us-1-16"): True})
    found = activate_ruling(at, "us-1")
    assert {"7.24", "7.25"} <= {s.rule for s in found.steps}
    assert "us-1-16" in found.answer["units"]
    head = hq("ge-cherbourg-hq", "ge-cherbourg", marks=("cherbourg",))
    other = scene(more=[(head, "e1040")])
    assert [v.rule for v in activate_ruling(other, "ge-cherbourg").violations] == ["7.11"]
    late = hq("ge-i-ss-hq", "ge-i-ss", size="corps", arrival=9)
    corps = activate_ruling(scene(more=[(late, "turn-track")]), "german-corps")
    assert corps.ok
    assert "7.11" in {s.rule for s in corps.steps}


def test_a_formation_on_the_turn_track_enters_by_its_own_markers_not_by_free_ops() -> None:
    lehr = [(hq("ge-lehr-hq", "ge-lehr", arrival=5), "turn-track")]
    at = drawn("free-ops-german-1", more=lehr)
    assert refused(at, FreeOps("ge-lehr-hq")) == ["10.32"]


def test_a_formation_that_needs_release_rolls_when_its_marker_is_drawn() -> None:
    head = hq("ge-lehr-hq", "ge-lehr", arrival=5, entry=("C",))
    at = drawn("am-ge-lehr-1", more=[(head, "turn-track")], facts={("entry-choice", "ge-lehr"): "C"})
    assert at.decision is not None or at.text("phase") == "re"


def test_the_german_player_may_keep_his_marker() -> None:
    held: dict[Key, Fact] = {("am", chit): "aside" for chit in OPS}
    at = settled(scene(cup=["am-us-1-1"], facts=held, weather="storm"))
    acted = play(at, rolled(1), EndMovement(), EndActivation())
    assert choices(acted, "keep-free-ops") == [KeepFreeOps()]
