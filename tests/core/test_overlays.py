"""The owner's overlay: what may stand in it, what is refused, and how confirmed values are written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.asking.overlay import check_overlay, correct, is_single, lay_in
from adjudicator.errors import DataError
from adjudicator.game import load
from adjudicator.ruling import Used
from maps.filing import OURS, filing_of, replaceable
from tests.commandline import run

NUMBERS = "adjudicator odds june-six --attack 18 --defence 10 --cohesion 6:5 --terrain bocage"


def error(line: str) -> str:
    """What a command that is refused says."""
    done = run(f"adjudicator {line}")
    assert done.code == 2, done
    assert done.err.count("\n") == 1
    return done.err


def laid(folder: Path, game: str, name: str, old: str, new: str) -> Path:
    """An overlay with one of our files, one text in it replaced."""
    text = replaceable(game)[name].read_text(encoding="utf-8")
    assert old in text
    (folder / game).mkdir(exist_ok=True)
    (folder / game / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return folder


# --- confirmed values -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "file", "row", "column", "typed", "line"),
    [
        ("june-six", "odds_ratio.toml", "2:1", "drm", "2", "drm = 2"),
        ("june-six", "schedule.toml", "us-101-501", "hex", "e2640", 'hex = "e2640"'),
        ("june-six", "weather.toml", "3", "weather", "storm", 'weather = "storm"'),
        ("dark-summer", "crt.toml", "1", "3-1", "AL2", '"AL1", "AL2", "BL1"'),
        ("dark-summer", "chits.toml", "rain", "german", "4", 'german = { chits = 4, source = "owner" }'),
        ("dark-summer", "rebuilding.toml", "us.infantry", "types", "generic", 'types = "generic"'),
        ("dark-summer", "terrain.toml", "terrain.bocage", "german", "5", "german = 5"),
        ("battle-for-normandy", "crt.toml", "2:1", "5", "1/2", '5 = "1/2"'),
        ("battle-for-normandy", "beaches.csv", "king-red", "drift", "3", ",no,3,7,"),
        ("breakout-normandy", "map.toml", "required", "19", "16", '19 = { points = 16, source = "owner" }'),
        ("breakout-normandy", "map.toml", "impulse", "labels", "A 0 1 2", 'labels = ["A", "0", "1", "2"]'),
        ("storm-over-normandy", "deck.toml", "artillery", "text", "Other words", 'text = "Other words"'),
    ],
)
def test_every_kind_of_file_takes_a_confirmed_value(
    tmp_path: Path, game: str, file: str, row: str, column: str, typed: str, line: str
) -> None:
    used = Used("a value", file, row, column)
    assert is_single(game, used)
    (path,) = correct(tmp_path, game, {used: typed})
    ours, text = replaceable(game)[file].read_text(encoding="utf-8"), path.read_text(encoding="utf-8")
    assert line in text
    assert "owner" in text
    comments = [part.partition("#")[1:] for part in ours.splitlines() if part.startswith("#")]
    assert comments == [part.partition("#")[1:] for part in text.splitlines() if part.startswith("#")]
    changed = set(text.splitlines()) - set(ours.splitlines())
    assert 1 <= len(changed) <= 2
    assert check_overlay(game, tmp_path) is not OURS


@pytest.mark.parametrize(
    ("file", "row", "column", "typed", "said"),
    [
        ("odds_ratio.toml", "2:1", "drm", "two", "expected a whole number, not 'two'"),
        ("weather.toml", "3", "weather", "sunny", "expected one of clear, light-overcast"),
        ("odds_ratio.toml", "9:1", "drm", "2", "expected one value of that name"),
        ("crt.toml", "assault-stand", "cells", "2", "correct it in the file by hand"),
        ("rulebook.toml", "1.0", "note", "2", "expected one of"),
        ("spaces.csv", "e1938", "terrain", "moon", "column terrain: expected one of clear"),
    ],
)
def test_what_cannot_stand_there_is_refused_and_nothing_is_written(
    tmp_path: Path, file: str, row: str, column: str, typed: str, said: str
) -> None:
    with pytest.raises(DataError) as fault:
        correct(tmp_path, "june-six", {Used("a value", file, row, column): typed})
    assert said in str(fault.value)
    assert not list(tmp_path.rglob("*.*"))


def test_a_later_value_joins_the_earlier_ones(tmp_path: Path) -> None:
    first, second = (Used("DRM", "odds_ratio.toml", row, "drm") for row in ("2:1", "3:1"))
    (path,) = correct(tmp_path, "june-six", {first: "2"})
    assert correct(tmp_path, "june-six", {second: "4"}) == [path]
    assert path.read_text(encoding="utf-8").count("drm=owner") == 2


def test_a_whole_table_is_laid_in_to_be_corrected_by_hand(tmp_path: Path) -> None:
    done = run(f"{NUMBERS} --confirm --overlay {tmp_path / 'mine'}", stdin="2\n" + "\n" * 40)
    assert done.code == 0, done.err
    assert "correct the cells of [assault-stand]" in done.err
    assert (tmp_path / "mine" / "june-six" / "crt.toml").is_file()
    assert "drm = 2" in (tmp_path / "mine" / "june-six" / "odds_ratio.toml").read_text(encoding="utf-8")
    assert lay_in(tmp_path / "mine", "june-six", "crt.toml").is_file()


# --- what reads it ----------------------------------------------------------------------------------------


def test_a_table_changes_the_odds_and_the_fingerprint(tmp_path: Path) -> None:
    plain = json.loads(run(f"{NUMBERS} --json").out)
    correct(tmp_path, "june-six", {Used("DRM", "odds_ratio.toml", "2:1", "drm"): "3"})
    owned = json.loads(run(f"{NUMBERS} --json --overlay {tmp_path}").out)
    assert owned["answer"]["drm"] == plain["answer"]["drm"] + 2
    assert owned["fingerprint"] != plain["fingerprint"]
    assert json.loads(run(f"{NUMBERS} --json").out) == plain


def test_the_environment_names_the_folder_for_questions_as_json_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = '{"game": "june-six", "question": "odds", "args": {"attack": 18, "defence": 10}}'
    plain = json.loads(run("adjudicator ask", stdin=asked).out)
    correct(tmp_path, "june-six", {Used("DRM", "odds_ratio.toml", "2:1", "drm"): "3"})
    monkeypatch.setenv("BOCAGE_OVERLAY", str(tmp_path))
    owned = json.loads(run("adjudicator ask", stdin=asked).out)
    assert owned["answer"]["drm"] == plain["answer"]["drm"] + 2
    assert owned["fingerprint"] != plain["fingerprint"]


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    used = Used("DRM", "odds_ratio.toml", "2:1", "drm")
    correct(tmp_path, "june-six", {used: "2"})
    before = filing_of("june-six", tmp_path)
    assert filing_of("june-six", tmp_path) is before
    correct(tmp_path, "june-six", {used: "30"})
    assert filing_of("june-six", tmp_path) is not before


# --- what is refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "position june-six:campaign",
        "position breakout-normandy:d-day",
        "odds june-six --attack 18 --defence 10",
    ],
)
def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path, line: str) -> None:
    said = error(f"{line} --overlay {tmp_path / 'nowhere'}")
    assert "nowhere: expected the folder of an overlay; there is none" in said


def test_a_file_that_nobody_reads_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "wether.toml").write_text("")
    said = error(f"position june-six:campaign --overlay {tmp_path}")
    assert "wether.toml: expected only files of june-six that can be corrected: attrition.toml" in said
    assert "Did you mean weather.toml?" in said
    (tmp_path / "wether.toml").unlink()
    (tmp_path / "june-six").mkdir()
    (tmp_path / "june-six" / "rulebook.toml").write_text("")
    assert "rulebook.toml: expected only files" in error(f"position june-six:campaign --overlay {tmp_path}")


def test_files_of_another_game_lie_in_its_folder(tmp_path: Path) -> None:
    laid(tmp_path, "june-six", "weather.toml", "drm = ", "drm = ")
    (tmp_path / ".notes").write_text("hidden files are the owner's own")
    assert check_overlay("breakout-normandy", tmp_path).overlay == tmp_path


@pytest.mark.parametrize(
    ("game", "file", "old", "new", "said"),
    [
        ("june-six", "weather.toml", "[roll.0]", "[roll.zero]", "weather.toml, roll.0: expected this entry"),
        ("june-six", "odds_ratio.toml", "drm = 1", 'drm = "1"', "expected a number, not '1'"),
        ("dark-summer", "chits.toml", "chits = 3", "chats = 3", "chits.toml"),
        ("breakout-normandy", "map.toml", "[weather]", "[weather", "valid TOML"),
        ("storm-over-normandy", "map.toml", "[sheet]", "[[sheet]]", "expected a table of keys and values"),
    ],
)
def test_a_broken_file_is_an_error_for_every_question_and_for_save(
    tmp_path: Path, game: str, file: str, old: str, new: str, said: str
) -> None:
    laid(tmp_path, game, file, old, new)
    scenario = next(iter(load(game).scenarios))
    assert said in error(f"position {game}:{scenario} --overlay {tmp_path}")
    done = run(f"module-builder save {game}:{scenario} -o {tmp_path / 'a.vsav'} --overlay {tmp_path}")
    assert done.code == 2
    assert said in done.err
    assert not (tmp_path / "a.vsav").exists()


def test_the_cards_that_are_printed_are_those_that_are_played(tmp_path: Path) -> None:
    laid(tmp_path, "storm-over-normandy", "cards.toml", "count = 5", "count = 6")
    with pytest.raises(
        DataError, match=r"cards\.toml, card bocage, count: expected 5 copies as in deck\.toml"
    ):
        check_overlay("storm-over-normandy", tmp_path)


def test_the_report_counts_what_the_owner_has_confirmed(tmp_path: Path) -> None:
    correct(tmp_path, "june-six", {Used("DRM", "odds_ratio.toml", "2:1", "drm"): "3"})
    plain = json.loads(run("module-builder data report june-six --json").out)["odds_ratio.toml"]
    owned = json.loads(run(f"module-builder data report june-six --json --overlay {tmp_path}").out)
    assert owned["odds_ratio.toml"]["owner"] == 1
    assert owned["odds_ratio.toml"]["reconstructed"] == plain["reconstructed"] - 1


def test_every_template_is_an_overlay_that_changes_nothing_and_can_be_corrected(tmp_path: Path) -> None:
    done = run(f"module-builder data template dark-summer -o {tmp_path}")
    names = {Path(line).name for line in done.out.splitlines()}
    assert {"crt.toml", "chits.toml", "victory.toml", "spaces.csv", "units.csv"} <= names
    text = (tmp_path / "dark-summer" / "crt.toml").read_text(encoding="utf-8")
    assert "# to check: row.1: 1-3, 1-2, 1-1" in text
    assert check_overlay("dark-summer", tmp_path) is not OURS
    plain, owned = (
        json.loads(run(f"adjudicator odds dark-summer attack --strength 14:5 --json {words}").out)
        for words in ("", f"--overlay {tmp_path}")
    )
    assert {**owned, "fingerprint": ""} == {**plain, "fingerprint": ""}
