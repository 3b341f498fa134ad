"""The two sheets of June Six: the lattice, the furniture, what is drawn, and the names that VASSAL gives."""

from __future__ import annotations

import random
import tomllib
from functools import partial
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
import shapely
from lxml import etree
from PIL import Image

from adjudicator.saves.hexzones import hex_zones
from adjudicator.saves.layout import Place, Window
from maps.drawing import Canvas
from maps.geometry import LineLattice, load_geometry
from maps.hexdrawing import hex_painters
from maps.hexdrawing_ground import coastline, terrain_shapes
from maps.hexdrawing_lines import river_lines, road_lines
from maps.hexdrawing_sheet import hexagon
from maps.hexdrawing_sides import bridge, bridge_painters, landing_ways, side_painters
from maps.hexfurniture import hex_furniture_painters
from maps.june_six.grid import GRID
from maps.june_six.layout import geometry_text, map_data
from maps.june_six.sheet import load_sheet
from maps.lattice import read_lattice
from maps.linegrid import LineGrid, Sheet
from maps.render import draw_board
from module_builder.board import board_hexes
from module_builder.vassal.buildfile import element
from module_builder.vassal.geometry import Locator
from module_builder.vassal.polygon import Polygon

ROOT = Path(__file__).parents[2]
FILE = ROOT / "maps" / "june_six" / "geometry.toml"
SCALE = 0.1
_GRID = "VASSAL.build.module.map.boardPicker.board."


@pytest.fixture(scope="module")
def lattice() -> LineLattice:
    found = load_geometry(FILE).hexes
    assert isinstance(found, LineLattice)
    return found


@pytest.fixture(scope="module")
def window(lattice: LineLattice) -> Window:
    sheet = load_sheet()
    hexes = {}
    for number in (s.id for s in sheet.board.spaces.values() if s.kind == "hex"):
        points = tuple([(round(x), round(y)) for x, y in lattice.corners(number)])
        hexes[number] = Place(number.upper(), "space", number, Polygon(points))
    size = sheet.geometry.width, sheet.geometry.height
    return Window("Map", "Normandy", *size, (), lattice, hexes)


def furniture() -> dict[str, shapely.Polygon]:
    """Every box and panel on the sheets."""
    sheet = load_sheet()
    found = {k: shapely.Polygon(s.polygon) for k, s in sheet.geometry.boxes.items()}
    for track in sheet.geometry.tracks.values():
        for label, box in track.named.items():
            found[f"{track.id} {label}"] = shapely.Polygon(box.corners)
    for name, (x, y, w, h) in sheet.furniture.items():
        found[name] = shapely.box(x, y, x + w, y + h)
    return found


# --- the lattice -------------------------------------------------------------------------------------------


def test_the_numbers_are_those_of_the_game(lattice: LineLattice) -> None:
    assert lattice.grid == GRID
    assert len(lattice.numbers) == len(set(lattice.numbers)) == 50 * 34 + 50 * 33


def test_every_hex_is_found_at_its_centre_and_about_it(lattice: LineLattice) -> None:
    chance = random.Random(6)
    for number in lattice.numbers:
        x, y = lattice.centre(number)
        assert lattice.at(x, y) == number
        assert lattice.at(x + chance.uniform(-24, 24), y + chance.uniform(-24, 24)) == number
    assert lattice.at(lattice.centre("w2501")[0] - 76, 1000) is None
    assert lattice.at(2000, 100) is None


def test_corners_meet_those_of_the_neighbours(lattice: LineLattice) -> None:
    for number in lattice.numbers:
        corners = lattice.corners(number)
        for i, other in enumerate(lattice.grid.ring(number)):
            if other is not None:
                shared = {corners[i], corners[(i + 1) % 6]}
                near = lattice.corners(other)
                assert all(min(abs(x - a) + abs(y - b) for a, b in near) < 1e-6 for x, y in shared), number


def test_corners_run_clockwise_round_the_centre(lattice: LineLattice) -> None:
    corners = lattice.corners("e2640")
    shape = shapely.Polygon(corners)
    assert shape.centroid.distance(shapely.Point(lattice.centre("e2640"))) < 1e-6
    assert abs(shape.area / (76 * 66) - 1) < 0.001
    turns = [a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*corners, corners[0]])]
    assert sum(turns) > 0  # y runs down: positive is clockwise


def test_lines_run_north_and_the_sheets_join(lattice: LineLattice) -> None:
    assert lattice.centre("e2640")[1] < lattice.centre("e2540")[1]
    assert lattice.centre("e2540")[0] - lattice.centre("e2640")[0] == lattice.dx / 2
    assert lattice.centre("e1021")[0] - lattice.centre("w1034")[0] == lattice.dx
    assert lattice.flat == 76
    assert lattice.pointed


def test_a_lattice_refuses_what_it_cannot_draw() -> None:
    with pytest.raises(ValueError, match="axis"):
        read_lattice({"axis": "spiral"})


# --- geometry and furniture --------------------------------------------------------------------------------


def test_the_geometry_is_made_from_the_map_file() -> None:
    assert FILE.read_text(encoding="utf-8") == geometry_text()
    geometry = load_geometry(FILE)
    assert geometry.version == 1
    assert (geometry.width, geometry.height) == (5192, 4012)
    assert geometry.counter <= min(geometry.hexes.dx, geometry.hexes.dy)  # type: ignore[union-attr]


def test_the_hexes_are_two_thirds_of_an_inch(lattice: LineLattice) -> None:
    assert 0.63 < lattice.dx / load_geometry(FILE).pixels_per_inch < 0.66
    assert abs(lattice.dy / lattice.dx - 3**0.5 / 2) < 0.01


def test_both_sheets_lie_on_the_board(lattice: LineLattice) -> None:
    geometry = load_geometry(FILE)
    xs, ys = zip(*(p for n in lattice.numbers for p in lattice.corners(n)), strict=True)
    assert min(xs) > 15
    assert max(xs) < geometry.width - 15
    assert min(ys) > 500
    assert max(ys) < geometry.height - 15
    seam = load_sheet().seam
    assert abs(sum(x for x, _ in seam) / len(seam) - geometry.width / 2) < 40


def test_boxes_lie_inside_and_apart() -> None:
    geometry, shapes = load_geometry(FILE), furniture()
    frame = shapely.box(16, 16, geometry.width - 16, geometry.height - 16)
    seam = shapely.LineString(load_sheet().seam)
    for name, shape in shapes.items():
        assert frame.contains(shape), name
        assert not shape.intersects(seam), name
    for (a, one), (b, other) in combinations(shapes.items(), 2):
        assert not one.buffer(-1).intersects(other.buffer(-1)), (a, b)


@pytest.mark.slow
def test_boxes_lie_off_the_land() -> None:
    sheet = load_sheet()
    dry = shapely.union_all([shapely.Polygon(sheet.lattice.corners(n)) for n in sheet.dry()])
    land = coastline(sheet)[1]
    for name, shape in furniture().items():
        assert not shape.intersects(dry), name
        assert not shape.intersects(land), name


def test_the_headings_of_tracks_lie_free() -> None:
    shapes = furniture()
    for track in load_sheet().geometry.tracks.values():
        first = track.boxes[0]
        heading = shapely.box(first.x, first.y - 30, first.x + 200, first.y - 4)
        assert not any(heading.intersects(s) for s in shapes.values()), track.id


def test_every_space_off_the_hexes_has_its_box() -> None:
    sheet = load_sheet()
    off = {s.id for s in sheet.board.spaces.values() if s.kind != "hex"} - {"turn-track"}
    assert off == set(sheet.geometry.boxes)
    for id_ in off:
        shape = sheet.geometry.boxes[id_]
        area = shapely.Polygon(shape.polygon).buffer(-sheet.geometry.counter / 2 + 1)
        spots = [p for points in shape.units.values() for p in points]
        assert len(spots) >= 8
        assert all(area.contains(shapely.Point(p)) for p in spots), id_


def test_the_tracks() -> None:
    tracks = load_geometry(FILE).tracks
    wanted = {"turn", "phase", "weather", "rp", "vp", "initiative", "cup", "air", "naval"}
    assert set(tracks) == wanted | {"supply-interdiction", "interdiction"}
    assert tracks["turn"].labels == tuple([str(n) for n in range(1, 14)])
    assert tracks["weather"].labels == ("Clear", "Light Overcast", "Heavy Overcast", "Storms")
    assert tracks["interdiction"].labels == ("A-B", "C-D-E", "F")
    assert tracks["rp"].labels[-1] == "30"


def test_the_track_prints_the_schedule() -> None:
    path = ROOT / "adjudicator" / "june_six" / "schedule.toml"
    turns = tomllib.loads(path.read_text(encoding="utf-8"))["turn"]
    data = map_data()
    assert data["resources"] == {n: [t["allied"], t["german"]] for n, t in turns.items()}
    assert [v.replace("–", "-") for v in data["turns"].values()] == [t["label"] for t in turns.values()]


# --- what is drawn -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_size_and_the_same_pixels_every_time() -> None:
    one, other = (draw_board("june-six", scale=SCALE) for _ in range(2))
    assert one.size == (519, 401)
    assert one.tobytes() == other.tobytes()


@pytest.mark.slow
def test_land_in_land_hexes_and_sea_in_sea_hexes() -> None:
    sheet = load_sheet()
    _, everything = coastline(sheet)
    shapely.prepare(everything)
    dry = set(sheet.dry())
    for space in sheet.board.spaces.values():
        if space.kind == "hex":
            shape = shapely.Polygon(sheet.lattice.corners(space.id))
            share = shape.intersection(everything).area / shape.area
            assert share > 0.3 if space.id in dry else share < 0.4, (space.id, share)


@pytest.mark.slow
def test_terrain_shapes_cover_their_hexes() -> None:
    sheet = load_sheet()
    shapes = {kind: shape.buffer(4) for kind, shape in terrain_shapes(sheet).items()}
    for shape in shapes.values():
        shapely.prepare(shape)
    for number in sheet.dry():
        kind = str(sheet.board.spaces[number]["terrain"])
        assert shapes[kind].contains(shapely.Point(sheet.lattice.centre(number))), number


@pytest.mark.slow
def test_rivers_roads_and_bridges_are_all_drawn() -> None:
    sheet = load_sheet()
    roads = [(line[0], line[-1]) for _, line in road_lines(sheet)]
    for edge in sheet.board.edges.values():
        if edge.road:
            (ax, ay), (bx, by) = sheet.lattice.centre(edge.a), sheet.lattice.centre(edge.b)
            gate = (ax + bx) / 2, (ay + by) / 2
            assert sum(gate in ends for ends in roads) == 2, edge.id
    assert {kind for kind, _ in river_lines(sheet)} == {"major-river"}
    drawn = [p for p in bridge_painters(sheet) if isinstance(p, partial) and p.func is bridge]
    assert len(drawn) == sum(e.bridge for e in sheet.board.edges.values()) > 10


def test_every_kind_of_hexside_is_drawn_and_explained() -> None:
    sheet = load_sheet()
    assert len(side_painters(sheet)) > 20
    kinds = {e.boundary for e in sheet.board.edges.values()} - {"open", "sea", "landing", "major-river"}
    assert {f"{kind}-side" for kind in kinds} <= {kind for kind, _ in sheet.key}
    terrains = {str(sheet.board.spaces[n]["terrain"]) for n in sheet.dry()}
    assert terrains <= {kind for kind, _ in sheet.key}


@pytest.mark.slow
def test_every_land_hex_prints_its_number() -> None:
    sheet = load_sheet()
    printed = [
        p.keywords["text"]
        for p in hex_painters(sheet)
        if isinstance(p, partial) and p.func is Canvas.text and "text" in p.keywords
    ]
    assert sorted(printed) == sorted(n.upper() for n in sheet.dry())


def test_arrows_lead_to_every_beach_hex() -> None:
    sheet = load_sheet()
    land = [e for e in sheet.board.edges.values() if e.boundary == "landing"]
    ways = landing_ways(sheet)
    assert len(ways) == len(land) >= 2
    heads = [head for _, head in ways]
    for number in sheet.beaches:
        x, y = sheet.lattice.centre(number)
        assert min(abs(x - a) + abs(y - b) for a, b in heads) < 60, number


def test_symbols_of_the_hexes() -> None:
    sheet, spaces = load_sheet(), load_sheet().board.spaces
    assert set(sheet.symbols) == {s.id for s in spaces.values() if s["strongpoint"]}
    assert {n: s for n, s in sheet.letters.items() if spaces[n]["entry"] != s} == {}
    assert set(sheet.port) == {s.id for s in spaces.values() if s["cherbourg"]}
    out = {s.id for s in spaces.values() if s["edge"]}
    assert len(sheet.leaving) == len(out)
    assert out <= set(sheet.exits)


def test_the_key_can_draw_each_of_its_rows() -> None:
    sheet = load_sheet()
    canvas = Canvas(Image.new("RGB", (sheet.geometry.width // 4, 1000)), 480, 0.25)
    for paint in hex_furniture_painters(sheet):
        paint(canvas)
    assert canvas.finish().getbbox() is not None


def test_a_pointed_hexagon_stands_on_a_point() -> None:
    ys = [y for _, y in hexagon((0, 0), 10, pointed=True)]
    assert sorted(round(y) for y in ys) == [-6, -3, -3, 3, 3, 6]


# --- what VASSAL calls it ----------------------------------------------------------------------------------


def test_two_zones_name_the_hexes_as_printed(window: Window) -> None:
    west, east = window.hex_zones
    assert (west.name, east.name) == ("Sheet W", "Sheet E")
    assert (west.letter, east.letter) == ("w", "e")
    for number in window.hexes:
        x, y = (round(v) for v in load_sheet().lattice.centre(number))
        place = window.find(x, y)
        assert place is not None
        assert place.name == number.upper()


def test_a_point_has_one_name(window: Window) -> None:
    chance = random.Random(44)
    for _ in range(4000):
        x, y = chance.randrange(window.width), chance.randrange(window.height)
        assert sum(zone.number(x, y) is not None for zone in window.hex_zones) <= 1


def test_the_module_names_the_hexes_as_printed(window: Window) -> None:
    """The build file, read as the engine reads it; the same rules agree with the engine elsewhere."""
    behind, sheets = board_hexes(window.hex_zones)
    assert [len(grid) for grid in behind] == [0]  # one grid without numbers, for distances over the seam
    name = "VASSAL.build.module."
    board = element(
        f"{name}map.boardPicker.Board",
        {"name": "Normandy", "image": "map.png"},
        element(f"{_GRID}ZonedGrid", None, *sheets),
    )
    tree: Any = element(
        "VASSAL.build.GameModule",
        {"name": "test"},
        element(f"{name}Map", {"mapName": "Map"}, element(f"{name}map.BoardPicker", None, board)),
    )
    assert b"$gridLocation$" in etree.tostring(tree)
    sizes = {"map.png": (window.width, window.height)}
    locator = Locator.from_module(tree, size_of=sizes.get)
    chance = random.Random(1944)
    for number in chance.sample(sorted(window.hexes), 300):
        x, y = (round(v) for v in load_sheet().lattice.centre(number))
        dx, dy = chance.randrange(-30, 31), chance.randrange(-27, 28)
        assert locator.location("Map", x + dx, y + dy) == number.upper()


def test_other_shifts_and_odd_ends_are_named_too() -> None:
    for shifted in ("odd", "even"):
        for last in (8, 9):
            west = Sheet("w", (1, last), (3, 9), line=2, place=-2)
            east = Sheet("e", (1, last), (20, 24), line=2, place=-12)
            lattice = LineLattice(200, 1000, 70, 60, LineGrid((west, east), shifted))
            zones = hex_zones(lattice, (1200, 1200))
            for number in lattice.numbers:
                x, y = (round(v) for v in lattice.centre(number))
                assert [z.number(x, y) for z in zones if z.number(x, y)] == [number], (shifted, last)
