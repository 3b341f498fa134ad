"""A board for a sketch that has its own spaces: where each of them is drawn, the same for the same sketch."""

from __future__ import annotations

import dataclasses
import math
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from adjudicator.saves.layout import Layout, Place, Spot, Window
from adjudicator.vocabulary import load_vocabulary
from maps.lattice import Lattice, LineLattice
from module_builder.vassal.polygon import Polygon

if TYPE_CHECKING:
    from adjudicator.saves.printed import PrintedModule
    from maps.board import Board, Edge

__all__ = ["BOX", "GAP", "hex_ids", "schematic_layout", "sketched_spaces"]

BOX, GAP, EDGE = (420, 280), (190, 130), 60
"""Size of a space that is no hex, the room between two, and the margin of the board, in pixels."""
_NEAR = 10  # pixels from the middle of a hexside to the edge of its zone
_CROSSING = 34  # from the middle of a crossing to the edge of its zone
_ROUND = 17


def sketched_spaces(board: Board, printed: PrintedModule) -> list[str]:
    """Spaces that a sketch speaks of: not the boxes that stand beside every map.

    Parameters
    ----------
    board, printed
        The sketch's board, and the module of its game.

    Returns
    -------
    list of str
        In the order of the sketch.
    """
    cards = {p.id for p in printed.layout.windows[printed.layout.cards].of_kind("space")}
    ours = printed.board.spaces
    beside = {id_ for id_, space in board.spaces.items() if space.kind == "box" and id_ in ours}
    named = {end for edge in board.edges.values() for end in (edge.a, edge.b)}
    return [id_ for id_ in board.spaces if id_ not in cards and (id_ not in beside or id_ in named)]


def hex_ids(ids: Iterable[str], lattice: Lattice | None) -> list[str]:
    """Those of some spaces that have a place on the grid of a map."""
    return [id_ for id_ in ids if lattice is not None and _centre(lattice, id_) is not None]


def _centre(lattice: Lattice, id_: str) -> tuple[float, float] | None:
    grid = lattice.grid
    if not grid.is_number(id_):
        return None
    try:
        return lattice.centre(id_)
    except (KeyError, ValueError):
        return None


def schematic_layout(board: Board, printed: PrintedModule) -> Layout:
    """The windows of a module with another board in the main one: that of a sketch.

    Parameters
    ----------
    board, printed
        The sketch's board, and the module of its game.

    Returns
    -------
    Layout
        Hexes lie as on the map, drawn together; other spaces are boxes, neighbours near one another.
    """
    old = printed.layout
    main = old.windows[old.main]
    ids = sketched_spaces(board, printed)
    hexes = hex_ids(ids, main.lattice)
    boxes = [id_ for id_ in ids if id_ not in set(hexes)]
    sides = load_vocabulary(printed.game.slug).sides
    window = _window(main, board, hexes, boxes, sides)
    return Layout(old.version, {**old.windows, old.main: window}, old.main, old.cards, old.hands)


def _window(main: Window, board: Board, hexes: list[str], boxes: list[str], sides: tuple[str, ...]) -> Window:
    lattice, width, height, places = main.lattice, 2 * EDGE, 2 * EDGE, dict[str, Place]()
    if lattice is not None and hexes:
        lattice, width, height = _shifted(lattice, hexes)
        places = {id_: _hex(lattice, id_, sides) for id_ in hexes}
    cells = _cells(boxes, board)
    area = [
        _box(id_, board.name(id_), cell, height - EDGE if hexes else EDGE, sides)
        for id_, cell in cells.items()
    ]
    if area:
        width = max(width, *(p.bounds[2] + EDGE for p in area))
        height = max(p.bounds[3] for p in area) + EDGE
    known = {**places, **{p.id: p for p in area}}
    crossings = [c for edge in board.edges.values() for c in _crossing(edge, known, board, places, sides)]
    used = lattice if places else None
    return Window(main.name, main.board, width, height, (*crossings, *area), used, places)


# --- hexes ------------------------------------------------------------------------------------------------


def _shifted(lattice: Lattice, hexes: list[str]) -> tuple[Lattice, int, int]:
    """A grid of which some hexes begin at the left upper corner, and the size that they need."""
    points = [p for id_ in hexes for p in lattice.corners(id_)]
    left, top = (math.floor(min(p[i] for p in points)) - EDGE for i in (0, 1))
    right, bottom = (math.ceil(max(p[i] for p in points)) + EDGE for i in (0, 1))
    moved: Lattice
    if isinstance(lattice, LineLattice):
        moved = LineLattice(lattice.x0 - left, lattice.y0 - top, lattice.dx, lattice.dy, lattice.grid)
    else:
        moved = dataclasses.replace(lattice, x0=lattice.x0 - left, y0=lattice.y0 - top)
    return moved, right - left, bottom - top


def _hex(lattice: Lattice, number: str, sides: tuple[str, ...]) -> Place:
    x, y = (round(c) for c in lattice.centre(number))
    name = number.upper()
    spots = {what: Spot(name, x, y) for what in (*(f"{side} 1" for side in sides), "control")}
    return Place(name, "space", number, _whole(lattice.corners(number)), spots)


# --- boxes ------------------------------------------------------------------------------------------------


def _cells(ids: list[str], board: Board) -> dict[str, tuple[int, int]]:
    """Column and row of each space, from the one with most neighbours outwards, near those that have one."""
    inside = set(ids)
    around = {i: [o for _, o in board.neighbours(i) if o in inside] for i in ids}
    found: dict[str, tuple[int, int]] = {}
    for start in sorted(ids, key=lambda i: -len(around[i])):
        waiting = deque([start])
        while waiting:
            id_ = waiting.popleft()
            if id_ in found:
                continue
            found[id_] = _free(found, [found[o] for o in around[id_] if o in found])
            waiting.extend(sorted((o for o in around[id_] if o not in found), key=lambda o: -len(around[o])))
    left, top = (min((c[i] for c in found.values()), default=0) for i in (0, 1))
    return {id_: (found[id_][0] - left, found[id_][1] - top) for id_ in ids}


def _free(taken: Mapping[str, tuple[int, int]], near: list[tuple[int, int]]) -> tuple[int, int]:
    """The free cell that is nearest to some cells, of equals the one in the most compact board."""
    used = set(taken.values())
    centre = near or [(0, 0)]
    reach = len(used) + 1
    columns = range(min(c for c, _ in centre) - reach, max(c for c, _ in centre) + reach + 1)
    rows = range(min(r for _, r in centre) - reach, max(r for _, r in centre) + reach + 1)
    free = ((c, r) for r in rows for c in columns if (c, r) not in used)
    return min(
        free, key=lambda cell: (_far(cell, centre, used), abs(cell[0]) + abs(cell[1]), cell[1], cell[0])
    )


def _far(cell: tuple[int, int], near: list[tuple[int, int]], used: set[tuple[int, int]]) -> float:
    """How far a cell is from others, and how much stands between."""
    total = 0.0
    for column, row in near:
        dc, dr = column - cell[0], row - cell[1]
        total += math.hypot(dc, dr)
        between = ((cell[0] + dc * n / 4, cell[1] + dr * n / 4) for n in (1, 2, 3))
        total += 3 * sum((round(c), round(r)) in used - {cell, (column, row)} for c, r in between)
    return total


def _box(id_: str, name: str, cell: tuple[int, int], top: int, sides: tuple[str, ...]) -> Place:
    x, y = EDGE + cell[0] * (BOX[0] + GAP[0]), top + cell[1] * (BOX[1] + GAP[1])
    corners = ((x, y), (x + BOX[0], y), (x + BOX[0], y + BOX[1]), (x, y + BOX[1]))
    points = {"control": (x + BOX[0] - 50, y + BOX[1] - 50), "fortification": (x + 50, y + BOX[1] - 50)}
    points |= {f"{side} 1": (x + BOX[0] // 2, y + BOX[1] // 2) for side in sides}
    spots = {what: Spot(f"{name} {what.title()}", *at) for what, at in points.items()}
    return Place(name, "space", id_, _whole(corners), spots)


# --- boundaries -------------------------------------------------------------------------------------------


def _crossing(
    edge: Edge, known: Mapping[str, Place], board: Board, hexes: Mapping[str, Place], sides: tuple[str, ...]
) -> Iterator[Place]:
    """The zone of a boundary on which something is printed or may lie."""
    a, b = known.get(edge.a), known.get(edge.b)
    if a is None or b is None:
        return
    small = edge.a in hexes and edge.b in hexes
    if small and not edge.bridge and edge.boundary == "open" and not edge.road:
        return
    (x0, y0), (x1, y1) = a.middle, b.middle
    x, y, half = (x0 + x1) // 2, (y0 + y1) // 2, _NEAR if small else _CROSSING
    name = f"{board.name(edge.a)} / {board.name(edge.b)}"
    points = {"bridge": (x, y) if small else (x, y - _ROUND), "held": (x, y)}
    for side, dx in zip(reversed(sides), (-_ROUND, _ROUND), strict=True):
        points[f"construct-{side}"] = (x + dx, y + _ROUND)
    spots = {what: Spot(f"{name} {what.title()}", *at) for what, at in points.items()}
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    yield Place(name, "crossing", edge.id, _whole(corners), spots)


def _whole(points: Iterable[tuple[float, float]]) -> Polygon:
    return Polygon(tuple([(round(x), round(y)) for x, y in points]))
