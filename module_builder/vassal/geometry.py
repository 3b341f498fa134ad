"""Location names from a module's own boards: deck, zone, region, hex, square, or ``offboard``."""

from __future__ import annotations

import struct
from dataclasses import field
from typing import TYPE_CHECKING

from module_builder.vassal.buildfile import descendants, short_name
from module_builder.vassal.command_reader import parse_command
from module_builder.vassal.commands import Command, PlacedBoard, SetBoards
from module_builder.vassal.errors import FormatError
from module_builder.vassal.grids import (
    Grid,
    HexGrid,
    Numbering,
    Region,
    RegionGrid,
    SquareGrid,
    Zone,
    ZonedGrid,
)
from module_builder.vassal.polygon import Polygon
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from lxml.etree import _Element

__all__ = ["OFFBOARD", "Board", "BoardMap", "DeckPoint", "Locator", "image_size"]

OFFBOARD = "offboard"
_MAPS = ("Map", "PrivateMap", "PlayerHand")


@dataclass(frozen=True, slots=True)
class Board:
    """A board: its size and its grid."""

    name: str
    width: int
    height: int
    grid: Grid | None = None

    def name_at(self, x: int, y: int, *, turned: bool = False) -> str | None:
        """Name a point in pixels of the board as it lies; turned boards are read from the other corner."""
        if turned:
            x, y = self.width - x, self.height - y
        return self.grid.name(x, y) if self.grid is not None else None


@dataclass(frozen=True, slots=True)
class DeckPoint:
    """A deck and its centre, in pixels of a board or (no board) of the map inside its edge."""

    name: str
    board: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class _Placed:
    board: Board
    x: int
    y: int
    turned: bool

    def holds(self, x: int, y: int) -> bool:
        return self.x <= x < self.x + self.board.width and self.y <= y < self.y + self.board.height


@dataclass(frozen=True, slots=True)
class BoardMap:
    """A map window: its boards as laid out, its edge, its decks.

    Parameters
    ----------
    name
        As saves call it.
    boards
        All boards that may be chosen, by name.
    layout
        The boards in use.
    edge
        Width and height of the edge round the boards.
    decks
        In order of the file.
    """

    name: str
    boards: Mapping[str, Board]
    layout: tuple[PlacedBoard, ...] = ()
    edge: tuple[int, int] = (0, 0)
    decks: tuple[DeckPoint, ...] = ()

    def placed(self) -> list[_Placed]:
        """Compute where each board lies in map pixels."""
        used = [(p, self.boards[p.name]) for p in self.layout if p.name in self.boards]
        widths = {(p.x, p.y): b.width for p, b in used}
        heights = {(p.x, p.y): b.height for p, b in used}
        result = []
        for p, board in used:
            left = self.edge[0] + sum(widths.get((i, p.y), 0) for i in range(p.x))
            top = self.edge[1] + sum(heights.get((p.x, j), 0) for j in range(p.y))
            result.append(_Placed(board, left, top, p.reversed))
        return result

    def deck_at(self, x: int, y: int) -> str | None:
        """Find the deck whose centre is exactly this point."""
        corners = {placed.board.name: (placed.x, placed.y) for placed in reversed(self.placed())}
        for deck in self.decks:
            left, top = corners.get(deck.board, self.edge)
            if (left + deck.x, top + deck.y) == (x, y):
                return deck.name
        return None

    def location(self, x: int, y: int) -> str:
        """Name a point in map pixels."""
        deck = self.deck_at(x, y)
        if deck is not None:
            return deck
        for placed in self.placed():
            if placed.holds(x, y):
                name = placed.board.name_at(x - placed.x, y - placed.y, turned=placed.turned)
                return OFFBOARD if name is None else name
        return OFFBOARD

    def zone(self, x: int, y: int) -> str | None:
        """Name the zone that holds a point in map pixels."""
        for placed in self.placed():
            if placed.holds(x, y):
                grid = placed.board.grid
                found = grid.zone(x - placed.x, y - placed.y) if isinstance(grid, ZonedGrid) else None
                return None if found is None else found.name
        return None


@dataclass(frozen=True, slots=True)
class Locator:
    """The maps of a module by name.

    Examples
    --------
    >>> grid = ZonedGrid((Zone("Caen", Polygon.parse("0,0;50,0;50,50;0,50")),))
    >>> board_map = BoardMap("Main", {"B": Board("B", 100, 100, grid)}, (PlacedBoard("B"),), edge=(10, 10))
    >>> locator = Locator({"Main": board_map})
    >>> locator.location("Main", 10, 10), locator.location("Main", 9, 9), locator.location(None, 0, 0)
    ('Caen', 'offboard', 'offboard')
    """

    maps: Mapping[str, BoardMap] = field(default_factory=dict)

    @classmethod
    def from_module(
        cls, root: _Element, *, size_of: Callable[[str], tuple[int, int] | None] | None = None
    ) -> Locator:
        """Read maps, boards and grids from a build file.

        Parameters
        ----------
        root
            From `buildfile.parse_build_file`.
        size_of
            Gives the size of an image by its name; without it, or where it gives None, a board has the
            size that its attributes tell.

        Returns
        -------
        Locator
            With the boards that a new game would choose; see `with_boards`.

        Raises
        ------
        FormatError
            A number that is none.
        """
        maps = [_board_map(node, size_of or (lambda _: None)) for node in descendants(root, *_MAPS)]
        return cls({board_map.name: board_map for board_map in maps})

    def with_boards(self, commands: Iterable[Command]) -> Locator:
        """Lay the boards out as a save says."""
        maps = dict(self.maps)
        for command in commands:
            if isinstance(command, SetBoards) and command.map in maps:
                old = maps[command.map]
                maps[old.name] = BoardMap(old.name, old.boards, command.boards, old.edge, old.decks)
        return Locator(maps)

    def location(self, map_name: str | None, x: int, y: int) -> str:
        """Name a point in map pixels; ``offboard`` outside of every board and grid."""
        board_map = self.maps.get(map_name or "")
        return OFFBOARD if board_map is None else board_map.location(x, y)

    def zone(self, map_name: str | None, x: int, y: int) -> str | None:
        """Name the zone of a point in map pixels."""
        board_map = self.maps.get(map_name or "")
        return None if board_map is None else board_map.zone(x, y)


def _number(node: _Element, name: str, default: float) -> float:
    text = node.get(name)
    if text is None or not text.strip():
        return default
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not abs(value) < 1e9:
        raise FormatError("buildFile.xml", f"{short_name(node)} {node.get('name', '')}: {name}", "a number")
    return value


def _whole(node: _Element, name: str, default: int) -> int:
    return int(_number(node, name, default))


def _true(node: _Element, name: str, *, default: bool = False) -> bool:
    return node.get(name, "true" if default else "false") == "true"


def _numbering(node: _Element) -> Numbering | None:
    found = next((n for n in node if short_name(n) in {"HexGridNumbering", "SquareGridNumbering"}), None)
    if found is None:
        return None
    return Numbering(
        first=found.get("first", "H"),
        sep=found.get("sep", ""),
        h_type=found.get("hType", "N"),
        h_leading=_whole(found, "hLeading", 1),
        h_off=_whole(found, "hOff", 1),
        h_descend=_true(found, "hDescend"),
        v_type=found.get("vType", "N"),
        v_leading=_whole(found, "vLeading", 1),
        v_off=_whole(found, "vOff", 1),
        v_descend=_true(found, "vDescend"),
        location_format=found.get("locationFormat", "$gridLocation$"),
        stagger=_true(found, "stagger", default=True),
    )


def _step(node: _Element, name: str, default: float) -> float:
    value = _number(node, name, default)
    if value <= 0:
        raise FormatError("buildFile.xml", f"{short_name(node)}: {name}", "a number above 0")
    return value


def _grid(holder: _Element, size: tuple[int, int]) -> Grid | None:
    """The last grid child of a board, zone or zoned grid; None without one."""
    for node in reversed(holder):
        match short_name(node):
            case "HexGrid":
                return _hex_grid(node, size)
            case "SquareGrid":
                return _square_grid(node, size)
            case "RegionGrid":
                return RegionGrid(tuple([_region(child) for child in node if short_name(child) == "Region"]))
            case "ZonedGrid":
                return _zoned_grid(node, size)
    return None


def _region(node: _Element) -> Region:
    return Region(node.get("name", ""), _whole(node, "originx", 0), _whole(node, "originy", 0))


def _hex_grid(node: _Element, size: tuple[int, int]) -> HexGrid:
    x0, y0 = _whole(node, "x0", 0), _whole(node, "y0", 32)
    dx, dy = _step(node, "dx", HexGrid().dx), _step(node, "dy", 64.0)
    return HexGrid(x0, y0, dx, dy, _true(node, "sideways"), _numbering(node), *size)


def _square_grid(node: _Element, size: tuple[int, int]) -> SquareGrid:
    x0, y0 = _whole(node, "x0", 24), _whole(node, "y0", 24)
    return SquareGrid(x0, y0, _step(node, "dx", 48.0), _step(node, "dy", 48.0), _numbering(node), *size)


def _zoned_grid(node: _Element, size: tuple[int, int]) -> ZonedGrid:
    background = _grid(node, size)
    return ZonedGrid(tuple([_zone(z, background) for z in node if short_name(z) == "Zone"]), background)


def _zone(node: _Element, background: Grid | None) -> Zone:
    polygon = Polygon.parse(node.get("path", ""))
    grid = background if _true(node, "useParentGrid") else _grid(node, polygon.size)
    return Zone(node.get("name", ""), polygon, node.get("locationFormat", "$name$"), grid)


def _board(node: _Element, size_of: Callable[[str], tuple[int, int] | None]) -> Board:
    image = node.get("image", "")
    size = size_of(image) if image else None
    size = size or (_whole(node, "width", 500), _whole(node, "height", 500))
    return Board(node.get("name", ""), *size, _grid(node, size))


def _layout(picker: _Element | None, boards: Mapping[str, Board]) -> tuple[PlacedBoard, ...]:
    """The boards of a new game: the default set-up, else the only board, else the first."""
    setup = None if picker is None else next((n for n in picker if short_name(n) == "setup"), None)
    if setup is not None:
        command = parse_command((setup.text or "").strip())
        if isinstance(command, SetBoards):
            return command.boards
    return tuple(PlacedBoard(name) for name in list(boards)[:1])


def _board_map(node: _Element, size_of: Callable[[str], tuple[int, int] | None]) -> BoardMap:
    picker = next(descendants(node, "BoardPicker"), None)
    boards = [] if picker is None else [_board(b, size_of) for b in descendants(picker, "Board")]
    named = {board.name: board for board in boards}
    decks = [
        DeckPoint(d.get("name", ""), d.get("owningBoard", ""), _whole(d, "x", 100), _whole(d, "y", 100))
        for d in descendants(node, "DrawPile")
    ]
    edge = (_whole(node, "edgeWidth", 0), _whole(node, "edgeHeight", 0))
    return BoardMap(node.get("mapName", ""), named, _layout(picker, named), edge, tuple(decks))


def image_size(data: bytes) -> tuple[int, int] | None:
    """Read width and height from the head of a PNG, GIF or JPEG.

    Parameters
    ----------
    data
        The file's bytes, or enough of its beginning.

    Returns
    -------
    tuple or None
        None for another format.

    Examples
    --------
    >>> image_size(b"GIF89a" + bytes([10, 0, 20, 0]))
    (10, 20)
    """
    if data[:8] == b"\x89PNG\r\n\x1a\n" and len(data) >= 24:
        width, height = struct.unpack(">II", data[16:24])
        return width, height
    if data[:4] == b"GIF8" and len(data) >= 10:
        width, height = struct.unpack("<HH", data[6:10])
        return width, height
    return _jpeg_size(data) if data[:2] == b"\xff\xd8" else None


def _jpeg_size(data: bytes) -> tuple[int, int] | None:
    """Walk the segments of a JPEG to its frame header."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in {0xC4, 0xC8, 0xCC}:
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 1 if marker == 0xFF else 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return None
