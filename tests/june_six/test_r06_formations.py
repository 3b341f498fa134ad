"""Sections 6.11-6.14: formations, attached units, units without a Corps."""

from __future__ import annotations

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r06_formations as formations
from adjudicator.june_six import r07_activation, terms
from adjudicator.june_six.r06_formations import Assign, Attach
from adjudicator.june_six.r07_rulings import attach_ruling, formation_ruling
from adjudicator.position import Fact, Key, Position
from tests.june_six.build import hq, unit
from tests.june_six.turning import scene
from tests.playing import choices, play, refused

DIVISION = {("active", "us-2a-hq"): True, ("active", "us-2a-66"): True}


def acting(facts: dict[Key, Fact] | None = None, **more: object) -> Position:
    """The 2d Armored Division has been activated at ME."""
    under_way: dict[str, object] = {"activation": "me", "part": "movement", "side": "allied"}
    return scene(facts={**DIVISION, **(facts or {})}, **{**under_way, **more})  # type: ignore[arg-type]


def test_j6_ex01_the_parent_of_the_first_division_is_v_corps() -> None:
    found = formation_ruling(scene(), "us-1-hq").answer
    assert (found["formation"], found["parent"]) == ("us-1", "us-v")


def test_j6_ex02_and_03_units_are_organic_to_what_stands_right_of_the_stroke() -> None:
    r1049 = unit("ge-77-1049", division="ge-77")
    at = scene(more=[(r1049, "e1041")])
    assert formation_ruling(at, "ge-77-1049").answer["formation"] == "ge-77"
    assert formation_ruling(at, "ge-lxxxiv-30").answer["formation"] == "ge-lxxxiv"
    assert formations.corps_of(at, at.pieces["ge-lxxxiv-30"]) == "ge-lxxxiv"
    assert formations.corps_of(at, at.pieces["ge-352-916"]) == ""


def test_j6_ex04_the_2d_armored_attaches_the_102d_cavalry_for_the_turn() -> None:
    at = acting()
    assert attach_ruling(at, "us-v-102cav", "us-2a").answer == {"legal": True, "activates_with": "us-2a-hq"}
    then = play(at, Attach("us-v-102cav", "us-2a"))
    assert then.flag("active", "us-v-102cav")
    assert terms.formation_of(then, then.pieces["us-v-102cav"]) == "us-2a"
    assert "us-v-102cav" not in {p.uid for p in terms.organic(then, "us-v")}
    assert then.schema.items["attached"].memory == "turn"


def test_five_hexes_away_is_too_far() -> None:
    assert refused(acting(elsewhere={"us_v_102cav": "e1931"}), Attach("us-v-102cav", "us-2a")) == []
    assert refused(acting(elsewhere={"us_v_102cav": "e1930"}), Attach("us-v-102cav", "us-2a")) == ["6.13"]


@pytest.mark.parametrize(
    ("facts", "count"),
    [
        ({("acted-turn", "us-v-102cav"): True}, 1),
        ({("attached", "us-v-102cav"): "us-1"}, 1),
        ({("attached", "us-v-741"): "us-2a"}, 1),
    ],
)
def test_what_bars_an_attachment(facts: dict[Key, Fact], count: int) -> None:
    second = unit("us-v-741", "armor", division="us-v", corps="us-v")
    at = acting(facts, more=[(second, "e1935")])
    assert refused(at, Attach("us-v-102cav", "us-2a")) == ["6.13"] * count


def test_no_hq_no_divisional_unit_no_other_corps() -> None:
    stranger = unit("us-vii-4cav", "recon", division="us-vii", corps="us-vii")
    at = acting(more=[(stranger, "e1937")])
    for uid in ("us-v-hq", "us-1-16", "us-vii-4cav", "ge-lxxxiv-30"):
        assert "6.13" in refused(at, Attach(uid, "us-2a")), uid
    assert refused(at, Attach("us-v-102cav", "us-v")) != []
    assert refused(at, Attach("nobody", "us-2a")) == ["6.13"]


def test_the_division_must_be_the_activated_one() -> None:
    assert refused(acting(), Attach("us-v-102cav", "us-1")) == ["6.13"]
    assert refused(scene(), Attach("us-v-102cav", "us-2a")) != []
    assert "6.13" in refused(acting(part="combat"), Attach("us-v-102cav", "us-2a"))


def test_trap_79_a_german_division_attaches_from_any_corps() -> None:
    other = hq("ge-i-ss-hq", "ge-i-ss", size="corps")
    tigers = unit("ge-i-ss-101", "armor", division="ge-i-ss")
    facts: dict[Key, Fact] = {("active", "ge-352-hq"): True}
    more = [(other, "e0936"), (tigers, "e0936")]
    at = scene(facts=facts, more=more, activation="me", part="movement", side="german")
    assert refused(at, Attach("ge-i-ss-101", "ge-352")) == []
    assert refused(at, Attach("ge-lxxxiv-30", "ge-352")) == []


def test_a_marked_unit_is_attached_but_not_active_at_me() -> None:
    then = play(acting({("re", "us-v-102cav"): True}), Attach("us-v-102cav", "us-2a"))
    assert not then.flag("active", "us-v-102cav")
    at_re = acting({("re", "us-v-102cav"): True}, activation="re", phase="re")
    assert play(at_re, Attach("us-v-102cav", "us-2a")).flag("active", "us-v-102cav")


def test_attached_a_unit_that_lost_its_corps_hq_acts_at_me() -> None:
    at = acting({("re", "us-v-102cav"): True}, elsewhere={"us_v_hq": "eliminated"})
    then = play(at, Attach("us-v-102cav", "us-2a"))
    assert not then.flag("re", "us-v-102cav")
    assert then.flag("active", "us-v-102cav")


def test_the_choices_are_the_legal_ones() -> None:
    assert choices(acting(), "attach") == [Attach("us-v-102cav", "us-2a")]
    assert choices(acting(part="combat"), "attach") == []


# --- 6.14 ---------------------------------------------------------------------------------------------------

I_CORPS = hq("br-i-hq", "br-i", size="corps", corps="br-i")
XXX = hq("br-xxx-hq", "br-xxx", size="corps", corps="br-xxx")
VIII = hq("br-viii-hq", "br-viii", size="corps", corps="br-viii")
ARMOUR = unit("br-31", "armor", marks=("floating",), arrival=5, entry=("landing-juno",))
GUARDS = unit("br-32gds", "motorized", marks=("floating",), arrival=5, entry=("landing-gold",))


def placing(**more: object) -> Position:
    """The Allied Reinforcement Placement Phase has just opened with two floating units."""
    from adjudicator.june_six.r03_flow import enter_phase

    more_units = [(I_CORPS, "e1941"), (XXX, "e1943"), (VIII, "landing-juno"), (ARMOUR, "turn-track")]
    draft = scene("german-logistics", more=[*more_units, (GUARDS, "turn-track")], **more).draft()  # type: ignore[arg-type]
    enter_phase(draft, "placement")
    return draft.finish()


def test_floating_units_are_placed_and_assigned_one_per_corps_on_the_map() -> None:
    at = placing()
    assert at.pieces["br-31"].space == "landing-juno"
    assert at.decision is not None
    assert at.decision.kind == "assign"
    assert choices(at, "assign") == [Assign("br-31", "br-i"), Assign("br-31", "br-xxx")]
    assert refused(at, Assign("br-31", "br-viii")) == ["6.14"]
    assert refused(at, Assign("br-31", "us-v")) == ["6.14"]
    assert refused(at, Assign("br-32gds", "br-i")) == ["6.14"]
    then = play(at, Assign("br-31", "br-xxx"))
    assert choices(then, "assign") == [Assign("br-32gds", "br-i")]
    last = play(then, Assign("br-32gds", "br-i"))
    assert last.decision is None
    assert terms.formation_of(last, last.pieces["br-31"]) == "br-xxx"
    assert "br-31" in {p.uid for p in r07_activation.members(last, last.pieces["br-xxx-hq"], "br-xxx")}


def test_an_assigned_unit_counts_as_organic_to_its_corps_for_attachment() -> None:
    division = hq("br-50-hq", "br-50", corps="br-xxx")
    at = scene(more=[(XXX, "e1943"), (ARMOUR, "e1942"), (division, "e1941")])
    draft = at.draft()
    assert "6.13" in [s for s, _ in formations.attach_faults(draft, "br-31", "br-50")]
    draft.set("assigned", "br-xxx", "br-31")
    assert formations.attach_faults(draft, "br-31", "br-50") == []


def test_an_assignment_lasts_and_others_have_none() -> None:
    draft = scene(more=[(XXX, "e1943"), (ARMOUR, "e1942")]).draft()
    draft.set("assigned", "br-xxx", "br-31")
    assert formations.assign_faults(draft, "br-31", "br-xxx") == [
        ("6.14", "br-31 has been assigned for the rest of the scenario")
    ]
    assert formations.assign_faults(draft, "us-1-16", "us-v")[0][0] == "6.14"
    assert draft.schema.items["assigned"].memory == "lasting"


def test_explain_attach_names_its_checks() -> None:
    inquiry = Inquiry(acting())
    assert formations.explain_attach(inquiry, "us-v-102cav", "us-2a")
    assert any("four at most" in s.text for s in inquiry.steps)


def test_a_unit_without_a_corps_left_for_it_is_no_longer_asked_for() -> None:
    third = unit("br-9", "armor", marks=("floating",), arrival=5, entry=("landing-gold",))
    from adjudicator.june_six.r03_flow import enter_phase
    from adjudicator.position import Piece

    draft = placing().draft()
    draft.pending = ()
    draft.pieces[third.id] = Piece(third, "turn-track", "full")
    enter_phase(draft, "placement")
    at = draft.finish()
    assert len(at.pending) == 3
    then = play(at, Assign("br-31", "br-i"), Assign("br-32gds", "br-xxx"))
    assert then.pending == ()


def test_the_ruling_on_a_formation_tells_attachment_and_assignment() -> None:
    attached = formation_ruling(acting({("attached", "us-v-102cav"): "us-2a"}), "us-v-102cav")
    assert (attached.answer["now"], "6.13" in {s.rule for s in attached.steps}) == ("us-2a", True)
    floating = scene(more=[(XXX, "e1943"), (ARMOUR, "e1942")], facts={("assigned", "br-31"): "br-xxx"})
    found = formation_ruling(floating, "br-31")
    assert (found.answer["now"], "6.14" in {s.rule for s in found.steps}) == ("br-xxx", True)


def test_both_in_one_landing_box_are_read_two_ways() -> None:
    waiting = {"us_v_102cav": "landing-omaha", "us_2a_hq": "landing-omaha"}
    at = acting(elsewhere=waiting)
    assert refused(at, Attach("us-v-102cav", "us-2a")) == []
    assert Attach("us-v-102cav", "us-2a") in set(formations.HANDLERS[0].options(at))
    assert explain_text(at) == "it is where us-2a-hq is"
    apart = acting(elsewhere={**waiting, "us_v_102cav": "landing-utah"})
    assert refused(apart, Attach("us-v-102cav", "us-2a")) == ["6.13"]
    read = Position(at.game, at.board, at.schema, at.pieces, at.facts, options={"attach-in-box": "B"})
    assert refused(read, Attach("us-v-102cav", "us-2a")) == ["6.13"]


def explain_text(at: Position) -> str:
    inquiry = Inquiry(at)
    formations.explain_attach(inquiry, "us-v-102cav", "us-2a")
    return inquiry.steps[0].text
