"""Questions of the whole map say of each space what the same question says of it alone."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adjudicator import ask, open_position
from adjudicator.answer_forms import BySide, answers_of, forms_in, read_answer
from adjudicator.errors import MalformedAction
from adjudicator.game import GAMES, load
from adjudicator.inquiry import DOUBTFUL
from adjudicator.position import Position
from tests.every import quick_one
from tests.fuzz.harness import LONGEST

SAVES = [
    "bridges",
    "june",
    pytest.param("summer", marks=pytest.mark.slow),
    pytest.param("storm", marks=pytest.mark.slow),
    pytest.param("epsom", marks=pytest.mark.slow),
]
HEXES = [
    "summer",
    pytest.param("june", marks=pytest.mark.slow),
    pytest.param("epsom", marks=pytest.mark.slow),
]
EVERY = 97  # of the spaces of a large map, one in so many is asked alone too


def scenarios() -> list[tuple[str, str]]:
    return [(game, scenario) for game in GAMES for scenario in load(game).scenarios]


def opened(save: str) -> Position:
    return open_position(f"tests/saves/{save}.vsav")


def sides_named(answer: object) -> set[str]:
    """The side that an answer about one space names, as a nation or a side."""
    told = answer if isinstance(answer, str) else ""
    if isinstance(answer, dict):
        told = answer.get("controller") or answer.get("side") or ""
    return {"german"} if told == "german" else {"allied"}


@pytest.mark.parametrize("save", SAVES)
def test_control_of_all_spaces_is_that_of_each(save: str) -> None:
    position = opened(save)
    held = ask(position, "control").answer
    rows = [(space, side) for side, spaces in held.items() for space in spaces]
    assert len(dict(rows)) == len(rows)
    step = EVERY if len(rows) > 500 else 7
    units = {piece.space for piece in position.pieces.values()}
    looked = [row for n, row in enumerate(rows) if n % step == 0 or (row[0] in units and n % 5 == 0)]
    for space, side in looked:
        assert sides_named(ask(position, "control", space).answer) == {side}, space


@pytest.mark.parametrize("save", HEXES)
def test_the_zoc_of_a_side_is_that_of_its_units(save: str) -> None:
    position = opened(save)
    for side in ("german", "allied"):
        mine = [uid for uid, piece in position.pieces.items() if piece.side == side and on_map(position, uid)]
        of_units = {space for uid in mine for space in ask(position, "zoc", uid).answer}
        assert set(ask(position, "zoc", side.upper()).answer) == of_units


def on_map(position: Position, uid: str) -> bool:
    space = position.board.spaces.get(position.pieces[uid].space)
    return space is not None and space.kind == "hex"


@pytest.mark.parametrize("save", SAVES)
def test_what_is_doubtful_is_told_of_the_space_too(save: str) -> None:
    position = opened(save)
    found = columns_by_space(ask(position, "printed").answer)
    spaces = [*found]
    for space in spaces[:: EVERY if len(spaces) > 500 else 11]:
        told = ask(position, "printed", space)
        doubtful = [c for c, row in told.answer["printed"].items() if row["source"] in DOUBTFUL]
        assert doubtful == found[space]
        assert {used.column for used in told.sources if used.row == space} == set(doubtful)
    (column,) = found[spaces[0]][:1]
    alone = columns_by_space(ask(position, "printed", column=column).answer)
    assert alone == {space: [column] for space, columns in found.items() if column in columns}


def columns_by_space(answer: dict[str, Any]) -> dict[str, list[str]]:
    """The columns that are doubtful, by space; each space stands in one group."""
    rows = [(space, group["columns"]) for group in answer["spaces"] for space in group["of"]]
    assert len(rows) == len(dict(rows))
    return dict(rows)


@pytest.mark.parametrize(("game", "scenario"), quick_one(scenarios(), "breakout-normandy"))
def test_what_is_doubtful_of_a_whole_game_is_not_too_long_to_read(game: str, scenario: str) -> None:
    answer = ask(load(game).scenario(scenario), "printed").answer
    assert len(json.dumps(answer)) < LONGEST


def test_what_an_owner_typed_is_not_doubtful() -> None:
    position = opened("bridges")
    before = ask(position, "printed", "valognes").answer["printed"]["tem"]
    assert before["source"] == "reconstructed"
    after = ask(position, "printed", "valognes", given=["area:valognes=tem 5"])
    assert after.answer["printed"]["tem"]["value"] == 5
    assert after.answer["printed"]["tem"]["source"] not in DOUBTFUL


def test_a_column_that_is_not_printed_is_refused_with_the_way_out() -> None:
    with pytest.raises(MalformedAction, match=r"prints no 'moon'\. Leave --column out"):
        ask(opened("bridges"), "printed", "valognes", column="moon")


@pytest.mark.slow
@pytest.mark.parametrize("save", SAVES)
def test_a_column_that_nothing_prints_is_refused_with_those_that_are_printed(save: str) -> None:
    position = opened(save)
    with pytest.raises(MalformedAction, match=r"nothing prints 'moon'\. --column is one of") as told:
        ask(position, "printed", column="moon")
    for column in str(told.value).partition("one of ")[2].split(", "):
        ask(position, "printed", column=column)


@pytest.mark.parametrize("slug", [load(s).slug for s in ("june-six", "storm-over-normandy")])
def test_both_forms_of_an_answer_are_declared(slug: str) -> None:
    both = forms_in(answers_of(slug)["control"])
    assert BySide[list[str]] in both
    scenario = load(slug).scenario(next(iter(load(slug).scenarios)))
    held = read_answer(ask(scenario, "control").answer, BySide[list[str]])
    assert held.german
