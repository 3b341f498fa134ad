"""Location names, against answers of engine 3.7.26 and by hand."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from module_builder.vassal.buildfile import element, parse_build_file
from module_builder.vassal.commands import PlacedBoard, SetBoards
from module_builder.vassal.errors import FormatError
from module_builder.vassal.geometry import OFFBOARD, Board, BoardMap, DeckPoint, Locator, image_size
from module_builder.vassal.grids import (
    HexGrid,
    Numbering,
    Region,
    RegionGrid,
    SquareGrid,
    Zone,
    ZonedGrid,
    axis_name,
    fill_format,
)
from module_builder.vassal.polygon import Polygon

HERE = Path(__file__).parent
M, MAP = "VASSAL.build.module.", "VASSAL.build.module.map."


def engine_rows() -> list[dict[str, str]]:
    with (HERE / "engine_locations.csv").open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def engine_locator() -> Locator:
    return Locator.from_module(parse_build_file((HERE / "engine_geometry.xml").read_bytes()))


@pytest.mark.parametrize("map_name", ["H1", "H2", "H3", "H4", "S1", "S2", "Z1", "N1"])
def test_every_point_is_named_as_the_engine_names_it(map_name: str) -> None:
    locator = engine_locator()
    rows = [row for row in engine_rows() if row["map"] == map_name]
    assert len(rows) >= 60
    for row in rows:
        x, y = int(row["x"]), int(row["y"])
        assert locator.location(map_name, x, y) == row["location"], row
        assert (locator.zone(map_name, x, y) or "") == row["zone"], row


def test_the_worked_module() -> None:
    grid = HexGrid(40, 40, 69.3, 80.0, False, Numbering(stagger=False), 900, 700)
    assert grid.name(178, 360) == "0305"
    assert grid.center(2, 4) == (178, 360)
    assert grid.name(*grid.center(1, 0)) == "0201"
    assert grid.center(1, 0) == (109, 80)
    staggered = HexGrid(40, 40, 69.3, 80.0, False, Numbering(), 900, 700)
    assert staggered.name(109, 0) == "0201"


@given(st.integers(-3, 30), st.integers(-3, 30), st.booleans(), st.booleans())
def test_centres_are_named_by_their_own_cell(column: int, row: int, sideways: bool, even: bool) -> None:
    grid = HexGrid(33, 44, 60.0 if even else 60.5, 70.0, sideways, Numbering(stagger=False), 2000, 2000)
    assert grid.cell(*grid.center(column, row)) == (column, row)


@pytest.mark.parametrize(
    ("number", "kind", "leading", "name"),
    [
        (0, "A", 0, "A"),
        (25, "A", 0, "Z"),
        (26, "A", 0, "AA"),
        (28, "A", 0, "CC"),
        (52, "A", 0, "AAA"),
        (-1, "A", 0, "-B"),
        (5, "N", 0, "5"),
        (5, "N", 1, "05"),
        (5, "N", 3, "0005"),
        (50, "N", 3, "0050"),
        (123, "N", 1, "123"),
        (-5, "N", 1, "-05"),
    ],
)
def test_axis_names(number: int, kind: str, leading: int, name: str) -> None:
    assert axis_name(number, kind, leading) == name


def test_square_grids() -> None:
    grid = SquareGrid(24, 24, 48.0, 48.0, Numbering(first="V", sep="-", h_descend=True), 480, 480)
    assert grid.name(24, 24) == "01-11"
    assert SquareGrid().name(1, 1) is None


# --- polygons

POINTS = st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=3, max_size=6)


def winding_parity(points: list[tuple[int, int]], x: float, y: float) -> bool:
    inside = False
    for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            inside = not inside
    return inside


@given(POINTS, st.integers(0, 20), st.integers(0, 20))
def test_polygons_hold_what_lies_well_inside(points: list[tuple[int, int]], x: int, y: int) -> None:
    scaled = [(1000 * a, 1000 * b) for a, b in points]
    at = (1000 * x + 137, 1000 * y + 411)
    assert Polygon(tuple(scaled)).contains(*at) == winding_parity(scaled, *at)


def test_neighbours_share_no_pixel_and_leave_none() -> None:
    left, right = Polygon.parse("0,0;10,0;13,10;0,10"), Polygon.parse("10,0;20,0;20,10;13,10")
    for x in range(20):
        for y in range(10):
            assert left.contains(x, y) + right.contains(x, y) == 1


def test_odd_paths() -> None:
    assert Polygon.parse("").points == ()
    assert Polygon.parse("1,2; 3 , 4 ;x,y;5;6,7").points == ((1, 2), (3, 4), (6, 7))
    assert not Polygon.parse("0,0;10,10").contains(5, 5)
    assert Polygon.parse("").size == (0, 0)
    assert Polygon.parse("5,5;25,5;5,45").size == (20, 40)


# --- zones, regions, boards


def test_the_first_zone_wins_and_the_background_serves_outside() -> None:
    bridge = Zone("Bridge", Polygon.parse("8,0;12,0;12,4;8,4"))
    left = Zone("Left", Polygon.parse("0,0;10,0;10,10;0,10"))
    grid = ZonedGrid((bridge, left), RegionGrid((Region("Sea", 99, 99),)))
    assert (grid.name(9, 1), grid.name(9, 5), grid.name(50, 50)) == ("Bridge", "Left", "Sea")
    assert ZonedGrid((left,)).name(50, 50) is None


def test_regions() -> None:
    regions = RegionGrid((Region("A", 0, 0), Region("B", 10, 0), Region("C", 10, 0)))
    assert regions.name(9, 0) == "C"
    assert RegionGrid().name(0, 0) is None


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("$name$", "N"),
        ("$gridLocation$", ""),
        ("a$name$b", "aNb"),
        ("$other$", "other"),
        ("5$", "5$"),
        ("$a$b", "ab"),
    ],
)
def test_formats(text: str, filled: str) -> None:
    expected = filled.replace("5$", "5")
    assert fill_format(text, {"name": "N", "gridLocation": None}) == expected


def two_boards(reversed_second: bool = False) -> BoardMap:
    zone = Zone("Z", Polygon.parse("0,0;10,0;10,10;0,10"))
    boards = {"A": Board("A", 100, 50, ZonedGrid((zone,))), "B": Board("B", 80, 50, ZonedGrid((zone,)))}
    layout = (PlacedBoard("A"), PlacedBoard("B", 1, 0, reversed_second), PlacedBoard("gone", 2, 0))
    return BoardMap(
        "Main", boards, layout, (5, 7), (DeckPoint("Cup", "B", 30, 30), DeckPoint("Box", "", 1, 1))
    )


def test_boards_lie_side_by_side_inside_the_edge() -> None:
    board_map = two_boards()
    assert [board_map.location(x, 7) for x in (4, 5, 14, 15, 105, 114, 115, 184, 185)] == [
        *[OFFBOARD, "Z", "Z", OFFBOARD, "Z", "Z", OFFBOARD, OFFBOARD, OFFBOARD]
    ]
    assert (board_map.location(105 + 30, 37), board_map.location(6, 8)) == ("Cup", "Box")
    assert (board_map.zone(106, 8), board_map.zone(50, 30), board_map.zone(0, 0)) == ("Z", None, None)


def test_a_turned_board_is_read_from_the_other_corner() -> None:
    assert two_boards(reversed_second=True).location(105 + 75, 7 + 45) == "Z"


def test_a_save_lays_out_the_boards() -> None:
    locator = Locator({"Main": two_boards()}).with_boards(
        [SetBoards("Main", (PlacedBoard("B"),)), SetBoards("x", ())]
    )
    assert locator.location("Main", 5, 7) == "Z"
    assert locator.location("Main", 105, 7) == OFFBOARD
    assert (locator.location("none", 0, 0), locator.zone(None, 0, 0)) == (OFFBOARD, None)


def module(*boards: tuple[str, dict[str, object]], setup: str = "") -> Locator:
    grid = "VASSAL.build.module.map.boardPicker.board."
    nodes = [
        element(MAP + "boardPicker.Board", {"name": n, **a}, element(grid + "ZonedGrid")) for n, a in boards
    ]
    extra = [element("setup", text=setup)] if setup else []
    picker = element(MAP + "BoardPicker", {}, *nodes, *extra)
    root = element("VASSAL.build.GameModule", {}, element(M + "Map", {"mapName": "Main"}, picker))
    return Locator.from_module(root, size_of={"big.png": (3000, 2000)}.get)


def test_image_boards_take_the_size_of_their_image() -> None:
    boards = module(
        ("A", {"image": "big.png"}), ("B", {"image": "none.png"}), ("C", {"width": 7, "height": 8})
    )
    sizes = {name: (b.width, b.height) for name, b in boards.maps["Main"].boards.items()}
    assert sizes == {"A": (3000, 2000), "B": (500, 500), "C": (7, 8)}
    assert [b.name for b in boards.maps["Main"].layout] == ["A"]


def test_the_default_setup_lays_out_the_boards() -> None:
    boards = module(("A", {}), ("B", {}), setup="MainBoardPicker\tB/rev\t0\t0\tA\t1\t0").maps["Main"]
    assert boards.layout == (PlacedBoard("B", 0, 0, True), PlacedBoard("A", 1, 0))


@pytest.mark.parametrize("value", ["x", "nan", "inf", "1e99", "--1"])
def test_numbers_that_are_none(value: str) -> None:
    with pytest.raises(FormatError, match="a number"):
        module(("A", {"width": value}))


def test_a_grid_without_width() -> None:
    data = (HERE / "engine_geometry.xml").read_bytes().replace(b'dx="69.3"', b'dx="0"')
    with pytest.raises(FormatError, match="above 0"):
        Locator.from_module(parse_build_file(data))


# --- image sizes


@pytest.mark.parametrize("form", ["PNG", "GIF", "JPEG"])
def test_image_sizes(form: str) -> None:
    from PIL import Image

    out = io.BytesIO()
    Image.new("RGB", (123, 45)).save(out, form)
    assert image_size(out.getvalue()) == (123, 45)


@pytest.mark.parametrize(
    "data",
    [b"", b"hello", b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"\xff\xd8\xff\xda\0\0\0\0\0\0\0", b"GIF89"],
)
def test_no_image(data: bytes) -> None:
    assert image_size(data) is None
