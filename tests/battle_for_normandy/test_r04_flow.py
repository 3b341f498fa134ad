"""Sections 3.5, 4.0 and 16.0: the sequence of play."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.battle_for_normandy import r04_flow, r04_phases
from adjudicator.battle_for_normandy.r04_flow import Moment
from tests.battle_for_normandy import build


def after(phase: str, side: str, time: str, date: int = 10, **more: Any) -> Moment:
    here = build.situation(build.board(["c3014"]), phase=phase, side=side, time=time, date=date, **more)
    return r04_flow.following(here)


@pytest.mark.parametrize(
    ("phase", "side", "time", "then"),
    [
        ("weather", "allied", "night", ("mulberry", "allied", "night")),
        ("mulberry", "allied", "night", ("cherbourg", "german", "night")),
        ("cherbourg", "german", "night", ("naval", "allied", "night")),
        ("naval", "allied", "night", ("reinforcements", "allied", "night")),
        ("reinforcements", "allied", "night", ("reinforcements", "german", "night")),
        ("reinforcements", "german", "night", ("allied-replacements", "allied", "night")),
        ("allied-replacements", "allied", "night", ("german-replacements", "german", "night")),
        ("german-replacements", "german", "night", ("air", "allied", "night")),
        ("air", "allied", "night", ("air", "german", "night")),
        ("air", "german", "night", ("engineering", "allied", "night")),
        ("engineering", "allied", "night", ("movement", "allied", "night")),
        ("combat", "allied", "night", ("engineering", "german", "night")),
        ("combat", "german", "night", ("end-of-turn", "german", "night")),
        ("end-of-turn", "german", "night", ("movement", "allied", "am")),
        ("combat", "allied", "am", ("mech-movement", "allied", "am")),
        ("mech-movement", "allied", "am", ("movement", "german", "am")),
        ("mech-movement", "german", "am", ("armed-recon", "german", "am")),
        ("armed-recon", "german", "am", ("end-of-turn", "german", "am")),
        ("end-of-turn", "german", "am", ("movement", "allied", "pm")),
        ("end-of-turn", "german", "pm", ("end-of-day", "german", "pm")),
    ],
)
def test_phases_of_a_normal_day(phase: str, side: str, time: str, then: tuple[str, str, str]) -> None:
    found = after(phase, side, time)
    assert (found.phase, found.side, found.time, found.date) == (*then, 10)


def test_a_day_ends_with_the_night_of_the_next() -> None:
    assert after("end-of-day", "german", "pm") == Moment("weather", "allied", "night", 11)


@pytest.mark.parametrize("weather", ["storm", "heavy-rain"])
def test_no_air_allocation_in_storm_and_heavy_rain(weather: str) -> None:
    assert after("german-replacements", "german", "night", weather=weather).phase == "engineering"


def test_invasion_has_three_phases_and_pm_begins_with_reinforcements() -> None:
    assert after("reaction-combat", "german", "night", 6) == Moment("landing", "allied", "am", 6, 1)
    assert after("german-movement", "german", "am", 6, invasion=1) == Moment("landing", "allied", "am", 6, 2)
    assert after("german-movement", "german", "am", 6, invasion=3).phase == "regroup"
    assert after("regroup", "allied", "am", 6) == Moment("reinforcements", "allied", "pm", 6)
    assert after("reinforcements", "german", "pm", 6) == Moment("movement", "allied", "pm", 6)


def test_the_phasing_player_is_not_always_the_one_who_acts() -> None:
    on = build.board(["c3014"])
    recon = build.situation(on, phase="armed-recon", side="german")
    assert r04_flow.player_on_turn(recon) == "allied"
    combat = build.situation(on, phase="combat", side="allied")
    assert r04_flow.player_on_turn(combat) == "allied"


def test_what_ends_with_phase_turn_and_day() -> None:
    on = build.board(["c3014"])
    us = build.unit("us-1-16")
    marks = {"us-1-16": {"moved": True, "strategic": True, "acted": True}}
    here = build.situation(on, (us, "c3014"), phase="combat", side="german", time="night", marks=marks)
    draft = here.draft()
    r04_phases.next_phase(draft)
    assert draft.text("phase") == "end-of-turn"
    assert not draft.flag("moved", "us-1-16")
    assert draft.flag("strategic", "us-1-16")
    draft.pending = ()
    r04_phases.next_phase(draft)
    assert (draft.text("time"), draft.flag("strategic", "us-1-16"), draft.flag("acted", "us-1-16")) == (
        "am",
        False,
        True,
    )


def test_the_end_of_the_game() -> None:
    draft = build.situation(build.board(["c3014"])).draft()
    r04_flow.end_game(draft, "german")
    assert (draft.text("phase"), draft.text("winner"), draft.pending) == ("over", "german", ())
