"""Sections 8.2 to 8.2.2."""

from __future__ import annotations

import itertools

import pytest

from adjudicator import game
from adjudicator.dark_summer.r08_replacements import (
    TYPES,
    Rebuild,
    ineligible,
    left,
    rebuildable,
    rebuilding_table,
    received,
    replacements_table,
    types_for,
)
from adjudicator.errors import IllegalAction
from adjudicator.game import apply, check
from adjudicator.position import Fact, Key, Piece, Position
from counters.catalog import HEX_TYPES, Unit, load_units
from maps.filing import OURS
from tests.dark_summer.build import board, hexes, position, unit

LAND = board([*hexes(30, 36, 3, 8), "4003", "4004"], letters={"3608": "E"})
ALLIED: dict[Key, Fact] = {
    ("phase", ""): "replacement-allied",
    ("side", ""): "allied",
    ("turn", ""): 3,
    ("weather", ""): "showers",
    ("beach", "3303"): "open",
    ("beach", "4003"): "open",
}
GERMAN: dict[Key, Fact] = {**ALLIED, ("phase", ""): "replacement-german", ("side", ""): "german"}
WEATHER = ("sun", "cloud", "showers", "rain", "storm")


def at(*placed: tuple[Unit, str], facts: dict[Key, Fact] | None = None) -> Position:
    return position(LAND, *placed, facts=ALLIED if facts is None else facts)


def why(here: Position, uid: str, type_: str) -> list[str]:
    return [v.rule for v in check(here, Rebuild(uid, type_)).violations]


# --- the tables ---------------------------------------------------------------------------------------------


def test_numbers_change_one_way_with_the_weather() -> None:
    table = replacements_table(OURS)
    assert tuple(table) == WEATHER
    for nation, types in TYPES.items():
        for type_ in types:
            row = [table[w].number(f"{nation}_{type_}") for w in WEATHER]
            falling = row if nation != "german" else row[::-1]
            assert all(a >= b >= 0 for a, b in itertools.pairwise(falling)), (nation, type_)


def test_one_type_for_each_class_but_us_armored_cavalry() -> None:
    for nation, classes in rebuilding_table(OURS).items():
        for type_ in classes:
            found = types_for(OURS, nation, type_)
            assert type_ in HEX_TYPES
            assert set(found) <= set(TYPES[nation])
            assert (len(found) > 1) is ((nation, type_) == ("us", "armored-cavalry"))


def test_every_counter_that_may_be_rebuilt_has_a_type() -> None:
    for printed in load_units("dark-summer").values():
        if printed.steps == 2 and "dot" not in printed.marks:
            assert not ineligible(OURS, Piece(printed, "3303", "reduced")), printed.title
        if "dot" in printed.marks:
            assert ineligible(OURS, Piece(printed, "3303", "reduced")), printed.title


def test_nothing_on_turn_1() -> None:
    here = at(facts={**ALLIED, ("turn", ""): 1})
    assert received(here, "us", "infantry") == 0
    assert received(at(), "us", "infantry") == replacements_table(OURS)["showers"].number("us_infantry")
    assert received(at(), "us", "generic") == received(at(), "polish", "infantry") == 0


# --- who ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("printed", "reason"),
    [
        (unit("us-1", steps=1), "single step"),
        (unit("fr-2", "armor"), "French"),
        (unit("po-1", "armor"), "Polish"),
        (unit("ge-f", "flak", corps="III Flak"), "Flak"),
        (unit("us-82-505", "paratrooper"), "paratrooper and glider"),
        (unit("br-6", "glider"), "paratrooper and glider"),
        (unit("br-1ss", "special-forces"), "Special Service"),
        (unit("us-9", marks=("dot",)), "dot"),
        (unit("ge-sp", "strongpoint"), "no Replacement"),
    ],
)
def test_classes_that_never_qualify(printed: Unit, reason: str) -> None:
    assert reason in ineligible(OURS, Piece(printed, "3303", "reduced"))
    assert printed.id not in {p.uid for p, _ in rebuildable(at((printed, "3303 reduced")), printed.side)}


def test_eliminated_units_do_not_come_back() -> None:
    here = at((unit("us-1"), "eliminated reduced"))
    assert why(here, "us-1", "infantry") == ["8.2"]


def test_rangers_and_german_paratroopers_take_infantry() -> None:
    assert (
        types_for(OURS, "us", "special-forces") == types_for(OURS, "german", "paratrooper") == ("infantry",)
    )


# --- rebuilding ---------------------------------------------------------------------------------------------


def test_a_replacement_flips_a_unit_where_it_stands() -> None:
    here = at((unit("us-1"), "3304 reduced"), (unit("ge-1"), "3305"))
    done = apply(here, Rebuild("us-1", "infantry"))
    assert (done.pieces["us-1"].status, done.pieces["us-1"].space) == ("full", "3304")
    assert left(done, "us", "infantry") == received(here, "us", "infantry") - 1


def test_the_ruling_names_both_tables_as_reconstructed() -> None:
    found = check(at((unit("us-1"), "3304 reduced")), Rebuild("us-1", "infantry"))
    assert {u.file for u in found.sources} >= {"replacements.toml", "rebuilding.toml"}


def test_full_units_and_units_out_of_supply_are_refused() -> None:
    assert why(at((unit("us-1"), "3304")), "us-1", "infantry") == ["8.2.2"]
    far = at((unit("us-1"), "3304 reduced"), facts={**ALLIED, ("beach", "3303"): ""})
    assert why(far, "us-1", "infantry") == ["8.2.2"]
    assert not rebuildable(far, "allied")


def test_all_reasons_together() -> None:
    here = at((unit("fr-2", "armor"), "3405"), facts={**GERMAN, ("beach", "3303"): ""})
    assert why(here, "fr-2", "armor") == ["8.2.2", "8.2", "8.2.2", "8.2.2"]


def test_the_type_must_fit_and_must_be_left() -> None:
    here = at((unit("us-cca", "armor"), "3304 reduced"))
    assert why(here, "us-cca", "infantry") == ["8.2.1"]
    spent = at(
        (unit("us-cca", "armor"), "3304 reduced"), facts={**ALLIED, ("replacements-spent", "us-armor"): 9}
    )
    assert why(spent, "us-cca", "armor") == ["8.2.2"]
    with pytest.raises(IllegalAction, match="no US Armor Replacement is left"):
        apply(spent, Rebuild("us-cca", "armor"))


def test_armored_cavalry_has_a_choice() -> None:
    here = at((unit("us-4c", "armored-cavalry"), "3304 reduced"))
    assert {t for _, t in rebuildable(here, "allied")} == {"mechanized", "armor"}
    assert why(here, "us-4c", "armor") == why(here, "us-4c", "mechanized") == []


def test_canadians_take_generic_ones_and_the_british_do_not() -> None:
    here = at((unit("ca-3-7"), "4004 reduced"), (unit("br-50-1"), "4003 reduced"))
    assert why(here, "ca-3-7", "generic") == []
    assert why(here, "ca-3-7", "infantry") == ["8.2.1"]
    assert why(here, "br-50-1", "generic") == ["8.2.1"]


def test_each_side_in_its_part_of_the_phase() -> None:
    kg = unit("ge-kg", "mechanized")
    assert why(at((kg, "3607 reduced")), "ge-kg", "mechanized") == ["8.2.2"]
    german = at((kg, "3607 reduced"), (unit("us-1"), "3304 reduced"), facts=GERMAN)
    assert why(german, "ge-kg", "mechanized") == []
    assert list(game.legal(german).of("rebuild")) == [Rebuild("ge-kg", "mechanized")]
    assert why(german, "us-1", "infantry") == ["8.2.2"]


def test_a_withdrawn_or_unknown_unit() -> None:
    assert why(at((unit("us-1"), "withdrawn reduced")), "us-1", "infantry") == ["8.2.2"]
    assert why(at(), "nobody", "infantry") == ["8.2.2"]


def test_not_outside_the_phase() -> None:
    here = at((unit("us-1"), "3304 reduced"), facts={**ALLIED, ("phase", ""): "action"})
    assert why(here, "us-1", "infantry") == ["8.2.2"]
