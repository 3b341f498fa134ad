"""Sections 8.22, 8.5 to 8.52, 9.1, 16.1 to 16.3: announcing an assault and naming the Forward Unit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.breakout_normandy.r09_assault import (
    Assault,
    NameForward,
    assault_cost,
    duty,
    forward_candidates,
)
from adjudicator.breakout_normandy.r09_choices import subsets
from adjudicator.errors import IllegalAction
from adjudicator.game import check, legal
from adjudicator.position import Piece, Position
from tests.breakout_normandy.build_r2 import attackers, came, ge, position, sections, steps, unit
from tests.playing import play, reasons, rules

ONE = Assault("omaha", ("us-1-1",), "us-1-1")


def contested(**more: object) -> Position:
    """Omaha is the Active Area, Contested when the impulse began."""
    return position([*attackers(3, "omaha"), ge("916", "omaha")], **more)  # type: ignore[arg-type]


def test_an_assault_in_the_active_area_is_legal_and_shows_its_value() -> None:
    state = contested()
    assert rules(state, ONE) == set()
    found = steps(state, Assault("omaha", ("us-1-1", "us-1-2", "us-1-3"), "us-1-2"))
    assert (found["9.2A"], found["9.2B"], found["9.2D"], found["9.2E"]) == (6, 2, 1, 1)


def test_the_kind_of_assault_is_told() -> None:
    assert {"8.5", "8.54"} <= set(sections(contested(), ONE))
    entered = position([unit("us-1", "port"), ge("1", "port")], came("us-1", "omaha", mandatory=False))
    cited = sections(entered, Assault("port", ("us-1",), "us-1"))
    assert "8.52" in cited
    assert not {"8.54", "8.51"} & set(cited)


def test_entering_units_assault_at_no_cost() -> None:
    pieces = [unit("us-1", "port"), ge("1", "port")]
    state = position(pieces, came("us-1", "omaha", mandatory=False))
    after = play(state, Assault("port", ("us-1",), "us-1"))
    assert after.number("mf-used", "us-1") == 3
    assert after.number("assault-mf", "port") == 0


@pytest.mark.parametrize(("status", "cost"), [("fresh", 2), ("spent", 1), ("d1", 1), ("d2", 1)])
def test_an_assault_inside_the_active_area_costs_mf(status: str, cost: int) -> None:
    state = position([*attackers(3, "omaha"), ge("916", "omaha", status), ge("2", "omaha", "spent")])
    assert assault_cost(state, "omaha", "allied") == cost
    after = play(state, Assault("omaha", ("us-1-1", "us-1-2"), "us-1-1"))
    assert [after.number("mf-used", f"us-1-{n}") for n in (1, 2, 3)] == [cost, cost, 0]
    assert after.number("assault-mf", "omaha") == cost
    assert after.text("step") == "move"
    assert after.text("nationality") == "us"


def test_a_unit_without_the_mf_cannot_assault_where_it_began() -> None:
    flak = ge("flak", "omaha", values="x-3-1-1", type="flak")
    state = position([ge("1", "omaha"), flak, unit("us-1", "omaha")], side="german")
    assert rules(state, Assault("omaha", ("ge-1", "ge-flak"), "ge-1")) == {"8.5"}
    tired = position([ge("1", "omaha"), flak, unit("us-1", "omaha", "spent")], side="german")
    assert rules(tired, Assault("omaha", ("ge-1", "ge-flak"), "ge-1")) == set()
    clouds = position([ge("1", "omaha"), flak, unit("us-1", "omaha")], side="german", weather="overcast")
    assert rules(clouds, Assault("omaha", ("ge-1", "ge-flak"), "ge-1")) == set()


@pytest.mark.parametrize(
    ("action", "wanted"),
    [
        (Assault("nowhere", ("us-1-1",), "us-1-1"), "8.5"),
        (Assault("approach-omaha", ("us-1-1",), "us-1-1"), "8.5"),
        (Assault("setup-card", ("us-1-1",), "us-1-1"), "8.5"),
        (Assault("omaha", ("nobody",), "us-1-1"), "9.1"),
        (Assault("omaha", ("us-1-1",), "nobody"), "9.1"),
        (Assault("omaha", ("us-1-1",), "us-1-1", ("nobody",)), "9.1"),
        (Assault("omaha", ("us-1-1", "us-1-1"), "us-1-1"), "9.1"),
        (Assault("omaha", (), "us-1-1"), "9.1"),
        (Assault("omaha", ("us-1-1",), "us-1-2"), "9.1"),
        (Assault("port", ("us-1-1",), "us-1-1"), "8.5"),
        (Assault("omaha", ("ge-916",), "ge-916"), "8.1"),
        (Assault("omaha", ("us-1-1",), "us-1-1", ("us-1-2",)), "9.7"),
        (Assault("omaha", ("us-1-1",), "us-1-1", ("ge-916",)), "9.7"),
    ],
)
def test_every_nonsense_is_refused(action: Assault, wanted: str) -> None:
    assert wanted in rules(contested(), action)


IDS = st.sampled_from(["us-1-1", "us-1-2", "ge-916", "us-art", "nobody", ""])


@given(
    st.sampled_from(["omaha", "port", "approach-omaha", "zone-c", "", "x"]),
    st.lists(IDS, max_size=3),
    IDS,
    st.lists(IDS, max_size=2),
)
def test_check_is_total(area: str, units: list[str], point: str, support: list[str]) -> None:
    guns = unit("us-art", "omaha", type="field-artillery", division="1")
    state = position([*attackers(2, "omaha"), ge("916", "omaha"), guns])
    action = Assault(area, tuple(units), point, tuple(support))
    assert check(state, action).ok == (action in legal(state))
    if check(state, action).ok:
        assert play(state, action).decision is not None


def test_all_reasons_are_listed_at_once() -> None:
    pieces = [unit("us-1", "omaha", "spent"), unit("us-2", "port"), ge("1", "omaha")]
    state = position(pieces, {("attacked", "omaha"): "attacked"})
    found = rules(state, Assault("omaha", ("us-1", "us-2"), "us-1"))
    assert found == {"8.22", "8.5"}
    assert "not Fresh" in reasons(state, Assault("omaha", ("us-1", "us-2"), "us-1"))
    assert "attacked already" in reasons(state, Assault("omaha", ("us-1",), "us-1"))


def test_an_area_is_attacked_once_in_an_impulse_even_a_double_one() -> None:
    facts = {("attacked", "omaha"): "overrun", ("double-impulse", ""): True}
    assert rules(contested(facts=facts), ONE) == {"8.22"}


def test_only_units_that_began_in_an_active_area_assault() -> None:
    assert rules(contested(active=("port",)), ONE) == {"8.5"}
    entered = position([unit("us-1", "port"), ge("1", "port")], came("us-1", "grandcamp", mandatory=False))
    assert rules(entered, Assault("port", ("us-1",), "us-1")) == {"8.5"}


def test_units_of_the_attacked_area_that_were_not_activated_do_not_take_part() -> None:
    pieces = [unit("us-1", "port"), unit("us-2", "port"), ge("1", "port")]
    state = position(pieces, came("us-1", "omaha", mandatory=False))
    assert rules(state, Assault("port", ("us-1", "us-2"), "us-1")) == {"8.5"}
    assert rules(state, Assault("port", ("us-1",), "us-1")) == set()


def test_units_of_two_active_areas_join_in_a_double_impulse() -> None:
    pieces = [unit("us-1", "port"), unit("us-2", "port"), ge("1", "port")]
    state = position(pieces, came("us-1", "omaha", mandatory=False), active=("omaha", "port"))
    assert rules(state, Assault("port", ("us-1", "us-2"), "us-1")) == set()
    after = play(state, Assault("port", ("us-1", "us-2"), "us-1"))
    assert (after.number("mf-used", "us-1"), after.number("mf-used", "us-2")) == (3, 2)


def test_no_assault_before_an_area_is_active_or_after_the_demolition() -> None:
    idle = contested().draft()
    idle.set("impulse-type", "")
    assert rules(idle.finish(), ONE) == {"8.2"}
    assert not list(legal(idle.finish()).of("assault"))
    assert rules(contested(facts={("step", ""): "demolition"}), ONE) == {"8.2"}


def test_a_unit_that_must_assault_cannot_be_left_out() -> None:
    pieces = [unit("us-1", "port"), unit("us-2", "port"), unit("us-3", "port"), ge("1", "port")]
    facts = came("us-1", "omaha") | came("us-2", "omaha") | came("us-3", "omaha", mandatory=False)
    state = position(pieces, facts)
    assert [p.uid for p in duty(state, "port", "allied")] == ["us-1", "us-2"]
    assert rules(state, Assault("port", ("us-1",), "us-1")) == {"8.51"}
    assert rules(state, Assault("port", ("us-1", "us-2"), "us-1")) == set()
    assert "8.51" in sections(state, Assault("port", ("us-1", "us-2"), "us-1"))
    offered = {a.units for a in legal(state).of("assault") if isinstance(a, Assault)}
    assert offered == {("us-1", "us-2"), ("us-1", "us-2", "us-3")}


def test_optional_units_may_attack_in_any_number() -> None:
    facts = came("us-1-1", "omaha", mandatory=False) | came("us-1-2", "omaha", mandatory=False)
    state = position([*attackers(2, "port"), ge("1", "port"), unit("us-x", "port")], facts)
    offered = [a.units for a in legal(state).of("assault") if isinstance(a, Assault)]
    assert offered == [("us-1-1", "us-1-2"), ("us-1-1",)]


@pytest.mark.parametrize(
    ("kind", "rule"), [("field-artillery", "16.1"), ("coastal-artillery", "16.3"), ("flak", ""), ("pak", "")]
)
def test_who_takes_part(kind: str, rule: str) -> None:
    pieces = [ge("1", "omaha"), ge("x", "omaha", values="x-3-4-1", type=kind), unit("us-1", "omaha")]
    state = position(pieces, side="german")
    assert rules(state, Assault("omaha", ("ge-1", "ge-x"), "ge-1")) == ({rule} if rule else set())


@pytest.mark.parametrize(("kind", "rule"), [("flak", "16.2"), ("pak", "16.2"), ("field-artillery", "9.2A")])
def test_who_is_no_point_unit(kind: str, rule: str) -> None:
    pieces = [ge("1", "omaha"), ge("x", "omaha", values="x-3-4-1", type=kind), unit("us-1", "omaha")]
    state = position(pieces, side="german")
    assert rule in rules(state, Assault("omaha", ("ge-1", "ge-x"), "ge-x"))


def test_flak_alone_offers_no_assault() -> None:
    pieces = [ge("x", "omaha", values="x-3-4-1", type="flak"), unit("us-1", "omaha")]
    assert not list(legal(position(pieces, side="german")).of("assault"))


def test_armor_may_be_point_unit() -> None:
    state = position([unit("us-cca", "omaha", type="armor", values="7-6-7-3"), ge("1", "omaha")])
    assert rules(state, Assault("omaha", ("us-cca",), "us-cca")) == set()


def test_us_and_british_act_together_only_in_a_double_impulse() -> None:
    pieces = [unit("us-1", "omaha"), unit("br-1", "omaha"), ge("1", "omaha")]
    both = Assault("omaha", ("br-1", "us-1"), "us-1")
    assert rules(position(pieces), both) == {"8.374"}
    assert rules(position(pieces, {("double-impulse", ""): True}), both) == set()
    later = position(pieces, {("nationality", ""): "british"})
    assert rules(later, Assault("omaha", ("us-1",), "us-1")) == {"8.374"}


def test_the_enemy_side_has_no_assault_in_this_impulse() -> None:
    state = position([ge("1", "omaha"), unit("us-1", "omaha")])
    assert rules(state, Assault("omaha", ("ge-1",), "ge-1")) == {"8.1"}


def test_options_list_points_and_support_by_class() -> None:
    guns = [unit(f"us-1-art-{n}", "omaha", type="field-artillery", division="1") for n in (1, 2)]
    ranger = unit("us-ranger", "omaha", values="3-3-5-2")
    state = position([*attackers(2, "omaha"), ranger, *guns, ge("1", "omaha")])
    offered = [a for a in legal(state).of("assault") if isinstance(a, Assault)]
    assert len(offered) == len(set(offered))
    assert offered[0].units == ("us-1-1", "us-1-2", "us-ranger")
    # 2, 1 or 0 of the division with the ranger or without; its guns help only where it takes part
    points = {2: {True: 2, False: 1}, 1: {True: 2, False: 1}, 0: {True: 1}}
    wanted = sum(n * (3 if count else 1) for count, ways in points.items() for n in ways.values())
    assert len(offered) == wanted


def test_subsets_go_from_all_to_none() -> None:
    state = contested()
    pieces = [*terms_units(state), state.pieces["ge-916"]]
    assert [len(s) for s in subsets(state, pieces)] == [4, 3, 3, 2, 2, 1, 1, 0]


def terms_units(state: Position) -> list[Piece]:
    return [state.pieces[f"us-1-{n}"] for n in (1, 2, 3)]


# --- the Forward Unit -----------------------------------------------------------------------------------


def announced() -> Position:
    pieces = [*attackers(3, "omaha"), ge("916", "omaha"), ge("art", "omaha", type="field-artillery")]
    pieces += [ge("flak", "omaha", "d2", values="x-3-4-1", type="flak"), ge("726", "grandcamp")]
    return play(position(pieces), ONE)


def test_the_defender_is_asked_for_his_forward_unit() -> None:
    state = announced()
    assert state.decision is not None
    assert (state.decision.player, state.decision.kind, state.decision.rule) == (
        "german",
        "forward-unit",
        "9.1",
    )
    assert list(legal(state)) == [NameForward("ge-916"), NameForward("ge-flak")]
    found = steps(state, NameForward("ge-916"))
    assert (found["9.3A"], found["9.3B"], found["9.3E"], found["9.3G"]) == (4, 1, 2, 1)


@pytest.mark.parametrize(
    ("uid", "wanted"),
    [("ge-art", {"16.1"}), ("us-1-1", {"9.1"}), ("ge-726", {"9.1"}), ("nobody", {"9.1"}), ("", {"9.1"})],
)
def test_who_cannot_be_forward_unit(uid: str, wanted: set[str]) -> None:
    assert rules(announced(), NameForward(uid)) == wanted


def test_field_artillery_alone_is_forward_unit() -> None:
    guns = [ge(f"art-{n}", "omaha", type="field-artillery") for n in (1, 2)]
    state = play(position([*attackers(1, "omaha"), *guns]), ONE)
    assert rules(state, NameForward("ge-art-1")) == set()
    assert len(forward_candidates(state, "omaha", "allied")) == 2


def test_the_dice_are_asked_for_with_both_values() -> None:
    state = play(announced(), NameForward("ge-flak"))
    assert state.decision is not None
    data = state.decision.data
    assert (state.decision.player, data["dice"], data["av"], data["dv"]) == (
        "dice",
        ["DR", "DR"],
        7,
        0 + 1 + 2 + 2,
    )
    assert data["forward"] == "ge-flak"


def test_nothing_else_can_be_done_before_the_forward_unit_is_named() -> None:
    with pytest.raises(IllegalAction, match="first the German side must settle: forward unit"):
        play(announced(), ONE)


def test_nobody_names_a_forward_unit_unasked() -> None:
    assert rules(contested(), NameForward("ge-916")) == {"9.1"}
