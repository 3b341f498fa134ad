"""Moves in small positions of The Dark Summer: facts of a Round, checking and carrying out one action."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.position import Fact, Key, Position
from counters.catalog import Unit
from maps.board import Board
from tests.dark_summer.build import position


def facts_of(group: str, kind: str = "move", **more: Fact) -> dict[Key, Fact]:
    """Facts of the Movement of a Round."""
    side = "german" if group == "german" else "allied"
    values: dict[str, Fact] = {
        "round-kind": kind,
        "round-group": group,
        "round-part": "movement",
        "side": side,
    }
    values.update({"turn": 5, "round": 6, "weather": "showers"})
    values.update({k.replace("_", "-"): v for k, v in more.items()})
    return {(item, ""): value for item, value in values.items()}


def situation(
    on: Board,
    *placed: tuple[Unit, str],
    group: str,
    kind: str = "move",
    facts: Mapping[Key, Fact] | None = None,
    options: Mapping[str, str] | None = None,
    **more: Fact,
) -> Position:
    """A position in the Movement of a Round."""
    here = position(on, *placed, facts={**facts_of(group, kind, **more), **(facts or {})})
    return Position(here.game, here.board, here.schema, here.pieces, here.facts, options=options)
