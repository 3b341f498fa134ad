"""The questions about mandatory attacks, results, losses, retreats, advances and fire."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.battle_for_normandy import GAME
from adjudicator.battle_for_normandy.questions.mandatory import Mandatory
from adjudicator.battle_for_normandy.questions.results import Advance, Fire, Losses, Result, Retreats
from adjudicator.errors import MalformedAction
from adjudicator.position import Position
from adjudicator.questions import Asking, Question
from adjudicator.ruling import Ruling
from tests.battle_for_normandy.build import hq, unit
from tests.battle_for_normandy.combat import EAST, NW, SE, SW, TARGET, combat
from tests.battle_for_normandy.test_r13_ships import duel

US, US_2 = unit("us-1", division="us-1"), unit("us-2", division="us-1")
GE, GE_2 = unit("ge-1", division="ge-352"), unit("ge-2", division="ge-352")


def ask(here: Position, question: Question) -> Ruling:
    """The ruling on a question of the referee."""
    return question.answer(Asking(GAME, here, "referee"))


def test_mandatory_of_a_side_and_of_a_unit() -> None:
    here = combat((US, TARGET), (GE, SE), (GE_2, EAST), sides={f"{TARGET}/{EAST}": "stream"})
    whole = ask(here, Mandatory())
    assert whole.answer["us-1"]["unmet"] == [SE]
    assert EAST in whole.answer["us-1"]["exempt"]
    assert ask(here, Mandatory(unit="us-1")).answer["hexes"] == [SE]
    owed = ask(here, Mandatory(unit="us-1", attacking="C2019"))
    assert owed.answer == {"owed": [SE], "exempt": True}
    free = combat((US, TARGET), (GE, SE), options={"22.5o": "B"})
    assert ask(free, Mandatory(unit="allied")).answer == {}
    assert ask(free, Mandatory(unit="us-1")).answer == {}


def test_mandatory_tells_what_cannot_be_attacked() -> None:
    tough = unit("ge-9", "panzer", ds=30, division="ge-21")
    told = ask(combat((US, NW), (tough, TARGET)), Mandatory())
    assert any("opponent will retreat" in step.text for step in told.steps)


def test_result_without_and_with_combined_arms() -> None:
    tank = unit("us-t", "tank", division="us-1")
    here = combat((US, NW), (tank, NW), (GE, TARGET))
    told = ask(here, Result(area="C2020", with_units=("us-1", "us-t"), roll=6))
    assert set(told.answer) == {"column", "drm", "plain", "combined"}
    weak = combat((US, NW), (unit("ge-9", ds=30), TARGET))
    assert not ask(weak, Result(area=TARGET, with_units=("us-1",), roll=6)).ok
    with pytest.raises(MalformedAction):
        ask(combat((US, NW)), Result(area=TARGET, with_units=("us-1",), roll=6))


def test_losses_of_a_hex_and_of_attackers() -> None:
    here = combat((US, NW), (US_2, NW), (GE, TARGET), (GE_2, TARGET))
    assert ask(here, Losses(area="C2020")).answer == [["ge-1"], ["ge-2"]]
    assert ask(here, Losses(with_units=("us-1", "us-2"), steps=2)).answer == [["us-1", "us-2"]]
    bad = ask(here, Losses(area=TARGET, steps=2, take=("ge-1", "ge-1")))
    assert [v.rule for v in bad.violations] == ["12.9"]
    assert ask(here, Losses(area=TARGET, steps=2, take=("ge-1", "ge-2"))).ok
    for nobody in (Losses(), Losses(area="c2219")):
        with pytest.raises(MalformedAction):
            ask(here, nobody)


def test_retreats_of_a_unit_and_of_a_stack() -> None:
    here = combat((US, NW), (GE, TARGET), (unit("ge-bat", "battery"), TARGET))
    assert [w["hex"] for w in ask(here, Retreats(unit="C2020")).answer] == [SE, SW]
    assert ask(here, Retreats(unit="ge-1", to="C2119")).ok
    assert [v.rule for v in ask(here, Retreats(unit="ge-1", to="C1919")).violations] == ["12.10"]
    assert not ask(here, Retreats(unit="ge-1", to="c2219")).ok
    assert ask(here, Retreats(unit="ge-bat")).answer == []
    with pytest.raises(MalformedAction):
        ask(here, Retreats(unit="c2219"))


def test_advance() -> None:
    at = unit("us-at", "at", division="us-1")
    here = combat((US, NW), (at, NW), (GE, TARGET), terrain={TARGET: "bocage"})
    both = ("us-1", "us-at")
    swept = Advance(area="C2020", with_units=both)
    assert ask(here, swept).answer == {"us-1": True, "us-at": False}
    left = Advance(area="C2020", with_units=both, retreated=True)
    assert ask(here, left).answer == {"us-1": False, "us-at": False}


def test_fire_at_a_hex_in_answer_and_at_a_ship() -> None:
    gun = unit("us-gun", "artillery", division="us-1", range=8)
    placed: tuple[Any, ...] = ((US, NW), (gun, "c1721"), (hq("us-1"), "c1821"), (GE, TARGET))
    here = combat(*placed)
    told = ask(here, Fire(gun="us-gun", target="C2020"))
    assert told.answer == {"legal": True, "hit_number": 4, "chance": "2/5", "csp": 1}
    assert not ask(here, Fire(gun="us-gun", target="C2020", counter_battery=True)).ok
    firing = combat(*placed, (unit("ge-gun", "artillery", division="ge-352"), TARGET))
    assert ask(firing, Fire(gun="us-gun", target="C2020", counter_battery=True)).ok
    poor = ask(combat(*placed, csp=0), Fire(gun="us-gun", target="C2020"))
    assert (poor.ok, poor.answer["legal"]) == (False, False)
    ship = ask(duel(), Fire(gun="ge-gun", target="us-bb"))
    assert ship.answer["may_return"] is True
    assert ship.answer["hit_number"] == 4


def test_the_verbs_are_known() -> None:
    assert {"mandatory", "result", "losses", "retreats", "advance", "fire"} <= set(GAME.questions)
