"""Allocations of lost steps by trying every share, against the rule's own way step by step (12.9)."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

import pytest

from adjudicator.battle_for_normandy.r12.allocation import Victim, allocations


def shares(units: Sequence[Victim], steps: int) -> Iterator[tuple[str, ...]]:
    """Every share that takes no second step of a unit before each has lost one."""
    wanted = min(steps, sum(u.left for u in units))
    for taken in itertools.product(*(range(u.left + 1) for u in units)):
        twice = any(n and n + u.lost > 1 for u, n in zip(units, taken, strict=True))
        spared = any(u.left and not n and not u.lost for u, n in zip(units, taken, strict=True))
        if sum(taken) == wanted and not (twice and spared) and _first(units, taken):
            yield tuple(sorted(u.uid for u, n in zip(units, taken, strict=True) for _ in range(n)))


def _first(units: Sequence[Victim], taken: Sequence[int]) -> bool:
    """Whether somebody who must lose the first step does, and nobody alone who must not (14.3o, 23.2)."""
    if any(u.lost for u in units) or not any(taken):
        return True
    able = [(u, n) for u, n in zip(units, taken, strict=True) if u.left]
    must = [n for u, n in able if u.first] or [n for u, n in able if not u.last]
    return not must or any(must)


def victims(rng: random.Random, *, fresh: bool) -> list[Victim]:
    flags = rng.choice(["first", "last", "none"])
    return [
        Victim(
            f"u{n}",
            rng.randint(0, 3),
            0 if fresh else rng.choice([0, 0, 1, 2]),
            first=flags == "first" and rng.random() < 0.3,
            last=flags == "last" and rng.random() < 0.4,
        )
        for n in range(rng.randint(1, 5))
    ]


@pytest.mark.parametrize("seed", range(150))
def test_every_share(seed: int) -> None:
    rng = random.Random(seed)
    units, steps = victims(rng, fresh=seed % 2 == 0), rng.randint(1, 5)
    assert set(allocations(units, steps)) == set(shares(units, steps))
