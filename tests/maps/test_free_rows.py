"""Tables with columns of the user's making: what they may be, and what is said of those that are not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.errors import DataError
from maps.homemade.tables import free_columns, read_free_rows

NEEDED, MAY = ("id", "name"), ("size", "source")


def read(folder: Path, text: str | bytes, needed: tuple[str, ...] = NEEDED) -> list[dict[str, str]]:
    path = folder / "units.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return [dict(row.cells) for row in read_free_rows(path, needed, MAY)]


def fault(folder: Path, text: str | bytes) -> str:
    with pytest.raises(DataError) as found:
        read(folder, text)
    return str(found.value)


def test_columns_of_ones_own_are_kept_and_optional_ones_are_empty(tmp_path: Path) -> None:
    found = read(tmp_path, "name,Stärke im Kampf,id\nGuard,4,red-1\n")
    assert found == [{"name": "Guard", "Stärke im Kampf": "4", "id": "red-1", "size": "", "source": "owner"}]


def test_comments_empty_lines_and_what_a_spreadsheet_adds_say_nothing(tmp_path: Path) -> None:
    text = '\ufeff# units\r\nid,name,note,\r\n\r\nred-1, Guard ,"a, ""b""",\r\n,,,\r\nred-2,Foot,,\r\n'
    assert [row["note"] for row in read(tmp_path, text)] == ['a, "b"', ""]
    assert [row["name"] for row in read(tmp_path, text)] == ["Guard", "Foot"]


def test_rows_know_their_line_and_an_empty_source_is_the_owners(tmp_path: Path) -> None:
    path = tmp_path / "units.csv"
    path.write_text("# one\nid,name,source\n\nred-1,Guard,\n")
    (row,) = read_free_rows(path, NEEDED, MAY)
    assert (row.line, row.cells["source"], row.sources().default) == (4, "owner", "owner")
    assert free_columns([row], (*NEEDED, *MAY)) == []


def test_another_key_may_be_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "edges.csv"
    path.write_text("a,b\nx,y\nz,x\ny,x\n")
    with pytest.raises(DataError) as found:
        read_free_rows(path, ("a", "b"), key=lambda row: frozenset(row.cells.values()))
    assert str(found.value).startswith("edges.csv, line 4: expected each row once; frozenset(")
    assert len(read_free_rows(path, ("a", "b"))) == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "",
            (
                "units.csv, line 1: expected the columns id, name; `module-builder init DIR` lays out a"
                " folder with"
                " one of each file"
            ),
        ),
        ("id,nam\n", "units.csv, line 1: expected a column 'name'; Is 'nam' meant?"),
        ("id\n", "units.csv, line 1: expected a column 'name'; the columns id, name must be there"),
        ("id,name,id\n", "units.csv, line 1: expected each column once; 'id' stands there twice"),
        (
            "id,,name\n",
            "units.csv, line 1: expected a name for column 2, of letters, figures, _ and -, not ''",
        ),
        (
            "id,name,a{b}\n",
            "units.csv, line 1: expected a name for column 3, of letters, figures, _ and -, not 'a{b}'",
        ),
        (
            "id;name\n1;2\n",
            "units.csv, line 1: expected cells parted by commas, not by semicolons; save it with commas",
        ),
        (
            "id\tname\n",
            "units.csv, line 1: expected cells parted by commas, not by tabs; save it with commas",
        ),
        (
            "id,name\nred-1,Guard,Foot\n",
            "units.csv, line 2: expected 2 cells, not 3; a cell with a comma in it stands in quotation marks",
        ),
        (
            "id,name\nred-1\n",
            "units.csv, line 2: expected 2 cells, not 1; a cell with a comma in it stands in quotation marks",
        ),
        (
            'id,name\nred-1,"Guard\n',
            (
                "units.csv, line 2: expected cells parted by commas (unexpected end of data); a cell in"
                " quotation"
                " marks ends on its line, and a quotation mark within it is doubled"
            ),
        ),
        (
            "id,name\nred-1,a\nred-2,b\nred-1,c\n",
            "units.csv, line 4, column id: expected each row once; 'red-1' stands in line 2 too",
        ),
        ("id,name\n,a\n", "units.csv, line 2, column id: expected a value, not an empty cell"),
        (b"id,name\nred-1,\xff\n", "units.csv: expected a file of UTF-8 text; save the table as CSV UTF-8"),
    ],
)
def test_what_is_wrong_is_said_with_file_and_line(tmp_path: Path, text: str | bytes, message: str) -> None:
    assert fault(tmp_path, text) == message


def test_a_missing_file_says_how_to_get_one(tmp_path: Path) -> None:
    folder = tmp_path / "two-rivers"
    folder.mkdir()
    with pytest.raises(DataError) as found:
        read_free_rows(folder / "units.csv", NEEDED, MAY)
    assert str(found.value) == (
        "units.csv: expected this file in the folder two-rivers; `module-builder init DIR` lays out a folder"
        " with one of each file"
    )


CELL = st.text(st.characters(codec="ascii", categories=("L", "N", "P", "S")), max_size=8)


@given(st.lists(CELL, min_size=1, max_size=6))
def test_what_is_written_is_read(tmp_path_factory: pytest.TempPathFactory, cells: list[str]) -> None:
    quoted = ['"' + cell.replace('"', '""') + '"' for cell in cells]
    lines = [f'"{number}",{cell},x' for number, cell in enumerate(quoted)]
    path = tmp_path_factory.getbasetemp() / "free.csv"
    path.write_text("\n".join(["id,note,name", *lines]))
    assert [row.cells["note"] for row in read_free_rows(path, NEEDED)] == cells
