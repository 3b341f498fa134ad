"""What the command line answers: options of every verb, files it writes, exit codes."""

from __future__ import annotations

import io
import json
import runpy
import sys
from pathlib import Path
from unittest import mock

import pytest

from adjudicator.asking import cli
from adjudicator.asking.flags import spread
from adjudicator.citation import load_rulebook
from adjudicator.game import GAMES, load
from tests.commandline import run

CASES = Path(__file__).parent.parent / "cases" / "breakout_normandy"
GAME = "breakout-normandy"
RULEBOOK = load(GAME).folder / "rulebook.toml"
GOOD = """
[[case]]
id = "A"
source = "derived"
position = "breakout-normandy:d-day"
question = "next"
expect = { ok = true }
"""


def error(line: str, stdin: str = "") -> str:
    done = run(f"adjudicator {line}", stdin=stdin)
    assert (done.code, done.out) == (2, "")
    assert done.err.count("\n") == 1
    return done.err.removeprefix("adjudicator: ").rstrip()


def answer(line: str) -> str:
    done = run(f"adjudicator {line}")
    assert done.code == 0, done
    return done.out


def test_help_lists_every_verb_and_says_what_each_takes() -> None:
    assert "retreats" in answer("--help")
    assert "POSITION KIND AREA" in answer("odds --help")
    assert answer("--version").startswith("adjudicator, version ")


def test_help_of_a_verb_tells_games_apart_unless_one_is_meant() -> None:
    everywhere, here = answer("weather --help"), answer("weather june-six:campaign --help")
    assert "The Dark Summer: The Weather" in everywhere
    assert "Dark Summer" not in here
    assert "The weather that a German roll gives" in here
    assert answer("check --help").count("Rule on a proposed action") == 1


def test_a_position_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCAGE_POSITION", f"{GAME}:example-6")
    assert answer("control carentan") == answer(f"control {GAME}:example-6 carentan")
    monkeypatch.setenv("BOCAGE_POSITION", f"{GAME}:d-nacht")
    assert "no scenario 'd-nacht'" in error("control carentan")


def test_an_overlay_may_come_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    line = f"position {GAME}:d-day"
    before = run(f"adjudicator {line} --json").out
    monkeypatch.setenv("BOCAGE_OVERLAY", str(tmp_path))
    (tmp_path / "spaces.csv").write_text("moon\n")
    assert "spaces.csv, line 1: expected no column 'moon'" in error(line)
    (tmp_path / "spaces.csv").unlink()
    assert run(f"adjudicator {line} --json").out == before


def test_confirming_writes_the_owners_values(tmp_path: Path) -> None:
    line = f"adjudicator odds {GAME}:example-11 assault st-lo --with 16/1 --confirm --overlay {tmp_path}"
    done = run(line, stdin="\n" * 40)
    assert done.code == 0
    assert not list(tmp_path.iterdir())
    used = json.loads(run(f"{line} --json", stdin="\n" * 40).out)["reconstructed"]
    typed = "".join("2\n" if u["column"] == "tem" else "\n" for u in used)
    done = run(line, stdin=typed + "\n" * 40)
    assert done.code == 0
    assert all("owner" in p.read_text() for p in tmp_path.rglob("*.csv"))


def test_an_interrupted_confirmation_is_no_error_of_ours(tmp_path: Path) -> None:
    line = f"adjudicator odds {GAME}:example-11 assault st-lo --with 16/1 --confirm --overlay {tmp_path}"
    assert run(line, stdin="").code == 130


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    line = f"adjudicator odds {GAME}:example-11 assault st-lo --with 16/1 --confirm --overlay {file}"
    done = run(line, stdin="2\n" * 60)
    assert done.code in {0, 2}
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("form", "start"), [("text", "1"), ("md", "**1"), ("html", "<article"), ("json", '{"schema": 1')]
)
def test_formats(form: str, start: str) -> None:
    line = f"odds {GAME} assault --av 14 --dv 10 --format {form}"
    assert answer(line).startswith(start)


def test_only_the_verbs_of_the_game_and_only_their_options(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "No such option" in error(f"control {GAME}:d-day carentan --av 3")
    assert cli._verb_command("castle", GAMES) is None


@pytest.mark.parametrize(
    ("roll", "code", "words"),
    [
        ("7", 1, "the roll must be 1-6 for a dr"),
        ("1,1", 1, "the roll must be"),
        ("x", 2, "expected a number, not 'x'"),
        ("8,", 2, "expected a number, not ''"),
        ("²", 2, "expected a number, not '²'"),
    ],
)
def test_impossible_rolls(roll: str, code: int, words: str) -> None:
    done = run(f"adjudicator apply {GAME}:example-6 repair pont-labbe/st-jores --roll {roll}")
    assert (done.code, done.out) == (code, "")
    assert words in done.err
    assert done.err.count("\n") == 1


def test_an_illegal_action_carried_out_is_a_ruling() -> None:
    done = run(f"adjudicator apply {GAME}:example-6 move 1057 valognes")
    assert done.code == 1
    assert done.out.startswith("Illegal: move")


def test_a_list_option_takes_all_its_words() -> None:
    many = spread("odds g assault --with 18/1 16/1 --av -3 4 --json".split(), {"--with"})
    assert many == "odds g assault --with 18/1 --with 16/1 --av -3 4 --json".split()
    assert spread(["ask", "-"], {"--with"}) == ["ask", "-"]


def test_case_files_are_run(tmp_path: Path) -> None:
    file = tmp_path / "good.toml"
    file.write_text(GOOD)
    assert answer(f"cases {file}") == "1 passed, 0 failed\n"
    assert json.loads(answer(f"cases {file} --json")) == [{"id": "A", "passed": True, "faults": []}]
    bad = tmp_path / "bad.toml"
    bad.write_text(GOOD.replace("true", "false"))
    done = run(f"adjudicator cases {file} {bad}")
    assert done.code == 1
    assert done.out == "A: ok: expected False, got True\n1 passed, 1 failed\n"
    assert "a readable file" in error(f"cases {tmp_path}/none.toml")


def test_a_case_may_lie_beside_its_position(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(f"{GAME}, 6 june, phase daylight, side german, impulse 1\nCaen: german\n")
    file = tmp_path / "c.toml"
    file.write_text(GOOD.replace("breakout-normandy:d-day", "p.txt").replace('"next"', '"position"'))
    assert answer(f"cases {file}") == "1 passed, 0 failed\n"


def test_coverage_is_measured_and_shown(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text(GOOD)
    table = answer(f"coverage {GAME} --cases {tmp_path}")
    assert "sections:" in table.splitlines()[-1]
    assert any(line.startswith("dead: ") for line in table.splitlines())
    report = json.loads(answer(f"coverage {GAME} --cases {tmp_path} --json"))
    assert report["counts"]["missing"] > 0
    assert "Give their folder with --cases" in error(f"coverage {GAME} --cases {tmp_path}/none")


def test_a_section_is_explained() -> None:
    told = answer(f"explain {GAME} 9.3A")
    assert told.startswith("9.3A ")
    assert "open: " in told
    assert "(default)" in told
    described = next(s for s, entry in load_rulebook(RULEBOOK).items() if "description" in entry)
    assert "rules nothing: " in answer(f"explain {GAME} {described}")


def test_one_question_a_line() -> None:
    line = json.dumps({"question": "next", "position": f"{GAME}:d-day"})
    done = run("adjudicator ask --lines", stdin=f"{line}\n\n{{\n")
    first, second = map(json.loads, done.out.splitlines())
    assert first["ok"]
    assert "no valid JSON" in second["error"]
    assert GAME in json.loads(answer("ask --schema"))


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"question": []}, "question: Expected `str`, got `array`"),
        (
            {"question": "next", "as": "nobody", "position": f"{GAME}, clear"},
            "'nobody' is not one of public, german, allied, referee",
        ),
        ({"question": "next", "strict": "no"}, "strict: Expected `bool`"),
        ({"question": "next", "given": "advantage=german"}, "given: Expected `array`"),
        ({"question": "next", "options": ["x"]}, "options: Expected `object`"),
        ({"question": "next", "actions": [["roll"]]}, "actions: Expected `str | object`"),
        ({"question": "next", "schema": 2}, "schema: Invalid enum value 2"),
        ({"question": "next", "game": "chess"}, "there is no game 'chess'"),
        ({"question": "next", "game": GAME}, "needs a position"),
        ({"question": "chess", "game": GAME}, "there is no question 'chess'"),
        ({"question": "next", "position": {"game": GAME}}, "a position needs 'units'"),
        ({"question": "next", "position": f"{GAME}, moon"}, "'moon' is not known"),
        ({"question": "next", "moon": 1}, "a question is an object"),
        ({"question": "\ud800", "game": GAME}, "no valid JSON"),
        ([], "a question is an object"),
    ],
)
def test_questions_of_the_wrong_shape(question: object, words: str) -> None:
    assert words in error("ask", json.dumps(question))


def test_numbers_and_nests_beyond_measure_are_no_json() -> None:
    assert "no valid JSON" in error("ask", '{"question": ' + "9" * 5000 + "}")
    assert "no valid JSON" in error("ask", "[" * 100_000)


def test_bytes_that_are_no_text() -> None:
    typed = io.TextIOWrapper(io.BytesIO(b'{"\xff'), encoding="utf-8")
    argv = mock.patch.object(sys, "argv", ["adjudicator", "ask"])
    with argv, mock.patch.object(sys, "stdin", typed), pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 2


def test_the_package_runs_as_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    with mock.patch.object(sys, "argv", ["adjudicator", "--version"]), pytest.raises(SystemExit) as left:
        runpy.run_module("adjudicator", run_name="__main__")
    assert left.value.code == 0
    assert capsys.readouterr().out.startswith("adjudicator, version ")
