"""What an answer supposes can be done as it is typed: a move to where a unit reaches, the attack of odds."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adjudicator import open_position
from adjudicator.codec import position_to_json
from adjudicator.table.acting import Acting
from adjudicator.table.questioning import Asked
from adjudicator.table.session import Table

OMAHA = ["16/1", "18/1", "26/1", "115/29", "116/29", "2ranger", "5ranger"]


def table_with(save: str) -> tuple[Table, str]:
    table = Table(viewpoint="referee")
    position = open_position(f"tests/saves/{save}.vsav")
    return table, table.open_text(json.dumps(position_to_json(position)))


@pytest.mark.parametrize(
    ("save", "verb", "fields"),
    [
        ("bridges", "legal", {"unit": "1058", "to": "montebourg"}),
        ("storm", "legal", {"unit": "8/4", "to": "quineville"}),
        ("omaha", "odds", {"kind": "assault", "area": "omaha", "with_units": OMAHA}),
        ("summer", "odds", {"kind": "attack", "area": "3305", "with_units": ["us-29-116"]}),
        ("epsom", "odds", {"area": "C3830"}),
    ],
)
def test_what_an_answer_supposes_can_be_done(save: str, verb: str, fields: dict[str, Any]) -> None:
    table, tree = table_with(save)
    answer = table.ask(tree, "n0", Asked(verb=verb, fields=fields))
    (action,) = answer["acts"]
    done = table.act(tree, "n0", Acting(action=action))
    assert done["node"]["text"] == action
    assert done["ruling"]["ok"]


def test_what_only_the_moment_forbids_is_still_told_and_refused() -> None:
    table, tree = table_with("june")
    answer = table.ask(tree, "n0", Asked(verb="legal", fields={"unit": "192", "to": "e1435"}))
    assert answer["acts"] == ["move 192/ge-21pz E1635 E1535 E1435"]
    assert table.act(tree, "n0", Acting(action=answer["acts"][0]))["node"] is None


def test_a_question_of_another_position_offers_nothing_to_do_here() -> None:
    table, tree = table_with("bridges")
    asked = Asked(verb="legal", fields={"unit": "1058", "to": "montebourg"}, given=("unit:1058=4-4-5",))
    assert table.ask(tree, "n0", asked)["acts"] == []


def test_a_question_about_what_is_supposes_nothing() -> None:
    table, tree = table_with("bridges")
    assert table.ask(tree, "n0", Asked(verb="next"))["acts"] == []
