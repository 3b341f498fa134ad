"""Section 9.2: the counted chances agree with going through every order of drawing."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from adjudicator.dark_summer import r09_odds as odds

SHOWERS = {"german": 3, "us": 3, "british-move": 2, "british-combat": 1}
SMALL = {"german": 2, "us": 2, "british-move": 1, "british-combat": 1}
BRITISH = {"british-move", "british-combat"}


def test_all_orders_of_a_cup() -> None:
    found = list(odds.orders(SHOWERS))
    ways = math.factorial(9) // (math.factorial(3) * math.factorial(3) * math.factorial(2))
    assert len(found) == len(set(found)) == ways == 5040
    assert {tuple(sorted(order)) for order in found} == {tuple(sorted(found[0]))}


@pytest.mark.parametrize(
    "pattern", [["german"], ["german", "german"], ["british", "any", "us"], ["allied"] * 4]
)
def test_prefix(pattern: list[str]) -> None:
    wanted = [odds.kinds_of(who) for who in pattern]
    slow = odds.chance(SMALL, lambda order: all(k in w for k, w in zip(order, wanted, strict=False)))
    assert odds.prefix_chance(SMALL, pattern) == slow


def test_a_prefix_longer_than_the_cup() -> None:
    assert odds.prefix_chance({"german": 1}, ["any", "any"]) == 0


def test_both_british_chits_before_any_german() -> None:
    slow = odds.chance(
        SMALL, lambda order: max(i for i, k in enumerate(order) if k in BRITISH) < order.index("german")
    )
    assert odds.all_before_chance(SMALL, "british", "german") == slow == Fraction(1, 6)


def test_one_of_them_before_any_german() -> None:
    slow = odds.chance(
        SMALL, lambda order: min(i for i, k in enumerate(order) if k in BRITISH) < order.index("german")
    )
    assert odds.before_chance(SMALL, "british", "german") == slow == Fraction(1, 2)


def test_what_is_not_in_the_cup() -> None:
    assert odds.before_chance({"german": 3}, "us", "german") == 0
    assert odds.before_chance({"us": 1}, "us", "german") == 1
    assert odds.all_before_chance({"us": 1}, "german", "us") == 1


def test_an_order_with_others_between() -> None:
    pattern = ["british-move", "german", "us"]

    def holds(order: tuple[str, ...]) -> bool:
        later = iter(order)
        return all(who in later for who in pattern)

    assert odds.subsequence_chance(SMALL, pattern) == odds.chance(SMALL, holds)


def test_words_that_no_chit_bears_or_that_overlap() -> None:
    with pytest.raises(ValueError, match="no chit is called"):
        odds.kinds_of("polish")
    with pytest.raises(ValueError, match="in common"):
        odds.before_chance(SMALL, "us", "allied")
