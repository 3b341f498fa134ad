"""Sections 19.1, 19.2, 19.5, 19.6 and 3.5: arrivals, Approach Boxes, the Rangers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from adjudicator.breakout_normandy import GAME
from adjudicator.breakout_normandy.r19_landing import (
    Land,
)
from adjudicator.breakout_normandy.r19_reinforcements import (
    Arrive,
    Assign,
    arrivals,
    place_reinforcements,
    rangers_leave,
    withdraw_rangers,
)
from adjudicator.errors import RollNeeded
from adjudicator.game import legal, need_roll
from adjudicator.position import Fact, Key, Piece, Position
from tests.breakout_normandy.build_r1 import area, box, edge, piece, play, position, reasons, zone
from tests.playing import rules

SPACES = [
    area("utah-beach", beach="us", fortified=True),
    area("omaha-beach", beach="us"),
    area("gold-beach", beach="br"),
    area("inland"),
    area("drop"),
    zone("zone-a"),
    zone("zone-b"),
    box("approach-utah"),
    box("approach-omaha"),
    box("approach-gold", beach="br"),
    box("offshore-box", kind="offshore"),
]
EDGES = [
    edge("utah-beach", "approach-utah", "landing"),
    edge("omaha-beach", "approach-omaha", "landing"),
    edge("gold-beach", "approach-gold", "landing"),
    edge("utah-beach", "inland"),
    edge("omaha-beach", "inland"),
    edge("inland", "zone-a", "arrow"),
]
US = {("control", "utah-beach"): "us"}


def board(
    *pieces: Piece,
    facts: Mapping[Key, Fact] | None = None,
    active: Iterable[str] = ("approach-utah",),
    **options: str,
) -> Position:
    return position(SPACES, EDGES, pieces, facts or {}, side="allied", active=active, **options)


def boat(uid: str = "us-1", space: str = "approach-utah", **more: object) -> Piece:
    return piece(uid, space, entry=("utah-beach",), arrival=6, **more)  # type: ignore[arg-type]


def battery(uid: str, space: str, status: str = "fresh") -> Piece:
    return piece(uid, space, status, type="coastal-artillery", mf=None)


# --- 19.1, 19.2, 19.5: arriving -------------------------------------------------------------------------


def waiting(uid: str, arrival: int, *entry: str, **more: object) -> Piece:
    return piece(uid, "setup-card", "fresh", arrival=arrival, entry=entry, **more)  # type: ignore[arg-type]


def dawn(*pieces: Piece, date: int = 8, facts: Mapping[Key, Fact] | None = None) -> Position:
    stated: dict[Key, Fact] = {("phase", ""): "dawn", ("date", ""): date, **(facts or {})}
    return position(SPACES, EDGES, pieces, stated, side="allied")


def placed(now: Position) -> Position:
    draft = now.draft()
    place_reinforcements(draft)
    return draft.finish()


def test_units_arrive_on_their_day() -> None:
    now = dawn(waiting("ge-1", 8, "zone-a"), waiting("ge-2", 9, "zone-a"), waiting("us-1", 8, "utah-beach"))
    assert {p.uid for p in arrivals(now)} == {"ge-1", "us-1"}
    after = placed(now)
    assert {u: p.space for u, p in after.pieces.items()} == {
        "ge-1": "zone-a",
        "ge-2": "setup-card",
        "us-1": "approach-utah",
    }
    assert after.pieces["ge-1"].status == "fresh"


def test_d_day_units_that_did_not_land_come_to_their_box() -> None:
    assert placed(dawn(waiting("us-1", 6, "utah-beach"), date=7)).pieces["us-1"].space == "approach-utah"
    assert placed(dawn(waiting("us-1", 6, "utah-beach"), date=6)).pieces["us-1"].space == "approach-utah"


def test_a_german_with_several_zones_asks() -> None:
    now = placed(dawn(waiting("ge-1", 8, "zone-a", "zone-b"), waiting("ge-2", 8, "zone-a", "zone-b")))
    assert now.pieces["ge-1"].space == "setup-card"
    assert set(legal(now).of("arrive")) == {Arrive("ge-1", "zone-a"), Arrive("ge-1", "zone-b")}
    assert rules(now, Arrive("ge-2", "zone-a")) == {"19.2"}
    assert rules(now, Arrive("ge-1", "inland")) == {"19.2"}
    now = play(now, Arrive("ge-1", "zone-b"), Arrive("ge-2", "zone-a"))
    assert (now.pieces["ge-1"].space, now.pieces["ge-2"].space, now.decision) == ("zone-b", "zone-a", None)


def test_nobody_arrives_unasked() -> None:
    assert rules(dawn(waiting("ge-1", 8, "zone-a")), Arrive("ge-1", "zone-a")) == {"19.2"}


def test_germans_arriving_in_a_lost_zone_take_or_contest_it() -> None:
    facts: dict[Key, Fact] = {("control", "zone-a"): "us"}
    assert placed(dawn(waiting("ge-1", 8, "zone-a"), facts=facts)).text("control", "zone-a") == "german"
    held = placed(dawn(waiting("ge-1", 8, "zone-a"), piece("us-1", "zone-a"), facts=facts))
    assert held.text("control", "zone-a") == "us"


def test_the_airborne_of_7_june_drop() -> None:
    glider = waiting("us-325", 7, "drop", airborne=True)
    after = placed(dawn(glider, date=7))
    assert (after.pieces["us-325"].space, after.text("control", "drop")) == ("drop", "us")


def test_a_full_drop_area_waits() -> None:
    ten = [piece(f"us-{n}", "drop") for n in range(10)]
    assert (
        placed(dawn(waiting("us-325", 7, "drop", airborne=True), *ten, date=7)).pieces["us-325"].space
        == "setup-card"
    )


def test_the_scenario_places_everybody_on_board() -> None:
    draft = GAME.scenario("d-day").draft()
    draft.set("date", 30)
    draft.set("phase", "dawn")
    place_reinforcements(draft)
    asked = {d.data["unit"] for d in draft.pending}
    left = {p.uid for p in draft.pieces.values() if p.space == "setup-card"}
    assert left == asked
    assert all(draft.board.spaces[z].kind == "zone" for d in draft.pending for z in d.data["zones"])


def test_nothing_to_choose_without_a_question() -> None:
    now = dawn(waiting("ge-1", 8, "zone-a"), piece("us-1", "approach-utah", arrival=7, entry=("utah-beach",)))
    assert "arrive" not in legal(now).kinds
    assert list(legal(now).of("assign")) == []


def test_the_roll_for_landing_is_asked_for_by_name() -> None:
    now = play(board(boat(), battery("ge-1", "inland"), facts=US), Land(("us-1",)))
    with pytest.raises(RollNeeded, match=r"interdiction of 1 unit that lands on Utah Beach \(19\.4\)"):
        need_roll(now)


def test_rangers_off_the_board_leave_too() -> None:
    facts: dict[Key, Fact] = {("control", "omaha-beach"): "us"}
    draft = dawn(*rangers("fresh", space="setup-card"), facts=facts).draft()
    withdraw_rangers(draft)
    assert draft.pieces["us-r0"].space == "withdrawn"


# --- 3.5, 19.5: assigning -------------------------------------------------------------------------------


def offshore(uid: str = "us-1", arrival: int = 6, entry: str = "utah-beach") -> Piece:
    return piece(uid, "offshore-box", arrival=arrival, entry=(entry,))


def test_offshore_units_are_assigned_at_dawn() -> None:
    now = dawn(offshore())
    assert set(legal(now).of("assign")) == {Assign("us-1", "approach-utah"), Assign("us-1", "approach-omaha")}
    assert play(now, Assign("us-1", "approach-omaha")).pieces["us-1"].space == "approach-omaha"


def test_on_7_june_only_to_the_scheduled_beach() -> None:
    assert rules(dawn(offshore(), date=7), Assign("us-1", "approach-omaha")) == {"19.5"}
    assert rules(dawn(offshore(), date=7), Assign("us-1", "approach-utah")) == set()


def test_only_to_beaches_of_the_own_nationality() -> None:
    assert rules(dawn(offshore()), Assign("us-1", "approach-gold")) == {"19.3"}
    british = offshore("br-1", entry="gold-beach")
    assert rules(dawn(british), Assign("br-1", "approach-gold")) == set()


def test_reinforcements_of_later_days_choose_their_beach() -> None:
    now = placed(dawn(waiting("us-1", 8, "utah-beach")))
    assert play(now, Assign("us-1", "approach-omaha")).pieces["us-1"].space == "approach-omaha"
    assert rules(now, Assign("us-1", "approach-utah")) == {"3.5"}


def test_units_in_a_box_since_yesterday_do_not_change_it() -> None:
    old = piece("us-1", "approach-utah", arrival=7, entry=("utah-beach",))
    assert rules(dawn(old), Assign("us-1", "approach-omaha")) == {"3.5"}


def test_odd_assignments() -> None:
    now = dawn(offshore(), piece("ge-1", "offshore-box"))
    assert rules(now, Assign("nobody", "approach-utah")) == {"3.5"}
    assert rules(now, Assign("us-1", "inland")) == {"3.5"}
    assert rules(now, Assign("us-1", "nowhere")) == {"3.5"}
    assert "3.5" in rules(now, Assign("ge-1", "approach-utah"))
    assert rules(board(offshore(), facts=US), Assign("us-1", "approach-utah")) == {"19.5"}
    assert "Dawn" not in reasons(now, Assign("us-1", "approach-gold")).get("19.3", "")


# --- 19.6: Rangers --------------------------------------------------------------------------------------


def rangers(*statuses: str, space: str = "omaha-beach") -> list[Piece]:
    return [piece(f"us-r{n}", space, status, kind="ranger") for n, status in enumerate(statuses)]


def test_rangers_leave_once_omaha_is_allied() -> None:
    now = dawn(
        *rangers("fresh", "d2"), piece("us-1", "omaha-beach"), facts={("control", "omaha-beach"): "us"}
    )
    draft = now.draft()
    withdraw_rangers(draft)
    assert {draft.pieces[u].space for u in ("us-r0", "us-r1")} == {"withdrawn"}
    assert draft.pieces["us-1"].space == "omaha-beach"
    assert rangers_leave(draft) == []


def test_rangers_stay_while_omaha_is_german() -> None:
    assert rangers_leave(dawn(*rangers("fresh", "fresh"))) == []


def test_a_lost_battalion_stays_lost() -> None:
    now = dawn(*rangers("fresh", space="eliminated"), facts={("control", "omaha-beach"): "us"})
    assert rangers_leave(now) == []


def test_control_follows_when_rangers_were_the_last_of_their_nation() -> None:
    facts: dict[Key, Fact] = {("control", "omaha-beach"): "us"}
    now = dawn(*rangers("fresh"), piece("br-1", "omaha-beach"), facts=facts)
    draft = now.draft()
    withdraw_rangers(draft)
    assert draft.text("control", "omaha-beach") == "british"


def test_a_board_without_omaha_keeps_its_rangers() -> None:
    now = position([area("a")], [], rangers("fresh", space="a"))
    assert rangers_leave(now) == []
