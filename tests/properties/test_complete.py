"""Storm Over Normandy and The Dark Summer: what is legal is listed, or found from a difference."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from adjudicator.actions import kind_of
from adjudicator.asking.between import explain
from adjudicator.dark_summer import GAME as SUMMER
from adjudicator.game import apply, open_now
from adjudicator.storm_over_normandy import GAME as STORM
from tests.playing import wander
from tests.properties.complete import unlisted

STARTS = {"storm": STORM.scenario("invasion"), "summer": SUMMER.scenario("campaign")}


def look(name: str, seed: int, steps: int, every: int, times: int) -> tuple[list[str], Counter[str]]:
    rng, found, seen = random.Random(seed), list[str](), Counter[str]()
    for number, (position, _) in enumerate(wander(STARTS[name], seed, steps)):
        if number % every == 0:
            wrong, looked = unlisted(position, rng, times)
            found += wrong
            seen += looked
    return found, seen


@pytest.mark.parametrize("name", STARTS)
def test_legal_actions_from_another_source_are_listed(name: str) -> None:
    found, seen = look(name, 3, 60, 6, 12)
    assert not found
    assert seen.total() > 5


@pytest.mark.slow
@pytest.mark.parametrize("name", STARTS)
@pytest.mark.parametrize("seed", range(20, 24))
def test_legal_actions_from_another_source_are_listed_in_long_play(name: str, seed: int) -> None:
    found, seen = look(name, seed, 900, 5, 40)
    assert not found
    assert seen.total() > 50


# --- check BEFORE AFTER -------------------------------------------------------------------------------------


def unexplained(name: str, seed: int, steps: int, every: int) -> tuple[list[str], int]:
    """Actions of sampled kinds, as played, that the difference which they make does not explain."""
    found, seen = list[str](), 0
    for number, (position, action) in enumerate(wander(STARTS[name], seed, steps)):
        sampled = any(h.sampled and isinstance(action, h.action) for h in open_now(position))
        if number % every == 0 and sampled:
            seen += 1
            ruling = explain(position, apply(position, action))
            found += [] if ruling.ok else [f"{kind_of(type(action))} {action}: {ruling.verdict}"]
    return found, seen


@pytest.mark.parametrize("name", STARTS)
def test_what_a_list_leaves_out_is_explained_between_two_positions(name: str) -> None:
    found, seen = unexplained(name, 3, 150, 7)
    assert not found
    assert seen > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", STARTS)
@pytest.mark.parametrize("seed", range(40, 44))
def test_what_a_list_leaves_out_is_explained_in_long_play(name: str, seed: int) -> None:
    found, seen = unexplained(name, seed, 900, 3)
    assert not found
    assert seen > 50
