"""Small combats of The Battle for Normandy for tests: a map around C2020, actions one after another."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.actions import Roll
from adjudicator.position import Decision, Position
from counters.catalog import Unit
from maps.board import Feature
from tests.battle_for_normandy import build
from tests.playing import play

TARGET = "c2020"
# around TARGET, from the north-east clockwise: the Allied side comes from the north
NE, EAST, SE, SW, WEST, NW = "c1919", "c2019", "c2119", "c2120", "c2021", "c1920"
SOUTH, NORTH = "c2420", "c1620"


def ground(
    *,
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    features: Mapping[str, Mapping[str, Feature]] | None = None,
    radius: int = 4,
) -> Any:
    """The map around C2020; German supply comes from C2420, Allied from the Beach hex C1620."""
    more = {SOUTH: {"edge": "south"}, NORTH: {"beach": "king-red", "site": "gold"}}
    known = {n: {**more.get(n, {}), **(features or {}).get(n, {})} for n in {*more, *(features or {})}}
    numbers = [*build.around(TARGET, radius=radius), SOUTH, NORTH]
    return build.board(numbers, terrain=terrain, sides=sides, features=known)


def combat(
    *placed: tuple[Unit, str],
    side: str = "allied",
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    features: Mapping[str, Mapping[str, Feature]] | None = None,
    pool: Iterable[tuple[str, str]] = (("us-co-1", "co"), ("ge-co-1", "co")),
    **more: Any,
) -> Position:
    """A Combat Phase on that map; `pool` lists breakdown companies that are at hand."""
    ready = [(build.unit(uid, word), "companies") for uid, word in pool]
    more.setdefault("csp", 20)
    facts = {("beachhead", "gold"): "king-red", ("control", NORTH): "allied", **more.pop("facts", {})}
    on = ground(terrain=terrain, sides=sides, features=features, radius=more.pop("radius", 4))
    return build.situation(on, *placed, *ready, phase="combat", side=side, facts=facts, **more)


def roll(here: Position, *values: int) -> Position:
    """The position after a die."""
    return play(here, Roll(values))


def asked(here: Position) -> tuple[str, str]:
    """Who must decide what: player and kind; empty words when nobody must."""
    top: Decision | None = here.decision
    return (top.player, top.kind) if top is not None else ("", "")
