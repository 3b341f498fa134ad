"""Loads the board of Breakout: Normandy: 60 Areas, Zones A-E, Approach Boxes and off-map boxes (rule 3)."""

from __future__ import annotations

import functools
from pathlib import Path

from maps.board import Board, Edge, Feature, Space, kept_board
from maps.filing import Filing, Stamp, board_files
from maps.loader import Row, read_rows

__all__ = ["BOUNDARIES", "EDGE_COLUMNS", "SPACE_COLUMNS", "load_board"]

SPACE_COLUMNS = [
    "id",
    "number",
    "name",
    "kind",
    "tem",
    "terrain",
    "fortified",
    "beach",
    "naval",
    "le_havre",
    "vp",
    "minor_port",
    "lat",
    "lon",
    "aliases",
    "source",
]
EDGE_COLUMNS = ["a", "b", "boundary", "bridge", "source"]
BOUNDARIES = ("open", "river", "flooded", "arrow", "landing")
_HERE = Path(__file__).parent
_GAME = "breakout-normandy"


def load_board(overlay: Path | None = None) -> Board:
    """Read spaces and edges, ours or an owner's.

    Parameters
    ----------
    overlay
        Folder with corrected files; a file that it lacks is ours.

    Raises
    ------
    maps.errors.DataError
        A file, row or cell is wrong.

    Examples
    --------
    >>> board = load_board()
    >>> board.spaces["omaha-beach"]["number"], board.spaces["omaha-beach"]["tem"]
    (30, 1)
    """
    return _load(*board_files(_GAME, _HERE, overlay))


@functools.cache
def _load(filing: Filing, spaces_stamp: Stamp, edges_stamp: Stamp) -> Board:
    return kept_board(Board, _read, spaces_stamp[0], edges_stamp[0], filing)


def _read(spaces_file: Path, edges_file: Path, filing: Filing) -> Board:
    spaces = [_space(row) for row in read_rows(spaces_file, SPACE_COLUMNS, key=lambda r: r.cells["id"])]
    known = {s.id for s in spaces}
    rows = read_rows(edges_file, EDGE_COLUMNS, key=lambda r: frozenset((r.cells["a"], r.cells["b"])))
    return Board(spaces, [_edge(row, known) for row in rows], filing=filing)


def _space(row: Row) -> Space:
    kind = row.choice("kind", ["area", "zone", "approach", "offshore", "box"])
    features: dict[str, Feature] = {}
    if kind == "area":
        features = {
            "number": row.integer("number", 1, 60),
            "tem": row.integer("tem", 1, 4),
            "terrain": row.choice("terrain", ["bocage", "open"]),
            "fortified": row.flag("fortified"),
            "beach": row.choice("beach", ["", "us", "br"]),
            "naval": row.choice("naval", ["", "wtf", "etf", "wtf+etf"]),
            "le_havre": row.flag("le_havre"),
            "vp": row.integer("vp", 0, 9),
            "minor_port": row.flag("minor_port"),
        }
    elif kind == "approach":
        features = {"beach": row.choice("beach", ["us", "br"])}
    aliases = tuple(a.strip() for a in row.cells["aliases"].split("|") if a.strip())
    return Space(row.text("id"), row.text("name"), kind, features, aliases, row.sources())


def _edge(row: Row, known: set[str]) -> Edge:
    a, b = row.choice("a", known), row.choice("b", known)
    boundary, bridge = row.choice("boundary", BOUNDARIES), row.flag("bridge")
    if a == b:
        raise row.fault("b", "another space than column a")
    if bridge and boundary not in {"river", "flooded"}:
        raise row.fault("bridge", f"no on an {boundary} boundary: bridges stand on rivers and flooded ground")
    first, second = sorted((a, b))
    return Edge(first, second, boundary, bridge, row.sources())
