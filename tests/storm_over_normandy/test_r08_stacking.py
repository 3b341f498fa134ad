"""Section 8.1: six units of a side in an Area."""

from __future__ import annotations

import pytest

from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from adjudicator.storm_over_normandy.r08_movement import Move
from adjudicator.storm_over_normandy.r08_stacking import (
    UNLIMITED,
    explain,
    fits,
    room,
    room_faults,
)
from tests.playing import barred
from tests.storm_over_normandy.build import board, held, strongpoint, unit
from tests.storm_over_normandy.moving import situation

GROUND = board(
    ["caen", "carpiquet", "evrecy", "sword", "zone-a"],
    ["caen/carpiquet", "carpiquet/evrecy", "caen/sword", "caen/zone-a"],
)


def germans(count: int, *, coming: int = 0) -> Position:
    there = [(unit(f"ge-{n}", "battalion" if n % 2 else "regiment"), "carpiquet") for n in range(count)]
    more = [(unit(f"ge-c{n}"), "caen") for n in range(coming)]
    return situation(GROUND, *there, *more, side="german")


@pytest.mark.parametrize(("count", "left"), [(0, 6), (5, 1), (6, 0), (8, 0)])
def test_battalions_and_regiments_count_alike(count: int, left: int) -> None:
    here = germans(count)
    assert room(here, "carpiquet", "german") == left
    assert room(here, "carpiquet", "allied") == 6


def test_strongpoints_do_not_count() -> None:
    points = [(strongpoint(f"ge-s{n}"), "sword") for n in range(3)]
    here = situation(GROUND, *points, *((unit(f"ge-{n}"), "sword") for n in range(6)))
    assert room(here, "sword", "german") == 0
    assert fits(here, [here.pieces["ge-s0"]], "sword")
    assert explain(Inquiry(here), "sword") == 0
    assert "besides 3 strongpoints" in explain_text(here, "sword")


def explain_text(here: Position, space: str) -> str:
    inquiry = Inquiry(here)
    explain(inquiry, space)
    return " ".join(s.text for s in inquiry.steps)


@pytest.mark.parametrize("box", ["landing-sword", "exploitation-sword", "zone-a"])
def test_boxes_have_no_limit(box: str) -> None:
    here = situation(GROUND, *((unit(f"us-{n}"), box) for n in range(9)))
    assert room(here, box, "allied") == UNLIMITED
    inquiry = Inquiry(here)
    assert explain(inquiry, box) == UNLIMITED
    assert not inquiry.violations


def test_a_stack_of_three_neither_ends_in_an_area_with_five_nor_passes_it() -> None:
    """Example SON-E08."""
    here, stack = germans(5, coming=3), ("ge-c0", "ge-c1", "ge-c2")
    assert barred(here, Move(stack, ("carpiquet",))) == ["8.1"]
    assert barred(here, Move(stack, ("carpiquet", "evrecy"))) == ["8.1"]
    assert not barred(here, Move(stack[:1], ("carpiquet", "evrecy")))


def test_units_that_are_there_already_count_once() -> None:
    here = germans(6)
    pieces = [here.pieces[f"ge-{n}"] for n in range(6)]
    assert fits(here, pieces, "carpiquet")
    assert not room_faults(here, pieces, "carpiquet")
    assert fits(here, [], "carpiquet")


def test_the_sides_are_counted_apart() -> None:
    foes = [(unit(f"us-{n}"), "carpiquet") for n in range(6)]
    here = situation(GROUND, *foes, (unit("ge-1"), "caen"), side="german", facts=held("carpiquet"))
    assert not barred(here, Move(("ge-1",), ("carpiquet",)))


def test_a_ruling_names_the_fault() -> None:
    here = germans(5, coming=2)
    assert explain(Inquiry(here), "carpiquet") == 1
    ruling = Inquiry(here)
    explain(ruling, "carpiquet", arriving=[here.pieces[u] for u in ("ge-c0", "ge-c1")])
    text = "Carpiquet holds 5 German units, and 2 more would be over the limit of 6"
    assert [(v.rule, v.text) for v in ruling.violations] == [("8.1", text)]
    assert ruling.violations[0].units == ("ge-c0", "ge-c1")
    one = Inquiry(here)
    explain(one, "carpiquet", arriving=[here.pieces["ge-c0"]])
    assert not one.violations


def test_an_area_that_holds_too_many_is_told() -> None:
    ruling = Inquiry(germans(7))
    explain(ruling, "carpiquet")
    assert [v.text for v in ruling.violations] == ["Carpiquet holds 7 German units, over the limit of 6"]
