"""Section 13.7: allocations against trying every way to give results to units, judged by the text."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence

import pytest

from adjudicator.june_six.r13_allocation import Outcome, Readings, Sufferer, allocations
from tests.june_six.oracle import table

FAST, SLOW = range(150), range(1000, 5000)
RESULTS = ("dis-1", "dis-2", "reduced")
LEVELS = {"dis-1": 1, "dis-2": 2}
Given = Mapping[str, str]


def step_lost(unit: Sufferer, result: str) -> bool:
    """Whether a result costs a unit a step (13.13 to 13.15, 13.21)."""
    return result == "reduced" or unit.disorder + LEVELS[result] > 2


def worse(a: str, b: str) -> str:
    """The more severe of two results (13.73)."""
    return max(a, b, key=RESULTS.index)


class Judge:
    """Whether one way to give results to units is what the codes say."""

    def __init__(self, units: Sequence[Sufferer], outcome: Outcome, read: Readings) -> None:
        self.units, self.outcome, self.read = units, outcome, read
        best, least = max(u.cohesion for u in units), min(u.cohesion for u in units)
        combat = [u for u in units if u.combat]
        top = max((u.cohesion for u in combat), default=0)
        low = min((u.cohesion for u in combat), default=0)
        self.high, self.low = (
            [u for u in units if u.cohesion == best],
            [u for u in units if u.cohesion == least],
        )
        self.spared: Mapping[str, Sequence[Sufferer | None]] = {
            "A": [None],
            "B": [u for u in combat if u.cohesion == top] or [None],
            "C": [u for u in combat if u.cohesion == low] or [None],
        }

    def shielded(self, unit: Sufferer, among: Sequence[Sufferer]) -> bool:
        """An HQ is the last of its stack to lose a step (6.16)."""
        return unit.hq and any(o.space == unit.space and not o.hq for o in among)

    def one(self, code: str, result: str) -> list[Sufferer]:
        """Units that D, E or F may name."""
        able = [u for u in self.units if not (step_lost(u, result) and self.shielded(u, self.units))]
        if code == "F":
            return able
        pick = max if code == "D" else min
        return [u for u in able if u.cohesion == pick(o.cohesion for o in able)]

    def many(self, given: Given, named: Sequence[Sufferer], result: str) -> bool:
        """Whether what A, B or C names suffers: all, or for Reduced one unit of each stack (13.22)."""
        if result != "reduced" or not self.read.one_of_stack:
            return dict(given) == {u.uid: result for u in named}
        if any(r != "reduced" for r in given.values()) or not set(given) <= {u.uid for u in named}:
            return False
        for space in {u.space for u in named}:
            stack = [u for u in named if u.space == space]
            hit = [u for u in stack if u.uid in given]
            if len(hit) != 1 or self.shielded(hit[0], stack):
                return False
        return True

    def legal(self, given: Given) -> bool:
        """Whether the owner may let his units suffer so."""
        results = self.outcome.results
        if len(self.units) == 1:
            return dict(given) == self.single()
        if len(results) == 1:
            code, result = results[0]
            if code in "DEF":
                return any(dict(given) == {u.uid: result} for u in self.one(code, result))
            return any(
                self.many(given, [u for u in self.units if u is not s], result) for s in self.spared[code]
            )
        return any(self.double(given, hit, spared) for hit, spared in self.pairs())

    def pairs(self) -> Iterator[tuple[Sufferer, Sufferer | None]]:
        """Who is hit by the second code, and who is spared by the first: of combat units the same."""
        (first, _), (second, result) = self.outcome.results
        for hit in self.one(second, result):
            for spared in [hit] if self.read.shifted and not hit.combat else self.spared[first]:
                if not hit.combat or hit is spared or spared is None:
                    yield hit, spared

    def double(self, given: Given, hit: Sufferer, spared: Sufferer | None) -> bool:
        """Whether a way is that of a High-Low combination."""
        (_, result), (_, other) = self.outcome.results
        both = not hit.combat and self.read.both and hit is not spared
        named = [u for u in self.units if u is not spared and (u is not hit or both)]
        rest = {uid: r for uid, r in given.items() if uid != hit.uid}
        mine = given.get(hit.uid, "")
        alone = mine == other and self.many(rest, named, result)
        joined = f"{result}+{other}" if self.read.in_turn else worse(result, other)
        return alone or (both and mine == joined and self.many({**rest, hit.uid: result}, named, result))

    def single(self) -> Given:
        """What one unit alone suffers (13.73)."""
        unit, results = self.units[0], self.outcome.results
        doubled = len(results) == 2 or (self.read.retreat_counts and self.outcome.retreat > 0)
        if doubled and unit.cohesion > self.outcome.enemy_best:
            return {}
        if len(results) == 2:
            return {unit.uid: worse(results[0][1], results[1][1])}
        code, result = results[0]
        return {} if unit.combat and code in "BC" else {unit.uid: result}


def tried(units: Sequence[Sufferer], outcome: Outcome, read: Readings) -> set[tuple[tuple[str, str], ...]]:
    """Every way out of four for each unit that the text allows."""
    if not units or not outcome.results:
        return {()}
    judge = Judge(units, outcome, read)
    both = ["+".join(result for _, result in outcome.results)] if len(outcome.results) == 2 else []
    ways = itertools.product(("", *RESULTS, *both), repeat=len(units))
    given = ({u.uid: r for u, r in zip(units, way, strict=True) if r} for way in ways)
    return {tuple(sorted(one.items())) for one in given if judge.legal(one)}


def printed() -> list[tuple[tuple[str, str], ...]]:
    """Every result of a force that the Combat Results Table prints."""
    cells = [
        cell[side]
        for mode in table("crt").values()
        for cell in mode.values()
        for side in ("attacker", "defender")
    ]
    pairs = [tuple(part.split(" ") for part in text.split(" / ") if part) for text in cells]
    return sorted({tuple((code, result) for code, result in found) for found in pairs})


def some_units(rng: random.Random) -> list[Sufferer]:
    return [
        Sufferer(
            f"u{n}",
            rng.choice(["e1940", "e1841", "e2041"]),
            rng.randint(2, 6),
            combat=(kind := rng.choice(["combat", "combat", "gun", "hq"])) == "combat",
            hq=kind == "hq",
            disorder=rng.choice([0, 0, 1, 2]),
        )
        for n in range(rng.randint(1, 4))
    ]


def agree(seed: int) -> None:
    rng = random.Random(seed)
    units = some_units(rng)
    support = rng.choice(
        [(True, False, False), (False, False, False), (False, True, False), (True, False, True)]
    )
    both, shifted, in_turn = support  # the four readings of b-and-d-support
    read = Readings(rng.random() < 0.7, both, rng.random() < 0.7, shifted, in_turn)
    results = rng.choice(printed())
    if rng.random() < 0.4:
        results = ((rng.choice("ABCDEF"), rng.choice(RESULTS)),)
    outcome = Outcome(results, rng.choice([0, 1]), rng.randint(1, 7))
    assert set(allocations(units, outcome, read)) == tried(units, outcome, read), (units, outcome, read)


@pytest.mark.parametrize("seed", FAST)
def test_allocations(seed: int) -> None:
    agree(seed)


@pytest.mark.slow
def test_more_allocations() -> None:
    for seed in SLOW:
        agree(seed)
