"""Section 14."""

from __future__ import annotations

import pytest

from adjudicator.dark_summer.r13_supply import in_supply
from adjudicator.dark_summer.r14_attrition import carry_out, explain_attrition, sides_checked, sufferers
from adjudicator.inquiry import Inquiry
from adjudicator.position import Fact, Key, Position
from counters.catalog import Unit
from tests.dark_summer.build import board, hexes, position, unit

BLOCK = hexes(30, 36, 3, 8)
A, US = unit("ge-a"), unit("us-1")


def at(weather: str, *placed: tuple[Unit, str], more: dict[Key, Fact] | None = None) -> Position:
    facts: dict[Key, Fact] = {("weather", ""): weather, ("turn", ""): 4, **(more or {})}
    return position(board(BLOCK), *placed, facts=facts)


@pytest.mark.parametrize("weather", ["sun", "cloud", "showers"])
def test_in_dry_weather_only_germans_are_checked(weather: str) -> None:
    both = at(weather, (A, "3205"), (US, "3405"))
    assert sides_checked(both) == ("german",)
    assert sufferers(both) == ("ge-a",)


@pytest.mark.parametrize("weather", ["rain", "storm"])
def test_in_rain_and_storm_both_are(weather: str) -> None:
    assert sufferers(at(weather, (A, "3205"), (US, "3405"))) == ("ge-a", "us-1")


def test_airborne_units_are_not_exempt() -> None:
    drop = unit("us-501", "paratrooper")
    assert sufferers(at("rain", (drop, "3405"))) == ("us-501",)
    assert sufferers(at("rain", (drop, "3405"), more={("beach", "3303"): "open"})) == ()


def test_a_full_unit_is_reduced_others_are_eliminated() -> None:
    single = unit("ge-g", "garrison", steps=1)
    draft = at("sun", (A, "3205"), (unit("ge-b"), "3206 reduced"), (single, "3207")).draft()
    assert carry_out(draft) == ("ge-a", "ge-b", "ge-g")
    assert (draft.pieces["ge-a"].space, draft.pieces["ge-a"].status) == ("3205", "reduced")
    assert draft.pieces["ge-b"].space == draft.pieces["ge-g"].space == "eliminated"


def test_supplied_units_and_those_in_cherbourg_lose_nothing() -> None:
    fed = position(
        board(BLOCK, letters={"3608": "E"}),
        (A, "3205"),
        (unit("ge-c"), "cherbourg"),
        (unit("ge-x"), "exit-german"),
    )
    draft = fed.draft()
    assert carry_out(draft) == ()
    assert draft.pieces["ge-a"].status == "full"


def test_strongpoints_suffer_from_turn_3_on() -> None:
    strongpoint = unit("ge-sp", "strongpoint", steps=1)
    assert sufferers(at("sun", (strongpoint, "3205"), more={("turn", ""): 2})) == ()
    assert sufferers(at("sun", (strongpoint, "3205"), more={("turn", ""): 3})) == ("ge-sp",)


def test_us_units_in_the_boxes_suffer_too() -> None:
    off = at("storm", (US, "cherbourg"), (unit("us-2"), "brittany-may-leave"), (unit("us-3"), "turn-track"))
    assert sufferers(off) == ("us-1", "us-2")


@pytest.mark.parametrize("weather", ["rain", "storm"])
def test_two_units_that_cut_each_other_off_both_die(weather: str) -> None:
    """Example of section 14: either would be supplied if the other were gone."""
    lane = ["3303", "3304", "3305", "3306"]
    on = board(BLOCK, terrain={h: "flooded" for h in BLOCK if h not in lane}, letters={"3306": "E"})
    facts: dict[Key, Fact] = {("weather", ""): weather, ("turn", ""): 4, ("beach", "3303"): "open"}
    start = position(on, (A, "3304 reduced"), (unit("us-1", steps=1), "3305"), facts=facts)
    for gone, left in (("ge-a", "us-1"), ("us-1", "ge-a")):
        draft = start.draft()
        draft.place(gone, "eliminated")
        assert in_supply(draft, left)
    draft = start.draft()
    assert carry_out(draft) == ("ge-a", "us-1")
    assert {p.space for p in draft.pieces.values()} == {"eliminated"}


def test_one_that_dies_face_down_is_revealed_by_a_draw() -> None:
    placeholder = unit("ge-sp-hidden-1", "strongpoint", factor=None, steps=1, marks=("hidden",))
    known = unit("ge-sp-1", "strongpoint", steps=1), unit("ge-sp-2", "strongpoint", steps=1)
    draft = at("sun", (placeholder, "3205"), (known[0], "turn-track"), (known[1], "turn-track")).draft()
    carry_out(draft)
    assert draft.decision is not None
    assert draft.decision.data["dice"] == ["d2"]


def test_a_known_counter_face_down_is_turned_over() -> None:
    strongpoint = unit("ge-sp-1", "strongpoint", steps=1)
    draft = at("sun", (strongpoint, "3205"), more={("hidden", "ge-sp-1"): True}).draft()
    carry_out(draft)
    assert draft.decision is None
    assert not draft.flag("hidden", "ge-sp-1")


def test_losses_are_told_with_what_cuts_the_line() -> None:
    inquiry = Inquiry(at("rain", (A, "3205"), (unit("us-1"), "3304 reduced")))
    assert explain_attrition(inquiry) == ("ge-a", "us-1")
    said = [s.text for s in inquiry.steps]
    assert said[0] == "Weather rain: both sides are checked, at the same time"
    assert said[1:] == ["ge-a in 3205 is reduced", "us-1 in 3304 is eliminated"]
    assert inquiry.steps[1].under[-1].text == "ge-a is Out of Supply"


def test_when_nobody_suffers_it_says_so() -> None:
    inquiry = Inquiry(at("sun", (US, "3205")))
    assert explain_attrition(inquiry) == ()
    assert inquiry.steps[-1].text == "no unit that is checked is Out of Supply"
