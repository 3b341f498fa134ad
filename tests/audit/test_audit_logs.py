"""Logs made by gestures in the real engine: legal games are in order, planted offences are found."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Any

import pytest

from adjudicator.audit.games import audited
from adjudicator.audit.judged import Judged

ENGINE = Path(__file__).parents[1] / "engine"
QUICK = "breakout_normandy"
"""The game whose logs are judged in every run; those of the others take long."""
LEGAL, OFFENCES = sorted(ENGINE.glob("*/played.vlog")), sorted(ENGINE.glob("*/offences*.vlog"))
ANOTHER_WAY = {("june_six", "8.12"): "strategic-move", ("storm_over_normandy", "8.0"): "move"}
"""Planted as offences on one way, and lawful on another: a log shows where a unit went, not how."""


@functools.cache
def steps_of(log: Path) -> list[Judged]:
    """The steps of a log, judged once for all tests."""
    return list(audited([log], viewpoint="referee").judged())


def marked(log: Path, *more: Any, name: str) -> Any:
    return pytest.param(log, *more, id=name, marks=() if log.parent.name == QUICK else pytest.mark.slow)


def offences(log: Path) -> list[dict[str, Any]]:
    lines = tomllib.loads(log.with_suffix(".toml").read_text(encoding="utf-8"))["line"]
    return [line for line in lines if line["kind"] == "offence"]


@pytest.mark.parametrize("log", [marked(log, name=log.parent.name) for log in LEGAL])
def test_a_legal_log_is_in_order(log: Path) -> None:
    assert not [(s.number, s.text) for s in steps_of(log) if not s.fine]


PLANTED = [
    marked(log, line, name=f"{log.parent.name}-{line['section']}-{line['rule']}")
    for log in OFFENCES
    for line in offences(log)
]


@pytest.mark.parametrize(("log", "line"), PLANTED)
def test_a_planted_offence_is_told_of_its_own_steps_with_its_rule(log: Path, line: dict[str, Any]) -> None:
    first, last = line["steps"]
    judged = [s for s in steps_of(log) if first <= s.number <= last]
    lawful = ANOTHER_WAY.get((log.parent.name, line["rule"]))
    if lawful is not None:
        assert [act.data["action"] for s in judged for act in s.acts] == [lawful]
        return
    assert any(line["rule"] in s.broken for s in judged if not s.fine)


@pytest.mark.parametrize("log", [marked(log, name=f"{log.parent.name}-{log.stem}") for log in OFFENCES])
def test_nobody_is_accused_of_anything_else(log: Path) -> None:
    """Beside the planted steps stands only what they left behind: a stack too large, a decision due."""
    planted = {n for line in offences(log) for n in range(line["steps"][0], line["steps"][1] + 1)}
    others = [s for s in steps_of(log) if not s.fine and s.number not in planted]
    assert all(s.kind == "forgotten" for s in others), [(s.number, s.kind, s.text) for s in others]
