"""What two saves do not explain is told with the reasons against the action that comes nearest."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.asking.loading import load_position
from adjudicator.codec import position_to_json
from tests.commandline import run
from tests.every import quick_one

MOVES: tuple[tuple[str, str, str, list[str], str], ...] = (
    ("bridges", "ge-1057", "valognes", ["8.22", "8.372"], "move 1057/91 Valognes"),
    ("summer", "us-29-116", "2911", [], "move 116/29"),
    ("june", "us-29-115", "w2234", [], ""),
    ("storm", "br-50-69", "caumont", ["8.0"], "move 69/50 Caumont"),
    ("epsom", "br-11-armd-23-hussars", "c3830", [], ""),
)


@pytest.mark.parametrize(("save", "unit", "to", "rules", "words"), quick_one(MOVES, "bridges", "epsom"))
def test_an_unexplained_move_has_the_reasons_against_it(
    save: str, unit: str, to: str, rules: list[str], words: str, tmp_path: Path
) -> None:
    before = f"tests/saves/{save}.vsav"
    position = load_position(before).position
    assert position is not None
    draft = position.draft()
    draft.place(unit, to)
    after = tmp_path / "after.json"
    after.write_text(json.dumps(position_to_json(draft.finish())))
    done = json.loads(run(f"adjudicator check {before} {after} --as referee --json").out)
    assert not done["ok"]
    assert done["verdict"].startswith("Not explained: no legal sequence found explains: space ")
    assert done["violations"]
    found = {v["rule"] for v in done["violations"]}
    assert set(rules) <= found
    if words:
        assert f"Nearest is {words}" in done["verdict"]
        assert done["answer"]["nearest"]["action"] == "move"
        assert not any("no legal sequence" in v["text"] for v in done["violations"])


def test_a_change_that_is_no_move_keeps_its_own_reason(tmp_path: Path) -> None:
    before = "tests/saves/contested.vsav"
    position = load_position(before).position
    assert position is not None
    draft = position.draft()
    draft.set("control", "us", "carentan")
    after = tmp_path / "after.json"
    after.write_text(json.dumps(position_to_json(draft.finish())))
    done = json.loads(run(f"adjudicator check {before} {after} --json").out)
    assert "no legal sequence found explains: control carentan" in done["violations"][0]["text"]
    assert "Nearest" not in done["verdict"]
