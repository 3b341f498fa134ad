"""Sections 16.11, 16.14, 16.4, 14.4: which guns may bombard what."""

from __future__ import annotations

import pytest

from adjudicator.actions import Roll
from adjudicator.breakout_normandy.r10_bombardment import Bombard
from adjudicator.breakout_normandy.r11_advantage import KeepRoll
from adjudicator.breakout_normandy.r16_bombarding import (
    gun_faults,
    guns_near,
    is_nebelwerfer,
    le_havre_faults,
    team_faults,
)
from adjudicator.position import Fact, Piece, Position
from tests.breakout_normandy.build_r3 import position, unit
from tests.playing import allowed, play, reasons, rules

HELD = {("control", "marsh"): "us", ("control", "hill"): "us"}


def gun(uid: str, space: str, status: str = "fresh", *, kind: str = "artillery", **more: int) -> Piece:
    return unit(uid, space, status, type="field-artillery", kind=kind, **more)


def faults(before: Position, uid: str, target: str, side: str = "allied") -> list[str]:
    return [section for section, _ in gun_faults(before, before.pieces[uid], target, side)]


def test_free_area_reaches_every_neighbour_and_no_further() -> None:
    before = position([gun("us-a", "marsh"), unit("ge-1", "town")], HELD)
    assert faults(before, "us-a", "town") == []  # across a river too
    assert faults(before, "us-a", "utah-beach") == []
    assert faults(before, "us-a", "marsh") == []
    assert faults(before, "us-a", "hill") == ["16.11"]


def test_contested_area_reaches_itself_only() -> None:
    before = position([gun("us-a", "marsh"), unit("ge-1", "marsh"), unit("ge-2", "town")])
    assert faults(before, "us-a", "marsh") == []
    assert faults(before, "us-a", "town") == ["16.11"]
    assert "Contested Marsh" in reasons(before, Bombard("us-a", "town", "ge-2"))


def test_fire_never_crosses_the_border_of_a_zone() -> None:
    before = position(
        [gun("us-a", "hill"), gun("us-z", "zone-b"), unit("ge-1", "zone-b"), unit("ge-2", "hill")]
    )
    assert faults(before, "us-a", "zone-b") == ["14.4", "16.11"]
    assert faults(before, "us-z", "hill") == ["14.4", "16.11"]
    assert faults(before, "us-z", "zone-b") == []


def test_guns_in_an_approach_box_do_not_fire() -> None:
    before = position([gun("us-a", "approach-utah"), unit("ge-1", "utah-beach")])
    assert rules(before, Bombard("us-a", "utah-beach", "ge-1")) == {"16.11"}


@pytest.mark.parametrize("status", ["spent", "d1", "d2"])
def test_only_fresh_guns_fire(status: str) -> None:
    before = position([gun("us-a", "marsh", status), unit("ge-1", "town")], HELD)
    assert faults(before, "us-a", "town") == ["12.1"]


@pytest.mark.parametrize("kind", ["infantry", "armor", "flak", "pak", "coastal-artillery"])
def test_other_types_do_not_bombard(kind: str) -> None:
    before = position([unit("us-a", "marsh", type=kind), unit("ge-1", "town")], HELD)
    assert faults(before, "us-a", "town") == ["10.11"]


@pytest.mark.parametrize(
    ("item", "value", "section"),
    [("mf-used", 1, "8.32"), ("entered", 1, "8.32"), ("supporting", True, "9.7")],
)
def test_guns_that_did_something_else_in_a_double_impulse(item: str, value: Fact, section: str) -> None:
    before = position([gun("us-a", "marsh"), unit("ge-1", "town")], {**HELD, (item, "us-a"): value})
    assert faults(before, "us-a", "town") == [section]


def test_nationalities_do_not_mix() -> None:
    before = position([gun("us-a", "marsh"), gun("br-b", "marsh"), unit("ge-1", "town")], HELD)
    assert rules(before, Bombard("us-a", "town", "ge-1", ("br-b",))) == {"10.2"}
    assert rules(before, Bombard("br-b", "town", "ge-1")) == set()
    assert not any(getattr(a, "support", ()) for a in allowed(before, "bombard"))


def test_guns_of_several_areas_fire_together() -> None:
    before = position(
        [gun("us-a", "marsh"), gun("us-b", "hill"), gun("us-c", "town"), unit("ge-1", "town")], HELD
    )
    assert {p.uid for p in guns_near(before, "town", "allied")} == {"us-a", "us-b", "us-c"}
    assert rules(before, Bombard("us-a", "town", "ge-1", ("us-b", "us-c"))) == set()


# --- Nebelwerfers ---------------------------------------------------------------------------------------

ROCKETS = [
    gun("ge-nw", "town", kind="nebelwerfer"),
    gun("ge-art", "town"),
    gun("ge-nw2", "town", kind="nebelwerfer"),
    unit("us-1", "town"),
    unit("us-2", "marsh"),
]


def test_nebelwerfer_bombards_alone_in_its_own_area() -> None:
    before = position(ROCKETS, side="german")
    assert is_nebelwerfer(before.pieces["ge-nw"])
    assert rules(before, Bombard("ge-nw", "town", "us-1")) == set()
    assert rules(before, Bombard("ge-nw", "town", "us-1", ("ge-art",))) == {"16.14"}
    assert rules(before, Bombard("ge-art", "town", "us-1", ("ge-nw",))) == {"16.14"}
    offered = {(a.by, a.support) for a in allowed(before, "bombard") if isinstance(a, Bombard)}
    assert offered == {("ge-nw", ()), ("ge-nw2", ()), ("ge-art", ())}


def test_nebelwerfer_has_no_range() -> None:
    before = position([gun("ge-nw", "town", kind="nebelwerfer"), unit("us-2", "marsh")], side="german")
    assert faults(before, "ge-nw", "marsh", "german") == ["16.14"]


def test_two_nebelwerfers_do_not_help_each_other() -> None:
    before = position(ROCKETS)
    found = team_faults(before.pieces["ge-nw"], [before.pieces["ge-nw2"]])
    assert [section for section, _ in found] == ["16.14", "16.14"]


def test_nebelwerfer_is_spent_by_firing_and_suffers_like_any_artillery() -> None:
    before = position(ROCKETS, {"advantage": "german"}, side="german")
    after = play(before, Bombard("ge-nw", "town", "us-1"), Roll((12, 2)), KeepRoll())
    assert after.pieces["ge-nw"].status == "spent"
    assert after.pieces["us-1"].status == "spent"


# --- Le Havre -------------------------------------------------------------------------------------------


def test_le_havre_fires_at_its_areas_only() -> None:
    before = position([unit("br-1", "lane"), unit("us-1", "hill")], side="german")
    assert le_havre_faults(before, "lane") == []
    assert rules(before, Bombard("le-havre", "lane", "br-1")) == set()
    assert rules(before, Bombard("le-havre", "hill", "us-1")) == {"16.4"}


def test_le_havre_attacks_alone_and_once_a_day() -> None:
    before = position([unit("br-1", "lane"), gun("ge-a", "hill")], side="german")
    assert rules(before, Bombard("le-havre", "lane", "br-1", ("ge-a",))) == {"16.4"}
    after = play(before, Bombard("le-havre", "lane", "br-1"), Roll((12, 2)), KeepRoll())
    assert after.flag("used", "le-havre")
    assert after.text("bombarded-by", "lane") == ""  # the lock of 17.1 is about naval and air markers
    again = position([unit("br-1", "lane")], {("used", "le-havre"): True}, side="german")
    assert rules(again, Bombard("le-havre", "lane", "br-1")) == {"10.11"}


def test_le_havre_is_not_the_allies() -> None:
    before = position([unit("ge-1", "lane")])
    assert rules(before, Bombard("le-havre", "lane", "ge-1")) == {"10.11"}


@pytest.mark.parametrize(("reading", "value"), [("A", 1), ("B", 2)])
def test_who_adds_to_the_dv_against_le_havre(reading: str, value: int) -> None:
    there = [unit("br-1", "lane"), gun("br-a", "lane"), gun("br-b", "lane", "spent")]
    before = position(there, side="german", options={"le-havre-dv": reading})
    announced = play(before, Bombard("le-havre", "lane", "br-1"), Roll((7, 7 + 4 - value)), KeepRoll())
    # AV 4 against the DV: equal totals leave the target Fresh
    assert announced.pieces["br-1"].status == "fresh"
    hit = play(before, Bombard("le-havre", "lane", "br-1"), Roll((7, 7 + 4 - value - 2)), KeepRoll())
    assert hit.pieces["br-1"].status == "spent"


def test_le_havre_in_a_zone() -> None:
    before = position([unit("us-1", "zone-b")], side="german")
    assert rules(before, Bombard("le-havre", "zone-b", "us-1")) == {"16.4"}
