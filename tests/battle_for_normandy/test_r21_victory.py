"""Sections 4.0 and 22.11o: Victory Points and the check of a day."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.battle_for_normandy import r21_victory
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from maps.filing import OURS
from tests.battle_for_normandy import build

ON = build.board(build.around("c3719"), features={"c3719": {"town": "Caen"}, "c3718": {"town": "Carentan"}})


def day(date: int = 15, vp: int = 0, **more: Any) -> Position:
    return build.situation(ON, phase="end-of-day", side="german", time="pm", date=date, vp=vp, **more)


@pytest.mark.parametrize(("vp", "winner"), [(7, "german"), (8, "")])
def test_eight_points_avoid_the_sudden_death_of_15_june(vp: int, winner: str) -> None:
    assert r21_victory.verdict(day(vp=vp)) == winner
    assert r21_victory.verdict(day(14, vp=0)) == ""


def test_two_bad_days_make_it_six() -> None:
    on = {"22.11o": "B"}
    assert r21_victory.needed(day(bad_days=2, options=on)) == 6
    assert r21_victory.verdict(day(vp=6, bad_days=2, options=on)) == ""
    assert r21_victory.verdict(day(vp=5, bad_days=2, options=on)) == "german"
    assert r21_victory.needed(day(bad_days=2, options={**on, "8.0o": "B"})) == 8


def test_places_give_points_as_they_change_hands() -> None:
    before = day()
    draft = before.draft()
    draft.set("control", "allied", "c3719")
    r21_victory.count(draft, before)
    assert draft.number("vp") == 5
    taken = draft.finish()
    back = taken.draft()
    back.set("control", "german", "c3719")
    r21_victory.count(back, taken)
    assert back.number("vp") == 0


def test_levels_at_the_end() -> None:
    assert [r21_victory.level(OURS, n).text("winner") for n in (0, 44, 52, 70)] == [
        "german",
        "draw",
        "allied",
        "allied",
    ]
    draft = day(68, vp=45).draft()
    r21_victory.end_of_day(draft)
    assert (draft.text("phase"), draft.text("winner")) == ("over", "draw")


def test_players_may_judge_for_themselves() -> None:
    assert r21_victory.verdict(day(vp=0, options={"victory": "B"})) == ""
    draft = day(68, options={"victory": "B"}).draft()
    r21_victory.end_of_day(draft)
    assert (draft.text("phase"), draft.text("winner")) == ("over", "")


def test_three_maps_and_carentan_end_earlier() -> None:
    assert r21_victory.last_day(day(options={"22.6o": "B"})) == 30
    here = day(14, scenario="carentan")
    assert (r21_victory.last_day(here), r21_victory.verdict(here)) == (14, "german")
    held = day(14, vp=2, scenario="carentan", facts={("control", "c3718"): "allied"})
    assert r21_victory.verdict(held) == "allied"


def test_the_table_is_told_to_be_ours() -> None:
    inquiry = Inquiry(day(vp=9, facts={("control", "c3719"): "allied"}))
    r21_victory.explain(inquiry)
    assert inquiry.sources
