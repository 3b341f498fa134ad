"""Where name, values, units and markers stand in an Area or a box: found within its outline."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from maps.board import Space
from maps.geography import Point
from maps.homemade.mapparts import BoxPart, MapFile
from maps.labels import Slot, overlaps, place_slots
from maps.lettering import text_width, wrap
from maps.room import squares
from module_builder.vassal.values import dataclass

if TYPE_CHECKING:
    from shapely import Polygon

__all__ = ["Block", "area_spots", "block_of", "box_heading", "box_spots", "shown_values"]

_NAME, _SMALL = 0.165, 0.135  # inches: size of the name of an Area, and of a small one
_LEADING = 0.98
_CHIP = 0.235  # inches: height of a value in a circle
_GAP = 0.05
_INSIDE = 0.93  # share of a counter that lies in its Area
_CONTROL = 0.7  # size of a marker of control, in counters
_CLEAR = 9.0  # pixels from a line that a name should not cover
_MOST = 4  # stacks of a side in an Area


@dataclass(frozen=True, slots=True)
class Block:
    """Name and values of an Area, laid out about a middle.

    Parameters
    ----------
    lines, size
        The name, and the size of its lettering in pixels.
    values
        Shape and text of each value, in a row above the name.
    room
        Width and height.
    symbol, name
        How far below the middle the row of values and the middle of the name lie.

    Examples
    --------
    >>> Block(("Ford",), 21.0, (), (60.0, 24.0), 0.0, 0.0).lines
    ('Ford',)
    """

    lines: tuple[str, ...]
    size: float
    values: tuple[tuple[str, str], ...]
    room: Point
    symbol: float
    name: float


def shown_values(space: Space, file: MapFile) -> tuple[tuple[str, str], ...]:
    """What the map prints in a space besides its name: shape and text of each value.

    Parameters
    ----------
    space, file
        Which, and ``map.toml``.

    Returns
    -------
    tuple of (str, str)
        A flag shows its title; a number of 0 in a star is not shown.
    """
    found = []
    for column in file.columns.values():
        value = space[column.name]
        if not column.shown or value is None or value is False or value == "":
            continue
        if column.shown == "star" and value == 0:
            continue
        found.append((column.shown, column.title if value is True else str(value)))
    return tuple(found)


def block_of(space: Space, file: MapFile, width: float) -> Block:
    """Lay out name and values of an Area.

    Parameters
    ----------
    space, file
        Which, and ``map.toml``.
    width
        Of the Area, in pixels.

    Returns
    -------
    Block
    """
    inch = file.board.pixels_per_inch
    size = (_NAME if width > 1.5 * inch else _SMALL) * inch
    lines = tuple(wrap(space.name, "serif", size, max(0.8 * inch, min(1.7 * inch, width * 0.62))))
    wide = max(text_width(line, "serif", size) for line in lines)
    values, chip = shown_values(space, file), _CHIP * inch
    row = chip_widths(values, chip)
    below = size * _LEADING * len(lines)
    high = below + (chip + _GAP * inch if values else 0.0)
    across = max(wide, sum(row) + _GAP * inch * max(0, len(row) - 1))
    symbol = -high / 2 + chip / 2 if values else 0.0
    return Block(lines, size, values, (across + 0.06 * inch, high), symbol, high / 2 - below / 2)


def chip_widths(values: Sequence[tuple[str, str]], chip: float) -> list[float]:
    """Width of each value of a row; texts are as wide as they are long."""
    return [
        max(chip, text_width(text, "bold", chip * 0.66) + (chip * 0.4 if shape == "circle" else 0.0))
        if shape != "star"
        else chip * 1.15
        for shape, text in values
    ]


def _flat(points: Sequence[Point]) -> list[float]:
    return [round(v, 1) for point in points for v in point]


def area_spots(
    polygon: Polygon,
    space: Space,
    file: MapFile,
    sides: Sequence[str],
    lines: Sequence[Sequence[Point]] = (),
) -> dict[str, Any]:
    """An Area as ``geometry.toml`` holds it, with points for name, control and the units of both sides.

    Parameters
    ----------
    polygon
        Its outline; of an Area in pieces, the largest one.
    space, file
        Which, and ``map.toml``.
    sides
        Ids of both sides: the units of the first one stand to the left, those of the second to the right.
    lines
        Rivers, roads and borders that its name should not cover.

    Returns
    -------
    dict
    """
    left, _, right, _ = polygon.bounds
    block, counter = block_of(space, file, right - left), file.board.counter * file.board.pixels_per_inch
    side = counter * 1.06
    pulls = ((0.30, 0.10), (0.30, 0.34), (0.30, -0.34), (0.12, 0.40))
    step = max(3.0, counter / 12)
    head = Slot("name", *block.room)
    at = _name_at(polygon, block.room, lines, step)
    slots = list[Slot]()
    for n, (x, y) in enumerate(pulls[:_MOST]):
        slots += [Slot(f"0 {n}", side, side, (-x, y)), Slot(f"1 {n}", side, side, (x, y))]
        if n == 0:
            slots.append(Slot("control", counter * _CONTROL, counter * _CONTROL, (0.0, 0.30)))
    placed = place_slots(polygon, slots, step=step, taken=[(at, block.room)]) | {"name": at}
    sizes = {slot.key: (slot.width, slot.height) for slot in (head, *slots)}
    kept = ["name", "0 0", "1 0", "control"]
    for slot in slots:
        if slot.key not in kept and _has_room(polygon, slot, placed, sizes, kept):
            kept.append(slot.key)
    units = {
        name: _flat([placed[key] for key in kept if key.startswith(f"{n} ")]) for n, name in enumerate(sides)
    }
    ring = list(polygon.exterior.coords)[:-1]
    return {
        "symbol": _flat([(at[0], at[1] + block.symbol)]),
        "name": _flat([(at[0], at[1] + block.name)]),
        **units,
        "control": _flat([placed["control"]]),
        "polygon": _flat([(x, y) for x, y, *_ in ring]),
    }


def _name_at(polygon: Polygon, room: Point, lines: Sequence[Sequence[Point]], step: float) -> Point:
    """Where the name stands: within the Area where there is room, a little above its middle, off lines."""
    import shapely
    from shapely.affinity import translate

    half_x, half_y = room[0] / 2 + 4, room[1] / 2 + 4
    moves = [(x, y) for x in (-half_x, 0.0, half_x) for y in (-half_y, half_y)]
    inner = shapely.intersection_all([translate(polygon, x, y) for x, y in moves])
    parts = [
        part for part in shapely.get_parts(inner) if part.geom_type == "Polygon" and part.area > step * step
    ]
    if not parts:
        return place_slots(polygon, [Slot("name", *room)], step=step)["name"]
    best = max(parts, key=lambda part: part.area)
    grown = math.sqrt(polygon.area / best.area)
    wished = polygon.centroid.x, polygon.centroid.y - 0.2 * math.sqrt(polygon.area)
    pull = (
        (wished[0] - best.centroid.x) / math.sqrt(best.area),
        (wished[1] - best.centroid.y) / math.sqrt(best.area),
    )
    slot = Slot("name", 2.0, 2.0, (min(grown, pull[0]), min(grown, pull[1])))
    return place_slots(best, [slot], step=step, taken=_kept_clear(best, room, lines))["name"]


def _kept_clear(where: Polygon, room: Point, lines: Sequence[Sequence[Point]]) -> list[tuple[Point, Point]]:
    """Where the middle of a name would put it on a line: rectangles by centre and size."""
    import shapely

    near, found = where.buffer(max(room)), list[tuple[Point, Point]]()
    for line in lines:
        for part in shapely.get_parts(shapely.LineString(list(line)).intersection(near)):
            for left, top, right, bottom in squares(list(part.coords), _CLEAR):
                middle = (left + right) / 2, (top + bottom) / 2
                found.append((middle, (right - left + room[0], bottom - top + room[1])))
    return found


def _has_room(
    polygon: Polygon, slot: Slot, placed: dict[str, Point], sizes: dict[str, Point], kept: Sequence[str]
) -> bool:
    """Whether a further stack lies in its Area, and on nothing that is there."""
    import shapely

    (x, y), half = placed[slot.key], slot.width / 2
    square = shapely.box(x - half, y - half, x + half, y + half)
    if polygon.intersection(square).area < _INSIDE * square.area:
        return False
    return all(overlaps((x, y), sizes[slot.key], placed[key], sizes[key]) < 0.02 for key in kept)


def box_heading(file: MapFile) -> float:
    """Pixels at the top of a box for its title.

    Parameters
    ----------
    file
        ``map.toml``.

    Returns
    -------
    float
    """
    return 0.28 * file.board.pixels_per_inch


def box_spots(box: BoxPart, file: MapFile, sides: Sequence[str]) -> dict[str, Any]:
    """A box as ``geometry.toml`` holds it, with points for units in rows under its title.

    Parameters
    ----------
    box, file, sides
        Which, ``map.toml``, and the ids of both sides.

    Returns
    -------
    dict
    """
    scale = file.board.pixels_per_inch
    x, y, wide, high = (v * scale for v in box.rect)
    head, step = box_heading(file), file.board.counter * scale * 1.15
    room = max(high - head, 1.0)
    columns, rows = max(1, math.floor((wide - 4) / step)), max(1, math.floor(room / step))
    if box.who == "both":
        columns = max(2, columns - columns % 2)
    spots = [
        (x + wide * (i + 0.5) / columns, y + head + room * (j + 0.5) / rows)
        for j in range(rows)
        for i in range(columns)
    ]
    halves = [[s for s in spots if s[0] < x + wide / 2], [s for s in spots if s[0] >= x + wide / 2]]
    own = {
        name: halves[n] if box.who == "both" else (spots if name == box.who else [])
        for n, name in enumerate(sides)
    }
    return {
        "symbol": _flat([(x + wide / 2, y + head / 2)]),
        "name": _flat([(x + wide / 2, y + head / 2)]),
        **{name: _flat(points) for name, points in own.items()},
        "control": _flat([(x + wide / 2, y + head + room / 2)]),
        "polygon": _flat([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]),
    }
