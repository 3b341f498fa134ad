"""Small positions of Storm Over Normandy for tests: Areas named in words, ad hoc units, facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.position import Fact, Key, Piece, Position
from adjudicator.storm_over_normandy import GAME
from adjudicator.storm_over_normandy.terms import BEACHES, BOXES
from counters.catalog import Unit
from maps.board import Board, Edge, Feature, Space, edge_id

_NATIONS = {"ge": "german", "us": "us", "br": "british", "ca": "canadian"}
_ARMIES = {"us": "us-airborne", "british": "british-airborne"}
_FLAGS = ("star", "bocage", "red")


def area(words: str) -> Space:
    """An Area or zone: ``"tilly 3 red bocage"``, ``"utah 1 star us"``, ``"zone-a 2"`` (halves of a VP).

    Further words are ``british``, ``vp2`` and ``allied`` (held by the Allies at the start).
    """
    id_, *rest = words.split()
    number = next((int(w) for w in rest if w.isdigit()), 2 if id_.startswith("zone-") else 0)
    features: dict[str, Feature] = {symbol: army in rest for army, symbol in _ARMIES.items()}
    name = id_.replace("-", " ").title()
    if id_.startswith("zone-"):
        return Space(id_, name, "zone", {**features, "halves": number})
    features.update({flag: flag in rest for flag in _FLAGS})
    points = next((int(w[2:]) for w in rest if w[:2] == "vp"), 0)
    start = "allied" if "allied" in rest else "german"
    more: dict[str, Feature] = {
        "dv": number,
        "vp": points,
        "beach": id_ if id_ in BEACHES else "",
        "start": start,
    }
    return Space(id_, name, "area", {**features, **more})


def _pair(a: str, b: str) -> tuple[str, str]:
    return (a, b) if a < b else (b, a)


def board(areas: Iterable[str], links: Iterable[str] = ()) -> Board:
    """A map of Areas, zones, the Landing Boxes of its beaches, and the boxes off the map.

    Links are ``"tilly/bayeux"``, ``"tilly/aunay odl"``, ``"caen/troarn impassable"``; to a zone and from a
    Landing Box they get their kind by themselves.
    """
    spaces = {space.id: space for space in map(area, areas)}
    edges: dict[str, Edge] = {}
    for link in links:
        pair, _, kind = link.partition(" ")
        a, b = _pair(*pair.split("/"))
        zone = "zone" in {spaces[a].kind, spaces[b].kind}
        edges[edge_id(a, b)] = Edge(a, b, kind or ("zone" if zone else "open"))
    for beach in [s for s in spaces if s in BEACHES]:
        symbols = {symbol: spaces[beach][symbol] for symbol in _ARMIES.values()}
        for section in ("landing", "exploitation"):
            box = Space(
                f"{section}-{beach}", f"{beach} {section}".title(), "landing", {"beach": beach, **symbols}
            )
            spaces[box.id] = box
            edges[edge_id(box.id, beach)] = Edge(*_pair(box.id, beach), "landing")
    spaces |= {box: Space(box, box.replace("-", " ").title(), "box") for box in sorted(BOXES)}
    return Board(spaces.values(), edges.values())


def unit(uid: str, size: str = "regiment", **more: object) -> Unit:
    """An ad hoc unit, 1-9-4 and 8 when spent; side and nationality come from its id (ge-, us-, br-, ca-)."""
    nationality = _NATIONS[uid[:2]]
    side = "german" if nationality == "german" else "allied"
    kind = "strongpoint" if size == "strongpoint" else "infantry"
    mf = None if size == "strongpoint" else 4
    values: dict[str, Any] = {"type": kind, "size": size, "af": 1, "df": 9, "mf": mf, "spent_df": 8}
    values.update(more)
    return Unit(uid, uid[3:], uid, side, nationality, **values)


def strongpoint(uid: str, df: int = 8, *, af: int = 1, spent_df: int | None = None) -> Unit:
    """A strongpoint of a fresh rating, one less when spent."""
    return unit(uid, "strongpoint", af=af, df=df, spent_df=df - 1 if spent_df is None else spent_df)


def position(
    on: Board,
    *placed: tuple[Unit, str],
    facts: Mapping[Key, Fact] | None = None,
    options: Mapping[str, str] | None = None,
) -> Position:
    """A position with units at "tilly" or, spent, at "tilly spent"; Areas are German unless `facts` say."""
    pieces = {}
    for printed, where in placed:
        space, _, status = where.partition(" ")
        pieces[printed.id] = Piece(printed, space, status or "fresh")
    found = GAME.empty(on, pieces, facts)
    return Position(found.game, found.board, found.schema, found.pieces, found.facts, options=options)


def held(*areas: str, side: str = "allied") -> dict[Key, Fact]:
    """Facts of Areas that a side controls."""
    return {("control", where): side for where in areas}
