"""Section 12.3: Landing and Reinforcement Boxes."""

from __future__ import annotations

import pytest

from adjudicator.storm_over_normandy.r08_movement import Move
from adjudicator.storm_over_normandy.r12_boxes import (
    attack_faults,
    box_ruling,
    entry_faults,
    exit_faults,
    is_exploitation,
    is_immune,
    retreat_faults,
)
from tests.playing import barred
from tests.storm_over_normandy.build import board, held, unit
from tests.storm_over_normandy.moving import done, situation

GROUND = board(["sword", "caen", "zone-a"], ["sword/caen", "caen/zone-a"])
LANDING, EXPLOITATION, ZONE = "landing-sword", "exploitation-sword", "zone-a"


@pytest.mark.parametrize(
    ("uid", "to", "sections"),
    [
        ("us-1", LANDING, []),
        ("us-1", EXPLOITATION, ["2.2.1"]),
        ("us-1", ZONE, []),
        ("us-1", "sword", []),
        ("ge-1", LANDING, ["12.3"]),
        ("ge-1", EXPLOITATION, ["12.3"]),
        ("ge-1", ZONE, ["12.3"]),
        ("ge-1", "sword", []),
    ],
)
def test_who_may_enter(uid: str, to: str, sections: list[str]) -> None:
    here = situation(GROUND, (unit(uid), "sword"))
    assert [section for section, _ in entry_faults(here, here.pieces[uid], to)] == sections


@pytest.mark.parametrize(
    ("uid", "frm", "sections"),
    [
        ("us-1", LANDING, []),
        ("us-1", EXPLOITATION, []),
        ("us-1", ZONE, ["12.3"]),
        ("us-1", "sword", []),
        ("ge-1", ZONE, []),
    ],
)
def test_who_may_leave(uid: str, frm: str, sections: list[str]) -> None:
    here = situation(GROUND, (unit(uid), frm))
    assert [section for section, _ in exit_faults(here, here.pieces[uid], frm)] == sections


@pytest.mark.parametrize(
    ("side", "to", "sections"),
    [
        ("allied", LANDING, []),
        ("allied", EXPLOITATION, ["2.2.1"]),
        ("allied", ZONE, ["12.3"]),
        ("german", LANDING, ["12.3"]),
        ("german", ZONE, ["12.3"]),
        ("german", "caen", []),
    ],
)
def test_who_may_retreat_into_one(side: str, to: str, sections: list[str]) -> None:
    here = situation(GROUND)
    assert [section for section, _ in retreat_faults(here, side, to)] == sections


@pytest.mark.parametrize("space", [LANDING, EXPLOITATION, ZONE])
def test_no_attack_reaches_a_box(space: str) -> None:
    here = situation(GROUND)
    assert is_immune(here, space)
    assert [section for section, _ in attack_faults(here, space)] == ["12.3"]
    assert not attack_faults(here, "caen")


def test_ashore_by_a_normal_move_from_both_sections() -> None:
    placed = ((unit("us-1", mf=2), LANDING), (unit("us-2", mf=2), EXPLOITATION))
    here = situation(GROUND, *placed)
    for uid in ("us-1", "us-2"):
        after = done(here, Move((uid,), ("sword",)))
        assert after.pieces[uid].space == "sword"
        assert after.text("control", "sword") == "allied"
    slow = situation(GROUND, (unit("us-1", mf=1), LANDING))
    assert barred(slow, Move(("us-1",), ("sword",))) == ["8.0"]


def test_back_to_the_invasion_section_only() -> None:
    here = situation(GROUND, (unit("us-1"), "sword"), facts=held("sword"))
    assert done(here, Move(("us-1",), (LANDING,))).pieces["us-1"].space == LANDING
    assert barred(here, Move(("us-1",), (EXPLOITATION,))) == ["2.2.1"]


def test_an_allied_unit_that_has_entered_a_zone_stays() -> None:
    here = situation(GROUND, (unit("us-1"), "caen"), (unit("ge-1"), ZONE), facts=held("caen"))
    gone = done(here, Move(("us-1",), (ZONE,)))
    assert gone.pieces["us-1"].space == ZONE
    fresh = situation(GROUND, (unit("us-1"), ZONE))
    assert barred(fresh, Move(("us-1",), ("caen",))) == ["12.3"]


def test_a_german_unit_leaves_a_zone_for_good() -> None:
    here = situation(GROUND, (unit("ge-1"), ZONE), side="german")
    assert done(here, Move(("ge-1",), ("caen",))).pieces["ge-1"].space == "caen"
    assert barred(here, Move(("ge-1",), ("caen", ZONE))) == ["12.3"]


def test_rulings() -> None:
    here = situation(GROUND)
    landing = box_ruling(here, LANDING)
    assert landing.verdict == "Units in Sword Landing cannot be attacked."
    assert any("move or assault from it to Sword" in s.text for s in landing.steps)
    assert any(s.text == "Allied units may move to it from Sword" for s in landing.steps)
    assert any("since the set-up" in s.text for s in box_ruling(here, EXPLOITATION).steps)
    assert any("never leave it" in s.text for s in box_ruling(here, ZONE).steps)
    assert not box_ruling(here, "caen").ok
    assert is_exploitation(here.board.spaces[EXPLOITATION])
