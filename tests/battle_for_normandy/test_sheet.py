"""The map of The Battle for Normandy: boards that join, furniture, what is drawn, and that seams match."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path

import pytest
import shapely
from PIL import Image, ImageChops

from maps.battle_for_normandy.grid import GRID, direction
from maps.battle_for_normandy.ground import all_hexes
from maps.battle_for_normandy.layout import geometry_text, map_data
from maps.battle_for_normandy.painted_ground import GROUNDS
from maps.battle_for_normandy.painted_key import KEY, key_pieces
from maps.battle_for_normandy.painted_lines import RANKS, river_courses, road_lines
from maps.battle_for_normandy.painted_map import beach_ratings
from maps.battle_for_normandy.sheet import load_sheet
from maps.battle_for_normandy.shore import build_shore
from maps.drawing import Canvas, Piece
from maps.errors import DataError
from maps.geometry import LineLattice, Part, load_geometry
from maps.hexdrawing_sheet import HexSheet
from maps.hexlayout import track_lines
from maps.render import draw_board, map_size

ROOT = Path(__file__).parents[2]
FILE = ROOT / "maps" / "battle_for_normandy" / "geometry.toml"
GAME = "battle-for-normandy"


@pytest.fixture(scope="module")
def sheet() -> HexSheet:
    return load_sheet()


@pytest.fixture(scope="module")
def lattice(sheet: HexSheet) -> LineLattice:
    found = sheet.lattice
    assert isinstance(found, LineLattice)
    return found


def furniture(sheet: HexSheet) -> dict[str, shapely.Polygon]:
    """Every box, cell and panel."""
    found = {k: shapely.Polygon(s.polygon) for k, s in sheet.geometry.boxes.items()}
    for track in sheet.geometry.tracks.values():
        for label, box in track.named.items():
            found[f"{track.id} {label}"] = shapely.Polygon(box.corners)
    for name, (x, y, w, h) in sheet.furniture.items():
        found[name] = shapely.box(x, y, x + w, y + h)
    return found


def part_of(sheet: HexSheet, number: str) -> Part:
    (found,) = [p for p in sheet.geometry.parts if p.shows(*sheet.lattice.centre(number))]
    return found


# --- lattice and boards ------------------------------------------------------------------------------------


def test_the_numbers_are_those_of_the_game(lattice: LineLattice) -> None:
    assert lattice.grid == GRID
    assert (lattice.dx, lattice.dy) == (66, 57)
    x, y = lattice.centre("c3014")
    assert lattice.centre("c3013") == (x + 66, y)
    assert lattice.centre("c2913") == (x + 33, y - 57)


def test_hexes_are_found_at_their_centres_under_their_first_numbers(lattice: LineLattice) -> None:
    for number in all_hexes()[::7]:
        x, y = lattice.centre(number)
        assert lattice.at(x + 20, y - 18) == number


def test_directions_point_as_the_rose_shows(lattice: LineLattice) -> None:
    x, y = lattice.centre("a4118")
    turns = [(1, -1), (1, 0), (1, 1), (-1, 1), (-1, 0), (-1, -1)]
    for way, (right, down) in enumerate(turns, 1):
        other = direction("a4118", way)
        assert other is not None
        ox, oy = lattice.centre(other)
        assert ((ox > x) - (ox < x), (oy > y) - (oy < y)) == (right, down)


def test_every_hex_lies_on_one_board(sheet: HexSheet) -> None:
    counts = Counter(
        sum(p.shows(*sheet.lattice.centre(n)) for p in sheet.geometry.parts) for n in all_hexes()
    )
    assert set(counts) == {1}


@pytest.mark.parametrize(
    ("number", "board"),
    [
        ("a4209", "A"), ("b1108", "B"), ("b4908", "B"), ("c1829", "C"), ("c3014", "C"), ("e0201", "C"),
        ("d0205", "D"), ("e1701", "E"), ("f1901", "F"), ("g2301", "G"),
    ],
)  # fmt: skip
def test_hexes_of_each_board(sheet: HexSheet, number: str, board: str) -> None:
    assert part_of(sheet, number).name == board


def test_the_boards_join_in_a_board_picker_of_two_columns(sheet: HexSheet) -> None:
    parts = {(p.column, p.row): p for p in sheet.geometry.parts}
    assert set(parts) == {(c, r) for c in (0, 1) for r in range(4)}
    for column in (0, 1):
        top = 0
        for row in range(4):
            part, beside = parts[column, row], parts[0, row]
            left, first, _, height = part.rect
            assert first == top
            assert left == (0 if column == 0 else beside.rect[2])
            top += height
        assert top == sheet.geometry.height
    for row in range(4):
        assert parts[0, row].rect[2] + parts[1, row].rect[2] == sheet.geometry.width
    assert {p.name for p in parts.values() if p.expansion} == {"F", "G"}


def test_boards_neither_overlap_nor_leave_gaps(sheet: HexSheet) -> None:
    shapes = [shapely.box(x, y, x + w, y + h) for x, y, w, h in (p.rect for p in sheet.geometry.parts)]
    whole = shapely.union_all(shapes)
    assert whole.area == sum(s.area for s in shapes) == sheet.geometry.width * sheet.geometry.height


def test_a_board_is_asked_for_by_its_name(sheet: HexSheet) -> None:
    assert sheet.geometry.part("channel").title == "Channel"
    assert map_size(GAME, 112, "C") == (3828, 2792)
    with pytest.raises(DataError, match="Channel"):
        map_size(GAME, 112, "H")
    with pytest.raises(DataError, match="one board"):
        map_size("june-six", 112, "A")


# --- geometry and furniture --------------------------------------------------------------------------------


def test_the_geometry_is_made_from_the_map_file() -> None:
    assert FILE.read_text(encoding="utf-8") == geometry_text()
    geometry = load_geometry(FILE)
    assert geometry.version == 1
    assert geometry.counter <= 57


def test_rows_of_a_track_may_have_their_own_lengths() -> None:
    track = {
        "title": "T",
        "labels": ["1", "2", "3"],
        "at": [0, 0],
        "box": [2, 1],
        "columns": 2,
        "rows": [1, 2],
    }
    assert track_lines(track, 1)[-1] == "boxes = [[0, 0, 2, 1], [0, 1, 2, 1], [2, 1, 2, 1]]"


def test_every_space_off_the_hexes_has_its_box(sheet: HexSheet) -> None:
    off = {s.id for s in sheet.board.spaces.values() if s.kind != "hex"} - {"turn-track"}
    assert off == set(sheet.geometry.boxes)
    for id_ in off:
        shape = sheet.geometry.boxes[id_]
        room = shapely.Polygon(shape.polygon).buffer(-sheet.geometry.counter / 2 + 1)
        spots = [p for points in shape.units.values() for p in points]
        assert len(spots) >= 4
        assert all(room.contains(shapely.Point(p)) for p in spots), id_


def test_boxes_lie_apart_each_on_one_board(sheet: HexSheet) -> None:
    shapes = furniture(sheet)
    boards = [shapely.box(x, y, x + w, y + h) for x, y, w, h in (p.rect for p in sheet.geometry.parts)]
    for name, shape in shapes.items():
        assert sum(board.contains(shape) for board in boards) == 1, name
    names, inner = list(shapes), [shape.buffer(-1) for shape in shapes.values()]
    pairs = shapely.STRtree(inner).query(inner, predicate="intersects").T.tolist()
    assert [(names[i], names[j]) for i, j in pairs if i != j] == []


def test_boxes_lie_off_the_land_and_off_the_hexes_of_the_sea(sheet: HexSheet, lattice: LineLattice) -> None:
    hexes = [s.id for s in sheet.board.spaces.values() if s.kind == "hex"]
    tree = shapely.STRtree(shapely.polygons([lattice.corners(n) for n in hexes]))
    _, land = build_shore(lattice, (sheet.geometry.width, sheet.geometry.height))
    shapely.prepare(land)
    for name, shape in furniture(sheet).items():
        met = [hexes[i] for i in tree.query(shape.buffer(-2), predicate="intersects")]
        assert not met, (name, met)
        assert not land.intersects(shape), name


def test_the_tracks(sheet: HexSheet) -> None:
    tracks = sheet.geometry.tracks
    assert tracks["turn"].labels == tuple([str(n) for n in range(6, 77)])  # 6 June to 15 August
    assert tracks["time"].labels == ("Night", "AM", "PM")
    assert tracks["recon"].labels[-1] == "6"
    for track in ("vp", "supply", "air", "port", "mulberry-us", "mulberry-commonwealth"):
        assert tracks[track].labels == tuple("0123456789")
    for nation in ("us", "commonwealth", "german", "cotentin"):
        assert tracks[f"step-loss-{nation}"].labels == tuple("012345")
        assert tracks[f"rem-{nation}"].labels[-1] == tracks[f"rp-{nation}"].labels[-1] == "10"
    assert {f"interdiction-{letter}" for letter in "abcde"} <= set(tracks)


def test_the_weather_track_has_the_rows_of_the_table(sheet: HexSheet) -> None:
    path = ROOT / "adjudicator" / "battle_for_normandy" / "weather.toml"
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["weather"]
    assert sheet.geometry.tracks["weather"].labels == tuple(row["title"] for row in rows.values())


# --- what is drawn -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_land_in_land_hexes_and_sea_in_sea_hexes(sheet: HexSheet, lattice: LineLattice) -> None:
    _, everything = build_shore(lattice, (sheet.geometry.width, sheet.geometry.height))
    shapely.prepare(everything)
    hexes = [s for s in sheet.board.spaces.values() if s.kind == "hex"]
    shapes = shapely.polygons([lattice.corners(s.id) for s in hexes])
    whole = shapely.contains_properly(everything, shapes)
    for space, shape, covered in zip(hexes, shapes, whole, strict=True):
        if covered:
            assert space["terrain"] != "sea", space.id
        elif space["terrain"] == "sea" or space["coastal"]:
            share = shape.intersection(everything).area / shape.area
            assert share < 0.5 if space["terrain"] == "sea" else share > 0.25, (space.id, share)


@pytest.mark.slow
def test_every_road_and_water_is_drawn(sheet: HexSheet) -> None:
    ends = {(round(p[0]), round(p[1])) for _, line in road_lines(sheet) for p in (line[0], line[-1])}
    kinds = {kind for kind, _ in road_lines(sheet)}
    assert kinds <= set(RANKS)
    for edge in sheet.board.edges.values():
        if edge.road:
            (ax, ay), (bx, by) = sheet.lattice.centre(edge.a), sheet.lattice.centre(edge.b)
            assert (round((ax + bx) / 2), round((ay + by) / 2)) in ends, edge.id
    assert {river.kind for river in river_courses(sheet)} == {"stream", "major-river"}


def test_the_key_explains_what_the_map_shows(sheet: HexSheet) -> None:
    kinds = {kind for kind, _ in KEY}
    boundaries = {e.boundary for e in sheet.board.edges.values()} - {"open", "sea"}
    roads = {e.road for e in sheet.board.edges.values()} - {""}
    terrains = {str(sheet.board.spaces[n]["terrain"]) for n in sheet.dry()}
    assert boundaries | roads | terrains <= kinds
    assert terrains - {"beach"} == set(GROUNDS)


def test_the_key_can_draw_each_of_its_rows(sheet: HexSheet) -> None:
    x, y, w, h = (round(v / 2) for v in sheet.furniture["legend"])
    canvas = Canvas(Image.new("RGB", (w, h)), y, 0.5, x)
    for piece in key_pieces(sheet):
        piece(canvas)
    assert canvas.finish().getbbox() is not None


def test_ratings_of_the_beaches() -> None:
    ratings = beach_ratings()
    assert ratings["pointe-du-hoc"] == ("Drift 10",)  # Rangers never drift there (18.3)
    assert len(ratings) == 23


def test_names_of_the_entries_are_printed(sheet: HexSheet) -> None:
    """Where a way goes on to another map, only the map alone names it."""
    names = {
        kind: {label.text for label in sheet.labels if label.kind == kind} for kind in ("entry", "passing")
    }
    assert {"Cabourg", "Vimoutiers"} <= names["entry"]
    assert {"Avranches"} <= names["passing"]
    assert {label.text for label in sheet.labels} >= {"Caen", "Cherbourg", "Falaise", "BAY OF THE SEINE"}
    edges = {s.id for s in sheet.board.spaces.values() if s.kind == "hex" and s["edge"]}
    assert set(sheet.exits) <= edges
    assert len(sheet.leaving) + len(sheet.passing) == len(edges)


def test_a_piece_paints_only_where_it_reaches() -> None:
    seen: list[str] = []
    canvas = Canvas(Image.new("RGB", (100, 50)), 200, 1.0, 300)
    for name, bounds in {
        "in": (310, 210, 320, 220), "left": (0, 210, 290, 220), "right": (410, 210, 420, 220),
        "above": (310, 0, 320, 190), "below": (310, 260, 320, 280),
    }.items():  # fmt: skip
        Piece(bounds, lambda _, name=name: seen.append(name))(canvas)  # type: ignore[misc]
    assert seen == ["in"]


def test_a_label_of_parts_stands_where_the_text_would() -> None:
    boxes = []
    for parts in (("C3014",), ("C", "30", "14")):
        canvas = Canvas(Image.new("RGB", (80, 40)), 0, 1.0)
        if len(parts) == 1:
            canvas.text((40, 20), parts[0], face="sans", size=12, fill=(255, 255, 255), halo=(90, 90, 90))
        else:
            canvas.label((40, 20), parts, face="sans", size=12, fill=(255, 255, 255), halo=(90, 90, 90))
        boxes.append(canvas.finish().getbbox())
    one, other = boxes
    assert one is not None
    assert other is not None
    assert all(abs(a - b) <= 1 for a, b in zip(one, other, strict=True))


@pytest.mark.slow
def test_the_ground_of_two_boards_is_the_same_along_their_seam(sheet: HexSheet) -> None:
    """Two parts that overlap show the same ground, whatever lies about them."""
    assert sheet.own_ground is not None
    one = sheet.own_ground(sheet, 1.0, (4032, 2400, 400, 300)).band(0, 300)
    other = sheet.own_ground(sheet, 1.0, (4232, 2500, 400, 300)).band(0, 300)
    off = ImageChops.difference(one.crop((200, 100, 400, 300)), other.crop((0, 0, 200, 200)))
    assert off.convert("L").getextrema()[1] < 12  # type: ignore[operator]


@pytest.mark.slow
def test_size_and_the_same_pixels_every_time() -> None:
    one, other = (draw_board(GAME, "Channel", scale=0.05) for _ in range(2))
    assert one.size == (191, 93)
    assert one.tobytes() == other.tobytes()


def test_the_map_file_names_every_board_in_the_picker() -> None:
    assert list(map_data()["boards"]) == ["A", "B", "D", "F", "Channel", "C", "E", "G"]
