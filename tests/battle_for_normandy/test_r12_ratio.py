"""Columns of the odds: every example of the text, and the ends."""

from __future__ import annotations

import pytest

from adjudicator.battle_for_normandy.r12.ratio import column, limited


@pytest.mark.parametrize(
    ("attack", "defence", "found"),
    [
        (56, 14, "4:1"), (56, 16, "3:1"), (17, 8, "2:1"), (20, 6, "3:1"), (25, 6, "4:1"), (30, 6, "5:1"),
        (16, 6, "2:1"), (14, 6, "2:1"), (15, 6, "2:1"), (40, 8, "5:1"), (40, 19, "2:1"),
    ],
)  # fmt: skip
def test_the_odds_of_the_examples(attack: int, defence: int, found: str) -> None:
    assert column(attack, defence) == found


@pytest.mark.parametrize(
    ("attack", "defence", "found"),
    [(4, 4, "1:1"), (7, 4, "1:1"), (4, 7, "1:2"), (4, 8, "1:2"), (4, 9, "1:3"), (5, 20, "1:4"), (5, 21, "")],
)
def test_odds_round_against_the_attacker_below_one_to_one_too(attack: int, defence: int, found: str) -> None:
    assert column(attack, defence) == found


def test_ends() -> None:
    assert column(71, 10) == column(700, 10) == "7:1"
    assert column(3, 0) == "7:1"
    assert column(0, 3) == ""


def test_the_column_of_the_option() -> None:
    assert column(6, 4, half=True) == "3:2"
    assert column(5, 4, half=True) == "1:1"
    assert column(8, 4, half=True) == "2:1"
    assert column(6, 4) == "1:1"


def test_modifiers_are_held_at_three() -> None:
    assert [limited(n) for n in (-7, -3, 0, 3, 5)] == [-3, -3, 0, 3, 3]
