"""Loads the board of The Battle for Normandy: hexes, holding boxes, boxes and tracks (rules 2.2, 10.6, 18.1, 22.6)."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path

from maps.battle_for_normandy.grid import GRID
from maps.board import Board, Edge, Feature, Space, edge_id
from maps.loader import Row, Sources, overlay_file, read_rows, stamp

__all__ = [
    "BEACHES",
    "BOUNDARIES",
    "EDGE_COLUMNS",
    "KINDS",
    "ROADS",
    "SETTLEMENTS",
    "SITES",
    "SPACE_COLUMNS",
    "TERRAINS",
    "load_board",
]

SPACE_COLUMNS = [
    "id", "name", "kind", "terrain", "settlement", "poi", "airfield", "level", "site", "beach", "queue", "coastal",
    "perimeter", "edge", "town", "aliases", "lat", "lon", "source",
]  # fmt: skip
EDGE_COLUMNS = ["a", "b", "boundary", "bridge", "road", "source"]
BOUNDARIES = ("open", "stream", "major-river", "bluff", "draw", "cliff", "sea")
TERRAINS = ("clear", "beach", "farmland", "bocage", "forest", "flooded", "city", "sea")
SETTLEMENTS = ("", "village", "town")
ROADS = ("", "highway", "primary", "secondary", "railroad", "track")
SITES = ("", "utah", "pointe-du-hoc", "omaha", "gold", "juno", "sword")
BEACHES = (
    "", "tare-green", "uncle-red", "pointe-du-hoc", "charlie", "dog-green", "dog-white", "dog-red", "easy-green",
    "easy-red", "fox-green", "jig-green", "jig-red", "king-green", "king-red", "mike-green", "mike-red", "nan-green",
    "nan-white", "nan-red", "queen-green", "queen-white", "queen-red", "roger-red",
)  # fmt: skip
KINDS = ("hex", "holding", "airborne", "box", "track")
_EDGES = ("", "south", "east")
_FLAGS = ("no", "yes")
_HERE = Path(__file__).parent
_GAME = "battle-for-normandy"
_IMPLIED = Sources("derived", {})
_HIGHEST = 9


def load_board(overlay: Path | None = None) -> Board:
    """Read spaces and edges, ours or an owner's.

    Parameters
    ----------
    overlay
        Folder with corrected files; a file that it lacks is ours.

    Returns
    -------
    Board
        Two neighbouring hexes without a row in ``edges.csv`` have an open hexside, or the sea between them
        where one of them is sea.

    Raises
    ------
    maps.errors.DataError
        A file, row or cell is wrong.

    Examples
    --------
    >>> board = load_board()
    >>> board.spaces["c1829"]["beach"], board.spaces["c1728"]["queue"], board.edge("c3013", "c3014").bridge
    ('king-red', 1, True)
    """
    spaces_file = overlay_file(overlay, _GAME, "spaces.csv") or _HERE / "spaces.csv"
    edges_file = overlay_file(overlay, _GAME, "edges.csv") or _HERE / "edges.csv"
    board = _load(stamp(spaces_file), stamp(edges_file))
    if overlay is None:
        return board
    return Board(board.spaces.values(), board.edges.values(), overlay=overlay)


@functools.cache
def _load(spaces_stamp: tuple[Path, int, int], edges_stamp: tuple[Path, int, int]) -> Board:
    spaces = [
        _space(row) for row in read_rows(spaces_stamp[0], SPACE_COLUMNS, key=lambda r: r.cells["id"])
    ]
    known = {s.id: s for s in spaces}
    rows = read_rows(edges_stamp[0], EDGE_COLUMNS, key=lambda r: edge_id(r.cells["a"], r.cells["b"]))
    edges = {edge.id: edge for edge in (_edge(row, known) for row in rows)}
    _imply(known, edges)
    return Board(spaces, edges.values())


def _imply(known: Mapping[str, Space], edges: dict[str, Edge]) -> None:
    """Add the open and all-sea hexsides that ``edges.csv`` leaves out."""
    wet = {number: space["terrain"] == "sea" for number, space in known.items()}
    for number, space in known.items():
        for other in GRID.neighbours(number) if space.kind == "hex" else ():
            if number < other and other in wet and f"{number}/{other}" not in edges:
                kind = "sea" if wet[number] or wet[other] else "open"
                edges[f"{number}/{other}"] = Edge(number, other, kind, False, _IMPLIED)


def _space(row: Row) -> Space:
    kind = row.choice("kind", KINDS)
    aliases = tuple([a.strip() for a in row.cells["aliases"].split("|") if a.strip()])
    features: dict[str, Feature] = {}
    if kind == "hex":
        features = _hex_features(row)
    elif kind == "holding":
        features = {"site": row.choice("site", SITES[1:]), "beach": row.choice("beach", BEACHES[1:])}
    return Space(row.text("id"), row.text("name"), kind, features, aliases, _sources(row))


def _hex_features(row: Row) -> dict[str, Feature]:
    id_ = row.text("id")
    if not GRID.is_number(id_) or GRID.find(*GRID.split(id_)) != id_:
        raise row.fault("id", f"the first number of a hex of sheets A to G, such as c3014, not {id_!r}")
    return {
        "terrain": row.choice("terrain", TERRAINS),
        "settlement": row.choice("settlement", SETTLEMENTS),
        "poi": row.choice("poi", _FLAGS) == "yes",
        "airfield": row.choice("airfield", _FLAGS) == "yes",
        "level": row.integer("level", 0, _HIGHEST),
        "site": row.choice("site", SITES),
        "beach": row.choice("beach", BEACHES),
        "queue": row.integer("queue", 0, 3),
        "coastal": row.choice("coastal", _FLAGS) == "yes",
        "perimeter": row.choice("perimeter", _FLAGS) == "yes",
        "edge": row.choice("edge", _EDGES),
        "town": row.cells["town"],
    }


@functools.cache
def _parsed(text: str) -> Sources:
    return Sources.parse(text)


def _sources(row: Row) -> Sources:
    """The sources of a row; the same cell is read once."""
    try:
        found = _parsed(row.cells["source"])
    except ValueError:
        return row.sources()
    return found


def _edge(row: Row, known: Mapping[str, Space]) -> Edge:
    a, b = row.cells["a"], row.cells["b"]
    for column, space in (("a", a), ("b", b)):
        if space not in known or known[space].kind != "hex":
            raise row.fault(column, f"the id of a hex, not {space!r}")
    if b not in GRID.neighbours(a):
        raise row.fault("b", f"a neighbour of {a}, not {b}")
    boundary, bridge = row.choice("boundary", BOUNDARIES), row.flag("bridge")
    road, water = row.choice("road", ROADS), boundary in {"stream", "major-river"}
    if bridge != (bool(road) and water):
        raise row.fault("bridge", "yes where a road or railroad crosses a stream or major-river, and only there")
    first, second = (a, b) if a < b else (b, a)
    return Edge(first, second, boundary, bridge, _sources(row), road)
