"""Section 6."""

from __future__ import annotations

import pytest

from adjudicator.dark_summer.r06_zones_of_control import explain_zoc, in_enemy_zoc, zoc_of
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from tests.dark_summer.build import board, hexes, position, unit

US, GERMAN = unit("us-501"), unit("ge-914")
BLOCK = hexes(30, 36, 2, 8)


def around(terrain: dict[str, str] | None = None, sides: dict[str, str] | None = None) -> Position:
    return position(board(BLOCK, terrain=terrain, sides=sides), (US, "3305"))


def test_a_regiment_projects_into_its_six_neighbours() -> None:
    assert set(zoc_of(around(), "allied")) == {"3304", "3405", "3406", "3306", "3206", "3205"}


@pytest.mark.parametrize(("type_", "size"), [("special-forces", "battalion"), ("strongpoint", "strongpoint")])
def test_battalions_and_strongpoints_project_nothing(type_: str, size: str) -> None:
    small = unit("ge-1", type_, size=size)
    assert not zoc_of(position(board(BLOCK), (small, "3305")), "german")


def test_one_regiment_makes_the_stack_project() -> None:
    tiger = unit("ge-t", "armor", size="battalion", marks=("tiger",))
    assert zoc_of(position(board(BLOCK), (tiger, "3305"), (GERMAN, "3305")), "german")


@pytest.mark.parametrize(
    ("terrain", "sides", "lost"),
    [
        ({"3304": "flooded"}, {}, "3304"),
        ({"3304": "sea"}, {}, "3304"),
        ({"3304": "city"}, {}, "3304"),
        ({}, {"3304/3305": "major-river"}, "3304"),
        ({}, {"3304/3305": "sea"}, "3304"),
    ],
)
def test_terrain_that_stops_it(terrain: dict[str, str], sides: dict[str, str], lost: str) -> None:
    assert lost not in zoc_of(around(terrain, sides), "allied")
    assert len(zoc_of(around(terrain, sides), "allied")) == 5


def test_it_extends_out_of_a_city_and_over_a_minor_river() -> None:
    assert len(zoc_of(around({"3305": "city"}, {"3304/3305": "minor-river"}), "allied")) == 6


def test_a_bridge_does_not_carry_it_over_a_major_river() -> None:
    ground = board(BLOCK, sides={"3304/3305": "major-river"}, roads=["3304/3305"])
    assert "3304" not in zoc_of(position(ground, (US, "3305")), "allied")


def test_allied_zoc_stays_out_of_strongpoints_and_german_zoc_does_not() -> None:
    strongpoint = unit("ge-sp", "strongpoint", steps=1)
    here = position(board(BLOCK), (US, "3305"), (strongpoint, "3304"), (GERMAN, "3404"))
    assert "3304" not in zoc_of(here, "allied")
    assert "3304" in zoc_of(here, "german")


def test_german_zoc_stays_out_of_open_beaches_only() -> None:
    here = position(board(BLOCK), (GERMAN, "3304"), facts={("beach", "3303"): "open"})
    closed = position(board(BLOCK), (GERMAN, "3304"), facts={("beach", "3303"): "closed"})
    assert "3303" not in zoc_of(here, "german")
    assert "3303" in zoc_of(closed, "german")


@pytest.mark.parametrize(
    ("purpose", "counts"),
    [("movement", True), ("supply", False), ("retreat", False), ("second-advance", False), ("c-path", False)],
)
def test_a_friend_negates_for_four_purposes(purpose: str, counts: bool) -> None:
    ranger = unit("us-2", "special-forces", size="battalion")
    here = position(board(BLOCK), (GERMAN, "3305"), (ranger, "3304"))
    assert in_enemy_zoc(here, "3304", "allied", purpose) is counts
    assert in_enemy_zoc(here, "3306", "allied", purpose)


def test_the_explanation_names_what_projects_and_what_does_not() -> None:
    ranger = unit("ge-t", "armor", size="battalion")
    here = position(board(BLOCK, sides={"3304/3305": "major-river"}), (GERMAN, "3305"), (ranger, "3303"))
    inquiry = Inquiry(here)
    assert not explain_zoc(inquiry, "3304", "allied")
    assert [s.rule for s in inquiry.steps] == ["6.0", "6.1"]
