"""Small positions of June Six for tests: a clear map of any extent, ad hoc units, facts.

Others extend this module by adding to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.june_six import GAME
from adjudicator.position import Decision, Fact, Key, Piece, Position
from counters.catalog import Unit
from maps.board import Board, Edge, Feature, Space, edge_id
from maps.june_six.grid import GRID

BEACHES = {"e2640": "sword", "e2540": "sword"}
LANDINGS = ("utah", "omaha", "gold", "juno", "sword")
BOXES = ("turn-track", "eliminated", "left")
AIRFIELDS = ("airfield-us", "airfield-british")
MOTORIZED = frozenset(
    {
        "motorized", "panzer-grenadier", "armor", "assault-gun", "recon", "artillery", "sp-artillery",
        "anti-tank", "nebelwerfer", "flak", "headquarters",
    }
)  # fmt: skip
SUPPORT = frozenset(
    {"assault-gun", "artillery", "sp-artillery", "anti-tank", "nebelwerfer", "flak", "headquarters"}
)
INFANTRY = frozenset(
    {"infantry", "parachute", "glider", "commando", "ranger", "motorized", "panzer-grenadier"}
)
OWN_MARKS = {
    "parachute": ("airborne",), "glider": ("airborne",), "commando": ("commando",), "ranger": ("ranger",),
    "nebelwerfer": ("nw",), "flak": ("flak",), "strongpoint": ("defend-only",),
}  # fmt: skip
NATIONS = {"ge": "german", "us": "us", "br": "british", "ca": "canadian"}
PRINTED = {"strongpoint": (2, 3, 4), "detachment": (2, 4, 4)}


def hexes(west: int, east: int, south: int, north: int, sheet: str = "e") -> list[str]:
    """Numbers of a block of hexes: positions west to east as `sheet` prints them, lines south to north."""
    lines = range(south, north + 1)
    offset = next(s.place for s in GRID.sheets if s.letter == sheet)
    found = (GRID.find(line, place + offset) for line in lines for place in range(west, east + 1))
    return [number for number in found if number is not None]


def board(
    numbers: Iterable[str],
    *,
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    roads: Iterable[str] | Mapping[str, str] = (),
    bridges: Iterable[str] = (),
    beaches: Mapping[str, str] | None = None,
    features: Mapping[str, Mapping[str, Feature]] | None = None,
) -> Board:
    """A map of the given hexes, Clear unless `terrain` says more.

    `sides` gives hexsides by "e1840/e1940" -> "bluff", "major-river", "sea" ...; `roads` lists hexsides with
    a Secondary Road, or maps them to "primary" or "secondary"; `bridges` lists those with a printed bridge
    (a road over a Major River brings one). `features` adds to hexes: strongpoint, entry, edge, cherbourg ...
    Beach hexes are joined to their Landing Boxes by edges of kind "landing"; all boxes are there.
    """
    known, more = list(numbers), features or {}
    landing = {n: b for n, b in {**BEACHES, **(beaches or {})}.items() if n in set(known)}
    spaces = [
        _hexagon(n, (terrain or {}).get(n, "clear"), landing.get(n, ""), more.get(n, {})) for n in known
    ]
    spaces += [Space(f"landing-{b}", f"{b.title()} Landing Box", "landing", {"beach": b}) for b in LANDINGS]
    spaces += [Space(box, box.replace("-", " ").title(), "airfield") for box in AIRFIELDS]
    spaces += [Space(box, box.replace("-", " ").title(), "box") for box in BOXES]
    roads = roads if isinstance(roads, Mapping) else dict.fromkeys(roads, "secondary")
    edges = _edges(known, sides or {}, roads, set(bridges))
    edges += [Edge(n, f"landing-{b}", "landing") for n, b in landing.items()]
    return Board(spaces, edges)


def _hexagon(number: str, terrain: str, beach: str, more: Mapping[str, Feature]) -> Space:
    features: dict[str, Feature] = {
        "terrain": terrain, "strongpoint": False, "beach": beach, "coastal": bool(beach), "entry": "",
        "cherbourg": False, "edge": "", "town": "",
    }  # fmt: skip
    return Space(number, number.upper(), "hex", {**features, **more})


def _edges(
    known: Iterable[str], sides: Mapping[str, str], roads: Mapping[str, str], bridges: set[str]
) -> list[Edge]:
    inside, edges = set(known), dict[str, Edge]()
    for a in inside:
        for b in GRID.neighbours(a):
            if b in inside:
                id_ = edge_id(a, b)
                kind, road = sides.get(id_, "open"), roads.get(id_, "")
                bridge = id_ in bridges or (kind == "major-river" and bool(road))
                first, second = sorted((a, b))
                edges[id_] = Edge(first, second, kind, bridge, road=road)
    return list(edges.values())


def unit(uid: str, type_: str = "infantry", *, cs: int | None = 6, steps: int = 2, **more: Any) -> Unit:
    """An ad hoc unit; side and nationality come from its id (ge-, us-, br-, ca-), marks from its type.

    Ratings are given by name: cohesion, ma, armor, at, artillery, reduced_cs ...; `marks` adds to those of
    the type, and a word of foot, motorized, bicycle or combat among them takes the place of the type's.
    """
    nationality = NATIONS[uid[:2]]
    side = "german" if nationality == "german" else "allied"
    own = PRINTED.get(type_)
    ratings: dict[str, int] = {"cohesion": 5, "ma": 8 if type_ in MOTORIZED else 6}
    if own:
        cs, ratings["cohesion"], ratings["ma"], steps = *own, 1
    if type_ == "headquarters":
        cs = None
    if cs is not None:
        ratings["cs"] = cs
    names = ("cs", "cohesion", "ma", "armor", "at", "artillery")
    given = {n: more.pop(n) for n in [*names, *(f"reduced_{n}" for n in names)] if n in more}
    ratings.update({n: v for n, v in given.items() if v is not None})
    if steps == 2:
        halves = {
            f"reduced_{n}": v if n in {"ma", "cohesion"} else v // 2 for n, v in ratings.items() if n in names
        }
        ratings = {**halves, **ratings}
    values: dict[str, Any] = {
        "type": type_, "kind": type_, "steps": steps, "ratings": ratings,
        "marks": _marks(type_, more.pop("marks", ())),
        "size": {"headquarters": "division", "strongpoint": "strongpoint", "detachment": "detachment"}.get(
            type_, "regiment"
        ),
    }  # fmt: skip
    values.update(more)
    return Unit(uid, uid[3:], uid, side, nationality, **values)


def _marks(type_: str, added: Iterable[str]) -> tuple[str, ...]:
    given = list(added)
    moves = {"foot", "motorized", "bicycle"} & set(given)
    marks = [] if moves else ["motorized" if type_ in MOTORIZED else "foot"]
    if type_ in SUPPORT and "combat" not in given:
        marks.append("support")
    if type_ in INFANTRY:
        marks.append("infantry-type")
    marks += OWN_MARKS.get(type_, ())
    return tuple(dict.fromkeys([*marks, *(m for m in given if m != "combat")]))


def hq(uid: str, division: str, **more: Any) -> Unit:
    """The HQ of a division, or of a corps with size="corps"."""
    return unit(uid, "headquarters", division=division, **{"steps": 1, **more})


def position(on: Board, *placed: tuple[Unit, str], facts: Mapping[Key, Fact] | None = None) -> Position:
    """A position with units at "e1940" or, reduced, at "e1940 reduced"."""
    pieces = {}
    for printed, where in placed:
        space, _, status = where.partition(" ")
        pieces[printed.id] = Piece(printed, space, status or "full")
    return GAME.empty(on, pieces, facts)


def facts_of(kind: str = "me", part: str = "movement", side: str = "allied", **more: Fact) -> dict[Key, Fact]:
    """Facts of an activation under way on the June 7-8 turn, Clear weather."""
    values: dict[str, Fact] = {
        "phase": "re" if kind == "re" else "me",
        "activation": kind,
        "part": part,
        "side": side,
        "turn": 2,
        "weather": "clear",
    }
    values.update({k.replace("_", "-"): v for k, v in more.items()})
    return {(item, ""): value for item, value in values.items()}


def situation(
    on: Board,
    *placed: tuple[Unit, str],
    side: str = "allied",
    kind: str = "me",
    part: str = "movement",
    active: Iterable[str] | None = None,
    marks: Mapping[str, Mapping[str, Fact]] | None = None,
    facts: Mapping[Key, Fact] | None = None,
    options: Mapping[str, str] | None = None,
    pending: Iterable[Decision] = (),
    **more: Fact,
) -> Position:
    """A position in an activation: every unit of `side` is active, or those of `active`.

    `marks` gives facts of units: {"us-1": {"disorder": 1}}.
    """
    acting = [u.id for u, _ in placed if u.side == side] if active is None else list(active)
    known: dict[Key, Fact] = {**facts_of(kind, part, side, **more), **{("active", u): True for u in acting}}
    known |= {(item, uid): value for uid, items in (marks or {}).items() for item, value in items.items()}
    here = position(on, *placed, facts={**known, **(facts or {})})
    asked = tuple(pending)
    return Position(
        here.game, here.board, here.schema, here.pieces, here.facts, options=options, pending=asked
    )
