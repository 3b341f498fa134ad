"""The verbs of June 6 and of companies: exact chances, every step, the worked examples."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from adjudicator.battle_for_normandy import GAME
from adjudicator.errors import BocageError
from adjudicator.position import Position
from adjudicator.questions import Asking, read_question
from adjudicator.ruling import Ruling
from tests.battle_for_normandy import build, june_6

GOLD = june_6.gold()


def _ask(here: Position, verb: str, **words: Any) -> Ruling:
    cls = GAME.questions[verb]
    return read_question(cls, words).answer(Asking(GAME, here, "referee"))


def test_drop_of_a_pathfinder_by_dice_and_by_chance() -> None:
    finder = build.unit("us-82-pf", "pathfinder", entry=("a4218",), division="us-82")
    board = build.board(build.around("a4218", "a4219"), terrain={"a4219": "flooded"})
    here = june_6.night("pathfinders", board, (finder, "a4218"))
    assert _ask(here, "drop", unit="us-82-pf", dice=[4, 5]).answer == "a4118"
    chances = _ask(here, "drop", unit="us-82-pf").answer
    assert sum(map(Fraction, chances.values())) == 1
    assert chances["a4218"] == "1/2"


def test_drop_of_a_battalion() -> None:
    finder = june_6.named("505 Pathfinder", "us-82-pf", "pathfinder", division="us-82")
    battalion = june_6.named("1/505", "us-505", "para", division="us-82")
    line = [f"a41{column:02d}" for column in range(10, 26)]
    here = june_6.night(
        "drop", build.board(build.around(*line)), (finder, "a4118"), (battalion, "airborne-us-82")
    )
    answer = _ask(here, "drop", unit="us-505").answer
    assert sum(Fraction(c) for c, _ in answer["hexes"].values()) == 1
    alone = june_6.night("drop", GOLD, (battalion, "airborne-us-82"))
    with pytest.raises(BocageError):
        _ask(alone, "drop", unit="us-505")


def test_glider() -> None:
    box = ("airborne-us-82",)
    unit = build.unit("us-325", "glider", division="us-82", arrival=6, entry=box)
    finder = build.unit("us-82-pf", "pathfinder", division="us-82")
    board = build.board(build.around("a4118", radius=2))
    here = build.situation(board, (unit, "turn-track"), (finder, "a4118"), date=6, time="pm")
    ruling = _ask(here, "glider", unit="us-325", to="A4117")
    assert ruling.ok
    assert ruling.answer == {"legal": True, "survival": "4/5"}


def test_landing() -> None:
    here = june_6.invasion(1, GOLD, (build.unit("br-d", "dd-co"), "c1728"), step="landing")
    ruling = _ask(here, "landing", beach="King Red")
    assert set(ruling.answer["expected"]) == {"c1829", "c1928"}
    assert _ask(here, "landing", beach="C1829").answer == ruling.answer
    with pytest.raises(BocageError):
        _ask(here, "landing", beach="brighton")


def test_volley() -> None:
    stack = [(build.unit(f"br-c{n}", "co"), "c1829") for n in (1, 2, 3)]
    support = [(build.unit(f"br-v{n}", "avre"), "c1829") for n in (1, 2)]
    here = june_6.invasion(
        1, GOLD, (build.unit("ge-sp", "sp", as_=2), "c1929"), *stack, *support, step="german-fire"
    )
    ruling = _ask(here, "volley", target="C1829", units=["ge-sp"])
    assert ruling.answer == {"hit": 5, "chance": "1/2", "losses": ["br-c1", "br-c2", "br-c3"]}
    assert any(step.rule == "18.4" and step.value == 3 for step in ruling.steps)
    assert not _ask(here, "volley", target="C1929", units=["ge-sp"]).ok
    with pytest.raises(BocageError):
        _ask(here, "volley", target="C1829", units=[])


def test_dives_pegasus_battery_regroup_and_march() -> None:
    here = june_6.invasion(3, GOLD, (build.unit("ge-b", "battery"), "c2029"), step="regroup")
    assert _ask(here, "dives", points=2).answer["Varaville"] == "1"
    assert not _ask(here, "dives", points=3).ok
    assert _ask(here, "pegasus").answer == "1/2"
    assert _ask(here, "battery", unit="ge-b", at="C1729").answer is True
    assert _ask(here, "battery", unit="ge-b", at="C1829").answer is False  # too near (12.5.3)
    assert _ask(here, "regroup").answer == ["Gold has no Beachhead yet"]
    assert not _ask(here, "june-6-march", unit="ge-b", path=["C2028"]).ok


def test_strongpoints() -> None:
    here = build.situation(GOLD, (build.unit("ge-sp", "sp"), "pool"), phase="set-up", side="german", date=6)
    assert "c1929" in _ask(here, "strongpoints", subject="gold").answer["gold"]
    assert _ask(here, "strongpoints", subject="ge-sp", to="C1929").answer is True
    assert _ask(here, "strongpoints", subject="ge-sp", to="C1928").answer is False
    alone = build.situation(GOLD, (build.unit("ge-sp", "sp"), "c2029"), date=8)
    assert _ask(alone, "strongpoints", subject="ge-sp").answer is True


def test_breakdown_and_combine() -> None:
    unit = build.unit("us-1")
    here = build.situation(GOLD, (unit, "c2029"), *june_6.pool("us-c"))
    assert _ask(here, "breakdown", unit="us-1").answer == {"legal": True, "companies": 3}
    assert not _ask(build.situation(GOLD, (unit, "c2029 reduced")), "breakdown", unit="us-1").ok
    reduced = build.situation(GOLD, (unit, "c2029 reduced"), (build.unit("us-c1", "co"), "c2029"))
    assert _ask(reduced, "combine", unit="us-1", companies=["us-c1"]).answer == {
        "legal": True,
        "status": "full",
    }
    assert not _ask(reduced, "combine", unit="us-1", companies=[]).ok


def test_a_hidden_strongpoint_gives_a_range_of_chances() -> None:
    hidden = build.unit("ge-sp", "sp", as_=None, ds=None)
    here = june_6.invasion(
        1, GOLD, (hidden, "c1929"), (build.unit("br-c", "co"), "c1829"), step="german-fire"
    )
    ruling = _ask(here, "volley", target="C1829", units=["ge-sp"])
    assert ruling.verdict == "It hits with 10.0 % to 40.0 %."
    assert any(step.rule == "18.9.1" for step in ruling.steps)
