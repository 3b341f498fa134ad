"""Tables of the core: odds, columns, shifts, and the strict loaders."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.dark_summer.r11_tables import crt
from adjudicator.table_files import load_records, load_table
from adjudicator.tables import Axis, Code, Record, cite, level, level_of, odds_name
from maps.errors import DataError
from maps.filing import OURS
from maps.loader import Sources

CRT = Axis(level_of("1-3"), level_of("6-1"))
TABLE = Path(__file__).parent.parent / "adjudicator" / "dark_summer" / "crt.toml"


@pytest.mark.parametrize(
    ("attack", "defense", "odds"),
    [
        (33, 10, "3-1"),
        (10, 31, "1-4"),
        (10, 30, "1-3"),
        (9, 10, "1-2"),
        (10, 10, "1-1"),
        (19, 10, "1-1"),
        (20, 10, "2-1"),
        (5, 9, "1-2"),
        (5, 11, "1-3"),
        (66, 6, "11-1"),
        (1, 20, "1-20"),
    ],
)
def test_odds_are_rounded_for_the_defender(attack: int, defense: int, odds: str) -> None:
    assert odds_name(level(attack, defense)) == odds


@given(st.integers(1, 200), st.integers(1, 200))
def test_no_odds_are_better_than_the_ratio(attack: int, defense: int) -> None:
    left, right = map(int, odds_name(level(attack, defense)).split("-"))
    assert left * defense <= attack * right
    better_left, better_right = map(int, odds_name(level(attack, defense) + 1).split("-"))
    assert better_left * defense > attack * better_right


@given(st.integers(-30, 30))
def test_a_name_leads_back_to_its_level(number: int) -> None:
    assert level_of(odds_name(number)) == number


@pytest.mark.parametrize("name", ["", "3", "3-2", "0-1", "1-0", "a-b", "-1"])
def test_names_that_are_no_columns(name: str) -> None:
    with pytest.raises(ValueError, match="no column"):
        level_of(name)


@pytest.mark.parametrize(("attack", "defense"), [(0, 1), (1, 0), (-1, 3)])
def test_there_are_no_odds_of_nothing(attack: int, defense: int) -> None:
    with pytest.raises(ValueError, match="no odds"):
        level(attack, defense)


@pytest.mark.parametrize(
    ("odds", "net", "column"),
    [
        ("11-1", -2, "4-1"),
        ("11-1", 1, "6-1"),
        ("6-1", 1, "6-1"),
        ("2-1", -5, "1-3"),
        ("1-3", -1, "1-3"),
        ("1-3", 1, "1-2"),
        ("1-4", 1, "1-3"),
        ("1-5", 1, "1-4"),
        ("1-5", 0, "1-5"),
        ("1-4", -1, "1-5"),
        ("1-1", 0, "1-1"),
    ],
)
def test_shifts_stay_on_the_table_unless_the_combat_started_off_it(odds: str, net: int, column: str) -> None:
    assert odds_name(CRT.final(CRT.start(level_of(odds)), net)) == column


@given(st.integers(-9, 12), st.integers(-6, 6))
def test_one_column_more_never_leads_left(number: int, net: int) -> None:
    final = CRT.final(CRT.start(number), net)
    assert CRT.final(CRT.start(number), net + 1) >= final
    assert CRT.final(CRT.start(number + 1), net) >= final
    assert final <= CRT.highest
    assert CRT.printed(final) or number < CRT.lowest


def write(folder: Path, text: str, name: str = "t.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('"EX", "DR"]\nsource', '"EX"]\nsource', "8 cells, not 7"),
        ('cells = ["AL2", "AL2", "AL2", "AL1"', 'cells = ["AX", "AL2", "AL2", "AL1"', "not 'AX'"),
        ("[row.6]", "[row.7]", "each face"),
        ('"1-3", "1-2"', '"1-3", "1-1"', "none left out"),
        ('columns = ["1-3"', 'columns = ["3-2"', "whole odds"),
        ('order = ["AL2", ', "order = [", "each code"),
        ("attacker = 2", 'attacker = "2"', "whole number"),
        ("retreat = true", "retreats = true", "one of the keys"),
        ('source = "rule 11.3.3"', 'source = "hearsay"', "a source"),
        ('text = "the attacker loses two steps"\n', "", "keys text and source"),
        ('title = "Combat Results Table"\n', "", "the key title"),
        ('source = "rule 11.9"', 'source = "rule 11.9; colour=owner"', "its own cells"),
        ("[table]", "[tables]", "one of the keys"),
    ],
)
def test_the_loader_of_tables_is_strict(tmp_path: Path, old: str, new: str, fault: str) -> None:
    text = TABLE.read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(DataError, match=fault):
        load_table(write(tmp_path, text.replace(old, new, 1)))


def test_a_cell_may_have_a_source_of_its_own(tmp_path: Path) -> None:
    text = TABLE.read_text(encoding="utf-8")
    old = '"EX"]\nsource = "reconstructed"'
    assert old in text
    path = write(tmp_path, text.replace(old, '"EX"]\nsource = "reconstructed; 6-1=owner"', 1))
    table = load_table(path)
    assert table.sources[1].of("6-1") == "owner"
    assert len(table.used("6-1")) == 5
    assert len(table.used("1-1")) == 6


RECORDS = '[ground.clear]\ntitle = "Clear"\ncost = 2\nfree = true\nsource = "owner; cost=reconstructed"\n'
FIELDS = {"ground": {"title": str, "cost": int, "free": bool}}


def test_records_carry_types_and_sources(tmp_path: Path) -> None:
    record = load_records(write(tmp_path, RECORDS), FIELDS)["ground"]["clear"]
    assert (record.text("title"), record.number("cost"), record.flag("free")) == ("Clear", 2, True)
    assert (record.sources.of("title"), record.sources.of("cost")) == ("owner", "reconstructed")


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("cost = 2\n", "", "the key cost"),
        ("cost = 2", "cost = true", "a whole number"),
        ("cost = 2", "price = 2", "one of the keys"),
        ("cost=reconstructed", "price=owner", "its own cells"),
        ('[ground.clear]\ntitle = "Clear"', "[ground]\nclear = 1\n[x]", "one of the keys"),
    ],
)
def test_the_loader_of_records_is_strict(tmp_path: Path, old: str, new: str, fault: str) -> None:
    assert old in RECORDS
    with pytest.raises(DataError, match=fault):
        load_records(write(tmp_path, RECORDS.replace(old, new)), FIELDS)


def test_an_entry_must_be_a_table(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="keys and values"):
        load_records(write(tmp_path, "[ground]\nclear = 1\n"), FIELDS)


def test_a_number_is_read_without_an_inquiry_too() -> None:
    from tests.dark_summer.build import board, position

    record = Record("t.toml", "ground", "x", {"cost": 3}, Sources("reconstructed", {}))
    assert cite(position(board([])), record, "cost", "10.2") == 3


def test_a_code_says_nothing_by_itself() -> None:
    assert Code("x", "nothing") == Code("x", "nothing", 0, 0, destroys=False, exchange=False, retreat=False)
    assert crt(OURS).result("1-3", 1) == "AL2"
    with pytest.raises(KeyError):
        crt(OURS).result("1-4", 1)
