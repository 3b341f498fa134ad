"""Loads the board of The Dark Summer: its hexes, the offshore hexes and the boxes (rules 2.1, 2.4, 10.4)."""

from __future__ import annotations

import functools
from pathlib import Path

from maps.board import Board, Edge, Feature, Space, edge_id, kept_board
from maps.filing import Filing, Stamp, board_files
from maps.loader import Row, Sources, read_rows

__all__ = ["BOUNDARIES", "EDGE_COLUMNS", "LETTERS", "SPACE_COLUMNS", "TERRAINS", "load_board"]

SPACE_COLUMNS = [
    "id", "name", "kind", "terrain", "beach_name", "letter", "gun_line", "town", "approach", "aliases",
    "lat", "lon", "source",
]  # fmt: skip
EDGE_COLUMNS = ["a", "b", "boundary", "bridge", "road", "source"]
BOUNDARIES = ("open", "minor-river", "major-river", "sea", "landing")
TERRAINS = ("clear", "town", "city", "bocage", "woods", "forest", "flooded", "sea")
LETTERS = ("", "C", "W", "S", "E", "(E)")
_KINDS = ("hex", "approach", "offshore", "airfield", "box")
_BEACHES = ("", "utah", "omaha", "gold", "juno", "sword")
_HERE = Path(__file__).parent
_GAME = "dark-summer"
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
        Two neighbouring hexes without a row in ``edges.csv`` have an open hexside.

    Raises
    ------
    maps.errors.DataError
        A file, row or cell is wrong.

    Examples
    --------
    >>> board = load_board()
    >>> board.spaces["2403"]["beach-name"], board.spaces["2726"]["town"], len(board.neighbours("4203"))
    ('utah', 'Avranches', 7)
    """
    return _load(*board_files(_GAME, _HERE, overlay))


@functools.cache
def _load(filing: Filing, spaces_stamp: Stamp, edges_stamp: Stamp) -> Board:
    return kept_board(Board, _read, spaces_stamp[0], edges_stamp[0], filing)


def _read(spaces_file: Path, edges_file: Path, filing: Filing) -> Board:
    spaces = [_space(row) for row in read_rows(spaces_file, SPACE_COLUMNS, key=lambda r: r.cells["id"])]
    known = {s.id: s.kind for s in spaces}
    rows = read_rows(edges_file, EDGE_COLUMNS, key=lambda r: edge_id(r.cells["a"], r.cells["b"]))
    edges = {edge.id: edge for edge in (_edge(row, known) for row in rows)}
    for number, kind in known.items():
        for other in _after(number) if kind == "hex" else ():
            id_ = f"{number}/{other}"
            if other in known and id_ not in edges:
                edges[id_] = Edge(number, other, "open", False, _IMPLIED)
    return Board(spaces, edges.values(), filing=filing)


def _after(number: str) -> tuple[str, str, str]:
    """The neighbours of a hex that have a higher number: south, and the two to the east."""
    column, row = int(number[:2]), int(number[2:])
    upper = row - 1 + (column & 1)
    east = f"{column + 1:02d}"
    return f"{number[:2]}{row + 1:02d}", f"{east}{upper:02d}", f"{east}{upper + 1:02d}"


def _space(row: Row) -> Space:
    kind = row.choice("kind", _KINDS)
    id_ = row.text("id")
    aliases = tuple([a.strip() for a in row.cells["aliases"].split("|") if a.strip()])
    beach = row.choice("beach_name", _BEACHES)
    features: dict[str, Feature] = {}
    if kind == "hex":
        features = {
            "terrain": row.choice("terrain", TERRAINS),
            "beach-name": beach,
            "letter": row.choice("letter", LETTERS),
            "gun-line": row.flag("gun_line"),
            "town": row.cells["town"],
        }
        if len(id_) != 4 or not (id_.isascii() and id_.isdigit()):
            raise row.fault("id", f"the number of the hex: four digits, not {id_!r}")
    elif kind in {"approach", "offshore"}:
        features = {"beach-name": beach, "beach-hex": row.cells["approach"]}
    return Space(id_, row.text("name"), kind, features, aliases, _sources(row))


@functools.cache
def _parsed(text: str) -> Sources:
    found = Sources.parse(text)
    return Sources(found.default, {k.replace("_", "-"): v for k, v in found.columns.items()})


def _sources(row: Row) -> Sources:
    """The sources of a row by the names of the features; the same cell is read once."""
    try:
        found = _parsed(row.cells["source"])
    except ValueError:
        return row.sources()
    return found


def _edge(row: Row, known: dict[str, str]) -> Edge:
    a, b = row.cells["a"], row.cells["b"]
    for column, space in (("a", a), ("b", b)):
        if space not in known:
            raise row.fault(column, f"the id of a space, not {space!r}")
    boundary, bridge = row.choice("boundary", BOUNDARIES), row.flag("bridge")
    road = row.choice("road", ["", "major", "minor"])
    hexes = known[a] == known[b] == "hex"
    if hexes and max(a, b) not in _after(min(a, b)):
        raise row.fault("b", f"a neighbour of {a}, not {b}")
    if hexes == (boundary == "landing"):
        raise row.fault(
            "boundary", "landing between an approach hex and a hex, another one between two hexes"
        )
    if bridge != (bool(road) and boundary.endswith("-river")):
        raise row.fault("bridge", "yes where a road crosses a river, and nowhere else")
    first, second = (a, b) if a < b else (b, a)
    return Edge(first, second, boundary, bridge, _sources(row), road)
