"""Section 10.2: where units retreat, the overflow, and elimination for want of a place."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from adjudicator.storm_over_normandy import r10_retreats
from adjudicator.storm_over_normandy.r09_attack import Attack, _wait
from adjudicator.storm_over_normandy.r10_damage import TakeDamage, apply_losses
from adjudicator.storm_over_normandy.r10_retreats import (
    NameOverflow,
    Retreat,
    candidates,
    eliminate,
    explain,
    explain_candidates,
    has_place,
    survivors,
)
from counters.catalog import Unit
from tests.playing import decision, options, play, reasons, rules
from tests.storm_over_normandy.build import held, unit
from tests.storm_over_normandy.fighting import battle, carried_on, ground, where

GERMAN = unit("ge-1")
ALLIED = unit("us-1")
PARA = unit("us-505", airborne=True)
ALL_ALLIED = held("11", "12", "15", "16", "17")


def fire(side: str = "german", area: str = "16", **more: object) -> Attack:
    return Attack("fire", side, area, **more)  # type: ignore[arg-type]


def drive_out(state: Position, attack: Attack, *uids: str, kind: str = "retreat") -> Position:
    """The position after units have been made to retreat by an attack whose dice have fallen."""
    draft = state.draft()
    _wait(draft, attack, "end")
    apply_losses(draft, attack, [(uid, kind) for uid in uids])
    return carried_on(draft, state)


def fill(space: str, count: int, side: str = "ge") -> list[tuple[Unit, str]]:
    return [(unit(f"{side}-{space}{n}"), space) for n in range(count)]


# --- where to ---------------------------------------------------------------------------------------------


def test_only_adjacent_areas_that_the_side_controls() -> None:
    state = battle(ground(), (GERMAN, "16"), facts=held("11", "17"))
    assert candidates(state, "ge-1", "16") == ("15", "beyond")
    assert candidates(battle(ground(), (ALLIED, "16")), "us-1", "16") == ()


def test_an_empty_area_of_the_enemy_is_none_but_a_contested_one_of_ours_is() -> None:
    contested = battle(ground(), (GERMAN, "16"), (unit("ge-2"), "15"), (unit("us-9"), "15"), facts=ALL_ALLIED)
    assert candidates(contested, "ge-1", "16") == ("beyond",)
    ours = battle(
        ground(), (GERMAN, "16"), (unit("ge-2"), "15"), (unit("us-9"), "15"), facts=held("11", "17", "beyond")
    )
    assert candidates(ours, "ge-1", "16") == ("15",)


def test_the_dividing_line_bars_the_allies_and_not_the_germans() -> None:
    state = battle(ground(), (ALLIED, "16"), (GERMAN, "11"), facts=held("16", "beyond"))
    assert candidates(state, "us-1", "16") == ()
    german = battle(ground(), (GERMAN, "16"), facts=held("11", "15", "17"))
    assert candidates(german, "ge-1", "16") == ("beyond",)


def test_a_red_dashed_line_bars_everybody() -> None:
    on = ground(["a 1", "b 1"], ["a/b impassable"])
    assert candidates(battle(on, (GERMAN, "a")), "ge-1", "a") == ()
    assert candidates(battle(on, (ALLIED, "a"), facts=held("a", "b")), "us-1", "a") == ()


def test_boxes_take_allied_units_back_to_the_sea_only() -> None:
    on = ground(["utah 1 star us", "zone-a 2"], ["utah/zone-a"])
    state = battle(on, (ALLIED, "utah"), (GERMAN, "utah"))
    assert candidates(state, "us-1", "utah") == ("landing-utah",)
    assert candidates(state, "ge-1", "utah") == ()


@pytest.mark.parametrize(
    ("to", "section", "text"),
    [
        ("12", "10.2", "not adjacent"),
        ("beyond", "10.2", "beyond the Operational Dividing Line"),
        ("11", "10.2", "not controlled by the Allied side"),
        ("17", "10.2", "must rather retreat to 15"),
    ],
)
def test_every_refusal_has_its_reason(to: str, section: str, text: str) -> None:
    placed = [(ALLIED, "16"), (unit("us-2"), "17"), (GERMAN, "17")]
    inquiry = Inquiry(battle(ground(), *placed, facts=held("16", "15", "17", "beyond")))
    explain(inquiry, "us-1", "16", to)
    assert [v.rule for v in inquiry.violations] == [section]
    assert text in inquiry.violations[0].text


def test_all_neighbours_are_explained() -> None:
    state = battle(ground(), (GERMAN, "16"), facts=held("11", "17"))
    inquiry = Inquiry(state)
    assert explain_candidates(inquiry, "ge-1", "16") == ("15", "beyond")
    text = "; ".join(s.text for s in inquiry.steps)
    assert "not to 11: 11 is not controlled by the German side" in text
    assert "15 is open" in text
    assert not inquiry.violations


def test_the_area_with_the_fewest_enemies_comes_first() -> None:
    placed = [(GERMAN, "16"), (unit("ge-2"), "15"), (unit("us-9"), "15")]
    assert candidates(battle(ground(), *placed, facts=held("11")), "ge-1", "16") == ("17", "beyond")
    full = [*placed, *fill("17", 6), *fill("beyond", 6)]
    assert candidates(battle(ground(), *full, facts=held("11")), "ge-1", "16") == ("17", "beyond")


def test_the_area_attacked_is_never_open_even_from_the_next_one() -> None:
    state = battle(ground(), (GERMAN, "11"), facts=held("12", "15", "17"))
    assert candidates(state, "ge-1", "11", attack=fire("allied", "16")) == ()


# --- airborne units ---------------------------------------------------------------------------------------


def airborne(options: Mapping[str, str] | None = None) -> Position:
    on = ground(["a 1 us", "b 1", "c 1 us"], ["a/b", "a/c"])
    placed = [(PARA, "a"), (unit("us-2"), "c"), (GERMAN, "c")]
    return battle(on, *placed, facts=held("a", "b", "c"), options=options)


def test_an_airborne_unit_needs_its_symbol() -> None:
    assert candidates(airborne(), "us-505", "a") == ("c",)
    inquiry = Inquiry(airborne())
    explain(inquiry, "us-505", "a", "b")
    assert [v.rule for v in inquiry.violations] == ["8.0"]


def test_by_option_the_symbol_strikes_after_the_choice() -> None:
    state = airborne({"airborne-retreat": "B"})
    assert candidates(state, "us-505", "a") == ("b",)
    assert not has_place(state, "us-505", "a")
    after = drive_out(state, fire(area="a"), "us-505")
    assert where(after, "us-505") == ["eliminated spent"]


def test_an_airborne_unit_without_a_symbol_in_reach_is_lost_as_such() -> None:
    state = battle(ground(["a 1 us", "b 1"], ["a/b"]), (PARA, "a"), facts=held("a", "b"))
    after = drive_out(state, fire(area="a"), "us-505")
    assert where(after, "us-505") == ["eliminated spent"]
    assert after.number("lost", "airborne") == 1


# --- carrying out -----------------------------------------------------------------------------------------


def test_a_single_place_needs_no_choice() -> None:
    state = battle(ground(), (GERMAN, "16"), facts=held("11", "17", "beyond"))
    after = drive_out(state, fire("allied"), "ge-1")
    assert (where(after, "ge-1"), decision(after)) == (["15 spent"], "")


def test_tied_places_are_the_owners_choice_for_each_unit() -> None:
    placed = [(GERMAN, "16"), (unit("ge-2"), "16"), (unit("us-9"), "16")]
    state = battle(ground(), *placed, facts=held("11", "17"))
    asked = drive_out(state, fire("allied"), "ge-1", "ge-2")
    assert asked.decision is not None
    assert (asked.decision.kind, asked.decision.player) == ("retreat", "german")
    assert len(options(asked, Retreat)) == 4
    after = play(asked, Retreat("ge-1", "15"), Retreat("ge-2", "beyond"))
    assert where(after, "ge-1", "ge-2") == ["15 spent", "beyond spent"]
    assert after.text("control", "16") == "allied"


def test_other_units_and_places_are_refused() -> None:
    state = battle(ground(), (GERMAN, "16"), (unit("ge-2"), "16"), facts=held("11", "17"))
    asked = drive_out(state, fire("allied"), "ge-1")
    assert rules(asked, Retreat("ge-2", "15")) == {"10.2"}
    assert "does not have to choose" in reasons(asked, Retreat("ge-2", "15"))
    assert "no space" in reasons(asked, Retreat("ge-1", "atlantis"))
    assert "not controlled" in reasons(asked, Retreat("ge-1", "11"))


def test_without_a_place_the_unit_is_eliminated_and_counted() -> None:
    state = battle(ground(), (ALLIED, "16"), (unit("us-2"), "16"), facts=held("16"))
    after = drive_out(state, fire(), "us-1", "us-2")
    assert where(after, "us-1", "us-2") == ["eliminated spent"] * 2
    assert after.number("lost", "non-airborne") == 2


def test_german_losses_are_not_counted() -> None:
    draft = battle(ground(), (GERMAN, "16")).draft()
    eliminate(draft, "ge-1")
    assert not draft.subjects("lost")


def test_a_card_that_eliminates_nobody_leaves_the_unit_where_it_is() -> None:
    state = battle(ground(), (ALLIED, "16"), facts=held("16"))
    after = drive_out(state, fire(no_elimination=True), "us-1")
    assert where(after, "us-1") == ["16 spent"]


def test_landed_units_go_back_to_their_box() -> None:
    on = ground(["utah 1 star us", "inland 2"], ["utah/inland"])
    state = battle(on, (ALLIED, "utah"), facts=held("inland"))
    attack = fire(area="utah", retreat_to={"us-1": "landing-utah"})
    assert candidates(state, "us-1", "utah", attack=attack) == ("landing-utah",)
    inquiry = Inquiry(state)
    explain(inquiry, "us-1", "utah", "inland", attack=attack)
    assert [v.rule for v in inquiry.violations] == ["4.0"]
    assert where(drive_out(state, attack, "us-1"), "us-1") == ["landing-utah spent"]


# --- overflow ---------------------------------------------------------------------------------------------


def line(*, options: Mapping[str, str] | None = None, **more: int) -> Position:
    """a - b - c, all German, with so many Germans in b and c, and two Germans in a."""
    on = ground(["a 1", "b 1", "c 1"], ["a/b", "b/c"])
    placed = [(GERMAN, "a"), (unit("ge-2"), "a"), (unit("us-9"), "a")]
    return battle(on, *placed, *fill("b", more.get("b", 0)), *fill("c", more.get("c", 0)), options=options)


def test_a_full_area_is_passed() -> None:
    after = drive_out(line(b=6), fire("allied", "a"), "ge-1", "ge-2")
    assert where(after, "ge-1", "ge-2") == ["c spent", "c spent"]


def test_the_owner_names_who_goes_on() -> None:
    asked = drive_out(line(b=5), fire("allied", "a"), "ge-1", "ge-2")
    assert asked.decision is not None
    assert (asked.decision.kind, asked.decision.player) == ("overflow", "german")
    assert options(asked, NameOverflow) == [NameOverflow("ge-1"), NameOverflow("ge-2")]
    assert rules(asked, NameOverflow("ge-b0")) == {"10.2"}
    assert where(play(asked, NameOverflow("ge-2")), "ge-1", "ge-2") == ["b spent", "c spent"]


def test_by_option_the_attacker_names_him() -> None:
    state = line(b=5, options={"overflow-choice": "B"})
    asked = drive_out(state, fire("allied", "a"), "ge-1", "ge-2")
    assert asked.decision is not None
    assert asked.decision.player == "allied"


def test_who_finds_no_room_at_all_is_eliminated() -> None:
    after = drive_out(line(b=6, c=6), fire("allied", "a"), "ge-1")
    assert where(after, "ge-1") == ["eliminated spent"]


def test_by_such_a_card_he_stays_where_he_was() -> None:
    after = drive_out(line(b=6, c=6), fire("allied", "a", no_elimination=True), "ge-1")
    assert where(after, "ge-1") == ["a spent"]


def test_who_stays_by_such_a_card_never_gave_up_control() -> None:
    on = ground(["a 1", "b 1", "c 1"], ["a/b", "b/c"])
    state = battle(on, (GERMAN, "a"), (unit("us-9"), "a"), *fill("b", 6), *fill("c", 6))
    after = drive_out(state, fire("allied", "a", no_elimination=True), "ge-1")
    assert where(after, "ge-1") == ["a spent"]
    assert after.text("control", "a") == "german"
    gone = drive_out(state, fire("allied", "a"), "ge-1")
    assert gone.text("control", "a") == "allied"


def test_strongpoints_do_not_fill_an_area() -> None:
    sp = unit("ge-sp", "strongpoint", df=8)
    on = ground(["a 1", "b 1 star"], ["a/b"])
    state = battle(on, (GERMAN, "a"), (sp, "b"), *fill("b", 5))
    assert where(drive_out(state, fire("allied", "a"), "ge-1"), "ge-1") == ["b spent"]


def test_onward_retreats_may_be_a_choice_too() -> None:
    on = ground(["a 1", "b 1", "c 1", "d 1"], ["a/b", "b/c", "b/d"])
    state = battle(on, (GERMAN, "a"), *fill("b", 6))
    asked = drive_out(state, fire("allied", "a"), "ge-1")
    assert options(asked, Retreat) == [Retreat("ge-1", "c"), Retreat("ge-1", "d")]
    assert rules(asked, Retreat("ge-1", "a")) == {"10.2"}
    assert where(play(asked, Retreat("ge-1", "d")), "ge-1") == ["d spent"]


def ring(options: Mapping[str, str] | None = None) -> Position:
    """a - b - c - d with b and c full; an enemy in d, and none in b."""
    on = ground(["a 1", "b 1", "c 1", "d 1"], ["a/b", "b/c", "c/d"])
    placed = [(GERMAN, "a"), (unit("ge-8"), "d"), (unit("us-8"), "d")]
    return battle(on, *placed, *fill("b", 6), *fill("c", 6), options=options)


def test_a_passed_area_is_left_out_of_the_next_choice() -> None:
    assert where(drive_out(ring(), fire("allied", "a"), "ge-1"), "ge-1") == ["d spent"]
    assert has_place(ring(), "ge-1", "a", attack=fire("allied", "a"))


def test_by_option_it_counts_and_leaves_no_place() -> None:
    state = ring({"overflow-passed": "B"})
    assert where(drive_out(state, fire("allied", "a"), "ge-1"), "ge-1") == ["eliminated spent"]
    assert not has_place(state, "ge-1", "a", attack=fire("allied", "a"))


def test_how_many_survive_together() -> None:
    attack = fire("allied", "a")
    assert survivors(line(), ["ge-1", "ge-2"], attack) == 2
    assert survivors(line(b=5, c=6), ["ge-1", "ge-2"], attack) == 1
    assert survivors(line(b=6, c=5), ["ge-1", "ge-2"], attack) == 1
    assert survivors(line(b=5, c=5), ["ge-1", "ge-2"], attack) == 2
    assert survivors(line(b=6, c=6), ["ge-1", "ge-2"], attack) == 0


def drop(*, options: Mapping[str, str] | None = None) -> Position:
    """Infantry and paratroopers in a; room for one of them in b, and beyond it c without a symbol."""
    on = ground(["a 1 us", "b 1 us", "c 1"], ["a/b", "b/c"])
    placed = [(ALLIED, "a spent"), (PARA, "a spent"), (GERMAN, "a"), *fill("b", 5, "us")]
    return battle(on, *placed, facts=held("a", "b", "c"), options=options)


def test_the_owner_keeps_the_room_for_a_unit_that_cannot_go_on() -> None:
    for uids in (["us-1", "us-505"], ["us-505", "us-1"]):
        assert survivors(drop(), uids, fire(area="a")) == 2
    asked = drive_out(drop(), fire(area="a"), "us-1", "us-505")
    assert where(play(asked, NameOverflow("us-1")), "us-1", "us-505") == ["c spent", "b spent"]
    assert where(play(asked, NameOverflow("us-505")), "us-1", "us-505") == ["b spent", "eliminated spent"]


def test_nobody_retreating_asks_nothing() -> None:
    draft = battle(ground(), (GERMAN, "16")).draft()
    r10_retreats.begin(draft, [])
    assert not draft.pending


def test_allied_units_may_retreat_out_of_an_area_with_a_strongpoint() -> None:
    on = ground(["utah 1 star us", "inland 2 us"], ["utah/inland"])
    placed = [(ALLIED, "utah"), (unit("ge-sp", "strongpoint", df=7), "utah")]
    state = battle(on, *placed, facts=held("inland"))
    assert candidates(state, "us-1", "utah") == ("inland", "landing-utah")


def test_no_answer_is_taken_when_nothing_was_asked() -> None:
    state = battle(ground(), (GERMAN, "16"))
    for action in (Retreat("ge-1", "15"), NameOverflow("ge-1"), TakeDamage(())):
        assert rules(state, action) & {"10.1", "10.2"}


def test_who_is_sent_back_by_defensive_fire_goes_where_it_came_from() -> None:  # 11.0, not 4.0
    back = Attack("fire", "german", "11", ("ge-1",), ("us-1",), retreat_to={"us-1": "16"}, sent_back=True)
    state = battle(ground(), (ALLIED, "11"), (GERMAN, "11"), facts=ALL_ALLIED)
    inquiry = Inquiry(state)
    explain(inquiry, "us-1", "11", "17", attack=back)
    explain(inquiry, "us-1", "11", "16", attack=back)
    assert [v.rule for v in inquiry.violations] == ["11.0"]
    assert [s.rule for s in inquiry.steps] == ["11.0"]
