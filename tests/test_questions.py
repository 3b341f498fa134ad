"""Every numbered adjudication question has a verb, and a case that asks it."""

from __future__ import annotations

from typing import get_args

import pytest

from adjudicator.asking.casebook import read_cases
from adjudicator.asking.coverage import cases_folder, measure
from adjudicator.game import GAMES, Viewpoint, load
from adjudicator.vocabulary import load_vocabulary
from maps.loader import read_toml

games = pytest.mark.parametrize("slug", GAMES)


@games
def test_each_numbered_question_is_asked_by_a_case(slug: str) -> None:
    game = load(slug)
    listed = read_toml(game.folder / "questions.toml")
    assert [int(n) for n in listed] == list(range(1, len(listed) + 1))
    cases = {c.id: c for f in cases_folder(game).glob("*.toml") for c in read_cases(f)}
    gaps = [n for n, q in listed.items() if q["case"] not in cases or q["verb"] not in game.questions]
    assert not gaps
    other = [n for n, q in listed.items() if cases[q["case"]].question != q["verb"]]
    assert not other


@pytest.mark.slow
@games
def test_every_section_is_ruled_reminded_or_description_and_no_code_is_dead(slug: str) -> None:
    report = measure(load(slug))
    open_ = [row["section"] for row in report["sections"] if row["state"] in {"missing", "half"}]
    assert not open_
    assert not report["dead"]
    for row in report["sections"]:
        assert row["state"] == "ruled" or row["reason"]


def test_who_may_ask_is_a_side_of_a_game_the_referee_or_the_public() -> None:
    sides = {side for slug in GAMES for side in load_vocabulary(slug).sides}
    assert set(get_args(Viewpoint)) == {*sides, "referee", "public"}


@games
def test_a_side_is_one_that_is_declared_as_state_and_has_nations(slug: str) -> None:
    game, known = load(slug), load_vocabulary(slug)
    assert {*known.sides} == {*game.schema.items["side"].values}
    assert all(known.nation_of(side)[0] == side for side in known.sides)
    assert all(known.enemy_of(known.enemy_of(side)) == side for side in known.sides)
