"""Forecasts: the same for any number of workers, resumable, and their sums right."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.asking.resuming import kept_results
from adjudicator.errors import BocageError, SaveError
from adjudicator.playing import forecast as forecasts
from adjudicator.playing.command import summary
from adjudicator.playing.counting import Spread, spread_of, wilson
from adjudicator.playing.forecast import Outcome, Task, forecast, play_one, tasks_of
from tests.commandline import run

START = "storm-over-normandy:invasion"
RANDOM = {"german": "random", "allied": "random"}


def tasks(games: int, steps: int = 5000) -> list[Task]:
    return tasks_of(START, games, 7, players=RANDOM, steps=steps)


def test_any_number_of_workers_plays_the_same() -> None:
    assert forecast(tasks(4), workers=1) == forecast(tasks(4), workers=2)


@pytest.mark.slow
def test_greedy_games_are_the_same_too() -> None:
    greedy = tasks_of(START, 2, 7, players={"allied": "random"}, steps=20)
    assert forecast(greedy, workers=1) == forecast(greedy, workers=2)


def test_a_cluster_plays_the_same() -> None:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    with distributed.LocalCluster(n_workers=1, processes=False, dashboard_address=None) as cluster:
        assert forecast(tasks(3, 60), dask=cluster.scheduler_address) == forecast(tasks(3, 60))


@pytest.mark.slow
def test_more_games_begin_with_the_same() -> None:
    assert forecast(tasks(3))[:2] == forecast(tasks(2))


def test_what_is_kept_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep, told = tmp_path / "games.jsonl", list[Outcome]()
    whole = forecast(tasks(3), keep=keep)
    lines = keep.read_text(encoding="utf-8").splitlines(keepends=True)
    keep.write_text("".join(lines[:2]) + lines[2][:30], encoding="utf-8")  # cut off in the third
    played = list[int]()

    def counted(task: Task) -> Outcome:
        played.append(task.number)
        return play_one(task)

    monkeypatch.setattr(forecasts, "play_one", counted)
    assert forecast(tasks(3), keep=keep, each=told.append) == whole
    assert played == [3]
    assert len(told) == 3
    assert len(kept_results(keep, Outcome)) == 3


def test_another_question_plays_anew(tmp_path: Path) -> None:
    keep = tmp_path / "games.jsonl"
    forecast(tasks(2, steps=10), keep=keep)
    assert [o.steps for o in forecast(tasks(2, steps=12), keep=keep)] == [12, 12]
    assert len(kept_results(keep, Outcome)) == 4


def test_other_corrections_are_another_question(tmp_path: Path) -> None:
    """They may change what no position shows: a value of the terrain, a row of a table."""
    asked = [replace(task, overlay=tmp_path) for task in tasks(1, steps=10)]
    keep, files = tmp_path.parent / "games.jsonl", tmp_path / "units.csv"
    forecast(asked, keep=keep)
    files.write_text("id,verified\n", encoding="utf-8")
    forecast(asked, keep=keep)
    assert len(kept_results(keep, Outcome)) == 2


@pytest.mark.slow
def test_a_run_that_is_killed_loses_no_finished_game(tmp_path: Path) -> None:
    keep = tmp_path / "games.jsonl"
    line = f"forecast {START} --games 60 --seed 7 --german random --allied random --keep {keep}"
    begun = subprocess.Popen([sys.executable, "-m", "adjudicator", *line.split()], stdout=subprocess.DEVNULL)
    until = time.monotonic() + 50
    while time.monotonic() < until and (not keep.exists() or keep.read_bytes().count(b"\n") < 2):
        time.sleep(0.05)
    os.kill(begun.pid, signal.SIGKILL)
    begun.wait()
    before = kept_results(keep, Outcome)
    assert len(before) >= 2
    after = forecast(tasks(4), keep=keep)
    assert after == forecast(tasks(4))
    assert [o for o in after if o.stamp in before][:2] == list(before.values())[:2]


def test_a_game_that_cannot_go_on_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object, **words: object) -> object:
        raise SaveError("x", "y")

    monkeypatch.setattr(forecasts, "played", broken)
    outcome = play_one(tasks(1)[0])
    assert (outcome.outcome, outcome.why) == ("stuck", str(SaveError("x", "y")))
    assert set(summary([outcome])) == {"outcomes"}


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    keep = tmp_path / "games.jsonl"
    keep.write_text("a\nb\n", encoding="utf-8")
    said = run(f"adjudicator forecast {START} --games 1 --german random --allied random --keep {keep}")
    assert said.code == 2
    assert said.err.splitlines() == [said.err.strip()]
    assert "games.jsonl, line 1" in said.err
    assert "Name another file with --keep" in said.err


def test_wilson_by_hand() -> None:
    assert [round(b, 4) for b in wilson(81, 263)] == [0.2553, 0.3662]  # Newcombe (1998), method 3
    assert [round(b, 4) for b in wilson(15, 148)] == [0.0624, 0.1605]
    assert [round(b, 4) for b in wilson(0, 20)] == [0.0, 0.1611]
    assert wilson(5, 5)[1] == 1.0


def test_quantiles_are_numbers_that_came() -> None:
    assert spread_of([1]) == Spread(1.0, 1.0, 1.0, 1.0)
    assert spread_of(range(1, 11)) == Spread(5.5, 1.0, 5.0, 9.0)


def test_the_forecast_is_told_and_written() -> None:
    line = f"adjudicator forecast {START} --games 3 --german random --allied random --steps 40"
    text, data = run(line), json.loads(run(f"{line} --json").out)
    assert "broken off before the end: 3 of 3, 100.0% (95 % interval 43.9% to 100.0%)" in text.out
    assert "Allied Victory Points: mean" in text.out
    assert data["outcomes"]["open"]["games"] == 3
    assert [game["steps"] for game in data["games"]] == [40, 40, 40]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("storm-over-normandy", "names a game and no position"),
        (f"{START} --games 0", "--games"),
        (f"{START} --german chess", "'chess' is not one of 'greedy', 'quick', 'ahead', 'random'"),
        ("nowhere.vsav", "nowhere.vsav"),
        (
            "docs/examples/two-rivers:start --german random --allied random",
            "by the german and allied sides; in docs/examples/two-rivers:start 'north' has to decide",
        ),
    ],
)
def test_bad_input_is_one_line(line: str, fault: str) -> None:
    said = run(f"adjudicator forecast {line}")
    assert said.code == 2
    assert fault in said.err
    assert len(said.err.splitlines()) == 1


def test_a_position_that_leaves_something_out_is_not_played_on(tmp_path: Path) -> None:
    sketch = tmp_path / "some.txt"
    sketch.write_text("game: storm-over-normandy\ncaen: ge 736\n", encoding="utf-8")
    with pytest.raises(BocageError):
        tasks_of(str(sketch), 1, 1, steps=5)
