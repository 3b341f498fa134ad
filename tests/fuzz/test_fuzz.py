"""No verb, action, file or sketch of any game reaches the guard at the entry."""

from __future__ import annotations

import random

import pytest

from adjudicator.game import GAMES
from tests.fuzz.harness import ARTS, fuzz

SMALL = 1.5  # seconds for each art of each game


@pytest.mark.slow
@pytest.mark.parametrize("art", ARTS)
@pytest.mark.parametrize("slug", GAMES)
def test_nothing_reaches_the_guard(slug: str, art: str) -> None:
    assert [str(incident) for incident in fuzz(SMALL, seed=1000, games=(slug,), arts=(art,))] == []


@pytest.mark.slow
def test_a_minute_of_what_nobody_has_seen() -> None:
    seed = random.SystemRandom().randrange(10**6)
    assert [str(incident) for incident in fuzz(60, seed=seed)] == [], f"seed {seed}"
