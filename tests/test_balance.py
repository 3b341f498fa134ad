"""The report of many games: the same again, its sums right, and nothing played twice."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from adjudicator.playing.forecast import tasks_of
from tests.balance import Game, main, play, report

STORM = "storm-over-normandy:invasion"


def some(number: int, won: str, points: float, fell: dict[str, int]) -> Game:
    losses = {"german": number, "allied": 2}
    return Game(str(number), str(number), won, points, losses, 8, 300, fell, {"7.1": 4, "9.0": 1})


def test_the_report_counts_what_happened() -> None:
    games = [some(1, "german", -3.0, {"Caen": 5}), some(2, "allied", 8.0, {"Caen": 3, "Bayeux": 2})]
    text = "\n".join(report(STORM, "both sides greedy", games))
    assert "| german | 1 | 50% | 9% to 91% |" in text
    assert "| Allied points | 2.5 | -3 to 8 |" in text
    assert "| German units lost | 1.5 | 1 to 2 |" in text
    assert "| Caen | 2 of 2 | 3 |" in text
    assert "| Bayeux | 1 of 2 | 2 |" in text
    assert "no game took: " in text
    assert " 7.1," not in text


def test_a_game_is_played_to_its_end_and_not_twice(tmp_path: Path) -> None:
    keep, out = tmp_path / "games.jsonl", tmp_path / "report.md"
    line = ["storm-over-normandy", "--games", "1", "--player", "random", "--keep", str(keep), "-o", str(out)]
    assert CliRunner().invoke(main, line).exit_code == 0
    first, told = keep.read_text(encoding="utf-8"), out.read_text(encoding="utf-8")
    assert '"won": "german"' in first
    assert CliRunner().invoke(main, line).exit_code == 0
    assert keep.read_text(encoding="utf-8") == first
    assert out.read_text(encoding="utf-8") == told


def test_sections_are_those_of_what_was_done() -> None:
    (task,) = tasks_of(STORM, 1, 1, players={"german": "random", "allied": "random"}, steps=60)
    game = play(task)
    assert sum(game.sections.values()) == game.steps == 60
    assert game.won == "open"
    assert {"7.1"} <= set(game.sections)
