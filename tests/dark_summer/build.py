"""Small positions of The Dark Summer for tests: a clear map of any extent, ad hoc units, facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from adjudicator.dark_summer import GAME
from adjudicator.position import Fact, Key, Piece, Position
from counters.catalog import Unit
from maps.board import Board, Edge, Feature, Space, edge_id
from maps.dark_summer.grid import GRID

BEACHES = {
    "2403": "utah", "3203": "omaha", "3303": "omaha", "4003": "gold", "4102": "gold", "4203": "juno",
    "4302": "juno", "4603": "sword",
}  # fmt: skip
LETTERS = {
    **dict.fromkeys([f"{c}00" for c in range(12, 21)], "C"),
    **dict.fromkeys(["2628", "2727", "2828"], "W"),
    "6028": "S",
    "5400": "(E)",
}
BOXES = (
    "cherbourg", "brittany-entered", "brittany-may-leave", "exit-allied", "exit-german", "turn-track",
    "eliminated", "withdrawn", "airfield-us", "airfield-british",
)  # fmt: skip


def hexes(west: int, east: int, north: int, south: int) -> list[str]:
    """Numbers of a block of hexes."""
    return [GRID.number(c, r) for c in range(west, east + 1) for r in range(north, south + 1)]


def board(
    numbers: Iterable[str],
    *,
    terrain: Mapping[str, str] | None = None,
    sides: Mapping[str, str] | None = None,
    roads: Iterable[str] = (),
    letters: Mapping[str, str] | None = None,
    gun_line: Iterable[str] = (),
    towns: Mapping[str, str] | None = None,
) -> Board:
    """A map of the given hexes, Clear unless `terrain` says more.

    `sides` gives hexsides by "3304/3305" -> "major-river", "minor-river" or "sea"; `roads` lists those that
    a Road crosses (with a bridge, where it crosses a River).
    """
    known, letters = list(numbers), {**LETTERS, **(letters or {})}
    terrain, sides, crossed = terrain or {}, sides or {}, set(roads)
    gun, towns = set(gun_line), towns or {}
    spaces = []
    for number in known:
        features: dict[str, Feature] = {
            "terrain": terrain.get(number, "clear"),
            "beach-name": BEACHES.get(number, ""),
            "letter": letters.get(number, ""),
            "gun-line": number in gun,
            "town": towns.get(number, ""),
        }
        spaces.append(Space(number, number, "hex", features))
    inside, edges = set(known), {}
    for a in known:
        for b in GRID.neighbours(a):
            if b in inside:
                id_ = edge_id(a, b)
                kind, road = sides.get(id_, "open"), "minor" if id_ in crossed else ""
                first, second = sorted((a, b))
                edges[id_] = Edge(first, second, kind, "river" in kind and bool(road), road=road)
    for beach in BEACHES:
        if beach in inside:
            spaces.append(Space(f"approach-{beach}", f"1st Wave {beach}", "approach"))
            edges[edge_id(f"approach-{beach}", beach)] = Edge(beach, f"approach-{beach}", "landing")
            spaces.append(Space(f"second-wave-{beach}", f"2nd Wave {beach}", "offshore"))
    if "3003" in inside:
        spaces.append(Space("approach-pointe-du-hoc", "1st Wave Pointe du Hoc", "approach"))
        edge = Edge("3003", "approach-pointe-du-hoc", "landing")
        edges[edge.id] = edge
    third = sorted({BEACHES[b] for b in BEACHES if b in inside})
    spaces += [Space(f"third-wave-{name}", f"3rd Wave {name.title()}", "offshore") for name in third]
    spaces += [Space(box, box.replace("-", " ").title(), "box") for box in BOXES]
    return Board(spaces, edges.values())


def unit(
    uid: str, type_: str = "infantry", *, factor: int | None = 3, steps: int = 2, **more: object
) -> Unit:
    """An ad hoc unit; its side and nationality come from its id (ge-, us-, br-, ca-, fr-, po-)."""
    nationality = {
        "ge": "german", "us": "us", "br": "british", "ca": "canadian", "fr": "french", "po": "polish",
    }[uid[:2]]  # fmt: skip
    side = "german" if nationality == "german" else "allied"
    size = {"strongpoint": "strongpoint", "mechanized": "kampfgruppe", "garrison": "battalion"}
    half = None if steps == 1 or factor is None else factor // 2
    values: dict[str, Any] = {
        "type": type_, "size": size.get(type_, "regiment"), "mf": 6, "steps": steps,
        "af": factor, "df": factor, "reduced_af": half, "reduced_df": half,
    }  # fmt: skip
    values.update(more)
    return Unit(uid, uid[3:], uid, side, nationality, **values)


def position(on: Board, *placed: tuple[Unit, str], facts: Mapping[Key, Fact] | None = None) -> Position:
    """A position with units at "3304" or, reduced, at "3304 reduced"."""
    pieces = {}
    for printed, where in placed:
        space, _, status = where.partition(" ")
        pieces[printed.id] = Piece(printed, space, status or "full")
    return GAME.empty(on, pieces, facts)
