"""Sections 6.1, 6.2, 6.21, 6.4, 6.5, 3.7, 19.1: phases in their order, Dawn, the turn of the day."""

from __future__ import annotations

import random

import pytest

from adjudicator.actions import Roll
from adjudicator.breakout_normandy import GAME
from adjudicator.breakout_normandy.r06_dawn import begin_day, scheduled_weather
from adjudicator.breakout_normandy.r06_phases import enter_phase, next_phase, win
from adjudicator.breakout_normandy.r06_sequence import EndPhase
from adjudicator.errors import UnsupportedRule
from adjudicator.game import apply, legal
from adjudicator.position import Position
from tests.breakout_normandy.build_r3 import Facts, fact_items, position, unit
from tests.playing import play, rules

ORDER = [
    "airborne",
    "naval",
    "air",
    "amphibious",
    "daylight",
    "refit-german",
    "purchase-german",
    "refit-allied",
    "purchase-allied",
    "surrender",
    "regroup-german",
    "regroup-allied",
    "dawn",
]
NIGHT = ORDER[5:12]
HOLD = [unit("ge-1", "hill"), unit("us-1", "utah-beach")]
SHORE: Facts = {("control", "utah-beach"): "us"}


def after_night(before: Position) -> Position:
    while before.text("phase") != "dawn" and before.text("phase") != "over":
        before = play(before, EndPhase())
    return before


def test_the_first_day_has_four_phases_more() -> None:
    draft = GAME.scenario("d-day").draft()
    seen = []
    for _ in ORDER:
        seen.append(draft.text("phase"))
        draft.set("phase", next_phase(draft))
    assert seen == ORDER
    assert draft.text("phase") == "daylight"


def test_who_acts_in_each_phase() -> None:
    draft = position(HOLD, SHORE).draft()
    sides = {}
    for phase in ORDER:
        enter_phase(draft, phase)
        sides[phase] = draft.text("side")
    assert {p for p, s in sides.items() if s == "german"} == {
        "daylight",
        "refit-german",
        "purchase-german",
        "surrender",
        "regroup-german",
    }


def test_night_runs_through_its_phases() -> None:
    now = position(HOLD, {**SHORE, "impulses-today": 6}, phase="refit-german", side="german")
    for phase in NIGHT:
        assert now.text("phase") == phase
        now = play(now, EndPhase())
    assert now.text("phase") == "dawn"
    assert now.number("date") == 7
    assert play(now, EndPhase()).text("phase") == "daylight"


def test_what_a_day_leaves_behind() -> None:
    facts: Facts = {
        **SHORE,
        "date": 8,
        "impulses-today": 7,
        "overcast-today": 2,
        ("weather-change", "4"): "overcast",
        ("used", "ix-af"): True,
        ("bombarded-by", "marsh"): "us",
        ("reserves", "german"): 12,
    }
    dawn = after_night(position(HOLD, facts, phase="regroup-allied"))
    assert (dawn.number("date"), dawn.text("phase"), dawn.text("side")) == (9, "dawn", "allied")
    assert dawn.text("weather-today") == "overcast"
    assert dawn.number("reserves", "german") == 12
    left = fact_items(dawn)
    assert not left & {"impulses-today", "overcast-today", "weather-change", "used", "bombarded-by"}


def test_bought_impulses_start_the_next_day() -> None:
    dawn = after_night(position(HOLD, {**SHORE, "impulse": -2}, phase="regroup-allied"))
    assert (dawn.number("impulse"), dawn.number("day-start")) == (-2, -2)
    day = play(dawn, EndPhase())
    assert (day.number("impulse"), day.text("side")) == (-2, "german")


def test_reinforcements_arrive_on_their_day() -> None:
    waiting = [
        unit("ge-7", "setup-card", arrival=7, entry=("zone-b",)),
        unit("ge-9", "setup-card", arrival=9, entry=("zone-b",)),
        unit("us-7", "setup-card", arrival=7, entry=("utah-beach",)),
        unit("us-air", "setup-card", arrival=7, entry=("marsh",), airborne=True),
    ]
    dawn = after_night(position([*HOLD, *waiting], SHORE, phase="regroup-allied"))
    where = {uid: p.space for uid, p in dawn.pieces.items()}
    assert where["ge-7"] == "zone-b"
    assert where["ge-9"] == "setup-card"
    assert where["us-7"] == "approach-utah"
    assert where["us-air"] == "marsh"
    assert dawn.text("control", "marsh") == "us"


def test_rangers_leave_in_the_first_dawn_of_allied_omaha() -> None:
    draft = GAME.scenario("d-day").draft()
    draft.set("control", "us", "omaha-beach")
    draft.set("date", 8)
    begin_day(draft)
    assert {draft.pieces[u].space for u in ("us-rangers-2", "us-rangers-5")} == {"withdrawn"}


@pytest.mark.parametrize(("date", "weather"), [(6, "clear"), (9, "overcast"), (12, "clear")])
def test_weather_of_the_track(date: int, weather: str) -> None:
    assert scheduled_weather(position(HOLD, {"date": date})) == weather


def test_a_day_that_the_track_does_not_print() -> None:
    with pytest.raises(UnsupportedRule, match="31 June"):
        scheduled_weather(position(HOLD, {"date": 31}))


def test_forget_keeps_what_lasts() -> None:
    draft = position(
        HOLD, {**SHORE, ("mf-used", "ge-1"): 2, ("used", "wtf"): True, "passed": "german"}
    ).draft()
    draft.forget("impulse")
    assert {k[0] for k in draft.facts} == {"phase", "side", "control", "used", "passed"}
    draft.forget("impulse", "day")
    assert {k[0] for k in draft.facts} == {"phase", "side", "control"}


def test_winning_ends_everything() -> None:
    draft = position(HOLD, SHORE).draft()
    win(draft, "german")
    assert (draft.text("phase"), draft.text("winner"), draft.text("side")) == ("over", "german", "german")


@pytest.mark.parametrize(("bid", "winner"), [(-9, "allied"), (-8, "german"), (0, "german")])
def test_the_week_decides(bid: int, winner: str) -> None:
    """Two Allied Beaches and the Advantage: one Victory Point against 10 and the bid."""
    facts: Facts = {
        **SHORE,
        ("control", "gold-beach"): "british",
        "date": 12,
        "bid": bid,
        "advantage": "allied",
    }
    over = play(position(HOLD, facts, phase="regroup-allied"), EndPhase())
    assert (over.text("phase"), over.text("winner")) == ("over", winner)


def test_before_the_week_is_over_nobody_wins() -> None:
    assert after_night(position(HOLD, {**SHORE, "date": 11}, phase="regroup-allied")).text("phase") == "dawn"


def test_supply_is_placed_and_banked() -> None:
    start = position(HOLD, {**SHORE, "impulses-today": 5}, phase="purchase-german", side="german")
    allied = play(start, EndPhase())
    assert allied.text("phase") == "refit-allied"
    assert allied.number("depot-points", "utah") == 10
    banked = play(allied, EndPhase())
    assert banked.number("reserves", "allied") == 10
    assert banked.text("depot", "utah") == ""


def test_isolated_germans_roll_to_surrender() -> None:
    there = [unit("ge-1", "marsh", "d2"), unit("us-1", "utah-beach"), unit("us-2", "town")]
    held = {("control", s): "us" for s in ("utah-beach", "town", "hill")}
    asked = play(position(there, held, phase="purchase-allied"), EndPhase())
    assert asked.decision is not None
    assert asked.decision.data["what"] == "surrender"
    gone = play(asked, Roll((1,)))
    while gone.decision is not None:
        gone = play(gone, next(iter(legal(gone).of("keep-roll"))))
    assert gone.pieces["ge-1"].space == "eliminated"
    assert gone.text("advantage") == "allied"
    assert play(gone, EndPhase()).text("phase") == "regroup-german"


def test_leftovers_of_d_day_wait_in_their_approach_boxes() -> None:
    there = [*HOLD, unit("us-late", "setup-card", arrival=6, entry=("utah-beach",))]
    facts: Facts = {**SHORE, ("control", "gold-beach"): "british", "first-wave": "landed"}
    day = play(position(there, facts, phase="amphibious"), EndPhase())
    assert day.text("phase") == "daylight"
    assert day.pieces["us-late"].space == "approach-utah"
    assert day.text("side") == "german"


@pytest.mark.parametrize("seed", range(3))
def test_random_play_reaches_the_end(seed: int) -> None:
    """Every position of a random game offers something legal, until somebody has won."""
    rng, now = random.Random(seed), GAME.scenario("d-day")
    for _ in range(3000):
        if now.text("phase") == "over":
            break
        action = legal(now).sample(rng, tries=16)
        assert action is not None, (now.text("phase"), now.decision)
        now = apply(now, action)
    assert now.text("winner") in {"german", "allied"}
    assert now.number("date") <= 12


def test_the_amphibious_phase_waits_for_every_beach() -> None:
    assert rules(position(HOLD, phase="amphibious"), EndPhase()) == {"21.5"}


def test_surrender_at_the_end_of_the_german_refit_is_the_other_reading() -> None:
    there = [unit("ge-1", "marsh", "d2"), unit("us-1", "utah-beach"), unit("us-2", "town")]
    held: Facts = {("control", s): "us" for s in ("utah-beach", "town", "hill")}
    held = {**held, "impulses-today": 5}
    options = {"surrender-timing": "B"}
    before = position(there, held, phase="refit-german", side="german", options=options)
    asked = play(before, EndPhase())
    assert asked.text("phase") == "purchase-german"
    assert asked.decision is not None
    assert asked.decision.data["what"] == "surrender"
