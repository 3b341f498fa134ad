"""Where things lie on the module's board, in pixels: read from a game's ``geometry.toml``.

A save of VASSAL stores pixels, so these numbers are permanent; a change needs a new ``version``.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from maps.errors import DataError
from maps.geography import Point
from maps.lattice import HexLattice, Lattice, LineLattice, read_lattice
from maps.loader import read_toml
from module_builder.vassal.values import dataclass

__all__ = [
    "GEOMETRY_KEYS",
    "AreaShape",
    "Box",
    "Crossing",
    "Geometry",
    "HexLattice",
    "Lattice",
    "LineLattice",
    "Part",
    "TrackShape",
    "geometry_data",
    "load_geometry",
    "read_geometry",
]


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels.

    Parameters
    ----------
    x, y, width, height
        Left, top and size.

    Examples
    --------
    >>> Box(10, 20, 30, 40).middle
    (25.0, 40.0)
    """

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> Point:
        """Centre of the rectangle."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Corners in turn, from the top left."""
        right, bottom = self.x + self.width, self.y + self.height
        return (self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom)


@dataclass(frozen=True, slots=True)
class AreaShape:
    """An Area, Zone or box on the board.

    Parameters
    ----------
    id
        Space id.
    polygon
        Its outline, not closed.
    symbol, name
        Centre of the identity symbol and of the printed name.
    units
        Side -> points for its units, the first one first choice.
    control, fortification
        Points of these markers; `fortification` is None where none is printed.
    zone
        The outline on whole pixels, as a VASSAL zone has it; empty where it is the polygon itself.

    Examples
    --------
    >>> AreaShape("caen", ((0, 0), (9, 0), (9, 9)), (6, 3), (6, 4), {"german": ((5, 2),)}, (6, 2), None).id
    'caen'
    """

    id: str
    polygon: tuple[Point, ...]
    symbol: Point
    name: Point
    units: Mapping[str, tuple[Point, ...]]
    control: Point
    fortification: Point | None
    zone: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Crossing:
    """A bridge, or a river line without one, with the small zone that holds its markers.

    Parameters
    ----------
    id
        Edge id, ``a/b``.
    boundary
        ``river`` or ``flooded``.
    bridge
        Whether a bridge is printed.
    at
        Its middle.
    angle
        Direction in which the bridge runs, degrees clockwise from east.
    zone
        Outline of its zone.

    Examples
    --------
    >>> Crossing("isigny/st-lo", "river", True, (5.0, 5.0), 90.0, ((0, 0), (9, 0), (9, 9), (0, 9))).bridge
    True
    """

    id: str
    boundary: str
    bridge: bool
    at: Point
    angle: float
    zone: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class TrackShape:
    """A track or display: boxes in order.

    Parameters
    ----------
    id, title
        Slug and printed title.
    labels
        Text of each box.
    boxes
        Rectangle of each box.

    Examples
    --------
    >>> TrackShape("sunset", "Sunset DRM", ("0",), (Box(0, 0, 5, 5),)).named["0"].width
    5
    """

    id: str
    title: str
    labels: tuple[str, ...]
    boxes: tuple[Box, ...]

    @property
    def named(self) -> Mapping[str, Box]:
        """Boxes by label."""
        return dict(zip(self.labels, self.boxes, strict=True))


@dataclass(frozen=True, slots=True)
class Part:
    """One board of a map that is cut into several, which join in a board picker.

    Parameters
    ----------
    name, title
        Of the board: what it is asked for by, and what it is called.
    rect
        What it shows: left, top, width and height in pixels of the whole.
    column, row
        Where it stands in the board picker.
    expansion
        Whether it comes with an expansion.

    Examples
    --------
    >>> Part("C", "Map C", (100, 50, 40, 20), 1, 1).shows(139, 50)
    True
    """

    name: str
    title: str
    rect: tuple[int, int, int, int]
    column: int
    row: int
    expansion: bool = False

    def shows(self, x: float, y: float) -> bool:
        """Whether a point of the whole lies on this board."""
        left, top, width, height = self.rect
        return left <= x < left + width and top <= y < top + height


@dataclass(frozen=True, slots=True)
class Geometry:
    """Everything on one board.

    Parameters
    ----------
    version
        Number of this geometry.
    width, height
        Size of the board.
    pixels_per_inch
        Scale of the board.
    counter
        Size of a counter.
    areas
        Areas by space id.
    boxes
        Zones, Approach Boxes and other boxes by space id.
    crossings
        Bridges and river lines by edge id.
    borders
        Common border of each pair of adjacent Areas, by edge id: one or more lines.
    tracks
        Tracks and displays by id.
    hexes
        Where the hexes lie; None on a map of Areas.
    parts
        The boards that show it; none where one board shows all.

    Examples
    --------
    >>> from maps.breakout_normandy.board import load_board
    >>> shape = load_geometry(Path(__file__).parent / "breakout_normandy" / "geometry.toml")
    >>> shape.version, len(shape.areas)
    (1, 60)
    """

    version: int
    width: int
    height: int
    pixels_per_inch: int
    counter: int
    areas: Mapping[str, AreaShape]
    boxes: Mapping[str, AreaShape]
    crossings: Mapping[str, Crossing]
    borders: Mapping[str, tuple[tuple[Point, ...], ...]]
    tracks: Mapping[str, TrackShape]
    hexes: Lattice | None = None
    parts: tuple[Part, ...] = ()

    def part(self, name: str) -> Part:
        """The board of a name, in any case.

        Raises
        ------
        KeyError
            There is none.
        """
        return {p.name.casefold(): p for p in self.parts}[name.casefold()]


def _points(flat: list[float]) -> tuple[Point, ...]:
    return tuple(zip(flat[::2], flat[1::2], strict=True))


GEOMETRY_KEYS = ("version", "board", "areas", "boxes", "crossings", "borders", "tracks", "hexes", "boards")
"""Tables of a geometry file."""
_SHAPE = frozenset({"polygon", "symbol", "name", "control", "fortification", "zone"})  # the others are sides


def _area(id_: str, data: Mapping[str, Any]) -> AreaShape:
    fort = data.get("fortification")
    return AreaShape(
        id_,
        _points(data["polygon"]),
        _points(data["symbol"])[0],
        _points(data["name"])[0],
        {side: _points(data[side]) for side in data if side not in _SHAPE},
        _points(data["control"])[0],
        _points(fort)[0] if fort else None,
        _points(data.get("zone", [])),
    )


def _crossing(id_: str, data: Mapping[str, Any]) -> Crossing:
    at = _points(data["at"])[0]
    return Crossing(id_, data["boundary"], data["bridge"], at, data["angle"], _points(data["zone"]))


def _track(id_: str, data: Mapping[str, Any]) -> TrackShape:
    boxes = tuple(Box(*b) for b in data["boxes"])
    return TrackShape(id_, data["title"], tuple(data["labels"]), boxes)


def _part(data: Mapping[str, Any]) -> Part:
    left, top, width, height = data["rect"]
    return Part(
        data["name"],
        data["title"],
        (left, top, width, height),
        data["column"],
        data["row"],
        data["expansion"],
    )


def load_geometry(path: Path) -> Geometry:
    """Read a geometry file.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    Geometry

    Raises
    ------
    DataError
        Unreadable, or a key is missing.

    Examples
    --------
    >>> load_geometry(Path("no-such.toml"))
    Traceback (most recent call last):
    maps.errors.DataError: no-such.toml: expected a readable file (No such file or directory)
    """
    return read_geometry(geometry_data(path), file=path.name)


def geometry_data(path: Path) -> dict[str, Any]:
    """Read the data of a geometry file, as `read_geometry` takes them.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    dict

    Raises
    ------
    DataError
        Unreadable, or an unknown key.

    Examples
    --------
    >>> geometry_data(Path(__file__).parent / "june_six" / "geometry.toml")["version"]
    1
    """
    return read_toml(path, GEOMETRY_KEYS)


def read_geometry(data: Mapping[str, Any], *, file: str) -> Geometry:
    """Read the data of a geometry file.

    Parameters
    ----------
    data
        As TOML or JSON holds them.
    file
        Named in errors.

    Returns
    -------
    Geometry

    Raises
    ------
    DataError
        A key is missing.

    Examples
    --------
    >>> read_geometry({"version": 1}, file="geometry.toml")
    Traceback (most recent call last):
    maps.errors.DataError: geometry.toml, key 'board': expected a complete geometry
    """
    try:
        board = data["board"]
        return Geometry(
            data["version"],
            board["width"],
            board["height"],
            board["pixels_per_inch"],
            board["counter"],
            {k: _area(k, v) for k, v in data.get("areas", {}).items()},
            {k: _area(k, v) for k, v in data["boxes"].items()},
            {k: _crossing(k, v) for k, v in data.get("crossings", {}).items()},
            {k: tuple(_points(line) for line in v) for k, v in data.get("borders", {}).items()},
            {k: _track(k, v) for k, v in data["tracks"].items()},
            read_lattice(data["hexes"]) if "hexes" in data else None,
            tuple([_part(p) for p in data.get("boards", ())]),
        )
    except (KeyError, TypeError, ValueError) as fault:
        raise DataError(file, f"key {fault}", "a complete geometry") from None
