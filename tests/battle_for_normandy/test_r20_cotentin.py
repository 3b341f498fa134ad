"""Section 20.2: the cut-off Cotentin."""

from __future__ import annotations

from typing import Any

from adjudicator.battle_for_normandy.r09 import losses as r09_losses
from adjudicator.battle_for_normandy.r20 import cotentin as r20_cotentin
from adjudicator.inquiry import Inquiry
from adjudicator.position import Position
from tests.battle_for_normandy import build

COLUMN = [f"a{row}35" for row in range(18, 27)]
ON = build.board(
    COLUMN,
    terrain={"a1835": "city"},
    roads=build.road(*COLUMN, kind="secondary"),
    features={"a1835": {"town": "Cherbourg", "perimeter": True}, "a2635": {"edge": "south"}},
)
GE, US = build.unit("ge-709"), build.unit("us-79")


def at(*placed: Any, **more: Any) -> Position:
    return build.situation(ON, (GE, "a2035"), *placed, supplied=False, **more)


def test_while_a_line_to_the_edge_is_open_nothing_changes() -> None:
    here = at()
    assert not r20_cotentin.is_cut_off(here, "a2035")
    assert r09_losses.track_of(here, here.pieces["ge-709"]) == "german"


def test_cut_off_units_have_a_track_of_their_own() -> None:
    here = at((US, "a2335"))
    assert r20_cotentin.is_cut_off(here, "a2035")
    assert r09_losses.track_of(here, here.pieces["ge-709"]) == "cotentin"
    assert r09_losses.pool_of(here, here.pieces["ge-709"], "a2035") == "cotentin"
    assert not r20_cotentin.is_cut_off(here, "a2535")
    inquiry = Inquiry(here)
    assert r20_cotentin.explain(inquiry, "a2035")


def test_without_cherbourg_there_is_no_track() -> None:
    here = at((US, "a2335"), facts={("control", "a1835"): "allied"})
    assert not r20_cotentin.is_cut_off(here, "a2035")


def test_elsewhere_nobody_is_cut_off_in_the_cotentin() -> None:
    assert not r20_cotentin.is_cut_off(at(), "c3014")
