"""Sections 5.2 and 10.0 in words: the questions about movement and the map."""

from __future__ import annotations

import pytest

from adjudicator.battle_for_normandy import GAME
from adjudicator.battle_for_normandy.questions import map as places
from adjudicator.battle_for_normandy.questions import movement as moving
from adjudicator.errors import MalformedAction
from adjudicator.position import Fact, Position
from adjudicator.questions import Asking
from tests.battle_for_normandy.build import around, board, road, sides, situation, unit

HERE = "c3014"
MAP = board(
    around(HERE, radius=4),
    terrain={"c3013": "bocage", "c3015": "flooded"},
    roads=road("c3017", "c3016", HERE, "c3013", kind="highway"),
    sides=sides("c3014/c2913"),
)


def asked(*enemies: str, **facts: Fact) -> Asking:
    friends = [(unit("us-1"), HERE), (unit("us-2", "co"), HERE), (unit("us-3", "tank"), "c3113")]
    foes = [(unit(f"ge-{n}"), space) for n, space in enumerate(enemies)]
    here: Position = situation(MAP, *friends, *foes, facts={(k, ""): v for k, v in facts.items()})
    return Asking(GAME, here, "referee")


def test_legal_lists_every_hex_with_its_way_and_every_refusal() -> None:
    found = moving.Legal(unit="us-1").answer(asked("c2712"))
    assert found.answer["mp"] == 6
    assert {d["space"]: d["sixths"] for d in found.answer["destinations"]}["c2914"] == 6
    assert "occupied" in found.answer["refused"]["c2712"][0]
    assert all(d["path"][-1] == d["space"] for d in found.answer["destinations"])


def test_legal_to_one_hex_tells_the_way_or_every_reason() -> None:
    near = moving.Legal(unit="us-1", to="C2913").answer(asked())
    assert near.ok
    assert near.answer["destinations"]
    far = moving.Legal(unit="us-3", to="C3015").answer(asked())
    assert far.rules[-1] == "10.6"
    assert "gets as near as" in far.verdict
    barred = moving.Legal(unit="us-1", to="C3012").answer(asked("c3012"))
    assert "occupied" in str(barred.violations[0])


def test_legal_of_a_unit_that_may_not_move() -> None:
    here = situation(MAP, (unit("us-1"), HERE), marks={"us-1": {"moved": True}})
    found = moving.Legal(unit="us-1").answer(Asking(GAME, here, "referee"))
    assert [v.rule for v in found.violations] == ["10.1"]


def test_reach_lists_the_units_with_cost_and_path() -> None:
    found = moving.Reach(area="C2914", side="allied").answer(asked())
    assert set(found.answer) == {"us-1", "us-2", "us-3"}
    assert found.answer["us-1"] == {"sixths": 6, "path": ["c2914"]}
    with pytest.raises(MalformedAction):
        moving.Reach(area="C2914", side="nobody").answer(asked())


def test_cost_goes_step_by_step() -> None:
    found = moving.Cost(unit="us-1", path=("C2913", "C2912")).answer(asked())
    assert [s["sixths"] for s in found.answer["steps"]] == [18, 6]
    assert found.answer["sixths"] == 24
    both = moving.Cost(unit="us-1", path=("C3113", "C3112"), together=("us-2",)).answer(asked())
    assert both.ok
    wall = moving.Cost(unit="us-3", path=("C3114", "C3015")).answer(asked())
    assert not wall.answer["legal"]
    elsewhere = moving.Cost(unit="us-1", path=("C3111", "C3110")).answer(asked())
    assert elsewhere.answer["sixths"] == 6
    with pytest.raises(MalformedAction):
        moving.Cost(unit="us-1", path=()).answer(asked())


def test_slip_says_where_and_why_not() -> None:
    found = moving.Slip(unit="us-2").answer(asked("c2812"))
    assert found.answer == {"into": []}
    one = moving.Slip(unit="us-2", to="C3112").answer(asked("c3212"))
    assert one.answer == {"into": []}
    assert one.violations


def test_allowance_and_strategic() -> None:
    assert moving.Allowance(unit="us-3").answer(asked()).answer == {"mp": 10, "moves": True}
    found = moving.Strategic(unit="us-1").answer(asked())
    assert {d["space"] for d in found.answer["destinations"]} >= {"c3013"}
    close = moving.Strategic(unit="us-1").answer(asked("c3012"))
    assert {v.rule for v in close.violations} == {"10.8"}
    one = moving.Strategic(unit="us-1", to="C3013").answer(asked())
    assert one.ok


def test_zoc_of_a_hex_and_of_a_unit() -> None:
    found = places.Zoc(subject="C3014", side="allied").answer(asked("c3114"))
    assert found.answer == {"ezoc": True, "covered": False}
    assert places.Zoc(subject="C2812", side="allied").answer(asked("c3114")).answer["ezoc"] is False
    unit_ = places.Zoc(subject="us-1").answer(asked())
    assert len(unit_.answer) == 6


def test_stack_control_and_distance() -> None:
    assert places.Stack(area="C3014").answer(asked()).answer["points"] == 5
    assert not places.Stack(area="C3014", adding=("us-3",)).answer(asked()).ok
    assert places.Control(area="C3014").answer(asked()).answer["side"] == "allied"
    found = places.Distance(area="C3014", to="C3012").answer(asked())
    assert found.answer["distance"] == 2
    assert not found.answer["adjacent"]
    with pytest.raises(MalformedAction):
        places.Control(area="turn-track").answer(asked())
