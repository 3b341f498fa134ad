"""20.5, 22.7o: fixed batteries (trap 60)."""

from __future__ import annotations

from adjudicator.battle_for_normandy.r18 import fire as r18_fire
from adjudicator.battle_for_normandy.r18.german_movement import March
from adjudicator.battle_for_normandy.r20 import batteries as r20_batteries
from tests import playing
from tests.battle_for_normandy import build, june_6

BOARD = build.board(build.around("c2020", radius=4))
BATTERY, GUNS = build.unit("ge-b", "battery"), build.unit("ge-a", "artillery")


def test_a_battery_never_moves_and_fights_with_1() -> None:
    here = june_6.invasion(1, BOARD, (BATTERY, "c2020"), step="german-movement")
    assert playing.barred(here, March("ge-b", ("c2019",))) == ["10.3"]
    assert r18_fire.strength(here, here.pieces["ge-b"]) == 1
    assert r20_batteries.is_battery(here.pieces["ge-b"])


def test_a_casemate_opens_to_one_side_by_an_option() -> None:
    facing = {"ge-b": {"facing": 1}}
    here = build.situation(BOARD, (BATTERY, "c2020"), marks=facing, options={"22.7o": "B"})
    gun = here.pieces["ge-b"]
    assert r20_batteries.arc_faults(here, gun, "c1719") == []
    assert [s for s, _ in r20_batteries.arc_faults(here, gun, "c2320")] == ["22.7o"]
    plain = build.situation(BOARD, (BATTERY, "c2020"), marks=facing)
    assert r20_batteries.arc_faults(plain, gun, "c2320") == []
