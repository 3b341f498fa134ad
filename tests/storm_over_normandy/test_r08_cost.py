"""Section 8.0: the price of one step, with the Movement example of the rulebook (SON-E03 to SON-E07)."""

from __future__ import annotations

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from adjudicator.storm_over_normandy.r08_cost import add_cost, cost, entry_surcharge, exit_surcharge
from tests.storm_over_normandy.build import board, held, unit
from tests.storm_over_normandy.moving import situation

EXAMPLE = board(
    ["a11 2", "a12", "a15", "a16 3 red bocage", "a17"],
    ["a16/a17", "a16/a15", "a16/a11", "a11/a12", "a11/a15", "a11/a17"],
)
COAST = board(["sword", "caen", "zone-a"], ["sword/caen", "caen/zone-a"])


def example() -> Position:
    """The Movement example: Germans in 11 and 15, Allies in 11, 16 and 17; 11, 16, 17 Allied controlled."""
    return situation(
        EXAMPLE,
        (unit("us-16"), "a16"),
        (unit("us-11"), "a11"),
        (unit("us-17"), "a17"),
        (unit("ge-11"), "a11"),
        (unit("ge-15"), "a15"),
        facts=held("a11", "a16", "a17"),
    )


@pytest.mark.parametrize(
    ("frm", "to", "price"),
    [
        ("a16", "a17", 1),  # SON-E03
        ("a16", "a15", 2),  # SON-E04: controlled and occupied, once
        ("a16", "a11", 2),  # SON-E05: own, with an enemy unit
        ("a11", "a12", 3),  # SON-E06: empty, enemy controlled; the Area left holds an enemy
        ("a11", "a15", 3),  # SON-E07
    ],
)
def test_the_movement_example(frm: str, to: str, price: int) -> None:
    here = example()
    assert cost(here, "allied", frm, to) == price
    inquiry = Inquiry(here)
    adding = inquiry.adding("movement points")
    assert add_cost(adding, here, "allied", frm, to) == price == adding.value
    assert [s.rule for s in inquiry.steps] == ["8.0"] * price


def test_the_reasons_are_told() -> None:
    here = example()
    assert entry_surcharge(here, "allied", "a15") == "A15 is German controlled and holds 1 German unit"
    assert entry_surcharge(here, "allied", "a12") == "A12 is German controlled"
    assert exit_surcharge(here, "allied", "a11") == "A11 holds 1 German unit"
    assert entry_surcharge(here, "german", "a11") == "A11 is Allied controlled and holds 1 Allied unit"
    assert not exit_surcharge(here, "german", "a15")


def test_an_area_left_belongs_to_a_side_that_is_there_alone() -> None:
    """The marker may not have been changed yet: control passes at once (13.0)."""
    here = situation(EXAMPLE, (unit("us-1"), "a12"))
    assert cost(here, "allied", "a12", "a11") == 2
    assert cost(here, "german", "a11", "a12") == 2


# --- boxes (12.3) -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("beach", "german", "price"), [("german", True, 2), ("german", False, 2), ("allied", False, 1)]
)
def test_from_a_landing_box(beach: str, german: bool, price: int) -> None:
    garrison = [(unit("ge-1"), "sword")] if german else []
    here = situation(COAST, (unit("us-1"), "landing-sword"), *garrison, facts=held("sword", side=beach))
    assert cost(here, "allied", "landing-sword", "sword") == price
    inquiry = Inquiry(here)
    add_cost(inquiry.adding("movement points"), here, "allied", "landing-sword", "sword")
    assert {s.rule for s in inquiry.steps} == {"12.3"}


def test_back_into_a_landing_box() -> None:
    here = situation(COAST, (unit("us-1"), "sword"), facts=held("sword"))
    assert cost(here, "allied", "sword", "landing-sword") == 1
    contested = situation(COAST, (unit("us-1"), "sword"), (unit("ge-1"), "sword"))
    assert cost(contested, "allied", "sword", "landing-sword") == 2


def test_german_units_in_a_reinforcement_box_do_not_raise_the_cost() -> None:
    here = situation(
        COAST, (unit("us-1"), "caen"), (unit("ge-1"), "zone-a"), (unit("ge-2"), "zone-a"), facts=held("caen")
    )
    assert cost(here, "allied", "caen", "zone-a") == 1
    inquiry = Inquiry(here)
    add_cost(inquiry.adding("movement points"), here, "allied", "caen", "zone-a")
    assert [s.value for s in inquiry.steps] == [1, 0]
    contested = situation(COAST, (unit("us-1"), "caen"), (unit("ge-1"), "caen"), facts=held("caen"))
    assert cost(contested, "allied", "caen", "zone-a") == 2


@pytest.mark.parametrize(("option", "price"), [("A", 1), ("B", 2)])
def test_what_stands_in_a_box_may_or_may_not_charge_the_exit(option: str, price: int) -> None:
    here = situation(
        COAST,
        (unit("us-1"), "zone-a"),
        (unit("ge-1"), "zone-a"),
        side="german",
        options={"box-with-enemies": option},
    )
    assert cost(here, "german", "zone-a", "caen") == price
    assert not exit_surcharge(here, "allied", "landing-sword")
