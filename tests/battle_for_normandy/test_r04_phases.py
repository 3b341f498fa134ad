"""Sections 4.0 and 12.5.2: the end of a phase, and what opens one."""

from __future__ import annotations

import random

import pytest

from adjudicator.battle_for_normandy import r04_flow, r04_phases, r04_told
from adjudicator.battle_for_normandy.r04_phases import EndPhase
from adjudicator.battle_for_normandy.r12 import ready as r12_ready
from adjudicator.errors import IllegalAction
from adjudicator.game import apply, check, legal
from tests.battle_for_normandy import build

ON = build.board(build.around("c3014", radius=2))
GUN = build.unit("us-7-fa", "artillery")
GERMAN_GUN = build.unit("ge-i-352", "artillery")
SHIP = build.unit("us-texas", "bb")


def test_artillery_is_readied_at_the_start_of_its_own_player_turn_only() -> None:
    marks = {u: {"flipped": True} for u in ("us-7-fa", "ge-i-352", "us-texas")}
    placed = ((GUN, "c3014"), (GERMAN_GUN, "c3016"), (SHIP, "pool"))
    draft = build.situation(ON, *placed, phase="mech-movement", side="allied", marks=marks).draft()
    r04_phases.next_phase(draft)
    assert (draft.text("phase"), draft.text("side")) == ("movement", "german")
    assert not draft.flag("flipped", "ge-i-352")
    assert draft.flag("flipped", "us-7-fa")
    assert draft.flag("flipped", "us-texas")


def test_us_and_cw_units_that_can_part_keep_the_movement_phase_open_6_3() -> None:
    placed = ((build.unit("us-1"), "c3014"), (build.unit("br-1"), "c3014"))
    here = build.situation(ON, *placed)
    with pytest.raises(IllegalAction):
        apply(here, EndPhase())
    tired = {uid: {"moved": True} for uid in ("us-1", "br-1")}
    assert apply(build.situation(ON, *placed, marks=tired), EndPhase()).text("phase") == "combat"


def test_ships_are_readied_once_a_day() -> None:
    here = build.situation(
        ON, (SHIP, "pool"), phase="naval", time="night", marks={"us-texas": {"flipped": True}}
    )
    assert not apply(here, EndPhase()).flag("flipped", "us-texas")


def test_strong_german_guns_wait_for_the_night_with_the_option() -> None:
    marks = {"ge-i-352": {"flipped": True, "fired-day": True}}
    here = build.situation(
        ON, (GERMAN_GUN, "c3014"), side="german", marks=marks, options={"12.5.1o-day": "B"}
    )
    draft = here.draft()
    r12_ready.ready_guns(draft)
    assert draft.flag("flipped", "ge-i-352")
    draft.set("time", "night")
    r12_ready.ready_guns(draft)
    assert not draft.flag("flipped", "ge-i-352")


def test_each_phase_closes_in_its_own_way() -> None:
    def closing(phase: str, side: str) -> tuple[str, ...]:
        return r04_phases.closing_steps(build.situation(ON, phase=phase, side=side))

    assert closing("combat", "allied") == ("close-attacks", "close-stacks")
    assert closing("combat", "german") == ("close-attacks", "close-strongpoints", "close-stacks")
    assert "close-queues" in closing("movement", "allied")
    assert "close-queues" not in closing("movement", "german")
    assert closing("air", "allied") == ()
    assert closing("air", "german") == ("reveal-air",)


def test_an_overfull_hex_is_settled_before_the_phase_ends() -> None:
    units = [build.unit(f"us-{n}") for n in range(3)]
    here = build.situation(ON, *((u, "c3014") for u in units), phase="mech-movement")
    after = apply(here, EndPhase())
    assert after.decision is not None
    assert after.decision.player == "allied"
    assert after.text("phase") == "mech-movement"


def test_armed_recon_without_attacks_runs_off() -> None:
    here = build.situation(ON, phase="mech-movement", side="german", time="am")
    after = apply(here, EndPhase())
    assert (after.text("phase"), after.text("time"), after.text("side")) == ("movement", "pm", "allied")


def test_a_night_inter_phase_goes_to_the_weather_dice() -> None:
    here = build.situation(ON, phase="mech-movement", side="german", time="pm")
    after = apply(here, EndPhase())
    assert (after.number("date"), after.text("phase")) == (11, "weather")
    assert after.decision is not None
    assert after.decision.data["what"] == "weather"


def test_two_whole_days_run_through_without_a_dead_end() -> None:
    rng = random.Random(4)
    here = build.situation(
        ON,
        (GUN, "c3014"),
        (GERMAN_GUN, "c3112"),
        phase="end-of-day",
        side="german",
        time="pm",
        options={"victory": "B"},
    )
    draft = here.draft()
    r04_phases.next_phase(draft)
    here, seen = draft.finish(), set[tuple[str, str, str]]()
    for _ in range(400):
        seen.add((here.text("phase"), here.text("side"), here.text("time")))
        if here.number("date") == 13:
            break
        moves = legal(here)
        ending = here.decision is None and EndPhase() in moves
        action = EndPhase() if ending else moves.sample(rng)
        assert action is not None, r04_flow.moment(here)
        here = apply(here, action)
    assert here.number("date") == 13
    assert ("combat", "german", "pm") in seen
    assert ("engineering", "german", "night") in seen


SILENT = {  # told in another way, or only where something comes of it
    "ask_signal", "begin_forced", "correct", "drop_bombs", "end_of_day", "end_of_turn", "leave",
    "open_demolition", "open_game", "open_phase", "open_segment", "relieve", "return_ships",
    "set_aside", "set_at_start", "slide",
}  # fmt: skip


def test_who_ends_a_phase_is_told_what_follows_by_itself() -> None:
    steps = {s for known in (r04_phases._OPENS, r04_phases._CLOSES) for row in known.values() for s in row}
    unsaid = {step.__name__ for step in steps if step not in r04_told._SAYINGS}
    assert unsaid <= SILENT


@pytest.mark.parametrize(
    ("phase", "side", "time", "date", "told"),
    [
        ("movement", "allied", "am", 9, {"9.2.2", "4.0"}),
        ("movement", "german", "am", 9, {"4.0"}),
        ("naval", "allied", "night", 30, {"12.5.2", "19.1", "19.2", "4.0"}),
        ("mech-movement", "allied", "pm", 9, {"12.5.2", "4.0"}),
        ("armed-recon", "german", "am", 9, {"20.7", "12.5.2", "4.0"}),
        ("combat", "german", "night", 28, {"12.3", "18.9.4", "20.4", "20.7", "12.5.2", "4.0"}),
        ("drop", "allied", "night", 6, {"17.1", "16.0", "4.0"}),
        ("german-movement", "german", "am", 6, {"18.8.1", "18.8.4", "16.0", "4.0"}),
    ],
)
def test_the_end_of_a_phase_names_what_comes_with_it(
    phase: str, side: str, time: str, date: int, told: set[str]
) -> None:
    here = build.situation(
        ON, phase=phase, side=side, time=time, date=date, invasion=3 * (phase == "german-movement")
    )
    assert set(check(here, EndPhase()).rules) == told


def test_nothing_is_told_of_the_next_phase_while_the_other_player_has_a_part_in_this_one() -> None:
    here = build.situation(ON, phase="air", side="allied", time="night", date=9)
    assert check(here, EndPhase()).rules == ("4.0",)
    assert not any("next phase" in step.text for step in check(here, EndPhase()).steps)
