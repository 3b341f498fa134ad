from __future__ import annotations

from typing import Any

import pytest

from adjudicator.errors import MalformedAction
from adjudicator.june_six import GAME
from adjudicator.june_six import questions_movement as asks
from adjudicator.position import Position
from adjudicator.questions import Asking, Question, read_question
from adjudicator.ruling import Ruling
from tests.june_six.build import board, hexes, hq, situation, unit

RIVER = "e1940/e2040"
ON = board(
    hexes(34, 46, 14, 28),
    sides={RIVER: "major-river", "e1941/e2041": "major-river"},
    roads=[RIVER],
    features={"e1840": {"strongpoint": True}},
)


def here(**kinds: Any) -> Position:
    return situation(
        ON,
        (unit("us-1", division="us-1", corps="us-v"), "e1941"),
        (hq("us-hq", "us-1", corps="us-v"), "e1740"),
        (unit("ge-1"), "e2139"),
        (unit("ge-2", "flak"), "e2243"),
        **kinds,
    )


def ask(question: Question, position: Position | None = None) -> Ruling:
    return question.answer(Asking(GAME, position or here()))


def test_legal() -> None:
    assert ask(asks.Legal(unit="us-1")).answer["mp"] == 6
    assert ask(asks.Legal(unit="us-1", to="E1942")).ok
    assert not ask(asks.Legal(unit="us-1", to="E2745")).ok


def test_reach() -> None:
    found = ask(asks.Reach(area="E1942"))
    assert set(found.answer) == {"us-1", "us-hq"}
    assert set(ask(asks.Reach(area="E2239", side="german")).answer) == {"ge-1", "ge-2"}
    with pytest.raises(MalformedAction):
        ask(asks.Reach(area="E1942", side="nobody"))


def test_cost() -> None:
    assert ask(asks.Cost(unit="us-1", area="E1941", to="E1942")).answer == {"legal": True, "half_mp": 2}


def test_strategic() -> None:
    assert not ask(asks.Strategic(unit="us-1")).ok
    assert not ask(asks.Strategic(unit="us-1", to="E1942"), here(turn=5)).ok


def test_zoc() -> None:
    found = ask(asks.Zoc(subject="e2040"))
    assert found.answer == {"zoc": True, "uncontested": True}
    assert ask(asks.Zoc(subject="E1841", side="german")).answer == {"zoc": True, "uncontested": True}
    assert ask(asks.Zoc(subject="E2745")).answer == {"zoc": False, "uncontested": False}
    assert len(ask(asks.Zoc(subject="us-1")).answer) == 6
    assert ask(asks.Zoc(subject="ge-2")).answer == []
    off = situation(ON, (unit("us-1"), "eliminated"))
    assert ask(asks.Zoc(subject="us-1"), off).answer == []
    joined = situation(ON, (unit("us-1"), "e2040"), (unit("ge-1"), "e2139"))
    assert ask(asks.Zoc(subject="e2040"), joined).answer == {"zoc": True, "uncontested": False}


def test_stack() -> None:
    assert ask(asks.Stack(area="E1941", adding=("us-hq",))).ok


def test_distance() -> None:
    found = ask(asks.Distance(area="E2540", to="E1837"))
    assert {**found.answer, "around": len(found.answer["around"])} == {
        "distance": 7, "both_ends": 8, "adjacent": False, "around": 6,
    }  # fmt: skip
    assert ask(asks.Distance(area="E1940", to="E2040")).answer["adjacent"]
    with pytest.raises(MalformedAction):
        ask(asks.Distance(area="E1940", to="landing-sword"))


def test_control() -> None:
    assert ask(asks.Control(area="E1840")).answer == {
        "side": "german",
        "strongpoint": True,
        "engineers": False,
    }
    held = here(facts={("engineers", "e2640"): "held", ("control", "e2640"): "allied"})
    assert ask(asks.Control(area="E2640"), held).answer["engineers"]
    with pytest.raises(MalformedAction):
        ask(asks.Control(area="eliminated"))


def test_crossing() -> None:
    found = ask(asks.Crossing(unit="us-1", area="E1941", to="E2041"))
    assert found.ok
    assert found.answer["helper"] == "us-hq"
    assert ask(asks.Crossing(unit="us-1", area="E1941", to="E2041", assault=True)).steps[-1].rule == "20.33"
    assert ask(asks.Crossing(unit="us-1", area="E1940", to="E2040")).steps[-1].text == "a bridge stands there"
    assert ask(asks.Crossing(unit="us-1", area="E1941", to="E1942")).ok
    assert not ask(asks.Crossing(unit="ge-2", area="E1941", to="E2041")).ok
    own = situation(ON, (unit("br-1", "commando"), "e1941"))
    assert ask(asks.Crossing(unit="br-1", area="E1941", to="E2041"), own).answer["helper"] == "own"
    with pytest.raises(MalformedAction):
        ask(asks.Crossing(unit="us-1", area="E1941", to="E2142"))


def test_bridge() -> None:
    found = ask(asks.Bridge(area="E1940", to="E2040"))
    assert found.answer == {"stands": True, "by": {"us-hq": ""}}
    built = ask(asks.Bridge(area="E1941", to="E2041", by="us-hq"))
    assert built.answer == {"stands": False, "by": {"us-hq": "build"}}
    near = situation(ON, (hq("us-hq", "us-1"), "e1740"), (unit("ge-1"), "e2141"))
    refused = ask(asks.Bridge(area="E1941", to="E2041", by="us-hq"), near)
    assert [v.rule for v in refused.violations] == ["20.51"]
    held = situation(ON, (unit("us-1"), "e1940"), (hq("us-hq", "us-1"), "e1740"))
    assert ask(asks.Bridge(area="E1940", to="E2040"), held).answer["by"] == {"us-hq": "automatic"}
    free = situation(ON, (hq("us-hq", "us-1"), "e1740"))
    assert ask(asks.Bridge(area="E1941", to="E2041"), free).answer["by"] == {"us-hq": "build"}


def test_every_verb_is_there() -> None:
    verbs = {q.__name__.casefold() for q in asks.QUESTIONS}
    assert verbs >= {
        "legal",
        "reach",
        "stack",
        "zoc",
        "control",
        "distance",
        "crossing",
        "bridge",
        "strategic",
    }


def test_hexes_that_the_book_does_not_name_lie_where_we_put_them() -> None:
    at = GAME.scenario("campaign")
    named = read_question(GAME.questions["distance"], {"area": "E2540", "to": "E1837"})
    assert not named.answer(Asking(GAME, at)).sources
    ours = read_question(GAME.questions["distance"], {"area": "E2540", "to": "W3222"})
    ruling = ours.answer(Asking(GAME, at))
    assert [str(used) for used in ruling.sources] == ["place of W3222 Ste-Mère-Église"]
    assert any("our placement" in step.text for step in ruling.steps)
