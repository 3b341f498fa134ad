"""Who may attack a hex, and with whom."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.battle_for_normandy.r12.eligibility import (
    attack_faults,
    force_faults,
    hex_faults,
    possible_attackers,
    unit_faults,
)
from adjudicator.position import Position
from tests.battle_for_normandy.build import hq, unit
from tests.battle_for_normandy.fighting import EAST, TARGET, WEST, fought, troops

FOE = (troops(6, "ge-1"), TARGET)
FAR = "c2023"


def sections(here: Position, *uids: str) -> list[str]:
    return sorted(s for s, _ in attack_faults(here, uids, TARGET))


def us(uid: str = "us-1", division: str = "us-1", word: str = "inf", **more: Any) -> Any:
    return unit(uid, word, division=division, **more)


def test_adjacent_units_of_one_division_may_attack() -> None:
    here = fought((us("us-1"), EAST), (us("us-2"), WEST), FOE)
    assert sections(here, "us-1", "us-2") == []
    assert possible_attackers(here, TARGET, "allied") == ("us-1", "us-2")


def test_a_unit_that_is_not_adjacent() -> None:
    here = fought((us(), FAR), FOE)
    assert sections(here, "us-1") == ["12.1"]
    assert possible_attackers(here, TARGET, "allied") == ()


@pytest.mark.parametrize(
    ("word", "section"),
    [
        ("artillery", "12.5.5"), ("battery", "12.5.5"), ("ship", "12.5.1"), ("truck", "12.1"),
        ("pathfinder", "12.1"), ("corps-hq", "12.4"), ("hq", "12.4"), ("sp", "12.4"),
    ],
)  # fmt: skip
def test_what_does_not_attack(word: str, section: str) -> None:
    here = fought((unit("us-x", word), EAST), FOE)
    assert [s for s, _ in unit_faults(here, "us-x", TARGET)] == [section]


def test_an_hq_with_a_strength_attacks() -> None:
    assert sections(fought((hq("us-1", as_=1), EAST), FOE), "us-1-hq") == []


def test_support_units_attack_with_others_only() -> None:
    here = fought((unit("br-1", "inf"), EAST), (unit("br-a", "avre"), EAST), FOE)
    assert sections(here, "br-1", "br-a") == []
    assert sections(here, "br-a") == ["19.6.1"]


def test_once_for_a_unit_and_once_for_a_hex() -> None:
    here = fought((us("us-1"), EAST), (us("us-2"), WEST), FOE, marks={"us-1": {"attacked": True}})
    assert sections(here, "us-1", "us-2") == ["12.1"]
    assert possible_attackers(here, TARGET, "allied") == ("us-2",)
    again = fought((us(), EAST), FOE, facts={("hex-attacked", TARGET): True})
    assert sections(again, "us-1") == ["12.1"]


def test_an_empty_hex_and_a_hex_with_ships_only() -> None:
    assert sections(fought((us(), EAST)), "us-1") == ["12.1"]
    ship = (unit("us-dd", "destroyer"), TARGET)
    assert hex_faults(fought((troops(4, "ge-1"), EAST), ship), "german", TARGET)[0][0] == "12.1"


def test_us_and_commonwealth_do_not_attack_together() -> None:
    here = fought((us(), EAST), (unit("br-1", "inf"), WEST), FOE)
    assert sections(here, "us-1", "br-1") == ["6.3"]


def test_french_fight_beside_us_units() -> None:
    here = fought((us(), EAST), (unit("fr-1", "inf"), WEST), FOE)
    assert "6.3" not in sections(here, "us-1", "fr-1")


def test_two_divisions_want_attachment() -> None:
    hqs = [(hq("us-1"), "c1820"), (hq("us-29"), "c1821")]
    many = [(us(f"us-{n}", "us-29"), WEST) for n in range(2, 5)]
    here = fought((us("us-1"), EAST), *many, *hqs, FOE)
    one = force_faults(here, ["us-1", "us-2"])
    assert one == [] or one[0][0] in {"7.2", "12.1"}
    assert force_faults(here, ["us-1", "us-2", "us-3", "us-4"]) == []  # one guest of the 29th
    both = [(us(f"us-{n}", "us-1"), EAST) for n in (5, 6)]
    crowd = fought((us("us-1"), EAST), *both, *many, *hqs, FOE)
    assert force_faults(crowd, ["us-1", "us-5", "us-6", "us-2", "us-3", "us-4"])


def test_units_of_both_sides_and_nobody() -> None:
    here = fought((us(), EAST), FOE)
    assert sections(here, "us-1", "ge-1") == ["12.1"]
    assert sections(here) == ["12.1"]


def test_units_off_the_map_and_units_held_back() -> None:
    here = fought((us(), "eliminated"), FOE)
    assert sections(here, "us-1") == ["12.1"]
    held = fought((us(), EAST), FOE, marks={"us-1": {"held-back": True}})
    assert sections(held, "us-1") == ["19.3.3"]


def test_no_hex_no_attackers() -> None:
    assert possible_attackers(fought((us(), EAST), FOE), "c9999", "allied") == ()
