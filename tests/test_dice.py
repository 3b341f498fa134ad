"""Chance is exact: against a dice library as oracle, and by algebra."""

from __future__ import annotations

from fractions import Fraction

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.dice import D6, DIFFERENCE, DR, Distribution

weights = st.dictionaries(st.integers(-20, 20), st.integers(0, 50), min_size=1).filter(
    lambda d: any(d.values())
)


def test_two_dice_against_two_dice_agree_with_icepool() -> None:
    oracle = icepool.d6 + icepool.d6 - icepool.d6 - icepool.d6
    assert dict(DIFFERENCE.items()) == dict(oracle.items())
    assert DIFFERENCE.total == 1296


@pytest.mark.parametrize(("difference", "ways"), [(0, 146), (1, 140), (2, 125), (5, 56), (10, 1), (11, 0)])
def test_ways_of_a_difference(difference: int, ways: int) -> None:
    assert DIFFERENCE[difference] == DIFFERENCE[-difference] == ways


def test_a_dr_is_the_sum_of_two_dice() -> None:
    assert [DR[n] for n in range(2, 13)] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert D6.pair(D6, lambda a, b: a + b) == DR
    assert hash(DR) == hash(D6.pair(D6, lambda a, b: a + b))
    assert DR != 36


@given(weights)
def test_mapping_keeps_the_total(table: dict[int, int]) -> None:
    before = Distribution(table)
    after = before.map(lambda n: n % 3)
    assert after.total == before.total
    assert len(after) <= 3
    assert sum(after[k] for k in after) == after.total


@given(weights, weights)
def test_pairs_multiply(first: dict[int, int], second: dict[int, int]) -> None:
    a, b = Distribution(first), Distribution(second)
    both = a.pair(b, lambda x, y: x + y)
    assert both.total == a.total * b.total
    assert both.chance(lambda n: True) == Fraction(1)
