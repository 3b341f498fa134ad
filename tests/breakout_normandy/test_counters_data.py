"""The counter mix of Breakout: Normandy against the rulebook's facts and the order of battle of June 1944."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from pathlib import Path

import pytest

import counters
from counters.catalog import UNIT_COLUMNS, Unit, load_markers, load_units
from counters.symbols import KINDS, SIZES
from maps.board import Board
from maps.breakout_normandy.board import load_board
from maps.loader import read_rows, read_toml
from tests.every import for_every

GAME = "breakout-normandy"
FOLDER = Path(counters.__file__).parent / "breakout_normandy"
UNITS = load_units(GAME)
MARKERS = load_markers(GAME)
OOB = read_toml(FOLDER / "oob.toml", ["last_day", "sheets", "per_sheet", "reasons", "formation"])
CELLS = {r.cells["id"]: r.cells for r in read_rows(FOLDER / "units.csv", UNIT_COLUMNS)}
US_BEACHES, BRITISH_BEACHES = ["utah-beach", "omaha-beach"], ["gold-beach", "juno-beach", "sword-beach"]
BEACHES = dict.fromkeys(US_BEACHES, "us") | dict.fromkeys(BRITISH_BEACHES, "british")
ZONES = {f"zone-{letter}" for letter in "abcde"}
AIRBORNE = ["us-82-505", "us-82-507", "us-82-508", "us-101-501", "us-101-502", "us-101-506"]
GERMAN_START = [u for u in UNITS.values() if u.side == "german" and u.arrival is None]
COASTAL = [u for u in UNITS.values() if u.type == "coastal-artillery"]
FACTORS = ("af", "df", "mf", "spent_df")


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board()


def start(space: str) -> dict[str, Unit]:
    """German units on the board in a space before D-Day."""
    return {u.id: u for u in GERMAN_START if u.entry == (space,)}


def arriving(space: str, day: int, *types: str) -> set[str]:
    """Allied units that enter at a space on a day, of the given types (all when none is given)."""
    return {
        u.id
        for u in UNITS.values()
        if u.side == "allied" and u.arrival == day and u.entry == (space,) and (not types or u.type in types)
    }


def division(label: str, kind: str = "infantry") -> list[Unit]:
    return [u for u in UNITS.values() if u.division == label and u.type == kind]


def interdictors(board: Board, beach: str) -> set[str]:
    """Coastal Artillery in or next to a Beach (19.4)."""
    near = {beach, *(other for _, other in board.neighbours(beach))}
    return {u.id for u in COASTAL if set(u.entry) & near}


def number(value: int | None) -> int:
    assert value is not None
    return value


def value(unit: str, column: str) -> int:
    """A factor that the counter must print."""
    return number(getattr(UNITS[unit], column))


# --- the shape of the table ------------------------------------------------------------------------------


def test_titles_are_unique() -> None:
    assert [t for t, n in Counter(u.title for u in UNITS.values()).items() if n > 1] == []


def test_a_label_names_one_counter_of_a_nationality_and_type() -> None:
    printed = Counter((u.nationality, u.branch, u.type, u.division, u.name) for u in UNITS.values())
    assert [key for key, n in printed.items() if n > 1] == []


@for_every(UNITS.values(), name=lambda u: u.id)
def test_vocabulary(unit: Unit) -> None:
    prefix = {"german": "ge", "us": "us", "british": "br"}[unit.nationality]
    branches = {
        "german": {"wehrmacht", "luftwaffe", "kriegsmarine", "ss"},
        "us": {"us"},
        "british": {"british", "canadian"},
    }
    assert re.fullmatch(rf"{prefix}(-[a-z0-9]+)+", unit.id)
    assert unit.side == ("german" if unit.nationality == "german" else "allied")
    assert unit.branch in branches[unit.nationality]
    assert unit.kind in KINDS
    assert unit.size in SIZES


KINDS_OF_TYPE = {
    "infantry": {"infantry", "motorised-infantry", "ranger", "commando", "panzer-grenadier", "parachute"}
    | {"glider", "fusilier", "static", "ost", "mobile"},
    "armor": {"tank"},
    "field-artillery": {"artillery", "self-propelled-artillery", "parachute-artillery", "nebelwerfer"},
    "flak": {"flak"},
    "pak": {"pak"},
    "coastal-artillery": {"coastal"},
}


def test_kind_fits_type() -> None:
    for unit in UNITS.values():
        assert unit.kind in KINDS_OF_TYPE[unit.type]
        assert unit.side == "german" or unit.type not in {"flak", "pak", "coastal-artillery"}


@for_every(UNITS.values(), name=lambda u: u.id)
def test_printed_faces(unit: Unit) -> None:
    """4.23-4.25, 4.32: stars, dashes, and a Spent side weaker than the Fresh one."""
    stars = {"flak": "*", "pak": "*", "coastal-artillery": "-"}
    cells = CELLS[unit.id]
    assert (cells["af"] in {"*", "-"}) == (unit.type in stars)
    assert cells["af"] == stars.get(unit.type, cells["af"])
    assert (cells["mf"] == "-") == (unit.type == "coastal-artillery")
    assert number(unit.spent_df) < number(unit.df)
    assert unit.mf is None or 3 <= unit.mf <= 7
    assert unit.af is None or 1 <= unit.af <= 7


def test_corps_artillery_is_field_artillery_of_no_division() -> None:
    corps = [u for u in UNITS.values() if u.corps]
    assert {u.type for u in corps} == {"field-artillery"}
    assert {u.division for u in corps} == {""}
    assert max(Counter((u.nationality, u.corps) for u in corps).values()) == 1
    free = {u.id for u in UNITS.values() if u.type == "field-artillery" and not u.division and not u.corps}
    assert free == {u.id for u in UNITS.values() if u.kind == "nebelwerfer"}


def test_all_fits_on_two_sheets() -> None:
    """4.1 names two sheets; every place is used."""
    assert (OOB["sheets"], OOB["per_sheet"]) == (2, 88 + 130)
    assert len(UNITS) + sum(m.count for m in MARKERS.values()) == OOB["sheets"] * OOB["per_sheet"]


_LATE = """
german: 1SS 5, 2SS 5, 9SS 5, 10SS 5, 276 4, 277 4, 16LW 4, 5FJ 1; us: 83 4, 3Arm 3;
british: 43 4, 53 4, 59 4, Gds 3
"""


@pytest.mark.parametrize("entry", [e.strip() for e in _LATE.split(";")])
def test_formations_of_the_last_days_of_june(entry: str) -> None:
    """All that came by 30 June has counters, though the longest game ends on the 26th (24.1)."""
    nationality, labels = entry.split(": ")
    for label, count in (pair.split() for pair in labels.split(", ")):
        found = [u for u in UNITS.values() if (u.nationality, u.division) == (nationality, label)]
        assert len(found) == int(count)
        assert all(20 <= number(u.arrival) <= 30 for u in found)


def test_who_comes_after_the_longest_game() -> None:
    """24.1: by 26 June the 83rd, the 3rd Armored and the 43rd are there, the II SS Corps is not."""
    late = {u.division for u in UNITS.values() if (u.arrival or 6) > 26}
    assert late == {"", "1SS", "9SS", "10SS", "276", "277", "16LW", "5FJ", "53", "59", "Gds"}


# --- sources ---------------------------------------------------------------------------------------------


def test_sources() -> None:
    """A factor is never history; an example that is named exists."""
    for unit in UNITS.values():
        for column in FACTORS:
            assert unit.sources.of(column).split()[0] in {"reconstructed", "example", "rule"}
        assert unit.sources.of("id") == "derived"
        for source in [unit.sources.default, *unit.sources.columns.values()]:
            found = re.fullmatch(r"example (\d+)", source)
            assert found is None or 1 <= int(found[1]) <= 11


def test_factors_from_the_rulebook_are_exactly_these() -> None:
    printed = {
        (u.id, c): getattr(u, c)
        for u in UNITS.values()
        for c in FACTORS
        if u.sources.of(c).startswith("example")
    }
    assert printed == {
        ("ge-1-919", "spent_df"): 0,
        ("ge-1057", "df"): 5,
        ("ge-1058", "af"): 4,
        ("ge-1058", "mf"): 4,
        ("ge-916", "df"): 4,
        ("ge-6-fs", "af"): 6,
        ("ge-martin", "df"): 2,
        ("ge-vierville", "spent_df"): 4,
        **{(u, "af"): 3 for u in AIRBORNE},
        **{(u, "spent_df"): 2 for u in AIRBORNE},
        ("us-4-12", "af"): 6,
        ("us-4-22", "af"): 6,
        ("us-1-16", "af"): 6,
        ("br-56", "mf"): 5,
        ("br-8-armd", "mf"): 6,
    }


# --- the Germans on 6 June, as the examples show them ----------------------------------------------------


def test_utah_has_one_defender() -> None:
    """Examples 2 and 4."""
    assert list(start("utah-beach")) == ["ge-1-919"]


def test_omaha_defenders() -> None:
    """Examples 2-4: two infantry, one Coastal and one Field Artillery unit."""
    assert set(start("omaha-beach")) == {"ge-vierville", "ge-916", "ge-726", "ge-352-art"}


def test_omaha_defense_value_with_vierville_spent() -> None:
    """Example 4: DV 10 (TEM 1, Fortification 2), and Vierville is the best Forward Unit."""
    others = ["ge-916", "ge-726", "ge-352-art"]
    best = max(value(u, "df") for u in others if UNITS[u].type != "field-artillery")
    assert value("ge-vierville", "spent_df") + 1 + 2 + len(others) == 10
    assert best + 1 + 2 + len(others) - 1 <= 10


def test_omaha_defense_value_later() -> None:
    """Example 8: two Fresh units, Forward DF 4, DV 6."""
    assert max(value(u, "df") for u in ("ge-916", "ge-726")) + 1 + 1 == 6


def test_st_mere_eglise_and_pont_labbe() -> None:
    """Example 1: nothing but the guns of Martin, nothing but the 1057th."""
    assert list(start("st-mere-eglise")) == ["ge-martin"]
    assert value("ge-martin", "df") == 2
    assert list(start("pont-labbe")) == ["ge-1057"]


def test_grandcamp() -> None:
    """Example 3: the guns, the FLAK and one more."""
    assert {"ge-grandcamp", "ge-32-flak"} < set(start("grandcamp"))
    assert len(start("grandcamp")) == 3
    assert UNITS["ge-32-flak"].size == "battalion"


def test_cap_de_la_hague_has_two_mobile_units() -> None:
    """Example 5: they cross three Areas."""
    mobile = [u for u in start("cap-de-la-hague").values() if u.mf is not None]
    assert {u.id for u in mobile} == {"ge-920", "ge-101-nw"}
    assert all(number(u.mf) >= 3 for u in mobile)


def test_cherbourg_has_three_flak_and_valognes_none() -> None:
    """Example 5."""
    assert sum(u.type == "flak" for u in start("cherbourg").values()) == 3
    assert not [u for u in start("valognes").values() if u.type == "flak"]


_GUNS = "martin st-mere-eglise, marcouf montebourg, vierville omaha-beach, grandcamp grandcamp"


@pytest.mark.parametrize("entry", [*_GUNS.split(", "), "longues port-en-bessin"])
def test_named_coastal_artillery(entry: str) -> None:
    gun, space = entry.split()
    unit = UNITS[f"ge-{gun}"]
    assert (unit.type, unit.entry) == ("coastal-artillery", (space,))
    assert unit.title == f"{unit.name} Coastal Artillery"


def test_vacant_in_example_10() -> None:
    assert not any(start(space) for space in ("verson", "villars-bocage", "tilly"))


def test_attackers_of_examples_6_and_7() -> None:
    assert (value("ge-1058", "af"), value("ge-1058", "mf")) == (4, 4)
    assert UNITS["ge-1058"].entry == ("valognes",)
    assert value("ge-6-fs", "af") == 6
    assert UNITS["ge-6-fs"].entry == ("carentan",)


def test_bretteville_in_example_10(board: Board) -> None:
    """The Spent 21 Pz FLAK Bn and the terrain make DV 3."""
    flak, tem = UNITS["ge-21pz-flak"], board.spaces["bretteville"]["tem"]
    assert flak.title == "21 Pz FLAK Bn"
    assert flak.entry == ("bretteville",)
    assert isinstance(tem, int)
    assert number(flak.spent_df) + tem == 3


def test_a_german_of_defense_7_can_reach_st_lo() -> None:
    """Example 11 needs a Forward Unit of DF 7, and the 3rd Parachute Division was the one that came."""
    seven = [u for u in UNITS.values() if u.side == "german" and u.df == 7]
    assert {u.division for u in seven} == {"3FJ"}
    assert max(number(u.df) for u in UNITS.values()) == 7


def test_interdiction_of_omaha(board: Board) -> None:
    """Example 4: exactly three Coastal Artillery units are capable of it (19.4)."""
    assert interdictors(board, "omaha-beach") == {"ge-vierville", "ge-grandcamp", "ge-longues"}


def test_interdiction_of_utah(board: Board) -> None:
    """Example 4: Marcouf alone is Fresh; Martin may have gone in the airborne assault of example 1."""
    assert interdictors(board, "utah-beach") - {"ge-martin"} == {"ge-marcouf"}


@pytest.mark.parametrize("beach", BRITISH_BEACHES)
def test_interdiction_of_the_british_beaches(board: Board, beach: str) -> None:
    """Nothing is stated but Longues at Gold; no Beach is worse than Omaha."""
    found = interdictors(board, beach)
    assert len(found) <= 3
    assert ("ge-longues" in found) == (beach == "gold-beach")


def test_every_beach_is_held() -> None:
    assert all(any(u.type == "infantry" for u in start(beach).values()) for beach in BEACHES)


# --- the Allies of 6 and 7 June --------------------------------------------------------------------------


def test_airborne_drops() -> None:
    """Example 1: four regiments, three of one division, in Area 50; two in Pont L'Abbe; Merville British."""
    mere, labbe = arriving("st-mere-eglise", 6), arriving("pont-labbe", 6)
    assert (len(mere), len(labbe)) == (4, 2)
    assert sorted(Counter(UNITS[u].division for u in mere).values()) == [1, 3]
    assert all((UNITS[u].af, UNITS[u].spent_df) == (3, 2) for u in mere | labbe)
    assert {UNITS[u].nationality for u in arriving("merville", 6)} == {"british"}


def test_airborne_attack_values() -> None:
    """Example 1: AV 7 in St. Mere Eglise, AV 4 in Pont L'Abbe."""
    mere, labbe = arriving("st-mere-eglise", 6), arriving("pont-labbe", 6)
    assert {value(u, "af") + len(mere) - 1 + 1 for u in mere} == {7}
    assert {value(u, "af") + len(labbe) - 1 for u in labbe} == {4}


def test_who_is_airborne() -> None:
    """19.5: two airborne reinforcements, both on 7 June, straight to Drop Areas that were used on D-Day."""
    air = [u for u in UNITS.values() if u.airborne]
    drops = {u.entry for u in air if u.arrival == 6}
    late = [u for u in air if u.arrival != 6]
    assert {u.side for u in air} == {"allied"}
    assert {u.kind for u in air} == {"parachute", "glider"}
    assert drops == {("st-mere-eglise",), ("pont-labbe",), ("merville",)}
    assert len(late) == 2
    assert all(u.arrival == 7 and u.entry in drops and u.kind == "glider" for u in late)
    assert {u.nationality for u in late} == {"us", "british"}


def test_only_airborne_units_enter_inland() -> None:
    for unit in UNITS.values():
        if unit.side == "allied":
            assert (unit.entry[0] in BEACHES) != unit.airborne
            assert len(unit.entry) == 1


def test_omaha_first_wave() -> None:
    """Example 4: seven infantry units, AV 14, Divisional Integrity for the 1st Division alone."""
    wave = arriving("omaha-beach", 6, "infantry")
    per_division = Counter(UNITS[u].division for u in wave if UNITS[u].division)
    assert len(wave) == 7
    assert [d for d, n in per_division.items() if n >= 3] == ["1"]
    assert max(value(u, "af") for u in wave) + 6 + 1 + 1 == 14
    assert not arriving("omaha-beach", 6, "armor")


def test_omaha_attack_of_example_8() -> None:
    """Rangers, the whole 1st Division and its artillery: AV 13."""
    force = [u for u in UNITS.values() if u.kind == "ranger" or u.division == "1"]
    assaulting = [u for u in force if u.is_point]
    guns = [u for u in force if u.type == "field-artillery"]
    assert (len(assaulting), len(guns)) == (5, 1)
    assert max(number(u.af) for u in assaulting) + 1 + 1 + 4 + 1 == 13
    assert {u.entry for u in force} == {("omaha-beach",)}
    assert arriving("omaha-beach", 6, "field-artillery") == {"us-1-art", "us-29-art"}


def test_two_ranger_battalions() -> None:
    """19.6."""
    rangers = [u for u in UNITS.values() if u.kind == "ranger"]
    assert [u.id for u in rangers] == ["us-rangers-2", "us-rangers-5"]
    assert {(u.size, u.entry) for u in rangers} == {("battalion", ("omaha-beach",))}


def test_utah_first_wave() -> None:
    """Example 4: 8 Rgt and two others of the 4th Division, AF 6."""
    wave = arriving("utah-beach", 6, "infantry")
    assert wave == {"us-4-8", "us-4-12", "us-4-22"}
    assert {value(u, "af") for u in wave} == {6}


def test_gold_second_wave() -> None:
    """Example 10: MF for 1 + 3 and a seizure, for 1 + 3 and 2; AV 8 in Clear weather."""
    pair = [UNITS["br-56"], UNITS["br-8-armd"]]
    assert [u.entry for u in pair] == [("gold-beach",)] * 2
    assert [u.mf for u in pair] == [1 + 3 + 1, 1 + 3 + 2]
    assert [u.type for u in pair] == ["infantry", "armor"]
    assert max(number(u.af) for u in pair) + 1 + 1 == 8
    assert all(u.division == "" for u in pair)


def test_st_lo_attack_of_example_11_can_be_made() -> None:
    """Two divisions of three regiments with their artillery, best AF 6."""
    for label in ("1", "2", "4", "9", "29", "30"):
        assert len(division(label)) == 3
        assert len(division(label, "field-artillery")) == 1
        assert {number(u.af) for u in division(label)} == {6}


@pytest.mark.parametrize("beach", BEACHES)
def test_d_day_units_fit_the_beach(beach: str) -> None:
    """7.1, 21.5: at least one unit that may assault, and no more than ten in all."""
    assert arriving(beach, 6, "infantry", "armor")
    assert len(arriving(beach, 6)) <= 10


# --- entry and arrival -----------------------------------------------------------------------------------


def test_entry(board: Board) -> None:
    """4.33, 19.2, 19.3: a set-up Area or Zone; Zones for German reinforcements, own Beaches for Allied."""
    for unit in UNITS.values():
        assert all(e in board.spaces for e in unit.entry)
        if unit.side == "german":
            assert (unit.arrival is None and len(unit.entry) == 1) or set(unit.entry) <= ZONES
            assert board.spaces[unit.entry[0]].kind in {"area", "zone"}
        elif not unit.airborne:
            assert BEACHES[unit.entry[0]] == unit.nationality


def test_arrival() -> None:
    for unit in UNITS.values():
        assert unit.side == "german" or unit.arrival is not None
        first = 6 if unit.side == "allied" else 7
        assert unit.arrival is None or first <= unit.arrival <= OOB["last_day"].day


def test_start_stacking() -> None:
    """7.1, 16.13: ten units and one Corps Artillery in an Area."""
    places: dict[str, list[Unit]] = defaultdict(list)
    for unit in UNITS.values():
        if unit.arrival in {None, 6}:
            places[f"{unit.side} {unit.entry[0]}"].append(unit)
    for here in places.values():
        assert len(here) <= 10
        assert sum(bool(u.corps) for u in here) <= 1


# --- markers ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("marker", "factor"),
    [("western-task-force", 8), ("ix-af", 5), ("eastern-task-force", None), ("2-taf", None)],
)
def test_bombardment_markers(marker: str, factor: int | None) -> None:
    """4.4, examples 2 and 3; where the rulebook gives no factor the file says that ours is reconstructed."""
    found = MARKERS[marker]
    assert (found.count, found.back) == (1, "Used")
    assert found.front == str(found.attack_factor)
    assert found.attack_factor == factor or found.sources.of("attack_factor") == "reconstructed"


def test_only_bombardment_markers_have_a_factor() -> None:
    """16.4, 17.1."""
    assert sum(m.attack_factor is not None for m in MARKERS.values()) == 5
    assert MARKERS["le-havre"].side == "german"


_COUNTS = (
    "advantage 1, turn 1, sunset-drm 1, construct-allied 4, construct-german 1, depot-german 6, "
    "depot-utah 1, depot-omaha 2, depot-gold 1, depot-juno 1, depot-sword 1, "
    "mulberry-gold 1, mulberry-omaha 1"
)


@pytest.mark.parametrize("entry", _COUNTS.split(", "))
def test_counts_of_the_rulebook(entry: str) -> None:
    """5.1, 12.61, 12.71, 20.21, 24.3."""
    marker, count = entry.split()
    assert MARKERS[marker].count == int(count)
    assert MARKERS[marker].sources.of("count").startswith("rule")


def test_minor_ports() -> None:
    """24.2."""
    assert {i for i in MARKERS if i.startswith("port-")} == {
        f"port-{p}" for p in ("barfleur", "carentan", "isigny", "st-vaast")
    }


def test_supply_markers() -> None:
    """5.1: four in all, one of each size for each side."""
    supply = [m for i, m in MARKERS.items() if i.startswith("supply-")]
    assert sum(m.count for m in supply) == 4
    assert sorted((m.side, m.name) for m in supply) == [
        (side, name) for side in ("allied", "german") for name in ("Supply x1", "Supply x10")
    ]


@pytest.mark.parametrize(
    ("marker", "faces"),
    [
        ("advantage", ("Allied star", "German cross")),
        ("weather", ("Clear", "Overcast")),
        ("disruption", ("Disrupt 1", "Disrupt 2")),
        ("sunset-drm", ("Sun +", "Moon -")),
        ("construct-allied", ("+1", "+2")),
        ("bridge", ("Destroyed Bridge", "Allied Held")),
    ],
)
def test_faces(marker: str, faces: tuple[str, str]) -> None:
    assert (MARKERS[marker].front, MARKERS[marker].back) == faces


def test_enough_of_the_markers_that_are_many() -> None:
    """4.5-4.7: many, and more Disruption than anything else."""
    many = {i: MARKERS[i].count for i in ("disruption", "control", "bridge")}
    assert min(many.values()) >= 12
    assert max(many, key=many.__getitem__) == "disruption"
