from __future__ import annotations

from typing import Any

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.june_six import terms
from adjudicator.june_six.r08_allowance import allowance
from adjudicator.june_six.r08_movement import Move, movers
from adjudicator.position import Position
from counters.catalog import Unit
from tests.june_six.build import board, hexes, hq, situation, unit
from tests.playing import barred, done, look, offered

BLOCK = hexes(34, 46, 14, 26)
ON = board(BLOCK)
US, TRUCK, AT = unit("us-1"), unit("us-2", "motorized"), unit("us-3", "anti-tank")
GE = unit("ge-1")


def here(*placed: tuple[Unit, str], **more: Any) -> Position:
    return situation(ON, *placed, **more)


# --- allowances -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weather", "side", "points"),
    [("clear", "german", 6), ("heavy-overcast", "german", 8), ("storm", "german", 8), ("storm", "allied", 6)],
)
def test_bad_weather_adds_two_to_german_allowances(weather: str, side: str, points: int) -> None:
    who = GE if side == "german" else US
    assert allowance(here((who, "e1940"), weather=weather), here((who, "e1940")).pieces[who.id]) == points


def test_isolated_units_have_half_rounded_down() -> None:
    odd = unit("us-9", ma=7)
    now = here((odd, "e1940"), marks={"us-9": {"isolated": True}})
    assert allowance(now, now.pieces["us-9"]) == 3


@pytest.mark.parametrize(("letter", "strategic", "isolated"), [("A", 18, 4), ("B", 16, 5)])
def test_the_order_of_bonus_and_doubling_is_a_reading(letter: str, strategic: int, isolated: int) -> None:
    odd = unit("ge-9", ma=7)
    now = here((odd, "e1940"), weather="storm", options={"ma-bonus-order": letter})
    assert allowance(now, now.pieces["ge-9"], strategic=True) == strategic
    poor = here(
        (odd, "e1940"),
        weather="storm",
        options={"ma-bonus-order": letter},
        marks={"ge-9": {"isolated": True}},
    )
    assert allowance(poor, poor.pieces["ge-9"]) == isolated
    inquiry = Inquiry(poor)
    allowance(inquiry, poor.pieces["ge-9"])
    assert [s.rule for s in inquiry.steps] == (
        ["8.21", "4.12", "22.22"] if letter == "A" else ["8.21", "22.22", "4.12"]
    )


def test_a_reduced_unit_has_the_allowance_of_its_other_side() -> None:
    slow = unit("us-9", ma=8, reduced_ma=5)
    now = here((slow, "e1940 reduced"))
    assert allowance(now, now.pieces["us-9"]) == 5


# --- who may move -----------------------------------------------------------------------------------------


def test_a_unit_moves_once_in_an_activation() -> None:
    now = here((US, "e1940"))
    after = done(now, Move("us-1", ("e1941", "e1942")))
    assert after.pieces["us-1"].space == "e1942"
    assert after.text("began", "us-1") == "e1940"
    assert after.flag("moved", "us-1")
    assert after.flag("acted-turn", "us-1")
    assert barred(after, Move("us-1", ("e1943",))) == ["8.11"]
    assert offered(after, Move) == set()


@pytest.mark.parametrize("marker", ["pinned", "scattered"])
def test_pinned_and_scattered_units_do_not_move(marker: str) -> None:
    now = here((US, "e1940"), marks={"us-1": {marker: True}})
    assert barred(now, Move("us-1", ("e1941",))) == ["8.22"]
    assert not list(movers(now))


def test_a_unit_that_refitted_does_not_move() -> None:
    now = here((US, "e1940"), marks={"us-1": {"refitted": True}})
    assert barred(now, Move("us-1", ("e1941",))) == ["21.22"]


def test_only_active_units_of_the_side_that_acts_move_in_the_movement_part() -> None:
    assert barred(here((US, "e1940"), active=[], marks={"us-1": {"active": False}}), Move("us-1", ("e1941",)))
    assert barred(here((GE, "e1940"), marks={"ge-1": {"active": True}}), Move("ge-1", ("e1941",)))
    assert barred(here((US, "e1940"), part="combat"), Move("us-1", ("e1941",)))
    assert barred(here((US, "e1940")), Move("us-7", ("e1941",))) == ["8.11"]
    assert barred(here((US, "e1940")), Move("us-1", ())) == ["8.11"]


def test_re_units_move_too() -> None:
    now = here((US, "e1940"), kind="re", marks={"us-1": {"re": True}})
    assert barred(now, Move("us-1", ("e1941",))) == []


def test_movers_are_the_active_ones() -> None:
    now = here((US, "e1940"), (TRUCK, "e1740"), (GE, "e2340"), active=["us-2", "ge-1"])
    assert [p.uid for p in movers(now)] == ["us-2"]
    assert not list(movers(here((US, "e1940"), part="combat")))
    assert not list(movers(here((US, "e1940"), phase="end")))


def test_the_hq_of_a_corps_activation_waits_for_its_divisions() -> None:
    chief = hq("us-9", "us-v", size="corps")
    for group, ids in (("infantry", ["us-1"]), ("armored", ["us-1"]), ("corps", ["us-1", "us-9"])):
        now = here((US, "e1940"), (chief, "e1740"), kind="corps", corps_hq="us-9", corps_group=group)
        assert [p.uid for p in movers(now)] == ids


# --- paths ------------------------------------------------------------------------------------------------


def test_hexes_must_follow_each_other() -> None:
    assert barred(here((US, "e1940")), Move("us-1", ("e1942",))) == ["8.11"]
    assert barred(here((US, "e1940")), Move("us-1", ("landing-sword",))) == ["8.11"]
    assert barred(here((US, "e1940")), Move("us-1", ("nowhere",))) == ["8.11"]


def test_mps_run_out() -> None:
    way = tuple(f"e19{n}" for n in range(41, 47))
    assert barred(here((US, "e1940")), Move("us-1", way)) == []
    slow = unit("us-1", ma=5)
    assert barred(here((slow, "e1940")), Move("us-1", way)) == ["8.12"]


def test_no_unit_enters_a_hex_with_enemy_units_of_any_kind() -> None:
    assert barred(here((US, "e1940"), (unit("ge-2", "flak"), "e1941")), Move("us-1", ("e1941",))) == ["8.14"]
    assert barred(here((TRUCK, "e1940"), (GE, "e1941")), Move("us-2", ("e1941",))) == ["8.14"]


def test_every_fault_of_a_path_is_told() -> None:
    on = board(BLOCK, terrain={"e1941": "marsh", "e1942": "sea"}, sides={"e1940/e1941": "bluff"})
    tank = unit("us-4", "armor", armor=3)
    now = situation(on, (tank, "e1940"))
    assert barred(now, Move("us-4", ("e1941", "e1942"))) == ["8.42", "8.43", "8.46"]


# --- zones of control -------------------------------------------------------------------------------------


def test_entering_an_enemy_zoc_costs_one_and_stops() -> None:
    now = here((US, "e1944"), (GE, "e1940"))
    inquiry = look(now, Move("us-1", ("e1943", "e1942", "e1941")))
    assert not inquiry.violations
    assert "4 MP of 6 MP" in inquiry.steps[-1].text
    assert {"11.11", "11.12"} <= {s.rule for s in inquiry.steps}
    assert barred(here((US, "e1942"), (GE, "e1940")), Move("us-1", ("e1941", "e1942"))) == ["11.12"]


def test_a_unit_needs_the_mps_for_the_zoc() -> None:
    slow = unit("us-1", ma=3)
    assert barred(here((slow, "e1944"), (GE, "e1940")), Move("us-1", ("e1943", "e1942", "e1941"))) == ["8.12"]


def test_leaving_an_enemy_zoc_costs_one() -> None:
    now = here((US, "e1941"), (GE, "e1940"))
    inquiry = look(now, Move("us-1", ("e1942",)))
    assert "11.13" in {s.rule for s in inquiry.steps}
    assert "2 MP of 6 MP" in inquiry.steps[-1].text


def test_foot_units_do_not_go_from_zoc_to_zoc_but_around() -> None:
    now = here((US, "e1941"), (GE, "e1940"))
    assert barred(now, Move("us-1", ("e1841",))) == ["11.13"]
    around = Move("us-1", ("e1842", "e1741", "e1740", "e1840"))
    assert barred(now, around) == []
    slow = unit("us-1", ma=5)
    assert barred(here((slow, "e1941"), (GE, "e1940")), around) == ["8.12"]


def test_motorized_units_go_from_zoc_to_zoc_and_stop() -> None:
    now = here((TRUCK, "e1941"), (GE, "e1940"))
    inquiry = look(now, Move("us-2", ("e1841",)))
    assert not inquiry.violations
    assert "3 MP of 8 MP" in inquiry.steps[-1].text
    assert barred(now, Move("us-2", ("e1841", "e1840"))) == ["11.12"]
    poor = here((unit("us-2", "motorized", ma=2), "e1941"), (GE, "e1940"))
    assert barred(poor, Move("us-2", ("e1841",))) == ["8.12"]


def test_bicycles_are_foot_units_there() -> None:
    bike = unit("ge-2", marks=("bicycle",))
    now = here((bike, "e1941"), (US, "e1940"), side="german")
    assert barred(now, Move("ge-2", ("e1841",))) == ["11.13"]


def test_support_units_enter_a_zoc_only_onto_a_friendly_combat_unit() -> None:
    alone = here((AT, "e1942"), (GE, "e1940"))
    assert barred(alone, Move("us-3", ("e1941",))) == ["11.14"]
    joined = here((AT, "e1942"), (US, "e1941"), (GE, "e1940"))
    assert barred(joined, Move("us-3", ("e1941",))) == []
    with_support = here((AT, "e1942"), (unit("us-5", "anti-tank"), "e1941"), (GE, "e1940"))
    assert barred(with_support, Move("us-3", ("e1941",))) == ["11.14"]
    chief = here((hq("us-9", "us-1"), "e1942"), (GE, "e1940"))
    assert barred(chief, Move("us-9", ("e1941",))) == ["11.14"]


@pytest.mark.parametrize(("marker", "section"), [("disorder", "13.12"), ("isolated", "22.24")])
def test_disordered_and_isolated_units_keep_out_of_zocs(marker: str, section: str) -> None:
    now = here((TRUCK, "e1942"), (GE, "e1940"), marks={"us-2": {marker: 1 if marker == "disorder" else True}})
    assert barred(now, Move("us-2", ("e1941",))) == [section]
    assert barred(now, Move("us-2", ("e1943",))) == []


def test_support_units_project_nothing_to_stop_for() -> None:
    now = here((US, "e1943"), (unit("ge-2", "anti-tank"), "e1940"))
    assert barred(now, Move("us-1", ("e1942", "e1941", "e1841"))) == []


# --- roads and stacks -------------------------------------------------------------------------------------

WAY = ("e1941", "e1942", "e1943")
ROADS = ["e1940/e1941", "e1941/e1942", "e1942/e1943"]
MARSH = board(BLOCK, terrain=dict.fromkeys(WAY, "marsh"), roads=ROADS)


def test_armor_on_a_marsh_road_is_stopped_by_two_friendly_units() -> None:
    """8.46, first example."""
    tank = unit("us-4", "armor", armor=3)
    at = unit("us-5", "anti-tank")
    open_ = situation(MARSH, (tank, "e1940"), (US, "e1941"))
    assert barred(open_, Move("us-4", WAY)) == []
    full = situation(MARSH, (tank, "e1940"), (US, "e1941"), (at, "e1941"))
    assert barred(full, Move("us-4", WAY[:1])) == ["8.46"]
    foot = situation(MARSH, (unit("us-6"), "e1940"), (US, "e1941"), (at, "e1941"))
    assert barred(foot, Move("us-6", WAY[:1])) == []


def test_congestion_is_paid_by_road_only() -> None:
    on = board(BLOCK, terrain=dict.fromkeys(WAY, "bocage"), roads=ROADS)
    now = situation(on, (TRUCK, "e1940"), (US, "e1942"))
    inquiry = look(now, Move("us-2", WAY))
    assert "4 MP of 8 MP" in inquiry.steps[-1].text
    assert "8.46" in {s.rule for s in inquiry.steps}
    plain = look(here((US, "e1940"), (unit("us-5"), "e1941")), Move("us-1", ("e1941", "e1942")))
    assert "2 MP of 6 MP" in plain.steps[-1].text


def test_the_stack_in_which_a_unit_ends_must_be_legal() -> None:
    two = [(unit(f"us-c{n}"), "e1941") for n in range(2)]
    each = {"stacking-moment": "B"}
    assert barred(here((US, "e1940"), *two, options=each), Move("us-1", ("e1941",))) == ["9.12"]
    assert barred(here((US, "e1940"), *two), Move("us-1", ("e1941", "e1942"))) == []
    on = board(BLOCK, roads=ROADS)
    three = [(unit(f"us-s{n}", "anti-tank"), "e1942") for n in range(3)]
    full = situation(on, (AT, "e1940"), *three, options=each)
    assert barred(full, Move("us-3", ("e1941", "e1942"))) == ["9.13"]
    assert barred(situation(on, (US, "e1940"), two[0]), Move("us-1", ("e1941",))) == []


# --- the map edge -----------------------------------------------------------------------------------------


def test_a_unit_leaves_the_map_for_good() -> None:
    south = board(hexes(38, 42, 1, 4))
    now = situation(south, (US, "e0240"))
    assert barred(now, Move("us-1", ("left",))) == ["8.13"]
    after = done(now, Move("us-1", ("e0140", "left")))
    assert after.pieces["us-1"].space == terms.LEFT
    assert barred(after, Move("us-1", ("e0140",))) == ["7.3", "8.13"]


def test_an_hq_that_leaves_is_lost_to_its_formation() -> None:
    south = board(hexes(38, 42, 1, 4))
    own = unit("us-5", division="us-1")
    now = situation(south, (hq("us-9", "us-1"), "e0140"), (own, "e0340"))
    after = done(now, Move("us-9", ("left",)))
    assert after.pieces["us-9"].space == terms.LEFT
    assert after.flag("re", "us-5")


def test_leaving_needs_mps_and_a_free_hex() -> None:
    south = board(hexes(38, 42, 1, 4))
    slow = unit("us-1", ma=1)
    assert barred(situation(south, (slow, "e0240")), Move("us-1", ("e0140", "left"))) == ["8.12"]
    watched = situation(south, (US, "e0240"), (GE, "e0139"))
    assert barred(watched, Move("us-1", ("e0140", "left"))) == ["11.12", "11.13"]
    truck = situation(south, (TRUCK, "e0140"), (GE, "e0139"))
    inquiry = look(truck, Move("us-2", ("left",)))
    assert not inquiry.violations
    assert "2 MP of 8 MP" in inquiry.steps[-1].text
    assert barred(truck, Move("us-2", ("left", "e0141"))) == ["8.11", "8.13"]


# --- all options are legal --------------------------------------------------------------------------------


def test_options_are_legal_and_complete_for_one_step() -> None:
    on = board(BLOCK, terrain={"e1941": "marsh", "e1840": "sea"}, sides={"e1940/e2040": "bluff"})
    now = situation(on, (TRUCK, "e1940"), (GE, "e1937"), (US, "e1742"), active=["us-2"])
    found = offered(now, Move)
    assert found
    assert all(barred(now, action) == [] for action in found)
    assert Move("us-2", ("e2041",)) in found
    assert Move("us-2", ("e1941",)) in found
    assert not {Move("us-2", ("e1840",)), Move("us-2", ("e2040",))} & found


def test_where_a_unit_began_is_kept() -> None:
    now = here((US, "e1940"), marks={"us-1": {"began": "e1939"}})
    assert done(now, Move("us-1", ("e1941",))).text("began", "us-1") == "e1939"


def test_what_lets_a_unit_pass_is_told() -> None:
    def rules(now: Position, action: Move) -> set[str]:
        inquiry = look(now, action)
        assert not inquiry.violations
        return {s.rule for s in inquiry.steps}

    for side in ("bluff", "cliff"):
        on = board(BLOCK, sides={"e1940/e1941": side})
        assert "8.43" in rules(situation(on, (unit("us-1", "ranger"), "e1940")), Move("us-1", ("e1941",)))
    bridged = board(BLOCK, sides={"e1940/e1941": "major-river"}, roads=["e1940/e1941"])
    assert {"8.43", "8.45"} <= rules(situation(bridged, (TRUCK, "e1940")), Move("us-2", ("e1941",)))
    steep = board(BLOCK, sides={"e1940/e1941": "bluff"}, roads=["e1940/e1941"])
    assert {"8.43", "8.45"} <= rules(situation(steep, (TRUCK, "e1940")), Move("us-2", ("e1941",)))
    joined = here((AT, "e1942"), (US, "e1941"), (GE, "e1940"))
    assert {"9.11", "11.14"} <= rules(joined, Move("us-3", ("e1941",)))
