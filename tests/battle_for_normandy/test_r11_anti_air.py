"""AA fire: who fires, and what it does."""

from __future__ import annotations

from fractions import Fraction

import pytest

from adjudicator.battle_for_normandy.r11.anti_air import ABORT, HIT, NONE, anti_air, chances, fire, flak
from adjudicator.inquiry import Inquiry
from maps.filing import OURS
from tests.battle_for_normandy.build import around, board, hq, situation, unit

TARGET, BESIDE, FAR = "c2020", "c2021", "c2022"
GROUND = board(around(TARGET, radius=3))


def test_flak_in_the_hex_or_next_to_it() -> None:
    placed = [
        (unit("ge-f", "flak"), TARGET), (unit("ge-h", "heavy-flak"), BESIDE), (unit("ge-x", "flak"), FAR),
        (unit("ge-1", "inf"), TARGET),
    ]  # fmt: skip
    assert [p.uid for p in flak(situation(GROUND, *placed), TARGET)] == ["ge-f", "ge-h"]


def test_an_hq_counts_in_its_own_hex_only() -> None:
    here = situation(GROUND, (hq("ge-352"), TARGET), (hq("ge-716"), BESIDE))
    assert [p.uid for p in flak(here, TARGET)] == ["ge-352-hq"]


def test_allied_units_never_fire() -> None:
    assert flak(situation(GROUND, (unit("br-f", "flak"), TARGET), (hq("us-1"), TARGET)), TARGET) == ()


def test_example_11_4_an_eight_with_two_more() -> None:
    assert fire(OURS, 8, 3) == HIT
    assert anti_air(OURS, 8, 3) == (0, 1)


@pytest.mark.parametrize(
    ("roll", "units", "found"), [(4, 1, NONE), (4, 2, NONE), (9, 1, ABORT), (10, 1, HIT), (10, 5, HIT)]
)
def test_the_table(roll: int, units: int, found: str) -> None:
    assert fire(OURS, roll, units) == found


def test_it_never_gets_better_for_the_planes() -> None:
    order = [NONE, ABORT, HIT]
    for units in range(1, 6):
        found = [order.index(fire(OURS, roll, units)) for roll in range(1, 11)]
        assert found == sorted(found)


def test_exact_chances() -> None:
    assert chances(OURS, 1) == {NONE: Fraction(6, 10), ABORT: Fraction(3, 10), HIT: Fraction(1, 10)}
    assert sum(chances(OURS, 4).values()) == 1
    assert chances(OURS, 0)[NONE] == 1
    assert chances(OURS, 12)[HIT] == 1


def test_one_point_at_the_most() -> None:
    assert [anti_air(OURS, n, 1) for n in (3, 8, 10)] == [(0, 0), (1, 0), (0, 1)]


def test_the_source_is_told() -> None:
    inquiry = Inquiry(situation(GROUND))
    fire(inquiry, 8, 1)
    assert [s.file for s in inquiry.sources] == ["r11_tables.toml"]
