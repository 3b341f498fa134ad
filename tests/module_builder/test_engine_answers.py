"""What the real engine said of every module (tests/engine)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from adjudicator.game import GAMES, has_module

ENGINE = Path(__file__).parents[1] / "engine"


@pytest.mark.parametrize("slug", [slug for slug in GAMES if has_module(slug)])
def test_the_engine_found_no_problem(slug: str) -> None:
    lines = json.loads((ENGINE / slug.replace("-", "_") / "check.json").read_text())
    assert lines[0].startswith("ENGINE VASSAL 3.7")
    assert lines[-1] == "RESULT problems=0"
    assert not [line for line in lines if line.startswith(("PROBLEM", "LINT"))]
