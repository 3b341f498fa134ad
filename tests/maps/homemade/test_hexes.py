"""Hexes of a map of one's own: any numbering, terrain as letters, courses over hexes, and faults."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maps.geometry import read_geometry
from maps.homemade.board import load_board
from maps.homemade.chart import chart_of
from maps.homemade.grid import hex_lattice, hex_numbers, lattice_data
from maps.homemade.layout import geometry_of
from maps.homemade.mapparts import HexesPart
from maps.lattice import read_lattice
from tests.maps.homemade.folders import HEXES, fault_of, hexes

MAP = HEXES["map.toml"]
VP = '[column.vp]\ntype = "number"\n'


def test_a_grid_without_further_files_is_a_board(tmp_path: Path) -> None:
    board = load_board(hexes(tmp_path))
    assert list(board.spaces) == ["0101", "0102", "0103", "0201", "0202", "0203", "0301", "0302", "0303"]
    assert {space["terrain"] for space in board.spaces.values()} == {"clear"}
    assert sorted(other for _, other in board.neighbours("0202")) == [
        "0102",
        "0103",
        "0201",
        "0203",
        "0302",
        "0303",
    ]
    assert board.spaces["0101"].sources.default == "derived"


def test_rows_name_only_what_is_special(tmp_path: Path) -> None:
    spaces = "id,name,kind,terrain,vp,mood\n0202,Ford,,woods,3,grim\n0303,,off,,,\n"
    board = load_board(hexes(tmp_path, map_toml=MAP + VP, spaces_csv=spaces))
    ford = board.spaces["0202"]
    assert (ford.name, ford["name"], ford["terrain"], ford["vp"], ford["mood"]) == (
        "0202 Ford",
        "Ford",
        "woods",
        3,
        "grim",
    )
    assert "Ford" in ford.aliases
    assert "0303" not in board.spaces
    assert board.spaces["0101"].features == {"terrain": "clear", "name": "", "vp": None, "mood": ""}


def test_terrain_is_painted_with_letters(tmp_path: Path) -> None:
    board = load_board(hexes(tmp_path, terrain_csv="# rows from the north\n. w .\nww-\n...\n"))
    assert {n for n, space in board.spaces.items() if space["terrain"] == "woods"} == {"0201", "0102", "0202"}
    assert "0302" not in board.spaces


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "...\n...\n",
            "terrain.csv: expected 3 lines of letters, one for each row of hexes, not 2",
        ),
        (
            "...\n..\n...\n",
            "terrain.csv, line 2: expected 3 letters, not 2",
        ),
        (
            "...\n.x.\n...\n",
            (
                "terrain.csv, line 2, column 2: expected one of the letters -, ., w, not 'x'; map.toml "
                "gives a [terrain.NAME] its letter"
            ),
        ),
    ],
)
def test_wrong_letters_are_refused(text: str, said: str, tmp_path: Path) -> None:
    assert fault_of(hexes(tmp_path, terrain_csv=text)) == said


def test_courses_lay_roads_and_rivers(tmp_path: Path) -> None:
    courses = (
        "kind,name,hexes\nlane,,0101 0102 0202\nbrook,A,0101/0102 0102/0201\nbrook,B,0202:nw 0202:ne 0202:e\n"
    )
    edges = "a,b,bridge\n0101,0102,yes\n"
    board = load_board(hexes(tmp_path, courses_csv=courses, edges_csv=edges))
    assert (board.edges["0101/0102"].road, board.edges["0101/0102"].boundary) == ("lane", "brook")
    assert board.edges["0101/0102"].bridge
    brooks = {id_ for id_, edge in board.edges.items() if edge.boundary == "brook"}
    assert brooks == {"0101/0102", "0102/0201", "0201/0202", "0202/0302"}


FAULTS = [
    (
        "spaces_csv",
        "id,name\n0404,X\n",
        "spaces.csv, line 2, column id: expected the number of a hex, 0101 to 0303, not '0404'",
    ),
    (
        "edges_csv",
        "a,b,boundary\n0101,0303,brook\n",
        (
            "edges.csv, line 2, column b: expected two neighbouring hexes; 0101 and 0303 are none; a way "
            "between others has a boundary of the style link"
        ),
    ),
    (
        "edges_csv",
        "a,b\n0101,0404\n",
        "edges.csv, line 2, column b: expected the id of a space, not '0404'",
    ),
    (
        "courses_csv",
        "kind,name,hexes\nlane,,0101 0303\n",
        "courses.csv, line 2, column hexes: expected neighbouring hexes; 0101 and 0303 are none",
    ),
    (
        "courses_csv",
        "kind,name,hexes\nlane,,0101\n",
        "courses.csv, line 2, column hexes: expected two hexes at least, such as 0101 0102",
    ),
    (
        "courses_csv",
        "kind,name,hexes\nbrook,,0101:ne 0101:w\n",
        (
            "courses.csv, line 2, column hexes: expected two ends of one hexside; 0101:ne and 0101:w are "
            "none; name every corner on the way, one hexside after the other"
        ),
    ),
    (
        "courses_csv",
        "kind,name,hexes\nbrook,,0101:ne 0101:north\n",
        (
            "courses.csv, line 2, column hexes: expected one of the corners nw, ne, e, se, sw, w behind "
            "the colon, not '0101:north'"
        ),
    ),
    (
        "courses_csv",
        "kind,name,hexes\nbrook,,0101:ne 0909:e\n",
        (
            "courses.csv, line 2, column hexes: expected corners such as 0101:ne, or pairs such as "
            "0101/0102, not '0909:e'"
        ),
    ),
    (
        "courses_csv",
        "kind,name,x,y\nlane,,1,1\n",
        "courses.csv, line 1: expected a column 'hexes'; the columns kind, name, hexes must be there",
    ),
]


@pytest.mark.parametrize(("file", "text", "said"), FAULTS)
def test_wrong_tables_are_refused(file: str, text: str, said: str, tmp_path: Path) -> None:
    found = fault_of(hexes(tmp_path, **{file: text}))
    assert found.partition("; Did you mean")[0] == said


def test_a_ferry_links_hexes_that_are_apart(tmp_path: Path) -> None:
    board = load_board(hexes(tmp_path, edges_csv="a,b,boundary\n0101,0303,ferry\n0101,0102,none\n"))
    assert board.edges["0101/0303"].boundary == "ferry"
    assert "0101/0102" not in board.edges


PARTS = st.builds(
    HexesPart,
    columns=st.integers(1, 9),
    rows=st.integers(1, 9),
    flat=st.floats(0.4, 1.5),
    at=st.tuples(st.floats(0, 9), st.floats(0, 9)),
    pointed=st.booleans(),
    lower=st.sampled_from(["odd", "even"]),
    first=st.sampled_from(["0101", "0000", "2117"]),
    northward=st.booleans(),
    westward=st.booleans(),
)


@given(PARTS)
def test_every_numbering_lays_hexes_side_by_side(part: HexesPart) -> None:
    lattice, numbers = hex_lattice(part, 130), hex_numbers(part)
    assert len(set(numbers)) == part.columns * part.rows
    assert all(abs(a - b * 130) <= 1 for a, b in zip(lattice.centre(part.first), part.at, strict=True))
    assert read_lattice(lattice_data(lattice)) == lattice
    for number in numbers:
        (x, y), ring = lattice.centre(number), lattice.grid.ring(number)
        assert x == int(x)
        assert y == int(y)
        assert lattice.at(x, y) == number
        for other in ring:
            if other in numbers:
                ox, oy = lattice.centre(other)
                assert ((x - ox) ** 2 + (y - oy) ** 2) ** 0.5 == pytest.approx(lattice.flat, abs=1.5)


def test_three_digits_and_a_pointed_grid_to_the_north(tmp_path: Path) -> None:
    flat = MAP.replace("columns = 3", "columns = 3\ndigits = 3")
    folder = hexes(tmp_path, map_toml=flat)
    assert list(load_board(folder).spaces)[-1] == "003003"
    assert read_geometry(geometry_of(folder), file="").hexes == chart_of(folder).lattice
    pointed = MAP.replace("columns = 3", 'columns = 3\npointed = true\nnorthward = true\nfirst = "0501"')
    board = load_board(hexes(tmp_path, map_toml=pointed.replace("at = [1, 1]", "at = [1, 4]")))
    lattice = chart_of(tmp_path).lattice
    assert lattice is not None
    assert next(iter(board.spaces)) == "0501"
    assert lattice.centre("0501")[1] > lattice.centre("0601")[1]
