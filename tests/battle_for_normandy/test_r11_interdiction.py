"""The Interdiction Track and what it takes."""

from __future__ import annotations

import itertools

import pytest

from adjudicator.battle_for_normandy.r11.interdiction import (
    cited,
    freed,
    halved,
    named,
    net,
    of_unit,
    penalty,
    region,
)
from adjudicator.battle_for_normandy.r11.tables import row_from, tables
from adjudicator.inquiry import Inquiry
from maps.filing import OURS
from tests.battle_for_normandy.build import board, situation, unit

HEXES = board(["c2020", "c2021", "f1010", "e2020"])


def test_example_11_2() -> None:
    allied, german = {"a": 20, "b": 20, "c": 50}, {"a": 10, "b": 10, "c": 5}
    nets = {m: net(m, allied[m], german[m]) for m in allied}
    assert nets == {"a": 10, "b": 0, "c": 20}
    assert {m: penalty(OURS, n) for m, n in nets.items()} == {"a": 1, "b": 0, "c": 4}


def test_example_11_1_2_halves_maps_b_and_c() -> None:
    assert [halved(m, n) for m, n in (("a", 20), ("b", 20), ("c", 50), ("d", 7), ("c", 7))] == [
        20,
        10,
        25,
        7,
        4,
    ]


@pytest.mark.parametrize(("points", "mp"), [(-30, 0), (0, 0), (10, 1), (20, 4)])
def test_what_the_text_says(points: int, mp: int) -> None:
    assert penalty(OURS, points) == mp


def test_the_rest_never_falls() -> None:
    found = [penalty(OURS, n) for n in range(-40, 90)]
    assert found == sorted(found)
    assert all(b - a <= 1 for a, b in itertools.pairwise(found))


def test_only_the_facts_of_the_text_are_no_reconstruction() -> None:
    known = tables(OURS)["interdiction"]
    assert known["one"].sources.of("mp") == known["four"].sources.of("mp") == "rule 11.2"
    assert known["two"].sources.of("mp") == "reconstructed"
    assert row_from(OURS, "interdiction", 15).id == "two"


def test_regions() -> None:
    assert [region(n) for n in ("a2020", "c3014", "f1010", "g2020")] == ["a", "c", "d", "e"]


def test_units_by_the_map_where_they_start() -> None:
    facts = {("interdiction", "c"): 4, ("interdiction", "e"): 1, ("interdiction", "d"): 2}
    placed = [(unit("ge-1", "inf"), "c2020"), (unit("us-1", "inf"), "c2021"), (unit("ge-2", "inf"), "f1010")]
    here = situation(HEXES, *placed, side="german", facts=facts)
    assert [of_unit(here, here.pieces[u]) for u in ("ge-1", "us-1", "ge-2")] == [4, 0, 2]
    moved = situation(HEXES, *placed, side="german", facts=facts, marks={"ge-1": {"began": "e2020"}})
    assert of_unit(moved, moved.pieces["ge-1"]) == 4  # the map where this movement starts, not the turn
    night = situation(HEXES, *placed, side="german", facts=facts, time="night")
    assert of_unit(night, night.pieces["ge-1"]) == 0


def test_a_reconstructed_row_is_told() -> None:
    inquiry = Inquiry(situation(HEXES))
    assert cited(inquiry, 10) == 1
    assert not inquiry.sources
    assert cited(inquiry, 15) == 2
    assert len(inquiry.sources) == 1


def test_maps_f_and_g_use_the_boxes_that_are_free() -> None:
    wide = board(["a2020", "b2020", "c2020", "d2020", "f1010", "g1010"])
    everywhere = [(unit(f"ge-{m}", "inf"), f"{m}2020") for m in "abcd"]
    facts = {("interdiction", "a"): 1, ("interdiction", "c"): 2, ("interdiction", "d"): 3}
    held = situation(wide, *everywhere, side="german", options={"expansion": "B"})
    assert freed(held) == frozenset()
    assert [region(n, held) for n in ("f1010", "g1010")] == ["d", "e"]
    gone = situation(wide, *everywhere[1:2], side="german", facts=facts, options={"expansion": "B"})
    assert freed(gone) == frozenset("ac")
    assert [named(gone, n) for n in ("f1010", "g1010", "d2020")] == [
        ("23.6", "A"),
        ("23.6", "C"),
        ("11.2", "D"),
    ]
    plain = situation(wide, *everywhere[1:2], side="german", facts=facts)
    assert (freed(plain), region("f1010", plain)) == (frozenset(), "d")
    starved = {u.id: {"general-supply": "out"} for u, _ in everywhere}
    assert freed(situation(wide, *everywhere, marks=starved, options={"expansion": "B"})) == frozenset("abc")
