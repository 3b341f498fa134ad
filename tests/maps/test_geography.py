"""The projection, the coast file and the ground of the game."""

from __future__ import annotations

from pathlib import Path

import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from maps.breakout_normandy.board import load_board
from maps.breakout_normandy.ground import build_land, load_sheet, projection, rivers
from maps.errors import DataError
from maps.geography import MILES_PER_DEGREE, Projection, clip_lines, read_lines

degrees = st.tuples(st.floats(-2.2, 1.2), st.floats(48.2, 50.0))


@given(degrees, st.floats(-30, 30), st.floats(1, 5))
def test_projection_and_back(place: tuple[float, float], turn: float, miles: float) -> None:
    sheet = Projection(lon=-1.95, lat=49.735, left=0.2, top=0.3, miles_per_inch=miles, turn=turn)
    lon, lat = sheet.to_degrees(*sheet.to_sheet(*place))
    assert lon == pytest.approx(place[0], abs=1e-9)
    assert lat == pytest.approx(place[1], abs=1e-9)


@given(degrees, st.floats(-30, 30))
def test_projection_keeps_distances(place: tuple[float, float], turn: float) -> None:
    sheet = Projection(lon=0, lat=49, left=0, top=0, miles_per_inch=2.0, turn=turn)
    (ax, ay), (bx, by) = sheet.to_sheet(*place), sheet.to_sheet(place[0], place[1] + 1)
    assert ((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5 == pytest.approx(MILES_PER_DEGREE / 2)


def test_north_leans_to_the_right() -> None:
    sheet = Projection(lon=0, lat=49, left=0, top=0, miles_per_inch=2.0, turn=10)
    x, y = sheet.to_sheet(0, 50)
    assert x > 0
    assert y < 0


@pytest.mark.parametrize("text", ["", "[]", '{"lines": [[1, 2, 3]]}', '{"line": []}', '{"lines": 4}'])
def test_a_broken_coast_file(tmp_path: Path, text: str) -> None:
    file = tmp_path / "coast.json"
    file.write_text(text)
    with pytest.raises(DataError, match=r"coast\.json"):
        read_lines(file)


def test_clip_splits_a_line_that_leaves_and_returns() -> None:
    line = [(0.0, 0.0), (5.0, 0.0), (6.0, 0.0), (7.0, 0.0), (1.0, 0.0)]
    assert clip_lines([line], -1, -1, 2, 1) == [[(0.0, 0.0), (5.0, 0.0)], [(7.0, 0.0), (1.0, 0.0)]]


def test_every_area_stands_on_land_in_its_true_place() -> None:
    land, sheet = build_land(), load_sheet()
    scale = sheet.geometry.pixels_per_inch
    for key, shape in sheet.geometry.areas.items():
        polygon = shapely.Polygon(shape.polygon)
        source = load_board().spaces[key].sources.of("lat")
        assert source.startswith("history"), key
        assert land.buffer(0.1).contains(shapely.Point(shape.symbol[0] / scale, shape.symbol[1] / scale))
        assert polygon.area > 1.4 * scale**2, key


@pytest.mark.parametrize(
    ("lon", "lat", "area"),
    [
        (-0.360, 49.187, "caen"),
        (-1.619, 49.636, "cherbourg"),
        (-0.704, 49.277, "bayeux"),
        (-1.090, 49.116, "st-lo"),
        (-1.248, 49.303, "carentan"),
        (-1.317, 49.410, "st-mere-eglise"),
        (-1.471, 49.509, "valognes"),
        (-0.654, 49.080, "villars-bocage"),
        (-1.104, 49.316, "isigny"),
        (-0.182, 49.178, "troarn"),
        (-0.255, 49.231, "merville"),
    ],
)
def test_towns_lie_in_their_areas(lon: float, lat: float, area: str) -> None:
    shape = load_sheet().geometry
    x, y = projection().to_sheet(lon, lat)
    point = shapely.Point(x * shape.pixels_per_inch, y * shape.pixels_per_inch)
    assert shapely.Polygon(shape.areas[area].polygon).buffer(2).contains(point)


def test_river_borders_follow_rivers() -> None:
    sheet = load_sheet()
    water = shapely.union_all([shapely.LineString(c) for c in sheet.rivers]).buffer(25)
    lines = [
        shapely.LineString(line)
        for key, parts in sheet.geometry.borders.items()
        for line in parts
        if sheet.board.edges[key].boundary == "river"
    ]
    along = sum(line.intersection(water).length for line in lines)
    assert along > 0.8 * sum(line.length for line in lines)


def test_rivers_are_named_once_and_long_enough() -> None:
    courses = rivers()
    assert {
        "Orne",
        "Dives",
        "Odon",
        "Seulles",
        "Aure",
        "Drome",
        "Vire",
        "Taute",
        "Douve",
        "Merderet",
        "Ay",
    } <= set(courses)
    assert all(shapely.LineString(c).length > 1 for c in courses.values())
