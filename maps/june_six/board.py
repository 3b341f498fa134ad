"""Loads the board of June Six: hexes, Landing Boxes, airfields and boxes (rules 2.1, 8.4, 19.4)."""

from __future__ import annotations

import functools
from pathlib import Path

from maps.board import Board, Edge, Feature, Space, edge_id, kept_board
from maps.filing import Filing, Stamp, board_files
from maps.june_six.grid import GRID
from maps.loader import Row, Sources, read_rows

__all__ = [
    "BEACHES",
    "BOUNDARIES",
    "EDGE_COLUMNS",
    "ENTRIES",
    "ROADS",
    "SPACE_COLUMNS",
    "TERRAINS",
    "load_board",
]

SPACE_COLUMNS = [
    "id", "name", "kind", "terrain", "strongpoint", "beach", "coastal", "entry", "cherbourg", "edge", "town",
    "aliases", "lat", "lon", "source",
]  # fmt: skip
EDGE_COLUMNS = ["a", "b", "boundary", "bridge", "road", "source"]
BOUNDARIES = ("open", "bluff", "cliff", "marsh", "woods", "major-river", "sea", "landing")
TERRAINS = ("clear", "bocage", "woods", "marsh", "town", "city", "sea")
BEACHES = ("", "utah", "omaha", "gold", "juno", "sword")
ENTRIES = ("", "A", "B", "C", "D", "E", "F")
ROADS = ("", "primary", "secondary")
_KINDS = ("hex", "landing", "airfield", "box")
_EDGES = ("", "south", "east")
_HERE = Path(__file__).parent
_GAME = "june-six"
_IMPLIED = Sources("derived", {})


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
    >>> board.spaces["e2640"]["beach"], board.spaces["e1938"]["town"], board.edge("e1940", "e2040").boundary
    ('sword', 'Caen', 'major-river')
    """
    return _load(*board_files(_GAME, _HERE, overlay))


@functools.cache
def _load(filing: Filing, spaces_stamp: Stamp, edges_stamp: Stamp) -> Board:
    return kept_board(Board, _read, spaces_stamp[0], edges_stamp[0], filing)


def _read(spaces_file: Path, edges_file: Path, filing: Filing) -> Board:
    spaces = [_space(row) for row in read_rows(spaces_file, SPACE_COLUMNS, key=lambda r: r.cells["id"])]
    known = {s.id: s for s in spaces}
    rows = read_rows(edges_file, EDGE_COLUMNS, key=lambda r: edge_id(r.cells["a"], r.cells["b"]))
    edges = {edge.id: edge for edge in (_edge(row, known) for row in rows)}
    for number, space in known.items():
        for other in GRID.neighbours(number) if space.kind == "hex" else ():
            if number < other and other in known and f"{number}/{other}" not in edges:
                wet = "sea" in {space["terrain"], known[other]["terrain"]}
                edges[f"{number}/{other}"] = Edge(number, other, "sea" if wet else "open", False, _IMPLIED)
    return Board(spaces, edges.values(), filing=filing)


def _space(row: Row) -> Space:
    kind = row.choice("kind", _KINDS)
    id_ = row.text("id")
    aliases = tuple([a.strip() for a in row.cells["aliases"].split("|") if a.strip()])
    features: dict[str, Feature] = {}
    if kind == "hex":
        if not GRID.is_number(id_) or GRID.find(*GRID.split(id_)) != id_:
            raise row.fault("id", f"the number of a hex of sheet W or E, such as e2640, not {id_!r}")
        features = {
            "terrain": row.choice("terrain", TERRAINS),
            "strongpoint": row.flag("strongpoint"),
            "beach": row.choice("beach", BEACHES),
            "coastal": row.flag("coastal"),
            "entry": row.choice("entry", ENTRIES),
            "cherbourg": row.flag("cherbourg"),
            "edge": row.choice("edge", _EDGES),
            "town": row.cells["town"],
        }
    elif kind == "landing":
        features = {"beach": row.choice("beach", BEACHES[1:])}
    return Space(id_, row.text("name"), kind, features, aliases, _sources(row))


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


def _edge(row: Row, known: dict[str, Space]) -> Edge:
    a, b = row.cells["a"], row.cells["b"]
    for column, space in (("a", a), ("b", b)):
        if space not in known:
            raise row.fault(column, f"the id of a space, not {space!r}")
    boundary, bridge, road = row.choice("boundary", BOUNDARIES), row.flag("bridge"), row.choice("road", ROADS)
    hexes = known[a].kind == known[b].kind == "hex"
    if hexes and b not in GRID.neighbours(a):
        raise row.fault("b", f"a neighbour of {a}, not {b}")
    if hexes == (boundary == "landing"):
        raise row.fault("boundary", "landing between a Landing Box and a hex, another one between two hexes")
    if bridge and boundary != "major-river":
        raise row.fault("bridge", "yes only on a major-river")
    if road and boundary == "major-river" and not bridge:
        raise row.fault("bridge", "yes where a road crosses a major-river")
    first, second = (a, b) if a < b else (b, a)
    return Edge(first, second, boundary, bridge, _sources(row), road)
