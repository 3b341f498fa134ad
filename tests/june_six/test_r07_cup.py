"""Section 7.24: exact chances of the cup, against all orders of its markers."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest

from adjudicator.errors import MalformedAction
from adjudicator.june_six import r07_cup as cup
from adjudicator.june_six.masking import masked
from adjudicator.june_six.r07_cup_rulings import cup_ruling, readings
from tests.june_six.turning import scene

CUPS = (
    {"us-1": 2, "ge-352": 1, "ge-716": 2},
    {"us-1": 1, "ge-352": 2},
    {"us-1": 2},
    {"us-1": 2, "br-3": 2, "x": 1},
)


def counted(contents: dict[str, int], good: Callable[[Sequence[str]], bool]) -> Fraction:
    """Share of the orders of all markers that have a property."""
    chits = [group for group, number in contents.items() for _ in range(number)]
    orders = list(itertools.permutations(chits))
    return Fraction(sum(good(order) for order in orders), len(orders))


def nth(order: Sequence[str], group: str, number: int) -> int:
    """Draw with which the nth marker of a group comes; 99 for none."""
    found = [i for i, g in enumerate(order, 1) if g == group]
    return found[number - 1] if len(found) >= number else 99


@pytest.mark.parametrize("contents", CUPS)
def test_next_and_nth_draw(contents: dict[str, int]) -> None:
    assert cup.next_chance(contents, "us-1") == counted(contents, lambda o: o[0] == "us-1")
    for number, draw in itertools.product((1, 2), range(1, 6)):
        wanted = counted(contents, lambda o, n=number, d=draw: nth(o, "us-1", n) == d)  # type: ignore[misc]
        assert cup.draw_chance(contents, "us-1", number, draw) == wanted


@pytest.mark.parametrize("contents", CUPS)
def test_by_so_many_draws(contents: dict[str, int]) -> None:
    for draws, least in itertools.product(range(7), (1, 2)):
        wanted = counted(contents, lambda o, d=draws, k=least: o[:d].count("us-1") >= k)  # type: ignore[misc]
        assert cup.by_draw_chance(contents, "us-1", draws, least=least) == wanted


@pytest.mark.parametrize("contents", CUPS[:2])
def test_one_formation_before_another(contents: dict[str, int]) -> None:
    before = counted(contents, lambda o: nth(o, "us-1", 1) < nth(o, "ge-352", 1))
    assert cup.before_chance(contents, "us-1", "ge-352") == before
    last = contents["us-1"]
    every = counted(contents, lambda o: nth(o, "us-1", last) < nth(o, "ge-352", 1))
    assert cup.all_before_chance(contents, "us-1", "ge-352") == every


@pytest.mark.parametrize("contents", CUPS)
def test_both_markers_in_a_row(contents: dict[str, int]) -> None:
    row = counted(contents, lambda o: nth(o, "us-1", 2) == nth(o, "us-1", 1) + 1 != 100)
    assert cup.in_a_row_chance(contents, "us-1") == row


def test_two_of_n_markers_are_in_a_row_twice_in_n() -> None:
    for others in range(20):
        assert cup.in_a_row_chance({"us-1": 2, "ge-352": others}, "us-1") == Fraction(2, others + 2)


def test_sides_and_empty_cups() -> None:
    assert cup.side_chance(CUPS[0], "german") == Fraction(3, 5)
    assert cup.next_chance({}, "us-1") == cup.side_chance({}, "german") == 0
    assert cup.before_chance({"ge-352": 1}, "us-1", "ge-352") == 0
    with pytest.raises(ValueError, match="itself"):
        cup.before_chance({"us-1": 1}, "us-1", "us-1")
    with pytest.raises(ValueError, match="itself"):
        cup.all_before_chance({"us-1": 1}, "us-1", "us-1")


def test_a_side_knows_the_number_of_the_enemys_markers_only() -> None:
    at = scene(cup=["am-us-1-1", "am-us-1-2", "am-ge-352-1"], facts={("am", "am-us-2a-1"): "initiative"})
    seen = masked(at, "german")
    assert cup.cup_of(seen) == {"ge-352": 1, "hidden-allied": 2}
    assert cup.cup_of(at) == {"ge-352": 1, "us-1": 2}
    answer = cup_ruling(seen).answer
    assert answer["side"] == {"allied": "2/3", "german": "1/3"}


def test_rulings_on_the_cup() -> None:
    at = scene(cup=["am-us-1-1", "am-us-1-2", "am-ge-352-1", "am-ge-716-1"])
    assert cup_ruling(at, "us-1").answer == {"by_draw": "1/2", "both": "0", "in_a_row": "1/2"}
    assert cup_ruling(at, "us-1", draws=2).answer["both"] == "1/6"
    assert cup_ruling(at, "us-1", before="ge-352").answer == {"before": "2/3", "all_before": "1/3"}
    assert cup_ruling(at, "us-1", contents=["us-1=1", "ge-352"]).answer["by_draw"] == "1/2"
    assert cup_ruling(scene()).verdict == "The cup is empty."
    held = scene(cup=["am-us-1-2", "am-ge-352-1"], facts={("am", "am-us-1-1"): "initiative"})
    assert cup_ruling(held, "us-1").answer["right_after_the_other"] == "1/2"
    with pytest.raises(MalformedAction):
        cup_ruling(at, "us-1", before="us-1")
    with pytest.raises(MalformedAction):
        cup_ruling(at, "the moon")
    with pytest.raises(MalformedAction):
        cup_ruling(at, "us-1", contents=["us-1=many"])


def test_chances_against_unknown_markers_are_told_for_each_number_of_them() -> None:
    at = scene(cup=["am-us-1-1", "am-us-1-2", "am-ge-352-1", "am-ge-716-1", "am-ge-716-2"])
    seen = masked(at, "allied")
    assert cup.cup_of(seen) == {"us-1": 2, "hidden-german": 3}
    answer = cup_ruling(seen, "us-1", before="ge-352").answer["unknown"]
    assert {n: told["before"] for n, told in answer.items()} == {"2-0": "1", "2-1": "2/3", "2-2": "1/2"}
    drawn = cup_ruling(seen, "ge-352", draws=2)
    assert {n: told["by_draw"] for n, told in drawn.answer["unknown"].items()} == {
        "0": "0",
        "1": "2/5",
        "2": "7/10",
    }
    assert " to " in drawn.verdict
    assert cup_ruling(seen, "us-1").answer["in_a_row"] == "2/5"


def test_a_marker_that_was_drawn_is_not_among_the_unknown_ones() -> None:
    at = scene(cup=["am-ge-352-2", "am-ge-716-1"], facts={("am", "am-ge-352-1"): "used"})
    seen = masked(at, "allied")
    assert [numbers for numbers, _ in readings(seen, cup.cup_of(seen), "ge-352")] == [(0,), (1,)]
    both = readings(masked(at, "public"), cup.cup_of(masked(at, "public")), "ge-352", "ge-716")
    assert sorted(numbers for numbers, _ in both) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]
    assert [n for n, _ in readings(seen, cup.cup_of(seen), "free-ops-german")] == [(0,)]
