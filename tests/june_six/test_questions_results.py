"""The verbs about combat results: losses, allocation, retreats, and what follows a combat."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.errors import MalformedAction
from adjudicator.june_six import GAME
from adjudicator.position import Position
from adjudicator.questions import Asking, read_question
from adjudicator.ruling import Ruling
from tests.june_six.build import hq, unit
from tests.june_six.fighting import HERE, SOUTH, fight, ground, table


def ask(at: Position, verb: str, **args: Any) -> Ruling:
    """Ask as the command line would."""
    found = {k: list(v) if isinstance(v, tuple) else v for k, v in args.items()}
    return read_question(GAME.questions[verb], found).answer(Asking(GAME, at))


US, GE = (unit("us-1", cohesion=6), SOUTH), (unit("ge-1", cohesion=4), HERE)


def test_losses() -> None:
    at = fight(US, (unit("ge-1", steps=1), HERE), marks={"us-1": {"disorder": 1}, "ge-1": {"disorder": 2}})
    found = ask(at, "losses", units=("us-1", "ge-1"), result="Dis 1")
    assert found.answer["us-1"] == {
        "disorder": 2,
        "steps_lost": 0,
        "eliminated": False,
        "becomes": "bears Disorder-2",
    }
    assert found.answer["ge-1"]["eliminated"]
    assert {"13.13", "13.14", "13.21"} <= set(found.rules)
    assert ask(at, "losses", units=("us-1",), result="reduced").answer["us-1"]["becomes"] == "is reduced"
    with pytest.raises(MalformedAction):
        ask(at, "losses", units=("us-1",), result="dead")


def test_losing_an_hq_tells_what_follows() -> None:
    at = fight((hq("us-hq", "us-1", steps=2), SOUTH), (unit("us-1", division="us-1"), SOUTH))
    found = ask(at, "losses", units=("us-hq",), result="reduced")
    assert "6.17" in found.rules


def test_allocation() -> None:
    at = fight(US, (unit("us-2", cohesion=4), SOUTH), (unit("us-3", cohesion=4), "e1841"))
    found = ask(at, "allocation", with_units=("us-1", "us-2", "us-3"), results=("B Dis-1", "D Reduced"))
    assert found.answer == [{"us-1": "reduced", "us-2": "dis-1", "us-3": "dis-1"}]
    found = ask(at, "allocation", area=SOUTH, results=("all reduced",))
    assert found.answer == [{"us-1": "reduced"}, {"us-2": "reduced"}]
    assert found.verdict == "2 ways to suffer all reduced."
    one = ask(at, "allocation", area=SOUTH, results=("E dis-1",), take=("us-1=dis-1",))
    assert one.verdict == "Illegal."
    assert ask(at, "allocation", area=SOUTH, results=("E dis-1",), take=("us-2=dis-1",)).ok
    for wrong in ("G dis-1", "A dead"):
        with pytest.raises(MalformedAction):
            ask(at, "allocation", area=SOUTH, results=(wrong,))
    with pytest.raises(MalformedAction):
        ask(at, "allocation", results=("A dis-1",))


def test_allocation_of_a_single_unit() -> None:
    found = ask(fight(US), "allocation", with_units=("us-1",), results=("C dis-1", "E reduced"), enemy=5)
    assert found.answer == [{}]
    assert "13.73" in found.rules


def test_retreats() -> None:
    at = fight(US, GE, (unit("ge-2"), HERE))
    found = ask(at, "retreats", unit=HERE, stack=True)
    assert {"hexes": ["e2040"], "reduced": 0} in found.answer["ge-1, ge-2"]
    assert {"hexes": ["e1939", "e1938"], "reduced": 1} in found.answer["ge-1, ge-2"]
    assert set(ask(at, "retreats", unit=HERE).answer) == {"ge-1", "ge-2"}
    assert ask(at, "retreats", unit="ge-1", to=("e2040",)).ok
    assert ask(at, "retreats", unit="ge-1", to=("e1840",)).reasons == ("E1840 is occupied by us-1 (8.14)",)
    assert not ask(at, "retreats", unit="ge-1", hexes=2, to=("e2040",)).ok
    with pytest.raises(MalformedAction):
        ask(at, "retreats", unit="e1740")


def test_advance(monkeypatch: pytest.MonkeyPatch) -> None:
    table(monkeypatch, advance="mandatory", breakthrough=True)
    tank = unit("us-2", "armor", armor=2)
    at = fight(US, GE, (tank, "e1841"), (unit("us-3"), "e1841"), marks={"us-3": {"disorder": 1}})
    found = ask(at, "advance", area=HERE, with_units=("us-1", "us-2", "us-3"), roll=9)
    assert found.answer == {
        "may": ["us-1", "us-2"],
        "must": ["us-1", "us-2"],
        "two_hexes": ["us-2"],
        "advance": "mandatory",
    }
    one = ask(at, "advance", area=HERE, with_units=("us-1", "us-2", "us-3"), roll=9, unit="us-3")
    assert [v.rule for v in one.violations] == ["13.41"]
    with pytest.raises(MalformedAction):
        ask(at, "advance", area=HERE, roll=9, modes=("stand", "assault"))


def test_ambush() -> None:
    at = fight(US, GE, on=ground(terrain={HERE: "bocage"}))
    assert ask(at, "ambush", area=HERE).answer == {"ambush": True, "chances": {"us-1": "3/10"}}  # 7, 8, 9
    assert not ask(at, "ambush", area=HERE, modes=("probe", "stand")).answer["ambush"]
    assert not ask(fight(US, GE), "ambush", area=HERE).answer["ambush"]


def test_breakthrough() -> None:
    tank = (unit("us-2", "armor", armor=2), "e1841")
    at = fight(US, tank, GE, (unit("ge-2"), "e1942"))
    found = ask(at, "breakthrough", area=HERE, with_units=("us-1", "us-2"))
    assert found.answer == {"us-2": [HERE]}
    at = fight(US, (tank[0], "e1941"), GE, (unit("ge-2"), "e1942"))
    assert ask(at, "breakthrough", area=HERE, with_units=("us-2",)).answer == {"us-2": [HERE, "e1942"]}


def test_rout() -> None:
    at = fight((unit("us-1"), "e1739"), GE, (unit("us-2"), "e1941"))
    found = ask(at, "rout", area=HERE, with_units=("us-1",), roll=-1, vacated=(SOUTH,))
    assert found.answer == {"rout": True, "advances": [["ge-1", SOUTH]], "attacks": {"ge-1": ["e1941"]}}
    assert not ask(at, "rout", area=HERE, with_units=("us-1",), roll=1).answer["rout"]
    assert not ask(at, "rout", area=HERE, with_units=("us-1",), roll=0, modes=("assault", "retreat")).answer[
        "rout"
    ]


def test_counterattack() -> None:
    at = fight(
        (unit("us-1"), HERE), (unit("us-2"), "e1842"), (unit("ge-1"), "e2040"), (unit("ge-2"), "e1941")
    )
    found = ask(at, "counterattack", area=HERE, retreated=("ge-1",))
    assert found.answer == {"possible": True, "must": ["ge-1"], "may": ["ge-2"], "if_not_attacked": ["e1941"]}
    assert not ask(at, "counterattack", area=HERE, retreated=("ge-1",), hexes=2).answer["possible"]
    assert ask(at, "counterattack", area=HERE, eliminated=True).answer["possible"]
    assert not ask(at, "counterattack", area=HERE).answer["possible"]
    with pytest.raises(MalformedAction):
        ask(at, "counterattack", area="e1740")


def test_solitaire_modes() -> None:
    """Example j6-ex13."""
    found = read_question(GAME.questions["solitaire"], {"attack": "assault", "defence": "retreat"}).answer(
        Asking(GAME)
    )
    assert found.answer["attack_cup"] == {"assault": 2, "probe": 1}
    assert found.answer["defence_cup"] == {"retreat": 2, "stand": 1}
    assert found.answer["chances"] == {
        "assault retreat": "4/9",
        "assault stand": "2/9",
        "probe retreat": "2/9",
        "probe stand": "1/9",
    }
    with pytest.raises(MalformedAction):
        ask(fight(US), "solitaire", attack="stand", defence="retreat")


def test_each_question_shows_an_example() -> None:
    from adjudicator.june_six import questions_advance, questions_results

    for cls in (*questions_results.QUESTIONS, *questions_advance.QUESTIONS):
        assert f"adjudicator {cls.verb}" in (cls.__doc__ or "")
        assert GAME.questions[cls.verb] is cls
