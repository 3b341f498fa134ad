"""The data of the player aid cards: what the text fixes, and the shape of what is reconstructed."""

from __future__ import annotations

import itertools

import pytest

from adjudicator.dark_summer import r11_tables
from adjudicator.dark_summer.r11_tables import cherbourg_table, crt, ground, hexside, road, support_markers
from adjudicator.inquiry import Inquiry
from adjudicator.tables import DIE, Table, level_of
from counters.catalog import load_markers
from maps.errors import DataError
from maps.filing import OURS
from tests.dark_summer.build import board, position

TABLES = [crt(OURS), cherbourg_table(OURS)]


def test_the_columns_run_from_1_3_to_6_1() -> None:
    assert crt(OURS).columns == ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")
    assert cherbourg_table(OURS).columns[0] == "1-1"


def test_every_code_that_the_text_names_is_in_the_table() -> None:
    assert set(crt(OURS).codes) >= {"AL2", "BL1", "EX", "DR", "DR*", "DE"}
    assert set(crt(OURS).cells.values()) == set(crt(OURS).codes)


@pytest.mark.parametrize("table", TABLES, ids=lambda t: t.file)
def test_a_better_column_and_a_higher_die_never_hurt_the_attacker(table: Table) -> None:
    rank = {code: n for n, code in enumerate(table.order)}
    for die in DIE:
        for left, right in itertools.pairwise(table.columns):
            assert rank[table.result(left, die)] <= rank[table.result(right, die)]
    for column in table.columns:
        for low, high in itertools.pairwise(DIE):
            assert rank[table.result(column, low)] <= rank[table.result(column, high)]


@pytest.mark.parametrize("table", TABLES, ids=lambda t: t.file)
@pytest.mark.parametrize("steps", [1, 2, 5])
def test_the_order_of_codes_is_that_of_what_they_do(table: Table, steps: int) -> None:
    def worth(code: str) -> tuple[int, bool]:
        known = table.codes[code]
        lost = steps if known.destroys else min(steps, known.defender)
        paid = steps if known.exchange else known.attacker
        return lost - paid, known.destroys or known.retreat

    values = [worth(code) for code in table.order]
    assert all(a[0] <= b[0] and a[1] <= b[1] for a, b in itertools.pairwise(values))


@pytest.mark.parametrize("table", TABLES, ids=lambda t: t.file)
def test_no_column_is_like_the_next(table: Table) -> None:
    columns = [tuple(table.result(c, die) for die in DIE) for c in table.columns]
    assert len(set(columns)) == len(columns)


def test_left_of_the_table_the_result_is_al2() -> None:
    assert {r11_tables.result(OURS, column, die) for column in ("1-4", "1-5", "1-20") for die in DIE} == {
        "AL2"
    }
    assert crt(OURS).codes["AL2"].attacker == 2


def test_dr_and_dr_star_retreat_and_take_no_step() -> None:
    for code in ("DR", "DR*"):
        assert crt(OURS).codes[code].retreat
        assert not crt(OURS).codes[code].defender
    assert {c for c, known in crt(OURS).codes.items() if known.retreat} == {"DR", "DR*"}


def test_an_exchange_depends_on_the_steps_of_the_defender() -> None:
    assert crt(OURS).codes["EX"].exchange
    assert crt(OURS).codes["EX"].destroys


def test_only_one_result_empties_cherbourg_and_nobody_retreats_from_it() -> None:
    codes = cherbourg_table(OURS).codes
    assert [c for c, known in codes.items() if known.destroys] == ["CC"]
    assert not any(known.retreat for known in codes.values())
    assert "CC" in cherbourg_table(OURS).cells.values()


def test_reconstructed_cells_are_told() -> None:
    inquiry = Inquiry(position(board([])))
    r11_tables.note_column(inquiry, "3-1")
    r11_tables.note_column(inquiry, "2-1", "cherbourg")
    assert len(inquiry.sources) == 12
    assert {used.file for used in inquiry.sources} == {"crt.toml", "cherbourg_table.toml"}


def test_terrain_that_the_text_fixes() -> None:
    assert (ground(OURS, "bocage").number("shift"), ground(OURS, "city").number("shift")) == (2, 2)
    assert ground(OURS, "woods").number("defense_bonus") == 1
    assert [k for k, t in r11_tables.terrain_chart(OURS)["terrain"].items() if t.number("defense_bonus")] == [
        "woods"
    ]
    assert ground(OURS, "woods").number("tac_air") > 0
    assert ground(OURS, "forest").number("tac_air") > 0
    assert not ground(OURS, "city").flag("carpet")
    assert ground(OURS, "bocage").flag("carpet")
    clear = ground(OURS, "clear")
    assert (clear.number("german"), clear.number("german_wet"), clear.number("shift")) == (4, 2, 0)


def test_rivers_and_roads() -> None:
    assert hexside(OURS, "minor-river").number("shift") == hexside(OURS, "major-river").number("shift") == 1
    assert hexside(OURS, "open").number("cost") == 0
    assert road(OURS, "major").number("cost") <= road(OURS, "minor").number("cost")
    for terrain in ("clear", "bocage", "woods", "forest", "city", "town"):
        assert road(OURS, "minor").number("cost") <= ground(OURS, terrain).number("german")


@pytest.mark.parametrize("kind", ["flooded", "sea", "moon"])
def test_nothing_fights_where_the_chart_has_no_entry(kind: str) -> None:
    with pytest.raises(DataError, match="one of clear"):
        ground(OURS, kind)


def test_the_support_markers() -> None:
    markers = support_markers(OURS)
    assert [m.number("value") for m in markers.values() if m.text("kind") == "naval"] == [6, 6]
    assert all(m.number("value") == 0 for m in markers.values() if m.text("kind") == "carpet")
    arrivals = {i: markers[i].number("arrival") for i in ("nebelwerfer", "german-artillery", "assault-gun")}
    assert arrivals == {"nebelwerfer": 2, "german-artillery": 3, "assault-gun": 2}
    assert len(markers) == 13


def test_the_markers_are_those_of_the_counter_sheet() -> None:
    printed = load_markers("dark-summer")
    for id_, marker in support_markers(OURS).items():
        counter = printed[id_]
        assert (counter.side, counter.name) == (marker.text("side"), marker.text("title"))
        assert (counter.attack_factor or 0) == marker.number("value")
        if marker.text("kind") != "naval":  # those begin with the 2nd Wave Round of Turn 1
            assert counter.front == f"Turn {marker.number('arrival')}"


def test_codes_are_told_in_words() -> None:
    assert all(r11_tables.code_text(OURS, code) for code in crt(OURS).codes)
    assert r11_tables.code_text(OURS, "-") == "no effect"


def test_the_columns_are_whole_odds_in_order() -> None:
    for table in TABLES:
        assert [level_of(c) for c in table.columns] == list(range(table.axis.lowest, table.axis.highest + 1))
