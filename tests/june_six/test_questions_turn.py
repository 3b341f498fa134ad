"""The questions about the turn, asked as the command line asks them."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.errors import MalformedAction
from adjudicator.game import load
from adjudicator.june_six import questions_turn
from adjudicator.position import Position
from adjudicator.questions import Asking, read_question
from adjudicator.ruling import Ruling
from tests.june_six.turning import scene

VERBS = {cls.verb: cls for cls in questions_turn.QUESTIONS}


def ask(verb: str, at: Position | None = None, **fields: Any) -> Ruling:
    """The answer to a question about a position."""
    given = at if at is not None else scene()
    return read_question(VERBS[verb], fields).answer(Asking(load("june-six"), given, "referee"))


@pytest.mark.parametrize(
    ("verb", "fields", "section"),
    [
        ("due", {}, "3.0"),
        ("weather", {"roll": 9}, "4.11"),
        ("weather", {}, "4.12"),
        ("initiative", {"allied": 4, "german": 5}, "4.21"),
        ("initiative", {}, "4.22"),
        ("resources", {"side": "german", "die": 2}, "5.12"),
        ("resources", {"side": "Allied"}, "5.12"),
        ("purchase", {}, "5.14"),
        ("cup", {"contents": ["us-1=2", "ge-352=1"]}, "7.24"),
        ("activate", {"marker": "us-1"}, "7.3"),
        ("activate", {"marker": "us-v", "free_ops": True}, "7.3"),
        ("formation", {"unit": "us-1-16"}, "6.11"),
        ("attach", {"unit": "us-v-102cav", "division": "us-2a"}, "6.13"),
        ("hq", {"unit": "us-1-hq"}, "6.16"),
        ("corps", {"unit": "us-v-hq"}, "7.51"),
        ("re", {}, "7.26"),
        ("end", {}, "3.81"),
        ("set-up", {"unit": "us-1-16"}, "10.11"),
    ],
)
def test_every_question_is_answered_with_its_section(verb: str, fields: dict[str, Any], section: str) -> None:
    found = ask(verb, **fields)
    assert section in {s.rule for s in found.steps} | {v.rule for v in found.violations}
    assert found.verdict


def test_every_verb_has_an_example_and_is_its_own() -> None:
    assert len(VERBS) == len(questions_turn.QUESTIONS)
    for cls in VERBS.values():
        assert "Example: adjudicator" in (cls.__doc__ or "")


def test_answers() -> None:
    assert ask("weather", roll=9).answer == {"weather": "storm"}
    assert ask("weather", scene(weather="storm"), roll=0).answer == {"weather": "heavy-overcast"}
    assert ask("weather", scene(weather="storm")).answer["next"] == {"heavy-overcast": "1"}
    assert ask("initiative", allied=4, german=5).answer == {"initiative": "german"}
    assert ask("initiative", scene(turn=1)).answer == {"initiative": "allied"}
    assert ask("purchase", scene("allied-logistics", facts={("rp", "allied"): 1}), marker="us-1").answer == {
        "legal": True, "free": 0
    }  # fmt: skip
    assert ask("attach", unit="us-v-102cav", division="us-2a").answer["legal"]


def test_wrong_words_are_refused() -> None:
    for verb, fields in (
        ("weather", {"roll": 10}),
        ("resources", {"side": "french"}),
        ("resources", {"side": "german", "die": 12}),
        ("hq", {"unit": "us-1-16"}),
        ("activate", {"marker": "nobody"}),
    ):
        with pytest.raises(MalformedAction):
            ask(verb, **fields)


def test_units_without_a_corps_are_told_where_they_can_go() -> None:
    from tests.june_six.build import hq, unit

    more = [
        (hq("br-xxx-hq", "br-xxx", size="corps", corps="br-xxx"), "e1938"),
        (unit("br-31", marks=("floating",)), "e1939"),
    ]
    assert ask("assign", scene(more=more), unit="br-31").answer == ["br-xxx"]


def test_an_hq_on_its_way_back_is_told_its_hexes() -> None:
    at = scene(facts={("returns", "ge-352-hq"): 6}, elsewhere={"ge_352_hq": "turn-track reduced"})
    found = ask("hq", at, unit="ge-352-hq")
    assert "e1034" in found.answer["hexes"]
    assert "returns on turn 6" in found.verdict


def test_markers_that_come_free_and_dying_divisions_are_told() -> None:
    from tests.june_six.build import hq

    head = hq("ge-lehr-hq", "ge-lehr", arrival=5)
    found = ask(
        "purchase", scene("german-logistics", side="german", more=[(head, "turn-track")]), marker="lehr"
    )
    assert (found.answer["free"], found.ok) == (2, False)
    alone = ask("hq", scene(elsewhere={"ge_352_916": "eliminated"}), unit="ge-352-hq")
    assert "6.15" in {s.rule for s in alone.steps}
    assert ask("due", scene("over")).answer["next"] == ""
