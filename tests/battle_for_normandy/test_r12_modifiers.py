"""Every modifier of the combat die."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adjudicator.battle_for_normandy.r12 import modifiers as r12_modifiers
from adjudicator.battle_for_normandy.r12.modifiers import (
    engineer_of,
    historical,
    is_major,
    night,
    regiment_of,
    settled,
)
from adjudicator.position import Position
from maps import filing
from tests.battle_for_normandy.build import unit
from tests.battle_for_normandy.fighting import EAST, NORTH, TARGET, WEST, attack, field, fought, lined, troops

FOE = (troops(6, "ge-1"), TARGET)
OURS = (troops(6, "us-1"), EAST)


def on(terrain: str = "clear", **features: Any) -> Any:
    return field(terrain={TARGET: terrain}, features={TARGET: features})


def others(here: Position, **more: Any) -> dict[str, int]:
    """Section -> value of the modifiers that are neither terrain nor Night and weather."""
    return {s: v for s, _, v in r12_modifiers.others(here, attack(here, **more))}


@pytest.mark.parametrize(
    ("terrain", "settlement", "drm"),
    [
        ("clear", "", 0), ("farmland", "", -1), ("forest", "", -2), ("bocage", "", -3), ("city", "", -3),
        ("flooded", "", 2), ("clear", "village", -1), ("clear", "town", -2), ("farmland", "town", -3),
        ("bocage", "village", -3), ("forest", "town", -3), ("flooded", "village", 1), ("beach", "", 0),
    ],
)  # fmt: skip
def test_terrain_and_settlements_are_cumulative_to_three(terrain: str, settlement: str, drm: int) -> None:
    assert lined(fought(OURS, FOE, on=on(terrain, settlement=settlement))).drm == drm


@pytest.mark.parametrize(("terrain", "settlement", "drm"), [("city", "", -2), ("clear", "town", -1)])
def test_tanks_alone_in_a_city_or_town(terrain: str, settlement: str, drm: int) -> None:
    tanks = (unit("ge-p", "panzer"), TARGET)
    assert lined(fought(OURS, tanks, on=on(terrain, settlement=settlement))).drm == drm
    mixed = fought(OURS, tanks, FOE, on=on(terrain, settlement=settlement))
    assert lined(mixed).drm == drm - 1


def test_a_poi_needs_tanks_or_guns() -> None:
    assert lined(fought(OURS, FOE, on=on(poi=True))).drm == 0
    for word in ("panzer", "at", "heavy-flak"):
        assert lined(fought(OURS, FOE, (unit("ge-2", word), TARGET), on=on(poi=True))).drm == -1
    assert lined(fought(OURS, FOE, (unit("ge-2", "flak"), TARGET), on=on(poi=True))).drm == 0


def test_trap_51_tanks_alone_in_a_town_with_a_poi() -> None:
    here = fought(OURS, (unit("ge-p", "panzer"), TARGET), on=on("clear", settlement="town", poi=True))
    assert sorted(v for _, _, v in settled(here, TARGET, tuple(here.units_in(TARGET)))) == [-1, -1]


def test_uphill_only_if_every_attacker_is_below() -> None:
    low = on(level=1)
    assert lined(fought(OURS, FOE, on=low)).drm == -1
    level = field(features={TARGET: {"level": 1}, WEST: {"level": 1}})
    assert lined(fought(OURS, FOE, on=level)).drm == -1
    assert lined(fought(OURS, (troops(4, "us-2"), WEST), FOE, on=level)).drm == 0
    down = field(features={EAST: {"level": 2}})
    assert lined(fought(OURS, FOE, on=down)).drm == 0


def test_night_and_weather() -> None:
    assert lined(fought(OURS, FOE, time="night")).drm == -1
    assert lined(fought(OURS, FOE, weather="heavy-rain")).drm == -1
    assert lined(fought(OURS, FOE, weather="storm", time="night")).drm == -3
    assert night(fought(OURS, FOE, weather="light-showers")) == []


def test_a_recon_unit_alone_in_covering_terrain() -> None:
    scout = (unit("ge-r", "recon"), TARGET)
    assert lined(fought(OURS, scout, on=on("forest"))).drm == -3
    assert lined(fought(OURS, scout)).drm == 0
    assert lined(fought(OURS, scout, FOE, on=on("forest"))).drm == -2
    uphill = fought(OURS, scout, on=on(level=1))
    assert "12.6.3" not in others(uphill)


@pytest.mark.parametrize(
    ("words", "drm"),
    [(("co", "co", "co", "croc"), 2), (("inf", "co", "avre"), 1), (("inf", "co"), 0)],
)
def test_units_beyond_the_second_on_a_beach(words: tuple[str, ...], drm: int) -> None:
    crowd = [(unit(f"br-{n}", word), TARGET) for n, word in enumerate(words)]
    here = fought((troops(6, "ge-a"), EAST), *crowd, on=on("beach"), side="german")
    assert lined(here, side="german").drm == drm


def test_ground_support_of_both_sides() -> None:
    here = fought(OURS, FOE)
    assert lined(here, air=2).drm == 2
    assert lined(here, air=3, aa=(1, 0)).drm == 2
    assert lined(here, air=3, aa=(0, 1)).drm == 2
    german = fought((troops(6, "ge-a"), EAST), (troops(6, "us-d"), TARGET), side="german")
    assert lined(german, side="german", defence_air=2, defence_aa=(0, 1)).drm == -1


def test_example_12_6_5_positive_modifiers_come_after_the_cap() -> None:
    here = fought(OURS, FOE, on=on("bocage", settlement="village"))
    assert lined(here, air=2).drm == -1


def test_night_before_or_after_the_cap() -> None:
    placed, ground = [OURS, FOE], on("bocage", settlement="village")
    assert lined(fought(*placed, on=ground, weather="heavy-rain"), air=3).drm == -1
    early = fought(*placed, on=ground, weather="heavy-rain", options={"drm-order": "B"})
    assert lined(early, air=3).drm == 0


def test_avre_and_crocodile_against_a_strongpoint() -> None:
    sp = (unit("ge-sp", "sp"), TARGET)
    foot, avre, croc = (troops(6, "br-1"), EAST), (unit("br-a", "avre"), EAST), (unit("br-c", "croc"), EAST)
    assert lined(fought(foot, avre, sp)).drm == 1
    assert lined(fought(foot, avre, croc, sp)).drm == 2
    second = (unit("br-d", "croc"), EAST)
    assert lined(fought(foot, second, croc, sp)).drm == 1
    assert lined(fought(foot, avre, croc, FOE)).drm == 0
    dug = fought(foot, croc, FOE, facts={("entrenchment", TARGET): "ready"})
    assert lined(dug).drm == 1


def test_a_crocodile_against_infantry_by_the_other_reading() -> None:
    foot, croc = (troops(6, "br-1"), EAST), (unit("br-c", "croc"), EAST)
    assert lined(fought(foot, croc, FOE, options={"crocodile-target": "B"})).drm == 1
    tanks = (unit("ge-p", "panzer"), TARGET)
    assert lined(fought(foot, croc, tanks, options={"crocodile-target": "B"})).drm == 0


def test_rhinos_with_armor_into_bocage() -> None:
    tank, rhinos = (unit("us-t", "tank"), EAST), [(unit(f"us-r{n}", "rhino"), EAST) for n in range(2)]
    assert others(fought(tank, *rhinos, FOE, on=on("bocage"))) == {"19.9": 1}
    assert others(fought(tank, *rhinos, FOE, on=on("forest"))) == {}
    apart = fought(OURS, (unit("us-r", "rhino"), EAST), (unit("us-t", "tank"), WEST), FOE, on=on("bocage"))
    assert others(apart) == {}


def test_additional_german_fires() -> None:
    guns = [(unit(f"ge-g{n}", "artillery"), "c1820") for n in range(4)]
    placed = [(troops(6, "ge-a"), EAST), *guns, (troops(6, "us-d"), TARGET)]
    bonus = {"side": "german", "support": ("ge-g0",), "bonus": ("ge-g1", "ge-g2")}
    assert others(fought(*placed, side="german", options={"12.5.1o": "B"}), **bonus) == {"12.5.1o": 1}
    assert others(fought(*placed, side="german"), **bonus) == {}


def test_a_second_major_attack_on_an_isolated_unit() -> None:
    two = [OURS, (troops(3, "us-2"), WEST), FOE]
    marks = {"ge-1": {"isolated": True}}
    assert others(fought(*two, marks=marks, options={"12.4o": "B"})) == {"12.4o": 1}
    assert others(fought(*two, marks=marks)) == {}
    assert others(fought(OURS, FOE, marks=marks, options={"12.4o": "B"})) == {}
    here = fought(*two)
    assert is_major(here, attack(here))


def test_regimental_integrity() -> None:
    def battalion(n: int, regiment: str) -> Any:
        return replace(troops(3, f"us-{n}", division="us-1"), name=f"{n}/{regiment}")

    together = [(battalion(1, "16"), EAST), (battalion(2, "16"), EAST), (battalion(3, "18"), WEST), FOE]
    apart = [(battalion(1, "16"), EAST), (battalion(2, "16"), NORTH), (battalion(3, "18"), WEST), FOE]
    option = {"12.6o": "B"}
    assert others(fought(*together, options=option)) == {}
    assert others(fought(*together, options=option), lead="us-1/16") == {}
    assert others(fought(*together, options=option), lead="us-1/18") == {"12.6o": -1}
    assert others(fought(*apart, options=option)) == {"12.6o": -1}
    assert others(fought(*apart)) == {}
    assert regiment_of(battalion(2, "18")) == "us-1/18"


def test_engineers_in_combat() -> None:
    sapper, sp = (unit("us-e", "engineer"), EAST), (unit("ge-sp", "sp"), TARGET)
    option = {"14.3o": "B"}
    assert others(fought(sapper, sp, options=option)) == {"14.3o": 1}
    assert others(fought(sapper, FOE, on=on("city"), options=option)) == {"14.3o": 1}
    assert others(fought(sapper, FOE, on=on("bocage"), options=option)) == {}
    assert others(fought(sapper, sp)) == {}
    armored = fought((unit("us-e", "armored-engineer"), EAST), FOE, on=on("bocage"), options=option)
    assert others(armored) == {"14.3o": 1}
    assert engineer_of(armored, attack(armored)) == "us-e"
    assert engineer_of(fought(sapper, sp), attack(fought(sapper, sp))) == ""


def test_commandos_and_rangers() -> None:
    sp, option = (unit("ge-sp", "sp"), TARGET), {"19.5o": "B"}
    assert others(fought((unit("br-c", "commando"), EAST), sp, options=option)) == {"19.5o": 1}
    assert others(fought((unit("us-r", "ranger"), EAST), sp, options=option)) == {"19.5o": 1}
    assert others(fought((unit("br-c", "commando-co"), EAST), sp, options=option)) == {}
    assert others(fought((unit("br-c", "commando"), EAST), FOE, options=option)) == {}
    assert others(fought((unit("br-c", "commando"), EAST), sp)) == {}


def test_quality_of_divisions() -> None:
    ours = (troops(6, "us-1", division="us-90"), EAST)
    facts = {("quality", "us-90"): 1}
    assert others(fought(ours, FOE, facts=facts)) == {}
    assert others(fought(ours, FOE, facts=facts, options={"22.1o": "B"})) == {"22.1o": 1}
    assert others(fought(ours, FOE, facts=facts, options={"22.1o": "D"})) == {"22.1o": -1}
    twice = [ours, (troops(2, "us-2", division="us-90"), WEST), FOE]
    assert others(fought(*twice, options={"22.1o": "D"})) == {"22.1o": -1}


def test_american_gliders_are_ordinary_and_british_ones_are_not() -> None:
    assert historical(filing.OURS, unit("us-g", "glider", division="us-82")) == 0
    assert historical(filing.OURS, unit("us-p", "para", division="us-82")) == 1
    assert historical(filing.OURS, unit("br-g", "glider", division="br-6")) == 1
    assert historical(filing.OURS, unit("ca-1", "inf", division="ca-3")) == -1
    assert historical(filing.OURS, unit("us-x", "inf", division="us-29")) == 0


def test_additional_fires_without_any_gun_that_lends_its_strength() -> None:
    gun = (unit("ge-g1", "artillery"), "c1820")
    here = fought(
        (troops(6, "ge-a"), EAST), gun, (troops(6, "us-d"), TARGET), side="german", options={"12.5.1o": "B"}
    )
    assert others(here, side="german", bonus=("ge-g1",)) == {}


def test_ordinary_divisions_and_corps_units_have_no_modifier() -> None:
    placed = [(troops(6, "us-1", division="us-29"), EAST), (troops(2, "us-2"), WEST), FOE]
    assert others(fought(*placed, options={"22.1o": "D"})) == {}


def test_weather_alone_may_bring_terrain_to_its_cap() -> None:
    placed, ground = [OURS, FOE], on("bocage")
    assert lined(fought(*placed, on=ground, weather="heavy-rain"), air=2).drm == -2
    early = fought(*placed, on=ground, weather="heavy-rain", options={"drm-order": "B"})
    assert lined(early, air=2).drm == -1


def test_quality_by_the_die_of_a_division_that_history_rates_otherwise() -> None:
    ours = (troops(6, "us-1", division="us-90"), EAST)
    assert others(fought(ours, FOE, options={"22.1o": "B"})) == {}
