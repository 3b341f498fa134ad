"""Logs played in the real engine (tests/engine): every step reads, and shows what was played."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator.citation import load_rulebook
from adjudicator.game import GAMES
from adjudicator.position import Position
from adjudicator.saves.positions import position_of_state, read_save
from adjudicator.saves.printed import load_printed
from module_builder.vassal.archive import open_archive
from module_builder.vassal.commands import MutableProperty
from module_builder.vassal.log import LogGame, read_log
from tests.engine.playing import moved

ENGINE = Path(__file__).parent / "engine"
RULES = Path(__file__).parents[1] / "adjudicator"
LOGS = sorted(ENGINE.glob("*/*.vlog"))
SLUG = {path: path.parent.name.replace("_", "-") for path in LOGS}
QUICK = "breakout-normandy"
"""The game whose logs are read in every run; reading those of the others takes long."""
SECTIONS = {"movement", "stacking", "combat", "supply"}


@dataclass(frozen=True)
class Read:
    """A log, and the position before its first step and after each one."""

    path: Path
    game: LogGame
    positions: tuple[Position, ...]


def _param(log: Path) -> Any:
    marks = () if SLUG[log] == QUICK else pytest.mark.slow
    return pytest.param(log, id=f"{log.parent.name}/{log.stem}", marks=marks)


@pytest.fixture(scope="module", params=map(_param, LOGS))
def log(request: pytest.FixtureRequest) -> Read:
    """Each log, read once."""
    path: Path = request.param
    game, printed = read_log(open_archive(path).save()), load_printed(SLUG[path])
    states = (game.initial(), *(state for _, state in game.positions()))
    known = printed.game, printed.board, printed.units
    return Read(path, game, tuple([position_of_state(state, *known)[0] for state in states]))


@cache
def lines(path: Path) -> tuple[dict[str, Any], ...]:
    """What is kept beside a log."""
    return tuple(tomllib.loads(path.with_suffix(".toml").read_text(encoding="utf-8"))["line"])


def test_every_game_has_a_legal_log_and_one_with_offences() -> None:
    names = {(slug, path.stem.partition("-")[0]) for path, slug in SLUG.items()}
    assert names == {(game, name) for game in GAMES for name in ("played", "offences")}
    assert all(path.stat().st_size < 400_000 for path in LOGS)


def test_every_step_reads_without_defect(log: Read) -> None:
    game, positions = log.game, log.positions
    assert len(positions) == len(game.steps) + 1
    middle = len(game.steps) // 2
    assert read_save(log.path, step=middle).position == positions[middle]


def test_the_steps_of_a_line_move_what_it_says(log: Read) -> None:
    game, positions = log.game, log.positions
    at = 0
    for line in lines(log.path):
        first, last = line["steps"] or (at + 1, at)
        assert first == at + 1, line["text"]
        assert moved(positions[at], positions[last]) == line.get("moved", []), line["text"]
        at = last
    assert at == len(game.steps)


def test_chat_undo_and_dice_are_in_their_steps(log: Read) -> None:
    game = log.game
    for line in lines(log.path):
        first, last = line["steps"] or (1, 0)
        steps = game.steps[first - 1 : last]
        said = " ".join(text for step in steps for text in step.chat)
        if line["kind"] == "chat":
            assert line["text"] in said.replace("&lt;", "<").replace("&gt;", ">")
        assert any(step.is_undo for step in steps) == (line["kind"] == "undo"), line["text"]
        results = {c.name: c.new for step in steps for c in step.commands if isinstance(c, MutableProperty)}
        for button in line.get("buttons", []):
            name, _, dice = button.rpartition(" ")
            if dice.replace(",", "").isdigit():
                assert dice in results.get(f"{name}_result", said), line["text"]  # else as the roll before


@pytest.mark.parametrize("game", GAMES)
def test_offences_are_of_every_section_and_name_a_rule(game: str) -> None:
    planted = [
        line
        for path, slug in SLUG.items()
        if slug == game
        for line in lines(path)
        if line["kind"] == "offence"
    ]
    rules = load_rulebook(RULES / game.replace("-", "_") / "rulebook.toml")
    supplied = any("supply" in row["title"].lower() for row in rules.values())
    assert {line["section"] for line in planted} == SECTIONS - (set() if supplied else {"supply"})
    assert not {line["rule"] for line in planted} - set(rules)
    assert all(line["steps"] for line in planted)
    assert not [
        line for path in LOGS if path.stem == "played" for line in lines(path) if line["kind"] == "offence"
    ]
