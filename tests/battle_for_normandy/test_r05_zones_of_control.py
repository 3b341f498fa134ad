"""Section 5.0: Zones of Control, what they cost to leave, and who slips through them."""

from __future__ import annotations

from adjudicator.battle_for_normandy import r05_zones_of_control as zones
from adjudicator.battle_for_normandy.r10.movement import Move, check_path
from adjudicator.battle_for_normandy.r10.reach import reach
from adjudicator.inquiry import Inquiry
from adjudicator.position import Fact, Position
from counters.catalog import Unit
from tests.battle_for_normandy.build import around, board, sides, situation, unit
from tests.playing import barred, done, look

HERE = "c3014"  # its neighbours: c2913 c2914 (north), c3013 c3015, c3113 c3114 (south)
MAP = board(around(HERE, radius=4))
GERMAN = unit("ge-1")


def test_every_ground_unit_exerts_a_zoc_into_six_hexes_5_1() -> None:
    here = situation(MAP, (GERMAN, HERE))
    assert zones.zoc_of(here, "german") == set(around(HERE)) - {HERE}
    for word in ("artillery", "sp", "hq", "co", "flak"):
        assert len(zones.zoc_of(situation(MAP, (unit("ge-2", word), HERE)), "german")) == 6
    for word in ("avre", "ship", "truck", "pathfinder"):
        assert not zones.zoc_of(situation(MAP, (unit("ge-2", word), HERE)), "german")


def test_zoc_goes_into_no_city_and_over_no_all_sea_hexside_5_3() -> None:
    water = sides("c3014/c3113", kind="sea") | sides("c3014/c3114", kind="major-river")
    water |= sides("c3014/c3015", kind="cliff")
    on = board(around(HERE), terrain={"c2913": "city"}, sides=water)
    assert zones.zoc_of(situation(on, (GERMAN, HERE)), "german") == {"c2914", "c3013", "c3015", "c3114"}


def test_units_aboard_and_in_boxes_exert_none() -> None:
    on = board(around(HERE), terrain={HERE: "sea"})
    assert not zones.zoc_of(situation(on, (unit("us-1"), HERE)), "allied")
    assert not zones.zoc_of(situation(MAP, (unit("us-1"), "turn-track")), "allied")


def test_a_friendly_unit_negates_a_zoc_for_supply_and_retreat_5_4() -> None:
    here = situation(MAP, (GERMAN, HERE), (unit("us-1"), "c2913"), (unit("us-2", "avre"), "c3114"))
    assert zones.in_ezoc(here, "c2913", "allied")
    assert not zones.covered(here, "c2913", "allied")
    assert not zones.covered(here, "c3114", "allied")
    assert zones.covered(here, "c3013", "allied")
    assert zones.covered(here, "c3113", "allied")
    assert zones.projectors(here, "c2913", "allied") == (HERE,)


def test_entering_costs_nothing_and_leaving_two_5_2() -> None:
    here = situation(MAP, (GERMAN, "c3113"), (unit("us-1"), HERE))
    found = reach(here, "us-1")
    assert found.cost("c2913") == 18  # 2 MPs to leave, 1 for the hex
    entering = situation(MAP, (GERMAN, "c3113"), (unit("us-1"), "c2913"))
    assert reach(entering, "us-1").cost(HERE) == 6


def test_example_of_units_a_and_b_5_2() -> None:
    """Example 4: A alone pays 2 MPs and may not enter an EZOC; B pays nothing, a friend stays."""
    a = situation(MAP, (GERMAN, "c3113"), (unit("us-a"), HERE), (unit("us-c"), "c3013"))
    assert zones.in_ezoc(a, HERE, "allied")
    assert zones.in_ezoc(a, "c3013", "allied")
    assert barred(a, Move(("us-a",), ("c3013",))) == ["5.2"]
    b = situation(MAP, (GERMAN, "c3113"), (unit("us-b"), HERE), (unit("us-c", "co"), HERE))
    assert reach(b, "us-b").cost("c2913") == 6
    said = look(b, Move(("us-b",), ("c2913",)))
    assert any("holds the line" in s.text for s in said.steps)


def test_the_last_unit_out_pays_trap_19() -> None:
    here = situation(MAP, (GERMAN, "c3113"), (unit("us-b"), HERE), (unit("us-c", "co"), HERE))
    after = done(here, Move(("us-b",), ("c2913",)))
    assert reach(after, "us-c").cost("c2913") == 18
    assert reach(here, "us-b").cost("c2913") == reach(here, "us-c").cost("c2913") == 6


def test_a_stack_that_leaves_nobody_behind_pays() -> None:
    from adjudicator.battle_for_normandy.r10.reach import reach_stack

    here = situation(MAP, (GERMAN, "c3113"), (unit("us-b"), HERE), (unit("us-c", "co"), HERE))
    assert reach_stack(here, ("us-b", "us-c")).cost("c2913") == 18


def test_the_holder_may_have_come_this_turn_but_does_not_profit_itself_trap_19() -> None:
    marks: dict[str, dict[str, Fact]] = {"us-c": {"began": "c2914", "moved": True}}
    here = situation(MAP, (GERMAN, "c3113"), (unit("us-b"), HERE), (unit("us-c"), HERE), marks=marks)
    assert reach(here, "us-b").cost("c2913") == 6
    marks = {"us-b": {"began": "c2914", "moved-mech": True}}
    mech = situation(
        MAP, (GERMAN, "c3113"), (unit("us-b", "tank"), HERE), (unit("us-c"), HERE),
        marks=marks, phase="mech-movement",
    )  # fmt: skip
    assert reach(mech, "us-b").cost("c2913") == 18


def test_a_strongpoint_holds_the_line_and_a_truck_does_not() -> None:
    for word, cost in (("sp", 6), ("artillery", 6), ("truck", 18), ("avre", 18)):
        here = situation(
            MAP, (unit("us-1"), "c3113"), (GERMAN, HERE), (unit("ge-2", word), HERE), side="german"
        )
        assert reach(here, "ge-1").cost("c2913") == cost


def test_night_waives_the_first_ezoc_only_trap_18() -> None:
    friends = [(unit("us-1", "tank"), HERE)]
    enemies = [(GERMAN, "c3113"), (unit("ge-2"), "c2711")]
    here = situation(MAP, *friends, *enemies, time="night", date=40)
    found = reach(here, "us-1")
    assert found.cost("c2913") == 6
    assert zones.in_ezoc(here, "c2812", "allied")
    assert found.cost("c2812") == 18
    inquiry = Inquiry(here)
    path = ("c2913", "c2912", "c2812", "c2911")
    assert check_path(inquiry, [here.pieces["us-1"]], path).used == 18 + 12 + 6
    assert not inquiry.violations


def test_a_city_hex_is_left_free_and_leads_into_an_ezoc_trap_22() -> None:
    on = board(around(HERE, radius=3), terrain={HERE: "city"})
    here = situation(on, (GERMAN, "c3113"), (unit("us-1"), HERE))
    assert reach(here, "us-1").cost("c3013") == 6
    assert zones.in_ezoc(here, "c3013", "allied")


# --- a trapped company ------------------------------------------------------------------------------------


def trapped(*more: tuple[Unit, str]) -> Position:
    """A company at c3014 among EZOCs: enemies at c2813, c3015 and c3113."""
    enemies = [(unit("ge-1"), "c2813"), (unit("ge-2"), "c3015"), (unit("ge-3"), "c3113")]
    features = {"c1829": {"beach": "king-red", "site": "gold"}}
    on = board([*around(HERE, radius=4), "c1829"], terrain={"c1829": "beach"}, features=features)
    units = [*enemies, (unit("us-a", "co"), HERE), *more]
    return situation(on, *units, facts={("beachhead", "gold"): "king-red"})


def test_a_trapped_company_slips_to_its_source_5_2() -> None:
    here = trapped((unit("us-b"), HERE))
    assert zones.is_trapped(here, here.pieces["us-a"])
    found = reach(here, "us-a")
    assert set(found.ways.before) == {"c2914"}
    assert found.cost("c2914") == 36
    after = done(here, Move(("us-a",), ("c2914",)))
    assert after.pieces["us-a"].space == "c2914"
    assert barred(here, Move(("us-a",), ("c3013",))) == ["5.2"]  # no closer to the Beachhead
    assert barred(here, Move(("us-a",), ("c2914", "c2815"))) != []


def test_only_one_company_slips_and_somebody_stays_5_2() -> None:
    alone = trapped()
    assert barred(alone, Move(("us-a",), ("c2914",))) == ["5.2"]
    two = trapped((unit("us-b"), HERE), (unit("us-c", "co"), HERE))
    after = done(two, Move(("us-a",), ("c2914",)))
    assert barred(after, Move(("us-c",), ("c2914",))) == ["5.2"]
    battalion = trapped((unit("us-b"), HERE))
    assert barred(battalion, Move(("us-b",), ("c2914",))) == ["5.2"]


def test_a_company_that_has_a_way_out_does_not_slip_5_2() -> None:
    here = situation(MAP, (GERMAN, "c3113"), (unit("us-a", "co"), HERE), (unit("us-b"), HERE))
    assert not zones.is_trapped(here, here.pieces["us-a"])
    assert "5.2" in barred(here, Move(("us-a",), ("c3013",)))


def test_minimum_movement_does_not_beat_a_zoc_trap_24() -> None:
    on = board(around(HERE, radius=2), terrain=dict.fromkeys(around(HERE, radius=2), "bocage"))
    here = situation(on, (GERMAN, "c3113"), (unit("us-a", ma=2), HERE))
    found = reach(here, "us-a")
    assert "c2913" in found.ways.cost
    assert "c3013" not in found.ways.cost
