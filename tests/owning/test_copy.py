"""An owner's copy: values typed, confirmed and taken back, and what rests on print alone by then."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.asking.overlay import check_overlay
from adjudicator.asking.sensitivity import weighed
from adjudicator.errors import DataError, MalformedAction
from adjudicator.game import GAMES, load
from adjudicator.owning.doubts import COUNTERS, doubts_of, key_of
from adjudicator.owning.owned import Contradiction, OwnCopy
from adjudicator.owning.weights import load_weights
from adjudicator.questions import Asking, read_question
from adjudicator.supposing import reply
from maps.filing import replaceable
from maps.sources import stated
from tests.playing import STARTS
from tests.weighing import rulings

QUICK = [
    pytest.param(game, marks=pytest.mark.slow) if game in {"june-six", "battle-for-normandy"} else game
    for game in GAMES
]
"""The smaller games always; those with the largest maps with the slow tests."""


def held(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def copy_of(folder: Path, game: str = "breakout-normandy") -> OwnCopy:
    """A copy in a folder of its own."""
    return OwnCopy(game, folder)


# --- what is doubtful ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", QUICK)
def test_every_doubtful_value_can_be_confirmed_and_then_none_is_left(game: str, tmp_path: Path) -> None:
    copy = copy_of(tmp_path, game)
    before = {file: [(v.row, v.column, v.value) for v in stated(p)] for file, p in replaceable(game).items()}
    written = copy.enter(dict.fromkeys(copy.doubts))
    assert copy.open() == frozenset()
    assert copy.progress().exact == copy.progress().values
    assert all(group.open == 0 and group.weight == 0 for group in copy.groups())
    assert all(not topic.near for topic in copy.resting())
    for path in written:
        assert [(v.row, v.column, v.value) for v in stated(path)] == before[path.name]
    check_overlay(game, tmp_path)


@pytest.mark.parametrize("game", QUICK)
def test_groups_hold_each_doubtful_value_once(game: str, tmp_path: Path) -> None:
    copy = copy_of(tmp_path, game)
    groups = copy.groups()
    assert sum(group.values for group in groups) == sum(group.open for group in groups) == len(copy.doubts)
    assert [group.weight for group in groups] == sorted((group.weight for group in groups), reverse=True)
    assert max(group.values for group in groups) <= 1000, "a group lies before the owner at once"
    assert groups[0].weight > 0


@pytest.mark.parametrize("game", QUICK)
def test_weights_name_doubtful_values_and_rulings_that_lean_on_them(game: str) -> None:
    weights, known = load_weights(game), doubts_of(game)
    assert {*weights.single} <= {*known}
    assert weights.asked
    assert {key for asked in weights.asked for key in asked.leans} <= {*weights.single}
    assert all(asked.leans for asked in weights.asked)


@pytest.mark.parametrize(
    "game", [pytest.param(g, marks=() if g == "dark-summer" else pytest.mark.slow) for g in GAMES]
)
def test_what_is_measured_is_measured_again(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.weighing.SEEDS", 1)
    monkeypatch.setattr("tests.weighing.STEPS", 25)
    first, again = ([(t, r.question, [*map(str, r.sources)]) for t, r in rulings(game)] for _ in range(2))
    assert first == again
    assert first


# --- typing -------------------------------------------------------------------------------------------------


def test_a_line_is_written_as_the_owners_and_read_by_every_ruling(tmp_path: Path) -> None:
    copy = copy_of(tmp_path)
    copy.type_counter("ge-729", "2-3-4/1")
    assert copy.line("ge-729") == "2-3-4/1"
    for column in ("af", "df", "mf", "spent_df"):
        assert copy.seen(COUNTERS, "ge-729", column).source == "owner"
    piece = load("breakout-normandy").scenario("d-day", tmp_path).pieces["ge-729"]
    assert (piece.printed.af, piece.printed.df, piece.printed.mf) == (2, 3, 4)


def test_enter_alone_says_that_ours_is_right(tmp_path: Path) -> None:
    copy = copy_of(tmp_path)
    line = copy.line("ge-729")
    copy.type_counter("ge-729", "")
    assert copy.line("ge-729") == line
    assert not [key for key in copy.open() if key[1] == "ge-729" and key[2] in {"af", "df", "mf", "spent_df"}]
    assert copy.type_counter("ge-729", "") == []


def test_what_a_printed_source_says_otherwise_is_asked_for_twice(tmp_path: Path) -> None:
    copy = copy_of(tmp_path)
    with pytest.raises(
        Contradiction, match=r"units\.csv, ge-1-919, spent_df: expected 0, as example 4 has it, not 2"
    ):
        copy.type_counter("ge-1-919", "1-2-3/2")
    assert held(tmp_path) == {}
    copy.type_counter("ge-1-919", "1-2-3/2", force=True)
    assert copy.line("ge-1-919") == "1-2-3/2"


@pytest.mark.parametrize(
    ("game", "key", "text", "said"),
    [
        (
            "breakout-normandy",
            ("units.csv", "ge-729", "df"),
            "44",
            "column df: expected a whole number from 0 to 12",
        ),
        (
            "breakout-normandy",
            ("spaces.csv", "carentan", "terrain"),
            "moon",
            "column terrain: expected one of",
        ),
        ("breakout-normandy", ("spaces.csv", "atlantis", "tem"), "2", "a value that the file has"),
        ("breakout-normandy", ("units.csv", "ge-916", "id"), "ge-917", "a value that the file has"),
        ("breakout-normandy", ("units.csv", "ge-916", "source"), "owner", "a value that the file has"),
        ("breakout-normandy", ("units.csv", "ge-729", "entry"), "caen\nx,y", "cells parted by commas"),
        ("breakout-normandy", ("rulebook.toml", "x", "y"), "2", "expected one of"),
        ("june-six", ("terrain.toml", "terrain.bocage", "foot"), "two", "a whole number, not 'two'"),
        ("dark-summer", ("crt.toml", "row.1", "3-1"), "XX", "a code of the table, not 'XX'"),
    ],
)
def test_what_cannot_stand_there_is_one_line_and_nothing_is_lost(
    tmp_path: Path, game: str, key: tuple[str, str, str], text: str, said: str
) -> None:
    copy = copy_of(tmp_path, game)
    good = next(k for k in copy.doubts if k[0] == COUNTERS)
    copy.enter({good: None})
    before = held(tmp_path)
    with pytest.raises(DataError) as fault:
        copy.enter({key: text, next(k for k in copy.doubts if k[0] == "markers.csv"): None})
    assert said in str(fault.value)
    assert held(tmp_path) == before


# --- taken back ---------------------------------------------------------------------------------------------


def test_what_was_typed_is_taken_back_step_by_step(tmp_path: Path) -> None:
    copy = copy_of(tmp_path)
    states = [held(tmp_path)]
    for line in ("1-2-3/1", "2-2-2/1", ""):
        copy.type_counter("ge-729", line)
        if held(tmp_path) != states[-1]:
            states.append(held(tmp_path))
    copy.enter(dict.fromkeys(key for key in copy.doubts if key[0] != COUNTERS))
    states.append(held(tmp_path))
    for state in reversed(states[:-1]):
        copy.undo()
        assert held(tmp_path) == state
    with pytest.raises(MalformedAction, match="nothing was typed"):
        copy.undo()


def test_a_file_that_was_changed_by_hand_since_is_left_alone(tmp_path: Path) -> None:
    copy = copy_of(tmp_path)
    (path,) = copy.type_counter("ge-729", "1-2-3/1")
    path.write_text(path.read_text("utf-8") + "# my note\n", encoding="utf-8")
    before = held(tmp_path)
    with pytest.raises(MalformedAction, match="changed by hand since"):
        copy.undo()
    assert held(tmp_path) == before


# --- what rests on print alone ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "scenario"), [start for start in STARTS if start[0] != "battle-for-normandy"]
)
def test_a_ruling_whose_values_are_confirmed_names_none_any_more(
    game: str, scenario: str, tmp_path: Path
) -> None:
    """What a ruling calls doubtful is what the owner is asked for: confirmed, it rests on print alone."""
    copy = copy_of(tmp_path, game)
    position = load(game).scenario(scenario)
    asking = Asking(load(game), position, "referee")
    verb = "victory"
    question = read_question(load(game).questions[verb], {})
    ruling = weighed(reply(question, asking), question, asking)
    keys = {key for used in ruling.sources for key in key_of(game, used)}
    if not keys:
        pytest.skip("the ruling leans on no doubtful value")
    copy.enter(dict.fromkeys(keys))
    after = Asking(load(game), load(game).scenario(scenario, tmp_path), "referee")
    sure = reply(question, after)
    assert sure.answer == ruling.answer
    assert not {key for used in sure.sources for key in key_of(game, used)} & keys
