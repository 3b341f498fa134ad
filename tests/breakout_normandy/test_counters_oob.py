"""The order of battle behind the counters of Breakout: Normandy, and whether its scale makes a campaign."""

from __future__ import annotations

import datetime as dt
import itertools
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import counters
from counters.catalog import Unit, load_units
from maps.loader import read_toml
from tests.every import for_every

UNITS = load_units("breakout-normandy")
OOB = read_toml(
    Path(counters.__file__).parent / "breakout_normandy" / "oob.toml",
    ["last_day", "sheets", "per_sheet", "reasons", "formation"],
)
FORMATIONS: Mapping[str, Mapping[str, Any]] = {f["id"]: f for f in OOB["formation"]}
GERMAN_START = [u for u in UNITS.values() if u.side == "german" and u.arrival is None]
BEACHES = [f"{name}-beach" for name in ("utah", "omaha", "gold", "juno", "sword")]
ZONES = {f"zone-{letter}" for letter in "abcde"}
FACTORS = ("af", "df", "mf", "spent_df")


def number(value: int | None) -> int:
    assert value is not None
    return value


# --- the order of battle ---------------------------------------------------------------------------------

_REGIMENTS = """
91: 1057 1058; 243: 920 921 922; 352: 914 915 916; 709: 729 739 919; 711: 731 744; 716: 726 736;
21Pz: 22 125 192; 12SS: 12 25 26; Lehr: 130 901 902; 77: 1049 1050; 346: 857 858; 353: 941 942 943;
17SS: 37 38; 3FJ: 5 8 9; 2Pz: 2 3 304; 275: 983 984 985; 1SS: 1 2; 2SS: 3 4; 9SS: 19 20; 10SS: 21 22;
276: 986 987 988; 277: 989 990 991; 16LW: 31 32 46; 5FJ: 13 14 15; 1: 16 18 26; 2: 9 23 38; 4: 8 12 22;
8: 13 28 121;
9: 39 47 60; 29: 115 116 175; 30: 117 119 120; 79: 313 314 315; 83: 329 330 331; 90: 357 358 359;
82AB: 325 505 507 508; 101AB: 327 501 502 506; 2Arm: A B; 3Arm: A B; 3: 8 9 185; 15: 44 46 227;
43: 129 130 214; 49: 70 146 147; 50: 69 151 231; 51: 152 153 154; 53: 71 158 160; 59: 176 177 197;
3Can: 7 8 9; 6AB: 3 5 6; 7Arm: 22 131; 11Arm: 29 159; Gds: 5 32;
german-army-troops: 6 7 8 9 30 100 101 102 206 439 441 503 642 654 1039 1040 1041;
british-army-troops: 1 3 4 5 8 27 31 33 34 56;
us-army-troops: 2 5 V VII VIII XIX
"""
REGIMENTS = dict(entry.strip().split(": ", 1) for entry in _REGIMENTS.replace(";\n", ";").split(";"))


def words(names: Iterable[str]) -> set[str]:
    return {word for name in names for word in re.findall(r"\w+", name)}


@for_every(REGIMENTS)
def test_every_regiment_is_present_or_left_out_with_a_reason(formation: str) -> None:
    parts = FORMATIONS[formation]["parts"]
    assert set(REGIMENTS[formation].split()) <= words(p["name"] for p in parts)


@for_every(FORMATIONS.values())
def test_parts_of_a_formation(formation: Mapping[str, Any]) -> None:
    """A counter or a reason, never both; a counter carries its division's label and comes when that did."""
    assert set(formation) == {"id", "name", "nationality", "present_from", "source", "parts"}
    assert formation["source"].startswith("history: ")
    for part in formation["parts"]:
        assert set(part) in ({"name", "units"}, {"name", "left_out"})
        assert part.get("left_out", "july") in OOB["reasons"]
        for unit in (UNITS[u] for u in part.get("units", [])):
            assert unit.nationality == formation["nationality"]
            assert unit.division in {formation["id"], ""}
            assert dt.date(1944, 6, unit.arrival or 6) >= formation["present_from"]


def test_every_counter_stands_in_the_order_of_battle_once() -> None:
    listed = [u for f in OOB["formation"] for p in f["parts"] for u in p.get("units", [])]
    assert sorted(listed) == sorted(UNITS)


def test_every_division_label_is_a_formation() -> None:
    assert {u.division for u in UNITS.values()} - {""} <= set(FORMATIONS)


def test_every_reason_is_used_and_late_formations_are_out_entirely() -> None:
    used = {p["left_out"] for f in OOB["formation"] for p in f["parts"] if "left_out" in p}
    assert used == set(OOB["reasons"])
    for formation in OOB["formation"]:
        if formation["present_from"] > OOB["last_day"]:
            assert all(p.get("left_out") == "july" for p in formation["parts"])


@for_every(FORMATIONS.values())
def test_no_regiment_that_came_in_june_is_left_out(formation: Mapping[str, Any]) -> None:
    """Only support, what never fought here, and what came in July has no counter."""
    came_late = {p["name"] for p in formation["parts"] if p.get("left_out") == "july"}
    present = formation["present_from"] <= OOB["last_day"]
    assert not present or len(came_late) < len(formation["parts"])
    for part in formation["parts"]:
        if (
            re.search("Grenadier Rgt|Infantry (Rgt|Bde)|J\u00e4ger Rgt|Artillery Rgt", part["name"])
            and present
        ):
            assert "units" in part or part["left_out"] == "july"


def test_divisional_artillery() -> None:
    """16.12: a division that fights as one has one artillery unit."""
    guns = Counter(u.division for u in UNITS.values() if u.type == "field-artillery" and u.division)
    assert set(guns.values()) == {1}
    full = Counter(u.division for u in UNITS.values() if u.division and u.is_point and not u.airborne)
    lacking = {d for d, n in full.items() if n >= 2 and d not in guns}
    assert lacking == set()


# --- a scale that is smooth, and a campaign that is open -------------------------------------------------

_MOBILE = [u for u in UNITS.values() if u.is_point]


def test_regiments_of_one_division_are_equal() -> None:
    """One division and one kind and size of unit: one set of factors."""
    for a, b in itertools.combinations(_MOBILE, 2):
        if a.division and (a.division, a.kind, a.size) == (b.division, b.kind, b.size):
            assert [getattr(a, c) for c in FACTORS] == [getattr(b, c) for c in FACTORS]


@given(st.sampled_from(_MOBILE), st.sampled_from(_MOBILE))
def test_spent_strength_follows_fresh_strength(a: Unit, b: Unit) -> None:
    if number(a.df) > number(b.df):
        assert number(a.spent_df) >= number(b.spent_df)


@given(st.sampled_from(_MOBILE))
def test_spent_strength_is_about_half(unit: Unit) -> None:
    assert abs(2 * number(unit.spent_df) - number(unit.df)) <= 2


_ORDER = """
ge-12ss-25 > ge-21pz-192; ge-6-fs > ge-1057; ge-3fj-9 > ge-6-fs; ge-916 > ge-726; ge-1057 > ge-916;
ge-726 > ge-1-919; us-1-16 > us-29-116; us-29-116 > us-90-357; us-2arm-cca > br-8-armd;
br-50-231 > br-49-70; br-7arm-22 > br-8-armd; ge-12ss-pz > ge-100-pz; ge-vierville > ge-martin;
ge-9ss-pz > ge-10ss-pz; ge-3fj-9 > ge-5fj-15; ge-277-989 > ge-16lw-46
"""


@pytest.mark.parametrize("pair", [p.strip() for p in _ORDER.split(";")])
def test_order_of_strength(pair: str) -> None:
    a, b = (UNITS[name] for name in pair.split(" > "))
    assert number(a.df) + (a.af or 0) > number(b.df) + (b.af or 0)
    assert number(a.spent_df) >= number(b.spent_df)


def test_germans_are_spread_over_the_board() -> None:
    here = Counter(u.entry[0] for u in GERMAN_START)
    assert len(here) >= 30
    assert max(here.values()) <= 6
    assert {"zone-a", "zone-b"} <= set(here)


def test_the_coast_is_thin_and_the_reserves_are_not() -> None:
    """Most of what stands on a Beach is weak; the mobile German units on the board are few."""
    beach = [u for u in GERMAN_START if u.entry[0] in BEACHES and u.type == "infantry"]
    panzer = [u for u in GERMAN_START if u.type == "armor"]
    assert sum(number(u.df) for u in beach) / len(beach) < 3
    assert len(panzer) == 2


@pytest.mark.parametrize(
    ("day", "low", "high"), [(7, 1.2, 2.2), (12, 1.0, 1.8), (26, 1.1, 1.9), (30, 1.0, 1.6)]
)
def test_balance_of_attack_factors(day: int, low: float, high: float) -> None:
    """The Allies lead in attack by each week's end, without walking over."""
    here = [u for u in UNITS.values() if u.is_point and (u.arrival or 6) <= day]
    german = sum(number(u.af) for u in here if u.side == "german")
    assert low <= sum(number(u.af) for u in here if u.side == "allied") / german <= high


def test_reinforcements_of_the_short_game() -> None:
    """5.3: each nationality has arrivals within 12 June, and some after it for the Extended Game."""
    for nationality in ("german", "us", "british"):
        days = [u.arrival for u in UNITS.values() if u.nationality == nationality and u.arrival is not None]
        assert sum(7 <= d <= 12 for d in days) >= 10
        assert any(d > 12 for d in days)


def test_every_zone_is_somebodys_way_in() -> None:
    assert {e for u in UNITS.values() for e in u.entry if e in ZONES} == ZONES


def test_landing_rate_is_possible() -> None:
    """19.3: five landings for each impulse; a day has three impulses to spare at a Beach."""
    daily = Counter((u.entry[0], u.arrival) for u in UNITS.values() if u.side == "allied" and u.arrival != 6)
    assert max(daily.values()) <= 5
