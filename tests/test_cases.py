"""Every case of the casebook passes, and its answer has the form that its question declares.

A file is one test, which names each of its cases that fails.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.asking.casebook import Result, read_cases, run_files
from adjudicator.ruling import Ruling
from tests.answered import miscounted, misfit

FOLDER = Path(__file__).parent / "cases"
FILES = sorted(FOLDER.glob("*/*.toml"))
PREFIX = {
    "battle_for_normandy": "BFN-",
    "breakout_normandy": "BKN-",
    "dark_summer": "TDS-",
    "june_six": "J6-",
    "storm_over_normandy": "SON-",
}


def names_a_section(ruling: Ruling) -> bool:
    """Whether a ruling proves itself: a step or a violation cites a rule. No question is free of it."""
    return bool(ruling.violations) or bool(replace(ruling, moment=()).rules)


def faults(result: Result) -> Iterator[str]:
    """What differs, and what in the answer has another form than its question declares."""
    yield from result.faults
    case, ruling = result.case, result.answered
    if ruling is not None:
        if not names_a_section(ruling):
            yield "no step and no violation of the answer names a section"
        yield miscounted(ruling)
        yield misfit(case.folder.name.replace("_", "-"), case.question, ruling.answer, ok=ruling.ok)


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_the_cases_of_a_file(file: Path) -> None:
    results = list(run_files([file]))
    assert results
    assert "".join(f"{r.case.id}: {fault}\n" for r in results for fault in faults(r) if fault) == ""


def test_case_ids_are_unique_and_name_their_game() -> None:
    cases = [case for file in FILES for case in read_cases(file)]
    assert len({c.id for c in cases}) == len(cases) > 9_900
    for case in cases:
        assert case.id.startswith(PREFIX[case.folder.name]), case.id
