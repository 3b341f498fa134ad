"""What the rulebook leaves open: every reading that a game declares is one that its rules ask for."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import adjudicator

_ROOT = Path(adjudicator.__file__).parent
_GAMES = sorted(p.parent.name for p in _ROOT.glob("*/interpretations.toml"))


@pytest.mark.parametrize("game", _GAMES)
def test_every_declared_reading_is_asked_for_by_a_rule(game: str) -> None:
    folder = _ROOT / game
    declared = tomllib.loads((folder / "interpretations.toml").read_text())
    asking = [*folder.rglob("*.py"), *_ROOT.glob("*.py")]
    asking += [p for p in folder.glob("*.toml") if p.name != "interpretations.toml"]
    code = "\n".join(p.read_text() for p in asking)
    assert declared
    assert [name for name in declared if f'"{name}"' not in code] == []
