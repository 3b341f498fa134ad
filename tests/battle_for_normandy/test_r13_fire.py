"""Sections 13.1 to 13.3: artillery and ships that fire alone."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.battle_for_normandy.r12.attack import Attack
from adjudicator.battle_for_normandy.r12.losses import TakeLosses
from adjudicator.battle_for_normandy.r13.fire import FireAlone
from adjudicator.position import Position
from tests.battle_for_normandy.build import hq, unit
from tests.battle_for_normandy.combat import NW, SE, TARGET, asked, combat, roll
from tests.playing import choices, play, refused

US, GE, GE_2 = unit("us-1", division="us-1"), unit("ge-1", division="ge-352"), unit("ge-2", division="ge-352")
GUN = unit("us-gun", "artillery", division="us-1", range=8)
HQ = hq("us-1")
FIRE = FireAlone("us-gun", TARGET)


def field_of(*more: Any, **other: Any) -> Position:
    """A gun three hexes behind a spotter that stands next to C2020."""
    return combat((US, NW), (GUN, "c1721"), (HQ, "c1821"), *more, **other)


def test_a_shot_costs_a_point_flips_the_gun_and_uses_the_hex_up() -> None:
    here = play(field_of((GE, TARGET), csp=1), FIRE)
    assert here.decision is not None
    assert (here.decision.data["what"], here.decision.data["number"]) == ("fire-alone", 4)
    assert here.number("csp") == 0
    assert here.flag("flipped", "us-gun")
    hit = roll(here, 4)
    assert hit.pieces["ge-1"].status == "reduced"
    assert roll(here, 5).pieces["ge-1"].status == "full"
    assert "12.1" in refused(hit, Attack(("us-1",), TARGET))
    assert "13.1" in refused(hit, FIRE)


def test_the_owner_chooses_the_step() -> None:
    here = roll(play(field_of((GE, TARGET), (GE_2, TARGET)), FIRE), 1)
    assert asked(here) == ("german", "losses")
    assert play(here, TakeLosses(("ge-2",))).pieces["ge-2"].status == "reduced"


def test_one_always_hits_and_ten_never() -> None:
    dug = field_of((GE, TARGET), terrain={TARGET: "city"}, facts={("entrenchment", TARGET): "ready"})
    here = play(dug, FIRE)
    assert roll(here, 1).pieces["ge-1"].status == "reduced"
    crowd = field_of(*[(unit(f"ge-{n}", "co"), TARGET) for n in range(1, 9)])
    assert asked(roll(play(crowd, FIRE), 10)) == ("", "")


@pytest.mark.parametrize(
    ("more", "section"),
    [
        ({"csp": 0}, "13.1"),
        ({"marks": {"us-gun": {"flipped": True}}}, "12.5.2"),
        ({"marks": {"us-gun": {"fired": True}}}, "13.1"),
        ({"facts": {("hex-attacked", TARGET): True}}, "13.1"),
        ({"marks": {u: {"general-supply": "out"} for u in ("us-1", "us-1-hq")}}, "13.2"),
        ({"marks": {"us-gun": {"general-supply": "out"}}}, "7.6.1"),
        ({"marks": {"ge-1": {"retreated": True}}}, "12.1"),
        ({"side": "german"}, "13.1"),
    ],
)
def test_what_keeps_a_gun_from_firing(more: dict[str, Any], section: str) -> None:
    assert section in refused(field_of((GE, TARGET), **more), FIRE)


def test_range_target_and_kind_of_unit() -> None:
    here = field_of((GE, TARGET))
    assert "13.1" in refused(here, FireAlone("us-1", TARGET))
    assert "13.1" in refused(here, FireAlone("us-gun", SE))
    assert "13.1" in refused(here, FireAlone("nobody", TARGET))
    near = combat((US, NW), (GUN, "c1820"), (GE, TARGET))
    assert refused(near, FIRE) == []
    short = unit("us-gun", "artillery", division="us-1", range=12)
    assert refused(combat((US, NW), (short, "c1820"), (GE, TARGET)), FIRE) == ["12.5.3"]


def test_a_german_shot_is_free() -> None:
    gun = unit("ge-gun", "artillery", division="ge-352", range=8)
    here = combat((US, NW), (GE, TARGET), (gun, "c2220"), (hq("ge-352"), "c2320"), side="german", csp=0)
    assert refused(here, FireAlone("ge-gun", NW)) == []


def test_support_units_alone_in_the_hex_are_removed() -> None:
    croc = unit("br-croc", "croc")
    gun = unit("ge-gun", "artillery", division="ge-352", range=8)
    placed = ((croc, NW), (GE, TARGET), (gun, "c2220"), (hq("ge-352"), "c2320"))
    here = play(combat(*placed, side="german"), FireAlone("ge-gun", NW))
    assert roll(here, 10).pieces["br-croc"].space == "removed"


def test_ammunition_is_rolled_for_before_the_shot() -> None:
    gun = unit("ge-gun", "artillery", division="ge-352", range=8, marks=("gebh40",))
    placed = ((US, NW), (GE, TARGET), (gun, "c2220"), (hq("ge-352"), "c2320"))
    here = play(combat(*placed, side="german", options={"22.2o": "B"}), FireAlone("ge-gun", NW))
    assert here.decision is not None
    assert here.decision.data["what"] == "fire-ammunition"
    none = roll(here, 6)
    assert not none.flag("flipped", "ge-gun")
    assert not none.flag("hex-attacked", NW)
    assert "13.1" in refused(none, FireAlone("ge-gun", NW))
    assert roll(here, 1).flag("hex-attacked", NW)


def test_a_kangaroo_spoils_the_number_or_the_die() -> None:
    gun = unit("ge-gun", "artillery", division="ge-352", range=8)
    placed = ((unit("br-1"), NW), (unit("br-k", "kangaroo"), NW), (GE, TARGET), (gun, "c2220"))
    for letter, die in (("A", 4), ("B", 4)):
        here = play(
            combat(*placed, side="german", options={"kangaroo-fire": letter}), FireAlone("ge-gun", NW)
        )
        assert roll(here, die).pieces["br-1"].status == "reduced"
        assert roll(here, die + 1).pieces["br-1"].status == "full"


def test_options_are_legal_shots() -> None:
    here = field_of((GE, TARGET), (GE_2, SE))
    assert FIRE in choices(here, "fire-alone")
