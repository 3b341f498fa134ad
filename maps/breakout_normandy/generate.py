"""Makes ``geometry.toml`` from the other files here: ``python -m maps.breakout_normandy.generate``.

Grows the Areas from `places.csv` over the true land, lets borders follow `rivers.csv` where `edges.csv` says
river, checks that polygons touch exactly where `edges.csv` says; finds room for the pieces; applies
`corrections.csv` last.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maps.board import Board, edge_id
from maps.borders import Grid, Seed, cut_land, grow, shared_edges, soften, trace_arcs, wobble
from maps.breakout_normandy.board import load_board
from maps.breakout_normandy.ground import build_land, map_data, projection, rivers
from maps.errors import DataError
from maps.generating import write_texts
from maps.geography import Point
from maps.labels import Slot, name_block, place_slots
from maps.landscape import PLACE_COLUMNS, flat, lean, toml_value, whole_pixels
from maps.loader import read_rows

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon
    from shapely.geometry.base import BaseGeometry

__all__ = ["build_areas", "geometry_text", "main"]

_HERE = Path(__file__).parent
_OFF = "~"
_REACH = 0.45
_CROSSING = 52.0
_CORRECTIONS = ["space", "what", "index", "x", "y", "source"]


def _grid(land: Polygon | MultiPolygon, courses: Mapping[str, Sequence[Point]]) -> Grid:
    """Label the sheet: off the map beyond the limit, Areas on this side of it."""
    import numpy as np
    import shapely

    size, ground, sheet = map_data()["sheet"], map_data()["ground"], projection()
    grid = Grid(size["width"], size["height"], ground["cell"])
    across, down = np.meshgrid(np.arange(grid.columns) + 0.5, np.arange(grid.rows) + 0.5)
    xs, ys = across.ravel() * grid.cell, down.ravel() * grid.cell
    limit = [tuple(p) for p in ground["limit"]]
    play = shapely.Polygon([(-1, -1), (-1, limit[0][1]), *limit, (limit[-1][0], -1)])
    for i in np.nonzero(~shapely.contains_xy(play, xs, ys))[0].tolist():
        grid.labels[i] = _OFF
    seeds = []
    for row in read_rows(_HERE / "places.csv", PLACE_COLUMNS):
        x, y = sheet.to_sheet(float(row.text("lon")), float(row.text("lat")))
        seeds.append(Seed(row.text("area"), x, y, float(row.text("head_start"))))
    wet = {cell for line in courses.values() for cell in grid.cells_of(line)}
    dry = set(np.nonzero(shapely.contains_xy(land, xs, ys))[0].tolist())
    grow(grid, seeds, land=dry, rivers=wet)
    return grid


def _along_rivers(
    arcs: Sequence[tuple[tuple[str, str], list[Point]]], board: Board, courses: Mapping[str, Sequence[Point]]
) -> list[list[Point]]:
    """Move river borders onto the river they follow, meeting points with them; let the others wobble."""
    import shapely

    water = shapely.union_all([shapely.LineString(c) for c in courses.values()])

    def at_river(point: Point, reach: float) -> Point:
        here = shapely.Point(point)
        away = here.distance(water) / reach
        if away >= 1:
            return point
        near = shapely.get_point(shapely.shortest_line(here, water), -1)
        pull = 1.0 if away < 0.6 else (1 - away) / 0.4
        return (point[0] + (near.x - point[0]) * pull, point[1] + (near.y - point[1]) * pull)

    wet = [_wet(board, pair) for pair, _ in arcs]
    ends = {
        p: at_river(p, 0.35) for w, (_, line) in zip(wet, arcs, strict=True) if w for p in (line[0], line[-1])
    }
    out: list[list[Point]] = []
    for is_wet, (pair, line) in zip(wet, arcs, strict=True):
        moved = lean(line, ends.get(line[0], line[0]), ends.get(line[-1], line[-1]))
        if is_wet:
            drawn = soften([moved[0], *(at_river(p, _REACH) for p in moved[1:-1]), moved[-1]])
        else:
            drawn = wobble(moved, "/".join(pair), 0.0 if _OFF in pair else 0.03)
        out.append(drawn)
    return out


def _wet(board: Board, pair: tuple[str, str]) -> bool:
    edge = board.edge(*pair)
    return edge is not None and edge.boundary in {"river", "flooded"} and edge.id not in _late()


def _late() -> list[str]:
    """Crossings that were added to a finished drawing: its pixels are permanent."""
    return list(map_data()["ground"]["late"])


def build_areas() -> tuple[dict[str, Polygon], dict[tuple[str, str], BaseGeometry]]:
    """The polygons of the Areas (inches) and their common borders.

    Raises
    ------
    DataError
        Two polygons touch that are not adjacent in `edges.csv`, or the other way round.
    """
    board, courses, land = load_board(), rivers(), build_land()
    grid = _grid(land, courses)
    lines = _along_rivers(trace_arcs(grid), board, courses)
    areas = cut_land(land, lines, grid, precision=1 / 1800)
    areas.pop(_OFF, None)
    borders = shared_edges(areas, least=0.0)
    least = map_data()["ground"]["least"]
    want = {e.id for e in board.edges.values() if e.boundary in {"open", "river", "flooded"}}
    have = {edge_id(*pair) for pair, line in borders.items() if line.length >= least}
    short = {edge_id(*pair): line.length for pair, line in borders.items() if 0 < line.length < least}
    if want != have or short:
        wrong = sorted(want ^ have) + sorted(short)
        raise DataError(
            "edges.csv", wrong[0], f"the adjacency of the polygons ({len(wrong)} differ)", str(wrong)
        )
    return areas, borders


def _crossings(
    board: Board, borders: Mapping[tuple[str, str], BaseGeometry], scale: float
) -> dict[str, dict[str, Any]]:
    """Bridges and river lines: a point near the middle of the border, apart from the other crossings."""
    found: dict[str, dict[str, Any]] = {}
    edges = [
        (edge, line) for pair, line in sorted(borders.items()) if (edge := board.edge(*pair)) is not None
    ]
    wet = [(e, line) for e, line in edges if e.boundary == "river" or (e.boundary == "flooded" and e.bridge)]
    for edge, border in sorted(wet, key=lambda w: (w[0].id in _late(), w[1].length, w[0].id)):
        at, angle = _crossing_place(border, scale, [c["at"] for c in found.values()])
        found[edge.id] = {"boundary": edge.boundary, "bridge": edge.bridge, "at": at, "angle": angle}
    return dict(sorted(found.items()))


def _crossing_place(border: BaseGeometry, scale: float, others: Sequence[Point]) -> tuple[Point, float]:
    """Where on a border a crossing lies (pixels), and how its road runs (degrees)."""
    import shapely

    line = max(shapely.get_parts(border), key=lambda g: g.length)

    def apart(share: float) -> float:
        point = line.interpolate(share, normalized=True)
        away = [max(abs(point.x * scale - x), abs(point.y * scale - y)) for x, y in others]
        return float(min([*away, 2.2 * _CROSSING]))

    share = max((0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82), key=apart)
    middle = line.interpolate(share, normalized=True)
    a, b = (line.interpolate(line.length * share + d) for d in (-0.08, 0.08))
    angle = math.degrees(math.atan2(b.y - a.y, b.x - a.x)) + 90
    return (middle.x * scale, middle.y * scale), round((angle + 90) % 180 - 90, 1)


def _slots(counter: float, block: Point, *, fortified: bool, small: bool, large: bool) -> list[Slot]:
    """What an Area must hold, the most important first."""
    wide = counter * (1.0 if small else 1.12)
    slots = [
        Slot("block", *block, (0.0, -0.02)),
        Slot("german", wide, wide, (0.05, -0.3)),
        Slot("allied", wide, wide, (0.05, 0.3)),
        Slot("german2", wide, wide, (0.3, -0.2)),
        Slot("allied2", wide, wide, (0.3, 0.25)),
        Slot("control", 44, 44, (-0.3, 0.1)),
    ]
    if fortified:
        slots.append(Slot("fortification", 54, 54, (-0.3, -0.1)))
    if large:
        slots += [Slot("german3", wide, wide, (-0.2, -0.3)), Slot("allied3", wide, wide, (-0.2, 0.3))]
    return slots


def _area_table(
    board: Board, area: str, polygon: Polygon, crossings: Mapping[str, Mapping[str, Any]], counter: float
) -> dict[str, Any]:
    """Room for the symbol with the name under it, for units and for markers of one Area."""
    space = board.spaces[area]
    near = [c["at"] for k, c in crossings.items() if area in k.split("/") and k not in _late()]
    block = name_block(space.name, polygon.bounds[2] - polygon.bounds[0])
    slots = _slots(
        counter,
        block.size,
        fortified=bool(space["fortified"]),
        small=polygon.area < 90000,
        large=polygon.area > 180000,
    )
    spots = place_slots(polygon, slots, step=6, taken=[(at, (56.0, 56.0)) for at in near])
    x, y = spots["block"]
    table: dict[str, Any] = {
        "symbol": (x, y + block.symbol),
        "name": (x, y + block.name),
        "german": [spots[k] for k in ("german", "german2", "german3") if k in spots],
        "allied": [spots[k] for k in ("allied", "allied2", "allied3") if k in spots],
        "control": spots["control"],
    }
    if "fortification" in spots:
        table["fortification"] = spots["fortification"]
    table["polygon"] = list(polygon.exterior.coords)[:-1]
    table["zone"] = list(whole_pixels(polygon).exterior.coords)[:-1]
    return table


def _box_table(rect: Sequence[float], scale: float) -> dict[str, Any]:
    """Room in a rectangular box: German points along the top or left, Allied ones along the other side."""
    x, y, w, h = (v * scale for v in rect)
    tall = h > w
    spots = [(0.3, 0.36), (0.7, 0.36), (0.3, 0.76), (0.7, 0.76)]
    if not tall and w > 2 * h:
        spots = [(0.2, 0.6), (0.36, 0.6), (0.64, 0.6), (0.8, 0.6)]
    points = [(x + w * a, y + h * b) for a, b in spots]
    return {
        "symbol": (x + w / 2, y + 30),
        "name": (x + w / 2, y + 22),
        "german": points[:2],
        "allied": points[2:],
        "control": (x + w / 2, y + h * 0.6),
        "polygon": [(x, y), (x + w, y), (x + w, y + h), (x, y + h)],
    }


def _track_tables(board: Board, scale: float) -> dict[str, dict[str, Any]]:
    tables: dict[str, dict[str, Any]] = {}
    for track in map_data()["tracks"]:
        labels = list(track["labels"])
        if track["id"] == "vp-chart":
            worth = [s for s in board.spaces.values() if s["vp"]]
            labels = [
                s.name for s in sorted(worth, key=lambda s: (-int(s["vp"] or 0), int(s["number"] or 0)))
            ]
            labels.append("Advantage")
        (left, top), (w, h), columns = track["at"], track["box"], track["columns"]
        boxes = [
            [(left + w * (i % columns)) * scale, (top + h * (i // columns)) * scale, w * scale, h * scale]
            for i in range(len(labels))
        ]
        tables[track["id"]] = {"title": track["title"], "labels": labels, "boxes": boxes}
    return tables


def _correct(tables: dict[str, dict[str, Any]], crossings: dict[str, dict[str, Any]]) -> None:
    """Apply the corrections made by hand."""
    whats = ["symbol", "name", "german", "allied", "control", "fortification", "crossing"]
    for row in read_rows(_HERE / "corrections.csv", _CORRECTIONS):
        what, point = row.choice("what", whats), (float(row.text("x")), float(row.text("y")))
        if what == "crossing":
            crossings[row.choice("space", crossings)]["at"] = point
        elif what in {"german", "allied"}:
            tables[row.choice("space", tables)][what][row.integer("index", 0, 2)] = point
        else:
            tables[row.choice("space", tables)][what] = point


def geometry_text() -> str:
    """The text of ``geometry.toml``."""
    import shapely

    board, sheet = load_board(), map_data()["sheet"]
    scale = float(sheet["pixels_per_inch"])
    areas, borders = build_areas()
    crossings = _crossings(board, borders, scale)
    pixels = {k: shapely.transform(p, lambda c: (c * scale).round(1)) for k, p in areas.items()}
    tables = {
        s: _area_table(board, s, pixels[s], crossings, sheet["counter"]) for s in board.spaces if s in pixels
    }
    _correct(tables, crossings)
    for crossing in crossings.values():
        (x, y), half = crossing["at"], _CROSSING / 2
        crossing["zone"] = [
            (x - half, y - half),
            (x + half, y - half),
            (x + half, y + half),
            (x - half, y + half),
        ]
    head = {
        "width": round(sheet["width"] * scale),
        "height": round(sheet["height"] * scale),
        "pixels_per_inch": round(scale),
        "counter": sheet["counter"],
    }
    out = [
        "# Made by generate.py: pixels of the module's board. Saves hold them: a change needs a new version.",
        "",
    ]
    out += ["version = 1", "", "[board]", *(f"{k} = {v}" for k, v in head.items()), ""]
    boxes = {k: _box_table(v, scale) for k, v in map_data()["boxes"].items()}
    groups = {"areas": tables, "boxes": boxes, "crossings": crossings, "tracks": _track_tables(board, scale)}
    for group, members in groups.items():
        for key, table in members.items():
            out += [f'[{group}."{key}"]', *(f"{k} = {toml_value(flat(v))}" for k, v in table.items()), ""]
    out.append("[borders]")
    for pair, border in sorted(borders.items()):
        lines = [[round(float(v) * scale, 1) for p in g.coords for v in p] for g in shapely.get_parts(border)]
        out.append(f'"{edge_id(*pair)}" = {toml_value(lines)}')
    return "\n".join([*out, ""])


def main() -> None:
    """Write ``geometry.toml``.

    Examples
    --------
    >>> main.__name__
    'main'
    """
    write_texts(_HERE, {"geometry.toml": geometry_text})


if __name__ == "__main__":
    main()
