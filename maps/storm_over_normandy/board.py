"""Loads the board of Storm Over Normandy: 40 Areas, Landing Boxes, Zones A-E and boxes (rule 2.2.1)."""

from __future__ import annotations

import functools
from pathlib import Path

from maps.board import Board, Edge, Feature, Space, kept_board
from maps.filing import Filing, Stamp, board_files
from maps.loader import Row, read_rows

__all__ = ["BEACHES", "BOUNDARIES", "EDGE_COLUMNS", "GROUND", "SPACE_COLUMNS", "load_board"]

SPACE_COLUMNS = [
    "id",
    "number",
    "name",
    "kind",
    "dv",
    "star",
    "bocage",
    "red",
    "vp",
    "halves",
    "beach",
    "us-airborne",
    "british-airborne",
    "start",
    "lat",
    "lon",
    "aliases",
    "source",
]
EDGE_COLUMNS = ["a", "b", "boundary", "source"]
GROUND = ("open", "impassable", "odl")
BOUNDARIES = (*GROUND, "landing", "zone")
BEACHES = ("sword", "juno", "gold", "omaha-1", "omaha-2", "utah")
_AREAS = 40
_HERE = Path(__file__).parent
_GAME = "storm-over-normandy"


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
    >>> board.spaces["omaha-1"]["number"], board.spaces["omaha-1"]["star"]
    (18, True)
    """
    return _load(*board_files(_GAME, _HERE, overlay))


@functools.cache
def _load(filing: Filing, spaces_stamp: Stamp, edges_stamp: Stamp) -> Board:
    return kept_board(Board, _read, spaces_stamp[0], edges_stamp[0], filing)


def _read(spaces_file: Path, edges_file: Path, filing: Filing) -> Board:
    rows = read_rows(spaces_file, SPACE_COLUMNS, key=lambda r: r.cells["id"])
    spaces = [_space(row) for row in rows]
    _once(rows, spaces)
    kinds = {s.id: s.kind for s in spaces}
    pairs = read_rows(edges_file, EDGE_COLUMNS, key=lambda r: frozenset((r.cells["a"], r.cells["b"])))
    return Board(spaces, [_edge(row, kinds) for row in pairs], filing=filing)


def _once(rows: list[Row], spaces: list[Space]) -> None:
    """Refuse a number that two Areas print."""
    seen: set[Feature] = set()
    for row, space in zip(rows, spaces, strict=True):
        number = space["number"]
        if number in seen:
            raise row.fault("number", "a number that no other Area has")
        seen |= {number} - {None}


def _space(row: Row) -> Space:
    kind = row.choice("kind", ["area", "landing", "zone", "box"])
    features: dict[str, Feature] = {}
    if kind == "area":
        features = _area(row)
    elif kind == "landing":
        features = {"beach": row.choice("beach", BEACHES)}
    elif kind == "zone":
        features = {"halves": int(row.choice("halves", ["1", "2", "4"]))}
    if kind != "box":
        features |= {what: row.flag(what) for what in ("us-airborne", "british-airborne")}
    aliases = tuple(a.strip() for a in row.cells["aliases"].split("|") if a.strip())
    return Space(row.text("id"), row.text("name"), kind, features, aliases, row.sources())


def _area(row: Row) -> dict[str, Feature]:
    """What an Area prints."""
    star, value = row.flag("star"), row.integer("dv", 0, 4)
    if star and value != 1:
        raise row.fault("dv", "1 where the Defensive Value has a star: it is printed +1*")
    return {
        "number": row.integer("number", 1, _AREAS),
        "dv": value,
        "star": star,
        "bocage": row.flag("bocage"),
        "red": row.flag("red"),
        "vp": row.integer("vp", 0, 9),
        "beach": row.choice("beach", ["", *BEACHES]),
        "start": row.choice("start", ["german", "allied"]),
    }


def _edge(row: Row, kinds: dict[str, str]) -> Edge:
    a, b = row.choice("a", kinds), row.choice("b", kinds)
    boundary = row.choice("boundary", BOUNDARIES)
    if a == b:
        raise row.fault("b", "another space than column a")
    wanted = {"landing": {"area", "landing"}, "zone": {"area", "zone"}}.get(boundary, {"area"})
    if {kinds[a], kinds[b]} != wanted:
        raise row.fault("boundary", f"{boundary} between spaces of the kinds {' and '.join(sorted(wanted))}")
    first, second = sorted((a, b))
    return Edge(first, second, boundary, sources=row.sources())
