"""Positions for the tests of supply, refit, regrouping and bridges: the printed map, or a part of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.actions import Action, Roll
from adjudicator.breakout_normandy import GAME
from adjudicator.breakout_normandy.r11_advantage import KeepRoll
from adjudicator.game import apply, check
from adjudicator.position import Fact, Key, Piece, Position
from counters.catalog import Unit, load_units
from maps.board import Board, Edge, edge_id
from maps.breakout_normandy.board import load_board

__all__ = ["EVERYTHING", "at", "board_of", "play", "position", "reasons", "rules", "unit"]

EVERYTHING = load_board()
_UNITS = load_units("breakout-normandy")
_BOXES = ("eliminated", "withdrawn", "setup-card", "offshore-box")
_NATION = {"ge": "german", "us": "us", "br": "british"}


def board_of(*spaces: str, **changed: Any) -> Board:
    """Part of the printed map; `changed` names a boundary ``a__b`` and its new (kind, bridge)."""
    names = [*spaces, *_BOXES]
    edges = {e.id: e for e in EVERYTHING.edges.values() if e.a in names and e.b in names}
    for key, (kind, bridge) in changed.items():
        a, b = sorted(key.replace("_", "-").split("--"))
        edges[edge_id(a, b)] = Edge(a, b, kind, bridge=bridge)
    return Board([EVERYTHING.spaces[s] for s in names], edges.values())


def unit(uid: str, kind: str = "infantry", **more: Any) -> Unit:
    """A unit of our own; nation by the first two letters of its id."""
    nation = _NATION[uid[:2]]
    printed = {"af": 4, "df": 4, "mf": 4, "spent_df": 2} | more
    side = "german" if nation == "german" else "allied"
    return Unit(uid, uid, uid.upper(), side, nation, type=kind, **printed)


def at(space: str, uid: str, status: str = "fresh", kind: str = "infantry", **more: Any) -> Piece:
    """A unit in a space: a printed counter when there is one of that id."""
    known = None if more else _UNITS.get(uid)
    return Piece(known or unit(uid, kind, **more), space, status)


def position(
    pieces: Iterable[Piece] = (),
    facts: Mapping[Any, Fact] | None = None,
    *,
    board: Board = EVERYTHING,
    phase: str = "daylight",
    side: str = "german",
    allied: Iterable[str] = (),
    us: Iterable[str] = (),
    **options: str,
) -> Position:
    """A position; `us` and `allied` (British) are the spaces that the Allies control."""
    stated: dict[Key, Fact] = {("phase", ""): phase, ("side", ""): side}
    stated |= {("control", s): "us" for s in us} | {("control", s): "british" for s in allied}
    for key, value in (facts or {}).items():
        stated[key if isinstance(key, tuple) else (key, "")] = value
    letters = {name.replace("_", "-"): letter for name, letter in options.items()}
    return Position(
        "breakout-normandy", board, GAME.schema, {p.uid: p for p in pieces}, stated, options=letters
    )


def rules(place: Position, action: Action) -> list[str]:
    """Sections that forbid an action."""
    return [v.rule for v in check(place, action).violations]


def reasons(place: Position, action: Action) -> list[str]:
    """Sentences that forbid an action."""
    return [v.text for v in check(place, action).violations]


def play(place: Position, *actions: Action) -> Position:
    """Carry out several actions; an offered reroll is declined after every roll."""
    for action in actions:
        place = apply(place, action)
        if isinstance(action, Roll) and place.decision is not None and place.decision.kind == "reroll":
            place = apply(place, KeepRoll())
    return place
