"""Section 21.0: the two scenarios."""

from __future__ import annotations

import functools

from adjudicator.battle_for_normandy import r06_excess, r21_set_up
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position


@functools.cache
def campaign() -> Position:
    return r21_set_up.campaign()


@functools.cache
def carentan() -> Position:
    return r21_set_up.small("carentan")


def test_the_campaign_begins_before_the_drop() -> None:
    here = campaign()
    assert (here.number("date"), here.text("time"), here.text("phase")) == (6, "night", "set-up")
    assert (here.number("air-points"), here.number("aa-points")) == (135, 35)
    assert here.text("weather") == "overcast"


def test_feldersatz_points_lie_under_their_hqs() -> None:
    here = campaign()
    assert here.number("feldersatz", "ge-352-hq") == 3
    assert all(here.pieces[u].printed.type == "headquarters" for u in here.subjects("feldersatz"))


def test_every_piece_has_a_space_and_no_hex_is_overfull() -> None:
    for here in (campaign(), carentan()):
        assert all(p.space in here.board.spaces for p in here.pieces.values())
        assert r06_excess.overstacked(here, "german") == ()
        assert r06_excess.overstacked(here, "allied") == ()


def test_who_comes_later_waits_on_the_track() -> None:
    here = campaign()
    late = [p for p in here.pieces.values() if p.printed.arrival is not None]
    assert late
    assert all(p.space == "turn-track" for p in late)


def test_strongpoints_stand_and_named_companies_wait() -> None:
    here = campaign()
    points = [p for p in here.pieces.values() if p.printed.type == "strongpoint"]
    assert len(points) == 46
    assert all(here.board.spaces[p.space].kind == "hex" for p in points)
    assert here.pieces["us-101-g-3-506"].space == "companies"


def test_carentan_begins_with_the_weather_of_10_june() -> None:
    here = carentan()
    assert (here.number("date"), here.text("phase"), here.text("scenario")) == (10, "weather", "carentan")
    assert here.text("control", "b2321") == "german"
    assert here.text("control", "b1721") == "allied"
    assert here.decision is not None
    assert here.decision.data["what"] == "weather"


def test_dates_are_counted_through_the_months() -> None:
    assert [r21_set_up.day_name(d) for d in (10, 40, 71)] == ["10 June", "10 July", "10 August"]


def test_where_a_unit_begins_is_said() -> None:
    inquiry = Inquiry(campaign())
    unit = inquiry.pieces["us-90-hq"].printed
    assert r21_set_up.explain_set_up(inquiry, unit) == "turn-track"
    assert "8 June" in inquiry.steps[-1].text
