"""The counter mix of Storm Over Normandy: one sheet, whole divisions, what the rulebook says of units."""

from __future__ import annotations

import itertools
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import counters
from counters.catalog import STRIPE_UNIT_COLUMNS, Unit, load_markers, load_units
from counters.palette import load_palette
from maps.errors import DataError
from maps.loader import read_rows
from maps.storm_over_normandy.board import load_board
from module_builder.data import check_divisions
from tests.every import for_every

GAME = "storm-over-normandy"
FOLDER = Path(counters.__file__).parent / "storm_over_normandy"
UNITS = load_units(GAME)
MARKERS = load_markers(GAME)
BOARD = load_board()
STOCK = load_palette(GAME).stock
OOB = tomllib.loads((FOLDER / "oob.toml").read_text(encoding="utf-8"))
FORTS = [u for u in UNITS.values() if u.type == "strongpoint"]
TROOPS = [u for u in UNITS.values() if u.type != "strongpoint"]
LARGE = {"regiment", "brigade"}
BY_CARD = ["ge-goetz", "ge-composite"]


def named(*ids: str) -> list[Unit]:
    return [UNITS[uid] for uid in ids]


def at_start(place: str) -> list[Unit]:
    return [u for u in TROOPS if place in u.entry and u.arrival is None]


def firepower(units: Iterable[Unit]) -> int:
    return sum(u.af or 0 for u in units)


def best(units: Iterable[Unit], *, spent: bool = False) -> int:
    return max((u.spent_df if spent else u.df) or 0 for u in units)


def price(fort: Unit) -> int:
    """Damage that eliminates a strongpoint (10.0)."""
    return (fort.df or 0) - 6


# 2.0: one sheet


def test_units_and_markers_fill_one_sheet() -> None:
    assert STOCK is not None
    assert OOB["sheets"] == 1
    assert len(UNITS) + sum(m.count for m in MARKERS.values()) == OOB["per_sheet"] == STOCK.per_sheet


def test_the_sheet_is_half_of_large_and_half_of_small_counters() -> None:
    assert STOCK is not None
    large = [u for u in UNITS.values() if STOCK.side_of(u.size) == 15.875]
    assert len(large) == 8 * 11
    small = len(UNITS) - len(large) + sum(m.count for m in MARKERS.values())
    assert small == 10 * 14
    assert {STOCK.side_of(u.size) for u in UNITS.values()} | {STOCK.side_of("")} == {15.875, 12.7}


def test_titles_are_unique_and_ids_name_the_nationality() -> None:
    assert not [title for title, n in Counter(u.title for u in UNITS.values()).items() if n > 1]
    words = {"us": "us", "br": "british", "ca": "canadian", "ge": "german"}
    assert all(words[u.id[:2]] == u.nationality for u in UNITS.values())


def test_every_cell_has_a_source() -> None:
    for row in read_rows(FOLDER / "units.csv", STRIPE_UNIT_COLUMNS):
        sources = row.sources()
        for column in ("af", "df", "mf", "spent_df", "arrival", "entry"):
            if row.cells[column]:
                word = sources.of(column).split(" ")[0]
                assert word in {"reconstructed", "example", "rule"}, (row.cells["id"], column)


# 2.1.1: sides, sizes, numbers


@for_every(UNITS.values(), name=lambda u: u.id)
def test_numbers_lie_within_the_scale(unit: Unit) -> None:
    assert unit.af is not None
    assert unit.df is not None
    assert unit.spent_df is not None
    assert 0 <= unit.af <= 4
    assert 6 <= unit.df <= 11
    assert unit.df - 2 <= unit.spent_df <= unit.df
    assert (unit.mf is None) == (unit.type == "strongpoint")
    assert unit.mf is None or 1 <= unit.mf <= 6
    assert (unit.type == "strongpoint") == (unit.size == "strongpoint")


def test_a_turned_unit_is_never_stronger_and_troops_are_weaker() -> None:
    assert all((u.spent_df or 0) < (u.df or 0) for u in TROOPS)


def test_nationalities_have_their_sides() -> None:
    for unit in UNITS.values():
        assert (unit.side == "german") == (unit.nationality == "german")
    assert {u.nationality for u in UNITS.values()} == {"german", "us", "british", "canadian"}


def test_airborne_units_are_allied_and_without_stripe() -> None:
    airborne = [u for u in UNITS.values() if u.airborne]
    assert {u.type for u in airborne} == {"airborne", "glider"}
    assert all(u.side == "allied" and not u.division and u.size in LARGE for u in airborne)
    assert len(airborne) == 4 + 4 + 3
    assert all(u.airborne for u in UNITS.values() if u.type in {"airborne", "glider"})


def test_every_divisional_unit_has_a_stripe_colour_and_no_colour_is_for_nobody() -> None:
    used = {(u.nationality, u.division) for u in UNITS.values() if u.division}
    assert used == set(load_palette(GAME).divisions)


def test_only_the_two_units_of_the_cards_have_no_set_up() -> None:
    bare = [u for u in UNITS.values() if not u.entry and u.arrival is None]
    assert [u.id for u in bare] == BY_CARD
    assert [u.name for u in bare] == ["Götz Recon", "Composite Force"]
    assert {u.id for u in UNITS.values() if "card" in u.marks} == set(BY_CARD)


def test_the_two_restricted_regiments_stand_together_under_one_marker() -> None:
    first, second = named("ge-711-731", "ge-711-744")
    assert (first.division, first.name, second.name) == ("711", "731", "744")
    assert first.entry == second.entry
    assert {u.id for u in UNITS.values() if "release" in u.marks} == {first.id, second.id}


# 3.0, 10.0: strongpoints


def test_more_strongpoints_than_the_18_that_are_drawn() -> None:
    assert len(FORTS) == 24
    assert {u.entry for u in FORTS} == {("cup",)}
    assert {u.df for u in FORTS} == {7, 8, 9}


def of_beach(ratings: list[int], total: int) -> Iterator[tuple[Unit, ...]]:
    """Draws of three with these fresh ratings and this firepower in all."""
    for three in itertools.combinations(FORTS, 3):
        if sorted(u.df or 0 for u in three) == sorted(ratings) and firepower(three) == total:
            yield three


def test_example_5_the_strongpoints_of_omaha_1() -> None:
    draws = [t for t in of_beach([7, 8, 8], 2) if best(t, spent=True) == 7]
    assert draws
    assert all(sum(map(price, three)) == 5 for three in draws)
    assert not at_start("omaha-1")


def test_example_5_the_strongpoints_of_omaha_2() -> None:
    (battalion,) = at_start("omaha-2")
    assert (battalion.size, battalion.division) == ("battalion", "716")
    assert (battalion.df or 0) <= 7
    weak = [u for u in FORTS if u.df == 7 and u.af == 0]
    assert {u.spent_df for u in weak} == {7}
    assert best([battalion]) <= best(weak, spent=True) == 7
    assert any(weak[0] in three for total in range(1, 5) for three in of_beach([7, 8, 9], total))


def test_spent_strongpoints() -> None:
    assert max(u.spent_df or 0 for u in FORTS if u.df == 8) == 7
    assert {u.spent_df for u in FORTS if u.df == 9} == {8}
    assert 0 < firepower(FORTS) / len(FORTS) * 3 < 3


# The examples' arithmetic


def test_example_5_the_units_that_land_at_omaha() -> None:
    first = named("us-1-16", "us-1-18", "us-1-26", "us-rng-2")
    second = named("us-29-115", "us-29-116", "us-29-175", "us-rng-5")
    for units in (first, second):
        assert {u.entry for u in units} == {("landing-omaha-1", "landing-omaha-2")}
        assert all(u.arrival is None for u in units)
        assert best(units) == 9
    assert firepower(first) == 4
    assert firepower(second[:3]) == 3
    assert len({u.division for u in first[:3]}) == len({u.division for u in second[:3]}) == 1
    assert (second[3].name, second[3].size, second[3].division) == ("5 Rgr", "battalion", "")


@pytest.mark.parametrize("division", ["1", "29", "4", "50", "3", "3Can"])
def test_examples_2_and_4_three_of_a_division(division: str) -> None:
    units = [u for u in TROOPS if u.side == "allied" and u.division == division and u.size in LARGE]
    assert len(units) == 3
    assert {u.af for u in units} == {1}
    assert best(units) == 9


def test_example_3_a_brigade() -> None:
    assert {u.df for u in TROOPS if u.size == "brigade" and u.type == "infantry" and u.side == "allied"} == {
        9
    }


def test_example_2_the_22nd_and_another_regiment() -> None:
    spent = UNITS["ge-21pz-22"]
    others = [u for u in TROOPS if u.division == "21Pz" and u.size == "regiment" and u is not spent]
    assert spent.name == "22"
    assert all(max(spent.spent_df or 0, u.df or 0) == 10 for u in others)


def test_example_4_two_german_units() -> None:
    pairs = itertools.combinations([u for u in TROOPS if u.division == "21Pz"], 2)
    assert any(firepower(pair) == 4 and best(pair) == 10 for pair in pairs)


def test_example_1_movement() -> None:
    assert all((u.mf or 0) >= 3 for u in TROOPS if u.side == "allied")


def test_everybody_may_assault() -> None:
    assert all((u.mf or 0) >= 2 for u in TROOPS)


# 3.0, 12.1: places and turns


def test_every_place_is_a_space_of_the_map() -> None:
    for unit in UNITS.values():
        for place in unit.entry:
            assert place in BOARD.spaces, (unit.id, place)


def test_where_units_begin() -> None:
    kinds = {
        ("german", False): {"area"},
        ("german", True): {"zone"},
        ("allied", False): {"area", "landing"},
        ("allied", True): {"area", "landing"},
    }
    for unit in TROOPS:
        for place in unit.entry:
            assert BOARD.spaces[place].kind in kinds[unit.side, unit.arrival is not None], unit.id
            in_area = BOARD.spaces[place].kind == "area"
            assert unit.side == "german" or unit.airborne == in_area, unit.id
            assert not place.startswith("exploitation-")


def test_airborne_units_stand_where_their_symbol_is() -> None:
    for unit in TROOPS:
        if unit.airborne:
            symbol = "us-airborne" if unit.nationality == "us" else "british-airborne"
            assert all(BOARD.spaces[place][symbol] for place in unit.entry), unit.id


def test_only_area_28_begins_allied_and_holds_no_german() -> None:
    (allied,) = [s for s in BOARD.spaces.values() if s["start"] == "allied"]
    assert allied["number"] == 28
    assert {u.side for u in at_start(allied.id)} == {"allied"}


def test_each_landing_box_can_be_filled() -> None:
    for beach in ("sword", "juno", "gold", "omaha-1", "omaha-2", "utah"):
        assert len(at_start(f"landing-{beach}")) >= 4


def test_no_area_is_overstacked_at_the_start() -> None:
    stacks = Counter((u.side, place) for u in TROOPS if u.arrival is None for place in u.entry)
    areas = {key: n for key, n in stacks.items() if BOARD.spaces[key[1]].kind == "area"}
    assert max(areas.values()) <= 6


def test_caen_and_bourguebus_are_the_germans_at_the_start() -> None:
    assert all({u.side for u in at_start(place)} == {"german"} for place in ("caen", "bourguebus"))


def test_arrivals_and_omaha() -> None:
    for unit in TROOPS:
        assert unit.arrival is None or 1 <= unit.arrival <= 7
        omaha = {place for place in unit.entry if "omaha" in place and place.startswith("landing")}
        assert len(omaha) in {0, 2}
    for side in ("german", "allied"):
        assert {u.arrival for u in TROOPS if u.side == side} == {None, *range(1, 8)}


def test_the_sides_are_a_match() -> None:
    allied, german = ([u for u in TROOPS if u.side == side] for side in ("allied", "german"))
    assert 1.0 < firepower(allied) / firepower(german) < 1.3
    start = [firepower(u for u in units if u.arrival is None) for units in (allied, german)]
    assert 1.5 < start[0] / start[1] < 2.2


# Order of battle


def test_every_divisional_unit_stands_in_one_part_of_its_division() -> None:
    seen: Counter[str] = Counter()
    for row in OOB["formation"]:
        for part in row["parts"]:
            for uid in part.get("units", ()):
                seen[uid] += 1
                assert UNITS[uid].division in {row["id"], ""}, uid
                assert UNITS[uid].division or UNITS[uid].airborne
                assert UNITS[uid].nationality == row["nationality"]
    assert set(seen.values()) == {1}
    assert set(seen) == {u.id for u in TROOPS if u.division or u.airborne}


def test_divisions_are_complete_or_say_what_they_lack() -> None:
    found = {division.id: division for division in check_divisions(GAME)}
    assert {"1", "29", "4", "82", "101", "3", "50", "6AB", "3Can", "716", "352", "21Pz", "12SS"} <= set(found)
    assert all(division.present for division in found.values())
    reasons = {part["left_out"] for row in OOB["formation"] for part in row["parts"] if "left_out" in part}
    assert reasons == set(OOB["reasons"])


# 2.1.2, 14.1: markers


def test_the_markers_that_there_are() -> None:
    assert set(MARKERS) == {"control", "support-x1", "support-x4", "turn", "vp-x1", "vp-x10", "release"}
    assert MARKERS["turn"].count == MARKERS["vp-x1"].count == MARKERS["vp-x10"].count == 1
    assert MARKERS["release"].count == 1


def test_support_points_show_any_assignment_of_24() -> None:
    large, small = MARKERS["support-x4"].count, MARKERS["support-x1"].count
    for parts in partitions(24, 6, 12):
        assert payable(parts, large, small), parts
    assert payable([4], large, small)


def partitions(total: int, parts: int, most: int) -> Iterator[list[int]]:
    if total == 0:
        yield []
        return
    if parts:
        for first in range(min(most, total), 0, -1):
            for rest in partitions(total - first, parts - 1, first):
                yield [first, *rest]


def payable(parts: list[int], large: int, small: int) -> bool:
    """Whether markers of 4 or 8 and of 1 or 2 points show these sums at once."""
    if not parts:
        return True
    first, *rest = parts
    for big in range(min(large, first // 4 + 1) + 1):
        for sum_big in {4 * big + 4 * up for up in range(big + 1)}:
            left = first - sum_big
            if left >= 0 and (few := (left + 1) // 2) <= small and payable(rest, large - big, small - few):
                return True
    return False


# The loader is strict


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (",infantry,infantry,regiment,1,1,9,4,8,", ",cavalry,infantry,regiment,1,1,9,4,8,", "column type"),
        (",regiment,1,1,9,4,8,", ",division,1,1,9,4,8,", "column size"),
        (",regiment,1,1,9,4,8,", ",regiment,1,1,9,,8,", "column mf"),
        ("us-1-18,", "us-1-16,", "each row once"),
    ],
)
def test_a_wrong_cell_is_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    text = (FOLDER / "units.csv").read_text(encoding="utf-8")
    assert old in text
    folder = tmp_path / GAME
    folder.mkdir()
    (folder / "units.csv").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError, match=words):
        load_units(GAME, tmp_path)
