"""Section 22.6o: the tracks of Maps D and E."""

from __future__ import annotations

from typing import Any

from adjudicator.battle_for_normandy.r07 import headquarters as r07_headquarters
from adjudicator.battle_for_normandy.r22 import three_maps as r22_three_maps
from adjudicator.battle_for_normandy.r22.three_maps import AdvanceBoxes, Arrive, BombBridge, EnterLive
from adjudicator.game import resolve_roll
from adjudicator.position import Position
from maps.board import Board, Space
from tests import playing
from tests.battle_for_normandy import build

WAY = ("b4912", "b4812")
_HEXES = build.board(build.around(*WAY), roads=build.road(*WAY))
ON = Board(
    [
        *_HEXES.spaces.values(),
        *(Space(f"{m}-{n}", f"Map {m.upper()} Box {n}", "track") for m in "de" for n in range(1, 7)),
    ],
    list(_HEXES.edges.values()),
)
USED = {"22.6o": "B"}


def inf(n: int = 0, entry: str = "avranches") -> Any:
    return build.unit(f"ge-{n}", entry=(entry,), arrival=8)


def night(*placed: Any, phase: str = "movement", date: int = 9, **more: Any) -> Position:
    options = more.pop("options", USED)
    time = more.pop("time", "night")
    return build.situation(
        ON, *placed, phase=phase, side="german", time=time, date=date, options=options, **more
    )


def test_arrivals_begin_in_box_1_and_those_of_e1701_in_box_3() -> None:
    here = night((inf(), "turn-track"), (inf(1, "st-pierre"), "turn-track"), phase="reinforcements")
    after = playing.done(playing.done(here, Arrive(("ge-0",))), Arrive(("ge-1",)))
    assert [after.pieces[u].space for u in ("ge-0", "ge-1")] == ["d-1", "e-3"]
    crowd = night((inf(), "d-1"), (inf(1), "d-1"), (inf(2), "turn-track"), phase="reinforcements")
    assert playing.barred(crowd, Arrive(("ge-2",))) == ["22.6o"]


def test_worked_example_of_two_battalions() -> None:
    here = night((inf(), "e-4"), (inf(1), "e-4"))
    pieces = [here.pieces["ge-0"], here.pieces["ge-1"]]
    assert r22_three_maps.moves(here, pieces) == 4
    after = playing.done(here, AdvanceBoxes(("ge-0", "ge-1"), 4))
    assert after.pieces["ge-0"].space == "e-6"
    assert after.number("returns", "ge-0") == r07_headquarters.stamp(9, "pm")


def test_interdiction_and_strategic_movement() -> None:
    slow = night((inf(), "d-1"), facts={("interdiction", "d"): 5})
    assert playing.barred(slow, AdvanceBoxes(("ge-0",), 2)) == ["22.6o"]
    assert playing.barred(slow, AdvanceBoxes(("ge-0",), 2, strategic=True)) == []
    rain = night((inf(), "d-1"), weather="heavy-rain")
    assert playing.barred(rain, AdvanceBoxes(("ge-0",), 2, strategic=True)) == ["22.6o"]


def test_a_destroyed_bridge_stops_who_enters_its_box() -> None:
    blown = {("blown", "d-3"): True}
    assert playing.barred(night((inf(), "d-1"), facts=blown), AdvanceBoxes(("ge-0",), 3)) == ["22.6o"]
    assert playing.barred(night((inf(), "d-1"), facts=blown), AdvanceBoxes(("ge-0",), 2)) == []
    assert playing.barred(night((inf(), "d-3"), facts=blown), AdvanceBoxes(("ge-0",), 1)) == []


def test_one_move_a_day_at_night_and_only_with_the_option() -> None:
    assert playing.barred(night((inf(), "d-1"), time="am"), AdvanceBoxes(("ge-0",), 1)) == ["22.6o"]
    assert playing.barred(night((inf(), "d-1"), options={}), AdvanceBoxes(("ge-0",), 1)) == ["22.6o"]
    moved = night((inf(), "d-1"), marks={"ge-0": {"moved": True}})
    assert playing.barred(moved, AdvanceBoxes(("ge-0",), 1)) == ["22.6o"]


def test_box_6_leads_onto_the_south_edge() -> None:
    here = night((inf(), "d-6"))
    assert r22_three_maps.entry_hexes(here, "d") == ("b4912",)
    after = playing.done(here, EnterLive(("ge-0",), WAY))
    assert after.pieces["ge-0"].space == "b4812"
    assert playing.barred(here, EnterLive(("ge-0",), ("b4812",))) == ["22.6o"]
    waits = night((inf(), "d-6"), marks={"ge-0": {"returns": r07_headquarters.stamp(9, "pm")}})
    assert playing.barred(waits, EnterLive(("ge-0",), WAY)) == ["22.6o"]


def test_armed_recon_may_destroy_a_bridge_until_the_next_night_is_over() -> None:
    here = night(phase="armed-recon", time="pm", facts={("recon-attacks", ""): 2, ("recon-hit", ""): 5})
    assert playing.barred(here, BombBridge("d-2")) == ["22.6o"]
    assert playing.barred(here, BombBridge("d-3", 3)) == ["11.3.1"]
    draft = playing.done(here, BombBridge("d-3")).draft()
    assert draft.number("recon-attacks") == 1
    resolve_roll(draft, {"what": "box-bridge", "box": "d-3"}, [5])
    assert draft.flag("blown", "d-3")
    r22_three_maps.end_of_turn(draft)
    assert draft.flag("blown", "d-3")
    draft.set("time", "night")
    r22_three_maps.end_of_turn(draft)
    assert not draft.flag("blown", "d-3")


def test_flak_of_the_stack_guards_the_bridge() -> None:
    flak = build.unit("ge-flak", "flak")
    draft = night((flak, "d-3"), phase="armed-recon", facts={("recon-hit", ""): 5}).draft()
    resolve_roll(draft, {"what": "box-bridge", "box": "d-3"}, [5])
    assert not draft.flag("blown", "d-3")


def test_the_map_of_the_box_interdicts_those_that_come_onto_b() -> None:
    far = night((inf(), "d-6"), time="pm", facts={("interdiction", "d"): 6})
    assert "10.1" in playing.barred(far, EnterLive(("ge-0",), WAY))
    free = night((inf(), "d-6"), time="pm", facts={("interdiction", "b"): 6})
    assert playing.barred(free, EnterLive(("ge-0",), WAY)) == []


def test_units_of_the_tracks_move_on_6_june_in_its_pm_turn() -> None:
    assert playing.barred(night((inf(), "d-1"), time="pm", date=6), AdvanceBoxes(("ge-0",), 2)) == []
    assert playing.barred(night((inf(), "d-1"), time="pm"), AdvanceBoxes(("ge-0",), 2)) == ["22.6o"]
