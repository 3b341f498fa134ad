"""Sections 24.2 to 24.4: Minor Ports and Mulberries."""

from __future__ import annotations

import pytest

from adjudicator.breakout_normandy import GAME
from adjudicator.breakout_normandy.r06_sequence import EndImpulse, EndPhase
from adjudicator.breakout_normandy.r08_impulses import Activate
from adjudicator.breakout_normandy.r08_movement import Move
from adjudicator.breakout_normandy.r24_ports import extra_depots, minor_ports, night, note_captures, sites
from adjudicator.position import Position
from tests.breakout_normandy.build_r3 import Facts, position, unit
from tests.playing import play

PORT, BEACH = "marsh", "gold-beach"
SHORE: Facts = {("control", "utah-beach"): "us", "date": 9}
OPTIONS = {"extended-game": "B"}


def waiting(area: str, ready: int, control: str, *, contested: bool = False, reading: str = "A") -> Position:
    """A marker on the Turn Record Track on 9 June."""
    there = [unit("us-1", area), unit("ge-1", area)] if contested else []
    facts: Facts = {**SHORE, ("port-ready", area): ready, ("control", area): control}
    return position(there, facts, options={**OPTIONS, "retaken-waiting-port": reading})


def ready(before: Position, area: str) -> int:
    draft = before.draft()
    night(draft)
    return draft.number("port-ready", area)


def test_the_four_ports_and_two_mulberries() -> None:
    d_day = GAME.scenario("d-day")
    assert set(minor_ports(d_day)) == {"carentan", "isigny", "st-vaast", "barfleur"}
    assert set(sites(d_day)) == {"carentan", "isigny", "st-vaast", "barfleur", "gold-beach", "omaha-beach"}


def test_capture_puts_the_marker_ten_days_on() -> None:
    draft = position(
        (), {**SHORE, ("control", PORT): "us", ("control", BEACH): "british"}, options=OPTIONS
    ).draft()
    note_captures(draft)
    assert draft.number("port-ready", PORT) == 19
    assert draft.number("port-ready", BEACH) == 19
    draft.set("date", 12)
    note_captures(draft)
    assert draft.number("port-ready", PORT) == 19


def test_capture_during_an_impulse_is_noted_when_it_ends() -> None:
    before = position([unit("us-1", "utah-beach")], SHORE, options=OPTIONS)
    after = play(before, Activate("utah-beach"), Move("us-1", (PORT,)), EndImpulse())
    assert after.decision is not None  # the Sunset DR first
    draft = after.draft()
    draft.settle()
    draft.set("phase", "purchase-allied")
    assert play(draft.finish(), EndPhase()).number("port-ready", PORT) == 19


def test_nothing_of_this_in_the_short_game() -> None:
    draft = position((), {**SHORE, ("control", PORT): "us"}).draft()
    note_captures(draft)
    assert draft.subjects("port-ready") == ()


@pytest.mark.parametrize(
    ("case", "expected"),
    [
        ((PORT, 15, "us", False, "A"), 15),
        ((PORT, 15, "us", True, "A"), 16),
        ((BEACH, 15, "british", True, "A"), 16),
        ((PORT, 15, "german", False, "A"), 0),
        ((PORT, 15, "german", False, "B"), 16),
        ((PORT, 15, "german", True, "B"), 16),
        ((BEACH, 15, "german", False, "A"), 16),
        ((PORT, 9, "us", True, "A"), 9),
        ((PORT, 9, "german", False, "B"), 0),
        ((BEACH, 9, "german", False, "B"), 0),
    ],
)
def test_in_the_refit_phase(case: tuple[str, int, str, bool, str], expected: int) -> None:
    area, date, control, contested, reading = case
    before = waiting(area, date, control, contested=contested, reading=reading)
    assert ready(before, area) == expected


def test_a_removed_mulberry_never_returns_but_a_port_does() -> None:
    draft = waiting(BEACH, 8, "german").draft()
    night(draft)
    assert draft.flag("mulberry-lost", BEACH)
    draft.set("control", "british", BEACH)
    note_captures(draft)
    assert draft.number("port-ready", BEACH) == 0
    port = waiting(PORT, 8, "german").draft()
    night(port)
    port.set("control", "us", PORT)
    note_captures(port)
    assert port.number("port-ready", PORT) == 19


@pytest.mark.parametrize(("date", "expected"), [(8, ((PORT, 1),)), (9, ((PORT, 1),)), (10, ())])
def test_a_port_is_worth_one_from_its_day_on(date: int, expected: tuple[tuple[str, int], ...]) -> None:
    assert extra_depots(waiting(PORT, date, "us")) == expected


def test_a_port_needs_allied_control() -> None:
    assert extra_depots(waiting(PORT, 8, "german")) == ()


def test_a_mulberry_is_worth_ten_outside_the_storm() -> None:
    calm = waiting(BEACH, 8, "british")
    assert extra_depots(calm) == ((BEACH, 10),)
    draft = calm.draft()
    draft.set("storm-day", 9)
    assert extra_depots(draft) == ()
    draft.set("storm-end", 9)
    draft.set("date", 10)
    assert extra_depots(draft) == ((BEACH, 10),)


def test_ports_do_not_mind_the_storm() -> None:
    draft = waiting(PORT, 8, "us").draft()
    draft.set("storm-day", 9)
    assert extra_depots(draft) == ((PORT, 1),)
