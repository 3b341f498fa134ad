"""The front door: `docs/library.md` tells the truth, and what it asks is what the command line asks."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import adjudicator
from adjudicator import (
    GAMES,
    Action,
    AmbiguousAction,
    BocageError,
    IllegalAction,
    MalformedAction,
    Position,
    PositionError,
    Roll,
    RollNeeded,
    SaveError,
    apply,
    ask,
    check,
    legal,
    open_position,
)
from adjudicator.actions import action_to_json
from adjudicator.codec import position_to_json
from adjudicator.game import check as ruled
from adjudicator.names import find_unit
from tests.commandline import run

ROOT = Path(__file__).parent.parent
DOC = ROOT / "docs" / "library.md"
SAVES = ROOT / "tests" / "saves"


def sessions() -> str:
    """Every example of the page, one after the other, as one session."""
    text = DOC.read_text(encoding="utf-8")
    return "\n\n".join(re.findall(r"```pycon\n(.*?)```", text, re.DOTALL))


def test_the_library_page_tells_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    told: list[str] = []
    session = doctest.DocTestParser().get_doctest(sessions(), {}, "library.md", str(DOC), 0)
    done = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session, out=told.append)
    assert done.attempted > 20
    assert not done.failed, "".join(told)


@pytest.mark.slow
def test_its_examples_have_the_types_that_they_should(tmp_path: Path) -> None:
    examples = doctest.DocTestParser().get_examples(sessions())
    (tmp_path / "library_examples.py").write_text("".join(e.source for e in examples), encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", "pyproject.toml", "--follow-imports=silent"]
    done = subprocess.run(
        [*command, str(tmp_path / "library_examples.py")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_every_public_name_is_there_and_said_on_the_page() -> None:
    page = DOC.read_text(encoding="utf-8").partition("## What is stable")[2]
    for name in adjudicator.__all__:
        assert getattr(adjudicator, name) is not None
        assert f"`{name}`" in page, name
    assert set(adjudicator.__all__) <= set(dir(adjudicator))
    with pytest.raises(AttributeError):
        _ = adjudicator.no_such_name


def test_the_packages_say_that_they_are_typed() -> None:
    for package in ("adjudicator", "counters", "maps", "module_builder"):
        assert (ROOT / package / "py.typed").is_file()


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    heavy = "{'typing', 're', 'msgspec', 'click', 'shapely', 'lxml', 'PIL', 'rich'}"
    loaded = f"[n for n in sys.modules if n.startswith('adjudicator.') or n in {heavy}]"
    command = [sys.executable, "-S", "-c", f"import sys, adjudicator; print({loaded})"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "[]", done


ASKED: list[tuple[str, str, tuple[str | int, ...], dict[str, Any]]] = [
    (
        "odds tests/saves/omaha.vsav assault omaha --with 16/1 18/1 --point 16/1",
        "tests/saves/omaha.vsav",
        ("odds", "assault", "omaha"),
        {"with_": ["16/1", "18/1"], "point": "16/1"},
    ),
    (
        "odds breakout-normandy assault --av 14 --dv 10 --defenders F S D1 --bocage",
        "breakout-normandy",
        ("odds",),
        {"kind": "assault", "av": 14, "dv": 10, "defenders": ("F", "S", "D1"), "bocage": True},
    ),
    ("supply tests/saves/bridges.vsav 1058", "tests/saves/bridges.vsav", ("supply",), {"subject": "1058"}),
    (
        "zoc tests/saves/summer.vsav 2507 --for supply --as german",
        "tests/saves/summer.vsav",
        ("zoc", 2507),
        {"for_": "supply", "viewpoint": "german"},
    ),
    (
        "next tests/saves/bridges.vsav --strict",
        "tests/saves/bridges.vsav",
        ("next",),
        {"strict": True},
    ),
    (
        "supply tests/saves/bridges.vsav 1058 --given crossings:isigny/st-lo=3 --suppose carentan=empty",
        "tests/saves/bridges.vsav",
        ("supply", "1058"),
        {"given": ["crossings:isigny/st-lo=3"], "suppose": ["carentan=empty"]},
    ),
    (
        "legal tests/saves/bridges.vsav 1058 --then 'move 1058 montebourg'",
        "tests/saves/bridges.vsav",
        ("legal", "1058"),
        {"actions": ["move 1058 montebourg"]},
    ),
    (
        "next tests/saves/storm.vsav --as allied",
        "tests/saves/storm.vsav",
        ("next",),
        {"viewpoint": "allied"},
    ),
    (
        "odds tests/saves/omaha.vsav assault omaha --with 16/1 --interpretation combat-cards=B",
        "tests/saves/omaha.vsav",
        ("odds", "assault", "omaha"),
        {"with_units": "16/1", "options": {"combat-cards": "B"}},
    ),
]


@pytest.mark.parametrize(("line", "source", "words", "named"), ASKED, ids=[line for line, *_ in ASKED])
def test_a_question_is_answered_as_the_command_line_answers_it(
    line: str, source: str, words: tuple[Any, ...], named: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    position = open_position(source) if "/" in source or ":" in source else source
    verb, *rest = words
    ruling = ask(position, verb, *rest, **named)
    printed = run(f"adjudicator {line} --json")
    assert adjudicator.render(ruling, "json") == printed.out.rstrip("\n")
    assert f'"fingerprint": "{ruling.fingerprint}"' in printed.out


def test_an_action_is_checked_as_the_referee_checks_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    position = open_position("tests/saves/bridges.vsav")
    for words in ("move 1058 montebourg", "move 1058 caen"):
        ruling = check(position, words)
        printed = run(f"adjudicator check tests/saves/bridges.vsav {words} --as referee --json")
        assert adjudicator.render(ruling, "json") == printed.out.rstrip("\n")


@pytest.fixture(scope="module")
def bridges() -> Position:
    return open_position(SAVES / "bridges.vsav")


def test_a_position_is_opened_from_whatever_holds_it(bridges: Position, tmp_path: Path) -> None:
    file = tmp_path / "a, b.json"
    file.write_text(adjudicator.render(ask(bridges, "position"), "json"), encoding="utf-8")
    assert open_position(str(file)) == open_position(file) == bridges
    assert open_position(position_to_json(bridges)) == bridges
    assert open_position(file.read_text(encoding="utf-8")) == bridges
    assert open_position(str(SAVES / "river.txt")) == open_position((SAVES / "river.txt").read_text("utf-8"))


@pytest.mark.parametrize(
    ("source", "error", "told"),
    [
        ("no-such.vsav", SaveError, "no-such.vsav: expected a file, or a scenario"),
        ("june-six", PositionError, "june-six:campaign"),
        ("june-six:moon", MalformedAction, "has no scenario 'moon'"),
        ({"game": "chess"}, PositionError, "'game' names one of"),
        ({"game": {1, 2}}, PositionError, "no JSON data"),
        ("chess, white to move", MalformedAction, "a sketch begins with the name of a game"),
    ],
)
def test_what_is_no_position_is_told_so(source: Any, error: type[BocageError], told: str) -> None:
    with pytest.raises(error, match=re.escape(told)):
        open_position(source)


@pytest.mark.parametrize(
    ("verb", "words", "named", "error", "told"),
    [
        ("oddz", (), {}, MalformedAction, "Did you mean odds?"),
        ("odds", ("assault",), {"moon": 1}, MalformedAction, "odds has no 'moon' in this game"),
        ("odds", ("assault", "moon"), {"with_": "18/1"}, MalformedAction, "there is no space 'moon'"),
        ("supply", (), {}, MalformedAction, "supply needs subject"),
        ("supply", ("1058", "916"), {}, MalformedAction, "one word too many"),
        ("supply", ("1",), {}, AmbiguousAction, "'1' may be"),
    ],
)
def test_what_is_no_question_is_told_so(
    bridges: Position, verb: str, words: Any, named: Any, error: type[BocageError], told: str
) -> None:
    with pytest.raises(error, match=re.escape(told)):
        ask(bridges, verb, *words, **named)


def test_actions_and_suppositions_need_a_position() -> None:
    with pytest.raises(MalformedAction, match="actions needs a position"):
        ask("breakout-normandy", "next", actions=["pass"])
    with pytest.raises(MalformedAction, match="suppose needs a position"):
        ask("breakout-normandy", "next", suppose=["a=empty"])


def test_legal_actions_of_a_unit_are_those_of_all_that_name_it(bridges: Position) -> None:
    uid = find_unit(bridges, "1058").uid
    own = list(legal(bridges, "1058"))
    assert own
    assert all(uid in str(action) for action in own)
    assert [action for action in legal(bridges) if uid in str(action)] == own
    assert all(action in legal(bridges, "1058") and check(bridges, action).ok for action in own)
    other = next(action for action in legal(bridges) if uid not in str(action))
    assert other in legal(bridges)
    assert other not in legal(bridges, "1058")


def test_an_action_may_be_typed_or_data_or_itself(bridges: Position) -> None:
    action: Action = next(legal(bridges, "1058").of("move"))
    data = action_to_json(action)
    assert check(bridges, action).verdict == check(bridges, data).verdict
    assert apply(bridges, action) == apply(bridges, data)
    assert check(bridges, action).ok is ruled(bridges, action).ok
    with pytest.raises(MalformedAction):
        apply(bridges, "fly 1058 to the moon")


def test_dice_are_asked_for_and_given(bridges: Position) -> None:
    waiting = apply(bridges, "seize 1058 pont-labbe/valognes")
    with pytest.raises(RollNeeded):
        apply(waiting, "move 1058 montebourg")
    assert apply(waiting, Roll((4,))) == apply(bridges, "seize 1058 pont-labbe/valognes", roll=[4])
    with pytest.raises(IllegalAction) as refused:
        apply(bridges, "seize 1058 pont-labbe/valognes", roll=[9])
    assert "1-6" in refused.value.ruling.reasons[0]


@pytest.mark.parametrize("slug", GAMES)
def test_every_game_comes_through_the_door(slug: str) -> None:
    position = open_position(f"{slug}:{next(iter(adjudicator.load(slug).scenarios))}")
    ruling = ask(position, "next")
    assert ruling.ok
    assert ruling.fingerprint
    assert shlex.split(ruling.verdict.replace("'", ""))
