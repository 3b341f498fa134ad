"""Boards and units of June 6 for tests: King Red of Gold with its queue, Omaha Charlie, Pointe du Hoc."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adjudicator.position import Position
from counters.catalog import Unit
from maps.board import Board, Feature
from tests.battle_for_normandy import build

KING_RED = {"c1829": 0, "c1728": 1, "c1628": 2, "c1527": 3}
CHARLIE = {"b1401": 0, "c1353": 1, "c1253": 2, "c1152": 3}


def gold(terrain: dict[str, str] | None = None, sides: dict[str, str] | None = None) -> Board:
    """King Red, the Beach hex C1928 to its east, the land behind them."""
    numbers = build.around("c1829", "c1928", "c1628", "c2029")
    sea = dict.fromkeys(
        ["c1728", "c1628", "c1527", "c1729", "c1827", "c1828", "c1629", "c1627", "c1528"], "sea"
    )
    ground = {**sea, "c1829": "beach", "c1928": "beach", **(terrain or {})}
    features: dict[str, dict[str, Feature]] = {
        n: {"site": "gold", "beach": "king-red", "queue": queue} for n, queue in KING_RED.items()
    }
    features["c1928"] = {"site": "gold"}
    return build.board(numbers, terrain=ground, sides=sides, features=features)


def omaha() -> Board:
    """Charlie with its queue, and Pointe du Hoc."""
    numbers = build.around("b1401", "c1353", "c1253", "b1205", "b1305", "b1406")
    ground = {**dict.fromkeys(["c1353", "c1253", "c1152"], "sea"), "b1401": "beach", "b1205": "beach"}
    features: dict[str, dict[str, Feature]] = {
        n: {"site": "omaha", "beach": "charlie", "queue": queue} for n, queue in CHARLIE.items()
    }
    features["b1205"] = {"site": "pointe-du-hoc", "beach": "pointe-du-hoc"}
    here = build.board(
        numbers, terrain=ground, sides=build.sides("b1205/b1305", kind="bluff"), features=features
    )
    from maps.board import Space

    box = Space(
        "holding-pointe-du-hoc", "Pointe", "holding", {"site": "pointe-du-hoc", "beach": "pointe-du-hoc"}
    )
    return Board([*here.spaces.values(), box], here.edges.values())


def named(name: str, uid: str, word: str, **more: Any) -> Unit:
    """An ad hoc unit with a name of its own, such as 1/505."""
    return replace(build.unit(uid, word, **more), name=name)


def pool(prefix: str, word: str = "co", number: int = 3, **more: Any) -> list[tuple[Unit, str]]:
    """Companies that lie in the pool: us-c1, us-c2 ..."""
    return [(build.unit(f"{prefix}{n}", word, **more), "companies") for n in range(1, number + 1)]


def invasion(
    phase: int, on: Board, *placed: tuple[Unit, str], step: str = "allied-fire", **more: Any
) -> Position:
    """A position in a Beach Invasion Phase."""
    return build.situation(on, *placed, phase=step, time="am", date=6, invasion=phase, **more)


def night(step: str, on: Board, *placed: tuple[Unit, str], **more: Any) -> Position:
    """A position in the Night of the drop."""
    return build.situation(on, *placed, phase=step, time="night", date=6, **more)
