"""Sections 9.7, 14.4 and 16.12 to 16.14: Field Artillery that supports assaults."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.breakout_normandy.r09_assault import Assault, NameForward
from adjudicator.breakout_normandy.r16_artillery_support import moved, reaches, support_faults, supporters
from adjudicator.game import legal
from adjudicator.position import Fact, Key, Piece, Position
from tests.breakout_normandy.build_r2 import attackers, came, ge, position, steps, unit
from tests.playing import play, rules

GUN: dict[str, Any] = {"type": "field-artillery", "values": "4-2-6-1"}


def fight(*guns: Piece, area: str = "port", facts: dict[Key, Fact] | None = None, **more: Any) -> Position:
    """One regiment of the 1st Division has entered an Area from Omaha."""
    stated = came("us-1-1", "omaha", mandatory=False) | (facts or {})
    others = more.pop("others", ())
    control = {"omaha": "us"} | more.pop("control", {})
    return position([*attackers(1, area), ge("1", area), *guns, *others], stated, control=control, **more)


def faults(state: Position, uid: str = "us-gun", area: str = "port") -> list[str]:
    found = support_faults(state, area, state.pieces[uid], [state.pieces["us-1-1"]], "allied")
    action = Assault(area, ("us-1-1",), "us-1-1", (uid,))
    assert rules(state, action) == {section for section, _ in found}
    return [section for section, _ in found]


@pytest.mark.parametrize("space", ["omaha", "port"])
def test_divisional_guns_support_their_division_in_the_same_or_an_adjacent_area(space: str) -> None:
    state = fight(unit("us-gun", space, division="1", **GUN))
    assert faults(state) == []
    assert steps(state, Assault("port", ("us-1-1",), "us-1-1", ("us-gun",)))["9.2C"] == 1


def test_the_guns_need_not_be_in_the_active_area() -> None:
    assert faults(fight(unit("us-gun", "gold", division="1", **GUN), control={"gold": "us"})) == []


def test_distant_guns_do_not_reach() -> None:
    assert faults(fight(unit("us-gun", "grandcamp", division="1", **GUN), control={"grandcamp": "us"})) == [
        "9.7"
    ]


def test_guns_at_sea_do_not_reach() -> None:
    state = position(
        [*attackers(1, "omaha"), ge("1", "omaha"), unit("us-gun", "approach-omaha", division="1", **GUN)]
    )
    assert [s for s, _ in reaches(state, state.pieces["us-gun"], "omaha")] == ["9.7"]


@pytest.mark.parametrize("status", ["spent", "d1", "d2"])
def test_only_fresh_guns_support(status: str) -> None:
    assert faults(fight(unit("us-gun", "omaha", status, division="1", **GUN))) == ["9.7"]


@pytest.mark.parametrize("item", ["entered", "mf-used"])
def test_guns_that_moved_do_not_support(item: str) -> None:
    state = fight(unit("us-gun", "omaha", division="1", **GUN), facts={(item, "us-gun"): 1})
    assert moved(state, state.pieces["us-gun"])
    assert faults(state) == ["9.7"]


def test_guns_in_a_contested_area_support_there_only() -> None:
    gun = unit("us-gun", "omaha", division="1", **GUN)
    assert faults(fight(gun, others=[ge("9", "omaha")])) == ["16.12"]
    inside = position([*attackers(1, "omaha"), gun, ge("9", "omaha")])
    assert faults(inside, area="omaha") == []


def test_divisional_guns_need_another_unit_of_their_division() -> None:
    assert faults(fight(unit("us-gun", "omaha", division="29", **GUN))) == ["16.12"]


def test_corps_guns_support_any_unit_of_their_nationality() -> None:
    assert faults(fight(unit("us-gun", "omaha", corps="V", **GUN))) == []
    state = fight(unit("br-gun", "omaha", corps="XXX", **GUN))
    found = rules(state, Assault("port", ("us-1-1",), "us-1-1", ("br-gun",)))
    assert found == {"16.13", "8.374"}


def test_nebelwerfers_support_nothing() -> None:
    rockets = ge("101", "port", kind="nebelwerfer", type="field-artillery", values="5-2-5-1")
    state = position([ge("1", "port"), rockets, unit("us-1", "port")], side="german", active=("port",))
    assert rules(state, Assault("port", ("ge-1",), "ge-1", ("ge-101",))) == {"16.14"}
    assert not any(a.support for a in legal(state).of("assault") if isinstance(a, Assault))


@pytest.mark.parametrize(("gun_at", "area"), [("zone-c", "stlo"), ("stlo", "zone-c")])
def test_no_fire_across_the_border_of_a_zone(gun_at: str, area: str) -> None:
    gun = ge("gun", gun_at, corps="84", **GUN)
    state = position([ge("1", area), gun, unit("us-1", area)], side="german", active=(area,))
    assert rules(state, Assault(area, ("ge-1",), "ge-1", ("ge-gun",))) == {"14.4"}
    assert supporters(state, area, [state.pieces["ge-1"]], "german") == []


def test_guns_in_their_own_zone_support() -> None:
    gun = ge("gun", "zone-c", corps="84", **GUN)
    state = position([ge("1", "zone-c"), gun, unit("us-1", "zone-c")], side="german", active=("zone-c",))
    assert rules(state, Assault("zone-c", ("ge-1",), "ge-1", ("ge-gun",))) == set()


def test_infantry_and_enemy_guns_are_no_support() -> None:
    state = fight(unit("us-other", "omaha", division="1"), others=[ge("gun", "omaha", corps="84", **GUN)])
    assert faults(state, "us-other") == ["9.7"]
    assert faults(state, "ge-gun") == ["9.7"]


def test_supporters_are_listed_with_their_class() -> None:
    guns = [unit(f"us-gun{n}", "omaha", division="1", **GUN) for n in (1, 2)]
    state = fight(*guns, unit("us-29-gun", "omaha", division="29", **GUN))
    assert [p.uid for p in supporters(state, "port", [state.pieces["us-1-1"]], "allied")] == [
        "us-gun1",
        "us-gun2",
    ]
    offered = [a.support for a in legal(state).of("assault") if isinstance(a, Assault)]
    assert offered == [("us-gun1", "us-gun2"), ("us-gun1",), ()]


@pytest.mark.parametrize(("dice", "status"), [((2, 12), "spent"), ((7, 7), "spent")])
def test_supporting_guns_are_spent_and_neither_disrupted_nor_driven_back(
    dice: tuple[int, int], status: str
) -> None:
    state = fight(unit("us-gun", "port", division="1", **GUN))
    after = play(state, Assault("port", ("us-1-1",), "us-1-1", ("us-gun",)), NameForward("ge-1"), dice)
    assert (after.pieces["us-gun"].status, after.pieces["us-gun"].space) == (status, "port")
    assert after.flag("supporting", "us-gun")
