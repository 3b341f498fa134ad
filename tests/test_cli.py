"""The command line: answers, exit codes, one clear line for every bad input."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from adjudicator.breakout_normandy import GAME
from tests.commandline import run

SKETCH = """breakout-normandy, 6 june, impulse 4, clear, advantage german
A: us, tem 1, open, unfortified | us inf 6-5-5 "116" fresh 29div
B: german, tem 3 bocage fortified | ge inf 4-4-4 "916" fresh, ge coastal -3- spent
A-B: river, bridge german
"""


def test_odds_without_any_position() -> None:
    done = run("adjudicator odds breakout-normandy assault --av 14 --dv 10 --defenders F,S,D1 --bocage")
    assert done.code == 0
    assert done.out.startswith("14:10, success 1090/1296 (84.1%)")
    assert "Bocage forgives one CP (9.5)" in done.out


def test_json_and_other_formats() -> None:
    line = "adjudicator odds breakout-normandy assault --av 14 --dv 10"
    data = json.loads(run(f"{line} --json").out)
    assert data["answer"]["outcomes"]["stalemate"] == 80
    assert data["edition"] == "1993"
    assert run(f"{line} --format md").out.startswith("**14:10")
    assert "<h2>" in run(f"{line} --format html").out


def test_the_same_question_has_the_same_fingerprint_and_another_has_another() -> None:
    line = "adjudicator sunset breakout-normandy:d-day --roll 5 --json"
    first, again = (json.loads(run(line).out)["fingerprint"] for _ in range(2))
    other = json.loads(run(f"{line} --given impulse=3").out)["fingerprint"]
    assert first == again
    assert first != other


def test_a_position_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "s.txt"
    file.write_text(SKETCH)
    monkeypatch.setenv("BOCAGE_POSITION", str(file))
    assert run("adjudicator control B").out.startswith("B is controlled by the Germans")
    assert run("adjudicator control breakout-normandy:d-day carentan").out.startswith("Carentan is")


def test_a_sketch_on_the_command_line_names_no_reconstructed_value(tmp_path: Path) -> None:
    file = tmp_path / "s.txt"
    file.write_text(SKETCH)
    data = json.loads(run(f"adjudicator odds {file} assault B --with 116 --json").out)
    assert data["reconstructed"] == []
    assert data["answer"]["dv"] == 4 + 3 + 2 + 2
    assert {"9.3C", "9.3E"} <= set(data["rules"])


def test_illegal_is_exit_code_1_and_every_reason_is_given() -> None:
    done = run("adjudicator check breakout-normandy:example-6 move 1057 valognes")
    assert done.code == 1
    assert "8.372" in done.out
    assert run("adjudicator check breakout-normandy:example-6 repair pont-labbe/st-jores").code == 0


def test_lines_as_players_type_them() -> None:
    line = "adjudicator check tests/saves/bridges.vsav move 1058"
    assert run(f"{line} valognes montebourg").out.startswith("Legal: move 1058/91 Montebourg.")
    assert "Utah Beach are not adjacent (8.33)" in run(f"{line} montebourg valognes utah").out
    losses = "adjudicator losses breakout-normandy:d-day omaha --points 2 --side german"
    assumed = run(f"{losses} --take 726=d2")
    assert "assumed: 726 Rgt, 716 Div is the Forward Unit (9.1)" in assumed.out
    told = run(f"{losses} --take 726=d2 --forward 726")
    assert "assumed: 726" not in told.out
    retreat = "adjudicator retreats breakout-normandy:d-day 726 caen"
    assert run(f"{retreat} --from bayeux").out == run(f"{retreat} --origin bayeux").out


def test_strict_refuses_reconstructed_values() -> None:
    done = run("adjudicator odds breakout-normandy:example-11 assault st-lo --with 16/1 --strict")
    assert done.code == 2
    assert "reconstructed" in done.err


def test_an_interpretation_for_one_question() -> None:
    line = "adjudicator storm breakout-normandy:d-day --given date=15"
    assert "not due" in run(line).out
    assert "is due" in run(f"{line} --option extended-game").out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("adjudicator odds", "no position"),
        ("adjudicator odds breakout-normandy siege caen", "assault or bombardment"),
        ("adjudicator odds breakout-normandy assault --av x --dv 3", "not a valid integer"),
        ("adjudicator odds breakout-normandy assault --av 3 --dv 3 --defenders Q", "'q' is no status"),
        ("adjudicator odds breakout-normandy assault", "give --av and --dv"),
        ("adjudicator legal breakout-normandy:d-day 9999", "there is no unit '9999'"),
        ("adjudicator control breakout-normandy:d-day Carenten", "Did you mean Carentan?"),
        ("adjudicator control breakout-normandy carentan", "needs a position"),
        ("adjudicator control breakout-normandy:d-nacht carentan", "no scenario 'd-nacht'"),
        ("adjudicator control nowhere.vsav carentan", "nowhere.vsav: expected a file, or a scenario"),
        ("adjudicator stack breakout-normandy:d-day", "needs area"),
        ("adjudicator control breakout-normandy:d-day carentan caen", "one word too many"),
        ("adjudicator control breakout-normandy:d-day carentan --given moon=1", "no item of state 'moon'"),
        ("adjudicator control breakout-normandy:d-day carentan --interpretation moon=B", "no interpretation"),
        ("adjudicator check breakout-normandy:d-day fly 916", "there is no action 'fly'"),
        ("adjudicator check breakout-normandy:d-day", "no action"),
        ("adjudicator teleport breakout-normandy:d-day", "No such command"),
        ("adjudicator control breakout-normandy:d-day carentan --confirm", "Give --overlay DIR"),
        ("adjudicator explain breakout-normandy 99.9", "no section '99.9'"),
        ("adjudicator coverage chess", "there is no game 'chess'"),
        ("adjudicator retreats breakout-normandy:d-day '29 div'", "may be:"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(line: str, words: str) -> None:
    done = run(line)
    assert done.code == 2, done
    assert words in done.err
    assert done.err.count("\n") == 1
    assert done.err.startswith("adjudicator: ")
    assert "Traceback" not in done.err + done.out


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("p.json", b'{"game": "chess"}', "'game' names one of"),
        ("p.json", b"{oops", "no valid JSON"),
        ("p.txt", b"breakout-normandy\nA: tem x", "tem needs a number"),
        ("p.txt", b"\xff\xfe\x00", "a text file in UTF-8"),
        ("p.txt", b"chess", "begins with the name of a game"),
        ("p.json", b"[" * 100_000, "no valid JSON"),
    ],
)
def test_bad_files_are_named(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    if content.startswith(b"["):
        content = b'{"a": ' + content
    file = tmp_path / name
    file.write_bytes(content)
    done = run(f"adjudicator next {file}")
    assert done.code == 2
    assert words in done.err
    assert name in done.err
    assert done.err.count("\n") == 1


def test_questions_as_json() -> None:
    question = {
        "game": "breakout-normandy",
        "question": "odds",
        "args": {"kind": "assault", "av": 9, "dv": 9},
    }
    data = json.loads(run("adjudicator ask", stdin=json.dumps(question)).out)
    assert data["ok"]
    assert data["schema"] == 1
    lines = "\n".join([json.dumps(question), "nonsense", json.dumps({**question, "question": "moon"})])
    answers = [json.loads(line) for line in run("adjudicator ask --lines", stdin=lines).out.splitlines()]
    assert answers[0] == data
    assert "no valid JSON" in answers[1]["error"]
    assert "no question 'moon'" in answers[2]["error"]
    assert run("adjudicator ask", stdin="nonsense").code == 2


def test_a_json_question_with_position_facts_and_actions() -> None:
    question = {
        "position": "breakout-normandy:example-5",
        "given": ["advantage=german"],
        "actions": ["move 920 cherbourg"],
        "question": "advantage",
        "args": {},
        "as": "german",
    }
    data = json.loads(run("adjudicator ask", stdin=json.dumps(question)).out)
    assert data["answer"]["holder"] == "german"
    assert data["viewpoint"] == "german"


def test_every_question_has_a_schema_and_help_with_an_example() -> None:
    schemas = json.loads(run("adjudicator ask --schema").out)["breakout-normandy"]
    assert {"odds", "legal", "supply", "check"} <= set(schemas)
    for verb in schemas:
        done = run(f"adjudicator {verb} --help")
        assert done.code == 0
        assert f"Example: adjudicator {verb}" in " ".join(done.out.split())


def test_confirm_writes_the_owners_overlay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line = f"adjudicator odds breakout-normandy:example-8 assault omaha --with 16/1 --overlay {tmp_path}"
    monkeypatch.setattr("click.prompt", lambda text, **_: "5" if text.startswith("DF of 726") else "")
    done = run(f"{line} --confirm")
    assert done.code == 0
    written = tmp_path / "breakout-normandy" / "units.csv"
    assert "df=owner" in next(s for s in written.read_text().splitlines() if s.startswith("ge-726,"))
    assert json.loads(run(f"{line} --json").out)["answer"]["dv_by_forward"]["ge-726"] == 5 + 1 + 1
    assert not list(written.parent.glob("*.new"))


def test_a_broken_overlay_names_file_line_and_column(tmp_path: Path) -> None:
    overlay = tmp_path / "breakout-normandy"
    overlay.mkdir()
    ours = Path("maps/breakout_normandy/edges.csv").read_text()
    (overlay / "edges.csv").write_text(ours.replace(",river,", ",rivr,", 1))
    done = run(f"adjudicator next breakout-normandy:d-day --overlay {tmp_path}")
    assert done.code == 2
    assert "edges.csv, line" in done.err
    assert "column boundary" in done.err


def test_explain_and_completion() -> None:
    assert run("adjudicator explain breakout-normandy 9.3C").out.startswith("9.3C Defense Value: bridge")
    assert run("adjudicator --version").out.startswith("adjudicator, version ")


def test_every_question_that_is_declared_can_be_asked() -> None:
    package = Path(GAME.folder)
    declared = {
        verb
        for file in package.glob("questions_*.py")
        for verb in re.findall(r'^@question\("([a-z-]+)"\)', file.read_text(), re.MULTILINE)
    }
    assert declared | {
        "check",
        "apply",
        "next",
        "position",
        "cuts",
        "attacks",
        "reach",
        "printed",
        "route",
    } == set(GAME.questions)
    assert all(GAME.questions[verb].verb == verb for verb in GAME.questions)


def test_an_action_may_be_typed_as_json() -> None:
    line = "adjudicator check breakout-normandy:d-day --data"
    given = run(f"""{line} '{{"action": "roll", "values": [8, 5]}}'""")
    assert given.out.startswith("Illegal, for 1 reason: roll 8 5.")
    for wrong in ("'[1]'", "'{'", "x"):
        done = run(f"{line} {wrong}")
        assert (done.code, done.err.count("\n")) == (2, 1)


def test_nobody_acts_when_the_game_is_over() -> None:
    done = run("adjudicator next storm-over-normandy:invasion --given phase=over")
    assert "nobody acts" in done.out.splitlines()[0]
