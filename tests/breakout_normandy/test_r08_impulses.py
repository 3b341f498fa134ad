"""Sections 8.1 to 8.32, 8.6, 11.4: impulses, Active Areas, who may act."""

from __future__ import annotations

import pytest

from adjudicator.breakout_normandy import GAME
from adjudicator.breakout_normandy.r08_impulses import (
    Activate,
    DoubleImpulse,
    Pass,
    actors,
    begin_movement,
    finish_units,
    purposes,
)
from adjudicator.breakout_normandy.r08_movement import Move
from adjudicator.game import legal
from adjudicator.position import Piece, Position
from tests.breakout_normandy.build_r1 import area, box, edge, piece, play, position, reasons, zone
from tests.playing import rules

SPACES = [
    area("home"),
    area("near"),
    area("far"),
    zone("zone-a"),
    area("utah-beach", beach="us"),
    box("approach-utah"),
    box("offshore-box", kind="offshore"),
]
EDGES = [
    edge("home", "near"),
    edge("near", "far", "river", bridge=True),
    edge("far", "zone-a", "arrow"),
    edge("utah-beach", "approach-utah", "landing"),
    edge("utah-beach", "home"),
]
UNITS = [piece("ge-1", "home"), piece("ge-2", "home", "spent"), piece("ge-3", "near"), piece("us-1", "far")]


def board(*more: Piece, side: str = "german", active: tuple[str, ...] = (), **facts: str | int) -> Position:
    stated = {(name.replace("_", "-"), ""): value for name, value in facts.items()}
    return position(
        SPACES, EDGES, [*UNITS, *more], {("control", "far"): "us", **stated}, side=side, active=active
    )


def test_activate_opens_an_assault_impulse() -> None:
    after = play(board(), Activate("home"))
    assert after.text("impulse-type") == "assault"
    assert after.number("active", "home") == 1
    assert [p.uid for p in actors(after)] == ["ge-1"]


def test_every_candidate_is_legal_and_nothing_else() -> None:
    before = board()
    found = {a.space for a in legal(before).of("activate") if isinstance(a, Activate)}
    assert found == {s.id for s in SPACES if not rules(before, Activate(s.id))}
    assert {"home", "near", "far"} <= found


@pytest.mark.parametrize("space", ["nowhere", "offshore-box"])
def test_only_areas_zones_and_approach_boxes_are_activated(space: str) -> None:
    assert rules(board(), Activate(space)) == {"8.2"}


def test_a_zone_may_be_active() -> None:
    assert rules(board(piece("ge-9", "zone-a")), Activate("zone-a")) == set()


def test_nothing_to_do_is_a_pass() -> None:
    assert rules(board(), Activate("utah-beach")) == {"8.11"}
    assert rules(board(piece("ge-ca", "utah-beach", type="coastal-artillery")), Activate("utah-beach")) == {
        "8.11"
    }


def test_an_enemy_area_is_activated_only_for_its_bridges() -> None:
    before = board()
    assert purposes(before, "far", "german") == [("8.23", "Far / Near may be demolished")]
    assert play(before, Activate("far")).number("active", "far") == 1
    gone = position(SPACES, EDGES, UNITS, {("bridge", "far/near"): "destroyed", ("control", "far"): "us"})
    assert rules(gone, Activate("far")) == {"8.11"}


def test_a_friendly_area_is_activated_to_repair() -> None:
    gone = position(SPACES, EDGES, [piece("us-1", "zone-a")], {("bridge", "far/near"): "destroyed"})
    assert ("8.21", "Far / Near may be repaired") in purposes(gone, "near", "german")
    assert rules(gone, Activate("near")) == set()


def test_an_approach_box_needs_units_that_land() -> None:
    assert rules(board(side="allied"), Activate("approach-utah")) == {"19.3"}
    assert rules(board(piece("us-2", "approach-utah"), side="allied"), Activate("approach-utah")) == set()
    assert "19.3" in rules(board(piece("us-2", "approach-utah")), Activate("approach-utah"))


def test_one_active_area_only() -> None:
    after = play(board(), Activate("home"))
    assert rules(after, Activate("near")) == {"8.1"}
    assert list(legal(after).of("activate")) == []


def test_bombardment_is_the_sole_action() -> None:
    assert rules(board(impulse_type="bombardment"), Activate("home")) == {"10.1"}


def test_not_outside_the_daylight_phase() -> None:
    assert rules(board(phase="dawn"), Activate("home")) == {"8.2"}


# --- who may act ----------------------------------------------------------------------------------------


def test_actor_refusals() -> None:
    now = play(board(), Activate("home"))
    assert rules(now, Move("ge-2", ("near",))) == {"8.32"}
    assert rules(now, Move("ge-3", ("far",))) >= {"8.22"}
    assert rules(now, Move("us-1", ("near",))) >= {"8.12", "8.22"}
    assert rules(now, Move("nobody", ("near",))) == {"8.22"}


def test_nothing_moves_before_activation() -> None:
    assert rules(board(), Move("ge-1", ("near",))) == {"8.22"}


def test_nothing_moves_after_demolition() -> None:
    now = board(active=("home",), step="demolition")
    assert "8.23" in rules(now, Move("ge-1", ("near",)))


def test_supporting_artillery_does_not_move() -> None:
    now = position(SPACES, EDGES, UNITS, {("supporting", "ge-1"): True}, active=["home"])
    assert "9.7" in rules(now, Move("ge-1", ("near",)))


def test_units_that_moved_stay_actors_until_they_finish() -> None:
    now = play(board(active=("home",)), Move("ge-1", ("near",)))
    assert now.pieces["ge-1"].status == "fresh"
    assert [p.uid for p in actors(now)] == ["ge-1"]
    draft = now.draft()
    finish_units(draft)
    assert draft.pieces["ge-1"].status == "spent"
    assert draft.pieces["ge-3"].status == "fresh"


def test_finish_leaves_idle_and_disrupted_units_alone() -> None:
    draft = board(piece("ge-8", "home", "d1")).draft()
    draft.set("mf-used", 2, "ge-8")
    draft.set("supporting", True, "ge-3")
    finish_units(draft)
    assert [draft.pieces[u].status for u in ("ge-1", "ge-3", "ge-8")] == ["fresh", "spent", "d1"]


def test_facts_of_units_that_are_not_there_do_no_harm() -> None:
    draft = board(active=("home",)).draft()
    for item in ("mf-used", "entered"):
        draft.set(item, 1, "ge-ghost")
    draft.set("start", "home", "ge-ghost")
    draft.set("start", "home", "ge-2")
    finish_units(draft)
    now = draft.finish()
    assert [p.uid for p in actors(now)] == ["ge-1"]
    assert purposes(now, "home", "german")[0] == ("8.22", "Fresh units that began there: 1")


def test_spent_units_silence_a_fortification_for_good() -> None:
    spaces = [area("utah-beach", beach="us", fortified=True), area("home")]
    units = [piece("us-1", "utah-beach"), piece("us-2", "home", "d1"), piece("ge-1", "utah-beach")]
    draft = position(spaces, [edge("home", "utah-beach")], units, side="allied").draft()
    finish_units(draft)
    assert not draft.flag("fortification-destroyed", "utah-beach")
    draft.set("entered", 1, "us-1")
    draft.set("entered", 1, "us-2")
    finish_units(draft)
    assert draft.flag("fortification-destroyed", "utah-beach")


def test_moving_closes_the_repair_step() -> None:
    now = play(board(), Activate("home"), Move("ge-1", ("near",)))
    assert now.text("step") == "move"
    assert now.flag("repair-closed", "home")
    draft = now.draft()
    begin_movement(draft)
    assert draft.finish() == now


# --- nationality ----------------------------------------------------------------------------------------


def allied(**facts: str | int | bool) -> Position:
    stated = {(name.replace("_", "-"), ""): value for name, value in facts.items()}
    units = [piece("us-1", "home"), piece("br-1", "home"), piece("us-2", "near")]
    free = {("control", s): "us" for s in ("home", "near", "far")}
    return position(SPACES, EDGES, units, {**free, **stated}, side="allied", active=["home"])


def test_us_and_british_do_not_both_move() -> None:
    now = play(allied(), Move("us-1", ("near",)))
    assert now.text("nationality") == "us"
    assert rules(now, Move("br-1", ("near",))) == {"8.374"}
    assert rules(now, Move("us-1", ("home",))) == set()


def test_a_double_impulse_lets_both_move() -> None:
    now = play(allied(), Move("us-1", ("near",)), DoubleImpulse("home"))
    assert rules(now, Move("br-1", ("near",))) == set()


# --- Double Impulse -------------------------------------------------------------------------------------


def test_double_impulse_activates_a_second_area() -> None:
    now = play(allied(), DoubleImpulse("near"))
    assert now.flag("double-impulse")
    assert now.flag("advantage-used")
    assert {p.uid for p in actors(now)} == {"us-1", "br-1", "us-2"}
    assert rules(now, DoubleImpulse("home")) == {"11.4", "11.6"}


def test_double_impulse_may_follow_the_first_half() -> None:
    now = play(allied(), Move("us-1", ("near",)), DoubleImpulse("near"))
    assert now.text("step") == "repair"
    assert now.flag("repair-closed", "home")
    assert not now.flag("repair-closed", "near")


def test_the_same_area_twice() -> None:
    assert play(allied(), DoubleImpulse("home")).number("active", "home") == 2


def test_units_that_left_an_area_still_count_as_its_own() -> None:
    units = [piece("us-1", "home"), piece("us-2", "near", "spent")]
    free = {("control", s): "us" for s in ("home", "near", "far", "utah-beach")}
    start = position(SPACES, EDGES, units, free, side="allied", active=["home"])
    assert rules(play(start, Move("us-1", ("near",))), DoubleImpulse("home")) == set()


def test_double_impulse_needs_the_advantage() -> None:
    assert rules(allied(advantage="german"), DoubleImpulse("near")) == {"11.4"}
    assert rules(allied(advantage_used=True), DoubleImpulse("near")) == {"11.6"}


def test_double_impulse_needs_a_first_half() -> None:
    before = position(SPACES, EDGES, [piece("us-2", "near")], side="allied")
    assert rules(before, DoubleImpulse("near")) == {"11.4"}
    assert list(legal(before).of("double-impulse")) == []


def test_double_impulse_after_a_bombardment_is_a_reading() -> None:
    facts = {("impulse-type", ""): "bombardment"}
    units = [piece("us-2", "near")]
    assert rules(position(SPACES, EDGES, units, facts, side="allied"), DoubleImpulse("near")) == {"11.4"}
    mixed = position(SPACES, EDGES, units, facts, side="allied", double_impulse_kinds="B")
    assert play(mixed, DoubleImpulse("near")).text("impulse-type") == "assault"


def test_double_impulse_candidates_agree_with_check() -> None:
    now = allied()
    found = {a.space for a in legal(now).of("double-impulse") if isinstance(a, DoubleImpulse)}
    assert found == {s.id for s in SPACES if not rules(now, DoubleImpulse(s.id))}


# --- Pass -----------------------------------------------------------------------------------------------


def test_pass_ends_the_german_impulse() -> None:
    now = play(board(), Pass())
    assert (now.text("side"), now.text("passed")) == ("allied", "german")


def test_an_allied_pass_still_rolls_for_sunset() -> None:
    now = play(board(side="allied"), Pass())
    assert now.decision is not None
    assert now.decision.data["what"] == "sunset"


def test_no_pass_once_something_was_activated() -> None:
    now = play(board(), Activate("home"))
    assert rules(now, Pass()) == {"8.6"}
    assert list(legal(now).of("pass")) == []
    assert "begun" in reasons(now, Pass())["8.6"]


def test_the_book_scenario_can_be_activated() -> None:
    draft = GAME.scenario("d-day").draft()
    draft.set("phase", "daylight")
    draft.set("side", "german")
    assert legal(draft.finish()).count() > 20
