"""Sections 6.15-6.17: HQs without units, lost HQs, and their return."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r06_headquarters as headquarters
from adjudicator.june_six.r06_headquarters import ReturnHq
from adjudicator.june_six.r07_ending import EndActivation, EndMovement
from adjudicator.june_six.r07_re_phase import ActivateFormation, FinishRe
from adjudicator.june_six.r13_losses import eliminate, lose_step
from adjudicator.position import Fact, Key, Position
from counters.catalog import Unit
from tests.june_six.build import hq, unit
from tests.june_six.turning import scene, settled
from tests.playing import choices, play, refused


def without(uid: str, at: Position | None = None) -> Position:
    """The war after a unit has been eliminated."""
    draft = (at or scene()).draft()
    eliminate(draft, uid)
    return draft.finish()


def test_a_lost_division_hq_leaves_re_markers_and_returns_reduced_two_turns_later() -> None:
    at = without("ge-352-hq")
    hq_ = at.pieces["ge-352-hq"]
    assert (hq_.space, hq_.status, at.number("returns", "ge-352-hq")) == ("turn-track", "reduced", 7)
    assert at.flag("re", "ge-352-916")
    assert not at.flag("re", "ge-716-736")
    assert not headquarters.parent_on_map(at, "ge-352-916")
    assert headquarters.is_permanent_re(at, "ge-352-916")


def test_by_the_first_reading_the_first_step_loss_takes_the_hq_off() -> None:
    draft = scene().draft()
    lose_step(draft, "ge-352-hq")
    assert draft.pieces["ge-352-hq"].space == "turn-track"
    other = scene(options={"hq-reduced": "B"}).draft()
    lose_step(other, "ge-352-hq")
    assert (other.pieces["ge-352-hq"].space, other.pieces["ge-352-hq"].status) == ("e0834", "reduced")


def test_a_reduced_hq_or_one_of_a_single_step_never_returns() -> None:
    at = without("ge-352-hq", scene(elsewhere={"ge_352_hq": "e0834 reduced"}))
    assert at.pieces["ge-352-hq"].space == "eliminated"
    assert not at.number("returns", "ge-352-hq")
    assert not headquarters.returns_later(scene().pieces["us-v-hq"])


def test_a_lost_corps_hq_is_gone_and_spares_attached_units() -> None:
    at = without("us-v-hq", scene(facts={("attached", "us-v-102cav"): "us-2a"}))
    assert at.pieces["us-v-hq"].space == "eliminated"
    assert not at.flag("re", "us-v-102cav")
    assert without("us-v-hq").flag("re", "us-v-102cav")


def test_the_loss_of_an_hq_in_its_own_activation_ends_it_for_its_units() -> None:
    facts: dict[Key, Fact] = {("active", "ge-352-916"): True, ("active", "ge-352-hq"): True}
    at = without("ge-352-hq", scene(facts=facts, activation="me", part="movement", side="german"))
    assert not at.flag("active", "ge-352-916")


def test_a_unit_of_no_hq_keeps_its_parent_when_the_sketch_shows_none() -> None:
    at = scene(more=[(unit("ge-77-1049", division="ge-77"), "e1041")])
    assert headquarters.parent_on_map(at, "ge-77-1049")
    draft = at.draft()
    draft.set("parent-lost", "lost", "ge-77-1049")
    assert not headquarters.parent_on_map(draft, "ge-77-1049")


def test_strongpoints_detachments_and_the_cherbourg_hq_are_permanently_re() -> None:
    sp, det = unit("ge-sp-1", "strongpoint"), unit("ge-det-1", "detachment")
    head = hq("ge-cherbourg-hq", "ge-cherbourg", marks=("cherbourg",))
    at = scene(more=[(sp, "e1041"), (det, "e1042"), (head, "e1043")])
    assert all(headquarters.is_permanent_re(at, u) for u in ("ge-sp-1", "ge-det-1", "ge-cherbourg-hq"))
    assert not headquarters.is_permanent_re(at, "ge-352-hq")


# --- return -------------------------------------------------------------------------------------------------


def returning(options: Mapping[str, str] | None = None, more: Iterable[tuple[Unit, str]] = ()) -> Position:
    """The RE Phase of the turn in which the 352d's reduced HQ is due; the German player acts first."""
    facts: dict[Key, Fact] = {
        ("returns", "ge-352-hq"): 5, ("re", "ge-352-916"): True, ("parent-lost", "ge-352-916"): "lost"
    }  # fmt: skip
    away = {"ge_352_hq": "turn-track reduced"}
    at = scene(
        "re", facts=facts, elsewhere=away, options=options, more=more, re_first="german", side="german"
    )
    return settled(at)


def test_the_hq_returns_after_its_units_have_acted_within_four_hexes() -> None:
    at = returning()
    assert at.decision is not None
    assert at.decision.kind == "re-activation"
    acted = play(at, ActivateFormation("ge-352"), EndMovement(), EndActivation())
    assert acted.decision is not None
    assert acted.decision.kind == "return-hq"
    assert acted.flag("re", "ge-352-916")
    assert refused(acted, ReturnHq("ge-352-hq", "e1038")) == []
    assert refused(acted, ReturnHq("ge-352-hq", "e1039")) == ["6.17"]
    assert refused(acted, ReturnHq("ge-716-hq", "e1038")) == ["6.17"]
    back = play(acted, ReturnHq("ge-352-hq", "e1035"))
    assert back.pieces["ge-352-hq"].status == "reduced"
    assert not back.flag("re", "ge-352-916")
    assert not back.number("returns", "ge-352-hq")
    assert headquarters.parent_on_map(back, "ge-352-916")


def test_it_is_not_put_onto_the_enemy_a_full_hex_or_off_the_map() -> None:
    acted = play(returning(), FinishRe())
    assert acted.decision is not None
    spaces = {a.space for a in choices(acted, "return-hq")}  # type: ignore[attr-defined]
    assert "e1034" in spaces
    assert refused(acted, ReturnHq("ge-352-hq", "turn-track")) == ["6.17"]


def test_a_vacant_hex_in_an_enemy_zoc_by_either_reading() -> None:
    near = unit("us-1-26", division="us-1", corps="us-v")
    strict, open_ = (returning(more=[(near, "e1134")], options={"hq-return-zoc": o}) for o in ("A", "B"))
    zone = {"e1033", "e1035"} & {*headquarters.return_hexes(open_, "ge-352-hq")}
    for at, found in ((strict, ["6.17"]), (open_, [])):
        inquiry = Inquiry(at)
        headquarters.explain_return(inquiry, "ge-352-hq", "e1133")
        assert [v.rule for v in inquiry.violations] == found
    assert "e1034" in headquarters.return_hexes(strict, "ge-352-hq")
    assert "e1133" not in headquarters.return_hexes(strict, "ge-352-hq")
    assert "e1133" in headquarters.return_hexes(open_, "ge-352-hq")
    assert zone


def test_without_a_place_the_hq_waits_another_turn() -> None:
    at = returning()
    draft = at.draft()
    draft.place("ge-352-916", "left")
    assert not headquarters.ask_return(draft, draft.pieces["ge-352-hq"])
    assert draft.number("returns", "ge-352-hq") == 6


# --- 6.15 ---------------------------------------------------------------------------------------------------


def test_an_hq_without_units_is_removed_for_good_but_not_a_corps_hq() -> None:
    at = without("ge-352-916", without("ge-lxxxiv-30"))
    assert [p.uid for p in headquarters.orphaned(at)] == ["ge-352-hq"]
    draft = at.draft()
    headquarters.remove_orphans(draft)
    assert draft.pieces["ge-352-hq"].space == "eliminated"
    assert draft.pieces["ge-lxxxiv-hq"].space == "e0834"


def test_units_still_to_come_keep_the_hq() -> None:
    late = unit("ge-352-915", division="ge-352", arrival=6)
    at = without("ge-352-916", scene(more=[(late, "turn-track")]))
    assert headquarters.orphaned(at) == ()


def test_an_hq_on_its_way_back_is_removed_too() -> None:
    draft = returning().draft()
    draft.place("ge-352-916", "eliminated")
    headquarters.remove_orphans(draft)
    assert draft.pieces["ge-352-hq"].space == "eliminated"
    assert not draft.number("returns", "ge-352-hq")


def test_explain_loss_says_when_it_returns() -> None:
    inquiry = Inquiry(scene())
    assert headquarters.explain_loss(inquiry, inquiry.pieces["us-1-hq"]) == 7
    assert headquarters.explain_loss(inquiry, inquiry.pieces["us-v-hq"]) is None
    assert {"6.16", "6.17"} <= {s.rule for s in inquiry.steps}


def test_explain_loss_of_an_hq_that_does_not_return_and_by_the_other_reading() -> None:
    inquiry = Inquiry(scene(elsewhere={"us_1_hq": "e1934 reduced"}))
    assert headquarters.explain_loss(inquiry, inquiry.pieces["us-1-hq"]) is None
    other = Inquiry(scene(options={"hq-reduced": "B"}))
    assert headquarters.explain_loss(other, other.pieces["us-1-hq"]) == 7
    assert any("only flips it" in s.text for s in other.steps)


def test_a_full_hex_has_no_room_and_units_of_no_formation_have_no_parent() -> None:
    full = [(unit(f"ge-716-{n}", "anti-tank", division="ge-716"), "e1035") for n in (1, 2, 3)]
    at = returning(more=[*full, (unit("ge-det-1", "detachment"), "e1042")])
    assert "e1035" not in headquarters.return_hexes(at, "ge-352-hq")
    assert not headquarters.parent_on_map(at, "ge-det-1")
