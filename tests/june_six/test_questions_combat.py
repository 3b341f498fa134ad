"""Questions about combat, as a player asks them."""

from typing import Any

import pytest

from adjudicator.errors import MalformedAction
from adjudicator.june_six import GAME, questions_attackers, questions_combat
from adjudicator.june_six.r12_attack import Attack, CommitSupport
from adjudicator.position import Position
from adjudicator.questions import Asking, read_question
from adjudicator.ruling import Ruling
from tests.june_six import build
from tests.june_six.fighting import play

VERBS = {q.verb: q for q in (*questions_combat.QUESTIONS, *questions_attackers.QUESTIONS)}
HEXES = build.hexes(34, 46, 14, 24)


def stage(**more: Any) -> Position:
    """A regiment and tanks against a regiment."""
    on = build.board(
        HEXES,
        features={"e2040": {"coastal": True}},
        sides={"e1841/e1940": "major-river", "e1940/e1941": "cliff"},
    )
    return build.situation(
        on,
        (build.unit("us-1", division="us-1"), "e1840"),
        (build.unit("us-2", "armor", armor=3, division="us-1"), "e1840"),
        (build.unit("us-3", division="us-1"), "e1841"),
        (build.unit("us-4", division="us-1"), "e1941"),
        (build.hq("us-1-hq", "us-1", artillery=6), "e1740"),
        (build.unit("ge-1", division="ge-352"), "e1940"),
        (build.hq("ge-352-hq", "ge-352", artillery=5), "e2140"),
        part="combat", **more,
    )  # fmt: skip


def ask(verb: str, here: Position | None = None, **words: Any) -> Ruling:
    """The ruling about a question."""
    return read_question(VERBS[verb], words).answer(Asking(GAME, here))


def test_every_question_has_an_example_of_itself() -> None:
    for verb, cls in VERBS.items():
        assert f"Example: adjudicator {verb} " in (cls.__doc__ or "")


def test_odds_of_numbers() -> None:
    ruling = ask(
        "odds", attack=18, defence=10, cohesion="6:5", terrain="Bocage", armor="3:1", at=2, artillery=["6:2"],
        markers=2, directions=1, drm=-1, units="3:2", worth=["ground=6"],
    )  # fmt: skip
    assert (ruling.answer["ratio"], ruling.answer["drm"]) == ("2:1", 5)


@pytest.mark.parametrize(
    "words",
    [
        {}, {"attack": 5}, {"attack": 5, "defence": 5, "cohesion": "six"},
        {"attack": 5, "defence": 5, "units": "1"},
        {"attack": 5, "defence": 5, "worth": ["glory=1"]}, {"attack": 5, "defence": 5, "worth": ["ground"]},
        {"attack": 5, "defence": 5, "worth": ["ground=much"]},
    ],
)  # fmt: skip
def test_strange_numbers(words: dict[str, Any]) -> None:
    with pytest.raises(MalformedAction):
        ask("odds", **words)


def test_odds_of_a_position() -> None:
    here = stage(air=2)
    ruling = ask(
        "odds", here, area="E1940", with_units=["us-1"], artillery=["us-1-hq=4", "ge-352-hq=2"], air=2
    )
    assert ruling.ok
    assert {m["rule"] for m in ruling.answer["modifiers"]} >= {"16.32", "17.31"}
    assert ask("odds", here, area="E1940", with_units=["us-1"], best=True).answer["best"]
    assert ask("odds", here, area="E1940", with_units=["us-1"], paths=True).answer["retreats"]["ge-1"]


def test_without_names_everybody_attacks_who_may() -> None:
    assert ask("odds", stage(), area="E1940").answer["attackers"] == ["us-1", "us-2", "us-3"]
    with pytest.raises(MalformedAction, match="nobody may attack"):
        ask("odds", stage(), area="E2040")
    with pytest.raises(MalformedAction, match="One of attack"):
        ask("odds", stage(), area="E1940", kind="raid")


def test_line_up_and_modes() -> None:
    here = stage(naval=2)
    ruling = ask("line-up", here, area="E1940", with_units=["us-1", "us-2"], naval=1)
    assert ruling.answer["totals"]["assault-stand"] == ruling.answer["drm"]
    modes = ask("modes", here, area="E1940", with_units=["us-1", "us-2"], worth=["step=1"])
    assert set(modes.answer["matrix"]) == {
        "assault-stand", "assault-retreat", "probe-stand", "probe-retreat",
    }  # fmt: skip


def test_who_may_attack_and_why_not() -> None:
    ruling = ask("attackers", stage(), area="E1940")
    assert ruling.answer == ["us-1", "us-2", "us-3"]
    assert {"12.31", "12.21"} <= set(ruling.rules)
    assert any("Assault River Crossing" in s.text for s in ruling.steps)
    named = ask("attackers", stage(), area="E1940", with_units=["us-4", "us-1-hq"])
    assert sorted({v.rule for v in named.violations}) == ["12.11", "12.21", "12.31"]
    assert named.verdict == "May attack: nobody."
    assert ask("attackers", stage(), area="E1840", side="german").answer == ["ge-1"]
    assert ask("attackers", stage(), area="E2040").answer == []


def test_the_artillery_ruling_tells_by_which_section_each_fires() -> None:
    corps = build.hq("us-v-hq", "us-v", size="corps", artillery=7)
    group = build.unit("us-v-5", "artillery", cs=None, artillery=5, division="us-v", corps="us-v")
    on = build.board(HEXES)
    here = build.situation(
        on, (build.unit("us-1", division="us-1", corps="us-v"), "e1840"),
        (build.hq("us-1-hq", "us-1", corps="us-v", artillery=6), "e1740"), (corps, "e1739"),
        (group, "e1739"), (build.unit("ge-1", division="ge-352"), "e1940"), part="combat", kind="corps",
    )  # fmt: skip
    ruling = ask("artillery", here, area="E1940", with_units=["us-1"])
    assert ruling.answer["allied"] == {"us-1-hq": 6, "us-v-5": 5, "us-v-hq": 14}
    assert {"16.11", "16.12", "16.21", "16.22", "16.23", "16.25", "16.26"} <= set(ruling.rules)


def test_artillery() -> None:
    ruling = ask("artillery", stage(), area="E1940", with_units=["us-1"])
    assert ruling.answer == {"allied": {"us-1-hq": 6}, "german": {"ge-352-hq": 5}}
    assert ruling.verdict == "Allied 6 points; german 5 points."
    assert ask("artillery", stage(), area="E1940", with_units=["us-1"], side="german").answer == {
        "german": {"ge-352-hq": 5}
    }
    with pytest.raises(MalformedAction):
        ask("artillery", stage(), area="E1940", with_units=["us-1"], side="us")
    gca = ask("artillery", stage(), area="E1940", with_units=["us-1"], kind="gca")
    assert gca.answer == {"allied": {}, "german": {}}


def test_ground_support() -> None:
    here = stage(air=1, naval=4)
    ruling = ask("ground-support", here, area="E1940", with_units=["us-1"])
    assert ruling.answer == {"air": 1, "naval": 2, "in_range": True}
    bad = ask("ground-support", here, area="E1940", with_units=["us-1"], air=1, naval=1)
    assert [v.rule for v in bad.violations] == ["17.32"]
    assert bad.verdict == "This support may not be committed."


def test_a_result() -> None:
    ruling = ask("result", stage(), area="E1940", with_units=["us-1"], roll=12)
    assert ruling.answer["breakthrough"]
    probe = ask("result", stage(), area="E1940", with_units=["us-1"], modes=["Probe", "Retreat"], roll=12)
    assert probe.answer["defender"]["retreat"] == 2
    with pytest.raises(MalformedAction):
        ask("result", stage(), area="E1940", with_units=["us-1"], modes=["stand", "assault"], roll=3)
    with pytest.raises(MalformedAction):
        ask("line-up", stage(), area="E1940", with_units=["us-1"], artillery=["us-1-hq"])


# --- the combat under way ---------------------------------------------------------------------------------


def waiting() -> Position:
    """An attack that has come to the defender's support: the attacker has committed four points and air."""
    here = stage(air=3)
    attack = Attack(("us-1", "us-2"), "e1940")
    return play(here, attack, "assault", "stand", CommitSupport((("us-1-hq", 4),), air=2))


def test_the_combat_under_way_needs_no_names() -> None:
    at = waiting()
    ruling = ask("odds", at)
    assert ruling.ok
    assert {"16.32", "17.31"} <= {m["rule"] for m in ruling.answer["modifiers"]}
    assert any("under way" in s.text for s in ruling.steps)
    for verb in ("line-up", "modes", "artillery", "ground-support"):
        assert ask(verb, at).ok
    assert ask("result", at, roll=5).ok
    assert ask("odds", at, area="E1940").answer == ruling.answer


def test_the_best_answer_to_what_is_committed() -> None:
    best = ask("odds", waiting(), best=True).answer["best"]["pairs"]["assault-stand"]
    assert best["attack"] == {"artillery": {"us-1-hq": 4}, "air": 2, "naval": 0}
    assert best["defence"]["artillery"] == {"ge-352-hq": 5}


def test_another_combat_may_be_asked_about_meanwhile() -> None:
    ruling = ask("odds", waiting(), area="E1940", with_units=["us-3"])
    assert not any("under way" in s.text for s in ruling.steps)
    with pytest.raises(MalformedAction, match="no combat is under way"):
        ask("line-up", stage())


def test_points_added_to_those_committed() -> None:
    ruling = ask("line-up", waiting(), artillery=["ge-352-hq=4"])
    assert "artillery 4 against 4" in [m["text"] for m in ruling.answer["modifiers"]]
