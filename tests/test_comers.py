"""Who can get to a space: the units that `legal` lets go there one by one, and no other."""

from __future__ import annotations

import random

import pytest

from adjudicator import MalformedAction, PositionError, ask, open_position
from adjudicator.game import load
from adjudicator.position import Position
from adjudicator.questions import Asking, read_question
from adjudicator.supposing import reply
from tests.every import quick_one

SIDES = ("german", "allied")
SAVES = {
    "bridges": SIDES,
    "omaha": SIDES,
    "storm": SIDES,
    "summer": SIDES,
    "contested": SIDES,
    "june": SIDES[:1],
}
"""Saves, and sides to ask of; in June Six only units of the formation that is active are asked."""


def legal_ones(position: Position, space: str, side: str) -> set[str]:
    """Units of a side for which `legal` has nothing against the way there but the moment."""
    found, asking = set(), Asking(load(position.game), position)
    for uid, piece in position.pieces.items():
        box = position.board.spaces[piece.space].kind == "box"
        if piece.side != side or piece.space == space or box:
            continue
        ruling = reply(read_question(asking.game.questions["legal"], {"unit": uid, "to": space}), asking)
        ends = {d["space"] for d in (ruling.answer or {}).get("destinations", ())}
        if not ruling.violations and space in ends:
            found.add(uid)
    return found


@pytest.mark.parametrize("save", quick_one(SAVES, "bridges"))
def test_those_reach_a_space_whom_legal_lets_go_there(save: str) -> None:
    position = open_position(f"tests/saves/{save}.vsav")
    rng = random.Random(save)
    mapped = sorted(s.id for s in position.board.spaces.values() if s.kind in {"area", "hex"})
    near = sorted({o for p in position.pieces.values() if p.space in mapped
                   for _, o in position.board.neighbours(p.space)} & set(mapped))  # fmt: skip
    for space in rng.sample(near, 2):
        for side in SAVES[save]:
            ruling = ask(position, "reach", space, side=side)
            assert set(ruling.answer) == legal_ones(position, space, side), (space, side)


def test_costs_ways_and_what_only_the_moment_forbids() -> None:
    position = open_position("tests/saves/summer.vsav")
    ruling = ask(position, "reach", "1801", side="german")
    assert ruling.answer["ge-91-1058"] == {"space": "1801", "half_mp": 3, "path": ["2002", "1901", "1801"]}
    assert ruling.verdict.startswith("Not now: there is no Movement in a combat Round (10.1)")
    bridges = open_position("tests/saves/bridges.vsav")
    ruling = ask(bridges, "reach", "montebourg", side="german")
    assert ruling.answer["ge-1058"]["mf"] == 1
    assert not ruling.moment
    assert any("1058 Rgt, 91 Div reaches Montebourg for 1 MF" in step.text for step in ruling.steps)


def test_nobody_reaches_it_and_why() -> None:
    ruling = ask(open_position("tests/saves/omaha.vsav"), "reach", "carentan", side="allied")
    assert ruling.verdict == "No allied unit reaches Carentan."
    assert ruling.answer == {}
    assert "not 16 Rgt, 1 Div: Carentan is too far for 5 MF" in {step.text for step in ruling.steps}


def test_a_side_that_is_none_is_refused_in_one_line() -> None:
    with pytest.raises(MalformedAction, match="there is no side 'french'"):
        ask(open_position("tests/saves/omaha.vsav"), "reach", "caen", side="french")


@pytest.mark.parametrize(("save", "space"), [("june", "e1735"), ("epsom", "a1010"), ("summer", "5201")])
def test_that_nobody_comes_names_a_section(save: str, space: str) -> None:
    ruling = ask(open_position(f"tests/saves/{save}.vsav"), "reach", space, side="allied")
    assert ruling.answer == {}
    assert [step.rule for step in ruling.steps if step.rule]


SKETCH = """
storm-over-normandy, turn 2, allied impulse
P: allied | us inf 1-9-4/8 'a' fresh
Q: |
P-Q: open"""


def test_what_is_left_out_is_asked_for_and_keeps_nobody_away() -> None:
    with pytest.raises(PositionError, match="control of Q"):
        ask(open_position(SKETCH.strip()), "reach", "q", side="allied")


def test_where_no_unit_is_elsewhere_a_section_is_named() -> None:
    ruling = ask(open_position(SKETCH.strip()), "reach", "q", side="german")
    assert ruling.answer == {}
    assert [step.text for step in ruling.steps] == ["no german unit is on the map elsewhere than in Q"]
    assert ruling.rules


def test_the_moment_is_told_unit_by_unit() -> None:
    ruling = ask(open_position("tests/saves/bridges.vsav"), "reach", "montebourg", side="german")
    assert not ruling.moment
    later = [step.text for step in ruling.steps if step.text.startswith("Not now: 101 NW Bde")]
    assert later
    assert "were it the moment: 101 NW Bde reaches Montebourg" in later[0]
