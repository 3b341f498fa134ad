"""Sections 3.7, 7.26 and 7.4: the RE Activation Phase."""

from __future__ import annotations

from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r07_re_phase as re_phase
from adjudicator.june_six.r03_flow import enter_phase
from adjudicator.june_six.r07_ending import EndActivation, EndMovement
from adjudicator.june_six.r07_re_phase import ActivateFormation, ActivateUnit, ChooseOrder, FinishRe
from adjudicator.june_six.r07_rulings import formation_ruling, phase_ruling
from adjudicator.position import Fact, Key, Position
from tests.june_six.build import hq, unit
from tests.june_six.turning import scene
from tests.playing import choices, play, refused

SP, DET = unit("ge-sp-1", "strongpoint"), unit("ge-det-1", "detachment")
ALL_ACTED: dict[Key, Fact] = {
    ("acted-me", uid): True
    for uid in (
        "us-v-hq", "us-v-102cav", "us-1-hq", "us-1-16", "us-1-18", "us-2a-hq", "us-2a-66", "ge-lxxxiv-hq",
        "ge-lxxxiv-30", "ge-352-hq", "ge-352-916", "ge-716-hq", "ge-716-736",
    )
}  # fmt: skip


def opened(
    *idle: str, facts: dict[Key, Fact] | None = None, first: str = "german", **more: object
) -> Position:
    """The phase after the order was named; all but the idle units were activated at ME."""
    acted = {k: v for k, v in ALL_ACTED.items() if k[1] not in idle}
    draft = scene("me", facts={**acted, **(facts or {})}, **more).draft()  # type: ignore[arg-type]
    enter_phase(draft, "re")
    return play(draft.finish(), ChooseOrder(first))


def active(at: Position) -> set[str]:
    """Ids of the active units."""
    return {uid for uid in at.subjects("active") if at.flag("active", uid)}


def test_hqs_that_were_not_activated_get_re_markers() -> None:
    at = opened("us-1-hq", "us-1-16", "us-1-18", "ge-352-hq", "ge-352-916")
    assert at.flag("re", "us-1-hq")
    assert at.flag("re", "ge-352-hq")
    assert not at.flag("re", "us-1-16")
    assert not at.flag("re", "us-2a-hq")


def test_the_initiative_player_names_the_order() -> None:
    draft = scene("me", initiative="german").draft()
    enter_phase(draft, "re")
    at = draft.finish()
    assert at.decision is not None
    assert (at.decision.player, at.decision.kind) == ("german", "re-order")
    assert play(at, ChooseOrder("allied")).text("side") == "allied"
    assert play(at, ChooseOrder("german")).text("side") == "german"
    assert refused(at, ChooseOrder("nobody")) == ["3.7"]


def test_all_of_one_side_act_before_the_other() -> None:
    at = opened("us-1-hq", "ge-352-hq", "ge-716-hq")
    assert choices(at, "activate-formation") == [ActivateFormation("ge-352"), ActivateFormation("ge-716")]
    then = play(at, ActivateFormation("ge-716"), EndMovement(), EndActivation())
    assert choices(then, "activate-formation") == [ActivateFormation("ge-352")]
    last = play(then, ActivateFormation("ge-352"), EndMovement(), EndActivation())
    assert choices(last, "activate-formation") == [ActivateFormation("us-1")]


def test_the_marker_comes_off_as_the_formation_acts() -> None:
    at = opened("ge-352-hq", "ge-352-916")
    acting = play(at, ActivateFormation("ge-352"))
    assert (acting.text("activation"), acting.text("part")) == ("re", "movement")
    assert active(acting) == {"ge-352-hq", "ge-352-916"}
    done = play(acting, EndMovement(), EndActivation())
    assert not done.flag("re", "ge-352-hq")
    assert done.text("phase") != "re"


def test_formations_with_hqs_act_before_those_without_and_before_single_units() -> None:
    at = opened("ge-352-hq", more=[(SP, "e1042")], elsewhere={"ge_716_hq": "eliminated"})
    assert choices(at, "activate-formation") == [ActivateFormation("ge-352")]
    assert choices(at, "activate-unit") == []
    assert refused(at, ActivateFormation("ge-716")) == ["7.26"]
    assert refused(at, ActivateUnit("ge-sp-1")) == ["7.26"]
    then = play(at, FinishRe())
    assert choices(then, "activate-formation") == [ActivateFormation("ge-716")]
    assert choices(then, "activate-unit") == [ActivateUnit("ge-sp-1")]
    assert not then.flag("re", "ge-352-hq")


def test_strongpoints_and_detachments_act_one_by_one() -> None:
    at = opened(more=[(SP, "e1042"), (DET, "e1041")])
    assert choices(at, "activate-unit") == [ActivateUnit("ge-det-1"), ActivateUnit("ge-sp-1")]
    then = play(at, ActivateUnit("ge-det-1"))
    assert active(then) == {"ge-det-1"}
    assert choices(play(then, EndMovement(), EndActivation()), "activate-unit") == [ActivateUnit("ge-sp-1")]


def test_a_formation_without_an_hq_keeps_its_re_markers() -> None:
    facts: dict[Key, Fact] = {("re", "ge-716-736"): True}
    at = opened(facts=facts, elsewhere={"ge_716_hq": "eliminated"})
    done = play(at, ActivateFormation("ge-716"), EndMovement(), EndActivation())
    assert done.flag("re", "ge-716-736")


def test_trap_16_the_cherbourg_command_acts_at_re_and_keeps_its_marker() -> None:
    head = hq("ge-cherbourg-hq", "ge-cherbourg", marks=("cherbourg",))
    guard = unit("ge-cherbourg-919", division="ge-cherbourg")
    at = opened(facts={("re", "ge-cherbourg-hq"): True}, more=[(head, "e0840"), (guard, "e1041")])
    acting = play(at, ActivateFormation("ge-cherbourg"))
    assert active(acting) == {"ge-cherbourg-hq", "ge-cherbourg-919"}
    assert play(acting, EndMovement(), EndActivation()).flag("re", "ge-cherbourg-hq")


def test_trap_15_units_left_out_at_me_act_by_themselves() -> None:
    facts: dict[Key, Fact] = {
        ("scattered", "us-1-16"): True,
        ("isolated", "us-1-18"): True,
        ("re", "us-2a-66"): True,
    }
    at = opened("us-1-16", "us-1-18", "us-2a-66", facts=facts, first="allied")
    assert {a.unit for a in choices(at, "activate-unit")} == {"us-1-16", "us-1-18", "us-2a-66"}  # type: ignore[attr-defined]
    done = play(at, ActivateUnit("us-2a-66"), EndMovement(), EndActivation())
    assert not done.flag("re", "us-2a-66")
    finished = play(done, FinishRe())
    assert finished.text("phase") != "re"


def test_trap_8_an_hq_whose_second_marker_found_no_loc_acts_again_at_re() -> None:
    at = opened(facts={("re", "ge-352-hq"): True})
    assert choices(at, "activate-formation") == [ActivateFormation("ge-352")]


def test_an_isolated_hq_acts_with_its_formation_at_re() -> None:
    at = opened("ge-352-hq", "ge-352-916", facts={("isolated", "ge-352-hq"): True})
    done = play(at, ActivateFormation("ge-352"), EndMovement(), EndActivation())
    assert not done.flag("re", "ge-352-hq")


def test_units_attached_to_a_division_act_with_it() -> None:
    at = opened("us-1-hq", "us-1-16", facts={("attached", "us-v-102cav"): "us-1"}, first="allied")
    assert "us-v-102cav" in active(play(at, ActivateFormation("us-1")))


def test_a_formation_that_enters_in_the_re_phase_acts_with_its_hq() -> None:
    more = [(hq("ge-lehr-hq", "ge-lehr", arrival=5), "turn-track")]
    at = opened(facts={("re", "ge-lehr-hq"): True}, more=more)
    then = play(at, ActivateFormation("ge-lehr"))
    assert then.flag("entered", "ge-lehr")


def test_the_questions_say_when_a_unit_acts() -> None:
    head = hq("ge-lehr-hq", "ge-lehr", arrival=7)
    tanks = unit("ge-lehr-130", division="ge-lehr", arrival=7)
    more = [(SP, "e1042"), (head, "turn-track"), (tanks, "turn-track")]
    at = scene(more=more, facts={("re", "ge-716-hq"): True, ("isolated", "us-1-16"): True})
    wanted = {"us-1-18": "me", "us-1-16": "unit", "ge-sp-1": "unit", "ge-716-736": "re", "ge-lehr-130": "me"}
    assert {uid: formation_ruling(at, uid).answer["acts"] for uid in wanted} == wanted
    inquiry = Inquiry(scene(elsewhere={"ge_716_hq": "eliminated"}))
    assert re_phase.explain_unit(inquiry, "ge-716-736") == "re"


def test_the_ruling_on_the_phase_lists_both_sides_in_order() -> None:
    answer = phase_ruling(opened("us-1-hq", "ge-352-hq", more=[(SP, "e1042")])).answer
    assert list(answer) == ["german", "allied"]
    assert answer["german"]["formations"] == ["ge-352"]
    assert answer["german"]["units"] == ["ge-sp-1"]
    assert answer["allied"]["formations"] == ["us-1"]
