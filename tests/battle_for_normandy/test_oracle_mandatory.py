"""Mandatory attacks of units that have done nothing yet, judged from the words of 12.3."""

from __future__ import annotations

import pytest

from adjudicator.battle_for_normandy.r10.cost import entry_faults
from adjudicator.battle_for_normandy.r12.mandatory import duties
from adjudicator.position import Piece, Position
from tests.battle_for_normandy.front import front
from tests.battle_for_normandy.oracle import beside, edge_of, enemies, friends, ground, on_map, small, zoc

OPEN = {"clear", "farmland", "flooded"}
FIXED = {"strongpoint", "coastal-artillery"}


def fixed(piece: Piece) -> bool:
    return piece.printed.type in FIXED or "static" in piece.printed.marks


def hemmed(here: Position, piece: Piece, covered: set[str]) -> bool:
    """Whether enemies, EZOCs and closed terrain are all around."""
    for to in beside(here, piece.space):
        barred = enemies(here, to, piece.side) or (piece.space in covered and to in covered)
        if not barred and not entry_faults(here, piece, piece.space, to):
            return False
    return True


def must(here: Position, piece: Piece, covered: set[str]) -> set[str]:
    """Hexes that a unit has to attack by rule 1."""
    space, side = here.board.spaces[piece.space], piece.side
    if here.text("time") == "night" or here.text("weather") in {"heavy-rain", "storm"}:
        return set()
    idle = not ground(piece.printed) or fixed(piece)
    if idle or space["terrain"] not in OPEN or space["poi"]:
        return set()
    dug = here.text("entrenchment", space.id) == "ready" and here.text("entrenchment-side", space.id) == side
    if dug or any(fixed(p) for p in friends(here, space.id, side)) or hemmed(here, piece, covered):
        return set()
    found = set()
    for to in beside(here, space.id):
        foes, edge = enemies(here, to, side), edge_of(here, space.id, to)
        behind = space["perimeter"] and not here.board.spaces[to]["perimeter"]
        walled = side == "allied" and all(map(fixed, foes))
        if foes and not walled and not behind and edge.boundary not in {"stream", "major-river", "sea"}:
            found.add(to)
    return found


def compare(here: Position) -> None:
    for side, other in (("allied", "german"), ("german", "allied")):
        known = {d.unit: set(d.hexes) for d in duties(here, side)}
        covered = zoc(here, other)
        for piece in here.pieces.values():
            if piece.side == side and on_map(here, piece):
                assert known.get(piece.uid, set()) == must(here, piece, covered), piece.uid


@pytest.mark.parametrize("seed", range(40))
def test_small_boards(seed: int) -> None:
    compare(small(seed, phase="combat"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40, 300))
def test_more_small_boards(seed: int) -> None:
    compare(small(seed, phase="combat"))


@pytest.mark.slow
def test_the_front() -> None:
    compare(front("combat"))
