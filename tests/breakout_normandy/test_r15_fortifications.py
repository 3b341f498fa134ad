"""Sections 15.1 and 15.2: what Fortifications add, and what ends them."""

from __future__ import annotations

import pytest

from adjudicator.breakout_normandy.r15_fortifications import BONUS, breached, stands, update_fortification
from adjudicator.inquiry import Inquiry
from tests.breakout_normandy.build_r2 import came, ge, position, unit


def test_a_printed_fortification_adds_two() -> None:
    state = position([ge("1", "omaha")])
    assert BONUS == 2
    assert stands(state, "omaha")
    assert not stands(state, "port")
    assert not stands(state, "zone-c")


def test_allied_control_ends_it() -> None:
    state = position([unit("us-1", "omaha")], control={"omaha": "us"})
    assert not stands(state, "omaha")
    draft = state.draft()
    update_fortification(draft, "omaha")
    draft.set("control", "german", "omaha")
    draft.place("us-1", "eliminated")
    assert draft.flag("fortification-destroyed", "omaha")
    assert not stands(draft, "omaha")


@pytest.mark.parametrize(
    ("status", "ends"), [("fresh", False), ("spent", True), ("d1", False), ("d2", False)]
)
def test_a_spent_but_not_disrupted_allied_unit_ends_it(status: str, ends: bool) -> None:
    state = position([unit("us-1", "omaha", status), ge("1", "omaha")])
    assert breached(state, "omaha") is ends
    assert stands(state, "omaha") is not ends
    draft = state.draft()
    update_fortification(draft, "omaha")
    assert draft.flag("fortification-destroyed", "omaha") is ends


def test_it_stays_down_when_the_allied_units_are_disrupted_later() -> None:
    draft = position([unit("us-1", "omaha", "spent"), ge("1", "omaha")]).draft()
    update_fortification(draft, "omaha")
    draft.set_status("us-1", "d2")
    update_fortification(draft, "omaha")
    assert not stands(draft, "omaha")


def test_a_unit_interdicted_in_this_landing_does_not_count() -> None:
    state = position([unit("us-1", "omaha", "spent"), ge("1", "omaha")], {("interdicted", "us-1"): True})
    assert stands(state, "omaha")


@pytest.mark.parametrize(("letter", "ends"), [("A", False), ("B", True)])
def test_a_fresh_unit_alone_is_an_open_reading(letter: str, ends: bool) -> None:
    pieces = [unit("us-1", "omaha"), ge("1", "omaha")]
    state = position(pieces, fresh_unit_and_fortification=letter)
    assert breached(state, "omaha") is ends
    landing = position(pieces, came("us-1", "approach-omaha", "landing"), fresh_unit_and_fortification=letter)
    assert not breached(landing, "omaha")


def test_the_reading_is_recorded_where_it_matters() -> None:
    inquiry = Inquiry(position([unit("us-1", "omaha"), ge("1", "omaha")]))
    assert stands(inquiry, "omaha")
    assert inquiry.ruling("", "").interpretations == ("fresh-unit-and-fortification=A",)
    quiet = Inquiry(position([ge("1", "omaha")]))
    assert stands(quiet, "omaha")
    assert quiet.ruling("", "").interpretations == ()


def test_nothing_is_noted_where_nothing_is_printed() -> None:
    draft = position([unit("us-1", "port", "spent"), ge("1", "port")]).draft()
    for space in ("port", "zone-c", "approach-omaha"):
        update_fortification(draft, space)
        assert not draft.flag("fortification-destroyed", space)
