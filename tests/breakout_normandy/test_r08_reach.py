"""Where one unit can go: costs, paths, refusals, the nearest alternative, rulings."""

from __future__ import annotations

from adjudicator.breakout_normandy import GAME
from adjudicator.breakout_normandy.r08_assault_duty import landing_duty
from adjudicator.breakout_normandy.r08_impulses import Activate
from adjudicator.breakout_normandy.r08_movement import Move
from adjudicator.breakout_normandy.r08_reach import alternative, reach, reach_ruling
from adjudicator.game import check
from adjudicator.position import Fact, Key
from tests.breakout_normandy.build_r1 import (
    ROAD,
    ROADS,
    area,
    box,
    edge,
    piece,
    play,
    position,
    river_board,
    road,
    zone,
)


def test_reach_with_costs_paths_and_drs() -> None:
    found = reach(road(piece("ge-1", "a"), allied=["c"]), "ge-1")
    assert {d.space: (d.cost, d.rolls) for d in found.destinations.values()} == {
        "b": (1, 0),
        "c": (3, 1),
        "d": (4, 2),
    }
    assert found.destinations["d"].path == ("b", "c", "d")
    assert found.left == 4


def test_reach_marks_the_assault_and_the_river() -> None:
    units = [piece("ge-1", "a"), piece("us-1", "r", "spent")]
    now = river_board(*units, facts={("control", "r"): "us", ("bridge", "a/r"): "destroyed"})
    found = reach(now, "ge-1")
    assert found.destinations["r"].duty[0] == "8.51"
    assert (found.destinations["r"].path, found.destinations["r"].cost) == (("r",), 4)


def test_every_destination_is_a_legal_move_and_costs_what_it_says() -> None:
    draft = GAME.scenario("d-day").draft()
    draft.set("phase", "daylight")
    draft.set("side", "german")
    now = play(draft.finish(), Activate("valognes"))
    for uid in ("ge-1058",):
        for place in reach(now, uid).destinations.values():
            ruling = check(now, Move(uid, place.path))
            assert ruling.ok
            assert ruling.steps[-1].value == place.cost


def test_reach_of_a_unit_that_may_not_move() -> None:
    found = reach(road(piece("ge-1", "a", "spent")), "ge-1")
    assert (found.destinations, [v.rule for v in found.faults]) == ({}, ["8.32"])
    fixed = reach(road(piece("ge-1", "a", type="coastal-artillery", mf=None)), "ge-1")
    assert [v.rule for v in fixed.faults] == ["8.373"]
    away = reach(road(piece("ge-1", "setup-card")), "ge-1")
    assert away.destinations == {}


def test_reach_before_anything_is_active() -> None:
    now = position(ROAD, ROADS, [piece("us-1", "b")])
    assert set(reach(now, "us-1").destinations) == {"a", "b", "c", "d"} - {"b"}


def test_rulings_about_reach() -> None:
    now = road(piece("ge-1", "a", mf=1), piece("us-1", "c"), allied=["c"])
    all_of_it = reach_ruling(now, "ge-1")
    assert (all_of_it.ok, all_of_it.verdict) == (True, "Unit ge-1 reaches 1 space.")
    assert all_of_it.answer["destinations"][0]["space"] == "b"
    there = reach_ruling(now, "ge-1", to="b")
    assert there.verdict == "Unit ge-1 reaches B for 1 MF."
    no = reach_ruling(now, "ge-1", to="c")
    assert no.verdict == "Unit ge-1 does not reach C. It gets as near as B."
    assert {"8.36D", "8.38"} <= set(no.rules)
    far = reach_ruling(now, "ge-1", to="d")
    assert [v.rule for v in far.violations] == ["8.33"]
    spent = reach_ruling(road(piece("ge-1", "a", "spent")), "ge-1", to="b")
    assert (spent.ok, spent.verdict) == (False, "Unit ge-1 may not move.")


def test_the_ruling_tells_of_assaults_and_drs() -> None:
    now = road(piece("ge-1", "a", mf=6), piece("us-1", "c"), allied=["c"])
    told = reach_ruling(now, "ge-1", to="c").verdict
    assert told == "Unit ge-1 reaches C for 5 MF; it must assault there; Air Interdiction drs on the way: 1."
    assert reach_ruling(now, "ge-1").answer["destinations"][-1]["mandatory"]


def test_the_nearest_alternative() -> None:
    now = road(piece("ge-1", "a", mf=2))
    found = reach(now, "ge-1")
    nearest = alternative(now.board, found, "d")
    assert nearest is not None
    assert nearest.space == "c"
    assert alternative(now.board, found, "nowhere") is None
    assert alternative(now.board, reach(road(piece("ge-1", "a", "d1")), "ge-1"), "b") is None


def test_reach_from_an_approach_box() -> None:
    spaces = [box("approach-x"), area("shore", beach="us"), area("inland"), zone("zone-a")]
    edges = [
        edge("approach-x", "shore", "landing"),
        edge("shore", "inland"),
        edge("inland", "zone-a", "arrow"),
    ]
    facts: dict[Key, Fact] = {("control", "shore"): "us"}
    now = position(spaces, edges, [piece("us-1", "approach-x")], facts, side="allied", active=["approach-x"])
    found = reach(now, "us-1")
    assert {d.space: d.cost for d in found.destinations.values()} == {"shore": 1, "inland": 3}
    assert found.refused["zone-a"][0].rule == "14.2"
    shut = position(spaces, edges, [piece("us-1", "approach-x")], side="allied", active=["approach-x"])
    assert reach(shut, "us-1").refused["shore"][0].rule == "19.3"
    assert landing_duty(shut, "shore") == ("", "")
