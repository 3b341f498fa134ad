"""Makes ``geometry.toml`` from the other files here: ``python -m maps.storm_over_normandy.generate``.

Grows the Areas from `places.csv` over the true land, lets borders follow the rivers that they run beside;
checks that polygons touch exactly where `edges.csv` says; finds room for the pieces; corrects by hand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from maps.board import Board, edge_id
from maps.borders import Grid, Seed, cut_land, grow, shared_edges, soften, trace_arcs, wobble
from maps.errors import DataError
from maps.generating import write_texts
from maps.geography import Point
from maps.labels import Slot, place_slots
from maps.landscape import PLACE_COLUMNS, flat, lean, toml_value, whole_pixels
from maps.loader import read_rows
from maps.storm_over_normandy.board import BEACHES, GROUND, load_board
from maps.storm_over_normandy.faces import CONTROL, area_block
from maps.storm_over_normandy.ground import build_land, map_data, projection, rivers

if TYPE_CHECKING:
    from shapely import MultiPolygon, Polygon
    from shapely.geometry.base import BaseGeometry

__all__ = ["build_areas", "geometry_text", "grown", "main"]

_HERE = Path(__file__).parent
_OFF = "~"
_REACH = 0.40  # inches from which a border is drawn onto a river
_BESIDE = 0.22  # a border runs beside a river when most of its points are as near as this
_LARGE = 200_000  # square pixels from which an Area has a third place for each side
_SPLIT = 0.48  # share of a Landing Box that the Exploitation section takes
_CORRECTIONS = ["space", "what", "index", "x", "y", "source"]


def _grid(land: Polygon | MultiPolygon, courses: Mapping[str, Sequence[Point]]) -> Grid:
    """Label the sheet: off the map beyond the limit, Areas on this side of it."""
    import numpy as np
    import shapely

    size, ground, sheet = map_data()["sheet"], map_data()["ground"], projection()
    grid = Grid(size["width"], size["height"], ground["cell"])
    across, down = np.meshgrid(np.arange(grid.columns) + 0.5, np.arange(grid.rows) + 0.5)
    xs, ys = across.ravel() * grid.cell, down.ravel() * grid.cell
    play = shapely.Polygon([tuple(p) for p in ground["limit"]])
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


class _Water:
    """The rivers as one line, and how borders are drawn onto it."""

    __slots__ = ("_line",)

    def __init__(self, courses: Mapping[str, Sequence[Point]]) -> None:
        import shapely

        self._line = shapely.union_all([shapely.LineString(c) for c in courses.values()])

    def beside(self, line: Sequence[Point]) -> bool:
        """Whether a border runs along a river."""
        import shapely

        near = sum(self._line.distance(shapely.Point(p)) < _BESIDE for p in line)
        return near > 0.6 * len(line)

    def drawn(self, point: Point, reach: float) -> Point:
        """A point moved onto a near river; a farther one less."""
        import shapely

        here = shapely.Point(point)
        away = here.distance(self._line) / reach
        if away >= 1:
            return point
        near = shapely.get_point(shapely.shortest_line(here, self._line), -1)
        pull = 1.0 if away < 0.6 else (1 - away) / 0.4
        return (point[0] + (near.x - point[0]) * pull, point[1] + (near.y - point[1]) * pull)


def _along_rivers(
    arcs: Sequence[tuple[tuple[str, str], list[Point]]], courses: Mapping[str, Sequence[Point]]
) -> list[list[Point]]:
    """Move borders beside rivers onto them, meeting points with them; let the others wobble."""
    water = _Water(courses)
    wet = [_OFF not in pair and water.beside(line) for pair, line in arcs]
    ends = {
        p: water.drawn(p, 0.3)
        for w, (_, line) in zip(wet, arcs, strict=True)
        if w
        for p in (line[0], line[-1])
    }
    out: list[list[Point]] = []
    for is_wet, (pair, line) in zip(wet, arcs, strict=True):
        moved = lean(line, ends.get(line[0], line[0]), ends.get(line[-1], line[-1]))
        if is_wet:
            drawn = soften([moved[0], *(water.drawn(p, _REACH) for p in moved[1:-1]), moved[-1]])
        else:
            drawn = wobble(moved, "/".join(pair), 0.0 if _OFF in pair else 0.03)
        out.append(drawn)
    return out


def grown() -> tuple[dict[str, Polygon], dict[tuple[str, str], BaseGeometry]]:
    """The polygons of the Areas (inches) and their common borders, whatever `edges.csv` says."""
    courses, land = rivers(), build_land()
    grid = _grid(land, courses)
    areas = cut_land(land, _along_rivers(trace_arcs(grid), courses), grid, precision=1 / 1700)
    areas.pop(_OFF, None)
    return areas, shared_edges(areas, least=0.0)


def build_areas() -> tuple[dict[str, Polygon], dict[tuple[str, str], BaseGeometry]]:
    """The polygons of the Areas (inches) and their common borders.

    Raises
    ------
    DataError
        Two polygons touch that are not adjacent in `edges.csv`, or the other way round.
    """
    board, least = load_board(), map_data()["ground"]["least"]
    areas, borders = grown()
    want = {e.id for e in board.edges.values() if e.boundary in GROUND}
    have = {edge_id(*pair) for pair, line in borders.items() if line.length >= least}
    short = {edge_id(*pair) for pair, line in borders.items() if line.length < least}
    wrong = sorted(want ^ have | short)
    if wrong:
        raise DataError(
            "edges.csv", wrong[0], f"the adjacency of the polygons ({len(wrong)} differ)", str(wrong)
        )
    return areas, borders


def _slots(block: Point, *, beach: bool, large: bool) -> list[Slot]:
    """What an Area must hold, the most important first; units are as large as in print."""
    unit = 110.0
    slots = [
        Slot("block", *block, (0.0, -0.05)),
        Slot("control", CONTROL + 6, CONTROL + 6, (-0.3, 0.0)),
        Slot("german", unit, unit, (0.1, -0.3)),
        Slot("allied", unit, unit, (0.1, 0.3)),
        Slot("german2", unit, unit, (0.3, -0.25)),
        Slot("allied2", unit, unit, (0.3, 0.3)),
    ]
    if beach:
        slots.insert(2, Slot("fortification", CONTROL + 6, CONTROL + 6, (-0.3, -0.1)))
    if large:
        slots += [Slot("german3", unit, unit, (-0.2, -0.35)), Slot("allied3", unit, unit, (-0.2, 0.35))]
    return slots


def _area_table(board: Board, area: str, polygon: Polygon) -> dict[str, Any]:
    """Room for the face of an Area, for units and for markers."""
    space = board.spaces[area]
    block = area_block(space, polygon.bounds[2] - polygon.bounds[0])
    inner = polygon.buffer(-10)
    slots = _slots(block.size, beach=bool(space["beach"]), large=polygon.area > _LARGE)
    spots = place_slots(inner, slots, step=6)
    x, y = spots["block"]
    table: dict[str, Any] = {
        "symbol": (x + block.circle[0], y + block.circle[1]),
        "name": (x + block.name[0], y + block.name[1]),
        "german": [spots[k] for k in ("german", "german2", "german3") if k in spots],
        "allied": [spots[k] for k in ("allied", "allied2", "allied3") if k in spots],
        "control": spots["control"],
    }
    if "fortification" in spots:
        table["fortification"] = spots["fortification"]
    table["polygon"] = list(polygon.exterior.coords)[:-1]
    table["zone"] = list(whole_pixels(polygon).exterior.coords)[:-1]
    return table


def _box_table(rect: Sequence[float], sides: str, top: float, foot: float = 0.0) -> dict[str, Any]:
    """Room in a rectangular box: points in rows under its name, for one side, or German ones on the left."""
    x, y, w, h = rect
    deep, unit = h - top - foot, 118.0
    rows, columns = max(1, round(deep / unit - 0.2)), max(2, int((w - 20) / unit))
    points = [
        (x + w * (i + 0.5) / columns, y + top + deep * (j + 0.5) / rows)
        for j in range(rows)
        for i in range(columns)
    ]
    middle = x + w / 2
    return {
        "symbol": (middle, y + 30),
        "name": (middle, y + 30),
        "german": [p for p in points if sides == "german" or (sides == "both" and p[0] < middle)],
        "allied": [p for p in points if sides == "allied" or (sides == "both" and p[0] >= middle)],
        "control": (middle, y + top + deep / 2),
        "polygon": [(x, y), (x + w, y), (x + w, y + h), (x, y + h)],
    }


def _box_tables(scale: float) -> dict[str, dict[str, Any]]:
    """Sections of the Landing Boxes, Zones and other boxes."""
    data, found = map_data(), {}
    for beach in BEACHES:
        x, y, w, h = (v * scale for v in data["landings"][beach])
        found[f"exploitation-{beach}"] = _box_table((x, y, w, h * _SPLIT), "allied", 68)
        found[f"landing-{beach}"] = _box_table((x, y + h * _SPLIT, w, h * (1 - _SPLIT)), "allied", 52)
    for key, rect in data["boxes"].items():
        pixels = [v * scale for v in rect]
        sides = "german" if key == "set-aside" else "both"
        found[key] = _box_table(pixels, sides, *((102, 42) if key.startswith("zone") else (80, 0)))
    return found


def _track_tables(scale: float) -> dict[str, dict[str, Any]]:
    tables: dict[str, dict[str, Any]] = {}
    for track in map_data()["tracks"]:
        (left, top), (w, h), columns = track["at"], track["box"], track["columns"]
        labels = list(track["labels"])
        boxes = [
            [(left + w * (i % columns)) * scale, (top + h * (i // columns)) * scale, w * scale, h * scale]
            for i in range(len(labels))
        ]
        tables[track["id"]] = {"title": track["title"], "labels": labels, "boxes": boxes}
    return tables


def _correct(tables: dict[str, dict[str, Any]]) -> None:
    """Apply the corrections made by hand; the face of an Area moves as one."""
    whats = ["face", "german", "allied", "control", "fortification"]
    for row in read_rows(_HERE / "corrections.csv", _CORRECTIONS):
        what, point = row.choice("what", whats), (float(row.text("x")), float(row.text("y")))
        table = tables[row.choice("space", tables)]
        if what in {"german", "allied"}:
            table[what][row.integer("index", 0, 2)] = point
        elif what == "face":
            dx, dy = point[0] - table["symbol"][0], point[1] - table["symbol"][1]
            table |= {"symbol": point, "name": (table["name"][0] + dx, table["name"][1] + dy)}
        else:
            table[what] = point


def geometry_text() -> str:
    """The text of ``geometry.toml``."""
    import shapely

    board, sheet = load_board(), map_data()["sheet"]
    scale = float(sheet["pixels_per_inch"])
    areas, borders = build_areas()
    pixels = {k: shapely.transform(p, lambda c: (c * scale).round(1)) for k, p in areas.items()}
    tables = {s: _area_table(board, s, pixels[s]) for s in board.spaces if s in pixels}
    _correct(tables)
    out = [
        "# Made by generate.py: pixels of the module's board. Saves hold them: a change needs a new version.",
        "",
    ]
    out += ["version = 1", "", "[board]", *(f"{k} = {v}" for k, v in _head(sheet).items()), ""]
    groups = {"areas": tables, "boxes": _box_tables(scale), "tracks": _track_tables(scale)}
    for group, members in groups.items():
        for key, table in members.items():
            out += [f'[{group}."{key}"]', *(f"{k} = {toml_value(flat(v))}" for k, v in table.items()), ""]
    out.append("[borders]")
    for pair, border in sorted(borders.items()):
        lines = [[round(float(v) * scale, 1) for p in g.coords for v in p] for g in shapely.get_parts(border)]
        out.append(f'"{edge_id(*pair)}" = {toml_value(lines)}')
    return "\n".join([*out, ""])


def _head(sheet: Mapping[str, Any]) -> dict[str, int]:
    scale = sheet["pixels_per_inch"]
    return {
        "width": round(sheet["width"] * scale),
        "height": round(sheet["height"] * scale),
        "pixels_per_inch": scale,
        "counter": sheet["counter"],
    }


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
