"""What lies between the spaces of a user's map: ``edges.csv``, and courses over hexes in ``courses.csv``."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from maps.board import Edge, Space, edge_id
from maps.errors import DataError
from maps.geography import Point
from maps.homemade.grid import corner_names
from maps.homemade.mapparts import MapFile
from maps.homemade.spaces import own_source
from maps.homemade.strict import nearest
from maps.homemade.tables import read_free_rows
from maps.lattice import Lattice
from maps.loader import Row, Sources
from module_builder.vassal.values import dataclass

__all__ = ["Course", "Touching", "area_touching", "hex_touching", "read_courses", "read_edges"]

_COLUMNS = ("a", "b", "boundary", "bridge", "road", "source")
_DERIVED = Sources("derived", {})


@dataclass(frozen=True, slots=True)
class Course:
    """A river, road or railway over a map of Areas, from one end to the other, in board pixels.

    Examples
    --------
    >>> Course("river", "Brown Water", ((0.0, 0.0), (9.0, 9.0))).name
    'Brown Water'
    """

    kind: str
    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Touching:
    """Pairs that are adjacent by the map itself, and what such pairs are called in errors.

    Examples
    --------
    >>> Touching(frozenset({"a/b"}), "two Areas with a common border").what
    'two Areas with a common border'
    """

    pairs: frozenset[str]
    what: str


def area_touching(borders: Collection[str]) -> Touching:
    """Areas are adjacent by their common borders.

    Parameters
    ----------
    borders
        Edge ids.

    Returns
    -------
    Touching

    Examples
    --------
    >>> sorted(area_touching(["a/b"]).pairs)
    ['a/b']
    """
    return Touching(frozenset(borders), "two Areas with a common border")


def hex_touching(lattice: Lattice, spaces: Mapping[str, Space]) -> Touching:
    """Hexes are adjacent by the grid.

    Parameters
    ----------
    lattice, spaces
        The grid, and the spaces of the map.

    Returns
    -------
    Touching

    Examples
    --------
    >>> from maps.lattice import HexLattice
    >>> two = {n: Space(n, n, "hex") for n in ("0101", "0102")}
    >>> sorted(hex_touching(HexLattice(0, 0, 60, 70), two).pairs)
    ['0101/0102']
    """
    hexes = [space.id for space in spaces.values() if space.kind == "hex"]
    known = set(hexes)
    pairs = [edge_id(n, o) for n in hexes for o in lattice.grid.neighbours(n) if o in known]
    return Touching(frozenset(pairs), "two neighbouring hexes")


def read_edges(
    folder: Path, file: MapFile, spaces: Mapping[str, Space], touching: Touching, laid: Mapping[str, Edge]
) -> list[Edge]:
    """The edges of a map: what touches, changed by courses over hexes, then by the rows of ``edges.csv``.

    Parameters
    ----------
    folder, file
        Of the game, and its ``map.toml``.
    spaces
        By id.
    touching
        What is adjacent by the map itself.
    laid
        Edges that a course makes.

    Returns
    -------
    list of Edge
        Sorted by id.

    Raises
    ------
    DataError
        A cell is wrong, or a pair stands there twice.
    """
    edges = {id_: laid.get(id_, _plain_edge(id_, _DERIVED)) for id_ in sorted(touching.pairs)}
    path, seen = folder / "edges.csv", dict[str, int]()
    for row in _rows(path):
        a, b = (_end(row, column, spaces) for column in ("a", "b"))
        if a == b:
            raise row.fault("b", f"another space than {a!r}")
        id_ = edge_id(a, b)
        if id_ in seen:
            raise row.fault("b", f"each pair once; {id_!r} stands in line {seen[id_]} too")
        seen[id_] = row.line
        edge = _edge(row, file, spaces, touching, edges.get(id_))
        if edge.boundary == "none":
            edges.pop(id_, None)
        else:
            edges[id_] = edge
    return [edges[id_] for id_ in sorted(edges)]


def _plain_edge(pair: str, sources: Sources) -> Edge:
    """An edge with nothing on it."""
    a, b = pair.split("/")
    return Edge(a, b, "open", sources=sources)


def _rows(path: Path) -> list[Row]:
    """The rows of ``edges.csv``, which a map may do without."""
    if not path.exists():
        return []
    rows = read_free_rows(path, _COLUMNS[:2], _COLUMNS[2:])
    for column in rows[0].cells if rows else ():
        if column not in _COLUMNS:
            way_out = nearest(column, _COLUMNS) or f"the columns are {', '.join(_COLUMNS)}"
            raise DataError(path.name, "line 1", f"no column {column!r}", way_out)
    return rows


def _end(row: Row, column: str, spaces: Mapping[str, Space]) -> str:
    value = row.text(column)
    if value not in spaces:
        raise row.fault(column, f"the id of a space, not {value!r}", nearest(value, spaces))
    return value


def _word(row: Row, column: str, known: Sequence[str], table: str) -> str:
    """A name that ``map.toml`` has a table of, or nothing."""
    value = row.cells[column]
    if value and value not in known:
        way_out = nearest(value, known) or f"or add [{table}.{value}] to map.toml"
        words = ", ".join(known) or f"none: map.toml has no [{table}.NAME]"
        raise row.fault(column, f"one of {words}, not {value!r}", way_out)
    return value


def _edge(row: Row, file: MapFile, spaces: Mapping[str, Space], touching: Touching, old: Edge | None) -> Edge:
    """The edge of a row, whose empty cells say what a course says."""
    a, b = sorted((row.cells["a"], row.cells["b"]))
    boundary = _word(row, "boundary", list(file.boundary), "boundary")
    style = file.boundary[boundary].style if boundary else ""
    to_box = "box" in {spaces[a].kind, spaces[b].kind}
    if edge_id(a, b) not in touching.pairs:
        if not to_box and style != "link":
            more = "" if boundary == "none" else "a way between others has a boundary of the style link"
            raise row.fault("b", f"{touching.what}; {a} and {b} are none", more)
        boundary = boundary or "link"
    elif style == "link":
        raise row.fault("boundary", f"another one than {boundary!r}: {a} and {b} touch")
    boundary = boundary or (old.boundary if old is not None else "open")
    bridge = bool(row.cells["bridge"]) and row.flag("bridge")
    if bridge and file.boundary[boundary].style != "river":
        raise row.fault("bridge", f"yes on a boundary of the style river, which {boundary!r} is not")
    road = _word(row, "road", list(file.road), "road") or (old.road if old is not None else "")
    return Edge(a, b, boundary, bridge, own_source(row), road)


def read_courses(
    folder: Path, file: MapFile, lattice: Lattice | None, touching: Touching
) -> tuple[list[Course], dict[str, Edge]]:
    """Read ``courses.csv``, which a map may do without.

    Parameters
    ----------
    folder, file
        Of the game, and its ``map.toml``.
    lattice
        Where the hexes lie; None on a map of Areas.
    touching
        What is adjacent by the map itself.

    Returns
    -------
    (list of Course, dict of str to Edge)
        Courses by points, of a map of Areas; what courses lay on hexsides, of a map of hexes.

    Raises
    ------
    DataError
        A cell is wrong.
    """
    path = folder / "courses.csv"
    if not path.exists():
        return [], {}
    own = ["hexes"] if lattice is not None else ["x", "y"]
    rows = read_free_rows(path, ["kind", "name", *own], ["source"])
    lines: dict[tuple[str, str], list[Point]] = {}
    laid: dict[str, Edge] = {}
    rivers = [b.name for b in file.boundary.values() if b.style != "link" and b.name not in {"open", "none"}]
    for row in rows:
        kind = row.choice("kind", [*rivers, *file.road])
        if lattice is None:
            wide, high = file.board.width, file.board.height
            x, y = _number(row, "x", wide), _number(row, "y", high)
            points = lines.setdefault((kind, row.cells["name"]), [])
            points.append((x * file.board.pixels_per_inch, y * file.board.pixels_per_inch))
            continue
        for pair in _pairs(row, lattice, road=kind in file.road, pairs=touching.pairs):
            old = laid.get(pair, _plain_edge(pair, own_source(row)))
            laid[pair] = replace(old, road=kind) if kind in file.road else replace(old, boundary=kind)
    short = next((name for name, points in lines.items() if len(points) < 2), None)
    if short is not None:
        raise DataError(path.name, f"course {short[1] or short[0]}", "two points at least")
    return [Course(kind, name, tuple(points)) for (kind, name), points in lines.items()], laid


def _number(row: Row, column: str, most: float) -> float:
    """Inches; a course may begin an inch off the map."""
    try:
        value = float(row.text(column))
    except ValueError:
        value = float("nan")
    if not -1 <= value <= most + 1:
        raise row.fault(column, f"inches from -1 to {most + 1:g}, not {row.cells[column]!r}")
    return value


def _pairs(row: Row, lattice: Lattice, *, road: bool, pairs: Collection[str]) -> Iterator[str]:
    """The hexsides of a course: between the hexes of a road, or those that a river follows."""
    words = row.text("hexes").split()
    if not road and all("/" in word for word in words):
        for word in words:
            yield _pair(row, *word.split("/", 1), pairs=pairs)
        return
    if len(words) < 2:
        raise row.fault("hexes", "two hexes at least, such as 0101 0102")
    if road:
        for a, b in itertools.pairwise(words):
            yield _pair(row, a, b, pairs=pairs)
        return
    sides = _sides(lattice, pairs)
    corners = [_corner(row, lattice, word, pairs) for word in words]
    for (one, start), (other, end) in itertools.pairwise(zip(words, corners, strict=True)):
        side = sides.get(frozenset((start, end)))
        if side is None:
            way_out = "name every corner on the way, one hexside after the other"
            raise row.fault("hexes", f"two ends of one hexside; {one} and {other} are none", way_out)
        yield side


def _pair(row: Row, a: str, b: str, *, pairs: Collection[str]) -> str:
    if edge_id(a, b) not in pairs:
        raise row.fault("hexes", f"neighbouring hexes; {a} and {b} are none")
    return edge_id(a, b)


_Spot = tuple[int, int]


def _spot(at: Point) -> _Spot:
    return round(at[0]), round(at[1])


def _corner(row: Row, lattice: Lattice, word: str, pairs: Collection[str]) -> _Spot:
    number, _, name = word.partition(":")
    if not any(number in pair.split("/") for pair in pairs):
        raise row.fault("hexes", f"corners such as 0101:ne, or pairs such as 0101/0102, not {word!r}")
    corners = corner_names(lattice, number)
    if name not in corners:
        raise row.fault("hexes", f"one of the corners {', '.join(corners)} behind the colon, not {word!r}")
    return _spot(corners[name])


def _sides(lattice: Lattice, pairs: Collection[str]) -> dict[frozenset[_Spot], str]:
    """Both ends of a hexside -> its pair of hexes."""
    found = {}
    for pair in pairs:
        a, b = pair.split("/")
        points, index = lattice.corners(a), lattice.grid.ring(a).index(b)
        found[frozenset((_spot(points[index]), _spot(points[(index + 1) % 6])))] = pair
    return found
