"""Areas as polygons in board pixels: checked, gaps and slivers between them closed, with their borders."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

from maps.borders import shared_edges
from maps.errors import DataError
from maps.geography import Point
from maps.homemade.outlines import Drawing, Outline, read_geojson, read_svg
from maps.homemade.strict import nearest
from maps.loader import Row

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon
    from shapely.geometry.base import BaseGeometry

    from maps.homemade.mapparts import MapFile

__all__ = ["area_polygons", "closed", "common_borders"]

_GRID = 1 / 16  # pixels to which corners are rounded, so that neighbours share them


def area_polygons(folder: Path, file: MapFile, rows: Mapping[str, Row]) -> dict[str, Polygon | MultiPolygon]:
    """Read the Areas of a map, each with every corner that it shares with its neighbours.

    Parameters
    ----------
    folder
        Of the game.
    file
        Its ``map.toml``, a map of Areas.
    rows
        Rows of ``spaces.csv`` that are Areas, by id.

    Returns
    -------
    dict of str to shapely geometry
        In board pixels, in the order of the rows.

    Raises
    ------
    DataError
        An Area without a shape or a shape without an Area, a shape that crosses itself, Areas that overlap.
    """
    part = file.areas
    if part is None:
        return {}
    path = folder / part.file
    drawing = read_svg(path) if path.suffix == ".svg" else read_geojson(path, part.key)
    scale = file.board.pixels_per_inch
    rect = [v * scale for v in part.rect] or [0.0, 0.0, *map(float, file.board.pixels)]
    shapes: dict[str, Polygon | MultiPolygon] = {}
    for outline in drawing.outlines:
        id_ = _id(path, outline, rows, shapes)
        shapes[id_] = _polygon(path, id_, [_placed(ring, drawing, rect) for ring in outline.rings])
    for id_, row in rows.items():
        if id_ not in shapes:
            missing = f"the id of a shape in {path.name}; no shape there is called {id_!r}"
            raise row.fault("id", missing, nearest(id_, [n for o in drawing.outlines for n in o.names]))
    ordered = {id_: shapes[id_] for id_ in rows}
    _check_overlaps(path, ordered, part.tolerance * scale)
    return closed(ordered, part.tolerance * scale)


def _id(path: Path, outline: Outline, rows: Mapping[str, Row], shapes: Mapping[str, object]) -> str:
    """The space that a shape shows."""
    found = next((name for name in outline.names if name in rows), None)
    place = f"shape {outline.names[0]}" if outline.names else "a shape"
    if found is None:
        way_out = nearest(outline.names[0], rows) if outline.names else ""
        rest = "add a row to spaces.csv, or keep Areas in a group called areas"
        raise DataError(path.name, place, "the id of an Area of spaces.csv", way_out or rest)
    if found in shapes:
        raise DataError(path.name, place, f"one shape for the Area {found!r}; there is another one")
    return found


def _placed(ring: Sequence[Point], drawing: Drawing, rect: Sequence[float]) -> list[Point]:
    """A ring in board pixels: the drawing as large as fits its rectangle, in its middle."""
    left, top, wide, high = drawing.frame
    size = min(rect[2] / wide, rect[3] / high)
    dx, dy = rect[0] + (rect[2] - wide * size) / 2, rect[1] + (rect[3] - high * size) / 2
    return [((x - left) * size + dx, (y - top) * size + dy) for x, y in ring]


def _polygon(path: Path, id_: str, rings: Sequence[Sequence[Point]]) -> Polygon | MultiPolygon:
    """The polygon of some rings: one within another is a hole."""
    import shapely
    from shapely.validation import explain_validity

    whole: BaseGeometry = shapely.Polygon()
    for ring in rings:
        polygon = shapely.Polygon(ring)
        if not polygon.is_valid:
            raise _crossed(path, id_, explain_validity(polygon))
        whole = whole.symmetric_difference(polygon)
    if whole.area <= 0:
        raise DataError(path.name, f"shape {id_}", "an outline with an inside")
    return cast("Polygon | MultiPolygon", whole)


def _crossed(path: Path, id_: str, why: str) -> DataError:
    """The error of an outline, with where shapely finds its fault: "Self-intersection[12.5 30]"."""
    found = re.search(r"\[(\S+) (\S+)\]", why)
    near = f"; it does near x {float(found[1]):.0f}, y {float(found[2]):.0f} (pixels)" if found else ""
    return DataError(path.name, f"shape {id_}", f"an outline that does not cross itself{near}")


def _check_overlaps(path: Path, shapes: Mapping[str, Polygon | MultiPolygon], tolerance: float) -> None:
    """Areas overlap by slivers no wider than the tolerance."""
    import shapely

    names, all_ = list(shapes), list(shapes.values())
    pairs = shapely.STRtree(all_).query(all_, predicate="intersects")
    for i, j in sorted(zip(*pairs.tolist(), strict=True)):
        if i >= j:
            continue
        common = all_[i].intersection(all_[j])
        if common.area > 0 and not common.buffer(-tolerance / 2 - 1e-6).is_empty:
            share = common.area / min(all_[i].area, all_[j].area)
            raise DataError(
                path.name,
                f"shapes {names[i]} and {names[j]}",
                f"Areas that do not overlap; {share:.0%} of the smaller one lies in the other",
                "a drawing program cuts one out of the other (difference)",
            )


def closed(
    shapes: Mapping[str, Polygon | MultiPolygon], tolerance: float
) -> dict[str, Polygon | MultiPolygon]:
    """Close gaps between Areas and cut slivers off, so that neighbours share every corner of their border.

    Parameters
    ----------
    shapes
        The Areas.
    tolerance
        Widest gap that is closed.

    Returns
    -------
    dict of str to shapely geometry

    Examples
    --------
    >>> from shapely import box
    >>> made = closed({"a": box(0, 0, 10, 10), "b": box(10.5, 0, 20, 10)}, 1.0)
    >>> made["a"].union(made["b"]).area
    200.0
    """
    import shapely

    cells: dict[str, BaseGeometry] = {}
    taken: BaseGeometry = shapely.Polygon()
    for id_, shape in shapes.items():
        cells[id_] = _flat(shapely.set_precision(shape, _GRID).difference(taken, grid_size=_GRID))
        taken = _flat(taken.union(cells[id_], grid_size=_GRID))
    if tolerance > 0:
        cells = _grown(cells, taken, tolerance)
    noded = shapely.unary_union([cell.boundary for cell in cells.values()], grid_size=_GRID)
    faces: dict[str, list[BaseGeometry]] = {id_: [] for id_ in cells}
    for face in shapely.get_parts(shapely.polygonize(shapely.get_parts(noded))):
        inner = face.representative_point()
        owner = next((id_ for id_, cell in cells.items() if cell.contains(inner)), None)
        if owner is not None:
            faces[owner].append(face)
    made = {id_: shapely.union_all(parts, grid_size=_GRID) for id_, parts in faces.items()}
    return {id_: cast("Polygon | MultiPolygon", shape) for id_, shape in made.items()}


def _grown(
    cells: Mapping[str, BaseGeometry], taken: BaseGeometry, tolerance: float
) -> dict[str, BaseGeometry]:
    """Areas with their part of the gaps between them: each half, and crumbs to who has most border there."""
    import shapely

    half = tolerance / 2 + _GRID
    wide = taken.buffer(half, join_style="mitre").buffer(-half, join_style="mitre")
    rest = wide.difference(taken, grid_size=_GRID)
    gaps = [g for g in shapely.get_parts(rest) if g.area > 0 and _between(g, cells) > 1]
    grown = dict(cells)
    left = _flat(shapely.union_all(gaps, grid_size=_GRID))
    for id_, cell in cells.items():
        own = _flat(left.intersection(cell.buffer(half, join_style="mitre"), grid_size=_GRID))
        grown[id_] = _flat(grown[id_].union(own, grid_size=_GRID))
        left = _flat(left.difference(own, grid_size=_GRID))
    for crumb in shapely.get_parts(left):
        common = {id_: crumb.boundary.intersection(cell.buffer(_GRID)).length for id_, cell in grown.items()}
        best = max(common, key=lambda id_: common[id_])
        grown[best] = _flat(grown[best].union(crumb, grid_size=_GRID))
    return grown


def _between(gap: BaseGeometry, cells: Mapping[str, BaseGeometry]) -> int:
    near = gap.buffer(2 * _GRID)
    return sum(near.intersects(cell) for cell in cells.values())


def _flat(shape: BaseGeometry) -> BaseGeometry:
    """The polygons of a geometry, without the lines and points that cutting may leave."""
    import shapely

    parts = [part for part in shapely.get_parts(shape) if part.geom_type == "Polygon"]
    return shapely.union_all(parts, grid_size=_GRID)


def common_borders(
    shapes: Mapping[str, Polygon | MultiPolygon], least: float
) -> dict[str, list[list[Point]]]:
    """The common border of each pair of Areas that touch along a line.

    Parameters
    ----------
    shapes
        From `area_polygons`.
    least
        Shorter common borders do not count.

    Returns
    -------
    dict of str to list of lines
        By edge id.

    Examples
    --------
    >>> from shapely import box
    >>> common_borders({"a": box(0, 0, 1, 1), "b": box(1, 0, 2, 1)}, 0.5)
    {'a/b': [[(1.0, 0.0), (1.0, 1.0)]]}
    """
    import shapely

    found = shared_edges(cast("Mapping[str, Polygon]", dict(sorted(shapes.items()))), least=least)
    return {
        f"{a}/{b}": [[(x, y) for x, y in part.coords] for part in shapely.get_parts(line)]
        for (a, b), line in found.items()
    }
