"""What would cut a supply line, and what if an enemy stood there."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adjudicator.asking.hypothetical import with_enemy, without
from adjudicator.game import GAMES, load
from tests.commandline import run
from tests.every import quick_one

LINES = (
    ("tests/saves/june.vsav", "901"),
    ("tests/saves/june.vsav", "505"),
    ("tests/saves/summer.vsav", "915"),
    ("tests/saves/epsom.vsav", "I/26/12SS"),
    ("tests/saves/contested.vsav", "352/916"),
    ("tests/saves/storm.vsav", "505"),
)


def answer(line: str) -> dict[str, Any]:
    done = run(f"adjudicator {line} --json")
    assert done.code in {0, 1}, done
    data: dict[str, Any] = json.loads(done.out)
    return data


def supplied(data: dict[str, Any]) -> bool:
    return any(data["answer"].get(key) for key in ("supplied", "loc", "chained"))


@pytest.mark.parametrize(
    ("save", "unit"), quick_one(LINES, "tests/saves/june.vsav", "tests/saves/storm.vsav")
)
def test_a_space_cuts_exactly_where_supply_with_an_enemy_there_says_so(save: str, unit: str) -> None:
    found = answer(f"cuts {save} {unit}")
    assert supplied(answer(f"supply {save} {unit}"))
    path = found["answer"]["path"]
    for space in [
        *found["answer"]["spaces"][:3],
        *[s for s in path[1:] if s not in found["answer"]["spaces"]][:2],
    ]:
        cut = not supplied(answer(f"supply {save} {unit} --suppose {space}=enemy"))
        assert cut == (space in found["answer"]["spaces"]), space


def test_what_hangs_on_one_headquarters_or_on_one_gap_is_told() -> None:
    assert answer("cuts tests/saves/epsom.vsav I/26/12SS")["answer"]["units"] == ["ge-12ss-hq"]
    found = answer("cuts tests/saves/june.vsav 901")
    assert {"e1730", "e1630"} <= set(found["answer"]["spaces"])
    assert found["verdict"].startswith("One enemy unit would cut off 901/Lehr in E1730")
    assert answer("cuts tests/saves/june.vsav 505")["verdict"].startswith("No single enemy unit")


def test_a_unit_without_supply_has_nothing_to_cut() -> None:
    data = answer("cuts breakout-normandy:d-day 505/82")
    assert not supplied(answer("supply breakout-normandy:d-day 505/82"))
    assert data["answer"] == {"spaces": [], "units": []}


@pytest.mark.parametrize("slug", GAMES)
def test_a_supposed_unit_stands_in_a_position_of_every_game(slug: str) -> None:
    game = load(slug)
    position = game.scenario(next(iter(game.scenarios)))
    space = next(s.id for s in position.board.spaces.values() if s.kind in {"hex", "area"})
    changed = with_enemy(position, game, space, "german")
    assert f"supposed-{space}" in [p.uid for p in changed.units_in(space)]
    assert without(changed, [f"supposed-{space}"]).pieces == position.pieces


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("supply tests/saves/june.vsav 505 --suppose w2924", "Write SPACE=enemy"),
        ("supply tests/saves/june.vsav 505 --suppose w2924=moon", "Write SPACE=enemy"),
        ("victory tests/saves/june.vsav --suppose w2924=enemy", "Write SPACE=german or SPACE=allied"),
        ("supply june-six 505 --suppose w2924=enemy", "--suppose needs a position"),
        ("supply tests/saves/june.vsav 505 --suppose x9=enemy", "there is no space 'x9'"),
    ],
)
def test_what_cannot_be_supposed_is_said(line: str, words: str) -> None:
    done = run(f"adjudicator {line}")
    assert done.code == 2
    assert words in done.err


def test_a_space_may_be_supposed_empty() -> None:
    line = "control tests/saves/epsom.vsav cheux"
    assert run(f"adjudicator {line}").code == 0
    legal = "legal tests/saves/june.vsav 151/50 --to e1830"
    assert "is occupied by" in run(f"adjudicator {legal}").out
    assert "is occupied by" not in run(f"adjudicator {legal} --suppose e1830=empty").out
