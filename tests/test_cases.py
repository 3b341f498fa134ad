"""Every case of the casebook passes, and its answer has the form that its question declares."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.asking.casebook import Case, read_cases, run_case
from tests.answered import misfit

FOLDER = Path(__file__).parent / "cases"
CASES = [case for file in sorted(FOLDER.glob("*/*.toml")) for case in read_cases(file)]
PREFIX = {
    "battle_for_normandy": "BFN-",
    "breakout_normandy": "BKN-",
    "dark_summer": "TDS-",
    "june_six": "J6-",
    "storm_over_normandy": "SON-",
}


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.id)
def test_case(case: Case) -> None:
    result = run_case(case)
    assert result.faults == ()
    if (ruling := result.answered) is not None:
        assert not misfit(case.folder.name.replace("_", "-"), case.question, ruling.answer, ok=ruling.ok)


def test_case_ids_are_unique_and_name_their_game() -> None:
    assert len({c.id for c in CASES}) == len(CASES)
    for case in CASES:
        assert case.id.startswith(PREFIX[case.folder.name]), case.id
