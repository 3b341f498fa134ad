"""What `map.toml` may say, and what is said where it says something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from maps.homemade.chart import chart_of
from maps.homemade.layout import geometry_of
from maps.homemade.mapfile import KEYS, read_map_file
from tests.maps.homemade.folders import AREAS, HEXES, areas, fault_of, hexes

BOX = '\n[[box]]\nid = "lost"\nrect = [1, 1, 2, 1]\n'
TRACK = '\n[[track]]\nid = "turn"\ntitle = "Turns"\nat = [1, 1]\nbox = [0.5, 0.5]\ncount = 4\n'


def test_what_is_left_out_has_a_value(tmp_path: Path) -> None:
    file = read_map_file(areas(tmp_path))
    assert file.board.counter == 0.5
    assert file.terrain["field"].title == "Field"
    assert file.terrain["field"].pattern == "plain"
    assert {"open", "none", "link", "brook", "ferry"} == set(file.boundary)
    assert file.areas is not None
    assert file.areas.file == "areas.svg"
    assert file.touch == 0.15


def test_a_terrain_called_like_a_pattern_has_it(tmp_path: Path) -> None:
    assert read_map_file(hexes(tmp_path)).terrain["woods"].pattern == "woods"


def test_tracks_count_from_where_they_say(tmp_path: Path) -> None:
    track = read_map_file(areas(tmp_path, map_toml=AREAS["map.toml"] + TRACK + "first = 0\n")).tracks[0]
    assert track.labels == ("0", "1", "2", "3")
    assert track.boxes[-1] == (2.5, 1.0, 0.5, 0.5)


def test_every_table_that_a_file_may_have_is_listed() -> None:
    assert set(KEYS[""]) - {"title", "subtitle"} <= set(KEYS)


AREA_FAULTS = [
    (
        "[areas]",
        "[aeras]",
        (
            "key aeras: expected one of areas, board, boundary, box, column, hexes, label, picture, "
            "places, road, scale, subtitle, terrain, title, track; Did you mean areas?"
        ),
    ),
    (
        "width = 6",
        'width = "six"',
        "[board], key width: expected a number from 1 to 100, not 'six'",
    ),
    (
        "width = 6",
        "widht = 6",
        (
            "[board], key widht: expected one of background, counter, height, pixels_per_inch, version, "
            "width; Did you mean width?"
        ),
    ),
    (
        'title = "Three Fields"',
        "",
        "key title: expected a text; it is missing",
    ),
    (
        "pixels_per_inch = 100",
        "pixels_per_inch = 100.5",
        "[board], key pixels_per_inch: expected a whole number from 50 to 300, not 100.5",
    ),
    (
        "[terrain.field]",
        '[terrain.field]\ncolor = "green"',
        "[terrain.field], key color: expected a colour such as \"#80a060\", not 'green'",
    ),
    (
        "[terrain.field]",
        '[terrain.field]\npattern = "wood"',
        (
            "[terrain.field], key pattern: expected one of plain, woods, bocage, hills, marsh, town, city, "
            "sea, desert, mountain, not 'wood'; Did you mean woods?"
        ),
    ),
    (
        'style = "river"',
        'style = "rivre"',
        (
            "[boundary.brook], key style: expected one of line, dashed, double, river, ridge, link, not "
            "'rivre'; Did you mean river?"
        ),
    ),
    (
        "[areas]",
        '[areas]\nfile = "areas.png"',
        "[areas], key file: expected a name that ends with .svg or .geojson, not 'areas.png'",
    ),
    (
        "[areas]",
        "[areas]\n[hexes]\ncolumns = 2",
        "map.toml: expected either [areas] or [hexes]; a map has Areas or hexes, not both",
    ),
    (
        'shown = "star"',
        'shown = "stars"',
        (
            "[column.vp], key shown: expected one of circle, star, text, (empty), not 'stars'; Did you "
            "mean star?"
        ),
    ),
    (
        'type = "number"',
        'type = "choice"',
        '[column.vp], key values: expected a list of words where type = "choice", and there alone',
    ),
    (
        "[road.lane]",
        "[places]\ntitle = [1, 1, 2]",
        "[places], key title: expected [left, top, width, height], not [1, 1, 2]",
    ),
    (
        "[road.lane]",
        '[boundary.none]\nstyle = "link"',
        (
            "[boundary.none], key style: expected another style than 'link' for the boundary 'none'; leave "
            "the key out"
        ),
    ),
]


@pytest.mark.parametrize(("old", "new", "said"), AREA_FAULTS)
def test_a_wrong_key_or_value_is_named(old: str, new: str, said: str, tmp_path: Path) -> None:
    found = fault_of(areas(tmp_path, map_toml=AREAS["map.toml"].replace(old, new, 1)))
    assert found == (said if said.startswith("map.toml") else f"map.toml, {said}")


FURNITURE_FAULTS = [
    (
        BOX.replace("[1, 1, 2, 1]", "[5, 1, 2, 1]"),
        "map.toml, [[box]] lost: expected a place on the board of 6 x 4 inches, not x 5 to 7, y 1 to 2",
    ),
    (
        TRACK + TRACK.replace('"turn"', '"vp"').replace("[1, 1]", "[2, 1.3]"),
        (
            "map.toml, [[track]] vp: expected room of its own; it lies over [[track]] turn; they share "
            "1.00 x 0.46 inches (a track has its title above its boxes)"
        ),
    ),
    (
        TRACK + BOX,
        (
            "map.toml, [[box]] lost: expected room of its own; it lies over [[track]] turn; they share "
            "2.00 x 0.50 inches (a track has its title above its boxes)"
        ),
    ),
    (
        BOX + BOX.replace("[1, 1, 2, 1]", "[3, 2, 1, 1]"),
        "map.toml, [[box]], key id: expected each id once; 'lost' stands there twice",
    ),
    (
        BOX.replace('"lost"', '"west"'),
        "spaces.csv, line 2, column kind: expected box: map.toml has a [[box]] 'west'",
    ),
    (
        BOX + 'who = "green"\n',
        "map.toml, [[box]] lost, key who: expected one of red, blue, both, not 'green'",
    ),
    (
        BOX.replace("[1, 1, 2, 1]", "[1, 1, 0.1, 1]"),
        "map.toml, [[box]] lost, key rect: expected a width and a height of 0.3 inches at least",
    ),
    (
        TRACK.replace("count = 4", 'labels = ["a", "a"]'),
        "map.toml, [[track]] turn, key labels: expected each label once",
    ),
    (
        TRACK.replace("count = 4", ""),
        (
            "map.toml, [[track]] turn, key labels: expected either labels = [...] or count = 10; count "
            "numbers the boxes from first = 1 on"
        ),
    ),
    (
        '\n[[label]]\ntext = "Sea"\nat = [9, 1]\n',
        "map.toml, [[label]] Sea, key at: expected a place on the board of 6 x 4 inches",
    ),
]


@pytest.mark.parametrize(("more", "said"), FURNITURE_FAULTS)
def test_furniture_has_its_place(more: str, said: str, tmp_path: Path) -> None:
    assert fault_of(areas(tmp_path, map_toml=AREAS["map.toml"] + more)) == said


HEX_FAULTS = [
    (
        "at = [1, 1]",
        "at = [0.3, 1]",
        (
            "map.toml, [hexes]: expected hexes on the board of 6 x 6 inches; 0101 is not; it reaches to x "
            "0.88, y 1.50: change at, flat, or the size of the board"
        ),
    ),
    (
        "rows = 3",
        'rows = 3\nfirst = "1"',
        (
            "map.toml, [hexes], key first: expected 4 digits, not '1'; digits = 2, 3 or 4 says how many a "
            "coordinate has"
        ),
    ),
    (
        "rows = 3",
        'rows = 3\nfirst = "0198"',
        (
            "map.toml, [hexes], key digits: expected numbers of more digits: not all hexes from 0198 on "
            "can be numbered"
        ),
    ),
    (
        "rows = 3",
        "rows = 3\nnorthward = true",
        (
            "map.toml, [hexes], key northward: expected this key in a grid with pointed = true alone; "
            "leave it out"
        ),
    ),
    (
        'terrain = "clear"',
        'terrain = "cler"',
        "map.toml, [hexes], key terrain: expected a [terrain.NAME], not 'cler'; Did you mean clear?",
    ),
    (
        'letter = "w"',
        'letter = "wo"',
        "map.toml, [terrain.woods], key letter: expected one letter, not 'wo'",
    ),
    (
        "[terrain.clear]",
        '[terrain.clear]\nletter = "w"',
        "map.toml, [terrain], key letter: expected each letter once; 'w' stands there twice",
    ),
    (
        "at = [1, 1]",
        "",
        "map.toml, [hexes], key at: expected [x, y]; it is missing",
    ),
]


@pytest.mark.parametrize(("old", "new", "said"), HEX_FAULTS)
def test_a_grid_lies_on_the_board(old: str, new: str, said: str, tmp_path: Path) -> None:
    assert fault_of(hexes(tmp_path, map_toml=HEXES["map.toml"].replace(old, new, 1))) == said


def test_missing_files_are_named(tmp_path: Path) -> None:
    assert fault_of(tmp_path).startswith("map.toml: expected a readable file")
    folder = areas(tmp_path)
    for name, said in (
        ("areas.svg", "a readable file (No such file"),
        ("spaces.csv", "this file in the folder"),
    ):
        (folder / name).unlink()
        assert fault_of(folder).startswith(f"{name}: expected {said}")


def test_both_sides_come_from_the_game(tmp_path: Path) -> None:
    folder = areas(tmp_path, map_toml=AREAS["map.toml"] + BOX)
    assert {"red", "blue"} <= set(geometry_of(folder)["boxes"]["lost"])
    assert {"x", "y"} <= set(geometry_of(folder, sides=("x", "y"))["boxes"]["lost"])
    (folder / "game.toml").write_text('[[side]]\nid = "red"\n')
    assert fault_of(folder) == "game.toml, [[side]]: expected two sides, each with an id of its own"
    (folder / "game.toml").unlink()
    assert fault_of(folder) == "game.toml: expected a readable file (No such file or directory)"


def test_a_folder_is_read_again_when_a_file_changes(tmp_path: Path) -> None:
    folder = areas(tmp_path)
    assert chart_of(folder) is chart_of(folder)
    before = chart_of(folder)
    (folder / "map.toml").write_text(AREAS["map.toml"].replace("Three Fields", "Three Large Fields"))
    assert chart_of(folder) is not before
