"""Random legal play: no crash, no dead end, no broken invariant; legal exactly when check says so."""

from __future__ import annotations

import pytest

from adjudicator.breakout_normandy import GAME, terms
from adjudicator.breakout_normandy.r12_supply import flood
from adjudicator.codec import position_from_json, position_to_json
from adjudicator.game import check
from adjudicator.position import Position
from tests.every import quick_one
from tests.playing import wander

START = GAME.scenario("d-day")
UNITS = {uid: p.printed for uid, p in START.pieces.items()}


def broken(position: Position) -> list[str]:
    """Invariants that do not hold."""
    faults = []
    if len(position.pieces) != len(UNITS):
        faults.append("a unit appeared or vanished")
    passing = {d.data["unit"] for d in position.pending if d.kind == "retreat-onward"}  # 9.66
    for space in terms.areas(position):
        for side in (terms.GERMAN, terms.ALLIED):
            there = terms.friends(position, space, side)
            staying = [p for p in there if p.uid not in passing]
            if len(staying) > 10:
                faults.append(f"{len(staying)} {side} units in {space} (7.1)")
            if sum(bool(p.printed.corps) for p in there) > 1:
                faults.append(f"two Corps Artillery units in {space} (16.13)")
        sides = {p.side for p in position.units_in(space)}
        if len(sides) == 1 and terms.control_side(position, space) not in sides:
            faults.append(f"{space} is held by nobody who is there (7.3)")
    crowded = [e for e in position.board.edges if position.number("crossings", e) > 5]
    faults.extend(f"more than five units over {e} (8.371)" for e in crowded)
    if abs(position.number("sunset-shifted")) > 3:
        faults.append("the Sunset DRM moved more than three spaces (11.24)")
    for piece in position.pieces.values():
        at_home = piece.space in (*piece.printed.entry, terms.ELIMINATED)
        if piece.printed.type == "coastal-artillery" and not at_home:
            faults.append(f"{piece.uid} has moved (8.373)")
    return faults


@pytest.mark.parametrize("seed", quick_one(range(4), "0"))
def test_a_thousand_random_steps_of_each_seed(seed: int) -> None:
    for number, (position, action) in enumerate(wander(START, seed, 1000)):
        assert check(position, action).ok, action
        assert not broken(position), (number, action)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 110))
def test_ten_thousand_random_steps(seed: int) -> None:
    for position, _ in wander(START, seed, 1000):
        assert not broken(position)


def test_derived_layers_do_not_depend_on_how_a_position_came_about() -> None:
    for number, (position, _) in enumerate(wander(START, 55, 400)):
        if number % 10 == 0:
            anew = position_from_json(position_to_json(position), GAME, position.board, UNITS)
            for nation in ("german", "us", "british"):
                assert flood(position, nation).toward == flood(anew, nation).toward
            for space in position.board.spaces:
                assert [p.uid for p in position.units_in(space)] == [p.uid for p in anew.units_in(space)]
