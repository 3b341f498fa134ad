"""Values in spreadsheets, given away and put together: read back as they were, or refused."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.game import GAMES
from adjudicator.owning.merging import told_by
from adjudicator.owning.owned import OwnCopy
from maps.errors import DataError
from maps.filing import replaceable
from module_builder.owner import export_values, import_values, merge_overlays, write_sheet
from module_builder.workbook import FORMATS, read_workbook, write_workbook
from tests.commandline import run
from tests.owning.test_copy import held

GAME = "breakout-normandy"
UNIT, LINE = "ge-729", "2-3-4/1"
HEAD = "game,file,row,column,what,ours,yours\n"
signs = st.characters(codec="utf-8", exclude_categories=["C", "Z"])
words = st.text(signs, max_size=12) | st.just("two words") | st.integers(0, 99).map(str)


def filled(path: Path, text: str) -> Path:
    """A table as somebody saved it."""
    path.write_text(HEAD + text, encoding="utf-8")
    return path


# --- files of spreadsheets ----------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMATS)
@given(rows=st.lists(st.lists(words, min_size=3, max_size=3).filter(any), min_size=1, max_size=6))
@settings(max_examples=8, deadline=None)
def test_a_table_is_read_as_it_was_written(form: str, rows: list[list[str]]) -> None:
    import tempfile

    rows = [[cell if not cell.startswith(("#", "'", "=")) else f"a{cell}" for cell in row] for row in rows]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"a.{form}"
        write_workbook(path, {"Counters": [("game", "a", "b"), *rows]})
        lines = read_workbook(path)
    assert [[*line.cells, "", "", ""][:3] for line in lines] == [["game", "a", "b"], *rows]


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"PK\x03\x04 broken", b'a,"b\n'])
def test_a_broken_spreadsheet_is_one_line(tmp_path: Path, form: str, data: bytes) -> None:
    path = tmp_path / f"a.{form}"
    path.write_bytes(data)
    done = run(f"module-builder data import {path} --overlay {tmp_path / 'mine'}")
    assert done.code == 2, done
    assert done.err.count("\n") == 1
    assert not (tmp_path / "mine").exists()


def test_an_archive_that_unpacks_to_too_much_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("module_builder.workbook._UNPACKED", 1 << 20)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("content.xml", "w") as file:
        file.write(b" " * (2 << 20))
    (tmp_path / "a.ods").write_bytes(out.getvalue())
    with pytest.raises(DataError, match=r"a\.ods: expected a readable ODS file"):
        read_workbook(tmp_path / "a.ods")


def test_what_is_typed_into_a_spreadsheet_stays_text(tmp_path: Path) -> None:
    from openpyxl import load_workbook

    write_workbook(tmp_path / "a.xlsx", {"Counters": [("ours", "yours"), ("4-4-4", "")]})
    sheet = load_workbook(tmp_path / "a.xlsx").worksheets[0]
    assert {cell.number_format for row in sheet.iter_rows() for cell in row} == {"@"}, "4-4-4 is no date"
    write_workbook(tmp_path / "a.ods", {"Counters": [("ours", "yours"), ("4-4-4", "")]})
    with zipfile.ZipFile(tmp_path / "a.ods") as archive:
        content = archive.read("content.xml").decode()
    assert 'style:data-style-name="text"' in content
    assert content.count('table:style-name="body"') == 2


# --- templates ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "form"),
    [
        (GAME, "ods"),
        (GAME, "csv"),
        *(
            pytest.param(g, f, marks=pytest.mark.slow)
            for g in GAMES
            for f in FORMATS
            if g != GAME or f == "xlsx"
        ),
    ],
)
def test_a_template_filled_in_with_ok_leaves_no_doubt(game: str, form: str, tmp_path: Path) -> None:
    path, mine = tmp_path / f"a.{form}", tmp_path / "mine"
    count, left = write_sheet(game, path, most=300)
    lines = read_workbook(path)
    sheets: dict[str, list[tuple[str, ...]]] = {}
    for line in lines:
        cells = (*line.cells, "")[:7]
        sheets.setdefault(line.sheet, []).append(cells if "yours" in cells else (*cells[:6], "ok"))
    write_workbook(path, sheets)
    read, written, differ = import_values(path, mine)
    assert read >= count
    assert written
    assert not differ
    copy = OwnCopy(game, mine)
    assert len(copy.open()) <= len(copy.doubts) - count
    assert bool(left) == bool(copy.open())
    assert {path.name for path in written} <= {*replaceable(game)}


def test_lines_and_values_that_were_typed_are_taken(tmp_path: Path) -> None:
    said = [(UNIT, "line", LINE), (UNIT, "entry", "ok")]
    rows = "".join(f"{GAME},units.csv,{row},{column},,,{text}\n" for row, column, text in said)
    rows += f"{GAME},spaces.csv,carentan,tem,,,1\n"
    count, _, _ = import_values(filled(tmp_path / "a.csv", rows), tmp_path / "mine")
    copy = OwnCopy(GAME, tmp_path / "mine")
    assert count == 6
    assert copy.line(UNIT) == LINE
    assert copy.seen("spaces.csv", "carentan", "tem").text == "1"
    assert not [key for key in copy.open() if key[1] == UNIT]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("moon,units.csv,x,df,,,4", "line 3, column game: expected one of"),
        (f"{GAME},moon.csv,x,df,,,4", "line 3, column file"),
        (
            f"{GAME},units.csv,moon,df,,,4",
            "line 3: expected a row and a column of breakout",
        ),
        (f"{GAME},units.csv,{UNIT},moon,,,4", "line 3: expected a row and a column"),
        (f"{GAME},units.csv,{UNIT},line,,,4-4", "line 3: expected the numbers of a counter"),
        (f"{GAME},units.csv,{UNIT},df,,,44", "units.csv, line"),
        (f"{GAME},units.csv,ge-1-919,spent_df,,,3", "0, as example 4 has it, not 3"),
        (f"{GAME},spaces.csv,carentan,tem,,,2", "one value of spaces.csv, carentan, tem, not two"),
    ],
)
def test_a_line_that_cannot_be_taken_is_named_and_nothing_is_written(
    tmp_path: Path, row: str, said: str
) -> None:
    path = filled(tmp_path / "a.csv", f"{GAME},spaces.csv,carentan,tem,,,1\n{row}\n")
    done = run(f"module-builder data import {path} --overlay {tmp_path / 'mine'}")
    assert done.code == 2, done
    assert said in done.err
    assert done.err.count("\n") == 1
    assert not (tmp_path / "mine").exists()


# --- given away ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", FORMATS)
def test_what_is_given_away_is_read_back_as_the_same(tmp_path: Path, form: str) -> None:
    mine, path, theirs = tmp_path / "mine", tmp_path / f"a.{form}", tmp_path / "theirs"
    OwnCopy(GAME, mine).type_counter(UNIT, LINE)
    OwnCopy("june-six", mine).enter({("weather.toml", "roll.3", "weather"): "storm"})
    (mine / GAME / "map.png").write_bytes(b"the publisher's map")
    count, out = export_values(mine, path)
    assert count == 5
    assert out == [f"{GAME}/map.png"]
    assert b"publisher" not in path.read_bytes()
    import_values(path, theirs)
    for game in (GAME, "june-six"):
        assert told_by(theirs, game) == told_by(mine, game)


def test_what_somebody_gave_away_does_not_overrule_what_was_typed(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    copy = OwnCopy(GAME, mine)
    copy.type_counter(UNIT, LINE)
    before = held(mine)
    path = filled(tmp_path / "a.csv", f"{GAME},units.csv,{UNIT},line,,,3-3-4/1\n")
    done = run(f"module-builder data import {path} --overlay {mine}")
    assert done.code == 1
    assert f"{GAME}/units.csv, {UNIT}, af: 2 or 3" in done.out
    assert held(mine) == before
    assert run(f"module-builder data import {path} --overlay {mine} --force").code == 0
    assert copy.line(UNIT) == "3-3-4/1"


def test_an_overlay_without_values_has_nothing_to_give(tmp_path: Path) -> None:
    done = run(f"module-builder data export {tmp_path} -o {tmp_path / 'a.csv'}")
    assert done.code == 2
    assert "nobody has typed any" in done.err


# --- put together -------------------------------------------------------------------------------------------


def two(folder: Path) -> tuple[Path, Path]:
    """Two owners: they differ in one value, and agree in others."""
    first, second = OwnCopy(GAME, folder / "a"), OwnCopy(GAME, folder / "b")
    first.type_counter(UNIT, "2-3-4/1")
    second.type_counter(UNIT, "2-4-4/1")
    first.enter({("spaces.csv", "carentan", "tem"): "1"})
    second.enter({("edges.csv", "argences/cagny", "boundary"): "river"})
    return first.overlay, second.overlay


def test_two_owners_who_differ_are_told_where_and_nothing_is_written(tmp_path: Path) -> None:
    a, b = two(tmp_path)
    done = run(f"module-builder data merge {a} {b} -o {tmp_path / 'c'}")
    assert done.code == 1
    assert done.out.splitlines() == [f"{GAME}/units.csv, {UNIT}, df: 3 or 4 (ours 4)"]
    assert not (tmp_path / "c").exists()


@pytest.mark.parametrize(("prefer", "line"), [("a", "2-3-4/1"), ("b", "2-4-4/1")])
def test_the_one_who_is_preferred_is_right(tmp_path: Path, prefer: str, line: str) -> None:
    a, b = two(tmp_path)
    written, differ = merge_overlays(a, b, tmp_path / "c", prefer)
    assert len(differ) == 1
    assert {path.name for path in written} == {"units.csv", "spaces.csv", "edges.csv"}
    copy = OwnCopy(GAME, tmp_path / "c")
    assert copy.line(UNIT) == line
    assert copy.seen("spaces.csv", "carentan", "tem").text == "1"
    assert copy.seen("edges.csv", "argences/cagny", "boundary").text == "river"
    assert len(copy.doubts) - len(copy.open()) == 6


def test_one_owner_put_together_with_himself_is_himself(tmp_path: Path) -> None:
    a, _ = two(tmp_path)
    (a / GAME / "sheet.toml").write_bytes(replaceable(GAME)["sheet.toml"].read_bytes() + b"\n# mine\n")
    (a / GAME / "map.png").write_bytes(b"my map")
    _, differ = merge_overlays(a, a, tmp_path / "c")
    assert not differ
    assert told_by(tmp_path / "c", GAME) == told_by(a, GAME)
    assert (tmp_path / "c" / GAME / "map.png").read_bytes() == b"my map"


def test_a_file_with_other_rows_is_taken_whole_or_named(tmp_path: Path) -> None:
    a, b = two(tmp_path)
    path = a / GAME / "units.csv"
    lines = path.read_text("utf-8").splitlines()
    new = next(line for line in lines if line.startswith(f"{UNIT},")).replace(UNIT, "ge-mine", 1)
    path.write_text("\n".join([*lines, new]) + "\n", encoding="utf-8")
    _, differ = merge_overlays(a, b, tmp_path / "c")
    assert [str(each) for each in differ] == [f"{GAME}/units.csv: the two files differ as a whole"]
    merge_overlays(a, b, tmp_path / "c", "a")
    assert "ge-mine," in (tmp_path / "c" / GAME / "units.csv").read_text("utf-8")


def test_a_folder_that_holds_files_is_no_place_for_both(tmp_path: Path) -> None:
    a, b = two(tmp_path)
    done = run(f"module-builder data merge {a} {b} -o {a} --prefer a")
    assert done.code == 2
    assert "a folder that is not there yet, or empty" in done.err


def test_what_two_typed_is_not_put_into_the_folder_of_either(tmp_path: Path) -> None:
    a, b = two(tmp_path)
    for inside in (a / "both", b / GAME / "both"):
        done = run(f"module-builder data merge {a} {b} -o {inside} --prefer a")
        assert done.code == 2
        assert "a folder outside" in done.err
        assert not inside.exists()


# --- checked ------------------------------------------------------------------------------------------------


def test_an_overlay_is_checked_whole_with_file_line_and_column(tmp_path: Path) -> None:
    a, _ = two(tmp_path)
    done = run(f"module-builder data check {a}")
    assert done.out == f"{GAME}: 5 values of yours, and nothing wrong\n"
    for name, old, new in (("units.csv", ",infantry,", ",moon,"), ("spaces.csv", ",bocage,", ",hedges,")):
        path = a / GAME / name
        path.write_text(path.read_text("utf-8").replace(old, new, 1), encoding="utf-8")
    done = run(f"module-builder data check {a}")
    assert done.code == 1
    lines = done.out.splitlines()
    assert len(lines) == 2
    assert any(line.startswith(f"{GAME}/units.csv, line ") and "column type" in line for line in lines)
    assert any(line.startswith(f"{GAME}/spaces.csv, line ") and "column terrain" in line for line in lines)


def test_a_file_that_nobody_reads_is_named_by_its_path(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    done = run(f"module-builder data check {tmp_path}")
    assert done.code == 1
    assert all(line.startswith(str(tmp_path / "notes.txt")) for line in done.out.splitlines())


def test_a_folder_that_is_not_there_is_no_overlay(tmp_path: Path) -> None:
    done = run(f"module-builder data check {tmp_path / 'none'}")
    assert done.code == 2
    assert "expected the folder of an overlay; there is none" in done.err
