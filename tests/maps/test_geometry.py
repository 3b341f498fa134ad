"""The shapes of the board: an exact partition of the land in play, with room for the pieces."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from maps.board import Board
from maps.breakout_normandy import generate
from maps.breakout_normandy.board import load_board
from maps.breakout_normandy.ground import build_land, load_sheet, map_data
from maps.errors import DataError
from maps.geometry import AreaShape, Box, Geometry, load_geometry
from maps.labels import SYMBOL_SIZE, name_block
from maps.lettering import text_width

FILE = Path(generate.__file__).parent / "geometry.toml"


@pytest.fixture(scope="module")
def geometry() -> Geometry:
    return load_geometry(FILE)


@pytest.fixture(scope="module")
def polygons(geometry: Geometry) -> dict[str, shapely.Polygon]:
    return {k: shapely.Polygon(a.polygon) for k, a in geometry.areas.items()}


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board()


@pytest.mark.slow
def test_the_committed_file_is_what_the_program_makes() -> None:
    assert FILE.read_text(encoding="utf-8") == generate.geometry_text()


def test_board_is_within_the_limits_of_the_module(geometry: Geometry) -> None:
    sheet = map_data()["sheet"]
    assert geometry.width == sheet["width"] * geometry.pixels_per_inch <= 6000
    assert geometry.height == sheet["height"] * geometry.pixels_per_inch <= 6000
    assert geometry.width * geometry.height <= 30_000_000
    assert 60 <= geometry.counter <= 75


def test_areas_are_valid_and_do_not_overlap(polygons: dict[str, shapely.Polygon]) -> None:
    assert all(p.is_valid for p in polygons.values())
    whole = shapely.union_all(list(polygons.values()))
    assert whole.area == pytest.approx(sum(p.area for p in polygons.values()), abs=1.0)


def test_areas_leave_no_gap(geometry: Geometry, polygons: dict[str, shapely.Polygon]) -> None:
    whole = shapely.union_all(list(polygons.values()))
    mainland = max(shapely.get_parts(whole), key=lambda p: p.area)
    assert mainland.area == pytest.approx(whole.area, abs=1.0)
    assert not mainland.interiors
    scale = geometry.pixels_per_inch
    land = shapely.transform(build_land(), lambda c: c * scale)
    limit = shapely.LineString(load_sheet().limit)
    inland = land.buffer(-6).difference(whole)
    # What is left of the land lies beyond the limit of play, in one piece.
    assert all(p.distance(limit) < 8 for p in shapely.get_parts(inland) if p.area > 400)


def test_areas_lie_on_land(geometry: Geometry, polygons: dict[str, shapely.Polygon]) -> None:
    land = shapely.transform(build_land(), lambda c: c * geometry.pixels_per_inch).buffer(0.2)
    for key, polygon in polygons.items():
        assert polygon.difference(land).area < 30, key


def test_polygons_touch_exactly_where_the_edges_say(
    board: Board, polygons: dict[str, shapely.Polygon]
) -> None:
    least = map_data()["ground"]["least"] * map_data()["sheet"]["pixels_per_inch"]
    for a, b in itertools.combinations(sorted(polygons), 2):
        shared = polygons[a].boundary.intersection(polygons[b].boundary).length
        if board.edge(a, b) is None:
            assert shared == 0, (a, b)
        else:
            assert shared >= least, (a, b)


def test_borders_are_the_common_edges(
    board: Board, geometry: Geometry, polygons: dict[str, shapely.Polygon]
) -> None:
    wanted = {k for k, e in board.edges.items() if e.boundary in {"open", "river", "flooded"}}
    assert set(geometry.borders) == wanted
    for key, lines in geometry.borders.items():
        a, b = key.split("/")
        for line in lines:
            for polygon in (polygons[a], polygons[b]):
                assert set(line) <= set(polygon.exterior.coords), key


def test_every_area_has_its_shape_and_every_box_too(board: Board, geometry: Geometry) -> None:
    assert set(geometry.areas) == {s.id for s in board.spaces.values() if s.kind == "area"}
    missing = {s.id for s in board.spaces.values() if s.kind != "area"} - set(geometry.boxes)
    assert missing == {"setup-card"}


def points_of(shape: AreaShape) -> list[tuple[float, float]]:
    rest = [shape.fortification] if shape.fortification else []
    return [shape.symbol, shape.control, *shape.units["german"], *shape.units["allied"], *rest]


def test_region_points_lie_inside_and_apart(geometry: Geometry) -> None:
    for shape in [*geometry.areas.values(), *geometry.boxes.values()]:
        polygon = shapely.Polygon(shape.polygon)
        assert len(shape.units["german"]) >= 2
        assert len(shape.units["allied"]) >= 2
        for point in points_of(shape):
            assert polygon.contains(shapely.Point(point)), shape.id
        units = [*shape.units["german"], *shape.units["allied"]]
        for p, q in itertools.combinations(units, 2):
            assert max(abs(p[0] - q[0]), abs(p[1] - q[1])) >= geometry.counter * 0.5, shape.id
        for g, a in itertools.product(shape.units["german"], shape.units["allied"]):
            assert max(abs(g[0] - a[0]), abs(g[1] - a[1])) >= geometry.counter * 0.6, shape.id


def test_fortified_areas_have_a_point_for_the_fortification(board: Board, geometry: Geometry) -> None:
    for key, shape in geometry.areas.items():
        assert (shape.fortification is not None) == bool(board.spaces[key]["fortified"])


def test_crossings_stand_on_their_border_and_apart(board: Board, geometry: Geometry) -> None:
    wanted = {k for k, e in board.edges.items() if e.boundary == "river" or e.bridge}
    assert set(geometry.crossings) == wanted
    zones = {}
    for key, crossing in geometry.crossings.items():
        line = shapely.MultiLineString([list(part) for part in geometry.borders[key]])
        assert line.distance(shapely.Point(crossing.at)) < 1, key
        assert crossing.bridge == board.edges[key].bridge
        zones[key] = shapely.Polygon(crossing.zone)
        assert zones[key].area >= 48 * 48
    for a, b in itertools.combinations(zones, 2):
        assert zones[a].intersection(zones[b]).area < 0.2 * zones[a].area, (a, b)


def label_box(board: Board, key: str, shape: AreaShape) -> BaseGeometry:
    xs = [x for x, _ in shape.polygon]
    block = name_block(board.spaces[key].name, max(xs) - min(xs))
    wide, high = block.size[0] / 2, (block.size[1] - SYMBOL_SIZE) / 2
    (x, y), (sx, sy), half = shape.name, shape.symbol, SYMBOL_SIZE / 2
    symbol = shapely.box(sx - half, sy - half, sx + half, sy + half)
    return shapely.union_all([shapely.box(x - wide, y - high, x + wide, y + high), symbol])


def test_labels_do_not_run_into_each_other(board: Board, geometry: Geometry) -> None:
    boxes = {k: label_box(board, k, a) for k, a in geometry.areas.items()}
    for a, b in itertools.combinations(boxes, 2):
        assert not boxes[a].intersects(boxes[b]), (a, b)
    for key, box in boxes.items():
        own = shapely.Polygon(geometry.areas[key].polygon)
        assert box.difference(own).area < 0.12 * box.area, key
        for panel in geometry.boxes.values():
            assert not box.intersects(shapely.Polygon(panel.polygon)), (key, panel.id)


def frames(geometry: Geometry) -> dict[str, shapely.Polygon]:
    found = {k: shapely.Polygon(b.polygon) for k, b in geometry.boxes.items()}
    for track in geometry.tracks.values():
        for label, box in track.named.items():
            found[f"{track.id}:{label}"] = shapely.Polygon(box.corners).buffer(-0.5)
    return found


def test_boxes_and_tracks_lie_on_the_sheet_and_apart(
    geometry: Geometry, polygons: dict[str, shapely.Polygon]
) -> None:
    sheet = shapely.box(0, 0, geometry.width, geometry.height)
    every = frames(geometry)
    assert all(sheet.contains(f) for f in every.values())
    for a, b in itertools.combinations(every, 2):
        assert not every[a].intersects(every[b]), (a, b)
    land = shapely.union_all(list(polygons.values()))
    assert not any(f.intersects(land) for f in every.values())


def test_furniture_covers_nothing(geometry: Geometry, polygons: dict[str, shapely.Polygon]) -> None:
    land = shapely.union_all(list(polygons.values()))
    every = shapely.union_all(list(frames(geometry).values()))
    for name in ("title", "legend", "compass"):
        x, y, w, h = load_sheet().furniture[name]
        box = shapely.box(x, y, x + w, y + h)
        assert not box.intersects(land), name
        assert not box.intersects(every), name


def test_tracks_hold_what_the_rules_need(board: Board, geometry: Geometry) -> None:
    tracks = geometry.tracks
    assert {"turn", "impulse", "supply", "vp", "vp-chart", "bombardment", "sunset"} <= set(tracks)
    assert len(tracks["impulse"].boxes) == 17
    assert {str(day) for day in range(6, 31)} <= set(tracks["turn"].labels)
    named = {s.name for s in board.spaces.values() if s["vp"]}
    assert named | {"Advantage"} == set(tracks["vp-chart"].labels)
    for box in (b for t in tracks.values() for b in t.boxes):
        assert min(box.width, box.height) >= geometry.counter


def test_names_fit_their_boxes() -> None:
    block = name_block("St. Martin des Besaces", 300)
    assert all(text_width(line, "serif", 34) <= block.size[0] for line in block.lines)


def test_box_corners() -> None:
    assert Box(1, 2, 3, 4).corners == ((1, 2), (4, 2), (4, 6), (1, 6))


def test_a_broken_geometry_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "geometry.toml"
    file.write_text("version = 1\n[board]\nwidth = 3\n")
    with pytest.raises(DataError, match=r"geometry.toml, key .*: expected a complete geometry"):
        load_geometry(file)


@pytest.mark.slow
def test_wrong_adjacency_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    true = load_board()
    less = Board(true.spaces.values(), [e for e in true.edges.values() if e.id != "bayeux/tilly"])
    monkeypatch.setattr(generate, "load_board", lambda: less)
    with pytest.raises(DataError, match="bayeux/tilly"):
        generate.build_areas()


def test_corrections_move_points(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("corrections.csv",):
        (tmp_path / name).write_text(
            "space,what,index,x,y,source\ncaen,symbol,0,10,20,owner\ncaen,german,1,30,40,owner\n"
            "a/b,crossing,0,5,6,owner\n"
        )
    monkeypatch.setattr(generate, "_HERE", tmp_path)
    tables = {"caen": {"symbol": (0.0, 0.0), "german": [(0.0, 0.0), (1.0, 1.0)]}}
    crossings = {"a/b": {"at": (0.0, 0.0)}}
    generate._correct(tables, crossings)
    assert tables == {"caen": {"symbol": (10.0, 20.0), "german": [(0.0, 0.0), (30.0, 40.0)]}}
    assert crossings == {"a/b": {"at": (5.0, 6.0)}}
