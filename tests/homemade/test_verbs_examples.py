"""The verbs on the example games as a user asks them: by the folder, on the command line too."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from adjudicator.contract import Asking, load
from adjudicator.homemade.questions import VERBS
from adjudicator.position import Position
from adjudicator.questions import Verbs, read_question
from adjudicator.ruling import Ruling
from adjudicator.table.forms import forms_of
from adjudicator.table.marks import marks_of
from maps.games import open_folder
from tests.commandline import run

ROOT = Path(__file__).parent.parent.parent
RIVERS = ROOT / "docs" / "examples" / "two-rivers"
HILL = ROOT / "docs" / "examples" / "hill-and-ford"
VERBS_OF = Verbs("adjudicator.homemade", VERBS)


@pytest.fixture(scope="module")
def start() -> Position:
    return load(open_folder(RIVERS)).scenario("turn-four")


def ask(position: Position, verb: str, **words: Any) -> Ruling:
    game = load(position.game)
    return read_question(game.questions[verb], words).answer(Asking(game, position))


def cited(rule: str) -> str:
    """The line of a file of the folder that a ruling cites."""
    file, _, line = rule.partition(" ")[0].partition(":")
    return (RIVERS / file).read_text(encoding="utf-8").splitlines()[int(line) - 1]


def test_every_verb_cites_lines_that_say_so(start: Position) -> None:
    rulings = [
        ask(start, "reach", subject="n-fell-2", to="oakshaw"),
        ask(start, "odds", kind="attack", area="long-meadow"),
        ask(start, "supply", unit="n-wold-4"),
        ask(start, "stack", area="larkdale"),
        ask(start, "distance", area="kestrel moor", to="larkdale"),
        ask(start, "distance", area="kestrel moor", to="stanbridge"),
        ask(start, "zoc", subject="s-downs-1"),
    ]
    told = {rule for ruling in rulings for rule in ruling.rules}
    for rule in told:
        assert re.fullmatch(r"(rules\.toml|units\.csv|spaces\.csv|edges\.csv):\d+( \S+)?", rule), rule
        name = rule.partition(" ")[2].rpartition(".")[2] or rule.partition(":")[0]
        if rule.startswith("rules.toml"):
            assert name.partition("[")[0] in cited(rule), (rule, cited(rule))
    assert cited(next(r for r in told if r.startswith("units.csv") and "attack" in r)).count(",") == 15
    assert {rule.partition(":")[0] for rule in told} == {"rules.toml", "units.csv", "spaces.csv", "edges.csv"}


def test_an_attack_over_a_bridge_and_a_river(start: Position) -> None:
    ruling = ask(start, "odds", kind="attack", area="thornwick", with_units=["n-wold-4", "n-wold-5"])
    told = [step.text for step in ruling.steps]
    assert "that of 5th Wold Regiment is multiplied by ½ for the river" in told
    assert "the defense is multiplied by 2 for town" in told
    assert ruling.answer is None
    assert "is less than 1:2" in ruling.verdict


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("reach {}:turn-four '2nd Fell' --to Oakshaw", "2nd Fell Regiment reaches Oakshaw for 2 points."),
        ("legal {}:turn-four '2nd Fell' --to Oakshaw", "2nd Fell Regiment reaches Oakshaw for 2 points."),
        ("distance {}:start 'High Fell' 'South Downs'", "3 spaces."),
        ("supply {}:turn-four n-fell-3", "3rd Fell Regiment is in supply from Kestrel Moor."),
        ("odds {} attack --strength 12:5 --terrain woods --shift 1R", "12:5, column 3:1: "),
        ("stack {}:turn-four Thornwick", "Thornwick: 2 of 4, within the limit."),
        ("reach {}:turn-four '2nd Fell' --suppose Oakshaw=enemy", "2nd Fell Regiment reaches 5 spaces."),
        ("cuts {}:turn-four '1st Fell'", "No single enemy unit would cut off 1st Fell Regiment."),
        ("position {}:turn-four", "Two Rivers: 19 of 20 units on the map."),
    ],
)
def test_the_command_line(line: str, said: str) -> None:
    done = run(f"adjudicator {line.format(RIVERS)}")
    assert done.out.startswith(said), done
    assert done.code == 0


def test_json_of_the_command_line() -> None:
    told = json.loads(run(f"adjudicator reach {RIVERS}:turn-four n-fell-2 --json").out)
    assert told["answer"]["destinations"][0] == {
        "space": "kestrel-moor",
        "sixths": 3,
        "path": ["kestrel-moor"],
    }


def test_what_is_left_out_is_one_line_and_code_two(tmp_path: Path) -> None:
    folder = tmp_path / "bare"
    shutil.copytree(RIVERS, folder)
    (folder / "game.toml").write_text(
        (RIVERS / "game.toml").read_text(encoding="utf-8").replace('"two-rivers"', '"bare-rivers"'),
        encoding="utf-8",
    )
    (folder / "rules.toml").write_text("[stacking]\nlimit = 3\n", encoding="utf-8")
    done = run(f"adjudicator odds {folder}:start attack thornwick")
    assert (done.code, done.out) == (2, "")
    way_out = "docs/your-own-game.md says how to write one"
    assert done.err == f"adjudicator: Two Rivers has no [crt] in its rules.toml. {way_out}\n"
    assert run(f"adjudicator stack {folder}:start thornwick").out.startswith("Thornwick: 2 of 3")
    (folder / "rules.toml").write_text("[stacking]\nlimt = 3\n", encoding="utf-8")
    done = run(f"adjudicator stack {folder}:start thornwick")
    assert done.err.startswith(
        "adjudicator: rules.toml, line 2, stacking.limt: expected one of the keys limit, "
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("reach {}:dawn b-scouts --to 0505", "Blue Scouts reaches 0505 for 1 point."),
        ("reach {}:dawn b-tanks", "Blue Tanks may not move."),
        ("odds {} attack --strength 9:4 --terrain village --boundary stream", "9:4, column 1:2: "),
        ("supply {}:dawn r-1-5", "1st Battalion 5th Rifles is in supply from 0508."),
        ("supply {}:dawn blue", "Out of supply: none."),
        ("zoc {}:dawn b-hq", "Blue Brigade has no ZOC."),
        ("zoc {}:dawn red", "The ZOC of red covers 25 spaces."),
        ("stack {}:dawn 0502", "0502: 2 of 2, within the limit."),
        ("distance {}:dawn 0101 1008", "12 spaces."),
    ],
)
def test_the_hexes_on_the_command_line(line: str, said: str) -> None:
    done = run(f"adjudicator {line.format(HILL)}")
    assert done.out.startswith(said), done


@pytest.mark.parametrize("folder", [RIVERS, HILL], ids=["two-rivers", "hill-and-ford"])
def test_every_unit_and_space_of_every_set_up(folder: Path) -> None:
    game = load(open_folder(folder))
    for name in game.scenarios:
        position = game.scenario(name)
        for uid in position.pieces:
            reached = ask(position, "reach", subject=uid)
            assert reached.ok is bool(reached.answer["points"] != "0")
            ask(position, "supply", unit=uid)
            ask(position, "zoc", subject=uid)
        for space in position.board.spaces.values():
            there = {piece.side for piece in position.units_in(space.id)}
            for side in there if space.kind != "box" else ():
                assert ask(position, "stack", area=space.id, side=side).ok


def examples() -> list[str]:
    """What the help of the verbs shows."""
    shown = [VERBS_OF[verb].__doc__ or "" for verb in VERBS]
    return [line for text in shown for line in re.findall(r"Example: (adjudicator .*)", text)]


@pytest.mark.parametrize("line", examples())
def test_what_the_help_shows_is_answered(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = run(line)
    assert (done.code, done.err) == (0, ""), done


def test_a_folder_offers_the_layers_that_it_can_answer(tmp_path: Path) -> None:
    rows = {form.verb: form for form in forms_of(open_folder(HILL))}
    assert (rows["zoc"].layer, rows["zoc"].sided) == ("ZOC", "subject")
    assert rows["supply"].layer
    folder = tmp_path / "layerless"
    shutil.copytree(HILL, folder)
    for name, old, new in (
        ("game.toml", '"hill-and-ford"', '"layerless"'),
        ("rules.toml", "stop = true ", "on = false\nstop = true "),
    ):
        path = folder / name
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    rows = {form.verb: form for form in forms_of(open_folder(folder))}
    assert (rows["zoc"].layer, rows["zoc"].sided) == ("", "")
    assert rows["supply"].layer
    (folder / "rules.toml").unlink()
    rows = {form.verb: form for form in forms_of(open_folder(folder))}
    assert (rows["zoc"].layer, rows["supply"].layer) == ("", "")


@pytest.mark.parametrize("side", ["blue", "red"])
def test_the_zoc_of_a_side_lies_on_the_map(side: str) -> None:
    position = load(open_folder(HILL)).scenario("dawn")
    ruling = ask(position, "zoc", subject=side)
    marks = marks_of(ruling, position)
    assert set(marks.spaces) == set(ruling.answer)
    assert {mark.tone for mark in marks.spaces.values()} == {"note"}
