"""Small boards for the tests of sections 8 and 19."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.actions import Action
from adjudicator.breakout_normandy import GAME
from adjudicator.breakout_normandy.r11_advantage import KeepRoll
from adjudicator.game import apply, check
from adjudicator.position import Fact, Key, Piece, Position
from counters.catalog import Unit
from maps.board import Board, Edge, Space

__all__ = [
    "ROAD",
    "ROADS",
    "area",
    "box",
    "edge",
    "piece",
    "play",
    "position",
    "reasons",
    "river_board",
    "road",
    "zone",
]

_NATION = {"ge": "german", "us": "us", "br": "british"}


def area(name: str, **features: Any) -> Space:
    """An Area with plain features."""
    printed: dict[str, Any] = {
        "number": 1,
        "tem": 1,
        "terrain": "open",
        "fortified": False,
        "beach": "",
        "naval": "",
    }
    printed |= {"le_havre": False, "vp": 0, "minor_port": False}
    return Space(name, name.replace("-", " ").title(), "area", {**printed, **features})


def zone(name: str) -> Space:
    """A Zone."""
    return Space(name, name.replace("-", " ").title(), "zone")


def box(name: str, kind: str = "approach", beach: str = "us") -> Space:
    """An Approach Box, or another box."""
    features: dict[str, Any] = {"beach": beach} if kind == "approach" else {}
    return Space(name, name.replace("-", " ").title(), kind, features)


def edge(a: str, b: str, boundary: str = "open", *, bridge: bool = False) -> Edge:
    """A boundary, whatever the order of its ends."""
    first, second = sorted((a, b))
    return Edge(first, second, boundary, bridge=bridge)


def piece(
    uid: str,
    space: str,
    status: str = "fresh",
    *,
    type: str = "infantry",  # noqa: A002 - the word of the counter
    mf: int | None = 4,
    **more: Any,
) -> Piece:
    """A unit; the first letters of its id tell its nation (ge, us, br)."""
    nation = _NATION[uid[:2]]
    side = "german" if nation == "german" else "allied"
    values: dict[str, Any] = {"af": 4, "df": 3, "spent_df": 2} | more
    return Piece(Unit(uid, uid, f"Unit {uid}", side, nation, type=type, mf=mf, **values), space, status)


def position(
    spaces: Iterable[Space],
    edges: Iterable[Edge],
    pieces: Iterable[Piece],
    facts: Mapping[Key, Fact] | None = None,
    *,
    side: str = "german",
    active: Iterable[str] = (),
    **options: str,
) -> Position:
    """A position in the Daylight Phase; options give readings with `_` for `-`."""
    stated: dict[Key, Fact] = {("phase", ""): "daylight", ("side", ""): side, ("date", ""): 8}
    for space in active:
        stated["active", space] = 1
        stated["impulse-type", ""] = "assault"
    stated |= facts or {}
    chosen = {name.replace("_", "-"): letter for name, letter in options.items()}
    return Position(
        "breakout-normandy",
        Board(spaces, edges),
        GAME.schema,
        {p.uid: p for p in pieces},
        stated,
        options=chosen,
    )


def reasons(position: Position, action: Action) -> dict[str, str]:
    """Sections with the reasons of an illegal action."""
    return {v.rule: v.text for v in check(position, action).violations}


def play(position: Position, *actions: Action) -> Position:
    """The position after several actions; whoever holds the Advantage lets every roll stand."""
    for action in actions:
        position = apply(position, action)
        while position.decision is not None and "keep-roll" in _answers(position.decision.kind):
            position = apply(position, KeepRoll())
    return position


def _answers(kind: str) -> list[str]:
    return [name for name, handler in GAME.handlers.items() if kind in handler.answers]


ROAD = [area("a"), area("b"), area("c"), area("d")]
ROADS = [edge("a", "b"), edge("b", "c"), edge("c", "d")]


def road(
    *pieces: Piece, side: str = "german", allied: Iterable[str] = (), weather: str = "clear", **options: str
) -> Position:
    facts: dict[Key, Fact] = {("control", s): "us" for s in allied}
    facts["weather-today", ""] = weather
    return position(ROAD, ROADS, pieces, facts, side=side, active=["a"], **options)


def river_board(*pieces: Piece, side: str = "german", facts: Mapping[Key, Fact] | None = None) -> Position:
    spaces = [area("a"), area("r"), area("o")]
    edges = [edge("a", "r", "river", bridge=True), edge("a", "o"), edge("o", "r")]
    return position(spaces, edges, pieces, facts or {}, side=side, active=["a"])
