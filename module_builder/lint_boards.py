"""Checks of boards: size, zones and regions on them, zones that cross themselves or hide each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from module_builder.lint_files import board_size
from module_builder.lint_model import advice, component_path, error, warning
from module_builder.vassal.buildfile import descendants, short_name
from module_builder.vassal.polygon import Polygon

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lxml.etree import _Element
    from shapely.geometry.base import BaseGeometry

    from module_builder.lint_model import Finding, Module

__all__ = ["check_boards"]

_MAX_PIXELS = 60_000_000
_MAX_SIDE = 10_000
_FAR = 1_000_000_000
_HIDDEN = 0.995
_COVERED = 0.5


def check_boards(module: Module) -> Iterator[Finding]:
    """Check every board of the module (reference 6 and 12)."""
    for board in descendants(module.root, "Board"):
        size = board_size(module, board)
        place = component_path(board)
        yield from _board_size(place, size or (0, 0))
        yield from _regions(board, size)
        for grid in descendants(board, "ZonedGrid"):
            yield from _zones(grid, size)


def _board_size(place: str, size: tuple[int, int]) -> Iterator[Finding]:
    width, height = size
    if width * height > _MAX_PIXELS or max(size) > _MAX_SIDE:
        text = f"a board of {width} x {height} pixels may not load"
        yield warning("board-large", place, text, "stay below 60 million pixels and 10,000 a side")


def _int(node: _Element, name: str) -> int | None:
    try:
        return int(node.get(name, "0"))
    except ValueError:
        return None


def _regions(board: _Element, size: tuple[int, int] | None) -> Iterator[Finding]:
    width, height = size or (0, 0)
    for grid in descendants(board, "RegionGrid"):
        seen: dict[tuple[int, int], str] = {}
        for region in descendants(grid, "Region"):
            x, y = _int(region, "originx"), _int(region, "originy")
            if x is None or y is None:
                continue
            place = component_path(region)
            if size and not (0 <= x < width and 0 <= y < height):
                text = f"lies at {x},{y}, outside of the board of {width} x {height}"
                yield warning("region-outside", place, text, "move it onto the board")
            if (x, y) in seen:
                text = f"lies on the pixel of region {seen[x, y]}, which is lost"
                yield warning("region-same-point", place, text, "move it by a pixel")
            seen[x, y] = region.get("name", "")
            yield from _region_in_zone(region, x, y)


def _region_in_zone(region: _Element, x: int, y: int) -> Iterator[Finding]:
    zone = next((up for up in region.iterancestors() if short_name(up) == "Zone"), None)
    if zone is not None and not _near(Polygon.parse(zone.get("path", "")), x, y):
        text = f"lies at {x},{y}, outside of its zone {zone.get('name', '')}"
        yield warning("region-outside-zone", component_path(region), text, "pieces snap out of the zone")


def _near(polygon: Polygon, x: int, y: int) -> bool:
    """Whether the polygon holds the point or one beside it (edges on the right do not belong to it)."""
    return not polygon.points or any(polygon.contains(x + i, y + j) for i in (0, -1) for j in (0, -1))


def _zones(grid: _Element, size: tuple[int, int] | None) -> Iterator[Finding]:
    from shapely import box

    zones = []
    for zone in grid:
        if short_name(zone) != "Zone":
            continue
        points = [p for p in Polygon.parse(zone.get("path", "")).points if max(map(abs, p)) < _FAR]
        if len(set(points)) < 3:
            text = f"a polygon of {len(set(points))} points holds nothing"
            yield error("zone-empty", component_path(zone), text, "draw it in the editor")
            continue
        yield from _zone_shape(zone, points)
        shape = _shape(points)
        if size:
            yield from _zone_outside(zone, shape, box(0, 0, *size))
        zones.append((zone, shape))
    yield from _hidden(zones)


def _shape(points: Sequence[tuple[int, int]]) -> BaseGeometry:
    from shapely import Polygon as Shape
    from shapely import make_valid

    shape = Shape(points)
    return shape if shape.is_valid else make_valid(shape)


def _zone_shape(zone: _Element, points: Sequence[tuple[int, int]]) -> Iterator[Finding]:
    from shapely import Polygon as Shape
    from shapely.validation import explain_validity

    reason = explain_validity(Shape(points))
    if reason != "Valid Geometry":
        where = reason.partition("[")[2].rstrip("]").replace(" ", ",")
        text = f"its polygon crosses or touches itself near {where}" if where else f"its polygon: {reason}"
        yield warning("zone-crossing", component_path(zone), text, "draw it anew there")


def _zone_outside(zone: _Element, shape: BaseGeometry, whole: BaseGeometry) -> Iterator[Finding]:
    beyond = shape.difference(whole.buffer(1)).area
    if beyond > 0:
        share = "wholly" if not shape.intersects(whole) else f"by {beyond:,.0f} square pixels"
        text = f"lies {share} outside of the board"
        yield warning("zone-outside", component_path(zone), text, "cut it at the board's edge")


def _hidden(zones: list[tuple[_Element, BaseGeometry]]) -> Iterator[Finding]:
    from shapely import STRtree, union_all

    shapes = [shape for _, shape in zones]
    tree = STRtree(shapes)
    for i, (zone, shape) in enumerate(zones):
        before = sorted(int(j) for j in tree.query(shape, predicate="intersects") if j < i)
        if not before or not shape.area:
            continue
        single = max(shape.intersection(shapes[j]).area for j in before) / shape.area
        share = shape.intersection(union_all([shapes[j] for j in before])).area / shape.area
        if single < _COVERED and share < _HIDDEN:
            continue
        names = ", ".join(zones[j][0].get("name", "") for j in before[:3])
        covered = "hidden wholly" if share >= _HIDDEN else f"hidden by {single:.0%}"
        text = f"{covered} behind earlier zones ({names})"
        yield advice("zone-hidden", component_path(zone), text, "put the smaller zone first")
