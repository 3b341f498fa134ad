"""Sections 6.3, 7.2.2, 9.3.3, 9.3.4, 9.4.2, 10.0 to 10.2 and 11.9: units move."""

from __future__ import annotations

import pytest

from adjudicator.dark_summer.r10_movement import (
    HANDLERS,
    Move,
    MoveStack,
    allowance,
    end_movement,
    owed_moves,
)
from adjudicator.dark_summer.r10_steps import step_faults
from adjudicator.errors import PositionError
from adjudicator.inquiry import Inquiry
from adjudicator.position import Fact, Key, Position
from maps.board import Board
from tests.dark_summer.build import board, hexes, unit
from tests.dark_summer.moving import situation
from tests.playing import barred, done, look

# A block with an Open Beach (3303) and an E hex (3707), so that both sides have a Supply Source.
BLOCK = hexes(30, 37, 2, 9)
SOURCE = {"3709": "E"}
OPEN: dict[Key, Fact] = {("beach", "3303"): "open"}
US, TANK = unit("us-1"), unit("us-t", "armor")
GERMAN, PANZER = unit("ge-1"), unit("ge-p", "armor")


def ground(**more: object) -> Board:
    return board(BLOCK, letters=SOURCE, **more)  # type: ignore[arg-type]


def german(*placed: object, **more: object) -> Position:
    return situation(more.pop("on", ground()), *placed, group="german", **more)  # type: ignore[arg-type]


def allied(*placed: object, **more: object) -> Position:
    facts = {**OPEN, **more.pop("facts", {})}  # type: ignore[dict-item]
    return situation(more.pop("on", ground()), *placed, group="us", facts=facts, **more)  # type: ignore[arg-type]


# --- the Round ----------------------------------------------------------------------------------------------


def test_a_unit_moves_once_and_takes_control_in_passing() -> None:
    here = done(allied((US, "3304")), Move("us-1", ("3305", "3306")))
    assert here.pieces["us-1"].space == "3306"
    assert here.text("control", "3305") == here.text("control", "3306") == "allied"
    assert here.text("control", "3304") == "german"
    assert barred(here, Move("us-1", ("3305",))) == ["10.1"]


@pytest.mark.parametrize(
    ("kind", "group", "part"),
    [("combat", "us", "combat"), ("move", "british", "movement"), ("move", "us", "entry"), ("", "", "")],
)
def test_other_rounds_and_parts_are_closed(kind: str, group: str, part: str) -> None:
    here = allied((US, "3304"), kind=kind, round_group=group, round_part=part)
    assert barred(here, Move("us-1", ("3305",)))


def test_french_units_move_with_the_us_and_germans_do_not() -> None:
    here = allied((unit("fr-1"), "3304"), (GERMAN, "3608"))
    assert not barred(here, Move("fr-1", ("3305",)))
    assert barred(here, Move("ge-1", ("3708",)))


@pytest.mark.parametrize("where", ["turn-track", "eliminated", "airfield-us", "approach-3303"])
def test_units_off_the_map_do_not_move(where: str) -> None:
    assert "10.1" in barred(allied((US, where)), Move("us-1", ("3304",)))


def test_strongpoints_unknown_units_and_empty_paths() -> None:
    here = german((unit("ge-sp", "strongpoint", steps=1, mf=None), "3304"), (GERMAN, "3405"))
    assert barred(here, Move("ge-sp", ("3305",))) == ["11.5.1"]
    assert barred(here, Move("ge-nobody", ("3305",))) == ["10.1"]
    assert barred(here, Move("ge-1", ())) == ["10.1"]


def test_a_movement_factor_must_be_known() -> None:
    with pytest.raises(PositionError, match="MF"):
        look(german((unit("ge-1", mf=None), "3405")), Move("ge-1", ("3406",)))


def test_only_activated_units_react() -> None:
    active: dict[Key, Fact] = {("active", "ge-1"): True}
    here = german((GERMAN, "3404"), (PANZER, "3408"), kind="reaction", facts=active)
    assert not barred(here, Move("ge-1", ("3405",)))
    assert barred(here, Move("ge-p", ("3407",))) == ["9.3.4"]


def test_a_silent_position_counts_the_unit_asked_about_as_active() -> None:
    here = german((GERMAN, "3404"), kind="reaction")
    silent = Position(
        here.game, here.board, here.schema, here.pieces, here.facts, unknown=["active"]
    )  # fmt: skip
    assert not barred(silent, Move("ge-1", ("3405",)))


# --- the allowance ------------------------------------------------------------------------------------------


def points(here: Position, uid: str) -> int:
    inquiry = Inquiry(here)
    recorded = allowance(inquiry, inquiry.pieces[uid])
    assert recorded == allowance(here, here.pieces[uid])
    return recorded


def test_the_printed_factor_or_three_out_of_supply() -> None:
    assert points(german((GERMAN, "3405")), "ge-1") == 6
    cut = german((GERMAN, "3405"), on=board(BLOCK))
    assert points(cut, "ge-1") == 3
    assert points(german((unit("ge-1", mf=2), "3405"), on=board(BLOCK)), "ge-1") == 2


FIRST = {"kind": "reaction", "turn": 1, "round": 2}


@pytest.mark.parametrize(("factor", "a", "b"), [(6, 3, 3), (5, 2, 3), (8, 4, 4)])
def test_the_first_reaction_halves(factor: int, a: int, b: int) -> None:
    here = german((unit("ge-1", mf=factor), "3405"), **FIRST)
    assert points(here, "ge-1") == a
    up = german((unit("ge-1", mf=factor), "3405"), options={"first-reaction-halving": "B"}, **FIRST)
    assert points(up, "ge-1") == b
    assert (
        points(german((unit("ge-1", mf=factor), "3405"), kind="reaction", turn=1, round=4), "ge-1") == factor
    )


@pytest.mark.parametrize(("reading", "expected"), [("A", 1), ("B", 3)])
def test_the_first_reaction_out_of_supply(reading: str, expected: int) -> None:
    options = {"first-reaction-supply": reading}
    here = german((unit("ge-1", mf=8), "3405"), on=board(BLOCK), options=options, **FIRST)
    assert points(here, "ge-1") == expected


def test_supply_is_explained_under_the_allowance() -> None:
    inquiry = Inquiry(german((GERMAN, "3405")))
    allowance(inquiry, inquiry.pieces["ge-1"])
    assert [s for s in inquiry.steps if s.under]


# --- costs --------------------------------------------------------------------------------------------------


def test_costs_add_up_and_may_not_exceed_the_allowance() -> None:
    here = german((GERMAN, "3404"))
    assert not barred(here, Move("ge-1", ("3405", "3406", "3407")))
    assert barred(here, Move("ge-1", ("3405", "3406", "3407", "3408"))) == ["10.1"]
    wet = german((GERMAN, "3404"), weather="rain")
    assert not barred(wet, Move("ge-1", ("3405", "3406", "3407", "3408")))


def test_one_hex_is_always_possible_but_only_that_one() -> None:
    on = ground(terrain={"3405": "forest"})
    here = german((unit("ge-1", mf=2), "3404"), on=on)
    assert not barred(here, Move("ge-1", ("3405",)))
    assert barred(here, Move("ge-1", ("3405", "3406"))) == ["10.1"]
    assert barred(here, Move("ge-1", ("3304", "3305"))) == ["10.1"]


def test_the_one_hex_bypasses_neither_terrain_nor_zoc() -> None:
    on = ground(sides={"3404/3405": "major-river"}, terrain={"3403": "flooded"})
    here = german((unit("ge-p", "armor", mf=1), "3404"), (US, "3503"), on=on)
    assert barred(here, Move("ge-p", ("3405",))) == ["10.2"]
    assert "2.4" in barred(here, Move("ge-p", ("3403",)))
    assert barred(here, Move("ge-p", ("3504",))) == ["6.3"]


def test_roads_carry_farther_and_the_first_reaction_has_none() -> None:
    way = ["3404/3405", "3405/3406", "3406/3407", "3407/3408"]
    path = ("3405", "3406", "3407", "3408")
    on = ground(roads=way)
    assert not barred(german((GERMAN, "3404"), on=on), Move("ge-1", path))
    assert barred(german((GERMAN, "3404"), on=on, weather="sun"), Move("ge-1", path)) == ["10.1"]
    fresh = german((GERMAN, "3404"), on=on, weather="sun", facts={("entered", "ge-1"): True})
    assert not barred(fresh, Move("ge-1", path))
    fast = unit("ge-1", mf=8)
    first = german((fast, "3404"), on=on, facts={("active", "ge-1"): True}, **FIRST)
    assert barred(first, Move("ge-1", path)) == ["10.1", "10.1"]
    assert not barred(first, Move("ge-1", path[:2]))


def test_vehicles_and_bridges_even_when_roads_cost_the_full_rate() -> None:
    sides = {"3404/3405": "major-river"}
    assert barred(german((PANZER, "3404"), on=ground(sides=sides)), Move("ge-p", ("3405",))) == ["10.2"]
    bridged = ground(sides=sides, roads=["3404/3405"])
    assert not barred(german((PANZER, "3404"), on=bridged, weather="sun"), Move("ge-p", ("3405",)))


def test_costs_are_told_with_their_sources() -> None:
    inquiry = look(german((GERMAN, "3404"), on=ground(terrain={"3405": "bocage"})), Move("ge-1", ("3405",)))
    assert [s.text for s in inquiry.sources] == ["MP cost of Bocage"]
    assert "2 MP of 6 MP are used" in [s.text for s in inquiry.steps]


# --- what closes a hex --------------------------------------------------------------------------------------


def test_not_adjacent_enemy_units_and_open_beaches() -> None:
    here = german((GERMAN, "3304"), (US, "3503"), facts=OPEN)
    assert "10.1" in barred(here, Move("ge-1", ("3306",)))
    assert "10.1" in barred(here, Move("ge-1", ("9999",)))
    assert "10.1" in barred(german((GERMAN, "3504"), (US, "3503")), Move("ge-1", ("3503",)))
    assert barred(here, Move("ge-1", ("3303",))) == ["11.9"]
    closed = german((GERMAN, "3304"), facts={("beach", "3303"): "closed"})
    assert not barred(closed, Move("ge-1", ("3303",)))


@pytest.mark.parametrize(("uid", "marker", "closed"), [("us-1", "british", True), ("us-1", "us", False)])
def test_exit_markers_bar_the_other_allied_group(uid: str, marker: str, closed: bool) -> None:
    here = allied((US, "3405"), facts={("exit-marker", "3406"): marker})
    assert (barred(here, Move(uid, ("3406",))) == ["10.1"]) is closed
    free = german((GERMAN, "3405"), facts={("exit-marker", "3406"): marker})
    assert not barred(free, Move("ge-1", ("3406",)))


def test_a_hex_of_the_other_allied_group_can_be_passed_but_not_kept() -> None:
    here = allied((US, "3304"), (unit("br-1"), "3305"))
    assert barred(here, Move("us-1", ("3305",))) == ["5.0"]
    assert not barred(here, Move("us-1", ("3305", "3306")))


def test_a_crowded_hex_is_legal_until_movement_ends() -> None:
    others = [(unit(f"us-{n}"), "3305") for n in range(2, 6)]
    inquiry = look(allied((US, "3304"), *others), Move("us-1", ("3305",)))
    assert not inquiry.violations
    assert "5.2" in [s.rule for s in inquiry.steps]


# --- ZOCs ---------------------------------------------------------------------------------------------------


def test_a_unit_stops_in_an_enemy_zoc() -> None:
    here = allied((US, "3303"), (GERMAN, "3306"))
    assert not barred(here, Move("us-1", ("3304", "3305")))
    assert barred(here, Move("us-1", ("3304", "3305", "3205"))) == ["6.3"]
    assert barred(here, Move("us-1", ("3304", "3305", "3206"))) == ["6.3", "6.3"]


def test_out_of_a_zoc_and_into_another_with_a_free_hex_between() -> None:
    here = allied((US, "3304"), (GERMAN, "3305"))
    assert barred(here, Move("us-1", ("3405",))) == ["6.3"]
    assert not barred(here, Move("us-1", ("3404", "3503")))
    assert not barred(here, Move("us-1", ("3404", "3405")))


def test_a_friend_does_not_negate_a_zoc_for_movement() -> None:
    here = allied((US, "3304"), (unit("us-2"), "3405"), (GERMAN, "3305"))
    assert barred(here, Move("us-1", ("3405",))) == ["6.3"]


def test_cities_know_no_zoc() -> None:
    on = ground(terrain={"3405": "city"})
    here = allied((US, "3304"), (GERMAN, "3305"), on=on)
    assert not barred(here, Move("us-1", ("3405",)))
    in_city = allied((US, "3405"), (GERMAN, "3305"), on=on)
    assert not barred(in_city, Move("us-1", ("3304",)))


def test_units_in_an_open_beach_and_beside_a_strongpoint_do_not_start_in_zoc() -> None:
    beach = allied((US, "3303"), (GERMAN, "3304"))
    assert not barred(beach, Move("us-1", ("3404",)))
    strong = (unit("ge-sp", "strongpoint", steps=1), "3404")
    beside = german((GERMAN, "3404"), strong, (US, "3405"))
    assert not barred(beside, Move("ge-1", ("3504",)))
    assert barred(german((GERMAN, "3404"), (US, "3405")), Move("ge-1", ("3504",))) == ["6.3"]


def test_a_major_river_keeps_the_zoc_out() -> None:
    here = allied((US, "3304"), (GERMAN, "3305"), on=ground(sides={"3305/3405": "major-river"}))
    assert not barred(here, Move("us-1", ("3405",)))


# --- Combined Action Rounds ---------------------------------------------------------------------------------


def test_one_hex_or_two_by_road() -> None:
    on = ground(roads=["3305/3306", "3306/3307", "3307/3308"])
    here = allied((US, "3305"), on=on, kind="combined")
    assert not barred(here, Move("us-1", ("3405",)))
    assert barred(here, Move("us-1", ("3405", "3406"))) == ["9.3.3"]
    assert not barred(here, Move("us-1", ("3306", "3307")))
    assert barred(here, Move("us-1", ("3306", "3407"))) == ["9.3.3"]
    assert barred(here, Move("us-1", ("3306", "3307", "3308"))) == ["9.3.3"]


# --- stacks -------------------------------------------------------------------------------------------------


def test_a_stack_moves_at_the_pace_of_its_slowest_member() -> None:
    slow, fast = unit("us-1", mf=2), unit("us-2", mf=8)
    here = allied((slow, "3304"), (fast, "3304"))
    assert barred(here, MoveStack(("us-1", "us-2"), ("3305", "3306", "3307"))) == ["10.1"]
    after = done(here, MoveStack(("us-1", "us-2"), ("3305", "3306")))
    assert {p.space for p in after.pieces.values()} == {"3306"}
    assert after.subjects("moved") == ("us-1", "us-2")


def test_what_hinders_one_hinders_the_stack() -> None:
    on = ground(sides={"3304/3305": "major-river"})
    here = allied((US, "3304"), (TANK, "3304"), on=on)
    assert barred(here, MoveStack(("us-1", "us-t"), ("3305",))) == ["10.2"]
    assert not barred(here, Move("us-1", ("3305",)))


def test_stacks_that_are_none() -> None:
    here = allied((US, "3304"), (TANK, "3404"))
    assert barred(here, MoveStack(("us-1", "us-t"), ("3305",))) == ["10.1"]
    assert barred(here, MoveStack(("us-1", "us-1"), ("3305",))) == ["10.1"]
    assert barred(here, MoveStack((), ("3305",))) == ["10.1"]
    assert barred(here, MoveStack(("us-1", "us-x"), ("3305",))) == ["10.1"]


# --- C, W and S hexes ---------------------------------------------------------------------------------------

LETTERS = {**SOURCE, "3109": "W", "3209": "S", "3009": "C"}
EDGE = board(BLOCK, letters=LETTERS)


@pytest.mark.parametrize("edge", ["3109", "3209", "3009"])
def test_germans_do_not_end_in_c_w_and_s_hexes(edge: str) -> None:
    here = german((GERMAN, "3108"), on=EDGE, weather="rain")
    assert barred(here, Move("ge-1", (edge,))) == ["10.1"]
    assert not barred(allied((US, "3108"), on=EDGE), Move("us-1", (edge,)))


def test_they_may_pass_through_and_may_stop_in_e_hexes() -> None:
    here = german((GERMAN, "3009"), on=EDGE)
    assert not barred(here, Move("ge-1", ("3109", "3108")))
    assert not barred(german((GERMAN, "3708"), on=EDGE), Move("ge-1", ("3709",)))


def test_they_must_leave_and_need_no_activation_for_it() -> None:
    here = german((GERMAN, "3109"), on=EDGE, kind="reaction")
    assert [v.rule for v in owed_moves(here)] == ["10.1"]
    assert not barred(here, Move("ge-1", ("3108",)))
    assert not owed_moves(done(here, Move("ge-1", ("3108",))))
    assert not owed_moves(german((GERMAN, "3108"), on=EDGE))


def held(**more: object) -> Position:
    ring = [(unit("us-1"), "3108"), (unit("us-2"), "3009"), (unit("us-3"), "3209")]
    return german((GERMAN, "3109"), *ring, on=EDGE, **more)


def test_units_that_cannot_leave_stay() -> None:
    here = held(facts={("retreated-to-lettered", "ge-1"): True})
    assert not owed_moves(here)
    draft = here.draft()
    end_movement(draft)
    assert draft.pieces["ge-1"].space == "3109"


@pytest.mark.parametrize(("reading", "space"), [("A", "3109"), ("B", "eliminated")])
def test_reinforcements_that_cannot_leave(reading: str, space: str) -> None:
    here = held(facts={("entered", "ge-1"): True}, options={"lettered-reinforcement": reading})
    draft = here.draft()
    end_movement(draft)
    assert draft.pieces["ge-1"].space == space


def test_the_mark_of_a_retreat_goes_with_the_move() -> None:
    here = german((GERMAN, "3109"), on=EDGE, facts={("retreated-to-lettered", "ge-1"): True})
    assert not done(here, Move("ge-1", ("3108",))).flag("retreated-to-lettered", "ge-1")


def test_nothing_is_owed_outside_movement() -> None:
    assert not owed_moves(german((GERMAN, "3109"), on=EDGE, kind="combat"))
    strong = unit("ge-sp", "strongpoint", steps=1, mf=None)
    assert not owed_moves(german((strong, "3109"), on=EDGE))


def test_the_end_of_movement_enforces_stacking() -> None:
    draft = allied(*[(unit(f"us-{n}"), "3305") for n in range(5)]).draft()
    end_movement(draft)
    assert draft.decision is not None
    assert draft.decision.kind == "remove-excess"


# --- steps for other sections, and options -----------------------------------------------------------------


def test_step_faults_without_movement_points() -> None:
    here = allied((US, "3304"), (GERMAN, "3305"))
    piece = here.pieces["us-1"]
    assert [v.rule for v in step_faults(here, piece, "3304", "3405")] == ["6.3"]
    assert not step_faults(here, piece, "3304", "3405", zoc=False)
    assert [v.rule for v in step_faults(here, piece, "3304", "3308")] == ["10.1"]
    assert [v.rule for v in step_faults(here, piece, "3304", "cherbourg")] == ["10.1"]


def test_every_option_is_legal_and_every_unit_has_some() -> None:
    here = allied((US, "3304"), (TANK, "3304"), (unit("us-2"), "3307"), (GERMAN, "3306"))
    moves, stacks = (list(h.options(here)) for h in HANDLERS)
    assert {m.unit for m in moves} == {"us-1", "us-t", "us-2"}
    assert {m.units for m in stacks} == {("us-1", "us-t")}
    assert not [a for a in (*moves, *stacks) if barred(here, a)]


def test_no_options_outside_movement() -> None:
    assert not list(HANDLERS[0].options(allied((US, "3304"), round_part="entry")))
    assert not list(HANDLERS[0].options(german((GERMAN, "3404"), kind="reaction")))
