"""Who observes fire."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.battle_for_normandy import terms
from adjudicator.battle_for_normandy.r13.spotting import is_coast, needs_spotter, spotters, spotting_faults
from adjudicator.position import Position
from tests.battle_for_normandy.build import around, board, hexes, hq, sides, situation, unit

TARGET, GUN = "c2020", "c2027"
NEXT, TWO, THREE, FOUR = "c2021", "c2022", "c2023", "c2024"


def scene(at: str, word: str = "inf", terrain: dict[str, str] | None = None, **more: Any) -> Position:
    features, edges = more.pop("features", None), more.pop("edges", None)
    ground = board(hexes("c1505", "c2540"), terrain=terrain, features=features, sides=edges)
    own = more.pop("division", "us-1")
    gun = unit("us-g", "artillery", division=more.pop("gun_division", "us-1"))
    placed = [(gun, GUN), (unit("us-s", word, division=own), at), (unit("ge-1", "inf"), TARGET)]
    return situation(ground, *placed, *more.pop("also", ()), phase="combat", **more)


def seen(here: Position, gun: str = "us-g") -> tuple[str, ...]:
    return spotters(here, gun, TARGET)


@pytest.mark.parametrize(("at", "found"), [(NEXT, True), (TWO, True), (THREE, False)])
def test_two_hexes_over_open_ground(at: str, found: bool) -> None:
    assert bool(seen(scene(at))) is found


@pytest.mark.parametrize("ground", ["beach", "clear", "flooded", "farmland"])
def test_open_ground(ground: str) -> None:
    assert seen(scene(TWO, terrain={TARGET: ground, NEXT: ground})) == ("us-s",)


@pytest.mark.parametrize("ground", ["bocage", "forest", "city"])
def test_other_ground_wants_an_adjacent_spotter(ground: str) -> None:
    assert seen(scene(TWO, terrain={TARGET: ground})) == ()
    assert seen(scene(NEXT, terrain={TARGET: ground})) == ("us-s",)


def test_one_open_way_between_is_enough() -> None:
    assert _between(TWO) == [NEXT]
    ring = [n for n in around(TARGET, radius=2) if len(_between(n)) == 2]
    first, second = _between(ring[0])
    assert seen(scene(ring[0], terrain={first: "forest"})) == ("us-s",)
    assert seen(scene(ring[0], terrain={first: "forest", second: "forest"})) == ()


def _between(frm: str) -> list[str]:
    """Hexes on the ways of two steps from a hex to the target."""
    if terms.distance(frm, TARGET) != 2:
        return []
    return [n for n in terms.neighbours(frm) if terms.distance(n, TARGET) == 1]


def test_a_village_is_no_open_ground() -> None:
    assert seen(scene(TWO, features={TARGET: {"settlement": "village"}})) == ()


def test_the_ground_of_the_spotter_does_not_matter() -> None:
    assert seen(scene(TWO, terrain={TWO: "forest"})) == ("us-s",)


def test_a_hill_sees_one_hex_farther_over_open_ground_only() -> None:
    hill = {THREE: {"level": 1}, FOUR: {"level": 1}}
    assert seen(scene(THREE, features=hill)) == ("us-s",)
    assert seen(scene(FOUR, features=hill)) == ()
    assert seen(scene(THREE, features=hill, terrain={TWO: "bocage"})) == ()


def test_at_night_adjacent_only() -> None:
    assert seen(scene(TWO, time="night")) == ()
    assert seen(scene(NEXT, time="night")) == ("us-s",)


def test_out_of_supply_nobody_spots() -> None:
    assert seen(scene(NEXT, marks={"us-s": {"general-supply": "out"}})) == ()


def test_spotter_and_gun_are_of_one_division_or_attached() -> None:
    hqs = [(hq("us-1"), "c2030"), (hq("us-29"), "c2032")]
    assert seen(scene(NEXT, gun_division="", also=hqs)) == ("us-s",)
    assert seen(scene(NEXT, division="", also=hqs)) == ("us-s",)


def test_the_other_army_does_not_spot() -> None:
    also = [(unit("br-s", "inf"), "c2019")]
    assert seen(scene("c2030", also=also)) == ()


def test_strongpoints_and_guns_spot_support_units_do_not() -> None:
    assert seen(scene(NEXT, word="sp", division="")) == ("us-s",)
    assert seen(scene(NEXT, word="avre", division="")) == ()


def test_a_ship_sees_the_coast_and_nothing_inland() -> None:
    coast = {TARGET: {"coastal": True}}
    ship = [(unit("us-dd", "destroyer"), "c1525")]
    here = scene(THREE, also=ship, features=coast)
    assert spotters(here, "us-dd", TARGET) == ("us-dd",)
    assert not needs_spotter(here, here.pieces["us-dd"], TARGET)
    away = scene(THREE, also=[(unit("us-dd", "destroyer"), "c1530")], features=coast)
    assert needs_spotter(away, away.pieces["us-dd"], TARGET)
    inland = scene(THREE, also=ship)
    assert spotters(inland, "us-dd", TARGET) == ()
    assert spotters(scene(TWO, also=ship), "us-dd", TARGET) == ("us-s",)


def test_a_bluff_makes_a_coast() -> None:
    here = scene(TWO, edges=sides(f"{NEXT}/{TWO}", kind="bluff"))
    assert is_coast(here, TWO)
    assert not is_coast(here, TARGET)


def test_ships_are_seen_from_the_coast_up_to_ten_hexes_by_day() -> None:
    sea, far = "c2010", "c2009"
    terrain = {sea: "sea", far: "sea"}
    ship = unit("us-bb", "bb")
    spotter = (unit("ge-s", "inf", division="ge-352"), TARGET)
    gun = (unit("ge-g", "artillery", division="ge-352"), "c2025")

    def look(at: str, coastal: bool = True, **more: Any) -> tuple[str, ...]:
        ground = board(hexes("c1505", "c2540"), terrain=terrain, features={TARGET: {"coastal": coastal}})
        return spotters(situation(ground, (ship, at), spotter, gun, side="german", **more), "ge-g", at)

    assert look(sea) == ("ge-s",)
    assert look(far) == ()
    assert look(sea, coastal=False) == ()
    assert look(sea, time="night") == ()


def test_a_fixed_battery_with_a_facing_needs_nobody_against_ships() -> None:
    ground = board(hexes("c1505", "c2540"), terrain={"c2010": "sea"})
    placed = [(unit("ge-b", "battery"), TARGET), (unit("us-bb", "bb"), "c2010")]
    marks = {"ge-b": {"facing": 2}}
    here = situation(ground, *placed, marks=marks, options={"22.7o": "B"})
    assert spotters(here, "ge-b", "c2010") == ("ge-b",)
    assert spotters(situation(ground, *placed, marks=marks), "ge-b", "c2010") == ()


def test_the_sentence() -> None:
    assert spotting_faults(scene(NEXT), "us-g", TARGET) == []
    assert [s for s, _ in spotting_faults(scene(THREE), "us-g", TARGET)] == ["13.2"]


def test_the_sea_is_no_coast() -> None:
    assert not is_coast(scene(NEXT, terrain={TWO: "sea"}, features={TWO: {"coastal": True}}), TWO)
