"""Section 20.1: Truck counters."""

from __future__ import annotations

from typing import Any

from adjudicator.battle_for_normandy.r09 import entry as r09_entry
from adjudicator.battle_for_normandy.r10 import allowance as r10_allowance
from adjudicator.battle_for_normandy.r20 import trucks as r20_trucks
from adjudicator.battle_for_normandy.r20.trucks import LoadTruck, UnloadTruck
from adjudicator.position import Position
from tests import playing
from tests.battle_for_normandy import build

ON = build.board(build.around("c3014", radius=2))
TRUCK, HQ = build.unit("ge-truck-1", "truck"), build.hq("ge-352")
INF = build.unit("ge-916", division="ge-352", ma=6)


def phase(truck: str = "c3014", under: str = "", **more: Any) -> Position:
    placed = ((TRUCK, truck), (HQ, "c3014"), (INF, "c3013"), (build.hq("ge-716"), "c3012"))
    marks = {"ge-truck-1": {"truck": under}} if under else {}
    return build.situation(ON, *placed, side="german", marks=marks, **more)


def test_received_trucks_enter_by_any_road() -> None:
    draft = phase("pool").draft()
    r20_trucks.receive(draft, 3)
    assert draft.pieces["ge-truck-1"].space == "turn-track"
    assert len(r09_entry.entries_of(draft, draft.pieces["ge-truck-1"])) > 5


def test_under_an_hq_the_division_moves_two_farther() -> None:
    here = phase()
    before = r10_allowance.allowance(here, here.pieces["ge-916"])
    after = playing.done(here, LoadTruck("ge-truck-1", "ge-352-hq"))
    assert r10_allowance.allowance(after, after.pieces["ge-916"]) == before + 2


def test_a_truck_that_leaves_gives_nothing_again_in_the_turn() -> None:
    loaded = phase(under="ge-352-hq")
    gone = playing.done(loaded, UnloadTruck("ge-truck-1"))
    again = playing.done(gone, LoadTruck("ge-truck-1", "ge-352-hq"))
    assert r10_allowance.allowance(again, again.pieces["ge-916"]) == 6


def test_only_an_infantry_division_in_the_same_hex() -> None:
    assert playing.barred(phase("c3013"), LoadTruck("ge-truck-1", "ge-352-hq")) == ["20.1"]
    assert "20.1" in playing.barred(phase(), LoadTruck("ge-truck-1", "ge-916"))
    assert playing.barred(phase(under="ge-352-hq"), LoadTruck("ge-truck-1", "ge-352-hq")) == ["20.1"]
    assert playing.barred(phase(), UnloadTruck("ge-truck-1")) == ["20.1"]


def test_the_truck_follows_its_hq() -> None:
    draft = phase(under="ge-352-hq").draft()
    draft.place("ge-352-hq", "c3113")
    r20_trucks.follow(draft)
    assert draft.pieces["ge-truck-1"].space == "c3113"
