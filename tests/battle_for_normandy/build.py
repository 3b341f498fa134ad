"""Small positions of The Battle for Normandy for tests: a clear map of any hexes, ad hoc units, facts.

Others extend this module by adding to it.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.battle_for_normandy import GAME
from adjudicator.position import Decision, Fact, Key, Piece, Position
from counters.catalog import Unit
from maps.battle_for_normandy.grid import GRID
from maps.board import Board, Edge, Feature, Space, edge_id

BEACHES = {
    "tare-green": "utah", "uncle-red": "utah", "charlie": "omaha", "fox-green": "omaha", "king-red": "gold",
    "nan-red": "juno", "queen-red": "sword",
}  # fmt: skip
BOXES = ("turn-track", "eliminated", "broken-down", "companies", "pool", "removed")
AIRBORNE = ("us-82", "us-101", "br-6")
NATIONS = {
    "us": ("allied", "us"), "fr": ("allied", "french"), "br": ("allied", "british"),
    "ca": ("allied", "canadian"), "po": ("allied", "polish"), "ge": ("german", "german"),
    "ss": ("german", "german"), "lw": ("german", "german"),
}  # fmt: skip
STACKING = {"company": 2, "battalion": 3, "strongpoint": 1, "division": 1, "corps": 1}
# word of the vocabulary -> ratings that its counter usually prints
RATINGS = {
    "inf": {"as": 5, "ds": 4, "ma": 6, "reduced_as": 3, "reduced_ds": 3, "reduced_ma": 6},
    "co": {"as": 1, "ds": 2, "ma": 6},
    "tank": {"as": 8, "ds": 5, "ma": 10, "reduced_as": 5, "reduced_ds": 3, "reduced_ma": 10},
    "recon": {"as": 4, "ds": 3, "ma": 12, "reduced_as": 2, "reduced_ds": 2, "reduced_ma": 12},
    "at": {"as": 5, "ds": 2, "ma": 6},
    "artillery": {"as": 4, "ma": 6, "range": 9},
    "sp-artillery": {"as": 4, "ma": 10, "range": 9},
    "nw": {"as": 6, "ma": 6, "range": 6},
    "battery": {"as": 4, "range": 10},
    "flak": {"as": 1, "ds": 1, "ma": 6},
    "heavy-flak": {"as": 4, "ds": 2, "ma": 6},
    "hq": {"ds": 1, "ma": 6},
    "corps-hq": {"ma": 6},
    "kg-hq": {"ds": 1, "ma": 6},
    "ship": {"as": 6, "range": 15, "ma": 30},
    "sp": {"ds": 2},
    "avre": {"ma": 8},
    "rhino": {"ma": 10},
    "pathfinder": {},
    "truck": {"ma": 12},
}  # fmt: skip
KIN = {
    "infantry": "inf", "para": "inf", "glider": "inf", "commando": "inf", "ranger": "inf", "bicycle": "inf",
    "ost": "inf", "schwere": "inf", "engineer": "inf", "foot-recon": "inf", "pzgr": "tank", "panzer": "tank",
    "armored-infantry": "tank", "stug": "tank", "td": "tank", "armored-engineer": "tank", "sp-at": "tank",
    "para-co": "co", "commando-co": "co", "ranger-co": "co", "at-co": "at", "tank-co": "tank",
    "dd-co": "tank", "assault-engineer": "avre", "croc": "avre", "kangaroo": "avre", "bb": "ship",
    "cruiser": "ship", "destroyer": "ship", "monitor": "ship",
}  # fmt: skip


def around(*centres: str, radius: int = 1) -> list[str]:
    """Every hex within so many hexes of one of some hexes, sorted."""
    found = {c.lower() for c in centres}
    for _ in range(radius):
        found |= {n for a in found for n in GRID.neighbours(a)}
    return sorted(found)


def hexes(first: str, last: str) -> list[str]:
    """The block of hexes between two corners of one sheet: "c2805", "c3014" -> rows 28-30, columns 5-14."""
    sheet = first[0].lower()
    rows = sorted((int(first[1:3]), int(last[1:3])))
    columns = sorted((int(first[3:]), int(last[3:])))
    offset = next(s for s in GRID.sheets if s.letter == sheet)
    found = (
        GRID.find(r + offset.line, c + offset.place)
        for r in range(rows[0], rows[1] + 1)
        for c in range(columns[0], columns[1] + 1)
    )
    return [n for n in found if n is not None]


def sides(*pairs: str, kind: str = "stream") -> dict[str, str]:
    """Hexsides by "c3014/c2913" -> one kind of boundary."""
    return {edge_id(*p.split("/")): kind for p in pairs}


def road(*hexes_: str, kind: str = "secondary") -> dict[str, str]:
    """A road through hexes in their order -> hexsides that bear it."""
    return {edge_id(a, b): kind for a, b in itertools.pairwise(hexes_)}


def board(
    numbers: Iterable[str],
    *,
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    roads: Mapping[str, str] | None = None,
    bridges: Iterable[str] | None = None,
    features: Mapping[str, Mapping[str, Feature]] | None = None,
) -> Board:
    """A map of the given hexes, Clear unless `terrain` says more; all boxes are there.

    `sides` gives hexsides by "c2913/c3014" -> stream, major-river, bluff, draw, cliff, sea; `roads` maps
    hexsides to highway, primary, secondary, railroad, track (a road over a stream or river brings a bridge
    unless `bridges` lists those that are there). `features` adds to hexes: settlement, poi, level,
    perimeter, site, beach, queue, coastal, edge, town.
    """
    known, more = list(dict.fromkeys(numbers)), features or {}
    spaces = [_hexagon(n, (terrain or {}).get(n, "clear"), more.get(n, {})) for n in known]
    spaces += [
        Space(f"holding-{b}", f"{b} holding box", "holding", {"site": s, "beach": b})
        for b, s in BEACHES.items()
    ]
    spaces += [Space(f"airborne-{a}", f"Airborne box {a}", "airborne") for a in AIRBORNE]
    spaces += [Space(box, box.replace("-", " ").title(), "box") for box in BOXES]
    return Board(spaces, _edges(known, sides or {}, roads or {}, bridges))


def _hexagon(number: str, terrain: str, more: Mapping[str, Feature]) -> Space:
    features: dict[str, Feature] = {
        "terrain": terrain, "settlement": "", "poi": False, "airfield": False, "level": 0, "site": "",
        "beach": "", "queue": 0, "coastal": False, "perimeter": False, "edge": "", "town": "",
    }  # fmt: skip
    return Space(number, number.upper(), "hex", {**features, **more})


def _edges(
    known: Iterable[str], sides: Mapping[str, str], roads: Mapping[str, str], bridges: Iterable[str] | None
) -> list[Edge]:
    inside, edges = set(known), dict[str, Edge]()
    kinds = {edge_id(*k.split("/")): v for k, v in sides.items()}
    ways = {edge_id(*k.split("/")): v for k, v in roads.items()}
    spans = None if bridges is None else {edge_id(*b.split("/")) for b in bridges}
    for a in inside:
        for b in GRID.neighbours(a):
            if b in inside and edge_id(a, b) not in edges:
                id_ = edge_id(a, b)
                kind, way = kinds.get(id_, "open"), ways.get(id_, "")
                wet = kind in {"stream", "major-river"} and bool(way)
                first, second = sorted((a, b))
                bridge = wet if spans is None else id_ in spans
                edges[id_] = Edge(first, second, kind, bridge, road=way)
    return list(edges.values())


def unit(uid: str, word: str = "inf", *, steps: int | None = None, **more: Any) -> Unit:
    """An ad hoc unit; side and nationality come from its id (ge-, ss-, us-, fr-, br-, ca-, po-).

    `word` is one of the vocabulary: inf, pzgr, tank, recon, at, artillery, hq, corps-hq, sp, co, ship ...
    Ratings are given by name: as_, ds, ma, stacking, range, calibre, reduced_as ... (None: not printed);
    `marks` adds to those of the word, `division` names the formation.
    """
    side, nationality = NATIONS[uid[:2]]
    type_, kind, size, _, *marks = _words()["types"][word]
    known = RATINGS[KIN.get(word, word)]
    ratings: dict[str, int | None] = dict(known)
    if word.endswith("-co") and word not in {"para-co", "commando-co", "ranger-co", "at-co"}:
        ratings = {k: v for k, v in ratings.items() if not k.startswith("reduced")}
    if size in STACKING and type_ not in {"support", "pathfinder", "truck"}:
        ratings["stacking"] = STACKING[size]
    names = ("as", "ds", "ma", "stacking", "range", "calibre")
    for name in [*names, *(f"reduced_{n}" for n in names)]:
        given = f"{name}_" if name == "as" else name
        if given in more:
            ratings[name] = more.pop(given)
    printed = {k: v for k, v in ratings.items() if v is not None}
    values: dict[str, Any] = {
        "type": type_, "kind": kind, "size": size, "ratings": printed,
        "steps": _words()["unit"]["steps"].get(word, 2) if steps is None else steps,
        "marks": tuple(dict.fromkeys([*marks, *more.pop("marks", ())])),
        "branch": "ss" if uid[:2] == "ss" else "",
    }  # fmt: skip
    values.update(more)
    return Unit(uid, uid[3:], uid, side, nationality, **values)


@functools.cache
def _words() -> dict[str, Any]:
    import tomllib
    from pathlib import Path

    import adjudicator.battle_for_normandy as package

    return tomllib.loads((Path(package.__file__).parent / "vocabulary.toml").read_text("utf-8"))


def hq(formation: str, **more: Any) -> Unit:
    """The HQ of a formation: hq("us-1") has the id us-1-hq; size="corps" for a corps HQ."""
    word = "corps-hq" if more.pop("size", "division") == "corps" else "hq"
    return unit(f"{formation}-hq", word, **{"division": formation, **more})


def position(
    on: Board,
    *placed: tuple[Unit, str],
    facts: Mapping[Key, Fact] | None = None,
    options: Mapping[str, str] | None = None,
    pending: Iterable[Decision] = (),
) -> Position:
    """A position with units at "c3014" or, reduced, at "c3014 reduced"."""
    pieces = {}
    for printed, where in placed:
        space, _, status = where.partition(" ")
        pieces[printed.id] = Piece(printed, space, status or "full")
    here = GAME.empty(on, pieces, facts)
    asked = tuple(pending)
    return Position(
        here.game, here.board, here.schema, here.pieces, here.facts, options=options, pending=asked
    )


def facts_of(
    phase: str = "movement", side: str = "allied", time: str = "am", date: int = 10, **more: Fact
) -> dict[Key, Fact]:
    """Facts of a phase: by default the Allied Movement Phase of 10 June AM, Clear weather."""
    values: dict[str, Fact] = {"phase": phase, "side": side, "time": time, "date": date, "weather": "clear"}
    values.update({k.replace("_", "-"): v for k, v in more.items()})
    return {(item, ""): value for item, value in values.items()}


def situation(
    on: Board,
    *placed: tuple[Unit, str],
    phase: str = "movement",
    side: str = "allied",
    time: str = "am",
    date: int = 10,
    supplied: bool = True,
    marks: Mapping[str, Mapping[str, Fact]] | None = None,
    facts: Mapping[Key, Fact] | None = None,
    options: Mapping[str, str] | None = None,
    pending: Iterable[Decision] = (),
    **more: Fact,
) -> Position:
    """A position in a phase. `marks` gives facts of units: {"us-1": {"moved": True}}.

    With `supplied` (the default) every unit is stated to be in General Supply (fact general-supply = in);
    those whose marks give another value keep it.
    """
    known: dict[Key, Fact] = dict(facts_of(phase, side, time, date, **more))
    if supplied:
        known |= {("general-supply", u.id): "in" for u, _ in placed}
    known |= {(item, uid): value for uid, items in (marks or {}).items() for item, value in items.items()}
    return position(on, *placed, facts={**known, **(facts or {})}, options=options, pending=pending)
