"""A test of many values fails where one of them does, and names all."""

from __future__ import annotations

import pytest

from tests.every import for_every, quick_one


def test_every_value_that_fails_is_named() -> None:
    @for_every([1, 2, 3, 4], name=lambda n: f"number {n}")
    def even(number: int) -> None:
        assert number % 2 == 0

    with pytest.raises(ExceptionGroup, match="2 of 4") as told:
        even()
    assert [fault.__notes__ for fault in told.value.exceptions] == [["for number 1"], ["for number 3"]]


def test_nothing_is_no_test() -> None:
    with pytest.raises(AssertionError, match="a test of nothing"):
        for_every([])


def test_cases_that_are_not_named_are_slow() -> None:
    one, other = quick_one([("a", 1), pytest.param("b", 2, id="second")], "a")
    assert (one.values, [mark.name for mark in one.marks]) == (("a", 1), [])
    assert (other.id, [mark.name for mark in other.marks]) == ("second", ["slow"])
    with pytest.raises(AssertionError, match="no case has that name"):
        quick_one(["a"], "c")
