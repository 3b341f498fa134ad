"""Artillery, ships and aircraft that support a combat."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.battle_for_normandy.r12 import support as r12_support
from adjudicator.battle_for_normandy.r12.support import (
    air_faults,
    available,
    bonus_faults,
    covers,
    gun_faults,
    limit,
    needs_ammunition,
    planes_left,
    support_faults,
)
from adjudicator.battle_for_normandy.r22.charts import has_ammunition
from adjudicator.position import Position
from maps.filing import OURS
from tests.battle_for_normandy.build import board, hexes, hq, unit
from tests.battle_for_normandy.fighting import EAST, TARGET, WEST, attack, fought, troops

FOE = (troops(6, "ge-1"), TARGET)
WIDE = board(hexes("c1505", "c2535"))
BACK = "c1720"  # three hexes away


def us(uid: str = "us-1", word: str = "inf", division: str = "us-1", **more: Any) -> Any:
    return unit(uid, word, division=division, **more)


def field_of(*placed: tuple[Any, str], side: str = "allied", **more: Any) -> Position:
    return fought(*placed, on=WIDE, side=side, **more)


def sections(here: Position, uid: str, helped: str = "allied", **more: Any) -> list[str]:
    return [s for s, _ in gun_faults(here, helped, attack(here, **more), uid)]


# --- how many ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "most", "leftover"),
    [
        (("inf", "inf", "inf", "inf"), 4, 4), (("inf",), 1, 1), (("co",), 1, 1), (("hq",), 1, 1),
        (("co", "co"), 1, 1), (("co", "co", "co"), 1, 2), (("inf", "co"), 1, 2), (("inf", "co", "hq"), 2, 2),
        (("inf", "avre"), 1, 1), (("inf", "sp"), 1, 2), ((), 0, 0),
    ],
)  # fmt: skip
def test_one_for_a_battalion_and_one_for_two_companies(
    words: tuple[str, ...], most: int, leftover: int
) -> None:
    placed = [(unit(f"us-{n}", word), EAST) for n, word in enumerate(words)]
    uids = [u.id for u, _ in placed]
    assert limit(fought(*placed), uids) == most
    assert limit(fought(*placed, options={"artillery-leftover": "B"}), uids) == leftover


def test_a_reduced_battalion_counts_as_one_and_graduated_supply_counts_heads() -> None:
    placed = [(us("us-1"), f"{EAST} reduced"), (unit("us-2", "co"), EAST), (unit("us-3", "co"), EAST)]
    uids = ["us-1", "us-2", "us-3"]
    assert limit(fought(*placed), uids) == 2
    assert limit(fought(*placed, options={"7.6.3o": "B"}), uids) == 3


def test_more_guns_than_the_force_may_call() -> None:
    guns = [(us(f"us-g{n}", "artillery"), BACK) for n in range(2)]
    here = field_of((us(), EAST), *guns, FOE)
    assert [s for s, _ in support_faults(here, "allied", attack(here), ["us-g0", "us-g1"])] == ["12.5.1"]
    assert support_faults(here, "allied", attack(here), ["us-g0"]) == []
    assert support_faults(here, "allied", attack(here), []) == []


# --- attack -----------------------------------------------------------------------------------------------


def test_ready_guns_in_range_of_the_division_support_an_attack() -> None:
    here = field_of((us(), EAST), (us("us-g", "artillery", as_=4), BACK), FOE)
    assert available(here, "allied", attack(here)) == {"us-g": 4}


def test_the_strongest_come_first() -> None:
    guns = [(us(f"us-g{n}", "artillery", as_=n), BACK) for n in (2, 5, 3)]
    here = field_of((us(), EAST), *guns, FOE)
    assert list(available(here, "allied", attack(here))) == ["us-g5", "us-g3", "us-g2"]


def test_flipped_guns_and_guns_out_of_range() -> None:
    gun = us("us-g", "artillery")
    assert sections(field_of((us(), EAST), (gun, BACK), FOE, marks={"us-g": {"flipped": True}}), "us-g") == [
        "12.5.2"
    ]
    assert sections(field_of((us(), EAST), (gun, "c2018"), FOE), "us-g") == ["12.5.3"]
    assert sections(field_of((us(), EAST), (gun, "c2030"), FOE), "us-g") == ["12.5.3"]


def test_infantry_and_enemy_guns_lend_nothing() -> None:
    here = field_of((us(), EAST), (us("us-2"), BACK), (unit("ge-g", "artillery"), BACK), FOE)
    assert sections(here, "us-2") == ["12.5.1"]
    assert sections(here, "ge-g") == ["12.5.1"]


def test_example_12_1_d_guns_of_the_other_army() -> None:
    here = field_of((unit("br-1", "inf", division="br-50"), EAST), (us("us-g", "artillery"), BACK), FOE)
    assert sections(here, "us-g") == ["12.7"]
    assert available(here, "allied", attack(here)) == {}


def test_allied_division_guns_help_their_own_division_only() -> None:
    other = us("us-g", "artillery", division="us-29")
    hqs = [(hq("us-1"), "c1820"), (hq("us-29"), "c1821")]
    two = [(us("us-1"), EAST), (us("us-2"), WEST)]  # one of them could be a guest of the 29th
    assert sections(field_of(*two, (other, BACK), *hqs, FOE), "us-g")
    assert not sections(field_of((us(), EAST), (unit("us-g", "artillery"), BACK), *hqs, FOE), "us-g")


def test_four_guests_are_one_too_many() -> None:
    guns = [(unit(f"us-c{n}", "artillery"), BACK) for n in range(4)]
    ours = [(us(f"us-{n}"), EAST if n < 2 else WEST) for n in range(4)]
    here = field_of(*ours, *guns, (hq("us-1"), "c1820"), FOE)
    names = [u.id for u, _ in guns]
    assert support_faults(here, "allied", attack(here), names[:3]) == []
    assert [s for s, _ in support_faults(here, "allied", attack(here), names)] == ["12.1"]


def test_nobody_in_combat_supply() -> None:
    marks = {"us-1": {"general-supply": "out"}}
    here = field_of((us(), EAST), (us("us-g", "artillery"), BACK), FOE, marks=marks)
    assert available(here, "allied", attack(here)) == {}
    assert support_faults(here, "allied", attack(here), ["us-g"])[0][0] == "7.6.1"
    both = field_of((us(), EAST), (us("us-2"), EAST), (us("us-g", "artillery"), BACK), FOE, marks=marks)
    assert available(both, "allied", attack(both)) == {"us-g": 4}


# --- ships ------------------------------------------------------------------------------------------------


def test_ships_support_both_armies_but_not_at_night() -> None:
    ship = (unit("us-dd", "destroyer", as_=5, range=12), BACK)
    here = field_of((unit("br-1", "inf", division="br-3"), EAST), ship, FOE)
    assert available(here, "allied", attack(here)) == {"us-dd": 5}
    dark = field_of((unit("br-1", "inf", division="br-3"), EAST), ship, FOE, time="night")
    assert sections(dark, "us-dd") == ["12.6.1"]


def test_ships_and_the_weather() -> None:
    def fires(word: str, weather: str) -> bool:
        here = field_of((us(), EAST), (unit("us-s", word, range=12), BACK), FOE, weather=weather)
        return not sections(here, "us-s")

    assert fires("destroyer", "partly-cloudy")
    assert not fires("destroyer", "light-showers")
    assert fires("bb", "light-showers")
    assert not fires("bb", "storm")


# --- defence ----------------------------------------------------------------------------------------------


def german(*placed: tuple[Any, str], **more: Any) -> Position:
    return field_of((troops(8, "ge-a"), EAST), *placed, side="german", **more)


def helps(here: Position) -> dict[str, int]:
    return available(here, "allied", attack(here, side="german"))


def test_general_supply_is_enough_in_defence() -> None:
    own = [(us(), TARGET), (us("us-g", "artillery"), BACK), (hq("us-1"), "c1820")]
    assert helps(german(*own)) == {"us-g": 4}
    assert helps(german(*own, marks={"us-g": {"general-supply": "out"}})) == {}


def test_example_12_5_4_herouvillette() -> None:
    para = [
        (unit("br-1", "para", division="br-6"), TARGET),
        (unit("br-2", "para", division="br-6"), f"{TARGET} reduced"),
    ]
    own = [(unit(f"br-g{n}", "artillery", as_=2, division="br-6"), BACK) for n in range(2)]
    heavy = [(unit("br-52", "artillery", as_=8), "c1620"), (unit("br-dd", "destroyer", as_=3), "c1620")]
    friend = (unit("br-3", "inf", division="br-3"), "c2023")
    out = {u.id: {"general-supply": "out"} for u, _ in [*para, *own]} | {"br-6-hq": {"general-supply": "out"}}
    placed = [*para, *own, *heavy, (hq("br-6"), "c1821")]
    assert helps(german(*placed, friend, marks=out)) == {"br-52": 8, "br-dd": 3}
    assert helps(german(*placed, marks=out)) == {}


def test_division_guns_need_their_hq_in_supply() -> None:
    own = [(us(), TARGET), (us("us-g", "artillery"), BACK), (hq("us-1"), "c1820")]
    here = german(*own, marks={"us-1-hq": {"general-supply": "out"}})
    assert [s for s, _ in gun_faults(here, "allied", attack(here, side="german"), "us-g")] == ["12.5.4"]
    no_hq = german(*own[:2], (hq("us-v", size="corps"), "c1822"))
    assert helps(no_hq) == {}
    assert helps(german(*own[:2])) == {"us-g": 4}  # a sketch that shows no HQ at all


def test_german_guns_of_other_divisions_attach_freely_in_defence() -> None:
    placed = [(us(), EAST), (unit("ge-1", "inf", division="ge-352"), TARGET), (hq("ge-352"), "c2220")]
    gun = unit("ge-g", "artillery", division="ge-716")
    here = field_of(*placed, (gun, "c2320"))
    assert available(here, "german", attack(here)) == {"ge-g": 4}


def test_nebelwerfer_halve_in_defence() -> None:
    here = field_of((us(), EAST), FOE, (unit("ge-nw", "nw", as_=6, range=8), "c2320"))
    assert available(here, "german", attack(here)) == {"ge-nw": 3}


def test_units_of_the_other_army_do_not_help_a_defence() -> None:
    here = german((us(), TARGET), (unit("br-g", "artillery"), BACK))
    assert helps(here) == {}


def test_moved_guns_of_pointe_du_hoc_need_infantry() -> None:
    battery = unit("ge-pdh", "battery")
    ground = board(hexes("b1101", "b1912"))
    target = "b1506"
    record = {"side": "allied", "hex": target, "attackers": ["us-1"]}
    from tests.battle_for_normandy.build import situation

    placed = [(us(), "b1505"), (troops(4, "ge-1"), target), (battery, "b1406")]
    here = situation(ground, *placed, phase="combat")
    assert "20.6" in [s for s, _ in gun_faults(here, "german", record, "ge-pdh")]
    manned = situation(ground, *placed, (troops(1, "ge-2"), "b1406"), phase="combat")
    assert "20.6" not in [s for s, _ in gun_faults(manned, "german", record, "ge-pdh")]


# --- aircraft ---------------------------------------------------------------------------------------------


def test_three_planes_at_the_most_and_no_more_than_are_left() -> None:
    here = field_of((us(), EAST), FOE, ground_support=10)
    assert planes_left(here, attack(here)) == 3
    assert air_faults(here, "allied", attack(here), 3) == []
    assert [s for s, _ in air_faults(here, "allied", attack(here), 4)] == ["11.4"]
    few = field_of((us(), EAST), FOE, ground_support=1)
    assert planes_left(few, attack(few)) == 1
    assert [s for s, _ in air_faults(few, "allied", attack(few), 2)] == ["11.4"]
    assert air_faults(few, "allied", attack(few), 0) == []
    assert air_faults(few, "allied", attack(few), -1)


@pytest.mark.parametrize(
    "more", [{"time": "night"}, {"weather": "storm"}, {"weather": "heavy-rain"}, {"date": 6}]
)
def test_when_nobody_flies(more: dict[str, Any]) -> None:
    here = field_of((us(), EAST), FOE, ground_support=10, **more)
    assert planes_left(here, attack(here)) == 0
    assert [s for s, _ in air_faults(here, "allied", attack(here), 1)] == ["11.4"]


def test_the_german_player_has_no_planes() -> None:
    here = german((us(), TARGET), ground_support=5)
    assert air_faults(here, "german", attack(here, side="german"), 1)
    assert air_faults(here, "allied", attack(here, side="german"), 1) == []


def test_armored_column_cover() -> None:
    tank = (unit("us-t", "tank", division="us-2-armd"), EAST)
    option = {"22.12o": "B"}
    here = field_of(tank, FOE, date=55, options=option)
    assert covers(here, attack(here)) == ("us-2-armd",)
    assert planes_left(here, attack(here)) == 1
    assert planes_left(field_of(tank, FOE, date=54, options=option), attack(here)) == 0
    assert planes_left(field_of(tank, FOE, date=55), attack(here)) == 0
    spent = field_of(tank, FOE, date=55, options=option, facts={("column-cover", "us-2-armd"): True})
    assert planes_left(spent, attack(here)) == 0


# --- optional rules ---------------------------------------------------------------------------------------


def test_additional_fires_are_limited() -> None:
    guns = [(unit(f"ge-g{n}", "artillery"), BACK) for n in range(4)]
    here = field_of((troops(8, "ge-a"), EAST), *guns, (us(), TARGET), side="german", options={"12.5.1o": "B"})

    def faults(support: tuple[str, ...], bonus: tuple[str, ...]) -> list[str]:
        return [s for s, _ in bonus_faults(here, attack(here, side="german", support=support, bonus=bonus))]

    assert faults(("ge-g0",), ()) == []
    assert faults(("ge-g0",), ("ge-g1",)) == []
    assert faults(("ge-g0",), ("ge-g1", "ge-g2")) == ["12.5.1o"]
    assert faults(("ge-g0",), ("ge-g0",)) == ["12.5.1o"]
    plain = field_of((troops(8, "ge-a"), EAST), *guns, (us(), TARGET), side="german")
    assert bonus_faults(plain, attack(plain, side="german", support=("ge-g0",), bonus=("ge-g1",)))


def test_ammunition_of_the_gebh40() -> None:
    gun = (unit("ge-g", "artillery", marks=("gebh40",)), BACK)
    assert needs_ammunition(field_of(gun, options={"22.2o": "B"}), "ge-g")
    assert not needs_ammunition(field_of(gun), "ge-g")
    assert [has_ammunition(OURS, n) for n in range(1, 7)] == [True] * 4 + [False] * 2


def test_guns_are_looked_up_once_for_a_position() -> None:
    here = field_of((us(), EAST), (us("us-g", "artillery"), BACK), FOE)
    assert r12_support._guns(here, "allied") is r12_support._guns(here, "allied")


def test_heavy_german_guns_fire_once_a_day_with_the_option() -> None:
    marks = {"ge-g": {"fired-day": True}}
    placed = [(troops(8, "ge-a"), EAST), (us(), TARGET)]

    def faults(strength: int, **more: Any) -> list[str]:
        gun = unit("ge-g", "artillery", as_=strength)
        here = field_of(*placed, (gun, BACK), side="german", marks=marks, **more)
        return sections(here, "ge-g", "german", side="german")

    assert faults(4, options={"12.5.1o-day": "B"}) == ["12.5.1o"]
    assert faults(3, options={"12.5.1o-day": "B"}) == []
    assert faults(4) == []


# --- the artillery example of section 23 ------------------------------------------------------------------


def british(uid: str, word: str = "inf", division: str = "br-49", **more: Any) -> Any:
    return unit(uid, word, division=division, **more)


def test_example_23_attack_with_a_tank_and_two_corps_guns_attached() -> None:
    ours = [(british(f"br-{n}"), EAST) for n in range(3)]
    tank = (british("br-3coly", "tank", division=""), WEST)
    guns = [
        (british("br-69", "artillery"), BACK), (british("br-25", "artillery", division=""), BACK),
        (british("br-84", "artillery", division=""), BACK),
        (british("br-121", "artillery", division=""), BACK),
    ]  # fmt: skip
    here = field_of(*ours, tank, *guns, (hq("br-49"), "c1820"), FOE)
    assert support_faults(here, "allied", attack(here), ["br-69", "br-25", "br-84"]) == []
    assert support_faults(
        here, "allied", attack(here), ["br-69", "br-25", "br-84", "br-121"]
    )  # a fourth guest


def test_example_23_defence_of_engineers_that_are_cut_off() -> None:
    engineers = (british("br-e", "engineer"), TARGET)
    tanks = (british("br-44", "tank", division="br-4-armd"), "c2023")
    fired = [(british(f"br-g{n}", "artillery"), "c1620") for n in range(3)]
    left = (british("br-107", "artillery", division="", as_=4), "c1620")
    marks: dict[str, dict[str, Any]] = {f"br-g{n}": {"flipped": True} for n in range(3)}
    marks |= {"br-e": {"general-supply": "out"}}
    here = german(engineers, tanks, *fired, left, (hq("br-49"), "c1621"), marks=marks)
    assert helps(here) == {"br-107": 4}
    alone = german(engineers, *fired, left, (hq("br-49"), "c1621"), marks=marks)
    assert helps(alone) == {}


def test_guns_off_the_map_and_corps_hqs() -> None:
    here = field_of((us(), EAST), (us("us-g", "artillery"), "turn-track"), FOE)
    assert sections(here, "us-g") == ["12.5.1"]


def test_allied_guns_of_another_division_do_not_help_a_defence() -> None:
    other = us("us-g", "artillery", division="us-29")
    placed = [(us(), TARGET), (other, BACK), (hq("us-1"), "c1820"), (hq("us-29"), "c1821")]
    here = german(*placed)
    assert [s for s, _ in gun_faults(here, "allied", attack(here, side="german"), "us-g")] == ["7.2"]
    corps_only = german((unit("us-1", "inf"), TARGET), *placed[1:])
    assert [s for s, _ in gun_faults(corps_only, "allied", attack(corps_only, side="german"), "us-g")] == [
        "12.5.4"
    ]
