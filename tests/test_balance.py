"""The report of many games: the same again, its sums right, and nothing played twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from adjudicator.game import GAMES, load
from adjudicator.playing.forecast import tasks_of
from adjudicator.playing.places import places_of, worths_of
from maps.tomlfile import read_toml
from tests.balance import main
from tests.balance_games import Game, play
from tests.balance_report import drawn, falls_of, put_into, report, untaken
from tests.bench_games import WHOLE

STORM = "storm-over-normandy:invasion"


def some(number: int, won: str, points: float, fell: dict[str, int]) -> Game:
    losses = {"german": number, "allied": 2}
    return Game(str(number), str(number), won, points, losses, 8, 300, fell, {"7.1": 4, "9.0": 1})


TWO = [some(1, "german", -3.0, {"Caen": 5}), some(2, "allied", 8.0, {"Caen": 3, "Bayeux": 2})]


def test_the_report_counts_what_happened() -> None:
    text = "\n".join(report(STORM, "both sides greedy", TWO))
    assert "| german | 1 | 50% | 9% to 91% |" in text
    assert "| Allied points | 2.5 | -3 to 8 |" in text
    assert "| German units lost | 1.5 | 1 to 2 |" in text
    assert "| Caen | never | 3 | 3 to 5 | **no** |" in text
    assert "| Bayeux | 2 | 2 | 2 to never | yes |" in text
    assert "- 3.0 Setup (the set-up, a scenario of its own)" in text
    assert "- 7.1 " not in text


def test_history_is_told_of_places_that_count_and_in_their_order() -> None:
    """What is written in balance.toml is a place of the scenario that is played, worth something there."""
    told = read_toml(Path(__file__).with_name("balance.toml"))
    assert set(told) == set(GAMES)
    for slug in GAMES:
        start = load(slug).scenario(WHOLE[slug])
        pairs = zip(places_of(slug, start.board), worths_of(start), strict=True)
        worth = {place.title for place, points in pairs if points}
        assert set(told[slug]["fell"]) <= worth, slug
    dates = [fall.history for fall in falls_of("dark-summer", TWO)]
    assert dates == sorted(dates)


def test_what_fell_after_the_last_game_was_over_is_held_against_nobody() -> None:
    early = [some(1, "german", 0.0, {"Caen": 6}), some(2, "german", 0.0, {"Caen": 4, "Falaise": 5})]
    fits = {fall.place: fall.fits for fall in falls_of("dark-summer", early)}
    assert fits["Argentan"]  # the tenth turn in history; both games were over on the eighth
    assert fits["Falaise"]
    assert fits["Caen"]
    assert not fits["Cherbourg"]


def test_reasons_are_given_for_sections_that_a_game_could_take() -> None:
    for slug, told in read_toml(Path(__file__).with_name("balance.toml")).items():
        assert set(told["unreached"]) <= set(untaken(slug, [some(1, "german", 0.0, {})])) | {"7.1", "9.0"}


def test_sections_that_no_game_took_are_told_by_number() -> None:
    found = untaken("storm-over-normandy", TWO)
    assert "7.1" not in found
    assert list(found) == sorted(found, key=lambda s: [int(n) for n in s.split(".")])


def test_a_report_takes_the_place_of_the_one_before() -> None:
    page = "# Balance\n\nHead.\n\n## A\n\nold\n\n## B\n\nother\n"
    assert put_into(page, "## A\n\nnew\n") == "# Balance\n\nHead.\n\n## A\n\nnew\n\n## B\n\nother\n"
    assert put_into(page, "## B\n\nnew\n") == "# Balance\n\nHead.\n\n## A\n\nold\n\n## B\n\nnew\n"
    assert put_into(page, "## C\n\nnew\n") == f"{page}\n## C\n\nnew\n"


def test_the_picture_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is in the extra docs")
    drawn(STORM, TWO, tmp_path / "storm.webp")
    assert (tmp_path / "storm.webp").read_bytes()[8:12] == b"WEBP"


def test_without_matplotlib_no_game_is_played_for_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    said = CliRunner().invoke(main, ["june-six", "--into", str(tmp_path / "page.md")])
    assert said.exit_code == 2
    assert "pip install '.[docs]'" in said.output
    assert not list(tmp_path.iterdir())


def test_a_game_is_played_to_its_end_and_not_twice(tmp_path: Path) -> None:
    keep = tmp_path / "games.jsonl"
    line = ["storm-over-normandy", "--games", "1", "--player", "random", "--keep", str(keep)]
    first = CliRunner().invoke(main, line)
    assert first.exit_code == 0
    kept = keep.read_text(encoding="utf-8")
    assert '"won": "german"' in kept
    assert CliRunner().invoke(main, line).stdout == first.stdout
    assert keep.read_text(encoding="utf-8") == kept


def test_sections_are_those_of_what_was_done() -> None:
    (task,) = tasks_of(STORM, 1, 1, players={"german": "random", "allied": "random"}, steps=60)
    game = play(task)
    assert sum(game.sections.values()) == game.steps == 60
    assert game.won == "open"
    assert {"7.1"} <= set(game.sections)
