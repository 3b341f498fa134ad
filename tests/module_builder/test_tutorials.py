"""Tutorials: the rules carry out every step, the log shows it, and the real engine stepped through it."""

from __future__ import annotations

import dataclasses
import functools
import json
import re
import zipfile
from html import unescape
from pathlib import Path

import pytest

from adjudicator import apply
from adjudicator.audit.games import audited
from adjudicator.game import GAMES
from adjudicator.position import Position
from adjudicator.saves.positions import position_of_state
from maps.errors import DataError
from maps.filing import replaceable
from maps.games import home_of
from module_builder import tutorial
from module_builder.kit import Kit, load_kit
from module_builder.tutorial import Tutorial, tutorial_log, tutorials
from module_builder.vassal.archive import Archive, write_archive
from module_builder.vassal.buildfile import descendants
from module_builder.vassal.log import LogGame, load_log
from tests.engine.playing import moved
from tests.engine.teaching import kept_file
from tests.every import quick_one
from tests.module_builder.building import built, tree_of

GAME = "breakout-normandy"
LESSONS = [(game, number) for game in GAMES for number, _ in enumerate(tutorials(load_kit(game)))]
QUICK = quick_one(LESSONS, GAME)
STEPS = range(8, 21)
"""As many as somebody reads at one sitting."""


@functools.cache
def taught(game: str, number: int) -> tuple[Kit, Tutorial, LogGame]:
    """A tutorial, and its log as it is read."""
    kit = load_kit(game)
    lesson = tutorials(kit)[number]
    return kit, lesson, load_log(tutorial_log(kit, lesson))


@functools.cache
def lying(game: str, number: int) -> list[Position]:
    """What lies on the table before the first step and after each."""
    kit, _, log = taught(game, number)
    states = [log.initial(), *(state for _, state in log.positions())]
    return [position_of_state(state, kit.game, kit.board, kit.units)[0] for state in states]


def plain(line: str) -> str:
    """A line of chat as the engine shows it: the tags and the signs of colours are gone."""
    return re.sub(r"^(. )[!?~|`]", r"\1", unescape(re.sub(r"<[^>]+>", "", line))).strip()


def test_every_game_teaches() -> None:
    assert {game for game, _ in LESSONS} == set(GAMES)


@pytest.mark.parametrize(("game", "number"), QUICK)
def test_every_step_shows_what_the_rules_make_of_it(game: str, number: int) -> None:
    _, lesson, log = taught(game, number)
    position = lesson.start
    assert len(log.steps) == len(lesson.steps)
    assert len(lesson.steps) in STEPS
    for step, shown in zip([None, *lesson.steps], lying(game, number), strict=True):
        position = apply(position, step.do) if step is not None and step.do else position
        assert position.diff(shown) == ()
        assert position.pending == shown.pending


@pytest.mark.parametrize(("game", "number"), QUICK)
def test_the_audit_finds_every_step_in_order(game: str, number: int, tmp_path: Path) -> None:
    kit, lesson, _ = taught(game, number)
    path = tmp_path / lesson.entry
    path.write_bytes(write_archive(tutorial_log(kit, lesson)))
    found = list(audited([path], viewpoint="referee").judged())
    assert [step.text for step in found if not step.fine] == []
    named = {str(act.data["action"]) for step in found for act in step.acts}
    taught_kinds = {step.do.split()[0] for step in lesson.steps if step.do}
    assert taught_kinds - {"move"} <= named, "moves of several units are told together"


@pytest.mark.parametrize(("game", "number"), QUICK)
def test_the_engine_showed_just_these_steps(game: str, number: int) -> None:
    """``tests.engine.teaching`` keeps what the chat showed and what units did."""
    _, lesson, log = taught(game, number)
    kept = json.loads(kept_file(game).read_text(encoding="utf-8"))[number]
    assert kept["title"] == lesson.title
    assert f"- {lesson.welcome}" in kept["welcome"]
    tables = lying(game, number)
    ours = [
        {"chat": [plain(line) for line in step.chat], "moved": moved(before, after)}
        for step, before, after in zip(log.steps, tables, tables[1:], strict=False)
    ]
    assert kept["steps"] == ours


def test_the_same_words_make_the_same_bytes() -> None:
    kit, lesson, _ = taught(GAME, 0)
    assert write_archive(tutorial_log(kit, lesson)) == write_archive(tutorial_log(kit, lesson))


def test_the_module_offers_its_first_tutorial_at_the_first_start() -> None:
    """The engine offers the last that it reads."""
    rows = [(n.get("logfile"), n.get("launchOnStartup")) for n in descendants(tree_of(GAME), "Tutorial")]
    assert [entry for entry, offered in rows if offered == "true"] == [rows[-1][0]] == ["tutorial_1.vlog"]
    assert {entry for entry, _ in rows} <= set(zipfile.ZipFile(built(GAME)).namelist())


def logs(kit: Kit) -> list[Archive]:
    """Whatever a module would teach."""
    return [tutorial_log(kit, lesson) for lesson in tutorials(kit)]


HEAD = 'title = "T"\nscenario = "example-8"\nwelcome = "W"\n'


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('[[step]]\ndo = "move 916/352 omaha-beach"\nsay = "no"', "step 1: move 916/352 omaha-beach"),
        ('[[step]]\nsay = "no"\nlook = "nobody"', "step 1, look 'nobody'"),
        ('[[step]]\nsay = "no"\ndice = "Attack 1"', "step 1, dice 'Attack 1'"),
        ('[[step]]\nsays = "no"', "step 1"),
        ('played = ["activate nowhere"]\n[[step]]\nsay = "no"', "played: activate nowhere"),
    ],
)
def test_what_the_rules_refuse_is_not_taught(
    text: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "1_no.toml").write_text(HEAD + text, encoding="utf-8")
    kit, home = load_kit(GAME), home_of(GAME)
    elsewhere = dataclasses.replace(home, folders={**home.folders, "tutorials": tmp_path})
    monkeypatch.setattr(tutorial, "home_of", {GAME: elsewhere}.get)
    with pytest.raises(DataError, match=re.escape(f"1_no.toml, {place}")) as caught:
        logs(kit)
    assert "\n" not in str(caught.value)


def test_an_owner_s_values_end_a_tutorial_and_it_says_so(tmp_path: Path) -> None:
    """With an Attack Factor of his own the dice mean something else: the losses that come are refused."""
    folder = tmp_path / GAME
    folder.mkdir()
    ours = replaceable(GAME)["units.csv"].read_text(encoding="utf-8")
    text = re.sub(r"(?m)^(us-1-16,.*,regiment,1,,)6,", r"\g<1>1,", ours)
    assert text != ours
    (folder / "units.csv").write_text(text, encoding="utf-8")
    kit = load_kit(GAME, tmp_path)
    log = load_log(logs(kit)[0])
    assert len(log.steps) < len(tutorials(kit)[0].steps)
    assert log.steps[-1].chat[-1].startswith("* With the values of your copy the tutorial ends here. ")
