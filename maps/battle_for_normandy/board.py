"""Loads the board of The Battle for Normandy: hexes, holding boxes, tracks (rules 2.2, 10.6, 18.1, 22.6)."""

from __future__ import annotations

import functools
import gc
import operator
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from maps.battle_for_normandy.grid import GRID
from maps.board import Board, Edge, Feature, Space, edge_id, kept_board
from maps.filing import OURS, Filing, Stamp, board_files
from maps.loader import Row, Sources, read_rows

__all__ = [
    "BEACHES",
    "BESIDE_COLUMNS",
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
    "id", "name", "kind", "terrain", "settlement", "poi", "airfield", "level", "site", "beach", "queue",
    "coastal", "perimeter", "edge", "town", "aliases", "lat", "lon", "source",
]  # fmt: skip
EDGE_COLUMNS = ["a", "b", "boundary", "bridge", "road", "source"]
BOUNDARIES = ("open", "stream", "major-river", "bluff", "draw", "cliff", "sea")
TERRAINS = ("clear", "beach", "farmland", "bocage", "forest", "flooded", "city", "sea")
SETTLEMENTS = ("", "village", "town")
BESIDE_COLUMNS = ["railway", "hexes"]
ROADS = ("", "highway", "primary", "secondary", "railroad", "track")
SITES = ("", "utah", "pointe-du-hoc", "omaha", "gold", "juno", "sword")
BEACHES = (
    "", "tare-green", "uncle-red", "pointe-du-hoc", "charlie", "dog-green", "dog-white", "dog-red",
    "easy-green", "easy-red", "fox-green", "jig-green", "jig-red", "king-green", "king-red", "mike-green",
    "mike-red", "nan-green", "nan-white", "nan-red", "queen-green", "queen-white", "queen-red", "roger-red",
)  # fmt: skip
KINDS = ("hex", "holding", "airborne", "box", "track")
_EDGES = ("", "south", "east")
_FLAGS = ("no", "yes")
_HERE = Path(__file__).parent
_GAME = "battle-for-normandy"
_IMPLIED = Sources("derived", {})
_HIGHEST = 9
_LEVELS = frozenset(map(str, range(_HIGHEST + 1)))
_QUEUES = frozenset("0123")
_YES_NO = frozenset(_FLAGS)
_WATERS = frozenset({"stream", "major-river"})
_SPACE, _EDGE = tuple(SPACE_COLUMNS), tuple(EDGE_COLUMNS)
_BY_NAME = operator.itemgetter(1)
_Around = dict[str, tuple[tuple[Edge, str], ...]]
_T = TypeVar("_T", Space, Edge)


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
    filing, spaces, edges = board_files(_GAME, _HERE, overlay)
    board = _load(spaces, edges)
    return board if filing is OURS else _beside(board, filing)


@functools.lru_cache(maxsize=8)
def _beside(board: _Joined, filing: Filing) -> Board:
    """The same board with the filing of an owner's corrections."""
    return board.beside(filing)


class _Joined(Board):
    """A board whose hexes are joined by their numbers: nothing is sorted or named twice.

    Parameters
    ----------
    listed
        The edges of ``edges.csv`` by id; the others are implied.
    """

    __slots__ = ()

    as_filed = True

    def __init__(
        self, spaces: Mapping[str, Space], listed: Mapping[str, Edge], *, filing: Filing = OURS
    ) -> None:
        self.filing, self.spaces = filing, spaces
        self.before, self.altered = None, frozenset()
        self.edges, self._neighbours = _joined(spaces, listed)

    def beside(self, filing: Filing) -> Board:
        """The same board with another filing."""
        new = _Joined.__new__(_Joined)
        new.filing, new.spaces = filing, self.spaces
        new.before, new.altered = None, frozenset()
        new.edges, new._neighbours = self.edges, self._neighbours
        return new


@functools.cache
def _spots() -> dict[str, tuple[int, int]]:
    """Row and column in the plane of each id that a hex can have."""
    found: dict[tuple[int, int], str] = {}
    for sheet in GRID.sheets:
        for line in range(sheet.lines[0], sheet.lines[1] + 1):
            for place in range(sheet.places[0], sheet.places[1] + 1):
                spot = line + sheet.line, place + sheet.place
                if spot not in found:
                    found[spot] = f"{sheet.letter}{line:02d}{place:02d}"
    return {id_: spot for spot, id_ in found.items()}


def _touch(a: str, b: str) -> bool:
    """Whether two ids are those of neighbours."""
    (r, c), (s, d) = _spots()[a], _spots()[b]
    return d - c in ((-1, 1) if r == s else (0, 1) if r & 1 else (-1, 0)) and -1 <= r - s <= 1


def _joined(spaces: Mapping[str, Space], listed: Mapping[str, Edge]) -> tuple[dict[str, Edge], _Around]:
    """All edges, the implied ones too, and the neighbours of each space."""
    spots = _spots()
    at = {spots[id_]: id_ for id_, space in spaces.items() if space.kind == "hex"}
    edges = dict(listed)
    met: dict[str, list[tuple[Edge, str]]] = {id_: [] for id_ in spaces}
    wet = {id_ for id_, space in spaces.items() if space.features.get("terrain") == "sea"}
    for (r, c), here in at.items():
        east = c if r & 1 else c - 1
        for spot in ((r, c - 1), (r + 1, east), (r + 1, east + 1)):
            there = at.get(spot)
            if there is None:
                continue
            a, b = (here, there) if here < there else (there, here)
            key = f"{a}/{b}"
            edge = edges.get(key)
            if edge is None:
                edge = edges[key] = Edge(a, b, "sea" if a in wet or b in wet else "open", False, _IMPLIED)
            met[here].append((edge, there))
            met[there].append((edge, here))
    return edges, {id_: tuple(sorted(pairs, key=_BY_NAME)) for id_, pairs in met.items()}


@functools.cache
def _load(spaces_stamp: Stamp, edges_stamp: Stamp) -> _Joined:
    collecting = gc.isenabled()
    gc.disable()  # fifty thousand objects that all stay: looking for garbage among them doubles the time
    try:
        return kept_board(_Joined, _read, spaces_stamp[0], edges_stamp[0], OURS)
    finally:
        if collecting:
            gc.enable()


def _read(spaces_file: Path, edges_file: Path, filing: Filing) -> _Joined:
    spaces = _quick(spaces_file, SPACE_COLUMNS, _quick_space)
    if spaces is None:
        rows = read_rows(spaces_file, SPACE_COLUMNS, key=lambda r: r.cells["id"])
        spaces = {space.id: space for space in map(_space, rows)}
    known = spaces
    edges = _quick(edges_file, EDGE_COLUMNS, lambda cells: _quick_edge(cells, known))
    if edges is None:
        rows = read_rows(edges_file, EDGE_COLUMNS, key=lambda r: edge_id(r.cells["a"], r.cells["b"]))
        edges = {edge.id: edge for edge in (_edge(row, known) for row in rows)}
    return _Joined(spaces, edges, filing=filing)


def _quick(
    path: Path, columns: Sequence[str], read: Callable[[list[str]], tuple[str, _T] | None]
) -> dict[str, _T] | None:
    """What a faultless file in our own layout holds; None where it has to be read with care, cell by cell."""
    try:
        head, _, body = path.read_text(encoding="utf-8").partition(",".join(columns) + "\n")
    except (OSError, UnicodeDecodeError):
        return None
    lines = body.splitlines()
    odd = '"' in body or ", " in body or " ," in body
    if odd or any(not line.startswith("#") for line in head.splitlines()):
        return None
    found: dict[str, _T] = {}
    for line in lines:
        cells = line.split(",")
        pair = read(cells) if len(cells) == len(columns) else None
        if pair is None:
            return None
        found[pair[0]] = pair[1]
    return found if len(found) == len(lines) else None


def _quick_space(cells: list[str]) -> tuple[str, Space] | None:
    """A space from the cells of a row without a fault."""
    id_, name, kind, *_, aliases, _, _, source = cells
    features = _quick_features(cells) if kind == "hex" else _quick_box(cells)
    if features is None or not (id_ and name):
        return None
    sources = _parsed(source, _SPACE)
    if sources is None:
        return None
    return id_, Space(id_, name, kind, features, tuple(aliases.split("|")) if aliases else (), sources)


def _quick_box(cells: list[str]) -> dict[str, Feature] | None:
    kind, site, beach = cells[2], cells[8], cells[9]
    if kind == "holding" and site and beach and site in SITES and beach in BEACHES:
        return {"site": site, "beach": beach}
    return {} if kind in KINDS and kind not in {"hex", "holding"} else None


def _quick_features(cells: list[str]) -> dict[str, Feature] | None:
    terrain, settlement, poi, field, level, site, beach, queue, coastal, inside, edge, town = cells[3:15]
    words = terrain in TERRAINS and settlement in SETTLEMENTS and site in SITES and beach in BEACHES
    numbers = level in _LEVELS and queue in _QUEUES and edge in _EDGES
    if not (words and numbers and {poi, field, coastal, inside} <= _YES_NO and cells[0] in _spots()):
        return None
    return {
        "terrain": terrain, "settlement": settlement, "poi": poi == "yes", "airfield": field == "yes",
        "level": int(level), "site": site, "beach": beach, "queue": int(queue), "coastal": coastal == "yes",
        "perimeter": inside == "yes", "edge": edge, "town": town,
    }  # fmt: skip


def _quick_edge(cells: list[str], known: Mapping[str, Space]) -> tuple[str, Edge] | None:
    """An edge from the cells of a row without a fault."""
    a, b, boundary, bridge, road, source = cells
    sources = _parsed(source, _EDGE)
    hexes = a < b and a in known and b in known and known[a].kind == known[b].kind == "hex"
    crossed = bridge == _FLAGS[bool(road) and boundary in _WATERS]
    if (
        not (hexes and _touch(a, b) and boundary in BOUNDARIES and road in ROADS and crossed)
        or sources is None
    ):
        return None
    return f"{a}/{b}", Edge(a, b, boundary, bridge == "yes", sources, road)


def _space(row: Row) -> Space:
    kind = row.choice("kind", KINDS)
    aliases = tuple([a.strip() for a in row.cells["aliases"].split("|") if a.strip()])
    features: dict[str, Feature] = {}
    if kind == "hex":
        features = _hex_features(row)
    elif kind == "holding":
        features = {"site": row.choice("site", SITES[1:]), "beach": row.choice("beach", BEACHES[1:])}
    return Space(row.text("id"), row.text("name"), kind, features, aliases, row.sources())


def _hex_features(row: Row) -> dict[str, Feature]:
    id_ = row.text("id")
    if id_ not in _spots():
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
def _parsed(text: str, columns: tuple[str, ...]) -> Sources | None:
    """The sources of a cell, read once; None where they are wrong."""
    try:
        sources = Sources.parse(text)
    except ValueError:
        return None
    return sources if set(sources.columns) <= set(columns) else None


def _edge(row: Row, known: Mapping[str, Space]) -> Edge:
    a, b = row.cells["a"], row.cells["b"]
    for column, space in (("a", a), ("b", b)):
        if space not in known or known[space].kind != "hex":
            raise row.fault(column, f"the id of a hex, not {space!r}")
    if not _touch(a, b):
        raise row.fault("b", f"a neighbour of {a}, not {b}")
    boundary, bridge = row.choice("boundary", BOUNDARIES), row.flag("bridge")
    road, water = row.choice("road", ROADS), boundary in _WATERS
    if bridge != (bool(road) and water):
        raise row.fault("bridge", "yes where a road or railroad crosses a stream or river, only there")
    first, second = (a, b) if a < b else (b, a)
    return Edge(first, second, boundary, bridge, row.sources(), road)
