from __future__ import annotations

from typing import Any

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.june_six import r08_cost as costs
from adjudicator.june_six.r08_rulings import price_ruling
from adjudicator.position import Position
from counters.catalog import Unit
from maps.filing import OURS
from tests.june_six.build import board, hexes, hq, position, situation, unit

BLOCK = hexes(36, 44, 16, 24)
HERE, EAST = "e1940", "e1941"
SIDE = "e1940/e1941"


def one(who: Unit, **more: Any) -> Position:
    return position(board(BLOCK, **more), (who, HERE))


def bans(who: Unit, *, off_road: bool = False, over_river: bool = False, **more: Any) -> list[str]:
    here = one(who, **more)
    found = costs.can_enter(here, who, HERE, EAST, off_road=off_road, over_river=over_river)
    return [section for section, _ in found]


def half(who: Unit, friends: int = 0, **more: Any) -> int | None:
    here = one(who, **more)
    edge = here.board.edge(HERE, EAST)
    assert edge is not None
    found = costs.price(here, edge, EAST, costs.class_of(here, who), friends)
    return found.half if found else None


INF, TANK, TRUCK = unit("us-1"), unit("us-2", "armor", armor=4), unit("us-3", "motorized")
RANGER, COMMANDO = unit("us-4", "ranger"), unit("br-5", "commando")


@pytest.mark.parametrize("side", ["open", "marsh", "woods", "bluff"])
def test_foot_units_cross_these_hexsides(side: str) -> None:
    assert bans(INF, sides={SIDE: side}) == []


def test_marsh_and_wood_hexsides_cost_over_the_hex() -> None:
    open_ = half(INF)
    assert open_ == 2
    assert half(INF, sides={SIDE: "marsh"}) == open_ + 2
    assert half(TANK, sides={SIDE: "woods"}) == open_ + 2
    assert half(INF, sides={SIDE: "bluff"}) == open_ + 2


def test_only_foot_units_cross_a_bluff() -> None:
    assert bans(TRUCK, sides={SIDE: "bluff"}) == ["8.43"]
    assert half(TRUCK, sides={SIDE: "bluff"}) is None


def test_a_road_leads_motorized_units_up_a_bluff_unless_read_otherwise() -> None:
    on = board(BLOCK, sides={SIDE: "bluff"}, roads=[SIDE])
    here = situation(on, (TRUCK, HERE))
    assert costs.can_enter(here, TRUCK, HERE, EAST) == []
    strict = situation(on, (TRUCK, HERE), options={"bluff-road": "B"})
    assert [s for s, _ in costs.can_enter(strict, TRUCK, HERE, EAST)] == ["8.43"]
    assert [s for s, _ in costs.can_enter(here, TRUCK, HERE, EAST, off_road=True)] == ["8.43"]


def test_only_commandos_and_rangers_cross_cliffs() -> None:
    assert bans(INF, sides={SIDE: "cliff"}) == ["8.43"]
    assert bans(TANK, sides={SIDE: "cliff"}) == ["8.43"]
    assert bans(RANGER, sides={SIDE: "cliff"}) == []
    assert bans(COMMANDO, sides={SIDE: "cliff"}) == []


def test_major_rivers_need_a_bridge_or_help() -> None:
    assert bans(TRUCK, sides={SIDE: "major-river"}) == ["8.43"]
    assert bans(INF, sides={SIDE: "major-river"}) == ["8.44"]
    assert bans(INF, over_river=True, sides={SIDE: "major-river"}) == []
    assert bans(TRUCK, over_river=True, sides={SIDE: "major-river"}) == ["8.43"]
    assert bans(RANGER, sides={SIDE: "major-river"}) == []
    assert bans(TRUCK, sides={SIDE: "major-river"}, roads=[SIDE]) == []
    assert bans(TANK, off_road=True, sides={SIDE: "major-river"}, bridges=[SIDE]) == []


def test_a_blown_bridge_bars_its_road_too() -> None:
    on = board(BLOCK, sides={SIDE: "major-river"}, roads=[SIDE])
    blown = position(on, (TANK, HERE), facts={("blown", SIDE): True})
    assert [s for s, _ in costs.can_enter(blown, TANK, HERE, EAST)] == ["8.43"]
    pontoon = position(
        board(BLOCK, sides={SIDE: "major-river"}), (TANK, HERE), facts={("pontoon", SIDE): True}
    )
    assert costs.can_enter(pontoon, TANK, HERE, EAST) == []


def test_commandos_pay_two_mps_more_over_a_river() -> None:
    assert half(COMMANDO, sides={SIDE: "major-river"}) == 2 + 4
    assert half(COMMANDO, sides={SIDE: "major-river"}, bridges=[SIDE]) == 2


def test_nobody_enters_the_sea() -> None:
    assert bans(INF, terrain={EAST: "sea"}) == ["8.42"]
    assert bans(RANGER, sides={SIDE: "sea"}) == ["8.41"]
    assert half(INF, terrain={EAST: "sea"}) is None


def test_armor_enters_marsh_by_road_only() -> None:
    assert bans(TANK, terrain={EAST: "marsh"}) == ["8.46"]
    assert bans(TANK, terrain={EAST: "marsh"}, roads=[SIDE]) == []
    assert bans(TANK, off_road=True, terrain={EAST: "marsh"}, roads=[SIDE]) == ["8.46"]
    assert bans(TRUCK, terrain={EAST: "marsh"}) == []
    assert bans(INF, terrain={EAST: "marsh"}) == []


def test_every_reason_is_given_at_once() -> None:
    assert bans(TANK, terrain={EAST: "marsh"}, sides={SIDE: "bluff"}) == ["8.43", "8.46"]


def test_a_hex_that_is_not_next_to_it() -> None:
    here = one(INF)
    assert [s for s, _ in costs.can_enter(here, INF, HERE, "e1943")] == ["8.11"]
    assert [s for s, _ in costs.can_enter(here, INF, HERE, "landing-sword")] == ["8.11"]


@pytest.mark.parametrize("ground", ["clear", "bocage", "woods", "marsh", "town", "city"])
def test_motorized_units_pay_no_less_than_foot(ground: str) -> None:
    foot, truck = half(INF, terrain={EAST: ground}), half(TRUCK, terrain={EAST: ground})
    assert foot is not None
    assert truck is not None
    assert foot <= truck


def test_the_road_cost_takes_the_place_of_hex_and_hexside() -> None:
    rough: dict[str, Any] = {"terrain": {EAST: "bocage"}, "sides": {SIDE: "marsh"}}
    assert half(TRUCK, **rough) == 6 + 4
    assert half(TRUCK, **rough, roads=[SIDE]) == 2
    assert half(TRUCK, **rough, roads={SIDE: "primary"}) == 2


def test_a_road_beside_the_hexside_does_not_help() -> None:
    assert half(TRUCK, terrain={EAST: "bocage"}, roads=["e1941/e1942"]) == 6


def test_one_friendly_unit_on_the_road_costs_one_mp_and_two_close_it() -> None:
    rough: dict[str, Any] = {"terrain": {EAST: "bocage"}, "roads": [SIDE]}
    assert [half(TRUCK, n, **rough) for n in range(4)] == [2, 4, 6, 6]


def test_a_congested_road_may_be_left_for_cheaper_terrain_unless_read_otherwise() -> None:
    on = board(BLOCK, roads=[SIDE])
    edge = on.edge(HERE, EAST)
    assert edge is not None
    for letter, cost in (("A", 2), ("B", 4)):
        here = situation(on, (INF, HERE), options={"road-choice": letter})
        found = costs.price(here, edge, EAST, costs.class_of(here, INF), 1)
        assert found is not None
        assert found.half == cost


def test_the_chart_keeps_to_what_the_rules_say() -> None:
    chart = costs.chart(OURS)
    drms = [r.number("drm") for r in chart["terrain"].values() if r.id != "sea"]
    assert min(drms) == -3
    assert max(drms) == 0
    assert chart["hexside"]["major-river"].number("foot") == 4
    assert chart["road"]["primary"].number("strategic") == 1
    assert chart["terrain"]["marsh"].sources.of("off_road") == "rule 8.46"
    assert {r.sources.of("foot") for r in chart["terrain"].values() if r.id != "sea"} == {"reconstructed"}


def test_reconstructed_costs_are_named() -> None:
    here = one(INF, terrain={EAST: "bocage"})
    inquiry = Inquiry(here)
    edge = here.board.edge(HERE, EAST)
    assert edge is not None
    kind = costs.class_of(inquiry, INF)
    found = costs.price(inquiry, edge, EAST, kind)
    assert found is not None
    assert costs.cite_price(inquiry, found, kind) == ["Bocage 2 MP"]
    assert [str(used) for used in inquiry.sources] == ["foot of Bocage"]


def test_the_price_of_one_step_is_told() -> None:
    here = situation(board(BLOCK, terrain={EAST: "woods"}), (INF, HERE), (hq("us-hq", "us-1"), "e1740"))
    found = price_ruling(here, "us-1", HERE, EAST)
    assert found.ok
    assert found.answer == {"legal": True, "half_mp": 4}
    far = price_ruling(here, "us-1", HERE, "e1943")
    assert not far.ok
    assert far.violations[0].rule == "8.11"
