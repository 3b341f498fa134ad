"""The sheet of Storm Over Normandy: an exact partition with room for the pieces, drawn the same twice."""

from __future__ import annotations

import hashlib
import itertools
from pathlib import Path

import pytest
import shapely
from PIL import Image, ImageChops
from shapely.geometry.base import BaseGeometry

from maps.board import Board
from maps.drawing import Canvas
from maps.errors import DataError
from maps.geometry import AreaShape, Geometry, load_geometry
from maps.layers import Ground
from maps.lettering import text_width
from maps.render import draw_board, draw_map, map_size
from maps.sources import map_sources
from maps.storm_over_normandy import generate
from maps.storm_over_normandy.board import BEACHES, GROUND, load_board
from maps.storm_over_normandy.drawing import boundary
from maps.storm_over_normandy.faces import (
    CIRCLE,
    CONTROL,
    area_block,
    circle,
    control_box,
    mark,
    strongpoints,
)
from maps.storm_over_normandy.ground import build_land, load_sheet, map_data

GAME = "storm-over-normandy"
FILE = Path(generate.__file__).parent / "geometry.toml"
SCALE = 0.1
SMALL = 0.8  # a half inch counter as a share of a 5/8 inch one
Rect = tuple[float, float, float, float]


@pytest.fixture(scope="module")
def geometry() -> Geometry:
    return load_geometry(FILE)


@pytest.fixture(scope="module")
def polygons(geometry: Geometry) -> dict[str, shapely.Polygon]:
    return {k: shapely.Polygon(a.polygon) for k, a in geometry.areas.items()}


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board()


@pytest.fixture(scope="module")
def small() -> Image.Image:
    return draw_board(GAME, scale=SCALE)


def square(at: tuple[float, float], size: float) -> shapely.Polygon:
    return shapely.box(at[0] - size / 2, at[1] - size / 2, at[0] + size / 2, at[1] + size / 2)


@pytest.mark.slow
def test_the_committed_file_is_what_the_program_makes() -> None:
    assert FILE.read_text(encoding="utf-8") == generate.geometry_text()


def test_board_is_within_the_limits_of_the_module(geometry: Geometry) -> None:
    sheet = map_data()["sheet"]
    assert geometry.version == 1
    assert geometry.width == sheet["width"] * geometry.pixels_per_inch <= 6000
    assert geometry.height == sheet["height"] * geometry.pixels_per_inch <= 6000
    assert geometry.width * geometry.height <= 30_000_000
    assert geometry.counter == 66
    assert map_size(GAME, 300) == (10200, 6600)


# --- the partition -----------------------------------------------------------------------------------------


def test_areas_are_valid_and_do_not_overlap(geometry: Geometry, polygons: dict[str, shapely.Polygon]) -> None:
    assert all(p.is_valid for p in polygons.values())
    assert all(shapely.Polygon(a.zone).is_valid for a in geometry.areas.values())
    whole = shapely.union_all(list(polygons.values()))
    assert whole.area == pytest.approx(sum(p.area for p in polygons.values()), abs=1.0)
    assert isinstance(whole, shapely.Polygon)
    assert not whole.interiors


def test_areas_fill_the_land_within_the_limit(
    geometry: Geometry, polygons: dict[str, shapely.Polygon]
) -> None:
    land = shapely.transform(build_land(), lambda c: c * geometry.pixels_per_inch)
    play = shapely.Polygon(load_sheet().limit).intersection(land)
    whole = shapely.union_all(list(polygons.values()))
    assert play.buffer(-12).difference(whole).area < 2000
    assert whole.difference(play.buffer(12)).area < 2000


def test_polygons_touch_exactly_where_the_edges_say(
    board: Board, geometry: Geometry, polygons: dict[str, shapely.Polygon]
) -> None:
    least = map_data()["ground"]["least"] * geometry.pixels_per_inch
    for a, b in itertools.combinations(sorted(polygons), 2):
        shared = polygons[a].boundary.intersection(polygons[b].boundary).length
        if board.edge(a, b) is None:
            assert shared == 0, (a, b)
        else:
            assert shared >= least, (a, b)


def test_borders_are_the_common_edges(
    board: Board, geometry: Geometry, polygons: dict[str, shapely.Polygon]
) -> None:
    assert set(geometry.borders) == {k for k, e in board.edges.items() if e.boundary in GROUND}
    for key, lines in geometry.borders.items():
        a, b = key.split("/")
        for line in lines:
            for polygon in (polygons[a], polygons[b]):
                assert set(line) <= set(polygon.exterior.coords), key


def test_the_dividing_line_is_one_line_from_coast_to_limit(board: Board, geometry: Geometry) -> None:
    parts = [
        shapely.LineString(line)
        for key, lines in geometry.borders.items()
        for line in lines
        if board.edges[key].boundary == "odl"
    ]
    whole = shapely.line_merge(shapely.union_all(parts))
    assert isinstance(whole, shapely.LineString)
    ends = sorted((whole.coords[0], whole.coords[-1]), key=lambda p: p[1])
    sheet = load_sheet()
    assert sheet.land.boundary.distance(shapely.Point(ends[0])) < 3
    assert shapely.LineString(sheet.limit).distance(shapely.Point(ends[1])) < 12
    assert sheet.routes["odl-north"][-1][1] < ends[0][1] < ends[1][1] < sheet.routes["odl-south"][0][1]


@pytest.mark.slow
def test_wrong_adjacency_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    true = load_board()
    less = Board(true.spaces.values(), [e for e in true.edges.values() if e.id != "bayeux/tilly"])
    monkeypatch.setattr(generate, "load_board", lambda: less)
    with pytest.raises(DataError, match="bayeux/tilly"):
        generate.build_areas()


# --- room --------------------------------------------------------------------------------------------------


def test_each_area_is_large_enough(geometry: Geometry, polygons: dict[str, shapely.Polygon]) -> None:
    inch = geometry.pixels_per_inch
    for key, polygon in polygons.items():
        assert polygon.area >= 4.5 * inch**2, key
        # Two printed stacks of 5/8 inch a side, the control box, and the face.
        block = area_block(load_board().spaces[key], polygon.bounds[2] - polygon.bounds[0])
        needed = 4 * (0.625 * inch) ** 2 + CONTROL**2 + block.size[0] * block.size[1]
        assert needed < 0.75 * polygon.area, key


def test_every_area_and_box_has_its_shape(board: Board, geometry: Geometry) -> None:
    assert set(geometry.areas) == {s.id for s in board.spaces.values() if s.kind == "area"}
    missing = {s.id for s in board.spaces.values() if s.kind != "area"} - set(geometry.boxes)
    assert missing == {"turn-track", "cup"}
    assert not geometry.crossings


def test_units_of_both_sides_have_places_apart(
    geometry: Geometry, polygons: dict[str, shapely.Polygon]
) -> None:
    for key, shape in geometry.areas.items():
        assert 2 <= len(shape.units["german"]) <= 3
        assert 2 <= len(shape.units["allied"]) <= 3
        points = [
            *shape.units["german"],
            *shape.units["allied"],
            shape.control,
            *filter(None, [shape.fortification]),
        ]
        for p in points:
            room = square(p, geometry.counter * SMALL)
            assert room.difference(polygons[key]).area < 0.2 * room.area, key
        for p, q in itertools.combinations(points, 2):
            assert max(abs(p[0] - q[0]), abs(p[1] - q[1])) >= geometry.counter * SMALL, key


def test_pieces_hide_neither_circle_nor_marks(board: Board, geometry: Geometry) -> None:
    for key, shape in geometry.areas.items():
        block = area_block(board.spaces[key], width_of(shape))
        row = shapely.union_all(
            [
                square(shape.symbol, CIRCLE),
                *(square((shape.symbol[0] + dx, shape.symbol[1]), 58) for _, dx in block.marks),
            ]
        )
        for p in (*shape.units["german"], *shape.units["allied"], shape.control):
            room = square(p, geometry.counter)
            assert room.intersection(row).area < 0.25 * room.area, key


def test_beaches_have_a_place_for_strongpoints(board: Board, geometry: Geometry) -> None:
    placed = {k for k, shape in geometry.areas.items() if shape.fortification is not None}
    assert placed == {a for a in geometry.areas if board.spaces[a]["beach"]} == set(BEACHES)


def test_landing_boxes_hold_ten_counters_and_lie_in_the_sea(geometry: Geometry) -> None:
    land, print_size = load_sheet().land, 0.625 * geometry.pixels_per_inch
    for beach in BEACHES:
        sections = [geometry.boxes[f"{what}-{beach}"] for what in ("exploitation", "landing")]
        assert sum(len(s.units["allied"]) for s in sections) >= 10
        for section in sections:
            room = shapely.Polygon(section.polygon)
            assert not room.intersects(land)
            assert not section.units["german"]
            assert all(room.contains(square(p, print_size)) for p in section.units["allied"])


def test_zones_hold_units_of_both_sides(geometry: Geometry) -> None:
    for letter in "abcde":
        zone = geometry.boxes[f"zone-{letter}"]
        room = shapely.Polygon(zone.polygon)
        assert len(zone.units["german"]) >= 4
        assert len(zone.units["allied"]) >= 4
        assert all(
            room.contains(square(p, geometry.counter)) for p in (*zone.units["german"], *zone.units["allied"])
        )


def test_tracks_hold_counters(geometry: Geometry) -> None:
    assert {"turn", "vp", "support"} == set(geometry.tracks)
    for track in geometry.tracks.values():
        for box in track.boxes:
            assert min(box.width, box.height) >= 0.625 * geometry.pixels_per_inch
    assert min(b.width for b in geometry.tracks["turn"].boxes) >= 2 * 0.625 * geometry.pixels_per_inch


# --- lettering and furniture -------------------------------------------------------------------------------


def width_of(shape: AreaShape) -> float:
    xs = [x for x, _ in shape.polygon]
    return max(xs) - min(xs)


def face(board: Board, key: str, shape: AreaShape) -> BaseGeometry:
    """Circle, marks and name of an Area."""
    block = area_block(board.spaces[key], width_of(shape))
    wide = max(text_width(line, "heavy", 39) for line in block.lines)
    half = 37 * len(block.lines) / 2
    (x, y), (cx, cy) = shape.name, shape.symbol
    parts = [shapely.box(x - wide / 2, y - half, x + wide / 2, y + half), square((cx, cy), CIRCLE)]
    return shapely.union_all([*parts, *(square((cx + dx, cy), 58) for _, dx in block.marks)])


def test_what_is_printed_lies_inside_its_area_and_apart(
    board: Board, geometry: Geometry, polygons: dict[str, shapely.Polygon]
) -> None:
    faces = {k: face(board, k, a) for k, a in geometry.areas.items()}
    for key, drawn in faces.items():
        assert polygons[key].contains(drawn), key
        control = square(geometry.areas[key].control, CONTROL)
        assert polygons[key].buffer(1).contains(control), key
        assert not control.intersects(drawn), key
    for a, b in itertools.combinations(faces, 2):
        assert not faces[a].intersects(faces[b]), (a, b)


@pytest.mark.parametrize(
    ("name", "width", "lines"),
    [
        ("Caen", 300, ("Caen",)),
        ("Ste-Marie-du-Mont", 380, ("Ste-Marie-", "du-Mont")),
        ("Omaha-1", 10, ("Omaha-1",)),
        ("Évrecy", 10, ("Évrecy",)),
    ],
)
def test_names_break_evenly(board: Board, name: str, width: float, lines: tuple[str, ...]) -> None:
    space = next(s for s in board.spaces.values() if s.name == name)
    block = area_block(space, width)
    assert block.lines == lines
    assert all(text_width(line, "heavy", 39) <= block.size[0] for line in lines)


def frames(geometry: Geometry) -> dict[str, shapely.Polygon]:
    found = {k: shapely.Polygon(b.polygon).buffer(-0.5) for k, b in geometry.boxes.items()}
    for track in geometry.tracks.values():
        for label, box in track.named.items():
            found[f"{track.id}:{label}"] = shapely.Polygon(box.corners).buffer(-0.5)
    for name, (x, y, w, h) in load_sheet().furniture.items():
        if w:
            found[name] = shapely.box(x, y, x + w, y + h)
    return found


def test_boxes_tracks_and_furniture_lie_on_the_sheet_and_apart(
    geometry: Geometry, polygons: dict[str, shapely.Polygon]
) -> None:
    sheet = shapely.box(20, 20, geometry.width - 20, geometry.height - 20)
    every = frames(geometry)
    land = shapely.union_all(list(polygons.values()))
    for name, place in every.items():
        assert sheet.contains(place), name
        assert not place.intersects(land), name
    for a, b in itertools.combinations(every, 2):
        assert not every[a].intersects(every[b]), (a, b)


def test_names_on_the_sea_are_free(geometry: Geometry) -> None:
    sheet = load_sheet()
    every = shapely.union_all([*frames(geometry).values(), sheet.land])
    for text, x, y, size in sheet.waters:
        half = text_width(text, "italic", size, 0.16 if text.isupper() else 0.04) / 2
        assert not shapely.box(x - half, y - size / 2, x + half, y + size / 2).intersects(every), text


def test_routes_end_in_their_area(
    board: Board, geometry: Geometry, polygons: dict[str, shapely.Polygon]
) -> None:
    for key, path in load_sheet().routes.items():
        if key.startswith("odl"):
            continue
        edge = board.edges[key]
        area, box = sorted((edge.a, edge.b), key=lambda s: s not in polygons)
        assert polygons[area].contains(shapely.Point(path[-1])), key
        assert shapely.Polygon(geometry.boxes[box].polygon).distance(shapely.Point(path[0])) < 12, key


# --- pixels ------------------------------------------------------------------------------------------------


def colour(image: Image.Image, x: float, y: float) -> tuple[int, int, int]:
    part = image.crop((round(x) - 2, round(y) - 2, round(x) + 3, round(y) + 3)).resize(
        (1, 1), Image.Resampling.BOX
    )
    found = part.getpixel((0, 0))
    assert isinstance(found, tuple)
    r, g, b = (int(v) for v in found[:3])
    return r, g, b


@pytest.mark.slow
def test_the_same_pixels_every_time(small: Image.Image) -> None:
    again = draw_board(GAME, scale=SCALE)
    assert small.size == (578, 374)
    assert hashlib.sha256(small.tobytes()).digest() == hashlib.sha256(again.tobytes()).digest()


@pytest.mark.slow
def test_print_and_board_are_one_drawing(tmp_path: Path, small: Image.Image) -> None:
    draw_map(GAME, tmp_path / "map.png", dpi=17)
    with Image.open(tmp_path / "map.png") as image:
        assert ImageChops.difference(image.convert("RGB"), small).getbbox() is None


def test_sea_is_blue_bocage_green_open_ground_straw() -> None:
    sheet = load_sheet()
    ground = Ground(sheet, SCALE).band(0, 374)
    r, g, b = colour(ground, 400, 80)
    assert b > g > r
    for key, green in (("balleroy", True), ("argences", False)):
        x, y = sheet.geometry.areas[key].symbol
        r, g, b = colour(ground, x * SCALE, y * SCALE)
        assert b < min(r, g)
        assert (g > r) == green, key


@pytest.mark.slow
def test_arrivals_are_drawn_in_their_turn(small: Image.Image) -> None:
    shown = draw_board(GAME, scale=SCALE, arrivals={3: ("german", "us", "british")})
    box = ImageChops.difference(shown, small).getbbox()
    assert box is not None
    turn = load_sheet().geometry.tracks["turn"].named["3"]
    assert box[0] >= turn.x * SCALE - 1
    assert box[2] <= (turn.x + turn.width) * SCALE + 1
    assert box[3] <= (turn.y + turn.height) * SCALE + 1


def test_signs_differ_at_a_glance() -> None:
    seen = set()
    for number in range(12):
        canvas = Canvas(Image.new("RGB", (200, 120), (255, 255, 255)), 0, 1.0)
        at = (100.0, 60.0)
        if number < 3:
            for paint in boundary([(10, 60), (190, 60)], GROUND[number]):
                paint(canvas)
        elif number < 5:
            control_box(canvas, at, ("german", "allied")[number - 3])
        elif number == 5:
            strongpoints(canvas, at)
        elif number == 6:
            circle(canvas, at, 90, number="16", value="+3", back=(90, 150, 70))
        else:
            what = ("vp", "card", "us-airborne", "british-airborne", "flag")[number - 7]
            mark(canvas, at, what, words="juno" if what == "flag" else "1")
        drawn = canvas.finish()
        assert drawn.getextrema() != ((255, 255), (255, 255), (255, 255))
        seen.add(drawn.tobytes())
    assert len(seen) == 12


def test_flags_of_the_three_nations() -> None:
    seen = set()
    for beach in BEACHES:
        canvas = Canvas(Image.new("RGB", (100, 100), (255, 255, 255)), 0, 1.0)
        mark(canvas, (50.0, 50.0), "flag", words=beach)
        seen.add(canvas.finish().tobytes())
    assert len(seen) == 3


def test_sources_are_counted() -> None:
    counts = map_sources(GAME)
    assert set(counts) == {"spaces.csv", "edges.csv", "map.toml"}
    assert not any("unknown" in kinds for kinds in counts.values())


def test_corrections_move_points_and_faces(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "corrections.csv").write_text(
        "space,what,index,x,y,source\ncaen,face,0,10,20,owner\ncaen,german,1,30,40,owner\n"
        "caen,control,0,7,8,owner\n"
    )
    monkeypatch.setattr(generate, "_HERE", tmp_path)
    tables = {
        "caen": {
            "symbol": (0.0, 0.0),
            "name": (0.0, 50.0),
            "german": [(0.0, 0.0), (1.0, 1.0)],
            "control": (5.0, 5.0),
        }
    }
    generate._correct(tables)
    assert tables["caen"] == {
        "symbol": (10.0, 20.0),
        "name": (10.0, 70.0),
        "german": [(0.0, 0.0), (30.0, 40.0)],
        "control": (7.0, 8.0),
    }
