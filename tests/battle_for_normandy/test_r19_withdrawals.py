"""Sections 19.1, 19.2 and 12.9o: withdrawals."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from adjudicator.battle_for_normandy import r04_phases
from adjudicator.battle_for_normandy.r10 import reach as r10_reach
from adjudicator.battle_for_normandy.r10.movement import Move
from adjudicator.battle_for_normandy.r12 import eligibility as r12_eligibility
from adjudicator.battle_for_normandy.r19 import withdrawals as r19_withdrawals
from adjudicator.battle_for_normandy.r19.withdrawals import Rest
from adjudicator.game import resolve_roll
from adjudicator.position import Position
from tests import playing
from tests.battle_for_normandy import build

ON = build.board(build.around("c3014", radius=3))
TEXAS, WARSPITE = build.unit("us-texas", "bb"), build.unit("br-warspite", "bb", marks=("stays",))
PARA, HQ = build.unit("us-505", "para", division="us-82"), build.hq("us-82")


def night(date: int, *placed: Any, **more: Any) -> Position:
    everyone = placed or ((TEXAS, "pool"), (WARSPITE, "pool"), (PARA, "c3014"), (HQ, "c3013"))
    return build.situation(ON, *everyone, phase="reinforcements", time="night", date=date, **more)


@pytest.mark.parametrize(("date", "chance"), [(29, 0), (30, 1), (31, 2), (32, 3), (34, 5), (35, 6)])
def test_the_chance_grows_each_day(date: int, chance: int) -> None:
    assert r19_withdrawals.chance(date) == Fraction(chance, 6)


def test_one_roll_for_the_ships_and_one_for_each_division() -> None:
    draft = night(30).draft()
    r19_withdrawals.ask(draft)
    assert [d.data["what_leaves"] for d in draft.pending] == ["us-82", "battleships"]
    none = night(29).draft()
    r19_withdrawals.ask(none)
    assert none.pending == ()


@pytest.mark.parametrize(
    ("side", "time", "asked"), [("allied", "night", 2), ("german", "night", 0), ("allied", "pm", 0)]
)
def test_the_dice_are_due_when_the_allied_night_phase_opens(side: str, time: str, asked: int) -> None:
    draft = night(30).draft()
    draft.set("side", side)
    draft.set("time", time)
    r04_phases.open_phase(draft)
    assert len(draft.pending) == asked


def test_six_withdraws_the_ships_but_not_warspite() -> None:
    draft = night(30).draft()
    resolve_roll(draft, {"what": "withdrawal", "what_leaves": "battleships"}, [5])
    assert draft.pieces["us-texas"].space == "pool"
    resolve_roll(draft, {"what": "withdrawal", "what_leaves": "battleships"}, [6])
    assert draft.pieces["us-texas"].space == "removed"
    assert draft.pieces["br-warspite"].space == "pool"


def test_the_modifier_makes_a_five_a_six_on_1_july() -> None:
    draft = night(31).draft()
    resolve_roll(draft, {"what": "withdrawal", "what_leaves": "battleships"}, [5])
    assert draft.pieces["us-texas"].space == "removed"


def test_a_division_leaves_by_the_end_of_pm() -> None:
    draft = night(30).draft()
    resolve_roll(draft, {"what": "withdrawal", "what_leaves": "us-82"}, [6])
    r19_withdrawals.end_of_turn(draft)
    assert draft.pieces["us-505"].space == "c3014"
    draft.set("time", "pm")
    r19_withdrawals.end_of_turn(draft)
    assert {draft.pieces[u].space for u in ("us-505", "us-82-hq")} == {"removed"}


def test_on_5_july_all_leave_without_a_roll() -> None:
    draft = night(35).draft()
    r19_withdrawals.ask(draft)
    assert draft.pending == ()
    assert draft.pieces["us-texas"].space == "removed"
    r19_withdrawals.end_of_turn(draft)
    assert draft.pieces["us-505"].space == "removed"


# --- cumulative losses ------------------------------------------------------------------------------------

US2 = build.unit("us-9", division="us-2")
WORN = {("step-losses", "us-2"): 18}


def test_a_worn_division_rests_five_days() -> None:
    here = night(20, (US2, "c3014"), (build.hq("us-2"), "c3013"), facts=WORN, options={"12.9o": "B"})
    draft = here.draft()
    assert r19_withdrawals.worn(draft) == ("us-2",)
    r19_withdrawals.end_of_day(draft)
    assert draft.number("resting", "us-2") == 25
    assert draft.pieces["us-2-hq"].space == "turn-track"
    assert draft.pieces["us-9"].space == "c3014"


def test_a_worn_division_in_contact_is_lost() -> None:
    enemy = (build.unit("ge-916"), "c3013")
    draft = night(20, (US2, "c3014"), enemy, facts=WORN, options={"12.9o": "B"}).draft()
    r19_withdrawals.end_of_day(draft)
    assert draft.pieces["us-9"].space == "removed"


def test_rest_ends_after_five_days_at_full_strength() -> None:
    facts = {**WORN, ("resting", "us-2"): 20, ("repple", "us-9"): True}
    whole = night(20, (US2, "c3014"), facts=facts, options={"12.9o": "B"}).draft()
    r19_withdrawals.end_of_day(whole)
    assert (whole.number("resting", "us-2"), whole.flag("repple", "us-9")) == (0, False)
    worn = night(20, (US2, "c3014 reduced"), facts=facts, options={"12.9o": "B"}).draft()
    r19_withdrawals.end_of_day(worn)
    assert worn.number("resting", "us-2") == 20


def test_voluntary_rest_is_an_option() -> None:
    here = build.situation(ON, (US2, "c3014"), options={"12.9o": "B"})
    assert playing.barred(here, Rest("us-2")) == []
    assert playing.barred(build.situation(ON, (US2, "c3014")), Rest("us-2")) == ["12.9o"]


def test_a_division_is_gone_before_the_german_pm_turn() -> None:
    draft = night(30, facts={("leaving", "us-82"): 30}).draft()
    for item, value in (("time", "pm"), ("side", "german"), ("phase", "movement")):
        draft.set(item, value)
    r04_phases.open_phase(draft)
    assert draft.pieces["us-505"].space == "removed"


def test_a_resting_division_keeps_out_of_combat_and_ezocs() -> None:
    enemy = (build.unit("ge-916"), "c2914")
    rest = {("resting", "us-2"): 25}
    here = build.situation(ON, (US2, "c3014"), enemy, facts=rest, options={"12.9o": "B"})
    assert [section for section, _ in r12_eligibility.unit_faults(here, "us-9", "c2914")] == ["12.9o"]
    away = build.situation(ON, (US2, "c3114"), enemy, facts=rest, options={"12.9o": "B"})
    assert "12.9o" in playing.barred(away, Move(("us-9",), ("c3014",)))
    assert "c3014" not in r10_reach.reach(away, "us-9").destinations
    free = build.situation(ON, (US2, "c3114"), enemy, options={"12.9o": "B"})
    assert "c3014" in r10_reach.reach(free, "us-9").destinations
