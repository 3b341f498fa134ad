"""The board under the pieces: its spaces with outlines and points for labels, crossings, side windows."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from adjudicator.saves.ground import board_geometry
from adjudicator.table.drawing.kept import content_mark, state_mark
from adjudicator.table.drawing.laying import ELSEWHERE, is_printed, printed_of, window_id
from adjudicator.table.drawing.schematic import schematic_layout
from maps.lattice import HexLattice, LineLattice

if TYPE_CHECKING:
    from pathlib import Path

    from adjudicator.position import Position
    from adjudicator.saves.layout import Layout, Place, Window
    from adjudicator.saves.printed import PrintedModule
    from maps.board import Board, Space

__all__ = [
    "Grid",
    "Ground",
    "GroundBox",
    "GroundEdge",
    "GroundSpace",
    "GroundWindow",
    "common_side",
    "ground_of",
]

_FORM = 1  # of what is written here; a change gives every board another key
_ELSEWHERE = (1280, 960)
_TOUCH = 2  # pixels by which corners that are one may differ
_SILENT = (None, False, "")
Shape = tuple[int, ...]


class GroundSpace(msgspec.Struct, frozen=True):
    """A space of the board: its outline as x, y, x, y ..., and a point for what is written on it.

    The outline of a hex is left out: it is that of the ground's grid around its point. `note` says what a
    sketch prints there.
    """

    id: str
    name: str
    kind: str
    at: tuple[int, int]
    shape: Shape = ()
    note: str = ""


class GroundEdge(msgspec.Struct, frozen=True):
    """A bridge or another boundary that has a zone of its own; `note` says what it is."""

    id: str
    name: str
    at: tuple[int, int]
    shape: Shape
    note: str = ""


class GroundBox(msgspec.Struct, frozen=True):
    """A box of a track, or a place of a side window."""

    id: str
    name: str
    shape: Shape


class GroundWindow(msgspec.Struct, frozen=True):
    """A side window: the set-up cards, a hand, what is elsewhere."""

    name: str
    title: str
    width: int
    height: int
    places: tuple[GroundBox, ...] = ()


class Grid(msgspec.Struct, frozen=True):
    """The outline that all hexes have around their points, and their size from flat to flat."""

    size: int
    corners: tuple[float, ...]


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """A board. `key` names all that it is made of; `drawn` is one that is drawn for a sketch."""

    key: str
    game: str
    width: int
    height: int
    spaces: tuple[GroundSpace, ...]
    crossings: tuple[GroundEdge, ...]
    boxes: tuple[GroundBox, ...]
    windows: tuple[GroundWindow, ...]
    grid: Grid | None = None
    drawn: bool = False

    def outline(self, space: GroundSpace) -> Shape:
        """Outline of a space, that of a hex too.

        Parameters
        ----------
        space
            One of `spaces`.

        Returns
        -------
        tuple of int
        """
        if space.shape or self.grid is None:
            return space.shape
        return tuple([round(space.at[i % 2] + c) for i, c in enumerate(self.grid.corners)])

    def form(self) -> dict[str, Any]:
        """The board as plain data for the page, without the address of its tiles.

        Returns
        -------
        dict
        """
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain


def common_side(one: Shape, other: Shape) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The border of two spaces: the parts of one outline whose ends both lie on corners of the other.

    Parameters
    ----------
    one, other
        Outlines as `Ground.outline` gives them.

    Returns
    -------
    list of two points each

    Examples
    --------
    >>> common_side((0, 0, 9, 0, 9, 9, 0, 9), (10, 0, 20, 0, 20, 9, 9, 9))
    [((9, 0), (9, 9))]
    """
    near = range(-_TOUCH, _TOUCH + 1)
    corners = {(x + dx, y + dy) for x, y in _pairs(other) for dx in near for dy in near}
    points = _pairs(one)
    sides = zip(points, [*points[1:], *points[:1]], strict=True)
    return [(a, b) for a, b in sides if a in corners and b in corners]


def _pairs(flat: Shape) -> list[tuple[int, int]]:
    return list(zip(flat[::2], flat[1::2], strict=True))


def ground_of(position: Position) -> Ground:
    """The board of a position: that of the module, or one that is drawn for a sketch.

    Parameters
    ----------
    position
        Any position; what lies on the board does not matter.

    Returns
    -------
    Ground

    Examples
    --------
    >>> from adjudicator.game import load
    >>> ground = ground_of(load("breakout-normandy").scenario("d-day"))
    >>> ground.width, next(s.name for s in ground.spaces if s.id == "omaha-beach"), ground.drawn
    (5760, 'Omaha Beach', False)
    """
    overlay = position.filing.overlay
    printed = printed_of(position.game, overlay)
    if is_printed(position.board, printed):
        return _printed_ground(position.game, overlay, state_mark(position.game, overlay))
    layout = schematic_layout(position.board, printed)
    return _made(printed, layout, position.board, _drawn_key(position.board, position.game), drawn=True)


@functools.lru_cache(maxsize=8)
def _printed_ground(game: str, overlay: Path | None, mark: str) -> Ground:
    printed = printed_of(game, overlay)
    if own := content_mark(game, "maps"):
        made = _made(printed, printed.layout, printed.board, "")
        return msgspec.structs.replace(made, key=_key("own", own, msgspec.json.encode(made)))
    key = _key("printed", game, mark, printed.layout.version)
    return _made(printed, printed.layout, printed.board, key)


def _key(*parts: object) -> str:
    return hashlib.sha256(repr((_FORM, *parts)).encode()).hexdigest()[:24]


def _drawn_key(board: Board, game: str) -> str:
    """A key of all that is drawn of a sketch's board."""
    spaces = [(s.id, s.name, s.kind, sorted(s.features.items(), key=str)) for s in board.spaces.values()]
    edges = [(e.id, e.boundary, e.bridge, e.road) for e in board.edges.values()]
    return _key("drawn", game, spaces, edges)


def _made(kit: PrintedModule, layout: Layout, board: Board, key: str, *, drawn: bool = False) -> Ground:
    main = layout.windows[layout.main]
    return Ground(
        key=key,
        game=kit.game.slug,
        width=main.width,
        height=main.height,
        spaces=tuple(_spaces(kit, main, board)),
        crossings=tuple(
            [
                GroundEdge(p.id, p.name, p.middle, _flat(p), _edge_note(board, p.id))
                for p in main.of_kind("crossing")
            ]
        ),
        boxes=tuple([GroundBox(p.id, p.name, _flat(p)) for p in main.of_kind("box")]),
        windows=tuple(_windows(layout)),
        grid=_grid(main),
        drawn=drawn,
    )


def _spaces(kit: PrintedModule, main: Window, board: Board) -> Iterator[GroundSpace]:
    symbols = {} if board is not kit.board else _symbols(kit)
    for place in main.of_kind("space"):
        space = board.spaces.get(place.id)
        kind = space.kind if space is not None else ""
        name = space.name if space is not None else place.name
        note = _space_note(space) if space is not None and board is not kit.board else ""
        if place.id in main.hexes:
            spot = next(iter(place.spots.values()))
            yield GroundSpace(place.id, name, kind, (spot.x, spot.y), (), note)
        else:
            yield GroundSpace(place.id, name, kind, symbols.get(place.id, place.middle), _flat(place), note)


def _space_note(space: Space) -> str:
    """What a sketch prints on a space, in its words."""
    told = ((name.replace("_", " "), value) for name, value in space.features.items() if value not in _SILENT)
    return ", ".join([name if value is True else f"{name} {value}" for name, value in told])


def _edge_note(board: Board, edge: str) -> str:
    known = board.edges.get(edge)
    if known is None:
        return ""
    return ", ".join(
        [known.boundary, *(["bridge"] if known.bridge else []), *([known.road] if known.road else [])]
    )


def _symbols(kit: PrintedModule) -> Mapping[str, tuple[int, int]]:
    """Where a map of Areas prints the identity of a space, which no piece should cover."""
    if kit.layout.windows[kit.layout.main].hexes:
        return {}
    geometry = board_geometry(kit.game.slug, kit.board.filing.overlay)
    shapes = {**geometry.boxes, **geometry.areas}
    return {id_: (round(shape.symbol[0]), round(shape.symbol[1])) for id_, shape in shapes.items()}


def _flat(place: Place) -> Shape:
    return tuple([c for point in place.polygon.points for c in point])


def _grid(main: Window) -> Grid | None:
    number = next(iter(main.hexes), None)
    if not isinstance(main.lattice, HexLattice | LineLattice) or number is None:
        return None
    x, y = main.lattice.centre(number)
    corners = main.lattice.corners(number)
    return Grid(main.lattice.flat, tuple([round(c, 2) for a, b in corners for c in (a - x, b - y)]))


def _windows(layout: Layout) -> Iterator[GroundWindow]:
    for window in layout.windows.values():
        if window.name != layout.main:
            places = [GroundBox(p.id, p.name, _flat(p)) for p in window.places if p.name != "Table"]
            name = window_id(layout, window.name)
            yield GroundWindow(name, window.name, window.width, window.height, tuple(places))
    yield GroundWindow(ELSEWHERE, "Elsewhere", *_ELSEWHERE)
