"""16.0: the Invasion Turns, what opens their phases, and what keeps them open."""

from __future__ import annotations

from adjudicator.battle_for_normandy import r04_phases, r16_june_6
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from tests.battle_for_normandy import build, june_6

BOARD = june_6.gold()


def _due(here: Position) -> list[str]:
    inquiry = Inquiry(here)
    r04_phases.require_done(inquiry)
    return sorted(v.rule for v in inquiry.violations)


def test_the_invasion_turns_are_night_and_am_of_june_6() -> None:
    for date, time, expected in ((6, "night", True), (6, "am", True), (6, "pm", False), (7, "am", False)):
        assert r16_june_6.is_invasion(build.situation(BOARD, date=date, time=time)) is expected


def test_pathfinders_and_troopers_must_drop() -> None:
    finder = june_6.named("505", "us-82-pf", "pathfinder", entry=("c2029",), division="us-82")
    battalion = june_6.named("1/505", "us-505", "para", division="us-82")
    assert _due(june_6.night("pathfinders", BOARD, (finder, "c2029"))) == ["17.1"]
    landed = {"us-82-pf": {"dropped": True}}
    here = june_6.night("drop", BOARD, (finder, "c2029"), (battalion, "airborne-us-82"), marks=landed)
    assert _due(here) == ["17.2"]


def test_landing_is_due_in_phase_1_only() -> None:
    company = build.unit("br-c1", "co")
    assert _due(june_6.invasion(1, BOARD, (company, "c1728"), step="landing")) == ["18.3.1"]
    assert _due(june_6.invasion(2, BOARD, (company, "c1728"), step="landing")) == []


def test_the_end_phase_needs_beachheads() -> None:
    assert _due(june_6.invasion(3, BOARD, step="regroup")) == ["18.8.2"]
    placed = june_6.invasion(3, BOARD, step="regroup", facts={("beachhead", "gold"): "king-red"})
    assert _due(placed) == []


def test_overfull_hexes_are_put_right_when_the_next_segment_opens() -> None:
    crowd = [(build.unit(f"us-c{n}", "co"), "c2029") for n in range(4)]
    draft = june_6.night("airborne-combat", BOARD, *crowd).draft()
    r04_phases.open_phase(draft)
    assert draft.decision is not None
    assert draft.decision.kind == "overstack"
    draft = june_6.night("movement", BOARD, *crowd).draft()
    r04_phases.open_phase(draft)
    assert draft.decision is None
