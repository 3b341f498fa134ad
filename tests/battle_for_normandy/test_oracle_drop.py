"""Drops by counting every throw of the dice, against the chances that the rules give (17.1, 17.2)."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction

import pytest

from adjudicator.battle_for_normandy.r17 import chances as r17_chances
from adjudicator.battle_for_normandy.r17 import scatter as r17_scatter
from adjudicator.position import Piece, Position
from tests.battle_for_normandy.build import unit
from tests.battle_for_normandy.oracle import GUNS, beside, friends, hexagons, plane, small

STEPS = {1: (-1, -0.5), 2: (0, -1.0), 3: (1, -0.5), 4: (1, 0.5), 5: (0, 1.0), 6: (-1, 0.5)}
DIE = range(1, 7)


def off(here: Position, space: str, way: int, hexes: int) -> str:
    """The hex so far off in a direction of the chart; empty off the map."""
    (line, place), (down, along) = plane(space), STEPS[way]
    at = (line + down * hexes, place + along * hexes)
    return next((n for n in hexagons(here.board) if plane(n) == at), "")


def landings(here: Position, space: str, *, commonwealth: bool) -> dict[str, Fraction]:
    """Accuracy, direction and distance, every throw of five dice."""
    found: Counter[str] = Counter()
    for way, first, second in itertools.product(DIE, DIE, DIE):
        for accuracy in DIE:
            shown = 1 if commonwealth else accuracy
            hexes = first // 2 if shown == 1 else first + second if shown == 6 else first
            found[off(here, space, way, hexes)] += 1
    return {n: Fraction(k, 6**4) for n, k in found.items()}


def settled(here: Position, space: str) -> str:
    """Out of Flooded terrain, by 1, 2 and so on."""
    wet = {"flooded", "sea"}
    if here.board.spaces[space]["terrain"] not in wet:
        return space
    around = [off(here, space, way, 1) for way in DIE]
    return next((n for n in around if n and here.board.spaces[n]["terrain"] not in wet), space)


def finders(here: Position, space: str) -> dict[str, Fraction]:
    found: Counter[str] = Counter()
    for accuracy, way in itertools.product(DIE, DIE):
        found[settled(here, space if accuracy <= 3 else off(here, space, way, 1) or space)] += 1
    return {n: Fraction(k, 36) for n, k in found.items()}


def unharmed(here: Position, space: str) -> Fraction | None:
    """Chance of no loss by every throw; None where German guns lie near, of which 17.2 says nothing."""
    if not space or here.board.spaces[space]["terrain"] == "sea" or friends(here, space, "german"):
        return Fraction(0)
    chance = Fraction(4, 6) if here.board.spaces[space]["terrain"] == "flooded" else Fraction(1)
    for near in beside(here, space):
        stack = friends(here, near, "german")
        if any(p.printed.type in GUNS | {"strongpoint", "headquarters"} for p in stack):
            return None
        factor = sum(_attack(p) for p in stack)
        chance *= Fraction(sum(roll > factor for roll in range(1, 11)), 10)
    return chance


def _attack(piece: Piece) -> int:
    turned = piece.status == "reduced" and piece.printed.steps > 1
    return int(piece.printed.ratings.get("reduced_as" if turned else "as", 0))


def dropping(name: str) -> Piece:
    return Piece(unit(name, "para"), "airborne-us-82", "full")


@pytest.mark.parametrize("seed", range(8))
def test_companies(seed: int) -> None:
    here = small(seed)
    space = random.Random(seed).choice(hexagons(here.board))
    for name in ("us-para", "br-para"):
        known = r17_chances.distribution(here, dropping(name), space)
        assert {x.hex: x.chance for x in known} == landings(here, space, commonwealth=name[:2] == "br")
        for landing in known:
            expected = unharmed(here, landing.hex)
            assert expected is None or landing.survival == expected, landing.hex


@pytest.mark.parametrize("seed", range(8))
def test_pathfinders(seed: int) -> None:
    here = small(seed)
    for space in random.Random(seed).sample(hexagons(here.board), 6):
        assert r17_scatter.distribution(here, space) == finders(here, space)
