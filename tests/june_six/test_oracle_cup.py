"""Section 7.24: chances of the cup against every order in which its markers can come out."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import pytest

from adjudicator.game import apply, legal
from adjudicator.june_six import r07_cup as cup_
from adjudicator.june_six.r07_markers import side_of_group
from adjudicator.position import Position
from tests.june_six import oracle

GROUPS = ("us-1", "us-29", "br-3", "us-corps", "ge-352", "ge-716", "german-corps", "free-ops-german")
Order = tuple[str, ...]
Pair = tuple[Fraction, Fraction]


def nth(order: Order, group: str, number: int) -> int:
    """Draw with which the nth marker of a group comes; 0 without."""
    found = [n for n, marker in enumerate(order, 1) if marker == group]
    return found[number - 1] if len(found) >= number else 0


def row(order: Order, group: str) -> bool:
    """Whether two markers of a group come one right after the other."""
    return any(a == b == group for a, b in itertools.pairwise(order))


def before(order: Order, first: str, then: str) -> bool:
    """Whether the first marker of one group comes before any of another."""
    return first in order and (then not in order or order.index(first) < order.index(then))


def faults(held: list[str], groups: Sequence[str]) -> Iterator[str]:
    """Chances that a count of all orders does not bear out."""
    orders: list[Order] = list(itertools.permutations(held))
    cup = {group: held.count(group) for group in dict.fromkeys(held)}
    told = [pair for group in groups for pair in _of_one(cup, orders, group)]
    told += [pair for a, b in itertools.permutations(groups, 2) for pair in _of_two(cup, orders, a, b)]
    for side in ("german", "allied"):
        first = (bool(o) and side_of_group(o[0]) == side for o in orders)
        told.append((cup_.side_chance(cup, side), Fraction(sum(first), len(orders))))
    yield from (f"{held}: {pair}" for pair in told if pair[0] != pair[1])


def _of_one(cup: Mapping[str, int], orders: Sequence[Order], group: str) -> Iterator[Pair]:
    """Chances about one group, those told and those counted."""
    count = len(orders)
    yield cup_.next_chance(cup, group), Fraction(sum(o[:1] == (group,) for o in orders), count)
    yield cup_.in_a_row_chance(cup, group), Fraction(sum(row(o, group) for o in orders), count)
    after = sum(row((group, *o[:1]), group) for o in orders)
    yield cup_.in_a_row_chance(cup, group, just_played=True), Fraction(after, count)
    for number, draw in itertools.product((1, 2), range(1, len(orders[0]) + 1)):
        exactly = sum(nth(o, group, number) == draw for o in orders)
        yield cup_.draw_chance(cup, group, number, draw), Fraction(exactly, count)
        among = sum(o[:draw].count(group) >= number for o in orders)
        yield cup_.by_draw_chance(cup, group, draw, least=number), Fraction(among, count)


def _of_two(cup: Mapping[str, int], orders: Sequence[Order], a: str, b: str) -> Iterator[Pair]:
    """Chances about two groups."""
    count = len(orders)
    yield cup_.before_chance(cup, a, b), Fraction(sum(before(o, a, b) for o in orders), count)
    yield cup_.all_before_chance(cup, a, b), Fraction(sum(whole(o, a, b) for o in orders), count)


def whole(order: Order, a: str, b: str) -> bool:
    """Whether all markers of one group come before any of another."""
    return all(i < j for i, x in enumerate(order) if x == a for j, y in enumerate(order) if y == b)


def some_cup(seed: int, most: int) -> list[str]:
    rng = random.Random(seed)
    held = [marker for group in rng.sample(GROUPS, 4) for marker in [group] * rng.randint(1, 2)]
    return held[: rng.randint(1, most)]


@pytest.mark.parametrize("seed", range(12))
def test_chances_of_small_cups(seed: int) -> None:
    held = some_cup(seed, 5)
    assert not list(faults(held, sorted({*held, "us-1", "ge-352"})))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 130))
def test_chances_of_larger_cups(seed: int) -> None:
    held = some_cup(seed, 7)
    assert not list(faults(held, sorted({*held, "us-1", "ge-352"})))


# --- draws in play ----------------------------------------------------------------------------------------


def drawing(here: Position) -> bool:
    top = here.decision
    return top is not None and top.data.get("what") == "draw-marker"


def test_every_marker_in_the_cup_is_drawn_by_one_face_of_the_die() -> None:
    """Each face takes another marker out, and the chances of `next_chance` are those of the faces."""
    seen = 0
    for here in [p for p in oracle.sampled(every=1) if drawing(p)][:5]:
        cup = cup_.cup_of(here)
        drawn = []
        for action in legal(here).of("roll"):
            after = cup_.cup_of(apply(here, action))
            drawn += [group for group in cup if after.get(group, 0) < cup[group]]
        assert sorted(drawn) == sorted(group for group, n in cup.items() for _ in range(n))
        assert {g: Fraction(drawn.count(g), len(drawn)) for g in cup} == {
            g: cup_.next_chance(cup, g) for g in cup
        }
        seen += 1
    assert seen
