"""Section 14: bridges destroyed and repaired, HQs that bridge, Entrenchments."""

from __future__ import annotations

import pytest

from adjudicator.battle_for_normandy import GAME
from adjudicator.battle_for_normandy.r14_engineers import BridgeRiver, DestroyBridge, RepairBridge
from adjudicator.battle_for_normandy.r14_entrenchments import Entrench, RemoveEntrenchment, finish, spare
from adjudicator.position import Position
from tests.battle_for_normandy.build import board, hexes, hq, road, sides, situation, unit
from tests.playing import barred, done

RIVER = sides("c2913/c3014", "c2914/c3014", kind="major-river")
MAP = board(
    hexes("c2710", "c3216"),
    sides=RIVER,
    roads=road("c2913", "c3014"),
    terrain={"c2811": "bocage", "c2812": "city", "c2813": "flooded"},
    features={"c2814": {"settlement": "town"}, "c2815": {"settlement": "village"}},
)
BRIDGE = "c2913/c3014"


def night(*placed: tuple[object, str], side: str = "german", **more: object) -> Position:
    return situation(MAP, *placed, phase="engineering", side=side, time="night", **more)  # type: ignore[arg-type]


PI = (unit("ge-pi", "engineer"), "c2913")


def rolled(here: Position, action: object, value: int) -> Position:
    draft = done(here, action).draft()  # type: ignore[arg-type]
    roll = draft.settle()
    GAME.rolls[roll.data["what"]].resolve(draft, roll.data, [value])
    return draft.finish()


@pytest.mark.parametrize(("value", "blown"), [(1, True), (6, True), (7, False), (10, False)])
def test_an_engineer_destroys_the_bridge_beside_it(value: int, blown: bool) -> None:
    after = rolled(night(PI), DestroyBridge("ge-pi", "c2913", "c3014"), value)
    assert after.flag("blown", BRIDGE) is blown
    assert barred(after, DestroyBridge("ge-pi", "c2913", "c3014"))[0] == "14.0"


@pytest.mark.parametrize(("value", "stands"), [(5, True), (6, False)])
def test_and_repairs_it(value: int, stands: bool) -> None:
    down = night(PI, facts={("blown", BRIDGE): True})
    assert rolled(down, RepairBridge("ge-pi", "c2913", "c3014"), value).flag("blown", BRIDGE) is not stands
    assert barred(night(PI), RepairBridge("ge-pi", "c2913", "c3014")) == ["14.2"]


@pytest.mark.parametrize(
    ("placed", "sections"),
    [
        ([(unit("ge-pi", "engineer"), "c2913"), (unit("br-a"), "c2813")], ["14.1"]),
        ([(unit("ge-pi", "engineer"), "c2911")], ["14.1"]),
        ([(unit("ge-pi"), "c2913")], ["14.0"]),
        ([(unit("br-pi", "engineer"), "c2913")], ["14.0"]),
    ],
)
def test_who_may_not(placed: list[tuple[object, str]], sections: list[str]) -> None:
    uid = placed[0][0].id  # type: ignore[attr-defined]
    assert barred(night(*placed), DestroyBridge(uid, "c2913", "c3014")) == sections


def test_a_destroyed_bridge_is_not_destroyed_again_and_none_where_none_is() -> None:
    down = night(PI, facts={("blown", BRIDGE): True})
    assert barred(down, DestroyBridge("ge-pi", "c2913", "c3014")) == ["14.1"]
    assert barred(night(PI), DestroyBridge("ge-pi", "c2913", "c2912")) == ["14.1"]


# --- 14.2.1 -----------------------------------------------------------------------------------------------


def test_an_allied_hq_bridges_unbridged_water_beside_it() -> None:
    here = night((hq("br-6"), "c3014"), side="allied")
    assert done(here, BridgeRiver("br-6-hq", "c2914")).text("bridging", "br-6-hq") == "c2914/c3014"
    assert barred(here, BridgeRiver("br-6-hq", "c2913")) == ["14.2.1"]  # a bridge stands there
    down = night((hq("br-6"), "c3014"), side="allied", facts={("blown", BRIDGE): True})
    assert barred(down, BridgeRiver("br-6-hq", "c2913")) == []
    assert barred(here, BridgeRiver("br-6-hq", "c3013")) == ["14.2.1"]


def test_neither_a_german_hq_nor_a_battalion_bridges() -> None:
    assert barred(night((hq("ge-716"), "c3014")), BridgeRiver("ge-716-hq", "c2914"))[0] == "14.2.1"
    assert barred(night((unit("br-a"), "c3014"), side="allied"), BridgeRiver("br-a", "c2914"))[0] == "14.2.1"


# --- 14.3 -------------------------------------------------------------------------------------------------


def test_an_entrenchment_is_ready_a_day_later_if_the_engineer_stayed() -> None:
    begun = done(night(PI), Entrench("ge-pi"))
    assert begun.text("entrenchment", "c2913") == "building"
    draft = begun.draft()
    finish(draft)
    assert draft.text("entrenchment", "c2913") == "ready"
    left = begun.draft()
    left.place("ge-pi", "c3014")
    finish(left)
    assert left.text("entrenchment", "c2913") == ""


@pytest.mark.parametrize(
    ("where", "sections"),
    [("c2811", ["14.3"]), ("c2812", ["14.3"]), ("c2813", ["14.3"]), ("c2814", ["14.3"]), ("c2815", [])],
)
def test_where_none_is_built(where: str, sections: list[str]) -> None:
    assert barred(night((unit("ge-pi", "engineer"), where)), Entrench("ge-pi")) == sections


def test_one_to_a_hex_and_as_many_as_there_are_markers() -> None:
    assert barred(night(PI, facts={("entrenchment", "c2913"): "ready"}), Entrench("ge-pi")) == ["14.3"]
    full = {("entrenchment", h): "ready" for h in hexes("c3010", "c3216")[: spare(night(PI))]}
    full = {k: v for k, v in full.items() if k[1] != "c2913"}
    assert "14.3" in barred(night(PI, facts=full), Entrench("ge-pi"))


def test_an_engineer_in_an_ezoc_may_dig() -> None:
    assert barred(night(PI, (unit("br-a"), "c2813")), Entrench("ge-pi")) == []


def test_allies_dig_under_the_optional_rule_only() -> None:
    engineer = (unit("br-pi", "engineer"), "c2913")
    assert barred(night(engineer, side="allied"), Entrench("br-pi")) == ["14.3"]
    assert barred(night(engineer, side="allied", options={"14.3o-allied": "B"}), Entrench("br-pi")) == []


def test_the_owner_may_remove_his_entrenchment() -> None:
    here = night(PI, facts={("entrenchment", "c2913"): "ready"})
    assert done(here, RemoveEntrenchment("c2913")).text("entrenchment", "c2913") == ""
    assert barred(here, RemoveEntrenchment("c3014")) == ["14.3"]
    theirs = night(PI, side="allied", facts={("entrenchment", "c2913"): "ready"})
    assert barred(theirs, RemoveEntrenchment("c2913")) == ["14.3"]
