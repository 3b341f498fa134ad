"""Sections 23.2 to 23.22: bids for the command of the Allies."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.breakout_normandy.r23_bids import (
    Bid,
    compare_with_bid,
    required_points,
    settle_bids,
)
from adjudicator.position import Position
from tests.breakout_normandy.build_r3 import position

BIDS = st.builds(Bid, st.integers(-5, 5), st.integers(-6, 6))


def with_bid(control: int, contested: int = 0, reading: str = "A") -> Position:
    return position((), {"bid": control, "bid-contested": contested}, options={"bid-fraction": reading})


@pytest.mark.parametrize(
    ("first", "second", "bidder"),
    [
        (Bid(2), Bid(1), 0),
        (Bid(-2), Bid(-1), 1),
        (Bid(0), Bid(0), None),
        (Bid(1), Bid(0, 6), 0),
        (Bid(1), Bid(1, 1), 1),
        (Bid(1), Bid(0, 7), None),
        (Bid(-1, 3), Bid(-1), 0),
    ],
)
def test_the_higher_bid_commands_the_allies(first: Bid, second: Bid, bidder: int | None) -> None:
    assert settle_bids(first, second).bidder == bidder


def test_a_tie_is_rolled_off_but_its_bid_is_paid() -> None:
    command = settle_bids(Bid(-1), Bid(-1))
    assert (command.bidder, command.bid) == (None, Bid(-1))


def test_the_winning_bid_is_paid() -> None:
    assert settle_bids(Bid(3), Bid(1)).bid == Bid(3)
    assert settle_bids(Bid(1), Bid(3)).bid == Bid(3)


def test_seven_contested_points_are_one() -> None:
    assert Bid(0, 7).value == Bid(1).value == Fraction(1)
    assert Bid(1, -3).value == Fraction(4, 7)
    assert Bid(0, 1) < Bid(1)


@given(BIDS, BIDS)
def test_both_players_see_the_same_result(first: Bid, second: Bid) -> None:
    one, other = settle_bids(first, second), settle_bids(second, first)
    if one.bidder is None:
        assert other.bidder is None
    else:
        assert other.bidder == 1 - one.bidder
        assert one.bid == other.bid
        assert one.bid.value == max(first.value, second.value)


@pytest.mark.parametrize(("bid", "needed"), [(0, 10), (2, 12), (-3, 7)])
def test_requirement_with_the_bid(bid: int, needed: int) -> None:
    total = required_points(with_bid(bid), 10, "22.2")
    assert total.value == needed
    assert [s.rule for s in total.steps] == (["22.2", "23.22"] if bid else ["22.2"])


@pytest.mark.parametrize(("points", "expected"), [(9, -1), (10, 0), (11, 1)])
def test_without_contested_points_the_pool_is_nothing(points: int, expected: int) -> None:
    for pool in (0, 6, 7, 20):
        assert compare_with_bid(with_bid(0), points, pool, 10) == expected


@pytest.mark.parametrize(
    ("points", "pool", "sign"), [(9, 6, -1), (10, 2, -1), (10, 3, 0), (10, 4, 1), (11, 0, 1), (11, 7, 1)]
)
def test_sevenths(points: int, pool: int, sign: int) -> None:
    """Reading A, with a bid of three; at a pool of seven the points hold the bonus already."""
    found = compare_with_bid(with_bid(0, 3), points, pool, 10)
    assert (found > 0) - (found < 0) == sign


@pytest.mark.parametrize(
    ("points", "pool", "sign"), [(9, 20, -1), (10, 2, -1), (10, 3, 0), (10, 9, 0), (11, 0, 1)]
)
def test_tie_break(points: int, pool: int, sign: int) -> None:
    """Reading B."""
    found = compare_with_bid(with_bid(0, 3, "B"), points, pool, 10)
    assert (found > 0) - (found < 0) == sign


@given(st.integers(0, 20), st.integers(0, 20), st.integers(5, 15), st.integers(-6, 6), st.sampled_from("AB"))
def test_more_points_never_hurt(points: int, pool: int, required: int, contested: int, reading: str) -> None:
    before = with_bid(0, contested, reading)
    assert compare_with_bid(before, points, pool, required) <= compare_with_bid(
        before, points + 1, pool, required
    )
