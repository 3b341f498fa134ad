"""Sections 13.5 and 13.5o: German guns against Allied ships."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.battle_for_normandy.r13 import ships as r13_ships
from adjudicator.battle_for_normandy.r13.counter_battery import CounterBattery
from adjudicator.battle_for_normandy.r13.ships import FireAtShip, ReturnFire
from adjudicator.position import Position
from tests.battle_for_normandy.build import unit
from tests.battle_for_normandy.combat import TARGET, asked, combat, roll
from tests.playing import choices, play, refused

GUN = unit("ge-gun", "battery", range=12, calibre=155)
SHIP = unit("us-bb", "bb", range=12)
AT_SEA = "c1721"
SEA = dict.fromkeys(("c1621", "c1620", AT_SEA, "c1720"), "sea")
COAST = {TARGET: {"coastal": True}}
SHOT = FireAtShip("ge-gun", "us-bb")


def duel(*more: Any, gun: Any = GUN, **other: Any) -> Position:
    """A battery on the coast in C2020 and a battleship at sea."""
    placed = ((gun, TARGET), (SHIP, AT_SEA), *more)
    return combat(*placed, side="german", terrain=SEA, features=COAST, **other)


def test_who_does_not_return_fire_and_is_hit_sinks() -> None:
    here = play(duel(), SHOT)
    assert asked(here) == ("allied", "return-fire")
    after = roll(play(here, ReturnFire(answer=False)), 4)
    assert after.pieces["us-bb"].space == "removed"
    missed = roll(play(here, ReturnFire(answer=False)), 5)
    assert missed.pieces["us-bb"].space == AT_SEA
    assert not missed.flag("flipped", "us-bb")


def test_who_returns_fire_fires_before_it_sinks() -> None:
    here = roll(play(duel(), SHOT, ReturnFire(answer=True)), 1)
    assert here.decision is not None
    assert here.decision.data["gun"] == "us-bb"
    assert here.pieces["us-bb"].space == AT_SEA
    after = roll(here, 1)
    assert after.pieces["us-bb"].space == "removed"
    assert after.pieces["ge-gun"].space == "eliminated"


def test_who_returns_fire_and_is_missed_must_fire() -> None:
    here = roll(play(duel(), SHOT, ReturnFire(answer=True)), 10)
    assert here.decision is not None
    assert here.decision.data["gun"] == "us-bb"
    after = roll(here, 10)
    assert after.flag("flipped", "us-bb")
    assert after.pieces["us-bb"].space == AT_SEA


def test_a_ship_that_has_fired_is_not_asked() -> None:
    here = play(duel(marks={"us-bb": {"flipped": True}}), SHOT)
    assert asked(here) == ("dice", "roll")


def test_other_ships_may_answer() -> None:
    other = unit("br-cl", "cruiser", range=12)
    here = roll(play(duel((other, AT_SEA)), SHOT, ReturnFire(answer=False)), 10)
    assert asked(here) == ("allied", "counter-battery")
    assert CounterBattery("br-cl") in choices(here, "counter-battery")


def test_a_ship_is_fired_on_once_a_phase_but_others_in_the_hex_may_be() -> None:
    other, second = unit("br-cl", "cruiser", range=12), unit("ge-gun2", "battery", range=12)
    here = duel((other, AT_SEA), (second, TARGET), marks={"us-bb": {"fired-on": True}})
    assert refused(here, SHOT) == ["13.5"]
    assert refused(here, FireAtShip("ge-gun2", "br-cl")) == []
    assert FireAtShip("ge-gun", "br-cl") in choices(here, "fire-at-ship")


@pytest.mark.parametrize(
    ("more", "section"),
    [
        ({"time": "night"}, "13.5"),
        ({"weather": "storm"}, "13.5"),
        ({"weather": "heavy-rain"}, "13.5"),
        ({"marks": {"ge-gun": {"flipped": True}}}, "12.5.2"),
    ],
)
def test_when_no_gun_fires_at_ships(more: dict[str, Any], section: str) -> None:
    assert refused(duel(**more), SHOT) == [section]


def test_a_fixed_battery_needs_no_supply_against_ships_but_a_gun_does() -> None:
    cut = {"ge-gun": {"general-supply": "out"}}
    coast = unit("ge-1", division="ge-352")
    assert refused(duel((coast, TARGET), marks=cut), SHOT) == []
    field_gun = unit("ge-gun", "artillery", range=12)
    assert refused(duel((coast, TARGET), gun=field_gun, marks=cut), SHOT) == ["7.6.1"]


def test_who_is_no_target() -> None:
    here = duel((unit("us-1"), "c1920"))
    assert refused(here, FireAtShip("ge-gun", "us-1")) == ["13.5"]
    assert refused(here, FireAtShip("ge-gun", "nobody")) == ["13.5"]


@pytest.mark.parametrize(("calibre", "space"), [(155, "turn-track"), (170, "removed")])
def test_battleships_survive_smaller_guns_by_the_option(calibre: int, space: str) -> None:
    gun = unit("ge-gun", "battery", range=12, calibre=calibre)
    here = play(duel(gun=gun, options={"13.5o": "B"}), SHOT, ReturnFire(answer=False))
    after = roll(here, 1)
    assert after.pieces["us-bb"].space == space


def test_damaged_battleships_come_back_at_night() -> None:
    here = play(duel(options={"13.5o": "B"}), SHOT, ReturnFire(answer=False))
    draft = roll(here, 1).draft()
    r13_ships.return_ships(draft)
    assert draft.pieces["us-bb"].space == "turn-track"
    draft.set("date", 11)
    draft.set("time", "night")
    r13_ships.return_ships(draft)
    assert draft.pieces["us-bb"].space == AT_SEA


def test_a_gun_without_ammunition_does_not_fire_at_ships() -> None:
    gun = unit("ge-gun", "battery", range=12, marks=("gebh40",))
    here = play(duel(gun=gun, options={"22.2o": "B"}), SHOT)
    assert here.decision is not None
    assert here.decision.data["what"] == "ship-ammunition"
    assert asked(roll(here, 1)) == ("allied", "return-fire")
    none = roll(here, 6)
    assert (none.decision, none.flag("flipped", "ge-gun")) == (None, False)


def test_they_come_back_when_the_naval_phase_opens_13_5o() -> None:
    from adjudicator.battle_for_normandy.r04_phases import enter_phase

    draft = duel(options={"13.5o": "B"}).draft()
    r13_ships.sink(draft, "us-bb", "ge-gun")
    draft.set("date", draft.number("date") + 1)
    draft.set("time", "night")
    enter_phase(draft, "naval")
    assert draft.pieces["us-bb"].space == AT_SEA


def test_only_the_option_spares_battleships_and_only_from_small_guns() -> None:
    here, heavy = duel(options={"13.5o": "B"}), unit("ge-gun", "battery", range=12, calibre=170)
    ship, gun = here.pieces["us-bb"], here.pieces["ge-gun"]
    assert r13_ships.is_spared(here, ship, gun)
    assert not r13_ships.is_spared(duel(), ship, gun)
    assert not r13_ships.is_spared(here, ship, duel(gun=heavy).pieces["ge-gun"])
