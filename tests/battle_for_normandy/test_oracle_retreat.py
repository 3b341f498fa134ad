"""Hexes of a retreat judged one by one from the words of 12.10, against the search of the rules."""

from __future__ import annotations

import math

import pytest

from adjudicator.battle_for_normandy.r06_stacking import faults
from adjudicator.battle_for_normandy.r07.sources import sources
from adjudicator.battle_for_normandy.r10.cost import entry_faults
from adjudicator.battle_for_normandy.r12.retreat_paths import ways
from adjudicator.position import Piece, Position
from tests.battle_for_normandy.front import front
from tests.battle_for_normandy.oracle import beside, enemies, friends, ground, on_map, plane, small, zoc

FIXED = {"strongpoint", "coastal-artillery"}


def far(a: str, b: str) -> int:
    """Hexes from one to the other."""
    (i, x), (j, y) = plane(a), plane(b)
    lines = abs(i - j)
    return lines + math.ceil(max(0.0, abs(x - y) - lines / 2))


def expected(here: Position, piece: Piece, covered: set[str]) -> dict[str, tuple[bool, bool]]:
    """Hexes into which a unit may retreat: whether it loses a step there, whether it must go on."""
    side, found = piece.side, dict[str, tuple[bool, bool]]()
    for to in beside(here, piece.space):
        if enemies(here, to, side) or entry_faults(here, piece, piece.space, to):
            continue
        mates = friends(here, to, side)
        over = bool(mates) and any(s != "6.3" for s, _ in faults(here, to, side, adding=[piece.uid]))
        found[to] = (to in covered and not mates, over)
    if any(not zone for zone, _ in found.values()):
        found = {to: told for to, told in found.items() if not told[0]}
    known = sources(here, side)
    nearest = min((far(piece.space, s) for s in known), default=0)
    goals = [s for s in known if far(piece.space, s) == nearest]
    if goals and found:
        best = min(far(to, s) for to in found for s in goals)
        found = {to: told for to, told in found.items() if min(far(to, s) for s in goals) == best}
    if any(not over for _, over in found.values()):
        found = {to: told for to, told in found.items() if not told[1]}
    return found


def compare(here: Position, every: int = 1) -> None:
    for side, other in (("allied", "german"), ("german", "allied")):
        covered = zoc(here, other)
        mine = [p for p in here.pieces.values() if p.side == side and on_map(here, p)]
        for piece in mine[::every]:
            if not ground(piece.printed) or piece.printed.type in FIXED:
                continue
            known = {w.hex: (w.zone, w.crowded) for w in ways(here, [piece.uid]).legal}
            assert known == expected(here, piece, covered), piece.uid


@pytest.mark.parametrize("seed", range(25))
def test_small_boards(seed: int) -> None:
    compare(small(seed, phase="combat"))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(25, 250))
def test_more_small_boards(seed: int) -> None:
    compare(small(seed, phase="combat", many=10))


@pytest.mark.slow
def test_the_front() -> None:
    compare(front("combat"), every=3)
