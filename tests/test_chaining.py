"""Actions one after another on the command line, and positions that are written and read back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.asking.loading import load_position, read_text
from adjudicator.codec import position_to_json
from adjudicator.game import GAMES, load
from tests.commandline import Run, run

BRIDGES = "tests/saves/bridges.vsav"
SKETCHES = {slug: (load(slug).folder / "sketch.txt").read_text(encoding="utf-8") for slug in GAMES}


def asked(line: str) -> Run:
    return run(f"adjudicator {line}")


def test_check_rules_on_each_action_of_a_chain() -> None:
    done = asked(f"check {BRIDGES} move 1058 montebourg --then 'move 1058 utah' --then end-impulse")
    assert done.out.startswith("Illegal, for 1 reason: end-impulse, after move 1058/91 Montebourg; move ")
    assert "must assault" in done.out or "(8.5" in done.out
    done = asked(f"check {BRIDGES} move 1058 montebourg --then end-impulse")
    assert done.out.startswith("Legal: move 1058/91 Montebourg; end-impulse.")
    assert "\n  end-impulse (8.1)\n" in done.out


def test_the_first_illegal_action_ends_the_chain_and_its_reasons_are_given() -> None:
    done = asked(f"check {BRIDGES} move 1058 montebourg --then 'seize 1058 pont-labbe/valognes' --then pass")
    assert done.code == 1
    assert done.out.startswith("Illegal, for 1 reason: seize 1058/91 pont-labbe/Valognes, after move 1058/91")
    applied = asked(f"apply {BRIDGES} move 1058 montebourg --then 'seize 1058 pont-labbe/valognes'")
    assert applied.code == 1
    assert applied.out.startswith("Illegal: seize 1058/91 pont-labbe/Valognes; before it: move 1058/91")


def test_a_roll_after_an_action_falls_for_it() -> None:
    line = f"{BRIDGES} seize 1058 pont-labbe/valognes"
    first = asked(f"apply {line}").out.splitlines()[0]
    assert first.startswith(
        "Still to settle: roll dr for the seizure of Pont L'Abbe / Valognes (8.221). Done: "
    )
    rolled, typed = asked(f"apply {line} --roll 4").out, asked(f"apply {line} --then 'roll 4'").out
    assert rolled.partition("fingerprint")[0] == typed.partition("fingerprint")[0]
    assert rolled.startswith("Still to settle: allied: reroll (11.6). Done: ")
    assert asked(f"check {line} --roll 4").out.startswith("Legal: seize 1058/91 pont-labbe/Valognes; roll 4.")


def test_any_question_may_be_asked_after_actions() -> None:
    before, after = (
        asked(f"legal {BRIDGES} 1058"),
        asked(f"legal {BRIDGES} 1058 --then 'move 1058 montebourg'"),
    )
    assert "has 4 of 4 MF" in before.out
    assert "has 3 of 4 MF" in after.out
    assert asked(f"legal {BRIDGES} 1058 --then 'move 1057 valognes'").code == 1
    assert "needs a position" in asked("odds breakout-normandy assault --av 1 --dv 1 --then pass").err


def test_a_chain_is_a_json_question_too() -> None:
    question = {
        "position": BRIDGES,
        "question": "check",
        "args": {"action": ["move", "1058", "montebourg"], "then": ["end-impulse"]},
    }
    data = json.loads(run("adjudicator ask", stdin=json.dumps(question)).out)
    assert data["verdict"] == "Legal: move 1058/91 Montebourg; end-impulse."


@pytest.mark.parametrize("slug", GAMES)
def test_a_sketch_with_units_of_its_own_reads_back_as_json(slug: str, tmp_path: Path) -> None:
    position = read_text(SKETCHES[slug]).position
    assert position is not None
    assert read_text(json.dumps(position_to_json(position))).position == position
    sketch, ruling = tmp_path / "sketch.txt", tmp_path / "ruling.json"
    sketch.write_text(SKETCHES[slug])
    ruling.write_text(asked(f"position {sketch} --as referee --json").out)
    assert load_position(str(ruling)).position == position
    written = tmp_path / "written.json"
    assert asked(f"position {sketch} --as referee -o {written}").code == 0
    assert load_position(str(written)).position == position


@pytest.mark.parametrize("name", ["bridges", "omaha", "contested", "summer", "storm", "june", "epsom"])
def test_what_our_map_and_counters_say_is_not_repeated(name: str) -> None:
    position = load_position(f"tests/saves/{name}.vsav").position
    assert position is not None
    assert "printed" not in position_to_json(position)


def test_corrected_counters_and_areas_read_back(tmp_path: Path) -> None:
    file = tmp_path / "given.json"
    line = "breakout-normandy:d-day --given unit:916=7-7-7 --given 'area:carentan=tem 2' --as referee"
    assert asked(f"position {line} -o {file}").code == 0
    position = load_position(str(file)).position
    assert position is not None
    assert position.pieces["ge-916"].printed.df == 7
    assert position.board.spaces["carentan"]["tem"] == 2
    assert [row["id"] for row in json.loads(file.read_text())["printed"]["units"]] == ["ge-916"]


def test_what_apply_answers_is_a_position_and_so_is_what_it_writes(tmp_path: Path) -> None:
    ruling, written = tmp_path / "ruling.json", tmp_path / "new.json"
    line = f"apply {BRIDGES} move 1058 montebourg --then end-impulse --as referee"
    ruling.write_text(asked(f"{line} --json").out)
    done = asked(f"{line} -o {written}")
    assert done.err == f"wrote {written}: Done: move 1058/91 Montebourg; end-impulse.\n"
    first, second = (load_position(str(file)).position for file in (ruling, written))
    assert first is not None
    assert first == second
    assert first.pieces["ge-1058"].space == "montebourg"


def test_a_copy_of_a_save_is_written_where_one_was_read(tmp_path: Path) -> None:
    new = tmp_path / "new.vsav"
    assert asked(f"apply {BRIDGES} move 1058 montebourg -o {new}").code == 0
    position = load_position(str(new)).position
    assert position is not None
    assert position.pieces["ge-1058"].space == "montebourg"
    refused = asked(f"apply breakout-normandy:example-6 repair pont-labbe/st-jores -o {new}")
    assert "-o NAME.json takes any position" in refused.err


@pytest.mark.parametrize(
    ("printed", "words"),
    [
        ({"map": "moon"}, "map is ours or boxes"),
        ({"moon": 1}, "unknown field"),
        ({"edges": [{"a": "a", "b": "b", "boundary": "river"}]}, "the edge a/b joins no two spaces"),
        ({"units": [{"id": 1}]}, "'printed'"),
    ],
)
def test_what_is_printed_has_a_shape(printed: object, words: str, tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    file.write_text(json.dumps({"game": "breakout-normandy", "units": [], "printed": printed}))
    done = asked(f"next {file}")
    assert done.code == 2
    assert words in done.err


def test_apply_says_what_changed_in_names() -> None:
    text = asked(f"apply {BRIDGES} move 1058 montebourg").out
    assert "\n  changed: 1058 Rgt, 91 Div: Valognes -> Montebourg\n" in text
    assert "mf used of 1058 Rgt, 91 Div: 0 -> 1" in text
    ended = asked(f"apply {BRIDGES} move 1058 montebourg --then end-impulse").out
    assert "changed: beach held of Gold Beach: no -> yes" in ended
    assert "changed: impulse type: assault -> nothing (8.11)\n" in ended
