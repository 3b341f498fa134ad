"""Section 13.1."""

from __future__ import annotations

import pytest

from adjudicator.dark_summer.r13_sources import (
    allied_sources,
    barred,
    barred_without,
    explain_sources,
    german_sources,
    lettered,
    source_state,
    sources_of,
    why_barred,
)
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from maps.board import Board
from tests.dark_summer.build import board, hexes, position, unit

LETTERS = {
    **dict.fromkeys(["2606", "2806"], "W"),
    **dict.fromkeys(["3006", "3206"], "S"),
    **dict.fromkeys(["3403", "3404"], "E"),
    "3402": "(E)",
    "2602": "C",
}
BLOCK = hexes(26, 34, 2, 6)
EVERY = ("2606", "2806", "3006", "3206", "3402", "3403", "3404")


def ground() -> Board:
    return board(BLOCK, letters=LETTERS)


def test_german_sources_are_all_w_s_e_hexes_and_no_c_hex() -> None:
    assert german_sources(position(ground())) == EVERY
    assert lettered(position(ground()), "C") == ("2602",)


def test_the_first_entry_into_brittany_closes_all_w_hexes() -> None:
    at = position(ground(), facts={("brittany-turn", ""): 8})
    assert german_sources(at) == ("3006", "3206", "3402", "3403", "3404")
    assert "entered Brittany" in source_state(at, "2806", "german").why


def test_the_first_return_from_brittany_closes_all_s_hexes() -> None:
    at = position(ground(), facts={("brittany-turn", ""): 7, ("brittany-return-turn", ""): 8})
    assert german_sources(at) == ("3402", "3403", "3404")
    assert "came back" in source_state(at, "3206", "german").why


@pytest.mark.parametrize("group", ["us", "british"])
def test_an_exit_marker_closes_its_e_hex_only(group: str) -> None:
    at = position(ground(), facts={("exit-marker", "3403"): group})
    assert german_sources(at) == ("2606", "2806", "3006", "3206", "3402", "3404")
    assert source_state(at, "3403", "german").why == "3403 has an Exit marker"


def test_an_allied_unit_or_its_zoc_closes_a_lettered_hex() -> None:
    at = position(ground(), (unit("us-1"), "3206"))
    assert "3206" not in german_sources(at)
    near = position(ground(), (unit("us-1"), "3205"))
    assert "3206" not in german_sources(near)
    assert source_state(near, "3206", "german").why == "3206 is in the ZOC of us-1 (3205)"


def test_a_german_unit_negates_the_zoc_there() -> None:
    at = position(ground(), (unit("us-1"), "3205"), (unit("ge-sp", "strongpoint"), "3206"))
    assert source_state(at, "3206", "german").live


def test_a_battalion_closes_only_its_own_hex() -> None:
    at = position(ground(), (unit("us-rng", "special-forces", size="battalion"), "3205"))
    assert "3206" in german_sources(at)


def beaches() -> Position:
    facts = {("beach", "3203"): "open", ("beach", "3303"): "closed", ("beach", "4003"): "open"}
    return position(board([*hexes(31, 34, 2, 5), "4003", "4102"]), facts=facts)


def test_open_beaches_feed_their_own_nationality() -> None:
    assert allied_sources(beaches(), "us") == ("3203",)
    assert allied_sources(beaches(), "british") == ("4003",)
    assert sources_of(beaches(), "allied") == ("3203", "4003")


@pytest.mark.parametrize(
    ("space", "group", "why"),
    [
        ("3203", "us", "3203 is an Open Beach"),
        ("3303", "us", "3303 is a Closed Beach"),
        ("4102", "british", "4102 is no Open Beach"),
        ("4003", "us", "4003 is no Beach of that nationality"),
        ("3202", "german", "3202 is no German Supply Source"),
    ],
)
def test_what_is_said_of_a_source(space: str, group: str, why: str) -> None:
    assert source_state(beaches(), space, group).why == why


def test_c_hexes_are_named_as_no_sources() -> None:
    assert source_state(position(ground()), "2602", "german").why.endswith("C hexes are none")


def test_all_sources_are_told_with_what_closed_the_others() -> None:
    inquiry = Inquiry(position(ground(), facts={("brittany-turn", ""): 8}))
    assert explain_sources(inquiry, "german") == ("3006", "3206", "3402", "3403", "3404")
    assert [s.text for s in inquiry.steps[1:]] == [
        "2606: US units have entered Brittany",
        "2806: US units have entered Brittany",
    ]
    allied = Inquiry(beaches())
    assert explain_sources(allied, "british") == ("4003",)
    assert explain_sources(Inquiry(position(ground())), "us") == ()


def test_hexes_that_german_lines_may_not_enter() -> None:
    facts = {("beach", "3203"): "open", ("exit-marker", "3403"): "us"}
    at = position(ground(), facts=facts)
    assert barred(at, "german") == {"3203", "3403"}
    assert barred(at, "german", "c-path") == set()
    assert barred(at, "allied") == set()
    assert why_barred(at, "3203", "german") == ("13.2.1", "3203 is an Open Beach")
    assert why_barred(at, "3403", "german") == ("13.2.1", "an Exit marker stands in 3403")
    assert why_barred(at, "3203", "allied") == ("", "")


def test_what_one_stack_holds_closed_by_itself() -> None:
    at = position(ground(), (unit("us-1"), "3004"), (unit("us-2"), "3204"))
    assert "3104" in barred(at, "german") & barred_without(at, "german", "3004")
    assert not barred_without(at, "german", "3004") & {"3004", "3003", "3005", "2903", "2904"}


def test_a_stack_in_the_zoc_of_another_still_leaves_a_closed_hex() -> None:
    at = position(ground(), (unit("us-1"), "3004"), (unit("us-2"), "3104"))
    assert "3004" in barred_without(at, "german", "3004")


def test_an_open_beach_stays_shut_to_german_lines_when_its_units_leave() -> None:
    at = position(ground(), (unit("us-1"), "3203"), facts={("beach", "3203"): "open"})
    assert barred_without(at, "german", "3203") == {"3203"}
