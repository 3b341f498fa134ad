"""The counter mix of The Dark Summer: two sheets, whole divisions, what the rulebook says of single units."""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from pathlib import Path

import pytest

import counters
import maps
from adjudicator.dark_summer import terms
from counters.catalog import HEX_TYPES, HEX_UNIT_COLUMNS, Unit, load_markers, load_units
from maps.board import edge_id
from maps.dark_summer.board import load_board
from maps.dark_summer.grid import GRID
from maps.loader import read_rows
from module_builder.data import check_divisions
from tests.every import for_every

GAME = "dark-summer"
UNITS = load_units(GAME)
MARKERS = load_markers(GAME)
BOARD = load_board()
HIDDEN = [u for u in UNITS.values() if "hidden" in u.marks]
COUNTERS = [u for u in UNITS.values() if "hidden" not in u.marks]
KNOWN = {
    "sp": [u for u in COUNTERS if u.type == "strongpoint"],
    "ost": [u for u in COUNTERS if "ost" in u.marks],
}
FOLDER = Path(counters.__file__).parent / "dark_summer"
OOB = tomllib.loads((FOLDER / "oob.toml").read_text(encoding="utf-8"))
SYMBOLS = Path(maps.__file__).parent / "dark_summer" / "setup_symbols.csv"


def of(division: str, nationality: str) -> list[Unit]:
    return [u for u in COUNTERS if (u.division, u.nationality) == (division, nationality)]


def at_start(unit: Unit) -> bool:
    return unit.arrival is None and unit.entry != ("turn-track",)


# Game Components: two sheets of 192


def test_units_and_markers_fill_two_sheets() -> None:
    assert len(COUNTERS) + sum(m.count for m in MARKERS.values()) == OOB["sheets"] * OOB["per_sheet"] == 384


def test_titles_are_unique() -> None:
    assert not [title for title, n in Counter(u.title for u in UNITS.values()).items() if n > 1]


def test_no_id_holds_a_value_or_a_turn() -> None:
    assert all(u.id.split("-")[0] in {"us", "fr", "br", "ca", "po", "ge"} for u in UNITS.values())
    for stable in ("us-29-116", "ge-352-914", "ge-12ss-25", "ge-101-tiger"):
        assert stable in UNITS


def test_every_cell_has_a_source() -> None:
    for row in read_rows(FOLDER / "units.csv", HEX_UNIT_COLUMNS):
        sources, hidden = row.sources(), "hidden" in row.cells["marks"]
        for column in ("af", "df", "reduced_af", "reduced_df", "mf", "steps", "arrival", "entry", "marks"):
            if row.cells[column] and not hidden:
                assert sources.of(column).split(" ")[0] in {"reconstructed", "rule"}, (
                    row.cells["id"],
                    column,
                )


# 2.2-2.5: types, sizes, steps


def test_the_types_of_the_side_box_are_all_there() -> None:
    assert {u.type for u in COUNTERS} == set(HEX_TYPES)


@for_every(COUNTERS, name=lambda u: u.id)
def test_factors_and_steps_fit(unit: Unit) -> None:
    assert unit.af is not None
    assert unit.df is not None
    assert unit.mf is not None
    if unit.steps == 1:
        assert unit.reduced_af is unit.reduced_df is None
    else:
        assert unit.reduced_af is not None
        assert unit.reduced_df is not None
        assert 0 < unit.reduced_df < unit.df
        assert unit.reduced_af <= unit.af
        assert unit.reduced_af < unit.af or unit.type == "flak"
    assert unit.df >= 1 or "ost" in unit.marks
    assert 4 <= unit.mf <= 8 or unit.type == "strongpoint"


def test_allied_airborne_arm_follows_from_the_type() -> None:
    assert {u.division for u in COUNTERS if u.airborne} == {"82", "101", "6 AB"}


def test_panzer_divisions_are_kampfgruppen() -> None:
    for unit in COUNTERS:
        mechanized = unit.type == "mechanized" and unit.id != "ge-sturm-aok7"
        assert mechanized == (unit.size == "kampfgruppe"), unit.id
    assert len(of("17SS", "german")) == 2


def test_three_kinds_of_battalions_and_five_others() -> None:
    bns = [u for u in COUNTERS if u.size == "battalion"]
    assert len([u for u in bns if u.nationality == "us"]) == 2
    assert len([u for u in bns if "tiger" in u.marks]) == 3
    others = [u for u in bns if u.side == "german" and not {"tiger", "ost"} & set(u.marks)]
    assert len(others) == 5
    assert all(at_start(u) for u in others)
    assert len([u for u in others if u.division]) == 2


def test_brigades_regiments_and_strongpoints() -> None:
    for unit in COUNTERS:
        assert (unit.type == "strongpoint") == (unit.size == "strongpoint")
        assert unit.size != "brigade" or unit.nationality in {"british", "canadian", "polish", "german"}
        assert unit.size != "combat-command" or unit.nationality in {"us", "french"}


def test_dots_stand_on_what_is_never_replaced() -> None:
    for unit in COUNTERS:
        commandos = unit.type == "special-forces" and unit.nationality == "british"
        never = unit.airborne or commandos or unit.nationality in {"french", "polish"} or unit.type == "flak"
        assert ("dot" in unit.marks) == never, unit.id


def test_flak_has_the_values_of_its_rule() -> None:
    flak = [u for u in COUNTERS if u.type == "flak"]
    assert {(u.af, u.df, u.reduced_af, u.reduced_df, u.steps) for u in flak} == {(0, 4, 0, 2, 2)}
    assert {terms.formation(u) for u in flak} == {"III Flak"}
    assert not {terms.division_for_stack(u) for u in flak} - {""}


def test_one_ost_battalion_has_nothing() -> None:
    assert [u.af for u in KNOWN["ost"]].count(0) == 1
    assert all(u.steps == 1 for kind in KNOWN.values() for u in kind)
    assert {u.af for u in KNOWN["sp"]} == {1, 2, 3}


# Order of battle


def test_every_divisional_unit_stands_in_one_part_of_its_division() -> None:
    seen: Counter[str] = Counter()
    for row in OOB["formation"]:
        for part in row["parts"]:
            for uid in part.get("units", ()):
                seen[uid] += 1
                assert row["id"] in {UNITS[uid].division, UNITS[uid].corps}, uid
                assert row["nationality"] == UNITS[uid].nationality
    assert set(seen.values()) == {1}
    assert set(seen) == {u.id for u in COUNTERS if u.division or u.corps}


def test_divisions_are_complete() -> None:
    infantry = {"us": 3, "british": 3, "canadian": 3}
    for division in check_divisions(GAME):
        units = [u for u in COUNTERS if division.id in {u.division, u.corps}]
        units = [u for u in units if u.nationality == division.nationality]
        if {u.type for u in units} == {"infantry"} and division.nationality in infantry:
            assert division.expected == len(division.present) == 3, division.id
        if division.nationality == "us" and division.id.endswith(" Arm"):
            assert [u.name for u in units] == ["CCA", "CCB", "CCR"]
        if division.nationality != "german":
            assert not division.missing


@pytest.mark.parametrize(
    ("nationality", "divisions"),
    [
        ("us", "1 2 4 5 8 9 28 29 30 35 79 80 83 90 82 101"),
        ("british", "3 15 43 49 50 51 53 59 7A 11A GdA"),
        (
            "german",
            "77 84 85 89 91 243 265 266 271 272 275 276 277 326 331 344 346 352 353 363 708 709 711 716",
        ),
        ("german", "16LW 17LW 3FJ 5FJ 2Pz 9Pz 21Pz 116Pz Lehr 1SS 2SS 9SS 10SS 12SS 17SS"),
    ],
)
def test_the_divisions_of_the_campaign(nationality: str, divisions: str) -> None:
    for division in divisions.split():
        assert of(division, nationality), division


def test_a_division_has_one_branch() -> None:
    for unit in COUNTERS:
        if unit.division:
            assert len({u.branch for u in of(unit.division, unit.nationality)}) == 1


def test_independents_have_no_division() -> None:
    for uid in ("ge-6fj", "ge-100pz", "br-8a", "br-27a", "ca-2a", "br-1ss", "br-56", "us-cav-4", "us-rng-2"):
        assert terms.formation(UNITS[uid]) == uid


# 3.1, 8.1, 9.4: set-up and arrival


def test_what_the_rulebook_says_of_single_units() -> None:
    assert UNITS["ge-352-914"].entry == ("3207",)
    assert UNITS["ge-352-914"].steps == 2
    assert UNITS["us-82-325"].entry == ("airfield-us",)
    assert UNITS["br-6ab-6"].entry == ("airfield-british",)
    assert {u.entry for u in of("2", "us")} == {("third-wave-omaha",)}
    assert UNITS["us-rng-2"].entry == ("approach-pointe-du-hoc",)
    assert UNITS["ge-cherbourg"].entry == ("cherbourg",)


def test_seven_german_formations_arrive_on_turn_1() -> None:
    assert len({terms.formation(u) for u in COUNTERS if u.side == "german" and u.arrival == 1}) == 7


def test_arrivals_lie_within_ten_turns() -> None:
    arrivals = [u for u in COUNTERS if u.arrival is not None]
    assert {u.arrival for u in arrivals if u.side == "german"} == set(range(1, 11))
    for unit in arrivals:
        assert unit.arrival is not None
        assert 1 <= unit.arrival <= 10
        if unit.side == "german":
            assert unit.entry
            assert set(unit.entry) <= {"E", "W", "S"}, unit.id
        else:
            assert unit.entry == (), unit.id


def test_every_set_up_space_is_on_the_board_and_land() -> None:
    for unit in UNITS.values():
        for place in unit.entry if unit.arrival is None else ():
            space = BOARD.spaces[place]
            assert space.kind != "hex" or space["terrain"] not in {"sea", "flooded"}, unit.id


def test_no_hex_holds_both_sides_at_the_start() -> None:
    held: dict[str, set[str]] = {}
    for unit in UNITS.values():
        if at_start(unit):
            held.setdefault(unit.entry[0], set()).add(unit.side)
    assert all(len(sides) == 1 for sides in held.values())


def test_waves_lie_offshore() -> None:
    places = {
        "wave-1": ("approach-",),
        "wave-2": ("second-wave-",),
        "wave-3": ("third-wave-", "airfield-"),
    }
    for unit in COUNTERS:
        wave = next((m for m in unit.marks if m in places), "")
        offshore = bool(unit.entry) and BOARD.spaces.get(unit.entry[0], None) is not None
        if wave:
            assert unit.entry[0].startswith(places[wave]), unit.id
            assert unit.side == "allied"
        elif offshore and unit.arrival is None:
            assert BOARD.spaces[unit.entry[0]].kind in {"hex", "box"}, unit.id


def test_every_beach_is_assaulted_by_its_own_group() -> None:
    for beach in terms.BEACHES:
        name = str(BOARD.spaces[beach]["beach-name"])
        group = "us" if name in {"utah", "omaha"} else "british"
        landing = [u for u in COUNTERS if u.entry == (f"approach-{beach}",)]
        assert landing
        assert {terms.group_of(u) for u in landing} == {group}
    for unit in COUNTERS:
        if "wave-1" in unit.marks:
            assert not terms.is_airborne(unit)


def test_stacks_at_the_start_keep_the_limit() -> None:
    stacks: dict[str, list[Unit]] = {}
    for unit in UNITS.values():
        if at_start(unit) and BOARD.spaces[unit.entry[0]].kind == "hex":
            stacks.setdefault(unit.entry[0], []).append(unit)
    for units in stacks.values():
        assert len([u for u in units if terms.counts_for_stack(u)]) <= 4
        assert len({terms.division_for_stack(u) for u in units} - {""}) <= 1


# 3.1, 11.5: hidden units


@pytest.mark.parametrize("kind", ["sp", "ost"])
def test_a_placeholder_stands_at_each_symbol(kind: str) -> None:
    lines = [x for x in SYMBOLS.read_text(encoding="utf-8").splitlines() if x and not x.startswith("#")]
    symbols = sorted(row["hex"] for row in csv.DictReader(lines) if row["kind"] == kind)
    places = sorted(u.entry[0] for u in HIDDEN if u.id.startswith(f"ge-{kind}-hidden-"))
    assert places == symbols
    assert len(KNOWN[kind]) == len(symbols)


def test_placeholders_know_no_factor() -> None:
    assert all(u.af is u.df is u.reduced_af is None and u.steps == 1 for u in HIDDEN)
    assert {("strongpoint", False), ("garrison", True)} == {(u.type, "ost" in u.marks) for u in HIDDEN}
    assert all(u.arrival is None and u.entry == ("turn-track",) for kind in KNOWN.values() for u in kind)


def test_a_placeholder_moves_like_the_counter_it_stands_for() -> None:
    for kind, known in KNOWN.items():
        hidden = [u for u in HIDDEN if u.id.startswith(f"ge-{kind}-hidden-")]
        assert {(u.type, u.size, u.mf) for u in known} == {(u.type, u.size, u.mf) for u in hidden}


# 2.2, 7.1, 9.2, 12: markers


@pytest.mark.parametrize(
    ("marker", "count"),
    [
        ("weather-sun", 2),
        ("weather-cloud", 2),
        ("weather-showers", 3),
        ("weather-rain", 1),
        ("weather-storm", 1),
        ("chit-german", 3),
        ("chit-us", 4),
        ("chit-reaction", 4),
        ("beach", 8),
        ("augmented-omaha", 2),
    ],
)
def test_numbers_of_markers(marker: str, count: int) -> None:
    assert MARKERS[marker].count == count


def test_there_are_chits_for_every_weather() -> None:
    chits = tomllib.loads((Path(terms.__file__).parent / "chits.toml").read_text(encoding="utf-8"))
    for row in chits.values():
        assert row["us"]["chits"] <= MARKERS["chit-us"].count
        assert row["german"]["chits"] == MARKERS["chit-german"].count
        assert row["reaction"]["chits"] <= MARKERS["chit-reaction"].count
        for move, combat in row["british"]["chits"]:
            assert move <= MARKERS["chit-british-move"].count
            assert combat <= MARKERS["chit-british-combat"].count


def test_support_markers_print_the_values_of_the_rules() -> None:
    support = tomllib.loads((Path(terms.__file__).parent / "support.toml").read_text(encoding="utf-8"))
    for uid, row in support["marker"].items():
        marker = MARKERS[uid]
        assert marker.side == row["side"]
        assert (marker.attack_factor or 0) == row["value"], uid
        if row["kind"] != "naval":
            assert marker.front == f"Turn {row['arrival']}", uid


# Figure 1: the 501st stands where its ZOC covers four of six hexes (6.2)


def test_the_501st_stands_where_figure_1_shows_it() -> None:
    (where,) = UNITS["us-101-501"].entry
    near = [BOARD.spaces[n] for n in GRID.neighbours(where)]
    flooded = [s for s in near if s["terrain"] == "flooded"]
    isigny = next(s for s in near if s["town"] == "Isigny-sur-Mer")
    rivers = [s for s in near if BOARD.edges[edge_id(where, s.id)].boundary == "major-river"]
    assert (len(near), len(flooded), rivers) == (6, 1, [isigny])
