"""Games in folders: the module as the engine saw it, saves that come back, a sixth game, bad folders."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from adjudicator.asking.loading import load_position
from adjudicator.game import load
from maps.games import FOLDERS, FolderHome, UnknownGame, game_names, home_of, open_folder
from module_builder.homemade.checking import faults
from module_builder.homemade.laying_out import KINDS, lay_out
from module_builder.homemade.schemas import SCHEMAS, schema_of
from module_builder.kit import load_kit
from module_builder.lint import lint
from module_builder.module import set_ups
from module_builder.save import write_position
from tests.commandline import run
from tests.engine.folders import EXAMPLES, KEPT
from tests.module_builder.building import quick_build

ROOT = Path(__file__).parent.parent.parent
each_example = pytest.mark.parametrize("folder", EXAMPLES, ids=[path.name for path in EXAMPLES])


@each_example
def test_the_engine_found_no_problem(folder: Path) -> None:
    lines = json.loads((KEPT / folder.name / "check.json").read_text())
    assert lines[0].startswith("ENGINE VASSAL 3.7")
    assert lines[-1] == "RESULT problems=0"
    assert not [line for line in lines if line.startswith(("PROBLEM", "LINT"))]


@each_example
def test_places_are_named_as_in_the_engine(folder: Path) -> None:
    kit, rows = load_kit(open_folder(folder)), json.loads((KEPT / folder.name / "locations.json").read_text())
    assert len(rows) == 2000
    for window, x, y, location, _ in rows:
        place = kit.layout.find(window, x, y)
        if place is not None:
            assert place.name == location
        else:  # beside the printed hexes the engine's grid goes on
            names = [zone.number(x, y) for zone in kit.layout.windows[window].hex_zones]
            assert location in {"offboard", *(name.upper() for name in names if name)}


@each_example
def test_set_ups_stand_as_in_the_engine(folder: Path) -> None:
    kit, kept = load_kit(open_folder(folder)), json.loads((KEPT / folder.name / "setups.json").read_text())
    numbers, known = {p.gpid: uid for uid, p in kit.pieces.items()}, set_ups(kit)
    assert kept.keys() == known.keys()
    for title, rows in kept.items():
        seen = {numbers[int(gpid)]: (window, x, y, location) for gpid, _, window, x, y, location in rows}
        for uid, piece in known[title].pieces.items():
            window, x, y, location = seen[uid]
            place = kit.layout.find(window, x, y)
            assert place is not None
            assert (place.id, place.name) == (piece.space, location)


@each_example
def test_a_save_of_each_set_up_comes_back(folder: Path, tmp_path: Path) -> None:
    game = load(open_folder(folder))
    for name in game.scenarios:
        before = game.scenario(name)
        write_position(before, tmp_path / "a.vsav")
        after = load_position(str(tmp_path / "a.vsav")).position
        assert after is not None
        assert {u: (p.space, p.status) for u, p in after.pieces.items()} == {
            u: (p.space, p.status) for u, p in before.pieces.items()
        }
        assert all(after.fact(item, subject) == value for (item, subject), value in before.facts.items())


@each_example
def test_the_module_is_clean_and_the_same_twice(folder: Path, tmp_path: Path) -> None:
    slug = open_folder(folder)
    one, two = (quick_build(slug, tmp_path / name) for name in "ab")
    assert one.read_bytes() == two.read_bytes()
    assert not lint(one)


# --- a sixth game ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_more_is_a_folder_more_and_nothing_else(kind: str, tmp_path: Path) -> None:
    """Every command that takes a game takes it; nothing is written but what was asked for."""
    before = sorted(tmp_path.iterdir())
    folder = tmp_path / f"sixth-{kind}"
    assert run(f"module-builder init {folder} --{kind}").code == 0
    made = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    for command in (
        f"module-builder data check {folder}",
        f"module-builder counters {folder} -o {tmp_path}/out/counters --px 40",
        f"module-builder map {folder} -o {tmp_path}/out/map.png --dpi 36 --workers 1",
        f"module-builder aids {folder} -o {tmp_path}/out/aids",
        f"module-builder save {folder}:start -o {tmp_path}/out/a.vsav",
        f"adjudicator position {folder}:start",
        f"adjudicator stack {folder}:start {'market' if kind == 'areas' else '0304'}",
        f"adjudicator reach {folder}:start b-1",
    ):
        done = run(command)
        assert done.code == 0, f"{command}: {done.err}"
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == made
    assert sorted(tmp_path.iterdir()) == sorted([*before, folder, tmp_path / "out"])


def test_a_folder_is_known_by_its_path_by_the_environment_and_once_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "somewhere"
    lay_out(folder, kind="areas")
    with pytest.raises(UnknownGame):
        home_of("somewhere")
    monkeypatch.setenv(FOLDERS, str(folder))
    assert "somewhere" in game_names()
    home = home_of("somewhere")
    assert isinstance(home, FolderHome)
    assert home.root == folder.resolve()


def test_a_folder_that_changed_is_read_again(tmp_path: Path) -> None:
    folder = tmp_path / "changing"
    lay_out(folder, kind="areas", title="Before")
    assert load(open_folder(folder)).title == "Before"
    file = folder / "game.toml"
    file.write_text(file.read_text().replace('"Before"', '"And after"'))
    assert load(open_folder(folder)).title == "And after"


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_name_the_keys_of_the_files(name: str) -> None:
    """What stands in the example files is in the schema; what the readers do not know is not."""
    import tomllib

    known = schema_of(name)
    keys = set(known.get("properties") or known["$defs"][known["$ref"].rpartition("/")[2]]["properties"])
    for folder in EXAMPLES:
        told = tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
        assert told.keys() <= keys


# --- bad folders -----------------------------------------------------------------------------------------

Change = Callable[[Path], object]


def swap(file: str, old: str, new: str) -> Change:
    """Write something else in a file of the folder."""

    def change(folder: Path) -> None:
        path = folder / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    return change


def gone(file: str) -> Change:
    """Take a file away."""
    return lambda folder: (folder / file).unlink()


BAD: dict[str, tuple[Change, str]] = {
    "a file is missing": (gone("units.csv"), "units.csv"),
    "no counters": (gone("counters.toml"), "counters.toml: expected this file in the folder"),
    "a column is missing": (
        swap("units.csv", "id,name,title,side,", "id,name,title,sid,"),
        "units.csv, line",
    ),
    "another side": (
        swap("units.csv", "r-2,2,2nd Red Regiment,red", "r-2,2,2nd Red Regiment,rde"),
        "column side: expected one of blue, red, not 'rde'",
    ),
    "a unit in a space that is not there": (
        swap("set-ups/start.csv", "b-1,north-farm", "b-1,north-fram"),
        (
            "set-ups/start.csv, line 5, column space: expected a space of the map, not 'north-fram';"
            " Did you mean north-farm?"
        ),
    ),
    "a unit that is not there": (
        swap("set-ups/start.csv", "r-guns,", "r-gun,"),
        (
            "set-ups/start.csv, line 9, column unit: expected a unit of units.csv or a loose marker of"
            " markers.csv, not 'r-gun';"
            " Did you mean r-guns?"
        ),
    ),
    "a unit twice": (
        swap("set-ups/start.csv", "r-guns,south-heath", "r-2,south-heath"),
        "set-ups/start.csv, line 9, column unit: expected each unit once, not 'r-2' again",
    ),
    "an Area that nobody drew": (
        swap("areas.svg", 'id="mill"', 'id="mil"'),
        "areas.svg",
    ),
    "an unknown terrain": (swap("spaces.csv", "Mill,clear", "Mill,claer"), "spaces.csv, line"),
    "an unknown key of the game": (
        swap("game.toml", "edition =", "editoin ="),
        "game.toml: expected no key 'editoin'. Did you mean edition?",
    ),
    "three sides": (
        swap("game.toml", "[turns]", '[[side]]\nid = "green"\ntitle = "Green"\n\n[turns]'),
        "game.toml, side: expected two tables [[side]], not 3",
    ),
    "a track that is not there": (
        swap("game.toml", 'track = "turn"', 'track = "trun"'),
        "map.toml, track: expected a [[track]] 'trun', on which turn is shown; or say otherwise in game.toml",
    ),
    "a marker that is not there": (
        swap("markers.csv", "control,Control", "holding,Control"),
        (
            "markers.csv, column id: expected a marker 'control', which shows control;"
            " or say otherwise in game.toml"
        ),
    ),
    "a phase of nobody": (
        swap("sequence.toml", 'player = "red"', 'player = "rde"'),
        "sequence.toml, phase no. 2 player: expected one of blue, red, alternating, not 'rde'",
    ),
    "a wrong colour": (
        swap("game.toml", '"#3d6a94"', '"blue"'),
        "game.toml, side no. 1 color: expected a colour such as #3a6ea5, not 'blue'",
    ),
    "no TOML": (swap("map.toml", "[board]", "[board"), "map.toml: expected valid TOML"),
    "a rule about a terrain that is not there": (
        swap("rules.toml", "# [movement.terrain]", "[movement.terrain]\nswamp = 2 #"),
        "rules.toml",
    ),
}


@pytest.mark.parametrize("what", BAD)
def test_a_bad_folder_is_one_line_with_the_place_and_the_way_out(what: str, tmp_path: Path) -> None:
    folder = tmp_path / "my-game"
    lay_out(folder, kind="areas")
    assert faults(folder) == []
    change, said = BAD[what]
    change(folder)
    found = faults(folder)
    assert found
    assert any(said in line for line in found), found
    if any(line.startswith("rules.toml") for line in found):
        return  # a module is built without rules
    done = run(f"module-builder build {folder} -o {tmp_path}/out")
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    assert not list((tmp_path / "out").glob("*")), "nothing half-written"


def test_areas_that_overlap_are_named(tmp_path: Path) -> None:
    folder = tmp_path / "my-game"
    lay_out(folder, kind="areas")
    svg = folder / "areas.svg"
    text = svg.read_text(encoding="utf-8")
    start = text.index('id="mill"')
    begin = text.index(' d="', start) + 4
    end = text.index('"', begin)
    svg.write_text(text[:begin] + "M 200,100 600,100 600,360 200,360 Z" + text[end:], encoding="utf-8")
    [*found] = faults(folder)
    assert any("overlap" in line and "areas.svg" in line for line in found), found


def test_init_spares_what_is_there(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("keep")
    done = run(f"module-builder init {tmp_path}/mine")
    assert (done.code, done.out) == (2, "")
    assert "a folder that is not there yet, or an empty one" in done.err
    assert [p.name for p in (tmp_path / "mine").iterdir()] == ["notes.txt"]


def test_a_copy_of_another_game_has_a_name_of_its_own(tmp_path: Path) -> None:
    done = run(f"module-builder init {tmp_path}/three-rivers --from {EXAMPLES[-1]} --title 'Three Rivers'")
    assert done.code == 0, done.err
    game = load(open_folder(tmp_path / "three-rivers"))
    assert (game.slug, game.title) == ("three-rivers", "Three Rivers")
    assert not (tmp_path / "three-rivers" / "gpids.csv").exists()
    shutil.rmtree(tmp_path / "three-rivers")
