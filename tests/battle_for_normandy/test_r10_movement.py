"""Sections 10.1 to 10.8: units and stacks move along a path, once in a phase."""

from __future__ import annotations

from typing import Any

from adjudicator.battle_for_normandy.r10.movement import HANDLERS, Move, is_tactical, still_mixed
from adjudicator.battle_for_normandy.r10.reach import reach, reach_stack, refusals
from adjudicator.position import Fact, Position
from tests.battle_for_normandy.build import (
    around,
    board,
    hexes,
    hq,
    road,
    sides,
    situation,
    unit,
)  # fmt: skip
from tests.playing import barred, done, look

HERE = "c3014"
HEXES = around(HERE, radius=4)
MAP = board(HEXES)
EAST = ("c3013", "c3012", "c3011")
Marks = dict[str, dict[str, Fact]]


# --- who moves --------------------------------------------------------------------------------------------


def test_a_unit_moves_once_in_a_phase() -> None:
    here = situation(MAP, (unit("us-1"), HERE))
    after = done(here, Move(("us-1",), EAST))
    assert after.pieces["us-1"].space == "c3011"
    assert after.flag("moved", "us-1")
    assert after.text("began", "us-1") == HERE
    assert after.flag("moved-mech", "us-1")
    assert barred(after, Move(("us-1",), ("c3012",))) == ["10.1"]


def test_what_makes_no_sense_is_refused() -> None:
    here = situation(MAP, (unit("us-1"), HERE), (unit("us-2"), "c3013"), (unit("ge-1"), "c2812"))
    assert barred(here, Move(("us-1",), ())) == ["10.1"]
    assert barred(here, Move((), EAST)) == ["10.1"]
    assert barred(here, Move(("us-9",), EAST)) == ["10.1"]
    assert barred(here, Move(("us-1", "us-1"), EAST)) == ["10.1"]
    assert barred(here, Move(("us-1", "us-2"), ("c3113",))) == ["10.1"]
    assert "10.1" in barred(here, Move(("us-1",), ("c3011",)))
    assert "10.1" in barred(here, Move(("us-1",), ("nowhere",)))
    assert "10.1" in barred(here, Move(("ge-1",), ("c2811",)))


def test_all_violations_are_listed() -> None:
    walls = board(HEXES, sides=sides("c3014/c3013", kind="cliff"))
    here = situation(walls, (unit("us-1"), HERE), (unit("ge-1"), "c3013"), (unit("ge-2"), "c2913"))
    assert barred(here, Move(("us-1",), ("c3013",))) == ["10.1", "10.6", "5.2"]


def test_immobile_digging_and_held_back_units_do_not_move() -> None:
    marks: Marks = {"ge-2": {"digging": HERE}, "ge-3": {"held-back": True}}
    units = [unit("ge-1", "battery"), unit("ge-2", "engineer"), unit("ge-3"), unit("ge-4", "sp")]
    here = situation(MAP, *((u, HERE) for u in units), side="german", marks=marks)
    found = {u.id: barred(here, Move((u.id,), ("c3013",))) for u in units}
    assert found == {"ge-1": ["10.3"], "ge-2": ["14.3"], "ge-3": ["19.3.3"], "ge-4": ["10.3"]}


def test_units_in_boxes_and_at_sea_do_not_move_so() -> None:
    sea = board(HEXES, terrain={HERE: "sea"})
    assert barred(situation(sea, (unit("us-1"), HERE)), Move(("us-1",), ("c3013",))) == ["10.1"]
    assert barred(situation(MAP, (unit("us-1"), "turn-track")), Move(("us-1",), (HERE,))) == ["10.1"]


# --- minimum movement -------------------------------------------------------------------------------------


def test_one_hex_may_always_be_entered_whatever_it_costs_10_3() -> None:
    slow = board(HEXES, terrain=dict.fromkeys(HEXES, "bocage"))
    here = situation(slow, (unit("us-1", ma=2), HERE))
    assert barred(here, Move(("us-1",), ("c3013",))) == []
    assert set(reach(here, "us-1").ways.before) == set(around(HERE)) - {HERE}
    assert "10.3" in barred(here, Move(("us-1",), ("c3013", "c3012")))
    none = situation(slow, (unit("ge-1"), HERE), side="german", facts={("interdiction", "c"): 9})
    assert barred(none, Move(("ge-1",), ("c3013",))) == []


def test_minimum_movement_never_beats_a_prohibition_10_3() -> None:
    walls = board(HEXES, sides=sides("c3014/c3013"), terrain={"c3015": "flooded"})
    here = situation(walls, (unit("us-1", "tank", ma=1), HERE))
    for to in ("c3013", "c3015"):
        assert barred(here, Move(("us-1",), (to,))) == ["10.6"]


def test_no_more_than_the_allowance() -> None:
    here = situation(MAP, (unit("us-1", ma=2), HERE))
    assert barred(here, Move(("us-1",), EAST[:2])) == []
    assert barred(here, Move(("us-1",), EAST)) == ["10.1"]
    assert "10.1" in [f.rule for f in refusals(here, reach(here, "us-1"))["c3011"]]


def test_a_whole_ma_hex_is_the_only_step() -> None:
    wet = board(HEXES, terrain={"c3012": "flooded"})
    here = situation(wet, (unit("us-1"), HERE))
    assert barred(here, Move(("us-1",), ("c3013", "c3012"))) == ["10.6"]
    start = situation(wet, (unit("us-1"), "c3013"))
    assert barred(start, Move(("us-1",), ("c3012",))) == []
    assert "10.6" in barred(start, Move(("us-1",), ("c3012", "c3011")))


# --- stacks -----------------------------------------------------------------------------------------------


def test_a_stack_moves_at_the_rate_of_its_slowest_unit() -> None:
    fields = board(HEXES, terrain=dict.fromkeys(HEXES, "bocage"))
    here = situation(fields, (unit("us-1", ma=7), HERE), (unit("us-2", "tank", ma=10), HERE))
    found = reach_stack(here, ("us-1", "us-2"))
    assert found.mover is not None
    assert found.mover.mp == 42
    assert found.cost("c3013") == 24  # the column of the tanks, the MPs of the infantry
    assert set(found.ways.before) == set(around(HERE)) - {HERE}
    assert barred(here, Move(("us-1", "us-2"), EAST[:2])) == ["10.1"]
    assert barred(here, Move(("us-1",), EAST[:2])) == []


def test_a_stack_goes_where_all_of_it_can_go() -> None:
    water = board(("c3013", HERE), sides=sides("c3014/c3013"))
    here = situation(water, (unit("us-1"), HERE), (unit("us-2", "tank"), HERE))
    assert "c3013" in reach(here, "us-1").ways.cost
    assert "c3013" not in reach_stack(here, ("us-1", "us-2")).ways.cost


def test_units_are_dropped_off_on_the_way() -> None:
    here = situation(MAP, (unit("us-1", ma=2), HERE), (unit("us-2", ma=4), HERE))
    path = (*EAST, "c3010")
    assert barred(here, Move(("us-1", "us-2"), path)) == ["10.1", "10.1"]
    move = Move(("us-1", "us-2"), path, drops=("us-1:c3012",))
    assert barred(here, move) == []
    after = done(here, move)
    assert after.pieces["us-1"].space == "c3012"
    assert after.pieces["us-2"].space == "c3010"
    assert after.flag("moved", "us-1")
    assert barred(here, Move(("us-1", "us-2"), path, drops=("us-1:c2913",)))[0] == "10.1"
    assert "10.1" in barred(here, Move(("us-1",), path, drops=("us-1:c3012",)))


def test_friendly_units_do_not_slow_and_enemies_bar_the_way() -> None:
    here = situation(MAP, (unit("us-1"), HERE), (unit("us-2"), "c3013"), (unit("us-3"), "c3013"))
    assert reach(here, "us-1").cost("c3012") == 12
    for word in ("inf", "sp", "artillery", "avre", "hq", "truck"):
        blocked = situation(MAP, (unit("us-1"), "c2710"), (unit("ge-1", word), "c2711"))
        assert "10.1" in barred(blocked, Move(("us-1",), ("c2711",)))


# --- artillery --------------------------------------------------------------------------------------------


def test_artillery_without_an_engine_flips_when_it_moves_10_4() -> None:
    here = situation(
        MAP, (unit("us-1", "artillery"), HERE), (unit("us-2", "nw"), HERE), (unit("us-3", "at"), HERE)
    )
    for uid, flipped in (("us-1", True), ("us-2", True), ("us-3", False)):
        assert done(here, Move((uid,), ("c3013",))).flag("flipped", uid) == flipped


def test_minimum_movement_flips_it_too_trap_24() -> None:
    slow = board(HEXES, terrain=dict.fromkeys(HEXES, "bocage"))
    here = situation(slow, (unit("us-1", "artillery", ma=2), HERE))
    assert done(here, Move(("us-1",), ("c3013",))).flag("flipped", "us-1")


def test_mechanized_artillery_flips_when_it_moves_in_both_phases_10_4() -> None:
    gun = unit("us-1", "sp-artillery")
    first = done(situation(MAP, (gun, HERE)), Move(("us-1",), ("c3013",)))
    assert not first.flag("flipped", "us-1")
    marks: Marks = {"us-1": {"moved-mech": True}}
    both = situation(MAP, (gun, HERE), phase="mech-movement", marks=marks)
    assert done(both, Move(("us-1",), ("c3013",))).flag("flipped", "us-1")
    once = situation(MAP, (gun, HERE), phase="mech-movement")
    assert not done(once, Move(("us-1",), ("c3013",))).flag("flipped", "us-1")


def test_mechanized_artillery_that_fired_does_not_move_again_trap_14() -> None:
    marks: Marks = {"us-1": {"flipped": True}}
    here = situation(MAP, (unit("us-1", "sp-artillery"), HERE), phase="mech-movement", marks=marks)
    assert barred(here, Move(("us-1",), ("c3013",))) == ["10.4"]


def test_artillery_does_not_stay_alone_in_an_ezoc_10_4o() -> None:
    units = [(unit("us-1", "artillery"), HERE), (unit("us-2", "at"), HERE), (unit("ge-1"), "c3012")]
    options = {"10.4o": "B"}
    assert barred(situation(MAP, *units), Move(("us-1",), ("c3013",))) == []
    here = situation(MAP, *units, options=options)
    assert barred(here, Move(("us-1",), ("c3013",))) == ["10.4o"]
    assert "c3013" not in reach(here, "us-1").destinations
    assert barred(here, Move(("us-2",), ("c3013",))) == []
    assert barred(here, Move(("us-1", "us-2"), ("c3013",))) == []
    assert barred(done(here, Move(("us-2",), ("c3013",))), Move(("us-1",), ("c3013",))) == []


# --- the Mechanized Movement Phase ------------------------------------------------------------------------


def test_only_mechanized_units_move_in_their_phase_10_5() -> None:
    units = [unit("us-1"), unit("us-2", "artillery"), unit("us-3", "tank"), unit("us-4", "recon")]
    here = situation(MAP, *((u, HERE) for u in units), phase="mech-movement")
    found = [barred(here, Move((u.id,), ("c3013",))) for u in units]
    assert found == [["10.5"], ["10.5"], [], []]
    truck = situation(MAP, (unit("ge-1", "truck"), HERE), side="german", phase="mech-movement")
    assert barred(truck, Move(("ge-1",), ("c3013",))) == ["20.1"]


def test_nobody_moves_in_other_phases() -> None:
    here = situation(MAP, (unit("us-1"), HERE), phase="combat")
    assert barred(here, Move(("us-1",), ("c3013",))) == ["10.1"]
    assert not list(HANDLERS[0].options(here))


# --- out of supply ----------------------------------------------------------------------------------------


def oos(terrain: str = "clear", word: str = "inf", uid: str = "us-1", **facts: Any) -> Position:
    map_ = board(HEXES, terrain={"c3013": terrain})
    marks: Marks = {uid: {"general-supply": "out"}}
    enemy = unit("ge-9" if uid.startswith("us") else "us-9", word)
    side = "allied" if uid.startswith("us") else "german"
    return situation(map_, (unit(uid), HERE), (enemy, "c3012"), marks=marks, side=side, **facts)


def test_out_of_supply_units_do_not_move_where_they_must_attack_7_5_trap_118() -> None:
    move = Move(("us-1",), ("c3013",))
    for terrain in ("clear", "farmland", "flooded"):
        assert barred(oos(terrain), move) == ["7.5"]
        assert "c3013" not in reach(oos(terrain), "us-1").ways.cost
    for terrain in ("bocage", "forest", "city", "beach"):
        assert barred(oos(terrain), move) == []
    assert barred(oos(time="night"), move) == []
    assert barred(oos(weather="storm"), move) == []
    assert barred(oos(options={"22.5o": "B"}), move) == []


def test_who_need_not_attack_may_move_there_out_of_supply() -> None:
    move = Move(("us-1",), ("c3013",))
    assert barred(oos(word="sp"), move) == []
    assert barred(oos(word="sp", uid="ge-1"), Move(("ge-1",), ("c3013",))) == ["7.5"]
    stream = board(HEXES, sides=sides("c3013/c3012"))
    poi = board(HEXES, features={"c3013": {"poi": True}})
    marks: Marks = {"us-1": {"general-supply": "out"}}
    for map_ in (stream, poi):
        here = situation(map_, (unit("us-1"), HERE), (unit("ge-1"), "c3012"), marks=marks)
        assert barred(here, move) == []


# --- Strategic Movement -----------------------------------------------------------------------------------

ROW = hexes("c3001", "c3020")
HIGHWAY = board([*ROW, *hexes("c2901", "c2920")], roads=road(*ROW, kind="highway"))
FAR = tuple(reversed(ROW[:-1]))  # westward end to the east


def test_a_highway_costs_a_third_by_strategic_movement_10_8() -> None:
    here = situation(HIGHWAY, (unit("us-1"), "c3020"))
    assert reach(here, "us-1").cost("c3008") == 36
    assert reach(here, "us-1", strategic=True).cost("c3002") == 36
    move = Move(("us-1",), FAR[:18], strategic=True)
    assert barred(here, move) == []
    after = done(here, move)
    assert after.pieces["us-1"].space == "c3002"
    assert not after.flag("strategic", "us-1")
    assert barred(here, Move(("us-1",), FAR[:13])) != []


def test_germans_are_marked_by_day_10_8() -> None:
    for time, marked in (("am", True), ("pm", True), ("night", False)):
        here = situation(HIGHWAY, (unit("ge-1"), "c3020"), side="german", time=time)
        after = done(here, Move(("ge-1",), FAR[:3], strategic=True))
        assert after.flag("strategic", "ge-1") == marked
        assert after.flag("used-road", "ge-1")
        plain = done(here, Move(("ge-1",), FAR[:3]))
        assert not plain.flag("strategic", "ge-1")


def test_strategic_movement_keeps_three_hexes_from_enemies_trap_28() -> None:
    here = situation(HIGHWAY, (unit("us-1"), "c3020"), (unit("ge-1"), "c3010"))
    assert barred(here, Move(("us-1",), FAR[:6], strategic=True)) == []
    assert barred(here, Move(("us-1",), FAR[:7], strategic=True)) == ["10.8"]
    assert "c3013" not in reach(here, "us-1", strategic=True).ways.cost
    close = situation(HIGHWAY, (unit("us-1"), "c3020"), (unit("ge-1"), "c2918"))
    assert "10.8" in barred(close, Move(("us-1",), ("c3019",), strategic=True))


def test_strategic_movement_needs_supply_and_a_highway_10_8() -> None:
    marks: Marks = {"us-1": {"general-supply": "out"}}
    here = situation(HIGHWAY, (unit("us-1"), "c3020"), marks=marks)
    assert barred(here, Move(("us-1",), FAR[:1], strategic=True)) == ["10.8"]
    primary = board(ROW, roads=road(*ROW, kind="primary"))
    here = situation(primary, (unit("us-1"), "c3020"))
    assert barred(here, Move(("us-1",), FAR[:2], strategic=True)) == ["10.8"]
    assert reach(here, "us-1", strategic=True).cost("c3018") == 6


def test_mechanized_units_use_it_in_both_phases_10_8() -> None:
    here = situation(HIGHWAY, (unit("us-1", "tank"), "c3020"), phase="mech-movement")
    assert barred(here, Move(("us-1",), FAR[:15], strategic=True)) == []
    assert barred(here, Move(("us-1",), FAR[:16], strategic=True)) == ["10.1"]


# --- what follows -----------------------------------------------------------------------------------------


def test_tactical_movement_marks_who_ends_on_a_road_without_its_rate_11_3_2o() -> None:
    map_ = board(HEXES, roads=road("c2912", "c3012", "c3112", kind="primary"))
    options = {"11.3.2o": "B"}
    here = situation(map_, (unit("ge-1"), HERE), (unit("ge-2"), "c2912"), side="german", options=options)
    off = done(here, Move(("ge-1",), EAST[:2]))
    assert off.flag("tac-move", "ge-1")
    assert not done(here, Move(("ge-1",), ("c3013",))).flag("tac-move", "ge-1")
    along = done(here, Move(("ge-2",), ("c3012",)))
    assert not along.flag("tac-move", "ge-2")
    assert along.flag("used-road", "ge-2")
    assert is_tactical(here, here.pieces["ge-2"])
    plain = situation(map_, (unit("ge-1"), HERE), side="german")
    assert not done(plain, Move(("ge-1",), EAST[:2])).flag("tac-move", "ge-1")


def test_an_hq_takes_its_truck_along_and_an_enemy_entrenchment_goes_14_3_20_1() -> None:
    trench = {("entrenchment", "c3013"): "ready", ("entrenchment-side", "c3013"): "german"}
    here = situation(MAP, (unit("us-1"), HERE), facts=trench)
    after = done(here, Move(("us-1",), EAST[:2]))
    assert after.text("entrenchment", "c3013") == ""
    units = [(hq("ge-352"), HERE), (unit("ge-t", "truck"), HERE)]
    here = situation(MAP, *units, side="german", facts=trench, marks={"ge-t": {"truck": "ge-352-hq"}})
    after = done(here, Move(("ge-352-hq",), EAST))
    assert after.pieces["ge-t"].space == EAST[-1]
    assert after.text("entrenchment", "c3013") == "ready"


def test_the_options_are_legal_and_cover_what_is_reached() -> None:
    here = situation(MAP, (unit("us-1"), HERE), (unit("us-2", "tank"), "c3011"), (unit("ge-1"), "c2912"))
    found = list(HANDLERS[0].options(here))
    assert all(barred(here, action) == [] for action in found)
    ends = {a.path[-1] for a in found if a.units == ("us-1",)}
    assert ends == set(reach(here, "us-1").destinations)
    assert HERE not in ends


def test_the_search_and_the_steps_agree() -> None:
    terrain = {h: ("bocage", "clear", "farmland", "forest", "flooded")[n % 5] for n, h in enumerate(HEXES)}
    water = sides("c3014/c2913", "c3013/c3012", "c3015/c3016", "c3114/c3113")
    river = sides("c2914/c2814", "c3014/c3114", kind="major-river") | sides("c3013/c2912", kind="bluff")
    roads = road("c3016", "c3015", HERE, "c3013", "c2913", kind="primary") | road(
        "c3114", "c3214", kind="railroad"
    )
    map_ = board(HEXES, terrain=terrain, sides=water | river, roads=roads, features={"c3013": {"level": 1}})
    enemies = [(unit("ge-1"), "c2811"), (unit("ge-2"), "c3216"), (unit("ge-3", "sp"), "c3110")]
    for word in ("inf", "tank", "ranger", "artillery", "co"):
        for friend in ((), ((unit("us-2", "co"), HERE),)):
            here = situation(map_, (unit("us-1", word), HERE), *friend, *enemies)
            found = reach(here, "us-1")
            for space in (*found.destinations, *found.crowded):
                said = look(here, Move(("us-1",), found.path(space)))
                assert not said.violations, (word, space, said.violations)


def test_there_is_no_mechanized_phase_at_night_10_7() -> None:
    here = situation(MAP, (unit("us-1", "tank"), HERE), phase="mech-movement", time="night")
    assert barred(here, Move(("us-1",), ("c3013",))) == ["10.7"]


def test_us_and_commonwealth_units_must_part_when_they_can_6_3() -> None:
    units = [(unit("us-1"), HERE), (unit("br-1"), HERE)]
    here = situation(MAP, *units)
    assert [section for section, _ in still_mixed(here)] == ["6.3"]
    after = done(here, Move(("us-1",), ("c3013",)))
    assert still_mixed(after) == []
    assert still_mixed(situation(MAP, *units, phase="combat")) == []
    tired: Marks = {"us-1": {"moved": True}, "br-1": {"moved": True}}
    assert still_mixed(situation(MAP, *units, marks=tired)) == []
