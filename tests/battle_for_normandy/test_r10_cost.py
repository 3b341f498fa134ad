"""Sections 10.2, 10.4 and 10.6: what hexes and hexsides let through, and what they cost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from adjudicator.battle_for_normandy.r10 import cost as costs
from adjudicator.battle_for_normandy.r10.movement import Move, check_path
from adjudicator.battle_for_normandy.r10.reach import reach
from adjudicator.inquiry import Inquiry
from adjudicator.position import Fact, Position
from counters.catalog import Unit
from maps.board import Board, Feature
from tests.battle_for_normandy.build import around, board, road, sides, situation, unit
from tests.playing import barred, done, look

HERE, EAST, WEST = "c3014", "c3013", "c3015"
HEXES = around(HERE, radius=3)
LINE = ("c3011", "c3012", EAST, HERE, WEST)


def on(
    east: str = "clear",
    boundary: str = "open",
    way: str = "",
    features: Mapping[str, Mapping[str, Feature]] | None = None,
    bridges: list[str] | None = None,
    terrain: Mapping[str, str] | None = None,
) -> Board:
    """Five hexes in a row with one terrain east of the fourth, and one hexside and road to it."""
    return board(
        LINE, terrain={EAST: east, **(terrain or {})}, sides=sides(f"{HERE}/{EAST}", kind=boundary),
        roads=road(HERE, EAST, kind=way) if way else {}, features=features, bridges=bridges,
    )  # fmt: skip


def stand(map_: Board, mover: Unit, **facts: Fact) -> Position:
    return situation(map_, (mover, HERE), side=mover.side, **facts)  # type: ignore[arg-type]


def cost(map_: Board, word: str = "inf", *, supplied: bool = True, **more: Any) -> int | None:
    """Sixths of an MP of the step east."""
    mover = unit("us-1", word, **more)
    return costs.step_cost(stand(map_, mover), mover, HERE, EAST, supplied=supplied)


# --- worked examples --------------------------------------------------------------------------------------


def test_a_railroad_leads_through_flooded_hexes_for_1_mp_example_21() -> None:
    for word in ("inf", "tank", "artillery"):
        assert cost(on("flooded", way="railroad"), word) == 6


def test_farmland_costs_2_and_a_stream_2_more_example_22() -> None:
    assert cost(on("farmland")) == 12
    assert cost(on("farmland", "stream")) == 24


def test_river_and_flooded_hex_take_the_whole_ma_example_23() -> None:
    assert cost(on(boundary="major-river")) == cost(on("flooded")) == costs.WHOLE
    for map_ in (on(boundary="major-river"), on("flooded")):
        found = reach(stand(map_, unit("us-1")), "us-1")
        assert found.cost(EAST) == 36
        assert "c3012" not in {h for h in found.ways.before if found.ways.before[h] == EAST}


def test_road_rates_example_24() -> None:
    rates = {"primary": 3, "secondary": 6, "railroad": 6, "highway": 3, "": 12, "track": 12}
    assert {way: cost(on("farmland", way=way)) for way in rates} == rates


def test_uphill_costs_1_but_not_downhill_or_by_road_or_track_example_25() -> None:
    up = {EAST: {"level": 1}}
    assert cost(on(features=up)) == 12
    assert cost(on(features={HERE: {"level": 1}})) == 6
    assert cost(on(features=up, way="track")) == 6
    assert cost(on("farmland", features=up, way="railroad")) == 6


def test_a_draw_lets_armor_over_the_bluff_example_28() -> None:
    assert cost(on(boundary="bluff"), "tank") is None
    assert cost(on(boundary="draw"), "tank") == cost(on(), "tank")


# --- streams and rivers -----------------------------------------------------------------------------------


def test_vehicles_and_artillery_cross_a_stream_by_a_bridge_only() -> None:
    for word in ("tank", "artillery", "at", "pzgr", "recon"):
        assert cost(on(boundary="stream"), word) is None
        assert cost(on(boundary="stream", way="secondary"), word) == 6
    for word in ("hq", "engineer", "co", "corps-hq"):
        assert cost(on(boundary="stream"), word) == 18


def test_a_blown_bridge_is_none() -> None:
    for boundary in ("stream", "major-river"):
        map_ = on("farmland", boundary, "primary")
        gone = {("blown", f"{EAST}/{HERE}"): True}
        tank, foot = unit("us-1", "tank"), unit("us-2")
        here = situation(map_, (tank, HERE), (foot, HERE), facts=gone)
        assert costs.step_cost(here, tank, HERE, EAST) is None
        assert costs.step_cost(here, foot, HERE, EAST) == (24 if boundary == "stream" else costs.WHOLE)
        assert EAST not in reach(here, "us-1").ways.cost
        said = look(here, Move(("us-1",), (EAST,)))
        assert [v.rule for v in said.violations] == ["10.6"]
        assert "destroyed" in said.violations[0].text


def test_a_bridge_takes_the_rate_of_the_road_on_it() -> None:
    assert cost(on("bocage", "major-river", "primary"), "tank") == 3
    assert cost(on("bocage", "major-river", "railroad")) == 6


def test_a_road_without_a_bridge_crosses_no_water() -> None:
    assert cost(on(boundary="major-river", way="primary", bridges=[]), "tank") is None


def test_the_printed_ma_decides_at_a_river_trap_26() -> None:
    river = on(boundary="major-river")
    assert cost(river, ma=7) == costs.WHOLE
    assert cost(river, ma=8) is None
    hq = unit("us-1-hq", "hq", division="us-1")
    foot = unit("us-1", division="us-1")
    here = situation(river, (foot, HERE), (hq, WEST), marks={"us-1-hq": {"motorized": True}})
    found = reach(here, "us-1")
    assert found.mover is not None
    assert found.mover.mp == 48
    assert found.cost(EAST) == 48


def test_an_hq_bridges_a_river_for_one_mechanized_unit_14_2_1() -> None:
    marks: dict[str, Mapping[str, Fact]] = {"us-1-hq": {"bridging": f"{EAST}/{HERE}"}}
    units = [(unit("us-1-hq", "hq", division="us-1"), HERE), (unit("us-a", "tank"), HERE)]
    here = situation(on(boundary="major-river"), *units, (unit("us-b", "tank"), HERE), marks=marks)
    assert reach(here, "us-a").cost(EAST) == 60
    assert barred(here, Move(("us-a", "us-b"), (EAST,))) == ["14.2.1"]
    after = done(here, Move(("us-a",), (EAST,)))
    assert after.flag("bridge-used", "us-1-hq")
    assert barred(after, Move(("us-b",), (EAST,))) == ["10.6"]
    assert not done(here, Move(("us-1-hq",), (WEST,))).text("bridging", "us-1-hq")


# --- bluffs, cliffs, perimeter, flooded -------------------------------------------------------------------


def test_infantry_climbs_a_bluff_with_all_its_mps_and_commandos_with_half() -> None:
    bluff = on(boundary="bluff")
    assert reach(stand(bluff, unit("us-1")), "us-1").cost(EAST) == 36
    for word in ("commando", "ranger"):
        found = reach(stand(bluff, unit("us-1", word, ma=7)), "us-1")
        assert found.cost(EAST) == 24
        assert any(found.ways.before[h] == EAST for h in found.ways.before)
    assert cost(bluff, "artillery") is None


def test_a_bluff_is_closed_in_heavy_rain_and_storm() -> None:
    for weather in ("heavy-rain", "storm"):
        for word in ("inf", "ranger"):
            here = stand(on(boundary="bluff"), unit("us-1", word), weather=weather)
            assert barred(here, Move(("us-1",), (EAST,))) == ["10.6"]
    here = situation(
        on(boundary="bluff"), (unit("us-1", "ranger"), HERE), (unit("us-2"), HERE),
        weather="storm", options={"bluff-weather": "B"},
    )  # fmt: skip
    assert barred(here, Move(("us-1",), (EAST,))) == []
    assert barred(here, Move(("us-2",), (EAST,))) == ["10.6"]
    wet = stand(on(boundary="bluff"), unit("us-1"), weather="light-showers")
    assert barred(wet, Move(("us-1",), (EAST,))) == []


def test_nobody_crosses_a_cliff_or_an_all_sea_hexside() -> None:
    for boundary in ("cliff", "sea"):
        for word in ("inf", "ranger", "tank"):
            assert cost(on(boundary=boundary), word) is None
    assert cost(on("sea")) is None


def test_mechanized_units_pay_2_at_the_cherbourg_perimeter() -> None:
    inside: dict[str, Mapping[str, Feature]] = {EAST: {"perimeter": True}}
    assert cost(on(features=inside), "tank") == 18
    assert cost(on(features=inside)) == 6
    assert cost(on(features=inside, way="primary"), "tank") == 3
    assert cost(on(features=inside, way="railroad"), "tank") == 6
    assert cost(on(features={EAST: {"perimeter": True}, HERE: {"perimeter": True}}), "tank") == 6


def test_mechanized_units_and_guns_enter_and_leave_flooded_hexes_by_road_only() -> None:
    for word in ("tank", "artillery", "at"):
        assert cost(on("flooded"), word) is None
        assert cost(on("flooded", way="secondary"), word) == 6
        assert cost(on("flooded", way="track"), word) is None
        assert cost(on(terrain={HERE: "flooded"}), word) is None
        assert cost(on(terrain={HERE: "flooded"}, way="primary"), word) == 3
    assert cost(on(terrain={HERE: "flooded"})) == 6


def test_whether_a_railroad_leads_them_is_open_trap_102() -> None:
    here = situation(
        on("flooded", way="railroad"), (unit("us-1", "tank"), HERE), options={"rail-flooded": "B"}
    )
    assert costs.step_cost(here, here.pieces["us-1"], HERE, EAST) is None


def test_two_hexes_behind_gold_beach_are_flooded() -> None:
    map_ = board(around("c1929", radius=2))
    foot, tank = unit("br-1"), unit("br-2", "tank")
    here = situation(map_, (foot, "c1928"), (tank, "c1928"))
    assert costs.step_cost(here, foot, "c1928", "c1929") == costs.WHOLE
    assert costs.step_cost(here, tank, "c1928", "c1929") is None
    assert costs.step_cost(here, tank, "c1930", "c2030") is None


# --- roads, supply, weather -------------------------------------------------------------------------------


def test_a_road_counts_only_along_its_path() -> None:
    map_ = board(HEXES, terrain={EAST: "farmland"}, roads=road("c2913", EAST, "c3113", kind="primary"))
    assert cost(map_) == 12


def test_out_of_supply_the_road_has_no_rate_but_cancels_terrain_trap_27() -> None:
    assert cost(on("bocage", way="primary"), supplied=False) == 6
    assert cost(on("farmland", features={EAST: {"level": 2}}, way="secondary"), supplied=False) == 6
    assert cost(on("clear", way="primary"), supplied=False) == 6
    assert cost(on("flooded", way="primary"), "tank", supplied=False) == 6


def test_a_commando_climbs_into_a_flooded_hex_with_its_whole_ma() -> None:
    assert costs.price_of(
        stand(on("flooded", "bluff"), unit("us-1", "ranger")),
        on("flooded", "bluff").edge(HERE, EAST),  # type: ignore[arg-type]
        HERE,
        EAST,
        costs.Class(climber=True),
    ) == costs.Price(costs.WHOLE, by_road=False, rows=(("hexside", "bluff", "whole"),))


def test_out_of_supply_rain_slows_vehicles_on_a_road_as_on_clear_ground() -> None:
    mover = unit("us-1", "tank")
    map_ = on("bocage", way="primary")
    for options, sixths in (({}, 12), ({"oos-road": "B"}, 6)):
        here = situation(map_, (mover, HERE), weather="storm", options=options)
        assert costs.step_cost(here, mover, HERE, EAST, supplied=False) == sixths


def test_secondary_roads_and_rails_cost_more_in_bad_weather() -> None:
    for way in ("secondary", "railroad"):
        mover = unit("us-1")
        dry = stand(on("bocage", way=way), mover, weather="overcast")
        wet = stand(on("bocage", way=way), mover, weather="heavy-rain")
        assert costs.step_cost(dry, mover, HERE, EAST) == 6
        assert costs.step_cost(wet, mover, HERE, EAST) == 12
    mover = unit("us-1", "tank")
    wet = stand(on(way="primary"), mover, weather="storm")
    assert costs.step_cost(wet, mover, HERE, EAST) == 3


def test_artillery_uses_the_mechanized_column_10_4() -> None:
    assert cost(on("bocage"), "artillery") == cost(on("bocage"), "tank") == cost(on("bocage"), "nw")
    assert cost(on("bocage")) != cost(on("bocage"), "artillery")


def test_traffic_costs_1_at_road_rates_in_bocage_and_forest_10_2o() -> None:
    map_ = on("bocage", way="primary")
    units = [(unit("us-1"), HERE), (unit("us-2", "co"), EAST)]
    plain = situation(map_, *units)
    assert reach(plain, "us-1").cost(EAST) == 3
    here = situation(map_, *units, options={"10.2o": "B"})
    assert reach(here, "us-1").cost(EAST) == 9
    inquiry = Inquiry(here)
    assert check_path(inquiry, [here.pieces["us-1"]], (EAST,)).used == 9
    clear = situation(on("clear", way="primary"), *units, options={"10.2o": "B"})
    assert reach(clear, "us-1").cost(EAST) == 3


def test_reconstructed_costs_are_named() -> None:
    here = stand(on("bocage"), unit("us-1"))
    assert "infantry of Bocage" in {str(u) for u in look(here, Move(("us-1",), (EAST,))).sources}
    here = stand(on("farmland"), unit("us-1"))
    assert not look(here, Move(("us-1",), (EAST,))).sources


def test_entry_faults_name_the_section() -> None:
    here = stand(on(boundary="cliff"), unit("us-1"))
    assert costs.entry_faults(here, here.pieces["us-1"], HERE, EAST)[0][0] == "10.6"
    assert costs.entry_faults(here, here.pieces["us-1"], HERE, "c3210")[0][0] == "10.1"
    assert costs.entry_faults(here, unit("us-9"), HERE, WEST) == []
