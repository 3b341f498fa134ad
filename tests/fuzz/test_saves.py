"""Whatever play reaches can be saved: a save reads back as the position that was written."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from adjudicator.asking.loading import load_position
from adjudicator.codec import position_from_json, position_to_json
from adjudicator.game import GAMES, apply, load
from adjudicator.position import Key, Position
from adjudicator.saves.carriers import load_carriers
from adjudicator.saves.patching import patch_save
from module_builder.save import write_position
from module_builder.vassal.archive import open_archive
from tests.every import quick_one
from tests.playing import QUICK, STARTS, wander

EVERY = 100
NUMBERED = {"single", "home", "count"}
EXTREMES = (5000, 246, -3, 123_456_789)

LONG_LAST = quick_one(GAMES, "breakout-normandy", "dark-summer")


def read_back(position: Position, file: Path) -> Position:
    write_position(position, file)
    found = load_position(str(file)).position
    assert found is not None
    return found


def kept(slug: str, scenario: str, seed: int, steps: int, file: Path) -> int:
    """Plays at random, saves every hundred steps and also after the one action that follows."""
    saves = 0
    for number, (position, action) in enumerate(wander(load(slug).scenario(scenario), seed, steps), 1):
        if number % EVERY:
            continue
        found = read_back(position, file)
        assert found == position, (seed, number, position.diff(found))
        after, copy = apply(found, action), file.with_name("copy.vsav")
        try:
            patch_save(file, found, after, copy)
        except Exception as fault:  # a marker that this save has no copy of is the module's to give
            if "give --module" not in str(fault):
                raise
        else:
            assert load_position(str(copy)).position == after, (seed, number, action)
        saves += 1
    return saves


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "scenario"), quick_one(QUICK, "june-six", "storm-over-normandy"))
def test_random_play_can_be_saved(slug: str, scenario: str, tmp_path: Path) -> None:
    assert kept(slug, scenario, 3, 200, tmp_path / "a.vsav") == 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20, 26))
@pytest.mark.parametrize(("slug", "scenario"), STARTS)
def test_ninety_saves_of_each_game(slug: str, scenario: str, seed: int, tmp_path: Path) -> None:
    assert kept(slug, scenario, seed, 1500, tmp_path / "a.vsav") == 15


def on_tracks(position: Position) -> list[Key]:
    """Numbers that a marker shows on a track or by how many of it lie in a box."""
    schema, found = position.schema, dict[Key, None]()
    for spec in load_carriers(load(position.game)).markers.values():
        for read in spec.reads:
            fixed = spec.form in NUMBERED and read.subject not in {"box", "place"}
            if fixed and read.value in {"box", "signed"} and type(schema.default(read.item)) is int:
                found[read.item, read.subject] = None
    return list(found)


@pytest.mark.parametrize("slug", LONG_LAST)
@pytest.mark.parametrize("number", EXTREMES)
def test_no_track_ends_what_a_position_can_say(slug: str, number: int, tmp_path: Path) -> None:
    position = load(slug).scenario(next(iter(load(slug).scenarios)))
    draft = position.draft()
    for item, subject in on_tracks(position):
        draft.set(item, number, subject)
    full = draft.finish()
    assert on_tracks(position)
    assert read_back(full, tmp_path / "a.vsav") == full


@pytest.mark.slow
@pytest.mark.parametrize("slug", LONG_LAST)
def test_a_number_passes_the_end_of_its_track_in_a_copy_and_comes_back(slug: str, tmp_path: Path) -> None:
    start = load(slug).scenario(next(iter(load(slug).scenarios)))
    (item, subject), saved, copy, again = on_tracks(start)[0], *(tmp_path / f"{n}.vsav" for n in "abc")
    before = read_back(start, saved)
    draft = before.draft()
    draft.set(item, 4711, subject)
    far = draft.finish()
    patch_save(saved, before, far, copy)
    assert load_position(str(copy)).position == far
    patch_save(copy, far, before, again)
    assert load_position(str(again)).position == before


@pytest.mark.parametrize(
    "text", ["reserves:allied", "moon:x=1", "control:caen=3", "reserves:allied=1e9", ";"]
)
def test_a_damaged_list_of_what_goes_beyond_is_named(text: str, tmp_path: Path) -> None:
    from adjudicator.saves.beyond import text_to_beyond

    with pytest.raises(ValueError, match="a list of item:subject=number"):
        text_to_beyond(text, load("breakout-normandy").schema)


def test_old_saves_have_no_such_property_and_read_as_before() -> None:
    files = [
        f for f in Path("tests/saves").glob("*.vsav") if "bocage_beyond" not in open_archive(f).save().text
    ]
    assert files
    for file in files:
        assert load_position(str(file)).position is not None


@pytest.mark.parametrize("slug", GAMES)
def test_numbers_that_no_property_could_hold_are_refused(slug: str) -> None:
    from adjudicator.errors import PositionError

    start = load(slug).scenario(next(iter(load(slug).scenarios)))
    item, subject = random.Random(1).choice(on_tracks(start))
    data = position_to_json(start)
    data["facts"] = {item: {subject: 10**9}}
    units = {uid: piece.printed for uid, piece in start.pieces.items()}
    with pytest.raises(PositionError, match="nine digits"):
        position_from_json(data, load(slug), start.board, units)
