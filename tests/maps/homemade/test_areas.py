"""Areas from a drawing: shapes, adjacency, what lies between them, and what is said of wrong drawings."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.homemade.areashapes import closed
from maps.homemade.board import load_board
from maps.homemade.chart import chart_of
from maps.homemade.layout import geometry_of
from maps.homemade.svgpath import path_rings
from tests.maps.homemade.folders import AREAS, areas, fault_of

SVG = AREAS["areas.svg"]


def test_a_common_border_makes_neighbours(tmp_path: Path) -> None:
    board = load_board(areas(tmp_path))
    assert sorted(board.edges) == ["east/middle", "middle/west"]
    assert board.spaces["west"].features == {"terrain": "field", "vp": 1, "mood": "gay"}
    assert board.spaces["middle"]["vp"] is None
    assert board.spaces["west"].sources.default == "owner"


def test_edges_say_what_lies_on_a_border(tmp_path: Path) -> None:
    edges = "a,b,boundary,bridge,road,source\nwest,middle,brook,yes,lane,rule 3.2\neast,west,ferry,,,\n"
    board = load_board(areas(tmp_path, edges_csv=edges))
    edge = board.edges["middle/west"]
    assert (edge.boundary, edge.bridge, edge.road, edge.sources.default) == (
        "brook",
        True,
        "lane",
        "rule 3.2",
    )
    assert board.edges["east/west"].boundary == "ferry"
    assert board.edges["east/middle"].boundary == "open"


def test_none_parts_what_touches(tmp_path: Path) -> None:
    folder = areas(tmp_path, edges_csv="a,b,boundary\nwest,middle,none\n")
    assert sorted(load_board(folder).edges) == ["east/middle"]
    assert sorted(geometry_of(folder)["borders"]) == ["east/middle"]


def test_boxes_are_spaces_that_edges_may_reach(tmp_path: Path) -> None:
    box = '[[box]]\nid = "fleet"\ntitle = "The Fleet"\nrect = [1, 1, 1, 1]\nwho = "red"\n'
    edges = "a,b\nfleet,west\n"
    board = load_board(areas(tmp_path, map_toml=AREAS["map.toml"] + box, edges_csv=edges))
    assert (board.spaces["fleet"].kind, board.spaces["fleet"].name) == ("box", "The Fleet")
    assert board.edges["fleet/west"].boundary == "link"


def test_shapes_go_by_label_title_or_id_and_through_transforms(tmp_path: Path) -> None:
    svg = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
 viewBox="0 0 60 40"><defs><path id="unseen" d="M0 0h1v1z"/></defs>
<rect id="frame" width="60" height="40"/>
<g id="g1" inkscape:label="areas" transform="scale(10) translate(1 0)">
<rect id="r1" inkscape:label="west" width="2" height="4" transform="translate(-1,0)"/>
<g transform="matrix(1 0 0 1 1 0)"><rect id="r2" width="2" height="4"><title>middle</title></rect></g>
<path id="east" transform="rotate(90 4 2)" d="M2 1 v2 h4 v-2 z"/></g></svg>"""
    chart = chart_of(areas(tmp_path, areas_svg=svg))
    assert [round(v) for v in chart.shapes["west"].bounds] == [0, 0, 200, 400]
    assert [round(v) for v in chart.shapes["middle"].bounds] == [200, 0, 400, 400]
    assert [round(v) for v in chart.shapes["east"].bounds] == [400, 0, 600, 400]


def test_geojson_fills_its_rectangle_north_up(tmp_path: Path) -> None:
    def square(id_: str, west: float) -> dict[str, object]:
        ring = [[west, 0], [west + 1, 0], [west + 1, 2], [west, 2], [west, 0]]
        return {"properties": {"slug": id_}, "geometry": {"type": "Polygon", "coordinates": [ring]}}

    data = {"features": [square("west", 0), square("middle", 1), square("east", 2)]}
    map_toml = AREAS["map.toml"].replace(
        "[areas]", '[areas]\nfile = "areas.geojson"\nkey = "slug"\nrect = [0, 1, 6, 3]'
    )
    folder = areas(tmp_path, map_toml=map_toml, areas_geojson=json.dumps(data))
    chart = chart_of(folder)
    assert sorted(chart.borders) == ["east/middle", "middle/west"]
    left, top, right, bottom = (round(v) for v in chart.shapes["middle"].bounds)
    assert (top, bottom, (left + right) // 2) == (100, 400, 300)
    (folder / "areas.geojson").write_text(json.dumps({"features": [{"geometry": {"type": "Point"}}]}))
    assert fault_of(folder) == "areas.geojson, feature 1: expected a property 'slug' with the id of a space"
    (folder / "areas.geojson").write_text("{}")
    assert fault_of(folder) == "areas.geojson: expected a FeatureCollection of GeoJSON with polygons"
    wrong = {
        "features": [{"properties": {"slug": "west"}, "geometry": {"type": "Point", "coordinates": [1, 2]}}]
    }
    (folder / "areas.geojson").write_text(json.dumps(wrong))
    assert fault_of(folder) == "areas.geojson, feature 1: expected a Polygon or MultiPolygon, not Point"


SVG_FAULTS = [
    (
        'id="east"',
        'id="eats"',
        "areas.svg, shape eats: expected the id of an Area of spaces.csv; Did you mean east?",
    ),
    (
        'id="east"',
        'id="xyz"',
        (
            "areas.svg, shape xyz: expected the id of an Area of spaces.csv; add a row to spaces.csv, or "
            "keep Areas in a group called areas"
        ),
    ),
    (
        '<path id="east" d="M4 0h2v4h-2z"/>',
        "",
        (
            "spaces.csv, line 4, column id: expected the id of a shape in areas.svg; no shape there is "
            "called 'east'; Did you mean west?"
        ),
    ),
    (
        'id="east"',
        'id="west"',
        "areas.svg, shape west: expected one shape for the Area 'west'; there is another one",
    ),
    (
        "M4 0h2v4h-2z",
        "M3 0h3v4h-3z",
        (
            "areas.svg, shapes middle and east: expected Areas that do not overlap; 50% of the smaller one "
            "lies in the other; a drawing program cuts one out of the other (difference)"
        ),
    ),
    (
        "M4 0h2v4h-2z",
        "M4 0L6 4V0L4 4z",
        (
            "areas.svg, shape east: expected an outline that does not cross itself; it does near x 500, y "
            "200 (pixels)"
        ),
    ),
    (
        "M4 0h2v4h-2z",
        "M4 0h2v4h",
        "areas.svg, line 4, shape east: expected a shape of SVG (1 numbers after each h)",
    ),
    (
        "M4 0h2v4h-2z",
        "M4 0h2v4k",
        "areas.svg, line 4, shape east: expected a shape of SVG (path data, not 'k')",
    ),
    (
        'viewBox="0 0 6 4"',
        "",
        'areas.svg, line 1: expected a viewBox="0 0 WIDTH HEIGHT"; save the drawing with one',
    ),
    (
        'id="east"',
        'id="east" transform="turn(3)"',
        "areas.svg, line 4, shape east: expected a transform of SVG, not 'turn(3)'",
    ),
    (
        "</svg>",
        "",
        "areas.svg, line 6: expected a readable SVG file",
    ),
    (
        "svg",
        "html",
        "areas.svg, line 1: expected an <svg> as SVG has it; save the drawing as plain SVG",
    ),
]


@pytest.mark.parametrize(("old", "new", "said"), SVG_FAULTS)
def test_wrong_drawings_are_refused(old: str, new: str, said: str, tmp_path: Path) -> None:
    assert fault_of(areas(tmp_path, areas_svg=SVG.replace(old, new))) == said


TABLE_FAULTS = [
    (
        "spaces_csv",
        "id,nam\nwest,West\n",
        "spaces.csv, line 1: expected a column 'name'; Is 'nam' meant?",
    ),
    (
        "spaces_csv",
        "id,name\nwest,West\n",
        (
            "spaces.csv, line 1: expected a column 'vp'; map.toml has [column.vp]: add the column, or take "
            "that out"
        ),
    ),
    (
        "spaces_csv",
        "id,name,vp\nwest,West,9\n",
        "spaces.csv, line 2, column vp: expected a whole number from 0 to 5, not '9'",
    ),
    (
        "spaces_csv",
        "id,name,vp,terrain\nwest,West,1,feild\n",
        "spaces.csv, line 2, column terrain: expected one of field, not 'feild'; Did you mean field?",
    ),
    (
        "spaces_csv",
        "id,name,vp\nwest,West,1\nwest,W,1\n",
        "spaces.csv, line 3, column id: expected each row once; 'west' stands in line 2 too",
    ),
    (
        "spaces_csv",
        "id,name,vp\nWest,West,1\n",
        (
            "spaces.csv, line 2, column id: expected small letters, digits and hyphens such as stone-ford, "
            "not 'West'"
        ),
    ),
    (
        "spaces_csv",
        "id,name,vp,kind\nwest,West,1,hex\n",
        "spaces.csv, line 2, column kind: expected one of (empty), area, box, not 'hex'",
    ),
    (
        "spaces_csv",
        "id,name,vp,name\nwest,West,1,x\n",
        "spaces.csv, line 1: expected each column once; 'name' stands there twice",
    ),
    (
        "edges_csv",
        "a,b\nwest,eas\n",
        "edges.csv, line 2, column b: expected the id of a space, not 'eas'; Did you mean east?",
    ),
    (
        "edges_csv",
        "a,b\nwest,east\n",
        (
            "edges.csv, line 2, column b: expected two Areas with a common border; east and west are none; "
            "a way between others has a boundary of the style link"
        ),
    ),
    (
        "edges_csv",
        "a,b,boundary\nwest,east,none\n",
        "edges.csv, line 2, column b: expected two Areas with a common border; east and west are none",
    ),
    (
        "edges_csv",
        "a,b,boundary\nwest,middle,brok\n",
        (
            "edges.csv, line 2, column boundary: expected one of open, none, link, brook, ferry, not "
            "'brok'; Did you mean brook?"
        ),
    ),
    (
        "edges_csv",
        "a,b,boundary\nwest,middle,ferry\n",
        "edges.csv, line 2, column boundary: expected another one than 'ferry': middle and west touch",
    ),
    (
        "edges_csv",
        "a,b,road\nwest,middle,motorway\n",
        (
            "edges.csv, line 2, column road: expected one of lane, not 'motorway'; or add [road.motorway] "
            "to map.toml"
        ),
    ),
    (
        "edges_csv",
        "a,b,bridge\nwest,middle,yes\n",
        (
            "edges.csv, line 2, column bridge: expected yes on a boundary of the style river, which 'open' "
            "is not"
        ),
    ),
    (
        "edges_csv",
        "a,b\nwest,middle\nmiddle,west\n",
        "edges.csv, line 3, column b: expected each pair once; 'middle/west' stands in line 2 too",
    ),
    (
        "edges_csv",
        "a,b\nwest,west\n",
        "edges.csv, line 2, column b: expected another space than 'west'",
    ),
    (
        "edges_csv",
        "a,b,boundry\nwest,middle,open\n",
        "edges.csv, line 1: expected no column 'boundry'; Did you mean boundary?",
    ),
    (
        "courses_csv",
        "kind,name,x,y\nbrook,B,1,one\n",
        "courses.csv, line 2, column y: expected inches from -1 to 5, not 'one'",
    ),
    (
        "courses_csv",
        "kind,name,x,y\nbrok,B,1,1\n",
        "courses.csv, line 2, column kind: expected one of brook, lane, not 'brok'",
    ),
    (
        "courses_csv",
        "kind,name,x,y\nbrook,B,1,1\n",
        "courses.csv, course B: expected two points at least",
    ),
]


@pytest.mark.parametrize(("file", "text", "said"), TABLE_FAULTS)
def test_wrong_tables_are_refused(file: str, text: str, said: str, tmp_path: Path) -> None:
    assert fault_of(areas(tmp_path, **{file: text})) == said


def test_gaps_and_slivers_within_the_tolerance_are_closed(tmp_path: Path) -> None:
    svg = SVG.replace('x="0" y="0" width="2"', 'x="0" y="0" width="1.98"').replace(
        "M4 0h2v4h-2z", "M3.985 0h2.015v4h-2.015z"
    )
    chart = chart_of(areas(tmp_path, areas_svg=svg))
    assert sorted(chart.borders) == ["east/middle", "middle/west"]
    assert sum(shape.area for shape in chart.shapes.values()) == pytest.approx(600 * 400, rel=1e-4)


def test_a_gap_wider_than_the_tolerance_parts_areas(tmp_path: Path) -> None:
    svg = SVG.replace('x="0" y="0" width="2"', 'x="0" y="0" width="1.9"')
    assert sorted(chart_of(areas(tmp_path, areas_svg=svg)).borders) == ["east/middle"]


@given(
    st.lists(st.floats(0.0, 2.9), min_size=4, max_size=4),
    st.lists(st.floats(0.0, 1.4), min_size=2, max_size=2),
)
def test_closing_leaves_no_gap_and_no_overlap(gaps: list[float], shifts: list[float]) -> None:
    import shapely

    boxes = {
        "a": shapely.box(0, 0, 100 - gaps[0], 100 - gaps[1]),
        "b": shapely.box(100, 0, 200, 100 - gaps[2]),
        "c": shapely.box(0, 100 - shifts[0], 100 + shifts[1], 200),
        "d": shapely.box(100 + gaps[3], 100, 200, 200),
    }
    made = closed(boxes, 3.0)
    whole = shapely.union_all(list(made.values()))
    assert sum(shape.area for shape in made.values()) == pytest.approx(whole.area, rel=1e-6)
    assert whole.area >= shapely.union_all(list(boxes.values())).area - 30
    assert whole.buffer(1.6).buffer(-1.6).area - whole.area < 30
    assert shapely.get_num_geometries(whole) == 1


def test_curves_are_flattened() -> None:
    (circle,) = path_rings("M 10 0 A 10 10 0 1 1 -10 0 A 10 10 0 1110 0 Z")
    assert all(math.hypot(x, y) == pytest.approx(10) for x, y in circle)
    (smooth,) = path_rings("m0,0 c0,5 5,10 10,10 s10-5 10-10 z")
    assert max(y for _, y in smooth) == pytest.approx(10)
    assert smooth[-1] == pytest.approx((20, 0))
    (wave,) = path_rings("M0 0Q5 10 10 0T20 0L20 20H0V10")
    assert min(y for _, y in wave) < -4
    with pytest.raises(ValueError, match="M as the first command"):
        path_rings("L 1 1")
    with pytest.raises(ValueError, match="a command before each number"):
        path_rings("3 4")


def test_an_island_of_an_area_lies_with_it(tmp_path: Path) -> None:
    svg = SVG.replace("M4 0h2v4h-2z", "M4 0h1v4h-1z M5.5 1h0.4v0.4h-0.4z")
    chart = chart_of(areas(tmp_path, areas_svg=svg))
    assert chart.shapes["east"].area == pytest.approx(100 * 400 + 40 * 40, rel=0.01)
    assert max(geometry_of(tmp_path)["areas"]["east"]["polygon"][::2]) == 500


def test_an_area_within_another_comes_first(tmp_path: Path) -> None:
    svg = SVG.replace("M4 0h2v4h-2z", "M2.5 1h1v1h-1z").replace(
        '<polygon id="middle" points="2,0 4,0 4,4 2,4"/>',
        '<path id="middle" d="M2 0h2v4h-2z M2.5 1h1v1h-1z"/>',
    )
    folder = areas(tmp_path, areas_svg=svg)
    assert sorted(load_board(folder).edges) == ["east/middle", "middle/west"]
    assert next(iter(geometry_of(folder)["areas"])) == "east"
