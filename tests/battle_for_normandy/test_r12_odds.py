"""Exact odds, against a plain recount of the ten faces."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.battle_for_normandy.r12.crt import COLUMNS, DIE, Result, result
from adjudicator.battle_for_normandy.r12.odds import Face, best_of, odds, odds_of
from adjudicator.inquiry import Inquiry
from maps.filing import OURS
from tests.battle_for_normandy.build import unit
from tests.battle_for_normandy.fighting import EAST, TARGET, attack, fought, troops

FOE = (troops(6, "ge-1"), TARGET)


@pytest.mark.parametrize("column", COLUMNS)
@pytest.mark.parametrize("drm", range(-3, 4))
def test_a_recount(column: str, drm: int) -> None:
    found = odds_of(OURS, column, drm)
    plain = [result(OURS, column, roll + drm) for roll in DIE]
    assert found.attacker_steps == Fraction(sum(r.attacker_steps for r in plain), 10)
    assert found.defender_steps == Fraction(sum(r.defender_steps for r in plain), 10)
    assert found.attacker_retreats == Fraction(sum(r.attacker_retreat for r in plain), 10)
    assert found.defender_retreats == Fraction(sum(r.defender_retreat for r in plain), 10)
    assert sum(found.chances.values()) == 1
    assert not any(face.takes for face in found.faces)


@pytest.mark.parametrize("column", COLUMNS)
def test_combined_arms_never_harm(column: str) -> None:
    for drm in range(-3, 3):
        plain, bonus = odds_of(OURS, column, drm), odds_of(OURS, column, drm, drm + 1)
        assert bonus.worth >= plain.worth
        assert all(f.best in {f.plain, f.combined} for f in bonus.faces)


def test_the_better_of_two_results() -> None:
    worse, better = Result(1, 0, 1, 0), Result(0, 0, 1, 0)
    assert best_of(worse, better) == better
    assert best_of(better, worse) == better
    assert Face(5, worse, better, better).takes


def test_chance_that_the_hex_is_cleared() -> None:
    found = odds_of(OURS, "7:1", 0)
    by_hand = [
        r for r in (result(OURS, "7:1", n) for n in DIE) if r.defender_retreat or r.defender_steps >= 2
    ]
    assert found.cleared(2) == Fraction(len(by_hand), 10)
    assert found.cleared(1) >= found.cleared(3)


def test_odds_of_a_position() -> None:
    here = fought((troops(6, "us-1"), EAST), (unit("us-t", "tank", as_=12), EAST), FOE)
    line, found = odds(here, attack(here))
    assert found is not None
    assert (line.column, found.drm, found.combined_drm) == ("3:1", 0, 1)


def test_below_one_to_four() -> None:
    here = fought((troops(1), EAST), FOE)
    assert odds(here, attack(here))[1] is None


def test_an_attack_that_defensive_support_brings_there_is_made_on_one_to_four() -> None:
    here = fought((troops(2), EAST), FOE, (unit("ge-g", "artillery", as_=8), "c2320"))
    inquiry = Inquiry(here)
    line, found = odds(inquiry, attack(here, defence_support=("ge-g",)))
    assert found is not None
    assert (line.column, found.column) == ("", "1:4")
    assert "permitted before" in inquiry.steps[-1].text
