"""Small boards for the tests of sequence and fire: a coast of two Beaches with what lies behind it.

::

    approach-utah - utah-beach --- marsh === town --- hill --- zone-b
    approach-gold - gold-beach --- lane ---------------/
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.actions import Roll
from adjudicator.breakout_normandy import GAME
from adjudicator.position import Fact, Key, Piece, Position
from counters.catalog import Unit
from maps.board import Board, Edge, Space

__all__ = [
    "BOARD",
    "Facts",
    "area",
    "fact_items",
    "passing",
    "position",
    "unit",
]

Facts = Mapping[Any, Fact]
_NATION = {"ge": "german", "us": "us", "br": "british"}
_PRINTED: dict[str, Any] = {
    "number": 1,
    "tem": 1,
    "terrain": "open",
    "fortified": False,
    "beach": "",
    "naval": "",
    "le_havre": False,
    "vp": 0,
    "minor_port": False,
}


def area(name: str, **features: Any) -> Space:
    """An Area with plain features unless they are given."""
    return Space(name, name.replace("-", " ").title(), "area", {**_PRINTED, **features})


def _space(name: str, kind: str, **features: Any) -> Space:
    return Space(name, name.replace("-", " ").title(), kind, features)


def _edge(a: str, b: str, boundary: str = "open", *, bridge: bool = False) -> Edge:
    first, second = sorted((a, b))
    return Edge(first, second, boundary, bridge=bridge)


BOARD = Board(
    [
        area("utah-beach", beach="us", naval="wtf", fortified=True),
        area("gold-beach", beach="br", naval="etf", fortified=True),
        area("marsh", tem=2, naval="wtf+etf", minor_port=True),
        area("lane", naval="etf", le_havre=True, vp=1),
        area("town", tem=3, terrain="bocage", vp=3),
        area("hill", tem=2, vp=4),
        _space("zone-b", "zone"),
        _space("approach-utah", "approach", beach="us"),
        _space("approach-gold", "approach", beach="br"),
        _space("offshore-box", "offshore"),
        _space("setup-card", "box"),
        _space("eliminated", "box"),
        _space("withdrawn", "box"),
    ],
    [
        _edge("approach-utah", "utah-beach", "landing"),
        _edge("approach-gold", "gold-beach", "landing"),
        _edge("utah-beach", "marsh"),
        _edge("marsh", "town", "river", bridge=True),
        _edge("gold-beach", "lane"),
        _edge("lane", "hill"),
        _edge("town", "hill"),
        _edge("hill", "zone-b", "arrow"),
    ],
)


def unit(
    uid: str,
    space: str,
    status: str = "fresh",
    *,
    type: str = "infantry",  # noqa: A002 - the word of the counter
    **more: Any,
) -> Piece:
    """A unit; the first letters of its id tell its nation (ge, us, br)."""
    nation = _NATION[uid[:2]]
    side = "german" if nation == "german" else "allied"
    values: dict[str, Any] = {"af": 4, "df": 3, "mf": 4, "spent_df": 2} | more
    return Piece(Unit(uid, uid, f"Unit {uid}", side, nation, type=type, **values), space, status)


def position(
    pieces: Iterable[Piece] = (),
    facts: Facts | None = None,
    *,
    side: str = "allied",
    phase: str = "daylight",
    options: Mapping[str, str] | None = None,
) -> Position:
    """A position of our coast; a fact without subject may be named by its item alone."""
    stated: dict[Key, Fact] = {("phase", ""): phase, ("side", ""): side}
    for key, value in (facts or {}).items():
        stated[(key, "") if isinstance(key, str) else key] = value
    known = {p.uid: p for p in pieces}
    return Position("breakout-normandy", BOARD, GAME.schema, known, stated, options=options)


def passing(*values: int) -> Roll:
    """A roll."""
    return Roll(values)


def fact_items(position: Position) -> set[str]:
    """Items of state that the position states."""
    return {item for item, _ in position.facts}
