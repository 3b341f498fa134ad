"""The drawn maps of the examples: nothing lies over a name, and the key shows what occurs."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path

import pytest
import shapely
from PIL import Image, ImageChops

from maps.drawing import Canvas
from maps.errors import DataError
from maps.geometry import read_geometry
from maps.hexdrawing_sheet import HexSheet
from maps.homemade.board import load_board
from maps.homemade.chart import chart_of
from maps.homemade.ground import MapGround, terrain_regions
from maps.homemade.key import key_rows
from maps.homemade.layout import geometry_of, smooth_course
from maps.homemade.lines import river_lines
from maps.homemade.names import Lettering
from maps.homemade.sheet import load_sheet
from maps.homemade.spots import block_of
from maps.homemade.ways import bridge_spots, road_lines
from maps.render import sheet_painters
from maps.sheet import Sheet
from tests.maps.homemade.folders import AREAS, EXAMPLES, HEXES, SIDES, areas, hexes

NAMES = sorted(SIDES)


def painted(sheet: Sheet | HexSheet, scale: float) -> Image.Image:
    size = round(sheet.geometry.width * scale), round(sheet.geometry.height * scale)
    rect = (0, 0, sheet.geometry.width, sheet.geometry.height)
    if isinstance(sheet, HexSheet):
        assert sheet.own_ground is not None
        ground = sheet.own_ground(sheet, scale, rect)
    else:
        assert sheet.own_ground is not None
        ground = sheet.own_ground(sheet, scale, rect)
    canvas = Canvas(ground.band(0, size[1]), 0, scale)
    for paint in sheet_painters(sheet):
        paint(canvas)
    return canvas.finish()


def rect(at: Sequence[float], wide: float, high: float) -> shapely.Polygon:
    return shapely.box(at[0] - wide / 2, at[1] - high / 2, at[0] + wide / 2, at[1] + high / 2)


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_are_drawn(name: str) -> None:
    image = painted(load_sheet(EXAMPLES / name, sides=SIDES[name]), 0.3)
    colours = image.resize((60, 46)).getcolors(9999)
    assert colours is not None
    assert len(colours) > 300


def test_the_board_of_two_rivers() -> None:
    board = load_board(EXAMPLES / "two-rivers")
    assert [s.kind for s in board.spaces.values()].count("area") == 12
    assert {s.id for s in board.spaces.values() if s.kind == "box"} == {
        "north-reserve",
        "south-reserve",
        "eliminated",
    }
    assert board.edge("oakshaw", "stanbridge") is None
    assert {e.id for e in board.edges.values() if e.bridge} == {
        "kestrel-moor/lark-dale", "oakshaw/westing", "lark-dale/stanbridge", "mere-end/thornwick"
    }  # fmt: skip
    banks = {e.id for e in board.edges.values() if e.boundary == "river"}
    north = {"high-fell", "oakshaw", "lark-dale", "kestrel-moor", "east-wold", "mere-end"}
    crossing = {e.id for e in board.edges.values() if (e.a in north) != (e.b in north)}
    assert crossing < banks, "nobody comes from north to south but over Brown Water"


def test_the_board_of_hill_and_ford() -> None:
    board = load_board(EXAMPLES / "hill-and-ford")
    assert [s.kind for s in board.spaces.values()].count("hex") == 80
    stream = [e for e in board.edges.values() if e.boundary in {"stream", "ford"}]
    assert len(stream) == 19
    assert [e.id for e in stream if e.boundary == "ford"] == ["0704/0705"]
    assert [e.id for e in stream if e.bridge] == ["0504/0505"]


@pytest.mark.parametrize("name", NAMES)
def test_the_geometry_is_one_that_is_read(name: str) -> None:
    data = geometry_of(EXAMPLES / name, sides=SIDES[name])
    geometry = read_geometry(data, file="map.toml")
    assert set(geometry.boxes) == {b.id for b in chart_of(EXAMPLES / name).file.boxes}
    assert all(set(box.units) == set(SIDES[name]) for box in geometry.boxes.values())
    data["areas"].clear()
    assert geometry_of(EXAMPLES / name, sides=SIDES[name])["areas"].keys() == geometry.areas.keys()


def test_units_cover_neither_names_nor_one_another() -> None:
    folder = EXAMPLES / "two-rivers"
    chart, geometry = chart_of(folder), read_geometry(geometry_of(folder, sides=SIDES["two-rivers"]), file="")
    for space in chart.spaces:
        if space.kind != "area":
            continue
        shape, outline = geometry.areas[space.id], shapely.Polygon(geometry.areas[space.id].polygon)
        left, _, right, _ = outline.bounds
        block = block_of(space, chart.file, right - left)
        name = rect((shape.name[0], shape.name[1] - block.name), *block.room)
        assert outline.contains(name), space.id
        spots = [rect(at, 65, 65) for points in shape.units.values() for at in points]
        assert len(spots) >= 3
        for spot in spots:
            assert spot.intersection(name).area < 0.02 * spot.area, space.id
            assert spot.intersection(outline).area > 0.85 * spot.area, space.id
        for one, other in itertools.combinations(spots, 2):
            assert one.intersection(other).area < 0.05 * one.area, space.id
        first = [points[0][0] for points in shape.units.values()]
        assert first[0] < first[1], f"{space.id}: the north to the left"


@pytest.mark.parametrize("name", NAMES)
def test_no_lettering_lies_over_other_lettering(name: str) -> None:
    folder = EXAMPLES / name
    chart = chart_of(folder)
    lettering = Lettering(chart, read_geometry(geometry_of(folder, sides=SIDES[name]), file=""))
    rects = list(lettering.rects())
    for one, other in itertools.combinations(rects, 2):
        wide, high = (
            min(one[2], other[2]) - max(one[0], other[0]),
            min(one[3], other[3]) - max(one[1], other[1]),
        )
        assert wide <= 2 or high <= 2, (one, other)
    named = [space for space in chart.spaces if space.kind == "hex" and space["name"]]
    assert len(lettering.named) == len(named), "every name has found a place"


@pytest.mark.parametrize("name", NAMES)
def test_bridges_stand_where_roads_cross_rivers(name: str) -> None:
    chart = chart_of(EXAMPLES / name)
    rivers = shapely.union_all([shapely.LineString(course.line) for course in river_lines(chart)])
    roads = shapely.union_all([shapely.LineString(line) for _, line in road_lines(chart)])
    spots = [shapely.Point(at) for at, _ in bridge_spots(chart)]
    assert spots
    assert all(spot.distance(rivers) < 6 for spot in spots)
    crossings = shapely.get_parts(roads.intersection(rivers))
    assert all(min(spot.distance(crossing) for spot in spots) < 14 for crossing in crossings)


def test_the_key_shows_what_occurs(tmp_path: Path) -> None:
    words = [words for words, _ in key_rows(chart_of(EXAMPLES / "two-rivers"))]
    assert words == [
        "Meadow", "Woods", "Hills", "Marsh", "Town", "Open border", "Not adjacent", "River", "Ridge",
        "Bridge", "Main road", "Number of the Area", "Victory Points",
    ]  # fmt: skip
    assert [words for words, _ in key_rows(chart_of(hexes(tmp_path)))] == ["Clear"]


def test_a_key_without_room_is_refused(tmp_path: Path) -> None:
    text = AREAS["map.toml"] + "[places]\nlegend = [1, 1, 1, 0.6]\n"
    sheet = load_sheet(areas(tmp_path, map_toml=text))
    with pytest.raises(DataError) as found:
        sheet_painters(sheet)
    said = "expected room for the 3 rows of the key; make it larger, or shorten the titles"
    assert str(found.value) == f"map.toml, [places], key legend: {said}"


@pytest.mark.parametrize(
    "pattern", ["plain", "woods", "bocage", "hills", "marsh", "town", "city", "sea", "desert", "mountain"]
)
@pytest.mark.parametrize("pointed", [False, True])
def test_every_pattern_is_drawn(pattern: str, pointed: bool, tmp_path: Path) -> None:
    text = HEXES["map.toml"].replace("[terrain.woods]", f'[terrain.woods]\npattern = "{pattern}"')
    text = text.replace("flat = 1", f"flat = 1\npointed = {str(pointed).lower()}")
    edges = "a,b,boundary,road\n0101,0102,brook,lane\n0101,0303,ferry,\n0201,0202,none,\n"
    folder = hexes(tmp_path, map_toml=text, terrain_csv="...\n.w.\nww.\n", edges_csv=edges)
    assert painted(load_sheet(folder), 0.5).size == (300, 300)
    regions = terrain_regions(chart_of(folder))
    woods = regions["woods"]
    for space in chart_of(folder).spaces:
        lattice = chart_of(folder).lattice
        assert lattice is not None
        inner = shapely.Polygon(lattice.corners(space.id)).buffer(-12)
        share = woods.intersection(inner).area / inner.area
        assert share > 0.95 if space["terrain"] == "woods" else share < 0.05


def test_a_part_of_the_ground_is_as_in_the_whole() -> None:
    chart = chart_of(EXAMPLES / "two-rivers")
    whole = MapGround(chart, 0.5, (0, 0, *chart.file.board.pixels)).band(0, 500)
    part = MapGround(chart, 0.5, (200, 300, 400, 200)).band(20, 60)
    difference = ImageChops.difference(part, whole.crop((100, 170, 300, 230)))
    assert all(
        max(range(256), key=lambda v: v * bool(band.histogram()[v])) <= 12 for band in difference.split()
    )


def test_courses_are_smooth_and_pass_their_points() -> None:
    line = smooth_course([(0, 0), (50, 0), (50, 50)])
    assert any(abs(x - 50) < 1e-6 and abs(y) < 1e-6 for x, y in line)
    assert line[0] == (0, 0)
    assert line[-1] == (50, 50)
