"""The first minute: welcome, help by topic, by game and by question, the way back from a wrong word."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from adjudicator.asking import welcome
from adjudicator.asking.cli import cli
from adjudicator.asking.commands import COMMANDS, HIGHER
from adjudicator.asking.flags import flag_names, old_names
from adjudicator.asking.help import examples
from adjudicator.asking.topics import topics
from adjudicator.game import GAMES, load
from adjudicator.homes import named
from adjudicator.questions import fields_of
from tests.commandline import run

ROOT = Path(__file__).parent.parent
VERBS = sorted({verb for slug in GAMES for verb in load(slug).questions})
FIXED = {str(command.name): command.help or "" for command in (*COMMANDS, *map(named, HIGHER.values()))}
EXAMPLES = sorted(
    {line for slug in GAMES for cls in load(slug).questions.values() for line in examples(cls.__doc__ or "")}
    | {line for text in FIXED.values() for line in examples(text)}
    | {f"adjudicator {line}" for _, line in welcome.TRY}
    | set(examples(cli.help or ""))
)
NEED_FILES = "adjudicator adapt "  # tests/test_adapting.py makes a foreign module and adapts it


LARGE = ("epsom", "june.vsav", "battle-for-normandy:", "coverage")  # these examples run in `make test-all`


def timed(line: str) -> object:
    """An example; a slow test where its position is a large one."""
    return pytest.param(line, marks=pytest.mark.slow) if any(word in line for word in LARGE) else line


def out(line: str) -> str:
    done = run(f"adjudicator {line}")
    assert done.code == 0, done
    return done.out


def test_nothing_asked_is_a_welcome_of_one_screen_on_lines_of_its_own() -> None:
    text = out("")
    assert text.rstrip("\n") == welcome.text()
    assert len(text.splitlines()) < 24
    assert all(len(line) <= 100 for line in text.splitlines())


def test_every_verb_has_one_topic_and_every_topic_only_verbs() -> None:
    every = [verb for group in topics().groups.values() for verb in group]
    assert sorted(every) == sorted({*VERBS, *FIXED})


def test_every_synonym_means_verbs_and_is_none() -> None:
    for word, verbs in topics().synonyms.items():
        assert word not in VERBS, word
        assert set(verbs) <= {*VERBS, *FIXED}, word


def test_help_lists_every_verb_under_a_topic() -> None:
    text = out("--help")
    words = {line.split()[0] for line in text.splitlines() if line.startswith("  ") and line.strip()}
    assert set(VERBS) <= words
    assert all(f"{title}:" in text for title in topics().groups)


@pytest.mark.parametrize("slug", GAMES)
def test_help_of_a_game_lists_its_verbs_and_no_others(slug: str) -> None:
    text = out(f"{slug} --help")
    assert text == out(slug)
    listed = {line.split()[0] for line in text.splitlines() if line[:2] == "  " and line[2:3].strip()}
    assert set(load(slug).questions) <= listed
    others = set(VERBS) - set(load(slug).questions)
    assert not others & listed


@pytest.mark.parametrize("place", ["june-six", "june-six:campaign", "tests/saves/june.vsav"])
def test_help_of_a_verb_has_the_options_of_one_game_when_it_is_named(place: str) -> None:
    text = out(f"odds {place} --help")
    assert "--cohesion" in text
    assert "--av" not in text
    assert "Options in" not in text


def test_help_of_a_verb_without_a_game_says_what_is_common_first() -> None:
    text = out("odds --help")
    assert text.index("Options in every game") < text.index("Options in Breakout: Normandy")
    assert text.index("--with") < text.index("Options in Breakout: Normandy")
    assert text.count("--av ") == 1 + text.count("odds breakout-normandy assault --av ")


@pytest.mark.parametrize(
    ("line", "way"),
    [
        ("who-wins june-six:campaign", "Did you mean victory?"),
        ("moves", "Did you mean legal or check?"),
        ("victroy", "Did you mean victory?"),
        ("line-upp", "Did you mean line-up or supply?"),
        ("june-six odds", "adjudicator odds june-six"),
        ("june-six:campaign", "adjudicator next june-six:campaign"),
        ("tests/saves/june.vsav victory", "adjudicator victory tests/saves/june.vsav"),
        ("must-attack june-six:campaign", "June Six has no 'must-attack'. Did you mean attack"),
        ("xyzzy", "`adjudicator --help` lists them."),
    ],
)
def test_a_wrong_verb_leads_to_the_right_one(line: str, way: str) -> None:
    done = run(f"adjudicator {line}")
    assert done.code == 2
    assert way in done.err


@pytest.mark.parametrize("line", [timed(x) for x in EXAMPLES if not x.startswith(NEED_FILES)])
def test_every_example_runs(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    command, _, after = line.partition(" | ")
    stdin = ""
    if after:
        stdin, command = shlex.split(command)[1], after
    words = shlex.split(command)
    for flag in ("-o", "--output"):
        if flag in words:
            at = words.index(flag) + 1
            words[at] = str(tmp_path / words[at])
    done = run(shlex.join(words), stdin=stdin)
    assert done.code in {0, 1}, done
    assert done.out


@pytest.mark.slow
def test_most_examples_are_answered_with_yes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples that are refused show reasons; they may not be the rule."""
    monkeypatch.chdir(ROOT)
    some = [line for line in EXAMPLES[::8] if " -o " not in line and "|" not in line]
    refused = [line for line in some if run(line).code]
    assert len(refused) < len(some) / 3


def test_an_option_has_one_name_and_its_old_one_still_works() -> None:
    line = "tests/saves/epsom.vsav cheux"
    assert out(f"csp {line} --with 10hli '2 gordons'") == out(f"csp {line} --units 10hli '2 gordons'")
    assert "--units" not in out("csp battle-for-normandy --help")
    line = "june-six --attack 18 --cohesion 6:5 --terrain bocage"
    assert out(f"odds {line} --defence 10") == out(f"odds {line} --defense=10")


def test_no_two_fields_of_a_question_share_an_option() -> None:
    for slug in GAMES:
        for cls in load(slug).questions.values():
            names = flag_names(cls)
            assert len(set(names.values())) == len(fields_of(cls)) == len(names)
            assert not set(old_names([cls])) & {f"--{flag}" for flag in names.values()}


@pytest.mark.parametrize("slug", GAMES)
def test_the_sketch_of_a_game_reads_back_and_answers_what_it_says_to_try(slug: str, tmp_path: Path) -> None:
    text = out(f"sketch {slug}")
    file = tmp_path / "sketch.txt"
    file.write_text(text)
    (try_it,) = [line.partition("Try: ")[2] for line in text.splitlines() if "# Try: " in line]
    done = run(try_it.replace("FILE", str(file)))
    assert done.code == 0, done
    assert len([line for line in text.splitlines() if line.startswith("#")]) > 5


@pytest.mark.parametrize(
    "line",
    [
        "xyzzy",
        "june-six odds",
        "tests/saves/june.vsav victory",
        "must-attack june-six:campaign",
        "next june-six:campaign --given moon=1",
        "explain dark-summer state moon",
    ],
)
def test_the_way_out_of_a_message_is_a_command_that_runs(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    message = run(f"adjudicator {line}").err
    found = re.search(r"`(adjudicator [^`]+)`|first: (adjudicator .+)$", message.strip())
    assert found is not None, message
    done = run(found[1] or found[2])
    assert done.code in {0, 1} or "needs" in done.err or "--given" in message, done
