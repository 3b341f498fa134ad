"""Sections 8.33 to 8.38, 14.2, 18.3: what one step costs and what forbids it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from adjudicator.actions import Roll
from adjudicator.breakout_normandy.r08_mf import allowance, mf_used, mover_of, spend_mf
from adjudicator.breakout_normandy.r08_movement import Move
from adjudicator.breakout_normandy.r08_steps import bridge_room, check_leg, entry_cost
from adjudicator.game import check
from adjudicator.inquiry import Inquiry
from adjudicator.position import Fact, Key, Piece, Position
from tests.breakout_normandy.build_r1 import area, box, edge, piece, play, position, reasons, zone
from tests.playing import rules

SPACES = [
    area("a"),
    area("b"),
    area("c"),
    area("d"),
    area("r"),
    area("f"),
    area("beach"),
    zone("zone-a"),
    zone("zone-b"),
    box("approach-x"),
]
EDGES = [
    edge("a", "b"),
    edge("b", "c"),
    edge("c", "d"),
    edge("a", "r", "river", bridge=True),
    edge("r", "d", "river"),
    edge("a", "f", "flooded", bridge=True),
    edge("f", "b", "flooded"),
    edge("a", "zone-a", "arrow"),
    edge("zone-a", "b", "arrow"),
    edge("zone-a", "zone-b", "arrow"),
    edge("beach", "a"),
    edge("beach", "approach-x", "landing"),
]

SAFE = Roll((6,))  # an Air Interdiction dr that stops nobody


def board(
    *pieces: Piece,
    side: str = "german",
    active: Iterable[str] = ("a",),
    allied: Iterable[str] = (),
    facts: Mapping[Key, Fact] | None = None,
    **options: str,
) -> Position:
    control: dict[Key, Fact] = {("control", space): "us" for space in allied}
    return position(SPACES, EDGES, pieces, {**control, **(facts or {})}, side=side, active=active, **options)


def leg(now: Position, uid: str, to: str, *, river: bool = False) -> tuple[int, str, set[str]]:
    """Cost, section of the cost, and sections that forbid the step."""
    inquiry = Inquiry(now)
    found = check_leg(inquiry, mover_of(now, now.pieces[uid]), to, river=river)
    assert found is not None
    return found.cost, found.rule, {v.rule for v in inquiry.violations}


# --- 8.36: costs ----------------------------------------------------------------------------------------


def test_costs_of_entry() -> None:
    unit = piece("ge-1", "a")
    assert leg(board(unit), "ge-1", "b") == (1, "8.36A", set())
    assert leg(board(unit, allied=["b"]), "ge-1", "b") == (2, "8.36B", set())
    spent = board(unit, piece("us-1", "b", "spent"), piece("us-2", "b", "d2"), allied=["b"])
    assert leg(spent, "ge-1", "b") == (3, "8.36C", set())
    fresh = board(unit, piece("us-1", "b", "spent"), piece("us-2", "b"), allied=["b"])
    assert leg(fresh, "ge-1", "b") == (4, "8.36D", set())


def test_cost_depends_on_presence_not_on_ownership() -> None:
    contested = board(piece("ge-1", "a"), piece("ge-2", "b"), piece("us-1", "b"))
    assert entry_cost(contested, "b", "german")[0] == 4


def test_an_area_taken_this_impulse_still_costs_two() -> None:
    units = [piece("ge-1", "a"), piece("ge-2", "a")]
    now = play(board(*units, allied=["b"]), Move("ge-1", ("b",)))
    assert now.text("control", "b") == "german"
    assert leg(now, "ge-2", "b")[:2] == (2, "8.36B")


def test_mf_run_out() -> None:
    now = board(piece("ge-1", "a", mf=2))
    assert rules(now, Move("ge-1", ("b", "c"))) == set()
    assert rules(now, Move("ge-1", ("b", "c", "d"))) == {"8.36A", "8.38"}
    assert "needs 1 MF and has 0" in reasons(now, Move("ge-1", ("b", "c", "d")))["8.36A"]


def test_german_mf_in_overcast_and_storm() -> None:
    unit, friend = piece("ge-1", "a", mf=2), piece("us-1", "b", mf=2)
    for weather, more in (("clear", 0), ("overcast", 1), ("storm", 1)):
        now = board(unit, friend, facts={("weather-today", ""): weather})
        assert allowance(now, unit) == 2 + more
        assert allowance(now, friend) == 2
    cloudy = board(unit, facts={("weather-today", ""): "overcast"})
    assert rules(cloudy, Move("ge-1", ("b", "c", "d"))) == set()


def test_mf_after_an_assault_from_inside_the_area() -> None:
    now = board(piece("ge-1", "a"), facts={("assault-mf", "a"): 2})
    assert mf_used(now, now.pieces["ge-1"]) == 2
    draft = now.draft()
    spend_mf(draft, "ge-1", 1)
    assert draft.number("mf-used", "ge-1") == 3
    assert mf_used(draft, draft.pieces["ge-1"]) == 3


# --- 8.33, 8.371, 8.373: boundaries ---------------------------------------------------------------------


def test_only_adjacent_spaces() -> None:
    assert rules(board(piece("ge-1", "a")), Move("ge-1", ("c",))) == {"8.33"}
    assert rules(board(piece("ge-1", "a")), Move("ge-1", ("nowhere",))) == {"8.33"}
    assert rules(board(piece("ge-1", "a")), Move("ge-1", ("a",))) == {"8.33"}
    assert rules(board(piece("ge-1", "a")), Move("ge-1", ())) == {"8.33"}


def test_nobody_moves_into_a_box() -> None:
    now = board(piece("us-1", "beach"), side="allied", active=["beach"], allied=["beach"])
    assert rules(now, Move("us-1", ("approach-x",))) == {"19.3"}


def test_coastal_artillery_never_moves() -> None:
    now = board(piece("ge-1", "a", type="coastal-artillery", mf=None))
    assert "8.373" in rules(now, Move("ge-1", ("b",)))


def test_open_ground_has_no_river() -> None:
    assert rules(board(piece("ge-1", "a")), Move("ge-1", ("~b",))) == {"8.371"}


def test_a_bridge_over_a_river_costs_nothing_extra() -> None:
    assert leg(board(piece("ge-1", "a")), "ge-1", "r") == (1, "8.36A", set())


def test_infantry_crosses_a_river_beside_the_bridge_for_all_mf() -> None:
    assert leg(board(piece("ge-1", "a")), "ge-1", "r", river=True) == (4, "8.36E", set())


@pytest.mark.parametrize("type_", ["armor", "field-artillery", "flak", "pak"])
def test_only_infantry_crosses_without_a_bridge(type_: str) -> None:
    now = board(piece("ge-1", "a", type=type_), facts={("bridge", "a/r"): "destroyed"})
    assert leg(now, "ge-1", "r")[2] == {"8.36E"}


def test_a_destroyed_bridge_is_a_river() -> None:
    now = board(piece("ge-1", "a"), facts={("bridge", "a/r"): "destroyed"})
    assert leg(now, "ge-1", "r") == (4, "8.36E", set())
    assert play(now, Move("ge-1", ("r",))).text("crossed", "ge-1") == "river"


def test_a_river_after_other_mf_is_a_reading() -> None:
    unit = piece("ge-1", "c")
    now = board(unit, active=["c"])
    assert rules(now, Move("ge-1", ("d", "r"))) == {"8.36E"}
    loose = board(unit, active=["c"], river_all_mf="B")
    assert play(loose, Move("ge-1", ("d", "r")), SAFE).number("mf-used", "ge-1") == 4
    empty = board(piece("ge-1", "c", mf=1), active=["c"], river_all_mf="B")
    assert rules(empty, Move("ge-1", ("d", "r"))) == {"8.36E"}


def test_flooded_ground_needs_a_bridge_always() -> None:
    now = board(piece("ge-1", "a"), piece("ge-2", "b"), active=["a", "b"])
    assert rules(now, Move("ge-1", ("f",))) == set()
    assert rules(now, Move("ge-1", ("~f",))) == {"8.371"}
    assert rules(now, Move("ge-2", ("f",))) == {"8.371"}
    blown = board(piece("ge-1", "a"), facts={("bridge", "a/f"): "destroyed"})
    assert rules(blown, Move("ge-1", ("f",))) == {"8.371"}


def test_five_units_per_bridge_whatever_the_direction() -> None:
    units = [piece(f"ge-{n}", "a") for n in range(6)]
    now = board(*units)
    for n in range(4):
        now = play(now, Move(f"ge-{n}", ("r",)))
    assert bridge_room(now, now.board.edges["a/r"]) == 1
    now = play(now, Move("ge-0", ("a",)), SAFE)
    assert rules(now, Move("ge-5", ("r",))) == {"8.371"}
    assert rules(now, Move("ge-5", ("~r",))) == set()


def test_the_limit_in_a_double_impulse_is_a_reading() -> None:
    facts: dict[Key, Fact] = {("crossings", "a/r"): 5, ("double-impulse", ""): True}
    assert rules(board(piece("ge-1", "a"), facts=facts), Move("ge-1", ("r",))) == {"8.371"}
    both = board(piece("ge-1", "a"), facts=facts, double_impulse_bridges="B")
    assert rules(both, Move("ge-1", ("r",))) == set()


# --- 8.372: enemy-held bridges and rivers ---------------------------------------------------------------


def test_no_crossing_of_an_enemy_held_bridge_from_a_contested_area() -> None:
    facts = {("bridge", "a/r"): "allied"}
    units = [piece("ge-1", "a"), piece("us-1", "a")]
    contested = board(*units, allied=["a"], facts=facts)
    assert "8.372" in rules(contested, Move("ge-1", ("r",)))
    assert "8.372" in rules(contested, Move("ge-1", ("~r",)))
    held = board(*units, allied=["a"])
    assert "8.372" not in rules(held, Move("ge-1", ("r",)))


def test_an_enemy_held_bridge_into_a_vacant_area_becomes_friendly() -> None:
    now = board(piece("us-1", "a"), side="allied", allied=["a"])
    after = play(now, Move("us-1", ("r",)))
    assert after.text("bridge", "a/r") == "allied"
    assert after.text("river", "a/r") == "allied"
    assert (after.text("control", "r"), after.flag("mandatory", "us-1")) == ("us", False)


# --- 8.34, 8.35: leaving a Contested Area ---------------------------------------------------------------


def contested(*more: Piece, type_: str = "infantry", **facts: str) -> Position:
    units = [piece("ge-1", "a", type=type_), piece("us-1", "a"), *more]
    return board(*units, allied=["c"], facts={(k, "b"): v for k, v in facts.items()})


def test_leaving_takes_all_mf_and_a_free_area() -> None:
    now = contested()
    assert leg(now, "ge-1", "b") == (4, "8.36A", set())
    assert rules(now, Move("ge-1", ("b", "c"))) == {"8.36B", "8.38"}


def test_not_into_anything_but_a_free_area() -> None:
    assert rules(contested(control="us"), Move("ge-1", ("b",))) == {"8.34", "8.35"}
    assert rules(contested(piece("us-2", "b")), Move("ge-1", ("b",))) == {"8.34", "8.35"}
    friendly = contested(piece("us-2", "b"), piece("ge-2", "b"))
    assert rules(friendly, Move("ge-1", ("b",))) == {"8.34", "8.35"}


def test_armor_leaves_at_normal_cost_and_goes_on() -> None:
    now = contested(type_="armor")
    assert leg(now, "ge-1", "b") == (1, "8.36A", set())
    assert rules(now, Move("ge-1", ("b", "c"))) == set()
    assert rules(contested(type_="armor", control="us"), Move("ge-1", ("b",))) == {"8.34", "8.35"}


@pytest.mark.parametrize("status", ["fresh", "spent", "d2"])
def test_enemy_armor_of_any_status_holds_armor(status: str) -> None:
    now = contested(piece("us-tank", "a", status, type="armor"), type_="armor")
    assert leg(now, "ge-1", "b") == (4, "8.36A", set())


def test_leaving_an_area_that_was_cleared_is_free_of_limits() -> None:
    now = board(
        piece("ge-1", "a"), facts={("attacked", "a"): "attacked", ("assault-mf", "a"): 2}, allied=["c"]
    )
    assert leg(now, "ge-1", "b") == (1, "8.36A", set())
    assert rules(now, Move("ge-1", ("b", "c"))) == {"8.36B", "8.38"}


def test_an_area_taken_this_impulse_is_free_by_one_reading() -> None:
    units = [piece("ge-1", "a"), piece("us-1", "a")]
    facts: dict[Key, Fact] = {("taken", "b"): True}
    assert rules(board(*units, facts=facts), Move("ge-1", ("b",))) == set()
    assert rules(board(*units, facts=facts, taken_area_free="B"), Move("ge-1", ("b",))) == {"8.34"}


def test_a_contested_zone_sets_no_limits() -> None:
    now = board(piece("ge-1", "zone-a"), piece("us-1", "zone-a"), active=["zone-a"], allied=["b"])
    assert leg(now, "ge-1", "b") == (2, "8.36B", set())


def test_units_stop_where_the_enemy_stands() -> None:
    now = board(piece("ge-1", "a", mf=9), piece("us-1", "b", "spent"), allied=["b"])
    assert rules(now, Move("ge-1", ("b", "c"))) == {"8.33"}
    assert rules(play(now, Move("ge-1", ("b",))), Move("ge-1", ("c",))) == {"8.33"}


# --- 8.31, 8.53: areas that were attacked ---------------------------------------------------------------


def test_nobody_enters_an_area_once_attacked() -> None:
    now = board(piece("ge-1", "a"), facts={("attacked", "b"): "attacked"})
    assert rules(now, Move("ge-1", ("b",))) == {"8.31"}
    assert rules(board(piece("ge-1", "a"), facts={("attacked", "b"): "overrun"}), Move("ge-1", ("b",))) == {
        "8.31"
    }


def test_those_who_overran_an_area_may_leave_it_and_return() -> None:
    units = [piece("ge-1", "a", mf=6), piece("ge-2", "a", mf=6)]
    now = play(board(*units), Move("ge-1", ("b",)))
    draft = now.draft()
    draft.set("attacked", "overrun", "b")
    now = play(draft.finish(), Move("ge-1", ("c",)), SAFE)
    assert now.text("overran", "ge-1") == "b"
    assert rules(now, Move("ge-1", ("b",))) == set()
    assert rules(now, Move("ge-2", ("b",))) == {"8.31"}
    back = play(now, Move("ge-1", ("b",)), SAFE)
    assert play(back, Move("ge-1", ("c",)), SAFE).text("overran", "ge-1").split()[0] == "b"


def test_without_an_overrun_nobody_goes_on() -> None:
    now = play(board(piece("ge-1", "a")), Move("ge-1", ("b",)))
    draft = now.draft()
    draft.set("attacked", "attacked", "b")
    assert rules(draft.finish(), Move("ge-1", ("c",))) == {"8.53"}


def test_artillery_that_followed_an_overrun_is_a_reading() -> None:
    gun = piece("ge-gun", "a", type="field-artillery", mf=6)
    facts: dict[Key, Fact] = {
        ("attacked", "b"): "overrun",
        ("start", "ge-gun"): "a",
        ("entered", "ge-gun"): 1,
        ("came-from", "ge-gun"): "a",
        ("mf-used", "ge-gun"): 3,
    }
    there = Piece(gun.printed, "b", "fresh")
    assert rules(board(there, facts=facts), Move("ge-gun", ("c",))) == {"8.53"}
    assert rules(board(there, facts=facts, overrun_companions="B"), Move("ge-gun", ("c",))) == set()


# --- 8.35, 8.375: Point Units ---------------------------------------------------------------------------


@pytest.mark.parametrize("type_", ["field-artillery", "flak", "pak"])
def test_other_types_do_not_open_enemy_areas(type_: str) -> None:
    unit = piece("ge-1", "a", type=type_)
    assert rules(board(unit, allied=["b"]), Move("ge-1", ("b",))) == {"8.375"}
    held = board(unit, piece("us-1", "b"), allied=["b"])
    assert rules(held, Move("ge-1", ("b",))) == {"8.35", "8.375"}


@pytest.mark.parametrize("type_", ["infantry", "armor"])
def test_point_units_open_them(type_: str) -> None:
    now = board(piece("ge-1", "a", type=type_), piece("us-1", "b"), allied=["b"])
    assert rules(now, Move("ge-1", ("b",))) == set()


def test_other_types_follow_a_point_unit() -> None:
    units = [piece("ge-1", "a"), piece("ge-gun", "a", type="field-artillery"), piece("us-1", "b")]
    now = board(*units, allied=["b"])
    after = play(now, Move("ge-1", ("b",)))
    assert rules(after, Move("ge-gun", ("b",))) == set()
    assert play(after, Move("ge-gun", ("b",))).flag("mandatory", "ge-gun")


def test_a_point_unit_that_took_a_vacant_area_opened_it() -> None:
    units = [piece("ge-1", "a", mf=6), piece("ge-gun", "a", type="pak")]
    now = play(board(*units, allied=["b"]), Move("ge-1", ("b", "c")), SAFE)
    assert rules(now, Move("ge-gun", ("b",))) == set()


def test_a_contested_area_is_joined_freely() -> None:
    now = board(piece("ge-1", "a", type="flak"), piece("ge-2", "b", "d2"), piece("us-1", "b"))
    assert rules(now, Move("ge-1", ("b",))) == set()


def test_over_an_enemy_held_bridge_a_point_unit_must_lead() -> None:
    units = [
        piece("ge-gun", "a", type="field-artillery"),
        piece("ge-1", "a"),
        piece("ge-2", "r", "spent"),
        piece("us-1", "r"),
    ]
    now = board(*units, allied=["r"], facts={("bridge", "a/r"): "allied"})
    assert rules(now, Move("ge-gun", ("r",))) == {"8.375"}
    led = play(now, Move("ge-1", ("r",)))
    assert rules(led, Move("ge-gun", ("r",))) == set()
    assert play(led, Move("ge-gun", ("r",))).flag("bridge-was-held", "ge-gun")


def test_which_point_unit_leads_is_a_reading() -> None:
    units = [piece("ge-1", "b"), piece("ge-gun", "c", type="pak"), piece("ge-3", "d"), piece("us-1", "r")]
    shape = [edge("b", "r"), edge("c", "r")]
    facts: dict[Key, Fact] = {("control", "r"): "us"}
    now = position(SPACES, shape, units, facts, active=["b", "c"])
    assert rules(play(now, Move("ge-1", ("r",))), Move("ge-gun", ("r",))) == {"8.375"}
    loose = position(SPACES, shape, units, facts, active=["b", "c"], led_by_point="B")
    assert rules(play(loose, Move("ge-1", ("r",))), Move("ge-gun", ("r",))) == set()


# --- 7.1, 16.13: stacking -------------------------------------------------------------------------------


def test_ten_units_fill_an_area() -> None:
    ten = [piece(f"ge-{n}", "b", "spent") for n in range(10, 20)]
    now = board(piece("ge-1", "a"), *ten)
    assert rules(now, Move("ge-1", ("b",))) == {"7.1"}
    assert rules(now, Move("ge-1", ("b", "c"))) == {"7.1"}


def test_corps_artillery_does_not_even_pass_through() -> None:
    guns = [piece("ge-1", "a", type="field-artillery", corps="I"), piece("ge-2", "b", corps="II")]
    assert rules(board(*guns), Move("ge-1", ("b", "c"))) == {"16.13"}


def test_zones_have_no_limit() -> None:
    many = [piece(f"ge-{n}", "zone-a", "spent", corps="I") for n in range(10, 25)]
    assert rules(board(piece("ge-1", "a", corps="II"), *many), Move("ge-1", ("zone-a",))) == set()


# --- 14.2: Zones ----------------------------------------------------------------------------------------


def test_a_zone_ends_the_move() -> None:
    now = board(piece("ge-1", "a"))
    assert rules(now, Move("ge-1", ("zone-a",))) == set()
    assert rules(now, Move("ge-1", ("zone-a", "b"))) == {"14.2"}
    assert rules(play(now, Move("ge-1", ("zone-a",))), Move("ge-1", ("b",))) == {"14.2"}


def test_a_zone_takes_only_units_that_began_next_to_it() -> None:
    now = board(piece("ge-1", "c"), active=["c"])
    assert rules(now, Move("ge-1", ("b", "zone-a"))) == {"14.2"}
    assert rules(board(piece("ge-1", "zone-a"), active=["zone-a"]), Move("ge-1", ("zone-b",))) == set()


def test_passing_an_area_on_the_way_to_a_zone_is_a_reading() -> None:
    unit = piece("ge-1", "a")
    assert rules(board(unit), Move("ge-1", ("b", "zone-a"))) == set()
    assert rules(board(unit, zone_from_start="B"), Move("ge-1", ("b", "zone-a"))) == {"14.2"}


def test_from_a_zone_units_go_on_normally() -> None:
    now = board(piece("ge-1", "zone-a"), active=["zone-a"])
    assert rules(now, Move("ge-1", ("b", "c"))) == set()
    assert play(now, Move("ge-1", ("b", "c")), SAFE).text("crossed", "ge-1") == "open"


# --- 8.38: Minimum Move, with the example of the book ---------------------------------------------------


def slow(uid: str = "ge-1", space: str = "a") -> Piece:
    return piece(uid, space, af=3, df=4, mf=3)


def test_example_minimum_move() -> None:
    now = board(slow(), piece("us-1", "b"), allied=["b"])
    assert leg(now, "ge-1", "b") == (3, "8.36D", set())
    assert play(now, Move("ge-1", ("b",))).number("mf-used", "ge-1") == 3
    steps = [str(s) for s in check(now, Move("ge-1", ("b",))).steps]
    assert any("Minimum Move" in s and "8.38" in s for s in steps)


def test_example_minimum_move_denied() -> None:
    foe = piece("us-1", "f")
    assert rules(board(slow(space="b"), foe, allied=["f"], active=["b"]), Move("ge-1", ("f",))) == {"8.371"}
    start = board(slow(), piece("us-2", "a"), piece("us-1", "b"), allied=["b"])
    assert rules(start, Move("ge-1", ("b",))) == {"8.34", "8.35"}
    tried = board(slow(), piece("us-1", "b"), allied=["b"], facts={("mf-used", "ge-1"): 1})
    assert rules(tried, Move("ge-1", ("b",))) == {"8.36D", "8.38"}


def test_example_just_seized_bridge() -> None:
    foe = piece("us-1", "r")
    facts: dict[Key, Fact] = {("seized-by", "a/r"): "ge-2", ("bridge", "a/r"): "german"}
    now = board(slow(), piece("ge-2", "a"), foe, allied=["r"], facts=facts)
    assert rules(now, Move("ge-1", ("r",))) == {"8.36D", "8.38"}
    assert leg(now, "ge-1", "r", river=True) == (3, "8.36E", set())
    assert leg(now, "ge-2", "r")[0] == 4


def test_the_surcharge_of_a_seized_bridge() -> None:
    facts: dict[Key, Fact] = {("seized-by", "a/r"): "ge-2", ("bridge", "a/r"): "german"}
    now = board(piece("ge-1", "a"), piece("ge-2", "a"), facts=facts, allied=["r"])
    assert leg(now, "ge-1", "r")[0] == 3
    assert leg(now, "ge-2", "r")[0] == 2


def test_no_minimum_move_after_an_assault_here() -> None:
    now = board(piece("ge-1", "a", mf=2), allied=["b"], facts={("assault-mf", "a"): 1})
    assert rules(now, Move("ge-1", ("b",))) == {"8.36B", "8.38"}


def test_a_unit_without_mf_does_not_move() -> None:
    assert rules(board(piece("ge-1", "a", mf=0)), Move("ge-1", ("b",))) == {"8.36A", "8.38"}


# --- every reason at once -------------------------------------------------------------------------------


def test_all_violations_are_listed() -> None:
    ten = [piece(f"ge-{n}", "b", "spent") for n in range(10, 20)]
    now = board(piece("ge-1", "a", "spent"), piece("us-1", "a"), *ten, piece("us-2", "b"))
    assert rules(now, Move("ge-1", ("b",))) == {"7.1", "8.32", "8.34", "8.35"}


def test_a_check_that_passed_is_a_step() -> None:
    ruling = check(board(piece("ge-1", "a")), Move("ge-1", ("r", "d")))
    cited = [s.rule for s in ruling.steps]
    assert {"8.22", "8.32", "8.36A", "8.371"} <= set(cited)
    assert not ruling.ok
