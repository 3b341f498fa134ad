"""A board for a sketch that has its own spaces: where each of them is drawn, the same for the same sketch."""

from __future__ import annotations

import dataclasses
import itertools
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
_MOST = 24_000_000  # pixels that boxes take


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
    top, part = height - EDGE if hexes else EDGE, _part(cells)
    area = [_box(id_, board.name(id_), cell, (top, part), sides) for id_, cell in cells.items()]
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
    x, y = (round(sum(c[i] for c in near) / len(near)) if near else 0 for i in (0, 1))
    start = 0 if near else max(0, math.isqrt(len(used)) // 2 - 1)
    found: list[tuple[int, int]] = []
    for reach in itertools.count(start):
        free = [cell for cell in _ring(x, y, reach) if cell not in used]
        if found or (free and not near):
            found += free
            break
        found += free
    return min(found, key=lambda c: (_far(c, near, used), abs(c[0]) + abs(c[1]), c[1], c[0]))


def _ring(x: int, y: int, reach: int) -> Iterator[tuple[int, int]]:
    """Cells so many steps away, across or along."""
    for row in range(y - reach, y + reach + 1):
        step = 1 if abs(row - y) == reach else 2 * max(1, reach)
        yield from ((column, row) for column in range(x - reach, x + reach + 1, step))


def _far(cell: tuple[int, int], near: list[tuple[int, int]], used: set[tuple[int, int]]) -> float:
    """How far a cell is from others, and how much stands between."""
    total = 0.0
    for column, row in near:
        dc, dr = column - cell[0], row - cell[1]
        total += math.hypot(dc, dr)
        between = ((cell[0] + dc * n / 4, cell[1] + dr * n / 4) for n in (1, 2, 3))
        ends = (cell, (column, row))
        total += 3 * sum(p in used and p not in ends for p in ((round(c), round(r)) for c, r in between))
    return total


def _part(cells: Mapping[str, tuple[int, int]]) -> float:
    """How large the boxes are for their usual size: very many are small, so that the board has bounds."""
    columns, rows = (max((c[i] for c in cells.values()), default=0) + 1 for i in (0, 1))
    area = columns * (BOX[0] + GAP[0]) * rows * (BOX[1] + GAP[1])
    return min(1.0, math.sqrt(_MOST / area))


def _box(id_: str, name: str, cell: tuple[int, int], at: tuple[int, float], sides: tuple[str, ...]) -> Place:
    top, part = at
    wide, high, inset = (max(2, round(length * part)) for length in (*BOX, 50))
    x = EDGE + round(cell[0] * (BOX[0] + GAP[0]) * part)
    y = top + round(cell[1] * (BOX[1] + GAP[1]) * part)
    corners = ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))
    points = {"control": (x + wide - inset, y + high - inset), "fortification": (x + inset, y + high - inset)}
    points |= {f"{side} 1": (x + wide // 2, y + high // 2) for side in sides}
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
