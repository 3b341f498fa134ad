"""Combats for tests: a block of hexes with a source for each side, and actions played through the core."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.actions import Action
from adjudicator.game import check
from adjudicator.position import Fact, Key, Position
from adjudicator.ruling import Step
from counters.catalog import Unit
from maps.board import Board
from tests.dark_summer.build import board, hexes, position

BLOCK = hexes(30, 40, 2, 13)
SOUTH = {"3513": "E"}


def ground(**more: Any) -> Board:
    """A clear block with Omaha and Gold in the north and a German Supply Source in the south."""
    return board(BLOCK, letters={**SOUTH, **more.pop("letters", {})}, **more)


def facts(kind: str, group: str, **more: Any) -> dict[Key, Fact]:
    """A Round at its Combat; more items as ``weather="sun"``, of a subject as ``beach__3303="open"``."""
    side = "german" if group == "german" else "allied"
    said: dict[Key, Fact] = {
        ("round-kind", ""): kind,
        ("round-group", ""): group,
        ("round-part", ""): "combat",
        ("side", ""): side,
        ("turn", ""): 1,
        ("weather", ""): "storm",
        ("beach", "3303"): "open",
        ("beach", "4003"): "open",
    }
    for name, value in more.items():
        item, _, subject = name.partition("__")
        said[item.replace("_", "-"), subject] = value
    return said


def battle(
    kind: str,
    group: str,
    *placed: tuple[Unit, str],
    on: Board | None = None,
    options: Mapping[str, str] | None = None,
    **more: Any,
) -> Position:
    """A position at the Combat of a Round; no Support can be used on its stormy first turn."""
    found = position(ground() if on is None else on, *placed, facts=facts(kind, group, **more))
    chosen = dict(options or {})
    return Position(found.game, found.board, found.schema, found.pieces, found.facts, options=chosen)


def _texts(steps: Iterable[Step]) -> list[str]:
    return [f"{s.rule} {s.text}" for s in steps]


def notes(state: Position, action: Action) -> str:
    """Texts of its steps, each after its section."""
    return "; ".join(_texts(check(state, action).steps))
