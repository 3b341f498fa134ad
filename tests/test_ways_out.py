"""Every way out that a message names leads somewhere: each is found in the code, drawn, and taken."""

from __future__ import annotations

import ast
import functools
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from adjudicator.asking.cli import cli
from adjudicator.asking.flags import flag_names
from adjudicator.game import GAMES, load
from module_builder.cli import cli as builder
from tests.commandline import run

ROOT = Path(__file__).parent.parent
WAYS: list[list[str]] = tomllib.loads((Path(__file__).parent / "ways_out.toml").read_text())["ways"]
WAY_OUT = re.compile(
    r"^(Write|Give|Name|Ask for(?! the)|See|Leave|Use)\b[^.]* |^(Name it|Name an Area|Name a hex|Write: .*)$"
    r"|(: |, or )(write|give) |(`|: |^)adjudicator [^:`]*(--?h\b|--help|sketch|explain)"
)


@functools.cache
def literals(file: Path) -> tuple[str, ...]:
    """Each string of a module that is no docstring, with ``{}`` for what is filled in; read once."""
    return tuple(strings(file))


def strings(file: Path) -> Iterator[str]:
    tree = ast.parse(file.read_text())
    inside = {
        id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)
    }
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(v.value) if isinstance(v, ast.Constant) else "{}" for v in node.values)
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and not {id(node)} & (inside | said)
        ):
            yield node.value


def named(package: str) -> set[str]:
    """Every way out that the messages of a package name."""
    files = [f for f in (ROOT / package).rglob("*.py") if not f.name.startswith("lint")]
    return {text for file in files for text in literals(file) if WAY_OUT.search(text) and len(text) < 200}


def spoken(text: str) -> str:
    """A message in one line, without the strokes around commands."""
    return re.sub(r"\s+", " ", text.replace("`", ""))


def lines(column: int) -> list[tuple[str, str]]:
    """Each way out with its command of one column of the table."""
    return sorted({(way[0], way[column]) for way in WAYS if way[column]})


def test_every_way_out_that_the_code_names_is_in_the_table_and_no_other() -> None:
    assert named("adjudicator") == {way for way, _, _ in WAYS}


@pytest.mark.parametrize(("way", "line"), lines(1))
def test_a_command_is_answered_with_the_way_out(way: str, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = run(f"adjudicator {line}")
    assert done.code in ({0} if "--help" in line else {1, 2}), done
    said = spoken(done.out + done.err)
    assert all(spoken(part).strip() in said for part in way.split("{}")), done


@pytest.mark.parametrize(
    ("way", "line"),
    [pytest.param(*x, marks=pytest.mark.slow) if "coverage" in x[1] else x for x in lines(2)],
)
def test_the_way_out_leads_somewhere(
    way: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    done = run(f"adjudicator {line.replace('{tmp}', str(tmp_path))}")
    assert done.code in {0, 1}, (way, done)
    assert done.out, (way, done)


def common() -> set[str]:
    """The options that every question has."""
    verb = cli.get_command(click.Context(cli), "apply")
    assert verb is not None
    parameters = [*verb.get_params(click.Context(verb)), *cli.params]
    return {name.removeprefix("--") for each in parameters for name in each.opts if name.startswith("--")}


@pytest.mark.parametrize("slug", GAMES)
def test_every_option_that_a_message_of_a_game_names_is_an_option_of_the_game(slug: str) -> None:
    known = {name for cls in load(slug).questions.values() for name in flag_names(cls).values()}
    known |= common()
    files = (ROOT / "adjudicator" / slug.replace("-", "_")).rglob("*.py")
    said = {
        option
        for file in files
        for text in literals(file)
        for option in re.findall(r"(?:^|[\s(`])--([a-z][a-z-]*)", text)
    }
    assert said
    assert not said - known, sorted(said - known)


def test_every_command_of_the_module_builder_that_a_message_names_is_one() -> None:
    files = (ROOT / "module_builder").rglob("*.py")
    said = {
        match[1]
        for file in files
        for text in literals(file)
        for match in re.finditer(r"module-builder ((?:[a-z]+ ?)+)((?:.*--[a-z-]+)*)", text)
    }
    assert {"printer set", "sheets"} <= {words.strip() for words in said}
    for words in said:
        command: click.Command = builder
        for word in words.split():
            assert isinstance(command, click.Group), words
            found = command.get_command(click.Context(command), word)
            assert found is not None, words
            command = found
