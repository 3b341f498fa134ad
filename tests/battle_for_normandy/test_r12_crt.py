"""The Combat Results Table: what the text says of it, and its shape."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest

from adjudicator.battle_for_normandy.r12.crt import (
    COLUMNS,
    DIE,
    FIRST,
    LAST,
    Result,
    note_cell,
    result,
    row_of,
    said,
    used,
)
from adjudicator.inquiry import Inquiry
from maps.errors import DataError
from maps.filing import OURS, filing_of
from tests.battle_for_normandy.build import board, position

ROWS = range(FIRST, LAST + 1)
PRINTED = [c for c in COLUMNS if c != "3:2"]


def test_the_one_cell_that_the_example_shows() -> None:
    assert result(OURS, "3:1", 8).text == "1/2"
    assert used(OURS, "3:1", 8)[1] == "rule 12.8"


def test_results_that_the_text_names_occur() -> None:
    texts = {result(OURS, c, r).text for c in COLUMNS for r in ROWS}
    assert "NE" in texts
    assert any(t.startswith("1R/") for t in texts)
    assert any(t.endswith("/2R") for t in texts)


def test_rows_end_at_0_and_12() -> None:
    assert [row_of(n) for n in (-3, 0, 7, 12, 13)] == [0, 0, 7, 12, 12]
    assert result(OURS, "7:1", 13) == result(OURS, "7:1", 12)


@pytest.mark.parametrize("column", COLUMNS)
def test_a_better_roll_never_harms_the_attacker(column: str) -> None:
    worth = [result(OURS, column, row).balance for row in ROWS]
    assert worth == sorted(worth)


@pytest.mark.parametrize("row", ROWS)
def test_better_odds_never_harm_the_attacker(row: int) -> None:
    worth = [result(OURS, column, row).balance for column in COLUMNS]
    assert worth == sorted(worth)


def test_losses_fall_with_the_odds_and_rise_for_the_defender() -> None:
    ours = [sum(result(OURS, c, r).attacker_steps for r in DIE) for c in COLUMNS]
    theirs = [sum(result(OURS, c, r).defender_steps for r in DIE) for c in COLUMNS]
    assert ours == sorted(ours, reverse=True)
    assert theirs == sorted(theirs)
    assert all(a != b for a, b in itertools.pairwise([result(OURS, c, 6) for c in COLUMNS[6:]]))


def test_three_to_one_is_even() -> None:
    assert sum(result(OURS, "3:1", r).balance for r in DIE) in range(-6, 7)


def test_words() -> None:
    assert said(Result(0, 1, 0, 0)) == "attacker retreat"
    assert said(Result(2, 0, 1, 1)) == "attacker 2 steps; defender 1 step and retreat"


def test_a_reconstructed_cell_is_told_and_the_printed_one_is_not() -> None:
    inquiry = Inquiry(position(board([])))
    note_cell(inquiry, "3:1", 8)
    assert not inquiry.sources
    note_cell(inquiry, "3:1", 9)
    assert [s.file for s in inquiry.sources] == ["crt.toml"]
    note_cell(position(board([])), "3:1", 9)


def test_no_such_column() -> None:
    with pytest.raises(KeyError):
        result(OURS, "8:1", 3)


def test_a_cell_that_is_no_result() -> None:
    from adjudicator.battle_for_normandy.r12.crt import _read

    for text in ("", "1", "x/1", "-/-", "1/2/3"):
        with pytest.raises(DataError):
            _read("[column]", text)
    assert _read("", "R/-") == Result(0, 1)


def test_columns_out_of_order(tmp_path: Path) -> None:
    from adjudicator.battle_for_normandy.r12 import crt as r12_crt

    text = r12_crt._PATH.read_text("utf-8").replace('[column."1:4"]', '[column."1:9"]')
    (tmp_path / "crt.toml").write_text(text, "utf-8")
    with pytest.raises(DataError):
        r12_crt._records(filing_of("battle-for-normandy", tmp_path))
