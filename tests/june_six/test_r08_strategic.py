from __future__ import annotations

import itertools
from typing import Any

import pytest

from adjudicator.june_six import r08_strategic as strategic
from adjudicator.june_six.r08_movement import Move
from adjudicator.june_six.r08_rulings import strategic_ruling
from adjudicator.june_six.r08_strategic import StrategicMove
from adjudicator.position import Fact, Position
from counters.catalog import Unit
from tests.june_six.build import board, hexes, hq, situation, unit
from tests.playing import barred, done, look, offered

LINE = [f"e20{n}" for n in range(30, 46)]
SIDES = [f"{a}/{b}" for a, b in itertools.pairwise(LINE)]
BLOCK = hexes(28, 47, 12, 26)
PRIMARY = board(BLOCK, terrain=dict.fromkeys(LINE, "bocage"), roads=dict.fromkeys(SIDES, "primary"))
SECONDARY = board(BLOCK, terrain=dict.fromkeys(LINE, "bocage"), roads=dict.fromkeys(SIDES, "secondary"))
TANK, FOOT = unit("ge-1", "armor", division="ge-lehr"), unit("ge-2", division="ge-lehr")
BIKE = unit("ge-3", division="ge-lehr", marks=("bicycle",))
HQ = hq("ge-hq", "ge-lehr")
START = LINE[0]


def way(n: int) -> tuple[str, ...]:
    return tuple(LINE[1 : n + 1])


def german(who: Unit, *more: tuple[Unit, str], on: Any = PRIMARY, at: str = START, **kinds: Any) -> Position:
    placed = [(who, at), *more]
    if not any(u.id == "ge-hq" for u, _ in placed):
        placed.append((HQ, "e1430"))
    return situation(on, *placed, **{"side": "german", "turn": 5, **kinds})


# --- costs ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("who", "on", "used"),
    [
        (TANK, PRIMARY, "2 1/2 MP of 16 MP"), (FOOT, PRIMARY, "5 MP of 12 MP"),
        (BIKE, PRIMARY, "2 1/2 MP of 12 MP"), (TANK, SECONDARY, "5 MP of 16 MP"),
        (BIKE, SECONDARY, "5 MP of 12 MP"),
    ],
)  # fmt: skip
def test_allowances_double_and_primary_roads_are_fast(who: Unit, on: Any, used: str) -> None:
    inquiry = look(german(who, on=on), StrategicMove(who.id, way(5)))
    assert not inquiry.violations
    assert used in inquiry.steps[-1].text


def test_the_move_is_remembered() -> None:
    after = done(german(TANK), StrategicMove("ge-1", way(15)))
    assert after.pieces["ge-1"].space == LINE[15]
    assert after.flag("used-sm", "ge-1")
    assert after.flag("moved", "ge-1")
    assert after.flag("acted-turn", "ge-1")
    assert "8.11" in barred(after, StrategicMove("ge-1", (LINE[14],)))
    assert not done(german(TANK), Move("ge-1", way(1))).flag("used-sm", "ge-1")


def test_mps_run_out() -> None:
    assert barred(german(FOOT), StrategicMove("ge-2", way(12))) == []
    assert barred(german(FOOT), StrategicMove("ge-2", way(13))) == ["8.12"]
    assert LINE[12] in strategic.strategic_reach(german(FOOT), "ge-2")
    assert LINE[13] not in strategic.strategic_reach(german(FOOT), "ge-2")


def test_roads_only() -> None:
    assert barred(german(TANK), StrategicMove("ge-1", ("e2130",))) == ["8.23"]
    assert barred(german(TANK), StrategicMove("ge-1", ("e2031", "e2131"))) == ["8.23"]
    assert barred(german(TANK), StrategicMove("ge-1", ("e2033",))) == ["8.11"]
    assert barred(german(TANK), StrategicMove("ge-1", ("left",))) == ["8.23"]
    assert barred(german(TANK), StrategicMove("ge-1", ())) == ["8.23"]


# --- who cannot -------------------------------------------------------------------------------------------


def marked(item: str, who: str = "ge-1", value: Fact = True) -> Position:
    return german(TANK, marks={who: {item: value}})


def test_isolated_units_and_units_of_isolated_hqs_do_not() -> None:
    assert barred(marked("isolated"), StrategicMove("ge-1", way(1))) == ["8.24"]
    assert barred(marked("isolated", "ge-hq"), StrategicMove("ge-1", way(1))) == ["22.26"]
    chief = german(TANK, marks={"ge-hq": {"isolated": True}})
    assert barred(chief, StrategicMove("ge-hq", ("e1431",)))[0] == "8.23"


def test_units_without_an_hq_on_the_map_do_not() -> None:
    for space in ("eliminated", "turn-track", "left"):
        assert barred(german(TANK, (HQ, space)), StrategicMove("ge-1", way(1))) == ["8.24"]
    lone = unit("ge-9", "armor")
    assert barred(german(lone), StrategicMove("ge-9", way(1))) == ["8.24"]


def test_re_hqs_are_no_bar() -> None:
    assert barred(marked("re", "ge-hq"), StrategicMove("ge-1", way(1))) == []


def test_the_cherbourg_command_detachments_and_strongpoints_do_not() -> None:
    garrison = unit("ge-9", division="ge-cherbourg", marks=("cherbourg",))
    chief = hq("ge-8", "ge-cherbourg", marks=("cherbourg",))
    now = german(garrison, (chief, "e1431"))
    assert barred(now, StrategicMove("ge-9", way(1))) == ["8.24"]
    assert "8.24" in barred(now, StrategicMove("ge-8", ("e1432",)))
    for kind in ("detachment", "strongpoint"):
        assert barred(german(unit("ge-9", kind)), StrategicMove("ge-9", way(1))) == ["8.24"]


@pytest.mark.parametrize(("turn", "sections"), [(1, ["8.24"]), (2, ["8.24"]), (3, ["8.24"]), (4, [])])
def test_allied_units_wait_until_11_june(turn: int, sections: list[str]) -> None:
    who = unit("us-1", "armor", division="us-1")
    now = situation(PRIMARY, (who, START), (hq("us-hq", "us-1"), "e1430"), turn=turn)
    assert barred(now, StrategicMove("us-1", way(2))) == sections


def test_pinned_and_refitted_units_do_not() -> None:
    assert barred(marked("pinned"), StrategicMove("ge-1", way(1))) == ["8.22"]
    assert barred(marked("refitted"), StrategicMove("ge-1", way(1))) == ["21.22"]


# --- enemies ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("far", "sections"), [(1, ["8.24", "8.24"]), (2, ["8.24"]), (3, [])])
def test_two_hexes_must_lie_between_at_the_start(far: int, sections: list[str]) -> None:
    enemy = (unit("us-1", "anti-tank"), LINE[5 - far])
    now = german(TANK, enemy, at=LINE[5])
    assert barred(now, StrategicMove("ge-1", (LINE[6],) if far > 1 else (LINE[6], LINE[5]))) == sections


@pytest.mark.parametrize("kind", ["infantry", "flak", "detachment"])
def test_it_never_comes_next_to_an_enemy_unit_of_any_kind(kind: str) -> None:
    enemy = (unit("us-1", kind, cs=2), LINE[6])
    now = german(TANK, enemy)
    wanted = ["8.24"] if kind == "flak" else ["11.15", "8.24"]
    assert barred(now, StrategicMove("ge-1", way(5))) == wanted
    assert barred(now, StrategicMove("ge-1", way(4))) == []
    assert "8.14" in barred(now, StrategicMove("ge-1", way(6)))
    assert set(strategic.strategic_reach(now, "ge-1")) == set(way(4))


def test_it_may_stop_next_to_a_hex_in_an_enemy_zoc() -> None:
    now = german(TANK, (unit("us-1"), LINE[6]))
    assert {"8.24", "11.15"} <= {s.rule for s in look(now, StrategicMove("ge-1", way(4))).steps}
    assert LINE[4] in strategic.strategic_reach(now, "ge-1")


def test_delay_points_bar_allied_units_only() -> None:
    facts: dict[tuple[str, str], Fact] = {("dp", LINE[6]): True}
    who = unit("us-1", "armor", division="us-1")
    now = situation(PRIMARY, (who, START), (hq("us-hq", "us-1"), "e1430"), turn=5, facts=facts)
    assert barred(now, StrategicMove("us-1", way(5))) == ["19.11"]
    assert barred(now, StrategicMove("us-1", way(6))) == ["19.11", "19.11"]
    assert barred(now, StrategicMove("us-1", way(4))) == []
    assert set(strategic.strategic_reach(now, "us-1")) == set(way(4))
    assert barred(german(TANK, facts=facts), StrategicMove("ge-1", way(8))) == []


# --- friends and rivers -----------------------------------------------------------------------------------


def test_a_friendly_unit_costs_one_and_two_stop_it() -> None:
    """8.46, second example: room in the stack does not help."""
    one = german(TANK, (unit("ge-7"), LINE[2]))
    assert "2 1/2 MP of 16 MP" in look(one, StrategicMove("ge-1", way(3))).steps[-1].text
    two = german(TANK, (unit("ge-7"), LINE[2]), (unit("ge-8", "flak"), LINE[2]))
    assert barred(two, StrategicMove("ge-1", way(3))) == ["8.46"]
    assert set(strategic.strategic_reach(two, "ge-1")) == set(way(1))


def test_it_may_not_end_on_a_full_stack() -> None:
    two = unit("ge-7"), unit("ge-8")
    one = german(TANK, (two[0], LINE[2]))
    assert barred(one, StrategicMove("ge-1", way(2))) == []


def test_no_assisted_crossing_and_no_blown_bridge() -> None:
    wet = board(BLOCK, roads=dict.fromkeys(SIDES, "primary"), sides={SIDES[3]: "major-river"})
    assert barred(german(TANK, on=wet), StrategicMove("ge-1", way(5))) == []
    blown = german(TANK, on=wet, facts={("blown", SIDES[3]): True})
    found = look(blown, StrategicMove("ge-1", way(4))).violations
    assert [v.rule for v in found] == ["8.23", "20.25"]
    assert set(strategic.strategic_reach(blown, "ge-1")) == set(way(3))
    pontoon = german(TANK, on=wet, facts={("blown", SIDES[3]): True, ("pontoon", SIDES[3]): True})
    assert LINE[5] in strategic.strategic_reach(pontoon, "ge-1")


def test_the_search_agrees_with_single_moves() -> None:
    now = german(TANK, (unit("ge-7"), LINE[4]), (unit("us-1"), LINE[12]), active=["ge-1"])
    found = offered(now, StrategicMove)
    assert found == {StrategicMove("ge-1", w.path) for w in strategic.strategic_reach(now, "ge-1").values()}
    assert all(barred(now, action) == [] for action in found)
    steps = {
        StrategicMove("ge-1", way(n)) for n in range(1, 16) if not barred(now, StrategicMove("ge-1", way(n)))
    }
    assert steps == found


# --- the question -----------------------------------------------------------------------------------------


def test_the_ruling() -> None:
    now = german(TANK, (unit("us-1"), LINE[12]))
    every = strategic_ruling(now, "ge-1")
    assert every.ok
    assert every.answer["mp"] == 16
    assert "3/5" in every.steps[-1].text
    assert strategic_ruling(now, "ge-1", to=LINE[5]).ok
    near = strategic_ruling(now, "ge-1", to=LINE[11])
    assert [v.rule for v in near.violations] == ["11.15", "8.24"]
    off = strategic_ruling(now, "ge-1", to="e1640")
    assert [v.rule for v in off.violations] == ["8.23"]
    barred = strategic_ruling(marked("isolated"), "ge-1")
    assert not barred.ok
    assert barred.answer["destinations"] == []
    storm = strategic_ruling(german(TANK, weather="storm"), "ge-1")
    assert storm.answer["mp"] == 20
    assert storm.steps[-1].rule == "4.12"


def test_ends_on_a_full_stack_are_told_with_the_road() -> None:
    now = german(TANK, (unit("ge-7"), LINE[2]), (unit("ge-8"), LINE[2]))
    assert barred(now, StrategicMove("ge-1", way(2))) == ["8.46", "8.46", "9.12"]


def test_enemies_off_the_map_and_units_that_are_not_there() -> None:
    now = german(TANK, (unit("us-1"), "eliminated"), (unit("us-2"), "landing-sword"))
    assert LINE[3] in strategic.strategic_reach(now, "ge-1")
    assert barred(now, StrategicMove("ge-77", way(1))) == ["8.23"]
    entering = german(TANK, at="turn-track")
    assert "8.23" in barred(entering, StrategicMove("ge-1", ("landing-sword",)))


def test_roads_in_a_ring_are_searched_once() -> None:
    ring = ["e2031/e2131", "e2131/e2132", "e2032/e2131", "e2032/e2132"]
    on = board(BLOCK, roads=dict.fromkeys([*SIDES, *ring], "primary"))
    found = strategic.strategic_reach(german(TANK, on=on), "ge-1")
    assert found["e2132"].half == 3
