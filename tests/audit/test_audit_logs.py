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
CLEAN = ("breakout_normandy", "dark_summer", "storm_over_normandy")
UNEXPLAINED = {"june_six": 1}
"""Steps of legal logs that no action explains yet: a bound that may only fall."""
LONG = dict.fromkeys(("dark_summer", "june_six"), pytest.mark.slow)
"""Games whose logs take long to judge."""


@functools.cache
def steps_of(log: Path) -> list[Judged]:
    return list(audited([log], viewpoint="referee").judged())


@pytest.mark.parametrize("game", [pytest.param(game, marks=LONG.get(game, ())) for game in CLEAN])
def test_a_legal_log_is_in_order(game: str) -> None:
    assert not [(s.number, s.text) for s in steps_of(ENGINE / game / "played.vlog") if not s.fine]


@pytest.mark.slow
@pytest.mark.parametrize("game", sorted(UNEXPLAINED))
def test_little_of_a_legal_log_is_not_explained(game: str) -> None:
    against = [s for s in steps_of(ENGINE / game / "played.vlog") if not s.fine]
    assert len(against) <= UNEXPLAINED[game]


def offences(log: Path, *, moving: bool = True) -> list[dict[str, Any]]:
    lines = tomllib.loads(log.with_suffix(".toml").read_text(encoding="utf-8"))["line"]
    return [line for line in lines if line["kind"] == "offence" and (line["section"] == "movement") == moving]


ANOTHER_WAY = {("june_six", "8.12"): "strategic-move", ("storm_over_normandy", "8.0"): "move"}
"""Planted as offences on one way, and lawful on another: a log shows where a unit went, not how."""

MOVES = [
    pytest.param(log, line, id=f"{log.parent.name}-{line['rule']}", marks=LONG.get(log.parent.name, ()))
    for log in sorted(ENGINE.glob("*/offences.vlog"))
    if log.parent.name != "battle_for_normandy"
    for line in offences(log)
]


@pytest.mark.parametrize(("log", "line"), MOVES)
def test_a_planted_offence_is_found_with_its_rule_or_a_lawful_way(log: Path, line: dict[str, Any]) -> None:
    first, last = line["steps"]
    lawful = ANOTHER_WAY.get((log.parent.name, line["rule"]))
    if lawful is not None:
        acts = [act for s in steps_of(log) if first <= s.number <= last for act in s.acts]
        assert [act.data["action"] for act in acts] == [lawful]
        return
    against = [s for s in steps_of(log) if first <= s.number <= last and not s.fine]
    assert against
    assert any(line["rule"] in s.broken for s in against)


OTHER_RULE = {("storm_over_normandy", "10.1"): "8.0"}
"""Found, and told by another section: one that it breaks as well, or that of what changed."""
NOT_YET = {("dark_summer", "11.3.6")}
"""Planted, and not told of their own steps yet: a list that may only get shorter."""

OTHERS = [
    pytest.param(log, line, id=f"{log.parent.name}-{line['rule']}", marks=LONG.get(log.parent.name, ()))
    for log in sorted(ENGINE.glob("*/offences*.vlog"))
    if log.parent.name != "battle_for_normandy"
    for line in offences(log, moving=False)
    if (log.parent.name, line["rule"]) not in NOT_YET
]


@pytest.mark.parametrize(("log", "line"), OTHERS)
def test_an_offence_of_stacking_combat_or_supply_is_found(log: Path, line: dict[str, Any]) -> None:
    first, last = line["steps"]
    rule = OTHER_RULE.get((log.parent.name, line["rule"]), line["rule"])
    told = [s.broken for s in steps_of(log) if first <= s.number <= last]
    assert any(rule in rules for rules in told)
